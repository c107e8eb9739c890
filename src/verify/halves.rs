//! Makes a text in which only half of the work-items run.
//!
//! Work-items race if two of them write one element. Another order does not show that where all of them do the same: `a[0] += 1` gives
//! the same in each order, but not on a device that runs them at once. So the kernel runs with the work-items whose number has a bit set,
//! then with the others, for each bit. Two work-items differ in some bit. They race in two cases:
//!
//! - Both halves, each in memory as it was, change one element, and not both to the value that all work-items together give it. A device
//!   that runs one work-item after the other shows this: `a[0] += 1` gives 1 for half of two work-items, and 2 for both.
//! - One half, and then the other in the memory that the first one leaves, do not compute what all work-items compute together. A device
//!   that runs work-items in lockstep shows this: `a[0] += 1` gives 1 for both work-items together, and 2 for one after the other.
//!
//! ```text
//! kernel void k(global int *a) {        kernel void k(uint clunroll_bit, uint clunroll_value, global int *a) { if (clunroll_rests(…)) return;
//! ```
//!
//! In a kernel with barriers whole work-groups run or rest. Kernels with functions whose results may depend on the order without a race,
//! such as atomic functions, cannot be checked. Kernels that the text mentions elsewhere stay as they are, since other kernels may call
//! them. This reads tokens and expands no macro. If the result does not build, nothing is checked.

use std::collections::BTreeMap;

use clunroll_opencl::{ArgumentValue, Launch, Number};
use oclc_syntax::lex::{TokenKind, lex, text};
use oclc_syntax::source::FileId;

use super::kernel_text::{kernels_of, made_argument, with_insertions, words_of};
use super::order;

const FUNCTION: &str = "int clunroll_rests(uint bit, uint value) {\n\
    ulong item = get_global_id(0) - get_global_offset(0);\n\
    item += get_global_size(0) * (get_global_id(1) - get_global_offset(1));\n\
    item += get_global_size(0) * get_global_size(1) * (get_global_id(2) - get_global_offset(2));\n\
    return (item >> bit & 1) != value;\n}\n";

const GROUP_FUNCTION: &str = "int clunroll_rests(uint bit, uint value) {\n\
    ulong item = get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * get_group_id(2));\n\
    return (item >> bit & 1) != value;\n}\n";

/// The words of functions that all work-items of a group must reach.
const TOGETHER: [&str; 3] = ["barrier", "async_work_group", "wait_group_events"];

/// The number of parameters that a kernel gets.
pub(super) const PARAMETERS: usize = 2;

/// A text whose kernels run with half of the work-items: inserts the test into a text. `line` is the start of the text. `None` if that would mean nothing.
pub(super) fn halved(source: &str, line: &str) -> Option<String> {
    let rest = source.strip_prefix(line).filter(|_| !source.contains("clunroll_rests"))?;
    let bytes = rest.as_bytes();
    let tokens = lex(FileId::MAIN, bytes);
    let identifiers = tokens.iter().filter(|token| token.kind == TokenKind::Identifier);
    let identifiers: Vec<_> = identifiers.map(|token| text(bytes, token)).collect();
    if identifiers.iter().any(|word| order::may_depend_on_order(word)) {
        return None;
    }
    // An included file may contain a barrier.
    let is_together =
        identifiers.iter().any(|word| TOGETHER.iter().any(|one| word.contains(one)) || *word == "include");
    let (tokens, in_directives) = words_of(bytes);
    let words: Vec<&str> = tokens.iter().map(|(word, _)| word.as_str()).collect();
    let kernels = kernels_of(&words);
    let mut edits = BTreeMap::new();
    for kernel in &kernels {
        // A kernel may be defined once in each branch of an `#if`.
        let heads = kernels.iter().filter(|other| other.name == kernel.name).count();
        let mentions = words.iter().filter(|word| **word == kernel.name).count();
        if mentions > heads || in_directives.contains(kernel.name) {
            continue;
        }
        if matches!(words[kernel.open + 1..kernel.close], [] | ["void"]) {
            return None;
        }
        edits.insert(tokens[kernel.open].1.end, "uint clunroll_bit, uint clunroll_value, ".to_owned());
        let test = " if (clunroll_rests(clunroll_bit, clunroll_value)) return;";
        edits.insert(tokens[kernel.body].1.end, test.to_owned());
    }
    let function = if is_together { GROUP_FUNCTION } else { FUNCTION };
    Some(format!("{line}{function}{}", with_insertions(rest, edits)))
}

/// The launch of the work-items whose number has this value of this bit.
pub(super) fn launch(launch: &Launch, bit: u32, value: bool) -> Launch {
    let number = |number| made_argument(4, ArgumentValue::Value(vec![Number::Integer(number)]));
    let mut arguments = vec![number(i64::from(bit)), number(i64::from(value))];
    arguments.extend_from_slice(&launch.arguments);
    Launch { arguments, ..launch.clone() }
}

/// Whether two halves have both changed a byte that all work-items together give another value. `all` and `halves` are contents of one
/// buffer after a launch.
pub(super) fn meet(before: &[u8], all: &[u8], halves: [&[u8]; 2]) -> bool {
    let [one, other] = halves;
    let changed = before.iter().zip(all).zip(one.iter().zip(other));
    changed
        .into_iter()
        .any(|((before, all), (one, other))| one != before && other != before && (one != all || other != all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kernel_tests_its_number() {
        let text = |source: &str| halved(&format!("#x\n{source}"), "#x\n");
        let halves = text("kernel void k(global int *a) { a[0] += 1; }").unwrap_or_default();
        let expected = "kernel void k(uint clunroll_bit, uint clunroll_value, global int *a) { if (clunroll_rests(clunroll_bit, \
                        clunroll_value)) return; a[0] += 1; }";
        assert!(halves.ends_with(expected) && halves.contains("get_global_id(2)"), "{halves}");
        let groups = text("kernel void k(global int *a) { barrier(1); }").unwrap_or_default();
        assert!(groups.contains("get_group_id(2)"), "{groups}");
        assert_eq!(text("kernel void k(global int *a) { atomic_inc(a); }"), None);
        assert_eq!(text("kernel void k() { }"), None);
        let called = "kernel void called(global int *a) { a[0] += 1; }";
        for caller in ["kernel void k(global int *a) { called(a); }", "#define CALL called(a)"] {
            let halves = text(&format!("{called}\n{caller}\n")).unwrap_or_default();
            assert!(halves.contains(called) && halves.contains(" k(uint") == caller.contains(" k("), "{halves}");
        }
        let branches = "#if A\nkernel void k(global int *a) { a[0] += 1; }\n#else\nkernel void k(global int *a) { a[0] += 2; }\n#endif\n";
        assert_eq!(text(branches).unwrap_or_default().matches("(uint clunroll_bit, ").count(), 2);
    }

    #[test]
    fn halves_meet_where_both_change_an_element() {
        assert!(meet(&[0, 0], &[2, 0], [&[1, 0], &[1, 0]]));
        // Both write the same, or each writes its own.
        assert!(!meet(&[0, 0], &[5, 0], [&[5, 0], &[5, 0]]));
        assert!(!meet(&[0, 0], &[1, 1], [&[1, 0], &[0, 1]]));
    }
}
