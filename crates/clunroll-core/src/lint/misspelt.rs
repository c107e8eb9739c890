//! Pragmas and attributes that are almost a request.
//!
//! Only names of pragmas and attributes are compared: the words of a `#pragma`, of a `_Pragma` operator, also in the text of a macro, and
//! the names in an `__attribute__`. A word is misspelt if it is a known one in other capitals, cut in two, joined with a factor, or at a
//! distance of at most two typing errors (Damerau and Levenshtein). A word of six letters with two errors may be another word; so such a
//! pragma must be before a loop. A word that contains `unroll` is an invented spelling (`unroll_all`, `loop_unroll`), without a correction.
//!
//! With the correct spelling, it is a request, and compilers reject some requests that they ignored before: before a statement that is not
//! a loop in some configuration, beside another request, with a factor that is not a constant. So a correction is given only directly
//! before a loop, alone, and without a factor or with a number.

use crate::limits::{MAX_LINE_OF_PRAGMA, MAX_SPELLING_DISTANCE, MAX_TOKENS_OF_ATTRIBUTE};
use std::borrow::Cow;
use std::ops::Range;

use clunroll_loops::directive::operator_words;
use clunroll_rules::{Correction, Finding, MisspeltPragma};
use oclc_syntax::lex::{Bracket, Depth, Punct, Token, TokenKind, after_group};
use oclc_syntax::preprocess::{DirectiveKind, Unit};
use oclc_syntax::source::{FileId, Place};

/// The first words of pragmas that ask for something.
const PRAGMAS: [&str; 4] = ["unroll", "nounroll", "promote_to_registers", "clunroll"];

/// First words that are similar to these, and correct: pragmas of clang and of IBM's compilers.
const OTHERS: [&str; 4] = ["unroll_and_jam", "nounroll_and_jam", "unrollandfuse", "nounrollandfuse"];

/// The beginnings and ends of invented names that forbid unrolling.
const FORBIDDING: [&str; 6] = ["no", "dont", "do_not", "never", "disable", "off"];

/// First words that do not belong before a request, although compilers ignore them: `_Pragma("pragma unroll 4")`.
const STRAY: [&str; 3] = ["pragma", "clang", "OPENCL"];

/// The options of `clang loop` that ask for unrolling.
const CLANG_OPTIONS: [&str; 2] = ["unroll", "unroll_count"];

/// The attribute that asks for unrolling.
const HINT: &str = "opencl_unroll_hint";

/// Parts of its name.
const PARTS_OF_HINT: [&str; 3] = ["unroll_hint", "opencl_unroll", "unroll"];

/// The attribute that asks for no unrolling.
const NO_UNROLLING: &str = "opencl_unroll_hint(1)";

/// The whole attribute.
const HINT_ATTRIBUTE: &str = "__attribute__((opencl_unroll_hint))";

/// From this distance on, a short word counts only before a loop.
const FAR: usize = 2;

/// The length from which on a word is recognised even if two letters are wrong.
const LONG: usize = 12;

/// Whether a text may contain a misspelt request. A text that contains the word `unroll` itself is read in any case.
#[must_use]
pub fn may_stand_in(bytes: &[u8]) -> bool {
    if memchr::memmem::find(bytes, b"opencl_").is_some() {
        return true;
    }
    let mut rest = bytes;
    while let Some(at) = memchr::memmem::find(rest, b"ragma") {
        let (before, after) = rest.split_at(at);
        let line = &after[..after.len().min(MAX_LINE_OF_PRAGMA)];
        let line = &line[..memchr::memchr2(b'\n', b'\r', line).unwrap_or(line.len())];
        let before = before.strip_suffix(b"p").map_or(before, <[u8]>::trim_ascii_end);
        if (before.ends_with(b"#") || before.ends_with(b"_P")) && has_near(&line["ragma".len()..]) {
            return true;
        }
        rest = &after[line.len()..];
    }
    false
}

/// Whether one of the words of a line, or two of them together, are almost those of a request.
fn has_near(line: &[u8]) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let words = line.split(|byte| !is_word(byte)).filter(|word| !word.is_empty());
    let words: Vec<Cow<'_, str>> = words.map(String::from_utf8_lossy).collect();
    words.iter().any(|word| is_near(word)) || words.windows(2).any(|pair| is_near(&pair.concat()))
}

/// Whether a word is one of the known words, or almost one.
fn is_near(word: &str) -> bool {
    let (word, _) = without_factor(word);
    let known = PRAGMAS.iter().chain(&CLANG_OPTIONS).chain([&HINT]);
    contains_unroll(word) || known.into_iter().any(|known| distance(word, known).is_some())
}

/// The misspelt requests of the main file.
pub fn find(unit: &Unit) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, directive) in unit.directives.iter().enumerate() {
        let line = unit.line(directive);
        if line[0].file != FileId::MAIN {
            continue;
        }
        match directive.kind {
            DirectiveKind::Pragma => {
                let (at, words) = (directive.code_before, &line[2..]);
                let is_before_loop = unit.code.get(at).is_some_and(|token| begins_loop(unit, token));
                if let Some(slip) = in_pragma(unit, words).filter(|slip| is_before_loop || !slip.is_far) {
                    let is_sure = is_alone(unit, at..at, Some(index)) && has_sure_factor(unit, words, &slip);
                    findings.push(slip.finding(unit, Some(unit.directive_place(directive)), is_sure));
                }
            }
            // The place of the request depends on the use of the macro.
            DirectiveKind::Define => in_code(unit, line, |_| false, &mut findings),
            _ => {}
        }
    }
    in_code(unit, &unit.code, |range| is_alone(unit, range, None), &mut findings);
    findings
}

/// Whether a range of the code, or the directive `own` there, is the only request before a loop, in each configuration.
fn is_alone(unit: &Unit, range: Range<usize>, own: Option<usize>) -> bool {
    let before = range.start.checked_sub(1).map(|before| &unit.code[before]);
    let begins_statement = before
        .is_none_or(|token| [Punct::Semicolon, Punct::LeftBrace, Punct::RightBrace].iter().any(|&one| token.is(one)));
    let first = unit.directives.partition_point(|directive| directive.code_before < range.start);
    let end = unit.directives.partition_point(|directive| directive.code_before <= range.end);
    let is_harmless = |index: usize| {
        let directive = &unit.directives[index];
        let is_before = own.map_or(directive.code_before == range.start, |own| index < own);
        Some(index) == own || (is_before && directive.kind != DirectiveKind::Pragma)
    };
    let is_loop = |token: &Token| begins_loop(unit, token) && !unit.has_definitions(&unit.text(token));
    begins_statement && (first..end).all(is_harmless) && unit.code.get(range.end).is_some_and(is_loop)
}

/// Whether a pragma or an attribute consists of the slip, known names, and known factors.
fn has_sure_factor(unit: &Unit, words: &[Token], slip: &Slip<'_>) -> bool {
    const WORDS: [&str; 10] =
        ["GCC", "clang", "loop", "unroll", "unroll_count", "full", "enable", "disable", "vectorize", "interleave"];
    let is_sure = |word: &Token| match word.kind {
        TokenKind::Number => is_positive(&unit.text(word)),
        TokenKind::Identifier => WORDS.contains(&&*unit.text(word)) && !is_macro(unit, &unit.text(word)),
        _ => word.is(Punct::LeftParen) || word.is(Punct::RightParen),
    };
    let of_slip = place_of_tokens(slip.tokens).span;
    // A number that becomes a factor was not written as one: a leading 0 need not make it octal.
    let is_sure_factor = slip.factor.is_empty() || (is_positive(&slip.factor) && !slip.factor.starts_with('0'));
    words.iter().all(|word| of_slip.contains(word.span) || is_sure(word)) && is_sure_factor
}

fn is_positive(number: &str) -> bool {
    number.parse::<u32>().is_ok_and(|number| number > 0)
}

fn begins_loop(unit: &Unit, token: &Token) -> bool {
    ["for", "while", "do"].iter().any(|word| unit.is_word(token, word))
}

/// Checks operators and attributes; `is_alone` says whether one, by the range of its tokens, is the only request before a loop.
fn in_code(unit: &Unit, tokens: &[Token], is_alone: impl Fn(Range<usize>) -> bool, findings: &mut Vec<Finding>) {
    for (at, token) in tokens.iter().enumerate() {
        if token.kind != TokenKind::Identifier || token.file != FileId::MAIN || !begins_with_underscore(unit, token) {
            continue;
        }
        if unit.is_word(token, "_Pragma") {
            if let Some([open, string, close]) = tokens.get(at + 1..at + 4)
                && open.is(Punct::LeftParen)
                && string.kind == TokenKind::String
                && close.is(Punct::RightParen)
                && let Some(words) = operator_words(unit, string)
                && let Some(slip) = in_pragma(unit, &words).filter(|slip| !slip.is_far)
            {
                let is_sure = is_alone(at..at + 4) && has_sure_factor(unit, &words, &slip);
                findings.push(slip.finding(unit, None, is_sure));
            }
        } else if unit.is_word(token, "__attribute__") || unit.is_word(token, "__attribute") {
            in_attribute(unit, &tokens[at + 1..], |length| is_alone(at..at + 1 + length), findings);
        }
    }
}

fn begins_with_underscore(unit: &Unit, token: &Token) -> bool {
    unit.sources[token.file].slice(token.span).starts_with(b"_")
}

/// Checks the names of an attribute's items; `tokens` begin after `__attribute__`, and `is_alone` says whether that many of them are the
/// only request before a loop.
fn in_attribute(unit: &Unit, tokens: &[Token], is_alone: impl Fn(usize) -> bool, findings: &mut Vec<Finding>) {
    let mut depth = Depth::of(Bracket::Round);
    for (at, pair) in tokens.windows(2).take(MAX_TOKENS_OF_ATTRIBUTE).enumerate() {
        if depth.is_outside_after(pair[0].kind) {
            return;
        }
        let is_name = depth.get() == 2 && (pair[0].is(Punct::LeftParen) || pair[0].is(Punct::Comma));
        if !is_name || pair[1].kind != TokenKind::Identifier {
            continue;
        }
        let text = unit.text(&pair[1]);
        let name = text.trim_matches('_');
        let (bare, factor) = without_factor(name);
        let is_close = PARTS_OF_HINT.contains(&bare) || (name != HINT && distance(bare, HINT).is_some());
        if (is_close || name != HINT && contains_unroll(name)) && !is_macro(unit, &text) {
            let has_argument = tokens.get(at + 2).is_some_and(|next| next.is(Punct::LeftParen));
            let words = match factor {
                _ if !is_close => None,
                "" => Some(HINT.to_owned()),
                factor if !has_argument => Some(format!("{HINT}({factor})")),
                _ => None,
            };
            let meant = if is_close || !forbids(name) { HINT } else { NO_UNROLLING };
            let slip = Slip { factor: factor.to_owned(), ..Slip::of(&tokens[at + 1..at + 2], vec![meant], words) };
            let length = after_group(Bracket::Round, &tokens[..tokens.len().min(MAX_TOKENS_OF_ATTRIBUTE)], 0);
            let is_sure = length.is_some_and(|end| is_alone(end) && has_sure_factor(unit, &tokens[..end], &slip));
            findings.push(slip.finding(unit, None, is_sure));
        }
    }
}

/// A word, or several words, that should be another word.
struct Slip<'t> {
    tokens: &'t [Token],
    meant: Vec<&'static str>,
    /// The replacement of the words; `None` if it is not certain.
    instead: Option<String>,
    /// Whether it replaces the whole directive.
    is_directive: bool,
    /// The number that a word ended with, if it becomes the factor.
    factor: String,
    is_far: bool,
}

impl<'t> Slip<'t> {
    fn of(tokens: &'t [Token], meant: Vec<&'static str>, instead: Option<String>) -> Self {
        Self { tokens, meant, instead, is_directive: false, factor: String::new(), is_far: false }
    }

    /// The finding. A request for a loop is corrected only if it `is_sure` that this causes no error.
    fn finding(self, unit: &Unit, directive: Option<Place>, is_sure: bool) -> Finding {
        let Self { tokens, meant, instead, is_directive, .. } = self;
        let place = place_of_tokens(tokens);
        let words: Vec<_> = tokens.iter().map(|token| unit.text(token)).collect();
        let is_sure = is_sure || meant.iter().any(|meant| ["promote_to_registers", "clunroll"].contains(meant));
        let corrected = if is_directive { directive } else { Some(place) };
        let correction = corrected.zip(instead).filter(|_| is_sure).map(|(place, text)| Correction { place, text });
        Finding::of_file(place, MisspeltPragma { text: words.join(" "), meant, correction })
    }
}

fn place_of_tokens(tokens: &[Token]) -> Place {
    let (first, last) = (&tokens[0], &tokens[tokens.len() - 1]);
    Place { file: first.file, span: first.span.to(last.span) }
}

/// Checks the words of a pragma.
fn in_pragma<'t>(unit: &Unit, words: &'t [Token]) -> Option<Slip<'t>> {
    if let Some(slip) = after_stray(unit, words) {
        return Some(slip);
    }
    let first = words.first().filter(|word| word.kind == TokenKind::Identifier)?;
    let text = unit.text(first);
    if PRAGMAS.contains(&&*text) || OTHERS.contains(&&*text) || is_macro(unit, &text) {
        return None;
    }
    let second = words.get(1).filter(|word| word.kind == TokenKind::Identifier);
    let is_second = |word: &str| second.is_some_and(|second| unit.is_word(second, word));
    match &*text {
        "GCC" => return among(unit, &words[1..2.min(words.len())], &["unroll"], words.len() > 2),
        "clang" if is_second("loop") => return in_options(unit, words),
        "clang" => return None,
        _ => {}
    }
    for (name, with) in [("GCC", "unroll"), ("clang", "loop")] {
        if text.eq_ignore_ascii_case(name) && is_second(with) {
            return Some(Slip::of(&words[..1], vec![name], Some(name.to_owned())));
        }
    }
    if let Some(second) = second {
        let joined = format!("{text}{}", unit.text(second)).to_ascii_lowercase();
        if let Some(name) = PRAGMAS.into_iter().find(|name| *name == joined) {
            return Some(Slip::of(&words[..2], vec![name], Some(name.to_owned())));
        }
    }
    let (name, factor) = without_factor(text.trim_matches('_'));
    if distance(name, HINT).is_some() {
        let slip = Slip::of(&words[..1], vec![HINT_ATTRIBUTE], hint(unit, &words[1..], factor));
        return Some(Slip { is_directive: true, factor: factor.to_owned(), ..slip });
    }
    among(unit, &words[..1], &PRAGMAS, words.len() > 1)
}

/// Searches for a request after a word that does not belong before it, or that is an option of `clang loop` by itself.
// stray = [ "#" ] ( "pragma" | "clang" | "OPENCL" ) ( "unroll" | "nounroll" ) | "unroll_count" | "OPENCL" word-with-unroll
fn after_stray<'t>(unit: &Unit, words: &'t [Token]) -> Option<Slip<'t>> {
    let first = usize::from(words.first()?.is(Punct::Hash));
    let text = unit.text(words.get(first)?);
    let is_stray = STRAY.iter().any(|stray| stray.eq_ignore_ascii_case(&text));
    let name = match words.get(first + 1).filter(|_| is_stray) {
        Some(word) if text.eq_ignore_ascii_case("OPENCL") => {
            let word = unit.text(word);
            let names = || PRAGMAS[..2].iter().copied();
            match names().find(|name| name.eq_ignore_ascii_case(&word)) {
                Some(name) => name,
                None if contains_unroll(&word) => {
                    return Some(Slip::of(&words[..first + 2], vec![meant_by(&word)], None));
                }
                None => return None,
            }
        }
        Some(word) => PRAGMAS[..2].iter().copied().find(|name| unit.is_word(word, name))?,
        None if *text == *CLANG_OPTIONS[1] && first == 0 => {
            return Some(Slip::of(&words[..1], vec!["unroll"], Some("unroll".to_owned())));
        }
        None => return None,
    };
    Some(Slip::of(&words[..first + 2], vec![name], Some(name.to_owned())))
}

/// Checks the names of the options of `clang loop`.
fn in_options<'t>(unit: &Unit, words: &'t [Token]) -> Option<Slip<'t>> {
    let mut depth = Depth::of(Bracket::Round);
    let is_option = |&at: &usize| depth.is_outside_after(words[at].kind) && words[at].kind == TokenKind::Identifier;
    (2..words.len()).filter(is_option).find_map(|at| among(unit, &words[at..=at], &CLANG_OPTIONS, true))
}

/// Compares one word with the known ones; `has_more` says whether words follow it.
fn among<'t>(unit: &Unit, word: &'t [Token], known: &[&'static str], has_more: bool) -> Option<Slip<'t>> {
    let text = unit.text(word.first().filter(|word| word.kind == TokenKind::Identifier)?);
    if known.contains(&&*text) || is_macro(unit, &text) {
        return None;
    }
    let (name, factor) = without_factor(&text);
    let distances = known.iter().filter_map(|known| Some((distance(name, known)?, *known)));
    let mut distances: Vec<_> = distances.collect();
    let Some(nearest) = distances.iter().map(|(distance, _)| *distance).min() else {
        let is_invented = contains_unroll(&text) && !OTHERS.contains(&&*text);
        let meant = if *known == PRAGMAS { meant_by(&text) } else { known[0] };
        return is_invented.then(|| Slip::of(word, vec![meant], None));
    };
    distances.retain(|(distance, _)| *distance == nearest);
    let meant: Vec<_> = distances.into_iter().map(|(_, known)| known).collect();
    let words = match (&meant[..], factor) {
        ([known], "") => Some((*known).to_owned()),
        // Only `unroll` has a factor.
        ([known @ "unroll"], factor) if !has_more => Some(format!("{known} {factor}")),
        _ => None,
    };
    let factor = factor.to_owned();
    let is_far = nearest >= FAR && meant.iter().any(|known| known.len() < LONG);
    Some(Slip { factor, is_far, ..Slip::of(word, meant, words) })
}

/// The attribute for a pragma with its name, perhaps with a `factor` at the end of its name; `rest` follows the name.
fn hint(unit: &Unit, rest: &[Token], factor: &str) -> Option<String> {
    let number = match rest {
        [] => return Some(if factor.is_empty() { HINT_ATTRIBUTE.to_owned() } else { hint_by(factor) }),
        [open, number, close] if open.is(Punct::LeftParen) && close.is(Punct::RightParen) => number,
        [number] => number,
        _ => return None,
    };
    // An attribute has one factor.
    (factor.is_empty() && number.kind == TokenKind::Number).then(|| hint_by(&unit.text(number)))
}

fn hint_by(factor: &str) -> String {
    format!("__attribute__(({HINT}({factor})))")
}

fn contains_unroll(word: &str) -> bool {
    word.as_bytes().windows("unroll".len()).any(|part| part.eq_ignore_ascii_case(b"unroll"))
}

/// Whether an invented name forbids unrolling.
fn forbids(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    FORBIDDING.iter().any(|part| name.starts_with(part) || name.ends_with(part))
}

/// The pragma that an invented name with `unroll` in it means.
fn meant_by(name: &str) -> &'static str {
    match (name.to_ascii_lowercase().contains("jam"), forbids(name)) {
        (true, true) => "nounroll_and_jam",
        (true, false) => "unroll_and_jam",
        (false, true) => "nounroll",
        (false, false) => "unroll",
    }
}

/// A word without the number at its end, and the number: `unroll` and `4` for `unroll4` and `unroll_4`.
fn without_factor(word: &str) -> (&str, &str) {
    let name = word.trim_end_matches(|last: char| last.is_ascii_digit());
    (name.trim_end_matches('_'), &word[name.len()..])
}

/// The number of errors between a word and a known word, capitals apart; `None` if it is too large.
fn distance(word: &str, known: &str) -> Option<usize> {
    if word.len().abs_diff(known.len()) > MAX_SPELLING_DISTANCE {
        return None;
    }
    let distance = strsim::osa_distance(&word.to_ascii_lowercase(), known);
    (distance <= MAX_SPELLING_DISTANCE).then_some(distance)
}

/// Whether a word is a macro somewhere: it may then expand to a correct one.
fn is_macro(unit: &Unit, word: &str) -> bool {
    unit.has_definitions(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_tells_what_to_read() {
        for text in [
            "#pragma unrol 4",
            "#pragma  UNROLL",
            "_Pragma(\"un roll\")",
            "#pragma unroll4",
            "#pragma clang loop unrol(full)",
        ] {
            assert!(may_stand_in(text.as_bytes()), "{text}");
        }
        for text in
            ["#pragma once", "#pragma OPENCL EXTENSION cl_khr_fp64 : enable", "unrol", "#pragma ivdep", "pragma"]
        {
            assert!(!may_stand_in(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn a_number_at_the_end_is_a_factor() {
        assert_eq!(without_factor("unroll_16"), ("unroll", "16"));
        assert_eq!(without_factor("unroll"), ("unroll", ""));
        assert_eq!(without_factor("4"), ("", "4"));
    }
}
