//! Makes up the operands of a header: numbers as people write them, and values that only the host or the run knows.
//!
//! Each operand comes with the values that it may have, in all builds and all runs. The header is walked through with
//! every one of them.

use super::header::{Attempt, BUILDS, M, N};
use super::integer::Integer;
use super::print::WORK_GROUP;
use super::program::{Basis, Host, Operand};

fn spread(values: &[i64]) -> Vec<i128> {
    values.iter().map(|&value| i128::from(value)).collect()
}

/// A first value that the variable cannot hold, and takes in its own type.
fn beyond(kind: Integer) -> Operand {
    let over = 1_i128 << kind.bits;
    let values = N.map(|n| i128::from(n & 3) + over).to_vec();
    let text = format!("(n & 3) + {over}");
    Operand { text, kind: Integer::INT, values, basis: Basis::Run, declaration: None }
}

impl Attempt<'_, '_, '_> {
    /// A text for `value`, or for something near it that only the host or the run knows.
    pub(super) fn operand(&mut self, value: i128, kind: Integer, is_bound: bool, is_plain: bool) -> Operand {
        if is_bound && self.wishes.is_hosted && !is_plain {
            return self.hosted(value);
        }
        if !is_bound && kind.bits < 32 && !is_plain && !self.wishes.is_at_limit && self.dice.chance(25) {
            return beyond(kind);
        }
        if is_bound && self.wishes.is_at_limit && kind.bits < 64 && self.dice.chance(25) {
            return self.in_wider_type();
        }
        let side = if is_bound { "b" } else { "a" };
        let variable = if is_bound { 75 } else { 25 };
        if is_plain || !self.dice.chance(variable) || (!is_bound && self.wishes.is_hosted) {
            return self.constant(value, kind, side);
        }
        if self.wishes.is_at_limit {
            // On the side of the base towards zero: the sum must not overflow in its own type.
            let other = if kind.bits < 32 { Integer::INT } else { kind };
            let sign = if self.base > 0 { '-' } else { '+' };
            let values =
                M.map(|m| if sign == '-' { self.base - i128::from(m & 7) } else { self.base + i128::from(m & 7) });
            let text = format!("{} {sign} ({})(m & 7u)", other.literal(self.base), other.name());
            return Operand { text, kind: other, values: values.to_vec(), basis: Basis::Run, declaration: None };
        }
        let outer: Vec<_> = self.site.outer.iter().filter(|outer| outer.values.len() < 20).cloned().collect();
        if !outer.is_empty() && self.dice.chance(40) {
            let outer = self.dice.pick(&outer);
            let shift = self.dice.within(0, 3);
            let values = outer.values.iter().map(|value| value + i128::from(shift)).collect();
            let (text, kind) = if shift == 0 {
                (outer.name, outer.kind)
            } else {
                (format!("{} + {shift}", outer.name), outer.kind.promoted())
            };
            return Operand { text, kind, values, basis: Basis::Run, declaration: None };
        }
        self.runtime(kind, side)
    }

    /// A bound on either side of the limit, in a type that has values there.
    fn in_wider_type(&mut self) -> Operand {
        let kind = self.dice.pick(&[Integer::LONG, Integer::ULONG]);
        let base = kind.wrap(self.base);
        let (sign, text) = (self.dice.pick(&[1, -1]), kind.literal(base));
        if self.dice.chance(30) {
            let value = kind.wrap(base + i128::from(sign * self.dice.within(0, 10)));
            let text = format!("{}{}", value, kind.suffix());
            let (values, basis) = (vec![value], Basis::Constant);
            return Operand { text, kind, values, basis, declaration: None };
        }
        let values = M.map(|m| kind.wrap(base + i128::from(sign * (m & 7)))).to_vec();
        let sign = if sign < 0 { '-' } else { '+' };
        let text = format!("{text} {sign} ({})(m & 7u)", kind.name());
        Operand { text, kind, values, basis: Basis::Run, declaration: None }
    }

    /// A constant, as it may be written.
    fn constant(&mut self, value: i128, kind: Integer, side: &str) -> Operand {
        let literal_kind = if Integer::INT.holds(value) { Integer::INT } else { kind };
        let (n, id) = (self.site.number, self.site.id);
        let made = |text: String, kind: Integer| Operand {
            text,
            kind,
            values: vec![kind.wrap(value)],
            basis: Basis::Constant,
            declaration: None,
        };
        let text = literal_kind.literal(value);
        if self.wishes.is_mixed && self.dice.chance(40) && !self.wishes.is_at_limit {
            let other = self.dice.pick(&Integer::ALL);
            return made(format!("({}){text}", other.name()), other);
        }
        match self.dice.below(10) {
            0 | 1 => {
                let name = format!("LEN{n}_{id}{side}");
                let is_sum = literal_kind == Integer::INT && value > 2 && self.dice.chance(50);
                let definition = if is_sum { format!("({} + 1)", value - 1) } else { text };
                self.constants.push((name.clone(), definition));
                made(name, literal_kind)
            }
            2 => {
                let name = format!("c{side}{id}");
                let declaration = Some(format!("const {} {name} = {text};", kind.name()));
                Operand { declaration, ..made(name, kind) }
            }
            3 if value == 6 => made(format!("E{n}"), Integer::INT),
            4 if value == 5 => made(format!("C{n}"), Integer::INT),
            5 if value == 4 => made("(int)sizeof(int)".to_owned(), Integer::INT),
            _ => made(text, literal_kind),
        }
    }

    /// Something that the kernel is given.
    fn runtime(&mut self, kind: Integer, side: &str) -> Operand {
        let kind = if self.wishes.is_mixed { self.dice.pick(&Integer::ALL) } else { kind };
        let (n, m) = (spread(&N), spread(&M));
        let run = |text: &str, kind: Integer, values: Vec<i128>| Operand {
            text: text.to_owned(),
            kind,
            values,
            basis: Basis::Run,
            declaration: None,
        };
        let is_short = self.site.limit < 13;
        let few = |values: &[i128]| values.iter().map(|value| value & 3).collect::<Vec<_>>();
        let mut operand = match (kind.bits, kind.signed, is_short) {
            (32, true, _) if self.wishes.is_promised => {
                let text = if is_short { "(n & 4)" } else { "(n & ~3)" };
                run(text, kind, n.iter().map(|value| value & if is_short { 4 } else { !3 }).collect())
            }
            (32, true, true) => self.dice.pick(&[
                run("(n & 3)", kind, few(&n)),
                run("(n & 3) + 2", kind, few(&n).iter().map(|value| value + 2).collect()),
                run("n / 3", kind, n.iter().map(|value| value / 3).collect()),
                run("(n > 3 ? 3 : n)", kind, n.iter().map(|value| *value.min(&3)).collect()),
                run("(int)get_local_size(0)", kind, vec![WORK_GROUP as i128]),
            ]),
            (32, true, false) => self.dice.pick(&[
                run("n", kind, n.clone()),
                run("n", kind, n.clone()),
                run("n + 1", kind, n.iter().map(|value| value + 1).collect()),
                run("n - 1", kind, n.iter().map(|value| value - 1).collect()),
                run("(n < 5 ? n : 5)", kind, n.iter().map(|value| *value.min(&5)).collect()),
                run("mem[5]", kind, (0..16).collect()),
                run(&format!("f{}(n)", self.site.number), kind, (0..8).collect()),
            ]),
            (32, false, true) => run("(m & 3u) + 1u", kind, few(&m).iter().map(|value| value + 1).collect()),
            (32, false, false) => self.dice.pick(&[
                run("m", kind, m.clone()),
                run("m", kind, m.clone()),
                run("m / 2u", kind, m.iter().map(|value| value / 2).collect()),
            ]),
            (64, true, true) => run("(w & 3L)", kind, few(&m)),
            (64, true, false) => run("w", kind, m),
            (64, false, _) if self.dice.chance(50) => run("get_local_size(0)", kind, vec![WORK_GROUP as i128]),
            (8, false, false) => run("b", kind, m),
            (_, _, true) => run(&format!("({})(m & 3u)", kind.name()), kind, few(&m)),
            (_, _, false) => run(&format!("({})m", kind.name()), kind, m),
        };
        if self.dice.chance(25) {
            let name = format!("l{side}{}", self.site.id);
            let constant = self.dice.pick(&["", "const "]);
            operand.declaration = Some(format!("{constant}{} {name} = {};", kind.name(), operand.text));
            operand.text = name;
        }
        operand
    }

    /// A macro of the host that is `value` by all known definitions.
    fn hosted(&mut self, value: i128) -> Operand {
        let name = format!("H{}_{}", self.site.number, self.site.id);
        let known = value.to_string();
        let (default, told) = match self.dice.below(4) {
            0 => (Some(known.clone()), None),
            1 => (Some((value + 1).to_string()), Some(known.clone())),
            2 => (None, None),
            _ => (None, Some(known.clone())),
        };
        let mut choices = vec![
            ((value + 1).to_string(), value + 1),
            ((value - 1).to_string(), value - 1),
            ((value + 3).to_string(), value + 3),
            ("0".to_owned(), 0),
            ("1".to_owned(), 1),
            ("2+3".to_owned(), 5),
            ("(1+2)".to_owned(), 3),
        ];
        if self.dice.chance(50) {
            choices.push(("-3".to_owned(), -3));
        }
        let mut values = vec![value];
        let mut builds = vec![told.clone()];
        if default.is_none() && told.is_none() {
            builds = vec![Some(known)];
        }
        while builds.len() < BUILDS {
            let (text, other) = self.dice.pick(&choices);
            values.push(other);
            builds.push(Some(text));
        }
        self.hosts.push(Host {
            name: name.clone(),
            parameters: "",
            default,
            told,
            builds,
            is_switch: false,
            has_role: false,
        });
        let text = if self.dice.chance(15) {
            for value in &mut values {
                *value += 1;
            }
            format!("{name} + 1")
        } else {
            name
        };
        Operand { text, kind: Integer::INT, values, basis: Basis::Host, declaration: None }
    }
}
