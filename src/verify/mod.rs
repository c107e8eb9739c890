//! Translation validation: an OpenCL compiler checks whether a rewritten text does the same as its original.
//!
//! clunroll is designed and tested to be correct. This is for users who want a check of their own. A compiler that is found at run time
//! builds both texts. The output is refused if only one of them builds, or, if kernels are also run, if they compute different results. If
//! a comparison is not possible, the result is *not verified*, with the reason, and never counts as the same.
//!
//! All of this belongs to the program; the core does not depend on it.
//!
//! - `verdict` has the results, and `words` their messages.
//! - `compile` has the options and the text for each compile.
//! - `clang` builds with an installed compiler, which `timed` runs with a time limit; `build` judges two builds.
//! - `run` builds and runs on an OpenCL platform, through the crate `clunroll-opencl`. `described` finds launch descriptions, `made_up`
//!   makes up launches with the help of `buffer_roles`, and `trial` compares one kernel. `coverage` reports which loops the launches
//!   covered, with the help of `instrument`, and `variations` tries other bounds for loops that are not covered.
//! - `source_types` reads the parameters and types of the source, and `layouts` computes their layout in memory. `value_flow` finds the
//!   parameters that only give values, and `magnitudes` makes launches with larger values for them.
//! - `order` and `halves` find races; `outside` and `subscripts` find accesses outside of memory; `local_fill` finds reads of
//!   local memory that no work-item has written. `kernel_text` helps to make texts for that.

mod buffer_roles;
pub(crate) mod build;
mod clang;
pub(crate) mod compile;
mod coverage;
pub(crate) mod described;
mod halves;
mod instrument;
pub(crate) mod kernel_text;
mod layouts;
mod local_fill;
pub(crate) mod made_up;
mod magnitudes;
mod order;
mod outside;
mod progress;
pub(crate) mod run;
pub(crate) mod source_types;
mod subscripts;
mod timed;
pub(crate) mod trial;
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

/// The depth of verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VerificationLevel {
    /// Both texts are built.
    Build,
    /// Their kernels are also run.
    Run,
}

/// The tool that verifies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum VerificationTool {
    /// A compiler of this name or path that takes clang's options.
    Clang(OsString),
    /// An OpenCL device with this text in its name or in its platform's name; a CPU for `None`.
    OpenCl(Option<String>),
}

/// The two texts to compare.
pub(crate) struct TextPair<'a> {
    pub(crate) original: &'a [u8],
    pub(crate) rewritten: &'a [u8],
    /// The loops that were written in the rewritten text, if they are known.
    pub(crate) written: Option<&'a WrittenLoops>,
}

/// The result of verifying a text.
#[derive(Debug)]
pub(crate) struct Verified {
    pub(crate) verification: Verification,
    /// The launches of its kernels as a launch description; empty if no kernel was to be launched.
    pub(crate) launches: String,
}

/// Verifies texts. Several threads can use it at once.
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
    /// A verifier of this level with the requested tool. The default is clang to build, and an OpenCL platform to run. `limit` is for one
    /// launch of a kernel, and a build may take ten times as long. An OpenCL platform works in a process that `worker` starts.
    ///
    /// Fails if there is no such compiler. Whether there is an OpenCL platform is known only when the first text is verified.
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

    /// Verifies one text. `path` is that of the source; `None` if the source comes from standard input.
    ///
    /// Fails if nothing can be verified at all.
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
