//! Makes up inner loops of other kinds: after another one in the same body, or with a counter from outside.

use super::expressions::Expression;
use super::integer::Integer;
use super::maker::{Counting, Maker};
use super::nests::Kind;

impl Maker<'_, '_> {
    /// The header of a loop that counts a variable from outside the nest.
    pub(super) fn counted_outside(counting: Counting, name: &str) -> Counting {
        let Some(header) = counting.header.strip_prefix("int ").filter(|_| counting.counter.kind == Integer::INT)
        else {
            return counting;
        };
        let name_outside = format!("o{name}");
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let words = header.split_inclusive(|letter| !is_word(letter)).map(|part| {
            let word = part.trim_end_matches(|letter| !is_word(letter));
            if word == name { part.replacen(name, &name_outside, 1) } else { part.to_owned() }
        });
        Counting { header: words.collect(), counter: Expression { text: name_outside, ..counting.counter }, step: None }
    }

    /// Perhaps the first value of a counter before the loop, which is a `while` loop or a `for` loop without an initialiser.
    pub(super) fn first_value_before(&mut self, counting: Counting) -> Counting {
        let parts: Vec<&str> = counting.header.split("; ").collect();
        let [first, test, step] = parts[..] else { return counting };
        let Some((name, _)) = first.split_once(" = ").filter(|(name, _)| ["ox", "oy", "oz"].contains(name)) else {
            return counting;
        };
        if !self.dice.chance(60) {
            return counting;
        }
        let is_declared = self.scope.declared.iter().any(|known| known == name);
        match self.dice.below(16) {
            // The loop goes on where it was.
            0 if !is_declared => {}
            1..6 if !is_declared && self.depth > 0 => {
                self.line(&format!("int {first};"));
                self.scope.declared.push(name.to_owned());
            }
            _ => self.line(&format!("{first};")),
        }
        if self.dice.chance(30) {
            self.statement();
        }
        let (header, step) = if self.dice.chance(75) {
            (test.to_owned(), Some(step.to_owned()))
        } else {
            (format!("; {test}; {step}"), None)
        };
        Counting { header, step, ..counting }
    }

    /// Perhaps a declaration of the counter of an inner loop in the body around it, together with another variable.
    pub(super) fn declare_beside(&mut self, header: &str) {
        let Some((name, _)) = header.split_once(' ').filter(|_| self.kind == Kind::Nests && self.depth > 0) else {
            return;
        };
        if !["ox", "oy", "oz"].contains(&name)
            || self.scope.declared.iter().any(|known| known == name)
            || !self.dice.chance(50)
        {
            return;
        }
        self.names += 1;
        let (value, other) = (self.value(), format!("s{}", self.names));
        let line = match self.dice.below(4) {
            0 => format!("int {name};"),
            1 => format!("int {other} = (int)({value}), {name};"),
            _ => format!("int {name}, {other} = (int)({value});"),
        };
        self.line(&line);
        self.scope.declared.push(name.to_owned());
    }

    /// Perhaps another loop after an inner loop, with statements between them.
    pub(super) fn sibling(&mut self, deeper: usize) {
        if self.kind == Kind::Nests && deeper > 0 && self.dice.chance(if self.is_tame { 30 } else { 10 }) {
            if !self.is_bare {
                self.is_beside = true;
                self.statements(1);
            }
            self.nest(deeper - 1);
        }
    }
}
