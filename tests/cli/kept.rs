//! No file is lost: a file that is edited while clunroll works, a source at the place of an output, and special files.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;

use serde_json::Value;

use crate::check::ZERO;
use crate::sandbox::{PLAIN, Sandbox};

const LOOP: &str = "__kernel void k(__global int *a) {\n#pragma unroll\n  for (int i = 0; i < 2; i++) a[i] = i;\n}\n";

/// Runs the program; returns its exit status and its standard error.
fn run(sandbox: &Sandbox, arguments: &[&str]) -> (Option<i32>, String) {
    let output = sandbox.command().args(arguments).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Changes the file while clunroll works: the script is the compiler that verifies the output before it is written.
fn meanwhile(sandbox: &Sandbox, script: &str) {
    let folder = sandbox.path("").display().to_string();
    let script = format!("#!/bin/sh\nif [ \"$1\" = --version ]; then echo cc 1.0; exit; fi\ncd '{folder}'\n{script}\n");
    sandbox.write("cc", script);
    fs::set_permissions(sandbox.path("cc"), fs::Permissions::from_mode(0o755)).unwrap();
}

const VERIFIED: [&str; 3] = ["--verify", "--verify-with", "./cc"];

#[test]
fn an_edit_while_clunroll_works_is_kept() {
    for way in [&["--in-place"][..], &["-o", "k.cl"], &["-o", "link"], &["-o", "./d/../k.cl"]] {
        let sandbox = Sandbox::with(&[("k.cl", LOOP), ("d/x", "")]);
        symlink("k.cl", sandbox.path("link")).unwrap();
        meanwhile(&sandbox, "echo edited > k.cl");
        let (status, said) = run(&sandbox, &[&["k.cl"][..], way, &VERIFIED].concat());
        assert_eq!(status, Some(2), "{way:?}: {said}");
        assert!(
            said.contains("somebody has changed it since clunroll read it; it keeps that change"),
            "{way:?}: {said}"
        );
        assert_eq!(sandbox.read("k.cl"), b"edited\n", "{way:?}");
        assert_eq!(sandbox.names(), ["cc", "d", "k.cl", "link"]);
    }
}

#[test]
fn a_file_that_is_deleted_while_clunroll_works_stays_deleted() {
    for way in [&["--in-place"][..], &["-o", "k.cl"]] {
        let sandbox = Sandbox::with_kernel(LOOP);
        meanwhile(&sandbox, "rm -f k.cl");
        let (status, said) = run(&sandbox, &[&["k.cl"][..], way, &VERIFIED].concat());
        assert_eq!(status, Some(2), "{way:?}: {said}");
        assert!(said.contains("somebody has deleted it since clunroll read it"), "{way:?}: {said}");
        assert_eq!(sandbox.names(), ["cc"], "{way:?}");
    }
}

/// The other files are written, and a changed file without a request is not reset either.
#[test]
fn an_edit_costs_only_its_own_file() {
    let sandbox = Sandbox::with(&[("a.cl", LOOP), ("b.cl", LOOP), ("plain.cl", PLAIN)]);
    meanwhile(&sandbox, "echo edited > a.cl; echo edited > plain.cl");
    let (status, said) = run(&sandbox, &[&["--in-place", "a.cl", "b.cl", "plain.cl"][..], &VERIFIED].concat());
    assert_eq!(status, Some(2), "{said}");
    for name in ["a.cl", "plain.cl"] {
        assert!(said.contains(&format!("cannot replace {name}: somebody has changed it")), "{said}");
        assert_eq!(sandbox.read(name), b"edited\n");
    }
    assert!(!String::from_utf8(sandbox.read("b.cl")).unwrap().contains("pragma"));
}

/// An output is not an input: whatever it contains is replaced.
#[test]
fn an_output_that_is_no_input_is_replaced_whatever_is_in_it() {
    let sandbox = Sandbox::with(&[("k.cl", LOOP), ("out.cl", "old\n")]);
    meanwhile(&sandbox, "echo edited > out.cl");
    let (status, said) = run(&sandbox, &[&["k.cl", "-o", "out.cl"][..], &VERIFIED].concat());
    assert_eq!(status, Some(0), "{said}");
    assert!(String::from_utf8(sandbox.read("out.cl")).unwrap().contains("a[i] = i"));
}

#[test]
fn a_source_in_the_folder_of_the_outputs_is_not_replaced() {
    let other = LOOP.replace("i < 2", "i < 3");
    let header = "#define N 2\n";
    let files = [
        ("k/a.cl", LOOP),
        ("k/s/a.cl", other.as_str()),
        ("k/h/n.h", "#define N 3\n"),
        ("k/.hidden/a.cl", other.as_str()),
        ("k/excluded/a.cl", other.as_str()),
        ("k/clunroll.toml", "exclude = [\"excluded\"]\n"),
        ("elsewhere/a.cl", other.as_str()),
        ("k/u.cl", "#include \"n.h\"\n"),
        ("k/n.h", header),
    ];
    for (input, out_dir) in [
        ("k", "k/s"),
        ("k", "./k/x/../s"),
        ("./k/", "k/s/"),
        ("link", "k/s"),
        ("k", "link/s"),
        ("k", "short"),
        (".", "k/s"),
        ("k", "k/h"),
        ("k", "k/.hidden"),
        ("k", "k/excluded"),
        ("k", "elsewhere"),
        ("k", "k"),
    ] {
        let sandbox = Sandbox::with(&files);
        fs::create_dir(sandbox.path("k/x")).unwrap();
        symlink("../elsewhere", sandbox.path("k/far")).unwrap();
        symlink("k", sandbox.path("link")).unwrap();
        symlink("k/s", sandbox.path("short")).unwrap();
        let (status, said) = run(&sandbox, &[input, "--out-dir", out_dir]);
        assert_eq!(status, Some(2), "{input} {out_dir}: {said}");
        assert!(said.starts_with("clunroll: error: cannot write "), "{input} {out_dir}: {said}");
        for (name, text) in files {
            assert_eq!(sandbox.read(name), text.as_bytes(), "{input} {out_dir}: {name}");
        }
        for name in ["k/s/s", "k/s/u.cl", "k/h/a.cl", "k/s/.clunroll-out"] {
            assert!(!sandbox.path(name).exists(), "{input} {out_dir}: {name}");
        }
    }
}

#[test]
fn a_folder_of_outputs_inside_the_inputs_is_written_again() {
    for empty in [false, true] {
        let sandbox = Sandbox::with(&[("k/a.cl", LOOP), ("k/b/a.cl", LOOP)]);
        if empty {
            fs::create_dir_all(sandbox.path("k/out/b")).unwrap();
            sandbox.write("k/out/.gitignore", "*\n");
        }
        assert_eq!(run(&sandbox, &["-q", "k", "--out-dir", "k/out"]), (Some(0), String::new()));
        // The text changes, and so does the earlier output.
        sandbox.write("k/a.cl", LOOP.replace("i < 2", "i < 3"));
        sandbox.write("k/new.cl", LOOP);
        assert_eq!(run(&sandbox, &["-q", "k", "--out-dir", "k/out"]), (Some(0), String::new()));
        assert_eq!(String::from_utf8(sandbox.read("k/out/a.cl")).unwrap().matches("a[i] = i").count(), 3);
        assert!(sandbox.path("k/out/new.cl").exists() && !sandbox.path("k/out/out").exists());
    }
    // Elsewhere, there is no folder to mark.
    let sandbox = Sandbox::with(&[("k/a.cl", LOOP)]);
    assert_eq!(run(&sandbox, &["-q", "k", "--out-dir", "out"]).0, Some(0));
    assert_eq!(fs::read_dir(sandbox.path("out")).unwrap().count(), 1);
}

#[test]
fn two_places_that_are_one_file_are_refused() {
    let sandbox = Sandbox::with(&[("k/a/x.cl", LOOP), ("k/b/x.cl", PLAIN), ("out/a/y", "")]);
    symlink("a", sandbox.path("out/b")).unwrap();
    let (status, said) = run(&sandbox, &["k", "--out-dir", "out"]);
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("k/a/x.cl and k/b/x.cl would both be written to out/b/x.cl"), "{said}");
    assert!(!sandbox.path("out/a/x.cl").exists());
}

#[test]
fn what_is_not_a_file_is_not_waited_for() {
    let sandbox = Sandbox::with(&[("k.cl", LOOP), ("z.cl", ZERO)]);
    assert!(Command::new("mkfifo").arg(sandbox.path("pipe.cl")).status().unwrap().success());
    symlink("pipe.cl", sandbox.path("link.cl")).unwrap();
    for (arguments, name) in [
        (&["--in-place", "pipe.cl"][..], "pipe.cl"),
        (&["k.cl", "--in-place", "link.cl"], "link.cl"),
        (&["--in-place", "/dev/null"], "/dev/null"),
        (&["check", "--fix", "pipe.cl"], "pipe.cl"),
        (&["check", "--fix", "z.cl", "/dev/null"], "/dev/null"),
    ] {
        let (status, said) = run(&sandbox, arguments);
        assert_eq!(status, Some(2), "{arguments:?}: {said}");
        let expected = format!("clunroll: error: cannot replace {name}: it is not a regular file\n");
        assert!(said.contains(&expected), "{arguments:?}: {said}");
    }
    assert_eq!(sandbox.read("k.cl"), LOOP.as_bytes());
    assert!(String::from_utf8(sandbox.read("z.cl")).unwrap().contains("unroll 1"), "the other file is fixed");
    // A pipe can be read.
    let said = sandbox.shell("cat k.cl > pipe.cl & $clunroll -q pipe.cl");
    assert!(said.contains("exit status: 0") && said.contains("a[i] = i"), "{said}");
    let said = sandbox.shell("cat z.cl k.cl > pipe.cl & $clunroll check --format short pipe.cl; $clunroll -q - < k.cl");
    assert!(said.contains("exit status: 0") && said.contains("a[i] = i"), "{said}");
}

/// Two files whose names differ in bytes that are not part of UTF-8.
#[test]
fn names_that_are_not_utf_8_are_different_names() {
    let sandbox = Sandbox::new();
    let path = |name: &[u8]| sandbox.path("").join(OsStr::from_bytes(name));
    fs::create_dir(path(b"k")).unwrap();
    fs::write(path(b"k/\xe8.cl"), ZERO).unwrap();
    fs::write(path(b"k/\xe9.cl"), PLAIN).unwrap();
    // Naive escaping of the other names would produce these names.
    for name in ["k/%E9.cl", "k/\\xE9.cl", "k/\u{fffd}E9.cl", "k/\u{fffd}.cl"] {
        sandbox.write(name, PLAIN);
    }
    run(&sandbox, &["check", "k", "--write-baseline", "known.json"]);
    let known: Value = serde_json::from_slice(&sandbox.read("known.json")).unwrap();
    assert_eq!(known["findings"][0]["file"], "k/\u{fffd}E8.cl");
    let found = |format: &str| {
        let output = sandbox.command().args(["check", "k", "--baseline", "known.json", "--format", format]).output();
        let output = output.unwrap();
        (output.status.code(), String::from_utf8(output.stdout).expect("text"))
    };
    assert_eq!(found("short"), (Some(0), String::new()));
    for name in
        [&b"k/\xe9.cl"[..], b"k/%E9.cl", b"k/\\xE9.cl", "k/\u{fffd}E9.cl".as_bytes(), "k/\u{fffd}.cl".as_bytes()]
    {
        fs::write(path(name), ZERO).unwrap();
        assert_eq!(found("short").0, Some(1), "{} is another file", name.escape_ascii());
        fs::write(path(name), PLAIN).unwrap();
    }
    fs::write(path(b"k/\xe9.cl"), ZERO).unwrap();
    fs::write(path(b"k/\xe8.cl"), ZERO.repeat(2)).unwrap();
    for format in ["short", "full", "json", "github", "gitlab", "junit"] {
        let (_, text) = found(format);
        assert!(text.contains("k/\u{fffd}E8.cl") && text.contains("k/\u{fffd}E9.cl"), "{format}: {text}");
    }
    let (_, sarif) = found("sarif");
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    let uris: Vec<_> = sarif["runs"][0]["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| {
            result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap().to_owned()
        })
        .collect();
    assert_eq!(uris, ["k/%E8.cl", "k/%E9.cl"]);
    // Both failures are reported, and a dependency file contains the real names of the read files.
    fs::write(path(b"k/\xe8.cl"), "\0").unwrap();
    fs::write(path(b"k/\xe9.cl"), "\0").unwrap();
    let (_, said) = run(&sandbox, &["check", "k"]);
    assert!(
        said.contains("k/\u{fffd}E8.cl is not OpenCL C") && said.contains("k/\u{fffd}E9.cl is not OpenCL C"),
        "{said}"
    );
    fs::write(path(b"k/\xe8.cl"), PLAIN).unwrap();
    let mut command = sandbox.command();
    command.args(["-q", "-o", "out.cl", "--depfile", "out.d"]).arg(OsStr::from_bytes(b"k/\xe8.cl"));
    assert!(command.output().unwrap().status.success());
    assert_eq!(sandbox.read("out.d"), b"out.cl: k/\xe8.cl\n");
}
