//! Times launches of one kernel in several programs, in turn.
//!
//! A round runs each program once, in one order in even rounds and in the other order in odd ones, so that disturbances of the machine
//! affect all of them alike. A run repeats the launch until it takes at least [`Timing::batch`]: a device's clock has steps, and a short
//! launch is a few of them. Tuners that time single launches report noise.
//!
//! The contents of memory before a launch are kept on the device, and so are the results of the first program. Each launch gets the parts
//! again that a kernel changes, by a copy on the device that is not timed ([`restorable`](crate::restorable)); if that takes long, a run
//! has fewer launches. Launches that are short against the steps of the clock are timed together, without copies between them, if the
//! caller allows it and if a second launch on the results of the first one computes the same in about the same time.

#![expect(clippy::cast_precision_loss, reason = "times are far below 2^53 nanoseconds")]
#![expect(unsafe_code, reason = "OpenCL takes raw pointers, and trusts the kernels that it runs")]

use std::thread;
use std::time::{Duration, Instant};

use opencl3::event::{CL_RUNNING, Event};
use opencl3::kernel::Kernel;
use opencl3::memory::Buffer;
use serde::{Deserialize, Serialize};

use crate::device::Machine;
use crate::device_argument::{DeviceArgument, enqueue};
use crate::launch::Launch;
use crate::memory::{ContentDifference, Contents};
use crate::restorable::{RestorableBuffer, buffer};
use crate::step_watch::{StepWatch, TimedStep};

/// The largest number of launches in one run.
const MOST_LAUNCHES: f64 = 2000.0;
/// How many times as long as [`Timing::batch`] all copies of a run may take.
const RESTORING: f64 = 20.0;
/// A launch is short if it takes less than this many steps of the device's clock. If all are short, the time of a run is that of all its
/// launches together.
const STEPS: f64 = 50.0;
/// The part of the time of its first launch that a repeated launch takes at least.
const ABOUT_THE_SAME: f64 = 0.7;
/// The pause between two looks whether a kernel has begun.
const PAUSE: Duration = Duration::from_micros(200);
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
    /// The time limit of a launch. A platform that compiles a kernel at its first launch has ten times as long for that.
    pub limit: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        let (batch, limit) = (Duration::from_millis(1), Duration::from_secs(10));
        Self { rounds: 15, batch, may_continue: true, flush: 0, limit }
    }
}

/// The times of one launch of several programs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Times {
    /// For each program, in the order in which they were given.
    pub programs: Vec<ProgramTimes>,
    /// Whether two launches of the first program on the same contents of memory compute the same. If not, results say nothing.
    pub is_reproducible: bool,
    /// How long all rounds took, with what happens between their launches.
    pub in_rounds: Duration,
}

/// The times of one launch of one program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProgramTimes {
    /// The time of a launch in nanoseconds, for each round.
    pub nanoseconds: Vec<f64>,
    /// How its results differ from those of the first program; `None` if they are the same.
    pub difference: Option<ContentDifference>,
}

type TimedArgument = DeviceArgument<RestorableBuffer>;

/// The memory of one launch.
pub(crate) struct TimedLaunch<'m> {
    machine: &'m Machine,
    launch: Launch,
    arguments: Vec<TimedArgument>,
    /// The places of the images that launches change.
    changed_images: Vec<usize>,
    flushed: Option<(Buffer<u8>, usize)>,
}

/// What the first launches of a program show.
struct Probe {
    /// The time of one launch, in nanoseconds.
    alone: f64,
    difference: Option<ContentDifference>,
    /// Whether many launches may be timed together.
    is_repeatable: bool,
}

impl<'m> TimedLaunch<'m> {
    /// Creates the memory of a launch.
    pub(crate) fn new(machine: &'m Machine, launch: &Launch, flush: usize) -> Result<Self, String> {
        let argument = |one| TimedArgument::new(machine, one, |content| RestorableBuffer::new(machine, &content));
        let arguments = launch.arguments.iter().map(argument).collect::<Result<Vec<_>, _>>()?;
        let flushed = if flush == 0 { None } else { Some((buffer(machine, flush)?, flush)) };
        Ok(Self { machine, launch: launch.clone(), arguments, changed_images: Vec::new(), flushed })
    }

    /// Whether it has the memory of this launch, for this number of bytes that are flushed.
    pub(crate) fn is_for(&self, launch: &Launch, flush: usize) -> bool {
        self.launch == *launch && self.flushed.as_ref().map_or(0, |(_, size)| *size) == flush
    }

    /// Times the launch of each kernel.
    pub(crate) fn time(&mut self, kernels: &[&Kernel], timing: &Timing, watch: &StepWatch) -> Result<Times, String> {
        watch.begin(0, TimedStep::Memory);
        self.forget_changes();
        self.restore_all()?;
        let images_before = self.images()?;
        let mut probes: Vec<Probe> = Vec::with_capacity(kernels.len());
        let (mut first_images, mut is_reproducible) = (Vec::new(), true);
        for (number, kernel) in kernels.iter().enumerate() {
            watch.begin(number, TimedStep::Memory);
            self.restore_all()?;
            self.launch_first(number, kernel, watch)?;
            watch.begin(number, TimedStep::Memory);
            if number == 0 {
                self.note_changes(&images_before)?;
                self.keep_results()?;
                first_images = self.images()?;
            }
            let is_as_first = number == 0 || self.has_results(&first_images)?;
            let difference = if is_as_first { None } else { self.difference(&first_images)? };
            if !is_as_first {
                self.note_changes(&images_before)?;
            }
            let may_repeat = timing.may_continue && self.flushed.is_none() && is_as_first;
            let probe = self.probe((number, kernel), watch, &first_images, may_repeat)?;
            if number == 0 {
                is_reproducible = probe.1;
            }
            probes.push(Probe { difference, ..probe.0 });
        }
        let begin = Instant::now();
        let nanoseconds = self.rounds(kernels, timing, watch, &probes)?;
        let in_rounds = begin.elapsed();
        let programs = nanoseconds.into_iter().zip(probes);
        let programs = programs.map(|(nanoseconds, Probe { difference, .. })| ProgramTimes { nanoseconds, difference });
        Ok(Times { programs: programs.collect(), is_reproducible, in_rounds })
    }

    /// Launches a kernel for the first time: a platform may compile it before it begins.
    fn launch_first(&mut self, number: usize, kernel: &Kernel, watch: &StepWatch) -> Result<(), String> {
        watch.begin(number, TimedStep::Begin);
        let events = self.enqueue(kernel, 1)?;
        self.machine.queue.flush().map_err(|error| format!("clFlush: {error}"))?;
        for event in &events {
            let status = || event.command_execution_status().map_err(|error| format!("clGetEventInfo: {error}"));
            while status()?.0 > CL_RUNNING {
                thread::sleep(PAUSE);
            }
        }
        watch.begin(number, TimedStep::Run);
        self.finish()
    }

    /// Times one launch of a program, and tries whether it may be launched on its own results. Also returns whether it computes the same
    /// as the first program now.
    fn probe(
        &mut self,
        (number, kernel): (usize, &Kernel),
        watch: &StepWatch,
        first_images: &[Vec<u8>],
        may_repeat: bool,
    ) -> Result<(Probe, bool), String> {
        watch.begin(number, TimedStep::Memory);
        self.restore()?;
        watch.begin(number, TimedStep::Run);
        let alone = length(&self.events(kernel, 1)?)?.max(1.0);
        watch.begin(number, TimedStep::Memory);
        let is_same = number > 0 || self.has_results(first_images)?;
        let step = self.machine.device.profiling_timer_resolution().map_or(1.0, |step| step as f64);
        let mut is_repeatable = may_repeat && alone < STEPS * step;
        if is_repeatable {
            watch.begin(number, TimedStep::Continue);
            let again = length(&self.events(kernel, 1)?)?;
            watch.begin(number, TimedStep::Memory);
            is_repeatable = again > alone * ABOUT_THE_SAME && self.has_results(first_images)?;
        }
        Ok((Probe { alone, difference: None, is_repeatable }, is_same))
    }

    /// The time of a launch of each program in each round.
    fn rounds(
        &mut self,
        kernels: &[&Kernel],
        timing: &Timing,
        watch: &StepWatch,
        probes: &[Probe],
    ) -> Result<Vec<Vec<f64>>, String> {
        let batch = timing.batch.as_nanos() as f64;
        let is_repeatable = probes.iter().all(|probe| probe.is_repeatable);
        let begin = Instant::now();
        self.restore()?;
        let restoring = (begin.elapsed().as_nanos() as f64).max(1.0);
        let most =
            if is_repeatable { MOST_LAUNCHES } else { (batch * RESTORING / restoring).clamp(1.0, MOST_LAUNCHES) };
        let launches: Vec<_> =
            probes.iter().map(|probe| (batch / probe.alone).ceil().clamp(1.0, most) as usize).collect();
        let mut times = vec![Vec::with_capacity(timing.rounds); kernels.len()];
        for round in 0..timing.rounds {
            let mut order: Vec<_> = (0..kernels.len()).collect();
            if round % 2 == 1 {
                order.reverse();
            }
            for at in order {
                let time = if is_repeatable {
                    watch.begin(at, TimedStep::Memory);
                    self.restore()?;
                    watch.begin(at, TimedStep::Continue);
                    span(&self.events(kernels[at], launches[at])?)? / launches[at] as f64
                } else {
                    let mut sum = 0.0;
                    for _ in 0..launches[at] {
                        watch.begin(at, TimedStep::Memory);
                        self.restore()?;
                        watch.begin(at, TimedStep::Run);
                        sum += length(&self.events(kernels[at], 1)?)?;
                    }
                    sum / launches[at] as f64
                };
                times[at].push(time);
            }
        }
        Ok(times)
    }

    /// Launches a kernel this many times, and waits.
    fn events(&mut self, kernel: &Kernel, launches: usize) -> Result<Vec<Event>, String> {
        let events = self.enqueue(kernel, launches)?;
        self.finish()?;
        Ok(events)
    }

    fn enqueue(&mut self, kernel: &Kernel, launches: usize) -> Result<Vec<Event>, String> {
        for (index, (argument, described)) in self.arguments.iter().zip(&self.launch.arguments).enumerate() {
            argument.set(kernel, index as u32, &described.name, |buffer| &buffer.used)?;
        }
        let mut events = Vec::with_capacity(launches);
        for _ in 0..launches {
            self.flush()?;
            events.push(enqueue(self.machine, kernel, &self.launch)?);
        }
        Ok(events)
    }

    fn finish(&self) -> Result<(), String> {
        self.machine.queue.finish().map_err(|error| format!("clFinish: {error}"))
    }

    fn buffers(&mut self) -> impl Iterator<Item = &mut RestorableBuffer> {
        self.arguments.iter_mut().filter_map(|argument| match argument {
            TimedArgument::Buffer(buffer) => Some(buffer),
            _ => None,
        })
    }

    /// Gives all memory its contents before the launch.
    fn restore_all(&mut self) -> Result<(), String> {
        let machine = self.machine;
        for argument in &mut self.arguments {
            match argument {
                TimedArgument::Buffer(buffer) => buffer.restore_all(machine)?,
                TimedArgument::Image(image) => image.write(machine)?,
                TimedArgument::Value(_) | TimedArgument::Null | TimedArgument::Local(_) | TimedArgument::Sampler(_) => {
                }
            }
        }
        self.finish()
    }

    /// Gives the memory that launches change its contents before the launch, and waits.
    fn restore(&mut self) -> Result<(), String> {
        let machine = self.machine;
        self.buffers().try_for_each(|buffer| buffer.restore(machine))?;
        for &place in &self.changed_images {
            if let TimedArgument::Image(image) = &mut self.arguments[place] {
                image.write(machine)?;
            }
        }
        self.finish()
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
        let machine = self.machine;
        self.buffers().try_for_each(|buffer| buffer.keep_results(machine))
    }

    /// Whether all memory has the results of the first program, byte for byte.
    fn has_results(&mut self, images: &[Vec<u8>]) -> Result<bool, String> {
        let machine = self.machine;
        for buffer in self.buffers() {
            if !buffer.has_results(machine)? {
                return Ok(false);
            }
        }
        Ok(self.images()? == images)
    }

    /// How the results differ from those of the first program.
    fn difference(&self, first_images: &[Vec<u8>]) -> Result<Option<ContentDifference>, String> {
        let mut contents = [Contents::default(), Contents::default()];
        let mut first_images = first_images.iter();
        for (index, (argument, described)) in self.arguments.iter().zip(&self.launch.arguments).enumerate() {
            let results = match argument {
                TimedArgument::Buffer(buffer) => buffer.results(self.machine)?,
                TimedArgument::Image(image) => {
                    [first_images.next().cloned().unwrap_or_default(), image.read(self.machine)?]
                }
                _ => continue,
            };
            for (contents, bytes) in contents.iter_mut().zip(results) {
                contents.add(index, described, bytes);
            }
        }
        let [first, own] = contents;
        Ok(first.difference(&own))
    }

    fn forget_changes(&mut self) {
        self.changed_images.clear();
        self.buffers().for_each(RestorableBuffer::forget_changes);
    }

    /// Notes the memory that the last launch has changed.
    fn note_changes(&mut self, images_before: &[Vec<u8>]) -> Result<(), String> {
        let machine = self.machine;
        self.buffers().try_for_each(|buffer| buffer.note_changes(machine))?;
        let images = self.images()?;
        let is_image = |place: &usize| matches!(self.arguments[*place], TimedArgument::Image(_));
        let places: Vec<_> = (0..self.arguments.len()).filter(is_image).collect();
        for (place, (now, before)) in places.into_iter().zip(images.iter().zip(images_before)) {
            if now != before && !self.changed_images.contains(&place) {
                self.changed_images.push(place);
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
