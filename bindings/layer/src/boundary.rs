//! What happens at the border to C: no panic leaves a function, and pointers of the caller may be NULL.

use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `body`. If it panics, which is a bug, `otherwise` runs: it does what the driver alone would do.
pub(crate) fn guarded<T>(body: impl FnOnce() -> T, otherwise: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_| otherwise())
}

/// Writes a result to where the caller wants it, if it does.
///
/// # Safety
///
/// `to` is NULL or may be written.
pub(crate) unsafe fn write<T>(to: *mut T, value: T) {
    if !to.is_null() {
        // SAFETY: the caller guarantees it.
        unsafe { to.write(value) };
    }
}

/// The text of a C string; `None` for NULL.
///
/// # Safety
///
/// `text` is NULL or a C string.
pub(crate) unsafe fn owned_text(text: *const c_char) -> Option<CString> {
    // SAFETY: the caller guarantees it.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_owned())
}

/// The elements of an array; none for NULL.
///
/// # Safety
///
/// `first` is NULL or the first of `count` elements, which nothing changes meanwhile.
pub(crate) unsafe fn elements<'a, T>(first: *const T, count: usize) -> &'a [T] {
    // SAFETY: the caller guarantees it.
    if first.is_null() || count == 0 { &[] } else { unsafe { std::slice::from_raw_parts(first, count) } }
}
