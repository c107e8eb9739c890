//! The program without a subcommand: read, unroll, write, report.
//!
//! All sources are read and rewritten, on all cores, before anything is written: what lies where in the output depends on what includes
//! what, and a slip in the arguments should leave everything as it was. A source that is invalid, or that cannot be read,
//! does not stop the others. Then each output is written, and what there is to say of it said behind it, so that on a
//! terminal the findings are what is left on the screen. With `--verify`, outputs are compared with their sources in between.

mod file;
mod target;
mod verification;

use std::collections::HashSet;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::Path;

use self::file::{Done, Rewriter};
use self::target::Target;
use super::arguments::{RewriteArguments, RuleArguments};
use super::parallel::{self, Event};
use super::selection::{self, Selection};
use super::settings::Resolver;
use super::side_file::SideFile;
use super::{COULD_NOT_RUN, DONE, FINDINGS};
use crate::batch::{self, Job, Layout, Plan};
use crate::files::failure::{self, Failure};
use crate::files::{depfile, input};
use crate::report;

/// Rewrites files, and gives the exit status.
pub(super) fn run(arguments: &RewriteArguments) -> Result<u8, Failure> {
    let verifier = verification::verifier(arguments)?;
    let resolver = Resolver::new(&arguments.settings, &RuleArguments::default());
    let (target, plan) = Target::of(arguments, &Selection::new(&resolver))?;
    let inputs = || plan.jobs.iter().map(|job| job.input.as_path());
    let report = SideFile::of("report", arguments.report.as_deref(), target.stream(), inputs())?;
    let taken = target.stream().into_iter().chain(report.as_ref().map(|report| report.taken_by("--report")));
    let depfile = SideFile::of("depfile", arguments.depfile.as_deref(), taken, inputs())?;
    if depfile.is_some() && plan.jobs.iter().any(|job| target.name(job).is_none()) {
        return Err(Failure::new("--depfile needs named outputs: use -o or --out-dir"));
    }
    if !arguments.quiet {
        selection::say_empty(&plan.empty);
    }
    let settings = plan.jobs.iter().map(|job| resolver.settings(&job.input)).collect::<Result<Vec<_>, _>>()?;
    let rewriter = Rewriter::new(arguments, matches!(target, Target::Diff));
    let mut run = Run { arguments, target, plan: &plan, done: Vec::new(), ending: Ending::default() };
    plan.failures.iter().for_each(|failure| run.ending.fail(failure));
    parallel::in_order(
        plan.jobs.len(),
        parallel::threads(arguments.jobs),
        |number| rewriter.rewrite(&plan.jobs[number].input, &settings[number]),
        |event| match event {
            Event::Result(number, result) => run.take(&plan.jobs[number].input, result),
            Event::Waiting => {}
        },
    );
    let layout = run.layout([&report, &depfile])?;
    let dependencies = if depfile.is_some() { run.dependencies(&layout)? } else { Vec::new() };
    let verified = match &verifier {
        Some(verifier) => Some(verification::verify(verifier, arguments, &mut run.done, &layout)?),
        None => None,
    };
    run.write(&layout);
    if let Some(summary) = verified.filter(|_| !arguments.quiet) {
        let _ = writeln!(io::stderr(), "clunroll: {}", summary.line());
    }
    if let Some(file) = report
        && run.done.iter().any(Option::is_some)
    {
        run.report(&file, &layout)?;
    }
    if let Some(file) = depfile
        && run.ending.status < COULD_NOT_RUN
        && run.done.iter().flatten().all(|done| done.is_written)
    {
        file.write(&dependencies)?;
    }
    Ok(run.ending.status)
}

#[derive(Debug)]
struct Run<'a> {
    arguments: &'a RewriteArguments,
    target: Target<'a>,
    plan: &'a Plan,
    /// Of each job; nothing where its source could not be read.
    done: Vec<Option<Done>>,
    ending: Ending,
}

/// How the run will have ended.
#[derive(Debug)]
struct Ending {
    /// What has been said to have failed.
    told: HashSet<String>,
    status: u8,
}

impl Default for Ending {
    fn default() -> Self {
        Self { told: HashSet::new(), status: DONE }
    }
}

impl Ending {
    fn fail(&mut self, failure: &Failure) {
        // Where nothing can be written any more, each file would say the same.
        if self.told.insert(failure.message()) {
            failure.print();
        }
        self.status = COULD_NOT_RUN;
    }

    fn find(&mut self) {
        self.status = self.status.max(FINDINGS);
    }
}

impl Run<'_> {
    /// Takes what became of the next job; nothing where the work on it panicked.
    fn take(&mut self, path: &Path, result: Option<Result<Done, Failure>>) {
        let done = result.unwrap_or_else(|| Err(Failure::incomplete(&input::name(path))));
        let done = done.map_err(|failure| self.ending.fail(&failure)).ok();
        self.done.push(done);
    }

    /// What is to be written where, once everything is known.
    fn layout(&self, side_files: [&Option<SideFile>; 2]) -> Result<Layout, Failure> {
        let read: Vec<_> = self.done.iter().map(|done| done.as_ref().map_or(&[][..], |done| &done.read)).collect();
        let mut outputs = Vec::new();
        let layout = match self.target {
            Target::Below(out_dir) => {
                let layout = self.plan.layout(out_dir, &read)?;
                outputs.extend(self.plan.jobs.iter().map(|job| out_dir.join(&job.place)));
                outputs.extend(layout.copies.iter().map(|copy| copy.to.clone()));
                layout
            }
            _ => Layout { included_by: self.plan.included_by(&read), copies: Vec::new() },
        };
        if let Target::Single(Some(name), destination) = &self.target
            // It may be the input itself, even where that includes itself.
            && !self.plan.jobs.iter().any(|job| destination.is_file(&job.input))
            && read.iter().copied().flatten().any(|read| destination.is_file(read))
        {
            return Err(Failure::new(format!("cannot write {}: the input includes it", name.display())));
        }
        let configurations = || self.done.iter().flatten().filter_map(|done| done.configuration.as_ref());
        if let Target::Single(Some(name), destination) = &self.target
            && configurations().any(|file| destination.is_file(file))
        {
            return Err(Failure::new(format!("cannot write {}: it is a configuration file", name.display())));
        }
        for file in side_files.into_iter().flatten() {
            file.check_against(&outputs, &read, configurations())?;
        }
        Ok(layout)
    }

    /// Writes what there is to write, several files at a time, and says behind each what there is to say of it.
    fn write(&mut self, layout: &Layout) {
        let threads = match self.target {
            // In one place, one comes behind the other.
            Target::Single(..) | Target::Diff => NonZero::<usize>::MIN,
            Target::Below(_) | Target::InPlace => parallel::threads(self.arguments.jobs),
        };
        let Self { arguments, target, plan, done, ending } = self;
        let is_diff = matches!(target, Target::Diff);
        let put = |number: usize| {
            let is_included = layout.included_by[number].is_some();
            done[number].as_ref().map_or(Ok(()), |done| put(target, &plan.jobs[number], done, is_included))
        };
        let mut is_written = Vec::new();
        parallel::in_order(plan.jobs.len(), threads, put, |event| {
            let Event::Result(number, written) = event else { return };
            let written = written.unwrap_or_else(|| Err(Failure::incomplete(&input::name(&plan.jobs[number].input))));
            match (&done[number], layout.included_by[number]) {
                (Some(done), Some(includer)) => say_left(ending, arguments, done, &plan.jobs[includer]),
                (Some(done), None) => say_written(ending, is_diff, done),
                (None, _) => {}
            }
            is_written.push(written.is_ok());
            if let Err(failure) = written {
                ending.fail(&failure);
            }
        });
        for ((done, includer), is_written) in done.iter_mut().zip(&layout.included_by).zip(is_written) {
            let Some(done) = done else { continue };
            done.is_written = is_written && (includer.is_some() || (!is_diff && done.text.is_some()));
        }
        for copy in &layout.copies {
            if let Err(failure) = batch::copy(&copy.from, &copy.to) {
                ending.fail(&failure);
            }
        }
    }

    fn report(&self, file: &SideFile, layout: &Layout) -> Result<(), Failure> {
        let done = self.done.iter().zip(&layout.included_by).filter(|(_, includer)| includer.is_none());
        let inputs: Vec<_> = done
            .filter_map(|(done, _)| {
                let Done { name, bytes, is_written, outcome, verification, .. } = done.as_ref()?;
                let (bytes, is_written) = (*bytes, *is_written);
                let (outcome, verification) = (outcome.as_ref()?, verification.as_ref());
                Some(report::json::Input { name, bytes, outcome, is_written, verification })
            })
            .collect();
        let mut text = Vec::new();
        report::json::write(&mut text, &inputs).map_err(|error| file.failure(&error))?;
        file.write(&text)
    }

    /// The text of the depfile.
    fn dependencies(&self, layout: &Layout) -> Result<Vec<u8>, Failure> {
        let jobs = self.plan.jobs.iter().zip(&self.done);
        let outputs = jobs.filter_map(|(job, done)| {
            // A file that was found in a folder may go away like a header.
            let (named, found) = if job.is_found { (None, Some(&job.input)) } else { (Some(&job.input), None) };
            let input = named.filter(|input| !input::is_standard_input(input)).cloned();
            let done = done.as_ref()?;
            let others = done.read.iter().filter(|read| **read != job.input);
            let read = found.into_iter().chain(others).chain(&done.configuration).cloned().collect();
            Some(depfile::Rule { output: self.target.name(job)?, input, read })
        });
        let copies = layout.copies.iter();
        let copies =
            copies.map(|copy| depfile::Rule { output: copy.to.clone(), input: None, read: vec![copy.from.clone()] });
        let rules: Vec<_> = outputs.chain(copies).collect();
        depfile::text(&rules)
    }
}

/// Writes what became of a job. A source that another one includes stays as written, and below a folder it is copied to its
/// place there.
fn put(target: &Target<'_>, job: &Job, done: &Done, is_included: bool) -> Result<(), Failure> {
    match (is_included, target) {
        (true, Target::Below(out_dir)) => batch::copy(&job.input, &out_dir.join(&job.place)),
        (true, _) => Ok(()),
        (false, _) => done.text.as_ref().map_or(Ok(()), |text| target.write(job, text)),
    }
}

fn say_written(ending: &mut Ending, is_diff: bool, done: &Done) {
    let would_change = is_diff && done.text.as_ref().is_some_and(|text| !text.is_empty());
    if done.has_errors || would_change {
        ending.find();
    }
    let _ = io::stderr().lock().write_all(&done.said);
}

/// Of a source that stays as written because another one includes it. What is invalid in it stays invalid there.
fn say_left(ending: &mut Ending, arguments: &RewriteArguments, done: &Done, includer: &Job) {
    if done.has_errors && !arguments.flatten {
        ending.find();
        let _ = io::stderr().lock().write_all(&done.said);
    }
    if done.has_requests && !arguments.quiet && !arguments.flatten {
        let _ = writeln!(
            io::stderr(),
            "clunroll: {} is not rewritten, since {} includes it (--flatten would insert it there)",
            failure::printable(&done.name),
            failure::printable(&includer.input.display().to_string())
        );
    }
}
