//! `tests/run.sh` and `.ci/run`: a suite or a step that fails keeps no other one from running.
//!
//! Both run in a folder of their own, where `cargo` and the other scripts only write down how they were called, and fail if they are
//! called in a certain way.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A folder with these scripts of the repository, and with stand-ins for what they call.
fn folder(scripts: &[&str], stand_ins: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    };
    for script in scripts {
        write(script, &fs::read_to_string(Path::new(ROOT).join(script)).unwrap());
    }
    for name in stand_ins {
        write(name, "#!/bin/sh\necho \"${0##*/} $*\" >> \"$CALLS\"\ncase \"${0##*/} $*\" in $FAILS) exit 3 ;; esac\n");
    }
    folder
}

/// Runs a script: the exit status, the calls, and what is said on standard error.
fn run(folder: &TempDir, script: &str, fails: &str) -> (Option<i32>, Vec<String>, String) {
    let calls = folder.path().join("calls");
    fs::write(&calls, "").unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("bash");
    command.arg(script).current_dir(folder.path());
    command.env("PATH", format!("{}:{path}", folder.path().join("bin").display()));
    command.env("CALLS", &calls).env("FAILS", fails).env("CLUNROLL_CORPUS", folder.path()).env("CLANG", "true");
    command.env_remove("CLUNROLL_NO_CORPUS");
    for waived in ["CLANG", "OPENCL", "BUILD_SYSTEMS", "EDITORS", "PYTHON"] {
        command.env(format!("CLUNROLL_NO_{waived}"), "1");
    }
    let output = command.output().unwrap();
    let calls = fs::read_to_string(calls).unwrap().lines().map(str::to_owned).collect();
    (output.status.code(), calls, String::from_utf8(output.stderr).unwrap())
}

#[test]
fn all_suites_run_whichever_fails() {
    let folder = folder(&["tests/run.sh"], &["bin/cargo", "tests/corpus.sh"]);
    let (status, calls, said) = run(&folder, "tests/run.sh", "none");
    assert_eq!((status, said.as_str()), (Some(0), ""), "{calls:?}");
    let suites = |calls: &[String]| calls.iter().filter(|call| call.contains("--no-fail-fast")).count();
    assert_eq!(suites(&calls), 2, "{calls:?}");
    let release = "cargo test --release --test corpus --test manifest --test server";
    for (fails, lines) in [
        ("*--workspace", "    cargo test --workspace, without real kernels\n".to_owned()),
        ("*--no-fail-fast*server", format!("    {release}\n")),
        ("*--no-fail-fast*", format!("    cargo test --workspace, without real kernels\n    {release}\n")),
    ] {
        let (status, calls, said) = run(&folder, "tests/run.sh", fails);
        assert_eq!((status, said), (Some(1), format!("tests/run.sh: these failed:\n{lines}")), "{fails}");
        assert_eq!(suites(&calls), 2, "{fails}: {calls:?}");
    }
}

#[test]
fn all_steps_run_whichever_fails() {
    let folder = folder(&[".ci/run"], &["bin/cargo", "tests/run.sh", "fuzz/run.sh"]);
    let (status, all, said) = run(&folder, ".ci/run", "none");
    assert_eq!((status, said.as_str()), (Some(0), ""), "{all:?}");
    assert_eq!((all.len(), all.last().map(String::as_str)), (10, Some("run.sh ")), "{all:?}");
    for (fails, lines) in [
        ("*fmt?--all*", ".ci/run: this failed: cargo fmt --all --check\n"),
        ("run.sh?", ".ci/run: this failed: sh tests/run.sh\n"),
        (
            "run.sh*",
            ".ci/run: this failed: env CLUNROLL_FUZZ_SEED=1 sh fuzz/run.sh 120\n.ci/run: this failed: sh tests/run.sh\n",
        ),
    ] {
        let (status, calls, said) = run(&folder, ".ci/run", fails);
        assert_eq!((status, said.as_str()), (Some(1), lines), "{fails}");
        assert_eq!(calls, all, "{fails}");
    }
}
