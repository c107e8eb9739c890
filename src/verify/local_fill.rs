//! Makes a text whose kernels fill local memory before anything else.
//!
//! Local memory has no defined contents at the start of a kernel (OpenCL C, section 6.7.2). An original that reads an element which no
//! work-item has written computes something else for another fill. This happens if a work-group is smaller than the local array that its
//! work-items fill. Then a difference counts only if both texts differ with the same fill.
//!
//! ```text
//! kernel void k(local int *t, int n) {     kernel void k(uint clunroll_fill, ulong clunroll_size_0, local int *t, int n) {
//!                                            clunroll_fill_local((local uchar *)t, clunroll_size_0, clunroll_fill);
//!   local float tile[16];                    local float tile[16]; clunroll_fill_local((local uchar *)&tile, sizeof(tile), clunroll_fill);
//! ```
//!
//! This reads tokens and expands no macros, except names that are defined as `local` alone. Where a kernel may have returned before an array is
//! declared, the array stays as it is, since all work-items of a group must reach the fill. If the result does not build, nothing is
//! checked.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use clunroll_opencl::{ArgumentValue, Launch, LaunchArgument, Number};

use super::kernel_text::{KernelText, kernels_of, local_words, made_argument, with_insertions, words_of};
use super::source_types::{is_name, split};

const FUNCTION: &str = "void clunroll_fill_local(volatile __local uchar *at, ulong size, uint fill) {\n\
    if (get_local_id(0) + get_local_id(1) + get_local_id(2) == 0) {\n\
    for (ulong i = 0; i < size; i++) at[i] = (uchar)fill;\n    }\n\
    barrier(CLK_LOCAL_MEM_FENCE);\n}\n";

/// Two fills. They are different values as integers and as floats.
pub(super) const FILLS: [u32; 2] = [0, 0x41];

/// A text whose kernels fill local memory.
pub(super) struct LocalFill {
    pub(super) text: String,
    /// For each kernel, the indices of its local parameters.
    kernels: BTreeMap<String, Vec<usize>>,
}

/// Inserts fills into a text. `line` is the start of the text. `None` if it has no local memory to fill.
pub(super) fn filled(source: &str, line: &str) -> Option<LocalFill> {
    let rest = source.strip_prefix(line).filter(|_| !source.contains("clunroll_fill"))?;
    let local = local_words(rest.as_bytes());
    let (tokens, _) = words_of(rest.as_bytes());
    let words: Vec<&str> = tokens.iter().map(|(word, _)| word.as_str()).collect();
    let (mut edits, mut kernels) = (BTreeMap::new(), BTreeMap::new());
    for kernel in kernels_of(&words) {
        let parameters = kernel.local_parameters(&words, &local);
        let arrays = kernel.local_variables(&words, &local);
        if parameters.is_empty() && arrays.is_empty() {
            continue;
        }
        let (mut declared, mut fills) = ("uint clunroll_fill, ".to_owned(), String::new());
        for (number, (_, name)) in parameters.iter().enumerate() {
            let _ = write!(declared, "ulong clunroll_size_{number}, ");
            let _ = write!(fills, " {}", fill(name, &format!("clunroll_size_{number}")));
        }
        edits.insert(tokens[kernel.open].1.end, declared);
        edits.insert(tokens[kernel.body].1.end, fills);
        for (name, end) in
            arrays.iter().flat_map(|declaration| declaration.names.iter().map(|at| (words[*at], declaration.end)))
        {
            let text: &mut String = edits.entry(tokens[end].1.end).or_default();
            let _ = write!(text, " {}", fill(&format!("&{name}"), &format!("sizeof({name})")));
        }
        kernels.insert(kernel.name.to_owned(), parameters.iter().map(|(place, _)| *place).collect());
    }
    if kernels.is_empty() {
        return None;
    }
    let text = format!("{line}{FUNCTION}{}", with_insertions(rest, edits));
    Some(LocalFill { text, kernels })
}

/// The statement that fills the memory at an address.
fn fill(address: &str, size: &str) -> String {
    format!("clunroll_fill_local((volatile __local uchar *){address}, {size}, clunroll_fill);")
}

impl LocalFill {
    /// The launch of a kernel that fills its local memory. `None` if it has none.
    pub(super) fn launch(&self, launch: &Launch, fill: u32) -> Option<Launch> {
        let places = self.kernels.get(&launch.kernel)?;
        let number = |width, number| made_argument(width, ArgumentValue::Value(vec![Number::Integer(number)]));
        let mut arguments = vec![number(4, i64::from(fill))];
        for &place in places {
            let LaunchArgument { element, argument, .. } = launch.arguments.get(place)?;
            let ArgumentValue::Local { size } = argument else { return None };
            let bytes = i64::try_from(size.checked_mul(element.size())?).ok()?;
            arguments.push(number(8, bytes));
        }
        arguments.extend_from_slice(&launch.arguments);
        Some(Launch { arguments, ..launch.clone() })
    }
}

impl<'w> KernelText<'w> {
    /// The index and the name of each parameter that points to local memory.
    fn local_parameters(&self, words: &[&'w str], local: &BTreeSet<String>) -> Vec<(usize, &'w str)> {
        let parameters = split(&words[self.open + 1..self.close], ",");
        let pointer = |(place, words): (usize, &&[&'w str])| {
            let is_local = words.iter().any(|word| local.contains(*word));
            // `local float *t`, or `local float t[]`.
            let end = words.iter().position(|word| *word == "[").unwrap_or(words.len());
            let name = words[..end].last().copied().filter(|name| is_local && is_name(name))?;
            Some((place, name))
        };
        parameters.iter().enumerate().filter_map(pointer).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_and_arrays_are_filled() {
        let text = "#define SHARED __local\nkernel void k(int n, local float4 *t, global int *out) {\n\
                    int i = 0; SHARED int a[2 * 4], b[2][3] __attribute__((aligned(16)));\n\
                    local __attribute__((aligned(8))) char c; local int *p = a; { i++; }\n\
                    for (int k = 0; k < n; k++) i += k; volatile local int d; if (n) return; local int e; }";
        let LocalFill { text, kernels } = filled(&format!("#x\n{text}"), "#x\n").expect("something is filled");
        assert!(text.contains("void k(uint clunroll_fill, ulong clunroll_size_0, int n, local"), "{text}");
        let count = |name: &str| {
            let address = format!("(volatile __local uchar *)&{name}, sizeof({name}), clunroll_fill);");
            text.matches(&address).count()
        };
        assert_eq!(["a", "b", "c", "d", "e", "p"].map(count), [1, 1, 1, 1, 0, 0], "{text}");
        assert!(text.contains("(volatile __local uchar *)t, clunroll_size_0, clunroll_fill);\nint i"), "{text}");
        assert_eq!(kernels, BTreeMap::from([("k".to_owned(), vec![1])]));
        assert!(filled("kernel void k(global int *a) { a[0] = 1; }", "").is_none());
    }
}
