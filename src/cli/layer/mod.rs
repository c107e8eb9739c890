//! `clunroll layer`: programs that run with the OpenCL layer.
//!
//! The layer itself is a library of its own, `bindings/layer`. `library` finds it, `loader` looks at the loader that would load it,
//! `status` says whether it does, and `install` names it to loaders that read a folder. `worker` is the other way round: the layer starts
//! clunroll.

mod install;
mod library;
mod loader;
mod status;
pub(super) mod worker;

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use clunroll_files::failure::Failure;

use super::arguments::{LayerArguments, LayerCommand};

/// Names the layers that a loader loads.
const LAYERS: &str = "OPENCL_LAYERS";
/// Turns the layer off with `0`, and on with `1`.
const SWITCH: &str = "CLUNROLL_LAYER";
/// Where the layer reports.
const LOG: &str = "CLUNROLL_LAYER_LOG";

/// Runs the subcommand, and returns the exit status.
pub(super) fn run(arguments: &LayerArguments) -> Result<u8, Failure> {
    match &arguments.command {
        LayerCommand::Run { library, log, dump, profile, verify, record, aliasing, program } => {
            let files = [
                (LOG, log),
                ("CLUNROLL_LAYER_DUMP", dump),
                ("CLUNROLL_LAYER_PROFILE", profile),
                ("CLUNROLL_LAYER_RECORD", record),
            ];
            Err(start(&library::find(library.as_deref())?, &files, (*verify, aliasing.as_deref()), program)?)
        }
        LayerCommand::Status { library, loader } => status::run(library.as_deref(), loader.as_deref()),
        LayerCommand::Install { library, folder } => install::install(library.as_deref(), folder.as_deref()),
        LayerCommand::Uninstall { folder } => install::uninstall(folder.as_deref()),
    }
}

/// The value of `OPENCL_LAYERS` with the layer first: ocl-icd shows only the first one to layers.
fn layers_with(library: &Path) -> Result<OsString, Failure> {
    let others = env::var_os(LAYERS).filter(|others| !others.is_empty());
    let mut all = vec![library.to_owned()];
    all.extend(others.iter().flat_map(env::split_paths).filter(|other| other != library));
    env::join_paths(all).map_err(|error| Failure::new(format!("the layer cannot be named to the loader: {error}")))
}

/// Starts a program in the place of this one, with the files and words that variables name; returns only if it cannot be started.
fn start(
    library: &Path,
    files: &[(&str, &Option<PathBuf>)],
    (verifies, aliasing): (bool, Option<&str>),
    program: &[OsString],
) -> Result<Failure, Failure> {
    let Some((name, arguments)) = program.split_first() else { return Ok(Failure::new("there is no program to run")) };
    let mut command = Command::new(name);
    command.args(arguments).env(LAYERS, layers_with(library)?).env(SWITCH, "1");
    if verifies {
        command.env("CLUNROLL_LAYER_VERIFY", "1");
    }
    // The program may change its folder.
    let absolute = |path: &Path| -> Result<PathBuf, Failure> {
        if path.as_os_str() == "-" {
            return Ok(path.to_owned());
        }
        std::path::absolute(path).map_err(|error| Failure::of_system("find", &path.display().to_string(), &error))
    };
    for (variable, file) in files {
        if let Some(file) = file {
            command.env(variable, absolute(file)?);
        }
    }
    if let Some(aliasing) = aliasing {
        command.env("CLUNROLL_LAYER_ALIASING", aliasing);
    }
    Ok(Failure::of_system("run", &name.to_string_lossy(), &replaced(&mut command)))
}

#[cfg(unix)]
fn replaced(command: &mut Command) -> std::io::Error {
    std::os::unix::process::CommandExt::exec(command)
}

#[cfg(not(unix))]
fn replaced(_command: &mut Command) -> std::io::Error {
    std::io::ErrorKind::Unsupported.into()
}
