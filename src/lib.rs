//! clunroll reads OpenCL C, finds every `#pragma unroll [N]`, checks it against the extension
//! `cl_nv_pragma_unroll`, and writes the same source with those loops unrolled.
//!
//! The core is [`unroll`]. It does no input or output, never fails and never panics on bad source: it returns the text and
//! what there is to say about it.
//!
//! ```
//! use clunroll::{NoIncludes, Options, report, unroll};
//!
//! let source = b"__kernel void k(__global int *a) {\n#pragma unroll\n  for (int i = 0; i < 2; i++) a[i] = i;\n}\n";
//! let outcome = unroll(source, &Options::new("k.cl"), &mut NoIncludes);
//! assert!(!outcome.has_errors());
//! assert!(!String::from_utf8_lossy(&outcome.text).contains("#pragma unroll"));
//! eprint!("{}", report::full::to_string(&outcome.diagnostics, &outcome.sources));
//! ```
//!
//! - A host that builds kernels at run time calls [`unroll`] right before `clCreateProgramWithSource`, with [`FileIncludes`]
//!   where its kernels include files, or with an [`Includes`] of its own where they lie elsewhere.
//! - Who rewrites many files does it with one [`Session`].
//! - A build script rewrites a folder of kernels with [`build`].
//! - What was found is told by [`report`], in words or as data; [`rules`] says what there is to find.
//!
//! # Features
//!
//! `cli` is the program, and on by default. A library or a build script does without: `default-features = false`.
//!
//! # What stays as it is
//!
//! Versions follow semantic versioning, and the following is what it holds for.
//!
//! - Items that are public here keep their names and meaning within a major version (before 1.0, within a minor one). Types
//!   marked `#[non_exhaustive]` may get fields and variants at any time. [`source`] and [`rules`] are there to read
//!   outcomes by; functions in them that make new texts or findings are the core's own and may change at any time.
//! - In any version, the output computes what the input computes, for every set of macros that the final compile may get.
//!   A version that breaks that has a bug.
//! - A rule's code and name mean the same rule for ever. A code that is no longer used is not used again.
//! - Exit statuses, names and meaning of options, and fields of the JSON report stay; new ones are added.
//! - *Not* promised: the layout of the output, which form a loop is unrolled in, whether it is unrolled at all; the words of
//!   diagnostics and their places; which rules are on, and new findings in sources that had none. All these get better in
//!   minor versions. Who compares outputs byte for byte pins the version.
//! - The minimum Rust version rises in minor versions only.

#![forbid(unsafe_code)]

mod batch;
pub mod build;
#[cfg(feature = "cli")]
pub mod cli;
mod files;
mod session;
#[cfg(feature = "cli")]
pub mod verify;

/// What there is to find: [`rules::ALL`] is the table of all rules, and each has its code, name, level and page.
pub mod rules {
    pub use clunroll_report::{Diagnostic, Edit, Fix, Label};
    pub use clunroll_rules::table::*;
    pub use clunroll_rules::{
        AccessKind, Advice, Applicability, BadClause, BoundProblem, Cause, ClauseProblem, Dependency, Difference,
        EndlessLoop, FactorProblem, HeaderProblem, InitializerProblem, LabelProblem, Levels, LoadsProblem, MacroAtStop,
        Malformed, Mention, NonConstantName, OnlyOnce, PromotionReason, Reason, Rule, Selector, Severity, Surroundings,
        UnknownSelector, Varying, find, similar,
    };
}

pub use clunroll_core::{
    Amount, Arrangement, Done, Form, Forms, Guard, Limits, LoadOrder, LoadsFirst, LoopPart, Options, Point, Position,
    Promotion, PromotionReport, Remainder, RemainderForm, RequestReport, Tune,
};
pub use clunroll_report as report;
pub use clunroll_report::{LineColumn, Location, Outcome};
pub use files::includes::FileIncludes;
pub use oclc_syntax::host::{
    BuildOptions, BuildOptionsError, Define, Includes, LanguageVersion, MacroError, MacroName, MacroOption, NoIncludes,
};
pub use oclc_syntax::source;
pub use oclc_syntax::words::UnknownWord;
pub use session::Session;

/// Rewrites `source`.
///
/// The text in the outcome computes what `source` computes, for every set of macros that the final compile may get.
/// Where that cannot be shown of a loop, the loop stays as it is, and a diagnostic says why. A source without
/// requests comes back byte for byte. Files of 4 GiB and more are not looked into.
#[must_use]
pub fn unroll(source: &[u8], options: &Options, includes: &mut dyn Includes) -> Outcome {
    Session::new().unroll(source, options, includes)
}
