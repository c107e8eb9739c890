//! Makes up the function of one nest: its loops, and what is in them.
//!
//! Subscripts, bounds, first values and what is stored come from the grammar of `expressions.rs`. Affine sums are common among them, since
//! others forbid a jam. Pointers and elements are spelled in every way that C has for them.

use std::fmt::Write;

use super::dice::Dice;
use super::expressions::{Expression, Grammar, Tight};
use super::integer::Integer;
use super::nests::Kind;
use super::pointers::Pointer;
use super::print;

/// Elements of the array that is to be promoted.
pub(super) const REGISTERS: i128 = 8;

/// Variables of the function.
#[derive(Clone, Default)]
pub(super) struct Scope {
    /// Variables that may be read, and the ones among them that may be written.
    pub(super) readable: Vec<String>,
    writable: Vec<String>,
    /// Elements that pointers of the nest point to and that may be stored.
    pub(super) targets: Vec<String>,
    /// Integers that subscripts are made of: counters, parameters and locals.
    pub(super) leaves: Vec<Expression>,
    /// The counters of the open loops, from the outermost on.
    pub(super) counters: Vec<Expression>,
    /// The counters that the body around the next loop declares.
    pub(super) declared: Vec<String>,
}

/// Makes up one nest.
#[expect(clippy::struct_excessive_bools, reason = "each is a property of the program that was drawn")]
pub(super) struct Maker<'a, 'd> {
    pub(super) dice: &'a mut Dice<'d>,
    text: String,
    pub(super) kind: Kind,
    /// The number of the program.
    pub(super) number: u64,
    /// The share of choices with an unusual spelling, in percent.
    pub(super) wild: usize,
    /// Whether the stored elements are mostly apart from the loaded ones.
    pub(super) is_apart: bool,
    /// Whether the nest is one store: the more there is in it, the more forbids a jam.
    pub(super) is_bare: bool,
    /// Whether little forbids a jam, so that there may be more in the nest.
    pub(super) is_tame: bool,
    /// Whether the code is beside an inner loop.
    pub(super) is_beside: bool,
    /// The loops that are open.
    pub(super) depth: usize,
    /// The macros of the host.
    pub(super) hosts: [String; 2],
    pub(super) scope: Scope,
    /// The pointers before the nest.
    pub(super) pointers: Vec<Pointer>,
    pub(super) names: usize,
}

/// The counting of a loop.
pub(super) struct Counting {
    pub(super) header: String,
    pub(super) counter: Expression,
    /// The step of a `while` loop, whose test is the header.
    pub(super) step: Option<String>,
}

pub(super) fn int(value: i64) -> Expression {
    Expression::literal(i128::from(value), Integer::INT)
}

impl Maker<'_, '_> {
    pub(super) fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(self.depth + 1));
    }

    fn host(&mut self) -> Expression {
        let name = self.dice.pick(&self.hosts.clone());
        let (text, high) = self.dice.pick(&[("?", 9), ("?", 9), ("?", 9), ("? + 1", 10), ("2 * ?", 18)]);
        Expression::name(text.replace('?', &name), Integer::INT, (1, high)).parenthesised()
    }

    /// Whether something unusual is written.
    pub(super) fn is_wild(&mut self) -> bool {
        self.dice.chance(self.wild)
    }

    /// An expression of the grammar.
    pub(super) fn grammar(&mut self, leaves: &[Expression]) -> Expression {
        let depth = self.dice.within(1, 3) as usize;
        Grammar { dice: self.dice, leaves, number: self.number }.draw(depth)
    }

    pub(super) fn counter(&mut self) -> Expression {
        self.dice.pick(&self.scope.counters.clone())
    }

    /// An element, perhaps as the argument of a macro.
    fn perhaps_in_macro(&mut self, element: String) -> String {
        if self.kind != Kind::Singles || !self.dice.chance(25) {
            return element;
        }
        let number = self.number;
        match self.dice.below(4) {
            0 => format!("SAME{number}({element})"),
            1 => format!("PAREN{number}({element})"),
            2 => format!("MIDDLE{number}({element})"),
            _ => format!("PLUS{number}({element}, {})", self.element()),
        }
    }

    /// The value to store.
    pub(super) fn value(&mut self) -> String {
        if self.kind == Kind::Nests && self.dice.chance(8) {
            let (argument, counter) = (self.element(), self.counter().text);
            let callee = self
                .dice
                .pick(&["mixed?(", "mixed?(", "mixed?(", "mixed?(", "mixed?(", "mixed?(", "mixed?(", "acted?(a, "])
                .replace('?', &self.number.to_string());
            return format!("{callee}{argument}, (uint)({counter}))");
        }
        if self.kind == Kind::Nests && self.dice.chance(7) {
            return self.reading_call();
        }
        if matches!(self.kind, Kind::Nests | Kind::Singles) && self.dice.chance(7) {
            let width = self.dice.pick(&[2, 2, 3, 4, 4]);
            let part = self.dice.pick(&["x", "y"]);
            let role = self.loaded();
            return format!("vload{width}({}).{part}", self.vector_at(role));
        }
        if self.kind == Kind::Singles && self.dice.chance(8) {
            let (condition, then, other) = (self.element(), self.element(), self.element());
            return format!("({condition} & 1u ? {then} : {other})");
        }
        let counter = self.counter();
        let drawn = if self.is_wild() { self.dice.below(10) } else { self.dice.below(7) };
        match drawn {
            0..3 if !self.scope.readable.is_empty() => self.dice.pick(&self.scope.readable.clone()),
            0..5 => {
                let element = self.element();
                self.perhaps_in_macro(element)
            }
            5 if self.dice.chance(20) => format!("(uint){}", self.host().text),
            5 => counter.text,
            6 => format!("{}u", self.dice.below(9)),
            7 => {
                let mut leaves = self.scope.leaves.clone();
                leaves.push(Expression::unknown(self.element(), Integer::UINT).parenthesised());
                format!("(uint){}", self.grammar(&leaves).within(Tight::Unary))
            }
            8 => format!("(uint){}", self.grammar(&self.scope.leaves.clone()).within(Tight::Unary)),
            _ => format!("mad24({}, 3u, (uint){})", self.element(), self.scope.counters[0].text),
        }
    }

    /// A call of a function that reads through pointers.
    fn reading_call(&mut self) -> String {
        let mut pointer = || {
            let role = self.loaded();
            let through = self.through(role);
            let distance = self.subscript().within(Tight::Sum);
            match self.dice.below(6) {
                0 => through,
                1 => format!("{through} + 3"),
                2 => format!("&{through}[{distance}]"),
                3 => format!("{distance} + {through}"),
                4 => format!("2 + ({through} + {distance})"),
                _ => format!("{through} + {distance}"),
            }
        };
        let (from, other) = (pointer(), pointer());
        let (counter, number) = (self.counter().text, self.number);
        match self.dice.below(3) {
            0 => format!("swept{number}({from}, {other}, (uint)({counter}))"),
            1 => format!("peeked{number}({from}, (uint)({counter}))"),
            _ => format!("looked{number}({from}, (uint)({counter}))"),
        }
    }

    /// A buffer that is read. A nest that stores to one of both mostly reads the other.
    fn loaded(&mut self) -> &'static str {
        if self.dice.chance(80) { "a" } else { "b" }
    }

    /// The number of a vector, and the pointer after which the vectors are.
    fn vector_at(&mut self, role: &str) -> String {
        let through = self.through(role);
        let number = self.subscript().fitting(-30, 200).text;
        let distance = self.subscript();
        match self.dice.below(5) {
            0..3 => format!("{number}, {through}"),
            3 if self.dice.chance(50) => format!("0, {} + {through}", distance.within(Tight::Sum)),
            3 => format!("0, {through} + {}", distance.within(Tight::Sum)),
            _ => format!("{}, &{through}[{}]", self.dice.below(2), distance.text),
        }
    }

    /// Stores a vector.
    fn store_of_vector(&mut self) {
        let width = self.dice.pick(&[2, 2, 3, 4, 4]);
        let value = if self.kind == Kind::Nests && self.dice.chance(50) {
            let (number, value) = (self.number, self.value());
            format!("fill{width}_{number}({value})")
        } else {
            let role = self.loaded();
            format!("vload{width}({})", self.vector_at(role))
        };
        let role = if self.is_apart || self.dice.chance(70) { "b" } else { "a" };
        let place = self.vector_at(role);
        self.line(&format!("vstore{width}({value}, {place});"));
    }

    pub(super) fn statement(&mut self) {
        if matches!(self.kind, Kind::Nests | Kind::Singles) && self.dice.chance(6) {
            return self.store_of_vector();
        }
        let value = self.value();
        let drawn = self.dice.below(16);
        match if self.is_tame && (7..12).contains(&drawn) { 0 } else { drawn } {
            0..7 if !self.scope.writable.is_empty() => {
                let variable = self.dice.pick(&self.scope.writable.clone());
                self.line(&format!("{variable} = {variable} * 31u + {value};"));
            }
            0..9 => {
                let element = self.target();
                let counter = self.scope.counters[self.depth - 1].text.clone();
                self.line(&format!("{element} = {value} * 7u + {counter};"));
            }
            9 => {
                let element = self.target();
                self.line(&format!("{element} += {value};"));
            }
            10 => {
                let asked = if self.dice.chance(70) {
                    format!("({value}) & 1u")
                } else {
                    self.grammar(&self.scope.leaves.clone()).masked(3).text
                };
                self.line(&format!("if ({asked})"));
                self.statement();
            }
            11 => {
                let element = self.target();
                self.line(&format!("{{ uint v = {value}; {element} += v; }}"));
            }
            12 | 13 if self.dice.chance(if self.is_beside { 60 } else { 8 }) => {
                self.line(&format!("shared = shared * 5u + {value};"));
            }
            _ => {
                let element = self.target();
                self.line(&format!("{element} = {value};"));
            }
        }
    }

    /// Stores a value that is different in each iteration.
    fn store(&mut self) {
        let element = if self.dice.chance(30) { self.target() } else { self.element() };
        let counters = self.scope.counters.iter().map(|counter| counter.text.clone());
        let hash = counters.reduce(|outer, inner| format!("({outer}) * 20 + {inner}")).unwrap_or_default();
        let loads = if self.kind == Kind::Singles { 90 } else { 40 };
        let value = if self.dice.chance(loads) { self.value() } else { "1u".to_owned() };
        let meeting = if self.dice.chance(60) { self.meeting() } else { None };
        let (element, value) = meeting.unwrap_or((element, value));
        self.line(&format!("{element} = ({value}) * 1000u + (uint)({hash});"));
    }

    fn declaration(&mut self) {
        self.names += 1;
        let number = self.names;
        match self.dice.below(64) {
            0..12 => self.local(),
            12..20 => self.pointer(),
            20 => self.chain(),
            _ => {
                let value = self.value();
                self.line(&format!("uint s{number} = {value};"));
                self.scope.readable.push(format!("s{number}"));
                self.scope.writable.push(format!("s{number}"));
            }
        }
    }

    /// A constant of any type, made of the counters.
    fn local(&mut self) {
        let name = format!("row{}", self.names);
        let is_wild = self.is_wild();
        let value = match self.dice.below(4) {
            0 => self.counter(),
            1 if is_wild => self.grammar(&self.scope.leaves.clone()),
            _ => self.subscript(),
        };
        let kind = if is_wild { self.dice.pick(&Integer::ALL) } else { Integer::INT };
        let Expression { low, high, .. } = value.cast(kind);
        self.line(&format!("const {} {name} = {};", kind.name(), value.text));
        let range = if kind.holds(value.low) && kind.holds(value.high) { (value.low, value.high) } else { (low, high) };
        self.scope.leaves.push(Expression::name(name, kind, range));
    }

    /// Locals, each made of the one before many times.
    fn chain(&mut self) {
        let mut name = self.counter();
        for link in 0..7 {
            let sum = format!("{0} + {0} - {0}", name.text) + &format!(" - {0} + {0}", name.text).repeat(6);
            name = Expression { text: format!("chain{}_{link}", self.names), kind: Integer::LONG, ..name };
            self.line(&format!("const long {} = {sum};", name.text));
        }
        self.scope.readable.push(format!("a[{} & 63]", name.text));
        self.scope.leaves.push(name);
    }

    pub(super) fn statements(&mut self, most: usize) {
        for _ in 0..self.dice.below(most + 1) {
            self.statement();
        }
    }

    /// A header whose trip count is known only at run time.
    fn header_of_versions(&mut self, name: &str) -> Counting {
        let bound = self.dice.pick(&["n", "n", "w", "w", "min(n, 9)", "(n & 7)", "n / 2", "(int)m % 11", "n - 2", "r"]);
        let drawn = self.grammar(&self.scope.leaves.clone()).masked(7).cast(Integer::INT).text;
        let bound = if self.dice.chance(20) { drawn.as_str() } else { bound };
        let kind = self.dice.pick(&[Integer::INT, Integer::INT, Integer::INT, Integer::LONG]);
        let word = kind.name();
        let (header, kind) = match self.dice.below(8) {
            0 => (format!("{word} {name} = {bound}; {name} > 0; {name}--"), kind),
            1 => (format!("{word} {name} = -2; {name} <= {bound}; {name}++"), kind),
            2 => (format!("{word} {name} = v; {name} < {bound}; {name}++"), kind),
            3 => (format!("uint {name} = 0; {name} != ((uint){bound} & 15u); {name}++"), Integer::UINT),
            4 => (format!("{word} {name} = {bound}; {name} >= v; {name} -= 1"), kind),
            _ => (format!("{word} {name} = 0; {name} < {bound}; {name}++"), kind),
        };
        let range = if kind.signed { (-100, 300) } else { (0, 16) };
        Counting { header, counter: Expression::name(name, kind, range), step: None }
    }

    /// A statement that changes the operands of the inner loop's header, or keeps the program from doing so.
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

    /// Where a loop ends, at most 18.
    fn bound(&mut self) -> Expression {
        let constant = int(self.dice.pick(&[2, 3, 4, 6, 7, 16]));
        if self.kind == Kind::Promoted {
            return int(self.dice.pick(&[2, 3, 4, 6, 8]));
        }
        let outer = self.scope.counters.last().cloned();
        let drawn = if self.is_wild() { self.dice.below(12) } else { self.dice.below(5) };
        match (drawn, outer) {
            (4, _) if !self.dice.chance(self.wild) => Expression::name("n", Integer::INT, (-1, 13)),
            (4..7, _) => {
                let n = Expression::name("n", Integer::INT, (-1, 13));
                match self.dice.below(6) {
                    0 | 1 => n,
                    2 => n.arithmetic('-', &int(2)).unwrap_or(n),
                    3 => Expression::name("(int)m", Integer::INT, (0, 13)),
                    4 => Expression::name("min(n, 4)", Integer::INT, (-1, 4)),
                    _ => Expression::name("m", Integer::UINT, (0, 13)),
                }
            }
            (7, Some(outer)) if self.depth > 1 && outer.high < 16 => outer.arithmetic('+', &int(1)).unwrap_or(constant),
            (8, Some(_)) if self.dice.chance(20) => {
                let outer = &self.scope.counters[0];
                outer.arithmetic('+', &int(1)).filter(|bound| bound.high < 18).unwrap_or(constant)
            }
            (9, _) => self.host(),
            (10, _) => self.grammar(&self.scope.leaves.clone()).fitting(0, 7),
            _ => constant,
        }
    }

    /// A header whose loop ends.
    fn header(&mut self, name: &str) -> Counting {
        let is_other = self.dice.chance(if self.is_bare { 30 } else { 10 }) || self.is_wild();
        let kind = if is_other { self.dice.pick(&Integer::ALL) } else { Integer::INT };
        let bound = self.bound();
        let zero = int(0);
        let is_wild = self.is_wild();
        // If the bound depends on the outermost loop's variable, the inner loops run differently, which forbids a jam.
        let may_follow = self.kind != Kind::Promoted && (self.depth > 1 || self.dice.chance(8));
        let start = match (self.dice.below(10), self.scope.counters.last().cloned()) {
            (0..4, Some(outer)) if may_follow && kind.holds(outer.low) && outer.high < 20 => outer,
            (4, Some(_)) if is_wild && may_follow => self.grammar(&self.scope.leaves.clone()).fitting(0, 3),
            (5 | 6, _) => int(1),
            _ => zero,
        };
        // A negative bound would be a large one in an unsigned comparison.
        let is_signed = kind.common(bound.kind).signed;
        let kind = if bound.low < 0 && !is_signed { Integer::INT } else { kind };
        let is_bad = bound.low < 0 && !kind.common(bound.kind).signed;
        let bound = if is_bad { int(3) } else { bound };
        let high = bound.high.max(start.high).max(0);
        let (word, first, last) = (kind.name(), &start.text, bound.within(Tight::Shift));
        let stride = self.dice.pick(if start.low == start.high { &[1, 1, 1, 1, 2, 2, 3] } else { &[1, 2, 2, 3] });
        let step = match (stride, self.dice.below(6)) {
            (1, 0) => format!("{name} += 1"),
            (1, 1) => format!("++{name}"),
            (1, _) => format!("{name}++"),
            (_, 0) => format!("{name} = {name} + {stride}"),
            _ => format!("{name} += {stride}"),
        };
        let header = match self.dice.below(10) {
            0 if kind.signed && self.kind != Kind::Promoted => {
                let step = if stride == 1 { format!("{name}--") } else { format!("{name} -= {stride}") };
                format!("{word} {name} = {}; {name} > 0; {step}", bound.text)
            }
            1 => format!("{word} {name} = {first}; {last} > {name}; {step}"),
            2 if self.kind != Kind::Promoted => format!("{word} {name} = {first}; {name} <= {last}; {step}"),
            _ => format!("{word} {name} = {first}; {name} < {last}; {step}"),
        };
        Counting { header, counter: Expression::name(name, kind, (start.low.min(0), high)), step: None }
    }

    /// The lines with requests in front of a loop, and its header.
    fn asked(&mut self, deeper: usize) -> Counting {
        let level = self.depth;
        let name = ["r", "x", "y", "z"][level];
        if deeper == 0 && self.kind == Kind::Versions {
            let clause = self.dice.pick(&["versions", "versions", "versions", "versions", "switch"]);
            self.line(&format!("#pragma clunroll remainder({clause})"));
            let factor = self.dice.within(2, 8);
            self.line(&format!("#pragma unroll {factor}"));
            return self.header_of_versions(name);
        }
        let mut counting = self.header(name);
        if self.kind == Kind::Nests && level > 0 && self.dice.chance(if self.is_tame { 40 } else { 20 }) {
            counting = Self::counted_outside(counting, name);
            self.declare_beside(&counting.header);
            counting = self.first_value_before(counting);
        }
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
                Kind::Versions | Kind::Promoted => {}
            }
        }
        if self.kind == Kind::Promoted {
            self.line("#pragma unroll");
        }
        if self.kind == Kind::Nests && level > 0 && self.dice.chance(if deeper == 0 { 25 } else { 4 }) {
            let factor = self.dice.pick(&["", " 2", " 3", " 4", " 8"]);
            self.line(&format!("#pragma unroll{factor}"));
        } else if self.kind == Kind::Nests
            && level > 0
            && deeper > 0
            && self.dice.chance(if self.is_tame { 40 } else { 8 })
        {
            let factor = self.dice.pick(&["", " 2", " 3", "(2)"]);
            self.line(&format!("#pragma unroll_and_jam{factor}"));
        }
        counting
    }

    /// A loop with all that is in it; `deeper` more loops are inside.
    pub(super) fn nest(&mut self, deeper: usize) {
        let Counting { header, counter, step } = self.asked(deeper);
        let keyword = if step.is_some() { "while" } else { "for" };
        self.line(&format!("{keyword} ({header}) {{"));
        let scope = self.scope.clone();
        self.scope.declared.clear();
        self.scope.leaves.push(counter.clone());
        self.scope.counters.push(counter);
        self.depth += 1;
        for _ in 0..if self.is_bare { 0 } else { self.dice.below(3) } {
            self.declaration();
        }
        self.is_beside = deeper > 0;
        if self.kind == Kind::Versions {
            self.beside_versions(deeper);
        }
        if self.is_bare {
            if deeper > 0 {
                self.nest(deeper - 1);
            } else {
                self.store();
            }
            self.sibling(deeper);
        } else if deeper == 0 {
            // In a `while` loop, it would pass by the step.
            if self.kind == Kind::Nests && step.is_none() && self.dice.chance(if self.is_tame { 20 } else { 8 }) {
                let value = self.value();
                self.line(&format!("if (({value}) % 3u == 1u) continue;"));
            }
            self.statement();
            self.statements(2);
        } else {
            self.statements(1);
            self.nest(deeper - 1);
            self.sibling(deeper);
            self.is_beside = true;
            self.statements(2);
        }
        if let Some(step) = step {
            self.line(&format!("{step};"));
        }
        self.depth -= 1;
        self.scope = scope;
        self.line("}");
    }
}

/// One function with a nest, and its call.
pub fn function(
    dice: &mut Dice<'_>,
    kind: Kind,
    (program, function): (u64, usize),
    hosts: [String; 2],
) -> (String, String) {
    let is_restrict = dice.chance(70);
    let word = if is_restrict { "restrict " } else { "" };
    let others = if is_restrict && dice.chance(50) { "" } else { word };
    let is_tame = kind == Kind::Nests && dice.chance(40);
    let is_apart = is_tame || dice.chance(65);
    let deeper = match kind {
        Kind::Singles => 0,
        Kind::Promoted => dice.weighted(&[(6, 0), (3, 1)]),
        Kind::Nests | Kind::Versions => dice.weighted(&[(5, 1), (4, 2), (1, 3)]),
    };
    let leaves = vec![Expression::name("n", Integer::INT, (-1, 13)), Expression::name("m", Integer::UINT, (0, 13))];
    let scope = Scope { leaves, ..Scope::default() };
    let (text, depth, names) = (String::new(), 0, 0);
    let is_beside = false;
    let is_bare = !is_tame && matches!(kind, Kind::Nests | Kind::Singles) && dice.chance(35);
    let wild = if is_tame { 1 } else { dice.weighted(&[(45, 4), (35, 25), (20, 80)]) };
    let (number, pointers) = (program, Vec::new());
    let tile_host = dice.chance(60).then(|| hosts[0].clone());
    let mut maker = Maker {
        dice,
        text,
        kind,
        number,
        wild,
        is_apart,
        is_bare,
        is_tame,
        is_beside,
        depth,
        hosts,
        scope,
        pointers,
        names,
    };
    maker.outer_pointers();
    maker.nest(deeper);
    let body = maker.text;
    let count = format!("for (int q = 0; q < {REGISTERS}; q++)");
    let (before, after) = match kind {
        Kind::Versions => ("    int w = n, v = (int)(m & 3u);\n".to_owned(), String::new()),
        Kind::Promoted => (
            format!(
                "#pragma promote_to_registers\n    uint regs[{REGISTERS}];\n\
                 #pragma unroll\n    {count} regs[q] = q * 7u + m;\n"
            ),
            format!("#pragma unroll\n    {count} shared = shared * 31u + regs[q];\n"),
        ),
        Kind::Nests if ["ox", "oy", "oz"].iter().any(|name| print::names(&body, name)) => (
            "    int ox = 0, oy = 0, oz = 0;\n".to_owned(),
            "    shared = shared * 31u + (uint)(ox + 3 * oy + 5 * oz);\n".to_owned(),
        ),
        Kind::Nests | Kind::Singles => (String::new(), String::new()),
    };
    let has_tile = print::names(&body, "tile");
    // Only the first eight elements of a row are used.
    let host = tile_host.filter(|host| print::names(&body, host));
    let length = host.map_or_else(|| "8".to_owned(), |host| format!("7 + {host}"));
    let tile = |line: &str| if has_tile { format!("    {line}\n") } else { String::new() };
    let (declared, hashed) = (
        tile(&format!("uint tile[16][{length}];\n    for (int i = 0; i < 128; i++) tile[i / 8][i % 8] = i * 3u;")),
        tile("for (int i = 0; i < 128; i++) shared = shared * 31u + tile[i / 8][i % 8];"),
    );
    let text = format!(
        "uint f{program}_{function}(__global uint *{word}a, __global uint *{others}b, int n, uint m) {{\n\
         \x20   uint own[1300], shared = 1;\n\
         \x20   for (int i = 0; i < 1300; i++) own[i] = i;\n\
         {declared}{before}{body}{after}{hashed}\
         \x20   for (int i = 0; i < 1300; i++) shared = shared * 31u + own[i];\n\
         \x20   return shared;\n}}\n"
    );
    let call = if is_restrict {
        format!("f{program}_{function}(space + 200, space + 1400, n, m)")
    } else {
        let apart = dice.pick(&["200", "200", "201", "199", "216", "203", "184"]);
        format!("f{program}_{function}(space + 200, space + {apart}, n, m)")
    };
    (text, call)
}
