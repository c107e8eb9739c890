//! The files of one run and their line indices.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Place, Span};

/// Names one file of [`Sources`]; the file given to the engine is [`FileId::MAIN`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(u32);

impl FileId {
    /// The file that is being rewritten.
    pub const MAIN: Self = Self(0);
}

/// One file: its name for people, and its bytes.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name that diagnostics show.
    pub name: String,
    /// The bytes, exactly as read. A file is read more than once, and its bytes are held once.
    pub bytes: Arc<[u8]>,
    line_starts: Arc<[u32]>,
    /// What is known of the bytes. All copies of this file share it, and so do all sources that include the file in one session.
    known: Arc<Mutex<Vec<(&'static str, bool)>>>,
}

impl SourceFile {
    fn new(name: String, bytes: Arc<[u8]>) -> Self {
        let line_starts =
            std::iter::once(0).chain(memchr::memchr_iter(b'\n', &bytes).map(|at| at as u32 + 1)).collect();
        Self { name, bytes, line_starts, known: Arc::default() }
    }

    /// The bytes of `span`.
    ///
    /// # Panics
    ///
    /// If the span is not in this file.
    #[must_use]
    pub fn slice(&self, span: Span) -> &[u8] {
        &self.bytes[span.range()]
    }

    /// The answer to a question about the bytes, which is looked for once. Each question has its own name.
    #[doc(hidden)]
    #[must_use]
    pub fn answer(&self, question: &'static str, find: impl FnOnce(&[u8]) -> bool) -> bool {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let before = known().iter().find(|(name, _)| *name == question).map(|(_, answer)| *answer);
        before.unwrap_or_else(|| {
            let answer = find(&self.bytes);
            known().push((question, answer));
            answer
        })
    }

    /// Zero-based index of the line that holds the byte at `offset`; the last line for an offset past the end.
    #[must_use]
    pub fn line_index(&self, offset: u32) -> usize {
        self.line_starts.partition_point(|&start| start <= offset) - 1
    }

    /// The bytes of a line, its line ending included; `None` past the last line.
    #[must_use]
    pub fn line(&self, index: usize) -> Option<Span> {
        let start = *self.line_starts.get(index)?;
        let end = self.line_starts.get(index + 1).copied().unwrap_or(self.bytes.len() as u32);
        Some(Span::new(start, end))
    }
}

/// All files of one run, in the order in which they were read.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// Adds a file; the first one added is [`FileId::MAIN`].
    #[doc(hidden)]
    pub fn add(&mut self, name: String, bytes: impl Into<Arc<[u8]>>) -> FileId {
        self.share(&SourceFile::new(name, bytes.into()))
    }

    /// Adds a file of another set.
    #[doc(hidden)]
    pub fn share(&mut self, file: &SourceFile) -> FileId {
        let id = FileId(self.files.len() as u32);
        self.files.push(file.clone());
        id
    }

    /// Adds the files of another set, but for its main file; a file that is there already is not added again. Gives the
    /// new name of each file by its old one, that of the main file being [`FileId::MAIN`].
    #[doc(hidden)]
    pub fn adopt(&mut self, others: Self) -> Adopted {
        let mut known: HashMap<String, Vec<FileId>> = HashMap::new();
        for (index, file) in self.files.iter().enumerate() {
            known.entry(file.name.clone()).or_default().push(FileId(index as u32));
        }
        let mut ids = vec![FileId::MAIN];
        for file in others.files.into_iter().skip(1) {
            let same = known.get(&file.name).into_iter().flatten().find(|id| self[**id].bytes == file.bytes);
            ids.push(match same {
                Some(id) => *id,
                None => self.share(&file),
            });
        }
        Adopted(ids)
    }

    /// All files.
    pub fn iter(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter()
    }

    /// The names of all files, in the same order.
    pub fn ids(&self) -> impl Iterator<Item = FileId> + use<> {
        (0..self.files.len() as u32).map(FileId)
    }

    /// Where some bytes first occur.
    #[doc(hidden)]
    #[must_use]
    pub fn find(&self, bytes: &[u8]) -> Option<Place> {
        self.files.iter().zip(0..).find_map(|(file, id)| {
            let start = memchr::memmem::find(&file.bytes, bytes)? as u32;
            Some(Place { file: FileId(id), span: Span::new(start, start + bytes.len() as u32) })
        })
    }

    /// The first file that has the name and the text of another set's. What the command line says has several files of one
    /// name.
    #[doc(hidden)]
    #[must_use]
    pub fn like(&self, other: &SourceFile) -> Option<FileId> {
        let index = self.files.iter().position(|file| file.name == other.name && file.bytes == other.bytes)?;
        Some(FileId(index as u32))
    }

    /// How many files there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether it has no files.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The file of that name, where it has been added.
    #[must_use]
    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }
}

/// Where the files of a set have gone that [`Sources::adopt`] took over.
#[derive(Clone, Debug)]
pub struct Adopted(Vec<FileId>);

impl Adopted {
    /// The new name of a file.
    #[must_use]
    pub fn file(&self, old: FileId) -> FileId {
        self.0.get(old.0 as usize).copied().unwrap_or(FileId::MAIN)
    }
}

impl std::ops::Index<FileId> for Sources {
    type Output = SourceFile;

    /// The file; ids are only made by [`Sources::add`].
    fn index(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }
}
