//! The boundary to C: raw pointers become references, a failure becomes a status, and no panic leaves a function.
//!
//! A function of the library is `guarded(options, || …)`. Inside, `?` ends it with the status of the failure.
//!
//! Each thread keeps the reason for its last failure, so that every failed call has a text. Options may be shared by threads, so a call that
//! only reads them cannot keep its reason there.

use std::cell::RefCell;
use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{mem, slice};

use crate::text::Kept;
use crate::{CLUNROLL_NUL_TERMINATED, clunroll_options, clunroll_status, clunroll_text};

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

    /// The reason in one sentence.
    pub(crate) fn why(&self) -> &str {
        match self {
            Self::Plainly(status) => status.why(),
            Self::Invalid(why) => why,
        }
    }
}

/// The reason for the last failure of a thread.
struct LastFailure {
    /// The address of the options of the call; 0 for NULL, and for a function that gets none.
    options: usize,
    /// Whether the options keep the reason too.
    is_in_options: bool,
    why: Kept,
}

thread_local! {
    static LAST: RefCell<Option<LastFailure>> = const { RefCell::new(None) };
}

/// Keeps the result of a call with these options for [`last_failure`].
fn keep(options: *const clunroll_options, result: &CallResult<()>) {
    let why = result.as_ref().err().map(|failed| Kept::new(failed.why()));
    let last = why.map(|why| LastFailure { options: options.addr(), is_in_options: false, why });
    // While a thread ends, there may be none any more.
    let _ = LAST.try_with(|kept| *kept.borrow_mut() = last);
}

/// Says that the options of the last call keep its reason, so that it stays as long as they do.
pub(crate) fn reason_is_in_options() {
    let _ = LAST.try_with(|kept| kept.borrow_mut().iter_mut().for_each(|last| last.is_in_options = true));
}

/// Forgets the last failure of this thread.
pub(crate) fn forget_failure() {
    keep(std::ptr::null(), &Ok(()));
}

/// Why the last call of this thread failed, valid until its next call; empty if it succeeded. If options are given, only a failure with
/// them counts whose reason they do not keep.
pub(crate) fn last_failure(options: Option<*const clunroll_options>) -> clunroll_text {
    let is_meant = |last: &LastFailure| options.is_none_or(|of| of.addr() == last.options && !last.is_in_options);
    let text = |last: &LastFailure| is_meant(last).then(|| last.why.text());
    let text = LAST.try_with(|kept| kept.borrow().as_ref().and_then(text));
    text.ok().flatten().unwrap_or(clunroll_text::EMPTY)
}

/// Runs a function of the library that gets these options, or NULL; a panic in it is a failure.
pub(crate) fn guarded(options: *const clunroll_options, body: impl FnOnce() -> CallResult<()>) -> clunroll_status {
    let result = guarded_value(Err(Failed::Plainly(clunroll_status::Failed)), body);
    keep(options, &result);
    result.map_or_else(|failed| failed.status(), |()| clunroll_status::Ok)
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
        let status = guarded(std::ptr::null(), || std::panic::panic_any(PanicsAgain));
        assert_eq!(status, clunroll_status::Failed);
        assert!(last_failure(None).length > 0 && last_failure(Some(std::ptr::null())).length > 0);
        assert_eq!(guarded(std::ptr::null(), || Ok(())), clunroll_status::Ok);
        assert_eq!(last_failure(None).length, 0);
    }
}
