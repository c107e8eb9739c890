//! OpenCL platforms that lose their device or run work-items in lockstep, and compilers in them that crash or do not end. A library for these tests simulates that, and
//! passes all other calls to the real one.

use super::{LOOP, is_waived, without_names};
use crate::sandbox::Sandbox;

/// Verifies a kernel with a library that fails from its Nth call on; checks the exit status and a part of the message.
#[track_caller]
fn check(fault: &str, options: &str, status: u8, line: &str) {
    if is_waived("CLUNROLL_NO_OPENCL") {
        return;
    }
    let sandbox = Sandbox::with_kernel(LOOP);
    sandbox.write("fake.c", include_str!("fake_opencl.c"));
    let command = format!(
        "cc -shared -fPIC -o fake.so fake.c -Wl,--no-as-needed -l:libOpenCL.so.1 -ldl || exit 9\n\
         OPENCL_DYLIB_PATH=$PWD/fake.so {fault} $clunroll k.cl -o out.cl -q --verify=run --verify-strict {options}"
    );
    let said = without_names(&sandbox.shell(&command));
    assert!(said.contains(&format!("exit status: {status}\n")), "{said}");
    assert!(said.contains(line), "{line} is not in\n{said}");
    assert_eq!(sandbox.path("out.cl").exists(), status == 0);
}

#[test]
fn the_library_passes_everything_on() {
    check("", "", 0, "");
}

/// On a device with a memory of its own, a write far away leaves no trace, or it destroys another buffer. The index shows it.
#[test]
fn a_device_with_its_own_memory_checks_indices_of_buffers() {
    if is_waived("CLUNROLL_NO_OPENCL") {
        return;
    }
    let text = "__kernel void k(__global const int *in, __global int *out, int n) {
      int s = 0; for (int i = 0; i < n; i++) s += in[i]; out[0] = s; if (n == 3) { OTHER; } }";
    let how =
        "verification failed: kernel k: at size 3, the output accesses memory outside `out`, and the original does not";
    let reads = how.replace("`out`", "`in`");
    // The place exists, and keeps its value: only the index shows it.
    let same = "volatile int same = OUT; OUT = same";
    for (other, status, line) in [
        (same.replace("OUT", "out[1 << 17]"), 1, how),
        ("out[1 << 28] = 2".to_owned(), 1, how),
        ("if (in[1 << 17] == 7) out[0] = 2".to_owned(), 1, &*reads),
        (same.replace("OUT", "out[1]"), 0, "no difference found: 1 kernel on TOOL ("),
    ] {
        let sandbox = Sandbox::new();
        sandbox.write("fake.c", include_str!("fake_opencl.c"));
        sandbox.write("a.cl", text.replace("OTHER", "out[1] = out[1]"));
        sandbox.write("b.cl", text.replace("OTHER", &other));
        let said = without_names(&sandbox.shell(
            "cc -shared -fPIC -o fake.so fake.c -Wl,--no-as-needed -l:libOpenCL.so.1 -ldl || exit 9\n\
             OPENCL_DYLIB_PATH=$PWD/fake.so FAKE_GPU=1 $clunroll verify --run --verify-with opencl:Portable a.cl b.cl",
        ));
        assert!(said.contains(&format!("exit status: {status}\n")) && said.contains(line), "{said}");
    }
}

/// On a GPU, work-items that all do the same to one element do it once, whether they are all or half of them. Only one half after the other
/// shows that they race.
#[test]
fn work_items_in_lockstep_race() {
    if is_waived("CLUNROLL_NO_OPENCL") {
        return;
    }
    let text = "__kernel void called(__global int *a, int n) { a[0] += n; }
      __kernel void k(__global int *a, int n) { called(a, 0); for (int i = 0; i < n; i++) a[i] = a[i] * 3 + 1; }";
    let race = "kernel k not verified: at size 1 in the launch of --kernel, the original has a race: ";
    let fails = "verification failed: kernel k: at size 1 in the launch of --kernel, buffer `a`, element 0: ";
    for (items, status, line) in [(4, 0, race), (1, 1, fails)] {
        let sandbox = Sandbox::new();
        sandbox.write("fake.c", include_str!("fake_opencl.c"));
        sandbox.write("a.cl", text);
        sandbox.write("b.cl", text.replace("+ 1", "+ 2"));
        let said = without_names(&sandbox.shell(&format!(
            "cc -shared -fPIC -o fake.so fake.c -Wl,--no-as-needed -l:libOpenCL.so.1 -ldl || exit 9\n\
             OPENCL_DYLIB_PATH=$PWD/fake.so FAKE_LOCKSTEP=2 $clunroll verify --run a.cl b.cl --only k --kernel k --global {items}"
        )));
        assert!(said.contains(&format!("exit status: {status}\n")) && said.contains(line), "{line} is not in\n{said}");
    }
}

#[test]
fn a_lost_device_is_no_fault_of_the_output() {
    let line = "clunroll: k.cl: kernel k not verified: clFinish: CL_OUT_OF_RESOURCES";
    // The fault is in the original, or in the output. There are two calls before, when the device is opened.
    for fault in ["FAKE_FINISH=3", "FAKE_FINISH=5"] {
        check(fault, "", 1, line);
    }
    let line = "clunroll: k.cl: not verified: coverage is not known: clFinish: CL_OUT_OF_RESOURCES\n";
    check("FAKE_FINISH=23", "", 1, line);
}

#[test]
fn a_compiler_that_crashes_has_crashed_on_one_of_the_texts() {
    check(
        "FAKE_CRASH=1",
        "",
        1,
        "clunroll: k.cl: not verified: the compiler crashed (signal 6) on the original (TOOL)\n",
    );
    let how = "the compiler crashed (signal 6) on the output, but builds the original";
    check("FAKE_CRASH=2", "", 1, &format!("clunroll: k.cl: verification failed: {how} (TOOL)\n"));
    let line = "clunroll: k.cl: not verified: coverage is not known: the compiler crashed (signal 6) with flags in the output\n";
    check("FAKE_CRASH=5", "", 1, line);
}

#[test]
fn a_compiler_that_does_not_end_is_ended() {
    let options = "--verify-timeout 0.3";
    let line = "clunroll: k.cl: not verified: the build takes more than 3 s (--verify-timeout) (TOOL)\n";
    check("FAKE_HANG=1", options, 1, line);
    let how = "the output takes more than 3 s to build, but the original takes ";
    check("FAKE_HANG=2", options, 1, &format!("clunroll: k.cl: verification failed: {how}"));
    let line = "clunroll: k.cl: not verified: coverage is not known: the compiler does not end within 3 s (--verify-timeout) with flags in the output\n";
    check("FAKE_HANG=5", options, 1, line);
}
