//! Tests of the lexer, of statements, and of the mapping back into the file.

use super::written::outside;
use super::*;
use crate::unit_reader::UnitReader;
use oclc_syntax::host::{HostOptions, MacroElsewhere, NoIncludes};
use oclc_syntax::preprocess::{IncludedFiles, Lexed};
use oclc_syntax::tree::Trees;

fn replacement(start: u32, end: u32, bytes: &str) -> Replacement {
    let span = Span::new(start, end);
    Replacement::made(span, bytes.as_bytes(), Place { file: FileId::MAIN, span }, None)
}

/// The text of the token for which each program may be a part of a larger one.
fn joined_by(source: &str) -> Vec<Option<String>> {
    let file = HostFile::read(source.as_bytes()).expect("a raw string runs over lines");
    let text = |program: &LiteralProgram| program.joined_by.map(|(span, _)| source[span.range()].to_owned());
    file.programs.iter().map(text).collect()
}

#[test]
fn a_token_that_may_join_text_is_found() {
    for (source, expected) in [
        ("a = R\"(x\n)\"\n  NAME;", "NAME"),
        ("a = NAME R\"(x\n)\";", "NAME"),
        ("a = NAME(x) R\"(x\n)\";", ")"),
        ("a = R\"(x\n)\"_cl;", "_cl"),
        ("a = WITH_COMMON(R\"(x\n)\");", "WITH_COMMON"),
        ("a = R\"(x\n)\"s + \"y\";", "+"),
        ("a = b + f(R\"(x\n)\");", "+"),
        ("a += R\"(x\n)\";", "+="),
        ("out << R\"(x\n)\";", "<<"),
        ("out <<f(R\"(x\n)\");", "<<"),
        ("out <\\\n< f(R\"(x\n)\");", "<\\\n<"),
        ("a = c ? f(R\"(x\n)\") : b;", "?"),
        ("s.append(R\"(x\n)\");", "append"),
        ("f(R\"(x\n)\").append(x);", "append"),
        ("f(\"#define X\", R\"(x\n)\");", "\"#define X\""),
        ("f('#', R\"(x\n)\");", "'#'"),
        ("#define X \"y\"\nf(X, R\"(x\n)\");", "X"),
        ("#define X(y) y\nX(R\"(x\n)\");", "X"),
        ("#define X Y Z\n#define Y \"a\"\nf(X, R\"(x\n)\");", "X"),
        ("#define X int\n#define X \"a\"\nf(X, R\"(x\n)\");", "X"),
        ("a = _Pragma(\"x\") R\"(x\n)\";", ")"),
        ("a[] = { b, R\"(x\n)\" };", "{"),
        ("a[] = { R\"(x\n)\", b };", "}"),
        ("a[] = { f(R\"(x\n)\"), b };", "}"),
        ("a { { f(R\"(x\n)\") }, b };", "}"),
        ("{ R\"(x\n)\" }", "{"),
        ("a =\n#if X\nR\"(x\n)\";", "X"),
        ("a = f(\n#if X\nb(R\"(x\n)\"));", "X"),
        ("a = R\"(x\n)\"\n#if X\n;\n#endif", "#"),
        ("#include \"y\" // c\nR\"(x\n)\"\n", "\"y\""),
        ("template_name<R\"(x\n)\"> a;", "<"),
    ] {
        assert_eq!(joined_by(source), [Some(expected.to_owned())], "{source}");
    }
    assert_eq!(joined_by("#define A \"y\" \\\n R\"(z\n)\"\n").len(), 1);
    assert_eq!(joined_by("#define A R\"(z\n)\"\n").iter().flatten().count(), 1);
}

#[test]
fn a_program_by_itself_is_known() {
    for alone in [
        "return R\"(x\n)\";",
        "a = R\"(x\n)\" \"y\";",
        "a = \"y\" /* */ R\"(z\n)\" \"z\\n\";",
        "const char *a = R\"(x\n)\";",
        "static constexpr auto a = R\"(x\n)\"sv;",
        "std::string a(R\"(x\n)\"); \"y\" + b;",
        "const std::string a{R\"(x\n)\"};",
        "const char *a[] = {R\"(x\n)\"};",
        "f(R\"(x\n)\", \"y\")",
        "if (!f(-1, \"y\", R\"(x\n)\", &e) || e != 0) { a = b + \"y\"; }",
        "void f(const char *a = R\"(x\n)\") const noexcept { g(\"#\"); }",
        "a(std::vector<std::string>(1, std::string(R\"(x\n)\")).size());",
        "A::A() : a(R\"(x\n)\"), b{1} { g(\"#\"); }",
        "A::A() : a{R\"(x\n)\"} { g(\"#\"); }",
        "f([] { g(\"#\"); }, R\"(x\n)\");",
        "f(R\"(x\n)\", [&](int a) { g(\"#\"); });",
        "namespace a { struct B : C<D> { const char *e = R\"(x\n)\"; }; }",
        "a = b + \"y\";\n#if X\nconst char *a = R\"(x\n)\";\n#endif\n",
        "#define X const char *\nX a = R\"(x\n)\";",
        "u8R\"(x\n)\" // y",
        "// y\nR\"(x\n)\" /* y */",
        "std::string(R\"(x\n)\").c_str();",
    ] {
        assert_eq!(joined_by(alone), [None], "{alone}");
    }
}

/// The possible effects of other literals on the macros of a program, each as `#define` or `#undef`; `?` if any name may be affected.
fn beside(source: &str) -> Vec<String> {
    let file = HostFile::read(source.as_bytes()).expect("a raw string runs over lines");
    let program = file.programs.last().expect("there is a program");
    let mut sources = Sources::default();
    let main = sources.add("host.cpp".to_owned(), source.as_bytes().to_vec());
    let text = program.text(&sources, main);
    let (lexed, trees, mut none) = (Lexed::default(), Trees::default(), NoIncludes);
    let mut headers = IncludedFiles::new(&mut none, &lexed);
    let mut reader = UnitReader::new(&mut headers, &trees);
    let unit = reader.read(text.shared(), &HostOptions::default());
    match file.macros().beside(program, &unit, &HostOptions::default(), &mut reader) {
        Err(_) => vec!["?".to_owned()],
        Ok(found) => found
            .into_iter()
            .map(|touch| match touch {
                MacroElsewhere::Define { definition, .. } => definition,
                MacroElsewhere::Undefine(name) => format!("-{name}"),
            })
            .collect(),
    }
}

#[test]
fn macros_of_other_literals_are_found() {
    let program = "b = R\"(\nX Y Z\n)\";";
    let none: [&str; 0] = [];
    for (other, expected) in [
        ("\"#define X 1\\n\"", &["X 1"][..]),
        ("\"a\\n # define X(a) \\\\\\n a\\n\"", &["X(a) \\\n a"]),
        ("\"#def\" \"ine X 1\\n#undef Y\\n\"", &["X 1", "-Y"]),
        ("R\"(#define X 1\n)\"", &["X 1"]),
        ("\"#define X \" + c + \"\\n\"", &["X } {"]),
        ("\"#define X 1\"", &["X } {"]),
        ("\"#define X 1\\n\"; c = \"#define X 2\\n#define X 1\\n\"", &["X 1", "X 2"]),
        ("\"#define X V\\n#define V 2\\n#define W 3\\n\"", &["V 2", "X V"]),
        ("\"-D X=2 -DY -DZ=\"", &["X 2", "Y 1"]),
        ("\"-D X(a)=\"", &["X } {"]),
        ("\"-UX\"", &["-X"]),
        ("\"#\"; c = \"define X 1\\n\"", &["X 1"]),
        ("\"# \"", &none),
        ("\"#define\"", &["?"]),
        ("\"#define \" + c", &["?"]),
        ("\"#define X\" + c", &["?"]),
        ("\"#define X%d 1\\n\"", &["?"]),
        ("\"#define %s 1\\n\"", &["?"]),
        ("\"#un\"", &["?"]),
        ("\"#include <x.h>\\n\"", &["?"]),
        ("\"#include <float.h>\\n\"", &none),
        ("\"#version 2\\n\"", &none),
        ("\"define X 1\\n\"", &none),
    ] {
        assert_eq!(beside(&format!("a = {other}; {program}")), expected, "{other}");
    }
    assert_eq!(beside("b = R\"(\n#define X 1\nX\n)\";"), none);
    assert_eq!(beside("a = \"#include <x.h>\\n\"; b = R\"(\n#include <y.h>\nX\n)\";"), none);
}

/// The texts of the programs, the contents of one separated by `|`.
fn programs(source: &str) -> Vec<String> {
    let text = |program: &LiteralProgram| {
        let contents: Vec<_> = program.literals.iter().map(|(_, span)| &source[span.range()]).collect();
        contents.join("|")
    };
    HostFile::read(source.as_bytes()).iter().flat_map(|file| &file.programs).map(text).collect()
}

#[test]
fn wrappers_with_and_without_prefix_and_delimiter_are_known() {
    assert_eq!(programs("R\"(\na)\"\n// end"), ["\na"]);
    assert_eq!(programs("x = u8R\"cl(\n)\" )c\" a)cl\";"), ["\n)\" )c\" a"]);
    assert_eq!(programs("LR\"(\na)\", UR\"x(b)x\""), ["\na", "b"]);
}

#[test]
fn adjacent_literals_are_one_program() {
    assert_eq!(programs("R\"(\na)\"  R\"(b)\" // c\n /* d */ R\"-(c)-\"; R\"(d)\""), ["\na|b|c", "d"]);
    assert_eq!(programs("R\"(\na)\" \"b\" R\"(c)\" + R\"(d)\"\n#define X\nR\"(e)\""), ["\na|b|c", "d", "e"]);
}

#[test]
fn other_text_is_not_a_raw_string() {
    let none: [&str; 0] = [];
    assert_eq!(programs("// R\"(\n)\"\n"), none);
    assert_eq!(programs("// \\\r\n R\"(\n)\"\n"), none);
    assert_eq!(programs("/* R\"(\n)\" */"), none);
    assert_eq!(programs("\"R\\\"(\" \n )\""), none);
    assert_eq!(programs("FOR\"(\n)\""), none);
    assert_eq!(programs("R\"(\n"), none);
    assert_eq!(programs("R\"(one line)\""), none);
    assert_eq!(programs("R\"a b(\n)a b\""), none);
    assert_eq!(programs("R\"01234567890123456(\n)01234567890123456\""), none);
}

#[test]
fn quotes_in_numbers_and_characters_open_nothing() {
    assert_eq!(programs("int a = 1'000'000; char b = '\"'; R\"(\na)\""), ["\na"]);
    assert_eq!(programs("#error don't\nR\"(\na)\""), ["\na"]);
}

#[test]
fn the_wrapper_between_two_literals_follows_what_is_replaced() {
    let source = "R\"(ab\n)\" // why\nR\"(cd)\"";
    let program = &HostFile::read(source.as_bytes()).unwrap().programs[0];
    let written = |start, end| {
        let replacements = program.in_file(source.as_bytes(), vec![replacement(start, end, "X")]);
        let text = replaced_bytes(b"ab\ncd", &[replacement(start, end, "X")]);
        file_with_programs(source.as_bytes(), &replacements, &[(program, text)])
            .map(|text| String::from_utf8(text).unwrap())
    };
    assert_eq!(written(1, 3).as_deref(), Some("R\"(aX)\" // why\nR\"(cd)\""));
    assert_eq!(written(3, 4).as_deref(), Some("R\"(ab\n)\" // why\nR\"(Xd)\""));
    assert_eq!(written(1, 4).as_deref(), Some("R\"(aX)\" // why\nR\"(d)\""));
    assert_eq!(written(5, 5).as_deref(), Some("R\"(ab\n)\" // why\nR\"(cdX)\""));
}

#[test]
fn copies_that_would_end_the_literal_are_refused() {
    let source = b"R\"(\nab)\"";
    let text = b"\nf(\")\")b".to_vec();
    let program = &HostFile::read(source).unwrap().programs[0];
    assert_eq!(file_with_programs(source, &[replacement(4, 5, "f(\")\")")], &[(program, text)]), None);
}

#[test]
fn text_that_would_end_the_literal_that_it_moves_to_is_refused() {
    // The second literal contains the end of the first one, and after that the text between the two.
    let source = "R\"cl(\nab)cl\"//\nR\"(c)cl\"//\nR\"(de)\"";
    let program = &HostFile::read(source.as_bytes()).unwrap().programs[0];
    let text = "\nabc)cl\"//\nR\"(de";
    let moved = replacement(2, text.len() as u32 - 1, &format!("X{}", &text[3..text.len() - 1]));
    let in_file = program.in_file(source.as_bytes(), vec![moved.clone()]);
    let output = replaced_bytes(source.as_bytes(), &in_file);
    let (before, after) = (HostFile::runs_of_literals(source.as_bytes()), HostFile::runs_of_literals(&output));
    assert_eq!(outside(source.as_bytes(), &before), outside(&output, &after));
    let expected = replaced_bytes(text.as_bytes(), &[moved]);
    assert_eq!(file_with_programs(source.as_bytes(), &in_file, &[(program, expected)]), None);
}

#[test]
fn a_brace_without_a_partner_is_found() {
    let unmatched = |program: &str| unmatched_brace(program.as_bytes()).map(|span| span.start);
    assert_eq!(unmatched("void f() { if (a) { } /* } */ }\n#define X {\n"), None);
    assert_eq!(unmatched("#if A\nvoid f() {\n#elif B\nvoid g() {\n#else\nvoid h() {\n#endif\n}"), None);
    assert_eq!(unmatched("void f() {}\nvoid g() { { }"), Some(21));
    assert_eq!(unmatched("a; } void g() { }"), Some(3));
}

/// The text of a program with one change, in ordinary literals.
fn changed(source: &str, start: u32, end: u32, new: &str) -> String {
    let file = HostFile::read(source.as_bytes()).expect("it has a kernel with a request");
    let program = &file.programs[0];
    let text = program.bytes(source.as_bytes());
    let changes = vec![replacement(start, end, new)];
    let expected = replaced_bytes(&text, &changes);
    let in_file = program.in_file(source.as_bytes(), changes);
    let output =
        file_with_programs(source.as_bytes(), &in_file, &[(program, expected)]).expect("the text is as expected");
    String::from_utf8(output).expect("the output is UTF-8")
}

#[test]
fn new_lines_take_the_style_of_their_neighbours() {
    let kernel = "kernel void k() {\\n";
    for (between, end) in [("\"\n  \"", "\""), ("\"\r\n\t\"", "\""), ("\\\n", "\""), ("", "\""), ("\" \"", "\"")] {
        let source = format!("a = \"{kernel}{between}unroll;\\n{between}}}\\n{end};");
        // In the place of `unroll;` and its line end.
        let new = changed(&source, 18, 26, "one\n\"two\"\n");
        let expected = format!("a = \"{kernel}{between}one\\n{between}\\\"two\\\"\\n{between}}}\\n{end};");
        assert_eq!(new, expected);
        // Within the line.
        let new = changed(&source, 18, 24, "one\ntwo");
        assert_eq!(new, source.replace("unroll", &format!("one\\n{between}two")));
        // The whole line is removed, and a line is inserted before it.
        assert_eq!(changed(&source, 18, 26, ""), format!("a = \"{kernel}{between}}}\\n{end};"));
        assert_eq!(changed(&source, 18, 18, "x\n"), source.replace("unroll", &format!("x\\n{between}unroll")));
    }
    let source = format!("a = \"{kernel}\" // why\n \"unroll;\\n\" /* end */\n\"}}\\n\";");
    assert_eq!(changed(&source, 18, 26, ""), source.replace("unroll;\\n", ""));
    assert_eq!(changed(&source, 18, 24, "a\nb"), source.replace("unroll", "a\\nb"));
}

#[test]
fn a_place_for_text_of_a_format_is_found() {
    let hole = |text: &str| hole_of_format(text.as_bytes()).map(|span| span.start);
    for text in
        ["a % b", "a%b", "f(a)%4", "a[1] %\nb", "x =\n  % b;", "x %= 3", "#define MOD(a) a % b\n", "\"%d\"", "/* %d */"]
    {
        assert_eq!(hole(text), None, "{text}");
    }
    for (text, at) in
        [("#define N %d\n", 10), ("a;\n%s\n", 3), ("f(%d)", 2), ("a %% b", 2), ("#pragma unroll %d\n", 15)]
    {
        assert_eq!(hole(text), Some(at), "{text}");
    }
}

#[test]
fn a_file_with_a_kernel_in_a_string_is_a_host() {
    let kernel = "\"kernel void k() {\\n#pragma unroll\\n}\\n\"";
    let count = |source: &str| HostFile::read(source.as_bytes()).map(|file| file.programs.len());
    assert_eq!(count(&format!("a = {kernel}; b = \"x\";")), Some(1));
    assert_eq!(count(&format!("cl_kernel kernel = f({kernel});")), Some(1));
    assert_eq!(count(&format!("a = {kernel}; kernel void k() {{ }}")), None);
    assert_eq!(count("a = \"kernel\"; b = \"#pragma unroll\\n\";"), None);
    let define = "#define S(...) #__VA_ARGS__\n";
    let call = "S(kernel void k() { _Pragma(\"unroll\") })";
    assert_eq!(count(&format!("{define}a = {call};")), Some(1));
    assert_eq!(count(&format!("a = {call};\n{define}")), None);
    assert_eq!(count(&format!("{define}#undef S\na = {call};")), None);
    assert_eq!(count(&format!("{define}a = S(")), None);
}

/// The kind of what keeps the last program of a host as written, and its token.
fn use_of(source: &str) -> Option<(LiteralNeighbour, String)> {
    let file = HostFile::read(source.as_bytes()).expect("it has a raw string");
    let (span, why) = file.programs.last()?.joined_by?;
    Some((why, source[span.range()].to_owned()))
}

#[test]
fn a_use_that_depends_on_the_text_is_found() {
    use LiteralNeighbour::{Edited, Format, Length, Size, Spelling};
    for (source, why, token) in [
        ("const char *a = R\"(12\n45)\"; int n = 5;", Length, "5"),
        ("int n = 0x6u; const char *a = R\"(12\n45)\";", Length, "0x6u"),
        ("struct a { char b[9]; }; struct a c = { R\"(x\n)\" };", Size, "a"),
        ("typedef struct { char b[9]; } a; a c = { .b = R\"(x\n)\" };", Size, "a"),
        ("typedef char a[9]; a c = R\"(x\n)\";", Size, "a"),
        ("std::string a = R\"(x\n)\"; b = a.substr(1);", Edited, "a"),
        ("std::string a(R\"(x\n)\"); a.erase(1);", Edited, "a"),
        ("char a[] = R\"(x\n)\"; void f() { a[i] = 'y'; }", Edited, "a"),
        ("char a[] = R\"(x\n)\"; void f() { g(&a[i]); }", Edited, "a"),
        ("const char *a = R\"(x\n)\"; void f() { g(a + 7); g(a[0]); }", Edited, "a"),
        ("const char *a = R\"(x\n)\"; void f() { ++a; }", Edited, "a"),
        ("const char *a = R\"(x /*y*/\n)\"; void f() { g.find(\"/*y*/\"); }", Edited, "\"/*y*/\""),
        ("const char *a = R\"(x y\n)\"; void f() { replaced(a, \"y\"); }", Edited, "\"y\""),
        ("const char *a = R\"({\n})\"; void f() { g.rfind(\"}\"); }", Edited, "\"}\""),
        ("const char *b = \" x + y\"; const char *a = R\"(x + y\n)\"; void f() { g.find(b); }", Edited, "\" x + y\""),
        ("const char *a = R\"(x\n)\"; void f() { regex_replace(a, b); }", Edited, "regex_replace"),
        ("const char *a = R\"(x % y\n)\"; void f() { vsnprintf(b, n, c, d); }", Format, "vsnprintf"),
        ("const char *a = R\"(x\n)\"; // y??/\n", Spelling, "??/"),
    ] {
        assert_eq!(use_of(source), Some((why, token.to_owned())), "{source}");
    }
    for source in [
        "const char *a = R\"(12\n45)\"; int n = 4, m = 7;",
        "struct a { char b[9]; }; struct d { const char *e; }; struct d c = { R\"(x\n)\" };",
        "struct a { char *b[9]; }; struct a c = { R\"(x\n)\" };",
        "const char *a[] = { R\"(x\n)\" }; void f() { g(&a[0]); }",
        "std::string a = R\"(x\n)\"; void f() { g(a.c_str(), a.size()); }",
        "const char a[] = R\"(x\n)\"; void f() { for (;;) b[i] = a[i]; }",
        "const char *a = R\"(x = y\n)\"; void f() { g.find(\"y\"); g.find(\"=\"); }",
        "const char *b = \"x + y\"; const char *a = R\"(x + y\n)\";",
        "void f() { c->b = \"x + y\"; g.find(\"z\"); h(\"x + y\"); } const char *a = R\"(x + y\n)\";",
        "const char *a = R\"(x % y\n)\"; void f() { vfprintf(stderr, c, d); snprintf(b, n, \"%d\", c); }",
        "const char *a = R\"(x ??/\n)\"; // what??!\n",
    ] {
        assert_eq!(use_of(source), None, "{source}");
    }
}
