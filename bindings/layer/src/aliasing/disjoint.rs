//! Whether the buffers of one launch are surely separate.
//!
//! Each pointer argument must be a different buffer that has memory of its own (`buffers`). The driver must say the same of it: no parent, no
//! memory of the host. All pointers of the kernel count, since the promise of `--assume restrict` is about all of them.

use opencl_sys::{
    CL_MEM_ASSOCIATED_MEMOBJECT, CL_MEM_FLAGS, CL_MEM_HOST_PTR, CL_MEM_OBJECT_BUFFER, CL_MEM_TYPE,
    CL_MEM_USES_SVM_POINTER, cl_mem, cl_mem_flags, cl_uint,
};

use super::buffers::{KnownBuffers, are_plain};
use super::counts::Doubt;
use crate::kernel_arguments::{ArgumentKind, SetArgument};
use crate::record::MemoryHandle;

/// The buffers of a launch, if all are known and different.
pub(super) fn separate_buffers(
    set: &[Option<SetArgument>],
    kinds: &[ArgumentKind],
    known: &KnownBuffers,
) -> Result<Vec<usize>, Doubt> {
    let mut buffers = Vec::new();
    for (at, kind) in kinds.iter().enumerate() {
        let argument = set.get(at).and_then(Option::as_ref).ok_or(Doubt::Unset)?;
        if *kind != ArgumentKind::Buffer {
            continue;
        }
        let SetArgument::Bytes(bytes) = argument else { return Err(Doubt::Unset) };
        let buffer = bytes.as_slice().try_into().map(usize::from_ne_bytes).map_err(|_| Doubt::Unset)?;
        if buffer == 0 {
            return Err(Doubt::Unset);
        }
        if buffers.contains(&buffer) {
            return Err(Doubt::Same);
        }
        buffers.push(buffer);
    }
    if buffers.iter().all(|buffer| known.has(*buffer)) { Ok(buffers) } else { Err(Doubt::Shared) }
}

/// Whether the driver says that a buffer has memory of its own.
pub(super) fn is_plain(buffer: usize) -> bool {
    let handle = MemoryHandle(buffer as cl_mem);
    handle.ask::<cl_uint>(CL_MEM_TYPE) == Some(CL_MEM_OBJECT_BUFFER)
        && handle.ask::<cl_mem_flags>(CL_MEM_FLAGS).is_some_and(are_plain)
        && handle.ask::<usize>(CL_MEM_ASSOCIATED_MEMOBJECT) == Some(0)
        && handle.ask::<usize>(CL_MEM_HOST_PTR) == Some(0)
        // A driver before OpenCL 2.0 does not know the question.
        && handle.ask::<cl_uint>(CL_MEM_USES_SVM_POINTER).is_none_or(|uses| uses == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_pointers_must_be_different_known_buffers() {
        use ArgumentKind::{Buffer, Local, Value};
        let mut known = KnownBuffers::default();
        known.add(8);
        known.add(16);
        let buffer = |handle: usize| Some(SetArgument::Bytes(handle.to_ne_bytes().to_vec()));
        let value = || Some(SetArgument::Bytes(vec![8, 0, 0, 0]));
        let local = || Some(SetArgument::Empty(64));
        let kinds = [Buffer, Value, Local, Buffer];
        let judged = |set: [Option<SetArgument>; 4]| separate_buffers(&set, &kinds, &known);
        assert_eq!(judged([buffer(8), value(), local(), buffer(16)]), Ok(vec![8, 16]));
        assert_eq!(judged([buffer(8), value(), local(), buffer(8)]), Err(Doubt::Same));
        assert_eq!(judged([buffer(24), value(), local(), buffer(24)]), Err(Doubt::Same));
        assert_eq!(judged([buffer(8), value(), local(), buffer(24)]), Err(Doubt::Shared));
        for missing in [None, Some(SetArgument::Shared), Some(SetArgument::Empty(8)), buffer(0), value()] {
            assert_eq!(judged([buffer(8), value(), local(), missing]), Err(Doubt::Unset));
        }
        assert_eq!(judged([buffer(8), None, local(), buffer(16)]), Err(Doubt::Unset));
        assert_eq!(separate_buffers(&[], &kinds, &known), Err(Doubt::Unset));
    }
}
