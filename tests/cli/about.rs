//! What the program prints about itself: explanations, rules, completions, manual pages.

use std::collections::BTreeSet;
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
fn an_unknown_word_is_a_wrong_argument_and_nothing_is_explained() {
    let runs: Vec<_> =
        [&["CLU101", "zero-factr"][..], &["CLU999"], &["CLU1"], &[""], &["all"], &["unrol_and_jam"], &["max-copie"]]
            .into_iter()
            .map(|rules| Sandbox::new().run(&[&["explain"], rules].concat()))
            .collect();
    assert_snapshot!(runs.join("\n"));
}

/// What `clunroll explain` prints in a terminal of that width.
fn explained(columns: usize, words: &[&str]) -> String {
    let sandbox = Sandbox::new();
    let output = sandbox.command().env("COLUMNS", columns.to_string()).arg("explain").args(words).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{words:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn settings_and_sections_are_explained() {
    for (name, words) in
        [("a_setting", "max_copies"), ("a_form", "full"), ("a_promise", "assume"), ("an_assumption", "macro-roles")]
    {
        assert_snapshot!(name, explained(80, &[words]));
    }
    assert_snapshot!("a_form_120", explained(120, &["full"]));
}

#[test]
fn a_word_may_be_written_in_several_ways() {
    for (word, others) in [
        ("unroll_and_jam", &["unroll-and-jam", "Unroll and jam", "#pragma unroll_and_jam 4", "jam"][..]),
        ("loads-first", &["loads first", "loads_first", "LOADS-FIRST"]),
        ("exact", &["#pragma  clunroll  exact", "exact-trip-counts"]),
        ("assume", &["restrict"]),
        ("max-copies", &["max_copies"]),
        ("zero-factor", &["zero factor", "CLU101"]),
    ] {
        let text = explained(80, &[word]);
        for other in others {
            // Rules with the word in their names differ.
            let (one, two) = (text.split("\nSee also").next(), explained(80, &[other]));
            assert_eq!(one, two.split("\nSee also").next(), "{word}, {other}");
        }
    }
    let both = explained(80, &["remainder"]);
    assert!(
        both.contains("# remainder (a setting)") && both.contains("# Remaining iterations (docs/loops.md)"),
        "{both}"
    );
}

#[test]
fn the_list_names_everything_and_each_word_of_it_can_be_explained() {
    let list = explained(80, &[]);
    assert_snapshot!(list);
    let words = list.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with([' ', '`']));
    let words: Vec<_> = words.map(|line| line.split(' ').next().unwrap()).collect();
    assert!(words.len() > 70 && words.contains(&"max-copies") && words.contains(&"independent"), "{words:?}");
    let script = stdout(&["completions", "bash"]);
    for columns in [80, 120] {
        for word in &words {
            let text = explained(columns, &[word]);
            assert!(text.starts_with("# ") && script.contains(word), "{word}");
            // A form whose word is also that of a setting has two pages.
            let mut is_code = false;
            for line in text.lines() {
                is_code ^= line.trim_start().starts_with("```");
                let raw = line.contains("](") || line.starts_with('|') || line.contains("<!--");
                assert!(is_code || !raw && line.chars().count() <= columns, "{word}, {columns}: {line}");
            }
        }
    }
}

/// Each place under "See also" is a file of the repository, or can be explained.
#[test]
fn what_is_named_to_read_on_is_there() {
    let list = explained(80, &[]);
    let words = list.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with([' ', '`']));
    let words: Vec<_> = words.map(|line| line.split(' ').next().unwrap()).collect();
    let text = explained(80, &words);
    let places: BTreeSet<_> = text.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    let mut count = 0;
    for place in places {
        if let Some(word) = place.strip_prefix("clunroll explain ") {
            explained(80, &[word.split(' ').next().unwrap()]);
            count += 1;
        } else if place.starts_with("docs/") || place.starts_with("kernels/") {
            let file = place.split('#').next().unwrap();
            assert!(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file).exists(), "{place}");
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
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
        // A terminal has other lines, but the same words.
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words(&stdout(&["explain", &fields[0]])).ends_with(&words(&text("page"))), "{}", fields[0]);
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
