//! `kernel` and `__kernel` as names.
//!
//! As a keyword, the word is among the words that begin a declaration, so another word follows it: `kernel void`, `__kernel __attribute__`.
//! Before an operator, a bracket or a comma it is a name. If there are declarations of the name, they are reported, since the author must
//! change them, and the uses with them; otherwise the first use is.

use clunroll_rules::{Finding, KeywordAsName};
use oclc_syntax::lex::{Punct, Token, TokenKind};
use oclc_syntax::preprocess::{Directive, DirectiveKind, GroupId, Unit};
use oclc_syntax::source::FileId;

const WORDS: [&str; 2] = ["kernel", "__kernel"];

/// Words before an expression or a label that declare nothing.
const BEFORE_USES: [&str; 6] = ["return", "case", "else", "goto", "sizeof", "do"];

/// Words that may come before the asterisk of a pointer's declaration, beside the names of types.
const QUALIFIERS: [&str; 7] = ["const", "volatile", "restrict", "__restrict", "__restrict__", "void", "unsigned"];

/// Whether a text may contain such a name.
pub fn may_stand_in(bytes: &[u8]) -> bool {
    memchr::memmem::find(bytes, b"kernel").is_some()
}

/// How certain it is that a name is declared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DeclarationCertainty {
    Declared,
    Used,
}

/// The declarations of such names in the main file; without any, their first use.
pub fn find(unit: &Unit) -> Vec<Finding> {
    let mut names = Vec::new();
    for directive in unit.directives.iter().filter(|directive| directive.kind == DirectiveKind::Define) {
        in_definition(unit, directive, &mut names);
    }
    for at in 0..unit.code.len() {
        names.extend(role(unit, &unit.code, at).map(|role| (role, &unit.code[at])));
    }
    let is_declared = names.iter().any(|(role, _)| *role == DeclarationCertainty::Declared);
    if is_declared {
        names.retain(|(role, _)| *role == DeclarationCertainty::Declared);
    } else {
        names.truncate(1);
    }
    let finding =
        |token: &Token| Finding::of_file(token.place(), KeywordAsName { text: unit.text(token).into_owned() });
    names.into_iter().map(|(_, token)| finding(token)).collect()
}

// "#" "define" name [ "(" parameters ")" ] …
fn in_definition<'u>(unit: &'u Unit, directive: &Directive, names: &mut Vec<(DeclarationCertainty, &'u Token)>) {
    let line = unit.line(directive);
    let Some(name) = line.get(2) else { return };
    if is_word(unit, name) && directive.group == GroupId::ROOT {
        names.push((DeclarationCertainty::Declared, name));
    }
    let is_function = line.get(3).is_some_and(|open| open.is(Punct::LeftParen) && !open.after_space);
    let close = line.iter().position(|token| token.is(Punct::RightParen)).filter(|_| is_function);
    if let Some(close) = close {
        names.extend(
            line[4.min(close)..close]
                .iter()
                .filter(|name| is_word(unit, name))
                .map(|name| (DeclarationCertainty::Declared, name)),
        );
    }
    let body = close.map_or(3, |close| close + 1);
    // A parameter of that name was already reported.
    let parameters = &line[..close.unwrap_or(0)];
    let is_told = WORDS.map(|word| parameters.iter().any(|name| unit.is_word(name, word)));
    for at in body..line.len() {
        let is_told = WORDS.iter().zip(is_told).any(|(word, is_told)| is_told && unit.is_word(&line[at], word));
        names.extend(role(unit, line, at).filter(|_| !is_told).map(|role| (role, &line[at])));
    }
}

fn is_word(unit: &Unit, token: &Token) -> bool {
    token.file == FileId::MAIN && WORDS.iter().any(|word| unit.is_word(token, word))
}

/// The certainty that a token declares a name, if it is one of the words and a name.
fn role(unit: &Unit, tokens: &[Token], at: usize) -> Option<DeclarationCertainty> {
    if !is_word(unit, &tokens[at]) {
        return None;
    }
    let TokenKind::Punct(next) = tokens.get(at + 1)?.kind else { return None };
    // In the body of a macro, `kernel # x` and `kernel ## x` become something else.
    if matches!(next, Punct::Hash | Punct::HashHash) {
        return None;
    }
    let before = at.checked_sub(1).map(|before| &tokens[before])?;
    let is_type_before = |token: &Token| {
        let text = unit.text(token);
        token.kind == TokenKind::Identifier && !BEFORE_USES.contains(&&*text)
    };
    match before.kind {
        TokenKind::Identifier if is_type_before(before) => Some(DeclarationCertainty::Declared),
        TokenKind::Punct(Punct::Star) => {
            let pointee = tokens[..at].iter().rev().find(|token| !token.is(Punct::Star))?;
            let text = unit.text(pointee);
            let is_type = QUALIFIERS.contains(&&*text)
                || text.ends_with("_t")
                || oclc_syntax::tree::is_type_name(&text)
                || ["char", "short", "int", "long", "float", "double"].contains(&&*text);
            Some(if is_type { DeclarationCertainty::Declared } else { DeclarationCertainty::Used })
        }
        // An argument may be the keyword, if a macro writes the declaration.
        TokenKind::Punct(Punct::LeftParen | Punct::Comma) if matches!(next, Punct::Comma | Punct::RightParen) => None,
        TokenKind::Punct(Punct::HashHash | Punct::Hash) => None,
        _ => Some(DeclarationCertainty::Used),
    }
}
