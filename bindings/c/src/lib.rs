//! The C library of clunroll: the declarations of `clunroll.h`.
//!
//! cargo-c builds it, and cbindgen writes the header from these files. So the doc comments of public items here are the comments of the
//! header: they are for C programmers.
//!
//! The functions are thin. Each converts its arguments to those of the Rust library, calls it, and converts the result to plain structs:
//!
//! - `boundary` reads raw pointers, and lets no panic leave a function.
//! - `text` is the type of text for C.
//! - `options` holds the options of the caller, with one setter for each thing that most callers need.
//! - `settings` sets all other options, by the names that they have on the command line.
//! - `includes` asks the caller for included files.
//! - `outcome` is the result: a text, diagnostics, reports.
//!
//! Unsafe code is only in this package. The comments of the header list the obligations of a caller. All other mistakes of a caller, such
//! as bytes that are not UTF-8, are errors and not undefined behaviour.

#![expect(unsafe_code, reason = "C calls these functions with raw pointers")]
#![expect(non_camel_case_types, reason = "the types have the names that C sees")]
#![expect(clippy::missing_safety_doc, reason = "the head of clunroll.h says once what holds for all functions")]

mod boundary;
mod includes;
mod options;
mod outcome;
mod settings;
mod text;

use std::ffi::{CStr, c_char, c_int};

use boundary::{guarded, guarded_value, input, last_failure, write};
pub use includes::{
    clunroll_include, clunroll_include_callback, clunroll_included_file, clunroll_included_file_set, clunroll_release,
};
pub use options::{
    clunroll_options, clunroll_options_add_build_options, clunroll_options_add_include_folder, clunroll_options_define,
    clunroll_options_error, clunroll_options_free, clunroll_options_new, clunroll_options_set,
    clunroll_options_set_include_callback, clunroll_options_set_name, clunroll_options_set_profile,
    clunroll_options_undefine,
};
pub use outcome::{
    CLUNROLL_FORMAT_FULL, CLUNROLL_FORMAT_JSON, CLUNROLL_FORMAT_REQUESTS, CLUNROLL_FORMAT_SHORT, CLUNROLL_FORMAT_UNFIT,
    clunroll_diagnostic, clunroll_format, clunroll_outcome, clunroll_outcome_diagnostic,
    clunroll_outcome_diagnostic_count, clunroll_outcome_free, clunroll_outcome_has_errors, clunroll_outcome_report,
    clunroll_outcome_text, clunroll_severity,
};
pub use text::clunroll_text;

/// The length of a text that ends at its first NUL.
pub const CLUNROLL_NUL_TERMINATED: usize = usize::MAX;

/// The status that a function returns. Later versions may add values.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum clunroll_status {
    /// It did what was asked.
    Ok = 0,
    /// A pointer that must not be NULL is NULL.
    NullArgument = 1,
    /// An argument is invalid. `clunroll_last_error` says why.
    InvalidArgument = 2,
    /// No diagnostic has this index.
    OutOfRange = 3,
    /// The include callback reported a failure.
    IncludeFailed = 4,
    /// clunroll failed: it has a bug, or the system had no thread for it. Compile the source as it is.
    Failed = 5,
}

impl clunroll_status {
    const ALL: [(Self, &'static CStr, &'static str); 6] = [
        (Self::Ok, c"CLUNROLL_STATUS_OK", ""),
        (Self::NullArgument, c"CLUNROLL_STATUS_NULL_ARGUMENT", "a pointer that must not be NULL is NULL"),
        (Self::InvalidArgument, c"CLUNROLL_STATUS_INVALID_ARGUMENT", "an argument is invalid"),
        (Self::OutOfRange, c"CLUNROLL_STATUS_OUT_OF_RANGE", "no diagnostic has this index"),
        (Self::IncludeFailed, c"CLUNROLL_STATUS_INCLUDE_FAILED", "the include callback reported a failure"),
        (
            Self::Failed,
            c"CLUNROLL_STATUS_FAILED",
            "clunroll has a bug, or the system had no thread for it: compile the source as it is",
        ),
    ];

    /// The reason that the status alone gives.
    fn why(self) -> &'static str {
        Self::ALL.iter().find(|(status, ..)| *status == self).map_or("", |(.., why)| why)
    }
}

/// The name of a status, such as `CLUNROLL_STATUS_OK`; `unknown status` for any other number. The text is always valid.
#[unsafe(no_mangle)]
pub extern "C" fn clunroll_status_name(status: c_int) -> *const c_char {
    let names = clunroll_status::ALL.iter().map(|(known, name, _)| (*known as c_int, *name));
    let name = names.into_iter().find(|(known, _)| *known == status).map_or(c"unknown status", |(_, name)| name);
    name.as_ptr()
}

/// Says why the last function that this thread called, and that returned a status, failed, in one sentence. Empty if it succeeded. The text
/// is valid until this thread calls another function that returns a status.
#[unsafe(no_mangle)]
pub extern "C" fn clunroll_last_error() -> clunroll_text {
    guarded_value(clunroll_text::EMPTY, || last_failure(None))
}

/// The version of the library, such as "0.2.0". Compare it with `CLUNROLL_MAJOR`, `CLUNROLL_MINOR` and `CLUNROLL_PATCH`, which are the
/// version of the header.
#[unsafe(no_mangle)]
pub extern "C" fn clunroll_version() -> *const c_char {
    const { concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast() }
}

/// Unrolls the loops of a source that have requests.
///
/// `options` may be NULL for the default options. On success, `*outcome` is the result; free it with `clunroll_outcome_free`. Otherwise
/// `*outcome` is NULL, and `clunroll_last_error` says why. An invalid pragma is not a failure of this function: `clunroll_outcome_has_errors` is true then, and the diagnostics
/// say what is wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clunroll_unroll(
    options: *const clunroll_options,
    source: *const c_char,
    length: usize,
    outcome: *mut *mut clunroll_outcome,
) -> clunroll_status {
    guarded(options, || {
        // SAFETY: the caller passes NULL or a pointer that may be written.
        unsafe { write(outcome, std::ptr::null_mut()) }?;
        // SAFETY: the caller passes NULL or a text.
        let source = unsafe { input(source, length) }?;
        // SAFETY: the caller passes NULL or options, and does not change them meanwhile.
        let options = unsafe { options.as_ref() };
        let found = match options {
            Some(options) => options.unroll(source)?,
            None => clunroll_options::default().unroll(source)?,
        };
        // SAFETY: as above.
        unsafe { write(outcome, Box::into_raw(Box::new(found))) }
    })
}
