//! Unrolled loops, in four steps.
//!
//! 1. *Facts* (`facts/`, above `analysis`): how often a loop runs, where it stands, how copies may come by its variable.
//! 2. *Legality* (`legal/`): the forms that are right for the loop, each with what it takes, or the reason against it.
//! 3. *Choice* (`choose/`): today's rules take one of them. Loops are planned from the inside out, so that a nest that would pass a limit is
//!    known before a byte is written. What comes out is a plan (`plan/`): data that nothing changes any more.
//! 4. *Text* (`write/`), from the outside in: each planned loop becomes a tree of texts whose leaves are spans of the source and a little
//!    made text between them. The body is always copied, never printed from the syntax tree, so that comments, macros and layout
//!    survive; no identifier in it is replaced. Each copy is a block that declares its own value of the induction variable, and the
//!    body's text sees it, through macros too.
//!
//! A file uses only files of the steps before its own, and of its own step.

mod amount;
mod choose;
pub mod directive;
mod facts;
mod host_values;
mod layout;
mod legal;
pub mod limits;
mod mentions;
mod names;
mod plan;
mod planner;
pub mod points;
pub mod settings;
mod terms;
mod values;
mod write;

pub use amount::Amount;
pub use choose::function::FunctionPlan;
pub use host_values::{ASSERTION_WORDS, Assumption};
pub use layout::{FileStyle, directive_extent, line_indentation};
pub use legal::candidates::{Against, Candidate, CandidateForm, Cost};
pub use legal::forms::LoopFacts;
pub use names::FreeNames;
pub use plan::shape::{Fallback, MainLoopEnd, RemainderShape, Shape};
pub use plan::{InnerPlans, RequestPlan, Unroll};
pub use planner::{BoundRequest, Planner, Settled};
pub use terms::{BarrierRoom, Room, Terms, TooLarge};
pub use write::edits::{TextEdits, spliced};
pub use write::renderer::PlanRenderer;
pub use write::text::{Text, Without, write};
