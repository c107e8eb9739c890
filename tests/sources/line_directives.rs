//! `#line` lines: each line of the output that comes from a user's file has the number of that line, in every configuration; nothing else
//! changes; and a compiler's messages name the line of the mistake.
//!
//! The first is tested for all cases and kernels, by an interpreter of `#line` that reads a text as a compiler does: it counts the lines of
//! branches that are not taken, and ignores the `#line`s in them.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use clunroll::{Includes, NoIncludes, Options, Outcome, unroll};

use crate::plan;

/// Which branches are taken.
#[derive(Clone, Copy, Debug)]
enum Taken {
    /// All of them, one after the other, as a reader sees them.
    All,
    First,
    /// The `#else`, or none.
    Last,
}

/// A line of a compiled text: its content, and the compiler's name and number for it.
#[derive(Debug)]
struct Numbered<'a> {
    text: &'a [u8],
    name: String,
    number: i64,
}

/// Reads a text as a compiler does that gets it under `name`.
fn numbered<'a>(text: &'a [u8], name: &str, taken: Taken) -> Vec<Numbered<'a>> {
    let mut result = Vec::new();
    let (mut name, mut number) = (format!("\"{name}\""), 0_i64);
    // For each open conditional: whether the text around it is live, and whether a branch has been taken.
    let mut around: Vec<(bool, bool)> = Vec::new();
    let mut is_live = true;
    let mut comment = false;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        number += 1;
        let words = String::from_utf8_lossy(line);
        let words = words.trim();
        let directive = words.strip_prefix('#').filter(|_| !comment).map(str::trim_start);
        let word = directive.map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default());
        match (word, taken) {
            (Some("if" | "ifdef" | "ifndef"), _) => {
                around.push((is_live, !matches!(taken, Taken::Last)));
                is_live &= !matches!(taken, Taken::Last);
            }
            (Some("elif" | "elifdef" | "elifndef"), Taken::First | Taken::Last) => is_live = false,
            (Some("else"), Taken::First | Taken::Last) => {
                if let Some((outer, has_taken)) = around.last_mut() {
                    is_live = *outer && !*has_taken;
                    *has_taken = true;
                }
            }
            (Some("endif"), _) => is_live = around.pop().is_some_and(|(outer, _)| outer),
            _ => {}
        }
        if is_live {
            result.push(Numbered { text: line, name: name.clone(), number });
        }
        if let (true, Some("line"), Some(directive)) = (is_live, word, directive) {
            let mut parts = directive["line".len()..].trim().splitn(2, ' ');
            number = parts.next().and_then(|number| number.parse::<i64>().ok()).expect("a number") - 1;
            if let Some(told) = parts.next().map(str::trim).filter(|told| told.starts_with('"')) {
                told.clone_into(&mut name);
            }
        }
        let (open, close) = (words.rfind("/*"), words.rfind("*/"));
        comment = if comment { close.is_none() || open > close } else { open.is_some() && open > close };
    }
    result
}

fn run(name: &str, source: &[u8], line_directives: bool) -> Outcome {
    let mut plan = plan::read(source).unwrap_or_else(|why| panic!("{name}: {why}"));
    let options = plan.options.name(name).line_directives(line_directives);
    unroll(source, &options, &mut plan.includes)
}

fn for_all(check: impl Fn(&str, &[u8]) -> Result<(), String>) {
    let mut failures = Vec::new();
    for path in plan::sources(&["kernels", "tests/cases"]) {
        let source = fs::read(&path).expect("a listed file can be read");
        let name = plan::name(&path);
        // In ordinary literals, `#line` lines have quotes and escapes (`string_literals_are_numbered_as_the_file`).
        let is_host = plan::read(&source).is_ok_and(|plan| plan.raw);
        if is_host && !source.windows(2).any(|pair| pair == b"R\"") {
            continue;
        }
        if let Err(why) = check(&name, &source) {
            failures.push(format!("{name}: {why}"));
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

/// Whether a line's number matters. It does not matter for a line without a word, since a brace that clunroll writes looks like the
/// author's; for the `do {` and the `} while (0);` that replace a `continue` or `break`; for the `case 1:` and the `break;` around
/// versions; for a declaration with a number, which may begin a copy; for a pragma, which is numbered with its loop; for attributes, which
/// are written again; for the loop of the remainder, which may look like another one; and for the end of a raw string, which is C++.
fn has_number(line: &[u8]) -> bool {
    let is_declaration = line.strip_prefix(b"int ").is_some_and(|rest| {
        let rest = rest.trim_ascii_end().strip_suffix(b";").unwrap_or_default();
        let digits = rest.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        digits > 0 && rest[..rest.len() - digits].ends_with(b" = ")
    });
    let is_other = is_declaration
        || [&b"do {"[..], b"} while (0);", b"break;"].contains(&line)
        || [&b"#"[..], b"__attribute__", b"for (;", b")", b"case "].iter().any(|start| line.starts_with(start));
    line.iter().any(u8::is_ascii_alphanumeric) && !is_other
}

#[test]
fn every_line_of_the_users_is_numbered_as_that_line() {
    for_all(|name, source| {
        let outcome = run(name, source, true);
        if outcome.text == source {
            return Ok(());
        }
        let is_raw = plan::read(source)?.raw;
        // The content of each line of the user's files, by the name and number that a compiler gives it.
        let mut lines: HashMap<(String, i64), BTreeSet<Vec<u8>>> = HashMap::new();
        for file in outcome.sources.iter() {
            for line in numbered(&file.bytes, &file.name, Taken::All) {
                lines.entry((line.name, line.number)).or_default().insert(line.text.trim_ascii().to_vec());
            }
        }
        let known: BTreeSet<&Vec<u8>> = lines.values().flatten().collect();
        for taken in [Taken::All, Taken::First, Taken::Last] {
            // Text in a raw string is numbered from its first `#line` on.
            let text = if is_raw { joined(&before_strings(&outcome.text)) } else { outcome.text.clone() };
            let first = text.windows(6).position(|bytes| bytes == b"#line ").filter(|_| is_raw);
            let before = first.map_or(0, |at| breaks(&text[..at]));
            for line in numbered(&text, name, taken).iter().skip(before) {
                let text = line.text.trim_ascii().to_vec();
                if has_number(&text)
                    && known.contains(&text)
                    && !lines.get(&(line.name.clone(), line.number)).is_some_and(|those| those.iter().any(holds(&text)))
                {
                    let text = String::from_utf8_lossy(&text).into_owned();
                    return Err(format!("`{text}` is called {}:{} ({taken:?})", line.name, line.number));
                }
            }
        }
        Ok(())
    });
}

/// Whether a line contains that text. If a loop is on one line, its body may be a line of its own in the output, and its header gets a
/// brace.
fn holds(text: &[u8]) -> impl Fn(&Vec<u8>) -> bool {
    let text = text.strip_suffix(b" {").unwrap_or(text);
    move |line| line.windows(text.len()).any(|part| part == text)
}

fn breaks(text: &[u8]) -> usize {
    text.split(|&byte| byte == b'\n').count() - 1
}

/// A line that was inserted at the beginning of a raw string comes before that string.
fn before_strings(text: &[u8]) -> Vec<u8> {
    let moved = |line: &[u8]| match line.windows(7).position(|bytes| bytes == b"(#line ") {
        Some(at) => [&line[at + 1..], &line[..=at]].concat(),
        None => line.to_vec(),
    };
    text.split_inclusive(|&byte| byte == b'\n').map(moved).collect::<Vec<_>>().concat()
}

/// Adjacent raw strings are one program.
fn joined(text: &[u8]) -> Vec<u8> {
    let mut result: Vec<u8> = Vec::new();
    let mut last: &[u8] = b"";
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let begins_string = [&b"R\""[..], b"u8R\""].iter().any(|start| line.trim_ascii_start().starts_with(start));
        if begins_string && !last.is_empty() && !last.starts_with(b"#line ") {
            result.pop();
        }
        result.extend(line);
        last = line;
    }
    result
}

/// Without the inserted lines, the output equals that without the option.
#[test]
fn only_whole_lines_are_put_in() {
    for_all(|name, source| {
        let (plain, with) = (run(name, source, false), run(name, source, true));
        let lines =
            |text: &[u8]| -> Vec<Vec<u8>> { text.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect() };
        let (plain, with) = (lines(&plain.text), lines(&before_strings(&with.text)));
        let mut rest = plain.iter().peekable();
        for line in &with {
            if rest.next_if_eq(&line).is_none() {
                let is_ours = line.starts_with(b"#line ") && line.ends_with(b"\n");
                let ends_alike = line.ends_with(b"\r\n") == source.windows(2).any(|pair| pair == b"\r\n");
                if !is_ours || (!ends_alike && !source.windows(2).any(|pair| pair == b"\r\n")) {
                    return Err(format!("a line that is none of the output's: {}", String::from_utf8_lossy(line)));
                }
            }
        }
        if rest.next().is_none() { Ok(()) } else { Err("lines of the output are missing".to_owned()) }
    });
}

/// A second run changes nothing, with the option or without.
#[test]
fn a_second_run_changes_nothing() {
    for_all(|name, source| {
        let once = run(name, source, true).text;
        for line_directives in [false, true] {
            let again = run("again", &once, line_directives).text;
            if again != once {
                return Err(format!("a second run writes something else:\n{}", String::from_utf8_lossy(&again)));
            }
        }
        Ok(())
    });
}

fn with_lines(source: &str, options: Options) -> String {
    let options = options.name("k.cl").line_directives(true);
    let outcome = unroll(source.as_bytes(), &options, &mut NoIncludes);
    assert!(outcome.text != source.as_bytes(), "nothing was rewritten: {:?}", outcome.diagnostics);
    String::from_utf8(outcome.text).expect("UTF-8 comes out as UTF-8")
}

/// The names and numbers that a compiler gives to the lines with `word`.
fn places(text: &str, word: &str) -> Vec<String> {
    let lines = numbered(text.as_bytes(), "k.cl", Taken::All);
    let found = lines.iter().filter(|line| String::from_utf8_lossy(line.text).contains(word));
    found.map(|line| format!("{}:{}", line.name.trim_matches('"'), line.number)).collect()
}

#[test]
fn without_changes_there_are_none() {
    for source in
        ["int a;\n", "__kernel void k(__global int *a) {\n#pragma unroll 1\nfor (int i = 0; i < 3; i++) a[i] = i;\n}\n"]
    {
        let options = Options::default().line_directives(true);
        assert_eq!(unroll(source.as_bytes(), &options, &mut NoIncludes).text, source.as_bytes());
    }
}

#[test]
fn file_names_are_escaped() {
    let source =
        "__kernel void k(__global int *a, int n) {\n#pragma unroll 2\nfor (int i = 0; i < n; i++) a[i] = i;\n}\n";
    for (name, written) in [
        ("a b.cl", r#""a b.cl""#),
        (r"c:\k.cl", r#""c:\\k.cl""#),
        ("a\"b.cl", r#""a\"b.cl""#),
        ("what??/k.cl", r#""what?\?/k.cl""#),
        ("a\nb.cl", r#""a?b.cl""#),
        ("é.cl", r#""é.cl""#),
    ] {
        let options = Options::new(name).line_directives(true);
        let text = unroll(source.as_bytes(), &options, &mut NoIncludes).text;
        let text = String::from_utf8(text).expect("UTF-8");
        assert!(text.contains(&format!("#line 3 {written}\n")), "{text}");
    }
}

#[test]
fn the_authors_own_lines_are_kept_to() {
    let source = "#line 100 \"gen.py\"\n__kernel void k(__global int *a, int n) {\n#pragma unroll 2\n\
                  for (int i = 0; i < n; i++)\n  a[i] = one;\n}\n#line 7\nint two;\n";
    let text = with_lines(source, Options::default());
    assert_eq!(places(&text, "one"), ["gen.py:103"; 3]);
    assert_eq!(places(&text, "two"), ["gen.py:7"]);
}

#[test]
fn branches_that_are_not_taken_count_with_their_lines() {
    let source = "__kernel void k(__global int *a, int n) {\n#ifdef A\n#pragma unroll 3\nfor (int i = 0; i < n; i++) a[i] = i;\n\
                  #else\nint one;\n#endif\nint two;\n}\nint three;\n";
    let text = with_lines(source, Options::default());
    for taken in [Taken::All, Taken::First, Taken::Last] {
        let lines = numbered(text.as_bytes(), "k.cl", taken);
        let number = |word| {
            let found = lines.iter().find(|line| String::from_utf8_lossy(line.text).contains(word));
            found.map(|line| line.number)
        };
        assert_eq!(number("two"), Some(8), "{taken:?}\n{text}");
        assert_eq!(number("three"), Some(10), "{taken:?}\n{text}");
        assert!(matches!(number("one"), None | Some(6)), "{taken:?}\n{text}");
    }
}

#[test]
fn nothing_is_put_into_what_belongs_together() {
    // The rest of the loop's last line continues over a comment, arguments, a splice, and a directive.
    let source = "#define M(a, b) a + b\n__kernel void k(__global int *a, int n) {\n#pragma unroll 2\n\
                  for (int i = 0; i < n; i++) { a[i] = i;\n} int x = M(1,\n2); /* one\n two */ int y = \\\n3;\n\
                  #pragma unroll 2\nfor (int i = 0; i < n; i++) a[i] = M(\ni,\n#ifdef A\n4\n#else\n5\n#endif\n); \
                  a[0] = 1;\n#define Z one \\\ntwo\nint end;\n}\n";
    let text = with_lines(source, Options::default());
    for broken in ["M(1,\n#line", "one\n#line", "\\\n#line", "M(\n#line", "i,\n#line"] {
        assert!(!text.contains(broken), "{broken}\n{text}");
    }
    assert_eq!(places(&text, "int end"), ["k.cl:20"], "{text}");
}

#[test]
fn raw_strings_are_numbered_as_the_file() {
    let source = "// C++\nconst char *k = R\"(\n__kernel void k(__global int *a, int n) {\n#pragma unroll 2\n\
                  for (int i = 0; i < n; i++)\n  a[i] = one;\n}\n)\"\n// between\nR\"(int two;\n)\"; int f();\n";
    let text = with_lines(source, Options::default());
    let program = text.replace(")\"\n// between\nR\"(", "");
    let program = program.split_once("R\"(").expect("a raw string").1;
    assert_eq!(places(program, "__kernel"), ["k.cl:3"], "{text}");
    assert_eq!(places(program, "one"), ["k.cl:6"; 3], "{text}");
    assert_eq!(places(program, "two"), ["k.cl:10"], "{text}");
    let options = Options::new("k)\"").line_directives(true);
    let outcome = unroll(source.as_bytes(), &options, &mut NoIncludes);
    assert!(String::from_utf8_lossy(&outcome.text).contains(r#"#line 3 "k\051\"""#), "a name must not end the string");
}

#[test]
fn string_literals_are_numbered_as_the_file() {
    let source = "// C\nconst char *k =\n\"__kernel void k(__global int *a, int n) {\\n\"\n\"#pragma unroll 2\\n\"\n\
                  \"for (int i = 0; i < n; i++)\\n\"\n\"  a[i] = one;\\n\"\n// between\n\"}\\n\"\n\"int two;\\n\"; int f();\n";
    let text = with_lines(source, Options::default());
    let literals = text.lines().filter_map(|line| line.strip_prefix('"')?.split_once("\\n\"")).map(|(line, _)| line);
    let program = literals.collect::<Vec<_>>().join("\n").replace("\\\"", "\"");
    assert_eq!(places(&program, "__kernel"), ["k.cl:3"], "{text}");
    assert_eq!(places(&program, "one"), ["k.cl:6"; 3], "{text}");
    assert_eq!(places(&program, "two"), ["k.cl:9"], "{text}");
}

/// A single file that is found.
struct Header;

impl Includes for Header {
    fn resolve(&mut self, header_name: &str, _includer: Option<&str>) -> Option<String> {
        (header_name == "\"loop.h\"").then(|| "loop.h".to_owned())
    }

    fn read(&mut self, _name: &str) -> Option<Vec<u8>> {
        Some(b"static int f(int n) {\n  int s = 0;\n#pragma unroll 2\n  for (int i = 0; i < n; i++)\n    s += one;\n  return s;\n}\n".to_vec())
    }
}

#[test]
fn of_a_flat_text_each_part_is_numbered_as_its_file() {
    let source = "int before;\n#include \"loop.h\"\nint between;\n__kernel void k(__global int *a, int n) {\n\
                  #pragma unroll 2\n  for (int i = 0; i < n; i++)\n    a[i] = two;\n  int three;\n}\n";
    let options = Options::new("k.cl").line_directives(true).flatten(true);
    let text = String::from_utf8(unroll(source.as_bytes(), &options, &mut Header).text).expect("UTF-8");
    assert_eq!(places(&text, "before"), ["k.cl:1"], "{text}");
    assert_eq!(places(&text, "one"), ["loop.h:5"; 3], "{text}");
    assert_eq!(places(&text, "return s"), ["loop.h:6"], "{text}");
    assert_eq!(places(&text, "between"), ["k.cl:3"], "{text}");
    assert_eq!(places(&text, "two"), ["k.cl:7"; 3], "{text}");
    assert_eq!(places(&text, "three"), ["k.cl:8"], "{text}");
}

/// A mistake in a loop's body: clang's messages name the line of the source, whatever form the loop takes.
#[test]
fn a_compilers_messages_point_into_the_source() {
    if std::env::var("CLUNROLL_NO_CORPUS").as_deref() == Ok("1") {
        return; // Clang may be missing.
    }
    let source = "#define WIDTH 8\n__kernel void k(__global int *a, int n) {\n  int s = 0;\nREQUEST\n  for (int i = 0;\n\
                  \x20      i < BOUND;\n       i++) {\n    s += a[i];\n    for (int j = 0; j < 2; j++)\n      s += mistake;\n  }\n\
                  #ifdef A\n  s += 1;\n#endif\n  a[0] = s + another;\n}\n";
    for (request, bound) in [("#pragma unroll", "WIDTH"), ("#pragma unroll 3", "WIDTH"), ("#pragma unroll 3", "n")] {
        let source = source.replace("REQUEST", request).replace("BOUND", bound);
        messages(&with_lines(&source, Options::default()), &[10, 15]);
    }
    let hosted = "#ifndef N\n#define N 3\n#endif\n__kernel void k(__global int *a, int n) {\n  #pragma unroll\n\
                  \x20 for (int i = 0; i < N; i++)\n    n.x = 1;\n\n\n  n.y = 1;\n}\n";
    messages(&with_lines(hosted, Options::default()), &[7, 10]);
}

/// The lines that clang finds mistakes in, without repetition.
fn messages(text: &str, expected: &[usize]) {
    let clang = std::env::var("CLANG").unwrap_or_else(|_| "clang".to_owned());
    let mut child = Command::new(&clang)
        .args(["-x", "cl", "-cl-std=CL2.0", "-fsyntax-only", "-w", "-ferror-limit=0", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{clang}: {error}"));
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("clang reads all of its input");
    let output = child.wait_with_output().expect("clang ends");
    let log = String::from_utf8_lossy(&output.stderr);
    let errors = log.lines().filter(|line| line.contains(" error: "));
    let lines: BTreeSet<&str> = errors.map(|line| line.rsplitn(4, ':').last().unwrap_or_default()).collect();
    let found: BTreeSet<usize> = lines
        .iter()
        .map(|place| {
            let (name, line) = place.split_once(':').unwrap_or_default();
            assert!(name == "k.cl" || name == "<stdin>", "{log}");
            line.parse().unwrap_or_default()
        })
        .collect();
    assert_eq!(found, expected.iter().copied().collect(), "{log}\n{text}");
}
