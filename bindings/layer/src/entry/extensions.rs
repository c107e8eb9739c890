//! Functions of extensions, which the application asks for by name.
//!
//! Some take a program, and their addresses are the driver's: they would get the application's program, which is not built. An application
//! that asks for one of them is not rewritten from then on.

use std::ffi::{CStr, c_char, c_void};

use opencl_sys::cl_platform_id;

use crate::boundary::guarded;
use crate::next::call;
use crate::{aliasing, log, record, rewriting};

/// Functions that take a built program.
const WITH_PROGRAMS: [&CStr; 6] = [
    c"clGetDeviceGlobalVariablePointerINTEL",
    c"clGetDeviceFunctionPointerINTEL",
    c"clEnqueueReadGlobalVariableINTEL",
    c"clEnqueueWriteGlobalVariableINTEL",
    c"clEnqueueReadHostPipeINTEL",
    c"clEnqueueWriteHostPipeINTEL",
];

pub(super) unsafe extern "C" fn clGetExtensionFunctionAddress(name: *const c_char) -> *mut c_void {
    // SAFETY: the name is the application's.
    unsafe {
        look_at(name);
        call!(clGetExtensionFunctionAddress(name))
    }
}

pub(super) unsafe extern "C" fn clGetExtensionFunctionAddressForPlatform(
    platform: cl_platform_id,
    name: *const c_char,
) -> *mut c_void {
    // SAFETY: the arguments are the application's.
    unsafe {
        look_at(name);
        call!(clGetExtensionFunctionAddressForPlatform(platform, name))
    }
}

/// Functions that set arguments of kernels.
const WITH_ARGUMENTS: [&CStr; 3] =
    [c"clSetKernelArgMemPointerINTEL", c"clSetKernelArgDevicePointerEXT", c"clSetKernelArgSVMPointerARM"];

unsafe fn look_at(name: *const c_char) {
    if name.is_null() {
        return;
    }
    // SAFETY: the application passes a C string.
    let name = unsafe { CStr::from_ptr(name) };
    if name == c"clCreateCommandQueueWithPropertiesKHR" {
        record::may_be_unseen();
    }
    if WITH_ARGUMENTS.contains(&name) {
        guarded(record::cannot_see_arguments, || ());
    }
    // Any such function changes the arguments of one kernel, and not of the second one.
    if name.to_bytes().starts_with(b"clSetKernel") {
        guarded(|| aliasing::stop(&format!("the application asks for {}", name.to_string_lossy())), || ());
    }
    if let Some(known) = WITH_PROGRAMS.iter().find(|known| **known == name) {
        guarded(
            || {
                log::say(&format!(
                    "no more programs are rewritten: the application asks for {}",
                    known.to_string_lossy()
                ));
                rewriting::stop();
            },
            || (),
        );
    }
}
