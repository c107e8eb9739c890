//! The outputs and findings for each kernel and case. No kernel is run here: `tests/execution/` does that.
//!
//! - `snapshots`: the output and the findings of each case, and properties of every source.
//! - `index`: `tests/cases/README.md` lists the cases.
//! - `manifest`: hashes of all outputs and findings, also of the real kernels in `CLUNROLL_CORPUS`.
//! - `neighbours`: one request does not change the result of another one.
//! - `circles`: the files of a crate have no large circles of uses.
//! - `command_line_macros`: a `-D` never declines a loop that is unrolled without it.
//! - `line_directives`: `#line` lines number each line as the user's file does.

mod circles;
mod command_line_macros;
mod index;
#[path = "../kernels/mod.rs"]
#[allow(dead_code, reason = "tests/corpus.rs checks what is promised of a package")]
mod kernels;
mod line_directives;
mod manifest;
mod neighbours;
#[path = "../opencl/plan.rs"]
#[allow(dead_code, reason = "no case runs here")]
mod plan;
mod snapshots;
