//! Comments that suppress findings: which findings they apply to, and which findings are about them.

use clunroll::rules::{Levels, Severity};
use clunroll::{Includes, NoIncludes, Options, Outcome, unroll};

const LOOP: &str = "for (int i = 0; i < n; i++) a[i] = i;";

fn check(source: &str) -> Outcome {
    unroll(source.as_bytes(), &Options::default().lint(true), &mut NoIncludes)
}

/// The findings about requests: line and code.
fn found(source: &str) -> Vec<(usize, &'static str)> {
    let outcome = check(source);
    let asks = outcome.diagnostics.iter().filter(|diagnostic| diagnostic.severity >= Severity::Warning);
    asks.map(|diagnostic| {
        let place = diagnostic.primary.place;
        (outcome.sources[place.file].line_index(place.span.start) + 1, diagnostic.rule.code)
    })
    .collect()
}

fn kernel(lines: &str) -> String {
    format!("__kernel void k(__global int *a, int n)\n{{\n{lines}\n}}\n")
}

/// The text with the fixes of all findings of a rule, made from the last to the first.
fn fixed(source: &str, code: &str) -> String {
    let mut text = source.to_owned();
    for diagnostic in check(source).diagnostics.iter().rev().filter(|diagnostic| diagnostic.rule.code == code) {
        let fix = diagnostic.fix.as_ref().expect("each such finding has a fix");
        for edit in &fix.edits {
            text.replace_range(edit.place.span.range(), &edit.text);
        }
    }
    text
}

#[test]
fn nothing_is_suppressed_by_itself() {
    assert_eq!(found(&kernel(&format!("#pragma unroll 0\n{LOOP}"))), [(3, "CLU101")]);
    assert_eq!(found(&kernel(&format!("#pragma unroll\n{LOOP}"))), [(4, "CLU102")]);
}

#[test]
fn at_the_end_of_the_pragmas_line() {
    for comment in [
        "// clunroll: allow(CLU101)",
        "// clunroll: allow(clu101)",
        "//clunroll:allow(zero-factor)",
        "/* clunroll: allow( CLU230 , zero-factor ) */",
        "// clunroll: allow (CLU101): the vendor's compiler takes it for 1",
    ] {
        let source = kernel(&format!("#pragma unroll 0 {comment}\n{LOOP}"));
        let expected: &[_] = if comment.contains("CLU230") { &[(3, "CLU115")] } else { &[] };
        assert_eq!(found(&source), expected, "{comment}");
    }
}

#[test]
fn a_finding_in_the_loop_belongs_to_its_request() {
    assert_eq!(found(&kernel(&format!("#pragma unroll // clunroll: allow(CLU102)\n{LOOP}"))), []);
    // The same holds if the pragma takes several lines.
    assert_eq!(found(&kernel(&format!("#pragma \\\n  unroll // clunroll: allow(CLU102)\n{LOOP}"))), []);
    // The line of the caret also counts.
    let header = LOOP.replace(") a", ") // clunroll: allow(CLU102)\n a");
    assert_eq!(found(&kernel(&format!("#pragma unroll\n{header}"))), []);
}

#[test]
fn on_a_line_of_its_own_it_speaks_of_the_next_code() {
    let next = |between: &str| kernel(&format!("  // clunroll: allow(CLU102)\n{between}#pragma unroll\n{LOOP}"));
    assert_eq!(found(&next("")), []);
    assert_eq!(found(&next("\n// why this is right\n")), []);
    assert_eq!(found(&next("/* clunroll: allow(CLU102) */ ")), [], "of two that say the same, both are of use");
    assert_eq!(found(&next("n++;\n")), [(3, "CLU115"), (6, "CLU102")]);
}

#[test]
fn it_speaks_of_one_request_only() {
    let nest = "// clunroll: allow(CLU102)\n#pragma unroll\nfor (int j = 0; j < n; j++)\n#pragma unroll\n";
    assert_eq!(found(&kernel(&format!("{nest}{LOOP}"))), [(7, "CLU102")]);
}

#[test]
fn for_the_whole_file_it_may_stand_anywhere() {
    let body = format!("#pragma unroll\n{LOOP}\n#pragma unroll 0\n{LOOP}\n#pragma unroll\n{LOOP}");
    assert_eq!(found(&format!("{}// clunroll: allow-file(CLU102, CLU101)\n", kernel(&body))), []);
    assert_eq!(found(&format!("// clunroll: allow-file(CLU101)\n{}", kernel(&body))), [(5, "CLU102"), (9, "CLU102")]);
}

#[test]
fn errors_are_suppressed_too_and_the_loop_stays() {
    let source = kernel(&format!("#pragma unroll -1 // clunroll: allow(CLU001)\n{LOOP}"));
    let outcome = unroll(source.as_bytes(), &Options::default(), &mut NoIncludes);
    assert!(outcome.diagnostics.is_empty() && !outcome.has_errors());
    assert_eq!(outcome.text, source.as_bytes());
}

#[test]
fn what_suppresses_nothing_is_found_and_taken_out() {
    let source = kernel(&format!("#pragma unroll 1   // clunroll: allow(CLU101)\n{LOOP}"));
    assert_eq!(found(&source), [(3, "CLU115")]);
    assert_eq!(fixed(&source, "CLU115"), kernel(&format!("#pragma unroll 1\n{LOOP}")));
    let source = kernel(&format!("  // clunroll: allow(CLU101)\r\n#pragma unroll 1\n{LOOP}"));
    assert_eq!(fixed(&source, "CLU115"), kernel(&format!("#pragma unroll 1\n{LOOP}")));
    // Of several codes, those with an effect stay.
    let with = |list: &str| kernel(&format!("#pragma unroll 0 // clunroll: allow({list})\n{LOOP}"));
    for list in ["CLU102, CLU101", "CLU101, CLU102", "CLU101 ,CLU102"] {
        assert_eq!(fixed(&with(list), "CLU115"), with("CLU101"), "{list}");
    }
    // The rewriting run does not report it, since it does not look for such findings.
    assert!(unroll(source.as_bytes(), &Options::default(), &mut NoIncludes).diagnostics.is_empty());
}

/// A comment is a blank, and the end of its line may be the end of a macro.
#[test]
fn what_stands_around_a_comment_stays_what_it_is() {
    let comment = "/* clunroll: allow(CLU101) */";
    for (before, after, expected) in [
        ("int a = b -", "-c;", "int a = b - -c;"),
        ("int", "foo(void);", "int foo(void);"),
        ("#define F", "(x) (x)", "#define F (x) (x)"),
        ("int a = b + ", "+c;", "int a = b + +c;"),
        ("int a = b -\\\n", "-c;", "int a = b -\\\n -c;"),
        ("#define M(x) x \\\n  ", "\nint one;", "#define M(x) x \\\n\nint one;"),
        ("#define M(x) x \\ \r\n", "\r\nint one;", "#define M(x) x \\ \r\n\r\nint one;"),
        ("int a;\n\n  ", "\nint b;", "int a;\n\nint b;"),
        ("int a;\n  ", " int b;", "int a;\n int b;"),
        ("int a; ", "", "int a;"),
        ("#define M x \\", "\nint a;", "#define M x \\/**/\nint a;"),
        ("#define M x \\  ", "\nint a;", "#define M x \\/**/\nint a;"),
    ] {
        assert_eq!(fixed(&format!("{before}{comment}{after}\n"), "CLU115"), format!("{expected}\n"));
    }
    assert_eq!(
        fixed("#define M(x) x \\\n  // clunroll: allow(CLU101)\nint one;\n", "CLU115"),
        "#define M(x) x \\\n\nint one;\n"
    );
}

#[test]
fn a_file_without_a_request_can_have_one_too_many() {
    assert_eq!(found("int x; // clunroll: allow(CLU101)"), [(1, "CLU115")]);
    assert_eq!(found("int x; // clunroll: allow(CLU115)"), [], "what allows that is not looked for itself");
    assert_eq!(found("// clunroll: allow-file(unused-suppression)\nint x; // clunroll: allow(CLU101)"), []);
}

#[test]
fn what_is_turned_off_is_not_unused() {
    let source = "int x; // clunroll: allow(CLU101)";
    let mut levels = Levels::default();
    levels.ignore(&"CLU101".parse().expect("a rule"));
    let options = Options::default().lint(true).levels(levels);
    assert!(unroll(source.as_bytes(), &options, &mut NoIncludes).diagnostics.is_empty());
}

#[test]
fn what_one_build_leaves_out_is_not_unused() {
    let source = kernel(&format!(
        "#ifdef A\n#pragma unroll 0 // clunroll: allow(CLU101)\n#else\n#pragma unroll 0 // clunroll: allow(CLU101)\n#endif\n{LOOP}"
    ));
    let options = Options::default().lint(true).define("A", 1).expect("a macro");
    for options in [options.clone(), options.trust_defines(true)] {
        assert!(unroll(source.as_bytes(), &options, &mut NoIncludes).diagnostics.is_empty());
    }
}

/// The findings about comments of an included file are reported when that file is checked.
#[test]
fn comments_of_included_files_are_theirs() {
    struct Header;

    impl Includes for Header {
        fn resolve(&mut self, header_name: &str, _includer: Option<&str>) -> Option<String> {
            Some(header_name.to_owned())
        }

        fn read(&mut self, _name: &str) -> Option<Vec<u8>> {
            let loops = format!("#pragma unroll 0 // clunroll: allow(CLU101)\n{LOOP}");
            Some(
                format!("// clunroll: allow-file(CLU102)\n{}// clunroll: allow(CLU999)\n", kernel(&loops)).into_bytes(),
            )
        }
    }

    let source = format!("#include \"h.h\"\n{}", kernel(&format!("#pragma unroll 4\n{LOOP}")));
    let outcome = unroll(source.as_bytes(), &Options::default().lint(true), &mut Header);
    assert_eq!(outcome.diagnostics, []);
}

#[test]
fn what_names_no_rule_is_found() {
    for (comment, fix) in [
        ("clunroll: allow(CLU999)", None),
        ("clunroll: allow(zero-facter)", Some("clunroll: allow(zero-factor)")),
        ("clunroll: alow(CLU101)", None),
        ("clunroll: ignore(CLU101)", None),
        ("clunroll: allow", None),
        ("clunroll: allow()", None),
        ("clunroll: allow(CLU101", None),
        ("clunroll: allow-file", None),
    ] {
        let source = format!("int x; // {comment}\n");
        assert_eq!(found(&source), [(1, "CLU114")], "{comment}");
        if let Some(fix) = fix {
            assert_eq!(fixed(&source, "CLU114"), format!("int x; // {fix}\n"));
        }
    }
}

#[test]
fn other_comments_and_other_texts_are_none() {
    for text in [
        "/* clunroll: left as written */",
        "// clunroll: this loop is hot",
        "// see clunroll: allow(CLU101)",
        "char *s = \"// clunroll: allow(CLU101)\";",
        "#define X \"clunroll: allow(CLU101)\"",
        "/* not closed: clunroll: allow(CLU101)",
    ] {
        assert_eq!(found(text), [], "{text}");
    }
}

#[test]
fn in_raw_strings_and_beside_other_line_endings() {
    let source = kernel(&format!("#pragma unroll 0 // clunroll: allow(CLU101)\n{LOOP}"));
    assert_eq!(found(&format!("const char *s = R\"(\n{source})\";\n")), []);
    assert_eq!(found(&source.replace('\n', "\r\n")), []);
}
