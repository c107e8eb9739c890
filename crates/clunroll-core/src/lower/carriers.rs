//! The macros that may bring a loop or a request into a file.
//!
//! Only the words in the replacement lists are looked at, so that a file whose macros make no loops costs one pass over its
//! `#define` lines. A list names other macros, or makes names of them with `##`: `UNROLL_##n` may be each macro whose name begins
//! with `UNROLL_`. The lists of the host count too.
//!
//! A request is recognised by a word that is written whole, such as `unroll` or `opencl_unroll_hint`, in a file or in a `-D`. Nobody
//! pastes that word from pieces, and a search for it decides for nearly all files that there is nothing to do.

use std::borrow::Cow;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::directive::{is_loop_keyword, says_something};
use crate::limits::{MAX_PASTED_NAMES, MAX_TOKENS_OF_MACRO};
use oclc_syntax::lex::{Bracket, Depth, Punct, Token, TokenKind, after_group, are_balanced};
use oclc_syntax::preprocess::{Configuration, DirectiveKind, Expanded, Expansion, Unit, expand};
use oclc_syntax::source::FileId;
use oclc_syntax::tree::Items;

/// The macros of which an invocation may make a part of a loop or a request.
#[derive(Debug)]
pub struct LoopMacros {
    /// Those that may make a part of a loop.
    any: FxHashSet<String>,
    /// Those that lead to a request.
    hints: FxHashSet<String>,
    /// Those that lead to an attribute or a pragma operator, perhaps to one that their argument names.
    operators: FxHashSet<String>,
    /// Those that may make the keyword of a loop.
    loops: FxHashSet<String>,
    /// Those that are nothing in all files, and that the host may define.
    empty: FxHashSet<String>,
}

impl LoopMacros {
    /// Reads the `#define` lines of a unit.
    #[must_use]
    pub fn of(unit: &Unit) -> Self {
        let is_word =
            |token: &Token, is: &dyn Fn(&str) -> bool| token.kind == TokenKind::Identifier && is(&unit.text(token));
        let is_part = |token: &Token| token.is(Punct::HashHash) || is_word(token, &is_loop_word);
        let asks = |token: &Token| match token.kind {
            TokenKind::Identifier => is_request_word(&unit.text(token)),
            TokenKind::String => unit.text(token).contains("unroll"),
            _ => false,
        };
        let users = Users::of(unit);
        // A macro may hold the parenthesis that closes a header.
        let makes_part = |list: &[Token]| list.iter().any(is_part) || !are_balanced(Bracket::Round, list);
        let any = users.leading_to(unit, makes_part);
        let loops = users.leading_to(unit, |list| list.iter().any(|token| is_word(token, &is_loop_keyword)));
        let hints = users.leading_to(unit, |list| list.iter().any(asks));
        let operators = users.leading_to(unit, |list| list.iter().any(|token| is_word(token, &says_something)));
        let is_empty = |name: &&Cow<'_, str>| {
            unit.may_be_of_host(name) && unit.definitions(name).all(|definition| definition.body.is_empty())
        };
        let empty = users.numbers.keys().filter(is_empty).map(ToString::to_string).collect();
        Self { any, hints, operators, loops, empty }
    }

    /// Whether the invocation that begins with an expanded token, whose macro the final compile decides, may be a request: by a
    /// definition, by its arguments, or as the host likes.
    #[must_use]
    pub fn may_request_at(&self, tokens: &[Expanded<'_>], at: usize) -> bool {
        let name = &*tokens[at].text;
        if self.hints.contains(name) {
            return true;
        }
        let arguments = || {
            let rest = &tokens[at + 1..tokens.len().min(at + MAX_TOKENS_OF_MACRO)];
            rest.first().filter(|next| next.is(Punct::LeftParen))?;
            Some(&rest[..after_group(Bracket::Round, rest, 0)?])
        };
        self.operators.contains(name) && arguments().is_some_and(|arguments| arguments.iter().any(asks))
    }

    /// Whether an invocation whose macro is nothing in all files may be a request of the host: it is in front of a loop.
    #[must_use]
    pub fn may_be_of_host(&self, tokens: &[Expanded<'_>], at: usize) -> bool {
        if !self.empty.contains(&*tokens[at].text) {
            return false;
        }
        let mut rest = &tokens[at + 1..tokens.len().min(at + MAX_TOKENS_OF_MACRO)];
        // Its arguments, and attributes and operators that ask for nothing: one that does is the request.
        loop {
            let open = match rest.first() {
                Some(next) if next.is(Punct::LeftParen) => 0,
                Some(next) if says_something(&next.text) => 1,
                Some(next) if next.kind == TokenKind::Identifier => {
                    return is_loop_keyword(&next.text) || (next.open && self.loops.contains(&*next.text));
                }
                _ => return false,
            };
            let Some(end) = after_group(Bracket::Round, rest, open) else { return false };
            if open == 1 && rest[..end].iter().any(asks) {
                return false;
            }
            rest = &rest[end..];
        }
    }

    /// Whether a macro that leads to a request, or that the host may define as one, is named in the code of the main file.
    #[must_use]
    pub fn request_in_main(&self, unit: &Unit) -> bool {
        let names = unit.code.iter().filter(|token| token.kind == TokenKind::Identifier && token.file == FileId::MAIN);
        let is_carrier =
            |name: &str| self.hints.contains(name) || self.operators.contains(name) || self.empty.contains(name);
        let is_any = !(self.hints.is_empty() && self.operators.is_empty() && self.empty.is_empty());
        is_any && names.into_iter().any(|token| is_carrier(&unit.text(token)))
    }

    /// The items of the main file in which any of them may occur, by their code tokens, with what they expand to.
    pub fn items<'u>(&self, unit: &'u Unit) -> impl Iterator<Item = (Range<usize>, Expansion<'u>)> {
        let codes: Vec<Range<usize>> = Items::find(unit).all().iter().map(|item| item.code.clone()).collect();
        codes.into_iter().filter_map(|code| {
            let is_main = unit.code[code.clone()].iter().any(|token| token.file == FileId::MAIN);
            let may_occur = is_main && self.may_occur(unit, code.clone());
            let expansion =
                may_occur.then(|| expand(unit, &Configuration::default(), std::iter::once(code.clone())))?;
            (!expansion.overflow).then_some((code, expansion))
        })
    }

    /// Whether macros may make a loop or a request in these code tokens, or repeat one that is their argument.
    fn may_occur(&self, unit: &Unit, code: Range<usize>) -> bool {
        let mut depth = Depth::of(Bracket::Round);
        unit.code[code].iter().any(|token| {
            let is_outside = depth.is_outside_after(token.kind);
            token.kind == TokenKind::Identifier && {
                let text = unit.text(token);
                let is_argument = !is_outside && (is_loop_keyword(&text) || text == "_Pragma");
                let sets = [&self.any, &self.hints, &self.operators, &self.empty];
                is_argument || sets.iter().any(|names| names.contains(&*text))
            }
        })
    }
}

/// Whether an expanded token of an attribute or an operator asks for unrolling.
fn asks(token: &Expanded<'_>) -> bool {
    match token.kind {
        TokenKind::Identifier => is_request_word(&token.text),
        TokenKind::String => token.text.contains("unroll"),
        _ => false,
    }
}

fn is_loop_word(word: &str) -> bool {
    is_loop_keyword(word) || says_something(word) || word == "unroll"
}

/// Whether a word asks for unrolling, in a pragma or an attribute.
fn is_request_word(word: &str) -> bool {
    matches!(word, "unroll" | "nounroll" | "unroll_and_jam" | "nounroll_and_jam" | "unroll_count") || is_hint(word)
}

/// Whether a word is the attribute of OpenCL C.
pub fn is_hint(word: &str) -> bool {
    matches!(word, "opencl_unroll_hint" | "__opencl_unroll_hint__")
}

/// The macros of a unit, and which of them stand in the replacement lists of which.
struct Users<'u> {
    numbers: FxHashMap<Cow<'u, str>, usize>,
    /// For each macro by its number: the macros that name it.
    of: Vec<Vec<usize>>,
    /// The macros that paste names which may be those of any macro.
    of_all: Vec<usize>,
}

impl<'u> Users<'u> {
    fn of(unit: &'u Unit) -> Self {
        let mut numbers = FxHashMap::default();
        for (name, _) in definitions(unit) {
            let next = numbers.len();
            numbers.entry(name).or_insert(next);
        }
        let mut users = Self { of: vec![Vec::new(); numbers.len()], numbers, of_all: Vec::new() };
        let mut pasted = Vec::new();
        for (name, rest) in definitions(unit) {
            let Some(&user) = users.numbers.get(&name) else { continue };
            for word in rest.iter().filter(|token| token.kind == TokenKind::Identifier) {
                if let Some(&used) = users.numbers.get(&unit.text(word)) {
                    users.of[used].push(user);
                }
            }
            pasted.extend(pasted_names(unit, rest).into_iter().map(|ends| (user, ends)));
        }
        users.add_pasted(pasted);
        users
    }

    /// Adds the macros that paste the names of others, each with how these names begin and end.
    fn add_pasted(&mut self, pasted: Vec<(usize, PastedName)>) {
        let is_too_much = pasted.len().saturating_mul(self.numbers.len()) > MAX_PASTED_NAMES;
        for (user, PastedName { begins, ends }) in pasted {
            if is_too_much || (begins.is_empty() && ends.is_empty()) {
                self.of_all.push(user);
                continue;
            }
            for (name, &used) in &self.numbers {
                if name.len() >= begins.len() + ends.len() && name.starts_with(&begins) && name.ends_with(&ends) {
                    self.of[used].push(user);
                }
            }
        }
    }

    /// The names of macros with such a replacement list, or with one that leads to it through other macros.
    fn leading_to(&self, unit: &Unit, is_seed: impl Fn(&[Token]) -> bool) -> FxHashSet<String> {
        let mut found = vec![false; self.of.len()];
        let seeds = definitions(unit).filter(|(_, rest)| is_seed(rest));
        let mut work: Vec<usize> = seeds.filter_map(|(name, _)| self.numbers.get(&name).copied()).collect();
        if !work.is_empty() {
            work.extend(&self.of_all);
        }
        while let Some(number) = work.pop() {
            if !std::mem::replace(&mut found[number], true) {
                work.extend(&self.of[number]);
            }
        }
        self.numbers.iter().filter(|&(_, &number)| found[number]).map(|(name, _)| name.to_string()).collect()
    }
}

/// How a name begins and ends that `##` makes.
struct PastedName {
    begins: String,
    ends: String,
}

/// The names that a definition pastes, as far as it says itself: an operand that is a parameter may be anything.
// definition = [ "(" parameters ")" ] replacement-list
fn pasted_names(unit: &Unit, definition: &[Token]) -> Vec<PastedName> {
    let has_parameters = definition.first().is_some_and(|first| first.is(Punct::LeftParen) && !first.after_space);
    let end = if has_parameters { after_group(Bracket::Round, definition, 0).unwrap_or(0) } else { 0 };
    let (parameters, list) = definition.split_at(end);
    let parameters: FxHashSet<Cow<'_, str>> = parameters.iter().map(|token| unit.text(token)).collect();
    let text = |token: &Token| {
        let text = unit.text(token);
        let is_open = parameters.contains(&text) || text == "__VA_ARGS__";
        if is_open { String::new() } else { text.into_owned() }
    };
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = list[at..].iter().position(|token| token.is(Punct::HashHash)).map(|offset| at + offset) {
        let mut last = first + 1;
        while list.get(last + 1).is_some_and(|next| next.is(Punct::HashHash)) {
            last += 2;
        }
        let begins = first.checked_sub(1).map(|operand| text(&list[operand])).unwrap_or_default();
        found.push(PastedName { begins, ends: list.get(last).map(text).unwrap_or_default() });
        at = list.len().min(last + 1);
    }
    found
}

/// The names that `#define` lines and the host define, with what follows them.
fn definitions(unit: &Unit) -> impl Iterator<Item = (Cow<'_, str>, &[Token])> {
    let defines = unit.directives.iter().filter(|directive| directive.kind == DirectiveKind::Define);
    let in_files = defines.filter_map(|directive| match unit.line(directive) {
        [_, _, name, rest @ ..] => Some((unit.text(name), rest)),
        _ => None,
    });
    in_files.chain(unit.host_definitions().map(|(name, definition)| (Cow::Borrowed(name), &definition.body[..])))
}
