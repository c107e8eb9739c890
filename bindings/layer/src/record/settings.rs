//! What the user asks for.
//!
//! Only the environment counts. `environment` says whether the layer is on at all; it is off in programs that run with other rights than
//! their caller.

use std::env;
use std::path::{self, PathBuf};
use std::sync::OnceLock;

use crate::environment::{self, whole_number};

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
    /// The most bytes of all files, or why that is not known.
    pub(super) most: Result<u64, String>,
    /// The process that the loader started the layer in. A process that `fork` makes of it records nothing.
    pub(super) process: u32,
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

/// The most bytes. Who asks for another limit in a way that is not understood does not want the default.
fn most_bytes(mib: Option<&str>) -> Result<u64, String> {
    let mib = mib.filter(|mib| !mib.is_empty()).map(|mib| whole_number(MOST_MIB, mib)).transpose()?;
    Ok(mib.unwrap_or(DEFAULT_MIB).saturating_mul(1 << 20))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_is_in_mib() {
        assert_eq!(most_bytes(Some("3")), Ok(3 << 20));
        assert_eq!(most_bytes(Some(&u64::MAX.to_string())), Ok(u64::MAX));
        for none in [None, Some("")] {
            assert_eq!(most_bytes(none), Ok(1 << 30));
        }
        for wrong in ["10MiB", "-1", "0.5"] {
            let expected = format!("CLUNROLL_LAYER_RECORD_MIB is {wrong}, and no whole number");
            assert_eq!(most_bytes(Some(wrong)), Err(expected));
        }
    }
}
