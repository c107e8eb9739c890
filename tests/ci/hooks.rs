//! The hooks for pre-commit: their file, and the effect of their commands on files from pre-commit.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Output};

use serde_yaml_ng::Value;
use tempfile::TempDir;

use super::{INVALID, VALID, clunroll, text, yaml};

pub fn hooks() -> Vec<Value> {
    yaml(&text(".pre-commit-hooks.yaml")).as_sequence().unwrap().clone()
}

/// Runs a hook in `folder` as pre-commit does: the words of `entry`, then the files.
fn run(hook: &Value, folder: &TempDir, files: &[&str]) -> Output {
    let mut words = hook["entry"].as_str().unwrap().split(' ');
    assert_eq!(words.next(), Some("clunroll"));
    Command::new(clunroll()).args(words).args(files).current_dir(folder.path()).output().unwrap()
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[test]
fn the_file_is_as_pre_commit_wants_it() {
    let mut ids = BTreeSet::new();
    for hook in hooks() {
        for key in ["id", "name", "description", "entry", "language", "files"] {
            assert!(hook[key].is_string(), "{hook:?}: no `{key}`");
        }
        let id = hook["id"].as_str().unwrap();
        assert!(ids.insert(id.to_owned()), "{id} stands there twice");
        // A language that pre-commit does not know is an error; `rust` builds the binaries of this package.
        let language = ["system", "python"].into_iter().find(|language| id.ends_with(language)).unwrap_or("rust");
        assert_eq!(hook["language"], language, "{id}");
        let wheel = [Value::from(concat!("clunroll==", env!("CARGO_PKG_VERSION")))];
        let wheels = hook["additional_dependencies"].as_sequence().map_or(&[][..], Vec::as_slice);
        assert_eq!(wheels, if language == "python" { &wheel[..] } else { &[] }, "{id}");
        assert_eq!(hook["types"], Value::Sequence(vec!["file".into()]), "{id}");
        assert_eq!(hook["require_serial"], true, "{id}");
    }
    let kinds = ["", "-python", "-system"];
    let expected: Vec<_> =
        ["check", "fix"].iter().flat_map(|what| kinds.map(|kind| format!("clunroll-{what}{kind}"))).collect();
    assert_eq!(ids.into_iter().collect::<Vec<_>>(), expected);
}

/// The hooks are for the files that `clunroll check` finds in a folder by itself.
#[test]
fn files_are_those_that_are_found_in_folders() {
    for hook in hooks() {
        let files = hook["files"].as_str().unwrap();
        let extensions = files.strip_prefix(r"\.(").unwrap().strip_suffix(")$").unwrap();
        let kernels: BTreeSet<_> = extensions.split('|').map(|extension| format!("k.{extension}")).collect();
        let others = ["k.c", "k.h", "k.cpp", "k.txt", "cl"];
        let all = kernels.iter().map(String::as_str).chain(others);
        let folder = folder(&all.map(|name| (name, INVALID)).collect::<Vec<_>>());
        let output = run(&hook, &folder, &["--format", "short", "."]);
        let said = String::from_utf8(output.stdout).unwrap();
        let mut found: BTreeSet<_> =
            said.lines().filter(|line| line.contains("[CLU001]")).map(|line| line.split(':').next().unwrap()).collect();
        found = found.into_iter().map(|name| name.trim_start_matches("./")).collect();
        assert_eq!(found, kernels.iter().map(String::as_str).collect(), "{said}");
    }
}

#[test]
fn findings_fail_a_commit() {
    for hook in hooks() {
        let folder = folder(&[("good.cl", VALID), ("with blank.cl", INVALID), ("-not handed over.cl", INVALID)]);
        let good = run(&hook, &folder, &["good.cl"]);
        assert_eq!(good.status.code(), Some(0), "{good:?}");
        let bad = run(&hook, &folder, &["good.cl", "with blank.cl"]);
        assert_eq!(bad.status.code(), Some(1), "{bad:?}");
        let said = String::from_utf8(bad.stdout).unwrap();
        assert!(said.contains("error[CLU001]") && said.contains("with blank.cl:3:20"), "{said}");
        assert!(!said.contains("handed over"), "{said}");
        assert_eq!(fs::read_to_string(folder.path().join("with blank.cl")).unwrap(), INVALID);
    }
}

/// pre-commit fails a commit if a hook has changed its files, and accepts it the second time.
#[test]
fn only_the_fix_changes_files() {
    let zero = VALID.replace("unroll 2", "unroll 0");
    for hook in hooks() {
        let fixes = hook["id"].as_str().unwrap().starts_with("clunroll-fix");
        let folder = folder(&[("k.cl", &zero), ("good.cl", VALID)]);
        let read = |name| fs::read_to_string(folder.path().join(name)).unwrap();
        for _ in 0..2 {
            run(&hook, &folder, &["k.cl", "good.cl"]);
            let expected = if fixes { VALID.replace("unroll 2", "unroll 1") } else { zero.clone() };
            assert_eq!(read("k.cl"), expected, "{hook:?}");
            assert_eq!(read("good.cl"), VALID, "{hook:?}");
        }
    }
}

/// What pre-commit installs for a hook of `language: python` is a package of no content with a name of its own.
#[test]
fn the_placeholder_is_not_the_package() {
    let placeholder: toml::Table = text("pyproject.toml").parse().unwrap();
    let package: toml::Table = text("bindings/python/pyproject.toml").parse().unwrap();
    assert_ne!(placeholder["project"]["name"], package["project"]["name"]);
    assert!(placeholder["tool"]["setuptools"]["packages"].as_array().unwrap().is_empty());
    assert!(placeholder["project"].get("dependencies").is_none());
}
