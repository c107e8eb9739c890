//! The functions of the next layer or of the loader, and the table of those that this layer replaces.
//!
//! The loader may have fewer functions than the headers, so its table is copied up to its length, and no function is replaced that it
//! lacks. An entry that is NULL in the layer's table stays as it was: the loader fills it in.

use std::mem::{size_of, zeroed};
use std::panic;
use std::ptr::{copy_nonoverlapping, null_mut};
use std::sync::atomic::{AtomicPtr, Ordering};

use opencl_sys::cl_icd::cl_icd_dispatch;

use crate::aliasing::stop as stop_choices;
use crate::verify::prepare as prepare_verification;
use crate::{entry, environment, fork, log};

/// How many functions a table has here.
pub(crate) const ENTRIES: usize = size_of::<cl_icd_dispatch>() / size_of::<usize>();

/// The functions of the first loader that has started the layer.
static NEXT: AtomicPtr<cl_icd_dispatch> = AtomicPtr::new(null_mut());

/// A table that replaces nothing.
pub(crate) const NOTHING: *const cl_icd_dispatch = {
    static TABLE: [usize; ENTRIES] = [0; ENTRIES];
    (&raw const TABLE).cast()
};

/// The functions that do the work of OpenCL.
pub(crate) fn next() -> &'static cl_icd_dispatch {
    // SAFETY: a function of the layer can be called only after `start` has set the pointer, and its table is never freed.
    unsafe { &*NEXT.load(Ordering::Acquire) }
}

/// Starts the layer, and returns the functions that it replaces: none if it is off.
///
/// # Safety
///
/// `target` has `entries` functions, which stay valid.
pub(crate) unsafe fn start(entries: usize, target: *const cl_icd_dispatch) -> *const cl_icd_dispatch {
    if !environment::settings().is_active {
        log::say(&environment::settings().why_inactive);
        return NOTHING;
    }
    // SAFETY: NULL is a valid value of each entry, as all are optional functions or an integer.
    let (mut functions, mut replaced): (cl_icd_dispatch, cl_icd_dispatch) = unsafe { (zeroed(), zeroed()) };
    // SAFETY: both have so many entries, which are of the size of a pointer.
    unsafe {
        copy_nonoverlapping(target.cast::<usize>(), (&raw mut functions).cast::<usize>(), entries.min(ENTRIES));
    }
    entry::replace(&functions, &mut replaced);
    let functions = Box::into_raw(Box::new(functions));
    if NEXT.compare_exchange(null_mut(), functions, Ordering::AcqRel, Ordering::Acquire).is_err() {
        // A process may have two loaders. The layer serves the first one; programs of the other one pass by.
        // SAFETY: nothing else has this pointer.
        drop(unsafe { Box::from_raw(functions) });
        log::say("a second loader of this process passes by");
        stop_choices("a second loader passes by");
        return NOTHING;
    }
    fork::prepare();
    // A panic is a bug, and is caught. Its message is for the log, and not for the standard error of the host. The standard library is a
    // part of this library, so that no other code gets this hook.
    panic::set_hook(Box::new(|panic| log::say(&format!("please report this bug: {panic}"))));
    log::say(&format!("started: the loader has {entries} functions"));
    environment::settings().notes.iter().for_each(|note| log::say(note));
    prepare_verification();
    Box::into_raw(Box::new(replaced))
}

/// Calls a function of the driver. The table replaces only functions that the driver has.
macro_rules! call {
    ($function:ident($($argument:expr),* $(,)?)) => {
        match crate::next::next().$function {
            Some(function) => function($($argument),*),
            None => unreachable!(concat!(stringify!($function), " is missing")),
        }
    };
}
pub(crate) use call;
