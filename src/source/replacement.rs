//! Changes to a text: ranges of it with what stands there instead.

use super::{Composed, Place, Span};

/// One range of a text and what it becomes.
#[derive(Clone, Debug)]
pub struct Replacement {
    /// What is replaced; empty where text is put in.
    pub span: Span,
    /// What stands there instead, composed of the text that it is put into.
    pub text: Composed,
    /// The request that it was made for; `None` where it has to do with none.
    pub request: Option<Place>,
}

/// A text with replacements carried out; these stand in rising order and do not overlap.
#[must_use]
pub fn replaced(text: &[u8], replacements: &[Replacement]) -> Vec<u8> {
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

/// Replacements in a text that was made from another by writing out some ranges of it, as replacements in that other
/// one. `ranges` are those ranges, in the other text and in this one; each is replaced as a whole, together with all
/// that changes beside it or around it, so that all that was written out is in the result.
#[must_use]
pub fn led_back(text: &Composed, ranges: &[(Span, Span)], replacements: Vec<Replacement>) -> Vec<Replacement> {
    let mut result = Vec::new();
    let mut replacements = replacements.into_iter().peekable();
    let mut ranges = ranges.iter().peekable();
    // How far what stands behind the last range has moved.
    let mut moved = 0_i64;
    loop {
        let starts = [replacements.peek().map(|one| one.span.start), ranges.peek().map(|(_, new)| new.start)];
        let Some(start) = starts.into_iter().flatten().min() else { return result };
        let moved_before = moved;
        let mut end = start;
        let mut inside = Vec::new();
        let mut request = None;
        loop {
            if let Some(one) = replacements.next_if(|one| one.span.start <= end) {
                end = end.max(one.span.end);
                request = request.or(one.request);
                inside.push((one.span, one.text.through(text)));
            } else if let Some((old, new)) = ranges.next_if(|(_, new)| new.start <= end) {
                end = end.max(new.end);
                moved = i64::from(new.end) - i64::from(old.end);
            } else {
                break;
            }
        }
        let new = recomposed(text, Span::new(start, end), inside.iter().map(|(span, new)| (*span, new)));
        let in_other = |at: u32, moved: i64| (i64::from(at) - moved) as u32;
        let span = Span::new(in_other(start, moved_before), in_other(end, moved));
        result.push(Replacement { span, text: new, request });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{FileId, Sources};

    fn replacement(start: u32, end: u32, bytes: &str) -> Replacement {
        let span = Span::new(start, end);
        let mut text = Composed::default();
        text.made(bytes.as_bytes(), Place { file: FileId::MAIN, span });
        Replacement { span, text, request: None }
    }

    /// "abcd" was made "aXYZcd" by writing "b" out.
    fn written_out() -> (Composed, [(Span, Span); 1]) {
        let mut sources = Sources::default();
        let file = sources.add("x".to_owned(), b"abcd".to_vec());
        let mut text = Composed::default();
        text.copy(&sources, Place { file, span: Span::new(0, 1) });
        text.made(b"XYZ", Place { file, span: Span::new(1, 2) });
        text.copy(&sources, Place { file, span: Span::new(2, 4) });
        (text, [(Span::new(1, 2), Span::new(1, 4))])
    }

    #[test]
    fn a_replacement_around_a_range_takes_it_along() {
        let (text, ranges) = written_out();
        let led = |replacements| replaced(b"abcd", &led_back(&text, &ranges, replacements));
        assert_eq!(led(vec![replacement(0, 5, "-")]), b"-d");
        assert_eq!(led(vec![replacement(2, 3, "-")]), b"aX-Zcd");
        assert_eq!(led(vec![replacement(5, 6, "-")]), b"aXYZc-");
        assert_eq!(led(vec![replacement(0, 1, "-"), replacement(4, 6, "+")]), b"-XYZ+");
        assert_eq!(led(Vec::new()), b"aXYZcd");
    }

    #[test]
    fn what_is_led_back_is_composed_of_the_other_text() {
        let (text, ranges) = written_out();
        let led = led_back(&text, &ranges, vec![replacement(2, 3, "-"), replacement(4, 5, "+")]);
        let origins: Vec<_> = led[0].text.origins(Span::new(0, 9)).collect();
        let place = |start, end| Place { file: FileId::MAIN, span: Span::new(start, end) };
        assert_eq!(origins, [(&b"X-Z"[..], place(1, 2), false), (&b"+"[..], place(2, 3), false)]);
    }
}
