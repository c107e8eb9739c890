//! Signals: Ctrl-C, a terminal that is closed, and files that grow too large.
//!
//! On SIGINT, SIGTERM and SIGHUP, a thread that waits for them prints one line and ends the process with the status of a failed run. It
//! first waits until no file is being replaced, so that no half-written file stays beside the old one. If standard error has no reader,
//! such as a full pipe, the process ends without that line.
//!
//! `nohup` starts a program with SIGHUP ignored, so that it goes on without its terminal. Waiting for the signal would undo that. So the
//! thread waits for SIGHUP only if it is known not to be ignored: Linux shows that in `/proc`.
//!
//! SIGPIPE needs no handler: Rust ignores it, and the write fails instead.
//!
//! SIGXFSZ ends a process that writes more than `ulimit -f` allows. With a handler, that write fails instead, as on a full disk.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::COULD_NOT_RUN;
use clunroll_files::failure::Failure;
use clunroll_files::output;

/// The time limit for writing the last line.
const PATIENCE: Duration = Duration::from_millis(500);

/// Whether the next signal is only remembered.
static GENTLE: AtomicBool = AtomicBool::new(false);
/// Whether such a signal came.
static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on, the first signal does not end the process: a command that can end early, with what it has so far, asks
/// [`is_asked`]. The second signal ends the process.
pub(super) fn end_early() {
    GENTLE.store(true, Ordering::Relaxed);
}

/// Whether a signal has asked to end early.
pub(super) fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// Begins to wait for signals. If that fails, signals have their default effects.
#[cfg(unix)]
pub(super) fn watch() {
    use std::sync::Arc;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::flag;
    use signal_hook::iterator::Signals;

    let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    let hangup = Some(SIGHUP).filter(|&signal| is_ignored(signal) == Some(false));
    if let Ok(mut signals) = Signals::new([SIGINT, SIGTERM].into_iter().chain(hangup)) {
        let _ = thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for _ in signals.forever() {
                if GENTLE.swap(false, Ordering::Relaxed) {
                    ASKED.store(true, Ordering::Relaxed);
                } else {
                    stop();
                }
            }
        });
    }
}

#[cfg(not(unix))]
pub(super) fn watch() {}

/// Whether this process was started with that signal ignored; `None` if unknown.
#[cfg(unix)]
fn is_ignored(signal: i32) -> Option<bool> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    let ignored = u64::from_str_radix(ignored.trim(), 16).ok()?;
    Some(ignored >> (signal - 1) & 1 == 1)
}

#[cfg_attr(not(unix), expect(dead_code, reason = "only signals lead here"))]
fn stop() -> ! {
    let _held = output::no_more();
    in_time(|| {
        if io::stderr().is_terminal() {
            // The terminal has shown `^C`, perhaps after a line of progress.
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
        Failure::new("interrupted").print();
    });
    std::process::exit(COULD_NOT_RUN.into())
}

/// Prints the last message of this process on standard error, and gives up if there is no reader.
pub(super) fn in_time(say: impl FnOnce() + Send + 'static) {
    let (said, is_said) = mpsc::channel();
    let say = move || {
        say();
        let _ = said.send(());
    };
    if thread::Builder::new().spawn(say).is_ok() {
        let _ = is_said.recv_timeout(PATIENCE);
    }
}
