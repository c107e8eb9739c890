//! The request: `#pragma promote_to_registers`, as a directive or as an operator, and the declaration after it.
//!
//! The spelling is that of `CLBlast`, whose kernels use it. It applies to the declaration that follows. A request that a macro makes
//! (`#define REGISTERS _Pragma("promote_to_registers")`) is found among the expanded tokens.

use clunroll_analysis::{Function, place_of_token};
use oclc_syntax::lex::{self, Punct, TokenKind};
use oclc_syntax::preprocess::{Directive, DirectiveKind, Expanded, Moment, Unit};
use oclc_syntax::source::{FileId, Place, SourceFile};
use oclc_syntax::tree::TokenRange;

/// The word after `#pragma`.
const WORD: &str = "promote_to_registers";

/// Whether a file may contain a request.
#[must_use]
pub fn may_hold_promotion_request(bytes: &[u8]) -> bool {
    lex::may_spell(bytes, WORD.as_bytes())
}

/// The same for a file, which is searched once.
#[must_use]
pub fn file_may_hold_promotion_request(file: &SourceFile) -> bool {
    lex::file_may_spell(file, WORD)
}

/// The position of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PromotionAnchor {
    /// A directive, by its index.
    Directive(Moment),
    /// An operator, by its tokens.
    Operator(TokenRange),
}

/// One request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromotionRequest {
    /// The directive or operator; if a macro makes the operator, its invocation.
    pub place: Place,
    /// Its position.
    pub anchor: PromotionAnchor,
}

impl PromotionRequest {
    /// The first token after it.
    #[must_use]
    pub fn next_token(&self, function: &Function<'_, '_>) -> usize {
        match &self.anchor {
            PromotionAnchor::Directive(index) => {
                function.parsed.token_after_code(function.unit.directives[*index].code_before)
            }
            PromotionAnchor::Operator(tokens) => tokens.end,
        }
    }

    /// The moment at which the code after it is read.
    #[must_use]
    pub fn moment(&self, function: &Function<'_, '_>) -> Moment {
        match &self.anchor {
            PromotionAnchor::Directive(index) => index + 1,
            PromotionAnchor::Operator(tokens) => function.moment(tokens.start),
        }
    }
}

/// The directives of the main file that are requests.
// request = "#" "pragma" "promote_to_registers"
pub fn directives(unit: &Unit) -> impl Iterator<Item = PromotionRequest> {
    let is_request = |directive: &Directive| {
        let line = unit.line(directive);
        directive.kind == DirectiveKind::Pragma
            && line[0].file == FileId::MAIN
            && line.len() == 3
            && unit.is_word(&line[2], WORD)
    };
    unit.directives.iter().enumerate().filter(move |(_, directive)| is_request(directive)).map(|(index, directive)| {
        PromotionRequest { place: unit.directive_place(directive), anchor: PromotionAnchor::Directive(index) }
    })
}

/// The operators among tokens that are requests.
// request = "_Pragma" "(" string ")"
pub fn operators(tokens: &[Expanded<'_>]) -> impl Iterator<Item = TokenRange> {
    let is_request = |part: &[Expanded<'_>]| {
        part[0].is_word("_Pragma")
            && !part[0].open
            && part[1].is(Punct::LeftParen)
            && part[2].kind == TokenKind::String
            && part[2].text.trim_matches('"').trim() == WORD
            && part[3].is(Punct::RightParen)
    };
    tokens.windows(4).enumerate().filter(move |(_, part)| is_request(part)).map(|(at, _)| at..at + 4)
}

/// The place of tokens.
#[must_use]
pub fn place_of_range(function: &Function<'_, '_>, tokens: &TokenRange) -> Place {
    let first = place_of_token(function, tokens.start);
    let last = place_of_token(function, tokens.end.max(tokens.start + 1) - 1);
    if first.file == last.file { Place { file: first.file, span: first.span.to(last.span) } } else { first }
}
