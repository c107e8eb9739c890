//! What a process gets that `fork` makes.
//!
//! A thread of the parent may hold the lock of the table at that moment, and would never release it in the child. So the lock is taken
//! before `fork` and released after it, in both processes. A build that another thread of the parent runs never ends in the child; each
//! build knows its process.

use std::cell::RefCell;
use std::sync::MutexGuard;

use crate::table::{LayerTable, lock};

thread_local! {
    static HELD: RefCell<Option<MutexGuard<'static, LayerTable>>> = const { RefCell::new(None) };
}

/// Registers the handlers.
pub(crate) fn prepare() {
    // SAFETY: the handlers stay in memory: the library is linked with `nodelete`. They do not allocate.
    unsafe { libc::pthread_atfork(Some(take), Some(release), Some(release)) };
}

extern "C" fn take() {
    let _ = HELD.try_with(|held| *held.borrow_mut() = Some(lock()));
}

extern "C" fn release() {
    let _ = HELD.try_with(|held| held.borrow_mut().take());
}
