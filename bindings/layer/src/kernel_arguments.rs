//! The arguments of a kernel: what a program has set, and which kind of parameter each is for. The table has them for each kernel, for a
//! recording or the choice at each launch; without them they stay empty.

use std::ffi::c_void;
use std::sync::Arc;

use opencl_sys::cl_uint;

use crate::boundary::elements;
use crate::kernel_source::KernelSource;
use crate::watched::BuildRecord;

/// What a program has set, and what is known of the parameters. It belongs to one kernel object.
#[derive(Clone, Debug, Default)]
pub(crate) struct KernelArguments {
    pub(crate) set: Vec<Option<SetArgument>>,
    /// The builds that its program consists of. The application may release the program before the kernel.
    pub(crate) builds: Vec<BuildRecord>,
    pub(crate) interface: Option<Arc<KernelForm>>,
}

/// An argument as it was set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SetArgument {
    /// A value, or a handle.
    Bytes(Vec<u8>),
    /// No value: so many bytes of local memory, or a null pointer.
    Empty(usize),
    /// A pointer to shared virtual memory.
    Shared,
}

impl SetArgument {
    /// What a program has passed to `clSetKernelArg`.
    ///
    /// # Safety
    ///
    /// `value` is NULL or has `size` bytes.
    pub(crate) unsafe fn of(size: usize, value: *const c_void) -> Self {
        if value.is_null() {
            return Self::Empty(size);
        }
        // SAFETY: the caller guarantees it.
        Self::Bytes(unsafe { elements(value.cast::<u8>(), size) }.to_vec())
    }
}

impl KernelArguments {
    /// Keeps what the driver has accepted.
    pub(crate) fn set(&mut self, at: cl_uint, argument: SetArgument) {
        let at = at as usize;
        if self.set.len() <= at {
            self.set.resize(at + 1, None);
        }
        self.set[at] = Some(argument);
    }
}

/// The name and the parameters of a kernel.
#[derive(Debug)]
pub(crate) struct KernelForm {
    pub(crate) name: String,
    /// What it is built from; `None` if it is not recorded.
    pub(crate) source: Option<KernelSource>,
    /// `None` if the driver does not say it.
    pub(crate) kinds: Option<Vec<ArgumentKind>>,
}

/// What an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArgumentKind {
    /// A scalar, a vector or a structure.
    Value,
    Buffer,
    Local,
    Image,
    Sampler,
    /// What a recording has no form for.
    Other(&'static str),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_value_counts() {
        let mut arguments = KernelArguments::default();
        arguments.set(2, SetArgument::Empty(8));
        arguments.set(2, SetArgument::Bytes(vec![1]));
        assert_eq!(arguments.set, [None, None, Some(SetArgument::Bytes(vec![1]))]);
    }
}
