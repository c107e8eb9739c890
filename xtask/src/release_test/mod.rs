//! `cargo xtask release-test`: installs each file of `target/dist` in an empty environment, and uses it
//!
//! Each file is installed with the commands of `docs/install.md`, word for word, in a new folder. The installed program or library unrolls
//! `kernels/convolution.cl` there, and reports its version. All outputs must be the same, and so must all versions (`versions.rs`).
//!
//! | Module | What it tests |
//! |---|---|
//! | `program` | the archive of the program, the archive of the sources, and the Homebrew formula |
//! | `debian` | the package for Debian; on Linux only |
//! | `python` | the wheel, also with a kernel on a device |
//! | `layer` | the OpenCL layer of the program's archive, of the package for Debian and of the wheel; on Linux only |
//! | `library` | the C library, with make, pkg-config and CMake; on Linux only |
//! | `clients` | programs that people use, with the OpenCL layer and without; on Linux only |
//!
//! `CLUNROLL_NO_OPENCL=1` leaves out the steps that need a device. Only pip and apt-get fetch anything.

mod clients;
mod debian;
mod document;
mod layer;
mod library;
mod program;
mod python;

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::command::output;
use crate::dist::Release;
use crate::versions::{Statement, agreed, of_sources};
use crate::{Result, archive, root};

/// Variables that could make the installed files use other ones.
const HIDDEN: [&str; 9] = [
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "PKG_CONFIG_PATH",
    "CMAKE_PREFIX_PATH",
    "OPENCL_LAYERS",
    "OPENCL_LAYER_PATH",
    "PYTHONPATH",
    "PYTHONHOME",
    "VIRTUAL_ENV",
];

/// The results of the test so far.
struct Test {
    release: Release,
    statements: Vec<Statement>,
    /// The output of each installation for the same kernel, with its name.
    outputs: Vec<(String, String)>,
}

/// Tests all files.
///
/// # Errors
///
/// If a file is missing, cannot be installed, does not work, or has another version than the sources.
pub(crate) fn release_test() -> Result {
    let mut test = Test { release: Release::of_sources()?, statements: of_sources(root())?, outputs: Vec::new() };
    program::test(&mut test)?;
    python::test(&mut test)?;
    if cfg!(target_os = "linux") {
        debian::test(&mut test)?;
        library::test(&mut test)?;
        clients::test()?;
    }
    test.compare_outputs()?;
    let version = agreed(&test.statements)?;
    println!("\nAll {} statements say version {version}.", test.statements.len());
    Ok(())
}

impl Test {
    fn states(&mut self, place: &str, version: &str) {
        self.statements.push(Statement::new(place, version.trim()));
    }

    /// Asks an installed program for its version and for an unrolled kernel.
    fn ask(&mut self, place: &str, program: &Path) -> Result {
        let about = output(tool(program, root()).arg("--version"))?;
        let version = about.strip_prefix("clunroll ").ok_or_else(|| format!("{place} says `{about}`"))?;
        self.states(&format!("{place}: clunroll --version"), version);
        let kernel = root().join("kernels/convolution.cl");
        let text = output(tool(program, root()).arg(kernel))?;
        self.outputs.push((place.to_owned(), text));
        Ok(())
    }

    fn compare_outputs(&self) -> Result {
        let (_, first) = self.outputs.first().ok_or("nothing was unrolled")?;
        if !first.contains("column_base += 4") {
            return Err(format!("kernels/convolution.cl was not unrolled:\n{first}"));
        }
        match self.outputs.iter().find(|(_, text)| text != first) {
            Some((place, text)) => Err(format!("{place} unrolls kernels/convolution.cl otherwise:\n{text}")),
            None => Ok(()),
        }
    }
}

/// Prints the next step on the terminal.
fn announce(what: &str) {
    println!("\n--- {what} ---");
}

/// A new folder with copies of these files.
fn folder_with(files: &[PathBuf]) -> Result<TempDir> {
    let folder = tempfile::Builder::new().prefix("clunroll release ").tempdir().map_err(|error| error.to_string())?;
    for file in files {
        let to = folder.path().join(file.file_name().unwrap_or_default());
        fs::copy(file, to).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(folder)
}

/// A program that runs in a folder, without the variables that this user or Cargo has put into the environment.
fn tool(name: impl AsRef<OsStr>, folder: &Path) -> Command {
    let mut command = Command::new(name);
    command.current_dir(folder);
    for variable in HIDDEN {
        command.env_remove(variable);
    }
    for (variable, _) in env::vars_os() {
        let name = variable.to_string_lossy();
        if name.starts_with("CARGO") || name.starts_with("CLUNROLL_LAYER") {
            command.env_remove(&variable);
        }
    }
    command
}

/// Whether kernels may run here.
fn runs_kernels() -> bool {
    let is_waived = env::var("CLUNROLL_NO_OPENCL").as_deref() == Ok("1");
    if is_waived {
        println!("CLUNROLL_NO_OPENCL=1: what needs a device is left out");
    }
    !is_waived
}

/// Refuses an archive that does not exist, or lacks a file.
fn packs_all(archive: &Path, wanted: &[String]) -> Result {
    if !archive.is_file() {
        return Err(format!("{} is missing: run `cargo xtask dist`", archive.display()));
    }
    has_all(&archive.display().to_string(), &archive::files(archive)?, wanted)
}

/// Refuses a list of files that lacks one.
fn has_all(place: &str, there: &[String], wanted: &[String]) -> Result {
    match wanted.iter().find(|file| !there.contains(file)) {
        Some(file) => Err(format!("{place} has no {file}; it has:\n  {}", there.join("\n  "))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test_of(outputs: &[&str]) -> Test {
        let release = Release { version: "1.2.3".into(), target: "T".into() };
        let outputs = outputs.iter().map(|text| ("a place".to_owned(), (*text).to_owned())).collect();
        Test { release, statements: Vec::new(), outputs }
    }

    #[test]
    fn outputs_that_differ_are_refused() {
        let unrolled = "for (; column_base < column_end; column_base += 4)";
        assert!(test_of(&[unrolled, unrolled]).compare_outputs().is_ok());
        assert!(test_of(&[unrolled, "column_base += 4"]).compare_outputs().is_err());
        assert!(test_of(&["#pragma unroll 4"]).compare_outputs().is_err());
        assert!(test_of(&[]).compare_outputs().is_err());
    }

    #[test]
    fn a_missing_file_is_named() {
        let there = ["a".to_owned(), "b".to_owned()];
        assert!(has_all("it", &there, &["b".to_owned()]).is_ok());
        assert!(has_all("it", &there, &["b".to_owned(), "c".to_owned()]).unwrap_err().contains("it has no c"));
        assert!(packs_all(Path::new("none.tar.gz"), &[]).unwrap_err().contains("run `cargo xtask dist`"));
    }
}
