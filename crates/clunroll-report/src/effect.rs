//! The result of one request, as Markdown. Editors show it when the pointer is over the request.
//!
//! ```text
//! **unroll 4: unrolled**
//!
//! - Form: counted, with factor 4
//! - Trip count: known only at run time
//! - Copies: 7
//! - Remainder: nested
//! ```
//!
//! The words are those of the other reports. If the request is declined, the reason and the help of the diagnostic replace the list, even
//! if the diagnostic itself is turned off.

use crate::diagnostic::Diagnostic;
use crate::loads::why_in_place;
use crate::outcome::Outcome;
use crate::requests::{amount, arranged};
use clunroll_core::{Done, LoadOrder, RequestReport};

/// The result of `request`, which belongs to `outcome`.
#[must_use]
pub fn markdown(request: &RequestReport, outcome: &Outcome) -> String {
    let asked = amount(request.amount);
    match &request.done {
        Done::Left { cause } => {
            let rule = cause.rule();
            let found = outcome.reason(request.place, cause);
            let reason = found.map_or(rule.name, |found| &found.message);
            let remarks = found.into_iter().flat_map(Diagnostic::remarks).map(|remark| format!("\n{remark}\n"));
            format!("**{asked}: not unrolled**\n\n{}: {reason}\n{}", rule.code, remarks.collect::<String>())
        }
        Done::Unrolled { .. } => {
            let items = facts(request).into_iter().map(|(name, fact)| format!("- {name}: {fact}\n"));
            format!("**{asked}: unrolled**\n\n{}", items.collect::<String>())
        }
        _ => format!("**{asked}: not unrolled, as requested**\n"),
    }
}

/// The facts about an unrolled loop: names and values.
fn facts(request: &RequestReport) -> Vec<(&'static str, String)> {
    let Done::Unrolled { form, arrangement, factor, trips, copies, remainder, loads, guards, condition, .. } =
        &request.done
    else {
        return Vec::new();
    };
    let factor = factor.map_or_else(String::new, |factor| format!(", with factor {factor}"));
    let mut facts = vec![("Form", format!("{form}{}{factor}", arranged(*arrangement)))];
    facts.push(("Trip count", trips.map_or_else(|| "known only at run time".to_owned(), |trips| trips.to_string())));
    facts.push(("Copies", copies.to_string()));
    facts.push(("Remainder", remainder.to_string()));
    match why_in_place(loads) {
        _ if *loads == LoadOrder::First => facts.push(("Loads", "before the stores of all copies".to_owned())),
        Some(why) => facts.push(("Loads", format!("where you wrote them: {why}"))),
        None => {}
    }
    if let Some(condition) = condition {
        facts.push(("Condition", format!("`{condition}`; otherwise the loop stays as written")));
    }
    if !guards.is_empty() {
        facts.push(("Depends on", format!("`{}`, which the final compile may define otherwise", guards.join("`, `"))));
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::in_words;
    use clunroll_core::{EngineSession, Options};
    use oclc_syntax::host::NoIncludes;

    fn pages(source: &str) -> String {
        let options = Options::new("k.cl");
        let outcome = in_words(EngineSession::new().unroll(source.as_bytes(), &options, &mut NoIncludes));
        outcome.requests.iter().map(|request| markdown(request, &outcome)).collect::<Vec<_>>().join("---\n")
    }

    #[test]
    fn a_request_has_its_form_or_its_reason() {
        let source = "\
void f(global int *a, int n) {
#pragma unroll 4
  for (int i = 0; i < n; i++) a[i] = i;
#pragma unroll
  for (int i = 0; i < 3; i++) a[i] = i;
#pragma unroll
  for (int i = 0; i < n; i++) a[i] = i;
#pragma unroll 1
  for (int i = 0; i < n; i++) a[i] = i;
}
";
        insta::assert_snapshot!(pages(source), @r#"
        **unroll 4: unrolled**

        - Form: counted, with factor 4
        - Trip count: known only at run time
        - Copies: 7
        - Remainder: nested
        ---
        **unroll: unrolled**

        - Form: full
        - Trip count: 3
        - Copies: 3
        - Remainder: none
        ---
        **unroll: not unrolled**

        CLU102: full unroll has no effect: the trip count is not known at compile time

        without a factor, `#pragma unroll` requests all iterations, and has no effect if their number is unknown

        help: give a factor, as in `#pragma unroll 4`, or replace `n` with a macro: `-D` can give a macro a value, but not a parameter
        ---
        **do not unroll: not unrolled, as requested**
        "#);
    }

    #[test]
    fn a_finding_that_is_turned_off_is_the_reason_all_the_same() {
        let source = "\
void f(global int *a, int n) {
#pragma unroll // clunroll: allow(CLU102)
  for (int i = 0; i < n; i++) a[i] = i;
}
";
        assert!(pages(source).contains("CLU102: "), "{}", pages(source));
    }
}
