//! The requests of a source, as places where a configuration changes the text.
//!
//! A request is a directive on lines of its own, or `_Pragma` or an attribute within a line. Clauses of `#pragma clunroll` that only say
//! which form is written (`leave`, `remainder`, `loads_first`) belong to the request if they are right before it: `--write` puts them there.

use std::fmt::Write;
use std::ops::Range;

use clunroll_loops::directive::says_something;
use oclc_syntax::lex::{Bracket, Punct, Token, after_group, lex, text};
use oclc_syntax::source::{FileId, Place};

use super::choice::LoopChoice;

/// The clause that promises something of the factor.
const EXACT: &[u8] = b"exact";

/// How a request is in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PointKind {
    /// `#pragma …`, with the lines of its clauses, and the line break at its end.
    Lines,
    /// `_Pragma(…)` or `__attribute__((…))`.
    Words,
    /// Nothing: a place before a loop without a request.
    Empty,
}

/// A request of the source itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestPoint {
    /// The bytes that a choice replaces.
    pub span: Range<usize>,
    /// The line of the request, from 1.
    pub line: usize,
    /// `line N`, with the column if there are several requests in the line.
    pub name: String,
    /// The request as written.
    pub written: String,
    kind: PointKind,
    /// The blanks before a directive.
    indent: String,
}

impl RequestPoint {
    /// The requests of the main file, in the order of the text, each with what is known of it.
    #[must_use]
    pub fn all<T>(source: &[u8], requests: impl IntoIterator<Item = (Place, T)>) -> Vec<(Self, T)> {
        let tokens = lex(FileId::MAIN, source);
        let mut points: Vec<(Self, (Place, T))> = Vec::new();
        for (place, known) in requests.into_iter().filter(|(place, _)| place.file == FileId::MAIN) {
            if !is_request_alone(source, &tokens, place.span.range()) {
                continue;
            }
            let point = Self::at(source, &tokens, place.span.range());
            // A macro that makes several loops has one request.
            if points.last().is_none_or(|(last, _)| last.span.end <= point.span.start) {
                points.push((point, (place, known)));
            }
        }
        let lines: Vec<_> = points.iter().map(|(point, _)| point.line).collect();
        for (point, (place, _)) in &mut points {
            if lines.iter().filter(|line| **line == point.line).count() > 1 {
                let start = place.span.range().start;
                let column = String::from_utf8_lossy(&source[line_start(source, start)..start]).chars().count() + 1;
                point.name = format!("line {}, column {column}", point.line);
            }
        }
        points.into_iter().map(|(point, (_, known))| (point, known)).collect()
    }

    fn at(source: &[u8], tokens: &[Token], request: Range<usize>) -> Self {
        let written = String::from_utf8_lossy(&source[request.clone()]).trim_end().to_owned();
        let line = 1 + memchr::memchr_iter(b'\n', &source[..request.start]).count();
        let name = format!("line {line}");
        if !source[request.clone()].starts_with(b"#") && !source[request.clone()].starts_with(b"%:") {
            let span = first_operator(source, tokens, request.start)..request.end;
            return Self { span, line, name, written, kind: PointKind::Words, indent: String::new() };
        }
        let mut start = line_start(source, request.start);
        let indent = String::from_utf8_lossy(&source[start..request.start]).into_owned();
        let is_blank = indent.bytes().all(|byte| byte == b' ' || byte == b'\t');
        if !is_blank {
            // A comment is before it: what is written begins at the directive.
            return Self { span: request, line, name, written, kind: PointKind::Lines, indent: String::new() };
        }
        while let Some(clause) = clause_before(source, tokens, start) {
            start = clause;
        }
        let end = source[request.end..]
            .iter()
            .position(|&byte| byte == b'\n')
            .map_or(source.len(), |at| request.end + at + 1);
        // A comment at the end of the line, or a line break in the request, stays out of this: then the line itself stays.
        let is_alone = source[request.end..end].iter().all(u8::is_ascii_whitespace);
        let span = if is_alone { start..end } else { start..request.end };
        Self { span, line, name, written, kind: PointKind::Lines, indent }
    }

    /// Whether the loop has no request yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kind == PointKind::Empty
    }

    /// The place before a loop without a request; `None` if it does not begin its line.
    pub(super) fn before(source: &[u8], keyword: usize) -> Option<Self> {
        let from = line_start(source, keyword);
        let line = 1 + memchr::memchr_iter(b'\n', &source[..keyword]).count();
        let indent = String::from_utf8_lossy(&source[from..keyword]).into_owned();
        let (name, written) = (format!("line {line}"), String::new());
        // In a line that continues the one before, a directive would be a part of that.
        let is_alone = indent.trim().is_empty() && !continues(&source[..from]);
        // A factor would make something else of a promise of `#pragma clunroll exact`.
        let before = &source[..from];
        let statement = before.iter().rposition(|byte| b";{}".contains(byte)).map_or(0, |at| at + 1);
        let has_promise = before[statement..].windows(EXACT.len()).any(|word| word == EXACT);
        (is_alone && !has_promise).then_some(Self {
            span: from..from,
            line,
            name,
            written,
            kind: PointKind::Empty,
            indent,
        })
    }

    /// The text for a choice in place of [`RequestPoint::span`]; `None` if it stays.
    #[must_use]
    pub fn replacement(&self, choice: LoopChoice, source: &[u8]) -> Option<Vec<u8>> {
        let pragmas = match choice.pragmas() {
            Some(pragmas) => pragmas,
            None if self.kind != PointKind::Empty && !self.is_left(source) => vec!["clunroll leave".to_owned()],
            None => return None,
        };
        let replaced = &source[self.span.clone()];
        let end = self.line_end(source);
        let mut text = String::new();
        for pragma in &pragmas {
            let _ = match self.kind {
                PointKind::Lines | PointKind::Empty => write!(text, "{}#pragma {pragma}{end}", self.indent),
                PointKind::Words => write!(text, "_Pragma(\"{pragma}\") "),
            };
        }
        let begins_line = self.span.start == line_start(source, self.span.start);
        let ends_line = replaced.ends_with(b"\n") || self.kind == PointKind::Empty;
        let mut text = if begins_line { text.into_bytes() } else { text.trim_start().as_bytes().to_vec() };
        if choice == LoopChoice::AsWritten {
            text.extend_from_slice(replaced);
        } else if !ends_line {
            text.truncate(text.trim_ascii_end().len());
        }
        Some(text)
    }

    /// The whole lines of a directive with its clauses, with a comment after it; the operators themselves within a line. `None` if the
    /// request is not alone in its lines.
    pub(super) fn whole_lines(&self, source: &[u8]) -> Option<Range<usize>> {
        let Range { start, end } = self.span;
        if self.kind != PointKind::Lines || start != line_start(source, start) {
            return (self.kind != PointKind::Lines).then_some(start..end);
        }
        if source[start..end].ends_with(b"\n") {
            return Some(start..end);
        }
        let rest = &source[end..];
        let length = rest.iter().position(|&byte| byte == b'\n')?;
        let comment = rest[..length].trim_ascii();
        (comment.starts_with(b"//") && !continues(comment)).then_some(start..end + length + 1)
    }

    /// The end of the lines that are written here: that of the line of the request.
    pub(super) fn line_end(&self, source: &[u8]) -> &'static str {
        let line = source[self.span.start..].iter().position(|&byte| byte == b'\n').unwrap_or_default();
        if source[..self.span.start + line].ends_with(b"\r") { "\r\n" } else { "\n" }
    }

    /// Whether the request has the clause `leave` already.
    fn is_left(&self, source: &[u8]) -> bool {
        source[self.span.clone()].windows(b"leave".len()).any(|word| word == b"leave")
    }
}

/// Whether a place has a request and nothing else: it is spelled there, or is the use of a macro of this text whose body has only
/// pragma operators and attributes. A macro may also make the loop, which must stay.
fn is_request_alone(source: &[u8], tokens: &[Token], place: Range<usize>) -> bool {
    let first = tokens.partition_point(|token| token.span.range().start < place.start);
    let end = tokens.partition_point(|token| token.span.range().start < place.end);
    let Some(used) = tokens.get(first..end).filter(|used| !used.is_empty()) else { return false };
    let name = text(source, &used[0]);
    if used[0].begins_directive() || says_something(&name) {
        return true;
    }
    let is_use = used.len() == 1 || after_group(Bracket::Round, used, 1) == Some(used.len());
    let mut definitions = (0..tokens.len()).filter(|&at| {
        let words = tokens[at + 1..].iter().take(2).map(|word| text(source, word));
        tokens[at].begins_directive() && words.eq(["define", &*name])
    });
    let has_only_requests = |at: usize| {
        let line = &tokens[at + 2..];
        let length = line.iter().position(|token| token.at_line_start).unwrap_or(line.len());
        let line = &line[..length];
        let has_parameters = line.get(1).is_some_and(|next| next.is(Punct::LeftParen) && !next.after_space);
        let mut at = if has_parameters { after_group(Bracket::Round, line, 1) } else { Some(1) };
        while let Some(start) = at.filter(|at| *at < line.len()) {
            let is_said = says_something(&text(source, &line[start]));
            at = is_said.then(|| after_group(Bracket::Round, line, start + 1)).flatten();
        }
        at.is_some()
    };
    is_use && definitions.clone().next().is_some() && definitions.all(has_only_requests)
}

/// Where the first of the operators is that are clauses about the form and end before an operator.
fn first_operator(source: &[u8], tokens: &[Token], operator: usize) -> usize {
    let end = tokens.partition_point(|token| token.span.range().start < operator);
    let mut first = operator;
    for words in tokens[..end].rchunks(4) {
        let [name, _, string, _] = words else { break };
        let clause = text(source, string);
        let clauses = ["\"clunroll leave\"", "\"clunroll remainder(", "\"clunroll loads_first("];
        let is_clause = clauses.iter().any(|start| clause.starts_with(start));
        if text(source, name) != "_Pragma" || !is_clause {
            break;
        }
        first = name.span.range().start;
    }
    first
}

/// The start of the line before `start`, if all of it is a clause about the form.
fn clause_before(source: &[u8], tokens: &[Token], start: usize) -> Option<usize> {
    let before = line_start(source, start.checked_sub(1)?);
    let line = source[before..start].trim_ascii();
    if !line.starts_with(b"#") || line.contains(&b'/') {
        // A comment is the author's.
        return None;
    }
    let first = tokens.partition_point(|token| token.span.range().start < before);
    let words: Vec<_> = tokens[first..]
        .iter()
        .take_while(|token| token.span.range().start < start)
        .map(|token| text(source, token).into_owned())
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["#", "pragma", "clunroll", "leave"]
        | ["#", "pragma", "clunroll", "remainder" | "loads_first", "(", _, ")"] => Some(before),
        _ => None,
    }
}

/// Whether the last line of a text continues: it has a backslash at its end, or the trigraph for one.
pub(super) fn continues(text: &[u8]) -> bool {
    let text = text.trim_ascii_end();
    text.ends_with(b"\\") || text.ends_with(b"??/")
}

fn line_start(source: &[u8], offset: usize) -> usize {
    source[..offset].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)
}

/// The source with some requests replaced.
#[must_use]
pub fn edited<'p>(source: &[u8], choices: impl Iterator<Item = (&'p RequestPoint, LoopChoice)>) -> Vec<u8> {
    let mut text = Vec::with_capacity(source.len());
    let mut from = 0;
    for (point, choice) in choices {
        if let Some(replacement) = point.replacement(choice, source) {
            text.extend_from_slice(&source[from..point.span.start]);
            text.extend_from_slice(&replacement);
            from = point.span.end;
        }
    }
    text.extend_from_slice(&source[from..]);
    text
}

#[cfg(test)]
mod tests {
    use clunroll_loops::settings::{LoadsFirst, Remainder};
    use oclc_syntax::host::NoIncludes;

    use super::super::choice::CopyCount;
    use super::*;
    use crate::{EngineSession, Options};

    fn points(source: &str) -> Vec<RequestPoint> {
        let outcome = EngineSession::new().unroll(source.as_bytes(), &Options::new("k.cl"), &mut NoIncludes);
        let requests = outcome.requests.iter().map(|report| (report.place, ()));
        RequestPoint::all(source.as_bytes(), requests).into_iter().map(|(point, ())| point).collect()
    }

    fn with(source: &str, choice: LoopChoice) -> String {
        let points = points(source);
        let text = edited(source.as_bytes(), points.iter().map(|point| (point, choice)));
        String::from_utf8(text).expect("it was text")
    }

    const VENDOR: LoopChoice = LoopChoice::Vendor(CopyCount::By(4));

    #[test]
    fn a_directive_is_replaced_with_its_line() {
        let source = "void f(int n) {\n  #pragma unroll 2\n  for (int i = 0; i < n; i++) g(i);\n}\n";
        let without = source.replace("  #pragma unroll 2\n", "");
        assert_eq!(with(source, LoopChoice::NoPragma), without);
        assert_eq!(
            with(source, LoopChoice::AsWritten),
            source.replace("  #pragma", "  #pragma clunroll leave\n  #pragma")
        );
        let vendor = source.replace("  #pragma unroll 2", "  #pragma clunroll leave\n  #pragma unroll 4");
        assert_eq!(with(source, VENDOR), vendor);
        // What was written once is replaced as a whole.
        assert_eq!(with(&vendor, VENDOR), vendor);
        assert_eq!(with(&vendor, LoopChoice::NoPragma), without);
        assert_eq!(points(&vendor)[0].line, 3);
        let windows = source.replace('\n', "\r\n");
        assert_eq!(with(&windows, VENDOR), vendor.replace('\n', "\r\n"));
    }

    #[test]
    fn a_request_within_a_line_is_replaced_there() {
        let operator = "#define U _Pragma(\"unroll\")\nvoid f(int n) {\n  U for (int i = 0; i < 9; i++) g(i);\n}\n";
        assert_eq!(with(operator, LoopChoice::NoPragma), operator.replace("U for", " for"));
        let nested = LoopChoice::Unrolled(CopyCount::By(2), Remainder::Nested);
        let two = "_Pragma(\"clunroll remainder(nested)\") _Pragma(\"unroll 2\")";
        assert_eq!(with(operator, nested), operator.replace("U for", &format!("{two} for")));
        // A macro that also makes a loop is more than a request, even before another loop.
        let loops = "#define U _Pragma(\"unroll\") for (int j = 0; j < 2; j++)\n";
        assert!(points(&operator.replace("#define U _Pragma(\"unroll\")\n", loops)).is_empty());
        // So is each clause that a choice writes.
        let loads = LoopChoice::Loads(CopyCount::By(2), LoadsFirst::Never);
        for choice in [nested, loads, VENDOR] {
            assert_eq!(with(&with(operator, loads), choice), with(operator, choice));
        }
        let function = operator.replace("#define U ", "#define U(n) ").replace("U for", "U(2) for");
        assert_eq!(with(&function, LoopChoice::NoPragma), function.replace("U(2) for", " for"));
        let commented = "void f(int n) {\n  #pragma unroll // all\n  for (int i = 0; i < 9; i++) g(i);\n}\n";
        let left = "#pragma clunroll leave\n  #pragma unroll 4 //";
        assert_eq!(with(commented, VENDOR), commented.replace("#pragma unroll //", left));
        // What was written before is replaced, also beside comments and as operators.
        for source in [commented, operator] {
            let once = with(source, VENDOR);
            assert_eq!(with(&once, VENDOR), once);
        }
        // A comment stays, once.
        let before = "void f(int n) {\n  /* all */ #pragma unroll\n  for (int i = 0; i < 9; i++) g(i);\n}\n";
        let twice = with(&with(before, VENDOR), VENDOR);
        assert_eq!(twice.matches("/* all */").count(), 1, "{twice}");
    }
}
