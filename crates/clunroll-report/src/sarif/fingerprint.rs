//! What tells a finding of one run to be that of another.
//!
//! Lines move when something is written above them, so a finding is known by its rule, its file and the text of its line.
//! Of several that agree in these, each has a number, in the order of the file. The hash is FNV-1a: the same on every
//! machine and with every version of clunroll, which the standard library's is not.

use std::collections::HashMap;
use std::hash::Hasher;

use fnv::FnvHasher;

use super::uri::ArtifactLocation;
use crate::diagnostic::Diagnostic;
use oclc_syntax::source::Sources;

/// The name under which the log has it; it changes with what is hashed.
const KEY: &str = "clunrollRuleFileLine/v1";

/// Bytes of a line that are looked at: a file may be one long line, and each finding in it would read all of it.
const LONGEST: usize = 512;

/// How often each hash was seen in this run.
#[derive(Debug, Default)]
pub(super) struct Fingerprints {
    seen: HashMap<u64, u32>,
}

impl Fingerprints {
    /// Name and value for this finding; none where its file is unknown.
    pub(super) fn of(&mut self, diagnostic: &Diagnostic, sources: &Sources) -> Option<(&'static str, String)> {
        let place = diagnostic.primary.place;
        let file = sources.get(place.file)?;
        let line = file.line(file.line_index(place.span.start))?;
        let text = file.slice(line).trim_ascii();
        let text = &text[..text.len().min(LONGEST)];
        let mut hasher = FnvHasher::default();
        for part in [diagnostic.rule.code.as_bytes(), ArtifactLocation::of(&file.name).uri().as_bytes(), text] {
            hasher.write(part);
            // No part holds it, so that none can run into the next.
            hasher.write(b"\n");
        }
        let hash = hasher.finish();
        let number = self.seen.entry(hash).or_insert(0);
        *number += 1;
        Some((KEY, format!("{hash:016x}:{number}")))
    }
}
