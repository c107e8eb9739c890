//! Buffers: inputs that all cases share, and outputs of their own.
//!
//! Inputs are made once, large enough for the largest launch so far, and the same on every machine: integers are 0 to 15, floating-point
//! numbers lie between -1 and 1. A smaller launch uses the beginning of them.

use std::collections::HashMap;
use std::ptr;
use std::rc::Rc;

use opencl3::memory::{Buffer, CL_MEM_READ_WRITE};
use opencl3::types::CL_BLOCKING;

use super::device::Machine;

/// The type of a buffer's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Single precision, also for vectors.
    Floats,
    /// 32 bits.
    Integers,
    /// 8 bits.
    Bytes,
}

/// One argument of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// This many elements that are only read.
    Input(Kind, usize),
    /// This many bytes that are written.
    Output(usize),
    /// A number.
    Number(i32),
    /// This many bytes of local memory.
    Local(usize),
}

/// The inputs on the device.
#[derive(Default)]
pub struct Inputs {
    made: HashMap<Kind, (usize, Rc<Buffer<u8>>)>,
}

impl Inputs {
    /// A buffer of at least this many elements.
    pub fn get(&mut self, machine: &Machine, kind: Kind, count: usize) -> Result<Rc<Buffer<u8>>, String> {
        if let Some((there, buffer)) = self.made.get(&kind)
            && *there >= count
        {
            return Ok(Rc::clone(buffer));
        }
        let buffer = Rc::new(filled(machine, &contents(kind, count))?);
        self.made.insert(kind, (count, Rc::clone(&buffer)));
        Ok(buffer)
    }
}

/// A buffer with that content.
pub fn filled(machine: &Machine, bytes: &[u8]) -> Result<Buffer<u8>, String> {
    // SAFETY: no host memory is passed, and the write blocks.
    unsafe {
        let mut buffer = Buffer::create(&machine.context, CL_MEM_READ_WRITE, bytes.len(), ptr::null_mut())
            .map_err(|error| format!("clCreateBuffer of {} bytes: {error}", bytes.len()))?;
        machine
            .queue
            .enqueue_write_buffer(&mut buffer, CL_BLOCKING, 0, bytes, &[])
            .map_err(|error| format!("clEnqueueWriteBuffer: {error}"))?;
        Ok(buffer)
    }
}

/// The present content of a buffer.
pub fn content(machine: &Machine, buffer: &Buffer<u8>, size: usize) -> Result<Vec<u8>, String> {
    let mut bytes = vec![0; size];
    // SAFETY: the read blocks, and both sides are equally long.
    unsafe { machine.queue.enqueue_read_buffer(buffer, CL_BLOCKING, 0, &mut bytes, &[]) }
        .map_err(|error| format!("clEnqueueReadBuffer: {error}"))?;
    Ok(bytes)
}

fn contents(kind: Kind, count: usize) -> Vec<u8> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut draw = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 40
    };
    match kind {
        Kind::Floats => (0..count).flat_map(|_| (f32::from(draw() as u16) / 32768.0 - 1.0).to_le_bytes()).collect(),
        Kind::Integers => (0..count).flat_map(|_| (draw() as i32 & 15).to_le_bytes()).collect(),
        Kind::Bytes => (0..count).map(|_| draw() as u8).collect(),
    }
}
