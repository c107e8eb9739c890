//! The preprocessor's view of a translation unit (C99 6.10), without flattening it.
//!
//! A compiler's preprocessor turns a file into one stream of tokens. clunroll cannot: only the final compile knows
//! which branch of an `#if` is taken and how a macro is defined. So a [`Unit`] keeps everything: the code tokens of
//! *all* branches in their order, and the directives between them, each in its place in the tree of conditional
//! groups. The meaning of a name as a macro changes only at directives; a [`Moment`] therefore counts the directives
//! passed, and [`Unit::meaning`] gives the possible meanings of a name at a moment: surely not a macro, surely this
//! definition, or open, because the host may define it differently.
//!
//! Conditions have three values. A branch that no configuration takes is not read at all; one that every configuration
//! takes is as good as unconditional; of all others, each may be taken or not, and a [`Configuration`] can assume so.

mod arithmetic;
mod code;
mod conditions;
mod configuration;
mod constant;
mod definition;
mod dependencies;
mod directives;
mod events;
mod expand;
mod expanded;
mod groups;
mod hide_set;
mod implied;
mod include;
mod included_files;
mod inclusion;
mod macros;
mod meaning;
mod moment;
mod operands;
mod predefined;
mod read;
mod role;
mod standard_header;
mod substitute;
mod truth;
mod unit;
mod unread;
mod work;

pub use code::{Code, ExpansionStream};
pub use configuration::{Configuration, TakenBranch};
pub use constant::{Constant, Facts, IntegerType, Operation, parse_character, parse_integer};
pub use definition::{Definition, Meaning};
pub use directives::{Directive, DirectiveKind};
pub use expand::{expand, expand_likely, expand_line, expand_text};
pub use expanded::{Expanded, Expansion, MacroInvocation};
pub use groups::{Chain, Groups};
pub use included_files::{IncludedFiles, Lexed};
pub use inclusion::{Fate, Inclusion, PLACE_WORDS, Unread};
pub use moment::{GroupId, Moment, Viewpoint};
pub use role::{Brackets, MacroRoles, StatementRole, is_statement_word};
pub use standard_header::StandardHeader;
pub use truth::Atom;
pub use unit::Unit;
