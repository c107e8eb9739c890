//! Macros of the command line that the file defines again.
//!
//! Only a definition in no conditional counts, and only if nothing before it mentions the name: then the macro of the command line has no
//! effect at all. A definition with the same text is the same macro.

use clunroll_rules::{DefineWithoutEffect, Finding};
use oclc_syntax::host::Define;
use oclc_syntax::lex::Token;
use oclc_syntax::preprocess::{DirectiveKind, GroupId, Unit};
use oclc_syntax::source::FileId;

/// The definitions in the main file of a unit that replace one of these macros.
pub fn find(unit: &Unit, given: &[&Define]) -> Vec<Finding> {
    given.iter().filter_map(|define| replacement(unit, define)).collect()
}

fn replacement(unit: &Unit, define: &Define) -> Option<Finding> {
    let name = define.name();
    if !unit.has_definitions(name) {
        return None;
    }
    let mentions = |tokens: &[Token]| tokens.iter().any(|token| unit.is_word(token, name));
    let first = unit.directives.iter().find(|directive| mentions(unit.line(directive)))?;
    let line = unit.line(first);
    let is_definition = first.kind == DirectiveKind::Define
        && first.group == GroupId::ROOT
        && line[0].file == FileId::MAIN
        && line.get(2).is_some_and(|word| unit.is_word(word, name));
    if !is_definition || mentions(&unit.code[..first.code_before]) {
        return None;
    }
    let (word, last) = (line.get(2)?, line.last()?);
    let text = &unit.sources[FileId::MAIN].slice(word.span.to(last.span));
    let in_one_form = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    if in_one_form(&String::from_utf8_lossy(text)) == in_one_form(&define.definition()) {
        return None;
    }
    let found = DefineWithoutEffect { option: format!("-D{define}"), name: name.to_owned() };
    Some(Finding::of_file(unit.directive_place(first), found))
}
