//! `--max-copies` and `--max-growth`.

use insta::assert_snapshot;

use crate::sandbox::{PLAIN, Sandbox};

const LOOP: &str =
    "__kernel void k(__global int *a) {\n  #pragma unroll\n  for (int i = 0; i < 4; i++)\n    a[i] = i;\n}\n";

#[test]
fn over_them_a_loop_is_declined_and_the_note_gives_the_numbers() {
    let sandbox = Sandbox::with_kernel(LOOP);
    let copies = sandbox.run(&["k.cl", "--max-copies", "3"]);
    let growth = sandbox.run(&["k.cl", "--max-growth", "100"]);
    assert_snapshot!(format!("{copies}{growth}"));
}

#[test]
fn within_them_it_is_unrolled() {
    let sandbox = Sandbox::with_kernel(LOOP);
    for arguments in [["--max-copies", "4"], ["--max-growth", "1KiB"], ["--max-growth", "1000"]] {
        let output = sandbox.command().args(arguments).arg("k.cl").output().unwrap();
        assert!(!String::from_utf8(output.stdout).unwrap().contains("#pragma"), "{arguments:?}");
    }
}

#[test]
fn the_note_gives_what_is_enough_for_the_whole_file() {
    let loops =
        (0..40).map(|at| format!("  #pragma unroll\n  for (int i = 0; i < 64; i++)\n    a[i + {at}] += i * {at};\n"));
    let kernel = format!("__kernel void k(__global int *a) {{\n{}}}\n", loops.collect::<String>());
    let sandbox = Sandbox::with_kernel(&kernel);
    let said = |limit: &str| {
        let output = sandbox.command().args(["k.cl", "-o", "out.cl", "--max-growth", limit]).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    let first = said("16KiB");
    assert_eq!(first.matches("[CLU213]").count(), 1, "{first}");
    let enough = first.split("or pass `--max-growth ").nth(1).and_then(|rest| rest.split('`').next());
    let second = said(enough.unwrap_or_else(|| panic!("{first}")));
    assert!(second.contains("40 loops unrolled"), "{second}");
}

#[test]
fn what_is_no_number_is_a_wrong_argument() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    let mut runs = String::new();
    for arguments in [
        ["--max-copies=-1", "k.cl"],
        ["--max-copies=4294967296", "k.cl"],
        ["--max-growth=1MB", "k.cl"],
        ["--max-growth=65MiB", "k.cl"],
    ] {
        runs += &sandbox.run(&arguments);
    }
    assert_snapshot!(runs);
}

#[test]
fn of_conditions_only_those_that_are_open_are_reported() {
    let body = (0..40).map(|at| format!("a[i + {at}]")).collect::<Vec<_>>().join(" + ");
    let kernel = (0..60).fold("__kernel void k(__global int *a, int n)\n{\n".to_owned(), |kernel, at| {
        kernel
            + "#pragma unroll 2\nfor (int i = 0; i < n; i++) {\n#ifdef TOLD\na[i] = 0;\n#endif\n#ifdef OPEN\na[i] = 1;\n#endif\n"
            + &format!("a[i] = {at} + {body};\n}}\n")
    });
    let sandbox = Sandbox::with_kernel(&(kernel.clone() + "}\n"));
    let said = |sandbox: &Sandbox, more: &[&str]| {
        let arguments = ["k.cl", "-o", "out.cl", "--trust-defines", "-DTOLD", "--max-growth=64MiB"];
        let output = sandbox.command().args(arguments).args(more).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        said.split("\n\n").filter(|said| said.contains("[CLU213]")).last().unwrap_or("(nothing)\n").to_owned()
    };
    let one_is_open = said(&sandbox, &[]);
    let none_is_open = said(&sandbox, &["-UOPEN"]);
    let by_include = Sandbox::with_kernel(format!("#include \"missing.h\"\n{kernel}}}\n"));
    let by_include = said(&by_include, &["-UOPEN"]);
    assert_snapshot!(format!("{one_is_open}\n\n{none_is_open}\n{by_include}\n"));
}
