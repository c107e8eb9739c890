//! `clunroll layer status`: the library, the loader, the environment, and a trial.
//!
//! The trial starts a worker as `clunroll layer run` starts a program. The worker asks the loader for platforms, and the layer then writes
//! into its log that it has started.

use std::env;
use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::Duration;

use clunroll_files::config::{LAYER, LayerConfig, own_file};
use clunroll_files::failure::Failure;
use clunroll_files::output;
use clunroll_opencl::{Runner, WorkerProgram};

use super::loader::{self, FOLDER, Loader};
use super::{LAYERS, LOG, SWITCH, layers_with, library};
use crate::cli::{DONE, FINDINGS, verify};

/// How long the trial may take: drivers of GPUs take seconds to start.
const LIMIT: Duration = Duration::from_secs(60);
/// What the layer writes when it has started.
const STARTED: &str = "]: started: ";

/// Prints what is there; the exit status says whether the layer is loaded.
pub(super) fn run(library: Option<&Path>, loader: Option<&Path>) -> Result<u8, Failure> {
    let library = library::find(library)?;
    let mut text = format!("library: {}\n", library.display());
    let found = loader.map(Path::to_owned).or_else(loader::find);
    let mut has_layers = false;
    if let Some(path) = &found {
        let found = Loader::read(path)?;
        has_layers = found.has_layers;
        _ = writeln!(text, "loader: {}: {}", path.display(), found.name);
        _ = writeln!(text, "layers: {}", known_layers(&found));
    } else {
        _ = writeln!(text, "loader: no libOpenCL.so.1 was found");
    }
    for name in [LAYERS, "OPENCL_LAYER_PATH", SWITCH, LOG] {
        let value = env::var_os(name);
        let value = value.map_or("is not set".into(), |value| format!("is {}", value.to_string_lossy()));
        _ = writeln!(text, "{name} {value}");
    }
    let own = own_file(|name| env::var_os(name)).filter(|file| file.exists());
    let configuration = own.as_deref().map_or_else(|| Ok(None), LayerConfig::load);
    _ = match (own, configuration) {
        (None, _) => writeln!(text, "your configuration: none"),
        (Some(own), Ok(Some(_))) => writeln!(text, "your configuration: {}", own.display()),
        (Some(own), Ok(None)) => writeln!(text, "your configuration: {} has no table `[{LAYER}]`", own.display()),
        (Some(_), Err(why)) => writeln!(text, "your configuration: {why}"),
    };
    // Another loader than the system's is in a package, whose program would have to run.
    let is_loaded = if loader.is_some() {
        _ = writeln!(text, "trial: none, since only the system's loader can be tried");
        has_layers
    } else {
        let tried = trial(&library)?;
        let words = tried.as_ref().map_or_else(|why| format!("the layer is not loaded: {why}"), Clone::clone);
        _ = writeln!(text, "trial: {words}");
        tried.is_ok()
    };
    output::print(text.as_bytes())?;
    Ok(if is_loaded { DONE } else { FINDINGS })
}

fn known_layers(loader: &Loader) -> String {
    match (loader.has_layers, loader.has_folder) {
        (false, _) => {
            "this loader has none; ocl-icd has layers since 2.3.0, and newer versions of Khronos' loader have them"
                .to_owned()
        }
        (true, false) => "this loader loads those that OPENCL_LAYERS names, and reads no folder".to_owned(),
        (true, true) => format!("this loader loads those that OPENCL_LAYERS names, and those in {FOLDER}"),
    }
}

/// Starts OpenCL with the layer, and returns what the layer says, or the reason why it says nothing.
fn trial(library: &Path) -> Result<Result<String, String>, Failure> {
    let folder = tempfile::tempdir().map_err(|error| Failure::of_system("make", "a folder", &error))?;
    let log = folder.path().join("log");
    let worker = verify::worker(false)?;
    let variable = |name: &str, value: OsString| {
        let mut variable = OsString::from(name);
        variable.push("=");
        variable.push(value);
        variable
    };
    // A worker drops the variables of layers, so that they are set for the program that it is.
    let mut arguments = vec![
        variable(LAYERS, layers_with(library)?),
        variable(SWITCH, "1".into()),
        variable(LOG, log.clone().into_os_string()),
        worker.path.into_os_string(),
    ];
    arguments.extend(worker.arguments);
    let program = WorkerProgram { path: "/usr/bin/env".into(), arguments, is_sequential: false };
    let started = Runner::start(program, None, LIMIT);
    let text = fs::read_to_string(log).unwrap_or_default();
    let line = text.lines().find_map(|line| Some(line.split_once(STARTED)?.1.to_owned()));
    Ok(match line {
        Some(line) => Ok(format!("the layer is loaded; {line}")),
        None => Err(match started {
            Err(why) => why,
            Ok(_) if text.is_empty() => "the loader has not called it".to_owned(),
            Ok(_) => text.trim().to_owned(),
        }),
    })
}
