//! The worker process, seen from outside: started, asked, and ended.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::protocol::{Answer, MARK, Outside, Request};

/// How long a line may be.
const LONGEST: u64 = 1 << 30;

/// How a worker process is started: a program that calls [`crate::serve`] when it gets these arguments.
#[derive(Clone, Debug)]
pub struct WorkerProgram {
    /// The path of the program.
    pub path: PathBuf,
    /// What makes it a worker.
    pub arguments: Vec<OsString>,
    /// Whether work-groups run one after the other on platforms for CPUs, so that a kernel with a race computes the same
    /// twice.
    pub is_sequential: bool,
}

/// One process.
pub(crate) struct Worker {
    process: Child,
    /// It ends when this is closed.
    stdin: Option<ChildStdin>,
    heard: Receiver<Heard>,
    /// The last line that was no answer.
    said: String,
    /// Accesses outside of memory that the platform has reported since it was asked last.
    outside: BTreeSet<Outside>,
}

enum Heard {
    Answer(Answer),
    /// An answer that cannot be read.
    Garbled,
    Other(String),
}

/// How a worker ended that has not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// It has ended by itself, and how.
    Ended(String),
    /// It has not answered in this time, and was killed.
    Silent(Duration),
}

impl Worker {
    pub(crate) fn start(program: &WorkerProgram) -> io::Result<Self> {
        let mut command = Command::new(&program.path);
        command.args(&program.arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        // A layer may change the programs that it sees, or ask clunroll to.
        command.env_remove("OPENCL_LAYERS");
        // It reports each access outside of memory, up to a number of them.
        command.env("OCLGRIND_MAX_ERRORS", "1000000");
        if program.is_sequential {
            // For PoCL, and for Intel's runtime.
            command.env("POCL_MAX_PTHREAD_COUNT", "1").env("CL_CONFIG_CPU_TBB_NUM_WORKERS", "1");
        }
        let mut process = command.spawn()?;
        let (sender, heard) = mpsc::channel();
        let (stdin, stderr) = (process.stdin.take(), process.stderr.take());
        thread::spawn(move || {
            let mut stderr = stderr.map(BufReader::new);
            let mut line = Vec::new();
            while let Some(reader) = &mut stderr {
                line.clear();
                // A piece of a line that is too long is a line.
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

    /// Asks for something, and waits this long for the answer.
    pub(crate) fn ask(&mut self, request: &Request, limit: Duration) -> Result<Answer, Lost> {
        let line = serde_json::to_string(request).unwrap_or_default();
        if let Some(stdin) = &mut self.stdin {
            // A worker that is dead does not answer either.
            let _ = stdin.write_all(line.as_bytes()).and_then(|()| stdin.write_all(b"\n")).and_then(|()| stdin.flush());
        }
        // Whatever else is said meanwhile: a platform may go on and on.
        let begin = Instant::now();
        self.outside.clear();
        loop {
            match self.heard.recv_timeout(limit.saturating_sub(begin.elapsed())) {
                Ok(Heard::Garbled) => return Err(Lost::Ended("sends an unreadable message".to_owned())),
                Ok(Heard::Answer(Answer::Launched(mut launched))) => {
                    launched.outside.append(&mut self.outside);
                    return Ok(Answer::Launched(launched));
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

    /// The last line that it has said beside its answers; empty where there is none.
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
        // It may have ended by itself.
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
