//! The options for C: an object with setters.
//!
//! A setter either succeeds, or changes nothing and stores the reason in the object. The object also caches the lexed and parsed text of
//! sources with these options, so that a host with many kernels pays for common parts once.

use std::ffi::{c_char, c_void};
use std::mem;
use std::path::{Path, PathBuf};

use clunroll::{FileIncludes, Options, Session};

use crate::boundary::{
    CallResult, Failed, forget_failure, guarded, guarded_value, input_text, last_failure, reason_is_in_options,
};
use crate::includes::{Callback, FoundIncludes};
use crate::outcome::clunroll_outcome;
use crate::text::Kept;
use crate::{clunroll_include_callback, clunroll_release, clunroll_status, clunroll_text, settings};

/// What is known about the final compile, and how to write the output.
#[derive(Debug, Default)]
pub struct clunroll_options {
    options: Options,
    /// The folders for included files. If empty, no file is opened.
    folders: Vec<PathBuf>,
    callback: Option<Callback>,
    session: Session,
    /// The reason why the last setter failed.
    error: Kept,
}

/// Several threads may unroll with the same options at once.
const _: () = {
    const fn may_be_shared<T: Send + Sync>() {}
    may_be_shared::<clunroll_options>();
};

impl clunroll_options {
    /// Unrolls a source with these options.
    pub(crate) fn unroll(&self, source: &[u8]) -> CallResult<clunroll_outcome> {
        let folders =
            (!self.folders.is_empty()).then(|| FileIncludes::new(Path::new(self.options.get_name()), &self.folders));
        let mut includes = FoundIncludes::new(self.callback.as_ref(), folders);
        let outcome = self.session.unroll(source, &self.options, &mut includes);
        if includes.has_failed {
            return Err(Failed::Plainly(clunroll_status::IncludeFailed));
        }
        if outcome.fault.is_some() {
            return Err(Failed::Plainly(clunroll_status::Failed));
        }
        Ok(clunroll_outcome::new(outcome, self.options.get_name(), source.len()))
    }
}

/// Changes options, or stores the reason of the failure.
///
/// # Safety
///
/// `options` is NULL, or options that no other code uses meanwhile.
unsafe fn change(
    options: *mut clunroll_options,
    change: impl FnOnce(&mut clunroll_options) -> CallResult<()>,
) -> clunroll_status {
    let status = guarded(options, || {
        // SAFETY: the caller passes NULL or options, which only this call uses.
        let options = unsafe { options.as_mut() }.ok_or(Failed::NULL)?;
        let changed = change(options);
        options.error = Kept::new(changed.as_ref().err().map_or("", Failed::why));
        changed
    });
    if !options.is_null() {
        reason_is_in_options();
    }
    status
}

/// Makes options with the defaults of the command line. Free them with `clunroll_options_free`.
#[unsafe(no_mangle)]
pub extern "C" fn clunroll_options_new() -> *mut clunroll_options {
    guarded_value(std::ptr::null_mut(), || {
        // Older options may have had the same address.
        forget_failure();
        Box::into_raw(Box::default())
    })
}

/// Frees options. The user data of an include callback is released.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clunroll_options_free(options: *mut clunroll_options) {
    guarded_value((), || {
        if !options.is_null() {
            // SAFETY: they were made by `clunroll_options_new`, and are not used again.
            drop(unsafe { Box::from_raw(options) });
        }
    });
}

/// Says why the last function that changed these options failed, in one sentence; or why `clunroll_unroll` failed with them, if this thread
/// has just called it. Empty if it succeeded. The text is valid until the options are changed or freed, or this thread calls
/// `clunroll_unroll`. `clunroll_last_error` has the text for any function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clunroll_options_error(options: *const clunroll_options) -> clunroll_text {
    guarded_value(clunroll_text::EMPTY, || {
        let of_call = last_failure(Some(options));
        // SAFETY: the caller passes NULL or options.
        match unsafe { options.as_ref() } {
            // A setter keeps its reason in the options, where it stays as long as they do.
            Some(options) if of_call.length == 0 => options.error.text(),
            _ => of_call,
        }
    })
}

/// Sets the name of the source. Diagnostics show it. If there are include folders, a file in quotes is first looked for in the
/// folder of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clunroll_options_set_name(
    options: *mut clunroll_options,
    name: *const c_char,
    length: usize,
) -> clunroll_status {
    let set = |options: &mut clunroll_options| {
        // SAFETY: the caller passes NULL or a text.
        let name = unsafe { input_text("the name of the source", name, length) }?;
        options.options = mem::take(&mut options.options).name(name);
        Ok(())
    };
    // SAFETY: the caller passes NULL or options.
    unsafe { change(options, set) }
}

/// Defines a macro that the final compile may get, like `-D NAME=VALUE`. The output is right for every other value too, unless
/// the option `trust-defines` is `true`.
///
/// `name` may have parameters, as in `SQUARE(x)`. If `value` is NULL and `value_length` is 0, the value is 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clunroll_options_define(
    options: *mut clunroll_options,
    name: *const c_char,
    name_length: usize,
    value: *const c_char,
    value_length: usize,
) -> clunroll_status {
    let define = |options: &mut clunroll_options| {
        // SAFETY: the caller passes NULL or a text.
        let name = unsafe { input_text("the name of the macro", name, name_length) }?;
        // SAFETY: as above.
        let given = unsafe { input_text("the value of the macro", value, value_length) }?;
        settings::define(&mut options.options, name, if value.is_null() { "1" } else { given })
    };
    // SAFETY: the caller passes NULL or options.
    unsafe { change(options, define) }
}

/// Cancels an earlier definition of a macro, like `-U NAME`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clunroll_options_undefine(
    options: *mut clunroll_options,
    name: *const c_char,
    length: usize,
) -> clunroll_status {
    let undefine = |options: &mut clunroll_options| {
        // SAFETY: the caller passes NULL or a text.
        let name = unsafe { input_text("the name of the macro", name, length) }?;
        settings::undefine(&mut options.options, name)
    };
    // SAFETY: the caller passes NULL or options.
    unsafe { change(options, undefine) }
}

/// Adds a folder in which included files are looked for, like `-I FOLDER`. Without any folder, clunroll opens no file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clunroll_options_add_include_folder(
    options: *mut clunroll_options,
    folder: *const c_char,
    length: usize,
) -> clunroll_status {
    let add = |options: &mut clunroll_options| {
        // SAFETY: the caller passes NULL or a text.
        let folder = unsafe { input_text("the name of the folder", folder, length) }?;
        if folder.is_empty() {
            return Err(Failed::Invalid("the name of the folder is empty; the current folder is `.`".to_owned()));
        }
        options.folders.push(PathBuf::from(folder));
        Ok(())
    };
    // SAFETY: the caller passes NULL or options.
    unsafe { change(options, add) }
}

/// Adds the options of clBuildProgram that clunroll uses: macros (`-D`, `-U`), include folders (`-I`), the version of OpenCL C (`-cl-std`)
/// and `-cl-uniform-work-group-size`. All other build options are ignored. Double quotes keep blanks in an argument together.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clunroll_options_add_build_options(
    options: *mut clunroll_options,
    build_options: *const c_char,
    length: usize,
) -> clunroll_status {
    let add = |options: &mut clunroll_options| {
        // SAFETY: the caller passes NULL or a text.
        let text = unsafe { input_text("the text of the build options", build_options, length) }?;
        let folders = settings::build_options(&mut options.options, text)?;
        options.folders.extend(folders);
        Ok(())
    };
    // SAFETY: the caller passes NULL or options.
    unsafe { change(options, add) }
}

/// Gives loops the choices that `clunroll tune --profile` found. `profile` is the content of the profile, not its name. The name of
/// the source (`clunroll_options_set_name`) decides which choices are for it.
///
/// `device` is the name of a device in the profile, or a part of it. If `device` is NULL and `device_length` is 0, the text is for
/// all devices with a `macro` in the profile. An empty profile removes the choices. `CLUNROLL_FORMAT_UNFIT` reports choices that fit
/// no loop any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clunroll_options_set_profile(
    options: *mut clunroll_options,
    profile: *const c_char,
    profile_length: usize,
    device: *const c_char,
    device_length: usize,
) -> clunroll_status {
    let set = |options: &mut clunroll_options| {
        // SAFETY: the caller passes NULL or a text.
        let text = unsafe { input_text("the text of the profile", profile, profile_length) }?;
        // SAFETY: as above.
        let name = unsafe { input_text("the name of the device", device, device_length) }?;
        settings::profile(&mut options.options, text, (!device.is_null()).then_some(name))
    };
    // SAFETY: the caller passes NULL or options.
    unsafe { change(options, set) }
}

/// Sets an option by the name that it has on the command line, without `--`. docs/c.md lists all names with their values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clunroll_options_set(
    options: *mut clunroll_options,
    name: *const c_char,
    name_length: usize,
    value: *const c_char,
    value_length: usize,
) -> clunroll_status {
    let set = |options: &mut clunroll_options| {
        // SAFETY: the caller passes NULL or a text.
        let name = unsafe { input_text("the name of the option", name, name_length) }?;
        // SAFETY: as above.
        let value = unsafe { input_text("the value of the option", value, value_length) }?;
        settings::set(&mut options.options, name, value)
    };
    // SAFETY: the caller passes NULL or options.
    unsafe { change(options, set) }
}

/// Lets a callback find included files. It is asked before the include folders.
///
/// The options own `user_data` from now on: when they are freed, or get another callback, they call `release` with it, unless
/// `release` is NULL. `callback` may be NULL, which removes the callback that was set; `release` is called at once then. If
/// `options` is NULL, nothing is called.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clunroll_options_set_include_callback(
    options: *mut clunroll_options,
    callback: clunroll_include_callback,
    user_data: *mut c_void,
    release: clunroll_release,
) -> clunroll_status {
    let set = |options: &mut clunroll_options| {
        // SAFETY: the caller lets both functions be called with the user data.
        let callback = unsafe { Callback::new(callback, user_data, release) };
        drop(mem::replace(&mut options.callback, callback));
        Ok(())
    };
    // SAFETY: the caller passes NULL or options.
    unsafe { change(options, set) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bug_is_a_failure() {
        let source = b"/* clunroll_fails_on_purpose */\n#pragma unroll 2\n";
        let answer = clunroll_options::default().unroll(source);
        assert!(matches!(answer, Err(Failed::Plainly(clunroll_status::Failed))));
        assert!(clunroll_options::default().unroll(&source[31..]).is_ok());
    }
}
