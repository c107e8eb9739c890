//! `clunroll.toml`: which one applies, what it can contain, and what it cannot.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use insta::assert_snapshot;

use crate::sandbox::{PLAIN, Sandbox};

/// A loop with as many copies as the value of `N`.
const LOOP: &str = "\
__kernel void k(__global int *a) {
#pragma unroll
  for (int i = 0; i < N; i++) a[i] = i;
}
";

/// A kernel with CLU101, a warning.
const ZERO: &str =
    "__kernel void k(__global int *a, int n) {\n#pragma unroll 0\n  for (int i = 0; i < n; i++) a[i] = i;\n}\n";

impl Sandbox {
    /// The number of copies of the body of `LOOP`, each after its test.
    fn copies(&self, arguments: &[&str]) -> usize {
        let output = self.command().args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().matches("{ int i = ").count()
    }

    fn settings(&self, arguments: &[&str]) -> String {
        let output = self.command().arg("--show-settings").args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// The value of a key in the settings.
    fn setting(&self, key: &str, arguments: &[&str]) -> String {
        let settings = self.settings(arguments);
        let mut values = settings.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
        values.next().unwrap_or("none").to_owned()
    }

    fn status(&self, arguments: &[&str]) -> Option<i32> {
        self.command().args(arguments).output().unwrap().status.code()
    }

    /// The error if the program cannot run: one line, except for the summary of a check.
    fn error(&self, arguments: &[&str]) -> String {
        let output = self.command().args(arguments).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        let mut lines: Vec<_> = stderr.lines().collect();
        lines.retain(|line| *line != "clunroll: nothing found in 0 files; 1 failure");
        assert_eq!((output.status.code(), output.stdout.len(), lines.len()), (Some(2), 0, 1), "{stderr}");
        lines[0].strip_prefix("clunroll: error: ").unwrap().to_owned()
    }
}

#[test]
fn the_nearest_counts_and_no_other() {
    let sandbox = Sandbox::with(&[
        ("clunroll.toml", "defines = [\"N=2\"]\nmax-copies = 99"),
        ("a/b/clunroll.toml", "defines = ['N=3']"),
        ("k.cl", LOOP),
        ("a/k.cl", LOOP),
        ("a/b/k.cl", LOOP),
        ("a/b/c/d/k.cl", LOOP),
    ]);
    assert_eq!(["k.cl", "a/k.cl", "a/b/k.cl", "a/b/c/d/k.cl"].map(|name| sandbox.copies(&[name])), [2, 2, 3, 3]);
    assert_eq!(["a/k.cl", "a/b/k.cl"].map(|name| sandbox.setting("max-copies", &[name])), ["99", "1024"]);
    // With any spelling of the path.
    let absolute = sandbox.path("a/b/c/d/k.cl");
    for name in ["./a/./b//k.cl", "a/b/c/../k.cl", absolute.to_str().unwrap()] {
        assert_eq!(sandbox.copies(&[name]), 3, "{name}");
    }
    assert_eq!(sandbox.copies(&["a/b/../k.cl"]), 2);
}

#[test]
fn standard_input_lies_in_the_current_folder() {
    let sandbox = Sandbox::with(&[("clunroll.toml", "defines = ['N=2']"), ("k.cl", LOOP)]);
    for name in ["-", "/dev/stdin"] {
        let transcript = sandbox.run_with_stdin(&[name], LOOP);
        assert_eq!(transcript.matches("{ int i = ").count(), 2, "{transcript}");
    }
}

#[test]
fn links_are_not_followed_to_look_upwards() {
    let sandbox = Sandbox::with(&[
        ("here/clunroll.toml", "defines = ['N=2']"),
        ("there/clunroll.toml", "defines = ['N=3']"),
        ("there/kernels/k.cl", LOOP),
    ]);
    symlink("../there/kernels", sandbox.path("here/kernels")).unwrap();
    symlink("../there/kernels/k.cl", sandbox.path("here/k.cl")).unwrap();
    assert_eq!(["here/kernels/k.cl", "here/k.cl"].map(|name| sandbox.copies(&[name])), [2, 2]);
    // Only the system knows what is above the target of a link.
    assert_eq!(sandbox.copies(&["here/kernels/../kernels/k.cl"]), 3);
    // A configuration may itself be a link; its folder is the one that contains the link.
    symlink("../clunroll.toml", sandbox.path("there/kernels/clunroll.toml")).unwrap();
    assert_eq!(sandbox.copies(&["here/kernels/k.cl"]), 3);
}

#[test]
fn checking_and_rewriting_have_the_same_configuration() {
    let sandbox =
        Sandbox::with(&[("a/clunroll.toml", "[rules]\ndeny = ['warnings']"), ("a/k.cl", ZERO), ("k.cl", ZERO)]);
    assert_eq!([&["k.cl"][..], &["check", "k.cl"]].map(|line| sandbox.status(line)), [Some(0); 2]);
    assert_eq!([&["a/k.cl"][..], &["check", "a/k.cl"]].map(|line| sandbox.status(line)), [Some(1); 2]);
    assert_snapshot!(sandbox.run(&["a/k.cl", "-o", "out.cl"]));
    assert!(!sandbox.path("out.cl").exists());
}

#[test]
fn what_is_typed_wins() {
    let text = r#"
defines = ["N=2", "M=1", "F(x)=x"]
cl-std = "CL1.1"
remainder = "nested"
max-copies = 7
max-growth = "1KiB"
"#;
    let sandbox = Sandbox::with(&[("clunroll.toml", text), ("k.cl", LOOP)]);
    assert_eq!(sandbox.copies(&["-DN=5", "k.cl"]), 5);
    assert_eq!(sandbox.copies(&["-UN", "k.cl"]), 0);
    let typed = ["-DN=5", "-UM", "--cl-std=CL3.0", "--remainder=loop", "--max-copies=8", "--max-growth=2KiB", "k.cl"];
    let keys = ["defines", "cl-std", "remainder", "max-copies", "max-growth"];
    assert_eq!(
        keys.map(|key| sandbox.setting(key, &typed)),
        ["[\"F(x)=x\", \"N=5\"]", "\"CL3.0\"", "\"loop\"", "8", "2048"]
    );
    assert_eq!(
        keys.map(|key| sandbox.setting(key, &["k.cl"])),
        ["[\"N=2\", \"M=1\", \"F(x)=x\"]", "\"CL1.1\"", "\"nested\"", "7", "1024"]
    );
}

#[test]
fn rules_that_are_typed_change_those_of_the_configuration() {
    let text = "[rules]\nselect = ['zero-factor', 'CLU2']\ndeny = ['zero-factor']\nignore = ['CLU207']";
    let sandbox = Sandbox::with(&[("clunroll.toml", text), ("k.cl", ZERO)]);
    let check = |rules: &[&str]| sandbox.status(&[&["check", "k.cl"], rules].concat());
    assert_eq!(check(&[]), Some(1));
    assert_eq!(check(&["--warn", "zero-factor"]), Some(0));
    assert_eq!(check(&["--ignore", "CLU101"]), Some(0));
    // `--select` replaces all rules of the configuration.
    assert_eq!(check(&["--select", "zero-factor"]), Some(0));
    assert_eq!(check(&["--select", "default", "--deny", "warnings"]), Some(1));
    assert!(!sandbox.settings(&["k.cl"]).contains("CLU207"));
    let output = sandbox.command().args(["check", "--show-settings", "--select=CLU207", "k.cl"]).output().unwrap();
    assert!(
        String::from_utf8(output.stdout)
            .unwrap()
            .ends_with("select = [\n    \"CLU207\", # undefined-name\n]\nwarn = []\ndeny = []\n")
    );
    // No rules at all.
    sandbox.write("clunroll.toml", "rules.select = []");
    let nothing = "exit status: 0\n----- stdout\n----- stderr\nclunroll: nothing found in 1 file\n";
    assert_eq!(sandbox.run(&["check", "k.cl"]), format!("$ clunroll check k.cl\n{nothing}"));
}

#[test]
fn files_are_relative_to_the_configuration() {
    let text = "include-folders = ['include']\nforced-includes = ['config.h', 'named.h']\n";
    let include = format!("#include <n.h>\n{LOOP}");
    let sandbox = Sandbox::with(&[
        ("project/clunroll.toml", text),
        ("project/include/n.h", "#ifdef CONFIG\n#define N 3\n#endif\n"),
        ("project/include/named.h", "#ifndef CONFIG\n#error\n#endif\n"),
        ("project/config.h", "#define CONFIG\n"),
        ("project/a/k.cl", &include),
        // These do not count.
        ("include/n.h", "#define N 5\n"),
        ("config.h", "#error\n"),
    ]);
    let unrolled = |folder: &str, name: &str| {
        let output = sandbox.command().current_dir(sandbox.path(folder)).arg(name).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(!stderr.contains("[CLU"), "{stderr}");
        String::from_utf8(output.stdout).unwrap().contains("int i = 2;")
    };
    assert!(
        unrolled(".", "project/a/k.cl") && unrolled("project/a", "k.cl") && unrolled("include", "../project/a/k.cl")
    );
    // Folders of the command line are searched first, and are relative to the current folder.
    let text = sandbox.run(&["-I", "include", "--include", "config.h", "project/a/k.cl"]);
    assert!(text.contains("i = 4") && !text.contains("i = 5"), "{text}");
    let first = sandbox.setting("include-folders", &["-Iinclude", "project/a/k.cl"]);
    assert_eq!(first, "[\"include\", \"project/include\"]");
    let forced = sandbox.setting("forced-includes", &["--include=config.h", "project/a/k.cl"]);
    assert_eq!(forced, "[\"project/config.h\", \"named.h\", \"config.h\"]");
}

#[test]
fn included_files_bring_no_configuration() {
    let sandbox = Sandbox::with(&[
        ("k.cl", &format!("#include \"other/n.h\"\n{LOOP}")),
        ("other/n.h", "\n"),
        ("other/clunroll.toml", "no TOML"),
        ("clunroll.toml", "defines = ['N=2']"),
    ]);
    assert_eq!(sandbox.copies(&["k.cl"]), 2);
}

#[test]
fn isolated_reads_none_and_config_that_one() {
    let sandbox = Sandbox::with(&[
        ("clunroll.toml", "no TOML"),
        ("other/any.name", "defines = ['N=4']\ninclude-folders = ['i']"),
        ("k.cl", LOOP),
    ]);
    assert_eq!(sandbox.status(&["k.cl"]), Some(2));
    assert_eq!(sandbox.copies(&["--isolated", "-DN=3", "k.cl"]), 3);
    assert_eq!(sandbox.copies(&["--config", "other/any.name", "k.cl"]), 4);
    assert_eq!(sandbox.setting("include-folders", &["--config=other/any.name", "k.cl"]), "[\"other/i\"]");
    assert_eq!(sandbox.status(&["check", "--isolated", "k.cl"]), Some(0));
    let runs = [&["--config", "missing.toml", "k.cl"][..], &["--config", "a.toml", "--isolated", "k.cl"]];
    assert_snapshot!(runs.map(|arguments| sandbox.run(arguments)).join("\n"));
}

#[test]
fn settings_are_shown_as_a_configuration_that_says_the_same() {
    let text = r#"
defines = ["N=2", 'S="a b"', "F(x, ...)=x"]
include-folders = ["include"]
forced-includes = ["missing.h"]
cl-std = "CL2.0"
trust-defines = true
build-options = ["-cl-mad-enable", "-DS=a b"]
uniform-work-groups = true
provide-extension = true
remainder = "switch"
max-copies = 10
max-growth = "64KiB"
extensions = [".cl", "clh"]
exclude = ["third_party/**"]
baseline = "known.json"
[rules]
select = ["zero-factor", "negative-factor", "unknown-factor"]
warn = ["negative-factor"]
deny = ["zero-factor"]
"#;
    let sandbox = Sandbox::with(&[("clunroll.toml", text), ("kernels/k.cl", PLAIN)]);
    let shown = sandbox.settings(&["kernels/k.cl"]);
    assert_snapshot!(shown);
    assert_is_of_the_schema(&shown);
    sandbox.write("clunroll.toml", &shown);
    assert_eq!(sandbox.settings(&["kernels/k.cl"]), shown);
    // For a folder, which has the settings of its files.
    sandbox.write("kernels/clunroll.toml", "max-copies = 3");
    for path in ["kernels", "kernels/", "./kernels/."] {
        assert_eq!(sandbox.setting("max-copies", &[path]), "3", "{path}");
    }
    assert_eq!(sandbox.setting("max-copies", &["."]), "10");
    let output = sandbox.command().args(["check", "--show-settings", "kernels"]).output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("max-copies = 3\n"));
}

/// A configuration is valid by docs/clunroll.schema.json.
fn assert_is_of_the_schema(text: &str) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/clunroll.schema.json");
    let schema = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let value = serde_json::to_value(toml::from_str::<toml::Table>(text).unwrap()).unwrap();
    jsonschema::validate(&schema, &value).unwrap();
}

#[test]
fn settings_are_shown_of_standard_input_by_its_name() {
    let sandbox = Sandbox::with(&[("a/clunroll.toml", "max-copies = 3")]);
    let shown = sandbox.run(&["check", "--show-settings", "-", "--stdin-filename", "a/new.cl"]);
    assert!(shown.contains("# Settings for a/new.cl; read from a/clunroll.toml.\n"), "{shown}");
    assert!(shown.contains("\nmax-copies = 3\n"), "{shown}");
}

#[test]
fn settings_are_shown_of_one_file_that_is_there() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    assert_eq!(sandbox.error(&["--show-settings", "no.cl"]), "cannot read no.cl: No such file or directory");
    assert_eq!(sandbox.error(&["check", "--show-settings", "k.cl", "."]), "--show-settings takes one file or folder");
    assert_eq!(sandbox.setting("max-growth", &["--max-growth=64MiB", "-"]), "67108864");
}

#[test]
fn what_cannot_be_said_is_an_error_with_its_place() {
    let sandbox = Sandbox::with_kernel(LOOP);
    let texts = [
        "max-copys = 4",
        "\n[rules]\nselct = ['all']",
        "[rules]\nmax-copies = 4",
        "warn = []",
        "defines = 'N=16'",
        "defines = ['N=1', '4N']",
        "cl-std = 'CL4'",
        "max-copies = 1.5",
        "max-growth = '2MB'",
        "max-growth = '65MiB'",
        "max-growth = 67108865",
        "exclude = ['a[']",
        "rules.deny = [\n  'zero-factr',\n]",
        "max-copies = 1\nmax-copies = 2",
        "defines = [\n",
        "\u{feff}max-copies 4",
        "\"a\\nb\" = 1",
    ];
    let errors = texts.map(|text| {
        sandbox.write("clunroll.toml", text);
        assert_eq!(sandbox.error(&["check", "k.cl"]), sandbox.error(&["k.cl"]));
        format!("{text}\n    {}\n", sandbox.error(&["k.cl"]))
    });
    assert_snapshot!(errors.concat());
}

#[test]
fn a_configuration_that_is_no_text_is_an_error() {
    let sandbox = Sandbox::with(&[("a/k.cl", LOOP)]);
    sandbox.write("a/clunroll.toml", b"# caf\xe9");
    assert_eq!(sandbox.error(&["a/k.cl"]), "a/clunroll.toml:1:6: not valid UTF-8");
    sandbox.write("a/clunroll.toml", b"\xff\xfed\0e\0");
    assert_eq!(sandbox.error(&["a/k.cl"]), "a/clunroll.toml:1:1: not valid UTF-8");
    sandbox.write("a/clunroll.toml", "# ".repeat(1 << 20));
    assert!(sandbox.error(&["a/k.cl"]).starts_with("a/clunroll.toml is too large"));
    sandbox.write("a/clunroll.toml", "a = ".to_owned() + &"[".repeat(1 << 19));
    assert!(sandbox.error(&["a/k.cl"]).starts_with("a/clunroll.toml:1:"));
}

#[test]
fn one_without_keys_says_nothing_and_is_the_nearest() {
    let sandbox = Sandbox::with(&[("clunroll.toml", "defines = ['N=2']"), ("a/k.cl", LOOP)]);
    assert_eq!(sandbox.copies(&["a/k.cl"]), 2);
    for text in ["", "\u{feff}", "# N\r\n", "[rules]"] {
        sandbox.write("a/clunroll.toml", text);
        assert_eq!(sandbox.copies(&["a/k.cl"]), 0, "{text:?}");
    }
    sandbox.write("a/clunroll.toml", "\u{feff}defines = ['N=3']\r\n");
    assert_eq!(sandbox.copies(&["a/k.cl"]), 3);
}

#[test]
fn one_that_cannot_be_read_is_an_error() {
    let sandbox = Sandbox::with(&[("k.cl", LOOP), ("a/k.cl", LOOP)]);
    fs::create_dir(sandbox.path("a/clunroll.toml")).unwrap();
    assert_eq!(sandbox.error(&["a/k.cl"]), "cannot read a/clunroll.toml: Is a directory");
    fs::remove_dir(sandbox.path("a/clunroll.toml")).unwrap();
    symlink("nowhere", sandbox.path("a/clunroll.toml")).unwrap();
    assert_eq!(sandbox.error(&["a/k.cl"]), "cannot read a/clunroll.toml: No such file or directory");
    fs::remove_file(sandbox.path("a/clunroll.toml")).unwrap();
    symlink("clunroll.toml", sandbox.path("a/clunroll.toml")).unwrap();
    assert!(sandbox.error(&["a/k.cl"]).starts_with("cannot read a/clunroll.toml: "));
    assert_eq!(sandbox.status(&["k.cl"]), Some(0), "what lies above is not concerned");
    fs::remove_file(sandbox.path("a/clunroll.toml")).unwrap();
    sandbox.shell("mkfifo a/clunroll.toml");
    assert_eq!(sandbox.error(&["a/k.cl"]), "cannot read a/clunroll.toml: it is not a regular file");
    fs::remove_file(sandbox.path("a/clunroll.toml")).unwrap();
    sandbox.write("a/clunroll.toml", "");
    fs::set_permissions(sandbox.path("a/clunroll.toml"), fs::Permissions::from_mode(0o000)).unwrap();
    // The superuser may read everything.
    if fs::read(sandbox.path("a/clunroll.toml")).is_err() {
        assert_eq!(sandbox.error(&["a/k.cl"]), "cannot read a/clunroll.toml: Permission denied");
    }
}

#[test]
fn a_current_folder_that_is_gone_has_none() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    let transcript = sandbox.shell("mkdir gone && cd gone && rmdir ../gone && \"$clunroll\" -q - < ../k.cl");
    assert!(transcript.ends_with(&format!("exit status: 0\n----- stdout\n{PLAIN}----- stderr\n")), "{transcript}");
}
