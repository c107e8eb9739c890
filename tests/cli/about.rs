//! What the program prints about itself: rules, completions, manual pages.

use std::fs;

use insta::assert_snapshot;
use serde_json::Value;

use crate::sandbox::{PLAIN, Sandbox};

fn stdout(arguments: &[&str]) -> String {
    let output = Sandbox::new().command().args(arguments).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_rule_is_explained_by_its_code_in_either_case_or_its_name() {
    let text = stdout(&["explain", "CLU101"]);
    assert_snapshot!(text);
    assert_eq!(stdout(&["explain", "clu101"]), text);
    assert_eq!(stdout(&["explain", "zero-factor"]), text);
}

#[test]
fn several_rules_are_explained_in_the_order_of_the_arguments() {
    let text = stdout(&["explain", "CLU101", "CLU001"]);
    let titles: Vec<_> = text.lines().filter(|line| line.starts_with("# ")).collect();
    assert_eq!(
        titles,
        ["# CLU101: zero-factor (warning, on by default)", "# CLU001: negative-factor (error, on by default)"]
    );
    assert!(text.contains("pragma.\n\n# CLU001"), "a blank line between them: {text}");
}

#[test]
fn what_is_no_rule_is_a_wrong_argument_and_nothing_is_explained() {
    let runs: Vec<_> = [&["CLU101", "zero-factr"][..], &["CLU999"], &["CLU1"], &[""], &["all"], &[]]
        .into_iter()
        .map(|rules| Sandbox::new().run(&[&["explain"], rules].concat()))
        .collect();
    assert_snapshot!(runs.join("\n"));
}

#[test]
fn every_rule_of_the_table_can_be_explained() {
    let table = stdout(&["rules"]);
    let mut lines = table.lines();
    let headings: Vec<_> = lines.next().unwrap().split_whitespace().collect();
    assert_eq!(headings, ["code", "name", "severity", "default", "fixable"]);
    let codes: Vec<_> = lines.map(|line| line.split(' ').next().unwrap()).collect();
    assert!(codes.len() > 40 && codes.is_sorted(), "{table}");
    let pages = stdout(&[&["explain"], &codes[..]].concat());
    for line in table.lines().skip(1) {
        let [code, name, severity, default, _] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        assert!(pages.contains(&format!("# {code}: {name} ({severity}, {default} by default)\n")), "{line}");
    }
}

#[test]
fn json_holds_what_the_table_holds_and_the_pages() {
    let rules: Vec<Value> = serde_json::from_str(&stdout(&["rules", "--format", "json"])).unwrap();
    let table = stdout(&["rules", "--format=text"]);
    assert_eq!(rules.len(), table.lines().count() - 1);
    for (rule, line) in rules.iter().zip(table.lines().skip(1)) {
        let text = |field: &str| rule[field].as_str().unwrap().to_owned();
        let default = if rule["on_by_default"].as_bool().unwrap() { "on" } else { "off" };
        let fixable = match rule["applicability"].as_str() {
            Some("safe") => "yes",
            Some(word) => word,
            None => "no",
        };
        assert_eq!(rule["fixable"].as_bool().unwrap(), fixable != "no");
        let fields = [text("code"), text("name"), text("severity"), default.to_owned(), fixable.to_owned()];
        assert_eq!(fields.join(" "), line.split_whitespace().collect::<Vec<_>>().join(" "));
        assert!(stdout(&["explain", &fields[0]]).ends_with(&text("page")));
    }
}

#[test]
fn shells_get_their_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(&["completions", shell]);
        for word in ["clunroll", "check", "explain", "trust-defines"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert_snapshot!(Sandbox::new().run(&["completions", "tcsh"]));
}

#[test]
fn bash_reads_its_completions() {
    let sandbox = Sandbox::new();
    let line = "\"$clunroll\" completions bash > script && bash -n script";
    assert!(sandbox.shell(line).contains("exit status: 0\n----- stdout\n----- stderr\n"));
}

#[test]
fn the_manual_page_holds_all_options_and_the_exit_status() {
    let page = stdout(&["man"]);
    for text in [".TH clunroll 1", ".SH SYNOPSIS", "\\-\\-trust\\-defines", "clunroll\\-check(1)", "Exit status:"] {
        assert!(page.contains(text), "{text}");
    }
}

#[test]
fn all_manual_pages_are_written_into_a_folder() {
    let sandbox = Sandbox::new();
    assert_snapshot!(sandbox.run(&["man", "--out-dir", "share/man1"]));
    let mut names: Vec<_> = fs::read_dir(sandbox.path("share/man1"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    for name in ["clunroll-check.1", "clunroll-explain.1", "clunroll.1"] {
        assert!(names.iter().any(|found| found == name), "{names:?}");
        let page = String::from_utf8(sandbox.read(&format!("share/man1/{name}"))).unwrap();
        let title = name.strip_suffix(".1").unwrap();
        assert!(page.contains(&format!(".TH {title} 1  \"clunroll {}\"", env!("CARGO_PKG_VERSION"))), "{page}");
    }
    let page = String::from_utf8(sandbox.read("share/man1/clunroll-check.1")).unwrap();
    assert!(page.contains("\\fBclunroll check\\fR [OPTIONS] [PATH]...") && page.contains("\\-\\-deny"), "{page}");
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error() {
    let sandbox = Sandbox::with_kernel(PLAIN);
    assert_snapshot!(sandbox.run(&["man", "--out-dir", "k.cl"]));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let sandbox = Sandbox::new();
    for arguments in ["rules --format json", "rules --format markdown", "completions bash", "man"] {
        let line = format!("{{ \"$clunroll\" {arguments}; echo \"status $?\" >&2; }} | head -n 1 >&2");
        let transcript = sandbox.shell(&line);
        assert!(transcript.contains("status 0\n") && !transcript.contains("error"), "{transcript}");
    }
    let transcript = sandbox.shell("\"$clunroll\" rules > /dev/full");
    assert!(transcript.contains("exit status: 2\n") && transcript.contains("cannot write <stdout>"), "{transcript}");
}
