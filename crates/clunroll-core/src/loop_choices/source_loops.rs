//! The loops of a text, and what identifies each of them.
//!
//! A loop is identified by the function that it is in, by the tokens of its header and body, and by its number among the loops of that
//! function with the same tokens. Comments, blanks, and directives or attributes that mention unrolling do not count. So the identity
//! survives edits elsewhere, and other requests for this loop and the loops in it.
//!
//! This reads tokens and expands no macro. A loop that a macro makes, or that is in no function, has no identity. A wrong identity would
//! do no harm: it only decides which pragmas a loop gets.

use std::collections::{HashMap, HashSet};
use std::hash::Hasher;
use std::ops::Range;

use clunroll_loops::directive::{is_loop_keyword, may_mention_unrolling, says_something};
use fnv::FnvHasher;
use oclc_syntax::lex::{Bracket, Punct, Token, TokenKind, lex, partners, spelling};
use oclc_syntax::source::{FileId, Place, Span};

use super::request_point::RequestPoint;

/// The most tokens of a loop that are read. Loops in loops would make the step quadratic otherwise.
const MOST_TOKENS: usize = 4096;
/// The most statements in statements that are read without braces, such as `if (a) if (b) …`.
const MOST_NESTED: usize = 64;

/// What identifies a loop across edits elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct LoopIdentity {
    /// The name of its function.
    pub function: String,
    /// A hash of its tokens, which is the same on every machine and in every version of clunroll.
    pub fingerprint: u64,
    /// Its number among the loops of the function with this fingerprint, from 1.
    pub number: u32,
}

impl LoopIdentity {
    /// The identity with these parts.
    #[must_use]
    pub const fn new(function: String, fingerprint: u64, number: u32) -> Self {
        Self { function, fingerprint, number }
    }
}

/// A loop of a text.
#[derive(Clone, Debug)]
pub struct SourceLoop {
    /// What identifies it.
    pub identity: LoopIdentity,
    /// The offset of its first word.
    keyword: usize,
    /// The offset of its line, if it begins that.
    line_start: Option<usize>,
    /// Whether it is in round brackets, as the argument of a macro is.
    is_argument: bool,
    /// The places of its requests.
    requests: Vec<Place>,
}

impl SourceLoop {
    /// Its only request, or the place for one; `None` if it has several. `points` has the requests of the text by their places.
    pub(super) fn point(&self, source: &[u8], points: &HashMap<Place, RequestPoint>) -> Option<RequestPoint> {
        match self.requests.as_slice() {
            [] => RequestPoint::before(source, self.keyword),
            [place] => points.get(place).cloned(),
            _ => None,
        }
    }

    /// Whether it is in round brackets, as the argument of a macro is.
    pub(super) fn is_argument(&self) -> bool {
        self.is_argument
    }

    /// The places of its requests.
    pub(super) fn requests(&self) -> &[Place] {
        &self.requests
    }

    /// Where it and its requests begin.
    pub(super) fn offsets(&self) -> impl Iterator<Item = usize> {
        let requests = self.requests.iter().map(|place| place.span.range().start);
        std::iter::once(self.keyword).chain(requests)
    }

    /// What is shown for its request.
    pub(super) fn shown(&self) -> Span {
        let keyword = self.keyword as u32;
        self.requests.first().map_or(Span::new(keyword, keyword), |place| place.span)
    }
}

/// The loops of a text.
#[derive(Clone, Debug)]
pub struct SourceLoops {
    loops: Vec<SourceLoop>,
    /// The functions: their names, and where their bodies are.
    functions: Vec<(String, Range<usize>)>,
}

impl SourceLoops {
    /// The loops of a text, and which of these requests each one has.
    #[must_use]
    pub fn of(source: &[u8], requests: impl IntoIterator<Item = Place>) -> Self {
        let text = ReadText::of(source);
        let mut loops = text.loops();
        let at: HashMap<usize, usize> = loops.iter().enumerate().map(|(at, one)| (one.keyword, at)).collect();
        for place in requests.into_iter().filter(|place| place.file == FileId::MAIN) {
            if let Some(found) = text.loop_after(place).and_then(|keyword| at.get(&keyword)) {
                let requests = &mut loops[*found].requests;
                // A request may be read in several configurations.
                if !requests.contains(&place) {
                    requests.push(place);
                }
            }
        }
        let place = |body: Range<usize>| {
            let [first, last] = [body.start, body.end - 1].map(|at| text.tokens[text.code[at]].span);
            first.to(last).range()
        };
        let functions = text.functions().into_iter().map(|(name, body)| (name.to_owned(), place(body))).collect();
        Self { loops, functions }
    }

    /// All of them, in the order of the text.
    pub fn all(&self) -> impl Iterator<Item = &SourceLoop> {
        self.loops.iter()
    }

    /// The functions: their names, and where their bodies are.
    pub(super) fn functions(&self) -> impl Iterator<Item = (&str, &Range<usize>)> {
        self.functions.iter().map(|(name, body)| (name.as_str(), body))
    }

    /// The places before loops that begin a line and have no request.
    #[must_use]
    pub fn open_points(&self, source: &[u8]) -> Vec<RequestPoint> {
        let open = self.loops.iter().filter(|one| one.requests.is_empty());
        open.filter_map(|one| RequestPoint::before(source, one.keyword)).collect()
    }

    /// The loop with this identity.
    #[must_use]
    pub fn find(&self, identity: &LoopIdentity) -> Option<&SourceLoop> {
        self.loops.iter().find(|one| one.identity == *identity)
    }

    /// The loop whose only request, or whose place for one, is this.
    #[must_use]
    pub fn at(&self, point: &RequestPoint) -> Option<&SourceLoop> {
        let is_it = |place: &Place| point.span.contains(&(place.span.start as usize));
        self.loops.iter().find(|one| match one.requests.as_slice() {
            [] => point.is_empty() && one.line_start == Some(point.span.start),
            [place] => is_it(place),
            _ => false,
        })
    }
}

/// A text as tokens.
struct ReadText<'s> {
    source: &'s [u8],
    tokens: Vec<Token>,
    /// The tokens outside of directives, by their indices.
    code: Vec<usize>,
    /// For each bracket of the code the position in `code` of the one that belongs to it.
    partners: Vec<Option<usize>>,
    /// Whether a token counts for fingerprints, by its index.
    counts: Vec<bool>,
}

impl<'s> ReadText<'s> {
    fn of(source: &'s [u8]) -> Self {
        let tokens = lex(FileId::MAIN, source);
        let (mut code, mut counts) = (Vec::with_capacity(tokens.len()), vec![true; tokens.len()]);
        let mut at = 0;
        while at < tokens.len() {
            if !tokens[at].begins_directive() {
                code.push(at);
                at += 1;
                continue;
            }
            let end = directive_end(&tokens, at);
            let bytes = tokens[at].span.to(tokens[end - 1].span).range();
            counts[at..end].fill(!may_mention_unrolling(&source[bytes]));
            at = end;
        }
        let words: Vec<Token> = code.iter().map(|&at| tokens[at]).collect();
        let mut text = Self { source, tokens, code, partners: partners(Bracket::Any, &words), counts };
        for at in 0..text.code.len() {
            if let Some(end) = text.said(at) {
                let said = text.code[at]..=text.code[end - 1];
                let bytes = text.tokens[*said.start()].span.to(text.tokens[*said.end()].span).range();
                if may_mention_unrolling(&source[bytes]) {
                    text.counts[said].fill(false);
                }
            }
        }
        text
    }

    fn token(&self, at: usize) -> Option<&Token> {
        self.code.get(at).map(|&index| &self.tokens[index])
    }

    fn is(&self, at: usize, punct: Punct) -> bool {
        self.token(at).is_some_and(|token| token.is(punct))
    }

    /// The word at a position; empty if there is none.
    fn word(&self, at: usize) -> &str {
        let token = self.token(at).filter(|token| token.kind == TokenKind::Identifier);
        token.and_then(|token| str::from_utf8(&self.source[token.span.range()]).ok()).unwrap_or_default()
    }

    /// The position after the bracket that closes the one here.
    fn after_group(&self, open: usize) -> Option<usize> {
        self.partners.get(open).copied().flatten().filter(|close| *close > open).map(|close| close + 1)
    }

    /// The position after the attribute or the pragma operator here.
    fn said(&self, at: usize) -> Option<usize> {
        let is_it = says_something(self.word(at)) && self.is(at + 1, Punct::LeftParen);
        is_it.then(|| self.after_group(at + 1)).flatten()
    }

    /// The position after what may be between a request and its loop.
    fn after_prefix(&self, mut at: usize) -> usize {
        loop {
            at = match self.said(at) {
                Some(end) => end,
                None if !self.word(at).is_empty() && self.is(at + 1, Punct::Colon) => at + 2,
                None => return at,
            };
        }
    }

    /// The offset of the loop that a request is before.
    fn loop_after(&self, request: Place) -> Option<usize> {
        let first = self.tokens.partition_point(|token| token.span.start < request.span.start);
        let is_operator = self.code.binary_search(&first).is_ok();
        // A request in the body of a macro is before another loop at each use.
        if !is_operator && !self.tokens.get(first)?.begins_directive() {
            return None;
        }
        let next = self.code.partition_point(|&index| self.tokens[index].span.start < request.span.end);
        let keyword = self.after_prefix(next);
        is_loop_keyword(self.word(keyword)).then(|| self.token(keyword).map(|token| token.span.start as usize))?
    }

    /// All loops that have an identity.
    fn loops(&self) -> Vec<SourceLoop> {
        // Later loops first: each loop is read once, also for those around it.
        let (mut ends, mut tails) = (HashMap::new(), HashSet::new());
        for at in (0..self.code.len()).rev().filter(|&at| is_loop_keyword(self.word(at))) {
            let end = self.loop_end(at, &ends, &mut tails, 0);
            ends.insert(at, end);
        }
        let (functions, in_brackets) = (self.functions(), self.in_round_brackets());
        let mut numbers: HashMap<(&str, u64), u32> = HashMap::new();
        let mut starts: Vec<(usize, usize)> =
            ends.into_iter().filter_map(|(at, end)| Some((at, end?))).filter(|(at, _)| !tails.contains(at)).collect();
        starts.sort_unstable();
        let mut loops = Vec::new();
        for (at, end) in starts {
            let number = functions.partition_point(|(_, body)| body.end <= at);
            let Some((function, _)) = functions.get(number).filter(|(_, body)| body.contains(&at)) else { continue };
            let fingerprint = self.fingerprint(at..end);
            let number = numbers.entry((*function, fingerprint)).or_default();
            *number += 1;
            let identity = LoopIdentity::new((*function).to_owned(), fingerprint, *number);
            let first = &self.tokens[self.code[at]];
            let keyword = first.span.start as usize;
            let line_start = first.at_line_start.then(|| {
                let blanks =
                    self.source[..keyword].iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
                keyword - blanks
            });
            let is_argument = in_brackets[at];
            loops.push(SourceLoop { identity, keyword, line_start, is_argument, requests: Vec::new() });
        }
        loops
    }

    /// For each position, whether it is in round brackets.
    fn in_round_brackets(&self) -> Vec<bool> {
        let mut end = 0;
        let is_inside = |at| {
            let is_inside = at < end;
            if self.is(at, Punct::LeftParen) {
                end = end.max(self.after_group(at).unwrap_or(0));
            }
            is_inside
        };
        (0..self.code.len()).map(is_inside).collect()
    }

    /// The position after a loop; notes the `while` at the end of a `do`.
    fn loop_end(
        &self,
        at: usize,
        known: &HashMap<usize, Option<usize>>,
        tails: &mut HashSet<usize>,
        depth: usize,
    ) -> Option<usize> {
        if let Some(end) = known.get(&at) {
            return *end;
        }
        if self.word(at) != "do" {
            return self.statement_end(self.after_group(at + 1)?, known, tails, depth + 1);
        }
        let tail = self.statement_end(at + 1, known, tails, depth + 1)?;
        if self.word(tail) != "while" {
            return None;
        }
        tails.insert(tail);
        let end = self.after_group(tail + 1)?;
        self.is(end, Punct::Semicolon).then_some(end + 1)
    }

    /// The position after a statement.
    fn statement_end(
        &self,
        start: usize,
        known: &HashMap<usize, Option<usize>>,
        tails: &mut HashSet<usize>,
        depth: usize,
    ) -> Option<usize> {
        if depth > MOST_NESTED {
            return None;
        }
        let at = self.after_prefix(start);
        match self.word(at) {
            word if is_loop_keyword(word) => return self.loop_end(at, known, tails, depth),
            "switch" => return self.statement_end(self.after_group(at + 1)?, known, tails, depth + 1),
            "if" => {
                let end = self.statement_end(self.after_group(at + 1)?, known, tails, depth + 1)?;
                let has_else = self.word(end) == "else";
                return if has_else { self.statement_end(end + 1, known, tails, depth + 1) } else { Some(end) };
            }
            _ => {}
        }
        if self.is(at, Punct::LeftBrace) {
            return self.after_group(at);
        }
        let mut at = at;
        while !self.is(at, Punct::Semicolon) {
            at = match self.token(at)?.kind {
                kind if Bracket::Any.opens(kind) => self.after_group(at)?,
                kind if Bracket::Any.closes(kind) => return None,
                _ => at + 1,
            };
        }
        Some(at + 1)
    }

    /// The functions: their names, and the positions of their bodies.
    fn functions(&self) -> Vec<(&str, Range<usize>)> {
        let (mut functions, mut name, mut at) = (Vec::new(), "", 0);
        while at < self.code.len() {
            let group = self.after_group(at);
            if self.is(at, Punct::LeftParen) && name.is_empty() && at > 0 && !says_something(self.word(at - 1)) {
                name = self.word(at - 1);
            } else if self.is(at, Punct::LeftBrace) {
                if let Some(end) = group.filter(|_| !name.is_empty()) {
                    functions.push((name, at..end));
                }
                name = "";
            } else if self.is(at, Punct::Semicolon) || self.is(at, Punct::Assign) {
                name = "";
            }
            at = group.unwrap_or(at + 1);
        }
        functions
    }

    /// The hash of the tokens of a loop, with the directives among them.
    fn fingerprint(&self, code: Range<usize>) -> u64 {
        let (first, last) = (self.code[code.start], self.code[code.end - 1]);
        let mut hasher = FnvHasher::default();
        let counted = (first..=last).filter(|&index| self.counts[index]);
        for index in counted.take(MOST_TOKENS) {
            let token = &self.tokens[index];
            if token.begins_directive() {
                hasher.write(b"\n");
            }
            hasher.write(&spelling(self.source, token));
            // No token contains this byte, so two tokens cannot be confused.
            hasher.write(b"\n");
        }
        hasher.finish()
    }
}

/// The index after the last token of a directive.
fn directive_end(tokens: &[Token], start: usize) -> usize {
    let length = tokens[start + 1..].iter().position(|token| token.at_line_start);
    length.map_or(tokens.len(), |length| start + 1 + length)
}

#[cfg(test)]
mod tests {
    use clunroll_loops::settings::Remainder;

    use super::super::{CopyCount, LoopChoice, edited};
    use super::*;

    fn found(source: &str) -> Vec<LoopIdentity> {
        SourceLoops::of(source.as_bytes(), []).loops.into_iter().map(|one| one.identity).collect()
    }

    fn fingerprint(body: &str) -> u64 {
        let found = found(&format!("void f(int *a) {{\n{body}\n}}\n"));
        found.first().expect("a loop").fingerprint
    }

    #[test]
    fn loops_are_found_in_their_functions() {
        let source = "#define LOOP for (;;) ;
__attribute__((noinline)) int helper(int x) { do { x--; } while (x > 9); while (x) x--; return x; }
constant int table[] = { 1, 2 };
struct pair { int a, b; };
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k(__global int *a) {
  if (a[0]) for (int i = 0; i < 4; i++) a[i] = 1; else
    for (int i = 0; i < 4; i++) { if (i) while (a[i]) a[i]--; else a[i] = 2; }
  LOOP
}
";
        let names: Vec<_> = found(source).into_iter().map(|one| one.function).collect();
        assert_eq!(names, ["helper", "helper", "k", "k", "k"]);
    }

    #[test]
    fn loops_without_a_request_can_get_one() {
        let source = "void f(int n) {
#pragma unroll
  for (int i = 0; i < 9; i++)
    for (int j = 0; j < n; j++) g(i);
  do {
    g(0);
  }
  while (n--);
  do
    if (n) g(1); else while (n > 5) n--;
  while (n--);
  if (n) { }
  while (n)
    n--;
}
";
        let open = |source: &str, requests: &[Place]| {
            SourceLoops::of(source.as_bytes(), requests.iter().copied()).open_points(source.as_bytes())
        };
        let request = source.find("#pragma").expect("it is there") as u32;
        let request = Place { file: FileId::MAIN, span: Span::new(request, request + "#pragma unroll\n".len() as u32) };
        let points = open(source, &[request]);
        // The `while` of a `do` is no loop, with and without braces.
        assert_eq!(points.iter().map(|point| point.line).collect::<Vec<_>>(), [4, 5, 9, 13]);
        let choice = |choice| {
            let text = edited(source.as_bytes(), points.iter().take(1).map(|point| (point, choice)));
            String::from_utf8(text).expect("it was text")
        };
        assert_eq!(choice(LoopChoice::AsWritten), source);
        let unrolled = LoopChoice::Unrolled(CopyCount::By(2), Remainder::Auto);
        assert_eq!(choice(unrolled), source.replace("    for (int j", "    #pragma unroll 2\n    for (int j"));
    }

    #[test]
    fn only_requests_blanks_and_comments_do_not_count() {
        let plain = fingerprint("for (int i = 0; i < 4; i++) { a[i] = 1; }");
        for same in [
            "for (int i = 0; i < 4; i++)\n\t{ a[i] = /* one */ 1; } // done",
            "for (int i = 0; i < 4; i++) {\n#pragma unroll 2\n a[i] = 1; }",
            "for (int i = 0; i < 4; i++) { _Pragma(\"unroll\") a[i] = 1; }",
            "for (int i = 0; i < 4; i++) { __attribute__((opencl_unroll_hint(2))) a[i] = 1; }",
            "for (int i = 0; i < 4; i+\\\n+) { a[i] = 1; } a[0] = 2;",
        ] {
            assert_eq!(fingerprint(same), plain, "{same}");
        }
        for other in [
            "for (int i = 0; i < 5; i++) { a[i] = 1; }",
            "for (int i = 0; i < 4; i++) { a[i] = 1; a[i] = 1; }",
            "for (int i = 0; i < 4; i++) {\n#pragma ivdep\n a[i] = 1; }",
            "for (int i = 0; i < 4; i++) {\n#if X\n a[i] = 1;\n#endif\n }",
        ] {
            assert_ne!(fingerprint(other), plain, "{other}");
        }
    }

    #[test]
    fn equal_loops_are_numbered_in_each_function() {
        let two = "for (int i = 0; i < 4; i++) a[i] = 1; for (int i = 0; i < 4; i++) a[i] = 1;";
        let numbers: Vec<_> = found(&format!("void f(int *a) {{ {two} }} void g(int *a) {{ {two} }}"))
            .iter()
            .map(|one| one.number)
            .collect();
        assert_eq!(numbers, [1, 2, 1, 2]);
    }

    /// An identity is kept in files, so it is the same in each version.
    #[test]
    fn a_fingerprint_never_changes() {
        assert_eq!(format!("{:016x}", fingerprint("for (;;) a[0]++;")), "1b962c357762b48d");
    }

    #[test]
    fn text_that_is_no_program_breaks_nothing() {
        for source in [
            "for",
            "void f() { for",
            "} for (;;) ;",
            "void f( { do while ( }",
            "do do do do",
            "__attribute__(",
            "# for",
        ] {
            assert!(found(source).is_empty(), "{source}");
        }
        let deep = format!("void f() {{ {} ; }}", "for (;;) if (1) ".repeat(20_000));
        assert!(!found(&deep).is_empty());
    }
}
