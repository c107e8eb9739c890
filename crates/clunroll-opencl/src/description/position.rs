//! Where in a file something is wrong.

/// Something that a description cannot say.
#[derive(Debug)]
pub(super) struct Problem {
    /// Where it is, in bytes.
    pub(super) offset: usize,
    pub(super) message: String,
}

impl Problem {
    pub(super) fn new(offset: usize, message: impl Into<String>) -> Self {
        Self { offset, message: message.into() }
    }

    /// The message with file, line and column.
    pub(super) fn placed(&self, file: &str, text: &str) -> String {
        format!("{}: {}", place(file, text, self.offset), self.message)
    }
}

/// File, line and column of an offset, from 1; columns count characters.
pub(super) fn place(file: &str, text: &str, offset: usize) -> String {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    format!("{file}:{line}:{column}")
}
