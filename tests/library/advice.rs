//! Loops whose trips cannot be counted: they stay for the compiler, and the advice about them works.
//!
//! Each advice that names a macro is followed, as it is printed: the macro is copied into a variable, or is passed with `-D` and
//! `--trust-defines`. The loop must then be counted, or be written in full.

use clunroll::{Done, Form, NoIncludes, Options, Outcome, unroll};

fn run(source: &str, options: &Options) -> Outcome {
    unroll(source.as_bytes(), options, &mut NoIncludes)
}

fn kernel(before: &str, header: &str) -> String {
    format!(
        "#ifndef WG\n#define WG 64\n#endif\n__kernel void k(__global int *a, __global const int *b, int n) {{\n{before}\n\
         #pragma unroll 4\nfor ({header}) a[i] += b[i];\n}}\n"
    )
}

/// The only help of the only finding.
fn advice(outcome: &Outcome) -> String {
    let [diagnostic] = &outcome.diagnostics[..] else { panic!("{:?}", outcome.diagnostics) };
    assert!(["CLU230", "CLU235"].contains(&diagnostic.rule.code), "{diagnostic:?}");
    diagnostic.help.join(" ")
}

/// The form of the only loop; `None` if it is left.
fn form(outcome: &Outcome) -> Option<Form> {
    match &outcome.requests[0].done {
        Done::Unrolled { form, .. } => Some(*form),
        _ => None,
    }
}

/// Headers with macros for which no assertion can be written.
const HEADERS: [&str; 7] = [
    "int i = 0; i != N; i++",
    "int i = 0; i != WG; i += 3 - 2",
    "int i = n; i > N; i--",
    "int i = 0; i < n; i = i + WG",
    "int i = n; i > 0; i = i - STEP",
    "int i = 0; i < n - N; i++",
    "int i = 0; i < n / WG; i++",
];

#[test]
fn a_macro_in_a_variable_is_counted() {
    for header in HEADERS {
        for checked in [false, true] {
            let options = Options::default().checked(checked).guard(clunroll::Guard::Tests);
            let left = run(&kernel("", header), &Options::default().checked(checked));
            if form(&left) == Some(Form::Counted) {
                continue;
            }
            assert_eq!(form(&left), checked.then_some(Form::Checked), "{header}");
            let help = advice(&left);
            let (_, rest) = help.split_once("`const int count = ").unwrap_or_else(|| panic!("{header}: {help}"));
            let (name, _) = rest.split_once(";`").expect("the declaration ends");
            let copied = kernel(&format!("const int count = {name};"), &header.replace(name, "count"));
            let outcome = run(&copied, &options);
            assert_eq!(form(&outcome), Some(Form::Counted), "{header}: {help}\n{:?}", outcome.diagnostics);
        }
    }
}

#[test]
fn a_macro_that_is_final_is_counted() {
    for header in HEADERS {
        let left = run(&kernel("", header), &Options::default());
        if form(&left).is_some() {
            continue;
        }
        let help = advice(&left);
        let (_, rest) = help.split_once("pass `-D ").unwrap_or_else(|| panic!("{header}: {help}"));
        let (name, _) = rest.split_once("=VALUE").expect("a value");
        let options = Options::default().define(name, 8).expect("a macro").trust_defines(true);
        let outcome = run(&kernel("", header), &options);
        assert!(
            matches!(form(&outcome), Some(Form::Counted | Form::Full)),
            "{header}: {help}\n{:?}",
            outcome.diagnostics
        );
    }
}

#[test]
fn a_bound_that_is_copied_is_counted() {
    let source = "__kernel void k(__global int *a) {\n#pragma unroll 4\nfor (int i = 0; i < a[0]; i++) a[i] += 3;\n}\n";
    let left = run(source, &Options::default());
    assert_eq!(form(&left), None);
    assert!(
        advice(&left).starts_with("copy the bound and the step into private variables before the loop"),
        "{}",
        advice(&left)
    );
    let copied = source.replace("#pragma", "const int end = a[0];\n#pragma").replace("i < a[0]", "i < end");
    assert_eq!(form(&run(&copied, &Options::default())), Some(Form::Counted));
}

#[test]
fn tests_before_copies_are_written_on_request() {
    let source =
        "__kernel void k(__global int *a) {\nint p = 0;\n#pragma unroll 4\nwhile (a[p] != 0) p = a[p];\na[1] = p;\n}\n";
    let left = run(source, &Options::default());
    assert_eq!(form(&left), None);
    assert!(left.diagnostics[0].notes[0].contains("`--checked`"), "{:?}", left.diagnostics);
    assert_eq!(String::from_utf8_lossy(&left.text), source);
    assert_eq!(form(&run(source, &Options::default().checked(true))), Some(Form::Checked));
}
