//! The destination of the output: replaced, followed, or written to.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

use insta::assert_snapshot;

use crate::sandbox::{PLAIN, Sandbox};

fn mode(sandbox: &Sandbox, name: &str) -> u32 {
    fs::metadata(sandbox.path(name)).unwrap().permissions().mode() & 0o7777
}

fn is_link(sandbox: &Sandbox, name: &str) -> bool {
    fs::symlink_metadata(sandbox.path(name)).unwrap().is_symlink()
}

#[test]
fn without_an_option_it_is_standard_output() {
    assert_snapshot!(Sandbox::with_kernel(PLAIN).run(&["k.cl"]));
}

#[test]
fn a_dash_is_standard_output() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    assert_snapshot!(sandbox.run(&["k.cl", "-o", "-"]));
    assert_eq!(sandbox.names(), ["k.cl"]);
}

#[test]
fn a_file_is_written_and_nothing_is_said() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    assert_snapshot!(sandbox.run(&["k.cl", "-o", "out.cl"]));
    assert_eq!(sandbox.read("out.cl"), PLAIN.as_bytes());
    assert_eq!(sandbox.names(), ["k.cl", "out.cl"]);
}

#[test]
fn a_new_file_gets_the_mode_that_the_umask_leaves() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    sandbox.shell("umask 027; \"$clunroll\" k.cl -o out.cl");
    assert_eq!(mode(&sandbox, "out.cl"), 0o640);
    sandbox.shell("umask 0; \"$clunroll\" k.cl -o open.cl");
    assert_eq!(mode(&sandbox, "open.cl"), 0o666);
}

#[test]
fn an_old_file_is_replaced_as_a_whole_and_keeps_its_mode() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    sandbox.write("out.cl", "an old text that is longer than the new one".repeat(10));
    fs::set_permissions(sandbox.path("out.cl"), PermissionsExt::from_mode(0o751)).unwrap();
    let old = fs::metadata(sandbox.path("out.cl")).unwrap();
    sandbox.command().args(["k.cl", "-o", "out.cl"]).assert().success();
    let new = fs::metadata(sandbox.path("out.cl")).unwrap();
    assert_eq!(sandbox.read("out.cl"), PLAIN.as_bytes());
    assert_eq!(mode(&sandbox, "out.cl"), 0o751);
    assert_eq!((old.uid(), old.gid()), (new.uid(), new.gid()));
    assert_ne!(old.ino(), new.ino(), "renamed over, not written into");
    assert_eq!(sandbox.names(), ["k.cl", "out.cl"]);
}

/// The limit on file sizes simulates a full disk: writing fails in the middle.
#[test]
fn a_full_disk_leaves_the_old_text_and_nothing_else() {
    let sandbox = Sandbox::with_kernel(PLAIN.repeat(5_000));
    sandbox.write("out.cl", "old\n");
    assert_snapshot!(sandbox.shell("trap '' XFSZ; ulimit -f 8; \"$clunroll\" k.cl -o out.cl"));
    assert_eq!(sandbox.read("out.cl"), b"old\n");
    assert_eq!(sandbox.names(), ["k.cl", "out.cl"]);
}

#[test]
fn input_and_output_may_be_the_same_file() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    symlink("k.cl", sandbox.path("link.cl")).unwrap();
    for (input, output) in [("k.cl", "k.cl"), ("link.cl", "k.cl"), ("k.cl", "link.cl")] {
        sandbox.command().args([input, "-o", output]).assert().success();
        assert_eq!(sandbox.read("k.cl"), PLAIN.as_bytes());
    }
    assert!(is_link(&sandbox, "link.cl"));
}

#[test]
fn a_link_stays_and_its_target_is_replaced() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    fs::create_dir(sandbox.path("folder")).unwrap();
    sandbox.write("folder/target.cl", "old\n");
    symlink("target.cl", sandbox.path("folder/second.cl")).unwrap();
    symlink("folder/second.cl", sandbox.path("first.cl")).unwrap();
    sandbox.command().args(["k.cl", "-o", "first.cl"]).assert().success();
    assert!(is_link(&sandbox, "first.cl") && is_link(&sandbox, "folder/second.cl"));
    assert!(!is_link(&sandbox, "folder/target.cl"));
    assert_eq!(sandbox.read("folder/target.cl"), PLAIN.as_bytes());
}

#[test]
fn a_link_to_nothing_makes_its_target() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    fs::create_dir(sandbox.path("folder")).unwrap();
    symlink("folder/target.cl", sandbox.path("link.cl")).unwrap();
    sandbox.command().args(["k.cl", "-o", "link.cl"]).assert().success();
    assert!(is_link(&sandbox, "link.cl"));
    assert_eq!(sandbox.read("folder/target.cl"), PLAIN.as_bytes());
}

#[test]
fn links_that_go_round_are_an_error() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    symlink("b.cl", sandbox.path("a.cl")).unwrap();
    symlink("a.cl", sandbox.path("b.cl")).unwrap();
    assert_snapshot!(sandbox.run(&["k.cl", "-o", "a.cl"]));
    assert!(is_link(&sandbox, "a.cl") && is_link(&sandbox, "b.cl"));
}

#[test]
fn a_missing_folder_is_an_error() {
    assert_snapshot!(Sandbox::with_kernel(PLAIN).run(&["k.cl", "-o", "no/out.cl"]));
}

#[test]
fn a_directory_is_an_error() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    fs::create_dir(sandbox.path("folder")).unwrap();
    let mut runs = String::new();
    for output in ["folder", "folder/", ".", "..", "new/"] {
        runs += &sandbox.run(&["k.cl", "-o", output]);
    }
    assert_snapshot!(runs);
    assert_eq!(sandbox.names(), ["folder", "k.cl"]);
}

#[test]
fn a_file_in_place_of_a_folder_is_an_error() {
    assert_snapshot!(Sandbox::with_kernel(PLAIN).run(&["k.cl", "-o", "k.cl/out.cl"]));
}

#[test]
fn a_write_protected_file_is_an_error() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    sandbox.write("out.cl", "old\n");
    fs::set_permissions(sandbox.path("out.cl"), PermissionsExt::from_mode(0o444)).unwrap();
    if fs::OpenOptions::new().write(true).open(sandbox.path("out.cl")).is_ok() {
        return; // This user may write everything.
    }
    let expected = "clunroll: error: cannot write out.cl: Permission denied\n";
    sandbox.command().args(["k.cl", "-o", "out.cl"]).assert().code(2).stdout("").stderr(expected);
    assert_eq!(sandbox.read("out.cl"), b"old\n");
}

#[test]
fn a_write_protected_folder_is_an_error() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    fs::create_dir(sandbox.path("folder")).unwrap();
    sandbox.write("folder/out.cl", "old\n");
    fs::set_permissions(sandbox.path("folder"), PermissionsExt::from_mode(0o555)).unwrap();
    if fs::write(sandbox.path("folder/probe"), "").is_ok() {
        return; // This user may write everywhere.
    }
    for name in ["folder/out.cl", "folder/new.cl"] {
        let expected = format!("clunroll: error: cannot write {name}: Permission denied\n");
        sandbox.command().args(["k.cl", "-o", name]).assert().code(2).stdout("").stderr(expected);
    }
    assert_eq!(sandbox.read("folder/out.cl"), b"old\n");
    fs::set_permissions(sandbox.path("folder"), PermissionsExt::from_mode(0o755)).unwrap();
}

#[test]
fn dev_stdout_is_written_to_also_where_it_is_a_file() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        sandbox.write("log", "");
        let before = fs::metadata(sandbox.path("log")).unwrap().ino();
        sandbox.shell(&format!("{{ echo before; \"$clunroll\" k.cl -o {name}; echo after; }} > log"));
        assert_eq!(sandbox.read("log"), format!("before\n{PLAIN}after\n").as_bytes(), "{name}");
        assert_eq!(fs::metadata(sandbox.path("log")).unwrap().ino(), before, "{name}");
    }
}

#[test]
fn dev_stdout_is_appended_to_where_the_shell_appends() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    sandbox.write("log", "before\n");
    sandbox.shell("\"$clunroll\" k.cl -o /dev/stdout >> log");
    assert_eq!(sandbox.read("log"), format!("before\n{PLAIN}").as_bytes());
}

#[test]
fn dev_stderr_is_written_to() {
    assert_snapshot!(Sandbox::with_kernel(PLAIN).run(&["k.cl", "-o", "/dev/stderr"]));
}

#[test]
fn a_link_to_dev_stdout_is_followed_to_it() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    symlink("/dev/stdout", sandbox.path("out.cl")).unwrap();
    assert_snapshot!(sandbox.run(&["k.cl", "-o", "out.cl"]));
    assert!(is_link(&sandbox, "out.cl"));
}

#[test]
fn another_descriptor_is_written_to_after_what_it_holds() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    sandbox
        .shell("exec 3> log; echo before >&3; \"$clunroll\" k.cl -o /dev/fd/3; \"$clunroll\" k.cl -o /proc/self/fd/3");
    assert_eq!(sandbox.read("log"), format!("before\n{PLAIN}{PLAIN}").as_bytes());
    assert_snapshot!(sandbox.shell("\"$clunroll\" k.cl -o /dev/fd/3 3>&1 | cat"));
}

#[test]
fn a_pipe_is_written_to_and_stays() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    assert_snapshot!(sandbox.shell("mkfifo pipe; cat pipe & \"$clunroll\" k.cl -o pipe; wait; test -p pipe"));
}

#[test]
fn a_device_is_written_to_and_stays() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    assert_snapshot!(sandbox.shell("\"$clunroll\" k.cl -o /dev/null; test -c /dev/null"));
}

#[test]
fn a_device_that_takes_nothing_is_an_error() {
    assert_snapshot!(Sandbox::with_kernel(PLAIN).run(&["k.cl", "-o", "/dev/full"]));
}

/// An included file is an input like the file itself, but none of its text is written.
#[test]
fn an_included_file_is_never_written_over() {
    let sandbox = Sandbox::with_kernel(format!("#include \"n.h\"\n{PLAIN}"));
    sandbox.write("n.h", "#define N 2\n");
    symlink("n.h", sandbox.path("link.h")).unwrap();
    let mut runs = String::new();
    for arguments in [
        &["k.cl", "-o", "n.h"][..],
        &["k.cl", "-o", "link.h"],
        &["k.cl", "-o", "out.cl", "--report", "n.h"],
        &["k.cl", "-o", "out.cl", "--depfile", "./n.h"],
        &["k.cl", "--in-place", "--report", "n.h"],
    ] {
        runs += &sandbox.run(arguments);
        assert_eq!(sandbox.read("n.h"), b"#define N 2\n");
        assert_eq!(sandbox.names(), ["k.cl", "link.h", "n.h"]);
    }
    assert_snapshot!(runs);
}

#[test]
fn many_files_come_out_in_their_order_however_many_threads_work_on_them() {
    let names: Vec<_> = (0..90).map(|at| format!("{at:02}.cl")).collect();
    let text = |at: usize| match at % 3 {
        0 => PLAIN.repeat(at),
        1 => format!("kernel void k(global int *a) {{\n#pragma unroll\nfor (int i = 0; i < {at}; i++) a[i] = i;\n}}\n"),
        _ => "kernel void k(global int *a) {\n#pragma unroll N\nfor (int i = 0; i < 4; i++) a[i] = i;\n}\n".to_owned(),
    };
    let texts: Vec<_> = (0..names.len()).map(text).collect();
    let files: Vec<_> = names.iter().zip(&texts).map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let sandbox = Sandbox::with(&files);
    let [one, all] = ["-j1", "-j7"].map(|threads| sandbox.run(&["--diff", ".", threads]).replacen(threads, "", 1));
    assert_eq!(all, one);
    let count = |part: &str| one.matches(part).count();
    assert_eq!((count("+++ "), count("warning[CLU103]")), (30, 30));
}
