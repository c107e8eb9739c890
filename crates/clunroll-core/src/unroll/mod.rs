//! Writing unrolled loops.
//!
//! Two passes. The first plans: it decides each loop's form and computes sizes inside out, so that a nest that would
//! pass a limit is known before a byte is written ([`plan`]). The second renders, outside in: each planned loop
//! becomes a tree of texts ([`Text`]) whose leaves are spans of the source and a little made text between them. The
//! body is always copied, never printed from the syntax tree, so that comments, macros and layout survive; no
//! identifier in it is replaced. Each copy is a block that declares its own value of the induction variable, and the
//! body's text sees it, through macros too.

mod assumption;
mod block;
mod bounds;
mod checked;
mod choice;
mod copies;
mod copy_counters;
mod counted;
mod forms;
mod full;
mod guards;
mod host_values;
mod hosted;
mod independence;
mod jam;
mod layout;
mod loads_first;
mod mentions;
mod names;
mod naming;
mod pins;
mod plan;
mod position;
mod remainder;
mod render;
mod runtime;
mod shape;
mod size;
mod style;
mod terms;
mod text;
mod trip_count;
mod values;
mod versions;

pub use copies::{TextEdits, spliced};
pub use host_values::{ASSERTION_WORDS, Assumption};
pub use layout::{FileStyle, directive_extent, line_indentation};
pub use names::FreeNames;
pub use plan::{BarrierRoom, BoundRequest, FunctionPlan, InnerPlans, Planner, RequestPlan, Room, Settled, Unroll};
pub use render::PlanRenderer;
pub use shape::{Fallback, MainLoopEnd, RemainderShape, Shape};
pub use terms::{Terms, TooLarge};
pub use text::{Text, Without, write};
