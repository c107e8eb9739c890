//! What is asked for, and how it is written.
//!
//! The spellings differ in three things only: where the request stands (a directive, an operator, an attribute), what
//! they can ask for, and whether a factor of 0 is allowed. All else is the same for all of them, so that the stages
//! behind need not know which one was used.

use clunroll_analysis::WrittenFactor;
use clunroll_rules::Malformed;
use std::ops::Range;
use std::rc::Rc;

use super::prefix::Prefix;
use oclc_syntax::lex::Token;
use oclc_syntax::preprocess::{Expanded, Moment, Unit};
use oclc_syntax::source::Place;

/// Where a request stands.
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

/// What a request asks for.
#[derive(Clone, Debug)]
pub enum RequestKind<'u> {
    /// All iterations.
    Full,
    /// As many copies as these tokens say, after macro expansion; never empty.
    By(Vec<Expanded<'u>>),
    /// As the compiler likes: `opencl_unroll_hint` without a factor, `clang loop unroll(enable)`.
    Auto,
    /// Not at all.
    No,
}

/// One request of the file that is being rewritten.
#[derive(Clone, Debug)]
pub struct Request<'u> {
    /// Where it stands.
    pub anchor: Anchor,
    /// How it is spelt.
    pub spelling: Spelling,
    /// When its macros are read.
    pub moment: Moment,
    /// The whole directive, operator or attribute.
    pub place: Place,
    /// What it asks for.
    pub asked: Result<RequestKind<'u>, Malformed>,
    /// The tokens of the factor as written.
    pub written: Vec<Token>,
    /// All that stands before its loop.
    pub prefix: Rc<Prefix>,
    /// Which of the prefix's requests it is.
    pub(super) index: usize,
}

impl Request<'_> {
    /// The factor, for its value.
    #[must_use]
    pub fn factor(&self) -> WrittenFactor<'_> {
        WrittenFactor { tokens: &self.written, place: self.factor_place(), moment: self.moment }
    }

    /// The factor as written; the whole request where there is none.
    #[must_use]
    pub fn factor_place(&self) -> Place {
        match (self.written.first(), self.written.last()) {
            (Some(first), Some(last)) => Place { file: first.file, span: first.span.to(last.span) },
            _ => self.place,
        }
    }

    /// The first code token that belongs to it, or that stands behind its directive.
    #[must_use]
    pub fn position(&self, unit: &Unit) -> usize {
        match &self.anchor {
            Anchor::Directive(index) => unit.directives[*index].code_before,
            Anchor::Operator(code) | Anchor::Attribute(code) => code.start,
        }
    }
}
