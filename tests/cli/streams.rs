//! Readers that go away, and streams that are closed or full.

use insta::assert_snapshot;

use crate::sandbox::{PLAIN, Sandbox};

/// More than any pipe can hold.
fn large() -> Sandbox {
    Sandbox::with_kernel(PLAIN.repeat(50_000))
}

#[test]
fn a_broken_pipe_is_success() {
    let line = "{ \"$clunroll\" k.cl; echo \"status $?\" >&2; } | head -n 1";
    assert_snapshot!(large().shell(line));
}

#[test]
fn a_broken_named_pipe_is_success() {
    let line = "mkfifo pipe; head -n 1 pipe & \"$clunroll\" k.cl -o pipe; echo \"status $?\" >&2; wait";
    assert_snapshot!(large().shell(line));
}

#[test]
fn a_full_standard_output_is_an_error() {
    assert_snapshot!(Sandbox::with_kernel(PLAIN).shell("\"$clunroll\" k.cl > /dev/full"));
}

#[test]
fn a_full_standard_output_is_reported_once() {
    let source = "void f(void) {\n#pragma unroll 2\nfor (int i = 0; i < 2; i++) g(i);\n}\n";
    let sandbox = Sandbox::with(&[("a.cl", source), ("b.cl", source)]);
    let error = "clunroll: error: cannot write <stdout>: No space left on device\n";
    assert!(sandbox.shell("\"$clunroll\" --diff . > /dev/full").ends_with(&format!("----- stderr\n{error}")));
}

#[test]
fn help_on_a_full_disk_is_an_error() {
    let line = "for option in --help --version 'check -h'; do \"$clunroll\" $option > /dev/full; echo $?; done";
    let error = "clunroll: error: cannot write <stdout>: No space left on device\n".repeat(3);
    let transcript = format!("$ {line}\nexit status: 0\n----- stdout\n2\n2\n2\n----- stderr\n{error}");
    assert_eq!(Sandbox::new().shell(line), transcript);
}

#[test]
fn a_closed_standard_error_changes_no_status() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    let line = "for file in missing.cl k.cl --nonsense; do \"$clunroll\" $file 2>&- >/dev/null; echo $?; done";
    assert_snapshot!(sandbox.shell(line));
}

#[test]
fn a_full_standard_error_changes_no_status() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    let line = "for file in missing.cl k.cl --nonsense; do \"$clunroll\" $file 2>/dev/full >/dev/null; echo $?; done";
    assert_snapshot!(sandbox.shell(line));
}

#[test]
fn help_for_a_reader_that_goes_away_is_success() {
    assert_snapshot!(Sandbox::new().shell("{ \"$clunroll\" --help; echo \"status $?\" >&2; } | true"));
}
