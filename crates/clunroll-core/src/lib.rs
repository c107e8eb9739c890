//! The engine of clunroll: bytes in, bytes and findings out.
//!
//! A [`Session`] rewrites sources. It finds the requests, judges them, plans what each loop becomes, and writes the plan
//! into the source; everything else stays as it is, byte for byte. What it finds are [`Finding`](clunroll_rules::Finding)s
//! without words. It does no input or output, and it neither fails nor panics on bad source.
//!
//! Programs use the crate `clunroll`, which also puts the findings into words.

#![forbid(unsafe_code)]

mod assume_restrict;
mod choice;
mod flatten;
mod front;
mod include_search;
mod limits;
mod line_directives;
mod lint;
mod lower;
mod marks;
mod options;
mod outcome;
mod pipeline;
mod promote;
mod raw_strings;
mod session;
mod suppress;

use clunroll_loops::{self as unroll, directive, points};

pub use clunroll_loops::Amount;
pub use clunroll_loops::settings::{Forms, Guard, Limits, LoadsFirst, Remainder, Tune};
pub use directive::{CLAUSES, MARKER};
pub use options::Options;
/// All options that have a name and one value, for those who write an interface.
pub mod settings {
    pub use crate::options::setting::{Group, Kind, Setting, SettingError, Value};
}
pub use outcome::{
    Arrangement, Done, Form, Found, LoadOrder, PointerReport, Promotion, PromotionReport, RemainderForm, RequestReport,
    Rewritten,
};
pub use points::{LoopPart, Point, Position};
pub use session::Session;
