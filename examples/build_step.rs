//! clunroll as a step of a program that compiles kernels at run time, right before `clBuildProgram`:
//!
//! ```sh
//! cargo run --example build_step -- kernels/convolution.cl
//! ```
//!
//! A `build.rs` does the same with files: read, [`unroll`], print the findings, stop on errors, write the text to
//! `OUT_DIR`.

use std::error::Error;
use std::{env, fs};

use clunroll::{NoIncludes, Options, report, unroll};
use opencl3::context::Context;
use opencl3::device::{CL_DEVICE_TYPE_ALL, Device, get_all_devices};
use opencl3::program::Program;

fn main() -> Result<(), Box<dyn Error>> {
    let name = env::args().nth(1).ok_or("which kernel file?")?;
    let text = unrolled(&name)?;
    let device = Device::new(*get_all_devices(CL_DEVICE_TYPE_ALL)?.first().ok_or("there is no OpenCL device")?);
    let context = Context::from_device(&device)?;
    let program = Program::create_and_build_from_source(&context, &text, "")?;
    println!("built for {}: {}", device.name()?, program.kernel_names());
    Ok(())
}

/// The text of the kernel file, ready for `clCreateProgramWithSource`.
fn unrolled(name: &str) -> Result<String, Box<dyn Error>> {
    let options = Options::new(name);
    let outcome = unroll(&fs::read(name)?, &options, &mut NoIncludes);
    eprint!("{}", report::full::to_string(&outcome.diagnostics, &outcome.sources));
    if outcome.has_errors() {
        return Err(format!("{name} holds invalid pragmas").into());
    }
    Ok(String::from_utf8(outcome.text)?)
}
