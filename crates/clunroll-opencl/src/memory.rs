//! Memory for a kernel's arguments, and its launch: all that is unsafe about running kernels.
//!
//! Each buffer is the middle of a larger one. What lies before it and after it is filled with one byte and looked at after
//! each launch, so that a kernel which leaves its buffers is noticed, and does no harm as long as it does not leave them by
//! far. Contents are the same in every launch ([`crate::fill`]). Memory is kept from launch to launch as long as the same is
//! passed.

#![expect(unsafe_code, reason = "OpenCL takes raw pointers, and trusts the kernels that it runs")]

use std::ptr;

use opencl3::error_codes::ClError;
use opencl3::kernel::{Kernel, set_kernel_arg};
use opencl3::memory::{
    Buffer, CL_MEM_READ_WRITE, ClMem, Image, Sampler as DeviceSampler, cl_image_desc, cl_image_format,
};
use opencl3::types::CL_BLOCKING;
use serde::{Deserialize, Serialize};

use crate::device::Machine;
use crate::element::ElementType;
use crate::fill;
use crate::image::{ImageFormat, ImageKind};
use crate::launch::{Addressing, Argument, Launch, LaunchArgument, Sampler};
use crate::protocol::Launched;

/// Bytes before a buffer: a multiple of every alignment that devices ask for.
const BEFORE: usize = 1 << 16;
/// Bytes after it.
const AFTER: usize = 1 << 18;
const GUARD: u8 = 0xA5;

/// A buffer between its guards.
struct GuardedBuffer {
    whole: Buffer<u8>,
    inner: Buffer<u8>,
    initial: Vec<u8>,
}

impl GuardedBuffer {
    fn new(machine: &Machine, content: &[u8]) -> Result<Self, String> {
        let mut initial = vec![GUARD; BEFORE];
        initial.extend_from_slice(content);
        initial.resize(initial.len() + AFTER, GUARD);
        let error_text = |error| format!("clCreateBuffer: {error}");
        // SAFETY: no host memory is handed over.
        let whole = unsafe { Buffer::create(&machine.context, CL_MEM_READ_WRITE, initial.len(), ptr::null_mut()) };
        let whole = whole.map_err(error_text)?;
        // SAFETY: the part lies inside of the whole, which lives as long.
        let inner = unsafe { whole.create_sub_buffer(CL_MEM_READ_WRITE, BEFORE, content.len()) }.map_err(error_text)?;
        Ok(Self { whole, inner, initial })
    }
}

/// An image with what it contains before a launch.
struct FilledImage {
    image: Image,
    /// Its sizes in three dimensions, of which an array's last is the number of images.
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
}

/// What a device needs for one argument.
enum DeviceArgument {
    Value(Vec<u8>),
    Buffer(GuardedBuffer),
    /// So many bytes.
    Local(usize),
    Image(FilledImage),
    Sampler(DeviceSampler),
}

impl DeviceArgument {
    fn new(machine: &Machine, argument: &LaunchArgument) -> Result<Self, String> {
        let LaunchArgument { element, argument, .. } = argument;
        Ok(match argument {
            Argument::Value(components) => Self::Value(fill::value(components, *element)),
            Argument::Structure { structure, components } => Self::Value(fill::structure(structure, components)),
            Argument::Buffer { size, fill } => {
                Self::Buffer(GuardedBuffer::new(machine, &fill::bytes(fill, *element, *size)?)?)
            }
            Argument::Local { size } => {
                Self::Local(size.checked_mul(element.size()).ok_or("so much local memory does not exist")?)
            }
            Argument::Image { kind, size, format, fill } => {
                let pixels = size.iter().try_fold(1_usize, |pixels, size| pixels.checked_mul(*size));
                let initial = fill::bytes(fill, format.element(), pixels.ok_or("the image is too large")?)?;
                Self::Image(FilledImage::new(machine, *kind, size, *format, initial)?)
            }
            Argument::Sampler(sampler) => Self::Sampler(device_sampler(machine, *sampler)?),
        })
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
    // The newer call with properties is not to be had on every platform.
    #[expect(deprecated, reason = "platforms for OpenCL 1.2 have no other call")]
    let sampler = DeviceSampler::create(
        &machine.context,
        is_normalized.into(),
        addressing,
        if is_linear { 0x1141 } else { 0x1140 },
    );
    sampler.map_err(|error| format!("clCreateSampler: {error}"))
}

/// The memory of the kernel that was launched last.
#[derive(Default)]
pub(crate) struct KernelMemory {
    arguments: Vec<(LaunchArgument, DeviceArgument)>,
}

impl KernelMemory {
    /// Fills all memory anew, launches a kernel, and reads its memory.
    pub(crate) fn launch(&mut self, machine: &Machine, kernel: &Kernel, launch: &Launch) -> Result<Contents, String> {
        self.prepare(machine, &launch.arguments)?;
        for (index, (LaunchArgument { name, .. }, argument)) in self.arguments.iter_mut().enumerate() {
            set(kernel, index as u32, argument).map_err(|error| format!("clSetKernelArg of `{name}`: {error}"))?;
            write(machine, argument)?;
        }
        let dimensions = launch.global.len() as u32;
        let global = launch.global.as_ptr();
        let local = launch.local.as_ref().map_or(ptr::null(), Vec::as_ptr);
        if launch.local.as_ref().is_some_and(|local| local.len() != launch.global.len()) {
            return Err("the work-group has other dimensions than the launch".to_owned());
        }
        // SAFETY: all arguments are set, and both sizes have as many dimensions as they are said to have. That the kernel
        // stays within its arguments nobody knows, which is why this is a process of its own that nobody misses.
        unsafe { machine.queue.enqueue_nd_range_kernel(kernel.get(), dimensions, ptr::null(), global, local, &[]) }
            .map_err(|error| format!("clEnqueueNDRangeKernel: {error}"))?;
        machine.queue.finish().map_err(|error| format!("clFinish: {error}"))?;
        let mut contents = Vec::new();
        for (index, (LaunchArgument { name, element, argument }, memory)) in self.arguments.iter().enumerate() {
            let (bytes, is_guarded) = match memory {
                DeviceArgument::Buffer(buffer) => (read_buffer(machine, buffer)?, true),
                DeviceArgument::Image(image) => (read_image(machine, image)?, false),
                DeviceArgument::Value(_) | DeviceArgument::Local(_) | DeviceArgument::Sampler(_) => continue,
            };
            let element = if let Argument::Image { format, .. } = argument { format.element() } else { *element };
            contents.push(Content { argument: index, name: name.clone(), element, is_guarded, bytes });
        }
        Ok(Contents(contents))
    }

    /// Makes what these arguments need, and keeps what they have in common with those of the last launch.
    fn prepare(&mut self, machine: &Machine, arguments: &[LaunchArgument]) -> Result<(), String> {
        let mut last = std::mem::take(&mut self.arguments).into_iter();
        for argument in arguments {
            let memory = match last.next() {
                Some((known, memory)) if known == *argument => memory,
                _ => DeviceArgument::new(machine, argument).map_err(|why| format!("`{}`: {why}", argument.name))?,
            };
            self.arguments.push((argument.clone(), memory));
        }
        Ok(())
    }

    /// What a launch has done, as its memory shows.
    pub(crate) fn judge(&self, contents: &Contents) -> Launched {
        let mut launched = Launched { left: None, has_changed: false };
        for content in &contents.0 {
            let initial = match &self.arguments[content.argument].1 {
                DeviceArgument::Buffer(buffer) => &buffer.initial,
                DeviceArgument::Image(image) => &image.initial,
                DeviceArgument::Value(_) | DeviceArgument::Local(_) | DeviceArgument::Sampler(_) => continue,
            };
            launched.has_changed |= *initial != content.bytes;
            let after = content.bytes.len() - if content.is_guarded { AFTER } else { 0 };
            let is_left = content.is_guarded
                && (content.bytes[..BEFORE] != initial[..BEFORE] || content.bytes[after..] != initial[after..]);
            if is_left && launched.left.is_none() {
                launched.left = Some(content.name.clone());
            }
        }
        launched
    }
}

fn set(kernel: &Kernel, index: u32, argument: &DeviceArgument) -> Result<(), ClError> {
    match argument {
        DeviceArgument::Value(bytes) => set_value(kernel, index, bytes),
        // SAFETY: the platform checks that the parameter is a pointer to global or constant memory.
        DeviceArgument::Buffer(buffer) => unsafe { kernel.set_arg(index, &buffer.inner.get()) },
        // SAFETY: the platform checks that the parameter is a pointer to local memory.
        DeviceArgument::Local(size) => unsafe { kernel.set_arg_local_buffer(index, *size) },
        // SAFETY: the platform checks that the parameter is an image.
        DeviceArgument::Image(image) => unsafe { kernel.set_arg(index, &image.image.get()) },
        // SAFETY: the platform checks that the parameter is a sampler.
        DeviceArgument::Sampler(sampler) => unsafe { kernel.set_arg(index, &sampler.get()) },
    }
}

fn write(machine: &Machine, argument: &mut DeviceArgument) -> Result<(), String> {
    match argument {
        // SAFETY: the write blocks, and both sides are equally long.
        DeviceArgument::Buffer(GuardedBuffer { whole, initial, .. }) => {
            unsafe { machine.queue.enqueue_write_buffer(whole, CL_BLOCKING, 0, initial, &[]) }
                .map(drop)
                .map_err(|error| format!("clEnqueueWriteBuffer: {error}"))
        }
        // SAFETY: the write blocks, and the region has as many bytes as there are.
        DeviceArgument::Image(FilledImage { image, region, initial }) => unsafe {
            let (origin, bytes) = ([0; 3], initial.as_mut_ptr().cast());
            machine.queue.enqueue_write_image(image, CL_BLOCKING, origin.as_ptr(), region.as_ptr(), 0, 0, bytes, &[])
        }
        .map(drop)
        .map_err(|error| format!("clEnqueueWriteImage: {error}")),
        DeviceArgument::Value(_) | DeviceArgument::Local(_) | DeviceArgument::Sampler(_) => Ok(()),
    }
}

fn read_buffer(machine: &Machine, buffer: &GuardedBuffer) -> Result<Vec<u8>, String> {
    let mut bytes = vec![0; buffer.initial.len()];
    // SAFETY: the read blocks, and both sides are equally long.
    unsafe { machine.queue.enqueue_read_buffer(&buffer.whole, CL_BLOCKING, 0, &mut bytes, &[]) }
        .map_err(|error| format!("clEnqueueReadBuffer: {error}"))?;
    Ok(bytes)
}

fn read_image(machine: &Machine, image: &FilledImage) -> Result<Vec<u8>, String> {
    let FilledImage { image, region, initial } = image;
    let mut bytes = vec![0; initial.len()];
    let (origin, target) = ([0; 3], bytes.as_mut_ptr().cast());
    // SAFETY: the read blocks, and the region has as many bytes as there is room for.
    unsafe {
        machine.queue.enqueue_read_image(image, CL_BLOCKING, origin.as_ptr(), region.as_ptr(), 0, 0, target, &[])
    }
    .map_err(|error| format!("clEnqueueReadImage: {error}"))?;
    Ok(bytes)
}

/// Sets a scalar, vector or structure.
fn set_value(kernel: &Kernel, index: u32, bytes: &[u8]) -> Result<(), ClError> {
    // SAFETY: the platform checks the size, copies so many bytes, and any bytes are a number.
    unsafe { set_kernel_arg(kernel.get(), index, bytes.len(), bytes.as_ptr().cast()) }.map_err(ClError)
}

/// What one buffer or image contains after a launch.
struct Content {
    /// The place among the arguments.
    argument: usize,
    name: String,
    element: ElementType,
    /// Whether its guards are among the bytes.
    is_guarded: bool,
    bytes: Vec<u8>,
}

/// What the buffers and images of a kernel contain after a launch.
pub(crate) struct Contents(Vec<Content>);

/// How two contents differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The place, and what is there in both.
    pub how: String,
    /// Whether they differ in floating point alone.
    pub is_in_floats: bool,
}

impl Contents {
    /// Where two contents first differ, if they do.
    pub(crate) fn difference(&self, other: &Self) -> Option<Difference> {
        let mut found: Option<Difference> = None;
        for (left, right) in self.0.iter().zip(&other.0).filter(|(left, right)| left.bytes != right.bytes) {
            let described = || Difference { how: left.described_against(right), is_in_floats: true };
            found.get_or_insert_with(described).is_in_floats &= left.element.is_float;
        }
        found
    }

    /// What an argument's memory contains, without guards.
    pub(crate) fn of_argument(&self, argument: usize) -> Option<&[u8]> {
        let content = self.0.iter().find(|content| content.argument == argument)?;
        let bytes = &content.bytes;
        Some(if content.is_guarded { &bytes[BEFORE..bytes.len() - AFTER] } else { bytes })
    }
}

impl Content {
    fn described_against(&self, other: &Self) -> String {
        let Self { name, element, is_guarded, bytes, .. } = self;
        let at = bytes.iter().zip(&other.bytes).take_while(|(left, right)| left == right).count();
        let (before, after) = if *is_guarded { (BEFORE, AFTER) } else { (0, 0) };
        let what = if *is_guarded { "buffer" } else { "image" };
        let Some(at) = at.checked_sub(before).filter(|at| *at < bytes.len().saturating_sub(before + after)) else {
            return format!("outside {what} `{name}`");
        };
        // A component of a vector, not all of it.
        let index = at / element.width;
        let start = before + index * element.width;
        let [left, right] = [bytes, &other.bytes].map(|bytes| shown(*element, &bytes[start..start + element.width]));
        let (index, component) = (index / element.lanes, index % element.lanes);
        let component = if element.lanes > 1 { format!(", component {component}") } else { String::new() };
        format!("{what} `{name}`, element {index}{component}: {left} before, {right} after")
    }
}

/// A component as a number.
fn shown(element: ElementType, bytes: &[u8]) -> String {
    let mut raw = [0; 8];
    raw[..bytes.len()].copy_from_slice(bytes);
    let integer = u64::from_le_bytes(raw);
    match (element.is_float, element.width) {
        (true, 4) => f32::from_bits(integer as u32).to_string(),
        (true, 8) => f64::from_bits(integer).to_string(),
        _ => format!("{integer:#x}"),
    }
}
