//! The conditions on the host's macros under which an operand has the value that clunroll computed.
//!
//! An [`Assumption`] has terms for `#if`, and conditions of C for an assertion in the branch of that `#if`. Each macro is
//! compared alone (`(N) == 8`). An operand that is more than a macro is also compared, as the author wrote it (`(2 * N) == 16`):
//! `4+4` for `N` passes the first comparison and fails the second. In `(N) * (M)`, nothing takes the text of a macro apart, and the
//! comparisons of the macros are enough. No macro is compared with zero, since `#if` takes every name
//! that is not a macro for zero (C99 6.10.1p4).

use std::collections::BTreeMap;

use clunroll_analysis::{Evaluator, Function, LookupPoint};
use oclc_syntax::lex::{Punct, TokenKind};
use oclc_syntax::preprocess::Expanded;
use oclc_syntax::source::{Equality, PresenceCondition};
use oclc_syntax::tree::{TokenRange, is_type_name};

/// An operand without constant variables.
#[derive(Default)]
pub struct Unfolded {
    /// Its text for `#if`.
    pub condition: String,
    /// What is in the place of each variable in an assertion, by its code token.
    pub in_assertion: BTreeMap<usize, String>,
    /// All other tokens of it, those of the initialisers included.
    pub tokens: Vec<usize>,
}

impl Unfolded {
    /// Whether the host decides a part of it.
    pub fn has_open_names(&self, function: &Function<'_, '_>) -> bool {
        self.tokens.iter().any(|&at| function.is_open(at))
    }
}

/// Conditions on the host's macros.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assumption {
    /// The terms of a condition for `#if`.
    pub terms: Vec<Equality>,
    /// For each loop and operand, a condition of C.
    pub facts: Vec<String>,
}

impl Assumption {
    /// Adds the terms of another one.
    pub fn add(&mut self, other: &Self) {
        self.add_terms(&other.terms);
        for fact in &other.facts {
            add(&mut self.facts, fact.clone());
        }
    }

    /// Adds terms of another condition.
    pub fn add_terms(&mut self, terms: &[Equality]) {
        for term in terms {
            add(&mut self.terms, term.clone());
        }
    }

    /// Adds that an operand has a value. In its text, the tokens in `constants` are written as these numbers. `None` if that cannot be
    /// written.
    #[must_use]
    pub fn pin(
        &mut self,
        function: &Function<'_, '_>,
        operand: &TokenRange,
        value: i128,
        constants: &BTreeMap<usize, i128>,
    ) -> Option<()> {
        let tokens = &function.parsed.expansion.tokens;
        let others = || operand.clone().filter(|at| !constants.contains_key(at));
        if others().any(|at| tokens[at].is_hidden() || is_of_cast(&tokens[at])) {
            return None;
        }
        // The operand after macro expansion: it is the same before and after the invocations around it are expanded.
        let word = |at: usize| constants.get(&at).map_or_else(|| tokens[at].text.to_string(), ToString::to_string);
        let words: Vec<String> = operand.clone().map(word).collect();
        let text = words.join(" ").replace("( ", "(").replace(" )", ")");
        let pinned = Equality::new(without_parentheses(&text), value);
        pin_macros(function, others(), &mut self.terms)?;
        add(&mut self.facts, pinned.to_string());
        add(&mut self.terms, pinned);
        Some(())
    }

    /// The macros that it pins each by itself, to a value that `#if` computes: none of these assigns anything.
    pub fn pinned(&self) -> impl Iterator<Item = &str> {
        self.terms.iter().filter_map(Equality::pinned_macro)
    }

    /// Whether some terms pin each macro of this one by itself.
    #[must_use]
    pub fn has_macros_pinned_by(&self, terms: &[Equality]) -> bool {
        self.terms.iter().all(|term| term.pinned_macro().is_none() || terms.contains(term))
    }

    /// The condition for `#if`.
    #[must_use]
    pub fn condition(&self) -> PresenceCondition {
        PresenceCondition::from(&self.terms[..])
    }

    /// The assertions of all conditions of C.
    #[must_use]
    pub fn assertions(&self) -> Vec<String> {
        self.facts.iter().map(|fact| assertion(fact)).collect()
    }
}

/// Adds a term for each macro of the host in an operand. `None` if another name is in it, or a macro without a known value.
#[must_use]
pub(super) fn pin_macros(
    function: &Function<'_, '_>,
    operand: impl Iterator<Item = usize>,
    terms: &mut Vec<Equality>,
) -> Option<()> {
    for at in operand {
        let token = &function.parsed.expansion.tokens[at];
        if token.open {
            let evaluator = Evaluator::new(function, function.nothing_known(), LookupPoint::InTree);
            let known = evaluator.macro_value(at).map(|known| known.value).filter(|&value| value != 0)?;
            add(terms, Equality::new(&token.text, known));
        } else if !is_plain(token) {
            return None;
        }
    }
    Some(())
}

/// Adds a term for an operand that is more than a macro, if `#if` can read it. `None` if it is not text of the file.
#[must_use]
pub(super) fn pin_text(
    function: &Function<'_, '_>,
    operand: &TokenRange,
    unfolded: &Unfolded,
    value: i128,
    terms: &mut Vec<Equality>,
) -> Option<()> {
    if !unfolded.has_open_names(function) {
        return Some(());
    }
    function.source_span(operand)?;
    let tokens = &function.parsed.expansion.tokens;
    // The assertion knows of a cast.
    let is_implied = unfolded.in_assertion.is_empty() && is_implied(&tokens[operand.clone()], terms);
    if !is_implied && !unfolded.tokens.iter().any(|&at| is_of_cast(&tokens[at])) {
        add(terms, Equality::new(without_parentheses(&unfolded.condition), value));
    }
    Some(())
}

/// Whether the terms for macros alone say what an operand is: each macro in it is in parentheses of its own, as in `(N) * (M)`, so that no
/// text for it is taken apart. No sum or product of its numbers wraps in `int`, and `#if` computes the same as C.
fn is_implied(operand: &[Expanded<'_>], terms: &[Equality]) -> bool {
    let pinned = |name: &str| terms.iter().find(|term| term.pinned_macro() == Some(name)).map(Equality::value);
    let mut most = 1_i128;
    operand.iter().enumerate().all(|(at, token)| {
        let is_in_parentheses = at.checked_sub(1).is_some_and(|before| operand[before].is(Punct::LeftParen))
            && operand.get(at + 1).is_some_and(|next| next.is(Punct::RightParen));
        let number = match token.kind {
            TokenKind::Punct(punct) => matches!(
                punct,
                Punct::LeftParen | Punct::RightParen | Punct::Plus | Punct::Star | Punct::Slash | Punct::Percent
            )
            .then_some(0),
            _ if token.open => pinned(&token.text).filter(|_| is_in_parentheses),
            TokenKind::Number => token.text.parse::<i128>().ok(),
            _ => None,
        };
        number.filter(|number| *number >= 0).is_some_and(|number| {
            most = most.saturating_mul(number + 1);
            most <= i128::from(i32::MAX)
        })
    })
}

/// Whether a token of an operand is a word of a cast, which `#if` does not know.
fn is_of_cast(token: &Expanded<'_>) -> bool {
    !token.open && token.kind == TokenKind::Identifier
}

/// A statement without effect if a condition of C is true, and an error otherwise: an array has no negative length (C99 6.7.5.2p1).
/// It needs no name, gives no warning, and is never evaluated.
#[must_use]
pub fn assertion(fact: &str) -> String {
    format!("(void)sizeof(char[{fact} ? 1 : -1]);")
}

/// The words that `assertion` is written with.
pub const ASSERTION_WORDS: [&str; 3] = ["sizeof", "void", "char"];

/// Whether a token of an operand is a number, an operator, or a word of a cast to a scalar type.
pub(crate) fn is_plain(token: &Expanded<'_>) -> bool {
    match token.kind {
        TokenKind::Identifier => {
            is_type_name(&token.text) || matches!(&*token.text, "char" | "short" | "int" | "long" | "unsigned")
        }
        _ => true,
    }
}

/// Adds what is not there yet.
fn add<T: PartialEq>(all: &mut Vec<T>, one: T) {
    if !all.contains(&one) {
        all.push(one);
    }
}

/// A text without the parentheses that are around all of it.
fn without_parentheses(text: &str) -> &str {
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    inner.filter(|inner| !inner.contains(['(', ')'])).map_or(text, str::trim)
}
