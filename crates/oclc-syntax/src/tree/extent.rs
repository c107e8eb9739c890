//! The end of a statement, by its tokens alone.
//!
//! Needed where the parser cannot read the function: the loop must then be cut out of it to be parsed by itself; and where
//! conditionals decide what the loop is, before there is anything to parse. Macros may hold any part of a statement, so it is
//! read after expansion; tokens after its end are not expanded. If only its end is needed, and none of its macros affects that
//! ([`Unexpanded`]), it is read as it is written.

use crate::limits::{MAX_STATEMENT, MAX_STATEMENT_DEPTH};
use std::borrow::Cow;
use std::ops::Range;

use super::unexpanded::Unexpanded;
use crate::lex::{Bracket, Punct, TokenKind, group_length};
use crate::preprocess::{Configuration, Expansion, ExpansionStream, Unit};

/// A statement after expansion.
#[derive(Debug)]
pub struct Extent<'u> {
    /// Its tokens, and other tokens of the invocation in which it ends.
    pub expansion: Expansion<'u>,
    /// How many of the tokens are its own.
    pub length: usize,
    /// Its code tokens.
    pub code: Range<usize>,
}

impl<'u> Extent<'u> {
    /// The statement at the beginning of `code`, in a configuration; `None` if it has no end there.
    ///
    /// # Errors
    ///
    /// The stretch that was examined, if conditions that are not decided leave the end open.
    pub fn read(unit: &'u Unit, configuration: &Configuration, code: Range<usize>) -> Result<Self, Range<usize>> {
        let limit = code.end.min(code.start + MAX_STATEMENT);
        let mut tokens = ExpansionStream::new(unit, configuration, code.start..limit);
        let Some(length) = statement(&mut tokens, 0, 0) else { return Err(code.start..limit) };
        let expansion = tokens.finish(length);
        let end = expansion.tokens.get(length - 1).map_or(code.start, |last| expansion.code_of(last).end);
        Ok(Self { expansion, length, code: code.start..end })
    }
}

/// The code tokens of the statement that begins at `start`, in a configuration; tokens from `limit` on are not read.
///
/// # Errors
///
/// The stretch that was examined, if conditions that are not decided leave the end open.
pub fn statement_extent(
    unit: &Unit,
    configuration: &Configuration,
    start: usize,
    limit: usize,
) -> Result<Range<usize>, Range<usize>> {
    statement_read(unit, configuration, start, limit).map(|(code, _)| code)
}

/// The same with the statement after expansion, where that was needed to find its end.
///
/// # Errors
///
/// The stretch that was examined, if conditions that are not decided leave the end open.
pub fn statement_read<'u>(
    unit: &'u Unit,
    configuration: &Configuration,
    start: usize,
    limit: usize,
) -> Result<(Range<usize>, Option<Expansion<'u>>), Range<usize>> {
    let part = start..limit.min(start + MAX_STATEMENT);
    let mut tokens = Unexpanded::new(unit, configuration, part.clone());
    let length = statement(&mut tokens, 0, 0);
    if !tokens.is_sure() {
        let extent = Extent::read(unit, configuration, start..limit)?;
        return Ok((extent.code, Some(extent.expansion)));
    }
    length.map(|length| (start..tokens.code(length - 1) + 1, None)).ok_or(part)
}

/// Tokens that are read one after the other.
pub trait TokenSource {
    /// The kind and the text of the token at an index; `None` if there are fewer tokens.
    fn token(&mut self, at: usize) -> Option<(TokenKind, Cow<'_, str>)>;
}

impl TokenSource for ExpansionStream<'_, '_> {
    fn token(&mut self, at: usize) -> Option<(TokenKind, Cow<'_, str>)> {
        self.get(at).map(|token| (token.kind, Cow::Borrowed(&*token.text)))
    }
}

/// The index after the statement that begins at `start`; `None` if it has no end.
// statement = "{" … "}"
//           | ("for" | "while" | "switch" | "__attribute__" | "_Pragma") "(" … ")" statement
//           | "if" "(" … ")" statement [ "else" statement ]
//           | "do" statement "while" "(" … ")" ";"
//           | … ";"
fn statement(tokens: &mut impl TokenSource, start: usize, depth: usize) -> Option<usize> {
    let (kind, text) = tokens.token(start).filter(|_| depth < MAX_STATEMENT_DEPTH)?;
    if kind == TokenKind::Punct(Punct::LeftBrace) {
        return closing(tokens, start);
    }
    match &*text {
        "for" | "while" | "switch" | "__attribute__" | "__attribute" | "_Pragma" => {
            let body = closing(tokens, start + 1)?;
            statement(tokens, body, depth + 1)
        }
        "if" => {
            let then = closing(tokens, start + 1)?;
            let end = statement(tokens, then, depth + 1)?;
            // Where the text ends here, an `else` may well follow: a brace that a macro opens has ended the function too soon.
            let (kind, text) = tokens.token(end)?;
            let has_else = kind == TokenKind::Identifier && text == "else";
            if has_else { statement(tokens, end + 1, depth + 1) } else { Some(end) }
        }
        "do" => {
            let body = statement(tokens, start + 1, depth + 1)?;
            let end = closing(tokens, body + 1)?;
            let (kind, _) = tokens.token(end)?;
            (kind == TokenKind::Punct(Punct::Semicolon)).then_some(end + 1)
        }
        _ => expression(tokens, start),
    }
}

/// The index after an expression that ends with a semicolon; `None` if a brace closes before that.
fn expression(tokens: &mut impl TokenSource, start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        match tokens.token(at)?.0 {
            TokenKind::Punct(Punct::Semicolon) => return Some(at + 1),
            TokenKind::Punct(Punct::LeftBrace | Punct::LeftParen | Punct::LeftBracket) => {
                at = closing(tokens, at)?;
            }
            TokenKind::Punct(Punct::RightBrace) => return None,
            _ => at += 1,
        }
    }
}

/// The index after the bracket that closes the one at `open`.
fn closing(tokens: &mut impl TokenSource, open: usize) -> Option<usize> {
    let kinds = (open..).map_while(|at| tokens.token(at).map(|(kind, _)| kind));
    group_length(Bracket::Any, kinds).map(|length| open + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEFINITIONS: &str = "#define NONE\n#define VALUE (x)\n#define OPEN (\n#define CLOSE )\n#define END ;\n\
        #define BLOCK { x; }\n#define LOOP for\n#define SAME(a) a\n#define DROP(a) x\n#define TWICE(a) x a a\n\
        #define NAME SAME\n#define CALL(a) x(a)\n#define INNER x BLOCK\n#define PASTE(a) x a ## r\n#define SELF x SELF\n\
        #define while x\n#define RUN(a) { a; if (x) { a } }\n#define BOTH BLOCK RUN(x) RUN\n\
        #define EMPTY() \n#define BACK } {\n#define ONE OTHER ;\n#define OTHER x ONE\n#define IF(a) if (a) ;\n#ifdef HOST\n#define EITHER x\n#else\n#define EITHER ; x\n#endif\n";

    const WORDS: &str = "RUN RUN BOTH EMPTY BACK ONE OTHER IF NONE VALUE OPEN CLOSE END BLOCK LOOP SAME DROP TWICE NAME CALL \
        INNER PASTE SELF EITHER for if else do while switch __attribute__ _Pragma : x: x x ( ( ( ) ) ) { } [ \
        ] ; ; , 1";

    #[test]
    fn a_statement_ends_where_its_expansion_ends() {
        let mut seed = 1_u64;
        let mut dice = |sides: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % sides
        };
        let all: Vec<&str> = WORDS.split(' ').collect();
        let (mut ended, mut sure) = (0, 0);
        for _ in 0..40_000 {
            let words: Vec<&str> = (0..2 + dice(14)).map(|_| all[dice(all.len())]).collect();
            // After the random words, everything ends.
            let open = ["", "{ ", "{ x; { "][dice(3)];
            let source = format!("{DEFINITIONS}for (;;) {open}{} ) ) ; }} ; }} ;", words.join(" "));
            let unit = Unit::alone(source.as_bytes());
            let everything = Configuration::default();
            let expanded = Extent::read(&unit, &everything, 0..unit.code.len()).map(|extent| extent.code);
            let extent = statement_extent(&unit, &everything, 0, unit.code.len());
            assert_eq!(extent, expanded, "{source}");
            ended += usize::from(extent.is_ok());
            let mut tokens = Unexpanded::new(&unit, &everything, 0..unit.code.len());
            statement(&mut tokens, 0, 0);
            sure += usize::from(tokens.is_sure());
        }
        assert!(ended > 5000 && sure > 3000, "{ended} {sure}");
    }
}
