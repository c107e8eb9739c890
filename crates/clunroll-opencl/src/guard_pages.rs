//! Memory between inaccessible pages, for platforms that run kernels in the memory of this process.
//!
//! Each buffer lies in the middle of a large range of addresses. The pages around it cannot be accessed. If a kernel accesses one, it
//! causes a fault. The handler notes the fault, makes the page accessible, fills it with one byte, and lets the kernel go on. So even a
//! read or a write far outside a buffer is noticed, and does no harm. A kernel reads the same bytes there in every launch.
//!
//! Faults elsewhere end the process, as without this handler.

#![expect(unsafe_code, reason = "pages and signals belong to the operating system")]

use std::ptr;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The bytes on each side of a buffer: as far as an index of 32 bits reaches in elements of 16 bytes. The second size is for systems that
/// do not give that much.
const SIDES: [usize; 2] = [1 << 36, 1 << 30];
/// A multiple of every alignment that kernels require.
const ALIGNMENT: usize = 128;
/// The largest number of buffers, and of pages around them that a launch may access.
const RANGES: usize = 256;
const PAGES: usize = 1 << 12;

/// A range of addresses for the handler of faults. Unused ranges are zero.
struct Range {
    start: AtomicUsize,
    end: AtomicUsize,
    is_read: AtomicBool,
    is_written: AtomicBool,
}

static RANGE: [Range; RANGES] = [const {
    Range {
        start: AtomicUsize::new(0),
        end: AtomicUsize::new(0),
        is_read: AtomicBool::new(false),
        is_written: AtomicBool::new(false),
    }
}; RANGES];
/// The pages that were made accessible.
static TOUCHED: [AtomicUsize; PAGES] = [const { AtomicUsize::new(0) }; PAGES];
static TOUCHED_COUNT: AtomicUsize = AtomicUsize::new(0);
static PAGE_SIZE: AtomicUsize = AtomicUsize::new(0);
/// The byte in untouched memory.
pub(crate) const GUARD: u8 = 0xA5;

/// Accesses outside of a buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Touch {
    pub(crate) is_read: bool,
    pub(crate) is_written: bool,
}

/// Memory for a buffer.
pub(crate) struct GuardedPages {
    /// The number of the range.
    range: usize,
    start: usize,
    end: usize,
    /// The pages in the middle.
    inner: usize,
    inner_size: usize,
    length: usize,
}

impl GuardedPages {
    /// Memory for `length` bytes. `None` if the system does not provide it.
    pub(crate) fn new(length: usize) -> Option<Self> {
        let page = install_handler()?;
        let inner_size = length.checked_next_multiple_of(ALIGNMENT)?.checked_next_multiple_of(page)?;
        let range = RANGE.iter().position(|range| range.start.load(Ordering::SeqCst) == 0)?;
        let (start, side, size) = SIDES.iter().find_map(|side| {
            let size = inner_size.checked_add(2 * side)?;
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
            // SAFETY: the system chooses addresses that are not in use.
            let start = unsafe { libc::mmap(ptr::null_mut(), size, libc::PROT_NONE, flags, -1, 0) };
            (start != libc::MAP_FAILED).then_some((start as usize, *side, size))
        })?;
        let pages = Self { range, start, end: start + size, inner: start + side, inner_size, length };
        // SAFETY: the pages are part of the range above.
        let is_open =
            unsafe { libc::mprotect(pages.inner as *mut _, inner_size, libc::PROT_READ | libc::PROT_WRITE) == 0 };
        RANGE[range].end.store(pages.end, Ordering::SeqCst);
        RANGE[range].start.store(pages.start, Ordering::SeqCst);
        is_open.then_some(pages)
    }

    /// The address of the buffer: at the end of its pages, so that an access to the first byte after it is noticed, or at their start.
    pub(crate) fn at(&self, is_at_start: bool) -> *mut u8 {
        (self.inner + self.offset(is_at_start)) as *mut u8
    }

    fn offset(&self, is_at_start: bool) -> usize {
        if is_at_start { 0 } else { self.inner_size - self.length.next_multiple_of(ALIGNMENT) }
    }

    /// Whether both places are the same.
    pub(crate) fn has_one_place(&self) -> bool {
        self.offset(false) == 0
    }

    /// Writes the content of the buffer, and guard bytes around it in its pages.
    pub(crate) fn fill(&mut self, content: &[u8], is_at_start: bool) {
        let offset = self.offset(is_at_start);
        // SAFETY: these pages are only accessed here and by kernels, and none is running.
        let bytes = unsafe { std::slice::from_raw_parts_mut(self.inner as *mut u8, self.inner_size) };
        bytes.fill(GUARD);
        bytes[offset..offset + content.len()].copy_from_slice(content);
    }

    /// The accesses outside of the buffer since the last call.
    pub(crate) fn touch(&mut self, is_at_start: bool) -> Touch {
        let range = &RANGE[self.range];
        let mut touch = Touch {
            is_read: range.is_read.swap(false, Ordering::SeqCst),
            is_written: range.is_written.swap(false, Ordering::SeqCst),
        };
        let offset = self.offset(is_at_start);
        // SAFETY: as in `fill`.
        let bytes = unsafe { std::slice::from_raw_parts(self.inner as *const u8, self.inner_size) };
        let is_guard = |bytes: &[u8]| bytes.iter().all(|byte| *byte == GUARD);
        touch.is_written |= !is_guard(&bytes[..offset]) || !is_guard(&bytes[offset + self.length..]);
        touch
    }
}

impl Drop for GuardedPages {
    fn drop(&mut self) {
        RANGE[self.range].start.store(0, Ordering::SeqCst);
        // SAFETY: the range was mapped for this, and buffers that use it are dropped before it.
        unsafe { libc::munmap(self.start as *mut _, self.end - self.start) };
    }
}

/// Makes all touched pages inaccessible again, before a launch.
pub(crate) fn close_touched_pages() {
    let count = TOUCHED_COUNT.swap(0, Ordering::SeqCst).min(PAGES);
    let page_size = PAGE_SIZE.load(Ordering::SeqCst);
    for touched in &TOUCHED[..count] {
        let page = touched.swap(0, Ordering::SeqCst);
        let is_mapped = RANGE.iter().any(|range| {
            let start = range.start.load(Ordering::SeqCst);
            start != 0 && (start..range.end.load(Ordering::SeqCst)).contains(&page)
        });
        if is_mapped {
            // SAFETY: the page is around a buffer, and no kernel is running.
            unsafe {
                libc::madvise(page as *mut _, page_size, libc::MADV_DONTNEED);
                libc::mprotect(page as *mut _, page_size, libc::PROT_NONE);
            }
        }
    }
}

/// Installs the handler of faults once, and returns the size of a page.
fn install_handler() -> Option<usize> {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // SAFETY: the structure is plain data, and the handler only does what a handler may.
        unsafe {
            let size = usize::try_from(libc::sysconf(libc::_SC_PAGESIZE)).unwrap_or_default();
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = on_fault as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            if libc::sigaction(libc::SIGSEGV, &raw const action, ptr::null_mut()) == 0 {
                PAGE_SIZE.store(size, Ordering::SeqCst);
            }
        }
    });
    Some(PAGE_SIZE.load(Ordering::SeqCst)).filter(|size| size.is_power_of_two())
}

/// Makes a page around a buffer accessible. Any other fault happens again, and ends the process.
extern "C" fn on_fault(_signal: i32, information: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the system passes both.
    let (address, is_write) = unsafe { ((*information).si_addr() as usize, is_write(context)) };
    let page_size = PAGE_SIZE.load(Ordering::SeqCst);
    let page = address & !(page_size - 1);
    let range = RANGE.iter().find(|range| {
        let start = range.start.load(Ordering::SeqCst);
        start != 0 && (start..range.end.load(Ordering::SeqCst)).contains(&address)
    });
    if let Some(range) = range {
        let count = TOUCHED_COUNT.load(Ordering::SeqCst).min(PAGES);
        let is_known = TOUCHED[..count].iter().any(|touched| touched.load(Ordering::SeqCst) == page);
        // A page that can be read is accessed again only by a write.
        let is_write = is_write.unwrap_or(is_known);
        if is_known || count < PAGES {
            // SAFETY: the page is around a buffer, and its content is this handler's.
            unsafe {
                libc::mprotect(page as *mut _, page_size, libc::PROT_READ | libc::PROT_WRITE);
                if !is_known {
                    ptr::write_bytes(page as *mut u8, GUARD, page_size);
                    TOUCHED[count].store(page, Ordering::SeqCst);
                    TOUCHED_COUNT.store(count + 1, Ordering::SeqCst);
                }
                if !is_write {
                    libc::mprotect(page as *mut _, page_size, libc::PROT_READ);
                }
            }
            if is_write { &range.is_written } else { &range.is_read }.store(true, Ordering::SeqCst);
            return;
        }
    }
    // SAFETY: this restores what the system does without a handler.
    unsafe { libc::signal(libc::SIGSEGV, libc::SIG_DFL) };
}

/// Whether an access is a write, if the processor reports it.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[expect(clippy::unnecessary_wraps, reason = "other processors do not say it")]
unsafe fn is_write(context: *mut libc::c_void) -> Option<bool> {
    // SAFETY: the caller passes what the system has passed to its handler.
    let context = unsafe { &*context.cast::<libc::ucontext_t>() };
    Some(context.uc_mcontext.gregs[libc::REG_ERR as usize] & 2 != 0)
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
unsafe fn is_write(_context: *mut libc::c_void) -> Option<bool> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accesses_outside_are_noted_and_go_on() {
        let mut pages = GuardedPages::new(100).expect("the system gives memory");
        let read = |at: *mut u8| unsafe { ptr::read_volatile(at) };
        for is_at_start in [false, true] {
            close_touched_pages();
            pages.fill(&[7; 100], is_at_start);
            let at = pages.at(is_at_start);
            assert_eq!((read(at), read(at.wrapping_add(99))), (7, 7));
            assert_eq!(pages.touch(is_at_start), Touch::default());
            // The first byte outside, next to a page, and a byte far away.
            let near = if is_at_start { at.wrapping_sub(1) } else { at.wrapping_add(ALIGNMENT) };
            assert_eq!((read(near), read(at.wrapping_add(1 << 30))), (GUARD, GUARD));
            assert_eq!(pages.touch(is_at_start), Touch { is_read: true, is_written: false });
            unsafe { ptr::write_volatile(near, 1) };
            assert_eq!((read(near), pages.touch(is_at_start)), (1, Touch { is_read: false, is_written: true }));
            // Between the buffer and the end of its page.
            unsafe { ptr::write_volatile(at.wrapping_add(100), 1) };
            assert!(pages.touch(is_at_start).is_written);
        }
        close_touched_pages();
        assert_eq!((read(pages.at(true).wrapping_sub(1)), pages.touch(true).is_read), (GUARD, true));
    }
}
