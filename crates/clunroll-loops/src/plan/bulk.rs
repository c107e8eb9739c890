//! About how much a plan writes.

/// About how much is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bulk {
    /// Bytes, with what stands before the lines.
    pub bytes: u64,
    /// Lines.
    pub lines: u64,
    /// Copies of a barrier that have a test before them.
    pub meetings: u64,
    /// Barriers in loops of the text that an iteration may skip.
    pub conditional: u64,
    /// The same, outside of the loops of the text, where a copy does not decide it.
    pub straight: u64,
    /// Those of these whose outcome may differ between copies.
    pub varying: u64,
}

impl Bulk {
    pub fn add(&mut self, more: Self) {
        self.bytes = self.bytes.saturating_add(more.bytes);
        self.lines = self.lines.saturating_add(more.lines);
        self.meetings = self.meetings.saturating_add(more.meetings);
        self.conditional = self.conditional.saturating_add(more.conditional);
        self.straight = self.straight.saturating_add(more.straight);
        self.varying = self.varying.saturating_add(more.varying);
    }
}
