//! The requests to a worker process, and its answers.
//!
//! A platform has its own compiler, and runs unchecked kernels. Both may crash the process, or never end. So they run in a child process.
//! It gets one request at a time, as a line of JSON on standard input, and sends one answer. If it dies, or does not answer in time, the
//! unanswered request is the cause. It ends when its standard input is closed.
//!
//! Answers are lines on standard error that begin with a mark, since kernels print to standard output, and platforms print other lines to
//! standard error.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::common_changes::{CommonChanges, PartialLaunches};
use crate::launch::Launch;
use crate::memory::ContentDifference;
use crate::parameters::KernelInterface;
use crate::program::KernelResources;
use crate::step_watch::EndlessStep;
use crate::timing::{Times, Timing};

/// The start of each line with an answer.
pub(crate) const MARK: &str = "\u{1}clunroll ";

/// A request to the worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum WorkerRequest {
    /// Open a device: the first one with this text in its name or in its platform's name, or the first CPU.
    Open { device: Option<String> },
    /// Build a text, and keep the result under this number.
    Build { program: usize, text: String, options: String },
    /// Forget the program with this number.
    Forget { program: usize },
    /// Launch a kernel of a program, and keep the contents of its memory in this slot. If it `continues`, the memory has the contents that
    /// the launch before it left.
    Launch { program: usize, launch: Launch, slot: usize, continues: bool },
    /// Time the launch of a kernel in each of these programs.
    Time { programs: Vec<usize>, launch: Launch, timing: Timing },
    /// Say what a kernel of a program needs.
    Resources { program: usize, kernel: String },
    /// Compare the contents of two slots.
    Compare { left: usize, right: usize },
    /// Find what two parts of the work-items have both changed.
    FindCommonChanges(PartialLaunches),
    /// Read the memory of one argument from a slot.
    Read { slot: usize, argument: usize },
}

/// What is known of an open device.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct OpenDevice {
    /// The name of the platform, followed by that of the device.
    pub(crate) name: String,
    /// The version of its platform, which may name that of its compiler.
    pub(crate) platform_version: String,
    /// The version of its driver.
    pub(crate) driver: String,
    pub(crate) is_cpu: bool,
    /// Whether all accesses outside of buffers are noticed on it.
    pub(crate) sees_accesses: bool,
}

/// The answer to a request.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum WorkerAnswer {
    /// The reason why there is no such device, or why it cannot be used.
    NoDevice(String),
    /// The device is open.
    Device(OpenDevice),
    /// The text was built, and has these kernels.
    Built(Vec<KernelInterface>),
    /// The compiler refused the text, with this log.
    Refused(String),
    Forgotten,
    Launched(Launched),
    /// The reason why the platform refused the launch.
    NotLaunched(String),
    Timed(Times),
    /// A step of timing takes too long. No other answer may follow.
    Endless(EndlessStep),
    Resources(KernelResources),
    Compared(Option<ContentDifference>),
    CommonChanges(CommonChanges),
    Bytes(Vec<u8>),
}

/// An access outside of a kernel's memory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Outside {
    /// Whether it is a write.
    pub is_write: bool,
    /// The buffer that it is near, if that is known.
    pub buffer: Option<String>,
}

/// The effects of a launch that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Launched {
    /// The known accesses of the kernel outside of its memory.
    pub outside: BTreeSet<Outside>,
    /// Whether the kernel has changed anything in memory.
    pub has_changed: bool,
}
