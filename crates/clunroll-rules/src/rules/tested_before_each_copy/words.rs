//! The words of CLU230.

use crate::Reason;
use crate::rules::host_decides::words::is_word;
use crate::words::{LOOP_LEFT, Wording, quoted};

/// The words for a loop that is not unrolled for this reason, adapted to this rule.
pub(crate) fn wording(left: Wording, reason: &Reason) -> Wording {
    let why = left.message.strip_prefix(LOOP_LEFT).unwrap_or(&left.message);
    let message = format!("loop tested before each copy: {why}");
    countable(Wording { message, ..left }, reason)
}

/// The same words with a help that makes the trips countable.
pub(crate) fn countable(diagnostic: Wording, reason: &Reason) -> Wording {
    match reason {
        Reason::HostDecides(name) if is_word(name) => diagnostic,
        // The help for a loop that is not unrolled would not make the trips of this one countable.
        Reason::HostDecides(name) | Reason::UndefinedName(name) if !name.is_empty() => {
            let (variable, define) = (format!("const int count = {name};"), format!("-D {name}=VALUE"));
            Wording { notes: Vec::new(), help: Vec::new(), ..diagnostic }
                .because(format!("{} may be something else each time the test runs", quoted(name)))
                .instead(format!(
                    "copy it into a variable before the loop, as in {}, and use that variable; or pass {} and `--trust-defines`",
                    quoted(&variable),
                    quoted(&define)
                ))
        }
        _ => diagnostic,
    }
}
