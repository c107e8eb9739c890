//! Builds of both texts.

use insta::assert_snapshot;
use serde_json::Value;

use super::{LOOP, compiler, is_waived, without_names};
use crate::sandbox::{PLAIN, Sandbox};

/// Accepts only texts that still contain a pragma, as if the output were broken.
const TAKES_PRAGMAS: &str =
    "if grep -q 'pragma unroll'; then exit 0; fi\necho 'k.cl:3:1: error: no pragma' >&2\nexit 1";
/// Accepts only texts without a pragma.
const TAKES_LOOPS: &str = "if grep -q 'pragma unroll'; then echo 'k.cl:2:1: error: a pragma' >&2; exit 1; fi";

#[test]
fn clang_builds_both() {
    if is_waived("CLUNROLL_NO_CORPUS") {
        return;
    }
    let sandbox = Sandbox::with_kernel(LOOP);
    let said = sandbox.run(&["k.cl", "-o", "out.cl", "--verify", "--verify-with", "clang"]);
    assert_snapshot!(without_names(&said));
    assert_eq!(sandbox.names(), ["k.cl", "out.cl"]);
}

#[test]
fn the_final_compile_gets_the_options_of_clunroll() {
    if is_waived("CLUNROLL_NO_CORPUS") {
        return;
    }
    let sandbox = Sandbox::with(&[
        (
            "sub/k.cl",
            &format!(
                "#include \"here.h\"\n#include <there.h>\n#if __OPENCL_C_VERSION__ != 200\n#error\n#endif\nT twice(T x) {{ return F(x); }}\nconstant int total = HERE + THERE + FORCED + OPTION + CONFIGURED;\n{LOOP}"
            ),
        ),
        ("sub/here.h", "#define HERE 1\n"),
        ("a folder/there.h", "#define THERE 1\n"),
        ("forced.h", "#define FORCED 1\n"),
        ("sub/clunroll.toml", "build-options = ['-DCONFIGURED=1']\n"),
    ]);
    let line = "'-DT=unsigned int' '-DF(x)=((x) * 2)' -I 'a folder' --include forced.h --cl-std CL2.0 --build-option -DOPTION=1";
    let run = |line: &str| without_names(&sandbox.shell(line));
    let good = run(&format!("$clunroll sub/k.cl -o out.cl --verify --verify-with clang {line}"));
    assert!(good.ends_with("verified: 1 file still builds with TOOL\n"), "{good}");
    let missing = run(&format!("$clunroll sub/k.cl -o out.cl --verify --verify-with clang --isolated {line}"));
    assert!(
        missing.contains("sub/k.cl: not verified: neither the original nor the output builds (TOOL)\n"),
        "{missing}"
    );
    assert!(missing.contains("  | sub/k.cl:7:"), "{missing}");
}

#[test]
fn an_output_that_does_not_build_is_not_written() {
    let sandbox = Sandbox::with_kernel(LOOP);
    compiler(&sandbox, "cc", TAKES_PRAGMAS);
    sandbox.write("out.cl", PLAIN);
    assert_snapshot!(sandbox.run(&[
        "k.cl",
        "-o",
        "out.cl",
        "--verify",
        "--verify-with",
        "./cc",
        "--report",
        "report.json"
    ]));
    assert_eq!(sandbox.read("out.cl"), PLAIN.as_bytes());
    let report: Value = serde_json::from_slice(&sandbox.read("report.json")).unwrap();
    let file = &report["files"][0];
    assert_eq!(file["written"], false);
    let reason = "the original builds, but the output does not";
    let expected = serde_json::json!({
        "with": "cc 1.0",
        "verdict": "different",
        "reason": reason,
        "kernels": null,
        "coverage": { "state": "not-measured" }
    });
    assert_eq!(file["verification"], expected);
}

#[test]
fn nothing_goes_to_standard_output_or_over_the_input_either() {
    let sandbox = Sandbox::with_kernel(LOOP);
    compiler(&sandbox, "cc", TAKES_PRAGMAS);
    for target in [&[][..], &["--in-place"], &["--diff"], &["--out-dir", "out"], &["--keep-going"]] {
        let line = [&["k.cl", "-q", "--verify=build", "--verify-with", "./cc"], target].concat();
        let said = sandbox.run(&line);
        assert!(
            said.contains("exit status: 1\n----- stdout\n----- stderr\nclunroll: k.cl: verification failed"),
            "{said}"
        );
        assert_eq!(sandbox.read("k.cl"), LOOP.as_bytes());
        assert_eq!(sandbox.names(), ["cc", "k.cl"]);
    }
}

#[test]
fn an_original_that_alone_does_not_build_is_a_difference_too() {
    let sandbox = Sandbox::with_kernel(LOOP);
    compiler(&sandbox, "cc", TAKES_LOOPS);
    assert_snapshot!(sandbox.run(&["k.cl", "--verify", "--verify-with", "./cc"]));
}

#[test]
fn what_neither_text_builds_with_is_not_verified_and_written_unless_strict() {
    let sandbox = Sandbox::with_kernel(LOOP);
    compiler(&sandbox, "cc", "cat >/dev/null; echo 'error: never' >&2; exit 1");
    assert_snapshot!(sandbox.run(&["k.cl", "-o", "out.cl", "--verify", "--verify-with", "./cc"]));
    assert_eq!(sandbox.names(), ["cc", "k.cl", "out.cl"]);
    std::fs::remove_file(sandbox.path("out.cl")).unwrap();
    assert_snapshot!(sandbox.run(&[
        "k.cl",
        "-q",
        "-o",
        "out.cl",
        "--verify",
        "--verify-strict",
        "--verify-with",
        "./cc"
    ]));
    assert_eq!(sandbox.names(), ["cc", "k.cl"]);
}

#[test]
fn a_compiler_that_crashes_or_hangs_says_nothing_of_the_original() {
    let sandbox = Sandbox::with_kernel(LOOP);
    compiler(&sandbox, "crash", "kill -SEGV $$");
    compiler(&sandbox, "hang", "sleep 60");
    compiler(&sandbox, "crash-on-output", "grep -q 'pragma unroll' || kill -SEGV $$");
    compiler(&sandbox, "hang-on-output", "grep -q 'pragma unroll' || sleep 60");
    let run =
        |cc: &str| sandbox.run(&["k.cl", "-o", "out.cl", "--verify", "--verify-with", cc, "--verify-timeout", "0.2"]);
    let said = run("./crash");
    assert!(
        said.contains("exit status: 0") && said.contains("not verified: the compiler crashed on the original"),
        "{said}"
    );
    let said = run("./hang");
    assert!(said.contains("exit status: 0") && said.contains("not verified: the build takes more than 2 s"), "{said}");
    std::fs::remove_file(sandbox.path("out.cl")).unwrap();
    let said = run("./crash-on-output");
    assert!(said.contains("exit status: 1") && said.contains("failed: the compiler crashed on the output"), "{said}");
    let said = run("./hang-on-output");
    assert!(
        said.contains("exit status: 1") && said.contains("failed: the output takes more than 2 s to build"),
        "{said}"
    );
    assert!(!sandbox.path("out.cl").exists());
}

#[test]
fn each_file_is_verified_by_itself_and_those_that_pass_are_written() {
    let sandbox = Sandbox::with(&[
        ("kernels/bad.cl", &format!("// bad\n{LOOP}")),
        ("kernels/good.cl", LOOP),
        ("kernels/plain.cl", PLAIN),
        ("kernels/whole.cl", "#include \"part.cl\"\n"),
        ("kernels/part.cl", &format!("// bad\n{LOOP}")),
    ]);
    compiler(&sandbox, "cc", "case $(cat) in *bad*pragma*) ;; *bad*) exit 1 ;; esac");
    let said = sandbox.run(&["kernels", "--out-dir", "out", "--verify", "--verify-with", "./cc"]);
    assert_snapshot!(said);
    assert!(sandbox.path("out/good.cl").exists() && !sandbox.path("out/bad.cl").exists());
    assert!(
        sandbox.path("out/part.cl").exists(),
        "a part of another file is copied, and nothing of it is to be verified"
    );
}

#[test]
fn a_compiler_that_is_none_is_an_error_before_anything_is_written() {
    let sandbox = Sandbox::with_kernel(LOOP);
    compiler(&sandbox, "cc", "");
    sandbox.write("no-compiler", "#!/bin/sh\nexit 3\n");
    sandbox.write("no-answer", "#!/bin/sh\nexec sleep 60\n");
    let run = |line: &str| sandbox.shell(&format!("$clunroll k.cl -o out.cl {line}"));
    let mut said = String::new();
    for line in [
        "--verify --verify-with ./missing",
        "--verify --verify-with ./no-compiler",
        "--verify --verify-with ./no-answer --verify-timeout 0.02",
        "--verify=run --verify-with ./cc",
        "--verify-with ./cc",
        "--verify-strict",
        "--verify-timeout 3",
    ] {
        said.push_str(&run(line));
    }
    assert_snapshot!(said);
    assert_eq!(sandbox.names(), ["cc", "k.cl", "no-answer", "no-compiler"]);
}

#[test]
fn wrong_values_are_wrong_arguments() {
    let sandbox = Sandbox::with_kernel(LOOP);
    for line in [
        "--verify=all",
        "--verify --verify-timeout 0",
        "--verify --verify-timeout ten",
        "--verify --verify-with opencl:",
        "--build-option cl-mad-enable",
        "--build-option '-DA -DB'",
    ] {
        let said = sandbox.shell(&format!("$clunroll k.cl -o out.cl {line}"));
        assert!(said.contains("exit status: 2") && said.contains("error: "), "{said}");
    }
    assert_eq!(sandbox.names(), ["k.cl"]);
}

#[test]
fn two_files_are_compared() {
    let sandbox = Sandbox::with(&[("a.cl", LOOP), ("b.cl", PLAIN)]);
    compiler(&sandbox, "cc", TAKES_PRAGMAS);
    let line = ["verify", "a.cl", "b.cl", "--verify-with", "./cc"];
    assert_snapshot!(sandbox.run(&line));
    assert_snapshot!(sandbox.run_with_stdin(&["verify", "-", "a.cl", "--verify-with", "./cc"], LOOP));
    let said = sandbox.run_with_stdin(&["verify", "-", "-", "--verify-with", "./cc"], LOOP);
    assert!(said.contains("exit status: 2") && said.contains("both files"), "{said}");
    let said = sandbox.run(&["verify", "a.cl", "missing.cl", "--verify-with", "./cc"]);
    assert!(said.contains("exit status: 2") && said.contains("cannot read missing.cl"), "{said}");
}

#[test]
fn the_worker_is_nobodys_command() {
    let sandbox = Sandbox::new();
    let said = sandbox.run_with_stdin(&["verify-worker"], "what is this?\n");
    assert!(
        said.contains("exit status: 2") && said.contains("error: this command is only for clunroll itself"),
        "{said}"
    );
    assert!(!sandbox.run(&["--help"]).contains("verify-worker"));
}
