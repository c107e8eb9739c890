//! Buffers that get the same contents before each launch.
//!
//! Three copies of each are on the device: the one that kernels use, the contents before a launch, and the results of the first program.
//! What launches change is known by parts of [`PART`] bytes, and only these parts are restored: a short launch changes little memory, and
//! the rest of it may be large.

#![expect(unsafe_code, reason = "OpenCL takes raw pointers")]

use std::ops::Range;
use std::{iter, ptr};

use opencl3::kernel::Kernel;
use opencl3::memory::{Buffer, CL_MEM_READ_WRITE, ClMem};
use opencl3::types::CL_BLOCKING;

use crate::device::Machine;

/// How many bytes are restored together; [`COMPARISON`] has the same number.
const PART: usize = 4096;
/// Changes in more places than this are restored with all that is between them.
const MOST_COPIES: usize = 64;
/// Buffers of at least this many bytes are compared on the device.
const LARGE: usize = 1 << 20;
/// How many bytes a work-item compares; [`COMPARISON`] has the same number.
const COMPARED: usize = 64;
/// The kernel that compares two buffers, with a flag for each part.
pub(crate) const COMPARISON: &str =
    "__kernel void differ(__global const uchar *left, __global const uchar *right, ulong size, __global uchar *flags) {
  const ulong first = get_global_id(0) * 64;
  if (first + 64 <= size) {
    const ulong8 one = vload8(0, (__global const ulong *)(left + first));
    const ulong8 other = vload8(0, (__global const ulong *)(right + first));
    if (any(one != other)) flags[first / 4096] = 1;
  } else {
    for (ulong at = first; at < size; at++)
      if (left[at] != right[at]) flags[first / 4096] = 1;
  }
}
";

/// A buffer with its contents before a launch, and after the launch of the first program.
pub(crate) struct RestorableBuffer {
    pub(crate) used: Buffer<u8>,
    before: Buffer<u8>,
    results: Buffer<u8>,
    size: usize,
    /// For each part, whether a launch has changed it.
    changed: Vec<bool>,
    /// The bytes that are restored.
    restored: Vec<Range<usize>>,
}

impl RestorableBuffer {
    pub(crate) fn new(machine: &Machine, content: &[u8]) -> Result<Self, String> {
        let size = content.len();
        let [used, mut before, results] = [buffer(machine, size)?, buffer(machine, size)?, buffer(machine, size)?];
        // SAFETY: the write blocks, and both sides are equally long.
        unsafe { machine.queue.enqueue_write_buffer(&mut before, CL_BLOCKING, 0, content, &[]) }
            .map_err(|error| format!("clEnqueueWriteBuffer: {error}"))?;
        Ok(Self { used, before, results, size, changed: vec![false; size.div_ceil(PART)], restored: Vec::new() })
    }

    /// Gives all of it its contents before a launch.
    pub(crate) fn restore_all(&mut self, machine: &Machine) -> Result<(), String> {
        copy(machine, &self.before, &mut self.used, 0..self.size)
    }

    /// Gives the parts that launches have changed their contents before a launch.
    pub(crate) fn restore(&mut self, machine: &Machine) -> Result<(), String> {
        let Self { used, before, restored, .. } = self;
        restored.iter().try_for_each(|range| copy(machine, before, used, range.clone()))
    }

    /// Keeps the results of the first program.
    pub(crate) fn keep_results(&mut self, machine: &Machine) -> Result<(), String> {
        copy(machine, &self.used, &mut self.results, 0..self.size)
    }

    /// Whether it has the results of the first program.
    pub(crate) fn has_results(&self, machine: &Machine) -> Result<bool, String> {
        Ok(!differing_parts(machine, [&self.used, &self.results], self.size)?.contains(&true))
    }

    /// The results of the first program, and those of the last one.
    pub(crate) fn results(&self, machine: &Machine) -> Result<[Vec<u8>; 2], String> {
        Ok([read(machine, &self.results, self.size)?, read(machine, &self.used, self.size)?])
    }

    /// Nothing is known of what launches change.
    pub(crate) fn forget_changes(&mut self) {
        self.changed.fill(false);
        self.restored.clear();
    }

    /// Notes the parts that the last launch has changed.
    pub(crate) fn note_changes(&mut self, machine: &Machine) -> Result<(), String> {
        let now = differing_parts(machine, [&self.used, &self.before], self.size)?;
        for (changed, now) in self.changed.iter_mut().zip(now) {
            *changed |= now;
        }
        self.restored = ranges(&self.changed, self.size);
        Ok(())
    }
}

/// The bytes of the parts that are `true`, as few ranges.
fn ranges(changed: &[bool], size: usize) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (part, _) in changed.iter().enumerate().filter(|(_, changed)| **changed) {
        let (start, end) = (part * PART, size.min((part + 1) * PART));
        match ranges.last_mut() {
            Some(last) if last.end == start => last.end = end,
            _ => ranges.push(start..end),
        }
    }
    match (ranges.first(), ranges.last()) {
        (Some(first), Some(last)) if ranges.len() > MOST_COPIES => iter::once(first.start..last.end).collect(),
        _ => ranges,
    }
}

/// For each part of two buffers of this size, whether they differ there. Large ones are compared on the device.
fn differing_parts(machine: &Machine, buffers: [&Buffer<u8>; 2], size: usize) -> Result<Vec<bool>, String> {
    if size >= LARGE
        && let Some(kernel) = machine.comparison()
    {
        return compared_on_device(machine, kernel, buffers, size);
    }
    let [left, right] = [read(machine, buffers[0], size)?, read(machine, buffers[1], size)?];
    Ok(left.chunks(PART).zip(right.chunks(PART)).map(|(left, right)| left != right).collect())
}

fn compared_on_device(
    machine: &Machine,
    kernel: &Kernel,
    [left, right]: [&Buffer<u8>; 2],
    size: usize,
) -> Result<Vec<bool>, String> {
    let of_call = |error| format!("the comparison of memory: {error}");
    let parts = size.div_ceil(PART);
    let mut flags = buffer(machine, parts)?;
    // SAFETY: the write blocks; the kernel has these parameters, and stays within buffers of these sizes.
    unsafe {
        machine.queue.enqueue_write_buffer(&mut flags, CL_BLOCKING, 0, &vec![0; parts], &[]).map_err(of_call)?;
        kernel.set_arg(0, &left.get()).map_err(of_call)?;
        kernel.set_arg(1, &right.get()).map_err(of_call)?;
        kernel.set_arg(2, &(size as u64)).map_err(of_call)?;
        kernel.set_arg(3, &flags.get()).map_err(of_call)?;
        let items = size.div_ceil(COMPARED);
        machine
            .queue
            .enqueue_nd_range_kernel(kernel.get(), 1, ptr::null(), &raw const items, ptr::null(), &[])
            .map_err(of_call)?;
    }
    Ok(read(machine, &flags, parts)?.into_iter().map(|flag| flag != 0).collect())
}

fn copy(machine: &Machine, from: &Buffer<u8>, to: &mut Buffer<u8>, bytes: Range<usize>) -> Result<(), String> {
    // SAFETY: both buffers have these bytes.
    unsafe { machine.queue.enqueue_copy_buffer(from, to, bytes.start, bytes.start, bytes.len(), &[]) }
        .map(drop)
        .map_err(|error| format!("clEnqueueCopyBuffer: {error}"))
}

/// The contents of a buffer.
fn read(machine: &Machine, buffer: &Buffer<u8>, size: usize) -> Result<Vec<u8>, String> {
    let mut bytes = vec![0; size];
    // SAFETY: the read blocks, and both sides are equally long.
    unsafe { machine.queue.enqueue_read_buffer(buffer, CL_BLOCKING, 0, &mut bytes, &[]) }
        .map_err(|error| format!("clEnqueueReadBuffer: {error}"))?;
    Ok(bytes)
}

/// A buffer of this size.
pub(crate) fn buffer(machine: &Machine, size: usize) -> Result<Buffer<u8>, String> {
    // SAFETY: no host memory is handed over.
    unsafe { Buffer::create(&machine.context, CL_MEM_READ_WRITE, size, ptr::null_mut()) }
        .map_err(|error| format!("clCreateBuffer: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_changed_parts_are_restored() {
        let size = 10 * PART - 5;
        let of = |parts: &[usize]| ranges(&(0..10).map(|part| parts.contains(&part)).collect::<Vec<_>>(), size);
        assert_eq!(of(&[]), []);
        assert_eq!(of(&[1, 2, 5]), [PART..3 * PART, 5 * PART..6 * PART]);
        // The last part is shorter.
        assert_eq!(of(&[0, 9]), [0..PART, 9 * PART..size]);
        let scattered: Vec<_> = (0..1000).map(|part| part % 2 == 1).collect();
        let all = ranges(&scattered, 1000 * PART);
        assert_eq!((all.len(), all[0].start, all[0].end), (1, PART, 1000 * PART));
    }
}
