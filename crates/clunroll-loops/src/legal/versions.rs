//! Whether a loop may be written in versions, one for each number of iterations that may remain, and around which loop the `switch` is.
//! `write/versions.rs` shows what that looks like.
//!
//! The main loop is that of the counted form, and `write/bounds.rs` computes how many iterations it leaves. The proof that nested tests need
//! holds here too: less than a pass is left, and that number of copies is right.
//!
//! The `switch` is around the outermost loop in which the start and the bound stay the same. It computes them where the program might
//! not have done so: the inner loop may never be reached. So there they must have a value whatever happens: made of variables that are
//! surely initialised, without arithmetic that may overflow. The loop is copied, so it holds nothing that may occur only once, no
//! jump to a label, no directive, and nothing where work-items meet. Where one of these fails, the `switch` is around the next loop
//! further in; last, around the unrolled loop itself, whose header the program evaluates at that place anyway.

use crate::directive::Spelling;
use crate::limits::{MAX_ATTRIBUTE, MAX_LOOPS_OF_VERSIONS, MAX_TOKENS_AFTER_INITIALIZER, MAX_VERSIONS};
use crate::plan::{InnerPlans, assumes};
use crate::planner::{PlannedRequest, Planner};
use crate::terms::HostedTrips;
use clunroll_analysis::{Body, Induction, Loop, Operand, Storage, check_body, is_total, recognise, runtime_operand};
use clunroll_rules::RemainderReason;
use lang_c::ast::Expression;
use lang_c::span::Node;
use oclc_syntax::lex::Punct;
use oclc_syntax::preprocess::{DirectiveKind, IntegerType};
use oclc_syntax::source::{FileId, Span};
use oclc_syntax::tree::TokenRange;

/// Words that may occur only once in a header, or that need a look at what follows.
const WORDS_OF_HEADERS: [&str; 9] =
    ["static", "extern", "local", "__local", "asm", "__asm__", "__asm", "__COUNTER__", "_Pragma"];

/// How many copies of a body versions have: those of a main loop, and those that remain, in each.
pub const fn copies(factor: u32) -> u64 {
    let factor = factor as u64;
    factor * factor + factor * (factor - 1) / 2
}

impl<'u, 't> Planner<'_, 'u, 't> {
    /// Why a counted loop has no versions, if it has none.
    pub fn against_versions(
        &self,
        asked: &PlannedRequest<'_, '_, 'u, 't>,
        counter: &Induction<'t>,
        factor: u32,
    ) -> Option<RemainderReason> {
        if asked.wanted.request.spelling == Spelling::Jam {
            return Some(RemainderReason::Jam);
        }
        if factor > MAX_VERSIONS {
            return Some(RemainderReason::TooManyVersions { versions: factor, limit: MAX_VERSIONS });
        }
        if asked.body.convergent.is_some() || self.meets_in_header(&asked.site) {
            return Some(RemainderReason::Barrier);
        }
        let stays = operands(counter).all(|node| self.constant_in(asked, node, &asked.site.tokens).is_some());
        // Without a start, the variable begins with the value that it has.
        let begins = counter.start.is_some() || counter.declared.is_none();
        (!stays || !begins).then_some(RemainderReason::NotKnownBefore)
    }

    /// The loop that is written once for each version.
    pub fn loop_of_versions(
        &self,
        asked: &PlannedRequest<'_, '_, 'u, 't>,
        counter: &Induction<'t>,
        inner_plans: &InnerPlans<'t>,
    ) -> TokenRange {
        let function = self.function;
        let mut around = asked.site.tokens.clone();
        // A choice for the sake of a loop in this one is around this one alone.
        let is_chosen = assumes(inner_plans) || asked.terms.hosted_trips == HostedTrips::AsWritten;
        if counter.start.is_none() || is_chosen || !function.labels.is_empty() {
            return around;
        }
        for _ in 0..MAX_LOOPS_OF_VERSIONS {
            let outer = function.loops_around.get(&around.start).and_then(|&keyword| recognise(function, keyword).ok());
            let Some(outer) = outer.filter(|outer| {
                let is_known = |node| {
                    let operand = self.constant_in(asked, node, &outer.tokens);
                    operand.is_some_and(|operand| self.has_value_before(asked, node, operand.kind, &outer.tokens))
                };
                operands(counter).all(is_known) && self.is_copied_around(asked, outer, &around)
            }) else {
                break;
            };
            around = outer.tokens;
        }
        around
    }

    /// An operand of the header that has one value while those tokens run, and may be named before them.
    fn constant_in(
        &self,
        asked: &PlannedRequest<'_, '_, 'u, 't>,
        node: &'t Node<Expression>,
        tokens: &TokenRange,
    ) -> Option<Operand> {
        let function = self.function;
        let mut symbols = function.uses_in(function.tokens(node)).iter().filter_map(|used| used.symbol);
        let is_before = symbols.all(|id| !tokens.contains(&function.symbol(id).declared));
        runtime_operand(function, asked.env, None, node, tokens).ok().filter(|_| is_before)
    }

    /// Whether an operand of that type has a value before a loop that may never come to it.
    fn has_value_before(
        &self,
        asked: &PlannedRequest<'_, '_, 'u, 't>,
        node: &'t Node<Expression>,
        kind: IntegerType,
        outer: &TokenRange,
    ) -> bool {
        let function = self.function;
        let tokens = &function.parsed.expansion.tokens;
        let is_label = |at: usize| tokens[at].is_word("case") || tokens[at].is_word("default");
        let is_initialised = |id| {
            let symbol = function.symbol(id);
            let mut after = symbol.declared..outer.start;
            match symbol.storage {
                Storage::Parameter | Storage::Enumerator => true,
                Storage::Local => {
                    symbol.initializer.is_some() && after.len() <= MAX_TOKENS_AFTER_INITIALIZER && !after.any(is_label)
                }
                Storage::Static | Storage::Typedef => false,
            }
        };
        let uses = function.uses_in(function.tokens(node));
        is_total(function, asked.env, kind, node)
            && uses.iter().filter(|used| !used.called).all(|used| used.symbol.is_some_and(is_initialised))
    }

    /// Whether a loop can be copied with the loop `inner` in it, and nothing before it speaks of it.
    fn is_copied_around(&self, asked: &PlannedRequest<'_, '_, 'u, 't>, outer: &Loop<'t>, inner: &TokenRange) -> bool {
        let function = self.function;
        let is_repeatable = |body: Body| body.convergent.is_none();
        function.tokens(outer.body).contains(&inner.start)
            && function.source_span(&outer.tokens).is_some()
            && self.begins_statement(outer.tokens.start)
            && self.holds_no_directive(asked, &outer.tokens)
            && self.is_plain_around(asked, &outer.tokens)
            && !self.meets_in_header(outer)
            && self.header(outer).into_iter().flatten().all(|at| self.is_plain_in_header(at))
            && check_body(function, outer).is_ok_and(is_repeatable)
    }

    /// The tokens of a loop before its body and after it.
    fn header(&self, site: &Loop<'t>) -> [TokenRange; 2] {
        let body = self.function.tokens(site.body);
        [site.tokens.start..body.start, body.end..site.tokens.end]
    }

    /// Whether work-items may meet in the header of a loop.
    fn meets_in_header(&self, site: &Loop<'t>) -> bool {
        let function = self.function;
        let mut uses = self.header(site).into_iter().flat_map(|part| function.uses_in(part));
        uses.any(|used| used.called && function.program.convergence(used.name).is_some())
    }

    /// Whether nothing before a loop can speak of it: no pragma or attribute, no label, no macro of the host.
    fn begins_statement(&self, keyword: usize) -> bool {
        let function = self.function;
        let expansion = &function.parsed.expansion;
        let code = expansion.code_of(&expansion.tokens[keyword]).start;
        let directives = &function.unit.directives[..function.unit.moment(code)];
        let mut before = directives.iter().rev().take_while(|directive| directive.code_before == code);
        let Some(last) = keyword.checked_sub(1).filter(|&last| !function.parsed.is_left_out(last)) else {
            return false;
        };
        let token = &expansion.tokens[last];
        let ends = token.is(Punct::Semicolon)
            || token.is(Punct::LeftBrace)
            || token.is(Punct::RightBrace)
            || token.is_word("else")
            || token.is_word("do")
            || (token.is(Punct::RightParen) && self.ends_header(last));
        ends && !before.any(|directive| directive.kind == DirectiveKind::Pragma)
    }

    /// Whether a parenthesis closes the header of a statement.
    fn ends_header(&self, close: usize) -> bool {
        let tokens = &self.function.parsed.expansion.tokens;
        let mut open = 0_usize;
        for at in (0..=close).rev().take(MAX_ATTRIBUTE) {
            open += usize::from(tokens[at].is(Punct::RightParen));
            if tokens[at].is(Punct::LeftParen) {
                open -= 1;
                if open == 0 {
                    let words = ["if", "for", "while", "switch"];
                    return at > 0 && words.iter().any(|word| tokens[at - 1].is_word(word));
                }
            }
        }
        false
    }

    /// Whether the only directives in a loop are those before the requested one and those in it.
    fn holds_no_directive(&self, asked: &PlannedRequest<'_, '_, 'u, 't>, tokens: &TokenRange) -> bool {
        let (function, own) = (self.function, &asked.site.tokens);
        let moments = function.moment(tokens.start)..function.moment(tokens.end - 1);
        let inside = function.moment(own.start)..function.moment(own.end - 1);
        moments.filter(|moment| !inside.contains(moment)).all(|moment| {
            let directive = &function.unit.directives[moment];
            let place = function.unit.directive_place(directive);
            let mut pieces = asked.wanted.request.prefix.pieces.iter();
            directive.kind == DirectiveKind::Pragma && pieces.any(|piece| piece.place == place)
        })
    }

    /// Whether a loop has no attributes, operators and names that the host decides, but in the requested loop and before it.
    fn is_plain_around(&self, asked: &PlannedRequest<'_, '_, 'u, 't>, tokens: &TokenRange) -> bool {
        let function = self.function;
        let expanded = &function.parsed.expansion.tokens;
        let pieces = &asked.wanted.request.prefix.pieces;
        let is_own = |at: usize| {
            let spelled = expanded[at].spelled;
            let is_in = |piece: Span| spelled.file == FileId::MAIN && piece.contains(spelled.span);
            asked.site.tokens.contains(&at) || pieces.iter().any(|piece| is_in(piece.place.span))
        };
        let says_something =
            |at: usize| function.parsed.is_left_out(at) || expanded[at].open || expanded[at].is_word("_Pragma");
        !tokens.clone().any(|at| says_something(at) && !is_own(at))
    }

    /// Whether a token of a header may be written several times: no statement is there, and nothing that occurs only once.
    fn is_plain_in_header(&self, at: usize) -> bool {
        let token = &self.function.parsed.expansion.tokens[at];
        !token.is(Punct::LeftBrace) && !WORDS_OF_HEADERS.iter().any(|word| token.is_word(word))
    }
}

/// The operands of the trip count.
fn operands<'t>(counter: &Induction<'t>) -> impl Iterator<Item = &'t Node<Expression>> + use<'t> {
    counter.start.into_iter().chain([counter.bound])
}
