//! The lines that a build script prints for Cargo.
//!
//! Cargo reads standard output: `cargo::rerun-if-changed=PATH` names a file that the script has read, and each `cargo::warning=TEXT` is one
//! line that Cargo shows. So a message of several lines becomes several warnings. A name with a line break cannot be printed; Cargo watches
//! the folder of such a file.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::Problem;
use crate::Outcome;
use crate::report::{self, Colour};
use crate::rules::{Diagnostic, Severity};
use clunroll_files::failure::Failure;

/// Writes lines for Cargo.
pub(super) struct Script<'a> {
    out: &'a mut dyn Write,
    watched: HashSet<PathBuf>,
}

impl<'a> Script<'a> {
    /// Writes the lines to `out`.
    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        Self { out, watched: HashSet::new() }
    }

    /// Makes Cargo run the script again when the file, or anything in the folder, changes.
    pub(super) fn watch(&mut self, path: &Path) -> Result<(), Problem> {
        let bytes = path.as_os_str().as_encoded_bytes();
        if bytes.contains(&b'\n') || !self.watched.insert(path.to_path_buf()) {
            return Ok(());
        }
        self.say(&[b"cargo::rerun-if-changed=", bytes, b"\n"].concat())
    }

    /// Shows a text as warnings.
    pub(super) fn warn(&mut self, text: &str) -> Result<(), Problem> {
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            self.say(format!("cargo::warning={line}\n").as_bytes())?;
        }
        Ok(())
    }

    fn say(&mut self, line: &[u8]) -> Result<(), Problem> {
        let failed = |error| Problem::of(&Failure::of_system("write", "<stdout>", &error));
        self.out.write_all(line).map_err(failed)
    }
}

/// The warnings of an outcome as a text, and its notes if the script asks for them.
pub(super) fn warnings(outcome: &Outcome, notes: bool) -> String {
    let least = if notes { Severity::Note } else { Severity::Warning };
    let mut text = shown(outcome, |severity| severity >= least && severity < Severity::Error);
    for chosen in &outcome.unfit {
        let line = format!("{}: the profile has {chosen}; this fits no loop any more\n", chosen.file);
        text.push_str(&line);
    }
    text
}

/// The errors of an outcome as a text.
pub(super) fn error_text(outcome: &Outcome) -> String {
    shown(outcome, |severity| severity == Severity::Error)
}

fn shown(outcome: &Outcome, is_shown: impl Fn(Severity) -> bool + Clone) -> String {
    let diagnostics = outcome.diagnostics.iter().filter(|diagnostic: &&Diagnostic| is_shown(diagnostic.severity));
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = report::write(&mut text, Colour::Off, diagnostics, &outcome.sources);
    String::from_utf8_lossy(&text).into_owned()
}
