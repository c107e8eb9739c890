//! `--select`, `--warn`, `--deny` and `--ignore` for rewriting: they decide which findings are reported and which are errors, but never
//! which loops are unrolled.

use crate::sandbox::Sandbox;

/// A loop that is unrolled, and one with a warning.
const KERNEL: &str = "\
__kernel void k(__global int *a, int n) {
#pragma unroll 2
  for (int i = 0; i < 4; i++) a[i] = i;
#pragma unroll
  for (int i = 0; i < n; i++) a[i] += i;
}
";

/// The exit status, standard output, and the first line of each diagnostic on standard error.
fn run(sandbox: &Sandbox, arguments: &[&str]) -> (Option<i32>, String, Vec<String>) {
    let output = sandbox.command().args(arguments).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    let found = stderr.lines().filter(|line| line.contains("[CLU")).map(|line| line.split(':').next().unwrap());
    (output.status.code(), String::from_utf8(output.stdout).unwrap(), found.map(str::to_owned).collect())
}

#[test]
fn a_denied_finding_prevents_the_output() {
    let sandbox = Sandbox::with_kernel(KERNEL);
    let (status, text, found) = run(&sandbox, &["k.cl"]);
    assert_eq!((status, found), (Some(0), vec!["warning[CLU102]".to_owned()]));
    for deny in ["warnings", "CLU102", "full-unroll-without-trip-count", "CLU1", "all"] {
        let (status, written, found) = run(&sandbox, &["--deny", deny, "k.cl"]);
        assert_eq!((status, written.as_str(), found), (Some(1), "", vec!["error[CLU102]".to_owned()]), "{deny}");
        assert_eq!(run(&sandbox, &["--deny", deny, "--keep-going", "k.cl"]).1, text);
    }
}

#[test]
fn no_rule_changes_what_is_unrolled() {
    let sandbox = Sandbox::with_kernel(KERNEL);
    let (_, text, _) = run(&sandbox, &["k.cl"]);
    for (arguments, expected) in [
        (&["--ignore", "CLU102"][..], &[][..]),
        (&["--ignore", "warnings,notes"], &[]),
        (&["--select", "errors"], &[]),
        (&["--select", "CLU102"], &["warning[CLU102]"]),
        (&["--select", "all", "--warn", "CLU2"], &["warning[CLU102]"]),
    ] {
        let (status, written, found) = run(&sandbox, &[arguments, &["k.cl"]].concat());
        assert_eq!((status, found), (Some(0), expected.iter().map(|&word| word.to_owned()).collect()), "{arguments:?}");
        assert_eq!(written, text, "{arguments:?}");
    }
}

#[test]
fn an_error_that_is_ignored_leaves_its_loop_and_writes_the_others() {
    let sandbox = Sandbox::with_kernel(KERNEL.replace("unroll\n", "unroll -1\n"));
    assert_eq!(run(&sandbox, &["k.cl"]).0, Some(1));
    let (status, text, found) = run(&sandbox, &["--ignore", "CLU001", "k.cl"]);
    assert_eq!((status, found), (Some(0), Vec::new()));
    assert!(text.contains("#pragma unroll -1") && !text.contains("#pragma unroll 2"), "{text}");
}

#[test]
fn the_command_line_comes_after_the_configuration() {
    let sandbox = Sandbox::with(&[("clunroll.toml", "[rules]\ndeny = ['CLU102']"), ("k.cl", KERNEL)]);
    assert_eq!(run(&sandbox, &["k.cl"]).0, Some(1));
    assert_eq!(run(&sandbox, &["--warn", "CLU102", "k.cl"]).0, Some(0));
    assert_eq!(run(&sandbox, &["--select", "default", "k.cl"]).0, Some(0));
    let shown = sandbox.run(&["--show-settings", "--ignore", "CLU001", "--deny", "CLU103", "k.cl"]);
    assert!(shown.contains("deny = [\"CLU102\", \"CLU103\"]") && !shown.contains("\"CLU001\""), "{shown}");
}
