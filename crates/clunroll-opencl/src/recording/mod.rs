//! Recordings: kernels that a program ran, with their sources, options and launches, as files in a folder.
//!
//! ```text
//! recording.toml          the programs, and how long their kernels took
//! 1/source.cl             the source of a program
//! 1/launches.toml         its launches, as launch descriptions
//! 1/0.bin                 the contents of a buffer before a launch
//! ```
//!
//! A recording may come from somebody else. So nothing in it decides which files are read: [`RecordedFiles`] has the files that are in the
//! folder, and only these can be named. The options for the compiler are limited to those that write no file.

mod files;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub use self::files::RecordedFiles;
use crate::description::{Description, misread, read_toml};
use crate::element::ElementType;
use crate::launch::{ArgumentValue, Launch};

/// The name of the file that lists the programs.
pub const INDEX: &str = "recording.toml";
/// The version of the format.
pub const FORMAT: u32 = 1;
/// The most bytes of the index, and of the launches of a program.
const MOST_TEXT: u64 = 16 << 20;
/// The most bytes of memory that one launch may have.
const MOST_MEMORY: usize = 4 << 30;
/// The most programs of a recording, and launches of a program.
const MOST: usize = 4096;

/// A recording, as its index has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordingIndex {
    /// The version of the format.
    pub format: u32,
    /// The name of the program whose kernels these are.
    pub application: String,
    /// The platform and the device.
    pub device: String,
    /// The version of the device's driver.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub driver: String,
    /// The version of clunroll that recorded it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub clunroll: String,
    /// What was built.
    #[serde(rename = "program", default)]
    pub programs: Vec<RecordedProgram>,
}

/// A source with its options, as it was built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedProgram {
    /// The file of its source.
    pub source: String,
    /// Its name in profiles; the file of its source if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The options for `clBuildProgram`. Folders of `-I` are in the recording.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub options: String,
    /// The file of its launches; without one, none was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub launches: Option<String>,
    /// Its kernels.
    #[serde(rename = "kernel", default)]
    pub kernels: Vec<RecordedKernel>,
}

/// How often a kernel ran, with the launches that were not recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedKernel {
    /// Its name.
    pub name: String,
    /// The number of its launches.
    pub runs: u64,
    /// How long all of them took together.
    pub nanoseconds: u64,
}

/// A recording that can be read.
#[derive(Debug)]
pub struct Recording {
    /// Its index.
    pub index: RecordingIndex,
    files: RecordedFiles,
}

impl Recording {
    /// Opens the recording in a folder.
    ///
    /// # Errors
    ///
    /// If it is not a recording, is too large, or contains anything but files and folders.
    pub fn open(folder: &Path) -> Result<Self, String> {
        let files = RecordedFiles::of(folder)?;
        let text = read_text(&files, Path::new(INDEX))?;
        let wrong = |why: &str| format!("{}: {why}", folder.join(INDEX).display());
        let index: RecordingIndex =
            toml::from_str(&text).map_err(|error| misread(&folder.join(INDEX).display().to_string(), &text, &error))?;
        if index.format != FORMAT {
            return Err(wrong(&format!("it has the format {}, but this clunroll reads {FORMAT}", index.format)));
        }
        if index.programs.len() > MOST {
            return Err(wrong(&format!("it has more than {MOST} programs")));
        }
        let mut names = BTreeSet::new();
        for program in &index.programs {
            files.path(Path::new(&program.source)).map_err(|why| wrong(&why))?;
            if let Some(launches) = &program.launches {
                files.path(Path::new(launches)).map_err(|why| wrong(&why))?;
            }
            let mut kernels = BTreeSet::new();
            if let Some(twice) = program.kernels.iter().find(|kernel| !kernels.insert(&kernel.name)) {
                return Err(wrong(&format!("it has the kernel `{}` of {} twice", twice.name, program.name())));
            }
            if !names.insert(program.name()) {
                return Err(wrong(&format!("it has two programs of the name {}", program.name())));
            }
        }
        Ok(Self { index, files })
    }

    /// The path of the source of a program.
    ///
    /// # Errors
    ///
    /// If it is not a file of the recording.
    pub fn source(&self, program: &RecordedProgram) -> Result<PathBuf, String> {
        self.files.path(Path::new(&program.source))
    }

    /// The launches of a program.
    ///
    /// # Errors
    ///
    /// If they cannot be read, or name a file that is not in the recording.
    pub fn launches(&self, program: &RecordedProgram) -> Result<Vec<Description>, String> {
        let Some(launches) = program.launches.as_deref().map(Path::new) else { return Ok(Vec::new()) };
        let text = read_text(&self.files, launches)?;
        let folder = launches.parent().unwrap_or(Path::new(""));
        let inside = |file: &Path| {
            files::is_inside(file)?;
            self.files.path(&folder.join(file))
        };
        let shown = self.files.path(launches)?.display().to_string();
        let described = read_toml(&text, &shown, &inside, &|_| None)?;
        if described.len() > MOST {
            return Err(format!("{shown}: it has more than {MOST} launches"));
        }
        let is_known =
            |one: &&Description| program.kernels.iter().any(|kernel| one.kernel.as_ref() == Some(&kernel.name));
        match described.iter().find(|one| !is_known(one)) {
            Some(one) => Err(format!("{}: {INDEX} has no kernel of this name for {}", one.place, program.name())),
            None => Ok(described),
        }
    }

    /// A folder of the recording.
    ///
    /// # Errors
    ///
    /// If it is not in the recording.
    pub fn folder(&self, folder: &Path) -> Result<PathBuf, String> {
        self.files.folder(folder)
    }

    /// Whether a file, wherever it is, is a file of the recording.
    #[must_use]
    pub fn has(&self, file: &Path) -> bool {
        self.files.has(file)
    }
}

impl RecordedProgram {
    /// Its name in profiles.
    #[must_use]
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.source)
    }

    /// How long its kernels took together.
    #[must_use]
    pub fn nanoseconds(&self) -> u64 {
        self.kernels.iter().fold(0, |sum, kernel| sum.saturating_add(kernel.nanoseconds))
    }
}

/// Checks that a launch has no more memory than a recording may ask for.
///
/// # Errors
///
/// If it has more.
pub fn check_memory(launch: &Launch) -> Result<(), String> {
    let bytes = |element: ElementType, size: usize| size.saturating_mul(element.size());
    let sizes = launch.arguments.iter().map(|one| match &one.argument {
        ArgumentValue::Buffer { size, .. } => bytes(one.element, *size),
        ArgumentValue::Image { size, format, .. } => {
            size.iter().fold(format.element().size(), |all, size| all.saturating_mul(*size))
        }
        _ => 0,
    });
    if sizes.fold(0, usize::saturating_add) > MOST_MEMORY {
        return Err(format!("a launch needs more than {} GiB of memory", MOST_MEMORY >> 30));
    }
    Ok(())
}

fn read_text(files: &RecordedFiles, file: &Path) -> Result<String, String> {
    let path = files.path(file)?;
    let shown = path.display();
    if files.length(file) > MOST_TEXT {
        return Err(format!("{shown} has more than {} MiB", MOST_TEXT >> 20));
    }
    fs::read_to_string(&path).map_err(|error| format!("cannot read {shown}: {error}"))
}

#[cfg(test)]
mod tests;
