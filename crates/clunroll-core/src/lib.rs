//! The engine of clunroll: bytes in, bytes and findings out.
//!
//! A [`EngineSession`] rewrites sources. It finds the requests, judges them, plans the new text of each loop, and writes the plan into the
//! source; everything else stays as it is, byte for byte. Its results are [`Finding`](clunroll_rules::Finding)s without words. It does no
//! input or output, and it neither fails nor panics on bad source.
//!
//! Programs use the crate `clunroll`, which also puts the findings into words.

#![forbid(unsafe_code)]

mod assume_restrict;
mod choice;
mod dialects;
mod flatten;
mod front;
mod include_search;
mod limits;
mod line_directives;
mod lint;
pub mod loop_choices;
mod lower;
mod marks;
mod options;
mod outcome;
mod pipeline;
mod promote;
mod session;
mod suppress;
mod unit_reader;

pub use clunroll_loops::Amount;
pub use clunroll_loops::settings::{DeviceClass, Forms, Guard, LoadsFirst, Remainder};
pub use clunroll_rules::MARKER;
pub use options::{Limits, Options};
/// All options that have a name and one value, for interfaces.
pub mod settings {
    pub use crate::options::setting::{Group, Kind, Setting, SettingError, Value};
}
pub use clunroll_analysis::Residue;
pub use clunroll_loops::points::{LoopPart, Point, Position};
pub use outcome::{
    Arrangement, Done, EngineOutcome, Fault, Form, LoadOrder, PointerReport, Promotion, PromotionReport, RemainderForm,
    ReportedFinding, RequestReport,
};
pub use session::EngineSession;
