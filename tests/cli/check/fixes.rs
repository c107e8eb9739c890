//! `--fix` and `--diff`.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use insta::assert_snapshot;

use super::{CLEAN, NEGATIVE, ZERO};
use crate::sandbox::Sandbox;

fn fixed() -> String {
    ZERO.replace("unroll 0", "unroll 1")
}

#[test]
fn fixes_are_made_and_the_rest_is_reported() {
    let sandbox = Sandbox::with(&[("a.cl", ZERO), ("b.cl", NEGATIVE), ("c.cl", CLEAN)]);
    assert_snapshot!(sandbox.run(&["check", "--fix"]));
    assert_eq!(sandbox.read("a.cl"), fixed().as_bytes());
    assert_eq!(sandbox.read("b.cl"), NEGATIVE.as_bytes());
    assert_eq!(sandbox.names(), ["a.cl", "b.cl", "c.cl"]);
    assert_snapshot!(sandbox.run(&["check", "--fix", "a.cl", "c.cl"]));
}

#[test]
fn promises_are_written_only_where_they_are_asked_for() {
    let map = "__kernel void map(__global const float *in, __global float *out)\n{\n    #pragma unroll 4\n    \
               for (int i = 0; i < 8; i++)\n        out[i] = 2.0f * in[i];\n}\n";
    let sandbox = Sandbox::with(&[("map.cl", map), ("zero.cl", ZERO)]);
    assert_snapshot!(sandbox.run(&["check", "--format", "short"]));
    assert_snapshot!(sandbox.run(&["check", "--fix", "--format", "short"]));
    assert_eq!(sandbox.read("map.cl"), map.as_bytes());
    assert_snapshot!(sandbox.run(&["check", "--diff", "--unsafe-fixes"]));
    assert_snapshot!(sandbox.run(&["check", "--fix", "--unsafe-fixes"]));
    let promised = map.replace("*in", "*restrict in").replace("*out", "*restrict out");
    assert_eq!(sandbox.read("map.cl"), promised.as_bytes());
    // Only `check` reports it, unless clunroll writes the words anyway.
    sandbox.write("map.cl", map);
    assert_snapshot!(sandbox.run(&["map.cl", "-o", "out.cl"]));
    assert_snapshot!(sandbox.run(&["check", "map.cl", "--assume", "restrict"]));
}

#[test]
fn a_private_variable_is_written_where_it_computes_the_same() {
    let sum = "__kernel void sum(__global float *restrict out, __global const float *restrict a, int n)\n{\n    \
               #pragma unroll 4\n    for (int i = 0; i < n; i++)\n        out[get_global_id(0)] += a[i];\n}\n";
    let sandbox = Sandbox::with(&[("sum.cl", sum), ("plain.cl", &sum.replace("restrict ", ""))]);
    assert_snapshot!(sandbox.run(&["check", "--diff"]));
    assert_snapshot!(sandbox.run(&["check", "--diff", "--assume", "restrict"]));
    assert_snapshot!(sandbox.run(&["check", "--fix", "sum.cl"]));
    assert_snapshot!(sandbox.run(&["check", "--fix", "sum.cl"]));
}

#[test]
fn files_without_fixes_are_not_touched() {
    let sandbox = Sandbox::with(&[("b.cl", NEGATIVE), ("c.cl", CLEAN)]);
    let times = || ["b.cl", "c.cl"].map(|name| fs::metadata(sandbox.path(name)).unwrap().modified().unwrap());
    let before = times();
    sandbox.command().args(["check", "--fix"]).assert().code(1);
    assert_eq!(times(), before);
}

#[test]
fn line_endings_bytes_and_mode_stay() {
    let text = b"// caf\xe9\r\n#pragma unroll 0\r\nfor(;;);\rno end";
    let sandbox = Sandbox::with(&[]);
    sandbox.write("a.cl", text);
    fs::set_permissions(sandbox.path("a.cl"), PermissionsExt::from_mode(0o640)).unwrap();
    sandbox.command().args(["check", "--fix", "a.cl"]).assert().success();
    assert_eq!(sandbox.read("a.cl"), text.map(|byte| if byte == b'0' { b'1' } else { byte }));
    assert_eq!(fs::metadata(sandbox.path("a.cl")).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn a_link_stays_and_its_target_is_fixed() {
    let sandbox = Sandbox::with(&[("d/a.cl", ZERO)]);
    symlink("d/a.cl", sandbox.path("link.cl")).unwrap();
    sandbox.command().args(["check", "--fix", "link.cl"]).assert().success();
    assert!(fs::symlink_metadata(sandbox.path("link.cl")).unwrap().is_symlink());
    assert_eq!(sandbox.read("d/a.cl"), fixed().as_bytes());
}

/// The expansion of a macro may have other uses, and an included file may have other includers.
#[test]
fn what_stands_elsewhere_is_not_fixed() {
    let text = "#include \"n.h\"\n#define N 0\n#define ZERO(n) _Pragma(\"unroll 0\") for (int i = 0; i < n; i++);\n\
                __kernel void k() {\n#pragma unroll N\nfor (int i = 0; i < 4; i++);\nZERO(4)\n}\n";
    let header = "void f() {\n#pragma unroll 0\nfor (int i = 0; i < 4; i++);\n}\n";
    let sandbox = Sandbox::with(&[("a.cl", text), ("n.h", header)]);
    sandbox.command().args(["check", "--fix", "a.cl"]).assert().success();
    assert_eq!(sandbox.read("n.h"), header.as_bytes());
    let new = String::from_utf8(sandbox.read("a.cl")).unwrap();
    assert_eq!(new.replace("_Pragma(\"unroll 1\")", "_Pragma(\"unroll 0\")"), text);
}

#[test]
fn a_diff_is_shown_and_nothing_is_written() {
    let sandbox =
        Sandbox::with(&[("a.cl", ZERO), ("b.cl", NEGATIVE), ("d/c.cl", &ZERO.repeat(3).replace('\n', "\r\n"))]);
    assert_snapshot!(sandbox.run(&["check", "--diff"]));
    assert_eq!(sandbox.read("a.cl"), ZERO.as_bytes());
    assert_snapshot!(sandbox.run(&["check", "--diff", "b.cl"]));
    assert_snapshot!(sandbox.run(&["check", "--diff", "-q", "--exit-zero", "a.cl"]));
    assert_snapshot!(sandbox.run(&["check", "--diff", "--fix"]));
}

#[test]
fn a_diff_can_be_applied() {
    let sandbox = Sandbox::with(&[("a.cl", ZERO), ("d/c.cl", &ZERO.repeat(3).replace('\n', "\r\n"))]);
    let output = sandbox.command().args(["check", "--diff", "."]).output().unwrap();
    sandbox.command().args(["check", "--fix", "."]).assert().success();
    let wanted = [sandbox.read("a.cl"), sandbox.read("d/c.cl")];
    sandbox.write("a.cl", ZERO);
    sandbox.write("d/c.cl", ZERO.repeat(3).replace('\n', "\r\n"));
    sandbox.write("patch", output.stdout);
    sandbox.shell("git apply patch");
    assert_eq!([sandbox.read("a.cl"), sandbox.read("d/c.cl")], wanted);
}

#[test]
fn standard_input_is_written_to_standard_output_with_its_fixes_made() {
    let sandbox = Sandbox::with(&[("a.cl", ZERO)]);
    let mut runs = sandbox.run_with_stdin(&["check", "-", "--fix"], format!("{ZERO}{NEGATIVE}"));
    runs += &sandbox.run_with_stdin(&["check", "-", "--fix", "-q"], CLEAN);
    runs += &sandbox.run_with_stdin(&["check", "-", "a.cl", "--fix", "--exclude=n", "--stdin-filename=n"], ZERO);
    runs += &sandbox.run_with_stdin(&["check", "-", "--diff", "--stdin-filename", "d/a.cl"], ZERO);
    assert_snapshot!(runs);
    assert_eq!(sandbox.names(), ["a.cl"]);
}

/// The limit on file sizes simulates a full disk; the signal that comes with it must not end the program.
#[test]
fn a_full_disk_leaves_the_old_text_and_nothing_else() {
    let large = ZERO.repeat(120);
    let sandbox = Sandbox::with(&[("a.cl", &large), ("b.cl", ZERO)]);
    assert_snapshot!(sandbox.shell("ulimit -f 8; \"$clunroll\" check --fix --deny CLU101 -q | head -n 2"));
    assert_snapshot!(sandbox.shell("ulimit -f 8; \"$clunroll\" check --fix a.cl > /dev/null"));
    assert_eq!(sandbox.read("a.cl"), large.as_bytes());
    assert_eq!(sandbox.read("b.cl"), fixed().as_bytes());
    assert_eq!(sandbox.names(), ["a.cl", "b.cl"]);
}

#[test]
fn what_may_not_be_written_is_a_failure() {
    let sandbox = Sandbox::with(&[("d/a.cl", ZERO), ("b.cl", ZERO)]);
    fs::set_permissions(sandbox.path("d"), PermissionsExt::from_mode(0o555)).unwrap();
    if fs::write(sandbox.path("d/probe"), "").is_ok() {
        return; // This user may write everywhere.
    }
    assert_snapshot!(sandbox.run(&["check", "--fix"]));
    assert_eq!(sandbox.read("d/a.cl"), ZERO.as_bytes());
    assert_eq!(sandbox.read("b.cl"), fixed().as_bytes());
    fs::set_permissions(sandbox.path("d"), PermissionsExt::from_mode(0o755)).unwrap();
}

#[test]
fn a_pipe_cannot_be_fixed() {
    let sandbox = Sandbox::with(&[("a.cl", ZERO)]);
    assert_snapshot!(sandbox.shell("mkfifo pipe; \"$clunroll\" check --fix pipe"));
}

/// A header has no finding when it is checked alone, but has one in a source that includes it.
#[test]
fn a_suppression_that_another_source_needs_stays() {
    let body = "{\n#pragma unroll N // clunroll: allow(CLU101)\nfor (int i = 0; i < 4; i++) a[i] = i;\n}\n";
    let part = format!("#ifndef N\n#define N 2\n#endif\nvoid f(__global int *a) {body}");
    let kernel = format!("#ifndef N\n#define N 2\n#endif\n__kernel void f(__global int *a) {body}");
    let user = |name: &str| format!("#define N 0\n#include \"{name}\"\n__kernel void k(__global int *a) {{ f(a); }}\n");
    let files = [
        ("a.cl", user("part.clh")),
        ("b.cl", user("also.cl")),
        ("part.clh", part.clone()),
        ("alone.cl", part),
        ("also.cl", kernel.clone()),
        ("kernel.clh", kernel.clone()),
        ("unused.cl", kernel),
    ];
    let files: Vec<_> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    for ways in [
        &["."][..],
        &["part.clh", "alone.cl", "also.cl", "unused.cl", "b.cl"],
        &["unused.cl", "part.clh", "kernel.clh"],
    ] {
        let sandbox = Sandbox::with(&files);
        let output = sandbox.command().args(["check", "--fix"]).args(ways).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        for (name, text) in &files {
            let removed = text.replace(" // clunroll: allow(CLU101)", "");
            let expected = if *name == "unused.cl" { &*removed } else { text };
            assert_eq!(String::from_utf8(sandbox.read(name)).unwrap(), expected, "{ways:?}: {name}");
        }
        let found = sandbox.run(&["check", "a.cl", "b.cl", "--format", "short"]);
        assert!(!found.contains("CLU101"), "{found}");
    }
}

/// Lines before `for (int i = 0; i < 8; i++)` that a safe fix corrects, with the intended factor: 0 for all copies, 1 for none.
const MEANT: [(&str, i64); 51] = [
    ("#pragma unrol 4", 4),
    ("#pragma UNROLL 4", 4),
    ("#pragma unroll4", 4),
    ("#pragma unroll_4", 4),
    ("#pragma Unroll", 0),
    ("#pragma un roll 4", 4),
    ("#pragma nounrol", 1),
    ("#pragma GCC unrol 4", 4),
    ("#pragma GCC unroll4", 4),
    ("#pragma gcc unroll 4", 4),
    ("#pragma pragma unroll 4", 4),
    ("#pragma clang unroll 4", 4),
    ("#pragma clang unroll", 0),
    ("#pragma clang loop unrol_count(4)", 4),
    ("#pragma clang loop unroll(4)", 4),
    ("#pragma clang loop unroll(ful)", 0),
    ("#pragma clang loop unroll(disabel)", 1),
    ("#pragma unroll_count(4)", 4),
    ("#pragma unroll_count 4", 4),
    ("#pragma opencl_unroll_hint 4", 4),
    ("#pragma opencl_unroll_hint(4)", 4),
    ("#pragma opencl_unroll_hint4", 4),
    ("#pragma opencl_unroll_hint_4", 4),
    ("#pragma opencl_unroll_hint", 0),
    ("_Pragma(\"unrol 4\")", 4),
    ("_Pragma(\"unroll4\")", 4),
    ("_Pragma(\"pragma unroll 4\")", 4),
    ("__attribute__((opencl_unroll_hint4))", 4),
    ("__attribute__((opencl_unroll_hint_4))", 4),
    ("__attribute__((__opencl_unroll_hint4__))", 4),
    ("__attribute__((opencl_unrol_hint4))", 4),
    ("__attribute__((unroll_hint4))", 4),
    ("__attribute__((unroll_hint(4)))", 4),
    ("__attribute__((opencl_unroll(4)))", 4),
    ("__attribute__((opencl_unroll_hnt(4)))", 4),
    ("__attribute__((opencl_unroll_hnt))", 0),
    ("#pragma unroll 0", 1),
    ("#pragma unroll (0)", 1),
    ("#pragma unroll 0x0", 1),
    ("#pragma unroll(4", 4),
    ("#pragma unroll 4)", 4),
    ("#pragma unroll 4;", 4),
    ("#pragma unroll (4);", 4),
    ("#pragma unroll = 4", 4),
    ("#pragma unroll factor = 4", 4),
    ("#pragma unroll [4]", 4),
    ("#pragma unroll <4>", 4),
    ("#pragma unroll full", 0),
    ("#pragma unroll(full)", 0),
    ("#pragma unroll(4)", 4),
    ("#pragma unroll ((4))", 4),
];

/// A kernel with a line before its loop.
fn requested(line: &str) -> String {
    format!("__kernel void k(__global int *a) {{\n{line}\nfor (int i = 0; i < 8; i++) a[i] = i;\n}}\n")
}

/// The corrected line requests what its author intended.
#[test]
fn a_safe_fix_keeps_the_factor() {
    let sandbox = Sandbox::new();
    for (at, (line, _)) in MEANT.iter().enumerate() {
        sandbox.write(&format!("{at:02}.cl"), requested(line));
    }
    sandbox.run(&["check", "--fix", "-q"]);
    sandbox.command().args(["-q", "--diff", ".", "--keep-going", "--report", "r.json"]).output().unwrap();
    let report: serde_json::Value = serde_json::from_slice(&sandbox.read("r.json")).unwrap();
    for ((at, (line, factor)), file) in MEANT.iter().enumerate().zip(report["files"].as_array().unwrap()) {
        let fixed = String::from_utf8(sandbox.read(&format!("{at:02}.cl"))).unwrap();
        assert_ne!(fixed, requested(line), "{line} is not fixed");
        let asked = &file["requests"][0]["asks"];
        let asked = match asked["kind"].as_str() {
            Some("factor") => asked["factor"].as_i64(),
            Some("full" | "compiler") => Some(0),
            Some("no") => Some(1),
            _ => None,
        };
        assert_eq!(asked, Some(*factor), "{line} became {fixed}: {}", file["requests"][0]);
    }
}

/// Two factors, none, and one that may be octal: only the author knows the intention.
#[test]
fn a_factor_that_is_not_certain_is_not_written() {
    let sandbox = Sandbox::new();
    for line in [
        "#pragma unroll4 2",
        "#pragma unroll0",
        "#pragma unroll_010",
        "#pragma opencl_unroll_hint4 2",
        "#pragma opencl_unroll_hint0",
        "__attribute__((opencl_unroll_hint4(2)))",
        "__attribute__((opencl_unroll_hint0))",
        "#pragma promote_to_register4",
        "#pragma nounroll4",
    ] {
        sandbox.write("unknown.cl", requested(line));
        sandbox.run(&["check", "--fix", "unknown.cl"]);
        assert_eq!(String::from_utf8(sandbox.read("unknown.cl")).unwrap(), requested(line));
    }
}
