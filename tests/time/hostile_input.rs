//! Hostile input: no panic, no overflow of the stack, no hang, always an output.
//!
//! Each input is run through the library with a time limit that a correct implementation never reaches, even in a debug build on a slow
//! machine. The tests also check that a file that cannot be understood stays unchanged, with a finding about it.

use std::time::{Duration, Instant};

use clunroll::{Includes, NoIncludes, Options, Outcome, unroll};

/// The text that `piece` makes for each number below `count`.
fn repeat(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).map(piece).collect::<Vec<_>>().concat()
}

const LIMIT: Duration = Duration::from_secs(60);

fn run(name: &str, source: &[u8]) -> Outcome {
    let start = Instant::now();
    let outcome = unroll(source, &Options::default(), &mut NoIncludes);
    let time = start.elapsed();
    assert!(time < LIMIT, "{name}: {time:?}");
    assert!(outcome.fault.is_none(), "{name}: not worked on");
    outcome
}

/// A kernel with one loop, which has that body.
fn with_body(body: &str) -> Vec<u8> {
    format!("kernel void k(global int *a) {{\n#pragma unroll\n  for (int i = 0; i < 4; i++) {body}\n}}\n").into_bytes()
}

/// The file stays as written, with a finding.
fn is_declined(name: &str, source: &[u8]) {
    let outcome = run(name, source);
    assert!(outcome.text == source, "{name}: rewritten");
    assert!(!outcome.diagnostics.is_empty(), "{name}: nothing is said");
}

#[test]
fn deep_nesting_is_declined() {
    let deep = 10_000;
    for (open, middle, close) in [
        ("(", "1", ")"),
        ("a[", "0", "]"),
        ("f(", "1", ")"),
        ("-", " 1", ""),
        ("(int)", "1", ""),
        ("a[0] ? 1 : ", "1", ""),
        ("sizeof ", "1", ""),
    ] {
        let body = format!("a[i] = {}{middle}{};", open.repeat(deep), close.repeat(deep));
        is_declined(open, &with_body(&body));
    }
    for (open, close) in
        [("{", "}"), ("if (a[i]) ", ""), ("if (a[i]) a[i] = 1, a[0] = 2; else ", ""), ("do ", "while (a[0]);")]
    {
        let body = format!("{}a[i] = 1;{}", open.repeat(deep), close.repeat(deep));
        is_declined(open, &with_body(&body));
    }
}

#[test]
fn nesting_below_the_limit_is_unrolled() {
    for body in [
        format!("a[i] = {}1{};", "(".repeat(200), ")".repeat(200)),
        format!("{}a[i] = 1;{}", "{".repeat(200), "}".repeat(200)),
        format!("a[i] = {};", vec!["a[i]"; 1500].join(" + ")),
    ] {
        let outcome = run("shallow", &with_body(&body));
        assert!(outcome.diagnostics.is_empty(), "{:?}", outcome.diagnostics);
    }
}

/// Each loop of a nest is examined with its whole content, here in each of 64 configurations.
#[test]
fn nests_of_more_loops_than_anyone_reads_are_declined() {
    let nest = |name: &str, count: usize| {
        repeat(count, |_| format!("#pragma unroll 2\nfor (int {name} = 0; {name} < n; {name}++)\n"))
    };
    let chosen = repeat(6, |at| format!("#if C{at}\n#pragma unroll 2\n#endif\n{}", nest("i", 20)));
    let deep = run("chosen", format!("kernel void k(global int *a, int n) {{\n{chosen}a[i] += 1;\n}}\n").as_bytes());
    assert!(!deep.diagnostics.is_empty());
    let kernel = |body: String| format!("kernel void k(global int *a, int n) {{\n{body}\n}}\n");
    let left = |source: String| {
        let outcome = run("nest", source.as_bytes());
        outcome.diagnostics.iter().filter(|diagnostic| diagnostic.rule.code == "CLU215").count()
    };
    assert_eq!(left(kernel(format!("{}a[i] += 1;", nest("i", 64)))), 0);
    // The function is too deep, and so are the loops that contain more than 64 levels; each of the others can be parsed alone.
    assert_eq!(left(kernel(format!("{}a[i] += 1;", nest("i", 70)))), 6);
    // Loops in the branches of one `if` are not nested in one another.
    let branch = format!("if (n) {}a[i] += 1;\nelse ", nest("i", 1));
    assert_eq!(left(kernel(format!("{}a[0] += 1;", branch.repeat(100)))), 0);
}

#[test]
fn nests_that_would_explode_keep_their_outer_loops() {
    let head = "kernel void k(global int *a) {\n";
    let deep = repeat(60, |depth| format!("#pragma unroll\nfor (int i{depth} = 0; i{depth} < 2; i{depth}++)\n"));
    let outcome = run("60 deep", format!("{head}{deep}a[0] += i0 + i59;\n}}\n").as_bytes());
    assert!(outcome.text.len() < 8 << 20, "{} bytes", outcome.text.len());
    let wide = repeat(6, |depth| format!("#pragma unroll\nfor (int i{depth} = 0; i{depth} < 1000; i{depth}++)\n"));
    let outcome = run("1000^6", format!("{head}{wide}a[0] += 1;\n}}\n").as_bytes());
    assert!(outcome.text.len() < 8 << 20, "{} bytes", outcome.text.len());
}

#[test]
fn what_has_no_end_ends() {
    for body in ["a[i] = 1; /* ", "a[i] = \"1;", "a[i] = '1;", "{ a[i] = 1;", "a[i] = (1;", ""] {
        run(body, &with_body(body));
    }
    for source in [
        "#if 1\nkernel void k(global int *a) {\n#pragma unroll\nfor (int i = 0; i < 4; i++) a[i] = 1;\n}\n",
        "#endif\n#else\n#elif\n#pragma unroll\nfor (int i = 0; i < 4; i++) ;",
        "#pragma unroll",
        "#pragma unroll \\",
        "#pragma unroll 4 /*",
        "#define F(\n#define\n#define 4\n#undef\n#include\n#pragma unroll F(\nfor",
        "}}}}}}\n#pragma unroll 2\nfor (;;) ;",
        "void f(void) {\n__attribute__((opencl_unroll_hint(}4)))\nfor (int i = 0; i < 4; i++) ;\n}\n",
    ] {
        run(source, source.as_bytes());
    }
}

/// A marker after such an attribute has no effect, however often it is written.
#[test]
fn attributes_without_an_end_are_marked_once() {
    let hint = "__attribute__((opencl_unroll_hint";
    let source = format!(
        "{{\n#pragma unroll\n__attribute__((\n#pragma unroll\nfor x([()])))\
         {hint}())){hint}(2)))\n#if\n#endif\nfor(;;i++);get_global_id"
    );
    run("attribute", source.as_bytes());
}

/// lang-c parses the text after an increment without an operand twice.
#[test]
fn increments_without_an_operand_are_declined() {
    is_declined("++++", &with_body(&format!("a[i] = {};", "++ ".repeat(64))));
    is_declined("++*++*", &with_body(&format!("a[i] = {};", "++ * sizeof -- ".repeat(64))));
}

/// lang-c parses the text in parentheses after a type twice, if it is not a declarator.
#[test]
fn parentheses_after_types_in_one_another_are_declined() {
    for (name, open) in [
        ("of the language", "uint ("),
        ("guessed", "word (word *("),
        ("named by typeof", "__typeof__(n) ("),
        ("declared", "declared ("),
    ] {
        let closed = ")".repeat(open.matches('(').count() - open.matches(')').count());
        let body = format!("{{ typedef int declared; {} word a +{}; }}", open.repeat(60), closed.repeat(60));
        is_declined(name, &with_body(&body));
        is_declined(name, &with_body(&format!("{{ typedef int declared; {} word a", open.repeat(60))));
    }
}

/// The text in the parentheses of an attribute is not a statement, whether or not they are closed.
#[test]
fn loops_in_attributes_are_declined() {
    let request = "void f(global int *a) {\n    #pragma unroll\n    for (int i = 0; i < 4; i++) a[i] = i;\n}\n";
    is_declined("one without an end", format!("__attribute__((x)\n{request}").as_bytes());
    is_declined("one with an end", format!("__attribute__((x {request}))\n").as_bytes());
}

#[test]
fn a_million_copies_are_declined() {
    for (factor, bound) in [("1000000", "n"), ("", "1000000"), ("2147483647", "n"), ("1000000", "1000000000")] {
        let source = format!(
            "kernel void k(global int *a, int n) {{\n#pragma unroll {factor}\nfor (int i = 0; i < {bound}; i++) a[i] = 1;\n}}\n"
        );
        is_declined(&source, source.as_bytes());
    }
}

#[test]
fn macros_that_explode_are_cut() {
    let mut source = repeat(60, |level| format!("#define A{level} A{} A{}\n", level + 1, level + 1));
    source += "#define R R + R\n#define F(x) F(x) F(x)\n";
    source += "kernel void k(global int *a, int n) {\n#pragma unroll 4\nfor (int i = 0; i < n; i++) a[i] = A0;\n";
    source += "#pragma unroll 4\nfor (int i = 0; i < n; i++) a[i] = F(F(F(F(F(F(R))))));\n}\n";
    is_declined("exponential macros", source.as_bytes());
}

#[test]
fn what_names_itself_twice_does_not_double_the_work() {
    let constants = repeat(30, |at| format!("__constant int C{} = C{at} + C{at};\n", at + 1));
    let source = format!(
        "__constant int C0 = 1;\n{constants}kernel void k(global int *a) {{\n#pragma unroll\nfor (int i = 0; i < C30; i++) a[i] = 1;\n}}\n"
    );
    is_declined("constants", source.as_bytes());
    let calls = format!("{}a[i] = 1{};", "F(".repeat(60), ")".repeat(60));
    is_declined("calls in calls", &[b"#define F(x) (x x)\n".to_vec(), with_body(&calls)].concat());
    let functions = repeat(2000, |at| {
        format!(
            "void f{}(global int *a, int n) {{\n#pragma unroll 2\nfor (int i = 0; i < n; i++) f{at}(a, i);\n}}\n",
            at + 1
        )
    });
    run("functions", format!("void f0(global int *a, int n) {{ }}\n{functions}").as_bytes());
    let chain = repeat(20_000, |at| format!("#define A{at} A{}\n", at + 1));
    is_declined("a chain of macros", &[chain.into_bytes(), with_body("a[i] = A0;")].concat());
    let unparsable = repeat(1000, |at| format!("#pragma unroll 4\nfor (int i = 0; i < n; i++) a[i] = {at};\n"));
    run("no function", format!("kernel void k(global int *a, int n) {{\n@;\n{unparsable}}}\n").as_bytes());
}

#[test]
fn random_bytes_are_survived() {
    // A linear congruential generator: the same bytes on every run.
    let mut state = 12_345_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    let pieces: [&[u8]; 24] = [
        b"#pragma unroll ",
        b"\n",
        b"for (int i = 0; i < 4; i++)",
        b"{",
        b"}",
        b"(",
        b")",
        b";",
        b"4",
        b"n",
        b"#if A\n",
        b"#endif\n",
        b"#define N 4\n",
        b"/*",
        b"*/",
        b"//",
        b"\"",
        b"'",
        b"\\\n",
        b"a[i] += i",
        b"\xff",
        b"\xef\xbb\xbf",
        b"#else\n",
        b"while (i)",
    ];
    for round in 0..400 {
        let mut source = Vec::new();
        for _ in 0..next() % 200 {
            if next() % 20 == 0 {
                source.push((next() % 256) as u8);
            } else {
                source.extend_from_slice(pieces[next() % pieces.len()]);
            }
        }
        let outcome = run(&format!("round {round}"), &source);
        let again = unroll(&outcome.text, &Options::default(), &mut NoIncludes);
        assert!(
            again.text == outcome.text || outcome.has_errors(),
            "round {round}: a second run changes {:?}",
            String::from_utf8_lossy(&source)
        );
    }
}

#[test]
fn large_files_take_time_that_grows_with_their_size() {
    // 50 MB without a request, and 10 MB with one function and with many.
    let line = b"kernel void k(global int *a, int n) { a[0] = n; } // some text to make it longer\n";
    let large = line.repeat((50 << 20) / line.len());
    let outcome = run("50 MB", &large);
    assert!(outcome.text == large);
    let mut functions = line.repeat((10 << 20) / line.len());
    functions.extend_from_slice(&with_body("a[i] = 1;"));
    let outcome = run("10 MB", &functions);
    assert!(outcome.text.len() > functions.len() && outcome.diagnostics.is_empty());
    // Requests in one function, and functions with a request each.
    let one =
        repeat(1000, |at| format!("#pragma unroll 4\nfor (int i{at} = 0; i{at} < n; i{at}++) a[i{at}] = {at};\n"));
    run("1000 in one", format!("kernel void k(global int *a, int n) {{\n{one}}}\n").as_bytes());
    let many = repeat(1000, |at| {
        format!(
            "kernel void k{at}(global int *a, int n) {{\n#pragma unroll 4\nfor (int i = 0; i < n; i++) a[i] = 1;\n}}\n"
        )
    });
    run("1000 functions", many.as_bytes());
}

/// As many macros as a large library has, in one file of a megabyte.
#[test]
fn ten_thousand_macros_are_read_in_no_time() {
    let macros = repeat(10_000, |at| {
        let before = at.saturating_sub(1);
        match at % 4 {
            0 => {
                format!("#define WIDTH_{at} ({at} * 4 + 17) /* elements of that kind in one tile, for all devices */\n")
            }
            1 => format!("#define AT_{at}(a, b, c) (((a) * WIDTH_{before} + (b)) >> ((c) & 7)) // a comment\n"),
            2 => format!("#define PASTED_{at}(name) prefix_##name##_{at}(AT_{before}(1, 2, 3), #name, 0x{at:08x}u)\n"),
            _ => format!(
                "#define BODY_{at}(x) do {{ \\\n    x[{at}] = x[{before}] + 1.5e-3f; \\\n    x[0] += {at}; \\\n}} while (0)\n"
            ),
        }
    });
    let padding = format!("/* {} */\n", "more ".repeat((1 << 20) / 5 - macros.len() / 5));
    let source = [macros.into_bytes(), padding.into_bytes(), with_body("a[i] = WIDTH_4 + AT_1(i, 2, 3);")].concat();
    assert!(source.len() > 1_000_000);
    let limit = if cfg!(debug_assertions) { LIMIT } else { Duration::from_millis(50) };
    // Other programs use this machine too; the fastest of several runs is closest to clunroll's own time.
    let times = (0..10).map(|_| {
        let start = Instant::now();
        let outcome = unroll(&source, &Options::default(), &mut NoIncludes);
        assert!(outcome.text != source && outcome.diagnostics.is_empty());
        start.elapsed()
    });
    let fastest = times.min().unwrap_or_default();
    assert!(fastest < limit, "{fastest:?}");
}

/// Each configuration of each loop evaluates all branches of the conditional that cuts the function.
#[test]
fn a_long_chain_in_a_function_is_asked_a_bounded_number_of_times() {
    let chain =
        format!("#if A\n    #pragma unroll 1\n{}#else\n    for (;;) {{\n#endif\n", "#elif B\n    @\n".repeat(300));
    let loops = repeat(40, |at| {
        format!(
            "#ifdef C{at}\n#pragma unroll 4\n#endif\nfor (int i = 0; i < n; i++)\n#ifdef D{at}\na[i] = 1;\n#else\na[i] = 2;\n#endif\n"
        )
    });
    run("a chain of 300", format!("kernel void k(global int *a, int n) {{\n{chain}{loops}}}\n").as_bytes());
}

/// After each head, the rest of the text is searched for the end of its loop, in all combinations of the branches before it.
#[test]
fn heads_that_do_not_end_are_searched_once_for_each_combination() {
    let heads = "    #pragma unroll\n    for (int i = 0; i < 6; i += f(i);\n    }\n".repeat(600);
    let chosen = format!("#if A\n    for (;;) {{\n#if B\n    {{\n#else\n{heads}#endif\n#elif C\n#endif\n");
    run("heads", format!("kernel void k(global int *a, int n) {{\n{chosen}}}\n").as_bytes());
}

/// All loops around a use of a macro that the host may define ask for its expansion.
#[test]
fn what_a_macro_of_the_host_stands_for_is_found_out_once() {
    let chain = repeat(200, |at| format!("#ifndef N{at}\n#define N{at} (N{} + 1)\n#endif\n", at + 1));
    let nest = "#pragma unroll 2\nfor (int i = 0; i < 4; i++)\n".repeat(80);
    let sum = ["N0"; 300].join(" + ");
    run("nest", format!("{chain}kernel void k(global int *a) {{\n{nest}a[0] += {sum};\n}}\n").as_bytes());
}

/// For each loop, a search finds whether it is in another loop.
#[test]
fn many_loops_of_two_passes_in_one_function_are_written_out() {
    let loops = repeat(2000, |at| format!("#pragma unroll 4\nfor (int i = 0; i < 8; i++) a[i] += {at};\n"));
    let outcome = run("two passes", format!("kernel void k(global int *a) {{\n{loops}}}\n").as_bytes());
    assert!(outcome.text.windows(5).all(|part| part != b"for ("));
}

/// Each condition depends on every definition of its name, however many and long these are.
#[test]
fn conditions_on_a_name_of_many_definitions_are_read() {
    let long = "M + N - ".repeat(60);
    let pieces = repeat(2000, |at| format!("#define N {long} {at}\n#if N == N\n#endif\n"));
    run("definitions of one name", &[pieces.into_bytes(), with_body("a[i] = N;")].concat());
}

/// The dependencies of such conditions are followed through all of these definitions, in each configuration of each loop.
#[test]
fn conditions_that_rest_on_many_definitions_are_read_in_each_configuration() {
    let definitions = |time: usize, operands: usize| {
        repeat(40, move |name| {
            let sum = repeat(operands, |at| format!("M{} + ", (name * 7 + at * 3 + time) % 40));
            format!("#define M{name} ({sum}{time})\n")
        })
    };
    let chosen = |at: usize| format!("#if M{at} > X{at}\na[i] += {at};\n#endif\n");
    let loops = repeat(12, |at| {
        let body = repeat(5, |offset| chosen(at + offset));
        format!("#pragma unroll\nfor (int i = 0; i < 4; i++) {{\n{body}}}\n")
    });
    for operands in [1, 3] {
        let defined =
            repeat(24, |time| format!("{}#if M0 == {time}\nint v{time};\n#endif\n", definitions(time, operands)));
        run("definitions", format!("{defined}kernel void k(global int *a) {{\n{loops}}}\n").as_bytes());
    }
}

/// Files that include one another as often as they can.
#[test]
fn includes_without_an_end_are_cut() {
    struct Everything(&'static str);

    impl Includes for Everything {
        fn resolve(&mut self, header_name: &str, _includer: Option<&str>) -> Option<String> {
            Some(header_name.to_owned())
        }

        fn read(&mut self, _name: &str) -> Option<Vec<u8>> {
            Some(self.0.as_bytes().to_vec())
        }
    }

    for text in [
        "#include \"a\"\n#include \"b\"\nint x;\n",
        "#pragma once\n#include \"a\"\n#include \"b\"\n",
        "#ifndef A\n#include \"a\"\n#define A\n#endif\n",
        "#define H H H\n#include H\n#include <H>\n",
        "#define A(x) A(x x)\n#include A(A(A(\"a\")))\n",
        "#if A\n#include __FILE__\n#else\n#include \"a\"\n",
        "/*",
        "#include \"",
        "#include <",
        "#include",
    ] {
        let source = [b"#include \"first\"\n".to_vec(), with_body("a[i] = 1;")].concat();
        let start = Instant::now();
        let _ = unroll(&source, &Options::default(), &mut Everything(text));
        assert!(start.elapsed() < LIMIT, "{text}: {:?}", start.elapsed());
    }
    let source = [b"#include \"first\"\n#include \"second\"\n".to_vec(), with_body("a[i] = 1;")].concat();
    let outcome = unroll(&source, &Options::default(), &mut Everything("#include \"a\"\n"));
    let codes: Vec<_> = outcome.diagnostics.iter().map(|diagnostic| diagnostic.rule.code).collect();
    assert_eq!(codes, ["CLU216"]);
}

#[test]
fn macros_that_make_loops_are_bounded() {
    let kernel = |definitions: &str, code: &str| {
        format!("{definitions}\nkernel void k(global int *a, int n) {{\n{code}\n}}\n").into_bytes()
    };
    // A chain of names: too long to follow it level by level.
    let chain = repeat(500, |at| format!("#define L{at} L{}\n", at + 1));
    let last = "#define L500 _Pragma(\"unroll\") for (int i = 0; i < 4; i++)";
    is_declined("chain", &kernel(&format!("{chain}{last}"), "L0 a[i] = 0;"));
    // Loops that double with each level.
    let doubling = repeat(30, |at| format!("#define D{at} D{} D{}\n", at + 1, at + 1));
    let last = "#define D30 _Pragma(\"unroll\") for (int i = 0; i < 4; i++) a[i] = 0;";
    run("doubling", &kernel(&format!("{doubling}{last}"), "D0"));
    let growing = repeat(14, |at| format!("#define G{at} G{} G{}\n", at + 1, at + 1));
    let last = "#define G14 _Pragma(\"unroll 1\") for (int i = 0; i < 4; i++) a[i] = 0;";
    run("growing", &kernel(&format!("{growing}{last}"), "G0"));
    // Invocations in arguments, and many side by side.
    let each = "#define EACH(i, n, body) { _Pragma(\"unroll\") for (int i = 0; i < n; i++) { body } }";
    let deep = 40;
    let nested = format!("{}a[0] = n;{}", repeat(deep, |at| format!("EACH(i{at}, 1, ")), ")".repeat(deep));
    run("nested", &kernel(each, &nested));
    run("many", &kernel(each, &repeat(500, |_| "EACH(i, 4, a[i] = n;)\n".to_owned())));
    run("many left", &kernel(each, &repeat(500, |_| "EACH(i, n, a[i] = n;)\n".to_owned())));
    // Arguments without an end, and brackets without partners.
    run("open", &kernel(each, &"EACH(i, ".repeat(2_000)));
    run("requests", &kernel("#define U _Pragma(\"unroll\")", &"U for (".repeat(500)));
    run("prefixes", &kernel("#define U _Pragma(\"unroll\")", &"U a: ".repeat(2_000)));
    let braces = "#define B { _Pragma(\"unroll 1\") for (int i = 0; i < 4; i++) {\n#define E } }";
    run("halves", &kernel(braces, &format!("{}{}", "B ".repeat(200), "E ".repeat(200))));
    run("wrong halves", &kernel(braces, &"B E E B ".repeat(200)));
}

/// lang-c treats `#` as a directive, even if it is not at the beginning of a line.
#[test]
fn a_file_may_end_with_a_condition_after_an_unopened_brace() {
    for request in ["promote_to_registers", "unroll"] {
        let source = format!("#pragma {request}\n}}\n#ifdef A\n#endif\n");
        assert!(run("condition_at_the_end", source.as_bytes()).fault.is_none(), "{source}");
    }
}

#[test]
fn a_hash_within_a_line_hides_no_loop() {
    for hash in ["#", "##"] {
        let source = format!("; {hash} y\n    #pragma unroll\n    for (int i = 0; i < 4; i++) a[i] = i;\n");
        assert!(String::from_utf8_lossy(&run("a hash", source.as_bytes()).text).contains("int i = 3"), "{hash}");
    }
}

/// The text before one loop is scanned once, however long it is: four times the text takes about four times as long, and not sixteen times.
#[test]
fn long_prefixes_take_linear_time() {
    let time = |piece: &str, count: usize| {
        let source = format!(
            "kernel void k(global int *a) {{\n{}  for (int i = 0; i < 3; i++) a[i] = i;\n}}\n",
            piece.repeat(count)
        );
        let once = || {
            let start = Instant::now();
            run(piece, source.as_bytes());
            start.elapsed()
        };
        // The machine may be busy with other work for a while.
        once().min(once())
    };
    for piece in [
        "#pragma unroll 2\n",
        "#pragma ivdep\n#pragma unroll 2\n",
        "__attribute__((opencl_unroll_hint(2)))\n",
        "#pragma unroll 2\n__attribute__((opencl_unroll_hint(2)))\n",
        "#ifdef cl_nv_pragma_unroll\n#pragma unroll\n#endif\n",
        "_Pragma(\"unroll 2\") L: case 1 ? 2 : 3:\n",
    ] {
        let (little, much) = (time(piece, 300), time(piece, 1_200));
        assert!(much < little * 10 + Duration::from_millis(200), "{piece}: {little:?}, {much:?}");
    }
}
