//! What the layer asks the driver about programs and devices.

use opencl_sys::{
    CL_DEVICE_NAME, CL_DEVICE_PLATFORM, CL_KERNEL_FUNCTION_NAME, CL_PLATFORM_NAME, CL_PROGRAM_BUILD_LOG,
    CL_PROGRAM_DEVICES, CL_PROGRAM_KERNEL_NAMES, CL_PROGRAM_SOURCE, cl_device_id, cl_platform_id,
};

use crate::next::{call, next};
use crate::owned::{DeviceHandle, KernelHandle, ProgramHandle};
use crate::query::{bytes, text, text_bytes, value};

/// The source of a program.
pub(crate) fn source_of(program: ProgramHandle) -> Option<Vec<u8>> {
    // SAFETY: the program is valid, and the buffer has the given size.
    text_bytes(|size, value, needed| unsafe {
        call!(clGetProgramInfo(program.0, CL_PROGRAM_SOURCE, size, value, needed))
    })
}

/// The names of a program's kernels, with semicolons between them.
pub(crate) fn kernel_names(program: ProgramHandle) -> Option<String> {
    // SAFETY: as above.
    let names = text_bytes(|size, value, needed| unsafe {
        call!(clGetProgramInfo(program.0, CL_PROGRAM_KERNEL_NAMES, size, value, needed))
    });
    String::from_utf8(names?).ok()
}

/// The name of a kernel.
pub(crate) fn kernel_name(kernel: KernelHandle) -> Option<String> {
    // SAFETY: the kernel is valid, and the buffer has the given size.
    let name = text_bytes(|size, value, needed| unsafe {
        call!(clGetKernelInfo(kernel.0, CL_KERNEL_FUNCTION_NAME, size, value, needed))
    });
    String::from_utf8(name?).ok()
}

/// All devices of a program; none if the driver does not say.
pub(crate) fn all_devices(program: ProgramHandle) -> Vec<DeviceHandle> {
    // SAFETY: as above.
    let bytes = bytes(|size, value, needed| unsafe {
        call!(clGetProgramInfo(program.0, CL_PROGRAM_DEVICES, size, value, needed))
    });
    let bytes = bytes.unwrap_or_default();
    let handles = bytes.as_chunks().0.iter();
    handles.map(|handle| DeviceHandle(usize::from_ne_bytes(*handle) as cl_device_id)).collect()
}

/// What the compiler said about a build.
pub(crate) fn build_log(program: ProgramHandle, device: DeviceHandle) -> Option<String> {
    // SAFETY: as above; the device is valid too.
    text(|size, value, needed| unsafe {
        call!(clGetProgramBuildInfo(program.0, device.0, CL_PROGRAM_BUILD_LOG, size, value, needed))
    })
}

/// The name of a device in profiles: the platform's name, a comma, and its own.
pub(crate) fn device_name(device: DeviceHandle) -> Option<String> {
    next().clGetDeviceInfo.and(next().clGetPlatformInfo)?;
    // SAFETY: the device is valid, and the buffer has the given size.
    let of_device =
        |what| move |size, value, needed| unsafe { call!(clGetDeviceInfo(device.0, what, size, value, needed)) };
    let platform = value::<usize>(of_device(CL_DEVICE_PLATFORM))? as cl_platform_id;
    // SAFETY: as above; the platform is the device's.
    let platform = text(|size, value, needed| unsafe {
        call!(clGetPlatformInfo(platform, CL_PLATFORM_NAME, size, value, needed))
    });
    let (platform, device) = (platform?, text(of_device(CL_DEVICE_NAME))?);
    Some(format!("{}, {}", platform.trim(), device.trim()))
}
