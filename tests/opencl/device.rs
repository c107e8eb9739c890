//! The OpenCL device that the tests run on: the first device of the first platform, or of the platform that
//! `CLUNROLL_OPENCL_PLATFORM` names a part of.
//!
//! A missing runtime is a failure, not a skipped test: a test run that compared nothing must not look like one that
//! found no difference. `CLUNROLL_NO_OPENCL=1` says that this is on purpose.
//!
//! Only one test holds the device at a time: PoCL 3.1 finds no device where two threads ask for it at once.

use std::env;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use opencl3::command_queue::CommandQueue;
use opencl3::context::Context;
use opencl3::device::{CL_DEVICE_TYPE_ALL, Device};
use opencl3::platform::{Platform, get_platforms};

/// A device with the context and the queue that all tests on it share.
pub struct Machine {
    /// The device's name behind its platform's.
    pub name: String,
    /// The context that holds the device and nothing else.
    pub context: Context,
    /// An in-order queue.
    pub queue: CommandQueue,
    _alone: MutexGuard<'static, ()>,
}

static ALONE: Mutex<()> = Mutex::new(());

/// Whether the user has said that no OpenCL runtime is to be had here.
pub fn is_waived() -> bool {
    env::var("CLUNROLL_NO_OPENCL").is_ok_and(|value| value == "1")
}

/// Oclgrind's library for the ICD loader.
///
/// # Panics
///
/// Where there is none, with a message that says what to install.
pub fn oclgrind() -> PathBuf {
    let name = "oclgrind/liboclgrind-rt-icd.so";
    let folders = ["/usr/lib", "/usr/lib64", "/usr/local/lib"].map(PathBuf::from);
    let told = env::var_os("CLUNROLL_OCLGRIND").map(PathBuf::from);
    let found = told.into_iter().chain(folders.map(|folder| folder.join(name))).find(|path| path.exists());
    found.expect(
        "no Oclgrind to test on: on Debian and Ubuntu install the package `oclgrind` (`sh tests/run.sh` does), name its \
         liboclgrind-rt-icd.so in CLUNROLL_OCLGRIND, or set CLUNROLL_NO_OPENCL=1 to leave these tests out",
    )
}

/// Finds the device.
///
/// # Panics
///
/// Where there is none, with a message that says what to install.
pub fn open() -> Machine {
    match find() {
        Ok(machine) => machine,
        Err(why) => panic!(
            "no OpenCL runtime to test on: {why}\n\
             On Debian and Ubuntu install the packages `pocl-opencl-icd` and `ocl-icd-libopencl1` (`sh tests/run.sh` \
             does), or set CLUNROLL_NO_OPENCL=1 to leave these tests out."
        ),
    }
}

fn find() -> Result<Machine, String> {
    // A failed test that held the device says nothing about the device.
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let platforms = get_platforms().map_err(|error| format!("clGetPlatformIDs says {error}"))?;
    let wanted = env::var("CLUNROLL_OPENCL_PLATFORM").unwrap_or_default();
    let mut passed_over = Vec::new();
    for platform in &platforms {
        let name = platform.name().unwrap_or_default();
        if !name.contains(&wanted) {
            passed_over.push(format!("{name} is not {wanted}"));
            continue;
        }
        match first_device(platform) {
            Ok((device, context, queue)) => {
                return Ok(Machine {
                    name: format!("{name}, {}", device.name().unwrap_or_default()),
                    context,
                    queue,
                    _alone: alone,
                });
            }
            Err(why) => passed_over.push(format!("{name}: {why}")),
        }
    }
    Err(if passed_over.is_empty() { "there is no platform".to_owned() } else { passed_over.join("; ") })
}

fn first_device(platform: &Platform) -> Result<(Device, Context, CommandQueue), String> {
    let ids = platform.get_devices(CL_DEVICE_TYPE_ALL).map_err(|error| format!("clGetDeviceIDs says {error}"))?;
    let device = Device::new(*ids.first().ok_or("it has no device")?);
    let context = Context::from_device(&device).map_err(|error| format!("clCreateContext says {error}"))?;
    let queue = CommandQueue::create_default_with_properties(&context, 0, 0)
        .map_err(|error| format!("clCreateCommandQueueWithProperties says {error}"))?;
    Ok((device, context, queue))
}
