//! Random nests that ask to be jammed or for versions, and loops whose loads may run first, as written and as rewritten, compared word for word.
//!
//! A program is a kernel with some functions of one nest each. The nests have two to four loops, or one that asks to be unrolled, with code beside each inner loop,
//! and affine and other subscripts. The pointers of a function without `restrict` lead into one buffer, a few elements apart, so
//! that a jam that takes the wrong pair for independent computes something else. All values are hashes, which tell every order
//! from every other. Some bounds are macros of the host, which other builds define otherwise.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use clunroll::{Define, Done, LoadOrder, MacroOption, NoIncludes, Options, RemainderForm, unroll};
use proptest::test_runner::{RngAlgorithm, TestRng};

use super::dice::Dice;
use super::native::{Native, Pair, Verdict};
use super::print::PARAMETERS;
use super::{say, seed, setting};

/// Nests in one program.
pub const NESTS: usize = 8;
/// Programs that are compiled together.
const BATCH: u64 = 20;
/// Nests that run, unless `CLUNROLL_RANDOM_NESTS` says otherwise.
const COUNT: u64 = 1_200;
/// Of a hundred nests, at least so many are jammed.
const LEAST_JAMMED: u64 = 15;
/// Of a hundred that ask for versions, at least so many get them.
const LEAST_IN_VERSIONS: u64 = 15;
/// Of a hundred single loops, in at least so many loads run first.
const LEAST_FIRST: u64 = 15;

/// What is made up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nests that ask to be jammed.
    Nests,
    /// Loops that ask to be unrolled, and have none in them.
    Singles,
    /// Nests whose innermost loop asks for versions. Its bound may change in the loops around it, and a condition or a jump may keep
    /// the program from it.
    Versions,
}

/// Makes up one nest.
struct Maker<'a, 'd> {
    dice: &'a mut Dice<'d>,
    text: String,
    kind: Kind,
    /// Whether what is stored lies apart from what is loaded, most of the time.
    is_apart: bool,
    /// Whether a counter is unsigned.
    has_unsigned: bool,
    /// The loops that are open.
    depth: usize,
    /// The macros of the host.
    hosts: [String; 2],
    /// Variables that may be read, and those of them that may be written.
    readable: Vec<String>,
    writable: Vec<String>,
    /// Integers that are a part of subscripts.
    rows: Vec<String>,
    names: usize,
}

impl Maker<'_, '_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(self.depth + 1));
    }

    fn counter(level: usize) -> &'static str {
        ["r", "x", "y", "z"][level]
    }

    fn host(&mut self) -> String {
        let name = self.dice.pick(&self.hosts.clone());
        self.dice.pick(&["?", "?", "?", "? + 1", "2 * ?"]).replace('?', &name)
    }

    /// A sum of up to three products.
    fn subscript(&mut self) -> String {
        let mut terms = vec![self.dice.within(-3, 3).to_string()];
        for _ in 0..=self.dice.below(3) {
            let level = self.dice.below(self.depth);
            let counter = Self::counter(level);
            let factor = self.dice.pick(&["1", "1", "2", "3", "4", "8", "16", "16", "-1", "n", "(int)m"]);
            terms.push(match self.dice.below(12) {
                0 if !self.rows.is_empty() => self.dice.pick(&self.rows.clone()),
                1 => self.dice.pick(&["n", "(int)m", "2 * n"]).to_owned(),
                2 => format!("(int)(uchar)({counter} * 5)"),
                3 => format!("({counter} & 3)"),
                _ => format!("{counter} * {factor}"),
            });
        }
        // A row of its own for each outer iteration is what real nests have.
        if self.dice.chance(45) {
            terms = vec![format!("r * {}", self.dice.pick(&[16, 16, 32, 5])), self.dice.within(0, 2).to_string()];
            if self.depth > 1 {
                let inner = 1 + self.dice.below(self.depth - 1);
                terms.push(Self::counter(inner).to_owned());
            }
        }
        let sum = terms.join(" + ");
        // The loops of versions may run far.
        if self.kind == Kind::Versions {
            return format!("(int)(({sum}) & 255)");
        }
        // An unsigned sum that is negative would be a large one where pointers have 64 bits.
        if self.has_unsigned { format!("(int)({sum})") } else { sum }
    }

    /// An element that is loaded.
    fn element(&mut self) -> String {
        let is_index = self.kind == Kind::Singles && self.dice.chance(8);
        let subscript = if is_index { format!("(int)({} & 15u)", self.element()) } else { self.subscript() };
        if self.is_apart && self.dice.chance(98) {
            return format!("a[{subscript}]");
        }
        match self.dice.below(10) {
            0..4 => format!("a[{subscript}]"),
            4..7 => format!("b[{subscript}]"),
            7 => format!("*(a + ({subscript}))"),
            _ => format!("own[200 + {subscript}]"),
        }
    }

    /// An element that is stored.
    fn target(&mut self) -> String {
        if !self.is_apart {
            return self.element();
        }
        let inner = if self.depth > 1 && self.dice.chance(70) { Self::counter(self.depth - 1) } else { "0" };
        let base = self.dice.pick(&["b[", "b[", "own[200 + "]);
        let sum = format!("r * {} + {inner}", self.dice.pick(&[32, 32, 16, 8, 3]));
        if self.kind == Kind::Versions { format!("{base}(({sum}) & 255)]") } else { format!("{base}{sum}]") }
    }

    fn value(&mut self) -> String {
        if self.kind == Kind::Singles && self.dice.chance(8) {
            let (condition, then, other) = (self.element(), self.element(), self.element());
            return format!("({condition} & 1u ? {then} : {other})");
        }
        match self.dice.below(8) {
            0..3 if !self.readable.is_empty() => self.dice.pick(&self.readable.clone()),
            0..5 => self.element(),
            5 if self.dice.chance(20) => format!("(uint)({})", self.host()),
            5 => Self::counter(self.dice.below(self.depth)).to_owned(),
            6 => format!("{}u", self.dice.below(9)),
            _ => format!("mad24({}, 3u, (uint){})", self.element(), Self::counter(0)),
        }
    }

    fn statement(&mut self) {
        let value = self.value();
        match self.dice.below(16) {
            0..7 if !self.writable.is_empty() => {
                let variable = self.dice.pick(&self.writable.clone());
                self.line(&format!("{variable} = {variable} * 31u + {value};"));
            }
            0..9 => {
                let element = self.target();
                self.line(&format!("{element} = {value} * 7u + {};", Self::counter(self.depth - 1)));
            }
            9 => {
                let element = self.target();
                self.line(&format!("{element} += {value};"));
            }
            10 => {
                self.line(&format!("if (({value}) & 1u)"));
                self.statement();
            }
            11 => {
                let element = self.target();
                self.line(&format!("{{ uint v = {value}; {element} += v; }}"));
            }
            12 if self.dice.chance(20) => self.line(&format!("shared = shared * 5u + {value};")),
            _ => {
                let element = self.target();
                self.line(&format!("{element} = {value};"));
            }
        }
    }

    fn declaration(&mut self) {
        self.names += 1;
        let number = self.names;
        match self.dice.below(6) {
            0 => {
                let subscript = self.subscript();
                self.line(&format!("const int row{number} = {subscript};"));
                self.rows.push(format!("row{number}"));
            }
            1 => {
                let base = if self.is_apart { "a" } else { self.dice.pick(&["a", "b"]) };
                let subscript = self.subscript();
                self.line(&format!("__global uint *at{number} = {base} + {subscript};"));
                self.readable.push(format!("at{number}[{}]", self.dice.below(3)));
            }
            _ => {
                let value = self.value();
                self.line(&format!("uint s{number} = {value};"));
                self.readable.push(format!("s{number}"));
                self.writable.push(format!("s{number}"));
            }
        }
    }

    fn statements(&mut self, most: usize) {
        for _ in 0..self.dice.below(most + 1) {
            self.statement();
        }
    }

    /// A header whose trip count only the run knows.
    fn header_of_versions(&mut self, counter: &str) -> String {
        let bound = self.dice.pick(&["n", "n", "w", "w", "min(n, 9)", "(n & 7)", "n / 2", "(int)m % 11", "n - 2", "r"]);
        let kind = self.dice.pick(&["int", "int", "int", "long"]);
        match self.dice.below(8) {
            0 => format!("{kind} {counter} = {bound}; {counter} > 0; {counter}--"),
            1 => format!("{kind} {counter} = -2; {counter} <= {bound}; {counter}++"),
            2 => format!("{kind} {counter} = v; {counter} < {bound}; {counter}++"),
            3 => format!("uint {counter} = 0; {counter} != ((uint){bound} & 15u); {counter}++"),
            4 => format!("{kind} {counter} = {bound}; {counter} >= v; {counter} -= 1"),
            _ => format!("{kind} {counter} = 0; {counter} < {bound}; {counter}++"),
        }
    }

    /// What changes the operands of the inner loop's header, or keeps the program from it.
    fn beside_versions(&mut self, deeper: usize) {
        let value = self.value();
        match (self.dice.below(16), deeper) {
            (0, 1..) => self.line("w = (w + 1) & 15;"),
            (1, 1..) => self.line(&format!("int w = (int)(({value}) & 7u);")),
            (2, 1..) => self.line("v--;"),
            (3, 1..) => self.line("if (n > 3) w++;"),
            (4, _) => self.line(&format!("if (({value}) % 5u == 1u) continue;")),
            (5, _) => self.line(&format!("if (({value}) % 7u == 3u) break;")),
            (6, 1..) => self.line(&format!("if (({value}) & 1u)")),
            _ => {}
        }
    }

    /// A loop with all that is in it; `deeper` more loops are inside.
    fn nest(&mut self, deeper: usize) {
        let level = self.depth;
        let counter = Self::counter(level);
        let kind = self.dice.pick(&["int", "int", "int", "uint", "long", "uchar"]);
        let kind = if kind == "uchar" && self.dice.chance(60) { "int" } else { kind };
        let constant = self.dice.pick(&["2", "3", "4", "6", "7", "16"]);
        let bound = match self.dice.below(10) {
            4..7 => self.dice.pick(&["n", "n", "n - 2", "(int)m", "min(n, 4)"]).to_owned(),
            7 if level > 1 => format!("{} + 1", Self::counter(level - 1)),
            8 if level > 0 && self.dice.chance(20) => "r + 1".to_owned(),
            9 => self.host(),
            _ => constant.to_owned(),
        };
        // A negative bound would be a large one.
        let kind = if kind == "uint" && bound.contains('n') { "int" } else { kind };
        self.has_unsigned |= kind == "uint";
        let header = match self.dice.below(8) {
            0 if kind != "uint" && kind != "uchar" => format!("{kind} {counter} = {bound}; {counter} > 0; {counter}--"),
            1 => format!("{kind} {counter} = 1; {counter} < {bound}; {counter} += 2"),
            2 => format!("{kind} {counter} = 0; {counter} <= {bound}; {counter}++"),
            _ => format!("{kind} {counter} = 0; {counter} < {bound}; {counter}++"),
        };
        let header = if deeper == 0 && self.kind == Kind::Versions {
            let clause = self.dice.pick(&["versions", "versions", "versions", "versions", "switch"]);
            self.line(&format!("#pragma clunroll remainder({clause})"));
            let factor = self.dice.within(2, 8);
            self.line(&format!("#pragma unroll {factor}"));
            self.header_of_versions(counter)
        } else {
            header
        };
        if level == 0 {
            match self.kind {
                Kind::Nests => {
                    let factor = self.dice.pick(&["", " 2", " 3", "(2)", " 4", "(4)", " 8"]);
                    self.line(&format!("#pragma unroll_and_jam{factor}"));
                }
                Kind::Singles => {
                    let factor = self.dice.pick(&["", " 2", " 3", " 4", " 4", " 8"]);
                    self.line(&format!("#pragma unroll{factor}"));
                }
                Kind::Versions => {}
            }
        }
        self.line(&format!("for ({header}) {{"));
        let scope = (self.readable.clone(), self.writable.clone(), self.rows.clone());
        self.depth += 1;
        for _ in 0..self.dice.below(3) {
            self.declaration();
        }
        if self.kind == Kind::Versions {
            self.beside_versions(deeper);
        }
        if deeper == 0 {
            self.statement();
            self.statements(2);
        } else {
            self.statements(1);
            self.nest(deeper - 1);
            self.statements(2);
        }
        self.depth -= 1;
        (self.readable, self.writable, self.rows) = scope;
        self.line("}");
    }
}

/// One function with a nest, and its call.
fn function(dice: &mut Dice<'_>, kind: Kind, program: u64, number: usize) -> (String, String) {
    let is_restrict = dice.chance(65);
    let word = if is_restrict { "restrict " } else { "" };
    let others = if is_restrict && dice.chance(50) { "" } else { word };
    let is_apart = dice.chance(65);
    let deeper = if kind == Kind::Singles { 0 } else { dice.weighted(&[(6, 1), (3, 2), (1, 3)]) };
    let mut maker = Maker {
        dice,
        text: String::new(),
        kind,
        is_apart,
        has_unsigned: false,
        depth: 0,
        hosts: hosts(program),
        readable: Vec::new(),
        writable: Vec::new(),
        rows: Vec::new(),
        names: 0,
    };
    maker.nest(deeper);
    let body = maker.text;
    let variables = if kind == Kind::Versions { "    int w = n, v = (int)(m & 3u);\n" } else { "" };
    let text = format!(
        "uint f{program}_{number}(__global uint *{word}a, __global uint *{others}b, int n, uint m) {{\n\
         \x20   uint own[1300], shared = 1;\n\
         \x20   for (int i = 0; i < 1300; i++) own[i] = i;\n\
         {variables}{body}\
         \x20   for (int i = 0; i < 1300; i++) shared = shared * 31u + own[i];\n\
         \x20   return shared;\n}}\n"
    );
    let call = if is_restrict {
        format!("f{program}_{number}(space + 200, space + 1400, n, m)")
    } else {
        let apart = dice.pick(&["200", "200", "201", "199", "216", "203", "184"]);
        format!("f{program}_{number}(space + 200, space + {apart}, n, m)")
    };
    (text, call)
}

/// The names of the macros of the host.
fn hosts(program: u64) -> [String; 2] {
    [format!("H{program}"), format!("J{program}")]
}

/// The text of a program, and what each build defines; clunroll is told the first.
fn program(kind: Kind, seed: u64, number: u64) -> (String, Vec<Vec<(String, String)>>) {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&number.to_le_bytes());
    bytes[16] = 77 + kind as u8;
    let mut random = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut dice = Dice(&mut random);
    let (mut functions, mut calls) = (String::new(), String::new());
    for nest in 0..NESTS {
        let (function, call) = function(&mut dice, kind, number, nest);
        functions.push_str(&function);
        let _ = writeln!(
            calls,
            "    space += {SPACE};\n    for (int i = 0; i < {SPACE}; i++) space[i] = i * 7u;\n    out[{}] = {call};",
            nest + 1
        );
    }
    let text = format!(
        "{functions}__kernel void k{number}({PARAMETERS}) {{\n\
         \x20   if (get_local_id(0) > 0) return;\n\
         \x20   __global uint *space = (__global uint *)(out + 1 + {NESTS}) - {SPACE};\n{calls}    out[0] = {};\n}}\n",
        NESTS * (1 + SPACE / 2)
    );
    let values = ["2", "3", "4", "5", "7", "8"];
    let others = ["1", "2", "3", "6", "8", "9", "(3)", "(1 + 2)", "2+2", "3u"];
    let mut builds = Vec::new();
    for build in 0..3 {
        let mut value = || dice.pick(if build == 0 { &values[..] } else { &others[..] }).to_owned();
        builds.push(hosts(number).map(|name| (name, value())).to_vec());
    }
    // A text without macros needs one build.
    if !hosts(number).iter().any(|name| text.contains(name)) {
        builds.truncate(1);
    }
    (text, builds)
}

/// How many elements each nest has of `out`: those of `a`, and as many of `b`. All must fit into it, and the first entry says
/// how many there are.
const SPACE: usize = 2600;

/// A program in both texts, and what became of each of its nests.
pub fn pair(kind: Kind, number: u64) -> (Pair, Vec<String>) {
    let seed = seed();
    let (original, builds) = program(kind, seed, number);
    let define = |(name, value): &(String, String)| MacroOption::Define(Define::new(name, value).expect("a macro"));
    let mut options = Options::default();
    options.macros = builds[0].iter().map(define).collect();
    let outcome = unroll(original.as_bytes(), &options, &mut NoIncludes);
    assert!(outcome.is_complete && !outcome.has_errors(), "program {number} of seed {seed}:\n{original}");
    let again = unroll(&outcome.text, &options, &mut NoIncludes);
    let rewritten = String::from_utf8_lossy(&outcome.text).into_owned();
    assert!(again.text == outcome.text, "a second run changes program {number} of seed {seed}:\n{rewritten}");
    let is_in_versions = |done: &Done| matches!(done, Done::Unrolled { remainder: RemainderForm::Versions, .. });
    let without_names = |text: &str| text.split('`').step_by(2).collect::<Vec<_>>().join("_");
    let became = match kind {
        Kind::Nests => outcome.diagnostics.iter().map(|found| without_names(&found.message)).collect(),
        Kind::Singles => outcome.requests.iter().map(|request| became(&request.done)).collect(),
        Kind::Versions => {
            let others = outcome.requests.iter().filter(|request| !is_in_versions(&request.done));
            others.map(|_| "another remainder".to_owned()).collect()
        }
    };
    let functions = (0..NESTS).map(|nest| format!("f{number}_{nest}")).collect();
    let pair =
        Pair { number, original, rewritten, macros: hosts(number).to_vec(), functions, builds, included: Vec::new() };
    (pair, became)
}

/// When the loads of a loop run, in short; empty where they run first.
fn became(done: &Done) -> String {
    match done {
        Done::Unrolled { loads: LoadOrder::First, .. } => String::new(),
        Done::Unrolled { loads: LoadOrder::InPlace, .. } => "unrolled".to_owned(),
        Done::Unrolled { loads: LoadOrder::Blocked(problem), .. } => {
            format!("{problem:?}").split([' ', '(']).next().unwrap_or_default().to_owned()
        }
        Done::NotAsked | Done::Left { .. } => "left".to_owned(),
    }
}

/// What is found of all nests.
#[derive(Debug, Default)]
struct Found {
    won: u64,
    worthless: u64,
    reasons: BTreeMap<String, u64>,
}

/// All nests; fails at the first that differs.
pub fn compare_all(kind: Kind, native: &Native) {
    let (seed, count) = (seed(), setting("CLUNROLL_RANDOM_NESTS").unwrap_or(COUNT));
    let programs = count.div_ceil(NESTS as u64);
    let (found, next) = (Mutex::new(Found::default()), AtomicU64::new(0));
    let work = |worker: usize| {
        loop {
            let first = next.fetch_add(BATCH, Ordering::Relaxed);
            if first >= programs {
                return;
            }
            let (pairs, reasons): (Vec<_>, Vec<_>) =
                (first..programs.min(first + BATCH)).map(|number| pair(kind, number)).unzip();
            let verdicts = native.compare(&format!("{kind:?}{worker}"), &pairs);
            let mut found = found.lock().expect("no other worker has failed");
            for mut reasons in reasons {
                reasons.retain(|reason| !reason.is_empty());
                found.won += NESTS.saturating_sub(reasons.len()) as u64;
                for reason in reasons {
                    *found.reasons.entry(reason).or_default() += 1;
                }
            }
            for (verdict, pair) in verdicts.into_iter().zip(&pairs) {
                match verdict {
                    Verdict::Same { .. } => {}
                    Verdict::Worthless(_) => found.worthless += 1,
                    Verdict::Different(why) => panic!(
                        "{why}: program {} of seed {seed}\n{:?}\n--- source ---\n{}--- rewritten ---\n{}",
                        pair.number, pair.builds, pair.original, pair.rewritten
                    ),
                }
            }
        }
    };
    let workers = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| (0..workers).for_each(|worker| drop(scope.spawn(move || work(worker)))));
    let Found { won, worthless, reasons } = found.into_inner().expect("no worker has failed");
    let nests = programs * NESTS as u64;
    let (least, done) = match kind {
        Kind::Nests => (LEAST_JAMMED, "jammed"),
        Kind::Singles => (LEAST_FIRST, "with loads first"),
        Kind::Versions => (LEAST_IN_VERSIONS, "in versions"),
    };
    say(&format!("seed {seed}: {nests} nests, {won} {done}, {worthless} programs worthless; others: {reasons:#?}"));
    assert!(won * 100 >= nests * least, "{won} of {nests} nests are {done}");
    assert!(worthless * 20 <= programs, "{worthless} of {programs} programs are worthless");
}
