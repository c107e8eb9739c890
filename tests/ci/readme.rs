//! The hooks, inputs and versions in the README's examples exist.

use super::hooks::hooks;
use super::{text, yaml};

/// The YAML blocks of the README, in order: for pre-commit, then for a workflow.
fn blocks() -> [String; 2] {
    let readme = text("README.md");
    let blocks = readme.split("```yaml\n").skip(1).map(|rest| rest.split_once("```").unwrap().0.to_owned());
    blocks.collect::<Vec<_>>().try_into().expect("two blocks")
}

/// The version as a tag.
const TAG: &str = concat!("v", env!("CARGO_PKG_VERSION"));

#[test]
fn the_hooks_are_there() {
    let [configuration, _] = blocks();
    let configuration = yaml(&configuration);
    let repository = &configuration["repos"][0];
    assert!(repository["repo"].as_str().unwrap().ends_with("/OWNER/clunroll"));
    assert_eq!(repository["rev"], TAG);
    let chosen = repository["hooks"].as_sequence().unwrap();
    assert!(!chosen.is_empty());
    for hook in chosen {
        assert!(hooks().iter().any(|there| there["id"] == hook["id"]), "{hook:?}");
    }
}

#[test]
fn the_inputs_of_the_action_are_there() {
    let [_, workflow] = blocks();
    let action = yaml(&text("action.yml"));
    let job = &yaml(&workflow)["jobs"]["clunroll"];
    // Without this permission, the upload is refused.
    assert_eq!(job["permissions"]["security-events"], "write");
    assert_eq!(job["permissions"]["contents"], "read");
    let steps = job["steps"].as_sequence().unwrap();
    let step = steps.iter().find(|step| step["uses"] == format!("OWNER/clunroll@{TAG}")).expect("a step is the action");
    for (input, _) in step["with"].as_mapping().unwrap() {
        assert!(!action["inputs"][input.as_str().unwrap()].is_null(), "{input:?}");
    }
}
