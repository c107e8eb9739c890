//! The OpenCL layer, loaded by the loader of this machine, with programs in C (`client.c`, `shares.c`) on PoCL.
//!
//! Each scene of the program prints all that it gets to know. So with the layer it must print the same as without, while the log of the
//! layer says that loops were unrolled.
//!
//! - `answers`: the scenes as they are, and what the layer costs a program without requests.
//! - `faults`: with a second layer (`below.c`) that plays a driver with faults, and counts what is not released.
//! - `aliasing`: a choice at each launch between kernels as written and with `restrict`.
//! - `recorded`: recordings, which `clunroll tune` then reads.
//! - `command`: `clunroll layer`, and the variables of the environment.
//! - `configured`: what is on or off, profiles, and `clunroll.toml`.
//! - `verified`: verification by a worker, with a program that has children of its own (`host.c`).
#![cfg(target_os = "linux")]

mod aliasing;
mod answers;
mod command;
mod configured;
mod faults;
#[path = "../opencl/pocl.rs"]
mod pocl;
mod recorded;
mod session;
mod verified;
