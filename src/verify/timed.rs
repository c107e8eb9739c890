//! Other programs, with a limit on the time that they may take.
//!
//! What they say is read on a thread of its own, so that neither side waits for the other, and kept up to a
//! limit. When the time is over they are killed. Programs that they have started may go on and keep the pipe open, so
//! nobody waits for its end then.

use std::io::{self, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// How much of what is said is kept.
const KEPT: u64 = 1 << 20;
/// How long to wait for the end of what was said, once the program has ended.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// How often to look whether it has ended, at most.
const PAUSE: Duration = Duration::from_millis(20);

/// How a program ended.
#[derive(Debug)]
pub(super) enum Ended {
    /// By itself, in this time, having said this.
    Itself { status: ExitStatus, time: Duration, output: String },
    /// It was killed when its time was over.
    Killed,
}

/// What is kept of what a program says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    Output,
    Errors,
}

/// Runs a program with this text on its standard input.
pub(super) fn run_with_timeout(command: &mut Command, input: String, keep: Keep, limit: Duration) -> io::Result<Ended> {
    let begin = Instant::now();
    let pipe = |stream: Keep| if stream == keep { Stdio::piped() } else { Stdio::null() };
    command.stdin(Stdio::piped()).stdout(pipe(Keep::Output)).stderr(pipe(Keep::Errors));
    let mut child = command.spawn()?;
    let stdin = child.stdin.take();
    let output: Option<Box<dyn Read + Send>> = match keep {
        Keep::Output => child.stdout.take().map(|output| Box::new(output) as _),
        Keep::Errors => child.stderr.take().map(|output| Box::new(output) as _),
    };
    thread::spawn(move || {
        // One that does not read to the end has its reasons.
        let _ = stdin.map(|mut stdin| stdin.write_all(input.as_bytes()));
    });
    let (sender, heard) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut output) = output {
            let _ = (&mut output).take(KEPT).read_to_end(&mut bytes);
            let _ = sender.send(bytes);
            // Nobody may wait for it to be read.
            let _ = io::copy(&mut output, &mut io::sink());
        }
    });
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            let output = heard.recv_timeout(LAST_WORDS).unwrap_or_default();
            let output = String::from_utf8_lossy(&output).into_owned();
            return Ok(Ended::Itself { status, time: begin.elapsed(), output });
        }
        let left = limit.saturating_sub(begin.elapsed());
        if left.is_zero() {
            child.kill()?;
            child.wait()?;
            return Ok(Ended::Killed);
        }
        thread::sleep(pause.min(left));
        pause = (pause * 2).min(PAUSE);
    }
}
