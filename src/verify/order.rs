//! A text with its work-items in another order.
//!
//! The order is reversed: the first work-item of a group takes the place of the last, and groups are reversed too. All relations between
//! them stay, so that a kernel without races computes the same. If two work-items write different values to one element, or one reads what
//! another writes, the order decides the final value.
//!
//! Macros do that: a call of `get_global_id(0)` counts from the other end. That makes no sense for kernels whose results may depend on the
//! order without a race, through atomic functions, or for kernels that identify work-items in other ways.

use oclc_syntax::lex::{TokenKind, lex, text};
use oclc_syntax::source::FileId;

/// Replacements for the functions that return the ids of a work-item.
const PRELUDE: &str = "\
#define get_global_id(d) (get_global_size(d) - 1 - get_global_id(d))
#define get_local_id(d) (get_local_size(d) - 1 - get_local_id(d))
#define get_group_id(d) (get_num_groups(d) - 1 - get_group_id(d))
";

/// Words whose meaning depends on the order, or on the numbers that the platform gives to work-items.
const OTHER_WAYS: [&str; 8] = ["atom", "sub_group", "work_group_", "intel_", "asm", "__asm", "enqueue_kernel", "pipe"];

/// The functions that the macros replace.
const IDS: [&str; 3] = ["get_global_id", "get_local_id", "get_group_id"];

/// The same text with its work-items in another order, if that makes sense. `line` is the beginning of the text.
pub(super) fn reversed(source: &str, line: &str) -> Option<String> {
    let bytes = source.as_bytes();
    let tokens = lex(FileId::MAIN, bytes);
    let words = tokens.iter().filter(|token| token.kind == TokenKind::Identifier);
    let words: Vec<_> = words.map(|token| text(bytes, token)).collect();
    let is_in_other_way = |word: &str| {
        OTHER_WAYS.iter().any(|start| word.starts_with(start))
            || word.starts_with("get_") && word.ends_with("_linear_id")
    };
    // An included file may call any of them.
    let asks = words.iter().any(|word| IDS.contains(&&**word) || word.starts_with("include"));
    // A macro of that name in the source would hide the one above.
    let redefines = words.windows(2).any(|pair| matches!(&*pair[0], "define" | "undef") && IDS.contains(&&*pair[1]));
    if !asks || redefines || words.iter().any(|word| is_in_other_way(word)) {
        return None;
    }
    Some(format!("{line}{PRELUDE}{}", source.strip_prefix(line)?))
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
