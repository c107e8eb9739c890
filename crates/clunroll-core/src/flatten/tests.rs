//! Flat texts of files in memory.

use super::*;
use crate::options::Options;
use clunroll_rules::Payload;
use oclc_syntax::host::Includes;
use oclc_syntax::preprocess::{IncludedFiles, Lexed};

/// Files by their names. Quotes and brackets find the same files.
struct Files(Vec<(&'static str, &'static [u8])>);

impl Includes for Files {
    fn resolve(&mut self, header_name: &str, _includer: Option<&str>) -> Option<String> {
        let name = header_name.trim_matches(['"', '<', '>']);
        self.0.iter().any(|(file, _)| *file == name).then(|| name.to_owned())
    }

    fn read(&mut self, name: &str) -> Option<Vec<u8>> {
        self.0.iter().find(|(file, _)| *file == name).map(|(_, bytes)| bytes.to_vec())
    }
}

fn flat(main: &str, files: &[(&'static str, &'static [u8])]) -> (String, Vec<Finding>) {
    let options = Options { name: "k.cl".to_owned(), ..Options::default() };
    let unit = Unit::read(
        main.as_bytes(),
        &options.host(),
        &mut IncludedFiles::new(&mut Files(files.to_vec()), &Lexed::default()),
    );
    let (text, findings) = flatten(&unit, if main.contains('\r') { "\r\n" } else { "\n" });
    (String::from_utf8_lossy(text.bytes()).into_owned(), findings)
}

/// The obstacles of includes whose files were found.
fn obstacles(findings: &[Finding]) -> Vec<NotFlattened> {
    let why = |finding: &Finding| match &finding.payload {
        Payload::StaysIncluded(stays) => Some(stays.obstacle.why),
        _ => None,
    };
    findings.iter().filter_map(why).collect()
}

fn text(main: &str, files: &[(&'static str, &'static [u8])]) -> String {
    let (text, findings) = flat(main, files);
    assert_eq!(findings, []);
    text
}

#[test]
fn files_are_put_in_place_and_lines_keep_their_numbers() {
    let files: &[(&str, &[u8])] = &[("a.h", b"int a;\n#include \"b.h\"\nint c;"), ("b.h", b"int b;\n")];
    assert_eq!(
        text("x\n#include \"a.h\"\ny\n", files),
        "x\n#line 1 \"a.h\"\nint a;\n#line 1 \"b.h\"\nint b;\n#line 3 \"a.h\"\nint c;\n#line 3 \"k.cl\"\ny\n"
    );
    assert_eq!(text("x\n#include \"b.h\"", files), "x\n#line 1 \"b.h\"\nint b;\n");
}

#[test]
fn what_stands_around_the_directive_stays() {
    let files: &[(&str, &[u8])] = &[("a.h", b"int a;\n")];
    assert_eq!(
        text("/* 1\n2 */ #include \"a.h\" /* 3\n4 */\ny\n", files),
        "/* 1\n2 */ #line 1 \"a.h\"\nint a;\n#line 2 \"k.cl\"\n /* 3\n4 */\ny\n"
    );
    assert_eq!(text("  #include \\\n \"a.h\"\ny", files), "  #line 1 \"a.h\"\nint a;\n#line 3 \"k.cl\"\ny");
}

#[test]
fn marks_byte_orders_and_line_ends_of_files_are_kept_apart() {
    let files: &[(&str, &[u8])] =
        &[("a.h", b"\xEF\xBB\xBFint a;"), ("b.h", b"b \\"), ("c.h", b"// c \\\n"), ("d.h", b"")];
    assert_eq!(text("#include \"a.h\"\r\ny\r\n", files), "#line 1 \"a.h\"\r\nint a;\r\n#line 2 \"k.cl\"\r\ny\r\n");
    assert_eq!(text("\u{feff}#include \"a.h\"\ny", files), "\u{feff}#line 1 \"a.h\"\nint a;\n#line 2 \"k.cl\"\ny");
    assert_eq!(text("#include \"b.h\"\ny", files), "#line 1 \"b.h\"\nb \\\n\n#line 2 \"k.cl\"\ny");
    assert_eq!(text("#include \"c.h\"\ny", files), "#line 1 \"c.h\"\n// c \\\n\n#line 2 \"k.cl\"\ny");
    assert_eq!(text("#include \"d.h\"\ny", files), "#line 1 \"d.h\"\n#line 2 \"k.cl\"\ny");
}

#[test]
fn conditionals_go_on_doing_their_work() {
    let files: &[(&str, &[u8])] = &[("a.h", b"int a;\n")];
    assert_eq!(
        text("#ifdef A\n#include \"a.h\"\n#endif\n#include \"a.h\"\n", files),
        "#ifdef A\n#line 1 \"a.h\"\nint a;\n#line 3 \"k.cl\"\n#endif\n#line 4 \"k.cl\"\n#line 1 \"a.h\"\nint a;\n"
    );
}

/// After a branch, the compiler has counted the lines that were put in place, whether the branch is taken or not.
#[test]
fn lines_are_numbered_after_each_branch() {
    let files: &[(&str, &[u8])] = &[("a.h", b"int a;\n")];
    assert_eq!(
        text("#ifdef A\n#include \"a.h\"\n#elif B\nb\n#else // c\nc\n#endif\ny\n", files),
        "#ifdef A\n#line 1 \"a.h\"\nint a;\n#line 3 \"k.cl\"\n#elif B\n#line 4 \"k.cl\"\nb\n#else\n#line 5 \"k.cl\"\n // c\nc\n\
         #endif\n#line 8 \"k.cl\"\ny\n"
    );
    // At the end of a file, the line of its includer follows.
    let ends: &[(&str, &[u8])] =
        &[files[0], ("b.h", b"#ifdef A\n#include \"a.h\"\n#endif\n"), ("c.h", b"#ifdef A\n#include \"a.h\"\n#endif")];
    for name in ["b.h", "c.h"] {
        assert_eq!(
            text(&format!("#include \"{name}\"\ny\n"), ends),
            format!(
                "#line 1 \"{name}\"\n#ifdef A\n#line 1 \"a.h\"\nint a;\n#line 3 \"{name}\"\n#endif\n#line 2 \"k.cl\"\ny\n"
            )
        );
    }
    // A conditional around it gets a line too, and only these conditionals do.
    assert_eq!(
        text("#ifdef A\n#ifdef B\n#include \"a.h\"\n#endif\n#ifdef C\n#endif\n#endif\ny\n#ifdef D\n#endif\n", files),
        "#ifdef A\n#ifdef B\n#line 1 \"a.h\"\nint a;\n#line 4 \"k.cl\"\n#endif\n#line 5 \"k.cl\"\n#ifdef C\n#endif\n#endif\n\
         #line 8 \"k.cl\"\ny\n#ifdef D\n#endif\n"
    );
}

#[test]
fn guards_and_pragma_once_end_what_goes_round() {
    let files: &[(&str, &[u8])] = &[
        ("a.h", b"#ifndef A\n#define A\n#include \"b.h\"\n#endif\n"),
        ("b.h", b"#pragma once\n#include \"a.h\"\nint b;\n"),
    ];
    assert_eq!(
        text("#include \"a.h\"\n#include \"b.h\"\ny\n", files),
        "#line 1 \"a.h\"\n\n#define A\n#line 1 \"b.h\"\n\n\nint b;\n#line 4 \"a.h\"\n\n\
         #line 2 \"k.cl\"\n\ny\n"
    );
}

#[test]
fn a_default_is_no_guard() {
    let files: &[(&str, &[u8])] = &[("a.h", b"#ifndef WIDTH\n#define WIDTH 4\n#endif\n")];
    assert_eq!(text("#include \"a.h\"\n", files), "#line 1 \"a.h\"\n#ifndef WIDTH\n#define WIDTH 4\n#endif\n");
}

#[test]
fn names_made_by_macros_are_followed_and_brackets_stay() {
    let files: &[(&str, &[u8])] = &[("p/a.h", b"int a;\n"), ("s.h", b"#include \"p/a.h\"\n")];
    assert_eq!(
        text("#define S(x) #x\n#define M(x) S(x)\n#include M(p/a.h)\ny\n", files),
        "#define S(x) #x\n#define M(x) S(x)\n#line 1 \"p/a.h\"\nint a;\n#line 4 \"k.cl\"\ny\n"
    );
    assert_eq!(text("#include <s.h>\n#include <p/a.h>\ny\n", files), "#include <s.h>\n#include <p/a.h>\ny\n");
}

#[test]
fn lines_that_are_numbered_already_go_on_from_there() {
    let files: &[(&str, &[u8])] = &[
        ("a\"\\.h", b"int a;\n"),
        ("a.h", b"int a;\n"),
        ("g.h", b"#ifndef G_H\n#define G_H\n#line 50\n#include \"a.h\"\ng\n#endif\n"),
    ];
    assert_eq!(
        text("# 100 \"gen.cl\"\nx\n#include \"a.h\"\ny\n", files),
        "# 100 \"gen.cl\"\nx\n#line 1 \"a.h\"\nint a;\n#line 102 \"gen.cl\"\ny\n"
    );
    // Inside a guard, the files are surely read.
    assert_eq!(
        text("#include \"g.h\"\ny\n", files),
        "#line 1 \"g.h\"\n\n#define G_H\n#line 50\n#line 1 \"a.h\"\nint a;\n#line 51 \"g.h\"\ng\n\n#line 2 \"k.cl\"\ny\n"
    );
    assert_eq!(
        text("#line 100 \"gen.cl\"\nx\n#include \"a.h\"\ny\n", files),
        "#line 100 \"gen.cl\"\nx\n#line 1 \"a.h\"\nint a;\n#line 102 \"gen.cl\"\ny\n"
    );
    assert_eq!(line_directive_name("a\"\\\n.h"), r#""a\"\\?.h""#);
}

#[test]
fn what_cannot_be_put_in_place_stays_with_a_reason() {
    let stays = |main: &str, files: &[(&'static str, &'static [u8])], expected: NotFlattened| {
        let (text, findings) = flat(main, files);
        assert_eq!(text, main);
        assert_eq!(obstacles(&findings), [expected], "{main}: {findings:?}");
    };
    stays("#include \"a.h\"\ny\n", &[("a.h", b"#if X\n")], NotFlattened::NotClosed);
    stays("#if X\n#include \"a.h\"\n", &[("a.h", b"#else\n")], NotFlattened::NotClosed);
    stays("#include \"a.h\"\ny\n", &[("a.h", b"int a; /* open\n")], NotFlattened::NotClosed);
    // An include that stays in place finds its file.
    let in_another: [(&str, &[u8]); 2] = [("a.h", b"#include \"b.h\"\n"), ("b.h", b"int a; /* open\n")];
    stays("#include \"a.h\"\ny\n", &in_another, NotFlattened::NotClosed);
    stays(
        "#ifdef X\n#include \"a.h\"\n#endif\n#include \"a.h\"\n",
        &[("a.h", b"#pragma once\nint a;\n")],
        NotFlattened::PerhapsBefore,
    );
    // Compilers warn of text after the word, and read the file once.
    stays(
        "#ifdef X\n#include \"a.h\"\n#endif\n#include \"a.h\"\n",
        &[("a.h", b"#pragma once too\nint a;\n")],
        NotFlattened::PerhapsBefore,
    );
    // The compiler reads it for the first time through the other file.
    let read_twice: [(&str, &[u8]); 2] = [("a.h", b"#pragma once\nint a;\n"), ("l.h", b"#include \"a.h\"\n")];
    stays("#include \"a.h\"\n#include <l.h>\n", &read_twice, NotFlattened::PerhapsAgain);
    let in_another = [("b.h", &b"#include \"a.h\"\n"[..]), read_twice[0], read_twice[1]];
    stays("#include \"b.h\"\n#include <l.h>\n", &in_another, NotFlattened::PerhapsAgain);
    let in_one_that_stays = [("b.h", &b"#include \"a.h\"\n#if X\n"[..]), read_twice[0]];
    let (text, findings) = flat("#include \"a.h\"\n#include \"b.h\"\n", &in_one_that_stays);
    assert_eq!((&*text, findings.len()), ("#include \"a.h\"\n#include \"b.h\"\n", 2));
    let unread: [(&str, &[u8]); 2] = [("p/a.h", b"#include \"none.h\"\n"), ("p/b.h", b"#include NONE\n")];
    stays("#include \"p/a.h\"\n", &unread, NotFlattened::UnreadInside);
    stays("#include \"p/b.h\"\n", &unread, NotFlattened::UnreadInside);
    let plain: [(&str, &[u8]); 1] = [("a.h", b"int a;\n")];
    stays("#if X\n#line 7\n#endif\n#include \"a.h\"\ny\n", &plain, NotFlattened::LinesUnknown);
    stays("#line SEVEN\n#include \"a.h\"\ny\n", &plain, NotFlattened::LinesUnknown);
    let asks = NotFlattened::AsksForPlace("__has_include");
    stays("#include \"a.h\"\n", &[("a.h", b"#if __has_include(\"b.h\")\n#endif\n")], asks);
}

/// The finding names the include that stays, and its obstacle.
#[test]
fn an_include_that_stays_is_named_with_its_obstacle() {
    let named = |main: &str, files: &[(&'static str, &'static [u8])]| {
        let (_, findings) = flat(main, files);
        let [Finding { place, payload: Payload::StaysIncluded(StaysIncluded { name, obstacle }), .. }] = &findings[..]
        else {
            panic!("{main}: {findings:?}")
        };
        let reason = obstacle.place.map(|place| (place.file == FileId::MAIN, place.span.start));
        (name.clone(), place.span.start, reason)
    };
    let plain: [(&str, &[u8]); 2] = [("a.h", b"int a;\n"), ("b.h", b"#pragma once\n")];
    let main = "#include <none.h>\n#include \"b.h\"\n#include \"a.h\"\n";
    assert_eq!(named(main, &plain), ("\"b.h\"".to_owned(), 27, Some((true, 9))));
    let main = "#include \"none.h\"\n#include \"a.h\"\n#line SEVEN\n";
    assert_eq!(named(main, &plain), ("\"a.h\"".to_owned(), 27, Some((true, 33))));
    let asks: [(&str, &[u8]); 1] = [("a.h", b"x __has_include\n")];
    assert_eq!(named("#define A \"a.h\"\n#include A\n", &asks), ("A".to_owned(), 25, Some((false, 2))));
    // The compiler reads files in angle brackets itself, and knows whether it has read them before.
    assert_eq!(
        text("#if X\n#include <b.h>\n#endif\n#include <b.h>\n#include \"a.h\"\n", &plain),
        "#if X\n#include <b.h>\n#endif\n#include <b.h>\n#line 1 \"a.h\"\nint a;\n"
    );
    // Without a file to insert, nothing is an obstacle.
    for main in ["#line SEVEN\n", "#include \"none.h\"\n__has_include\n", "#include <a.h>\n__has_include\n"] {
        assert_eq!(text(main, &plain), main);
    }
}

/// An unreadable file may read any file.
#[test]
fn what_cannot_be_read_may_read_what_is_put_in_place() {
    let files: &[(&str, &[u8])] = &[
        ("once.h", b"#pragma once\nint a;\n"),
        ("import.h", b"int b;\n"),
        ("guarded.h", b"#ifndef GUARDED_H\n#define GUARDED_H\nint c;\n#endif\n"),
        ("both.h", b"#ifndef BOTH_H\n#define BOTH_H\n#pragma once\nint d;\n#endif\n"),
        ("plain.h", b"int e;\n"),
    ];
    let main = "#include \"once.h\"\n#import \"import.h\"\n#include <none.h>\n";
    let (same, findings) = flat(main, files);
    assert_eq!((&*same, findings.len()), (main, 2));
    // A file with a guard can be put in place.
    assert_eq!(
        text("#include \"guarded.h\"\n#include \"both.h\"\n#include \"none.h\"\n#include \"plain.h\"\n", files),
        "#line 1 \"guarded.h\"\n\n#define GUARDED_H\nint c;\n\n#line 2 \"k.cl\"\n#line 1 \"both.h\"\n\n#define BOTH_H\n\n\
         int d;\n\n#line 3 \"k.cl\"\n#include \"none.h\"\n#line 1 \"plain.h\"\nint e;\n"
    );
    assert_eq!(
        text("#include <none.h>\n#include \"guarded.h\"\n#include \"both.h\"\n", files),
        "#include <none.h>\n#line 1 \"guarded.h\"\n#ifndef GUARDED_H\n#define GUARDED_H\nint c;\n#endif\n#line 3 \"k.cl\"\n\
         #line 1 \"both.h\"\n#ifndef BOTH_H\n#define BOTH_H\n\nint d;\n#endif\n"
    );
    // The operator means the same as the pragma.
    let operator: &[(&str, &[u8])] = &[("once.h", b"int x;\n_Pragma (\"once\") int a;\n")];
    assert_eq!(
        flat("#include \"once.h\"\n#include <none.h>\n", operator).0,
        "#include \"once.h\"\n#include <none.h>\n"
    );
    assert_eq!(
        text("#include \"once.h\"\n#include \"once.h\"\ny\n", operator),
        "#line 1 \"once.h\"\nint x;\n int a;\n#line 2 \"k.cl\"\n\ny\n"
    );
    // If it is known what the file reads, the second include of it is dropped.
    let read = [files[0], ("l.h", &b"#include \"once.h\"\n"[..]), ("b.h", b"#include \"once.h\"\nint f;\n")];
    assert_eq!(
        text("#include <l.h>\n#include \"b.h\"\n#include \"once.h\"\ny\n", &read),
        "#include <l.h>\n#line 1 \"b.h\"\n\nint f;\n#line 3 \"k.cl\"\n\ny\n"
    );
}

#[test]
fn what_cannot_be_read_stays() {
    assert_eq!(text("#include \"none.h\"\n#include NONE\ny\n", &[]), "#include \"none.h\"\n#include NONE\ny\n");
    let endless: &[(&str, &[u8])] = &[("a.h", b"a\n#include \"a.h\"\nb\n")];
    let (nested, findings) = flat("#include \"a.h\"\ny\n", endless);
    assert_eq!(obstacles(&findings), [NotFlattened::TooMuch]);
    assert!(nested.contains("#include \"a.h\"") && nested.ends_with("#line 3 \"a.h\"\nb\n#line 2 \"k.cl\"\ny\n"));
}

#[test]
fn places_lead_back_to_the_files() {
    let options = Options::default();
    let mut files = Files(vec![("a.h", b"int a;\nint b;")]);
    let unit = Unit::read(
        "x\n#include \"a.h\"\ny\n".as_bytes(),
        &options.host(),
        &mut IncludedFiles::new(&mut files, &Lexed::default()),
    );
    let (text, _) = flatten(&unit, "\n");
    let spelled = |word: &str| {
        let at = memchr::memmem::find(text.bytes(), word.as_bytes()).unwrap() as u32;
        let place = text.origin(Span::new(at, at + word.len() as u32)).unwrap();
        let file = &unit.sources[place.file];
        (file.name.clone(), String::from_utf8_lossy(file.slice(place.span)).into_owned())
    };
    assert_eq!(spelled("int b;"), ("a.h".to_owned(), "int b;".to_owned()));
    assert_eq!(spelled("y"), ("<input>".to_owned(), "y".to_owned()));
    assert_eq!(spelled("#line 1"), ("<input>".to_owned(), "#include \"a.h\"".to_owned()));
}

/// Wherever a main file and a header are cut off, there is a flat text, and all of it has a place.
#[test]
fn files_that_end_anywhere_are_taken() {
    const MAIN: &str =
        "/* a */ #if X\n#include \"a.h\" /* b\n */\n#else\n#line 7 \"x\"\n#include \"a.h\" \\\n\n#endif\nx\n";
    const HEADER: &[u8] =
        b"#ifndef A_H\r\n#define A_H 1\r\n#pragma once // y\r\n#include \"a.h\"\r\n'z \\\r\n#endif /* */\r\n";
    for main in 0..=MAIN.len() {
        for header in 0..=HEADER.len() {
            let mut files = Files(vec![("a.h", &HEADER[..header])]);
            let unit = Unit::read(
                &MAIN.as_bytes()[..main],
                &Options::default().host(),
                &mut IncludedFiles::new(&mut files, &Lexed::default()),
            );
            let (text, _) = flatten(&unit, "\n");
            for at in 0..text.bytes().len() as u32 {
                let place = text.origin(Span::new(at, at + 1)).unwrap();
                assert!(place.span.end as usize <= unit.sources[place.file].bytes.len());
            }
        }
    }
}
