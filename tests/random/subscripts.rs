//! Makes up where the elements of a nest are: subscripts, and the spellings of an element.

use super::expressions::{Expression, Grammar, Tight};
use super::integer::Integer;
use super::maker::{Maker, REGISTERS, int};
use super::nests::Kind;
use super::pointers::POINTER;

/// Where an element may lie, relative to `a`, `b` and the middle of `own`.
const LOW: i128 = -150;
const HIGH: i128 = 1000;

impl Maker<'_, '_> {
    /// One part of a sum.
    fn term(&mut self) -> Expression {
        let counter = self.counter();
        let drawn = if self.is_wild() { self.dice.below(14) } else { 6 + self.dice.below(8) };
        let drawn = match drawn {
            0 => Some(self.dice.pick(&self.scope.leaves.clone())),
            1 => Some(Expression::name("n", Integer::INT, (-1, 13))),
            2 => Some(Expression::unknown("m", Integer::UINT).cast(Integer::INT)).map(|m| Expression {
                low: 0,
                high: 13,
                ..m
            }),
            3 => counter.arithmetic('*', &int(5)).map(|product| product.cast(Integer::UCHAR).cast(Integer::INT)),
            4 => Some(counter.masked(3).parenthesised()),
            5 => counter.arithmetic('*', &Expression::name("n", Integer::INT, (-1, 13))),
            6..10 => Some(counter.clone()),
            _ => {
                let factor = int(self.dice.pick(&[2, 3, 4, 8, 16, 16, -1]));
                if self.dice.chance(75) { counter.arithmetic('*', &factor) } else { factor.arithmetic('*', &counter) }
            }
        };
        drawn.unwrap_or(counter)
    }

    fn sum(&mut self, terms: Vec<Expression>) -> Expression {
        let mut terms = terms.into_iter();
        let mut sum = terms.next().unwrap_or_else(|| int(0));
        for term in terms {
            let (left, right) = if self.dice.chance(75) { (&sum, &term) } else { (&term, &sum) };
            if let Some(longer) = left.arithmetic('+', right) {
                sum = longer;
            }
        }
        sum
    }

    /// The length of a row that is known only at run time. It may be shorter than what is used of a row.
    fn pitch(&mut self) -> Expression {
        let n = |text: &str, low, high| Expression::name(text, Integer::INT, (low, high));
        match self.dice.below(12) {
            0 => n("(n / 2)", -1, 6),
            1 => n("(n >> 1)", -1, 6),
            2 => n("(n & 7)", 0, 7),
            3 => n("(int)m", 0, 13),
            _ => n("n", -1, 13),
        }
    }

    /// An element of an array of arrays.
    fn tiled(&mut self) -> String {
        let (row, column) = (self.counter(), self.subscript());
        let row = if self.dice.chance(75) { self.scope.counters[0].clone() } else { row };
        let column = if self.dice.chance(60) { self.counter() } else { column };
        format!("tile[{}][{}]", row.fitting(0, 15).text, column.fitting(0, 7).text)
    }

    /// A row of its own for each iteration of an inner loop, with elements of the outer one.
    fn transposed(&mut self) -> Expression {
        let inner = 1 + self.dice.below(self.depth - 1);
        let (outer, inner) = (self.scope.counters[0].clone(), self.scope.counters[inner].clone());
        let pitch = self.pitch();
        let row = if self.dice.chance(70) { inner.arithmetic('*', &pitch) } else { pitch.arithmetic('*', &inner) };
        let mut terms: Vec<_> = row.into_iter().chain([outer]).collect();
        if self.dice.chance(30) {
            terms.push(int(self.dice.within(0, 2)));
        }
        self.sum(terms)
    }

    /// A row of its own for each outer iteration, as real nests have, with elements of the loops inside.
    fn row(&mut self, widths: &[i64]) -> Expression {
        let outer = self.scope.counters[0].clone();
        if self.kind == Kind::Nests && self.depth > 1 && self.dice.chance(12) {
            return self.transposed();
        }
        let is_hosted = self.kind == Kind::Nests && outer.low >= 0 && self.dice.chance(8);
        let width = if is_hosted {
            Expression::name(self.dice.pick(&self.hosts.clone()), Integer::INT, (1, 9))
        } else if self.dice.chance(if self.is_bare { 25 } else { 10 }) {
            self.pitch()
        } else {
            int(self.dice.pick(widths))
        };
        let row = match self.dice.below(8) {
            0 => width.arithmetic('*', &outer),
            1 => outer.parenthesised().arithmetic('*', &width),
            _ => outer.arithmetic('*', &width),
        };
        let mut terms: Vec<_> = row.into_iter().collect();
        if self.depth > 1 && self.dice.chance(75) {
            let inner = 1 + self.dice.below(self.depth - 1);
            terms.push(self.scope.counters[inner].clone());
        }
        if self.dice.chance(30) {
            terms.push(int(self.dice.within(0, 2)));
        }
        self.sum(terms)
    }

    /// Where an element is.
    pub(super) fn subscript(&mut self) -> Expression {
        let drawn = match () {
            () if self.is_wild() => self.dice.below(20),
            () if self.is_bare => 7 + self.dice.below(10),
            () => self.dice.below(15),
        };
        let drawn = match drawn {
            0..8 => self.row(&[16, 16, 32, 5]),
            8..12 => {
                let mut terms = Vec::new();
                for _ in 0..=self.dice.below(3) {
                    terms.push(self.term());
                }
                if self.dice.chance(50) {
                    terms.push(int(self.dice.within(-3, 3)));
                }
                self.sum(terms)
            }
            12..15 => {
                // Equal counters, so that many iterations meet.
                let (outer, inner) = (self.scope.counters[0].clone(), self.scope.counters[1..].to_vec());
                let last = inner.len();
                let mut counters = vec![outer];
                for (level, counter) in inner.into_iter().enumerate() {
                    if self.dice.chance(if level + 1 == last { 75 } else { 35 }) {
                        counters.push(counter);
                    }
                }
                self.sum(counters)
            }
            15..17 => {
                // The counter alone: its replacement in a copy must keep its type.
                let counter = self.counter();
                let calls = self.dice.chance(50);
                let leaves = [counter];
                let mut grammar = Grammar { dice: self.dice, leaves: &leaves, number: self.number };
                if calls { grammar.function(1) } else { grammar.draw(1) }
            }
            _ => self.grammar(&self.scope.leaves.clone()),
        };
        // The loops of versions may run far.
        if self.kind == Kind::Versions { drawn.masked(255) } else { drawn.fitting(LOW, HIGH) }
    }

    /// The element of an array at a subscript, in one of its spellings.
    pub(super) fn spelled(&mut self, base: &str, subscript: &Expression) -> String {
        let text = &subscript.text;
        if self.kind == Kind::Singles && self.dice.chance(12) {
            let name = self.dice.pick(&["ELEMENT", "LOAD"]);
            return format!("{name}{}({base}, {text})", self.number);
        }
        let drawn = if self.is_wild() { self.dice.below(40) } else { 7 + self.dice.below(160) };
        match drawn {
            0 | 1 | 10 => format!("*({base} + {})", subscript.within(Tight::Product)),
            2 => format!("*({} + {base})", subscript.within(Tight::Sum)),
            3 => format!("{}[{base}]", subscript.within(Tight::Primary)),
            4 => format!("({base} + 1)[{} - 1]", subscript.within(Tight::Sum)),
            5 => format!("*&{base}[{text}]"),
            6 => format!("(&{base}[{text}])[0]"),
            7 => format!("{base}[({text})]"),
            8 => format!("*(1 + {base} + {} - 1)", subscript.within(Tight::Product)),
            9 if base != "own" => format!("(({POINTER}){base})[{text}]"),
            11 => format!("({base})[{text}]"),
            _ => format!("{base}[{text}]"),
        }
    }

    /// An element of one of these arrays.
    fn element_of(&mut self, bases: &[&str]) -> String {
        let base = self.dice.pick(bases);
        if base == "regs" {
            let drawn = if self.dice.chance(60) { self.counter() } else { self.grammar(&self.scope.counters.clone()) };
            let subscript = drawn.fitting(0, REGISTERS - 1);
            return self.spelled(base, &subscript);
        }
        let subscript = self.subscript();
        if base != "own" && self.dice.chance(6) && self.is_wild() {
            let other = if base == "a" { "b" } else { "a" };
            let asked = self.grammar(&self.scope.leaves.clone()).within(Tight::Product);
            // Half of the stored elements are apart from the loaded ones: there both pointers are the
            // same.
            let other = if self.is_apart { base } else { other };
            return format!("({asked} > 3 ? {base} : {other})[{}]", subscript.text);
        }
        let subscript = if base == "own" {
            let text = format!("200 + {}", subscript.within(Tight::Sum));
            Expression { text, tight: Tight::Sum, ..subscript }
        } else {
            subscript
        };
        let through = self.through(base);
        self.spelled(&through, &subscript)
    }

    /// An element that is loaded.
    pub(super) fn element(&mut self) -> String {
        if self.kind == Kind::Promoted && self.dice.chance(50) {
            return self.element_of(&["regs"]);
        }
        if self.kind == Kind::Singles && self.dice.chance(8) {
            let index = format!("(int)({} & 15u)", self.element());
            let index = Expression::name(index, Integer::INT, (0, 15));
            return self.spelled("a", &Expression { tight: Tight::Unary, ..index });
        }
        if self.kind == Kind::Nests && self.dice.chance(4) {
            return self.tiled();
        }
        if self.is_apart && self.dice.chance(98) {
            return self.element_of(&["a"]);
        }
        self.element_of(&["a", "a", "a", "b", "b", "own"])
    }

    /// An element that is stored.
    pub(super) fn target(&mut self) -> String {
        if self.kind == Kind::Promoted && self.dice.chance(60) {
            return self.element_of(&["regs"]);
        }
        if !self.scope.targets.is_empty() && self.dice.chance(25) {
            return self.dice.pick(&self.scope.targets.clone());
        }
        if !self.is_apart {
            return self.element();
        }
        if self.kind == Kind::Nests && self.dice.chance(12) {
            return self.tiled();
        }
        let base = self.dice.pick(&["b", "b", "own"]);
        let drawn = self.row(&[32, 32, 16, 8, 3, 2, 1]);
        let mut drawn = if self.kind == Kind::Versions { drawn.masked(255) } else { drawn.fitting(LOW, HIGH) };
        if base == "own" {
            drawn = Expression { text: format!("200 + {}", drawn.within(Tight::Sum)), tight: Tight::Sum, ..drawn };
        }
        let through = self.through(base);
        self.spelled(&through, &drawn)
    }
}
