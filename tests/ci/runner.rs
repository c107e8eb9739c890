//! A runner for composite actions, with the features that `action.yml` needs.
//!
//! It processes the steps in order: it evaluates `if` and `${{ … }}`, runs scripts by bash with GitHub's options, collects their output in
//! `GITHUB_OUTPUT`, and stops at the first script that fails. It records the steps that use other actions, with their inputs. Unknown
//! syntax fails the test.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_yaml_ng::Value;
use tempfile::TempDir;

use super::{ROOT, clunroll, text, yaml};

/// The commands of the scripts, besides bash itself and cargo.
const TOOLS: [&str; 12] =
    ["bash", "cat", "cp", "curl", "find", "git", "gzip", "mkdir", "sha256sum", "sort", "tar", "xargs"];

/// A stand-in for cargo, whose build would take minutes: it copies the program under test to the place of the installed one.
const CARGO: &str = r#"#!/usr/bin/env bash
printf '%s\n' "$PWD" "$@" >"$CARGO_LOG"
while [ "$1" != --root ]; do shift; done
mkdir -p "$2/bin"
cp "$PROGRAM" "$2/bin/clunroll"
"#;

pub struct Runner {
    folder: TempDir,
    inputs: BTreeMap<String, String>,
    /// Whether the cache has the program.
    pub is_cached: bool,
    pub has_cargo: bool,
    /// The address of the server with the repository of the action; without it, the action is a folder.
    pub server: Option<String>,
    /// The version of the action that the workflow names.
    pub reference: &'static str,
}

/// The result of a job.
pub struct Job {
    /// The output of all scripts.
    pub said: String,
    /// The status of the script that failed.
    pub failed: Option<i32>,
    /// The actions that were used, without their version, with their inputs.
    pub used: Vec<(String, BTreeMap<String, String>)>,
    /// The outputs of the action.
    pub outputs: BTreeMap<String, String>,
}

impl Job {
    /// The inputs of an action, if it was used.
    pub fn given(&self, action: &str) -> Option<&BTreeMap<String, String>> {
        self.used.iter().find(|(used, _)| used == action).map(|(_, with)| with)
    }
}

impl Runner {
    /// A runner with a checked-out repository that contains these files.
    pub fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::Builder::new().prefix("a runner ").tempdir().unwrap();
        for name in ["repository", "temp", "bin"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        for tool in TOOLS {
            let path = env::var_os("PATH").unwrap();
            let found = env::split_paths(&path).map(|folder| folder.join(tool)).find(|path| path.is_file());
            symlink(found.unwrap_or_else(|| panic!("no {tool}")), folder.path().join("bin").join(tool)).unwrap();
        }
        let inputs = BTreeMap::new();
        let runner = Self { folder, inputs, is_cached: false, has_cargo: true, server: None, reference: "v0.2.0" };
        for (name, text) in files {
            let path = runner.path("repository").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        runner
    }

    pub fn with(mut self, input: &str, value: &str) -> Self {
        self.inputs.insert(input.to_owned(), value.to_owned());
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The folder and the arguments of the call of cargo, if there was one.
    pub fn cargo(&self) -> Option<Vec<String>> {
        let log = fs::read_to_string(self.path("cargo.log")).ok()?;
        Some(log.lines().map(str::to_owned).collect())
    }

    /// Runs the action as the only step of a job.
    pub fn run(&self) -> Job {
        let action = yaml(&text("action.yml"));
        let mut context = self.context(&action);
        let mut job = Job { said: String::new(), failed: None, used: Vec::new(), outputs: BTreeMap::new() };
        if self.has_cargo {
            fs::write(self.path("bin/cargo"), CARGO).unwrap();
            fs::set_permissions(self.path("bin/cargo"), fs::metadata(clunroll()).unwrap().permissions()).unwrap();
        }
        if self.is_cached {
            fs::create_dir_all(self.path("temp/clunroll/bin")).unwrap();
            fs::copy(clunroll(), self.path("temp/clunroll/bin/clunroll")).unwrap();
            context.insert("steps.cache.outputs.cache-hit".to_owned(), "true".to_owned());
        }
        for step in action["runs"]["steps"].as_sequence().unwrap() {
            if !step["if"].as_str().is_none_or(|condition| holds(condition, &context)) {
                continue;
            }
            if let Some(uses) = step["uses"].as_str() {
                let (name, _) = uses.split_once('@').unwrap();
                job.used.push((name.to_owned(), evaluated(&step["with"], &context)));
                continue;
            }
            let status = self.script(step, &mut context, &mut job.said);
            if status != 0 {
                job.failed = Some(status);
                break;
            }
        }
        for (name, output) in action["outputs"].as_mapping().unwrap() {
            let value = substitute(output["value"].as_str().unwrap(), &context);
            job.outputs.insert(name.as_str().unwrap().to_owned(), value);
        }
        job
    }

    fn context(&self, action: &Value) -> BTreeMap<String, String> {
        let mut context = BTreeMap::from([
            ("github.action_path".to_owned(), ROOT.to_owned()),
            ("github.server_url".to_owned(), self.server.clone().unwrap_or_default()),
            ("github.action_repository".to_owned(), self.server.as_ref().map_or("", |_| "OWNER/clunroll").to_owned()),
            ("github.action_ref".to_owned(), self.server.as_ref().map_or("", |_| self.reference).to_owned()),
            ("runner.temp".to_owned(), self.path("temp").display().to_string()),
            ("runner.os".to_owned(), "Linux".to_owned()),
            ("runner.arch".to_owned(), "X64".to_owned()),
        ]);
        for (name, input) in action["inputs"].as_mapping().unwrap() {
            let name = name.as_str().unwrap();
            let default = input["default"].as_str().unwrap_or_else(|| panic!("{name}: no text as default"));
            let value = self.inputs.get(name).map_or(default, String::as_str);
            context.insert(format!("inputs.{name}"), value.to_owned());
        }
        for name in self.inputs.keys() {
            assert!(context.contains_key(&format!("inputs.{name}")), "the action has no input `{name}`");
        }
        context
    }

    /// Runs a script, and returns its status.
    fn script(&self, step: &Value, context: &mut BTreeMap<String, String>, said: &mut String) -> i32 {
        assert_eq!(step["shell"].as_str(), Some("bash"), "a script of a composite action names its shell");
        fs::write(self.path("script"), step["run"].as_str().unwrap()).unwrap();
        fs::write(self.path("output"), "").unwrap();
        let mut command = Command::new(self.path("bin/bash"));
        command
            .args(["--noprofile", "--norc", "-e", "-o", "pipefail"])
            .arg(self.path("script"))
            .current_dir(self.path("repository"))
            .env_clear()
            .env("PATH", self.path("bin"))
            .env("HOME", self.path("temp"))
            .env("RUNNER_TEMP", self.path("temp"))
            .env("GITHUB_OUTPUT", self.path("output"))
            .env("GITHUB_ACTIONS", "true")
            .env("CARGO_LOG", self.path("cargo.log"))
            .env("PROGRAM", clunroll())
            .envs(evaluated(&step["env"], context));
        let output = command.output().unwrap();
        said.push_str(&String::from_utf8_lossy(&output.stdout));
        said.push_str(&String::from_utf8_lossy(&output.stderr));
        for line in fs::read_to_string(self.path("output")).unwrap().lines() {
            let (name, value) = line.split_once('=').unwrap();
            let id = step["id"].as_str().expect("a step with outputs has an id");
            context.insert(format!("steps.{id}.outputs.{name}"), value.to_owned());
        }
        output.status.code().expect("no signal ended it")
    }

    /// Whether a file exists in the repository or beside it.
    pub fn has(&self, name: &str) -> bool {
        walk(self.folder.path()).iter().any(|path| path.file_name().is_some_and(|file| file == name))
    }
}

fn walk(folder: &Path) -> Vec<PathBuf> {
    walkdir::WalkDir::new(folder).into_iter().map(|entry| entry.unwrap().into_path()).collect()
}

fn evaluated(values: &Value, context: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let values = values.as_mapping().into_iter().flatten();
    values
        .map(|(name, value)| (name.as_str().unwrap().to_owned(), substitute(value.as_str().expect("a text"), context)))
        .collect()
}

/// The text with each `${{ name }}` replaced by its value.
fn substitute(text: &str, context: &BTreeMap<String, String>) -> String {
    let mut parts = text.split("${{ ");
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(" }}").expect("an expression is closed");
        result.push_str(value(name, context));
        result.push_str(rest);
    }
    result
}

/// The value of a name. An output that was not written is empty, as on GitHub; any other unknown name is a mistake.
fn value<'a>(name: &str, context: &'a BTreeMap<String, String>) -> &'a str {
    let value = context.get(name).map(String::as_str);
    value.unwrap_or_else(|| {
        assert!(name.starts_with("steps."), "`{name}` is no value that this runner knows");
        ""
    })
}

/// Whether a condition holds: comparisons with a text, joined by `&&`.
fn holds(condition: &str, context: &BTreeMap<String, String>) -> bool {
    condition.split(" && ").all(|comparison| {
        let (name, operator, text) = match comparison.split(' ').collect::<Vec<_>>()[..] {
            [name, operator, text] => (name, operator, text.trim_matches('\'')),
            _ => panic!("`{comparison}` is no comparison"),
        };
        match operator {
            "==" => value(name, context) == text,
            "!=" => value(name, context) != text,
            _ => panic!("`{operator}` is not known"),
        }
    })
}
