//! `clunroll tune --recording`: tunes the kernels that a program ran, those that took the most time first.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::arguments::{RuleArguments, SettingsArguments, TuneArguments};
use super::settings::Resolver;
use super::tune::{ProgressLine, cached, keep_in_profile, tune_options};
use super::tune_reports::TuneReportFiles;
use super::{DONE, FINDINGS, interrupt, terminal};
use crate::tune::recorded::{RecordedSource, check_included};
use crate::tune::shares::KernelShares;
use crate::tune::{
    self, Dimension, ProfiledFile, ResultCache, TuneOptions, TuneReport, TunedGroup, TunedSource, Tuning,
};
use crate::verify::compile::FinalCompile;
use clunroll_files::failure::{Failure, printable_name};
use clunroll_files::{input, output};
use clunroll_opencl::recording::{RecordedProgram, Recording};

/// Tunes the programs of a recording, and returns the exit status.
pub(super) fn run(arguments: &TuneArguments, folder: &Path) -> Result<u8, Failure> {
    let recording = Recording::open(folder).map_err(Failure::new)?;
    check_kernels(&recording, &arguments.kernel)?;
    let profile = arguments.profile.as_deref();
    // A wrong profile is reported before anything is measured.
    profile.map(ProfiledFile::to_update).transpose()?;
    let read = arguments.reports.paths().filter(|path| recording.has(path)).chain(profile).map(Path::to_path_buf);
    let files = TuneReportFiles::new(&arguments.reports, &read.collect::<Vec<_>>())?;
    warn(&recording, folder);
    let mut shares = KernelShares::of(&recording);
    let mut programs: Vec<&RecordedProgram> = recording.index.programs.iter().collect();
    programs.sort_by_key(|program| std::cmp::Reverse(program.nanoseconds()));
    let has_table = !arguments.quiet && !files.take_standard_output();
    let mut run =
        RecordingRun { arguments, recording: &recording, time: arguments.time, has_table, has_different: false };
    let mut reports = Vec::new();
    let (mut is_any_tuned, mut is_any_kept) = (false, false);
    for (number, program) in programs.iter().enumerate() {
        if interrupt::is_asked() {
            break;
        }
        let left: Vec<_> = programs[number..].iter().map(|program| program.name()).collect();
        let share = shares.of_program(program.name(), &left);
        match run.tune(program, share, &mut shares) {
            Ok(TunedProgram::Left) => {}
            Ok(TunedProgram::Listed(space)) => {
                is_any_tuned = true;
                output::print(format!("{}\n{space}", printable_name(program.name())).as_bytes())?;
            }
            Ok(TunedProgram::Measured(measured)) => {
                is_any_tuned |= measured.report.groups.iter().any(|group| group.chosen.is_some());
                is_any_kept |= run.keep(program, &measured)?;
                reports.push(measured.report);
            }
            Err(why) => {
                let (name, why) = (printable_name(program.name()), why.message());
                let _ = writeln!(io::stderr(), "clunroll: {name}: not tuned: {}", printable_name(&why));
                shares.leave_out(program.name(), &[], &why);
            }
        }
    }
    let application = &recording.index.application;
    let report = TuneReport::of_recording(application, reports, shares.gains());
    let written = report.map_or(Ok(()), |report| files.write(&report));
    let is_shown = !arguments.dry_run && has_table;
    if is_shown {
        output::print(shares.text().as_bytes())?;
    }
    if interrupt::is_asked() && profile.is_some() {
        let profile = if is_any_kept { "has only the programs before" } else { "stays as it is" };
        let _ = writeln!(io::stderr(), "clunroll: interrupted: the profile {profile}");
    }
    written?;
    if !is_any_tuned {
        // The lines above say why, if they are shown.
        let why = if is_shown { String::new() } else { format!(": {}", shares.first()) };
        return Err(Failure::new(format!("nothing of the recording could be measured{why}")));
    }
    Ok(if run.has_different { FINDINGS } else { DONE })
}

/// Fails if one of these kernels is in no program.
fn check_kernels(recording: &Recording, wanted: &[String]) -> Result<(), Failure> {
    let kernels = recording.index.programs.iter().flat_map(|program| &program.kernels);
    let names: BTreeSet<&str> = kernels.map(|kernel| &*kernel.name).collect();
    let Some(unknown) = wanted.iter().find(|name| !names.contains(&***name)) else { return Ok(()) };
    let names = names.into_iter().collect::<Vec<_>>().join(", ");
    let message = format!("--kernel: the recording has no kernel `{unknown}`; it has the kernels {names}");
    Err(Failure::new(printable_name(&message)))
}

/// Says what will happen: the kernels may be somebody else's.
fn warn(recording: &Recording, folder: &Path) {
    let index = &recording.index;
    let [folder, application, device] =
        [&folder.display().to_string(), &index.application, &index.device].map(|text| printable_name(text));
    let _ = writeln!(
        io::stderr(),
        "clunroll: this builds and runs the kernels of the recording {folder} ({application}, on {device}): stop it if you do not trust them"
    );
}

struct RecordingRun<'a> {
    arguments: &'a TuneArguments,
    recording: &'a Recording,
    /// The time that is left for searching.
    time: Duration,
    /// Whether tables are printed.
    has_table: bool,
    has_different: bool,
}

/// What came of a program.
enum TunedProgram {
    /// No kernel of it has a launch.
    Left,
    /// Its space, for `--dry-run`.
    Listed(String),
    Measured(Box<MeasuredProgram>),
}

/// The results of a program.
struct MeasuredProgram {
    source: TunedSource,
    report: TuneReport,
    dimensions: Vec<Dimension>,
}

impl RecordingRun<'_> {
    /// Tunes a program with a share of the time that is left. An error is about this program alone.
    fn tune(
        &mut self,
        program: &RecordedProgram,
        share: f64,
        shares: &mut KernelShares,
    ) -> Result<TunedProgram, Failure> {
        let recorded = RecordedSource::read(self.recording, program)?;
        let is_described = |kernel: &String| recorded.launches.iter().any(|one| one.kernel.as_ref() == Some(kernel));
        let names: Vec<String> = program.kernels.iter().map(|kernel| kernel.name.clone()).collect();
        let without: Vec<String> = names.iter().filter(|name| !is_described(name)).cloned().collect();
        if !without.is_empty() {
            shares.leave_out(program.name(), &without, "no launch was recorded");
        }
        if recorded.launches.is_empty() || without.len() == names.len() {
            return Ok(TunedProgram::Left);
        }
        let (source, compile) = self.source(program, &recorded)?;
        check_included(self.recording, &source)?;
        let begin = Instant::now();
        let options = self.options(program, &recorded, share)?;
        let start = || Tuning::start(&source, &recorded.path, &compile, &options, Vec::new());
        let mut tuning = ProgressLine::while_built(!self.arguments.quiet, program.name(), start)?;
        for (kernel, why) in tuning.left_out() {
            shares.leave_out(program.name(), std::slice::from_ref(kernel), why);
        }
        if self.arguments.dry_run {
            return Ok(TunedProgram::Listed(tuning.space()));
        }
        for kernel in names.iter().filter(|name| tuning.is_without_request(name)) {
            shares.leave_out(program.name(), std::slice::from_ref(kernel), "no loop of it has a request");
        }
        interrupt::end_early();
        let dimensions = tuning.dimensions().to_vec();
        let report = self.measured(&mut tuning);
        self.time = self.time.saturating_sub(begin.elapsed());
        shares.add(program.name(), &report);
        self.has_different |= report.has_different();
        Ok(TunedProgram::Measured(Box::new(MeasuredProgram { source, report, dimensions })))
    }

    /// What is measured, or was measured before.
    fn measured(&self, tuning: &mut Tuning<'_>) -> TuneReport {
        let key = tuning.key();
        let cache = ResultCache::of_user().zip(key.as_deref());
        if let Some(report) = cache.as_ref().and_then(|(cache, key)| cached(cache, key, self.arguments)) {
            return report;
        }
        let mut progress = ProgressLine::new(!self.arguments.quiet);
        let (report, _) = tuning.run(&mut |now| progress.show(now), &interrupt::is_asked);
        progress.clear();
        let is_complete = report.groups.iter().all(TunedGroup::is_decided) && !interrupt::is_asked();
        if let Some((cache, key)) = cache.filter(|_| is_complete && tuning.key() == key) {
            cache.keep(key, &report);
        }
        report
    }

    /// Prints the table of a program, and writes its choices to the profile. What was measured before Ctrl-C is shown, but not kept. Returns
    /// whether the profile was written. An error ends the run: other programs would have it too.
    fn keep(&self, program: &RecordedProgram, measured: &MeasuredProgram) -> Result<bool, Failure> {
        let MeasuredProgram { source, report, dimensions } = measured;
        if self.has_table {
            output::print(format!("{}\n", tune::table(report, terminal::output_width())).as_bytes())?;
        }
        let profile = self.arguments.profile.as_deref().filter(|_| !interrupt::is_asked());
        let Some(profile) = profile else { return Ok(false) };
        keep_in_profile(ProfiledFile::read(profile)?, program.name(), source, report, dimensions)?;
        Ok(true)
    }

    /// The source of a program, and its final compile: with the options of the recording, and those that were typed. A configuration in
    /// the folder of the recording is not read.
    fn source(
        &self,
        program: &RecordedProgram,
        recorded: &RecordedSource,
    ) -> Result<(TunedSource, FinalCompile), Failure> {
        let mut typed: SettingsArguments = self.arguments.settings.clone();
        typed.isolated = typed.config.is_none();
        typed.include_folders.extend(recorded.folders.iter().cloned());
        typed.build_options.extend(recorded.passed.iter().cloned());
        let settings = Resolver::new(&typed, &RuleArguments::default()).settings(&recorded.path)?;
        let (options, includes) = settings.for_input(&recorded.path);
        // These are the options of this very build.
        let options = options.build_options(&recorded.options).trust_defines(true).name(program.name());
        let compile = FinalCompile {
            name: program.name().to_owned(),
            macros: options.defined_macros().into_iter().cloned().collect(),
            language: options.get_language(),
            ..settings.final_compile(&recorded.path)
        };
        if !recorded.kept_back.is_empty() {
            let (name, options) = (printable_name(program.name()), printable_name(&recorded.kept_back.join(" ")));
            let _ = writeln!(io::stderr(), "clunroll: {name}: these recorded options are not used: {options}");
        }
        Ok((TunedSource::new(input::read(&recorded.path)?, options, includes), compile))
    }

    fn options(
        &self,
        program: &RecordedProgram,
        recorded: &RecordedSource,
        share: f64,
    ) -> Result<TuneOptions, Failure> {
        let mut options = tune_options(self.arguments, self.time.mul_f64(share))?;
        options.asked = Some(format!("{share} of {:?}", self.arguments.time));
        let known = || program.kernels.iter().map(|kernel| &kernel.name);
        options.launches.only.retain(|only| known().any(|name| name == only));
        if !self.arguments.kernel.is_empty() && options.launches.only.is_empty() {
            return Err(Failure::new("--kernel names none of its kernels"));
        }
        options.launches.recorded = Some(recorded.launches.clone());
        options.device.get_or_insert_with(|| self.recording.index.device.clone());
        Ok(options)
    }
}
