//! Texts that are broken at blanks, for a terminal.
//!
//! A terminal breaks a long line in the middle of a word. [`wrapped`] breaks it at a blank, and gives the rest of the line its indentation. A
//! word that is longer than the terminal is wide stays whole. A text for a file or another program is not broken.

use textwrap::{Options, WordSeparator, WordSplitter};

/// The most columns of a sentence: longer lines are hard to read.
const MOST: usize = 100;

/// The text with lines of at most this many columns.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> String {
    let width = width.min(MOST);
    text.split('\n').map(|line| wrapped_line(line, width)).collect::<Vec<_>>().join("\n")
}

fn wrapped_line(line: &str, width: usize) -> String {
    let words = line.trim_start();
    let indentation = &line[..line.len() - words.len()];
    filled(words, indentation, indentation, width)
}

/// Text in lines of at most this many columns, after `first` in the first line and after `others` in the others. A longer word stays whole.
#[must_use]
pub fn filled(text: &str, first: &str, others: &str, width: usize) -> String {
    let options = Options::new(width).initial_indent(first).subsequent_indent(others).break_words(false);
    // Words are code more often than not, and code has no place for a hyphen.
    textwrap::fill(text, options.word_separator(WordSeparator::AsciiSpace).word_splitter(WordSplitter::NoHyphenation))
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_are_broken_at_blanks_and_keep_their_indentation() {
        assert_eq!(wrapped("one two three\n  four five six\n", 9), "one two\nthree\n  four\n  five\n  six\n");
        assert_eq!(wrapped("one two", 7), "one two");
        assert_eq!(wrapped("", 3), "");
    }

    #[test]
    fn a_long_word_stays_whole() {
        assert_eq!(wrapped("a incomprehensible b", 5), "a\nincomprehensible\nb");
        assert_eq!(wrapped("é è ê", 3), "é è\nê");
    }

    #[test]
    fn no_line_of_a_wide_terminal_is_longer_than_a_sentence_may_be() {
        let text = "word ".repeat(100);
        assert!(wrapped(text.trim(), 400).lines().all(|line| line.len() <= 100));
    }
}
