//! Each `tests/cases/TOPIC/NAME.cl` is a test: the output is compared with `NAME.output.snap`, the diagnostics with
//! `NAME.diagnostics.snap`, both beside it. To add a test, add a file and run `cargo insta test --review`, or run with
//! `INSTA_UPDATE=always` and read the difference.
//!
//! The name says what the case shows, without the topic, and the first comment says it in one sentence.
//!
//! The same walk checks properties of every source, kernels/ included: the codes of errors and warnings are the ones that the file expects,
//! a second run changes nothing, and a file without a request stays unchanged.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use clunroll::rules::{ALL, Diagnostic, Levels, Rule, Severity};
use clunroll::source::{FileId, Place, Sources};
use clunroll::{Done, Options, Outcome, Session, unroll};
use clunroll_rules::table::{MISSING_RESTRICT, NOT_JAMMED};

use crate::plan;

#[test]
fn snapshots() {
    check_all(&["tests/cases"], |path, source, outcome| {
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(path.parent().expect("a listed file lies in a folder"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        let _guard = settings.bind_to_scope();
        let stem = path.file_stem().expect("a listed file has a name").to_string_lossy();
        let output = if outcome.text == source { "(unchanged)\n".to_owned() } else { visible(&outcome.text) };
        // Both are compared before a failure is reported, so that one run stores both.
        let text = snapshot(&format!("{stem}.output"), &output);
        let listed = snapshot(&format!("{stem}.diagnostics"), &listing(outcome));
        text.and(listed)
    });
}

/// Cases in which no copy of a loop contains a statement.
const WITH_EMPTY_BODIES: [&str; 7] = [
    "bodies/loops_that_vanish.cl",
    "bodies/one_statement_or_several.cl",
    "bodies/single_statements.cl",
    "conditions/room_for_some_loops.cl",
    "remainders/innermost_tests.cl",
    "remainders/versions_names.cl",
    "requests/in_odd_places.cl",
];

/// Each loop that was unrolled has points where its copies begin, also with `#line` lines in the output. Loops in literals have none.
#[test]
fn copies_have_points() {
    check_all(&["kernels", "tests/cases"], |path, source, outcome| {
        let plan = plan::read(source)?;
        let is_host = plan.raw || source.windows(2).any(|pair| pair == b"R\"");
        if is_host || WITH_EMPTY_BODIES.iter().any(|name| path.ends_with(name)) {
            return Ok(());
        }
        let with_lines = unroll(source, &plan.options.line_directives(true), &mut plan.includes.clone());
        let points = |outcome: &Outcome| outcome.points.iter().map(|p| (p.request, p.part)).collect::<Vec<_>>();
        if points(outcome) != points(&with_lines) {
            return Err("#line lines change the points".to_owned());
        }
        let has_copies = |done: &Done| matches!(done, Done::Unrolled { copies: 1.., .. });
        let has_points = |place: Place| outcome.points.iter().any(|point| point.request == place);
        let mut lost = outcome.requests.iter().filter(|one| has_copies(&one.done) && !has_points(one.place));
        lost.next().map_or(Ok(()), |one| Err(format!("no point for the request at {:?}", one.place)))
    });
}

/// The codes of all errors and warnings are those of the file's `//@ expect` line.
#[test]
fn expected_codes() {
    check_all(&["kernels", "tests/cases"], |_, source, outcome| {
        let mut codes: Vec<_> = outcome
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity >= Severity::Warning)
            .map(|diagnostic| diagnostic.rule.code.to_owned())
            .collect();
        codes.sort();
        let expected = plan::read(source)?.expect;
        if codes == expected {
            Ok(())
        } else {
            Err(format!("expected {expected:?}, got {codes:?}\n{}", listing(outcome)))
        }
    });
}

/// Rules that no case breaks, since a case cannot hold endless includes, and the options of a case provide the extension.
const WITHOUT_CASE: [&str; 2] = ["CLU216", "CLU220"];

/// A case breaks each rule.
#[test]
fn each_rule_has_a_case() {
    let met = RefCell::new(BTreeSet::new());
    check_all(&["kernels", "tests/cases"], |_, _, outcome| {
        met.borrow_mut().extend(outcome.diagnostics.iter().chain(&outcome.allowed).map(|found| found.rule.code));
        Ok(())
    });
    let met = met.into_inner();
    for rule in ALL {
        assert_ne!(met.contains(rule.code), WITHOUT_CASE.contains(&rule.code), "{}: add a case, or list it", rule.code);
    }
}

/// Messages, labels, notes and help are one line each, without a capital letter or a full stop; there is a note, and a help. Only rules
/// that are marked as fixable have fixes.
#[test]
fn diagnostics_keep_their_form() {
    check_all(&["kernels", "tests/cases"], |_, _, outcome| {
        for found in outcome.diagnostics.iter().chain(&outcome.allowed) {
            let Diagnostic { message, primary, notes, help, rule, .. } = found;
            for text in [message, &primary.message].into_iter().chain(notes).chain(help) {
                let is_line = !text.is_empty() && !text.ends_with('.') && !text.contains('\n');
                let is_plain =
                    text.starts_with(|first: char| !first.is_uppercase()) && text.matches('`').count() % 2 == 0;
                if !is_line || !is_plain {
                    return Err(format!("{}: {text}", rule.code));
                }
            }
            if notes.is_empty() || help.is_empty() || (found.fix.is_some() && rule.fix.is_none()) {
                return Err(format!("{}: {message}", rule.code));
            }
        }
        Ok(())
    });
}

/// A case's name does not repeat its topic, and its first comment, which comes before everything else in the file, is a sentence.
#[test]
fn cases_say_what_they_show() {
    check_all(&["tests/cases"], |path, source, _| {
        let (stem, topic) = (path.file_stem(), path.parent().and_then(Path::file_name));
        let (stem, topic) = (stem.unwrap_or_default().to_string_lossy(), topic.unwrap_or_default().to_string_lossy());
        if stem.split('_').any(|word| word == "attack" || word == topic || format!("{word}s") == topic) {
            return Err(format!("its name repeats {topic:?}, or says `attack`"));
        }
        let text = String::from_utf8_lossy(source.strip_prefix(b"\xef\xbb\xbf").unwrap_or(source)).into_owned();
        let is_code = |line: &&str| !line.trim().is_empty() && !line.starts_with("//");
        let head = text.lines().take_while(|line| !is_code(line));
        let is_sentence = |line: &str| line.contains(' ') && !line.starts_with("//@") && !line.contains("clunroll:");
        if head.into_iter().any(is_sentence) { Ok(()) } else { Err("no comment says what it shows".to_owned()) }
    });
}

/// Each file of kernels/invalid breaks a rule, and no other kernel does.
#[test]
fn invalid_kernels_lie_in_their_folder() {
    check_all(&["kernels"], |path, _, outcome| {
        let is_in_folder = path.components().any(|part| part.as_os_str() == "invalid");
        if outcome.has_errors() == is_in_folder { Ok(()) } else { Err("on the wrong side".to_owned()) }
    });
}

/// The lint changes the findings, but not the output.
#[test]
fn lint_changes_no_text() {
    check_all(&["kernels", "tests/cases"], |path, source, outcome| {
        let mut plan = plan::read(source)?;
        let (lint, levels) = (!plan.is_on("lint"), Levels::default());
        let options = plan.options.name(plan::name(path)).lint(lint).levels(levels);
        let other = unroll(source, &options, &mut plan.includes);
        let is_same = other.text == outcome.text && other.requests == outcome.requests;
        if is_same { Ok(()) } else { Err("another text, or another report".to_owned()) }
    });
}

/// A check, which writes nothing, has the same findings as a run that writes.
#[test]
fn a_check_finds_the_same() {
    check_all(&["kernels", "tests/cases"], |path, source, _| {
        let mut plan = plan::read(source)?;
        let options = plan.options.name(plan::name(path)).lint(true);
        let written = unroll(source, &options, &mut plan.includes);
        let checked = Session::new().check(source, &options, &mut plan.includes);
        let done = |outcome: &Outcome| -> Vec<_> {
            outcome.requests.iter().map(|request| (request.place, request.amount, request.done.clone())).collect()
        };
        let is_same = checked.diagnostics == written.diagnostics
            && done(&checked) == done(&written)
            && checked.promotions == written.promotions
            && checked.pointers == written.pointers;
        if is_same { Ok(()) } else { Err(format!("found {}, and not {}", listing(&checked), listing(&written))) }
    });
}

/// A second run changes nothing.
#[test]
fn idempotence() {
    check_all(&["kernels", "tests/cases"], |_, _, outcome| {
        let again = run("again", &outcome.text);
        if again.text == outcome.text {
            Ok(())
        } else {
            Err(format!("a second run writes something else:\n{}", visible(&again.text)))
        }
    });
}

/// If no loop was unrolled and no array promoted, the text is the input, byte for byte; otherwise it is not.
#[test]
fn only_unrolled_loops_change_the_text() {
    check_all(&["kernels", "tests/cases"], |path, source, _| {
        // Text that a promise adds beside the loops does not count here.
        let outcome = run_with(&plan::name(path), source, |options| options.assume_restrict(false));
        let unrolled = outcome.requests.iter().any(|request| matches!(request.done, Done::Unrolled { .. }));
        let promoted = outcome.promotions.iter().any(|promotion| promotion.done.is_promoted());
        if (outcome.text != source) == (unrolled || promoted) {
            Ok(())
        } else {
            Err(format!("unrolled: {unrolled}, promoted: {promoted}, changed: {}", outcome.text != source))
        }
    });
}

/// After a fix, a file no longer has that finding, and has no new error.
#[test]
fn fixes_mend_what_they_are_for() {
    let fixed = RefCell::new(BTreeSet::new());
    check_all(&["kernels", "tests/cases"], |path, source, _| {
        let name = plan::name(path);
        let look = |text: &[u8]| run_with(&name, text, |options| options.lint(true)).diagnostics;
        let before = look(source);
        let count = |all: &[Diagnostic], rule: &Rule| all.iter().filter(|one| one.rule == rule).count();
        let errors = |all: &[Diagnostic]| all.iter().filter(|one| one.severity == Severity::Error).count();
        for diagnostic in &before {
            let Some(fix) = &diagnostic.fix else { continue };
            let mut text = source.to_vec();
            for edit in fix.edits.iter().rev() {
                text.splice(edit.place.span.range(), edit.text.bytes());
            }
            let after = look(&text);
            let is_mended = count(&after, diagnostic.rule) < count(&before, diagnostic.rule);
            // An advised jam must be done.
            let is_declined = count(&after, &NOT_JAMMED) > count(&before, &NOT_JAMMED);
            if !is_mended || is_declined || errors(&after) > errors(&before) {
                let found: Vec<_> = after.iter().map(|one| one.message.as_str()).collect();
                return Err(format!("{}, fixed by {:?}: {found:?}", diagnostic.message, fix.title));
            }
            fixed.borrow_mut().insert(diagnostic.rule.code);
        }
        Ok(())
    });
    let fixable = ALL.iter().filter(|rule| rule.fix.is_some()).map(|rule| rule.code);
    assert_eq!(fixed.into_inner(), fixable.collect(), "each fixable rule has a case with a fix");
}

/// The lint advises `restrict` only where `--assume restrict` writes it, also with the macros of this build.
#[test]
fn the_lint_promises_what_the_option_writes() {
    let words = RefCell::new(0);
    check_all(&["kernels", "tests/cases"], |path, source, _| {
        let name = plan::name(path);
        let looked = run_with(&name, source, |options| options.lint(true).trust_defines(true));
        let advised = looked.diagnostics.iter().filter(|one| *one.rule == MISSING_RESTRICT);
        let advised: Vec<Place> = advised
            .filter_map(|one| one.fix.as_ref())
            .flat_map(|fix| fix.edits.iter().map(|edit| edit.place))
            .collect();
        if advised.is_empty() {
            return Ok(());
        }
        let written = run_with(&name, source, |options| options.assume_restrict(true).trust_defines(false));
        let is_written = |place: &Place| written.pointers.iter().any(|one| one.place == *place && one.is_restrict);
        *words.borrow_mut() += advised.len();
        match advised.iter().find(|place| !is_written(place)) {
            Some(place) => Err(format!("the option does not write `restrict` at {place:?}")),
            None => Ok(()),
        }
    });
    assert!(words.into_inner() > 20, "too few words are advised to test anything");
}

/// Inserted lines have the line ends of the file.
#[test]
fn line_endings() {
    check_all(&["kernels", "tests/cases"], |_, source, outcome| {
        let is_bare = |text: &[u8]| text.split(|&byte| byte == b'\n').rev().skip(1).any(|line| !line.ends_with(b"\r"));
        let has_cr = |text: &[u8]| text.contains(&b'\r');
        if has_cr(&outcome.text) && !has_cr(source) {
            return Err("a carriage return came in".to_owned());
        }
        if is_bare(&outcome.text) && !is_bare(source) {
            return Err("a line feed came in without its carriage return".to_owned());
        }
        Ok(())
    });
}

/// A source and its outcome; `None` if clunroll panics.
struct File {
    path: PathBuf,
    name: String,
    source: Vec<u8>,
    outcome: Option<Outcome>,
}

/// All sources. They are read and run once for all tests.
static FILES: LazyLock<Vec<File>> = LazyLock::new(|| {
    let read = |path: PathBuf| {
        let (name, source) = (plan::name(&path), fs::read(&path).expect("a listed file can be read"));
        let outcome = panic::catch_unwind(AssertUnwindSafe(|| run(&name, &source))).ok();
        File { path, name, source, outcome }
    };
    plan::sources(&["kernels", "tests/cases"]).into_iter().map(read).collect()
});

/// Applies `check` to each source of the folders, and fails once with all failures.
pub(crate) fn check_all(folders: &[&str], check: impl Fn(&Path, &[u8], &Outcome) -> Result<(), String>) {
    let is_asked = |file: &&File| folders.iter().any(|folder| Path::new(&file.name).starts_with(folder));
    let files: Vec<_> = FILES.iter().filter(is_asked).collect();
    assert!(!files.is_empty(), "there are no files to test");
    let mut failures = Vec::new();
    for File { path, name, source, outcome } in files {
        let checked = panic::catch_unwind(AssertUnwindSafe(|| Some(check(path, source, outcome.as_ref()?))));
        match checked.ok().flatten() {
            Some(Ok(())) => {}
            Some(Err(why)) => failures.push(format!("{name}: {why}")),
            None => failures.push(format!("{name}: a panic, printed above")),
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

fn run(name: &str, source: &[u8]) -> Outcome {
    run_with(name, source, |options| options)
}

/// Runs with options that differ from those of the file.
fn run_with(name: &str, source: &[u8], change: impl Fn(Options) -> Options) -> Outcome {
    let mut plan = plan::read(source).unwrap_or_else(|why| panic!("{name}: {why}"));
    unroll(source, &change(plan.options.name(name)), &mut plan.includes)
}

/// Compares with a snapshot; insta prints the difference itself.
fn snapshot(name: &str, text: &str) -> Result<(), String> {
    panic::catch_unwind(AssertUnwindSafe(|| insta::assert_snapshot!(name, text)))
        .map_err(|_| format!("differs from the snapshot {name}"))
}

/// One line for each diagnostic, and its labels and notes indented below: a form that shows every place and word, and
/// that does not change with the renderer.
fn listing(outcome: &Outcome) -> String {
    let mut text = String::new();
    for diagnostic in &outcome.diagnostics {
        list(&mut text, &outcome.sources, diagnostic);
    }
    if text.is_empty() { "(none)\n".to_owned() } else { text }
}

fn list(text: &mut String, sources: &Sources, diagnostic: &Diagnostic) {
    let (severity, code) = (diagnostic.severity.name(), diagnostic.rule.code);
    let primary = &diagnostic.primary;
    let _ = writeln!(text, "{} {severity}[{code}]: {}", position(sources, primary.place), diagnostic.message);
    let secondary = diagnostic.secondary.iter().map(|label| ("-", label));
    let also = diagnostic.also.iter().map(|label| ("+", label));
    for (mark, label) in [("^", primary)].into_iter().chain(secondary).chain(also) {
        let marked = sources.get(label.place.file).map_or(&b""[..], |file| file.slice(label.place.span));
        let marked = visible(marked).replace('\n', "\\n");
        let _ = writeln!(text, "    {mark} {} `{marked}` {}", position(sources, label.place), label.message);
    }
    for note in diagnostic.remarks() {
        let _ = writeln!(text, "    = {note}");
    }
    for edit in diagnostic.fix.iter().flat_map(|fix| &fix.edits) {
        let replaced = visible(sources.get(edit.place.file).map_or(&b""[..], |file| file.slice(edit.place.span)));
        let _ = writeln!(text, "    ~ {} `{replaced}` becomes `{}`", position(sources, edit.place), edit.text);
    }
}

/// Line and column, counted from one, the column in bytes; after the name for an included file.
fn position(sources: &Sources, place: Place) -> String {
    let Some(file) = sources.get(place.file) else {
        return "?".to_owned();
    };
    let at = place.span.range().start as u32;
    let line = file.line_index(at);
    let start = file.line(line).map_or(0, |line| line.range().start as u32);
    let name = if place.file == FileId::MAIN { String::new() } else { format!("{}:", file.name) };
    format!("{name}{}:{}", line + 1, at - start + 1)
}

/// Text in the form of a snapshot: carriage returns, bytes that are not UTF-8 and a missing last line end are made visible.
fn visible(text: &[u8]) -> String {
    let mut shown = String::new();
    for chunk in text.utf8_chunks() {
        shown.push_str(&chunk.valid().replace('\r', "␍").replace('\u{feff}', "<BOM>"));
        for byte in chunk.invalid() {
            let _ = write!(shown, "<{byte:02X}>");
        }
    }
    shown
}
