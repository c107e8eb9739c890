//! The extension's own name: where a file enables it, and where it asks whether it is there.

use super::request::Request;
use oclc_syntax::lex::Punct;
use oclc_syntax::preprocess::{Directive, DirectiveKind, Unit};
use oclc_syntax::source::{FileId, Place, Span};

/// The extension, and the macro by which a compiler says that it has it.
const NAME: &str = "cl_nv_pragma_unroll";

/// The directives of the main file that enable, require or disable the extension.
// directive = "#" "pragma" "OPENCL" "EXTENSION" "cl_nv_pragma_unroll" ":" behaviour
#[must_use]
pub fn extension_pragmas(unit: &Unit) -> Vec<Span> {
    let speaks_of_it = |directive: &&Directive| {
        let line = unit.line(directive);
        let is_word = |at: usize, word: &str| line.get(at).is_some_and(|token| unit.is_word(token, word));
        directive.kind == DirectiveKind::Pragma
            && line[0].file == FileId::MAIN
            && is_word(2, "OPENCL")
            && is_word(3, "EXTENSION")
            && is_word(4, NAME)
    };
    unit.directives.iter().filter(speaks_of_it).map(|directive| unit.directive_place(directive).span).collect()
}

/// What makes the extension be there for whatever asks for it, and where in the main file it has to stand: before the first
/// directive and all code. `None` where nothing speaks of it, or where that is what stands there already.
#[must_use]
pub fn extension_definition(unit: &Unit) -> Option<(u32, String)> {
    let file = &unit.sources[FileId::MAIN];
    let speaks = |directive: &Directive| {
        directive.kind != DirectiveKind::Pragma && unit.line(directive).iter().any(|token| unit.is_word(token, NAME))
    };
    if !unit.directives.iter().any(speaks) {
        return None;
    }
    let is_main = |directive: &&Directive| unit.line(directive)[0].file == FileId::MAIN;
    let directive = unit.directives.iter().find(is_main).map(|first| unit.directive_place(first).span.start);
    let code = unit.code.iter().find(|token| token.file == FileId::MAIN).map(|token| token.span.start);
    let line = file.line(file.line_index(code.into_iter().chain(directive).min().unwrap_or(0)))?;
    let definition = format!("#ifndef {NAME}\n#define {NAME} 1\n#endif\n");
    let there = file.bytes[line.start as usize..].split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end);
    // An earlier run may have numbered the lines.
    let there = there.filter(|line| !line.starts_with(b"#line "));
    let is_there = there.take(3).eq(definition.lines().map(str::as_bytes));
    (!is_there).then_some((line.start, definition))
}

/// The conditional directives whose branch asks for the extension and holds a request, each once, with the request.
#[must_use]
pub fn asks_for_extension<'r, 'u: 'r>(
    unit: &Unit,
    requests: impl Iterator<Item = &'r Request<'u>>,
) -> Vec<(Place, Place)> {
    // The open branches, and the directive by which each, or one around it, asks for the extension.
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut found = Vec::new();
    let mut requests = requests.peekable();
    for moment in 0..=unit.directives.len() {
        while let Some(request) = requests.next_if(|request| request.moment <= moment) {
            if let Some(&Some(asking)) = open.last()
                && found.last().is_none_or(|&(last, _)| last != asking)
            {
                found.push((asking, request.place));
            }
        }
        let Some(directive) = unit.directives.get(moment) else { break };
        if matches!(directive.kind, DirectiveKind::Elif | DirectiveKind::Else | DirectiveKind::Endif) {
            open.pop();
        }
        let around = open.last().copied().flatten();
        match directive.kind {
            DirectiveKind::If | DirectiveKind::Ifdef | DirectiveKind::Ifndef | DirectiveKind::Elif => {
                open.push(around.or(asks(unit, directive).then_some(moment)));
            }
            DirectiveKind::Else => open.push(around),
            _ => {}
        }
    }
    let place = |index: usize| unit.directive_place(&unit.directives[index]);
    found.into_iter().map(|(asking, request)| (place(asking), request)).collect()
}

/// Whether a branch is there only where the extension is.
// condition = "#" "ifdef" name | "#" ("if" | "elif") … "defined" [ "(" ] name [ ")" ] …
fn asks(unit: &Unit, directive: &Directive) -> bool {
    let line = unit.line(directive);
    match directive.kind {
        DirectiveKind::Ifdef => line.get(2).is_some_and(|name| unit.is_word(name, NAME)),
        DirectiveKind::If | DirectiveKind::Elif => line.iter().enumerate().any(|(at, token)| {
            if !unit.is_word(token, NAME) {
                return false;
            }
            let before = line[..at].iter().rev().find(|token| !token.is(Punct::LeftParen));
            let negated =
                line[..at].iter().rev().find(|token| !token.is(Punct::LeftParen) && !unit.is_word(token, "defined"));
            before.is_some_and(|word| unit.is_word(word, "defined"))
                && !negated.is_some_and(|token| token.is(Punct::Not))
        }),
        _ => false,
    }
}
