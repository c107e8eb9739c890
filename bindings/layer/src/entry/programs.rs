//! Functions for programs.

use std::ffi::{c_char, c_void};
use std::ptr::null_mut;

use opencl_sys::{
    CL_PROGRAM_CONTEXT, CL_PROGRAM_DEVICES, CL_PROGRAM_IL, CL_PROGRAM_NUM_DEVICES, CL_PROGRAM_REFERENCE_COUNT,
    CL_PROGRAM_SOURCE, CL_SUCCESS, cl_context, cl_device_id, cl_int, cl_program, cl_uint,
};

use crate::boundary::guarded;
use crate::build;
use crate::build_call::{BuildCall, BuildCallback};
use crate::link::{self, LinkCall};
use crate::next::call;
use crate::owned::ProgramHandle;
use crate::table::{self, FoundProgram};

pub(super) unsafe extern "C" fn clRetainProgram(program: cl_program) -> cl_int {
    // SAFETY: the argument is the application's.
    let status = unsafe { call!(clRetainProgram(program)) };
    if status == CL_SUCCESS {
        guarded(|| table::retained_program(ProgramHandle(program)), || ());
    }
    status
}

pub(super) unsafe extern "C" fn clReleaseProgram(program: cl_program) -> cl_int {
    let handle = ProgramHandle(program);
    // SAFETY: the argument is the application's.
    let release = || unsafe { call!(clReleaseProgram(program)) };
    guarded(
        || {
            let released = table::release_program(handle);
            let status = release();
            if status != CL_SUCCESS {
                table::keep_program(handle, released);
            }
            status
        },
        release,
    )
}

pub(super) unsafe extern "C" fn clBuildProgram(
    program: cl_program,
    device_count: cl_uint,
    devices: *const cl_device_id,
    options: *const c_char,
    callback: BuildCallback,
    user_data: *mut c_void,
) -> cl_int {
    let wanted = BuildCall { device_count, devices, options, headers: None, callback, user_data };
    // SAFETY: the arguments are the application's.
    unsafe { build(program, &wanted) }
}

pub(super) unsafe extern "C" fn clCompileProgram(
    program: cl_program,
    device_count: cl_uint,
    devices: *const cl_device_id,
    options: *const c_char,
    header_count: cl_uint,
    headers: *const cl_program,
    names: *mut *const c_char,
    callback: BuildCallback,
    user_data: *mut c_void,
) -> cl_int {
    let headers = Some((header_count, headers, names));
    let wanted = BuildCall { device_count, devices, options, headers, callback, user_data };
    // SAFETY: the arguments are the application's.
    unsafe { build(program, &wanted) }
}

unsafe fn build(program: cl_program, wanted: &BuildCall) -> cl_int {
    let handle = ProgramHandle(program);
    guarded(
        // SAFETY: the arguments are the application's.
        || unsafe { build::build(handle, wanted) },
        || {
            let replaced = (table::set_current(handle, None), table::set_restricted(handle, None));
            drop(replaced);
            // SAFETY: as above.
            unsafe { wanted.pass(program) }
        },
    )
}

pub(super) unsafe extern "C" fn clLinkProgram(
    context: cl_context,
    device_count: cl_uint,
    devices: *const cl_device_id,
    options: *const c_char,
    program_count: cl_uint,
    programs: *const cl_program,
    callback: BuildCallback,
    user_data: *mut c_void,
    status: *mut cl_int,
) -> cl_program {
    let wanted =
        LinkCall { context, device_count, devices, options, program_count, programs, callback, user_data, status };
    // SAFETY: the arguments are the application's.
    guarded(|| unsafe { link::link(&wanted) }, || unsafe { wanted.pass() })
}

pub(super) unsafe extern "C" fn clGetProgramInfo(
    program: cl_program,
    name: cl_uint,
    size: usize,
    value: *mut c_void,
    size_ret: *mut usize,
) -> cl_int {
    // SAFETY: the arguments are the application's.
    let ask = |program| unsafe { call!(clGetProgramInfo(program, name, size, value, size_ret)) };
    guarded(
        || match table::program(ProgramHandle(program)) {
            Some(found) if found.current.is_some() => match name {
                CL_PROGRAM_CONTEXT
                | CL_PROGRAM_NUM_DEVICES
                | CL_PROGRAM_DEVICES
                | CL_PROGRAM_SOURCE
                | CL_PROGRAM_IL => ask(program),
                CL_PROGRAM_REFERENCE_COUNT => {
                    let status = ask(program);
                    if status == CL_SUCCESS && !value.is_null() {
                        // SAFETY: the driver has written the count here.
                        unsafe { correct(value.cast(), &found) };
                    }
                    status
                }
                _ => ask(found.program()),
            },
            _ => ask(program),
        },
        || ask(program),
    )
}

/// Corrects the number of references to a program with a private one. The layer has one for each kernel. Some drivers have one for each
/// kernel too: then the private program shows how many.
unsafe fn correct(count: *mut cl_uint, found: &FoundProgram) {
    let mut of_private: cl_uint = 1;
    // SAFETY: the program is valid, and there is room for the number.
    unsafe {
        let size = size_of::<cl_uint>();
        let place = (&raw mut of_private).cast();
        call!(clGetProgramInfo(found.program(), CL_PROGRAM_REFERENCE_COUNT, size, place, null_mut()));
        let others = count.read_unaligned().saturating_sub(table::anchors(found.watched.handle));
        count.write_unaligned(others + of_private.saturating_sub(1));
    }
}

pub(super) unsafe extern "C" fn clGetProgramBuildInfo(
    program: cl_program,
    device: cl_device_id,
    name: cl_uint,
    size: usize,
    value: *mut c_void,
    size_ret: *mut usize,
) -> cl_int {
    // SAFETY: the arguments are the application's.
    let ask = |program| unsafe { call!(clGetProgramBuildInfo(program, device, name, size, value, size_ret)) };
    guarded(
        || match table::program(ProgramHandle(program)) {
            Some(found) => ask(found.program()),
            None => ask(program),
        },
        || ask(program),
    )
}
