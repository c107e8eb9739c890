//! Inputs that are read, and inputs that are refused.

use std::fs::File;
use std::os::unix::fs::symlink;

use insta::assert_snapshot;

use crate::sandbox::{PLAIN, Sandbox};

#[test]
fn a_dash_is_standard_input() {
    assert_snapshot!(Sandbox::new().run_with_stdin(&["-"], PLAIN));
}

#[test]
fn dev_stdin_goes_on_where_it_stands() {
    let sandbox = Sandbox::with_kernel("first\nsecond\n");
    assert_snapshot!(sandbox.shell("{ read line; \"$clunroll\" /dev/stdin; } < k.cl"));
}

/// A bug of clunroll is status 2 in every command, and nothing is written.
#[test]
fn a_bug_is_reported() {
    let source = PLAIN.replacen("__kernel", "/* clunroll_fails_on_purpose */\n#pragma unroll\n__kernel", 1);
    let sandbox = Sandbox::with_kernel(&source);
    for arguments in [&["k.cl", "-o", "out.cl"][..], &["k.cl", "--diff"], &["check", "k.cl"]] {
        let output = sandbox.command().args(arguments).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            said.contains("clunroll: error: cannot process k.cl: clunroll has a bug: it fails on purpose\n"),
            "{said}"
        );
        assert_eq!((output.status.code(), sandbox.path("out.cl").exists()), (Some(2), false), "{arguments:?}");
    }
}

#[test]
fn a_missing_file_is_named() {
    assert_snapshot!(Sandbox::new().run(&["missing.cl"]));
}

#[test]
fn a_directory_is_no_input() {
    assert_snapshot!(Sandbox::new().run(&["."]));
}

#[test]
fn a_nul_byte_is_no_source() {
    assert_snapshot!(Sandbox::with_kernel(b"int x;\nint\0y;\n").run(&["k.cl"]));
}

#[test]
fn a_nul_byte_on_standard_input_leaves_the_output_alone() {
    let sandbox = Sandbox::new();
    sandbox.write("out.cl", "old\n");
    assert_snapshot!(sandbox.run_with_stdin(&["-", "-o", "out.cl"], "\0"));
    assert_eq!(sandbox.read("out.cl"), b"old\n");
}

#[test]
fn four_gibibytes_are_turned_away_unread() {
    let sandbox = Sandbox::new();
    File::create(sandbox.path("k.cl")).unwrap().set_len(1 << 32).unwrap();
    assert_snapshot!(sandbox.run(&["k.cl"]));
}

/// Bytes without end, in every input of clunroll, in bounded memory.
#[test]
fn what_has_no_end_is_turned_away() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    sandbox.write(
        "none.cl",
        "#include \"/dev/zero\"\nvoid f() {\n#pragma unroll 2\nfor (int i = 0; i < 2; i++) g(i);\n}\n",
    );
    sandbox.write(
        "linked.cl",
        "#include \"zero.h\"\nvoid f() {\n#pragma unroll 2\nfor (int i = 0; i < 2; i++) g(i);\n}\n",
    );
    symlink("/dev/zero", sandbox.path("zero.h")).unwrap();
    let too_large = |line: &str, name: &str, what: &str| {
        let transcript = sandbox.shell(&format!("ulimit -v 900000; {line}"));
        assert!(transcript.contains("exit status: 2\n"), "{transcript}");
        let error = format!("clunroll: error: {name} is too large: a {what}\n");
        assert!(transcript.contains(&error), "{transcript}");
    };
    let source = "source may have at most 64 MiB";
    for command in ["$clunroll", "$clunroll check", "$clunroll verify --verify-with clang k.cl"] {
        too_large(&format!("{command} /dev/zero"), "/dev/zero", source);
        too_large(&format!("yes | {command} /dev/stdin"), "<stdin>", source);
        too_large(&format!("mkfifo pipe; yes > pipe & {command} pipe; code=$?; rm pipe; exit $code"), "pipe", source);
    }
    too_large("yes | $clunroll -", "<stdin>", source);
    too_large(
        "$clunroll -o out.cl --config /dev/zero k.cl",
        "/dev/zero",
        "configuration may have at most 1048576 bytes",
    );
    // Includes never read a device, and a file that cannot be read is not an error.
    for arguments in [&["-q", "none.cl"][..], &["-q", "linked.cl"], &["-q", "--include", "/dev/zero", "k.cl"]] {
        sandbox.command().args(arguments).assert().success();
    }
}

#[test]
fn a_name_with_a_line_break_gives_one_line() {
    assert_snapshot!(Sandbox::new().run(&["a\nb.cl"]));
}

/// Text without requests stays the same, in every encoding and with every line ending.
#[test]
fn all_bytes_but_nul_pass_unchanged() {
    let all: Vec<u8> = (1..=255).collect();
    for source in [
        &b""[..],
        b"\n",
        b"no final newline",
        b"\xef\xbb\xbfbyte-order mark\n",
        "UTF-8: é ∈ 変\n".as_bytes(),
        b"Latin-1: caf\xe9\n",
        b"CRLF\r\nmixed\nlone\r\r\n",
        &all,
    ] {
        let sandbox = Sandbox::with_kernel(source);
        sandbox.command().args(["-q", "k.cl", "-o", "out.cl"]).assert().success().stdout("").stderr("");
        assert_eq!(sandbox.read("out.cl"), source);
        sandbox.command().args(["-q", "k.cl"]).assert().success().stdout(source.to_vec()).stderr("");
        sandbox.command().args(["-q", "-"]).write_stdin(source).assert().success().stdout(source.to_vec()).stderr("");
    }
}
