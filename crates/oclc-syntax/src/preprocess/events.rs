//! The `#define`s and `#undef`s of one name, and which of them may count.
//!
//! To learn what a name means, its events are walked backwards. An event whose group excludes the asker's cannot have
//! happened. One whose group encloses the asker's has surely happened, and nothing before it counts. All others may have
//! happened. A file may touch one name again and again under conditions that nobody can decide, and ask for it as often:
//! so what a long walk found is remembered where it began, and the next walk for the same asker goes on with that.

use std::sync::OnceLock;

use rustc_hash::FxHashSet;

use super::definition::Definition;
use super::moment::{GroupId, Moment};
use crate::limits::MAX_DEFINITIONS;

/// After how many steps a walk is remembered.
const MANY_STEPS: usize = 8;

/// One `#define` or `#undef`.
#[derive(Debug)]
pub(super) struct MacroEvent {
    pub(super) moment: Moment,
    /// `None` for an `#undef`.
    pub(super) definition: Option<Definition>,
    /// What a walk found that began here.
    past: OnceLock<Box<Past>>,
}

/// What a walk back over the events of a name finds.
#[derive(Clone, Debug, Default)]
pub(super) struct Past {
    /// The group that asked.
    asker: Option<GroupId>,
    /// The events that may count, last first; of those that say the same, one.
    pub(super) events: Vec<usize>,
    /// The moment of the last one, if it surely happened.
    pub(super) last_sure: Option<Moment>,
}

/// Whether something that was read before has happened, as seen from where it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Happened {
    /// Its group and the asker's exclude each other.
    Never,
    /// It has, wherever the asker is compiled.
    Surely,
    /// Up to the final compile.
    Perhaps,
}

/// Whether two events say the same of a name.
pub(super) fn are_same_definition(one: Option<&Definition>, other: Option<&Definition>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one.is_same(other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

/// The events of a name in their order.
#[derive(Debug, Default)]
pub(super) struct Events {
    all: Vec<MacroEvent>,
    /// When the name was first defined in another way than at first, or undefined.
    first_other: Option<Moment>,
    /// The definitions that are not the same as an earlier one; found when they are first asked for, behind the last
    /// directive.
    distinct: OnceLock<Vec<usize>>,
}

impl Events {
    pub(super) fn push(&mut self, moment: Moment, definition: Option<Definition>) {
        if self.all.is_empty() {
            // Nearly all names have one; room for more would be most of what a table of macros takes.
            self.all.reserve_exact(1);
        }
        if let Some(first) = self.all.first().filter(|_| self.first_other.is_none())
            && !are_same_definition(first.definition.as_ref(), definition.as_ref())
        {
            self.first_other = Some(moment);
        }
        self.all.push(MacroEvent { moment, definition, past: OnceLock::new() });
    }

    pub(super) fn all(&self) -> &[MacroEvent] {
        &self.all
    }

    /// Whether not all events before a moment say the same.
    pub(super) fn differ(&self, before: Moment) -> bool {
        self.first_other.is_some_and(|first| first < before)
    }

    /// The definitions, of several that are the same the first.
    pub(super) fn distinct(&self) -> impl Iterator<Item = &Definition> {
        let definition = |at: usize| self.all[at].definition.as_ref();
        let distinct = self.distinct.get_or_init(|| {
            let mut seen = FxHashSet::default();
            (0..self.all.len()).filter(|&at| definition(at).is_some_and(|one| seen.insert(one.spelling()))).collect()
        });
        distinct.iter().filter_map(move |&at| definition(at))
    }

    /// Walks back over the events before a moment, to the first that surely happened. `asker` gives the group that stands
    /// for the asker where an event of that moment is looked at, and nothing where no walk is to be remembered.
    pub(super) fn past(
        &self,
        before: Moment,
        asker: impl Fn(Moment) -> Option<GroupId>,
        happened: impl Fn(Moment) -> Happened,
    ) -> Past {
        let after = self.all.partition_point(|event| event.moment < before);
        let mut past = Past::default();
        let add = |past: &mut Past, at: usize| {
            let definition = |at: usize| self.all[at].definition.as_ref();
            if !past.events.iter().any(|&known| are_same_definition(definition(known), definition(at))) {
                past.events.push(at);
            }
            past.events.len() > MAX_DEFINITIONS
        };
        let mut steps = 0;
        for at in (0..after).rev() {
            let event = &self.all[at];
            if let Some(known) = event.past.get().filter(|known| known.asker == asker(event.moment)) {
                if !known.events.iter().any(|&at| add(&mut past, at)) {
                    past.last_sure = known.last_sure;
                }
                break;
            }
            steps += 1;
            let happened = happened(event.moment);
            if happened == Happened::Never {
                continue;
            }
            if add(&mut past, at) {
                break;
            }
            if happened == Happened::Surely {
                past.last_sure = Some(event.moment);
                break;
            }
        }
        if steps > MANY_STEPS {
            let last = &self.all[after - 1];
            past.asker = asker(last.moment);
            if past.asker.is_some() {
                // Another asker may have been here first; then this one walks again.
                let _ = last.past.set(Box::new(past.clone()));
            }
        }
        past
    }
}
