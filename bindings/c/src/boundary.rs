//! The boundary to C: raw pointers become references, a failure becomes a status, and no panic leaves a function.
//!
//! A function of the library is `guarded(status_of_a_panic, || …)`. Inside, `?` ends it with the status of the failure.

use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{mem, slice};

use crate::{CLUNROLL_NUL_TERMINATED, clunroll_status};

/// The reason why a function fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failed {
    /// The status is the whole reason.
    Plainly(clunroll_status),
    /// An argument is invalid; the reason, for people.
    Invalid(String),
}

/// The result of a call.
pub(crate) type CallResult<T> = Result<T, Failed>;

impl Failed {
    /// A pointer that must not be NULL is NULL.
    pub(crate) const NULL: Self = Self::Plainly(clunroll_status::NullArgument);

    pub(crate) const fn status(&self) -> clunroll_status {
        match self {
            Self::Plainly(status) => *status,
            Self::Invalid(_) => clunroll_status::InvalidArgument,
        }
    }
}

/// Runs a function of the library; a panic in it becomes `on_panic`.
pub(crate) fn guarded(on_panic: clunroll_status, body: impl FnOnce() -> CallResult<()>) -> clunroll_status {
    guarded_value(on_panic, || body().map_or_else(|failed| failed.status(), |()| clunroll_status::Ok))
}

/// The same for a function that returns no status.
pub(crate) fn guarded_value<T>(on_panic: T, body: impl FnOnce() -> T) -> T {
    // State that a panic interrupts is never used half changed: setters work on copies or add at an end, and all other state is local.
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(value) => value,
        Err(payload) => {
            // Dropping it runs code that may panic too.
            mem::forget(payload);
            on_panic
        }
    }
}

/// The bytes of a text that the caller passes. NULL is the empty text if the length is 0.
///
/// # Safety
///
/// `data` is NULL, or points to `length` bytes, or to bytes that end at a NUL if the length says so. They do not change while
/// the slice is used.
pub(crate) unsafe fn input<'a>(data: *const c_char, length: usize) -> CallResult<&'a [u8]> {
    if data.is_null() {
        return if length == 0 { Ok(&[]) } else { Err(Failed::NULL) };
    }
    if length == CLUNROLL_NUL_TERMINATED {
        // SAFETY: such a text ends at a NUL.
        return Ok(unsafe { CStr::from_ptr(data) }.to_bytes());
    }
    if isize::try_from(length).is_err() {
        return Err(Failed::Invalid("the length of a text is larger than any memory".to_owned()));
    }
    // SAFETY: that many bytes exist, and no more than a slice may have.
    Ok(unsafe { slice::from_raw_parts(data.cast(), length) })
}

/// The same for a text that must be UTF-8; `what` names the text in a message.
///
/// # Safety
///
/// As for [`input`].
pub(crate) unsafe fn input_text<'a>(what: &str, data: *const c_char, length: usize) -> CallResult<&'a str> {
    // SAFETY: the caller guarantees the same.
    let bytes = unsafe { input(data, length) }?;
    str::from_utf8(bytes).map_err(|_| Failed::Invalid(format!("{what} is not UTF-8")))
}

/// Writes to a variable of the caller.
///
/// # Safety
///
/// `to` is NULL, or may be written.
pub(crate) unsafe fn write<T>(to: *mut T, value: T) -> CallResult<()> {
    if to.is_null() {
        return Err(Failed::NULL);
    }
    // SAFETY: it may be written. The old value need not be initialised.
    unsafe { to.write(value) };
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_status() {
        struct PanicsAgain;
        impl Drop for PanicsAgain {
            fn drop(&mut self) {
                panic!("once more");
            }
        }
        let status = guarded(clunroll_status::Failed, || std::panic::panic_any(PanicsAgain));
        assert_eq!(status, clunroll_status::Failed);
    }
}
