//! Inline assembly that may be copied.
//!
//! ```c
//! __asm__ volatile("{ .reg .u32 t; mul.lo.u32 t, %1, %1; add.u32 %0, t, 1; }" : "=r"(x) : "r"(y));
//! ```
//!
//! The assembler reads each copy. So the template may not define anything that a file may contain only once: a label, or a symbol that a
//! directive makes. In PTX, braces limit the scope of registers, so that `.reg` may be in them. A template is read here only if it consists
//! of string literals. What the instructions do is not known: for all other questions, a statement of assembly stores to any object, orders
//! memory, and must be reached by all work-items together.

use lang_c::ast::AsmStatement;
use lang_c::span::Node;

use super::symbols::Function;
use oclc_syntax::lex::TokenKind;

/// Whether each copy of a body may contain a statement of assembly.
pub(super) fn may_be_copied(function: &Function<'_, '_>, statement: &Node<AsmStatement>) -> bool {
    let template = match &statement.node {
        AsmStatement::GnuBasic(template) => template,
        AsmStatement::GnuExtended(statement) => &statement.template,
    };
    let tokens = &function.parsed.expansion.tokens;
    let literals = function.tokens(template);
    let are_literals =
        !literals.is_empty() && tokens[literals.clone()].iter().all(|token| token.kind == TokenKind::String);
    let whole = function.tokens(statement);
    let is_readable = are_literals && tokens[whole].iter().all(|token| !token.open && !token.quotes_open);
    let text: Option<String> = tokens[literals].iter().map(|token| contents(&token.text)).collect();
    is_readable && text.is_some_and(|text| defines_nothing(&text))
}

/// The characters of a string literal; `None` if it has a prefix, or an escape other than that of a line end, a tab, a quote or a
/// backslash.
fn contents(literal: &str) -> Option<String> {
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::new();
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        text.push(match character {
            '\\' => match characters.next()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                other @ ('"' | '\'' | '\\') => other,
                _ => return None,
            },
            '?' => return None,
            other => other,
        });
    }
    Some(text)
}

/// Whether a template has no label and no directive, other than declarations of registers in braces.
fn defines_nothing(template: &str) -> bool {
    let mut depth = 0_usize;
    let mut begins_statement = true;
    for (at, character) in template.char_indices() {
        match character {
            // A name and a colon are a label.
            ':' => return false,
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '.' if begins_statement => {
                let is_register = template[at..].strip_prefix(".reg").is_some_and(|rest| rest.starts_with([' ', '\t']));
                if !is_register || depth == 0 {
                    return false;
                }
            }
            _ => {}
        }
        begins_statement = matches!(character, ';' | '\n' | '\r' | '{' | '}' | '|')
            || (begins_statement && character.is_whitespace())
            // A comment may end before a directive.
            || character == '/';
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_may_be_repeated() {
        for template in
            ["mov %1, %0", "nop", "", "{ .reg .u32 t; mul.lo.u32 t, %1, %1; }", "add.u32 %0, %1, 1;\n\tmov.b32 %0, 2;"]
        {
            assert!(defines_nothing(template), "{template}");
        }
    }

    #[test]
    fn definitions_are_written_once() {
        for template in [
            "L: bra L;",
            "1:\n jmp 1b",
            ".reg .u32 t;",
            "nop; .reg .u32 t;",
            "{ nop; } .reg .u32 t;",
            "{ .shared .u32 t; }",
            "nop\n.align 4",
            "/* x */ .globl f",
            "{ .register t; }",
        ] {
            assert!(!defines_nothing(template), "{template}");
        }
    }

    #[test]
    fn escapes_are_read() {
        assert_eq!(contents(r#""a\n\tb""#).as_deref(), Some("a\n\tb"));
        assert_eq!(contents(r#""a\x3a""#), None);
        assert_eq!(contents(r#"L"a""#), None);
    }
}
