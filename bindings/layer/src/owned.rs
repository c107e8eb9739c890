//! Handles of OpenCL that can be shared between threads, and a program that is released when it is no longer needed.

use opencl_sys::{CL_SUCCESS, cl_context, cl_device_id, cl_kernel, cl_program};

use crate::next::call;

macro_rules! handle {
    ($(#[$meta:meta])* $name:ident, $raw:ty) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) struct $name(pub(crate) $raw);

        // SAFETY: a handle is a number to this layer, and the functions of OpenCL that take one may be called from any thread.
        unsafe impl Send for $name {}
        // SAFETY: as above.
        unsafe impl Sync for $name {}
    };
}

handle!(
    /// A program.
    ProgramHandle,
    cl_program
);
handle!(
    /// A kernel.
    KernelHandle,
    cl_kernel
);
handle!(
    /// A context.
    ContextHandle,
    cl_context
);
handle!(
    /// A device.
    DeviceHandle,
    cl_device_id
);

/// One reference to a program of the driver. Dropping it calls the driver, so that no lock may be held then.
#[derive(Debug)]
pub(crate) struct OwnedProgram(ProgramHandle);

impl OwnedProgram {
    /// Takes over a reference.
    pub(crate) fn new(program: cl_program) -> Self {
        Self(ProgramHandle(program))
    }

    /// Adds a reference to a program; `None` if the driver refuses.
    pub(crate) fn retain(program: ProgramHandle) -> Option<Self> {
        // SAFETY: the program of a table's entry is valid.
        let status = unsafe { call!(clRetainProgram(program.0)) };
        // A value that is made and dropped would release what the driver has not added.
        (status == CL_SUCCESS).then(|| Self(program))
    }

    /// The handle.
    pub(crate) fn raw(&self) -> cl_program {
        self.0.0
    }
}

impl Drop for OwnedProgram {
    fn drop(&mut self) {
        // SAFETY: this is the reference that was taken over or added.
        unsafe { call!(clReleaseProgram(self.0.0)) };
    }
}
