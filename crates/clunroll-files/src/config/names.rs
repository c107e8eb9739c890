//! A list of names that something is on or off for.
//!
//! An item is a name with `*` and `?`, as in a shell. One after `!` turns a name off. If there are items without `!`, only the names that
//! one of them matches are on.

use globset::{GlobBuilder, GlobMatcher};

/// The most bytes of an item.
const MOST_BYTES: usize = 250;

/// A list of names.
#[derive(Clone, Debug, Default)]
pub struct NameList {
    on: Vec<GlobMatcher>,
    off: Vec<GlobMatcher>,
}

impl NameList {
    /// The list with this item. A name is compared as a whole, with upper and lower case.
    ///
    /// # Errors
    ///
    /// If it is not a name with wildcards.
    pub fn of_name(item: &str) -> Result<Self, String> {
        Self::of(item, false)
    }

    /// The list with this item, which is a part of a name in either case, as after `--device`.
    ///
    /// # Errors
    ///
    /// If it is not a name with wildcards.
    pub fn of_part(item: &str) -> Result<Self, String> {
        Self::of(item, true)
    }

    /// The list with these items. `of_item` reads each of them.
    ///
    /// # Errors
    ///
    /// If an item is wrong.
    pub fn of_items<'i>(
        items: impl IntoIterator<Item = &'i str>,
        of_item: fn(&str) -> Result<Self, String>,
    ) -> Result<Self, String> {
        items.into_iter().try_fold(Self::default(), |list, item| Ok(list.and(of_item(item)?)))
    }

    fn of(item: &str, is_part: bool) -> Result<Self, String> {
        // A long one costs time and memory, and one of any length may not be compiled at all.
        if item.len() > MOST_BYTES {
            return Err(format!("a name may have at most {MOST_BYTES} bytes"));
        }
        let mut list = Self::default();
        let (name, to) = match item.strip_prefix('!') {
            Some(name) => (name, &mut list.off),
            None => (item, &mut list.on),
        };
        if name.is_empty() {
            return Err(format!("`{item}` is not a name"));
        }
        let glob = if is_part { format!("*{name}*") } else { name.to_owned() };
        let built = GlobBuilder::new(&glob).case_insensitive(is_part).build();
        to.push(built.map_err(|error| format!("`{item}` is not a name: {}", error.kind()))?.compile_matcher());
        Ok(list)
    }

    /// A list with the items of both.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.on.extend(other.on);
        self.off.extend(other.off);
        self
    }

    /// Whether it turns a name on or leaves it on.
    #[must_use]
    pub fn allows(&self, name: &str) -> bool {
        !self.forbids(name) && (self.on.is_empty() || self.names(name))
    }

    /// Whether an item after `!` matches.
    #[must_use]
    pub fn forbids(&self, name: &str) -> bool {
        self.off.iter().any(|glob| glob.is_match(name))
    }

    /// Whether an item without `!` matches.
    #[must_use]
    pub fn names(&self, name: &str) -> bool {
        self.on.iter().any(|glob| glob.is_match(name))
    }

    /// Whether one of several names decides for all of them: none may be off, and if some are named, one must be.
    #[must_use]
    pub fn allows_together<'n>(&self, names: impl IntoIterator<Item = &'n str> + Clone) -> bool {
        !names.clone().into_iter().any(|name| self.forbids(name))
            && (self.on.is_empty() || names.into_iter().any(|name| self.names(name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_turns_on_or_off() {
        let allowed = |items: &[&str], name: &str| {
            NameList::of_items(items.iter().copied(), NameList::of_name).unwrap().allows(name)
        };
        assert!(allowed(&[], "sum") && allowed(&["!sum"], "sums") && allowed(&["s*", "!sum"], "sums"));
        assert!(!allowed(&["!sum"], "sum") && !allowed(&["s*", "!sum"], "sum") && !allowed(&["Sum"], "sum"));
        assert!(!allowed(&["sum"], "sums") && allowed(&["su?"], "sum") && allowed(&["*"], "a/b"));
    }

    #[test]
    fn a_device_is_a_part_in_either_case() {
        let list = NameList::of_items(["nvidia", "!h100"], NameList::of_part).unwrap();
        assert!(list.allows("NVIDIA CUDA, NVIDIA A10") && !list.allows("NVIDIA CUDA, NVIDIA H100 80GB"));
        assert!(!list.allows("Portable Computing Language, cpu"));
    }

    #[test]
    fn several_names_go_together() {
        let together = |items: &[&str]| {
            NameList::of_items(items.iter().copied(), NameList::of_name)
                .unwrap()
                .allows_together(["a", "b"].iter().copied())
        };
        assert!(together(&[]) && together(&["a"]) && together(&["!c"]));
        assert!(!together(&["!a"]) && !together(&["c"]) && !together(&["b", "!a"]));
    }

    #[test]
    fn what_is_not_a_name_is_refused() {
        for item in ["", "!", "a[", "{a", &"*a?".repeat(300_000)] {
            assert!(NameList::of_name(item).is_err(), "{item}");
        }
        for item in ["{*,", "[!a-z]", "*a?", "{[!a-z]*,"] {
            // Whatever has this length is compiled or is an error.
            let _ = NameList::of_part(&item.repeat(250 / item.len()));
            let closed = item.repeat(200 / item.len());
            let _ = NameList::of_part(&format!("{closed}{}", "}".repeat(closed.matches('{').count())));
        }
    }
}
