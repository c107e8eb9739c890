//! Which files are checked, and in which order.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use insta::assert_snapshot;

use super::{CLEAN, NEGATIVE, ZERO};
use crate::sandbox::Sandbox;

/// The files with reported errors; every file of the folder has an error.
fn checked(files: &[&str], arguments: &[&str]) -> Vec<String> {
    let files: Vec<_> = files.iter().map(|name| (*name, NEGATIVE)).collect();
    let output = Sandbox::with(&files).command().arg("check").args(arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let places = text.lines().filter_map(|line| line.trim_start().strip_prefix("┌─ "));
    places.map(|place| place.split(':').next().unwrap().to_owned()).collect()
}

#[test]
fn a_folder_is_walked_in_a_fixed_order() {
    let sandbox = Sandbox::with(&[
        ("b.cl", ZERO),
        ("a/z.clh", NEGATIVE),
        ("a/a.ocl", CLEAN),
        ("c.h", NEGATIVE),
        (".git/x.cl", NEGATIVE),
        ("x.cl/y.opencl", NEGATIVE),
    ]);
    assert_snapshot!(sandbox.run(&["check"]));
    assert_eq!(sandbox.run(&["check", "-j1"]).replace(" -j1", ""), sandbox.run(&["check"]));
}

#[test]
fn folders_are_walked_for_extensions_and_named_files_are_not_asked() {
    let files = ["a.cl", "b.h", "c.gen.cl", "d/e.CL", "d/f.cl.in"];
    assert_eq!(checked(&files, &[]), ["a.cl", "c.gen.cl", "d/e.CL"]);
    assert_eq!(checked(&files, &["--extension", "h"]), ["b.h"]);
    assert_eq!(checked(&files, &["--extension", ".h,cl.in", "--extension=gen.cl"]), ["b.h", "c.gen.cl", "d/f.cl.in"]);
    assert_eq!(checked(&files, &["d/f.cl.in", "d", "b.h", "a.cl"]), ["d/f.cl.in", "d/e.CL", "b.h", "a.cl"]);
}

#[test]
fn what_is_excluded_is_left_out_also_where_it_is_named() {
    let files = ["a.cl", "vendor/b.cl", "d/vendor/c.cl", "d/e.gen.cl"];
    assert_eq!(checked(&files, &["--exclude", "vendor"]), ["a.cl", "d/e.gen.cl"]);
    assert_eq!(checked(&files, &["--exclude", "vendor/**"]), ["a.cl", "d/e.gen.cl", "d/vendor/c.cl"]);
    assert_eq!(checked(&files, &["--exclude", "vendor/", "--exclude=*.gen.cl"]), ["a.cl"]);
    assert_eq!(checked(&files, &["--exclude", "*.gen.cl", "a.cl", "d/e.gen.cl"]), ["a.cl"]);
    assert_eq!(checked(&files, &["--exclude", "d/vendor", "./d/../d/vendor/c.cl", "d"]), ["d/e.gen.cl"]);
}

#[test]
fn a_file_is_checked_once() {
    assert_eq!(checked(&["a.cl", "d/b.cl"], &["d", "a.cl", ".", "./a.cl", "d/../a.cl"]), ["d/b.cl", "a.cl"]);
}

#[test]
fn a_hidden_folder_is_walked_if_it_is_named() {
    assert_eq!(checked(&[".h/a.cl", ".h/.i/b.cl"], &[".h"]), [".h/a.cl"]);
}

#[test]
fn links_are_followed_and_may_go_round() {
    let sandbox = Sandbox::with(&[("a/b.cl", NEGATIVE), ("elsewhere/c.cl", ZERO)]);
    symlink("..", sandbox.path("a/up")).unwrap();
    symlink("../elsewhere", sandbox.path("a/link")).unwrap();
    symlink("b.cl", sandbox.path("a/again.cl")).unwrap();
    symlink("nothing", sandbox.path("a/dangling")).unwrap();
    symlink("itself", sandbox.path("a/itself")).unwrap();
    assert_snapshot!(sandbox.run(&["check", "a"]));
}

/// A link to nothing acts like a file that vanishes after its name was read.
#[test]
fn what_cannot_be_read_stops_nothing() {
    let sandbox = Sandbox::with(&[("a.cl", ZERO), ("c.cl", "int x\0;"), ("d/e.cl", ZERO)]);
    symlink("nothing", sandbox.path("b.cl")).unwrap();
    assert_snapshot!(sandbox.run(&["check", "missing.cl", ".", "d"]));
}

#[test]
fn a_folder_that_cannot_be_read_stops_nothing() {
    let sandbox = Sandbox::with(&[("a.cl", NEGATIVE), ("d/e.cl", ZERO)]);
    fs::set_permissions(sandbox.path("d"), PermissionsExt::from_mode(0o000)).unwrap();
    if fs::read_dir(sandbox.path("d")).is_ok() {
        return; // This user may read everything.
    }
    let assert = sandbox.command().arg("check").assert().code(2);
    let stderr = "clunroll: error: cannot read d: Permission denied\n\
                  clunroll: 1 error in 1 of 1 file; 1 failure\n";
    assert.stderr(stderr);
    fs::set_permissions(sandbox.path("d"), PermissionsExt::from_mode(0o755)).unwrap();
}

#[test]
fn a_pipe_is_not_waited_for_unless_it_is_named() {
    let sandbox = Sandbox::with(&[("d/a.cl", CLEAN)]);
    assert_snapshot!(sandbox.shell(
        "mkfifo d/pipe.cl; \"$clunroll\" check d; echo '#pragma unroll -1' > d/pipe.cl & \"$clunroll\" check d/pipe.cl"
    ));
}

#[test]
fn a_folder_without_files_is_worth_a_warning() {
    let sandbox = Sandbox::with(&[("a.c", NEGATIVE)]);
    assert_snapshot!(sandbox.run(&["check", "."]));
    sandbox.command().args(["check", "-q"]).assert().success().stderr("");
}

#[test]
fn standard_input_may_have_a_name() {
    let sandbox = Sandbox::with(&[("d/n.h", "#define N -2\n")]);
    let source = "#include \"n.h\"\n__kernel void k() {\n#pragma unroll N\nfor (int i = 0; i < 4; i++);\n}\n";
    let mut runs = sandbox.run_with_stdin(&["check", "-"], source);
    runs += &sandbox.run_with_stdin(&["check", "-", "--stdin-filename", "d/k.cl"], source);
    runs += &sandbox.run_with_stdin(&["check", "-", "--stdin-filename", "d/k.cl", "--exclude", "d"], source);
    runs += &sandbox.run_with_stdin(&["check", "d", "--stdin-filename", "d/k.cl"], source);
    assert_snapshot!(runs);
}

#[test]
fn included_files_are_found_beside_each_file() {
    let source = "#include \"n.h\"\n__kernel void k() {\n#pragma unroll N\nfor (int i = 0; i < 4; i++);\n}\n";
    let sandbox = Sandbox::with(&[
        ("a/n.h", "#define N 2\n"),
        ("b/n.h", "#define N -2\n"),
        ("a/k.cl", source),
        ("b/k.cl", source),
    ]);
    assert_snapshot!(sandbox.run(&["check", "--format=full"]));
}
