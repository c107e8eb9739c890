//! Makes a text in which kernels check the indices of their parameters and of their local arrays. Local memory needs this, since its
//! surroundings cannot be read after a launch, and so do buffers on a device with a memory of its own, where a write far away leaves no
//! trace.
//!
//! ```text
//! kernel void k(local int *t, int n) {       kernel void k(global uint *clunroll_outside, ulong clunroll_size_0, local int *t, int n) {
//!   t[n] = 1;                                  t[clunroll_at(n, clunroll_size_0 / sizeof(*t), clunroll_outside, 0)] = 1;
//!   local int tile[8];                         local int tile[8];
//!   tile[n] = 1;                               tile[clunroll_at(n, sizeof(tile) / sizeof(*tile), clunroll_outside, 1)] = 1;
//! ```
//!
//! An index outside of the memory is noted, and 0 takes its place, so that this text does no harm where the text itself would end the process
//! or lose the device.
//!
//! This reads tokens and expands no macro. Only plain uses are checked, and not a parameter that changes, whose name is declared again or that
//! a directive names, an address (`&t[n]`), or a pointer that a kernel passes to a function. If the result does not build, nothing is checked.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use clunroll_opencl::{ArgumentValue, Fill, Launch, LaunchArgument, Number};

use super::kernel_text::{KernelText, kernels_of, local_words, made_argument, with_insertions, words_of};
use super::source_types::{after_bracket, is_name, split};

/// The largest number of parameters and of arrays that a kernel checks.
const MOST: usize = 64;

const FUNCTION: &str = "long clunroll_at(long i, ulong n, __global uint *outside, uint which) {\n\
    if (i >= 0 && (ulong)i < n) return i;\n    outside[which] = 1;\n    return 0;\n}\n";

/// A text whose kernels check indices.
pub(super) struct IndexChecks {
    pub(super) text: String,
    /// For each kernel, what it checks.
    kernels: BTreeMap<String, Vec<CheckedMemory>>,
}

/// Memory whose indices are checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CheckedMemory {
    /// The index of a parameter.
    Parameter(usize),
    /// The name of a local array.
    LocalArray(String),
}

/// Inserts checks into a text. `line` is the start of the text. `None` if there is nothing to check.
pub(super) fn checked(source: &str, line: &str) -> Option<IndexChecks> {
    let rest = source.strip_prefix(line).filter(|_| !source.contains("clunroll_outside"))?;
    let (tokens, in_directives) = words_of(rest.as_bytes());
    let local = local_words(rest.as_bytes());
    let words: Vec<&str> = tokens.iter().map(|(word, _)| word.as_str()).collect();
    let (mut edits, mut kernels) = (BTreeMap::new(), BTreeMap::new());
    for head in kernels_of(&words) {
        // A macro may be expanded in one of both texts, and its definition is not checked.
        let mut checks = head.checks(&words, &local);
        checks.retain(|check| !in_directives.contains(check.name));
        checks.truncate(MOST);
        let mut declared = "__global uint *clunroll_outside, ".to_owned();
        for (number, NamedMemory { memory, name, from }) in checks.iter().enumerate() {
            if let CheckedMemory::Parameter(_) = memory {
                let _ = write!(declared, "ulong clunroll_size_{number}, ");
            }
            for (dimension, open, end) in head.subscripts(&words, name, *from) {
                let stars = "*".repeat(dimension);
                let size = match memory {
                    CheckedMemory::Parameter(_) if dimension > 0 => continue,
                    CheckedMemory::Parameter(_) => format!("clunroll_size_{number}"),
                    CheckedMemory::LocalArray(_) => format!("sizeof({stars}{name})"),
                };
                edits.insert(tokens[open].1.end, "clunroll_at(".to_owned());
                let size = format!(", {size} / sizeof(*{stars}{name}), clunroll_outside, {number})");
                edits.insert(tokens[end - 1].1.start, size);
            }
        }
        if !checks.is_empty() {
            edits.insert(tokens[head.open].1.end, declared);
            kernels.insert(head.name.to_owned(), checks.into_iter().map(|check| check.memory).collect());
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
        let memories = self.kernels.get(&launch.kernel)?;
        let flags = ArgumentValue::Buffer { size: MOST, fill: Fill::Constant(Number::Integer(0)) };
        let mut arguments = vec![made_argument(4, flags)];
        for memory in memories {
            let &CheckedMemory::Parameter(place) = memory else { continue };
            let LaunchArgument { element, argument: given, .. } = launch.arguments.get(place)?;
            let (ArgumentValue::Buffer { size, .. } | ArgumentValue::Local { size }) = given else { return None };
            let bytes = i64::try_from(size.checked_mul(element.size())?).ok()?;
            arguments.push(made_argument(8, ArgumentValue::Value(vec![Number::Integer(bytes)])));
        }
        arguments.extend_from_slice(&launch.arguments);
        Some(Launch { arguments, ..launch.clone() })
    }

    /// What a kernel checks.
    pub(super) fn memories(&self, kernel: &str) -> &[CheckedMemory] {
        self.kernels.get(kernel).map_or(&[], Vec::as_slice)
    }

    /// The memory whose bounds the kernel has exceeded, as its flags show.
    pub(super) fn outside(&self, kernel: &str, flags: &[u8]) -> Vec<CheckedMemory> {
        let is_set = |flag: &[u8]| flag.iter().any(|byte| *byte != 0);
        self.memories(kernel)
            .iter()
            .zip(flags.chunks(4))
            .filter(|(_, flag)| is_set(flag))
            .map(|(memory, _)| memory.clone())
            .collect()
    }
}

impl<'w> KernelText<'w> {
    /// The parameters and the local arrays whose subscripts can be checked.
    fn checks(&self, words: &[&'w str], local: &BTreeSet<String>) -> Vec<NamedMemory<'w>> {
        let parameters = split(&words[self.open + 1..self.close], ",");
        let pointer = |(place, words): (usize, &&[&'w str])| {
            let is_plain = words.iter().filter(|word| **word == "*").count() == 1 && !words.contains(&"(");
            let name = words.last().copied().filter(|name| is_plain && is_name(name))?;
            Some(NamedMemory { memory: CheckedMemory::Parameter(place), name, from: self.body + 1 })
        };
        let pointers = parameters.iter().enumerate().filter_map(pointer);
        let declarations = self.local_variables(words, local);
        let names =
            declarations.iter().flat_map(|declaration| declaration.names.iter().map(|at| (*at, declaration.end)));
        let arrays = names.filter(|(at, _)| words[at + 1] == "[").map(|(at, from)| {
            let name = words[at];
            NamedMemory { memory: CheckedMemory::LocalArray(name.to_owned()), name, from }
        });
        pointers.chain(arrays).filter(|check| self.is_constant(words, check)).collect()
    }

    /// Whether the body neither changes a pointer nor declares its name again.
    fn is_constant(&self, words: &[&str], check: &NamedMemory) -> bool {
        let mut uses = (check.from..self.end - 1).filter(|&at| words[at] == check.name);
        uses.all(|at| {
            let (before, after) = (words[at - 1], words[at + 1]);
            let is_declared = is_name(before) && !matches!(before, "return" | "else" | "case" | "do" | "sizeof");
            let is_changed = matches!(after, "=" | "+=" | "-=" | "++" | "--") || matches!(before, "++" | "--");
            !is_declared && !is_changed
        })
    }

    /// The subscripts after a name in the body, except those in addresses: the number of the dimension, from 0 on, the index of the bracket,
    /// and that after the bracket which closes it.
    fn subscripts(&self, words: &[&str], name: &str, from: usize) -> Vec<(usize, usize, usize)> {
        let mut subscripts = Vec::new();
        for at in from..self.end - 1 {
            if words[at] != name || matches!(words[at - 1], "&" | "." | "->" | "sizeof") {
                continue;
            }
            let (mut open, mut dimension) = (at + 1, 0);
            while words[open] == "["
                && let Some(end) = after_bracket(words, open)
            {
                subscripts.push((dimension, open, end));
                (open, dimension) = (end, dimension + 1);
            }
        }
        subscripts
    }
}

/// Memory to check: the name that the body uses for it, from the word `from` on.
struct NamedMemory<'w> {
    memory: CheckedMemory,
    name: &'w str,
    from: usize,
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
        assert_eq!(kernels, BTreeMap::from([("k".to_owned(), vec![CheckedMemory::Parameter(1)])]));
        assert!(checked("#define T t[0]\nkernel void k(local int *t) { t[1] = 1; }", "").is_none());
    }

    #[test]
    fn local_arrays_are_checked_in_each_dimension() {
        let text =
            "kernel void k(global int *p) { local int a[2], b[3][4]; a[p[0]] = b[1][2]; { int a; } b[0][0] = *p; }";
        let IndexChecks { text, kernels } = checked(text, "").expect("something is checked");
        let row = "b[clunroll_at(0, sizeof(b) / sizeof(*b), clunroll_outside, 1)]";
        let expected = format!("{row}[clunroll_at(0, sizeof(*b) / sizeof(**b), clunroll_outside, 1)] = *p;");
        assert!(text.contains(&expected) && text.contains("local int a[2], b[3][4]; a[p[clunroll_at(0, "), "{text}");
        let memories = vec![CheckedMemory::Parameter(0), CheckedMemory::LocalArray("b".to_owned())];
        assert_eq!(kernels, BTreeMap::from([("k".to_owned(), memories)]));
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
