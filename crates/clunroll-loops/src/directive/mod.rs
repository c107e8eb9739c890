//! Unroll requests: recognised in every spelling, and bound to the loop behind them.
//!
//! A request is a pragma, as a directive or as an operator, or an attribute. "Immediately before the loop" is what the
//! extension says of its place; real files have more there than white space: other pragmas, other attributes, labels.
//! All that stands before one statement is collected once ([`Prefix`]), since it must be understood as a whole: two
//! pragmas contradict each other, an attribute overrules a pragma, and what else is said of the loop must move along
//! with it. What a request stands before is told apart here ([`Target`]), so that the rules can say exactly what is in
//! the way.

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

pub use between::{PrefixShape, Sight, is_loop_keyword, says_something, shape};
pub use bind::{Target, bind, earlier_request, label_in_the_way};
pub use clause::CLAUSES;
pub use extension::{asks_for_extension, extension_definition, extension_pragmas};
pub use foreign::foreign_requests;
pub use marker::{
    MARKER, REQUEST_WORDS, begins_with_pin, has_marker, is_marked, marker_text, may_ask_for_unrolling,
    may_hold_unroll_request, may_mention_unrolling,
};
pub use operator::operator_words;
pub use prefix::{LoopPrefixText, Prefix, find_requests, find_requests_in, stray_clauses};
pub use request::{Anchor, Request, RequestKind, Spelling};
