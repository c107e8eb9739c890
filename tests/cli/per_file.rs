//! `[per-file."GLOB"]` in `clunroll.toml`: settings for some of the files.

use insta::assert_snapshot;

use crate::sandbox::Sandbox;

/// A loop with as many copies as the value of `N`, and one with a warning.
const KERNEL: &str = "\
__kernel void k(__global int *a, int n) {
#pragma unroll
  for (int i = 0; i < N; i++) a[i] = i;
#pragma unroll
  for (int i = 0; i < n; i++) a[i] = i;
}
";

const CONFIG: &str = "\
defines = ['N=2', 'M=1']
rules.deny = ['CLU102']

[per-file.'old']
defines = ['N=3']
rules.warn = ['CLU102']

[per-file.'**/*.gen.cl']
defines = ['N=4', 'GENERATED']
rules = { ignore = ['CLU102'] }
";

fn sandbox() -> Sandbox {
    let names = ["k.cl", "old/k.cl", "old/a/k.gen.cl", "a/k.gen.cl", "older/k.cl"];
    let files: Vec<_> = names.iter().map(|&name| (name, KERNEL)).chain([("clunroll.toml", CONFIG)]).collect();
    Sandbox::with(&files)
}

impl Sandbox {
    /// The number of copies of the first loop of a file, and the severity of CLU102 in it.
    fn rewritten(&self, arguments: &[&str]) -> (usize, String) {
        let output = self.command().args(arguments).args(["--keep-going"]).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        let severity = stderr.lines().find_map(|line| line.split_once("[CLU102]")).map_or("", |(severity, _)| severity);
        let text = String::from_utf8(output.stdout).unwrap();
        (text.matches("{ int i = ").count(), severity.to_owned())
    }

    fn defines(&self, arguments: &[&str]) -> String {
        let shown = self.run(&[&["--show-settings"], arguments].concat());
        let line = shown.lines().find_map(|line| line.strip_prefix("defines = "));
        line.unwrap_or_else(|| panic!("{shown}")).to_owned()
    }
}

#[test]
fn each_table_is_about_the_files_that_its_glob_means() {
    let sandbox = sandbox();
    for (name, copies, severity) in [
        ("k.cl", 2, "error"),
        ("older/k.cl", 2, "error"),
        ("old/k.cl", 3, "warning"),
        ("a/k.gen.cl", 4, ""),
        // Both tables apply, in their order.
        ("old/a/k.gen.cl", 4, ""),
    ] {
        assert_eq!(sandbox.rewritten(&[name]), (copies, severity.to_owned()), "{name}");
        // With any spelling of the path.
        let absolute = sandbox.path(name);
        assert_eq!(sandbox.rewritten(&[absolute.to_str().unwrap()]).0, copies, "{name}");
    }
    assert_eq!(sandbox.defines(&["old/a/k.gen.cl"]), "[\"M=1\", \"N=4\", \"GENERATED=1\"]");
    let output = sandbox.command().current_dir(sandbox.path("old/a")).arg("k.gen.cl").output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap().matches("{ int i = ").count(), 4);
}

#[test]
fn folders_are_checked_and_written_file_by_file() {
    let sandbox = sandbox();
    assert_snapshot!(sandbox.run(&["check", "--format", "short", "--ignore", "notes"]));
    sandbox.run(&["--keep-going", "--out-dir", "out", "."]);
    let copies = |name: &str| String::from_utf8(sandbox.read(name)).unwrap().matches("{ int i = ").count();
    assert_eq!(["out/k.cl", "out/old/k.cl", "out/a/k.gen.cl"].map(copies), [2, 3, 4]);
}

#[test]
fn what_is_typed_comes_last() {
    let sandbox = sandbox();
    assert_eq!(sandbox.rewritten(&["-DN=5", "--deny", "CLU102", "old/k.cl"]), (5, "error".to_owned()));
    assert_eq!(sandbox.rewritten(&["-UN", "old/k.cl"]).0, 0);
    assert_eq!(sandbox.rewritten(&["--isolated", "-DN=6", "old/k.cl"]), (6, "warning".to_owned()));
}

#[test]
fn standard_input_is_meant_by_the_name_that_it_is_given() {
    let sandbox = sandbox();
    let check = |name: &[&str]| {
        let arguments = [&["check", "-", "--format", "short", "--ignore", "notes"], name].concat();
        sandbox.run_with_stdin(&arguments, KERNEL)
    };
    assert!(check(&[]).contains("error[CLU102]"));
    assert!(check(&["--stdin-filename", "old/new.cl"]).contains("warning[CLU102]"));
}

#[test]
fn the_settings_of_a_folder_have_the_tables() {
    let sandbox = sandbox();
    let shown = sandbox.command().args(["--show-settings", "."]).output().unwrap().stdout;
    // Without the list of rules, which grows.
    let text = String::from_utf8(shown.clone()).unwrap();
    let lines: Vec<_> = text.lines().filter(|line| !line.starts_with("    \"CLU")).collect();
    assert_snapshot!(lines.join("\n"));
    let before = ["k.cl", "old/k.cl", "a/k.gen.cl"].map(|name| sandbox.rewritten(&[name]));
    sandbox.write("clunroll.toml", &shown);
    assert_eq!(sandbox.command().args(["--show-settings", "."]).output().unwrap().stdout, shown);
    assert_eq!(["k.cl", "old/k.cl", "a/k.gen.cl"].map(|name| sandbox.rewritten(&[name])), before);
}

#[test]
fn what_a_table_cannot_say_is_an_error_with_its_place() {
    let sandbox = sandbox();
    let texts = [
        "per-file = 1",
        "[per-file]\nold = 1",
        "[per-file.'a[']",
        "[per-file.'']",
        "[per-file.old]\nmax-copies = 4",
        "[per-file.old]\ndefine = []",
        "[per-file.old]\ndefines = ['4N']",
        "[per-file.old.rules]\nselct = []",
        "[per-file.old]\ndeny = []",
        "[[per-file]]",
    ];
    let errors = texts.map(|text| {
        sandbox.write("clunroll.toml", text);
        let transcript = sandbox.run(&["k.cl"]);
        let error = transcript.lines().last().unwrap().to_owned();
        format!("{text}\n    {error}\n")
    });
    assert_snapshot!(errors.concat());
}
