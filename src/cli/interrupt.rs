//! Signals: Ctrl-C, a terminal that is closed, and files that grow too large.
//!
//! On SIGINT, SIGTERM and SIGHUP, a thread that waits for them says so in one line and ends the process with the status of a run
//! that failed, once no file is being replaced; so no half-written file stays beside the old one. If nobody reads
//! standard error, such as a full pipe, it ends without that line.
//!
//! `nohup` starts a program with SIGHUP ignored, so that it goes on without its terminal. That must stay so, but waiting for a
//! signal would end it. So SIGHUP is waited for only if it is known not to be ignored, as Linux says in `/proc`.
//!
//! SIGPIPE needs nothing: Rust ignores it, and the write fails instead.
//!
//! SIGXFSZ ends a process that writes more than `ulimit -f` allows. Taken, it lets that write fail with an error
//! like that of a full disk.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::COULD_NOT_RUN;
use clunroll_files::failure::Failure;
use clunroll_files::output;

/// How long the last line may take to be written.
const PATIENCE: Duration = Duration::from_millis(500);

/// Begins to wait for signals. Where that cannot be had, they do what they do to any process.
#[cfg(unix)]
pub(super) fn watch() {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::flag;
    use signal_hook::iterator::Signals;

    let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    let hangup = Some(SIGHUP).filter(|&signal| is_ignored(signal) == Some(false));
    if let Ok(mut signals) = Signals::new([SIGINT, SIGTERM].into_iter().chain(hangup)) {
        let _ = thread::Builder::new().name("signals".to_owned()).spawn(move || {
            if signals.forever().next().is_some() {
                stop();
            }
        });
    }
}

#[cfg(not(unix))]
pub(super) fn watch() {}

/// Whether this process was started with that signal ignored; `None` if that is not known.
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

/// Says the last words of this process on standard error, and gives up if nobody reads them.
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
