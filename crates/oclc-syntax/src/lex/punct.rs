//! Operators and punctuators (C99 6.4.6).

macro_rules! puncts {
    ($($name:ident $text:literal,)*) => {
        /// An operator or punctuator.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Punct { $($name,)* }

        impl Punct {
            /// The canonical spelling; a digraph has that of the token that it means.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

puncts! {
    LeftBracket "[", RightBracket "]", LeftParen "(", RightParen ")", LeftBrace "{", RightBrace "}",
    Dot ".", Arrow "->", Increment "++", Decrement "--", Ampersand "&", Star "*", Plus "+", Minus "-",
    Tilde "~", Not "!", Slash "/", Percent "%", ShiftLeft "<<", ShiftRight ">>", Less "<", Greater ">",
    LessEqual "<=", GreaterEqual ">=", Equal "==", NotEqual "!=", Caret "^", Pipe "|", AndAnd "&&",
    OrOr "||", Question "?", Colon ":", Semicolon ";", Ellipsis "...", Assign "=", StarAssign "*=",
    SlashAssign "/=", PercentAssign "%=", PlusAssign "+=", MinusAssign "-=", ShiftLeftAssign "<<=",
    ShiftRightAssign ">>=", AndAssign "&=", XorAssign "^=", OrAssign "|=", Comma ",", Hash "#",
    HashHash "##",
}

impl Punct {
    /// Whether it changes its operand (C99 6.5.16, 6.5.2.4, 6.5.3.1).
    #[must_use]
    pub const fn assigns(self) -> bool {
        matches!(
            self,
            Self::Assign
                | Self::StarAssign
                | Self::SlashAssign
                | Self::PercentAssign
                | Self::PlusAssign
                | Self::MinusAssign
                | Self::ShiftLeftAssign
                | Self::ShiftRightAssign
                | Self::AndAssign
                | Self::XorAssign
                | Self::OrAssign
                | Self::Increment
                | Self::Decrement
        )
    }

    /// The longest punctuator at the start of `bytes`, and its length.
    #[must_use]
    pub fn at(bytes: [u8; 4]) -> Option<(Self, usize)> {
        use Punct::{
            Ampersand, AndAnd, AndAssign, Arrow, Assign, Caret, Colon, Comma, Decrement, Dot, Ellipsis, Equal, Greater,
            GreaterEqual, Hash, HashHash, Increment, LeftBrace, LeftBracket, LeftParen, Less, LessEqual, Minus,
            MinusAssign, Not, NotEqual, OrAssign, OrOr, Percent, PercentAssign, Pipe, Plus, PlusAssign, Question,
            RightBrace, RightBracket, RightParen, Semicolon, ShiftLeft, ShiftLeftAssign, ShiftRight, ShiftRightAssign,
            Slash, SlashAssign, Star, StarAssign, Tilde, XorAssign,
        };
        Some(match &bytes {
            b"%:%:" => (HashHash, 4),
            [b'<', b'<', b'=', _] => (ShiftLeftAssign, 3),
            [b'>', b'>', b'=', _] => (ShiftRightAssign, 3),
            [b'.', b'.', b'.', _] => (Ellipsis, 3),
            [b'-', b'>', ..] => (Arrow, 2),
            [b'+', b'+', ..] => (Increment, 2),
            [b'-', b'-', ..] => (Decrement, 2),
            [b'<', b'<', ..] => (ShiftLeft, 2),
            [b'>', b'>', ..] => (ShiftRight, 2),
            [b'<', b'=', ..] => (LessEqual, 2),
            [b'>', b'=', ..] => (GreaterEqual, 2),
            [b'=', b'=', ..] => (Equal, 2),
            [b'!', b'=', ..] => (NotEqual, 2),
            [b'&', b'&', ..] => (AndAnd, 2),
            [b'|', b'|', ..] => (OrOr, 2),
            [b'*', b'=', ..] => (StarAssign, 2),
            [b'/', b'=', ..] => (SlashAssign, 2),
            [b'%', b'=', ..] => (PercentAssign, 2),
            [b'+', b'=', ..] => (PlusAssign, 2),
            [b'-', b'=', ..] => (MinusAssign, 2),
            [b'&', b'=', ..] => (AndAssign, 2),
            [b'^', b'=', ..] => (XorAssign, 2),
            [b'|', b'=', ..] => (OrAssign, 2),
            [b'#', b'#', ..] => (HashHash, 2),
            [b'<', b':', ..] => (LeftBracket, 2),
            [b':', b'>', ..] => (RightBracket, 2),
            [b'<', b'%', ..] => (LeftBrace, 2),
            [b'%', b'>', ..] => (RightBrace, 2),
            [b'%', b':', ..] => (Hash, 2),
            [b'[', ..] => (LeftBracket, 1),
            [b']', ..] => (RightBracket, 1),
            [b'(', ..] => (LeftParen, 1),
            [b')', ..] => (RightParen, 1),
            [b'{', ..] => (LeftBrace, 1),
            [b'}', ..] => (RightBrace, 1),
            [b'.', ..] => (Dot, 1),
            [b'&', ..] => (Ampersand, 1),
            [b'*', ..] => (Star, 1),
            [b'+', ..] => (Plus, 1),
            [b'-', ..] => (Minus, 1),
            [b'~', ..] => (Tilde, 1),
            [b'!', ..] => (Not, 1),
            [b'/', ..] => (Slash, 1),
            [b'%', ..] => (Percent, 1),
            [b'<', ..] => (Less, 1),
            [b'>', ..] => (Greater, 1),
            [b'^', ..] => (Caret, 1),
            [b'|', ..] => (Pipe, 1),
            [b'?', ..] => (Question, 1),
            [b':', ..] => (Colon, 1),
            [b';', ..] => (Semicolon, 1),
            [b'=', ..] => (Assign, 1),
            [b',', ..] => (Comma, 1),
            [b'#', ..] => (Hash, 1),
            _ => return None,
        })
    }
}
