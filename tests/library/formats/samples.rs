//! The samples for the tests of all formats: files with every kind of difficulty, and the cases of the other tests; how they are written
//! and compared.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use clunroll::rules::{Diagnostic, Edit, Fix, Label, Rule, Severity};
use clunroll::source::{FileId, Place, Sources, Span};
use clunroll::{NoIncludes, Options, Outcome, unroll};
use clunroll_report::{Checked, Renderer};
use clunroll_rules::table::{MALFORMED_PRAGMA, NEGATIVE_FACTOR, OVER_LIMIT};
use jsonschema::Validator;
use serde_json::Value;

use super::plan;

/// A file that was checked, with its name.
pub(super) struct File {
    pub(super) name: String,
    pub(super) outcome: Outcome,
}

impl File {
    /// A file with findings at `spans`, each with its own message.
    pub(super) fn new(name: &str, bytes: &[u8], spans: &[(u32, u32)]) -> Self {
        let mut sources = Sources::default();
        let main = sources.add(name.to_owned(), bytes.to_vec());
        let mut diagnostics: Vec<_> =
            spans.iter().map(|&(start, end)| diagnostic(&NEGATIVE_FACTOR, main, start, end)).collect();
        // Places past the end of the file are shown as the same place: their findings must not be the same.
        for (number, found) in diagnostics.iter_mut().enumerate().skip(1) {
            found.message = format!("{} ({})", found.message, number + 1);
        }
        let mut outcome = unroll(b"", &Options::default(), &mut NoIncludes);
        (outcome.text, outcome.diagnostics, outcome.sources) = (bytes.to_vec(), diagnostics, sources);
        Self { name: name.to_owned(), outcome }
    }
}

pub(super) fn diagnostic(rule: &'static Rule, file: FileId, start: u32, end: u32) -> Diagnostic {
    let place = Place { file, span: Span::new(start, end) };
    let mut found = Diagnostic::new(rule, place, "something is wrong", "here");
    found.notes = vec!["it matters".to_owned()];
    found.help = vec!["do otherwise".to_owned()];
    found
}

pub(super) fn label(place: Place, message: &str) -> Label {
    Diagnostic::new(&OVER_LIMIT, place, "", message).primary
}

/// Files with every kind of difficulty.
pub(super) fn files() -> Vec<File> {
    let included = {
        let mut file = File::new("main.cl", b"#include \"in c.h\"\nint x;\n", &[]);
        let header = file.outcome.sources.add("in c.h".to_owned(), b"\n  #pragma unroll -1\n".to_vec());
        let mut found = diagnostic(&OVER_LIMIT, header, 18, 20);
        let place = Place { file: FileId::MAIN, span: Span::new(0, 17) };
        found.secondary = vec![label(place, "included here"); 2];
        found.secondary.push(label(place, ""));
        file.outcome.diagnostics.push(found);
        file
    };
    let fixed = {
        let mut file = File::new("fix.cl", b"\t#pragma unrol (4)\n", &[]);
        let mut found = diagnostic(&MALFORMED_PRAGMA, FileId::MAIN, 9, 14);
        found.severity = Severity::Warning;
        let edit = |start, end, text: &str| {
            Edit::new(Place { file: FileId::MAIN, span: Span::new(start, end) }, text.to_owned())
        };
        let edits = vec![edit(9, 14, "unroll"), edit(15, 16, ""), edit(17, 18, ""), edit(19, 19, "// {é}\n")];
        found.fix = Some(Fix::new("write `#pragma unroll {4}`".to_owned(), edits));
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

pub(super) fn written(mut renderer: Box<dyn Renderer>, files: &[File]) -> String {
    let mut out = Vec::new();
    for File { name, outcome } in files {
        let checked = Checked::new(name, outcome.text.len(), outcome);
        renderer.file(&mut out, &checked).expect("a vector takes everything");
    }
    renderer.finish(&mut out).expect("a vector takes everything");
    String::from_utf8(out).expect("each format is UTF-8")
}

pub(super) fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(".");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

pub(super) fn schema(path: &str) -> Validator {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("there is a schema");
    // A pattern in SARIF's schema has an unmatched bracket, which strict regex parsers refuse.
    let text = text.replace("{2}]?$", r"{2}\\]?$");
    let schema = serde_json::from_str(&text).expect("a schema is JSON");
    jsonschema::options().should_validate_formats(true).build(&schema).expect("a schema is one")
}

pub(super) fn validate(value: &Value, validator: &Validator) {
    let errors: Vec<_> =
        validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

pub(super) fn log(text: &str) -> Value {
    serde_json::from_str(text).expect("a log is JSON")
}

pub(super) fn list<'a>(value: &'a Value, pointer: &str) -> &'a Vec<Value> {
    value.pointer(pointer).and_then(Value::as_array).expect("a list")
}

/// The cases of the other tests, with their findings.
pub(super) fn cases() -> &'static [File] {
    static CASES: LazyLock<Vec<File>> = LazyLock::new(read_cases);
    &CASES
}

pub(super) fn read_cases() -> Vec<File> {
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
