//! Makes a text in which only a part of the work-items runs.
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
//! If both halves change an element to the same value, that explains a difference in this very element
//! ([`CommonChanges`](clunroll_opencl::CommonChanges)).
//!
//! ```text
//! kernel void k(global int *a) {        kernel void k(uint clunroll_mask, uint clunroll_value, global int *a) { if (clunroll_rests(…)) return;
//! ```
//!
//! In a file with barriers whole work-groups run or rest. Kernels that the text mentions elsewhere stay as they are, since other kernels may call
//! them. This reads tokens and expands no macro. If the result does not build, nothing is checked.

use std::collections::BTreeMap;

use clunroll_opencl::{ArgumentValue, Launch, Number};
use oclc_syntax::lex::{TokenKind, lex, text};
use oclc_syntax::source::FileId;

use super::kernel_text::{kernels_of, made_argument, with_insertions, words_of};

const FUNCTION: &str = "int clunroll_rests(uint mask, uint value) {\n\
    ulong item = get_global_id(0) - get_global_offset(0);\n\
    item += get_global_size(0) * (get_global_id(1) - get_global_offset(1));\n\
    item += get_global_size(0) * get_global_size(1) * (get_global_id(2) - get_global_offset(2));\n\
    return (item & mask) != value;\n}\n";

const GROUP_FUNCTION: &str = "int clunroll_rests(uint mask, uint value) {\n\
    ulong item = get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * get_group_id(2));\n\
    return (item & mask) != value;\n}\n";

/// The words of functions that all work-items of a group must reach.
const TOGETHER: [&str; 5] = ["barrier", "async_work_group", "wait_group_events", "work_group_", "sub_group"];

/// The work-items whose number, or that of their group, has these bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WorkItemPart {
    mask: u32,
    value: u32,
}

impl WorkItemPart {
    pub(super) const ALL: Self = Self { mask: 0, value: 0 };
    pub(super) const NONE: Self = Self { mask: 0, value: 1 };

    /// The halves of it: those with this bit clear, and those with it set.
    pub(super) fn halves(self, bit: u32) -> [Self; 2] {
        let mask = self.mask | 1 << bit;
        [0, 1].map(|value| Self { mask, value: self.value | value << bit })
    }
}

/// A text whose kernels run with a part of the work-items: inserts the test into a text. `line` is the start of the text. `None` if that
/// would mean nothing.
pub(super) fn parted(source: &str, line: &str) -> Option<String> {
    let rest = source.strip_prefix(line).filter(|_| !source.contains("clunroll_rests"))?;
    let bytes = rest.as_bytes();
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
        edits.insert(tokens[kernel.open].1.end, "uint clunroll_mask, uint clunroll_value, ".to_owned());
        let test = " if (clunroll_rests(clunroll_mask, clunroll_value)) return;";
        edits.insert(tokens[kernel.body].1.end, test.to_owned());
    }
    let function = if runs_whole_groups(source) { GROUP_FUNCTION } else { FUNCTION };
    Some(format!("{line}{function}{}", with_insertions(rest, edits)))
}

/// Whether the parts of a launch are whole work-groups.
pub(super) fn runs_whole_groups(source: &str) -> bool {
    let bytes = source.as_bytes();
    let tokens = lex(FileId::MAIN, bytes);
    let mut words = tokens.iter().filter(|token| token.kind == TokenKind::Identifier).map(|token| text(bytes, token));
    // An included file may contain a barrier.
    words.any(|word| TOGETHER.iter().any(|one| word.contains(one)) || word == "include")
}

/// The launch of a part of the work-items.
pub(super) fn launch(launch: &Launch, part: WorkItemPart) -> Launch {
    let number = |number| made_argument(4, ArgumentValue::Value(vec![Number::Integer(i64::from(number))]));
    let mut arguments = vec![number(part.mask), number(part.value)];
    arguments.extend_from_slice(&launch.arguments);
    Launch { arguments, ..launch.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kernel_tests_its_number() {
        let text = |source: &str| parted(&format!("#x\n{source}"), "#x\n");
        let halves = text("kernel void k(global int *a) { a[0] += 1; }").unwrap_or_default();
        let expected = "kernel void k(uint clunroll_mask, uint clunroll_value, global int *a) { if (clunroll_rests(clunroll_mask, \
                        clunroll_value)) return; a[0] += 1; }";
        assert!(halves.ends_with(expected) && halves.contains("get_global_id(2)"), "{halves}");
        let groups = text("kernel void k(global int *a) { barrier(1); }").unwrap_or_default();
        assert!(groups.contains("get_group_id(2)"), "{groups}");
        assert_eq!(text("kernel void k() { }"), None);
        let called = "kernel void called(global int *a) { a[0] += 1; }";
        for caller in ["kernel void k(global int *a) { called(a); }", "#define CALL called(a)"] {
            let halves = text(&format!("{called}\n{caller}\n")).unwrap_or_default();
            assert!(halves.contains(called) && halves.contains(" k(uint") == caller.contains(" k("), "{halves}");
        }
        let branches = "#if A\nkernel void k(global int *a) { a[0] += 1; }\n#else\nkernel void k(global int *a) { a[0] += 2; }\n#endif\n";
        assert_eq!(text(branches).unwrap_or_default().matches("(uint clunroll_mask, ").count(), 2);
    }

    #[test]
    fn each_work_item_is_in_one_half() {
        let [even, odd] = WorkItemPart::ALL.halves(0);
        assert_eq!(odd, WorkItemPart { mask: 1, value: 1 });
        let runs = |part: WorkItemPart, item: u32| item & part.mask == part.value;
        for item in 0..8 {
            assert!(runs(WorkItemPart::ALL, item) && !runs(WorkItemPart::NONE, item));
            let parts = even.halves(2).into_iter().chain(odd.halves(2));
            assert_eq!(parts.filter(|part| runs(*part, item)).count(), 1);
        }
    }
}
