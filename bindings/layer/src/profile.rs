//! A profile: what `clunroll tune` found to be best on a device.
//!
//! A program has no names for its sources, so a choice is looked up by its function and the tokens of its loop, whatever file it was
//! measured in. One that was measured in this very build, whose source was dumped or recorded, comes before others. A wrong choice would do no
//! harm: it only decides which pragmas a loop gets. Choices that contradict each other are left out.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use clunroll::loop_choices::{ChosenLoop, LoopIdentity};
use clunroll::profile::Profile;
use clunroll_core::loop_choices::SourceLoops;

/// Bytes of the largest profile that is read: tens of thousands of loops.
const MOST_BYTES: u64 = 16 << 20;

/// A profile that was read.
#[derive(Debug)]
pub(crate) struct DeviceChoices(Profile);

/// The choices for one program.
#[derive(Debug, Default)]
pub(crate) struct ProgramChoices {
    /// Those that fit a loop, for a file of any name.
    pub(crate) fitting: Vec<ChosenLoop>,
    /// What to log about the others.
    pub(crate) words: Vec<String>,
}

impl DeviceChoices {
    /// Reads a file.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        // A pipe without a writer is not waited for.
        let flags = libc::O_NONBLOCK | libc::O_NOCTTY | libc::O_CLOEXEC;
        let file = File::options().read(true).custom_flags(flags).open(path).map_err(|error| error.to_string())?;
        if !file.metadata().is_ok_and(|metadata| metadata.is_file()) {
            return Err("it is not a regular file".to_owned());
        }
        let mut text = String::new();
        file.take(MOST_BYTES + 1).read_to_string(&mut text).map_err(|error| error.to_string())?;
        if text.len() as u64 > MOST_BYTES {
            return Err(format!("it has more than {MOST_BYTES} bytes"));
        }
        text.parse().map(Self).map_err(|error: clunroll::profile::ProfileError| error.to_string())
    }

    /// The choices for these devices; an error if they have different ones, or none.
    pub(crate) fn on(&self, devices: &[String]) -> Result<Vec<ChosenLoop>, String> {
        let mut all = devices.iter().map(|device| self.0.loops_of(device));
        let first = all.next().unwrap_or_default();
        if all.any(|others| others != first) {
            return Err("the devices have different choices in the profile".to_owned());
        }
        if first.is_empty() {
            return Err(format!("the profile has no choices for `{}`", devices.first().map_or("", String::as_str)));
        }
        Ok(first)
    }
}

/// Whether one of the choices may be for a loop of this source.
pub(crate) fn may_fit(choices: &[ChosenLoop], source: &[u8]) -> bool {
    let functions: HashSet<&[u8]> = choices.iter().map(|chosen| chosen.identity.function.as_bytes()).collect();
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$".contains(byte) || !byte.is_ascii();
    // One pass, however many choices there are.
    !functions.is_empty() && source.split(|byte| !is_of_word(byte)).any(|word| functions.contains(word))
}

impl ProgramChoices {
    /// Selects the choices for a source that will have this name. `build` is its name in dumps and recordings.
    pub(crate) fn select(choices: &[ChosenLoop], source: &[u8], build: &str, name: &str) -> Self {
        // Most programs run without a profile. Then no loop needs to be found.
        if choices.is_empty() {
            return Self::default();
        }
        let loops = SourceLoops::of(source, []);
        let identities: HashSet<&LoopIdentity> = loops.all().map(|one| &one.identity).collect();
        let functions: HashSet<&str> = identities.iter().map(|identity| identity.function.as_str()).collect();
        let (fitting, others): (Vec<_>, Vec<_>) =
            choices.iter().partition(|chosen| identities.contains(&chosen.identity));
        let mut groups: HashMap<&LoopIdentity, Vec<&ChosenLoop>> = HashMap::new();
        for &chosen in &fitting {
            groups.entry(&chosen.identity).or_default().push(chosen);
        }
        // What was measured in this very build comes first.
        let is_own = |chosen: &&ChosenLoop| {
            let last = chosen.file.rsplit('/').next().unwrap_or_default();
            last.strip_prefix(build).is_some_and(|rest| rest.starts_with('.'))
        };
        let mut selected = Self::default();
        for chosen in &fitting {
            let Some(group) = groups.remove(&chosen.identity) else { continue };
            let own: Vec<_> = group.iter().copied().filter(is_own).collect();
            let group = if own.is_empty() { group } else { own };
            let Some(first) = group.first() else { continue };
            if group.iter().any(|other| other.choice != first.choice) {
                selected.words.push(format!("the profile has {first}, and another choice for the same loop"));
            } else {
                let identity = first.identity.clone();
                selected.fitting.push(ChosenLoop::new(name.to_owned(), identity, first.line, first.choice));
            }
        }
        // Functions of other programs may have the same name. If a choice fits a loop of a function, the others are for those.
        let fits: HashSet<&str> = fitting.iter().map(|chosen| chosen.identity.function.as_str()).collect();
        for chosen in others {
            let function = chosen.identity.function.as_str();
            if functions.contains(function) && !fits.contains(function) {
                selected.words.push(unfit(chosen));
            }
        }
        selected
    }
}

/// What to log about a choice that fits no loop.
pub(crate) fn unfit(chosen: &ChosenLoop) -> String {
    format!("the profile has {chosen}; this fits no loop any more")
}
