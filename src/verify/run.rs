//! Building and running both texts on an OpenCL platform, as seen by the run of clunroll that asks for it.
//!
//! A [`Worker`] does it and may die at any moment. What it said last tells which text, which kernel and which launch has killed
//! it; the next one begins behind that. What kills it while the original runs has no bearing on the output. What kills it
//! while the rewritten kernel runs, the original having gone well, is tried once more, and is a difference if it happens
//! again.

use std::time::{Duration, Instant};

use super::build::{BUILD, BuildResult, MUCH, Which, judge};
use super::compile::FinalCompile;
use super::protocol::{Launch, Launches, WorkerJob, WorkerMessage};
use super::worker::{News, Worker};
use crate::files::failure::Failure;
use clunroll_report::verdict::{Coverage, Kernel, Verdict, Verification};

/// How many workers one kernel's original may cost.
const DEATHS: usize = 3;

/// Verifies a text on an OpenCL device: the one named, or a CPU.
pub(super) fn verify(
    compile: &FinalCompile,
    original: &[u8],
    rewritten: &[u8],
    device: Option<&str>,
    launches: bool,
    limit: Duration,
) -> Result<Verification, Failure> {
    let launches = launches.then(|| Launches {
        strict_options: compile.opencl_options(true),
        loosening: compile.loosening().into_iter().map(str::to_owned).collect(),
        patience: limit,
        from: None,
    });
    let mut job = WorkerJob {
        device: device.map(str::to_owned),
        original: compile.original(original),
        rewritten: compile.rewritten(rewritten),
        options: compile.opencl_options(false),
        launches,
    };
    let mut run = VerificationRun::new(limit, job.launches.is_some());
    loop {
        let mut worker = Worker::start(&job)?;
        run.activity = WorkerActivity::new(Doing::Starting);
        let end = loop {
            match worker.next(run.patience()) {
                News::Message(WorkerMessage::NoDevice(why)) => {
                    return Err(Failure::new(format!("cannot verify: {why}")));
                }
                News::Message(WorkerMessage::Done) => return Ok(run.finish()),
                News::Message(message) => run.take(message),
                News::Died(how) => break WorkerEnd::Died(how),
                News::Silent => break WorkerEnd::Silent,
            }
        };
        let last_words = worker.last_words();
        drop(worker);
        match (run.died(&end, &last_words)?, &mut job.launches) {
            (Some(from), Some(launches)) => launches.from = Some(from),
            _ => return Ok(run.finish()),
        }
    }
}

/// How a worker ended that has not done all.
enum WorkerEnd {
    Died(String),
    Silent,
}

/// What a worker is doing.
#[derive(Clone, Debug)]
enum Doing {
    Starting,
    Building(Which),
    /// Looking for the types of a kernel's parameters, with a build of its own.
    Learning(String),
    Launching {
        launch: Launch,
        which: Which,
        size: u32,
        is_first: bool,
    },
    /// A difference has been found, and is being looked into.
    Suspecting {
        launch: Launch,
        how: String,
    },
}

/// What a worker has been doing since when.
struct WorkerActivity {
    doing: Doing,
    since: Instant,
}

impl WorkerActivity {
    fn new(doing: Doing) -> Self {
        Self { doing, since: Instant::now() }
    }
}

/// What is known of one kernel.
#[derive(Default)]
struct Tally {
    launches: usize,
    has_changed: bool,
    left_out: Option<String>,
    /// That it cannot be launched, or is not the same under options that let it.
    not_verified: Option<String>,
    different: Option<String>,
    /// Workers that it has cost.
    deaths: usize,
}

struct VerificationRun {
    limit: Duration,
    with: String,
    builds: [Option<BuildResult>; 2],
    /// Of the builds beyond the first.
    build_verdict: Option<(Verdict, String)>,
    kernels: Vec<(String, Tally)>,
    is_launching: bool,
    activity: WorkerActivity,
    /// How long the original took for the last launch.
    original_took: Duration,
    /// The launch at which the rewritten kernel has killed a worker once.
    suspected: Option<Launch>,
}

impl VerificationRun {
    fn new(limit: Duration, is_launching: bool) -> Self {
        Self {
            limit,
            with: String::new(),
            builds: [None, None],
            build_verdict: None,
            kernels: Vec::new(),
            is_launching,
            activity: WorkerActivity::new(Doing::Starting),
            original_took: Duration::ZERO,
            suspected: None,
        }
    }

    /// How long the next answer may take. A compiler gets more time than a kernel.
    fn patience(&self) -> Duration {
        match &self.activity.doing {
            Doing::Launching { is_first: false, .. } => self.limit,
            // It has been compiled before, and most platforms remember that.
            Doing::Launching { launch, .. } if self.suspected.as_ref() == Some(launch) => {
                self.limit.saturating_mul(MUCH)
            }
            Doing::Starting
            | Doing::Building(_)
            | Doing::Learning(_)
            | Doing::Suspecting { .. }
            | Doing::Launching { .. } => self.limit.saturating_mul(BUILD),
        }
    }

    fn take(&mut self, message: WorkerMessage) {
        match message {
            WorkerMessage::NoDevice(_) | WorkerMessage::Done => {}
            WorkerMessage::Device(name) => self.with = name,
            WorkerMessage::Building(which) => self.activity = WorkerActivity::new(Doing::Building(which)),
            WorkerMessage::Built(which) => self.built(which, BuildResult::Well(self.activity.since.elapsed())),
            WorkerMessage::Refused(which, log) => self.built(which, BuildResult::Refused(log)),
            WorkerMessage::Kernels(names) => {
                if self.kernels.is_empty() {
                    self.kernels = names.into_iter().map(|name| (name, Tally::default())).collect();
                }
            }
            WorkerMessage::OtherKernels(how) => self.build_verdict = Some((Verdict::Different(how), String::new())),
            WorkerMessage::NoLaunch { kernel, why } => self.tally(&kernel).not_verified = Some(why),
            WorkerMessage::Launching { launch, which, size, is_first } => self.launching(launch, which, size, is_first),
            WorkerMessage::Same { has_changed } => {
                let tally = self.current();
                tally.launches += 1;
                tally.has_changed |= has_changed;
            }
            WorkerMessage::LeftOut(why) => {
                self.current().left_out.get_or_insert(why);
            }
            WorkerMessage::Suspect(how) => {
                if let Some(launch) = self.launch().cloned() {
                    self.activity = WorkerActivity::new(Doing::Suspecting { launch, how });
                }
            }
            WorkerMessage::Different(how) => self.current().different = Some(how),
            WorkerMessage::Learning(kernel) => self.activity = WorkerActivity::new(Doing::Learning(kernel)),
            WorkerMessage::Unsettled(why) => self.current().not_verified = Some(why),
        }
    }

    fn built(&mut self, which: Which, built: BuildResult) {
        let place = &mut self.builds[which as usize];
        match (&place, built) {
            // What is built a second time has built with fewer options before; it is the last word.
            (Some(BuildResult::Well(_)), BuildResult::Well(_)) => {}
            (_, built) => *place = Some(built),
        }
    }

    fn launching(&mut self, launch: Launch, which: Which, size: u32, is_first: bool) {
        if let Doing::Suspecting { .. } = self.activity.doing
            && self.launch() == Some(&launch)
        {
            self.activity.since = Instant::now();
            return;
        }
        if which == Which::Rewritten {
            self.original_took = self.activity.since.elapsed();
        }
        self.activity = WorkerActivity::new(Doing::Launching { launch, which, size, is_first });
    }

    /// The launch that is being made.
    fn launch(&self) -> Option<&Launch> {
        match &self.activity.doing {
            Doing::Launching { launch, .. } | Doing::Suspecting { launch, .. } => Some(launch),
            Doing::Starting | Doing::Building(_) | Doing::Learning(_) => None,
        }
    }

    /// The kernel that is being launched.
    fn current(&mut self) -> &mut Tally {
        let name = self.launch().map(|launch| launch.kernel.clone()).unwrap_or_default();
        self.tally(&name)
    }

    fn tally(&mut self, name: &str) -> &mut Tally {
        let place = self.kernels.iter().position(|(kernel, _)| kernel == name).unwrap_or_else(|| {
            self.kernels.push((name.to_owned(), Tally::default()));
            self.kernels.len() - 1
        });
        &mut self.kernels[place].1
    }

    /// What follows from the death of a worker, and the launch that the next one is to begin with, if there is one.
    fn died(&mut self, end: &WorkerEnd, last_words: &str) -> Result<Option<Launch>, Failure> {
        let patience = self.patience();
        let seconds = patience.as_secs_f64();
        let how = match end {
            WorkerEnd::Died(how) => how.clone(),
            WorkerEnd::Silent => format!("does not end within {seconds} s (--verify-timeout)"),
        };
        match self.activity.doing.clone() {
            Doing::Starting => {
                let said = if last_words.is_empty() { String::new() } else { format!(": {last_words}") };
                Err(Failure::new(format!("cannot verify: the process that looks for OpenCL platforms {how}{said}")))
            }
            Doing::Building(which) => {
                self.builds[which as usize] = Some(match end {
                    WorkerEnd::Died(how) => BuildResult::Broken(how.clone()),
                    WorkerEnd::Silent => BuildResult::Endless,
                });
                // Nothing is run where only one of them has been built.
                self.builds[Which::Rewritten as usize].get_or_insert(BuildResult::Endless);
                Ok(None)
            }
            Doing::Learning(kernel) => {
                let why = format!("the platform {how} when asked for the types of the parameters");
                self.tally(&kernel).not_verified = Some(why);
                Ok(Some(after_kernel(Launch { kernel, number: 0 })))
            }
            Doing::Launching { launch, which: Which::Original, size, .. } => {
                let next = Launch { number: launch.number + 1, ..launch };
                let is_silent = matches!(end, WorkerEnd::Silent);
                let tally = self.tally(&next.kernel);
                tally.left_out.get_or_insert_with(|| format!("the original {how} at size {size}"));
                tally.deaths += 1;
                let is_over = is_silent || tally.deaths >= DEATHS;
                Ok(Some(if is_over { after_kernel(next) } else { next }))
            }
            Doing::Launching { launch, which: Which::Rewritten, size, .. } => {
                let is_slow = matches!(end, WorkerEnd::Silent) && self.original_took.saturating_mul(MUCH) > patience;
                if is_slow {
                    let why = format!("at size {size}, one launch takes nearly {seconds} s (--verify-timeout)");
                    self.tally(&launch.kernel).left_out.get_or_insert(why);
                    return Ok(Some(after_kernel(launch)));
                }
                if self.suspected.as_ref() != Some(&launch) {
                    self.suspected = Some(launch.clone());
                    return Ok(Some(launch));
                }
                let how = format!("at size {size}, the output {how}, but the original does not");
                self.tally(&launch.kernel).different = Some(how);
                Ok(Some(after_kernel(launch)))
            }
            Doing::Suspecting { launch, how } => {
                self.tally(&launch.kernel).different = Some(how);
                Ok(Some(after_kernel(launch)))
            }
        }
    }

    /// What all of it comes to.
    fn finish(self) -> Verification {
        let [original, rewritten] = &self.builds;
        let (build, log) = match (self.build_verdict, original, rewritten) {
            (Some(verdict), ..) => verdict,
            (None, Some(original), Some(rewritten)) => judge(original, rewritten, self.limit.saturating_mul(BUILD)),
            (None, ..) => (Verdict::NotVerified("it was not built".to_owned()), String::new()),
        };
        let kernels = self.kernels.into_iter().map(|(name, tally)| tally.finish(name)).collect();
        let kernels = Some(kernels).filter(|_| self.is_launching && build.is_same());
        Verification { with: self.with, build, log, kernels }
    }
}

/// Where the kernels behind this one begin: no kernel has so many launches.
fn after_kernel(launch: Launch) -> Launch {
    Launch { number: usize::MAX, ..launch }
}

impl Tally {
    fn finish(self, name: String) -> Kernel {
        let verdict = match (self.different, self.not_verified) {
            (Some(how), _) => Verdict::Different(how),
            (None, Some(why)) => Verdict::NotVerified(why),
            (None, None) if !self.has_changed => Verdict::NotVerified(match &self.left_out {
                Some(why) => why.clone(),
                None => "with made-up arguments, it changed no memory".to_owned(),
            }),
            (None, None) => Verdict::Same,
        };
        Kernel { name, launches: self.launches, verdict, coverage: Coverage::NotMeasured, left_out: self.left_out }
    }
}
