//! A program that builds a kernel at run time, and unrolls it just before: [docs/rust.md](../docs/rust.md) explains it.
//!
//! ```sh
//! cargo run --example build_step
//! ```

#![allow(unsafe_code, reason = "OpenCL trusts the kernels that it runs, and the sizes of buffers")]

use std::collections::HashMap;
use std::error::Error;
use std::ptr;

use clunroll::{Includes, Options, unroll};
use opencl3::command_queue::CommandQueue;
use opencl3::context::Context;
use opencl3::device::{CL_DEVICE_TYPE_ALL, Device, get_all_devices};
use opencl3::kernel::{ExecuteKernel, Kernel};
use opencl3::memory::{Buffer, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY};
use opencl3::program::Program;
use opencl3::types::{CL_BLOCKING, cl_float};

const SOURCE: &str = r#"
#include "window.h"

kernel void moving_sum(global const float *in, global float *out)
{
    const size_t x = get_global_id(0);
    float sum = 0.0f;
    #pragma unroll
    for (int i = 0; i < WINDOW; i++)
        sum += in[x + i];
    out[x] = sum;
}
"#;

const OUTPUTS: usize = 8;
const WINDOW: usize = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let build_options = format!("-D SIZE={WINDOW} -cl-std=CL1.2 -cl-mad-enable");
    let mut headers = HashMap::from([("window.h", "#define WINDOW SIZE\n")]);
    let text = unrolled(SOURCE, &build_options, &mut headers)?;

    let device = Device::new(*get_all_devices(CL_DEVICE_TYPE_ALL)?.first().ok_or("there is no OpenCL device")?);
    let context = Context::from_device(&device)?;
    let program = Program::create_and_build_from_source(&context, &text, &build_options)?;
    println!("on {}: {:?}", device.name()?, run(&context, &program)?);
    Ok(())
}

/// The source with its loops unrolled, for a compiler that gets these build options.
fn unrolled(source: &str, build_options: &str, headers: &mut dyn Includes) -> Result<String, Box<dyn Error>> {
    // The compiler cannot include headers from memory, so they are inserted into the text.
    let options = Options::from_build_options(build_options)?.name("moving_sum.cl").flatten(true);
    let outcome = unroll(source.as_bytes(), &options, headers);
    for diagnostic in &outcome.diagnostics {
        eprintln!("{}", diagnostic.display(&outcome.sources));
    }
    if let Some(fault) = outcome.fault {
        return Err(fault.into());
    }
    if outcome.has_errors() {
        return Err("a pragma is invalid".into());
    }
    Ok(String::from_utf8(outcome.text)?)
}

/// Runs the kernel on 1, 2, 3, … and returns its results.
fn run(context: &Context, program: &Program) -> Result<Vec<cl_float>, Box<dyn Error>> {
    let inputs: Vec<cl_float> = (1_u8..).map(f32::from).take(OUTPUTS + WINDOW - 1).collect();
    let mut outputs = vec![0.0; OUTPUTS];
    let kernel = Kernel::create(program, "moving_sum")?;
    let queue = CommandQueue::create_default_with_properties(context, 0, 0)?;
    // SAFETY: the kernel reads and writes within the buffers, and each call returns only when it is done.
    unsafe {
        let mut input = Buffer::<cl_float>::create(context, CL_MEM_READ_ONLY, inputs.len(), ptr::null_mut())?;
        let output = Buffer::<cl_float>::create(context, CL_MEM_WRITE_ONLY, OUTPUTS, ptr::null_mut())?;
        queue.enqueue_write_buffer(&mut input, CL_BLOCKING, 0, &inputs, &[])?;
        let mut launch = ExecuteKernel::new(&kernel);
        launch.set_arg(&input).set_arg(&output).set_global_work_size(OUTPUTS).enqueue_nd_range(&queue)?;
        queue.enqueue_read_buffer(&output, CL_BLOCKING, 0, &mut outputs, &[])?;
    }
    Ok(outputs)
}
