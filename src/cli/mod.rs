//! The command line: read, unroll, write, report, exit.
//!
//! Each thing that the program does has its own file or folder: `rewrite` without a subcommand, `check` for the lint.
//! `arguments` is what is typed, `settings` what follows from it for a file; `files` reads and writes, and
//! [`crate::report`] says what was found.
//!
//! The exit status says which of three things happened, so that a build can tell a mistake in a kernel from a
//! mistake in the build: 0, done; 1, the source holds invalid pragmas; 2, clunroll could not
//! run, with one line beginning `clunroll: error:`. A reader that goes away early (`clunroll k.cl | head`) is no
//! error, and nothing here panics when standard error is closed: there is nobody left to tell.

mod arguments;
mod check;
mod rewrite;
mod settings;
mod side_file;
mod terminal;

use std::process::ExitCode;

use clap::Parser;

use self::arguments::{Arguments, Command};

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
    let status = match Arguments::try_parse() {
        Ok(arguments) => {
            let done = match &arguments.command {
                None => rewrite::run(&arguments.rewrite),
                Some(Command::Check(arguments)) => check::run(arguments),
            };
            done.unwrap_or_else(|failure| {
                failure.print();
                COULD_NOT_RUN
            })
        }
        Err(error) => {
            // Also how clap hands over `--help` and `--version`, which go to standard output.
            let _ = error.print();
            if error.use_stderr() { COULD_NOT_RUN } else { DONE }
        }
    };
    ExitCode::from(status)
}
