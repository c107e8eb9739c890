//! The documents are true.
//!
//! - `commands`: each command in them runs, links have targets, and the map of the code stays short.
//! - `pages`: the examples of README and of the pages that it links to are real, and their options are those of `--help`.
//! - `rules_page`: docs/rules.md equals the program's output.
//! - `limits_page`: docs/limits.md is right about which loops stay as written.
//! - `performance_page` and `tuned_tables`: the tables of docs/PERFORMANCE.md are made from the measurements beside it.
//! - `gallery_page`: docs/gallery.md shows what clunroll writes; `measurements` makes such parts of pages again.
//! - `figures`: the figures in sentences are those of the measurements.

mod commands;
mod figures;
mod gallery_page;
mod limits_page;
mod measurements;
mod pages;
mod performance_page;
#[path = "../opencl/pocl.rs"]
mod pocl;
mod rules_page;
mod tuned_tables;
mod type_names;
