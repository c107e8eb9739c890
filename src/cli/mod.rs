//! The command line: read, unroll, write, report, exit.
//!
//! Each thing that the program does has its own file or folder: `rewrite` without a subcommand, `check` for the lint, `verify` for two
//! files that are to be compared, `tune` for the fastest form of each loop, `server` for editors, `layer` for programs with the OpenCL
//! layer, `catalogue` for the texts that explain words (`topics`), `manual` for texts about the arguments.
//! `arguments` is the command line, `config` reads a `clunroll.toml`, `settings` combines both for a file, `selection` chooses files of
//! folders, and `parallel` works on all cores; `clunroll_files` reads and writes, and [`clunroll_report`] shows findings.
//!
//! The exit status says which of three things happened, so that a build can tell a mistake in a kernel from a
//! mistake in the build: 0, done; 1, the source holds what counts as an error; 2, clunroll could not
//! run or was interrupted, with one line beginning `clunroll: error:`. A reader that goes away early (`clunroll k.cl | head`)
//! is not an error, and nothing here panics when standard error is closed.

mod arguments;
mod build_words;
mod catalogue;
mod check;
mod config;
mod diff;
mod globs;
mod interrupt;
mod layer;
mod manual;
mod odd_settings;
mod parallel;
mod recording;
mod rewrite;
mod selection;
mod server;
mod settings;
mod side_file;
mod terminal;
mod topics;
mod tune;
mod tune_recording;
mod tune_reports;
mod verify;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use clap::error::{ContextKind, ContextValue};

use self::arguments::{Arguments, Command, RewriteArguments, RuleArguments};
use clunroll::settings::Setting;
use clunroll_files::failure::Failure;

/// The output was written, or nothing was found.
const DONE: u8 = 0;
/// There are findings that count as errors.
const FINDINGS: u8 = 1;
const COULD_NOT_RUN: u8 = 2;

/// Runs `clunroll` with the arguments of this process.
///
/// Returns the exit status: 0 where the output was written or nothing was found, 1 where the source holds invalid
/// pragmas, 2 where clunroll could not run.
#[must_use]
pub fn main() -> ExitCode {
    interrupt::watch();
    // Only clunroll itself and its layer start workers, so the arguments do not have them.
    let mut words = std::env::args_os().skip(1).peekable();
    if words.next_if(|word| word == layer::worker::WORKER).is_some() {
        layer::worker::end_with_input();
    }
    let words: Vec<_> = words.collect();
    ExitCode::from(if words == [verify::WORKER] { or_failed(verify::work()) } else { typed(words) })
}

/// Runs the command that the arguments ask for, and returns the exit status.
fn typed(words: Vec<OsString>) -> u8 {
    let program = std::env::args_os().next();
    let parse = |words| Arguments::try_parse_from(program.into_iter().chain(words));
    match build_words::translated(words).and_then(parse) {
        Ok(arguments) => {
            let done = match &arguments.command {
                None if arguments.rewrite.settings.show_settings => {
                    let RewriteArguments { settings, rules, inputs, .. } = &arguments.rewrite;
                    settings::show::run(settings, rules, inputs, None)
                }
                None => rewrite::run(&arguments.rewrite),
                Some(Command::Check(check)) if check.settings.show_settings => {
                    let name = check.stdin_filename.as_deref();
                    settings::show::run(&check.settings, &check.rules, &check.paths, name)
                }
                Some(Command::Check(arguments)) => check::run(arguments),
                Some(Command::Verify(verify)) if verify.settings.show_settings => {
                    settings::show::run(&verify.settings, &RuleArguments::default(), &[&verify.original], None)
                }
                Some(Command::Verify(arguments)) => verify::run(arguments),
                Some(Command::Tune(tune)) if tune.settings.show_settings => settings::show::run(
                    &tune.settings,
                    &RuleArguments::default(),
                    &tune.file.iter().collect::<Vec<_>>(),
                    None,
                ),
                Some(Command::Tune(arguments)) => tune::run(arguments),
                Some(Command::Server(server)) if server.settings.show_settings => {
                    settings::show::run(&server.settings, &server.rules, &["."], None)
                }
                Some(Command::Server(arguments)) => server::run(arguments),
                Some(Command::Layer(arguments)) => layer::run(arguments),
                Some(Command::Recording(arguments)) => recording::run(arguments),
                Some(Command::Explain(arguments)) => catalogue::explain(arguments),
                Some(Command::Rules(arguments)) => catalogue::list(arguments),
                Some(Command::Completions(arguments)) => manual::completions(arguments),
                Some(Command::Man(arguments)) => manual::man(arguments),
            };
            or_failed(done)
        }
        Err(mut error) => {
            suggest_new_name(&mut error);
            // clap also returns `--help` and `--version` as errors; they go to standard output.
            let printed = error.print().and_then(|()| io::stdout().flush());
            match printed.err().filter(|error| error.kind() != io::ErrorKind::BrokenPipe) {
                _ if error.use_stderr() => COULD_NOT_RUN,
                Some(error) => {
                    Failure::of_system("write", "<stdout>", &error).print();
                    COULD_NOT_RUN
                }
                None => DONE,
            }
        }
    }
}

/// Names the present option where an option has its name of an earlier version.
fn suggest_new_name(error: &mut clap::Error) {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else { return };
    if let Some(now) = option.strip_prefix("--").and_then(Setting::new_name) {
        error.insert(ContextKind::SuggestedArg, ContextValue::String(format!("--{now}")));
    }
}

fn or_failed(done: Result<u8, Failure>) -> u8 {
    done.unwrap_or_else(|failure| {
        failure.print();
        COULD_NOT_RUN
    })
}
