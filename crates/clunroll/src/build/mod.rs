//! For a `build.rs`: kernels are rewritten into `OUT_DIR` when the package is built.
//!
//! ```no_run
//! // In `main` of build.rs:
//! clunroll::build::Kernels::new("kernels").define("N", 16).include("kernels/include").compile();
//! ```
//!
//! The package takes the text from there, with the same path that it has in the folder:
//!
//! ```text
//! const SCALE: &str = include_str!(concat!(env!("OUT_DIR"), "/scale.cl"));
//! ```
//!
//! Cargo runs the script again when a kernel, or a file that one includes, has changed, and when a kernel is added to the
//! folder. Warnings are shown as warnings of the package; an invalid pragma fails the build, and its message says where it
//! stands. An output that stays as it was keeps its time stamp.
//!
//! A folder's sources are its files that end in `.cl`, `.clh`, `.opencl` or `.ocl`, but for hidden ones. One that another
//! source includes is a part of that one, and copied as it is written; so are headers of the folder that were included, so
//! that the outputs find them as the sources do. With [`Kernels::flatten`], each output needs no other file.
//!
//! In a `Cargo.toml`, the parser should be optimised also where the rest is not, or it takes a hundred times as long:
//!
//! ```toml
//! [build-dependencies]
//! clunroll = "0.2"
//!
//! [profile.dev.package.lang-c]
//! opt-level = 2
//! ```

mod script;

use std::path::{Path, PathBuf};
use std::{env, fmt, io};

use self::script::Script;
use crate::{Define, Options};
use clunroll_core::Session;
use clunroll_files::batch::{self, BatchPlan, RewrittenSource};
use clunroll_files::failure::{self, Failure};
use clunroll_files::includes::FileIncludes;
use clunroll_files::{input, output, walk};

/// Kernels to be rewritten, and how.
#[derive(Clone, Debug)]
#[must_use = "nothing happens before `compile`"]
pub struct Kernels {
    path: PathBuf,
    include_folders: Vec<PathBuf>,
    out_dir: Option<PathBuf>,
    options: Options,
    notes: bool,
    /// What is wrong with what the script asked for.
    mistakes: Vec<String>,
}

/// A kernel file that was rewritten.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Compiled {
    /// Where it was read.
    pub source: PathBuf,
    /// Where it was written.
    pub output: PathBuf,
}

/// Why not all kernels could be rewritten: each invalid pragma, with its lines of source, and each file that could not be
/// read or written.
#[derive(Debug)]
pub struct Error(Vec<String>);

/// Rewrites the kernels of a folder, or one kernel, into `OUT_DIR`: [`Kernels::new`] and [`Kernels::compile`].
///
/// Returns what was written, and does not return where anything is wrong.
pub fn compile(path: impl AsRef<Path>) -> Vec<Compiled> {
    Kernels::new(path).compile()
}

impl Kernels {
    /// The kernels in a folder, or the one file at `path`. As all paths here, it counts from the package's folder, in
    /// which Cargo runs build scripts.
    pub fn new(path: impl AsRef<Path>) -> Self {
        Self {
            path: path.as_ref().to_path_buf(),
            include_folders: Vec::new(),
            out_dir: None,
            options: Options::default(),
            notes: false,
            mistakes: Vec::new(),
        }
    }

    /// Tells a macro that the final compile may get: see [`Options::define`]. One that no compiler takes fails the build.
    pub fn define(mut self, name: &str, value: impl fmt::Display) -> Self {
        match Define::new(name, value) {
            Ok(define) => self.options.macros.push(define.into()),
            Err(error) => self.mistakes.push(error.to_string()),
        }
        self
    }

    /// Adds a folder to look for included files in, as by `-I`.
    pub fn include(mut self, folder: impl AsRef<Path>) -> Self {
        self.include_folders.push(folder.as_ref().to_path_buf());
        self
    }

    /// Whether each output is to need no other file: quoted includes are put in place. One that was found and cannot be
    /// put in place fails the build.
    pub fn flatten(self, flatten: bool) -> Self {
        let options = self.options.flatten(flatten);
        Self { options, ..self }
    }

    /// Whether `#line` lines are to lead a compiler's messages to the source.
    pub fn line_directives(self, line_directives: bool) -> Self {
        let options = self.options.line_directives(line_directives);
        Self { options, ..self }
    }

    /// Sets all other options: `change` gets those that were set so far. The name is set for each file, whatever it is here.
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

    /// Whether notes are shown as warnings too: they say which requests were left, and why.
    pub fn notes(self, notes: bool) -> Self {
        Self { notes, ..self }
    }

    /// Rewrites the kernels, and gives what was written, in the order of the folder.
    ///
    /// Where anything is wrong, it is told to Cargo, and the process ends with status 1, which fails the build.
    #[expect(clippy::must_use_candidate, reason = "most scripts need the files alone")]
    pub fn compile(self) -> Vec<Compiled> {
        self.try_compile().unwrap_or_else(|error| {
            // Where Cargo has gone there is nobody left to tell.
            let _ = Script::new(&mut io::stdout().lock()).warn(&error.to_string());
            std::process::exit(1)
        })
    }

    /// The same for a script that decides itself what to do about errors. All but these is told to Cargo here too.
    ///
    /// # Errors
    ///
    /// Where a kernel is invalid, or anything could not be read or written. All other kernels have been written then.
    pub fn try_compile(self) -> Result<Vec<Compiled>, Error> {
        let mut stdout = io::stdout().lock();
        self.run(&mut Script::new(&mut stdout))
    }

    fn run(&self, script: &mut Script<'_>) -> Result<Vec<Compiled>, Error> {
        if !self.mistakes.is_empty() {
            return Err(Error(self.mistakes.clone()));
        }
        let (out_dir, plan) = self.plan()?;
        let mut errors: Vec<_> = plan.failures.iter().map(Failure::message).collect();
        for folder in &plan.folders {
            script.watch(folder)?;
        }
        for folder in &plan.empty {
            script.warn(&format!("no OpenCL files in {}", failure::printable_name(&folder.display().to_string())))?;
        }
        let session = Session::new();
        let mut done = Vec::new();
        for job in &plan.jobs {
            script.watch(&job.input)?;
            let rewritten = self.rewrite(&session, &job.input);
            done.push(rewritten.map_err(|failure| errors.push(failure.message())).ok());
        }
        let read: Vec<_> = done.iter().map(|done| done.as_ref().map_or(&[][..], |done| &done.read)).collect();
        for path in read.iter().copied().flatten() {
            script.watch(path)?;
        }
        let layout = plan.layout(&out_dir, &read)?;
        plan.mark()?;
        let mut compiled = Vec::new();
        for ((job, done), includer) in plan.jobs.iter().zip(&done).zip(&layout.included_by) {
            let Some(done) = done else { continue };
            let output = out_dir.join(&job.place);
            if includer.is_some() {
                errors.extend(batch::copy(&job.input, &output).err().map(|failure| failure.message()));
                continue;
            }
            script.warn(&done.warnings)?;
            match &done.text {
                Ok(text) => {
                    errors.extend(output::write_file(&output, text).err().map(|failure| failure.message()));
                    compiled.push(Compiled { source: job.input.clone(), output });
                }
                Err(invalid) => errors.push(invalid.clone()),
            }
        }
        for copy in &layout.copies {
            errors.extend(batch::copy(&copy.from, &copy.to).err().map(|failure| failure.message()));
        }
        if errors.is_empty() { Ok(compiled) } else { Err(Error(errors)) }
    }

    /// Where the outputs go, and which sources there are.
    fn plan(&self) -> Result<(PathBuf, BatchPlan), Failure> {
        let out_dir = self.out_dir.clone().or_else(|| env::var_os("OUT_DIR").map(PathBuf::from));
        let out_dir = out_dir.filter(|folder| !folder.as_os_str().is_empty());
        let Some(out_dir) = out_dir else {
            return Err(Failure::new(
                "OUT_DIR is not set: only Cargo sets it, for build scripts; elsewhere, call out_dir",
            ));
        };
        let plan = if self.path.is_dir() {
            BatchPlan::below(&out_dir, std::slice::from_ref(&self.path), &walk::OpenClFiles)?
        } else {
            BatchPlan::single(&self.path)
        };
        Ok((out_dir, plan))
    }

    fn rewrite(&self, session: &Session, path: &Path) -> Result<BuiltSource, Failure> {
        let source = input::read(path)?.into();
        let (options, includes) = self.options_for(path);
        let RewrittenSource { outcome, read } = batch::rewrite(session, &source, &options, includes)?;
        let warnings = script::warnings(&outcome, self.notes);
        let text = if outcome.has_errors() { Err(script::error_text(&outcome)) } else { Ok(outcome.text) };
        Ok(BuiltSource { text, warnings, read })
    }

    fn options_for(&self, path: &Path) -> (Options, FileIncludes) {
        let mut includes = FileIncludes::new(path, &self.include_folders);
        let forced: Vec<_> = self.options.forced_includes.iter().map(|name| includes.forced(name)).collect();
        (self.options.clone().name(input::name(path)).forced_includes(forced), includes)
    }
}

/// What became of one source.
struct BuiltSource {
    /// What is to be written, or why nothing is.
    text: Result<Vec<u8>, String>,
    warnings: String,
    /// The other files that were read.
    read: Vec<PathBuf>,
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            if index > 0 {
                writeln!(formatter)?;
            }
            write!(formatter, "{}", error.trim_end())?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        Self(vec![failure.message()])
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Failure::of_system("write", "<stdout>", &error).into()
    }
}

#[cfg(test)]
mod tests;
