//! What the editor shows in the text itself: a lens above each unrolled loop, and trip counts after requests.
//!
//! A lens says how many copies the loop becomes, and by how much the text grows: `8 copies, +1.2 KB, show`. The growth is known only when
//! the output is written, so the server writes it when the editor asks for lenses, and keeps it until a text changes. The command of a
//! lens gives the lines of the output with the rewritten loop.
//!
//! A trip count is known from the check alone.

use std::ops::Range as Offsets;

use lsp_types::{
    CodeLens, Command, InlayHint, InlayHintLabel, InlayHintTooltip, MarkupContent, MarkupKind, Range, Url,
};
use serde_json::json;

use super::commands;
use super::documents::Document;
use clunroll::{Done, Outcome, RequestReport};
use clunroll_report::summary::counted_as;
use clunroll_report::{effect, totals};
use oclc_syntax::source::{FileId, Place};

/// The lenses of a document with this output.
pub(super) fn lenses(address: &Url, document: &Document, output: &Outcome) -> Vec<CodeLens> {
    let mut seen: Option<Place> = None;
    let lens = |request: &RequestReport| {
        let Done::Unrolled { copies, .. } = &request.done else { return None };
        // A macro may make several loops with one request.
        if seen.replace(request.place) == Some(request.place) {
            return None;
        }
        let range = document.lines.range(document.text.as_bytes(), request.place.span);
        let growth = request.growth.map_or_else(String::new, |growth| format!(", {}", size(growth)));
        let title = format!("{}{growth}, show", counted_as(*copies, "copy", "copies"));
        let arguments = Some(vec![json!(address), json!(range.start)]);
        let command = Command { title, command: commands::SHOW_LOOP.to_owned(), arguments };
        Some(CodeLens { range, command: Some(command), data: None })
    };
    own(output).filter_map(lens).collect()
}

/// The trip counts in some lines of a document.
pub(super) fn hints(document: &Document, outcome: &Outcome, shown: Range) -> Vec<InlayHint> {
    let hint = |request: &RequestReport| {
        let Done::Unrolled { trips: Some(trips), guards, condition, .. } = &request.done else { return None };
        let position = document.lines.range(document.text.as_bytes(), request.place.span).end;
        if position < shown.start || position > shown.end {
            return None;
        }
        // After the factor: `#pragma unroll 4 of 8 iterations`.
        let count = format!("of {}", counted_as(*trips, "iteration", "iterations"));
        let label = match condition {
            Some(condition) => format!("{count} if {condition}"),
            None if !guards.is_empty() => format!("{count}, depends on {}", guards.join(", ")),
            None => count,
        };
        let page = MarkupContent { kind: MarkupKind::Markdown, value: effect::markdown(request, outcome) };
        Some(InlayHint {
            position,
            label: InlayHintLabel::String(label),
            kind: None,
            text_edits: None,
            tooltip: Some(InlayHintTooltip::MarkupContent(page)),
            padding_left: Some(true),
            padding_right: None,
            data: None,
        })
    };
    own(outcome).filter_map(hint).collect()
}

/// The lines of the output with the loop of the request at an offset of the source; `None` if no loop was unrolled for such a request.
pub(super) fn rewritten(output: &Outcome, offset: usize) -> Option<String> {
    let is_here = |span: Offsets<usize>| span.start <= offset && offset <= span.end;
    let mut requests = own(output).filter(|request| matches!(request.done, Done::Unrolled { .. }));
    let request = requests.find(|request| is_here(request.place.span.range()))?;
    let text = &output.text;
    // A loop that is written as a part of another one is shown with it. A loop in a raw string, and one whose copies belong to the request
    // of another configuration, are shown with the whole file.
    let around = || {
        let at = output.points.iter().find(|point| point.request == request.place)?.offset;
        own(output).filter_map(|other| other.written.clone()).find(|written| written.contains(&at))
    };
    let written = request.written.clone().or_else(around).unwrap_or(0..text.len());
    text.get(written.clone())?;
    let start = memchr::memrchr(b'\n', &text[..written.start]).map_or(0, |at| at + 1);
    let end = if text[..written.end].ends_with(b"\n") {
        written.end
    } else {
        memchr::memchr(b'\n', &text[written.end..]).map_or(text.len(), |at| written.end + at + 1)
    };
    Some(String::from_utf8_lossy(&text[start..end]).into_owned())
}

/// The requests of the document itself.
fn own(outcome: &Outcome) -> impl Iterator<Item = &RequestReport> {
    outcome.requests.iter().filter(|request| request.place.file == FileId::MAIN)
}

/// A growth, in words.
fn size(growth: i64) -> String {
    let (number, unit) = totals::size(usize::try_from(growth.unsigned_abs()).unwrap_or(usize::MAX));
    format!("{}{number} {unit}", if growth < 0 { '-' } else { '+' })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_counts_are_short() {
        let sizes = [-7, 0, 999, 1000, 1249, 123_456, -2050].map(size);
        assert_eq!(sizes, ["-7 bytes", "+0 bytes", "+999 bytes", "+1.0 KB", "+1.2 KB", "+123.5 KB", "-2.1 KB"]);
        assert_eq!([1, 8].map(|number| counted_as(number, "copy", "copies")), ["1 copy", "8 copies"]);
    }
}
