//! Configurations: what the final compile may decide, assumed.
//!
//! A configuration gives truth values to tests that only the final compile can make ([`Atom`]). The empty one assumes
//! nothing: all branches that are not surely dead are looked at together. With each assumption, more branches become
//! dead or certain, and with them the definitions in them. Code is looked at in as many configurations as it takes for
//! every condition in it to be decided.

use super::conditions::Condition;
use super::definition::Meaning;
use super::directives::DirectiveKind;
use super::events::Happened;
use super::moment::{GroupId, Moment, Viewpoint};
use super::truth::{Atom, Truth};
use super::unit::Unit;
use crate::limits::MAX_CONDITIONS_IN_A_ROW;
use std::cell::{Cell, RefCell};

use rustc_hash::{FxHashMap, FxHashSet};

/// The branch that a configuration takes of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TakenBranch {
    /// The branch of that number.
    Branch(usize),
    /// No branch.
    Nothing,
    /// The final compile decides.
    Undecided,
}

impl TakenBranch {
    fn of(branch: Option<usize>) -> Self {
        branch.map_or(Self::Nothing, Self::Branch)
    }
}

/// Assumptions about conditions.
#[derive(Clone, Debug, Default)]
pub struct Configuration {
    assumed: Vec<(Atom, bool)>,
    /// Chains with a branch, or none, that is taken by assumption.
    chosen: Vec<(usize, TakenBranch)>,
    /// Whether the host's options are taken to hold: it defines the macros of `-D`, and not those of `-U`.
    believes_command_line: bool,
    /// Results that were computed for it.
    known: RefCell<ConfigurationMemory>,
    /// How many conditions are being evaluated, each because of the one before.
    depth: Cell<usize>,
    /// How many tokens conditions came to, each time that one was read in it.
    effort: Cell<usize>,
}

/// Results that were computed for a configuration. Each is needed again and again: for every token, for every branch around
/// it.
#[derive(Clone, Debug, Default)]
struct ConfigurationMemory {
    /// The conditions of directives.
    truths: FxHashMap<Moment, Truth>,
    /// For each chain, whether one of its first branches is taken: of the first one, of the first two, and so on.
    taken: FxHashMap<usize, Vec<Truth>>,
    /// Whether groups are left out.
    dead: FxHashMap<GroupId, bool>,
    /// For two groups, whether the branch that is the second one is taken wherever the first one is compiled.
    implied: FxHashMap<(GroupId, GroupId), bool>,
}

impl Configuration {
    /// The configuration of the host's options, as far as they are known.
    #[must_use]
    pub fn as_given() -> Self {
        Self { believes_command_line: true, ..Self::default() }
    }

    /// The same with one more assumption.
    #[must_use]
    pub fn with(&self, atom: &Atom, value: bool) -> Self {
        let mut assumed = self.assumed.clone();
        assumed.push((atom.clone(), value));
        let Self { chosen, believes_command_line, .. } = self;
        Self { assumed, chosen: chosen.clone(), believes_command_line: *believes_command_line, ..Self::default() }
    }

    /// The same with a branch of a chain, and no assumptions outside of the chain.
    #[must_use]
    pub fn in_branch(&self, chain: usize, branch: usize) -> Self {
        Self { known: RefCell::default(), ..self.clone() }.choosing(chain, TakenBranch::Branch(branch))
    }

    /// The tests that are assumed to have a value.
    pub fn assumed(&self) -> impl Iterator<Item = &Atom> {
        self.assumed.iter().map(|(test, _)| test)
    }

    /// Whether nothing is assumed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.assumed.is_empty() && self.chosen.is_empty() && !self.believes_command_line
    }

    /// Whether the configuration takes a branch of a chain, or none, by assumption.
    #[must_use]
    pub fn has_chosen(&self, chain: usize) -> bool {
        self.choice(chain).is_some()
    }

    /// Whether results that are computed now hold everywhere: not if a condition may be unknown only because of the depth of
    /// the evaluation.
    fn is_to_be_remembered(&self) -> bool {
        self.depth.get() < MAX_CONDITIONS_IN_A_ROW
    }

    /// Whether the branch that is `other` is taken wherever `group` is compiled; `find` finds that out once.
    pub(super) fn remembered(&self, group: GroupId, other: GroupId, find: impl FnOnce() -> bool) -> bool {
        if let Some(&known) = self.known.borrow().implied.get(&(group, other)) {
            return known;
        }
        let found = find();
        self.known.borrow_mut().implied.insert((group, other), found);
        found
    }

    pub(super) fn note_effort(&self, tokens: usize) {
        self.effort.set(self.effort.get() + tokens);
    }

    /// How many tokens conditions came to so far, each time that one was read in it.
    #[must_use]
    pub fn effort(&self) -> usize {
        self.effort.get()
    }

    fn choice(&self, chain: usize) -> Option<TakenBranch> {
        self.chosen.iter().find(|&&(chosen, _)| chosen == chain).map(|&(_, taken)| taken)
    }

    pub(super) fn value(&self, atom: &Atom) -> Option<bool> {
        self.assumed.iter().find(|(known, _)| known == atom).map(|&(_, value)| value)
    }

    /// The assumptions that are new; `None` if one contradicts another.
    fn without_contradiction(&self, assumptions: Vec<(Atom, bool)>) -> Option<Vec<(Atom, bool)>> {
        let mut new: Vec<(Atom, bool)> = Vec::new();
        for (atom, value) in assumptions {
            let in_new = || new.iter().find(|(known, _)| *known == atom).map(|&(_, value)| value);
            match self.value(&atom).or_else(in_new) {
                Some(known) if known != value => return None,
                Some(_) => {}
                None => new.push((atom, value)),
            }
        }
        Some(new)
    }

    /// The same with more assumptions.
    fn assuming(mut self, new: Vec<(Atom, bool)>) -> Self {
        self.assumed.extend(new);
        self
    }

    /// The same with the choice of a chain.
    fn choosing(mut self, chain: usize, taken: TakenBranch) -> Self {
        self.chosen.push((chain, taken));
        self
    }
}

impl Unit {
    /// The condition of an `#if`, `#elif` or `#else`, leaving aside the branches before.
    fn condition(&self, configuration: &Configuration, index: Moment) -> Condition<'_> {
        let directive = &self.directives[index];
        let around = match directive.kind {
            DirectiveKind::Elif | DirectiveKind::Else => {
                self.chain_at(index).map_or(GroupId::ROOT, |chain| chain.parent)
            }
            _ => directive.group,
        };
        Condition::read(
            self,
            configuration,
            directive.kind,
            self.line(directive),
            Viewpoint { moment: index, group: around },
        )
    }

    fn chain_at(&self, index: Moment) -> Option<&super::Chain> {
        let chain = self.directives[index].chain?;
        Some(&self.groups.chains()[chain])
    }

    fn condition_truth(&self, configuration: &Configuration, index: Moment) -> Truth {
        if let Some(&known) = configuration.known.borrow().truths.get(&index) {
            return known;
        }
        if !configuration.is_to_be_remembered() {
            return Truth::Unknown;
        }
        let depth = configuration.depth.get();
        configuration.depth.set(depth + 1);
        let truth = self.condition(configuration, index).truth(configuration);
        configuration.depth.set(depth);
        configuration.known.borrow_mut().truths.insert(index, truth);
        truth
    }

    /// Whether a chain's conditions contain a name that the host may define, so that some host makes them invalid conditions,
    /// whether or not their value is known.
    #[must_use]
    pub fn depends_on_host(&self, chain: usize) -> bool {
        let nothing = Configuration::default();
        let branches = &self.groups.chains()[chain].branches;
        branches.iter().any(|branch| self.condition(&nothing, branch.directive).has_open_names())
    }

    /// The branches of a chain that a configuration may take, in the order of the text, and then none; each with the
    /// assumptions that follow.
    pub fn feasible(
        &self,
        configuration: &Configuration,
        chain: usize,
    ) -> impl Iterator<Item = (Option<usize>, Configuration)> {
        let branches = &self.groups.chains()[chain].branches;
        let choice = configuration.choice(chain);
        // The assumptions under which no branch so far is taken; `None` once that is impossible.
        let mut passed = Some(Configuration { known: RefCell::default(), ..configuration.clone() });
        (0..branches.len()).map(Some).chain([None]).filter_map(move |branch| {
            if let Some(choice) = choice {
                return (choice == TakenBranch::of(branch)).then(|| (branch, configuration.clone()));
            }
            let before = passed.take()?;
            let Some(index) = branch else {
                return Some((None, before.choosing(chain, TakenBranch::Nothing)));
            };
            if branches[index].group.is_none() {
                passed = Some(before);
                return None;
            }
            let condition = self.condition(configuration, branches[index].directive);
            let truth = condition.truth(configuration);
            let assume = |value: bool| {
                let may_be = truth == Truth::Unknown || truth == Truth::from(value);
                may_be.then(|| before.without_contradiction(condition.consequences(value))).flatten()
            };
            let (taken, not_taken) = (assume(true), assume(false));
            let taken = taken.map(|new| before.clone().assuming(new).choosing(chain, TakenBranch::Branch(index)));
            passed = not_taken.map(|new| before.assuming(new));
            Some((branch, taken?))
        })
    }

    /// The branch that a configuration takes of a chain.
    #[must_use]
    pub fn taken(&self, configuration: &Configuration, chain: usize) -> TakenBranch {
        if let Some(choice) = configuration.choice(chain) {
            return choice;
        }
        if self.undecided(configuration, chain).is_some() {
            return TakenBranch::Undecided;
        }
        let mut branches = 0..self.groups.chains()[chain].branches.len();
        TakenBranch::of(branches.find(|&branch| self.takes(configuration, chain, branch) == Truth::True))
    }

    /// The branch that a configuration would take of a chain if its conditions were at a moment.
    #[must_use]
    pub fn taken_at(&self, configuration: &Configuration, chain: usize, moment: Moment) -> TakenBranch {
        for (index, branch) in self.groups.chains()[chain].branches.iter().enumerate() {
            let directive = &self.directives[branch.directive];
            let condition =
                Condition::read(self, configuration, directive.kind, self.line(directive), self.point(moment));
            match condition.truth(configuration) {
                Truth::True => return TakenBranch::Branch(index),
                Truth::False => {}
                Truth::Unknown => return TakenBranch::Undecided,
            }
        }
        TakenBranch::Nothing
    }

    /// Whether a configuration takes a branch of a chain, wherever it reads the chain at all.
    #[must_use]
    pub fn takes(&self, configuration: &Configuration, chain: usize, branch: usize) -> Truth {
        if let Some(choice) = configuration.choice(chain) {
            return Truth::from(choice == TakenBranch::Branch(branch));
        }
        match (self.takes_before(configuration, chain, branch), self.branch_truth(configuration, chain, branch)) {
            (Truth::True, _) | (_, Truth::False) => Truth::False,
            (Truth::False, truth) => truth,
            (Truth::Unknown, _) => Truth::Unknown,
        }
    }

    /// Whether a configuration takes one of the branches of a chain before a given one.
    fn takes_before(&self, configuration: &Configuration, chain: usize, branch: usize) -> Truth {
        let (mut at, mut truth) = match configuration.known.borrow().taken.get(&chain).map(|taken| &taken[..]) {
            None | Some([]) => (0, Truth::False),
            Some(taken) if taken.len() <= branch => (taken.len(), taken[taken.len() - 1]),
            Some(taken) => (branch, branch.checked_sub(1).map_or(Truth::False, |last| taken[last])),
        };
        while at < branch {
            truth = match truth {
                Truth::True => Truth::True,
                before => match (before, self.branch_truth(configuration, chain, at)) {
                    (_, Truth::True) => Truth::True,
                    (Truth::False, Truth::False) => Truth::False,
                    _ => Truth::Unknown,
                },
            };
            at += 1;
            if configuration.is_to_be_remembered() {
                let mut known = configuration.known.borrow_mut();
                let taken = known.taken.entry(chain).or_default();
                if taken.len() + 1 == at {
                    taken.push(truth);
                }
            }
        }
        truth
    }

    /// The truth of a branch's own condition.
    fn branch_truth(&self, configuration: &Configuration, chain: usize, branch: usize) -> Truth {
        let branch = self.groups.chains()[chain].branches[branch];
        branch.group.map_or(Truth::False, |_| self.condition_truth(configuration, branch.directive))
    }

    /// Whether a configuration leaves out the text in a group: true if one of the groups around it is not taken.
    #[must_use]
    pub fn is_dead(&self, configuration: &Configuration, group: GroupId) -> bool {
        if configuration.is_empty() {
            return false;
        }
        let mut inside = Vec::new();
        let mut at = group;
        let mut is_dead = loop {
            if let Some(&known) = configuration.known.borrow().dead.get(&at) {
                break known;
            }
            let Some((chain, branch)) = self.groups.branch_of(at) else { break false };
            inside.push((at, chain, branch));
            at = self.groups.parent(at);
        };
        for (group, chain, branch) in inside.into_iter().rev() {
            is_dead = is_dead || self.takes(configuration, chain, branch) == Truth::False;
            if configuration.is_to_be_remembered() {
                configuration.known.borrow_mut().dead.insert(group, is_dead);
            }
        }
        is_dead
    }

    /// The configuration with a chain decided in it that its assumptions decide; `None` if they leave it open.
    #[must_use]
    pub fn decided(&self, configuration: &Configuration, chain: usize) -> Option<Configuration> {
        let taken = self.taken(configuration, chain);
        let known = || Configuration { known: RefCell::default(), ..configuration.clone() };
        (taken != TakenBranch::Undecided).then(|| known().choosing(chain, taken))
    }

    /// Whether a configuration cuts a directive out of the text: one of a chain that it has chosen a branch of, or one in a
    /// branch that it has not chosen.
    #[must_use]
    pub fn is_cut(&self, configuration: &Configuration, index: Moment) -> bool {
        let directive = &self.directives[index];
        directive.chain.is_some_and(|chain| configuration.has_chosen(chain))
            || self.cuts_group(configuration, directive.group)
    }

    /// Whether a group is in a branch that a configuration has not chosen.
    #[must_use]
    pub fn cuts_group(&self, configuration: &Configuration, group: GroupId) -> bool {
        let mut at = group;
        while let Some((chain, branch)) = self.groups.branch_of(at).filter(|_| !configuration.chosen.is_empty()) {
            if configuration.choice(chain).is_some_and(|taken| taken != TakenBranch::Branch(branch)) {
                return true;
            }
            at = self.groups.parent(at);
        }
        false
    }

    /// Whether text in `outer` is compiled in a configuration whenever text in `inner` is.
    #[must_use]
    pub fn encloses(&self, configuration: &Configuration, outer: GroupId, inner: GroupId) -> bool {
        let mut at = outer;
        loop {
            if self.groups.encloses(at, inner) {
                return true;
            }
            let Some((chain, branch)) = self.groups.branch_of(at).filter(|_| !configuration.is_empty()) else {
                return false;
            };
            if self.takes(configuration, chain, branch) != Truth::True {
                return false;
            }
            at = self.groups.parent(at);
        }
    }

    /// The first test that a configuration leaves open of those that decide which branch of a chain is taken.
    #[must_use]
    pub fn undecided(&self, configuration: &Configuration, chain: usize) -> Option<Atom> {
        if configuration.choice(chain).is_some() {
            return None;
        }
        for branch in &self.groups.chains()[chain].branches {
            if branch.group.is_none() {
                continue;
            }
            let condition = self.condition(configuration, branch.directive);
            match condition.truth(configuration) {
                Truth::True => return None,
                Truth::False => {}
                Truth::Unknown => return condition.undecided(configuration),
            }
        }
        None
    }

    /// Whether the effect of a directive on a name has happened, as seen from a moment in a group, and no other effect since.
    pub(super) fn happened(
        &self,
        configuration: &Configuration,
        name: &str,
        event: Moment,
        asker: GroupId,
        moment: Moment,
    ) -> Happened {
        let group = self.directives[event].group;
        if self.groups.excludes(group, asker) || self.is_dead(configuration, group) {
            Happened::Never
        } else if self.encloses(configuration, group, asker) && !self.may_be_earlier(name, event, moment) {
            Happened::Surely
        } else {
            Happened::Perhaps
        }
    }

    /// The meaning of `name` as a macro at a moment, in a group, in a configuration.
    #[must_use]
    pub fn meaning_in(&self, configuration: &Configuration, name: &str, moment: Moment, group: GroupId) -> Meaning<'_> {
        // After an include that could not be read, the meaning in an included file also depends on the inclusion.
        let by_group = configuration.is_empty()
            && (self.unread_include(moment).is_none() || self.inclusion_around(moment).is_none());
        let asker = |event| by_group.then(|| self.groups.around_before(group, event));
        let happened = |event| self.happened(configuration, name, event, group, moment);
        self.macros.meaning(name, moment, asker, happened, configuration.believes_command_line)
    }

    /// Whether a name is a macro, whatever its definition. Besides definitions that surely happened, two ways of defining a
    /// name in any case are known: `#ifndef N`, `#define N 16`, `#endif`, and a chain that defines it in each branch.
    pub(super) fn is_defined(
        &self,
        configuration: &Configuration,
        name: &str,
        moment: Moment,
        group: GroupId,
    ) -> Truth {
        let mut defining: FxHashMap<usize, FxHashSet<usize>> = FxHashMap::default();
        // Earlier events of a name do not matter if a definition may have followed.
        let mut may_follow = false;
        for (event, defines) in self.macros.events(name, moment) {
            // Only its own file touches a guard, whenever it was read.
            let seen_from = if self.macros.is_guard(name) { event } else { moment };
            let happened = self.happened(configuration, name, event, group, seen_from);
            match (happened, defines) {
                (Happened::Never, _) => continue,
                _ if self.is_touched_since(name, event, moment) => return Truth::Unknown,
                (Happened::Surely, true) => return Truth::True,
                (Happened::Surely, false) if !may_follow => return Truth::False,
                (Happened::Surely | Happened::Perhaps, false) => return Truth::Unknown,
                (Happened::Perhaps, true) => may_follow = true,
            }
            let Some((chain, branch)) = self.groups.branch_of(self.directives[event].group) else { continue };
            let found = &self.groups.chains()[chain];
            let branches = defining.entry(chain).or_default();
            branches.insert(branch);
            let is_complete = found.has_else && branches.len() == found.branches.len();
            let is_guard = branch == 0 && self.asks_for_absence(found.branches[0].directive, name);
            let is_over = found.end.is_some_and(|end| end < moment);
            if is_over && (is_complete || is_guard) && self.encloses(configuration, found.parent, group) {
                return Truth::True;
            }
        }
        if let Some(settled) = self.macros.settled(name, moment) {
            return Truth::from(settled);
        }
        let is_untouched = self.unread_include_of(name, moment).is_none();
        match self.macros.given(name, configuration.believes_command_line) {
            Some(true) if is_untouched => Truth::True,
            Some(false) if is_untouched && !may_follow => Truth::False,
            _ => Truth::Unknown,
        }
    }

    /// Whether a condition is nothing but that a name is not defined.
    fn asks_for_absence(&self, index: Moment, name: &str) -> bool {
        let directive = &self.directives[index];
        let words: Vec<_> = self.line(directive)[1..].iter().map(|token| self.text(token)).collect();
        let words: Vec<&str> = words.iter().map(|word| &**word).collect();
        match &words[..] {
            ["ifndef", found] | ["if", "!", "defined", found] | ["if", "!", "defined", "(", found, ")"] => {
                *found == name
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Their expansion ends early, so a common beginning does not distinguish them.
    #[test]
    fn conditions_that_take_too_much_to_expand_are_different() {
        let sums: Vec<_> = (1..15).map(|at| format!("#define A{at} A{} + A{}\n", at - 1, at - 1)).collect();
        let conditions = ["A14 == 1", "A14 == 2", "A14 == 1", "0 A14"].map(|text| format!("#if {text}\n#endif\n"));
        let source = format!("{}{}#define A0 1\n#if A14 == 1\n#endif\n", sums.concat(), conditions.concat());
        let unit = Unit::alone(source.as_bytes());
        let tests = [0, 1, 2, 3, 4].map(|chain| unit.undecided(&Configuration::default(), chain));
        assert!(tests.iter().all(Option::is_some));
        assert_eq!(tests[0], tests[2]);
        assert!(tests[0] != tests[1] && tests[0] != tests[3] && tests[0] != tests[4]);
    }

    /// Each branch was decided anew for each later one, which took minutes here.
    #[test]
    fn a_long_chain_is_gone_along_once() {
        let source = format!("#if A\n#elif B && C\n{}#else\n#endif\n", "#elif B\n".repeat(20_000));
        let unit = Unit::alone(source.as_bytes());
        let taken: Vec<_> = unit.feasible(&Configuration::default(), 0).map(|(branch, _)| branch).collect();
        assert_eq!(taken, [Some(0), Some(1), Some(2), Some(20_002)]);
    }
}
