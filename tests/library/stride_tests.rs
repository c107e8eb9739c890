//! The tests of row lengths before jams, against all values in a model with 8 bits.
//!
//! clunroll writes `if (n >= m && n <= 715827882)` before a jam. The oracle knows nothing of dependences. It has a machine whose `int` is 8
//! bits wide, and takes the test from clunroll's text: the second number is a share of the greatest `int`, and the same share of 127 takes
//! its place. For each `n` and `m` that pass the test, it runs the author's order of accesses and that of the jam, and compares the
//! accesses to each element. Subscripts wrap around, signed ones too.

use clunroll::{NoIncludes, Options, unroll};

/// A kernel, as numbers.
#[derive(Clone, Copy, Debug)]
struct Nest {
    kind: &'static str,
    copies: i64,
    step: i64,
    /// What the row's number is multiplied with.
    factor: i64,
    /// The first value of the inner counter.
    first: i64,
    comparison: &'static str,
    /// The end of the inner loop: `None` for `m`.
    end: Option<i64>,
    /// How far the loaded element is after the stored one.
    offset: i64,
    /// Whether the inner counter leads from row to row, and the outer one through the rows.
    is_transposed: bool,
}

impl Nest {
    fn text(&self) -> String {
        let Self { kind, copies, step, factor, first, comparison, offset, is_transposed, .. } = self;
        let end = self.end.map_or_else(|| "m".to_owned(), |end| end.to_string());
        let (row, column) = if *is_transposed { ("j", "i") } else { ("i", "j") };
        let row = if *factor == 1 { format!("{row} * n") } else { format!("{factor} * {row} * n") };
        format!(
            "kernel void k(global uint *restrict c, {kind} n, {kind} m, {kind} from) {{\n\
             #pragma unroll_and_jam {copies}\n\
             for ({kind} i = 0; i < {}; i += {step})\n\
             for ({kind} j = {first}; j {comparison} {end}; j++)\n\
             c[{row} + from + {column}] = c[{row} + from + {column} + {offset}] * 3u + j;\n}}\n",
            copies * step
        )
    }

    /// The test that clunroll writes, which is empty if the jam has none; `None` if it declines the jam.
    fn test(&self) -> Option<String> {
        let text =
            String::from_utf8(unroll(self.text().as_bytes(), &Options::default(), &mut NoIncludes).text).expect("text");
        let test =
            text.lines().find_map(|line| line.trim().strip_prefix("if (")?.strip_suffix(") {").map(str::to_owned));
        (!text.contains("unroll_and_jam")).then(|| test.unwrap_or_default())
    }

    /// The accesses in the order of the text, or in that of the jam: elements, and which access it is.
    fn accesses(&self, n: i64, m: i64, from: i64, is_jammed: bool) -> Vec<(u8, (i64, i64, bool))> {
        let mut found = Vec::new();
        let end = self.end.unwrap_or(m);
        let inner: Vec<i64> =
            (self.first..=127).take_while(|&j| if self.comparison == "<" { j < end } else { j <= end }).collect();
        let mut visit = |copy: i64, j: i64| {
            let i = copy * self.step;
            let (row, column) = if self.is_transposed { (j, i) } else { (i, j) };
            let store = self.factor * row * n + from + column;
            found.push(((store + self.offset).rem_euclid(256) as u8, (copy, j, false)));
            found.push((store.rem_euclid(256) as u8, (copy, j, true)));
        };
        if is_jammed {
            for &j in &inner {
                (0..self.copies).for_each(|copy| visit(copy, j));
            }
        } else {
            (0..self.copies).for_each(|copy| inner.iter().for_each(|&j| visit(copy, j)));
        }
        found
    }

    /// Whether each element sees its stores, and each load between the same stores, in the same order.
    fn is_legal(&self, n: i64, m: i64, from: i64) -> bool {
        let history = |is_jammed: bool| {
            let mut accesses = self.accesses(n, m, from, is_jammed);
            accesses.sort_by_key(|(element, _)| *element);
            let (mut stores, mut loads, mut last) = (Vec::new(), Vec::new(), None);
            for (element, access) in accesses {
                last = last.filter(|(of, _)| *of == element);
                if access.2 {
                    last = Some((element, access));
                    stores.push(last);
                } else {
                    loads.push((access, last));
                }
            }
            loads.sort_unstable();
            (stores, loads)
        };
        history(false) == history(true)
    }
}

/// The value of a test: comparisons joined by `&&`, of names, numbers and differences.
fn passes(test: &str, n: i64, m: i64) -> bool {
    let value = |text: &str| -> i64 {
        let operand = |text: &str| match text.trim() {
            "n" => n,
            "m" => m,
            number => {
                let number: i64 = number.parse().expect("a number");
                // A share of the greatest value.
                if number > 1 << 20 { 127 / (i64::from(i32::MAX) / number) } else { number }
            }
        };
        match text.split_once(" - ") {
            Some((left, right)) => operand(left) - operand(right),
            None => operand(text),
        }
    };
    test.split(" && ").filter(|part| !part.is_empty()).all(|part| {
        let compare: (&str, fn(i64, i64) -> bool) = [
            (" >= ", (|left, right| left >= right) as fn(i64, i64) -> bool),
            (" <= ", |left, right| left <= right),
            (" > ", |left, right| left > right),
        ]
        .into_iter()
        .find(|(operator, _)| part.contains(operator))
        .expect("a comparison");
        let (left, right) = part.split_once(compare.0).expect("the operator is there");
        compare.1(value(left), value(right))
    })
}

fn nests() -> Vec<Nest> {
    let mut nests = Vec::new();
    for kind in ["int", "uint"] {
        for (copies, step, factor) in [(2, 1, 1), (4, 1, 1), (2, 3, 1), (3, 2, 2)] {
            for (first, comparison, end, offset) in [
                (0, "<", None, 0),
                (0, "<=", None, 0),
                (1, "<", None, 0),
                (0, "<=", None, 2),
                (0, "<", Some(4), 3),
                (2, "<=", Some(7), 1),
            ] {
                let nest = Nest { kind, copies, step, factor, first, comparison, end, offset, is_transposed: false };
                nests.push(nest);
                if end.is_some() {
                    nests.push(Nest { is_transposed: true, ..nest });
                    nests.push(Nest { is_transposed: true, offset: 0, ..nest });
                }
            }
        }
    }
    nests
}

#[test]
fn a_test_of_row_lengths_lets_no_order_change() {
    let (mut jammed, mut tested, mut passed, mut missed) = (0_u32, 0_u32, 0_u64, 0_u64);
    for nest in nests() {
        let Some(test) = nest.test() else { continue };
        jammed += 1;
        tested += u32::from(!test.is_empty());
        let low = if nest.kind == "int" { -128 } else { 0 };
        for n in low..low + 256 {
            for m in (low..low + 256).filter(|_| nest.end.is_none()).chain(nest.end.map(|_| 0)) {
                let is_passed = passes(&test, n, m);
                // A few pairs that do not pass show how much the test leaves out.
                if !is_passed && (n + 17 * m) % 64 != 0 {
                    continue;
                }
                let is_legal = nest.is_legal(n, m, (n * 31 + m * 7) & 127);
                assert!(is_legal || !is_passed, "{test} passes for n = {n}, m = {m}:\n{}", nest.text());
                passed += u64::from(is_passed);
                missed += u64::from(is_legal && !is_passed && m > 1 && n > 0);
            }
        }
    }
    println!(
        "{jammed} of {} nests are jammed, {tested} under a test; {passed} pairs pass it, and a sample of {missed} legal ones do not",
        nests().len()
    );
    let count = nests().len() as u32;
    assert!(jammed * 10 > count * 9 && tested * 10 > count * 7 && passed > 10_000, "{jammed}, {tested}, {passed}");
}
