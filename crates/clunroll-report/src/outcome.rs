//! What came out of a run, in words.

use clunroll_core::{Fault, Found, Point, PointerReport, PromotionReport, RequestReport, Rewritten};
use clunroll_rules::{Cause, Severity};
use oclc_syntax::source::{Place, Sources};

use crate::diagnostic::Diagnostic;
use crate::{labels, shared_cause};

/// The rewritten text and all there is to say about it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The source with its requested loops unrolled; the source itself where nothing was to be done.
    pub text: Vec<u8>,
    /// Findings in the order of their places, one for each cause: several requests may depend on it.
    pub diagnostics: Vec<Diagnostic>,
    /// Findings that a comment or an option turns off. They are not reported; a loop is left for them all the same.
    pub allowed: Vec<Diagnostic>,
    /// What became of each request, in the order of the source.
    pub requests: Vec<RequestReport>,
    /// What became of each `#pragma promote_to_registers`, in the order of the source.
    pub promotions: Vec<PromotionReport>,
    /// What became of each pointer parameter of a kernel, with `--assume restrict`, in the order of the source.
    pub pointers: Vec<PointerReport>,
    /// Where copies and remainders begin in the text, in rising order. There are none in the raw strings of a C++ file.
    pub points: Vec<Point>,
    /// The files that the places in this outcome point into.
    pub sources: Sources,
    /// Why the source, or a part of it, was not processed; that part is in the text as it was. `None` if all of it was.
    pub fault: Option<Fault>,
}

impl Outcome {
    /// What the engine has done and found, in words.
    #[doc(hidden)]
    #[must_use]
    pub fn of(rewritten: Rewritten) -> Self {
        let Rewritten { text, found, allowed, requests, promotions, pointers, points, sources, fault, .. } = rewritten;
        Self {
            text,
            diagnostics: shared_cause::diagnostics(&found, in_words),
            allowed: allowed.iter().map(in_words).collect(),
            requests,
            promotions,
            pointers,
            points,
            sources,
            fault,
        }
    }

    /// The text as a string; `None` if it is not UTF-8. It is UTF-8 if the source and the files that `flatten` puts into it are.
    #[must_use]
    pub fn text_str(&self) -> Option<&str> {
        str::from_utf8(&self.text).ok()
    }

    /// The diagnostic that says why a request is left: of the request at `place`, with the cause in [`Done::Left`](clunroll_core::Done::Left) or
    /// [`Promotion::Left`](clunroll_core::Promotion::Left). It is one of [`Outcome::diagnostics`], or of [`Outcome::allowed`] if a
    /// comment or an option turns it off.
    ///
    /// Several requests may have one cause, and so one diagnostic. If no diagnostic is about this request alone, it is the
    /// first one about the same rule.
    #[must_use]
    pub fn reason(&self, place: Place, cause: &Cause) -> Option<&Diagnostic> {
        let speaks_of = |diagnostic: &&Diagnostic| {
            diagnostic.requests.contains(&place) || labels(diagnostic).any(|label| label.place == place)
        };
        let of_rule = || {
            let found = self.diagnostics.iter().chain(&self.allowed);
            found.filter(|diagnostic| diagnostic.rule == cause.rule())
        };
        of_rule().find(speaks_of).or_else(|| of_rule().next())
    }

    /// Whether the text should not be used: there is a [`fault`](Self::fault), or a diagnostic is an error, as for a request that
    /// breaks a rule of the extension.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.fault.is_some() || self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

fn in_words(found: &Found) -> Diagnostic {
    let diagnostic = Diagnostic::of(&found.finding);
    let fix = diagnostic.fix.filter(|_| found.is_correctable);
    Diagnostic { severity: found.severity, fix, ..diagnostic }
}
