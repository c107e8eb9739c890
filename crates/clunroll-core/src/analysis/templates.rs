//! Macros that are chosen by conditions, and harmless whichever is chosen.
//!
//! Text is copied, not expanded. So a macro in a body need not be known exactly, if no definition that it can have does
//! anything that matters where the loop is copied: it changes no variable, takes no address, leaves no expression, and
//! calls nothing but built-in functions that work-items need not reach together. Such a definition is a *template*: names,
//! constants and operators between brackets that match. The names in it are followed, through all their definitions.
//!
//! This holds for macros that the file's own `#define`s alone speak of: what the host may define may hold anything, and so
//! may what an include defines that could not be read. Where no condition lets the file define such a name, it is taken for
//! a function's: a host that defines it there as well is outside of what is promised.

use crate::limits::MAX_NAMES_OF_MACRO;
use rustc_hash::FxHashSet;

use oclc_syntax::lex::{Bracket, Punct, Token, TokenKind, opening};
use oclc_syntax::limits::MAX_DEFINITIONS;
use oclc_syntax::preprocess::{Configuration, Definition, Meaning, Point, Unit};
use oclc_syntax::tree::{convergent, is_builtin_function, is_c_type_keyword, is_keyword, is_type_name};

/// Whether all that an open macro can stand for at a moment is a template.
#[must_use]
pub fn is_template(unit: &Unit, configuration: &Configuration, name: &str, at: Point) -> bool {
    are_templates(unit, configuration, [name], at)
}

/// Whether that is true of several macros.
#[must_use]
pub fn are_templates<'n>(
    unit: &Unit,
    configuration: &Configuration,
    names: impl IntoIterator<Item = &'n str>,
    Point { moment, group }: Point,
) -> bool {
    let mut open: Vec<String> = names.into_iter().map(str::to_owned).collect();
    let mut seen: FxHashSet<String> = open.iter().cloned().collect();
    while let Some(name) = open.pop() {
        if seen.len() > MAX_NAMES_OF_MACRO {
            return false;
        }
        let definitions = match unit.meaning_in(configuration, &name, moment, group) {
            Meaning::Ordinary => continue,
            Meaning::Sure(definition) => vec![definition],
            Meaning::Open(definitions)
                if !definitions.is_empty()
                    && unit.is_own(&name)
                    && !unit.may_come_from_include(configuration, &name, moment, group) =>
            {
                definitions
            }
            Meaning::Open(_) => return false,
        };
        if definitions.len() > MAX_DEFINITIONS {
            return false;
        }
        for definition in definitions {
            let Some(names) = names_in_template(unit, definition) else { return false };
            open.extend(names.into_iter().filter(|name| seen.insert(name.clone())));
        }
    }
    true
}

/// The names in a replacement list that is a template; `None` where it is none.
// template = { name | constant | operator | "(" template ")" | "[" template "]" }
fn names_in_template(unit: &Unit, definition: &Definition) -> Option<Vec<String>> {
    let mut names = Vec::new();
    let mut brackets = Vec::new();
    let mut questions = 0_usize;
    let parameters = definition.parameters.as_deref().unwrap_or(&[]);
    let is_parameter = |token: &Token| parameters.iter().any(|parameter| *parameter == unit.text(token));
    for (at, token) in definition.body.iter().enumerate() {
        match token.kind {
            TokenKind::Punct(punct) => match punct {
                Punct::LeftParen | Punct::LeftBracket => brackets.push(punct),
                Punct::RightParen if brackets.pop() == Some(Punct::LeftParen) => {}
                Punct::RightBracket if brackets.pop() == Some(Punct::LeftBracket) => {}
                Punct::Question => questions += 1,
                Punct::Colon => questions = questions.checked_sub(1)?,
                Punct::Ampersand if !joins_operands(unit, &definition.body[..at], is_parameter) => return None,
                _ if is_harmless(punct) => {}
                _ => return None,
            },
            TokenKind::Identifier => {
                let text = unit.text(token);
                let is_called = definition.body.get(at + 1).is_some_and(|next| next.is(Punct::LeftParen));
                if is_parameter(token) {
                    continue;
                }
                let is_type = is_type_name(&text) || is_c_type_keyword(&text);
                if is_keyword(&text) && !is_type && text != "sizeof" {
                    return None;
                }
                let is_macro = unit.has_definitions(&text);
                let is_query = is_builtin_function(&text) && convergent(&text).is_none();
                if is_called && !is_macro && !is_type && !is_query && text != "sizeof" {
                    return None;
                }
                names.push(text.into_owned());
            }
            TokenKind::Number | TokenKind::Character | TokenKind::String => {}
            TokenKind::Stray => return None,
        }
    }
    (brackets.is_empty() && questions == 0).then_some(names)
}

/// Whether `&` behind these tokens joins two operands, and takes no address: what stands in the parentheses before it
/// must surely be no type.
fn joins_operands(unit: &Unit, before: &[Token], is_parameter: impl Fn(&Token) -> bool) -> bool {
    let Some(last) = before.last() else { return false };
    if !last.is(Punct::RightParen) {
        return match last.kind {
            TokenKind::Identifier | TokenKind::Number | TokenKind::Character => true,
            TokenKind::Punct(punct) => punct == Punct::RightBracket,
            TokenKind::String | TokenKind::Stray => false,
        };
    }
    let open = opening(Bracket::Round, before, before.len() - 1);
    let inside = open.map_or(&[][..], |open| &before[open + 1..before.len() - 1]);
    match inside {
        [] => false,
        [name] if name.kind == TokenKind::Identifier => is_parameter(name),
        [.., last] => {
            let is_word = |token: &Token| token.kind == TokenKind::Identifier;
            let is_type = |token: &Token| {
                let text = unit.text(token);
                is_word(token) && (is_keyword(&text) || is_type_name(&text) || is_c_type_keyword(&text))
            };
            !last.is(Punct::Star)
                && !inside.iter().any(is_type)
                && !inside.windows(2).any(|pair| pair.iter().all(is_word))
        }
    }
}

/// Operators that read their operands and do nothing else.
const fn is_harmless(punct: Punct) -> bool {
    matches!(
        punct,
        Punct::Dot
            | Punct::Arrow
            | Punct::Ampersand
            | Punct::Star
            | Punct::Plus
            | Punct::Minus
            | Punct::Tilde
            | Punct::Not
            | Punct::Slash
            | Punct::Percent
            | Punct::ShiftLeft
            | Punct::ShiftRight
            | Punct::Less
            | Punct::Greater
            | Punct::LessEqual
            | Punct::GreaterEqual
            | Punct::Equal
            | Punct::NotEqual
            | Punct::Caret
            | Punct::Pipe
            | Punct::AndAnd
            | Punct::OrOr
            | Punct::Comma
    )
}
