//! Enumerations: the values of their enumerators, and when these are of type `int` (C99 6.7.2.2).
//!
//! Inside its braces, an enumerator is an `int` if its value fits. After them, compilers differ if one value of the enumeration is not an
//! `int`: in clang 14 the others stay `int`, and in compilers that follow C23 (6.7.3.3) all of them have the type of the enumeration. So
//! the values of such an enumeration are used only where both types give the same result, and the type is unknown. The same applies if a
//! value is unknown, or if the host decides it.

use std::cell::RefCell;
use std::rc::Rc;

use lang_c::ast::Enumerator;

use super::evaluate::{Evaluator, LookupPoint};
use super::symbol::EnumeratorId;
use super::symbols::Function;
use super::tables::{Enumeration, Listed};
use oclc_syntax::preprocess::{Constant, Facts, IntegerType};
use oclc_syntax::tree::TokenRange;

impl<'t> Function<'_, 't> {
    /// Adds an enumeration without enumerators.
    pub(super) fn add_enumeration(&mut self, tokens: TokenRange) -> usize {
        let is_plain = !self.has_open_names(tokens.clone()) && !self.has_type_attribute(tokens.clone());
        self.enumerations.push(Enumeration { tokens, is_plain, enumerators: Vec::new(), running: RefCell::default() });
        self.enumerations.len() - 1
    }

    /// Adds the next enumerator of an enumeration.
    pub(super) fn add_enumerator(&mut self, enumeration: usize, enumerator: &'t Enumerator) -> EnumeratorId {
        let name = self.parsed.token_of(enumerator.identifier.span);
        let is_open = self.parsed.expansion.tokens[name].open;
        let all = &mut self.enumerations[enumeration].enumerators;
        all.push(Listed { is_open, expression: enumerator.expression.as_deref() });
        EnumeratorId { enumeration, place: all.len() - 1 }
    }
}

impl Evaluator<'_, '_, '_> {
    /// The value of the enumerator whose name is at a token.
    pub(super) fn enumerator(
        &self,
        EnumeratorId { enumeration, place }: EnumeratorId,
        token: usize,
    ) -> Option<Constant> {
        let of = &self.function.enumerations[enumeration];
        if let Some(known) = &*of.running.borrow() {
            return known.get(place)?.clone();
        }
        let key = (enumeration, of.enumerators.len());
        let find = || Some(self.values_of(of));
        let values = self.function.known.enumerators.ask(key, &self.function.reach, self.depth + 1, find)?;
        let value = values.get(place)?.clone()?;
        let is_int = |value: &Option<Constant>| value.as_ref().is_some_and(|value| value.facts == Facts::default());
        if of.tokens.contains(&token) || (of.is_plain && values.iter().all(is_int)) {
            return Some(value);
        }
        let is_alike = (0..=IntegerType::INT.max()).contains(&value.value);
        let facts = value.facts.with(&Facts::of_differing_type());
        is_alike.then_some(Constant { kind: IntegerType::SIZE, facts, ..value })
    }

    /// The values of all enumerators, as far as they are known. They are computed one by one, since each may name those before it. Values
    /// of variables in a copy are not used: no enumerator can depend on them.
    fn values_of(&self, of: &Enumeration<'_>) -> Rc<[Option<Constant>]> {
        let env = &self.function.no_env;
        let inner = Self { env, position: LookupPoint::InTree, knows_launch: false, depth: self.depth + 1, ..*self };
        of.running.replace(Some(Vec::with_capacity(of.enumerators.len())));
        let mut before = Some(Constant::new(-1, IntegerType::INT));
        for listed in &of.enumerators {
            let value = match listed.expression {
                _ if listed.is_open => None,
                Some(expression) => self.function.reach.budget(|| inner.part(expression).ok()).0.flatten(),
                // One more than the one before (C99 6.7.2.2p3).
                None => before.map(|before| Constant { value: before.value + 1, ..before }),
            };
            before = value.filter(|value| IntegerType::INT.holds(value.value));
            before = before.and_then(|value| value.settled(IntegerType::INT));
            of.running.borrow_mut().as_mut().into_iter().for_each(|values| values.push(before.clone()));
        }
        of.running.take().unwrap_or_default().into()
    }
}
