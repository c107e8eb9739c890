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

/// Replacements in a text that was made from another by writing out some ranges of it, as replacements in that other
/// one. `ranges` are those ranges, in the other text and in this one; each is replaced as a whole, together with all
/// that changes beside it or around it, so that all that was written out is in the result.
#[must_use]
pub fn led_back(text: &[u8], ranges: &[(Span, Span)], replacements: Vec<Replacement>) -> Vec<Replacement> {
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
        loop {
            if let Some(one) = replacements.next_if(|one| one.span.start <= end) {
                end = end.max(one.span.end);
                let span = Span::new(one.span.start - start, one.span.end - start);
                inside.push(Replacement { span, bytes: one.bytes });
            } else if let Some((old, new)) = ranges.next_if(|(_, new)| new.start <= end) {
                end = end.max(new.end);
                moved = i64::from(new.end) - i64::from(old.end);
            } else {
                break;
            }
        }
        let bytes = replaced(&text[start as usize..end as usize], &inside);
        let in_other = |at: u32, moved: i64| (i64::from(at) - moved) as u32;
        result.push(Replacement { span: Span::new(in_other(start, moved_before), in_other(end, moved)), bytes });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replacement(start: u32, end: u32, bytes: &str) -> Replacement {
        Replacement { span: Span::new(start, end), bytes: bytes.as_bytes().to_vec() }
    }

    #[test]
    fn a_replacement_around_a_range_takes_it_along() {
        // "abcd" was made "aXYZcd" by writing "b" out.
        let ranges = [(Span::new(1, 2), Span::new(1, 4))];
        let led = |replacements| replaced(b"abcd", &led_back(b"aXYZcd", &ranges, replacements));
        assert_eq!(led(vec![replacement(0, 5, "-")]), b"-d");
        assert_eq!(led(vec![replacement(2, 3, "-")]), b"aX-Zcd");
        assert_eq!(led(vec![replacement(5, 6, "-")]), b"aXYZc-");
        assert_eq!(led(vec![replacement(0, 1, "-"), replacement(4, 6, "+")]), b"-XYZ+");
        assert_eq!(led(Vec::new()), b"aXYZcd");
    }
}
