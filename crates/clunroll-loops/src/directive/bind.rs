//! Binds a request to the loop or statement after it.

use super::between::{is_loop_keyword, says_something};
use super::prefix::PieceRole;
use super::request::{Anchor, Request, Spelling};
use crate::limits::MAX_TOKENS_OF_MACRO;
use oclc_syntax::lex::{Bracket, Punct, TokenKind, after_group, opening};
use oclc_syntax::preprocess::{Configuration, ExpansionStream, Meaning, Unit, expand};
use oclc_syntax::source::Place;

/// The target of a request: the thing directly after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A loop whose keyword is that code token.
    Loop(usize),
    /// A loop that another pragma asks for too.
    SecondRequest,
    /// A loop with an attribute that overrides this request; if there are several, the last one.
    Overruled(Place),
    /// A directive decides the target: the directive's index.
    Directive(usize),
    /// An attribute or `_Pragma` that cannot be read.
    Unreadable(usize),
    /// A macro that makes, or may make, a loop.
    Macro(usize),
    /// Something other than a loop; `None` at the end of the file.
    NoLoop(Option<usize>),
}

/// Finds the target of a request, in a configuration that compiles it.
#[must_use]
pub fn bind(unit: &Unit, configuration: &Configuration, request: &Request<'_>) -> Target {
    let prefix = &*request.prefix;
    let following = prefix.barriers.partition_point(|&(piece, _)| piece < prefix.claims[request.index]);
    if let Some(&(_, directive)) = prefix.barriers.get(following).or(prefix.barriers.last()) {
        return Target::Directive(directive);
    }
    if request.spelling != Spelling::Hint && prefix.pragmas.last() != Some(&request.index) {
        return Target::SecondRequest;
    }
    if let Some(hint) = prefix.last_hint.filter(|&hint| hint != request.index) {
        return Target::Overruled(prefix.pieces[prefix.claims[hint]].place);
    }
    match (head(unit, configuration, prefix.head), macro_before(unit, configuration, prefix.start)) {
        // If there are two macros, the first one may no longer be there in the next run.
        (Target::Loop(_) | Target::Macro(_), Some(at)) => Target::Macro(at),
        (target, _) => target,
    }
}

fn head(unit: &Unit, configuration: &Configuration, at: usize) -> Target {
    let Some(token) = unit.code.get(at) else { return Target::NoLoop(None) };
    if token.kind != TokenKind::Identifier {
        return Target::NoLoop(Some(at));
    }
    let end = unit.code.len().min(at + MAX_TOKENS_OF_MACRO);
    let meaning = |name: &str| meaning_at(unit, configuration, name, at);
    let mut expanded = ExpansionStream::new(unit, configuration, at..end);
    let Some(first) = expanded.get(0).filter(|first| first.code == at) else { return Target::Macro(at) };
    match (&*first.text, first.call.is_some() || first.open) {
        (word, false) if is_loop_keyword(word) => Target::Loop(at),
        (word, false) if says_something(word) => Target::Unreadable(at),
        ("case" | "default", true) => Target::Macro(at),
        (word, true) if is_loop_keyword(word) || says_something(word) => Target::Macro(at),
        // An open macro, or one whose arguments have no end or contain a directive, has an unknown expansion.
        _ if !matches!(meaning(&first.text), Meaning::Ordinary) => Target::Macro(at),
        // An include that was not read may define a macro of this name.
        _ if unit.unread_include(unit.moment(at)).is_some()
            && unit.code.get(at + 1).is_some_and(|next| next.is(Punct::LeftParen))
            && !matches!(&*first.text, "if" | "switch" | "return" | "sizeof") =>
        {
            Target::Macro(at)
        }
        _ => Target::NoLoop(Some(at)),
    }
}

/// A macro directly before a prefix that may concern the loop: it would be left in front of a compound statement.
fn macro_before(unit: &Unit, configuration: &Configuration, start: usize) -> Option<usize> {
    let is_live = |at: &usize| !unit.cuts_group(configuration, unit.group(unit.moment(*at)));
    let last = (start.saturating_sub(MAX_TOKENS_OF_MACRO)..start).rev().find(is_live)?;
    let at = match unit.code[last].kind {
        TokenKind::Identifier => last,
        TokenKind::Punct(Punct::RightParen) => parenthesis_before(unit, last)?.checked_sub(1)?,
        _ => return None,
    };
    let name = &unit.code[at];
    if name.kind != TokenKind::Identifier {
        return None;
    }
    match meaning_at(unit, configuration, &unit.text(name), at) {
        Meaning::Ordinary => None,
        Meaning::Open(_) => Some(at),
        Meaning::Sure(_) => {
            let tokens = expand(unit, configuration, std::iter::once(at..start)).tokens;
            let last = tokens.iter().rposition(|token| says_something(&token.text))?;
            (after_group(Bracket::Round, &tokens, last + 1)? == tokens.len()).then_some(at)
        }
    }
}

fn meaning_at<'u>(unit: &'u Unit, configuration: &Configuration, name: &str, at: usize) -> Meaning<'u> {
    let moment = unit.moment(at);
    unit.meaning_in(configuration, name, moment, unit.group(moment))
}

/// The parenthesis that the one at `close` closes, unless it is far away.
fn parenthesis_before(unit: &Unit, close: usize) -> Option<usize> {
    let first = close.saturating_sub(MAX_TOKENS_OF_MACRO);
    opening(Bracket::Round, &unit.code[first..=close], close - first).map(|at| first + at)
}

/// The pragma before this one that asks for the same loop.
#[must_use]
pub fn earlier_request(request: &Request<'_>) -> Option<Place> {
    let prefix = &*request.prefix;
    if request.spelling == Spelling::Hint || !prefix.barriers.is_empty() {
        return None;
    }
    let earlier = prefix.pragmas.partition_point(|&pragma| pragma < request.index).checked_sub(1)?;
    Some(prefix.pieces[prefix.claims[prefix.pragmas[earlier]]].place)
}

/// A label that compilers reject at its place: after the request, or directly before an attribute, which would then belong
/// to the label.
#[must_use]
pub fn label_in_the_way(unit: &Unit, request: &Request<'_>) -> Option<Place> {
    let pieces = &request.prefix.pieces[request.prefix.claims[request.index]..];
    if let Some(label) = pieces.iter().find(|piece| piece.role == PieceRole::Label) {
        return Some(label.place);
    }
    let Anchor::Attribute(code) = &request.anchor else { return None };
    let [before, name, colon] = unit.code.get(code.start.checked_sub(3)?..code.start)? else { return None };
    let ends_statement =
        [Punct::Semicolon, Punct::LeftBrace, Punct::RightBrace, Punct::Colon].into_iter().any(|punct| before.is(punct));
    let is_label = ends_statement
        && name.kind == TokenKind::Identifier
        && !unit.is_word(name, "default")
        && colon.is(Punct::Colon)
        && unit.moment(code.start - 1) == unit.moment(code.start);
    is_label.then(|| Place { file: name.file, span: name.span.to(colon.span) })
}
