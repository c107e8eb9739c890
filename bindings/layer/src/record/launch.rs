//! One launch, from the call of the program to the end of the kernel.
//!
//! No lock is held while a function of the driver runs. The launch itself goes to the driver exactly once, whatever happens here.

use std::ffi::c_void;
use std::sync::{Arc, Once};

use opencl_sys::{
    CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_START, CL_QUEUE_DEVICE, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
    CL_QUEUE_PROPERTIES, CL_SUCCESS, cl_command_queue, cl_device_id, cl_event, cl_kernel, cl_ulong,
};

use super::arguments;
use super::memory::{self, ArgumentMemory, MemoryRead, OwnedEvent};
use super::recorder::{LaunchForm, LaunchId, ReadContents};
use super::{RecordState, about, begin, end_before_others, fail, is_here, is_this_process, lock, settings, state};
use crate::kernel_arguments::{KernelArguments, KernelForm};
use crate::log;
use crate::next::call;
use crate::owned::{DeviceHandle, KernelHandle};
use crate::query;
use crate::table::{self, FoundProgram};

/// The most launches whose end is waited for. More are counted without their time.
const MOST_UNDERWAY: usize = 4096;
/// How many launches that have not ended are asked for at each launch.
const ASKED: usize = 8;

/// A launch that has begun.
#[derive(Debug)]
pub(super) struct LaunchUnderway {
    id: LaunchId,
    /// `None` if the driver refused it.
    event: Option<OwnedEvent>,
    reads: Option<Vec<UnderwayContents>>,
    /// The bytes that are reserved for it.
    reserved: u64,
}

/// The contents of an argument.
#[derive(Debug)]
enum UnderwayContents {
    None,
    Unread(&'static str),
    Read(MemoryRead),
}

/// The sizes of a launch.
pub(super) struct WorkSizes {
    pub(super) global: Vec<usize>,
    pub(super) local: Option<Vec<usize>>,
    /// Whether the numbers of its work-items begin at 0. A launch description has no others.
    pub(super) is_from_zero: bool,
}

fn ask_queue<T: Copy + Default>(queue: cl_command_queue, name: u32) -> Option<T> {
    // SAFETY: the queue is the program's.
    query::value(|size, value, needed| unsafe { call!(clGetCommandQueueInfo(queue, name, size, value, needed)) })
}

/// Takes note of a launch before it begins.
///
/// # Safety
///
/// The queue, the kernel and the events are the program's.
pub(super) unsafe fn prepare(
    queue: cl_command_queue,
    kernel: cl_kernel,
    sizes: WorkSizes,
    waits: &[cl_event],
) -> Option<LaunchUnderway> {
    collect_some(ASKED);
    let Some(found) = table::kernel(KernelHandle(kernel)) else {
        log::say_once("kernels of programs that are not made from source are not recorded");
        return None;
    };
    let device = ask_queue::<usize>(queue, CL_QUEUE_DEVICE)? as cl_device_id;
    is_of_this(device)?;
    let (arguments, form) = known(kernel, &found, device)?;
    let source = form.source.as_ref()?;
    let (launch, memory) = described(&arguments, &form, sizes);
    let begun = {
        let mut state = lock()?;
        let (recorder, _) = state.recorder.as_mut()?;
        let begun = recorder.begin(source, &form.name, launch, &memory);
        begun.inspect_err(fail).ok()??
    };
    let is_in_order = || {
        let properties: Option<cl_ulong> = ask_queue(queue, CL_QUEUE_PROPERTIES);
        properties.is_some_and(|properties| properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE == 0)
    };
    let mut reserved = 0;
    let reads = begun.reads.map(|whys| {
        let is_in_order = is_in_order();
        let both = memory.iter().zip(whys);
        let read = |(memory, why): (&Option<ArgumentMemory>, Option<&'static str>)| {
            let Some(memory) = memory else { return UnderwayContents::None };
            if let Some(why) = why {
                return UnderwayContents::Unread(why);
            }
            reserved += memory.bytes as u64;
            if !is_in_order {
                return UnderwayContents::Unread("the queue does not keep the order");
            }
            // SAFETY: all are the program's, and the queue keeps the order.
            let read = unsafe { memory.read(queue, waits) };
            read.map_or(UnderwayContents::Unread("it could not be read"), UnderwayContents::Read)
        };
        both.map(read).collect()
    });
    Some(LaunchUnderway { id: begun.id, event: None, reads, reserved })
}

/// Begins the recording at the first launch. `None` if it is not of this device.
fn is_of_this(device: cl_device_id) -> Option<()> {
    let known = lock()?.recorder.as_ref().map(|(_, device)| *device);
    match known {
        Some(known) if known.0 == device => return Some(()),
        Some(_) => {
            log::say_once("launches on other devices are not recorded");
            return None;
        }
        None => {}
    }
    let about = about(DeviceHandle(device));
    let mut state = lock()?;
    // Another thread may have begun it.
    if let Some((_, known)) = &state.recorder {
        return (known.0 == device).then_some(());
    }
    begin(settings()?, about, DeviceHandle(device), &mut state)
}

/// The arguments of a kernel, and its parameters, which are asked for once.
fn known(kernel: cl_kernel, found: &FoundProgram, device: cl_device_id) -> Option<(KernelArguments, Arc<KernelForm>)> {
    let arguments = table::with_arguments(KernelHandle(kernel), |arguments| arguments.clone())?;
    if let Some(form) = &arguments.interface {
        let form = Arc::clone(form);
        return Some((arguments, form));
    }
    let form = Arc::new(arguments::form(kernel, &found.watched, &arguments.builds, device)?);
    table::with_arguments(KernelHandle(kernel), |arguments| arguments.interface = Some(Arc::clone(&form)));
    Some((arguments, form))
}

/// The launch with its arguments and their memory; no launch if it can only be counted.
fn described(
    arguments: &KernelArguments,
    form: &KernelForm,
    sizes: WorkSizes,
) -> (Option<LaunchForm>, Vec<Option<ArgumentMemory>>) {
    let Some(kinds) = &form.kinds else {
        log::say_once(&format!(
            "launches of `{}` are only counted: the driver does not say what its parameters are",
            form.name
        ));
        return (None, Vec::new());
    };
    if !sizes.is_from_zero {
        log::say_once(&format!("launches of `{}` with an offset are only counted", form.name));
        return (None, Vec::new());
    }
    if sizes.global.contains(&0) {
        return (None, Vec::new());
    }
    let (arguments, memory) = memory::describe(&arguments.set, kinds);
    (Some(LaunchForm { global: sizes.global, local: sizes.local, arguments }), memory)
}

impl LaunchUnderway {
    /// Records the answer of the driver: one reference to the event of the launch, or a refusal.
    pub(super) fn started(mut self, is_launched: bool, event: Option<OwnedEvent>) {
        self.event = event;
        let Some(mut state) = lock() else { return };
        let RecordState { recorder: Some((recorder, _)), underway } = &mut *state else { return };
        if !is_launched {
            recorder.refused(self.id);
        }
        let dropped = if underway.len() < MOST_UNDERWAY {
            underway.push_back(self);
            None
        } else {
            let (id, reserved) = (self.id, self.reserved);
            recorder.unreserve(reserved);
            if let Err(error) = recorder.read(id, None) {
                fail(&error);
            }
            Some(self)
        };
        // It calls the driver.
        drop(state);
        drop(dropped);
    }

    fn has_ended(&self) -> bool {
        let is_read = |contents: &UnderwayContents| match contents {
            UnderwayContents::Read(read) => read.has_ended(),
            _ => true,
        };
        self.event.as_ref().is_none_or(|event| event.ended().is_some()) && self.reads.iter().flatten().all(is_read)
    }

    /// What is known after its end.
    fn outcome(self) -> EndedLaunch {
        let did_run = self.event.as_ref().is_some_and(|event| event.ended() == Some(true));
        let time = self.event.as_ref().filter(|_| did_run).and_then(duration);
        let contents = self.reads.map(|reads| {
            let contents = |contents| match contents {
                UnderwayContents::None => ReadContents::None,
                UnderwayContents::Unread(why) => ReadContents::Unread(why),
                UnderwayContents::Read(read) => {
                    read.bytes().map_or(ReadContents::Unread("it could not be read"), ReadContents::Bytes)
                }
            };
            reads.into_iter().map(contents).collect()
        });
        EndedLaunch { id: self.id, did_run, time, contents, reserved: self.reserved }
    }
}

struct EndedLaunch {
    id: LaunchId,
    did_run: bool,
    time: Option<u64>,
    /// `None` if this launch is only counted.
    contents: Option<Vec<ReadContents>>,
    reserved: u64,
}

/// How long a command took on the device; `None` if its queue does not measure.
fn duration(event: &OwnedEvent) -> Option<u64> {
    let ask = |name| {
        let ask = |size: usize, value: *mut c_void, needed: *mut usize| {
            // SAFETY: this is a reference to the event.
            unsafe { call!(clGetEventProfilingInfo(event.0, name, size, value, needed)) }
        };
        query::value::<cl_ulong>(ask)
    };
    ask(CL_PROFILING_COMMAND_END)?.checked_sub(ask(CL_PROFILING_COMMAND_START)?)
}

/// Collects all launches that have ended.
pub(super) fn collect() {
    collect_some(usize::MAX);
}

/// Collects launches that have ended, until so many have not. After the end of the recording, what the layer has of them is given back.
fn collect_some(most: usize) {
    if !is_this_process() {
        return;
    }
    let mut underway = std::mem::take(&mut state().underway);
    let (mut outcomes, mut left, mut asked) = (Vec::new(), std::collections::VecDeque::new(), 0);
    while let Some(launch) = underway.pop_front() {
        if asked < most && launch.has_ended() {
            outcomes.push(launch.outcome());
        } else {
            asked += 1;
            left.push_back(launch);
        }
    }
    if outcomes.iter().any(|outcome| outcome.did_run) {
        // A driver may prepare some things only for the first launch.
        static HAS_RUN: Once = Once::new();
        HAS_RUN.call_once(end_before_others);
    }
    let mut state = state();
    let RecordState { recorder, underway } = &mut *state;
    // Others may have been added meanwhile.
    left.append(underway);
    *underway = left;
    let Some((recorder, _)) = recorder.as_mut().filter(|_| is_here()) else { return };
    let written = outcomes.into_iter().try_for_each(|outcome| {
        recorder.unreserve(outcome.reserved);
        if let Some(time) = outcome.time {
            recorder.ran(outcome.id, time);
        }
        match outcome.contents {
            Some(contents) => recorder.read(outcome.id, outcome.did_run.then_some(contents)),
            None => Ok(()),
        }
    });
    if let Err(error) = written.and_then(|()| recorder.write(false)) {
        fail(&error);
    }
}

/// One reference more to the event of a launch.
///
/// # Safety
///
/// The event is the driver's answer to a launch.
pub(super) unsafe fn shared(event: cl_event) -> Option<OwnedEvent> {
    // SAFETY: the caller guarantees it.
    let status = unsafe { call!(clRetainEvent(event)) };
    (status == CL_SUCCESS).then_some(OwnedEvent(event))
}
