//! The OpenCL layer of an installation: `clunroll` finds it, the system's loader loads it, and it unrolls loops of a program that does not
//! know clunroll
//!
//! The program is the one in `docs/install.md`. It prints the same with and without the layer, and the log says what was unrolled.

use std::fs;
use std::path::Path;

use crate::Result;
use crate::command::output;

use super::{Test, announce, document, folder_with, runs_kernels, tool};

pub(super) const SECTION: &str = "The OpenCL layer";

/// The log that the page names.
const LOG: &str = "layer.log";

/// Uses the layer with an installed `clunroll`, which must find this file of its own installation.
///
/// # Errors
///
/// If it finds another one or none, or a command of the page fails, or the layer unrolls nothing.
pub(super) fn test(test: &Test, place: &str, program: &Path, layer: &Path) -> Result {
    if !test.release.has_layer() {
        return Ok(());
    }
    announce(&format!("the OpenCL layer of {place}"));
    let layer = fs::canonicalize(layer).map_err(|error| format!("{place}: {}: {error}", layer.display()))?;
    if !runs_kernels() {
        return Ok(());
    }
    let folder = folder_with(&[])?;
    let folder = folder.path();
    let [source] = &document::blocks(SECTION, "c")?[..] else {
        return Err("docs/install.md must have one program in C for the layer".to_owned());
    };
    fs::write(folder.join("squares.c"), source).map_err(|error| format!("squares.c: {error}"))?;

    let programs = program.parent().unwrap_or(Path::new("/")).display();
    document::follow(SECTION, folder, &test.release.target, |script| format!("PATH='{programs}':$PATH\n{script}"))?;
    logged(folder)?;

    // The page has shown what these print; here it is compared.
    let status = output(tool(program, folder).args(["layer", "status"]))?;
    if !status.lines().any(|line| line == format!("library: {}", layer.display())) {
        return Err(format!("{place} finds another layer than {}:\n{status}", layer.display()));
    }
    let expected = document::blocks(SECTION, "text")?.concat();
    for with_layer in [false, true] {
        let mut run = if with_layer { tool(program, folder) } else { tool("./squares", folder) };
        let wrote = output(if with_layer { run.args(["layer", "run", "--", "./squares"]) } else { &mut run })?;
        if wrote != expected {
            return Err(format!("squares writes `{wrote}`, and docs/install.md says `{expected}`"));
        }
    }
    Ok(())
}

/// Refuses a log in this folder that does not say that the loop on the second line of the page's program was unrolled.
pub(super) fn logged(folder: &Path) -> Result {
    let log = fs::read_to_string(folder.join(LOG)).map_err(|error| format!("{LOG}: {error}"))?;
    if is_unrolled(&log) { Ok(()) } else { Err(format!("the layer unrolled nothing:\n{log}")) }
}

fn is_unrolled(log: &str) -> bool {
    // PyOpenCL adds a folder for included files to the options.
    log.lines().any(|line| line.contains("options \"-DN=5") && line.contains("\": unrolled line 2;"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_says_whether_a_loop_was_unrolled() {
        let line =
            |rest: &str| format!("clunroll layer [1]: started\nclunroll layer [1]: program 9 of 91 bytes, {rest}\n");
        assert!(is_unrolled(&line("options \"-DN=5\": unrolled line 2; 1.8 ms")));
        assert!(!is_unrolled(&line("options \"-DN=5\": no request; 0.0 ms")));
        assert!(!is_unrolled(&line("options \"-DN=5\": left line 2: no trip count; 1.8 ms")));
        assert!(!is_unrolled(""));
    }
}
