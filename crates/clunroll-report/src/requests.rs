//! One line with the result of each request. `--verbose` shows them.
//!
//! ```text
//! kernel.cl:12:3: unroll 4: unrolled, counted form, factor 4, trips unknown, 5 copies
//! kernel.cl:20:1: unroll: not unrolled, see CLU102
//! ```

use std::io;

use crate::loads::why_in_place;
use crate::summary::counted_as;
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

/// The places of requests, as `kernel.cl:12:3`.
#[must_use]
pub fn places(places: &[Place], sources: &Sources) -> Vec<String> {
    let texts = texts(sources, places.iter().copied());
    places.iter().map(|place| locus(&texts, *place)).collect()
}

/// The request in words.
pub(crate) fn amount(amount: Option<Amount>) -> String {
    amount.map_or_else(|| "unroll by an unknown factor".to_owned(), |amount| amount.to_string())
}

/// The arrangement of the copies, as a part of a line; empty if they are one after the other.
pub(crate) fn arranged(arrangement: Arrangement) -> String {
    match arrangement {
        Arrangement::InTurn => String::new(),
        other => format!(", {}", other.name()),
    }
}

fn done(done: &Done) -> String {
    match done {
        Done::Left { cause } => format!("not unrolled, see {}", cause.rule().code),
        Done::Unrolled { form, arrangement, factor, trips, copies, loads, condition, .. } => {
            let form = form.name();
            let arrangement = arranged(*arrangement);
            let factor = factor.map_or_else(String::new, |factor| format!(", factor {factor}"));
            let trips = match trips {
                None => "trips unknown".to_owned(),
                Some(1) => "1 trip".to_owned(),
                Some(trips) => format!("{trips} trips"),
            };
            let copies = counted_as(*copies, "copy", "copies");
            let condition = condition.as_ref().map_or_else(String::new, |condition| format!(", if {condition}"));
            let loads = match why_in_place(loads) {
                _ if *loads == LoadOrder::First => ", loads first".to_owned(),
                Some(why) => format!(", loads in place: {why}"),
                None => String::new(),
            };
            format!("unrolled, {form} form{arrangement}{factor}, {trips}, {copies}{condition}{loads}")
        }
        _ => "not unrolled, as requested".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use clunroll_core::{EngineSession, Guard, Options};
    use oclc_syntax::host::NoIncludes;

    #[test]
    fn each_request_has_its_place_its_amount_and_what_was_done() {
        let source = b"void f(global int *a, int n) {
#pragma unroll
for (int i = 0; i < 1; i++) a[i] = 1;
#pragma unroll 4
for (int i = 0; i < n; i++) a[i] = 2;
#pragma unroll_and_jam 2
for (int i = 0; i < n; i++) { int s = 0; for (int j = 0; j < 9; j++) s += j; a[i] = s; }
__attribute__((opencl_unroll_hint))
for (int i = 0; i < n; i++) a[i] = 3;
#pragma unroll 1
for (int i = 0; i < n; i++) a[i] = 4;
#pragma unroll M
for (int i = 0; i < n; i++) a[i] = 5;
#pragma unroll
for (int i = 0; i < N; i++) a[i] = 6;
}
";
        let options = Options::new("k.cl").define("N", 3).unwrap().guard(Guard::Tests);
        let outcome = EngineSession::new().unroll(source, &options, &mut NoIncludes);
        let mut out = Vec::new();
        super::write(&mut out, &outcome.requests, &outcome.sources).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap(), @r#"
        k.cl:2:1: unroll: unrolled, full form, 1 trip, 1 copy
        k.cl:4:1: unroll 4: unrolled, counted form, factor 4, trips unknown, 7 copies
        k.cl:6:1: unroll and jam 2: unrolled, counted form, jammed, factor 2, trips unknown, 3 copies
        k.cl:8:1: unroll as the compiler decides: not unrolled, see CLU219
        k.cl:10:1: do not unroll: not unrolled, as requested
        k.cl:12:1: unroll by an unknown factor: not unrolled, see CLU103
        k.cl:14:1: unroll: unrolled, re-checked form, 3 trips, 4 copies
        "#);
    }
}
