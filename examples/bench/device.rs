//! The device for the measurements.

use opencl3::command_queue::{CL_QUEUE_PROFILING_ENABLE, CommandQueue};
use opencl3::context::Context;
use opencl3::device::{CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_GPU, Device};
use opencl3::platform::get_platforms;

/// The class of a device: how much work keeps it busy, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Hundreds of thousands of work-items at a time.
    Gpu,
    /// A few cores.
    Cpu,
}

/// A device with a queue that measures.
pub struct Machine {
    /// Its platform, its name and its driver's version.
    pub name: String,
    /// The class that decides its launches.
    pub class: Class,
    /// Whether the compiler can report registers and spills.
    pub tells_registers: bool,
    /// The device.
    pub device: Device,
    /// A context with only this device.
    pub context: Context,
    /// An in-order queue with profiling.
    pub queue: CommandQueue,
}

/// The names of all devices.
pub fn names() -> Result<Vec<String>, String> {
    Ok(devices()?.into_iter().map(|(name, _)| name).collect())
}

fn devices() -> Result<Vec<(String, Device)>, String> {
    let platforms = get_platforms().map_err(|error| format!("clGetPlatformIDs says {error}"))?;
    let mut devices = Vec::new();
    for platform in platforms {
        for id in platform.get_devices(CL_DEVICE_TYPE_ALL).unwrap_or_default() {
            let device = Device::new(id);
            let parts = [platform.name(), device.name(), device.driver_version()];
            let name = parts.map(|part| part.unwrap_or_default().trim().to_owned()).join(", ");
            devices.push((name, device));
        }
    }
    Ok(devices)
}

impl Machine {
    /// The first device whose name has `wanted` in it.
    pub fn open(wanted: &str) -> Result<Self, String> {
        let found = devices()?.into_iter().find(|(name, _)| name.to_lowercase().contains(&wanted.to_lowercase()));
        let (name, device) =
            found.ok_or_else(|| format!("no device is called {wanted:?}; --list shows what there is"))?;
        let kind = device.dev_type().map_err(|error| format!("clGetDeviceInfo says {error}"))?;
        let class = if kind & CL_DEVICE_TYPE_GPU == 0 { Class::Cpu } else { Class::Gpu };
        let context = Context::from_device(&device).map_err(|error| format!("clCreateContext says {error}"))?;
        let queue = CommandQueue::create_default_with_properties(&context, CL_QUEUE_PROFILING_ENABLE, 0)
            .map_err(|error| format!("clCreateCommandQueueWithProperties says {error}"))?;
        let tells_registers = name.starts_with("NVIDIA");
        Ok(Self { name, class, tells_registers, device, context, queue })
    }
}
