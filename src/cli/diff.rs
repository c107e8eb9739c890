//! Changes to a file as a unified diff, which `patch -p1` and `git apply` take.
//!
//! Lines are bytes up to a line feed: a carriage return is a byte of its line, and bytes that are not UTF-8 are copied. If the last line
//! has no line feed, the diff says so as other diffs do.
//!
//! Both files have the input's name, after `a/` and `b/`. Tools refuse names with `..` and names from the root, so names are relative to
//! a folder that holds all inputs: the current one, or the nearest one above it ([`PatchFolder`]). A tab follows a name with a blank, and one with control characters, quotes or
//! backslashes is written as a C string, so that git knows where the name ends.

use std::env;
use std::io::Write;
use std::path::{Component, Path, PathBuf};

use clunroll_files::{failure, input};
use oclc_syntax::source::name_of_path;
use similar::{Algorithm, TextDiff};

/// The folder that the names in a patch are relative to.
#[derive(Clone, Debug, Default)]
pub(super) struct PatchFolder {
    /// A path from the root, and how to go there; `None` for the current folder.
    above: Option<(PathBuf, PathBuf)>,
}

impl PatchFolder {
    /// The folder for these files and folders.
    pub(super) fn of(inputs: &[PathBuf]) -> Self {
        let Ok(current) = env::current_dir() else { return Self::default() };
        let outside: Vec<_> = inputs.iter().filter_map(|input| outside(input, &current)).collect();
        let holds_all = |folder: &&Path| outside.iter().all(|path| path.starts_with(folder));
        let up = current.ancestors().position(|folder| holds_all(&folder)).filter(|up| *up > 0);
        let above =
            up.and_then(|up| Some((current.ancestors().nth(up)?.to_path_buf(), vec![".."; up].iter().collect())));
        Self { above }
    }

    /// How to apply a patch, if not in the current folder.
    pub(super) fn hint(&self) -> Option<String> {
        let folder = failure::printable_name(&name_of_path(&self.above.as_ref()?.1));
        Some(format!("the names in the patch are relative to {folder}: apply it with `patch -p1 -d {folder}`"))
    }

    /// The name of a file in the patch.
    fn name(&self, path: &Path) -> PathBuf {
        let Ok(current) = env::current_dir() else { return path.to_path_buf() };
        match (&self.above, outside(path, &current)) {
            _ if input::is_standard_input(path) => path.to_path_buf(),
            (None, Some(path)) => path.strip_prefix(&current).map(Path::to_path_buf).unwrap_or(path),
            (None, None) => path.to_path_buf(),
            (Some((above, _)), outside) => {
                let path = outside.unwrap_or_else(|| current.join(path));
                path.strip_prefix(above).map(Path::to_path_buf).unwrap_or(path)
            }
        }
    }
}

/// The path from the root of a file that is named with `..` or from the root; `None` if its name is one below the current folder.
fn outside(path: &Path, current: &Path) -> Option<PathBuf> {
    let is_below = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if is_below || input::is_standard_input(path) {
        return None;
    }
    let path = current.join(path);
    // Links on the way are followed, as `..` follows them; the file itself may be a link.
    match (path.file_name(), path.parent().and_then(|folder| folder.canonicalize().ok())) {
        (Some(name), Some(folder)) => Some(folder.join(name)),
        _ => Some(path.canonicalize().unwrap_or(path)),
    }
}

/// The difference between two texts of a file; empty if they are equal.
pub(super) fn unified(folder: &PatchFolder, path: &Path, old: &[u8], new: &[u8]) -> Vec<u8> {
    let path = &*folder.name(path);
    let [old, new] = [old, new].map(|text| text.split_inclusive(|&byte| byte == b'\n').collect::<Vec<_>>());
    let lines = TextDiff::configure().algorithm(Algorithm::Myers).newline_terminated(true).diff_slices(&old, &new);
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
        String::from_utf8(unified(&PatchFolder::default(), Path::new("./x/k.cl"), old.as_bytes(), new.as_bytes()))
            .unwrap()
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
        let name =
            |path: &str| String::from_utf8(unified(&PatchFolder::default(), Path::new(path), b"", b"a\n")).unwrap();
        assert!(name("a b.cl").starts_with("--- a/a b.cl\t\n+++ b/a b.cl\t\n"));
        assert!(name("a\t\"b.cl").starts_with("--- \"a/a\\011\\\"b.cl\"\n"));
        assert!(name("/k/é.cl").starts_with("--- a/k/é.cl\n"));
    }
}
