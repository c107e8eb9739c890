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
        Counting { header: words.collect(), counter: Expression { text: name_outside, ..counting.counter } }
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
