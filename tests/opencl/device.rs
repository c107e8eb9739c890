//! The OpenCL device of a worker: the first device of the only platform that its ICD loader finds (`platforms.rs`).

use opencl3::command_queue::CommandQueue;
use opencl3::context::Context;
use opencl3::device::{CL_DEVICE_TYPE_ALL, Device};
use opencl3::platform::{Platform, get_platforms};

use super::reports::Reports;

/// A device with the context and the queue that all runs on it share.
pub struct Machine {
    /// The platform's name, the device's and the library's.
    pub name: String,
    /// The context that holds the device and nothing else.
    pub context: Context,
    /// An in-order queue.
    pub queue: CommandQueue,
    /// The platform's reports on the kernels that it runs, if it makes any.
    pub reports: Option<Reports>,
}

impl Machine {
    /// Finds the device of the platform in that library.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn open(library: &str) -> Result<Self, String> {
        let platforms = get_platforms().map_err(|error| format!("clGetPlatformIDs says {error}"))?;
        let mut passed_over = Vec::new();
        for platform in &platforms {
            let name = platform.name().unwrap_or_default();
            match Self::first_device(platform, &name, library) {
                Ok(machine) => return Ok(machine),
                Err(why) => passed_over.push(format!("{name}: {why}")),
            }
        }
        Err(if passed_over.is_empty() { "it has no platform".to_owned() } else { passed_over.join("; ") })
    }

    fn first_device(platform: &Platform, name: &str, library: &str) -> Result<Self, String> {
        let ids = platform.get_devices(CL_DEVICE_TYPE_ALL).map_err(|error| format!("clGetDeviceIDs says {error}"))?;
        let device = Device::new(*ids.first().ok_or("it has no device")?);
        let context = Context::from_device(&device).map_err(|error| format!("clCreateContext says {error}"))?;
        let queue = CommandQueue::create_default_with_properties(&context, 0, 0)
            .map_err(|error| format!("clCreateCommandQueueWithProperties says {error}"))?;
        let name = format!("{name}, {} ({library})", device.name().unwrap_or_default());
        let reports = Reports::of(&name);
        Ok(Self { name, context, queue, reports })
    }
}
