//! Names that macros of the host's may declare.
//!
//! A macro that conditions choose, or a `-D`, may stand for nothing here and for `int N = 6` there, and whatever the name `N` meant
//! before it means after it no more. Most such macros are harmless whichever is chosen: all their definitions are values where a
//! value is asked for, or types, or words that qualify what stands beside them, or templates ([`super::templates`]). Any other
//! may declare each name that it holds, and each that stands in the same statement: with one that is a type or nothing,
//! `MAYBE n = 8;` declares `n` or writes it. One with half a block may end what is declared around it, so that all names are in
//! doubt. Where a name is in doubt, no symbol that was declared before is certain.

use std::collections::BTreeSet;
use std::rc::Rc;

use lang_c::ast::Statement;
use lang_c::span::Node;
use rustc_hash::{FxHashMap, FxHashSet};

use super::open_names::stands_for_values;
use super::symbols::{Function, Storage, SymbolId};
use oclc_syntax::lex::{Bracket, Punct, Token, TokenKind, are_balanced};
use oclc_syntax::preprocess::{Expanded, Meaning, Moment};
use oclc_syntax::tree::{TokenRange, are_specifiers, is_asm_word, is_c_type_keyword, is_specifier, is_type_name};

/// Where names may be declared by macros.
#[derive(Debug, Default)]
pub(super) struct Doubts {
    by_name: FxHashMap<String, BTreeSet<usize>>,
    /// The tokens of macros that may declare any name.
    any: BTreeSet<usize>,
    /// What else macros may do to the names of their statements.
    pub statements: Vec<Doubtful>,
}

/// A statement, from one semicolon or brace to the next, with a macro that may declare something.
#[derive(Debug)]
pub(super) struct Doubtful {
    pub tokens: TokenRange,
    /// Whether one of them may point to what stands in the statement.
    pub points: bool,
}

impl Doubts {
    fn add(&mut self, name: &str, token: usize) {
        match self.by_name.get_mut(name) {
            Some(tokens) => {
                tokens.insert(token);
            }
            None => {
                self.by_name.insert(name.to_owned(), BTreeSet::from([token]));
            }
        }
    }

    /// The first macro in a stretch of text that may declare a name.
    pub(super) fn find(&self, name: &str, text: TokenRange) -> Option<usize> {
        let first = |tokens: &BTreeSet<usize>| tokens.range(text.clone()).next().copied();
        // The set's range must not end before it begins.
        let tokens = [Some(&self.any), self.by_name.get(name)].into_iter().flatten();
        tokens.filter(|_| !text.is_empty()).find_map(first)
    }
}

/// What an open macro may expand to.
#[allow(clippy::struct_excessive_bools, reason = "independent facts, each asked for by itself")]
#[derive(Debug)]
pub(super) struct PossibleExpansion {
    /// Every identifier in it.
    pub names: FxHashSet<String>,
    /// Whether it may assign.
    pub assigns: bool,
    /// Whether it may point to what it names.
    pub points: bool,
    /// Whether each of its definitions is a type, or stands for another macro.
    pub is_type: bool,
    /// Whether one of them surely is a type.
    may_be_type: bool,
    /// Whether a type stands before a name in it, as in a declaration.
    declares: bool,
    /// Whether it may open or close a block, so that what is declared elsewhere is visible or not.
    has_half_a_block: bool,
    /// Whether each of them says nothing but what qualifies something else.
    is_qualifier: bool,
}

impl Function<'_, '_> {
    /// The token of a macro that may declare the symbol's name anew before the token `at`.
    #[must_use]
    pub fn doubted_by(&self, id: SymbolId, at: usize) -> Option<usize> {
        let symbol = self.symbol(id);
        let text = symbol.declared + 1..at + 1;
        // A parameter hides what the file declares, and shares its scope with the others and with the body's outermost block.
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
                // What it declares in a head has been asked for.
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

    /// A macro makes the name in a declarator: what is declared there may be any name that it stands for.
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

    /// A name that is a statement by itself does nothing, unless it is a macro of an include that could not be read: then it may
    /// declare whatever it likes.
    pub(super) fn doubt_bare_name(&mut self, name: &str, token: usize) {
        let is_foreign = self.lookup(name, token).is_none()
            && !self.program.declares(name)
            && self.unit.unread_include(self.moment(token)).is_some();
        if is_foreign {
            self.doubts.any.insert(token);
        }
    }

    /// What is written like a call and assigned to may declare what stands in its parentheses: `name (n) = 6`, where the name is a
    /// type.
    pub(super) fn doubt_changed_calls(&mut self) {
        for &call in &self.changed_calls {
            let inside = self.parsed.expansion.tokens[call..].iter().take_while(|token| !token.is(Punct::RightParen));
            for word in inside.filter(|token| token.kind == TokenKind::Identifier) {
                self.doubts.add(&word.text, call);
            }
        }
    }

    /// Whether an open macro may stand for anything but a value, a type, or what qualifies them.
    fn may_declare(&self, token: usize) -> bool {
        let hidden = self.hidden_text(token);
        let tokens = &self.parsed.expansion.tokens;
        let is_called = tokens.get(token + 1).is_some_and(|next| next.is(Punct::LeftParen));
        let roles = self.unit.macro_roles(&tokens[token].text);
        let is_qualifier = roles.is_qualifier && self.parsed.is_open_qualifier(token);
        if is_qualifier || !is_called && roles.is_type && !roles.is_expression {
            return false;
        }
        // `name (n)` and `name * n` declare `n` if the name is a type, but within an expression it is none.
        let begins = || match token.checked_sub(1).map(|before| &tokens[before]) {
            Some(before) => {
                ends_statement(before) || before.is(Punct::LeftParen) && !is_called || is_specifier(&before.text)
            }
            None => true,
        };
        let is_operand = || roles.is_expression || stands_for_values(self, token) || self.is_template(token);
        if hidden.is_type {
            return is_called && begins();
        }
        !hidden.is_qualifier && (hidden.declares || hidden.may_be_type && begins() || !is_operand())
    }

    /// The macro behind a statement that may be an `else`, where it would belong to an `if` in it.
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

    /// What the open macro at a token may expand to.
    pub(super) fn hidden_text(&self, token: usize) -> Rc<PossibleExpansion> {
        self.hidden_text_of(&self.parsed.expansion.tokens[token].text, self.moment(token))
    }

    /// What an open macro may expand to, through the open macros that it names.
    fn hidden_text_of(&self, name: &str, moment: Moment) -> Rc<PossibleExpansion> {
        self.hidden_texts.get_or(name, moment, || Rc::new(self.read_hidden_text(name, moment)))
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

    /// Whether tokens name a type, and declare nothing of it.
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

    /// Whether a type stands before a name, or an open macro that may be one.
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

/// Whether an `else` behind a statement would belong to an `if` at its end (C99 6.8.4.1p3).
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
