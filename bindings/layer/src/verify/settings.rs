//! What verification needs: the program `clunroll`, its environment, and the longest time.
//!
//! All of it is read when the loader starts the layer: the program may change its working folder and its environment later.

use std::env;
use std::ffi::{CStr, CString, OsStr, c_void};
use std::fs;
use std::mem::zeroed;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use crate::{environment, log};

/// The longest time if the user does not say it: some drivers build for a minute.
const DEFAULT_SECONDS: u64 = 300;
/// Where the program is, seen from the folder of the library. `clunroll layer` searches in the other direction.
const FOLDERS: [&str; 3] = [".", "../bin", "../../bin"];

/// What all verifications of this process need.
#[derive(Debug)]
pub(super) struct WorkerSettings {
    /// The absolute path of `clunroll`, or why there is none.
    pub(super) program: Result<CString, String>,
    /// The environment of the program, with the layer off.
    pub(super) environment: Vec<CString>,
    /// How long one verification may take.
    pub(super) limit: Duration,
}

/// The settings, if the user wants verification.
pub(super) fn settings() -> Option<&'static WorkerSettings> {
    static SETTINGS: OnceLock<Option<WorkerSettings>> = OnceLock::new();
    SETTINGS.get_or_init(|| environment::settings().verify.then(read)).as_ref()
}

/// Reads the settings, and reports them.
pub(crate) fn prepare() {
    match settings().map(|settings| &settings.program) {
        None => {}
        Some(Ok(program)) => log::say(&format!("rewritten programs are verified by {}", program.to_string_lossy())),
        Some(Err(why)) => log::say(&format!("no rewritten program is used, since none can be verified: {why}")),
    }
}

fn read() -> WorkerSettings {
    WorkerSettings {
        program: program(),
        environment: env::vars_os().filter_map(|(name, value)| variable(&name, &value)).chain([off()]).collect(),
        limit: Duration::from_secs(environment::settings().verify_seconds.unwrap_or(DEFAULT_SECONDS)),
    }
}

fn off() -> CString {
    c"CLUNROLL_LAYER=0".to_owned()
}

/// A variable for the worker; `None` if it is about layers.
fn variable(name: &OsStr, value: &OsStr) -> Option<CString> {
    let is_of_layers = name == "OPENCL_LAYERS" || name.as_bytes().starts_with(b"CLUNROLL_LAYER");
    (!is_of_layers).then(|| CString::new([name.as_bytes(), b"=", value.as_bytes()].concat()).ok()).flatten()
}

fn program() -> Result<CString, String> {
    let library = library().ok_or("the layer does not find its own file")?;
    let folder = library.parent().unwrap_or(Path::new("/"));
    let found = FOLDERS.iter().find_map(|other| fs::canonicalize(folder.join(other).join("clunroll")).ok());
    let found =
        found.ok_or_else(|| format!("the program clunroll is neither beside {} nor in ../bin", library.display()));
    CString::new(found?.into_os_string().into_vec()).map_err(|error| error.to_string())
}

/// The absolute path of this library.
fn library() -> Option<PathBuf> {
    // SAFETY: the address is one of this library's, and the answer is plain data with strings that stay.
    let name = unsafe {
        let mut found: libc::Dl_info = zeroed();
        let address: *const c_void = (settings as fn() -> Option<&'static WorkerSettings>) as *const c_void;
        if libc::dladdr(address, &raw mut found) == 0 || found.dli_fname.is_null() {
            return None;
        }
        CStr::from_ptr(found.dli_fname)
    };
    fs::canonicalize(OsStr::from_bytes(name.to_bytes())).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_has_no_layer() {
        let variable = |name: &str| variable(name.as_ref(), "1".as_ref());
        assert_eq!(variable("POCL_DEVICES").as_deref(), Some(c"POCL_DEVICES=1"));
        for name in ["OPENCL_LAYERS", "CLUNROLL_LAYER", "CLUNROLL_LAYER_LOG", "CLUNROLL_LAYER_VERIFY"] {
            assert_eq!(variable(name), None, "{name}");
        }
    }

    #[test]
    fn the_library_is_found() {
        assert!(library().is_some_and(|file| file.is_absolute()));
    }
}
