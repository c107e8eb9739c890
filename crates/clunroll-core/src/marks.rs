//! The comment that keeps a second run from changing what this run declines.
//!
//! ```c
//! #pragma unroll /* clunroll: left as written */
//! for (int i = 0; i < n; i++) …
//! ```
//!
//! A second run must change nothing, but it may find more to do than this one: it starts with all of its limits again, and it knows more
//! about a copy. So in a file that is rewritten, every request that stays gets the same comment: each request, also in a branch, a copy or
//! a remainder, and each invocation of a macro that makes a request. It is at the end of the request's line
//! ([`marker_offset`]), and a second run declines every request before it on its line. Requests for no unrolling get none, nor do those
//! before which `#pragma clunroll leave` is. If many requests of a function stay, the first one gets a comment that counts for all of them.
//!
//! The markers are written after all other steps, so that no earlier step needs to know which requests stay, and where their text goes.
//! Mostly, the output is not read for that. Each request in it is a copy of one in the source, and the output knows the origin of each byte
//! ([`Unmarked::copies`]). Only the expansion of macros and the choices of a profile bring other requests into the output. Then the output
//! is read once more ([`in_output`]), unless the promotion of arrays has already read it for its check.

use std::collections::{BTreeMap, HashSet};

use crate::lower::{self, LoopMacros};
use crate::outcome::{Done, PromotionReport, RequestReport};
use crate::promote;
use clunroll_loops::Amount;
use clunroll_loops::directive::{
    self, MAX_JOINED_BYTES, MIN_JOINED, Request, RequestKind, find_requests, is_marked, joined_marker_text,
    marker_offset, marker_text,
};
use oclc_syntax::lex;
use oclc_syntax::preprocess::{Configuration, Unit};
use oclc_syntax::source::{Composed, FileId, Place, Replacement, Span, recomposed};
use oclc_syntax::tree::Items;

/// A request that stays in an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Staying {
    /// Its end in the output.
    end: u32,
    /// Its origin in the user's files.
    place: Place,
}

/// The unmarked requests of a text before the text is rewritten.
#[derive(Debug)]
pub struct Unmarked {
    /// Their spans.
    spans: Vec<Span>,
    /// Whether macros make requests in the text, or may do so beside other tokens.
    pub are_made: bool,
}

impl Unmarked {
    /// The unmarked requests of the main file of a unit.
    #[must_use]
    pub fn of(unit: &Unit, macros: &LoopMacros) -> Self {
        let mut spans = asking(unit, macros);
        spans.sort_unstable_by_key(|span| (span.start, span.end));
        Self { spans, are_made: macros.may_request_in_main(unit) }
    }

    /// The number of markers that the text needs if every request in it stays and is not copied.
    #[must_use]
    pub const fn most_marks(&self) -> usize {
        self.spans.len()
    }

    /// The copies of these requests in the output. There are no other requests in it, unless macros make some.
    #[must_use]
    pub fn copies(&self, text: &Composed, replacements: &[Replacement]) -> Vec<Staying> {
        let places = self.spans.iter().filter_map(|&span| text.origin(span));
        let by_end: BTreeMap<(FileId, u32), Place> =
            places.map(|place| ((place.file, place.span.end), place)).collect();
        let mut found = Vec::new();
        // The difference between offsets in the output and in the text.
        let mut moved = 0_i64;
        let mut spans = self.spans.iter().peekable();
        let in_output = |at: u32, moved: i64| (i64::from(at) + moved) as u32;
        for one in replacements {
            while let Some(&span) = spans.next_if(|span| span.end <= one.span.start) {
                found.extend(text.origin(span).map(|place| Staying { end: in_output(span.end, moved), place }));
            }
            while spans.next_if(|span| span.start < one.span.end).is_some() {}
            let mut at = in_output(one.span.start, moved);
            // A request on several lines, whose indentation may be new.
            let mut begun = None;
            for (bytes, origin, is_copy) in one.text.origins(Span::new(0, one.text.len() as u32)) {
                if is_copy {
                    let Span { start, end } = origin.span;
                    for (&(_, last), &place) in by_end.range((origin.file, start + 1)..=(origin.file, end)) {
                        // Other words of the same pragma may be copied without the request.
                        if start <= place.span.start || begun == Some(place) {
                            found.push(Staying { end: at + (last - start), place });
                        }
                    }
                    let next = by_end.range((origin.file, end + 1)..).next().map(|(_, &place)| place);
                    let is_begun = |place: &Place| {
                        let (from, file) = (place.span.start, place.file);
                        file == origin.file && from < end && (start <= from || begun == Some(*place))
                    };
                    begun = next.filter(is_begun);
                }
                at += bytes.len() as u32;
            }
            moved += one.growth();
        }
        found.extend(
            spans.filter_map(|&span| Some(Staying { end: in_output(span.end, moved), place: text.origin(span)? })),
        );
        found
    }
}

/// Whether the output of replacements may contain a request, if no macro is expanded in it. Only the author's text does: requests that
/// clunroll writes are for no unrolling.
#[must_use]
pub fn may_ask(text: &Composed, replacements: &[Replacement]) -> bool {
    let may_ask = |bytes: &[u8]| {
        directive::may_hold_unroll_request(bytes)
            || promote::may_hold_promotion_request(bytes)
            || lex::may_spell(bytes, b"include")
    };
    let copies = |one: &Replacement| {
        let mut origins = one.text.origins(Span::new(0, one.text.len() as u32));
        origins.any(|(bytes, _, is_copy)| is_copy && may_ask(bytes))
    };
    let mut at = 0;
    for one in replacements {
        if may_ask(&text.bytes()[at..one.span.range().start]) || copies(one) {
            return true;
        }
        at = one.span.range().end;
    }
    may_ask(&text.bytes()[at..])
}

/// The output: a text after replacements, which consist of the user's files as the text does.
#[must_use]
pub fn output_of(text: &Composed, replacements: &[Replacement]) -> Composed {
    let whole = Span::new(0, text.len() as u32);
    recomposed(text, whole, replacements.iter().map(|one| (one.span, &one.text))).complete()
}

/// The requests that stay in an output, which was read as `unit`.
#[must_use]
pub fn in_output(output: &Composed, unit: &Unit) -> Vec<Staying> {
    let found = asking(unit, &LoopMacros::of(unit)).into_iter();
    found.filter_map(|span| output.origin(span).map(|place| Staying { end: span.end, place })).collect()
}

/// The requests of a file according to the reports.
pub struct ReportedRequests {
    /// The requests for no unrolling, and those that `#pragma clunroll leave` leaves to the compiler, wherever they are.
    asking_nothing: HashSet<Place>,
    /// All requests, in their order.
    all: Vec<Place>,
}

impl ReportedRequests {
    /// The requests of all reports.
    #[must_use]
    pub fn of(requests: &[RequestReport], promotions: &[PromotionReport]) -> Self {
        let places = |asks: bool| {
            let is_asked =
                |request: &RequestReport| request.amount != Some(Amount::No) && request.done != Done::NotAsked;
            let of_kind = requests.iter().filter(move |request| is_asked(request) == asks);
            of_kind.map(|request| request.place)
        };
        let asking: HashSet<Place> = places(true).collect();
        let asking_nothing = places(false).filter(|place| !asking.contains(place)).collect();
        let promotions = promotions.iter().map(|promotion| promotion.place);
        let mut all: Vec<Place> = requests.iter().map(|request| request.place).chain(promotions).collect();
        all.sort_unstable();
        Self { asking_nothing, all }
    }

    /// The request whose report counts the bytes of a marker. A request that a macro makes may share the report of an earlier one.
    fn counting(&self, place: Place) -> Option<Place> {
        let before = self.all.partition_point(|one| *one <= place);
        self.all.get(before.saturating_sub(1)).copied()
    }
}

/// Adds markers after the requests that stay in the output of replacements of `text`.
#[must_use]
pub fn with_marks(
    text: &Composed,
    replacements: Vec<Replacement>,
    mut staying: Vec<Staying>,
    reported: &ReportedRequests,
) -> Vec<Replacement> {
    staying.retain(|one| !reported.asking_nothing.contains(&one.place));
    staying.sort_by_key(|one| one.end);
    staying.dedup_by_key(|one| one.end);
    if staying.is_empty() {
        return replacements;
    }
    let output = output_of(text, &replacements);
    let mut marks = if staying.len() < MIN_JOINED {
        staying.into_iter().map(|request| RequestMark::of(request, 0)).collect()
    } else {
        joined(&staying, output.bytes())
    };
    for mark in &mut marks {
        mark.at = marker_offset(output.bytes(), mark.at);
    }
    // One is enough for a line.
    marks.dedup_by(|later, earlier| later.next == 0 && later.at == earlier.at);
    inserted(replacements, marks, reported)
}

/// The marker of a request.
struct RequestMark {
    /// Its offset in the output without markers.
    at: u32,
    /// The origin of the request.
    place: Place,
    /// The number of later requests that it counts for.
    next: usize,
}

impl RequestMark {
    /// The marker directly after a request.
    const fn of(request: Staying, next: usize) -> Self {
        Self { at: request.end, place: request.place, next }
    }

    fn text(&self) -> String {
        if self.next == 0 { marker_text() } else { joined_marker_text(self.next) }
    }
}

/// The markers for all requests in an output, in order: one for many requests of a function.
fn joined(staying: &[Staying], output: &[u8]) -> Vec<RequestMark> {
    let mut marks = Vec::new();
    let mut rest = staying;
    while let [first, ..] = rest {
        let is_of_function = |pair: &&[Staying]| {
            let between = &output[pair[0].end as usize..pair[1].end as usize];
            let is_near = (pair[1].end - first.end) as usize <= MAX_JOINED_BYTES;
            is_near && memchr::memmem::find(between, b"\n}").is_none()
        };
        let next = rest.windows(2).take_while(is_of_function).count();
        if next + 1 < MIN_JOINED {
            marks.extend(rest[..=next].iter().map(|&request| RequestMark::of(request, 0)));
        } else {
            marks.push(RequestMark::of(*first, next));
        }
        rest = &rest[next + 1..];
    }
    marks
}

/// The unmarked requests in the main file of a unit.
fn asking(unit: &Unit, macros: &LoopMacros) -> Vec<Span> {
    let requests = find_requests(unit);
    let invocations = lower::invocations_with_requests(unit, macros);
    let positions = requests.iter().map(|request| request.position(unit));
    let positions = positions.chain(invocations.iter().map(|code| code.start));
    let arguments = Items::find(unit).inside_arguments(unit, positions);
    // A macro may make a string from its arguments, in which white space counts.
    let is_in_arguments = |at: usize| {
        let before = arguments.partition_point(|range| range.start < at);
        before.checked_sub(1).is_some_and(|last| at < arguments[last].end)
    };
    let may_be_marked = |request: &&Request<'_>| {
        // Requests for several devices have one place in the reports, so a report does not always tell which of them are left.
        let is_left = request.is_left(unit, &Configuration::default());
        asks(request) && !is_left && !is_marked(unit, request.place) && !is_in_arguments(request.position(unit))
    };
    let mut found: Vec<Span> = requests.iter().filter(may_be_marked).map(|request| request.place.span).collect();
    for code in invocations {
        let (first, last) = (&unit.code[code.start], &unit.code[code.end - 1]);
        let place = Place { file: first.file, span: first.span.to(last.span) };
        let is_in_main = first.file == FileId::MAIN && last.file == FileId::MAIN;
        if is_in_main && !is_marked(unit, place) && !is_in_arguments(code.start) {
            found.push(place.span);
        }
    }
    let arrays = promote::directives(unit).filter(|request| !is_marked(unit, request.place));
    found.extend(arrays.map(|request| request.place.span));
    found.retain(|&span| !ends_in_open_literal(unit, span));
    found
}

/// Whether a part of the main file ends in an unclosed literal, which would include the marker on its line.
fn ends_in_open_literal(unit: &Unit, span: Span) -> bool {
    let tokens = lex::lex_part(FileId::MAIN, &unit.sources[FileId::MAIN].bytes, span);
    tokens.last().is_some_and(|last| last.kind == lex::TokenKind::Stray)
}

/// Whether a request asks for unrolling, according to its own text.
fn asks(request: &Request<'_>) -> bool {
    match &request.asked {
        Ok(RequestKind::Full | RequestKind::Auto) => true,
        Ok(RequestKind::By(factor)) => !matches!(&factor[..], [only] if matches!(&*only.text, "0" | "1")),
        Ok(RequestKind::No) | Err(_) => false,
    }
}

/// Adds markers to replacements. A marker inside a replacement, or directly beside it, becomes a part of it.
fn inserted(replacements: Vec<Replacement>, marks: Vec<RequestMark>, reported: &ReportedRequests) -> Vec<Replacement> {
    let mut result = Vec::with_capacity(replacements.len() + marks.len());
    let mut marks = marks.into_iter().peekable();
    // The number of bytes by which the output is longer than the text so far.
    let mut moved = 0_i64;
    let alone = |mark: &RequestMark, moved: i64| {
        let at = (i64::from(mark.at) - moved) as u32;
        Replacement::made(Span::new(at, at), mark.text().as_bytes(), mark.place, reported.counting(mark.place))
    };
    for one in replacements {
        let start = (i64::from(one.span.start) + moved) as u32;
        let end = start + one.text.len() as u32;
        while let Some(mark) = marks.next_if(|mark| mark.at < start) {
            result.push(alone(&mark, moved));
        }
        moved += one.growth();
        let mut text = Composed::empty();
        let mut at = 0;
        while let Some(mark) = marks.next_if(|mark| mark.at <= end) {
            // A note at the start of the text comes after a marker that is before all of it.
            if mark.at > start {
                text.append(&one.text, Span::new(at, mark.at - start));
            }
            text.made(mark.text().as_bytes(), mark.place);
            at = mark.at - start;
        }
        if at == 0 && text.is_empty() {
            result.push(one);
        } else {
            text.append(&one.text, Span::new(at, end - start));
            result.push(Replacement { text, ..one });
        }
    }
    result.extend(marks.map(|mark| alone(&mark, moved)));
    result
}
