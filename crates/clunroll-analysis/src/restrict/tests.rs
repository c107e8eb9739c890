//! Which parameters get the word, and the obstacles for the others.
//!
//! Each row is a source and the results for its parameters, in their order: `+a` gets the word, `a: …` does not.

use super::*;

/// The results for the parameters of a source, in words.
fn judged(source: &str) -> String {
    let unit = Unit::alone(source.as_bytes());
    let word = |parameter: PointerParameter| match parameter.obstacle {
        None => format!("+{}", parameter.name),
        Some((obstacle, _)) => format!("{}: {obstacle:?}", parameter.name),
    };
    restrict_candidates(&unit).into_iter().map(word).collect::<Vec<_>>().join(", ")
}

/// Judges each row, and reports all that differ.
fn check(rows: &[(&str, &str)]) {
    let judged = rows.iter().map(|(source, expected)| (source, expected, judged(source)));
    let wrong: Vec<_> = judged.filter(|(_, expected, found)| *expected != found).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A kernel with a body, after other text.
fn kernel(before: &str, body: &str) -> String {
    format!("{before}\n__kernel void k(__global int *a, __global const int *b)\n{{\n{body}\n}}\n")
}

/// Judges bodies of one kernel.
fn check_bodies(rows: &[(&str, &str, &str)]) {
    let sources: Vec<_> = rows.iter().map(|(before, body, expected)| (kernel(before, body), *expected)).collect();
    check(&sources.iter().map(|(source, expected)| (source.as_str(), *expected)).collect::<Vec<_>>());
}

#[test]
fn a_pointer_is_used_for_elements_alone() {
    check_bodies(&[
        ("", "a[0] = *b + *(b + 1);", "+a, +b"),
        ("", "a[1] &= 3 & b[0];", "+a, +b"),
        ("", "vstore2(vload2(0, b + 2), 0, a);", "+a, +b"),
        ("void f(__global int *p) { *p = 1; }", "f(a); a[0] = b[0];", "a: Moves(\"a\"), +b"),
        ("__global int *f(__global int *p) { return p; }", "*f(a) = b[0];", "a: Moves(\"a\"), +b"),
        ("", "__global int *p = a, *q = p; q[0] = b[0];", "a: Moves(\"a\"), +b"),
        ("", "a++; a[0] = b[0];", "a: Moves(\"a\"), +b"),
        ("", "*a++ = b[0];", "a: Moves(\"a\"), +b"),
        ("", "*&a[1] = b[0];", "a: Moves(\"a\"), +b"),
        ("", "a[0] = b == b + 1;", "+a, b: Moves(\"b\")"),
    ]);
}

#[test]
fn what_orders_memory_keeps_pointers_that_are_written() {
    let held = |word: &str| format!("a: Orders({word:?}), +b");
    check_bodies(&[
        ("", "barrier(1); a[0] = b[0];", &held("barrier")),
        ("void f(void) { mem_fence(1); }\nvoid g(void) { f(); }", "g(); a[0] = b[0];", &held("mem_fence")),
        ("#define CAT(x, y) x##y", "CAT(bar, rier)(1); a[0] = b[0];", &held("barrier")),
        ("", "a[0] = b[0];\n#ifdef X\nbarrier(1);\n#endif", &held("barrier")),
        ("", "a[0] = sub_group_reduce_add(b[0]);", &held("sub_group_reduce_add")),
        ("", "volatile int x = b[0]; a[0] = x;", &held("volatile")),
        ("typedef atomic_int counter;", "a[0] = b[0];", &held("atomic_int")),
        ("", "hidden(); a[0] = b[0];", "a: UnreadCall(\"hidden\"), +b"),
        ("void f(void);", "f(); a[0] = b[0];", "a: UnreadCall(\"f\"), +b"),
        ("void f(void);\n#ifdef X\nvoid f(void) { }\n#endif", "f(); a[0] = b[0];", "a: UnreadCall(\"f\"), +b"),
        ("void f(void);\nvoid f(void) { }", "f(); a[0] = b[0];", "+a, +b"),
        ("#ifdef X\nvoid f(void);\nvoid f(void) { }\n#endif", "f(); a[0] = b[0];", "+a, +b"),
    ]);
}

#[test]
fn other_memory_keeps_all_pointers() {
    let held = |obstacle: &str| format!("a: {obstacle}, b: {obstacle}");
    let in_memory = held("PointerInMemory");
    check_bodies(&[
        ("struct node { __global int *next; };", "a[0] = b[0];", &in_memory),
        ("struct node { __global int *next; } make(int);", "a[0] = b[0];", &in_memory),
        ("__global int *saved, *f(int);", "a[0] = b[0];", &in_memory),
        ("__global int *saved __asm__(\"x\");", "a[0] = b[0];", &in_memory),
        ("", "__global int *__global *p = v; p[0][0] = 1;", &in_memory),
        ("", "__global int *(*p)[2] = v; (*p)[0][0] = 1;", &in_memory),
        ("", "static __global int *p; p[0] = 1;", &held("OtherMemory(\"static\")")),
        ("", "extern int x; a[0] = x;", &held("OtherMemory(\"extern\")")),
        ("", "struct node { __global int *p; } n; a[0] = b[0];", &held("OtherMemory(\"struct\")")),
        ("", "union { int i; float f; } u; a[0] = b[0];", &held("OtherMemory(\"union\")")),
        ("", "asm(\"nop\"); a[0] = b[0];", &held("OtherMemory(\"asm\")")),
        ("", "a[0] = ((__global const char *)b)[0];", &held("PointerCast")),
        ("#ifndef N\n#define N (*(__global int *)4)\n#endif", "a[0] = b[N];", &held("OpenMacro(\"N\")")),
        ("#ifndef N\n#define N 3\n#endif", "N; a[0] = b[0];", &held("OpenMacro(\"N\")")),
        (
            "#ifndef F\n#define F\n#endif\nF int f(__local int *p) { return *p; }",
            "a[0] = b[0];",
            &held("OpenMacro(\"F\")"),
        ),
        ("#include \"unread.h\"", "a[0] = b[0];", &held("UnreadInclude")),
        ("#define restrict", "a[0] = b[0];", &held("OpenMacro(\"restrict\")")),
        ("#line 7 \"x.cl\"", "a[0] = b[0];", "+a, +b"),
        ("#define CAT(x, y) x##y\nvoid f(void) { CAT(, k)(0, 0); }", "a[0] = b[0];", &held("Mentioned(\"k\")")),
        ("void f(void) { k(0, 0); }", "a[0] = b[0];", &held("Mentioned(\"k\")")),
        ("#define START k(0, 0)", "a[0] = b[0];", &held("Mentioned(\"k\")")),
    ]);
}

#[test]
fn macros_of_the_host_may_be_calls() {
    let held = "a: OpenMacro(\"N\"), +b";
    let n = "#ifndef N\n#define N 3\n#endif";
    check_bodies(&[
        (n, "a[0] = b[N];", held),
        (n, "a[0] = b[0] ? 1 : N;", held),
        (n, "N x = b[0]; a[0] = x;", held),
        (n, "__local int t[N]; t[0] = N; a[0] = b[N];", "+a, +b"),
        (n, "int x, t[2][N]; a[0] = b[N];", held),
        (n, "int t[2][N]; a[0] = b[N];", "+a, +b"),
        (n, "a[0] = a[N];", held),
        (n, "{\n#ifdef T\nint t[N];\n#endif\na[0] = b[N]; }", held),
        (n, "{\n#ifdef T\nint t[N]; a[0] = b[N];\n#endif\n}", "+a, +b"),
        (n, "int t[N];\n#define M\na[0] = b[N];", held),
        ("#ifdef X\n#define N 1\n#else\n#define N 2\n#endif", "a[0] = b[N];", "+a, +b"),
        (
            "#ifdef X\n#define N g()\n#else\n#define N 2\n#endif",
            "a[0] = b[N];",
            "a: OpenMacro(\"N\"), b: OpenMacro(\"N\")",
        ),
    ]);
}

#[test]
fn the_size_of_a_launch_does_nothing() {
    let head = |size: &str| format!("__kernel __attribute__(({size}))\nvoid k(__global int *a) {{ a[0] = 1; }}");
    let of_host = |size: &str| format!("#ifndef N\n#define N 64\n#endif\n{}", head(size));
    check(&[
        (&head("reqd_work_group_size(64, 1, 1)"), "+a"),
        (&of_host("reqd_work_group_size(N, 1, 1)"), "+a"),
        (&of_host("unused, __reqd_work_group_size__(N, 1, 1)"), "+a"),
        (&of_host("vec_type_hint(N)"), "+a"),
        (&of_host("cleanup(N)"), "a: OpenMacro(\"N\")"),
        (&head("cleanup(barrier)"), "a: Orders(\"barrier\")"),
    ]);
}

#[test]
fn a_pointer_that_is_only_read_needs_no_const() {
    let row = |body: &str| format!("kernel void k(global int *a, global float4 *b) {{ barrier(1); {body} }}");
    let held = |body: &str| judged(&row(body));
    for body in
        ["a[0];", "*a + 1;", "*(a + 1) - 3;", "x = (a[0]);", "vload4(0, a);", "f(a[0], 3);", "if (a[x[3]]) y = 1;"]
    {
        assert_eq!(held(body), "+a, +b", "{body}");
    }
    for body in ["a[0] = 1;", "*a |= 1;", "*(a + 1) -= 3;", "(a[0])++;", "--a[x];", "vstore4(v, 0, a);", "--*a;"] {
        assert_eq!(held(body), "a: Orders(\"barrier\"), +b", "{body}");
    }
    assert_eq!(held("b[0].x += 3;"), "+a, b: Orders(\"barrier\")");
    assert_eq!(held("x = b[0].x;"), "+a, +b");
    let of_rows = "typedef int row[4];\nkernel void k(global row *a) { barrier(1); f(a[0]); }";
    assert_eq!(judged(of_rows), "a: Orders(\"barrier\")");
    let in_macro = "#ifndef F\n#define F(x) x\n#endif\nkernel void k(global int *a) { int x = F(a[0]); }";
    assert_eq!(judged(in_macro), "a: OpenMacro(\"F\")");
}

#[test]
fn parameters_are_plain_pointers_to_global_memory() {
    check(&[
        ("kernel void k(global int *a, constant int *const b) { a[0] = b[0]; }", "+a, +b"),
        ("kernel void k(local int *a, global int *restrict b, global int *__restrict c) { a[0] = 1; }", ""),
        ("kernel void k(global int *a __attribute__((unused)), global int *b) { b[0] = 1; }", "a: NotPlain, +b"),
        ("kernel void k(global int *volatile a) { a[0] = 1; }", "a: NotPlain"),
        ("kernel void k(global int *const a) { barrier(1); a[0] = 1; }", "a: Orders(\"barrier\")"),
        ("kernel void k(global volatile int *a) { a[0] = 1; }", "a: Volatile"),
        ("kernel void k(global int *global *a, global int *b) { b[0] = 1; }", "a: NotPlain, b: PointerInMemory"),
        ("kernel void k(read_only image2d_t i, global int *b) { b[0] = 1; }", "b: OtherMemory(\"image2d_t\")"),
        ("#define P global int *a\nkernel void k(P, global int *b) { b[0] = 1; }", "a: MadeByMacro, +b"),
        (
            "kernel void k(global int *a,\n#ifdef X\nint n,\n#endif\nglobal int *b) { b[0] = 1; }",
            "a: ConditionalHead, b: ConditionalHead",
        ),
        ("int f(global int *p) { return p[0]; }", ""),
    ]);
}

/// What outlives a launch would be there twice after a second build.
#[test]
fn variables_outside_of_functions_keep_state() {
    let keeps = |before: &str| {
        let unit = Unit::alone(kernel(before, "a[0] = b[0];").as_bytes());
        restrict_candidates(&unit).iter().any(|parameter| parameter.may_keep_state)
    };
    let stateless = [
        "",
        ";",
        "__constant int c[] = {1, 2};\nconstant float d = 1, e = 2;",
        "typedef struct { int x; } point;\ntypedef float real, *place;",
        "struct s { int x[4]; };\nstruct s;\nenum { A, B };\nstruct __attribute__((packed)) t { char c; } __attribute__((aligned(4)));",
        "int f(int x);\nstatic inline int g(int x) { return x; }",
        "#ifdef X\ntypedef float real;\n#else\ntypedef double real;\n#endif",
    ];
    let wrong: Vec<_> = stateless.into_iter().filter(|before| keeps(before)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let stateful = [
        "__global int c;",
        "int c = 0;",
        "static int c[4];",
        "int f(void), c = (3);",
        "struct { int x; } c;",
        "struct s { int x; } c;",
        "struct s { int x; };\nstruct s c;",
        "__constant int *p;",
        "#ifndef X\n__constant\n#endif\nint c = 3;",
        "#ifdef X\n#define SPACE constant\n#else\n#define SPACE global\n#endif\nSPACE int c = 3;",
        "#define SPACE constant\nSPACE int c = 3;",
        "#define BOTH global int c; struct s\nBOTH { int x; };",
        "void g(void) { enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{}); }",
        "atomic_int c;",
        "global int c, constant_but_not = 1;",
    ];
    let wrong: Vec<_> = stateful.into_iter().filter(|before| !keeps(before)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
