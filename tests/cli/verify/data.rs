//! The data that kernels run with, and the memory that they may access: numbers that show differences, parameters by their places, races,
//! and memory outside of buffers. On PoCL.

use super::{is_waived, without_names};
use crate::sandbox::Sandbox;

const OCLGRIND: &str = "/usr/lib/oclgrind/liboclgrind-rt-icd.so";

/// Compares two texts, with a launch description beside them.
fn verify(original: &str, rewritten: &str, description: &str) -> Option<String> {
    if is_waived("CLUNROLL_NO_OPENCL") {
        return None;
    }
    let sandbox = Sandbox::with(&[("a.cl", original), ("b.cl", rewritten), ("a.launch.toml", description)]);
    Some(without_names(&sandbox.run(&["verify", "--run", "a.cl", "b.cl"])))
}

#[track_caller]
fn check(original: &str, rewritten: &str, description: &str, status: u8, line: &str) {
    assert_ne!(original, rewritten);
    let Some(said) = verify(original, rewritten, description) else { return };
    assert!(said.contains(&format!("exit status: {status}\n")) && said.contains(line), "{line} is not in\n{said}");
}

/// Kernels whose loops add up terms with elements of `a`.
fn sums(type_name: &str, terms: &[&str]) -> String {
    let kernel = |(number, term): (usize, &&str)| {
        format!(
            "__kernel void k{number}(__global const {type_name} *a, __global int *out, const int n, const int scale) {{
              int s = 0; for (int i = 0; i < n; i++) {{ int v = a[i]; s += {term}; }} out[get_global_id(0)] = s; }}\n"
        )
    };
    terms.iter().enumerate().map(kernel).collect()
}

#[test]
fn integers_have_signs_and_high_bits() {
    for (type_name, right, wrong) in [
        ("int", &["v / 4", "max(v, 0)", "abs(v) & 255"][..], &["v >> 2", "v", "v & 255"][..]),
        ("uchar", &["v >> 4", "(uchar)(v * a[i + 1])"], &["(v & 127) >> 4", "(ushort)(v * a[i + 1])"]),
        ("uint", &["(int)(a[i] >> 31)"], &["0 * v"]),
        ("short", &["v < 0"], &["0 * v"]),
        ("int", &["v ^ scale"], &["v ^ (scale & 64)"]),
    ] {
        let said = verify(&sums(type_name, right), &sums(type_name, wrong), "");
        let Some(said) = said else { return };
        for number in 0..right.len() {
            let line = format!("b.cl: verification failed: kernel k{number}: at size ");
            assert!(said.contains(&line), "{line} is not in\n{said}");
        }
    }
}

/// Two right texts for which a compiler may compute different results if an `int` overflows.
#[test]
fn an_original_that_overflows_is_no_failure() {
    let text = "__kernel void k(__global const int *a, __global long *out, int n) {
      long s = 0; for (int i = 0; i < n; i++) s += a[i] * 3 + a[i + 1]; out[get_global_id(0)] = s; }";
    let copies = text.replace(
        "for (int i = 0; i < n; i++) s += a[i] * 3 + a[i + 1];",
        "int i = 0; for (; i + 1 < n; i += 2) { { s += a[i] * 3 + a[i + 1]; } { const int j = i + 1; s += a[j] * 3 + a[j + 1]; } }
         if (i < n) s += a[i] * 3 + a[i + 1];",
    );
    check(text, &copies, "", 0, "no difference found: 1 kernel on TOOL");
}

#[test]
fn structures_contain_what_their_fields_are() {
    let text = "typedef struct { float d; char qs[4]; } block;
      typedef struct { int n; float scale; } settings;
      __kernel void k(__global const block *x, __global float *out, settings with) {
        float s = 0.0f; for (int i = 0; i < with.n; i++) s += x[i].d * with.scale * x[i].qs[1]; out[0] = s; }";
    check(text, &text.replace("qs[1]", "qs[2]"), "", 1, "b.cl: verification failed: kernel k: at size ");
    check(text, &text.replace("x[i].d *", "0 *"), "", 1, "b.cl: verification failed: kernel k: at size ");
    check(text, &text.replace("i < with.n", "i < with.n - (with.n == 7)"), "", 1, "kernel k: at size 7");
    let description = "[[launch]]\nkernel = 'k'\nglobal = [1]\n[launch.args]\nout = { size = 1, value = 0 }\n\
                       x = { size = 64, varied = { seed = 3 } }\nwith = [30, 0.5]\n";
    check(text, &text.replace("i < with.n", "with.n > i"), description, 0, "no difference found: 1 kernel on TOOL (");
    let wrong = description.replace("[30, 0.5]", "[30]");
    let why = "a.launch.toml:7:1: `with` is a structure of 2 numbers, but the description has 1";
    check(text, &text.replace("i < with.n", "with.n > i"), &wrong, 2, why);
}

/// PoCL renames parameters that have the name of a function.
#[test]
fn parameters_have_the_names_and_types_of_the_source() {
    let text = "typedef float2 cplx; typedef uint u32;
      __kernel void k(__global cplx *min, __global const cplx *cross, const u32 length) {
        for (int i = 0; i < length; i++) min[i] = cross[i] * 2.0f; }";
    let description = "[[launch]]\nkernel = 'k'\nglobal = [1]\n[launch.args]\nmin = { size = 9, value = 0.5 }\n\
                       cross = { size = 9, random = { from = -1.0, to = 1.0 } }\nlength = 9\n";
    check(text, &text.replace("i < length", "length > i"), description, 0, "no difference found: 1 kernel on TOOL (");
    let wrong = text.replace("i < length", "i < length - 1");
    check(text, &wrong, description, 1, "buffer `min`, element 8, component 0: ");
}

#[test]
fn a_launch_in_which_work_items_race_means_nothing() {
    let rows = "__kernel void k(__global int *out, int n, int stride) {
      for (int i = 0; i < n; i++) out[get_global_id(0) * stride + i] = get_global_id(0) + 1; }";
    let Some(said) = verify(rows, &rows.replace("i < n", "n > i"), "") else { return };
    assert!(said.contains("no difference found: 1 kernel on TOOL") && said.contains("inconclusive"), "{said}");
    let overlap = "__kernel void k(__global int *out, int n) { out[get_global_id(0) / 2] = get_global_id(0) + n; }";
    let description = "[[launch]]\nkernel = 'k'\nglobal = [8]\n[launch.args]\nout = { size = 8, value = 0 }\nn = 3\n";
    let why = "the original has a race: its work-items write to the same memory, or depend on their order";
    let why = format!("kernel k not verified: in the launch of a.launch.toml:1:1, {why}");
    check(overlap, &overlap.replace("= get", "= 0 + get"), description, 0, &why);
    check(overlap, &overlap.replace("+ n", "- n"), description, 0, &why);
    // The order of equal values makes no difference.
    let same = "__kernel void k(__global int *out, int n) { out[n] = n; }";
    check(same, &same.replace("= n;", "= 0 + n;"), "", 0, "no difference found: 1 kernel on TOOL (54 launches)");
}

#[test]
fn work_items_that_all_do_the_same_to_an_element_race() {
    // Each order gives the same. So nothing but the writes of both halves shows it.
    let text = "__kernel void k(__global int *a, int n) { for (int i = 0; i < n; i++) a[i] = a[i] * 3 + 1; }\n";
    let other = text.replace("+ 1;", "+ (get_global_size(0) > 1 ? 2 : 1);");
    let description = |global: usize| {
        format!(
            "[[launch]]\nkernel = \"k\"\nglobal = [{global}]\n[launch.args]\nn = 4\na = {{ size = 8, value = 1 }}\n"
        )
    };
    let why = "the original has a race: its work-items write to the same memory, or depend on their order";
    check(text, &other, &description(4), 0, why);
    // One work-item cannot race, and those of a kernel without a race are compared.
    check(text, &text.replace("+ 1;", "+ 2;"), &description(1), 1, "buffer `a`, element 0: 0x4 before, 0x5 after");
    let own = text.replace("a[i]", "a[get_global_id(0) + 0 * i]");
    check(&own, &own.replace("+ 1;", "+ 2;"), &description(4), 1, "buffer `a`, element 0: ");
}

/// Work-items write the same values to one element, so only a device that runs them at once shows that they race. Here, the other text
/// does what such a device may do.
#[test]
fn work_items_that_read_what_all_of_them_write_race() {
    let text = "__kernel void k(__global int *a, __global int *b, int n) {
        int g = get_global_id(0); for (int i = 0; i < n; i++) { a[i] = 7; a[i] += 1; } b[g] = n; }\n";
    let description = "[[launch]]\nkernel = 'k'\nglobal = [4]\n[launch.args]\nn = 2\n\
                       a = { size = 500000, value = 0 }\nb = { size = 5, value = 0 }\n";
    let why = "kernel k not verified: in the launch of a.launch.toml:1:1, the original has a race: its work-items ";
    let in_each_order = text.replace("a[i] = 7", "if (a[i] != 8) a[i] = 7");
    check(text, &in_each_order, description, 0, why);
    let in_one_order = text.replace("a[i] = 7", "if (a[i] != 8 || g > 0) a[i] = 7");
    check(text, &in_one_order, description, 0, why);
    // One work-item alone shows a wrong output.
    let fails = "verification failed: kernel k: in the launch of a.launch.toml:1:1, ";
    let wrong = "buffer `a`, element 0: 0x8 before, 0x9 after";
    check(text, &text.replace("+= 1", "+= 2"), description, 1, &format!("{fails}{wrong}"));
    check(text, &text.replace("+= 1", "+= 1 + (g == 3)"), description, 1, &format!("{fails}{wrong}"));
    // A race in another element is one of the output alone.
    let race = text.replace("b[g] = n", "b[g] = n; if (g < 3) b[g + 1] = 3; b[g] = n");
    check(text, &race, description, 1, &format!("{fails}the output has a race, and the original has none: "));
}

/// An index or a bound may come from an element that work-items of the original share.
#[test]
fn a_race_may_be_the_reason_for_an_access_or_for_a_crash() {
    let text = "__kernel void k(__global int *a, __global int *b, int n) {
        int g = get_global_id(0); if (g == n) a[0] = 8; b[g] = a[0]; }";
    let description = "[[launch]]\nkernel = 'k'\nglobal = [4]\n[launch.args]\nn = 1\n\
                       a = { size = 1, value = 0 }\nb = { size = 4, value = 0 }\n";
    let why = "kernel k not verified: in the launch of a.launch.toml:1:1, the original has a race: its work-items ";
    let with = |more: &str| text.replace("b[g] = a[0];", &format!("b[g] = a[0]; {more}"));
    check(text, &with("if (a[0] == 8 && g != n) b[g + 1000] = 0;"), description, 0, why);
    check(text, &with("if (a[0] == 8 && g != n) *(volatile __global int *)0 = 1;"), description, 0, why);
    // One work-item alone shows that it is the output.
    let fails = "verification failed: kernel k: in the launch of a.launch.toml:1:1, the output ";
    check(
        text,
        &with("if (g == 3) b[g + 1000] = 0;"),
        description,
        1,
        &format!("{fails}writes memory outside buffer `b`"),
    );
    check(text, &with("if (g == 3) *(volatile __global int *)0 = 1;"), description, 1, &format!("{fails}crashed"));
}

/// One work-item writes what the others read. The order of work-items cannot be changed, since the text has a macro of that name.
#[test]
fn work_items_race_with_one_that_writes() {
    let text = "#undef get_global_id
      __kernel void k(__global int *a, __global int *b, int n) {
        size_t g = get_global_id(0); for (int i = 0; i < n; i++) b[g] += a[0]; if (g == 0) a[0] = 5; }";
    let other = text.replace("+= a[0]", "+= a[0] == 5 ? 1 : a[0]");
    let description = "[[launch]]\nkernel = 'k'\nglobal = [4]\n[launch.args]\nn = 4\n\
                       a = { size = 1, value = 1 }\nb = { size = 4, value = 1 }\n";
    check(
        text,
        &other,
        description,
        0,
        "kernel k not verified: in the launch of a.launch.toml:1:1, the original has a race",
    );
    let own = text.replace("a[0] = 5", "b[g] = 5");
    check(&own, &own.replace("= 5", "= 6"), description, 1, "buffer `b`, element 0: 0x5 before, 0x6 after");
}

/// The original races in one element, and the output is wrong in another.
#[test]
fn a_race_in_another_element_explains_no_wrong_work_item() {
    let text = "__kernel void k(__global int *a, __global int *b, int n) {
        int g = get_global_id(0); for (int i = 0; i < n; i++) a[0] += 1; b[g] = g + n; }";
    let description = "[[launch]]\nkernel = 'k'\nglobal = [4]\n[launch.args]\nn = 2\n\
                       a = { size = 1, value = 0 }\nb = { size = 4, value = 0 }\n";
    let fails = "verification failed: kernel k: in the launch of a.launch.toml:1:1, buffer `b`, element 3: 0x5 before, 0x6 after";
    check(text, &text.replace("g + n;", "g + n + (g == 3);"), description, 1, fails);
    let why = "kernel k not verified: in the launch of a.launch.toml:1:1, the original has a race: its work-items ";
    // Only several work-items make this difference, or those of one work-group may.
    check(text, &text.replace("g + n;", "g + n + (a[0] > 2);"), description, 0, why);
    let grouped = text.replace("b[g]", "barrier(CLK_GLOBAL_MEM_FENCE); b[g]");
    let groups = description.replace("global = [4]", "global = [4]\nlocal = [2]");
    check(&grouped, &grouped.replace("g + n;", "g + n + (g == 3);"), &groups, 0, why);
}

#[test]
fn a_race_that_only_the_output_has_fails() {
    let text = "__kernel void k(__global int *out, int n) { int g = get_global_id(0); out[g] = g + n; }";
    let race = text.replace("out[g] =", "if (g + 1 < get_global_size(0)) out[g + 1] = 3; out[g] =");
    let how = "b.cl: verification failed: kernel k: at size 1, the output has a race, and the original has none: ";
    check(text, &race, "", 1, how);
}

#[test]
fn accesses_outside_of_buffers_are_noticed_wherever_they_are() {
    let text = "__kernel void k(__global const int *in, __global int *out, int n) {
      int s = 0; for (int i = 0; i < n; i++) s += in[i]; out[0] = s; }";
    let with = |more: &str| text.replace("out[0] = s;", &format!("out[0] = s; {more}"));
    let writes = "b.cl: verification failed: kernel k: at size 3, the output writes memory outside buffer `out`";
    for more in ["if (n == 3) out[400000] = 1;", "if (n == 3) out[-1] = 1;", "if (n == 3) out[1 << 30] = 1;"] {
        check(text, &with(more), "", 1, writes);
    }
    let reads = "kernel k: at size 3, the output reads memory outside buffer `in`, and the original does not";
    check(text, &with("if (n == 3 && in[1 << 29] == 7) out[0] = 2;"), "", 1, reads);

    let description = "[[launch]]\nkernel = 'k'\nglobal = [1]\n[launch.args]\n\
                       in = { size = 32, value = 1 }\nout = { size = 32, value = 0 }\nn = 33\n";
    let why = "kernel k not verified: the original reads memory outside buffer `in`, whose size is too small in its launch description";
    check(text, &text.replace("s += in[i]", "s = in[i] + s"), description, 0, why);
    let fits = description.replace("33", "32");
    check(text, &text.replace("s += in[i]", "s = in[i] + s"), &fits, 0, "no difference found: 1 kernel on TOOL (");
    let reads = "the output reads memory outside buffer `in`, and the original does not";
    check(text, &with("if (in[n] == 7) out[0] = 2;"), &fits, 1, reads);
}

/// Two right texts that differ with optimisation and without: the original overflows, and may compute anything.
#[test]
fn an_original_that_is_undefined_for_all_data_is_no_failure() {
    let text = "__kernel void k(__global int *out, int n) {
      int most = n | 0x7fffffff; out[get_global_id(0)] = most + 1 > most ? 5 : 6; }";
    let other = text.replace("most + 1 > most ? 5 : 6", "most != 0x7fffffff ? 5 : 7");
    let why =
        "b.cl: kernel k not verified: at size 1, with -cl-opt-disable, the original itself computes different results";
    check(text, &other, "", 0, why);
    let in_floats = |text: &str| text.replace("int *out", "float *out");
    check(&in_floats(text), &in_floats(&other), "", 0, why);
    // In floating point, the original may be rounded in another way, and is right.
    let text = "#ifdef __OPTIMIZE__\n#define ONE 1.0000001f\n#else\n#define ONE 1.0f\n#endif
      __kernel void k(__global float *out, float n) { int g = get_global_id(0);
        out[g] = n * 1.3f * ONE - (g & 1 ? n * 1.3f : 0.0f); }";
    check(
        text,
        &text.replace("1.3f", "2.6f"),
        "",
        1,
        "verification failed: kernel k: at size 1, buffer `out`, element 0",
    );
}

#[test]
fn indices_of_local_memory_are_checked() {
    let text = "__kernel void k(__global int *a, __local int *t, int n) {
      int l = get_local_id(0); t[l] = a[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE);
      a[get_global_id(0)] = t[l] + n; }";
    let other = text.replace("t[l] + n", "n + t[l]");
    let outside = text.replace("+ n", "+ n; if (n == 3 && t[n + 2000] == 9) a[0] = n");
    let how =
        "verification failed: kernel k: at size 3, the output accesses memory outside `t`, and the original does not";
    check(text, &outside, "", 1, how);
    let description = "[[launch]]\nkernel = 'k'\nglobal = [8]\nlocal = [4]\n[launch.args]\n\
                       a = { size = 8, value = 0 }\nt = { local = 3 }\nn = 3\n";
    let why =
        "the original accesses memory outside local memory `t`, whose size is too small in its launch description";
    check(text, &other, description, 0, why);
    check(text, &other, &description.replace("local = 3", "local = 4"), 0, "no difference found: 1 kernel on TOOL (");
}

#[test]
fn indices_of_local_arrays_are_checked() {
    let text = "#define SHARED __local
      __kernel void k(__global int *a, int n) {
      SHARED int t[2][8]; int l = get_local_id(0); t[1][l] = a[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE);
      a[get_global_id(0)] = t[1][l] + n; }";
    let outside = text.replace("+ n", "+ n; if (n == 3 && t[0][n + 2000] == 9) a[0] = n");
    let how = "the output accesses memory outside `t`, and the original does not";
    check(text, &outside, "", 1, how);
    let description = "[[launch]]\nkernel = 'k'\nglobal = [16]\nlocal = [16]\n[launch.args]\n\
                       a = { size = 16, value = 0 }\nn = 3\n";
    let other = text.replace("t[1][l] + n", "n + t[1][l]");
    check(text, &other, description, 0, "the original accesses memory outside its local array `t`");
    check(
        text,
        &other,
        &description.replace("local = [16]", "local = [8]"),
        0,
        "no difference found: 1 kernel on TOOL (",
    );
}

/// What a work-group finds in local memory is what the one before it has left there. A difference counts if it is there for one and the same
/// fill, too.
#[test]
fn local_memory_that_no_work_item_has_written_is_filled() {
    let array = "__kernel void k(__global int *a, int n) {
      __local int t[4]; int l = get_local_id(0); if (l == 0) { t[0] = 5; } barrier(CLK_LOCAL_MEM_FENCE);
      a[get_global_id(0)] = t[l] == 0x41414141 ? n : t[0]; barrier(CLK_LOCAL_MEM_FENCE); t[1] = 9; }";
    let parameter = array.replace("int n)", "int n, __local int *t)").replace("__local int t[4];", "");
    let description = "[[launch]]\nkernel = 'k'\nglobal = [8]\nlocal = [2]\n[launch.args]\n\
                       a = { size = 8, value = 0 }\nt = { local = 4 }\nn = 3\n";
    let without = description.replace("t = { local = 4 }\n", "");
    for (text, description) in [(array, &*without), (&parameter, description)] {
        let by_chance = text.replace("= t[l]", "= t[l] == 9 ? 77 : t[l]");
        check(text, &by_chance, description, 0, "the original reads local memory that no work-item has written");
        let wrong = by_chance.replace("? n", "? n + 1");
        check(text, &wrong, description, 1, "verification failed: kernel k");
        let wrong = text.replace(": t[0]", ": t[0] + l");
        check(text, &wrong, description, 1, "verification failed: kernel k");
    }
}

/// The output finds what the original has left in local memory.
#[test]
fn a_missing_store_to_local_memory_is_noticed() {
    let text = "__kernel void k(__global const int *a, __global int *out, int n) {
      __local int t[64]; int l = get_local_id(0);
      for (int i = l; i < 64; i += get_local_size(0)) t[i] = a[i] + n;
      barrier(CLK_LOCAL_MEM_FENCE);
      int s = 0; for (int i = 0; i < n; i++) s += t[i & 63]; out[get_global_id(0)] = s; }";
    let wrong = text.replace("i < 64;", "i < 63;");
    let why = "the output reads local memory that no work-item has written, and the original does not";
    check(text, &wrong, "", 1, why);
    check(text, &text.replace("i < 64;", "i <= 63;"), "", 0, "no difference found: 1 kernel on TOOL (");
}

/// Oclgrind lacks some functions that its optimiser uses.
#[test]
fn an_output_that_only_an_optimiser_breaks_is_not_verified() {
    if is_waived("CLUNROLL_NO_OPENCL") || !std::path::Path::new(OCLGRIND).exists() {
        return;
    }
    let text = "__kernel void k(__global uint *out, uint n) { volatile uint v = n; out[0] = v > 5 ? v - 5 : 0; }";
    let files = [("a.cl", text), ("b.cl", &text.replace("volatile", "")), ("icd/oclgrind.icd", OCLGRIND)];
    let said = Sandbox::with(&files)
        .shell("OCLGRIND_BUILD_OPTIONS= OCL_ICD_VENDORS=$PWD/icd $clunroll verify --run a.cl b.cl");
    let why = "b.cl: kernel k not verified: the original can be launched, and the output only with -cl-opt-disable: ";
    assert!(said.contains("exit status: 0\n") && said.contains(why), "{said}");
}

/// Oclgrind's optimiser makes this output wrong.
#[test]
fn oclgrind_does_not_optimise() {
    if is_waived("CLUNROLL_NO_OPENCL") || !std::path::Path::new(OCLGRIND).exists() {
        return;
    }
    let text = include_str!("../../cases/bodies/breaks_and_continues.cl");
    let command = |options: &str| {
        let files = [("a.cl", text), ("icd/oclgrind.icd", OCLGRIND)];
        let verify = "$clunroll a.cl -o b.cl --verify=run --only continue_inside_switch";
        Sandbox::with(&files).shell(&format!("{options} OCL_ICD_VENDORS=$PWD/icd {verify}"))
    };
    let said = command("");
    assert!(said.contains("exit status: 0\n") && said.contains("no difference found: 1 kernel on Oclgrind"), "{said}");
    let optimised = command("OCLGRIND_BUILD_OPTIONS=");
    assert!(optimised.contains("(not with -cl-opt-disable)"), "{optimised}");
}

/// Oclgrind keeps buffers in its own memory, and reports accesses outside.
#[test]
fn oclgrind_shows_the_same() {
    if is_waived("CLUNROLL_NO_OPENCL") || !std::path::Path::new(OCLGRIND).exists() {
        return;
    }
    let text = "typedef float2 cplx;
      __kernel void k(__global const cplx *cross, __global float *out, __local int *t, int length) {
        int g = get_global_id(0), l = get_local_id(0); t[l] = length; float s = 0.0f;
        for (int i = 0; i < length; i++) s += cross[i].x;
        out[g] = s + t[l]; }";
    let description = "[[launch]]\nkernel = 'k'\nglobal = [4]\nlocal = [4]\n[launch.args]\n\
                       cross = { size = 8, varied = {} }\nout = { size = 4, value = 0 }\nt = { local = 4 }\nlength = 8\n";
    for (right, wrong, status, line) in [
        ("s + t[l]", "t[l] + s", 0, "no difference found: 1 kernel on Oclgrind"),
        ("out[g] =", "if (g == 3) out[900000] = 1; out[g] =", 1, "the output writes memory outside"),
        ("out[g] =", "if (t[length] == 7) s = 1; out[g] =", 1, "the output reads memory outside"),
        ("out[g] =", "out[(g + 1) & 3] = 1; out[g] =", 1, "verification failed: kernel k: in the launch of "),
        ("cross[i].x", "fabs(cross[i].x)", 1, "buffer `out`, element 0"),
    ] {
        let other = text.replace(right, wrong);
        let icd = ("icd/oclgrind.icd", OCLGRIND);
        let files = [("a.cl", text), ("b.cl", &other), ("a.launch.toml", description), icd];
        let said = Sandbox::with(&files).shell("OCL_ICD_VENDORS=$PWD/icd $clunroll verify --run a.cl b.cl");
        assert!(said.contains(&format!("exit status: {status}\n")) && said.contains(line), "{line} is not in\n{said}");
    }
}
