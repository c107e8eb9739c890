//! The messages at the end, and the exit status.

use std::fs;
use std::io::{self, Read, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use insta::assert_snapshot;

use super::{CLEAN, NEGATIVE, ZERO};
use crate::sandbox::Sandbox;

#[test]
fn the_exit_status_is_that_of_errors() {
    let sandbox = Sandbox::with(&[("clean.cl", CLEAN), ("zero.cl", ZERO), ("negative.cl", NEGATIVE)]);
    for (arguments, status) in [
        (&["clean.cl"][..], 0),
        (&["zero.cl"], 0),
        (&["negative.cl"], 1),
        (&["."], 1),
        (&["zero.cl", "--deny", "warnings"], 1),
        (&["zero.cl", "--deny", "zero-factor"], 1),
        (&["zero.cl", "--deny", "zero-factor", "--exit-zero"], 0),
        (&["negative.cl", "--warn", "CLU001"], 0),
        (&["negative.cl", "--ignore", "CLU001"], 0),
        (&[".", "--exit-zero"], 0),
        (&["clean.cl", "missing.cl"], 2),
        (&["negative.cl", "missing.cl"], 2),
        (&["missing.cl", "--exit-zero"], 2),
        (&["--jobs", "0"], 2),
        (&["--format", "nonsense"], 2),
        (&["--extension", ""], 2),
        (&["--exclude", "{"], 2),
    ] {
        sandbox.command().arg("check").args(arguments).assert().code(status);
    }
}

#[test]
fn quiet_shows_errors_only() {
    let sandbox = Sandbox::with(&[("a.cl", ZERO), ("b.cl", NEGATIVE)]);
    assert_snapshot!(sandbox.run(&["check", "-q"]));
    assert_snapshot!(sandbox.run(&["check", "-q", "a.cl"]));
}

#[test]
fn nothing_found_is_said_too() {
    let sandbox = Sandbox::with(&[("a.cl", CLEAN), ("b.cl", CLEAN)]);
    assert_snapshot!(sandbox.run(&["check"]));
}

#[test]
fn statistics_count_by_rule() {
    let sandbox = Sandbox::with(&[("a.cl", ZERO), ("b.cl", NEGATIVE), ("c.cl", ZERO)]);
    let output = sandbox.command().args(["check", "--statistics"]).output().unwrap();
    assert_snapshot!(String::from_utf8(output.stderr).unwrap());
}

#[test]
fn a_reader_that_goes_away_changes_no_status() {
    let sandbox = Sandbox::with(&[("a.cl", &NEGATIVE.repeat(1000)), ("b.cl", ZERO)]);
    let line = "{ \"$clunroll\" check --fix; echo \"status $?\" >&2; } | head -n 1";
    assert_snapshot!(sandbox.shell(line));
    assert!(String::from_utf8(sandbox.read("b.cl")).unwrap().contains("unroll 1"));
}

#[test]
fn a_full_standard_output_is_a_failure() {
    let sandbox = Sandbox::with(&[("a.cl", ZERO), ("b.cl", NEGATIVE)]);
    assert_snapshot!(sandbox.shell("\"$clunroll\" check > /dev/full"));
    assert_snapshot!(sandbox.shell("\"$clunroll\" check a.cl 2> /dev/full > /dev/null"));
}

/// Interrupts a run that waits for a pipe.
fn interrupted(arguments: &[&str], signal: &str) {
    let sandbox = Sandbox::with(&[("a.cl", ZERO)]);
    let program = assert_cmd::cargo::cargo_bin!("clunroll");
    assert!(Command::new("mkfifo").arg(sandbox.path("pipe")).status().unwrap().success());
    // A test run without a terminal, or one that must survive it, ignores SIGHUP.
    let mut child = Command::new("env")
        .arg("--default-signal")
        .arg(program)
        .args(arguments)
        .current_dir(sandbox.path("."))
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    // Opening blocks until the program has opened the pipe too, long after it has begun to wait for signals.
    let pipe = fs::OpenOptions::new().write(true).open(sandbox.path("pipe")).unwrap();
    let kill = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(2));
    assert_eq!(stderr, "clunroll: error: interrupted\n");
    assert_eq!(sandbox.names(), ["a.cl", "pipe"]);
    drop(pipe);
}

#[test]
fn an_interrupted_run_says_so_and_leaves_no_file() {
    interrupted(&["check", "pipe"], "-INT");
    interrupted(&["check", "pipe"], "-TERM");
    interrupted(&["pipe", "-o", "out.cl"], "-INT");
    interrupted(&["pipe", "-o", "out.cl"], "-HUP");
}

/// `nohup` lets a program go on without its terminal.
#[test]
fn a_run_that_ignores_the_end_of_its_terminal_goes_on() {
    let sandbox = Sandbox::with(&[("a.cl", CLEAN)]);
    let line =
        "mkfifo pipe; trap '' HUP; $clunroll pipe -o out.cl & { sleep 0.1; kill -HUP $!; cat a.cl; } > pipe; wait $!";
    let said = sandbox.shell(line);
    assert!(said.contains("exit status: 0"), "{said}");
    assert_eq!(sandbox.names(), ["a.cl", "out.cl", "pipe"]);
}

/// Standard error is a full pipe without a reader.
#[test]
fn an_interrupted_run_ends_where_nobody_reads_what_it_says() {
    let sandbox = Sandbox::with(&[("a.cl", ZERO)]);
    assert!(Command::new("mkfifo").arg(sandbox.path("pipe")).status().unwrap().success());
    let (reader, writer) = io::pipe().unwrap();
    let mut filler = writer.try_clone().unwrap();
    // More than any pipe can hold, so the thread ends when the reader goes away.
    let filler = thread::spawn(move || filler.write_all(&vec![b'.'; 1 << 24]));
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("clunroll"))
        .args(["check", "pipe"])
        .current_dir(sandbox.path("."))
        .stdout(Stdio::null())
        .stderr(writer)
        .spawn()
        .unwrap();
    let pipe = fs::OpenOptions::new().write(true).open(sandbox.path("pipe")).unwrap();
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    let deadline = Instant::now() + Duration::from_secs(30);
    while child.try_wait().unwrap().is_none() && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(20));
    }
    let has_ended = child.try_wait().unwrap().and_then(|status| status.code());
    let _ = child.kill();
    drop((reader, pipe));
    assert_eq!(has_ended, Some(2));
    assert!(filler.join().unwrap().is_err());
}
