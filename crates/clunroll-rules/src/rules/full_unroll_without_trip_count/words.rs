//! The words of CLU102.

use crate::words::{Wording, quoted};
use crate::{NonConstantName, Varying};
use oclc_syntax::source::Place;

/// The part of the header that is not a constant, and the name in it that is the reason.
pub(crate) fn wording(place: Place, text: &str, non_constant: Option<&NonConstantName>) -> Wording {
    let message = "full unroll has no effect: the trip count is not known at compile time";
    let no_constant = format!("{} is not a compile-time constant", quoted(text));
    let label = match non_constant {
        Some(non_constant) if non_constant.name == text || non_constant.what == Varying::Memory => {
            format!("{no_constant}: it is {}", kind(&non_constant.what))
        }
        Some(non_constant) if non_constant.what == Varying::WorkItem => {
            format!("{no_constant}: it differs between work-items")
        }
        Some(non_constant) if non_constant.what != Varying::Call => {
            format!("{no_constant}: {} is {}", quoted(&non_constant.name), kind(&non_constant.what))
        }
        _ => no_constant,
    };
    let initialiser = match non_constant.map(|non_constant| &non_constant.what) {
        Some(Varying::Initialised(text, _)) => text,
        _ => "",
    };
    let is_of_work_item = non_constant.is_some_and(|non_constant| non_constant.root().what == Varying::WorkItem);
    let is_size = [text, initialiser].iter().any(|text| text.contains("get_local_size"));
    let instead = if is_size && !is_of_work_item {
        "give a factor, as in `#pragma unroll 4`; the size is constant only in a kernel with `reqd_work_group_size` that \
         nothing in the file calls, and only with `--uniform-work-groups` or a `--cl-std` below CL2.0"
            .to_owned()
    } else {
        constant(non_constant)
    };
    Wording::new(place, message, label)
        .because(
            "without a factor, `#pragma unroll` requests all iterations, and has no effect if their number is unknown",
        )
        .instead(instead)
}

/// The kind of a name, in words.
fn kind(what: &Varying) -> String {
    match what {
        Varying::Parameter => "a parameter".to_owned(),
        Varying::Variable => "a variable that is not `const`".to_owned(),
        Varying::Changing => "a variable that changes".to_owned(),
        Varying::Initialised(text, by) => {
            let why =
                if by.is_some() { "which is known only at run time" } else { "which is not known to be constant" };
            format!("initialised with {}, {why}", quoted(text))
        }
        Varying::Memory => "read from memory".to_owned(),
        Varying::Call => "the result of a function call".to_owned(),
        Varying::WorkItem => "different for each work-item".to_owned(),
    }
}

/// What to write instead.
fn constant(non_constant: Option<&NonConstantName>) -> String {
    const FACTOR: &str = "give a factor, as in `#pragma unroll 4`";
    let Some(non_constant) = non_constant else { return format!("{FACTOR}, or make the trip count a constant") };
    let NonConstantName { name, what } = non_constant.root();
    let name = quoted(name);
    let variable = quoted(&non_constant.name);
    let constant = match (what, &non_constant.what) {
        (Varying::WorkItem, _) => {
            return format!(
                "{FACTOR}, which works for any trip count: {name} differs between work-items, so no constant can replace it"
            );
        }
        (Varying::Parameter, _) => {
            format!("replace {name} with a macro: `-D` can give a macro a value, but not a parameter")
        }
        (Varying::Variable, _) => {
            format!("declare {name} as `const` with a constant value, or replace it with a macro that `-D` defines")
        }
        (Varying::Changing, _) => "make the trip count a constant".to_owned(),
        (Varying::Memory | Varying::Call, Varying::Initialised(..)) => format!(
            "initialise {variable} with a constant, such as a macro that `-D` defines, if all runs use the same value"
        ),
        (Varying::Initialised(..), _) => {
            format!("initialise {name} with a constant, such as a macro that `-D` defines")
        }
        (Varying::Memory | Varying::Call, _) => {
            "replace it with a constant, or with a macro that `-D` defines".to_owned()
        }
    };
    format!("{FACTOR}, or {constant}")
}
