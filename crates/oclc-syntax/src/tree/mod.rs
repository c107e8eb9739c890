//! From code tokens to a syntax tree.
//!
//! lang-c is the parser of C. It knows neither OpenCL's words nor a preprocessor, and gives up at the first thing
//! that it cannot read; so it never sees the file. It sees a *parse buffer*: the expanded tokens of one function,
//! with the file's declarations that the function mentions, in a spelling that lang-c accepts (`buffer`). Where
//! that does not parse, it sees the loop alone. Everything in the buffer knows which token it came from, so that
//! spans in the tree can be taken back to tokens, and through their provenance to the source ([`Parsed`]).

mod buffer;
mod builtins;
mod declarations;
mod extent;
mod head;
mod items;
mod nesting;
mod parse;
mod placeholders;
mod replacement;
mod roles;
mod specifiers;
mod unexpanded;
mod vocabulary;

pub use buffer::VEC_STEP;
pub use builtins::{
    Convergent, Effect, MEETINGS, convergent, effect, is_builtin_function, is_computing_function, is_query,
    orders_memory, vector_elements,
};

pub use declarations::Declarations;
pub use extent::{statement_extent, statement_read};
pub use items::{Item, Items, function_name, perhaps_declared};
pub use parse::{NoTree, Parsed, TokenRange, TreeExtent, Trees, parse_expression};
pub use placeholders::find_placeholder;
pub use replacement::{ReplacementName, expression_names};
pub use roles::{MadeByMacros, asks_more_than_values, free_names};
pub use specifiers::{are_specifiers, is_specifier};
pub use vocabulary::{
    is_address_space, is_asm_word, is_attribute_word, is_c_type_keyword, is_keyword, is_restrict, is_standard_macro,
    is_tag_word, is_type_name, scalar_type, standard_constant, vector_type,
};
