//! Makes up pointers into the buffers of a nest, in all shapes that an expression of a pointer has.
//!
//! A pointer is used in the place of `a` or of `b`. Most lead into that buffer. A *crossed* one leads into the other buffer, and an
//! expression in it names the first one: `((a + 4) - a) + b`. Who takes the wrong one of both names for the pointer then takes a load
//! for independent of a store to the same buffer.

use super::expressions::{Expression, Tight};
use super::integer::Integer;
use super::maker::{Maker, int};

/// How a pointer into a buffer is declared.
pub(super) const POINTER: &str = "__global uint *";

/// The share of pointers that are crossed, if their shape names both buffers, in percent.
const CROSSED: usize = 60;

/// A pointer that is declared outside of the nest.
#[derive(Clone)]
pub(super) struct Pointer {
    name: String,
    /// The buffer that it is used in place of.
    role: &'static str,
    /// The buffer that it leads into.
    into: &'static str,
}

impl Maker<'_, '_> {
    /// Pointers before the nest, which it uses like the buffers.
    pub(super) fn outer_pointers(&mut self) {
        for parameter in ["a", "b"] {
            if self.dice.chance(12) {
                let step = self.dice.pick(&[
                    "? += 1",
                    "? += 1",
                    "?++",
                    "?--",
                    "? += n & 3",
                    "? -= 2",
                    "if (n > 2) ? += 3",
                    "if (n > 2) ? += 3",
                    "? = ? + 1",
                ]);
                self.line(&format!("{};", step.replace('?', parameter)));
            }
        }
        // Where there is little else in a nest, nothing else forbids a jam.
        let is_crossing = self.is_bare && self.dice.chance(40);
        let count = if is_crossing { 1 } else { self.dice.weighted(&[(60, 0), (28, 1), (12, 2)]) };
        for _ in 0..count {
            self.names += 1;
            let n = Expression::name("n", Integer::INT, (-1, 13)).masked(3).parenthesised();
            let at = if self.dice.chance(25) { n } else { int(self.dice.within(0, 4)) };
            let role = self.dice.pick(&["a", "b"]);
            let is_wild = self.is_wild() || self.dice.chance(40);
            let shape =
                if is_crossing { Some(self.dice.within(12, 23)) } else { is_wild.then(|| self.dice.within(0, 23)) };
            let pointer = self.declared(role, &at, shape);
            self.pointers.push(pointer);
        }
    }

    /// A pointer in the nest. A copy of the nest may move it, so one of its elements is used, and no others.
    pub(super) fn pointer(&mut self) {
        let is_stored = self.dice.chance(40);
        let role = match (self.is_apart, is_stored) {
            (true, false) => "a",
            (true, true) => "b",
            (false, _) => self.dice.pick(&["a", "b"]),
        };
        let at = self.subscript();
        let shape = self.is_wild().then(|| self.dice.within(0, 23));
        let name = self.declared(role, &at, shape).name;
        let element = self.dice.pick(&["?[0]", "?[1]", "?[2]", "*?", "*(? + 1)", "1[?]"]).replace('?', &name);
        if is_stored { self.scope.targets.push(element) } else { self.scope.readable.push(element) }
    }

    /// The buffer, or a pointer that is used in its place.
    pub(super) fn through(&mut self, role: &str) -> String {
        let names = self.pointers.iter().filter(|pointer| pointer.role == role).map(|pointer| pointer.name.clone());
        let names: Vec<_> = names.collect();
        if !names.is_empty() && self.dice.chance(50) { self.dice.pick(&names) } else { role.to_owned() }
    }

    /// A crossed pointer, if there is one.
    pub(super) fn crossed(&mut self) -> Option<Pointer> {
        let crossed = self.pointers.iter().filter(|pointer| pointer.role != pointer.into).cloned();
        let crossed: Vec<_> = crossed.collect();
        (!crossed.is_empty()).then(|| self.dice.pick(&crossed))
    }

    /// An element through a crossed pointer, and one of the buffer that it points into, in either order.
    pub(super) fn meeting(&mut self) -> Option<(String, String)> {
        let crossed = self.crossed()?;
        let (one, other) = (self.subscript(), self.subscript());
        let (one, other) = (self.spelled(&crossed.name, &one), self.spelled(crossed.into, &other));
        Some(if self.dice.chance(50) { (one, other) } else { (other, one) })
    }

    /// Declares a pointer to an element.
    fn declared(&mut self, role: &'static str, at: &Expression, shape: Option<i64>) -> Pointer {
        let name = format!("at{}", self.names);
        let other = if role == "a" { "b" } else { "a" };
        let names_both = shape.is_some_and(|shape| shape >= 12);
        let into = if names_both && self.dice.chance(CROSSED) { other } else { role };
        let (base, other) = (self.spelling_of(into), if into == role { other } else { role });
        let other = self.spelling_of(other);
        let value = self.shape(shape, &base, &other, at);
        let constant = self.dice.pick(&["", "", "const "]);
        let is_split = constant.is_empty() && self.dice.chance(10);
        if is_split {
            self.line(&format!("{POINTER}{name}; {name} = {value};"));
        } else {
            self.line(&format!("{POINTER}{constant}{name} = {value};"));
        }
        if constant.is_empty() && self.dice.chance(10) {
            let change = self.dice.pick(&["? += 1", "?++", "? -= 1", "? += n & 3", "? = ? + 1"]).replace('?', &name);
            self.line(&format!("{change};"));
        }
        Pointer { name, role, into }
    }

    /// A buffer, or a pointer into it.
    fn spelling_of(&mut self, buffer: &str) -> String {
        let names = self.pointers.iter().filter(|pointer| pointer.into == buffer).map(|pointer| pointer.name.clone());
        let names: Vec<_> = names.collect();
        if !names.is_empty() && self.dice.chance(25) { self.dice.pick(&names) } else { buffer.to_owned() }
    }

    /// An expression that leads into `base`, a few elements after `at`. From the twelfth on, the shapes name another buffer.
    fn shape(&mut self, shape: Option<i64>, base: &str, other: &str, at: &Expression) -> String {
        let number = self.number;
        let (sum, first) = (at.within(Tight::Product), at.within(Tight::Sum));
        match shape {
            Some(0) => format!("{first} + {base}"),
            Some(1) => format!("&{base}[{}]", at.text),
            Some(2) => format!("&{}[{base}]", at.within(Tight::Primary)),
            Some(3) => format!("&*{base} + {sum}"),
            Some(4) => format!("({POINTER}){base} + {sum}"),
            Some(5) => format!("(0, {base}) + {sum}"),
            Some(6) => format!("({base} + {sum})"),
            Some(7) => format!("&({base} + {sum})[1] - 1"),
            Some(8) => format!("to{number}({base}) + {sum}"),
            Some(9) => format!("SAME{number}({base}) + {sum}"),
            Some(10) => format!("{base} + (({base} + {sum}) - {base})"),
            Some(11) => {
                self.line(&format!("struct {{ {POINTER}at; }} in{0} = {{ {base} }};", self.names));
                format!("in{}.at + {sum}", self.names)
            }
            Some(12..15) => format!("(({other} + 4) - {other}) + {base} + {sum}"),
            Some(15) => format!("{base} + (({other} + {sum}) - {other})"),
            Some(16) => format!("(&{other}[4] - &1[{other}]) + {base} + {sum}"),
            Some(17) => format!("{first} + (int)(({other} + 2) - {other}) + {base}"),
            Some(18) => format!("{base} - ({other} - ({other} + 3)) + {sum}"),
            Some(19) => format!("&(({other} + 4) - {other})[{base}] + {sum}"),
            Some(20) => format!("({other} + 1, {base}) + {sum}"),
            Some(21) => {
                self.line(&format!("{POINTER}table{}[2] = {{ {other}, {base} }};", self.names));
                format!("table{}[1] + {sum}", self.names)
            }
            Some(22) => format!("(!{other} ? {other} : {base}) + {sum}"),
            Some(_) => {
                // A pointer into one of the buffers reaches all of both, so this one may point into both.
                let asked = self.grammar(&self.scope.leaves.clone()).within(Tight::Product);
                format!("({asked} > 2 ? {base} : {other}) + {sum}")
            }
            None => format!("{base} + {sum}"),
        }
    }
}
