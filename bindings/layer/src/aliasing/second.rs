//! The second build of a program, and the second kernels.
//!
//! The second build has the options of the first, and lets the driver keep what its compiler knows of parameters: so the layer knows which
//! arguments are buffers. What the two kernels may do must be the same. So a second kernel is made only if the driver has the same limits for
//! both, and only of a text that keeps nothing between launches.

use std::ffi::{CString, c_void};
use std::sync::Arc;

use opencl_sys::{
    CL_KERNEL_LOCAL_MEM_SIZE, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, CL_KERNEL_WORK_GROUP_SIZE, CL_SUCCESS,
    cl_kernel, cl_kernel_work_group_info, cl_ulong,
};

use crate::build_call::{kernels_off, program_of, repeat};
use crate::kernel_arguments::ArgumentKind;
use crate::next::call;
use crate::owned::{DeviceHandle, KernelHandle, ProgramHandle};
use crate::queries::{all_devices, kernel_name};
use crate::query::value;
use crate::record::kinds;
use crate::restricted::{RestrictedProgram, RestrictedText, SecondKernel, SecondUse};
use crate::watched::{BuildRecord, WatchedProgram};

/// Makes the second build; an error says why there is none.
pub(crate) fn build_restricted(
    watched: &WatchedProgram,
    restricted: &RestrictedText,
    record: &BuildRecord,
) -> Result<RestrictedProgram, String> {
    let options = record.options.as_deref().unwrap_or(c"").to_bytes();
    let options = CString::new([options, b" -cl-kernel-arg-info"].concat()).map_err(|error| error.to_string())?;
    let program = program_of(watched.context, &restricted.text).ok_or("the driver does not take its source")?;
    let second = BuildRecord { options: Some(options), ..record.clone() };
    let status = repeat(watched, program.raw(), &second);
    if status != CL_SUCCESS {
        return Err(format!("the driver refuses it ({status})"));
    }
    if let Some(why) = kernels_off(program.raw()) {
        return Err(why);
    }
    let devices = record.devices.clone().unwrap_or_else(|| all_devices(ProgramHandle(program.raw())));
    Ok(RestrictedProgram { program, kernels: restricted.kernels.clone(), devices })
}

/// Makes the second kernel of a new kernel; `None` if its program has none of this name.
pub(crate) fn kernel(first: cl_kernel, program: Option<&Arc<RestrictedProgram>>) -> Option<SecondUse> {
    let program = program?;
    let name = kernel_name(KernelHandle(first))?;
    if !program.kernels.contains(&name) {
        return None;
    }
    let second = made(&name, program).and_then(|second| match difference(first, &second) {
        None => Ok(second),
        Some(what) => Err(what),
    });
    Some(SecondUse::new(&name, second))
}

fn made(name: &str, program: &Arc<RestrictedProgram>) -> Result<SecondKernel, &'static str> {
    let name = CString::new(name).map_err(|_| "its name contains a NUL")?;
    let mut status = CL_SUCCESS;
    // SAFETY: the program is valid, and the name ends with a NUL.
    let kernel = unsafe { call!(clCreateKernel(program.program.raw(), name.as_ptr(), &raw mut status)) };
    if kernel.is_null() {
        return Err("the driver does not make it");
    }
    // From here on, it is released.
    let mut second = SecondKernel { kernel: KernelHandle(kernel), program: Arc::clone(program), kinds: Vec::new() };
    second.kinds = kinds(kernel).ok_or("the driver does not say what its parameters are")?;
    let is_known = |kind: &ArgumentKind| {
        matches!(kind, ArgumentKind::Value | ArgumentKind::Buffer | ArgumentKind::Local | ArgumentKind::Sampler)
    };
    if second.kinds.iter().all(is_known) { Ok(second) } else { Err("it has an image, a pipe or a queue") }
}

/// In which limit the two kernels differ. A program asks for those of the first, and drivers choose sizes of work-groups by them.
fn difference(first: cl_kernel, second: &SecondKernel) -> Option<&'static str> {
    let limits = |kernel: cl_kernel, device: DeviceHandle| {
        let ask = |name: cl_kernel_work_group_info| {
            move |size: usize, value: *mut c_void, needed: *mut usize| {
                // SAFETY: both are valid.
                unsafe { call!(clGetKernelWorkGroupInfo(kernel, device.0, name, size, value, needed)) }
            }
        };
        let groups = [CL_KERNEL_WORK_GROUP_SIZE, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE];
        (groups.map(|name| value::<usize>(ask(name))), value::<cl_ulong>(ask(CL_KERNEL_LOCAL_MEM_SIZE)))
    };
    let is_same = |device: &DeviceHandle| limits(first, *device) == limits(second.kernel.0, *device);
    (!second.program.devices.iter().all(is_same)).then_some("the driver has other limits for it")
}
