//! Times launches of one kernel in several programs, in turn.
//!
//! A round runs each program once, in one order in even rounds and in the other order in odd ones, so that disturbances of the machine
//! affect all of them alike. A run repeats the launch until it takes at least [`Timing::batch`]: a device's clock has steps, and a short
//! launch is a few of them. Tuners that time single launches report noise.
//!
//! The contents of memory before a launch are kept on the device, and so are the results of the first program. Each launch gets those again that a kernel changes, by a copy on the
//! device that is not timed. Launches that are short against the steps of the clock are timed together, without copies between them, if the
//! caller allows it and if a second launch on the results of the first one computes the same in about the same time.

#![expect(clippy::cast_precision_loss, reason = "times are far below 2^53 nanoseconds")]
#![expect(unsafe_code, reason = "OpenCL takes raw pointers, and trusts the kernels that it runs")]

use std::ptr;
use std::time::Duration;

use opencl3::event::Event;
use opencl3::kernel::Kernel;
use opencl3::memory::{Buffer, CL_MEM_READ_WRITE, ClMem};
use opencl3::types::CL_BLOCKING;
use serde::{Deserialize, Serialize};

use crate::device::Machine;
use crate::device_argument::{DeviceArgument, enqueue};
use crate::launch::Launch;

/// The largest number of launches in one run.
const MOST_LAUNCHES: f64 = 2000.0;
/// A launch is short if it takes less than this many steps of the device's clock. If all are short, the time of a run is that of all its
/// launches together.
const STEPS: f64 = 50.0;
/// The part of the time of its first launch that a repeated launch takes at least.
const ABOUT_THE_SAME: f64 = 0.7;
/// Buffers of at least this many bytes are compared on the device.
const LARGE: usize = 1 << 20;
/// How many bytes a work-item compares; [`COMPARISON`] has the same number.
const COMPARED: usize = 64;
/// The kernel that compares two buffers.
pub(crate) const COMPARISON: &str =
    "__kernel void differ(__global const uchar *left, __global const uchar *right, ulong size, __global uchar *flag) {
  const ulong first = get_global_id(0) * 64;
  for (ulong at = first; at < first + 64 && at < size; at++)
    if (left[at] != right[at]) *flag = 1;
}
";
/// The byte that memory is flushed with.
const FLUSH: u8 = 0x5A;

/// How launches are timed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timing {
    /// The number of rounds.
    pub rounds: usize,
    /// The least time of a run, to which launches are repeated.
    pub batch: Duration,
    /// Whether a kernel may be launched again on its own results, to time very short launches together. If it counts on, it may then write
    /// outside of its memory.
    pub may_continue: bool,
    /// The number of bytes that are written before each launch, so that its memory is not in a cache. 0 for none.
    pub flush: usize,
}

impl Default for Timing {
    fn default() -> Self {
        Self { rounds: 15, batch: Duration::from_millis(1), may_continue: true, flush: 0 }
    }
}

/// The times of one launch of several programs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Times {
    /// For each program, in the order in which they were given.
    pub programs: Vec<ProgramTimes>,
    /// Whether two launches of the first program on the same contents of memory compute the same. If not, results say nothing.
    pub is_reproducible: bool,
}

/// The times of one launch of one program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProgramTimes {
    /// The time of a launch in nanoseconds, for each round.
    pub nanoseconds: Vec<f64>,
    /// Whether its results are those of the first program, byte for byte.
    pub is_as_first: bool,
}

/// A buffer with its contents before a launch, and after the launch of the first program.
struct RestorableBuffer {
    used: Buffer<u8>,
    before: Buffer<u8>,
    results: Buffer<u8>,
    size: usize,
}

impl RestorableBuffer {
    fn new(machine: &Machine, content: &[u8]) -> Result<Self, String> {
        let size = content.len();
        let [used, mut before, results] = [buffer(machine, size)?, buffer(machine, size)?, buffer(machine, size)?];
        // SAFETY: the write blocks, and both sides are equally long.
        unsafe { machine.queue.enqueue_write_buffer(&mut before, CL_BLOCKING, 0, content, &[]) }
            .map_err(|error| format!("clEnqueueWriteBuffer: {error}"))?;
        Ok(Self { used, before, results, size })
    }
}

type TimedArgument = DeviceArgument<RestorableBuffer>;

/// The memory of one launch.
pub(crate) struct TimedLaunch<'m> {
    machine: &'m Machine,
    launch: Launch,
    arguments: Vec<TimedArgument>,
    /// The places of the arguments that are restored.
    restored: Vec<usize>,
    flushed: Option<(Buffer<u8>, usize)>,
}

impl<'m> TimedLaunch<'m> {
    /// Creates the memory of a launch.
    pub(crate) fn new(machine: &'m Machine, launch: &Launch, flush: usize) -> Result<Self, String> {
        let argument = |one| TimedArgument::new(machine, one, |content| RestorableBuffer::new(machine, &content));
        let arguments = launch.arguments.iter().map(argument).collect::<Result<Vec<_>, _>>()?;
        let flushed = if flush == 0 { None } else { Some((buffer(machine, flush)?, flush)) };
        Ok(Self { machine, launch: launch.clone(), arguments, restored: Vec::new(), flushed })
    }

    /// Whether it has the memory of this launch, for this number of bytes that are flushed.
    pub(crate) fn is_for(&self, launch: &Launch, flush: usize) -> bool {
        self.launch == *launch && self.flushed.as_ref().map_or(0, |(_, size)| *size) == flush
    }

    /// Times the launch of each kernel.
    pub(crate) fn time(&mut self, kernels: &[&Kernel], timing: &Timing) -> Result<Times, String> {
        self.restored = (0..self.arguments.len()).collect();
        self.restore()?;
        let images_before = self.images()?;
        let mut changed = vec![false; self.arguments.len()];
        let step = self.machine.device.profiling_timer_resolution().map_or(1.0, |step| step as f64);
        let (mut is_repeatable, mut alone) = (timing.may_continue && self.flushed.is_none(), Vec::new());
        let mut programs: Vec<ProgramTimes> = Vec::with_capacity(kernels.len());
        let (mut first_images, mut is_reproducible) = (Vec::new(), true);
        for (number, kernel) in kernels.iter().enumerate() {
            self.restore()?;
            // The first launch of a kernel may compile it.
            self.events(kernel, 1)?;
            self.note_changes(&images_before, &mut changed)?;
            if number == 0 {
                self.keep_results()?;
                first_images = self.images()?;
            }
            let is_as_first = number == 0 || self.has_results(&first_images)?;
            self.restore()?;
            let first = length(&self.events(kernel, 1)?)?.max(1.0);
            if number == 0 {
                is_reproducible = self.has_results(&first_images)?;
            }
            programs.push(ProgramTimes { nanoseconds: Vec::new(), is_as_first });
            is_repeatable &= first < STEPS * step && is_as_first;
            if is_repeatable {
                let again = length(&self.events(kernel, 1)?)?;
                is_repeatable = again > first * ABOUT_THE_SAME && self.has_results(&first_images)?;
            }
            alone.push(first);
        }
        self.restored = (0..changed.len()).filter(|&place| changed[place]).collect();
        let batch = timing.batch.as_nanos() as f64;
        let launches: Vec<_> =
            alone.iter().map(|alone| (batch / alone).ceil().clamp(1.0, MOST_LAUNCHES) as usize).collect();
        for round in 0..timing.rounds {
            let mut order: Vec<_> = (0..kernels.len()).collect();
            if round % 2 == 1 {
                order.reverse();
            }
            for at in order {
                let time = if is_repeatable {
                    self.restore()?;
                    span(&self.events(kernels[at], launches[at])?)? / launches[at] as f64
                } else {
                    self.mean(kernels[at], launches[at])?
                };
                programs[at].nanoseconds.push(time);
            }
        }
        Ok(Times { programs, is_reproducible })
    }

    /// The mean time of this many launches, each on the first contents of memory.
    fn mean(&mut self, kernel: &Kernel, launches: usize) -> Result<f64, String> {
        let mut sum = 0.0;
        for _ in 0..launches {
            self.restore()?;
            sum += length(&self.events(kernel, 1)?)?;
        }
        Ok(sum / launches as f64)
    }

    /// Launches a kernel this many times, and waits.
    fn events(&mut self, kernel: &Kernel, launches: usize) -> Result<Vec<Event>, String> {
        for (index, (argument, described)) in self.arguments.iter().zip(&self.launch.arguments).enumerate() {
            argument.set(kernel, index as u32, &described.name, |buffer| &buffer.used)?;
        }
        let mut events = Vec::with_capacity(launches);
        for _ in 0..launches {
            self.flush()?;
            events.push(enqueue(self.machine, kernel, &self.launch)?);
        }
        self.machine.queue.finish().map_err(|error| format!("clFinish: {error}"))?;
        Ok(events)
    }

    /// Gives memory its contents before the launch.
    fn restore(&mut self) -> Result<(), String> {
        for &place in &self.restored {
            match &mut self.arguments[place] {
                TimedArgument::Buffer(RestorableBuffer { used, before, size, .. }) => {
                    // SAFETY: both buffers have this size.
                    unsafe { self.machine.queue.enqueue_copy_buffer(before, used, 0, 0, *size, &[]) }
                        .map_err(|error| format!("clEnqueueCopyBuffer: {error}"))?;
                }
                TimedArgument::Image(image) => image.write(self.machine)?,
                TimedArgument::Value(_) | TimedArgument::Local(_) | TimedArgument::Sampler(_) => {}
            }
        }
        Ok(())
    }

    /// Puts other memory into the caches.
    fn flush(&mut self) -> Result<(), String> {
        let Some((flushed, size)) = &mut self.flushed else { return Ok(()) };
        // SAFETY: the buffer has this size.
        unsafe { self.machine.queue.enqueue_fill_buffer(flushed, &[FLUSH], 0, *size, &[]) }
            .map(drop)
            .map_err(|error| format!("clEnqueueFillBuffer: {error}"))
    }

    /// Keeps the results of the first program.
    fn keep_results(&mut self) -> Result<(), String> {
        for argument in &mut self.arguments {
            if let TimedArgument::Buffer(RestorableBuffer { used, results, size, .. }) = argument {
                // SAFETY: both buffers have this size.
                unsafe { self.machine.queue.enqueue_copy_buffer(used, results, 0, 0, *size, &[]) }
                    .map_err(|error| format!("clEnqueueCopyBuffer: {error}"))?;
            }
        }
        Ok(())
    }

    /// Whether all memory has the results of the first program.
    fn has_results(&self, images: &[Vec<u8>]) -> Result<bool, String> {
        for argument in &self.arguments {
            if let TimedArgument::Buffer(RestorableBuffer { used, results, size, .. }) = argument
                && differ(self.machine, used, results, *size)?
            {
                return Ok(false);
            }
        }
        Ok(self.images()? == images)
    }

    /// Notes the arguments that a launch has changed.
    fn note_changes(&self, images_before: &[Vec<u8>], changed: &mut [bool]) -> Result<(), String> {
        let mut images = self.images()?.into_iter().zip(images_before);
        for (argument, changed) in self.arguments.iter().zip(changed) {
            match argument {
                TimedArgument::Buffer(RestorableBuffer { used, before, size, .. }) if !*changed => {
                    *changed = differ(self.machine, used, before, *size)?;
                }
                TimedArgument::Image(_) => *changed |= images.next().is_some_and(|(now, before)| now != *before),
                _ => {}
            }
        }
        Ok(())
    }

    /// The contents of all images.
    fn images(&self) -> Result<Vec<Vec<u8>>, String> {
        let images = self.arguments.iter().filter_map(|argument| match argument {
            TimedArgument::Image(image) => Some(image.read(self.machine)),
            _ => None,
        });
        images.collect()
    }
}

/// Whether two buffers of this size differ. Large ones are compared on the device.
fn differ(machine: &Machine, left: &Buffer<u8>, right: &Buffer<u8>, size: usize) -> Result<bool, String> {
    if size >= LARGE
        && let Some(kernel) = machine.comparison()
    {
        return differ_on_device(machine, kernel, [left, right], size);
    }
    Ok(read(machine, left, size)? != read(machine, right, size)?)
}

fn differ_on_device(
    machine: &Machine,
    kernel: &Kernel,
    [left, right]: [&Buffer<u8>; 2],
    size: usize,
) -> Result<bool, String> {
    let of_call = |error| format!("the comparison of memory: {error}");
    let mut flag = buffer(machine, 1)?;
    // SAFETY: the write blocks; the kernel has these parameters, and stays within buffers of this size.
    unsafe {
        machine.queue.enqueue_write_buffer(&mut flag, CL_BLOCKING, 0, &[0], &[]).map_err(of_call)?;
        kernel.set_arg(0, &left.get()).map_err(of_call)?;
        kernel.set_arg(1, &right.get()).map_err(of_call)?;
        kernel.set_arg(2, &(size as u64)).map_err(of_call)?;
        kernel.set_arg(3, &flag.get()).map_err(of_call)?;
        let items = size.div_ceil(COMPARED);
        machine
            .queue
            .enqueue_nd_range_kernel(kernel.get(), 1, ptr::null(), &raw const items, ptr::null(), &[])
            .map_err(of_call)?;
    }
    Ok(read(machine, &flag, 1)? != [0])
}

/// The contents of a buffer.
fn read(machine: &Machine, buffer: &Buffer<u8>, size: usize) -> Result<Vec<u8>, String> {
    let mut bytes = vec![0; size];
    // SAFETY: the read blocks, and both sides are equally long.
    unsafe { machine.queue.enqueue_read_buffer(buffer, CL_BLOCKING, 0, &mut bytes, &[]) }
        .map_err(|error| format!("clEnqueueReadBuffer: {error}"))?;
    Ok(bytes)
}

/// A buffer of this size.
fn buffer(machine: &Machine, size: usize) -> Result<Buffer<u8>, String> {
    // SAFETY: no host memory is handed over.
    unsafe { Buffer::create(&machine.context, CL_MEM_READ_WRITE, size, ptr::null_mut()) }
        .map_err(|error| format!("clCreateBuffer: {error}"))
}

/// The sum of the times of events, in nanoseconds.
fn length(events: &[Event]) -> Result<f64, String> {
    events.iter().map(|event| edges(event).map(|(start, end)| end.saturating_sub(start) as f64)).sum()
}

/// The time from the start of the first event to the end of the last one, in nanoseconds.
fn span(events: &[Event]) -> Result<f64, String> {
    let (Some(first), Some(last)) = (events.first(), events.last()) else { return Ok(0.0) };
    Ok(edges(last)?.1.saturating_sub(edges(first)?.0) as f64)
}

/// The start and the end of an event.
fn edges(event: &Event) -> Result<(u64, u64), String> {
    let of_call = |error| format!("clGetEventProfilingInfo: {error}");
    Ok((event.profiling_command_start().map_err(of_call)?, event.profiling_command_end().map_err(of_call)?))
}
