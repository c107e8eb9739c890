//! Builds OpenCL programs and launches their kernels in a process of its own, with time limits, and compares what they leave
//! in memory.
//!
//! A [`Runner`] is a device. It builds texts, launches kernels with arguments that a [`Launch`] describes, and keeps the
//! contents of their memory, which can be compared and read. Compilers and kernels may crash, or never end. They do so in a
//! worker process, and the runner reports that as [`Lost`]. The worker is any program that calls [`serve`]; whoever makes a
//! runner says which ([`WorkerProgram`]).
//!
//! - [`description`] reads what a user says about a launch, and writes launches.
//! - `launch`, `element` and `image` are what a launch is, as data; `fill` makes bytes of it.
//! - `runner` is the device, `worker` its process as seen from outside, `protocol` what they say, `server` the process as seen
//!   from inside.
//! - `device`, `program`, `parameters` and `memory` are OpenCL; only `memory` and `guard_pages` contain unsafe code.
//! - `type_names` finds out which type a `typedef` names, and `structure` is what the caller may know of types itself.
//!
//! This crate knows nothing of unrolling.

pub mod description;
mod device;
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
mod runner;
mod server;
mod structure;
mod type_names;
mod worker;

pub use element::ElementType;
pub use image::{ImageFormat, ImageKind};
pub use launch::{Addressing, Argument, Fill, Launch, LaunchArgument, Magnitude, Number, Sampler};
pub use memory::Difference;
pub use parameters::{DeclaredParameter, KernelInterface, Parameter, ParameterKind};
pub use protocol::{Launched, Outside};
pub use runner::{Build, ProgramId, Runner};
pub use server::serve;
pub use structure::{Field, SourceParameter, SourceType, Structure};
pub use type_names::TypeNames;
pub use worker::{Lost, WorkerProgram};
