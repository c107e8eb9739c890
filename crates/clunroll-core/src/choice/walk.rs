//! From a request to the end of its loop, in one configuration.
//!
//! The walk goes over directives and code tokens from the request on, past other pragmas, attributes and labels, to the keyword of the
//! loop, and on to its end. It stops at the first conditional that influences the loop: one that is between the two, in the header, or
//! around a part of the loop. Such a chain must be decided before the walk can go on ([`Stop::Undecided`]).

use clunroll_loops::limits::MAX_PREFIXES;
use std::borrow::Cow;
use std::ops::Range;

use clunroll_loops::directive::{Anchor, PrefixShape, Request, Sight, shape};
use oclc_syntax::lex::{Bracket, Punct, TokenKind, group_length};
use oclc_syntax::preprocess::{Configuration, GroupId, Moment, TakenBranch, Unit};
use oclc_syntax::tree::statement_extent;

/// The reason why a walk ends before the end of a loop.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stop {
    /// This chain influences the loop.
    Undecided(usize),
    /// The next statement is not a loop, or has no end.
    NoLoop,
    /// Too many walks have been made.
    Refused,
}

/// The code tokens of a loop, or the reason why there is none.
pub(super) type LoopExtent = Result<Range<usize>, Stop>;

/// The start of a walk, after the request.
fn begin(unit: &Unit, request: &Request<'_>) -> (usize, Moment, GroupId) {
    match &request.anchor {
        Anchor::Directive(index) => {
            let directive = &unit.directives[*index];
            (directive.code_before, index + 1, directive.group)
        }
        Anchor::Operator(code) | Anchor::Attribute(code) => {
            let moment = unit.moment(code.start);
            (code.end, moment, unit.group(moment))
        }
    }
}

/// The group that contains a request.
pub(super) fn group_of(unit: &Unit, request: &Request<'_>) -> GroupId {
    begin(unit, request).2
}

/// Whether nothing is between two requests that are directives, so that both come before the same code.
pub(super) fn is_next(unit: &Unit, before: &Request<'_>, request: &Request<'_>) -> bool {
    let (Anchor::Directive(before), Anchor::Directive(index)) = (&before.anchor, &request.anchor) else { return false };
    let (first, second) = (&unit.directives[*before], &unit.directives[*index]);
    before + 1 == *index && first.code_before == second.code_before && first.group == second.group
}

/// The code tokens of the loop after a request, in a configuration that compiles the request. `uneven` are the chains whose branches are
/// not whole statements; tokens from `limit` on are not read.
pub(super) fn loop_after(
    unit: &Unit,
    configuration: &Configuration,
    request: &Request<'_>,
    uneven: &[usize],
    limit: usize,
) -> LoopExtent {
    let (mut at, mut moment, group) = begin(unit, request);
    let live = Live { unit, configuration, limit };
    let mut prefixes = 0;
    let keyword = loop {
        if at >= limit || prefixes > MAX_PREFIXES {
            return Err(Stop::NoLoop);
        }
        let here = unit.moment(at);
        // Any conditional that ends or begins in between decides which code follows the request.
        let between = unit.directives[moment.min(here)..here]
            .iter()
            .filter_map(|directive| directive.chain.filter(|_| !unit.is_dead(configuration, directive.group)));
        for chain in between {
            if !configuration.has_chosen(chain) {
                return Err(Stop::Undecided(chain));
            }
        }
        moment = here;
        let of_token = unit.group(here);
        if unit.is_dead(configuration, of_token) || unit.groups.excludes(of_token, group) {
            at += 1;
            continue;
        }
        if let Some(chain) = open_chain(unit, configuration, of_token, group) {
            return Err(Stop::Undecided(chain));
        }
        prefixes += 1;
        match shape(&live, at).ok_or(Stop::NoLoop)? {
            PrefixShape::Loop => break at,
            PrefixShape::Said(end) | PrefixShape::Label(end) => at = end,
        }
    };
    let code = statement_extent(unit, configuration, keyword, limit).map_err(|looked_at| {
        let moments = unit.moment(looked_at.start)..unit.moment(looked_at.end.saturating_sub(1));
        let open = unit.directives[moments].iter().find_map(|directive| {
            directive.chain.filter(|&chain| unit.taken(configuration, chain) == TakenBranch::Undecided)
        });
        open.map_or(Stop::NoLoop, Stop::Undecided)
    })?;
    match chain_across(unit, configuration, &code, uneven) {
        Some(chain) => Err(Stop::Undecided(chain)),
        None => Ok(code),
    }
}

/// The outermost chain around `group` that decides whether its text is compiled together with text in `other`.
fn open_chain(unit: &Unit, configuration: &Configuration, group: GroupId, other: GroupId) -> Option<usize> {
    let mut found = None;
    let mut at = group;
    while !unit.encloses(configuration, at, other) {
        let (chain, _) = unit.groups.branch_of(at)?;
        if unit.taken(configuration, chain) == TakenBranch::Undecided {
            found = Some(chain);
        }
        at = unit.groups.parent(at);
    }
    found
}

/// The code tokens of one configuration before a limit.
struct Live<'a> {
    unit: &'a Unit,
    configuration: &'a Configuration,
    limit: usize,
}

impl Live<'_> {
    fn is_live(&self, at: usize) -> bool {
        !self.unit.is_dead(self.configuration, self.unit.group(self.unit.moment(at)))
    }
}

impl Sight for Live<'_> {
    fn token(&self, at: usize) -> Option<(TokenKind, Cow<'_, str>)> {
        self.unit.token(at)
    }

    /// The token after the parentheses, or after the macro that makes them if there are none.
    fn after_parentheses(&self, open: usize) -> Option<usize> {
        let mut live = (open..self.limit).filter(|&at| self.is_live(at));
        let first = self.unit.code[live.clone().next()?].kind;
        let is_macro = !Bracket::Round.opens(first) && !Bracket::Round.closes(first);
        if is_macro {
            return live.next().map(|at| at + 1);
        }
        let length = group_length(Bracket::Round, live.clone().map(|at| self.unit.code[at].kind))?;
        live.nth(length - 1).map(|at| at + 1)
    }
}

/// A chain that is not entirely inside the braces of a loop's body, whether it is decided or not.
fn chain_across(unit: &Unit, configuration: &Configuration, code: &Range<usize>, uneven: &[usize]) -> Option<usize> {
    let (first, last) = (unit.moment(code.start), unit.moment(code.end - 1));
    let live = Live { unit, configuration, limit: code.end };
    let header_end = match &*unit.text(&unit.code[code.start]) {
        "do" => code.start + 1,
        _ => live.after_parentheses(code.start + 1)?,
    };
    let body = (header_end..code.end).find(|&at| live.is_live(at))?;
    let body_begins = if unit.code[body].is(Punct::LeftBrace) { unit.moment(body) } else { last };
    unit.directives[first..last].iter().filter_map(|directive| directive.chain).find(|&chain| {
        let found = &unit.groups.chains()[chain];
        let begins = found.branches.first().is_some_and(|branch| branch.directive >= body_begins);
        let ends = found.end.is_some_and(|end| end < last);
        let is_inside = begins && ends && !uneven.contains(&chain);
        !is_inside && !configuration.has_chosen(chain)
    })
}
