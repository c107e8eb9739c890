//! `tests/run.sh` and `.ci/run`: after a failed suite or step the others still run, and each test is in a lane.
//!
//! Both run in a folder of their own, in which stand-ins replace `cargo` and the other scripts. These only record their arguments, and fail
//! if they are called in a certain way.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A folder with these scripts of the repository, and with stand-ins for the commands that they call.
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
        write(
            name,
            "#!/bin/sh\necho \"${0##*/} $*\" >> \"$CALLS\"\neval \"case \\${0##*/}' '\\$* in $FAILS) exit 3 ;; esac\"\n",
        );
    }
    folder
}

/// A script with its arguments; calls that match one of the patterns fail.
fn command(folder: &TempDir, script: &str, fails: &str) -> Command {
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("bash");
    command.args(script.split(' ')).current_dir(folder.path());
    command.env("PATH", format!("{}:{path}", folder.path().join("bin").display()));
    command.env("CALLS", folder.path().join("calls")).env("FAILS", fails);
    command.env("CLUNROLL_CORPUS", folder.path()).env("CLANG", "true");
    command.env_remove("CLUNROLL_NO_CORPUS");
    for waived in ["CLANG", "OPENCL", "BUILD_SYSTEMS", "EDITORS", "PYTHON"] {
        command.env(format!("CLUNROLL_NO_{waived}"), "1");
    }
    command
}

/// Runs a script; returns the exit status, the calls, and standard error.
fn run(folder: &TempDir, script: &str, fails: &str) -> (Option<i32>, Vec<String>, String) {
    let calls = folder.path().join("calls");
    fs::write(&calls, "").unwrap();
    let output = command(folder, script, fails).output().unwrap();
    let calls = fs::read_to_string(calls).unwrap().lines().map(str::to_owned).collect();
    (output.status.code(), calls, String::from_utf8(output.stderr).unwrap())
}

/// A folder for `tests/run.sh`.
fn folder_of_tests() -> TempDir {
    folder(&["tests/run.sh"], &["bin/cargo", "tests/corpus.sh"])
}

/// A lane's calls of cargo if everything passes, without the time of each suite.
fn lane(folder: &TempDir, option: &str) -> Vec<String> {
    let (status, calls, said) = run(folder, &format!("tests/run.sh{option}"), "none");
    assert_eq!((status, said.as_str()), (Some(0), ""), "{calls:?}");
    calls.into_iter().filter(|call| call.starts_with("cargo ")).collect()
}

#[test]
fn all_suites_run_whichever_fails() {
    let folder = folder_of_tests();
    let all = lane(&folder, " --full");
    for (fails, lines) in [
        ("*--lib*", "    unit tests\n"),
        ("*--test?corpus*", "    real kernels\n"),
        ("*--lib*|*--test?random*", "    unit tests\n    random loops as C\n    random programs\n"),
    ] {
        let (status, calls, said) = run(&folder, "tests/run.sh --full", fails);
        assert_eq!((status, said), (Some(1), format!("tests/run.sh: these failed:\n{lines}")), "{fails}");
        assert_eq!(calls.iter().filter(|call| call.starts_with("cargo ")).count(), all.len(), "{fails}: {calls:?}");
    }
}

/// The full lane is the quick one and the rest.
#[test]
fn each_suite_is_in_one_lane() {
    let folder = folder_of_tests();
    let (quick, rest, full) = (lane(&folder, ""), lane(&folder, " --rest"), lane(&folder, " --full"));
    assert_eq!([quick.clone(), rest.clone()].concat(), full);
    assert!(quick.iter().all(|call| !rest.contains(call)), "{quick:?} {rest:?}");
}

/// Each test program runs as a whole in one lane, or one lane leaves out exactly those of its tests that the other runs.
#[test]
fn each_test_is_in_a_lane() {
    let full = lane(&folder_of_tests(), " --full");
    let mut programs = vec!["fake_worker".to_owned()];
    for entry in fs::read_dir(Path::new(ROOT).join("tests")).unwrap() {
        let path = entry.unwrap().path();
        let is_program = path.extension().is_some_and(|extension| extension == "rs") || path.join("main.rs").is_file();
        programs.extend(is_program.then(|| path.file_stem().unwrap().to_string_lossy().into_owned()));
    }
    assert!(programs.len() > 10, "{programs:?}");
    for program in programs {
        // The tests that a call names, and those that it skips.
        let calls: Vec<[BTreeSet<&str>; 2]> = full
            .iter()
            .filter(|call| format!("{call} ").contains(&format!("--test {program} ")))
            .map(|call| {
                let mut tests = [BTreeSet::new(), BTreeSet::new()];
                let mut words = call.split(' ').skip_while(|word| *word != "--test");
                while let Some(word) = words.next() {
                    match word {
                        "--test" => _ = words.next(),
                        "--skip" => tests[1].extend(words.next()),
                        "--" | "--exact" => {}
                        name => _ = tests[0].insert(name),
                    }
                }
                tests
            })
            .collect();
        let is_whole = calls.iter().any(|[named, skipped]| named.is_empty() && skipped.is_empty());
        let is_split = calls.iter().any(|[named, _]| {
            !named.is_empty() && calls.iter().any(|[others, skipped]| others.is_empty() && skipped == named)
        });
        assert!(is_whole || is_split, "{program} does not run in tests/run.sh: {full:?}");
    }
}

/// The output of the quick lane shows newcomers what it leaves out.
#[test]
fn the_quick_lane_says_what_it_leaves_out() {
    let folder = folder_of_tests();
    let says = |option: &str| {
        let output = command(&folder, &format!("tests/run.sh{option}"), "none").output().unwrap();
        String::from_utf8(output.stdout).unwrap().contains("this was the quick lane. sh tests/run.sh --full runs all")
    };
    assert_eq!(["", " --full", " --rest"].map(says), [true, false, false]);
}

#[test]
fn all_steps_run_whichever_fails() {
    let folder = folder(&[".ci/run"], &["bin/cargo", "tests/run.sh", "fuzz/run.sh"]);
    let (status, all, said) = run(&folder, ".ci/run", "none");
    assert_eq!((status, said.as_str()), (Some(0), ""), "{all:?}");
    let ends = [all.first(), all.last()].map(|call| call.map(String::as_str));
    assert_eq!((all.len(), ends), (12, [Some("run.sh "), Some("run.sh --rest")]), "{all:?}");
    for (fails, lines) in [
        ("*fmt?--all*", ".ci/run: this failed: cargo fmt --all --check\n"),
        ("run.sh?", ".ci/run: this failed: sh tests/run.sh\n"),
        (
            "run.sh?--rest|run.sh?60",
            ".ci/run: this failed: env CLUNROLL_FUZZ_SEED=1 sh fuzz/run.sh 60\n\
             .ci/run: this failed: sh tests/run.sh --rest\n",
        ),
    ] {
        let (status, calls, said) = run(&folder, ".ci/run", fails);
        assert_eq!((status, said.as_str()), (Some(1), lines), "{fails}");
        assert_eq!(calls, all, "{fails}");
    }
}
