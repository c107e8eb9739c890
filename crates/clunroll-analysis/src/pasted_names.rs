//! Names that a macro of the file makes with `##` of an open macro.
//!
//! ```text
//! #define CAT_(a, b) a##b
//! #define CAT(a, b) CAT_(a, b)
//! CAT(convert_, T)(x[i])          the tree has `convert_T`, the final compile `convert_float`
//! ```
//!
//! The name may be that of a macro in the final compile, and that macro may do anything: `#define INC_float i++`. The macros that count
//! are those of the files and of the host which begin and end like the name, around the open macros in it; and those which the name is with
//! the known definitions of these. If nothing is known around the open macros (`CAT(T, SIZE)`), only the latter count: by its role, `T` is
//! then a type with any other definition too.

use super::symbols::Function;
use super::templates::are_templates;
use oclc_syntax::lex::{Punct, TokenKind};
use oclc_syntax::limits::MAX_DEFINITIONS;
use oclc_syntax::preprocess::{DirectiveKind, Meaning};
use oclc_syntax::tree::is_keyword;

/// What a name that an open macro is pasted into may be in the final compile.
struct PossibleNames {
    /// The text before the first and after the last open macro.
    begins: String,
    ends: String,
    /// The names with the known definitions of the open macros.
    known: Vec<String>,
}

impl Function<'_, '_> {
    /// Whether an open macro is pasted into the name at a token, where the name is a type or is called, and so cannot be a variable.
    pub(super) fn is_pasted_type_or_callee(&self, token: usize) -> bool {
        self.type_names.contains(&token)
            || self.head_types.contains(&token)
            || self.is_followed_by_parenthesis(token)
                && self.macros_with_pasted_name(token).is_some_and(|macros| macros.is_empty())
    }

    /// Whether an open macro is pasted into the name at a token.
    pub(super) fn is_pasted(&self, token: usize) -> bool {
        let name = &self.parsed.expansion.tokens[token];
        name.open && (name.is_hidden() || matches!(self.meaning(&name.text, self.moment(token)), Meaning::Ordinary))
    }

    /// Whether each macro that may have the name at a token, which an open macro is pasted into, is a template. For a type: whether the
    /// known definitions do not make the name a macro.
    pub(super) fn is_harmless_paste(&self, token: usize) -> bool {
        if self.type_names.contains(&token) || self.head_types.contains(&token) {
            let possible = self.possible_names(token);
            return possible.is_none_or(|names| !names.known.iter().any(|name| self.unit.has_definitions(name)));
        }
        let at = self.unit.point(self.moment(token));
        self.macros_with_pasted_name(token).is_some_and(|macros| {
            are_templates(self.unit, &self.parsed.configuration, macros.iter().map(String::as_str), at)
        })
    }

    /// The macros that may have the name at a token; `None` if it may be any text.
    fn macros_with_pasted_name(&self, token: usize) -> Option<Vec<String>> {
        let PossibleNames { begins, ends, known } = self.possible_names(token)?;
        if known.iter().any(|name| is_keyword(name)) {
            return None;
        }
        let is_called = self.is_followed_by_parenthesis(token);
        let is_known_around = !begins.is_empty() || !ends.is_empty();
        let may_be = |name: &str| {
            let is_alike = is_known_around
                && name.len() >= begins.len() + ends.len()
                && name.starts_with(&begins)
                && name.ends_with(&ends);
            let mut definitions = self.unit.distinct_definitions(name);
            (is_alike || known.iter().any(|one| one == name))
                && (is_called || definitions.any(|definition| definition.parameters.is_none()))
        };
        let in_files = self.unit.directives.iter().filter(|directive| directive.kind == DirectiveKind::Define);
        let in_files = in_files.filter_map(|directive| self.unit.line(directive).get(2));
        let mut found: Vec<String> =
            in_files.map(|name| self.unit.text(name)).filter(|name| may_be(name)).map(Into::into).collect();
        found.extend(self.unit.host_definitions().filter(|(name, _)| may_be(name)).map(|(name, _)| name.to_owned()));
        Some(found)
    }

    /// The names that the one at a token may be; `None` if it holds no open macro with few definitions that are each one word.
    fn possible_names(&self, token: usize) -> Option<PossibleNames> {
        let (name, moment) = (&*self.parsed.expansion.tokens[token].text, self.moment(token));
        let (mut known, mut begins, mut literal) = (vec![String::new()], None, String::new());
        let mut at = 0;
        while at < name.len() {
            let ends = (at + 1..=name.len()).rev().filter(|&end| name.is_char_boundary(end));
            let part = ends.map(|end| &name[at..end]).find(|part| {
                self.unit.has_definitions(part) && matches!(self.unit.meaning(part, moment), Meaning::Open(_))
            });
            let Some(part) = part else {
                let next = name[at..].chars().next()?;
                literal.push(next);
                for one in &mut known {
                    one.push(next);
                }
                at += next.len_utf8();
                continue;
            };
            begins.get_or_insert_with(|| literal.clone());
            literal.clear();
            let texts = self.unit.distinct_definitions(part).map(|definition| match &definition.body[..] {
                _ if definition.parameters.is_some() => Some(part.to_owned()),
                [] => Some(String::new()),
                [word] if matches!(word.kind, TokenKind::Identifier | TokenKind::Number) => {
                    Some(self.unit.text(word).into_owned())
                }
                _ => None,
            });
            let texts: Vec<String> = texts.collect::<Option<_>>()?;
            known = known.iter().flat_map(|one| texts.iter().map(move |text| format!("{one}{text}"))).collect();
            if known.len() > MAX_DEFINITIONS {
                return None;
            }
            at += part.len();
        }
        Some(PossibleNames { begins: begins?, ends: literal, known })
    }

    fn is_followed_by_parenthesis(&self, token: usize) -> bool {
        self.parsed.expansion.tokens.get(token + 1).is_some_and(|next| next.is(Punct::LeftParen))
    }
}
