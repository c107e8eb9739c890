//! What clunroll says to the process in which it lets an OpenCL platform work, and what that answers.
//!
//! A platform compiles with a compiler of its own and runs kernels on arguments that fit them by luck. Both may crash, or
//! never end, and take the process along. So all of it happens in a child of clunroll, which is told what to do in one line
//! of JSON on standard input, and says what it is about to do before it does it: what is left unanswered when it dies is
//! what killed it. Its standard input stays open for as long as somebody wants to know.
//!
//! Answers are lines on standard error that begin with a mark, since kernels print to standard output, and platforms print
//! whatever they like to standard error.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::build::Which;

/// What each line of an answer begins with.
pub(super) const MARK: &str = "\u{1}clunroll ";

/// What is to be done.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct WorkerJob {
    /// A part of the name of the device or of its platform; a CPU where it is not said.
    pub(super) device: Option<String>,
    pub(super) original: String,
    pub(super) rewritten: String,
    /// Options for both builds, all of them.
    pub(super) options: String,
    /// How kernels are to be run, if they are.
    pub(super) launches: Option<Launches>,
}

/// How kernels are to be run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Launches {
    /// The options of the job without those that loosen floating point.
    pub(super) strict_options: String,
    /// The options that loosen floating point; empty where there is none.
    pub(super) loosening: Vec<String>,
    /// How long one kernel's launches should take, together.
    pub(super) patience: Duration,
    /// The first launch, where an earlier process has made those before it.
    pub(super) from: Option<Launch>,
}

/// One launch of one kernel, by its number among those that the kernel gets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Launch {
    pub(super) kernel: String,
    pub(super) number: usize,
}

/// What is answered, in this order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum WorkerMessage {
    /// There is no such device, or none that can be worked with, and why.
    NoDevice(String),
    /// This one works on it.
    Device(String),
    /// This text is going to be built.
    Building(Which),
    /// It was built.
    Built(Which),
    /// It was refused, and why.
    Refused(Which, String),
    /// Both texts have these kernels.
    Kernels(Vec<String>),
    /// They have different kernels, or different parameters.
    OtherKernels(String),
    /// This kernel cannot be launched, and why.
    NoLaunch { kernel: String, why: String },
    /// It is going to be asked what the types of this kernel's parameters stand for.
    Learning(String),
    /// This launch is going to be made, of a kernel of this text; the first with such a work-group is when many platforms
    /// compile.
    Launching { launch: Launch, which: Which, size: u32, is_first: bool },
    /// Both texts' kernels have left the same in memory, and whether they have changed anything there.
    Same { has_changed: bool },
    /// Nothing can be learnt from this launch, and why.
    LeftOut(String),
    /// They differ, and how; it is going to be asked whether that means anything.
    Suspect(String),
    /// They differ, and how.
    Different(String),
    /// They differ, and how: in builds whose options let them, or where it may be the original's or the compiler's doing.
    Unsettled(String),
    /// All has been done.
    Done,
}
