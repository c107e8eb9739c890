//! The lines of a directive or a region.

use oclc_syntax::source::{SourceFile, Span};

/// A span, extended by the white space before it on its line, and by the remainder of its last line if only white space and comments are
/// there.
#[must_use]
pub fn whole_lines(file: &SourceFile, span: Span) -> Span {
    let start = file.line(file.line_index(span.start)).map_or(span.start, |line| line.start);
    let is_blank = file.slice(Span::new(start, span.start)).iter().all(u8::is_ascii_whitespace);
    let end = after_line(&file.bytes, span.end as usize).map_or(span.end, |end| end as u32);
    Span::new(if is_blank { start } else { span.start }, end)
}

/// The index after the line with `offset`, if only white space and comments that end on the line follow.
fn after_line(bytes: &[u8], offset: usize) -> Option<usize> {
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
