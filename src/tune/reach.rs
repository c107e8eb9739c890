//! Which kernels a request can affect.
//!
//! A request in a function affects the kernels that call it, directly or through other functions. This reads words and expands no macro:
//! a function whose name is in a directive, such as the body of a macro, counts as called by all kernels, and so does a request outside
//! of all functions.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::verify::kernel_text::words_of;
use crate::verify::source_types::{after_bracket, is_function, is_name, items};

/// The functions of a text, with their places and the names in them.
pub(crate) struct CalledFunctions {
    functions: Vec<CalledFunction>,
    /// The words in directives.
    in_directives: BTreeSet<String>,
}

struct CalledFunction {
    name: String,
    /// Its bytes.
    span: Range<usize>,
    names: BTreeSet<String>,
}

impl CalledFunctions {
    pub(crate) fn of(source: &[u8]) -> Self {
        let (words, in_directives) = words_of(source);
        let texts: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
        let (mut functions, mut start) = (Vec::new(), 0);
        for item in items(&texts) {
            let end = start + item.len();
            if is_function(item)
                && item.contains(&"{")
                && let Some(name) = name_of(item)
            {
                let names = item.iter().filter(|word| is_name(word)).map(|&word| word.to_owned()).collect();
                let span = words[start].1.start..words[end - 1].1.end;
                functions.push(CalledFunction { name: name.to_owned(), span, names });
            }
            start = end;
        }
        Self { functions, in_directives }
    }

    /// The kernels among these that a request at this place can affect.
    pub(crate) fn kernels_at(&self, place: &Range<usize>, kernels: &BTreeSet<String>) -> BTreeSet<String> {
        let contains =
            |function: &&CalledFunction| function.span.start <= place.start && place.end <= function.span.end;
        let Some(inside) = self.functions.iter().find(contains) else { return kernels.clone() };
        let mut callers: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for function in &self.functions {
            for name in &function.names {
                callers.entry(name).or_default().insert(&function.name);
            }
        }
        let (mut reached, mut open) = (BTreeSet::new(), vec![inside.name.as_str()]);
        while let Some(name) = open.pop() {
            if !reached.insert(name) {
                continue;
            }
            if self.in_directives.contains(name) {
                return kernels.clone();
            }
            open.extend(callers.get(name).into_iter().flatten());
        }
        kernels.iter().filter(|kernel| reached.contains(kernel.as_str())).cloned().collect()
    }
}

/// The name of a function: the last word before the parentheses of its parameters.
fn name_of<'w>(item: &[&'w str]) -> Option<&'w str> {
    let (mut at, mut found) = (0, None);
    while at < item.len() && item[at] != "{" {
        if item[at] == "(" {
            if at > 0 && is_name(item[at - 1]) && !item[at - 1].starts_with("__attribute") {
                found = found.or(Some(item[at - 1]));
            }
            at = after_bracket(item, at)?;
        } else {
            at += 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "#define CALL hidden(x)
float inner(float x) { return x * 2; }
float outer(float x) { return inner(x) + 1; }
float hidden(float x) { return x; }
__attribute__((always_inline)) float alone(float x) { return x; }
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void a(__global float *p) { p[0] = outer(p[0]); }
__kernel void b(__global float *p) { p[0] = inner(p[0]) + alone(p[1]); }
__kernel void c(__global float *p) { float x = 1; p[0] = CALL; }
";

    #[test]
    fn a_function_affects_the_kernels_that_call_it() {
        let functions = CalledFunctions::of(SOURCE.as_bytes());
        let kernels: BTreeSet<String> = ["a", "b", "c"].map(str::to_owned).into();
        let at = |text: &str| {
            let start = SOURCE.find(text).expect("it is there");
            functions.kernels_at(&(start..start + text.len()), &kernels).into_iter().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(at("return x * 2;"), "a b");
        assert_eq!(at("return inner"), "a");
        assert_eq!(at("p[0] = CALL"), "c");
        assert_eq!(at("alone(p[1])"), "b");
        // The macro may be in any kernel, and the text before the first function may be the macro of a request.
        assert_eq!(at("return x; }\n__attribute__"), "a b c");
        assert_eq!(at("#define"), "a b c");
    }
}
