//! What the user asks for.
//!
//! Only the environment counts. `environment` says whether the layer is on at all; it is off in programs that run with other rights than
//! their caller.

use std::env;
use std::path::{self, PathBuf};
use std::sync::OnceLock;

use crate::environment;

/// The folder of the recording.
const FOLDER: &str = "CLUNROLL_LAYER_RECORD";
/// The most MiB of the recording.
const MOST_MIB: &str = "CLUNROLL_LAYER_RECORD_MIB";
/// The most MiB if the user does not say it.
const DEFAULT_MIB: u64 = 1024;

/// What to record.
#[derive(Debug)]
pub(super) struct RecordSettings {
    /// The absolute path: the program may change its working folder.
    pub(super) folder: PathBuf,
    /// The most bytes of all files.
    pub(super) most: u64,
    /// The process that the loader started the layer in. A process that `fork` makes of it records nothing.
    pub(super) process: u32,
}

impl RecordSettings {
    /// The most bytes of one buffer or image.
    pub(super) fn most_of_one(&self) -> u64 {
        self.most / 4
    }
}

/// Whether the user wants a recording.
pub(crate) fn is_on() -> bool {
    settings().is_some()
}

/// What to record in this process; `None` if the user does not want it.
pub(super) fn settings() -> Option<&'static RecordSettings> {
    static SETTINGS: OnceLock<Option<RecordSettings>> = OnceLock::new();
    SETTINGS.get_or_init(read).as_ref()
}

fn read() -> Option<RecordSettings> {
    if !environment::settings().is_active {
        return None;
    }
    let folder = env::var_os(FOLDER).filter(|folder| !folder.is_empty())?;
    let folder = path::absolute(folder).ok()?;
    let most = most_bytes(env::var(MOST_MIB).ok().as_deref());
    Some(RecordSettings { folder, most, process: std::process::id() })
}

/// The most bytes. A text that is not a number is as good as none.
fn most_bytes(mib: Option<&str>) -> u64 {
    let mib = mib.and_then(|mib| mib.trim().parse().ok()).unwrap_or(DEFAULT_MIB);
    mib.saturating_mul(1 << 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_is_in_mib() {
        assert_eq!(most_bytes(Some("3")), 3 << 20);
        assert_eq!(most_bytes(None), 1 << 30);
        assert_eq!(most_bytes(Some("many")), 1 << 30);
        assert_eq!(most_bytes(Some(&u64::MAX.to_string())), u64::MAX);
    }
}
