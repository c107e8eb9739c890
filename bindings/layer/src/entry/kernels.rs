//! Functions for kernels.
//!
//! A kernel of a rewritten program is made from the private program. It is the driver's own kernel, so everything that is done with it
//! goes past the layer, apart from the question for its program.

use std::ffi::{c_char, c_void};
use std::ptr::null_mut;

use opencl_sys::{CL_KERNEL_PROGRAM, CL_OUT_OF_HOST_MEMORY, CL_SUCCESS, cl_int, cl_kernel, cl_program, cl_uint};

use crate::aliasing;
use crate::boundary::{elements, guarded, write};
use crate::next::call;
use crate::owned::{KernelHandle, OwnedProgram, ProgramHandle};
use crate::table::{self, FoundProgram, KernelOrigin};

/// The references to the application's program that so many new kernels need; `None` if the driver refuses.
fn anchors(found: &FoundProgram, count: usize) -> Option<Vec<Option<OwnedProgram>>> {
    let is_private = found.current.is_some();
    (0..count)
        .map(|_| if is_private { OwnedProgram::retain(found.watched.handle).map(Some) } else { Some(None) })
        .collect()
}

fn add(kernel: cl_kernel, found: &FoundProgram, anchor: Option<OwnedProgram>) {
    let (watched, private) = (found.watched.clone(), found.current.clone());
    let second = aliasing::kernel(kernel, found.restricted.as_ref());
    table::add_kernel(KernelHandle(kernel), KernelOrigin { watched, private, anchor }, second);
}

/// Makes one kernel, and adds it to the table.
fn make_one(
    found: Option<FoundProgram>,
    status: *mut cl_int,
    make: impl FnOnce(Option<&FoundProgram>) -> cl_kernel,
) -> cl_kernel {
    let Some(found) = found else { return make(None) };
    let Some(mut anchors) = anchors(&found, 1) else {
        // SAFETY: the place is the application's.
        unsafe { write(status, CL_OUT_OF_HOST_MEMORY) };
        return null_mut();
    };
    let kernel = make(Some(&found));
    if !kernel.is_null() {
        add(kernel, &found, anchors.pop().flatten());
    }
    kernel
}

pub(super) unsafe extern "C" fn clCreateKernel(
    program: cl_program,
    name: *const c_char,
    status: *mut cl_int,
) -> cl_kernel {
    // SAFETY: the arguments are the application's.
    let make = |program| unsafe { call!(clCreateKernel(program, name, status)) };
    guarded(
        || {
            let found = table::program(ProgramHandle(program));
            make_one(found, status, |found| make(found.map_or(program, FoundProgram::program)))
        },
        || make(program),
    )
}

pub(super) unsafe extern "C" fn clCloneKernel(kernel: cl_kernel, status: *mut cl_int) -> cl_kernel {
    // SAFETY: the arguments are the application's.
    let make = || unsafe { call!(clCloneKernel(kernel, status)) };
    let clone = guarded(|| make_one(table::kernel(KernelHandle(kernel)), status, |_| make()), make);
    if !clone.is_null() {
        guarded(|| table::copy_arguments(KernelHandle(kernel), KernelHandle(clone)), || ());
    }
    clone
}

pub(super) unsafe extern "C" fn clCreateKernelsInProgram(
    program: cl_program,
    room: cl_uint,
    kernels: *mut cl_kernel,
    count_ret: *mut cl_uint,
) -> cl_int {
    // SAFETY: the arguments are the application's, and a number of this function's own.
    let make =
        |program, room, kernels, count| unsafe { call!(clCreateKernelsInProgram(program, room, kernels, count)) };
    guarded(
        || {
            let found = table::program(ProgramHandle(program));
            let Some(found) = found.filter(|_| !kernels.is_null()) else {
                let found = table::program(ProgramHandle(program));
                return make(found.as_ref().map_or(program, FoundProgram::program), room, kernels, count_ret);
            };
            let mut count = 0;
            let status = make(found.program(), 0, null_mut(), &raw mut count);
            if status != CL_SUCCESS {
                return status;
            }
            let Some(anchors) = anchors(&found, count as usize) else { return CL_OUT_OF_HOST_MEMORY };
            let status = make(found.program(), room, kernels, count_ret);
            if status == CL_SUCCESS {
                // SAFETY: the driver has written all kernels.
                let made = unsafe { elements(kernels.cast_const(), count as usize) };
                for (kernel, anchor) in made.iter().zip(anchors) {
                    add(*kernel, &found, anchor);
                }
            }
            status
        },
        || make(program, room, kernels, count_ret),
    )
}

pub(super) unsafe extern "C" fn clRetainKernel(kernel: cl_kernel) -> cl_int {
    // SAFETY: the argument is the application's.
    let status = unsafe { call!(clRetainKernel(kernel)) };
    if status == CL_SUCCESS {
        guarded(|| table::retained_kernel(KernelHandle(kernel)), || ());
    }
    status
}

pub(super) unsafe extern "C" fn clReleaseKernel(kernel: cl_kernel) -> cl_int {
    let handle = KernelHandle(kernel);
    // SAFETY: the argument is the application's.
    let release = || unsafe { call!(clReleaseKernel(kernel)) };
    guarded(
        || {
            let released = table::release_kernel(handle);
            let status = release();
            if status != CL_SUCCESS {
                table::keep_kernel(handle, released);
            }
            status
        },
        release,
    )
}

pub(super) unsafe extern "C" fn clGetKernelInfo(
    kernel: cl_kernel,
    name: cl_uint,
    size: usize,
    value: *mut c_void,
    size_ret: *mut usize,
) -> cl_int {
    // SAFETY: the arguments are the application's.
    let status = unsafe { call!(clGetKernelInfo(kernel, name, size, value, size_ret)) };
    if name == CL_KERNEL_PROGRAM && status == CL_SUCCESS && !value.is_null() {
        let found = guarded(|| table::kernel(KernelHandle(kernel)), || None);
        if let Some(found) = found {
            // SAFETY: the driver has written a handle here.
            unsafe { value.cast::<cl_program>().write_unaligned(found.watched.handle.0) };
        }
    }
    status
}
