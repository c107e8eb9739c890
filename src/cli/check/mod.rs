//! `clunroll check`: the lint.

use std::io;

use super::arguments::CheckArguments;
use super::settings::Resolver;
use super::{COULD_NOT_RUN, DONE, FINDINGS, terminal};
use crate::Options;
use crate::files::failure::Failure;
use crate::files::input;
use crate::report;

/// Checks files, and gives the exit status.
pub(super) fn run(arguments: &CheckArguments) -> Result<u8, Failure> {
    let resolver = Resolver::new(&arguments.settings, &arguments.rules);
    let mut status = DONE;
    for path in &arguments.paths {
        let source = match input::read(path) {
            Ok(source) => source,
            Err(failure) => {
                failure.print();
                status = COULD_NOT_RUN;
                continue;
            }
        };
        let (options, mut includes) = resolver.settings(path)?.for_input(path);
        let outcome = crate::unroll(&source, &Options { lint: true, ..options }, &mut includes);
        if outcome.has_errors() {
            status = status.max(FINDINGS);
        }
        let colour = terminal::colour(arguments.color);
        let _ = report::full::write(&mut io::stdout().lock(), colour, &outcome.diagnostics, &outcome.sources);
    }
    Ok(status)
}
