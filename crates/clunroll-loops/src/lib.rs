//! Unrolled loops, in four steps.
//!
//! 1. *Facts* (`facts/`, from those of `clunroll-analysis`): the trip count, the position, and how copies may get the variable's value.
//! 2. *Legality* (`legal/`): the forms that are right for the loop, each with what it takes, or the reason against it.
//! 3. *Choice* (`choose/`): a policy takes one of them; today that is the rules. Loops are planned from the inside out, so that it is
//!    known before a byte is written whether a nest would pass a limit. The result is a plan (`plan/`), immutable data.
//! 4. *Text* (`write/`), from the outside in: each planned loop becomes a tree of texts. Its leaves are spans of the source, with a little
//!    made text between them. The body is always copied and never printed from the syntax tree, so that comments, macros and layout
//!    survive; no identifier in it is replaced. Each copy is a block that declares its own value of the induction variable, and the
//!    text of the body sees this value, through macros too.
//!
//! A file uses only files of its own step and of the steps before it.

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
mod policy;
pub mod settings;
mod terms;
mod values;
mod write;

pub use amount::Amount;
pub use choose::function::FunctionPlan;
pub use choose::rules::Rules;
pub use facts::style::authors_words;
pub use host_values::{ASSERTION_WORDS, Assumption};
pub use layout::{FileStyle, directive_extent, line_indentation};
pub use legal::candidates::{Against, Candidate, CandidateForm, Cost};
pub use legal::forms::LoopFacts;
pub use names::FreeNames;
pub use plan::shape::{Fallback, MainLoopEnd, RemainderShape, Shape};
pub use plan::{InnerPlans, RequestPlan, Unroll};
pub use planner::{BoundRequest, Planner, Settled};
pub use policy::Policy;
pub use terms::{RemainingBarriers, RemainingLimits, Terms, TooLarge};
pub use write::edits::{TextEdits, spliced};
pub use write::renderer::PlanRenderer;
pub use write::text::{CutText, Text, write};
