//! The documents are true: each command in them runs, word for word.
//!
//! The commands of README.md, of docs/, of fuzz/ and of the READMEs in examples/ are in blocks that begin with ```` ```sh ````.
//! Each block is a shell script that runs in a copy of a clone, so that it does not write to the working tree. It must succeed, unless
//! `<!-- exit status: N -->` is on the line before it. `clunroll` and `cargo run --release --` are the program that cargo has built for
//! this test, rather than another build of it: a folder of stand-ins for them is in front of PATH. All other commands are those of the
//! system.
//!
//! The shell only parses commands that run the tests or take minutes: running them here would run this test again, without end.
//!
//! Links within the repository have targets, and the map of the code stays short.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use tempfile::TempDir;
use walkdir::WalkDir;

use crate::pocl;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The entries of a clone that a command may use.
const IN_A_CLONE: [&str; 14] = [
    "kernels",
    "benches",
    "examples",
    "cmake",
    "crates",
    "docs",
    "editors",
    "src",
    "tests/run.sh",
    "tests/mutations.sh",
    "fuzz/run.sh",
    "Cargo.toml",
    "Cargo.lock",
    "README.md",
];

/// Scripts that are only parsed.
const ONLY_READ: [&str; 3] = ["sh tests/run.sh", "sh tests/mutations.sh", "sh fuzz/run.sh"];

/// The commands of README, which the quick lane runs.
#[test]
fn the_commands_of_the_readme_run() {
    let document = fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap();
    let scripts = scripts(&document);
    let stand_ins = stand_ins();
    for script in &scripts {
        run("README.md", script, stand_ins.path());
    }
    for promised in [
        "cargo run --release -- kernels/convolution.cl -o convolution.unrolled.cl",
        "sh tests/run.sh",
        "sh tests/run.sh --full",
    ] {
        let is_shown = scripts.iter().any(|script| script.text.lines().any(|line| line == promised));
        assert!(is_shown, "the README does not show `{promised}`");
    }
    for (command, meaning) in [
        ("sh tests/run.sh", "This command runs the quick lane of the tests:"),
        ("sh tests/run.sh --full", "This one runs all tests:"),
    ] {
        assert!(
            document.contains(&format!("{meaning}\n\n```sh\n{command}\n```\n")),
            "the README does not say what `{command}` runs"
        );
    }
}

/// The commands of all other pages. Some need build systems, Node.js or cargo-c.
#[test]
fn the_commands_of_the_other_pages_run() {
    let stand_ins = stand_ins();
    for document in documents() {
        let name = document.strip_prefix(ROOT).unwrap().display().to_string();
        if name == "README.md" {
            continue;
        }
        for script in scripts(&fs::read_to_string(&document).unwrap()) {
            run(&name, &script, stand_ins.path());
        }
    }
}

/// A reader of the map reads it from beginning to end, so it must stay short. Longer explanations are decisions (docs/decisions/).
#[test]
fn the_map_is_short() {
    let words = fs::read_to_string(Path::new(ROOT).join("ARCHITECTURE.md")).unwrap().split_whitespace().count();
    assert!(words <= 2500, "ARCHITECTURE.md has {words} words");
}

/// Only the reports contain wording: no crate of the engine uses the words of the rules.
#[test]
fn the_engine_has_no_words() {
    let crates = ["oclc-syntax", "clunroll-analysis", "clunroll-loops", "clunroll-core"];
    let files = crates.iter().flat_map(|name| WalkDir::new(Path::new(ROOT).join("crates").join(name).join("src")));
    let files = files.map(|entry| entry.unwrap().into_path());
    for path in files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")) {
        let text = fs::read_to_string(&path).unwrap();
        let uses_words =
            text.contains("clunroll_rules::words") || text.contains("in_words") || text.contains("Wording");
        assert!(!uses_words, "{}", path.display());
    }
}

/// A link within the repository points to a file, and to a heading in it.
#[test]
fn links_lead_somewhere() {
    let pages = WalkDir::new(Path::new(ROOT).join("docs")).into_iter().map(|entry| entry.unwrap().into_path());
    let pages = pages.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let mut dead = Vec::new();
    for page in pages.chain(
        [
            "README.md",
            "ARCHITECTURE.md",
            "CONTRIBUTING.md",
            "examples/build-script/README.md",
            "fuzz/README.md",
            "tests/cases/README.md",
        ]
        .map(|name| Path::new(ROOT).join(name)),
    ) {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split([')', '\n']).next()) {
            if link.contains("://") || link.is_empty() {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            let is_there = target.exists() && (heading.is_empty() || has_heading(&target, heading));
            if !is_there {
                dead.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(dead.is_empty(), "dead links:\n{}", dead.join("\n"));
}

/// Whether a page has the heading or the anchor that a link names.
fn has_heading(page: &Path, name: &str) -> bool {
    let text = fs::read_to_string(page).unwrap();
    let named = |heading: &str| {
        let kept = heading.to_lowercase().replace(' ', "-");
        kept.chars().filter(|one| one.is_alphanumeric() || *one == '-' || *one == '_').collect::<String>()
    };
    let mut headings =
        text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    headings.any(|heading| named(heading) == name) || text.contains(&format!("<a id=\"{name}\"></a>"))
}

/// All documents with commands.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(ROOT);
    let mut documents = vec![root.join("README.md"), root.join("fuzz/README.md")];
    let entries =
        |folder: &str| fs::read_dir(root.join(folder)).into_iter().flatten().map(|entry| entry.unwrap().path());
    // The page about Python is tested in a Python environment, by bindings/python/tests/test_docs.py. The commands of docs/install.md
    // install the files of a release; `cargo xtask release-test` runs them.
    let is_tested_here = |path: &PathBuf| !path.ends_with("docs/python.md") && !path.ends_with("docs/install.md");
    documents.extend(
        entries("docs")
            .filter(is_tested_here)
            .filter(|path| path.extension().is_some_and(|extension| extension == "md")),
    );
    documents.extend(entries("examples").map(|path| path.join("README.md")).filter(|path| path.is_file()));
    documents.sort();
    documents
}

/// One block of commands.
#[derive(Debug)]
struct Script {
    text: String,
    status: i32,
}

fn scripts(document: &str) -> Vec<Script> {
    let mut scripts = Vec::new();
    let mut rest = document;
    while let Some((before, behind)) = rest.split_once("```sh\n") {
        let (text, after) = behind.split_once("```").expect("a fence is closed");
        let line = before.trim_end().lines().last().unwrap_or_default();
        let status = line.strip_prefix("<!-- exit status: ").and_then(|line| line.strip_suffix(" -->"));
        let status = status.map_or(0, |status| status.parse().expect("a number"));
        scripts.push(Script { text: text.to_owned(), status });
        rest = after;
    }
    scripts
}

fn run(document: &str, script: &Script, stand_ins: &Path) {
    let builds = ["cmake ", "make", "cargo cinstall ", "cargo install --locked cargo-c@"]
        .iter()
        .any(|word| script.text.starts_with(word));
    let verifies = script.text.contains("--verify") || script.text.contains("clunroll verify");
    let needs_device = document.starts_with("examples") || script.text.contains("--example") || builds || verifies;
    let is_waived = |name| std::env::var(name).as_deref() == Ok("1");
    let packs = script.text.contains("npm ") && is_waived("CLUNROLL_NO_EDITORS");
    if packs || needs_device && is_waived("CLUNROLL_NO_OPENCL") || builds && is_waived("CLUNROLL_NO_BUILD_SYSTEMS") {
        return;
    }
    let clone = clone();
    let mut text = String::from("set -e\n");
    for line in script.text.lines() {
        let is_only_read = ONLY_READ.iter().any(|read| line.starts_with(read));
        // `sh FILE …` becomes `sh -n FILE …`.
        text.push_str(&if is_only_read { line.replacen("sh ", "sh -n ", 1) } else { line.to_owned() });
        text.push('\n');
    }
    let path = std::env::var("PATH").unwrap_or_default();
    let folder = if document.starts_with("examples") { Path::new(document).parent().unwrap() } else { Path::new(".") };
    let output = Command::new("sh")
        .args(["-c", &text])
        .current_dir(clone.path().join(folder))
        .env("PATH", format!("{}:{path}", stand_ins.display()))
        .env(pocl::VARIABLE, pocl::vendors())
        .env("CLUNROLL_CACHE", "")
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples"))
        .output()
        .unwrap();
    assert_eq!(
        output.status.code(),
        Some(script.status),
        "{document}:\n{}\n--- stdout\n{}\n--- stderr\n{}",
        script.text,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    // Each file that the script writes exists.
    let words: Vec<_> = script.text.split_whitespace().collect();
    for pair in words.windows(2).filter(|pair| pair[0] == "-o" && pair[1] != "/dev/null" && script.status == 0) {
        let written = fs::read(clone.path().join(folder).join(pair[1])).unwrap_or_default();
        assert!(!written.is_empty(), "`{}` wrote nothing to {}", script.text, pair[1]);
    }
}

/// A folder with the content of a clone.
fn clone() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in IN_A_CLONE {
        copy(&Path::new(ROOT).join(name), &folder.path().join(name));
    }
    folder
}

fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            // Files that are built in their own folders are not a part of a clone; git ignores them.
            if entry.file_name() != "target" && entry.file_name() != "node_modules" {
                copy(&entry.path(), &to.join(entry.file_name()));
            }
        }
    } else if from.is_file() {
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(from, to).unwrap();
    }
}

/// A folder with `clunroll`, and with a `cargo` that runs it.
fn stand_ins() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let program = assert_cmd::cargo::cargo_bin!("clunroll").display().to_string();
    // The line that installs cargo-c runs as it is, into the folder where it is installed already, so that cargo has nothing to build.
    // `--debug` says that it was built so (tests/tools.sh).
    //
    // Building the package again, in a folder of its own, would take a minute for each command. `cargo install` installs the program of the
    // package at the root, which is the one of this test.
    let cargo = format!(
        "case \"$*\" in\n\
         'run --release -- '*) shift 3; exec '{program}' \"$@\" ;;\n\
         'run --example '*) cd '{ROOT}'; unset CARGO_TARGET_DIR; exec '{cargo}' \"$@\" ;;\n\
         'install --locked cargo-c@'*) shift; command -v cargo-cinstall >&2 || exit 1; CARGO_INSTALL_ROOT=$(dirname \"$(dirname \"$(command -v cargo-cinstall)\")\"); export CARGO_INSTALL_ROOT; exec '{cargo}' install --debug \"$@\" ;;\n\
         'cinstall --release '*) shift 2; cd '{ROOT}'; exec '{cargo}' cinstall --debug --target-dir '{library}' \"$@\" ;;\n\
         'add clunroll opencl3') cd '{ROOT}'; exec '{cargo}' add --quiet --dry-run --package xtask --path crates/clunroll clunroll ;;\n\
         'install --locked --path .') grep -q '^name = \"clunroll\"$' Cargo.toml; exec '{program}' --version ;;\n\
         *) exec '{cargo}' \"$@\" ;;\n\
         esac\n",
        cargo = env!("CARGO"),
        // The folder in which tests/build_systems also builds the library.
        library = concat!(env!("CARGO_TARGET_TMPDIR"), "/c-library/cargo"),
    );
    for (name, script) in [("clunroll", format!("exec '{program}' \"$@\"\n")), ("cargo", cargo)] {
        let path = folder.path().join(name);
        fs::write(&path, format!("#!/bin/sh\nset -e\n{script}")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    folder
}
