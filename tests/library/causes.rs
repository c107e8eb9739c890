//! One finding for each cause: a reason that declines several requests is reported once, with all places.

use std::fmt::Write;
use std::time::Instant;

use clunroll::rules::Diagnostic;
use clunroll::{Done, NoIncludes, Options, Outcome, unroll};
use clunroll_report::full;

fn run(source: &str) -> Outcome {
    unroll(source.as_bytes(), &Options::new("k.cl").lint(true), &mut NoIncludes)
}

/// A kernel with a full unroll for each of these bounds.
fn kernel(bounds: &[&str]) -> String {
    let mut text = "__kernel void k(__global int *a) {\n".to_owned();
    for bound in bounds {
        let _ = writeln!(text, "#pragma unroll\nfor (int i = 0; i < {bound}; i++) a[i] = i;");
    }
    text + "}\n"
}

fn of<'o>(outcome: &'o Outcome, code: &str) -> Vec<&'o Diagnostic> {
    outcome.diagnostics.iter().filter(|diagnostic| diagnostic.rule.code == code).collect()
}

/// The lines of the place, and of the other places.
fn lines(outcome: &Outcome, diagnostic: &Diagnostic) -> Vec<usize> {
    let places = std::iter::once(&diagnostic.primary).chain(&diagnostic.also).map(|label| label.place);
    places.map(|place| outcome.sources[place.file].line_index(place.span.start) + 1).collect()
}

#[test]
fn a_name_has_one_finding_with_all_its_places() {
    let outcome = run(&kernel(&["LENGTH", "WIDTH", "LENGTH", "LENGTH"]));
    let found = of(&outcome, "CLU207");
    assert_eq!(found.len(), 2);
    assert_eq!([lines(&outcome, found[0]), lines(&outcome, found[1])], [vec![3, 7, 9], vec![5]]);
    assert!(found[0].message.contains("`LENGTH`") && found[1].message.contains("`WIDTH`"));
    assert!(found[0].notes.contains(&"2 more requests depend on it".to_owned()), "{:?}", found[0].notes);
    // Each request is a label, and has its reason.
    assert_eq!((found[0].secondary.len(), found[1].secondary.len()), (3, 1));
    let codes = outcome.requests.iter().map(|request| match &request.done {
        Done::Left { cause } => cause.rule().code,
        _ => "",
    });
    assert_eq!(codes.collect::<Vec<_>>(), ["CLU207"; 4]);
}

#[test]
fn a_suppression_is_about_one_request_only() {
    let source = kernel(&["LENGTH", "LENGTH"]).replacen("unroll\n", "unroll // clunroll: allow(CLU207)\n", 1);
    let outcome = run(&source);
    let found = of(&outcome, "CLU207");
    assert_eq!(found.iter().map(|found| lines(&outcome, found)).collect::<Vec<_>>(), [[5]]);
    assert_eq!(found[0].notes.len(), 1);
    assert!(of(&outcome, "CLU115").is_empty(), "the suppression is used");
}

#[test]
fn a_factor_without_a_value_has_one_finding_and_one_with_a_fix_its_own() {
    let factor = |factor: &str| {
        let pragma = format!("unroll {factor}\n");
        run(&kernel(&["8", "8"]).replace("unroll\n", &pragma))
    };
    assert_eq!(of(&factor("FACTOR"), "CLU103").len(), 1);
    let outcome = factor("full");
    let found = of(&outcome, "CLU103");
    assert!(found.len() == 2 && found.iter().all(|found| found.fix.is_some()));
}

#[test]
fn a_function_that_cannot_be_parsed_has_one_finding() {
    let outcome = run(&kernel(&["n", "n", "n"]).replace("{\n#pragma", "{\nint x = @;\n#pragma"));
    let found: Vec<_> = outcome.diagnostics.iter().filter(|found| found.rule.code == "CLU215").collect();
    assert_eq!(found.len(), 1, "{:?}", outcome.diagnostics);
    assert_eq!(found[0].secondary.len(), 3);
}

#[test]
fn loops_beside_a_function_that_cannot_be_parsed_have_its_finding() {
    let bounds = kernel(&["n", "3", "n"]).replace("i < 3; i++) a[i] = i", "i < 3; i++) a[i] = @");
    let outcome = run(&bounds);
    let found = of(&outcome, "CLU215");
    assert_eq!((found.len(), found[0].secondary.len()), (1, 3), "{:?}", outcome.diagnostics);
    // The function depends on conditions, and there are too many configurations to decide each.
    let branch = |at| format!("#ifdef A{at}\nif (a[1]) {{\n#else\nif (a[2]) {{\n#endif\na[0] = {at};\n}}\n");
    let branches: String = (0..8).map(branch).collect();
    let outcome =
        run(&kernel(&["n", "n"]).replace("unroll", "unroll 4").replacen("#pragma", &(branches + "#pragma"), 1));
    let found = of(&outcome, "CLU235");
    assert_eq!((found.len(), lines(&outcome, found[0]), found[0].secondary.len()), (1, vec![3], 2));
}

#[test]
fn an_include_that_cannot_be_read_lists_what_depends_on_it() {
    let outcome = run(&format!("#include \"sizes.h\"\n{}", kernel(&["LENGTH", "WIDTH", "4", "LENGTH"])));
    let found = of(&outcome, "CLU217");
    let of_requests = found[0].secondary.iter().filter(|label| label.message == "depends on it");
    assert_eq!((found.len(), of_requests.count()), (1, 3));
    assert!(found[0].notes.contains(&"3 requests depend on it".to_owned()), "{:?}", found[0].notes);
}

#[test]
fn hundreds_of_places_are_drawn_as_a_few() {
    let outcome = run(&kernel(&["LENGTH"; 200]));
    let found = of(&outcome, "CLU207");
    assert_eq!((found.len(), found[0].also.len()), (1, 199));
    let drawn = full::to_string(&outcome.diagnostics, &outcome.sources);
    assert!(drawn.lines().count() < 40 && drawn.contains("199 more requests depend on it"), "{drawn}");
}

#[test]
fn many_places_take_no_time() {
    let begin = Instant::now();
    let outcome = run(&kernel(&vec!["LENGTH"; 4_000]));
    assert_eq!(of(&outcome, "CLU207").len(), 1);
    assert!(begin.elapsed().as_secs() < 30, "{:?}", begin.elapsed());
}
