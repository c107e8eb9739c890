//! PoCL alone, for programs under test that take the first platform that they find.
//!
//! A machine may have any platforms beside PoCL, and what is expected here is what PoCL does: another one may leak memory, lack a
//! feature, have no device, or come first. The loader finds platforms through files in a folder, which `OCL_ICD_VENDORS` names. So such
//! a program gets a folder with PoCL's file and no other. The tests that are about all platforms (`platforms.rs`) do the same with each
//! of them.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The variable that names the folder.
pub const VARIABLE: &str = "OCL_ICD_VENDORS";

/// A folder with PoCL's file alone. Without PoCL, it is the loader's default folder: a test that needs PoCL then reports that it is
/// missing.
pub fn vendors() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let all = env::var_os(VARIABLE).map_or_else(|| PathBuf::from("/etc/OpenCL/vendors"), PathBuf::from);
        alone(&all).unwrap_or(all)
    })
}

/// All tests of a build share the folder, which always has the same content.
fn alone(all: &Path) -> Option<PathBuf> {
    // The variable may also name one file.
    let mut files: Vec<_> = fs::read_dir(all).ok()?.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let is_pocl = |file: &&PathBuf| file.file_name().is_some_and(|name| name.to_string_lossy().contains("pocl"));
    let library = fs::read(files.iter().find(is_pocl)?).ok()?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pocl-alone");
    fs::create_dir_all(&folder).ok()?;
    let file = folder.join("pocl.icd");
    if fs::read(&file).ok().as_ref() != Some(&library) {
        let new = folder.join(format!("pocl.{}", std::process::id()));
        fs::write(&new, library).ok()?;
        fs::rename(&new, &file).ok()?;
    }
    Some(folder)
}
