//! `--verify`: compares outputs with their sources before any of them is written.
//!
//! All changed files are verified at the same time, as far as there are cores. A file that fails is not written, like one whose source is
//! invalid: its destination keeps its old content.

use std::path::PathBuf;
use std::sync::Arc;

use super::RewrittenFile;
use crate::cli::arguments::RewriteArguments;
use crate::cli::parallel::{self, ThreadMessage};
use crate::cli::side_file::UsedDestination;
use crate::cli::verify;
use crate::verify::compile::FinalCompile;
use crate::verify::words::{self, VerificationSummary};
use crate::verify::{TextPair, Verified, Verifier, WrittenLoops};
use clunroll_files::batch::OutputLayout;
use clunroll_files::destination::Destination;
use clunroll_files::failure::Failure;
use clunroll_files::output;

/// The texts to compare.
#[derive(Debug)]
pub(super) struct VerificationJob {
    /// The path of the source, unless it comes from standard input.
    pub(super) path: Option<PathBuf>,
    pub(super) original: Arc<[u8]>,
    pub(super) rewritten: Vec<u8>,
    pub(super) written: WrittenLoops,
    pub(super) compile: FinalCompile,
}

/// The verifier that the arguments ask for, if any.
pub(super) fn verifier(arguments: &RewriteArguments) -> Result<Option<Verifier>, Failure> {
    let how = &arguments.verification;
    match (arguments.verify, how.any()) {
        (Some(level), _) => verify::verifier(how, level, "--verify=run", arguments.quiet).map(Some),
        (None, None) => Ok(None),
        (None, Some(option)) => Err(Failure::new(format!("{option} needs --verify"))),
    }
}

/// The destination of printed launches, if they are printed. Fails if an option about launches does not fit the number of sources, or if
/// the output has the same destination.
pub(super) fn printed_launches(
    arguments: &RewriteArguments,
    jobs: usize,
    output: Option<UsedDestination>,
) -> Result<Option<UsedDestination<'static>>, Failure> {
    let launches = &arguments.verification.launches;
    if let Some(option) = launches.about_one_source().filter(|_| jobs > 1) {
        return Err(Failure::new(format!("{option} is for one source, but there are {jobs}")));
    }
    let printed = UsedDestination { destination: &Destination::Stdout, what: "launch description", option: None };
    match output {
        _ if !launches.prints() => Ok(None),
        Some(output) if output.destination.is_same(printed.destination) => {
            let what = output.what;
            Err(Failure::new(format!("--print-launch writes to standard output, and so does the {what}: use -o")))
        }
        _ => Ok(Some(printed)),
    }
}

/// Verifies the outputs, and discards those that fail. Returns the messages about all of them.
pub(super) fn verify(
    verifier: &Verifier,
    arguments: &RewriteArguments,
    done: &mut [Option<RewrittenFile>],
    layout: &OutputLayout,
) -> Result<VerificationSummary, Failure> {
    let is_strict = arguments.verification.strict;
    let detail = verify::detail(arguments.quiet, is_strict);
    let mut summary = VerificationSummary::default();
    let mut files = Vec::new();
    let alone = done.iter_mut().zip(&layout.included_by).filter(|(_, includer)| includer.is_none());
    for done in alone.filter_map(|(done, _)| done.as_mut()) {
        match done.job.take() {
            Some(job) => files.push((done, job)),
            None if done.text.is_some() => summary.add_unchanged(),
            None => {}
        }
    }
    let jobs: Vec<_> = files.iter().map(|(_, job)| job).collect();
    let mut results = Vec::new();
    parallel::in_order(
        jobs.len(),
        parallel::threads(arguments.jobs),
        |number| {
            let VerificationJob { path, original, rewritten, written, compile } = jobs[number];
            let pair = TextPair { original, rewritten, written: Some(written) };
            verifier.verify(compile, path.as_deref(), &pair)
        },
        |message| {
            if let ThreadMessage::Result(_, result) = message {
                results.push(result);
            }
        },
    );
    for ((done, _), result) in files.into_iter().zip(results) {
        let verified = result.unwrap_or_else(|| Err(Failure::incomplete(&done.name)))?;
        let Verified { verification, launches } = verified;
        if arguments.verification.launches.prints() {
            output::print(launches.as_bytes())?;
        }
        let has_failed = verify::fails(&verification, is_strict);
        done.messages.extend(words::of_file(&done.name, &verification, detail).bytes());
        summary.add(&done.name, &verification);
        if has_failed {
            done.text = None;
            done.has_errors = true;
        }
        done.verification = Some(verification);
    }
    Ok(summary)
}
