//! The use of the integers in a kernel's buffers: as bounds of loops, or as indices. Also, the arguments that bound loops.
//!
//! This reads tokens, and follows assignments from name to name. It expands no macros and does not follow calls, so it may be wrong. A role
//! only decides which numbers are made up, or which argument a message names.
//!
//! ```c
//! for (int i = rows[row]; i < rows[row + 1]; i++)   // `rows`: offsets
//!     sum += values[i] * x[columns[i]];              // `columns`: indices
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use oclc_syntax::lex::{TokenKind, lex, text};
use oclc_syntax::source::{FileId, Place};

/// The use of the integers in a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A loop begins at one element and ends before another.
    Offsets,
    /// A loop begins at an element, and ends at one of another buffer.
    Starts,
    /// A loop ends at an element, and begins at one of another buffer.
    Ends,
    /// Elements are trip counts of a loop.
    Counts,
    /// Elements are indices of buffers.
    Indices,
}

/// How many loops are read, and how many words to follow the names of one: generated text may have any number.
const LOOPS: usize = 256;
const WORDS: usize = 1 << 14;

/// The roles of a kernel's buffers, as far as they can be found.
pub(super) fn roles(source: &str, kernel: &str, buffers: &BTreeSet<&str>) -> BTreeMap<String, Role> {
    let bytes = source.as_bytes();
    let is_word = |kind| kind != TokenKind::String && kind != TokenKind::Character;
    let tokens = lex(FileId::MAIN, bytes);
    let words: Vec<_> = tokens.iter().filter(|token| is_word(token.kind)).map(|token| text(bytes, token)).collect();
    let words: Vec<&str> = words.iter().map(|word| &**word).collect();
    let Some(body) = body(&words, kernel) else { return BTreeMap::new() };
    let closers = closers(body);
    let reader = AssignmentReader { words: body, definitions: definitions(body, &closers), buffers };
    let mut roles = BTreeMap::new();
    for name in reader.reached(&index_words(body, &closers, buffers)) {
        roles.insert(name.to_owned(), Role::Indices);
    }
    for (from, to) in loops(body, &closers) {
        let (starts, ends) = (reader.reached(&from), reader.reached(&to));
        for name in starts.union(&ends) {
            let role = match (starts.contains(name), ends.contains(name)) {
                (true, true) => Role::Offsets,
                (true, false) if !ends.is_empty() => Role::Starts,
                (false, true) if !starts.is_empty() => Role::Ends,
                (false, true) => Role::Counts,
                _ => continue,
            };
            // A buffer with both the begin and the end of one loop keeps that role, whatever its other uses.
            if roles.get(*name) != Some(&Role::Offsets) {
                roles.insert((*name).to_owned(), role);
            }
        }
    }
    roles
}

/// For each request, the first of these arguments that the header of its loop depends on.
pub(super) fn arguments_of_loops<'a>(
    source: &str,
    requests: impl Iterator<Item = Place>,
    arguments: &BTreeSet<&'a str>,
) -> Vec<Option<&'a str>> {
    let bytes = source.as_bytes();
    let tokens = lex(FileId::MAIN, bytes);
    let texts: Vec<_> = tokens.iter().map(|token| text(bytes, token)).collect();
    let words: Vec<&str> = texts.iter().map(|word| &**word).collect();
    let closers = closers(&words);
    let reader =
        AssignmentReader { words: &words, definitions: definitions(&words, &closers), buffers: &BTreeSet::new() };
    let argument = |request: Place| {
        let first = tokens.partition_point(|token| token.span.start < request.span.end);
        let is_header = |&at: &usize| words[at] == "(" && matches!(words[at - 1], "for" | "while");
        let open = (first.max(1)..words.len()).find(is_header).filter(|_| request.file == FileId::MAIN)?;
        let header: Vec<_> = (open..closers[open]?).collect();
        reader.follow(&header).1.into_iter().find_map(|name| arguments.get(name).copied())
    };
    requests.map(argument).collect()
}

/// All of these arguments that the header of a loop depends on.
pub(super) fn arguments_of_all_loops(source: &str, arguments: &BTreeSet<&str>) -> BTreeSet<String> {
    let bytes = source.as_bytes();
    let tokens = lex(FileId::MAIN, bytes);
    let texts: Vec<_> = tokens.iter().map(|token| text(bytes, token)).collect();
    let words: Vec<&str> = texts.iter().map(|word| &**word).collect();
    let closers = closers(&words);
    let reader =
        AssignmentReader { words: &words, definitions: definitions(&words, &closers), buffers: &BTreeSet::new() };
    let mut found = BTreeSet::new();
    let opened = (1..words.len()).filter(|&at| matches!(words[at - 1], "for" | "while") && words[at] == "(");
    for open in opened.take(LOOPS) {
        let Some(end) = closers[open] else { continue };
        let header: Vec<_> = (open..end).collect();
        found.extend(reader.follow(&header).1.into_iter().filter(|name| arguments.contains(name)).map(str::to_owned));
    }
    found
}

/// The place of a kernel's body, unless a macro makes the kernel's name.
pub(super) fn extent(source: &str, kernel: &str) -> Option<Range<u32>> {
    let bytes = source.as_bytes();
    let is_word = |kind| kind != TokenKind::String && kind != TokenKind::Character;
    let tokens: Vec<_> = lex(FileId::MAIN, bytes).into_iter().filter(|token| is_word(token.kind)).collect();
    let texts: Vec<_> = tokens.iter().map(|token| text(bytes, token)).collect();
    let words: Vec<&str> = texts.iter().map(|word| &**word).collect();
    let body = body_range(&words, kernel)?;
    Some(tokens[body.start - 1].span.start..tokens[body.end].span.end)
}

/// The words of a kernel between its braces.
fn body<'a, 'w>(words: &'w [&'a str], kernel: &str) -> Option<&'w [&'a str]> {
    body_range(words, kernel).map(|range| &words[range])
}

/// The places of these words.
fn body_range(words: &[&str], kernel: &str) -> Option<Range<usize>> {
    let closers = closers(words);
    let mut calls = (1..words.len()).filter(|&at| words[at - 1] == kernel && words[at] == "(");
    // A call, or a declaration, has no braces.
    calls.find_map(|at| {
        let open = closers[at]? + 1;
        let end = closers.get(open).copied().flatten().filter(|_| words[open] == "{")?;
        Some(open + 1..end)
    })
}

/// For each opening bracket, the place of the closing one.
fn closers(words: &[&str]) -> Vec<Option<usize>> {
    let (mut closers, mut open) = (vec![None; words.len()], Vec::new());
    for (at, word) in words.iter().enumerate() {
        match *word {
            "(" | "[" | "{" => open.push(at),
            ")" | "]" | "}" => {
                if let Some(opened) = open.pop() {
                    closers[opened] = Some(at);
                }
            }
            _ => {}
        }
    }
    closers
}

/// The expressions assigned to each name, as the places of the first word and of the one after the last.
fn definitions<'a>(words: &[&'a str], closers: &[Option<usize>]) -> BTreeMap<&'a str, Vec<(usize, usize)>> {
    let mut definitions: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    for at in (1..words.len()).filter(|&at| words[at] == "=" && is_name(words[at - 1])) {
        // In `a = b = c`, each name gets the value of the next one.
        let mut end = at + 1;
        while let Some(word) = words.get(end)
            && !matches!(*word, ";" | "," | "=" | ")" | "]" | "}")
        {
            end = closers[end].unwrap_or(end) + 1;
        }
        definitions.entry(words[at - 1]).or_default().push((at + 1, end));
    }
    definitions
}

/// The places of the words in the brackets after buffers.
fn index_words(words: &[&str], closers: &[Option<usize>], buffers: &BTreeSet<&str>) -> Vec<usize> {
    let (mut end, mut places) = (0, Vec::new());
    for at in 1..words.len() {
        if at < end {
            places.push(at);
        } else if words[at] == "[" && buffers.contains(words[at - 1]) {
            end = closers[at].unwrap_or(0);
        }
    }
    places
}

fn is_name(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
}

/// The begin and the end of each loop: the places of the words on both sides.
fn loops(words: &[&str], closers: &[Option<usize>]) -> Vec<(Vec<usize>, Vec<usize>)> {
    let mut loops = Vec::new();
    let opened = (1..words.len()).filter(|&at| matches!(words[at - 1], "for" | "while") && words[at] == "(");
    for open in opened.take(LOOPS) {
        let Some(end) = closers[open] else { continue };
        let header: Vec<_> = (open + 1..end).collect();
        let mut parts = header.split(|&at| words[at] == ";");
        let (initial, condition) = match (words[open - 1], parts.next(), parts.next()) {
            ("for", Some(initial), Some(condition)) => (initial, condition),
            ("while", Some(condition), None) => (&[][..], condition),
            _ => continue,
        };
        let assigned: BTreeSet<_> =
            initial.iter().filter(|&&at| words[at + 1] == "=" && is_name(words[at])).map(|&at| words[at]).collect();
        let is_other = |at: &usize| !assigned.contains(words[*at]);
        let mut sides = condition.split(|&at| matches!(words[at], "<" | ">" | "<=" | ">=" | "!="));
        loops.push(if assigned.is_empty() {
            let left = sides.next().unwrap_or_default().to_vec();
            (left, sides.flatten().copied().collect())
        } else {
            let without_assigned = |part: &[usize]| part.iter().copied().filter(is_other).collect();
            (without_assigned(initial), without_assigned(condition))
        });
    }
    loops
}

/// Follows names to the expressions that are assigned to them.
struct AssignmentReader<'a, 'w> {
    words: &'w [&'a str],
    definitions: BTreeMap<&'a str, Vec<(usize, usize)>>,
    buffers: &'w BTreeSet<&'w str>,
}

impl<'a> AssignmentReader<'a, '_> {
    /// The buffers whose elements influence the words at these places.
    fn reached(&self, places: &[usize]) -> BTreeSet<&'a str> {
        self.follow(places).0
    }

    /// The buffers, and the other names in the order in which they are found.
    fn follow(&self, places: &[usize]) -> (BTreeSet<&'a str>, Vec<&'a str>) {
        let (mut buffers, mut seen, mut names) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
        let mut left: Vec<&'a str> = Vec::new();
        let mut take = |at: usize, left: &mut Vec<&'a str>| {
            let word = self.words[at];
            if self.buffers.contains(word) && self.words.get(at + 1) == Some(&"[") {
                buffers.insert(word);
            } else if is_name(word) && seen.insert(word) {
                left.push(word);
                names.push(word);
            }
        };
        for at in places {
            take(*at, &mut left);
        }
        let mut budget = WORDS;
        while let Some(name) = left.pop() {
            for (from, to) in self.definitions.get(name).into_iter().flatten() {
                let to = *to.min(&(from + budget));
                budget -= to - from;
                (*from..to).for_each(|at| take(at, &mut left));
            }
        }
        (buffers, names)
    }
}

#[cfg(test)]
mod tests {
    use super::Role::{Counts, Ends, Indices, Offsets, Starts};
    use super::*;
    use oclc_syntax::source::Span;

    fn found(source: &str) -> Vec<(String, Role)> {
        let buffers = BTreeSet::from(["rows", "ends", "columns", "x"]);
        roles(source, "k", &buffers).into_iter().collect()
    }

    fn kernel(body: &str) -> String {
        format!("void k(int n);\n__kernel void k(__global int *rows) {{ {body} }}")
    }

    #[test]
    fn loops_and_indices_give_roles() {
        for (body, expected) in [
            (
                "for (int i = rows[r]; i < rows[r + 1]; i++) sum += x[columns[i]];",
                &[("columns", Indices), ("rows", Offsets)][..],
            ),
            (
                "int b = rows[r], e = rows[r + 1]; for (int i = b; i < e; i++) { int c = columns[i]; sum += x[c]; }",
                &[("columns", Indices), ("rows", Offsets)],
            ),
            ("int i = rows[r]; int e = rows[r + 1]; while (i < e) { i++; }", &[("rows", Offsets)]),
            ("for (int i = rows[r]; i < ends[r]; i++);", &[("ends", Ends), ("rows", Starts)]),
            ("int c = rows[r]; for (int i = 0; i < c; i++);", &[("rows", Counts)]),
            ("for (int i = 0; i < n; i++) x[i] = rows[i];", &[]),
            ("int i = n; i = i + 1; for (; i < rows[i];) i = i;", &[("rows", Counts)]),
            ("for (int i = 0", &[]),
            ("while (", &[]),
        ] {
            let expected: Vec<_> = expected.iter().map(|(name, role)| ((*name).to_owned(), *role)).collect();
            assert_eq!(found(&kernel(body)), expected, "{body}");
        }
        assert_eq!(found("__kernel void other(int n) { }"), []);
    }

    #[test]
    fn a_loop_depends_on_an_argument() {
        let source = "int m;\n#pragma unroll\nint e = n + 1; for (int i = 0; i < e; i++) m; for (;m;)";
        let request = |file, start, end| Place { file, span: Span::new(start, end) };
        let found = |request, arguments: &[&'static str]| {
            let arguments = arguments.iter().copied().collect();
            arguments_of_loops(source, std::iter::once(request), &arguments)[0]
        };
        let first = request(FileId::MAIN, 7, 21);
        assert_eq!(found(first, &["m", "n"]), Some("n"));
        assert_eq!(found(first, &["i", "m"]), Some("i"));
        assert_eq!(found(first, &["m"]), None);
        assert_eq!(found(request(FileId::MAIN, 60, 60), &["m"]), Some("m"));
        assert_eq!(found(request(FileId::MAIN, 900, 900), &["m"]), None);
    }

    #[test]
    fn made_text_takes_no_time() {
        assert_eq!(found("k("), []);
        assert_eq!(found(&"k(".repeat(100_000)), []);
        let deep = ["x[", "a=(", "a=", "for(a=x[", "while(x[0]<x["].map(|part| part.repeat(20_000));
        assert!(deep.iter().all(|body| found(&kernel(body)).is_empty()));
        let ends = ["for(a=x[0];a<(", "a=("].map(|part| format!("{}{}", part.repeat(20_000), ")))".repeat(20_000)));
        for body in ends {
            found(&kernel(&body));
        }
        let closed = format!("{}0{}", "x[".repeat(20_000), "]".repeat(20_000));
        assert_eq!(found(&kernel(&closed)), [("x".to_owned(), Indices)]);
    }
}
