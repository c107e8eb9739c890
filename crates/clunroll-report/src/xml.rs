//! Texts in XML, SVG and HTML.

use crate::text::one_line;

/// A text in one line, with XML's escapes, for an element or an attribute.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in one_line(text).chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML has no way to write these.
            '\u{fffe}' | '\u{ffff}' => escaped.push('?'),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_ends_neither_an_element_nor_an_attribute() {
        assert_eq!(escaped("a<b>&\"c\"\n\u{1b}\u{fffe}é"), "a&lt;b&gt;&amp;&quot;c&quot;???é");
    }
}
