//! What a run says to its worker process, and what that answers.
//!
//! A platform compiles with a compiler of its own, and runs kernels that nobody has checked. Both may crash, or never end, and
//! take the process along. So all of it happens in a child. It gets one request at a time, as a line of JSON on standard
//! input, and gives one answer. If it dies, or is silent for too long, the request that it has not answered is the cause. Its
//! standard input stays open for as long as somebody wants to know.
//!
//! Answers are lines on standard error that begin with a mark, since kernels print to standard output, and platforms print
//! whatever they like to standard error.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::launch::Launch;
use crate::memory::Difference;
use crate::parameters::KernelInterface;

/// What each line of an answer begins with.
pub(crate) const MARK: &str = "\u{1}clunroll ";

/// What is to be done.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Request {
    /// Open a device: the first with this in its name or in that of its platform, or the first CPU.
    Open { device: Option<String> },
    /// Build a text, and keep the result under this number.
    Build { program: usize, text: String, options: String },
    /// Forget what was built under this number.
    Forget { program: usize },
    /// Launch a kernel of a program, and keep what its memory contains in this slot.
    Launch { program: usize, launch: Launch, slot: usize },
    /// Compare what two slots contain.
    Compare { left: usize, right: usize },
    /// Read the memory that one argument has left in a slot.
    Read { slot: usize, argument: usize },
}

/// What comes of a request.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Answer {
    /// There is no such device, or none that can be worked with, and why.
    NoDevice(String),
    /// This device is open.
    Device(String),
    /// The text was built, and has these kernels.
    Built(Vec<KernelInterface>),
    /// The compiler refused the text, and said so.
    Refused(String),
    Forgotten,
    Launched(Launched),
    /// The platform refused the launch, and why.
    NotLaunched(String),
    Compared(Option<Difference>),
    Bytes(Vec<u8>),
}

/// An access outside of what a kernel may access.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Outside {
    /// Whether it is a write.
    pub is_write: bool,
    /// The buffer, if it is near one and that is known.
    pub buffer: Option<String>,
}

/// What is known of a launch that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Launched {
    /// What the kernel has accessed outside of its memory, as far as that is known.
    pub outside: BTreeSet<Outside>,
    /// Whether the kernel has changed anything in memory.
    pub has_changed: bool,
}
