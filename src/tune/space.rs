//! The space of a source: for each request, the choices that differ.
//!
//! Each choice is tried alone, with all other requests removed: the engine says whether it writes that loop, and in which form. A choice
//! that it does not carry out, or whose text another choice has too, is left out.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;

use clunroll::source::FileId;
use clunroll::{Amount, Arrangement, Done, Form, LoadsFirst, Remainder, RequestReport};
use clunroll_files::failure::Failure;

use super::candidate_text::{Subject, TunedSource};
use super::factor_macro::factor_macro;
use super::reach::CalledFunctions;
use super::search::ChoiceNumbers;
use crate::verify::compile::FinalCompile;
use crate::verify::source_types;
use clunroll_core::loop_choices::{CopyCount, LoopChoice, RequestPoint, SourceLoops, edited};

/// The most copies of a full request that are tried.
const SMALL: u64 = 64;

/// What a user asks for.
#[derive(Clone, Debug)]
pub(crate) struct SpaceOptions {
    /// The factors.
    pub(crate) factors: Vec<u32>,
    /// The lines of the requests that change; all, if there are none.
    pub(crate) lines: Vec<usize>,
    /// Whether loops without a request may get one.
    pub(crate) all_loops: bool,
}

/// A subject with its choices. The first choice is always [`LoopChoice::AsWritten`].
#[derive(Clone, Debug)]
pub(crate) struct Dimension {
    pub(crate) subject: Subject,
    pub(crate) choices: Vec<LoopChoice>,
    /// The choice of the text that all times are relative to: no pragma, and nothing that clunroll writes.
    pub(crate) plain: usize,
    /// What clunroll does by default with the request as written, as one of the choices.
    pub(crate) default: usize,
    /// The kernels that it affects.
    pub(crate) kernels: BTreeSet<String>,
    /// The macro of the host that gives the factor.
    pub(crate) factor_macro: Option<String>,
}

/// The number of [`LoopChoice::AsWritten`] in each dimension.
pub(crate) const AS_WRITTEN: usize = 0;

/// The choices of all requests that can affect these kernels.
pub(crate) fn dimensions(
    source: &TunedSource,
    compile: &FinalCompile,
    options: &SpaceOptions,
    kernels: &BTreeSet<String>,
) -> Result<Vec<Dimension>, Failure> {
    let outcome = source.rewritten(source.bytes.to_vec(), false)?;
    let requests = outcome.requests.iter().map(|report| (report.place, Some(report)));
    let mut points = RequestPoint::all(&source.bytes, requests);
    if options.all_loops {
        let loops = SourceLoops::of(&source.bytes, outcome.requests.iter().map(|report| report.place));
        points.extend(loops.open_points(&source.bytes).into_iter().map(|point| (point, None)));
        points.sort_by_key(|(point, _)| point.span.start);
    }
    let points = points;
    let lines: Vec<usize> = points.iter().map(|(point, _)| point.line).collect();
    if let Some(line) = options.lines.iter().find(|line| !lines.contains(line)) {
        let known: Vec<_> = lines.iter().map(usize::to_string).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        return Err(Failure::new(format!(
            "--only: there is no request in line {line}; the lines with requests: {known}"
        )));
    }
    let functions = CalledFunctions::of(&source.bytes);
    let included: Vec<_> = source.included()?.iter().filter_map(|path| fs::read(path).ok()).collect();
    let is_live = live(&source.bytes, compile, &points);
    let (mut dimensions, mut left_out) = (Vec::new(), Vec::new());
    for number in 0..points.len() {
        let (point, report) = &points[number];
        let affected = functions.kernels_at(&point.span, kernels);
        let is_asked = options.lines.is_empty() || options.lines.contains(&point.line);
        if affected.is_empty() || !is_asked {
            continue;
        }
        if !is_live[number] {
            left_out.push(point.line);
            continue;
        }
        let alone = ChoicesAlone { source, points: &points, number, has_restrict: false };
        let (mut choices, mut default) = alone.choices(&options.factors, *report)?;
        if source.may_restrict {
            // A jam may need the words.
            let (more, _) = ChoicesAlone { has_restrict: true, ..alone }.choices(&options.factors, *report)?;
            choices.extend(more.into_iter().filter(|choice| !choices.contains(choice)).collect::<Vec<_>>());
        }
        if let Some(report) = report.filter(|report| report.is_exact) {
            let default_choice = choices[default];
            choices.retain(|choice| choice.keeps_exact(report.amount));
            default = choices.iter().position(|choice| *choice == default_choice).unwrap_or(AS_WRITTEN);
        }
        if point.is_empty() {
            // No pragma is as written.
            choices.remove(NO_PRAGMA);
        }
        if choices.len() < 2 {
            continue;
        }
        let plain = if point.is_empty() { AS_WRITTEN } else { NO_PRAGMA };
        let subject = Subject::Request(point.clone());
        let factor_macro = factor_macro(&source.bytes, &included, &point.written);
        dimensions.push(Dimension { subject, choices, plain, default, kernels: affected, factor_macro });
    }
    if source.may_restrict {
        let without = edited(&source.bytes, points.iter().map(|(point, _)| (point, LoopChoice::NoPragma)));
        if source.rewritten(without.clone(), true)?.text != without {
            let choices = vec![LoopChoice::AsWritten, LoopChoice::Restrict];
            let kernels = kernels.clone();
            dimensions.push(Dimension {
                subject: Subject::Pointers,
                choices,
                plain: AS_WRITTEN,
                // The user allows the words, and does not ask for them: they are a choice that must gain something.
                default: AS_WRITTEN,
                kernels,
                factor_macro: None,
            });
        }
    }
    match left_out.first() {
        Some(line) if dimensions.is_empty() => Err(Failure::new(format!(
            "the request in line {line} is in a branch of an `#if` that this build leaves out: give its macros with -D"
        ))),
        _ => Ok(dimensions),
    }
}

/// Whether this build has each request, and not another branch of an `#if`: a name in its place is in the preprocessed text.
fn live(source: &[u8], compile: &FinalCompile, points: &[(RequestPoint, Option<&RequestReport>)]) -> Vec<bool> {
    let name = |number: usize| format!("clunroll_request_{number}");
    let (mut text, mut from) = (Vec::new(), 0);
    for (number, (point, _)) in points.iter().enumerate() {
        text.extend_from_slice(&source[from..point.span.start]);
        let end = if source[point.span.clone()].ends_with(b"\n") || point.is_empty() { "\n" } else { " " };
        text.extend_from_slice(format!(" {}{end}", name(number)).as_bytes());
        from = point.span.end;
    }
    text.extend_from_slice(&source[from..]);
    let words: BTreeSet<String> = source_types::expanded(compile, &compile.rewritten(&text)).into_iter().collect();
    // If the text is too large to expand, all of them may be there.
    (0..points.len()).map(|number| words.is_empty() || words.contains(&name(number))).collect()
}

/// The configuration of the text as written.
pub(crate) fn as_written(dimensions: &[Dimension]) -> ChoiceNumbers {
    vec![AS_WRITTEN; dimensions.len()]
}

/// The configuration of what clunroll makes of the source by default.
pub(crate) fn by_default(dimensions: &[Dimension]) -> ChoiceNumbers {
    dimensions.iter().map(|dimension| dimension.default).collect()
}

/// The configuration of the text that all times are relative to.
pub(crate) fn plain(dimensions: &[Dimension]) -> ChoiceNumbers {
    dimensions.iter().map(|dimension| dimension.plain).collect()
}

/// A configuration as choices.
pub(crate) fn choices<'d>(
    dimensions: &'d [Dimension],
    configuration: &'d ChoiceNumbers,
) -> impl Iterator<Item = (&'d Subject, LoopChoice)> + Clone {
    dimensions.iter().zip(configuration).map(|(dimension, &choice)| (&dimension.subject, dimension.choices[choice]))
}

/// The number of [`LoopChoice::NoPragma`] for a request.
const NO_PRAGMA: usize = 1;

/// A request whose choices are tried alone.
struct ChoicesAlone<'a> {
    source: &'a TunedSource,
    points: &'a [(RequestPoint, Option<&'a RequestReport>)],
    number: usize,
    /// Whether the pointers of all kernels have the word `restrict`.
    has_restrict: bool,
}

impl ChoicesAlone<'_> {
    /// The choices that differ, and the number of the default.
    fn choices(&self, factors: &[u32], report: Option<&RequestReport>) -> Result<(Vec<LoopChoice>, usize), Failure> {
        let (mut choices, mut texts) = (vec![LoopChoice::AsWritten, LoopChoice::NoPragma], Vec::new());
        for choice in choices.clone() {
            texts.push(self.text(choice));
        }
        let vendors = factors.iter().map(|&factor| CopyCount::By(factor));
        let vendors: Vec<_> = std::iter::once(CopyCount::Full).chain(vendors).collect();
        let (mut trips, mut is_tested) = (None, false);
        let mut written = Vec::new();
        for &count in &vendors {
            let choice = LoopChoice::Unrolled(count, Remainder::Auto);
            if let Some((text, done)) = self.written(choice)? {
                if let Done::Unrolled { trips: known, copies, remainder, form, .. } = done {
                    trips = trips.or(known);
                    if form == Form::Full && copies > SMALL {
                        continue;
                    }
                    is_tested |= remainder != clunroll::RemainderForm::None;
                }
                written.push((choice, text));
            }
        }
        if let Some(choice) = report.and_then(as_choice)
            && written.iter().all(|(other, _)| *other != choice)
            && let Some((text, _)) = self.written(choice)?
        {
            written.push((choice, text));
        }
        // A remainder is one of several forms if iterations can remain, and loads run first or stay.
        let remainders = Remainder::ALL.into_iter().filter(|_| is_tested);
        let remainders: Vec<_> = remainders.filter(|form| *form != Remainder::Auto).collect();
        for (choice, _) in written.clone() {
            let LoopChoice::Unrolled(count, _) = choice else { continue };
            let remainders = remainders.iter().map(|&form| LoopChoice::Unrolled(count, form));
            let loads = LoadsFirst::ALL.into_iter().map(|which| LoopChoice::Loads(count, which));
            for choice in remainders.chain(loads) {
                written.extend(self.written(choice)?.map(|(text, _)| (choice, text)));
            }
        }
        for &factor in factors {
            let choice = LoopChoice::Jammed(factor);
            if let Some((text, Done::Unrolled { arrangement: Arrangement::Jammed, .. })) = self.written(choice)? {
                written.push((choice, text));
            }
        }
        let fits = |count: &CopyCount| match (count, trips) {
            (CopyCount::By(factor), Some(trips)) => u64::from(*factor) < trips,
            (CopyCount::Full, Some(trips)) => trips <= SMALL,
            // The compiler knows no trip count either.
            (CopyCount::Full, None) => false,
            (CopyCount::By(_), None) => true,
        };
        let vendors = vendors.iter().filter(|count| fits(count)).map(|&count| LoopChoice::Vendor(count));
        for choice in std::iter::once(LoopChoice::Never).chain(vendors) {
            let text = self.text(choice);
            if !texts.contains(&text) {
                texts.push(text);
                choices.push(choice);
            }
        }
        for (choice, text) in written {
            if !texts.contains(&text) {
                texts.push(text);
                choices.push(choice);
            }
        }
        // What clunroll makes of the request itself is one of the texts, also if a clause says which remainder it has.
        let (untouched, _) = self.source_with(None);
        let untouched = self.source.rewritten(untouched, self.has_restrict)?.text;
        let is_asked = report.is_some_and(|report| matches!(report.done, Done::Unrolled { .. }));
        let default = texts.iter().position(|text| is_asked && *text == untouched).unwrap_or(AS_WRITTEN);
        Ok((choices, default))
    }

    /// The source with this choice, and all other requests removed.
    fn text(&self, choice: LoopChoice) -> Vec<u8> {
        self.source_with(Some(choice)).0
    }

    /// The source with this choice, or with the request as it is, and all other requests removed; and where the request is in it.
    fn source_with(&self, choice: Option<LoopChoice>) -> (Vec<u8>, Range<usize>) {
        let none = |(point, _): &'_ (RequestPoint, _)| (point.clone(), LoopChoice::NoPragma);
        let point = &self.points[self.number].0;
        let before: Vec<_> = self.points[..self.number].iter().map(none).collect();
        let own = choice.map(|choice| (point.clone(), choice));
        let to_own: Vec<_> = before.iter().cloned().chain(own).collect();
        let all: Vec<_> = to_own.iter().cloned().chain(self.points[self.number + 1..].iter().map(none)).collect();
        let with = |source: &[u8], choices: &[(RequestPoint, LoopChoice)]| {
            edited(source, choices.iter().map(|(point, choice)| (point, *choice)))
        };
        let bytes = &self.source.bytes;
        let place = with(&bytes[..point.span.start], &before).len()..with(&bytes[..point.span.end], &to_own).len();
        (with(bytes, &all), place)
    }

    /// The text and the form with this choice, if clunroll carries it out.
    fn written(&self, choice: LoopChoice) -> Result<Option<(Vec<u8>, Done)>, Failure> {
        let (text, place) = self.source_with(Some(choice));
        let outcome = self.source.rewritten(text, self.has_restrict)?;
        let is_here = |report: &&RequestReport| {
            report.place.file == FileId::MAIN && place.contains(&report.place.span.range().start)
        };
        let is_unrolled = |report: &&RequestReport| matches!(report.done, Done::Unrolled { .. });
        let done = outcome.requests.iter().filter(is_here).find(is_unrolled);
        let done = done.map(|report| report.done.clone());
        Ok(done.map(|done| (outcome.text, done)))
    }
}

/// The choice that a request as written is for clunroll.
fn as_choice(report: &RequestReport) -> Option<LoopChoice> {
    match (&report.done, report.amount?) {
        (Done::Unrolled { .. }, Amount::Full) => Some(LoopChoice::Unrolled(CopyCount::Full, Remainder::Auto)),
        (Done::Unrolled { .. }, Amount::By(factor)) => {
            Some(LoopChoice::Unrolled(CopyCount::By(factor), Remainder::Auto))
        }
        (Done::Unrolled { .. }, Amount::Jam(factor)) => Some(LoopChoice::Jammed(factor)),
        _ => None,
    }
}
