//! Changes to a text: ranges of it with what stands there instead.
//!
//! What stands there instead is a [`Composed`] text: of each of its bytes it is known which one of the changed text it is a
//! copy of, so that a step which reads the result can lead back what it finds there.

use super::{Composed, FileId, Place, Sources, Span};

/// One range of a text and what becomes of it.
#[derive(Clone, Debug)]
pub struct Replacement {
    /// What is replaced; empty where text is put in.
    pub span: Span,
    /// What stands there instead, composed of the text that is changed.
    pub text: Composed,
}

impl Replacement {
    /// A range with made text instead.
    #[must_use]
    pub fn made(span: Span, bytes: &[u8]) -> Self {
        let mut text = Composed::default();
        text.made(bytes, Place { file: FileId::MAIN, span });
        Self { span, text }
    }

    /// By how many bytes it makes the text longer.
    #[must_use]
    pub fn growth(&self) -> u64 {
        self.text.bytes().len().saturating_sub(self.span.len()) as u64
    }
}

/// A text with replacements carried out; these stand in rising order and do not overlap.
#[must_use]
pub fn replaced(text: &[u8], replacements: &[Replacement]) -> Vec<u8> {
    let added = replacements.iter().map(|one| one.text.bytes().len()).sum::<usize>();
    let mut output = Vec::with_capacity(text.len() + added);
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

/// The main file with replacements carried out, as a text composed of it; with each range that was replaced, in the file
/// and in the text.
#[must_use]
pub fn rewritten(sources: &Sources, replacements: &[Replacement]) -> (Composed, Vec<(Span, Span)>) {
    let mut text = Composed::default();
    let mut ranges = Vec::with_capacity(replacements.len());
    let mut at = 0;
    for replacement in replacements {
        text.copy(sources, Place { file: FileId::MAIN, span: Span::new(at, replacement.span.start) });
        let start = text.bytes().len() as u32;
        text.append(&replacement.text, replacement.text.whole());
        ranges.push((replacement.span, Span::new(start, text.bytes().len() as u32)));
        at = replacement.span.end;
    }
    let end = sources[FileId::MAIN].bytes.len() as u32;
    text.copy(sources, Place { file: FileId::MAIN, span: Span::new(at, end) });
    (text, ranges)
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
        let mut at = start;
        let mut inside = Composed::default();
        loop {
            if let Some(one) = replacements.next_if(|one| one.span.start <= end) {
                end = end.max(one.span.end);
                inside.append(text, Span::new(at, one.span.start));
                at = one.span.end;
                let new = one.text.through(text);
                inside.append(&new, new.whole());
            } else if let Some((old, new)) = ranges.next_if(|(_, new)| new.start <= end) {
                end = end.max(new.end);
                moved = i64::from(new.end) - i64::from(old.end);
            } else {
                break;
            }
        }
        inside.append(text, Span::new(at, end));
        let in_other = |at: u32, moved: i64| (i64::from(at) - moved) as u32;
        result.push(Replacement { span: Span::new(in_other(start, moved_before), in_other(end, moved)), text: inside });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replacement(start: u32, end: u32, bytes: &str) -> Replacement {
        Replacement::made(Span::new(start, end), bytes.as_bytes())
    }

    #[test]
    fn a_replacement_around_a_range_takes_it_along() {
        let mut sources = Sources::default();
        sources.add("k.cl".to_owned(), b"abcd".to_vec());
        // "abcd" is made "aXYZcd" by writing "b" out.
        let (text, ranges) = rewritten(&sources, &[replacement(1, 2, "XYZ")]);
        assert_eq!((text.bytes(), &ranges[..]), (&b"aXYZcd"[..], &[(Span::new(1, 2), Span::new(1, 4))][..]));
        let led = |replacements| replaced(b"abcd", &led_back(&text, &ranges, replacements));
        assert_eq!(led(vec![replacement(0, 5, "-")]), b"-d");
        assert_eq!(led(vec![replacement(2, 3, "-")]), b"aX-Zcd");
        assert_eq!(led(vec![replacement(5, 6, "-")]), b"aXYZc-");
        assert_eq!(led(vec![replacement(0, 1, "-"), replacement(4, 6, "+")]), b"-XYZ+");
        assert_eq!(led(Vec::new()), b"aXYZcd");
    }

    #[test]
    fn what_is_led_back_keeps_its_origins() {
        let mut sources = Sources::default();
        sources.add("k.cl".to_owned(), b"abcd".to_vec());
        let mut copied = Composed::default();
        copied.copy(&sources, Place { file: FileId::MAIN, span: Span::new(3, 4) });
        let (text, ranges) = rewritten(&sources, &[Replacement { span: Span::new(0, 2), text: copied }]);
        assert_eq!(text.bytes(), b"dcd");
        let led = led_back(&text, &ranges, vec![replacement(1, 2, "-")]);
        assert_eq!(replaced(b"abcd", &led), b"d-d");
        assert_eq!(led[0].text.origin(Span::new(0, 1)).map(|place| place.span), Some(Span::new(3, 4)));
        assert_eq!(led[0].text.origin(Span::new(1, 2)).map(|place| place.span), Some(Span::new(2, 3)));
    }
}
