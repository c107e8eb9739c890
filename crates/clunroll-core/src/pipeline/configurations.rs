//! The configurations that make different loops from one text, by case analysis.
//!
//! As long as a condition in the loop is undecided, or a name in it may be more than a value and conditions choose its definition, the
//! first undecided test is assumed to be true, and then to be false. The result is the configurations in which only values in the loop are
//! open. Equal tests are decided once, and a branch that ends in an `#error` is not a configuration.

use crate::limits::{MAX_CONFIGURATIONS, MAX_TESTS_SHOWN, TOKENS_EXPANDED_FOR_ONE};
use std::ops::Range;

use super::Budget;
use super::conditional_macros::ConditionalMacros;
use clunroll_analysis::is_template;
use clunroll_rules::{Decline, Reason};
use oclc_syntax::lex::{Punct, TokenKind};
use oclc_syntax::preprocess::{
    Atom, Configuration, Definition, Expanded, Expansion, ExpansionStream, GroupId, Meaning, Unit,
};
use oclc_syntax::tree::{is_keyword, is_type_name, statement_extent, statement_read};

/// A loop from which conditions may make several loops.
struct Cases<'a> {
    unit: &'a Unit,
    /// The loop begins at the first of these tokens.
    code: &'a Range<usize>,
    /// The conditionals without which its function has no structure.
    uneven: &'a [usize],
    /// The names in it whose definitions conditions choose, with the stretch in which they were searched for last.
    chosen: Option<(Range<usize>, Option<ConditionalMacros>)>,
}

impl<'a> Cases<'a> {
    const fn new(unit: &'a Unit, code: &'a Range<usize>, uneven: &'a [usize]) -> Self {
        Self { unit, code, uneven, chosen: None }
    }

    /// A test of the final compile that decides which loop it is, or which structure its function has; `None` if nothing is open.
    fn undecided(&mut self, configuration: &Configuration) -> Option<Atom> {
        let (unit, code) = (self.unit, self.code);
        if let Some(test) = self.uneven.iter().find_map(|&chain| unit.undecided(configuration, chain)) {
            return Some(test);
        }
        // A conditional in the loop is found without an expansion.
        let (range, expansion) =
            statement_read(unit, configuration, code.start, code.end).unwrap_or_else(|looked_at| (looked_at, None));
        let moments = unit.moment(range.start)..unit.moment(range.end.saturating_sub(1));
        let inside = unit.directives[moments].iter().find_map(|directive| {
            let chain = directive.chain.filter(|_| directive.kind.begins_chain())?;
            if unit.is_dead(configuration, directive.group) || unit.is_empty_chain(chain) {
                return None;
            }
            unit.undecided(configuration, chain)
        });
        if inside.is_some() || self.are_names_settled(configuration, &range) {
            return inside;
        }
        let test = |tokens: &[Expanded<'_>], at: usize| {
            deciding_test(unit, configuration, &tokens[at], SyntacticRole::of(tokens, at))
        };
        if let Some(Expansion { tokens, .. }) = expansion {
            return (0..tokens.len()).find_map(|at| test(&tokens, at));
        }
        let mut tokens = ExpansionStream::new(unit, configuration, range);
        for at in 0.. {
            // The next token influences the role of a token.
            tokens.get(at + 1);
            if tokens.get(at)?.open
                && let Some(test) = test(tokens.read(), at)
            {
                return Some(test);
            }
        }
        None
    }

    /// Whether the names in a stretch of the loop surely leave nothing open.
    fn are_names_settled(&mut self, configuration: &Configuration, range: &Range<usize>) -> bool {
        let unit = self.unit;
        let (_, chosen) = match self.chosen.take() {
            Some(known) if known.0 == *range => self.chosen.insert(known),
            _ => self.chosen.insert((range.clone(), ConditionalMacros::find(unit, range))),
        };
        chosen.as_ref().is_some_and(|chosen| chosen.are_settled(unit, configuration, range))
    }
}

/// The role that a name must have, according to the tokens around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SyntacticRole {
    /// `name name`
    Type,
    /// `name (`, `.name`
    CallOrMember,
    Value,
}

impl SyntacticRole {
    fn of(tokens: &[Expanded<'_>], at: usize) -> Self {
        let is = |at: usize, punct| tokens.get(at).is_some_and(|token| token.is(punct));
        let next_is_name = tokens.get(at + 1).is_some_and(|next| next.kind == TokenKind::Identifier);
        if next_is_name {
            Self::Type
        } else if is(at + 1, Punct::LeftParen) || (at > 0 && (is(at - 1, Punct::Dot) || is(at - 1, Punct::Arrow))) {
            Self::CallOrMember
        } else {
            Self::Value
        }
    }
}

/// The test that decides the expansion of an open name, if it can be more than a value.
fn deciding_test(
    unit: &Unit,
    configuration: &Configuration,
    token: &Expanded<'_>,
    position: SyntacticRole,
) -> Option<Atom> {
    if !token.open {
        return None;
    }
    let moment = unit.moment(token.code);
    let group = unit.group(moment);
    let Meaning::Open(definitions) = unit.meaning_in(configuration, &token.text, moment, group) else { return None };
    if position == SyntacticRole::Value && definitions.iter().all(|definition| may_be_value(unit, definition)) {
        return None;
    }
    // The host may define the macro for any outcome of the conditions, so it keeps its role.
    if !unit.is_own(&token.text) && unit.macro_roles(&token.text).any() {
        return None;
    }
    if position != SyntacticRole::Type && is_template(unit, configuration, &token.text, unit.point(moment)) {
        return None;
    }
    unit.definition_groups(&token.text, moment).find_map(|at| test_around(unit, configuration, at, group))
}

/// A test of the final compile that decides whether a group is compiled, relative to another group. The outermost condition comes first: it
/// decides the most.
pub fn test_around(unit: &Unit, configuration: &Configuration, around: GroupId, seen_from: GroupId) -> Option<Atom> {
    let mut found = None;
    let mut at = around;
    while let Some((chain, _)) = unit.groups.branch_of(at) {
        if !unit.encloses(configuration, at, seen_from) && !unit.groups.excludes(at, seen_from) {
            found = unit.undecided(configuration, chain).or(found);
        }
        at = unit.groups.parent(at);
    }
    found
}

/// Whether a definition looks like a value, so that its name can stay in the tree.
fn may_be_value(unit: &Unit, definition: &Definition) -> bool {
    definition.parameters.is_none()
        && !definition.body.is_empty()
        && definition.body.iter().all(|token| match token.kind {
            TokenKind::Identifier => {
                let text = unit.text(token);
                text == "sizeof" || !(is_keyword(&text) || is_type_name(&text))
            }
            TokenKind::Punct(
                Punct::LeftBrace | Punct::RightBrace | Punct::Semicolon | Punct::Assign | Punct::HashHash,
            ) => false,
            _ => true,
        })
}

/// Whether a configuration excludes the text in a group: it does not compile the group, or an `#error` ends it.
pub fn is_infeasible(unit: &Unit, configuration: &Configuration, group: GroupId) -> bool {
    if unit.is_dead(configuration, group) {
        return true;
    }
    unit.errors().any(|error| unit.encloses(configuration, error.group, group))
}

/// All configurations that the final compile may choose for the loop at the beginning of `code`, if it chooses `around`.
///
/// # Errors
///
/// Declines more than [`MAX_CONFIGURATIONS`], and more than the budget allows. If the conditionals that decide the function's structure
/// have too many, those of the loop itself count: then the loop is read without its function.
pub(super) fn configurations(
    unit: &Unit,
    around: &Configuration,
    code: &Range<usize>,
    uneven: &[usize],
    budget: &Budget,
) -> Result<Vec<Configuration>, Decline> {
    match configurations_with(unit, around, code, uneven, budget) {
        Err(Decline { reason: Reason::TooManyConfigurations { .. }, .. }) if !uneven.is_empty() => {
            configurations_with(unit, around, code, &[], budget)
        }
        found => found,
    }
}

fn configurations_with(
    unit: &Unit,
    around: &Configuration,
    code: &Range<usize>,
    uneven: &[usize],
    budget: &Budget,
) -> Result<Vec<Configuration>, Decline> {
    let extent = statement_extent(unit, around, code.start, code.end).unwrap_or(code.start..code.start);
    // Reading a condition takes about as long as parsing a token, in addition to its expansion.
    let chains = uneven.iter().map(|&chain| unit.groups.chains()[chain].branches.len()).sum::<usize>();
    let inside = unit.moment(extent.end.saturating_sub(1).max(extent.start)) - unit.moment(extent.start);
    let cost = chains + inside;
    let mut cases = Cases::new(unit, code, uneven);
    let mut found = Vec::new();
    let mut open = vec![around.clone()];
    while let Some(configuration) = open.pop() {
        if is_infeasible(unit, &configuration, unit.group(unit.moment(code.start))) {
            continue;
        }
        let test = cases.undecided(&configuration);
        let effort = configuration.effort();
        match test {
            Some(test) => open.extend([configuration.with(&test, false), configuration.with(&test, true)]),
            None => found.push(configuration),
        }
        if found.len() + open.len() > MAX_CONFIGURATIONS {
            let macros = macros_of(unit, found.iter().chain(&open));
            let reason = Reason::TooManyConfigurations { limit: MAX_CONFIGURATIONS, macros };
            return Err(Decline { reason, place: unit.code[code.start].place() });
        }
        if !budget.spend(cost + (extent.len() + effort) / TOKENS_EXPANDED_FOR_ONE) {
            return Err(budget_spent(unit, code.start, open.iter().chain(&found)));
        }
    }
    Ok(found)
}

/// Declines the loop at a code token, since the file's budget is spent; in some of its configurations.
pub(super) fn budget_spent<'c>(
    unit: &Unit,
    start: usize,
    configurations: impl IntoIterator<Item = &'c Configuration>,
) -> Decline {
    let macros = macros_of(unit, configurations);
    let by_include = unit.unread_include(unit.moment(start)).is_some();
    Decline { reason: Reason::BudgetSpent { macros, by_include }, place: unit.code[start].place() }
}

/// The macros that tests of some configurations depend on, as `-D` spells them: with the value that a file gives them, if there is one.
fn macros_of<'c>(unit: &Unit, configurations: impl IntoIterator<Item = &'c Configuration>) -> Vec<String> {
    let mut macros: Vec<String> = Vec::new();
    let tests = configurations.into_iter().flat_map(Configuration::assumed).take(MAX_TESTS_SHOWN);
    for (name, needs_value) in tests.flat_map(Atom::names) {
        let value = || match unit.definitions(name).map(|definition| &definition.body[..]).next() {
            Some([value]) if value.kind == TokenKind::Number => unit.text(value).into_owned(),
            _ => "VALUE".to_owned(),
        };
        let setting = if needs_value { format!("{name}={}", value()) } else { name.to_owned() };
        if !macros.contains(&setting) {
            macros.push(setting);
        }
    }
    macros
}

/// Whether another configuration within `around` makes another loop at the beginning of `code`.
pub(super) fn has_variants(unit: &Unit, around: &Configuration, code: &Range<usize>, uneven: &[usize]) -> bool {
    Cases::new(unit, code, uneven).undecided(around).is_some()
}
