//! The functions of OpenCL that the layer replaces only while it records: those that set arguments, launch, wait, and make queues.

#![expect(non_snake_case, reason = "the functions have the names that OpenCL gives them")]

use std::ffi::c_void;
use std::ptr::null_mut;

use opencl_sys::cl_icd::cl_icd_dispatch;
use opencl_sys::{
    CL_FALSE, CL_SUCCESS, cl_bool, cl_command_queue, cl_context, cl_event, cl_int, cl_kernel, cl_map_flags, cl_mem,
    cl_uint,
};

use super::launch::{self, WorkSizes};
use super::memory::OwnedEvent;
use super::{collect, is_here, queues, stop};
use crate::boundary::{elements, guarded};
use crate::kernel_arguments::SetArgument;
use crate::next::call;
use crate::owned::KernelHandle;
use crate::table;

/// Puts these functions into the table of the layer, as far as the loader has them.
pub(crate) fn replace(loader: &cl_icd_dispatch, table: &mut cl_icd_dispatch) {
    macro_rules! replace {
        ($($module:ident::$function:ident),* $(,)?) => {
            $(if loader.$function.is_some() {
                table.$function = Some($module::$function);
            })*
        };
    }
    use self as entry;
    replace!(
        entry::clSetKernelArg,
        entry::clSetKernelArgSVMPointer,
        entry::clEnqueueNDRangeKernel,
        entry::clEnqueueTask,
        entry::clEnqueueReadBuffer,
        entry::clEnqueueMapBuffer,
        entry::clFinish,
        entry::clWaitForEvents,
        entry::clReleaseContext,
        queues::clCreateCommandQueue,
        queues::clCreateCommandQueueWithProperties,
        queues::clReleaseCommandQueue,
        queues::clGetCommandQueueInfo,
        queues::clGetEventProfilingInfo,
    );
}

fn keep(kernel: cl_kernel, at: cl_uint, argument: impl FnOnce() -> SetArgument) {
    if is_here() {
        let keep = || {
            let argument = argument();
            table::with_arguments(KernelHandle(kernel), |arguments| arguments.set(at, argument));
        };
        guarded(keep, stop);
    }
}

unsafe extern "C" fn clSetKernelArg(kernel: cl_kernel, at: cl_uint, size: usize, value: *const c_void) -> cl_int {
    // SAFETY: the arguments are the application's.
    let status = unsafe { call!(clSetKernelArg(kernel, at, size, value)) };
    if status == CL_SUCCESS {
        // SAFETY: the driver has read so many bytes there, if there are any.
        keep(kernel, at, || unsafe { SetArgument::of(size, value) });
    }
    status
}

unsafe extern "C" fn clSetKernelArgSVMPointer(kernel: cl_kernel, at: cl_uint, value: *const c_void) -> cl_int {
    // SAFETY: the arguments are the application's.
    let status = unsafe { call!(clSetKernelArgSVMPointer(kernel, at, value)) };
    if status == CL_SUCCESS {
        keep(kernel, at, || SetArgument::Shared);
    }
    status
}

/// Passes a launch on, once, and takes note of it. `pass` gets the place for the event.
unsafe fn launched(
    queue: cl_command_queue,
    kernel: cl_kernel,
    sizes: impl FnOnce() -> WorkSizes,
    waits: (cl_uint, *const cl_event),
    event: *mut cl_event,
    pass: impl FnOnce(*mut cl_event) -> cl_int,
) -> cl_int {
    if !is_here() {
        return pass(event);
    }
    let prepare = || {
        // SAFETY: the arguments are the application's.
        unsafe { launch::prepare(queue, kernel, sizes(), elements(waits.1, waits.0 as usize)) }
    };
    let none = || {
        stop();
        None
    };
    let Some(underway) = guarded(prepare, none) else { return pass(event) };
    let mut own: cl_event = null_mut();
    let is_own = event.is_null();
    let status = pass(if is_own { &raw mut own } else { event });
    let note = || {
        let is_launched = status == CL_SUCCESS;
        let event = if !is_launched {
            None
        } else if is_own {
            (!own.is_null()).then_some(OwnedEvent(own))
        } else {
            // SAFETY: the driver has written the event of the launch there.
            unsafe { launch::shared(event.read()) }
        };
        underway.started(is_launched, event);
    };
    guarded(note, stop);
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
    let sizes = || {
        // What the driver refuses has no sizes.
        let count = if dimensions <= 3 { dimensions as usize } else { 0 };
        // SAFETY: there are so many sizes, or NULL.
        let all = |first: *const usize| unsafe { elements(first, count) };
        WorkSizes {
            global: if all(global).is_empty() { vec![0] } else { all(global).to_vec() },
            local: (!local.is_null()).then(|| all(local).to_vec()),
            is_from_zero: all(offset).iter().all(|offset| *offset == 0),
        }
    };
    // SAFETY: the arguments are the application's.
    unsafe {
        launched(queue, kernel, sizes, (wait_count, waits), event, |event| {
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
    let sizes = || WorkSizes { global: vec![1], local: Some(vec![1]), is_from_zero: true };
    // SAFETY: the arguments are the application's.
    unsafe {
        launched(queue, kernel, sizes, (wait_count, waits), event, |event| {
            call!(clEnqueueTask(queue, kernel, wait_count, waits, event))
        })
    }
}

unsafe extern "C" fn clEnqueueReadBuffer(
    queue: cl_command_queue,
    buffer: cl_mem,
    is_blocking: cl_bool,
    offset: usize,
    size: usize,
    place: *mut c_void,
    wait_count: cl_uint,
    waits: *const cl_event,
    event: *mut cl_event,
) -> cl_int {
    // SAFETY: the arguments are the application's.
    let status = unsafe {
        call!(clEnqueueReadBuffer(queue, buffer, is_blocking, offset, size, place, wait_count, waits, event))
    };
    if is_blocking != CL_FALSE {
        collect();
    }
    status
}

unsafe extern "C" fn clEnqueueMapBuffer(
    queue: cl_command_queue,
    buffer: cl_mem,
    is_blocking: cl_bool,
    flags: cl_map_flags,
    offset: usize,
    size: usize,
    wait_count: cl_uint,
    waits: *const cl_event,
    event: *mut cl_event,
    status: *mut cl_int,
) -> *mut c_void {
    // SAFETY: the arguments are the application's.
    let place = unsafe {
        call!(clEnqueueMapBuffer(queue, buffer, is_blocking, flags, offset, size, wait_count, waits, event, status))
    };
    if is_blocking != CL_FALSE {
        collect();
    }
    place
}

unsafe extern "C" fn clFinish(queue: cl_command_queue) -> cl_int {
    // SAFETY: the argument is the application's.
    let status = unsafe { call!(clFinish(queue)) };
    collect();
    status
}

unsafe extern "C" fn clWaitForEvents(count: cl_uint, events: *const cl_event) -> cl_int {
    // SAFETY: the arguments are the application's.
    let status = unsafe { call!(clWaitForEvents(count, events)) };
    collect();
    status
}

unsafe extern "C" fn clReleaseContext(context: cl_context) -> cl_int {
    collect();
    // SAFETY: the argument is the application's.
    unsafe { call!(clReleaseContext(context)) }
}
