//! The coverage of unrolled loops by the launches of `--verify=run`.

use serde_json::Value;

use super::{is_waived, without_names};
use crate::sandbox::Sandbox;

/// Verifies a kernel, with more options. Returns the messages, and the coverage of each request.
fn run(source: &str, options: &[&str]) -> Option<(String, Vec<Value>)> {
    if is_waived("CLUNROLL_NO_OPENCL") {
        return None;
    }
    let sandbox = Sandbox::with_kernel(source);
    let line = [&["k.cl", "-o", "out.cl", "--verify=run", "--report", "report.json"], options].concat();
    let said = without_names(&sandbox.run(&line));
    let report: Value = serde_json::from_slice(&sandbox.read("report.json")).unwrap();
    let schema = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/report.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    validator.validate(&report).unwrap();
    let requests = report["files"][0]["requests"].as_array().unwrap();
    Some((said, requests.iter().map(|request| request["coverage"].clone()).collect()))
}

/// Checks the coverage of a kernel: for each request, its parts with the number of copies, and how many of them were entered.
#[track_caller]
fn check(source: &str, options: &[&str], expected: &[&[(&str, u32, u32)]], lines: &[&str]) {
    let Some((said, found)) = run(source, options) else { return };
    let part = |part: &Value| {
        let number = |key: &str| part[key].as_u64().unwrap() as u32;
        (part["part"].as_str().unwrap().to_owned(), number("copies"), number("entered"))
    };
    let parts = |parts: &Value| parts.as_array().into_iter().flatten().map(part).collect();
    let found: Vec<Vec<_>> = found.iter().map(parts).collect();
    let owned = |parts: &&[(&str, u32, u32)]| parts.iter().map(|one| (one.0.to_owned(), one.1, one.2)).collect();
    assert_eq!(found, expected.iter().map(owned).collect::<Vec<Vec<_>>>(), "{said}");
    for line in lines {
        assert!(said.contains(line), "{line} is not in\n{said}");
    }
}

const FAR: &str = "__kernel void k(__global int *a, int n) {
  a[0] = 77;
#pragma unroll 4
  for (int i = 1000; i < n; i++) a[i - 1000] = 1;
}
";

#[test]
fn a_loop_that_is_never_entered_is_not_verified() {
    let line = "clunroll: k.cl:3:1: not verified: no launch entered the main loop (4 copies); try another `n` with --arg n=...\n";
    let summary = "launches); 2 parts of loops not covered\n";
    check(FAR, &[], &[&[("main", 4, 0), ("remainder", 3, 0)]], &["exit status: 0\n", line, summary]);
    check(FAR, &["--verify-strict"], &[&[("main", 4, 0), ("remainder", 3, 0)]], &["exit status: 1\n", line]);
    let arguments = ["--verify-strict", "--arg", "n=1007"];
    let all = "launches); all copies and tests were covered\n";
    check(FAR, &arguments, &[&[("main", 4, 4), ("remainder", 3, 3)]], &["exit status: 0\n", all]);
}

const REMAINDERS: &str = "__kernel void k(__global const int *a, __global int *o, int n) {
  int s = 0;
#pragma unroll 8
  for (int i = 0; i < n; i++) s += a[i] * (i + 1);
  o[get_global_id(0)] = s;
}
";

const ONE_LAUNCH: [&str; 5] = [
    "--global=8",
    "--local=4",
    "--arg=n=23",
    "--arg=a={ size = 23, range = { from = 1 } }",
    "--arg=o={ size = 8, value = 0 }",
];

#[test]
fn bounds_are_varied_until_each_number_of_iterations_has_remained() {
    let all: &[_] = &[("main", 8, 8), ("remainder", 7, 7)];
    let strict = [&ONE_LAUNCH[..], &["--verify-strict"]].concat();
    check(REMAINDERS, &strict, &[all], &["exit status: 0\n", "all copies and tests were covered\n"]);
    let only = [&strict[..], &["--verify-described-only"]].concat();
    let line =
        "k.cl:3:1: not verified: no launch left 0, 1, 2, 3, 4, 5 or 6 iterations to the remainder; try another `n`";
    check(REMAINDERS, &only, &[all], &["exit status: 1\n", line]);
}

#[test]
fn a_remainder_that_is_a_loop_has_all_numbers_of_iterations() {
    let source = REMAINDERS.replace("#pragma unroll 8", "#pragma clunroll remainder(loop)\n#pragma unroll 8");
    let all: &[_] = &[("main", 8, 8), ("remainder", 1, 1)];
    check(&source, &[&ONE_LAUNCH[..], &["--verify-strict"]].concat(), &[all], &["exit status: 0\n"]);
}

#[test]
fn what_constants_exclude_does_not_count() {
    let source = "__kernel void k(__global const int *a, __global int *o, int n) {
  int s = 0;
#pragma unroll
  for (int t = 0; t < 3; t++) {
    if (t + 1 < 3) {
#pragma unroll
      for (int r = 0; r < 4; r++) s += a[r + t * n];
    } else {
#pragma unroll
      for (int r = 0; r < 4; r++) s ^= a[r] << t;
    }
  }
  o[get_global_id(0)] = s;
}
";
    let (outer, first, last): (&[_], &[_], &[_]) = (&[("copies", 3, 3)], &[("copies", 8, 8)], &[("copies", 4, 4)]);
    check(source, &["--verify-strict"], &[outer, first, last], &["exit status: 0\n"]);
}

/// `2 * n + 1` iterations leave an odd number of them, and `4 * n + 6` iterations leave two.
#[test]
fn numbers_of_iterations_that_cannot_remain_do_not_count() {
    let bounds = |start: &str, bound: &str| {
        REMAINDERS
            .replace("unroll 8", "unroll 4")
            .replace("i = 0; i < n", &format!("i = {start}; i {bound}"))
            .replace("a[i]", "a[i + n]")
    };
    let of = |copies: u32| [("main", 4, 4), ("remainder", copies, copies)];
    for (start, bound, copies, form) in [
        ("-n", "<= n", 3, "nested"),
        ("-n", "<= n", 3, "loop"),
        ("0", "< 4 * n + 6", 2, "nested"),
        ("0", "< 4 * n + 6", 2, "switch"),
        ("n", "< 5 * n", 0, "loop"),
        ("0", "< n * (2 + 1)", 3, "nested"),
    ] {
        let request = format!("#pragma clunroll remainder({form})\n#pragma unroll");
        let source = bounds(start, bound).replace("#pragma unroll", &request);
        // A remainder that is a loop has one body.
        let expected = of(if form == "loop" { copies.min(1) } else { copies });
        let lines = ["exit status: 0\n", "all copies and tests were covered\n"];
        check(&source, &["--verify-strict"], &[&expected], &lines);
    }
    // Another variable may have any value.
    let source = bounds("0", "< 2 * n + get_group_id(0) + 1").replace("int n)", "int n, int m)");
    check(&source, &[], &[&of(3)], &["exit status: 0\n"]);
    let line = "k.cl:3:1: not verified: no launch left 0 or 2 iterations to the remainder; try another `n`";
    let source = bounds("0", "< (n | 1)");
    check(&source, &[], &[&of(3)], &[line]);
}

#[test]
fn a_test_between_copies_has_two_outcomes() {
    let source = "__kernel void k(__global const int *a, __global int *o) {
  int i = 0, s = 0;
#pragma unroll 2
  while (a[i] != 0) { s += a[i]; i++; }
  o[get_global_id(0)] = s;
}
";
    let one = [
        "--checked",
        "--global=1",
        "--local=1",
        "--arg=a={ size = 4, range = { from = 3, step = -1 } }",
        "--arg=o={ size = 1, value = 0 }",
    ];
    let line = "k.cl:3:1: not verified: no launch made a test of the main loop both true and false (3 of 4 outcomes)";
    check(source, &one, &[&[("main", 2, 2)]], &[line]);
}

#[test]
fn only_named_kernels_are_launched_and_count() {
    let other = REMAINDERS.replace("void k(", "void other(").replace("i < n", "i < n - 100000");
    let both = format!("{REMAINDERS}{other}");
    let all: &[_] = &[("main", 8, 8), ("remainder", 7, 7)];
    let only = ["--verify-strict", "--only", "k"];
    check(&both, &only, &[all, &[]], &["exit status: 0\n", "no difference found: 1 kernel on TOOL"]);
    let Some((said, _)) = run(&both, &["--verify-strict"]) else { return };
    assert!(said.contains("exit status: 1\n"), "{said}");
    let sandbox = Sandbox::with_kernel(&both);
    let said = sandbox.run(&["k.cl", "-o", "out.cl", "--verify=run", "--only", "nothing"]);
    let error = "--only: there is no kernel `nothing`; there are the kernels k, other";
    assert!(said.contains("exit status: 2\n") && said.contains(error), "{said}");
}

#[test]
fn copies_after_a_break_are_counted() {
    let source = "__kernel void k(__global int *a, int n) {
#pragma unroll 4
  for (int i = 0; i < n; i++) { a[i] = 3; break; }
}
";
    let line = "k.cl:2:1: not verified: no launch entered 3 of the 4 copies in the main loop";
    check(source, &[], &[&[("main", 4, 1), ("remainder", 1, 1)]], &[line]);
}

#[test]
fn loops_in_functions_of_the_file_count() {
    let source = "#define SUM(a, n) _Pragma(\"unroll 4\") for (int i = 0; i < (n); i++) s += (a)[i];
int twice(__global const int *, int);
static inline int sum(__global const int *a, int n) __attribute__((always_inline)) { int s = 0; SUM(a, n) return s; }
#define CALL(x) sum(a, x)
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void k(__global const int *a, __global int *o, int n) {
  o[get_global_id(0)] = CALL(n) + CALL(CALL(1) & 7) + twice(a, n);
}
__kernel void nothing(void) { }
int twice(__global const int *a, int n) {
  int s = 0, i = 0;
#pragma unroll 2
  do { s += 2 * a[i]; i++; } while (i < n);
  return s;
}
";
    check(
        source,
        &["--checked"],
        &[&[("main", 4, 4), ("remainder", 3, 3)], &[("main", 2, 2)]],
        &["all copies and tests were covered"],
    );
}

#[test]
fn the_branch_of_this_build_counts() {
    let source = "__kernel void k(__global int *a, int n) {
#ifdef BIG
#pragma unroll 4
#else
#pragma unroll 2
#endif
  for (int i = 0; i < n; i++) a[i] += 2;
#pragma unroll
  for (int i = 0; i < N; i++) a[i] += 3;
}
";
    let full: &[_] = &[("copies", 3, 3)];
    check(
        source,
        &["-DN=3"],
        &[&[], &[("main", 2, 2), ("remainder", 1, 1)], full],
        &["all copies and tests were covered"],
    );
    check(source, &["-DN=3", "-DBIG"], &[&[("main", 4, 4), ("remainder", 3, 3)], &[], full], &[]);
}

#[test]
fn loops_stand_where_a_statement_may() {
    let source = "__kernel void k(__global int *a, int n, int m) {
  if (n > 100000) a[0] = 1;
  else
#pragma unroll 2
    for (int i = 0; i < m; i++) a[i] += i;
  switch (n) {
  case 7:
#pragma clunroll remainder(switch)
#pragma unroll 4
    for (int i = 0; i < m; i++) a[i] += 5;
    break;
  default:
#pragma clunroll remainder(nested)
#pragma unroll 4
    for (int i = 0; i < m; i++)
#pragma unroll
      for (int j = 0; j < 2; j++) a[i] += j;
  }
}
";
    let nested: &[_] = &[("main", 4, 4), ("remainder", 3, 3)];
    let switch: &[_] = &[("main", 4, 4), ("remainder", 3, 3)];
    check(source, &[], &[&[("main", 2, 2), ("remainder", 1, 1)], switch, nested, &[("copies", 14, 14)]], &[]);
}

/// A device need not accept more than eight constant arguments; the flags are global.
#[test]
fn as_many_constant_arguments_as_there_may_be() {
    let source =
        "__kernel void k(__constant int *a, __constant int *b, __constant int *c, __constant int *d, __constant int *e,
  __constant int *f, __constant int *g, __constant int *h, __global int *o, int n) {
#pragma unroll 2
  for (int i = 0; i < n; i++) o[i] = a[i] + b[i] + c[i] + d[i] + e[i] + f[i] + g[i] + h[i];
}
";
    check(source, &[], &[&[("main", 2, 2), ("remainder", 1, 1)]], &[]);
}

#[test]
fn what_cannot_be_instrumented_is_not_known() {
    let source = "#define KERNEL(name) __kernel void name(__global int *a, int n)
KERNEL(k) {
#pragma unroll 2
  for (int i = 0; i < n; i++) a[i] = 2;
}
";
    let Some((said, found)) = run(source, &["--verify-strict"]) else { return };
    let line = "clunroll: k.cl: not verified: coverage is not known: the output does not build with flags in it (";
    assert!(said.contains("exit status: 1\n") && said.contains(line), "{said}");
    assert_eq!(found, [Value::Null]);
}
