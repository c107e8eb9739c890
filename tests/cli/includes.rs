//! Macros and files from outside: `-D`, `-U`, `-I`, `--include`, and the files that `#include` finds.

use std::fs;
use std::os::unix::fs::symlink;

use insta::assert_snapshot;

use crate::sandbox::Sandbox;

/// A loop that is fully unrolled if `N` is known.
const LOOP: &str = "\
__kernel void k(__global int *a) {
#pragma unroll
  for (int i = 0; i < N; i++) a[i] = i;
}
";

/// The loop after some lines.
fn after(head: &str) -> Sandbox {
    Sandbox::with_kernel(format!("{head}{LOOP}"))
}

/// Whether the loop was unrolled without messages.
fn is_unrolled(sandbox: &Sandbox, arguments: &[&str]) -> bool {
    let output = sandbox.command().args(arguments).arg("k.cl").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    !text.contains("#pragma unroll")
        && !String::from_utf8(output.stderr).unwrap().contains("[CLU")
        && output.status.success()
}

#[test]
fn quoted_names_are_looked_for_beside_the_file_and_then_in_order() {
    let sandbox = after("#include \"n.h\"\n");
    for folder in ["one", "two", "kernels"] {
        fs::create_dir(sandbox.path(folder)).unwrap();
    }
    sandbox.write("two/n.h", "#define N 2\n");
    assert!(is_unrolled(&sandbox, &["-I", "one", "-Itwo"]));
    sandbox.write("one/n.h", "#error\n#define N 3\n");
    let text = sandbox.run(&["-Ione", "-Itwo", "k.cl"]);
    assert!(text.contains("i = 2") && !text.contains("i = 3"), "{text}");
    sandbox.write("n.h", "#define N 4\n");
    let text = sandbox.run(&["-Ione", "k.cl"]);
    assert!(text.contains("i = 3"), "{text}");
    // The included file is beside the file that includes it, not in the current folder.
    fs::copy(sandbox.path("k.cl"), sandbox.path("kernels/k.cl")).unwrap();
    sandbox.write("kernels/n.h", "#define N 5\n");
    let text = sandbox.run(&["kernels/k.cl"]);
    assert!(text.contains("i = 4"), "{text}");
    let text = sandbox.run_with_stdin(&["-"], sandbox.read("k.cl"));
    assert!(text.contains("i = 3") && !text.contains("i = 4"), "standard input stands in the current folder: {text}");
}

#[test]
fn names_in_brackets_are_looked_for_in_the_folders_only() {
    let sandbox = after("#include <n.h>\n");
    sandbox.write("n.h", "#define N 2\n");
    assert!(!is_unrolled(&sandbox, &[]));
    assert!(is_unrolled(&sandbox, &["-I."]));
}

#[test]
fn an_included_file_is_looked_for_beside_the_one_that_includes_it() {
    let sandbox = after("#include \"a/first.h\"\n");
    for folder in ["a", "b"] {
        fs::create_dir(sandbox.path(folder)).unwrap();
    }
    sandbox.write("a/first.h", "#include \"../b/second.h\"\n");
    sandbox.write("b/second.h", "#include \"third.h\"\n");
    sandbox.write("b/third.h", "#define N 2\n");
    assert!(is_unrolled(&sandbox, &[]));
}

#[test]
fn a_missing_include_is_a_note_once_for_each_name() {
    let sandbox = after("#include \"none.h\"\n#include <other.h>\n#include \"none.h\"\n");
    assert_snapshot!(sandbox.run(&["k.cl"]));
}

#[test]
fn a_missing_include_is_nothing_to_say_without_a_request() {
    let sandbox = Sandbox::with_kernel("#include \"none.h\"\nint unroll;\n");
    sandbox.command().args(["-q", "k.cl"]).assert().success().stderr("");
    assert!(!sandbox.run(&["k.cl"]).contains("CLU217"));
}

#[test]
fn what_is_no_source_is_as_good_as_missing() {
    let sandbox = after("#include \"folder\"\n#include \"binary.h\"\n#include \"large.h\"\n");
    fs::create_dir(sandbox.path("folder")).unwrap();
    sandbox.write("binary.h", "#define N 4\n\0");
    fs::File::create(sandbox.path("large.h")).unwrap().set_len(1 << 32).unwrap();
    let text = sandbox.run(&["k.cl"]);
    assert!(text.contains("exit status: 0") && text.matches("CLU217").count() == 3, "{text}");
}

#[test]
fn cycles_are_cut_with_a_note() {
    let sandbox = after("#include \"a.h\"\n#define N 2\n");
    sandbox.write("a.h", "#include \"b.h\"\n");
    sandbox.write("b.h", "\n  #include \"a.h\"\n");
    assert_snapshot!(sandbox.run(&["k.cl"]));
}

#[test]
fn guarded_cycles_are_none() {
    let sandbox = after("#include \"a.h\"\n");
    sandbox.write("a.h", "#ifndef A\n#define A\n#include \"b.h\"\n#define N 2\n#endif\n");
    sandbox.write("b.h", "#pragma once\n#include \"a.h\"\n");
    let text = sandbox.run(&["k.cl"]);
    assert!(!text.contains("CLU216"), "{text}");
}

#[test]
fn a_file_read_once_is_one_file_by_any_name() {
    let sandbox = after("#include \"n.h\"\n#undef N\n#define N 3\n#include \"./folder/../link.h\"\n");
    fs::create_dir(sandbox.path("folder")).unwrap();
    sandbox.write("n.h", "#pragma once\n#define N 2\n");
    symlink("n.h", sandbox.path("link.h")).unwrap();
    let text = sandbox.run(&["k.cl"]);
    assert!(text.contains("i = 2") && !text.contains("#pragma unroll"), "{text}");
}

#[test]
fn a_file_that_includes_itself_is_declined() {
    assert_snapshot!(after("#define N 2\n#ifndef AGAIN\n#define AGAIN\n#include \"./k.cl\"\n#endif\n").run(&["k.cl"]));
}

#[test]
fn names_made_by_macros_are_found_with_macros_of_the_command_line() {
    let head = "#include M2S(INCLUDE_PATH/n.h)\n";
    let sandbox = after(head);
    fs::create_dir(sandbox.path("OpenCL")).unwrap();
    sandbox.write("OpenCL/n.h", "#define N 2\n");
    let told = ["-D", "XM2S(x)=#x", "-D", "M2S(x)=XM2S(x)", "-D", "INCLUDE_PATH=OpenCL"];
    assert!(is_unrolled(&sandbox, &told));
    assert_snapshot!(sandbox.run(&["k.cl"]));
}

/// The host may name another file.
#[test]
fn a_default_name_finds_no_file_unless_the_command_line_defines_it() {
    let sandbox = after("#ifndef FILE\n#define FILE \"n.h\"\n#endif\n#include FILE\n");
    sandbox.write("n.h", "#define N 2\n");
    assert!(!is_unrolled(&sandbox, &[]));
    assert!(is_unrolled(&sandbox, &["-DFILE=\"n.h\""]));
}

#[test]
fn forced_includes_are_read_first_and_from_the_current_folder() {
    let sandbox = after("");
    fs::create_dir(sandbox.path("kernels")).unwrap();
    fs::copy(sandbox.path("k.cl"), sandbox.path("kernels/k.cl")).unwrap();
    sandbox.write("n.h", "#define M 3\n");
    sandbox.write("m.h", "#define N (M + 1)\n");
    sandbox.write("kernels/n.h", "#define M 7\n");
    let text = sandbox.run(&["--include", "n.h", "--include=m.h", "kernels/k.cl"]);
    assert!(text.contains("i = 3") && !text.contains("i = 4"), "{text}");
    assert_snapshot!(sandbox.run(&["--include", "none.h", "k.cl"]));
}

/// Also if the file is read as another text, in which the loop is in a conditional.
#[test]
fn each_forced_include_is_shown_as_it_was_named() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "k.cl",
        "void f(int *a, int n) {\n#ifdef A\n#pragma unroll 2\n#endif\nfor (int i = 0; i < n; i++) a[i] = 0;\n}\n",
    );
    let text = sandbox.run(&["--include", "a.h", "--include=longer.h", "k.cl"]);
    for name in ["a.h", "longer.h"] {
        assert!(text.contains(&format!("\n1 │ #include \"{name}\"\n")), "{text}");
    }
}

#[test]
fn of_files_with_requests_only_the_input_is_rewritten() {
    let sandbox = after("#define N 2\n#include \"other.h\"\n");
    sandbox.write("other.h", LOOP.replace("void k", "void other"));
    assert_snapshot!(sandbox.run(&["--verbose", "k.cl"]));
}

#[test]
fn what_is_found_in_an_included_file_is_shown_there() {
    let sandbox = after("#include \"n.h\"\n");
    sandbox.write("n.h", "// first\n#include \"none.h\"\n#define N 2\n");
    assert_snapshot!(sandbox.run(&["k.cl"]));
}

#[test]
fn the_last_option_about_a_macro_counts() {
    let sandbox = after("");
    let text = sandbox.run(&["-DN=4", "-U", "N", "-D", "N=3", "k.cl"]);
    assert!(text.contains("i < N") && !text.contains("CLU207"), "{text}");
    for arguments in [["-DN=4", "-UN"], ["-DN", "-UN"]] {
        let text = sandbox.run(&[&arguments[..], &["k.cl"]].concat());
        assert!(text.contains("CLU207"), "{text}");
    }
}

#[test]
fn macros_may_have_parameters_and_values_blanks() {
    let sandbox = after("#define N HALF(8)\n");
    let text = sandbox.run(&["-D", "HALF(x)=((x) / 2)", "-DT=unsigned int", "-D", "S=\"a b\"", "k.cl"]);
    assert!(text.contains("exit status: 0"), "{text}");
}

#[test]
fn slips_in_options_have_their_own_messages() {
    let sandbox = after("");
    let mut runs = String::new();
    for arguments in
        [["-D", "\"N=4\""], ["-D", "F(x=4"], ["-D", "F(x)4"], ["-D", "F(4)=4"], ["-D", "F(x,x)=4"], ["-U", "N=4"]]
    {
        let text = sandbox.run(&[&arguments[..], &["k.cl"]].concat());
        runs += text.lines().find(|line| line.starts_with("error")).unwrap_or(&text);
        runs += "\n";
    }
    assert_snapshot!(runs);
}
