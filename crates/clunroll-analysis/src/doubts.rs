//! Names that macros of the host may declare.
//!
//! A macro that conditions or a `-D` choose may be empty in one configuration and `int N = 6` in another, and then the name `N` has another
//! meaning after it. Most such macros are harmless in all their definitions: they are values where a value is expected, types, words that
//! qualify something beside them, or templates ([`super::templates`]). Any other macro may declare each name that it contains, and each
//! name in the same statement: with a macro that is a type or empty, `MAYBE n = 8;` declares `n` or writes it. A macro with half a block
//! may end the scope around it, so that all names are in doubt. Where a name is in doubt, no symbol that was declared before is certain.

use std::rc::Rc;

use lang_c::ast::Statement;
use lang_c::span::Node;
use rustc_hash::FxHashSet;

use super::open_names::stands_for_values;
use super::symbol::{Storage, SymbolId};
use super::symbols::Function;
use super::tables::{Doubtful, Doubts, PossibleExpansion};
use oclc_syntax::lex::{Bracket, Punct, Token, TokenKind, are_balanced};
use oclc_syntax::preprocess::{Expanded, Meaning, Moment};
use oclc_syntax::tree::{are_specifiers, is_asm_word, is_c_type_keyword, is_specifier, is_type_name};

impl Function<'_, '_> {
    /// The token of a macro that may declare the symbol's name anew before the token `at`.
    #[must_use]
    pub fn doubted_by(&self, id: SymbolId, at: usize) -> Option<usize> {
        let symbol = self.symbol(id);
        let text = symbol.declared + 1..at + 1;
        // A parameter hides the declarations of the file. It shares its scope with the other parameters and with the outermost block of the
        // body.
        let by_parameter = || self.parsed.made_by_macros().parameters.filter(|token| text.contains(token));
        let may_be_hidden = !matches!(symbol.storage, Storage::Parameter);
        self.doubts.find(symbol.name, text.clone()).or_else(|| may_be_hidden.then(by_parameter)?)
    }

    /// Finds the macros among the function's tokens that may declare something.
    pub(super) fn find_doubts(&mut self) {
        let tokens = &self.parsed.expansion.tokens;
        let mut doubts = Doubts::default();
        let mut start = 0;
        for statement in tokens.split_inclusive(ends_statement) {
            let range = start..start + statement.len();
            start = range.end;
            let mut first = None;
            let mut points = false;
            for token in range.clone().filter(|&at| tokens[at].open && self.may_declare(at)) {
                let hidden = self.hidden_text(token);
                // The parser has already read the names that it may declare in a head.
                if self.parsed.is_open_qualifier(token) && !hidden.has_half_a_block {
                    continue;
                }
                hidden.names.iter().for_each(|name| doubts.add(name, token));
                if hidden.has_half_a_block {
                    doubts.any.insert(token);
                }
                first = first.or(Some(token));
                points |= hidden.points;
            }
            if let Some(first) = first {
                let words = statement.iter().filter(|token| token.kind == TokenKind::Identifier);
                words.for_each(|word| doubts.add(&word.text, first));
                doubts.statements.push(Doubtful { tokens: range, points });
            }
        }
        self.doubts = doubts;
    }

    /// Adds a doubt for a macro that makes the name in a declarator: the declared name may be any name in its expansion.
    pub(super) fn doubt_declarator(&mut self, token: usize) {
        let name = &self.parsed.expansion.tokens[token];
        if !name.open {
            return;
        }
        if matches!(self.meaning(&name.text, self.moment(token)), Meaning::Open(_)) {
            self.hidden_text(token).names.iter().for_each(|name| self.doubts.add(name, token));
        } else {
            self.doubts.any.insert(token);
        }
    }

    /// Adds a doubt for a name that is a statement by itself. It has no effect, unless it is a macro of an include that could not be read:
    /// then it may declare anything.
    pub(super) fn doubt_bare_name(&mut self, name: &str, token: usize) {
        let is_foreign = self.lookup(name, token).is_none()
            && !self.program.declares(name)
            && self.unit.unread_include(self.moment(token)).is_some();
        if is_foreign {
            self.doubts.any.insert(token);
        }
    }

    /// Adds doubts for text that looks like an assignment to a call. It may declare the name in the parentheses: `name (n) = 6`, if `name`
    /// is a type.
    pub(super) fn doubt_changed_calls(&mut self) {
        for &call in &self.changed_calls {
            let inside = self.parsed.expansion.tokens[call..].iter().take_while(|token| !token.is(Punct::RightParen));
            for word in inside.filter(|token| token.kind == TokenKind::Identifier) {
                self.doubts.add(&word.text, call);
            }
        }
    }

    /// Whether an open macro may be anything other than a value, a type, or a qualifier of these.
    fn may_declare(&self, token: usize) -> bool {
        let hidden = self.hidden_text(token);
        let tokens = &self.parsed.expansion.tokens;
        let is_called = tokens.get(token + 1).is_some_and(|next| next.is(Punct::LeftParen));
        let roles = self.unit.macro_roles(&tokens[token].text);
        let is_qualifier = roles.is_qualifier && self.parsed.is_open_qualifier(token);
        let is_type = || roles.is_type && !roles.is_expression || self.is_type_if_told(token);
        if is_qualifier || !is_called && is_type() {
            return false;
        }
        // `name (n)` and `name * n` declare `n` if the name is a type. Within an expression, it is not a type.
        let begins = || match token.checked_sub(1).map(|before| &tokens[before]) {
            Some(before) => {
                ends_statement(before) || before.is(Punct::LeftParen) && !is_called || is_specifier(&before.text)
            }
            None => true,
        };
        let is_operand = || {
            roles.is_expression
                || stands_for_values(self, token)
                || self.is_template(token)
                || self.names_if_told(token).is_some()
        };
        if hidden.is_type {
            return is_called && begins();
        }
        !hidden.is_qualifier && (hidden.declares || hidden.may_be_type && begins() || !is_operand())
    }

    /// The macro after a statement that may be an `else` of an `if` in the statement.
    pub(super) fn hidden_else(&self, statement: &Node<Statement>) -> Option<&Token> {
        if !ends_with_if(&statement.node) {
            return None;
        }
        let expansion = &self.parsed.expansion;
        let mut at = expansion.code_of(&expansion.tokens[self.tokens(statement).end - 1]).end;
        let first = at;
        loop {
            let token = self.unit.code.get(at)?;
            let (name, moment) = (self.unit.text(token), self.unit.moment(at));
            let is_else = match self.meaning(&name, moment) {
                Meaning::Ordinary if name == "else" && at > first => true,
                Meaning::Open(_) => self.hidden_text_of(&name, moment).names.contains("else"),
                Meaning::Sure(definition) if definition.body.is_empty() => false,
                Meaning::Ordinary | Meaning::Sure(_) => return None,
            };
            if is_else {
                return Some(token);
            }
            at += 1;
        }
    }

    /// The possible expansions of the open macro at a token.
    pub(super) fn hidden_text(&self, token: usize) -> Rc<PossibleExpansion> {
        self.hidden_text_of(&self.parsed.expansion.tokens[token].text, self.moment(token))
    }

    /// The possible expansions of an open macro, through the open macros that it names.
    fn hidden_text_of(&self, name: &str, moment: Moment) -> Rc<PossibleExpansion> {
        self.known.hidden_texts.get_or(name, moment, || Rc::new(self.read_hidden_text(name, moment)))
    }

    fn read_hidden_text(&self, name: &str, moment: Moment) -> PossibleExpansion {
        let names = FxHashSet::from_iter([name.to_owned()]);
        let mut hidden = PossibleExpansion {
            names,
            assigns: false,
            points: false,
            is_type: true,
            may_be_type: false,
            declares: false,
            has_half_a_block: false,
            is_qualifier: true,
        };
        let mut open = vec![name.to_owned()];
        while let Some(name) = open.pop() {
            let Meaning::Open(definitions) = self.meaning(&name, moment) else { continue };
            for definition in definitions {
                let expansion = self.expanded_line(&definition.body, moment);
                hidden.points |= expansion.overflow;
                let is_type = self.is_type(&expansion.tokens);
                hidden.is_type &= is_type;
                hidden.may_be_type |= is_type && expansion.tokens.iter().any(|part| self.is_type_word(&part.text));
                hidden.declares |= self.has_declarator(&expansion.tokens);
                hidden.has_half_a_block |= !are_balanced(Bracket::Curly, &expansion.tokens);
                hidden.is_qualifier &= are_specifiers(&expansion.tokens);
                for part in expansion.tokens {
                    hidden.assigns |= matches!(part.kind, TokenKind::Punct(punct) if punct.assigns());
                    hidden.points |= part.is(Punct::Ampersand) || is_asm_word(&part.text);
                    if part.kind == TokenKind::Identifier && hidden.names.insert(part.text.to_string()) && part.open {
                        open.push(part.text.into_owned());
                    }
                }
            }
        }
        hidden
    }

    /// Whether tokens name a type, and declare nothing.
    // type = word { word } { "*" { qualifier } }
    fn is_type(&self, tokens: &[Expanded<'_>]) -> bool {
        let is_part = |token: &Expanded<'_>| {
            token.is(Punct::Star)
                || (token.kind == TokenKind::Identifier
                    && (token.open || is_specifier(&token.text) || self.is_type_word(&token.text)))
        };
        let is_word = |token: &Expanded<'_>| token.open || self.is_type_word(&token.text);
        tokens.iter().any(is_word) && tokens.iter().all(is_part)
    }

    /// Whether a type, or an open macro that may be one, is before a name.
    fn has_declarator(&self, tokens: &[Expanded<'_>]) -> bool {
        let is_word = |token: &Expanded<'_>| token.kind == TokenKind::Identifier;
        let (mut behind_type, mut behind_open) = (false, false);
        tokens.iter().any(|token| {
            let is_type = is_word(token) && self.is_type_word(&token.text);
            let is_qualifier = is_specifier(&token.text);
            let declares = (behind_type || behind_open) && is_word(token) && !is_type && !is_qualifier;
            behind_type = is_type || behind_type && (token.is(Punct::Star) || is_qualifier);
            behind_open = token.open;
            declares
        })
    }

    pub(super) fn is_type_word(&self, word: &str) -> bool {
        is_type_name(word) || is_c_type_keyword(word) || self.program.declares_type(word)
    }
}

/// Whether an `else` after a statement would belong to an `if` at its end (C99 6.8.4.1p3).
fn ends_with_if(statement: &Statement) -> bool {
    let inner = match statement {
        Statement::If(node) => node.node.else_statement.as_deref(),
        Statement::For(node) => Some(&*node.node.statement),
        Statement::While(node) => Some(&*node.node.statement),
        Statement::Switch(node) => Some(&*node.node.statement),
        Statement::Labeled(node) => Some(&*node.node.statement),
        _ => return false,
    };
    inner.is_none_or(|inner| ends_with_if(&inner.node))
}

fn ends_statement(token: &Expanded<'_>) -> bool {
    matches!(token.kind, TokenKind::Punct(Punct::Semicolon | Punct::LeftBrace | Punct::RightBrace))
}
