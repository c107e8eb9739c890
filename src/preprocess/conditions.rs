//! Conditions in three values (C99 6.10.1): true, false, or up to the final compile.
//!
//! A condition is read as a formula: `||`, `&&` and `!` over tests. A test is `defined NAME`, or an arithmetic
//! expression. What the macros that are sure say of a test decides it; where the host has a say, the test is an
//! [`Atom`], unknown, but the same at every place where no macro that could change it was touched in between. So it can
//! be assumed: inside `#ifdef X` the atom `defined X` is true, and a [`super::Configuration`] is nothing but a set of
//! atoms with their values.
//!
//! The arithmetic is that of the preprocessor: 64 bits, a sign unless a `u` says otherwise, and names that are surely
//! no macros are 0. A name that nobody defines is no such name: the host may define it.

use super::constant::parse_integer;
use super::{Configuration, DirectiveKind, Expanded, GroupId, Meaning, Moment, Unit, parse_character};
use crate::lex::{Punct, Token, TokenKind};

/// How deep parentheses may stand in one another in a condition.
const MAX_DEPTH: usize = 64;

/// What is known of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// True in every configuration.
    True,
    /// False in every configuration.
    False,
    /// Up to the final compile.
    Unknown,
}

impl Truth {
    fn not(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::Unknown => Self::Unknown,
        }
    }
}

impl From<bool> for Truth {
    fn from(value: bool) -> Self {
        if value { Self::True } else { Self::False }
    }
}

/// A test that the final compile decides, at the places where it is the same test.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atom {
    test: Test,
    /// How often something that could change it was touched before.
    version: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Test {
    Defined(String),
    /// The tokens of an arithmetic expression after expansion.
    Expression(String),
}

/// A condition as a formula over tests; ranges are those of its expanded tokens.
#[derive(Debug)]
enum Formula {
    Any(Vec<Formula>),
    All(Vec<Formula>),
    Not(Box<Formula>),
    Defined(String),
    Value(std::ops::Range<usize>),
}

/// The condition of one `#if` or `#elif`, ready to be asked.
#[derive(Debug)]
pub struct Condition<'u> {
    unit: &'u Unit,
    tokens: Vec<Expanded<'u>>,
    formula: Formula,
    moment: Moment,
    group: GroupId,
}

impl<'u> Condition<'u> {
    /// Reads the condition of a directive whose tokens, `#` first, are `line`, and which stands in `group` at `moment`.
    /// An `#else` is always true.
    pub(super) fn read(
        unit: &'u Unit,
        configuration: &Configuration,
        kind: DirectiveKind,
        line: &[Token],
        (moment, group): (Moment, GroupId),
    ) -> Self {
        let name = || line.get(2).map(|token| unit.text(token).into_owned()).unwrap_or_default();
        let is = |word: &str| line.get(1).is_some_and(|token| unit.is_word(token, word));
        let mut tokens = Vec::new();
        let formula = match kind {
            DirectiveKind::Else => Formula::All(Vec::new()),
            DirectiveKind::Ifdef => Formula::Defined(name()),
            DirectiveKind::Ifndef => Formula::Not(Box::new(Formula::Defined(name()))),
            DirectiveKind::Elif if is("elifdef") => Formula::Defined(name()),
            DirectiveKind::Elif if is("elifndef") => Formula::Not(Box::new(Formula::Defined(name()))),
            _ => {
                let guarded = without_defined_names(unit, line.get(2..).unwrap_or(&[]));
                let expansion = super::expand::expand_line_in(unit, configuration, &guarded, moment, group);
                // A condition that cannot be expanded is one test of which nothing is known.
                let all = 0..expansion.tokens.len();
                tokens = expansion.tokens;
                if expansion.overflow { Formula::Value(all) } else { formula(&tokens, all, 0) }
            }
        };
        Self { unit, tokens, formula, moment, group }
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
            Formula::Any(parts) => self.joined(parts, configuration, Truth::True),
            Formula::All(parts) => self.joined(parts, configuration, Truth::False),
            Formula::Not(inner) => self.truth_of(inner, configuration).not(),
            Formula::Defined(name) => match self.unit.is_defined(configuration, name, self.moment, self.group) {
                Truth::Unknown => self.assumed(formula, configuration),
                known => known,
            },
            Formula::Value(range) => {
                let value = Evaluator { condition: self, configuration, at: range.start, end: range.end }.whole();
                match value {
                    Some(value) => Truth::from(value.bits != 0),
                    None => self.assumed(formula, configuration),
                }
            }
        }
    }

    /// The truth of several, of which one with the value `decisive` decides.
    fn joined(&self, parts: &[Formula], configuration: &Configuration, decisive: Truth) -> Truth {
        let mut result = decisive.not();
        for part in parts {
            match self.truth_of(part, configuration) {
                truth if truth == decisive => return decisive,
                Truth::Unknown => result = Truth::Unknown,
                _ => {}
            }
        }
        result
    }

    fn assumed(&self, formula: &Formula, configuration: &Configuration) -> Truth {
        let Some(atom) = self.atom(formula) else { return Truth::Unknown };
        let around = || self.unit.groups.assumed(self.group, &atom);
        configuration.value(&atom).or_else(around).map_or(Truth::Unknown, Truth::from)
    }

    fn atom(&self, formula: &Formula) -> Option<Atom> {
        match formula {
            Formula::Defined(name) => {
                let version = self.unit.macros.touches(name, self.moment);
                Some(Atom { test: Test::Defined(name.clone()), version })
            }
            Formula::Value(range) => {
                let tokens = &self.tokens[range.clone()];
                let words: Vec<_> = tokens.iter().map(|token| &*token.text).collect();
                // The names behind `defined` are stray, so that they are not expanded.
                let names =
                    tokens.iter().filter(|token| matches!(token.kind, TokenKind::Identifier | TokenKind::Stray));
                let names = names.map(|token| token.text.to_string());
                let version = self.unit.macros.touches_of_all(&self.unit.sources, names, self.moment);
                Some(Atom { test: Test::Expression(words.join(" ")), version })
            }
            _ => None,
        }
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
            Formula::Any(parts) | Formula::All(parts) => {
                parts.iter().find_map(|part| self.undecided_in(part, configuration))
            }
            Formula::Not(inner) => self.undecided_in(inner, configuration),
            Formula::Defined(_) | Formula::Value(_) => self.atom(formula),
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
            Formula::Any(parts) | Formula::All(parts) => {
                // Of several, one alone may be what makes the whole true, or false.
                if parts.len() == 1 || value == matches!(formula, Formula::All(_)) {
                    for part in parts {
                        self.follow(part, value, found);
                    }
                }
            }
            Formula::Not(inner) => self.follow(inner, !value, found),
            Formula::Defined(_) | Formula::Value(_) => found.extend(self.atom(formula).map(|atom| (atom, value))),
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
fn formula(tokens: &[Expanded<'_>], range: std::ops::Range<usize>, depth: usize) -> Formula {
    let value = Formula::Value(range.clone());
    let parts = match (split(tokens, range.clone(), Punct::OrOr), split(tokens, range.clone(), Punct::AndAnd)) {
        _ if depth > MAX_DEPTH => return value,
        (None, _) | (_, None) => return value,
        (Some(any), _) if any.len() > 1 => {
            return Formula::Any(any.into_iter().map(|part| formula(tokens, part, depth + 1)).collect());
        }
        (_, Some(all)) => all,
    };
    if parts.len() > 1 {
        return Formula::All(parts.into_iter().map(|part| formula(tokens, part, depth + 1)).collect());
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
            Formula::Not(Box::new(formula(tokens, range.start + 1..range.end, depth + 1)))
        }
        [open, .., close] if open.is(Punct::LeftParen) && close.is(Punct::RightParen) && is_operand(part) => {
            formula(tokens, range.start + 1..range.end - 1, depth + 1)
        }
        _ => value,
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
        [open, rest @ ..] if open.is(Punct::LeftParen) => {
            let mut depth = 1_usize;
            let close = rest.iter().position(|token| {
                depth += usize::from(token.is(Punct::LeftParen));
                depth -= usize::from(token.is(Punct::RightParen));
                depth == 0
            });
            close == Some(rest.len().wrapping_sub(1))
        }
        [_] => true,
        _ => false,
    }
}

/// The parts between an operator outside parentheses; `None` where an operator that binds weaker stands there.
fn split(
    tokens: &[Expanded<'_>],
    range: std::ops::Range<usize>,
    operator: Punct,
) -> Option<Vec<std::ops::Range<usize>>> {
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

/// A value of the preprocessor's arithmetic.
#[derive(Clone, Copy)]
struct Value {
    bits: u64,
    unsigned: bool,
}

impl Value {
    const fn truth(value: bool) -> Self {
        Self { bits: value as u64, unsigned: false }
    }

    const fn signed(self) -> i64 {
        self.bits as i64
    }
}

/// Evaluates an expression without `defined`; whatever is not surely known makes the whole unknown, but for operands
/// of `&&`, `||` and `?:` that are not evaluated.
struct Evaluator<'c, 'u> {
    condition: &'c Condition<'u>,
    configuration: &'c Configuration,
    at: usize,
    end: usize,
}

impl<'u> Evaluator<'_, 'u> {
    fn whole(mut self) -> Option<Value> {
        let value = self.conditional(0)?;
        (self.at == self.end).then_some(value).flatten()
    }

    fn peek(&self) -> Option<&Expanded<'u>> {
        self.condition.tokens[..self.end].get(self.at)
    }

    fn take(&mut self, punct: Punct) -> bool {
        let found = self.peek().is_some_and(|token| token.is(punct));
        self.at += usize::from(found);
        found
    }

    // conditional = binary [ "?" conditional ":" conditional ]
    // The outer `None` is an error of syntax, the inner one a value that is not known.
    #[allow(clippy::option_option, reason = "no expression at all is another matter than an unknown value")]
    fn conditional(&mut self, depth: usize) -> Option<Option<Value>> {
        if depth > MAX_DEPTH {
            return None;
        }
        let condition = self.binary(0, depth)?;
        if !self.take(Punct::Question) {
            return Some(condition);
        }
        let then = self.conditional(depth + 1)?;
        if !self.take(Punct::Colon) {
            return None;
        }
        let other = self.conditional(depth + 1)?;
        Some(match (condition?.bits != 0, then, other) {
            (true, Some(then), Some(other)) => Some(Value { unsigned: then.unsigned || other.unsigned, ..then }),
            (false, Some(then), Some(other)) => Some(Value { unsigned: then.unsigned || other.unsigned, ..other }),
            _ => None,
        })
    }

    // binary = unary { operator unary }, by precedence
    #[allow(clippy::option_option, reason = "as above")]
    fn binary(&mut self, least: u32, depth: usize) -> Option<Option<Value>> {
        let mut left = self.unary(depth)?;
        while let Some((operator, precedence)) = self.peek().and_then(operator).filter(|found| found.1 > least) {
            self.at += 1;
            let right = self.binary(precedence, depth + 1)?;
            left = match (operator, left, right) {
                (Punct::AndAnd, Some(left), _) if left.bits == 0 => Some(Value::truth(false)),
                (Punct::OrOr, Some(left), _) if left.bits != 0 => Some(Value::truth(true)),
                (_, Some(left), Some(right)) => apply(operator, left, right),
                _ => None,
            };
        }
        Some(left)
    }

    // unary = ("+" | "-" | "~" | "!") unary | "(" conditional ")" | number | character | name
    #[allow(clippy::option_option, reason = "as above")]
    fn unary(&mut self, depth: usize) -> Option<Option<Value>> {
        if depth > MAX_DEPTH {
            return None;
        }
        for punct in [Punct::Plus, Punct::Minus, Punct::Tilde, Punct::Not] {
            if self.take(punct) {
                let operand = self.unary(depth + 1)?;
                return Some(operand.map(|value| match punct {
                    Punct::Minus => Value { bits: value.bits.wrapping_neg(), ..value },
                    Punct::Tilde => Value { bits: !value.bits, ..value },
                    Punct::Not => Value::truth(value.bits == 0),
                    _ => value,
                }));
            }
        }
        if self.take(Punct::LeftParen) {
            let value = self.conditional(depth + 1)?;
            return self.take(Punct::RightParen).then_some(value);
        }
        let token = self.peek()?.clone();
        self.at += 1;
        match token.kind {
            TokenKind::Number => {
                let known = parse_integer(&token.text)?;
                let unsigned = token.text.contains(['u', 'U']) || known.value > i128::from(i64::MAX);
                Some(Some(Value { bits: known.value as u64, unsigned }))
            }
            TokenKind::Character => {
                parse_character(&token.text).map(|known| Some(Value { bits: known.value as u64, unsigned: false }))
            }
            TokenKind::Identifier if token.text == "defined" => None,
            TokenKind::Identifier => {
                // The argument of something like `__has_builtin(x)`.
                if self.peek().is_some_and(|next| next.is(Punct::LeftParen)) {
                    return None;
                }
                Some(self.name(&token))
            }
            _ => None,
        }
    }

    fn name(&self, token: &Expanded<'_>) -> Option<Value> {
        let Condition { unit, moment, group, .. } = *self.condition;
        let meaning = unit.meaning_in(self.configuration, &token.text, moment, group);
        let is_undefined = matches!(meaning, Meaning::Ordinary) && unit.macros.knows(&token.text);
        (!token.open && is_undefined).then_some(Value { bits: 0, unsigned: false })
    }
}

const fn precedence(punct: Punct) -> Option<u32> {
    Some(match punct {
        Punct::OrOr => 1,
        Punct::AndAnd => 2,
        Punct::Pipe => 3,
        Punct::Caret => 4,
        Punct::Ampersand => 5,
        Punct::Equal | Punct::NotEqual => 6,
        Punct::Less | Punct::Greater | Punct::LessEqual | Punct::GreaterEqual => 7,
        Punct::ShiftLeft | Punct::ShiftRight => 8,
        Punct::Plus | Punct::Minus => 9,
        Punct::Star | Punct::Slash | Punct::Percent => 10,
        _ => return None,
    })
}

fn operator(token: &Expanded<'_>) -> Option<(Punct, u32)> {
    match token.kind {
        TokenKind::Punct(punct) => precedence(punct).map(|found| (punct, found)),
        _ => None,
    }
}

fn apply(operator: Punct, left: Value, right: Value) -> Option<Value> {
    let unsigned = left.unsigned || right.unsigned;
    let (a, b) = (left.bits, right.bits);
    let compared = if unsigned { a.cmp(&b) } else { left.signed().cmp(&right.signed()) };
    let of = |bits| Some(Value { bits, unsigned });
    let truth = |value| Some(Value::truth(value));
    match operator {
        Punct::OrOr => truth(a != 0 || b != 0),
        Punct::AndAnd => truth(a != 0 && b != 0),
        Punct::Equal => truth(a == b),
        Punct::NotEqual => truth(a != b),
        Punct::Less => truth(compared.is_lt()),
        Punct::Greater => truth(compared.is_gt()),
        Punct::LessEqual => truth(compared.is_le()),
        Punct::GreaterEqual => truth(compared.is_ge()),
        Punct::Pipe => of(a | b),
        Punct::Caret => of(a ^ b),
        Punct::Ampersand => of(a & b),
        Punct::Plus => of(a.wrapping_add(b)),
        Punct::Minus => of(a.wrapping_sub(b)),
        Punct::Star => of(a.wrapping_mul(b)),
        Punct::Slash if unsigned => of(a.checked_div(b)?),
        Punct::Slash => of(left.signed().checked_div(right.signed())? as u64),
        Punct::Percent if unsigned => of(a.checked_rem(b)?),
        Punct::Percent => of(left.signed().checked_rem(right.signed())? as u64),
        // The type of a shift is that of its left operand; compilers differ where the count is too large.
        Punct::ShiftLeft if b < 64 => Some(Value { bits: a << b, unsigned: left.unsigned }),
        Punct::ShiftRight if b < 64 && left.unsigned => Some(Value { bits: a >> b, ..left }),
        Punct::ShiftRight if b < 64 => Some(Value { bits: (left.signed() >> b) as u64, ..left }),
        _ => None,
    }
}
