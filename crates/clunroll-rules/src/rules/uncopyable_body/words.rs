//! The words of CLU210.

use crate::OnlyOnce;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// Something that must appear only once.
pub(crate) fn only_once(place: Place, what: OnlyOnce) -> Wording {
    let what = match what {
        OnlyOnce::Counter => "`__COUNTER__`",
        OnlyOnce::TypeDefinition => "a type definition",
        OnlyOnce::Assembly => "inline assembly",
        OnlyOnce::StaticDeclaration => "a static declaration",
        OnlyOnce::SharedVariable => "a variable in local or constant memory",
        OnlyOnce::ErrorAttribute => "a call to a function that may have the attribute `error`",
    };
    Wording::declined(place, format!("it contains {what}"), "must appear only once")
        .because("a copy would be a second one, and change the meaning of the program")
        .instead("move it out of the loop")
}

/// The body contains a directive.
pub(crate) fn directive(place: Place) -> Wording {
    Wording::declined(place, "it contains a directive", "cannot be copied")
        .because("in a copy of the loop, the directive may act differently")
        .instead("move the directive out of the loop")
}
