//! The signals of the program, which are not for the layer.
//!
//! A thread of the layer gets none of them. What the layer writes raises none: a pipe without a reader, and a file that would exceed the
//! limit of the process, are errors of a write, and each also raises a signal that ends a program which does not expect it.

use std::mem::zeroed;
use std::ptr::null_mut;

/// The signals that a write may raise. Its own thread gets them.
const OF_WRITES: [libc::c_int; 2] = [libc::SIGPIPE, libc::SIGXFSZ];

/// Runs `spawn` with all signals blocked, so that a thread that it makes has them blocked.
pub(crate) fn without_signals<T>(spawn: impl FnOnce() -> T) -> T {
    // SAFETY: both sets are plain data that the calls fill in, and the mask is the calling thread's own.
    unsafe {
        let (mut all, mut before) = (zeroed::<libc::sigset_t>(), zeroed::<libc::sigset_t>());
        libc::sigfillset(&raw mut all);
        let is_blocked = libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut before) == 0;
        let result = spawn();
        if is_blocked {
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const before, null_mut());
        }
        result
    }
}

/// Runs `write`, whose errors raise no signal. One that was raised before stays.
pub(crate) fn writing<T>(write: impl FnOnce() -> T) -> T {
    // SAFETY: as above.
    unsafe {
        let (mut raised, mut before, mut pending) =
            (zeroed::<libc::sigset_t>(), zeroed::<libc::sigset_t>(), zeroed::<libc::sigset_t>());
        libc::sigemptyset(&raw mut raised);
        libc::sigpending(&raw mut pending);
        for signal in OF_WRITES {
            // It is not the layer's to take away.
            if libc::sigismember(&raw const pending, signal) != 1 {
                libc::sigaddset(&raw mut raised, signal);
            }
        }
        let is_blocked = libc::pthread_sigmask(libc::SIG_BLOCK, &raw const raised, &raw mut before) == 0;
        let result = write();
        if is_blocked {
            let now = zeroed::<libc::timespec>();
            while libc::sigtimedwait(&raw const raised, null_mut(), &raw const now) > 0 {}
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const before, null_mut());
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use std::ptr::null;

    use super::*;

    #[test]
    fn a_write_ends_nothing() {
        // SAFETY: the signal goes to this thread, and is blocked.
        let raised = writing(|| unsafe { libc::raise(libc::SIGXFSZ) });
        assert_eq!(raised, 0);
        // SAFETY: the set is plain data that the call fills in.
        let is_blocked = unsafe {
            let mut mask = zeroed::<libc::sigset_t>();
            libc::pthread_sigmask(libc::SIG_BLOCK, null(), &raw mut mask);
            libc::sigismember(&raw const mask, libc::SIGXFSZ)
        };
        assert_eq!(is_blocked, 0);
    }
}
