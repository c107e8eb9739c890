//! The bytes that a [`Fill`] describes: the same in every run and on every machine.

use std::fs;

use crate::element::ElementType;
use crate::launch::{Fill, Magnitude, Number};
use crate::structure::Structure;

/// The largest exponent of two in floating-point numbers of many magnitudes; the least is its negative.
const EXPONENTS: i64 = 10;

/// The bytes of `size` elements.
///
/// Fails if a file cannot be read or has too few bytes.
pub(crate) fn bytes(fill: &Fill, element: ElementType, size: usize) -> Result<Vec<u8>, String> {
    let too_large = || format!("{size} elements are more than memory can hold");
    let length =
        size.checked_mul(element.size()).filter(|length| isize::try_from(*length).is_ok()).ok_or_else(too_large)?;
    if let Fill::File(path) = fill {
        let name = path.display();
        let mut bytes = fs::read(path).map_err(|error| format!("cannot read {name}: {error}"))?;
        let found = bytes.len();
        bytes.truncate(length);
        return if found < length {
            Err(format!("{name} has {found} bytes, but {size} elements have {length}"))
        } else {
            Ok(bytes)
        };
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length).map_err(|_| too_large())?;
    if let Fill::Varied { seed, magnitude, structure: Some(structure) } = fill {
        fill_structures(&mut bytes, structure, length, &mut Random::new(*seed), *magnitude);
        return Ok(bytes);
    }
    let mut numbers = Numbers::of(fill);
    for place in 0..size * element.lanes {
        push(&mut bytes, element, numbers.next(place, element));
    }
    Ok(bytes)
}

/// Adds structures; the last one may be cut off.
fn fill_structures(
    bytes: &mut Vec<u8>,
    structure: &Structure,
    length: usize,
    random: &mut Random,
    magnitude: Magnitude,
) {
    bytes.resize(length, 0);
    for one in bytes.chunks_exact_mut(structure.size.max(1)) {
        for (offset, element) in structure.components() {
            put(one, offset, element, random.of_magnitude(magnitude, element));
        }
    }
}

/// The bytes of a structure with these components.
pub(crate) fn structure(structure: &Structure, components: &[Number]) -> Vec<u8> {
    let mut bytes = vec![0; structure.size];
    for ((offset, element), number) in structure.components().zip(components) {
        put(&mut bytes, offset, element, *number);
    }
    bytes
}

/// Writes a component at its offset.
fn put(bytes: &mut [u8], offset: usize, element: ElementType, number: Number) {
    let mut component = Vec::with_capacity(element.width);
    push(&mut component, element, number);
    bytes[offset..offset + element.width].copy_from_slice(&component);
}

/// The bytes of one value: its components, and then zeros if the type has more of them in memory.
pub(crate) fn value(components: &[Number], element: ElementType) -> Vec<u8> {
    let mut bytes = Vec::new();
    for component in components {
        push(&mut bytes, element, *component);
    }
    bytes.resize(element.size(), 0);
    bytes
}

/// Adds one component.
fn push(bytes: &mut Vec<u8>, element: ElementType, number: Number) {
    match (element.is_float, element.width, number) {
        (true, 4, number) => bytes.extend((number.real() as f32).to_le_bytes()),
        (true, 8, number) => bytes.extend(number.real().to_le_bytes()),
        (true, _, number) => bytes.extend(half(number.real()).to_le_bytes()),
        (false, width, Number::Integer(integer)) => bytes.extend(&integer.to_le_bytes()[..width]),
        (false, width, Number::Real(real)) => bytes.extend(&(real as i64).to_le_bytes()[..width]),
    }
}

/// A number in half precision, rounded to the nearest; numbers above 65504 become infinite.
fn half(real: f64) -> u16 {
    let sign = if real.is_sign_negative() { 0x8000 } else { 0 };
    let size = real.abs();
    if size.is_nan() {
        return 0x7E00;
    }
    // The last place is 2^-24 for the smallest numbers, and doubles with each exponent.
    let mut exponent = 1;
    let mut last_place = 2.0_f64.powi(-24);
    while exponent < 31 && size >= last_place * 2048.0 {
        exponent += 1;
        last_place *= 2.0;
    }
    if exponent == 31 {
        return sign | 0x7C00;
    }
    // If the fraction rounds up to 2048, the carry into the exponent is correct.
    let fraction = (size / last_place).round_ties_even() as u16;
    let bits = if fraction < 1024 { fraction } else { (exponent << 10) + (fraction - 1024) };
    sign | bits
}

/// The numbers of a fill, one by one.
struct Numbers<'a> {
    fill: &'a Fill,
    random: Random,
    /// The last offset so far.
    offset: i64,
}

impl<'a> Numbers<'a> {
    fn of(fill: &'a Fill) -> Self {
        let (seed, offset) = match fill {
            Fill::Random { seed, .. } | Fill::Varied { seed, .. } => (*seed, 0),
            Fill::Offsets { seed, from, .. } => (*seed, *from),
            Fill::Constant(_) | Fill::Range { .. } | Fill::File(_) => (0, 0),
        };
        Self { fill, random: Random::new(seed), offset }
    }

    fn next(&mut self, place: usize, element: ElementType) -> Number {
        match self.fill {
            Fill::Constant(number) => *number,
            Fill::Range { from: Number::Integer(from), step: Number::Integer(step) } => {
                Number::Integer(from.wrapping_add(step.wrapping_mul(place as i64)))
            }
            Fill::Range { from, step } => {
                Number::Real(from.real() + step.real() * Number::Integer(place as i64).real())
            }
            Fill::Random { from: Number::Integer(from), to: Number::Integer(to), .. } if !element.is_float => {
                Number::Integer(self.random.between(*from, *to))
            }
            Fill::Random { from, to, .. } => {
                Number::Real(from.real() + (to.real() - from.real()) * self.random.fraction())
            }
            Fill::Offsets { least, most, .. } => {
                if place > 0 {
                    let step = self.random.between(i64::from(*least), i64::from(*most));
                    self.offset = self.offset.wrapping_add(step);
                }
                Number::Integer(self.offset)
            }
            Fill::Varied { magnitude, .. } => self.random.of_magnitude(*magnitude, element),
            Fill::File(_) => Number::Integer(0),
        }
    }
}

/// A xorshift generator: the numbers depend only on the seed.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number from 0 to below 1, in 65,536 steps: it has so few bits that short sums and products are exact.
    fn fraction(&mut self) -> f64 {
        f64::from((self.next() >> 40) as u16) / 65536.0
    }

    /// A random number of a type.
    fn of_magnitude(&mut self, magnitude: Magnitude, element: ElementType) -> Number {
        match (magnitude, element.is_float) {
            (Magnitude::Small, false) => Number::Integer(self.between(0, 15)),
            (Magnitude::Small, true) => Number::Real(2.0 * self.fraction() - 1.0),
            (Magnitude::Medium, false) if element.is_signed => Number::Integer(self.between(-128, 127)),
            (Magnitude::Medium, false) if element.width < 4 => Number::Integer(self.between(0, 255)),
            (_, false) => {
                // Half of the numbers have any magnitude, and half are large.
                let drawn = self.next().cast_signed() >> (64 - 8 * element.width);
                let shift = self.between(0, 16 * element.width as i64 - 1) as usize;
                let shift = if shift < 8 * element.width { shift } else { 0 };
                Number::Integer(drawn >> shift)
            }
            (Magnitude::Medium | Magnitude::Whole, true) => {
                let exponent = self.between(-EXPONENTS, EXPONENTS) as i32;
                let mantissa = 1.0 + f64::from((self.next() >> 32) as u32) / 4_294_967_296.0;
                let sign = if self.between(0, 1) == 0 { 1.0 } else { -1.0 };
                Number::Real(sign * mantissa * 2.0_f64.powi(exponent))
            }
        }
    }

    /// An integer between two bounds, both included.
    fn between(&mut self, from: i64, to: i64) -> i64 {
        let span = (to.wrapping_sub(from) as u64).wrapping_add(1);
        // The upper bits of this generator are better.
        let draw = if span == 0 || span > 1 << 24 { self.next() } else { self.next() >> 40 };
        from.wrapping_add(if span == 0 { draw } else { draw % span } as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: ElementType = ElementType::UNKNOWN;
    const FLOAT: ElementType = ElementType { width: 4, lanes: 1, is_float: true, is_signed: true };

    fn integers(fill: &Fill, size: usize) -> Vec<i32> {
        let bytes = bytes(fill, INT, size).expect("no file is read");
        bytes.chunks_exact(4).map(|word| i32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
    }

    fn reals(fill: &Fill, size: usize) -> Vec<f32> {
        let bytes = bytes(fill, FLOAT, size).expect("no file is read");
        bytes.chunks_exact(4).map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
    }

    #[test]
    fn fills_are_what_they_are_called() {
        assert_eq!(integers(&Fill::Constant(Number::Integer(-7)), 2), [-7, -7]);
        let range = Fill::Range { from: Number::Integer(3), step: Number::Integer(-2) };
        assert_eq!(integers(&range, 4), [3, 1, -1, -3]);
        assert_eq!(reals(&range, 2), [3.0, 1.0]);
        assert_eq!(reals(&Fill::Range { from: Number::Real(0.5), step: Number::Integer(1) }, 2), [0.5, 1.5]);
        let offsets = integers(&Fill::Offsets { seed: 1, from: 5, least: 2, most: 9 }, 1000);
        assert_eq!(offsets[0], 5);
        let steps: Vec<_> = offsets.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert_eq!((steps.iter().min(), steps.iter().max()), (Some(&2), Some(&9)));
    }

    #[test]
    fn random_numbers_reach_their_bounds_and_depend_on_the_seed() {
        let random = |seed| Fill::Random { seed, from: Number::Integer(-1), to: Number::Integer(2) };
        let drawn = integers(&random(1), 1000);
        assert!((-1..=2).all(|number| drawn.contains(&number)) && drawn.iter().all(|number| (-1..=2).contains(number)));
        assert_ne!(drawn, integers(&random(2), 1000));
        assert!(reals(&random(1), 1000).iter().all(|number| (-1.0..2.0).contains(number)));
        let all = Fill::Random { seed: 1, from: Number::Integer(i64::MIN), to: Number::Integer(i64::MAX) };
        assert_eq!(integers(&all, 3).len(), 3);
    }

    #[test]
    fn half_precision_is_rounded_to_the_nearest() {
        for (real, bits) in [
            (0.0, 0),
            (-0.0, 0x8000),
            (1.0, 0x3C00),
            (-2.0, 0xC000),
            (0.5, 0x3800),
            (65504.0, 0x7BFF),
            (65520.0, 0x7C00),
            (1e9, 0x7C00),
            (2.0_f64.powi(-24), 1),
            (2.0_f64.powi(-14), 0x0400),
            (1.0 + 2.0_f64.powi(-11), 0x3C00),
            (1.0 + 3.0 * 2.0_f64.powi(-11), 0x3C02),
            (f64::NAN, 0x7E00),
        ] {
            assert_eq!(half(real), bits, "{real}");
        }
    }

    #[test]
    fn a_value_has_the_size_of_its_type() {
        let vector = ElementType { width: 2, lanes: 4, is_float: false, is_signed: true };
        let components = [Number::Integer(1), Number::Integer(-1), Number::Integer(3)];
        assert_eq!(value(&components, vector), [1, 0, 255, 255, 3, 0, 0, 0]);
    }

    #[test]
    fn what_does_not_fit_into_memory_is_refused() {
        assert!(bytes(&Fill::Constant(Number::Integer(0)), INT, usize::MAX / 2).is_err());
        assert!(bytes(&Fill::File("/no/such/file".into()), INT, 1).is_err_and(|why| why.contains("/no/such/file")));
    }
}
