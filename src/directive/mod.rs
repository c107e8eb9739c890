//! Unroll requests: recognised in the directives, and bound to the loop behind them.
//!
//! A request is a directive `#pragma unroll`, what stands behind the word, and the code token that it applies to.
//! The extension says "immediately before the loop": the loop keyword must be the next code token, and nothing but
//! white space and comments may stand in between. What else is found there is told apart here ([`Target`]), so
//! that the rules can say exactly what is in the way.

mod bind;
mod pragma;

pub use bind::{Target, bind, left_behind};
pub use pragma::{MARKER, Malformed, Request, find_requests, has_marker, may_hold_request, may_include};
