//! Macro expansion with provenance (C99 6.10.3.1 to 6.10.3.4).
//!
//! Dave Prosser's algorithm: a work list of tokens, each with the set of macros that must not be expanded in it
//! again. Every token that comes out knows the code token or replacement-list token that spelt it, and the stack of
//! macro invocations that it came through, as a [`InvocationId`] into a table of calls with their parents.
//!
//! Macros whose meaning is open are not expanded: the identifier stays, marked as open, and later stages decide what may
//! depend on it. Expansion is bounded by the number of tokens it may make, so that `#define A B B`, `#define B C C`, … ends
//! early with [`Expansion::overflow`].

use super::code::{Code, UnexpandedCode};
use super::configuration::Configuration;
use super::definition::{Definition, Meaning};
use super::expanded::{Expansion, InvocationId, MacroInvocation, root};
use super::hide_set::{depth_of, hide, hide_all, hides, intersection};
use super::moment::{Moment, Viewpoint};
use super::unit::Unit;
use super::work::{PendingTokens, Work};
use crate::limits::{MAX_ARGUMENT_DEPTH, MAX_EXPANDED_CONDITION, MAX_EXPANSION, MAX_MACROS_IN_A_ROW};
use std::borrow::Cow;
use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::lex::{self, Bracket, Depth, Punct, Token, TokenKind};

/// Expands the code tokens of the ranges, one range after the other, without those that the configuration does not compile.
#[must_use]
pub fn expand<'u>(
    unit: &'u Unit,
    configuration: &Configuration,
    ranges: impl Iterator<Item = Range<usize>>,
) -> Expansion<'u> {
    let ranges: Vec<_> = ranges.collect();
    let length = ranges.iter().map(ExactSizeIterator::len).sum::<usize>();
    if length > MAX_EXPANSION {
        return Expansion { overflow: true, ..Expansion::default() };
    }
    let code = ranges.into_iter().flat_map(|range| UnexpandedCode(Code::new(unit, configuration, range)));
    expand_all(Expander::new(unit, configuration), code, length)
}

/// Expands the tokens of a directive or of a replacement list, with the macros of `moment`.
#[must_use]
pub fn expand_line<'u>(
    unit: &'u Unit,
    configuration: &Configuration,
    tokens: &[Token],
    moment: Moment,
) -> Expansion<'u> {
    expand_all(Expander::new(unit, configuration), line(unit, tokens, unit.point(moment)), tokens.len())
}

/// The tokens of a line outside the code.
pub(super) fn line<'u>(unit: &'u Unit, tokens: &[Token], point: Viewpoint) -> impl Iterator<Item = Work<'u>> {
    tokens.iter().map(move |token| Work::new(token, canonical_text(unit, token), usize::MAX, point.moment, point.group))
}

/// Expands the line of a condition in a certain group. Since that is done again in each configuration, it may take less than
/// other lines.
pub(super) fn expand_condition<'u>(
    unit: &'u Unit,
    configuration: &Configuration,
    tokens: &[Token],
    point: Viewpoint,
) -> Expansion<'u> {
    let meanings = Some(FxHashMap::default());
    let expander = Expander { limit: MAX_EXPANDED_CONDITION, meanings, ..Expander::new(unit, configuration) };
    let expansion = expand_all(expander, line(unit, tokens, point), tokens.len());
    configuration.note_effort(if expansion.overflow {
        MAX_EXPANDED_CONDITION
    } else {
        expansion.tokens.len() + expansion.calls.len()
    });
    expansion
}

/// The same, but an open macro that `-D` defines has that definition.
#[must_use]
pub(super) fn expand_with_given<'u>(unit: &'u Unit, tokens: &[Token], moment: Moment) -> Expansion<'u> {
    expand_believing(unit, &Configuration::default(), Belief::WhatIsTold, tokens, moment)
}

/// The same, but `-D` decides conditions too, and an open macro without a `-D` has the only definition in the file.
#[must_use]
pub fn expand_likely<'u>(unit: &'u Unit, tokens: &[Token], moment: Moment) -> Expansion<'u> {
    expand_believing(unit, &Configuration::as_given(), Belief::OneDefinition, tokens, moment)
}

fn expand_believing<'u>(
    unit: &'u Unit,
    configuration: &Configuration,
    belief: Belief,
    tokens: &[Token],
    moment: Moment,
) -> Expansion<'u> {
    let expander = Expander { belief, ..Expander::new(unit, configuration) };
    expand_all(expander, line(unit, tokens, unit.point(moment)), tokens.len())
}

/// Expands tokens of a text outside all files, with the macros of `moment`. A code token of the result is an index into
/// `tokens`, and a token that is spelt in the text has its place there.
#[must_use]
pub fn expand_text<'u>(
    unit: &'u Unit,
    configuration: &Configuration,
    text: &'u [u8],
    tokens: &[Token],
    moment: Moment,
) -> Expansion<'u> {
    let group = unit.group(moment);
    let spelt = |token: &Token| match token.kind {
        TokenKind::Punct(punct) => Cow::Borrowed(punct.text()),
        _ => lex::text(text, token),
    };
    let work = tokens.iter().enumerate().map(|(at, token)| Work::new(token, spelt(token), at, moment, group));
    expand_all(Expander::new(unit, configuration), work, tokens.len())
}

fn expand_all<'u>(
    mut expander: Expander<'u, '_>,
    text: impl Iterator<Item = Work<'u>>,
    length: usize,
) -> Expansion<'u> {
    let mut rest = PendingTokens::of(text);
    let mut tokens = Vec::with_capacity(length);
    while let Some(work) = expander.next(&mut rest, 0) {
        tokens.push(work.token);
    }
    Expansion { tokens, calls: expander.calls, overflow: expander.overflow }
}

pub(super) fn canonical_text<'u>(unit: &'u Unit, token: &Token) -> Cow<'u, str> {
    match token.kind {
        TokenKind::Punct(punct) => Cow::Borrowed(punct.text()),
        _ => unit.text(token),
    }
}

/// Which open macros are expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Belief {
    /// None.
    Nothing,
    /// Macros that `-D` defines.
    WhatIsTold,
    /// Those, and those with one known definition.
    OneDefinition,
}

pub(super) struct Expander<'u, 'c> {
    pub(super) unit: &'u Unit,
    configuration: &'c Configuration,
    belief: Belief,
    pub(super) calls: Vec<MacroInvocation>,
    made: usize,
    /// How many tokens may be made.
    limit: usize,
    /// The meanings of names, if all tokens are in one place. A name with many definitions may be used many times.
    meanings: Option<FxHashMap<String, Meaning<'u>>>,
    pub(super) overflow: bool,
}

impl<'u, 'c> Expander<'u, 'c> {
    pub(super) fn new(unit: &'u Unit, configuration: &'c Configuration) -> Self {
        let (calls, limit) = (Vec::new(), MAX_EXPANSION);
        let belief = Belief::Nothing;
        Self { unit, configuration, belief, calls, made: 0, limit, meanings: None, overflow: false }
    }

    fn meaning(&mut self, name: &Work<'u>) -> Meaning<'u> {
        let text = &*name.token.text;
        if let Some(known) = self.meanings.as_ref().and_then(|meanings| meanings.get(text)) {
            return known.clone();
        }
        let meaning = self.unit.meaning_in(self.configuration, text, name.moment, name.group);
        if let Some(meanings) = &mut self.meanings {
            meanings.insert(text.to_owned(), meaning.clone());
        }
        meaning
    }

    /// The one of several definitions of an open macro that it is taken to have.
    fn believed(&self, name: &str, definitions: &[&'u Definition]) -> Option<&'u Definition> {
        let own = match self.belief {
            Belief::Nothing => return None,
            _ => self.unit.own_among(name, definitions.to_vec()),
        };
        match (self.belief, &own[..]) {
            (Belief::OneDefinition, [only]) => Some(only),
            _ => self.unit.given_among(name, definitions),
        }
    }

    /// The next token that is not expanded further; `depth` is the nesting of arguments in arguments.
    pub(super) fn next(
        &mut self,
        rest: &mut PendingTokens<'u, impl Iterator<Item = Work<'u>>>,
        depth: usize,
    ) -> Option<Work<'u>> {
        loop {
            let mut next = rest.next()?;
            self.made += rest.take_read();
            self.overflow |= depth > MAX_ARGUMENT_DEPTH || self.made > self.limit;
            if self.overflow {
                return None;
            }
            if next.token.kind != TokenKind::Identifier || hides(&next.token.hidden, &next.token.text) {
                return Some(next);
            }
            let definition = match self.meaning(&next) {
                Meaning::Ordinary => return Some(next),
                Meaning::Sure(definition) => definition,
                Meaning::Open(definitions) => {
                    let Some(believed) = self.believed(&next.token.text, &definitions) else {
                        next.token.open = true;
                        return Some(next);
                    };
                    believed
                }
            };
            let replaced = match &definition.parameters {
                None => {
                    let hidden = hide(&next.token.text, &next.token.hidden);
                    let code = next.token.code..next.token.code.saturating_add(1);
                    Some((self.call(&next, code), hidden, Vec::new()))
                }
                Some(parameters) => {
                    Self::arguments(&next, rest, parameters, definition.variadic).map(|(arguments, close)| {
                        let hidden = hide(&next.token.text, &intersection(&next.token.hidden, &close.token.hidden));
                        let code = next.token.code..close.token.code.saturating_add(1);
                        (self.call(&next, code), hidden, arguments)
                    })
                }
            };
            let Some((call, hidden, arguments)) = replaced else { return Some(next) };
            let mut body = self.substitute(definition, &next, call, &arguments, depth);
            // The white space before the name precedes the expansion.
            if let Some(first) = body.first_mut() {
                first.after_space = next.after_space;
            } else if let Some(follower) = rest.ahead(0) {
                follower.after_space |= next.after_space;
            }
            self.made += body.len() + 1;
            if self.made > self.limit || depth_of(&hidden) > MAX_MACROS_IN_A_ROW {
                self.overflow = true;
                return None;
            }
            rest.put(body.into_iter().map(|mut made| {
                made.token.hidden = hide_all(&hidden, &made.token.hidden);
                made
            }));
        }
    }

    /// Adds an invocation to the table. If the macro's name itself came from another invocation, that one's outermost
    /// invocation is extended by the arguments after it.
    fn call(&mut self, name: &Work<'u>, code: Range<usize>) -> InvocationId {
        if let Some(parent) = name.token.call {
            let outermost = root(&self.calls, parent);
            let end = &mut self.calls[outermost].code.end;
            *end = code.end.max(*end);
        }
        let id = InvocationId(self.calls.len() as u32);
        self.calls.push(MacroInvocation { name: name.token.text.to_string(), parent: name.token.call, code });
        id
    }

    /// Takes the arguments of a function-like macro off the pending tokens; `None`, without a change, if no `(` follows or
    /// the list has no end.
    // "(" [ argument { "," argument } ] ")"
    fn arguments(
        name: &Work<'u>,
        rest: &mut PendingTokens<'u, impl Iterator<Item = Work<'u>>>,
        parameters: &[String],
        variadic: bool,
    ) -> Option<(Vec<Vec<Work<'u>>>, Work<'u>)> {
        if !rest.ahead(0)?.token.is(Punct::LeftParen) {
            return None;
        }
        let mut depth = Depth::of(Bracket::Round);
        let mut length = 0;
        loop {
            let item = rest.ahead(length)?;
            if depth.is_outside_after(item.token.kind) {
                // A directive among the arguments is undefined (C99 6.10.3p11).
                if item.moment != name.moment {
                    return None;
                }
                break;
            }
            length += 1;
        }
        let mut taken = rest.take_looked_at(length + 1);
        let close = taken.pop_front()?;
        taken.pop_back();
        let mut arguments = vec![Vec::new()];
        let mut depth = Depth::of(Bracket::Round);
        while let Some(item) = taken.pop_back() {
            let takes_all = variadic && arguments.len() >= parameters.len();
            if depth.is_outside_after(item.token.kind) && item.token.is(Punct::Comma) && !takes_all {
                arguments.push(Vec::new());
                continue;
            }
            if let Some(last) = arguments.last_mut() {
                last.push(item);
            }
        }
        Some((arguments, close))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(source: &str) -> String {
        let unit = Unit::alone(source.as_bytes());
        let expansion = expand(&unit, &Configuration::default(), std::iter::once(0..unit.code.len()));
        let texts: Vec<_> = expansion.tokens.iter().map(|token| token.text.to_string()).collect();
        texts.join(" ")
    }

    #[test]
    fn the_examples_of_the_standard() {
        let definitions = "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n\
                           #define h g(~\n#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n";
        assert_eq!(
            expanded(&format!("{definitions}f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);")),
            "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ;"
        );
    }

    #[test]
    fn strings_and_pastes() {
        assert_eq!(
            expanded("#define s(x) #x\n#define c(a, b) a ## b\ns(a  \"b\") c(x, 1) c(, y)"),
            r#""a \"b\"" x1 y"#
        );
        assert_eq!(expanded("#define p(f, ...) q(f, ## __VA_ARGS__)\np(1) p(1, 2, 3)"), "q ( 1 ) q ( 1 , 2 , 3 )");
    }

    #[test]
    fn white_space_in_a_string_is_that_of_the_replacement_list() {
        let definitions = "#define s(x) #x\n#define t(x) s(a x-x x)\n#define four  4\n#define none\n";
        assert_eq!(
            expanded(&format!("{definitions}t(1) t( b  c ) t() s(-four) t(-four)")),
            r#""a 1-1 1" "a b c-b c b c" "a -" "-four" "a -4--4 -4""#
        );
    }

    #[test]
    fn open_macros_stay_as_they_are() {
        let source = "#ifndef N\n#define N 16\n#endif\nN";
        let unit = Unit::alone(source.as_bytes());
        let expansion = expand(&unit, &Configuration::default(), std::iter::once(0..unit.code.len()));
        assert!(expansion.tokens[0].open && expansion.tokens[0].text == "N");
    }

    #[test]
    fn exponential_growth_is_cut() {
        let mut source = String::new();
        for level in 0..40 {
            let next = level + 1;
            source.extend([format!("#define A{level} A{next} A{next}\n")]);
        }
        source.push_str("A0");
        let unit = Unit::alone(source.as_bytes());
        assert!(expand(&unit, &Configuration::default(), std::iter::once(0..unit.code.len())).overflow);
    }
}
