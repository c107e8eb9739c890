//! Runs of kernels, on PoCL.

use serde_json::Value;

use super::{LOOP, is_waived, without_names};
use crate::sandbox::Sandbox;

/// Compares two texts, with more options.
fn verify(original: &str, rewritten: &str, options: &[&str]) -> Option<String> {
    if is_waived("CLUNROLL_NO_OPENCL") {
        return None;
    }
    let sandbox = Sandbox::with(&[("a.cl", original), ("b.cl", rewritten)]);
    Some(without_names(&sandbox.run(&[&["verify", "--run", "a.cl", "b.cl"], options].concat())))
}

/// Compares two texts, and checks the exit status and lines of standard error.
fn check(original: &str, rewritten: &str, status: u8, lines: &[&str]) {
    check_with(original, rewritten, &[], status, lines);
}

fn check_with(original: &str, rewritten: &str, options: &[&str], status: u8, lines: &[&str]) {
    let Some(said) = verify(original, rewritten, options) else { return };
    assert!(said.contains(&format!("exit status: {status}\n")), "{said}");
    for line in lines {
        assert!(said.contains(&format!("clunroll: {line}")), "{line} is not in\n{said}");
    }
}

const FILL: &str = "__kernel void k(__global int *a, int n) { for (int i = 0; i < n; i++) a[i] = 77; }";

/// The same with more statements after the loop.
fn fill_and(more: &str) -> String {
    FILL.replace("a[i] = 77; }", &format!("a[i] = 77; {more} }}"))
}

#[test]
fn a_kernel_that_computes_the_same_shows_no_difference() {
    let other = FILL.replace("a[i] = 77", "*(a + i) = 70 + 7");
    check(FILL, &other, 0, &["no difference found: 1 kernel on TOOL (54 launches)"]);
}

/// Each loop is entered, and its main loop runs several passes if it is unrolled by four.
#[test]
fn made_up_arguments_enter_loops_whose_bounds_or_indices_are_in_memory() {
    for (body, wrong) in [
        ("for (int i = a[id]; i < a[id + 1]; i++) sum += f[i] * f[b[i]];", "f[i] * f[b[i] ^ (i - a[id] == 19)]"),
        ("int i = a[id], end = a[id + 1]; while (i < end) { sum += f[i]; i++; }", "f[i] * (end - i == 17 ? 2 : 1)"),
        ("for (int i = a[id]; i < b[id]; i++) sum += f[i];", "f[i] * (b[id] - a[id] == 31 ? 2 : 1)"),
        ("int c = a[id]; for (int i = 0; i < c; i++) sum += f[i];", "f[i] * (c == 33 ? 2 : 1)"),
        ("for (int i = id; i < n; i += 64) sum += f[i];", "f[i] * (i >= 256 ? 2 : 1)"),
        ("for (int i = 0; i < get_group_id(0); i++) sum += f[i];", "f[i] * (i == 60 ? 2 : 1)"),
        ("for (int i = 0; i < n; i++) sum += f[i];", "f[i] * (n == 7 ? 2 : 1)"),
        ("for (int i = 0; i < n; i++) sum += f[b[i]];", "f[b[i] > 500 ? 0 : b[i]]"),
    ] {
        let text = format!(
            "__kernel void k(__global const int *a, __global const int *b, __global const float *f, __global float *o, int n) {{
              int id = get_global_id(0); float sum = 0; {body} o[id] = sum; }}"
        );
        let (before, after) = body.split_once("sum += ").unwrap();
        let other = text.replace(body, &format!("{before}sum += {wrong}{}", &after[after.find(';').unwrap()..]));
        check(&text, &other, 1, &["b.cl: verification failed: kernel k: at size "]);
    }
}

/// No launch passes an integer of a thousand, so no launch shows a difference between the two loops.
#[test]
fn a_loop_that_is_never_entered_is_not_called_verified() {
    let kernel = "__kernel void k(__global int *a, int n) { a[0] = 77; for (int i = 1000; i < n; i++) a[1] = 1; }";
    let Some(said) = verify(kernel, &kernel.replace("a[1] = 1", "a[1] = 2"), &[]) else { return };
    assert!(said.contains("exit status: 0\n"), "{said}");
    assert!(said.contains("the launches may not have covered every loop"), "{said}");
    assert!(!said.contains("verified"), "{said}");
}

#[test]
fn one_element_that_differs_at_one_size_is_a_difference() {
    let short = FILL.replace("i < n;", "i < n - (n == 33);");
    let how = "b.cl: verification failed: kernel k: at size 33, buffer `a`, element 32: ";
    check(FILL, &short, 1, &[how, "failed: k"]);
}

#[test]
fn an_output_that_hangs_or_crashes_is_a_difference() {
    let hangs = fill_and("volatile int zero = 0; while (n == 5 && zero == 0);");
    check_with(FILL, &FILL.replace("77", "7"), &["--verify-timeout", "1e19"], 1, &["failed: k"]);
    let limit = ["--verify-timeout", "2"];
    check_with(
        FILL,
        &hangs,
        &limit,
        1,
        &[
            "b.cl: verification failed: kernel k: at size 5, the output does not end within 2 s (--verify-timeout), but the original does",
        ],
    );
    let crashes = fill_and("if (n == 5) *(volatile __global int *)(a + ((size_t)1 << 40)) = 1;");
    check(FILL, &crashes, 1, &["b.cl: verification failed: kernel k: at size 5, the output crashed (signal 11)"]);
}

#[test]
fn an_original_that_hangs_or_crashes_at_once_is_not_verified_and_the_others_are() {
    let with = |kernels: &str, word: &str| {
        format!("{kernels}\n__kernel void other(__global int *a) {{ a[get_global_id(0)] {word} 7; }}\n")
    };
    let crashes = "__kernel void k(__global int *a, int n) { *(volatile __global int *)(a + ((size_t)1 << 40)) = n; }";
    let lines = [
        "b.cl: kernel k not verified: the original crashed (signal 11) at size 1",
        "no difference found: 1 kernel on TOOL (4 launches); the launches may not have covered every loop; not verified: k",
    ];
    check(&with(crashes, "= 0 +"), &with(crashes, "= 00 +"), 0, &lines);
    let hangs = "__kernel void k(__global volatile int *a, int n) { while (n > 1 && a[0] >= 0) a[1] = 1; }";
    let lines = [
        "b.cl: kernel k not verified: the original does not end within 2 s",
        "no difference found: 1 kernel on TOOL (4 launches); the launches may not have covered every loop; not verified: k",
    ];
    check_with(&with(hangs, "= 0 +"), &with(hangs, "= 00 +"), &["--verify-timeout", "2"], 0, &lines);
}

#[test]
fn texts_of_which_neither_builds_are_not_verified() {
    let wrong = "__kernel void k(__global int *a) { undeclared(a); }";
    check(
        wrong,
        &wrong.replace("(a);", "(a, 1);"),
        0,
        &["b.cl: not verified: neither the original nor the output builds (TOOL)", "not verified: b.cl"],
    );
    check_with(
        wrong,
        FILL,
        &["--verify-strict"],
        1,
        &["b.cl: not verified: the output builds, but the original does not"],
    );
    check(FILL, wrong, 1, &["b.cl: verification failed: the original builds, but the output does not"]);
    // A log of more than a megabyte.
    let wrong = "int of(int n) { return n + some_name_that_nobody_has_declared_in_this_text; }\n".repeat(6_000);
    check(FILL, &wrong, 1, &["b.cl: verification failed: the original builds, but the output does not"]);
}

#[test]
fn kernels_have_the_same_names_and_parameters() {
    check(
        FILL,
        &FILL.replace("void k", "void other"),
        1,
        &["b.cl: verification failed: the kernels differ: only in the original: k; only in the output: other"],
    );
    check(
        FILL,
        &FILL.replace("int n", "long n"),
        1,
        &["b.cl: verification failed: kernel k has other parameters in the output"],
    );
    let renamed = FILL.replace("int n", "int count").replace("i < n", "i < count");
    check(FILL, &renamed, 0, &["no difference found: 1 kernel on TOOL (54 launches)"]);
}

#[test]
fn a_file_without_kernels_is_not_verified_by_running() {
    let function = "int f(int n) { return n + 1; }\n";
    check(
        function,
        &function.replace("n + 1", "1 + n"),
        0,
        &["b.cl: not verified: it has no kernels", "not verified: b.cl"],
    );
}

#[test]
fn an_original_that_does_not_always_compute_the_same_is_not_verified() {
    let counts = "__kernel void k(__global int *a, __local int *l) { a[0] = l[0]; l[0] = l[0] + 1; }";
    let other = counts.replace("a[0] =", "a[1] =");
    check(counts, &other, 0, &["b.cl: kernel k not verified: the results of the original vary", "not verified: k"]);
}

/// The order of the additions decides the sum: in one build, where it may be the same each time, or in two.
#[test]
fn sums_of_floats_by_atomics_are_no_difference() {
    let text = "void add(volatile __global uint *p, float v) {
          uint old = *p, next;
          do { next = old; old = atomic_cmpxchg(p, next, as_uint(as_float(next) + v)); } while (old != next);
        }
        __kernel void k(__global uint *sum, __global const float *a, int n) {
          for (int i = 0; i < n; i++) add(sum + 1, a[get_global_id(0) + i]);
        }";
    let Some(said) = verify(text, &text.replace("a[get_global_id(0) + i]", "a[i + get_global_id(0)]"), &[]) else {
        return;
    };
    assert!(said.contains("exit status: 0\n") && !said.contains("verification failed"), "{said}");
}

#[test]
fn an_output_that_does_not_always_compute_the_same_is_never_verified() {
    let other = "__global int counter = 0;
        __kernel void k(__global int *a, int n) { for (int i = 0; i < n; i++) a[i] = 77 + (n >= 8 && i == 1 && counter++ % 2 == 0); }";
    check_with(
        FILL,
        other,
        &["--cl-std", "CL2.0", "--verify-strict"],
        1,
        &["b.cl: kernel k not verified: at size 8, the results of the output vary, but those of the original do not"],
    );
}

/// A mere comment allows nothing.
#[test]
fn a_difference_in_floating_point_counts_unless_the_source_lets_it() {
    let text = "/* FP_CONTRACT */ __kernel void k(__global float *a, int n) { a[0] = n; }";
    let other = text.replace("= n;", "= n + (n >= 8 ? 100.0f : 0.0f);");
    check(text, &other, 1, &["b.cl: verification failed: kernel k: at size "]);
    let lets = |text: &str| format!("#pragma OPENCL FP_CONTRACT ON\n{text}");
    let why = "b.cl: kernel k not verified: at size 8, floating-point results differ, and the FP_CONTRACT in the source allows that";
    check_with(&lets(text), &lets(&other), &["--verify-strict"], 1, &[why]);
}

#[test]
fn launches_have_as_many_dimensions_as_a_text_may_ask_for() {
    for row in ["get_global_id(1u)", "get_global_id((1))", "get_global_id(ROWS)"] {
        let text = format!(
            "enum {{ ROWS = 1 }};\n__kernel void k(__global int *a) {{ a[{row} * 16 + get_global_id(0)] = 100; }}"
        );
        let other = text.replace("= 100", &format!("= 100 + ({row} == 1)"));
        check(&text, &other, 1, &["b.cl: verification failed: kernel k: at size 1, buffer `a`, element 16"]);
    }
}

#[test]
fn the_components_of_a_vector_differ() {
    let text = "__kernel void k(__global float4 *a, float4 b) { a[0] = b; }";
    check(text, &text.replace("= b", "= b.wzyx"), 1, &["b.cl: verification failed: kernel k"]);
    let text = "__kernel void k(__global int4 *a, int4 b) { a[0] = b; }";
    check(text, &text.replace("= b", "= b.s1032"), 1, &["b.cl: verification failed: kernel k"]);
}

#[test]
fn made_up_arguments_fit_what_they_are_for() {
    let text = "
        typedef struct { int x; } point;
        typedef float real_t;
        __kernel void by_value(__global int *a, point p) { a[0] = p.x; }
        __kernel void image(read_only image2d_t i, __global int *a) { a[0] = get_image_width(i); }
        __kernel void nothing(void) { }
        __kernel void points(__global point *a, int n) { for (int i = 0; i < n; i++) a[i].x += i; }
        __kernel void real(__global real_t *a, real_t b, uint n) { for (uint i = 0; i < n; i++) a[i] = a[i] * b; }
        __kernel void sampled(sampler_t s, __global int *a) { a[0] = 1; }
        __kernel void vectors(__global float3 *a, ulong2 b, char c) { a[c] *= (float)b.y; }
        __kernel void wide(__constant short *s, __global double4 *d, long n) { for (long i = 0; i < n; i++) d[i] += s[i]; }
        __kernel __attribute__((reqd_work_group_size(100000, 1, 1))) void large(__global int *a) { a[0] = 1; }
        __kernel __attribute__((reqd_work_group_size(2, 4, 8))) void box(__global int *a, __local int *l) {
          size_t at = get_global_id(0) + 4 * (get_global_id(1) + 8 * get_global_id(2));
          l[get_local_id(0) + 2 * (get_local_id(1) + 4 * get_local_id(2))] = a[at];
          barrier(CLK_LOCAL_MEM_FENCE);
          a[at] = l[get_local_id(0)] + 1;
        } // end \\";
    let lines = [
        "b.cl: kernel image not verified: `i` has type image2d_t",
        "b.cl: kernel large not verified: clEnqueueNDRangeKernel: CL_INVALID_WORK_GROUP_SIZE",
        "b.cl: kernel nothing not verified: its launches changed no memory",
        "b.cl: kernel sampled not verified: `s` has type sampler_t",
        "no difference found: 6 kernels on TOOL",
    ];
    check(text, &text.replace("a[i] * b", "b * a[i]"), 0, &lines);
    let wrong = text.replace("l[get_local_id(0)] + 1", "l[get_local_id(0)] + 1 + get_global_id(2) / 15");
    check(text, &wrong, 1, &["b.cl: verification failed: kernel box: at size 1, buffer `a`"]);
}

#[test]
fn what_leaves_its_buffers_counts_as_far_as_it_does_not() {
    let far = "__kernel void k(__global int *a, int n) { for (int i = 0; i < n; i++) a[i * 5000] = 100 / n; }";
    check(far, &far.replace("i * 5000", "5000 * i"), 0, &["no difference found: 1 kernel on TOOL"]);
    let early = far.replace("a[i * 5000] = 100 / n", "a[-1 - i] = 1");
    check(
        &early,
        &early.replace("= 1;", "= 1 ;"),
        0,
        &["b.cl: kernel k not verified: the original writes memory outside buffer `a`"],
    );
}

#[test]
fn options_that_loosen_floating_point_are_recognised() {
    let sum =
        "__kernel void k(__global float *a, float b, int n) { for (int i = 0; i < n; i++) a[i] = a[i] * b * 0.3f; }";
    let other = sum.replace("a[i] * b * 0.3f", "a[i] * 0.3f * b");
    check(sum, &other, 1, &["b.cl: verification failed: kernel k: at size 1, buffer `a`, element "]);
    // Options that change results.
    let relaxed = "__kernel void k(__global float *a, int n) {\n#ifdef __FAST_RELAXED_MATH__\n a[n] = 1.0f;\n#else\n a[n] = 2.0f;\n#endif\n}";
    let fast = ["--build-option=-cl-fast-relaxed-math"];
    let changed = relaxed.replace("1.0f", "1.5f");
    check_with(
        relaxed,
        &changed,
        &fast,
        0,
        &[
            "b.cl: kernel k not verified: the results differ with -cl-fast-relaxed-math, which allows that, and are the same without",
        ],
    );
    check_with(relaxed, &changed, &["--build-option=-cl-fast-relaxed-math "], 0, &["b.cl: kernel k not verified"]);
    check(relaxed, &changed, 0, &["no difference found: 1 kernel on TOOL"]);
    check_with(FILL, &FILL.replace("77", "78 - 1"), &fast, 0, &["no difference found: 1 kernel on TOOL"]);
}

#[test]
fn products_are_not_contracted_into_sums_in_one_text_alone() {
    let text =
        "__kernel void k(__global float *a, int n) { for (int i = 0; i < n; i++) a[i] = a[i] * a[i + 1] + a[i + 2]; }";
    let apart =
        text.replace("a[i] = a[i] * a[i + 1] + a[i + 2];", "{ float p = a[i] * a[i + 1]; a[i] = p + a[i + 2]; }");
    check(text, &apart, 0, &["no difference found: 1 kernel on TOOL"]);
}

#[test]
fn a_broken_promise_is_found_and_nothing_is_written() {
    if is_waived("CLUNROLL_NO_OPENCL") {
        return;
    }
    let promise = "__kernel void k(__global int *a, int n) {\n#pragma clunroll exact\n#pragma unroll 4\n  for (int i = 0; i < n; i++) a[i] = i;\n}\n";
    let sandbox = Sandbox::with(&[("kernels/broken.cl", promise), ("kernels/good.cl", LOOP)]);
    let said = sandbox.run(&["kernels", "--out-dir", "out", "--verify=run", "--report", "report.json"]);
    let said = without_names(&said);
    assert!(said.contains("exit status: 1\n"), "{said}");
    assert!(said.contains("clunroll: kernels/broken.cl: verification failed: kernel k: at size "), "{said}");
    assert!(
        said.contains(
            "clunroll: no difference found: 1 kernel on TOOL (4 launches); all copies and tests were covered; failed: k\n"
        ),
        "{said}"
    );
    assert!(sandbox.path("out/good.cl").exists() && !sandbox.path("out/broken.cl").exists());
    let report: Value = serde_json::from_slice(&sandbox.read("report.json")).unwrap();
    let of = |at: usize| report["files"][at]["verification"].clone();
    assert_eq!(of(0)["verdict"], "same");
    assert_eq!(of(0)["kernels"][0]["verdict"], "different");
    let good = serde_json::json!([{ "name": "k", "launches": 4, "verdict": "same", "left_out": null }]);
    assert_eq!(of(1)["kernels"], good);
    let schema = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/report.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    validator.validate(&report).unwrap();
}

#[test]
fn an_opencl_platform_builds_too_and_one_that_is_not_there_is_an_error() {
    if is_waived("CLUNROLL_NO_OPENCL") {
        return;
    }
    let sandbox = Sandbox::with_kernel(LOOP);
    let said = sandbox.run(&["k.cl", "-o", "out.cl", "--verify", "--verify-with", "opencl:portable"]);
    assert!(without_names(&said).contains("clunroll: verified: 1 file still builds with TOOL\n"), "{said}");
    let said = sandbox.run(&["k.cl", "-o", "other.cl", "--verify=run", "--verify-with", "opencl:No Such Device"]);
    assert!(said.contains("exit status: 2"), "{said}");
    assert!(said.contains("error: cannot verify: there is no OpenCL device named No Such Device ("), "{said}");
    let said = sandbox.shell("OCL_ICD_VENDORS=/nowhere $clunroll k.cl -o other.cl --verify=run");
    assert!(
        said.contains("exit status: 2")
            && said.contains("error: cannot verify: no OpenCL platform is installed")
            && said.contains("; install the driver of a device, or PoCL, which runs kernels on the CPU"),
        "{said}"
    );
    assert_eq!(sandbox.names(), ["k.cl", "out.cl"]);
}

#[test]
fn what_is_interrupted_has_written_nothing_and_leaves_no_process() {
    if is_waived("CLUNROLL_NO_OPENCL") {
        return;
    }
    let hangs = format!("{LOOP}__kernel void l(__global volatile int *a) {{ while (a[0] >= 0) a[1] = 1; }}\n");
    let sandbox = Sandbox::with_kernel(hangs);
    // The worker does not load the layers of the user's programs.
    let line = "OPENCL_LAYERS=/nowhere.so $clunroll k.cl -o out.cl --verify=run & clunroll=$!\n\
        for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do sleep 1; worker=$(pgrep -P $clunroll) && break; done\n\
        test -n \"$worker\" || exit 7\n! grep -qz OPENCL_LAYERS /proc/$worker/environ || exit 9\nkill -INT $clunroll; wait $clunroll; echo $?\n\
        for second in 1 2 3 4 5 6 7 8 9 10; do kill -0 $worker || exit 0; sleep 1; done; exit 8";
    let said = sandbox.shell(line);
    assert!(said.contains("exit status: 0\n----- stdout\n2\n"), "{said}");
    assert_eq!(sandbox.names(), ["k.cl"]);
}
