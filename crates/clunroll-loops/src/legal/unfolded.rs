//! The operands of a header with the initialisers of constant variables in their places.
//!
//! ```c
//! const int n = 2 * N;
//! for (int i = 0; i < n; i++)
//! ```
//!
//! A condition for `#if` cannot name `n`, and in an assertion `n` would make an array of variable length. So `#if` gets `(2 * N)` in its
//! place, and the assertion `(int)(2 * N)`: `n` has its initialiser's value in its own type, as long as the macros mean the same at both
//! places. The same holds for the constant variables in an initialiser: after `const int m = n - 1;`, the assertion for `m` is
//! `(int)((int)(2 * N) - 1)`.

use std::collections::BTreeMap;

use crate::host_values::Unfolded;
use crate::planner::Planner;
use clunroll_analysis::{Evaluator, LookupPoint, Space, Storage, SymbolId};
use oclc_syntax::lex::TokenKind;
use oclc_syntax::preprocess::IntegerType;
use oclc_syntax::tree::TokenRange;

/// How many initialisers are followed into one another. Real ones have one or two.
const MAX_DEPTH: usize = 4;

impl Planner<'_, '_, '_> {
    /// An operand of the loop at a token; `None` if it names another variable, or if the text of an initialiser cannot be written there.
    pub fn unfolded(&self, operand: &TokenRange, at_loop: usize) -> Option<Unfolded> {
        self.unfold(operand, at_loop, 0)
    }

    fn unfold(&self, operand: &TokenRange, at_loop: usize, depth: usize) -> Option<Unfolded> {
        let function = self.function;
        let expansion = &function.parsed.expansion;
        let mut unfolded = Unfolded { condition: String::new(), in_assertion: BTreeMap::new(), tokens: Vec::new() };
        let mut in_condition = BTreeMap::new();
        for at in operand.clone() {
            let token = &expansion.tokens[at];
            let variable = (token.kind == TokenKind::Identifier && !token.open)
                .then(|| function.lookup(&token.text, at))
                .flatten()
                .filter(|&id| function.symbol(id).storage != Storage::Enumerator);
            let Some(id) = variable else {
                unfolded.tokens.push(at);
                continue;
            };
            if token.call.is_some() || depth == MAX_DEPTH {
                return None;
            }
            let (initializer, kind) = self.constant_of(id, at, at_loop)?;
            let inner = self.unfold(&initializer, at_loop, depth + 1)?;
            let asserted = self.in_assertion(&initializer, &inner)?;
            unfolded.tokens.extend(inner.tokens);
            let code = expansion.code_of(token).start;
            unfolded.in_assertion.insert(code, format!("({})({asserted})", kind.name()));
            in_condition.insert(code, format!("({})", inner.condition));
        }
        unfolded.condition = if in_condition.is_empty() {
            function.text_of(operand)
        } else {
            self.text_with(operand, |code, _| in_condition.get(&code).cloned())?
        };
        Some(unfolded)
    }

    /// The initialiser of a constant variable, and the variable's type, if the initialiser's macros mean the same at the loop.
    fn constant_of(&self, id: SymbolId, at: usize, at_loop: usize) -> Option<(TokenRange, IntegerType)> {
        let function = self.function;
        let symbol = function.symbol(id);
        let (kind, node) = (symbol.kind.integer()?, symbol.initializer?);
        let is_constant = (symbol.kind.is_const || symbol.kind.space == Space::Constant)
            && !symbol.kind.is_volatile
            && matches!(symbol.storage, Storage::Local | Storage::Static);
        if !is_constant || !function.is_certain(id, at) {
            return None;
        }
        let initializer = function.tokens(node);
        let value =
            Evaluator::new(function, function.nothing_known(), LookupPoint::InTree).without_launch().value(node);
        let expansion = &function.parsed.expansion;
        let tokens = &expansion.tokens[initializer.clone()];
        // The initialiser is written again with its macros: not what they expand to, but their names must mean the same.
        let words = function.words(expansion.code_of(tokens.first()?).start..expansion.code_of(tokens.last()?).end);
        let names: Vec<&str> = words.iter().map(|word| &**word).collect();
        let keeps = function.unit.keeps_names(&names, function.moment(initializer.start), function.moment(at_loop));
        let is_whole = function.source_span(&initializer).is_some()
            && function.moment(initializer.start) == function.moment(initializer.end - 1);
        (keeps && is_whole && kind.holds(value.ok()?.value)).then_some((initializer, kind))
    }

    /// The author's text of a range, with other words for some of its code tokens.
    pub(super) fn text_with(
        &self,
        range: &TokenRange,
        other: impl Fn(usize, &str) -> Option<String>,
    ) -> Option<String> {
        let expansion = &self.function.parsed.expansion;
        let tokens = &expansion.tokens[range.clone()];
        self.function.source_span(range)?;
        let code = expansion.code_of(tokens.first()?).start..expansion.code_of(tokens.last()?).end;
        let mut text = String::new();
        for at in code.clone() {
            let token = &self.function.unit.code[at];
            if at > code.start && token.after_space {
                text.push(' ');
            }
            let spelt = self.function.unit.text(token);
            text.push_str(&other(at, &spelt).unwrap_or_else(|| spelt.into_owned()));
        }
        Some(text)
    }
}
