//! The functions of OpenCL that the layer replaces: those that make, build, query and release programs and kernels.
//!
//! Everything else goes past the layer, enqueues among it: kernels are the driver's own. `record` and `aliasing` have those that only they need.

#![expect(non_snake_case, reason = "the functions have the names that OpenCL gives them")]

mod creation;
mod extensions;
mod kernels;
mod programs;

use opencl_sys::cl_icd::cl_icd_dispatch;

use crate::log;

/// Puts the functions of the layer into its table, as far as the loader has them.
pub(crate) fn replace(loader: &cl_icd_dispatch, table: &mut cl_icd_dispatch) {
    macro_rules! replace {
        ($($module:ident::$function:ident),* $(,)?) => {
            $(if loader.$function.is_some() {
                table.$function = Some($module::$function);
            })*
        };
    }
    replace!(
        creation::clCreateProgramWithSource,
        programs::clRetainProgram,
        programs::clReleaseProgram,
        programs::clBuildProgram,
        programs::clCompileProgram,
        programs::clLinkProgram,
        programs::clGetProgramInfo,
        programs::clGetProgramBuildInfo,
        kernels::clCreateKernel,
        kernels::clCreateKernelsInProgram,
        kernels::clCloneKernel,
        kernels::clRetainKernel,
        kernels::clReleaseKernel,
        kernels::clGetKernelInfo,
        extensions::clGetExtensionFunctionAddress,
        extensions::clGetExtensionFunctionAddressForPlatform,
    );
    // Nothing is replaced at launches unless they are recorded, or the user asks for a choice at each.
    if crate::record::is_on() {
        crate::record::replace(loader, table);
    } else if crate::aliasing::is_on() {
        crate::aliasing::replace(loader, table);
    }
    // These only report.
    if log::is_on() {
        replace!(
            creation::clCreateProgramWithBinary,
            creation::clCreateProgramWithIL,
            creation::clCreateProgramWithBuiltInKernels,
        );
    }
}

#[cfg(test)]
mod tests {
    use opencl_sys::{cl_int, cl_kernel, cl_uint};

    use super::*;

    unsafe extern "C" fn set_argument(_: cl_kernel, _: cl_uint, _: usize, _: *const std::ffi::c_void) -> cl_int {
        0
    }

    unsafe extern "C" fn retain(_: cl_kernel) -> cl_int {
        0
    }

    #[test]
    fn launches_are_seen_only_if_asked_for() {
        // SAFETY: NULL is a valid value of each entry.
        let (mut loader, mut table): (cl_icd_dispatch, cl_icd_dispatch) =
            unsafe { (std::mem::zeroed(), std::mem::zeroed()) };
        loader.clSetKernelArg = Some(set_argument);
        loader.clRetainKernel = Some(retain);
        // The tests run without a variable for a recording or a choice.
        replace(&loader, &mut table);
        assert!(table.clRetainKernel.is_some() && table.clSetKernelArg.is_none());
        crate::record::replace(&loader, &mut table);
        assert!(table.clSetKernelArg.is_some() && table.clEnqueueTask.is_none());
        // SAFETY: as above.
        table = unsafe { std::mem::zeroed() };
        crate::aliasing::replace(&loader, &mut table);
        assert!(table.clSetKernelArg.is_some() && table.clEnqueueTask.is_none());
    }
}
