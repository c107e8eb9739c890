//! Replacements of spans of the source by texts.

use crate::write::text::Text;
use oclc_syntax::source::Span;

/// Replacements of spans, in rising order.
pub type TextEdits = Vec<(Span, Text)>;

/// The text of `span` with the replacements that are in it.
#[must_use]
pub fn spliced(span: Span, edits: TextEdits) -> Text {
    let mut parts = Vec::new();
    let mut at = span.start;
    for (place, text) in edits {
        let start = place.start.max(at);
        if start > at {
            parts.push(Text::Source(Span::new(at, start)));
        }
        parts.push(Text::InPlaceOf(place, Box::new(text)));
        at = place.end.max(at);
    }
    if at < span.end {
        parts.push(Text::Source(Span::new(at, span.end)));
    }
    Text::Sequence(parts)
}

/// Both lists in one, in rising order as each of them is; an edit of `others` inside one of `edits` is
/// dropped.
#[must_use]
pub fn merged(edits: TextEdits, others: TextEdits) -> TextEdits {
    let is_free = |span: Span| {
        let following = edits.partition_point(|(place, _)| place.start <= span.start);
        following == 0 || !edits[following - 1].0.contains(span)
    };
    let mut all: TextEdits = others.into_iter().filter(|&(span, _)| is_free(span)).collect();
    all.extend(edits);
    all.sort_by_key(|(span, _)| (span.start, span.end));
    all
}
