//! What the layer starts: an ordinary command line, which ends with the program that the layer is in.

use std::io;
use std::process;
use std::thread;

use crate::cli::COULD_NOT_RUN;

/// The word before that command line.
pub(in crate::cli) const WORKER: &str = "layer-worker";

/// Ends this process when its standard input ends. The layer keeps that open as long as it waits.
pub(in crate::cli) fn end_with_input() {
    thread::spawn(|| {
        // An error is as good as an end.
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        process::exit(COULD_NOT_RUN.into());
    });
}
