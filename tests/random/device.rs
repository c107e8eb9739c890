//! Random programs on OpenCL platforms, many of them in one kernel.
//!
//! A runtime takes tenths of a second for a kernel, however small. So the programs of a batch become functions, and one kernel calls
//! them, each in a work-group of its own; each work-item has its own part of the buffers. Parameters and the contents of memory are
//! those of `driver.c`. A program that overflows or fills its trace as C is not run on a device, so the C compiler comes first.

use std::fmt::Write;
use std::ptr;

use opencl3::kernel::{ExecuteKernel, Kernel};
use opencl3::memory::{Buffer, CL_MEM_READ_WRITE};
use opencl3::program::Program;
use opencl3::types::CL_BLOCKING;
use serde::{Deserialize, Serialize};

use super::native::{Native, Pair, Verdict, undefine_respelled};
use super::opencl::device::Machine;
use super::print::{KERNEL, KERNEL_OF_SIZE, PARAMETERS, WORK_GROUP};

/// The same as in `driver.c`.
const ENTRIES: usize = 16384;
const CELLS: usize = 64;
/// The bytes of each.
const TRACE: usize = ENTRIES * 8;
const MEMORY: usize = CELLS * 4;
const RUNS: [(i32, u8); 8] = [(13, 3), (0, 0), (1, 5), (-1, 1), (3, 8), (5, 2), (8, 13), (4, 7)];

/// The results of a batch.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Programs that were compared.
    pub programs: usize,
    /// Launches of both texts of a program, in all builds.
    pub runs: usize,
    /// Programs that the platform does not compile, neither as written nor as rewritten.
    pub skipped: Vec<String>,
    /// Programs that the platform gets wrong as written: without its optimiser, the original gives the same result as the rewritten
    /// text with it.
    pub wrong_as_written: Vec<String>,
    /// Other differences.
    pub failures: Vec<String>,
}

/// Compares the programs on a device.
pub fn compare(machine: &Machine, native: &Native, pairs: Vec<Pair>, step: &mut dyn FnMut(&str)) -> Tally {
    step("the C compiler");
    let label = std::process::id().to_string();
    let verdicts = native.compare(&label, &pairs);
    let is_good = |verdict: &Verdict| *verdict == Verdict::Same { is_cut: false };
    let good = pairs.into_iter().zip(verdicts).filter_map(|(pair, verdict)| is_good(&verdict).then_some(pair));
    // Programs without a macro of the host need only one build.
    let (hosted, plain): (Vec<_>, Vec<_>) = good.partition(|pair: &Pair| pair.builds.len() > 1);
    let mut tally = Tally { programs: hosted.len() + plain.len(), ..Tally::default() };
    for pairs in [plain, hosted] {
        let builds = pairs.iter().map(|pair| pair.builds.len()).max().unwrap_or(0);
        for build in 0..builds {
            compare_build(machine, &pairs, build, &mut tally, step);
        }
    }
    tally
}

/// The programs of a build in one kernel, or, where a text is refused, in two of half the size.
fn compare_build(machine: &Machine, pairs: &[Pair], build: usize, tally: &mut Tally, step: &mut dyn FnMut(&str)) {
    let Some(first) = pairs.first() else { return };
    step(&format!("build {build} of {} programs from {} on", pairs.len(), first.number));
    let compiled = |text: fn(&Pair) -> &str, option: &str| {
        let options = format!("-w {option}");
        Program::create_and_build_from_source(&machine.context, &unit(pairs, build, text), &options)
    };
    match (compiled(|pair| &pair.original, ""), compiled(|pair| &pair.rewritten, "")) {
        (Ok(original), Ok(rewritten)) => {
            let mut compare = |original: &Program| run(machine, pairs, [original, &rewritten], step);
            let differences = compare(&original).and_then(|differences| {
                if differences.is_empty() {
                    return Ok((Vec::new(), Vec::new()));
                }
                let witness = compiled(|pair| &pair.original, "-cl-opt-disable")?;
                let remaining = compare(&witness)?;
                Ok(differences.into_iter().partition(|difference| !remaining.contains(difference)))
            });
            match differences {
                Ok((wrong_as_written, differences)) => {
                    tally.runs += RUNS.len() * pairs.len();
                    let in_build = |why| format!("build {build}, {why}");
                    tally.wrong_as_written.extend(wrong_as_written.into_iter().map(in_build));
                    tally.failures.extend(differences.into_iter().map(in_build));
                }
                Err(why) => tally.failures.push(format!("build {build} from program {} on: {why}", first.number)),
            }
        }
        _ if pairs.len() > 1 => {
            let (left, right) = pairs.split_at(pairs.len() / 2);
            compare_build(machine, left, build, tally, step);
            compare_build(machine, right, build, tally, step);
        }
        (Err(log), Err(_)) => tally.skipped.push(format!("program {}, build {build}: {log}", first.number)),
        (Ok(_), Err(log)) | (Err(log), Ok(_)) => {
            tally.failures.push(format!("program {}, build {build}: one text alone is refused: {log}", first.number));
        }
    }
}

/// One text of all programs, and the kernel that calls them. The host's `-D` come first, as text: platforms read blanks in their
/// options differently.
pub fn unit(pairs: &[Pair], build: usize, text: fn(&Pair) -> &str) -> String {
    let mut unit = String::new();
    let defines = pairs.iter().filter_map(|pair| pair.builds.get(build).or(pair.builds.first())).flatten();
    // Compilers of OpenCL C predefine those with underscores themselves.
    for (name, value) in defines.filter(|(name, _)| !name.starts_with("__")) {
        let _ = writeln!(unit, "#define {name} {value}");
    }
    for pair in pairs {
        unit.push_str(&pair.complete(text(pair), build).replace(KERNEL_OF_SIZE, "void").replace(KERNEL, "void"));
        undefine_respelled(text(pair), &mut unit);
    }
    let _ = writeln!(unit, "{KERNEL_OF_SIZE} every({PARAMETERS}) {{");
    let _ = writeln!(unit, "    out += get_global_id(0) * {ENTRIES}; mem += get_global_id(0) * {CELLS};");
    unit.push_str("    switch (get_group_id(0)) {\n");
    for (group, pair) in pairs.iter().enumerate() {
        let _ = writeln!(unit, "    case {group}: k{}(out, mem, n, m, w, b); break;", pair.number);
    }
    unit.push_str("    }\n}\n");
    unit
}

/// Runs both texts with all parameters; returns where they differ.
fn run(
    machine: &Machine,
    pairs: &[Pair],
    programs: [&Program; 2],
    step: &mut dyn FnMut(&str),
) -> Result<Vec<String>, String> {
    let open = |program| Kernel::create(program, "every").map_err(|error| format!("clCreateKernel: {error}"));
    let kernels = [open(programs[0])?, open(programs[1])?];
    let items = pairs.len() * WORK_GROUP;
    let mut buffers = [buffer(machine, items * TRACE)?, buffer(machine, items * MEMORY)?];
    let mut differences = Vec::new();
    for number in 0..RUNS.len() {
        let mut launched = |side: usize| {
            let text = ["original", "rewritten"][side];
            step(&format!("run {number} of the {text} text from program {} on", pairs[0].number));
            launch(machine, &kernels[side], &mut buffers, items, number)
        };
        let (first, other) = (launched(0)?, launched(1)?);
        if first == other {
            continue;
        }
        // Runs the original again, to be sure of it.
        let again = launched(0)?;
        for (at, pair) in pairs.iter().enumerate() {
            let part = |[trace, memory]: &[Vec<u8>; 2]| {
                let (trace_at, memory_at) = (at * WORK_GROUP * TRACE, at * WORK_GROUP * MEMORY);
                [trace[trace_at..][..WORK_GROUP * TRACE].to_vec(), memory[memory_at..][..WORK_GROUP * MEMORY].to_vec()]
            };
            let (first, other, again) = (part(&first), part(&other), part(&again));
            if first != again {
                differences.push(format!("run {number}, program {}: two runs of the original differ", pair.number));
            } else if first != other {
                let byte = first[0].iter().zip(&other[0]).position(|(left, right)| left != right);
                let place = byte.map(|byte| byte / 8).map_or_else(
                    || "in `mem`".to_owned(),
                    |entry| format!("in work-item {} at entry {}", entry / ENTRIES, entry % ENTRIES),
                );
                differences.push(format!("run {number}, program {}: the texts differ {place}", pair.number));
            }
        }
    }
    Ok(differences)
}

fn buffer(machine: &Machine, bytes: usize) -> Result<Buffer<u8>, String> {
    // SAFETY: no host memory is handed over.
    let buffer = unsafe { Buffer::create(&machine.context, CL_MEM_READ_WRITE, bytes, ptr::null_mut()) };
    buffer.map_err(|error| format!("clCreateBuffer: {error}"))
}

/// The contents of the buffers after a launch with the parameters of that number.
fn launch(
    machine: &Machine,
    kernel: &Kernel,
    buffers: &mut [Buffer<u8>; 2],
    items: usize,
    number: usize,
) -> Result<[Vec<u8>; 2], String> {
    let mut memory = Vec::new();
    for at in 0..items * CELLS {
        memory.extend((((at % CELLS * 7 + 3 + number) & 15) as i32).to_le_bytes());
    }
    let mut contents = [vec![0; items * TRACE], memory];
    for (buffer, bytes) in buffers.iter_mut().zip(&contents) {
        // SAFETY: the write blocks, and both sides are as long as `bytes`.
        unsafe { machine.queue.enqueue_write_buffer(buffer, CL_BLOCKING, 0, bytes, &[]) }
            .map_err(|error| format!("clEnqueueWriteBuffer: {error}"))?;
    }
    let (n, m) = RUNS[number];
    let mut execution = ExecuteKernel::new(kernel);
    // SAFETY: these are the parameters of the kernel, and the functions that it calls have run within them as C.
    unsafe {
        execution.set_arg(&buffers[0]).set_arg(&buffers[1]);
        execution.set_arg(&n).set_arg(&u32::from(m)).set_arg(&i64::from(m)).set_arg(&m);
        execution.set_global_work_size(items).set_local_work_size(WORK_GROUP);
        execution.enqueue_nd_range(&machine.queue).map_err(|error| format!("clEnqueueNDRangeKernel: {error}"))?;
    }
    machine.queue.finish().map_err(|error| format!("clFinish: {error}"))?;
    for (buffer, bytes) in buffers.iter().zip(&mut contents) {
        // SAFETY: the read blocks, and both sides are equally long.
        unsafe { machine.queue.enqueue_read_buffer(buffer, CL_BLOCKING, 0, bytes, &[]) }
            .map_err(|error| format!("clEnqueueReadBuffer: {error}"))?;
    }
    Ok(contents)
}
