//! Whether all calls of the program go through the layer.
//!
//! A process may have two loaders, one in a wheel of Python and that of the system. The layer sees the calls to one of
//! them. Through the other one, the program could set arguments of the same kernel. So a program with two loaders launches kernels as
//! written.

use std::ffi::{CStr, c_int, c_void};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many libraries had been loaded when they were last looked at, times two, plus one if there was one loader at most.
static SEEN: AtomicU64 = AtomicU64::new(u64::MAX);

/// What is found in the list of libraries.
struct LoaderSearch {
    /// What was seen the last time.
    before: u64,
    is_first: bool,
    added: u64,
    loaders: u64,
}

/// Whether the process has one loader.
pub(super) fn is_alone() -> bool {
    let before = SEEN.load(Ordering::Relaxed);
    let mut search = LoaderSearch { before, is_first: true, added: 0, loaders: 0 };
    // SAFETY: the function gets the place that is passed here, and keeps nothing.
    let is_as_before = unsafe { libc::dl_iterate_phdr(Some(look_at), (&raw mut search).cast()) } != 0;
    if is_as_before {
        return before & 1 == 1;
    }
    let is_alone = search.loaders <= 1;
    SEEN.store((search.added << 1) | u64::from(is_alone), Ordering::Relaxed);
    is_alone
}

/// Counts a library. If none was added since the last time, the first one ends the search.
unsafe extern "C" fn look_at(info: *mut libc::dl_phdr_info, _: usize, search: *mut c_void) -> c_int {
    // SAFETY: the C library passes its own data and the place above.
    let (info, search) = unsafe { (&*info, &mut *search.cast::<LoaderSearch>()) };
    if search.is_first {
        (search.is_first, search.added) = (false, info.dlpi_adds);
        if search.before >> 1 == info.dlpi_adds {
            return 1;
        }
    }
    if !info.dlpi_name.is_null() {
        // SAFETY: the name of a library is a C string.
        let name = unsafe { CStr::from_ptr(info.dlpi_name) }.to_string_lossy();
        search.loaders += u64::from(is_loader(&name));
    }
    0
}

/// Whether a path is that of a loader of OpenCL: `libOpenCL.so.1`, or with a hash as in wheels of Python.
fn is_loader(path: &str) -> bool {
    Path::new(path).file_name().is_some_and(|name| name.to_string_lossy().starts_with("libOpenCL"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loaders_have_a_name() {
        assert!(is_loader("/usr/lib/x86_64-linux-gnu/libOpenCL.so.1"));
        assert!(is_loader("/opt/pyopencl.libs/libOpenCL-b6a01a85.so.1.0.0"));
        assert!(!is_loader("/usr/lib/libclunroll_layer.so") && !is_loader("/usr/lib/libpocl.so.2") && !is_loader(""));
        // This process has none.
        assert!(is_alone() && is_alone());
    }
}
