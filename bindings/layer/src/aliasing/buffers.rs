//! The buffers that have memory of their own: those of `clCreateBuffer`, without memory of the host and without properties.
//!
//! Buffers of other functions share memory: parts of buffers, those of OpenGL, imported and shared virtual memory. The layer does not know all
//! such functions, and queries do not show what each has made. So it is known of a buffer how it was made, or it is not in this list.
//!
//! The references of the application are counted. A buffer leaves the list before the driver releases the last one: from then on, another
//! object may get its handle.

use fnv::FnvHashMap;
use opencl_sys::{
    CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR, CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY,
    CL_MEM_READ_ONLY, CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, cl_mem_flags,
};

/// The flags that leave a buffer with memory of its own. Those of vendors may mean anything.
const KNOWN_FLAGS: cl_mem_flags = CL_MEM_READ_WRITE
    | CL_MEM_READ_ONLY
    | CL_MEM_WRITE_ONLY
    | CL_MEM_ALLOC_HOST_PTR
    | CL_MEM_COPY_HOST_PTR
    | CL_MEM_HOST_READ_ONLY
    | CL_MEM_HOST_WRITE_ONLY
    | CL_MEM_HOST_NO_ACCESS;

/// Whether a buffer with these flags has memory of its own.
pub(super) const fn are_plain(flags: cl_mem_flags) -> bool {
    flags & !KNOWN_FLAGS == 0
}

/// The buffers, each with the references of the application.
#[derive(Debug, Default)]
pub(crate) struct KnownBuffers(FnvHashMap<usize, u32>);

impl KnownBuffers {
    pub(super) fn add(&mut self, buffer: usize) {
        self.0.insert(buffer, 1);
    }

    /// Another object has the handle.
    pub(super) fn forget(&mut self, buffer: usize) {
        self.0.remove(&buffer);
    }

    pub(super) fn has(&self, buffer: usize) -> bool {
        self.0.contains_key(&buffer)
    }

    /// Counts a reference that the driver has added.
    pub(super) fn retained(&mut self, buffer: usize) {
        if let Some(references) = self.0.get_mut(&buffer) {
            *references = references.saturating_add(1);
        }
    }

    /// Counts a reference that the driver is about to release.
    pub(super) fn released(&mut self, buffer: usize) {
        if let Some(references) = self.0.get_mut(&buffer) {
            *references -= 1;
            if *references == 0 {
                self.0.remove(&buffer);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use opencl_sys::CL_MEM_USE_HOST_PTR;

    use super::*;

    #[test]
    fn a_buffer_leaves_with_its_last_reference() {
        let mut known = KnownBuffers::default();
        known.add(8);
        known.retained(8);
        known.released(8);
        assert!(known.has(8));
        known.released(8);
        assert!(!known.has(8));
        // What is not known is not counted.
        known.retained(8);
        known.released(8);
        assert!(!known.has(8));
    }

    #[test]
    fn flags_of_others_are_not_plain() {
        assert!(are_plain(0) && are_plain(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR));
        assert!(!are_plain(CL_MEM_USE_HOST_PTR | CL_MEM_READ_ONLY) && !are_plain(1 << 5 | 1 << 30));
    }
}
