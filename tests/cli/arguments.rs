//! What the command line accepts.

use insta::assert_snapshot;

use crate::sandbox::{PLAIN, Sandbox};

#[test]
fn help_says_all() {
    assert_snapshot!(Sandbox::new().run(&["--help"]));
}

#[test]
fn short_help_fits_a_screen() {
    assert_snapshot!(Sandbox::new().run(&["-h"]));
    for command in [&["-h"][..], &["check", "-h"], &["verify", "-h"], &["tune", "-h"], &["server", "-h"]] {
        let output = Sandbox::new().command().env("COLUMNS", "80").args(command).output().unwrap();
        let help = String::from_utf8(output.stdout).unwrap();
        let widest = help.lines().map(|line| line.chars().count()).max();
        assert!(help.lines().count() <= 40 && widest <= Some(80), "{command:?}\n{help}");
    }
}

#[test]
fn version_is_the_crates() {
    let expected = format!("clunroll {}\n", env!("CARGO_PKG_VERSION"));
    Sandbox::new().command().arg("--version").assert().success().stdout(expected);
}

#[test]
fn no_input_is_a_wrong_argument() {
    assert_snapshot!(Sandbox::new().run(&[]));
}

#[test]
fn two_inputs_are_a_wrong_argument() {
    assert_snapshot!(Sandbox::with_kernel(PLAIN).run(&["k.cl", "k.cl"]));
}

#[test]
fn a_misspelt_command_is_reported_unless_a_file_has_its_name() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    assert_snapshot!("misspelt_command", sandbox.run(&["chek", "k.cl"]));
    assert_snapshot!("misspelt_command_alone", sandbox.run(&["ruels"]));
    assert_snapshot!("short_name_of_no_file", sandbox.run(&["ma"]));
    sandbox.write("chek", PLAIN);
    assert_snapshot!("file_with_nearly_the_name_of_a_command", sandbox.run(&["chek"]));
}

#[test]
fn help_is_a_command_too() {
    let help = |arguments: &[&str]| Sandbox::new().run(arguments);
    assert_eq!(help(&["help"]), help(&["--help"]).replace("clunroll --help", "clunroll help"));
}

#[test]
fn an_unknown_option_is_a_wrong_argument() {
    assert_snapshot!(Sandbox::with_kernel(PLAIN).run(&["--unrol", "k.cl"]));
}

#[test]
fn the_former_name_of_an_option_leads_to_its_new_name() {
    for old in [&["--tune", "cpu", "k.cl"][..], &["--tune=cpu", "k.cl"], &["check", "--tune", "cpu", "k.cl"]] {
        let said = Sandbox::with_kernel(PLAIN).run(old);
        assert!(said.contains("unexpected argument '--tune'") && said.contains("'--target'"), "{old:?}: {said}");
    }
}

#[test]
fn an_unknown_colour_choice_is_a_wrong_argument() {
    assert_snapshot!(Sandbox::with_kernel(PLAIN).run(&["--color", "sometimes", "k.cl"]));
}

#[test]
fn of_quiet_and_verbose_the_last_one_counts() {
    let sandbox = Sandbox::with_kernel("void f(int n) {\n#pragma unroll\nfor (int i = 0; i < n; i++) g(i);\n}\n");
    let said = |flags: &[&str]| {
        let output = sandbox.command().args(flags).args(["k.cl", "-o", "out.cl"]).output().unwrap();
        assert!(output.status.success(), "{flags:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let verbose = said(&["-v"]);
    assert!(verbose.contains("k.cl:2:1: unroll: not unrolled"), "{verbose}");
    for flags in [&["-qv"][..], &["--quiet", "--verbose"], &["-v", "-q", "-v"], &["-v", "-v"]] {
        assert_eq!(said(flags), verbose, "{flags:?}");
    }
    for flags in [&["-vq"][..], &["--verbose", "--quiet"], &["-q", "-v", "-q"], &["-q", "-q"]] {
        assert_eq!(said(flags), "", "{flags:?}");
    }
}

#[test]
fn options_stand_before_and_after_the_input() {
    assert_snapshot!(Sandbox::with_kernel(PLAIN).run(&["-q", "k.cl", "--color=never", "-DN"]));
}

#[test]
fn defines_are_attached_or_separate_and_repeated() {
    assert_snapshot!(Sandbox::with_kernel(PLAIN).run(&["-DN=4", "-D", "M", "-D", "E=", "-DX=a b", "k.cl"]));
}

#[test]
fn a_define_that_no_compiler_takes_is_a_wrong_argument() {
    assert_snapshot!(Sandbox::with_kernel(PLAIN).run(&["-D4=N", "k.cl"]));
}

#[test]
fn an_input_that_begins_with_a_dash_stands_after_two() {
    let sandbox = Sandbox::new();
    sandbox.write("-k.cl", PLAIN);
    assert_snapshot!(sandbox.run(&["--", "-k.cl"]));
}

#[test]
fn an_unknown_version_is_a_wrong_argument() {
    assert_snapshot!(Sandbox::with_kernel(PLAIN).run(&["--cl-std", "CL4.0", "k.cl"]));
}

/// The kernel's work-groups have one size by the version, by promise, or not certainly.
#[test]
fn a_version_below_two_makes_work_groups_uniform() {
    let kernel = "__kernel __attribute__((reqd_work_group_size(2, 1, 1))) void k(__global int *a) {\n    #pragma unroll\n    \
                  for (int i = 0; i < get_local_size(0); i++) a[i] = i;\n}\n";
    let is_unrolled = |arguments: &[&str]| {
        let sandbox = Sandbox::with_kernel(kernel);
        let output = sandbox.command().args(arguments).arg("k.cl").output().unwrap();
        assert!(output.status.success(), "{arguments:?}");
        !String::from_utf8(output.stdout).unwrap().contains("#pragma unroll")
    };
    assert!(is_unrolled(&["--cl-std", "CL1.2"]) && is_unrolled(&["--cl-std=cl1.1"]));
    assert!(is_unrolled(&["--uniform-work-groups"]) && is_unrolled(&["--uniform-work-groups", "--cl-std=CL3.0"]));
    assert!(!is_unrolled(&[]) && !is_unrolled(&["--cl-std", "CL2.0"]));
}
