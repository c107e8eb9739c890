//! The README is true: its examples are real, its options are those of `--help`. That its commands run is seen by
//! `tests/docs.rs`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn readme() -> String {
    fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap()
}

/// The contents of the fenced blocks that begin with `fence`, in order.
fn blocks<'a>(readme: &'a str, fence: &str) -> Vec<&'a str> {
    readme
        .split(&format!("{fence}\n"))
        .skip(1)
        .map(|rest| rest.split_once("```").expect("a fence is closed").0)
        .collect()
}

fn clunroll() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin!("clunroll"))
}

#[test]
fn before_and_after_are_real() {
    let readme = readme();
    let blocks = blocks(&readme, "```c");
    let kernels = ["kernels/convolution.cl", "kernels/conditional.cl", "kernels/register_tile.cl"];
    assert_eq!(blocks.len(), 2 * kernels.len(), "the README shows each of {kernels:?} before and after");
    for (kernel, example) in kernels.into_iter().zip(blocks.chunks(2)) {
        let source = fs::read_to_string(Path::new(ROOT).join(kernel)).unwrap();
        assert!(source.contains(example[0]), "`before` is no part of {kernel}:\n{}", example[0]);
        let output = clunroll().arg(kernel).current_dir(ROOT).output().unwrap();
        let written = String::from_utf8(output.stdout).unwrap();
        assert!(written.contains(example[1]), "`after` is no part of the output, which is:\n{written}");
    }
}

#[test]
fn the_options_are_those_of_help() {
    let help = String::from_utf8(clunroll().arg("-h").output().unwrap().stdout).unwrap();
    let described: BTreeSet<_> = help
        .lines()
        .filter(|line| line.trim_start().starts_with('-'))
        // The explanation stands behind two blanks or more.
        .flat_map(|line| flags(line.trim_start().split("  ").next().unwrap_or_default()))
        .collect();
    assert!(described.contains("--keep-going") && described.contains("-D"), "{described:?}");
    let readme = readme();
    let listed: BTreeSet<_> = readme
        .lines()
        .filter(|line| line.starts_with("| `-"))
        .flat_map(|line| flags(line.split('|').nth(1).unwrap_or_default()))
        .collect();
    assert_eq!(listed, described);
}

/// The options named in `text`, without their values.
fn flags(text: &str) -> Vec<String> {
    text.split([' ', ',', '`', '=', '<'])
        .filter(|word| word.starts_with('-') && word.len() > 1)
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_exit_statuses_are_those_of_help() {
    let help = String::from_utf8(clunroll().arg("--help").output().unwrap().stdout).unwrap();
    let readme = readme();
    for status in 0..=2 {
        assert!(help.contains(&format!("\n  {status}  ")), "--help does not explain {status}");
        assert!(readme.contains(&format!("\n| {status} | ")), "the README does not explain {status}");
    }
}
