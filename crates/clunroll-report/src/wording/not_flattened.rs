//! CLU224: an include that `--flatten` cannot put in place.

use super::words::Wording;
use oclc_syntax::source::Place;

/// The file does not end what it begins.
pub(super) fn not_closed(place: Place) -> Wording {
    Wording::new(
        place,
        "include left as written: its file, or one in it, leaves a conditional or comment open",
        "stays",
    )
    .because("what is open at the end of the file would go on behind it")
    .instead("end in each file the conditionals and comments that begin in it")
}

/// A word asks for the files.
pub(super) fn asks_for_place(place: Place, word: &str) -> Wording {
    Wording::new(place, format!("all includes left as written: the source asks `{word}`"), "the reason")
        .because("the answer would be another one where all stands in one file")
        .instead("ask for a macro that the file defines")
}

/// A condition decides whether a file is read here.
pub(super) fn perhaps_before(place: Place) -> Wording {
    let why = "all includes left as written: a condition decides whether this file has been read before";
    Wording::new(place, why, "to be read once")
        .because("the compiler keeps account of `#pragma once` only for files that it includes itself")
        .instead("give the file a guard in the place of `#pragma once`")
}

/// An include that stays may read the file as well.
pub(super) fn perhaps_again(place: Place) -> Wording {
    let why = "include left as written: its file, or one in it, is to be read once, and an include that stays may read it too";
    Wording::new(place, why, "stays")
        .because("the compiler keeps account of `#pragma once` only for files that it includes itself")
        .instead("give the file a guard in the place of `#pragma once`")
}

/// A file in it could not be read, and would be looked for somewhere else.
pub(super) fn unread_inside(place: Place) -> Wording {
    let why = "include left as written: its file, or one in it, includes a file that could not be read";
    Wording::new(place, why, "stays")
        .because("the compiler looks for such a file beside the one that includes it, which is in another folder")
        .instead("name the folder of the file that could not be read with `-I DIR`, or remove its include")
}

/// Nobody knows which lines follow what is included.
pub(super) fn lines_unknown(place: Place) -> Wording {
    let why = "all includes left as written: a condition or a macro decides which line numbers follow";
    Wording::new(place, why, "the reason")
        .because("behind the text of an included file the lines go on with these numbers")
        .instead("write the `#line` with a number, outside of every `#if`")
}

/// The kernels stand in raw strings.
pub(super) fn in_raw_string(place: Place) -> Wording {
    let why = "all includes left as written: the kernels stand in C++ raw strings";
    Wording::new(place, why, "the first one")
        .because("the host program makes one text of them, and perhaps of others")
        .instead("flatten the text that the host program hands to OpenCL")
}
