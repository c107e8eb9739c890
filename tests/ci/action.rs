//! The GitHub action: the behaviour of its scripts, with inputs of every kind, and its file.

use std::fs;

use super::runner::Runner;
use super::{INVALID, ROOT, VALID, text, yaml};

const CACHE: &str = "actions/cache";
const UPLOAD: &str = "github/codeql-action/upload-sarif";

#[test]
fn nothing_to_find() {
    let runner = Runner::new(&[("kernels/k.cl", VALID)]);
    let job = runner.run();
    assert_eq!(job.failed, None, "{}", job.said);
    assert!(!job.said.contains("::"), "{}", job.said);
    assert_eq!(job.outputs["status"], "0");
    assert_eq!(job.given(UPLOAD).unwrap()["sarif_file"], job.outputs["sarif"]);
    let sarif = yaml(&fs::read_to_string(&job.outputs["sarif"]).unwrap());
    assert_eq!(sarif["version"], "2.1.0");
}

#[test]
fn findings_are_uploaded_before_the_job_fails() {
    let runner = Runner::new(&[("kernels/k.cl", INVALID), ("other/k.cl", VALID)]);
    let job = runner.run();
    assert_eq!(job.failed, Some(1), "{}", job.said);
    let annotation = job.said.lines().find(|line| line.starts_with("::error ")).unwrap();
    assert!(annotation.contains("file=kernels/k.cl,line=3,") && annotation.contains("CLU001"), "{annotation}");
    assert_eq!(job.given(UPLOAD).unwrap()["category"], "clunroll");
    let sarif = fs::read_to_string(&job.outputs["sarif"]).unwrap();
    assert!(sarif.contains("kernels/k.cl") && sarif.contains("CLU001"), "{sarif}");
    assert_eq!(job.outputs["status"], "1");
}

#[test]
fn findings_fail_the_job_only_if_they_shall() {
    let runner = Runner::new(&[("k.cl", INVALID)]).with("fail", "false");
    let job = runner.run();
    assert_eq!(job.failed, None, "{}", job.said);
    assert!(job.said.contains("::error ") && job.given(UPLOAD).is_some(), "{}", job.said);
    assert_eq!(job.outputs["status"], "1");
}

/// Findings that are missing from an upload count as fixed, so there must be no upload.
#[test]
fn a_check_that_cannot_be_made_fails_the_job() {
    for (input, value) in [("paths", "missing.cl"), ("args", "--no-such-flag"), ("args", "--format=json")] {
        let runner = Runner::new(&[("k.cl", VALID)]).with(input, value).with("fail", "false");
        let job = runner.run();
        assert_eq!(job.failed, Some(2), "{input}: {value}: {}", job.said);
        assert!(job.given(UPLOAD).is_none(), "{input}: {value}");
        assert_eq!(job.outputs["sarif"], "", "{input}: {value}");
        assert!(job.said.contains("error: "), "{input}: {value}: nothing says why: {}", job.said);
    }
}

#[test]
fn an_upload_is_a_choice() {
    let runner = Runner::new(&[("k.cl", INVALID)]).with("upload-sarif", "false");
    let job = runner.run();
    assert_eq!((job.failed, job.given(UPLOAD)), (Some(1), None), "{}", job.said);
}

#[test]
fn choices_are_true_or_false() {
    for input in ["fail", "upload-sarif"] {
        for value in ["yes", "", "True", "$(exit 0)"] {
            let job = Runner::new(&[("k.cl", VALID)]).with(input, value).run();
            assert_eq!(job.failed, Some(2), "{input}: {value}: {}", job.said);
            assert!(job.said.contains(&format!("The input `{input}` is neither")), "{}", job.said);
        }
    }
}

#[test]
fn the_program_is_built_once() {
    let mut runner = Runner::new(&[("k.cl", VALID)]);
    let first = runner.run();
    let installed = format!("{}/clunroll", runner.path("temp").display());
    let target = format!("{installed}-target");
    let command = [ROOT, "install", "--locked", "--path", ".", "--root", &installed, "--target-dir", &target];
    assert_eq!(runner.cargo().unwrap(), command);
    let cached = first.given(CACHE).unwrap();
    assert_eq!(cached["path"], installed);
    let key = cached["key"].strip_prefix("clunroll-Linux-X64-").unwrap();
    assert!(key.len() == 40 && key.bytes().all(|byte| byte.is_ascii_hexdigit()), "{key}");

    runner = Runner::new(&[("k.cl", VALID)]);
    runner.is_cached = true;
    let second = runner.run();
    assert_eq!((second.failed, runner.cargo()), (None, None), "{}", second.said);
    assert_eq!(second.given(CACHE).unwrap()["key"], cached["key"]);
}

#[test]
fn a_runner_without_rust() {
    let mut runner = Runner::new(&[("k.cl", VALID)]);
    runner.has_cargo = false;
    let job = runner.run();
    assert_eq!(job.failed, Some(2));
    assert!(job.said.contains("::error title=clunroll::cargo is not on this runner"), "{}", job.said);
}

/// The annotation says why the check could not run.
#[test]
fn a_check_that_cannot_run_is_annotated() {
    let wrong = Runner::new(&[("k.cl", VALID)]).with("args", "--no-such-option");
    let broken = Runner::new(&[("k.cl", VALID), ("clunroll.toml", "defines = 100%\n")]);
    let missing = Runner::new(&[("k.cl", VALID)]).with("paths", "none");
    for (runner, reason) in
        [(wrong, "unexpected argument '--no-such-option'"), (broken, "clunroll.toml:1:"), (missing, "none")]
    {
        let job = runner.run();
        assert_eq!((job.failed, &*job.outputs["status"]), (Some(2), "2"), "{}", job.said);
        let annotation = job.said.lines().find(|line| line.starts_with("::error title=clunroll::")).expect(&job.said);
        assert!(annotation.contains("The check could not run: error: ") && annotation.contains(reason), "{annotation}");
    }
}

/// An input is only a path or an argument, whatever its text.
#[test]
fn inputs_are_no_commands() {
    let names =
        ["with blank.cl", "$(touch pwned).cl", "`touch pwned`.cl", "'; touch pwned; '.cl", "-x.cl", "*.cl", "é,%:.cl"];
    let mut files: Vec<_> = names.iter().map(|name| (*name, INVALID)).collect();
    files.push(("not named.cl", INVALID));
    let paths = names.join("\n");
    let arguments = "\n--deny=warnings\n-DTEXT=\"a b\" $(touch pwned)\n";
    let runner = Runner::new(&files).with("paths", &format!("\n{paths}")).with("args", arguments);
    let job = runner.run();
    assert_eq!(job.outputs["status"], "1", "{}", job.said);
    assert_eq!(job.said.lines().filter(|line| line.starts_with("::error ")).count(), names.len(), "{}", job.said);
    assert!(!runner.has("pwned") && !job.said.contains("not named"), "{}", job.said);
}

#[test]
fn the_last_line_needs_no_line_break() {
    let runner = Runner::new(&[("a.cl", VALID), ("b.cl", INVALID)]).with("paths", "a.cl\nb.cl");
    assert_eq!(runner.run().outputs["status"], "1");
}

/// GitHub puts `${{ … }}` into a script before a shell sees it, so scripts must not contain it.
#[test]
fn scripts_hold_no_expressions() {
    let action = yaml(&text("action.yml"));
    for step in action["runs"]["steps"].as_sequence().unwrap() {
        assert!(step["name"].is_string());
        assert!(!step["run"].as_str().unwrap_or_default().contains("${{"), "{step:?}");
    }
}

/// A tag can be moved to other code, but a commit cannot. The comment names the tag for people and for programs that update pins.
#[test]
fn other_actions_are_named_by_commit() {
    let text = text("action.yml");
    let uses: Vec<_> = text.lines().filter_map(|line| line.trim_start().strip_prefix("uses: ")).collect();
    assert_eq!(uses.len(), 2, "{uses:?}");
    for line in uses {
        let (action, version) = line.split_once(" # v").expect("a comment names the version");
        let (_, commit) = action.split_once('@').unwrap();
        assert!(commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit()), "{line}");
        assert_eq!(version.split('.').count(), 3, "{line}");
    }
}

#[test]
fn each_input_is_described_and_used() {
    let text = text("action.yml");
    let action = yaml(&text);
    for key in ["name", "description"] {
        assert!(action[key].is_string(), "{key}");
    }
    assert_eq!(action["runs"]["using"], "composite");
    for (name, input) in action["inputs"].as_mapping().unwrap() {
        let name = name.as_str().unwrap();
        assert!(input["description"].is_string() && input["default"].is_string(), "{name}");
        assert!(text.contains(&format!("${{{{ inputs.{name} }}}}")), "{name}");
    }
}
