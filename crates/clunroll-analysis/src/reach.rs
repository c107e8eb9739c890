//! The limits of an evaluation: how deeply names may depend on one another, and how many steps one expression may take.
//!
//! Beyond either limit, an answer is unknown. No answer may depend on earlier questions, so each limit depends on the text alone: an
//! expression pays for its own parts and not for the names in it, which are evaluated once and have their own budgets; and a name is out of
//! reach at a depth if it needs more depth than remains, whether its answer is stored or not.

use crate::limits::MAX_STEPS_OF_EVALUATION;
use std::cell::{Cell, RefCell};
use std::hash::Hash;

use rustc_hash::FxHashMap;

/// The used part of both limits.
#[derive(Debug)]
pub(super) struct Reach {
    /// The greatest depth.
    most: usize,
    /// The depth that was reached since the innermost question began; more than `most` if that was not enough.
    deepest: Cell<usize>,
    /// The steps of the innermost expression.
    steps: Cell<usize>,
}

impl Reach {
    pub(super) const fn new(most: usize) -> Self {
        Self { most, deepest: Cell::new(0), steps: Cell::new(0) }
    }

    /// Uses that many steps. Returns whether as many remained.
    pub(super) fn take(&self, steps: usize) -> bool {
        self.steps.set(self.steps.get().saturating_add(steps));
        !self.is_exhausted()
    }

    const fn is_exhausted(&self) -> bool {
        self.steps.get() > MAX_STEPS_OF_EVALUATION
    }

    /// The result of a search with a budget of its own, if the budget was enough, and the steps that it took.
    pub(super) fn budget<T>(&self, find: impl FnOnce() -> T) -> (Option<T>, usize) {
        let outer = self.steps.replace(0);
        let found = find();
        let found = (!self.is_exhausted()).then_some(found);
        (found, self.steps.replace(outer))
    }

    /// Answers a question that the questions around it do not depend on.
    pub(super) fn apart<T>(&self, find: impl FnOnce() -> T) -> T {
        let outer = self.deepest.replace(0);
        let found = find();
        self.deepest.set(outer);
        found
    }

    fn note(&self, depth: usize) {
        self.deepest.set(self.deepest.get().max(depth));
    }
}

/// The stored answer to one question.
#[derive(Clone, Debug)]
enum StoredAnswer<T> {
    /// The answer, and how many more levels of names it depends on.
    Answer(T, usize),
    /// The answer is out of reach at this depth and at greater ones.
    Beyond(usize),
}

/// Answers that depend on one another, each found once. The default answer means unknown.
#[derive(Clone, Debug)]
pub(super) struct Answers<K, T>(RefCell<FxHashMap<K, StoredAnswer<T>>>);

impl<K, T> Default for Answers<K, T> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<K: Eq + Hash, T: Clone + Default> Answers<K, T> {
    /// The answer at a depth; if it is not stored, finds it.
    pub(super) fn ask(&self, key: K, reach: &Reach, depth: usize, find: impl FnOnce() -> T) -> T {
        let beyond = || {
            reach.note(reach.most + 1);
            T::default()
        };
        match self.0.borrow().get(&key) {
            Some(StoredAnswer::Answer(answer, height)) if depth + height <= reach.most => {
                reach.note(depth + height);
                return answer.clone();
            }
            Some(StoredAnswer::Answer(..)) => return beyond(),
            Some(&StoredAnswer::Beyond(from)) if from <= depth => return beyond(),
            Some(StoredAnswer::Beyond(_)) | None => {}
        }
        if depth > reach.most {
            return beyond();
        }
        let outer = reach.deepest.replace(depth);
        let answer = reach.budget(find).0.unwrap_or_default();
        let deepest = reach.deepest.replace(outer);
        reach.note(deepest);
        let is_beyond = deepest > reach.most;
        let found =
            if is_beyond { StoredAnswer::Beyond(depth) } else { StoredAnswer::Answer(answer.clone(), deepest - depth) };
        self.0.borrow_mut().insert(key, found);
        if is_beyond { T::default() } else { answer }
    }

    /// Forgets all answers.
    pub(super) fn clear(&self) {
        self.0.take();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks for a name that uses the one before it twice; returns how often an answer was computed.
    fn chain(
        answers: &Answers<usize, Option<u64>>,
        reach: &Reach,
        name: usize,
        depth: usize,
        asked: &Cell<usize>,
    ) -> Option<u64> {
        answers.ask(name, reach, depth, || {
            asked.set(asked.get() + 1);
            let Some(before) = name.checked_sub(1) else { return Some(1) };
            let one = chain(answers, reach, before, depth + 1, asked);
            let other = chain(answers, reach, before, depth + 1, asked);
            // An unknown value must not become a known one on the way.
            Some(one.unwrap_or(1) ^ other.unwrap_or(0))
        })
    }

    #[test]
    fn each_is_found_once() {
        let (answers, reach, asked) = (Answers::default(), Reach::new(40), Cell::new(0));
        assert_eq!(chain(&answers, &reach, 30, 0, &asked), Some(0));
        assert_eq!(asked.get(), 31);
    }

    #[test]
    fn what_is_out_of_reach_does_not_depend_on_the_order_of_questions() {
        let alone = |name| chain(&Answers::default(), &Reach::new(8), name, 0, &Cell::new(0));
        let (up, down, reach) = (Answers::default(), Answers::default(), Reach::new(8));
        for name in 0..20 {
            assert_eq!(chain(&up, &reach, name, 0, &Cell::new(0)), alone(name), "{name}");
        }
        for name in (0..20).rev() {
            assert_eq!(chain(&down, &reach, name, 0, &Cell::new(0)), alone(name), "{name}");
        }
        assert!((alone(8).is_some(), alone(9).is_some()) == (true, false));
    }

    #[test]
    fn what_takes_too_many_steps_is_unknown_and_free_for_the_asker() {
        let (answers, reach) = (Answers::default(), Reach::new(8));
        let long = || answers.ask((), &reach, 0, || Some(reach.take(MAX_STEPS_OF_EVALUATION + 1)));
        assert_eq!((reach.budget(long), reach.budget(long)), ((Some(None), 0), (Some(None), 0)));
        assert_eq!(reach.budget(|| reach.take(MAX_STEPS_OF_EVALUATION + 1)).0, None);
    }
}
