//! The outcome of a run, in words.

use clunroll_core::loop_choices::ChosenLoop;
use clunroll_core::{EngineOutcome, Fault, Point, PointerReport, PromotionReport, ReportedFinding, RequestReport};
use clunroll_rules::{Cause, Severity};
use oclc_syntax::source::{Place, Sources};

use crate::diagnostic::Diagnostic;
use crate::{labels, shared_cause};

/// The rewritten text, with its diagnostics and reports.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The source with its requested loops unrolled; the source itself if there was nothing to do.
    pub text: Vec<u8>,
    /// Findings in the order of their places. There is one diagnostic for each cause: several requests may depend on it.
    pub diagnostics: Vec<Diagnostic>,
    /// Findings that a comment or an option turns off. They are not reported, but their loops are declined.
    pub allowed: Vec<Diagnostic>,
    /// The result for each request, in the order of the source.
    pub requests: Vec<RequestReport>,
    /// The result for each `#pragma promote_to_registers`, in the order of the source.
    pub promotions: Vec<PromotionReport>,
    /// The result for each pointer parameter of a kernel, with `--assume restrict`, in the order of the source.
    pub pointers: Vec<PointerReport>,
    /// The starts of copies and remainders in the text, in rising order. There are none in the string literals of a host.
    pub points: Vec<Point>,
    /// The chosen loops of the options, such as those of a profile, that are not in the source, or have several requests.
    pub unfit: Vec<ChosenLoop>,
    /// The files that the places in this outcome point into.
    pub sources: Sources,
    /// The reason why the source, or a part of it, was not processed; that part is in the text unchanged. `None` if all of it was
    /// processed.
    pub fault: Option<Fault>,
}

impl Outcome {
    /// The text as a string; `None` if it is not UTF-8. It is UTF-8 if the source and the files that `flatten` puts into it are.
    #[must_use]
    pub fn text_str(&self) -> Option<&str> {
        str::from_utf8(&self.text).ok()
    }

    /// The diagnostic that explains why the request at `place` is declined; `cause` is the cause in [`Done::Left`] or [`Promotion::Left`].
    /// It is one of [`Outcome::diagnostics`], or of [`Outcome::allowed`] if a comment or an option turns it off.
    ///
    /// Several requests may have one cause, and so one diagnostic. If no diagnostic is about this request alone, it is the
    /// first one about the same rule.
    ///
    /// [`Done::Left`]: clunroll_core::Done::Left
    /// [`Promotion::Left`]: clunroll_core::Promotion::Left
    #[must_use]
    pub fn reason(&self, place: Place, cause: &Cause) -> Option<&Diagnostic> {
        let of_rule = || self.diagnostics.iter().chain(&self.allowed).filter(|found| found.rule == cause.rule());
        let is_about =
            |found: &&Diagnostic| found.requests.contains(&place) || labels(found).any(|label| label.place == place);
        of_rule().find(is_about).or_else(|| of_rule().next())
    }

    /// Whether the text should not be used: there is a [`fault`](Self::fault), or a finding is an error, as for a request that
    /// breaks a rule of the extension.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.fault.is_some() || self.diagnostics.iter().any(|found| found.severity == Severity::Error)
    }
}

/// Puts the findings of an outcome into words.
#[must_use]
pub fn in_words(outcome: EngineOutcome) -> Outcome {
    let EngineOutcome {
        text, findings, allowed, requests, promotions, pointers, points, unfit, sources, fault, ..
    } = outcome;
    let diagnostics = shared_cause::diagnostics(&findings, diagnostic);
    let allowed = allowed.iter().map(diagnostic).collect();
    Outcome { text, diagnostics, allowed, requests, promotions, pointers, points, unfit, sources, fault }
}

fn diagnostic(found: &ReportedFinding) -> Diagnostic {
    let diagnostic = Diagnostic::of(&found.finding);
    let fix = diagnostic.fix.filter(|_| found.is_correctable);
    Diagnostic { severity: found.severity, fix, ..diagnostic }
}
