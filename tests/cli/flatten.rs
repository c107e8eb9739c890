//! `--flatten` writes one text, or reports why it does not.

use std::fs;

use insta::assert_snapshot;
use serde_json::Value;

use crate::sandbox::Sandbox;

const LOOP: &str = "__kernel void k(__global int *a) {\n#pragma unroll\n  for (int i = 0; i < 2; i++) a[i] = i;\n}\n";

/// A folder in which `k.cl` includes `h.h`, which is to be read once, and another file that does not exist.
fn once() -> Sandbox {
    let sandbox = Sandbox::with(&[("h.h", "#pragma once\nint h;\n")]);
    sandbox.write("k.cl", format!("#include \"h.h\"\n#include <x.h>\n{LOOP}"));
    sandbox
}

#[test]
fn a_file_that_was_found_and_stays_is_an_error() {
    let sandbox = once();
    assert_snapshot!(sandbox.run(&["--flatten", "k.cl", "-o", "out.cl", "--report", "report.json"]));
    assert_eq!(sandbox.names(), ["h.h", "k.cl", "report.json"]);
    let report: Value = serde_json::from_slice(&sandbox.read("report.json")).unwrap();
    let file = &report["files"][0];
    assert_eq!(file["written"], false);
    assert_eq!(file["diagnostics"][0]["name"], "not-flattened");
    assert_eq!(file["diagnostics"][0]["severity"], "error");
    sandbox.command().args(["--flatten", "-q", "k.cl"]).assert().code(1).stdout("");
    // An option writes it all the same.
    let kept = sandbox.command().args(["--flatten", "-q", "--keep-going", "k.cl"]).assert().code(1);
    assert!(String::from_utf8_lossy(&kept.get_output().stdout).starts_with("#include \"h.h\"\n#include <x.h>\n"));
    sandbox.write("k.cl", format!("#include \"h.h\" // clunroll: allow(not-flattened)\n#include <x.h>\n{LOOP}"));
    sandbox.command().args(["--flatten", "-q", "k.cl"]).assert().success();
}

/// The text is not written, for each of these reasons.
#[test]
fn each_reason_is_an_error() {
    let files = [
        ("open.h", "#ifdef FAST\n"),
        ("closes.h", "#endif\n"),
        ("comment.h", "int c; /* open\n"),
        ("once.h", "#pragma once\nint o;\n"),
        ("operator.h", "_Pragma(\"once\") int o;\n"),
        ("imports.h", "#import \"plain.h\"\n"),
        ("plain.h", "int p;\n"),
        ("asks.h", "#if __has_include(\"plain.h\")\n#endif\n"),
        ("endless.h", "#include \"endless.h\"\n"),
        ("around.h", "#include \"open.h\"\n"),
        ("sub/unread.h", "#include \"none.h\"\n"),
        ("nul.h", "int n;\0\n"),
    ];
    let sandbox = Sandbox::with(&files);
    fs::File::create(sandbox.path("large.h")).unwrap().set_len(1 << 32).unwrap();
    let mut said = Vec::new();
    for (head, is_error) in [
        ("#include \"open.h\"\n#endif\n", true),
        ("#ifdef X\n#include \"closes.h\"\n", true),
        ("#include \"comment.h\"\n*/\n", true),
        ("#include \"around.h\"\n#endif\n", true),
        ("#include \"none.h\"\n#include \"once.h\"\n", true),
        ("#include <x.h>\n#include \"operator.h\"\n", true),
        ("#include <x.h>\n#import \"plain.h\"\n", true),
        ("#include <x.h>\n#include \"imports.h\"\n", true),
        ("#ifdef X\n#include \"once.h\"\n#endif\n#include \"plain.h\"\n#include \"once.h\"\n", true),
        ("#include \"asks.h\"\n", true),
        ("#include \"plain.h\"\n#line LINE\n", true),
        ("#include \"endless.h\"\n", true),
        ("#include \"k.cl\"\n", true),
        ("#include \"sub/unread.h\"\n", true),
        ("#include \"nul.h\"\n", true),
        ("#include \"large.h\"\n", true),
        ("#define NAME \"open.h\"\n#include NAME\n#endif\n", true),
        // A file that is not found, one that is not read, and one in angle brackets.
        ("#include \"none.h\"\n#include NONE\n#include \"plain.h\"\n", false),
        ("#if 0\n#include \"open.h\"\n#endif\n", false),
        ("#include <open.h>\n#endif\n", false),
        ("#if __has_include(\"plain.h\")\n#endif\n", false),
        ("#include \"sub\"\n", false),
    ] {
        sandbox.write("k.cl", format!("{head}{LOOP}"));
        let output = sandbox.command().args(["--flatten", "k.cl"]).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(i32::from(is_error)), "{head}{text}");
        assert_eq!(output.stdout.is_empty(), is_error, "{head}");
        for line in text.lines().filter(|line| line.contains("CLU010")) {
            said.push(format!("{}: {line}", head.trim_end().replace('\n', " | ")));
        }
        assert_eq!(text.contains("CLU010"), is_error, "{head}{text}");
    }
    assert_snapshot!(said.join("\n"));
}

/// In a folder, the other files are written.
#[test]
fn a_file_of_a_folder_stops_no_other() {
    let sandbox = Sandbox::with(&[("in/h.h", "#pragma once\nint h;\n"), ("in/good.cl", LOOP)]);
    sandbox.write("in/bad.cl", format!("#include \"h.h\"\n#include <x.h>\n{LOOP}"));
    // The file is a part of the other one, and not a text of its own.
    sandbox.write("in/part.clh", "#include \"h.h\"\n#include <x.h>\n");
    sandbox.write("in/whole.cl", format!("#include \"part.clh\"\n{LOOP}"));
    let said = sandbox.run(&["in", "--out-dir", "out", "--flatten"]);
    assert!(said.contains("exit status: 1\n"), "{said}");
    assert!(sandbox.path("out/good.cl").exists() && !sandbox.path("out/bad.cl").exists(), "{said}");
    let errors: Vec<_> = said.lines().filter(|line| line.contains("error[CLU010]")).collect();
    assert_eq!(errors.len(), 2, "of bad.cl and of whole.cl: {said}");
    // `check` flattens nothing.
    sandbox.command().args(["check", "-q", "in"]).assert().success();
}

/// The kernels of a C++ file are in raw strings, and its own includes belong to the host.
#[test]
fn an_include_in_a_raw_string_is_an_error() {
    let sandbox = Sandbox::with(&[("h.h", "int h;\n"), ("host.h", "int h;\n")]);
    let with = |head: &str| {
        sandbox.write("k.cpp", format!("#include \"host.h\"\nconst char *k = R\"CLC(\n{head}{LOOP})CLC\";\n"));
        let output = sandbox.command().args(["--flatten", "k.cpp"]).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (status, said) = with("#include \"h.h\"\n");
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("error[CLU010]: cannot flatten `\"h.h\"`: the include is in a C++ raw string"), "{said}");
    assert!(said.contains("k.cpp:3:10"), "{said}");
    for head in ["", "#include \"none.h\"\n", "#include <h.h>\n"] {
        let (status, said) = with(head);
        assert_eq!((status, said.contains("CLU010")), (Some(0), false), "{head}{said}");
    }
}
