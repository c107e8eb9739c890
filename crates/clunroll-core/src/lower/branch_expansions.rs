//! What an invocation becomes in each branch of the conditional that defines its macro.
//!
//! The item around it is expanded in each configuration that takes another branch. There, the macro has one definition, and its
//! invocation is written out like any other ([`dissolve`]); where it has none, or the host decides, the invocation stays itself.
//! All of that is only of use where the conditional, asked again at the invocation, would take the same branch.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use super::dissolve::{ExpansionTask, PlainToken, dissolve};
use super::find::sites;
use super::layout::Setting;
use crate::unroll::{FileStyle, line_indentation};
use oclc_syntax::lex::{Bracket, Punct, TokenKind, partners};
use oclc_syntax::preprocess::{Configuration, Expansion, Meaning, Taken, Unit, expand};
use oclc_syntax::source::{Composed, FileId};

/// An item as it expands in each branch of a conditional that can be taken.
pub struct BranchExpansions<'u>(Vec<Variant<'u>>);

struct Variant<'u> {
    branch: Option<usize>,
    configuration: Configuration,
    expansion: Expansion<'u>,
    /// The tokens that have to be plain text, in rising order: of requests, and of the loops behind them.
    plain: Vec<usize>,
    /// The code tokens of the invocations in the code itself, by the first of them.
    invocations: HashMap<usize, Range<usize>>,
}

impl<'u> BranchExpansions<'u> {
    /// Those of a conditional, for the item of these code tokens.
    pub fn of(unit: &'u Unit, chain: usize, item: &Range<usize>) -> Self {
        let nothing = Configuration::default();
        let branches = unit.feasible(&nothing, chain).map(|(branch, configuration)| {
            let expansion = expand(unit, &configuration, std::iter::once(item.clone()));
            let sites = sites(unit, &expansion.tokens, &partners(Bracket::Any, &expansion.tokens), item.clone());
            let plain: BTreeSet<usize> = sites.into_iter().flat_map(|site| site.plain).collect();
            let outermost = expansion.calls.iter().filter(|call| call.parent.is_none());
            let invocations = outermost.map(|call| (call.code.start, call.code.clone())).collect();
            Variant { branch, configuration, expansion, plain: plain.into_iter().collect(), invocations }
        });
        Self(branches.collect())
    }

    /// The code tokens of the invocation that begins at one, and what it becomes in each branch of the conditional, in that where
    /// none is taken last; `None` where it is none, or where no text is certain to mean the same.
    pub fn written(
        &self,
        unit: &Unit,
        at: usize,
        number: usize,
        layout: &FileStyle,
    ) -> Option<(Range<usize>, Vec<Composed>)> {
        let chain = &unit.groups.chains()[number];
        let mut ranges = self.0.iter().filter_map(|variant| variant.invocations.get(&at));
        let code = ranges.next()?.clone();
        if !ranges.all(|other| *other == code) {
            return None;
        }
        let mut texts = vec![Composed::empty(); chain.branches.len()];
        for variant in &self.0 {
            let taken = variant.branch.map_or(Taken::Nothing, Taken::Branch);
            if unit.taken_at(&variant.configuration, number, unit.moment(at)) != taken {
                return None;
            }
            let text = variant.text(unit, &code, layout)?;
            match variant.branch {
                Some(branch) => texts[branch] = text,
                None if text.is_empty() => {}
                None => texts.push(text),
            }
        }
        if unit.code.get(code.end).is_some_and(|next| next.is(Punct::LeftParen)) {
            // The host's macro may take it for the beginning of its arguments. What a parenthesis closes may be the invocation of
            // a macro that ends in the name of another, which must not find it either.
            let is_unsure = self.0.iter().any(|variant| !variant.invocations.contains_key(&at));
            let lets_through = |text: &Composed| matches!(text.bytes(), [] | [b'(', ..]);
            if is_unsure || (unit.code[at - 1].is(Punct::RightParen) && texts.iter().any(lets_through)) {
                return None;
            }
        }
        Some((code, texts))
    }
}

impl Variant<'_> {
    /// What an invocation becomes in this branch: itself, where it is none, or the host decides.
    fn text(&self, unit: &Unit, code: &Range<usize>, layout: &FileStyle) -> Option<Composed> {
        let Self { configuration, expansion, plain, invocations, .. } = self;
        if expansion.overflow {
            return None;
        }
        let main = &unit.sources[FileId::MAIN];
        let span = unit.code[code.start].span.to(unit.code[code.end - 1].span);
        if !invocations.contains_key(&code.start) {
            let mut text = Composed::empty();
            text.copy_main(main, span);
            return Some(text);
        }
        let index = |code: usize| expansion.tokens.partition_point(|token| expansion.code_of(token).start < code);
        let run = index(code.start)..index(code.end);
        let target = &expansion.tokens[run.clone()];
        let Some(last) = target.last() else { return Some(Composed::empty()) };
        let group = unit.group(unit.moment(code.start));
        let is_name = last.kind == TokenKind::Identifier
            && !matches!(unit.meaning_in(configuration, &last.text, unit.moment(code.start), group), Meaning::Ordinary);
        if is_name {
            return None;
        }
        let setting = Setting {
            in_parentheses: false,
            indentation: line_indentation(main, span.start),
            step: &layout.unit,
            line_end: layout.line_end,
        };
        let first = plain.partition_point(|&at| at < run.start);
        let inside = plain[first..].iter().take_while(|&&at| at < run.end).map(|at| at - run.start);
        // Of what asks for nothing one level is written out all the same.
        let wants = inside.chain([0]).map(|at| (0, PlainToken::Plain(at))).collect();
        let task = ExpansionTask { configuration, code: code.clone(), target, wants, setting };
        dissolve(unit, &task, &BTreeSet::new()).ok().map(|dissolved| dissolved.text)
    }
}
