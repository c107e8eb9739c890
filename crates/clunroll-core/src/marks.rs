//! The marks that tell a second run what this one has left.
//!
//! ```c
//! #pragma unroll /* clunroll: left as written */
//! for (int i = 0; i < n; i++) …
//! ```
//!
//! A second run must change nothing, and it may find more to do than this one: it has all of its limits again, and in a copy
//! it knows more. So in a file that is rewritten, everything that stays and asks for something gets the same comment: each
//! request, in a branch, a copy or a remainder too, and each invocation of a macro that makes one. Whatever has the comment
//! after it is left by the second run. Requests that ask for no unrolling get none.
//!
//! The output is read once more to find them, after all other steps. So no step before needs to know whether what it leaves
//! will be found again, and where its text ends up.

use crate::directive::{self, Request, RequestKind, find_requests, has_marker, is_marked, marker_text};
use crate::lower::{self, LoopMacros};
use crate::promote;
use oclc_syntax::host::HostOptions;
use oclc_syntax::lex;
use oclc_syntax::preprocess::{IncludedFiles, Unit};
use oclc_syntax::source::{Composed, FileId, Place, Replacement, Span, recomposed};
use oclc_syntax::tree::Items;

/// A mark to be written: the end of what it stands after, in the output, and the place in the user's files that this is.
struct Mark {
    end: u32,
    place: Place,
    /// The request that it counts for.
    request: Option<Place>,
}

/// Whether a macro may make a request in the main file, so that one may be where no word of it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MacroRequests {
    /// None does, nor in any text that is made of the main file.
    Impossible,
    /// One may.
    Possible,
}

/// The unmarked requests of a text before it is rewritten.
#[derive(Clone, Copy, Debug)]
pub struct Unmarked {
    /// How many marks the text may need, if everything in it stays and is not copied.
    pub most_marks: usize,
    /// Whether macros make requests in it.
    pub by_macros: MacroRequests,
}

impl Unmarked {
    /// Those of the main file of a unit.
    #[must_use]
    pub fn of(unit: &Unit, macros: &LoopMacros) -> Self {
        // A promotion expands invocations in the text, which brings other names into the main file.
        let is_possible = macros.may_request_in_main(unit)
            || unit.sources.iter().any(|file| promote::may_hold_promotion_request(&file.bytes));
        let by_macros = if is_possible { MacroRequests::Possible } else { MacroRequests::Impossible };
        Self { most_marks: asking(unit, macros).len(), by_macros }
    }
}

/// The replacements of a text, with the marks of all that stays in it. The texts of the replacements are composed of the
/// files that `text` is composed of; `by_macros` is what was found in it, `asks_nothing` says which requests in those files ask for
/// no unrolling, and `request` for which one a mark counts.
#[must_use]
pub fn with_marks(
    text: &Composed,
    replacements: Vec<Replacement>,
    by_macros: MacroRequests,
    asks_nothing: impl Fn(Place) -> bool,
    request: impl Fn(Place) -> Option<Place>,
    host: &HostOptions<'_>,
    headers: &mut IncludedFiles<'_>,
) -> Vec<Replacement> {
    if !may_need_marks(text, &replacements, by_macros) {
        return replacements;
    }
    let whole = Span::new(0, text.len() as u32);
    let output = recomposed(text, whole, replacements.iter().map(|one| (one.span, &one.text))).complete();
    let unit = Unit::read(output.shared(), host, headers);
    let mark = |span: Span| output.origin(span).map(|place| Mark { end: span.end, place, request: request(place) });
    let mut marks: Vec<Mark> = asking(&unit, &LoopMacros::of(&unit)).into_iter().filter_map(mark).collect();
    marks.retain(|mark| !asks_nothing(mark.place));
    marks.sort_by_key(|mark| mark.end);
    marks.dedup_by_key(|mark| mark.end);
    inserted(replacements, marks)
}

/// Whether an output may hold anything that asks for something. In most, all requests are carried out: they are not read again.
/// Where no macro in the text makes a request, none does in the output, whatever the output includes.
fn may_need_marks(text: &Composed, replacements: &[Replacement], by_macros: MacroRequests) -> bool {
    let may_ask = |bytes: &[u8]| match by_macros {
        MacroRequests::Impossible => directive::may_ask_for_unrolling(bytes),
        MacroRequests::Possible => {
            (directive::may_hold_unroll_request(bytes) && !are_pins(bytes))
                || promote::may_hold_promotion_request(bytes)
                || lex::may_spell(bytes, b"include")
        }
    };
    let mut at = 0;
    for one in replacements {
        if may_ask(&text.bytes()[at..one.span.range().start]) || may_ask(one.text.bytes()) {
            return true;
        }
        at = one.span.range().end;
    }
    may_ask(&text.bytes()[at..])
}

/// Whether the word stands only where clunroll itself asks for no unrolling: before main loops and remainders.
fn are_pins(bytes: &[u8]) -> bool {
    let is_pin = |at: usize| directive::begins_with_pin(&bytes[at..]);
    memchr::memchr(b'\\', bytes).is_none() && memchr::memmem::find_iter(bytes, b"unroll").all(is_pin)
}

/// What asks for something in the main file of a unit, and has no mark.
fn asking(unit: &Unit, macros: &LoopMacros) -> Vec<Span> {
    let requests = find_requests(unit);
    let invocations = lower::invocations_with_requests(unit, macros);
    let positions = requests.iter().map(|request| request.position(unit));
    let positions = positions.chain(invocations.iter().map(|code| code.start));
    let arguments = Items::find(unit).inside_arguments(unit, positions);
    // A macro may make a string of its arguments, in which white space counts.
    let is_in_arguments = |at: usize| {
        let before = arguments.partition_point(|range| range.start < at);
        before.checked_sub(1).is_some_and(|last| at < arguments[last].end)
    };
    let may_be_marked = |request: &&Request<'_>| {
        asks(request) && !has_marker(unit, request) && !is_in_arguments(request.position(unit))
    };
    let mut found: Vec<Span> = requests.iter().filter(may_be_marked).map(|request| request.place.span).collect();
    for code in invocations {
        let (first, last) = (&unit.code[code.start], &unit.code[code.end - 1]);
        let place = Place { file: first.file, span: first.span.to(last.span) };
        let is_in_main = first.file == FileId::MAIN && last.file == FileId::MAIN;
        if is_in_main && !is_marked(unit, place, Some(code.end)) && !is_in_arguments(code.start) {
            found.push(place.span);
        }
    }
    let arrays = promote::directives(unit).filter(|request| !request.is_marked(unit));
    found.extend(arrays.map(|request| request.place.span));
    found.retain(|&span| !ends_in_open_literal(unit, span));
    found
}

/// Whether a part of the main file ends in a literal that nothing closes: it takes in the rest of the line, a mark too.
fn ends_in_open_literal(unit: &Unit, span: Span) -> bool {
    let tokens = lex::lex_part(FileId::MAIN, &unit.sources[FileId::MAIN].bytes, span);
    tokens.last().is_some_and(|last| last.kind == lex::TokenKind::Stray)
}

/// Whether a request asks for unrolling, as far as it says so itself.
fn asks(request: &Request<'_>) -> bool {
    match &request.asked {
        Ok(RequestKind::Full | RequestKind::Auto) => true,
        Ok(RequestKind::By(factor)) => !matches!(&factor[..], [only] if matches!(&*only.text, "0" | "1")),
        Ok(RequestKind::No) | Err(_) => false,
    }
}

/// Adds marks to replacements. A mark inside a replacement, or directly beside it, becomes a part of it.
fn inserted(replacements: Vec<Replacement>, marks: Vec<Mark>) -> Vec<Replacement> {
    let comment = marker_text();
    let mut result = Vec::with_capacity(replacements.len() + marks.len());
    let mut marks = marks.into_iter().peekable();
    // By how many bytes the output is longer than the text so far.
    let mut moved = 0_i64;
    let alone = |mark: Mark, moved: i64| {
        let at = (i64::from(mark.end) - moved) as u32;
        Replacement::made(Span::new(at, at), comment.as_bytes(), mark.place, mark.request)
    };
    for one in replacements {
        let start = (i64::from(one.span.start) + moved) as u32;
        let end = start + one.text.len() as u32;
        while let Some(mark) = marks.next_if(|mark| mark.end < start) {
            result.push(alone(mark, moved));
        }
        moved += one.growth();
        let mut text = Composed::empty();
        let mut at = 0;
        while let Some(mark) = marks.next_if(|mark| mark.end <= end) {
            text.append(&one.text, Span::new(at, mark.end - start));
            text.made(comment.as_bytes(), mark.place);
            at = mark.end - start;
        }
        if at == 0 && text.is_empty() {
            result.push(one);
        } else {
            text.append(&one.text, Span::new(at, end - start));
            result.push(Replacement { text, ..one });
        }
    }
    result.extend(marks.map(|mark| alone(mark, moved)));
    result
}
