//! Text for C: a pointer and a length. A NUL follows the bytes.
//!
//! The NUL is for functions that need one. The length is right even if the text contains NULs.

use std::ffi::c_char;

/// A text: bytes with their number. A NUL, which is not counted, follows the bytes.
///
/// `data` is never NULL. The bytes are UTF-8, except in the text of an outcome whose source is not.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct clunroll_text {
    /// The first byte.
    pub data: *const c_char,
    /// How many bytes there are.
    pub length: usize,
}

impl clunroll_text {
    /// The empty text.
    pub(crate) const EMPTY: Self = Self { data: c"".as_ptr(), length: 0 };
}

/// A text that is kept for C.
#[derive(Debug)]
pub(crate) struct Kept(Vec<u8>);

impl Kept {
    /// Keeps these bytes.
    pub(crate) fn new(bytes: impl AsRef<[u8]>) -> Self {
        Self([bytes.as_ref(), &[0]].concat())
    }

    /// The bytes in their form for C, valid as long as they are kept and not moved.
    pub(crate) fn text(&self) -> clunroll_text {
        clunroll_text { data: self.0.as_ptr().cast(), length: self.0.len() - 1 }
    }
}

impl Default for Kept {
    fn default() -> Self {
        Self::new([])
    }
}
