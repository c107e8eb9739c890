//! Makes the text of a failing program smaller, as long as it fails.
//!
//! It knows little of C: it leaves out functions, lines, and the contents of brackets. Most attempts do not compile, and do not count
//! as failing.

use std::time::{Duration, Instant};

/// How long one text is reduced.
const PATIENCE: Duration = Duration::from_secs(90);

/// Words in lines that stay: without them, a program would read uninitialised memory.
const FIXED: [&str; 3] = ["1300", "space", "out[0]"];

fn is_fixed(line: &str) -> bool {
    line.starts_with("__kernel") || FIXED.iter().any(|part| line.contains(part))
}

/// The smallest text found that still fails.
pub fn reduced(text: &str, fails: &dyn Fn(&str) -> bool) -> String {
    let begin = Instant::now();
    let mut best = text.to_owned();
    loop {
        let length = best.len();
        for candidates in [functions, statements, brackets] {
            let mut at = 0;
            while let Some(candidate) = candidates(&best).into_iter().nth(at) {
                if begin.elapsed() > PATIENCE {
                    return best;
                }
                if candidate.len() < best.len() && fails(&candidate) {
                    best = candidate;
                } else {
                    at += 1;
                }
            }
        }
        if best.len() == length {
            return best;
        }
    }
}

/// The text without one of its functions, and without the line that calls it.
fn functions(text: &str) -> Vec<String> {
    let lines: Vec<_> = text.lines().collect();
    let begins = |line: &str| line.starts_with("uint f");
    let ends = |at: usize| lines[at..].iter().position(|line| *line == "}").map(|length| at + length);
    let starts = (0..lines.len()).filter(|&at| begins(lines[at]));
    let without = |start: usize| {
        let name = lines[start].trim_start_matches("uint ").split('(').next()?;
        let end = ends(start)?;
        let call = format!(" = {name}(");
        let rest = lines.iter().enumerate().filter(|(at, line)| !(start..=end).contains(at) && !line.contains(&call));
        Some(joined(rest.map(|(_, line)| *line)))
    };
    starts.filter_map(without).collect()
}

fn joined<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The text without one line, or without the lines from an opening brace to its closing one, or without these two lines.
fn statements(text: &str) -> Vec<String> {
    let lines: Vec<_> = text.lines().collect();
    let change = |line: &str| line.matches('{').count() as i64 - line.matches('}').count() as i64;
    let mut texts = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let mut depth = 0;
        let end = (start..lines.len()).find(|&at| {
            depth += change(lines[at]);
            depth <= 0
        });
        let Some(end) = end.filter(|_| change(line) >= 0) else { continue };
        if lines[start..=end].iter().any(|line| is_fixed(line)) {
            continue;
        }
        let outside = lines.iter().enumerate().filter(|(at, _)| !(start..=end).contains(at));
        texts.push(joined(outside.map(|(_, line)| *line)));
        if end > start {
            let inside = lines.iter().enumerate().filter(|(at, _)| *at != start && *at != end);
            texts.push(joined(inside.map(|(_, line)| *line)));
        }
    }
    texts
}

/// The text with the contents of one pair of brackets shortened: left out, or one of its sides.
fn brackets(text: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut open = Vec::new();
    for (at, character) in text.char_indices() {
        match character {
            '(' | '[' => open.push(at),
            ')' | ']' => {
                let Some(start) = open.pop() else { continue };
                let line = text[..start].rfind('\n').map_or(0, |end| end + 1);
                if is_fixed(text[line..].lines().next().unwrap_or_default()) {
                    continue;
                }
                let inside = &text[start + 1..at];
                let with = |inside: &str| format!("{}{inside}{}", &text[..=start], &text[at..]);
                texts.push(with("0"));
                for sign in [" + ", " - ", " * ", " & ", " ^ ", " ? ", " : ", ", ", " < "] {
                    for (place, _) in inside.match_indices(sign) {
                        texts.extend([with(&inside[..place]), with(&inside[place + sign.len()..])]);
                    }
                }
                if character == ')' {
                    texts.push(format!("{}{inside}{}", &text[..start], &text[at + 1..]));
                }
            }
            _ => {}
        }
    }
    texts
}
