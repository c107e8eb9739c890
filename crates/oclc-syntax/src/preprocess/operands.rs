//! Whether an open macro in an expression is one operand, or more.
//!
//! The expansion of a name that the host defines is text, and combines with the tokens beside it. Where `#define IS_GPU VENDOR
//! == 1 || VENDOR == 2` may be its definition, `0 && IS_GPU` may be true and `!IS_GPU` is not the negation of `IS_GPU`. So the
//! structure around such a name, up to the parentheses around it, is unknown; the name is an operand only if all of its
//! definitions are operands, as `4`, `-1`, `(a || b)` and `defined FAST` are. A name that no file and no `-D` defines is taken
//! for a value.

use super::definition::Definition;
use super::expanded::Expanded;
use super::macros::{MacroTable, NameFacts};
use super::unit::Unit;
use crate::limits::MAX_NAMES_OF_OPERANDS;
use std::ops::Range;
use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashSet;

use crate::lex::{self, Bracket, Punct, Token, TokenKind, after_group, are_balanced};
use crate::source::Sources;

/// The form of a replacement list among other tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum OperandForm {
    /// One operand.
    Operand,
    /// Its parts may combine with the tokens beside it.
    Loose,
    /// Its parentheses do not match.
    Unbalanced,
}

/// The form of a name's definitions, as far as they have been read.
#[derive(Debug, Default)]
pub(super) struct OperandForms(OnceLock<Box<Mutex<OperandNames>>>);

#[derive(Debug)]
struct OperandNames {
    events: usize,
    form: OperandForm,
    /// The names that it expands to, if its definitions are names or invocations.
    names: FxHashSet<String>,
}

impl Default for OperandNames {
    fn default() -> Self {
        Self { events: 0, form: OperandForm::Operand, names: FxHashSet::default() }
    }
}

impl NameFacts {
    /// The form of its own definitions. Calls `act` for each name that they expand to.
    fn form(&self, sources: &Sources, act: &mut dyn FnMut(&str)) -> OperandForm {
        let mut read = self.forms.0.get_or_init(Box::default).lock().unwrap_or_else(PoisonError::into_inner);
        let OperandNames { events, form, names } = &mut *read;
        for definition in self.definitions_since(events) {
            let (of_this, name) = form_of(sources, definition);
            *form = of_this.max(*form);
            names.extend(name);
        }
        for name in names.iter() {
            act(name);
        }
        *form
    }
}

impl MacroTable {
    fn form(&self, sources: &Sources, name: &str) -> OperandForm {
        let mut form = OperandForm::Operand;
        let mut open = vec![name.to_owned()];
        let mut seen: FxHashSet<String> = open.iter().cloned().collect();
        while let Some(known) = open.pop().map(|name| self.name_of(&name)) {
            let of_this = known.map(|known| {
                known.form(sources, &mut |name| {
                    if seen.insert(name.to_owned()) {
                        open.push(name.to_owned());
                    }
                })
            });
            form = form.max(of_this.unwrap_or(OperandForm::Operand));
            if seen.len() > MAX_NAMES_OF_OPERANDS {
                return OperandForm::Unbalanced;
            }
        }
        form
    }
}

/// For each of the tokens of an expression, whether it keeps the tokens beside it, up to the parentheses around it, from being
/// known. All of them do if the parentheses themselves are not certain.
pub(super) fn loose(unit: &Unit, tokens: &[Expanded<'_>]) -> Vec<bool> {
    let forms: Vec<OperandForm> = tokens
        .iter()
        .map(|token| if token.open { unit.macros.form(&unit.sources, &token.text) } else { OperandForm::Operand })
        .collect();
    let is_balanced = !forms.contains(&OperandForm::Unbalanced);
    forms.into_iter().map(|form| !is_balanced || form == OperandForm::Loose).collect()
}

impl Unit {
    /// Whether the tokens of an expression between commas are one value there, whatever the open macros among them expand to:
    /// not several values, nor a string, nor no tokens.
    #[must_use]
    pub fn is_one_value(&self, tokens: &[Expanded<'_>]) -> bool {
        let Some(first) = tokens.first() else { return false };
        // A list that begins with another macro may be empty if that macro is.
        let may_be_nothing = |definition: &Definition| match definition.body.first() {
            None => true,
            Some(word) => word.kind == TokenKind::Identifier && self.has_definitions(&self.text(word)),
        };
        let is_gone = first.open && self.definitions(&first.text).any(may_be_nothing);
        !is_gone && !self.may_be_string(first) && !has_loose(tokens, &loose(self, tokens), 0..tokens.len())
    }

    /// Whether a definition of an open macro, or one that it leads to, contains a string.
    fn may_be_string(&self, name: &Expanded<'_>) -> bool {
        let mut open = if name.open { vec![name.text.to_string()] } else { Vec::new() };
        let mut seen: FxHashSet<String> = open.iter().cloned().collect();
        while let Some(name) = open.pop() {
            for token in self.definitions(&name).flat_map(|definition| &definition.body) {
                match token.kind {
                    TokenKind::String => return true,
                    TokenKind::Identifier if seen.insert(self.text(token).into_owned()) => {
                        open.push(self.text(token).into_owned());
                    }
                    _ => {}
                }
            }
            if seen.len() > MAX_NAMES_OF_OPERANDS {
                return true;
            }
        }
        false
    }
}

/// Whether a loose token is among those of a range, outside the parentheses in it.
pub(super) fn has_loose(tokens: &[Expanded<'_>], loose: &[bool], range: Range<usize>) -> bool {
    if !loose[range.clone()].contains(&true) {
        return false;
    }
    let mut at = range.start;
    while at < range.end {
        if loose[at] {
            return true;
        }
        at = after_group(Bracket::Round, tokens, at).unwrap_or(at + 1);
    }
    false
}

// operand = { "+" | "-" | "~" | "!" } ( token | "(" … ")" | name "(" … ")" | "defined" name )
// What follows its name, if that may be a macro, comes with the form.
fn form_of(sources: &Sources, definition: &Definition) -> (OperandForm, Option<String>) {
    let body = &definition.body[..];
    if !are_balanced(Bracket::Round, body) {
        return (OperandForm::Unbalanced, None);
    }
    let is_prefix = |token: &&Token| {
        [Punct::Plus, Punct::Minus, Punct::Tilde, Punct::Not].into_iter().any(|operator| token.is(operator))
    };
    let text = |token: &Token| lex::text(&sources[token.file].bytes, token).into_owned();
    let is_one_group = |tokens: &[Token]| after_group(Bracket::Round, tokens, 0) == Some(tokens.len());
    let name_of = |token: &Token| {
        let name = text(token);
        let is_parameter = definition.parameters.iter().flatten().any(|parameter| *parameter == name);
        // Arguments are not examined.
        if is_parameter { (OperandForm::Loose, None) } else { (OperandForm::Operand, Some(name)) }
    };
    match &body[body.iter().take_while(is_prefix).count()..] {
        [] if body.is_empty() => (OperandForm::Operand, None),
        [] => (OperandForm::Loose, None),
        [word, _] if word.kind == TokenKind::Identifier && text(word) == "defined" => (OperandForm::Operand, None),
        [name] if name.kind == TokenKind::Identifier => name_of(name),
        [constant] if matches!(constant.kind, TokenKind::Number | TokenKind::Character) => (OperandForm::Operand, None),
        [name, rest @ ..] if name.kind == TokenKind::Identifier && is_one_group(rest) => name_of(name),
        rest if is_one_group(rest) => (OperandForm::Operand, None),
        _ => (OperandForm::Loose, None),
    }
}
