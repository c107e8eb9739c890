//! clunroll in CI: the GitHub action of `action.yml`, the hooks of `.pre-commit-hooks.yaml`, and the README about both; the files that
//! GitHub reads of this repository; and the lanes and mutants of its own tests.
//!
//! GitHub and pre-commit are not available here. So the tests read the files as these do, and run what they would run: the action's scripts
//! one after the other in an environment like that of a runner, and the hooks' commands with files as arguments.
#![cfg(unix)]

mod action;
mod github;
mod hooks;
mod lanes;
mod mutations;
mod readme;
mod release;
mod runner;

use std::fs;
use std::path::Path;

use serde_yaml_ng::Value;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A kernel with a valid request.
const VALID: &str = "\
__kernel void k(__global int *a)
{
    #pragma unroll 2
    for (int i = 0; i < 4; i++)
        a[i] = i;
}
";

/// A kernel whose factor is negative: CLU001.
const INVALID: &str = "\
__kernel void k(__global int *a)
{
    #pragma unroll -2
    for (int i = 0; i < 4; i++)
        a[i] = i;
}
";

fn text(name: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(name)).unwrap()
}

fn yaml(text: &str) -> Value {
    serde_yaml_ng::from_str(text).unwrap_or_else(|error| panic!("{error}:\n{text}"))
}

fn clunroll() -> &'static Path {
    assert_cmd::cargo::cargo_bin!("clunroll")
}
