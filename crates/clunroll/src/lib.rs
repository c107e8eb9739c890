//! clunroll reads OpenCL C, finds every `#pragma unroll [N]`, checks it against the extension
//! `cl_nv_pragma_unroll`, and writes the same source with those loops unrolled.
//!
//! The core is [`unroll`]. It does no input or output, and it does not panic on bad source: it returns the text with its diagnostics and
//! reports.
//!
//! ```
//! use clunroll::{NoIncludes, Options, unroll};
//!
//! let source = b"kernel void k(global int *a) {\n#pragma unroll\n  for (int i = 0; i < N; i++) a[i] = i;\n}\n";
//! let build_options = "-DN=2 -cl-std=CL1.2 -cl-mad-enable";
//! let options = Options::from_build_options(build_options)?.name("k.cl");
//! let outcome = unroll(source, &options, &mut NoIncludes);
//! for diagnostic in &outcome.diagnostics {
//!     eprintln!("{}", diagnostic.display(&outcome.sources));
//! }
//! assert!(!outcome.has_errors());
//! // This text, and the same build options, are for the compiler.
//! let text = outcome.text_str().expect("the source is UTF-8");
//! assert!(!text.contains("#pragma unroll\n"));
//! # Ok::<(), clunroll::BuildOptionsError>(())
//! ```
//!
//! - A host that builds kernels at run time calls [`unroll`] right before `clCreateProgramWithSource`. [`BuildOptions`] parses the string
//!   of options that the host passes to `clBuildProgram`.
//! - Included files come from an [`Includes`]: `FileIncludes` for the file system, a map from names to texts, a function, or a
//!   type of your own.
//! - To rewrite many files, use one [`Session`].
//! - A build script rewrites a folder of kernels with the module `build`.
//! - [`report`] writes the findings, in words or as data; [`rules`] lists all rules. For a declined request, [`Outcome::reason`] finds the
//!   diagnostic that says why, and [`Location`] gives the line and the column of a place.
//! - If clunroll itself fails, [`Outcome::fault`] says why, and [`Outcome::has_errors`] is true.
//!
//! # Features
//!
//! | Feature | What it adds | On by default |
//! |---|---|---|
//! | `files` | `FileIncludes`, which finds included files in the file system; it needs no other crate | yes |
//! | `build` | the module `build`, for build scripts, with the crates walkdir and tempfile | no |
//! | `profile` | the module `profile`, which reads what `clunroll tune` found, with the crates serde and toml | no |
//! | `serde` | [`Options`] can be serialised and deserialised, [`Outcome`] can be serialised in the form of the JSON report, and [`report`] has the formats for programs | no |
//!
//! The program `clunroll` is the package `clunroll-cli`.
//!
//! # Stability
//!
//! Versions follow semantic versioning. This is what it covers:
//!
//! - Items that are public here keep their names and meaning within a major version (before 1.0, within a minor one). Types
//!   marked `#[non_exhaustive]` may get fields and variants at any time. The crates that this one is made of (`clunroll-core` and
//!   others) may change at any time.
//! - In any version, the output computes what the input computes, for every set of macros that the final compile may get. If it does not,
//!   that is a bug.
//! - A rule's code and name always mean the same rule. The code of a removed rule is not used again.
//! - Exit statuses, options and fields of the JSON report keep their names and meaning; new ones may be added.
//! - *Not* promised: the layout of the output, which form a loop is unrolled in, whether it is unrolled at all; the words of
//!   diagnostics and their places; which rules are on, and new findings in sources that had none. All these get better in
//!   minor versions. If you compare outputs byte for byte, pin the version.
//! - The minimum Rust version rises in minor versions only.

#![forbid(unsafe_code)]

#[cfg(feature = "build")]
pub mod build;
#[cfg(feature = "profile")]
pub mod profile;
mod session;

/// Choices for loops that come from outside of the source: [`Options::chosen_loops`].
pub mod loop_choices {
    pub use clunroll_core::loop_choices::{ChosenLoop, CopyCount, LoopChoice, LoopIdentity, UnknownChoice};
}

/// Findings in words, and the formats in which they are written.
///
/// A format takes files one by one and writes to any [`std::io::Write`]. The feature `serde` adds the formats for programs.
pub mod report {
    pub use clunroll_report::full::{Full, to_string, write};
    pub use clunroll_report::github::GitHub;
    #[cfg(feature = "serde")]
    pub use clunroll_report::gitlab::GitLab;
    #[cfg(feature = "serde")]
    pub use clunroll_report::json_lines::JsonLines;
    #[cfg(feature = "serde")]
    pub use clunroll_report::junit::JUnit;
    #[cfg(feature = "serde")]
    pub use clunroll_report::sarif::Sarif;
    pub use clunroll_report::short::Short;
    pub use clunroll_report::{Checked, Colour, Renderer};
}

/// The rules: [`rules::ALL`] is the table of all rules, with their codes, names, levels and pages.
pub mod rules {
    pub use clunroll_report::{Diagnostic, Edit, Fix, Label};
    pub use clunroll_rules::{
        ALL, Applicability, Cause, Levels, LoadsProblem, Rule, Selector, Severity, UnknownSelector, find, similar,
    };
}

/// The table of all options with a name and one value, for programs that offer them to their users. [`Options::set`] and [`Options::get`]
/// need only a name.
pub mod settings {
    pub use clunroll_core::settings::{Group, Kind, Setting, SettingError, Value};
}

/// Files, and places in them.
pub mod source {
    pub use oclc_syntax::source::{FileId, Place, SourceFile, Sources, Span};
}

pub use clunroll_core::{
    Amount, Arrangement, DeviceClass, Done, Fault, Form, Forms, Guard, Limits, LoadOrder, LoadsFirst, LoopPart,
    Options, Point, PointerReport, Position, Promotion, PromotionReport, Remainder, RemainderForm, RequestReport,
    Residue,
};
/// The folders may be those of `-I` in a string of build options:
///
/// ```
/// use clunroll::{BuildOptions, FileIncludes, Options, unroll};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// # std::fs::write(folder.path().join("sizes.h"), "#define N M\n")?;
/// # let kernel = folder.path().join("k.cl");
/// # std::fs::write(&kernel, "#include \"sizes.h\"\nvoid f(global int *a) {\n#pragma unroll\nfor (int i = 0; i < N; i++) a[i] = i;\n}\n")?;
/// let given: BuildOptions = "-DM=4 -I include".parse()?;
/// let mut includes = FileIncludes::new(&kernel, &given.include_folders);
/// let options = Options::new(kernel.display().to_string()).build_options(&given);
/// let outcome = unroll(&std::fs::read(&kernel)?, &options, &mut includes);
/// assert!(outcome.diagnostics.is_empty());
/// assert_eq!(includes.files_read(), [kernel.with_file_name("sizes.h")]);
/// # Ok(())
/// # }
/// ```
#[cfg(feature = "files")]
pub use clunroll_files::includes::FileIncludes;
pub use clunroll_report::{LineColumn, Location, Locations, Outcome};
pub use oclc_syntax::host::{
    BuildOptions, BuildOptionsError, Define, Includes, LanguageVersion, MacroError, MacroName, MacroOption, NoIncludes,
};
pub use oclc_syntax::words::UnknownWord;
pub use session::Session;

/// Rewrites `source`.
///
/// The text in the outcome computes what `source` computes, for every set of macros that the final compile may get. If this cannot be shown
/// for a loop, the loop stays as written, and a diagnostic says why. For a source without requests, the text is the source, byte for byte.
/// Files of 4 GiB and more are not read.
#[must_use]
pub fn unroll(source: &[u8], options: &Options, includes: &mut dyn Includes) -> Outcome {
    Session::new().unroll(source, options, includes)
}
