//! Changes to a file as a unified diff, for people and for `patch`.

use similar::TextDiff;

use crate::files::failure::printable;

/// What turns `old` into `new`; empty where they are the same. Lines keep their endings and their bytes.
pub(super) fn unified(name: &str, old: &[u8], new: &[u8]) -> Vec<u8> {
    let (old, new) = (lines(old), lines(new));
    let diff = TextDiff::configure().newline_terminated(true).diff_slices(&old, &new);
    let mut text = Vec::new();
    for hunk in diff.unified_diff().iter_hunks() {
        if text.is_empty() {
            let name = printable(name);
            text.extend_from_slice(format!("--- {name}\n+++ {name}\n").as_bytes());
        }
        // Hunk by hunk, since all at once they are written as Unicode. Writing to memory does not fail.
        let _ = hunk.to_writer(&mut text);
    }
    text
}

/// Lines as `patch` knows them: a carriage return alone ends none.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_line_endings_are_kept() {
        let diff = unified("a\nb.cl", b"1\r\n\xe9\r2\r\nlast", b"1\r\n\xe9\xe9\r2\r\nlast");
        let expected =
            b"--- a?b.cl\n+++ a?b.cl\n@@ -1,3 +1,3 @@\n 1\r\n-\xe9\r2\r\n+\xe9\xe9\r2\r\n last\n\\ No newline at end of file\n";
        assert_eq!(diff.escape_ascii().to_string(), expected.escape_ascii().to_string());
        assert!(unified("a", b"same", b"same").is_empty());
    }
}
