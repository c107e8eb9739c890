//! Which kind of parameter each argument of a kernel is for.
//!
//! `clSetKernelArg` gets bytes, and does not say whether they are a number or a handle. The compiler knows it. A driver keeps what the
//! compiler knows if the program was built with `-cl-kernel-arg-info`, and some always do. Otherwise the program is built once more.

use std::ffi::{CString, c_void};

use opencl_sys::{
    CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ADDRESS_LOCAL,
    CL_KERNEL_ARG_ADDRESS_QUALIFIER, CL_KERNEL_ARG_TYPE_NAME, CL_KERNEL_ARG_TYPE_PIPE, CL_KERNEL_ARG_TYPE_QUALIFIER,
    CL_KERNEL_FUNCTION_NAME, CL_KERNEL_NUM_ARGS, CL_SUCCESS, cl_device_id, cl_kernel, cl_uint, cl_ulong,
};

use super::source;
use crate::kernel_arguments::{ArgumentKind, KernelForm};
use crate::kernel_source::KernelSource;
use crate::log;
use crate::next::call;
use crate::query;
use crate::watched::{BuildRecord, WatchedProgram};

/// Asks for the name and the parameters of a kernel, and for its source. `builds` are those of its program.
pub(super) fn form(
    kernel: cl_kernel,
    watched: &WatchedProgram,
    builds: &[BuildRecord],
    device: cl_device_id,
) -> Option<KernelForm> {
    // SAFETY: the kernel is valid.
    let name = query::text(|size, value, needed| unsafe {
        call!(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, size, value, needed))
    })?;
    // The source may be long, so this is not done for each launch.
    match source::of_kernel(&name, watched, builds, device) {
        Ok(source) => {
            let of_another = || kinds_of_another(&source, watched, device, &name);
            let kinds = kinds(kernel).or_else(|| if source.counted.is_some() { None } else { of_another() });
            Some(KernelForm { name, source: Some(source), kinds })
        }
        Err(why) => {
            log::say_once(&format!("the kernel `{name}` is not recorded: {why}"));
            Some(KernelForm { name, source: None, kinds: None })
        }
    }
}

/// The kinds of all parameters; `None` if the driver does not say it.
pub(crate) fn kinds(kernel: cl_kernel) -> Option<Vec<ArgumentKind>> {
    // SAFETY: the kernel is valid.
    let count: cl_uint = query::value(|size, value, needed| unsafe {
        call!(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, size, value, needed))
    })?;
    (0..count)
        .map(|at| {
            let ask = |name| {
                move |size: usize, value: *mut c_void, needed: *mut usize| {
                    // SAFETY: as above.
                    unsafe { call!(clGetKernelArgInfo(kernel, at, name, size, value, needed)) }
                }
            };
            let address: cl_uint = query::value(ask(CL_KERNEL_ARG_ADDRESS_QUALIFIER))?;
            let qualifiers: cl_ulong = query::value(ask(CL_KERNEL_ARG_TYPE_QUALIFIER))?;
            Some(kind_of(address, qualifiers, &query::text(ask(CL_KERNEL_ARG_TYPE_NAME))?))
        })
        .collect()
}

fn kind_of(address: cl_uint, qualifiers: cl_ulong, type_name: &str) -> ArgumentKind {
    // Some drivers put the access before the type.
    let word = type_name.split_whitespace().last().unwrap_or("");
    if qualifiers & cl_ulong::from(CL_KERNEL_ARG_TYPE_PIPE) != 0 {
        return ArgumentKind::Other("a pipe");
    }
    match address {
        CL_KERNEL_ARG_ADDRESS_LOCAL => ArgumentKind::Local,
        _ if word.starts_with("image") && word.ends_with("_t") => ArgumentKind::Image,
        _ if word == "sampler_t" => ArgumentKind::Sampler,
        CL_KERNEL_ARG_ADDRESS_GLOBAL | CL_KERNEL_ARG_ADDRESS_CONSTANT => ArgumentKind::Buffer,
        _ if ["queue_t", "event_t", "clk_event_t", "reserve_id_t"].contains(&word) => ArgumentKind::Other("a handle"),
        _ => ArgumentKind::Value,
    }
}

/// The same from a program that is built once more, so that the driver keeps what its compiler knows.
fn kinds_of_another(
    source: &KernelSource,
    watched: &WatchedProgram,
    device: cl_device_id,
    name: &str,
) -> Option<Vec<ArgumentKind>> {
    let name = CString::new(name).ok()?;
    let program = source::alone(source, watched, device, "-cl-kernel-arg-info")?;
    let mut status = CL_SUCCESS;
    // SAFETY: the program is new, and lives until the end of this function; the name is a C string.
    unsafe {
        let kernel = call!(clCreateKernel(program.raw(), name.as_ptr(), &raw mut status));
        if kernel.is_null() {
            return None;
        }
        let kinds = kinds(kernel);
        call!(clReleaseKernel(kernel));
        kinds
    }
}

#[cfg(test)]
mod tests {
    use opencl_sys::CL_KERNEL_ARG_ADDRESS_PRIVATE;

    use super::*;

    #[test]
    fn the_compiler_knows_the_kind() {
        for (address, type_name, kind) in [
            (CL_KERNEL_ARG_ADDRESS_GLOBAL, "float*", ArgumentKind::Buffer),
            (CL_KERNEL_ARG_ADDRESS_CONSTANT, "struct options*", ArgumentKind::Buffer),
            (CL_KERNEL_ARG_ADDRESS_LOCAL, "float*", ArgumentKind::Local),
            (CL_KERNEL_ARG_ADDRESS_GLOBAL, "image2d_t", ArgumentKind::Image),
            (CL_KERNEL_ARG_ADDRESS_GLOBAL, "__read_only image1d_buffer_t", ArgumentKind::Image),
            (CL_KERNEL_ARG_ADDRESS_PRIVATE, "sampler_t", ArgumentKind::Sampler),
            (CL_KERNEL_ARG_ADDRESS_CONSTANT, "sampler_t", ArgumentKind::Sampler),
            (CL_KERNEL_ARG_ADDRESS_PRIVATE, "image_options", ArgumentKind::Value),
            (CL_KERNEL_ARG_ADDRESS_PRIVATE, "queue_t", ArgumentKind::Other("a handle")),
        ] {
            assert_eq!(kind_of(address, 0, type_name), kind, "{type_name}");
        }
        assert_eq!(
            kind_of(CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_PIPE.into(), "int"),
            ArgumentKind::Other("a pipe")
        );
    }
}
