//! OpenCL platforms that lose their device, and compilers in them that crash or do not end. A library for these tests simulates that, and
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

#[test]
fn a_lost_device_is_no_fault_of_the_output() {
    let line = "clunroll: k.cl: kernel k not verified: clFinish: CL_OUT_OF_RESOURCES";
    // The fault is in the original, or in the output.
    for fault in ["FAKE_FINISH=1", "FAKE_FINISH=3"] {
        check(fault, "", 1, line);
    }
    let line = "clunroll: k.cl: not verified: coverage is not known: clFinish: CL_OUT_OF_RESOURCES\n";
    check("FAKE_FINISH=21", "", 1, line);
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
    let how = "the output takes more than 3 s to build, but the original takes 0.";
    check("FAKE_HANG=2", options, 1, &format!("clunroll: k.cl: verification failed: {how}"));
    let line = "clunroll: k.cl: not verified: coverage is not known: the compiler does not end within 3 s (--verify-timeout) with flags in the output\n";
    check("FAKE_HANG=5", options, 1, line);
}
