//! The door for `fuzz/`: parts of the core that are nobody else's business.
//!
//! It exists where `--cfg fuzzing` is set, as cargo-fuzz does. No feature opens it, so that no package can come to rest on
//! it by asking for one.

/// The lexer.
pub mod lex {
    pub use crate::lex::{Comment, Punct, Token, TokenKind, comments, lex, lex_part, logical_lines, spelling, text};
}

/// The preprocessor.
pub mod preprocess {
    pub use crate::preprocess::{
        Chain, Configuration, Directive, DirectiveKind, Expanded, Expansion, GroupId, Headers, Inclusion, Lexed, Taken,
        Unit, expand, expand_line,
    };
}

/// Parsing.
pub mod syntax {
    pub use crate::syntax::{Declarations, Item, Items, NoTree, Trees};
}
