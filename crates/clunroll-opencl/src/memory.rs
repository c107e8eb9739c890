//! Memory for a kernel's arguments, and its launch: the unsafe part of running kernels.
//!
//! If kernels run in the memory of this process, each buffer lies between pages that cannot be accessed
//! ([`guard_pages`](crate::guard_pages)). Otherwise, each buffer is the middle of a larger one. The parts before it and after it are filled
//! with one byte and checked after each launch. So a write outside a buffer is noticed, and does no harm unless it is far away. Contents
//! are the same in every launch ([`crate::fill`]). The memory of an argument is reused if the next launch has the same argument.

#![expect(unsafe_code, reason = "OpenCL takes raw pointers, and trusts the kernels that it runs")]

use std::collections::BTreeSet;
use std::ptr;

use opencl3::error_codes::ClError;
use opencl3::kernel::{Kernel, set_kernel_arg};
use opencl3::memory::{
    Buffer, CL_MEM_READ_WRITE, CL_MEM_USE_HOST_PTR, ClMem, Image, Sampler as DeviceSampler, cl_image_desc,
    cl_image_format,
};
use opencl3::types::CL_BLOCKING;
use serde::{Deserialize, Serialize};

use crate::device::Machine;
use crate::element::ElementType;
use crate::fill;
use crate::guard_pages::{GUARD, GuardedPages, Touch, close_touched_pages};
use crate::image::{ImageFormat, ImageKind};
use crate::launch::{Addressing, ArgumentValue, Launch, LaunchArgument, Sampler};
use crate::protocol::{Launched, Outside};

/// Bytes before a buffer: a multiple of every alignment that devices require.
const BEFORE: usize = 1 << 16;
/// Bytes after it.
const AFTER: usize = 1 << 21;

/// A buffer with its surroundings.
struct GuardedBuffer {
    surroundings: BufferSurroundings,
    /// Its contents before a launch, with those around it in the same allocation.
    initial: Vec<u8>,
}

/// The surroundings of a buffer. Buffers come before the memory that they use, and are dropped first.
enum BufferSurroundings {
    /// Bytes of a larger buffer.
    Bytes { inner: Buffer<u8>, whole: Buffer<u8> },
    /// Pages that cannot be accessed. The buffer may be at the start or at the end of its own pages.
    Pages { at_end: Buffer<u8>, at_start: Option<Buffer<u8>>, pages: GuardedPages },
}

impl GuardedBuffer {
    fn new(machine: &Machine, content: Vec<u8>) -> Result<Self, String> {
        if machine.runs_in_host_memory
            && let Some(pages) = GuardedPages::new(content.len())
        {
            let buffer = |is_at_start| host_buffer(machine, pages.at(is_at_start), content.len());
            let at_end = buffer(false)?;
            let at_start = if pages.has_one_place() { None } else { Some(buffer(true)?) };
            return Ok(Self { surroundings: BufferSurroundings::Pages { at_end, at_start, pages }, initial: content });
        }
        let mut initial = vec![GUARD; BEFORE];
        initial.extend_from_slice(&content);
        initial.resize(initial.len() + AFTER, GUARD);
        let error_text = |error| format!("clCreateBuffer: {error}");
        // SAFETY: no host memory is handed over.
        let whole = unsafe { Buffer::create(&machine.context, CL_MEM_READ_WRITE, initial.len(), ptr::null_mut()) };
        let whole = whole.map_err(error_text)?;
        // SAFETY: the part lies inside of the whole, which lives as long.
        let inner = unsafe { whole.create_sub_buffer(CL_MEM_READ_WRITE, BEFORE, content.len()) }.map_err(error_text)?;
        Ok(Self { surroundings: BufferSurroundings::Bytes { inner, whole }, initial })
    }

    /// The buffer that a kernel gets.
    fn inner(&self, is_at_start: bool) -> &Buffer<u8> {
        match &self.surroundings {
            BufferSurroundings::Bytes { inner, .. } => inner,
            BufferSurroundings::Pages { at_start: Some(at_start), .. } if is_at_start => at_start,
            BufferSurroundings::Pages { at_end, .. } => at_end,
        }
    }

    /// The buffer that is written before a launch and read after it.
    fn whole(&self, is_at_start: bool) -> &Buffer<u8> {
        match &self.surroundings {
            BufferSurroundings::Bytes { whole, .. } => whole,
            BufferSurroundings::Pages { .. } => self.inner(is_at_start),
        }
    }

    /// The bytes before and after the buffer that are read with it.
    const fn guards(&self) -> (usize, usize) {
        match self.surroundings {
            BufferSurroundings::Bytes { .. } => (BEFORE, AFTER),
            BufferSurroundings::Pages { .. } => (0, 0),
        }
    }
}

/// A buffer in memory of this process.
pub(crate) fn host_buffer(machine: &Machine, at: *mut u8, size: usize) -> Result<Buffer<u8>, String> {
    // SAFETY: the buffer is always dropped before its memory.
    unsafe { Buffer::create(&machine.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, size, at.cast()) }
        .map_err(|error| format!("clCreateBuffer: {error}"))
}

/// Whether kernels on a device work in the memory of this process, so that writes need no transfer.
pub(crate) fn runs_in_host_memory(machine: &Machine) -> bool {
    const SIZE: usize = 100;
    let Some(mut pages) = GuardedPages::new(SIZE) else { return false };
    pages.fill(&[1; SIZE], false);
    let at = pages.at(false);
    let Ok(mut buffer) = host_buffer(machine, at, SIZE) else { return false };
    let mut bytes = [2; SIZE];
    // SAFETY: both transfers block, and all sides are equally long.
    let is_done = unsafe {
        machine.queue.enqueue_write_buffer(&mut buffer, CL_BLOCKING, 0, &bytes, &[]).is_ok() && {
            let is_written = at.read_volatile() == 2;
            at.write_volatile(3);
            is_written && machine.queue.enqueue_read_buffer(&buffer, CL_BLOCKING, 0, &mut bytes, &[]).is_ok()
        }
    };
    is_done && bytes[..2] == [3, 2]
}

/// An image with its contents before a launch.
struct FilledImage {
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
}

/// One argument on a device.
enum DeviceArgument {
    Value(Vec<u8>),
    Buffer(GuardedBuffer),
    /// The number of bytes.
    Local(usize),
    Image(FilledImage),
    Sampler(DeviceSampler),
}

impl DeviceArgument {
    fn new(machine: &Machine, argument: &LaunchArgument) -> Result<Self, String> {
        let LaunchArgument { element, argument, .. } = argument;
        Ok(match argument {
            ArgumentValue::Value(components) => Self::Value(fill::value(components, *element)),
            ArgumentValue::Structure { structure, components } => Self::Value(fill::structure(structure, components)),
            ArgumentValue::Buffer { size, fill } => {
                Self::Buffer(GuardedBuffer::new(machine, fill::bytes(fill, *element, *size)?)?)
            }
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

/// The memory of the kernel that was launched last.
#[derive(Default)]
pub(crate) struct KernelMemory {
    arguments: Vec<(LaunchArgument, DeviceArgument)>,
}

impl KernelMemory {
    /// Fills all memory again, launches a kernel, and reads its memory. Buffers are at the start or at the end of their pages.
    pub(crate) fn launch(
        &mut self,
        machine: &Machine,
        kernel: &Kernel,
        launch: &Launch,
        is_at_start: bool,
    ) -> Result<Contents, String> {
        self.prepare(machine, &launch.arguments)?;
        close_touched_pages();
        for (index, (LaunchArgument { name, .. }, argument)) in self.arguments.iter_mut().enumerate() {
            set(kernel, index as u32, argument, is_at_start)
                .map_err(|error| format!("clSetKernelArg of `{name}`: {error}"))?;
            write(machine, argument, is_at_start)?;
        }
        let dimensions = launch.global.len() as u32;
        let global = launch.global.as_ptr();
        let local = launch.local.as_ref().map_or(ptr::null(), Vec::as_ptr);
        if launch.local.as_ref().is_some_and(|local| local.len() != launch.global.len()) {
            return Err("the work-group has other dimensions than the launch".to_owned());
        }
        // SAFETY: all arguments are set, and both sizes have the given number of dimensions. Whether the kernel stays within its arguments
        // is unknown. That is why it runs in a separate process, whose crash does no harm.
        unsafe { machine.queue.enqueue_nd_range_kernel(kernel.get(), dimensions, ptr::null(), global, local, &[]) }
            .map_err(|error| format!("clEnqueueNDRangeKernel: {error}"))?;
        machine.queue.finish().map_err(|error| format!("clFinish: {error}"))?;
        let (mut contents, mut outside) = (Vec::new(), BTreeSet::new());
        for (index, (LaunchArgument { name, element, argument }, memory)) in self.arguments.iter_mut().enumerate() {
            let (bytes, guards, what) = match memory {
                DeviceArgument::Buffer(buffer) => {
                    let bytes = read_buffer(machine, buffer, is_at_start)?;
                    let (before, after) = buffer.guards();
                    let end = bytes.len() - after;
                    let is_left = bytes[..before] != buffer.initial[..before] || bytes[end..] != buffer.initial[end..];
                    let touch = match &mut buffer.surroundings {
                        BufferSurroundings::Bytes { .. } => Touch { is_read: false, is_written: is_left },
                        BufferSurroundings::Pages { pages, .. } => pages.touch(is_at_start),
                    };
                    for (is_write, is_seen) in [(false, touch.is_read), (true, touch.is_written)] {
                        outside.extend(is_seen.then(|| Outside { is_write, buffer: Some(name.clone()) }));
                    }
                    (bytes, (before, after), "buffer")
                }
                DeviceArgument::Image(image) => (read_image(machine, image)?, (0, 0), "image"),
                DeviceArgument::Value(_) | DeviceArgument::Local(_) | DeviceArgument::Sampler(_) => continue,
            };
            let element = if let ArgumentValue::Image { format, .. } = argument { format.element() } else { *element };
            contents.push(Content { argument: index, name: name.clone(), element, guards, what, bytes });
        }
        Ok(Contents { contents, outside })
    }

    /// Creates the memory of these arguments. An argument that the last launch had too keeps its memory.
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

    /// The effects of a launch that its memory shows.
    pub(crate) fn judge(&self, contents: &Contents) -> Launched {
        let mut launched = Launched { outside: contents.outside.clone(), has_changed: false };
        for content in &contents.contents {
            let initial = match &self.arguments[content.argument].1 {
                DeviceArgument::Buffer(buffer) => &buffer.initial,
                DeviceArgument::Image(image) => &image.initial,
                DeviceArgument::Value(_) | DeviceArgument::Local(_) | DeviceArgument::Sampler(_) => continue,
            };
            launched.has_changed |= *initial != content.bytes;
        }
        launched
    }
}

fn set(kernel: &Kernel, index: u32, argument: &DeviceArgument, is_at_start: bool) -> Result<(), ClError> {
    match argument {
        DeviceArgument::Value(bytes) => set_value(kernel, index, bytes),
        // SAFETY: the platform checks that the parameter is a pointer to global or constant memory.
        DeviceArgument::Buffer(buffer) => unsafe { kernel.set_arg(index, &buffer.inner(is_at_start).get()) },
        // SAFETY: the platform checks that the parameter is a pointer to local memory.
        DeviceArgument::Local(size) => unsafe { kernel.set_arg_local_buffer(index, *size) },
        // SAFETY: the platform checks that the parameter is an image.
        DeviceArgument::Image(image) => unsafe { kernel.set_arg(index, &image.image.get()) },
        // SAFETY: the platform checks that the parameter is a sampler.
        DeviceArgument::Sampler(sampler) => unsafe { kernel.set_arg(index, &sampler.get()) },
    }
}

fn write(machine: &Machine, argument: &mut DeviceArgument, is_at_start: bool) -> Result<(), String> {
    match argument {
        DeviceArgument::Buffer(GuardedBuffer { surroundings, initial }) => {
            let whole = match surroundings {
                BufferSurroundings::Bytes { whole, .. } => whole,
                BufferSurroundings::Pages { at_end, at_start, pages } => {
                    pages.fill(initial, is_at_start);
                    at_start.as_mut().filter(|_| is_at_start).unwrap_or(at_end)
                }
            };
            // SAFETY: the write blocks, and both sides are equally long.
            unsafe { machine.queue.enqueue_write_buffer(whole, CL_BLOCKING, 0, initial, &[]) }
                .map(drop)
                .map_err(|error| format!("clEnqueueWriteBuffer: {error}"))
        }
        // SAFETY: the write blocks, and the source has the size of the region.
        DeviceArgument::Image(FilledImage { image, region, initial }) => unsafe {
            let (origin, bytes) = ([0; 3], initial.as_mut_ptr().cast());
            machine.queue.enqueue_write_image(image, CL_BLOCKING, origin.as_ptr(), region.as_ptr(), 0, 0, bytes, &[])
        }
        .map(drop)
        .map_err(|error| format!("clEnqueueWriteImage: {error}")),
        DeviceArgument::Value(_) | DeviceArgument::Local(_) | DeviceArgument::Sampler(_) => Ok(()),
    }
}

fn read_buffer(machine: &Machine, buffer: &GuardedBuffer, is_at_start: bool) -> Result<Vec<u8>, String> {
    let mut bytes = vec![0; buffer.initial.len()];
    // SAFETY: the read blocks, and both sides are equally long.
    unsafe { machine.queue.enqueue_read_buffer(buffer.whole(is_at_start), CL_BLOCKING, 0, &mut bytes, &[]) }
        .map_err(|error| format!("clEnqueueReadBuffer: {error}"))?;
    Ok(bytes)
}

fn read_image(machine: &Machine, image: &FilledImage) -> Result<Vec<u8>, String> {
    let FilledImage { image, region, initial } = image;
    let mut bytes = vec![0; initial.len()];
    let (origin, target) = ([0; 3], bytes.as_mut_ptr().cast());
    // SAFETY: the read blocks, and the target has the size of the region.
    unsafe {
        machine.queue.enqueue_read_image(image, CL_BLOCKING, origin.as_ptr(), region.as_ptr(), 0, 0, target, &[])
    }
    .map_err(|error| format!("clEnqueueReadImage: {error}"))?;
    Ok(bytes)
}

/// Sets a scalar, vector or structure.
fn set_value(kernel: &Kernel, index: u32, bytes: &[u8]) -> Result<(), ClError> {
    // SAFETY: the platform checks the size and copies this many bytes, and any bytes are a valid number.
    unsafe { set_kernel_arg(kernel.get(), index, bytes.len(), bytes.as_ptr().cast()) }.map_err(ClError)
}

/// The contents of one buffer or image after a launch.
struct Content {
    /// The index of its argument.
    argument: usize,
    name: String,
    element: ElementType,
    /// How many guard bytes are before it and after it in `bytes`.
    guards: (usize, usize),
    /// Its name in messages.
    what: &'static str,
    bytes: Vec<u8>,
}

/// The contents of the buffers and images of a kernel after a launch.
pub(crate) struct Contents {
    contents: Vec<Content>,
    outside: BTreeSet<Outside>,
}

/// How two contents differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentDifference {
    /// The place, with the contents of both.
    pub how: String,
    /// Whether they differ only in floating point.
    pub is_in_floats: bool,
}

impl Contents {
    /// The first difference of two contents, if they differ.
    pub(crate) fn difference(&self, other: &Self) -> Option<ContentDifference> {
        let mut found: Option<ContentDifference> = None;
        for (left, right) in self.contents.iter().zip(&other.contents).filter(|(left, right)| left.differs(right)) {
            let described = || ContentDifference { how: left.described_against(right), is_in_floats: true };
            found.get_or_insert_with(described).is_in_floats &= left.element.is_float;
        }
        found
    }

    /// The contents of an argument's memory, without guards.
    pub(crate) fn of_argument(&self, argument: usize) -> Option<&[u8]> {
        let content = self.contents.iter().find(|content| content.argument == argument)?;
        let (before, after) = content.guards;
        Some(&content.bytes[before..content.bytes.len() - after])
    }
}

impl Content {
    /// Whether two contents differ. The bits of a NaN do not matter.
    fn differs(&self, other: &Self) -> bool {
        self.bytes != other.bytes && self.first_difference(other).is_some()
    }

    fn first_difference(&self, other: &Self) -> Option<usize> {
        let (width, start) = (self.element.width, self.guards.0);
        let differs = |at: &usize| {
            let first = start + (at.saturating_sub(start)) / width * width;
            let [left, right] = [self, other].map(|content| content.bytes.get(first..first + width));
            let are_nans =
                self.element.is_float && *at >= start && [left, right].iter().all(|bytes| bytes.is_some_and(is_nan));
            self.bytes[*at] != other.bytes[*at] && !are_nans
        };
        (0..self.bytes.len().min(other.bytes.len())).find(differs)
    }

    fn described_against(&self, other: &Self) -> String {
        let Self { name, element, guards: (before, after), what, bytes, .. } = self;
        let (before, after) = (*before, *after);
        let at = self.first_difference(other).unwrap_or(0);
        let Some(at) = at.checked_sub(before).filter(|at| *at < bytes.len().saturating_sub(before + after)) else {
            return format!("outside {what} `{name}`");
        };
        // The index counts components: a vector has several.
        let index = at / element.width;
        let start = before + index * element.width;
        let [left, right] = [bytes, &other.bytes].map(|bytes| shown(*element, &bytes[start..start + element.width]));
        let (index, component) = (index / element.lanes, index % element.lanes);
        let component = if element.lanes > 1 { format!(", component {component}") } else { String::new() };
        format!("{what} `{name}`, element {index}{component}: {left} before, {right} after")
    }
}

/// Whether a floating-point number is a NaN.
fn is_nan(bytes: &[u8]) -> bool {
    match *bytes {
        [low, high] => high & 0x7C == 0x7C && (high & 3, low) != (0, 0),
        _ => match (bytes.try_into(), bytes.try_into()) {
            (Ok(single), _) => f32::from_le_bytes(single).is_nan(),
            (_, Ok(double)) => f64::from_le_bytes(double).is_nan(),
            _ => false,
        },
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
