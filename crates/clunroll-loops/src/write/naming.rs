//! Which variables a copy of a body still names.
//!
//! ```text
//! for (int i = 0; i < 2; i++)                    {
//!     for (int j = i; j < 2; j++)                    { int j = 0; sum += a[j]; }
//!         sum += a[j];                     ->        { int j = 1; sum += a[j]; }
//!                                                }
//! ```
//!
//! Compilers warn of a variable that nothing uses. A body that names the induction variable may lose that in a copy: in the header of an
//! inner loop that is written out, or in a load that comes first. So the text of the copy itself is searched, which knows the spans of the
//! source that are in it. It is also searched for macros of the host: if there is one, the variable is `const` in the copy, so that a macro
//! which assigns it does not build. A variable of the body that only such loads used is mentioned after its declaration.

use std::collections::BTreeMap;

use crate::plan::Unroll;
use crate::plan::shape::VariableStyle;
use crate::write::edits::TextEdits;
use crate::write::renderer::{CopyContext, PlanRenderer};
use crate::write::text::Text;
use clunroll_analysis::{Induction, Symbol, SymbolId, place_of_token};
use oclc_syntax::lex::Punct;
use oclc_syntax::preprocess::DirectiveKind;
use oclc_syntax::source::{FileId, Place, Span};

/// Whether a copy names the induction variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// The name is in it.
    Sure,
    /// The name occurs under a condition, or a macro in the text may expand to it.
    Perhaps,
    /// It does not. The author may have named it in a loop that is written otherwise, or in a load that comes first.
    Never,
}

impl<'t> PlanRenderer<'_, '_, 't> {
    /// Mentions the variables of the body that only loads used which are constants now: compilers warn of a variable without a use.
    pub fn mentions_in_body(&self, unroll: &Unroll<'t>, scope: &CopyContext) -> TextEdits {
        let function = self.function;
        let tokens = &function.parsed.expansion.tokens;
        let body = function.tokens(unroll.site.body);
        if scope.loads.is_empty() {
            return Vec::new();
        }
        let mut uses: BTreeMap<SymbolId, bool> = BTreeMap::new();
        for used in function.uses_in(body.clone()) {
            let Some(id) = used.symbol.filter(|&id| body.contains(&function.symbol(id).declared)) else { continue };
            // An argument of a macro is where it is written, and not the whole invocation.
            let Place { file, span } = tokens[used.token].spelled;
            let is_gone = file == FileId::MAIN && scope.loads.iter().any(|(load, _)| load.contains(span));
            *uses.entry(id).or_insert(true) &= is_gone;
        }
        let unused = uses.into_iter().filter(|(_, are_gone)| *are_gone).map(|(id, _)| function.symbol(id));
        let mention = |symbol: &Symbol<'t>| {
            let semicolon = (symbol.declared..body.end).find(|&at| tokens[at].is(Punct::Semicolon))?;
            let end = function.source_span(&(semicolon..semicolon + 1))?.end;
            Some((Span::new(end, end), Text::Made(format!(" (void){};", symbol.name))))
        };
        let mut found: TextEdits = unused.filter_map(mention).collect();
        found.sort_by_key(|(span, _)| span.start);
        found
    }

    /// The variables that the header declares and that so many copies, with the author's step between them, do not name. The test is not
    /// written, nor the step after the last copy. A step alone is not a use of the induction variable.
    pub fn idle_variables(&self, unroll: &Unroll<'t>, counter: &Induction<'t>, copies: usize) -> Vec<&'t str> {
        let (function, site) = (self.function, &unroll.site);
        let body = function.tokens(site.body);
        let step = site.step.filter(|_| copies > 1).map_or(0..0, |step| function.tokens(step));
        let declares = |at: usize| {
            let name = &*function.parsed.expansion.tokens[at].text;
            function.lookup(name, body.start).filter(|&id| function.symbol(id).declared == at)
        };
        let is_idle = |&id: &SymbolId| {
            let step = if id == counter.variable { 0..0 } else { step.clone() };
            let uses = site.initializer.clone().chain(step).chain(body.clone());
            let names = |at: usize| function.uses_in(at..at + 1).iter().any(|used| used.symbol == Some(id));
            !uses.into_iter().any(names)
        };
        let declared = counter.declared.iter().flat_map(|_| site.initializer.clone()).filter_map(declares);
        declared.filter(is_idle).map(|id| function.symbol(id).name).collect()
    }

    /// Whether the text of a copy names the induction variable, where its copies declare it.
    pub fn naming(&self, unroll: &Unroll<'t>, style: Option<&VariableStyle>, text: &Text) -> Naming {
        let is_declared = style.is_some_and(|style| unroll.declares_value(style)) && unroll.site.counter.is_ok();
        match self.naming_by_tokens(unroll, style, text) {
            Naming::Never if is_declared && unroll.body.may_name_variable => Naming::Perhaps,
            naming => naming,
        }
    }

    /// The same, if no macro of the host and no other configuration names it.
    pub fn naming_by_tokens(&self, unroll: &Unroll<'t>, style: Option<&VariableStyle>, text: &Text) -> Naming {
        let (Some(_), Ok(counter)) = (style.filter(|style| unroll.declares_value(style)), &unroll.site.counter) else {
            return Naming::Never;
        };
        let function = self.function;
        let body = function.tokens(unroll.site.body);
        let tokens = &function.parsed.expansion.tokens;
        let is_other = |at: usize| {
            let uses = function.uses_in(at..at + 1);
            !uses.is_empty() && uses.iter().all(|used| used.symbol.is_some_and(|id| id != counter.variable))
        };
        let named = body.clone().filter(|&at| &*tokens[at].text == counter.name && !is_other(at));
        // An included file comes with its directive.
        if named.clone().any(|at| place_of_token(function, at).file != FileId::MAIN) {
            return Naming::Sure;
        }
        let (sure, chosen) = self.by_conditions(text, body.start, named);
        if self.holds(text, sure.into_iter(), &|made| has_word(made, counter.name)) {
            Naming::Sure
        } else if self.holds(text, chosen.into_iter(), &|_| false) {
            Naming::Perhaps
        } else {
            Naming::Never
        }
    }

    /// Whether a macro that the host may define is in the text of a copy, and may do more than compute a value. An `#if` around the copy
    /// that compares the macro alone shows that it is a number.
    pub fn may_assign(&self, unroll: &Unroll<'t>, text: &Text, scope: &CopyContext) -> bool {
        let function = self.function;
        let tokens = &function.parsed.expansion.tokens;
        let body = function.tokens(unroll.site.body);
        let open: Vec<usize> = body.filter(|&at| tokens[at].open && !scope.pins(&tokens[at].text)).collect();
        let is_included = |&at: &usize| place_of_token(function, at).file != FileId::MAIN;
        unroll.body.may_be_unseen_macro
            || open.iter().any(is_included)
            || self.holds(text, open.iter().copied(), &|made| open.iter().any(|&at| has_word(made, &tokens[at].text)))
    }

    /// Tokens of a body in rising order: those that are in its copy whatever the host defines, and those that a condition in the text of
    /// the copy chooses.
    fn by_conditions(
        &self,
        text: &Text,
        start: usize,
        tokens: impl Iterator<Item = usize>,
    ) -> (Vec<usize>, Vec<usize>) {
        let (function, unit) = (self.function, self.function.unit);
        let mut around: Vec<bool> = Vec::new();
        let mut next = function.moment(start);
        tokens.partition(|&at| {
            let moment = function.moment(at).max(next);
            for directive in &unit.directives[next..moment] {
                if directive.kind.begins_chain() {
                    let span = unit.directive_place(directive).span;
                    around.push(text.any(&|part| part.contains(span), &|_| false));
                } else if directive.kind == DirectiveKind::Endif {
                    around.pop();
                }
            }
            next = moment;
            !around.contains(&true)
        })
    }

    /// Where a token is written: in an argument of a macro, or where the macro is.
    fn written_at(&self, at: usize) -> u32 {
        let place = place_of_token(self.function, at);
        let Place { file, span } = self.function.parsed.expansion.tokens[at].spelled;
        let is_inside = file == FileId::MAIN && place.file == file && place.span.contains(span);
        if is_inside { span.start } else { place.span.start }
    }

    /// Whether the copied text, or made text, contains some of these tokens.
    fn holds(&self, text: &Text, tokens: impl Iterator<Item = usize>, of_made: &dyn Fn(&str) -> bool) -> bool {
        let mut places: Vec<u32> = tokens.map(|at| self.written_at(at)).collect();
        places.sort_unstable();
        let holds_place = |span: Span| {
            let next = places.partition_point(|&place| place < span.start);
            places.get(next).is_some_and(|&place| place < span.end)
        };
        text.any(&holds_place, of_made)
    }
}

/// Whether a word is in a text.
fn has_word(text: &str, word: &str) -> bool {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|part| part == word)
}
