//! The OpenCL platforms of this machine. Each test runs on one after the other.
//!
//! A platform is known by its library, and there are three ways to know a library:
//!
//! - a vendor's `.icd` file names it, in the folder where the ICD loader looks (`OCL_ICD_VENDORS`, or else
//!   `/etc/OpenCL/vendors`), as PoCL's does;
//! - it is Oclgrind, whose package has no such file;
//! - `CLUNROLL_OPENCL_LIBRARIES` names it, with colons between several: paths, or names that the dynamic linker knows. Their
//!   own libraries in the same folder are found. `sh tests/run.sh --full` names the ones that it knows in this way.
//!
//! No process meets two of them. Each has its own LLVM, these have names in common, and a crash of one must not affect the
//! others. So the test starts itself again (`workers.rs`) with a folder that holds one `.icd` file.
//!
//! A missing platform is a failure, not a skipped test: a test run that compared nothing must not look like one that found no
//! difference. There have to be Oclgrind, one more that executes, and all that `CLUNROLL_OPENCL_LIBRARIES` names.
//! `CLUNROLL_OPENCL_PLATFORM=intel,nvidia` selects platforms, by parts of the names of platform, device or library in upper or
//! lower case; these have to be there, and no others are used. `CLUNROLL_NO_OPENCL=1` means that there is none.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use super::workers::Worker;

/// One platform, with the first of its devices.
pub struct Platform {
    /// The platform's name, its device's and its library's.
    pub name: String,
    /// The library, as an `.icd` file names it.
    pub library: String,
    /// The folder in which the loader looks, and the workers' output.
    folder: TempDir,
}

impl Platform {
    /// The platform of a library, as a worker of that test reports it.
    fn of_library(library: &str, test: &str) -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        fs::write(folder.path().join("one.icd"), format!("{library}\n")).map_err(|error| error.to_string())?;
        let mut platform = Self { name: library.to_owned(), library: library.to_owned(), folder };
        let worker = Worker::start(&platform, test, 0)?;
        platform.name.clone_from(&worker.name);
        Ok(platform)
    }

    /// This test program, with a loader that finds only this platform. `number` distinguishes several of them.
    pub fn command(&self, number: usize) -> Command {
        let mut command = Command::new(env::current_exe().expect("a test knows itself"));
        command
            .env("OCL_ICD_VENDORS", self.folder.path())
            // Without a meaning for other platforms than Oclgrind.
            .env("OCLGRIND_LOG", self.folder.path().join(format!("reports.{number}")))
            .env("OCLGRIND_MAX_ERRORS", "1000000")
            .env("OCLGRIND_DATA_RACES", "1")
            // There are as many processes as cores.
            .env("OCLGRIND_NUM_THREADS", "1")
            // Optimising makes integers of any width, which Oclgrind 21.10 reckons with wrongly or gives up over.
            .env("OCLGRIND_BUILD_OPTIONS", "-cl-opt-disable");
        if let Some(beside) = Path::new(&self.library).parent().filter(|folder| folder.is_absolute()) {
            let rest = env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
            let folders = [beside.to_owned()].into_iter().chain(env::split_paths(&rest));
            command.env("LD_LIBRARY_PATH", env::join_paths(folders).unwrap_or_else(|_| OsString::from(beside)));
        }
        command
    }
}

/// Whether the user has said that this machine has no OpenCL runtime.
pub fn is_waived() -> bool {
    env::var("CLUNROLL_NO_OPENCL").is_ok_and(|value| value == "1")
}

/// Whether a platform is meant by a part of its name.
pub fn is_meant(name: &str, part: &str) -> bool {
    name.to_lowercase().contains(&part.to_lowercase())
}

/// The platforms that are to be tested on; what is passed over is said. The test named serves as worker.
///
/// # Panics
///
/// Where one is missing, with a message that says what to install.
pub fn found(test: &str, say: impl Fn(&str)) -> Vec<Platform> {
    let named = list("CLUNROLL_OPENCL_LIBRARIES", ':');
    let wanted = list("CLUNROLL_OPENCL_PLATFORM", ',');
    let mut platforms: Vec<Platform> = Vec::new();
    for library in vendors().into_iter().chain(oclgrind()).chain(named.clone()) {
        if platforms.iter().any(|known| known.library == library) {
            continue;
        }
        match Platform::of_library(&library, test) {
            Ok(platform) => platforms.push(platform),
            Err(why) if named.contains(&library) => {
                panic!("no platform of_library {library}, which CLUNROLL_OPENCL_LIBRARIES names: {why}")
            }
            Err(why) => say(&format!("no platform of_library {library}: {why}")),
        }
    }
    let has = |part: &str| platforms.iter().any(|platform| is_meant(&platform.name, part));
    let there = || platforms.iter().map(|platform| &*platform.name).collect::<Vec<_>>().join("; ");
    if let Some(missing) = wanted.iter().find(|part| !has(part)) {
        panic!("no OpenCL platform is meant by CLUNROLL_OPENCL_PLATFORM={missing}; there are: {}", there());
    }
    assert!(
        !wanted.is_empty() || has("oclgrind") && platforms.len() > 1,
        "not enough OpenCL platforms to test on, only: {}\n\
         On Debian and Ubuntu install the packages `pocl-opencl-icd`, `oclgrind` and `ocl-icd-libopencl1` (`sh \
         tests/run.sh --full` does), name the library of another platform in CLUNROLL_OPENCL_LIBRARIES, be content with what is \
         there by CLUNROLL_OPENCL_PLATFORM=NAME, or set CLUNROLL_NO_OPENCL=1 to leave these tests out.",
        there()
    );
    if !wanted.is_empty() {
        platforms.retain(|platform| wanted.iter().any(|part| is_meant(&platform.name, part)));
    }
    platforms
}

/// The values in an environment variable.
fn list(variable: &str, separator: char) -> Vec<String> {
    let value = env::var(variable).unwrap_or_default();
    value.split(separator).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// The libraries that `.icd` files name, in the order of the files' names.
fn vendors() -> Vec<String> {
    let place = env::var_os("OCL_ICD_VENDORS").map_or_else(|| PathBuf::from("/etc/OpenCL/vendors"), PathBuf::from);
    // The variable may also name one file.
    let mut files = match fs::read_dir(&place) {
        Ok(entries) => entries.flatten().map(|entry| entry.path()).collect(),
        Err(_) => vec![place],
    };
    files.retain(|file| file.extension().is_some_and(|extension| extension == "icd"));
    files.sort();
    let library = |file: &PathBuf| Some(fs::read_to_string(file).ok()?.lines().next()?.trim().to_owned());
    files.iter().filter_map(library).filter(|library| !library.is_empty()).collect()
}

/// Oclgrind's library, by `CLUNROLL_OCLGRIND` or where its packages put it.
fn oclgrind() -> Option<String> {
    let name = "oclgrind/liboclgrind-rt-icd.so";
    let folders = ["/usr/lib", "/usr/lib64", "/usr/local/lib"].map(PathBuf::from);
    let told = env::var_os("CLUNROLL_OCLGRIND").map(PathBuf::from);
    let mut paths = told.into_iter().chain(folders.map(|folder| folder.join(name)));
    Some(paths.find(|path| path.exists())?.display().to_string())
}
