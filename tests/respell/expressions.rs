//! Parses expressions from tokens, without expanding macros.
//!
//! Text that may not be an expression is not parsed. A macro may be anything, so expressions in the same brackets as a macro keep their
//! spelling, unless the macro is a number.

use std::collections::HashSet;

use super::tokens::{Class, Token};

/// The kind of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Name,
    Number,
    /// Text that is not changed, and acts as one operand.
    Opaque,
    /// A name that may be a macro which is not an operand.
    Macro,
    Parenthesised,
    Index,
    Call,
    Member,
    Prefix,
    Postfix,
    Cast,
    Sizeof,
    Binary,
    Conditional,
    Assignment,
    Comma,
}

/// An expression: its tokens and its operands.
#[derive(Clone, Debug)]
pub struct Node {
    pub kind: Kind,
    /// Its first token, and the one after its last.
    pub first: usize,
    pub end: usize,
    /// The token of its operator, or the first token.
    pub operator: usize,
    /// How tightly it binds: 15 for an expression that needs no parentheses.
    pub tight: u8,
    pub parts: Vec<Node>,
}

/// The known names of a source.
#[derive(Debug, Default)]
pub struct Names {
    /// Types.
    pub types: HashSet<String>,
    /// Macros that are not numbers, and names that may be macros of the host.
    pub macros: HashSet<String>,
    /// Macros that are numbers.
    pub numbers: HashSet<String>,
    /// Names that are declared somewhere.
    pub declared: HashSet<String>,
}

const SCALARS: [&str; 13] =
    ["bool", "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "half", "size_t"];
const QUALIFIERS: [&str; 22] = [
    "void",
    "const",
    "volatile",
    "restrict",
    "unsigned",
    "signed",
    "struct",
    "union",
    "enum",
    "static",
    "register",
    "global",
    "__global",
    "local",
    "__local",
    "constant",
    "__constant",
    "private",
    "__private",
    "ptrdiff_t",
    "intptr_t",
    "uintptr_t",
];
/// Words with which a statement begins.
pub const STATEMENTS: [&str; 13] =
    ["if", "else", "for", "while", "do", "switch", "case", "default", "return", "break", "continue", "goto", "typedef"];

impl Names {
    /// Whether a word is a type or a part of one.
    pub fn is_type(&self, word: &str) -> bool {
        let stem = word.trim_end_matches(|c: char| c.is_ascii_digit());
        QUALIFIERS.contains(&word)
            || SCALARS.contains(&word)
            || SCALARS.contains(&stem) && ["2", "3", "4", "8", "16"].contains(&&word[stem.len()..])
            || self.types.contains(word)
    }

    /// Whether a word may be a macro which is not an operand.
    pub fn may_be_macro(&self, word: &str) -> bool {
        let is_shouted = word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
            && !self.numbers.contains(word)
            && !self.declared.contains(word);
        self.macros.contains(word) || is_shouted
    }
}

/// Parses expressions.
pub struct Reader<'r, 't> {
    pub tokens: &'r [Token<'t>],
    pub names: &'r Names,
    pub at: usize,
}

impl<'t> Reader<'_, 't> {
    /// The next token.
    pub fn token(&self) -> Option<Token<'t>> {
        self.tokens.get(self.at).copied()
    }

    /// Whether the next token is this word or sign.
    pub fn sees(&self, text: &str) -> bool {
        self.token().is_some_and(|token| token.is(text))
    }

    /// Skips that token.
    pub fn take(&mut self, text: &str) -> Option<()> {
        self.sees(text).then(|| self.at += 1)
    }

    /// Skips the brackets that begin here.
    pub fn skip_brackets(&mut self) -> Option<()> {
        let mut depth = 0;
        loop {
            let token = self.token()?;
            if ["(", "[", "{"].iter().any(|open| token.is(open)) {
                depth += 1;
            } else if [")", "]", "}"].iter().any(|close| token.is(close)) {
                depth -= 1;
            }
            self.at += 1;
            if depth <= 0 {
                return Some(());
            }
        }
    }

    /// An expression with commas.
    pub fn comma(&mut self) -> Option<Node> {
        let first = self.assignment()?;
        if !self.sees(",") {
            return Some(first);
        }
        let operator = self.at;
        let mut parts = vec![first];
        while self.take(",").is_some() {
            parts.push(self.assignment()?);
        }
        Some(self.node(Kind::Comma, parts[0].first, operator, 0, parts))
    }

    fn node(&self, kind: Kind, first: usize, operator: usize, tight: u8, parts: Vec<Node>) -> Node {
        Node { kind, first, end: self.at, operator, tight, parts }
    }

    /// An expression without commas.
    pub fn assignment(&mut self) -> Option<Node> {
        let left = self.conditional()?;
        let token = self.token()?;
        let is_assignment =
            token.class == Class::Sign && token.text.ends_with('=') && !["==", "!=", "<=", ">="].contains(&token.text);
        if !is_assignment {
            return Some(left);
        }
        let operator = self.at;
        self.at += 1;
        let right = self.assignment()?;
        Some(self.node(Kind::Assignment, left.first, operator, 1, vec![left, right]))
    }

    fn conditional(&mut self) -> Option<Node> {
        let asked = self.binary(3)?;
        let operator = self.at;
        if self.take("?").is_none() {
            return Some(asked);
        }
        let then = self.comma()?;
        self.take(":")?;
        let otherwise = self.conditional()?;
        Some(self.node(Kind::Conditional, asked.first, operator, 2, vec![asked, then, otherwise]))
    }

    fn binary(&mut self, least: u8) -> Option<Node> {
        let mut left = self.unary()?;
        loop {
            let Some(tight) = self.token().and_then(|token| tightness(&token)).filter(|&tight| tight >= least) else {
                return Some(left);
            };
            let operator = self.at;
            self.at += 1;
            let right = self.binary(tight + 1)?;
            left = self.node(Kind::Binary, left.first, operator, tight, vec![left, right]);
        }
    }

    fn unary(&mut self) -> Option<Node> {
        let (token, first) = (self.token()?, self.at);
        if token.is("sizeof") {
            self.at += 1;
            // A macro may be a type.
            let may_be_type = |at: usize| {
                self.begins_type(at) || self.tokens.get(at).is_some_and(|token| self.names.may_be_macro(token.text))
            };
            if self.sees("(") && may_be_type(self.at + 1) {
                self.skip_brackets()?;
                // `sizeof(a)[b]` is the size of `(a)[b]`.
                return Some(self.node(Kind::Opaque, first, first, 14, Vec::new()));
            }
            let operand = self.unary()?;
            return Some(self.node(Kind::Sizeof, first, first, 14, vec![operand]));
        }
        if ["++", "--", "+", "-", "!", "~", "*", "&"].iter().any(|sign| token.is(sign)) {
            self.at += 1;
            let operand = self.unary()?;
            return Some(self.node(Kind::Prefix, first, first, 14, vec![operand]));
        }
        if token.is("(") && self.begins_type(self.at + 1) {
            let is_vector = self.tokens[self.at + 1].text.ends_with(|c: char| c.is_ascii_digit());
            self.skip_brackets()?;
            if is_vector && self.sees("(") {
                self.skip_brackets()?;
                let vector = self.node(Kind::Opaque, first, first, 15, Vec::new());
                return self.postfix(vector);
            }
            let operand = self.unary()?;
            return Some(self.node(Kind::Cast, first, first, 14, vec![operand]));
        }
        let primary = self.primary()?;
        self.postfix(primary)
    }

    /// Whether a type begins at a token.
    pub fn begins_type(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.class == Class::Word && self.names.is_type(token.text))
    }

    fn primary(&mut self) -> Option<Node> {
        let (token, first) = (self.token()?, self.at);
        match token.class {
            Class::Number | Class::Quoted => {
                self.at += 1;
                let kind = if token.class == Class::Number { Kind::Number } else { Kind::Opaque };
                Some(self.node(kind, first, first, 15, Vec::new()))
            }
            Class::Word => {
                if STATEMENTS.contains(&token.text) || token.is("inline") || self.names.is_type(token.text) {
                    return None;
                }
                self.at += 1;
                if !self.names.may_be_macro(token.text) {
                    return Some(self.node(Kind::Name, first, first, 15, Vec::new()));
                }
                if self.sees("(") {
                    self.skip_brackets()?;
                }
                Some(self.node(Kind::Macro, first, first, 15, Vec::new()))
            }
            Class::Sign if token.is("(") => {
                self.at += 1;
                let inner = self.comma()?;
                self.take(")")?;
                Some(self.node(Kind::Parenthesised, first, first, 15, vec![inner]))
            }
            Class::Sign | Class::Directive => None,
        }
    }

    fn postfix(&mut self, mut base: Node) -> Option<Node> {
        loop {
            let (first, operator) = (base.first, self.at);
            if self.take("[").is_some() {
                let index = self.comma()?;
                self.take("]")?;
                base = self.node(Kind::Index, first, operator, 15, vec![base, index]);
            } else if self.take("(").is_some() {
                let mut parts = vec![base];
                while self.take(")").is_none() {
                    if parts.len() > 1 {
                        self.take(",")?;
                    }
                    parts.push(self.assignment()?);
                }
                base = self.node(Kind::Call, first, operator, 15, parts);
            } else if self.take(".").or_else(|| self.take("->")).is_some() {
                self.token().filter(|token| token.class == Class::Word)?;
                self.at += 1;
                base = self.node(Kind::Member, first, operator, 15, vec![base]);
            } else if self.take("++").or_else(|| self.take("--")).is_some() {
                base = self.node(Kind::Postfix, first, operator, 15, vec![base]);
            } else {
                return Some(base);
            }
        }
    }
}

fn tightness(token: &Token<'_>) -> Option<u8> {
    if token.class != Class::Sign {
        return None;
    }
    Some(match token.text {
        "||" => 3,
        "&&" => 4,
        "|" => 5,
        "^" => 6,
        "&" => 7,
        "==" | "!=" => 8,
        "<" | ">" | "<=" | ">=" => 9,
        "<<" | ">>" => 10,
        "+" | "-" => 11,
        "*" | "/" | "%" => 12,
        _ => return None,
    })
}
