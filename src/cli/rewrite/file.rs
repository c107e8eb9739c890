//! One file: read and rewritten, with its messages.
//!
//! The thread of a file does all of this, and writes nothing: the destination of the output is known only when all files have been read.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::verification::VerificationJob;
use crate::cli::arguments::RewriteArguments;
use crate::cli::diff::{self, PatchFolder};
use crate::cli::settings::Settings;
use crate::cli::terminal;
use crate::tune::ProfiledFile;
use crate::verify::{Verification, WrittenLoops};
use clunroll::Outcome;
use clunroll::loop_choices::ChosenLoop;
use clunroll::rules::Severity;
use clunroll_core::EngineSession;
use clunroll_core::loop_choices::of_file;
use clunroll_files::batch::{self, RewrittenSource};
use clunroll_files::failure::{self, Failure};
use clunroll_files::input;
use clunroll_report::totals::Totals;
use clunroll_report::{Colour, full, pointers, promotions, requests, summary};

/// The result of one job.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each says something of its own about the file")]
pub(super) struct RewrittenFile {
    /// The name of the source in messages.
    pub(super) name: String,
    /// The bytes of the source.
    pub(super) source: Arc<[u8]>,
    /// The text to write; `None` if the source is invalid.
    pub(super) text: Option<Vec<u8>>,
    pub(super) is_written: bool,
    /// The messages about it.
    pub(super) messages: Vec<u8>,
    /// Whether the source is invalid, or its output failed verification.
    pub(super) has_errors: bool,
    pub(super) has_requests: bool,
    /// Whether the output differs from the source.
    pub(super) is_changed: bool,
    /// The files that it includes, as far as they were read.
    pub(super) read: Vec<PathBuf>,
    /// The configuration that was used.
    pub(super) config_file: Option<PathBuf>,
    /// The counts for the summary.
    pub(super) totals: Totals,
    /// For the report.
    pub(super) outcome: Option<Outcome>,
    /// The verification to do, if something has changed.
    pub(super) job: Option<VerificationJob>,
    /// Its result.
    pub(super) verification: Option<Verification>,
}

/// Rewrites files.
#[derive(Debug)]
pub(super) struct Rewriter<'a> {
    arguments: &'a RewriteArguments,
    session: EngineSession,
    /// Whether messages have colours.
    colour: Colour,
    /// The folder of the patch, if differences are written instead of the output.
    patch: Option<PatchFolder>,
    /// The choices of the profile.
    chosen: Vec<ChosenLoop>,
}

impl<'a> Rewriter<'a> {
    pub(super) fn new(arguments: &'a RewriteArguments, patch: Option<PatchFolder>) -> Result<Self, Failure> {
        let colour = terminal::colour(arguments.color, &io::stderr());
        let chosen = match (&arguments.profile, &arguments.device) {
            (Some(profile), device) => ProfiledFile::read(profile)?.loops(device.as_deref())?,
            (None, _) => Vec::new(),
        };
        Ok(Self { arguments, session: EngineSession::new(), colour, patch, chosen })
    }

    /// Rewrites a file.
    ///
    /// Fails if it cannot be read or processed.
    pub(super) fn rewrite(&self, path: &Path, settings: &Settings) -> Result<RewrittenFile, Failure> {
        let (options, includes) = settings.for_input(path);
        let options = self.arguments.output_settings.apply(options).chosen_loops(self.chosen.clone());
        let source = input::read(path)?.into();
        let rewritten = batch::rewrite(&self.session, &source, &options, includes)?;
        Ok(self.judge(path, source, options.get_name().to_owned(), settings, rewritten))
    }

    fn judge(
        &self,
        path: &Path,
        source: Arc<[u8]>,
        name: String,
        settings: &Settings,
        rewritten: RewrittenSource,
    ) -> RewrittenFile {
        let RewrittenSource { mut outcome, read } = rewritten;
        let has_errors = outcome.has_errors();
        let totals = Totals::of(&outcome, source.len());
        let is_wanted = !has_errors || self.arguments.keep_going;
        let mut messages = Vec::new();
        // Writing to memory does not fail.
        let _ = say(&mut messages, self.arguments, self.colour, &name, &outcome, is_wanted);
        let has_no_choice = self.arguments.profile.is_some() && of_file(&self.chosen, &name).is_empty();
        if has_no_choice && !outcome.requests.is_empty() && !self.arguments.quiet {
            let _ = writeln!(messages, "clunroll: the profile has no choices for {}", failure::printable_name(&name));
        }
        let is_verified = self.arguments.verify.is_some() && is_wanted && outcome.text != *source;
        let is_changed = outcome.text != *source;
        let has_requests = !outcome.requests.is_empty() || !outcome.promotions.is_empty();
        let written = is_verified.then(|| WrittenLoops::of(&outcome));
        let rewritten = if is_verified { outcome.text.clone() } else { Vec::new() };
        let text = is_wanted.then(|| match (&self.patch, self.arguments.report.is_some()) {
            (Some(patch), _) => diff::unified(patch, path, &source, &outcome.text),
            (None, false) => std::mem::take(&mut outcome.text),
            (None, true) => outcome.text.clone(),
        });
        let outcome = self.arguments.report.is_some().then_some(outcome);
        let config_file = settings.config_file.clone();
        let compile = || settings.final_compile(path);
        let job = written.map(|written| VerificationJob {
            written,
            path: Some(path.to_path_buf()).filter(|path| !input::is_standard_input(path)),
            original: Arc::clone(&source),
            rewritten,
            compile: compile(),
        });
        RewrittenFile {
            name,
            source,
            text,
            is_written: false,
            messages,
            has_errors,
            has_requests,
            is_changed,
            read,
            config_file,
            totals,
            outcome,
            job,
            verification: None,
        }
    }
}

fn say(
    out: &mut Vec<u8>,
    arguments: &RewriteArguments,
    colour: Colour,
    name: &str,
    outcome: &Outcome,
    is_written: bool,
) -> io::Result<()> {
    let least = if arguments.quiet { Severity::Error } else { Severity::Note };
    let shown = outcome.diagnostics.iter().filter(|diagnostic| diagnostic.severity >= least);
    full::Full::new(colour).width(terminal::message_width()).write(out, shown, &outcome.sources)?;
    if !arguments.quiet {
        for chosen in &outcome.unfit {
            let name = failure::printable_name(name);
            writeln!(
                out,
                "clunroll: {name}: the profile has {chosen}; this fits no loop any more, and is not applied"
            )?;
        }
    }
    if arguments.verbose {
        requests::write(out, &outcome.requests, &outcome.sources)?;
        promotions::write(out, &outcome.promotions, &outcome.sources)?;
        pointers::write(out, &outcome.pointers, &outcome.sources)?;
    }
    if !arguments.quiet
        && let Some(counts) = summary::counts(&outcome.diagnostics)
    {
        let end = if is_written { "" } else { "; nothing was written" };
        writeln!(out, "clunroll: {counts} in {}{end}", failure::printable_name(name))?;
    }
    Ok(())
}
