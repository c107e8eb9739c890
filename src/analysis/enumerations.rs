//! Enumerations: the values of their enumerators (C99 6.7.2.2).

use std::cell::RefCell;
use std::rc::Rc;

use lang_c::ast::{Enumerator, Expression};
use lang_c::span::Node;

use super::evaluate::{Evaluator, Position};
use super::symbols::Function;
use crate::preprocess::{IntegerType, Known};

/// What stands between one pair of braces behind `enum`.
#[derive(Debug)]
pub(super) struct Enumeration<'t> {
    enumerators: Vec<Listed<'t>>,
    /// Of the first enumerators, the values that are known already, while those of the others are found out.
    running: RefCell<Option<Vec<Option<Known>>>>,
}

/// An enumerator in its list.
#[derive(Debug)]
struct Listed<'t> {
    expression: Option<&'t Node<Expression>>,
}

/// Names an enumerator: its enumeration, and its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnumeratorId {
    enumeration: usize,
    place: usize,
}

/// What is known of enumerations: the values, by the enumeration and how many enumerators of it were seen.
pub(super) type Values = super::reach::Answers<(usize, usize), Option<Rc<[Option<Known>]>>>;

impl<'t> Function<'_, 't> {
    /// Enters an enumeration without enumerators.
    pub(super) fn add_enumeration(&mut self) -> usize {
        self.enumerations.push(Enumeration { enumerators: Vec::new(), running: RefCell::default() });
        self.enumerations.len() - 1
    }

    /// Enters the next enumerator of an enumeration.
    pub(super) fn add_enumerator(&mut self, enumeration: usize, enumerator: &'t Enumerator) -> EnumeratorId {
        let all = &mut self.enumerations[enumeration].enumerators;
        all.push(Listed { expression: enumerator.expression.as_deref() });
        EnumeratorId { enumeration, place: all.len() - 1 }
    }
}

impl Evaluator<'_, '_, '_> {
    /// The value of an enumerator that is named at a token.
    pub(super) fn enumerator(&self, EnumeratorId { enumeration, place }: EnumeratorId) -> Option<Known> {
        let of = &self.function.enumerations[enumeration];
        if let Some(known) = &*of.running.borrow() {
            return known.get(place)?.clone();
        }
        let key = (enumeration, of.enumerators.len());
        let asker = (&self.function.reach, self.depth + 1);
        let values = self.function.enumerators.ask(key, asker, || Some(self.values_of(of)))?;
        values.get(place)?.clone()
    }

    /// All values that an `int` has, one by one, since each may name those before it. A copy's values are those of variables,
    /// which no enumerator can rest on.
    fn values_of(&self, of: &Enumeration<'_>) -> Rc<[Option<Known>]> {
        let env = &self.function.no_env;
        let inner = Self { env, position: Position::InTree, knows_launch: false, depth: self.depth + 1, ..*self };
        of.running.replace(Some(Vec::with_capacity(of.enumerators.len())));
        let mut before = Some(Known::new(-1, IntegerType::INT));
        for listed in &of.enumerators {
            let value = match listed.expression {
                Some(expression) => self.function.reach.budget(|| inner.part(expression).ok()).0.flatten(),
                // One more than the one before (C99 6.7.2.2p3).
                None => before.map(|before| Known { value: before.value + 1, ..before }),
            };
            before = value.filter(|value| IntegerType::INT.holds(value.value));
            before = before.and_then(|value| value.settled(IntegerType::INT));
            of.running.borrow_mut().as_mut().into_iter().for_each(|values| values.push(before.clone()));
        }
        of.running.take().unwrap_or_default().into()
    }
}
