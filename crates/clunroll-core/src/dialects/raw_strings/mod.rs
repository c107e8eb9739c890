//! Kernels inside C++ raw strings: `R"( … )"`.
//!
//! Some projects (`CLBlast` is one) keep each kernel file as a C++ string literal, so that the host program can include it. Only the raw
//! strings of such a file are rewritten. C++ joins adjacent literals into one string, and authors split long kernels in this way, since
//! MSVC allows no more than 16,380 bytes in one literal: a loop may begin in one literal and end in the next. So each run of adjacent raw
//! strings is one [`RawStringProgram`], whose text is the contents one after the other.
//!
//! A program may be only a part of what the host compiles. Three rules keep the other parts from changing a loop:
//!
//! - A program is rewritten only if it is whole: each of its braces has a partner. So no label, declaration or `else` of a function that
//!   it contains is in another literal.
//! - A program is rewritten only if the tokens of its C++ statement show that nothing is joined to it there (`statement.rs`).
//! - The host may still join it to other literals of the file, in whatever order. So a name that another literal defines or
//!   undefines as a macro is open at the beginning of the program, with all of these definitions (`literal_macros.rs`).
//!
//! Text from other files of the host is unknown: a name that this file does not mention as a macro counts as an ordinary name.
//!
//! The name of a file decides nothing. A string literal of OpenCL C never contains a line end; a raw string with a directive does, since
//! the directive needs its own line. So a file counts as C++ only if one of its raw strings has several lines.

mod literal_macros;
mod statement;
#[cfg(test)]
mod tests;
mod tokens;

use std::ops::Range;

use self::statement::Statements;
use self::tokens::{CppToken, CppTokenKind, tokens};
use super::string_literals::holds_request;
use clunroll_rules::{Finding, RawStringJoined, RawStringNeighbour};
use oclc_syntax::lex::{self, Punct};
use oclc_syntax::source::{Composed, FileId, Place, Replacement, Sources, Span, replaced_bytes};

pub use self::literal_macros::LiteralMacros;

/// Adjacent raw strings.
#[derive(Clone, Debug)]
pub struct RawStringProgram {
    /// The text between the parentheses of each raw string.
    contents: Vec<Span>,
    /// Their tokens.
    tokens: Range<usize>,
    /// The first token that may join other text to them, and its kind.
    joined_by: Option<(Span, RawStringNeighbour)>,
}

/// A C++ file with programs in its raw strings.
#[derive(Debug)]
pub struct CppFile<'s> {
    source: &'s [u8],
    tokens: Vec<CppToken>,
    /// The programs, in their order.
    pub programs: Vec<RawStringProgram>,
}

impl<'s> CppFile<'s> {
    /// Reads a file; `None` if it is not C++.
    #[must_use]
    pub fn read(source: &'s [u8]) -> Option<Self> {
        let holds = |text: &[u8]| memchr::memmem::find(source, text).is_some();
        if !holds(b"R\"") && !holds(b"R\\") {
            return None;
        }
        let tokens = tokens(source);
        let runs_over_lines = |span: Span| memchr::memchr(b'\n', &source[span.range()]).is_some();
        let is_cpp = tokens
            .iter()
            .any(|token| matches!(token.kind, CppTokenKind::RawString(content) if runs_over_lines(content)));
        is_cpp.then(|| {
            let statements = Statements::of(source, &tokens);
            let programs = runs(&tokens).into_iter().map(|run| RawStringProgram {
                contents: contents(&tokens, &run),
                joined_by: statements.obstacle(&run),
                tokens: run,
            });
            let programs = programs.collect();
            Self { source, tokens, programs }
        })
    }

    /// The ordinary literals with requests, one of each run of literals.
    #[must_use]
    pub fn requests_in_strings(&self) -> Vec<Span> {
        let runs = runs_of(&self.tokens, |token| matches!(token.kind, CppTokenKind::String(_)));
        let holds = |token: &&CppToken| holds_request(&self.source[token.span.range()]);
        runs.into_iter().filter_map(|run| self.tokens[run].iter().find(holds).map(|token| token.span)).collect()
    }

    /// The effects of the literals of the file on macros.
    #[must_use]
    pub fn macros(&self) -> LiteralMacros {
        LiteralMacros::of(self.source, &self.tokens)
    }
}

/// A brace of a program without a partner in it. Each branch of a conditional may contain the brace.
#[must_use]
pub fn unmatched_brace(program: &[u8]) -> Option<Span> {
    let tokens = lex::lex(FileId::MAIN, program);
    let (mut depth, mut outermost) = (0_usize, Span::new(0, 0));
    // The number of braces that were open at the beginning of each conditional.
    let mut chains = Vec::new();
    let mut in_directive = false;
    for (at, token) in tokens.iter().enumerate() {
        in_directive &= !token.at_line_start;
        if token.begins_directive() {
            in_directive = true;
            match tokens.get(at + 1).map(|keyword| lex::text(program, keyword)).as_deref() {
                Some("if" | "ifdef" | "ifndef") => chains.push(depth),
                Some("else" | "elif") => depth = chains.last().copied().unwrap_or(depth),
                Some("endif") => drop(chains.pop()),
                _ => {}
            }
        } else if !in_directive && token.is(Punct::LeftBrace) {
            outermost = if depth == 0 { token.span } else { outermost };
            depth += 1;
        } else if !in_directive && token.is(Punct::RightBrace) {
            let Some(around) = depth.checked_sub(1) else { return Some(token.span) };
            depth = around;
        }
    }
    (depth > 0).then_some(outermost)
}

/// The runs of adjacent raw strings.
fn runs(tokens: &[CppToken]) -> Vec<Range<usize>> {
    runs_of(tokens, CppToken::is_raw_string)
}

/// The runs of adjacent literals of some kind. A suffix between two of them, as in `R"(…)"s`, belongs to the first.
fn runs_of(tokens: &[CppToken], is_meant: impl Fn(&CppToken) -> bool) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| is_meant(token)) {
        let is_suffix = |at: usize| tokens[at].kind == CppTokenKind::Word && tokens[at].is_glued;
        match runs.last_mut() {
            Some(last)
                if token.in_directive == tokens[last.start].in_directive
                    && (last.end == at || last.end + 1 == at && is_suffix(last.end)) =>
            {
                last.end = at + 1;
            }
            _ => runs.push(at..at + 1),
        }
    }
    runs
}

fn contents(tokens: &[CppToken], run: &Range<usize>) -> Vec<Span> {
    tokens[run.clone()].iter().filter_map(|token| if token.is_raw_string() { token.content() } else { None }).collect()
}

impl RawStringProgram {
    /// The finding that something may join other text to the program, if that is so.
    #[must_use]
    pub fn joined(&self) -> Option<Finding> {
        let (span, neighbour) = self.joined_by?;
        Some(self.declined(Place { file: FileId::MAIN, span }, neighbour))
    }

    /// The finding that the program stays as written, with the reason.
    #[must_use]
    pub fn declined(&self, by: Place, neighbour: RawStringNeighbour) -> Finding {
        let start = self.contents.first().map_or(0, |span| span.start);
        let start = Place { file: FileId::MAIN, span: Span::new(start, start) };
        Finding::of_file(by, RawStringJoined { start, neighbour })
    }

    /// The text that C++ makes from the literals.
    #[must_use]
    pub fn text(&self, sources: &Sources, file: FileId) -> Composed {
        let mut text = Composed::default();
        for &span in &self.contents {
            text.copy(sources, Place { file, span });
        }
        text
    }

    /// Maps replacements in [`RawStringProgram::text`] to the file. If one crosses the end of a literal, the text between the literals
    /// stays after it: the text of the program is the same then.
    #[must_use]
    pub fn in_file(&self, source: &[u8], replacements: Vec<Replacement>) -> Vec<Replacement> {
        let mut before = 0;
        let literals: Vec<(u32, Span)> = self
            .contents
            .iter()
            .map(|&span| {
                let start = before;
                before += span.len() as u32;
                (start, span)
            })
            .collect();
        let literal_at = |offset: u32| literals.partition_point(|(start, _)| *start <= offset).saturating_sub(1);
        let lead_back = |Replacement { span, mut text, request, condition }: Replacement| {
            let first = literal_at(span.start);
            // A replacement that ends where a literal ends does not run over that end.
            let last = literal_at(span.end.saturating_sub(1).max(span.start));
            for pair in literals[first..=last].windows(2) {
                let wrapper = Span::new(pair[0].1.end, pair[1].1.start);
                text.made(&source[wrapper.range()], Place { file: FileId::MAIN, span: wrapper });
            }
            let in_file = |literal: usize, offset: u32| literals[literal].1.start + (offset - literals[literal].0);
            let span = Span::new(in_file(first, span.start), in_file(last, span.end));
            Replacement { span, text, request, condition }
        };
        replacements.into_iter().map(lead_back).collect()
    }
}

/// The file after replacements. `written` are the changed programs, in their order, each with its expected text; `None` if one would get
/// another text, because copied or moved text ends a raw string too early.
#[must_use]
pub fn file_with_programs(
    source: &[u8],
    replacements: &[Replacement],
    written: &[(&RawStringProgram, Vec<u8>)],
) -> Option<Vec<u8>> {
    let output = replaced_bytes(source, replacements);
    let (before, after) = (programs_of(source), programs_of(&output));
    if outside(source, &before) != outside(&output, &after) {
        return None;
    }
    // The number of programs must be the same. If the text between two literals looks like their own text, it may still be part of one of
    // them.
    let mut written = written.iter().peekable();
    let text =
        |contents: &[Span], file: &[u8]| contents.iter().map(|span| &file[span.range()]).collect::<Vec<_>>().concat();
    let is_right = before.iter().zip(&after).all(|(before, after)| {
        let found = text(after, &output);
        match written.next_if(|(program, _)| program.contents == *before) {
            Some((_, expected)) => *expected == found,
            None => text(before, source) == found,
        }
    });
    is_right.then_some(output)
}

/// The contents of the raw strings of a file, grouped by program.
fn programs_of(source: &[u8]) -> Vec<Vec<Span>> {
    let tokens = tokens(source);
    runs(&tokens).iter().map(|run| contents(&tokens, run)).collect()
}

/// The parts of a C++ file outside of raw strings.
fn outside<'s>(source: &'s [u8], programs: &[Vec<Span>]) -> Vec<&'s [u8]> {
    let mut parts = Vec::new();
    let mut at = 0;
    for span in programs.iter().flatten() {
        parts.push(&source[at..span.range().start]);
        at = span.range().end;
    }
    parts.push(&source[at..]);
    parts
}
