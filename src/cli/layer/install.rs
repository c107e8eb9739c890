//! `clunroll layer install` and `uninstall`: the file that names the layer to loaders.
//!
//! A loader reads it from the folder that `OPENCL_LAYER_PATH` names, which may be the user's own, or else from the system's folder, which is
//! used only if the user names it. A layer that is loaded in this way rewrites nothing until `CLUNROLL_LAYER=1` asks for it.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use clunroll_files::failure::Failure;
use clunroll_files::output;

use super::library;
use super::loader::{self, FOLDER, Loader};
use crate::cli::DONE;

/// The name of the file. Loaders read the files that end so.
const FILE: &str = "clunroll.lay";

/// Writes the file.
pub(super) fn install(library: Option<&Path>, given: Option<&Path>) -> Result<u8, Failure> {
    let library = library::find(library)?;
    let folder = folder(given)?;
    let path = folder.join(FILE);
    let name = path.display().to_string();
    let failed = |error: &std::io::Error| Failure::of_system("write", &name, error);
    let text = format!("{}\n", library.display());
    match OpenOptions::new().write(true).create_new(true).open(&path) {
        Ok(mut file) => file.write_all(text.as_bytes()).map_err(|error| failed(&error))?,
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            if fs::read_to_string(&path).map_err(|error| failed(&error))? != text {
                return Err(Failure::new(format!(
                    "{name} names another library: run `clunroll layer uninstall` first"
                )));
            }
        }
        Err(error) => return Err(failed(&error)),
    }
    let is_read = loader::find().and_then(|path| Loader::read(&path).ok()).is_some_and(|loader| loader.has_folder);
    let warning = if is_read {
        ""
    } else {
        "the system's loader reads no folder of layers: it ignores the file, and only other loaders use it\n"
    };
    output::print(
        format!("{name} names {}\n{warning}CLUNROLL_LAYER=1 lets the layer rewrite programs\n", library.display())
            .as_bytes(),
    )?;
    Ok(DONE)
}

/// Removes the file.
pub(super) fn uninstall(given: Option<&Path>) -> Result<u8, Failure> {
    let path = folder(given)?.join(FILE);
    let name = path.display().to_string();
    match fs::remove_file(&path) {
        Ok(()) => output::print(format!("removed {name}\n").as_bytes())?,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            output::print(format!("{name} does not exist\n").as_bytes())?;
        }
        Err(error) => return Err(Failure::of_system("remove", &name, &error)),
    }
    Ok(DONE)
}

/// The folder for the file: the given one, or the one that the user has named to loaders.
fn folder(given: Option<&Path>) -> Result<PathBuf, Failure> {
    let named = env::var_os("OPENCL_LAYER_PATH").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let folder = given.map(Path::to_owned).or(named).ok_or_else(|| {
        Failure::new(format!(
            "loaders have no folder of layers for a user: set OPENCL_LAYER_PATH to one, name one with --folder (the \
             system's is {FOLDER}), or use `clunroll layer run`, which needs none"
        ))
    })?;
    if folder.is_dir() { Ok(folder) } else { Err(Failure::new(format!("{} is not a folder", folder.display()))) }
}
