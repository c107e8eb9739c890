//! The program without a subcommand: read, unroll, write, report.

use std::io::{self, Write};
use std::path::Path;

use super::arguments::{RewriteArguments, RuleArguments};
use super::settings::Resolver;
use super::side_file::SideFile;
use super::{DONE, FINDINGS, incomplete, terminal};
use crate::files::destination::{self, Destination};
use crate::files::failure::{self, Failure};
use crate::files::{depfile, input, output};
use crate::report;
use crate::rules::Severity;
use crate::{Options, Outcome};

/// Rewrites one file, and gives the exit status.
pub(super) fn run(arguments: &RewriteArguments) -> Result<u8, Failure> {
    // clap lets nobody through without an input.
    let path = arguments.input.as_deref().unwrap_or(Path::new("-"));
    let source = input::read(path)?;
    let output = arguments.output.as_deref();
    let destination = Destination::of(output)?;
    let report_file = SideFile::of("report", arguments.report.as_deref(), [&destination], [path])?;
    let taken = [&destination].into_iter().chain(report_file.as_ref().map(SideFile::destination));
    let dependencies = SideFile::of("depfile", arguments.depfile.as_deref(), taken, [path])?;
    if dependencies.is_some() && output.is_none_or(|output| output == Path::new("-")) {
        return Err(Failure::new("--depfile needs a name for the output: use -o"));
    }
    let resolver = Resolver::new(&arguments.settings, &RuleArguments::default());
    let (options, mut includes) = resolver.settings(path)?.for_input(path);
    let options = Options {
        flatten: arguments.flatten,
        check_promises: arguments.check_promises,
        line_directives: arguments.line_directives,
        ..options
    };
    let outcome = crate::unroll(&source, &options, &mut includes);
    if !outcome.is_complete {
        return Err(incomplete(&options.name));
    }

    let invalid = outcome.has_errors();
    let write = !invalid || arguments.keep_going;
    let written = if write { output::write(&destination, &outcome.text).map(|_| ()) } else { Ok(()) };
    // After the output, so that on a terminal the findings are what is left on the screen; and also where the
    // output could not be written.
    let _ = print_report(arguments, &options.name, &outcome, write);
    let input = report::json::Input {
        name: &options.name,
        bytes: source.len(),
        outcome: &outcome,
        is_written: write && written.is_ok(),
    };
    let reported = report_file.map_or(Ok(()), |file| {
        let mut text = Vec::new();
        report::json::write(&mut text, &[input]).map_err(|error| file.failure(&error))?;
        file.write(&text)
    });
    written.map_err(|error| Failure::of_system("write", &destination::name(output), &error))?;
    reported?;
    if let (Some(file), Some(output), true) = (dependencies, output, write) {
        let input = (!input::is_standard_input(path)).then_some(path);
        file.write(&depfile::text(&[depfile::Rule { output, input, read: includes.files_read() }])?)?;
    }
    Ok(if invalid { FINDINGS } else { DONE })
}

fn print_report(arguments: &RewriteArguments, name: &str, outcome: &Outcome, written: bool) -> io::Result<()> {
    let mut stderr = io::BufWriter::new(io::stderr().lock());
    let least = if arguments.quiet { Severity::Error } else { Severity::Note };
    let shown = outcome.diagnostics.iter().filter(|diagnostic| diagnostic.severity >= least);
    report::full::write(&mut stderr, terminal::colour(arguments.color, &io::stderr()), shown, &outcome.sources)?;
    if arguments.verbose {
        report::requests::write(&mut stderr, &outcome.requests, &outcome.sources)?;
        report::promotions::write(&mut stderr, &outcome.promotions, &outcome.sources)?;
    }
    if !arguments.quiet
        && let Some(counts) = report::summary::counts(&outcome.diagnostics)
    {
        let end = if written { "" } else { "; nothing was written" };
        writeln!(stderr, "clunroll: {counts} in {}{end}", failure::printable(name))?;
    }
    stderr.flush()
}
