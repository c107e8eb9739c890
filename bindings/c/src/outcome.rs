//! The outcome: the text, the diagnostics as structs, and reports as text.
//!
//! All pointers that C gets point into the outcome, so that one function frees it. Diagnostics and reports are made when they are first
//! requested.

use std::sync::OnceLock;

use clunroll::rules::{Diagnostic, Severity};
use clunroll::{LineColumn, Locations, Outcome};
use clunroll_report::{Checked, Renderer, full, json, requests, short};

use crate::boundary::{Failed, guarded, guarded_value, write};
use crate::text::Kept;
use crate::{clunroll_status, clunroll_text};

/// The result of unrolling a source.
#[derive(Debug)]
pub struct clunroll_outcome {
    outcome: Outcome,
    text: Kept,
    /// The diagnostics of the outcome. All are made together, so that each file is read once for them.
    diagnostics: OnceLock<Vec<KeptDiagnostic>>,
    /// One for each format.
    reports: [OnceLock<Kept>; FORMATS],
    name: String,
    /// The length of the source.
    length: usize,
}

/// Several threads may read the same outcome at once.
const _: () = {
    const fn may_be_shared<T: Send + Sync>() {}
    may_be_shared::<clunroll_outcome>();
};

/// How severe a diagnostic is.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum clunroll_severity {
    /// The output must not be used.
    Error = 0,
    /// The author probably intended something else.
    Warning = 1,
    /// Worth knowing.
    Note = 2,
}

/// A diagnostic. Later versions may add members at the end.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct clunroll_diagnostic {
    /// How severe it is.
    pub severity: clunroll_severity,
    /// The first line of the place, from 1; 0 without a place.
    pub line: u32,
    /// The column of the first character, from 1.
    pub column: u32,
    /// The last line.
    pub end_line: u32,
    /// The column after the last character.
    pub end_column: u32,
    /// The code of the rule, such as `CLU102`.
    pub code: clunroll_text,
    /// The name of the rule, such as `full-unroll-without-trip-count`.
    pub rule: clunroll_text,
    /// The name of the file.
    pub file: clunroll_text,
    /// What is wrong.
    pub message: clunroll_text,
    /// The label of the place; may be empty.
    pub label: clunroll_text,
    /// Why it matters, one sentence on each line.
    pub notes: clunroll_text,
    /// What to write instead, one sentence on each line.
    pub help: clunroll_text,
}

/// A format of a report. The values begin with `CLUNROLL_FORMAT_`.
pub type clunroll_format = u32;

/// Each diagnostic with its lines of source and carets, for people.
pub const CLUNROLL_FORMAT_FULL: clunroll_format = 0;
/// Each diagnostic in one line: `kernel.cl:12:20: error[CLU001]: the unroll factor is negative`.
pub const CLUNROLL_FORMAT_SHORT: clunroll_format = 1;
/// Everything, for programs; docs/report.md describes it.
pub const CLUNROLL_FORMAT_JSON: clunroll_format = 2;
/// One line for each request, which says what was done.
pub const CLUNROLL_FORMAT_REQUESTS: clunroll_format = 3;
/// One line for each choice of a profile that fits no loop of the source any more; they are not applied.
pub const CLUNROLL_FORMAT_UNFIT: clunroll_format = 4;

/// The number of formats.
const FORMATS: usize = 5;

/// A diagnostic with its texts.
#[derive(Debug)]
struct KeptDiagnostic {
    severity: clunroll_severity,
    start: LineColumn,
    end: LineColumn,
    code: Kept,
    rule: Kept,
    file: Kept,
    message: Kept,
    label: Kept,
    notes: Kept,
    help: Kept,
}

impl KeptDiagnostic {
    fn new(diagnostic: &Diagnostic, locations: &mut Locations<'_>) -> Self {
        const NOWHERE: LineColumn = LineColumn { line: 0, column: 0 };
        let (file, start, end) = locations.of(diagnostic.primary.place).map_or_else(
            || (String::new(), NOWHERE, NOWHERE),
            |location| (location.file, location.start, location.end),
        );
        Self {
            severity: match diagnostic.severity {
                Severity::Error => clunroll_severity::Error,
                Severity::Warning => clunroll_severity::Warning,
                Severity::Note => clunroll_severity::Note,
            },
            start,
            end,
            code: Kept::new(diagnostic.rule.code),
            rule: Kept::new(diagnostic.rule.name),
            file: Kept::new(file),
            message: Kept::new(&diagnostic.message),
            label: Kept::new(&diagnostic.primary.message),
            notes: Kept::new(diagnostic.notes.join("\n")),
            help: Kept::new(diagnostic.help.join("\n")),
        }
    }

    /// The diagnostic in its form for C, valid as long as this is kept.
    fn seen(&self) -> clunroll_diagnostic {
        clunroll_diagnostic {
            severity: self.severity,
            // A file that is read has less than 4 GiB.
            line: self.start.line as u32,
            column: self.start.column as u32,
            end_line: self.end.line as u32,
            end_column: self.end.column as u32,
            code: self.code.text(),
            rule: self.rule.text(),
            file: self.file.text(),
            message: self.message.text(),
            label: self.label.text(),
            notes: self.notes.text(),
            help: self.help.text(),
        }
    }
}

impl clunroll_outcome {
    /// The outcome for a source of that name and length.
    pub(crate) fn new(outcome: Outcome, name: &str, length: usize) -> Self {
        // A copy, because reports count the bytes of the outcome's own text.
        let text = Kept::new(&outcome.text);
        Self { outcome, text, diagnostics: OnceLock::new(), reports: Default::default(), name: name.to_owned(), length }
    }

    fn diagnostics(&self) -> &[KeptDiagnostic] {
        self.diagnostics.get_or_init(|| {
            let mut locations = Locations::new(&self.outcome.sources);
            self.outcome.diagnostics.iter().map(|one| KeptDiagnostic::new(one, &mut locations)).collect()
        })
    }

    /// The findings as text in a format; `None` if there is no such format.
    fn report(&self, format: clunroll_format) -> Option<&Kept> {
        let report = self.reports.get(usize::try_from(format).ok()?)?;
        Some(report.get_or_init(|| Kept::new(self.write_report(format))))
    }

    fn write_report(&self, format: clunroll_format) -> Vec<u8> {
        let (mut out, outcome) = (Vec::new(), &self.outcome);
        let checked = Checked::new(&self.name, self.length, outcome);
        // Writing to memory does not fail.
        let _ = match format {
            CLUNROLL_FORMAT_FULL => full::Full::default().file(&mut out, &checked),
            CLUNROLL_FORMAT_SHORT => short::Short::default().file(&mut out, &checked),
            CLUNROLL_FORMAT_UNFIT => {
                let lines = outcome.unfit.iter().map(|chosen| format!("the profile has {chosen}\n"));
                out.extend(lines.flat_map(String::into_bytes));
                Ok(())
            }
            CLUNROLL_FORMAT_REQUESTS => requests::write(&mut out, &outcome.requests, &outcome.sources),
            _ => {
                let is_written = !outcome.has_errors();
                let input =
                    json::Input { name: &self.name, bytes: self.length, outcome, is_written, verification: None };
                json::write(&mut out, &[input])
            }
        };
        out
    }
}

/// Frees an outcome, and with it all texts that came from it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clunroll_outcome_free(outcome: *mut clunroll_outcome) {
    guarded_value((), || {
        if !outcome.is_null() {
            // SAFETY: it was made by `clunroll_unroll`, and is not used again.
            drop(unsafe { Box::from_raw(outcome) });
        }
    });
}

/// The source with its loops unrolled. If nothing was to be done, it is the source. The text is valid until the outcome is
/// freed. If there are errors (`clunroll_outcome_has_errors`), do not use it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clunroll_outcome_text(outcome: *const clunroll_outcome) -> clunroll_text {
    guarded_value(clunroll_text::EMPTY, || {
        // SAFETY: the caller passes NULL or an outcome.
        unsafe { outcome.as_ref() }.map_or(clunroll_text::EMPTY, |outcome| outcome.text.text())
    })
}

/// Whether a pragma is invalid, or a diagnostic has the severity of an error for another reason.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clunroll_outcome_has_errors(outcome: *const clunroll_outcome) -> bool {
    guarded_value(false, || {
        // SAFETY: the caller passes NULL or an outcome.
        unsafe { outcome.as_ref() }.is_some_and(|outcome| outcome.outcome.has_errors())
    })
}

/// How many diagnostics there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clunroll_outcome_diagnostic_count(outcome: *const clunroll_outcome) -> usize {
    guarded_value(0, || {
        // SAFETY: the caller passes NULL or an outcome.
        unsafe { outcome.as_ref() }.map_or(0, |outcome| outcome.outcome.diagnostics.len())
    })
}

/// Writes the diagnostic with this index to `*diagnostic`. They are in the order of their places. Its texts are valid until
/// the outcome is freed.
///
/// `size` is `sizeof(clunroll_diagnostic)`: a later version of the library writes only the members that the caller knows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clunroll_outcome_diagnostic(
    outcome: *const clunroll_outcome,
    index: usize,
    diagnostic: *mut clunroll_diagnostic,
    size: usize,
) -> clunroll_status {
    guarded(std::ptr::null(), || {
        // SAFETY: the caller passes NULL or an outcome.
        let outcome = unsafe { outcome.as_ref() }.ok_or(Failed::NULL)?;
        if diagnostic.is_null() {
            return Err(Failed::NULL);
        }
        if size < size_of::<clunroll_diagnostic>() {
            let least = size_of::<clunroll_diagnostic>();
            return Err(Failed::Invalid(format!("the size of the diagnostic is {size}, but it needs {least} bytes")));
        }
        let found = outcome.diagnostics().get(index).ok_or(Failed::Plainly(clunroll_status::OutOfRange))?;
        // SAFETY: that many bytes may be written. A caller with a later header finds zeros in the members that are unknown here.
        unsafe { diagnostic.cast::<u8>().write_bytes(0, size) };
        // SAFETY: as above.
        unsafe { write(diagnostic, found.seen()) }
    })
}

/// Writes a report about the findings to `*report`, in a format. The text is valid until the outcome is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clunroll_outcome_report(
    outcome: *const clunroll_outcome,
    format: clunroll_format,
    report: *mut clunroll_text,
) -> clunroll_status {
    guarded(std::ptr::null(), || {
        // SAFETY: the caller passes NULL or a text that may be written.
        unsafe { write(report, clunroll_text::EMPTY) }?;
        // SAFETY: the caller passes NULL or an outcome.
        let outcome = unsafe { outcome.as_ref() }.ok_or(Failed::NULL)?;
        let found = outcome.report(format).ok_or_else(|| Failed::Invalid(format!("there is no format {format}")))?;
        // SAFETY: as above.
        unsafe { write(report, found.text()) }
    })
}
