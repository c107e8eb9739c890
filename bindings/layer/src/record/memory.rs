//! What the arguments of a launch are, and what is in their memory before it.
//!
//! Memory is read by the same queue, before the launch and without waiting, so that a program that launches before it lets its queue go on
//! does not stop. That needs a queue that keeps the order. What may not be read, or whose contents are another thread's at the moment, is
//! recorded without contents.

use std::mem::ManuallyDrop;
use std::ptr::null_mut;

use opencl_sys::{
    CL_COMPLETE, CL_EVENT_COMMAND_EXECUTION_STATUS, CL_FALSE, CL_MEM_ASSOCIATED_MEMOBJECT, CL_MEM_FLAGS,
    CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_WRITE_ONLY, CL_MEM_MAP_COUNT, CL_MEM_OBJECT_BUFFER, CL_MEM_OFFSET, CL_MEM_SIZE,
    CL_MEM_TYPE, CL_MEM_USES_SVM_POINTER, CL_SUCCESS, cl_command_queue, cl_event, cl_int, cl_mem, cl_mem_info, cl_uint,
    cl_ulong,
};

use super::textures::{self, ImageForm, SamplerForm};
use crate::kernel_arguments::{ArgumentKind, SetArgument};
use crate::next::call;
use crate::query;

/// An argument as a recording has it, without what is in its memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ArgumentForm {
    /// The bytes of a value.
    Bytes(Vec<u8>),
    /// Bytes of local memory.
    Local(usize),
    Buffer(usize),
    /// A null pointer to global or constant memory.
    Null,
    Image(ImageForm),
    Sampler(SamplerForm),
    /// What a recording has no form for, in words.
    NotRecorded(String),
}

/// The memory of an argument.
#[derive(Clone, Debug)]
pub(super) struct ArgumentMemory {
    handle: MemoryHandle,
    pub(super) bytes: usize,
    /// The pixels of an image.
    region: Option<[usize; 3]>,
    /// Why it cannot be read.
    pub(super) unread: Option<&'static str>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct MemoryHandle(pub(crate) cl_mem);

impl MemoryHandle {
    pub(crate) fn ask<T: Copy + Default>(self, name: cl_mem_info) -> Option<T> {
        // SAFETY: the program launches a kernel with it, so it is valid.
        query::value(|size, value, needed| unsafe { call!(clGetMemObjectInfo(self.0, name, size, value, needed)) })
    }
}

/// The arguments of a launch. The memory is beside them, in the same order.
pub(super) fn describe(
    set: &[Option<SetArgument>],
    kinds: &[ArgumentKind],
) -> (Vec<ArgumentForm>, Vec<Option<ArgumentMemory>>) {
    let mut ranges: Vec<(usize, (usize, usize, usize))> = Vec::new();
    let one = |(at, kind): (usize, &ArgumentKind)| {
        let (form, memory) = described(set.get(at).and_then(Option::as_ref), *kind);
        if let Some(memory) = &memory {
            let range = memory.range();
            let shares = |other: &(usize, usize, usize)| other.0 == range.0 && other.1 < range.2 && range.1 < other.2;
            if let Some((other, _)) = ranges.iter().find(|(_, other)| shares(other)) {
                let why = format!("it shares memory with argument {} of the kernel, counted from 1", other + 1);
                return (ArgumentForm::NotRecorded(why), None);
            }
            ranges.push((at, range));
        }
        (form, memory)
    };
    kinds.iter().enumerate().map(one).unzip()
}

fn described(set: Option<&SetArgument>, kind: ArgumentKind) -> (ArgumentForm, Option<ArgumentMemory>) {
    let not = |why: &str| (ArgumentForm::NotRecorded(why.to_owned()), None);
    let bytes = match (set, kind) {
        (_, ArgumentKind::Other(what)) => return not(&format!("it is {what}")),
        (None, _) => return not("it was set in a way that the layer does not see"),
        (Some(SetArgument::Shared), _) => return not("it is shared virtual memory"),
        (Some(SetArgument::Empty(size)), ArgumentKind::Local) => return (ArgumentForm::Local(*size), None),
        (Some(SetArgument::Empty(_)), ArgumentKind::Buffer) => return (ArgumentForm::Null, None),
        (Some(SetArgument::Empty(_)), _) => return not("it is a null pointer"),
        (Some(SetArgument::Bytes(_)), ArgumentKind::Local) => {
            return not("it has a value, although it is local memory");
        }
        (Some(SetArgument::Bytes(bytes)), ArgumentKind::Value) => return (ArgumentForm::Bytes(bytes.clone()), None),
        (Some(SetArgument::Bytes(bytes)), _) => bytes,
    };
    let Some(handle) = bytes.as_slice().try_into().ok().map(usize::from_ne_bytes) else {
        return not("it has an odd size");
    };
    if handle == 0 && kind == ArgumentKind::Buffer {
        return (ArgumentForm::Null, None);
    }
    if handle == 0 {
        return not("it is a null pointer");
    }
    if kind == ArgumentKind::Sampler {
        return match textures::sampler(handle as opencl_sys::cl_sampler) {
            Some(sampler) => (ArgumentForm::Sampler(sampler), None),
            None => not("it is a sampler of a kind that is not recorded"),
        };
    }
    let handle = MemoryHandle(handle as cl_mem);
    let memory = |bytes, region| Some(ArgumentMemory { handle, bytes, region, unread: handle.unread() });
    if kind == ArgumentKind::Image {
        return match textures::image(handle) {
            Ok((form, region, bytes)) => (ArgumentForm::Image(form), memory(bytes, Some(region))),
            Err(why) => not(why),
        };
    }
    match (handle.ask::<cl_uint>(CL_MEM_TYPE), handle.ask::<usize>(CL_MEM_SIZE)) {
        (Some(CL_MEM_OBJECT_BUFFER), Some(size)) if size > 0 => (ArgumentForm::Buffer(size), memory(size, None)),
        _ => not("it is not a buffer"),
    }
}

impl MemoryHandle {
    /// Why it cannot be read safely.
    fn unread(self) -> Option<&'static str> {
        let flags: cl_ulong = self.ask(CL_MEM_FLAGS)?;
        // The parent of a sub-buffer may be mapped in its place.
        let parent = self.ask::<usize>(CL_MEM_ASSOCIATED_MEMOBJECT).filter(|parent| *parent != 0);
        let parent = parent.map(|parent| Self(parent as cl_mem));
        let is_mapped = |memory: Self| memory.ask::<cl_uint>(CL_MEM_MAP_COUNT).is_none_or(|count| count > 0);
        if flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS) != 0 {
            Some("the host may not read it")
        } else if is_mapped(self) || parent.is_some_and(is_mapped) {
            Some("it is mapped")
        } else if self.ask::<cl_uint>(CL_MEM_USES_SVM_POINTER).is_some_and(|uses| uses != 0) {
            Some("it is shared virtual memory")
        } else {
            None
        }
    }
}

impl ArgumentMemory {
    /// Where it is: the outermost object, and the first and the last byte in it.
    fn range(&self) -> (usize, usize, usize) {
        let parent = self.handle.ask::<usize>(CL_MEM_ASSOCIATED_MEMOBJECT).filter(|parent| *parent != 0);
        let start = parent.and_then(|_| self.handle.ask::<usize>(CL_MEM_OFFSET)).unwrap_or(0);
        (parent.unwrap_or(self.handle.0 as usize), start, start.saturating_add(self.bytes))
    }

    /// Lets the queue read it, after `waits`. `None` if the driver refuses, or there is too little memory.
    ///
    /// # Safety
    ///
    /// The queue and the events are valid, and the queue keeps the order.
    pub(super) unsafe fn read(&self, queue: cl_command_queue, waits: &[cl_event]) -> Option<MemoryRead> {
        let mut room = Vec::new();
        // A program without memory for this goes on.
        room.try_reserve_exact(self.bytes).ok()?;
        room.resize(self.bytes, 0_u8);
        let mut bytes = ManuallyDrop::new(room);
        let (count, list) = (waits.len() as cl_uint, if waits.is_empty() { std::ptr::null() } else { waits.as_ptr() });
        let (place, origin, mut event) = (bytes.as_mut_ptr().cast(), [0_usize; 3], null_mut());
        // SAFETY: the place has room for all bytes, and stays until the event is complete.
        let status = unsafe {
            match &self.region {
                None => call!(clEnqueueReadBuffer(
                    queue,
                    self.handle.0,
                    CL_FALSE,
                    0,
                    self.bytes,
                    place,
                    count,
                    list,
                    &raw mut event
                )),
                Some(region) => call!(clEnqueueReadImage(
                    queue,
                    self.handle.0,
                    CL_FALSE,
                    origin.as_ptr(),
                    region.as_ptr(),
                    0,
                    0,
                    place,
                    count,
                    list,
                    &raw mut event
                )),
            }
        };
        if status != CL_SUCCESS || event.is_null() {
            if status != CL_SUCCESS {
                drop(ManuallyDrop::into_inner(bytes));
            }
            return None;
        }
        Some(MemoryRead { event: OwnedEvent(event), bytes })
    }
}

/// One reference to an event. Dropping it calls the driver.
#[derive(Debug)]
pub(super) struct OwnedEvent(pub(super) cl_event);

// SAFETY: an event is a number to this layer, and the functions that take one may be called from any thread.
unsafe impl Send for OwnedEvent {}

impl OwnedEvent {
    /// What has become of its command: `None` before its end, else whether it succeeded.
    pub(super) fn ended(&self) -> Option<bool> {
        // SAFETY: this is a reference to it.
        let status: Option<cl_int> = query::value(|size, value, needed| unsafe {
            call!(clGetEventInfo(self.0, CL_EVENT_COMMAND_EXECUTION_STATUS, size, value, needed))
        });
        status.filter(|status| *status <= CL_COMPLETE).map(|status| status == CL_COMPLETE)
    }
}

impl Drop for OwnedEvent {
    fn drop(&mut self) {
        // SAFETY: this reference is released once.
        unsafe { call!(clReleaseEvent(self.0)) };
    }
}

/// Memory that a queue reads. If it is dropped before its end, its bytes stay, since the driver may still write them.
#[derive(Debug)]
pub(super) struct MemoryRead {
    event: OwnedEvent,
    bytes: ManuallyDrop<Vec<u8>>,
}

impl MemoryRead {
    /// Whether the driver is done with it.
    pub(super) fn has_ended(&self) -> bool {
        self.event.ended().is_some()
    }

    /// The bytes; `None` if the driver could not read them. It must have ended.
    pub(super) fn bytes(self) -> Option<Vec<u8>> {
        let is_read = self.event.ended()?;
        let bytes = ManuallyDrop::into_inner(self.bytes);
        is_read.then_some(bytes)
    }
}
