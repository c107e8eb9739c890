//! One line for each request, saying what was done with it; what `--verbose` shows.
//!
//! ```text
//! kernel.cl:12:3: unroll 4: unrolled, counted form, factor 4, trips unknown, 5 copies
//! kernel.cl:20:1: unroll: not unrolled, see CLU102
//! ```

use std::io;

use crate::loads::why_in_place;
use crate::text::{locus, texts};
use clunroll_core::{Amount, Arrangement, Done, LoadOrder, RequestReport};
use oclc_syntax::source::{Place, Sources};

/// Writes a line for each of `requests`, in their order.
///
/// # Errors
///
/// Only those of `out`.
pub fn write(out: &mut dyn io::Write, requests: &[RequestReport], sources: &Sources) -> io::Result<()> {
    let texts = texts(sources, requests.iter().map(|request| request.place));
    for request in requests {
        writeln!(out, "{}: {}: {}", locus(&texts, request.place), amount(request.amount), done(&request.done))?;
    }
    Ok(())
}

/// Where requests are, as `kernel.cl:12:3`.
#[must_use]
pub fn places(places: &[Place], sources: &Sources) -> Vec<String> {
    let texts = texts(sources, places.iter().copied());
    places.iter().map(|place| locus(&texts, *place)).collect()
}

fn amount(amount: Option<Amount>) -> String {
    amount.map_or_else(|| "unroll by an unknown factor".to_owned(), |amount| amount.to_string())
}

fn done(done: &Done) -> String {
    match done {
        Done::NotAsked => "not unrolled, as requested".to_owned(),
        Done::Left { cause } => format!("not unrolled, see {}", cause.rule().code),
        Done::Unrolled { form, arrangement, factor, trips, copies, loads, condition, .. } => {
            let form = form.name();
            let arrangement = match arrangement {
                Arrangement::InTurn => String::new(),
                Arrangement::Jammed => format!(", {}", arrangement.name()),
            };
            let factor = factor.map_or_else(String::new, |factor| format!(", factor {factor}"));
            let trips = match trips {
                None => "trips unknown".to_owned(),
                Some(1) => "1 trip".to_owned(),
                Some(trips) => format!("{trips} trips"),
            };
            let plural = if *copies == 1 { "copy" } else { "copies" };
            let condition = condition.as_ref().map_or_else(String::new, |condition| format!(", if {condition}"));
            let loads = match why_in_place(loads) {
                _ if *loads == LoadOrder::First => ", loads first".to_owned(),
                Some(why) => format!(", loads in place: {why}"),
                None => String::new(),
            };
            format!("unrolled, {form} form{arrangement}{factor}, {trips}, {copies} {plural}{condition}{loads}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clunroll_core::{Arrangement, Form, RemainderForm};
    use clunroll_rules::{Cause, table};
    use oclc_syntax::source::{Place, Span};

    #[test]
    fn each_request_has_its_place_its_amount_and_what_was_done() {
        let mut sources = Sources::default();
        let file = sources.add("k.cl".to_owned(), b"one\n  two".to_vec());
        let unrolled = |form, arrangement, factor, trips, copies| {
            let (remainder, guards) = (RemainderForm::None, Vec::new());
            let loads = LoadOrder::InPlace;
            Done::Unrolled { form, arrangement, factor, trips, copies, remainder, loads, guards, condition: None }
        };
        let requests = [
            (0, Some(Amount::Full), unrolled(Form::Full, Arrangement::InTurn, None, Some(1), 1)),
            (0, Some(Amount::Full), unrolled(Form::Rechecked, Arrangement::InTurn, None, Some(3), 4)),
            (6, Some(Amount::By(4)), unrolled(Form::Counted, Arrangement::InTurn, Some(4), None, 5)),
            (6, Some(Amount::Jam(4)), unrolled(Form::Counted, Arrangement::Jammed, Some(4), None, 5)),
            (6, Some(Amount::Auto), Done::Left { cause: Cause::Broken(&table::LEFT_TO_COMPILER) }),
            (6, Some(Amount::No), Done::NotAsked),
            (6, None, Done::Left { cause: Cause::Broken(&table::UNKNOWN_FACTOR) }),
        ]
        .map(|(at, amount, done)| RequestReport {
            place: Place { file, span: Span::new(at, at + 1) },
            amount,
            done,
            growth: None,
        });
        let mut out = Vec::new();
        write(&mut out, &requests, &sources).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap(), @r#"
        k.cl:1:1: unroll: unrolled, full form, 1 trip, 1 copy
        k.cl:1:1: unroll: unrolled, re-checked form, 3 trips, 4 copies
        k.cl:2:3: unroll 4: unrolled, counted form, factor 4, trips unknown, 5 copies
        k.cl:2:3: unroll and jam 4: unrolled, counted form, jammed, factor 4, trips unknown, 5 copies
        k.cl:2:3: unroll as the compiler decides: not unrolled, see CLU219
        k.cl:2:3: do not unroll: not unrolled, as requested
        k.cl:2:3: unroll by an unknown factor: not unrolled, see CLU103
        "#);
    }
}
