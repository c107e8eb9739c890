//! The preprocessor of a final compile: C99 6.10, for one set of macros, as simply as it can be written.
//!
//! It shares only the lexer with clunroll's own preprocessor, so that the two can be compared. It runs the directives of a
//! text, in order, and expands what is between them (`expand.rs`, `condition.rs`). The result is a list of [`Token`]s; a
//! `#pragma`, or a `_Pragma`, is one of them.
//!
//! A text is *refused* if all compilers reject it. It is *unclear* if compilers differ, if it needs a definition that only a
//! compiler has, or if it takes too much time.

mod condition;
mod expand;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use clunroll::Includes;
use clunroll::source::FileId;
use oclc_syntax::lex::{self, Punct, TokenKind};

use crate::case::Files;

/// How many tokens a text may have after it is preprocessed.
const MOST_TOKENS: usize = 1 << 17;

/// How deep files may include each other.
const MOST_DEPTH: usize = 24;

/// Why a text has no tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// No compiler takes it, for that reason.
    Refused(&'static str),
    /// The result of a compiler is not known here.
    Unclear,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One of the lexer's.
    Lexed(TokenKind),
    /// A pragma; its text is that of its tokens, with one blank between them.
    Pragma {
        /// Whether it is written as a directive of the main file.
        is_line_of_main: bool,
    },
    /// An `#include` of a file that is not there.
    Include,
    /// An argument without tokens, next to `##`.
    Nothing,
}

/// A token that the compiler sees.
#[derive(Clone, Debug)]
pub struct Token {
    /// Its kind.
    pub kind: Kind,
    /// Its spelling, without splices and digraphs.
    pub text: Rc<str>,
    /// Where it, or the invocation that makes it, begins in the main file.
    pub at: Option<u32>,
    /// Whether white space is before it.
    space: bool,
    /// The macros that it is not expanded by.
    hidden: Rc<BTreeSet<Rc<str>>>,
}

impl Token {
    /// Whether it is that operator or punctuator.
    #[must_use]
    pub fn is(&self, punct: Punct) -> bool {
        self.kind == Kind::Lexed(TokenKind::Punct(punct))
    }

    /// Whether it is that word.
    #[must_use]
    pub fn is_word(&self, word: &str) -> bool {
        self.is_identifier() && &*self.text == word
    }

    /// Whether it is a word.
    #[must_use]
    pub fn is_identifier(&self) -> bool {
        self.kind == Kind::Lexed(TokenKind::Identifier)
    }

    /// Whether it is a pragma that is a directive of the main file.
    #[must_use]
    pub fn is_line_of_main(&self) -> bool {
        self.kind == Kind::Pragma { is_line_of_main: true }
    }

    /// Whether it is a pragma.
    #[must_use]
    pub fn is_pragma(&self) -> bool {
        matches!(self.kind, Kind::Pragma { .. })
    }
}

/// A macro.
#[derive(Clone, Debug)]
struct Macro {
    /// The parameters, and whether the last one takes all arguments that follow; `None` for a macro without parentheses.
    parameters: Option<(Vec<Rc<str>>, bool)>,
    body: Vec<Token>,
}

/// A line that is a directive, or the code between two.
enum Stretch {
    Code(Vec<Token>),
    /// The tokens after the `#`, and their place.
    Directive(Vec<Token>, Option<u32>),
}

/// The role of a text that is lexed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TextRole {
    /// The main file: its tokens keep their places.
    Main,
    /// An included file or a made text.
    Other,
}

/// The state of the preprocessor.
pub struct Compile<'f> {
    files: &'f mut Files,
    macros: HashMap<Rc<str>, Macro>,
    read_once: HashSet<String>,
    output: Vec<Token>,
    depth: usize,
    /// How many tokens expansion may still make.
    left: usize,
    nothing_hidden: Rc<BTreeSet<Rc<str>>>,
    /// Whether the code before ends with the name of a macro that wants arguments.
    wants_arguments: bool,
}

/// A conditional around a line.
struct Group {
    /// Whether this branch is compiled.
    is_on: bool,
    /// Whether a later branch may be compiled: no earlier one was, and the text around it is compiled.
    may_be_on: bool,
    has_else: bool,
}

impl<'f> Compile<'f> {
    /// A compile without macros.
    #[must_use]
    pub fn new(files: &'f mut Files) -> Self {
        Self {
            files,
            macros: HashMap::new(),
            read_once: HashSet::new(),
            output: Vec::new(),
            depth: 0,
            left: MOST_TOKENS,
            nothing_hidden: Rc::default(),
            wants_arguments: false,
        }
    }

    /// `definition` is the text after `#define`.
    ///
    /// # Errors
    ///
    /// If it is not a definition.
    pub fn define(&mut self, definition: &str) -> Result<(), Failure> {
        let tokens = self.lexed(definition.as_bytes(), TextRole::Other);
        self.define_line(&tokens)
    }

    /// Reads a file before the main file.
    ///
    /// # Errors
    ///
    /// The fault of the file.
    pub fn force_include(&mut self, name: &str) -> Result<(), Failure> {
        let is_import = false;
        self.include(&format!("\"{name}\""), is_import)
    }

    /// The tokens of the main file.
    ///
    /// # Errors
    ///
    /// The fault of the file.
    pub fn run(mut self, main: &[u8]) -> Result<Vec<Token>, Failure> {
        self.file(main, TextRole::Main)?;
        Ok(self.output)
    }

    /// The tokens of a text.
    fn lexed(&self, bytes: &[u8], role: TextRole) -> Vec<Token> {
        lex::lex(FileId::MAIN, bytes).iter().map(|token| self.token(bytes, token, role)).collect()
    }

    fn token(&self, bytes: &[u8], token: &lex::Token, role: TextRole) -> Token {
        let text = match token.kind {
            TokenKind::Punct(punct) => punct.text().into(),
            _ => String::from_utf8_lossy(&lex::spelling(bytes, token)).into(),
        };
        Token {
            kind: Kind::Lexed(token.kind),
            text,
            at: (role == TextRole::Main).then_some(token.span.start),
            space: token.after_space,
            hidden: Rc::clone(&self.nothing_hidden),
        }
    }

    /// A text as directives and the code between them.
    fn stretches(&self, bytes: &[u8], role: TextRole) -> Vec<Stretch> {
        let tokens = lex::lex(FileId::MAIN, bytes);
        let mut stretches = Vec::new();
        let mut at = 0;
        while let Some(first) = tokens.get(at) {
            let rest = &tokens[at + 1..];
            let (next, is_directive) = if first.begins_directive() {
                (rest.iter().position(|token| token.at_line_start), true)
            } else {
                (rest.iter().position(lex::Token::begins_directive), false)
            };
            let end = next.map_or(tokens.len(), |next| at + 1 + next);
            let part = tokens[at + usize::from(is_directive)..end].iter();
            let part = part.map(|token| self.token(bytes, token, role)).collect();
            stretches.push(if is_directive {
                Stretch::Directive(part, (role == TextRole::Main).then_some(first.span.start))
            } else {
                Stretch::Code(part)
            });
            at = end;
        }
        stretches
    }

    fn file(&mut self, bytes: &[u8], role: TextRole) -> Result<(), Failure> {
        let mut groups: Vec<Group> = Vec::new();
        for stretch in self.stretches(bytes, role) {
            let is_on = groups.last().is_none_or(|group| group.is_on);
            match stretch {
                Stretch::Code(tokens) if is_on => self.code(tokens)?,
                Stretch::Code(_) => {}
                Stretch::Directive(line, at) => {
                    let (Some(name), true) = (line.first(), line.first().is_some_and(Token::is_identifier)) else {
                        continue;
                    };
                    let rest = &line[1..];
                    match &*name.text {
                        "if" | "ifdef" | "ifndef" => {
                            let is_true = is_on && self.opens(&name.text, rest)?;
                            groups.push(Group { is_on: is_true, may_be_on: is_on && !is_true, has_else: false });
                        }
                        "elif" | "else" | "elifdef" | "elifndef" => {
                            self.next_branch(&name.text, rest, groups.last_mut())?;
                        }
                        "endif" => {
                            groups.pop().ok_or(Failure::Refused("`#endif` without `#if`"))?;
                        }
                        _ if is_on => self.directive(&line, at)?,
                        _ => {}
                    }
                }
            }
        }
        if groups.is_empty() { Ok(()) } else { Err(Failure::Refused("`#if` without `#endif`")) }
    }

    /// Whether the first branch of a conditional is compiled.
    fn opens(&mut self, kind: &str, rest: &[Token]) -> Result<bool, Failure> {
        if kind == "if" {
            return self.is_true(rest);
        }
        let name = rest.first().filter(|name| name.is_identifier());
        let name = name.ok_or(Failure::Refused("`#ifdef` without a name"))?;
        Ok(self.macros.contains_key(&name.text) == (kind == "ifdef"))
    }

    fn next_branch(&mut self, kind: &str, rest: &[Token], group: Option<&mut Group>) -> Result<(), Failure> {
        let group = group.ok_or(Failure::Refused("a branch without `#if`"))?;
        if group.has_else {
            return Err(Failure::Refused("a branch after `#else`"));
        }
        group.is_on = match kind {
            "else" => {
                group.has_else = true;
                group.may_be_on
            }
            "elif" => group.may_be_on && self.is_true(rest)?,
            // Older compilers ignore these.
            _ => return Err(Failure::Unclear),
        };
        group.may_be_on &= !group.is_on;
        Ok(())
    }

    /// Any other directive; `line` begins with its name.
    fn directive(&mut self, line: &[Token], at: Option<u32>) -> Result<(), Failure> {
        let rest = &line[1..];
        match &*line[0].text {
            "define" => self.define_line(rest),
            "undef" => {
                let name = rest.first().ok_or(Failure::Refused("`#undef` without a name"))?;
                self.macros.remove(&name.text);
                Ok(())
            }
            name @ ("include" | "import") => self.include_line(rest, name == "import"),
            "pragma" => self.pragma_line(rest, at),
            "error" => Err(Failure::Refused("`#error`")),
            "include_next" | "embed" => Err(Failure::Unclear),
            "line" | "warning" | "ident" | "sccs" | "assert" | "unassert" => Ok(()),
            _ => Err(Failure::Refused("an unknown directive")),
        }
    }

    fn pragma_line(&mut self, rest: &[Token], at: Option<u32>) -> Result<(), Failure> {
        let is = |index: usize, word: &str| rest.get(index).is_some_and(|token| token.is_word(word));
        if is(0, "push_macro") || is(0, "pop_macro") || is(0, "poison") || (is(0, "GCC") && is(1, "poison")) {
            return Err(Failure::Unclear);
        }
        if is(0, "once") {
            // The file that is being read is noted by its includer.
            return Ok(());
        }
        let is_expanded = !is(0, "STDC") && !is(0, "OPENCL");
        let tokens = if is_expanded { self.expand(rest.to_vec())? } else { rest.to_vec() };
        let kind = Kind::Pragma { is_line_of_main: at.is_some() };
        let pragma = self.pragma(kind, &tokens, at);
        self.output.push(pragma);
        Ok(())
    }

    fn pragma(&self, kind: Kind, tokens: &[Token], at: Option<u32>) -> Token {
        let text = tokens.iter().map(|token| &*token.text).collect::<Vec<_>>().join(" ");
        Token { kind, text: text.into(), at, space: true, hidden: Rc::clone(&self.nothing_hidden) }
    }

    fn include_line(&mut self, rest: &[Token], is_import: bool) -> Result<(), Failure> {
        let is_name =
            |tokens: &[Token]| tokens.first().is_some_and(|token| token.text.starts_with('"') || token.is(Punct::Less));
        let tokens = if is_name(rest) { rest.to_vec() } else { self.expand(rest.to_vec())? };
        if !is_name(&tokens) {
            return Err(Failure::Refused("`#include` without a name"));
        }
        let name = if tokens[0].is(Punct::Less) {
            let end = tokens.iter().position(|token| token.is(Punct::Greater));
            let end = end.ok_or(Failure::Refused("`#include` without `>`"))?;
            // Blanks may belong to the name.
            if tokens[1..end].iter().any(|token| token.space) {
                return Err(Failure::Unclear);
            }
            tokens[..=end].iter().map(|token| &*token.text).collect()
        } else {
            tokens[0].text.to_string()
        };
        self.include(&name, is_import)
    }

    fn include(&mut self, name: &str, is_import: bool) -> Result<(), Failure> {
        let found = self.files.resolve(name, None);
        let Some((file, bytes)) = found.and_then(|file| self.files.read(&file).map(|bytes| (file, bytes))) else {
            let text = name.into();
            let hidden = Rc::clone(&self.nothing_hidden);
            self.output.push(Token { kind: Kind::Include, text, at: None, space: true, hidden });
            return Ok(());
        };
        if self.depth >= MOST_DEPTH {
            return Err(Failure::Unclear);
        }
        let is_once = is_import || bytes.windows(4).any(|window| window == b"once");
        if is_once && !is_import && !has_plain_once(&bytes) {
            return Err(Failure::Unclear);
        }
        if self.read_once.contains(&file) || (is_once && !self.read_once.insert(file)) {
            return Ok(());
        }
        self.depth += 1;
        self.file(&bytes, TextRole::Other)?;
        self.depth -= 1;
        Ok(())
    }

    fn define_line(&mut self, line: &[Token]) -> Result<(), Failure> {
        let name = line.first().filter(|name| name.is_identifier() && !name.is_word("defined"));
        let name = name.ok_or(Failure::Refused("`#define` without a name"))?;
        let is_function = line.get(1).is_some_and(|token| token.is(Punct::LeftParen) && !token.space);
        let (parameters, body) = if is_function {
            let end = line.iter().position(|token| token.is(Punct::RightParen));
            let end = end.ok_or(Failure::Refused("parameters without an end"))?;
            (Some(parameters(&line[2..end])?), &line[end + 1..])
        } else {
            (None, &line[1..])
        };
        if body.iter().any(|token| token.is_word("__VA_OPT__")) {
            return Err(Failure::Unclear);
        }
        let body = body.iter().map(|token| Token { at: None, ..token.clone() }).collect();
        self.macros.insert(Rc::clone(&name.text), Macro { parameters, body });
        Ok(())
    }
}

/// Whether the only `once` of a file is a `#pragma once` in its first line that is a directive.
fn has_plain_once(bytes: &[u8]) -> bool {
    let tokens = lex::lex(FileId::MAIN, bytes);
    let word = |at: usize| tokens.get(at).map(|token| lex::spelling(bytes, token));
    let begins = tokens.first().is_some_and(lex::Token::begins_directive);
    let is_once = word(1).as_deref() == Some(b"pragma") && word(2).as_deref() == Some(b"once");
    let others = tokens.iter().skip(3).any(|token| lex::spelling(bytes, token).windows(4).any(|part| part == b"once"));
    begins && is_once && !others
}

/// The names between the parentheses of a `#define`, and whether the last one takes all further arguments.
fn parameters(list: &[Token]) -> Result<(Vec<Rc<str>>, bool), Failure> {
    let mut names = Vec::new();
    let mut is_variadic = false;
    for (index, part) in list.split(|token| token.is(Punct::Comma)).enumerate() {
        match part {
            [] if index == 0 && list.is_empty() => {}
            _ if is_variadic => return Err(Failure::Refused("a parameter after `...`")),
            [name] if name.is_identifier() => names.push(Rc::clone(&name.text)),
            [dots] if dots.is(Punct::Ellipsis) => {
                is_variadic = true;
                names.push("__VA_ARGS__".into());
            }
            [name, dots] if name.is_identifier() && dots.is(Punct::Ellipsis) => {
                is_variadic = true;
                names.push(Rc::clone(&name.text));
            }
            _ => return Err(Failure::Refused("a parameter without a name")),
        }
    }
    Ok((names, is_variadic))
}
