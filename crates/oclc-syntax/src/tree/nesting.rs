//! The depth of a parse, computed before the parse begins.
//!
//! lang-c is a recursive descent parser: brackets cost it stack, and time that grows with the square of the depth;
//! so do prefix operators, `else if` chains and conditional expressions, if less. This count is an upper bound of
//! that depth, found in one pass over the tokens.
//!
//! If an operand is missing after `++` or `--`, lang-c reads the rest twice, so that each further one doubles the time until it
//! gives up. The same happens if a parenthesis after a type contains no declarator: `uint(uint(uint(x + 1)))`, which is a cast
//! in other languages.

use crate::lex::{Punct, TokenKind};
use crate::limits::{MAX_BRACKETS, MAX_CHAIN, MAX_DECLARATORS, MAX_INCREMENTS, MAX_LOOPS};
use crate::preprocess::Expanded;

/// Constructs that nest at one bracket level without a bracket.
#[derive(Clone, Copy, Default)]
struct NestingLevel {
    /// Substatements: an `else if` is a substatement of the `if` before it.
    statements: usize,
    /// The substatements that are loops.
    loops: usize,
    /// The substatements that are an `if` without its `else` so far.
    branches: usize,
    /// Operators of one expression.
    operators: usize,
}

impl NestingLevel {
    const fn depth(self) -> usize {
        self.statements + self.operators
    }

    /// At the end of a statement without an `else` after it; `loops` holds, for each `if` without an `else`, the number of loops around it.
    fn end_statement(&mut self, loops: &mut Vec<usize>) {
        loops.truncate(loops.len() - self.branches);
        (self.statements, self.loops, self.branches) = (0, 0, 0);
    }

    /// At the end of a statement that may have an `else` after it.
    fn end_branch(&mut self, has_else: bool, loops: &mut Vec<usize>) {
        if !has_else {
            self.end_statement(loops);
        } else if self.branches > 0 {
            self.branches -= 1;
            self.loops = loops.pop().unwrap_or_default();
        } else {
            self.loops = 0;
        }
    }
}

/// The first token at which the nesting passes what may be parsed.
#[must_use]
pub fn too_deep(tokens: &[Expanded<'_>]) -> Option<usize> {
    let mut outer: Vec<NestingLevel> = Vec::new();
    let (mut outer_depth, mut outer_loops) = (0_usize, 0_usize);
    let mut chain = NestingLevel::default();
    let mut loops_of_branches: Vec<usize> = Vec::new();
    let mut increments = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Punct(Punct::Increment | Punct::Decrement) => increments += 1,
            _ if is_prefix(token) => {}
            _ => increments = 0,
        }
        match token.kind {
            TokenKind::Punct(Punct::LeftBrace | Punct::LeftParen | Punct::LeftBracket) => {
                outer.push(chain);
                outer_depth += chain.depth();
                outer_loops += chain.loops;
                chain = NestingLevel::default();
            }
            TokenKind::Punct(Punct::RightBrace | Punct::RightParen | Punct::RightBracket) => {
                chain.end_statement(&mut loops_of_branches);
                chain = outer.pop().unwrap_or_default();
                outer_depth = outer_depth.saturating_sub(chain.depth());
                outer_loops = outer_loops.saturating_sub(chain.loops);
                if token.is(Punct::RightBrace) {
                    chain.operators = 0;
                    chain.end_branch(continues_if(tokens, at), &mut loops_of_branches);
                } else {
                    // The operand of a cast, a call or an index nests deeper.
                    chain.operators += 1;
                }
            }
            TokenKind::Punct(Punct::Semicolon) => {
                chain.operators = 0;
                chain.end_branch(continues_if(tokens, at), &mut loops_of_branches);
            }
            TokenKind::Punct(Punct::Comma) => chain.operators = 0,
            TokenKind::Punct(_) => chain.operators += 1,
            TokenKind::Identifier => match &*token.text {
                "for" | "while" | "do" => (chain.statements, chain.loops) = (chain.statements + 1, chain.loops + 1),
                "if" => {
                    chain.statements += 1;
                    chain.branches += 1;
                    loops_of_branches.push(chain.loops);
                }
                "else" | "switch" | "case" => chain.statements += 1,
                "sizeof" => chain.operators += 1,
                _ => {}
            },
            _ => {}
        }
        let is_too_deep = outer.len() > MAX_BRACKETS
            || outer_depth + chain.depth() > MAX_CHAIN
            || outer_loops + chain.loops > MAX_LOOPS
            || increments > MAX_INCREMENTS;
        if is_too_deep {
            return Some(at);
        }
    }
    None
}

/// The first token at which more declarators would be nested than may be parsed; `is_type` returns whether the word at an index
/// is a type.
#[must_use]
pub fn declarators_too_deep(tokens: &[Expanded<'_>], is_type: impl Fn(usize) -> bool) -> Option<usize> {
    let mut outer: Vec<OpenParenthesis> = Vec::new();
    let mut declarators = 0_usize;
    // Whether the token before names a type.
    let mut is_after_type = false;
    for (at, token) in tokens.iter().enumerate() {
        let ends_type = match token.kind {
            TokenKind::Punct(Punct::LeftParen) => {
                let before = at.checked_sub(1).map(|before| &tokens[before]);
                let names_type = before.is_some_and(is_typeof);
                declarators += usize::from(is_after_type);
                outer.push(OpenParenthesis { is_declarator: is_after_type, names_type });
                false
            }
            TokenKind::Punct(Punct::RightParen) => {
                let closed = outer.pop().unwrap_or_default();
                declarators -= usize::from(closed.is_declarator);
                closed.names_type
            }
            TokenKind::Identifier => is_type(at),
            _ => false,
        };
        is_after_type = ends_type;
        if declarators > MAX_DECLARATORS {
            return Some(at);
        }
    }
    None
}

/// A parenthesis that is open.
#[derive(Clone, Copy, Default)]
struct OpenParenthesis {
    /// Whether it is directly after a type.
    is_declarator: bool,
    /// Whether it and its contents are a type, as in `typeof`.
    names_type: bool,
}

fn is_typeof(token: &Expanded<'_>) -> bool {
    token.kind == TokenKind::Identifier && matches!(&*token.text, "typeof" | "__typeof" | "__typeof__")
}

/// Whether an operator may be between `++` and its operand.
fn is_prefix(token: &Expanded<'_>) -> bool {
    let is_operator = |punct| {
        matches!(
            punct,
            Punct::Star | Punct::Ampersand | Punct::Plus | Punct::Minus | Punct::Not | Punct::Tilde | Punct::AndAnd
        )
    };
    matches!(token.kind, TokenKind::Punct(punct) if is_operator(punct)) || token.is_word("sizeof")
}

fn continues_if(tokens: &[Expanded<'_>], at: usize) -> bool {
    tokens.get(at + 1).is_some_and(|next| next.is_word("else"))
}
