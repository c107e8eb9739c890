//! Builds a variant, and reads the vendor's report about the result.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use opencl3::kernel::Kernel;
use opencl3::program::Program;

use super::cases::Case;
use super::device::Machine;
use super::variants::Variant;

/// A variant that can be launched.
pub struct Built {
    /// Its kernel.
    pub kernel: Kernel,
    /// The time from source to kernel.
    pub time: Duration,
    /// The registers that the compiler reports.
    pub registers: Option<Registers>,
    program: Program,
    log: String,
}

/// The report of NVIDIA's assembler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registers {
    /// For one work-item.
    pub used: u32,
    /// Bytes that are spilled for lack of registers.
    pub spilled: u32,
}

impl Built {
    /// Builds a variant.
    pub fn new(machine: &Machine, case: &Case, variant: &Variant) -> Result<Self, String> {
        let mut options = String::from("-w");
        if machine.tells_registers {
            options.push_str(" -cl-nv-verbose");
        }
        for name in case.defines {
            options.push_str(" -D");
            options.push_str(name);
        }
        let mut program = Program::create_from_source(&machine.context, &variant.text)
            .map_err(|error| format!("clCreateProgramWithSource: {error}"))?;
        let start = Instant::now();
        let built = program.build(&[machine.device.id()], &options);
        let log = program.get_build_log(machine.device.id()).unwrap_or_default();
        built.map_err(|error| format!("{} does not build: {error}\n{log}", variant.name))?;
        let kernel = Kernel::create(&program, case.kernel).map_err(|error| format!("clCreateKernel: {error}"))?;
        let time = start.elapsed();
        let registers = if machine.tells_registers { registers(&log) } else { None };
        Ok(Self { kernel, time, registers, program, log })
    }

    /// Writes the files for inspection.
    pub fn dump(&self, folder: &Path, case: &Case, variant: &Variant) -> Result<(), String> {
        let factor = variant.factor.map_or_else(String::new, |factor| format!(".{factor}"));
        let stem = format!("{}{factor}.{}", case.name, variant.name).replace(' ', "_");
        let binary = self.program.get_binaries().unwrap_or_default().concat();
        let write = |extension: &str, bytes: &[u8]| {
            let file = folder.join(format!("{stem}.{extension}"));
            fs::write(&file, bytes).map_err(|error| format!("{}: {error}", file.display()))
        };
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        write("cl", variant.text.as_bytes())?;
        write("log", self.log.as_bytes())?;
        write("bin", &binary)
    }
}

/// Reads `ptxas info : Used 32 registers, …` and `0 bytes spill stores, 0 bytes spill loads`.
fn registers(log: &str) -> Option<Registers> {
    let before = |text: &str| -> Option<u32> {
        let at = log.find(text)?;
        log[..at].split_whitespace().next_back()?.parse().ok()
    };
    let used = before(" registers")?;
    let spilled = before(" bytes spill stores").unwrap_or(0) + before(" bytes spill loads").unwrap_or(0);
    Some(Registers { used, spilled })
}
