//! Identifies a finding across runs.
//!
//! Lines move when an author adds text above them, so a fingerprint has the rule, the file and the text of the line. Findings that agree in
//! these are numbered, in the order of the file. The hash is FNV-1a: unlike the standard library's hash, it is the same on every machine
//! and in every version of clunroll.

use std::collections::HashMap;
use std::hash::Hasher;

use fnv::FnvHasher;

use crate::diagnostic::Diagnostic;
use crate::sarif::uri::uri;
use oclc_syntax::source::{Place, Sources};

/// The name of the fingerprint in a SARIF log. It changes when something else is hashed.
pub(super) const KEY: &str = "clunrollRuleFileLine/v1";

/// How many bytes of a line are hashed. A file may be one long line, and each finding in it would read all of it.
const LONGEST: usize = 512;

/// How often each hash was seen in this run.
#[derive(Debug, Default)]
pub(super) struct Fingerprints {
    seen: HashMap<u64, u32>,
}

impl Fingerprints {
    /// The fingerprint of a finding; `None` if its file is unknown.
    pub(super) fn of(&mut self, diagnostic: &Diagnostic, sources: &Sources) -> Option<String> {
        let place = diagnostic.primary.place;
        let file = sources.get(place.file)?;
        let text = line_of(place, sources)?;
        let mut hasher = FnvHasher::default();
        for part in [diagnostic.rule.code.as_bytes(), uri(&file.name).as_bytes(), text] {
            hasher.write(part);
            // No part contains this byte, so two parts cannot be confused.
            hasher.write(b"\n");
        }
        let hash = hasher.finish();
        let number = self.seen.entry(hash).or_insert(0);
        *number += 1;
        Some(format!("{hash:016x}:{number}"))
    }
}

/// The line of a place without its indentation, cut to the length that is hashed; `None` if its file is unknown.
pub(super) fn line_of(place: Place, sources: &Sources) -> Option<&[u8]> {
    let file = sources.get(place.file)?;
    let text = file.slice(file.line(file.line_index(place.span.start))?).trim_ascii();
    Some(&text[..text.len().min(LONGEST)])
}
