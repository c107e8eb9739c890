//! The new text of invocations.

use super::carriers::LoopMacros;
use super::lowered::Lowered;
use crate::EngineSession;
use crate::options::Limits;
use crate::options::Options;
use clunroll_loops::limits::MAX_PREFIXES;
use oclc_syntax::host::{Includes, NoIncludes};
use oclc_syntax::preprocess::Unit;
use oclc_syntax::source::Place;

/// The lowered text; `None` if nothing is expanded. Asserts that it means the same.
fn lowered(source: &str) -> Option<String> {
    let unit = |text: &[u8]| Unit::alone(text);
    let before = unit(source.as_bytes());
    let lowered = Lowered::of(&before, &LoopMacros::of(&before), 1 << 20);
    let text = lowered.text.as_ref()?.bytes().to_vec();
    assert!(lowered.is_same_program(&before, &unit(&text)), "{}", String::from_utf8_lossy(&text));
    Some(String::from_utf8(text).unwrap())
}

#[track_caller]
fn check(definitions: &str, code: &str, expected: &str) {
    let text = lowered(&format!("{definitions}\n{code}"));
    let text = text.as_deref().and_then(|text| text.strip_prefix(definitions)).unwrap_or("\nnothing");
    assert!(&text[1..] == expected, "wanted:\n{expected}\ngot:{text}");
}

#[track_caller]
fn check_unchanged(definitions: &str, code: &str) {
    assert_eq!(lowered(&format!("{definitions}\n{code}")), None);
}

#[test]
fn a_keyword_with_its_hint() {
    check(
        "#define unroll_for __attribute__((opencl_unroll_hint)) for",
        "void f() {\n    unroll_for (int i = 0; i < 4; i++) a[i] = i;\n}",
        "void f() {\n    __attribute__((opencl_unroll_hint)) for (int i = 0; i < 4; i++) a[i] = i;\n}",
    );
    check(
        "#define N 4\n#define unroll_for_by(N) __attribute__((opencl_unroll_hint(N))) for",
        "void f() { unroll_for_by(N)(off_t i = 0; i < n; i++) { x; } }",
        "void f() { __attribute__((opencl_unroll_hint(N))) for(off_t i = 0; i < n; i++) { x; } }",
    );
}

/// All searches for the loop, in a text, in a configuration and in an expansion, have the same limit.
#[test]
fn as_many_pragmas_as_elsewhere_may_be_before_a_loop() {
    let definitions = "#define HINT _Pragma(\"unroll 2\")\n#define LOOP for";
    let pragmas = |count| "_Pragma(\"ivdep\") ".repeat(count);
    for count in [1, MAX_PREFIXES] {
        let code = |keyword: &str| format!("void f() {{ {}{keyword} (;;) x; }}", pragmas(count));
        let requested = |hint: &str, keyword: &str| code(keyword).replacen("{ ", &format!("{{ {hint} "), 1);
        check(definitions, &requested("HINT", "LOOP"), &requested("_Pragma(\"unroll 2\")", "for"));
    }
    let far = lowered(&format!("{definitions}\nvoid f() {{ HINT {}LOOP (;;) x; }}", pragmas(MAX_PREFIXES + 1)));
    assert!(far.is_none_or(|text| text.contains("LOOP (;;)")));
}

#[test]
fn a_pragma_of_its_own() {
    check(
        "#define UNROLL _Pragma(\"unroll\")",
        "void f() {\n  UNROLL\n  for (;;) x;\n}",
        "void f() {\n  _Pragma(\"unroll\")\n  for (;;) x;\n}",
    );
    let definitions = "#define STR(x) #x\n#define PRAGMA_UNROLL(n) _Pragma(STR(unroll n))";
    check(
        definitions,
        "void f() {\n  PRAGMA_UNROLL(4)\n  for (int i = 0; i < n; i++) x;\n}",
        "void f() {\n  _Pragma(\"unroll 4\")\n  for (int i = 0; i < n; i++) x;\n}",
    );
    // The string contains the factor's value, not its name.
    check(
        &format!("#define FACTOR 8\n{definitions}"),
        "void f() {\n  PRAGMA_UNROLL(FACTOR) for (;;) x;\n}",
        "void f() {\n  _Pragma(\"unroll 8\") for (;;) x;\n}",
    );
}

#[test]
fn a_loop_whose_request_stands_in_the_source() {
    check(
        "#define FOR_EACH(i, n) for (int i = 0; i < (n); i++)",
        "void f() {\n#pragma unroll 4\n  FOR_EACH(i, 64) sum += a[i];\n}",
        "void f() {\n#pragma unroll 4\n  for (int i = 0; i < (64); i++) sum += a[i];\n}",
    );
    check_unchanged(
        "#define FOR_EACH(i, n) for (int i = 0; i < (n); i++)",
        "void f() {\n  FOR_EACH(i, 64) sum += a[i];\n}",
    );
}

const LOOP_UNROLLING: &str = "#define LOOP_UNROLLING(type, idx, start, step, num, macro) { _Pragma(\"unroll\") \
                              for (type idx = start; idx < (num * step); idx += step) { (macro); } }";

#[test]
fn a_body_as_an_argument() {
    check(
        LOOP_UNROLLING,
        "void f() {\n    LOOP_UNROLLING(int, i, 0, 1, 4,\n    {\n        sum[i] = f(a, b); // why\n    })\n}",
        "void f() {\n    {\n        _Pragma(\"unroll\")\n        for (int i = 0; i < (4 * 1); i += 1) {\n            ({\n        \
         sum[i] = f(a, b); // why\n    });\n        }\n    }\n}",
    );
}

#[test]
fn one_inside_the_other() {
    // In a real file, the host defines `N0`; here it is an ordinary name, and stays as well.
    check(
        LOOP_UNROLLING,
        "void f() {\n  LOOP_UNROLLING(int, i, 0, 1, 4, {\n    LOOP_UNROLLING(int, j, 0, 1, N0, {\n      a[i] += j;\n    \
         })\n  })\n}",
        "void f() {\n  {\n    _Pragma(\"unroll\")\n    for (int i = 0; i < (4 * 1); i += 1) {\n      ({\n    {\n      \
         _Pragma(\"unroll\")\n      for (int j = 0; j < (N0 * 1); j += 1) {\n        ({\n      a[i] += j;\n    });\n      \
         }\n    }\n  });\n    }\n  }\n}",
    );
}

#[test]
fn lines_and_comments_of_a_definition_are_kept() {
    check(
        "#define SUM(n) \\\n        _Pragma(\"unroll\") /* why */ \\\n        for (int i = 0; i < n; i++) { \\\n            \
         s += a[i]; \\\n        } \\\n        _Pragma(\"unroll 2\") \\\n        for (int i = 0; i < n; i++) s += b[i]",
        "void f() {\n  SUM(4);\n}",
        "void f() {\n  _Pragma(\"unroll\") /* why */\n  for (int i = 0; i < 4; i++) {\n      s += a[i];\n  }\n  \
         _Pragma(\"unroll 2\")\n  for (int i = 0; i < 4; i++) s += b[i];\n}",
    );
}

#[test]
fn comments_of_arguments_swallow_nothing() {
    check(
        "#define LOOP(a, b) _Pragma(\"unroll\") for (int i = 0; i < a; i++) b",
        "void f() {\n  LOOP(4 // four\n    , /* all */ x; // done\n  )\n}",
        "void f() {\n  _Pragma(\"unroll\")\n  for (int i = 0; i < 4 // four\n  ; i++) /* all */ x; // done\n  \n}",
    );
}

#[test]
fn tokens_stay_apart() {
    check(
        "#define LOOP(n) for (int i = -n; i <-n; i++)",
        "void f() {\n#pragma unroll\n  LOOP(-4)x;\n}",
        "void f() {\n#pragma unroll\n  for (int i = - -4; i <- -4; i++)x;\n}",
    );
}

#[test]
fn half_a_loop() {
    check(
        "#define BEGIN for (int i = 0; i < 4; i++) {\n#define END }",
        "void f() {\n#pragma unroll\n  BEGIN x; END\n}",
        "void f() {\n#pragma unroll\n  for (int i = 0; i < 4; i++) { x; }\n}",
    );
    check(
        "#define LOOP_AND(n, tail) for (int i = 0; i < n; i++)\n#define TWO x; y;",
        "void f() {\n#pragma unroll\n  LOOP_AND(4, x) TWO\n}",
        "void f() {\n#pragma unroll\n  for (int i = 0; i < 4; i++) x;\n  y;\n}",
    );
}

#[test]
fn pasted_names_and_strings() {
    check(
        "#define LOOP(v, n) for (int v##_i = 0; v##_i < n; v ## _i ++) log(#v \"\\n\", v##_i)",
        "void f() {\n#pragma unroll\n  LOOP(x, 4);\n}",
        "void f() {\n#pragma unroll\n  for (int x_i = 0; x_i < 4; x_i ++) log(\"x\" \"\\n\", x_i);\n}",
    );
    check(
        "#define UNROLL_4 _Pragma(\"unroll 4\")\n#define UNROLL_BY(n) UNROLL_##n",
        "void f() {\n  UNROLL_BY(4) for (;;) x;\n}",
        "void f() {\n  _Pragma(\"unroll 4\") for (;;) x;\n}",
    );
}

#[test]
fn variadic_macros() {
    check(
        "#define LOOP(n, ...) _Pragma(\"unroll\") for (int i = 0; i < n; i++) { __VA_ARGS__ }",
        "void f() {\n  LOOP(4, int b = 1, c = 2; g(b, c);)\n}",
        "void f() {\n  _Pragma(\"unroll\")\n  for (int i = 0; i < 4; i++) {\n    int b = 1, c = 2; g(b, c);\n  }\n}",
    );
    check(
        "#define LOOP(n, ...) _Pragma(\"unroll\") for (int i = 0; i < n; i++) g(n, ##__VA_ARGS__)",
        "void f() {\n  LOOP(4);\n  LOOP(4, 5, 6);\n}",
        "void f() {\n  _Pragma(\"unroll\")\n  for (int i = 0; i < 4; i++) g(4);\n  _Pragma(\"unroll\")\n  for (int i = 0; \
         i < 4; i++) g(4, 5, 6);\n}",
    );
}

/// If the text of an argument would be wrong, its expansion is used.
#[test]
fn arguments_that_have_to_be_expanded() {
    check(
        "#define PAIR 0, 4\n#define LOOP2(a, b) _Pragma(\"unroll\") for (int i = a; i < b; i++)\n\
         #define LOOP(range, name) LOOP2(range) name",
        "void f() {\n  LOOP(PAIR, x);\n}",
        "void f() {\n  _Pragma(\"unroll\")\n  for (int i = 0; i < 4; i++) x;\n}",
    );
    check(
        "#define N 4\n#define NAME(n) #n\n#define LOOP(n, m) _Pragma(\"unroll\") for (int i = 0; i < m; i++) g(NAME(n))",
        "void f() {\n  LOOP(N, N);\n}",
        "void f() {\n  _Pragma(\"unroll\")\n  for (int i = 0; i < N; i++) g(NAME(4));\n}",
    );
}

#[test]
fn the_macros_of_the_place_count() {
    check(
        "#define LOOP _Pragma(\"unroll\") for (int i = 0; i < 4; i++)",
        "void f() {\n  LOOP x;\n#undef LOOP\n#define LOOP for (int i = 0; i < 8; i++)\n  LOOP x;\n#pragma unroll\n  LOOP x;\n}",
        "void f() {\n  _Pragma(\"unroll\")\n  for (int i = 0; i < 4; i++) x;\n#undef LOOP\n#define LOOP for (int i = 0; i < \
         8; i++)\n  LOOP x;\n#pragma unroll\n  for (int i = 0; i < 8; i++) x;\n}",
    );
}

#[test]
fn what_the_host_decides_stays() {
    // The macro itself.
    check_unchanged(
        "#ifdef A\n#define UNROLL _Pragma(\"unroll\")\n#else\n#define UNROLL\n#endif",
        "void f() {\n  UNROLL for (;;) x;\n}",
    );
    // A bound, and a factor in a pragma.
    let host = "#ifndef N\n#define N 4\n#endif\n#define PRAGMA(x) _Pragma(#x)\n#define UNROLL(n) PRAGMA(unroll n)";
    check(
        host,
        "void f() {\n  UNROLL(N) for (int i = 0; i < N; i++) x;\n}",
        "void f() {\n  _Pragma(\"unroll N\") for (int i = 0; i < N; i++) x;\n}",
    );
    // In another string, its value would be missing, and also in a name.
    let host =
        "#ifndef N\n#define N 4\n#endif\n#define STR(x) #x\n#define LOOP(n) _Pragma(\"unroll\") for (;;) g(STR(n))";
    check_unchanged(host, "void f() {\n  LOOP(N);\n}");
    check_unchanged(
        "#ifndef N\n#define N 4\n#endif\n#define STR(x) { _Pragma(\"unroll\") for (;;) g(#x); }\n#define LOOP(n) STR(n)",
        "void f() {\n  LOOP(N);\n}",
    );
    check_unchanged(
        "#ifndef N\n#define N 4\n#endif\n#define CAT(x) { _Pragma(\"unroll\") for (;;) g##x(); }\n#define LOOP(n) CAT(n)",
        "void f() {\n  LOOP(N);\n}",
    );
}

/// A macro of the host may use the spelling of its arguments.
#[test]
fn arguments_of_the_hosts_macros_are_what_they_were() {
    let host = "#ifndef LOG\n#define LOG(x)\n#endif\n#define A 1\n#define LOOP(x) _Pragma(\"unroll\") for (;;) LOG(x)";
    check(host, "void f() {\n  LOOP(A);\n}", "void f() {\n  _Pragma(\"unroll\")\n  for (;;) LOG(1);\n}");
    check(
        &format!("{host}\n#define ID(x) x\n#define TWO(x) LOOP(x) ID(LOG(A))"),
        "void f() {\n  LOOP(b);\n}",
        "void f() {\n  _Pragma(\"unroll\")\n  for (;;) LOG(b);\n}",
    );
    check_unchanged(&format!("{host}\n#ifdef B\n#define C 1\n#endif"), "void f() {\n  LOOP(C);\n}");
    // A definition that would lead back to the macro itself.
    check_unchanged(
        "#ifndef N\n#define N LOOP\n#endif\n#define LOOP _Pragma(\"unroll\") for (;;) g(N)",
        "void f() {\n  LOOP;\n}",
    );
}

#[test]
fn what_cannot_be_written_out_stays() {
    // Painted names would be expanded again.
    check_unchanged("#define for _Pragma(\"unroll\") for", "void f() {\n  for (;;) x;\n}");
    check_unchanged("#define LOOP(n) _Pragma(\"unroll\") for (;;) LOOP(n)", "void f() {\n  LOOP(1);\n}");
    // The line's number would change, or the number of times something is counted.
    check_unchanged("#define LOOP _Pragma(\"unroll\") for (;;) g(__LINE__)", "void f() {\n  LOOP;\n}");
    // Text that is not an invocation.
    check_unchanged("#define LOOP(n) _Pragma(\"unroll\") for (;;) x", "void f() {\n  LOOP;\n}");
    check_unchanged("#define LOOP(n) _Pragma(\"unroll\") for (;;) x", "void f() {\n  LOOP(1;\n}");
    // A directive among the arguments.
    check_unchanged(
        "#define LOOP(n) _Pragma(\"unroll\") for (;;) n",
        "void f() {\n  LOOP(\n#ifdef A\n  x\n#endif\n  );\n}",
    );
    // A `#` at the start of a line would be a directive.
    check_unchanged("#define LOOP # _Pragma(\"unroll\") for (;;) x", "void f() {\n  LOOP;\n}");
    // A parenthesis that would be read as the start of arguments.
    check_unchanged(
        "#ifdef A\n#define CALL(x) x\n#endif\n#define LOOP (_Pragma(\"unroll\") for (;;) x)",
        "void f() {\n  CALL LOOP;\n}",
    );
}

#[test]
fn a_name_that_makes_a_name() {
    check(
        "#define LOOP(n) _Pragma(\"unroll\") for (int i = 0; i < n; i++)\n#define WHICH LOOP\n#define NOTHING",
        "void f() {\n  WHICH(4) NOTHING x;\n}",
        "void f() {\n  _Pragma(\"unroll\")\n  for (int i = 0; i < 4; i++) NOTHING x;\n}",
    );
}

#[test]
fn a_whole_kernel() {
    check(
        "#define KERNEL(T) kernel void k_##T(global T *a) { \\\n    _Pragma(\"unroll\") \\\n    for (int i = 0; i < 4; i++) \\\n\
        \x20       a[i] = 0; \\\n  }",
        "KERNEL(int)\nKERNEL(float)",
        "kernel void k_int(global int *a) {\n  _Pragma(\"unroll\")\n  for (int i = 0; i < 4; i++)\n      a[i] = 0;\n}\n\
         kernel void k_float(global float *a) {\n  _Pragma(\"unroll\")\n  for (int i = 0; i < 4; i++)\n      a[i] = 0;\n}",
    );
}

/// Included files by name, and how often each was requested.
struct Given(&'static [(&'static str, &'static str)], usize);

impl Includes for Given {
    fn resolve(&mut self, header_name: &str, _includer: Option<&str>) -> Option<String> {
        Some(header_name.to_owned())
    }

    fn read(&mut self, identity: &str) -> Option<Vec<u8>> {
        self.1 += 1;
        self.0.iter().find(|(name, _)| *name == identity).map(|(_, text)| text.as_bytes().to_vec())
    }
}

#[test]
fn macros_of_included_files() {
    let mut headers =
        Given(&[("\"loops.h\"", "#define EACH(i, n) _Pragma(\"unroll\") for (int i = 0; i < n; i++)\n")], 0);
    let source = "#include \"loops.h\"\nkernel void k(global int *a, int n) {\n  EACH(i, 2) a[i] = n;\n  EACH(i, n) a[i] = n;\n}\n";
    let outcome = EngineSession::new().unroll(source.as_bytes(), &Options::default(), &mut headers);
    assert_eq!(headers.1, 1);
    let text = String::from_utf8_lossy(&outcome.text);
    assert!(
        text.contains("{ int i = 1; a[i] = n; }")
            && text.contains("\n  EACH(i, n) a[i] = n; /* clunroll: left as written */\n"),
        "{text}"
    );
    let shown = |place: Place| &source[place.span.range()];
    let [found] = &outcome.findings[..] else { panic!("{:?}", outcome.findings) };
    assert_eq!((shown(found.finding.place), found.finding.rule().code), ("n", "CLU102"));
    assert_eq!(
        outcome.requests.iter().map(|request| shown(request.place)).collect::<Vec<_>>(),
        ["EACH(i, 2)", "EACH(i, n)"]
    );
}

/// A request that a limit declined is not expanded again: its marker must stay.
#[test]
fn room_that_is_used_up_stays_used_up() {
    let limits = Limits::default().max_growth(900);
    let options = Options { limits, ..Options::default() };
    let each = "#define EACH(i, n) _Pragma(\"unroll\") for (int i = 0; i < n; i++)\n";
    let source = format!(
        "{each}kernel void k(global int *a, int n) {{\n  EACH(i, 16) a[i] = n;\n  EACH(j, 16) a[j] += n;\n}}\n"
    );
    let once = EngineSession::new().unroll(source.as_bytes(), &options, &mut NoIncludes);
    let text = String::from_utf8_lossy(&once.text);
    assert!(text.contains("int i = 15") && !text.contains("{ int j") && text.contains("clunroll:"), "{text}");
    let twice = EngineSession::new().unroll(&once.text, &options, &mut NoIncludes);
    assert_eq!(String::from_utf8_lossy(&twice.text), text);
}

/// A request that a macro makes under a condition is written for a branch, or reported: it is never missed.
#[test]
fn every_request_of_a_macro_is_found() {
    let chosen = |one: &str, other: &str| format!("#ifdef A\n{one}\n#else\n{other}\n#endif\n");
    let by = "#define UNROLL_2 _Pragma(\"unroll 2\")\n";
    let cat = "#define CAT(a, b) a ## b\n";
    for (definitions, macro_of_loop, is_written) in [
        (chosen("#define UNR _Pragma(\"unroll 2\")", "#define UNR"), "UNR", true),
        (chosen("#define UNR", "#define UNR __attribute__((opencl_unroll_hint(2)))"), "UNR", true),
        (chosen("#define UNR(n) _Pragma(\"unroll 2\")", "#define UNR(n)"), "UNR(2)", true),
        (by.to_owned() + &chosen("#define UNR(n) UNROLL_##n", "#define UNR(n)"), "UNR(2)", true),
        (by.to_owned() + &chosen("#define UNR(n) n##_2", "#define UNR(n)"), "UNR(UNROLL)", true),
        (by.to_owned() + cat + &chosen("#define UNR(n) CAT(UNROLL_, n)", "#define UNR(n)"), "UNR(2)", true),
        (chosen("#define PRAGMA(x) _Pragma(#x)", "#define PRAGMA(x)"), "PRAGMA(unroll 2)", true),
        (chosen("#define HINT(x) __attribute__((x))", "#define HINT(x)"), "HINT(opencl_unroll_hint(2))", true),
        (chosen("#define PRAGMA(x) _Pragma(x)", "#define PRAGMA(x)"), "PRAGMA(\"unroll 2\")", true),
        ("#ifndef UNR\n#define UNR _Pragma(\"unroll 2\")\n#endif\n".to_owned(), "UNR", false),
        ("#ifndef UNROLL\n#define UNROLL\n#endif\n".to_owned(), "UNROLL", false),
        ("#ifndef UNROLL\n#define UNROLL(n)\n#endif\n".to_owned(), "UNROLL(2)", false),
    ] {
        let source = format!(
            "{definitions}kernel void k(global int *a, int n) {{\n  {macro_of_loop}\n  for (int i = 0; i < n; i++) a[i] = i;\n}}\n"
        );
        let outcome = EngineSession::new().unroll(source.as_bytes(), &Options::default(), &mut NoIncludes);
        assert_eq!(outcome.text != source.as_bytes(), is_written, "{}", String::from_utf8_lossy(&outcome.text));
        let codes: Vec<_> = outcome.findings.iter().map(|found| found.finding.rule().code).collect();
        assert_eq!(codes, if is_written { vec![] } else { vec!["CLU211"] }, "{source}");
    }
}

/// A macro that is empty in all files does not count as a request if no loop follows.
#[test]
fn macros_before_declarations_are_no_requests() {
    let source = "#ifndef DECLSPEC\n#define DECLSPEC\n#endif\n#ifdef A\n#define INLINE __attribute__((noinline))\n#else\n\
                  #define INLINE\n#endif\nDECLSPEC INLINE int f(int n);\nkernel void unroll(global int *a) {\n  \
                  DECLSPEC INLINE int n = 1;\n  for (int i = 0; i < n; i++) a[i] = i;\n}\n";
    let outcome = EngineSession::new().unroll(source.as_bytes(), &Options::default(), &mut NoIncludes);
    assert!(outcome.findings.is_empty() && outcome.requests.is_empty(), "{:?}", outcome.findings);
}

/// The host may define the request too.
#[test]
fn a_request_of_the_host_is_found() {
    let source = "kernel void k(global int *a, int n) {\n  HINT\n  for (int i = 0; i < n; i++) a[i] = i;\n}\n";
    let options = Options::default().define("HINT", "_Pragma(\"unroll 2\")").expect("a macro");
    let run = |options: &Options| EngineSession::new().unroll(source.as_bytes(), options, &mut NoIncludes);
    let [found] = &run(&options).findings[..] else { panic!("one finding") };
    assert_eq!(found.finding.rule().code, "CLU211");
    assert_ne!(run(&options.trust_defines(true)).text, source.as_bytes());
    assert!(run(&Options::default()).findings.is_empty(), "no file mentions it as a macro");
}

/// An empty macro is not a request if no condition tests its name, or if no loop follows it.
#[test]
fn an_empty_macro_elsewhere_is_not_reported() {
    for (definitions, place) in [
        ("#define UNROLL\n", "UNROLL for (int i = 0; i < n; i++) a[i] = i;"),
        ("#ifndef UNROLL\n#define UNROLL\n#endif\n", "UNROLL a[0] = 1; for (int i = 0; i < n; i++) a[i] = i;"),
    ] {
        let source = format!("{definitions}kernel void k(global int *a, int n) {{\n  {place}\n}}\n");
        let outcome = EngineSession::new().unroll(source.as_bytes(), &Options::default(), &mut NoIncludes);
        assert!(outcome.findings.is_empty(), "{source}: {:?}", outcome.findings);
    }
}

/// Nothing is written if a condition means something else at the request than at the definition.
#[test]
fn a_condition_that_changes_is_not_copied() {
    let source = "#ifdef A\n#define UNR _Pragma(\"unroll 2\")\n#else\n#define UNR _Pragma(\"unroll 3\")\n#endif\n#undef A\n\
                  kernel void k(global int *a, int n) {\n  UNR\n  for (int i = 0; i < n; i++) a[i] = i;\n}\n";
    let outcome = EngineSession::new().unroll(source.as_bytes(), &Options::default(), &mut NoIncludes);
    assert_eq!(String::from_utf8_lossy(&outcome.text), source);
}
