//! Programs that people use, with the OpenCL layer and without: `tests/clients/run.sh`, with all of its programs

use std::process::Command;

use crate::Result;
use crate::command::run;

use super::{announce, runs_kernels};

/// The script installs the programs, and builds the layer from the sources, unless `CLUNROLL_PROGRAM` names an installed one.
pub(super) fn test() -> Result {
    announce("programs that people use, with the layer");
    if !runs_kernels() {
        return Ok(());
    }
    run(Command::new("sh").arg("tests/clients/run.sh").current_dir(crate::root()))
}
