//! CLU010: an include that `--flatten` cannot put in place.

use super::words::{Wording, quoted};
use crate::diagnostic::Label;
use clunroll_rules::{NotFlattened, Obstacle};
use oclc_syntax::source::Place;

/// Why, why that matters, and what to write instead.
type Words = (String, &'static str, &'static str);

/// An include of a file that was found, and what keeps it.
pub(super) fn wording(place: Place, name: &str, Obstacle { why, place: reason }: Obstacle) -> Wording {
    let (why, because, instead) = words(why);
    let message = format!("{} cannot be put in place: {why}", quoted(name));
    let mut diagnostic = Wording::new(place, message, "stays").because(because).instead(instead);
    let elsewhere = reason.filter(|reason| *reason != place);
    diagnostic.secondary.extend(elsewhere.map(|place| Label { place, message: "the reason".to_owned() }));
    diagnostic
}

const ACCOUNT: &str = "the compiler keeps account of `#pragma once` only for files that it includes itself";
const GUARD: &str = "give the file a guard in the place of `#pragma once`";

fn words(why: NotFlattened) -> Words {
    let (why, because, instead) = match why {
        NotFlattened::NotClosed => (
            "its file, or one in it, leaves a conditional or comment open",
            "what is open at the end of the file would go on after it",
            "end in each file the conditionals and comments that begin in it",
        ),
        NotFlattened::PerhapsBefore => ("a condition decides whether a file has been read before", ACCOUNT, GUARD),
        NotFlattened::PerhapsAgain => {
            ("its file, or one in it, is to be read once, and an include that stays may read it too", ACCOUNT, GUARD)
        }
        NotFlattened::UnreadInside => (
            "its file, or one in it, includes a file that could not be read",
            "the compiler looks for such a file beside the one that includes it, which is in another folder",
            "name the folder of the file that could not be read with `-I DIR`, or remove its include",
        ),
        NotFlattened::LinesUnknown => (
            "a condition or a macro decides which line numbers follow",
            "after the text of an included file the lines go on with these numbers",
            "write the `#line` with a number, outside of every `#if`",
        ),
        NotFlattened::AsksForPlace(word) => {
            return (
                format!("the source asks `{word}`"),
                "the answer would be another one where all stands in one file",
                "ask for a macro that the file defines",
            );
        }
        NotFlattened::InRawString => (
            "it stands in a C++ raw string",
            "the host program makes one text of its raw strings, and perhaps of others",
            "flatten the text that the host program hands to OpenCL",
        ),
        NotFlattened::Unreadable => (
            "its file cannot be read",
            "what the file holds is not known",
            "let it be a file that may be opened, without a NUL byte, and of no more than 64 MiB",
        ),
        NotFlattened::Itself => (
            "it is the file itself",
            "each inclusion is compiled with other macros, and the text would hold itself without an end",
            "move what is common into a file of its own, and include that",
        ),
        NotFlattened::TooMuch => (
            "too much is included",
            "the text would grow too large, or without an end",
            "if the files include one another in a circle, give each a guard or `#pragma once`",
        ),
    };
    (why.to_owned(), because, instead)
}
