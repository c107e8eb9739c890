//! Memory for a kernel's arguments, and its launch: all that is unsafe about running kernels.
//!
//! Each buffer is the middle of a larger one. What lies before it and behind it is filled with one byte and looked at after
//! each launch, so that a kernel which leaves its buffers is noticed, and does no harm as long as it does not leave them by
//! far. Contents are the same in every run: integers from 0 to 15, which may serve as trip counts and as indices, and
//! numbers from -1 to 1.

#![expect(unsafe_code, reason = "OpenCL takes raw pointers, and trusts the kernels that it runs")]

use std::ptr;

use opencl3::error_codes::ClError;
use opencl3::kernel::Kernel;
use opencl3::memory::{Buffer, CL_MEM_READ_WRITE, ClMem};
use opencl3::types::CL_BLOCKING;

use super::device::Machine;
use super::launch_setup::LaunchSetup;
use super::parameters::{Parameter, ParameterKind};
use super::types::OpenClType;

/// Elements of a buffer, and bytes at most.
const ELEMENTS: usize = 1 << 16;
const LARGEST: usize = 1 << 20;
/// Elements of local memory.
const LOCAL_ELEMENTS: usize = 1 << 10;
/// Bytes before a buffer: a multiple of every alignment that devices ask for.
const BEFORE: usize = 1 << 16;
/// Bytes behind it.
const AFTER: usize = 1 << 18;
const GUARD: u8 = 0xA5;

/// A buffer between its guards.
struct GuardedBuffer {
    element: OpenClType,
    whole: Buffer<u8>,
    inner: Buffer<u8>,
    initial: Vec<u8>,
}

impl GuardedBuffer {
    fn new(machine: &Machine, element: OpenClType, seed: u64) -> Result<Self, String> {
        let mut initial = vec![GUARD; BEFORE];
        let elements = ELEMENTS.min(LARGEST / element.size());
        fill(&mut initial, element, elements, seed);
        let size = initial.len() - BEFORE;
        initial.resize(initial.len() + AFTER, GUARD);
        let error_text = |error| format!("clCreateBuffer: {error}");
        // SAFETY: no host memory is handed over.
        let whole = unsafe { Buffer::create(&machine.context, CL_MEM_READ_WRITE, initial.len(), ptr::null_mut()) };
        let whole = whole.map_err(error_text)?;
        // SAFETY: the part lies inside of the whole, which lives as long.
        let inner = unsafe { whole.create_sub_buffer(CL_MEM_READ_WRITE, BEFORE, size) }.map_err(error_text)?;
        Ok(Self { element, whole, inner, initial })
    }
}

/// What one buffer holds after a launch, guards included.
pub(super) struct BufferContent(Vec<u8>);

/// What the buffers of a kernel hold after a launch, in the order of its parameters.
pub(super) type Contents = Vec<BufferContent>;

/// How two contents differ.
pub(super) struct Difference {
    pub(super) how: String,
    /// Whether they do so in floating point alone.
    pub(super) is_in_floats: bool,
}

/// The arguments of one kernel, shared by all its launches.
pub(super) struct KernelArguments {
    parameters: Vec<Parameter>,
    memories: Vec<GuardedBuffer>,
}

impl KernelArguments {
    pub(super) fn new(machine: &Machine, parameters: Vec<Parameter>) -> Result<Self, String> {
        let mut memories = Vec::new();
        for (parameter, seed) in parameters.iter().zip(1..) {
            if let ParameterKind::Buffer(element) = parameter.kind {
                memories.push(GuardedBuffer::new(machine, element, seed)?);
            }
        }
        Ok(Self { parameters, memories })
    }

    /// How many of the parameters are integers.
    pub(super) fn integers(&self) -> usize {
        self.parameters.iter().filter(|parameter| is_integer(parameter)).count()
    }

    /// Fills the buffers anew, launches a kernel, and reads them.
    pub(super) fn launch(
        &mut self,
        machine: &Machine,
        kernel: &Kernel,
        setup: &LaunchSetup,
    ) -> Result<Contents, String> {
        self.set(kernel, setup)?;
        for GuardedBuffer { whole, initial, .. } in &mut self.memories {
            // SAFETY: the write blocks, and both sides are equally long.
            unsafe { machine.queue.enqueue_write_buffer(whole, CL_BLOCKING, 0, initial, &[]) }
                .map_err(|error| format!("clEnqueueWriteBuffer: {error}"))?;
        }
        let (global, local) = (setup.global.as_ptr(), setup.local.as_ptr());
        // SAFETY: all arguments are set, and both sizes have three dimensions. That the kernel stays within its arguments
        // nobody knows, which is why this is a process of its own that nobody misses.
        unsafe { machine.queue.enqueue_nd_range_kernel(kernel.get(), 3, ptr::null(), global, local, &[]) }
            .map_err(|error| format!("clEnqueueNDRangeKernel: {error}"))?;
        machine.queue.finish().map_err(|error| format!("clFinish: {error}"))?;
        let read = |GuardedBuffer { whole, initial, .. }: &GuardedBuffer| {
            let mut bytes = vec![0; initial.len()];
            // SAFETY: the read blocks, and both sides are equally long.
            unsafe { machine.queue.enqueue_read_buffer(whole, CL_BLOCKING, 0, &mut bytes, &[]) }
                .map_err(|error| format!("clEnqueueReadBuffer: {error}"))?;
            Ok(BufferContent(bytes))
        };
        self.memories.iter().map(read).collect()
    }

    fn set(&self, kernel: &Kernel, setup: &LaunchSetup) -> Result<(), String> {
        let mut memories = self.memories.iter();
        let mut integers = 0..self.integers();
        for (place, parameter) in self.parameters.iter().enumerate() {
            let index = place as u32;
            let set = match parameter.kind {
                ParameterKind::Buffer(_) => {
                    let memory = memories.next().ok_or("a buffer is missing")?;
                    // SAFETY: the parameter is a pointer to global or constant memory.
                    unsafe { kernel.set_arg(index, &memory.inner.get()) }
                }
                // SAFETY: the parameter is a pointer to local memory.
                ParameterKind::Local(element) => unsafe {
                    kernel.set_arg_local_buffer(index, LOCAL_ELEMENTS * element.size())
                },
                ParameterKind::Value(element) => {
                    let integer = if is_integer(parameter) { integers.next() } else { None };
                    let value = integer.map(|place| setup.value(place, self.integers()));
                    let lanes = (0..element.lanes).flat_map(|lane| component(element, value, place, lane));
                    set_value(kernel, index, &lanes.collect::<Vec<u8>>())
                }
            };
            set.map_err(|error| format!("clSetKernelArg of `{}`: {error}", parameter.name))?;
        }
        Ok(())
    }

    /// The name of the first buffer that was left, if one was.
    pub(super) fn left(&self, contents: &Contents) -> Option<&str> {
        let mut buffers = self.buffers().zip(self.memories.iter().zip(contents));
        let left = buffers.find(|(_, (GuardedBuffer { initial, .. }, BufferContent(bytes)))| {
            let after = bytes.len() - AFTER;
            bytes[..BEFORE] != initial[..BEFORE] || bytes[after..] != initial[after..]
        });
        left.map(|(name, _)| name)
    }

    /// Whether a launch has changed anything.
    pub(super) fn has_changed(&self, contents: &Contents) -> bool {
        self.memories.iter().zip(contents).any(|(memory, BufferContent(bytes))| memory.initial != *bytes)
    }

    /// Where two contents first differ, if they do.
    pub(super) fn difference(&self, left: &Contents, right: &Contents) -> Option<Difference> {
        let mut found: Option<Difference> = None;
        for ((name, memory), (BufferContent(left), BufferContent(right))) in
            self.buffers().zip(&self.memories).zip(left.iter().zip(right))
        {
            if left == right {
                continue;
            }
            let at = left.iter().zip(right).take_while(|(left, right)| left == right).count();
            let OpenClType { is_float, .. } = memory.element;
            let described = || {
                let how = described(name, memory.element, at, left, right);
                Difference { how, is_in_floats: true }
            };
            found.get_or_insert_with(described).is_in_floats &= is_float;
        }
        found
    }

    fn buffers(&self) -> impl Iterator<Item = &str> {
        let buffers = self.parameters.iter().filter(|parameter| matches!(parameter.kind, ParameterKind::Buffer(_)));
        buffers.map(|parameter| parameter.name.as_str())
    }
}

/// The numbers that a kernel writes to the one buffer that it has, run by one work-item.
pub(super) fn numbers(machine: &Machine, kernel: &Kernel, count: usize) -> Result<Vec<u32>, String> {
    let buffer = Parameter { name: String::new(), kind: ParameterKind::Buffer(OpenClType::UNKNOWN) };
    let contents = KernelArguments::new(machine, vec![buffer])?.launch(machine, kernel, &LaunchSetup::ONE)?;
    let bytes = contents.iter().flat_map(|BufferContent(bytes)| bytes[BEFORE..].chunks_exact(4));
    Ok(bytes.take(count).map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])).collect())
}

fn is_integer(parameter: &Parameter) -> bool {
    matches!(parameter.kind, ParameterKind::Value(element) if !element.is_float)
}

fn described(name: &str, element: OpenClType, at: usize, left: &[u8], right: &[u8]) -> String {
    let Some(at) = at.checked_sub(BEFORE).filter(|at| *at < left.len() - BEFORE - AFTER) else {
        return format!("outside buffer `{name}`");
    };
    // A component of a vector, not all of it.
    let index = at / element.width;
    let start = BEFORE + index * element.width;
    let [left, right] = [left, right].map(|bytes| shown(element, &bytes[start..start + element.width]));
    let (index, component) = (index / element.lanes, index % element.lanes);
    let component = if element.lanes > 1 { format!(", component {component}") } else { String::new() };
    format!("buffer `{name}`, element {index}{component}: {left} before, {right} after")
}

/// A component as a number.
fn shown(element: OpenClType, bytes: &[u8]) -> String {
    let mut raw = [0; 8];
    raw[..bytes.len()].copy_from_slice(bytes);
    let integer = u64::from_le_bytes(raw);
    match (element.is_float, element.width) {
        (true, 4) => f32::from_bits(integer as u32).to_string(),
        (true, 8) => f64::from_bits(integer).to_string(),
        _ => format!("{integer:#x}"),
    }
}

/// One component of a value: an integer, or else a number of its own for each place among the parameters. Those of a vector differ.
fn component(element: OpenClType, integer: Option<u32>, place: usize, lane: usize) -> Vec<u8> {
    let lane = lane as u8;
    let number = 0.5 + 0.25 * f32::from((place % 8) as u8) + f32::from(lane) / 128.0;
    match (element.is_float, element.width) {
        (true, 4) => number.to_le_bytes().to_vec(),
        (true, 8) => f64::from(number).to_le_bytes().to_vec(),
        (true, _) => (0x3800_u16 + u16::from(lane)).to_le_bytes().to_vec(),
        (false, width) => (u64::from(integer.unwrap_or_default()) + u64::from(lane)).to_le_bytes()[..width].to_vec(),
    }
}

/// Adds elements made up from a seed.
fn fill(bytes: &mut Vec<u8>, element: OpenClType, elements: usize, seed: u64) {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    for _ in 0..elements * element.lanes {
        let draw = random.next() >> 40;
        let fraction = f32::from((draw & 0xFFFF) as u16) / 32768.0 - 1.0;
        match (element.is_float, element.width) {
            (true, 4) => bytes.extend(fraction.to_le_bytes()),
            (true, 8) => bytes.extend(f64::from(fraction).to_le_bytes()),
            // Half precision from 1/32768 to 1: an exponent below 15, any fraction.
            (true, _) => bytes.extend((draw as u16 & 0x3BFF).to_le_bytes()),
            (false, width) => bytes.extend(&(draw & 15).to_le_bytes()[..width]),
        }
    }
}

/// A xorshift generator: the same numbers everywhere, from nothing but the seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }
}

/// Sets a scalar or vector argument: of 1, 2, 4 … 128 bytes, as all of OpenCL's are.
fn set_value(kernel: &Kernel, index: u32, bytes: &[u8]) -> Result<(), ClError> {
    fn set<const N: usize>(kernel: &Kernel, index: u32, bytes: &[u8]) -> Result<(), ClError> {
        let mut value = [0; N];
        value.copy_from_slice(bytes);
        // SAFETY: the platform checks the size, and any bytes are a number.
        unsafe { kernel.set_arg(index, &value) }
    }
    match bytes.len() {
        1 => set::<1>(kernel, index, bytes),
        2 => set::<2>(kernel, index, bytes),
        4 => set::<4>(kernel, index, bytes),
        8 => set::<8>(kernel, index, bytes),
        16 => set::<16>(kernel, index, bytes),
        32 => set::<32>(kernel, index, bytes),
        64 => set::<64>(kernel, index, bytes),
        _ => set::<128>(kernel, index, bytes),
    }
}
