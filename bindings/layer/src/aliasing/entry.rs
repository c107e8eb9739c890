//! The functions of OpenCL that the layer replaces only for the choice at each launch: those that make and release buffers, set arguments,
//! and launch.

#![expect(non_snake_case, reason = "the functions have the names that OpenCL gives them")]

use std::ffi::c_void;
use std::ptr::null_mut;

use opencl_sys::cl_icd::cl_icd_dispatch;
use opencl_sys::{
    CL_SUCCESS, cl_command_queue, cl_context, cl_event, cl_int, cl_kernel, cl_kernel_exec_info, cl_mem, cl_mem_flags,
    cl_mem_properties, cl_uint,
};

use super::buffers::are_plain;
use super::state::{ArgumentCall, LaunchCall, drop_second};
use crate::boundary::{guarded, write};
use crate::kernel_arguments::SetArgument;
use crate::next::call;
use crate::owned::KernelHandle;
use crate::table;

/// Puts these functions into the table of the layer, as far as the loader has them.
pub(crate) fn replace(loader: &cl_icd_dispatch, table: &mut cl_icd_dispatch) {
    macro_rules! replace {
        ($($function:ident),* $(,)?) => {
            $(if loader.$function.is_some() {
                table.$function = Some(self::$function);
            })*
        };
    }
    replace!(
        clCreateBuffer,
        clCreateBufferWithProperties,
        clRetainMemObject,
        clReleaseMemObject,
        clSetKernelArg,
        clSetKernelArgSVMPointer,
        clSetKernelExecInfo,
        clEnqueueNDRangeKernel,
        clEnqueueTask,
    );
}

/// Takes note of a new buffer.
fn made(buffer: cl_mem, is_known: bool) {
    let note = || {
        let mut table = table::lock();
        if is_known { table.buffers.add(buffer as usize) } else { table.buffers.forget(buffer as usize) }
    };
    if !buffer.is_null() {
        guarded(note, || ());
    }
}

unsafe extern "C" fn clCreateBuffer(
    context: cl_context,
    flags: cl_mem_flags,
    size: usize,
    place: *mut c_void,
    status: *mut cl_int,
) -> cl_mem {
    // SAFETY: the arguments are the application's.
    let buffer = unsafe { call!(clCreateBuffer(context, flags, size, place, status)) };
    made(buffer, are_plain(flags));
    buffer
}

unsafe extern "C" fn clCreateBufferWithProperties(
    context: cl_context,
    properties: *const cl_mem_properties,
    flags: cl_mem_flags,
    size: usize,
    place: *mut c_void,
    status: *mut cl_int,
) -> cl_mem {
    // SAFETY: the arguments are the application's.
    let buffer = unsafe { call!(clCreateBufferWithProperties(context, properties, flags, size, place, status)) };
    // SAFETY: a list that is not NULL has at least its end.
    let has_none = properties.is_null() || unsafe { properties.read() } == 0;
    made(buffer, has_none && are_plain(flags));
    buffer
}

unsafe extern "C" fn clRetainMemObject(buffer: cl_mem) -> cl_int {
    // SAFETY: the argument is the application's.
    let status = unsafe { call!(clRetainMemObject(buffer)) };
    if status == CL_SUCCESS {
        guarded(|| table::lock().buffers.retained(buffer as usize), || ());
    }
    status
}

/// If the driver refuses the release, a buffer may be missing from the list. Then kernels with it are launched as written.
unsafe extern "C" fn clReleaseMemObject(buffer: cl_mem) -> cl_int {
    guarded(|| table::lock().buffers.released(buffer as usize), || ());
    // SAFETY: the argument is the application's.
    unsafe { call!(clReleaseMemObject(buffer)) }
}

unsafe extern "C" fn clSetKernelArg(kernel: cl_kernel, at: cl_uint, size: usize, value: *const c_void) -> cl_int {
    let second = guarded(|| ArgumentCall::begin(KernelHandle(kernel)), || None);
    // SAFETY: the arguments are the application's.
    let set = |kernel| unsafe { call!(clSetKernelArg(kernel, at, size, value)) };
    let status = set(kernel);
    if let Some(second) = second {
        let both = || {
            if status != CL_SUCCESS {
                // What is set now is the driver's matter.
                return drop_second(KernelHandle(kernel), "the driver refuses an argument");
            }
            // SAFETY: the driver has read so many bytes there, if there are any.
            let argument = unsafe { SetArgument::of(size, value) };
            second.accepted(at, argument, |kernel| set(kernel.0) == CL_SUCCESS);
        };
        guarded(both, || drop_second(KernelHandle(kernel), "please report this bug"));
    }
    status
}

unsafe extern "C" fn clSetKernelArgSVMPointer(kernel: cl_kernel, at: cl_uint, value: *const c_void) -> cl_int {
    guarded(|| drop_second(KernelHandle(kernel), "the program sets shared virtual memory"), || ());
    // SAFETY: the arguments are the application's.
    unsafe { call!(clSetKernelArgSVMPointer(kernel, at, value)) }
}

unsafe extern "C" fn clSetKernelExecInfo(
    kernel: cl_kernel,
    name: cl_kernel_exec_info,
    size: usize,
    value: *const c_void,
) -> cl_int {
    guarded(|| drop_second(KernelHandle(kernel), "the program sets properties of its launches"), || ());
    // SAFETY: the arguments are the application's.
    unsafe { call!(clSetKernelExecInfo(kernel, name, size, value)) }
}

/// Launches the second kernel if that is allowed and the driver accepts it, or else the first. `pass` gets the kernel and the place for the event.
unsafe fn launched(
    kernel: cl_kernel,
    event: *mut cl_event,
    pass: impl Fn(cl_kernel, *mut cl_event) -> cl_int,
) -> cl_int {
    let Some(launch) = guarded(|| LaunchCall::begin(KernelHandle(kernel)), || None) else { return pass(kernel, event) };
    let mut status = None;
    if let Ok(second) = &launch.chosen {
        // What a driver refuses leaves the place of the application as it is.
        let mut own: cl_event = null_mut();
        let accepted = pass(second.kernel.0, if event.is_null() { null_mut() } else { &raw mut own });
        if accepted == CL_SUCCESS {
            // SAFETY: the place is the application's.
            unsafe { write(event, own) };
            status = Some(accepted);
        }
    }
    let is_second = status.is_some();
    let status = status.unwrap_or_else(|| pass(kernel, event));
    if status == CL_SUCCESS {
        guarded(|| launch.launched(is_second), || ());
    }
    // The end of the call is noted here, and may release the second kernel.
    guarded(|| drop(launch), || ());
    status
}

unsafe extern "C" fn clEnqueueNDRangeKernel(
    queue: cl_command_queue,
    kernel: cl_kernel,
    dimensions: cl_uint,
    offset: *const usize,
    global: *const usize,
    local: *const usize,
    wait_count: cl_uint,
    waits: *const cl_event,
    event: *mut cl_event,
) -> cl_int {
    // SAFETY: the arguments are the application's, apart from the kernel and the place for the event.
    unsafe {
        launched(kernel, event, |kernel, event| {
            call!(clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, wait_count, waits, event))
        })
    }
}

unsafe extern "C" fn clEnqueueTask(
    queue: cl_command_queue,
    kernel: cl_kernel,
    wait_count: cl_uint,
    waits: *const cl_event,
    event: *mut cl_event,
) -> cl_int {
    // SAFETY: as above.
    unsafe { launched(kernel, event, |kernel, event| call!(clEnqueueTask(queue, kernel, wait_count, waits, event))) }
}
