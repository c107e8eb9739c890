//! The arguments of a launch on a device, and the launch itself.
//!
//! The caller decides which buffers a launch gets: guarded ones ([`memory`](crate::memory)), or plain ones that can be restored
//! ([`timing`](crate::timing)). All other arguments are the same for both.

#![expect(unsafe_code, reason = "OpenCL takes raw pointers, and trusts the kernels that it runs")]

use std::ptr;

use opencl3::error_codes::{CL_INVALID_WORK_GROUP_SIZE, ClError};
use opencl3::event::Event;
use opencl3::kernel::{Kernel, set_kernel_arg};
use opencl3::memory::{
    Buffer, CL_MEM_READ_WRITE, ClMem, Image, Sampler as DeviceSampler, cl_image_desc, cl_image_format,
};
use opencl3::types::{CL_BLOCKING, cl_mem};

use crate::device::Machine;
use crate::fill;
use crate::image::{ImageFormat, ImageKind};
use crate::launch::{Addressing, ArgumentValue, Launch, LaunchArgument, Sampler};

/// One argument on a device, with buffers of a type that the caller chooses.
pub(crate) enum DeviceArgument<B> {
    Value(Vec<u8>),
    Buffer(B),
    /// A null pointer to global or constant memory.
    Null,
    /// The number of bytes.
    Local(usize),
    Image(FilledImage),
    Sampler(DeviceSampler),
}

impl<B> DeviceArgument<B> {
    /// The argument; `buffer` makes a buffer with this content.
    pub(crate) fn new(
        machine: &Machine,
        argument: &LaunchArgument,
        buffer: impl FnOnce(Vec<u8>) -> Result<B, String>,
    ) -> Result<Self, String> {
        Self::unnamed(machine, argument, buffer).map_err(|why| format!("`{}`: {why}", argument.name))
    }

    fn unnamed(
        machine: &Machine,
        LaunchArgument { element, argument, .. }: &LaunchArgument,
        buffer: impl FnOnce(Vec<u8>) -> Result<B, String>,
    ) -> Result<Self, String> {
        Ok(match argument {
            ArgumentValue::Value(components) => Self::Value(fill::value(components, *element)),
            ArgumentValue::Bytes(bytes) => Self::Value(bytes.clone()),
            ArgumentValue::Structure { structure, components } => Self::Value(fill::structure(structure, components)),
            ArgumentValue::Buffer { size, fill } => Self::Buffer(buffer(fill::bytes(fill, *element, *size)?)?),
            ArgumentValue::Null => Self::Null,
            ArgumentValue::Local { size } => {
                Self::Local(size.checked_mul(element.size()).ok_or("so much local memory does not exist")?)
            }
            ArgumentValue::Image { kind, size, format, fill } => {
                let pixels = size.iter().try_fold(1_usize, |pixels, size| pixels.checked_mul(*size));
                let initial = fill::bytes(fill, format.element(), pixels.ok_or("the image is too large")?)?;
                Self::Image(FilledImage::new(machine, *kind, size, *format, initial)?)
            }
            ArgumentValue::Sampler(sampler) => Self::Sampler(device_sampler(machine, *sampler)?),
        })
    }

    /// Passes it to a kernel; `buffer` is the buffer that the kernel gets.
    pub(crate) fn set(
        &self,
        kernel: &Kernel,
        index: u32,
        name: &str,
        buffer: impl Fn(&B) -> &Buffer<u8>,
    ) -> Result<(), String> {
        let is_set = match self {
            // SAFETY: the platform checks the size and copies this many bytes, and any bytes are a valid number.
            Self::Value(bytes) => unsafe {
                set_kernel_arg(kernel.get(), index, bytes.len(), bytes.as_ptr().cast()).map_err(ClError)
            },
            // SAFETY: the platform checks that the parameter is a pointer to global or constant memory.
            Self::Buffer(one) => unsafe { kernel.set_arg(index, &buffer(one).get()) },
            // SAFETY: as above. No place is read.
            Self::Null => unsafe {
                set_kernel_arg(kernel.get(), index, size_of::<cl_mem>(), ptr::null()).map_err(ClError)
            },
            // SAFETY: the platform checks that the parameter is a pointer to local memory.
            Self::Local(size) => unsafe { kernel.set_arg_local_buffer(index, *size) },
            // SAFETY: the platform checks that the parameter is an image.
            Self::Image(image) => unsafe { kernel.set_arg(index, &image.image.get()) },
            // SAFETY: the platform checks that the parameter is a sampler.
            Self::Sampler(sampler) => unsafe { kernel.set_arg(index, &sampler.get()) },
        };
        is_set.map_err(|error| format!("clSetKernelArg of `{name}`: {error}"))
    }
}

/// Starts a kernel whose arguments are set.
pub(crate) fn enqueue(machine: &Machine, kernel: &Kernel, launch: &Launch) -> Result<Event, String> {
    if launch.local.as_ref().is_some_and(|local| local.len() != launch.global.len()) {
        return Err("the work-group has other dimensions than the launch".to_owned());
    }
    let (dimensions, global) = (launch.global.len() as u32, launch.global.as_ptr());
    let local = launch.local.as_ref().map_or(ptr::null(), Vec::as_ptr);
    // SAFETY: all arguments are set, and both sizes have the given number of dimensions. Whether the kernel stays within its arguments
    // is unknown. That is why it runs in a separate process, whose crash does no harm.
    unsafe { machine.queue.enqueue_nd_range_kernel(kernel.get(), dimensions, ptr::null(), global, local, &[]) }
        .map_err(|error| refused(launch, &error))
}

/// Why a platform refuses a launch: sizes are the user's, so these are named.
fn refused(launch: &Launch, error: &ClError) -> String {
    let why = format!("clEnqueueNDRangeKernel: {error}");
    match &launch.local {
        Some(local) if error.0 == CL_INVALID_WORK_GROUP_SIZE => {
            let (global, local_size) = (size_in_words(&launch.global), size_in_words(local));
            if launch.global.iter().zip(local).any(|(global, local)| global % local != 0) {
                format!("{why}: work-groups of {local_size} work-items do not divide {global} work-items")
            } else {
                format!("{why}: the device allows no work-groups of {local_size} work-items for this kernel")
            }
        }
        _ => why,
    }
}

/// Sizes as in an option: `64x32`.
fn size_in_words(sizes: &[usize]) -> String {
    sizes.iter().map(ToString::to_string).collect::<Vec<_>>().join("x")
}

/// An image with its contents before a launch.
pub(crate) struct FilledImage {
    image: Image,
    /// Its sizes in three dimensions; the last size of an array is the number of images.
    region: [usize; 3],
    initial: Vec<u8>,
}

impl FilledImage {
    fn new(
        machine: &Machine,
        kind: ImageKind,
        size: &[usize],
        format: ImageFormat,
        initial: Vec<u8>,
    ) -> Result<Self, String> {
        let mut region = [1; 3];
        region.iter_mut().zip(size).for_each(|(place, size)| *place = *size);
        let (image_type, height, depth, array_size) = match kind {
            ImageKind::D1 => (0x10F4, 0, 0, 0),
            ImageKind::D1Array => (0x10F5, 0, 0, region[1]),
            ImageKind::D2 => (0x10F1, region[1], 0, 0),
            ImageKind::D2Array => (0x10F3, region[1], 0, region[2]),
            ImageKind::D3 => (0x10F2, region[1], region[2], 0),
        };
        let [image_channel_order, image_channel_data_type] = format.numbers();
        let format = cl_image_format { image_channel_order, image_channel_data_type };
        let description = cl_image_desc {
            image_type,
            image_width: region[0],
            image_height: height,
            image_depth: depth,
            image_array_size: array_size,
            image_row_pitch: 0,
            image_slice_pitch: 0,
            num_mip_levels: 0,
            num_samples: 0,
            buffer: ptr::null_mut(),
        };
        // SAFETY: both descriptions live through the call, and no host memory is handed over.
        let image = unsafe {
            Image::create(
                &machine.context,
                CL_MEM_READ_WRITE,
                &raw const format,
                &raw const description,
                ptr::null_mut(),
            )
        };
        let image = image.map_err(|error| format!("clCreateImage: {error}"))?;
        Ok(Self { image, region, initial })
    }

    /// Its contents before a launch.
    pub(crate) fn initial(&self) -> &Vec<u8> {
        &self.initial
    }

    /// Gives it its contents before a launch.
    pub(crate) fn write(&mut self, machine: &Machine) -> Result<(), String> {
        let Self { image, region, initial } = self;
        let (origin, bytes) = ([0; 3], initial.as_mut_ptr().cast());
        // SAFETY: the write blocks, and the source has the size of the region.
        unsafe {
            machine.queue.enqueue_write_image(image, CL_BLOCKING, origin.as_ptr(), region.as_ptr(), 0, 0, bytes, &[])
        }
        .map(drop)
        .map_err(|error| format!("clEnqueueWriteImage: {error}"))
    }

    /// Its contents.
    pub(crate) fn read(&self, machine: &Machine) -> Result<Vec<u8>, String> {
        let Self { image, region, initial } = self;
        let mut bytes = vec![0; initial.len()];
        let (origin, target) = ([0; 3], bytes.as_mut_ptr().cast());
        // SAFETY: the read blocks, and the target has the size of the region.
        unsafe {
            machine.queue.enqueue_read_image(image, CL_BLOCKING, origin.as_ptr(), region.as_ptr(), 0, 0, target, &[])
        }
        .map_err(|error| format!("clEnqueueReadImage: {error}"))?;
        Ok(bytes)
    }
}

fn device_sampler(machine: &Machine, sampler: Sampler) -> Result<DeviceSampler, String> {
    let Sampler { is_normalized, addressing, is_linear } = sampler;
    let addressing = match addressing {
        Addressing::None => 0x1130,
        Addressing::ClampToEdge => 0x1131,
        Addressing::Clamp => 0x1132,
        Addressing::Repeat => 0x1133,
        Addressing::MirroredRepeat => 0x1134,
    };
    // The newer call with properties does not exist on every platform.
    #[expect(deprecated, reason = "platforms for OpenCL 1.2 have no other call")]
    let sampler = DeviceSampler::create(
        &machine.context,
        is_normalized.into(),
        addressing,
        if is_linear { 0x1141 } else { 0x1140 },
    );
    sampler.map_err(|error| format!("clCreateSampler: {error}"))
}
