//! The process in which an OpenCL platform works: builds both texts, and launches their kernels.
//!
//! It is clunroll again, started by `run` with a hidden subcommand, and told what to do on standard input
//! ([`super::protocol`]). Nothing that happens here can harm the run of clunroll that asks.
//!
//! - `device` finds the device.
//! - `program` builds, `types` and `parameters` find out what kernels take.
//! - `plan` says which launches there are, `launch` makes one.
//! - `trial` compares one kernel.

mod device;
mod launch;
mod parameters;
mod plan;
mod program;
mod trial;
mod types;

use std::collections::HashSet;
use std::io::{self, BufRead, Read, Write};
use std::thread;

use self::device::Machine;
use self::program::{Built, Types};
use self::trial::{Pair, Trial};
use super::build::Which;
use super::protocol::{Event, Job, Launches, MARK};
use crate::files::failure::Failure;

/// How many kernels' names a list holds.
const NAMED: usize = 4;

/// How many characters of a compiler's log are passed on.
const LOG: usize = 1 << 22;

/// Does what standard input says, and answers on standard error.
pub(crate) fn work() -> Result<(), Failure> {
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line);
    let job = read.ok().and_then(|_| serde_json::from_str::<Job>(&line).ok());
    let Some(job) = job else {
        return Err(Failure::new("this command is only for clunroll itself; see `clunroll verify --help`"));
    };
    thread::spawn(|| {
        // Its end is that of whoever wants to know.
        let _ = io::stdin().lock().read_to_end(&mut Vec::new());
        std::process::exit(0);
    });
    run(&job);
    say(Event::Done);
    // Platforms have threads of their own, and some do not survive an orderly end.
    std::process::exit(0);
}

fn run(job: &Job) {
    let machine = match Machine::find(job.device.as_deref()) {
        Ok(machine) => machine,
        Err(why) => return say(Event::NoDevice(why)),
    };
    say(Event::Device(machine.name.clone()));
    let build = |which, text: &str| {
        say(Event::Building(which));
        match Built::of(&machine, text, &job.options) {
            Ok(built) => {
                say(Event::Built(which));
                Some(built)
            }
            Err(log) => {
                say(Event::Refused(which, beginning(log)));
                None
            }
        }
    };
    let original = build(Which::Original, &job.original);
    let rewritten = build(Which::Rewritten, &job.rewritten);
    let (Some(original), Some(rewritten)) = (original, rewritten) else { return };
    let [names, others] = [&original, &rewritten].map(Built::kernels);
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
        return say(Event::OtherKernels(format!(
            "the kernels differ: only in the original: {before}; only in the output: {after}"
        )));
    }
    say(Event::Kernels(names.clone()));
    if let Some(launches) = &job.launches {
        launch(&machine, job, launches, Pair { original, rewritten }, &names);
    }
}

fn launch(machine: &Machine, job: &Job, launches: &Launches, loose: Pair, names: &[String]) {
    let strict = |which, text: &str| {
        say(Event::Building(which));
        Built::strict(machine, text, &launches.strict_options)
            .map_err(|log| say(Event::Refused(which, beginning(log))))
            .inspect(|_| say(Event::Built(which)))
    };
    let (Ok(original), Ok(rewritten)) =
        (strict(Which::Original, &job.original), strict(Which::Rewritten, &job.rewritten))
    else {
        return;
    };
    let strict = Pair { original, rewritten };
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
fn say(event: Event) {
    // Where nobody reads it any more, this process is about to end.
    if let Ok(text) = serde_json::to_string(&event) {
        let _ = io::stderr().lock().write_all(format!("\n{MARK}{text}\n").as_bytes());
    }
}
