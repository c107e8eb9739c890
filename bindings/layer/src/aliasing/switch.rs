//! Whether the layer chooses at each launch.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::record::is_on as is_recording;
use crate::{environment, log};

/// Whether the program does what the layer does not see.
static IS_STOPPED: AtomicBool = AtomicBool::new(false);

/// Whether the user asks for it. A recording has the kernels as written, so it comes first.
pub(crate) fn is_on() -> bool {
    environment::settings().is_by_launch && !is_recording()
}

/// Launches the kernels as written from now on.
pub(crate) fn stop(why: &str) {
    if is_on() && !IS_STOPPED.swap(true, Ordering::Relaxed) {
        log::say(&format!("no more launches with `restrict`: {why}"));
    }
}

pub(super) fn is_stopped() -> bool {
    IS_STOPPED.load(Ordering::Relaxed)
}
