//! Changes the spelling of a source, but not its meaning.
//!
//! It reads the source as its author wrote it, finds the expressions, declarations and loops in the bodies of functions, and writes some of
//! them differently: `a[i]` as `*(a + i)`, `i < n` as `n > i`, and other spellings with the same meaning ([`Change`]). It shares no code
//! with clunroll.

mod edits;
mod expressions;
mod statements;
mod tokens;

pub use edits::Change;

use std::cmp::Reverse;
use std::iter;
use std::ops::Range;

use super::dice::Dice;
use edits::Edit;
use expressions::Names;
use tokens::{Class, Token, tokens};

/// A source in another spelling.
pub struct Respelled {
    /// Its text.
    pub text: String,
    /// The ranges of changed bytes in it.
    pub changed: Vec<Range<usize>>,
}

/// The source in another spelling, with these changes at `percent` of the places; `None` if it cannot be parsed, or stays unchanged.
pub fn respelled(source: &str, dice: &mut Dice<'_>, changes: &[Change], percent: usize) -> Option<Respelled> {
    let tokens = tokens(source)?;
    if tokens.iter().any(|token| token.class == Class::Directive && token.text[1..].trim_start().starts_with("include"))
        || source.contains("respelled_")
        || source.contains("__LINE__")
    {
        return None;
    }
    let names = names(source, &tokens);
    let found = statements::found(&tokens, &names);
    let mut edits = edits::edits(source, &tokens, &names, &found);
    edits.retain(|edit| changes.contains(&edit.change));
    for last in (1..edits.len()).rev() {
        edits.swap(last, dice.below(last + 1));
    }
    let mut chosen: Vec<Edit> = Vec::new();
    for edit in edits {
        // There is white space between all tokens.
        let percent = if edit.change == Change::Blanks { percent / 4 } else { percent };
        if dice.chance(percent) && !chosen.iter().any(|other| overlap(&edit, other)) {
            chosen.push(edit);
        }
    }
    (!chosen.is_empty()).then(|| applied(source, &chosen))
}

/// Whether two edits touch the same bytes.
fn overlap(edit: &Edit, other: &Edit) -> bool {
    let meets = |&(start, end, _): &(usize, usize, String), &(first, last, _): &(usize, usize, String)| {
        start < last && first < end
    };
    edit.pieces.iter().any(|piece| other.pieces.iter().any(|known| meets(piece, known)))
}

fn applied(source: &str, edits: &[Edit]) -> Respelled {
    let mut pieces = Vec::new();
    // Nothing comes before a byte-order mark.
    let first = if source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    for (number, edit) in edits.iter().enumerate() {
        let name = format!("respelled_{number}");
        let last = edit.pieces.iter().map(|&(_, end, _)| end).max().unwrap_or(0);
        pieces.extend(
            edit.pieces.iter().map(|(start, end, text)| (*start, *end, last, number, text.replace('@', &name))),
        );
        if let Some((at, replacement)) = &edit.definition {
            let at = first.max(before_conditions(source, *at));
            pieces.push((at, at, usize::MAX, number, format!("\n#define {name} {replacement}\n")));
        }
    }
    // Text that is put before another text comes before the replacement of that text, and longer replacements come first.
    pieces.sort_by_key(|&(start, end, last, ..)| (start, end, Reverse(last)));
    let (mut text, mut at) = (String::new(), 0);
    let mut ranges: Vec<Vec<Range<usize>>> = vec![Vec::new(); edits.len()];
    for (start, end, _, number, piece) in pieces {
        text.push_str(&source[at..start]);
        ranges[number].push(text.len()..text.len() + piece.len());
        text.push_str(&piece);
        at = end;
    }
    text.push_str(&source[at..]);
    let changed = edits.iter().zip(ranges).flat_map(|(edit, ranges)| {
        // Two pieces are around an expression.
        let around = edit.pieces.len() == 2 && edit.definition.is_none();
        match (&*ranges, around) {
            ([first, last], true) => iter::once(first.start..last.end).collect(),
            _ => ranges,
        }
    });
    let changed = changed.collect();
    Respelled { text, changed }
}

/// The start of the outermost `#if` around a place, or the place: each configuration needs the definition.
fn before_conditions(source: &str, place: usize) -> usize {
    let (mut open, mut offset) = (Vec::new(), 0);
    for line in source.split_inclusive('\n') {
        if offset + line.len() > place {
            break;
        }
        match line.trim_start().strip_prefix('#').map(str::trim_start) {
            Some(rest) if rest.starts_with("if") => open.push(offset),
            Some(rest) if rest.starts_with("endif") => drop(open.pop()),
            _ => {}
        }
        offset += line.len();
    }
    open.first().copied().unwrap_or(place)
}

/// The known names of a source.
fn names(source: &str, tokens: &[Token<'_>]) -> Names {
    let mut names = Names::default();
    let mut unsure = Vec::new();
    for line in source.lines().filter(|line| line.starts_with("//@")) {
        let options = line.split_whitespace().filter_map(|word| word.strip_prefix("-D").or(word.strip_prefix("-U")));
        unsure.extend(options.map(|option| word(option).to_owned()));
    }
    for directive in tokens.iter().filter(|token| token.class == Class::Directive) {
        let text = directive.text[1..].trim_start();
        let (verb, rest) = (word(text), text[word(text).len()..].trim_start());
        if verb == "define" {
            let name = word(rest);
            let replacement = rest[name.len()..].trim();
            let is_number = replacement.len() < rest[name.len()..].len()
                && !replacement.is_empty()
                && replacement.chars().all(|c| c.is_ascii_digit());
            if names.numbers.contains(name) || !is_number {
                unsure.push(name.to_owned());
            } else {
                names.numbers.insert(name.to_owned());
            }
        } else if verb != "pragma" {
            unsure.extend(rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').map(str::to_owned));
        }
    }
    for name in unsure {
        names.numbers.remove(&name);
        names.macros.insert(name);
    }
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.is("typedef")) {
        let end = tokens[at..].iter().position(|token| token.is(";")).map(|length| at + length);
        if let Some(name) =
            end.and_then(|end| tokens.get(end - 1)).filter(|name| name.class == Class::Word && !name.is(token.text))
        {
            names.types.insert(name.text.to_owned());
        }
    }
    for at in 1..tokens.len() {
        let mut before = at - 1;
        while before > 0 && tokens[before].is("*") {
            before -= 1;
        }
        let follows_type = tokens[before].class == Class::Word && names.is_type(tokens[before].text);
        if tokens[at].class == Class::Word && follows_type {
            names.declared.insert(tokens[at].text.to_owned());
        }
    }
    names
}

/// The word at the beginning of a text.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}
