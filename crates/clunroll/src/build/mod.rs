//! For a `build.rs`: kernels are rewritten into `OUT_DIR` when the package is built.
//!
//! ```no_run
//! // In `main` of build.rs:
//! clunroll::build::Kernels::new("kernels").define("N", 16).include("kernels/include").compile();
//! ```
//!
//! The package includes the text from there. Its path is the same as in the folder:
//!
//! ```text
//! const SCALE: &str = include_str!(concat!(env!("OUT_DIR"), "/scale.cl"));
//! ```
//!
//! Cargo runs the script again when a kernel, or a file that one includes, has changed, and when a kernel is added to the folder. Warnings
//! are shown as warnings of the package. An invalid pragma fails the build, and the message says where it is. An output that does not
//! change keeps its time stamp.
//!
//! The sources of a folder are its files that end in `.cl`, `.clh`, `.opencl` or `.ocl`, except hidden ones. A source that another source
//! includes is a part of that source, and is copied without a change. Included headers of the folder are copied too, so that the outputs
//! find them as the sources do. With [`Kernels::flatten`], an output needs no other file.
//!
//! This module needs the feature `build`. Optimise the parser in debug builds too, or it takes a hundred times as long:
//!
//! ```toml
//! [build-dependencies]
//! clunroll = { version = "0.2", features = ["build"] }
//!
//! [profile.dev.package.lang-c]
//! opt-level = 2
//! ```

mod error;
mod script;

use std::path::{Path, PathBuf};
use std::{env, fmt, io};

pub use self::error::{Error, Problem};
use self::script::Script;
use crate::{Define, MacroError, Options};
use clunroll_core::EngineSession;
use clunroll_files::batch::{self, BatchPlan, RewrittenSource};
use clunroll_files::failure::{Failure, printable_name};
use clunroll_files::includes::FileIncludes;
use clunroll_files::{input, output, walk};

/// Kernels to rewrite, and the options for them.
#[derive(Clone, Debug)]
#[must_use = "nothing happens before `compile`"]
pub struct Kernels {
    path: PathBuf,
    include_folders: Vec<PathBuf>,
    out_dir: Option<PathBuf>,
    options: Options,
    notes: bool,
    /// The profile, and the name of a device in it.
    #[cfg(feature = "profile")]
    profile: Option<(PathBuf, String)>,
    /// Macros that no compiler accepts.
    mistakes: Vec<MacroError>,
}

/// A kernel file that was rewritten.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Compiled {
    /// The path of the source.
    pub source: PathBuf,
    /// The path of the output.
    pub output: PathBuf,
}

/// Rewrites the kernels of a folder, or one kernel, into `OUT_DIR`: [`Kernels::new`] and [`Kernels::compile`].
///
/// Returns the written kernels. On an error it ends the process, as [`Kernels::compile`] does.
pub fn compile(path: impl AsRef<Path>) -> Vec<Compiled> {
    Kernels::new(path).compile()
}

impl Kernels {
    /// The kernels in a folder, or the one file at `path`. Relative paths here start at the package's folder, in which Cargo runs build
    /// scripts.
    pub fn new(path: impl AsRef<Path>) -> Self {
        Self {
            path: path.as_ref().to_path_buf(),
            include_folders: Vec::new(),
            out_dir: None,
            options: Options::default(),
            notes: false,
            #[cfg(feature = "profile")]
            profile: None,
            mistakes: Vec::new(),
        }
    }

    /// Defines a macro that the final compile may get: see [`Options::define`]. A macro that no compiler accepts fails the build.
    pub fn define(mut self, name: &str, value: impl fmt::Display) -> Self {
        match Define::new(name, value) {
            Ok(define) => self.options = self.options.macro_option(define),
            Err(error) => self.mistakes.push(error),
        }
        self
    }

    /// Adds a folder in which included files are searched for, as `-I` does.
    pub fn include(mut self, folder: impl AsRef<Path>) -> Self {
        self.include_folders.push(folder.as_ref().to_path_buf());
        self
    }

    /// Whether quoted includes are replaced by their text, so that no output needs another file. If an include was found and cannot be
    /// replaced, the build fails.
    pub fn flatten(self, flatten: bool) -> Self {
        let options = self.options.flatten(flatten);
        Self { options, ..self }
    }

    /// Gives loops the choices that `clunroll tune --profile` found for a device. `device` is its name, or a part of it. A choice
    /// whose loop is not there any more is a warning. This needs the feature `profile`.
    #[cfg(feature = "profile")]
    pub fn profile(self, path: impl AsRef<Path>, device: &str) -> Self {
        Self { profile: Some((path.as_ref().to_path_buf(), device.to_owned())), ..self }
    }

    /// Whether outputs have `#line` lines, with which a compiler's messages name lines of the source.
    pub fn line_directives(self, line_directives: bool) -> Self {
        let options = self.options.line_directives(line_directives);
        Self { options, ..self }
    }

    /// Sets any other options: `change` gets the options so far. The name is always replaced by that of each file.
    ///
    /// ```no_run
    /// # use clunroll::{Limits, build::Kernels};
    /// let limits = Limits::default().max_copies(64);
    /// Kernels::new("kernels").options(|options| options.trust_defines(true).limits(limits)).compile();
    /// ```
    pub fn options(self, change: impl FnOnce(Options) -> Options) -> Self {
        let options = change(self.options);
        Self { options, ..self }
    }

    /// Writes to this folder instead of `OUT_DIR`.
    pub fn out_dir(self, folder: impl AsRef<Path>) -> Self {
        Self { out_dir: Some(folder.as_ref().to_path_buf()), ..self }
    }

    /// Whether notes are shown as warnings too. They say which requests were declined, and why.
    pub fn notes(self, notes: bool) -> Self {
        Self { notes, ..self }
    }

    /// Rewrites the kernels, and returns the written ones, in the order of the folder.
    ///
    /// On an error, Cargo shows it, and **the process ends** with status 1, which fails the build. A script that handles errors itself
    /// calls [`Kernels::try_compile`].
    #[expect(clippy::must_use_candidate, reason = "most scripts need the files alone")]
    pub fn compile(self) -> Vec<Compiled> {
        self.try_compile().unwrap_or_else(|error| {
            // If Cargo does not read any more, nothing can be shown.
            let _ = Script::new(&mut io::stdout().lock()).warn(&error.to_string());
            std::process::exit(1)
        })
    }

    /// The same, for a script that handles errors itself. Everything else is still reported to Cargo.
    ///
    /// # Errors
    ///
    /// If a kernel is invalid, or a file cannot be read or written. All other kernels are written.
    pub fn try_compile(self) -> Result<Vec<Compiled>, Error> {
        let mut stdout = io::stdout().lock();
        self.run(&mut Script::new(&mut stdout))
    }

    /// The kernels with the choices of the profile.
    #[cfg(feature = "profile")]
    fn with_profile(&self, script: &mut Script<'_>) -> Result<Self, Error> {
        let Some((path, device)) = &self.profile else { return Ok(self.clone()) };
        script.watch(path)?;
        let bytes = input::read(path).map_err(|failure| Problem::of(&failure))?;
        let profile = String::from_utf8_lossy(&bytes).parse::<crate::profile::Profile>();
        let chosen = profile.and_then(|profile| profile.loops(device));
        let chosen = chosen.map_err(|error| Problem::File(format!("cannot use {}: {error}", input::name(path))))?;
        Ok(self.clone().options(|options| options.chosen_loops(chosen)))
    }

    #[cfg(feature = "profile")]
    fn run(&self, script: &mut Script<'_>) -> Result<Vec<Compiled>, Error> {
        self.with_profile(script)?.run_as_set(script)
    }

    #[cfg(not(feature = "profile"))]
    fn run(&self, script: &mut Script<'_>) -> Result<Vec<Compiled>, Error> {
        self.run_as_set(script)
    }

    /// Rewrites the kernels with the options that are set.
    fn run_as_set(&self, script: &mut Script<'_>) -> Result<Vec<Compiled>, Error> {
        if !self.mistakes.is_empty() {
            return Err(Error::of(self.mistakes.iter().cloned().map(Problem::Macro).collect()));
        }
        let (out_dir, plan) = self.plan()?;
        let mut problems: Vec<Problem> = plan.failures.iter().map(Problem::of).collect();
        for folder in &plan.folders {
            script.watch(folder)?;
        }
        for folder in &plan.empty {
            script.warn(&format!("no OpenCL files in {}", printable_name(&folder.display().to_string())))?;
        }
        let session = EngineSession::new();
        let mut done = Vec::new();
        for job in &plan.jobs {
            script.watch(&job.input)?;
            let rewritten = self.rewrite(&session, &job.input);
            done.push(rewritten.map_err(|failure| problems.push(Problem::of(&failure))).ok());
        }
        let read: Vec<_> = done.iter().map(|done| done.as_ref().map_or(&[][..], |done| &done.read)).collect();
        for path in read.iter().copied().flatten() {
            script.watch(path)?;
        }
        let layout = plan.layout(&out_dir, &read).map_err(|failure| Problem::of(&failure))?;
        plan.mark().map_err(|failure| Problem::of(&failure))?;
        let mut compiled = Vec::new();
        let failed = |result: Result<(), Failure>| result.err().as_ref().map(Problem::of);
        for ((job, done), includer) in plan.jobs.iter().zip(done).zip(&layout.included_by) {
            let Some(RewrittenSource { outcome, .. }) = done else { continue };
            let output = out_dir.join(&job.place);
            if includer.is_some() {
                problems.extend(failed(batch::copy(&job.input, &output)));
                continue;
            }
            script.warn(&script::warnings(&outcome, self.notes))?;
            if outcome.has_errors() {
                problems.push(Problem::Kernel { source: job.input.clone(), outcome: Box::new(outcome) });
            } else {
                problems.extend(failed(output::write_file(&output, &outcome.text)));
                compiled.push(Compiled { source: job.input.clone(), output });
            }
        }
        for copy in &layout.copies {
            problems.extend(failed(batch::copy(&copy.from, &copy.to)));
        }
        if problems.is_empty() { Ok(compiled) } else { Err(Error::of(problems)) }
    }

    /// The folder of the outputs, and the sources.
    fn plan(&self) -> Result<(PathBuf, BatchPlan), Error> {
        let out_dir = self.out_dir.clone().or_else(|| env::var_os("OUT_DIR").map(PathBuf::from));
        let out_dir = out_dir.filter(|folder| !folder.as_os_str().is_empty()).ok_or(Problem::NoOutDir)?;
        let plan = if self.path.is_dir() {
            BatchPlan::below(&out_dir, std::slice::from_ref(&self.path), &walk::OpenClFiles)
                .map_err(|failure| Problem::of(&failure))?
        } else {
            BatchPlan::single(&self.path)
        };
        Ok((out_dir, plan))
    }

    fn rewrite(&self, session: &EngineSession, path: &Path) -> Result<RewrittenSource, Failure> {
        let source = input::read(path)?.into();
        let (options, includes) = self.options_for(path);
        batch::rewrite(session, &source, &options, includes)
    }

    fn options_for(&self, path: &Path) -> (Options, FileIncludes) {
        let mut includes = FileIncludes::new(path, &self.include_folders);
        let forced: Vec<_> = self.options.get_forced_includes().iter().map(|name| includes.forced(name)).collect();
        (self.options.clone().name(input::name(path)).forced_includes(forced), includes)
    }
}

#[cfg(test)]
mod tests;
