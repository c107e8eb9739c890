//! An input: a kernel with options and files to include.
//!
//! ```text
//! //@ option -DN=4 --flatten --max-copies=8
//! //@ include tile.h
//! #include "tile.h"
//! #include "other.h"
//! …
//! //@ file other.h
//! #define WIDTH 5
//! ```
//!
//! Options are in comment lines, as in `tests/cases/`, so that each case is a seed, and a find with few lines is a case.
//! Lines that cannot be read are skipped: an input may be any bytes.

use std::mem;

use clunroll::settings::Value;
use clunroll::{Includes, Limits, MacroOption, Options};

/// The files that `//@ include` puts in reach: those of the cases.
const HEADERS: [(&str, &[u8]); 7] = [
    ("entries.h", include_bytes!("../../tests/cases/include/entries.h")),
    ("lint_nest.h", include_bytes!("../../tests/cases/include/lint_nest.h")),
    ("once.h", include_bytes!("../../tests/cases/include/once.h")),
    ("redefines.h", include_bytes!("../../tests/cases/include/redefines.h")),
    ("step.h", include_bytes!("../../tests/cases/include/step.h")),
    ("tile.h", include_bytes!("../../tests/cases/include/tile.h")),
    ("tile_width.h", include_bytes!("../../tests/cases/include/tile_width.h")),
];

/// The separator between the main file and the files that it can include.
const FILE: &[u8] = b"\n//@ file ";

/// An input, taken apart.
#[derive(Clone, Debug)]
pub struct Case {
    /// The text that is worked on.
    pub source: Vec<u8>,
    /// The options of its lines.
    pub options: Options,
    /// The files that it can include.
    pub files: Files,
}

/// Files in memory.
#[derive(Clone, Debug, Default)]
pub struct Files(Vec<(String, Vec<u8>)>);

impl Includes for Files {
    fn resolve(&mut self, header_name: &str, _includer: Option<&str>) -> Option<String> {
        let name = header_name.trim_matches(['"', '<', '>']);
        self.0.iter().find(|(known, _)| known == name).map(|(known, _)| known.clone())
    }

    fn read(&mut self, name: &str) -> Option<Vec<u8>> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, bytes)| bytes.clone())
    }
}

impl Files {
    /// The texts of all of them.
    pub fn all(&self) -> impl Iterator<Item = &[u8]> {
        self.0.iter().map(|(_, bytes)| &**bytes)
    }
}

impl Case {
    /// Takes an input apart.
    #[must_use]
    pub fn read(input: &[u8]) -> Self {
        let mut parts = split(input);
        let source = parts.next().unwrap_or_default().to_vec();
        let mut files = Files::default();
        for part in parts {
            let end = part.iter().position(|&byte| byte == b'\n').unwrap_or(part.len());
            let (name, bytes) = part.split_at(end);
            files
                .0
                .push((String::from_utf8_lossy(name).trim().to_owned(), bytes.get(1..).unwrap_or_default().to_vec()));
        }
        // Less than by default, for more runs in the same time.
        let limits = Limits::default().max_copies(128).max_growth(1 << 15);
        let mut options = Options::new("fuzz.cl").limits(limits);
        for line in source.split(|&byte| byte == b'\n') {
            let Some(words) = line.strip_prefix(b"//@ ") else { continue };
            let words = String::from_utf8_lossy(words);
            let (verb, rest) = words.trim().split_once(' ').unwrap_or((words.trim(), ""));
            match verb {
                "option" => rest.split_whitespace().for_each(|word| add(&mut options, word)),
                "lint" => options = options.lint(true),
                "include" => {
                    let header = HEADERS.iter().find(|(name, _)| *name == rest.trim());
                    files.0.extend(header.map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())));
                }
                _ => {}
            }
        }
        Self { source, options, files }
    }

    /// Whether a setting without a value is on.
    pub fn is_on(&self, setting: &str) -> bool {
        self.options.get(setting) == Some(Value::Flag(true))
    }

    /// A limit, by the name of its setting.
    pub fn limit(&self, setting: &str) -> u64 {
        if let Some(Value::Number(number)) = self.options.get(setting) { number } else { u64::MAX }
    }
}

/// The parts of an input between the lines that begin a file, without the first words of those.
fn split(input: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(input);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = text.windows(FILE.len()).position(|window| window == FILE);
        rest = end.map(|end| &text[end + FILE.len()..]);
        // The line ending is the part's own.
        Some(end.map_or(text, |end| &text[..=end]))
    })
}

/// Adds an option; a word that is not an option changes nothing.
fn add(options: &mut Options, word: &str) {
    if let Ok(option) = word.parse::<MacroOption>() {
        *options = mem::take(options).macro_option(option);
        return;
    }
    let (name, value) = word.split_once('=').unwrap_or((word, "true"));
    match name.strip_prefix("--") {
        Some("include") => *options = mem::take(options).forced_include(value),
        Some(name) => drop(options.set(name, value)),
        None => {}
    }
}
