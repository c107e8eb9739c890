//! The OpenCL layer of clunroll: it rewrites the sources that a program gives to its OpenCL driver.
//!
//! A layer is a library that the loader, `libOpenCL.so.1`, puts between a program and its drivers. The loader calls [`clInitLayer`] or
//! [`clInitLayerWithProperties`], and gets a table of the functions that the layer replaces.
//!
//! The program keeps the driver's own handles. When it builds a program from source, the layer rewrites the source and builds a second,
//! private program, from which all kernels are then made. `docs/layer.md` lists what the layer does with each function, and
//! `docs/decisions/layer.md` says why.
//!
//! - `entry`: the functions of OpenCL that the layer replaces. Each finds its program or kernel and calls what is below.
//! - `build`, `link`: builds, and the way back to the original; `build_call`: one call, and the same again.
//! - `watched`: what is known of each program; `table`: all of them, their kernels, and how long each lives.
//! - `kernel_arguments`: what a program has set, for `record` and `aliasing`.
//! - `rewriting`: from a source and build options to a text; `includes`, `trust`: what it may believe.
//! - `next`: the functions of the next layer or driver. `query`: how they are asked something; `queries`: what.
//! - `owned`: a program that is released with its last use.
//! - `environment`, `configuration`: what the user asks for; `log`, `dump`, `profile`: what is done about it.
//! - `verify`: a comparison of both texts before the new one is built, in another process; only if the user asks for it.
//! - `aliasing`: the choice at each launch between a kernel as written and one with `restrict` (`restricted`); only if the user asks for it.
//! - `record`: what a program runs, in a folder for `clunroll tune`; only if the user asks for it.
//! - `boundary`: no panic leaves a function; `fork`: what a new process gets; `signals`: those of the program.
//!
//! *Invariants.* No lock is held while a function of the driver runs. Where anything is in doubt, the driver builds the original source.

#![cfg(target_os = "linux")]
#![expect(unsafe_code, reason = "the loader and the program call these functions with raw pointers")]

mod aliasing;
mod boundary;
mod build;
mod build_call;
mod configuration;
mod dump;
mod entry;
mod environment;
mod fork;
mod includes;
mod kernel_arguments;
mod kernel_source;
mod link;
mod log;
mod next;
mod owned;
mod profile;
mod queries;
mod query;
mod record;
mod restricted;
mod rewriting;
mod signals;
mod table;
mod trust;
mod verify;
mod watched;

use std::ffi::c_void;

use opencl_sys::cl_icd::cl_icd_dispatch;
use opencl_sys::cl_layer::{
    CL_LAYER_API_VERSION, CL_LAYER_API_VERSION_100, CL_LAYER_NAME, CL_LAYER_PROPERTIES_LIST_END, cl_layer_properties,
};
use opencl_sys::{CL_INVALID_PROPERTY, CL_INVALID_VALUE, CL_SUCCESS, cl_int, cl_uint};

use boundary::{guarded, write};

/// The name of the layer, for loaders that list their layers.
const NAME: &[u8] = b"clunroll\0";

/// Answers what the loader asks about the layer.
///
/// # Safety
///
/// `value` is NULL or has room for `size` bytes. `size_ret` is NULL or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clGetLayerInfo(
    name: cl_uint,
    size: usize,
    value: *mut c_void,
    size_ret: *mut usize,
) -> cl_int {
    let version = CL_LAYER_API_VERSION_100.to_ne_bytes();
    let answer: &[u8] = match name {
        CL_LAYER_API_VERSION => &version,
        CL_LAYER_NAME => NAME,
        _ => return CL_INVALID_VALUE,
    };
    if !value.is_null() {
        if size < answer.len() {
            return CL_INVALID_VALUE;
        }
        // SAFETY: `value` has room for `size` bytes, which are enough.
        unsafe { std::ptr::copy_nonoverlapping(answer.as_ptr(), value.cast(), answer.len()) };
    }
    // SAFETY: the caller guarantees it.
    unsafe { write(size_ret, answer.len()) };
    CL_SUCCESS
}

/// Starts the layer.
///
/// # Safety
///
/// `target` has `entries` functions, which stay valid. The other two pointers may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clInitLayer(
    entries: cl_uint,
    target: *const cl_icd_dispatch,
    entries_ret: *mut cl_uint,
    layer: *mut *const cl_icd_dispatch,
) -> cl_int {
    if target.is_null() || entries_ret.is_null() || layer.is_null() {
        return CL_INVALID_VALUE;
    }
    // What cannot start replaces nothing.
    let started = guarded(
        // SAFETY: as above.
        || unsafe { next::start(entries as usize, target) },
        || next::NOTHING,
    );
    // SAFETY: as above.
    unsafe {
        write(entries_ret, entries.min(next::ENTRIES as cl_uint));
        write(layer, started);
    }
    CL_SUCCESS
}

/// Starts the layer, for loaders that pass properties. None is defined yet.
///
/// # Safety
///
/// As for [`clInitLayer`]; `properties` is NULL or ends with 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clInitLayerWithProperties(
    entries: cl_uint,
    target: *const cl_icd_dispatch,
    entries_ret: *mut cl_uint,
    layer: *mut *const cl_icd_dispatch,
    properties: *const cl_layer_properties,
) -> cl_int {
    // SAFETY: a list that is not NULL has at least its end.
    if !properties.is_null() && unsafe { properties.read() } != CL_LAYER_PROPERTIES_LIST_END {
        return CL_INVALID_PROPERTY;
    }
    // SAFETY: as for this function.
    unsafe { clInitLayer(entries, target, entries_ret, layer) }
}

/// Ends the layer. What it has is released with the process: programs may outlive the loader.
#[unsafe(no_mangle)]
pub extern "C" fn clDeinitLayer() -> cl_int {
    guarded(record::end, || ());
    guarded(aliasing::end, || ());
    CL_SUCCESS
}
