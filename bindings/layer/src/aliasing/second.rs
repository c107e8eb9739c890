//! The second build of a program, and the second kernels.
//!
//! The second build has the options of the first, and lets the driver keep what its compiler knows of parameters: so the layer knows which
//! arguments are buffers. What the two kernels may do must be the same. So a second kernel is made only if the driver has the same limits for
//! both, and only of a text that keeps nothing between launches.

use std::collections::HashSet;
use std::ffi::{CString, c_void};
use std::sync::Arc;

use clunroll::Outcome;
use opencl_sys::{
    CL_KERNEL_LOCAL_MEM_SIZE, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, CL_KERNEL_WORK_GROUP_SIZE, CL_SUCCESS,
    cl_kernel, cl_kernel_work_group_info, cl_ulong,
};

use super::state::SecondUse;
use crate::build::{kernels_off, program_of, repeat};
use crate::kernel_arguments::ArgumentKind;
use crate::next::call;
use crate::owned::{DeviceHandle, KernelHandle, OwnedProgram, ProgramHandle};
use crate::queries::{all_devices, kernel_name};
use crate::record::kinds;
use crate::record::query::value;
use crate::watched::{BuildRecord, WatchedProgram};

/// A text with `restrict`.
#[derive(Debug)]
pub(crate) struct RestrictedText {
    pub(crate) text: Vec<u8>,
    /// The kernels for which it may be launched.
    pub(crate) kernels: Vec<String>,
}

impl RestrictedText {
    /// The text of an outcome with `--assume restrict`; `None` if no kernel may gain from it.
    pub(crate) fn of(outcome: Outcome) -> Option<Self> {
        let is_error = |severity| severity == clunroll::rules::Severity::Error;
        if outcome.fault.is_some() || outcome.diagnostics.iter().any(|found| is_error(found.severity)) {
            return None;
        }
        // A variable that outlives a launch would be there twice.
        if outcome.pointers.iter().any(|pointer| pointer.may_keep_state) {
            return None;
        }
        let (mut kernels, mut all) = (Vec::new(), HashSet::new());
        for pointer in outcome.pointers.iter().filter(|pointer| pointer.is_restrict) {
            // A pointer alone has no other one that it could share memory with.
            let others = outcome.pointers.iter().filter(|other| other.kernel == pointer.kernel).count();
            if others > 1 && all.insert(pointer.kernel.clone()) {
                kernels.push(pointer.kernel.clone());
            }
        }
        (!kernels.is_empty()).then_some(Self { text: outcome.text, kernels })
    }
}

/// The second build of a program.
#[derive(Debug)]
pub(crate) struct RestrictedProgram {
    program: OwnedProgram,
    kernels: Vec<String>,
    devices: Vec<DeviceHandle>,
}

/// Makes the second build; an error says why there is none.
pub(crate) fn build(
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

/// A kernel of a second build.
#[derive(Debug)]
pub(super) struct SecondKernel {
    kernel: KernelHandle,
    /// It lives as long as its kernels.
    pub(super) program: Arc<RestrictedProgram>,
    pub(super) kinds: Vec<ArgumentKind>,
}

impl SecondKernel {
    pub(super) fn handle(&self) -> KernelHandle {
        self.kernel
    }
}

impl Drop for SecondKernel {
    fn drop(&mut self) {
        // SAFETY: this is the only reference of the layer's.
        unsafe { call!(clReleaseKernel(self.kernel.0)) };
    }
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

#[cfg(test)]
mod tests {
    use clunroll::{NoIncludes, Options, unroll};

    use super::*;

    /// The kernels that may be launched with `restrict`.
    fn kernels(source: &str) -> Vec<String> {
        let options = Options::new("k.cl").trust_defines(true).assume_restrict(true);
        let restricted = RestrictedText::of(unroll(source.as_bytes(), &options, &mut NoIncludes));
        assert!(
            restricted.as_ref().is_none_or(|restricted| restricted.text.windows(9).any(|text| text == b"restrict "))
        );
        restricted.map(|restricted| restricted.kernels).unwrap_or_default()
    }

    const ADD: &str = "kernel void add(global int *a, global const int *b) { a[0] += b[0]; }\n";

    #[test]
    fn kernels_that_may_gain_are_named() {
        assert_eq!(kernels(ADD), ["add"]);
        assert_eq!(kernels("kernel void one(global int *a, int b) { a[0] += b; }"), [""; 0]);
        let two = format!("{ADD}kernel void mix(global int *a, constant int *b) {{ barrier(1); a[0] = b[1]; }}");
        assert_eq!(kernels(&two), ["add", "mix"], "what is only read may be `restrict`");
        let ordered = "kernel void k(global int *a, global int *b) { a[0] = 1; barrier(1); b[0] = a[0]; }";
        assert_eq!(kernels(ordered), [""; 0]);
        let called = format!("{ADD}kernel void k(global int *a, global int *b) {{ add(a, a + 1); b[0] = 1; }}");
        assert!(!kernels(&called).contains(&"add".to_owned()), "its arguments are not those of a launch");
    }

    /// A variable of the program would be there twice.
    #[test]
    fn what_outlives_a_launch_is_not_built_twice() {
        for before in ["global int n;\n", "int n[4] = {1, 2, 3, 4};\n", "static global float n;\n"] {
            assert_eq!(kernels(&format!("{before}{ADD}")), [""; 0], "{before}");
        }
        for before in ["constant int n[] = {1, 2};\n", "typedef struct { int n; } number;\n", "#define N 4\n"] {
            assert_eq!(kernels(&format!("{before}{ADD}")), ["add"], "{before}");
        }
        let child = "enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ });";
        assert_eq!(kernels(&format!("{ADD}kernel void k(global int *a) {{ {child} a[0] = 1; }}")), [""; 0]);
        assert_eq!(kernels(&format!("#pragma unroll -1\n{ADD}")), [""; 0], "an error leaves the source");
    }
}
