//! Common mistakes, each of which the program once passed over in silence or with a message that did not help.

use crate::sandbox::{PLAIN, Sandbox};

const LOOP: &str =
    "#define N 16\n__kernel void k(__global int *a) {\n#pragma unroll\n  for (int i = 0; i < N; i++) a[i] = i;\n}\n";

fn kernel(request: &str) -> String {
    format!("__kernel void k(__global int *a) {{\n  {request}\n  for (int i = 0; i < 16; i++) a[i] = i;\n}}\n")
}

fn says(sandbox: &Sandbox, arguments: &[&str], status: u8, parts: &[&str]) {
    let said = sandbox.run(arguments);
    assert!(said.contains(&format!("exit status: {status}\n")), "{said}");
    for part in parts {
        assert!(said.contains(part), "{part}\n{said}");
    }
}

fn is_silent(sandbox: &Sandbox, arguments: &[&str]) {
    let said = sandbox.run(arguments);
    assert!(said.ends_with("exit status: 0\n----- stdout\n----- stderr\n"), "{said}");
}

#[test]
fn a_misspelt_request_is_reported_by_a_rewrite() {
    let sandbox = Sandbox::with_kernel(kernel("#pragma unrol 4"));
    says(&sandbox, &["k.cl", "-o", "o.cl"], 0, &["warning[CLU110]", "k.cl:2:11", "did you mean `unroll`?"]);
    assert_eq!(sandbox.read("o.cl"), sandbox.read("k.cl"));
    for deny in ["CLU110", "misspelt-pragma", "warnings"] {
        let denied = Sandbox::with_kernel(kernel("#pragma unrol 4"));
        says(&denied, &["--deny", deny, "k.cl", "-o", "o.cl"], 1, &["error[CLU110]", "nothing was written"]);
        assert_eq!(denied.names(), ["k.cl"]);
    }
    is_silent(&sandbox, &["--ignore", "CLU110", "-q", "k.cl", "-o", "o.cl"]);
}

#[test]
fn a_file_that_asks_for_nothing_gets_one_line() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    sandbox.write("other.cl", PLAIN);
    says(&sandbox, &["k.cl", "-o", "o.cl"], 0, &["clunroll: nothing to do in k.cl: write `#pragma unroll`"]);
    says(&sandbox, &["k.cl", "other.cl", "--out-dir", "out"], 0, &["clunroll: nothing to do in 2 files: "]);
    is_silent(&sandbox, &["-q", "k.cl", "-o", "o.cl"]);
    // A build shows no line for each kernel.
    is_silent(&sandbox, &["k.cl", "-o", "o.cl", "--depfile", "o.d"]);
    sandbox.write("other.cl", LOOP);
    let said = sandbox.run(&["k.cl", "other.cl", "--out-dir", "out"]);
    assert!(!said.contains("nothing to do"), "{said}");
}

/// Each rule that only the lint looks for is carried out by a rewrite that names it, and by no other.
#[test]
fn a_rewrite_looks_for_the_rules_that_it_is_given() {
    let divides = kernel("#pragma unroll 5");
    let above = kernel("#pragma unroll 32");
    let unused = kernel("#pragma unroll 4 // clunroll: allow(CLU101)");
    for (code, source) in [("CLU250", &divides), ("CLU120", &above), ("CLU115", &unused)] {
        let sandbox = Sandbox::with_kernel(source);
        assert!(!sandbox.run(&["k.cl"]).contains(code), "{code}");
        says(&sandbox, &["--warn", code, "k.cl", "-o", "o.cl"], 0, &[&format!("warning[{code}]")]);
        says(&sandbox, &["--deny", code, "k.cl"], 1, &[&format!("error[{code}]"), "nothing was written"]);
        says(&sandbox, &["check", "--deny", code, "k.cl"], 1, &[&format!("error[{code}]")]);
        sandbox.write("clunroll.toml", format!("[rules]\ndeny = [\"{code}\"]\n"));
        says(&sandbox, &["k.cl"], 1, &[&format!("error[{code}]")]);
    }
    // Other findings of the lint are not added.
    let both = Sandbox::with_kernel(format!("{above}{}", unused.replace("void k", "void l")));
    let said = both.run(&["--warn", "CLU115", "k.cl", "-o", "o.cl"]);
    assert!(said.contains("warning[CLU115]") && !said.contains("CLU120"), "{said}");
    // What is written does not depend on it.
    let plain = both.read("o.cl");
    both.run(&["k.cl", "-o", "p.cl"]);
    assert_eq!(both.read("p.cl"), plain);
}

#[test]
fn options_of_cl_build_program_are_taken_as_pasted() {
    let sandbox = Sandbox::with_kernel(LOOP);
    let pasted = ["-cl-std=CL1.2", "-cl-mad-enable", "-w", "-I", ".", "-DM=4", "-cl-uniform-work-group-size"];
    let shown = sandbox.run(&[&["--show-settings", "k.cl"][..], &pasted].concat());
    for part in
        ["cl-std = \"CL1.2\"", "build-options = [\"-cl-mad-enable\", \"-w\"]", "uniform-work-groups = true", "M=4"]
    {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
    says(&sandbox, &[&["k.cl", "-o", "o.cl"][..], &pasted].concat(), 0, &["1 loop unrolled"]);
    says(&sandbox, &[&["check", "k.cl"][..], &pasted].concat(), 0, &["nothing found"]);
    says(&sandbox, &["-cl-std=CL4.0", "k.cl"], 2, &["CL4.0"]);
    // All other words are what was typed.
    for (words, parts) in [
        (&["check", "-fix", "k.cl"][..], ["'-fix'", "'--fix'"]),
        (&["-output=o.cl", "k.cl"], ["'-output=o.cl'", "'--output'"]),
        (&["-force", "k.cl"], ["error: ", "'-f'"]),
        (&["-Oout.cl", "k.cl"], ["error: ", "'-O'"]),
        (&["-x", "k.cl"], ["error: ", "'-x'"]),
        (&["explain", "-w"], ["error: ", "'-w'"]),
        (&["rules", "-g"], ["error: ", "'-g'"]),
        (&["man", "-w"], ["error: ", "'-w'"]),
    ] {
        says(&sandbox, words, 2, &parts);
    }
}

#[test]
fn a_define_that_the_file_replaces_is_reported() {
    let sandbox = Sandbox::with_kernel(LOOP);
    let parts = ["warning[CLU116]: `-DN=4` has no effect", "k.cl:1:1", "#ifndef N"];
    says(&sandbox, &["-DN=4", "k.cl", "-o", "o.cl"], 0, &parts);
    says(&sandbox, &["check", "-DN=4", "k.cl"], 0, &parts);
    sandbox.write("clunroll.toml", "defines = ['N=4']\n");
    says(&sandbox, &["k.cl", "-o", "o.cl"], 0, &parts);
    sandbox.write("clunroll.toml", "");
    // The same value, a default, and a definition that an earlier use precedes are right.
    for (define, source) in [
        ("-DN=16", LOOP.to_owned()),
        ("-DN=4", format!("#ifndef N\n{}", LOOP.replacen('\n', "\n#endif\n", 1))),
        ("-DN=4", format!("#ifdef N\n#undef N\n#endif\n{LOOP}")),
        ("-DN=4", format!("int a[N];\n#undef N\n{LOOP}")),
        ("-DM=4", LOOP.to_owned()),
    ] {
        sandbox.write("k.cl", source);
        let said = sandbox.run(&[define, "k.cl", "-o", "o.cl"]);
        assert!(!said.contains("CLU116"), "{said}");
    }
}

#[test]
fn settings_without_effect_are_reported() {
    let sandbox = Sandbox::with(&[("a/k.cl", LOOP), ("a/b/l.cl", LOOP)]);
    let missing = "clunroll: warning: there is no folder inc, which -I names\n";
    says(&sandbox, &["-I", "inc", "a/k.cl", "-o", "o.cl"], 0, &[missing]);
    says(&sandbox, &["check", "-Iinc", "-Ia", "a"], 0, &[missing]);
    is_silent(&sandbox, &["-q", "-I", "inc", "a/k.cl", "-o", "o.cl"]);
    sandbox.write(
        "clunroll.toml",
        "include-folders = ['inc']\n[per-file.'x/*.cl']\ndefines = []\n[per-file.'a/b/*']\ndefines = []\n",
    );
    let said = sandbox.run(&["check", "a"]);
    assert!(said.contains("there is no folder inc, which `include-folders` of clunroll.toml names"), "{said}");
    assert!(said.contains("clunroll.toml: no file matches [per-file.\"x/*.cl\"]"), "{said}");
    assert!(!said.contains("a/b/*"), "{said}");
    assert_eq!(said.matches("clunroll: warning").count(), 2, "{said}");
}

#[test]
fn a_second_name_is_not_the_output() {
    let sandbox = Sandbox::with_kernel(LOOP);
    says(&sandbox, &["k.cl", "out.cl"], 2, &["several inputs need", "to write out.cl, put `-o` before it"]);
    let said = sandbox.run(&["k.cl", "k.cl", "k.cl"]);
    assert!(!said.contains("put `-o`"), "{said}");
}

#[test]
fn a_patch_of_a_file_outside_applies() {
    let sandbox = Sandbox::with(&[("k.cl", LOOP), ("sub/l.cl", LOOP)]);
    let patched = "cd sub; \"$clunroll\" --diff ../k.cl l.cl > p 2> said; cat said; patch -s -p1 -d .. < p && \"$clunroll\" -q ../k.cl l.cl --diff";
    let said = sandbox.shell(patched);
    assert!(said.contains("exit status: 0\n"), "{said}");
    assert!(said.contains("apply it with `patch -p1 -d ..`"), "{said}");
    let sandbox = Sandbox::with(&[("k.cl", LOOP), ("sub/l.cl", LOOP)]);
    let said = sandbox.shell("\"$clunroll\" -q --diff \"$PWD/k.cl\" sub/l.cl > p; patch -s -p1 < p && head -n 1 p");
    assert!(said.contains("exit status: 0\n") && said.contains("--- a/k.cl\n"), "{said}");
}

#[test]
fn a_word_of_a_name_leads_to_its_rules() {
    let sandbox = Sandbox::new();
    let found = ["CLU102  full-unroll-without-trip-count", "CLU235  trips-not-counted", "CLU253  small-trip-count"];
    says(&sandbox, &["explain", "trip"], 2, &found);
    says(&sandbox, &["explain", "misspelt"], 0, &["# CLU110: misspelt-pragma"]);
    for shell in ["bash", "zsh", "fish"] {
        let script = sandbox.run(&["completions", shell]);
        assert!(script.contains("CLU102") && script.contains("misspelt-pragma"), "{shell}");
    }
}

#[test]
fn a_parameter_in_a_string_is_explained() {
    let request = "#define U(F) _Pragma(\"unroll F\")\n";
    let sandbox = Sandbox::with_kernel(format!("{request}{}", kernel("U(4)")));
    let parts = ["warning[CLU103]", "`F` in the string is not the parameter of `U`", "DO_PRAGMA(unroll F)"];
    says(&sandbox, &["k.cl", "-o", "o.cl"], 0, &parts);
    // Another name in a string may be a macro of the host.
    let sandbox = Sandbox::with_kernel(format!("#define U(F) _Pragma(\"unroll G\")\n{}", kernel("U(4)")));
    says(&sandbox, &["k.cl", "-o", "o.cl"], 0, &["pass `-D G=VALUE`"]);
}

#[test]
fn invented_names_are_reported() {
    for (request, meant) in [
        ("#pragma no_unroll", "nounroll"),
        ("#pragma unroll_all", "unroll"),
        ("#pragma loop_unroll", "unroll"),
        ("#pragma unroll_jam 2", "unroll_and_jam"),
        ("#pragma OPENCL UNROLL 4", "unroll"),
        ("#pragma opencl FULL_UNROLL", "unroll"),
        ("#pragma DISABLE_UNROLL", "nounroll"),
        ("_Pragma(\"unroll_loop\")", "unroll"),
        ("#pragma clang loop unroll_full", "unroll"),
        ("__attribute__((unroll(4)))", "opencl_unroll_hint"),
        ("__attribute__((nounroll))", "opencl_unroll_hint(1)"),
        ("__attribute__((loop_unroll(2)))", "opencl_unroll_hint"),
    ] {
        let sandbox = Sandbox::with_kernel(kernel(request));
        says(&sandbox, &["k.cl", "-o", "o.cl"], 0, &["warning[CLU110]", &format!("did you mean `{meant}`?")]);
    }
    for right in ["#pragma OPENCL EXTENSION cl_nv_pragma_unroll : enable", "#pragma unrollandfuse(2)"] {
        let said = Sandbox::with_kernel(kernel(right)).run(&["check", "k.cl"]);
        assert!(!said.contains("CLU110"), "{said}");
    }
}

#[test]
fn a_suppression_that_is_nearly_right_is_reported() {
    for comment in [
        "clunrol: allow(CLU101)",
        "clunroll allow(CLU101)",
        "Clunroll: allow(CLU101)",
        "clunroll: alow(CLU101)",
        "clunroll: CLU101",
        "clunroll: allow CLU101",
        "clunroll-allow(zero-factor)",
        "clunroll: suppress(CLU101)",
    ] {
        let sandbox = Sandbox::with_kernel(kernel(&format!("#pragma unroll 0 // {comment}")));
        says(&sandbox, &["check", "k.cl"], 0, &["warning[CLU114]", "warning[CLU101]"]);
    }
    for prose in
        ["clunroll: left as written", "clunroll unrolls this", "we allow (sometimes) CLU101", "enroll: allow it"]
    {
        let said = Sandbox::with_kernel(kernel(&format!("#pragma unroll 4 // {prose}"))).run(&["check", "k.cl"]);
        assert!(!said.contains("CLU114"), "{prose}: {said}");
    }
}

#[test]
fn a_kernel_in_string_literals_is_rewritten_or_reported() {
    let lines = "\"__kernel void k(__global float *o) {\\n\"\n\"  #pragma unroll 4\\n\"\n\
                   \"  for (int i = 0; i < 16; i++) o[i] += 1;\\n\"\n\"}\\n\"";
    let sandbox = Sandbox::new();
    sandbox.write("host.c", format!("const char *src =\n{lines};\n"));
    says(&sandbox, &["host.c", "-o", "o.c"], 0, &["1 loop unrolled"]);
    let written = String::from_utf8(sandbox.read("o.c")).expect("UTF-8");
    assert!(written.contains("\"    { const int i = i_base + 3; o[i] += 1; }\\n\"\n"), "{written}");
    // Text that the preprocessor of the host puts in.
    let joined = format!("const char *src = PRAGMAS\n{lines};\n");
    sandbox.write("host.c", &joined);
    let parts = ["note[CLU215]: string literal not rewritten: a name next to it", "host.c:1:19", "-D"];
    says(&sandbox, &["host.c", "-o", "o.c"], 0, &parts);
    assert_eq!(sandbox.read("o.c"), joined.as_bytes());
    // A request without a kernel.
    sandbox.write("host.c", "const char *help = \"write\\n#pragma unroll 4\\nbefore it\\n\";\n");
    let parts = ["note[CLU215]: string literal not rewritten: it has a request, and does not define", "host.c:1:20"];
    says(&sandbox, &["host.c", "-o", "o.c"], 0, &parts);
    // Raw strings and others in one file, and in one program.
    let raw = format!("const char *raw = R\"(\n{}\n)\";\n", kernel("#pragma unroll 2"));
    sandbox.write("host.c", format!("const char *src = PRAGMAS\n{lines};\n{raw}"));
    let parts = ["string literal not rewritten: a name next to it", "1 loop unrolled"];
    says(&sandbox, &["host.c", "-o", "o.c"], 0, &parts);
    sandbox.write(
        "host.c",
        format!("const char *b = \"#define M 3\\n\" R\"(\n{}\n)\";\n{raw}", kernel("#pragma unroll 2")),
    );
    says(&sandbox, &["host.c", "-o", "o.c"], 0, &["2 loops unrolled"]);
}

/// Errors come first, and a cause of several files is shown once, with its first places. Other formats keep each finding.
#[test]
fn the_first_check_of_a_tree_shows_errors_first_and_each_cause_once() {
    let sandbox = Sandbox::new();
    for name in ["a.cl", "b.cl", "c.cl", "d.cl", "e.cl", "f.cl"] {
        sandbox.write(name, format!("#include \"none.h\"\n{}", kernel("#pragma unroll 4").replace("16", "LENGTH")));
    }
    sandbox.write("z.cl", kernel("#pragma unroll -1"));
    let said = sandbox.run(&["check", "."]);
    let at = |part: &str| said.find(part).unwrap_or_else(|| panic!("{part}: {said}"));
    assert!(at("error[CLU001]") < at("note[CLU217]"), "{said}");
    assert!(said.matches("┌─").count() < 6, "{said}");
    let line = "note[CLU217]: cannot read `\"none.h\"`: also in 5 other places: b.cl:1, c.cl:1, d.cl:1, …\n";
    assert!(at("a.cl:1:10") < at(line), "{said}");
    assert!(at(line) < at("clunroll: pass the folders of included files"), "{said}");
    assert!(said.contains("--verbose"), "{said}");
    let said = sandbox.run(&["check", ".", "--verbose"]);
    assert_eq!(said.matches("note[CLU217]").count(), 6, "{said}");
    assert!(!said.contains("also in"), "{said}");
    for format in ["short", "json", "sarif", "github"] {
        let said = sandbox.run(&["check", ".", "--format", format]);
        assert!(said.matches("CLU217").count() >= 6 && !said.contains("also in"), "{format}: {said}");
    }
}

/// A place in an included file is found with each source that includes it.
#[test]
fn a_place_that_several_sources_include_is_one_place() {
    let sandbox = Sandbox::new();
    sandbox.write("part.h", "#include \"other.h\"\n");
    for name in ["a.cl", "b.cl", "c.cl"] {
        sandbox.write(name, format!("#include \"part.h\"\n{}", kernel("#pragma unroll 4").replace("16", "LENGTH")));
    }
    let said = sandbox.run(&["check", "a.cl", "b.cl", "c.cl"]);
    assert!(said.contains("cannot read `\"other.h\"`") && !said.contains("other.h\"`: also in"), "{said}");
}

#[test]
fn the_first_check_of_a_tree_says_what_to_do_next() {
    let sandbox = Sandbox::with_kernel(format!("#include \"none.h\"\n{}", kernel("#pragma unroll NONE")));
    let hint = "clunroll: pass the folders of included files with `-I FOLDER`: \"none.h\" was not found\n";
    says(&sandbox, &["check", "k.cl"], 0, &["CLU217", hint]);
    // What is missing most often comes first, and what is left after it can be accepted.
    let named = |include: &str| format!("#include {include}\n{}", kernel("#pragma unroll NONE"));
    let sandbox = Sandbox::with_kernel(named("<a.h>"));
    for number in 0..20 {
        sandbox.write(&format!("{number}.cl"), named("NAME(b.h)"));
    }
    let hint =
        "clunroll: pass the macros that name included files with `-D NAME=VALUE`: NAME(b.h) is unknown; then accept";
    says(&sandbox, &["check", "."], 0, &[hint, "with `--write-baseline FILE`\n"]);
    // The number of findings is that of the check.
    let said = sandbox.run(&["check", ".", "--write-baseline", "b.json"]);
    let count = said
        .split_once("clunroll: ")
        .and_then(|(_, rest)| rest.split_once(" findings written"))
        .map(|(count, _)| count);
    let count = count.unwrap_or_else(|| panic!("{said}"));
    says(&sandbox, &["check", ".", "--baseline", "b.json"], 0, &[&format!("; {count} known\n")]);
    let many = kernel("#pragma unroll 0").repeat(20);
    let sandbox = Sandbox::with_kernel(many);
    says(&sandbox, &["check", "k.cl"], 0, &["clunroll: to accept these findings", "`--write-baseline FILE`"]);
    sandbox.run(&["check", "k.cl", "--write-baseline", "b.json"]);
    let said = sandbox.run(&["check", "k.cl", "--baseline", "b.json"]);
    assert!(!said.contains("to accept"), "{said}");
    let said = Sandbox::with_kernel(kernel("#pragma unroll 0")).run(&["check", "k.cl"]);
    assert!(!said.contains("to accept"), "{said}");
}
