//! The names of files as text.
//!
//! A name in a finding, a report or a baseline is text, but the name of a file need not be: on Unix it is bytes. Two files must not
//! get the same name, and a reader must be able to find the file by its name. So a byte that is not part of UTF-8 is written as
//! U+FFFD with the two hexadecimal digits of the byte: `\xe8.cl` becomes `�E8.cl`. U+FFFD itself, where it is in the name of a
//! file, is written as its three bytes in the same way, so that a name can be read in one way only. All other names are unchanged.

use std::path::{Path, PathBuf};

/// The first character of an escaped byte that is not part of UTF-8.
const ESCAPE: char = char::REPLACEMENT_CHARACTER;

/// The name of a path.
#[must_use]
pub fn name_of_path(path: &Path) -> String {
    let mut name = String::new();
    for chunk in bytes_of(path).utf8_chunks() {
        for (at, valid) in chunk.valid().split(ESCAPE).enumerate() {
            if at > 0 {
                ESCAPE.to_string().bytes().for_each(|byte| push_byte(&mut name, byte));
            }
            name.push_str(valid);
        }
        chunk.invalid().iter().for_each(|&byte| push_byte(&mut name, byte));
    }
    name
}

fn push_byte(name: &mut String, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    name.push(ESCAPE);
    for digit in [byte >> 4, byte & 15] {
        name.push(char::from(DIGITS[usize::from(digit)]));
    }
}

/// The bytes of a name. A U+FFFD without two digits stays, since the name may not be clunroll's.
#[must_use]
pub fn bytes_of_name(name: &str) -> Vec<u8> {
    let mut parts = name.split(ESCAPE);
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let byte = part.get(..2).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        if let Some(byte) = byte.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            bytes.push(byte);
            bytes.extend_from_slice(&part.as_bytes()[2..]);
        } else {
            bytes.extend_from_slice(ESCAPE.to_string().as_bytes());
            bytes.extend_from_slice(part.as_bytes());
        }
    }
    bytes
}

/// The path of a name.
#[cfg(unix)]
#[must_use]
pub fn path_of_name(name: &str) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(bytes_of_name(name)).into()
}

/// The path of a name.
#[cfg(not(unix))]
#[must_use]
pub fn path_of_name(name: &str) -> PathBuf {
    PathBuf::from(name)
}

#[cfg(unix)]
fn bytes_of(path: &Path) -> &[u8] {
    use std::os::unix::ffi::OsStrExt;
    path.as_os_str().as_bytes()
}

/// Elsewhere, a name is units of UTF-16, and all real names are Unicode.
#[cfg(not(unix))]
fn bytes_of(path: &Path) -> &[u8] {
    path.as_os_str().as_encoded_bytes()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn a_name_can_be_read_in_one_way_only() {
        for (bytes, expected) in [
            (&b"a/k.cl"[..], "a/k.cl"),
            ("größe.cl".as_bytes(), "größe.cl"),
            (b"\xe8.cl", "\u{fffd}E8.cl"),
            (b"\xe9.cl", "\u{fffd}E9.cl"),
            (b"a\xff\xc3", "a\u{fffd}FF\u{fffd}C3"),
            ("\u{fffd}E8.cl".as_bytes(), "\u{fffd}EF\u{fffd}BF\u{fffd}BDE8.cl"),
            (b"%E8.cl", "%E8.cl"),
            (b"", ""),
        ] {
            let path = Path::new(OsStr::from_bytes(bytes));
            let name = name_of_path(path);
            assert_eq!(name, expected);
            assert_eq!(path_of_name(&name), path);
        }
    }

    #[test]
    fn a_name_of_somebody_else_stays_as_it_is() {
        assert_eq!(bytes_of_name("a\u{fffd}.cl"), "a\u{fffd}.cl".as_bytes());
        assert_eq!(bytes_of_name("a\u{fffd}+1"), "a\u{fffd}+1".as_bytes());
        assert_eq!(bytes_of_name("\u{fffd}é"), "\u{fffd}é".as_bytes());
    }
}
