//! Arguments for a kernel, made from the runtime's information on its parameters (`-cl-kernel-arg-info`).
//!
//! Contents are the same in every run on every machine: a generator seeded by the parameter's index. Integers are 0
//! to 15, so that they may serve as trip counts and as indices; floating-point numbers are between -1 and 1. After
//! each buffer there is a guard zone, which a kernel that writes out of bounds is likely to hit.

use opencl3::kernel::Kernel;

use super::plan::ELEMENTS;

/// Bytes after each buffer that kernels must not write.
pub const GUARD: usize = 4096;
const GUARD_BYTE: u8 = 0xA5;

const ADDRESS_GLOBAL: u32 = 0x119B;
const ADDRESS_LOCAL: u32 = 0x119C;
const ADDRESS_CONSTANT: u32 = 0x119D;

/// One parameter of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name in the source.
    pub name: String,
    /// The kind of its value.
    pub kind: Kind,
}

/// The kind of value that is passed for a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Global or constant memory.
    Buffer(Element),
    /// So many bytes of local memory.
    Local(usize),
    /// A value.
    Scalar(Element),
}

/// A scalar or vector type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element {
    /// Bytes of one lane.
    pub width: usize,
    /// Lanes in memory (four for a vector of three).
    pub lanes: usize,
    /// Whether a lane is floating point.
    pub float: bool,
}

impl Element {
    /// Reads a type's name as `clGetKernelArgInfo` spells it; an unknown one counts as `int`.
    fn named(name: &str) -> Self {
        let plain = name.trim_end_matches('*').trim();
        let base = plain.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let lanes = match &plain[base.len()..] {
            "" => 1,
            "3" => 4,
            digits => digits.parse().unwrap_or(1),
        };
        let (width, float) = match base {
            "char" | "uchar" | "unsigned char" => (1, false),
            "short" | "ushort" | "unsigned short" => (2, false),
            "long" | "ulong" | "unsigned long" => (8, false),
            "half" => (2, true),
            "float" => (4, true),
            "double" => (8, true),
            _ => (4, false),
        };
        Self { width, lanes, float }
    }

    /// Bytes of one element.
    pub const fn size(self) -> usize {
        self.width * self.lanes
    }

    /// One element with every lane set to `value`; floating-point lanes to one half.
    pub fn bytes_of(self, value: i64) -> Vec<u8> {
        let lane = match (self.float, self.width) {
            (true, 4) => 0.5_f32.to_le_bytes().to_vec(),
            (true, 8) => 0.5_f64.to_le_bytes().to_vec(),
            (true, _) => 0x3800_u16.to_le_bytes().to_vec(),
            (false, width) => value.to_le_bytes()[..width].to_vec(),
        };
        lane.repeat(self.lanes)
    }

    /// The first contents of a buffer of such elements, guard zone included.
    pub fn contents(self, seed: u64) -> Vec<u8> {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let mut bytes = Vec::with_capacity(ELEMENTS * self.size() + GUARD);
        for _ in 0..ELEMENTS * self.lanes {
            let draw = random.next();
            match (self.float, self.width) {
                (true, 4) => bytes.extend(fraction(draw).to_le_bytes()),
                (true, 8) => bytes.extend(f64::from(fraction(draw)).to_le_bytes()),
                // Half precision between 1/32768 and 1: an exponent below 15, any fraction.
                (true, _) => bytes.extend(((draw >> 20) as u16 & 0x3BFF).to_le_bytes()),
                (false, width) => bytes.extend(&((draw >> 40) & 15).to_le_bytes()[..width]),
            }
        }
        bytes.resize(bytes.len() + GUARD, GUARD_BYTE);
        bytes
    }
}

/// A number in -1..1 that a float holds exactly.
fn fraction(draw: u64) -> f32 {
    let steps = ((draw >> 40) & 0xFFFF) as u16;
    f32::from(steps) / 32768.0 - 1.0
}

/// Whether the guard zone at the end of a buffer is as it was made.
pub fn guard_is_whole(buffer: &[u8]) -> bool {
    buffer[buffer.len() - GUARD..].iter().all(|&byte| byte == GUARD_BYTE)
}

/// The parameters of a kernel.
///
/// # Errors
///
/// The runtime's error, if it gives no information.
pub fn parameters(kernel: &Kernel) -> Result<Vec<Parameter>, String> {
    let count = kernel.num_args().map_err(|error| error.to_string())?;
    (0..count).map(|index| parameter(kernel, index)).collect()
}

fn parameter(kernel: &Kernel, index: u32) -> Result<Parameter, String> {
    let told = |error| format!("clGetKernelArgInfo of parameter {index}: {error}");
    let name = kernel.get_arg_name(index).map_err(told)?;
    let element = Element::named(&kernel.get_arg_type_name(index).map_err(told)?);
    let kind = match kernel.get_arg_address_qualifier(index).map_err(told)? {
        ADDRESS_GLOBAL | ADDRESS_CONSTANT => Kind::Buffer(element),
        ADDRESS_LOCAL => Kind::Local(ELEMENTS / 4 * element.size()),
        _ => Kind::Scalar(element),
    };
    Ok(Parameter { name, kind })
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
