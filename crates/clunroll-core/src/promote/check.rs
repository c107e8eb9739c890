//! Checks by expansion that a text with promoted arrays is the same program.
//!
//! Each changed function must expand to the same tokens as before, with the elements renamed; and so must a text in which invocations are
//! expanded. All other parts of the file must have as many tokens and directives as before. Uses of arguments that the tree does not show,
//! by `#` and `##`, are detected here.

use std::collections::BTreeSet;
use std::ops::Range;

use super::pass::Pass;
use oclc_syntax::lex::{self, TokenKind};
use oclc_syntax::preprocess::{Configuration, Expanded, Expansion, Unit, expand};
use oclc_syntax::source::FileId;
use oclc_syntax::tree::Items;

/// The expected expansion of a function.
#[derive(Debug)]
pub struct Check {
    /// The index of its item.
    pub item: usize,
    /// The configuration of the expansion.
    pub configuration: Configuration,
    /// The verdicts that it checks.
    pub verdicts: Range<usize>,
    /// Whether it is one of several configurations.
    pub is_joint: bool,
    /// Whether invocations in it are expanded, and nothing else is changed yet.
    pub is_written_out: bool,
    /// Its tokens.
    pub expected: Vec<Expected>,
}

/// One token of an expansion.
#[derive(Debug)]
pub struct Expected {
    kind: TokenKind,
    text: String,
    open: bool,
    hidden: bool,
    quotes_open: bool,
}

impl Expected {
    /// The expected token for an expanded one.
    #[must_use]
    pub fn of(token: &Expanded<'_>) -> Self {
        let Expanded { kind, open, quotes_open, .. } = *token;
        Self { kind, text: token.text.to_string(), open, hidden: token.is_hidden(), quotes_open }
    }

    /// The tokens of made text, which contains no macros.
    pub fn made(text: &str) -> impl Iterator<Item = Self> {
        lex::lex(FileId::MAIN, text.as_bytes()).into_iter().map(|token| {
            let text = lex::text(text.as_bytes(), &token).into_owned();
            Self { kind: token.kind, text, open: false, hidden: false, quotes_open: false }
        })
    }

    fn is(&self, token: &Expanded<'_>) -> bool {
        self.kind == token.kind
            && self.text == token.text
            && self.open == token.open
            && self.hidden == token.is_hidden()
            && self.quotes_open == token.quotes_open
    }
}

/// The failed checks of a new text, by their verdicts; all verdicts if the program differs elsewhere.
#[must_use]
pub fn failing(before: &Unit, after: &Unit, pass: &Pass) -> Vec<Range<usize>> {
    let (old, new) = (Items::find(before), Items::find(after));
    let checked: BTreeSet<usize> = pass.checks.iter().map(|check| check.item).collect();
    let same_elsewhere = old.all().len() == new.all().len()
        && before.directives.len() == after.directives.len() + pass.gone
        && old.all().iter().zip(new.all()).enumerate().all(|(index, (old, new))| {
            checked.contains(&index) || old.code.len() == new.code.len() && old.body.is_some() == new.body.is_some()
        });
    let fails = |check: &&Check| {
        !same_elsewhere || {
            let code = new.all()[check.item].code.clone();
            let Expansion { tokens, overflow, .. } = expand(after, &check.configuration, std::iter::once(code));
            let is_same = |(expected, token): (&Expected, &Expanded<'_>)| expected.is(token);
            overflow || tokens.len() != check.expected.len() || !check.expected.iter().zip(&tokens).all(is_same)
        }
    };
    pass.checks.iter().filter(fails).map(|check| check.verdicts.clone()).collect()
}
