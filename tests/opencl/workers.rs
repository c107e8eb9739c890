//! Processes that run tests on one OpenCL platform, as many as there are cores.
//!
//! A runtime compiles in one thread, and nearly all the time of these tests goes into compiling; so several processes share one list
//! of jobs. A job can crash its process or never end: then the job has failed, a new process takes the next one, and the others
//! continue.
//!
//! A worker is this test program, running one test. It reads jobs from its standard input, a line each, and writes
//! [`WorkerMessage`]s to its standard output, among the output of the kernels.

use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{self, Child, ChildStdin, ChildStdout, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};

use super::device::Machine;
use super::platforms::Platform;

/// Set in a worker, to the name of its platform's library.
const WORKER: &str = "CLUNROLL_WORKER";

/// The beginning of a line for the test that started the worker.
const MARK: &str = "@clunroll ";

/// How long one step (a build, or all runs of one kernel) may take.
const PATIENCE: Duration = Duration::from_secs(240);

/// More processes than this win nothing, and each holds a share of a device's memory.
const MOST_WORKERS: usize = 8;

/// A message of a worker.
#[derive(Debug, Serialize, Deserialize)]
enum WorkerMessage<A> {
    /// It waits for jobs, on a device of that name, or has none, for that reason.
    Ready(Result<String, String>),
    /// It begins something that may take long, or crash.
    Step(String),
    /// A job is done.
    Answer(A),
}

impl<A: Serialize> WorkerMessage<A> {
    fn say(&self) {
        let message = serde_json::to_string(self).expect("a message is plain data");
        // The output of a kernel may lack its line end. If the test has ended, the message is lost.
        let _ = writeln!(io::stdout(), "\n{MARK}{message}");
    }
}

/// If this process is a worker, does jobs until there are no more; `work` calls its argument to name its steps. Returns whether it
/// was a worker.
pub fn serve<A: Serialize>(mut work: impl FnMut(&Machine, &str, &mut dyn FnMut(&str)) -> A) -> bool {
    let Ok(library) = env::var(WORKER) else { return false };
    let machine = Machine::open(&library);
    WorkerMessage::<A>::Ready(machine.as_ref().map(|machine| machine.name.clone()).map_err(Clone::clone)).say();
    let Ok(machine) = machine else { return true };
    let watchdog = Watchdog::start();
    for job in io::stdin().lines() {
        let Ok(job) = job else { break };
        let mut step = |step: &str| {
            watchdog.note(Some(step));
            WorkerMessage::<A>::Step(step.to_owned()).say();
        };
        let answer = work(&machine, &job, &mut step);
        watchdog.note(None);
        WorkerMessage::Answer(answer).say();
    }
    true
}

/// Lets workers do all jobs, and returns their answers in the order of the jobs. A job that crashed its worker has an error for an
/// answer. `ended` is called with each answer as it comes.
pub fn run<A: DeserializeOwned + Send>(
    platform: &Platform,
    test: &str,
    jobs: &[String],
    ended: impl Fn(&str, &Result<A, String>) + Sync,
) -> Vec<Result<A, String>> {
    let next = AtomicUsize::new(0);
    let work = |number: usize| {
        let mut answers = Vec::new();
        let mut worker = None;
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(index) else { return answers };
            let answer = ask(&mut worker, platform, test, number, job);
            ended(job, &answer);
            answers.push((index, answer));
        }
    };
    let count = thread::available_parallelism().map_or(2, usize::from).min(MOST_WORKERS).min(jobs.len());
    let mut answers: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..count).map(|number| scope.spawn(move || work(number))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("nothing here panics")).collect()
    });
    answers.sort_by_key(|(index, _)| *index);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

/// Gives a job to the worker, which is started if there is none; one that ends over it is gone.
fn ask<A: DeserializeOwned>(
    worker: &mut Option<Worker>,
    platform: &Platform,
    test: &str,
    number: usize,
    job: &str,
) -> Result<A, String> {
    let mut asked = match worker.take() {
        Some(worker) => worker,
        None => Worker::start(platform, test, number)?,
    };
    let answer = asked.ask(job)?;
    *worker = Some(asked);
    Ok(answer)
}

/// A process, seen from the one that has started it.
pub struct Worker {
    /// Its platform's name, its device's and its library's.
    pub name: String,
    child: Child,
    jobs: Option<ChildStdin>,
    messages: BufReader<ChildStdout>,
}

impl Worker {
    /// Starts a worker that runs that test on a platform. Each of the workers that run at the same time has its own number.
    ///
    /// # Errors
    ///
    /// The error of the platform.
    pub fn start(platform: &Platform, test: &str, number: usize) -> Result<Self, String> {
        let mut child = platform
            .command(number)
            .args(["--exact", test, "--nocapture"])
            .env(WORKER, &platform.library)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let (jobs, output) = (child.stdin.take(), child.stdout.take().expect("it was asked for"));
        let mut worker = Self { name: String::new(), child, jobs, messages: BufReader::new(output) };
        match worker.message::<IgnoredAny>()? {
            WorkerMessage::Ready(name) => worker.name = name?,
            message => return Err(format!("a worker begins with {message:?}")),
        }
        Ok(worker)
    }

    /// The answer to a job, or at which step it ended.
    fn ask<A: DeserializeOwned>(&mut self, job: &str) -> Result<A, String> {
        let jobs = self.jobs.as_mut().ok_or("its standard input is closed")?;
        writeln!(jobs, "{job}").map_err(|error| error.to_string())?;
        let mut last = String::from("before its first step");
        loop {
            match self.message().map_err(|why| format!("{last}: {why}"))? {
                WorkerMessage::Step(step) => last = step,
                WorkerMessage::Answer(answer) => return Ok(answer),
                WorkerMessage::Ready(_) => return Err(format!("{last}: it began anew")),
            }
        }
    }

    /// The next message, among the other output.
    fn message<A: DeserializeOwned>(&mut self) -> Result<WorkerMessage<A>, String> {
        let mut line = Vec::new();
        loop {
            line.clear();
            match self.messages.read_until(b'\n', &mut line) {
                Ok(0) => break,
                Ok(_) => {}
                Err(error) => return Err(error.to_string()),
            }
            if let Some(message) = line.strip_prefix(MARK.as_bytes()) {
                return serde_json::from_slice(message).map_err(|error| error.to_string());
            }
        }
        let status = self.child.wait().map_err(|error| error.to_string())?;
        Err(format!("the process ended with {status}"))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Without jobs it ends by itself, unless its runtime keeps it.
        self.jobs = None;
        for _ in 0..200 {
            if matches!(self.child.try_wait(), Ok(Some(_)) | Err(_)) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Ends the process where one step takes longer than [`PATIENCE`].
struct Watchdog(Arc<Mutex<Option<(Instant, String)>>>);

impl Watchdog {
    fn start() -> Self {
        let shared = Arc::new(Mutex::new(None));
        let watched: Arc<Mutex<Option<(Instant, String)>>> = Arc::clone(&shared);
        thread::spawn(move || {
            loop {
                thread::sleep(Duration::from_secs(1));
                if let Some((since, step)) = watched.lock().expect("no holder panics").as_ref()
                    && since.elapsed() > PATIENCE
                {
                    eprintln!("{step}: has been running for {} s; giving up", PATIENCE.as_secs());
                    // Not `exit`: a runtime's handlers may wait for the kernel that never ends.
                    process::abort();
                }
            }
        });
        Self(shared)
    }

    /// A step begins, or the last one has ended.
    fn note(&self, step: Option<&str>) {
        *self.0.lock().expect("no holder panics") = step.map(|step| (Instant::now(), step.to_owned()));
    }
}
