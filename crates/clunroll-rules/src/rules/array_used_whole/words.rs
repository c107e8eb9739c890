//! The words of CLU228.

use crate::Mention;
use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;

const WHY: &str = "a pointer to an array reaches all of its elements, but scalars are not adjacent in memory";

/// The array is used without all of its indices.
pub(crate) fn whole(place: Place) -> Wording {
    let why = "it is used without all of its indices";
    Wording::array_declined(place, why, "refers to several elements")
        .because(WHY)
        .instead("use its elements one by one")
}

/// The address of an element.
pub(crate) fn address(place: Place) -> Wording {
    let why = "the address of an element is taken";
    Wording::array_declined(place, why, "its address is taken here, or by a macro with this argument")
        .because(WHY)
        .instead("pass the element's value, and assign the result")
}

/// A macro that may use the array.
pub(crate) fn host_macro(place: Place, name: &str) -> Wording {
    let name = quoted(name);
    let why = format!("{name} may use it, and the final compile decides what {name} is");
    Wording::array_declined(place, why, "may be defined differently")
        .because(format!("a `-D`, a condition or an unread include may define {name} differently"))
        .instead("define it in this file, outside every `#if` and after the includes")
}

/// Its name occurs where no use is expected.
pub(crate) fn mentioned(place: Place, mention: Mention) -> Wording {
    let what = match mention {
        Mention::Pragma => "a pragma",
        Mention::Label => "a label, an attribute or the like",
        Mention::Assembly => "inline assembly",
        Mention::IncludedFile => "an included file",
    };
    let why = format!("{what} mentions it");
    Wording::array_declined(place, why, "this name would no longer exist")
        .because("clunroll can rewrite only expressions of this file that use one element")
        .instead("remove the mention, or give the array a unique name")
}

/// Conditions decide what the name means.
pub(crate) fn uncertain(place: Place) -> Wording {
    let why = "conditions decide which variable its name means";
    Wording::array_declined(place, why, "declared in another branch, or more than once")
        .because("the choice of the final compile is unknown here")
        .instead("declare it once, outside every `#if`, or use a different name in each branch")
}

/// An include in its scope was not read.
pub(crate) fn unread_include(place: Place) -> Wording {
    let why = "an include in its scope was not read";
    Wording::array_declined(place, why, "may use the array")
        .because("clunroll cannot rewrite what it has not read")
        .instead("pass the folder of the file with `-I`, or include it before the function")
}
