//! Profiles: what `clunroll tune` found, kept for each device.
//!
//! ```
//! use clunroll::profile::Profile;
//! use clunroll::{NoIncludes, Options, unroll};
//!
//! let profile: Profile = r#"
//! [[device]]
//! name = "NVIDIA CUDA, NVIDIA H100"
//!
//! [[device.loop]]
//! file = "k.cl"
//! function = "sum"
//! line = 2
//! fingerprint = "a4ec9c8e8aa4b5b5"
//! choice = "unroll 8"
//! "#
//! .parse()?;
//! let options = Options::new("k.cl").chosen_loops(profile.loops("h100")?);
//! # let source = b"";
//! let outcome = unroll(source, &options, &mut NoIncludes);
//! for chosen in &outcome.unfit {
//!     eprintln!("{} has no such loop any more", chosen.identity.function);
//! }
//! # Ok::<(), clunroll::profile::ProfileError>(())
//! ```
//!
//! A choice replaces the pragmas of a loop and nothing else, so it never changes what a kernel computes.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use clunroll_core::loop_choices::{ChosenLoop, LoopChoice, LoopIdentity};
use oclc_syntax::host::MacroName;
use serde::{Deserialize, Serialize};

/// Choices for loops, for some devices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    #[serde(rename = "device", default, skip_serializing_if = "Vec::is_empty")]
    devices: Vec<ProfiledDevice>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct ProfiledDevice {
    /// The platform and the device.
    name: String,
    /// The macro that the final compile for this device defines, if one text is for several devices.
    #[serde(
        rename = "macro",
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "read_macro",
        serialize_with = "write_macro"
    )]
    macro_name: Option<MacroName>,
    #[serde(rename = "loop", default, skip_serializing_if = "Vec::is_empty")]
    loops: Vec<ProfiledLoop>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct ProfiledLoop {
    file: String,
    function: String,
    line: usize,
    #[serde(deserialize_with = "read_hash", serialize_with = "write_hash")]
    fingerprint: u64,
    #[serde(default = "first", skip_serializing_if = "is_first")]
    number: u32,
    #[serde(deserialize_with = "read_choice", serialize_with = "write_choice")]
    choice: LoopChoice,
    /// The version of the driver with which it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    driver: Option<String>,
}

/// Why a profile cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileError(String);

impl fmt::Display for ProfileError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for ProfileError {}

impl FromStr for Profile {
    type Err = ProfileError;

    fn from_str(text: &str) -> Result<Self, ProfileError> {
        let profile: Self =
            toml::from_str(text).map_err(|error: toml::de::Error| ProfileError(in_one_line(text, &error)))?;
        let mut names = BTreeSet::new();
        match profile.devices.iter().find(|device| !names.insert(&device.name)) {
            Some(twice) => Err(ProfileError(format!("two devices have the name `{}`", twice.name))),
            None => Ok(profile),
        }
    }
}

/// What is wrong, with line and column. The error itself shows the line of the file, on several lines of its own.
fn in_one_line(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    let (line, column) =
        (before.matches('\n').count() + 1, before.rsplit('\n').next().unwrap_or_default().chars().count() + 1);
    format!("line {line}, column {column}: {}", error.message().replace('\n', ": "))
}

const HEADER: &str = "\
# What each loop becomes on each device, as `clunroll tune FILE --profile THIS` found it.
# To use it: `clunroll FILE --profile THIS --device NAME`.
";

impl fmt::Display for Profile {
    /// The text of the profile.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = toml::to_string(self).map_err(|_| fmt::Error)?;
        write!(out, "{HEADER}\n{text}")
    }
}

impl Profile {
    /// The choices for a device, for all files; `device` is its name, or a part of it in either case.
    ///
    /// # Errors
    ///
    /// If no device has this name, or several have.
    pub fn loops(&self, device: &str) -> Result<Vec<ChosenLoop>, ProfileError> {
        Ok(self.device(device)?.loops.iter().map(ProfiledLoop::chosen).collect())
    }

    /// The choices for all devices with a `macro`, for one text: it has a branch of an `#if` for each of them.
    ///
    /// # Errors
    ///
    /// If no device has a macro, or two have the same one.
    pub fn loops_by_macro(&self) -> Result<Vec<ChosenLoop>, ProfileError> {
        let mut seen = BTreeSet::new();
        let mut all = Vec::new();
        for device in &self.devices {
            let Some(name) = &device.macro_name else { continue };
            if !seen.insert(name) {
                return Err(ProfileError(format!("two devices have the macro `{name}`")));
            }
            all.extend(device.loops.iter().map(|one| one.chosen().on_device(name.clone())));
        }
        if seen.is_empty() {
            let why = "name a device, or give each device a `macro` for a text that is for all of them";
            return Err(ProfileError(why.to_owned()));
        }
        Ok(all)
    }

    /// The device that a name, or a part of it, means.
    fn device(&self, name: &str) -> Result<&ProfiledDevice, ProfileError> {
        let lower = name.to_lowercase();
        let fits = |device: &&ProfiledDevice| device.name.to_lowercase().contains(&lower);
        let mut fitting: Vec<_> = self.devices.iter().filter(fits).collect();
        if let Some(exact) = fitting.iter().find(|device| device.name == name) {
            fitting = vec![*exact];
        }
        let names = |devices: &[&ProfiledDevice]| {
            let names: Vec<_> = devices.iter().map(|device| format!("`{}`", device.name)).collect();
            if names.is_empty() { "none".to_owned() } else { names.join(", ") }
        };
        match fitting.as_slice() {
            &[device] => Ok(device),
            [] => {
                let all: Vec<_> = self.devices.iter().collect();
                Err(ProfileError(format!("it has no device `{name}`; its devices: {}", names(&all))))
            }
            several => Err(ProfileError(format!("`{name}` may be several devices: {}", names(several)))),
        }
    }

    /// The choices for a device of exactly this name; none if it is not there.
    #[must_use]
    pub fn loops_of(&self, device: &str) -> Vec<ChosenLoop> {
        let device = self.devices.iter().find(|one| one.name == device);
        device.into_iter().flat_map(|device| &device.loops).map(ProfiledLoop::chosen).collect()
    }

    /// Takes out the choices of a device for which `is_stale` is true, and adds others, which were measured with this driver. The choices
    /// are then in the order of their files and lines.
    pub fn update(
        &mut self,
        device: &str,
        driver: &str,
        mut is_stale: impl FnMut(&ChosenLoop) -> bool,
        choices: Vec<ChosenLoop>,
    ) {
        let known = self.devices.iter().position(|one| one.name == device).unwrap_or_else(|| {
            self.devices.push(ProfiledDevice { name: device.to_owned(), macro_name: None, loops: Vec::new() });
            self.devices.len() - 1
        });
        let loops = &mut self.devices[known].loops;
        loops.retain(|one| !is_stale(&one.chosen()));
        loops.extend(choices.into_iter().map(|chosen| ProfiledLoop::of(chosen, driver)));
        loops.sort_by(|left, right| (&left.file, left.line).cmp(&(&right.file, right.line)));
    }
}

impl ProfiledLoop {
    fn of(chosen: ChosenLoop, driver: &str) -> Self {
        let LoopIdentity { function, fingerprint, number, .. } = chosen.identity;
        let driver = Some(driver.to_owned()).filter(|driver| !driver.is_empty());
        Self { file: chosen.file, function, line: chosen.line, fingerprint, number, choice: chosen.choice, driver }
    }

    fn chosen(&self) -> ChosenLoop {
        let identity = LoopIdentity::new(self.function.clone(), self.fingerprint, self.number);
        ChosenLoop::new(self.file.clone(), identity, self.line, self.choice)
    }
}

const fn first() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_first(number: &u32) -> bool {
    *number == 1
}

fn read_hash<'d, D: serde::Deserializer<'d>>(data: D) -> Result<u64, D::Error> {
    let digits = String::deserialize(data)?;
    let hash = u64::from_str_radix(&digits, 16);
    hash.map_err(|_| serde::de::Error::custom(format!("`{digits}` is not a fingerprint")))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn write_hash<S: serde::Serializer>(hash: &u64, data: S) -> Result<S::Ok, S::Error> {
    data.collect_str(&format_args!("{hash:016x}"))
}

fn read_macro<'d, D: serde::Deserializer<'d>>(data: D) -> Result<Option<MacroName>, D::Error> {
    MacroName::new(String::deserialize(data)?).map(Some).map_err(serde::de::Error::custom)
}

#[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
fn write_macro<S: serde::Serializer>(name: &Option<MacroName>, data: S) -> Result<S::Ok, S::Error> {
    name.as_ref().map(MacroName::as_str).serialize(data)
}

fn read_choice<'d, D: serde::Deserializer<'d>>(data: D) -> Result<LoopChoice, D::Error> {
    let words = String::deserialize(data)?;
    words.parse().map_err(|_| {
        serde::de::Error::custom(format!(
            "`{words}` is not a choice for a loop, such as `unroll 4`, `no pragma` or `leave`"
        ))
    })
}

fn write_choice<S: serde::Serializer>(choice: &LoopChoice, data: S) -> Result<S::Ok, S::Error> {
    data.serialize_str(&choice.words())
}
