//! The process that an OpenCL platform works in, seen from outside: started, listened to, and ended.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::protocol::{MARK, WorkerJob, WorkerMessage};
use crate::files::failure::Failure;

/// The name of the subcommand that works.
pub(crate) const COMMAND: &str = "verify-worker";

/// How long a line may be.
const LONGEST: u64 = 1 << 26;

/// One process.
pub(super) struct Worker {
    process: Child,
    /// It ends when this is closed.
    _stdin: Option<ChildStdin>,
    heard: Receiver<Heard>,
    /// The last line that was no event.
    said: String,
}

enum Heard {
    Message(WorkerMessage),
    /// An answer that cannot be read.
    Garbled,
    Other(String),
}

/// What comes from a process.
pub(super) enum News {
    Message(WorkerMessage),
    /// It has ended without having done all, and how.
    Died(String),
    /// It has said nothing for too long, and was killed.
    Silent,
}

impl Worker {
    /// Starts one, and tells it what to do.
    pub(super) fn start(job: &WorkerJob) -> Result<Self, Failure> {
        let failure = |error: &io::Error| Failure::of_system("start", "a second clunroll process", error);
        let program = std::env::current_exe().map_err(|error| failure(&error))?;
        let mut command = Command::new(program);
        command.arg(COMMAND).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        // PoCL's and Intel's ways to say that work-groups are to run one after the other, so that a kernel which races
        // does the same twice.
        command.env("POCL_MAX_PTHREAD_COUNT", "1").env("CL_CONFIG_CPU_TBB_NUM_WORKERS", "1");
        let mut process = command.spawn().map_err(|error| failure(&error))?;
        let mut stdin = process.stdin.take();
        let line = serde_json::to_string(job).unwrap_or_default();
        if let Some(stdin) = &mut stdin {
            // Where it has died already, it says so itself.
            let _ = stdin.write_all(line.as_bytes()).and_then(|()| stdin.write_all(b"\n"));
        }
        let (sender, heard) = mpsc::channel();
        let stderr = process.stderr.take();
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
                    Some(answer) => serde_json::from_str(answer).map_or(Heard::Garbled, Heard::Message),
                    None => Heard::Other(text.trim().to_owned()),
                };
                if sender.send(heard).is_err() {
                    break;
                }
            }
        });
        Ok(Self { process, _stdin: stdin, heard, said: String::new() })
    }

    /// What comes next, within this time.
    pub(super) fn next(&mut self, limit: Duration) -> News {
        // Whatever else is said meanwhile: a platform may go on and on.
        let begin = Instant::now();
        loop {
            match self.heard.recv_timeout(limit.saturating_sub(begin.elapsed())) {
                Ok(Heard::Garbled) => return News::Died("sends an unreadable message".to_owned()),
                Ok(Heard::Message(message)) => return News::Message(message),
                Ok(Heard::Other(line)) if line.is_empty() => {}
                Ok(Heard::Other(line)) => self.said = line,
                Err(RecvTimeoutError::Timeout) => return News::Silent,
                Err(RecvTimeoutError::Disconnected) => {
                    let how = self.process.wait().map_or_else(|_| "ended".to_owned(), described);
                    return News::Died(how);
                }
            }
        }
    }

    /// The last line that it has said beside its answers; empty where there is none.
    pub(super) fn last_words(&self) -> String {
        self.said.clone()
    }
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
