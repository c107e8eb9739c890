//! Kernels inside the string literals of a host: `R"( … )"`, `"…\n" "…\n"`, and `STRINGIFY(…)`.
//!
//! Many projects keep their kernels as literals of the host program. Only the literals of such a file are rewritten. C joins adjacent
//! literals into one string, and authors write a literal for each line, or split long kernels. So each run of adjacent literals is one
//! [`LiteralProgram`]. Its text is what the compiler of the host makes of them (`notation.rs`, `arguments.rs`); `written.rs` spells changes
//! in the same way.
//!
//! A program may be only a part of what the host compiles. Three rules keep the other parts from changing a loop:
//!
//! - A program is rewritten only if it is whole: each of its braces has a partner. So no label, declaration or `else` of a function that
//!   it contains is in another literal. And it is not a format, into which the host puts text ([`hole_of_format`]).
//! - A program is rewritten only if the tokens of its statement show that nothing is joined to it there (`statement.rs`).
//! - The host may still join it to other literals of the file, in whatever order. So a name that another literal defines or
//!   undefines as a macro is open at the beginning of the program, with all of these definitions (`literal_macros.rs`).
//!
//! Text from other files of the host is unknown: a name that this file does not mention as a macro counts as an ordinary name.
//!
//! The name of a file decides nothing. A string literal of OpenCL C never contains a line end; a raw string with a directive does, since
//! the directive needs its own line. So a file with a raw string of several lines is a host. Ordinary literals are programs only if they
//! define a kernel (`kernels.rs`), and make a file a host only if its code defines none.

mod arguments;
mod kernels;
mod literal_macros;
mod notation;
mod statement;
#[cfg(test)]
mod tests;
mod tokens;
mod uses;
mod written;

use std::collections::HashSet;
use std::ops::Range;

use self::arguments::{ArgumentDoubt, FileMacros};
use self::kernels::defines_kernel;
use self::notation::{Notation, Stretch};
use self::statement::Statements;
use self::tokens::{HostToken, HostTokenKind, tokens};
use self::uses::TextUses;
use super::string_literals::holds_request;
use clunroll_loops::directive::may_mention_unrolling;
use clunroll_rules::{Finding, LiteralJoined, LiteralNeighbour};
use oclc_syntax::lex::{self, Punct, Token, TokenKind};
use oclc_syntax::source::{Composed, FileId, Place, Replacement, Sources, Span, replaced_bytes};

pub use self::literal_macros::LiteralMacros;
pub use self::written::file_with_programs;

/// Adjacent literals.
#[derive(Clone, Debug)]
pub struct LiteralProgram {
    /// The notation and the content of each of them.
    literals: Vec<(Notation, Span)>,
    /// The parts of the file that make its text.
    stretches: Vec<Stretch>,
    /// Their tokens.
    tokens: Range<usize>,
    /// All of them in the file, with what is between them.
    span: Span,
    /// Something in them that may make another text than the one that is read.
    doubt: Option<(Span, LiteralNeighbour)>,
    /// The first token that may join other text to them, and its kind.
    joined_by: Option<(Span, LiteralNeighbour)>,
}

/// A file of a host with programs in its literals.
#[derive(Debug)]
pub struct HostFile<'s> {
    source: &'s [u8],
    tokens: Vec<HostToken>,
    macros_of_host: FileMacros,
    /// The programs, in their order.
    pub programs: Vec<LiteralProgram>,
}

impl<'s> HostFile<'s> {
    /// Reads a file; `None` if it is not a host.
    #[must_use]
    pub fn read(source: &'s [u8]) -> Option<Self> {
        let holds = |text: &[u8]| memchr::memmem::find(source, text).is_some();
        let may_be_raw = holds(b"R\"") || holds(b"R\\");
        if !may_be_raw && !(holds(b"kernel") && (holds(b"\"") || holds(b"define"))) {
            return None;
        }
        let (tokens, doubts, macros_of_host) = tokens_with_calls(source);
        let runs_over_lines = |span: Span| memchr::memchr(b'\n', &source[span.range()]).is_some();
        let has_raw_string = tokens
            .iter()
            .any(|token| matches!(token.kind, HostTokenKind::RawString(content) if runs_over_lines(content)));
        if !has_raw_string
            && (!tokens.iter().any(HostToken::is_readable_string) || defines_kernel_itself(source, &tokens))
        {
            return None;
        }
        let mut programs = programs(source, &tokens, &doubts);
        programs.retain(|program| program.is_raw() || program.certainly_asks(source));
        if !has_raw_string && programs.iter().all(LiteralProgram::is_raw) {
            return None;
        }
        let (statements, uses) = (Statements::of(source, &tokens), TextUses::of(source, &tokens));
        let trigraph = notation::trigraph_of_file(source, &tokens);
        for program in &mut programs {
            program.joined_by = program
                .doubt
                .or_else(|| trigraph.map(|span| (span, LiteralNeighbour::Spelling)))
                .or_else(|| statements.obstacle(&program.tokens))
                .or_else(|| uses.obstacle(&program.tokens, &program.bytes(source)));
        }
        Some(Self { source, tokens, macros_of_host, programs })
    }

    /// All runs of adjacent literals of a file.
    fn runs_of_literals(source: &[u8]) -> Vec<LiteralProgram> {
        let (tokens, doubts, _) = tokens_with_calls(source);
        programs(source, &tokens, &doubts)
    }

    /// The ordinary literals with requests that are in no program, one of each run of literals.
    #[must_use]
    pub fn requests_in_strings(&self) -> Vec<Span> {
        let programs: HashSet<usize> = self.programs.iter().map(|program| program.tokens.start).collect();
        let holds = |token: &&HostToken| {
            matches!(token.kind, HostTokenKind::String(_)) && holds_request(&self.source[token.span.range()])
        };
        let runs = runs_of(self.source, &self.tokens, |token| token.content().is_some()).into_iter();
        let runs = runs.filter(|run| !programs.contains(&run.start));
        runs.filter_map(|run| self.tokens[run].iter().find(holds).map(|token| token.span)).collect()
    }

    /// Whether a program with an argument of a macro can have changes there: the argument may have no directive, for example.
    #[must_use]
    pub fn fits_argument(&self, program: &LiteralProgram, text: &Composed, changes: &[Replacement]) -> bool {
        let expected = replaced_bytes(text.bytes(), changes);
        let offset = program.span.start;
        let mut in_file = program.in_file(self.source, changes.to_vec());
        for change in &mut in_file {
            change.span = Span::new(change.span.start - offset, change.span.end - offset);
        }
        let new = replaced_bytes(&self.source[program.span.range()], &in_file);
        let mut new_tokens = tokens(&new);
        let doubts = self.macros_of_host.join_calls(&new, offset, &mut new_tokens);
        matches!(&programs(&new, &new_tokens, &doubts)[..], [one] if one.doubt.is_none() && one.bytes(&new) == expected)
    }

    /// The effects of the literals of the file on macros.
    #[must_use]
    pub fn macros(&self) -> LiteralMacros {
        LiteralMacros::of(self.source, &self.tokens)
    }
}

fn tokens_with_calls(source: &[u8]) -> (Vec<HostToken>, Vec<ArgumentDoubt>, FileMacros) {
    let mut tokens = tokens(source);
    let macros = FileMacros::of(source, &tokens);
    let doubts = macros.join_calls(source, 0, &mut tokens);
    (tokens, doubts, macros)
}

/// Whether the code of a file defines kernels, outside of literals: then it is OpenCL C, whatever its strings contain.
fn defines_kernel_itself(source: &[u8], tokens: &[HostToken]) -> bool {
    let word = |at: usize| tokens.get(at).map(|token| &source[token.span.range()]);
    tokens.iter().enumerate().any(|(at, token)| {
        token.kind == HostTokenKind::Word
            && !token.in_directive
            && match word(at) {
                Some(b"__kernel") => true,
                Some(b"kernel") => matches!(word(at + 1), Some(b"void" | b"__attribute__")),
                _ => false,
            }
    })
}

fn programs(source: &[u8], tokens: &[HostToken], doubts: &[ArgumentDoubt]) -> Vec<LiteralProgram> {
    let runs = runs_of(source, tokens, |token| token.content().is_some()).into_iter();
    let mut doubts = doubts.iter().peekable();
    runs.map(|run| {
        let mut program = LiteralProgram::read(source, tokens, run);
        while let Some((_, place, why)) = doubts.next_if(|(call, ..)| call.end <= program.span.end) {
            program.doubt = program.doubt.or(Some((*place, *why)));
        }
        program
    })
    .collect()
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

/// The first `%` of a program that is not an operator: a function that formats puts text there. Such a `%` touches the token after it, and
/// no operand is before it on its line. (`a %d` may be both, but nothing but `d` can be put there if the loop has no other meaning.)
#[must_use]
pub fn hole_of_format(program: &[u8]) -> Option<Span> {
    let has_double_brace = memchr::memmem::find(program, b"{{").is_some();
    if !has_double_brace && memchr::memchr(b'%', program).is_none() {
        return None;
    }
    let tokens = lex::lex(FileId::MAIN, program);
    // In the formats of Python and of `std::format`, a brace is doubled, also that of a function.
    let is_double = |three: &[Token]| {
        three[0].is(Punct::RightParen)
            && three[1].is(Punct::LeftBrace)
            && three[2].is(Punct::LeftBrace)
            && three[1].span.end == three[2].span.start
    };
    if let Some(three) = tokens.windows(3).find(|three| is_double(three)) {
        return Some(three[1].span);
    }
    // The first token of the line.
    let mut line = 0;
    for (at, token) in tokens.iter().enumerate() {
        line = if token.at_line_start { at } else { line };
        let Some(next) = tokens.get(at + 1).filter(|next| !next.at_line_start && !next.after_space) else { continue };
        if !token.is(Punct::Percent) {
            continue;
        }
        // The value of a `#define` begins with its fourth token.
        let begins = at == line || tokens[line].begins_directive() && at <= line + 3;
        if begins || !ends_operand(&tokens[at - 1]) || next.is(Punct::Percent) {
            return Some(token.span);
        }
    }
    None
}

/// Whether an operand of an expression may end with a token.
fn ends_operand(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Identifier | TokenKind::Number | TokenKind::Character)
        || token.is(Punct::RightParen)
        || token.is(Punct::RightBracket)
}

/// The runs of adjacent literals of some kind. A suffix between two of them, as in `R"(…)"s`, belongs to the first. After an ordinary
/// literal, it may be a macro, as in `"…"BODY"…"`: C has no suffixes.
fn runs_of(source: &[u8], tokens: &[HostToken], is_meant: impl Fn(&HostToken) -> bool) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| is_meant(token)) {
        let is_suffix = |at: usize| {
            tokens[at].is_glued
                && tokens[at - 1].is_raw_string()
                && is_standard_suffix(&source[tokens[at].span.range()])
        };
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

/// Whether a word is a suffix of the standard library for strings.
fn is_standard_suffix(word: &[u8]) -> bool {
    matches!(word, b"s" | b"sv")
}

impl LiteralProgram {
    fn read(source: &[u8], tokens: &[HostToken], run: Range<usize>) -> Self {
        let span = tokens[run.start].span.to(tokens[run.end - 1].span);
        let (mut literals, mut stretches) = (Vec::new(), Vec::new());
        let mut doubt = None;
        let has_others = tokens[run.clone()].iter().any(|token| !token.is_raw_string());
        for token in &tokens[run.clone()] {
            // A suffix is between two literals.
            let (Some(notation), Some(content)) = (Notation::of(token), token.content()) else { continue };
            let uncertain = notation::read(source, (notation, content), literals.len(), &mut stretches);
            literals.push((notation, content));
            let has_prefix = has_others && token.has_prefix();
            let uncertain = uncertain.or(has_prefix.then_some(token.span));
            doubt = doubt.or(uncertain.map(|span| (span, LiteralNeighbour::Spelling)));
        }
        let program = Self { literals, stretches, tokens: run, span, doubt, joined_by: None };
        let doubt = program.doubt.or_else(|| program.argument_in_line(source));
        Self { doubt, ..program }
    }

    /// A literal beside an argument without a line end between them: the argument may be in a directive then, or in a comment.
    fn argument_in_line(&self, source: &[u8]) -> Option<(Span, LiteralNeighbour)> {
        let is_argument = |(notation, _): &(Notation, Span)| *notation == Notation::Argument;
        if self.literals.len() < 2 || !self.literals.iter().any(is_argument) {
            return None;
        }
        let bytes = self.bytes(source);
        let mut tokens_apart = 0;
        for (index, literal) in self.literals.iter().enumerate() {
            let first = self.stretches.partition_point(|stretch| stretch.literal < index);
            let last = self.stretches.partition_point(|stretch| stretch.literal <= index);
            let Some(part) = self.stretches.get(first..last).filter(|part| !part.is_empty()) else { continue };
            let (start, end) = (part[0].at as usize, part[part.len() - 1].end() as usize);
            tokens_apart += lex::lex(FileId::MAIN, &bytes[start..end]).len();
            let begins_line = start == 0 || bytes[start - 1] == b'\n';
            let ends_line = end == bytes.len() || bytes[end] == b'\n';
            if is_argument(literal) && !(begins_line && ends_line) {
                return Some((literal.1, LiteralNeighbour::Literal));
            }
        }
        let is_apart = tokens_apart == lex::lex(FileId::MAIN, &bytes).len();
        (!is_apart).then_some((self.literals[0].1, LiteralNeighbour::Literal))
    }

    /// Whether one of its literals is a raw string.
    fn is_raw(&self) -> bool {
        self.literals.iter().any(|(notation, _)| *notation == Notation::Raw)
    }

    /// Whether it certainly is OpenCL C, and may ask for something.
    fn certainly_asks(&self, source: &[u8]) -> bool {
        let bytes = self.bytes(source);
        may_mention_unrolling(&bytes) && defines_kernel(&bytes)
    }

    fn bytes(&self, source: &[u8]) -> Vec<u8> {
        notation::bytes(source, &self.stretches)
    }

    /// Whether a correction may put that text into it. It may not if the literal needs an escape there.
    #[must_use]
    pub fn takes(&self, text: &str) -> bool {
        self.literals.iter().all(|(notation, _)| *notation == Notation::Raw) || !text.contains(['"', '\\', '\n', '#'])
    }

    /// Whether a part of it is the argument of a macro, where no directive may be.
    #[must_use]
    pub fn has_argument(&self) -> bool {
        self.literals.iter().any(|(notation, _)| *notation == Notation::Argument)
    }

    /// The finding that something may join other text to the program, if that is so.
    #[must_use]
    pub fn joined(&self) -> Option<Finding> {
        let (span, neighbour) = self.joined_by?;
        Some(self.declined(Place { file: FileId::MAIN, span }, neighbour))
    }

    /// The finding that the program stays as written, with the reason.
    #[must_use]
    pub fn declined(&self, by: Place, neighbour: LiteralNeighbour) -> Finding {
        let start = self.literals.first().map_or(0, |(_, span)| span.start);
        let start = Place { file: FileId::MAIN, span: Span::new(start, start) };
        let is_raw = self.is_raw();
        Finding::of_file(by, LiteralJoined { start, neighbour, is_raw })
    }

    /// The text that the compiler of the host makes from the literals.
    #[must_use]
    pub fn text(&self, sources: &Sources, file: FileId) -> Composed {
        let mut text = Composed::default();
        for &Stretch { span, value, .. } in &self.stretches {
            let place = Place { file, span };
            match value {
                Some(byte) => text.made(&[byte], place),
                None => text.copy(sources, place),
            }
        }
        text
    }
}
