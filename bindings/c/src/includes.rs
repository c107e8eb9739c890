//! Included files: from the caller's callback, and from folders.
//!
//! The callback is asked first. If it does not have a file, the folders of the options are searched, if there are any. A file from the
//! callback has no folder, so the files that it includes in quotes are searched only in the folders of the options.
//!
//! The callback returns a file with `clunroll_included_file_set`, which copies name and text. So its texts need not stay valid after it
//! returns.

use std::collections::HashMap;
use std::ffi::{c_char, c_int, c_void};

use clunroll::{FileIncludes, Includes};

use crate::boundary::{Failed, guarded, input, input_text};
use crate::text::Kept;
use crate::{clunroll_status, clunroll_text};

/// A file that a source includes. Later versions may add members at the end.
#[repr(C)]
#[derive(Debug)]
pub struct clunroll_include {
    /// The text between the quotes or brackets, such as `common.h`.
    pub name: clunroll_text,
    /// The name of the file that includes it, as the callback gave it or as the library found it. Empty for the source itself.
    pub includer: clunroll_text,
    /// Whether it is in quotes, and not in brackets.
    pub is_quoted: bool,
}

/// The place for an included file from a callback; see `clunroll_included_file_set`.
#[derive(Debug, Default)]
pub struct clunroll_included_file(Option<(String, Vec<u8>)>);

/// Finds an included file.
///
/// If it has the file, it calls `clunroll_included_file_set`. It returns 0, even if there is no such file. Any other value stops
/// `clunroll_unroll` with `CLUNROLL_STATUS_INCLUDE_FAILED`.
///
/// `include` and `file` are valid only during the call. The callback runs on another thread than the caller of
/// `clunroll_unroll`, which waits for it. If several threads use the options at once, several calls run at once. A callback must
/// return: no C++ exception and no longjmp may leave it. It must not change or free the options.
pub type clunroll_include_callback = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        include: *const clunroll_include,
        file: *mut clunroll_included_file,
    ) -> c_int,
>;

/// Frees the user data of a callback.
pub type clunroll_release = Option<unsafe extern "C" fn(user_data: *mut c_void)>;

/// Gives an included file to clunroll. Only an include callback calls this.
///
/// `name` is the name that diagnostics show. It also identifies the file: a file must have the same name each time, and two files must have
/// different names. If a name was given before, the first text counts. The library copies both texts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clunroll_included_file_set(
    file: *mut clunroll_included_file,
    name: *const c_char,
    name_length: usize,
    text: *const c_char,
    text_length: usize,
) -> clunroll_status {
    guarded(std::ptr::null(), || {
        // SAFETY: the caller passes NULL or the pointer that the callback got, and no other code has that pointer.
        let file = unsafe { file.as_mut() }.ok_or(Failed::NULL)?;
        // SAFETY: the caller passes NULL or texts.
        let (name, text) =
            unsafe { (input_text("the name of the file", name, name_length)?, input(text, text_length)?) };
        file.0 = Some((name.to_owned(), text.to_vec()));
        Ok(())
    })
}

/// User data of the caller, which are released with this.
#[derive(Debug)]
struct UserData {
    data: *mut c_void,
    release: clunroll_release,
}

// SAFETY: the header documents that the callback gets them on other threads than the one that set it, and that the thread that frees the
// options releases them.
unsafe impl Send for UserData {}
// SAFETY: the header documents that several calls may run at once.
unsafe impl Sync for UserData {}

impl Drop for UserData {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: the code that set the callback guarantees this, and nothing uses the data afterwards.
            unsafe { release(self.data) };
        }
    }
}

/// A callback with its user data.
#[derive(Debug)]
pub(crate) struct Callback {
    find: unsafe extern "C" fn(*mut c_void, *const clunroll_include, *mut clunroll_included_file) -> c_int,
    user_data: UserData,
}

impl Callback {
    /// Returns `None` if there is no callback, and then releases the user data at once.
    ///
    /// # Safety
    ///
    /// The functions may be called with the user data on any thread, until it is released.
    pub(crate) unsafe fn new(
        callback: clunroll_include_callback,
        data: *mut c_void,
        release: clunroll_release,
    ) -> Option<Self> {
        let user_data = UserData { data, release };
        Some(Self { find: callback?, user_data })
    }

    /// Asks for a file: its name and its text, or `None` if it is not found; an error if the callback failed.
    fn find(&self, name: &str, is_quoted: bool, includer: &str) -> Result<Option<(String, Vec<u8>)>, ()> {
        let (name, includer) = (Kept::new(name), Kept::new(includer));
        let include = clunroll_include { name: name.text(), includer: includer.text(), is_quoted };
        let mut file = clunroll_included_file::default();
        // SAFETY: the code that made this guarantees it, and both pointers are valid during the call.
        let status = unsafe { (self.find)(self.user_data.data, &raw const include, &raw mut file) };
        if status == 0 { Ok(file.0) } else { Err(()) }
    }
}

/// The included files of one source.
#[derive(Debug)]
pub(crate) struct FoundIncludes<'a> {
    callback: Option<&'a Callback>,
    folders: Option<FileIncludes>,
    /// The files from the callback, by name.
    given: HashMap<String, Vec<u8>>,
    /// Whether the callback failed. After that, it is not called again.
    pub(crate) has_failed: bool,
}

impl<'a> FoundIncludes<'a> {
    pub(crate) fn new(callback: Option<&'a Callback>, folders: Option<FileIncludes>) -> Self {
        Self { callback, folders, given: HashMap::new(), has_failed: false }
    }
}

impl Includes for FoundIncludes<'_> {
    fn resolve(&mut self, header_name: &str, includer: Option<&str>) -> Option<String> {
        if self.has_failed {
            return None;
        }
        let inside = |first, last| header_name.strip_prefix(first)?.strip_suffix(last);
        let quoted = inside('"', '"');
        let name = quoted.or_else(|| inside('<', '>'))?;
        if let Some(callback) = self.callback {
            match callback.find(name, quoted.is_some(), includer.unwrap_or_default()) {
                Ok(None) => {}
                Ok(Some((name, text))) => {
                    self.given.entry(name.clone()).or_insert(text);
                    return Some(name);
                }
                Err(()) => {
                    self.has_failed = true;
                    return None;
                }
            }
        }
        let folders = self.folders.as_mut()?;
        match includer {
            Some(includer) if self.given.contains_key(includer) => folders.resolve(&format!("<{name}>"), None),
            _ => folders.resolve(header_name, includer),
        }
    }

    fn read(&mut self, name: &str) -> Option<Vec<u8>> {
        self.given.get(name).cloned().or_else(|| self.folders.as_mut()?.read(name))
    }
}
