//! How copies get the value of the induction variable.
//!
//! If the header declares the variable, each copy declares it with its value. For a variable from outside the loop it can do so too:
//!
//! ```text
//! int i;                            int i;
//! #pragma unroll                    { int i = 0; a[i] = b[i]; }
//! for (i = 0; i < 2; i++)           { int i = 1; a[i] = b[i]; }
//!     a[i] = b[i];                  i = 2;
//! ```
//!
//! While the copies run, the variable itself has the value that it had before the loop. So nothing may see it then, and the loop may
//! end only where the last copy ends, or where the function ends. Nothing else can see it: it is private and not volatile, and no
//! pointer to it is made anywhere in the function. The body only reads it, and so sees the constant in its place. The body uses only
//! the variable's value, not its type or address.
//!
//! The last line is left out if nothing reads the variable before it is set again (`Body::value_lives_on`).
//!
//! The new variable has the author's type. It is spelled as the author wrote it if that is only words before the name, and they mean
//! the same at the loop. Otherwise it has OpenCL's name for that type.

use crate::plan::shape::VariableStyle;
use crate::planner::{PlannedRequest, Planner, Settled};
use clunroll_analysis::{Body, Function, Induction, Space, Storage, SymbolId, VariableType, defined_tag};
use oclc_syntax::lex::{Punct, TokenKind};
use oclc_syntax::preprocess::Meaning;
use oclc_syntax::tree::{TokenRange, TreeExtent};

/// Words that name address spaces of buffers.
const SPACES: [&str; 4] = ["__constant", "__global", "constant", "global"];

/// Words before a name that are not a part of its type.
const OTHER_WORDS: [&str; 9] =
    ["auto", "const", "private", "__private", "register", "restrict", "__restrict", "__restrict__", "static"];

impl<'u, 't> Planner<'_, 'u, 't> {
    /// How copies get the value of the induction variable, if all values are known.
    pub fn known_style(&self, planned: &PlannedRequest<'_, '_, 'u, 't>, counter: &Induction<'t>) -> VariableStyle {
        if matches!(self.settled.get(&planned.request.number), Some(Settled::Stepped)) {
            return VariableStyle::Stepped;
        }
        let style = self.style(counter, &planned.body);
        if style == VariableStyle::Stepped && self.is_seen_by_body_alone(planned, counter) {
            self.type_before(planned, counter).map_or(style, VariableStyle::Replaced)
        } else {
            style
        }
    }

    /// Whether nothing but the body sees the variable before the loop ends, and the body only reads it.
    fn is_seen_by_body_alone(&self, planned: &PlannedRequest<'_, '_, 'u, 't>, counter: &Induction<'t>) -> bool {
        let (function, body) = (self.function, &planned.body);
        let gotos = function.labels_in(function.tokens(planned.site.body));
        counter.declared.is_none()
            && counter.start.is_some()
            && !counter.has_companions
            && defined_tag(function, &planned.site.initializer).is_none()
            && function.parsed.extent == TreeExtent::Function
            && function.address_taken(counter.variable).is_none()
            && body.changes_variable.is_none()
            && !body.asks_type
            && body.exits.breaks.is_empty()
            && gotos.iter().all(|used| body.exits.labels.contains(used.name))
    }

    /// The type of a variable from outside the loop.
    fn type_before(&self, planned: &PlannedRequest<'_, '_, 'u, 't>, counter: &Induction<'t>) -> Option<String> {
        let VariableType::Integer(kind) = counter.kind else { return None };
        authors_words(self.function, counter.variable, planned.site.tokens.start, 0)
            .or_else(|| Some(kind.name().to_owned()))
    }
}

/// The words in front of a variable's name where it is declared, if they are all of its type and mean the same at a loop; of a
/// pointer, in front of so many stars, without its address space.
#[must_use]
pub fn authors_words(function: &Function<'_, '_>, id: SymbolId, loop_token: usize, stars: usize) -> Option<String> {
    let symbol = function.symbol(id);
    let tokens = &function.parsed.expansion.tokens;
    let is_star = |at: usize| tokens[at].is(Punct::Star);
    let is_word = |&at: &usize| tokens[at].kind == TokenKind::Identifier || (stars > 0 && is_star(at));
    let first = (0..symbol.declared).rev().take_while(is_word).last()?;
    let before = first.checked_sub(1).map(|before| &tokens[before])?;
    let is_parameter = symbol.storage == Storage::Parameter;
    let begins = before.is(Punct::LeftParen)
        || (is_parameter && before.is(Punct::Comma))
        || (!is_parameter && [Punct::Semicolon, Punct::LeftBrace, Punct::RightBrace].iter().any(|&one| before.is(one)));
    let means_the_same = |at: usize| {
        let word = &*tokens[at].text;
        tokens[at].call.is_none()
            && !tokens[at].open
            && !function.parsed.is_left_out(at)
            && matches!(function.meaning(word, function.moment(loop_token)), Meaning::Ordinary)
            && function.lookup(word, at) == function.lookup(word, loop_token)
    };
    let before_name = first..symbol.declared;
    let is_pointer = before_name.clone().filter(|&at| is_star(at)).count() == stars;
    let last = before_name.clone().find(|&at| is_star(at)).unwrap_or(symbol.declared);
    let is_other = |at: usize| {
        let word = &&*tokens[at].text;
        OTHER_WORDS.contains(word) || (stars > 0 && SPACES.contains(word))
    };
    let after_star = last..symbol.declared;
    let words: Vec<_> = (first..last).filter(|&at| !is_other(at)).collect();
    let is_whole = begins
        && is_pointer
        && after_star.into_iter().all(|at| is_star(at) || is_other(at))
        && !words.is_empty()
        && words.iter().all(|&at| means_the_same(at) && !names_space(function, at));
    is_whole.then(|| words.iter().map(|&at| &*tokens[at].text).collect::<Vec<_>>().join(" "))
}

/// Whether a type name contains an address space.
fn names_space(function: &Function<'_, '_>, token: usize) -> bool {
    let name = &*function.parsed.expansion.tokens[token].text;
    let declared = function.lookup(name, token).map(|id| function.symbol(id));
    declared.is_some_and(|symbol| symbol.kind.space != Space::Private)
}

impl Planner<'_, '_, '_> {
    /// How copies get the value of the induction variable. A header that names the variable itself (`sizeof(i)`), or declares
    /// something else (`enum { … } i`, `i = sizeof(enum { … })`), must stay in the variable's scope.
    pub fn style(&self, counter: &Induction<'_>, body: &Body) -> VariableStyle {
        let tokens = &self.function.parsed.expansion.tokens;
        let operands = counter.start.into_iter().chain([counter.bound]);
        let names_itself = operands
            .map(|node| self.function.tokens(node))
            .any(|range| tokens[range].iter().any(|token| token.text == counter.name));
        let defines_tag = |range: &TokenRange| defined_tag(self.function, range).is_some();
        match &counter.declared {
            Some(declared)
                if !counter.has_companions
                    && counter.kind != VariableType::Pointer
                    && !body.asks_type
                    && !names_itself
                    && !defines_tag(declared)
                    && !counter.start.is_some_and(|start| defines_tag(&self.function.tokens(start))) =>
            {
                VariableStyle::Declared(declared.clone())
            }
            _ => VariableStyle::Stepped,
        }
    }
}
