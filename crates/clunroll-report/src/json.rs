//! Results and findings as JSON for programs: the file of `--report`.
//!
//! `docs/report.md` explains the fields, and `docs/report.schema.json` describes them for validators. Tests compare both with this file.
//! Fields may be added at any time. If a field is removed or changes its meaning, [`SCHEMA_VERSION`] increases.
//!
//! The names here belong to the format: names in the core can change without them.

use std::cell::RefCell;
use std::io;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::diagnostic::{Diagnostic, Fix, Label};
use crate::loads::why_in_place;
use crate::outcome::Outcome;
use crate::verdict::{Coverage, LoopCoverage, Verification};
use crate::{LineColumn, Location, Locations, TOOL, labels};
use clunroll_core::{Amount, Done, LoadOrder, PointerReport, Promotion, PromotionReport, RequestReport};
use clunroll_rules::table::RESTRICT_NOT_WRITTEN;
use clunroll_rules::{Applicability, Cause, Rule, Severity};
use oclc_syntax::source::{FileId, Place};

/// The version of the format.
pub const SCHEMA_VERSION: u32 = 1;

/// One input file.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its length.
    pub bytes: usize,
    /// Its results and findings.
    pub outcome: &'a Outcome,
    /// Whether the rewritten text was written.
    pub is_written: bool,
    /// The comparison of that text with the source, if the user asked for one and the text differs from the source.
    pub verification: Option<&'a Verification>,
}

/// Writes a report about `inputs`.
///
/// # Errors
///
/// Only those of `out`.
pub fn write(mut out: &mut dyn io::Write, inputs: &[Input<'_>]) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut out, &report(inputs))?;
    writeln!(out)
}

/// The same as [`write()`], in one line.
pub(super) fn write_line(mut out: &mut dyn io::Write, input: Input<'_>) -> io::Result<()> {
    serde_json::to_writer(&mut out, &report(&[input]))?;
    writeln!(out)
}

impl Serialize for Outcome {
    /// The entry of one file in `files` of a report. Name and size are those of the source; the entry says that no text was written.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let main = self.sources.get(FileId::MAIN);
        let (name, bytes) = main.map_or(("", 0), |file| (file.name.as_str(), file.bytes.len()));
        let input = Input { name, bytes, outcome: self, is_written: false, verification: None };
        JsonView::file(&input).serialize(serializer)
    }
}

/// Removes the `?` from the members `name?` of an object, and drops those that have no value.
pub(super) fn with_optional(object: Value) -> Value {
    let Value::Object(members) = object else { return object };
    let is_empty = |value: &Value| value.is_null() || value.as_array().is_some_and(Vec::is_empty);
    let members = members.into_iter().filter(|(name, value)| !(name.ends_with('?') && is_empty(value)));
    members.map(|(name, value)| (name.trim_end_matches('?').to_owned(), value)).collect()
}

fn report(inputs: &[Input<'_>]) -> Value {
    json!({
        "schema_version": SCHEMA_VERSION,
        "tool": { "name": TOOL, "version": env!("CARGO_PKG_VERSION") },
        "files": inputs.iter().map(JsonView::file).collect::<Vec<_>>(),
        "totals": totals(inputs),
    })
}

/// The data for the report of one file.
struct JsonView<'a> {
    outcome: &'a Outcome,
    /// By request.
    coverage: &'a [LoopCoverage],
    locations: RefCell<Locations<'a>>,
}

impl JsonView<'_> {
    fn file(input: &Input<'_>) -> Value {
        let Outcome { diagnostics, requests, promotions, pointers, sources, .. } = input.outcome;
        let coverage = match input.verification.map(|verification| &verification.coverage) {
            Some(Coverage::Measured(loops)) => &loops[..],
            _ => &[],
        };
        let view = JsonView { outcome: input.outcome, coverage, locations: RefCell::new(Locations::new(sources)) };
        with_optional(json!({
            "name": input.name,
            "written": input.is_written,
            "verification?": input.verification,
            "requests": requests.iter().map(|request| view.request(request)).collect::<Vec<_>>(),
            "promotions": promotions.iter().map(|promotion| view.promotion(promotion)).collect::<Vec<_>>(),
            "pointers?": pointers.iter().map(|pointer| view.pointer(pointer)).collect::<Vec<_>>(),
            "diagnostics": diagnostics.iter().map(|diagnostic| view.diagnostic(diagnostic)).collect::<Vec<_>>(),
            "totals": totals(std::slice::from_ref(input)),
        }))
    }

    fn request(&self, request: &RequestReport) -> Value {
        let asks = match request.amount {
            Some(Amount::Full) => json!({ "kind": "full" }),
            Some(Amount::By(factor)) => json!({ "kind": "factor", "factor": factor }),
            Some(Amount::Jam(factor)) => json!({ "kind": "jam", "factor": factor }),
            Some(Amount::Auto) => json!({ "kind": "compiler" }),
            Some(Amount::No) => json!({ "kind": "no" }),
            _ => json!({ "kind": "unknown" }),
        };
        let done = match &request.done {
            Done::Unrolled {
                form, arrangement, factor, trips, copies, remainder, loads, guards, condition, ..
            } => with_optional(json!({
                "kind": "unrolled",
                "form": form.name(),
                "arrangement": arrangement.name(),
                "factor": factor,
                "trips": trips,
                "copies": copies,
                "remainder": remainder.name(),
                "loads_first": *loads == LoadOrder::First,
                "loads_in_place?": why_in_place(loads),
                "guards": guards,
                "condition?": condition,
            })),
            Done::Left { cause } => self.declined(request.place, cause),
            _ => json!({ "kind": "as-asked" }),
        };
        let first = self.coverage.partition_point(|one| one.request < request.place);
        let coverage = self.coverage[first..].iter().take_while(|one| one.request == request.place);
        with_optional(json!({
            "place": self.place(request.place),
            "text": self.text(request.place),
            "asks": asks,
            "done": done,
            "growth": request.growth,
            "coverage?": coverage.collect::<Vec<_>>(),
        }))
    }

    fn promotion(&self, promotion: &PromotionReport) -> Value {
        let PromotionReport { place, names, elements, done, growth, .. } = promotion;
        json!({
            "place": self.place(*place),
            "text": self.text(*place),
            "names": names,
            "elements": elements,
            "done": match done {
                Promotion::Promoted { condition, .. } => {
                    with_optional(json!({ "kind": "promoted", "condition?": condition }))
                }
                Promotion::Left { cause } => self.declined(*place, cause),
                _ => json!({ "kind": "promoted" }),
            },
            "growth": growth,
        })
    }

    /// A pointer parameter that lacked `restrict`.
    fn pointer(&self, pointer: &PointerReport) -> Value {
        let PointerReport { place, name, is_restrict, .. } = pointer;
        let done = if *is_restrict {
            json!({ "kind": "restrict" })
        } else {
            self.declined(*place, &Cause::broken(&RESTRICT_NOT_WRITTEN))
        };
        json!({ "place": self.place(*place), "name": name, "done": done })
    }

    fn text(&self, place: Place) -> String {
        let mut locations = self.locations.borrow_mut();
        let text = locations.text(place.file).and_then(|text| text.content.get(place.span.range()));
        text.unwrap_or_default().to_owned()
    }

    /// The reason why a request or a pointer is declined.
    fn declined(&self, place: Place, cause: &Cause) -> Value {
        let rule = cause.rule();
        let reason = self.outcome.reason(place, cause).map_or(rule.name, |diagnostic| &diagnostic.message);
        json!({ "kind": "left", "code": rule.code, "name": rule.name, "reason": reason })
    }

    fn diagnostic(&self, diagnostic: &Diagnostic) -> Value {
        let label = |label: &Label| json!({ "place": self.place(label.place), "message": label.message });
        json!({
            "code": diagnostic.rule.code,
            "name": diagnostic.rule.name,
            "severity": diagnostic.severity.name(),
            "message": diagnostic.message,
            "place": self.place(diagnostic.primary.place),
            "label": diagnostic.primary.message,
            "labels": labels(diagnostic).skip(1).map(label).collect::<Vec<_>>(),
            // The help comes last.
            "notes": diagnostic.remarks().collect::<Vec<_>>(),
            "fix": diagnostic.fix.as_ref().map(|fix| self.fix(fix, diagnostic.rule)),
        })
    }

    fn fix(&self, fix: &Fix, rule: &Rule) -> Value {
        let edits = fix.edits.iter().map(|edit| json!({ "place": self.place(edit.place), "text": edit.text }));
        let applicability = rule.fix.unwrap_or(Applicability::Safe).name();
        json!({ "title": fix.title, "applicability": applicability, "edits": edits.collect::<Vec<_>>() })
    }

    /// A place: lines and characters from 1, as in editors; the end is after the last character.
    fn place(&self, place: Place) -> Value {
        let first = LineColumn { line: 1, column: 1 };
        let unknown = || Location { file: String::new(), start: first, end: first };
        let Location { file, start, end } = self.locations.borrow_mut().of(place).unwrap_or_else(unknown);
        // The name is unchanged: programs open the file, and JSON escapes unprintable characters.
        json!({
            "file": file,
            "line": start.line,
            "column": start.column,
            "end_line": end.line,
            "end_column": end.column,
        })
    }
}

fn totals(inputs: &[Input<'_>]) -> Value {
    let outcomes = || inputs.iter().map(|input| input.outcome);
    let requests = || outcomes().flat_map(|outcome| &outcome.requests).map(|request| &request.done);
    let promotions = || outcomes().flat_map(|outcome| &outcome.promotions);
    let found = |severity: Severity| {
        let diagnostics = outcomes().flat_map(|outcome| &outcome.diagnostics);
        diagnostics.filter(|diagnostic| diagnostic.severity == severity).count()
    };
    let copies = requests().map(|done| if let Done::Unrolled { copies, .. } = done { *copies } else { 0 });
    let input_bytes: usize = inputs.iter().map(|input| input.bytes).sum();
    let output_bytes: usize = outcomes().map(|outcome| outcome.text.len()).sum();
    json!({
        "requests": requests().count(),
        "unrolled": requests().filter(|done| matches!(done, Done::Unrolled { .. })).count(),
        "left": requests().filter(|done| matches!(done, Done::Left { .. })).count(),
        "as_asked": requests().filter(|done| !matches!(done, Done::Unrolled { .. } | Done::Left { .. })).count(),
        "copies": copies.sum::<u64>(),
        "promotions": promotions().count(),
        "promoted": promotions().filter(|promotion| promotion.done.is_promoted()).count(),
        "errors": found(Severity::Error),
        "warnings": found(Severity::Warning),
        "notes": found(Severity::Note),
        "input_bytes": input_bytes,
        "output_bytes": output_bytes,
        "growth": output_bytes as i64 - input_bytes as i64,
    })
}
