//! Builds OpenCL programs and launches their kernels in a separate process, with time limits, and compares the contents of memory
//! afterwards.
//!
//! A [`Runner`] is a device. It builds texts, launches kernels with arguments that a [`Launch`] describes, and keeps the contents of their
//! memory, which can be compared and read. Compilers and kernels may crash, or never end. They run in a worker process, and the runner
//! reports its loss as [`Lost`]. The worker can be any program that calls [`serve`]; the caller names it ([`WorkerProgram`]).
//!
//! - [`description`] reads launch descriptions, and writes launches as descriptions. [`recording`] has those of a whole program.
//! - `launch`, `element` and `image` are a launch as data; `fill` makes the bytes of its memory.
//! - `runner` is the device, `worker` starts and asks its process, `protocol` has the requests and answers, and `server` runs in the
//!   process.
//! - `device`, `program`, `parameters`, `device_argument`, `memory`, `restorable` and `timing` are OpenCL. Only the last four and
//!   `guard_pages` contain unsafe code.
//! - `timing` times the launches of several programs in turn, on the memory of `restorable`. `step_watch` notices what does not end, and
//!   `rounding` says whether floating-point results differ by more than rounding explains.
//! - `common_changes` finds what two launches have both changed, to find races.
//! - `type_names` finds out which type a `typedef` names, and `structure` has the types that the caller knows itself.
//!
//! This crate knows nothing about unrolling.

mod common_changes;
pub mod description;
mod device;
mod device_argument;
mod element;
mod fill;
#[cfg(target_os = "linux")]
mod guard_pages;
#[cfg(not(target_os = "linux"))]
#[path = "no_guard_pages.rs"]
mod guard_pages;
mod image;
mod launch;
mod memory;
mod parameters;
mod program;
mod protocol;
pub mod recording;
mod restorable;
mod rounding;
mod runner;
mod server;
mod step_watch;
mod structure;
mod timing;
mod type_names;
mod worker;

pub use common_changes::{CommonChanges, PartialLaunches};
pub use element::ElementType;
pub use image::{ImageFormat, ImageKind};
pub use launch::{Addressing, ArgumentValue, Fill, Launch, LaunchArgument, Magnitude, Number, Sampler};
pub use memory::ContentDifference;
pub use parameters::{DeclaredParameter, KernelInterface, KernelParameter, ParameterKind};
pub use program::KernelResources;
pub use protocol::{Launched, Outside};
pub use runner::{Build, NotTimed, ProgramId, Runner};
pub use server::serve;
pub use step_watch::{EndlessStep, TimedStep};
pub use structure::{Field, SourceParameter, SourceType, Structure};
pub use timing::{ProgramTimes, Times, Timing};
pub use type_names::KnownTypes;
pub use worker::{Lost, WorkerProgram};
