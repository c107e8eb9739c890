//! Conditions in three values (C99 6.10.1): true, false, or up to the final compile.
//!
//! A condition is read as a formula: `||`, `&&` and `!` over tests. A test is `defined NAME`, or an arithmetic
//! expression. What the macros that are sure say of a test decides it; where the host has a say, the test is an
//! [`Atom`], unknown, but the same at every place where no macro that could change it was touched in between. So it can
//! be assumed: inside `#ifdef X` the atom `defined X` is true, and a [`super::Configuration`] is nothing but a set of
//! atoms with their values. Inside `#if X || Y` nothing follows for either test, so that the whole is one more atom.

use super::arithmetic::is_true;
use super::configuration::Configuration;
use super::directives::DirectiveKind;
use super::expand::expand_condition;
use super::expanded::Expanded;
use super::inclusion::PLACE_WORDS;
use super::moment::Point;
use super::operands::{has_loose, loose};
use super::predefined::asks_for_version;
use super::truth::{Atom, Truth};
use super::unit::Unit;
use crate::limits::MAX_CONDITION_DEPTH;
use std::ops::Range;

use crate::lex::{Bracket, Punct, Token, TokenKind, after_group};

/// A condition as a formula over tests; ranges are those of its expanded tokens.
#[derive(Debug)]
enum Formula {
    /// That of an `#else`: true.
    Else,
    Any(Range<usize>, Vec<Formula>),
    All(Range<usize>, Vec<Formula>),
    Not(Box<Formula>),
    Defined(String),
    Value(Range<usize>),
    /// All of a line that takes too much to expand, as it is written.
    Unread,
}

/// The condition of one `#if` or `#elif`, ready to be asked.
#[derive(Debug)]
pub struct Condition<'u> {
    unit: &'u Unit,
    tokens: Vec<Expanded<'u>>,
    /// For each of the tokens, whether nothing is known of what stands beside it ([`loose`]).
    loose: Vec<bool>,
    formula: Formula,
    point: Point,
}

impl<'u> Condition<'u> {
    /// Reads the condition of a directive whose tokens, `#` first, are `line`, and which is at `point`.
    /// An `#else` is always true.
    pub(super) fn read(
        unit: &'u Unit,
        configuration: &Configuration,
        kind: DirectiveKind,
        line: &[Token],
        point: Point,
    ) -> Self {
        let name = || line.get(2).map(|token| unit.text(token).into_owned()).unwrap_or_default();
        let is = |word: &str| line.get(1).is_some_and(|token| unit.is_word(token, word));
        let (mut tokens, mut is_loose) = (Vec::new(), Vec::new());
        let formula = match kind {
            DirectiveKind::Else => Formula::Else,
            DirectiveKind::Ifdef => Formula::Defined(name()),
            DirectiveKind::Ifndef => Formula::Not(Box::new(Formula::Defined(name()))),
            DirectiveKind::Elif if is("elifdef") => Formula::Defined(name()),
            DirectiveKind::Elif if is("elifndef") => Formula::Not(Box::new(Formula::Defined(name()))),
            _ => {
                let guarded = without_defined_names(unit, line.get(2..).unwrap_or(&[]));
                let expansion = expand_condition(unit, configuration, &guarded, point);
                if expansion.overflow {
                    let written = super::expand::line(unit, &guarded, point).map(|work| work.token);
                    tokens = written.map(|token| Expanded { open: true, ..token }).collect();
                    Formula::Unread
                } else {
                    tokens = expansion.tokens;
                    is_loose = loose(unit, &tokens);
                    let value = |range: Range<usize>| match asks_for_version(&tokens[range.clone()]) {
                        Some((name, value)) if unit.macros.is_left_to_compiler(name, point.moment) => {
                            let defined = Formula::Defined(name.to_owned());
                            if value { defined } else { Formula::Not(Box::new(defined)) }
                        }
                        _ => Formula::Value(range),
                    };
                    formula(&tokens, &is_loose, 0..tokens.len(), 0, &value)
                }
            }
        };
        Self { unit, tokens, loose: is_loose, formula, point }
    }

    /// Whether a name stands in it, not behind `defined`, that the host may define.
    pub(super) fn has_open_names(&self) -> bool {
        self.tokens.iter().any(|token| token.open)
    }

    /// What is known of it, with what is assumed.
    pub(super) fn truth(&self, configuration: &Configuration) -> Truth {
        self.truth_of(&self.formula, configuration)
    }

    fn truth_of(&self, formula: &Formula, configuration: &Configuration) -> Truth {
        match formula {
            Formula::Else => Truth::True,
            Formula::Any(_, parts) => self.joined(formula, parts, configuration, Truth::True),
            Formula::All(_, parts) => self.joined(formula, parts, configuration, Truth::False),
            Formula::Not(inner) => self.truth_of(inner, configuration).not(),
            Formula::Defined(name) => {
                match self.unit.is_defined(configuration, name, self.point.moment, self.point.group) {
                    Truth::Unknown => self.assumed(formula, configuration),
                    known => known,
                }
            }
            Formula::Value(range) => {
                let (tokens, loose) = (&self.tokens[range.clone()], &self.loose[range.clone()]);
                match is_true(self.unit, configuration, tokens, loose, self.point) {
                    Some(value) => Truth::from(value),
                    None => self.assumed(formula, configuration),
                }
            }
            Formula::Unread => self.assumed(formula, configuration),
        }
    }

    /// The truth of a formula of several parts, of which one with the value `decisive` decides.
    fn joined(&self, formula: &Formula, parts: &[Formula], configuration: &Configuration, decisive: Truth) -> Truth {
        let mut result = decisive.not();
        for part in parts {
            match self.truth_of(part, configuration) {
                truth if truth == decisive => return decisive,
                Truth::Unknown => result = Truth::Unknown,
                _ => {}
            }
        }
        if result == Truth::Unknown { self.assumed(formula, configuration) } else { result }
    }

    fn assumed(&self, formula: &Formula, configuration: &Configuration) -> Truth {
        let Some(atom) = self.atom(formula) else { return Truth::Unknown };
        let around = || self.unit.groups.assumed(self.point.group, &atom);
        configuration.value(&atom).or_else(around).map_or(Truth::Unknown, Truth::from)
    }

    fn atom(&self, formula: &Formula) -> Option<Atom> {
        match formula {
            Formula::Defined(name) => {
                let version = self.unit.touches(name, self.point.moment);
                Some(Atom::defined(name, version))
            }
            Formula::Value(range) | Formula::Any(range, _) | Formula::All(range, _) => {
                let tokens = &self.tokens[range.clone()];
                // The names behind `defined` are stray, so that they are not expanded.
                let names =
                    tokens.iter().filter(|token| matches!(token.kind, TokenKind::Identifier | TokenKind::Stray));
                let names = names.map(|token| token.text.to_string()).filter(|name| name != "defined");
                let version = self.unit.touches_of_all(names, self.point.moment);
                Some(self.expression(tokens, version))
            }
            // Whatever is touched may be what it rests on.
            Formula::Unread => Some(self.expression(&self.tokens, self.unit.macros.version_of_all(self.point.moment))),
            Formula::Else | Formula::Not(_) => None,
        }
    }

    fn expression(&self, tokens: &[Expanded<'_>], version: usize) -> Atom {
        let asks_for_place = tokens.iter().any(|token| PLACE_WORDS.contains(&&*token.text));
        let inclusion = asks_for_place.then(|| self.unit.inclusion_around(self.point.moment)).flatten();
        let inclusion = inclusion.map(|inclusion| inclusion.directive);
        Atom::expression(tokens, version, inclusion)
    }

    /// The first test whose value is not known, so that assuming one brings the whole nearer to being known.
    pub(super) fn undecided(&self, configuration: &Configuration) -> Option<Atom> {
        self.undecided_in(&self.formula, configuration)
    }

    fn undecided_in(&self, formula: &Formula, configuration: &Configuration) -> Option<Atom> {
        if self.truth_of(formula, configuration) != Truth::Unknown {
            return None;
        }
        match formula {
            Formula::Any(_, parts) | Formula::All(_, parts) => {
                parts.iter().find_map(|part| self.undecided_in(part, configuration))
            }
            Formula::Else => None,
            Formula::Not(inner) => self.undecided_in(inner, configuration),
            Formula::Defined(_) | Formula::Value(_) | Formula::Unread => self.atom(formula),
        }
    }

    /// What follows for tests if the condition has that value.
    pub(super) fn consequences(&self, value: bool) -> Vec<(Atom, bool)> {
        let mut found = Vec::new();
        self.follow(&self.formula, value, &mut found);
        found
    }

    fn follow(&self, formula: &Formula, value: bool, found: &mut Vec<(Atom, bool)>) {
        match formula {
            Formula::Any(_, parts) | Formula::All(_, parts) => {
                if value == matches!(formula, Formula::All(..)) {
                    for part in parts {
                        self.follow(part, value, found);
                    }
                } else {
                    // One of them alone may be what makes the whole true, or false.
                    found.extend(self.atom(formula).map(|atom| (atom, value)));
                }
            }
            Formula::Else => {}
            Formula::Not(inner) => self.follow(inner, !value, found),
            Formula::Defined(_) | Formula::Value(_) | Formula::Unread => {
                found.extend(self.atom(formula).map(|atom| (atom, value)));
            }
        }
    }
}

/// The tokens of a condition with the names behind `defined` made unexpandable (C99 6.10.1p4).
fn without_defined_names(unit: &Unit, tokens: &[Token]) -> Vec<Token> {
    let mut guarded = tokens.to_vec();
    for at in 0..tokens.len() {
        if unit.is_word(&tokens[at], "defined") {
            let open = tokens.get(at + 1).is_some_and(|next| next.is(Punct::LeftParen));
            if let Some(name) = guarded.get_mut(at + 1 + usize::from(open)) {
                name.kind = TokenKind::Stray;
            }
        }
    }
    guarded
}

// formula = conjunction { "||" conjunction } ; conjunction = test { "&&" test }
// test = "!" test | "(" formula ")" | "defined" name | "defined" "(" name ")" | expression
fn formula(
    tokens: &[Expanded<'_>],
    loose: &[bool],
    range: Range<usize>,
    depth: usize,
    value: &impl Fn(Range<usize>) -> Formula,
) -> Formula {
    if has_loose(tokens, loose, range.clone()) {
        return Formula::Value(range);
    }
    let formula = |range| formula(tokens, loose, range, depth + 1, value);
    let parts = match (
        split_at_operator(tokens, range.clone(), Punct::OrOr),
        split_at_operator(tokens, range.clone(), Punct::AndAnd),
    ) {
        _ if depth > MAX_CONDITION_DEPTH => return value(range),
        (None, _) | (_, None) => return value(range),
        (Some(any), _) if any.len() > 1 => {
            return Formula::Any(range, any.into_iter().map(formula).collect());
        }
        (_, Some(all)) => all,
    };
    if parts.len() > 1 {
        return Formula::All(range, parts.into_iter().map(formula).collect());
    }
    let part = &tokens[range.clone()];
    let defined = |name: &Expanded<'_>| Formula::Defined(name.text.to_string());
    match part {
        [word, name] if word.is_word("defined") => defined(name),
        [word, open, name, close]
            if word.is_word("defined") && open.is(Punct::LeftParen) && close.is(Punct::RightParen) =>
        {
            defined(name)
        }
        [not, operand @ ..] if not.is(Punct::Not) && is_operand(operand) => {
            Formula::Not(Box::new(formula(range.start + 1..range.end)))
        }
        [open, .., close] if open.is(Punct::LeftParen) && close.is(Punct::RightParen) && is_operand(part) => {
            formula(range.start + 1..range.end - 1)
        }
        _ => value(range),
    }
}

/// Whether tokens are the operand of a prefix operator, with no binary operator outside parentheses.
fn is_operand(tokens: &[Expanded<'_>]) -> bool {
    let negations = tokens.iter().take_while(|token| token.is(Punct::Not)).count();
    match &tokens[negations..] {
        [word, _] if word.is_word("defined") => true,
        [word, open, _, close]
            if word.is_word("defined") && open.is(Punct::LeftParen) && close.is(Punct::RightParen) =>
        {
            true
        }
        rest @ [open, ..] if open.is(Punct::LeftParen) => after_group(Bracket::Round, rest, 0) == Some(rest.len()),
        [_] => true,
        _ => false,
    }
}

/// The parts between an operator outside parentheses; `None` where an operator that binds weaker stands there.
fn split_at_operator(tokens: &[Expanded<'_>], range: Range<usize>, operator: Punct) -> Option<Vec<Range<usize>>> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0_i32, range.start);
    for at in range.clone() {
        let token = &tokens[at];
        depth += i32::from(token.is(Punct::LeftParen)) - i32::from(token.is(Punct::RightParen));
        if depth == 0 && (token.is(Punct::Question) || token.is(Punct::Comma)) {
            return None;
        }
        if depth == 0 && token.is(operator) {
            parts.push(start..at);
            start = at + 1;
        }
    }
    parts.push(start..range.end);
    (depth == 0).then_some(parts)
}
