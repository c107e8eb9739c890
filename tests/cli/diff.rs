//! `--diff`: the changes, for `patch` and `git apply`.

use std::fs;
use std::process::Command;

use insta::assert_snapshot;

use crate::sandbox::{PLAIN, Sandbox};

const LOOP: &str = "__kernel void k(__global int *a) {\n#pragma unroll\n  for (int i = 0; i < 2; i++) a[i] = i;\n}\n";

#[test]
fn the_status_says_whether_anything_would_change() {
    let sandbox = Sandbox::with_kernel(LOOP);
    sandbox.write("plain.cl", PLAIN);
    assert_snapshot!(sandbox.run(&["--diff", "k.cl", "plain.cl"]));
    assert_snapshot!(sandbox.run(&["--diff", "plain.cl"]));
    assert_snapshot!(sandbox.run(&["--diff", "k.cl", "missing.cl"]));
    assert_snapshot!(sandbox.run_with_stdin(&["--diff", "-"], LOOP));
    assert_eq!(sandbox.read("k.cl"), LOOP.as_bytes());
}

#[test]
fn an_invalid_file_has_no_diff_unless_it_would_be_written() {
    let sandbox = Sandbox::with_kernel(format!("#pragma unroll -1\n{LOOP}"));
    assert_snapshot!(sandbox.run(&["--diff", "k.cl"]));
    let output = sandbox.command().args(["-q", "--diff", "--keep-going", "k.cl"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.starts_with(b"--- a/k.cl\n+++ b/k.cl\n@@ "));
}

#[test]
fn the_report_needs_another_place() {
    let sandbox = Sandbox::with_kernel(LOOP);
    sandbox.command().args(["--diff", "k.cl", "--report", "-"]).assert().code(2).stdout("");
    sandbox.command().args(["-q", "--diff", "k.cl", "--report", "r.json"]).assert().code(1);
    assert!(String::from_utf8(sandbox.read("r.json")).unwrap().contains("\"written\": false"));
}

/// Texts that are difficult for a diff: each diff is applied, and must produce the text that `-o` writes.
fn texts() -> Vec<(&'static str, Vec<u8>)> {
    let between = "// between\n".repeat(40);
    vec![
        ("k.cl", LOOP.into()),
        ("no end.cl", LOOP.trim_end().into()),
        ("crlf.cl", LOOP.replace('\n', "\r\n").into()),
        ("mixed.cl", format!("// a\rb\r\n// c\r{LOOP}// d\r").into()),
        ("deep/latin.cl", [&b"// \xe9\xff\n"[..], LOOP.as_bytes(), b"// \xfe"].concat()),
        ("twice.cl", format!("{LOOP}{between}{}", LOOP.replace("void k", "void l")).into()),
        ("deep/é.cl", format!("{between}{LOOP}{between}").into()),
        ("at\"quote\\.cl", LOOP.into()),
        ("no_end_behind.cl", format!("{LOOP}// no end").into()),
    ]
}

fn is_applied_by(program: &[&str]) {
    if Command::new(program[0]).arg("--version").output().is_err() {
        return;
    }
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("deep")).unwrap();
    for (name, text) in texts() {
        sandbox.write(name, text);
    }
    let diff = sandbox.command().args(["-q", "--diff", "."]).output().unwrap();
    assert_eq!(diff.status.code(), Some(1));
    sandbox.write("all.diff", &diff.stdout);
    let names: Vec<_> = texts().into_iter().map(|(name, _)| name).collect();
    let written = names.iter().map(|name| {
        let output = sandbox.command().args(["-q", name]).output().unwrap();
        assert_ne!(output.stdout, sandbox.read(name), "{name} should change");
        output.stdout
    });
    let written: Vec<_> = written.collect();
    let applied = Command::new(program[0])
        .args(&program[1..])
        .arg("all.diff")
        .current_dir(sandbox.path(""))
        .env("GIT_CEILING_DIRECTORIES", sandbox.path(".."))
        .output()
        .unwrap();
    assert!(applied.status.success(), "{}{}", text(&applied.stdout), text(&applied.stderr));
    for (name, written) in names.iter().zip(written) {
        assert_eq!(text(&sandbox.read(name)), text(&written), "{name}");
        assert_eq!(sandbox.read(name), written, "{name}");
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn patch_applies_it() {
    is_applied_by(&["patch", "--binary", "-p1", "-i"]);
}

#[test]
fn git_applies_it() {
    is_applied_by(&["git", "apply", "--whitespace=nowarn"]);
}
