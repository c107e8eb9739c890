//! `clunroll recording delete`: removes a recording.
//!
//! Only what a recording has is removed: its index, and the folders with a number for a name. So a wrong folder loses nothing else. A link
//! is not followed, and a folder without an index is refused.

use std::fs;
use std::io;
use std::path::Path;

use clunroll_files::failure::{Failure, printable_name};
use clunroll_files::output;
use clunroll_opencl::recording::INDEX;

use super::DONE;
use super::arguments::{RecordingArguments, RecordingCommand};

/// Runs the subcommand, and returns the exit status.
pub(super) fn run(arguments: &RecordingArguments) -> Result<u8, Failure> {
    match &arguments.command {
        RecordingCommand::Delete { folder } => delete(folder),
    }
}

fn delete(folder: &Path) -> Result<u8, Failure> {
    let shown = printable_name(&folder.display().to_string());
    let cannot = |error: io::Error| Failure::of_system("delete", &shown, &error);
    let is_folder = fs::symlink_metadata(folder).map_err(cannot)?.is_dir();
    let index = folder.join(INDEX);
    if !is_folder {
        return Err(Failure::new(format!("{shown} is not a folder; a link is not followed")));
    }
    if !fs::symlink_metadata(&index).is_ok_and(|found| found.is_file()) {
        return Err(Failure::new(format!("{shown} is not a recording: it has no {INDEX}")));
    }
    let mut others = 0;
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        let name = entry.file_name();
        let is_number = name.to_str().is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_digit()));
        if name == INDEX {
            // It goes last: until then, this can be repeated.
        } else if is_number && entry.file_type().map_err(cannot)?.is_dir() {
            fs::remove_dir_all(entry.path()).map_err(cannot)?;
        } else if name.to_str().is_some_and(|name| name.strip_prefix(INDEX) == Some(".new")) {
            fs::remove_file(entry.path()).map_err(cannot)?;
        } else {
            others += 1;
        }
    }
    fs::remove_file(&index).map_err(cannot)?;
    let text = if others == 0 {
        fs::remove_dir(folder).map_err(cannot)?;
        format!("deleted {shown}\n")
    } else {
        format!("deleted the recording in {shown}; {others} other files and folders stay\n")
    };
    output::print(text.as_bytes())?;
    Ok(DONE)
}
