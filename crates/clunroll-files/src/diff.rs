//! The difference between two texts as a unified diff, which `patch -p1` and `git apply` take.
//!
//! Lines are bytes up to a line feed: a carriage return is a byte of its line, and bytes that are not UTF-8 are copied. If the last line
//! has no line feed, the diff says so as other diffs do.
//!
//! Both texts have the same name, after `a/` and `b/`. A tab follows a name with a blank, and one with control characters, quotes or
//! backslashes is written as a C string, so that git knows where the name ends.

use std::io::Write;
use std::path::{Component, Path};
use std::time::Duration;

use similar::{Algorithm, TextDiff};

/// The difference between two texts of a file; empty if they are equal.
///
/// With a limit of time, a difference that takes longer has more lines than it needs.
#[must_use]
pub fn unified(path: &Path, old: &[u8], new: &[u8], limit: Option<Duration>) -> Vec<u8> {
    let [old, new] = [old, new].map(|text| text.split_inclusive(|&byte| byte == b'\n').collect::<Vec<_>>());
    let mut config = TextDiff::configure();
    config.algorithm(Algorithm::Myers).newline_terminated(true);
    if let Some(limit) = limit {
        config.timeout(limit);
    }
    let lines = config.diff_slices(&old, &new);
    let mut diff = Vec::new();
    for hunk in lines.unified_diff().iter_hunks() {
        if diff.is_empty() {
            for (start, side) in [("--- ", "a"), ("+++ ", "b")] {
                diff.extend_from_slice(start.as_bytes());
                push_name(&mut diff, side, path);
            }
        }
        // Writing to memory does not fail.
        let _ = writeln!(diff, "{}", hunk.header());
        for change in hunk.iter_changes() {
            let _ = write!(diff, "{}", change.tag());
            diff.extend_from_slice(change.value());
            // The crate also ends lines after a carriage return.
            if !change.value().ends_with(b"\n") {
                diff.extend_from_slice(b"\n\\ No newline at end of file\n");
            }
        }
    }
    diff
}

fn push_name(diff: &mut Vec<u8>, side: &str, path: &Path) {
    let mut name = side.as_bytes().to_vec();
    for component in path.components() {
        if let Component::Normal(_) | Component::ParentDir = component {
            name.push(b'/');
            name.extend_from_slice(component.as_os_str().as_encoded_bytes());
        }
    }
    if name.iter().any(|byte| matches!(byte, 0..=0x1f | 0x7f | b'"' | b'\\')) {
        diff.push(b'"');
        for byte in name {
            match byte {
                b'"' | b'\\' => diff.extend_from_slice(&[b'\\', byte]),
                0..=0x1f | 0x7f => diff.extend_from_slice(format!("\\{byte:03o}").as_bytes()),
                byte => diff.push(byte),
            }
        }
        diff.push(b'"');
    } else {
        let has_blank = name.contains(&b' ');
        diff.append(&mut name);
        if has_blank {
            diff.push(b'\t');
        }
    }
    diff.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diff(old: &str, new: &str) -> String {
        String::from_utf8(unified(Path::new("./x/k.cl"), old.as_bytes(), new.as_bytes(), None)).unwrap()
    }

    #[test]
    fn equal_texts_have_no_diff() {
        assert_eq!(diff("", ""), "");
        assert_eq!(diff("a", "a"), "");
    }

    #[test]
    fn a_carriage_return_is_a_byte_and_a_missing_end_is_said() {
        assert_eq!(
            diff("a\r\nb\rc", "a\r\nb\rd\r\n"),
            "--- a/x/k.cl\n+++ b/x/k.cl\n@@ -1,2 +1,2 @@\n a\r\n-b\rc\n\\ No newline at end of file\n+b\rd\r\n"
        );
        assert_eq!(diff("", "a\n"), "--- a/x/k.cl\n+++ b/x/k.cl\n@@ -0,0 +1 @@\n+a\n");
    }

    #[test]
    fn odd_names_are_quoted() {
        let name = |path: &str| String::from_utf8(unified(Path::new(path), b"", b"a\n", None)).unwrap();
        assert!(name("a b.cl").starts_with("--- a/a b.cl\t\n+++ b/a b.cl\t\n"));
        assert!(name("a\t\"b.cl").starts_with("--- \"a/a\\011\\\"b.cl\"\n"));
        assert!(name("/k/é.cl").starts_with("--- a/k/é.cl\n"));
    }
}
