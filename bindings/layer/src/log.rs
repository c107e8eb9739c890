//! The log: one line for each event.
//!
//! The file is opened for each line, for appending, and closed again: a program that closes all its descriptors and opens its own files
//! must not get lines of the log into them. Each line is one write, so lines of several threads and processes do not mix.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::os::fd::FromRawFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{self, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::environment;
use crate::signals::writing;

/// Where the log goes.
#[derive(Debug)]
pub(crate) enum LogFile {
    StandardError,
    /// The absolute path of a file: the program may change its working folder.
    File(PathBuf),
}

impl LogFile {
    /// `-` is standard error. A file gets the lines after what it has. A link is refused, since others may have put it there.
    /// `key` is what names it.
    pub(crate) fn named(name: &OsStr, key: &str) -> Option<Self> {
        if name.is_empty() {
            return None;
        }
        if name == "-" {
            return Some(Self::StandardError);
        }
        // An error is reported once, here.
        match path::absolute(name).and_then(|path| opened(&path).map(|_| path)) {
            Ok(path) => Some(Self::File(path)),
            Err(error) => {
                let name = name.to_string_lossy();
                tell(&format!("{key}={name}: {error}"));
                None
            }
        }
    }
}

/// Opens the file for one line. The descriptor is not passed on to other programs. A pipe without a reader is an error, and the program does not wait
/// for one.
fn opened(path: &Path) -> io::Result<File> {
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_NOCTTY | libc::O_CLOEXEC;
    OpenOptions::new().append(true).create(true).mode(0o600).custom_flags(flags).open(path)
}

/// Whether there is a log.
pub(crate) fn is_on() -> bool {
    environment::settings().log.is_some()
}

/// Writes one line.
pub(crate) fn say(words: &str) {
    let Some(log) = &environment::settings().log else { return };
    let line = format!("clunroll layer [{}]: {}\n", std::process::id(), in_one_line(words));
    // Nothing can be done about an error, and the program is not to notice.
    let _ = writing(|| match log {
        LogFile::StandardError => to_standard_error(&line),
        LogFile::File(path) => opened(path).and_then(|mut file| file.write_all(line.as_bytes())),
    });
}

/// Writes a line that was not written before.
pub(crate) fn say_once(words: &str) {
    static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    if is_on() && SAID.lock().unwrap_or_else(PoisonError::into_inner).insert(words.to_owned()) {
        say(words);
    }
}

/// Writes one line to standard error, whatever the log is.
pub(crate) fn tell(words: &str) {
    let line = format!("clunroll layer: {}\n", in_one_line(words));
    let _ = writing(|| to_standard_error(&line));
}

/// Writes without the lock of [`io::stderr`]: another thread may hold it when the program calls `fork`, and the child would wait for it.
fn to_standard_error(line: &str) -> io::Result<()> {
    // SAFETY: the descriptor is the program's, and stays as it is: the file is not dropped.
    let file = ManuallyDrop::new(unsafe { File::from_raw_fd(libc::STDERR_FILENO) });
    (&*file).write_all(line.as_bytes())
}

fn in_one_line(words: &str) -> String {
    words.replace(|character: char| character.is_control(), " ")
}
