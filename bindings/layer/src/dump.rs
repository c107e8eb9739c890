//! The sources before and after, and their difference, in a folder of the user's.
//!
//! Sources may be secret, so only the owner can read the folder and the files. A file that exists is kept, so each source is written once for
//! each set of options.

use std::ffi::CStr;
use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::time::Duration;

use clunroll_files::diff;

use crate::signals::writing;
use crate::watched::PrivateProgram;
use crate::{environment, log};

/// How long the search for the smallest difference may take.
const MOST_TIME: Duration = Duration::from_secs(1);

/// Writes both sources and their difference, if the user wants them.
pub(crate) fn dump(before: &[u8], options: Option<&CStr>, after: &PrivateProgram) {
    let Some(folder) = &environment::settings().dump else { return };
    if let Err(error) = writing(|| write_all(folder, before, options, &after.text)) {
        log::say(&format!("CLUNROLL_LAYER_DUMP={}: {error}", folder.display()));
    }
}

fn write_all(folder: &Path, before: &[u8], options: Option<&CStr>, after: &[u8]) -> io::Result<()> {
    match DirBuilder::new().mode(0o700).create(folder) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    let found = fs::symlink_metadata(folder)?;
    // SAFETY: the call has no argument and cannot fail.
    let user = unsafe { libc::geteuid() };
    if !found.is_dir() || found.uid() != user {
        return Err(io::Error::other("this is not a folder of the user's own"));
    }
    let name = build_name(before, options.map_or(&b""[..], CStr::to_bytes));
    let patch = diff::unified(Path::new(&format!("{name}.cl")), before, after, Some(MOST_TIME));
    for (suffix, text) in [("before.cl", before), ("after.cl", after), ("diff", &patch)] {
        let path = folder.join(format!("{name}.{suffix}"));
        match OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
            Ok(mut file) => file.write_all(text)?,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// A name for a source that is built with these options.
pub(crate) fn build_name(source: &[u8], options: &[u8]) -> String {
    format!("{}-{}", digest(source), digest(options))
}

/// The name of such a source in profiles and recordings.
pub(crate) fn program_name(source: &[u8], options: &[u8]) -> String {
    format!("{}.cl", build_name(source, options))
}

/// A short name for a text.
pub(crate) fn digest(text: &[u8]) -> String {
    use std::hash::Hasher;
    let mut hasher = fnv::FnvHasher::default();
    hasher.write(text);
    format!("{:016x}", hasher.finish())
}
