//! The words of CLU208.

use crate::words::{Wording, quoted};
use crate::{BoundProblem, Dependency};
use oclc_syntax::source::Place;

const WHY: &str = "the trip count must be fixed before the loop starts";

/// A name whose value may change.
pub(crate) fn changes(place: Place, name: &str) -> Wording {
    let name = quoted(name);
    let why = format!("the trip count depends on {name}, which may change inside the loop");
    copied_before(Wording::declined(place, why, format!("{name} is not known to stay constant")))
}

/// Memory whose contents may change.
pub(crate) fn reads_memory(place: Place) -> Wording {
    let why = "the trip count depends on memory, which may change inside the loop";
    copied_before(Wording::declined(place, why, "read from memory before each iteration"))
}

/// A store that may change the memory that the header reads.
pub(crate) fn may_store_to(place: Place, memory: &str) -> Wording {
    let why = format!("the trip count depends on memory at {}, which the loop may change", quoted(memory));
    copied_before(Wording::declined(place, why, "may store there"))
}

/// Something that may store to any memory.
pub(crate) fn may_store_anywhere(place: Place, name: &str) -> Wording {
    let why = "the trip count depends on memory, which may change inside the loop";
    copied_before(Wording::declined(place, why, format!("{} may store there", quoted(name))))
}

fn copied_before(wording: Wording) -> Wording {
    wording.because(WHY).instead(
        "copy the bound and the step into private variables before the loop, and change no variable of the header in the body",
    )
}

/// A pointer to the variable exists.
pub(crate) fn address_taken(place: Place, name: &str) -> Wording {
    let name = quoted(name);
    let why = format!("a pointer to {name} exists, so the loop may change {name}");
    Wording::declined(place, why, format!("the address of {name} is taken here"))
        .because(WHY)
        .instead(format!("copy {name} into a private variable that nothing points to, and use the copy"))
}

/// A bound that keeps the end of the loop from being computed.
pub(crate) fn bound(place: Place, problem: BoundProblem) -> Wording {
    not_computed(
        place,
        match problem {
            BoundProblem::NotInteger => "the bound is not an integer",
            BoundProblem::StartNotInteger => "the start value is not an integer",
            BoundProblem::UnknownValue => "the bound's value is unknown",
            BoundProblem::UnknownStart => "the start value is unknown",
            BoundProblem::CompilersDiffer => "the bound's type differs between compilers",
            BoundProblem::PointerDirection => {
                "the pointer does not count up to the bound with `<`, or down to it with `>`"
            }
            BoundProblem::PointerType => "the bound points to another type, or to an unknown one",
            BoundProblem::DevicesDiffer => "the type of the comparison differs between devices",
            BoundProblem::MovesAway => "the step moves away from the bound",
            BoundProblem::MayMoveAway => "the step may move away from the bound",
            BoundProblem::EndTooLarge => "the variable cannot hold every end value that a main loop may have",
            BoundProblem::BoundTooLarge => "the bound has values that the induction variable cannot hold",
            BoundProblem::SignLost => "a signed variable that may wrap around is compared with the bound as unsigned",
        },
    )
}

/// A part of the bound or of the step that cannot be computed.
pub(crate) fn depends_on(place: Place, part: Dependency) -> Wording {
    let what = match part {
        Dependency::NotInteger => "a value that is not an integer",
        Dependency::UnknownPart => "a part of an object of unknown type",
        Dependency::OtherForm => "an expression of an unsupported form",
        Dependency::TooLong => "an expression that is too long to analyse",
        Dependency::CompilersDiffer => "a type that differs between compilers",
        Dependency::OtherConstant => "a constant that is not an integer of OpenCL C",
        Dependency::Change => "an expression that changes a variable",
        Dependency::OtherConversion => "a conversion to a type that is not a known integer type",
        Dependency::DevicesDiffer => "a type that differs between devices",
        Dependency::ConfigurationsDiffer => "a declaration that differs between configurations",
        Dependency::UnknownValue => "an unknown value",
        Dependency::PerhapsNotInteger => "a value that is not a known integer",
        Dependency::Call => "a function call",
        Dependency::PerhapsNotPointer => "a value that is not a known pointer",
    };
    not_computed(place, &format!("it depends on {what}"))
}

fn not_computed(place: Place, why: &str) -> Wording {
    Wording::declined(place, format!("cannot compute the trip count: {why}"), "decides how often the loop runs")
        .because(WHY)
        .instead("copy the bound into a variable of the induction variable's type before the loop, and step towards it")
}
