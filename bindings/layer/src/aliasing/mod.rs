//! A choice at each launch between two builds of a kernel: as written, and with `restrict`.
//!
//! ```text
//! clBuildProgram            f (private or the application's own), and f with `restrict`
//! clSetKernelArg            both
//! clEnqueueNDRangeKernel    f with `restrict` if the buffers of this launch are surely separate, or else f
//! ```
//!
//! It is off unless the user asks for it. The application has the kernel as written, and all queries are about that one. The second kernel
//! is private. It gets the same arguments, and is launched only if `disjoint` shows that no two buffers of the launch share memory. That is the
//! promise of `--assume restrict`, so the second text is the one that this setting gives. On any doubt the kernel as written runs, and
//! what makes the two differ once drops the second kernel for good.
//!
//! - `entry`: the functions that see buffers, arguments and launches.
//! - `second`: the second build, and the second kernel; `state`: whether it may be launched.
//! - `disjoint`: the buffers of one launch. `buffers`: those that have memory of their own.
//! - `loaders`: whether a program can pass the layer by. `counts`: which kernel ran how often, and why. `switch`: on or off.

mod buffers;
mod counts;
mod disjoint;
mod entry;
mod loaders;
mod second;
mod state;
mod switch;

use crate::{log, table};

pub(crate) use self::buffers::KnownBuffers;
pub(crate) use self::counts::LaunchCounts;
pub(crate) use self::entry::replace;
pub(crate) use self::second::{build_restricted, kernel};
pub(crate) use self::switch::{is_on, stop};

/// Logs which kernels ran how often. No function of the driver is called: it may be gone.
pub(crate) fn end() {
    if is_on() {
        for line in table::take_counts().lines() {
            log::say(&line);
        }
    }
}

/// The end of the process, for loaders that do not end their layers.
#[used]
#[unsafe(link_section = ".fini_array")]
static AT_EXIT: extern "C" fn() = at_exit;

extern "C" fn at_exit() {
    crate::boundary::guarded(end, || ());
}
