//! Arguments of macros that make strings of them: `STRINGIFY(__kernel void k(…) { … })`.
//!
//! ```text
//! #define STRINGIFY(...) #__VA_ARGS__        // The string is the argument as written.
//! #define STRINGIFY(x) #x                    // The same; but it has no comma outside of parentheses.
//! #define EXPANDED(...) STRINGIFY(__VA_ARGS__)   // First, the macros in the argument are expanded.
//! ```
//!
//! The preprocessor removes comments, and makes one blank of all other white space. So the string is one line, with the tokens of the
//! argument: the text of the program is the argument as it is in the file. That is right unless the text has a directive; C leaves the
//! meaning of one undefined there. So a `#` is a doubt, and a text that needs an `#if` is not written.
//!
//! Only a call with the definition of a kernel in it is read. So the call of such a macro with a name (`STRINGIFY(N)`) stays a name that may
//! add any text.

use std::collections::{HashMap, HashSet};

use super::kernels::defines_kernel;
use super::tokens::{HostToken, HostTokenKind, spelling};
use clunroll_rules::LiteralNeighbour;
use oclc_syntax::source::Span;

/// A macro that makes a string of its argument.
#[derive(Clone, Copy, Debug)]
struct Stringifier {
    /// Where its definition is in the file.
    defined_at: u32,
    /// Whether the argument may contain commas.
    takes_commas: bool,
    /// Whether the macros in the argument are expanded.
    expands: bool,
}

/// Something in an argument for which the string may be another text: the first token of the call, the place, and the kind.
pub(super) type ArgumentDoubt = (Span, Span, LiteralNeighbour);

/// Names that compilers define as macros.
const PREDEFINED: [&[u8]; 12] = [
    b"__LINE__",
    b"__FILE__",
    b"__COUNTER__",
    b"__DATE__",
    b"__TIME__",
    b"__cplusplus",
    b"__func__",
    b"__VA_ARGS__",
    b"linux",
    b"unix",
    b"i386",
    b"errno",
];

/// The macros of a file.
#[derive(Debug)]
pub(super) struct FileMacros {
    /// The names of all of them.
    names: HashSet<Vec<u8>>,
    /// Those with one definition that makes a string of the argument.
    stringifiers: HashMap<Vec<u8>, Stringifier>,
}

impl FileMacros {
    pub(super) fn of(source: &[u8], tokens: &[HostToken]) -> Self {
        let mut macros = Self { names: HashSet::new(), stringifiers: HashMap::new() };
        let is_operator = |token: &HostToken| {
            token.in_directive && token.kind == HostTokenKind::Sign && source[token.span.range()] == *b"#"
        };
        if !tokens.iter().any(is_operator) {
            return macros;
        }
        let mut at = 0;
        let mut bodies: HashMap<Vec<u8>, (u32, Vec<Vec<u8>>)> = HashMap::new();
        while at < tokens.len() {
            if tokens[at].kind != HostTokenKind::Hash {
                at += 1;
                continue;
            }
            let is_inside = |token: &HostToken| token.in_directive && token.kind != HostTokenKind::Hash;
            let end = (at + 1..tokens.len()).find(|&at| !is_inside(&tokens[at])).unwrap_or(tokens.len());
            let words: Vec<Vec<u8>> =
                tokens[at + 1..end].iter().map(|token| spelling(source, token).into_owned()).collect();
            if let [keyword, name, rest @ ..] = &words[..]
                && matches!(&keyword[..], b"define" | b"undef")
            {
                let is_first = macros.names.insert(name.clone());
                let is_function = rest.first().is_some_and(|sign| sign == b"(") && tokens[at + 3].is_glued;
                if !is_first {
                    bodies.remove(name);
                } else if is_function {
                    bodies.insert(name.clone(), (tokens[at].span.start, rest.to_vec()));
                }
            }
            at = end;
        }
        for expands in [false, true] {
            for (name, (defined_at, rest)) in &bodies {
                let found = macros.stringifier(rest, *defined_at, expands);
                macros.stringifiers.extend(found.map(|found| (name.clone(), found)));
            }
        }
        macros
    }

    /// Makes one token of each call that makes a string of a kernel. Returns the doubts about their texts. `source` begins at this offset of
    /// the file.
    pub(super) fn join_calls(&self, source: &[u8], offset: u32, tokens: &mut Vec<HostToken>) -> Vec<ArgumentDoubt> {
        if self.stringifiers.is_empty() {
            return Vec::new();
        }
        let ends = ends_of_parentheses(source, tokens);
        let (mut joined, mut doubts) = (Vec::with_capacity(tokens.len()), Vec::new());
        let mut at = 0;
        while at < tokens.len() {
            let call = self.stringifier_at(source, offset, tokens, at).zip(ends.get(at + 1).copied().flatten());
            let call = call.filter(|&(_, end)| end > at + 2).map(|(found, end)| (at..end + 1, found));
            let Some((call, stringifier)) = call else {
                joined.push(tokens[at]);
                at += 1;
                continue;
            };
            let content = tokens[call.start + 2].span.to(tokens[call.end - 2].span);
            if !defines_kernel(&source[content.range()]) {
                joined.extend_from_slice(&tokens[call.clone()]);
                at = call.end;
                continue;
            }
            let span = tokens[call.start].span.to(tokens[call.end - 1].span);
            let argument = &tokens[call.start + 2..call.end - 1];
            doubts.extend(self.doubt(source, argument, stringifier).map(|(place, why)| (span, place, why)));
            joined.push(HostToken { kind: HostTokenKind::Argument(content), span, ..tokens[at] });
            at = call.end;
        }
        *tokens = joined;
        doubts
    }

    /// Reads the parameters and the replacement list of a macro.
    fn stringifier(&self, rest: &[Vec<u8>], defined_at: u32, expands: bool) -> Option<Stringifier> {
        let rest: Vec<&[u8]> = rest.iter().map(Vec::as_slice).collect();
        let [b"(", parameter, b")", body @ ..] = &rest[..] else { return None };
        let takes_commas = *parameter == b"...";
        let used: &[u8] = if takes_commas { b"__VA_ARGS__" } else { parameter };
        match body {
            [b"#", name] if !expands && *name == used => Some(Stringifier { defined_at, takes_commas, expands }),
            [inner, b"(", name, b")"] if expands && *name == used => {
                let inner = self.stringifiers.get(*inner).filter(|inner| !inner.expands)?;
                let takes_commas = takes_commas && inner.takes_commas;
                Some(Stringifier { defined_at: defined_at.max(inner.defined_at), takes_commas, expands })
            }
            _ => None,
        }
    }

    /// The macro that a token may call.
    fn stringifier_at(&self, source: &[u8], offset: u32, tokens: &[HostToken], at: usize) -> Option<Stringifier> {
        let token = &tokens[at];
        if token.kind != HostTokenKind::Word || token.in_directive {
            return None;
        }
        let found = *self.stringifiers.get(&*spelling(source, token))?;
        (found.defined_at < offset + token.span.start).then_some(found)
    }

    /// The first token of an argument for which the string may be another text.
    fn doubt(
        &self,
        source: &[u8],
        argument: &[HostToken],
        stringifier: Stringifier,
    ) -> Option<(Span, LiteralNeighbour)> {
        let mut depth = 0_usize;
        for token in argument {
            let word = spelling(source, token);
            let why = match (token.kind, &*word) {
                _ if token.in_directive => Some(LiteralNeighbour::DirectiveInArgument),
                (HostTokenKind::Sign, b"#" | b"##" | b"%:") => Some(LiteralNeighbour::DirectiveInArgument),
                // `STRINGIFY(a \n b)` makes a line end.
                (HostTokenKind::RawString(_), _) | (HostTokenKind::Sign, b"\\" | b"??") => {
                    Some(LiteralNeighbour::Spelling)
                }
                (HostTokenKind::Sign, b",") if depth == 0 && !stringifier.takes_commas => Some(LiteralNeighbour::Comma),
                (HostTokenKind::Word, _) if stringifier.expands && self.may_expand(&word) => {
                    Some(LiteralNeighbour::MacroInArgument)
                }
                _ => None,
            };
            if let Some(why) = why {
                return Some((token.span, why));
            }
            match (token.kind, &*word) {
                (HostTokenKind::Sign, b"(") => depth += 1,
                (HostTokenKind::Sign, b")") => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        None
    }

    /// Whether a name may be a macro of the host: a macro of the file or of a compiler; or a name in capitals, which a header may define.
    fn may_expand(&self, name: &[u8]) -> bool {
        let is_in_capitals =
            name.len() > 1 && name.iter().any(u8::is_ascii_uppercase) && !name.iter().any(u8::is_ascii_lowercase);
        self.names.contains(name) || PREDEFINED.contains(&name) || is_in_capitals && !name.starts_with(b"CLK_")
    }
}

/// For each parenthesis that is opened outside of directives, the token that closes it.
fn ends_of_parentheses(source: &[u8], tokens: &[HostToken]) -> Vec<Option<usize>> {
    let (mut ends, mut open) = (vec![None; tokens.len()], Vec::new());
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| !token.in_directive) {
        match (token.kind, &source[token.span.range()]) {
            (HostTokenKind::Sign, b"(") => open.push(at),
            (HostTokenKind::Sign, b")") => {
                if let Some(begin) = open.pop() {
                    ends[begin] = Some(at);
                }
            }
            _ => {}
        }
    }
    ends
}
