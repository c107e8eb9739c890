//! Values that hosts may define for a macro in a loop's header, tested with clunroll's output.
//!
//! A bound that the host may define becomes a choice of the preprocessor (`#if (N) == 8`). `#if` computes in 64 bits, knows no types, and
//! takes names for zero, and the text of a macro may bind to its surroundings. So the table below defines each macro as text that looks
//! like its default to `#if`, or to a reader, but is something else. With each, a function must return the result of the author's loop, or
//! not build. The functions are compiled as C; an array whose length is not constant is an error, as in OpenCL C. So are arrays whose
//! length or index the host decides.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use clunroll::{Done, NoIncludes, Options, unroll};

/// The host's definitions: `N` first, and other macros. One entry is empty.
const VALUES: [&str; 32] = [
    "",
    "-DN=8",
    "-DN=9",
    "-DN=1",
    "-DN=0",
    "-DN=-8",
    "-DN=4+4",
    "-DN=(4+4)",
    "-DN=9&10",
    "-DN=8|8",
    "-DN=12^4",
    "-DN=0?1:8",
    "-DN=1?8:0",
    "-DN=8==8?8:1",
    "-DN=8u",
    "-DN=8L",
    "-DN=8ul",
    "-DN='\\b'",
    "-DN=(0xFFFFFFFF+9-0x100000000)",
    "-DN=(((0xFFFFFFFF+1)>>30)+4)",
    "-DN=0x7fffffff-0x7ffffff7",
    "-DN=EIGHT",
    "-DN=n",
    "-DN=(int)8",
    "-DN=(unsigned)8",
    "-DN=sizeof(double)",
    "-DN=eight()",
    "-DN=8.0",
    "-DN=(0,8)",
    "-DN=16 -DM=32 -DS=1",
    "-DN=(((0xFFFFFFFF+1)>>30)+4) -DM=(((0xFFFFFFFF+1)>>30)+12)",
    "-DS=1+1 -DM=16|0",
];

/// Headers of loops.
const HEADERS: [&str; 30] = [
    "int i = 0; i < N; i++",
    "int i = 0; i <= N; i++",
    "int i = 0; i != N; i++",
    "int i = 0; N > i; i++",
    "int i = -4; i < N; i++",
    "unsigned i = 0; i < N; i++",
    "unsigned i = 2; i < N; i += 2",
    "long i = -2; i < N; i += 3",
    "unsigned char i = 0; i < N; i++",
    "short i = 0; i < N; i++",
    "int i = 0; i < N - 1; i++",
    "int i = 0; i < 2 * N; i++",
    "int i = 0; i < N * 2; i++",
    "int i = 0; i < M / N; i++",
    "int i = 0; i < M - N; i++",
    "int i = 0; i < N / 2; i++",
    "int i = 0; i < N % 5; i++",
    "int i = 0; i < (N); i++",
    "int i = 0; i < (int)N; i++",
    "int i = 0; i < HALF; i++",
    "int i = 0; i < TWICE(N); i++",
    "int i = N; i > 0; i--",
    "int i = N - 1; i >= 0; i--",
    "unsigned i = N; i != 0; i--",
    "unsigned char i = N; i > 2; i--",
    "int i = 0; i < N; i += S",
    "int i = 0; i < 16; i += S",
    "int i = 0; i < 16; i = i + S",
    "int i = N; i < M; i += S",
    "int i = 0; i < 16; i += N / 4",
];

/// Lengths of arrays, each with the bound of a loop over its elements, and an index.
const ARRAYS: [(&str, &str, &str); 11] = [
    ("N", "N", "0"),
    ("N", "N", "N - 1"),
    ("N + 1", "N + 1", "N"),
    ("N * 2", "N * 2", "N * 2 - 1"),
    ("2 * N", "2 * N", "N / 2"),
    ("M / N", "M / N", "M / N - 1"),
    ("M - N", "M - N", "M / N"),
    ("(N)", "(N)", "(N) - 3"),
    ("TWICE(N)", "TWICE(N)", "HALF"),
    ("M", "M", "M % 5"),
    ("M", "M - N", "M / 2"),
];

/// Bodies of functions with macros that the host may define, each with whether it may build if the macro assigns its argument.
const ASSIGNED: [(&str, bool); 9] = [
    ("#pragma unroll\nfor (int i = 0; i < 4; i++) { pass(ACT(i)); pass(i); }", false),
    ("#pragma unroll 2\nfor (int i = 0; i < n; i++) { pass(ACT(i)); pass(i); }", true),
    ("#pragma unroll 2\nfor (int i = 0; i < 5; i++) { pass(i); pass(TWO(i)); }", false),
    ("int i;\n#pragma unroll\nfor (i = 0; i < 4; i++) { pass(ACT(i)); pass(i); }\npass(i);", false),
    (
        "#pragma unroll\nfor (int i = 0; i < 3; i++)\n#pragma unroll\nfor (int k = i; k < 3; k++) pass(ACT(i) + k);",
        false,
    ),
    ("#pragma unroll\nfor (int i = 0; i < N; i++) { pass(ACT(i)); pass(i < N - 1); }", false),
    ("#pragma unroll\nfor (int i = 0; i < 4; i++) { pass(n); pass(ACT(n)); }", true),
    (
        "#pragma promote_to_registers\nint cells[4];\n#pragma unroll\nfor (int i = 0; i < 4; i++) { pass(ACT(i)); cells[i] = i; }\n\
         #pragma unroll\nfor (int i = 0; i < 4; i++) pass(cells[i]);",
        false,
    ),
    (
        "#pragma promote_to_registers\nint cells[4] = { 5, 6, 7, 8 };\nint j = 1;\npass(ACT(j));\ncells[j] = 9;\n\
         #pragma unroll\nfor (int i = 0; i < 4; i++) pass(cells[i]);",
        true,
    ),
];

/// Definitions of the macros of these bodies, each with whether the macro assigns its argument.
const ASSIGNING: [(&str, bool); 7] = [
    ("", false),
    ("-DACT(x)=(x)*3 -DTWO(x)=(x)", false),
    ("-DACT(x)=x++ -DTWO(x)=x++", true),
    ("-DACT(x)=(x+=1) -DTWO(x)=(x+=2)", true),
    ("-DACT(x)=(x=x+2) -DTWO(x)=(1?x++:0)", true),
    ("-DACT(x)=(*&x)++ -DTWO(x)=(*&x)++", true),
    ("-DACT=two -DTWO=two", false),
];

/// The text before the functions.
const PRELUDE: &str = "\
typedef unsigned char uchar;
typedef unsigned int uint;
typedef unsigned long ulong;
enum { EIGHT = 8 };
static int eight(void) { return 8; }
static unsigned sum;
static int steps;
#define pass(value) (sum = sum * 31u + (unsigned)(value) + 1u, ++steps < 1000)
#ifndef N
#define N 8
#endif
#ifndef M
#define M 16
#endif
#ifndef S
#define S 2
#endif
#define HALF (N / 2)
#define TWICE(x) (2 * x)
";

/// Each function runs one loop and returns its result; a loop that runs for too long is stopped.
fn source() -> String {
    let mut text = PRELUDE.to_owned();
    for (number, header) in HEADERS.iter().enumerate() {
        let nest = "for (int j = 0; j < N; j++)";
        for (kind, request, body) in [
            ("full", "#pragma unroll", "{ if (!pass(i)) return 0; }".to_owned()),
            ("by", "#pragma unroll 16", "{ if (!pass(i)) return 0; }".to_owned()),
            ("passes", "#pragma unroll 3", "{ if (!pass(i)) return 0; }".to_owned()),
            ("asserted", "#pragma unroll 3", "{ if (!pass(i)) return 0; }".to_owned()),
            (
                "nest",
                "#pragma unroll",
                format!("{{\nif (!pass(i)) return 0;\n#pragma unroll\n{nest} {{ if (!pass(i + j)) return 0; }}\n}}"),
            ),
        ] {
            let header = if kind == "asserted" { without_values(header) } else { (*header).to_owned() };
            let _ = write!(
                text,
                "#ifndef NO_{kind}{number}\n#line 1 \"{kind}{number}\"\nunsigned {kind}{number}(int n) {{\nsum = 0, steps = 0;\n\
                 {request}\nfor ({header}) {body}\nreturn sum;\n}}\n#endif\n"
            );
        }
    }
    for (number, (length, bound, index)) in ARRAYS.iter().enumerate() {
        let _ = write!(
            text,
            "#ifndef NO_array{number}\n#line 1 \"array{number}\"\nunsigned array{number}(int n) {{\nsum = 0, steps = 0;\n\
             #pragma promote_to_registers\nint cells[{length}] = {{ 1 }};\n\
             #pragma unroll\nfor (int i = 0; i < {bound}; i++) {{ cells[i] = i + 3; if (!pass(i)) return 0; }}\n\
             if (({index}) >= 0 && ({index}) < ({length})) pass(cells[{index}]);\n\
             #pragma unroll\nfor (int i = 0; i < {bound}; i++) pass(cells[i]);\nreturn sum;\n}}\n#endif\n"
        );
    }
    text
}

/// The header with macros that only the command line of the compiler defines, so that clunroll knows no value of them.
fn without_values(header: &str) -> String {
    let is_word = |letter: char| letter.is_ascii_alphanumeric();
    let pieces = header.split_inclusive(|letter| !is_word(letter));
    let known = |piece: &str| {
        let word = piece.trim_end_matches(|letter| !is_word(letter));
        if matches!(word, "N" | "M" | "S") { format!("{word}{piece}") } else { piece.to_owned() }
    };
    pieces.map(known).collect()
}

fn names() -> impl Iterator<Item = String> {
    let of_headers = (0..HEADERS.len())
        .flat_map(|number| ["full", "by", "passes", "asserted", "nest"].map(|kind| format!("{kind}{number}")));
    of_headers.chain((0..ARRAYS.len()).map(|number| format!("array{number}")))
}

/// Compiles a text; functions that do not build are left out. Returns each function's result.
fn results(names: &[String], text: &str, values: &str, folder: &Path, name: &str) -> Vec<Option<String>> {
    let mut left_out = BTreeSet::new();
    let calls = |left_out: &BTreeSet<String>| {
        let mut main = "#line 1 \"main\"\n#include <stdio.h>\nint main(void) {\n".to_owned();
        for name in names.iter().filter(|name| !left_out.contains(*name)) {
            let _ = writeln!(main, "{{ unsigned result = {name}(9); printf(\"{name} %u %d\\n\", result, steps); }}");
        }
        main + "return 0;\n}\n"
    };
    let (file, program) = (folder.join(format!("{name}.c")), folder.join(name));
    for _ in 0..4 {
        fs::write(&file, format!("{text}{}", calls(&left_out))).expect("the folder can be written to");
        let mut command = Command::new(std::env::var("CC").unwrap_or_else(|_| "cc".to_owned()));
        command
            .args(["-w", "-O0", "-Werror=vla", "-fmax-errors=0", "-fwrapv"])
            .args(["-DNN=N", "-DMM=M", "-DSS=S"])
            .args(values.split(' ').filter(|part| !part.is_empty()));
        command.args(left_out.iter().map(|name| format!("-DNO_{name}")));
        let output = command.arg(&file).arg("-o").arg(&program).output().expect("the C compiler runs");
        if output.status.success() {
            let output = Command::new(&program).output().expect("the program runs");
            let output = String::from_utf8(output.stdout).expect("numbers");
            let of = |name: &String| {
                output.lines().find_map(|line| line.strip_prefix(&format!("{name} "))).map(str::to_owned)
            };
            return names.iter().map(of).collect();
        }
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        let is_bad = |name: &&String| errors.lines().any(|line| line.starts_with(&format!("{name}:")));
        let bad: Vec<String> = names.iter().filter(is_bad).cloned().collect();
        assert!(!bad.is_empty(), "{values}: {errors}");
        left_out.extend(bad);
    }
    panic!("{values}: errors in each round");
}

/// clunroll's output with some command-line macros; most of the headers become choices.
fn rewritten(source: &str, told: Options) -> String {
    let rewritten = unroll(source.as_bytes(), &told.name("host_values.c"), &mut NoIncludes);
    let is_choice = |done: &Done| matches!(done, Done::Unrolled { condition: Some(_), .. });
    let choices = rewritten.requests.iter().filter(|request| is_choice(&request.done)).count();
    assert!(choices >= 3 * HEADERS.len(), "{choices} choices are written");
    let promoted = rewritten.promotions.iter().filter(|promotion| promotion.done.is_promoted()).count();
    assert_eq!(promoted, ARRAYS.len(), "arrays become scalars");
    String::from_utf8(rewritten.text).expect("the text is ASCII")
}

/// The functions that do not return the author's result with these values, or do not build with one of the usual ones.
fn differences(names: &[String], values: &str, expected: &[Option<String>], found: &[Option<String>]) -> String {
    let is_usual = matches!(values, "" | "-DN=8" | "-DN=9" | "-DN=1" | "-DN=0" | "-DN=-8" | "-DN=(4+4)");
    let mut report = String::new();
    for ((name, expected), found) in names.iter().zip(expected).zip(found) {
        // An assertion refuses bounds below zero, and steps of zero.
        let is_usual = is_usual && !(name.starts_with("asserted") && matches!(values, "-DN=0" | "-DN=1" | "-DN=-8"));
        match (expected, found) {
            (Some(expected), Some(found)) if expected != found => {
                let _ = writeln!(report, "{values}: {name} gives {found} instead of {expected}");
            }
            (Some(_), None) if is_usual => {
                let _ = writeln!(report, "{values}: {name} does not build any more");
            }
            _ => {}
        }
    }
    report
}

#[test]
fn a_choice_gives_the_authors_result_or_does_not_build() {
    let source = source();
    let texts = [
        rewritten(&source, Options::default()),
        rewritten(&source, Options::from_build_options("-DN=12 -DM=24").expect("build options")),
    ];
    let names: Vec<String> = names().collect();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let compare = |first: usize| {
        let mut report = String::new();
        for (number, values) in VALUES.iter().enumerate().skip(first).step_by(2) {
            let own = folder.path().join(number.to_string());
            fs::create_dir(&own).expect("a new folder");
            let expected = results(&names, &source, values, &own, "original");
            for text in &texts {
                report += &differences(&names, values, &expected, &results(&names, text, values, &own, "rewritten"));
            }
        }
        report
    };
    let reports = thread::scope(|scope| {
        let others = scope.spawn(|| compare(1));
        compare(0) + &others.join().expect("the other half")
    });
    assert!(reports.is_empty(), "{reports}");
}

/// A copy declares its variable as `const` if it contains a macro of the host: a macro that assigns its argument then does not build.
#[test]
fn a_macro_that_assigns_the_variable_of_a_copy_does_not_build() {
    let mut source = format!("{PRELUDE}static int two(int x) {{ return x + 2; }}\n");
    for name in ["ACT(x) ((x) + 1)", "TWO(x) ((x) + (x))"] {
        let _ = write!(source, "#ifndef {}\n#define {name}\n#endif\n", &name[..3]);
    }
    let names: Vec<String> = (0..ASSIGNED.len()).map(|number| format!("assigned{number}")).collect();
    for (name, (body, _)) in names.iter().zip(ASSIGNED) {
        let _ = write!(
            source,
            "#ifndef NO_{name}\n#line 1 \"{name}\"\nunsigned {name}(int n) {{\nsum = 0, steps = 0;\n{body}\nreturn sum;\n}}\n#endif\n"
        );
    }
    let options = Options::default().checked(true).name("host_values.c");
    let rewritten = unroll(source.as_bytes(), &options, &mut NoIncludes);
    let left: Vec<_> = rewritten.requests.iter().filter(|one| !matches!(one.done, Done::Unrolled { .. })).collect();
    assert!(left.is_empty(), "{left:?}");
    let text = String::from_utf8(rewritten.text).expect("the text is ASCII");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut report = String::new();
    for (values, assigns) in ASSIGNING {
        let expected = results(&names, &source, values, folder.path(), "original");
        let found = results(&names, &text, values, folder.path(), "rewritten");
        report += &differences(&names, values, &expected, &found);
        for ((name, (_, may_build)), found) in names.iter().zip(ASSIGNED).zip(found) {
            if found.is_some() != (may_build || !assigns) {
                let _ = writeln!(report, "{values}: {name} gives {found:?}");
            }
        }
    }
    assert!(report.is_empty(), "{report}");
}
