//! Runs of all variants of a case, in turn.
//!
//! A round runs each variant once, in one order and then in the other. A run has enough launches for a good measurement; its time is that
//! of the device, from the launches' events. All comparisons are ratios of two runs of the same round.

use std::path::PathBuf;
use std::rc::Rc;

use opencl3::event::Event;
use opencl3::kernel::ExecuteKernel;
use opencl3::memory::Buffer;

use super::build::Built;
use super::cases::{Case, Launch};
use super::data::{Argument, Inputs, content, filled};
use super::device::{Class, Machine};
use super::records::Record;
use super::statistics::Spread;
use super::variants::{ONE, VENDOR, Variant};

/// Launches of one run, at most.
const MAX_LAUNCHES: f64 = 40.0;

/// Runs variants on one device.
pub struct Bench<'m> {
    machine: &'m Machine,
    rounds: usize,
    dump: Option<PathBuf>,
    inputs: Inputs,
}

impl<'m> Bench<'m> {
    /// A bench with this number of rounds.
    pub fn new(machine: &'m Machine, rounds: usize, dump: Option<PathBuf>) -> Self {
        Self { machine, rounds: rounds.max(1), dump, inputs: Inputs::default() }
    }

    /// Measures all variants of a case, for all sizes.
    pub fn case(&mut self, case: &Case, variants: &[Variant]) -> Result<Vec<Record>, String> {
        let mut built = Vec::new();
        for variant in variants {
            let program = Built::new(self.machine, case, variant)?;
            if let Some(folder) = &self.dump {
                program.dump(folder, case, variant)?;
            }
            built.push(program);
        }
        let mut records = Vec::new();
        for &size in (case.sizes)(self.machine.class) {
            eprintln!("{} {size}", case.name);
            records.extend(self.size(case, variants, &built, size)?);
        }
        Ok(records)
    }

    fn size(&mut self, case: &Case, variants: &[Variant], built: &[Built], size: usize) -> Result<Vec<Record>, String> {
        let launch = (case.launch)(self.machine.class, size);
        let mut buffers = self.buffers(&launch)?;
        let mut results = Vec::new();
        let mut longest = 0.0_f64;
        for program in built {
            self.reset(&launch, &mut buffers)?;
            self.run(program, &launch, &buffers, 1)?;
            results.push(self.results(&launch, &buffers)?);
            longest = longest.max(self.run(program, &launch, &buffers, 1)?);
        }
        let enough = if self.machine.class == Class::Gpu { 300.0 } else { 3000.0 };
        let launches = (enough / longest).ceil().clamp(1.0, MAX_LAUNCHES) as usize;
        let mut times = vec![Vec::new(); built.len()];
        for round in 0..self.rounds {
            let mut order: Vec<_> = (0..built.len()).collect();
            if round % 2 == 1 {
                order.reverse();
            }
            for at in order {
                times[at].push(self.run(&built[at], &launch, &buffers, launches)?);
            }
        }
        let one = variants.iter().position(|variant| variant.name == ONE).unwrap_or(0);
        let against = |other: usize, at: usize| {
            Spread::of(times[other].iter().zip(&times[at]).map(|(other, own)| other / own).collect())
        };
        let optional = |spread: Option<Spread>| {
            spread.map_or([None; 3], |Spread { low, median, high }| [low, median, high].map(Some))
        };
        let record = |(at, variant): (usize, &Variant)| {
            let is_vendor = |other: &Variant| other.name == VENDOR && other.factor == variant.factor;
            let vendor = variants.iter().position(is_vendor).filter(|_| variant.factor.is_some());
            Record {
                device: self.machine.name.clone(),
                case: case.name.to_owned(),
                size_is: case.size_is.to_owned(),
                size,
                factor: variant.factor,
                variant: variant.name.clone(),
                rounds: self.rounds,
                launches,
                time: Spread::of(times[at].clone()),
                against_one: against(one, at),
                against_vendor: optional(vendor.map(|vendor| against(vendor, at))),
                build: built[at].time.as_secs_f64() * 1000.0,
                registers: built[at].registers.map(|registers| registers.used),
                spilled: built[at].registers.map(|registers| registers.spilled),
                is_equal: results[at] == results[0],
            }
        };
        Ok(variants.iter().enumerate().map(record).collect())
    }

    /// A buffer for each argument that needs one.
    fn buffers(&mut self, launch: &Launch) -> Result<Vec<Option<Rc<Buffer<u8>>>>, String> {
        let mut buffers = Vec::new();
        for argument in &launch.arguments {
            buffers.push(match *argument {
                Argument::Input(kind, count) => Some(self.inputs.get(self.machine, kind, count)?),
                Argument::Output(bytes) => Some(Rc::new(filled(self.machine, &vec![0; bytes])?)),
                Argument::Number(_) | Argument::Local(_) => None,
            });
        }
        Ok(buffers)
    }

    /// Fills outputs with bytes that no kernel writes.
    fn reset(&self, launch: &Launch, buffers: &mut [Option<Rc<Buffer<u8>>>]) -> Result<(), String> {
        for (argument, buffer) in launch.arguments.iter().zip(buffers) {
            // An output has no other owner.
            if let (&Argument::Output(bytes), Some(buffer)) = (argument, buffer.as_mut().and_then(Rc::get_mut)) {
                // SAFETY: the buffer was made with this size.
                unsafe { self.machine.queue.enqueue_fill_buffer(buffer, &[0xA5_u8], 0, bytes, &[]) }
                    .map_err(|error| format!("clEnqueueFillBuffer: {error}"))?;
            }
        }
        Ok(())
    }

    fn results(&self, launch: &Launch, buffers: &[Option<Rc<Buffer<u8>>>]) -> Result<Vec<Vec<u8>>, String> {
        let outputs = launch.arguments.iter().zip(buffers).filter_map(|(argument, buffer)| match (argument, buffer) {
            (&Argument::Output(bytes), Some(buffer)) => Some((buffer, bytes)),
            _ => None,
        });
        outputs.map(|(buffer, bytes)| content(self.machine, buffer, bytes)).collect()
    }

    /// The time of one launch in microseconds, as the median of many, so that other work of the machine has little influence.
    fn run(
        &self,
        program: &Built,
        launch: &Launch,
        buffers: &[Option<Rc<Buffer<u8>>>],
        launches: usize,
    ) -> Result<f64, String> {
        let mut events = Vec::new();
        for _ in 0..launches {
            events.push(self.start(program, launch, buffers)?);
        }
        self.machine.queue.finish().map_err(|error| format!("clFinish: {error}"))?;
        let mut times = Vec::new();
        for event in &events {
            let told = |error| format!("clGetEventProfilingInfo: {error}");
            let (start, end) =
                (event.profiling_command_start().map_err(told)?, event.profiling_command_end().map_err(told)?);
            times.push(end.saturating_sub(start) as f64 / 1000.0);
        }
        Ok(Spread::of(times).median.max(0.001))
    }

    fn start(&self, program: &Built, launch: &Launch, buffers: &[Option<Rc<Buffer<u8>>>]) -> Result<Event, String> {
        let mut execution = ExecuteKernel::new(&program.kernel);
        for (argument, buffer) in launch.arguments.iter().zip(buffers) {
            // SAFETY: the arguments fit the kernel's parameters, in their order, by the table of cases.
            unsafe {
                match (argument, buffer) {
                    (_, Some(buffer)) => execution.set_arg(&**buffer),
                    (Argument::Number(number), None) => execution.set_arg(number),
                    (Argument::Local(bytes), None) => execution.set_arg_local_buffer(*bytes),
                    (Argument::Input(..) | Argument::Output(_), None) => continue,
                };
            }
        }
        execution.set_global_work_sizes(&launch.global).set_local_work_sizes(&launch.local);
        // SAFETY: all arguments are set, and the buffers are as large as the launch needs.
        unsafe { execution.enqueue_nd_range(&self.machine.queue) }
            .map_err(|error| format!("clEnqueueNDRangeKernel: {error}"))
    }
}
