//! Runs a kernel whose loops were unrolled when this program was built, and checks its results.

use std::error::Error;
use std::ptr;

use opencl3::command_queue::CommandQueue;
use opencl3::context::Context;
use opencl3::device::{CL_DEVICE_TYPE_ALL, Device, get_all_devices};
use opencl3::kernel::{ExecuteKernel, Kernel};
use opencl3::memory::{Buffer, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY};
use opencl3::program::Program;
use opencl3::types::{CL_BLOCKING, cl_int};

/// The text that `build.rs` has written.
const SMOOTH: &str = include_str!(concat!(env!("OUT_DIR"), "/smooth.cl"));

const OUTPUTS: usize = 64;
const TAPS: usize = 4;
const WIDTH: usize = 8;

fn main() -> Result<(), Box<dyn Error>> {
    let inputs: Vec<cl_int> = (0..OUTPUTS + TAPS).map(|at| (at * at) as cl_int).collect();
    let outputs = run(&inputs)?;
    for (x, output) in outputs.iter().enumerate() {
        let expected = inputs[x..x + TAPS].iter().sum::<cl_int>() + (WIDTH * x) as cl_int;
        if *output != expected {
            return Err(format!("output {x} is {output} and should be {expected}").into());
        }
    }
    println!("{} outputs are right, {} `#pragma unroll` left", outputs.len(), SMOOTH.matches("#pragma unroll").count());
    Ok(())
}

fn run(inputs: &[cl_int]) -> Result<Vec<cl_int>, Box<dyn Error>> {
    let device = Device::new(*get_all_devices(CL_DEVICE_TYPE_ALL)?.first().ok_or("there is no OpenCL device")?);
    let context = Context::from_device(&device)?;
    // The output is right for every `-D`; with the one that it was unrolled for, it is also fast.
    let program = Program::create_and_build_from_source(&context, SMOOTH, &format!("-DWIDTH={WIDTH}"))?;
    let kernel = Kernel::create(&program, "smooth")?;
    let mut outputs = vec![0; OUTPUTS];
    // SAFETY: the buffers are as long as the copied data, and the kernel reads and writes within them.
    unsafe {
        let queue = CommandQueue::create(&context, device.id(), 0)?;
        let mut input = Buffer::<cl_int>::create(&context, CL_MEM_READ_ONLY, inputs.len(), ptr::null_mut())?;
        let output = Buffer::<cl_int>::create(&context, CL_MEM_WRITE_ONLY, OUTPUTS, ptr::null_mut())?;
        queue.enqueue_write_buffer(&mut input, CL_BLOCKING, 0, inputs, &[])?;
        let mut launch = ExecuteKernel::new(&kernel);
        launch.set_arg(&input).set_arg(&output).set_global_work_size(OUTPUTS).enqueue_nd_range(&queue)?;
        queue.enqueue_read_buffer(&output, CL_BLOCKING, 0, &mut outputs, &[])?;
    }
    Ok(outputs)
}
