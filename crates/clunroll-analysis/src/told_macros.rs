//! What an open macro expands to at one use, if every macro in the expansion has its only known definition.
//!
//! A replacement list with `##` has no role by its own words, since its arguments decide what it makes:
//!
//! ```text
//! -D'FUNC_CALL(name)=_##name##_7'      y += FUNC_CALL(scale)(x[i]);       _scale_7
//! -D'INDEX(y, x)=GET(INPUT, y, x)'     y += x[INDEX(i, 0)];               INPUT_OFFSET + (i) * INPUT_PITCH + (0)
//! ```
//!
//! So the use itself is expanded, and the result shows the role: an expression that changes nothing. As with every role, the assumption is
//! that each later definition plays the same one. The names in the result are known, and none of them is a macro. A name that the function
//! declares may occur only where the arguments name it too, because then the tree shows its use.
//!
//! Where a macro of the file pastes the name of an open macro, the name is a token of the tree ([`super::pasted_names`]).

use std::rc::Rc;

use super::open_names::changes_nothing;
use super::symbol::Storage;
use super::symbols::Function;
use oclc_syntax::lex::{Bracket, Punct, Token, TokenKind, after_group};
use oclc_syntax::preprocess::{Expanded, Expansion, expand_likely};
use oclc_syntax::tree::{asks_more_than_values, is_c_type_keyword, is_keyword, is_type_name, parse_expression};

impl Function<'_, '_> {
    /// The names in the expansion of the open macro at a token, with its arguments, if that expansion is made with `##` and is an
    /// expression that changes nothing.
    pub(super) fn names_if_told(&self, token: usize) -> Option<Rc<Vec<String>>> {
        if let Some(known) = self.known.names_if_told.borrow().get(&token) {
            return known.clone();
        }
        let found = self.find_names_if_told(token).map(Rc::new);
        self.known.names_if_told.borrow_mut().insert(token, found.clone());
        found
    }

    fn find_names_if_told(&self, token: usize) -> Option<Vec<String>> {
        let unit = self.unit;
        let invocation = self.told_invocation(token)?;
        let expansion = expand_likely(unit, &invocation, self.moment(token));
        if expansion.overflow
            || !self.is_made_by_pasting(&expansion)
            || !changes_nothing(&expansion)
            || parse_expression(&expansion.tokens).is_none()
        {
            return None;
        }
        let names = expansion.tokens.iter().filter(|token| token.kind == TokenKind::Identifier);
        let names: Vec<String> = names.map(|token| token.text.to_string()).collect();
        let is_value = |name: &String| {
            let is_type = is_type_name(name) || is_c_type_keyword(name);
            !unit.has_definitions(name)
                && !asks_more_than_values(name)
                && (is_type || !is_keyword(name) || name == "sizeof")
        };
        names.iter().all(is_value).then_some(names)
    }

    /// Whether the open macro at a token expands to the name of a type, made with `##` by its only known definition.
    pub(super) fn is_type_if_told(&self, token: usize) -> bool {
        let Some(invocation) = self.told_invocation(token) else { return false };
        let expansion = expand_likely(self.unit, &invocation, self.moment(token));
        let is_type = |only: &Expanded<'_>| {
            let is_known = is_type_name(&only.text) || self.program.declares_type(&only.text);
            only.kind == TokenKind::Identifier && is_known && !self.unit.has_definitions(&only.text)
        };
        !expansion.overflow
            && self.is_made_by_pasting(&expansion)
            && matches!(&expansion.tokens[..], [only] if is_type(only))
    }

    /// Whether a definition in an expansion uses `##`, and all of its macros have one definition.
    fn is_made_by_pasting(&self, expansion: &Expansion<'_>) -> bool {
        let definitions = || expansion.calls.iter().map(|call| self.unit.distinct_definitions(&call.name));
        definitions().all(|all| all.count() == 1)
            && definitions().flatten().any(|definition| definition.body.iter().any(|token| token.is(Punct::HashHash)))
    }

    /// Whether the open macro at a token is an expression made with `##`, and names nothing that the function declares outside its arguments.
    pub(super) fn is_expression_if_told(&self, token: usize) -> bool {
        let Some(names) = self.names_if_told(token) else { return false };
        let is_local = |name: &str| {
            let symbols = self.by_name.get(name).into_iter().flatten();
            symbols.copied().any(|id| matches!(self.symbol(id).storage, Storage::Local | Storage::Parameter))
        };
        let invocation = self.told_invocation(token).unwrap_or_default();
        let is_argument = |name: &str| invocation.iter().any(|part| self.unit.is_word(part, name));
        names.iter().all(|name| !is_local(name) || is_argument(name))
    }

    /// The tokens of the invocation of an open macro, as its text has them; `None` if other macros make a part of it.
    fn told_invocation(&self, token: usize) -> Option<Vec<Token>> {
        let tokens = &self.parsed.expansion.tokens;
        let name = tokens.get(token).filter(|name| name.open)?;
        let mut definitions = self.unit.distinct_definitions(&name.text);
        let (only, None) = (definitions.next()?, definitions.next()) else { return None };
        let end = match only.parameters {
            Some(_) if tokens.get(token + 1)?.is(Punct::LeftParen) => after_group(Bracket::Round, tokens, token + 1)?,
            Some(_) => return None,
            None => token + 1,
        };
        let written = tokens[token..end].iter().map(|part| {
            let place = part.spelled;
            let spelt = Token {
                kind: part.kind,
                file: place.file,
                at_line_start: false,
                after_space: false,
                spliced: false,
                span: place.span,
            };
            (part.call == name.call && self.unit.text(&spelt) == part.text).then_some(spelt)
        });
        written.collect()
    }
}
