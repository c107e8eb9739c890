//! A compiler sees the same tokens in the output as in the input, except for the loops that clunroll writes.
//!
//! Both texts are preprocessed by `final_compile/`, under several sets of macros: each name that a condition of the input mentions is 0, 1,
//! 8 or not defined, and the macros of the options hold or do not. Then the two lists of tokens are compared from the first token to the
//! last:
//!
//! - A loop with a request that was carried out may be other statements in the output: any number of them if it is directly in a block,
//!   otherwise one. They contain the loop's body, and only the names of the loop and names that clunroll makes. A loop without a body, or
//!   one that never runs, has no statements in the output.
//! - A function with an array that became scalars may be another one.
//! - All other tokens must be the same, each in its place.
//!
//! A set of macros under which all compilers reject the input is skipped. If a compiler accepts the input, it must accept the output.
//!
//! Outputs with another arrangement of copies (jams, loads that run first, versions), or with a new `restrict` at parameters, are not
//! compared: the random programs run these. clunroll's assumptions about the host are not checked: that it defines no guard of a file, and
//! no name of the compiler's own.

use std::collections::BTreeSet;
use std::ops::Range;

use clunroll::source::{FileId, Place};
use clunroll::{Arrangement, Done, LoadOrder, MacroOption, Outcome, RemainderForm, Session};
use oclc_syntax::lex::{self, Punct, TokenKind};
use oclc_syntax::tree::{is_keyword, is_type_name};

use crate::case::Case;
use crate::clock::limited;
use crate::final_compile::{Compile, Failure, Token};
use crate::statements::{copied, group_end, has_no_body, header, may_be_code, prefix_end, statement_end};

/// How many sets of macros are tried, after those that give all names the same value.
const MORE_SETS: usize = 12;

/// How many names of conditions are varied.
const MOST_NAMES: usize = 10;

/// The value of a name; without one, it is not defined.
const VALUES: [Option<&str>; 4] = [None, Some("0"), Some("1"), Some("8")];

/// How many tokens are written for a loop that never runs, without those that mention a name: `{ i = -5; }`.
const MOST_WITHOUT_COPY: usize = 7;

/// Whether a form of the output is more than copies in the place of a loop.
fn rearranges(outcome: &Outcome) -> bool {
    let is_other = |done: &Done| match done {
        Done::Unrolled { arrangement, loads, remainder, .. } => {
            *arrangement == Arrangement::Jammed || *loads == LoadOrder::First || *remainder == RemainderForm::Versions
        }
        _ => false,
    };
    outcome.requests.iter().any(|request| is_other(&request.done))
        || outcome.pointers.iter().any(|pointer| pointer.is_restrict)
}

/// Rewrites a text, and compares what a compiler sees of both.
///
/// # Panics
///
/// If the two differ outside of what was rewritten.
pub fn check(input: &[u8]) {
    let case = Case::read(input);
    let outcome = limited("a run", || Session::new().unroll(&case.source, &case.options, &mut case.files.clone()));
    if outcome.text == case.source || may_be_host(&case.source) || rearranges(&outcome) {
        return;
    }
    let same = limited("the final compiles", || differences(&case, &outcome));
    if let Err(difference) = same {
        panic!("{difference}\nin\n{}", String::from_utf8_lossy(&outcome.text));
    }
}

/// Whether kernels may be in strings: in literals, or in an argument that a macro makes a string of.
fn may_be_host(source: &[u8]) -> bool {
    let mut depth = 0;
    let has_raw_string = source.windows(2).any(|window| window == b"R\"");
    has_raw_string
        || lex::lex(FileId::MAIN, source).iter().any(|token| {
            let text = lex::text(source, token);
            match &*text {
                "(" => depth += 1,
                ")" => depth -= 1,
                "kernel" | "__kernel" => return depth > 0,
                text => return text.contains('"') && text.contains("kernel"),
            }
            false
        })
}

/// The first difference between an input and an output, under any set of macros.
fn differences(case: &Case, outcome: &Outcome) -> Result<(), String> {
    let names = names(case);
    let sets = (0..VALUES.len() + MORE_SETS).map(|number| definitions(case, &names, number));
    let mut sets: Vec<_> = sets.collect();
    sets.sort();
    sets.dedup();
    sets.iter().try_for_each(|definitions| compare(case, outcome, definitions))
}

/// The names that conditions mention, in the order of their first letters, without those that the host leaves alone.
fn names(case: &Case) -> Vec<String> {
    let mut names = BTreeSet::new();
    let mut guards = BTreeSet::new();
    for bytes in case.files.all().chain([&*case.source]) {
        let tokens = lex::lex(FileId::MAIN, bytes);
        let starts = (0..tokens.len()).filter(|&at| tokens[at].begins_directive());
        for start in starts {
            let end = (start + 1..tokens.len()).find(|&at| tokens[at].at_line_start).unwrap_or(tokens.len());
            let text =
                |at: usize| tokens[..end].get(at).map(|token| lex::text(bytes, token).into_owned()).unwrap_or_default();
            match &*text(start + 1) {
                "if" | "elif" | "ifdef" | "ifndef" => {
                    let words = (start + 2..end).filter(|&at| tokens[at].kind == TokenKind::Identifier);
                    names.extend(words.map(text));
                }
                // Whether `#define NAME`, or `#define NAME 1`, may define a guard.
                "define" if end == start + 3 || (end == start + 4 && text(start + 3) == "1") => {
                    guards.insert(text(start + 2));
                }
                _ => {}
            }
        }
    }
    // Compilers expand no macro in the words of a request.
    let is_reserved = |name: &str| name.starts_with("__") || ["defined", "pragma", "unroll"].contains(&name);
    let is_open = |name: &String| !is_reserved(name) && !is_keyword(name) && !guards.contains(name);
    names.into_iter().filter(is_open).take(MOST_NAMES).collect()
}

/// One set of macros, each as the text after `#define`: the first sets have one value for all names, the others are drawn.
fn definitions(case: &Case, names: &[String], number: usize) -> Vec<String> {
    let (macros, provide_extension) = (case.options.get_macros(), case.is_on("provide-extension"));
    let told_holds = case.is_on("trust-defines") || number % 2 == 1;
    let told = |name: &str| macros.iter().any(|one| one.name() == name);
    let mut state = case
        .source
        .iter()
        .fold(number as u64 + 1, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let mut definitions = Vec::new();
    for name in names.iter().filter(|name| !(told_holds && told(name))) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let value = VALUES.get(number).copied().unwrap_or(VALUES[(state >> 32) as usize % VALUES.len()]);
        definitions.extend(value.map(|value| format!("{name} {value}")));
    }
    if told_holds {
        for one in macros {
            let is_name = |text: &String| text.split([' ', '(']).next() == Some(one.name());
            definitions.retain(|text| !is_name(text));
            if let MacroOption::Define(define) = one {
                definitions.push(define.definition());
            }
        }
    }
    if provide_extension {
        definitions.push("cl_nv_pragma_unroll 1".to_owned());
    }
    definitions
}

fn preprocessed(case: &Case, definitions: &[String], text: &[u8]) -> Result<Vec<Token>, Failure> {
    let mut files = case.files.clone();
    let mut compile = Compile::new(&mut files);
    for definition in definitions {
        compile.define(definition)?;
    }
    for name in case.options.get_forced_includes() {
        compile.force_include(name)?;
    }
    let mut tokens = compile.run(text)?;
    if case.is_on("provide-extension") {
        // The output asks for nothing that it provides.
        tokens.retain(|token| !(token.is_pragma() && token.text.starts_with("OPENCL EXTENSION cl_nv_pragma_unroll")));
    }
    Ok(tokens)
}

/// Compares both texts under one set of macros.
fn compare(case: &Case, outcome: &Outcome, definitions: &[String]) -> Result<(), String> {
    let Ok(input) = preprocessed(case, definitions, &case.source) else { return Ok(()) };
    // A `#` in code is a syntax error anyway, so its place in the line does not matter.
    if !may_be_code(&input) || input.iter().any(|token| token.is(Punct::Hash)) {
        return Ok(());
    }
    let output = match preprocessed(case, definitions, &outcome.text) {
        Ok(output) => output,
        Err(Failure::Unclear) => return Ok(()),
        Err(Failure::Refused(why)) => return Err(format!("with {definitions:?}, the output alone is refused: {why}")),
    };
    let mut sides = Sides { input: &input, output: &output, outcome, furthest: (0, 0) };
    let ends = sides.same(0..input.len(), Ends::from([0]));
    if ends.contains(&output.len()) {
        return Ok(());
    }
    let (at, other) = ends.last().map_or(sides.furthest, |&end| (input.len(), end));
    let (input, output) = (shown(&input, at), shown(&output, other));
    Err(format!("with {definitions:?}, the output has\n{output}\nin place of\n{input}"))
}

/// Some tokens before and after one.
fn shown(tokens: &[Token], at: usize) -> String {
    let text = |range: &[Token]| range.iter().map(|token| &*token.text).collect::<Vec<_>>().join(" ");
    let start = at.saturating_sub(12);
    format!("{} >>> {}", text(&tokens[start..at]), text(&tokens[at..tokens.len().min(at + 24)]))
}

/// Places in the output.
type Ends = BTreeSet<usize>;

/// The tokens that a compiler sees of both texts.
struct Sides<'t> {
    input: &'t [Token],
    output: &'t [Token],
    outcome: &'t Outcome,
    /// The last tokens that differed.
    furthest: (usize, usize),
}

impl Sides<'_> {
    /// Where the output may end that is the same as a range of the input and begins at one of `others`.
    ///
    /// There may be several such ends: how many statements of the output are written for a loop is known after what follows it.
    fn same(&mut self, range: Range<usize>, others: Ends) -> Ends {
        let (mut at, mut others) = (range.start, others);
        while at < range.end && !others.is_empty() {
            if let Some((body, end)) = self.requested(at).filter(|(_, end)| *end <= range.end) {
                // It may be as it was, with other statements inside that are not.
                let starts = others.iter().filter_map(|&other| self.tokens(at..body, other)).collect();
                let mut ends = self.same(body..end, starts);
                for other in others {
                    ends.extend(self.written(at..end, body, other));
                }
                (at, others) = (end, ends);
            } else if let Some(end) = self.becomes_scalars(at) {
                let is_open = |&other: &usize| self.output.get(other).is_some_and(|token| token.is(Punct::LeftBrace));
                others = others.into_iter().filter(is_open).filter_map(|other| group_end(self.output, other)).collect();
                at = end;
            } else {
                others = others.into_iter().filter_map(|other| self.tokens(at..at + 1, other)).collect();
                at += 1;
            }
        }
        others
    }

    /// After the statements of the output, beginning at `other`, that may be written for a loop of the input. The range begins
    /// with the request, and the loop itself at `body`.
    fn written(&mut self, range: Range<usize>, body: usize, other: usize) -> Ends {
        let of_loop = &self.input[body..range.end];
        let copy = copied(of_loop);
        // Only in a block there may be another number of statements than one.
        let is_in_block = range.start.checked_sub(1).is_some_and(|before| {
            [Punct::LeftBrace, Punct::RightBrace, Punct::Semicolon].iter().any(|&punct| self.input[before].is(punct))
        });
        let mut ends = Ends::new();
        if is_in_block && (has_no_body(of_loop) || self.has_loop_without_copies()) {
            ends.extend([other, self.after_kept_pragmas(range.start..body, other)]);
        }
        let (mut at, mut has_copy) = (other, copy.is_empty());
        while let Some(end) = statement_end(self.output, at) {
            let statement = &self.output[at..end];
            // A loop that stays as it was keeps its request. What remains of a `while` loop may have the same text after copies: a pragma
            // asks the compiler to leave it alone.
            let loop_start = prefix_end(self.output, at);
            let is_remainder =
                has_copy && at > other && self.output[at..loop_start].iter().any(|token| &*token.text == "unroll 1");
            let is_kept = is_same_text(&self.output[loop_start..end], of_loop) && !is_remainder;
            if is_kept || !is_made_of(statement, &self.input[range.clone()]) {
                break;
            }
            // A copy without braces is several statements. It has at most two tokens in place of one: a negative number.
            let written = &self.output[at.saturating_sub(2 * copy.len()).max(other)..end];
            let header = header(of_loop);
            has_copy = has_copy || (0..written.len()).any(|start| is_copy(&written[start..], copy, header));
            // For a loop that never runs, at most the value of its variable is written.
            let is_empty =
                || without_mentions(&self.output[other..end]) <= MOST_WITHOUT_COPY && self.has_loop_without_copies();
            if has_copy || is_empty() {
                ends.insert(end);
            }
            at = end;
            if !is_in_block {
                break;
            }
        }
        if ends.is_empty() {
            self.furthest = self.furthest.max((range.start, at.min(self.output.len())));
        }
        ends
    }

    /// The index after the pragmas of the output, from `other`, that were kept from those before a loop.
    fn after_kept_pragmas(&self, prefix: Range<usize>, other: usize) -> usize {
        let pragmas = self.input[prefix].iter().filter(|token| token.is_pragma());
        pragmas.fold(other, |at, kept| {
            at + usize::from(self.output.get(at).is_some_and(|token| token.is_pragma() && token.text == kept.text))
        })
    }

    fn has_loop_without_copies(&self) -> bool {
        self.outcome.requests.iter().any(|request| matches!(request.done, Done::Unrolled { copies: 0, .. }))
    }

    /// The same for tokens of which none is rewritten.
    fn tokens(&mut self, range: Range<usize>, other: usize) -> Option<usize> {
        for (offset, at) in range.clone().enumerate() {
            let (one, same) = (&self.input[at], self.output.get(other + offset));
            if same.is_none_or(|same| same.text != one.text || same.is_pragma() != one.is_pragma()) {
                self.furthest = self.furthest.max((at, (other + offset).min(self.output.len())));
                return None;
            }
        }
        Some(other + range.len())
    }

    /// A prefix before a statement that contains a request that was carried out: its end, and the statement.
    fn requested(&self, at: usize) -> Option<(usize, usize)> {
        let body = prefix_end(self.input, at);
        let is_requested = self.input[at..body].iter().any(|token| self.is_request(token));
        is_requested.then(|| statement_end(self.input, body).map(|end| (body, end))).flatten()
    }

    /// Whether a token is, or belongs to, a request that was carried out.
    fn is_request(&self, token: &Token) -> bool {
        let unrolled = || self.outcome.requests.iter().filter(|request| matches!(request.done, Done::Unrolled { .. }));
        let contains =
            |place: Place, at: u32| place.file == FileId::MAIN && place.span.start <= at && at < place.span.end;
        let is_unroll = token.text.contains("unroll");
        match token.at.filter(|_| token.is_line_of_main()) {
            Some(at) => is_unroll && unrolled().any(|request| contains(request.place, at)),
            None => is_unroll && unrolled().next().is_some(),
        }
    }

    /// Where a function ends whose braces begin here and in which an array became scalars.
    fn becomes_scalars(&self, at: usize) -> Option<usize> {
        let is_promoted = self.outcome.promotions.iter().any(|promotion| promotion.done.is_promoted());
        let is_request = |token: &Token| token.is_pragma() && token.text.starts_with("promote_to_registers");
        let end = group_end(self.input, at).filter(|_| is_promoted && self.input[at].is(Punct::LeftBrace))?;
        self.input[at..end].iter().any(is_request).then_some(end)
    }
}

/// Whether tokens of the output begin with a copy of a body. Numbers may be in the place of names of the loop's header.
fn is_copy(written: &[Token], copy: &[Token], header: &[Token]) -> bool {
    let is_counter = |token: &Token| token.is_identifier() && header.iter().any(|other| other.text == token.text);
    let mut at = 0;
    copy.iter().all(|token| {
        let is_same = written.get(at).is_some_and(|other| other.text == token.text);
        if !is_same && is_counter(token) {
            at += usize::from(written.get(at).is_some_and(|other| other.is(Punct::Minus)));
        }
        let is_number =
            written.get(at).is_some_and(|other| other.text.starts_with(|first: char| first.is_ascii_digit()));
        at += 1;
        is_same || (is_counter(token) && is_number)
    })
}

fn is_same_text(one: &[Token], other: &[Token]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.text == other.text)
}

/// Whether all names in a statement are those of a loop or its request, or are made for it: `i_end` from `i`.
///
/// So a statement of another branch is not taken for a part of what is written for the loop before it.
fn is_made_of(statement: &[Token], of_loop: &[Token]) -> bool {
    let names: BTreeSet<&str> =
        of_loop.iter().filter(|token| token.is_identifier()).map(|token| &*token.text).collect();
    // A variable that only the request names is mentioned, for compilers warn of unused ones: `(void)factor;`.
    let is_mentioned = |at: usize| {
        let before = statement[..at].iter().rev().take(3).map(|token| &*token.text);
        let is_whole = statement.get(at + 1).is_some_and(|token| token.is(Punct::Semicolon));
        is_whole && before.eq([")", "void", "("]) && requests_name(of_loop, &statement[at].text)
    };
    let is_made =
        |name: &str| name.starts_with("loop_") || name.match_indices('_').any(|(at, _)| names.contains(&name[..at]));
    let is_word = |name: &str| (is_keyword(name) && !matches!(name, "return" | "continue")) || is_type_name(name);
    // The type of a variable from outside the loop may have a name.
    let is_initialised = |at: usize| {
        statement.get(at + 1).is_some_and(Token::is_identifier)
            && statement.get(at + 2).is_some_and(|token| &*token.text == "=")
    };
    let is_type = |at: usize| (at > 0 && statement[at - 1].is_word("const")) || is_initialised(at);
    let tells = |at: usize| statement.get(at + 2).is_some_and(|token| token.text.starts_with("\"broken promise: "));
    statement.iter().enumerate().filter(|(_, token)| token.is_identifier()).all(|(at, token)| {
        let name = &*token.text;
        names.contains(name)
            || is_word(name)
            || is_made(name)
            || is_type(at)
            || is_mentioned(at)
            || (name == "printf" && tells(at))
    })
}

/// How many tokens there are, without the statements that only keep compilers from warning of an unused name: `(void)name;` and
/// `if (0) goto name;`.
fn without_mentions(tokens: &[Token]) -> usize {
    const MENTIONS: [&[&str]; 2] = [&["(", "void", ")"], &["if", "(", "0", ")", "goto"]];
    let mention_at = |at: usize| {
        MENTIONS.iter().map(|words| words.len()).zip(MENTIONS).find_map(|(length, words)| {
            let is_word =
                |(offset, word): (usize, &&str)| tokens.get(at + offset).is_some_and(|token| *token.text == **word);
            let is_whole = tokens.get(at + length).is_some_and(Token::is_identifier)
                && tokens.get(at + length + 1).is_some_and(|token| token.is(Punct::Semicolon));
            (is_whole && words.iter().enumerate().all(is_word)).then_some(length + 2)
        })
    };
    let (mut at, mut others) = (0, 0);
    while at < tokens.len() {
        let mentioned = mention_at(at);
        others += usize::from(mentioned.is_none());
        at += mentioned.unwrap_or(1);
    }
    others
}

/// Whether a pragma among these tokens contains a name.
fn requests_name(tokens: &[Token], name: &str) -> bool {
    let contains = |token: &Token| {
        let words = token.text.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
        token.is_pragma() && words.into_iter().any(|word| word == name)
    };
    tokens.iter().any(contains)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The difference that is found in a text in place of the output.
    fn found(input: &str, change: impl Fn(&str) -> String) -> Result<(), String> {
        let case = Case::read(input.as_bytes());
        let mut outcome = Session::new().unroll(&case.source, &case.options, &mut case.files.clone());
        let text = String::from_utf8(outcome.text).expect("the output is UTF-8");
        assert_ne!(text.as_bytes(), case.source, "nothing is rewritten");
        outcome.text = change(&text).into_bytes();
        differences(&case, &outcome)
    }

    const LOOP: &str =
        "void f(global int *a) {\n#ifdef A\n#pragma unroll\n#endif\nfor (int i = 0; i < 2; i++) a[i] = B;\n}\n";

    #[test]
    fn what_clunroll_writes_is_no_difference() {
        assert_eq!(found(LOOP, str::to_owned), Ok(()));
    }

    #[test]
    fn a_configuration_that_no_compiler_takes_is_passed_over() {
        let text = "#ifdef A\n#define N 8\n#else\n#define N\n#endif\n\
                    void f(global int *a) {\n#pragma unroll\nfor (int i = 0; i < N; i++) a[i] = 1;\n}\n";
        assert_eq!(found(text, str::to_owned), Ok(()));
    }

    #[test]
    fn other_code_in_one_configuration_is_a_difference() {
        let error = found(LOOP, |text| format!("{text}#if A == 8 && B == 0\nint more;\n#endif\n"));
        assert!(error.is_err_and(|error| error.starts_with("with [\"A 8\"], the output has")));
        assert!(found(LOOP, |text| text.replace("#ifdef A", "#if A")).is_err());
        assert!(found(LOOP, |text| text.replace("global int", "global  int")).is_ok());
        assert!(found(LOOP, |text| text.replace("}\n", "; }\n")).is_err());
    }

    #[test]
    fn a_name_of_the_request_may_be_mentioned_alone() {
        let text = "void f(global int *a) {\nconst int n = 2, m = 4;\n#pragma unroll n\nfor (int i = 0; i < m; i++) a[i] = i;\n}\n";
        let mentioned = |name: &str| {
            let copy = "(void)NAME; for (int i = 0; i < m; i += 2) { a[i] = i; }".replace("NAME", name);
            found(text, |_| text.replace("#pragma unroll n\nfor (int i = 0; i < m; i++) a[i] = i;", &copy))
        };
        assert_eq!(mentioned("n"), Ok(()));
        assert!(mentioned("(a[n])").is_err());
        assert!(mentioned("other").is_err());
    }

    #[test]
    fn a_loop_that_never_runs_leaves_its_names() {
        let found_in = |body: &str, written: &str| {
            let header = "#pragma unroll\nfor (i = 4; i < 4; i++)";
            let text = format!("void f(int n, int m) {{\nint i;\n{header} {body}\ndone: ;\n}}\n");
            found(&text, |_| text.replace(&format!("{header} {body}"), written))
        };
        let jump = "if (n > m) goto done;";
        assert_eq!(found_in(jump, "(void)n; (void)m; (void)i; if (0) goto done; i = 4;"), Ok(()));
        assert!(found_in(jump, "(void)n; (void)other; i = 4;").is_err());
        assert_eq!(found_in("m = n;", "(void)n; (void)m; i = 4;"), Ok(()));
        assert!(found_in("m = n;", "(void)n; (void)m; i = 4; i = 4; i = 4;").is_err());
    }

    #[test]
    fn a_loop_in_a_block_may_become_several_statements() {
        let with = |copies: &str| found(LOOP, |_| LOOP.replace("#ifdef A\n#pragma unroll\n#endif\n", copies));
        let chosen = |copies: &str| {
            let choice = format!("#ifdef A\n{copies}\n#else\n");
            let ended = LOOP.replace("B;\n", "B;\n#endif\n");
            found(LOOP, |_| ended.replace("#ifdef A\n#pragma unroll\n#endif\n", &choice))
        };
        assert!(chosen("a[0] = C; a[1] = C;").is_err(), "no copy of the body");
        assert_eq!(chosen("a[0] = B; a[1] = B;"), Ok(()));
        assert_eq!(chosen("{ int i = 0; a[i] = B; } { int i = 1; a[i] = B; }"), Ok(()));
        assert_eq!(chosen("int i = 0; (void)sizeof(char[1]); a[i] = B; i++; a[i] = B;"), Ok(()));
        assert!(chosen("").is_err(), "nothing is written for the loop");
        assert!(chosen("{ int i = 0; a[i] = B; } c = 1;").is_err(), "a statement of something else");
        assert!(chosen("{ int i = 0; a[i] = B; } return;").is_err(), "a jump");
        assert!(with("").is_err(), "the loop lost its request");
    }

    #[test]
    fn numbers_may_be_in_the_place_of_the_counter() {
        let with = |copies: &str| {
            let source = "void f(global int *a) {\n#pragma unroll\nfor (int i = -1; i < 1; i++) a[i + K] = B;\n}\n";
            found(source, |_| source.replace("#pragma unroll\nfor (int i = -1; i < 1; i++) a[i + K] = B;", copies))
        };
        assert_eq!(with("a[-1 + K] = B; a[0 + K] = B;"), Ok(()));
        assert!(with("a[-1 + L] = B; a[0 + L] = B;").is_err());
        assert!(with("a[-1 + 1] = B; a[0 + 1] = B;").is_err(), "a number in the place of another name");
    }

    #[test]
    fn what_remains_of_a_loop_may_have_its_text() {
        let request = "#pragma unroll 2\nwhile (n-- > 0) a[n] = B;";
        let source = format!("void f(global int *a, int n) {{\n{request}\nn = 1;\n}}\n");
        let with = |copies: &str| found(&source, |_| source.replace(request, copies));
        let copies = "for (; n > 1; n -= 2) { a[n] = B; a[n] = B; }\n";
        let rest = "#pragma unroll 1\nwhile (n-- > 0) a[n] = B;";
        assert_eq!(with(&format!("{copies}{rest}")), Ok(()));
        assert!(with(rest).is_err(), "the loop lost its copies");
    }

    #[test]
    fn a_loop_under_an_if_stays_one_statement() {
        let source = "void f(global int *a) {\n if (A)\n#pragma unroll\nfor (int i = 0; i < 2; i++) a[i] = B;\n}\n";
        let with = |copies: &str| found(source, |_| format!("void f(global int *a) {{\n if (A) {copies}\n}}\n"));
        assert_eq!(with("{ { int i = 0; a[i] = B; } { int i = 1; a[i] = B; } }"), Ok(()));
        assert!(with("{ int i = 0; a[i] = B; } { int i = 1; a[i] = B; }").is_err());
    }

    #[test]
    fn a_loop_without_a_body_may_vanish() {
        let source = "void f(int n) {\n#pragma unroll\nfor (int i = 0; i < 2; i++) { }\nn = 1;\n}\n";
        assert_eq!(found(source, |_| "void f(int n) { n = 1; }".to_owned()), Ok(()));
    }

    #[test]
    fn an_output_that_no_compiler_takes_is_a_difference() {
        let error = found(LOOP, |text| format!("{text}#if A\n#error\n#endif\n"));
        assert_eq!(error, Err("with [\"A 1\"], the output alone is refused: `#error`".to_owned()));
    }
}
