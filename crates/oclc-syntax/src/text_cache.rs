//! The most recent texts that a session has read, with a value for each, within a limit.
//!
//! Values are kept by text in two generations. When the young one is full it becomes the old one, and all values that were
//! not used since are dropped with the previous old one. So values in use stay, without counting or sorting, and at most
//! twice the limit is kept.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

/// Values by text, shared by threads.
#[derive(Debug)]
pub struct TextCache<V> {
    generations: Mutex<Generations<V>>,
    /// The size that the values of a generation may have together.
    capacity: usize,
}

#[derive(Debug)]
struct Generations<V> {
    /// Each with its size.
    young: FxHashMap<String, (V, usize)>,
    old: FxHashMap<String, (V, usize)>,
    /// The size of the young ones.
    kept: usize,
}

impl<V: Clone> TextCache<V> {
    /// An empty cache.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        let generations = Generations { young: FxHashMap::default(), old: FxHashMap::default(), kept: 0 };
        Self { generations: Mutex::new(generations), capacity }
    }

    /// The value for a text, where it is still known.
    #[must_use]
    pub fn get(&self, text: &str) -> Option<V> {
        let mut generations = self.generations();
        if let Some((value, _)) = generations.young.get(text) {
            return Some(value.clone());
        }
        let (text, (value, size)) = generations.old.remove_entry(text)?;
        let forgotten = generations.insert(text, value.clone(), size, self.capacity);
        drop(generations);
        drop(forgotten);
        Some(value)
    }

    /// Keeps a value of that size, unless it is too large for a generation.
    pub fn insert(&self, text: String, value: V, size: usize) {
        if size <= self.capacity {
            // Dropping takes longer than all else here, and others wait for the lock.
            let forgotten = self.generations().insert(text, value, size, self.capacity);
            drop(forgotten);
        }
    }

    /// A panic cannot leave them in an invalid state, so a poisoned lock is ignored.
    fn generations(&self) -> MutexGuard<'_, Generations<V>> {
        self.generations.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<V> Generations<V> {
    /// Keeps a value; returns the values that are dropped for it.
    fn insert(&mut self, text: String, value: V, size: usize, capacity: usize) -> FxHashMap<String, (V, usize)> {
        let mut forgotten = FxHashMap::default();
        if self.kept + size > capacity {
            forgotten = std::mem::replace(&mut self.old, std::mem::take(&mut self.young));
            self.kept = 0;
        }
        self.kept += size;
        if let Some((_, before)) = self.young.insert(text, (value, size)) {
            self.kept -= before;
        }
        forgotten
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_stays() {
        let cache = TextCache::with_capacity(2);
        for at in 0..10 {
            cache.insert(at.to_string(), at, 1);
            assert_eq!(cache.get("0"), Some(0), "{at}");
        }
        assert_eq!((cache.get("1"), cache.get("9")), (None, Some(9)));
    }

    #[test]
    fn a_text_is_kept_once() {
        let cache = TextCache::with_capacity(2);
        (0..10).for_each(|at| cache.insert("a".to_owned(), at, 2));
        cache.insert("b".to_owned(), 10, 3);
        assert_eq!((cache.get("a"), cache.get("b")), (Some(9), None));
    }
}
