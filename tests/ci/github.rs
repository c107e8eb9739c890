//! The workflow and the issue forms of this repository, as GitHub reads them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_yaml_ng::Value;

use super::{ROOT, text, yaml};

/// The YAML files of a folder in `.github`.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new(ROOT).join(".github").join(folder)).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// What passes on GitHub passes in a clone: a workflow runs the same script, and needs nothing that a fork has not.
#[test]
fn the_workflow_runs_the_same_script() {
    let name = ".github/workflows/ci.yml";
    let workflow = yaml(&text(name));
    let steps = workflow["jobs"]["all"]["steps"].as_sequence().unwrap();
    assert!(steps.iter().any(|step| step["run"] == ".ci/run"), "{name} does not run .ci/run");
    assert_eq!(workflow["permissions"]["contents"], "read");
    assert!(!text(name).contains("secrets."), "{name} asks for a secret");
}

/// A tag can be moved to other code, a commit cannot.
#[test]
fn workflows_name_actions_by_commit() {
    for path in files("workflows") {
        let text = fs::read_to_string(&path).unwrap();
        let uses = text.lines().filter_map(|line| line.trim_start().trim_start_matches("- ").strip_prefix("uses: "));
        for line in uses {
            let (action, _) = line.split_once(" # v").expect("a comment names the version");
            let commit = action.split_once('@').unwrap().1;
            let is_commit = commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
            assert!(is_commit, "{}: {line}", path.display());
        }
    }
}

/// GitHub does not show a form that breaks its rules, and says so to nobody who opens an issue.
#[test]
fn issue_forms_are_forms() {
    let forms = files("ISSUE_TEMPLATE").into_iter().filter(|path| path.file_name().unwrap() != "config.yml");
    let mut names = BTreeSet::new();
    for path in forms {
        let form = yaml(&fs::read_to_string(&path).unwrap());
        let name = form["name"].as_str().expect("a form has a name").to_owned();
        assert!(form["description"].is_string(), "{name}");
        assert!(names.insert(name.clone()), "two forms are called {name}");
        let mut ids = BTreeSet::new();
        for element in form["body"].as_sequence().expect("a form has a body") {
            check(&name, element, &mut ids);
        }
        assert!(ids.contains("version") && ids.contains("command"), "{name}: {ids:?}");
    }
    assert_eq!(names.len(), 4, "{names:?}");
}

/// Checks one element of a form; `ids` are those of the elements before it.
fn check(form: &str, element: &Value, ids: &mut BTreeSet<String>) {
    let kind = element["type"].as_str().expect("an element has a type");
    let attributes = &element["attributes"];
    if kind == "markdown" {
        assert!(attributes["value"].is_string(), "{form}: {element:?}");
        return;
    }
    assert!(["checkboxes", "dropdown", "input", "textarea"].contains(&kind), "{form}: {kind}");
    assert!(attributes["label"].is_string(), "{form}: {element:?}");
    let id = element["id"].as_str().expect("each answer has an id");
    assert!(ids.insert(id.to_owned()), "{form}: two elements are called {id}");
    if kind == "dropdown" {
        // `Yes` without quotes is a truth value to YAML 1.1, and GitHub refuses the form.
        let options = attributes["options"].as_sequence().expect("a dropdown has options");
        assert!(options.iter().all(Value::is_string), "{form}: {options:?}");
    }
}
