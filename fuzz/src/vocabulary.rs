//! The words of `opencl.dict`, which libFuzzer takes too.

use std::sync::LazyLock;

/// The entries of the dictionary, without quotes and escapes.
pub static WORDS: LazyLock<Vec<Vec<u8>>> =
    LazyLock::new(|| include_str!("../opencl.dict").lines().filter_map(entry).collect());

/// `"text\x0a"`; comments and empty lines are none.
fn entry(line: &str) -> Option<Vec<u8>> {
    let mut rest = line.trim().strip_prefix('"')?.strip_suffix('"')?.as_bytes();
    let mut text = Vec::new();
    while let [first, behind @ ..] = rest {
        rest = match (first, behind) {
            (b'\\', [b'x', high, low, behind @ ..]) => {
                let digits = [*high, *low];
                text.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
                behind
            }
            (b'\\', [escaped, behind @ ..]) => {
                text.push(*escaped);
                behind
            }
            _ => {
                text.push(*first);
                behind
            }
        };
    }
    Some(text)
}
