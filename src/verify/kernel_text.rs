//! The kernels of a text, as words, and insertions into them.
//!
//! This reads tokens and expands no macros, except names that are defined as `local` alone. A text with insertions may not build. Then its check
//! is skipped.

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

/// The words that mean `local`: both spellings of the keyword, and macros that are defined as one of them.
pub(super) fn local_words(bytes: &[u8]) -> BTreeSet<String> {
    let tokens = lex(FileId::MAIN, bytes);
    let words: Vec<_> = tokens.iter().map(|token| text(bytes, token)).collect();
    let mut local = BTreeSet::from(["local", "__local"].map(str::to_owned));
    for (at, define) in words.windows(3).enumerate() {
        let is_whole = tokens.get(at + 3).is_none_or(|next| next.at_line_start);
        if define[0] == "define" && local.contains(&*define[2]) && is_whole {
            local.insert(define[1].to_string());
        }
    }
    local
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

    /// The declarations of local variables in the body. Where not all work-items may come, there are none: after a `return`.
    pub(super) fn local_variables(&self, words: &[&str], local: &BTreeSet<String>) -> Vec<LocalDeclaration> {
        let (mut declarations, mut at, mut start) = (Vec::new(), self.body + 1, self.body + 1);
        while at < self.end - 1 {
            match words[at] {
                "return" | "goto" => break,
                ";" => {
                    let names = local_names(&words[start..at], local);
                    if !names.is_empty() {
                        let names = names.into_iter().map(|name| start + name).collect();
                        declarations.push(LocalDeclaration { names, end: at });
                    }
                    start = at + 1;
                }
                // Local variables are declared in the outermost block alone (OpenCL C, section 6.7.2).
                "{" => {
                    let Some(end) = after_bracket(words, at) else { break };
                    if words[at..end].iter().any(|word| matches!(*word, "return" | "goto")) {
                        break;
                    }
                    (at, start) = (end, end);
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        declarations
    }
}

/// A declaration of local variables, as indices of words.
pub(super) struct LocalDeclaration {
    /// The names that it declares.
    pub(super) names: Vec<usize>,
    /// Its semicolon.
    pub(super) end: usize,
}

/// The indices of the names that a declaration declares in local memory; empty if it declares none there.
fn local_names(declaration: &[&str], local: &BTreeSet<String>) -> Vec<usize> {
    // What is in brackets says nothing here: `*` and `=` may be in the size of an array.
    let (mut names, mut name, mut is_local, mut at) = (Vec::new(), None, false, 0);
    while let Some(word) = declaration.get(at) {
        match *word {
            "=" | "*" => return Vec::new(),
            "," => names.extend(name.take()),
            "[" | "(" => {
                at = after_bracket(declaration, at).unwrap_or(declaration.len());
                continue;
            }
            word if local.contains(word) => is_local = true,
            word if is_name(word) && !word.starts_with("__attribute") => name = Some(at),
            _ => {}
        }
        at += 1;
    }
    names.extend(name);
    if is_local { names } else { Vec::new() }
}
