//! The documents that are open in the editor, with their unsaved texts.
//!
//! The key of a document is its address as the editor writes it, and its path decides its settings. A document without a file, such as a
//! new one, is treated as in the current folder, which is the first folder of the workspace.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::{Position, TextDocumentContentChangeEvent, Url};

use super::checked::CheckResult;
use super::positions::{Encoding, LineStarts};
use clunroll::Outcome;

/// An open document.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) version: i32,
    /// Its name.
    pub(super) path: PathBuf,
    pub(super) text: String,
    pub(super) lines: LineStarts,
    /// The result of checking this text; `None` if it was not checked since it changed.
    pub(super) checked: Option<CheckResult>,
    /// Its output; `None` if the editor has not asked for it since the last check.
    pub(super) output: Option<DocumentOutput>,
    /// The included files that the last check requested, by their canonical paths.
    pub(super) includes: HashSet<PathBuf>,
    /// The canonical path of the file, if there is one.
    canonical: Option<PathBuf>,
}

/// The output for a document.
#[derive(Debug)]
pub(super) enum DocumentOutput {
    /// The outcome of writing it.
    Written(Box<Outcome>),
    /// clunroll would write nothing.
    Nothing,
}

/// All open documents.
#[derive(Debug, Default)]
pub(super) struct Documents {
    open: BTreeMap<Url, Document>,
    /// The documents to check, the most urgent one first.
    stale: Vec<Url>,
}

/// The texts of the open files, by their canonical paths.
pub(super) type Buffers = HashMap<PathBuf, Arc<[u8]>>;

impl Document {
    /// The offset of a position in the text.
    pub(super) fn offset(&self, position: Position) -> usize {
        self.lines.offset(&self.text, position)
    }

    fn set(&mut self, text: String, encoding: Encoding) {
        self.lines = LineStarts::of(text.as_bytes(), encoding);
        self.text = text;
        self.checked = None;
    }

    fn change(&mut self, change: TextDocumentContentChangeEvent, encoding: Encoding) {
        let Some(range) = change.range else { return self.set(change.text, encoding) };
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        let mut text = std::mem::take(&mut self.text);
        text.replace_range(start..end.max(start), &change.text);
        self.set(text, encoding);
    }
}

impl Documents {
    pub(super) fn open(&mut self, address: &Url, version: i32, text: String, encoding: Encoding) {
        let path = path_of(address);
        let canonical = fs::canonicalize(&path).ok();
        let lines = LineStarts::of(text.as_bytes(), encoding);
        let includes = HashSet::new();
        let document = Document { version, path, text, lines, checked: None, output: None, includes, canonical };
        self.open.insert(address.clone(), document);
        self.changed(address);
    }

    /// Makes changes, one after the other. Changes of documents that are not open are ignored.
    pub(super) fn change(
        &mut self,
        address: &Url,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) {
        if let Some(document) = self.open.get_mut(address) {
            document.version = version;
            for change in changes {
                document.change(change, encoding);
            }
            self.changed(address);
        }
    }

    /// Forgets a document. Returns whether it was open.
    pub(super) fn close(&mut self, address: &Url) -> bool {
        self.changed(address);
        self.stale.retain(|one| one != address);
        self.open.remove(address).is_some()
    }

    pub(super) fn get(&self, address: &Url) -> Option<&Document> {
        self.open.get(address)
    }

    pub(super) fn get_mut(&mut self, address: &Url) -> Option<&mut Document> {
        self.open.get_mut(address)
    }

    /// Whether an open document includes that one, as far as it was checked.
    pub(super) fn is_included(&self, address: &Url) -> bool {
        let file = self.open.get(address).and_then(|document| document.canonical.as_ref());
        let mut others = self.open.iter().filter(|(other, _)| *other != address);
        file.is_some_and(|file| others.any(|(_, document)| document.includes.contains(file)))
    }

    /// The texts that replace files.
    pub(super) fn buffers(&self) -> Buffers {
        let canonical = |document: &Document| Some((document.canonical.clone()?, document.text.as_bytes().into()));
        self.open.values().filter_map(canonical).collect()
    }

    /// Takes the next document to check.
    pub(super) fn next_stale(&mut self) -> Option<Url> {
        if self.stale.is_empty() { None } else { Some(self.stale.remove(0)) }
    }

    pub(super) fn has_stale(&self) -> bool {
        !self.stale.is_empty()
    }

    /// Marks all documents as stale.
    pub(super) fn all_changed(&mut self) {
        for (address, document) in &mut self.open {
            document.checked = None;
            if !self.stale.contains(address) {
                self.stale.push(address.clone());
            }
        }
    }

    /// Marks a document as stale, and after it those that include it.
    fn changed(&mut self, address: &Url) {
        self.stale.retain(|one| one != address);
        self.stale.insert(0, address.clone());
        let Some(file) = self.open.get(address).and_then(|document| document.canonical.clone()) else { return };
        for (other, document) in &mut self.open {
            if other != address && document.includes.contains(&file) {
                document.checked = None;
                if !self.stale.contains(other) {
                    self.stale.push(other.clone());
                }
            }
        }
    }
}

/// The name of a document.
fn path_of(address: &Url) -> PathBuf {
    let file = if address.scheme() == "file" { address.to_file_path().ok() } else { None };
    // For `untitled:Untitled-1`. A name that is a number would mean standard input.
    file.unwrap_or_else(|| {
        let name = Path::new(address.path()).file_name().unwrap_or_default();
        Path::new(".").join(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lsp_types::Range;

    fn change(range: Option<((u32, u32), (u32, u32))>, text: &str) -> TextDocumentContentChangeEvent {
        let range = range.map(|((line, column), (to_line, to_column))| {
            Range::new(Position::new(line, column), Position::new(to_line, to_column))
        });
        TextDocumentContentChangeEvent { range, range_length: None, text: text.to_owned() }
    }

    fn changed(text: &str, changes: Vec<TextDocumentContentChangeEvent>) -> String {
        let address: Url = "untitled:New".parse().expect("an address");
        let mut documents = Documents::default();
        documents.open(&address, 1, text.to_owned(), Encoding::Utf16);
        documents.change(&address, 2, changes, Encoding::Utf16);
        documents.get(&address).map(|document| document.text.clone()).unwrap_or_default()
    }

    #[test]
    fn changes_are_carried_out_one_after_the_other() {
        let changes = vec![change(Some(((0, 1), (0, 1))), "é𝄞"), change(Some(((0, 2), (0, 4))), "z")];
        assert_eq!(changed("ab\r\nc", changes), "aézb\r\nc");
        assert_eq!(changed("ab\r\nc", vec![change(Some(((0, 2), (1, 0))), "")]), "abc");
        assert_eq!(changed("ab", vec![change(None, "x"), change(Some(((0, 1), (0, 1))), "y")]), "xy");
    }

    #[test]
    fn a_range_that_is_not_there_changes_what_is_nearest() {
        assert_eq!(changed("ab", vec![change(Some(((9, 9), (u32::MAX, 0))), "c")]), "abc");
        assert_eq!(changed("abcd", vec![change(Some(((0, 3), (0, 1))), "x")]), "abcxd");
    }

    #[test]
    fn a_document_without_a_file_is_in_the_current_folder() {
        assert_eq!(path_of(&"untitled:Untitled-1".parse().expect("an address")), Path::new("./Untitled-1"));
        assert_eq!(path_of(&"git:/a/k.cl?x".parse().expect("an address")), Path::new("./k.cl"));
    }
}
