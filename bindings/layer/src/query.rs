//! Questions to the driver. Each function gets one of the driver's, with its object and the name of what is asked for: it takes the size and
//! the place of an answer, and a place for the size that the answer needs.

use std::ffi::c_void;
use std::mem::{MaybeUninit, size_of};
use std::ptr::null_mut;

use opencl_sys::{CL_SUCCESS, cl_int};

/// An answer of a fixed size: a number, a handle as a number, or several.
pub(crate) fn value<T: Copy + Default>(ask: impl FnOnce(usize, *mut c_void, *mut usize) -> cl_int) -> Option<T> {
    let (mut answer, mut size) = (MaybeUninit::new(T::default()), 0);
    let status = ask(size_of::<T>(), answer.as_mut_ptr().cast(), &raw mut size);
    // SAFETY: it has a value, which the driver may have replaced by all bytes of another one.
    (status == CL_SUCCESS && size == size_of::<T>()).then(|| unsafe { answer.assume_init() })
}

/// The bytes of an answer of any size.
pub(crate) fn bytes(ask: impl Fn(usize, *mut c_void, *mut usize) -> cl_int) -> Option<Vec<u8>> {
    let mut size = 0;
    if ask(0, null_mut(), &raw mut size) != CL_SUCCESS {
        return None;
    }
    let mut bytes = vec![0_u8; size];
    (size == 0 || ask(size, bytes.as_mut_ptr().cast(), null_mut()) == CL_SUCCESS).then_some(bytes)
}

/// The bytes of an answer before its NUL.
pub(crate) fn text_bytes(ask: impl Fn(usize, *mut c_void, *mut usize) -> cl_int) -> Option<Vec<u8>> {
    let mut bytes = bytes(ask)?;
    bytes.truncate(bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len()));
    Some(bytes)
}

/// An answer that is a text.
pub(crate) fn text(ask: impl Fn(usize, *mut c_void, *mut usize) -> cl_int) -> Option<String> {
    text_bytes(ask).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}
