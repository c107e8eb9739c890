//! Images and samplers, as launch descriptions have them.

use opencl_sys::{
    CL_ADDRESS_CLAMP, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_MIRRORED_REPEAT, CL_ADDRESS_NONE, CL_ADDRESS_REPEAT,
    CL_FILTER_LINEAR, CL_FILTER_NEAREST, CL_IMAGE_ARRAY_SIZE, CL_IMAGE_DEPTH, CL_IMAGE_ELEMENT_SIZE, CL_IMAGE_FORMAT,
    CL_IMAGE_HEIGHT, CL_IMAGE_NUM_MIP_LEVELS, CL_IMAGE_NUM_SAMPLES, CL_IMAGE_WIDTH, CL_MEM_OBJECT_IMAGE1D,
    CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D,
    CL_MEM_TYPE, CL_SAMPLER_ADDRESSING_MODE, CL_SAMPLER_FILTER_MODE, CL_SAMPLER_NORMALIZED_COORDS, cl_image_info,
    cl_sampler, cl_sampler_info, cl_uint,
};

use super::memory::MemoryHandle;
use crate::next::call;
use crate::query;

/// An image: its sizes, and the names of its format.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ImageForm {
    pub(super) size: Vec<usize>,
    pub(super) order: &'static str,
    pub(super) channel: &'static str,
}

/// A sampler.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct SamplerForm {
    pub(super) is_normalized: bool,
    pub(super) addressing: &'static str,
    pub(super) is_linear: bool,
}

/// The orders of channels that launch descriptions have.
const ORDERS: [(cl_uint, &str); 7] = [
    (opencl_sys::CL_R, "R"),
    (opencl_sys::CL_A, "A"),
    (opencl_sys::CL_RG, "RG"),
    (opencl_sys::CL_RA, "RA"),
    (opencl_sys::CL_RGBA, "RGBA"),
    (opencl_sys::CL_BGRA, "BGRA"),
    (opencl_sys::CL_ARGB, "ARGB"),
];

/// The types of channels that they have.
const CHANNELS: [(cl_uint, &str); 12] = [
    (opencl_sys::CL_SNORM_INT8, "SNORM_INT8"),
    (opencl_sys::CL_SNORM_INT16, "SNORM_INT16"),
    (opencl_sys::CL_UNORM_INT8, "UNORM_INT8"),
    (opencl_sys::CL_UNORM_INT16, "UNORM_INT16"),
    (opencl_sys::CL_SIGNED_INT8, "SIGNED_INT8"),
    (opencl_sys::CL_SIGNED_INT16, "SIGNED_INT16"),
    (opencl_sys::CL_SIGNED_INT32, "SIGNED_INT32"),
    (opencl_sys::CL_UNSIGNED_INT8, "UNSIGNED_INT8"),
    (opencl_sys::CL_UNSIGNED_INT16, "UNSIGNED_INT16"),
    (opencl_sys::CL_UNSIGNED_INT32, "UNSIGNED_INT32"),
    (opencl_sys::CL_HALF_FLOAT, "HALF_FLOAT"),
    (opencl_sys::CL_FLOAT, "FLOAT"),
];

/// The ways to treat coordinates outside of the image.
const ADDRESSING: [(cl_uint, &str); 5] = [
    (CL_ADDRESS_NONE, "none"),
    (CL_ADDRESS_CLAMP_TO_EDGE, "clamp-to-edge"),
    (CL_ADDRESS_CLAMP, "clamp"),
    (CL_ADDRESS_REPEAT, "repeat"),
    (CL_ADDRESS_MIRRORED_REPEAT, "mirrored-repeat"),
];

fn named(names: &[(cl_uint, &'static str)], number: cl_uint) -> Option<&'static str> {
    names.iter().find(|(known, _)| *known == number).map(|(_, name)| *name)
}

/// An image, the region of all its pixels, and their bytes; or why it cannot be recorded.
pub(super) fn image(handle: MemoryHandle) -> Result<(ImageForm, [usize; 3], usize), &'static str> {
    let unknown = "the driver does not describe the image";
    // SAFETY: the image is an argument of a launch, so it is valid.
    let ask = |name: cl_image_info| {
        query::value::<usize>(|size, value, needed| unsafe {
            call!(clGetImageInfo(handle.0, name, size, value, needed))
        })
    };
    let number = |name: cl_image_info| {
        query::value::<cl_uint>(|size, value, needed| unsafe {
            call!(clGetImageInfo(handle.0, name, size, value, needed))
        })
    };
    let names: &[cl_image_info] = match handle.ask::<cl_uint>(CL_MEM_TYPE).ok_or(unknown)? {
        CL_MEM_OBJECT_IMAGE1D => &[CL_IMAGE_WIDTH],
        CL_MEM_OBJECT_IMAGE1D_ARRAY => &[CL_IMAGE_WIDTH, CL_IMAGE_ARRAY_SIZE],
        CL_MEM_OBJECT_IMAGE2D => &[CL_IMAGE_WIDTH, CL_IMAGE_HEIGHT],
        CL_MEM_OBJECT_IMAGE2D_ARRAY => &[CL_IMAGE_WIDTH, CL_IMAGE_HEIGHT, CL_IMAGE_ARRAY_SIZE],
        CL_MEM_OBJECT_IMAGE3D => &[CL_IMAGE_WIDTH, CL_IMAGE_HEIGHT, CL_IMAGE_DEPTH],
        _ => return Err("an image that is made from a buffer"),
    };
    let size: Vec<usize> = names.iter().map(|name| ask(*name)).collect::<Option<_>>().ok_or(unknown)?;
    if [CL_IMAGE_NUM_MIP_LEVELS, CL_IMAGE_NUM_SAMPLES]
        .into_iter()
        .any(|name| number(name).is_some_and(|count| count > 1))
    {
        return Err("an image of several levels or samples");
    }
    // SAFETY: as above.
    let format: [cl_uint; 2] = query::value(|size, value, needed| unsafe {
        call!(clGetImageInfo(handle.0, CL_IMAGE_FORMAT, size, value, needed))
    })
    .ok_or(unknown)?;
    let (Some(order), Some(channel)) = (named(&ORDERS, format[0]), named(&CHANNELS, format[1])) else {
        return Err("an image of a format that launch descriptions do not have");
    };
    let all = size.iter().copied().chain(ask(CL_IMAGE_ELEMENT_SIZE)).try_fold(1_usize, usize::checked_mul);
    let bytes = all.filter(|bytes| *bytes > 0).ok_or(unknown)?;
    let mut region = [1; 3];
    region[..size.len()].copy_from_slice(&size);
    Ok((ImageForm { size, order, channel }, region, bytes))
}

/// A sampler; `None` if a description cannot have it.
pub(super) fn sampler(handle: cl_sampler) -> Option<SamplerForm> {
    let ask = |name: cl_sampler_info| {
        // SAFETY: the sampler is an argument of a launch, so it is valid.
        query::value::<cl_uint>(|size, value, needed| unsafe {
            call!(clGetSamplerInfo(handle, name, size, value, needed))
        })
    };
    let is_linear = match ask(CL_SAMPLER_FILTER_MODE)? {
        CL_FILTER_LINEAR => true,
        CL_FILTER_NEAREST => false,
        _ => return None,
    };
    let addressing = named(&ADDRESSING, ask(CL_SAMPLER_ADDRESSING_MODE)?)?;
    Some(SamplerForm { is_normalized: ask(CL_SAMPLER_NORMALIZED_COORDS)? != 0, addressing, is_linear })
}
