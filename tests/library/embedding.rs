//! The library as other programs use it, through public items alone: headers in memory, places, reasons, strings of build options.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;

use clunroll::report::{Checked, Renderer, Short};
use clunroll::settings::Value;
use clunroll::{
    BuildOptions, Done, Includes, LanguageVersion, Location, MacroOption, NoIncludes, Options, Outcome, unroll,
};
use clunroll_report::json;
use proptest::prelude::*;

const FULL: &str = "#include \"lib/all.h\"\nkernel void k(global int *a) {\n#pragma unroll\n  for (int i = 0; i < N; i++) a[i] = i;\n}\n";

fn is_unrolled(outcome: &Outcome) -> bool {
    outcome.requests.iter().all(|request| matches!(request.done, Done::Unrolled { trips: Some(3), .. }))
}

#[test]
fn headers_come_from_a_map_or_from_a_function() {
    let headers =
        [("lib/all.h", "#pragma once\n#include \"sizes.h\"\n#include <top.h>\n"), ("lib/sizes.h", "#define N M\n")];
    let headers = [headers[0], headers[1], ("top.h", "#include \"lib/../lib/all.h\"\n#define M 3\n")];
    let mut hashed = HashMap::from(headers);
    let mut owned: BTreeMap<String, Vec<u8>> =
        headers.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
    let mut asked = Vec::new();
    let mut function = |name: &str| {
        asked.push(name.to_owned());
        headers.iter().find(|(known, _)| *known == name).map(|(_, text)| text.as_bytes())
    };
    let all: [&mut dyn Includes; 3] = [&mut hashed, &mut owned, &mut function];
    for includes in all {
        let outcome = unroll(FULL.as_bytes(), &Options::new("k.cl"), includes);
        assert!(outcome.diagnostics.is_empty() && is_unrolled(&outcome), "{:?}", outcome.diagnostics);
    }
    assert!(asked.iter().all(|name| !name.contains("..") || name == "lib/../lib/all.h"), "{asked:?}");
}

#[test]
fn a_function_that_changes_its_mind_breaks_nothing() {
    let mut calls = 0;
    let mut function = |_: &str| {
        calls += 1;
        (calls % 2 == 1).then(|| "#define N 3\n".to_owned())
    };
    let outcome = unroll(FULL.as_bytes(), &Options::new("k.cl"), &mut function);
    assert!(outcome.fault.is_none());
    let itself = "#include \"lib/all.h\"\n";
    let outcome = unroll(FULL.as_bytes(), &Options::new("k.cl"), &mut |_: &str| Some(itself));
    assert!(outcome.fault.is_none() && !outcome.diagnostics.is_empty());
}

/// A bug of clunroll is an error with a message, and the text is the source.
#[test]
fn a_bug_is_an_error() {
    let source = "// clunroll_fails_on_purpose\nvoid f(global int *a) {\n#pragma unroll\nfor (int i = 0; i < 4; i++) a[i] = i;\n}\n";
    let outcome = unroll(source.as_bytes(), &Options::new("k.cl"), &mut NoIncludes);
    assert!(outcome.has_errors() && outcome.text == source.as_bytes());
    assert_eq!(
        outcome.fault.map(|fault| fault.to_string()).as_deref(),
        Some("clunroll has a bug: it fails on purpose")
    );
    assert!(!unroll(&source.as_bytes()[29..], &Options::new("k.cl"), &mut NoIncludes).has_errors());
}

/// Wrong input that a host may pass by mistake.
#[test]
fn odd_headers_and_functions_break_nothing() {
    let read = |text: &[u8], name: &str| {
        let mut headers = HashMap::from([(name, text)]);
        let outcome = unroll(FULL.as_bytes(), &Options::new("k.cl").flatten(true), &mut headers);
        assert!(outcome.fault.is_none(), "{text:?}");
        outcome
    };
    let endless = "#include \"all.h\"\n".repeat(3);
    for text in
        [&b""[..], b"\0", b"\xff\xfe", b"#define N 3\0", b"#if", b"/*", b"#define N(", b"\\", endless.as_bytes()]
    {
        assert!(!read(text, "lib/all.h").diagnostics.is_empty(), "{text:?}");
    }
    for name in ["", ".", "..", "/", "lib/../lib/all.h", "./lib/all.h", "\"lib/all.h\"", "all.h"] {
        assert!(read(b"#define N 3\n", name).text.starts_with(b"#include"), "{name:?} is another name");
    }
    assert!(is_unrolled(&read(b"#define N 3", "lib/all.h")), "no line break at the end");
    // The host must handle a panic of its own function.
    let panics =
        || unroll(FULL.as_bytes(), &Options::new("k.cl"), &mut |_: &str| -> Option<&str> { panic!("a mistake") });
    let panic = std::panic::catch_unwind(panics).expect_err("it is passed on");
    assert_eq!(panic.downcast_ref(), Some(&"a mistake"));
}

#[test]
fn the_string_for_clbuildprogram_says_what_n_is() -> Result<(), Box<dyn Error>> {
    let options = Options::from_build_options("-D N=3 -cl-std=CL1.2 -cl-fast-relaxed-math -I \"a b\"")?.name("k.cl");
    assert_eq!(options.get_language(), Some(LanguageVersion::V1_2));
    let outcome = unroll(FULL.as_bytes(), &options, &mut NoIncludes);
    assert!(outcome.requests.iter().all(|request| matches!(request.done, Done::Unrolled { .. })));
    let error = Options::from_build_options("-D N 4").expect_err("a blank instead of `=`").to_string();
    assert_eq!(
        error,
        "build option `4`: this is no option; if it is a part of `-D N`, put double quotes around its argument"
    );
    Ok(())
}

/// Each declined loop has a reason, even if several requests share one, or if a comment turns the finding off.
#[test]
fn each_declined_request_leads_to_the_diagnostic_that_says_why() {
    let request = "#pragma unroll\n  for (int i = 0; i < N; i++) a[i] = i;\n";
    let conflict = "#pragma unroll 2\n#pragma unroll 4\n  for (int i = 0; i < 8; i++) a[i] = i;\n";
    let quiet =
        "// clunroll: allow(full-unroll-without-trip-count)\n#pragma unroll\n  for (int i = 0; i < n; i++) a[i] = i;\n";
    let source = format!("kernel void k(global int *a, int n) {{\n{request}{request}{conflict}{quiet}}}\n");
    let outcome = unroll(source.as_bytes(), &Options::new("k.cl"), &mut NoIncludes);
    let reasons: Vec<_> = (outcome.requests.iter())
        .map(|request| {
            let Done::Left { cause } = &request.done else { panic!("{:?}", request.done) };
            let reason = outcome.reason(request.place, cause).expect("there is a reason");
            assert_eq!(reason.rule, cause.rule());
            reason.display(&outcome.sources).to_string()
        })
        .collect();
    // docs/rust.md shows this.
    let mut shown = Vec::new();
    for request in &outcome.requests {
        if let Done::Left { cause } = &request.done {
            let reason = outcome.reason(request.place, cause);
            shown.push(reason.map_or(cause.rule().name, |reason| reason.message.as_str()));
        }
    }
    assert!(shown.len() == 5 && reasons.iter().zip(shown).all(|(line, message)| line.ends_with(message)));
    assert_eq!(reasons.len(), 5, "{reasons:#?}");
    assert!(reasons[0] == reasons[1] && reasons[0].starts_with("k.cl:3:23: note[CLU207]"), "{reasons:#?}");
    assert!(reasons[2] == reasons[3] && reasons[2].starts_with("k.cl:7:1: error[CLU007]"), "{reasons:#?}");
    assert!(outcome.allowed.len() == 1 && reasons[4].starts_with("k.cl:11:23: warning[CLU102]"), "{reasons:#?}");
}

#[test]
fn a_diagnostic_in_one_line_is_the_short_format() {
    let source =
        "// é\nkernel void k(global int *a) {\n/* é */ #pragma unroll -1\n  for (int i = 0; i < 2; i++) a[i] = i;\n}\n";
    let outcome = unroll(source.as_bytes(), &Options::new("k\n.cl"), &mut NoIncludes);
    let mut written = Vec::new();
    Short::default().file(&mut written, &Checked::new("k.cl", source.len(), &outcome)).unwrap();
    let lines: Vec<_> = outcome.diagnostics.iter().map(|one| format!("{}\n", one.display(&outcome.sources))).collect();
    assert_eq!(String::from_utf8(written).unwrap(), lines.concat());
    assert_eq!(lines[0], "k?.cl:3:24: error[CLU001]: unroll factor is negative: -1\n");
    let location = Location::of(outcome.diagnostics[0].primary.place, &outcome.sources).expect("a place");
    assert_eq!((location.start.line, location.start.column, location.end.column), (3, 24, 26));
}

#[test]
fn the_text_is_a_string_if_it_is_utf_8() {
    let outcome = |source: &[u8]| unroll(source, &Options::default(), &mut NoIncludes);
    assert_eq!(outcome("// é\n".as_bytes()).text_str(), Some("// é\n"));
    assert_eq!(outcome(b"// \xe9\n").text_str(), None);
}

#[test]
fn what_is_shown_is_read_again() -> Result<(), Box<dyn Error>> {
    for option in ["-DN=4", "-DF(a, b...)=a b", "-UN", "-DE="] {
        assert_eq!(option.parse::<MacroOption>()?.to_string(), option);
    }
    for version in LanguageVersion::ALL {
        assert_eq!(version.to_string().parse::<LanguageVersion>()?, version);
    }
    for form in clunroll::RemainderForm::ALL {
        assert_eq!(form.to_string().parse::<clunroll::RemainderForm>()?, form);
    }
    assert_eq!("warning".parse::<clunroll::rules::Severity>()?, clunroll::rules::Severity::Warning);
    assert_eq!(clunroll::Amount::Jam(2).to_string(), "unroll and jam 2");
    Ok(())
}

#[test]
fn options_are_data() -> Result<(), Box<dyn Error>> {
    let mut levels = clunroll::rules::Levels::default();
    levels.ignore(&"CLU101".parse()?);
    levels.set(&"notes".parse()?, clunroll::rules::Severity::Error);
    let options =
        Options::from_build_options("-DN=4 -UM -cl-std=CL1.2")?.name("k.cl").trust_defines(true).levels(levels);
    let written = serde_json::to_value(&options)?;
    assert_eq!(written["macros"], serde_json::json!(["-DN=4", "-UM"]));
    assert_eq!((&written["language"], &written["trust-defines"]), (&"CL1.2".into(), &true.into()));
    assert!(written["levels"]["CLU101"].is_null() && written["levels"]["CLU207"] == "error");
    assert_eq!(serde_json::from_value::<Options>(written)?, options);
    assert_eq!(serde_json::from_str::<Options>("{}")?, Options::default());
    let short: Options = serde_json::from_str(
        r#"{"limits": {"max-copies": 7}, "remainder": "nested", "levels": {"negative-factor": "note", "CLU101": null}}"#,
    )?;
    assert_eq!(short.get("max-copies"), Some(Value::Number(7)));
    assert_eq!(short.get("max-growth"), Options::default().get("max-growth"));
    let rule = clunroll::rules::find("negative-factor").expect("a rule");
    assert_eq!(short.get_levels().of(rule), Some(clunroll::rules::Severity::Note));
    for (wrong, why) in [
        (r#"{"macros": ["-D4=1"]}"#, "`4` is not a macro name"),
        (r#"{"target": "tpu"}"#, "expected one of any, gpu, cpu, not `tpu`"),
        (r#"{"levels": {"CLU999": null}}"#, "there is no rule `CLU999`"),
        (r#"{"max-copies": 7}"#, "unknown field `max-copies`"),
    ] {
        let error = serde_json::from_str::<Options>(wrong).expect_err(wrong).to_string();
        assert!(error.contains(why), "{error}");
    }
    Ok(())
}

#[test]
fn an_outcome_is_data_as_the_report_has_it() -> Result<(), Box<dyn Error>> {
    let outcome = unroll(FULL.as_bytes(), &Options::new("k.cl"), &mut NoIncludes);
    let input =
        json::Input { name: "k.cl", bytes: FULL.len(), outcome: &outcome, is_written: false, verification: None };
    let mut written = Vec::new();
    json::write(&mut written, &[input])?;
    let written: serde_json::Value = serde_json::from_slice(&written)?;
    assert_eq!(written["files"][0], serde_json::to_value(&outcome)?);
    assert_eq!(written["files"][0]["requests"][0]["done"]["code"], "CLU207");
    Ok(())
}

proptest! {
    /// Any string is read or refused, and an accepted string can be written and read again.
    #[test]
    fn any_string_of_build_options_is_read_or_refused(text in "( ?(-D ?|-U|-I |-cl-std=)?[NMx4=\"'\\\\(),é\\x00 ]{1,5}){0,4}") {
        if let Ok(told) = text.parse::<BuildOptions>() {
            for option in &told.macros {
                let option = option.to_string();
                // A backslash before the closing quote would make the quote a part of the value.
                if !option.ends_with('\\') {
                    let quoted = format!("{}\"{}\"", &option[..2], option[2..].replace('"', "\\\""));
                    let again: BuildOptions = quoted.parse().unwrap();
                    prop_assert_eq!(again.macros.iter().map(ToString::to_string).collect::<Vec<_>>(), [option]);
                }
            }
        }
    }
}
