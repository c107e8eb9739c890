//! Makes a text whose work-items run in another order.
//!
//! Each work-item takes the place of another one: the first of a group takes that of the last, and so on, and groups do the same. All
//! relations between work-items stay, so a kernel without races computes the same. If two work-items write different values to one element,
//! or one reads an element that another one writes, the result depends on the order.
//!
//! Macros do this: a call of `get_global_id(0)` counts from the other end. This cannot be used for kernels whose results may depend on the
//! order without a race, by atomic functions, or for kernels that get the index of a work-item in other ways.

use oclc_syntax::lex::{TokenKind, lex, text};
use oclc_syntax::source::FileId;

/// Replacements for the functions that return the index of a work-item.
const PRELUDE: &str = "\
#define get_global_id(d) (get_global_size(d) - 1 - get_global_id(d))
#define get_local_id(d) (get_local_size(d) - 1 - get_local_id(d))
#define get_group_id(d) (get_num_groups(d) - 1 - get_group_id(d))
";

/// Words whose meaning depends on the order, or on the numbers that the platform gives to work-items.
const OTHER_WAYS: [&str; 8] = ["atom", "sub_group", "work_group_", "intel_", "asm", "__asm", "enqueue_kernel", "pipe"];

/// The functions that the macros replace.
const IDS: [&str; 3] = ["get_global_id", "get_local_id", "get_group_id"];

/// The same text with its work-items in another order; `None` if the order cannot be changed. `line` is the start of the text.
pub(super) fn reversed(source: &str, line: &str) -> Option<String> {
    let bytes = source.as_bytes();
    let tokens = lex(FileId::MAIN, bytes);
    let words = tokens.iter().filter(|token| token.kind == TokenKind::Identifier);
    let words: Vec<_> = words.map(|token| text(bytes, token)).collect();
    // An included file may call these functions.
    let asks = words.iter().any(|word| IDS.contains(&&**word) || word.starts_with("include"));
    // A macro of such a name in the source would hide the one above.
    let redefines = words.windows(2).any(|pair| matches!(&*pair[0], "define" | "undef") && IDS.contains(&&*pair[1]));
    if !asks || redefines || words.iter().any(|word| is_about_order(word)) {
        return None;
    }
    Some(format!("{line}{PRELUDE}{}", source.strip_prefix(line)?))
}

/// Whether the results of a text may depend on the order of its work-items without a race.
pub(super) fn may_depend_on_order(source: &str) -> bool {
    let bytes = source.as_bytes();
    let identifiers = lex(FileId::MAIN, bytes).into_iter().filter(|token| token.kind == TokenKind::Identifier);
    identifiers.into_iter().any(|token| is_about_order(&text(bytes, &token)))
}

/// Whether the meaning of a word depends on the order, or on the numbers that the platform gives to work-items.
fn is_about_order(word: &str) -> bool {
    OTHER_WAYS.iter().any(|start| word.starts_with(start)) || word.starts_with("get_") && word.ends_with("_linear_id")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_kernels_are_reversed() {
        let line = "#pragma x\n";
        let reversed = |text: &str| reversed(&format!("{line}{text}"), line);
        let text = reversed("void k() { get_global_id(0); }").unwrap_or_default();
        assert!(
            text.starts_with("#pragma x\n#define get_global_id(d) ")
                && text.ends_with("void k() { get_global_id(0); }")
        );
        for text in [
            "get_local_id(0); atomic_add(a, 1);",
            "get_local_id(0); sub_group_all(1);",
            "get_global_linear_id();",
            "#define get_local_id(d) 0\n",
        ] {
            assert_eq!(reversed(text), None, "{text}");
        }
    }
}
