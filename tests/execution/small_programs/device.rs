//! Small programs on an OpenCL platform: each group of them is one kernel, since a runtime takes tenths of a second for a kernel.

use std::fmt::Write;
use std::ptr;

use opencl3::kernel::{ExecuteKernel, Kernel};
use opencl3::memory::{Buffer, CL_MEM_READ_WRITE};
use opencl3::program::Program;
use opencl3::types::CL_BLOCKING;

use super::Pair;
use super::opencl::device::Machine;

/// The trip count of loops whose bound is a parameter.
const TRIPS: usize = 9;
/// The number of elements of one run of a program, and the index at which its addresses begin.
const ELEMENTS: usize = 64;
const FIRST: usize = 16;
/// The same for the elements that are read.
const READ: usize = 512;
const FIRST_READ: usize = 128;

/// Compares programs; returns the differences, with the programs' numbers.
pub fn compare(machine: &Machine, pairs: &[Pair], step: &mut dyn FnMut(&str)) -> Vec<String> {
    let Some(first) = pairs.first() else { return Vec::new() };
    step(&format!("{} programs from {} on", pairs.len(), first.number));
    let build = |text: fn(&Pair) -> &str| {
        let unit = unit(pairs, text);
        Program::create_and_build_from_source(&machine.context, &unit, "-Werror -cl-opt-disable")
            .map_err(|log| (unit, log))
    };
    match (build(|pair| &pair.original), build(|pair| &pair.rewritten)) {
        (Ok(original), Ok(rewritten)) => run(machine, pairs, [&original, &rewritten]).unwrap_or_else(|why| vec![why]),
        _ if pairs.len() > 1 => {
            let (left, right) = pairs.split_at(pairs.len() / 2);
            [compare(machine, left, step), compare(machine, right, step)].concat()
        }
        (Err((text, log)), _) => vec![format!("program {}: does not build as written: {log}\n{text}", first.number)],
        (_, Err((text, log))) => vec![format!("program {}: does not build: {log}\n{text}", first.number)],
    }
}

/// One text with all programs, and the kernel that calls them.
fn unit(pairs: &[Pair], text: fn(&Pair) -> &str) -> String {
    let mut unit = super::prelude();
    for pair in pairs {
        unit.push_str(text(pair));
    }
    unit.push_str("kernel void every(global const int *restrict a, global long *restrict c) {\n");
    let _ = writeln!(
        unit,
        "    const int trips = get_global_id(0) % {TRIPS};\n    a += {FIRST_READ};\n    c += get_global_id(0) * {ELEMENTS} + {FIRST};"
    );
    let _ = writeln!(unit, "    switch (get_global_id(0) / {TRIPS}) {{");
    for (group, pair) in pairs.iter().enumerate() {
        let (start, multiple) = (pair.start, pair.multiple);
        let end = if multiple > 1 { format!("trips / {multiple} * {multiple}") } else { "trips".to_owned() };
        let _ = writeln!(unit, "    case {group}: f{}(a, c, {start} + {end}, 3); break;", pair.number);
    }
    unit.push_str("    }\n}\n");
    unit
}

/// Runs both texts, and returns their differences.
fn run(machine: &Machine, pairs: &[Pair], programs: [&Program; 2]) -> Result<Vec<String>, String> {
    let [first, other] = programs.map(|program| launch(machine, program, pairs.len()));
    let (first, other) = (first?, other?);
    let mut found = Vec::new();
    for (pair, (left, right)) in
        pairs.iter().zip(first.chunks(TRIPS * ELEMENTS * 8).zip(other.chunks(TRIPS * ELEMENTS * 8)))
    {
        if left.iter().all(|&byte| byte == 0) {
            found.push(format!("program {}: writes nothing\n{}", pair.number, pair.original));
        }
        if let Some(at) = left.iter().zip(right).position(|(left, right)| left != right) {
            let (trips, element) = (at / (ELEMENTS * 8), at / 8 % ELEMENTS);
            found.push(format!(
                "program {}: with {trips} iterations, element {} differs\n{}\n{}",
                pair.number,
                element as i64 - FIRST as i64,
                pair.original,
                pair.rewritten
            ));
        }
    }
    Ok(found)
}

/// The memory that the programs write.
fn launch(machine: &Machine, program: &Program, count: usize) -> Result<Vec<u8>, String> {
    let kernel = Kernel::create(program, "every").map_err(|error| format!("clCreateKernel: {error}"))?;
    let read: Vec<u8> = (0..READ as i32).flat_map(|at| (at * 7 % 23).to_le_bytes()).collect();
    let mut written = vec![0_u8; count * TRIPS * ELEMENTS * 8];
    let buffers = [buffer(machine, &read)?, buffer(machine, &written)?];
    let mut execution = ExecuteKernel::new(&kernel);
    // SAFETY: these are the parameters of the kernel; the values in the places are small, so all accesses are in the buffers.
    unsafe {
        execution.set_arg(&buffers[0]).set_arg(&buffers[1]);
        execution.set_global_work_size(count * TRIPS).set_local_work_size(1);
        execution.enqueue_nd_range(&machine.queue).map_err(|error| format!("clEnqueueNDRangeKernel: {error}"))?;
    }
    machine.queue.finish().map_err(|error| format!("clFinish: {error}"))?;
    // SAFETY: the read blocks, and both sides are equally long.
    unsafe { machine.queue.enqueue_read_buffer(&buffers[1], CL_BLOCKING, 0, &mut written, &[]) }
        .map_err(|error| format!("clEnqueueReadBuffer: {error}"))?;
    Ok(written)
}

/// A buffer with these bytes.
fn buffer(machine: &Machine, bytes: &[u8]) -> Result<Buffer<u8>, String> {
    // SAFETY: no host memory is passed.
    let buffer = unsafe { Buffer::create(&machine.context, CL_MEM_READ_WRITE, bytes.len(), ptr::null_mut()) };
    let mut buffer = buffer.map_err(|error| format!("clCreateBuffer: {error}"))?;
    // SAFETY: the write blocks, and both sides are equally long.
    unsafe { machine.queue.enqueue_write_buffer(&mut buffer, CL_BLOCKING, 0, bytes, &[]) }
        .map_err(|error| format!("clEnqueueWriteBuffer: {error}"))?;
    Ok(buffer)
}
