//! `continue` statements that an `else` branch may replace in a copy of a body.
//!
//! ```text
//! float x = a[i];                    float x = a[i];
//! if (x < 0.0f) {                    if (x < 0.0f) {
//!     skipped++;                         skipped++;
//!     continue;                      } else {
//! }                                      sum += x;
//! sum += x;                          }
//! ```
//!
//! If the `if` is one of the body's own statements, and its first branch ends with the `continue`, the statements after the `if` run exactly
//! if the other branch runs. A copy then needs no loop that runs once. The condition and all statements stay as they are, in their order.
//!
//! The rest of the body moves into a block, which ends where the body ends. So nothing after it can use its declarations. But no label may
//! be in it: a `goto` or a `switch` would jump into the block. The tokens between which braces are written must be in the code itself, and no
//! condition of the preprocessor may be beside them. All `continue` statements of the body become branches, or none does. The blocks nest,
//! and compilers limit the depth of brackets.

use std::rc::Rc;

use lang_c::ast::{BlockItem, IfStatement, LabeledStatement, Statement};
use lang_c::span::{Node, Span as NodeSpan};
use lang_c::visit::Visit;

use super::exits::{Exits, Jump};
use super::loops::Loop;
use super::symbols::{Function, place_of_token};
use super::table_entries::Nesting;
use crate::limits::{BRACKETS_OF_LOOP, MAX_BRACKETS_OF_COPIES, MAX_BRANCHES};
use oclc_syntax::lex::Punct;
use oclc_syntax::preprocess::DirectiveKind;
use oclc_syntax::source::{FileId, Span};
use oclc_syntax::tree::{TokenRange, TreeExtent};

/// A `continue` that a copy replaces by an `else` branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedRest {
    /// Where the `if` statement begins.
    pub start: u32,
    /// The bytes of the statement, with the white space before it.
    pub jump: Span,
    /// Where a block begins that holds the first branch; `None` if the author wrote its braces.
    pub block: Option<u32>,
    /// Whether a comment, or a backslash at the end of a line, is between the statement and the token before it.
    pub follows_comment: bool,
    /// Whether the author wrote an `else` of his own.
    pub has_else: bool,
    /// Where the statement after that `else` ends, if no macro makes its end.
    pub else_end: Option<u32>,
    /// Where the other branch begins: after the author's `else`, or after the `if` statement.
    pub rest: u32,
}

/// The branches that may replace all of the body's `continue` statements, in their order; `None` if one of them must stay a jump.
pub(super) fn skipped_rests(
    function: &Function<'_, '_>,
    candidate: &Loop<'_>,
    exits: &Exits,
) -> Option<Rc<[SkippedRest]>> {
    let Statement::Compound(items) = &candidate.body.node else { return None };
    let body = function.tokens(candidate.body);
    let is_body_written = is_written(function, body.start) && is_written(function, body.end - 1);
    let is_few = (1..=MAX_BRANCHES).contains(&exits.continues.len());
    if !is_few || !is_body_written || function.parsed.extent != TreeExtent::Function {
        return None;
    }
    let mut jumps = exits.continues.iter();
    let mut found = Vec::new();
    let mut first = None;
    for (index, item) in items.iter().enumerate() {
        let BlockItem::Statement(statement) = &item.node else { continue };
        let Statement::If(branch) = &statement.node else { continue };
        let Some(jump) = last_jump(&branch.node) else { continue };
        let at = function.tokens(jump).start;
        let jump = jumps.next().filter(|jump| jump.token == at)?;
        found.push(skipped_rest(function, &branch.node, function.tokens(statement), jump)?);
        first.get_or_insert((index, function.tokens(statement).start));
    }
    let (first_item, first_token) = first?;
    let is_free = jumps.next().is_none()
        && !have_label(&items[first_item..])
        && has_no_conditions(function, &(first_token..body.end))
        && is_shallow_nest(function, candidate, 0);
    is_free.then(|| found.into())
}

/// The `continue` that the first branch of an `if` is or ends with.
fn last_jump(branch: &IfStatement) -> Option<&Node<Statement>> {
    let then = &branch.then_statement;
    match &then.node {
        Statement::Continue => Some(then),
        Statement::Compound(items) => match &items.last()?.node {
            BlockItem::Statement(last) if matches!(last.node, Statement::Continue) => Some(last),
            _ => None,
        },
        _ => None,
    }
}

fn skipped_rest(
    function: &Function<'_, '_>,
    branch: &IfStatement,
    whole: TokenRange,
    jump: &Jump,
) -> Option<SkippedRest> {
    let (parsed, unit) = (&function.parsed, function.unit);
    let then = function.tokens(&branch.then_statement);
    let is_whole_branch = matches!(branch.then_statement.node, Statement::Continue);
    let has_else = branch.else_statement.is_some();
    // The last token before the other branch.
    let last = if has_else { then.end } else { then.end - 1 };
    let tokens = &parsed.expansion.tokens;
    let is_plain = has_else == tokens.get(then.end).is_some_and(|token| token.is_word("else"))
        && [whole.start, then.start, then.end - 1, jump.token, last].iter().all(|&at| is_written(function, at))
        && tokens[whole.start].is_word("if")
        && (whole.start..=last).all(|at| !parsed.is_left_out(at))
        && function.moment(whole.start) == function.moment(last);
    let span = jump.span.filter(|_| is_plain && is_written(function, jump.token + 1))?;
    let before = place_of_token(function, jump.token - 1);
    if before.file != FileId::MAIN || before.span.end > span.start {
        return None;
    }
    let gap = unit.sources[FileId::MAIN].slice(Span::new(before.span.end, span.start));
    let follows_comment = !gap.trim_ascii().is_empty();
    let blanks = gap.len() - gap.trim_ascii_end().len();
    let rest = tokens[last].spelled.span.end;
    let start = tokens[whole.start].spelled.span.start;
    let own = branch.else_statement.as_ref().map(|own| function.tokens(own).end - 1);
    let else_end = own.filter(|&own| is_written(function, own)).map(|own| tokens[own].spelled.span.end);
    let jump = Span::new(span.start - blanks as u32, span.end);
    let block = is_whole_branch.then_some(before.span.end);
    Some(SkippedRest { start, jump, block, follows_comment, has_else, else_end, rest })
}

/// Whether a token is in the code of the main file, and not in a macro.
fn is_written(function: &Function<'_, '_>, at: usize) -> bool {
    let token = &function.parsed.expansion.tokens[at];
    token.call.is_none() && !token.open && token.spelled.file == FileId::MAIN
}

/// Whether a label or a `case` is in statements.
fn have_label(items: &[Node<BlockItem>]) -> bool {
    struct Labels(bool);
    impl<'t> Visit<'t> for Labels {
        fn visit_labeled_statement(&mut self, _: &'t LabeledStatement, _: &'t NodeSpan) {
            self.0 = true;
        }
    }
    let mut labels = Labels(false);
    for item in items {
        labels.visit_block_item(&item.node, &item.span);
    }
    labels.0
}

/// Whether only pragmas and definitions are between tokens.
fn has_no_conditions(function: &Function<'_, '_>, range: &TokenRange) -> bool {
    let directives = function.moment(range.start)..function.moment(range.end - 1);
    let is_harmless = |kind| matches!(kind, DirectiveKind::Pragma | DirectiveKind::Define | DirectiveKind::Undef);
    function.unit.directives[directives].iter().all(|directive| is_harmless(directive.kind))
}

/// Whether compilers accept the depth of brackets if each loop around, and this one, gets all that the forms may write around a copy, each
/// `continue` of the nest becomes a branch, and so many more blocks are around a copy.
#[must_use]
pub fn is_shallow_nest(function: &Function<'_, '_>, candidate: &Loop<'_>, more: u32) -> bool {
    let body = function.tokens(candidate.body);
    let nesting = function.known.nesting.get_or_init(|| Nesting::of(function));
    let own = candidate.tokens.start;
    let outer = std::iter::successors(Some(own), |keyword| function.loops_around.get(keyword).copied());
    let (mut loops, mut outermost) = (0, own);
    for keyword in outer {
        (loops, outermost) = (loops + 1, keyword);
    }
    let written = nesting.depths[body.clone()].iter().max().copied().unwrap_or(0);
    let branches = nesting.continues[body.end] - nesting.continues[outermost];
    written + branches + more + loops * BRACKETS_OF_LOOP <= MAX_BRACKETS_OF_COPIES
}

impl Nesting {
    fn of(function: &Function<'_, '_>) -> Self {
        let tokens = &function.parsed.expansion.tokens;
        let (mut depth, mut jumps) = (0_u32, 0);
        let (mut depths, mut continues) = (Vec::with_capacity(tokens.len()), Vec::with_capacity(tokens.len() + 1));
        for token in tokens {
            continues.push(jumps);
            if [Punct::LeftBrace, Punct::LeftParen, Punct::LeftBracket].iter().any(|&one| token.is(one)) {
                depth += 1;
            }
            depths.push(depth);
            if [Punct::RightBrace, Punct::RightParen, Punct::RightBracket].iter().any(|&one| token.is(one)) {
                depth = depth.saturating_sub(1);
            }
            jumps += u32::from(token.is_word("continue"));
        }
        continues.push(jumps);
        Self { depths, continues }
    }
}
