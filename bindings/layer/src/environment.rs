//! What the user asks for, through variables of the environment.
//!
//! Only the environment counts, and it is read once, when the loader starts the layer: a file that a program finds in its working folder
//! decides nothing. In a program that runs with other rights than its caller (`setuid`), the environment is the caller's and not to be
//! believed, so the layer is off.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::log::LogFile;

/// Turns the layer off with `0`, and on with `1`.
const SWITCH: &str = "CLUNROLL_LAYER";
/// Names the layers that the loader loads.
const LAYERS: &str = "OPENCL_LAYERS";

/// What the environment says.
#[derive(Debug)]
pub(crate) struct LayerEnvironment {
    /// Whether anything is rewritten.
    pub(crate) is_active: bool,
    /// If not, the reason.
    pub(crate) why_inactive: &'static str,
    /// Where to report.
    pub(crate) log: Option<LogFile>,
    /// The folder for sources.
    pub(crate) dump: Option<PathBuf>,
}

/// The settings of this process.
pub(crate) fn settings() -> &'static LayerEnvironment {
    static SETTINGS: OnceLock<LayerEnvironment> = OnceLock::new();
    SETTINGS.get_or_init(read)
}

fn read() -> LayerEnvironment {
    if is_privileged() {
        return LayerEnvironment { is_active: false, why_inactive: "", log: None, dump: None };
    }
    let (is_active, why_inactive) = decide(env::var_os(SWITCH), env::var_os(LAYERS));
    let folder = env::var_os("CLUNROLL_LAYER_DUMP").filter(|folder| !folder.is_empty());
    LayerEnvironment {
        is_active,
        why_inactive,
        log: env::var_os("CLUNROLL_LAYER_LOG").and_then(|name| LogFile::named(&name)),
        dump: folder.map(PathBuf::from),
    }
}

/// A layer that is only installed rewrites nothing: the user asks for it by naming it to the loader, or by the switch.
fn decide(switch: Option<OsString>, layers: Option<OsString>) -> (bool, &'static str) {
    match switch {
        Some(switch) if switch == "1" => (true, ""),
        Some(switch) if !switch.is_empty() => (false, "off: CLUNROLL_LAYER is not 1"),
        _ => {
            let is_named = layers.is_some_and(|layers| env::split_paths(&layers).any(|path| is_this_library(&path)));
            (is_named, "off: it is installed; CLUNROLL_LAYER=1 turns it on")
        }
    }
}

fn is_this_library(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().contains("clunroll_layer"))
}

/// Whether the process has other rights than its caller.
fn is_privileged() -> bool {
    // SAFETY: the call reads a value that the kernel has passed to the process.
    unsafe { libc::getauxval(libc::AT_SECURE) != 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_switch_decides_first() {
        let named = || Some(OsString::from("/x/other.so:/opt/libclunroll_layer.so"));
        let switch = |value: &str| Some(OsString::from(value));
        assert!(decide(None, named()).0);
        assert!(decide(switch(""), named()).0);
        assert!(!decide(switch("0"), named()).0);
        assert!(decide(switch("1"), None).0);
        assert!(!decide(None, None).0);
        assert!(!decide(None, switch("/x/other.so")).0);
    }
}
