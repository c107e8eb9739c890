//! Unroll requests: recognised in every spelling, and bound to the loop after them.
//!
//! A request is a pragma, as a directive or as an operator, or an attribute. The extension puts it "immediately before
//! the loop"; real files have more than white space in between: other pragmas, other attributes, labels. All pieces
//! before one statement are collected once ([`Prefix`]), since they depend on each other: two pragmas may contradict
//! each other, an attribute overrides a pragma, and other pragmas for the loop must move along with it. [`Target`]
//! distinguishes what follows a request, so that the rules can report exactly what is in the way.

mod attribute;
mod between;
mod bind;
mod clause;
mod extension;
mod foreign;
mod marker;
mod operator;
mod pragma;
mod prefix;
mod request;
mod search;

pub use between::{PrefixShape, Sight, is_loop_keyword, says_something, shape};
pub use bind::{Target, bind, earlier_request, label_in_the_way};
pub use extension::{asks_for_extension, extension_definition, extension_pragmas};
pub use foreign::foreign_requests;
pub use marker::{
    MAX_JOINED_BYTES, MIN_JOINED, REQUEST_WORDS, file_may_mention_unrolling, is_marked, joined_marker_text,
    marker_offset, marker_text, may_hold_unroll_request, may_mention_unrolling, string_may_request,
};
pub use operator::operator_words;
pub use prefix::{LoopPrefixText, PieceRole, Prefix, find_requests, find_requests_in, stray_clauses};
pub use request::{Anchor, Request, RequestKind, Spelling};
pub use search::RequestSearch;
