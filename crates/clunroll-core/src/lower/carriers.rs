//! The macros that may bring a loop or a request into a file.
//!
//! Only the words in the replacement lists are read, so that a file whose macros make no loops costs one pass over its `#define` lines. A
//! list names other macros, or makes names of them with `##`: `UNROLL_##n` may be each macro whose name begins with `UNROLL_`. The host's
//! lists count too.
//!
//! A request is recognised by a whole word, such as `unroll` or `opencl_unroll_hint`, in a file or in a `-D`. Sources do not paste that
//! word from pieces, and a search for it shows for nearly all files that there is nothing to do.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::find::holds_pragma;
use crate::limits::MAX_PASTED_NAMES;
use clunroll_loops::directive::{REQUEST_WORDS, is_loop_keyword, says_something, string_may_request};
use clunroll_loops::limits::MAX_TOKENS_OF_MACRO;
use oclc_syntax::lex::{Bracket, Depth, Punct, Token, TokenKind, after_group, are_balanced};
use oclc_syntax::preprocess::{Configuration, DirectiveKind, Expanded, Expansion, Unit, expand};
use oclc_syntax::source::FileId;
use oclc_syntax::tree::Items;

/// It may make a part of a loop.
const PART: u8 = 1;
/// It leads to a request.
const HINT: u8 = 1 << 1;
/// It leads to an attribute or a pragma operator, perhaps to one that its argument names.
const OPERATOR: u8 = 1 << 2;
/// It may make the keyword of a loop.
const LOOP: u8 = 1 << 3;
/// It expands to nothing in all files, and the host may define it.
const EMPTY: u8 = 1 << 4;
/// It leads to a macro that is [`EMPTY`].
const TO_EMPTY: u8 = 1 << 5;

/// The macros whose invocations may make a part of a loop or a request.
#[derive(Debug)]
pub struct LoopMacros {
    /// The parts that each of them may make.
    roles: FxHashMap<String, u8>,
    /// The items of the main file in which any of them may occur, by their code tokens.
    items: OnceLock<Vec<Range<usize>>>,
}

impl LoopMacros {
    /// Reads the `#define` lines of a unit.
    #[must_use]
    pub fn of(unit: &Unit) -> Self {
        let users = Users::of(unit);
        let roles = users.roles(unit);
        let named = users.numbers.iter().filter(|&(_, &number)| roles[number] != 0);
        let roles = named.map(|(name, &number)| (name.to_string(), roles[number])).collect();
        Self { roles, items: OnceLock::new() }
    }

    /// Whether a macro has any of some roles.
    fn is(&self, name: &str, any: u8) -> bool {
        self.roles.get(name).is_some_and(|roles| roles & any != 0)
    }

    /// Whether the invocation that begins with an expanded token, whose macro the final compile decides, may be a request: by a definition,
    /// by its arguments, or by a definition of the host.
    #[must_use]
    pub fn may_request_at(&self, tokens: &[Expanded<'_>], at: usize) -> bool {
        let name = &*tokens[at].text;
        if self.is(name, HINT) {
            return true;
        }
        let arguments = || {
            let rest = &tokens[at + 1..tokens.len().min(at + MAX_TOKENS_OF_MACRO)];
            rest.first().filter(|next| next.is(Punct::LeftParen))?;
            Some(&rest[..after_group(Bracket::Round, rest, 0)?])
        };
        self.is(name, OPERATOR) && arguments().is_some_and(|arguments| arguments.iter().any(asks))
    }

    /// Whether an invocation whose macro expands to nothing in all files may be a request of the host: it is before a loop.
    #[must_use]
    pub fn may_be_of_host(&self, tokens: &[Expanded<'_>], at: usize) -> bool {
        if !self.is(&tokens[at].text, EMPTY) {
            return false;
        }
        let mut rest = &tokens[at + 1..tokens.len().min(at + MAX_TOKENS_OF_MACRO)];
        // Its arguments, and attributes and operators that do not request anything, are skipped. One that does is the request itself.
        loop {
            let open = match rest.first() {
                Some(next) if next.is(Punct::LeftParen) => 0,
                Some(next) if says_something(&next.text) => 1,
                Some(next) if next.kind == TokenKind::Identifier => {
                    return is_loop_keyword(&next.text) || (next.open && self.is(&next.text, LOOP));
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

    /// Whether the code of the main file names a macro that leads to a request, or that the host may define as one.
    #[must_use]
    pub fn request_in_main(&self, unit: &Unit) -> bool {
        self.are_named_in_main(unit, HINT | OPERATOR | EMPTY)
    }

    /// Whether an invocation in the main file, or in any text that is made from it without other invocations, may be a request.
    #[must_use]
    pub fn may_request_in_main(&self, unit: &Unit) -> bool {
        self.are_named_in_main(unit, HINT | OPERATOR | EMPTY | TO_EMPTY)
    }

    /// Whether the code of the main file names a macro that has any of some roles.
    fn are_named_in_main(&self, unit: &Unit, any: u8) -> bool {
        let mut names =
            unit.code.iter().filter(|token| token.kind == TokenKind::Identifier && token.file == FileId::MAIN);
        self.roles.values().any(|roles| roles & any != 0) && names.any(|token| self.is(&unit.text(token), any))
    }

    /// The items of the main file in which any of them may occur, by their code tokens, with their expansions. All calls must give the same
    /// unit.
    pub fn items<'u>(&self, unit: &'u Unit) -> impl Iterator<Item = (Range<usize>, Expansion<'u>)> {
        let found = self.items.get_or_init(|| {
            let items = Items::find(unit);
            let codes = items.all().iter().map(|item| item.code.clone());
            codes.filter(|code| self.may_occur(unit, code.clone())).collect()
        });
        found.iter().filter_map(|code| {
            let expansion = expand(unit, &Configuration::default(), std::iter::once(code.clone()));
            (!expansion.overflow).then(|| (code.clone(), expansion))
        })
    }

    /// Whether macros may make a request in these code tokens, or a part of the loop that a request in the main file is for, or repeat a
    /// request in their argument.
    fn may_occur(&self, unit: &Unit, code: Range<usize>) -> bool {
        let tokens = &unit.code[code.clone()];
        if !tokens.iter().any(|token| token.file == FileId::MAIN) {
            return false;
        }
        let mut depth = Depth::of(Bracket::Round);
        let (mut makes_part, mut may_ask) = (false, false);
        for token in tokens {
            let is_outside = depth.is_outside_after(token.kind);
            if token.kind != TokenKind::Identifier {
                continue;
            }
            let word = unit.text(token);
            let roles = self.roles.get(&*word).copied().unwrap_or_default();
            if roles & (HINT | OPERATOR | EMPTY) != 0 || !is_outside && (is_loop_keyword(&word) || word == "_Pragma") {
                return true;
            }
            makes_part |= roles & PART != 0;
            may_ask |= roles & TO_EMPTY != 0 || says_something(&word);
        }
        makes_part && (may_ask || holds_pragma(unit, code))
    }
}

/// Whether an expanded token of an attribute or an operator requests unrolling.
fn asks(token: &Expanded<'_>) -> bool {
    match token.kind {
        TokenKind::Identifier => is_request_word(&token.text),
        TokenKind::String => string_may_request(&token.text),
        _ => false,
    }
}

fn is_loop_word(word: &str) -> bool {
    is_loop_keyword(word) || says_something(word) || word == "unroll"
}

/// Whether a word in a pragma or an attribute requests unrolling.
fn is_request_word(word: &str) -> bool {
    REQUEST_WORDS.contains(&word)
}

/// Whether a word is the attribute of OpenCL C.
pub fn is_hint(word: &str) -> bool {
    matches!(word, "opencl_unroll_hint" | "__opencl_unroll_hint__")
}

/// The macros of a unit, and which of them the replacement lists of others contain.
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

    /// Adds the macros that paste the names of others, with the beginnings and ends of these names.
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

    /// The parts that each macro may make, by its number: by its own replacement list, or by one that this leads to through other macros.
    fn roles(&self, unit: &Unit) -> Vec<u8> {
        let mut own = vec![0; self.of.len()];
        for (name, rest) in definitions(unit) {
            if let Some(&number) = self.numbers.get(&name) {
                own[number] |= roles_of(unit, rest);
            }
        }
        for (name, &number) in &self.numbers {
            if unit.may_be_of_host(name) && unit.definitions(name).all(|definition| definition.body.is_empty()) {
                own[number] |= EMPTY | TO_EMPTY;
            }
        }
        let mut found: Vec<u8> = own.iter().map(|roles| roles & EMPTY).collect();
        for role in [PART, HINT, OPERATOR, LOOP, TO_EMPTY] {
            let mut work: Vec<usize> = (0..own.len()).filter(|&number| own[number] & role != 0).collect();
            if !work.is_empty() {
                work.extend(&self.of_all);
            }
            while let Some(number) = work.pop() {
                if found[number] & role == 0 {
                    found[number] |= role;
                    work.extend(&self.of[number]);
                }
            }
        }
        found
    }
}

/// The parts that the words of a replacement list make.
fn roles_of(unit: &Unit, list: &[Token]) -> u8 {
    let with = |found: bool, role: u8| if found { role } else { 0 };
    let of_token = |token: &Token| match token.kind {
        TokenKind::Punct(Punct::HashHash) => PART,
        TokenKind::Identifier => {
            let word = unit.text(token);
            with(is_loop_word(&word), PART)
                | with(is_request_word(&word), HINT)
                | with(says_something(&word), OPERATOR)
                | with(is_loop_keyword(&word), LOOP)
        }
        TokenKind::String => with(string_may_request(&unit.text(token)), HINT),
        _ => 0,
    };
    // A macro may contain the parenthesis that closes a header.
    let of_brackets = with(!are_balanced(Bracket::Round, list), PART);
    list.iter().fold(of_brackets, |roles, token| roles | of_token(token))
}

/// The beginning and the end of a name that `##` makes.
struct PastedName {
    begins: String,
    ends: String,
}

/// The names that a definition pastes, as far as its own text shows: an operand that is a parameter may be anything.
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

/// The names that `#define` lines and the host define, with the tokens after them.
fn definitions(unit: &Unit) -> impl Iterator<Item = (Cow<'_, str>, &[Token])> {
    let defines = unit.directives.iter().filter(|directive| directive.kind == DirectiveKind::Define);
    let in_files = defines.filter_map(|directive| match unit.line(directive) {
        [_, _, name, rest @ ..] => Some((unit.text(name), rest)),
        _ => None,
    });
    in_files.chain(unit.host_definitions().map(|(name, definition)| (Cow::Borrowed(name), &definition.body[..])))
}
