//! The tokens of a source as its author wrote them: macros are not expanded, and a directive is one token.

/// The class of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A name or a word of the language.
    Word,
    /// A number.
    Number,
    /// A string or a character.
    Quoted,
    /// Anything else.
    Sign,
    /// A whole directive.
    Directive,
}

/// A token with its place.
#[derive(Clone, Copy, Debug)]
pub struct Token<'t> {
    pub class: Class,
    pub text: &'t str,
    pub start: usize,
    pub end: usize,
}

impl Token<'_> {
    /// Whether it is this word or sign.
    pub fn is(&self, text: &str) -> bool {
        matches!(self.class, Class::Word | Class::Sign) && self.text == text
    }
}

const SIGNS: [&str; 22] = [
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=",
    "%=", "&=", "|=", "^=",
];

/// All tokens; `None` if the source has digraphs or trigraphs, or ends within a comment or a string.
pub fn tokens(source: &str) -> Option<Vec<Token<'_>>> {
    if ["??", "<%", "%>", "<:", ":>", "%:", "R\""].iter().any(|strange| source.contains(strange)) {
        return None;
    }
    let bytes = source.as_bytes();
    let (mut at, mut tokens) = (0, Vec::new());
    let mut is_line_start = true;
    while at < bytes.len() {
        let rest = &source[at..];
        let begin = at;
        let class = match bytes[at] {
            b'\n' => {
                is_line_start = true;
                at += 1;
                continue;
            }
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'/' if rest.starts_with("//") => {
                at += line_length(rest);
                continue;
            }
            b'/' if rest.starts_with("/*") => {
                at += rest.find("*/")? + 2;
                continue;
            }
            b'\\' if is_splice(rest) => {
                let length = rest.find('\n')? + 1;
                let is_blank = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
                let joins =
                    !is_blank(at.checked_sub(1).and_then(|at| bytes.get(at))) && !is_blank(bytes.get(at + length));
                at += length;
                if !joins {
                    continue;
                }
                // Two halves of one token: text around it cannot be parsed.
                Class::Sign
            }
            b'#' if is_line_start => {
                at += directive_length(rest)?;
                Class::Directive
            }
            b'"' | b'\'' => {
                at += quoted_length(rest)?;
                Class::Quoted
            }
            byte if byte.is_ascii_digit() || byte == b'.' && bytes.get(at + 1).is_some_and(u8::is_ascii_digit) => {
                while at < bytes.len() {
                    let is_exponent =
                        matches!(bytes[at], b'+' | b'-') && matches!(bytes[at - 1], b'e' | b'E' | b'p' | b'P');
                    let is_exponent = is_exponent && !(rest.starts_with("0x") && matches!(bytes[at - 1], b'e' | b'E'));
                    if !(bytes[at].is_ascii_alphanumeric()
                        || matches!(bytes[at], b'.' | b'_')
                        || is_exponent && at > begin)
                    {
                        break;
                    }
                    at += 1;
                }
                Class::Number
            }
            byte if byte.is_ascii_alphabetic() || byte == b'_' || !byte.is_ascii() => {
                while at < bytes.len()
                    && (bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_' || !bytes[at].is_ascii())
                {
                    at += 1;
                }
                Class::Word
            }
            _ => {
                at += SIGNS.iter().find(|sign| rest.starts_with(**sign)).map_or(1, |sign| sign.len());
                Class::Sign
            }
        };
        is_line_start = false;
        tokens.push(Token { class, text: &source[begin..at], start: begin, end: at });
    }
    Some(tokens)
}

/// Whether a line continues after a backslash.
fn is_splice(rest: &str) -> bool {
    rest[1..].trim_start_matches([' ', '\t', '\r']).starts_with('\n')
}

/// The length of a line, with spliced ones, without its end.
fn line_length(rest: &str) -> usize {
    let mut at = 0;
    loop {
        let Some(end) = rest[at..].find('\n').map(|length| at + length) else { return rest.len() };
        if !rest[..end].trim_end_matches([' ', '\t', '\r']).ends_with('\\') {
            return end;
        }
        at = end + 1;
    }
}

fn directive_length(rest: &str) -> Option<usize> {
    let mut length = line_length(rest);
    // A comment may continue in the next lines.
    let mut at = 0;
    while let Some(open) = rest[at..length].find("/*").map(|open| at + open) {
        if rest[at..open].contains("//") {
            break;
        }
        at = open + rest[open..].find("*/")? + 2;
        if at > length {
            length = at + line_length(&rest[at..]);
        }
    }
    Some(length)
}

fn quoted_length(rest: &str) -> Option<usize> {
    let quote = rest.chars().next()?;
    let mut is_escaped = false;
    for (at, character) in rest.char_indices().skip(1) {
        match character {
            '\n' if !is_escaped => return None,
            '\\' if !is_escaped => is_escaped = true,
            character if character == quote && !is_escaped => return Some(at + 1),
            _ => is_escaped = false,
        }
    }
    None
}
