//! Two tables of bytes for the lexer: most tokens are known by their first byte, and end at the first byte that cannot
//! continue them. Bytes from 0x80 on are letters, and so is `$`, as for most compilers.

use super::Punct;

/// The kind of token that may begin with a byte.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Begins {
    /// White space, a comment, a punctuator, or a splice, which may precede any token.
    Trivia,
    Identifier,
    /// An identifier, or a literal of wide characters.
    Wide,
    Number,
    Literal,
    /// This punctuator, which is not part of a longer one.
    Alone(Punct),
    /// A punctuator, a number that begins with a dot, or an unknown token.
    Other,
}

/// For each byte, the kind of token that may begin with it.
pub(super) const BEGINS: [Begins; 256] = {
    let mut table = [Begins::Other; 256];
    let mut byte = 0_u8;
    loop {
        table[byte as usize] = match byte {
            b' ' | b'\t' | b'\x0b' | b'\x0c' | b'\n' | b'\r' | b'/' | b'\\' => Begins::Trivia,
            b'L' => Begins::Wide,
            b'0'..=b'9' => Begins::Number,
            b'"' | b'\'' => Begins::Literal,
            b'(' => Begins::Alone(Punct::LeftParen),
            b')' => Begins::Alone(Punct::RightParen),
            b'[' => Begins::Alone(Punct::LeftBracket),
            b']' => Begins::Alone(Punct::RightBracket),
            b'{' => Begins::Alone(Punct::LeftBrace),
            b'}' => Begins::Alone(Punct::RightBrace),
            b',' => Begins::Alone(Punct::Comma),
            b';' => Begins::Alone(Punct::Semicolon),
            b'~' => Begins::Alone(Punct::Tilde),
            b'?' => Begins::Alone(Punct::Question),
            _ if continues_identifier(byte) => Begins::Identifier,
            _ => Begins::Other,
        };
        if byte == u8::MAX {
            break table;
        }
        byte += 1;
    }
};

/// Whether a byte is one of an identifier.
pub(super) const fn continues_identifier(byte: u8) -> bool {
    CONTINUES_IDENTIFIER[byte as usize]
}

/// For each byte, whether it is one of an identifier.
const CONTINUES_IDENTIFIER: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    loop {
        table[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80;
        if byte == u8::MAX {
            break table;
        }
        byte += 1;
    }
};
