//! Variables that become unused after arrays are scalars.
//!
//! ```c
//! { int i = 0; sum[i] = 0.0f; }      ->      { sum_0 = 0.0f; }
//! ```
//!
//! Compilers warn of a variable without uses. So the declaration that clunroll wrote in a copy is removed with the last subscript that uses
//! it, if its initialiser consists of numbers. An author's declaration stays, and after it the variable is mentioned (`(void)next;`). The
//! same is done for a scalar that only subscripts of another array used. No directive, no macro of the host and no other text may name the
//! variable.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::plan::{EditPart, PromotionPlan, TokenEdit};
use super::uses::{Reached, Survey, is_made};
use clunroll_analysis::{Function, Storage, Symbol, SymbolId};
use lang_c::ast::Declaration;
use lang_c::span::Node;
use oclc_syntax::lex::{Punct, TokenKind};
use oclc_syntax::preprocess::DirectiveKind;
use oclc_syntax::source::{Composed, FileId};

/// The tokens that edits remove, each with the number of its plan.
fn gone_tokens(plans: &[(usize, PromotionPlan)]) -> BTreeMap<usize, usize> {
    let numbered = plans.iter().enumerate();
    let mut edits: Vec<(&TokenEdit, usize)> =
        numbered.flat_map(|(number, (_, plan))| plan.edits.iter().map(move |edit| (edit, number))).collect();
    // An edit that is inside the kept tokens of another one comes after it.
    edits.sort_by_key(|(edit, _)| (edit.tokens.start, Reverse(edit.tokens.end)));
    let mut gone = BTreeMap::new();
    for (edit, number) in edits {
        gone.extend(edit.tokens.clone().map(|token| (token, number)));
        for part in &edit.parts {
            if let EditPart::Tokens(kept) | EditPart::Before(kept) = part {
                for token in kept.clone() {
                    gone.remove(&token);
                }
            }
        }
    }
    gone
}

/// The first tokens of edits in tokens that another edit removes.
fn idle_edits(plans: &[(usize, PromotionPlan)]) -> BTreeSet<usize> {
    let mut edits: Vec<&TokenEdit> = plans.iter().flat_map(|(_, plan)| &plan.edits).collect();
    edits.sort_by_key(|edit| (edit.tokens.start, Reverse(edit.tokens.end)));
    let mut end = 0;
    let is_idle = |edit: &&TokenEdit| {
        let is_idle = edit.tokens.end <= end;
        if !is_idle && edit.parts.iter().all(|part| matches!(part, EditPart::Made(_))) {
            end = edit.tokens.end;
        }
        is_idle
    };
    edits.into_iter().filter(is_idle).map(|edit| edit.tokens.start).collect()
}

/// Mentions the scalars that only subscripts of other arrays use.
fn mention_scalars(function: &Function<'_, '_>, plans: &mut [(usize, PromotionPlan)]) {
    let idle = idle_edits(plans);
    for (_, plan) in plans {
        let mut names: BTreeMap<&str, bool> = BTreeMap::new();
        for (name, token) in &plan.read {
            *names.entry(name).or_insert(true) &= idle.contains(token);
        }
        let names = names.into_iter().filter(|(_, is_idle)| *is_idle);
        let mentions = names.map(|(name, _)| format!(" (void){name};")).collect::<Vec<_>>().concat();
        let semicolon = plan.semicolon;
        let token = &function.parsed.expansion.tokens[semicolon];
        if mentions.is_empty() || token.call.is_some() || !token.is(Punct::Semicolon) {
            continue;
        }
        match plan.edits.iter_mut().find(|edit| edit.tokens.start == semicolon) {
            Some(edit) => edit.parts.push(EditPart::Made(mentions)),
            None => plan.edits.push(TokenEdit {
                tokens: semicolon..semicolon + 1,
                parts: vec![EditPart::Made(format!(";{mentions}"))],
                in_argument: None,
            }),
        }
    }
}

/// Finds unused variables in one function.
pub struct IdleVariables<'i, 'u, 't> {
    /// The facts from the tree.
    pub survey: &'i Survey<'t>,
    /// The names that macros may lead to.
    pub reached: &'i Reached<'u>,
    /// The text, with its origins.
    pub text: &'i Composed,
}

impl<'t> IdleVariables<'_, '_, 't> {
    /// Removes the declarations of such variables, as edits of the plans.
    pub fn remove(&self, function: &Function<'_, 't>, plans: &mut [(usize, PromotionPlan)]) {
        let gone = gone_tokens(plans);
        let used = gone.keys().flat_map(|&token| function.uses_in(token..token + 1));
        let candidates: BTreeSet<SymbolId> = used.filter_map(|used| used.symbol).collect();
        for id in candidates {
            let symbol = function.symbol(id);
            let Some(declaration) = self.declaration(function, symbol) else { continue };
            let mentions = self.survey.tokens_of(symbol.name).iter().filter(|&&at| symbol.scope.contains(&at));
            let mut of_others = mentions.filter(|&&at| at != symbol.declared).map(|at| gone.get(at).copied());
            let Some(Some(first)) = of_others.next() else { continue };
            if !of_others.all(|plan| plan.is_some()) {
                continue;
            }
            let is_made = is_made(function, self.text, symbol.declared);
            let edit = if is_made && Self::is_of_numbers(function, symbol, declaration) {
                TokenEdit { tokens: function.tokens(declaration), parts: Vec::new(), in_argument: None }
            } else {
                let semicolon = function.tokens(declaration).end - 1;
                let parts = vec![EditPart::Made(format!("; (void){};", symbol.name))];
                TokenEdit { tokens: semicolon..semicolon + 1, parts, in_argument: None }
            };
            plans[first].1.edits.push(edit);
        }
        mention_scalars(function, plans);
    }

    /// Whether a declaration declares one variable, and its initialiser consists of numbers.
    fn is_of_numbers(function: &Function<'_, '_>, symbol: &Symbol<'_>, node: &Node<Declaration>) -> bool {
        let tokens = &function.parsed.expansion.tokens;
        let is_number = |initializer| function.tokens(initializer).all(|at| tokens[at].kind != TokenKind::Identifier);
        node.node.declarators.len() == 1 && symbol.initializer.is_some_and(is_number)
    }

    /// The declaration of a variable, if no hidden use may name it.
    fn declaration(&self, function: &Function<'_, 't>, symbol: &Symbol<'_>) -> Option<&'t Node<Declaration>> {
        let tokens = &function.parsed.expansion.tokens;
        let (first, node) = self.survey.declaration_of(symbol.declared)?;
        let declaration = function.tokens(node);
        let is_written = |at: usize| {
            let token = &tokens[at];
            token.call.is_none() && !token.open && function.unit.code[token.code].file == FileId::MAIN
        };
        let is_plain = symbol.storage == Storage::Local
            && !symbol.kind.is_volatile
            && symbol.kind.integer().is_some()
            && first == declaration.start
            && declaration.clone().all(is_written)
            && tokens[declaration.end - 1].is(Punct::Semicolon)
            && !declaration.clone().any(|at| function.parsed.is_left_out(at));
        let scope = &symbol.scope;
        let directives = function.moment(declaration.start)..function.moment(scope.end.checked_sub(1)?);
        let unit = function.unit;
        let has_directive = unit.directives[directives].iter().any(|directive| {
            let is_pragma = directive.kind == DirectiveKind::Pragma;
            !is_pragma || unit.line(directive).iter().any(|token| unit.is_word(token, symbol.name))
        });
        let is_hidden = self
            .survey
            .suspects_in(scope)
            .any(|at| !tokens[at].open || self.reached.may_name(&tokens[at].text, symbol.name));
        (is_plain && !has_directive && !is_hidden).then_some(node)
    }
}
