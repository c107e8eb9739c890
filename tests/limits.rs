//! The limits on what is written: copies of one loop, growth of one file; and that a second run does not get more.

use clunroll::rules::Diagnostic;
use clunroll::{Limits, NoIncludes, Options, Outcome, unroll};

fn run(source: &str, limits: Limits) -> Outcome {
    let options = Options { limits, ..Options::default() };
    unroll(source.as_bytes(), &options, &mut NoIncludes)
}

/// The output of a run, after a second run has been seen to leave it as it is.
fn settled(source: &str, limits: Limits) -> (String, Vec<Diagnostic>) {
    let outcome = run(source, limits);
    let text = String::from_utf8(outcome.text).expect("ASCII comes out as ASCII");
    let again = run(&text, limits);
    assert_eq!(String::from_utf8_lossy(&again.text), text, "a second run changes the output");
    (text, outcome.diagnostics)
}

fn codes(diagnostics: &[Diagnostic]) -> Vec<&str> {
    diagnostics.iter().map(|diagnostic| diagnostic.rule.code).collect()
}

fn kernel(loops: &str) -> String {
    format!("__kernel void k(__global int *a, int n) {{\n{loops}}}\n")
}

fn full(trips: u32) -> String {
    format!("  #pragma unroll\n  for (int i = 0; i < {trips}; i++) a[i] = a[i] * 3 + a[i + 1] * 5 + i;\n")
}

#[test]
fn copies_are_counted_with_the_remainder_that_is_written_out() {
    let limits = Limits { max_copies: 8, ..Limits::default() };
    for (factor, trips, is_unrolled) in [
        ("", 8, true),
        ("", 9, false),
        ("5", 13, true),
        ("5", 14, false),
        ("8", 16, true),
        ("8", 15, false),
        ("9", 90, false),
    ] {
        let source = kernel(&format!("  #pragma unroll {factor}\n  for (int i = 0; i < {trips}; i++) a[i] = i;\n"));
        let (text, diagnostics) = settled(&source, limits);
        assert_eq!(text != source, is_unrolled, "{source}");
        assert_eq!(codes(&diagnostics), if is_unrolled { vec![] } else { vec!["CLU213"] }, "{source}");
    }
}

#[test]
fn the_note_gives_the_numbers() {
    let (_, diagnostics) = settled(&kernel(&full(1025)), Limits::default());
    assert!(diagnostics[0].message.contains("1025") && diagnostics[0].message.contains("1024"), "{diagnostics:?}");
}

#[test]
fn loops_share_the_growth_of_the_file() {
    // Each takes somewhat more than a third of it.
    let limits = Limits { max_growth: 10_500, ..Limits::default() };
    let (text, diagnostics) = settled(&kernel(&full(60).repeat(4)), limits);
    assert_eq!(codes(&diagnostics), ["CLU213", "CLU213"]);
    assert_eq!(text.matches("#pragma unroll").count(), 2);
    assert_eq!(text.matches("clunroll: left as written").count(), 2, "{text}");
    assert!(text.len() < kernel(&full(60).repeat(4)).len() + 10_500);
}

#[test]
fn of_a_nest_the_inner_loop_wins() {
    let limits = Limits { max_growth: 20_000, ..Limits::default() };
    let nest = "  #pragma unroll\n  for (int j = 0; j < 50; j++) {\n    #pragma unroll\n    for (int i = 0; i < 50; i++)\n      \
                a[i] = a[i] * 3 + a[i + 1] * 5 + j;\n  }\n";
    let (text, diagnostics) = settled(&kernel(nest), limits);
    assert_eq!(codes(&diagnostics), ["CLU213"]);
    assert!(text.contains("for (int j = 0; j < 50; j++)") && !text.contains("i < 50"), "{text}");
}

#[test]
fn a_loop_that_is_too_large_by_itself_is_left_without_a_mark() {
    let source = kernel(&full(60));
    let (text, diagnostics) = settled(&source, Limits { max_growth: 1000, ..Limits::default() });
    assert_eq!((text, codes(&diagnostics)), (source, vec!["CLU213"]));
}
