//! Times one launch description with several texts of the same kernels, in turn.
//!
//! ```text
//! cargo run --release --example times -- --device NVIDIA --launch kernel.launch.toml plain.cl vendor.cl written.cl
//! ```
//!
//! It prints a line for each launch: the median time of the first text in microseconds, and for each text how many times as fast as the
//! first one it is, as the median over the rounds. `!` after it means that its results differ from those of the first text, and `-` that
//! it could not be run.

#![allow(clippy::cast_precision_loss, reason = "counts are far below 2^53")]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use clunroll_opencl::description::read_toml;
use clunroll_opencl::{Build, KnownTypes, Launch, ProgramId, Runner, Timing, WorkerProgram, serve};

/// Times a launch description with several texts of the same kernels.
#[derive(Debug, Parser)]
#[command(name = "times")]
struct Arguments {
    /// Run on the first device whose platform or name contains this.
    #[arg(long)]
    device: Option<String>,
    /// The launch description.
    #[arg(long)]
    launch: PathBuf,
    /// Options for the compiler.
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    options: String,
    /// The number of rounds.
    #[arg(long, default_value_t = 15)]
    rounds: usize,
    /// The texts.
    texts: Vec<PathBuf>,
}

const WORKER: &str = "worker";
const LIMIT: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    let is_worker = std::env::args().nth(1).is_some_and(|first| first == WORKER);
    let done = if is_worker { serve() } else { times(&Arguments::parse()) };
    if let Err(why) = done {
        eprintln!("times: {why}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn times(arguments: &Arguments) -> Result<(), String> {
    let path = std::env::current_exe().map_err(|error| error.to_string())?;
    let worker = WorkerProgram { path, arguments: vec![WORKER.into()], is_sequential: false };
    let mut runner = Runner::start(worker, arguments.device.as_deref(), LIMIT)?;
    let descriptions = fs::read_to_string(&arguments.launch).map_err(|error| error.to_string())?;
    let folder = arguments.launch.parent().unwrap_or(Path::new(""));
    let descriptions =
        read_toml(&descriptions, &arguments.launch.display().to_string(), &|file| Ok(folder.join(file)), &|_| None)?;
    let (mut built, mut interfaces) = (Vec::new(), Vec::new());
    for text in &arguments.texts {
        let source = fs::read_to_string(text).map_err(|error| format!("{}: {error}", text.display()))?;
        match runner.build(&source, &arguments.options, LIMIT).map_err(|lost| format!("{lost:?}"))? {
            Build::Built { program, kernels } => {
                built.push(Some(program));
                interfaces.push((source, kernels));
            }
            Build::Refused(log) => {
                eprintln!("{}: {log}", text.display());
                built.push(None);
            }
        }
    }
    let (source, kernels) = interfaces.into_iter().next().ok_or("no text was built")?;
    let mut types = KnownTypes::default();
    for description in descriptions {
        let name = description.kernel.clone().unwrap_or_default();
        let Some(kernel) = kernels.iter().find(|kernel| kernel.name == name) else { continue };
        let declared = kernel.parameters.clone()?;
        let learnt = types.learn(&mut runner, &source, &arguments.options, &declared, LIMIT);
        learnt.map_err(|lost| format!("{lost:?}"))?;
        let parameters: Vec<_> = declared.iter().map(|one| one.resolve(|name| types.get(name), None)).collect();
        let given = description.arguments_for(&parameters)?;
        let missing = || format!("{name}: an argument is missing in the description");
        let arguments_of = given.into_iter().collect::<Option<Vec<_>>>().ok_or_else(missing)?;
        let global = description.global.clone().ok_or_else(missing)?;
        let launch = Launch { kernel: name.clone(), global, local: description.local.clone(), arguments: arguments_of };
        println!("{}", line(&mut runner, &launch, &built, arguments.rounds)?);
    }
    Ok(())
}

fn line(runner: &mut Runner, launch: &Launch, built: &[Option<ProgramId>], rounds: usize) -> Result<String, String> {
    let mut words = Vec::new();
    let mut can_run = Vec::new();
    for (number, program) in built.iter().enumerate() {
        let word = match program {
            None => "-",
            Some(program) => match runner.launch(*program, launch, number.min(1) * 2, LIMIT) {
                Ok(Ok(_)) if number == 0 => "",
                Ok(Ok(_)) => match runner.compare(0, 2, LIMIT) {
                    Ok(None) => "",
                    _ => "!",
                },
                Ok(Err(_)) | Err(_) => "-",
            },
        };
        words.push(word);
        if word != "-" {
            can_run.extend(program.map(|program| (number, program)));
        }
    }
    let programs: Vec<_> = can_run.iter().map(|(_, program)| *program).collect();
    let timing = Timing { rounds, limit: LIMIT, ..Timing::default() };
    let times = runner.time(&programs, launch, &timing).map_err(|why| format!("{why:?}"))?;
    let mut shown = format!("{:24}", launch.kernel);
    let times: Vec<_> = times.programs.into_iter().map(|program| program.nanoseconds).collect();
    let first = times.first().cloned().unwrap_or_default();
    let _ = write!(shown, " {:10.2}", median(first.clone()) / 1000.0);
    for (number, word) in words.iter().enumerate() {
        let place = can_run.iter().position(|(one, _)| *one == number);
        match place {
            Some(place) => {
                let ratio = median(first.iter().zip(&times[place]).map(|(first, own)| first / own).collect());
                let _ = write!(shown, " {ratio:6.3}{word:1}");
            }
            None => shown.push_str("      - "),
        }
    }
    Ok(shown)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
