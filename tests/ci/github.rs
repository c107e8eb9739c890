//! The workflow and the issue forms of this repository, as GitHub reads them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_yaml_ng::Value;

use super::{ROOT, text, yaml};

/// The YAML files of a folder in `.github`.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new(ROOT).join(".github").join(folder)).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// A workflow runs the same script as a clone, and needs nothing that a fork does not have.
#[test]
fn the_workflow_runs_the_same_script() {
    let name = ".github/workflows/ci.yml";
    let workflow = yaml(&text(name));
    let steps = workflow["jobs"]["all"]["steps"].as_sequence().unwrap();
    assert!(steps.iter().any(|step| step["run"] == ".ci/run"), "{name} does not run .ci/run");
    assert_eq!(workflow["permissions"]["contents"], "read");
    assert!(!text(name).contains("secrets."), "{name} asks for a secret");
}

/// Each machine that builds a release tests it before the files are kept. Only the last job may write, and none has a secret.
#[test]
fn a_release_is_tested_before_it_is_drafted() {
    let name = ".github/workflows/release.yml";
    let workflow = yaml(&text(name));
    assert!(!text(name).contains("secrets."), "{name} asks for a secret");
    assert_eq!(workflow["permissions"]["contents"], "read");
    let jobs = workflow["jobs"].as_mapping().unwrap();
    let needed: Vec<_> = workflow["jobs"]["draft"]["needs"].as_sequence().unwrap().iter().collect();
    assert_eq!(needed.len() + 1, jobs.len(), "the draft waits for all other jobs");
    for job in needed {
        let job = &workflow["jobs"][job];
        assert!(job["permissions"].is_null(), "{job:?}");
        let steps = job["steps"].as_sequence().unwrap();
        let at = |is_it: &dyn Fn(&Value) -> bool| steps.iter().position(is_it).expect("each machine has this step");
        let build = at(&|step| step["run"] == "cargo xtask dist");
        let test = at(&|step| step["run"] == "cargo xtask release-test");
        let keep = at(&|step| step["uses"].as_str().is_some_and(|name| name.starts_with("actions/upload-artifact@")));
        assert!(build < test && test < keep, "{job:?}");
    }
    let draft = &workflow["jobs"]["draft"];
    assert_eq!(draft["if"], "github.ref_type == 'tag'");
    assert_eq!(draft["permissions"].as_mapping().unwrap().len(), 1);
}

/// The last script of the release uploads each file once, with the checksums, and refuses files of another version.
#[test]
fn the_draft_has_each_file_once() {
    let workflow = yaml(&text(".github/workflows/release.yml"));
    let steps = workflow["jobs"]["draft"]["steps"].as_sequence().unwrap();
    let script = steps.last().unwrap()["run"].as_str().unwrap();
    let draft = |tag: &str| {
        let folder = tempfile::tempdir().unwrap();
        let files = [
            ("linux-x86-64", &["clunroll-1.2.3.tar.gz", "clunroll.rb", "clunroll-1.2.3-x.tar.gz"][..]),
            ("linux-arm64", &["clunroll-1.2.3.tar.gz", "clunroll.rb", "clunroll-1.2.3-a.tar.gz"]),
            ("windows-2022", &["clunroll-1.2.3-w.tar.gz"]),
        ];
        for (machine, names) in files {
            let place = folder.path().join("files").join(machine);
            fs::create_dir_all(&place).unwrap();
            for name in names {
                fs::write(place.join(name), machine).unwrap();
            }
        }
        // Everything but GitHub is real.
        let script = format!("gh() {{ printf '%s\\n' \"$@\" >asked; }}\n{script}");
        let status = Command::new("bash")
            .args(["-e", "-o", "pipefail", "-c", &script])
            .current_dir(folder.path())
            .envs([("TAG", tag), ("REPOSITORY", "OWNER/clunroll")])
            .status()
            .unwrap();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap_or_default();
        (status.success(), read("asked"), read("SHA256SUMS"))
    };
    let (is_good, asked, sums) = draft("v1.2.3");
    assert!(is_good && asked.starts_with("release\ncreate\nv1.2.3\n") && asked.contains("\n--draft\n"), "{asked}");
    let sent: Vec<_> = asked.lines().filter_map(|line| line.strip_prefix("files/")?.split('/').next_back()).collect();
    let sent_once: BTreeSet<_> = sent.iter().copied().collect();
    let expected = [
        "clunroll-1.2.3-a.tar.gz",
        "clunroll-1.2.3-w.tar.gz",
        "clunroll-1.2.3-x.tar.gz",
        "clunroll-1.2.3.tar.gz",
        "clunroll.rb",
    ];
    assert_eq!(sent_once, BTreeSet::from(expected));
    assert_eq!(sent.len(), expected.len());
    let summed: BTreeSet<_> = sums.lines().map(|line| line.split_once("  ").unwrap().1).collect();
    assert_eq!(summed, sent_once);
    assert!(asked.contains("\nSHA256SUMS\n"));
    assert_eq!(draft("v1.2.4"), (false, String::new(), String::new()));
}

/// The shell can parse each script of a workflow.
#[test]
fn scripts_of_workflows_can_be_read() {
    let mut count = 0;
    for path in files("workflows") {
        let workflow = yaml(&fs::read_to_string(&path).unwrap());
        let jobs = workflow["jobs"].as_mapping().unwrap().values();
        for step in jobs.flat_map(|job| job["steps"].as_sequence().unwrap()) {
            let Some(script) = step["run"].as_str() else { continue };
            let status = Command::new("bash").args(["-n", "-c", script]).status().unwrap();
            assert!(status.success(), "{}: {script}", path.display());
            count += 1;
        }
    }
    assert!(count > 8, "{count}");
}

/// A tag can be moved to other code, but a commit cannot.
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

/// GitHub does not show a form that breaks its rules, and gives no message to users who open an issue.
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
        // YAML 1.1 reads `Yes` without quotes as a truth value, and GitHub refuses the form.
        let options = attributes["options"].as_sequence().expect("a dropdown has options");
        assert!(options.iter().all(Value::is_string), "{form}: {options:?}");
    }
}
