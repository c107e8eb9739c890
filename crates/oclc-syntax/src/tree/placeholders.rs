//! Placeholders of templates, which a later step fills: `%(type)s`, `${name}`, `{{ name }}`, `<%= name %>`, `@NAME@`.
//!
//! The later text of a placeholder is unknown, and may be anything: a declaration, a macro, half a loop. So a text that surely
//! has a placeholder is not OpenCL C yet. *Surely* is the point, since nearly every spelling of a placeholder is valid C
//! somewhere: `a %b% c`, `x %(int)d`, `int m[1][1] = {{ n }}`, and `<%` is another spelling of `{`. So the token before it
//! decides: `%` is an operator after an operand, and a placeholder elsewhere; a brace may follow `=`, but not `<`. Only
//! directives with code (`#define`, `#if`) and requests are searched: `#error` takes any text.

use crate::lex::{Punct, Token, TokenKind};
use crate::preprocess::{DirectiveKind, Unit};
use crate::source::Place;

use super::vocabulary::is_keyword;

/// The first placeholder of a translation unit.
#[must_use]
pub fn find_placeholder(unit: &Unit) -> Option<Place> {
    let in_code = TokenLine { unit, tokens: &unit.code, begins_with_operand: false }.placeholder();
    in_code.or_else(|| {
        unit.directives.iter().find_map(|directive| {
            let line = unit.line(directive);
            // The text after a macro's name may be the rest of an expression.
            let (skipped, begins_with_operand) = match directive.kind {
                DirectiveKind::Define => (2, true),
                DirectiveKind::If | DirectiveKind::Elif => (2, false),
                DirectiveKind::Pragma if line.get(2).is_some_and(|word| unit.is_word(word, "unroll")) => (3, false),
                _ => return None,
            };
            TokenLine { unit, tokens: line.get(skipped..)?, begins_with_operand }.placeholder()
        })
    })
}

/// Consecutive tokens.
struct TokenLine<'a> {
    unit: &'a Unit,
    tokens: &'a [Token],
    begins_with_operand: bool,
}

impl TokenLine<'_> {
    fn placeholder(&self) -> Option<Place> {
        (0..self.tokens.len()).find_map(|at| {
            let last = match self.tokens[at].kind {
                TokenKind::Punct(Punct::Percent) => self.percent(at),
                TokenKind::Punct(Punct::LeftBrace) => self.brace(at),
                TokenKind::Punct(Punct::Less) => self.closing_tag(at),
                TokenKind::Identifier => self.dollar(at),
                TokenKind::Stray => self.at_sign(at),
                _ => None,
            }?;
            let (first, last) = (&self.tokens[at], &self.tokens[last]);
            Some(Place { file: first.file, span: first.span.to(last.span) })
        })
    }

    fn is(&self, at: usize, punct: Punct) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is(punct))
    }

    fn is_identifier(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Identifier)
    }

    /// Whether a token follows the one before it without white space.
    fn is_glued(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| !token.after_space)
    }

    /// Whether an operand of a binary operator may end before a token.
    fn follows_operand(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).map(|before| &self.tokens[before]) else {
            return self.begins_with_operand;
        };
        match before.kind {
            TokenKind::Identifier => !is_keyword(&self.unit.text(before)),
            TokenKind::Number | TokenKind::String | TokenKind::Character | TokenKind::Stray => true,
            TokenKind::Punct(punct) => matches!(
                punct,
                Punct::RightParen
                    | Punct::RightBracket
                    | Punct::RightBrace
                    | Punct::Increment
                    | Punct::Decrement
                    | Punct::Hash
                    | Punct::HashHash
                    | Punct::Ellipsis
            ),
        }
    }

    // placeholder = "%" name ["%"] | "%" "(" name ")" name | "{" "%" name
    fn percent(&self, at: usize) -> Option<usize> {
        if self.follows_operand(at) {
            return None;
        }
        let is_statement = at > 0 && self.is(at - 1, Punct::LeftBrace) && self.is_glued(at);
        if self.is_identifier(at + 1) && (self.is_glued(at + 1) || self.tokens[at].at_line_start || is_statement) {
            let is_closed = self.is(at + 2, Punct::Percent) && self.is_glued(at + 2);
            return Some(if is_closed { at + 2 } else { at + 1 });
        }
        let is_named = self.is(at + 1, Punct::LeftParen)
            && self.is_identifier(at + 2)
            && self.is(at + 3, Punct::RightParen)
            && self.is_identifier(at + 4)
            && [1, 4].iter().all(|offset| self.is_glued(at + offset));
        is_named.then_some(at + 4)
    }

    // placeholder = "{{" name … | "<%="
    fn brace(&self, at: usize) -> Option<usize> {
        let is_expression = self.is(at + 1, Punct::Assign) && self.is_glued(at + 1);
        // This is not the digraph for a brace: an assignment needs a left side.
        if is_expression && self.tokens[at].span.len() == 2 {
            return Some(at + 1);
        }
        let is_double = self.is(at + 1, Punct::LeftBrace) && self.is_glued(at + 1) && self.is_identifier(at + 2);
        (is_double && at > 0 && self.allows_no_brace(at - 1)).then_some(at + 2)
    }

    /// Whether a brace cannot follow a token.
    fn allows_no_brace(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        match token.kind {
            TokenKind::Number => true,
            TokenKind::Identifier => {
                let word = self.unit.text(token);
                is_keyword(&word) && !matches!(&*word, "do" | "else" | "struct" | "union" | "enum")
            }
            TokenKind::Punct(punct) => !matches!(
                punct,
                Punct::Assign
                    | Punct::Comma
                    | Punct::Semicolon
                    | Punct::Colon
                    | Punct::LeftParen
                    | Punct::RightParen
                    | Punct::LeftBrace
                    | Punct::RightBrace
                    | Punct::RightBracket
                    | Punct::Caret
                    | Punct::Hash
                    | Punct::HashHash
            ),
            TokenKind::String | TokenKind::Character | TokenKind::Stray => false,
        }
    }

    // placeholder = "</%"
    fn closing_tag(&self, at: usize) -> Option<usize> {
        let is_tag = self.is(at + 1, Punct::Slash) && self.is(at + 2, Punct::Percent);
        (is_tag && self.is_glued(at + 1) && self.is_glued(at + 2)).then_some(at + 2)
    }

    // placeholder = "${" name "}"; compilers take `$` as a letter
    fn dollar(&self, at: usize) -> Option<usize> {
        let is_opened = self.is(at + 1, Punct::LeftBrace)
            && self.is_glued(at + 1)
            && self.is_identifier(at + 2)
            && self.unit.text(&self.tokens[at]).ends_with('$');
        let names_type =
            at > 0 && ["struct", "union", "enum"].iter().any(|word| self.unit.is_word(&self.tokens[at - 1], word));
        let last = if self.is(at + 3, Punct::RightBrace) { at + 3 } else { at + 2 };
        (is_opened && !names_type).then_some(last)
    }

    // placeholder = "@" name "@"
    fn at_sign(&self, at: usize) -> Option<usize> {
        let is_sign = |at: usize| {
            self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Stray && self.unit.text(token) == "@")
        };
        let is_placeholder = is_sign(at) && self.is_identifier(at + 1) && is_sign(at + 2);
        (is_placeholder && self.is_glued(at + 1) && self.is_glued(at + 2)).then_some(at + 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placeholder(source: &str) -> Option<String> {
        let unit = Unit::alone(source.as_bytes());
        find_placeholder(&unit)
            .map(|place| String::from_utf8_lossy(unit.sources[place.file].slice(place.span)).into_owned())
    }

    #[test]
    fn placeholders_are_found_where_no_operator_can_stand() {
        for (source, expected) in [
            ("for (int i = 0; i < %(n)d; i++)", "%(n)d"),
            ("__kernel void k(__global %(type)s *a)", "%(type)s"),
            ("float x = %VALUE%;", "%VALUE%"),
            ("int n = %N;", "%N"),
            ("{% if x %}", "% if"),
            ("a = 1;\n  % for i in range(4):\n b = i;", "% for"),
            ("float f = ${value};", "${value}"),
            ("a_${t}_b(1);", "a_${t}"),
            ("for (; i < {{ n }}; ) ;", "{{ n"),
            ("int{{ n }} x;", "{{ n"),
            ("a = <%= n %>;", "<%="),
            ("</%def>", "</%"),
            ("int a = @VALUE@;", "@VALUE@"),
            ("#define N (%(n)s)\n", "%(n)s"),
            ("#if %(n)s > 3\n#endif\n", "%(n)s"),
            ("#pragma unroll %(n)s\n", "%(n)s"),
            ("#pragma unroll ${n}\n", "${n}"),
        ] {
            assert_eq!(placeholder(source).as_deref(), Some(expected), "{source}");
        }
    }

    #[test]
    fn valid_c_has_no_placeholders() {
        for source in [
            "int x = a %b% c;",
            "int x = a %(int)d;",
            "int x = f(a) %(uint)d + b[1] %c;",
            "int x = 7 %n;",
            "int m[1][1] = {{ n }};",
            "if (a) {{ b; }} else {{ c; }}",
            "f((int2){a, b}, (s){{ c }});",
            "void k() <% int a = 1; %>",
            "struct $ { int a; }; struct a$ {int b;};",
            "int $name = 1; $name$ = 2;",
            "/* %(n)s ${n} @N@ */ char *a = \"%(n)s {{ n }}\"; // <%= %>",
            "#define MOD %(int)b\n#define REM(a) %a\n#define OP(a) a %\n#define S(a) {#a}\n",
            "#error 100 %(n)s\n#pragma other %(n)s\n",
        ] {
            assert_eq!(placeholder(source), None, "{source}");
        }
    }
}
