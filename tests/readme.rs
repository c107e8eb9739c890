//! The README is true: its commands run, its example is real, its options are those of `--help`.
//!
//! Commands run in a copy of `kernels/`, so that what they write does not land in the working tree. A command of a
//! kind that is not known here fails the test: whoever adds one says how it is tested.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

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
    fs::create_dir(folder.path().join("kernels")).unwrap();
    for entry in fs::read_dir(Path::new(ROOT).join("kernels")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, folder.path().join("kernels").join(path.file_name().unwrap())).unwrap();
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
        // The program is the one that cargo has built for this test, rather than another build of it.
        ["cargo", "run", "--release", "--", ref arguments @ ..] | ["clunroll", ref arguments @ ..] => {
            let clone = clone();
            // What is shown of a diff is one that says something.
            let status = i32::from(arguments.contains(&"--diff"));
            clunroll().args(arguments).current_dir(&clone).assert().code(status);
            if let Some(at) = arguments.iter().position(|&argument| argument == "--out-dir") {
                assert!(clone.path().join(arguments[at + 1]).join("convolution.cl").exists(), "`{command}`");
            }
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

/// The make rule that is shown builds, notices a header, and is done after that.
#[test]
fn the_make_rule_works() {
    if std::process::Command::new("make").arg("--version").output().is_err() {
        return;
    }
    let readme = readme();
    let blocks = blocks(&readme, "```make");
    let [makefile] = blocks[..] else { panic!("the README shows one make rule") };
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    fs::write(file("Makefile"), makefile).unwrap();
    fs::write(file("n.h"), "#define N 2\n").unwrap();
    fs::write(file("k.cl"), "#include \"n.h\"\nkernel void k(global int *a) { a[0] = N; }\n").unwrap();
    let program = assert_cmd::cargo::cargo_bin!("clunroll");
    let path = std::env::join_paths(
        [program.parent().unwrap().to_path_buf()]
            .into_iter()
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    );
    let path = path.unwrap();
    let runs = || {
        let make = Command::new("make").arg("k.unrolled.cl").env("PATH", &path).current_dir(&folder).output().unwrap();
        assert!(make.status.success(), "{}", String::from_utf8_lossy(&make.stderr));
        String::from_utf8(make.stdout).unwrap().contains("clunroll k.cl")
    };
    assert!(runs() && !runs());
    fs::File::options().append(true).open(file("k.unrolled.cl")).unwrap().set_modified(std::time::UNIX_EPOCH).unwrap();
    fs::File::options().append(true).open(file("k.cl")).unwrap().set_modified(std::time::UNIX_EPOCH).unwrap();
    assert!(runs(), "the header is newer");
    assert!(!runs());
    fs::write(file("k.cl"), "kernel void k(global int *a) { a[0] = 2; }\n").unwrap();
    fs::remove_file(file("n.h")).unwrap();
    assert!(runs() && !runs());
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
