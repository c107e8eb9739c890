//! What was done and found, as JSON for programs; what `--report` writes.
//!
//! `docs/report.md` says what the fields mean, `docs/report.schema.json` the same to validators. Tests hold both and this
//! file together. Fields may be added at any time; where one goes or changes its meaning, [`SCHEMA_VERSION`] rises.
//!
//! The types here are the format, and nothing else is: what the core calls its things can change without it.

use crate::TOOL;
use clunroll_rules::table::RESTRICT_NOT_WRITTEN;
use clunroll_rules::{Applicability, Cause, Rule, Severity};
use std::collections::HashMap;
use std::io;

use serde::{Serialize, Serializer};

use crate::diagnostic::Label;
use crate::labels;
use crate::loads::why_in_place;
use crate::outcome::Outcome;
use crate::text::{LineColumnRange, SourceText, texts};
use crate::verdict::{Coverage, LoopCoverage, Verification};
use clunroll_core::{Amount, Done, LoadOrder, PointerReport, Promotion, PromotionReport, RequestReport};
use oclc_syntax::source::{FileId, Place};

/// The version of the format.
pub const SCHEMA_VERSION: u32 = 1;

/// One file that was worked on.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// Its name.
    pub name: &'a str,
    /// How long it is.
    pub bytes: usize,
    /// What became of it.
    pub outcome: &'a Outcome,
    /// Whether the rewritten text was written.
    pub is_written: bool,
    /// What came of comparing that text with the source, where that was asked for and something was changed.
    pub verification: Option<&'a Verification>,
}

/// Writes a report about `inputs`.
///
/// # Errors
///
/// Only those of `out`.
pub fn write(mut out: &mut dyn io::Write, inputs: &[Input<'_>]) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut out, &JsonReport::of(inputs))?;
    writeln!(out)
}

/// The same as [`write()`], in one line.
pub(super) fn write_line(mut out: &mut dyn io::Write, input: Input<'_>) -> io::Result<()> {
    serde_json::to_writer(&mut out, &JsonReport::of(&[input]))?;
    writeln!(out)
}

impl Serialize for Outcome {
    /// What the report of a run has for one file in `files`. Its name and its size are those of the source, and nothing is
    /// written.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let main = self.sources.get(FileId::MAIN);
        let (name, bytes) = main.map_or(("", 0), |file| (file.name.as_str(), file.bytes.len()));
        JsonFile::of(&Input { name, bytes, outcome: self, is_written: false, verification: None }).serialize(serializer)
    }
}

#[derive(Serialize)]
struct JsonReport<'a> {
    schema_version: u32,
    tool: JsonTool,
    files: Vec<JsonFile<'a>>,
    totals: JsonTotals,
}

#[derive(Serialize)]
struct JsonTool {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct JsonFile<'a> {
    name: &'a str,
    written: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    verification: Option<&'a Verification>,
    requests: Vec<JsonRequest<'a>>,
    promotions: Vec<JsonPromotion<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pointers: Vec<JsonPointer<'a>>,
    diagnostics: Vec<JsonDiagnostic<'a>>,
    totals: JsonTotals,
}

#[derive(Serialize)]
struct JsonRequest<'a> {
    place: JsonPlace,
    text: String,
    asks: JsonAmount,
    done: JsonDone<'a>,
    growth: Option<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    coverage: Vec<&'a LoopCoverage>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum JsonAmount {
    Full,
    Factor { factor: u32 },
    Jam { factor: u32 },
    Compiler,
    No,
    Unknown,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum JsonDone<'a> {
    Unrolled {
        form: &'static str,
        arrangement: &'static str,
        factor: Option<u32>,
        trips: Option<u64>,
        copies: u64,
        remainder: &'static str,
        loads_first: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        loads_in_place: Option<String>,
        guards: &'a [String],
        #[serde(skip_serializing_if = "Option::is_none")]
        condition: Option<&'a str>,
    },
    AsAsked,
    Left(JsonCause<'a>),
}

#[derive(Serialize)]
struct JsonCause<'a> {
    code: &'static str,
    name: &'static str,
    reason: &'a str,
}

/// A request to make arrays scalars.
#[derive(Serialize)]
struct JsonPromotion<'a> {
    place: JsonPlace,
    text: String,
    names: &'a [String],
    elements: u64,
    done: JsonPromotionDone<'a>,
    growth: Option<i64>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum JsonPromotionDone<'a> {
    Promoted {
        #[serde(skip_serializing_if = "Option::is_none")]
        condition: Option<&'a str>,
    },
    Left(JsonCause<'a>),
}

/// A pointer parameter that lacked `restrict`.
#[derive(Serialize)]
struct JsonPointer<'a> {
    place: JsonPlace,
    name: &'a str,
    done: JsonPointerDone<'a>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum JsonPointerDone<'a> {
    Restrict,
    Left(JsonCause<'a>),
}

#[derive(Serialize)]
struct JsonDiagnostic<'a> {
    code: &'static str,
    name: &'static str,
    severity: &'static str,
    message: &'a str,
    place: JsonPlace,
    label: &'a str,
    labels: Vec<JsonLabel<'a>>,
    /// The notes, and after them the help.
    notes: Vec<String>,
    fix: Option<JsonFix<'a>>,
}

#[derive(Serialize)]
struct JsonFix<'a> {
    title: &'a str,
    applicability: &'static str,
    edits: Vec<JsonEdit<'a>>,
}

#[derive(Serialize)]
struct JsonEdit<'a> {
    place: JsonPlace,
    text: &'a str,
}

#[derive(Serialize)]
struct JsonLabel<'a> {
    place: JsonPlace,
    message: &'a str,
}

/// A place as editors count: lines and characters from 1, the end behind the last character.
#[derive(Serialize)]
struct JsonPlace {
    file: String,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

#[derive(Clone, Copy, Default, Serialize)]
struct JsonTotals {
    requests: usize,
    unrolled: usize,
    left: usize,
    as_asked: usize,
    copies: u64,
    promotions: usize,
    promoted: usize,
    errors: usize,
    warnings: usize,
    notes: usize,
    input_bytes: usize,
    output_bytes: usize,
    growth: i64,
}

impl<'a> JsonReport<'a> {
    fn of(inputs: &[Input<'a>]) -> Self {
        let files: Vec<_> = inputs.iter().map(JsonFile::of).collect();
        let totals = files.iter().fold(JsonTotals::default(), |all, file| all.plus(&file.totals));
        let tool = JsonTool { name: TOOL, version: env!("CARGO_PKG_VERSION") };
        Self { schema_version: SCHEMA_VERSION, tool, files, totals }
    }
}

impl<'a> JsonFile<'a> {
    fn of(input: &Input<'a>) -> Self {
        let Outcome { diagnostics, requests, promotions, pointers, sources, .. } = input.outcome;
        let places = diagnostics.iter().flat_map(super::places);
        let places = places.chain(requests.iter().map(|request| request.place));
        let places = places.chain(promotions.iter().map(|promotion| promotion.place));
        let texts = texts(sources, places.chain(pointers.iter().map(|pointer| pointer.place)));
        let coverage = match input.verification.map(|verification| &verification.coverage) {
            Some(Coverage::Measured(loops)) => &loops[..],
            _ => &[],
        };
        let view = JsonView { outcome: input.outcome, coverage, texts: &texts };
        Self {
            name: input.name,
            written: input.is_written,
            verification: input.verification,
            requests: requests.iter().map(|request| view.request(request)).collect(),
            promotions: promotions.iter().map(|promotion| view.promotion(promotion)).collect(),
            pointers: pointers.iter().map(|pointer| view.pointer(pointer)).collect(),
            diagnostics: diagnostics.iter().map(|diagnostic| view.diagnostic(diagnostic)).collect(),
            totals: JsonTotals::of(input),
        }
    }
}

/// What the parts of a file's report are made from.
struct JsonView<'a, 'v> {
    outcome: &'a Outcome,
    /// By request.
    coverage: &'a [LoopCoverage],
    texts: &'v HashMap<FileId, SourceText<'a>>,
}

impl<'a> JsonView<'a, '_> {
    fn request(&self, request: &'a RequestReport) -> JsonRequest<'a> {
        let asks = match request.amount {
            Some(Amount::Full) => JsonAmount::Full,
            Some(Amount::By(factor)) => JsonAmount::Factor { factor },
            Some(Amount::Jam(factor)) => JsonAmount::Jam { factor },
            Some(Amount::Auto) => JsonAmount::Compiler,
            Some(Amount::No) => JsonAmount::No,
            _ => JsonAmount::Unknown,
        };
        let done = match &request.done {
            Done::Unrolled {
                form, arrangement, factor, trips, copies, remainder, loads, guards, condition, ..
            } => JsonDone::Unrolled {
                form: form.name(),
                arrangement: arrangement.name(),
                factor: *factor,
                trips: *trips,
                copies: *copies,
                remainder: remainder.name(),
                loads_first: *loads == LoadOrder::First,
                loads_in_place: why_in_place(loads),
                guards,
                condition: condition.as_deref(),
            },
            Done::Left { cause } => JsonDone::Left(self.left(request.place, cause)),
            _ => JsonDone::AsAsked,
        };
        let (place, text) = (self.spot(request.place), self.text(request.place));
        let first = self.coverage.partition_point(|one| one.request < request.place);
        let coverage = self.coverage[first..].iter().take_while(|one| one.request == request.place).collect();
        JsonRequest { place, text, asks, done, growth: request.growth, coverage }
    }

    fn promotion(&self, promotion: &'a PromotionReport) -> JsonPromotion<'a> {
        let PromotionReport { place, names, elements, done, growth, .. } = promotion;
        let done = match done {
            Promotion::Promoted { condition, .. } => JsonPromotionDone::Promoted { condition: condition.as_deref() },
            Promotion::Left { cause } => JsonPromotionDone::Left(self.left(*place, cause)),
            _ => JsonPromotionDone::Promoted { condition: None },
        };
        let (place, text) = (self.spot(*place), self.text(*place));
        JsonPromotion { place, text, names, elements: *elements, done, growth: *growth }
    }

    fn pointer(&self, pointer: &'a PointerReport) -> JsonPointer<'a> {
        let PointerReport { place, name, is_restrict, .. } = pointer;
        let done = if *is_restrict {
            JsonPointerDone::Restrict
        } else {
            JsonPointerDone::Left(self.left(*place, &Cause::broken(&RESTRICT_NOT_WRITTEN)))
        };
        JsonPointer { place: self.spot(*place), name, done }
    }

    fn text(&self, place: Place) -> String {
        let text = self.texts.get(&place.file).and_then(|text| text.content.get(place.span.range()));
        text.unwrap_or_default().to_owned()
    }

    /// The reason for which a request or a pointer is left.
    fn left(&self, place: Place, cause: &Cause) -> JsonCause<'a> {
        let rule = cause.rule();
        let reason = self.outcome.reason(place, cause).map_or(rule.name, |diagnostic| &diagnostic.message);
        JsonCause { code: rule.code, name: rule.name, reason }
    }

    fn diagnostic(&self, diagnostic: &'a crate::Diagnostic) -> JsonDiagnostic<'a> {
        let labelled = |label: &'a Label| JsonLabel { place: self.spot(label.place), message: &label.message };
        JsonDiagnostic {
            code: diagnostic.rule.code,
            name: diagnostic.rule.name,
            severity: diagnostic.severity.name(),
            message: &diagnostic.message,
            place: self.spot(diagnostic.primary.place),
            label: &diagnostic.primary.message,
            labels: labels(diagnostic).skip(1).map(labelled).collect(),
            notes: diagnostic.remarks().collect(),
            fix: diagnostic.fix.as_ref().map(|fix| self.fix(fix, diagnostic.rule)),
        }
    }

    fn fix(&self, fix: &'a crate::Fix, rule: &Rule) -> JsonFix<'a> {
        let edit = |edit: &'a crate::Edit| JsonEdit { place: self.spot(edit.place), text: &edit.text };
        let applicability = rule.fix.unwrap_or(Applicability::Safe).name();
        JsonFix { title: &fix.title, applicability, edits: fix.edits.iter().map(edit).collect() }
    }

    fn spot(&self, place: Place) -> JsonPlace {
        let file = self.outcome.sources.get(place.file);
        let (Some(file), Some(text)) = (file, self.texts.get(&place.file)) else {
            return JsonPlace { file: String::new(), line: 1, column: 1, end_line: 1, end_column: 1 };
        };
        let LineColumnRange { start: (line, column), end: (end_line, end_column) } = text.line_column_range(place.span);
        // The name as it is: it is there to be opened, and JSON escapes what is not to be printed.
        JsonPlace { file: file.name.clone(), line, column, end_line, end_column }
    }
}

impl JsonTotals {
    fn of(input: &Input<'_>) -> Self {
        let Outcome { diagnostics, requests, promotions, text, .. } = input.outcome;
        let mut totals = Self {
            requests: requests.len(),
            promotions: promotions.len(),
            promoted: promotions.iter().filter(|promotion| promotion.done.is_promoted()).count(),
            input_bytes: input.bytes,
            output_bytes: text.len(),
            growth: text.len() as i64 - input.bytes as i64,
            ..Self::default()
        };
        for request in requests {
            match request.done {
                Done::Unrolled { copies, .. } => {
                    totals.unrolled += 1;
                    totals.copies += copies;
                }
                Done::Left { .. } => totals.left += 1,
                _ => totals.as_asked += 1,
            }
        }
        for diagnostic in diagnostics {
            match diagnostic.severity {
                Severity::Error => totals.errors += 1,
                Severity::Warning => totals.warnings += 1,
                Severity::Note => totals.notes += 1,
            }
        }
        totals
    }

    fn plus(self, other: &Self) -> Self {
        Self {
            requests: self.requests + other.requests,
            unrolled: self.unrolled + other.unrolled,
            left: self.left + other.left,
            as_asked: self.as_asked + other.as_asked,
            copies: self.copies + other.copies,
            promotions: self.promotions + other.promotions,
            promoted: self.promoted + other.promoted,
            errors: self.errors + other.errors,
            warnings: self.warnings + other.warnings,
            notes: self.notes + other.notes,
            input_bytes: self.input_bytes + other.input_bytes,
            output_bytes: self.output_bytes + other.output_bytes,
            growth: self.growth + other.growth,
        }
    }
}
