//! The head of a function: the possible roles of macros in it, and the text that the parser is shown in their place.
//!
//! ```text
//! head       = { macro | specifier } [ type ] name "(" [ parameter { "," parameter } ] ")" { macro } "{"
//! name       = word | macro "(" … ")"
//! parameter  = { macro | specifier } type { "*" { macro | specifier } } name { "[" … "]" } { macro } | macro
//! macro      = word [ "(" … ")" ]
//! ```
//!
//! A *macro* here is a word whose value is open, or an undefined word where C allows no name: its file was not read, or the host passes
//! it. `KERNEL(f)(int n)` is a function of some name; `INLINE` and `WAVE(64)` before a function are specifiers; `RESTRICT` after a star
//! and `CONST` before a type are qualifiers.
//!
//! A qualifier is shown as `volatile`: then no rewrite relies on the value of the qualified variable. The parser is not shown the
//! specifiers of the function, words after a parameter's name, or a word that is a parameter by itself. A macro at the start of a
//! parameter, or at its end, may declare more parameters, under any names. Each of those hides the file's declaration of the same name
//! ([`Head::makes_parameters`]).

use std::cell::OnceCell;
use std::ops::Range;

use rustc_hash::FxHashSet;

use super::buffer::after_any_group;
use super::roles::{ANY_QUALIFIER, Shown};
use super::specifiers::is_specifier;
use super::vocabulary::{is_c_type_keyword, is_keyword, is_type_name};
use crate::lex::{Bracket, Punct, TokenKind, after_group};
use crate::preprocess::{Expanded, MacroRoles, Unit};

/// How the parser is shown a function's head.
#[derive(Debug, Default)]
pub(super) struct Head {
    /// The tokens that it is shown otherwise than they are written, in order.
    pub shown: Vec<Shown>,
    /// The brace of the function's body; 0 if there is none.
    pub body: usize,
    /// The first macro that may declare parameters.
    pub makes_parameters: Option<usize>,
    /// The macro that makes the function's name.
    pub makes_name: Option<usize>,
}

/// A part of a head, or of a parameter.
#[derive(Clone, Debug, PartialEq)]
enum HeadPart {
    /// A word of a type: of the language, of a tag, or of a macro that is a type.
    Type(usize),
    /// A name, or a macro that may be anything.
    Name(usize),
    /// A macro that is a specifier by its definitions.
    Specifier(usize),
    /// A name or a macro, and its parentheses.
    Call(usize, Range<usize>),
    /// Parentheses by themselves.
    Group(Range<usize>),
    Star(usize),
    /// Text that the parser reads without help: specifiers of the language, attributes, the length of an array.
    Known,
    Other,
}

impl HeadPart {
    /// The tokens of a macro.
    fn range(&self) -> Option<Range<usize>> {
        match self {
            Self::Name(at) | Self::Specifier(at) => Some(*at..at + 1),
            Self::Call(at, group) => Some(*at..group.end),
            _ => None,
        }
    }
}

impl Head {
    /// The head at the beginning of a function's tokens.
    pub(super) fn read(unit: &Unit, tokens: &[Expanded<'_>]) -> Self {
        let Some(body) = tokens.iter().position(|token| token.is(Punct::LeftBrace)) else { return Self::default() };
        let head = Self { body, ..Self::default() };
        let mut reader = HeadReader { unit, tokens, operands: OnceCell::new(), head };
        let parts = reader.parts(0..body);
        reader.read(&parts);
        reader.head.shown.sort_by_key(|shown| shown.range.start);
        reader.head
    }
}

/// The text that is shown for a macro that is a parameter by itself, with a comma beside it. Unlike an attribute, it does not apply to
/// the parameter beside it.
const NOT_A_PARAMETER: &str = " ";

struct HeadReader<'a, 'u> {
    unit: &'a Unit,
    tokens: &'a [Expanded<'u>],
    /// The names that the body uses where no word beside them could be declared by them.
    operands: OnceCell<FxHashSet<&'a str>>,
    head: Head,
}

impl HeadReader<'_, '_> {
    fn roles(&self, at: usize) -> MacroRoles {
        let token = &self.tokens[at];
        if token.open { self.unit.macro_roles(&token.text) } else { MacroRoles::default() }
    }

    fn is_name(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        let word = &*token.text;
        token.kind == TokenKind::Identifier && !is_keyword(word) && !is_type_name(word)
    }

    /// The parts of a stretch, one after the other.
    fn parts(&self, range: Range<usize>) -> Vec<HeadPart> {
        let mut parts = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let token = &self.tokens[at];
            let word = &*token.text;
            let group = |bracket: Bracket, at: usize| after_group(bracket, &self.tokens[..range.end], at);
            let next = match token.kind {
                TokenKind::Identifier if matches!(word, "__attribute__" | "__attribute" | "_Pragma") => {
                    parts.push(HeadPart::Known);
                    after_any_group(self.tokens, at + 1, range.end).unwrap_or(range.end)
                }
                TokenKind::Identifier if matches!(word, "struct" | "union" | "enum") => {
                    parts.push(HeadPart::Type(at));
                    at + 2
                }
                TokenKind::Identifier if is_specifier(word) => {
                    parts.push(HeadPart::Known);
                    at + 1
                }
                TokenKind::Identifier if self.is_name(at) => {
                    let end = group(Bracket::Round, at + 1).filter(|_| self.tokens[at + 1].is(Punct::LeftParen));
                    let roles = self.roles(at);
                    parts.push(match end {
                        Some(end) => HeadPart::Call(at, at + 1..end),
                        None if roles.is_specifier => HeadPart::Specifier(at),
                        None if roles.is_type && !roles.is_expression => HeadPart::Type(at),
                        None => HeadPart::Name(at),
                    });
                    end.unwrap_or(at + 1)
                }
                TokenKind::Identifier if is_type_name(word) || is_c_type_keyword(word) => {
                    parts.push(HeadPart::Type(at));
                    at + 1
                }
                TokenKind::Punct(Punct::Star) => {
                    parts.push(HeadPart::Star(at));
                    at + 1
                }
                TokenKind::Punct(Punct::LeftParen) => match group(Bracket::Round, at) {
                    Some(end) => {
                        parts.push(HeadPart::Group(at..end));
                        end
                    }
                    None => range.end,
                },
                TokenKind::Punct(Punct::LeftBracket) => {
                    parts.push(HeadPart::Known);
                    group(Bracket::Square, at).unwrap_or(range.end)
                }
                _ => {
                    parts.push(HeadPart::Other);
                    at + 1
                }
            };
            at = next;
        }
        parts
    }

    // head = { macro | specifier } [ type ] ( name | macro "(" … ")" ) "(" … ")" { macro } "{"
    fn read(&mut self, parts: &[HeadPart]) {
        if parts.contains(&HeadPart::Other) {
            return;
        }
        let made = parts.windows(2).position(|pair| matches!(pair, [HeadPart::Call(..), HeadPart::Group(_)]));
        let Some(name) = made.or_else(|| self.function_in(parts)) else { return };
        let HeadPart::Call(word, arguments) = &parts[name] else { return };
        let has_type = self.before_name(&parts[..name], made.is_some());
        let after = name + 1 + usize::from(made.is_some());
        parts[after..].iter().filter_map(HeadPart::range).for_each(|macro_tokens| self.leave_out(macro_tokens));
        if !has_type {
            self.show(*word..*word, "void ");
        }
        if let Some(HeadPart::Group(parameters)) = made.and_then(|name| parts.get(name + 1)) {
            self.head.makes_name = Some(*word);
            // A name in parentheses is a declarator as well.
            let is_declarator = arguments.len() == 3 && self.is_name(arguments.start + 1);
            self.leave_out(if is_declarator { *word..word + 1 } else { arguments.clone() });
            return self.parameters(parameters.start + 1..parameters.end - 1);
        }
        let is_function_like = || {
            let mut definitions = self.unit.distinct_definitions(&self.tokens[*word].text);
            self.tokens[*word].open && definitions.any(|definition| definition.parameters.is_some())
        };
        if has_type && !is_function_like() {
            return self.parameters(arguments.start + 1..arguments.end - 1);
        }
        // The macro makes the name, the parameters, or both, from its arguments.
        self.head.makes_name = Some(*word);
        self.head.makes_parameters = Some(*word);
        self.leave_out(arguments.start + 1..arguments.end - 1);
    }

    /// The part that is the function's name with its parameters.
    fn function_in(&self, parts: &[HeadPart]) -> Option<usize> {
        let is_macro = |part: &HeadPart| {
            matches!(part, HeadPart::Name(_) | HeadPart::Specifier(_) | HeadPart::Call(..) | HeadPart::Known)
        };
        let is_one = |&at: &usize| matches!(parts[at], HeadPart::Call(..)) && parts[at + 1..].iter().all(is_macro);
        let candidates: Vec<usize> = (0..parts.len()).filter(is_one).collect();
        let has_parameters = |&&at: &&usize| {
            let HeadPart::Call(_, group) = &parts[at] else { return false };
            let inside = &self.tokens[group.start + 1..group.end - 1];
            let is_word = |token: &Expanded<'_>| token.kind == TokenKind::Identifier;
            inside.is_empty()
                || inside.iter().any(|token| &*token.text == "void")
                || inside.windows(2).any(|pair| is_word(&pair[0]) && (is_word(&pair[1]) || pair[1].is(Punct::Star)))
        };
        let is_after_type = |&&at: &&usize| {
            at.checked_sub(1).is_some_and(|before| matches!(parts[before], HeadPart::Type(_) | HeadPart::Star(_)))
        };
        let by_parameters = || candidates.iter().rev().find(has_parameters);
        candidates.iter().find(is_after_type).or_else(by_parameters).or(candidates.last()).copied()
    }

    /// Leaves out the macros before a function's name; gives whether a type stays there. A mere name is one if the function's own
    /// name follows it.
    fn before_name(&mut self, parts: &[HeadPart], is_made: bool) -> bool {
        let has_type = parts.iter().any(|part| matches!(part, HeadPart::Type(_)));
        let last_name = parts.iter().rposition(|part| matches!(part, HeadPart::Name(_)));
        let kept = last_name.filter(|_| !has_type && !is_made);
        for (_, part) in parts.iter().enumerate().filter(|(at, _)| Some(*at) != kept) {
            // An open macro with known definitions may be something other than a specifier.
            let is_other = matches!(part, HeadPart::Name(word) if self.tokens[*word].open);
            part.range().into_iter().filter(|_| !is_other).for_each(|range| self.leave_out(range));
        }
        has_type || kept.is_some()
    }

    // parameters = [ parameter { "," parameter } ]
    fn parameters(&mut self, range: Range<usize>) {
        let mut start = range.start;
        let mut has_kept = false;
        let (mut depth, mut slices) = (0_usize, Vec::new());
        for at in range.clone() {
            match self.tokens[at].kind {
                TokenKind::Punct(Punct::LeftParen | Punct::LeftBracket | Punct::LeftBrace) => depth += 1,
                TokenKind::Punct(Punct::RightParen | Punct::RightBracket | Punct::RightBrace) => {
                    depth = depth.saturating_sub(1);
                }
                TokenKind::Punct(Punct::Comma) if depth == 0 => {
                    slices.push(start..at);
                    start = at + 1;
                }
                _ => {}
            }
        }
        slices.push(start..range.end);
        for slice in slices {
            if self.parameter(slice.clone()) {
                has_kept = true;
            } else if has_kept {
                self.show(slice.start - 1..slice.end, NOT_A_PARAMETER);
            } else {
                self.show(slice.start..(slice.end + 1).min(range.end), NOT_A_PARAMETER);
            }
        }
    }

    /// Shows a parameter; returns false if it is not one by itself.
    fn parameter(&mut self, slice: Range<usize>) -> bool {
        let parts = self.parts(slice.clone());
        if parts.iter().any(|part| matches!(part, HeadPart::Other | HeadPart::Group(_))) {
            return true;
        }
        let star = parts.iter().rposition(|part| matches!(part, HeadPart::Star(_)));
        let last_type = parts.iter().rposition(|part| matches!(part, HeadPart::Type(_)));
        let is_name = |at: &usize| matches!(parts[*at], HeadPart::Name(_));
        let (base, declared) = match (star, last_type) {
            (Some(star), _) => {
                let base = last_type.filter(|&at| at < star).or_else(|| (0..star).rev().find(is_name));
                (base, self.declared(&parts, star + 1))
            }
            (None, Some(last)) => (Some(last), self.declared(&parts, last + 1)),
            (None, None) => {
                let first = (0..parts.len()).find(is_name).map_or(parts.len(), |first| first + 1);
                let declared = self.declared(&parts, first);
                (declared.and_then(|(name, _)| (0..name).rev().find(is_name)), declared)
            }
        };
        let name = declared.map(|(name, _)| name);
        let is_macro = parts.iter().any(|part| part.range().is_some());
        if base.is_none() && is_macro {
            self.note_maker(slice.start);
            return false;
        }
        for (at, part) in parts.iter().enumerate().filter(|(at, _)| Some(*at) != base && Some(*at) != name) {
            let Some(range) = part.range() else { continue };
            // Between a type and its name, no other parameter can end or begin.
            let is_before_name = declared.is_none_or(|(name, is_sure)| at < name && is_sure);
            let is_between = base.is_some_and(|base| base < at) && is_before_name;
            if !is_between && !matches!(part, HeadPart::Specifier(_)) {
                self.note_maker(range.start);
            }
            let is_after = name.is_some_and(|name| name < at);
            self.show(range, if is_after { "" } else { ANY_QUALIFIER });
        }
        true
    }

    /// The parameter's name among parts from one on, and whether it surely is: of several, that is one which the body uses as an operand.
    /// Otherwise, one that is spelt like a macro is less likely, and an open macro least.
    fn declared(&self, parts: &[HeadPart], from: usize) -> Option<(usize, bool)> {
        let name = |at: usize| match parts[at] {
            HeadPart::Name(word) => Some((at, word)),
            _ => None,
        };
        let names: Vec<(usize, usize)> = (from..parts.len()).filter_map(name).collect();
        if let [(only, _)] = names[..] {
            return Some((only, true));
        }
        let own = || names.iter().rev().filter(|(_, word)| !self.tokens[*word].open);
        let used = own().find(|(_, word)| self.is_operand(*word)).map(|(at, _)| (*at, true));
        let is_spelt_small = |word: usize| self.tokens[word].text.bytes().any(|byte| byte.is_ascii_lowercase());
        let likely = || own().find(|(_, word)| is_spelt_small(*word)).or(own().next()).or(names.last());
        used.or_else(|| likely().map(|(at, _)| (*at, false)))
    }

    /// Whether the body uses a word where no word beside it could be declared by it.
    fn is_operand(&self, word: usize) -> bool {
        let tokens = self.tokens;
        let operands = self.operands.get_or_init(|| {
            let is_word = |token: &Expanded<'_>| token.kind == TokenKind::Identifier && &*token.text != "return";
            let inside = tokens[self.head.body..].windows(3);
            let alone = inside.filter(|three| !is_word(&three[0]) && is_word(&three[1]) && !is_word(&three[2]));
            alone.map(|three| &*three[1].text).collect()
        });
        operands.contains(&*tokens[word].text)
    }

    fn note_maker(&mut self, at: usize) {
        self.head.makes_parameters.get_or_insert(at);
    }

    fn leave_out(&mut self, range: Range<usize>) {
        self.show(range, "");
    }

    fn show(&mut self, range: Range<usize>, text: &'static str) {
        if !range.is_empty() || !text.is_empty() {
            self.head.shown.push(Shown { range, text });
        }
    }
}
