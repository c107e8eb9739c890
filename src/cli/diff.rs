//! Changes to a file as a unified diff, which `patch -p1` and `git apply` take.
//!
//! Lines are bytes up to a line feed, whatever else is in them: a carriage return is a byte of its line, and what is no
//! UTF-8 comes out as it went in. Where the last line has no end, the diff says so as others do.
//!
//! Both files have the input's name, behind `a/` and `b/`. A name with a blank in it is followed by a tab, and one with
//! control characters, quotes or backslashes is written as a C string, which is how git tells where a name ends.

use std::io::Write;
use std::path::{Component, Path};

use similar::{Algorithm, DiffOp};

/// Lines around a change.
const CONTEXT: usize = 3;

/// The difference between two texts of a file; empty where there is none.
pub(super) fn unified(path: &Path, old: &[u8], new: &[u8]) -> Vec<u8> {
    let (old, new): (Vec<_>, Vec<_>) =
        (old.split_inclusive(|&byte| byte == b'\n').collect(), new.split_inclusive(|&byte| byte == b'\n').collect());
    let operations = similar::capture_diff_slices(Algorithm::Myers, &old, &new);
    let mut diff = Vec::new();
    for group in similar::group_diff_ops(operations, CONTEXT) {
        if diff.is_empty() {
            for (start, side) in [("--- ", "a"), ("+++ ", "b")] {
                diff.extend_from_slice(start.as_bytes());
                push_name(&mut diff, side, path);
            }
        }
        push_hunk(&mut diff, &group, &old, &new);
    }
    diff
}

fn push_hunk(diff: &mut Vec<u8>, group: &[DiffOp], old: &[&[u8]], new: &[&[u8]]) {
    let (Some(first), Some(last)) = (group.first(), group.last()) else { return };
    let range = |start: usize, end: usize| match end - start {
        // Nothing stands behind the line before.
        0 => format!("{start},0"),
        1 => format!("{}", start + 1),
        lines => format!("{},{lines}", start + 1),
    };
    let old_range = range(first.old_range().start, last.old_range().end);
    let new_range = range(first.new_range().start, last.new_range().end);
    // Writing to memory does not fail.
    let _ = writeln!(diff, "@@ -{old_range} +{new_range} @@");
    for operation in group {
        if let DiffOp::Equal { .. } = operation {
            push_lines(diff, b' ', &old[operation.old_range()]);
        } else {
            push_lines(diff, b'-', &old[operation.old_range()]);
            push_lines(diff, b'+', &new[operation.new_range()]);
        }
    }
}

fn push_lines(diff: &mut Vec<u8>, sign: u8, lines: &[&[u8]]) {
    for line in lines {
        diff.push(sign);
        diff.extend_from_slice(line);
        if !line.ends_with(b"\n") {
            diff.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
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
        String::from_utf8(unified(Path::new("./x/k.cl"), old.as_bytes(), new.as_bytes())).unwrap()
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
        let name = |path: &str| String::from_utf8(unified(Path::new(path), b"", b"a\n")).unwrap();
        assert!(name("a b.cl").starts_with("--- a/a b.cl\t\n+++ b/a b.cl\t\n"));
        assert!(name("a\t\"b.cl").starts_with("--- \"a/a\\011\\\"b.cl\"\n"));
        assert!(name("/k/é.cl").starts_with("--- a/k/é.cl\n"));
    }
}
