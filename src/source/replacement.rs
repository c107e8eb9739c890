//! Changes to a text: ranges of it with what stands there instead.

use super::Span;

/// One range of a text and its new bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// What is replaced; empty where text is put in.
    pub span: Span,
    /// The bytes that stand there instead.
    pub bytes: Vec<u8>,
}

/// A text with replacements carried out; these stand in rising order and do not overlap.
#[must_use]
pub fn replaced(text: &[u8], replacements: &[Replacement]) -> Vec<u8> {
    let mut output = Vec::with_capacity(text.len() + replacements.iter().map(|one| one.bytes.len()).sum::<usize>());
    let mut at = 0;
    for replacement in replacements {
        let range = replacement.span.range();
        output.extend_from_slice(&text[at..range.start]);
        output.extend_from_slice(&replacement.bytes);
        at = range.end;
    }
    output.extend_from_slice(&text[at..]);
    output
}
