//! Choices for loops that come from outside of the source: what tuning tries, and what a profile keeps.
//!
//! A choice is written as pragmas in place of the loop's request ([`LoopChoice`], [`RequestPoint`]). So it changes no meaning: the engine
//! reads the text with these pragmas as if its author had written them, and each loop is judged as any other.
//!
//! Choices for several devices become branches of an `#if` (`devices`).
//!
//! [`SourceLoops`] finds the loops of a text and what identifies each of them across edits elsewhere. `with_choices` makes the text for
//! the engine, in which each byte knows its place in the user's files.

mod choice;
mod devices;
mod file_names;
mod request_point;
mod source_loops;
mod surroundings;

pub use self::choice::{CopyCount, LoopChoice, UnknownChoice};
pub use self::file_names::of_file;
pub use self::request_point::{RequestPoint, edited};
pub use self::source_loops::{LoopIdentity, SourceLoop, SourceLoops};

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use self::devices::{BranchText, TextPart};
use self::surroundings::LoopSurroundings;

use clunroll_loops::Amount;
use oclc_syntax::host::MacroName;
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
    /// The macro that the final compile for the device defines, if the text is for several devices.
    pub device_macro: Option<MacroName>,
}

impl ChosenLoop {
    /// A choice for a loop.
    #[must_use]
    pub const fn new(file: String, identity: LoopIdentity, line: usize, choice: LoopChoice) -> Self {
        Self { file, identity, line, choice, device_macro: None }
    }

    /// The choice for final compiles that define this macro only.
    #[must_use]
    pub fn on_device(self, device_macro: MacroName) -> Self {
        Self { device_macro: Some(device_macro), ..self }
    }
}

impl fmt::Display for ChosenLoop {
    /// The choice and its loop, for a sentence.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "`{}` for line {}, in `{}`", self.choice.words(), self.line, self.identity.function)?;
        self.device_macro.as_ref().map_or(Ok(()), |device| write!(out, ", with {device}"))
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
    let mut for_devices: Vec<(&LoopIdentity, Vec<(&str, &ChosenLoop)>)> = Vec::new();
    let mut numbers: HashMap<&LoopIdentity, usize> = HashMap::new();
    let macros: Vec<&str> = choices.iter().filter_map(|chosen| Some(chosen.device_macro.as_ref()?.as_str())).collect();
    let surroundings = LoopSurroundings::of(source, &macros);
    let known = choices.iter().filter_map(|chosen| by_identity.get(&chosen.identity));
    let rewritten = surroundings.rewritten(&loops, known.flat_map(|one| one.offsets()).collect());
    for &chosen in choices {
        let found = by_identity.get(&chosen.identity);
        if found.is_some_and(|found| surroundings.has_branches(found)) {
            continue;
        }
        let keeps = |found: &&&SourceLoop| {
            found
                .requests()
                .iter()
                .filter_map(|place| exact.get(place))
                .all(|amount| chosen.choice.keeps_exact(*amount))
        };
        let point = found.filter(keeps).and_then(|found| Some((found.shown(), found.point(source, &points)?)));
        match (point, &chosen.device_macro) {
            // An earlier run has rewritten it for each device.
            (None, Some(_)) if found.is_none() && rewritten.contains(&*chosen.identity.function) => {}
            (None, _) => unfit.push(chosen.clone()),
            (Some(_), Some(device)) => {
                let number = *numbers.entry(&chosen.identity).or_insert(for_devices.len());
                if number == for_devices.len() {
                    for_devices.push((&chosen.identity, Vec::new()));
                }
                for_devices[number].1.push((device.as_str(), chosen));
            }
            (Some((shown, point)), None) => {
                let made = point.replacement(chosen.choice, source);
                if let Some(made) = made.filter(|made| *made != source[point.span.clone()]) {
                    replaced.insert((point.span.start, point.span.end), (vec![TextPart::Made(made)], shown));
                }
            }
        }
    }
    for (identity, choices) in for_devices {
        let Some(found) = by_identity.get(identity) else { continue };
        let point = found.point(source, &points).filter(|point| surroundings.may_branch(found, point.span.start));
        let branches = point.ok_or(());
        match branches.and_then(|point| devices::branches(&point, source, &choices)) {
            Ok(Some(BranchText { replaced: lines, parts })) => {
                replaced.insert((lines.start, lines.end), (parts, found.shown()));
            }
            Ok(None) => {}
            Err(()) => unfit.extend(choices.iter().map(|(_, chosen)| (*chosen).clone())),
        }
    }
    match composed(&text, replaced) {
        Some(chosen) => TextWithChoices { text: chosen, is_changed: true, unfit },
        None => TextWithChoices { text, is_changed: false, unfit },
    }
}

/// The text with these parts in place of its ranges; `None` if there are none. Each part comes with what is shown for it.
fn composed(text: &Composed, replaced: BTreeMap<(usize, usize), (Vec<TextPart>, Span)>) -> Option<Composed> {
    let mut composed = Composed::empty();
    let mut from = 0;
    for ((start, end), (parts, shown)) in replaced {
        if start < from {
            continue;
        }
        composed.append(text, Span::new(from as u32, start as u32));
        for part in parts {
            match part {
                TextPart::Made(made) => {
                    composed.made(&made, text.origin(shown).unwrap_or(Place { file: FileId::MAIN, span: shown }));
                }
                TextPart::Copied(range) => {
                    composed.append(text, Span::new(range.start as u32, range.end as u32));
                }
            }
        }
        from = end;
    }
    if composed.is_empty() {
        return None;
    }
    composed.append(text, Span::new(from as u32, text.len() as u32));
    Some(composed.complete())
}
