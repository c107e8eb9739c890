//! The formats of `clunroll check` over sources, places and names of every odd kind: what they look like (a snapshot of
//! each), whether SARIF and JSON are what their schemas say, and whether what a program reads from them is what was
//! written.

#[path = "opencl/plan.rs"]
#[allow(dead_code, reason = "only the options of a file are asked here, not how it runs")]
mod plan;

use std::collections::HashSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::LazyLock;
use std::time::Instant;

use clunroll::report::{
    Checked, Renderer, full::Full, github::GitHub, json_lines::JsonLines, sarif::Sarif, short::Short,
};
use clunroll::rules::{self, Diagnostic, Edit, Fix, Label, Rule, Severity};
use clunroll::source::{FileId, Place, Sources, Span};
use clunroll::{NoIncludes, Options, Outcome, unroll};
use jsonschema::Validator;
use serde_json::Value;

/// A file that was checked, with its name.
struct File {
    name: String,
    outcome: Outcome,
}

impl File {
    /// A file with findings at `spans`, each with a message of its own.
    fn new(name: &str, bytes: &[u8], spans: &[(u32, u32)]) -> Self {
        let mut sources = Sources::default();
        let main = sources.add(name.to_owned(), bytes.to_vec());
        let mut diagnostics: Vec<_> =
            spans.iter().map(|&(start, end)| diagnostic(&rules::NEGATIVE_FACTOR, main, start, end)).collect();
        // Places behind the end of the file are shown as one: the findings must not be one.
        for (number, found) in diagnostics.iter_mut().enumerate().skip(1) {
            found.message = format!("{} ({})", found.message, number + 1);
        }
        let mut outcome = unroll(b"", &Options::default(), &mut NoIncludes);
        (outcome.text, outcome.diagnostics, outcome.sources) = (bytes.to_vec(), diagnostics, sources);
        Self { name: name.to_owned(), outcome }
    }
}

fn diagnostic(rule: &'static Rule, file: FileId, start: u32, end: u32) -> Diagnostic {
    let place = Place { file, span: Span::new(start, end) };
    let mut found = Diagnostic::new(rule, place, "something is wrong", "here");
    found.notes = vec!["it matters".to_owned()];
    found.help = vec!["do otherwise".to_owned()];
    found
}

fn label(place: Place, message: &str) -> Label {
    Diagnostic::new(&rules::OVER_LIMIT, place, "", message).primary
}

/// Files with everything in them that can go wrong.
fn files() -> Vec<File> {
    let included = {
        let mut file = File::new("main.cl", b"#include \"in c.h\"\nint x;\n", &[]);
        let header = file.outcome.sources.add("in c.h".to_owned(), b"\n  #pragma unroll -1\n".to_vec());
        let mut found = diagnostic(&rules::OVER_LIMIT, header, 18, 20);
        let place = Place { file: FileId::MAIN, span: Span::new(0, 17) };
        found.secondary = vec![label(place, "included here"); 2];
        found.secondary.push(label(place, ""));
        file.outcome.diagnostics.push(found);
        file
    };
    let fixed = {
        let mut file = File::new("fix.cl", b"\t#pragma unrol (4)\n", &[]);
        let mut found = diagnostic(&rules::MALFORMED_PRAGMA, FileId::MAIN, 9, 14);
        found.severity = Severity::Warning;
        let edit = |start, end, text: &str| Edit {
            place: Place { file: FileId::MAIN, span: Span::new(start, end) },
            text: text.to_owned(),
        };
        let edits = vec![edit(9, 14, "unroll"), edit(15, 16, ""), edit(17, 18, ""), edit(19, 19, "// {é}\n")];
        found.fix = Some(Fix { title: "write `#pragma unroll {4}`".to_owned(), edits });
        file.outcome.diagnostics.push(found);
        file
    };
    let worded = {
        let mut file = File::new("words.cl", b"{\n}\n", &[(0, 1)]);
        let found = &mut file.outcome.diagnostics[0];
        found.message = String::from("100% of `{0}`, `%0A` and `::error::` \u{202e}[a](1)");
        found.notes = vec!["a::b, c=d\r\n50%".to_owned()];
        found.help = vec!["\"quoted\" \\ é".to_owned()];
        file
    };
    vec![
        File::new("clean.cl", b"int x;\n", &[]),
        File::new("tabs.cl", b"\t\tint\tx;\t\n", &[(6, 7), (0, 2), (8, 9)]),
        File::new("wide.cl", "/* é変e\u{301}😀 */ int x = 4;\nint 変;\n".as_bytes(), &[(23, 24), (34, 37), (3, 8)]),
        File::new("crlf.cl", b"a\r\nfor (\r\n  ;;)\r\n", &[(3, 15), (8, 8), (8, 10), (9, 9)]),
        File::new("empty.cl", b"", &[(0, 0), (9, 9)]),
        File::new("no newline.cl", b"a\nab", &[(4, 4), (3, 9), (4, 2)]),
        File::new("newline.cl", b"a\r\nab\r\n", &[(7, 7), (3, 7), (9, 9)]),
        File::new("mark.cl", b"\xef\xbb\xbfint x;\nint y;\n", &[(0, 0), (0, 6), (7, 8), (14, 15)]),
        File::new("latin-1.cl", b"/* \xe9 \xff */ x\n", &[(10, 11)]),
        File::new("same.cl", b"  x y\nx y\n", &[(2, 3), (4, 5), (6, 7)]),
        File::new("a b/c:d,e%20f%2C?#.cl", b"x", &[(0, 1)]),
        File::new("größe/変.cl", b"x", &[(0, 1)]),
        File::new("line\nbreak\r\n::error file=x::y\t.cl", b"x", &[(0, 1)]),
        File::new("\u{1b}[31mred\u{202e}.cl", b"x", &[(0, 1)]),
        File::new("/abs/o lute/./k.cl", b"x", &[(0, 1)]),
        File::new("./../up//k.cl", b"x", &[(0, 1)]),
        File::new("<stdin>", b"x", &[(0, 1)]),
        included,
        fixed,
        worded,
    ]
}

fn written(mut renderer: Box<dyn Renderer>, files: &[File]) -> String {
    let mut out = Vec::new();
    for File { name, outcome } in files {
        let checked = Checked { name, bytes: outcome.text.len(), outcome };
        renderer.file(&mut out, &checked).expect("a vector takes everything");
    }
    renderer.finish(&mut out).expect("a vector takes everything");
    String::from_utf8(out).expect("each format is UTF-8")
}

fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("formats");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

fn schema(path: &str) -> Validator {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("there is a schema");
    // A pattern in SARIF's schema has a bracket that opens nowhere, which strict readers of patterns refuse.
    let text = text.replace("{2}]?$", r"{2}\\]?$");
    let schema = serde_json::from_str(&text).expect("a schema is JSON");
    jsonschema::options().should_validate_formats(true).build(&schema).expect("a schema is one")
}

fn validate(value: &Value, validator: &Validator) {
    let errors: Vec<_> =
        validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

fn log(text: &str) -> Value {
    serde_json::from_str(text).expect("a log is JSON")
}

fn list<'a>(value: &'a Value, pointer: &str) -> &'a Vec<Value> {
    value.pointer(pointer).and_then(Value::as_array).expect("a list")
}

/// The cases of the other tests, with what clunroll finds in them.
fn cases() -> &'static [File] {
    static CASES: LazyLock<Vec<File>> = LazyLock::new(read_cases);
    &CASES
}

fn read_cases() -> Vec<File> {
    let case = |path: &Path| {
        let source = fs::read(path).expect("a listed file can be read");
        let name = plan::name(path);
        let mut plan = plan::read(&source).unwrap_or_else(|why| panic!("{name}: {why}"));
        let options = plan.options.name(&name).lint(true);
        let outcome = unroll(&source, &options, &mut plan.includes);
        File { name, outcome }
    };
    plan::sources(&["kernels", "tests/cases"]).iter().map(|path| case(path)).collect()
}

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
    // All but the head, which grows with each rule.
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

/// The validator finds what is wrong in a log, be it a word, a number, or a URI.
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

/// The lines and columns of each region and fix are those of its bytes, counted here as the standard says.
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

/// The byte at a line and column, which must be there.
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

/// All regions in a value, with the file that each belongs to.
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
    // Of another version of clunroll, on another machine.
    assert_eq!(first, serde_json::json!({"clunrollRuleFileLine/v1": "34afa92237808bba:1"}));
}

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
        // The name, but for what says nothing.
        let name: PathBuf = Path::new(&source.name).components().filter(|part| *part != Component::CurDir).collect();
        assert_eq!(of("file"), name.to_str());
        let rule = diagnostic.rule;
        assert_eq!(of("title"), Some(format!("{} {}", rule.code, rule.name).as_str()));
        let number = |name: &str| of(name).map(|value| value.parse::<usize>().expect("a number"));
        let line = source.line_index(diagnostic.primary.place.span.start) + 1;
        assert_eq!(number("line"), Some(line));
        // What the runner asks for.
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

#[test]
fn every_case_can_be_written_in_every_format() {
    let cases = cases();
    for text in [written(Box::<Short>::default(), cases), written(Box::<GitHub>::default(), cases)] {
        let found = cases.iter().flat_map(|case| &case.outcome.diagnostics);
        // A finding that concerns several requests is there for each.
        let said = found.map(|found| (found.primary.place.span, found.rule.code, &found.message));
        assert!(text.lines().count() >= said.collect::<HashSet<_>>().len());
    }
    assert!(!written(Box::<Full>::default(), cases).is_empty());
}

/// A finding is there for each request that it concerns, and for each source that includes its file. A line shows neither.
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
    ] {
        assert_eq!(written(renderer, &files).matches("something is wrong").count(), 5_000);
    }
    assert!(begin.elapsed().as_secs() < 20, "{:?}", begin.elapsed());
}

/// Each example of docs/formats.md is what clunroll writes.
#[test]
fn the_examples_are_real() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/formats.md");
    let page = fs::read_to_string(&path).expect("there is a page");
    let source = block(&page, "```c\n").expect("the page has an example");
    let options = Options::new("example.cl").lint(true);
    let file = File { name: options.name.clone(), outcome: unroll(source.as_bytes(), &options, &mut NoIncludes) };
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
    ] {
        let section = page.split_once(&format!("\n## {format}\n")).expect("each format has a section").1;
        let section = section.split("\n## ").next().expect("there is a first part");
        let shown = ["```text\n", "```json\n"].iter().find_map(|fence| block(section, fence)).expect("an example");
        assert_eq!(shown.trim_end(), example.trim_end(), "{format}");
    }
}

/// The first block with that fence.
fn block<'a>(page: &'a str, fence: &str) -> Option<&'a str> {
    let rest = page.split_once(fence)?.1;
    Some(rest.split_once("```").expect("a fence is closed").0)
}
