//! The classes of devices that `--target` names.
//!
//! The option is for a whole file, and no pragma says it. So it is no choice of a request: at the end, the texts that it gives with what was
//! chosen are timed in turn, as values of macros are, and the class of the user stays unless another one is faster beyond the noise.

use clunroll::DeviceClass;
use clunroll_files::failure::Failure;
use serde::{Deserialize, Serialize};

use super::candidate_text::TunedSource;
use super::report::TuneReport;
use super::space::Dimension;
use super::statistics::Estimate;
use super::vary::{TunedValues, compared};
use super::{FinalCompile, TuneOptions};

/// The part of the time of the search that the comparison takes at most, if it does not need more for the least number of rounds.
const COMPARED: u32 = 10;

/// A class that gives another text.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TimedTarget {
    /// The word of `--target`.
    pub(crate) name: String,
    /// How many times as fast as with the user's class all launches together are; `None` for what could not be timed.
    pub(crate) against_first: Option<Estimate>,
    /// Whether it is the best.
    pub(crate) is_best: bool,
}

/// The user's class and those that give other texts with what was chosen; none if all classes give the same.
pub(crate) fn timed_targets(
    source: &TunedSource,
    compile: &FinalCompile,
    (report, dimensions): (&TuneReport, &[Dimension]),
    tuned: &TunedValues,
    options: &TuneOptions,
) -> Result<Vec<TimedTarget>, Failure> {
    let users = source.target();
    let mut texts = vec![(users, Some(tuned.clone()))];
    for class in DeviceClass::ALL.into_iter().filter(|class| *class != users) {
        let Ok(text) = report.text(&source.with_target(class), dimensions) else { continue };
        let text = compile.rewritten(&text);
        if texts.iter().flat_map(|(_, other)| other).all(|other| other.text != text) {
            texts.push((class, Some(TunedValues { text, ..tuned.clone() })));
        }
    }
    let (classes, texts): (Vec<_>, Vec<_>) = texts.into_iter().unzip();
    if texts.len() < 2 {
        return Ok(Vec::new());
    }
    let compared = compared(&texts, options, options.time / COMPARED)?;
    let target = |(number, class): (usize, DeviceClass)| TimedTarget {
        name: class.name().to_owned(),
        against_first: compared.as_ref().and_then(|compared| compared.against_first[number]),
        is_best: compared.as_ref().is_some_and(|compared| compared.best == number),
    };
    Ok(classes.into_iter().enumerate().map(target).collect())
}

/// What to do about the best class, as a sentence; `None` if it is the user's.
pub(crate) fn advice(targets: &[TimedTarget]) -> Option<String> {
    let first = targets.first()?;
    let best = targets.iter().find(|target| target.is_best && target.name != first.name)?;
    let Estimate { median, low, high } = best.against_first?;
    Some(format!(
        "Pass `--target {}` to clunroll: it is {median:.2} times as fast as with `--target {}` (95 % interval {low:.2} to {high:.2}).",
        best.name, first.name
    ))
}
