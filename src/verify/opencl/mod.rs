//! The process in which an OpenCL platform works: builds both texts, and launches their kernels.
//!
//! It is clunroll again, started by `run` with a hidden subcommand, and told what to do on standard input
//! ([`super::protocol`]). Nothing that happens here can harm the run of clunroll that asks.
//!
//! - `device` finds the device.
//! - `program` builds, `types` and `parameters` find out what kernels take.
//! - `launch_setup` says which launches there are, `launch` makes one.
//! - `trial` compares one kernel.

mod device;
mod launch;
mod launch_setup;
mod parameters;
mod program;
mod trial;
mod types;

use std::collections::HashSet;
use std::io::{self, BufRead, Read, Write};
use std::thread;

use self::device::Machine;
use self::program::{BuiltProgram, Types};
use self::trial::{ProgramPair, Trial};
use super::build::Which;
use super::protocol::{Launches, MARK, WorkerJob, WorkerMessage};
use crate::files::failure::Failure;

/// How many kernels' names a list holds.
const NAMED: usize = 4;

/// How many characters of a compiler's log are passed on.
const LOG: usize = 1 << 22;

/// Does what standard input says, and answers on standard error.
pub(crate) fn work() -> Result<(), Failure> {
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line);
    let job = read.ok().and_then(|_| serde_json::from_str::<WorkerJob>(&line).ok());
    let Some(job) = job else {
        return Err(Failure::new("this command is only for clunroll itself; see `clunroll verify --help`"));
    };
    thread::spawn(|| {
        // Its end is that of whoever wants to know.
        let _ = io::stdin().lock().read_to_end(&mut Vec::new());
        std::process::exit(0);
    });
    run(&job);
    say(WorkerMessage::Done);
    // Platforms have threads of their own, and some do not survive an orderly end.
    std::process::exit(0);
}

fn run(job: &WorkerJob) {
    let machine = match Machine::find(job.device.as_deref()) {
        Ok(machine) => machine,
        Err(why) => return say(WorkerMessage::NoDevice(why)),
    };
    say(WorkerMessage::Device(machine.name.clone()));
    let build = |which, text: &str| {
        say(WorkerMessage::Building(which));
        match BuiltProgram::of(&machine, text, &job.options) {
            Ok(built) => {
                say(WorkerMessage::Built(which));
                Some(built)
            }
            Err(log) => {
                say(WorkerMessage::Refused(which, beginning(log)));
                None
            }
        }
    };
    let original = build(Which::Original, &job.original);
    let rewritten = build(Which::Rewritten, &job.rewritten);
    let (Some(original), Some(rewritten)) = (original, rewritten) else { return };
    let [names, others] = [&original, &rewritten].map(BuiltProgram::kernels);
    if names != others {
        // Those that both have tell nothing, and may be many.
        let only = |names: &[String], others: &[String]| {
            let mut only: Vec<&str> = names.iter().filter(|name| !others.contains(name)).map(String::as_str).collect();
            if only.len() > NAMED {
                only.truncate(NAMED);
                only.push("…");
            }
            if only.is_empty() { "none".to_owned() } else { only.join(", ") }
        };
        let (before, after) = (only(&names, &others), only(&others, &names));
        return say(WorkerMessage::OtherKernels(format!(
            "the kernels differ: only in the original: {before}; only in the output: {after}"
        )));
    }
    say(WorkerMessage::Kernels(names.clone()));
    if let Some(launches) = &job.launches {
        launch(&machine, job, launches, ProgramPair { original, rewritten }, &names);
    }
}

fn launch(machine: &Machine, job: &WorkerJob, launches: &Launches, loose: ProgramPair, names: &[String]) {
    let strict = |which, text: &str| {
        say(WorkerMessage::Building(which));
        BuiltProgram::strict(machine, text, &launches.strict_options)
            .map_err(|log| say(WorkerMessage::Refused(which, beginning(log))))
            .inspect(|_| say(WorkerMessage::Built(which)))
    };
    let (Ok(original), Ok(rewritten)) =
        (strict(Which::Original, &job.original), strict(Which::Rewritten, &job.rewritten))
    else {
        return;
    };
    let strict = ProgramPair { original, rewritten };
    let loose = Some(loose).filter(|_| !launches.loosening.is_empty());
    let types = Types::default();
    let mut trial =
        Trial { machine, job, launches, strict, loose, types, plain: None, seen: HashSet::new(), say: &say };
    for name in names {
        match &launches.from {
            Some(from) if *name < from.kernel => {}
            Some(from) if *name == from.kernel => trial.run(name, from.number),
            _ => trial.run(name, 0),
        }
    }
}

/// As much of a log as anybody is shown: answers are lines, and not endless.
fn beginning(log: String) -> String {
    match log.char_indices().nth(LOG) {
        Some((end, _)) => log[..end].to_owned(),
        None => log,
    }
}

#[expect(clippy::needless_pass_by_value, reason = "an event is made to be said")]
fn say(message: WorkerMessage) {
    // Where nobody reads it any more, this process is about to end.
    if let Ok(text) = serde_json::to_string(&message) {
        let _ = io::stderr().lock().write_all(format!("\n{MARK}{text}\n").as_bytes());
    }
}
