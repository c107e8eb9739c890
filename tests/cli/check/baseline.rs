//! `--write-baseline`, `--baseline` and the key `baseline`: old findings are known, new ones fail.

use insta::assert_snapshot;

use super::{CLEAN, NEGATIVE, ZERO};
use crate::sandbox::Sandbox;

/// The exit status and the findings in short.
fn check(sandbox: &Sandbox, arguments: &[&str]) -> (Option<i32>, Vec<String>) {
    let output = sandbox.command().args(["check", "--format", "short"]).args(arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code(), text.lines().map(|line| line.split(']').next().unwrap().to_owned()).collect())
}

fn nothing() -> (Option<i32>, Vec<String>) {
    (Some(0), Vec::new())
}

#[test]
fn old_findings_are_known_and_new_ones_fail() {
    let sandbox = Sandbox::with(&[("a.cl", ZERO), ("k/b.cl", NEGATIVE), ("clean.cl", CLEAN)]);
    assert_eq!(check(&sandbox, &[]).0, Some(1));
    assert_snapshot!(sandbox.run(&["check", "--write-baseline", "known.json"]));
    assert_snapshot!(String::from_utf8(sandbox.read("known.json")).unwrap());
    assert_snapshot!(sandbox.run(&["check", "--baseline", "known.json"]));
    // The finding has moved, and is indented.
    sandbox.write("a.cl", format!("\n\n{}", ZERO.replace("#pragma", "    #pragma")));
    assert_eq!(check(&sandbox, &["--baseline", "known.json"]), nothing());
    // A second finding with the same line, which is a warning.
    sandbox.write("a.cl", [ZERO, ZERO].concat());
    let new = vec!["a.cl:6:16: warning[CLU101".to_owned()];
    assert_eq!(check(&sandbox, &["--baseline", "known.json"]), (Some(1), new.clone()));
    // With `-q`, which shows only failures, it is shown.
    assert_eq!(check(&sandbox, &["-q", "--baseline", "known.json"]), (Some(1), new.clone()));
    assert_eq!(check(&sandbox, &["--exit-zero", "--baseline", "known.json"]), (Some(0), new));
    assert_eq!(check(&sandbox, &["--ignore", "CLU101", "--baseline", "known.json"]), nothing());
    // The same finding in another file.
    sandbox.write("clean.cl", ZERO);
    sandbox.write("a.cl", ZERO);
    assert_eq!(check(&sandbox, &["--baseline", "known.json"]).1, ["clean.cl:2:16: warning[CLU101"]);
}

#[test]
fn every_format_leaves_out_what_is_known() {
    let sandbox = Sandbox::with(&[("a.cl", NEGATIVE), ("b.cl", ZERO)]);
    sandbox.run(&["check", "--write-baseline", "known.json", "a.cl"]);
    for format in ["full", "short", "json", "sarif", "github", "gitlab", "junit"] {
        let output =
            sandbox.command().args(["check", "--baseline", "known.json", "--format", format]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{format}");
        assert!(text.contains("factor 0 is not") && !text.contains("factor is negative: "), "{format}: {text}");
    }
}

#[test]
fn names_are_relative_to_the_baseline() {
    let sandbox = Sandbox::with(&[("k/a.cl", NEGATIVE), ("lint/x", "")]);
    sandbox.run(&["check", "--write-baseline", "lint/known.json", "k"]);
    assert!(String::from_utf8(sandbox.read("lint/known.json")).unwrap().contains("\"../k/a.cl\""));
    let k = sandbox.path("k");
    let output =
        sandbox.command().current_dir(&k).args(["check", "--baseline", "../lint/known.json"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let absolute = sandbox.path("k/a.cl");
    assert_eq!(check(&sandbox, &["--baseline", "lint/known.json", absolute.to_str().unwrap()]), nothing());
    let line = "\"$clunroll\" check --baseline lint/known.json --stdin-filename k/a.cl - < k/a.cl";
    assert!(sandbox.shell(line).contains("exit status: 0"));
}

/// Several requests have one finding; fixing a part of it does not make the others new.
#[test]
fn the_first_place_of_a_finding_may_be_mended() {
    let text = "__kernel void k(__global int *a) {\n\
        #pragma unroll\nfor (int i = 0; i < N; i++) a[i] = 1;\n\
        #pragma unroll\nfor (int j = 0; j < N; j++) a[j] = 2;\n}\n";
    let sandbox = Sandbox::with_kernel(text);
    sandbox.run(&["check", "--write-baseline", "known.json"]);
    assert_eq!(String::from_utf8(sandbox.read("known.json")).unwrap().matches("CLU207").count(), 2);
    assert_eq!(check(&sandbox, &["--baseline", "known.json"]), nothing());
    sandbox.write("k.cl", text.replace("i < N", "i < 4"));
    assert_eq!(check(&sandbox, &["--baseline", "known.json"]), nothing());
    sandbox.write("k.cl", text.replace("a[j] = 2", "a[j] = 3"));
    assert_eq!(check(&sandbox, &["--baseline", "known.json"]).0, Some(1));
}

#[test]
fn the_configuration_names_a_baseline() {
    let sandbox = Sandbox::with(&[
        ("a/clunroll.toml", "baseline = 'known.json'"),
        ("a/k.cl", NEGATIVE),
        ("b/k.cl", ZERO),
        ("empty.json", "{\"schema_version\":1,\"findings\":[]}"),
    ]);
    // The baseline need not exist to be written.
    sandbox.run(&["check", "--write-baseline", "a/known.json", "a"]);
    assert_eq!(check(&sandbox, &["a"]), nothing());
    // The other folder has no baseline, and there a warning is not a failure.
    assert_eq!(check(&sandbox, &[]), (Some(0), vec!["b/k.cl:2:16: warning[CLU101".to_owned()]));
    // The command line has priority.
    assert_eq!(check(&sandbox, &["--baseline", "empty.json", "a"]).0, Some(1));
    assert_eq!(check(&sandbox, &["--isolated", "a"]).0, Some(1));
    assert!(sandbox.run(&["--show-settings", "a/k.cl"]).contains("\nbaseline = \"a/known.json\"\n"));
    // Rewriting does not read it.
    sandbox.write("a/known.json", "nonsense");
    assert!(!sandbox.run(&["a/k.cl"]).contains("known.json"));
    let transcript = sandbox.run(&["check"]);
    assert!(transcript.contains("exit status: 2\n") && transcript.contains("a/known.json is not a baseline: "));
    assert!(transcript.contains("error[CLU001]"), "{transcript}");
}

#[test]
fn entries_that_are_not_found_are_mentioned_if_asked_for() {
    let sandbox = Sandbox::with(&[("a.cl", [ZERO, ZERO].concat().as_str()), ("b.cl", NEGATIVE), ("c.cl", ZERO)]);
    sandbox.run(&["check", "--write-baseline", "known.json"]);
    sandbox.write("a.cl", ZERO);
    std::fs::remove_file(sandbox.path("b.cl")).unwrap();
    sandbox.write("c.cl", CLEAN);
    assert!(!sandbox.run(&["check", "--baseline", "known.json"]).contains("not found any more"));
    assert_snapshot!(sandbox.run(&["check", "-v", "--baseline", "known.json"]));
    // Nothing is known about files that are not checked.
    assert!(!sandbox.run(&["check", "-v", "--baseline", "known.json", "a.cl"]).contains("c.cl"));
}

#[test]
fn fixes_are_made_before_the_baseline_is_written() {
    let sandbox = Sandbox::with(&[("a.cl", ZERO), ("b.cl", NEGATIVE)]);
    sandbox.run(&["check", "--fix", "--write-baseline", "known.json"]);
    let baseline = String::from_utf8(sandbox.read("known.json")).unwrap();
    assert!(baseline.contains("CLU001") && !baseline.contains("CLU101"), "{baseline}");
}

#[test]
fn a_baseline_of_a_part_is_not_written() {
    let sandbox = Sandbox::with(&[("a.cl", NEGATIVE)]);
    let transcript = sandbox.run(&["check", "a.cl", "missing.cl", "--write-baseline", "known.json"]);
    assert!(transcript.contains("exit status: 2") && !sandbox.path("known.json").exists(), "{transcript}");
}

#[test]
fn what_cannot_be_a_baseline_is_an_error() {
    let sandbox = Sandbox::with(&[("a.cl", NEGATIVE), ("clunroll.toml", ""), ("bad.json", "[]")]);
    let runs = [
        &["--baseline", "missing.json"][..],
        &["--baseline", "bad.json"],
        &["--write-baseline", "a.cl"],
        &["--write-baseline", "clunroll.toml"],
        &["--write-baseline", "-"],
        &["--write-baseline", "x", "--output-file", "x"],
        &["--write-baseline", "no/folder"],
    ];
    let transcripts = runs.map(|arguments| sandbox.run(&[&["check"][..], arguments].concat()));
    assert_snapshot!(transcripts.join("\n"));
    assert_eq!(sandbox.names(), ["a.cl", "bad.json", "clunroll.toml"]);
    for arguments in [["--write-baseline", "x", "--baseline", "y"], ["--write-baseline", "x", "--diff", "a.cl"]] {
        assert_eq!(check(&sandbox, &arguments).0, Some(2));
    }
}
