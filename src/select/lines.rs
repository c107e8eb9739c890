//! Where the line of a directive ends.

/// The index behind the line that `offset` stands in, if nothing but white space and comments that end there follows.
pub(super) fn behind_line(bytes: &[u8], offset: usize) -> Option<usize> {
    let mut at = offset;
    loop {
        match &bytes[at..] {
            [] => return Some(at),
            [b'\n', ..] => return Some(at + 1),
            [b' ' | b'\t' | b'\r', ..] => at += 1,
            [b'/', b'/', rest @ ..] => {
                let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                // A splice carries the comment on to the next line.
                let ends = !rest[..length].trim_ascii_end().ends_with(b"\\");
                return ends.then(|| (at + 2 + length + 1).min(bytes.len()));
            }
            [b'/', b'*', rest @ ..] => {
                let length = memchr::memmem::find(rest, b"*/")?;
                if rest[..length].contains(&b'\n') {
                    return None;
                }
                at += length + 4;
            }
            _ => return None,
        }
    }
}
