//! One kernel of both texts, launched with the same arguments again and again.
//!
//! A launch says something only if the original does the same twice, and stays within its buffers. If so, the rewritten
//! kernel has to leave the same bytes. Where it does not, that is only a suspicion: an original that races, or that rests on
//! what C leaves undefined, does not have one result. So both are launched once more, and then built without optimisation
//! and launched again. If they differ there too, they differ. If not, it is the compiler that made the difference: in
//! floating point it may, and where the original itself computes something else without optimisation, it had the leave
//! to. Otherwise it optimises what clunroll wrote into something else than what the author wrote, and that counts.

use std::collections::HashSet;
use std::time::Instant;

use opencl3::kernel::Kernel;

use super::device::Machine;
use super::launch::{Contents, Difference, KernelArguments};
use super::launch_setup::{self, LaunchSetup};
use super::parameters::DeclaredParameter;
use super::program::{BuiltProgram, Types};
use crate::verify::build::Which;
use crate::verify::protocol::{Launch, Launches, WorkerJob, WorkerMessage};

/// Both texts in one kind of build.
pub(super) struct ProgramPair {
    pub(super) original: BuiltProgram,
    pub(super) rewritten: BuiltProgram,
}

/// What all kernels of a job share.
pub(super) struct Trial<'a> {
    pub(super) machine: &'a Machine,
    pub(super) job: &'a WorkerJob,
    pub(super) launches: &'a Launches,
    pub(super) strict: ProgramPair,
    /// With the options that loosen floating point, where there are any.
    pub(super) loose: Option<ProgramPair>,
    pub(super) types: Types,
    /// Without optimisation; built when it is needed, or not to be had.
    pub(super) plain: Option<Result<ProgramPair, String>>,
    /// The launches that compilers have seen: of which text, whether strictly built, with which work-group.
    pub(super) seen: HashSet<(Which, bool, [usize; 3])>,
    pub(super) say: &'a dyn Fn(WorkerMessage),
}

/// A kernel of both texts.
struct KernelPair {
    original: Kernel,
    rewritten: Kernel,
}

impl KernelPair {
    fn of(pair: &ProgramPair, name: &str) -> Result<Self, String> {
        Ok(Self { original: pair.original.kernel(name)?, rewritten: pair.rewritten.kernel(name)? })
    }
}

/// Why nothing can be learnt from a launch.
enum Useless {
    /// It went wrong, or is not the same twice.
    This(String),
    /// It leaves its buffers, and larger ones would too.
    Larger(String),
    /// A difference was seen that may not be the output's doing. It must not be outvoted by launches that are the same.
    Difference(String),
}

impl Trial<'_> {
    /// Compares one kernel, from this launch on.
    pub(super) fn run(&mut self, name: &str, from: usize) {
        if let Err(why) = self.try_run(name, from) {
            (self.say)(WorkerMessage::NoLaunch { kernel: name.to_owned(), why });
        }
    }

    fn try_run(&mut self, name: &str, from: usize) -> Result<(), String> {
        let begin = Instant::now();
        self.seen.clear();
        let kernels = KernelPair::of(&self.strict, name)?;
        let written = DeclaredParameter::of(&kernels.original)?;
        let others = DeclaredParameter::of(&kernels.rewritten)?;
        if written.len() != others.len() || !written.iter().zip(&others).all(|(one, other)| one.is_passed_like(other)) {
            (self.say)(WorkerMessage::OtherKernels(format!("kernel {name} has other parameters in the output")));
            return Ok(());
        }
        (self.say)(WorkerMessage::Learning(name.to_owned()));
        self.types.learn(self.machine, &self.job.original, &self.launches.strict_options, &written);
        let parameters = written.iter().map(|written| written.resolve(|name| self.types.get(name)));
        let mut arguments = KernelArguments::new(self.machine, parameters.collect::<Result<_, _>>()?)?;
        let setups = self.setups(&kernels.original, &arguments);
        let mut too_large = None;
        for (number, setup) in setups.iter().enumerate().skip(from) {
            if too_large.is_some_and(|size| setup.size >= size) {
                continue;
            }
            if number > from && begin.elapsed() > self.launches.patience {
                (self.say)(WorkerMessage::LeftOut(format!("no time was left for sizes from {} on", setup.size)));
                break;
            }
            let launch = Launch { kernel: name.to_owned(), number };
            match self.compare(&launch, setup, &kernels, &mut arguments) {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(Useless::This(why)) => (self.say)(WorkerMessage::LeftOut(why)),
                Err(Useless::Larger(why)) => {
                    too_large = Some(setup.size);
                    (self.say)(WorkerMessage::LeftOut(why));
                }
                Err(Useless::Difference(why)) => {
                    (self.say)(WorkerMessage::Unsettled(format!("at size {}, {why}", setup.size)));
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn setups(&self, kernel: &Kernel, arguments: &KernelArguments) -> Vec<LaunchSetup> {
        let required = kernel.get_compile_work_group_size(self.machine.device.id()).unwrap_or_default();
        let required = <[usize; 3]>::try_from(required).ok().filter(|size| !size.contains(&0));
        launch_setup::launches(arguments.integers(), launch_setup::dimensions(&self.job.original), required)
    }

    /// Makes one launch. Whether the kernel should get more of them.
    fn compare(
        &mut self,
        launch: &Launch,
        setup: &LaunchSetup,
        kernels: &KernelPair,
        arguments: &mut KernelArguments,
    ) -> Result<bool, Useless> {
        let (machine, say, seen) = (self.machine, self.say, &mut self.seen);
        let mut run = |which, kernel: &Kernel, arguments: &mut KernelArguments| {
            let is_first = seen.insert((which, true, setup.local));
            say(WorkerMessage::Launching { launch: launch.clone(), which, size: setup.size, is_first });
            arguments.launch(machine, kernel, setup)
        };
        let first = run(Which::Original, &kernels.original, arguments).map_err(Useless::This)?;
        let again = run(Which::Original, &kernels.original, arguments).map_err(Useless::This)?;
        if arguments.difference(&first, &again).is_some() {
            return Err(unsteady());
        }
        if let Some(name) = arguments.left(&first) {
            return Err(Useless::Larger(format!(
                "the original accesses memory outside buffer `{name}`, whose size is made up"
            )));
        }
        let other = match run(Which::Rewritten, &kernels.rewritten, arguments) {
            Ok(other) => other,
            Err(why) => {
                say(WorkerMessage::Different(format!("the original can be launched, but the output cannot: {why}")));
                return Ok(false);
            }
        };
        if let Some(difference) = arguments.difference(&first, &other) {
            say(WorkerMessage::Suspect(difference.how.clone()));
            // Both once more, in the other order.
            let other = match run(Which::Rewritten, &kernels.rewritten, arguments) {
                Ok(other) => other,
                Err(why) => {
                    say(WorkerMessage::Different(format!(
                        "the original can be launched again, but the output cannot: {why}"
                    )));
                    return Ok(false);
                }
            };
            let third = run(Which::Original, &kernels.original, arguments).map_err(Useless::This)?;
            if arguments.difference(&first, &third).is_some() {
                return Err(unsteady());
            }
            if arguments.difference(&first, &other).is_none() {
                let how = &difference.how;
                return Err(Useless::Difference(format!(
                    "the results of the output vary, but those of the original do not ({how})"
                )));
            }
            let why = self.judge(launch, setup, arguments, &first, &difference)?;
            say(WorkerMessage::Different(format!("at size {}, {why}", setup.size)));
            return Ok(false);
        }
        say(WorkerMessage::Same { has_changed: arguments.has_changed(&first) });
        self.compare_loose(launch, setup, arguments)
    }

    /// What is to be made of a difference: what to say of it, or why it means nothing.
    fn judge(
        &mut self,
        launch: &Launch,
        setup: &LaunchSetup,
        arguments: &mut KernelArguments,
        original: &Contents,
        difference: &Difference,
    ) -> Result<String, Useless> {
        let how = &difference.how;
        let (machine, job) = (self.machine, self.job);
        let options = format!("{} -cl-opt-disable", self.launches.strict_options);
        let plain = self.plain.get_or_insert_with(|| {
            let build = |text| BuiltProgram::strict(machine, text, &options);
            Ok(ProgramPair { original: build(&job.original)?, rewritten: build(&job.rewritten)? })
        });
        let Ok(plain) = plain else { return Ok(how.clone()) };
        let results = KernelPair::of(plain, &launch.kernel).and_then(|kernels| {
            let plain_original = arguments.launch(machine, &kernels.original, setup)?;
            Ok((plain_original, arguments.launch(machine, &kernels.rewritten, setup)?))
        });
        let Ok((plain_original, plain_rewritten)) = results else { return Ok(how.clone()) };
        let plainly = arguments.difference(&plain_original, &plain_rewritten);
        let contracts = launch_setup::speaks_of_contraction(&job.original);
        match plainly {
            Some(Difference { is_in_floats: true, .. }) if contracts => Err(Useless::Difference(format!(
                "floating-point results differ, and the FP_CONTRACT in the source allows that ({how})"
            ))),
            Some(_) => Ok(how.clone()),
            None if difference.is_in_floats => Err(Useless::Difference(format!(
                "floating-point results differ with optimisation, and are the same with -cl-opt-disable ({how})"
            ))),
            None if arguments.difference(original, &plain_original).is_some() => {
                let why =
                    "with -cl-opt-disable, the original itself computes different results: it has a race or undefined";
                Err(Useless::Difference(format!("{why} behaviour ({how})")))
            }
            None => Ok(format!("{how} (not with -cl-opt-disable)")),
        }
    }

    /// The same launch with the options that loosen floating point. Whether the kernel should get more of them.
    fn compare_loose(
        &mut self,
        launch: &Launch,
        setup: &LaunchSetup,
        arguments: &mut KernelArguments,
    ) -> Result<bool, Useless> {
        let Some(loose) = &self.loose else { return Ok(true) };
        let kernels = KernelPair::of(loose, &launch.kernel).map_err(Useless::This)?;
        let mut run = |which, kernel| {
            let is_first = self.seen.insert((which, false, setup.local));
            (self.say)(WorkerMessage::Launching { launch: launch.clone(), which, size: setup.size, is_first });
            arguments.launch(self.machine, kernel, setup).map_err(Useless::This)
        };
        let original = run(Which::Original, &kernels.original)?;
        let rewritten = run(Which::Rewritten, &kernels.rewritten)?;
        let Some(Difference { how, .. }) = arguments.difference(&original, &rewritten) else { return Ok(true) };
        let options = self.launches.loosening.join(" ");
        (self.say)(WorkerMessage::Unsettled(format!(
            "the results differ with {options}, which allows that, and are the same without ({how})"
        )));
        Ok(false)
    }
}

fn unsteady() -> Useless {
    Useless::This("the results of the original vary".to_owned())
}
