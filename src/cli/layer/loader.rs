//! The loader of OpenCL, `libOpenCL.so.1`: which one it is, and what it knows of layers.
//!
//! Loaders do not say so before they are loaded. But each has the names of what it reads, so its file is searched for them.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clunroll_files::failure::Failure;

/// The file that programs load.
const NAME: &str = "libOpenCL.so.1";
/// The folder for layers that loaders read.
pub(super) const FOLDER: &str = "/etc/OpenCL/layers";

/// What a loader's file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Loader {
    /// Whose it is, and its version if that can be seen.
    pub(super) name: String,
    /// Whether it reads `OPENCL_LAYERS`.
    pub(super) has_layers: bool,
    /// Whether it reads a folder of layers.
    pub(super) has_folder: bool,
}

impl Loader {
    /// Reads a loader's file.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let bytes = fs::read(path).map_err(|error| Failure::of_system("read", &path.display().to_string(), &error))?;
        Ok(Self::of(&bytes))
    }

    fn of(bytes: &[u8]) -> Self {
        let has = |text: &str| memchr::memmem::find(bytes, text.as_bytes()).is_some();
        let name = if has("OCL_ICD_ASSUME_ICD_EXTENSION") {
            "ocl-icd"
        } else if has("OCL_ICD_FILENAMES") || has("already loaded layer") {
            "Khronos' loader"
        } else {
            "an unknown loader"
        };
        let version = version(bytes);
        Self {
            name: version.map_or_else(|| name.to_owned(), |version| format!("{name} {version}")),
            has_layers: has("OPENCL_LAYERS"),
            has_folder: has(FOLDER) || has("OPENCL_LAYER_PATH"),
        }
    }
}

/// The first string of a file that is three numbers.
fn version(bytes: &[u8]) -> Option<String> {
    let is_version = |text: &&str| {
        let parts: Vec<_> = text.split('.').collect();
        parts.len() == 3 && parts.iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    bytes.split(|byte| *byte == 0).filter_map(|text| str::from_utf8(text).ok()).find(is_version).map(str::to_owned)
}

/// Finds the loader that programs of this system load.
pub(super) fn find() -> Option<PathBuf> {
    let named = env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let first = env::split_paths(&named).map(|folder| folder.join(NAME)).find(|file| file.is_file());
    first.or_else(from_cache).and_then(|file| fs::canonicalize(file).ok())
}

/// Asks the list of libraries that the dynamic linker uses. Its program is not in everybody's PATH.
fn from_cache() -> Option<PathBuf> {
    ["ldconfig", "/sbin/ldconfig", "/usr/sbin/ldconfig"].iter().find_map(|program| {
        let listed = Command::new(program).arg("-p").stderr(Stdio::null()).output().ok()?;
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        let wide = if cfg!(target_pointer_width = "64") { "64" } else { "" };
        let lines = || listed.lines().filter(|line| line.trim_start().starts_with(NAME));
        let line = lines().find(|line| line.contains(wide)).or_else(|| lines().next())?;
        Some(PathBuf::from(line.split_once("=> ")?.1.trim()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_says_whose_it_is() {
        let old = Loader::of(b"\x7fELF\0OCL_ICD_ASSUME_ICD_EXTENSION\0OPENCL_LAYERS\0GLIBC_2.3.4\x002.3.1\0");
        let expected = Loader { name: "ocl-icd 2.3.1".to_owned(), has_layers: true, has_folder: false };
        assert_eq!(old, expected);
        let khronos = Loader::of(b"OCL_ICD_FILENAMES\0OPENCL_LAYERS\0OPENCL_LAYER_PATH\0/etc/OpenCL/layers\0");
        assert_eq!(khronos, Loader { name: "Khronos' loader".to_owned(), has_layers: true, has_folder: true });
        assert!(!Loader::of(b"libOpenCL").has_layers);
    }
}
