//! A device that builds and launches, even if its worker process dies.
//!
//! A [`Runner`] has one worker process at a time. If the process crashes, or does not answer in time, its current request is reported as
//! lost. The next request starts another process, which builds programs again when they are needed.

use std::time::Duration;

use crate::common_changes::{CommonChanges, PartialLaunches};
use crate::launch::Launch;
use crate::memory::ContentDifference;
use crate::parameters::KernelInterface;
use crate::program::KernelResources;
use crate::protocol::{Launched, OpenDevice, WorkerAnswer, WorkerRequest};
use crate::step_watch::{EndlessStep, OTHER_STEPS};
use crate::timing::{Times, Timing};
use crate::worker::{Lost, Worker, WorkerProgram};

/// A device.
pub struct Runner {
    program: WorkerProgram,
    device: Option<String>,
    /// How long the start of a process may take.
    start_limit: Duration,
    opened: OpenDevice,
    worker: Option<Worker>,
    /// The programs by their numbers.
    programs: Vec<Option<BuiltSource>>,
}

/// A text that has been built once.
struct BuiltSource {
    text: String,
    options: String,
    limit: Duration,
    /// Whether the current process has built it.
    is_built: bool,
}

/// The number of a built program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProgramId(usize);

/// The result of a build.
#[derive(Clone, Debug)]
pub enum Build {
    /// The compiler built the text.
    Built {
        /// For launches.
        program: ProgramId,
        /// Its kernels, in the order of their names.
        kernels: Vec<KernelInterface>,
    },
    /// The compiler refused the text, with this log.
    Refused(String),
}

/// Why launches could not be timed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotTimed {
    /// The platform refused one, for this reason.
    Refused(String),
    /// A step took too long.
    Endless(EndlessStep),
    /// The process was lost, and it is unknown with which program.
    Lost(Lost),
}

impl Runner {
    /// Opens a device in a new process: the first one with this text in its name or in its platform's name, or the first CPU.
    ///
    /// # Errors
    ///
    /// If the process cannot be started, or there is no such device.
    pub fn start(program: WorkerProgram, device: Option<&str>, limit: Duration) -> Result<Self, String> {
        let device = device.map(str::to_owned);
        let opened = OpenDevice::default();
        let mut runner = Self { program, device, start_limit: limit, opened, worker: None, programs: Vec::new() };
        runner.open()?;
        Ok(runner)
    }

    /// The name of the platform, followed by that of the device.
    #[must_use]
    pub fn device(&self) -> &str {
        &self.opened.name
    }

    /// The version of the platform, which may name that of its compiler.
    #[must_use]
    pub fn platform_version(&self) -> &str {
        &self.opened.platform_version
    }

    /// The version of the device's driver.
    #[must_use]
    pub fn driver(&self) -> &str {
        &self.opened.driver
    }

    /// Whether the device is a CPU.
    #[must_use]
    pub const fn is_cpu(&self) -> bool {
        self.opened.is_cpu
    }

    /// Whether all accesses outside of buffers are noticed, however far away. If not, only writes near a buffer are.
    #[must_use]
    pub const fn sees_accesses(&self) -> bool {
        self.opened.sees_accesses
    }

    fn open(&mut self) -> Result<(), String> {
        let path = self.program.path.display();
        let worker = Worker::start(&self.program);
        let mut worker = worker.map_err(|error| format!("cannot start the process {path}: {error}"))?;
        let request = WorkerRequest::Open { device: self.device.clone() };
        match worker.ask(&request, self.start_limit) {
            Ok(WorkerAnswer::Device(opened)) => self.opened = opened,
            Ok(WorkerAnswer::NoDevice(why)) => return Err(why),
            Ok(_) => return Err(unexpected()),
            Err(lost) => {
                let said = worker.last_words();
                let said = if said.is_empty() { String::new() } else { format!(": {said}") };
                return Err(format!("the process that looks for OpenCL platforms {lost}{said}"));
            }
        }
        self.programs.iter_mut().flatten().for_each(|source| source.is_built = false);
        self.worker = Some(worker);
        Ok(())
    }

    /// Sends a request to the current process, or to a new one. A process that does not answer is ended.
    fn ask(&mut self, request: &WorkerRequest, limit: Duration) -> Result<WorkerAnswer, Lost> {
        if self.worker.is_none() {
            self.open().map_err(Lost::Ended)?;
        }
        let Some(worker) = &mut self.worker else { return Err(Lost::Ended(unexpected())) };
        let answer = worker.ask(request, limit);
        if answer.is_err() {
            self.worker = None;
        }
        answer
    }

    /// Builds a text.
    ///
    /// # Errors
    ///
    /// If the compiler crashes or does not end in time.
    pub fn build(&mut self, text: &str, options: &str, limit: Duration) -> Result<Build, Lost> {
        let program = self.programs.len();
        let request = WorkerRequest::Build { program, text: text.to_owned(), options: options.to_owned() };
        match self.ask(&request, limit)? {
            WorkerAnswer::Built(kernels) => {
                let (text, options) = (text.to_owned(), options.to_owned());
                self.programs.push(Some(BuiltSource { text, options, limit, is_built: true }));
                Ok(Build::Built { program: ProgramId(program), kernels })
            }
            WorkerAnswer::Refused(log) => Ok(Build::Refused(log)),
            _ => Err(Lost::Ended(unexpected())),
        }
    }

    /// Forgets a program.
    pub fn forget(&mut self, program: ProgramId) {
        self.programs[program.0] = None;
        if self.worker.is_some() {
            // If the worker dies here, the next request starts another one.
            let _ = self.ask(&WorkerRequest::Forget { program: program.0 }, self.start_limit);
        }
    }

    /// Launches a kernel, and keeps the contents of its memory afterwards in a slot. The launch fills all memory again.
    ///
    /// A launch that the platform refuses is the inner error.
    ///
    /// # Errors
    ///
    /// If the launch crashes or does not end in time.
    pub fn launch(
        &mut self,
        program: ProgramId,
        launch: &Launch,
        slot: usize,
        limit: Duration,
    ) -> Result<Result<Launched, String>, Lost> {
        self.request_launch(program, launch, slot, false, limit)
    }

    /// Launches a kernel with the memory, and its contents, that the launch before it left. Only arguments that are not memory may be
    /// others.
    ///
    /// A launch that the platform refuses is the inner error, and so is one with other memory.
    ///
    /// # Errors
    ///
    /// If the launch crashes or does not end in time.
    pub fn continue_launch(
        &mut self,
        program: ProgramId,
        launch: &Launch,
        slot: usize,
        limit: Duration,
    ) -> Result<Result<Launched, String>, Lost> {
        self.request_launch(program, launch, slot, true, limit)
    }

    fn request_launch(
        &mut self,
        program: ProgramId,
        launch: &Launch,
        slot: usize,
        continues: bool,
        limit: Duration,
    ) -> Result<Result<Launched, String>, Lost> {
        self.build_again(program)?;
        let request = WorkerRequest::Launch { program: program.0, launch: launch.clone(), slot, continues };
        match self.ask(&request, limit)? {
            WorkerAnswer::Launched(launched) => Ok(Ok(launched)),
            WorkerAnswer::NotLaunched(why) => Ok(Err(why)),
            _ => Err(Lost::Ended(unexpected())),
        }
    }

    /// Times the launch of a kernel in each of these programs.
    ///
    /// # Errors
    ///
    /// If the platform refuses a launch, or if one crashes or does not end in time.
    pub fn time(&mut self, programs: &[ProgramId], launch: &Launch, timing: &Timing) -> Result<Times, NotTimed> {
        for program in programs {
            self.build_again(*program).map_err(NotTimed::Lost)?;
        }
        // The worker itself notices a launch that does not end. This limit is for a platform that does not end in any of its steps.
        let steps = u32::try_from(programs.len() * (timing.rounds + 2)).unwrap_or(u32::MAX);
        let limit = timing.limit.saturating_mul(OTHER_STEPS + 1).saturating_mul(steps);
        let programs = programs.iter().map(|program| program.0).collect();
        let request = WorkerRequest::Time { programs, launch: launch.clone(), timing: timing.clone() };
        match self.ask(&request, limit).map_err(NotTimed::Lost)? {
            WorkerAnswer::Timed(times) => Ok(times),
            WorkerAnswer::NotLaunched(why) => Err(NotTimed::Refused(why)),
            WorkerAnswer::Endless(step) => {
                self.worker = None;
                Err(NotTimed::Endless(step))
            }
            _ => Err(NotTimed::Lost(Lost::Ended(unexpected()))),
        }
    }

    /// What a kernel of a program needs on this device.
    ///
    /// # Errors
    ///
    /// If the process is lost.
    pub fn resources(&mut self, program: ProgramId, kernel: &str, limit: Duration) -> Result<KernelResources, Lost> {
        self.build_again(program)?;
        match self.ask(&WorkerRequest::Resources { program: program.0, kernel: kernel.to_owned() }, limit)? {
            WorkerAnswer::Resources(resources) => Ok(resources),
            _ => Err(Lost::Ended(unexpected())),
        }
    }

    /// Builds a program again if only an earlier process has built it.
    fn build_again(&mut self, program: ProgramId) -> Result<(), Lost> {
        if self.worker.is_none() {
            self.open().map_err(Lost::Ended)?;
        }
        let Some(source) = self.programs.get(program.0).and_then(Option::as_ref).filter(|source| !source.is_built)
        else {
            return Ok(());
        };
        let request =
            WorkerRequest::Build { program: program.0, text: source.text.clone(), options: source.options.clone() };
        match self.ask(&request, source.limit)? {
            WorkerAnswer::Built(_) => {}
            _ => return Err(Lost::Ended("does not build again what it has built before".to_owned())),
        }
        if let Some(source) = &mut self.programs[program.0] {
            source.is_built = true;
        }
        Ok(())
    }

    /// Compares the contents of two slots.
    ///
    /// # Errors
    ///
    /// If the process is lost.
    pub fn compare(&mut self, left: usize, right: usize, limit: Duration) -> Result<Option<ContentDifference>, Lost> {
        match self.ask(&WorkerRequest::Compare { left, right }, limit)? {
            WorkerAnswer::Compared(difference) => Ok(difference),
            _ => Err(Lost::Ended(unexpected())),
        }
    }

    /// Finds what two parts of the work-items have both changed. The launches have the same memory; only other arguments may differ.
    ///
    /// # Errors
    ///
    /// If the process is lost.
    pub fn common_changes(&mut self, slots: PartialLaunches, limit: Duration) -> Result<CommonChanges, Lost> {
        match self.ask(&WorkerRequest::FindCommonChanges(slots), limit)? {
            WorkerAnswer::CommonChanges(changes) => Ok(changes),
            _ => Err(Lost::Ended(unexpected())),
        }
    }

    /// Reads the memory of an argument from a slot; it is empty if the argument is not memory.
    ///
    /// # Errors
    ///
    /// If the process is lost.
    pub fn read(&mut self, slot: usize, argument: usize, limit: Duration) -> Result<Vec<u8>, Lost> {
        match self.ask(&WorkerRequest::Read { slot, argument }, limit)? {
            WorkerAnswer::Bytes(bytes) => Ok(bytes),
            _ => Err(Lost::Ended(unexpected())),
        }
    }
}

fn unexpected() -> String {
    "gives an answer to another question".to_owned()
}
