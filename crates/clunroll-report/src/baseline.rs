//! A baseline: the findings that a project accepts for now.
//!
//! ```json
//! {"schema_version":1,"findings":[
//! {"file":"kernels/blur.cl","code":"CLU102","line":"#pragma unroll","count":2}
//! ]}
//! ```
//!
//! A finding is identified by its file, its rule and the text of its line, so it stays known when lines move. The file has no line numbers.
//! If several findings agree in all three, the first `count` of them are known, and all others are new. A finding may be found several
//! times: for each request that it concerns, and for each source that includes its file. It is counted once. A finding with several places
//! has an entry for each, and is known if all of them are. So a new source that includes an old header has no new findings there.
//!
//! The entries are sorted, one on each line, so that versions of the file can be compared and merged.

use std::collections::{BTreeMap, HashMap};
use std::io;

use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;
use crate::fingerprint::line_of;
use oclc_syntax::source::{Place, Sources, Span};

/// The version of the file. It changes when findings are identified in another way.
const VERSION: u32 = 1;

/// The known findings, and those of this run.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    counts: BTreeMap<Identity, Counts>,
    /// For each place of a finding of this run: whether it is known.
    places: HashMap<(String, Span, &'static str), bool>,
}

/// The identity of a finding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Identity {
    file: String,
    code: String,
    line: String,
}

#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// How many the baseline has.
    known: usize,
    /// How many this run found.
    found: usize,
}

/// An entry that was found less often than the baseline says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnusedEntry<'a> {
    /// The name of the file in the baseline.
    pub file: &'a str,
    /// The code of the rule.
    pub code: &'a str,
    /// The text of the line.
    pub line: &'a str,
    /// How often it is in the baseline and was not found.
    pub count: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BaselineFile {
    schema_version: u32,
    findings: Vec<BaselineEntry>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct BaselineEntry {
    file: String,
    code: String,
    line: String,
    count: usize,
}

impl Baseline {
    /// Reads what [`Baseline::write`] wrote.
    ///
    /// # Errors
    ///
    /// If the text is not a baseline. The message says what is wrong, and where.
    pub fn read(text: &[u8]) -> Result<Self, String> {
        let file: BaselineFile = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        if file.schema_version != VERSION {
            return Err(format!("its schema_version is {}, not {VERSION}", file.schema_version));
        }
        let mut counts = BTreeMap::<_, Counts>::new();
        for BaselineEntry { file, code, line, count } in file.findings {
            let entry = counts.entry(Identity { file, code, line }).or_default();
            // The same entry may be there twice after a merge.
            entry.known = entry.known.saturating_add(count);
        }
        Ok(Self { counts, places: HashMap::new() })
    }

    /// Whether a finding is known. `name` maps the name of a file to its name in the baseline.
    pub fn knows(&mut self, diagnostic: &Diagnostic, sources: &Sources, name: impl Fn(&str) -> String) -> bool {
        let places = std::iter::once(&diagnostic.primary).chain(&diagnostic.also).map(|label| label.place);
        // All places are counted, even after a new one.
        let mut is_known = true;
        for place in places {
            is_known &= self.knows_at(place, diagnostic.rule.code, sources, &name);
        }
        is_known
    }

    fn knows_at(&mut self, place: Place, code: &'static str, sources: &Sources, name: impl Fn(&str) -> String) -> bool {
        let Some((file, line)) = sources.get(place.file).zip(line_of(place, sources)) else { return false };
        let file = name(&file.name);
        if let Some(&is_known) = self.places.get(&(file.clone(), place.span, code)) {
            return is_known;
        }
        let line = String::from_utf8_lossy(line).into_owned();
        let counts = self.counts.entry(Identity { file: file.clone(), code: code.to_owned(), line }).or_default();
        counts.found += 1;
        let is_known = counts.found <= counts.known;
        self.places.insert((file, place.span, code), is_known);
        is_known
    }

    /// The entries that were found less often than the baseline says, in the order of their files.
    pub fn unused(&self) -> impl Iterator<Item = UnusedEntry<'_>> {
        self.counts.iter().filter(|(_, counts)| counts.found < counts.known).map(|(identity, counts)| UnusedEntry {
            file: &identity.file,
            code: &identity.code,
            line: &identity.line,
            count: counts.known - counts.found,
        })
    }

    /// Writes the findings of this run as a baseline.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    pub fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write!(out, "{{\"schema_version\":{VERSION},\"findings\":[")?;
        let found = self.counts.iter().filter(|(_, counts)| counts.found > 0);
        for (number, (Identity { file, code, line }, counts)) in found.enumerate() {
            out.write_all(if number > 0 { b",\n" } else { b"\n" })?;
            let (file, code, line) = (file.clone(), code.clone(), line.clone());
            serde_json::to_writer(&mut *out, &BaselineEntry { file, code, line, count: counts.found })?;
        }
        out.write_all(b"\n]}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clunroll_rules::Rule;
    use clunroll_rules::table::{NEGATIVE_FACTOR, ZERO_FACTOR};
    use oclc_syntax::source::FileId;

    /// For the finding at each `x` of a text: whether the baseline knows it.
    fn known(baseline: &mut Baseline, text: &str, rule: &'static Rule) -> Vec<bool> {
        let mut sources = Sources::default();
        sources.add("k.cl".to_owned(), text.as_bytes().to_vec());
        let found = text.match_indices('x').map(|(at, _)| {
            let place = Place { file: FileId::MAIN, span: Span::new(at as u32, at as u32 + 1) };
            Diagnostic::new(rule, place, "m", "")
        });
        found.map(|diagnostic| baseline.knows(&diagnostic, &sources, |name| format!("a/{name}"))).collect()
    }

    fn written(baseline: &Baseline) -> String {
        let mut text = Vec::new();
        baseline.write(&mut text).expect("a vector takes everything");
        String::from_utf8(text).expect("it is UTF-8")
    }

    fn of(text: &str) -> Baseline {
        let mut baseline = Baseline::default();
        known(&mut baseline, text, &NEGATIVE_FACTOR);
        Baseline::read(written(&baseline).as_bytes()).expect("it was written")
    }

    #[test]
    fn what_is_written_is_known() {
        assert_eq!(known(&mut of("x\ny\n  x;\nx\n"), "x\ny\n  x;\nx\n", &NEGATIVE_FACTOR), [true; 3]);
        assert_eq!(known(&mut of("x\n"), "x\n", &ZERO_FACTOR), [false]);
        assert_eq!(written(&Baseline::default()), "{\"schema_version\":1,\"findings\":[\n]}\n");
        let expected = "{\"file\":\"a/k.cl\",\"code\":\"CLU001\",\"line\":\"x\",\"count\":2}";
        let mut baseline = Baseline::default();
        known(&mut baseline, "x\nx\n", &NEGATIVE_FACTOR);
        assert_eq!(written(&baseline), format!("{{\"schema_version\":1,\"findings\":[\n{expected}\n]}}\n"));
    }

    #[test]
    fn lines_may_move_and_may_not_be_more() {
        assert_eq!(known(&mut of("x\n"), "\n\n\t x\r\nx\n", &NEGATIVE_FACTOR), [true, false]);
        assert_eq!(known(&mut of("x y\n"), "x\n", &NEGATIVE_FACTOR), [false]);
    }

    #[test]
    fn a_finding_is_counted_once_however_often_it_is_found() {
        let mut baseline = of("x\nx\n");
        for _ in 0..3 {
            assert_eq!(known(&mut baseline, "x\nx\nx\n", &NEGATIVE_FACTOR), [true, true, false]);
        }
        assert_eq!(baseline.counts.values().map(|counts| counts.found).sum::<usize>(), 3);
    }

    #[test]
    fn what_is_not_found_is_unused() {
        let mut baseline = of("x\nx\nx y\n");
        known(&mut baseline, "x\n", &NEGATIVE_FACTOR);
        let unused: Vec<_> = baseline.unused().map(|entry| (entry.line, entry.count)).collect();
        assert_eq!(unused, [("x", 1), ("x y", 1)]);
        assert_eq!(baseline.unused().next().map(|entry| (entry.file, entry.code)), Some(("a/k.cl", "CLU001")));
    }

    #[test]
    fn what_is_no_baseline_is_an_error() {
        for text in ["", "[]", "{\"schema_version\":1}", "{\"schema_version\":1,\"findings\":[],\"more\":1}"] {
            assert!(Baseline::read(text.as_bytes()).is_err(), "{text}");
        }
        let error = Baseline::read(b"{\"schema_version\":2,\"findings\":[]}").expect_err("another version");
        assert_eq!(error, "its schema_version is 2, not 1");
    }
}
