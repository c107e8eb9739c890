//! Finds the parameters of a kernel that only give values to compute with, so that they may have any value.
//!
//! A number that is an index, bounds a loop or moves a pointer must stay in range. This follows values from assignments to uses, through
//! the functions of the source. It reads tokens after macro expansion. In doubt, it assumes that a number must stay in range. If it misses
//! one, the original accesses memory outside of its buffers or does not end, and the launch is left out.
//!
//! ```c
//! const float w = weights[i]; out[columns[i]] += w * scale;   // `weights` and `scale` only give values
//! ```

use std::collections::{BTreeMap, BTreeSet};

use super::source_types::{after_bracket, is_function, is_name, items, split};

/// How many tokens are read: generated text may have any number.
const WORDS: usize = 1 << 18;

/// A name in a function, with the number of the function. The empty name means the return value.
type LocalName<'w> = (usize, &'w str);

/// A function with a body.
struct FunctionText<'a, 'w> {
    name: &'w str,
    parameters: Vec<&'w str>,
    pointers: BTreeSet<&'w str>,
    body: &'a [&'w str],
}

/// For each function, the parameters whose values reach no index, no bound of a loop and no pointer. This includes the values in the memory
/// of a pointer.
pub(super) fn free_parameters(tokens: &[String]) -> BTreeMap<String, BTreeSet<String>> {
    let words: Vec<&str> = tokens.iter().map(String::as_str).collect();
    if words.len() > WORDS {
        return BTreeMap::new();
    }
    let functions: Vec<_> = items(&words).into_iter().filter_map(function).collect();
    let mut flow = Flow {
        functions: &functions,
        numbers: BTreeMap::new(),
        from: BTreeMap::new(),
        steering: BTreeSet::new(),
        used: BTreeSet::new(),
    };
    for (number, function) in functions.iter().enumerate() {
        flow.numbers.entry(function.name).or_insert(number);
    }
    for number in 0..functions.len() {
        flow.read(number);
    }
    let steering = flow.all_steering();
    let mut free: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (number, function) in functions.iter().enumerate() {
        let is_free = |name: &&&str| {
            let name = (number, **name);
            flow.used.contains(&name) && !steering.contains(&name)
        };
        let names: BTreeSet<String> =
            function.parameters.iter().filter(is_free).map(|name| (*name).to_owned()).collect();
        // If a function is defined twice, a parameter must be free in both definitions.
        free.entry(function.name.to_owned()).and_modify(|free| *free = &*free & &names).or_insert(names);
    }
    free
}

/// The function, if an item is one with a body.
fn function<'a, 'w>(item: &'a [&'w str]) -> Option<FunctionText<'a, 'w>> {
    if !is_function(item) {
        return None;
    }
    let mut open = None;
    let mut at = 1;
    while at < item.len() && item[at] != "{" {
        if item[at] == "(" {
            if is_name(item[at - 1]) && !item[at - 1].starts_with("__attribute") {
                open = open.or(Some(at));
            }
            at = after_bracket(item, at)?;
        } else {
            at += 1;
        }
    }
    let open = open?;
    let end = after_bracket(item, open)? - 1;
    let body = item.get(at + 1..item.len().checked_sub(1)?)?;
    let declared = split(&item[open + 1..end], ",");
    let name = |words: &&[&'w str]| {
        let words = words.iter().take_while(|word| **word != "[");
        words.filter(|word| is_name(word)).last().copied()
    };
    let parameters: Vec<_> = declared.iter().map(|words| name(words).unwrap_or_default()).collect();
    let is_pointer = |words: &&[&str]| words.iter().any(|word| matches!(*word, "*" | "["));
    let mut pointers: BTreeSet<_> =
        declared.iter().zip(&parameters).filter(|(words, _)| is_pointer(words)).map(|(_, name)| *name).collect();
    // `float *row = …`: the word before the star is a type, not a factor.
    for trio in body.windows(4) {
        if let [before, "*", name, "=" | ";" | ","] = trio
            && is_name(name)
            && is_name(before)
            && body.windows(2).any(|pair| pair[0] == *before && is_name(pair[1]))
        {
            pointers.insert(name);
        }
    }
    for words in body.windows(3) {
        if let ["*", "const" | "restrict" | "volatile", name] = words {
            pointers.insert(name);
        }
    }
    Some(FunctionText { name: item[open - 1], parameters, pointers, body })
}

struct Flow<'f, 'a, 'w> {
    functions: &'f [FunctionText<'a, 'w>],
    /// The numbers of the functions, by name.
    numbers: BTreeMap<&'w str, usize>,
    /// For each name, the names whose values flow into it.
    from: BTreeMap<LocalName<'w>, BTreeSet<LocalName<'w>>>,
    /// Names that are used as indices, in headers of loops, or with pointers.
    steering: BTreeSet<LocalName<'w>>,
    /// Names whose values are used. Other names are only written.
    used: BTreeSet<LocalName<'w>>,
}

impl<'w> Flow<'_, '_, 'w> {
    fn flows(&mut self, from: LocalName<'w>, to: LocalName<'w>) {
        self.from.entry(to).or_default().insert(from);
    }

    /// The names among these words, and the return values of functions that are called in them.
    fn names(&self, function: usize, words: &[&'w str]) -> Vec<LocalName<'w>> {
        let mut names = Vec::new();
        for (at, &word) in words.iter().enumerate().filter(|(_, word)| is_name(word)) {
            let is_member = at > 0 && matches!(words[at - 1], "." | "->");
            match self.numbers.get(word) {
                Some(&called) if words.get(at + 1) == Some(&"(") => names.push((called, "")),
                _ if !is_member => names.push((function, word)),
                _ => {}
            }
        }
        names
    }

    fn steer(&mut self, function: usize, words: &[&'w str]) {
        self.steering.extend(self.names(function, words));
    }

    fn read(&mut self, number: usize) {
        let functions = self.functions;
        let FunctionText { body, pointers, .. } = &functions[number];
        let has_endless = body.windows(3).any(|words| {
            matches!(words, ["while", "(", end] if end.starts_with(|c: char| c.is_ascii_digit()) || *end == "true")
                || matches!(words, [";", ";", _])
        });
        for (at, &word) in body.iter().enumerate() {
            let inside = |open: usize| after_bracket(body, open).map_or(&body[open..], |end| &body[open + 1..end - 1]);
            let after = body.get(at + 1).copied().unwrap_or_default();
            match word {
                "[" => self.steer(number, inside(at)),
                "for" | "while" | "switch" if after == "(" => self.steer(number, inside(at + 1)),
                // Such a test may end an endless loop.
                "if" if has_endless && after == "(" => self.steer(number, inside(at + 1)),
                "if" if after == "(" => self.used.extend(self.names(number, inside(at + 1))),
                "return" => {
                    let end = end_of(body, at + 1);
                    for name in self.names(number, &body[at + 1..end]) {
                        self.used.insert(name);
                        self.flows(name, (number, ""));
                    }
                }
                _ if is_assignment(word) => {
                    let end = end_of(body, at + 1);
                    let sources = self.names(number, &body[at + 1..end]);
                    self.used.extend(&sources);
                    let mut targets = targets(&body[..at]);
                    if targets.iter().any(|target| pointers.contains(target)) {
                        targets.retain(|target| pointers.contains(target));
                    }
                    for target in targets {
                        if word != "=" {
                            self.used.insert((number, target));
                        }
                        for source in &sources {
                            self.flows(*source, (number, target));
                        }
                    }
                }
                _ if is_name(word) && after == "(" => self.call(number, word, inside(at + 1)),
                _ if pointers.contains(word) && !matches!(after, "[" | "->" | ".") => {
                    let (start, end) = (start_of(body, at), end_of(body, at + 1));
                    let others: Vec<&str> = body[start..end].iter().copied().filter(|other| *other != word).collect();
                    self.steer(number, &others);
                }
                _ => {}
            }
        }
    }

    fn call(&mut self, function: usize, name: &'w str, words: &[&'w str]) {
        let functions = self.functions;
        let arguments = split(words, ",");
        self.used.extend(self.names(function, words));
        if let Some(&called) = self.numbers.get(name) {
            let FunctionText { parameters, .. } = &functions[called];
            for (argument, parameter) in arguments.iter().zip(parameters) {
                // A function may write through a pointer argument.
                for source in self.names(function, argument) {
                    self.flows(source, (called, parameter));
                    self.flows((called, parameter), source);
                }
            }
        }
        // Arguments of built-in functions that are offsets or coordinates.
        let (first, rest) = (arguments.first(), arguments.get(1..).unwrap_or_default());
        if name.starts_with("vload") {
            self.steer(function, first.map_or(&[], |first| *first));
        } else if name.starts_with("vstore") {
            rest.iter().take(1).for_each(|offset| self.steer(function, offset));
            for (data, pointer) in first.iter().flat_map(|data| rest.iter().skip(1).map(move |pointer| (data, pointer)))
            {
                let pointers = self.names(function, pointer);
                for source in self.names(function, data) {
                    for pointer in &pointers {
                        self.flows(source, *pointer);
                    }
                }
            }
        } else if ["async_", "prefetch", "read_image", "write_image", "shuffle", "sub_group", "work_group", "intel_"]
            .iter()
            .any(|start| name.starts_with(start))
        {
            self.steer(function, words);
        }
    }

    /// All names whose values reach a steering name.
    fn all_steering(&self) -> BTreeSet<LocalName<'w>> {
        let mut open: Vec<_> = self.steering.iter().copied().collect();
        let mut found = self.steering.clone();
        while let Some(name) = open.pop() {
            for source in self.from.get(&name).into_iter().flatten() {
                if found.insert(*source) {
                    open.push(*source);
                }
            }
        }
        found
    }
}

fn is_assignment(word: &str) -> bool {
    matches!(word, "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=")
}

/// The end of the expression that begins at `start`.
fn end_of(words: &[&str], start: usize) -> usize {
    let mut at = start;
    while let Some(word) = words.get(at) {
        match *word {
            ";" | "," | ")" | "]" | "}" => return at,
            "(" | "[" | "{" => at = after_bracket(words, at).unwrap_or(words.len()),
            _ => at += 1,
        }
    }
    at.min(words.len())
}

/// The start of the expression that contains this word.
fn start_of(words: &[&str], at: usize) -> usize {
    let mut depth = 0_usize;
    for (place, word) in words[..at].iter().enumerate().rev() {
        match *word {
            ")" | "]" | "}" if depth > 0 || *word != "}" => depth += 1,
            "(" | "[" | "{" if depth > 0 => depth -= 1,
            ";" | "," | "(" | "[" | "{" | "}" if depth == 0 => return place + 1,
            word if depth == 0 && is_assignment(word) => return place + 1,
            _ => {}
        }
    }
    0
}

/// The targets of an assignment, given the words before its operator.
fn targets<'w>(words: &[&'w str]) -> Vec<&'w str> {
    let mut at = words.len();
    while at > 0 {
        match words[at - 1] {
            close @ ("]" | ")") => {
                let mut depth = 0_usize;
                let mut open = at;
                while open > 0 {
                    open -= 1;
                    match words[open] {
                        "]" | ")" => depth += 1,
                        "[" | "(" => depth -= 1,
                        _ => {}
                    }
                    if depth == 0 {
                        break;
                    }
                }
                if close == ")" {
                    // `*(out + i) = …`, `(*p).x = …`; in `*(out + b[i])`, `b` is only read.
                    let pairs = words[open..at].windows(2);
                    return pairs.filter(|pair| is_name(pair[0]) && pair[1] != "[").map(|pair| pair[0]).collect();
                }
                at = open;
            }
            word if is_name(word) && at > 1 && matches!(words[at - 2], "." | "->") => at -= 2,
            word if is_name(word) => return vec![word],
            _ => return Vec::new(),
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::super::compile::FinalCompile;
    use super::super::source_types::expanded;
    use super::*;

    fn free(body: &str) -> Vec<String> {
        let text = format!(
            "#define AT(i) b[i]\nfloat f(int v, float *p) {{ p[0] += v; return p[v]; }}\nint g(int v) {{ return v * 2; }}\n\
             __kernel void k(__global int *a, __global int *b, __global float *out, int n, int m) {{ {body} }}"
        );
        let mut free = free_parameters(&expanded(&FinalCompile::default(), &text));
        free.remove("k").unwrap_or_default().into_iter().collect()
    }

    #[test]
    fn values_are_free_and_indices_are_not() {
        for (body, expected) in [
            ("int s = 0; for (int i = 0; i < n; i++) s += a[i] * m; out[0] = s;", &["a", "m"][..]),
            ("out[0] += a[b[0]];", &["a", "out"]),
            ("int x; x = AT(0); int y = x + 1; out[y] = a[0];", &["a"]),
            ("int e = b[0]; while (e > n) e--; out[0] = e + m;", &["m"]),
            ("float p[4]; out[0] = f(b[0], p) + g(a[0]);", &["a"]),
            ("out[g(b[0])] = a[0] * n;", &["a", "n"]),
            ("__global int *p = a + n * b[0]; out[0] = *p * m;", &["a", "m"]),
            ("*(out + b[0]) = m;", &["m"]),
            ("out[0] = vload4(b[0], a).x; vstore2(m, n, out);", &["a", "m", "out"]),
            ("for (;;) { if (a[0] > n) break; out[0] = m; }", &["m"]),
            ("if (a[0] > n) return; out[0] = b[0];", &["a", "b", "n"]),
        ] {
            assert_eq!(free(body), expected, "{body}");
        }
    }
}
