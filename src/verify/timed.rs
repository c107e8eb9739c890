//! Runs other programs, with a limit on their time.
//!
//! A separate thread reads their output, so that neither side waits for the other, and keeps it up to a limit. At the time limit they are
//! killed. Programs that they have started may go on and keep the pipe open, so the thread is then not waited for.

use std::io::{self, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// How many bytes of output are kept.
const KEPT: u64 = 1 << 20;
/// How long to wait for the end of the output after the program has ended.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// The longest pause between two checks of whether it has ended.
const PAUSE: Duration = Duration::from_millis(20);

/// How a program ended.
#[derive(Debug)]
pub(super) enum Ended {
    /// By itself, in this time, with this output.
    Itself { status: ExitStatus, time: Duration, output: String },
    /// It was killed at the time limit.
    Killed,
}

/// The part of a program's output that is kept.
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
        // A program need not read its whole input.
        let _ = stdin.map(|mut stdin| stdin.write_all(input.as_bytes()));
    });
    let (sender, heard) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut output) = output {
            let _ = (&mut output).take(KEPT).read_to_end(&mut bytes);
            let _ = sender.send(bytes);
            // The rest is read too, so that the program does not block.
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
