//! The messages about requests, and their effects on the output and the exit status.

use insta::assert_snapshot;

use crate::sandbox::{PLAIN, Sandbox};

/// Invalid: a negative factor. Beside it is a loop that is unrolled.
const INVALID: &str = "\
__kernel void k(__global int *a, int n) {
#pragma unroll
  for (int i = 0; i < 2; i++) a[i] = i;
#pragma unroll -4
  for (int i = 0; i < n; i++) a[i] = i;
}
";

/// Valid, with a warning: factor 0.
const WARNED: &str = "\
__kernel void k(__global int *a, int n) {
#pragma unroll 0
  for (int i = 0; i < n; i++) a[i] = i;
}
";

/// Valid, with a note: declined because of its `break`.
const LEFT: &str = "\
__kernel void k(__global int *a, int n) {
#pragma unroll 4
  for (int i = 0; i < n; i++) {
    if (a[i] < 0) break;
    a[i] = i;
  }
}
";

/// One request of each outcome.
const MIXED: &str = "\
__kernel void k(__global int *a, int n) {
#pragma unroll
  for (int i = 0; i < 2; i++) a[i] = i;
  #pragma unroll 4
  for (int i = 0; i < n; i++) a[i] += i;
#pragma unroll 1
  for (int i = 0; i < n; i++) a[i] += i;
#pragma unroll 2
  while (n > 0) { a[n] = n; n--; }
}
";

#[test]
fn invalid_pragmas_exit_with_1_and_write_nothing() {
    let sandbox = Sandbox::with_kernel(INVALID);
    assert_snapshot!(sandbox.run(&["k.cl"]));
    sandbox.command().args(["k.cl", "-o", "new.cl"]).assert().code(1).stdout("");
    assert_eq!(sandbox.names(), ["k.cl"]);
}

#[test]
fn invalid_pragmas_leave_the_old_output_alone() {
    let sandbox = Sandbox::with_kernel(INVALID);
    sandbox.write("out.cl", "old\n");
    sandbox.command().args(["k.cl", "-o", "out.cl"]).assert().code(1).stdout("");
    assert_eq!(sandbox.read("out.cl"), b"old\n");
    assert_eq!(sandbox.names(), ["k.cl", "out.cl"]);
}

#[test]
fn keep_going_writes_and_still_exits_with_1() {
    assert_snapshot!(Sandbox::with_kernel(INVALID).run(&["k.cl", "--keep-going"]));
}

#[test]
fn standard_input_has_a_name_in_diagnostics() {
    assert_snapshot!(Sandbox::new().run_with_stdin(&["-"], INVALID));
}

#[test]
fn unwritable_output_comes_before_invalid_pragmas() {
    assert_snapshot!(Sandbox::with_kernel(INVALID).run(&["k.cl", "-o", "no/out.cl"]));
}

#[test]
fn findings_are_shown_also_where_writing_fails() {
    assert_snapshot!(Sandbox::with_kernel(WARNED).run(&["k.cl", "-o", "/dev/full"]));
}

#[test]
fn warnings_exit_with_0() {
    assert_snapshot!(Sandbox::with_kernel(WARNED).run(&["k.cl"]));
}

#[test]
fn notes_exit_with_0_and_have_no_summary() {
    assert_snapshot!(Sandbox::with_kernel(LEFT).run(&["k.cl"]));
}

#[test]
fn quiet_hides_warnings_and_notes() {
    for source in [WARNED, LEFT] {
        Sandbox::with_kernel(source).command().args(["--quiet", "k.cl"]).assert().code(0).stderr("");
    }
}

#[test]
fn quiet_shows_errors_without_summary() {
    assert_snapshot!(Sandbox::with_kernel(INVALID).run(&["--quiet", "k.cl"]));
}

#[test]
fn verbose_says_what_was_done_to_each_loop() {
    assert_snapshot!(Sandbox::with_kernel(MIXED).run(&["--verbose", "k.cl", "-o", "/dev/null"]));
}

/// The promise counts in raw strings too, and from `clunroll.toml`.
#[test]
fn where_restrict_was_written_is_said() {
    let kernel = "__kernel void k(__global const int *a, __global int *b) { barrier(1); b[0] = a[0]; }\n";
    let sandbox = Sandbox::with_kernel(kernel);
    let ignored = ["--ignore", "CLU232"];
    assert_snapshot!(sandbox.run(&[&["--assume", "restrict", "-v", "k.cl"][..], &ignored].concat()));
    let quiet = ["--assume", "restrict", "-q", "k.cl"];
    sandbox.command().args(quiet).assert().code(0).stdout(kernel.replace("*a", "*restrict a")).stderr("");
    sandbox.write("clunroll.toml", "assume = [\"restrict\"]\n");
    sandbox.write("k.cpp", format!("const char *k = R\"({kernel})\";\n"));
    assert_snapshot!(sandbox.run(&[&["k.cpp"][..], &ignored].concat()));
}

#[test]
fn colours_are_there_when_asked_for_and_not_in_a_pipe() {
    let sandbox = Sandbox::with_kernel(INVALID);
    let coloured = |arguments: &[&str], no_color: Option<&str>| {
        let mut command = sandbox.command();
        if let Some(value) = no_color {
            command.env("NO_COLOR", value);
        }
        let output = command.args(arguments).arg("k.cl").output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        output.stderr.contains(&0x1b)
    };
    assert!(coloured(&["--color", "always"], None));
    assert!(coloured(&["--color=always"], Some("1")), "an explicit choice wins");
    assert!(!coloured(&["--color=never"], None));
    assert!(!coloured(&["--color=auto"], None), "standard error is no terminal here");
    assert!(!coloured(&[], None));
}

/// On a terminal of its own, if the system has `script` to make one.
#[test]
fn no_color_is_honoured_on_a_terminal() {
    let sandbox = Sandbox::with_kernel(INVALID);
    if sandbox.shell("script --version").contains("exit status: 127") {
        return;
    }
    let on_terminal = |variable: &str| {
        let line = format!("script -qec 'env {variable} TERM=xterm \"$clunroll\" k.cl' /dev/null < /dev/null");
        let transcript = sandbox.shell(&line);
        assert!(transcript.contains("CLU001"), "{transcript}");
        transcript.contains('\x1b')
    };
    assert!(on_terminal("-u NO_COLOR"));
    assert!(!on_terminal("NO_COLOR=1"));
}

#[test]
fn latin_1_and_byte_order_marks_do_not_disturb_the_report() {
    let source = b"\xef\xbb\xbf// caf\xe9\r\n__kernel void k(__global int *a) {\r\n#pragma unroll /* \xe9 */ -4\r\n  for (int i = 0; i < 4; i++) a[i] = i;\r\n}\r\n";
    assert_snapshot!(Sandbox::with_kernel(source).run(&["k.cl"]));
}

/// One line about the run on standard error, and only the text on standard output.
#[test]
fn a_run_ends_with_its_totals() {
    let loops = "__kernel void k(__global int *a, int n) {\n\
        #pragma unroll 2\nfor (int i = 0; i < 8; i++) a[i] = i;\n\
        #pragma unroll 1\nfor (int i = 0; i < 8; i++) a[i] = i;\n\
        #pragma unroll\nfor (int i = 0; i < n; i++) a[i] = i;\n}\n";
    let sandbox = Sandbox::with(&[("k/a.cl", loops), ("k/b.cl", loops), ("plain.cl", PLAIN)]);
    let last = |arguments: &[&str]| {
        let output = sandbox.command().args(arguments).output().unwrap();
        String::from_utf8(output.stderr).unwrap().lines().last().unwrap_or_default().to_owned()
    };
    let one = "clunroll: 1 loop unrolled, 1 left (CLU102), ";
    assert!(last(&["k/a.cl"]).starts_with(one) && last(&["k/a.cl", "-o", "out.cl"]).starts_with(one));
    assert!(last(&["k/a.cl", "--diff"]).starts_with(one));
    assert!(last(&["k", "--out-dir", "out"]).starts_with("clunroll: 2 loops unrolled, 2 left (CLU102), "));
    assert!(last(&["plain.cl"]).starts_with("clunroll: nothing to do in plain.cl: "));
    assert_eq!(last(&["-q", "k/a.cl"]), "");
    assert!(!last(&["k/a.cl", "-o", "out.cl", "--depfile", "out.d"]).contains("unrolled"));
    // The line does not count files that are not written.
    assert!(!last(&["k/a.cl", "--deny", "CLU102"]).contains("unrolled"));
}
