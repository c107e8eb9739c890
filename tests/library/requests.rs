//! Requests that depend on an option or a limit: markers for the next run in every spelling, and the extension's own name.

use clunroll::rules::LoadsProblem;
use clunroll::{Done, Limits, LoadOrder, NoIncludes, Options, Outcome, RequestReport, unroll};

fn run(source: &str, options: &Options) -> Outcome {
    unroll(source.as_bytes(), options, &mut NoIncludes)
}

fn text(outcome: &Outcome) -> &str {
    std::str::from_utf8(&outcome.text).expect("ASCII comes out as ASCII")
}

fn codes(outcome: &Outcome) -> Vec<&str> {
    outcome.diagnostics.iter().map(|diagnostic| diagnostic.rule.code).collect()
}

fn kernel(loops: &str) -> String {
    format!("__kernel void k(__global int *a, int n) {{\n{loops}}}\n")
}

#[test]
fn what_is_declined_for_its_size_is_marked_in_every_spelling() {
    let body = "for (int i = 0; i < 20; i++) { a[i] = a[i] * 3 + a[i + 1] * 5 + i; }\n";
    let options = Options::default().limits(Limits::default().max_growth(2200));
    for request in [
        "  #pragma unroll\n  ",
        "  #pragma clang loop unroll(enable) // as you like\n  ",
        "  _Pragma(\"unroll\") ",
        "  __attribute__((opencl_unroll_hint)) ",
        "  __attribute__((opencl_unroll_hint(20)))\n  ",
        "  __attribute__((opencl_unroll_hint(20))) /* all of them */\n  #pragma ivdep\n  ",
    ] {
        let source = kernel(&format!("{request}{body}").repeat(2));
        let outcome = run(&source, &options);
        let marked = text(&outcome).matches("clunroll: left as written").count();
        assert_eq!(marked, 1, "the first is unrolled, the second marked:\n{}", text(&outcome));
        let again = run(text(&outcome), &options);
        assert_eq!(text(&again), text(&outcome), "a second run changes the output");
        assert!(codes(&again).contains(&"CLU213"), "{request}: {:?}", codes(&again));
    }
}

#[test]
fn one_mark_counts_for_many_requests_of_a_function() {
    let body = "for (int i = 0; i < 20; i++) { a[i] = a[i] * 3 + a[i + 1] * 5 + i; }\n";
    let request = "  #pragma unroll\n  ";
    let source = [6, 5, 3].map(|requests| kernel(&format!("{request}{body}").repeat(requests))).concat();
    let limits = Limits::default().max_growth(2600);
    let outcome = run(&source, &Options::default().limits(limits));
    let joined = |next: usize| {
        format!("#pragma unroll /* clunroll: left as written, like the next {next} in this function */\n")
    };
    let written = text(&outcome);
    assert_eq!(written.matches(" clunroll: left as written").count(), 2 + 3, "{written}");
    assert!(written.contains(&joined(4)), "the first of six is unrolled, and the second function has five:\n{written}");
    assert_eq!(text(&run(written, &Options::default())), written, "a second run with more room changes the output");
    let without = written.replacen(&joined(4), "#pragma unroll\n", 1);
    let again = run(&without, &Options::default());
    let unrolled = again.requests.iter().filter(|one| matches!(one.done, Done::Unrolled { .. })).count();
    assert_eq!(unrolled, 5, "each comment counts for one function:\n{}", text(&again));
}

#[test]
fn a_name_of_the_host_is_named_as_such_where_it_keeps_loads_in_place() {
    for (body, name) in [("a[i] = b[i] + TSM;", "TSM"), ("a[i * TSN] = b[i];", "TSN")] {
        let source = format!(
            "__kernel void k(__global int *a, __global const int *b, int n) {{\n  #pragma unroll 4\n  \
             for (int i = 0; i < n; i++) {body}\n}}\n"
        );
        let outcome = run(&source, &Options::default());
        let Done::Unrolled { loads, .. } = &outcome.requests[0].done else { panic!("{outcome:?}") };
        assert_eq!(*loads, LoadOrder::Blocked(LoadsProblem::HostMacro(name.to_owned())));
    }
}

#[test]
fn a_mark_belongs_to_the_requests_before_it_on_its_line() {
    let hint = "__attribute__((opencl_unroll_hint))";
    let one = "for (int i = 0; i < 2; i++) a[i] = 1;";
    let other = "for (int i = 0; i < 2; i++) a[i] = 2;";
    let mark = "/* clunroll: left as written */";
    for marked in
        [format!("{hint} {one} {mark}"), format!("{hint} {mark} {one}"), format!("{hint} {one} {hint} {one} {mark}")]
    {
        let outcome = run(&kernel(&format!("  {hint} {other}\n  {marked} {hint} {other}\n")), &Options::default());
        assert!(text(&outcome).contains(&marked) && !text(&outcome).contains(other), "{}", text(&outcome));
    }
}

/// A line that is as long as a file has no marker at its end, where nobody would look for it.
#[test]
fn a_mark_is_beside_its_request_on_a_line_without_end() {
    let far = "a[0] = 1; ".repeat(20_000);
    let left = "_Pragma(\"unroll\") for (int i = 0; i < n; i++) a[i] = 2;";
    let source = kernel(&format!("  #pragma unroll\n  for (int i = 0; i < 2; i++) a[i] = 1;\n  {left} {far}\n"));
    let outcome = run(&source, &Options::default());
    assert!(text(&outcome).contains("_Pragma(\"unroll\") /* clunroll: left as written */ for"));
    let again = run(text(&outcome), &Options::default());
    assert_eq!(text(&again), text(&outcome));
}

#[test]
fn the_extension_is_taken_out_where_clunroll_stands_in_for_it() {
    let provide = Options::default().provide_extension(true);
    let enable = "#pragma OPENCL EXTENSION cl_nv_pragma_unroll : enable\n";
    let other = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
    for loops in ["", "  #pragma unroll 2\n  for (int i = 0; i < n; i++) a[i] = i;\n"] {
        let source =
            format!("{other}{enable}  # pragma OPENCL EXTENSION \\\n cl_nv_pragma_unroll: disable\n{}", kernel(loops));
        let outcome = run(&source, &provide);
        assert!(!text(&outcome).contains("cl_nv_pragma_unroll"), "{}", text(&outcome));
        assert!(text(&outcome).starts_with(&format!("{other}__kernel")), "{}", text(&outcome));
        let without = run(&source, &Options::default());
        assert!(text(&without).contains(enable) && text(&without).contains("disable"), "{}", text(&without));
    }
}

#[test]
fn a_request_under_the_extensions_name_gets_a_note() {
    let under =
        |open: &str| kernel(&format!("{open}\n  #pragma unroll 2\n  for (int i = 0; i < n; i++) a[i] = i;\n#endif\n"));
    let other = "#ifdef cl_nv_pragma_unroll\n  n++;\n#else";
    for (open, is_told) in [
        ("#ifdef cl_nv_pragma_unroll", true),
        ("#if defined(cl_nv_pragma_unroll)", true),
        ("#if defined cl_nv_pragma_unroll && N", true),
        ("#ifdef cl_nv_pragma_unroll\n#if N\n#endif", true),
        ("#if N\n#elif defined(cl_nv_pragma_unroll)", true),
        ("#ifndef cl_nv_pragma_unroll", false),
        ("#if !defined(cl_nv_pragma_unroll)", false),
        ("#ifdef cl_nv_pragma_unroll_2", false),
        (other, false),
    ] {
        let source = under(open);
        let is_noted = |options: &Options| codes(&run(&source, options)).contains(&"CLU220");
        assert_eq!(is_noted(&Options::default()), is_told, "{open}");
        assert!(!is_noted(&Options::default().provide_extension(true)), "{open}");
    }
}

/// The name of a macro that is a request may be pasted from pieces, so a search for the name does not find it.
#[test]
fn a_pasted_name_of_a_request_is_found_or_reported() {
    let loops = kernel("  UNROLL(2)\n  for (int i = 0; i < n; i++) a[i] = i;\n");
    for pasted in ["UNROLL_##n", "UNR ## OLL_ ## n", "JOIN(UNROLL_, n)"] {
        let requests =
            "#define JOIN(a, b) a##b\n#define UNROLL_2 _Pragma(\"unroll 2\")\n#define UNROLL_4 _Pragma(\"unroll 4\")\n";
        for definitions in [
            format!("#define UNROLL(n) {pasted}\n"),
            format!("#ifdef A\n#define UNROLL(n) {pasted}\n#else\n#define UNROLL(n)\n#endif\n"),
        ] {
            let outcome = run(&format!("{requests}{definitions}{loops}"), &Options::default());
            let is_known = !outcome.requests.is_empty() || !outcome.diagnostics.is_empty();
            assert!(is_known, "nothing is said of\n{definitions}");
        }
    }
}

/// A request is reported and rewritten in the same way if it meets one from before the conditional.
#[test]
fn of_two_requests_that_always_meet_neither_counts() {
    let one = "#pragma unroll\n for (int i = 0; i < 4; i++) a[i] = n;\n";
    let source = kernel(&format!("#pragma unroll\n#ifdef A\n{one}#else\n{one}#endif\n"));
    let outcome = run(&source, &Options::default());
    assert_eq!(codes(&outcome), ["CLU007", "CLU007"]);
    assert_eq!(text(&outcome), source);
}

/// The text with expanded conditionals cannot be parsed, but the author's own text can.
#[test]
fn two_requests_that_meet_stay_two_where_nothing_is_read() {
    let source = "kernel void k(global int *in) {\n#if defined(A) && B\n    ] 9;\n#elif B\n    #pragma unroll 3\n\
                  #if defined(A) && C\n    for (int i = 10; i > 1; i--) in[i]++;\n#endif\n    #pragma unroll 7\n    \
                  for (int i = 0; i < 100; i++) in[i]++;\n#endif\n}\n";
    let outcome = run(source, &Options::new("k.cl"));
    let is_unrolled = |report: &RequestReport| matches!(report.done, Done::Unrolled { .. });
    assert_eq!(outcome.requests.iter().any(is_unrolled), text(&outcome) != source, "{:?}", outcome.requests);
    assert!(codes(&outcome).contains(&"CLU108"), "{:?}", codes(&outcome));
    // After `#elif`, the condition before it is false: the loop in between is never there, and the two always meet.
    let outcome = run(&source.replace("&& C", "&& B"), &Options::new("k.cl"));
    assert_eq!(codes(&outcome), ["CLU007"]);
}

/// Pragmas that other compilers treat as requests, and what to write instead.
#[test]
fn a_request_to_another_compiler_is_a_note() {
    for (request, instead) in [
        ("#pragma HLS unroll\n", Some("#pragma unroll")),
        ("#pragma HLS UNROLL factor=4 skip_exit_check\n", Some("#pragma unroll 4")),
        ("#pragma HLS unroll factor=N\n", Some("#pragma unroll N")),
        ("#pragma loop(unroll, 4)\n", Some("#pragma unroll 4")),
        ("#pragma loop unroll\n", Some("#pragma unroll")),
        ("#pragma omp unroll full\n", Some("#pragma unroll")),
        ("#pragma omp unroll partial(2)\n", Some("#pragma unroll 2")),
        ("#pragma acc loop unroll(8)\n", Some("#pragma unroll 8")),
        ("_Pragma(\"_NEC unroll(2)\") ", Some("#pragma unroll 2")),
        ("[[unroll]] ", Some("#pragma unroll")),
        ("[[unroll(4)]]\n", Some("#pragma unroll 4")),
        ("[[intel::unroll(N)]] ", Some("#pragma unroll N")),
        ("[[clang::opencl_unroll_hint(4)]] ", Some("#pragma unroll 4")),
        ("[unroll(4)] ", Some("#pragma unroll 4")),
        // These are not requests.
        ("#pragma HLS unroll off=true\n", None),
        ("#pragma HLS pipeline\n", None),
        ("#pragma ivdep\n", None),
        ("#pragma clang loop vectorize(enable)\n", None),
        ("#pragma unroll_and_jam(2)\n", None),
        ("a[unroll] = 0; ", None),
        ("a[a[unroll]] = 0; ", None),
    ] {
        let loops = format!("{request}for (int i = 0; i < 8; i++) a[i] = i;\n");
        let source = kernel(&format!("const int unroll = 0;\n{loops}"));
        let outcome = run(&source, &Options::default());
        assert_eq!(text(&outcome), source, "{request}");
        let found: Vec<_> = outcome.diagnostics.iter().filter(|found| found.rule.code == "CLU242").collect();
        assert_eq!(found.len(), usize::from(instead.is_some()), "{request}");
        if let (Some(found), Some(instead)) = (found.first(), instead) {
            assert_eq!(found.help, [format!("write `{instead}` before the loop")], "{request}");
        }
    }
    // Another request decides, and this one is still not a request.
    let source = kernel("#pragma HLS unroll\n#pragma unroll 2\nfor (int i = 0; i < 8; i++) a[i] = i;\n");
    let outcome = run(&source, &Options::default());
    assert!(codes(&outcome).contains(&"CLU242") && matches!(outcome.requests[0].done, Done::Unrolled { .. }));
}

/// Each pair of the clause and a request, in either order.
fn left_loops() -> Vec<String> {
    let requests = [
        "#pragma unroll 4\n",
        "#pragma unroll\n",
        "#pragma unroll_and_jam 2\n",
        "#pragma GCC unroll 4\n",
        "#pragma clang loop unroll_count(4) vectorize(disable)\n",
        "_Pragma(\"unroll 4\") ",
        "__attribute__((opencl_unroll_hint(4)))\n",
        "__attribute__((opencl_unroll_hint))\n",
        "UNROLL ",
    ];
    let clauses = ["#pragma clunroll leave\n", "_Pragma(\"clunroll leave\")\n", "LEAVE\n"];
    let in_both_orders = |request: &str, clause: &str| {
        let clause_after = if request.ends_with('\n') { clause.to_owned() } else { format!("\n{clause}") };
        [format!("{clause}{request}"), format!("{request}{clause_after}")]
    };
    let pairs = requests.iter().flat_map(|request| clauses.iter().flat_map(|clause| in_both_orders(request, clause)));
    pairs
        .map(|before| format!("{before}for (int i = 0; i < 8; i++) for (int j = 0; j < n; j++) a[i] += j;\n"))
        .collect()
}

const LEAVING_MACROS: &str = "#define LEAVE _Pragma(\"clunroll leave\")\n#define UNROLL _Pragma(\"unroll 4\")\n";

#[test]
fn what_is_left_to_the_compiler_stays_as_it_is() {
    let options = Options::default().lint(true);
    for left in left_loops() {
        let source = format!(
            "{LEAVING_MACROS}{}",
            kernel(&format!("{left}#pragma unroll 2\nfor (int i = 0; i < 2; i++) a[i] = i;\n"))
        );
        let outcome = run(&source, &options);
        assert!(text(&outcome).contains(&left), "{left}\n{}", text(&outcome));
        assert!(!text(&outcome).contains("i < 2") && !text(&outcome).contains("as written"), "{}", text(&outcome));
        let done: Vec<&Done> = outcome.requests.iter().map(|request| &request.done).collect();
        assert!(matches!(done[..], [Done::NotAsked, Done::Unrolled { .. }]), "{left}\n{done:?}");
        assert_eq!(codes(&outcome), [""; 0], "{left}");
        let again = run(text(&outcome), &options);
        assert_eq!(text(&again), text(&outcome), "a second run changes the output");
    }
}

#[test]
fn copies_of_what_is_left_have_both_pragmas() {
    for left in left_loops().into_iter().filter(|left| !left.contains("LEAVE") && !left.contains("UNROLL")) {
        let source = kernel(&format!("#pragma unroll\nfor (int k = 0; k < 3; k++) {{\n{left}}}\n"));
        let outcome = run(&source, &Options::default());
        let count = |word: &str| text(&outcome).matches(word).count();
        let unroll = if left.contains("opencl_unroll_hint") { "opencl_unroll_hint" } else { "unroll" };
        let in_source = left.matches(unroll).count();
        assert_eq!((count("clunroll leave"), count(unroll)), (3, 3 * in_source), "{left}\n{}", text(&outcome));
        assert_eq!(count("as written"), 0, "{}", text(&outcome));
    }
}

#[test]
fn what_is_left_needs_no_reason() {
    let left = "#pragma clunroll leave\n#pragma unroll 4\nfor (int i = 0; i < n; i++) a[i] = i;\n";
    for around in [
        "  @ [ what\n{}",
        "  n += __LINE__;\n{}",
        "  ID(\n{})\n",
        "#pragma clunroll leave\n#pragma unroll 4\n#if N\n#endif\n",
    ] {
        let source = format!("#define ID(x) x\n{}", kernel(&around.replace("{}", left)));
        let outcome = run(&source, &Options::default());
        assert_eq!(text(&outcome), source);
        assert!(outcome.requests.iter().all(|request| request.done == Done::NotAsked), "{:?}", outcome.requests);
    }
}

#[test]
fn a_clause_counts_where_its_request_is_compiled() {
    let after = "#pragma unroll 4\n";
    let codes_with = |before: &str| {
        let source = kernel(&format!("{before}for (int i = 0; i < n; i++) a[i] = i;\n"));
        let outcome = run(&source, &Options::default());
        codes(&outcome).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let clause = "#pragma clunroll leave\n";
    assert_eq!(
        codes_with(&format!("#ifdef A\n{clause}#endif\n{after}")),
        ["CLU201"],
        "only some builds have the clause"
    );
    assert_eq!(codes_with(&format!("{clause}#ifdef A\n{after}#endif\n")), [""; 0]);
    assert_eq!(codes_with(&format!("#ifdef A\n{clause}{after}#endif\n")), [""; 0]);
}

#[test]
fn a_choice_is_written_once_where_its_function_is_not_valid() {
    // The kernel has no opening brace, so the outer loop is read alone, in each configuration.
    let source = "#ifdef X\n#define LT <\n#else\n#define LT <=\n#endif\n\
                  __kernel void k(__global int *out, int n)\n#pragma unroll 2\nfor (uint j = 0; j < n; j++)\n{\n\
                  #ifdef X\n#pragma unroll 4\n#endif\nfor (uint i = 0; i LT (*out & 7); i = i + 1)\n\
                  #if V\nif (i > 2) {\n#else\n{\n#endif\nout[i] += j;\n}\n}\n}\n";
    let outcome = run(source, &Options::default().checked(true));
    assert_eq!(outcome.fault, None);
    assert_eq!(codes(&outcome), ["CLU225", "CLU230"]);
    let again = run(text(&outcome), &Options::default().checked(true));
    assert_eq!(text(&again), text(&outcome));
}
