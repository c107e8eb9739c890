//! One request never changes the result of another one.
//!
//! Each request of the cases is compared with itself in a file without the requests that share no text with it: requests in its loop and
//! around its loop stay. Its result must be the same, and so must be the rules of its findings.
//!
//! A few things are shared by intent, and the cases that show them are listed here: the growth of a file, the limits on the barriers of a
//! function, the condition around all loops of a promoted array.

use std::fs;

use clunroll::source::{FileId, Place};
use clunroll::{Done, Limits, Options, Outcome, unroll};
use oclc_syntax::lex::TokenKind;
use oclc_syntax::preprocess::{Configuration, Unit};
use oclc_syntax::tree::statement_extent;

use crate::plan;

/// The cases whose requests share more than a file, and what they share.
const SHARED: [(&str, &str); 6] = [
    ("barriers/conditional_in_all_that_is_written", "the limit on the barriers of a function"),
    ("lint/nest_over_the_limit", "the growth of the file"),
    ("promotion/macros_of_a_stretch", "the condition of an array"),
    ("promotion/under_a_choice", "the condition of an array"),
    ("macros/end_of_a_loop", "a bracket that a macro closes, so that the end of a loop is not found here"),
    ("conditions/bracket_of_one_branch", "a bracket of one branch, so that the end of a loop is not found here"),
];

/// How many requests of a file are compared. A run takes some time, and the requests of one case are alike.
const MOST_OF_FILE: usize = 12;

/// A request in the text, and the end of its loop.
struct Asked {
    start: usize,
    end: usize,
    loop_end: usize,
}

impl Asked {
    fn shares_text_with(&self, other: &Self) -> bool {
        self.start < other.loop_end && other.start < self.loop_end
    }
}

/// The requests in the text itself; `None` for those whose loop is not found.
fn asked(source: &[u8], outcome: &Outcome) -> Vec<Option<Asked>> {
    let unit = Unit::alone(source);
    let of_request = |place: &Place| {
        let (start, end) = (place.span.start as usize, place.span.end as usize);
        let text = &source[start..end];
        let is_written = [&b"#"[..], b"_Pragma", b"__attribute"].iter().any(|word| text.starts_with(word));
        let behind = unit.code.partition_point(|token| (token.span.start as usize) < end);
        let keyword = (behind..unit.code.len()).find(|&at| {
            let token = &unit.code[at];
            token.kind == TokenKind::Identifier && matches!(&*unit.text(token), "for" | "while" | "do")
        })?;
        let extent = statement_extent(&unit, &Configuration::default(), keyword, unit.code.len()).ok()?;
        let last = unit.code.get(extent.end.checked_sub(1)?)?;
        (is_written && place.file == FileId::MAIN).then_some(Asked { start, end, loop_end: last.span.end as usize })
    };
    outcome.requests.iter().map(|request| of_request(&request.place)).collect()
}

/// The codes of the findings about a request.
fn codes(outcome: &Outcome, request: Place) -> Vec<&'static str> {
    let about = outcome.diagnostics.iter().filter(|diagnostic| diagnostic.requests.contains(&request));
    let mut codes: Vec<_> = about.map(|diagnostic| diagnostic.rule.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// The differences when the other requests of a file are gone.
fn differences(name: &str, source: &[u8], plan: &plan::Plan) -> Vec<String> {
    // Advice about a loop may depend on text before others.
    let options = plan.options.clone().lint(false);
    let run = |source: &[u8]| unroll(source, &options, &mut plan.includes.clone());
    let all = run(source);
    let requests = asked(source, &all);
    let mut found = Vec::new();
    let step = requests.len().div_ceil(MOST_OF_FILE).max(1);
    for (report, own) in all.requests.iter().zip(&requests).step_by(step) {
        let Some(own) = own else { continue };
        let mut alone = source.to_vec();
        let others = requests.iter().flatten().filter(|other| !own.shares_text_with(other));
        let mut is_alone = true;
        for other in others {
            let text = &mut alone[other.start..other.end];
            text.iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
            is_alone = false;
        }
        if is_alone {
            continue;
        }
        let one = run(&alone);
        let line = memchr::memchr_iter(b'\n', &source[..own.start]).count() + 1;
        let done: Vec<&Done> =
            one.requests.iter().filter(|other| other.place == report.place).map(|other| &other.done).collect();
        if !done.contains(&&report.done) {
            found.push(format!("{name}:{line}: {:?}, but alone {done:?}", report.done));
        } else if codes(&all, report.place) != codes(&one, report.place) {
            let (all, one) = (codes(&all, report.place), codes(&one, report.place));
            found.push(format!("{name}:{line}: found {all:?}, but alone {one:?}"));
        }
    }
    found
}

#[test]
fn requests_do_not_change_one_another() {
    let mut found = Vec::new();
    for path in plan::sources(&["tests/cases", "kernels"]) {
        let source = fs::read(&path).expect("a listed file can be read");
        let plan = plan::read(&source).expect("the file's `//@` lines can be read");
        let is_changed = |name: &&str| plan.options.get(name) != Options::default().get(name);
        let is_limited = ["max-copies", "max-growth", "flatten"].iter().any(is_changed) || plan.raw;
        let name = plan::name(&path);
        if !is_limited && !SHARED.iter().any(|(shared, _)| name.contains(shared)) {
            found.extend(differences(&name, &source, &plan));
        }
    }
    assert!(found.is_empty(), "{} requests depend on others:\n{}", found.len(), found.join("\n"));
}

/// The comparison itself finds a coupling: the limit allows only one of two loops.
#[test]
fn a_limit_that_is_shared_is_found() {
    let body = "for (int i = 0; i < 20; i++) { a[i] = a[i] * 3 + a[i + 1] * 5 + i; }\n";
    let source = format!("__kernel void k(__global int *a) {{\n{}}}\n", format!("#pragma unroll\n{body}").repeat(2));
    let options = Options::default().limits(Limits::default().max_growth(2200));
    let plan = plan::Plan { options, ..plan::read(b"").expect("nothing to read") };
    assert_eq!(differences("k", source.as_bytes(), &plan).len(), 1);
}
