//! Makes a text in which kernels check the indices of their parameters. Local memory needs this, since its surroundings cannot be read
//! after a launch, and so do buffers on a device with a memory of its own, where a write far away leaves no trace.
//!
//! ```text
//! kernel void k(local int *t, int n) {       kernel void k(global uint *clunroll_outside, ulong clunroll_size_0, local int *t, int n) {
//!   t[n] = 1;                                  t[clunroll_at(n, clunroll_size_0 / sizeof(*t), clunroll_outside, 0)] = 1;
//! ```
//!
//! An index outside of the memory is noted, and 0 takes its place, so that this text does no harm where the text itself would end the process
//! or lose the device.
//!
//! This reads tokens and expands no macro. Only plain uses are checked, and not a parameter that changes, whose name is declared again or that
//! a directive names, an address (`&t[n]`), or a pointer that a kernel passes to a function. If the result does not build, nothing is checked.

use std::collections::BTreeMap;
use std::fmt::Write;

use clunroll_opencl::{ArgumentValue, Fill, Launch, LaunchArgument, Number};

use super::kernel_text::{KernelText, kernels_of, made_argument, with_insertions, words_of};
use super::source_types::{after_bracket, is_name, split};

/// The largest number of parameters that are checked.
const PARAMETERS: usize = 64;

const FUNCTION: &str = "long clunroll_at(long i, ulong n, __global uint *outside, uint which) {\n\
    if (i >= 0 && (ulong)i < n) return i;\n    outside[which] = 1;\n    return 0;\n}\n";

/// A text whose kernels check indices.
pub(super) struct IndexChecks {
    pub(super) text: String,
    /// For each kernel, the indices of the parameters that it checks.
    kernels: BTreeMap<String, Vec<usize>>,
}

/// Inserts checks into a text. `line` is the start of the text. `None` if there is nothing to check.
pub(super) fn checked(source: &str, line: &str) -> Option<IndexChecks> {
    let rest = source.strip_prefix(line).filter(|_| !source.contains("clunroll_outside"))?;
    let (tokens, in_directives) = words_of(rest.as_bytes());
    let words: Vec<&str> = tokens.iter().map(|(word, _)| word.as_str()).collect();
    let (mut edits, mut kernels) = (BTreeMap::new(), BTreeMap::new());
    for head in kernels_of(&words) {
        // A macro may be expanded in one of both texts, and its definition is not checked.
        let mut checks = head.checks(&words);
        checks.retain(|(_, name)| !in_directives.contains(*name));
        for (number, (_, name)) in checks.iter().enumerate() {
            for open in head.subscripts(&words, name) {
                let Some(end) = after_bracket(&words, open) else { continue };
                let size = format!(", clunroll_size_{number} / sizeof(*{name}), clunroll_outside, {number})");
                edits.insert(tokens[open].1.end, "clunroll_at(".to_owned());
                edits.insert(tokens[end - 1].1.start, size);
            }
        }
        if !checks.is_empty() {
            let mut declared = "__global uint *clunroll_outside, ".to_owned();
            for number in 0..checks.len() {
                let _ = write!(declared, "ulong clunroll_size_{number}, ");
            }
            edits.insert(tokens[head.open].1.end, declared);
            kernels.insert(head.name.to_owned(), checks.iter().map(|(place, _)| *place).collect());
        }
    }
    if kernels.is_empty() {
        return None;
    }
    let text = format!("{line}{FUNCTION}{}", with_insertions(rest, edits));
    Some(IndexChecks { text, kernels })
}

impl IndexChecks {
    /// The launch of a kernel that checks its parameters.
    pub(super) fn launch(&self, launch: &Launch) -> Option<Launch> {
        let places = self.kernels.get(&launch.kernel)?;
        let flags = ArgumentValue::Buffer { size: PARAMETERS, fill: Fill::Constant(Number::Integer(0)) };
        let mut arguments = vec![made_argument(4, flags)];
        for &place in places {
            let LaunchArgument { element, argument: given, .. } = launch.arguments.get(place)?;
            let (ArgumentValue::Buffer { size, .. } | ArgumentValue::Local { size }) = given else { return None };
            let bytes = i64::try_from(size.checked_mul(element.size())?).ok()?;
            arguments.push(made_argument(8, ArgumentValue::Value(vec![Number::Integer(bytes)])));
        }
        arguments.extend_from_slice(&launch.arguments);
        Some(Launch { arguments, ..launch.clone() })
    }

    /// The indices of the parameters outside of whose memory the kernel has made accesses, given its flags.
    pub(super) fn outside(&self, kernel: &str, flags: &[u8]) -> Vec<usize> {
        let places = self.kernels.get(kernel).map_or(&[][..], Vec::as_slice);
        let is_set = |flag: &[u8]| flag.iter().any(|byte| *byte != 0);
        places.iter().zip(flags.chunks(4)).filter(|(_, flag)| is_set(flag)).map(|(place, _)| *place).collect()
    }
}

impl<'w> KernelText<'w> {
    /// The index and the name of each pointer whose subscripts can be checked.
    fn checks(&self, words: &[&'w str]) -> Vec<(usize, &'w str)> {
        let parameters = split(&words[self.open + 1..self.close], ",");
        let pointer = |(place, words): (usize, &&[&'w str])| {
            let is_plain = words.iter().filter(|word| **word == "*").count() == 1 && !words.contains(&"(");
            let name = words.last().copied().filter(|name| is_plain && is_name(name))?;
            Some((place, name))
        };
        let pointers = parameters.iter().enumerate().filter_map(pointer);
        pointers.filter(|(_, name)| self.is_constant(words, name)).take(PARAMETERS).collect()
    }

    /// Whether the body neither changes a pointer nor declares its name again.
    fn is_constant(&self, words: &[&str], name: &str) -> bool {
        let mut uses = (self.body..self.end - 1).filter(|&at| words[at] == name);
        uses.all(|at| {
            let (before, after) = (words[at - 1], words[at + 1]);
            let is_declared = is_name(before) && !matches!(before, "return" | "else" | "case" | "do" | "sizeof");
            let is_changed = matches!(after, "=" | "+=" | "-=" | "++" | "--") || matches!(before, "++" | "--");
            !is_declared && !is_changed
        })
    }

    /// The brackets after a name in the body, except those in addresses.
    fn subscripts(&self, words: &[&str], name: &str) -> Vec<usize> {
        let is_subscript = |&at: &usize| {
            words[at] == "[" && words[at - 1] == name && !matches!(words[at - 2], "&" | "." | "->" | "sizeof")
        };
        (self.body + 2..self.end).filter(is_subscript).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_subscripts_are_checked() {
        let text = "kernel __attribute__((x(1))) void k(int n, local int *t, global float *p, global int *q) {\n\
                    #define T u[0]\n t[t[n]] = p[n]; p++; int *a = &t[n]; { float q[4]; q[0] = 1; } }\nvoid f(int *t) { t[0] = 1; }";
        let IndexChecks { text, kernels } = checked(&format!("#x\n{text}"), "#x\n").expect("something is checked");
        let size = "clunroll_size_0 / sizeof(*t), clunroll_outside, 0)";
        let expected = format!("t[clunroll_at(t[clunroll_at(n, {size}], {size}] = p[n]; p++; int *a = &t[n];");
        assert!(text.contains(&expected) && text.contains("T u[0]\n") && text.contains("{ t[0] = 1; }"), "{text}");
        assert!(text.contains("void k(__global uint *clunroll_outside, ulong clunroll_size_0, int n, "), "{text}");
        assert_eq!(kernels, BTreeMap::from([("k".to_owned(), vec![1])]));
        assert!(checked("#define T t[0]\nkernel void k(local int *t) { t[1] = 1; }", "").is_none());
    }

    #[test]
    fn made_text_is_no_trouble() {
        for text in
            ["kernel", "kernel void k(", "kernel void k(int *a) {", "kernel (", "kernel void k(int *a) {}", "kernel {}"]
        {
            checked(text, "");
        }
    }
}
