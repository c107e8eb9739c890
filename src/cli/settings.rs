//! The settings in effect: options and configurations are combined here.
//!
//! The command line wins. A single value replaces that of the configuration. Lists are joined so that the command line has priority: its
//! `-D` and `-U` come after the configuration's defines, since the last one counts, its `-I` folders come before the configuration's, since
//! the first one counts, and its rules come after the configuration's.
//!
//! [`Resolver`] finds the settings of one file at a time, since each file may have its own configuration: the nearest one above it, and no
//! other. Tables for some files come after the settings for all files, in their order, as if they were typed last. Results are remembered
//! by folder, so that a run over many files looks into each folder once. Included files have no configuration of their own: they are a part
//! of the file that includes them.

#[cfg(test)]
mod pages_tests;
pub(super) mod show;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::arguments::{RuleArguments, SettingsArguments};
use super::config::{self, ConfigFile, PerFile};
use crate::cli::globs::PathGlobs;
use crate::verify::compile::FinalCompile;
use clunroll::rules::Levels;
use clunroll::settings::Value;
use clunroll::{MacroOption, Options};
use clunroll_files::failure::Failure;
use clunroll_files::includes::FileIncludes;
use clunroll_files::input;

/// The settings for one file, or for many.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// All options but the name of the file and its forced includes.
    options: Options,
    include_folders: Vec<PathBuf>,
    forced_includes: Vec<ForcedInclude>,
    /// Other options of the final compile.
    build_options: Vec<String>,
    /// The extensions, without dots, of the files that are taken from a folder; `None` for the default ones.
    pub(super) extensions: Option<Vec<String>>,
    /// The paths that a walk leaves out.
    pub(super) exclude: PathGlobs,
    /// The baseline of known findings, for checking.
    pub(super) baseline: Option<PathBuf>,
    /// The configuration that was read; a change of it may change the whole output.
    pub(super) config_file: Option<PathBuf>,
    /// Its content.
    config: Arc<ConfigFile>,
}

/// A file to be read before the first line.
#[derive(Clone, Debug)]
struct ForcedInclude {
    /// The folder that is searched before all others.
    folder: PathBuf,
    name: String,
}

impl Settings {
    /// The options for one file, and its included files.
    pub(super) fn for_input(&self, path: &Path) -> (Options, FileIncludes) {
        let mut includes = FileIncludes::new(path, &self.include_folders);
        let forced = self.forced_includes.iter();
        let forced_includes: Vec<_> =
            forced.map(|include| includes.forced_from(&include.folder, &include.name)).collect();
        (self.options.clone().name(input::name(path)).forced_includes(forced_includes), includes)
    }

    /// The folders in which included files are searched.
    pub(super) fn include_folders(&self) -> &[PathBuf] {
        &self.include_folders
    }

    /// Those of the configuration.
    pub(super) fn configured_folders(&self) -> &[PathBuf] {
        &self.config.include_folders
    }

    /// The tables for some files.
    pub(super) fn per_file(&self) -> &[PerFile] {
        &self.config.per_file
    }

    /// The folder that globs are relative to, from the root.
    pub(super) fn base(&self) -> &Path {
        &self.exclude.base
    }

    /// The final compile of a file.
    pub(super) fn final_compile(&self, path: &Path) -> FinalCompile {
        let (options, _) = self.for_input(path);
        let folder = if input::is_standard_input(path) { None } else { path.parent() };
        FinalCompile {
            macros: options.defined_macros().into_iter().cloned().collect(),
            include_folders: [&[folder.unwrap_or(Path::new("")).to_path_buf()][..], &self.include_folders].concat(),
            language: options.get_language(),
            provide_extension: options.get("provide-extension") == Some(Value::Flag(true)),
            build_options: self.build_options.clone(),
            forced_includes: options.get_forced_includes().to_vec(),
            name: options.get_name().to_owned(),
        }
    }

    /// The settings for the file at `path`, or for all files.
    fn new(
        arguments: &SettingsArguments,
        rules: &RuleArguments,
        config: &Arc<ConfigFile>,
        path: Option<&Path>,
    ) -> Self {
        let mut levels = Levels::default();
        let folder = config.folder().to_path_buf();
        let from_root = config.file.as_ref().and_then(|_| config::searched_folder(&folder)).unwrap_or_default();
        let tables = || config.per_file.iter().filter(|table| path.is_some_and(|path| means(table, &from_root, path)));
        config.rules.apply(&mut levels);
        tables().for_each(|table| table.rules.apply(&mut levels));
        rules.apply(&mut levels);
        let defines = config.defines.iter().chain(tables().flat_map(|table| &table.defines));
        let mut macros: Vec<_> = defines.cloned().map(MacroOption::from).collect();
        macros.extend_from_slice(&arguments.macros.0);
        let mut options = Options::default().macros(macros).levels(levels);
        config.settings.iter().for_each(|&(setting, value)| setting.set(&mut options, value));
        let configured = config.forced_includes.iter().cloned();
        let configured = configured.map(|name| ForcedInclude { folder: folder.clone(), name });
        let typed = arguments.forced_includes.iter();
        let typed = typed.map(|name| ForcedInclude { folder: PathBuf::new(), name: name.clone() });
        Self {
            options: arguments.loops.apply(arguments.final_compile.apply(options)),
            include_folders: [&arguments.include_folders[..], &config.include_folders].concat(),
            forced_includes: configured.chain(typed).collect(),
            build_options: [&config.build_options[..], &arguments.build_options].concat(),
            extensions: config.extensions.clone(),
            exclude: PathGlobs::new(from_root, config.exclude.clone()),
            baseline: config.baseline.clone(),
            config_file: config.file.clone(),
            config: Arc::clone(config),
        }
    }
}

/// Whether a table of a configuration in `folder` applies to the file at `path`.
fn means(table: &PerFile, folder: &Path, path: &Path) -> bool {
    PathGlobs::new(folder.to_path_buf(), vec![table.glob.clone()]).matches(path, false)
}

/// Settings, or the reason why there are none.
type SettingsResult = Result<Arc<Settings>, Failure>;

/// Finds the settings of a file. Many threads can use it at once.
#[derive(Debug)]
pub(super) struct Resolver {
    arguments: SettingsArguments,
    rules: RuleArguments,
    choice: ConfigChoice,
}

/// The configuration to use.
#[derive(Debug)]
enum ConfigChoice {
    /// The named configuration, or none, for all files.
    One(SettingsResult),
    /// The nearest configuration of each file.
    Nearest {
        without: Arc<Settings>,
        /// By absolute folders.
        known: Mutex<HashMap<PathBuf, SettingsResult>>,
    },
}

impl Resolver {
    /// A resolver for these arguments.
    pub(super) fn new(arguments: &SettingsArguments, rules: &RuleArguments) -> Self {
        let with = |config| Arc::new(Settings::new(arguments, rules, &Arc::new(config), None));
        let choice = match &arguments.config {
            Some(file) => ConfigChoice::One(ConfigFile::load(file).map(with)),
            None if arguments.isolated => ConfigChoice::One(Ok(with(ConfigFile::default()))),
            None => ConfigChoice::Nearest { without: with(ConfigFile::default()), known: Mutex::default() },
        };
        Self { arguments: arguments.clone(), rules: rules.clone(), choice }
    }

    /// A new resolver with the same options: configurations may have changed.
    pub(super) fn anew(&self) -> Self {
        Self::new(&self.arguments, &self.rules)
    }

    /// The settings for the file at `path`; those of standard input are for the current folder.
    pub(super) fn settings(&self, path: &Path) -> SettingsResult {
        if input::is_standard_input(path) {
            return self.settings_in(Path::new(""));
        }
        let found = self.settings_in(path.parent().unwrap_or(Path::new("")))?;
        if found.config.per_file.is_empty() {
            return Ok(found);
        }
        Ok(Arc::new(Settings::new(&self.arguments, &self.rules, &found.config, Some(path))))
    }

    /// The settings for the files in `folder` itself, and for a walk that begins there.
    pub(super) fn settings_in(&self, folder: &Path) -> SettingsResult {
        match &self.choice {
            ConfigChoice::One(found) => found.clone(),
            ConfigChoice::Nearest { without, known } => {
                let Some(folder) = config::searched_folder(folder) else { return Ok(Arc::clone(without)) };
                // Locked during the search, so that each folder is searched once. A panic cannot leave a part of an entry in the map.
                let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
                let mut passed = Vec::new();
                let mut found = None;
                for ancestor in folder.ancestors() {
                    found = known.get(ancestor).cloned();
                    if found.is_none() {
                        passed.push(ancestor);
                        found = self.in_folder(ancestor);
                    }
                    if found.is_some() {
                        break;
                    }
                }
                let found = found.unwrap_or_else(|| Ok(Arc::clone(without)));
                known.extend(passed.into_iter().map(|folder| (folder.to_path_buf(), found.clone())));
                found
            }
        }
    }

    /// The settings from the configuration in a folder itself, if there is one.
    fn in_folder(&self, folder: &Path) -> Option<SettingsResult> {
        let config = config::in_folder(folder).transpose()?;
        Some(config.map(|config| Arc::new(Settings::new(&self.arguments, &self.rules, &Arc::new(config), None))))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::thread;

    use clap::{CommandFactory, FromArgMatches};

    use super::*;
    use crate::cli::arguments::Arguments;

    fn resolver(options: &[&str]) -> Resolver {
        let line = [&["clunroll"], options, &["k.cl"]].concat();
        let matches = Arguments::command().get_matches_from(line);
        let arguments = Arguments::from_arg_matches(&matches).expect("they are right");
        Resolver::new(&arguments.rewrite.settings, &RuleArguments::default())
    }

    #[test]
    fn each_folder_is_looked_into_once_by_all_threads_together() {
        let sandbox = tempfile::tempdir().expect("a folder");
        let folder = sandbox.path().join("a/b");
        fs::create_dir_all(&folder).expect("a folder");
        let config = sandbox.path().join("clunroll.toml");
        fs::write(&config, "max-copies = 7").expect("a file");
        let resolver = resolver(&[]);
        let first = resolver.settings(&folder.join("k.cl")).expect("settings");
        assert_eq!(first.options.get("max-copies"), Some(Value::Number(7)));
        fs::write(&config, "no TOML").expect("a file");
        thread::scope(|scope| {
            for path in [folder.join("other.cl"), folder.join("c/k.cl"), sandbox.path().join("a/k.cl")] {
                let (resolver, first) = (&resolver, &first);
                scope.spawn(move || assert!(Arc::ptr_eq(&resolver.settings(&path).expect("settings"), first)));
            }
        });
    }

    #[test]
    fn a_mistake_is_remembered_too() {
        let sandbox = tempfile::tempdir().expect("a folder");
        fs::write(sandbox.path().join("clunroll.toml"), "no TOML").expect("a file");
        let resolver = resolver(&[]);
        assert!(resolver.settings_in(sandbox.path()).is_err());
        fs::write(sandbox.path().join("clunroll.toml"), "").expect("a file");
        assert!(resolver.settings_in(sandbox.path()).is_err());
    }

    #[test]
    fn patterns_are_relative_to_a_path_from_the_root() {
        let sandbox = tempfile::tempdir().expect("a folder");
        fs::write(sandbox.path().join("clunroll.toml"), "exclude = ['a']").expect("a file");
        let settings = resolver(&[]).settings_in(&sandbox.path().join("./x")).expect("settings");
        assert_eq!(settings.exclude.base, sandbox.path());
        let without = resolver(&["--isolated"]).settings_in(sandbox.path()).expect("settings");
        assert!(without.exclude.patterns.is_empty() && without.config_file.is_none());
    }
}
