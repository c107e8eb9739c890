//! The table `[layer]`: what the OpenCL layer does.
//!
//! Names of files are relative to the folder of the configuration. The settings of the library that change neither facts nor promises are
//! keys of this table too ([`SETTINGS`]): the layer knows the options of each build itself, and what a user promises about his own
//! kernels says nothing about the kernels of other programs.

use std::fs;
use std::path::{Component, Path, PathBuf};

use clunroll_core::settings::{Setting, Value};
use toml::de::DeValue;

use super::names::NameList;
use super::table::{ConfigKey, KeyTable, did_you_mean, file_name, in_order, key, parsed, setting_value};
use super::value::{ConfigProblem, ConfigValue};
use super::{find, located, text_of};

/// The name of the table.
pub const LAYER: &str = "layer";

/// The content of the table; missing keys are `None`, empty, or off.
#[derive(Clone, Debug, Default)]
pub struct LayerConfig {
    /// The folder that its paths are relative to; empty for the current one.
    folder: PathBuf,
    /// The programs that the layer works for.
    pub programs: Option<NameList>,
    /// The kernels whose loops it may unroll.
    pub kernels: Option<NameList>,
    /// The devices that it works for.
    pub devices: Option<NameList>,
    /// As a path to open.
    pub profile: Option<PathBuf>,
    /// As a path to open, or `-`.
    pub log: Option<PathBuf>,
    /// As a path to open.
    pub dump: Option<PathBuf>,
    /// Whether rewritten programs are verified before they are built.
    pub verify: Option<bool>,
    /// Whether each launch chooses between kernels as written and with `restrict`.
    pub aliasing: Option<bool>,
    /// The settings of the library, in the order of the file.
    pub settings: Vec<(&'static Setting, Value)>,
}

/// The most names of a list.
const MOST_NAMES: usize = 250;

/// The settings that are keys of the table.
const SETTINGS: [&str; 9] =
    ["remainder", "guard", "checked", "target", "loads-first", "forms", "max-live", "max-copies", "max-growth"];

/// The other keys of the table.
static KEYS: [ConfigKey<LayerConfig>; 8] = [
    key("programs", |to, value| names(value, NameList::of_name).map(|list| to.programs = Some(list))),
    key("kernels", |to, value| names(value, NameList::of_name).map(|list| to.kernels = Some(list))),
    key("devices", |to, value| names(value, NameList::of_part).map(|list| to.devices = Some(list))),
    key("profile", |to, value| to.path(value).map(|path| to.profile = Some(path))),
    key("log", |to, value| to.path(value).map(|path| to.log = Some(path))),
    key("dump", |to, value| to.path(value).map(|path| to.dump = Some(path))),
    key("verify", |to, value| value.boolean().map(|is_on| to.verify = Some(is_on))),
    key("aliasing", |to, value| value.text(LayerConfig::is_by_launch).map(|is_on| to.aliasing = Some(is_on))),
];

const TABLE: KeyTable<'static, LayerConfig> = KeyTable { keys: &KEYS, name: Some(LAYER), hint };

/// What an unknown key may mean.
fn hint(_: Option<&str>, name: &str) -> Option<String> {
    if Setting::find(name).is_some() {
        return Some("the layer does not have this setting".to_owned());
    }
    Setting::meant(name, LayerConfig::keys()).map(did_you_mean)
}

/// A list of names.
fn names(value: ConfigValue<'_>, of_item: fn(&str) -> Result<NameList, String>) -> Result<NameList, ConfigProblem> {
    // Each costs time and memory, and the file may be anyone's.
    if let DeValue::Array(items) = value.value.get_ref()
        && items.len() > MOST_NAMES
    {
        let message = format!("`{}` may have at most {MOST_NAMES} names", value.key);
        return Err(ConfigProblem::new(value.value.span().start, message));
    }
    Ok(value.list(of_item)?.into_iter().fold(NameList::default(), NameList::and))
}

impl LayerConfig {
    /// The names of all keys.
    pub fn keys() -> impl Iterator<Item = &'static str> {
        SETTINGS.into_iter().chain(KEYS.iter().map(|key| key.name))
    }

    /// What a value of `aliasing` says: whether each launch chooses.
    ///
    /// # Errors
    ///
    /// If it is another word.
    pub fn is_by_launch(word: &str) -> Result<bool, String> {
        match word {
            "by-launch" => Ok(true),
            "off" => Ok(false),
            other => Err(format!("`{other}` is neither `by-launch` nor `off`")),
        }
    }

    /// Reads the table of a configuration in this folder.
    ///
    /// # Errors
    ///
    /// The first mistake.
    pub fn of(value: ConfigValue<'_>, folder: &Path) -> Result<Self, ConfigProblem> {
        let mut read = Self { folder: folder.to_owned(), ..Self::default() };
        for (name, value) in in_order(value.table()?) {
            match Setting::find(name.get_ref()).filter(|setting| SETTINGS.contains(&setting.name)) {
                Some(setting) => read.settings.push((setting, setting_value(setting, value)?)),
                None => TABLE.read(name, value, &mut read)?,
            }
        }
        Ok(read)
    }

    /// Reads the table from a file, and no other part of it; `None` if it has no such table.
    ///
    /// # Errors
    ///
    /// What is wrong with the file, in words.
    pub fn load(file: &Path) -> Result<Option<Self>, String> {
        // A pipe without a writer is not waited for.
        if fs::metadata(file).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            return Err(format!("cannot read {}: it is not a regular file", file.display()));
        }
        let bytes = find::read_config_bytes(file).map_err(|failure| failure.message())?;
        Self::in_bytes(file, &bytes).map_err(|problem| located(&problem, file, &bytes))
    }

    fn in_bytes(file: &Path, bytes: &[u8]) -> Result<Option<Self>, ConfigProblem> {
        let table = parsed(text_of(bytes)?)?;
        let Some(value) = table.get_ref().get(LAYER) else { return Ok(None) };
        let folder = file.parent().unwrap_or(Path::new(""));
        Self::of(ConfigValue { key: LAYER, value }, folder).map(Some)
    }

    /// Whether a path is inside of the folder of the configuration, by its words.
    #[must_use]
    pub fn has_inside(&self, path: &Path) -> bool {
        let inside = path.strip_prefix(&self.folder);
        inside.is_ok_and(|inside| inside.components().all(|part| matches!(part, Component::Normal(_))))
    }

    /// A path from the folder of the configuration; `-` is standard error.
    fn path(&self, value: ConfigValue<'_>) -> Result<PathBuf, ConfigProblem> {
        let name = value.text(file_name)?;
        Ok(if name == "-" { name.into() } else { self.folder.join(name) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Option<LayerConfig>, String> {
        let file = Path::new("a/clunroll.toml");
        LayerConfig::in_bytes(file, text.as_bytes()).map_err(|problem| located(&problem, file, text.as_bytes()))
    }

    #[test]
    fn only_the_table_counts() {
        assert!(read("max-copies = 4\nother = 1\n").unwrap().is_none());
        let text = "x = 1\n[layer]\nprograms = ['a*', '!ab']\nprofile = 'p.toml'\nlog = '-'\ntarget = 'cpu'\n";
        let read = read(text).unwrap().unwrap();
        let programs = read.programs.unwrap();
        assert!(programs.allows("ac") && !programs.allows("ab") && !programs.allows("b"));
        assert_eq!(read.profile.as_deref(), Some(Path::new("a/p.toml")));
        assert_eq!(read.log.as_deref(), Some(Path::new("-")));
        let settings: Vec<_> = read.settings.iter().map(|(setting, value)| (setting.name, *value)).collect();
        assert_eq!(settings, [("target", Value::Word("cpu"))]);
    }

    #[test]
    fn mistakes_have_places_and_paths_a_folder() {
        let error = |text: &str| read(&format!("[layer]\n{text}")).unwrap_err();
        assert_eq!(
            error("kernel = []"),
            "a/clunroll.toml:2:1: unknown key `kernel` in `[layer]`; did you mean `kernels`?"
        );
        assert_eq!(error("kernels = 'a'"), "a/clunroll.toml:2:11: `kernels` takes a list of strings, not a string");
        assert_eq!(error("kernels = ['a', '!']"), "a/clunroll.toml:2:17: `kernels`: `!` is not a name");
        assert_eq!(error("aliasing = 'on'"), "a/clunroll.toml:2:12: `aliasing`: `on` is neither `by-launch` nor `off`");
        let inside = |path: &str| {
            let read = read(&format!("[layer]\nprofile = '{path}'")).unwrap().unwrap();
            read.has_inside(read.profile.as_deref().unwrap())
        };
        assert!(inside("p.toml") && inside("b/p.toml"));
        assert!(!inside("/p.toml") && !inside("../p.toml") && !inside("b/../../p.toml"));
        for setting in ["trust-defines = true", "assume = ['restrict']", "defines = ['N']", "cl-std = 'CL1.2'"] {
            assert!(error(setting).contains("unknown key"), "{setting}");
        }
    }
}
