//! Changes of one number, operator or index of an output, in lines that clunroll has made.
//!
//! Such a change must make a difference for some arguments, so the places are those where it does: the value of a copy's variable that the
//! copy uses, the test of a remainder, the number of a version, the advance and the end of a main loop, an index.

use std::collections::HashSet;

use clunroll::Outcome;

/// What is added to the end of a main loop: a smaller number may change nothing, since the end need only be in the last pass.
const PASSES: u64 = 64;

/// A change of an output.
#[derive(Debug)]
pub struct Change {
    pub at: usize,
    length: usize,
    to: String,
    /// Whether it is in a conditional group, so that this build may not compile it.
    pub is_conditional: bool,
}

impl Change {
    /// The text with this change, and the changed line.
    pub fn made_in(&self, text: &[u8]) -> (Vec<u8>, String) {
        let changed = [&text[..self.at], self.to.as_bytes(), &text[self.at + self.length..]].concat();
        let begin = text[..self.at].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let line = String::from_utf8_lossy(&changed[begin..]).lines().next().unwrap_or_default().trim().to_owned();
        (changed, line)
    }
}

/// Changes of text that decides what a copy computes, and whether it runs.
pub fn changes(outcome: &Outcome) -> Vec<Change> {
    let text = String::from_utf8_lossy(&outcome.text);
    let source = String::from_utf8_lossy(&outcome.sources[clunroll::source::FileId::MAIN].bytes).into_owned();
    let authors: HashSet<&str> = source.lines().collect();
    let mut changes = Vec::new();
    let (mut start, mut groups, mut is_continued) = (0, 0_usize, false);
    for line in text.split_inclusive('\n') {
        let begin = line.trim_start();
        let is_directive = begin.starts_with('#') || is_continued;
        is_continued = is_directive && line.trim_end().ends_with('\\');
        groups += usize::from(begin.starts_with("#if"));
        groups = groups.saturating_sub(usize::from(begin.starts_with("#endif")));
        if !is_directive && !begin.starts_with("//") && !authors.contains(line.trim_end_matches(['\n', '\r'])) {
            let of_line =
                numbers(line, &text[start + line.len()..]).into_iter().chain(operators(line)).chain(index(line));
            let placed = |(at, length, to)| Change { at: start + at, length, to, is_conditional: groups > 0 };
            changes.extend(of_line.map(placed));
        }
        start += line.len();
    }
    changes
}

/// The offset of a change in its line, the number of bytes that it replaces, and its text.
type InLine = (usize, usize, String);

/// Numbers increased: `= i_base + 1;` and `= 1;` in declarations of copies that use the variable, `i_base += 4`, `% 4u` and `_end = n - 2` in
/// headers of main loops, `i_base + 1 < n` in tests, and `case 2:` of what remains.
fn numbers(line: &str, rest: &str) -> Vec<InLine> {
    let mut numbers = Vec::new();
    let begin = line.trim_start();
    let is_for = begin.starts_with("for (");
    for (at, _) in line.match_indices(|c: char| c.is_ascii_digit()) {
        let (before, after) = (&line[..at], line[at..].trim_start_matches(|c: char| c.is_ascii_digit()));
        let is_alone = ["= ", "+ ", "- ", "case "].iter().any(|end| before.ends_with(end)) && !before.ends_with("== ");
        // A loop that compares by `!=` and misses its end does not end in time.
        let is_advance = !line.contains("!=") && ["_base += ", "_base -= "].iter().any(|end| before.ends_with(end));
        let is_test = begin.starts_with("if (") && ["_base + ", "_base - "].iter().any(|end| before.ends_with(end));
        let is_modulus = before.ends_with("% ") && (after.starts_with("u)") || after.starts_with("u :"));
        let is_case = before.trim() == "case" && after.starts_with(':');
        let declared = declared(before).filter(|_| is_alone && !is_for && after.starts_with(';'));
        let is_end = declared.is_some_and(|name| name.contains("_end"));
        let is_value = declared.is_some_and(|name| {
            !name.contains("_end")
                && !name.contains("_base")
                && !name.contains("_left")
                && is_used(name, line, &after[1..], rest)
        });
        let length = line.len() - at - after.len();
        if is_end || is_value || is_advance || is_test || is_case || is_modulus {
            let Ok(number) = line[at..at + length].parse::<u64>() else { continue };
            let more = if is_end || is_case { PASSES } else { 1 };
            numbers.push((at, length, (number + more).to_string()));
        }
    }
    numbers
}

/// The name that a line declares as the variable of a copy, or as the end of a main loop, given the line up to its value.
fn declared(before: &str) -> Option<&str> {
    let (head, _) = before.trim_start().trim_start_matches("{ ").split_once(" = ")?;
    let mut words = head.trim_start_matches("const ").split(' ');
    let (kind, name) = (words.next_back()?, words.next_back());
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_');
    // The last word is the name, and the one before it ends a type.
    (!before.contains(';') && is_word(kind) && name.is_some_and(is_word)).then_some(kind)
}

/// Whether a copy uses the variable that its first line declares.
fn is_used(name: &str, line: &str, after: &str, rest: &str) -> bool {
    let has = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
    let indent = |line: &str| line.len() - line.trim_start().len();
    let inside = || rest.lines().take_while(|next| indent(next) >= indent(line) || next.trim().is_empty());
    if line.trim_start().starts_with("{ ") { has(after) } else { inside().any(has) }
}

/// `<` changed to `<=` in a test of a remainder, and `+=` to `-=` in a copy.
fn operators(line: &str) -> Vec<InLine> {
    let begin = line.trim_start();
    let mut operators = Vec::new();
    if let Some(at) = line.find(" < ").filter(|_| begin.starts_with("if (") && begin.contains("_base")) {
        operators.push((at + 1, 1, "<=".to_owned()));
    }
    // A branch may not run in this copy.
    if let Some(at) = line.find(" += ").filter(|_| !begin.starts_with("for (") && !line.contains("if (")) {
        operators.push((at + 1, 2, "-=".to_owned()));
    }
    operators
}

/// An index that is a variable, increased by one. A branch may not run in this copy.
fn index(line: &str) -> Option<InLine> {
    if line.contains("if (") {
        return None;
    }
    line.match_indices('[').find_map(|(at, _)| {
        let name: String = line[at + 1..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let is_name = name.starts_with(|c: char| c.is_alphabetic()) && line[at + 1 + name.len()..].starts_with(']');
        // `int sums[N]` is a declaration.
        let before = line[..at].trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
        let is_declared = before.ends_with(' ') && before.trim_end().ends_with(|c: char| c.is_alphanumeric());
        (is_name && !is_declared).then(|| (at + 1, name.len(), format!("{name} + 1")))
    })
}
