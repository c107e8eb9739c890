//! The C interface, called as a careless C program might call it.
//!
//! An input is a source and, in its last bytes, a script of calls: each byte chooses a call or an argument. Arguments are parts of
//! the input, valid texts, or NULL. The include callback finds files, finds none, contradicts itself, or fails.
//!
//! What must hold: no call crashes or panics; it succeeds or returns a message; its results are texts with a NUL after them, in
//! UTF-8 except for the output; user data are released once; and with the same options, two threads get the same.

use std::cell::Cell;
use std::ffi::{c_char, c_int, c_void};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{mem, ptr, slice, thread};

use clunroll::settings::Setting;
use clunroll_capi::*;

/// How many bytes at the end of the input choose calls, at most.
const SCRIPT: usize = 48;

/// Names and values that mean something, and some that almost do.
static WORDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let others = [
        "include",
        "select",
        "warn",
        "deny",
        "ignore",
        "true",
        "false",
        "0",
        "99999999999",
        "all",
        "warnings",
        "N",
        "F(x, y)",
    ];
    let settings = Setting::ALL.iter().flat_map(|setting| [setting.name, setting.example]);
    others.into_iter().chain(["-DN=4 -I none -D \"M=a b\" -cl-std=CL2.0"]).chain(settings).collect()
});

/// The next bytes of the script.
struct Script<'a> {
    bytes: &'a [u8],
    at: Cell<usize>,
}

impl<'a> Script<'a> {
    fn new(input: &'a [u8]) -> Self {
        Self { bytes: input, at: Cell::new(0) }
    }

    /// The next byte, from the end of the input; 0 at the end of the script.
    fn next(&self) -> u8 {
        let at = self.at.get() + 1;
        self.at.set(at);
        if at > SCRIPT { 0 } else { self.bytes.len().checked_sub(at).map_or(0, |at| self.bytes[at]) }
    }

    fn is_over(&self) -> bool {
        self.at.get() >= SCRIPT.min(self.bytes.len())
    }

    /// A text, as its pointer and its length. Texts that end at a NUL are kept in `kept`.
    fn text(&self, kept: &mut Vec<Vec<u8>>) -> (*const c_char, usize) {
        let how = self.next();
        let word = WORDS[usize::from(self.next()) % WORDS.len()].as_bytes();
        match how % 8 {
            0 => (ptr::null(), usize::from(how / 8) % 2),
            1 => (word.as_ptr().cast(), usize::MAX - 1),
            2 => {
                kept.push([word, &[0]].concat());
                (kept.last().expect("one was pushed").as_ptr().cast(), CLUNROLL_NUL_TERMINATED)
            }
            3 | 4 => {
                let from = usize::from(self.next()) % (self.bytes.len() + 1);
                let length = usize::from(self.next()).min(self.bytes.len() - from);
                (self.bytes[from..].as_ptr().cast(), length)
            }
            _ => (word.as_ptr().cast(), word.len()),
        }
    }
}

/// The files that the include callback finds.
struct Files {
    input: Vec<u8>,
    how: u8,
    released: AtomicUsize,
}

/// Finds a file, or does something wrong.
unsafe extern "C" fn find(
    user_data: *mut c_void,
    include: *const clunroll_include,
    file: *mut clunroll_included_file,
) -> c_int {
    let (files, include) = unsafe { (&*user_data.cast::<Files>(), &*include) };
    assert_eq!(files.released.load(Ordering::SeqCst), 0, "called after the release");
    let name = unsafe { text(include.name) };
    let _ = unsafe { text(include.includer) };
    let give = |name: &[u8], text: &[u8]| unsafe {
        clunroll_included_file_set(file, name.as_ptr().cast(), name.len(), text.as_ptr().cast(), text.len())
    };
    let half = files.input.len() / 2;
    match files.how % 10 {
        0 => return 1,
        1 => {}
        // The source includes itself.
        2 => assert_eq!(give(name, &files.input), clunroll_status::Ok),
        3 => assert_eq!(give(name, &files.input[half..]), clunroll_status::Ok),
        4 => {
            give(b"one name", &files.input[half..]);
            give(name, b"#define N 4\n");
        }
        // Always the same name, and another text each time.
        5 => assert_eq!(give(b"same", &files.input[name.len() % (half + 1)..]), clunroll_status::Ok),
        6 => assert_eq!(give(b"\xff", b""), clunroll_status::InvalidArgument),
        7 => {
            let status = unsafe { clunroll_included_file_set(file, ptr::null(), 0, ptr::null(), 1) };
            assert_eq!(status, clunroll_status::NullArgument);
            give(b"", b"");
        }
        8 => {
            give(name, b"#pragma unroll -1\nfor (;;);\n#include \"next.h\"\n");
            return c_int::from(name == b"next.h");
        }
        _ => {
            give(name, b"#ifndef H\n#define H\n#define N 3\n#endif\n");
        }
    }
    0
}

unsafe extern "C" fn release(user_data: *mut c_void) {
    let files = unsafe { &*user_data.cast::<Files>() };
    assert_eq!(files.released.fetch_add(1, Ordering::SeqCst), 0, "released twice");
}

/// The bytes of a returned text, which has a NUL after it.
unsafe fn text<'a>(text: clunroll_text) -> &'a [u8] {
    assert!(!text.data.is_null());
    let bytes: &[u8] = unsafe { slice::from_raw_parts(text.data.cast(), text.length + 1) };
    assert_eq!(bytes.last(), Some(&0));
    &bytes[..text.length]
}

/// The same of a text that must be UTF-8.
unsafe fn utf8<'a>(found: clunroll_text) -> &'a str {
    str::from_utf8(unsafe { text(found) }).expect("UTF-8")
}

/// Options that threads share.
#[derive(Clone, Copy)]
struct Shared(*const clunroll_options);

// SAFETY: the header promises it.
unsafe impl Send for Shared {}

impl Shared {
    fn unroll(self, source: &[u8]) -> (clunroll_status, Vec<u8>) {
        let mut outcome = ptr::null_mut();
        let status = unsafe { clunroll_unroll(self.0, source.as_ptr().cast(), source.len(), &raw mut outcome) };
        let bytes = unsafe { text(clunroll_outcome_text(outcome)) }.to_vec();
        unsafe { clunroll_outcome_free(outcome) };
        (status, bytes)
    }
}

/// Calls the interface by the script in the input.
pub fn check(input: &[u8]) {
    let script = Script::new(input);
    let mut kept = Vec::new();
    let mut files: Vec<Box<Files>> = Vec::new();
    let options = clunroll_options_new();
    // Less than by default, for more runs in the same time.
    for (name, value) in [("max-copies", "128"), ("max-growth", "32768")] {
        let (name_length, value_length) = (name.len(), value.len());
        let (name, value) = (name.as_ptr().cast(), value.as_ptr().cast());
        let status = unsafe { clunroll_options_set(options, name, name_length, value, value_length) };
        assert_eq!(status, clunroll_status::Ok);
    }
    while !script.is_over() {
        change(options, &script, &mut kept, &mut files, input);
    }
    unroll(options, input);
    unsafe { clunroll_options_free(options) };
    assert!(files.iter().all(|files| files.released.load(Ordering::SeqCst) == 1), "not released");
}

/// Calls one function that changes options.
fn change(
    options: *mut clunroll_options,
    script: &Script<'_>,
    kept: &mut Vec<Vec<u8>>,
    files: &mut Vec<Box<Files>>,
    input: &[u8],
) {
    let call = script.next();
    let target = if call >= 0xf0 { ptr::null_mut() } else { options };
    let status = match call % 9 {
        0 => return,
        1 => {
            let (name, length) = script.text(kept);
            unsafe { clunroll_options_set_name(target, name, length) }
        }
        2 => {
            let ((name, length), (value, value_length)) = (script.text(kept), script.text(kept));
            unsafe { clunroll_options_define(target, name, length, value, value_length) }
        }
        3 => {
            let (name, length) = script.text(kept);
            unsafe { clunroll_options_undefine(target, name, length) }
        }
        4 => {
            let (build_options, length) = script.text(kept);
            unsafe { clunroll_options_add_build_options(target, build_options, length) }
        }
        // A missing folder: the result must not depend on the files of this machine.
        5 => unsafe {
            clunroll_options_add_include_folder(target, c"/no/such/folder".as_ptr(), CLUNROLL_NUL_TERMINATED)
        },
        6 | 7 => {
            let ((name, length), (value, value_length)) = (script.text(kept), script.text(kept));
            let is_limit = unsafe { input_of(name, length) }.is_some_and(|name| name.starts_with(b"max-"));
            if is_limit {
                return;
            }
            unsafe { clunroll_options_set(target, name, length, value, value_length) }
        }
        _ => {
            let how = script.next();
            files.push(Box::new(Files {
                input: input.to_vec(),
                how,
                released: AtomicUsize::new(usize::from(target.is_null())),
            }));
            let data = ptr::from_mut(&mut **files.last_mut().expect("one was pushed")).cast();
            let callback: clunroll_include_callback = if how >= 0xf0 { None } else { Some(find) };
            unsafe { clunroll_options_set_include_callback(target, callback, data, Some(release)) }
        }
    };
    assert!(!target.is_null() || status == clunroll_status::NullArgument, "{status:?}");
    let why = unsafe { utf8(clunroll_options_error(target)) };
    assert_eq!(why.is_empty(), status == clunroll_status::Ok, "{status:?}: {why}");
}

/// The bytes of an argument, if it has any.
unsafe fn input_of<'a>(data: *const c_char, length: usize) -> Option<&'a [u8]> {
    let is_text = !data.is_null() && length < usize::MAX - 1;
    is_text.then(|| unsafe { slice::from_raw_parts(data.cast(), length) })
}

/// Unrolls the input and looks at everything that comes out.
fn unroll(options: *mut clunroll_options, input: &[u8]) {
    let mut outcome = ptr::null_mut();
    let status = unsafe { clunroll_unroll(options, input.as_ptr().cast(), input.len(), &raw mut outcome) };
    assert_eq!(outcome.is_null(), status != clunroll_status::Ok);
    assert!(matches!(status, clunroll_status::Ok | clunroll_status::IncludeFailed), "{status:?}");
    let output = unsafe { text(clunroll_outcome_text(outcome)) }.to_vec();
    let count = unsafe { clunroll_outcome_diagnostic_count(outcome) };
    let mut diagnostic = mem::MaybeUninit::<clunroll_diagnostic>::uninit();
    let size = size_of::<clunroll_diagnostic>();
    let mut has_errors = false;
    for index in 0..count {
        let status = unsafe { clunroll_outcome_diagnostic(outcome, index, diagnostic.as_mut_ptr(), size) };
        assert_eq!(status, clunroll_status::Ok);
        let found = unsafe { diagnostic.assume_init() };
        has_errors |= found.severity == clunroll_severity::Error;
        assert!(found.line >= 1 && found.column >= 1, "{found:?}");
        assert!((found.line, found.column) <= (found.end_line, found.end_column), "{found:?}");
        for text in [found.code, found.rule, found.file, found.message, found.label, found.notes, found.help] {
            unsafe { utf8(text) };
        }
    }
    assert_eq!(has_errors, unsafe { clunroll_outcome_has_errors(outcome) });
    for index in [count, usize::MAX] {
        let status = unsafe { clunroll_outcome_diagnostic(outcome, index, diagnostic.as_mut_ptr(), size) };
        let expected = if outcome.is_null() { clunroll_status::NullArgument } else { clunroll_status::OutOfRange };
        assert_eq!(status, expected);
    }
    for format in 0..7 {
        let mut report = mem::MaybeUninit::uninit();
        let status = unsafe { clunroll_outcome_report(outcome, format, report.as_mut_ptr()) };
        let is_format = format <= CLUNROLL_FORMAT_UNFIT && !outcome.is_null();
        assert_eq!(status == clunroll_status::Ok, is_format, "{format}: {status:?}");
        unsafe { utf8(report.assume_init()) };
    }
    let shared = Shared(options);
    thread::scope(|scope| {
        let others = [0, 1].map(|_| scope.spawn(move || shared.unroll(input)));
        for other in others {
            assert_eq!(other.join().expect("no panic"), (status, output.clone()));
        }
    });
    unsafe { clunroll_outcome_free(outcome) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_is_made_with_every_kind_of_argument() {
        let kernel = b"#include \"a.h\"\nkernel void k(global int *a) {\n#pragma unroll\nfor (int i = 0; i < N; i++) a[i] = i;\n}\n";
        let mut state = 1_u32;
        for _ in 0..2000 {
            let script = (0..SCRIPT).map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as u8
            });
            check(&kernel.iter().copied().chain(script).collect::<Vec<_>>());
        }
        check(b"");
    }
}
