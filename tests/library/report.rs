//! The report as JSON: it is valid by its schema for every kernel and case, its example in docs/report.md is real, and its numbers fit the
//! texts.

use std::fs;
use std::path::Path;

use clunroll::{Guard, Limits, NoIncludes, Options, Outcome, unroll};
use clunroll_report::json;
use jsonschema::Validator;
use serde_json::Value;

use crate::plan;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn report(name: &str, source: &[u8], outcome: &Outcome) -> Value {
    let mut text = Vec::new();
    let input =
        json::Input { name, bytes: source.len(), outcome, is_written: !outcome.has_errors(), verification: None };
    json::write(&mut text, &[input]).expect("a vector takes everything");
    serde_json::from_slice(&text).expect("a report is JSON")
}

fn schema() -> Value {
    let text = fs::read_to_string(Path::new(ROOT).join("docs/report.schema.json")).expect("there is a schema");
    serde_json::from_str(&text).expect("the schema is JSON")
}

fn validator() -> Validator {
    jsonschema::validator_for(&schema()).expect("the schema is one")
}

#[test]
fn the_schema_finds_mistakes() {
    let validator = validator();
    let outcome = unroll(b"", &Options::default(), &mut NoIncludes);
    let right = report("k.cl", b"", &outcome);
    validator.validate(&right).expect("an empty report is right");
    let wrong = |change: &dyn Fn(&mut Value)| {
        let mut changed = right.clone();
        change(&mut changed);
        assert!(!validator.is_valid(&changed), "{changed}");
    };
    wrong(&|report| report["schema_version"] = 2.into());
    wrong(&|report| report["more"] = 1.into());
    wrong(&|report| report["files"] = Value::Null);
    wrong(&|report| report["files"][0]["written"] = "yes".into());
    wrong(&|report| report["totals"]["copies"] = (-1).into());
    wrong(&|report| drop(report.as_object_mut().expect("an object").remove("tool")));
}

#[test]
fn every_report_is_what_the_schema_says() {
    let validator = validator();
    let mut kinds = std::collections::BTreeSet::new();
    for path in plan::sources(&["kernels", "tests/cases"]) {
        let source = fs::read(&path).expect("a listed file can be read");
        let name = plan::name(&path);
        let mut plan = plan::read(&source).unwrap_or_else(|why| panic!("{name}: {why}"));
        let outcome = unroll(&source, &plan.options.name(&name), &mut plan.includes);
        let report = report(&name, &source, &outcome);
        validator.validate(&report).unwrap_or_else(|why| panic!("{name}: {why}"));
        check_numbers(&report, &source, &outcome);
        let of_file = |field: &str| report["files"][0][field].as_array().expect("a list").clone();
        let pointers = report["files"][0]["pointers"].as_array().cloned().unwrap_or_default();
        for request in of_file("requests").iter().chain(&of_file("promotions")).chain(&pointers) {
            kinds.extend(["kind", "form", "remainder"].map(|word| request["done"][word].as_str().map(str::to_owned)));
            if request["done"]["kind"] == "left" {
                assert_ne!(request["done"]["reason"], request["done"]["name"], "{name}: no reason for {request}");
            }
        }
    }
    for kind in [
        "unrolled",
        "promoted",
        "restrict",
        "left",
        "as-asked",
        "full",
        "counted",
        "re-checked",
        "none",
        "straight",
        "loop",
    ] {
        assert!(kinds.contains(&Some(kind.to_owned())), "no case is {kind}");
    }
}

/// The growth of the requests, including those for scalars, and of the words for pointers, equals that of the file, except for text about
/// the extension, included text, and `#line` lines.
fn check_numbers(report: &Value, source: &[u8], outcome: &Outcome) {
    let growth = outcome.text.len() as i64 - source.len() as i64;
    let file = &report["files"][0];
    assert_eq!(file["totals"], report["totals"]);
    assert_eq!(file["totals"]["growth"], growth);
    let text = String::from_utf8_lossy(source);
    let has_more = ["cl_nv_pragma_unroll", "--flatten", "--line-directives"].iter().any(|more| text.contains(more));
    let of_requests = outcome.requests.iter().filter_map(|request| request.growth);
    let of_promotions = outcome.promotions.iter().filter_map(|promotion| promotion.growth);
    let words = outcome.pointers.iter().filter(|pointer| pointer.is_restrict).map(|_| "restrict ".len() as i64);
    let reported: i64 = of_requests.chain(of_promotions).chain(words).sum();
    assert!(has_more || reported == growth, "{}: {reported} of {growth}", file["name"]);
}

#[test]
fn a_loop_inside_another_has_no_growth_of_its_own() {
    let source = b"__kernel void k(__global int *a, int n) {\n#pragma unroll\nfor (int i = 0; i < 2; i++) {\n#pragma unroll 2\n\
                   for (int j = 0; j < n; j++) a[j] = i;\n}\n#pragma unroll\nfor (int i = 0; i < n; i++) a[i] = i;\n}\n";
    let outcome = unroll(source, &Options::default(), &mut NoIncludes);
    let growth: Vec<_> = outcome.requests.iter().map(|request| request.growth).collect();
    let mark = " /* clunroll: left as written */".len() as i64;
    let all = outcome.text.len() as i64 - source.len() as i64;
    assert_eq!(growth, [Some(all - mark), None, Some(mark)]);
}

#[test]
fn what_an_array_changes_in_an_unrolled_loop_is_the_loops_growth() {
    let array = "#pragma promote_to_registers\nint b[2];\n";
    let copy = "#pragma unroll\nfor (int i = 0; i < 2; i++) ";
    let source = format!(
        "__kernel void k(__global int *a) {{\n{array}{copy}b[i] = a[i];\n{copy}{{\n{array}b[0] = b[1] = i; a[i] = b[0];\n}}\n\
         a[0] = b[1];\n}}\n"
    );
    let outcome = unroll(source.as_bytes(), &Options::default(), &mut NoIncludes);
    assert!(!String::from_utf8_lossy(&outcome.text).contains("b["));
    // A name that is only written appears once.
    let alone = "int b_0, b_1; (void)b_0;".len() as i64 - "#pragma promote_to_registers\nint b[2];".len() as i64;
    let growth: Vec<_> = outcome.promotions.iter().map(|promotion| promotion.growth).collect();
    assert_eq!(growth, [Some(alone + "b_1".len() as i64 - "b[1]".len() as i64), None]);
    check_numbers(&report("k.cl", source.as_bytes(), &outcome), source.as_bytes(), &outcome);
}

/// Rewriting in one raw string changes the remaining growth of the next one; a second run must not use it.
#[test]
fn marks_in_raw_strings_count_for_their_requests() {
    let loops = "__kernel void f(__global int *a) {\n#pragma unroll\nfor (int i = 0; i < 9; i++) a[i] = i;\n}\n";
    let uses: Vec<String> = (0..99).map(|at| format!("long_name[{at}] = 1;\n")).collect();
    let array = format!("void g(void) {{\n#pragma promote_to_registers\nint long_name[99];\n{}}}\n", uses.concat());
    let source = format!("auto f = R\"(\n{loops})\";\nauto g = R\"(\n{array})\";\nauto h = R\"(\n{loops})\";\n");
    let limits = Limits::default().max_growth(600);
    let options = Options::default().limits(limits);
    let first = unroll(source.as_bytes(), &options, &mut NoIncludes);
    let mark = " /* clunroll: left as written */".len() as i64;
    assert_eq!(first.promotions[0].growth, Some(mark));
    assert_eq!(first.requests[1].growth, Some(mark));
    check_numbers(&report("k.cpp", source.as_bytes(), &first), source.as_bytes(), &first);
    let second = unroll(&first.text, &Options::default(), &mut NoIncludes);
    assert_eq!(String::from_utf8_lossy(&second.text), String::from_utf8_lossy(&first.text));
}

#[test]
fn a_mark_is_the_growth_of_its_request() {
    let body = "for (int i = 0; i < 20; i++) a[i] = a[i] * 3 + i;\n";
    let source = format!("__kernel void k(__global int *a) {{\n#pragma unroll\n{body}#pragma unroll\n{body}}}\n");
    let limits = Limits::default().max_growth(1500);
    let outcome = unroll(source.as_bytes(), &Options::default().limits(limits), &mut NoIncludes);
    assert_eq!(outcome.requests[1].growth, Some(" /* clunroll: left as written */".len() as i64));
}

#[test]
fn guards_are_the_hosts_macros() {
    let source = b"#ifndef N\n#define N 4\n#endif\n#define WIDTH (N + M)\n__kernel void k(__global int *a) {\n  const int w = N;\n\
                   #pragma unroll\nfor (int i = 0; i < WIDTH; i++) a[i] = i;\n#pragma unroll\nfor (int i = 0; i < w; i++) a[i] = i;\n\
                   #pragma unroll\nfor (int i = 0; i < 3; i++) a[i] = N;\n}\n";
    let options = Options::default().define("M", 2).expect("a macro").guard(Guard::Tests);
    let outcome = unroll(source, &options, &mut NoIncludes);
    let report = report("k.cl", source, &outcome);
    let guards: Vec<_> = (0..3).map(|at| report["files"][0]["requests"][at]["done"]["guards"].to_string()).collect();
    assert_eq!(guards, [r#"["N","M"]"#, r#"["N"]"#, "[]"]);
}

#[test]
fn the_example_is_real() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/report.md")).expect("there is a page");
    let block = |fence: &str| {
        let rest = page.split_once(fence).expect("the page has this block").1;
        rest.split_once("```").expect("a fence is closed").0.to_owned()
    };
    let source = block("```c\n");
    let limits = Limits::default().max_copies(64);
    let options = Options::new("example.cl").limits(limits);
    let outcome = unroll(source.as_bytes(), &options, &mut NoIncludes);
    let mut text = Vec::new();
    let input = json::Input {
        name: "example.cl",
        bytes: source.len(),
        outcome: &outcome,
        is_written: true,
        verification: None,
    };
    json::write(&mut text, &[input]).expect("a vector takes everything");
    let text = String::from_utf8(text).expect("JSON is UTF-8");
    assert_eq!(block("```json\n"), text);
    // The page explains each field.
    let schema = schema();
    let mut names = Vec::new();
    properties(&schema, &mut names);
    for name in names {
        assert!(page.contains(&format!("`{name}`")), "docs/report.md does not speak of {name}");
    }
}

fn properties(schema: &Value, names: &mut Vec<String>) {
    match schema {
        Value::Object(object) => {
            for (word, value) in object {
                if let ("properties", Value::Object(properties)) = (word.as_str(), value) {
                    names.extend(properties.keys().cloned());
                }
                properties(value, names);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| properties(value, names)),
        _ => {}
    }
}
