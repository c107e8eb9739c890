//! The settings as they are checked: what is typed, and what a configuration says, come together here.
//!
//! [`Resolver`] answers for one file at a time, since each file may have its own configuration.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::arguments::{RuleArguments, SettingsArguments};
use crate::files::failure::Failure;
use crate::files::includes::FileIncludes;
use crate::files::input;
use crate::{Limits, Options};

/// What holds for one file, or for many.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// All but the name of the file and its forced includes.
    options: Options,
    include_folders: Vec<PathBuf>,
    forced_includes: Vec<String>,
}

impl Settings {
    /// The options for one file, and where the files lie that it includes.
    pub(super) fn for_input(&self, path: &Path) -> (Options, FileIncludes) {
        let mut includes = FileIncludes::new(path, &self.include_folders);
        let forced_includes = self.forced_includes.iter().map(|name| includes.forced(name)).collect();
        (Options { name: input::name(path), forced_includes, ..self.options.clone() }, includes)
    }
}

/// Finds out what holds for a file.
#[derive(Debug)]
pub(super) struct Resolver {
    settings: Arc<Settings>,
}

impl Resolver {
    /// Of what is typed.
    pub(super) fn new(arguments: &SettingsArguments, rules: &RuleArguments) -> Self {
        let default = Options::default();
        let limits = Limits {
            max_copies: arguments.max_copies.unwrap_or(default.limits.max_copies),
            max_growth: arguments.max_growth.unwrap_or(default.limits.max_growth),
        };
        let mut options = Options {
            macros: arguments.macros.0.clone(),
            trust_defines: arguments.trust_defines,
            language: arguments.language,
            uniform_work_groups: arguments.uniform_work_groups,
            provide_extension: arguments.provide_extension,
            remainder: arguments.remainder.unwrap_or(default.remainder),
            limits,
            ..default
        };
        rules.apply(&mut options.levels);
        let settings = Settings {
            options,
            include_folders: arguments.include_folders.clone(),
            forced_includes: arguments.forced_includes.clone(),
        };
        Self { settings: Arc::new(settings) }
    }

    /// What holds for the file at `path`.
    pub(super) fn settings(&self, _path: &Path) -> Result<Arc<Settings>, Failure> {
        Ok(Arc::clone(&self.settings))
    }
}
