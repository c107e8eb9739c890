//! The formats of services that run tests and reviews: GitHub, GitLab, JUnit.

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

use clunroll::rules::Severity;
use clunroll_report::{github::GitHub, gitlab::GitLab, junit::JUnit};
use serde_json::Value;

use super::samples::{File, cases, files, log, snapshot, written};

#[test]
fn github_has_one_command_for_each_finding() {
    let files = files();
    let text = written(Box::<GitHub>::default(), &files);
    snapshot("github", &text);
    let found = files.iter().flat_map(|file| file.outcome.diagnostics.iter().map(move |found| (file, found)));
    let mut lines = text.lines();
    for (file, diagnostic) in found {
        let annotation = annotation(lines.next().expect("a line for each"));
        let word = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        assert_eq!(annotation.command, word);
        let of =
            |name: &str| annotation.properties.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
        let source = &file.outcome.sources[diagnostic.primary.place.file];
        // The name without components that mean nothing.
        let name: PathBuf = Path::new(&source.name).components().filter(|part| *part != Component::CurDir).collect();
        assert_eq!(of("file"), name.to_str());
        let rule = diagnostic.rule;
        assert_eq!(of("title"), Some(format!("{} {}", rule.code, rule.name).as_str()));
        let number = |name: &str| of(name).map(|value| value.parse::<usize>().expect("a number"));
        let line = source.line_index(diagnostic.primary.place.span.start) + 1;
        assert_eq!(number("line"), Some(line));
        // The fields that the runner needs.
        let (end_line, columns) = (number("endLine").expect("an end"), (number("col"), number("endColumn")));
        assert!(line <= end_line);
        match columns {
            (Some(column), Some(end_column)) => assert!(line == end_line && 1 <= column && column <= end_column),
            (None, None) => assert!(line < end_line),
            _ => panic!("half of a range"),
        }
        let message: Vec<_> = std::iter::once(diagnostic.message.clone()).chain(diagnostic.remarks()).collect();
        assert_eq!(annotation.message, message.join("\n"));
    }
    assert_eq!(lines.next(), None);
}

/// A workflow command as the runner reads it.
struct Annotation {
    command: String,
    properties: Vec<(String, String)>,
    message: String,
}

fn annotation(line: &str) -> Annotation {
    let (head, message) = line.strip_prefix("::").and_then(|line| line.split_once("::")).expect("a command");
    let (command, properties) = head.split_once(' ').expect("properties");
    let unescaped = |text: &str| text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%");
    let property = |property: &str| {
        let (name, value) = property.split_once('=').expect("a name and a value");
        (name.to_owned(), unescaped(&value.replace("%3A", ":").replace("%2C", ",")))
    };
    Annotation {
        command: command.to_owned(),
        properties: properties.split(',').map(property).collect(),
        message: unescaped(message),
    }
}

/// The demands of GitLab's documentation: these fields, no other fields, and no fingerprint twice.
fn issues(text: &str) -> Vec<Value> {
    let Value::Array(issues) = log(text) else { panic!("a report is a list") };
    let mut fingerprints = HashSet::new();
    for issue in &issues {
        let of = |field: &str| issue[field].as_str().unwrap_or_else(|| panic!("{issue} has no {field}"));
        assert!(!of("description").is_empty() && of("check_name").starts_with("CLU"));
        assert!(["info", "minor", "major"].contains(&of("severity")), "{issue}");
        assert!(fingerprints.insert(of("fingerprint").to_owned()), "{issue}");
        let lines = &issue["location"]["lines"];
        assert!(1 <= lines["begin"].as_u64().unwrap() && lines["begin"].as_u64() <= lines["end"].as_u64());
        let path = issue["location"]["path"].as_str().expect("a path");
        assert!(!path.starts_with("./") && !path.contains("//"), "{path}");
    }
    issues
}

#[test]
fn gitlab_has_one_issue_for_each_finding() {
    let files = files();
    let text = written(Box::<GitLab>::default(), &files);
    snapshot("gitlab", &text);
    let found = files.iter().map(|file| file.outcome.diagnostics.len()).sum::<usize>();
    assert_eq!(issues(&text).len(), found);
    assert!(!issues(&written(Box::<GitLab>::default(), cases())).is_empty());
    assert!(issues(&written(Box::<GitLab>::default(), &[])).is_empty());
}

#[test]
fn gitlab_knows_a_finding_whose_line_has_moved() {
    let fingerprint = |text: &str| {
        let at = text.find('x').expect("there is one") as u32;
        let file = File::new("k.cl", text.as_bytes(), &[(at, at + 1)]);
        issues(&written(Box::<GitLab>::default(), &[file]))[0]["fingerprint"].clone()
    };
    assert_eq!(fingerprint("int x;\n"), fingerprint("\n\n  int x;\n"));
    assert_ne!(fingerprint("int x;\n"), fingerprint("int x = 1;\n"));
}

#[test]
fn junit_has_a_suite_for_each_file_and_a_failure_for_each_finding() {
    let files = files();
    let text = written(Box::<JUnit>::default(), &files);
    snapshot("junit", &text);
    let document = roxmltree::Document::parse(&text).expect("it is XML");
    let suites: Vec<_> = document.root_element().children().filter(roxmltree::Node::is_element).collect();
    assert_eq!(suites.len(), files.len());
    for (suite, file) in suites.iter().zip(&files) {
        let tests: Vec<_> = suite.children().filter(|node| node.has_tag_name("testcase")).collect();
        let failures: Vec<_> = suite.descendants().filter(|node| node.has_tag_name("failure")).collect();
        let number = |name: &str| suite.attribute(name).and_then(|value| value.parse::<usize>().ok());
        assert_eq!((number("tests"), number("failures")), (Some(tests.len()), Some(failures.len())));
        assert_eq!(failures.len(), file.outcome.diagnostics.len());
        assert_eq!(tests.len(), failures.len().max(1));
        for (failure, diagnostic) in failures.iter().zip(&file.outcome.diagnostics) {
            assert_eq!(failure.attribute("type"), Some(diagnostic.severity.name()));
            let shown = failure.attribute("message").expect("a message");
            assert_eq!(shown, diagnostic.message.replace('\u{202e}', "?"));
        }
    }
    let text = written(Box::<JUnit>::default(), cases());
    assert!(roxmltree::Document::parse(&text).is_ok());
}

#[test]
fn junit_says_what_could_not_be_checked() {
    let mut renderer = Box::<JUnit>::default();
    clunroll_report::Renderer::failed(&mut *renderer, "cannot read <x> & \"y\"\u{ffff}\n");
    let text = written(renderer, &[]);
    let document = roxmltree::Document::parse(&text).expect("it is XML");
    let error = document.descendants().find(|node| node.has_tag_name("error")).expect("an error");
    assert_eq!(error.attribute("message"), Some("cannot read <x> & \"y\"??"));
}
