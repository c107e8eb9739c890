//! docs/limits.md is right about loops that stay as written: one small kernel for each kind of declined loop, and for each counterexample.

use clunroll::{Done, NoIncludes, Options, unroll};

/// The result of the one request in `source`: the code of the reason why it is declined, or `unrolled`.
fn fate(source: &str, options: &Options) -> String {
    let outcome = unroll(source.as_bytes(), options, &mut NoIncludes);
    assert_eq!(outcome.requests.len(), 1, "{source}");
    match &outcome.requests[0].done {
        Done::Left { cause } => cause.rule().code.to_owned(),
        Done::Unrolled { .. } => "unrolled".to_owned(),
        _ => "not asked".to_owned(),
    }
}

fn kernel(statements: &str) -> String {
    format!(
        "kernel void k(global int *a, global int *m, local int *l, int n) {{\nint sum = 0;\n{statements}\na[0] = sum;\n}}\n"
    )
}

/// A loop with factor 4 and that body.
fn with_body(body: &str) -> String {
    kernel(&format!("#pragma unroll 4\nfor (int i = 0; i < n; i++) {{ {body} }}"))
}

/// A loop up to `bound` in which an iteration may skip the barrier.
fn sometimes_meeting(request: &str, bound: &str) -> String {
    let body = "{ if (a[i]) barrier(CLK_LOCAL_MEM_FENCE); sum += l[i]; }";
    kernel(&format!("const int last = {bound};\n{request}\nfor (int i = 0; i < last; i++) {body}"))
}

#[test]
fn what_is_said_to_be_declined_is_declined() {
    let sevenfold = [0, 1, 2, 3, 4, 5, 6].map(|at| format!("\n#ifdef A{at}\nsum += {at};\n#endif\n")).concat();
    let cases = [
        ("CLU102", kernel("#pragma unroll\nfor (int i = 0; i < n; i++) sum += a[i];")),
        ("CLU204", kernel("#pragma unroll\nfor (int i = 0; i < 64 && a[i]; i++) sum += a[i];")),
        ("CLU205", kernel("local int i;\n#pragma unroll\nfor (i = 0; i < 8; i++) sum += a[i];")),
        ("CLU206", kernel("#pragma unroll\nfor (uint i = 7; i >= 0; i--) sum += a[i];")),
        ("CLU206", kernel("#pragma unroll 4\nfor (uint i = 7; i >= 0; i--) sum += a[i];")),
        ("CLU208", kernel("#pragma unroll\nfor (int i = 0; i < 7.5f; i++) sum += a[i];")),
        ("CLU207", kernel("#pragma unroll\nfor (int i = 0; i < TILE; i++) sum += a[i];")),
        ("CLU219", kernel("__attribute__((opencl_unroll_hint))\nfor (int i = 0; i < n; i++) sum += a[i];")),
        ("CLU211", format!("#ifndef ADD\n#define ADD(x) sum += x\n#endif\n{}", with_body("ADD(a[i]);"))),
        ("CLU211", format!("#include \"missing.h\"\n{}", with_body("sum += f(i);"))),
        ("CLU210", with_body("local int x; x = i; sum += x;")),
        ("CLU210", with_body("static int x; sum += x;")),
        ("CLU210", with_body("__asm__ volatile(\"here: nop\");")),
        ("CLU210", with_body("sum += X;\n#define X 1\n")),
        ("CLU210", with_body("\n#pragma pack(1)\n sum += i;")),
        ("CLU212", kernel("#pragma unroll 3\n while (sum < 9) { barrier(CLK_LOCAL_MEM_FENCE); sum += 1 + a[0]; }")),
        ("CLU212", sometimes_meeting("#pragma unroll 4", "a[get_local_id(0)]")),
        ("CLU212", sometimes_meeting("#pragma unroll 5", "n")),
        ("CLU212", sometimes_meeting("for (int j = 0; j < n; j++)\n#pragma unroll 3", "n")),
        ("CLU214", with_body("sum += __builtin_COLUMN();")),
        ("CLU209", kernel("switch (n) {\n#pragma unroll 4\nfor (int i = 0; i < n; i++) { case 3: sum += a[i]; }\n}")),
        (
            "CLU209",
            format!("{}\n", with_body("in: sum += a[i];").replace("int sum = 0;", "int sum = 0; if (n) goto in;")),
        ),
        ("CLU212", sometimes_meeting("#pragma unroll", "8")),
        ("CLU205", kernel("#pragma unroll 4\nfor (volatile int i = 0; i < n; i++) sum += a[i];")),
        ("CLU225", with_body(&sevenfold)),
        ("CLU213", kernel("#pragma unroll\nfor (int i = 0; i < 5000; i++) sum += a[i];")),
        ("CLU214", with_body("sum += __LINE__;")),
        ("CLU215", format!("// ??/\n{}", with_body("sum += a[i];"))),
        ("CLU211", format!("#pragma pop_macro(\"A\")\n{}", with_body("sum += a[i];"))),
        ("CLU223", with_body("sum += ${f}[i];")),
    ];
    for (code, source) in &cases {
        assert_eq!(fate(source, &Options::default()), *code, "{source}");
    }
}

#[test]
fn what_is_said_to_be_unrolled_is_unrolled() {
    let cases = [
        // The same loops with a factor.
        kernel("#pragma unroll 4\nfor (int i = 0; i < 64 && a[i]; i++) sum += a[i];"),
        kernel("local int i;\n#pragma unroll 4\nfor (i = 0; i < 8; i++) sum += a[i];"),
        kernel("#pragma unroll 4\nfor (int i = 0; i < TILE; i++) sum += a[i];"),
        kernel("#pragma unroll 4\nfor (int i = 0; i < *m; i++) sum += a[i];"),
        with_body("if (i == 0) barrier(CLK_LOCAL_MEM_FENCE); sum += l[i];"),
        sometimes_meeting("for (int j = 0; j < n; j++)\n#pragma unroll 2", "n"),
        // There is no main loop, and no more barriers than a function may have.
        sometimes_meeting("#pragma unroll", "4"),
        kernel("#pragma unroll 2\n while (sum < 9) { barrier(CLK_LOCAL_MEM_FENCE); sum += 1 + a[0]; }"),
        kernel("#pragma unroll 4\nfor (int i = 0; i < 7.5f; i++) sum += a[i];"),
        // A volatile bound is read before each copy, as often as in the original.
        kernel("volatile int b = n;\n#pragma unroll 4\nfor (int i = 0; i < b; i++) sum += a[i];"),
        // A variable that changes in the body, and a full unroll.
        kernel("#pragma unroll\nfor (int i = 0; i < 8; i++) { sum += a[i]; i += sum; }"),
        // A function that cannot be parsed around a loop that can.
        kernel("foo(a\n#pragma unroll 4\nfor (int i = 0; i < n; i++) sum += a[i];"),
        // A name that is not mentioned as a macro, and one that expands to a value.
        with_body("STEP(a, i);"),
        with_body("sum += WIDTH;"),
        // A definition that each copy repeats.
        with_body("\n#define X 1\n sum += X;"),
        format!("#ifndef WIDTH\n#define WIDTH 4\n#endif\n{}", with_body("sum += WIDTH;")),
    ];
    for source in &cases {
        assert_eq!(fate(source, &Options::default().checked(true)), "unrolled", "{source}");
    }
}

/// Values that the host may pass are taken into account; a name that is only called is treated as a function.
#[test]
fn a_macro_of_the_command_line_may_hide_anything() {
    let source = with_body("STEP(a, i);");
    let told = |trusted| Options::default().define("STEP(a, i)", "break").expect("a macro").trust_defines(trusted);
    assert_eq!(fate(&source, &told(false)), "CLU211");
    assert_eq!(fate(&source, &told(true)), "unrolled");
}
