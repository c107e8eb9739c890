use std::collections::HashMap;

use super::super::{Configuration, Lexed, Meaning};
use super::*;
use crate::host::{HostOptions, Includes, MacroOption};

/// Files by their names; `reads` counts.
#[derive(Default)]
struct Files {
    texts: HashMap<&'static str, String>,
    reads: usize,
}

impl Includes for Files {
    fn resolve(&mut self, header_name: &str, _includer: Option<&str>) -> Option<String> {
        let name = header_name.trim_matches(['"', '<', '>']);
        self.texts.contains_key(name).then(|| name.to_owned())
    }

    fn read(&mut self, name: &str) -> Option<Vec<u8>> {
        self.reads += 1;
        Some(self.texts.get(name)?.clone().into_bytes())
    }
}

fn files(texts: &[(&'static str, &str)]) -> Files {
    Files { texts: texts.iter().map(|&(name, text)| (name, text.to_owned())).collect(), reads: 0 }
}

/// The code of a unit in one line.
fn code(unit: &Unit) -> String {
    unit.code.iter().map(|token| unit.text(token).into_owned()).collect::<Vec<_>>().join(" ")
}

fn read(source: &str, texts: &[(&'static str, &str)]) -> (String, Vec<Fate>) {
    let mut files = files(texts);
    let unit =
        Unit::read(source.as_bytes(), &HostOptions::default(), &mut IncludedFiles::new(&mut files, &Lexed::default()));
    assert!(files.reads <= texts.len(), "a file is read once");
    (code(&unit), unit.inclusions().iter().map(|inclusion| inclusion.fate.clone()).collect())
}

fn texts_of(source: &str, texts: &[(&'static str, &str)]) -> String {
    read(source, texts).0
}

#[test]
fn files_are_put_in_place_as_often_as_they_are_named() {
    assert_eq!(texts_of("a\n#include \"x.h\"\nb\n#include <x.h> // again\nc", &[("x.h", "x y")]), "a x y b x y c");
    assert_eq!(texts_of("#include \"a.h\"\n", &[("a.h", "a\n#include \"b.h\"\nc"), ("b.h", "b")]), "a b c");
}

#[test]
fn header_names_are_no_tokens() {
    assert_eq!(texts_of("#include <a//b.h>\n", &[("a//b.h", "x")]), "x");
    assert_eq!(texts_of("#include \"a\\b.h\"\n", &[("a\\b.h", "x")]), "x");
    assert_eq!(texts_of("#include \"a.h\" junk\n", &[("a.h", "x")]), "x");
    assert_eq!(texts_of("#include <a.h\n>", &[("a.h", "x")]), ">");
}

#[test]
fn macros_may_make_the_name() {
    let hashcat = "#define XSTR(x) #x\n#define M2S(x) XSTR(x)\n";
    let line = "#include M2S(INCLUDE_PATH/x.h)\n";
    let in_folder = [("OpenCL/x.h", "found"), ("INCLUDE_PATH/x.h", "as written")];
    assert_eq!(texts_of(&format!("{hashcat}#define INCLUDE_PATH OpenCL\n{line}"), &in_folder), "found");
    assert_eq!(texts_of(&format!("{hashcat}{line}"), &in_folder), "as written");
    assert_eq!(texts_of("#define H <sys/x.h>\n#include H\n", &[("sys/x.h", "found")]), "found");
    assert_eq!(texts_of("#define H \"x.h\"\n#include H\n", &[("x.h", "found")]), "found");
    for unnamed in ["#include H\n", "#define H 4\n#include H\n", "#include\n", "#define H \"a\" \"b\"\n#include H\n"] {
        assert_eq!(read(unnamed, &[]).1, [Fate::Unread(Unread::Unnamed)], "{unnamed}");
    }
}

#[test]
fn macros_of_the_command_line_find_files_and_mean_nothing_else() {
    let macros = ["-DXM2S(x)=#x", "-DM2S(x)=XM2S(x)", "-DINCLUDE_PATH=OpenCL"];
    let macros = macros.map(|option| option.parse().expect("a macro"));
    let options = HostOptions { macros: &macros, ..HostOptions::default() };
    let source = b"#include M2S(INCLUDE_PATH/x.h)\nINCLUDE_PATH";
    let unit = Unit::read(
        source.as_slice(),
        &options,
        &mut IncludedFiles::new(&mut files(&[("OpenCL/x.h", "found")]), &Lexed::default()),
    );
    assert_eq!(code(&unit), "found INCLUDE_PATH");
}

#[test]
fn guards_and_once_end_repetition() {
    for head in ["#ifndef X_H\n#define X_H\n", "#if !defined(X_H)\n#define X_H 1\n", "#if !defined X_H\n#define X_H\n"]
    {
        let guarded = format!("// why\n{head}#if A\n#else\n#endif\nx\n#endif // X_H\n");
        assert_eq!(texts_of("#include \"x.h\"\n#include \"x.h\"\n", &[("x.h", &guarded)]), "x", "{head}");
        let (code, fates) = read("#include \"x.h\"\n#undef X_H\n#include \"x.h\"\n", &[("x.h", &guarded)]);
        assert!(code == "x x" && fates.iter().all(|fate| matches!(fate, Fate::Read(_))), "{head}");
    }
    assert_eq!(texts_of("#include \"x.h\"\n#include \"x.h\"\n", &[("x.h", "#pragma once\nx")]), "x");
    assert_eq!(texts_of("#import \"x.h\"\n#import \"x.h\"\n#include \"x.h\"\n", &[("x.h", "x")]), "x");
    assert_eq!(texts_of("#include \"x.h\"\n#import \"x.h\"\n", &[("x.h", "x")]), "x");
    // No guard: it has another branch, defines another name, or is not all of the file.
    for text in ["#ifndef A\n#define A\nx\n#else\n#endif", "#ifndef A\nx\n#endif", "#ifndef A\n#define A\nx\n#endif\ny"]
    {
        let (_, fates) = read("#include \"x.h\"\n#include \"x.h\"\n", &[("x.h", text)]);
        assert!(fates.iter().all(|fate| matches!(fate, Fate::Read(_))), "{text}");
    }
}

#[test]
fn a_guard_is_the_affair_of_its_file_and_a_default_is_the_hosts() {
    let meaning = |name: &'static str, text: &str, told: &[MacroOption]| {
        let options = HostOptions { macros: told, ..HostOptions::default() };
        let source = format!("#include \"{name}\"\n");
        let unit = Unit::read(
            source.as_bytes(),
            &options,
            &mut IncludedFiles::new(&mut files(&[(name, text)]), &Lexed::default()),
        );
        matches!(unit.meaning("N", unit.directives.len()), Meaning::Sure(_))
    };
    let guarded = "#ifndef INC_TILE_H_\n#define INC_TILE_H_\n#define N 4\n#endif\n";
    assert!(meaning("a/inc_tile.h", guarded, &[]));
    assert!(meaning("tile.cl", guarded, &[]));
    assert!(!meaning("other.h", guarded, &[]), "named after another file");
    assert!(!meaning("tile.h", guarded, &["-DINC_TILE_H_=".parse().expect("a macro")]), "told");
    assert!(!meaning("n.h", "#ifndef N\n#define N 4\n#endif\n", &[]), "a default");
    assert!(!meaning("tile.h", "#ifndef TILE\n#define N 4\n#define TILE\n#endif\n", &[]), "not defined first");
}

#[test]
fn what_has_been_read_under_a_condition_may_have_been_read() {
    let once = [("x.h", "#pragma once\nx")];
    let (code, fates) = read("#if A\n#include \"x.h\"\n#endif\n#include \"x.h\"\n", &once);
    assert_eq!((code.as_str(), &fates[1]), ("x", &Fate::Unread(Unread::PerhapsBefore)));
    assert_eq!(texts_of("#if A\n#include \"x.h\"\n#else\n#include \"x.h\"\n#endif\n", &once), "x x");
    assert_eq!(texts_of("#if A\n#include \"x.h\"\n#include \"x.h\"\n#endif\n", &once), "x");
    let (_, fates) = read("#include \"x.h\"\n#include \"x.h\"\n", &[("x.h", "#if A\n#pragma once\n#endif\nx")]);
    assert_eq!(fates[1], Fate::Unread(Unread::PerhapsBefore));
    let guarded = [("x.h", "#ifndef X\n#define X\nx\n#endif")];
    assert_eq!(texts_of("#if A\n#include \"x.h\"\n#endif\n#include \"x.h\"\n#include \"x.h\"\n", &guarded), "x x");
}

#[test]
fn cycles_end() {
    let guarded = [
        ("a.h", "#ifndef A\n#define A\n#include \"missing\"\n#include \"b.h\"\na\n#endif"),
        ("b.h", "#include \"a.h\"\nb"),
    ];
    let (code, fates) = read("#include \"a.h\"\n", &guarded);
    assert_eq!((code.as_str(), fates.len()), ("b a", 4));
    let (code, fates) = read("#include \"a.h\"\n", &[("a.h", "a\n#include \"a.h\"\n")]);
    assert_eq!(code, ["a"; MAX_INCLUDE_DEPTH].join(" "));
    assert_eq!(fates.last(), Some(&Fate::Unread(Unread::TooDeep)));
    let (_, fates) = read("#include \"a.h\"\n", &[("a.h", "a\n#include \"a.h\"\n#include \"a.h\"\n")]);
    assert_eq!(fates.iter().filter(|fate| matches!(fate, Fate::Read(_))).count(), MAX_INCLUSIONS);
    assert!(fates.contains(&Fate::Unread(Unread::TooMuch)));
    let big = "x ".repeat(100_000);
    let (_, fates) = read(&"#include \"a.h\"\n".repeat(100), &[("a.h", &big)]);
    assert_eq!(fates.last(), Some(&Fate::Unread(Unread::TooMuch)));
}

#[test]
fn a_file_that_stands_in_itself_is_seen() {
    let source = "x\n#include \"k.cl\"\n";
    assert_eq!(read(source, &[("k.cl", source)]).1, [Fate::Unread(Unread::Itself)]);
    let source = "#ifndef K\n#define K\nx\n#include \"k.cl\"\n#endif\n";
    assert!(matches!(read(source, &[("k.cl", source)]).1[..], [Fate::Spent(_)]));
}

#[test]
fn forced_includes_come_first() {
    let options = HostOptions { forced_includes: &["a.h".to_owned(), "none".to_owned()], ..HostOptions::default() };
    let unit = Unit::read(
        "m N".as_bytes(),
        &options,
        &mut IncludedFiles::new(&mut files(&[("a.h", "#define N 4\na")]), &Lexed::default()),
    );
    assert_eq!(code(&unit), "a m N");
    let missing = Fate::Unread(Unread::Missing("\"none\"".to_owned()));
    assert_eq!(unit.inclusions().last().map(|inclusion| &inclusion.fate), Some(&missing));
}

#[test]
fn an_unread_include_keeps_what_is_defined_before_it_and_undefined_nowhere() {
    let unit = |source: &str| {
        Unit::read(
            source.as_bytes(),
            &HostOptions::default(),
            &mut IncludedFiles::new(&mut files(&[]), &Lexed::default()),
        )
    };
    let is_sure = |source: &str| {
        let unit = unit(source);
        matches!(unit.meaning("A", unit.directives.len()), Meaning::Sure(_))
    };
    assert!(is_sure("#define A 1\n#include \"none\"\n"));
    assert!(is_sure("#include \"none\"\n#define A 1\n"), "defined after it");
    assert!(!is_sure("#undef A\n#define A 1\n#include \"none\"\n"), "undefined before it");
    assert!(is_sure("#undef A\n#include \"none\"\n#define A 1\n"), "undefined, and defined after it");
    assert!(!is_sure("#define A 1\n#include \"none\"\n#if 0\n#undef A\n#endif\n"), "undefined where nobody reads it");
    assert!(!is_sure("#if X\n#define A 1\n#endif\n#include \"none\"\n"), "not defined in each configuration");
    assert!(is_sure("#if X\n#define A 1\n#include \"none\"\n"), "defined in this branch");
    assert!(is_sure("#define A 1\n#if X\n#undef A\n#include \"none\"\n#else\n"), "undefined in the other branch");
    let again = "#define A 1\n#include \"none\"\n#ifndef A\n#define A 2\n#endif\n";
    assert!(!is_sure(again), "the file may undefine it");
    assert!(
        is_sure("#if X\n#define A 1\n#include \"none\"\n#else\n#define A 2\n#include \"none\"\n"),
        "in two branches"
    );
    let decided = |source: &str| code(&unit(&format!("{source}#ifdef A\nyes\n#else\nno\n#endif\n")));
    assert_eq!(decided("#define A\n#include \"none\"\n"), "yes");
    assert_eq!(decided("#define A\n#undef A\n#include \"none\"\n"), "yes no");
    assert_eq!(decided("#ifndef A\n#define A 4\n#endif\n#include \"none\"\n"), "yes");
    assert_eq!(decided("#if X\n#define A 4\n#endif\n#include \"none\"\n"), "yes no");
}

/// In a configuration without X, the second inclusion is the first.
#[test]
fn a_file_that_may_have_been_read_keeps_nothing() {
    let source = b"#define A 1\n#if X\n#include \"x.h\"\n#endif\n#include \"x.h\"\n";
    let once = [("x.h", "#pragma once\n#define A 2\n")];
    let unit = Unit::read(
        source.as_slice(),
        &HostOptions::default(),
        &mut IncludedFiles::new(&mut files(&once), &Lexed::default()),
    );
    assert!(matches!(unit.meaning("A", unit.directives.len()), Meaning::Open(_)));
    let not_x = Configuration::default().with(&unit.undecided(&Configuration::default(), 0).expect("X is open"), false);
    let end = unit.directives.len();
    assert!(matches!(unit.meaning_in(&not_x, "A", end, unit.group(end)), Meaning::Open(_)));
}

#[test]
fn a_standard_header_opens_only_what_it_defines() {
    let source = b"#define A 1\n#define INT_MAX 7\n#define FLT_DIG 5\n#include <limits.h>\n#include \"float.h\"\n#undef FLT_DIG\n#define FLT_DIG 6\n";
    let unit = Unit::read(
        source.as_slice(),
        &HostOptions::default(),
        &mut IncludedFiles::new(&mut files(&[("float.h", "")]), &Lexed::default()),
    );
    let end = unit.directives.len();
    assert!(matches!(unit.meaning("A", end), Meaning::Sure(_)));
    assert!(matches!(unit.meaning("INT_MAX", end), Meaning::Open(_)));
    assert!(matches!(unit.meaning("FLT_DIG", end), Meaning::Sure(_)));
    assert_eq!(unit.unread_include(end), None);
    assert_eq!(unit.unread_include_of("INT_MAX", end), Some(3));
    let fates: Vec<_> = unit.inclusions().iter().map(|inclusion| inclusion.fate.clone()).collect();
    assert!(matches!(fates[..], [Fate::Standard(_), Fate::Read(_)]));
    let tests = Unit::alone(
        b"#ifdef INT_MAX\n#endif\n#include <limits.h>\n#ifdef INT_MAX\n#endif\n#ifdef A\n#endif\n".as_slice(),
    );
    let nothing = Configuration::default();
    assert_ne!(tests.undecided(&nothing, 0), tests.undecided(&nothing, 1), "the header defines it in between");
}
