//! An installed clang, or any compiler that takes its options: builds a text with `-fsyntax-only`.
//!
//! It targets no device, so it accepts some texts that one platform would refuse, and refuses some that another platform's extensions
//! allow. It is fast and available everywhere, and its messages about wrong OpenCL C are clear. It generates no code, so nothing is run,
//! and nothing depends on the machine.

use std::ffi::{OsStr, OsString};
use std::process::Command;
use std::time::Duration;

use super::build::{BUILD, BuildResult, Which, judge};
use super::compile::FinalCompile;
use super::timed::{self, Ended, Keep};
use clunroll_files::failure::{Failure, printable_name};
use clunroll_report::verdict::{Coverage, Verification};

/// A compiler that was found.
#[derive(Clone, Debug)]
pub(super) struct Clang {
    program: OsString,
    /// The first line of its version message.
    version: String,
}

impl Clang {
    /// The compiler of that name or path, if it can be started.
    pub(super) fn find(program: &OsStr, limit: Duration) -> Result<Self, Failure> {
        let name = program.to_string_lossy();
        let mut command = Command::new(program);
        command.arg("--version");
        let ended = timed::run_with_timeout(&mut command, String::new(), Keep::Output, limit.saturating_mul(BUILD))
            .map_err(|error| Failure::of_system("run", &name, &error))?;
        let version = |output: &str| output.lines().map(str::trim).find(|line| !line.is_empty()).map(printable_name);
        match ended {
            Ended::Itself { status, output, .. } if status.success() => version(&output),
            Ended::Itself { .. } | Ended::Killed => None,
        }
        .map(|version| Self { program: program.to_owned(), version })
        .ok_or_else(|| Failure::new(format!("{name} is not a compiler: it does not answer --version")))
    }

    /// Builds both texts at the same time.
    pub(super) fn verify(
        &self,
        compile: &FinalCompile,
        original: &[u8],
        rewritten: &[u8],
        limit: Duration,
    ) -> Result<Verification, Failure> {
        let limit = limit.saturating_mul(BUILD);
        let build = |which| {
            let text = match which {
                Which::Original => compile.original(original),
                Which::Rewritten => compile.rewritten(rewritten),
            };
            self.build(compile, text, limit)
        };
        let (original, rewritten) = std::thread::scope(|scope| {
            let rewritten = scope.spawn(|| build(Which::Rewritten));
            (build(Which::Original), rewritten.join())
        });
        let rewritten = rewritten.map_err(|_| Failure::incomplete(&compile.name))?;
        let (verdict, log) = judge(&original?, &rewritten?, limit);
        Ok(Verification {
            with: self.version.clone(),
            build: verdict,
            log,
            kernels: None,
            coverage: Coverage::default(),
        })
    }

    fn build(&self, compile: &FinalCompile, text: String, limit: Duration) -> Result<BuildResult, Failure> {
        let mut command = Command::new(&self.program);
        command.args(["-x", "cl", "-fsyntax-only", "-Xclang", "-finclude-default-header"]);
        // Messages are cut to their first lines, and carets make no sense without the source lines before them.
        command.args(["-fno-color-diagnostics", "-fno-caret-diagnostics"]);
        for (number, folder) in compile.include_folders.iter().enumerate() {
            let folder = if folder.as_os_str().is_empty() { OsStr::new(".") } else { folder.as_os_str() };
            // The source's own folder is only for names in quotes.
            command.arg(if number == 0 { "-iquote" } else { "-I" }).arg(folder);
        }
        command.args(compile.options(false).iter().map(AsRef::as_ref)).arg("-");
        let name = self.program.to_string_lossy();
        let ended = timed::run_with_timeout(&mut command, text, Keep::Errors, limit)
            .map_err(|error| Failure::of_system("run", &name, &error))?;
        Ok(match ended {
            Ended::Killed => BuildResult::Endless,
            Ended::Itself { status, time, .. } if status.success() => BuildResult::Well(time),
            // A process that ends by a signal has crashed. clang's driver returns a large number if its own compiler has crashed.
            Ended::Itself { status, .. } if status.code().is_none_or(|code| code >= 128) => {
                BuildResult::Broken("crashed".to_owned())
            }
            Ended::Itself { output, .. } => BuildResult::Refused(output),
        })
    }
}
