//! The README is true: its commands run, its example is real, its options are those of `--help`.
//!
//! Commands run in a copy of `kernels/`, so that what they write does not land in the working tree. A command of a
//! kind that is not known here fails the test: whoever adds one says how it is tested.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;
use walkdir::WalkDir;

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

/// A folder with `kernels/` in it, as in a clone.
fn clone() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for entry in WalkDir::new(Path::new(ROOT).join("kernels")) {
        let entry = entry.unwrap();
        let copy = folder.path().join(entry.path().strip_prefix(ROOT).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir(copy).unwrap();
        } else {
            fs::copy(entry.path(), copy).unwrap();
        }
    }
    folder
}

fn clunroll() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin!("clunroll"))
}

#[test]
fn every_command_runs() {
    let readme = readme();
    let commands: Vec<_> = blocks(&readme, "```sh").into_iter().flat_map(str::lines).collect();
    for command in &commands {
        run(command);
    }
    for promised in ["cargo run --release -- kernels/convolution.cl -o convolution.unrolled.cl", "sh tests/run.sh"] {
        assert!(commands.contains(&promised), "the README does not show `{promised}`");
    }
}

fn run(command: &str) {
    // No command here needs a shell's quoting.
    let words: Vec<_> = command.split(' ').collect();
    match words[..] {
        // Which finds what is in `kernels/invalid`.
        ["clunroll", "check", "kernels"] => {
            clunroll().args(&words[1..]).current_dir(clone().path()).assert().code(1);
        }
        // The program is the one that cargo has built for this test, rather than another build of it.
        ["cargo", "run", "--release", "--", ref arguments @ ..] | ["clunroll", ref arguments @ ..] => {
            let clone = clone();
            clunroll().args(arguments).current_dir(&clone).assert().success();
            if let Some(at) = arguments.iter().position(|&argument| argument == "-o") {
                let written = fs::read(clone.path().join(arguments[at + 1])).unwrap();
                assert!(!written.is_empty(), "`{command}` wrote nothing");
            }
        }
        ["cargo", "run", "--example", ..] => {
            // It builds its kernel on a device.
            if std::env::var("CLUNROLL_NO_OPENCL").as_deref() != Ok("1") {
                Command::new(env!("CARGO")).args(&words[1..]).current_dir(ROOT).assert().success();
            }
        }
        // Running it would run this test again, without end. That it does what it should is seen wherever the tests
        // are started, since this is how they are started; here it is only read.
        ["sh", script] => {
            Command::new("sh").args(["-n", script]).current_dir(ROOT).assert().success();
        }
        // Installing builds everything once more. What it installs is the binary of the package at the root.
        ["cargo", "install", "--path", "."] => {
            let manifest = fs::read_to_string(Path::new(ROOT).join("Cargo.toml")).unwrap();
            assert!(manifest.starts_with("[package]\nname = \"clunroll\"\n"));
            clunroll().arg("--version").assert().success();
        }
        _ => panic!("no test for the README's command `{command}`"),
    }
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
    let readme = readme();
    let (before, lint) = readme.split_once("\n## As a lint\n").unwrap();
    let (lint, behind) = lint.split_once("\n## ").unwrap();
    let described = described(&["-h"]);
    assert!(described.contains("--keep-going") && described.contains("-D"), "{described:?}");
    assert_eq!(&listed(before) | &listed(behind), described);
    // What both take stands in the first table.
    assert_eq!(listed(lint), &self::described(&["check", "-h"]) - &described);
}

/// The options that the help is about.
fn described(arguments: &[&str]) -> BTreeSet<String> {
    let help = String::from_utf8(clunroll().args(arguments).output().unwrap().stdout).unwrap();
    help.lines()
        .filter(|line| line.trim_start().starts_with('-'))
        // The explanation stands behind two blanks or more.
        .flat_map(|line| flags(line.trim_start().split("  ").next().unwrap_or_default()))
        .collect()
}

/// The options in the tables of a part of the README.
fn listed(part: &str) -> BTreeSet<String> {
    part.lines()
        .filter(|line| line.starts_with("| `-"))
        .flat_map(|line| flags(line.split('|').nth(1).unwrap_or_default()))
        .collect()
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
    let readme = readme();
    for (table, arguments) in
        [("\n| Exit status | ", &["--help"][..]), ("\n| Exit status of `check` | ", &["check", "--help"])]
    {
        let help = String::from_utf8(clunroll().args(arguments).output().unwrap().stdout).unwrap();
        let table = readme.split_once(table).unwrap().1.split_once("\n\n").unwrap().0;
        for status in 0..=2 {
            assert!(help.contains(&format!("\n  {status}  ")), "{arguments:?} does not explain {status}");
            assert!(table.contains(&format!("\n| {status} | ")), "the README does not explain {status}");
        }
    }
}
