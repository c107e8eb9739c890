//! Tests of the limits of promotion.

use crate::options::Limits;
use crate::options::Options;
use crate::outcome::Promotion;
use crate::{EngineOutcome, EngineSession};
use oclc_syntax::host::NoIncludes;

fn run(source: &str, max_growth: u64) -> EngineOutcome {
    let limits = Limits::default().max_growth(max_growth);
    EngineSession::new().unroll(source.as_bytes(), &Options { limits, ..Options::default() }, &mut NoIncludes)
}

fn text(outcome: &EngineOutcome) -> String {
    String::from_utf8(outcome.text.clone()).unwrap()
}

/// A function that uses each element of an array.
fn array(length: usize) -> String {
    let uses = (0..length).map(|index| format!("long_name[{index}] = 1;\n")).collect::<Vec<_>>().concat();
    format!("void f(void) {{\n#pragma promote_to_registers\nint long_name[{length}];\n{uses}}}\n")
}

#[test]
fn what_would_grow_too_much_stays() {
    let source = array(9);
    let left = run(&source, 50);
    assert_eq!(text(&left), source);
    assert!(matches!(&left.promotions[0].done, Promotion::Left { cause } if cause.rule().code == "CLU229"));
    assert!(text(&run(&source, 500)).contains("int long_name_0, long_name_1,"));
}

#[test]
fn what_an_earlier_run_declined_for_its_size_stays() {
    let array = array(99);
    let source = format!("void g(int *a) {{\n#pragma unroll\nfor (int i = 0; i < 2; i++) a[i] = i;\n}}\n{array}");
    let first = run(&source, 500);
    assert!(text(&first).contains("#pragma promote_to_registers /* clunroll: left as written */\nint long_name[99];"));
    assert!(!text(&first).contains("#pragma unroll"));
    assert_eq!(text(&run(&text(&first), 500)), text(&first));
    assert_eq!(text(&run(&text(&first), 1 << 20)), text(&first));
}

#[test]
fn a_chain_of_arrays_is_done_in_one_run() {
    let mut source = "void f(int *out) {\nconst int k0 = 1;\n".to_owned();
    for (at, next) in (0..12).zip(1..) {
        let array = format!("#pragma promote_to_registers\nconst int a{at}[2] = {{1, 0}};\n");
        source = source + &array + &format!("const int k{next} = a{at}[k{at}];\n");
    }
    source += "#pragma unroll\nfor (int i = 0; i < k12 + 2; i++) out[i] = i;\n}\n";
    let first = run(&source, 1 << 20);
    assert!(first.findings.is_empty(), "{}", text(&first));
    assert!(!text(&first).contains("#pragma"), "{}", text(&first));
    assert_eq!(text(&run(&text(&first), 1 << 20)), text(&first));
}

/// Notes about copies refer to the author's text, once.
#[test]
fn notes_lead_back_through_copies() {
    let source = "void f(int *out, int n) {\n#pragma unroll\nfor (int i = 0; i < 3; i++) {\n\
                  #pragma promote_to_registers\nint a[2];\na[n] = i;\n}\n}\n";
    let outcome = run(source, 1 << 20);
    let [note] = &outcome.findings[..] else { panic!("{:?}", outcome.findings) };
    let span = note.finding.place.span;
    assert_eq!((&source[span.range()], &source[span.range().start - 2..=span.range().end]), ("n", "a[n]"));
    assert_eq!(outcome.promotions.len(), 1);
}

/// Each request of a macro has its own report, though all of them are at one place.
#[test]
fn requests_of_one_macro_are_reported_one_by_one() {
    let source = "#define TWO(n) _Pragma(\"promote_to_registers\") int b[2]; _Pragma(\"promote_to_registers\") int a[2]; \
                  a[n] = 1; b[0] = 2; out[0] = b[0];\nvoid f(int *out, int n) {\nTWO(n)\n}\n";
    let outcome = run(source, 1 << 20);
    let done: Vec<_> = outcome.promotions.iter().map(|one| (one.names.join(" "), one.done.is_promoted())).collect();
    assert_eq!(done, [("b".to_owned(), true), ("a".to_owned(), false)], "{}", text(&outcome));
}

/// An array of two elements is promoted if each use with another subscript is in a part of the statement that never runs.
#[test]
fn uses_that_never_run_do_not_count() {
    let is_promoted = |statement: &str| {
        let source = format!(
            "#ifndef N\n#define N 3\n#endif\nint f(int n) {{\n#pragma promote_to_registers\nint t[2];\nt[0] = n; t[1] = n;\nint s = 0;\n\
             {statement}\nreturn s + t[1];\n}}\n"
        );
        text(&run(&source, 1 << 20)).contains("int t_0, t_1;")
    };
    for dead in [
        "if (0) s = t[n];",
        "if (1) s = t[0]; else s = t[n];",
        "s = 1 ? 0 : t[n];",
        "s = 0 && t[n];",
        "s = 1 || t[2];",
        "if (2 > 3) { if (n) s = t[n]; }",
        "if (n) { s = 0 ? t[n] : t[1]; }",
    ] {
        assert!(is_promoted(dead), "{dead}");
    }
    for runs in [
        "if (1) s = t[n];",
        "if (0) s = t[0]; else s = t[n];",
        "s = 1 ? t[n] : 0;",
        "s = 1 && t[n];",
        "s = 0 || t[n];",
        "if (n) s = t[2];",
        "if (N == 4) s = t[n];",
        "if (n) goto in; if (0) { in: s = t[n]; }",
        "switch (n) { if (0) { case 3: s = t[n]; } }",
        "if (t[n]) s = 0;",
        "while (s) s = t[n];",
    ] {
        assert!(!is_promoted(runs), "{runs}");
    }
}
