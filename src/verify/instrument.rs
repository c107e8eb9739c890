//! Makes an output with a flag for each written copy, for both outcomes of each written test, and for each number of iterations that may
//! remain after a main loop.
//!
//! ```text
//! float dot(__global float *a, int n) {         float dot(__global uchar *clunroll_entered, __global float *a, int n) {
//!   …                                             …
//!     { const int i = i_base; body }                { const int i = i_base; clunroll_entered[0] = 1; body }
//!                                                 uint clunroll_entered_left_1 = 0;
//!   for (int i = i_base; i < n; i++) body         for (…) if (clunroll_entered[1] = 1, clunroll_entered_left_1++, 0) { } else body
//!                                                 if (clunroll_entered_left_1 < 2) clunroll_entered[2 + clunroll_entered_left_1] = 1;
//!   if (!(i < n)) break;                          if (!(((i < n) ? (clunroll_entered[4] = 1, 1) : (clunroll_entered[5] = 1, 0)))) break;
//! … dot(a, 7) …                                 … dot(clunroll_entered, a, 7) …
//! ```
//!
//! If a remainder got all possible numbers of iterations, each of its tests was both true and false, and so was that of the main loop.
//!
//! All functions of the text, including kernels, get the flags as their first parameter, and each call passes them on. This reads tokens
//! and expands no macro. If a macro makes the head of a function, the result does not build, and the coverage is unknown.
//!
//! Points in a conditional group may not be compiled. Each of them defines a macro, and an extra kernel reports which of these macros are
//! defined.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::ops::Range;

use oclc_syntax::lex::{Token, TokenKind, lex, text};
use oclc_syntax::source::FileId;

use clunroll::source::Place;
use clunroll::{LoopPart, Point, Position, Residue};

/// The kernel that sets the flags of all points that are compiled.
pub(super) const COMPILED: &str = "clunroll_compiled";

/// The event that a flag reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A copy was entered.
    Entered,
    /// A test was true, or false.
    Outcome(bool),
    /// This number of iterations ran after the main loop.
    Remained(usize),
    /// What cannot happen, since the trip counts of the loop exclude it.
    Impossible,
    /// No iteration remained, which happens only if the loop does not run.
    NoTrips,
}

/// An instrumented text.
pub(super) struct Instrumented {
    pub(super) text: Vec<u8>,
    /// The name of the array of flags.
    pub(super) flags: String,
    /// For each flag, its point and its event.
    pub(super) events: Vec<(usize, Event)>,
}

/// The insertions at the points of a text.
struct Insertions {
    events: Vec<(usize, Event)>,
    /// For each point, its text.
    texts: Vec<String>,
}

/// A remainder that has not ended.
struct OpenRemainder {
    /// The number of the point at its start.
    start: usize,
    /// Its copies.
    count: usize,
    /// The flags of its copies, or of the body of its loop.
    entered: Vec<usize>,
}

impl OpenRemainder {
    /// The flags of copies that no run enters, if at most that many iterations remain: the last copies, or the first ones in a `switch`.
    fn never_entered(&self, most: usize, is_switch: bool) -> &[usize] {
        // A remainder that is a loop has one body.
        let entered = if self.count == 0 { most.min(1) } else { most }.min(self.entered.len());
        if is_switch { &self.entered[..self.entered.len() - entered] } else { &self.entered[entered..] }
    }
}

impl Insertions {
    fn new(source: &[u8], points: &[Point], flags: &str) -> Self {
        let mut made = Self { events: Vec::new(), texts: Vec::new() };
        // By request: the number of copies in the last main loop, and the remainder that has not ended.
        let mut copies: BTreeMap<Place, usize> = BTreeMap::new();
        let mut open: BTreeMap<Place, OpenRemainder> = BTreeMap::new();
        for (number, point) in points.iter().enumerate() {
            let flag = made.events.len();
            let left = |start: usize| format!("{flags}_left_{start}");
            let counted = open.get_mut(&point.request).filter(|_| point.part == LoopPart::Remainder);
            let counts = counted.map_or_else(String::new, |remainder| {
                if matches!(point.position, Position::InBlock | Position::BeforeBody) {
                    remainder.entered.push(flag);
                }
                format!("{}++", left(remainder.start))
            });
            made.texts.push(match point.position {
                Position::InBlock => {
                    match open.get_mut(&point.request) {
                        _ if point.part == LoopPart::Main => *copies.entry(point.request).or_default() += 1,
                        Some(remainder) => remainder.count += 1,
                        None => {}
                    }
                    made.events.push((number, Event::Entered));
                    let counts = if counts.is_empty() { counts } else { format!("{counts}; ") };
                    format!(" {flags}[{flag}] = 1; {counts}")
                }
                Position::BeforeBody => {
                    made.events.push((number, Event::Entered));
                    let counts = if counts.is_empty() { counts } else { format!("{counts}, ") };
                    format!(" if ({flags}[{flag}] = 1, {counts}0) {{ }} else ")
                }
                Position::TestStart => " ((".to_owned(),
                Position::TestEnd => {
                    made.events.extend([true, false].map(|outcome| (number, Event::Outcome(outcome))));
                    format!(") ? ({flags}[{flag}] = 1, 1) : ({flags}[{}] = 1, 0))", flag + 1)
                }
                Position::RemainderStart => {
                    open.insert(point.request, OpenRemainder { start: number, count: 0, entered: Vec::new() });
                    format!(" uint {} = 0; ", left(number))
                }
                Position::RemainderEnd => {
                    let in_main = copies.remove(&point.request).unwrap_or_default();
                    let new = || OpenRemainder { start: number, count: 0, entered: Vec::new() };
                    let remainder = open.remove(&point.request).unwrap_or_else(new);
                    // A remainder that is a loop has no copies.
                    let count = if remainder.count > 0 { remainder.count + 1 } else { in_main };
                    let may_remain = |left: &usize| is_possible(*left, count, point.trips);
                    let most = (0..count).rev().find(may_remain).unwrap_or_default();
                    let from = points[remainder.start].offset;
                    let is_switch = memchr::memmem::find(&source[from..point.offset], b"switch (").is_some();
                    if count > 0 {
                        for &flag in remainder.never_entered(most, is_switch) {
                            made.events[flag].1 = Event::Impossible;
                        }
                    }
                    let event = |left| match left {
                        _ if may_remain(&left) => Event::Remained(left),
                        0 => Event::NoTrips,
                        _ => Event::Impossible,
                    };
                    made.events.extend((0..count).map(|left| (number, event(left))));
                    let left = left(remainder.start);
                    if count == 0 {
                        String::new()
                    } else {
                        format!(" if ({left} < {count}) {flags}[{flag} + {left}] = 1; ")
                    }
                }
            });
        }
        made
    }
}

/// Whether that many iterations can remain after passes of `factor`, for a loop with these trip counts.
fn is_possible(left: usize, factor: usize, trips: Residue) -> bool {
    // `every` is a power of two, so this is the greatest common divisor.
    let every = (trips.every as usize).min(1 << factor.trailing_zeros());
    left % every == trips.first as usize % every
}

/// Inserts flags at the points of a text.
pub(super) fn instrument(source: &[u8], points: &[Point]) -> Instrumented {
    let reader = TextReader::new(source);
    let mut flags = "clunroll_entered".to_owned();
    while memchr::memmem::find(source, flags.as_bytes()).is_some() {
        flags.push('_');
    }
    let mut edits = reader.edits_of_functions(&flags);
    let Insertions { events, texts } = Insertions::new(source, points, &flags);
    let mut compiled = format!("\n\n__kernel void {COMPILED}(__global uchar *{flags}) {{\n");
    let mut next = 0;
    for (number, (point, inserted)) in points.iter().zip(texts).enumerate() {
        let first = next;
        next += events[first..].iter().take_while(|(of, _)| *of == number).count();
        let set = |set: String, flag: usize| set + &format!("{flags}[{flag}] = 1;\n");
        let set = (first..next).fold(String::new(), set);
        let is_conditional = reader.conditional.iter().any(|group| group.contains(&point.offset));
        let mut at_point = String::new();
        if is_conditional && next > first {
            let _ = write!(at_point, "\n#define CLUNROLL_POINT_{number}\n");
            let _ = write!(compiled, "#ifdef CLUNROLL_POINT_{number}\n{set}#endif\n");
        } else {
            compiled.push_str(&set);
        }
        at_point.push_str(&inserted);
        // A directive must begin its line.
        if source[point.offset..].trim_ascii_start().starts_with(b"#") {
            at_point.push('\n');
        }
        edits.entry(point.offset).or_default().1.push_str(&at_point);
    }
    compiled.push_str("}\n");
    let (mut output, mut at) = (Vec::new(), 0);
    for (start, (length, inserted)) in edits {
        output.extend_from_slice(&source[at..start]);
        output.extend_from_slice(inserted.as_bytes());
        at = start + length;
    }
    output.extend_from_slice(&source[at..]);
    output.extend_from_slice(compiled.as_bytes());
    Instrumented { text: output, flags, events }
}

/// For each offset: how many bytes are removed, and the text that is inserted.
type Edits = BTreeMap<usize, (usize, String)>;

/// A token, with its surroundings.
struct TokenWithNeighbours<'a> {
    text: Cow<'a, str>,
    span: Range<usize>,
    is_directive: bool,
    /// Whether it is in braces.
    is_inside: bool,
}

/// A conditional that is being read.
struct OpenGroup {
    start: usize,
    /// The number of open braces at the start of each branch.
    depth: usize,
    has_else: bool,
}

/// A text as its tokens.
struct TextReader<'a> {
    words: Vec<TokenWithNeighbours<'a>>,
    /// The ranges of the outermost conditionals.
    conditional: Vec<Range<usize>>,
}

impl<'a> TextReader<'a> {
    fn new(source: &'a [u8]) -> Self {
        let mut words: Vec<TokenWithNeighbours<'_>> = Vec::new();
        let (mut conditional, mut open) = (Vec::new(), Vec::new());
        let (mut depth, mut is_directive) = (0_usize, false);
        let tokens = lex(FileId::MAIN, source);
        for (at, token) in tokens.iter().enumerate() {
            let span = token.span.range();
            if token.at_line_start {
                is_directive = token.begins_directive();
                let name = tokens.get(at + 1).filter(|next| is_directive && !next.at_line_start);
                match name.map(|name| text(source, name)).as_deref() {
                    Some("if" | "ifdef" | "ifndef") => {
                        open.push(OpenGroup { start: span.start, depth, has_else: false });
                    }
                    Some(branch @ ("elif" | "else")) => {
                        if let Some(group) = open.last_mut() {
                            depth = group.depth;
                            group.has_else |= branch == "else";
                        }
                    }
                    Some("endif") => {
                        if let Some(group) = open.pop() {
                            // Text that may not be compiled counts as absent.
                            depth = if group.has_else { depth } else { group.depth };
                            conditional.extend(open.is_empty().then_some(group.start..span.start));
                        }
                    }
                    _ => {}
                }
            }
            let text = word(source, token);
            if !is_directive && text == "}" {
                depth = depth.saturating_sub(1);
            }
            let is_inside = depth > 0;
            if !is_directive && text == "{" {
                depth += 1;
            }
            words.push(TokenWithNeighbours { text, span, is_directive, is_inside });
        }
        Self { words, conditional }
    }

    /// The names of the functions that the text defines, except those that macros make.
    fn functions(&self) -> HashSet<&str> {
        let code: Vec<_> = self.words.iter().filter(|word| !word.is_directive).collect();
        let (mut open, mut opener) = (Vec::new(), vec![None; code.len()]);
        for (at, word) in code.iter().enumerate() {
            match &*word.text {
                "(" => open.push(at),
                ")" => opener[at] = open.pop(),
                _ => {}
            }
        }
        let mut names = HashSet::new();
        for brace in (1..code.len()).filter(|&at| code[at].text == "{" && !code[at].is_inside) {
            let mut end = brace;
            // Attributes may be between the parameters and the brace.
            while let Some(start) = opener[end - 1].filter(|start| *start > 0) {
                if !code[start - 1].text.starts_with("__attribute") {
                    names.insert(&*code[start - 1].text);
                    break;
                }
                end = start - 1;
                if end == 0 {
                    break;
                }
            }
        }
        for statement in ["for", "while", "if", "switch"] {
            names.remove(statement);
        }
        for define in self.words.windows(2).filter(|pair| pair[0].is_directive && pair[0].text == "define") {
            names.remove(&*define[1].text);
        }
        names
    }

    /// Adds the flags to the parameters of all functions, and to the arguments of all calls.
    fn edits_of_functions(&self, flags: &str) -> Edits {
        let names = self.functions();
        let mut edits = Edits::new();
        for trio in self.words.windows(3) {
            let [name, open, next] = trio else { continue };
            if open.text != "(" || !names.contains(&*name.text) {
                continue;
            }
            let is_head = !name.is_directive && !name.is_inside;
            let passed = if is_head { format!("__global uchar *{flags}") } else { flags.to_owned() };
            let edit = match &*next.text {
                ")" => (0, passed),
                "void" if is_head && self.is_alone(next) => (next.span.len(), passed),
                _ => (0, format!("{passed}, ")),
            };
            edits.insert(if edit.0 > 0 { next.span.start } else { open.span.end }, edit);
        }
        edits
    }

    /// Whether a word is the only one in its parentheses.
    fn is_alone(&self, word: &TokenWithNeighbours<'_>) -> bool {
        let at = self.words.partition_point(|other| other.span.start <= word.span.start);
        self.words.get(at).is_some_and(|next| next.text == ")")
    }
}

/// A token's text; empty for a string, since a string contains no calls.
fn word<'a>(source: &'a [u8], token: &Token) -> Cow<'a, str> {
    match token.kind {
        TokenKind::String => "".into(),
        // A digraph counts as the bracket or `#` that it means.
        TokenKind::Punct(punct) => punct.text().into(),
        _ => text(source, token),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clunroll::source::Span;

    fn instrumented(source: &str) -> String {
        let Instrumented { text, .. } = instrument(source.as_bytes(), &[]);
        let text = String::from_utf8(text).expect("it was text");
        let (text, _) = text.split_once("\n\n__kernel void clunroll_compiled(").expect("this kernel comes last");
        text.replace("__global uchar *clunroll_entered", "FLAGS").replace("clunroll_entered", "flags")
    }

    #[test]
    fn functions_get_the_flags_and_calls_pass_them() {
        for (source, expected) in [
            ("void k(void) { }", "void k(FLAGS) { }"),
            ("void k() { }", "void k(FLAGS) { }"),
            ("void k(void *a) { }", "void k(FLAGS, void *a) { }"),
            ("int f(int);\nint f(int a) { return a; }", "int f(FLAGS, int);\nint f(FLAGS, int a) { return a; }"),
            ("int f() { g(f()); }", "int f(FLAGS) { g(f(flags)); }"),
            ("int f(int a) __attribute__((x)) { f(1); }", "int f(FLAGS, int a) __attribute__((x)) { f(flags, 1); }"),
            ("#define F(x) f(x)\nint f(int a) { }", "#define F(x) f(flags, x)\nint f(FLAGS, int a) { }"),
            ("#define K(x) void k(x)\nK(int a) { }", "#define K(x) void k(x)\nK(int a) { }"),
            (
                "#if A\nint f(int a) {\n#else\nint f(long a) {\n#endif\n}\nint g() { }",
                "#if A\nint f(FLAGS, int a) {\n#else\nint f(FLAGS, long a) {\n#endif\n}\nint g(FLAGS) { }",
            ),
            ("#ifdef X\nfor (;;) {\n#endif\nint f() { }", "#ifdef X\nfor (;;) {\n#endif\nint f(FLAGS) { }"),
            ("int f() <% %>", "int f(FLAGS) <% %>"),
            ("{", "{"),
            (") {", ") {"),
            ("() {", "() {"),
            ("__attribute__(()) { (", "__attribute__(()) { ("),
        ] {
            assert_eq!(instrumented(source), expected);
        }
    }

    #[test]
    fn a_point_in_a_condition_reports_whether_it_is_compiled() {
        let place = Place { file: FileId::MAIN, span: Span::new(0, 0) };
        let point =
            |offset, position| Point { offset, request: place, part: LoopPart::Main, position, trips: Residue::ALL };
        let source = "x;\n#if A\n#pragma p\n#endif\ny";
        let points = [point(0, Position::InBlock), point(9, Position::BeforeBody)];
        let Instrumented { text, flags, .. } = instrument(source.as_bytes(), &points);
        assert_eq!(flags, "clunroll_entered");
        let expected = " clunroll_entered[0] = 1; x;\n#if A\n\n#define CLUNROLL_POINT_1\n if (clunroll_entered[1] = 1, 0) { } else \n#pragma p\n#endif\ny\n\n__kernel void clunroll_compiled(__global uchar *clunroll_entered) {\nclunroll_entered[0] = 1;\n#ifdef CLUNROLL_POINT_1\nclunroll_entered[1] = 1;\n#endif\n}\n";
        assert_eq!(String::from_utf8_lossy(&text), expected);
    }

    #[test]
    fn tests_have_two_outcomes_and_remainders_a_number_of_iterations() {
        let place = Place { file: FileId::MAIN, span: Span::new(0, 0) };
        let point = |offset, part, position| Point { offset, request: place, part, position, trips: Residue::ALL };
        let (main, rest) = (LoopPart::Main, LoopPart::Remainder);
        let points = [
            point(2, main, Position::TestStart),
            point(3, main, Position::TestEnd),
            point(4, main, Position::InBlock),
            point(5, main, Position::InBlock),
            point(6, rest, Position::RemainderStart),
            point(7, rest, Position::InBlock),
            point(8, rest, Position::RemainderEnd),
        ];
        let Instrumented { text, events, .. } = instrument(b"( x;;;;;;", &points);
        let text = String::from_utf8_lossy(&text).replace("clunroll_entered", "f");
        let expected = "(  ((x) ? (f[0] = 1, 1) : (f[1] = 1, 0)); f[2] = 1; ; f[3] = 1; ; uint f_left_4 = 0; ; f[4] = 1; f_left_4++; ; \
                        if (f_left_4 < 2) f[5 + f_left_4] = 1; ;";
        assert!(text.starts_with(expected), "{text}");
        let expected = [
            (1, Event::Outcome(true)),
            (1, Event::Outcome(false)),
            (2, Event::Entered),
            (3, Event::Entered),
            (5, Event::Entered),
            (6, Event::Remained(0)),
            (6, Event::Remained(1)),
        ];
        assert_eq!(events, expected);
    }

    #[test]
    fn what_trip_counts_exclude_is_impossible() {
        let place = Place { file: FileId::MAIN, span: Span::new(0, 0) };
        let events = |source: &str, residue: (u32, u32)| {
            let trips = Residue { every: residue.0, first: residue.1 };
            let positions =
                [Position::RemainderStart].into_iter().chain([Position::InBlock; 3]).chain([Position::RemainderEnd]);
            let point =
                |(offset, position)| Point { offset, request: place, part: LoopPart::Remainder, position, trips };
            let points: Vec<_> = positions.enumerate().map(|(at, position)| point((at * 9, position))).collect();
            let events = instrument(source.as_bytes(), &points).events;
            events.into_iter().map(|(_, event)| event).collect::<Vec<_>>()
        };
        let nested = ";        ".repeat(5);
        let jump = nested.replacen("        ", " switch (", 1);
        let (e, no, none, left) = (Event::Entered, Event::Impossible, Event::NoTrips, Event::Remained);
        assert_eq!(events(&nested, (1, 0)), [e, e, e, left(0), left(1), left(2), left(3)]);
        assert_eq!(events(&nested, (2, 1)), [e, e, e, none, left(1), no, left(3)]);
        assert_eq!(events(&nested, (2, 0)), [e, e, no, left(0), no, left(2), no]);
        assert_eq!(events(&jump, (8, 6)), [no, e, e, none, no, left(2), no]);
        assert_eq!(events(&jump, (4, 0)), [no, no, no, left(0), no, no, no]);
    }
}
