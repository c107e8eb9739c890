//! A process that is not a child of the program.
//!
//! A program gets SIGCHLD for its children, and may wait for any of them. So the worker must not be one. A process that `execve` starts
//! always becomes a child with SIGCHLD. So there is a process in between: its parent gets no signal at its end, and finds it only with
//! `__WCLONE`. It starts the worker and ends at once, which makes the worker a child of the system's first process.
//!
//! Both new processes share the memory of the program, as with `vfork`, and the thread that starts them stands still until the worker has
//! its own. So nothing is copied, and no page of a device changes its place. Until then they may do no more than a signal handler may: all
//! that they need is made before. The process in between also shares the descriptors, so that the program's own table gets one for the
//! worker.
//!
//! If the program is the first process of its system, as in some containers, or takes in the children of others (`PR_SET_CHILD_SUBREAPER`),
//! the worker would become its child after all. Then none is started.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::io;
use std::mem::zeroed;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::ptr::{from_mut, null, null_mut};
use std::time::{Duration, Instant};

use crate::signals::without_signals;

/// The stack of each new process, in units of 16 bytes.
const STACK: usize = (64 << 10) / 16;
/// The largest number of a signal.
const LAST_SIGNAL: c_int = 64;
/// How long a process may take to end after it was killed.
const LAST_TIME: Duration = Duration::from_secs(5);

/// A process that runs.
#[derive(Debug)]
pub(super) struct OrphanProcess(OwnedFd);

/// What the new processes read and write.
struct NewProcess {
    program: *const c_char,
    arguments: *const *const c_char,
    environment: *const *const c_char,
    /// What becomes standard input, output and error.
    standard: [c_int; 3],
    /// The end of the worker's first stack.
    stack: *mut c_void,
    /// The descriptor of the worker.
    worker: c_int,
    /// Why the worker cannot be started; 0 if it can.
    error: c_int,
}

impl OrphanProcess {
    /// Starts a program by its absolute path. `standard` becomes standard input, output and error.
    pub(super) fn start(
        program: &CStr,
        arguments: &[CString],
        environment: &[CString],
        standard: [OwnedFd; 3],
    ) -> io::Result<Self> {
        if would_be_a_child() {
            return Err(io::Error::other("this program takes in the children of others"));
        }
        let arguments = pointers(program, arguments.iter().map(CString::as_c_str));
        let environment = pointers_of(environment.iter().map(CString::as_c_str));
        // A program without standard streams may get such a descriptor for anything.
        let standard = standard.map(|one| above_standard(&one));
        let [input, output, error] = standard;
        let standard = [input?, output?, error?];
        let (mut first, mut second) = (vec![0_u128; STACK], vec![0_u128; STACK]);
        let mut new = NewProcess {
            program: program.as_ptr(),
            arguments: arguments.as_ptr(),
            environment: environment.as_ptr(),
            standard: [0, 1, 2].map(|stream: usize| standard[stream].as_raw_fd()),
            stack: second.as_mut_ptr_range().end.cast(),
            worker: -1,
            error: 0,
        };
        let shared: *mut NewProcess = from_mut(&mut new);
        let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_FILES;
        let stack = first.as_mut_ptr_range().end.cast();
        let started = without_signals(|| {
            // SAFETY: `between` runs on a stack of its own, and this thread stands still until it has ended. The flags ask for no signal.
            let between = unsafe { libc::clone(between, stack, flags, shared.cast()) };
            if between < 0 {
                return Err(io::Error::last_os_error());
            }
            // SAFETY: the process is a child of this one, and has ended.
            unsafe { libc::waitpid(between, null_mut(), libc::__WCLONE) };
            Ok(())
        });
        started?;
        // SAFETY: both processes have written what they write.
        let (worker, error) = unsafe { ((&raw const (*shared).worker).read(), (&raw const (*shared).error).read()) };
        // SAFETY: this descriptor is new, and nothing else owns it.
        let worker = (worker >= 0).then(|| Self(unsafe { OwnedFd::from_raw_fd(worker) }));
        worker.filter(|_| error == 0).ok_or_else(|| io::Error::from_raw_os_error(error))
    }

    /// Waits for its end. One that takes longer is killed, and `false` is the answer.
    pub(super) fn wait(self, limit: Duration) -> io::Result<bool> {
        if self.ends_within(limit)? {
            return Ok(true);
        }
        // SAFETY: the descriptor means this process, even if it has ended.
        unsafe { libc::syscall(libc::SYS_pidfd_send_signal, self.0.as_raw_fd(), libc::SIGKILL, null::<c_void>(), 0) };
        self.ends_within(LAST_TIME)?;
        Ok(false)
    }

    fn ends_within(&self, limit: Duration) -> io::Result<bool> {
        let begin = Instant::now();
        loop {
            let left = limit.saturating_sub(begin.elapsed());
            if left.is_zero() {
                return Ok(false);
            }
            let mut end = libc::pollfd { fd: self.0.as_raw_fd(), events: libc::POLLIN, revents: 0 };
            let pause = c_int::try_from(left.as_millis()).unwrap_or(c_int::MAX).max(1);
            // SAFETY: there is one entry.
            match unsafe { libc::poll(&raw mut end, 1, pause) } {
                1 if end.revents & libc::POLLIN != 0 => return Ok(true),
                1 => return Err(io::Error::other("the program has closed a descriptor of the layer")),
                // A handler of the program may have run.
                -1 if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted => {
                    return Err(io::Error::last_os_error());
                }
                _ => {}
            }
        }
    }
}

/// Whether processes without a parent become children of this one.
fn would_be_a_child() -> bool {
    let mut takes_in: c_int = 0;
    // SAFETY: the call writes one number.
    let asked = unsafe { libc::prctl(libc::PR_GET_CHILD_SUBREAPER, &raw mut takes_in, 0, 0, 0) };
    asked != 0 || takes_in != 0 || std::process::id() == 1
}

/// A copy of a descriptor that is not one of a standard stream.
fn above_standard(descriptor: &OwnedFd) -> io::Result<OwnedFd> {
    // SAFETY: the descriptor is open.
    let copy = unsafe { libc::fcntl(descriptor.as_raw_fd(), libc::F_DUPFD_CLOEXEC, 3) };
    if copy < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: this descriptor is new, and nothing else owns it.
    Ok(unsafe { OwnedFd::from_raw_fd(copy) })
}

/// The pointers for `execve`.
fn pointers_of<'a>(texts: impl Iterator<Item = &'a CStr>) -> Vec<*const c_char> {
    texts.map(CStr::as_ptr).chain([null()]).collect()
}

fn pointers<'a>(program: &'a CStr, arguments: impl Iterator<Item = &'a CStr>) -> Vec<*const c_char> {
    pointers_of([program].into_iter().chain(arguments))
}

/// The process in between.
extern "C" fn between(new: *mut c_void) -> c_int {
    let new: *mut NewProcess = new.cast();
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_PIDFD | libc::SIGCHLD;
    // SAFETY: as in `start`.
    unsafe {
        if libc::clone(worker, (*new).stack, flags, new.cast(), &raw mut (*new).worker) < 0 {
            (*new).error = *libc::__errno_location();
        }
    }
    0
}

/// The worker, before it is another program.
extern "C" fn worker(new: *mut c_void) -> c_int {
    let new: *mut NewProcess = new.cast();
    // SAFETY: these calls are allowed after `vfork`, and what they get was made before. Handlers and descriptors are this process's own.
    unsafe {
        // No handler, no flag, no mask. The C library refuses to change two signals that it uses itself.
        let by_default = [0_u64; 8];
        let mut signal = 1;
        while signal <= LAST_SIGNAL {
            libc::syscall(libc::SYS_rt_sigaction, signal, by_default.as_ptr(), null::<c_void>(), size_of::<u64>());
            signal += 1;
        }
        let [input, output, error] = (*new).standard;
        if libc::dup2(input, 0) == 0
            && libc::dup2(output, 1) == 1
            && libc::dup2(error, 2) == 2
            && libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, 0) == 0
        {
            let mut none: libc::sigset_t = zeroed();
            libc::sigemptyset(&raw mut none);
            libc::sigprocmask(libc::SIG_SETMASK, &raw const none, null_mut());
            libc::execve((*new).program, (*new).arguments, (*new).environment);
        }
        (*new).error = *libc::__errno_location();
        libc::_exit(127)
    }
}
