//! `clunroll recording`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Remove a recording of the kernels that a program ran
///
/// `clunroll layer run --record` makes recordings, and `clunroll tune --recording` reads them.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct RecordingArguments {
    #[command(subcommand)]
    pub(in crate::cli) command: RecordingCommand,
}

/// What to do with a recording.
#[derive(Clone, Debug, Subcommand)]
pub(in crate::cli) enum RecordingCommand {
    /// Delete a recording, and its folder if nothing else is in it
    Delete {
        /// The folder of the recording
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}
