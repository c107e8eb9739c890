//! Translation validation: whether a rewritten text is as good as its original, asked of an OpenCL compiler.
//!
//! clunroll is built to be right, and tested to be. This is for whoever does not want to rest on that: both texts are given to
//! a compiler that is found at run time, and the output is refused where one of them builds and the other does not, or, when
//! kernels are also run, where they compute something else. What cannot be compared is *not verified*, with the reason,
//! and never passes for the same.
//!
//! All of this is the program's; the core knows nothing of it.
//!
//! - `verdict` is what comes out, `words` how it is said.
//! - `compile` is what both texts are compiled with.
//! - `clang` builds with an installed compiler, which `timed` keeps an eye on; `build` judges two builds.
//! - `run` lets an OpenCL platform build and run, through the crate `clunroll-opencl`. `described` finds launch descriptions,
//!   `made_up` says which launches a kernel gets, with the help of `buffer_roles`, and `trial` compares one kernel. `coverage`
//!   reports which loops the launches covered, with the help of `instrument`, and `variations` tries other bounds for the rest.
//! - `source_types` reads the parameters and types of the source, and `layouts` knows their places in memory. `value_flow` finds
//!   what only gives values, and `magnitudes` makes launches with larger ones of them.
//! - `order`, `outside` and `subscripts` are for races and for accesses outside of memory.

mod buffer_roles;
mod build;
mod clang;
pub(crate) mod compile;
mod coverage;
pub(crate) mod described;
mod instrument;
mod layouts;
mod made_up;
mod magnitudes;
mod order;
mod outside;
mod progress;
mod run;
mod source_types;
mod subscripts;
mod timed;
mod trial;
mod value_flow;
mod variations;
pub(crate) mod words;

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Duration;

use clunroll_opencl::WorkerProgram;
pub use clunroll_report::verdict::{Coverage, Kernel, LoopCoverage, Verdict, Verification, WrittenPart};

use self::clang::Clang;
use self::compile::FinalCompile;
pub(crate) use self::coverage::WrittenLoops;
use self::described::LaunchOptions;
use self::run::OpenCl;
use clunroll_files::failure::Failure;

/// How far verification goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VerificationLevel {
    /// Both texts are built.
    Build,
    /// Their kernels are also run.
    Run,
}

/// What verifies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum VerificationTool {
    /// A compiler of this name or path that takes clang's options.
    Clang(OsString),
    /// An OpenCL device with this in its name or in that of its platform; a CPU where nothing is said.
    OpenCl(Option<String>),
}

/// What is compared.
pub(crate) struct TextPair<'a> {
    pub(crate) original: &'a [u8],
    pub(crate) rewritten: &'a [u8],
    /// What was written in the second one, if that is known.
    pub(crate) written: Option<&'a WrittenLoops>,
}

/// What came of verifying a text.
#[derive(Debug)]
pub(crate) struct Verified {
    pub(crate) verification: Verification,
    /// Launches of its kernels, as a launch description; empty where none was to be launched.
    pub(crate) launches: String,
}

/// Verifies texts. It can be asked from many threads.
#[derive(Debug)]
pub(crate) struct Verifier {
    by: By,
    limit: Duration,
}

#[derive(Debug)]
enum By {
    Clang(Clang),
    OpenCl(Box<OpenCl>),
}

impl Verifier {
    /// One that goes as deep as this, with what is asked for, or else with what is there: clang builds, an OpenCL platform
    /// runs. A launch of a kernel may take so long, and a
    /// build ten times as long. An OpenCL platform works in a process that `worker` starts.
    ///
    /// Fails where there is no such compiler; of an OpenCL platform that is found out by the first text.
    pub(crate) fn new(
        level: VerificationLevel,
        tool: Option<&VerificationTool>,
        limit: Duration,
        worker: WorkerProgram,
        options: LaunchOptions,
    ) -> Result<Self, Failure> {
        let opencl = |device: Option<String>| {
            By::OpenCl(Box::new(OpenCl { device, launches: level == VerificationLevel::Run, worker, options }))
        };
        let by = match (tool, level) {
            (Some(VerificationTool::Clang(program)), VerificationLevel::Build) => {
                By::Clang(Clang::find(program, limit)?)
            }
            (Some(VerificationTool::Clang(program)), VerificationLevel::Run) => {
                let name = program.to_string_lossy();
                return Err(Failure::new(format!(
                    "{name} can build kernels but not run them: use an OpenCL platform (--verify-with opencl)"
                )));
            }
            (Some(VerificationTool::OpenCl(device)), _) => opencl(device.clone()),
            (None, VerificationLevel::Run) => opencl(None),
            (None, VerificationLevel::Build) => match Clang::find(OsStr::new("clang"), limit) {
                Ok(clang) => By::Clang(clang),
                Err(_) => opencl(None),
            },
        };
        Ok(Self { by, limit })
    }

    /// Verifies one text. The path is that of the source, unless it comes from standard input.
    ///
    /// Fails where nothing can be verified at all.
    pub(crate) fn verify(
        &self,
        compile: &FinalCompile,
        path: Option<&Path>,
        pair: &TextPair<'_>,
    ) -> Result<Verified, Failure> {
        match &self.by {
            By::Clang(clang) => {
                let verification = clang.verify(compile, pair.original, pair.rewritten, self.limit)?;
                Ok(Verified { verification, launches: String::new() })
            }
            By::OpenCl(how) => run::verify(how, compile, path, pair, self.limit),
        }
    }
}
