//! The program without a subcommand: read, unroll, write, report.
//!
//! All sources are read and rewritten, on all cores, before anything is written: the layout of the output depends on which files include
//! which, and a wrong argument should leave everything as it was. A source that is invalid, or that cannot be read, does not stop the
//! others. Then each output is written, and after it its messages, so that on a terminal the findings stay on the screen. With `--verify`,
//! outputs are compared with their sources in between.

mod file;
mod target;
mod verification;

use std::collections::HashSet;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::Path;

use self::file::{Rewriter, RewrittenFile};
use self::target::OutputTarget;
use super::arguments::RewriteArguments;
use super::diff::PatchFolder;
use super::odd_settings;
use super::parallel::{self, ThreadMessage};
use super::selection::{self, Selection};
use super::settings::Resolver;
use super::side_file::SideFile;
use super::{COULD_NOT_RUN, DONE, FINDINGS};
use clunroll::Options;
use clunroll::settings::Value;
use clunroll_files::batch::{self, BatchPlan, OutputLayout, SourceJob};
use clunroll_files::failure::{self, Failure};
use clunroll_files::{depfile, input};
use clunroll_report::json;
use clunroll_report::totals::Totals;

/// Rewrites files, and returns the exit status.
pub(super) fn run(arguments: &RewriteArguments) -> Result<u8, Failure> {
    let verifier = verification::verifier(arguments)?;
    let resolver = Resolver::new(&arguments.settings, &arguments.rules);
    let (target, plan) = OutputTarget::of(arguments, &Selection::new(&resolver))?;
    let inputs = || plan.jobs.iter().map(|job| job.input.as_path());
    let printed = verification::printed_launches(arguments, plan.jobs.len(), target.stream())?;
    let taken = || target.stream().into_iter().chain(printed);
    let report = SideFile::of("report", "--report", arguments.report.as_deref(), taken(), inputs())?;
    let taken = taken().chain(report.as_ref().map(|report| report.taken()));
    let depfile = SideFile::of("depfile", "--depfile", arguments.depfile.as_deref(), taken, inputs())?;
    if depfile.is_some() && plan.jobs.iter().any(|job| target.name(job).is_none()) {
        return Err(Failure::new("--depfile needs named outputs: use -o or --out-dir"));
    }
    if !arguments.quiet {
        selection::say_empty(&plan.empty);
    }
    let settings = plan.jobs.iter().map(|job| resolver.settings(&job.input)).collect::<Result<Vec<_>, _>>()?;
    if !arguments.quiet && arguments.depfile.is_none() {
        odd_settings::say(&resolver, inputs());
    }
    let patch = matches!(target, OutputTarget::Diff).then(|| PatchFolder::of(&arguments.inputs));
    let hint = patch.as_ref().and_then(PatchFolder::hint).filter(|_| !arguments.quiet);
    let rewriter = Rewriter::new(arguments, patch)?;
    let mut run = RewriteRun { arguments, target, plan: &plan, done: Vec::new(), result: RunResult::default() };
    plan.failures.iter().for_each(|failure| run.result.fail(failure));
    parallel::in_order(
        plan.jobs.len(),
        parallel::threads(arguments.jobs),
        |number| rewriter.rewrite(&plan.jobs[number].input, &settings[number]),
        |message| match message {
            ThreadMessage::Result(number, result) => run.take(&plan.jobs[number].input, result),
            ThreadMessage::Waiting => {}
        },
    );
    let layout = run.layout([&report, &depfile])?;
    let dependencies = if depfile.is_some() { run.dependencies(&layout)? } else { Vec::new() };
    let verified = match &verifier {
        Some(verifier) => Some(verification::verify(verifier, arguments, &mut run.done, &layout)?),
        None => None,
    };
    run.write(&layout);
    run.say_totals(&layout);
    if let Some(hint) = hint.filter(|_| run.result.status == FINDINGS) {
        let _ = writeln!(io::stderr(), "clunroll: {hint}");
    }
    if let Some(summary) = verified.filter(|_| !arguments.quiet) {
        let _ = writeln!(io::stderr(), "clunroll: {}", summary.line());
    }
    if let Some(file) = report
        && run.done.iter().any(Option::is_some)
    {
        run.report(&file, &layout)?;
    }
    if let Some(file) = depfile
        && run.result.status < COULD_NOT_RUN
        && run.done.iter().flatten().all(|done| done.is_written)
    {
        file.write(&dependencies)?;
    }
    Ok(run.result.status)
}

#[derive(Debug)]
struct RewriteRun<'a> {
    arguments: &'a RewriteArguments,
    target: OutputTarget<'a>,
    plan: &'a BatchPlan,
    /// The result of each job; `None` if its source could not be read.
    done: Vec<Option<RewrittenFile>>,
    result: RunResult,
}

/// The result of the run.
#[derive(Debug)]
struct RunResult {
    /// Failures that were printed.
    reported: HashSet<String>,
    status: u8,
}

impl Default for RunResult {
    fn default() -> Self {
        Self { reported: HashSet::new(), status: DONE }
    }
}

impl RunResult {
    fn fail(&mut self, failure: &Failure) {
        // If nothing can be written any more, each file would report the same failure.
        if self.reported.insert(failure.message()) {
            failure.print();
        }
        self.status = COULD_NOT_RUN;
    }

    fn find(&mut self) {
        self.status = self.status.max(FINDINGS);
    }
}

impl RewriteRun<'_> {
    /// Takes the result of the next job; does nothing if its work panicked.
    fn take(&mut self, path: &Path, result: Option<Result<RewrittenFile, Failure>>) {
        let done = result.unwrap_or_else(|| Err(Failure::incomplete(&input::name(path))));
        let done = done.map_err(|failure| self.result.fail(&failure)).ok();
        self.done.push(done);
    }

    /// The destination of each file, once all are known.
    fn layout(&self, side_files: [&Option<SideFile>; 2]) -> Result<OutputLayout, Failure> {
        let read: Vec<_> = self.done.iter().map(|done| done.as_ref().map_or(&[][..], |done| &done.read)).collect();
        let mut outputs = Vec::new();
        let layout = match self.target {
            OutputTarget::Below(out_dir) => {
                let layout = self.plan.layout(out_dir, &read)?;
                outputs.extend(self.plan.jobs.iter().map(|job| out_dir.join(&job.place)));
                outputs.extend(layout.copies.iter().map(|copy| copy.to.clone()));
                layout
            }
            _ => OutputLayout { included_by: self.plan.included_by(&read), copies: Vec::new() },
        };
        if let OutputTarget::Single(Some(name), destination) = &self.target
            // The destination may be the input itself, even if that includes itself.
            && !self.plan.jobs.iter().any(|job| destination.is_file(&job.input))
            && read.iter().copied().flatten().any(|read| destination.is_file(read))
        {
            return Err(Failure::new(format!("cannot write {}: the input includes it", name.display())));
        }
        let config_files = || self.done.iter().flatten().filter_map(|done| done.config_file.as_ref());
        if let OutputTarget::Single(Some(name), destination) = &self.target
            && config_files().any(|file| destination.is_file(file))
        {
            return Err(Failure::new(format!("cannot write {}: it is a configuration file", name.display())));
        }
        for file in side_files.into_iter().flatten() {
            file.check_against(&outputs, &read, config_files())?;
        }
        Ok(layout)
    }

    /// Writes the outputs, several at a time, and the messages after each.
    fn write(&mut self, layout: &OutputLayout) {
        if self.done.iter().flatten().any(|done| done.text.is_some())
            && let Err(failure) = self.plan.mark()
        {
            return self.result.fail(&failure);
        }
        let threads = match self.target {
            // With a single destination, outputs are written one after the other.
            OutputTarget::Single(..) | OutputTarget::Diff => NonZero::<usize>::MIN,
            OutputTarget::Below(_) | OutputTarget::InPlace => parallel::threads(self.arguments.jobs),
        };
        let Self { arguments, target, plan, done, result } = self;
        let is_diff = matches!(target, OutputTarget::Diff);
        let put = |number: usize| {
            let is_included = layout.included_by[number].is_some();
            done[number].as_ref().map_or(Ok(()), |done| put(target, &plan.jobs[number], done, is_included))
        };
        let mut is_written = Vec::new();
        parallel::in_order(plan.jobs.len(), threads, put, |message| {
            let ThreadMessage::Result(number, written) = message else { return };
            let written = written.unwrap_or_else(|| Err(Failure::incomplete(&input::name(&plan.jobs[number].input))));
            match (&done[number], layout.included_by[number]) {
                (Some(done), Some(includer)) => report_included(result, arguments, done, &plan.jobs[includer]),
                (Some(done), None) => say_written(result, is_diff, done),
                (None, _) => {}
            }
            is_written.push(written.is_ok());
            if let Err(failure) = written {
                result.fail(&failure);
            }
        });
        for ((done, includer), is_written) in done.iter_mut().zip(&layout.included_by).zip(is_written) {
            let Some(done) = done else { continue };
            done.is_written = is_written && (includer.is_some() || (!is_diff && done.text.is_some()));
        }
        for copy in &layout.copies {
            if let Err(failure) = batch::copy(&copy.from, &copy.to) {
                result.fail(&failure);
            }
        }
    }

    /// Prints one line about all files that were written, or that the diff contains.
    ///
    /// `--depfile` prints no such line: a build would print one for each kernel, which would hide other messages.
    fn say_totals(&self, layout: &OutputLayout) {
        if self.arguments.quiet || self.arguments.depfile.is_some() {
            return;
        }
        let is_diff = matches!(self.target, OutputTarget::Diff) && self.result.status < COULD_NOT_RUN;
        let mut totals = Totals::default();
        for (done, includer) in self.done.iter().zip(&layout.included_by) {
            let is_out = |done: &&RewrittenFile| done.is_written || (is_diff && done.text.is_some());
            if let Some(done) = done.as_ref().filter(is_out).filter(|_| includer.is_none()) {
                totals.add(&done.totals);
            }
        }
        let line = totals.line().or_else(|| self.asks_for_nothing());
        if let Some(line) = line {
            let _ = writeln!(io::stderr(), "clunroll: {line}");
        }
    }

    /// A line for a run in which no file asks for anything: its user hardly meant that. `None` if any file does, changes, or has findings.
    fn asks_for_nothing(&self) -> Option<String> {
        let is_idle = |done: &RewrittenFile| !done.has_requests && done.messages.is_empty() && !done.is_changed;
        if self.done.is_empty() || !self.done.iter().all(|done| done.as_ref().is_some_and(is_idle)) {
            return None;
        }
        let files = match &self.done[..] {
            [Some(done)] => failure::printable_name(&done.name),
            all => format!("{} files", all.len()),
        };
        Some(format!(
            "nothing to do in {files}: write `#pragma unroll` or `#pragma unroll N` before a loop to unroll it"
        ))
    }

    fn report(&self, file: &SideFile, layout: &OutputLayout) -> Result<(), Failure> {
        let done = self.done.iter().zip(&layout.included_by).filter(|(_, includer)| includer.is_none());
        let inputs: Vec<_> = done
            .filter_map(|(done, _)| {
                let RewrittenFile { name, source, is_written, outcome, verification, .. } = done.as_ref()?;
                let (bytes, is_written) = (source.len(), *is_written);
                let (outcome, verification) = (outcome.as_ref()?, verification.as_ref());
                Some(json::Input { name, bytes, outcome, is_written, verification })
            })
            .collect();
        let mut text = Vec::new();
        json::write(&mut text, &inputs).map_err(|error| file.failure(&error))?;
        file.write(&text)
    }

    /// The text of the depfile.
    fn dependencies(&self, layout: &OutputLayout) -> Result<Vec<u8>, Failure> {
        let jobs = self.plan.jobs.iter().zip(&self.done);
        let outputs = jobs.filter_map(|(job, done)| {
            // A file that was found in a folder may be removed like a header.
            let (named, found) = if job.is_found { (None, Some(&job.input)) } else { (Some(&job.input), None) };
            let input = named.filter(|input| !input::is_standard_input(input)).cloned();
            let done = done.as_ref()?;
            let others = done.read.iter().filter(|read| **read != job.input);
            let settings = done.config_file.iter().chain(&self.arguments.profile);
            let read = found.into_iter().chain(others).chain(settings).cloned().collect();
            Some(depfile::DependencyRule { output: self.target.name(job)?, input, read })
        });
        let copies = layout.copies.iter();
        let copies = copies.map(|copy| depfile::DependencyRule {
            output: copy.to.clone(),
            input: None,
            read: vec![copy.from.clone()],
        });
        let rules: Vec<_> = outputs.chain(copies).collect();
        depfile::text(&rules)
    }
}

/// Writes the output of a job. A source that another one includes stays as written, and is copied to its place below an output folder.
fn put(target: &OutputTarget<'_>, job: &SourceJob, done: &RewrittenFile, is_included: bool) -> Result<(), Failure> {
    match (is_included, target) {
        (true, OutputTarget::Below(out_dir)) => batch::copy(&job.input, &out_dir.join(&job.place)),
        (true, _) => Ok(()),
        (false, _) => done.text.as_ref().map_or(Ok(()), |text| target.write(job, &done.source, text)),
    }
}

fn say_written(result: &mut RunResult, is_diff: bool, done: &RewrittenFile) {
    let would_change = is_diff && done.text.as_ref().is_some_and(|text| !text.is_empty());
    if done.has_errors || would_change {
        result.find();
    }
    let _ = io::stderr().lock().write_all(&done.messages);
}

/// Reports about a source that stays as written because another one includes it. An error in it is also an error there.
fn report_included(result: &mut RunResult, arguments: &RewriteArguments, done: &RewrittenFile, includer: &SourceJob) {
    let flattens = arguments.output_settings.apply(Options::default()).get("flatten") == Some(Value::Flag(true));
    if done.has_errors && !flattens {
        result.find();
        let _ = io::stderr().lock().write_all(&done.messages);
    }
    if done.has_requests && !arguments.quiet && !flattens {
        let _ = writeln!(
            io::stderr(),
            "clunroll: {} is not rewritten, since {} includes it (--flatten would insert it there)",
            failure::printable_name(&done.name),
            failure::printable_name(&input::name(&includer.input))
        );
    }
}
