//! The words of CLU232.

use crate::RestrictObstacle;
use crate::words::Label;
use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// The reason, why the word would be wrong, and what to write instead.
type RestrictWords = (String, &'static str, &'static str);

/// A parameter, and the reason why it does not get the word.
pub(crate) fn wording(place: Place, name: &str, obstacle: &RestrictObstacle, reason: Place) -> Wording {
    let (why, because, instead) = words(obstacle);
    let message = format!("cannot add `restrict` to {}: {why}", quoted(name));
    let mut wording = Wording::new(place, message, "stays as written").because(because).instead(instead);
    if reason != place {
        wording.secondary.push(Label { place: reason, message: "the reason".to_owned() });
    }
    wording
}

const OTHER_POINTER: &str = "your promise is about the arguments; another pointer may point into the same buffer";
const UNREAD: &str = "it may order memory between work-items, or reach the buffer by another pointer";
const BY_HAND: &str = "if you know that it is right, write `restrict` yourself";

fn words(obstacle: &RestrictObstacle) -> RestrictWords {
    let (why, because, instead) = match obstacle {
        RestrictObstacle::UnreadInclude => {
            return ("an included file was not read".to_owned(), UNREAD, "give its folder with `-I`");
        }
        RestrictObstacle::Mentioned(kernel) => (
            format!("the file mentions the kernel {} elsewhere", quoted(kernel)),
            "a call inside the program may pass pointers that overlap",
            BY_HAND,
        ),
        RestrictObstacle::ConditionalHead => (
            "a condition chooses a part of the kernel that is not a whole statement".to_owned(),
            "the parameters may differ between builds",
            "let each branch hold whole statements or whole functions",
        ),
        RestrictObstacle::MadeByMacro => {
            ("a macro makes it".to_owned(), "the word would apply to each use of the macro", BY_HAND)
        }
        RestrictObstacle::Volatile => (
            "it points to `volatile` or atomic objects".to_owned(),
            "other work-items may change them at any time",
            "leave the parameter as it is",
        ),
        RestrictObstacle::NotPlain => (
            "the parameter is not a plain pointer".to_owned(),
            "clunroll reads only a type, one `*` and a name there",
            BY_HAND,
        ),
        RestrictObstacle::OpenMacro(name) => (
            format!("the final compile may define {}", quoted(name)),
            UNREAD,
            "give its value with `-D` and `--trust-defines`",
        ),
        RestrictObstacle::PointerCast => ("a cast makes a pointer".to_owned(), OTHER_POINTER, BY_HAND),
        RestrictObstacle::PointerInMemory => {
            ("a type or a variable of the file may hold a pointer".to_owned(), OTHER_POINTER, BY_HAND)
        }
        RestrictObstacle::OtherMemory(word) => (format!("the kernel uses {}", quoted(word)), OTHER_POINTER, BY_HAND),
        RestrictObstacle::Orders(word) => (
            format!("the kernel uses {}", quoted(word)),
            "with `restrict`, a compiler does not expect that another work-item changes the buffer",
            "if the kernel does not write through the pointer, declare it as a pointer to `const`",
        ),
        RestrictObstacle::UnreadCall(name) => (
            format!("the kernel calls {}, which was not read", quoted(name)),
            UNREAD,
            "define the function in the file or in an included one",
        ),
        RestrictObstacle::Moves(name) => (
            format!("{} is used for more than its elements", quoted(name)),
            "a copy of the pointer may reach the buffer as if by another argument",
            "use it only as `p[i]`, `*p`, or in `vload` and `vstore`",
        ),
    };
    (why, because, instead)
}
