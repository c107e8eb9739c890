//! `clLinkProgram`.
//!
//! Programs that were rewritten when they were compiled are linked from their private programs. The result is the driver's, and the
//! application's own from the start. If the driver refuses, or a kernel is off, the originals are compiled as they were, and linked.
//!
//! For a recording, the linked program is kept with the sources of its parts.

use std::ffi::{c_char, c_void};
use std::ptr::null_mut;
use std::sync::Arc;

use opencl_sys::{CL_SUCCESS, cl_context, cl_device_id, cl_int, cl_program, cl_uint};

use crate::boundary::{elements, owned_text, write};
use crate::build_call::{BuildCallback, kernels_off, repeat};
use crate::log;
use crate::next::call;
use crate::owned::{ContextHandle, OwnedProgram, ProgramHandle};
use crate::record::is_on;
use crate::table::{self, FoundProgram};
use crate::watched::{LinkedPart, LinkedParts, WatchedProgram};

/// One call of `clLinkProgram`.
pub(crate) struct LinkCall {
    pub(crate) context: cl_context,
    pub(crate) device_count: cl_uint,
    pub(crate) devices: *const cl_device_id,
    pub(crate) options: *const c_char,
    pub(crate) program_count: cl_uint,
    pub(crate) programs: *const cl_program,
    pub(crate) callback: BuildCallback,
    pub(crate) user_data: *mut c_void,
    pub(crate) status: *mut cl_int,
}

impl LinkCall {
    /// Passes the call on as it is.
    ///
    /// # Safety
    ///
    /// The pointers are those of an application, which follows the rules of OpenCL.
    pub(crate) unsafe fn pass(&self) -> cl_program {
        let Self { context, device_count, devices, options, program_count, programs, callback, user_data, status } =
            *self;
        // SAFETY: the caller guarantees it.
        unsafe {
            call!(clLinkProgram(
                context,
                device_count,
                devices,
                options,
                program_count,
                programs,
                callback,
                user_data,
                status,
            ))
        }
    }
}

/// Links programs of the application's.
///
/// # Safety
///
/// As for [`LinkCall::pass`].
pub(crate) unsafe fn link(wanted: &LinkCall) -> cl_program {
    // SAFETY: there are so many programs.
    let inputs = unsafe { elements(wanted.programs, wanted.program_count as usize) };
    let found: Vec<Option<FoundProgram>> =
        inputs.iter().map(|program| table::program(ProgramHandle(*program))).collect();
    let is_private = |found: &Option<FoundProgram>| found.as_ref().is_some_and(|found| found.current.is_some());
    let is_invalid = wanted.callback.is_none() && !wanted.user_data.is_null();
    let is_rewritten = found.iter().any(is_private);
    if is_invalid || !(is_rewritten || is_on()) {
        // SAFETY: as for this function.
        return unsafe { wanted.pass() };
    }
    let current: Vec<cl_program> = inputs
        .iter()
        .zip(&found)
        .map(|(program, found)| found.as_ref().map_or(*program, FoundProgram::program))
        .collect();
    let mut status = CL_SUCCESS;
    let attempt = LinkCall {
        programs: current.as_ptr(),
        callback: None,
        user_data: null_mut(),
        status: &raw mut status,
        ..*wanted
    };
    // SAFETY: as above; without a callback, the driver is done when it returns.
    let linked = unsafe { attempt.pass() };
    let is_linked = status == CL_SUCCESS && !linked.is_null();
    let off = if is_linked && is_rewritten { kernels_off(linked) } else { None };
    if is_linked && off.is_none() {
        if is_rewritten {
            log::say("linked rewritten programs");
        }
        if is_on() {
            // SAFETY: the options are the application's.
            let options = unsafe { owned_text(wanted.options) };
            let options = options.map_or_else(String::new, |options| options.to_string_lossy().into_owned());
            // The callback may release the program.
            table::add_program(WatchedProgram {
                handle: ProgramHandle(linked),
                context: ContextHandle(wanted.context),
                text: Arc::default(),
                parts: Some(parts(&found, &options)),
            });
        }
        // SAFETY: the application wants both.
        unsafe {
            write(wanted.status, CL_SUCCESS);
            if let Some(callback) = wanted.callback {
                callback(linked, wanted.user_data);
            }
        }
        return linked;
    }
    if !linked.is_null() {
        drop(OwnedProgram::new(linked));
    }
    if !is_rewritten {
        // SAFETY: as above. The driver says why once more.
        return unsafe { wanted.pass() };
    }
    let why = off.unwrap_or_else(|| format!("the driver refuses to link rewritten programs ({status})"));
    log::say(&format!("{why}, so the originals are linked"));
    for found in found.iter().flatten().filter(|found| found.current.is_some()) {
        let handle = found.watched.handle;
        for build in table::builds(handle) {
            repeat(&found.watched, handle.0, &build);
        }
        let replaced = table::set_current(handle, None);
        drop(replaced);
    }
    // SAFETY: as above.
    unsafe { wanted.pass() }
}

/// What a program consists of that is linked from these programs.
fn parts(programs: &[Option<FoundProgram>], options: &str) -> LinkedParts {
    let mut all = LinkedParts::default();
    for program in programs {
        let Some(found) = program else {
            all.has_others = true;
            continue;
        };
        let watched = &found.watched;
        if let Some(library) = &watched.parts {
            all.has_others |= library.has_others;
            all.known.extend(
                library.known.iter().map(|part| LinkedPart {
                    link_options: format!("{} {options}", part.link_options),
                    ..part.clone()
                }),
            );
        } else {
            let builds = table::builds(watched.handle);
            all.known.push(LinkedPart { text: Arc::clone(&watched.text), builds, link_options: options.to_owned() });
        }
    }
    all
}
