//! Choices for loops that come from outside of the source: what tuning tries, and what a profile keeps.
//!
//! A choice is written as pragmas in place of the loop's request ([`LoopChoice`], [`RequestPoint`]). So it changes no meaning: the engine
//! reads the text with these pragmas as if its author had written them, and each loop is judged as any other.
//!
//! [`SourceLoops`] finds the loops of a text and what identifies each of them across edits elsewhere. `with_choices` makes the text for
//! the engine, in which each byte knows its place in the user's files.

mod choice;
mod file_names;
mod request_point;
mod source_loops;

pub use self::choice::{CopyCount, LoopChoice, UnknownChoice};
pub use self::file_names::of_file;
pub use self::request_point::{RequestPoint, edited};
pub use self::source_loops::{LoopIdentity, SourceLoop, SourceLoops};

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use clunroll_loops::Amount;
use oclc_syntax::source::{Composed, FileId, Place, Span};

/// The choice for one loop.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChosenLoop {
    /// Its file: a path, or the last parts of one.
    pub file: String,
    /// The loop.
    pub identity: LoopIdentity,
    /// The line of the loop's request when it was chosen, for people.
    pub line: usize,
    /// What the loop's request becomes.
    pub choice: LoopChoice,
}

impl ChosenLoop {
    /// A choice for a loop.
    #[must_use]
    pub const fn new(file: String, identity: LoopIdentity, line: usize, choice: LoopChoice) -> Self {
        Self { file, identity, line, choice }
    }
}

impl fmt::Display for ChosenLoop {
    /// The choice and its loop, for a sentence.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "`{}` for line {}, in `{}`", self.choice.words(), self.line, self.identity.function)
    }
}

/// A request of a text.
pub(crate) struct FoundRequest {
    pub place: Place,
    pub amount: Option<Amount>,
    /// Whether the author promises that the trip count is a multiple of the factor.
    pub is_exact: bool,
}

/// A text with the chosen pragmas.
pub(crate) struct TextWithChoices {
    /// The text; each byte has its place in the user's files.
    pub text: Composed,
    /// Whether it differs from the text before.
    pub is_changed: bool,
    /// The choices whose loop is not there, or makes a promise that the choice may break.
    pub unfit: Vec<ChosenLoop>,
}

/// Puts choices into a text with these requests. A choice with which a promise of the author may be broken does not fit.
#[must_use]
pub(crate) fn with_choices(text: Composed, requests: &[FoundRequest], choices: &[&ChosenLoop]) -> TextWithChoices {
    let source = text.bytes();
    let exact = requests.iter().filter(|request| request.is_exact);
    let exact: HashMap<Place, Option<Amount>> = exact.map(|request| (request.place, request.amount)).collect();
    let requests: Vec<Place> = requests.iter().map(|request| request.place).collect();
    let loops = SourceLoops::of(source, requests.iter().copied());
    let by_identity: HashMap<&LoopIdentity, &SourceLoop> = loops.all().map(|one| (&one.identity, one)).collect();
    let points = RequestPoint::all(source, requests.into_iter().map(|place| (place, place)));
    let points: HashMap<Place, RequestPoint> = points.into_iter().map(|(point, place)| (place, point)).collect();
    let (mut unfit, mut replaced) = (Vec::new(), BTreeMap::new());
    for &chosen in choices {
        let found = by_identity.get(&chosen.identity);
        let keeps = |found: &&&SourceLoop| {
            found
                .requests()
                .iter()
                .filter_map(|place| exact.get(place))
                .all(|amount| chosen.choice.keeps_exact(*amount))
        };
        let point = found.filter(keeps).and_then(|found| Some((found.shown(), found.point(source, &points)?)));
        match point {
            None => unfit.push(chosen.clone()),
            Some((shown, point)) => {
                let made = point.replacement(chosen.choice, source);
                if let Some(made) = made.filter(|made| *made != source[point.span.clone()]) {
                    replaced.insert((point.span.start, point.span.end), (made, shown));
                }
            }
        }
    }
    let mut composed = Composed::empty();
    let mut from = 0;
    for ((start, end), (made, shown)) in replaced {
        if start < from {
            continue;
        }
        composed.append(&text, Span::new(from as u32, start as u32));
        composed.made(&made, text.origin(shown).unwrap_or(Place { file: FileId::MAIN, span: shown }));
        from = end;
    }
    if composed.is_empty() {
        return TextWithChoices { text, is_changed: false, unfit };
    }
    composed.append(&text, Span::new(from as u32, text.len() as u32));
    TextWithChoices { text: composed.complete(), is_changed: true, unfit }
}
