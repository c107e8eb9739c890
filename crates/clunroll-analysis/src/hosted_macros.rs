//! What a macro that the final compile decides can do in a kernel, as far as expanded tokens show it.
//!
//! ```text
//! #ifndef WG
//! #define WG 64
//! #endif
//! __kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void k(…) { __local float tile[WG]; … x[l + WG] … f(ACT(x[l])) … }
//!                                              ^ a constant                               ^ a constant      ^ may be a call
//! ```
//!
//! A macro can do nothing if its text is a part of an integer constant expression in the same build: in the arguments of
//! `reqd_work_group_size`, or in the bound of an array, since OpenCL C has no arrays of variable length. Such text holds no call and no
//! access. That counts where the other place is compiled too, and if no directive between the two places defines a macro.
//!
//! Another macro in the place of an expression may be a call with effects: its role says that it is an expression, and that it names nothing
//! that the kernel declares. So it reaches no pointer of the kernel, but it may be a barrier. The definitions in the file have no role. They
//! must be *plain*: numbers, operators that change nothing, and functions that only compute. Everything else may do anything.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::limits::MAX_NAMES_OF_MACRO;
use oclc_syntax::lex::{Bracket, Punct, TokenKind, after_group, opening};
use oclc_syntax::preprocess::{Definition, DirectiveKind, Expanded, Meaning, Moment, Unit};
use oclc_syntax::tree::{
    is_attribute_word, is_c_type_keyword, is_computing_function, is_keyword, is_query, is_type_name,
};

/// What a macro can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HostMacroEffect {
    /// Nothing but compute a value.
    Nothing,
    /// It may call any function, but names nothing of the kernel.
    MayCall,
    /// Anything.
    Anything,
}

/// The macros of a unit that the final compile decides.
pub(super) struct HostedMacros<'u> {
    unit: &'u Unit,
    /// The moments at which a macro is a part of an integer constant expression.
    constants: HashMap<String, Vec<Moment>>,
}

impl<'u> HostedMacros<'u> {
    pub(super) fn new(unit: &'u Unit) -> Self {
        Self { unit, constants: HashMap::new() }
    }

    /// Reads the integer constant expressions of an item.
    pub(super) fn add(&mut self, tokens: &[Expanded<'_>]) {
        let is_open = |token: &&Expanded<'_>| token.open;
        for token in constant_parts(tokens).flat_map(|range| tokens[range].iter().filter(is_open)) {
            self.constants.entry(token.text.to_string()).or_default().push(self.unit.moment(token.code));
        }
    }

    /// What the open macro at a token can do; `body` is the first token of the function's body.
    pub(super) fn effect(&self, tokens: &[Expanded<'_>], at: usize, body: usize) -> HostMacroEffect {
        let name = &*tokens[at].text;
        let moment = self.unit.moment(tokens[at].code);
        if self.is_constant(name, moment) {
            return HostMacroEffect::Nothing;
        }
        let is_expression = at > body && !is_statement(tokens, at);
        if !is_expression || !self.is_plain(name, moment) {
            HostMacroEffect::Anything
        } else if self.unit.is_own(name) {
            HostMacroEffect::Nothing
        } else {
            HostMacroEffect::MayCall
        }
    }

    /// Whether the text of a macro at a moment is a part of an integer constant expression in each build that reads it.
    fn is_constant(&self, name: &str, moment: Moment) -> bool {
        let unit = self.unit;
        let changes = |kind: DirectiveKind| matches!(kind, DirectiveKind::Define | DirectiveKind::Undef);
        self.constants.get(name).into_iter().flatten().any(|&known| {
            let mut between = unit.directives[known.min(moment)..known.max(moment)].iter();
            unit.groups.encloses(unit.group(known), unit.group(moment)) && !between.any(|one| changes(one.kind))
        })
    }

    /// Whether all definitions that are known for a macro, and for the macros in them, only compute.
    fn is_plain(&self, name: &str, moment: Moment) -> bool {
        let mut seen = HashSet::from([name.to_owned()]);
        let mut open = vec![name.to_owned()];
        while let Some(name) = open.pop() {
            if seen.len() > MAX_NAMES_OF_MACRO {
                return false;
            }
            let definitions = match self.unit.meaning(&name, moment) {
                Meaning::Ordinary => return false,
                Meaning::Sure(definition) => vec![definition],
                Meaning::Open(definitions) => definitions,
            };
            for definition in definitions {
                let Some(names) = self.names_in_plain(definition) else { return false };
                open.extend(names.into_iter().filter(|name| seen.insert(name.clone())));
            }
        }
        true
    }

    /// The names of macros in a definition that only computes; `None` if it may do more.
    fn names_in_plain(&self, definition: &Definition) -> Option<Vec<String>> {
        let mut names = Vec::new();
        for (at, token) in definition.body.iter().enumerate() {
            let text = self.unit.text(token);
            match token.kind {
                TokenKind::Number => {}
                TokenKind::Punct(punct) if only_computes(punct) => {
                    let next = definition.body.get(at + 1);
                    let ends_type = next.is_none_or(|next| next.is(Punct::RightParen) || next.is(Punct::Star));
                    if punct == Punct::Star && ends_type {
                        return None;
                    }
                }
                TokenKind::Identifier => {
                    let is_parameter =
                        definition.parameters.as_ref().is_some_and(|names| names.iter().any(|name| *name == text));
                    if is_parameter {
                        continue;
                    }
                    if self.unit.has_definitions(&text) {
                        names.push(text.into_owned());
                    } else if !(is_value_type(&text) || is_computing_function(&text) || is_query(&text)) {
                        return None;
                    }
                }
                _ => return None,
            }
        }
        Some(names)
    }
}

/// Whether an operator or a bracket changes nothing, and takes no address.
fn only_computes(punct: Punct) -> bool {
    use Punct as P;
    let arithmetic = [P::Plus, P::Minus, P::Star, P::Slash, P::Percent, P::ShiftLeft, P::ShiftRight];
    let bits = [P::Caret, P::Pipe, P::Tilde, P::Not];
    let comparisons = [P::Less, P::LessEqual, P::Greater, P::GreaterEqual, P::Equal, P::NotEqual, P::AndAnd, P::OrOr];
    let others = [P::LeftParen, P::RightParen, P::Comma, P::Question, P::Colon, P::Dot];
    [&arithmetic[..], &bits, &comparisons, &others].concat().contains(&punct)
}

/// The attributes that say how a kernel is launched, and their arguments: they do nothing when it runs.
pub(super) fn launch_attributes(tokens: &[Expanded<'_>]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (at, _) in tokens.iter().enumerate().filter(|(_, token)| is_word(token, is_attribute_word)) {
        let Some(end) = after_group(Bracket::Round, tokens, at + 1) else { continue };
        let names = (at + 2..end).filter(|&name| is_word(&tokens[name], is_launch_attribute));
        found.extend(names.filter_map(|name| Some(name..after_group(Bracket::Round, tokens, name + 1)?)));
    }
    found
}

fn is_launch_attribute(word: &str) -> bool {
    let word = word.strip_prefix("__").and_then(|word| word.strip_suffix("__")).unwrap_or(word);
    matches!(word, "reqd_work_group_size" | "work_group_size_hint" | "vec_type_hint" | "intel_reqd_sub_group_size")
}

/// The ranges of tokens that are integer constant expressions in every build.
// constant = "reqd_work_group_size" "(" constant … ")" | type name "[" constant "]" { "[" constant "]" }
fn constant_parts(tokens: &[Expanded<'_>]) -> impl Iterator<Item = Range<usize>> {
    let sizes = launch_attributes(tokens);
    let sizes = sizes.into_iter().filter(|range| !tokens[range.start].text.contains("vec_type_hint"));
    let (mut parens, mut end, mut bounds) = (0_usize, 0, Vec::new());
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Punct(Punct::LeftParen) => parens += 1,
            TokenKind::Punct(Punct::RightParen) => parens = parens.saturating_sub(1),
            TokenKind::Punct(Punct::LeftBracket) if parens == 0 && (at == end || declares_array(tokens, at)) => {
                end = after_group(Bracket::Square, tokens, at).unwrap_or(0);
                bounds.extend((end > 0).then_some(at..end));
            }
            _ => {}
        }
    }
    sizes.chain(bounds)
}

/// Whether a bracket is after the name in a declaration: two words that are neither macros nor statements.
fn declares_array(tokens: &[Expanded<'_>], bracket: usize) -> bool {
    let Some([kind, name]) = bracket.checked_sub(2).map(|first| [&tokens[first], &tokens[first + 1]]) else {
        return false;
    };
    let is_type = is_value_type(&kind.text) || !is_keyword(&kind.text) && !kind.text.starts_with("__");
    let is_plain = |token: &Expanded<'_>| token.kind == TokenKind::Identifier && !token.open;
    is_plain(kind) && is_type && is_plain(name) && !is_keyword(&name.text)
}

/// Whether a macro may be a statement, or the beginning of one that is not a declaration.
fn is_statement(tokens: &[Expanded<'_>], at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else { return true };
    let is_first = match tokens[before].kind {
        TokenKind::Punct(Punct::Semicolon | Punct::LeftBrace | Punct::RightBrace) => true,
        TokenKind::Punct(Punct::Colon) => !is_of_conditional(&tokens[..before]),
        TokenKind::Punct(Punct::RightParen) => opening(Bracket::Round, tokens, before)
            .and_then(|open| open.checked_sub(1))
            .is_some_and(|word| is_word(&tokens[word], |word| matches!(word, "if" | "for" | "while" | "switch"))),
        _ => is_word(&tokens[before], |word| matches!(word, "else" | "do")) || tokens[before].open,
    };
    // The type of a variable: it names nothing of the kernel.
    let is_type = tokens.get(at + 1).is_some_and(|next| is_word(next, |word| !is_keyword(word)) && !next.open);
    is_first && !is_type
}

/// Whether the colon after some tokens belongs to a `?`.
fn is_of_conditional(before: &[Expanded<'_>]) -> bool {
    let ends = [Punct::Semicolon, Punct::LeftBrace, Punct::RightBrace];
    let mut back = before.iter().rev().take_while(|token| !ends.iter().any(|&end| token.is(end)));
    back.any(|token| token.is(Punct::Question))
}

/// Whether a word is a scalar or vector type of OpenCL C, or a part of the name of one.
pub(super) fn is_value_type(word: &str) -> bool {
    (is_type_name(word) || is_c_type_keyword(word)) && word != "void"
}

fn is_word(token: &Expanded<'_>, is_asked: impl Fn(&str) -> bool) -> bool {
    token.kind == TokenKind::Identifier && is_asked(&token.text)
}
