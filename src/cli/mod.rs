//! The command line: read, unroll, write, report, exit.
//!
//! One run is `run`: `input` reads the bytes, [`crate::unroll`] does the work, `includes` finds the files that it asks
//! for, `destination` finds out what the output's name stands for, `output` writes there, and `crate::report` says what
//! was found. All input and output of clunroll is in this folder.
//!
//! The exit status says which of three things happened, so that a build can tell a mistake in a kernel from a
//! mistake in the build: 0, the output was written; 1, the source holds invalid pragmas; 2, clunroll could not
//! run, with one line beginning `clunroll: error:`. A reader that goes away early (`clunroll k.cl | head`) is no
//! error, and nothing here panics when standard error is closed: there is nobody left to tell.
//!
//! Later subcommands (`clunroll check …`) stand beside the positional form as a field
//! `#[command(subcommand)] Option<Command>` of `arguments::Arguments`, each with its own file here, and
//! `run` hands over to it; a kernel that has a subcommand's name is then given as `./check`.

mod arguments;
mod destination;
mod failure;
mod includes;
mod input;
mod macros;
mod output;
mod report_file;
mod size;
mod terminal;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use self::arguments::Arguments;
use self::destination::Destination;
use self::failure::Failure;
use self::includes::FileIncludes;
use self::report_file::ReportFile;
use crate::report;
use crate::rules::Severity;
use crate::{Limits, Options, Outcome};

const WRITTEN: u8 = 0;
const INVALID_PRAGMAS: u8 = 1;
const COULD_NOT_RUN: u8 = 2;

/// Runs `clunroll` with the arguments of this process.
///
/// Returns the exit status: 0 where the output was written, 1 where the source holds invalid pragmas, 2 where
/// clunroll could not run.
#[must_use]
pub fn main() -> ExitCode {
    let status = match Arguments::try_parse() {
        Ok(arguments) => run(&arguments).unwrap_or_else(|failure| {
            failure.print();
            COULD_NOT_RUN
        }),
        Err(error) => {
            // Also how clap hands over `--help` and `--version`, which go to standard output.
            let _ = error.print();
            if error.use_stderr() { COULD_NOT_RUN } else { WRITTEN }
        }
    };
    ExitCode::from(status)
}

/// One run of the positional form.
fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let source = input::read(&arguments.input)?;
    let output = arguments.output.as_deref();
    let destination = Destination::of(output)?;
    let report_file = ReportFile::of(arguments, &destination)?;
    let mut includes = FileIncludes::new(&arguments.input, &arguments.include_folders);
    let options = Options {
        name: input::name(&arguments.input),
        macros: arguments.macros.0.clone(),
        forced_includes: arguments.forced_includes.iter().map(|name| includes.forced(name)).collect(),
        trust_defines: arguments.trust_defines,
        language: arguments.language,
        uniform_work_groups: arguments.uniform_work_groups,
        provide_extension: arguments.provide_extension,
        flatten: arguments.flatten,
        remainder: arguments.remainder.into(),
        check_promises: arguments.check_promises,
        line_directives: arguments.line_directives,
        limits: Limits { max_copies: arguments.max_copies, max_growth: arguments.max_growth },
    };
    let outcome = crate::unroll(&source, &options, &mut includes);
    if !outcome.is_complete {
        return Err(Failure::new(format!(
            "cannot work on {}: no memory for a thread, or a fault of clunroll",
            options.name
        )));
    }

    let invalid = outcome.has_errors();
    let write = !invalid || arguments.keep_going;
    let written = if write { output::write(&destination, &outcome.text) } else { Ok(()) };
    // After the output, so that on a terminal the findings are what is left on the screen; and also where the
    // output could not be written.
    let _ = print_report(arguments, &options.name, &outcome, write);
    let input = report::json::Input {
        name: &options.name,
        bytes: source.len(),
        outcome: &outcome,
        is_written: write && written.is_ok(),
    };
    let reported = report_file.map_or(Ok(()), |report_file| report_file.write(&input));
    written.map_err(|error| Failure::of_system("write", &destination::name(output), &error))?;
    reported?;
    Ok(if invalid { INVALID_PRAGMAS } else { WRITTEN })
}

fn print_report(arguments: &Arguments, name: &str, outcome: &Outcome, written: bool) -> io::Result<()> {
    let mut stderr = io::BufWriter::new(io::stderr().lock());
    let least = if arguments.quiet { Severity::Error } else { Severity::Note };
    let shown = outcome.diagnostics.iter().filter(|diagnostic| diagnostic.severity() >= least);
    report::full::write(&mut stderr, terminal::colour(arguments.color), shown, &outcome.sources)?;
    if arguments.verbose {
        report::requests::write(&mut stderr, &outcome.requests, &outcome.sources)?;
    }
    if !arguments.quiet
        && let Some(counts) = report::summary::counts(&outcome.diagnostics)
    {
        let end = if written { "" } else { "; nothing was written" };
        writeln!(stderr, "clunroll: {counts} in {}{end}", failure::printable(name))?;
    }
    stderr.flush()
}
