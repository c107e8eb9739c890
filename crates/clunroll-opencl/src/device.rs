//! The device for which kernels are built, and on which they run.
//!
//! Without a named device it is a CPU: there, a kernel with unsuitable arguments can crash a process, and no more. On a GPU it can freeze
//! the screen, or end the jobs of others; a user who names a GPU accepts that.

use opencl3::command_queue::{CL_QUEUE_PROFILING_ENABLE, CommandQueue};
use opencl3::context::Context;
use opencl3::device::{CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_CPU, Device};
use opencl3::kernel::Kernel;
use opencl3::platform::{Platform, get_platforms};
use opencl3::program::Program;

use crate::memory;
use crate::restorable::COMPARISON;
use std::cell::OnceCell;

/// A device with its context and queue.
pub(crate) struct Machine {
    /// The name of the platform, followed by that of the device.
    pub(crate) name: String,
    pub(crate) device: Device,
    pub(crate) context: Context,
    /// It runs commands in order, and their events have times.
    pub(crate) queue: CommandQueue,
    /// Whether kernels work in the memory of this process.
    pub(crate) runs_in_host_memory: bool,
    /// The kernel that compares buffers, if it was needed and could be built.
    comparison: OnceCell<Option<Kernel>>,
}

impl Machine {
    /// The version of the platform.
    pub(crate) fn platform_version(&self) -> String {
        let platform = self.device.platform().map(Platform::new);
        platform.and_then(|platform| platform.version()).unwrap_or_default()
    }

    /// Finds the first device whose name, or whose platform's name, contains `wanted`; the first CPU if `wanted` is `None`.
    pub(crate) fn find(wanted: Option<&str>) -> Result<Self, String> {
        let platforms = get_platforms().map_err(|error| {
            format!(
                "no OpenCL platform is installed, or the loader (libOpenCL) is missing: {error}; install the driver of a device, or PoCL, \
                 which runs kernels on the CPU"
            )
        })?;
        let mut passed_over = Vec::new();
        for platform in &platforms {
            let platform_name = platform.name().unwrap_or_default().trim().to_owned();
            match Self::of_platform(platform, &platform_name, wanted) {
                Ok(machine) => return Ok(machine),
                Err(why) => passed_over.push(format!("{platform_name}: {why}")),
            }
        }
        Err(match (passed_over.is_empty(), wanted) {
            (true, _) => "no OpenCL platform is installed".to_owned(),
            (false, None) => {
                format!(
                    "there is no OpenCL device that is a CPU; choose another one by its name ({})",
                    passed_over.join("; ")
                )
            }
            (false, Some(name)) => format!("there is no OpenCL device named {name} ({})", passed_over.join("; ")),
        })
    }

    fn of_platform(platform: &Platform, platform_name: &str, wanted: Option<&str>) -> Result<Self, String> {
        let ids = platform.get_devices(CL_DEVICE_TYPE_ALL).unwrap_or_default();
        let mut names = Vec::new();
        for id in ids {
            let device = Device::new(id);
            let device_name = device.name().unwrap_or_default().trim().to_owned();
            let name = format!("{platform_name}, {device_name}");
            let is_wanted = match wanted {
                Some(wanted) => name.to_lowercase().contains(&wanted.to_lowercase()),
                None => device.dev_type().is_ok_and(|kinds| kinds & CL_DEVICE_TYPE_CPU != 0),
            };
            if is_wanted {
                return Self::open(name, device);
            }
            names.push(device_name);
        }
        Err(if names.is_empty() { "no such device".to_owned() } else { names.join(", ") })
    }

    fn open(name: String, device: Device) -> Result<Self, String> {
        let context = Context::from_device(&device).map_err(|error| format!("clCreateContext: {error}"))?;
        let queue = CommandQueue::create_default_with_properties(&context, CL_QUEUE_PROFILING_ENABLE, 0)
            .map_err(|error| format!("clCreateCommandQueueWithProperties: {error}"))?;
        let mut machine =
            Self { name, device, context, queue, runs_in_host_memory: false, comparison: OnceCell::new() };
        machine.runs_in_host_memory = machine.is_cpu() && memory::runs_in_host_memory(&machine);
        Ok(machine)
    }

    /// The kernel that compares buffers; `None` if it cannot be built.
    pub(crate) fn comparison(&self) -> Option<&Kernel> {
        let build = || {
            let program = Program::create_and_build_from_source(&self.context, COMPARISON, "").ok()?;
            Kernel::create(&program, "differ").ok()
        };
        self.comparison.get_or_init(build).as_ref()
    }

    pub(crate) fn is_cpu(&self) -> bool {
        self.device.dev_type().is_ok_and(|kind| kind & CL_DEVICE_TYPE_CPU != 0)
    }

    /// Whether all accesses outside of buffers are noticed: by pages that cannot be accessed, or by Oclgrind's own reports.
    pub(crate) fn sees_accesses(&self) -> bool {
        self.runs_in_host_memory || self.name.contains("Oclgrind")
    }
}
