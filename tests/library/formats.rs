//! The formats of `clunroll check` over sources, places and names of every odd kind: snapshots, validity of SARIF and JSON by their
//! schemas, and that a program reads the same data that was written.

mod ci;
mod samples;

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::time::Instant;

use clunroll::rules;
use clunroll::source::{FileId, Place, Span};
use clunroll::{NoIncludes, Options, unroll};
use clunroll_report::{
    Renderer, full::Full, github::GitHub, gitlab::GitLab, json_lines::JsonLines, junit::JUnit, sarif::Sarif,
    short::Short,
};
use serde_json::Value;

use self::samples::{File, cases, files, label, list, log, schema, snapshot, validate, written};

use crate::plan;

#[test]
fn full_is_for_people() {
    snapshot("full", &written(Box::<Full>::default(), &files()));
}

#[test]
fn short_has_one_line_for_each_finding() {
    let files = files();
    let text = written(Box::<Short>::default(), &files);
    assert_eq!(text.lines().count(), files.iter().map(|file| file.outcome.diagnostics.len()).sum::<usize>());
    assert!(!text.chars().any(|character| character.is_control() && character != '\n'));
    snapshot("short", &text);
}

#[test]
fn json_has_a_report_for_each_file_with_something_to_say() {
    let (files, schema) = (files(), schema("docs/report.schema.json"));
    let text = written(Box::new(JsonLines), &files);
    let speaking: Vec<_> = files.iter().filter(|file| !file.outcome.diagnostics.is_empty()).collect();
    assert_eq!(text.lines().count(), speaking.len());
    for (line, file) in text.lines().zip(speaking) {
        let report = log(line);
        validate(&report, &schema);
        assert_eq!(report["files"][0]["name"], file.name);
        for (found, diagnostic) in list(&report, "/files/0/diagnostics").iter().zip(&file.outcome.diagnostics) {
            let source = &file.outcome.sources[diagnostic.primary.place.file];
            assert_eq!(found["place"]["file"], source.name, "a name is not changed");
        }
    }
    snapshot("json", &text);
}

#[test]
fn json_of_every_case_is_what_the_schema_says() {
    let schema = schema("docs/report.schema.json");
    for line in written(Box::new(JsonLines), cases()).lines() {
        validate(&log(line), &schema);
    }
}

#[test]
fn sarif_lists_findings() {
    let text = written(Box::<Sarif>::default(), &files());
    let log = log(&text);
    validate(&log, &schema("tests/schemas/sarif-2.1.0.json"));
    // Without the head, which grows with each rule.
    let (_, results) = text.split_once("\"results\":[\n").expect("there are results");
    snapshot("sarif", results);
}

#[test]
fn sarif_of_every_case_is_what_the_schema_says() {
    let cases = cases();
    let log = log(&written(Box::<Sarif>::default(), cases));
    validate(&log, &schema("tests/schemas/sarif-2.1.0.json"));
    let found: Vec<_> = cases.iter().flat_map(|case| &case.outcome.diagnostics).collect();
    let results = list(&log, "/runs/0/results");
    assert_eq!(results.len(), found.len());
    let rules = list(&log, "/runs/0/tool/driver/rules");
    assert_eq!(rules.len(), rules::ALL.len());
    let mut fingerprints = std::collections::BTreeSet::new();
    for (result, diagnostic) in results.iter().zip(found) {
        assert_eq!(result["ruleId"], diagnostic.rule.code);
        let index = result["ruleIndex"].as_u64().expect("a listed rule") as usize;
        assert_eq!(rules[index]["id"], diagnostic.rule.code);
        assert!(fingerprints.insert(result["partialFingerprints"].to_string()), "two findings are alike");
    }
}

#[test]
fn sarif_of_nothing_is_a_log_too() {
    let log = log(&written(Box::<Sarif>::default(), &[]));
    validate(&log, &schema("tests/schemas/sarif-2.1.0.json"));
    assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], true);
    assert_eq!(log["runs"][0]["results"], serde_json::json!([]));
}

#[test]
fn sarif_says_what_could_not_be_checked() {
    let mut renderer = Sarif::default();
    renderer.failed("cannot read {x}.cl: permission denied");
    let log = log(&written(Box::new(renderer), &[]));
    validate(&log, &schema("tests/schemas/sarif-2.1.0.json"));
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let message = &invocation["toolExecutionNotifications"][0]["message"]["text"];
    assert_eq!(message, "cannot read {{x}}.cl: permission denied");
}

/// The validator finds mistakes in a log: in a word, a number, or a URI.
#[test]
fn the_schema_of_sarif_is_looked_at() {
    let schema = schema("tests/schemas/sarif-2.1.0.json");
    let right = log(&written(Box::<Sarif>::default(), &[File::new("k.cl", b"x", &[(0, 1)])]));
    validate(&right, &schema);
    let place = "/runs/0/results/0/locations/0/physicalLocation";
    for (pointer, wrong) in [
        ("/version", Value::from("2.0.0")),
        ("/runs/0/results/0/level", "notice".into()),
        ("/runs/0/results/0/ruleIndex", (-2).into()),
        (&format!("{place}/region/startLine"), 0.into()),
        (&format!("{place}/artifactLocation/uri"), "a b.cl".into()),
        (&format!("{place}/artifactLocation/uri"), "größe.cl".into()),
    ] {
        let mut changed = right.clone();
        *changed.pointer_mut(pointer).expect("it is there") = wrong;
        assert!(!schema.is_valid(&changed), "{pointer}");
    }
}

/// The lines and columns of each region and fix fit its bytes, counted here by the standard.
#[test]
fn regions_of_sarif_agree_with_their_bytes() {
    for file in files().iter().chain(cases()) {
        let log = log(&written(Box::<Sarif>::default(), std::slice::from_ref(file)));
        let mut regions = Vec::new();
        places_of(&log["runs"][0]["results"], None, &mut regions);
        for (uri, region) in regions {
            let name = percent_encoding::percent_decode_str(&uri).decode_utf8().expect("a name is UTF-8");
            let Some(source) = file.outcome.sources.iter().find(|source| source.name == name) else { continue };
            let Ok(text) = str::from_utf8(&source.bytes) else { continue };
            let number = |field: &str| region[field].as_u64().expect("a number") as usize;
            let start = offset(text, number("startLine"), number("startColumn"));
            let end = offset(text, number("endLine"), number("endColumn"));
            assert_eq!((start, end - start), (number("byteOffset"), number("byteLength")), "{name}: {region}");
        }
    }
}

/// The byte at a line and column, which must exist.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let mark = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let text = &text[mark..];
    let mut lines = text.split_inclusive('\n');
    let before: usize = lines.by_ref().take(line - 1).map(str::len).sum();
    let content = lines.next().unwrap_or_else(|| {
        assert!(text.is_empty() && line == 1, "there is no line {line}");
        ""
    });
    let in_line: usize = content.chars().take(column - 1).map(char::len_utf8).sum();
    assert!(column - 1 <= content.chars().count(), "there is no column {column}");
    mark + before + in_line
}

/// All regions in a value, each with its file.
fn places_of(value: &Value, uri: Option<&str>, regions: &mut Vec<(String, Value)>) {
    let here = value.pointer("/artifactLocation/uri").and_then(Value::as_str).or(uri);
    if value.get("startLine").is_some() {
        regions.push((here.expect("a region has a file").to_owned(), value.clone()));
    }
    match value {
        Value::Object(fields) => fields.values().for_each(|field| places_of(field, here, regions)),
        Value::Array(values) => values.iter().for_each(|value| places_of(value, here, regions)),
        _ => {}
    }
}

#[test]
fn fingerprints_of_sarif_stay_when_lines_move() {
    let of = |name: &str, text: &str| {
        let at = text.find('x').expect("there is one") as u32;
        let log = log(&written(Box::<Sarif>::default(), &[File::new(name, text.as_bytes(), &[(at, at + 1)])]));
        log["runs"][0]["results"][0]["partialFingerprints"].clone()
    };
    let first = of("k.cl", "int x;\n");
    assert_eq!(first, of("k.cl", "\n// more\n    int x;\r\nint y;\n"));
    assert_eq!(first, of("./k.cl", "int x;"));
    assert_ne!(first, of("k.cl", "int x = 1;\n"));
    assert_ne!(first, of("l.cl", "int x;\n"));
    // The fingerprint is from another version of clunroll, on another machine.
    assert_eq!(first, serde_json::json!({"clunrollRuleFileLine/v1": "34afa92237808bba:1"}));
}

#[test]
fn every_case_can_be_written_in_every_format() {
    let cases = cases();
    for text in [written(Box::<Short>::default(), cases), written(Box::<GitHub>::default(), cases)] {
        let found = cases.iter().flat_map(|case| &case.outcome.diagnostics);
        // A finding about several requests appears for each of them.
        let said = found.map(|found| (found.primary.place.span, found.rule.code, &found.message));
        assert!(text.lines().count() >= said.collect::<HashSet<_>>().len());
    }
    assert!(!written(Box::<Full>::default(), cases).is_empty());
}

/// A finding appears for each request that it concerns, and for each source that includes its file. Its line does not show which one.
#[test]
fn no_line_is_written_twice() {
    let once = File::new("k.cl", b"x y\n", &[(0, 1), (2, 3)]);
    let mut several = File::new("k.cl", b"x y\n", &[(0, 1), (2, 3)]);
    several.outcome.diagnostics.extend_from_within(..);
    several.outcome.diagnostics[0].secondary =
        vec![label(Place { file: FileId::MAIN, span: Span::new(2, 3) }, "requested")];
    let texts = |files: &[File]| [written(Box::<Short>::default(), files), written(Box::<GitHub>::default(), files)];
    let expected = texts(&[once]);
    assert_eq!(expected.each_ref().map(|text| text.lines().count()), [2, 2]);
    assert_eq!(texts(std::slice::from_ref(&several)), expected);
    let again = File::new("k.cl", b"x y\n", &[(0, 1)]);
    assert_eq!(texts(&[several, again]), expected);
    for text in texts(cases()) {
        let mut seen = HashSet::new();
        assert!(text.lines().all(|line| seen.insert(line)));
    }
}

#[test]
fn thousands_of_findings_on_one_long_line_take_no_time() {
    let spans: Vec<_> = (0..5_000).map(|at| (at * 240, at * 240 + 2)).collect();
    let files = [File::new("long.cl", "é ".repeat(400_000).as_bytes(), &spans)];
    let begin = Instant::now();
    for renderer in [
        Box::<Short>::default() as Box<dyn Renderer>,
        Box::new(JsonLines),
        Box::<Sarif>::default(),
        Box::<GitHub>::default(),
        Box::<GitLab>::default(),
    ] {
        assert_eq!(written(renderer, &files).matches("something is wrong").count(), 5_000);
    }
    assert!(begin.elapsed().as_secs() < 20, "{:?}", begin.elapsed());
}

/// Each example of docs/formats.md equals clunroll's output.
#[test]
fn the_examples_are_real() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/formats.md");
    let page = fs::read_to_string(&path).expect("there is a page");
    let source = block(&page, "```c\n").expect("the page has an example");
    let options = Options::new("example.cl").lint(true);
    let file =
        File { name: options.get_name().to_owned(), outcome: unroll(source.as_bytes(), &options, &mut NoIncludes) };
    let of = |renderer: Box<dyn Renderer>| written(renderer, std::slice::from_ref(&file));
    let log = of(Box::<Sarif>::default());
    let result = &self::log(&log)["runs"][0]["results"][0];
    let result = serde_json::to_string_pretty(result).expect("it was JSON before") + "\n";
    for (format, example) in [
        ("full", of(Box::<Full>::default())),
        ("short", of(Box::<Short>::default())),
        ("json", of(Box::new(JsonLines))),
        ("sarif", result),
        ("github", of(Box::<GitHub>::default())),
        ("gitlab", of(Box::<GitLab>::default())),
        ("junit", of(Box::<JUnit>::default())),
    ] {
        let section = page.split_once(&format!("\n## {format}\n")).expect("each format has a section").1;
        let section = section.split("\n## ").next().expect("there is a first part");
        let shown =
            ["```text\n", "```json\n", "```xml\n"].iter().find_map(|fence| block(section, fence)).expect("an example");
        assert_eq!(shown.trim_end(), example.trim_end(), "{format}");
    }
}

/// The first block with that fence.
fn block<'a>(page: &'a str, fence: &str) -> Option<&'a str> {
    let rest = page.split_once(fence)?.1;
    Some(rest.split_once("```").expect("a fence is closed").0)
}
