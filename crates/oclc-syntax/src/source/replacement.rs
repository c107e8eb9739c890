//! Changes to a text: ranges of it with their new text.

use super::{Composed, FileId, Place, PresenceCondition, Sources, Span};

/// One range of a text and its new text.
#[derive(Clone, Debug)]
pub struct Replacement {
    /// The range to replace; empty for an insertion.
    pub span: Span,
    /// The new text, composed of the text that it is put into.
    pub text: Composed,
    /// The request that it was made for; `None` if there is none.
    pub request: Option<Place>,
    /// If the text begins with a conditional of two branches that clunroll made: when the first branch is compiled.
    pub condition: Option<PresenceCondition>,
}

impl Replacement {
    /// A range with made text instead, for which `attributed_to` is shown.
    #[must_use]
    pub fn made(span: Span, bytes: &[u8], attributed_to: Place, request: Option<Place>) -> Self {
        let mut text = Composed::default();
        text.made(bytes, attributed_to);
        Self { span, text, request, condition: None }
    }

    /// By how many bytes it makes the text longer.
    #[must_use]
    pub fn growth(&self) -> i64 {
        self.text.len() as i64 - self.span.len() as i64
    }
}

/// The part of the limit on growth that replacements use; one that makes the text shorter gives nothing back.
#[must_use]
pub fn spent(replacements: &[Replacement]) -> u64 {
    replacements.iter().map(|one| one.growth().max(0).unsigned_abs()).sum()
}

/// A range of a text that was written out in another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenOut {
    /// Its place in the text.
    pub old: Span,
    /// Its place in the other text.
    pub new: Span,
    /// The request that it was written out for; `None` if only the replacements in it have one.
    pub request: Option<Place>,
    /// The condition of the conditional that the new text begins with ([`Replacement::condition`]).
    pub condition: Option<PresenceCondition>,
    /// Whether it is a part of the result where nothing is replaced in it; the old text is, otherwise.
    pub stays: bool,
}

/// A text with replacements applied; these are in rising order and do not overlap.
#[must_use]
pub fn replaced_bytes(text: &[u8], replacements: &[Replacement]) -> Vec<u8> {
    let mut output = Vec::with_capacity(text.len() + replacements.iter().map(|one| one.text.len()).sum::<usize>());
    let mut at = 0;
    for replacement in replacements {
        let range = replacement.span.range();
        output.extend_from_slice(&text[at..range.start]);
        output.extend_from_slice(replacement.text.bytes());
        at = range.end;
    }
    output.extend_from_slice(&text[at..]);
    output
}

/// A part of a text with the replacements in it carried out. Unlike the text of a [`Replacement`], those given here are
/// composed of the files that `text` itself is composed of ([`Composed::through`]).
#[must_use]
pub fn recomposed<'r>(
    text: &Composed,
    part: Span,
    replacements: impl Iterator<Item = (Span, &'r Composed)>,
) -> Composed {
    let mut output = Composed::default();
    let mut at = part.start;
    for (span, new) in replacements {
        output.append(text, Span::new(at, span.start));
        output.append(new, Span::new(0, new.len() as u32));
        at = span.end;
    }
    output.append(text, Span::new(at, part.end));
    output
}

/// The main file with replacements carried out, as a text composed of it; and each range that was replaced.
#[must_use]
pub fn apply_replacements(sources: &Sources, replacements: &[Replacement]) -> (Composed, Vec<WrittenOut>) {
    let file = Composed::verbatim(sources, FileId::MAIN);
    let whole = Span::new(0, file.len() as u32);
    let text = recomposed(&file, whole, replacements.iter().map(|one| (one.span, &one.text)));
    let mut moved = 0_i64;
    let range = |one: &Replacement| {
        let start = (i64::from(one.span.start) + moved) as u32;
        moved += one.growth();
        WrittenOut {
            old: one.span,
            new: Span::new(start, start + one.text.len() as u32),
            request: one.request,
            condition: one.condition.clone(),
            stays: true,
        }
    };
    (text.complete(), replacements.iter().map(range).collect())
}

/// Maps replacements in a text that was made from another by writing out some ranges of it to replacements in that other
/// text. `ranges` are those ranges; each is replaced as a whole, together with all changes beside it or around it. A range
/// without changes keeps its old text, unless it [`stays`](WrittenOut::stays). A replacement belongs to the request of the
/// change that begins first.
#[must_use]
pub fn mapped_back(text: &Composed, ranges: &[WrittenOut], replacements: Vec<Replacement>) -> Vec<Replacement> {
    let is_needed = |range: &WrittenOut| {
        let after = replacements.partition_point(|one| one.span.end < range.new.start);
        let in_it = |one: &&Replacement| one.span.start <= range.new.end;
        let changes = |one: &Replacement| {
            one.span.is_empty() || (one.span.start < range.new.end && range.new.start < one.span.end)
        };
        range.stays || replacements[after..].iter().take_while(in_it).any(changes)
    };
    let mut ranges = ranges.iter().map(|range| (range, is_needed(range))).collect::<Vec<_>>().into_iter().peekable();
    let mut replacements = replacements.into_iter().peekable();
    let mut result = Vec::new();
    // The distance by which text after the last range has moved.
    let mut moved = 0_i64;
    let moved_by = |range: &WrittenOut| i64::from(range.new.end) - i64::from(range.old.end);
    loop {
        let starts = [replacements.peek().map(|one| one.span.start), ranges.peek().map(|(range, _)| range.new.start)];
        let Some(start) = starts.into_iter().flatten().min() else { return result };
        if let Some((range, _)) = ranges.next_if(|(range, is_needed)| range.new.start == start && !is_needed) {
            moved = moved_by(range);
            continue;
        }
        let moved_before = moved;
        let mut end = start;
        let mut inside = Vec::new();
        let (mut request, mut condition) = (None, None);
        loop {
            if let Some(one) = replacements.next_if(|one| one.span.start <= end) {
                end = end.max(one.span.end);
                request = request.or(one.request);
                let is_first =
                    inside.is_empty() && text.bytes()[start as usize..one.span.range().start].trim_ascii().is_empty();
                condition = condition.or(one.condition.filter(|_| is_first));
                inside.push((one.span, one.text.through(text)));
            } else if let Some((range, _)) = ranges.next_if(|(range, is_needed)| range.new.start <= end && *is_needed) {
                end = end.max(range.new.end);
                request = request.or(range.request);
                let is_first = inside.is_empty() && range.new.start == start;
                condition = condition.or(range.condition.clone().filter(|_| is_first));
                moved = moved_by(range);
            } else {
                break;
            }
        }
        let new = recomposed(text, Span::new(start, end), inside.iter().map(|(span, new)| (*span, new)));
        let in_other = |at: u32, moved: i64| (i64::from(at) - moved) as u32;
        let span = Span::new(in_other(start, moved_before), in_other(end, moved));
        result.push(Replacement { span, text: new, request, condition });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(start: u32, end: u32) -> Place {
        Place { file: FileId::MAIN, span: Span::new(start, end) }
    }

    fn replacement(start: u32, end: u32, bytes: &str) -> Replacement {
        Replacement::made(Span::new(start, end), bytes.as_bytes(), place(start, end), None)
    }

    fn file() -> Sources {
        let mut sources = Sources::default();
        sources.add("x".to_owned(), b"abcd".to_vec());
        sources
    }

    /// "abcd" was made "aXYZcd" by writing "b" out.
    fn written_out() -> (Composed, Vec<WrittenOut>) {
        apply_replacements(&file(), &[replacement(1, 2, "XYZ")])
    }

    #[test]
    fn a_rewritten_text_knows_its_ranges() {
        let (text, ranges) = apply_replacements(&file(), &[replacement(1, 2, "XYZ"), replacement(3, 3, "-")]);
        assert_eq!(text.bytes(), b"aXYZc-d");
        let range = |old: (u32, u32), new: (u32, u32)| WrittenOut {
            old: Span::new(old.0, old.1),
            new: Span::new(new.0, new.1),
            request: None,
            condition: None,
            stays: true,
        };
        assert_eq!(ranges, [range((1, 2), (1, 4)), range((3, 3), (5, 6))]);
    }

    #[test]
    fn a_replacement_around_a_range_takes_it_along() {
        let (text, ranges) = written_out();
        let mapped = |replacements| replaced_bytes(b"abcd", &mapped_back(&text, &ranges, replacements));
        assert_eq!(mapped(vec![replacement(0, 5, "-")]), b"-d");
        assert_eq!(mapped(vec![replacement(2, 3, "-")]), b"aX-Zcd");
        assert_eq!(mapped(vec![replacement(5, 6, "-")]), b"aXYZc-");
        assert_eq!(mapped(vec![replacement(0, 1, "-"), replacement(4, 6, "+")]), b"-XYZ+");
        assert_eq!(mapped(Vec::new()), b"aXYZcd");
    }

    #[test]
    fn a_range_that_need_not_stay_goes_where_nothing_is_replaced_in_it() {
        let (text, mut ranges) = apply_replacements(&file(), &[replacement(1, 2, "XYZ"), replacement(3, 4, "UVW")]);
        for range in &mut ranges {
            range.stays = false;
        }
        let mapped = |replacements| replaced_bytes(b"abcd", &mapped_back(&text, &ranges, replacements));
        assert_eq!(mapped(vec![replacement(2, 3, "-")]), b"aX-Zcd");
        assert_eq!(mapped(vec![replacement(6, 7, "-")]), b"abcU-W");
        assert_eq!(mapped(vec![replacement(0, 1, "-"), replacement(7, 8, "+")]), b"-bcUV+");
        assert_eq!(mapped(vec![replacement(4, 4, "+")]), b"aXYZ+cd");
        // Beside it.
        let (text, mut ranges) = apply_replacements(&file(), &[replacement(1, 2, "XYZ"), replacement(2, 3, "UVW")]);
        for range in &mut ranges {
            range.stays = false;
        }
        let mapped = |replacements| replaced_bytes(b"abcd", &mapped_back(&text, &ranges, replacements));
        assert_eq!(mapped(vec![replacement(2, 3, "-")]), b"aX-Zcd");
        assert_eq!(mapped(vec![replacement(5, 6, "-")]), b"abU-Wd");
    }

    #[test]
    fn what_is_mapped_back_is_composed_of_the_other_text() {
        let (text, ranges) = written_out();
        let mapped = mapped_back(&text, &ranges, vec![replacement(2, 3, "-"), replacement(4, 5, "+")]);
        let origins: Vec<_> = mapped[0].text.origins(Span::new(0, 9)).collect();
        assert_eq!(origins, [(&b"X-Z"[..], place(1, 2), false), (&b"+"[..], place(2, 3), false)]);
    }

    #[test]
    fn what_begins_first_tells_the_request() {
        let (outer, inner) = (place(0, 1), place(3, 4));
        let for_request = |one: Replacement, request| Replacement { request: Some(request), ..one };
        let (text, ranges) = apply_replacements(&file(), &[for_request(replacement(1, 2, "XYZ"), outer)]);
        let request = |one| mapped_back(&text, &ranges, vec![for_request(one, inner)])[0].request;
        assert_eq!(request(replacement(2, 3, "-")), Some(outer));
        assert_eq!(request(replacement(0, 4, "-")), Some(inner));
    }
}
