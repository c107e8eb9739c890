//! Facts about loops: their form, their trip count, and what prevents copying them.
//!
//! Analysis answers questions about the tree of one function. It writes nothing, and it knows neither requests nor options. Each loop goes
//! through it in the same order: its parts (`loops.rs`), the variable that counts its iterations (`induction.rs`), the parts of its body
//! that cannot be copied (`hazards.rs`), its exits (`exits.rs`), the number of its iterations (`trips.rs`), and whether its bound stays the
//! same while it runs (`invariance.rs`). A property that cannot be shown ends in one [`Decline`](clunroll_rules::Decline), at the token
//! that is the reason.

#![forbid(unsafe_code)]

mod accesses;
mod assembly;
mod builtin_values;
mod comparison;
mod conditional_meetings;
mod conjunction;
mod continues;
mod convergence;
mod countdown;
mod declare;
mod decline;
mod dependence;
mod directives_inside;
mod doubts;
mod effects;
mod enumerations;
mod env;
mod evaluate;
mod exits;
mod factor;
mod hazards;
mod hosted_macros;
mod induction;
mod invariance;
mod kernel_effects;
mod launch;
mod limits;
mod liveness;
mod loops;
mod macro_uses;
mod memo;
mod non_constant;
mod objects;
mod open_names;
mod pasted_names;
mod pointer_parameters;
mod pointers;
mod program;
mod pure_functions;
mod ranges;
mod reach;
mod residue;
mod restrict;
mod sizes;
mod stepping_while;
mod stores;
mod symbol;
mod symbol_walk;
mod symbols;
mod table_entries;
mod tables;
mod templates;
mod told_macros;
mod total;
mod trips;
mod typedefs;
mod types;

pub use accesses::{Bases, Call, Element, MemoryAccess, Other, Walk, WalkItem, pointer_variable};
pub use comparison::Comparison;
pub use conditional_meetings::ConditionalMeetings;
pub use conjunction::Conjunction;
pub use continues::{SkippedRest, is_shallow_nest};
pub use convergence::{Paths, check_convergence};
pub use countdown::Countdown;
pub use decline::without_tree;
pub use dependence::{
    Address, Evidence, HostedRows, Iterations, Level, Load, Nest, NestConstants, NestItem, ReplaceableElement,
    Replaced, ReplacementContext, ReplacementForm, StrideTest, Touched, TouchedPairs, Untestable, conflict,
    conflict_inside, decline_jam, hosted_rows, movable_loads, replaceable_element, shared_load, stride_test,
    touched_pairs,
};
pub use effects::has_effects;
pub use env::Env;
pub use evaluate::{Evaluator, LookupPoint, NoValue, NoValueKind};
pub use exits::Exits;
pub use factor::{Factor, WrittenFactor, evaluate_factor};
pub use hazards::{Body, check_body, defined_tag};
pub use induction::{Induction, Step, VariableType, compound};
pub use invariance::{Operand, runtime_operand};
pub use loops::{Keyword, Loop, recognise};
pub use non_constant::non_constant_name;
pub use pointers::{constant_offset, runtime_pointer};
pub use program::{Assumptions, ProgramFunctions};
pub use ranges::{HostedSize, range_of};
pub use residue::{Residue, residue_of_trips};
pub use restrict::restrict_candidates;
pub use symbol::{Access, LoopNode, Storage, Symbol, SymbolId, Use};
pub use symbols::{Function, place_of_token};
pub use templates::{are_templates, is_template};
pub use total::is_total;
pub use trips::{Advance, HeaderNumbers, Trips, count, is_always_true};
pub use types::{ArrayLength, Space, Type, TypeKind};
