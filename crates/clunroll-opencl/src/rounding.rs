//! Whether floating-point results differ by more than rounding explains.
//!
//! Compilers contract `a * b + c` in one place and not in another, and sums of many such terms differ in their last digits. So half of the
//! digits must agree: those of the larger number, or of a typical number of the same memory, since a difference of large numbers may be
//! small.

/// Whether two contents of memory, whose components have this width, differ in more than the last half of the digits.
pub(crate) fn differ_grossly(left: &[u8], right: &[u8], width: usize) -> bool {
    // Half of the digits of the fraction.
    let tolerance = match width {
        2 => 2.0_f64.powi(-5),
        4 => 2.0_f64.powi(-12),
        _ => 2.0_f64.powi(-26),
    };
    let (mut sum, mut count) = (0.0, 0.0_f64);
    for number in left.chunks_exact(width).map(number).filter(|number| number.is_finite()) {
        sum += number.abs();
        count += 1.0;
    }
    let typical = sum / count.max(1.0);
    let pairs = left.chunks_exact(width).zip(right.chunks_exact(width)).filter(|(left, right)| left != right);
    pairs.map(|(left, right)| (number(left), number(right))).any(|(left, right)| {
        if left.is_finite() && right.is_finite() {
            (left - right).abs() > tolerance * left.abs().max(right.abs()).max(typical)
        } else {
            // The bits of a NaN do not matter.
            !(left.is_nan() && right.is_nan())
        }
    })
}

/// A floating-point number of two, four or eight bytes.
fn number(bytes: &[u8]) -> f64 {
    match (bytes.try_into(), bytes.try_into(), bytes.try_into()) {
        (Ok(single), _, _) => f32::from_le_bytes(single).into(),
        (_, Ok(double), _) => f64::from_le_bytes(double),
        (_, _, Ok(half)) => half_number(u16::from_le_bytes(half)),
        _ => f64::NAN,
    }
}

fn half_number(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1F), f64::from(bits & 0x3FF));
    let magnitude = match exponent {
        0 => fraction * 2.0_f64.powi(-24),
        0x1F if fraction > 0.0 => f64::NAN,
        0x1F => f64::INFINITY,
        _ => (1024.0 + fraction) * 2.0_f64.powi(exponent - 25),
    };
    if bits >> 15 == 0 { magnitude } else { -magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn singles(left: &[f32], right: &[f32]) -> bool {
        let bytes = |numbers: &[f32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>();
        differ_grossly(&bytes(left), &bytes(right), 4)
    }

    #[test]
    fn only_the_last_digits_may_differ() {
        assert!(!singles(&[1.0, 2.0], &[1.000_1, 2.0]));
        assert!(singles(&[1.0, 2.0], &[1.001, 2.0]));
        assert!(singles(&[1.0, 2.0], &[2.0, 1.0]));
        // A small number may be the difference of large ones.
        assert!(!singles(&[1e-6, 100.0], &[-2e-6, 100.0]));
        assert!(singles(&[1e-6], &[-2e-6]));
    }

    #[test]
    fn numbers_without_a_value_are_no_rounding() {
        let (nan, infinity) = (f32::NAN, f32::INFINITY);
        assert!(singles(&[1.0], &[nan]) && singles(&[infinity], &[1.0]) && singles(&[infinity], &[-infinity]));
        assert!(!singles(&[nan, infinity], &[-nan, infinity]));
    }

    #[test]
    fn halves_and_doubles_have_their_own_digits() {
        let halves = |left: u16, right: u16| differ_grossly(&left.to_le_bytes(), &right.to_le_bytes(), 2);
        // 1, its neighbour, and 1.25.
        assert!(!halves(0x3C00, 0x3C01) && halves(0x3C00, 0x3D00));
        let numbers = [0x0001, 0xBC00, 0x7C00, 0x7BFF].map(half_number);
        let expected = [2.0_f64.powi(-24), -1.0, f64::INFINITY, 65504.0];
        assert_eq!(numbers.map(f64::to_bits), expected.map(f64::to_bits));
        let doubles = |left: f64, right: f64| differ_grossly(&left.to_le_bytes(), &right.to_le_bytes(), 8);
        assert!(!doubles(1.0, 1.0 + 1e-9) && doubles(1.0, 1.0 + 1e-7));
    }
}
