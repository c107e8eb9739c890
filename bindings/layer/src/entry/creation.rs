//! Functions that make programs. A program from source is watched from then on. All others are only reported.

use std::ffi::{CStr, c_char, c_uchar, c_void};

use opencl_sys::{cl_context, cl_device_id, cl_int, cl_program, cl_uint};

use crate::boundary::{elements, guarded};
use crate::log;
use crate::next::call;
use crate::owned::{ContextHandle, ProgramHandle};
use crate::rewriting::MOST_BYTES;
use crate::table;
use crate::watched::WatchedProgram;

pub(super) unsafe extern "C" fn clCreateProgramWithSource(
    context: cl_context,
    count: cl_uint,
    strings: *mut *const c_char,
    lengths: *const usize,
    status: *mut cl_int,
) -> cl_program {
    // SAFETY: the arguments are the application's.
    let program = unsafe { call!(clCreateProgramWithSource(context, count, strings, lengths, status)) };
    if program.is_null() {
        return program;
    }
    guarded(
        || {
            // SAFETY: the driver has accepted the strings.
            let text = unsafe { concatenated(count as usize, strings, lengths) };
            if text.len() > MOST_BYTES {
                log::say(&format!("a program of {} bytes passes by: it is too large", text.len()));
                return;
            }
            table::add_program(WatchedProgram {
                handle: ProgramHandle(program),
                context: ContextHandle(context),
                text: text.into(),
                parts: None,
            });
        },
        || (),
    );
    program
}

/// The source: all strings, one after the other. A string without a length ends at its NUL.
unsafe fn concatenated(count: usize, strings: *const *const c_char, lengths: *const usize) -> Vec<u8> {
    // SAFETY: the caller passes so many strings, and so many lengths or NULL.
    let (strings, lengths) = unsafe { (elements(strings, count), elements(lengths, count)) };
    let mut text = Vec::new();
    for (at, string) in strings.iter().enumerate() {
        // SAFETY: a string has its length, or ends with a NUL.
        text.extend_from_slice(unsafe {
            match lengths.get(at) {
                None | Some(0) => CStr::from_ptr(*string).to_bytes(),
                Some(length) => std::slice::from_raw_parts(string.cast(), *length),
            }
        });
    }
    text
}

pub(super) unsafe extern "C" fn clCreateProgramWithBinary(
    context: cl_context,
    device_count: cl_uint,
    devices: *const cl_device_id,
    lengths: *const usize,
    binaries: *mut *const c_uchar,
    binary_status: *mut cl_int,
    status: *mut cl_int,
) -> cl_program {
    passes("a binary");
    // SAFETY: the arguments are the application's.
    unsafe {
        call!(clCreateProgramWithBinary(context, device_count, devices, lengths, binaries, binary_status, status))
    }
}

pub(super) unsafe extern "C" fn clCreateProgramWithIL(
    context: cl_context,
    text: *const c_void,
    length: usize,
    status: *mut cl_int,
) -> cl_program {
    passes("intermediate language, such as SPIR-V");
    // SAFETY: the arguments are the application's.
    unsafe { call!(clCreateProgramWithIL(context, text, length, status)) }
}

pub(super) unsafe extern "C" fn clCreateProgramWithBuiltInKernels(
    context: cl_context,
    device_count: cl_uint,
    devices: *const cl_device_id,
    names: *const c_char,
    status: *mut cl_int,
) -> cl_program {
    passes("the device's own kernels");
    // SAFETY: the arguments are the application's.
    unsafe { call!(clCreateProgramWithBuiltInKernels(context, device_count, devices, names, status)) }
}

fn passes(what: &str) {
    guarded(|| log::say(&format!("a program passes by: it is made from {what}")), || ());
}
