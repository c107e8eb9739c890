//! `--max-copies` and `--max-growth`.

use insta::assert_snapshot;

use crate::sandbox::{PLAIN, Sandbox};

const LOOP: &str =
    "__kernel void k(__global int *a) {\n  #pragma unroll\n  for (int i = 0; i < 4; i++)\n    a[i] = i;\n}\n";

#[test]
fn over_them_a_loop_is_left_and_the_note_gives_the_numbers() {
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
