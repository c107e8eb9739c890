//! Builds and runs both texts on an OpenCL platform.
//!
//! A [`Runner`] does it in a separate process, which may die at any moment. The unanswered request shows which text and which kernel is the
//! cause.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::time::{Duration, Instant};

use clunroll_opencl::description::Description;
use clunroll_opencl::{
    Build, DeclaredParameter, KernelInterface, KernelParameter, KnownTypes, Lost, ProgramId, Runner, SourceParameter,
    WorkerProgram,
};
use clunroll_report::verdict::{Coverage, Kernel, Verdict, Verification};

use super::buffer_roles;
use super::build::{BUILD, BuildResult, judge};
use super::compile::FinalCompile;
use super::coverage::CoverageRun;
use super::described::{self, LaunchOptions};
use super::made_up::{self, Dimensions, KernelToLaunch, TrialLaunch};
use super::magnitudes::with_magnitudes;
use super::progress::LaunchProgress;
use super::source_types;
use super::trial::{PlainPair, ProgramPair, STRICT, Tally, Trial, how};
use super::value_flow;
use super::variations::Variations;
use super::{TextPair, Verified};
use clunroll_files::failure::Failure;

/// The largest number of kernels' names in a list.
const NAMED: usize = 4;

/// The options of verification on an OpenCL device.
#[derive(Clone, Debug)]
pub(super) struct OpenCl {
    /// A part of the name of the device or of its platform; a CPU for `None`.
    pub(super) device: Option<String>,
    /// Whether kernels are launched.
    pub(super) launches: bool,
    /// The program of the worker process.
    pub(super) worker: WorkerProgram,
    /// The user's options for launches.
    pub(super) options: LaunchOptions,
}

/// Verifies a text on an OpenCL device. `path` is that of the source; `None` if the source comes from standard input.
pub(super) fn verify(
    how: &OpenCl,
    compile: &FinalCompile,
    path: Option<&Path>,
    pair: &TextPair<'_>,
    limit: Duration,
) -> Result<Verified, Failure> {
    let descriptions = how.options.read(path.filter(|_| how.launches), &compile.macros)?;
    let build_limit = limit.saturating_mul(BUILD);
    let runner = Runner::start(how.worker.clone(), how.device.as_deref(), build_limit);
    let runner = runner.map_err(|why| Failure::new(format!("cannot verify: {why}")))?;
    let texts = [compile.original(pair.original), compile.rewritten(pair.rewritten)];
    let mut run = VerificationRun { runner, texts, limit, build_limit };
    let with = run.runner.device().to_owned();
    let of_build = |(build, log)| {
        let verification =
            Verification { with: with.clone(), build, log, kernels: None, coverage: Coverage::default() };
        Verified { verification, launches: String::new() }
    };
    let loose = match run.build_pair("", &compile.opencl_options(false)) {
        Ok(built) => built,
        Err(verdict) => return Ok(of_build(verdict)),
    };
    if let Some(difference) = interface_difference(&loose.original.kernels, &loose.rewritten.kernels) {
        return Ok(of_build((Verdict::Different(difference), String::new())));
    }
    let mut verified = of_build((Verdict::Same, String::new()));
    if how.launches {
        let names: Vec<_> = loose.original.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
        let names = how.options.launched(&names)?;
        let described = descriptions.by_kernel(&names, &run.texts[0])?;
        match run.launch_all(compile, &loose, &described, &how.options, pair) {
            Ok(ran) => {
                verified.verification.kernels = Some(ran.kernels);
                verified.verification.coverage = ran.coverage;
                verified.launches = ran.launches;
            }
            Err(LaunchFailure::Build(verdict)) => return Ok(of_build(verdict)),
            Err(LaunchFailure::Description(failure)) => return Err(failure),
        }
    }
    Ok(verified)
}

/// The reason why no kernel is launched.
enum LaunchFailure {
    /// A text does not build with contraction off: the verdict and the log.
    Build((Verdict, String)),
    /// A description does not fit a kernel.
    Description(Failure),
}

/// The result of running all kernels.
struct Ran {
    kernels: Vec<Kernel>,
    coverage: Coverage,
    /// The launches to print.
    launches: String,
}

struct VerificationRun {
    runner: Runner,
    /// The original and the rewritten text in the form that is compiled.
    texts: [String; 2],
    limit: Duration,
    build_limit: Duration,
}

/// A program with its kernels.
struct Built {
    program: ProgramId,
    kernels: Vec<KernelInterface>,
}

struct BuiltPair {
    original: Built,
    rewritten: Built,
}

impl VerificationRun {
    /// Builds both texts with a line before them. If one of them does not build, returns the verdict and the log.
    fn build_pair(&mut self, line: &str, options: &str) -> Result<BuiltPair, (Verdict, String)> {
        let (original, original_result) = self.build(0, line, options);
        if let BuildResult::Broken(_) | BuildResult::Endless = original_result {
            // Without the original, there is nothing to compare with.
            return Err(judge(&original_result, &BuildResult::Endless, self.build_limit));
        }
        let (rewritten, rewritten_result) = self.build(1, line, options);
        match (original, rewritten) {
            (Some(original), Some(rewritten)) => Ok(BuiltPair { original, rewritten }),
            _ => Err(judge(&original_result, &rewritten_result, self.build_limit)),
        }
    }

    fn build(&mut self, text: usize, line: &str, options: &str) -> (Option<Built>, BuildResult) {
        let begin = Instant::now();
        match self.runner.build(&format!("{line}{}", self.texts[text]), options, self.build_limit) {
            Ok(Build::Built { program, kernels }) => {
                (Some(Built { program, kernels }), BuildResult::Well(begin.elapsed()))
            }
            Ok(Build::Refused(log)) => (None, BuildResult::Refused(log)),
            Err(Lost::Ended(how)) => (None, BuildResult::Broken(how)),
            Err(Lost::Silent(_)) => (None, BuildResult::Endless),
        }
    }

    /// Runs all kernels.
    fn launch_all(
        &mut self,
        compile: &FinalCompile,
        loose: &BuiltPair,
        described: &BTreeMap<String, Vec<Description>>,
        options: &LaunchOptions,
        pair: &TextPair<'_>,
    ) -> Result<Ran, LaunchFailure> {
        let strict_options = compile.opencl_options(true);
        let loosening = compile.loosening();
        let strict = self.build_pair(STRICT, &strict_options).map_err(LaunchFailure::Build)?;
        let programs =
            |built: &BuiltPair| ProgramPair { original: built.original.program, rewritten: built.rewritten.program };
        let texts = [0, 1].map(|text| format!("{STRICT}{}", self.texts[text]));
        let mut trial = Trial {
            runner: &mut self.runner,
            texts: [&texts[0], &texts[1]],
            strict_options: &strict_options,
            loose: programs(loose),
            has_floats: made_up::may_use_floats(&self.texts),
            loosening,
            strict: programs(&strict),
            plain: PlainPair::NotTried,
            reversed: HashMap::new(),
            index_checks: HashMap::new(),
            checked: HashMap::new(),
            parted: HashMap::new(),
            filled: HashMap::new(),
            limit: self.limit,
            spent: Duration::ZERO,
        };
        let dimensions = made_up::dimensions(&self.texts[0]);
        let tokens = source_types::expanded(compile, &self.texts[0]);
        let of_source = source_types::parameters(&tokens);
        let (free, none) = (value_flow::free_parameters(&tokens), BTreeSet::new());
        let mut types = KnownTypes::default();
        // All descriptions are checked before the first launch.
        let mut prepared = Vec::new();
        for kernel in strict.original.kernels.iter().filter(|kernel| options.launches(&kernel.name)) {
            let of_source = of_source.get(&kernel.name).map_or(&[][..], Vec::as_slice);
            let typed = TypedText { text: &self.texts[0], options: &strict_options, of_source };
            let parameters = parameters(trial.runner, &mut types, &typed, (self.build_limit, how), kernel);
            let descriptions = described.get(&kernel.name).map_or(&[][..], Vec::as_slice);
            let candidates = match parameters {
                Ok(parameters) => {
                    let candidates = candidates(kernel, &parameters, (dimensions, &self.texts[0]), descriptions)?;
                    candidates.map(|candidates| {
                        with_magnitudes(candidates, &parameters, free.get(&kernel.name).unwrap_or(&none))
                    })
                }
                Err(why) => Err(why),
            };
            prepared.push((kernel.name.clone(), candidates));
        }
        let progress =
            |what| LaunchProgress::new(options.shows_progress.then_some(&*compile.name), what, prepared.len());
        let (mut tallies, printed) = launched(&mut trial, &prepared, progress("launched"));
        let launches = described::printed_head(&compile.name) + &printed;
        // If a kernel differs, its remaining launches are skipped, so coverage would be incomplete.
        let is_same = tallies.iter().all(|tally| tally.different.is_none());
        let mut measured = None;
        if let Some(written) = pair.written.filter(|_| is_same) {
            let source = String::from_utf8_lossy(pair.original);
            let others = strict.original.kernels.iter().filter(|kernel| !options.launches(&kernel.name));
            let others: Vec<_> = others.filter_map(|kernel| buffer_roles::extent(&source, &kernel.name)).collect();
            let mut run = CoverageRun::start(trial.runner, compile, pair, written, &others, self.limit);
            launch_again(&mut run, trial.runner, (&prepared, &tallies), progress("launched for coverage"));
            measured = Some(run);
        }
        if is_same {
            let source = String::from_utf8_lossy(pair.original);
            let mut more =
                Variations { source: &source, described_only: options.described_only, measured: measured.as_mut() };
            for ((_, candidates), tally) in prepared.iter_mut().zip(&mut tallies) {
                if let Ok(candidates) = candidates {
                    more.try_all(&mut trial, candidates, tally);
                }
            }
        }
        let is_same = tallies.iter().all(|tally| tally.different.is_none());
        let candidates = prepared.iter().filter_map(|(_, candidates)| candidates.as_ref().ok()).flatten();
        let arguments = candidates.flat_map(|candidate| &candidate.launch.arguments);
        let arguments: BTreeSet<&str> = arguments.map(|argument| &*argument.name).collect();
        let coverage = measured.filter(|_| is_same);
        let coverage = coverage.map_or(Coverage::NotMeasured, |run| run.finish(trial.runner, &arguments));
        let kernels = prepared.iter().zip(tallies).map(|((name, candidates), tally)| {
            finished(name.clone(), candidates.as_deref().unwrap_or_default(), tally)
        });
        let kernels = kernels.collect();
        Ok(Ran { kernels, coverage, launches })
    }
}

/// A kernel's name, with its launches or the reason why it cannot be launched.
type PreparedKernel = (String, Result<Vec<TrialLaunch>, String>);

/// Launches each kernel. Returns the results, and the launches as a description.
fn launched(trial: &mut Trial, prepared: &[PreparedKernel], mut progress: LaunchProgress<'_>) -> (Vec<Tally>, String) {
    let (mut tallies, mut launches) = (Vec::new(), String::new());
    for (_, candidates) in prepared {
        progress.show(tallies.len());
        tallies.push(match candidates {
            Ok(candidates) => {
                let tally = trial.run(candidates);
                launches.push_str(&described::printed(candidates, &tally));
                tally
            }
            Err(why) => Tally { not_verified: Some(why.clone()), ..Tally::default() },
        });
    }
    (tallies, launches)
}

/// Repeats the launches that were compared, for their coverage.
fn launch_again(
    run: &mut CoverageRun<'_>,
    runner: &mut Runner,
    (prepared, tallies): (&[PreparedKernel], &[Tally]),
    mut progress: LaunchProgress<'_>,
) {
    for (done, ((_, candidates), tally)) in prepared.iter().zip(tallies).enumerate() {
        progress.show(done);
        let candidates = candidates.as_ref().map_or(&[][..], Vec::as_slice);
        tally.compared.iter().for_each(|&number| run.add(runner, &candidates[number].launch));
    }
}

/// The launches of a kernel, or the reason why it cannot be launched. Fails if a description does not fit it.
fn candidates(
    kernel: &KernelInterface,
    parameters: &[KernelParameter],
    (dimensions, source): (Dimensions, &str),
    descriptions: &[Description],
) -> Result<Result<Vec<TrialLaunch>, String>, LaunchFailure> {
    let kernel = KernelToLaunch { name: &kernel.name, parameters, dimensions, required: kernel.required, source };
    for description in descriptions {
        let fits = description.arguments_for(parameters);
        fits.map_err(|why| LaunchFailure::Description(Failure::new(why)))?;
    }
    if descriptions.is_empty() {
        return Ok(made_up::launches(kernel, None));
    }
    let launches = descriptions.iter().map(|description| made_up::launches(kernel, Some(description)));
    Ok(launches.collect::<Result<Vec<_>, _>>().map(|launches| launches.concat()))
}

/// A text that is built, with the types of the parameters of one of its kernels.
pub(crate) struct TypedText<'a> {
    pub(crate) text: &'a str,
    pub(crate) options: &'a str,
    /// The parameters of the kernel in the source, as far as they are known.
    pub(crate) of_source: &'a [SourceParameter],
}

/// The parameters of a kernel, or the reason why they are unknown. `how` words the loss of a worker.
pub(crate) fn parameters(
    runner: &mut Runner,
    types: &mut KnownTypes,
    typed: &TypedText<'_>,
    (limit, how): (Duration, fn(&Lost) -> String),
    kernel: &KernelInterface,
) -> Result<Vec<KernelParameter>, String> {
    let declared = kernel.parameters.as_ref().map_err(Clone::clone)?;
    // Parameters of the source are found by their index, since platforms rename some.
    let of_source = |place: usize| typed.of_source.get(place).filter(|_| typed.of_source.len() == declared.len());
    let is_open = |(place, _): &(usize, &DeclaredParameter)| of_source(*place).is_none_or(|one| one.known.is_none());
    let open: Vec<_> = declared.iter().enumerate().filter(is_open).map(|(_, declared)| declared.clone()).collect();
    let learnt = types.learn(runner, typed.text, typed.options, &open, limit);
    learnt.map_err(|lost| format!("the platform {} when asked for the types of the parameters", how(&lost)))?;
    let resolved =
        declared.iter().enumerate().map(|(place, one)| one.resolve(|name| types.get(name), of_source(place)));
    Ok(resolved.collect())
}

/// How the kernels of two programs differ in their names and parameters, if they do.
fn interface_difference(original: &[KernelInterface], rewritten: &[KernelInterface]) -> Option<String> {
    let names = |kernels: &[KernelInterface]| kernels.iter().map(|kernel| kernel.name.clone()).collect::<Vec<_>>();
    let (before, after) = (names(original), names(rewritten));
    if before != after {
        // Names that both have are not shown: they may be many.
        let only = |names: &[String], others: &[String]| {
            let mut only: Vec<&str> = names.iter().filter(|name| !others.contains(name)).map(String::as_str).collect();
            if only.len() > NAMED {
                only.truncate(NAMED);
                only.push("…");
            }
            if only.is_empty() { "none".to_owned() } else { only.join(", ") }
        };
        return Some(format!(
            "the kernels differ: only in the original: {}; only in the output: {}",
            only(&before, &after),
            only(&after, &before)
        ));
    }
    let other = original.iter().zip(rewritten).find(|(before, after)| match (&before.parameters, &after.parameters) {
        (Ok(before), Ok(after)) => {
            before.len() != after.len() || !before.iter().zip(after).all(|(one, other)| one.is_passed_like(other))
        }
        _ => false,
    });
    other.map(|(kernel, _)| format!("kernel {} has other parameters in the output", kernel.name))
}

/// The result of a kernel's launches.
fn finished(name: String, candidates: &[TrialLaunch], tally: Tally) -> Kernel {
    let verdict = match (tally.different, tally.not_verified) {
        (Some(how), _) => Verdict::Different(how),
        (None, Some(why)) => Verdict::NotVerified(why),
        (None, None) if !tally.has_changed => Verdict::NotVerified(match &tally.left_out {
            Some(why) => why.clone(),
            None => "its launches changed no memory".to_owned(),
        }),
        (None, None) => Verdict::Same,
    };
    let is_compared =
        |place: &String| tally.compared.iter().any(|&number| candidates[number].place.as_ref() == Some(place));
    let left_out_descriptions = tally.left_out_at.into_iter().filter(|(place, _)| !is_compared(place)).collect();
    Kernel { name, launches: tally.compared.len(), verdict, left_out: tally.left_out, left_out_descriptions }
}
