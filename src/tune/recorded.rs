//! The programs of a recording, as sources to tune.
//!
//! A recording may come from somebody else. Its kernels are built and run: that is what tuning is, and the user is told so. But nothing
//! else of it takes effect: its options for the compiler are limited to those that only change how code is made (other ones write files),
//! no configuration in its folder is read, and an included file must be in the recording.

use std::path::PathBuf;

use clunroll_files::failure::Failure;
use clunroll_opencl::description::Description;
use clunroll_opencl::recording::{RecordedProgram, Recording};
use oclc_syntax::host::BuildOptions;

use super::candidate_text::TunedSource;

/// The options that are passed to the compiler.
const PASSED: [&str; 14] = [
    "-cl-single-precision-constant",
    "-cl-denorms-are-zero",
    "-cl-fp32-correctly-rounded-divide-sqrt",
    "-cl-opt-disable",
    "-cl-strict-aliasing",
    "-cl-uniform-work-group-size",
    "-cl-no-subgroup-ifp",
    "-cl-mad-enable",
    "-cl-no-signed-zeros",
    "-cl-unsafe-math-optimizations",
    "-cl-finite-math-only",
    "-cl-fast-relaxed-math",
    "-cl-kernel-arg-info",
    "-w",
];

/// A program of a recording.
pub(crate) struct RecordedSource {
    pub(crate) path: PathBuf,
    /// The macros and the version of the language.
    pub(crate) options: BuildOptions,
    /// The folders of `-I`, in the recording.
    pub(crate) folders: Vec<PathBuf>,
    /// The other options for the compiler.
    pub(crate) passed: Vec<String>,
    /// Options that are not passed to the compiler.
    pub(crate) kept_back: Vec<String>,
    pub(crate) launches: Vec<Description>,
}

impl RecordedSource {
    /// Reads what is recorded of a program.
    pub(crate) fn read(recording: &Recording, program: &RecordedProgram) -> Result<Self, Failure> {
        let options: BuildOptions = program.options.parse().map_err(|error| Failure::new(format!("{error}")))?;
        let folders = options.include_folders.iter().map(|folder| recording.folder(folder));
        let folders = folders.collect::<Result<_, String>>().map_err(Failure::new)?;
        let (passed, kept_back) = options.others.iter().cloned().partition(|option| PASSED.contains(&option.as_str()));
        let path = recording.source(program).map_err(Failure::new)?;
        let launches = recording.launches(program).map_err(Failure::new)?;
        Ok(Self { path, options, folders, passed, kept_back, launches })
    }
}

/// Checks that the compiler reads no other files than those of the recording: all that a source includes are there, and it has no directive
/// by which only a compiler knows what to read.
pub(crate) fn check_included(recording: &Recording, source: &TunedSource) -> Result<(), Failure> {
    if let Some(file) = source.included()?.iter().find(|file| !recording.has(file)) {
        return Err(Failure::new(format!("it includes {}, which is not in the recording", file.display())));
    }
    match source.unread_include() {
        Some(line) => Err(Failure::new(format!("`{line}` may read a file that is not in the recording"))),
        None => Ok(()),
    }
}
