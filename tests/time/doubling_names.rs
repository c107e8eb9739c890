//! Chains of thirty names, each made of the previous one several times: no evaluation does work for each path to the first name, since
//! there are far too many paths.
//!
//! Each evaluator gets such a chain, in a process of its own that has to end in time. If a trip count depends on the chain, it is still
//! computed, so the loop is unrolled; other loops stay as written.

use std::fs::File;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const LINKS: usize = 30;

/// Far more than a debug build needs on a slow machine; without the protection, it takes hours.
const LIMIT: Duration = Duration::from_secs(60);

/// `first`, and the results of `link` for each number and the one before it.
fn chain(first: &str, link: impl Fn(usize, usize) -> String) -> String {
    let links: String = (1..=LINKS).map(|at| link(at, at - 1)).collect();
    format!("{first}{links}")
}

fn ended(child: &mut Child) -> Option<ExitStatus> {
    let start = Instant::now();
    while start.elapsed() < LIMIT {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        sleep(Duration::from_millis(5));
    }
    child.kill().and_then(|()| child.wait()).unwrap();
    None
}

/// Rewrites a source and lints it, each in time; returns how many requests remain in the output.
fn requests_declined(name: &str, source: &str) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("in.cl"), folder.path().join("out.cl"));
    std::fs::write(&input, source).unwrap();
    for arguments in [&["-o", "out.cl", "in.cl"][..], &["check", "in.cl"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_clunroll"));
        // A pipe without a reader may fill up.
        let told = File::create(folder.path().join("told")).unwrap();
        command.current_dir(folder.path()).args(arguments).stdout(Stdio::null()).stderr(told);
        let status = ended(&mut command.spawn().unwrap());
        assert!(status.is_some_and(|status| status.code().is_some_and(|code| code < 2)), "{name}: {status:?}");
    }
    // No output is written for a source with an error.
    let text = std::fs::read_to_string(output).unwrap_or_else(|_| source.to_owned());
    text.lines().filter(|line| line.contains("#pragma unroll") && !line.ends_with("unroll 1")).count()
}

/// A kernel with that text before a loop up to `bound`.
fn kernel(text: &str, bound: &str) -> String {
    format!("{text}#pragma unroll\nfor (int i = 0; i < {bound}; i++) s += i;\n")
}

fn with_head(head: &str, body: &str) -> String {
    format!("{head}kernel void k(global int *o, int n) {{\nint s = 0;\n{body}o[0] = s;\n}}\n")
}

fn is_unrolled(name: &str, head: &str, body: &str) {
    assert_eq!(requests_declined(name, &with_head(head, body)), 0, "{name}");
}

#[test]
fn enumerators() {
    let sum = chain("enum { E0 = 4", |at, before| format!(", E{at} = E{before} + E{before} - E{before}"));
    let choice = chain("enum { E0 = 4", |at, before| format!(", E{at} = E{before} ? E{before} : E{before}"));
    let size =
        chain("enum { E0 = 4", |at, before| format!(", E{at} = sizeof(char[E{before}]) + E{before} - E{before}"));
    let apart = chain("enum { E0 = 4 ", |at, before| format!("}};\nenum {{ E{at} = E{before} + E{before} - E{before}"));
    for (name, text) in [("sum", sum), ("choice", choice), ("size", size), ("apart", apart)] {
        let head = format!("{text} }};\n");
        is_unrolled(name, &head, &kernel("", "E30"));
        is_unrolled(name, &head, "#pragma unroll E30\nfor (int i = 0; i < 12; i++) s += i;\n");
        is_unrolled(name, &head, "#pragma unroll 2\nfor (int i = 0; i < n; i += E30) s += i;\n");
        is_unrolled(name, &head, "#pragma unroll 2\nfor (int i = 0; i < E30 + (n & 1); i++) s += i;\n");
        is_unrolled(name, "", &kernel(&head, "E30"));
    }
}

#[test]
fn elements_of_constant_arrays() {
    let elements = |at, before| {
        let element = format!("A{before}[0] + A{before}[1] - A{before}[0]");
        format!("constant int A{at}[] = {{ {element}, {element} }};\n")
    };
    is_unrolled("elements", &chain("constant int A0[] = { 4, 4 };\n", elements), &kernel("", "A30[0]"));
    let index = |at, before| format!("constant int A{at}[] = {{ A{before}[A{before}[A{before}[0]]], 4 }};\n");
    let head = chain("constant int A0[] = { 0, 4 };\n", index);
    is_unrolled("indices", &head, &kernel("", "A30[1]"));
    requests_declined("indices", &with_head(&head, &kernel("", "A30[0]")));
}

#[test]
fn constant_variables() {
    let link = |at, before| format!("const int c{at} = c{before} + c{before} - c{before};\n");
    is_unrolled("outside", "", &kernel(&chain("const int c0 = 4;\n", link), "c30"));
    let in_body = kernel(&chain("const int c0 = j;\n", link), "c30");
    is_unrolled("in a body", "", &format!("#pragma unroll\nfor (int j = 0; j < 4; j++) {{\n{in_body}}}\n"));
    let link =
        |at, before| format!("const int a{at}[] = {{ a{before}[0] + a{before}[1] - a{before}[0], a{before}[1] }};\n");
    let in_body = kernel(&chain("const int a0[] = { j, j };\n", link), "a30[0]");
    is_unrolled("elements", "", &format!("#pragma unroll\nfor (int j = 0; j < 4; j++) {{\n{in_body}}}\n"));
}

#[test]
fn what_is_the_same_for_all_work_items() {
    let links = |first: &str, many: usize| {
        chain(first, |at, before| format!("int c{at} = {};\n", vec![format!("c{before}"); many].join(" + ")))
    };
    let barrier = "{ s += i; barrier(CLK_LOCAL_MEM_FENCE); }";
    for (name, first) in [("argument", "int c0 = n;\n"), ("item", "int c0 = get_local_id(0);\n")] {
        let links = links(first, 8);
        for (last, body) in [(11, "s += i;"), (30, "s += i;"), (5, barrier), (30, barrier)] {
            let source = format!("{links}#pragma unroll 2\nfor (int i = 0; i < c{last}; i++) {body}\n");
            assert!(requests_declined(name, &with_head("", &source)) < 2, "{name}");
        }
    }
    let link = |at, before| format!("int c{at} = {};\n", vec![format!("T[c{before}]"); 8].join(" + "));
    let source =
        format!("{}#pragma unroll 2\nfor (int i = 0; i < T[c30]; i++) {barrier}\n", chain("int c0 = n;\n", link));
    requests_declined("elements", &with_head("constant int T[] = { 1, 2, 3 };\n", &source));
}

#[test]
fn pointers() {
    for (name, bound) in [
        ("constants", format!("o{}", " + 1".repeat(LINKS))),
        ("arguments", format!("o{} + n", " + n".repeat(LINKS))),
        ("the other way round", format!("{}o", "n + ".repeat(1500))),
        ("elements", format!("{}o{}", "&(".repeat(LINKS), ")[n]".repeat(LINKS))),
    ] {
        let source = format!("#pragma unroll 2\nfor (global int *p = o; p < {bound}; p++) s += *p;\n");
        requests_declined(name, &with_head("", &source));
    }
}

#[test]
fn types() {
    let typedefs =
        |many: usize| chain("typedef int T0;\n", |at, before| format!("typedef T{before} T{at};\n").repeat(many));
    // If the types are not in a syntax tree, their text is read.
    for (head, last) in [(typedefs(1), 30), (typedefs(6), 14), (typedefs(6), 30)] {
        let unread = format!("void f(void) {{\n{}}}\n", head.replace('T', "U"));
        let loops = |name| format!("#pragma unroll\nfor ({name}{last} i = 0; i < 4; i++) s += i;\n");
        is_unrolled("typedefs", &head, &loops("T"));
        is_unrolled("typedefs in a function", &unread, &loops("U"));
    }
    let size = |at, before| format!("typedef T{before} T{at}[sizeof(T{before}) - sizeof(T{before}) + 1];\n");
    is_unrolled("sizes", &chain("typedef int T0;\n", size), &kernel("", "(int)sizeof(T30)"));
    let members = |at, before| format!("typedef struct {{ T{before} a, b, c; }} T{at};\n");
    let structs = chain("typedef struct { int a; } T0;\n", members);
    let twice = format!("{{ {structs} struct S {{ T30 x; }}; }}\n").repeat(2);
    requests_declined("structures", &with_head("", &kernel(&twice, "4")));
    let member = format!("v{}", ".a".repeat(LINKS + 1));
    let source = format!("{structs}T30 v;\n#pragma unroll 2\nfor (int i = 0; i < {member}; i++) s += i;\n");
    requests_declined("members", &with_head("", &source));
}

#[test]
fn macros() {
    let plain = |at, before| format!("#define M{at} (M{before} + M{before} - M{before})\n");
    let open = |at, before| format!("#ifndef M{at}\n#define M{at} (M{before} + M{before} - M{before})\n#endif\n");
    let chosen = |at, before| {
        format!(
            "#ifdef X{at}\n#define M{at} M{before}\n#else\n#define M{at} (M{before} + M{before} - M{before})\n#endif\n"
        )
    };
    for (name, head) in [
        ("plain", chain("#define M0 4\n", plain)),
        ("open", chain("#ifndef M0\n#define M0 4\n#endif\n", open)),
        ("chosen", chain("#define M0 4\n", chosen)),
    ] {
        for source in [
            kernel("", "M30"),
            "#pragma unroll M30\nfor (int i = 0; i < 12; i++) s += i;\n".to_owned(),
            "#pragma unroll 2\nfor (int i = 0; i < M30 + n; i++) s += M30;\n".to_owned(),
            "#if M30 > 3\n#pragma unroll 2\n#else\n#pragma unroll 4\n#endif\nfor (int i = 0; i < n; i++) s += i;\n"
                .to_owned(),
        ] {
            requests_declined(name, &with_head(&head, &source));
        }
    }
    let condition = |at, before| {
        format!("#if C{before} + C{before} > 0 || defined(X{at})\n#define C{at} (C{before} + C{before})\n#endif\n")
    };
    let source = "#if C30\n#pragma unroll 2\n#endif\nfor (int i = 0; i < n; i++) s += i;\n";
    requests_declined("conditions", &with_head(&chain("", condition), source));
}

/// Chains in the body of a loop or before it, through all code that reads the accesses of a loop. If each name uses the one before eight
/// times, there are too many paths to follow, and more than any limit on depth could stop.
#[test]
fn accesses() {
    let many = |name: &str| vec![name; 14].join(" + ");
    let links = |kind: &str, first: &str| {
        chain(&format!("{kind} x0 = {first};\n"), |at, before| {
            format!("{kind} x{at} = {};\n", many(&format!("x{before}")))
        })
    };
    let head = "kernel void k(global int *restrict a, global int *restrict c, int n) {\n";
    let nest = "#pragma unroll_and_jam 2\nfor (int r = 0; r < 8; r++) for (int k = 0; k < n; k++)";
    for last in [5, 7, LINKS] {
        for (name, body) in [
            // The address of a load, in names and in text; the affine subscript; the type of a local.
            (
                "address",
                format!(
                    "#pragma unroll 2\nfor (int r = 0; r < n; r++) {{ {} c[r] = a[x{last} & 63]; }}",
                    links("const int", "r")
                ),
            ),
            (
                "subscript",
                format!(
                    "#pragma unroll 2\nfor (int r = 0; r < n; r++) {{ {} c[x{last}] = a[x{last} + 1]; }}",
                    links("int", "r")
                ),
            ),
            (
                "types",
                format!(
                    "#pragma unroll 2\nfor (int r = 0; r < n; r++) {{ {} c[r] = a[x{last}]; }}",
                    links("const long", "r")
                ),
            ),
            (
                "loads",
                format!(
                    "#pragma unroll 2\nfor (int r = 0; r < n; r++) {{ {} c[r] = x{last}; }}",
                    links("const int", "a[r]")
                ),
            ),
            ("jam", format!("{nest} {{ {} c[x{last} + k] = a[x{last}] + c[x{last} + r]; }}", links("const int", "r"))),
            // Text outside of the loop: the header of an inner loop, ranges, invariance.
            (
                "headers",
                format!(
                    "{}#pragma unroll_and_jam 2\nfor (int r = 0; r < 8; r++) for (int k = x{last}; k < x{last}; k++) c[8 * r + k] = a[k];",
                    links("const int", "n")
                ),
            ),
            ("ranges", format!("{}{nest} c[8 * r + x{last}] += a[k];", links("const int", "get_local_id(0)"))),
            (
                "promise",
                format!(
                    "#pragma clunroll independent\n#pragma unroll 2\nfor (int r = 0; r < n; r++) {{ {} c[x{last}] = c[x{last} + 8]; }}",
                    links("const int", "r")
                ),
            ),
            // The object that a pointer points into, for the jam and for the lint.
            (
                "root",
                format!(
                    "{}{nest} c[8 * r + k] += p{last}[k];",
                    chain("global int *p0 = a;\n", |at, before| format!(
                        "global int *p{at} = (p{before} - p{before}) + (p{before} - p{before}) + p{before};\n"
                    ))
                ),
            ),
            (
                "choices",
                format!(
                    "{}{nest} c[8 * r + k] += p{last}[k];",
                    chain("global int *p0 = a;\n", |at, before| format!(
                        "global int *p{at} = n ? p{before} : n > 1 ? p{before} : p{before};\n"
                    ))
                ),
            ),
            (
                "itself",
                format!("#pragma unroll 2\nfor (int r = 0; r < n; r++) {{ int x = {}; c[x] = a[x]; }}", many("x")),
            ),
        ] {
            requests_declined(name, &format!("{head}{body}\n}}\n"));
        }
    }
}

/// If a loop begins and ends at counters of the loops around it, the inequalities of each pair of accesses grow with the depth.
#[test]
fn inequalities() {
    let header = |at: usize| format!("for (int i{at} = i{0}; i{at} < n - i{0}; i{at} += 2)\n", at - 1);
    let loops: String = (1..8).map(header).collect();
    let sums = (1..8).map(|at| format!("{} * i{at}", at + 2)).collect::<Vec<_>>().join(" + ");
    let loops = loops.replacen("= i0", "= 0", 1).replacen("n - i0", "n", 1);
    let access = |at| format!("c[7 * i0 + {sums} + {at}] = c[{sums} + {at} * n];\n");
    let accesses: String = (0..60).map(access).collect();
    let source = format!(
        "kernel void k(global int *c, int n) {{\n#pragma unroll_and_jam 4\nfor (int i0 = 0; i0 < n; i0++)\n{loops}{{\n{accesses}}}\n}}\n"
    );
    requests_declined("deep", &source);
    let row = |at: usize| format!("c[512 * r + 3 * k + {}] += c[512 * r + {} * k + {at}];\n", at * 3, 1 + at % 5);
    let rows: String = (0..120).map(row).collect();
    let source = format!(
        "kernel void k(global int *c, int n) {{\n#pragma unroll_and_jam 2\nfor (int r = 0; r < n; r++) for (int k = 0; k < 8; k++) {{\n{rows}}}\n}}\n"
    );
    requests_declined("wide", &source);
}

#[test]
fn launches_and_calls() {
    let enumerators = chain("enum { E0 = 4", |at, before| format!(", E{at} = E{before} + E{before} - E{before}"));
    let head = format!("{enumerators} }};\n__attribute__((reqd_work_group_size(E30, 1, 1))) ");
    is_unrolled("launch", &head, "#pragma unroll\nfor (int i = 0; i < get_enqueued_local_size(0); i++) s += i;\n");
    let calls = chain("void f0(void) { }\n", |at, before| {
        format!("void f{at}(void) {{ f{before}(); f{before}(); f{before}(); }}\n")
    });
    is_unrolled("calls", &calls, "#pragma unroll 2\nfor (int i = 0; i < n; i++) { s += i; f30(); }\n");
    let pointers = chain("global int *p0 = o;\n", |at, before| {
        format!("global int *p{at} = p{before} + (p{before} - p{before}) + (p{before} - p{before});\n")
    });
    let source = format!("{pointers}#pragma unroll 2\nfor (int i = 0; i < n; i++) s += p30[0];\n");
    is_unrolled("what a pointer leads into", "", &source);
    let constants =
        chain("const int c0 = 4;\n", |at, before| format!("const int c{at} = c{before} + c{before} - c{before};\n"));
    let source =
        format!("{constants}#pragma clunroll promote\nint t[c30];\n{}", kernel("", "4").replace("s +=", "t[i] ="));
    requests_declined("promoted", &with_head("", &source));
}
