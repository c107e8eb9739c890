//! Why the loads of an unrolled loop were not moved, in one sentence.

use clunroll_core::LoadOrder;
use clunroll_rules::LoadsProblem;

/// The reason; `None` if nothing prevents a move.
pub(crate) fn why_in_place(loads: &LoadOrder) -> Option<String> {
    let LoadOrder::Blocked(problem) = loads else { return None };
    Some(match problem {
        LoadsProblem::Conflict { store, load } if store == load => {
            format!("`{load}` may access the same memory in two iterations")
        }
        LoadsProblem::Conflict { store, load } => {
            format!("`{store}` and `{load}` in a later iteration may access the same memory")
        }
        LoadsProblem::StoredBefore { store, load } => format!("`{load}` may read what `{store}` stores before it"),
        LoadsProblem::Address(load) => format!("the address of `{load}` cannot be computed before the copies"),
        LoadsProblem::Type(load) => format!("no constant can be declared for `{load}`"),
        LoadsProblem::NotFollowed(text) => format!("the loop contains `{text}`"),
        LoadsProblem::HostMacro(name) => format!("the loop contains `{name}`, which the host may define"),
        LoadsProblem::Include => "an include before the loop was not read".to_owned(),
        LoadsProblem::Header => "the header has no variable of its own that moves in constant steps".to_owned(),
        LoadsProblem::Untestable(access) => {
            format!("`--check-promises` cannot test `{access}`: its address is not known before the loop")
        }
        LoadsProblem::TooMany { loads, limit } => format!("{loads} loads are more than {limit}"),
        LoadsProblem::Registers { registers, limit } => {
            format!("the loaded values take {registers} registers of 32 bits, which is more than {limit}")
        }
        _ => "they cannot move".to_owned(),
    })
}
