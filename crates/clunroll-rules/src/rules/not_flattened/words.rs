//! The words of CLU010.

use crate::words::Label;
use crate::words::{Wording, quoted};
use crate::{FlattenObstacle, NotFlattened};
use oclc_syntax::source::Place;

/// The reason, why it matters, and what to write instead.
type FlatteningWords = (String, &'static str, &'static str);

/// An include of a file that was found, and the reason why it stays.
pub(crate) fn wording(place: Place, name: &str, FlattenObstacle { why, place: reason }: FlattenObstacle) -> Wording {
    let (why, because, instead) = words(why);
    let message = format!("cannot flatten {}: {why}", quoted(name));
    let mut diagnostic = Wording::new(place, message, "stays an include").because(because).instead(instead);
    let elsewhere = reason.filter(|reason| *reason != place);
    diagnostic.secondary.extend(elsewhere.map(|place| Label { place, message: "the reason".to_owned() }));
    diagnostic
}

const ACCOUNT: &str = "the compiler tracks `#pragma once` only for files that it includes itself";
const GUARD: &str = "replace `#pragma once` with an include guard";

fn words(why: NotFlattened) -> FlatteningWords {
    let (why, because, instead) = match why {
        NotFlattened::NotClosed => (
            "the file, or one that it includes, leaves a conditional or comment open",
            "the open conditional or comment would go on after the inserted text",
            "close each conditional and comment in the file where it begins",
        ),
        NotFlattened::PerhapsBefore => ("a condition decides whether a file was read before", ACCOUNT, GUARD),
        NotFlattened::PerhapsAgain => (
            "the file, or one that it includes, must be read only once, and an include that stays may read it too",
            ACCOUNT,
            GUARD,
        ),
        NotFlattened::UnreadInside => (
            "the file, or one that it includes, includes a file that could not be read",
            "the compiler looks for that file next to the one that includes it, and flattening changes the folder",
            "pass the folder of the unread file with `-I DIR`, or remove its include",
        ),
        NotFlattened::LinesUnknown => (
            "a condition or a macro decides the line numbers that follow",
            "after the inserted text, the lines continue with these numbers",
            "write a number in the `#line`, outside every `#if`",
        ),
        NotFlattened::AsksForPlace(word) => {
            return (
                format!("the source uses `{word}`"),
                "its result would change once everything is in one file",
                "test a macro that the file defines instead",
            );
        }
        NotFlattened::InRawString => (
            "the include is in a C++ raw string",
            "the host program joins its raw strings, and perhaps other text",
            "flatten the text that the host program passes to OpenCL",
        ),
        NotFlattened::Unreadable => (
            "the file cannot be read",
            "its contents are unknown",
            "make it a readable file of at most 64 MiB without NUL bytes",
        ),
        NotFlattened::Itself => (
            "the file includes itself",
            "each inclusion is compiled with different macros, and the text would contain itself without end",
            "move the common part into a separate file, and include that",
        ),
        NotFlattened::TooMuch => (
            "too much is included",
            "the text would grow too large, or without end",
            "if the files include each other in a circle, give each a guard or `#pragma once`",
        ),
    };
    (why.to_owned(), because, instead)
}
