//! The command line, from outside: exit status, standard output and standard error together.
//!
//! Each test runs the built program in a folder of its own with relative names, so that no path of the machine is in a snapshot. There is
//! one file per topic; a test's name says what it checks.
#![cfg(unix)]

mod about;
mod arguments;
mod build_step;
mod check;
mod config;
mod depfile;
mod diagnostics;
mod diff;
mod flatten;
mod includes;
mod input;
mod kept;
mod limits;
mod mistakes;
mod output;
mod per_file;
#[path = "../opencl/pocl.rs"]
mod pocl;
mod profile;
mod recordings;
mod report;
mod rules;
mod sandbox;
mod selection;
mod streams;
mod tune;
mod tune_cache;
mod tune_reports;
mod tune_table;
mod verify;
