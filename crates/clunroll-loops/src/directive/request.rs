//! The content of a request, and its spelling.
//!
//! The spellings differ in three ways only: the place of the request (a directive, an operator, an attribute), the
//! amounts that they can ask for, and whether a factor of 0 is allowed. All else is the same, so later stages do not
//! depend on the spelling.

use clunroll_analysis::WrittenFactor;
use clunroll_rules::Malformed;
use std::ops::Range;
use std::rc::Rc;

use super::prefix::Prefix;
use oclc_syntax::lex::Token;
use oclc_syntax::preprocess::{Configuration, Expanded, Moment, Unit};
use oclc_syntax::source::Place;

/// The place of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// `#pragma …`, as the index of the directive.
    Directive(Moment),
    /// `_Pragma("…")`, as its code tokens.
    Operator(Range<usize>),
    /// `__attribute__((…))`, as its code tokens.
    Attribute(Range<usize>),
}

/// How a request is spelt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// `unroll`, `nounroll` and `GCC unroll`, in a directive or an operator.
    Pragma,
    /// `unroll_and_jam` and `nounroll_and_jam`, in a directive or an operator.
    Jam,
    /// `clang loop`, in a directive or an operator.
    ClangLoop,
    /// `opencl_unroll_hint`
    Hint,
}

impl Spelling {
    /// Whether its factor is at least 1 by its definition (OpenCL C 6.13.20; clang's language extensions).
    #[must_use]
    pub const fn is_positive(self) -> bool {
        matches!(self, Self::ClangLoop | Self::Hint)
    }
}

/// The amount that a request asks for.
#[derive(Clone, Debug)]
pub enum RequestKind<'u> {
    /// All iterations.
    Full,
    /// As many copies as the value of these tokens, after macro expansion; never empty.
    By(Vec<Expanded<'u>>),
    /// The compiler decides: `opencl_unroll_hint` without a factor, `clang loop unroll(enable)`.
    Auto,
    /// No unrolling.
    No,
}

/// One request of the file that is being rewritten.
#[derive(Clone, Debug)]
pub struct Request<'u> {
    /// Its place.
    pub anchor: Anchor,
    /// How it is spelt.
    pub spelling: Spelling,
    /// When its macros are read.
    pub moment: Moment,
    /// The whole directive, operator or attribute.
    pub place: Place,
    /// Its amount.
    pub asked: Result<RequestKind<'u>, Malformed>,
    /// The tokens of the factor as written.
    pub written: Vec<Token>,
    /// The prefix of its loop.
    pub prefix: Rc<Prefix>,
    /// Which of the prefix's requests it is.
    pub(super) index: usize,
}

impl Request<'_> {
    /// Whether `#pragma clunroll exact` is before its loop.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.prefix.clauses.as_ref().is_ok_and(|clauses| clauses.exact.is_some())
    }

    /// The factor, for its value.
    #[must_use]
    pub fn factor(&self) -> WrittenFactor<'_> {
        WrittenFactor { tokens: &self.written, place: self.factor_place(), moment: self.moment }
    }

    /// The factor as written; the whole request if there is none.
    #[must_use]
    pub fn factor_place(&self) -> Place {
        match (self.written.first(), self.written.last()) {
            (Some(first), Some(last)) => Place { file: first.file, span: first.span.to(last.span) },
            _ => self.place,
        }
    }

    /// Whether `#pragma clunroll leave` is before its loop, wherever a configuration compiles the request: then it stays as written.
    #[must_use]
    pub fn is_left(&self, unit: &Unit, configuration: &Configuration) -> bool {
        let own = unit.group(self.moment);
        let leaves = self.prefix.pieces.iter().filter_map(|piece| piece.clauses.as_ref().ok()?.leave);
        leaves.map(|leave| unit.group(leave)).any(|group| unit.encloses(configuration, group, own))
    }

    /// The first code token that belongs to it, or follows its directive.
    #[must_use]
    pub fn position(&self, unit: &Unit) -> usize {
        match &self.anchor {
            Anchor::Directive(index) => unit.directives[*index].code_before,
            Anchor::Operator(code) | Anchor::Attribute(code) => code.start,
        }
    }
}
