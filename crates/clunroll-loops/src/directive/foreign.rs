//! Requests in the spellings of other compilers: `#pragma HLS unroll factor=4`, `#pragma loop(unroll, 4)`,
//! `#pragma omp unroll partial(4)`, `[[intel::unroll(4)]]`, `[unroll(4)]`.
//!
//! clunroll does not take them as requests: some are inside the loop, and only their own compilers define what they ask for. An
//! author may wonder why nothing happens, so each gets a finding that says what to write.
//!
//! A pragma is such a request if its first word is not that of a pragma with requests, and a later word is `unroll`, in upper
//! or lower case. An attribute in brackets is recognised by its last name. It begins a statement, where no subscript is
//! possible. Pragmas that forbid unrolling are not searched for.

use super::operator::operator_words;
use clunroll_rules::{Finding, OtherCompilersRequest};
use oclc_syntax::lex::{Punct, Token, TokenKind};
use oclc_syntax::preprocess::{DirectiveKind, Unit};
use oclc_syntax::source::{FileId, Place};
use oclc_syntax::tree::find_placeholder;

/// First words of pragmas that other rules handle, in lower case.
const OURS: [&str; 8] = ["unroll", "nounroll", "gcc", "clang", "clunroll", "promote_to_registers", "pragma", "opencl"];

/// Names of attributes in brackets.
const ATTRIBUTES: [&str; 3] = ["unroll", "unroll_hint", "opencl_unroll_hint"];

/// Words in a request that are not a factor.
const WORDS: [&str; 6] = ["factor", "full", "partial", "enable", "region", "skip_exit_check"];

/// Words with which a pragma forbids unrolling.
const NEGATIONS: [&str; 3] = ["off", "disable", "nounroll"];

/// The most tokens that are examined in an attribute in brackets, or after `unroll` in a pragma.
const LONGEST: usize = 64;

/// The content of a request.
struct Asked {
    /// The text of its factor, if it has one.
    factor: Option<String>,
}

/// The requests of other compilers in the main file. A template has none: it may be right once it is filled.
#[must_use]
pub fn foreign_requests(unit: &Unit) -> Vec<Finding> {
    let mut findings = Vec::new();
    for directive in unit.directives.iter().filter(|directive| directive.kind == DirectiveKind::Pragma) {
        let line = unit.line(directive);
        if line[0].file == FileId::MAIN
            && let Some(asked) = in_pragma(unit, &line[2..])
        {
            findings.push(finding(unit, line, asked));
        }
    }
    for (at, token) in unit.code.iter().enumerate().filter(|(_, token)| token.file == FileId::MAIN) {
        if token.is(Punct::LeftBracket) {
            let attribute = &unit.code[at..unit.code.len().min(at + LONGEST)];
            if begins_statement(unit, at)
                && let Some((length, asked)) = in_brackets(unit, attribute)
            {
                findings.push(finding(unit, &attribute[..length], asked));
            }
        } else if let Some([open, string, close]) = unit.code.get(at + 1..at + 4)
            && unit.is_word(token, "_Pragma")
            && open.is(Punct::LeftParen)
            && string.kind == TokenKind::String
            && close.is(Punct::RightParen)
            && let Some(words) = operator_words(unit, string)
            && let Some(asked) = in_pragma(unit, &words)
        {
            findings.push(finding(unit, &unit.code[at..at + 4], asked));
        }
    }
    if !findings.is_empty() && find_placeholder(unit).is_some() {
        findings.clear();
    }
    findings
}

/// The request in the words of a pragma, if another compiler takes it for one.
fn in_pragma(unit: &Unit, words: &[Token]) -> Option<Asked> {
    let first = words.first().filter(|word| word.kind == TokenKind::Identifier)?;
    let name = unit.text(first).to_ascii_lowercase();
    if OURS.contains(&name.as_str()) || unit.has_definitions(&unit.text(first)) {
        return None;
    }
    let is = |word: &Token, names: &[&str]| {
        word.kind == TokenKind::Identifier && names.iter().any(|name| unit.text(word).eq_ignore_ascii_case(name))
    };
    let at = words.iter().take(LONGEST).position(|word| is(word, &["unroll"]))?;
    let following = &words[at + 1..words.len().min(at + LONGEST)];
    (!following.iter().any(|word| is(word, &NEGATIONS))).then(|| asked(unit, following))
}

/// The factor is the first number, or name in the place of one, after the word `unroll`.
fn asked(unit: &Unit, following: &[Token]) -> Asked {
    let is_factor = |at: &usize| match following[*at].kind {
        TokenKind::Number => true,
        TokenKind::Identifier => {
            let before = at.checked_sub(1).map(|before| &following[before]);
            before
                .is_some_and(|before| [Punct::LeftParen, Punct::Comma, Punct::Assign].iter().any(|&one| before.is(one)))
                && !WORDS.contains(&&*unit.text(&following[*at]))
        }
        _ => false,
    };
    let factor = (0..following.len()).find(is_factor).map(|at| unit.text(&following[at]).into_owned());
    Asked { factor }
}

/// Whether the token at an index of the code begins a statement, and not a subscript.
fn begins_statement(unit: &Unit, at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| &unit.code[before]);
    before.is_none_or(|token| [Punct::Semicolon, Punct::LeftBrace, Punct::RightBrace].iter().any(|&one| token.is(one)))
}

/// The length of a request in brackets at the start of the tokens, and its content.
// attribute = "[" name [ arguments ] "]" | "[[" [ name "::" ] name [ arguments ] "]]"
fn in_brackets(unit: &Unit, tokens: &[Token]) -> Option<(usize, Asked)> {
    let depth = if tokens.get(1)?.is(Punct::LeftBracket) { 2 } else { 1 };
    let has_namespace = depth == 2
        && tokens.get(depth + 1..depth + 3).is_some_and(|colons| colons.iter().all(|colon| colon.is(Punct::Colon)));
    let at = if has_namespace { depth + 3 } else { depth };
    let name = tokens.get(at).filter(|name| name.kind == TokenKind::Identifier)?;
    if !ATTRIBUTES.contains(&unit.text(name).trim_matches('_')) {
        return None;
    }
    let close = at + tokens[at..].iter().position(|token| token.is(Punct::RightBracket))?;
    let is_closed = depth == 1 || tokens.get(close + 1)?.is(Punct::RightBracket);
    is_closed.then(|| (close + depth, asked(unit, &tokens[at + 1..close])))
}

fn finding(unit: &Unit, tokens: &[Token], Asked { factor }: Asked) -> Finding {
    let (first, last) = (&tokens[0], &tokens[tokens.len() - 1]);
    let place = Place { file: first.file, span: first.span.to(last.span) };
    let text = String::from_utf8_lossy(unit.sources[first.file].slice(place.span)).into_owned();
    Finding::of_file(place, OtherCompilersRequest { text, factor })
}
