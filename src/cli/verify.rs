//! `clunroll verify`: compares two existing files.

use std::env;
use std::io::{self, Write};

use clunroll_opencl::WorkerProgram;

use super::arguments::{RuleArguments, VerificationArguments, VerifyArguments};
use super::odd_settings;
use super::settings::Resolver;
use super::{DONE, FINDINGS};
use crate::verify::described::LaunchOptions;
use crate::verify::words::{self, Detail, VerificationSummary};
use crate::verify::{TextPair, Verification, VerificationLevel, Verified, Verifier};
use clunroll_files::failure::Failure;
use clunroll_files::{input, output};

/// Compares two files, and returns the exit status.
pub(super) fn run(arguments: &VerifyArguments) -> Result<u8, Failure> {
    let VerifyArguments { original, rewritten, verification: how, quiet, .. } = arguments;
    let level = if arguments.run { VerificationLevel::Run } else { VerificationLevel::Build };
    let verifier = verifier(how, level, "--run", *quiet)?;
    let resolver = Resolver::new(&arguments.settings, &RuleArguments::default());
    let settings = resolver.settings(original)?;
    if !quiet {
        odd_settings::say(&resolver, [original.as_path()].into_iter());
    }
    let compile = settings.final_compile(original);
    if input::is_standard_input(original) && input::is_standard_input(rewritten) {
        return Err(Failure::new("cannot read both files from standard input"));
    }
    let (before, after) = (input::read(original)?, input::read(rewritten)?);
    let mut summary = VerificationSummary::default();
    let mut messages = Vec::new();
    let mut status = DONE;
    if before == after {
        summary.add_unchanged();
    } else {
        let path = Some(original.as_path()).filter(|path| !input::is_standard_input(path));
        let pair = TextPair { original: &before, rewritten: &after, written: None };
        let Verified { verification, launches } = verifier.verify(&compile, path, &pair)?;
        if how.launches.prints() {
            output::print(launches.as_bytes())?;
        }
        messages.extend(words::of_file(&input::name(rewritten), &verification, detail(*quiet, how.strict)).bytes());
        summary.add(&input::name(rewritten), &verification);
        if fails(&verification, how.strict) {
            status = FINDINGS;
        }
    }
    if !quiet {
        let _ = writeln!(messages, "clunroll: {}", summary.line());
    }
    let _ = io::stderr().lock().write_all(&messages);
    Ok(status)
}

/// The verifier that the arguments ask for. Options about launches need `run`, the option that launches kernels.
pub(super) fn verifier(
    how: &VerificationArguments,
    level: VerificationLevel,
    run: &str,
    is_quiet: bool,
) -> Result<Verifier, Failure> {
    match how.launches.any() {
        Some(option) if level == VerificationLevel::Build => Err(Failure::new(format!("{option} needs {run}"))),
        _ => {
            let options = LaunchOptions { shows_progress: !is_quiet, ..how.launches.options()? };
            Verifier::new(level, how.with.as_ref(), how.patience(), worker(true)?, options)
        }
    }
}

/// How much is reported about a file.
pub(super) const fn detail(is_quiet: bool, is_strict: bool) -> Detail {
    if is_quiet && !is_strict { Detail::Failures } else { Detail::All }
}

/// Whether an output must not be used.
pub(super) fn fails(verification: &Verification, is_strict: bool) -> bool {
    verification.has_failed() || is_strict && !verification.is_verified()
}

/// The argument that makes this program a worker: a process that runs kernels for another clunroll process.
pub(super) const WORKER: &str = "verify-worker";

/// This program as a worker; `is_sequential` is whether work-groups run one after the other on CPUs.
pub(super) fn worker(is_sequential: bool) -> Result<WorkerProgram, Failure> {
    let path = env::current_exe()
        .map_err(|error| Failure::of_system("find", "the program that runs kernels, which is this one", &error))?;
    Ok(WorkerProgram { path, arguments: vec![WORKER.into()], is_sequential })
}

/// Works for another clunroll process.
pub(super) fn work() -> Result<u8, Failure> {
    clunroll_opencl::serve().map(|()| DONE).map_err(|why| Failure::new(format!("{why}; see `clunroll verify --help`")))
}
