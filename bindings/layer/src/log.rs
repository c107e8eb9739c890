//! The log: one line for each event.
//!
//! Each line is one write to a file that is opened for appending, so lines of several threads and processes do not mix.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;

use crate::environment;

/// Where the log goes.
#[derive(Debug)]
pub(crate) enum LogFile {
    StandardError,
    File(File),
}

impl LogFile {
    /// `-` is standard error. A file gets the lines after what it has. A link is refused, since others may have put it there.
    pub(crate) fn open(name: &OsStr) -> Option<Self> {
        if name.is_empty() {
            return None;
        }
        if name == "-" {
            return Some(Self::StandardError);
        }
        let opened = OpenOptions::new().append(true).create(true).mode(0o600).custom_flags(libc::O_NOFOLLOW).open(name);
        match opened {
            Ok(file) => Some(Self::File(file)),
            Err(error) => {
                let name = name.to_string_lossy();
                let _ = writeln!(io::stderr(), "clunroll layer: CLUNROLL_LAYER_LOG={name}: {error}");
                None
            }
        }
    }
}

/// Whether there is a log.
pub(crate) fn is_on() -> bool {
    environment::settings().log.is_some()
}

/// Writes one line.
pub(crate) fn say(words: &str) {
    let Some(log) = &environment::settings().log else { return };
    let words = words.replace(|character: char| character.is_control(), " ");
    let line = format!("clunroll layer [{}]: {words}\n", std::process::id());
    // Nothing can be done about an error, and the program is not to notice.
    let _ = match log {
        LogFile::StandardError => io::stderr().write_all(line.as_bytes()),
        LogFile::File(file) => { file }.write_all(line.as_bytes()),
    };
}
