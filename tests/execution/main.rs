//! The results of kernels on OpenCL platforms, as written and as rewritten.
//!
//! - `cases`: each kernel and case, on all platforms. This is the test that matters most.
//! - `spellings`: each case in other spellings.
//! - `small_programs`: each integer type, in each place where a variable can be, in each form.
//! - `build_options`: runtimes read a string of build options as clunroll does.
//! - `changed_outputs`: `--verify=run` notices wrong outputs.
//! - `timing`: launches are timed with the same contents of memory.
//!
//! A test that needs a platform starts this program again, as a worker that runs that test alone (`tests/opencl/workers.rs`). So the
//! name of the test, with its module, is in the test itself.

#![allow(unsafe_code, reason = "the OpenCL API takes raw pointers and trusts the kernels it runs")]

mod build_options;
mod cases;
mod changed_outputs;
#[path = "../opencl/mod.rs"]
mod opencl;
#[path = "../opencl/pocl.rs"]
mod pocl;
mod small_programs;
mod spellings;
mod timing;
