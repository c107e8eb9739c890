//! The library through its public items alone.
//!
//! - `embedding`: the library as other programs use it: headers in memory, places, reasons, strings of build options.
//! - `requests`, `suppressions`: options, limits and comments that change the result of a request, or its report.
//! - `advice`: loops whose trips cannot be counted, and what would let clunroll count them.
//! - `causes`: one finding for each cause, with all its places.
//! - `size_limits`: limits on the copies of a loop and on the growth of a file.
//! - `stride_tests`: the tests of row lengths before jams, against all values in a model with 8 bits.
//! - `formats`, `report`: the output of the renderers and the report, also for odd files.

mod advice;
mod causes;
mod embedding;
mod formats;
#[path = "../opencl/plan.rs"]
#[allow(dead_code, reason = "no case runs here")]
mod plan;
mod report;
mod requests;
mod size_limits;
mod stride_tests;
mod suppressions;
