//! Memory for a kernel's arguments, and its launch: the unsafe part of running kernels.
//!
//! If kernels run in the memory of this process, each buffer lies between pages that cannot be accessed
//! ([`guard_pages`](crate::guard_pages)). Otherwise, each buffer is the middle of a larger one. The parts before it and after it are filled
//! with one byte and checked after each launch. So a write outside a buffer is noticed, and does no harm unless it is far away. Contents
//! are the same in every launch ([`crate::fill`]). The memory of an argument is reused if the next launch has the same argument.

#![expect(unsafe_code, reason = "OpenCL takes raw pointers, and trusts the kernels that it runs")]

use std::collections::BTreeSet;
use std::ptr;

use opencl3::kernel::Kernel;
use opencl3::memory::{Buffer, CL_MEM_READ_WRITE, CL_MEM_USE_HOST_PTR};
use opencl3::types::CL_BLOCKING;
use serde::{Deserialize, Serialize};

use crate::common_changes::{CommonChanges, ContentsOfParts};
use crate::device::Machine;
use crate::device_argument::{DeviceArgument, enqueue};
use crate::element::ElementType;
use crate::guard_pages::{GUARD, GuardedPages, Touch, close_touched_pages};
use crate::launch::{ArgumentValue, Launch, LaunchArgument};
use crate::protocol::{Launched, Outside};
use crate::rounding::differ_grossly;

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
            let is_written = machine.queue.finish().is_ok() && at.read_volatile() == 2;
            at.write_volatile(3);
            is_written && machine.queue.enqueue_read_buffer(&buffer, CL_BLOCKING, 0, &mut bytes, &[]).is_ok()
        }
    };
    // Intel's runtime has been seen to write after a call that should have waited. Then this memory must stay.
    if machine.queue.finish().is_err() {
        std::mem::forget((buffer, pages));
        return false;
    }
    is_done && bytes[..2] == [3, 2]
}

/// The memory of the kernel that was launched last.
#[derive(Default)]
pub(crate) struct KernelMemory {
    arguments: Vec<(LaunchArgument, DeviceArgument<GuardedBuffer>)>,
    /// Where its buffers were in their pages.
    is_at_start: bool,
}

/// The memory with which a launch starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartMemory {
    /// All memory is filled again. Buffers are at the start or at the end of their pages.
    Filled { is_at_start: bool },
    /// Memory is where the launch before had it, with the contents that this launch left.
    Kept,
}

impl KernelMemory {
    /// Launches a kernel, and reads its memory.
    pub(crate) fn launch(
        &mut self,
        machine: &Machine,
        kernel: &Kernel,
        launch: &Launch,
        start: StartMemory,
    ) -> Result<Contents, String> {
        if start == StartMemory::Kept && !self.is_for(&launch.arguments) {
            return Err("the launch before had other memory".to_owned());
        }
        self.prepare(machine, &launch.arguments)?;
        if let StartMemory::Filled { is_at_start } = start {
            self.is_at_start = is_at_start;
        }
        let is_at_start = self.is_at_start;
        close_touched_pages();
        for (index, (LaunchArgument { name, .. }, argument)) in self.arguments.iter_mut().enumerate() {
            argument.set(kernel, index as u32, name, |buffer| buffer.inner(is_at_start))?;
            if start != StartMemory::Kept {
                write(machine, argument, is_at_start)?;
            }
        }
        enqueue(machine, kernel, launch)?;
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
                DeviceArgument::Image(image) => (image.read(machine)?, (0, 0), "image"),
                DeviceArgument::Value(_)
                | DeviceArgument::Null
                | DeviceArgument::Local(_)
                | DeviceArgument::Sampler(_) => continue,
            };
            let element = element_of(argument, *element);
            contents.push(Content { argument: index, name: name.clone(), element, guards, what, bytes });
        }
        Ok(Contents { contents, outside })
    }

    /// Whether a launch with these arguments uses the memory of the last launch.
    fn is_for(&self, arguments: &[LaunchArgument]) -> bool {
        let is_memory = |argument: &LaunchArgument| {
            matches!(argument.argument, ArgumentValue::Buffer { .. } | ArgumentValue::Image { .. })
        };
        let pairs = || self.arguments.iter().map(|(known, _)| known).zip(arguments);
        self.arguments.len() == arguments.len()
            && pairs().all(|(known, argument)| known == argument || !is_memory(known) && !is_memory(argument))
    }

    /// Creates the memory of these arguments. An argument that the last launch had too keeps its memory.
    fn prepare(&mut self, machine: &Machine, arguments: &[LaunchArgument]) -> Result<(), String> {
        let mut last = std::mem::take(&mut self.arguments).into_iter();
        for argument in arguments {
            let memory = match last.next() {
                Some((known, memory)) if known == *argument => memory,
                _ => DeviceArgument::new(machine, argument, |content| GuardedBuffer::new(machine, content))?,
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
                DeviceArgument::Image(image) => image.initial(),
                DeviceArgument::Value(_)
                | DeviceArgument::Null
                | DeviceArgument::Local(_)
                | DeviceArgument::Sampler(_) => continue,
            };
            launched.has_changed |= *initial != content.bytes;
        }
        launched
    }
}

fn write(machine: &Machine, argument: &mut DeviceArgument<GuardedBuffer>, is_at_start: bool) -> Result<(), String> {
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
        DeviceArgument::Image(image) => image.write(machine),
        DeviceArgument::Value(_) | DeviceArgument::Null | DeviceArgument::Local(_) | DeviceArgument::Sampler(_) => {
            Ok(())
        }
    }
}

fn read_buffer(machine: &Machine, buffer: &GuardedBuffer, is_at_start: bool) -> Result<Vec<u8>, String> {
    let mut bytes = vec![0; buffer.initial.len()];
    // SAFETY: the read blocks, and both sides are equally long.
    unsafe { machine.queue.enqueue_read_buffer(buffer.whole(is_at_start), CL_BLOCKING, 0, &mut bytes, &[]) }
        .map_err(|error| format!("clEnqueueReadBuffer: {error}"))?;
    Ok(bytes)
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
#[derive(Default)]
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
    /// Whether they differ by more than rounding explains; always, if not only in floating point.
    pub is_gross: bool,
}

impl Contents {
    /// The first difference of two contents, if they differ.
    pub(crate) fn difference(&self, other: &Self) -> Option<ContentDifference> {
        let mut found: Option<ContentDifference> = None;
        for (left, right) in self.contents.iter().zip(&other.contents).filter(|(left, right)| left.differs(right)) {
            let how = || left.described_against(right);
            let described = || ContentDifference { how: how(), is_in_floats: true, is_gross: false };
            let found = found.get_or_insert_with(described);
            found.is_in_floats &= left.element.is_float;
            if !found.is_gross && left.differs_grossly(right) {
                // A gross difference says more than the first one.
                *found = ContentDifference { how: how(), is_gross: true, ..*found };
            }
        }
        found
    }

    /// Adds the contents of the memory of an argument.
    pub(crate) fn add(
        &mut self,
        index: usize,
        LaunchArgument { name, element, argument }: &LaunchArgument,
        bytes: Vec<u8>,
    ) {
        let what = if matches!(argument, ArgumentValue::Image { .. }) { "image" } else { "buffer" };
        let (name, element) = (name.clone(), element_of(argument, *element));
        self.contents.push(Content { argument: index, name, element, guards: (0, 0), what, bytes });
    }

    /// The contents of the memory with this number, without guards.
    fn inner(&self, number: usize) -> &[u8] {
        self.contents.get(number).map_or(&[], Content::inner)
    }

    /// What two parts of the work-items have both changed; writes outside of memory do not count.
    pub(crate) fn common_changes(
        before: &Self,
        all: &Self,
        parts: [&Self; 2],
        differing: Option<[&Self; 2]>,
    ) -> CommonChanges {
        let mut changes = CommonChanges::default();
        // The arguments before a buffer may differ, but not the order of the buffers.
        for (number, content) in before.contents.iter().enumerate() {
            let of_parts = ContentsOfParts {
                before: before.inner(number),
                all: all.inner(number),
                parts: parts.map(|part| part.inner(number)),
                differing: differing.map(|pair| pair.map(|contents| contents.inner(number))),
                width: content.element.width,
            };
            let found = of_parts.common_changes();
            changes.to_other_values |= found.to_other_values;
            changes.at_difference |= found.at_difference;
        }
        changes
    }

    /// The contents of an argument's memory, without guards.
    pub(crate) fn of_argument(&self, argument: usize) -> Option<&[u8]> {
        self.contents.iter().find(|content| content.argument == argument).map(Content::inner)
    }
}

/// The type of the components in the memory of an argument; `element` is that of an argument that is no image.
fn element_of(argument: &ArgumentValue, element: ElementType) -> ElementType {
    if let ArgumentValue::Image { format, .. } = argument { format.element() } else { element }
}

impl Content {
    /// Its bytes without guards.
    fn inner(&self) -> &[u8] {
        let (before, after) = self.guards;
        &self.bytes[before..self.bytes.len() - after]
    }

    /// Whether two contents differ by more than rounding explains.
    fn differs_grossly(&self, other: &Self) -> bool {
        let (start, end) = (self.guards.0, self.bytes.len() - self.guards.1);
        let (left, right) = (&self.bytes, &other.bytes);
        !self.element.is_float
            || left.len() != right.len()
            || left[..start] != right[..start]
            || left[end..] != right[end..]
            || differ_grossly(&left[start..end], &right[start..end], self.element.width)
    }

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
