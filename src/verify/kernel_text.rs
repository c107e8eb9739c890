//! The kernels of a text, as words, and insertions into them.
//!
//! This reads tokens and expands no macro. A text with insertions may not build; then there is none of what it is for.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use clunroll_opencl::{ArgumentValue, ElementType, LaunchArgument};
use oclc_syntax::lex::{lex, text};
use oclc_syntax::source::FileId;

use super::source_types::{after_bracket, is_name};

/// The words of a text outside of directives, with their ranges, and the words in directives.
pub(crate) fn words_of(bytes: &[u8]) -> (Vec<(String, Range<usize>)>, BTreeSet<String>) {
    let mut is_directive = false;
    let (mut words, mut in_directives) = (Vec::new(), BTreeSet::new());
    for token in lex(FileId::MAIN, bytes) {
        if token.at_line_start {
            is_directive = token.begins_directive();
        }
        if is_directive {
            in_directives.insert(text(bytes, &token).into_owned());
        } else {
            words.push((text(bytes, &token).into_owned(), token.span.range()));
        }
    }
    (words, in_directives)
}

/// The kernels among some words.
pub(super) fn kernels_of<'w>(words: &[&'w str]) -> Vec<KernelText<'w>> {
    let (mut kernels, mut at) = (Vec::new(), 0);
    while at < words.len() {
        at += 1;
        if matches!(words[at - 1], "kernel" | "__kernel")
            && let Some(kernel) = KernelText::read(words, at)
        {
            at = kernel.end;
            kernels.push(kernel);
        }
    }
    kernels
}

/// A text with others inserted at some offsets.
pub(super) fn with_insertions(text: &str, insertions: BTreeMap<usize, String>) -> String {
    let (mut result, mut from) = (String::new(), 0);
    for (offset, inserted) in insertions {
        result.push_str(&text[from..offset]);
        result.push_str(&inserted);
        from = offset;
    }
    result.push_str(&text[from..]);
    result
}

/// The argument for a parameter that was inserted, with unsigned integers of this width in bytes.
pub(super) fn made_argument(width: usize, argument: ArgumentValue) -> LaunchArgument {
    let element = ElementType { width, lanes: 1, is_float: false, is_signed: false };
    LaunchArgument { name: String::new(), element, argument }
}

/// The head of a kernel, and the place of its body.
pub(super) struct KernelText<'w> {
    pub(super) name: &'w str,
    /// The indices of the parentheses around the parameters, of the body's first brace, and after the body.
    pub(super) open: usize,
    pub(super) close: usize,
    pub(super) body: usize,
    pub(super) end: usize,
}

impl<'w> KernelText<'w> {
    /// Reads the head of a kernel after the word `kernel`.
    pub(super) fn read(words: &[&'w str], start: usize) -> Option<Self> {
        let mut at = start;
        let mut found = None;
        loop {
            match *words.get(at)? {
                "{" => break,
                ";" | "}" => return None,
                "(" => {
                    let end = after_bracket(words, at)?;
                    if is_name(words[at - 1]) && !words[at - 1].starts_with("__attribute") {
                        found = found.or(Some((words[at - 1], at, end - 1)));
                    }
                    at = end;
                }
                _ => at += 1,
            }
        }
        let (name, open, close) = found?;
        Some(Self { name, open, close, body: at, end: after_bracket(words, at)? })
    }
}
