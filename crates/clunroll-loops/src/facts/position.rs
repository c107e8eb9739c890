//! Whether a loop is one of the statements of a compound statement, in every configuration.
//!
//! ```text
//! { LOOP }        yes          if (x) LOOP      no
//! x = 0; LOOP     yes          case 1: LOOP     no
//! { … } LOOP      yes          BEGIN LOOP       not certain: a macro that stands for anything
//! ```
//!
//! The tree cannot say this for every configuration, but the tokens before the loop can. After `;`, `{` or `}` a statement begins
//! in a block: a braceless body comes after `)`, `else` or `do`, and a labelled statement after `:`. Conditionals may be between
//! that token and the loop. So each branch that may come directly before the loop is asked for its last token.
//!
//! The value of a statement expression is that of its last statement, so a loop in one stays a compound statement.

use crate::layout::directive_extent;
use crate::limits::MAX_DIRECTIVES_BEFORE_LOOP;
use crate::plan::Unroll;
use clunroll_analysis::Function;
use oclc_syntax::lex::{Punct, TokenKind};
use oclc_syntax::preprocess::{Directive, DirectiveKind, Moment, Unit};
use oclc_syntax::source::{FileId, Span};
use oclc_syntax::tree::TreeExtent;

/// Whether several statements, or none, may stand where the loop stands.
pub fn is_block_item(function: &Function<'_, '_>, unroll: &Unroll<'_>) -> bool {
    let prefix = &unroll.prefix;
    function.parsed.extent == TreeExtent::Function
        && !function.loops_in_expressions.contains(&unroll.site.tokens.start)
        && !prefix.has_label()
        && Predecessors { unit: function.unit, left: MAX_DIRECTIVES_BEFORE_LOOP }
            .end_statements(prefix.start, prefix.start_moment)
}

/// Whether nothing else is in the block that the loop is in, in any configuration.
pub fn is_alone_in_block(function: &Function<'_, '_>, unroll: &Unroll<'_>) -> bool {
    let (unit, expansion) = (function.unit, &function.parsed.expansion);
    let end = expansion.code_of(&expansion.tokens[unroll.site.tokens.end - 1]).end;
    let is = |at: Option<usize>, punct| {
        at.and_then(|at| unit.code.get(at)).is_some_and(|token| token.kind == TokenKind::Punct(punct))
    };
    let start = unroll.prefix.start;
    let first = unit.moment(start.saturating_sub(1));
    let mut before = unit.directives[first..unit.moment(start)].iter();
    let after = unit.moment(end - 1)..unit.moment(end);
    is(start.checked_sub(1), Punct::LeftBrace)
        && is(Some(end), Punct::RightBrace)
        && before.all(|directive| directive.kind == DirectiveKind::Pragma)
        && after.is_empty()
}

/// Where the text that a choice replaces begins: with the line of the first piece of the loop's prefix, if it begins one.
pub fn choice_start(function: &Function<'_, '_>, unroll: &Unroll<'_>) -> u32 {
    let file = &function.unit.sources[FileId::MAIN];
    let of_loop = function.source_span(&unroll.site.tokens).map_or(0, |span| span.start);
    let taken_out = unroll.prefix.taken_out(function.unit);
    let first = taken_out.first().map_or(of_loop, |&span| directive_extent(file, span).start.min(of_loop));
    let line = file.line(file.line_index(first)).map_or(first, |line| line.start);
    if file.slice(Span::new(line, first)).trim_ascii().is_empty() { line } else { first }
}

/// The tokens that may come directly before a place.
struct Predecessors<'u> {
    unit: &'u Unit,
    /// How many directives may still be looked at.
    left: usize,
}

impl Predecessors<'_> {
    /// Whether each token that may come before the code token `at`, and before the directive at `moment`, ends a statement or
    /// begins a block.
    fn end_statements(&mut self, mut at: usize, mut moment: Moment) -> bool {
        loop {
            let before = moment.checked_sub(1).map(|last| &self.unit.directives[last]);
            let Some(directive) = before.filter(|directive| directive.code_before == at) else {
                return at.checked_sub(1).is_some_and(|last| begins_statement(self.unit.code[last].kind));
            };
            moment -= 1;
            let Some(left) = self.left.checked_sub(1) else { return false };
            self.left = left;
            match directive.kind {
                DirectiveKind::Include | DirectiveKind::Error => return false,
                DirectiveKind::Elif | DirectiveKind::Else | DirectiveKind::Endif => {
                    let Some(members) = self.chain(moment) else { return false };
                    let ends = &members[..members.len() - 1];
                    let is_end = directive.kind == DirectiveKind::Endif;
                    // Each branch but the last ends where the next one begins.
                    if is_end && !ends.iter().all(|&end| self.ends_with_statement(end)) {
                        return false;
                    }
                    let has_else = |&&member: &&Moment| self.unit.directives[member].kind == DirectiveKind::Else;
                    if is_end && ends.iter().any(|member| has_else(&member)) {
                        return true;
                    }
                    moment = members[members.len() - 1];
                    at = self.unit.directives[moment].code_before;
                }
                _ => {}
            }
        }
    }

    fn ends_with_statement(&mut self, end: Moment) -> bool {
        let Directive { code_before, .. } = self.unit.directives[end];
        self.end_statements(code_before, end)
    }

    /// The directives of a chain, from the one at `last` back to its `#if`; `None` if that is too far away.
    fn chain(&mut self, last: Moment) -> Option<Vec<Moment>> {
        let chain = self.unit.directives[last].chain?;
        let mut members = Vec::new();
        for at in (0..=last).rev() {
            self.left = self.left.checked_sub(1)?;
            let directive = &self.unit.directives[at];
            if directive.chain == Some(chain) {
                members.push(at);
                if directive.kind.begins_chain() {
                    return Some(members);
                }
            }
        }
        None
    }
}

/// Whether a statement of a block may begin after such a token.
fn begins_statement(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Punct(Punct::Semicolon | Punct::LeftBrace | Punct::RightBrace))
}
