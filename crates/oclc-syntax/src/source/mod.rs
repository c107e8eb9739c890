//! Where text comes from: files, places in them, and lines.
//!
//! Every later stage points into the source with a [`Span`] (bytes of one file) or a [`Place`] (a span together with
//! its file). Text is not copied: a token, a diagnostic and an edit all hold spans, and the text is looked up when it
//! is needed. Files are bytes, not strings, because kernels in Latin-1 exist and must be written unchanged. If a
//! stage reads a text that is not a file, a [`Composed`] maps it back to files.

mod composed;
mod file;
mod file_name;
mod replacement;
mod span;

pub use composed::{Composed, Note};

pub use file::{Adopted, FileId, SourceFile, Sources};
pub use file_name::{bytes_of_name, name_of_path, path_of_name};
pub use replacement::{Replacement, WrittenOut, apply_replacements, mapped_back, recomposed, replaced_bytes, spent};
pub use span::{Place, Span};
