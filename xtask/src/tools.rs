//! The subcommands of Cargo that build packages: cargo-c and cargo-deb
//!
//! `tests/tools.sh` installs them, here and for `tests/run.sh`, into the folder `clunroll-tools` of the user's cache. They are installed
//! only if neither PATH nor that folder has them.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use crate::command::run;
use crate::{Result, root};

/// Installs those programs that are missing, and returns a PATH that contains all of them.
///
/// # Errors
///
/// If the user has no folder for a cache, or a program cannot be installed.
pub(crate) fn path_with(programs: &[&str]) -> Result<OsString> {
    let folder = cache()?.join("clunroll-tools");
    let others = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([folder.join("bin")].into_iter().chain(env::split_paths(&others)))
        .map_err(|error| format!("{}: {error}", folder.display()))?;
    run(Command::new("sh").current_dir(root()).arg("tests/tools.sh").arg(&folder).args(programs).env("PATH", &path))?;
    Ok(path)
}

/// The user's cache, where `tests/run.sh` looks for it too.
fn cache() -> Result<PathBuf> {
    let folder = match env::var_os("XDG_CACHE_HOME") {
        Some(folder) if !folder.is_empty() => PathBuf::from(folder),
        _ => env::home_dir().ok_or("there is no home folder; set XDG_CACHE_HOME")?.join(".cache"),
    };
    if folder.is_absolute() {
        Ok(folder)
    } else {
        Err(format!("XDG_CACHE_HOME={}: no absolute path", folder.display()))
    }
}
