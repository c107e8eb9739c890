//! Made-up hosts: a kernel is cut into pieces, each piece is a literal, and C++ joins them.
//!
//! The kernel uses macros that one piece defines and others redefine: some leave the loop around them, which shows whether a piece was
//! rewritten alone. A cut may be anywhere, even in the middle of a directive.

use std::fmt::Write;

use proptest::test_runner::{RngAlgorithm, TestRng};

use super::dice::Dice;

/// The effects of a macro with the parameter `c` in a loop.
const BODIES: [&str; 5] = ["if (c) break", "if (c) continue", "if (c) s += 2", "s += (c)", ""];

/// This many hosts, each as one C++ text.
pub fn hosts(seed: u64, count: usize) -> impl Iterator<Item = String> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let mut random = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    (0..count).map(move |_| Generator { dice: Dice(&mut random), has_raw_strings: true }.host())
}

struct Generator<'a> {
    dice: Dice<'a>,
    /// Whether some of the literals are raw strings.
    has_raw_strings: bool,
}

impl Generator<'_> {
    fn host(&mut self) -> String {
        self.has_raw_strings = self.dice.chance(65);
        let pieces = self.pieces();
        let ways: [fn(&mut Self, &[String]) -> String; 12] = [
            Self::adjacent,
            Self::sum,
            Self::stream,
            Self::list,
            Self::variables,
            Self::variables,
            Self::macros,
            Self::functions,
            Self::functions,
            Self::members,
            Self::nested_macro,
            Self::with_directives,
        ];
        let way = self.dice.pick(&ways);
        way(self, &pieces)
    }

    /// A definition of a macro, which may be undefined first.
    fn definition(&mut self) -> String {
        let name = self.dice.below(3);
        if self.dice.chance(30) {
            let count = self.dice.below(3) + 2;
            return match self.dice.below(3) {
                0 => format!("#ifndef N{name}\n#define N{name} {count}\n#endif\n"),
                1 => format!("#undef N{name}\n#define N{name} ({count})\n"),
                _ => format!("#undef N{name}\n#define N{name} N{}\n#undef N{}\n#define N{} {count}\n", 4, 4, 4),
            };
        }
        let body = self.dice.pick(&BODIES);
        format!("#undef M{name}\n#define M{name}(c) {body}\n")
    }

    fn function(&mut self, number: usize) -> String {
        let (name, count) = (self.dice.below(3), self.dice.below(3));
        let factor = self.dice.pick(&["", " 2", " 4"]);
        let bound = if self.dice.chance(40) { format!("N{count}") } else { (self.dice.below(4) + 2).to_string() };
        let call = if self.dice.chance(70) { format!("M{name}(b[i] < 0); ") } else { String::new() };
        format!(
            "static int f{number}(__global const int *b) {{\n    int s = 0;\n    for (int j = 0; j < 3; j++) {{\n        \
             #pragma unroll{factor}\n        for (int i = 0; i < {bound}; i++) {{\n            {call}s += b[i] * (j + 1);\n        \
             }}\n    }}\n    return s;\n}}\n"
        )
    }

    /// The texts that make the kernel when joined.
    fn pieces(&mut self) -> Vec<String> {
        let mut segments = vec![String::new()];
        for name in 0..3 {
            let body = self.dice.pick(&BODIES);
            let count = self.dice.below(3) + 2;
            let _ = write!(segments[0], "#define M{name}(c) {body}\n#define N{name} {count}\n");
        }
        let functions = self.dice.below(3) + 1;
        for number in 0..functions {
            if self.dice.chance(40) {
                let definition = self.definition();
                segments.push(definition);
            }
            let function = self.function(number);
            segments.push(function);
        }
        let calls: Vec<String> = (0..functions).map(|number| format!("    a[{number}] = f{number}(b);\n")).collect();
        let calls = calls.concat();
        segments.push(format!("__kernel void k(__global int *a, __global const int *b) {{\n{calls}}}\n"));
        let mut pieces: Vec<String> = Vec::new();
        for segment in segments {
            match pieces.last_mut() {
                Some(last) if self.dice.chance(35) => last.push_str(&segment),
                _ => pieces.push(segment),
            }
        }
        if self.dice.chance(25) {
            let at = self.dice.below(pieces.len());
            let cut = self.dice.below(pieces[at].len());
            let rest = pieces[at].split_off(cut);
            pieces.insert(at + 1, rest);
        }
        pieces
    }

    /// A literal with that content.
    fn literal(&mut self, content: &str) -> String {
        if self.has_raw_strings && self.dice.chance(70) {
            return self.raw_string(content);
        }
        let lines: Vec<String> = content.split_inclusive('\n').map(ordinary).collect();
        if lines.is_empty() { "\"\"".to_owned() } else { lines.join("\n    ") }
    }

    fn raw_string(&mut self, content: &str) -> String {
        let delimiter = self.dice.pick(&["", "cl", "x"]);
        format!("R\"{delimiter}({content}){delimiter}\"")
    }

    fn literals(&mut self, pieces: &[String]) -> Vec<String> {
        pieces.iter().map(|piece| self.literal(piece)).collect()
    }

    fn adjacent(&mut self, pieces: &[String]) -> String {
        let mut text = "std::string code() {\n    return ".to_owned();
        for literal in self.literals(pieces) {
            let between =
                self.dice.pick(&[" ", "\n    ", " /* \" */ ", " // R\"(\n", " \\\n", " \\ \n", "/\\\n* *\\\n/"]);
            let _ = write!(text, "{literal}{between}");
        }
        text + ";\n}\n"
    }

    fn sum(&mut self, pieces: &[String]) -> String {
        format!("std::string code() {{ return std::string() + {}; }}\n", self.literals(pieces).join(" + "))
    }

    fn stream(&mut self, pieces: &[String]) -> String {
        let mut text = "std::string code() {\n    std::ostringstream all;\n".to_owned();
        for literal in self.literals(pieces) {
            let _ = match self.dice.below(3) {
                0 => writeln!(text, "    all << {literal};"),
                1 => writeln!(text, "    all << std::string({literal});"),
                _ => writeln!(text, "    {{ std::string one = {literal}; all << one; }}"),
            };
        }
        text + "    return all.str();\n}\n"
    }

    fn list(&mut self, pieces: &[String]) -> String {
        let literals = self.literals(pieces).join(", ");
        let list = self.dice.pick(&["const char *sources[] = {", "std::vector<std::string> sources {"]);
        format!(
            "std::string code() {{\n    {list} {literals} }};\n    std::string all;\n    \
             for (const auto &source : sources) all += source;\n    return all;\n}}\n"
        )
    }

    fn variables(&mut self, pieces: &[String]) -> String {
        let (mut text, mut sum) = (String::new(), "std::string()".to_owned());
        for (at, literal) in self.literals(pieces).iter().enumerate() {
            let declared =
                self.dice.pick(&["static const char *const ", "static const std::string ", "static const auto "]);
            let _ = match self.dice.below(3) {
                0 => writeln!(text, "{declared}p{at} = {literal};"),
                1 => writeln!(text, "static const std::string p{at}({literal});"),
                _ => writeln!(text, "static const std::string p{at}{{{literal}}};"),
            };
            let _ = write!(sum, " + p{at}");
        }
        format!("{text}std::string code() {{ return {sum}; }}\n")
    }

    fn macros(&mut self, pieces: &[String]) -> String {
        let (mut text, mut all) = (String::new(), String::new());
        for (at, piece) in pieces.iter().enumerate() {
            // Some compilers do not accept a raw string with line ends in a directive.
            if self.dice.chance(60) {
                let _ = writeln!(text, "#define P{at} {}", ordinary(piece));
                let _ = write!(all, " P{at}");
            } else {
                let _ = write!(all, " {}", self.literal(piece));
            }
        }
        let undefined: Vec<String> = (0..pieces.len()).map(|at| format!("#undef P{at}\n")).collect();
        let undefined = undefined.concat();
        format!("{text}std::string code() {{ return{all}; }}\n{undefined}")
    }

    fn functions(&mut self, pieces: &[String]) -> String {
        let (mut text, mut sum) = (String::new(), "std::string()".to_owned());
        for (at, literal) in self.literals(pieces).iter().enumerate() {
            let _ = match self.dice.below(3) {
                0 => writeln!(text, "static std::string p{at}() {{ return {literal}; }}"),
                1 => writeln!(text, "static std::string p{at}(const char *text = {literal}) {{ return text; }}"),
                _ => writeln!(text, "static const auto p{at} = [] {{ return std::string({literal}); }};"),
            };
            let _ = write!(sum, " + p{at}()");
        }
        format!("{text}std::string code() {{ return {sum}; }}\n")
    }

    fn members(&mut self, pieces: &[String]) -> String {
        let (mut declared, mut initialised, mut sum) = (String::new(), Vec::new(), "std::string()".to_owned());
        for (at, literal) in self.literals(pieces).iter().enumerate() {
            if self.dice.chance(50) {
                let _ = writeln!(declared, "    std::string p{at};");
                initialised.push(format!("p{at}({literal})"));
            } else {
                let _ = writeln!(declared, "    std::string p{at} = {literal};");
            }
            let _ = write!(sum, " + p{at}");
        }
        let list = if initialised.is_empty() { String::new() } else { format!(" : {}", initialised.join(", ")) };
        format!(
            "struct Source {{\n{declared}    Source(){list} {{}}\n    std::string all() {{ return {sum}; }}\n}};\n\
             std::string code() {{ return Source().all(); }}\n"
        )
    }

    fn nested_macro(&mut self, pieces: &[String]) -> String {
        let (last, before) = pieces.split_last().expect("there is a piece");
        let last = self.literal(last);
        let all = before.iter().rev().fold(last, |rest, piece| format!("CAT({}, {rest})", self.literal(piece)));
        // A directive must not be among the arguments of a macro. Here it is not: it is in a literal.
        format!("#define CAT_(x, y) x y\n#define CAT(x, y) CAT_(x, y)\nstd::string code() {{ return {all}; }}\n")
    }

    fn with_directives(&mut self, pieces: &[String]) -> String {
        let mut text = "std::string code() {\n    return\n".to_owned();
        for literal in self.literals(pieces) {
            let _ = match self.dice.below(3) {
                0 => writeln!(text, "#ifndef NEVER\n{literal}\n#endif"),
                1 => writeln!(text, "#ifdef NEVER\n\"#define M0(c)\"\n#else\n{literal}\n#endif"),
                _ => writeln!(text, "{literal}"),
            };
        }
        text + "    \"\";\n}\n"
    }
}

/// An ordinary literal with that content.
fn ordinary(content: &str) -> String {
    format!("\"{}\"", content.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
