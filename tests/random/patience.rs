//! Rewrites a text, with an end to the time that this may take.
//!
//! A small program that takes seconds is a fault of its own: something in clunroll takes more than linear time.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use clunroll::{NoIncludes, Options, Outcome, unroll};

/// How long one program may take. They take milliseconds; the rest is for machines that do something else.
const PATIENCE: Duration = Duration::from_secs(30);

/// The message about a run that takes longer.
pub const TOO_LONG: &str = "clunroll takes more than 30 s";

/// clunroll's outcome for a text; an error if it takes too long, or panics.
pub fn rewritten(text: &str, options: &Options) -> Result<Outcome, String> {
    let (sender, receiver) = channel();
    let (text, options) = (text.to_owned(), options.clone());
    // A thread that never ends is abandoned, and ends with the process.
    thread::spawn(move || {
        let _ = sender.send(unroll(text.as_bytes(), &options, &mut NoIncludes));
    });
    receiver.recv_timeout(PATIENCE).map_err(|error| match error {
        RecvTimeoutError::Timeout => TOO_LONG.to_owned(),
        RecvTimeoutError::Disconnected => "clunroll panics".to_owned(),
    })
}
