//! `--depfile`, and outputs that have not changed: the view of a build tool on a run.

use std::fmt::Write;
use std::fs;
use std::process::Command;
use std::time::{Duration, SystemTime};

use insta::assert_snapshot;

use crate::sandbox::{PLAIN, Sandbox};

const KERNEL: &str = "#include \"sizes.h\"\n#include <types.h>\n#include \"missing.h\"\n\
                      __kernel void k(__global int *a) {\n#pragma unroll\n  for (int i = 0; i < N; i++) a[i] = i;\n}\n";

/// A kernel that includes two files, one of which includes a third; a fourth is included on the command line.
fn kernel_with_headers() -> Sandbox {
    let sandbox = Sandbox::with_kernel(KERNEL);
    fs::create_dir(sandbox.path("include")).unwrap();
    sandbox.write("sizes.h", "#include \"include/more.h\"\n#define N 2\n");
    sandbox.write("include/more.h", "");
    sandbox.write("include/types.h", "");
    sandbox.write("forced.h", "");
    sandbox
}

const ARGUMENTS: [&str; 9] =
    ["-q", "-I", "include", "--include", "forced.h", "k.cl", "-o", "out.cl", "--depfile=out.d"];

fn stamp(sandbox: &Sandbox, name: &str) -> SystemTime {
    fs::metadata(sandbox.path(name)).unwrap().modified().unwrap()
}

/// Makes a file this many seconds old, so that it shows whether it is written again.
fn age(sandbox: &Sandbox, name: &str, seconds: u64) -> SystemTime {
    let old = SystemTime::now() - Duration::from_secs(seconds);
    fs::File::options().append(true).open(sandbox.path(name)).unwrap().set_modified(old).unwrap();
    stamp(sandbox, name)
}

#[test]
fn it_lists_all_that_was_read_and_nothing_else() {
    let sandbox = kernel_with_headers();
    assert_snapshot!(sandbox.run(&ARGUMENTS));
    assert_snapshot!(String::from_utf8(sandbox.read("out.d")).unwrap());
}

#[test]
fn it_needs_an_output_with_a_name_and_a_place_of_its_own() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    let mut runs = String::new();
    for arguments in [
        &["k.cl", "--depfile", "k.d"][..],
        &["k.cl", "-o", "-", "--depfile", "k.d"],
        &["k.cl", "-o", "out.cl", "--depfile", "./out.cl"],
        &["k.cl", "-o", "out.cl", "--depfile", "k.cl"],
        &["k.cl", "-o", "out.cl", "--report", "k.d", "--depfile", "k.d"],
        &["k.cl", "-o", "a;b.cl", "--depfile", "k.d"],
    ] {
        runs += &sandbox.run(arguments);
    }
    assert_snapshot!(runs);
    assert_eq!(sandbox.read("k.cl"), PLAIN.as_bytes());
}

#[test]
fn a_run_that_failed_leaves_the_old_one() {
    let sandbox = Sandbox::with_kernel("#pragma unroll -1\nvoid f(void) { }\n");
    sandbox.write("out.d", "old\n");
    sandbox.command().args(["-q", "k.cl", "-o", "out.cl", "--depfile", "out.d"]).assert().code(1);
    sandbox.command().args(["-q", "k.cl", "-o", "/dev/full", "--depfile", "out.d", "--keep-going"]).assert().code(2);
    assert_eq!(sandbox.read("out.d"), b"old\n");
    sandbox.command().args(["-q", "k.cl", "-o", "out.cl", "--depfile", "out.d", "--keep-going"]).assert().code(1);
    assert_eq!(sandbox.read("out.d"), b"out.cl: k.cl\n");
}

#[test]
fn standard_input_is_no_file_to_wait_for() {
    let sandbox = Sandbox::new();
    sandbox.write("a.h", "");
    sandbox.run_with_stdin(&["-", "-o", "out.cl", "--depfile", "out.d"], "#include \"a.h\"\n");
    assert_eq!(sandbox.read("out.d"), b"out.cl: a.h\na.h: \n");
}

#[test]
fn the_configuration_is_a_file_to_wait_for() {
    let sandbox = kernel_with_headers();
    fs::create_dir(sandbox.path("kernels")).unwrap();
    sandbox.write("kernels/k.cl", PLAIN);
    sandbox.write("clunroll.toml", "");
    sandbox.write("other.toml", "");
    let depfile = |arguments: &[&str]| {
        sandbox.command().args(["-q", "--depfile=out.d"]).args(arguments).assert().success();
        String::from_utf8(sandbox.read("out.d")).unwrap()
    };
    // The file may be removed, as a header may.
    assert_eq!(depfile(&["kernels/k.cl", "-o", "o.cl"]), "o.cl: kernels/k.cl clunroll.toml\nclunroll.toml: \n");
    let named = depfile(&["kernels/k.cl", "-o", "o.cl", "--config", "other.toml"]);
    assert_eq!(named, "o.cl: kernels/k.cl other.toml\nother.toml: \n");
    assert_eq!(depfile(&["kernels/k.cl", "-o", "o.cl", "--isolated"]), "o.cl: kernels/k.cl\n");
    // The configuration is read, but is not a part of the output.
    sandbox.write("kernels/clunroll.toml", "");
    let folder = depfile(&["kernels", "--out-dir", "out"]);
    assert!(folder.starts_with("out/k.cl: kernels/k.cl kernels/clunroll.toml\n"), "{folder}");
    assert!(!sandbox.path("out/clunroll.toml").exists());
}

#[test]
fn a_configuration_is_not_written_over() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    sandbox.write("clunroll.toml", "");
    for arguments in [&["-o", "clunroll.toml"][..], &["-o", "o.cl", "--report", "clunroll.toml"]] {
        let run = sandbox.run(&[&["k.cl"], arguments].concat());
        assert!(run.contains("exit status: 2") && run.ends_with("it is a configuration file\n"), "{run}");
        assert_eq!(sandbox.read("clunroll.toml"), b"");
    }
    assert_eq!(sandbox.names(), ["clunroll.toml", "k.cl"]);
}

#[test]
fn an_unchanged_output_keeps_its_time_stamp() {
    let sandbox = kernel_with_headers();
    sandbox.run(&ARGUMENTS);
    let before = [age(&sandbox, "out.cl", 1000), age(&sandbox, "out.d", 1000)];
    sandbox.run(&ARGUMENTS);
    assert_eq!([stamp(&sandbox, "out.cl"), stamp(&sandbox, "out.d")], before);
    sandbox.write("sizes.h", "#include \"include/more.h\"\n#define N 3\n");
    sandbox.run(&ARGUMENTS);
    assert_ne!(stamp(&sandbox, "out.cl"), before[0]);
    assert_eq!(stamp(&sandbox, "out.d"), before[1]);
    // With `--in-place`, a file with nothing to unroll.
    sandbox.write("plain.cl", PLAIN);
    let before = age(&sandbox, "plain.cl", 1000);
    sandbox.run(&["plain.cl", "-o", "plain.cl"]);
    assert_eq!(stamp(&sandbox, "plain.cl"), before);
}

/// Whether make runs the rule for the output, which counts its runs.
fn make(sandbox: &Sandbox, goal: &str) -> bool {
    let lines = |sandbox: &Sandbox| fs::read(sandbox.path("runs")).map_or(0, |text| text.len());
    let before = lines(sandbox);
    let output = Command::new("make")
        .current_dir(sandbox.path(""))
        .env("clunroll", assert_cmd::cargo::cargo_bin!("clunroll"))
        .arg(goal)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    lines(sandbox) > before
}

/// Real make reads the file, with names of every kind in it.
#[test]
fn make_knows_when_to_run() {
    if Command::new("make").arg("--version").output().is_err() {
        return;
    }
    let headers =
        ["plain.h", "with blank.h", "do$$lar.h", "ha#sh.h", "back\\slash.h", "end\\ of.h", "colon:.h", "é.h", "'q'.h"];
    let sandbox = Sandbox::new();
    let mut kernel = String::new();
    for (at, header) in headers.iter().enumerate() {
        writeln!(kernel, "#include \"{header}\"").unwrap();
        sandbox.write(header, format!("#define N{at} 1\n"));
    }
    sandbox.write("my k.cl", format!("{kernel}{PLAIN}"));
    // The stamp is touched, since the output itself may stay unchanged.
    sandbox.write(
        "Makefile",
        "my\\ out.cl: my\\ k.cl\n\t$$clunroll -q '$<' -o '$@' --depfile out.d && touch '$@'\n\techo run >> runs\n\
         -include out.d\n",
    );
    assert!(make(&sandbox, "my out.cl"));
    assert!(!make(&sandbox, "my out.cl"), "{}", String::from_utf8(sandbox.read("out.d")).unwrap());
    let inputs: Vec<_> = headers.into_iter().chain(["my k.cl"]).collect();
    for touched in &inputs {
        for input in &inputs {
            age(&sandbox, input, if input == touched { 100 } else { 2000 });
        }
        age(&sandbox, "my out.cl", 1000);
        assert!(make(&sandbox, "my out.cl"), "{touched} was touched");
        assert!(!make(&sandbox, "my out.cl"), "{touched} was touched before");
    }
    // A removed header does not become a target without a rule for make.
    sandbox.write("my k.cl", PLAIN);
    for header in headers {
        fs::remove_file(sandbox.path(header)).unwrap();
    }
    assert!(make(&sandbox, "my out.cl"));
    assert!(!make(&sandbox, "my out.cl"));
}
