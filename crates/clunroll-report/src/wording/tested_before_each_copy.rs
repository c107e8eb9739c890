//! CLU230: a loop whose trips cannot be counted.

use super::host_decides::is_word;
use super::words::{Wording, quoted};
use clunroll_rules::Reason;

/// The same as for a loop that would be left for that reason.
pub(super) fn wording(left: Wording, reason: &Reason) -> Wording {
    let why = left.message.strip_prefix("loop left as written: ").unwrap_or(&left.message);
    let message = format!("loop tested before each copy: {why}");
    let diagnostic = Wording { message, ..left };
    match reason {
        Reason::HostDecides(name) if is_word(name) => diagnostic,
        // What helps a loop that is left does not make this one countable.
        Reason::HostDecides(name) | Reason::UndefinedName(name) if !name.is_empty() => {
            let (variable, define) = (format!("const int count = {name};"), format!("-D {name}=VALUE"));
            Wording { notes: Vec::new(), ..diagnostic }
                .because(format!("{} may stand for something else each time that the test is made", quoted(name)))
                .instead(format!(
                    "copy it into a variable before the loop, as in {}, and use that; or give {} and `--trust-defines`",
                    quoted(&variable),
                    quoted(&define)
                ))
        }
        _ => diagnostic,
    }
}
