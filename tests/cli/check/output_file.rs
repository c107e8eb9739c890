//! `--output-file`: findings go to a file.

use insta::assert_snapshot;

use super::{NEGATIVE, ZERO};
use crate::sandbox::Sandbox;

#[test]
fn findings_go_to_the_file() {
    let sandbox = Sandbox::with(&[("a.cl", ZERO), ("b.cl", NEGATIVE)]);
    for format in ["full", "short", "json", "sarif", "github", "gitlab", "junit"] {
        let arguments = ["check", "--color", "never", "--format", format];
        let expected = sandbox.command().args(arguments).output().unwrap();
        let output = sandbox.command().args(arguments).args(["--output-file", "out"]).output().unwrap();
        assert!(output.stdout.is_empty());
        assert_eq!((output.status.code(), output.stderr), (Some(1), expected.stderr));
        assert_eq!(sandbox.read("out"), expected.stdout, "{format}");
    }
    // Without colours.
    sandbox.run(&["check", "--color", "always", "--output-file", "out"]);
    assert!(!sandbox.read("out").contains(&0x1b));
    assert_eq!(sandbox.names(), ["a.cl", "b.cl", "out"]);
}

#[test]
fn a_file_without_findings_is_written_too() {
    let sandbox = Sandbox::with(&[("a.cl", ZERO), ("out", "old")]);
    sandbox.run(&["check", "-q", "--output-file", "out"]);
    assert_eq!(sandbox.read("out"), b"");
}

#[test]
fn fixed_standard_input_has_standard_output_for_itself() {
    let sandbox = Sandbox::with(&[("a.cl", NEGATIVE)]);
    let transcript =
        sandbox.run_with_stdin(&["check", "--fix", "-", "--output-file", "out", "--format", "short"], ZERO);
    assert!(transcript.contains("----- stdout\n__kernel") && transcript.contains("exit status: 0"), "{transcript}");
    let refused = sandbox.run_with_stdin(&["check", "--fix", "-", "--output-file", "-"], ZERO);
    assert_snapshot!(refused);
}

#[test]
fn a_place_that_is_read_is_not_written() {
    let sandbox = Sandbox::with(&[("a.cl", NEGATIVE), ("clunroll.toml", "")]);
    let runs = ["a.cl", "./clunroll.toml", "no/folder"];
    assert_snapshot!(runs.map(|name| sandbox.run(&["check", "--output-file", name])).join("\n"));
    assert_eq!(sandbox.read("a.cl"), NEGATIVE.as_bytes());
}
