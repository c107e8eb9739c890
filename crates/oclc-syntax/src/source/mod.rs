//! Where text comes from: files, places in them, and lines.
//!
//! Every later stage points into the source with a [`Span`] (bytes of one file) or a [`Place`] (a span
//! together with its file). Nothing is ever copied out to be remembered: a token, a diagnostic and an edit all
//! carry spans, and the text is looked up when it is wanted. Files are bytes, not strings, because kernels in
//! Latin-1 exist and must come out as they went in. If a stage reads a text that is in no file, a [`Composed`]
//! maps it back to the files.

mod columns;
mod composed;
mod condition;
mod file;
mod file_name;
mod replacement;
mod span;

pub use columns::{ColumnUnit, Columns};
pub use composed::{Composed, Note};
pub use condition::{Equality, PresenceCondition};
pub use file::{Adopted, FileId, SourceFile, Sources};
pub use file_name::{bytes_of_name, name_of_path, path_of_name};
pub use replacement::{Replacement, WrittenOut, apply_replacements, mapped_back, recomposed, replaced_bytes, spent};
pub use span::{Place, Span};
