//! Numbers of bytes as they are typed: `4096`, `64KiB`, `2MiB`.
//!
//! The suffixes are those of IEC 80000-13, powers of 1024. `K` and `kB` mean 1000 to some and 1024 to others, and are
//! not taken.

use clunroll_core::Limits;

/// Reads the number of bytes by which a file may grow.
///
/// # Errors
///
/// The reason, in words.
pub fn growth(text: &str) -> Result<u64, String> {
    match bytes(text)? {
        size if size > Limits::MOST_GROWTH => {
            Err(format!("a file may grow by at most {}MiB", Limits::MOST_GROWTH >> 20))
        }
        size => Ok(size),
    }
}

/// Reads a number of bytes.
///
/// # Errors
///
/// The reason, in words.
pub fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let factor = match unit.trim_start() {
        "" | "B" => 1,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        _ => return Err("expected a number of bytes, optionally with `KiB`, `MiB` or `GiB`".to_owned()),
    };
    let number: u64 = number.parse().map_err(|error| format!("{error}"))?;
    number.checked_mul(factor).ok_or_else(|| "the number of bytes is too large".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_are_powers_of_1024() {
        let sizes = ["0", "4096", "64KiB", "2 MiB", "1GiB", "7B"].map(|text| bytes(text).ok());
        assert_eq!(sizes, [0, 4096, 65_536, 2 << 20, 1 << 30, 7].map(Some));
    }

    #[test]
    fn what_is_no_size_is_refused() {
        for text in ["", "KiB", "-1", "1.5MiB", "1K", "1kB", "1 mib", "99999999999999999999", "18446744073709551615KiB"]
        {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}
