//! The worker process: it builds programs, launches kernels, and compares the contents of their memory.
//!
//! It reads requests from standard input and answers one after the other ([`crate::protocol`]). A crash here does not harm the process that
//! sends them.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use crate::common_changes::PartialLaunches;
use crate::device::Machine;
use crate::launch::Launch;
use crate::memory::{Contents, KernelMemory, StartMemory};
use crate::program::BuiltProgram;
use crate::protocol::{MARK, OpenDevice, WorkerAnswer, WorkerRequest};
use crate::step_watch::StepWatch;
use crate::timing::{TimedLaunch, Times, Timing};

/// How many characters of a compiler's log are sent.
const LOG: usize = 1 << 22;

/// Of how many launches memory stays on the device.
const TIMED: usize = 4;

/// Answers requests until standard input ends, and then ends the process.
///
/// # Errors
///
/// If standard input does not begin with a request: then clunroll has not started this process.
pub fn serve() -> Result<(), String> {
    let requests = requests();
    let Ok(WorkerRequest::Open { device }) = requests.recv() else {
        return Err("this command is only for clunroll itself".to_owned());
    };
    match Machine::find(device.as_deref()) {
        Ok(machine) => {
            answer(&of_device(&machine));
            let mut server = DeviceServer {
                machine: &machine,
                programs: HashMap::new(),
                timed: Vec::new(),
                memory: KernelMemory::default(),
                slots: HashMap::new(),
            };
            while let Ok(request) = requests.recv() {
                answer(&server.work(request));
            }
        }
        Err(why) => answer(&WorkerAnswer::NoDevice(why)),
    }
    end();
}

/// Ends this process at once. In an orderly end, some platforms crash, and others wait for the kernels that still run.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "the standard library has no such call")]
fn end() -> ! {
    // SAFETY: the call takes a number and does not return.
    unsafe { libc::_exit(0) }
}

#[cfg(not(target_os = "linux"))]
fn end() -> ! {
    std::process::exit(0)
}

fn of_device(machine: &Machine) -> WorkerAnswer {
    WorkerAnswer::Device(OpenDevice {
        name: machine.name.clone(),
        platform_version: machine.platform_version(),
        driver: machine.device.driver_version().unwrap_or_default(),
        is_cpu: machine.is_cpu(),
        sees_accesses: machine.sees_accesses(),
    })
}

/// The requests on standard input, up to the first other line. When standard input ends, the worker ends too, even in the middle of a
/// request.
fn requests() -> Receiver<WorkerRequest> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut is_worker = false;
        for line in io::stdin().lock().lines() {
            let Some(request) = line.ok().and_then(|line| serde_json::from_str(&line).ok()) else { return };
            is_worker = true;
            if sender.send(request).is_err() {
                return;
            }
        }
        if is_worker {
            end();
        }
    });
    receiver
}

/// A device with its programs, memory and slots.
struct DeviceServer<'a> {
    machine: &'a Machine,
    programs: HashMap<usize, BuiltProgram>,
    /// The memory of the last launches that were timed, for the next programs with the same launches.
    timed: Vec<TimedLaunch<'a>>,
    memory: KernelMemory,
    slots: HashMap<usize, Contents>,
}

impl DeviceServer<'_> {
    fn work(&mut self, request: WorkerRequest) -> WorkerAnswer {
        match request {
            WorkerRequest::Open { .. } => of_device(self.machine),
            WorkerRequest::Build { program, text, options } => match BuiltProgram::of(self.machine, &text, &options) {
                Ok(built) => {
                    let kernels = built.interfaces(self.machine);
                    self.programs.insert(program, built);
                    WorkerAnswer::Built(kernels)
                }
                Err(log) => WorkerAnswer::Refused(beginning(log)),
            },
            WorkerRequest::Forget { program } => {
                self.programs.remove(&program);
                WorkerAnswer::Forgotten
            }
            WorkerRequest::Launch { program, launch, slot, continues } => {
                let kernel = match self.programs.get(&program) {
                    Some(program) => program.kernel(&launch.kernel),
                    None => Err("the program is not built".to_owned()),
                };
                let contents = kernel.and_then(|kernel| {
                    // Odd slots have their buffers elsewhere, so that accesses on both sides of a buffer are noticed.
                    let start =
                        if continues { StartMemory::Kept } else { StartMemory::Filled { is_at_start: slot % 2 == 1 } };
                    self.memory.launch(self.machine, kernel, &launch, start)
                });
                self.slots.remove(&slot);
                match contents {
                    Ok(contents) => {
                        let launched = self.memory.judge(&contents);
                        self.slots.insert(slot, contents);
                        WorkerAnswer::Launched(launched)
                    }
                    Err(why) => WorkerAnswer::NotLaunched(why),
                }
            }
            WorkerRequest::Time { programs, launch, timing } => {
                self.time(&programs, &launch, &timing).map_or_else(WorkerAnswer::NotLaunched, WorkerAnswer::Timed)
            }
            WorkerRequest::Resources { program, kernel } => {
                let program = self.programs.get(&program);
                let resources = program.and_then(|program| program.resources(self.machine, &kernel));
                WorkerAnswer::Resources(resources.unwrap_or_default())
            }
            WorkerRequest::Compare { left, right } => match (self.slots.get(&left), self.slots.get(&right)) {
                (Some(left), Some(right)) => WorkerAnswer::Compared(left.difference(right)),
                _ => WorkerAnswer::NotLaunched("there is nothing to compare".to_owned()),
            },
            WorkerRequest::FindCommonChanges(slots) => self
                .common_changes(slots)
                .unwrap_or_else(|| WorkerAnswer::NotLaunched("there is nothing to compare".to_owned())),
            WorkerRequest::Read { slot, argument } => {
                let bytes = self.slots.get(&slot).and_then(|contents| contents.of_argument(argument));
                WorkerAnswer::Bytes(bytes.unwrap_or_default().to_vec())
            }
        }
    }

    fn common_changes(&self, slots: PartialLaunches) -> Option<WorkerAnswer> {
        let of = |slot: usize| self.slots.get(&slot);
        let (before, all) = (of(slots.before)?, of(slots.all)?);
        let parts = [of(slots.parts[0])?, of(slots.parts[1])?];
        let differing = match slots.differing {
            Some([left, right]) => Some([of(left)?, of(right)?]),
            None => None,
        };
        Some(WorkerAnswer::CommonChanges(Contents::common_changes(before, all, parts, differing)))
    }

    fn time(&mut self, programs: &[usize], launch: &Launch, timing: &Timing) -> Result<Times, String> {
        let kernel = |number: &usize| match self.programs.get(number) {
            Some(program) => program.kernel(&launch.kernel),
            None => Err("the program is not built".to_owned()),
        };
        let kernels = programs.iter().map(kernel).collect::<Result<Vec<_>, _>>()?;
        let known = self.timed.iter().position(|timed| timed.is_for(launch, timing.flush));
        let mut timed = if let Some(known) = known {
            self.timed.remove(known)
        } else {
            if self.timed.len() >= TIMED {
                self.timed.remove(0);
            }
            TimedLaunch::new(self.machine, launch, timing.flush)?
        };
        let watch = StepWatch::start(timing.limit, |step| answer(&WorkerAnswer::Endless(step)));
        let times = timed.time(&kernels, timing, &watch)?;
        self.timed.push(timed);
        Ok(times)
    }
}

/// The start of a log: an answer is one line, and its length is limited.
fn beginning(log: String) -> String {
    match log.char_indices().nth(LOG) {
        Some((end, _)) => log[..end].to_owned(),
        None => log,
    }
}

fn answer(answer: &WorkerAnswer) {
    // If the answer cannot be written, this process is about to end.
    if let Ok(text) = serde_json::to_string(answer) {
        let _ = io::stderr().lock().write_all(format!("\n{MARK}{text}\n").as_bytes());
    }
}
