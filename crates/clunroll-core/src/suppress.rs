//! Suppressions: comments that silence findings which the author has judged.
//!
//! ```text
//! #pragma unroll 0                 // clunroll: allow(CLU101)
//!
//! // clunroll: allow(full-unroll-without-trip-count, CLU250)
//! #pragma unroll
//!
//! // clunroll: allow-file(CLU230)
//! ```
//!
//! A comment after code applies to its own line, a comment on a line of its own applies to the next line of code, and `allow-file` applies
//! to the whole file, wherever it is. A finding belongs to a line if its caret is there, or the request that it is about: an error of a
//! loop is often in its header, and the author writes beside the pragma.
//!
//! Comments are read in the user's files, after all findings have their places in them. A suppressed finding counts as not found, errors
//! too. If the lint runs, a suppression that suppresses nothing is a finding itself, so that comments do not outlive their findings; but
//! only in the checked file, and only if no branch is excluded: the comments of an included file apply when that file is checked. The form
//! is that of ruff and shellcheck; the search for unused ones is ruff's idea.

use std::collections::HashMap;

use crate::options::Options;
use crate::outcome::ReportedFinding;
use clunroll_rules::table::UNUSED_SUPPRESSION;
use clunroll_rules::{Finding, Rule, SuppressionProblem, UnknownSuppression, UnusedSuppression};
use oclc_syntax::lex::{self, Comment};
use oclc_syntax::source::{FileId, Place, SourceFile, Sources, Span};

const MARK: &[u8] = b"clunroll:";

/// Words after the mark of a suppression, of this and of other tools.
const KNOWN: [&str; 5] = ["allow", "allow-file", "ignore", "disable", "suppress"];

/// The most errors in a word that is nearly right.
const MAX_ERRORS: usize = 2;

/// Whether a text may contain a suppression, or a comment that is nearly one: such a comment names a rule by its code, or allows something.
pub fn may_hold_suppression(text: &[u8]) -> bool {
    [MARK, b"CLU", b"llow(", b"llow ("].iter().any(|part| memchr::memmem::find(text, part).is_some())
}

/// Removes the suppressed findings, and returns them. If the lint runs, adds findings on the suppressions themselves.
pub fn apply(found: &mut Vec<ReportedFinding>, sources: &Sources, options: &Options) -> Vec<ReportedFinding> {
    let mut suppressions = Suppressions::default();
    let mut findings = Vec::new();
    for (id, file) in sources.ids().zip(sources.iter()) {
        if file.answer("whether it may hold a suppression", may_hold_suppression) {
            read_suppressions(id, file, &mut suppressions, &mut findings);
        }
    }
    let suppressed = found.extract_if(.., |found| suppressions.suppress(&found.finding, sources)).collect();
    if !options.lint {
        return suppressed;
    }
    // A run for one build has no findings in the branches that it excludes.
    let sees_all = !options.trust_defines && !options.provide_extension;
    let is_looked_for = |rule: &Rule| sees_all && options.levels.of(rule).is_some() && *rule != UNUSED_SUPPRESSION;
    for suppression in suppressions.all.iter().filter(|suppression| suppression.file == FileId::MAIN) {
        for allowed in &suppression.allowed {
            if !allowed.is_used && is_looked_for(allowed.rule) {
                let word = allowed.word(sources, suppression);
                let place = Place { file: suppression.file, span: allowed.span };
                let without = suppression.without(allowed.span, &sources[suppression.file]);
                findings.push(Finding::of_file(place, UnusedSuppression { word, without }));
            }
        }
    }
    findings.retain(|finding| !suppressions.suppress(finding, sources));
    found.extend(findings.into_iter().map(ReportedFinding::new));
    suppressed
}

/// The text that a suppression applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum SuppressionExtent {
    File,
    /// A line, counted from zero.
    Line(usize),
}

/// One comment with its rules.
#[derive(Debug)]
struct Suppression {
    file: FileId,
    comment: Comment,
    scope: SuppressionExtent,
    /// The words between its parentheses.
    words: Vec<Span>,
    /// The words that name rules.
    allowed: Vec<Allowed>,
}

/// One rule of a suppression.
#[derive(Debug)]
struct Allowed {
    rule: &'static Rule,
    /// Its code or name in the comment.
    span: Span,
    is_used: bool,
}

impl Allowed {
    fn word(&self, sources: &Sources, suppression: &Suppression) -> String {
        String::from_utf8_lossy(sources[suppression.file].slice(self.span)).into_owned()
    }
}

impl Suppression {
    /// The place to change so that one of its words is removed, and the new text there.
    fn without(&self, word: Span, file: &SourceFile) -> (Place, String) {
        let place = |span| Place { file: self.file, span };
        let at = self.words.iter().position(|one| *one == word).unwrap_or(0);
        // The comma on one side of the word is removed too.
        if let Some(before) = at.checked_sub(1) {
            return (place(Span::new(self.words[before].end, word.end)), String::new());
        }
        if let Some(behind) = self.words.get(at + 1) {
            return (place(Span::new(word.start, behind.start)), String::new());
        }
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let Span { start, end } = self.comment.span;
        let before = file.bytes[..start as usize].iter().rev().take_while(|byte| is_blank(byte)).count() as u32;
        let line = file.line(file.line_index(start)).unwrap_or(self.comment.span);
        let begins_line = start - before == line.start && !is_continued(&file.bytes[..line.start as usize]);
        // Its line is removed too, if it contains nothing else.
        let is_alone = begins_line && file.bytes[end as usize..line.end.max(end) as usize].trim_ascii().is_empty();
        let span = if is_alone && end <= line.end { line } else { Span::new(start - before, end) };
        // A comment counts as a blank (C99 5.1.1.2): without it, the tokens around it may form another token.
        let ends_line = file.bytes.get(end as usize).is_none_or(|byte| matches!(byte, b'\n' | b'\r'));
        // Between a backslash and the end of the line, it prevents a line splice.
        let behind_backslash = file.bytes[..(start - before) as usize].ends_with(b"\\");
        let text = match (begins_line, ends_line) {
            (false, true) if behind_backslash => "/**/",
            (false, false) => " ",
            _ => "",
        };
        (place(span), text.to_owned())
    }
}

/// Whether the last line of a text continues in the next one (C99 5.1.1.2); compilers ignore blanks after the backslash.
fn is_continued(before: &[u8]) -> bool {
    let line = before.strip_suffix(b"\n").and_then(|before| before.rsplit(|&byte| byte == b'\n').next());
    line.map(<[u8]>::trim_ascii_end).is_some_and(|line| line.ends_with(b"\\") || line.ends_with(b"??/"))
}

/// All suppressions, indexed by what they apply to: there may be thousands of them and of findings.
#[derive(Debug, Default)]
struct Suppressions {
    all: Vec<Suppression>,
    by_scope: HashMap<(FileId, SuppressionExtent), Vec<usize>>,
}

impl Suppressions {
    fn add(&mut self, suppression: Suppression) {
        self.by_scope.entry((suppression.file, suppression.scope)).or_default().push(self.all.len());
        self.all.push(suppression);
    }

    /// Whether a finding is suppressed; marks each suppression that applies to it as used.
    fn suppress(&mut self, finding: &Finding, sources: &Sources) -> bool {
        let Self { all, by_scope } = self;
        let mut is_suppressed = false;
        for key in scopes(finding, sources) {
            for &at in by_scope.get(&key).into_iter().flatten() {
                for allowed in all[at].allowed.iter_mut().filter(|allowed| allowed.rule == finding.rule()) {
                    allowed.is_used = true;
                    is_suppressed = true;
                }
            }
        }
        is_suppressed
    }
}

/// The extents of a finding: its file, the line of its first byte, and those of its request.
fn scopes(finding: &Finding, sources: &Sources) -> impl Iterator<Item = (FileId, SuppressionExtent)> {
    let line = |file: FileId, at: u32| sources[file].line_index(at);
    let primary = finding.place;
    let caret = line(primary.file, primary.span.start);
    let requested = finding.request.into_iter().flat_map(move |request| {
        let Span { start, end } = request.span;
        let lines = line(request.file, start)..=line(request.file, end.saturating_sub(1).max(start));
        lines.map(move |line| (request.file, SuppressionExtent::Line(line)))
    });
    [(primary.file, SuppressionExtent::File), (primary.file, SuppressionExtent::Line(caret))]
        .into_iter()
        .chain(requested)
}

/// Reads the suppressions of a file, and finds their errors. Errors in an included file are reported when that file is checked, and not for
/// each file that includes it.
fn read_suppressions(file: FileId, source: &SourceFile, suppressions: &mut Suppressions, findings: &mut Vec<Finding>) {
    let mut is_wrong = |span, problem| {
        if file == FileId::MAIN {
            findings.push(Finding::of_file(Place { file, span }, UnknownSuppression { problem }));
        }
    };
    for comment in lex::comments(&source.bytes) {
        let found = match parse_suppression(source, &comment) {
            None => continue,
            Some(Err((span, problem))) => {
                is_wrong(span, problem);
                continue;
            }
            Some(Ok(found)) => found,
        };
        let of_own_line = source.line_index(comment.span.start);
        let scope = match comment.next {
            _ if found.is_of_file => SuppressionExtent::File,
            Some(next) if !comment.follows_token => SuppressionExtent::Line(source.line_index(next)),
            _ => SuppressionExtent::Line(of_own_line),
        };
        let mut allowed = Vec::new();
        for &span in &found.words {
            let word = String::from_utf8_lossy(source.slice(span)).into_owned();
            if let Some(rule) = clunroll_rules::find(&word) {
                allowed.push(Allowed { rule, span, is_used: false });
            } else {
                is_wrong(span, SuppressionProblem::UnknownRule(word));
            }
        }
        suppressions.add(Suppression { file, comment, scope, words: found.words, allowed });
    }
}

/// A suppression as it is written.
struct ParsedSuppression {
    is_of_file: bool,
    words: Vec<Span>,
}

/// Reads one comment; `None` if it is not a suppression.
// "clunroll:" ( "allow" | "allow-file" ) "(" rule { "," rule } ")" anything
fn parse_suppression(
    source: &SourceFile,
    comment: &Comment,
) -> Option<Result<ParsedSuppression, (Span, SuppressionProblem)>> {
    let text = &source.bytes[comment.span.range()];
    let text = if text.starts_with(b"/*") { text.strip_suffix(b"*/").unwrap_or(text) } else { text };
    let span_of = |part: &[u8]| {
        let start = comment.span.start + (part.as_ptr() as usize - text.as_ptr() as usize) as u32;
        Span::new(start, start + part.len() as u32)
    };
    let inside = text.get(2..)?.trim_ascii_start();
    let Some(rest) = inside.strip_prefix(MARK) else {
        let (mark, name) = without_mark(inside)?;
        return Some(Err((span_of(mark), SuppressionProblem::WrongMark { mark: decoded(mark), name: decoded(name) })));
    };
    let rest = rest.trim_ascii_start();
    let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-').count();
    let (word, rest) = rest.split_at(length);
    let name = decoded(word);
    let is_of_file = match name.as_str() {
        "allow" => false,
        "allow-file" => true,
        // Other words after the name are prose, or the marker of an earlier run.
        _ => {
            let is_rule = clunroll_rules::find(&name).is_some();
            let is_meant = is_rule || KNOWN.iter().any(|known| is_nearly(&name, known));
            return is_meant.then_some(Err((span_of(word), SuppressionProblem::UnknownWord(name))));
        }
    };
    let inside = rest.trim_ascii_start().strip_prefix(b"(");
    let list = inside.and_then(|inside| Some(&inside[..memchr::memchr(b')', inside)?]));
    let words = list.into_iter().flat_map(|list| list.split(|&byte| byte == b',')).map(<[u8]>::trim_ascii);
    let words: Vec<_> = words.filter(|word| !word.is_empty()).map(span_of).collect();
    match list {
        Some(_) if !words.is_empty() => Some(Ok(ParsedSuppression { is_of_file, words })),
        _ => Some(Err((span_of(word), SuppressionProblem::NamesNoRule))),
    }
}

/// The mark and the word of a comment that is a suppression but for its mark: `clunrol: allow(CLU101)`, `clunroll allow(CLU101)`.
// mark { " " | ":" | "-" } word { " " } "("
fn without_mark(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let length = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let (mark, rest) = text.split_at(length(text));
    let between = rest.iter().take_while(|byte| b" \t:-".contains(byte)).count();
    let (between, rest) = rest.split_at(between);
    let (word, rest) =
        rest.split_at(rest.iter().take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'-').count());
    let is_meant = is_nearly(&decoded(mark), "clunroll")
        && !between.is_empty()
        && KNOWN.iter().any(|known| is_nearly(&decoded(word), known))
        && rest.trim_ascii_start().starts_with(b"(");
    is_meant.then_some((mark, word))
}

fn is_nearly(word: &str, known: &str) -> bool {
    strsim::damerau_levenshtein(&word.to_ascii_lowercase(), known) <= MAX_ERRORS
}

fn decoded(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}
