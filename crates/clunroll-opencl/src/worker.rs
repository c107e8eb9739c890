//! Starts, asks and ends the worker process.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::protocol::{MARK, Outside, WorkerAnswer, WorkerRequest};

/// The variable with Oclgrind's own build options.
const OCLGRIND_OPTIONS: &str = "OCLGRIND_BUILD_OPTIONS";

/// The largest length of a line.
const LONGEST: u64 = 1 << 30;

/// The command for a worker process: a program that calls [`crate::serve`] when it gets these arguments.
#[derive(Clone, Debug)]
pub struct WorkerProgram {
    /// The path of the program.
    pub path: PathBuf,
    /// The arguments that make it a worker.
    pub arguments: Vec<OsString>,
    /// Whether work-groups run one after the other on platforms for CPUs, so that a kernel with a race computes the same in each launch.
    pub is_sequential: bool,
}

/// One worker process.
pub(crate) struct Worker {
    process: Child,
    /// The process ends when this is closed.
    stdin: Option<ChildStdin>,
    heard: Receiver<Heard>,
    /// The last line that was not an answer.
    said: String,
    /// Accesses outside of memory that the platform has reported since the last request.
    outside: BTreeSet<Outside>,
}

enum Heard {
    Answer(WorkerAnswer),
    /// An unreadable answer.
    Garbled,
    Other(String),
}

/// How a worker ended without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// It ended by itself, in this way.
    Ended(String),
    /// It did not answer in this time, and was killed.
    Silent(Duration),
}

impl fmt::Display for Lost {
    /// The predicate of a sentence about the process, or about what it worked on.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ended(how) => out.write_str(how),
            Self::Silent(limit) => write!(out, "does not end within {} s", limit.as_secs_f64()),
        }
    }
}

impl Worker {
    pub(crate) fn start(program: &WorkerProgram) -> io::Result<Self> {
        let mut command = Command::new(&program.path);
        command.args(&program.arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        // A layer may change programs, or call clunroll to do so.
        command.env_remove("OPENCL_LAYERS").env("CLUNROLL_LAYER", "0");
        // Oclgrind reports this many accesses outside of memory.
        command.env("OCLGRIND_MAX_ERRORS", "1000000");
        // When it optimises, Oclgrind 21.10 makes integers of unusual widths, with which it then computes wrongly.
        if env::var_os(OCLGRIND_OPTIONS).is_none() {
            command.env(OCLGRIND_OPTIONS, "-cl-opt-disable");
        }
        if program.is_sequential {
            // The variables of PoCL, of Intel's runtime, and of Oclgrind.
            command.env("POCL_MAX_PTHREAD_COUNT", "1").env("CL_CONFIG_CPU_TBB_NUM_WORKERS", "1");
            command.env("OCLGRIND_NUM_THREADS", "1");
        }
        // Ctrl-C is for the process that asks: the worker ends when its standard input is closed.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn()?;
        let (sender, heard) = mpsc::channel();
        let (stdin, stderr) = (process.stdin.take(), process.stderr.take());
        thread::spawn(move || {
            let mut stderr = stderr.map(BufReader::new);
            let mut line = Vec::new();
            while let Some(reader) = &mut stderr {
                line.clear();
                // A line that is too long is read in pieces.
                if !reader.by_ref().take(LONGEST).read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
                    break;
                }
                let text = String::from_utf8_lossy(&line);
                let heard = match text.strip_prefix(MARK) {
                    Some(answer) => serde_json::from_str(answer).map_or(Heard::Garbled, Heard::Answer),
                    None => Heard::Other(text.trim().to_owned()),
                };
                if sender.send(heard).is_err() {
                    break;
                }
            }
        });
        Ok(Self { process, stdin, heard, said: String::new(), outside: BTreeSet::new() })
    }

    /// Sends a request, and waits at most `limit` for the answer.
    pub(crate) fn ask(&mut self, request: &WorkerRequest, limit: Duration) -> Result<WorkerAnswer, Lost> {
        let line = serde_json::to_string(request).unwrap_or_default();
        if let Some(stdin) = &mut self.stdin {
            // Errors need no handling: a dead worker does not answer.
            let _ = stdin.write_all(line.as_bytes()).and_then(|()| stdin.write_all(b"\n")).and_then(|()| stdin.flush());
        }
        // Other lines do not extend the limit: a platform may print without end.
        let begin = Instant::now();
        self.outside.clear();
        loop {
            match self.heard.recv_timeout(limit.saturating_sub(begin.elapsed())) {
                Ok(Heard::Garbled) => return Err(Lost::Ended("sends an unreadable message".to_owned())),
                Ok(Heard::Answer(WorkerAnswer::Launched(mut launched))) => {
                    launched.outside.append(&mut self.outside);
                    return Ok(WorkerAnswer::Launched(launched));
                }
                Ok(Heard::Answer(answer)) => return Ok(answer),
                Ok(Heard::Other(line)) if line.is_empty() => {}
                Ok(Heard::Other(line)) => {
                    self.outside.extend(outside(&line));
                    self.said = line;
                }
                Err(RecvTimeoutError::Timeout) => return Err(Lost::Silent(limit)),
                Err(RecvTimeoutError::Disconnected) => {
                    let how = self.process.wait().map_or_else(|_| "ended".to_owned(), described);
                    return Err(Lost::Ended(how));
                }
            }
        }
    }

    /// The last line that was not an answer; empty if there is none.
    pub(crate) fn last_words(&self) -> &str {
        &self.said
    }
}

/// The access that a line of Oclgrind reports.
fn outside(line: &str) -> Option<Outside> {
    let rest = line.strip_prefix("Invalid ")?;
    let is_write = rest.starts_with("write of size ");
    (is_write || rest.starts_with("read of size ")).then_some(Outside { is_write, buffer: None })
}

impl Drop for Worker {
    fn drop(&mut self) {
        // The process may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[cfg(unix)]
fn described(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    match status.signal() {
        Some(signal) => format!("crashed (signal {signal})"),
        None => format!("ended ({status})"),
    }
}

#[cfg(not(unix))]
fn described(status: ExitStatus) -> String {
    format!("ended ({status})")
}
