//! Macros whose values vary: `--vary TILE=8,16`.
//!
//! Each combination of values is tuned alone: sizes of launches may depend on it. The chosen texts of all combinations are then timed in
//! turn, as candidates are: some rounds select a combination, and fresh ones confirm it. The first combination stays unless another one is
//! faster beyond the noise.

use std::time::{Duration, Instant};

use clunroll::Define;
use clunroll_files::failure::Failure;
use clunroll_opencl::{Build, Launch, ProgramId, Runner, Timing};

use super::TuneOptions;
use super::schedule::{FINALISTS, LAST_ROUNDS};
use super::statistics::Estimate;
use super::trials::NEAR;
use super::verdict::{Contender, chosen, ratio};
use crate::verify::build::BUILD;

/// How many rounds of one combination follow one another.
const ROUNDS: usize = 3;
/// All combinations are timed in one order and then in the other, at least so often.
const LEAST_PASSES: u32 = 2;

/// A macro with the values to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct VariedMacro(Vec<Define>);

/// The text that was chosen for a combination of values, with all launches.
#[derive(Clone, Debug)]
pub(crate) struct TunedValues {
    /// The text for the compiler.
    pub(crate) text: String,
    /// The options for the compiler.
    pub(crate) options: String,
    pub(crate) launches: Vec<Launch>,
    /// The time of all launches when it was tuned, in nanoseconds.
    pub(crate) nanoseconds: f64,
}

/// What came of timing the combinations in turn.
#[derive(Clone, Debug)]
pub(crate) struct ComparedValues {
    /// The number of the best one.
    pub(crate) best: usize,
    /// How many times as fast as the first one each is, in the rounds that confirm; `None` for what was not timed again.
    pub(crate) against_first: Vec<Option<Estimate>>,
}

/// Times the combinations in turn: the first one, and those that may be the best. If they do not have all rounds in this time, they have
/// fewer. `None` if none could be timed.
pub(crate) fn compared(
    tuned: &[Option<TunedValues>],
    options: &TuneOptions,
    time: Duration,
) -> Result<Option<ComparedValues>, Failure> {
    let limit = options.limit * BUILD;
    let runner = Runner::start(options.worker.clone(), options.device.as_deref(), limit);
    let mut runner = runner.map_err(|why| Failure::new(format!("cannot tune: {why}")))?;
    let nanoseconds = |number: &usize| tuned[*number].as_ref().map_or(f64::INFINITY, |one| one.nanoseconds);
    let mut order: Vec<usize> = (0..tuned.len()).collect();
    order.sort_by(|left, right| nanoseconds(left).total_cmp(&nanoseconds(right)));
    let least = order.first().map_or(f64::INFINITY, nanoseconds);
    order.retain(|number| *number > 0 && nanoseconds(number) <= least * NEAR);
    let mut timed: Vec<Option<TimedValues<'_>>> = vec![None; tuned.len()];
    for number in order.into_iter().take(FINALISTS).chain([0]) {
        let Some(values) = tuned.get(number).and_then(Option::as_ref) else { continue };
        if let Ok(Build::Built { program, .. }) = runner.build(&values.text, &values.options, limit) {
            timed[number] = Some(TimedValues { program, launches: &values.launches, rounds: Vec::new() });
        }
    }
    let timing =
        Timing { rounds: ROUNDS, may_continue: false, flush: options.flush, limit: options.limit, ..Timing::default() };
    let begin = Instant::now();
    for pass in 0..(LAST_ROUNDS / ROUNDS) as u32 {
        if pass >= LEAST_PASSES && begin.elapsed() / pass * (pass + 1) > time {
            break;
        }
        for is_reversed in [false, true] {
            let mut order: Vec<_> = (0..timed.len()).collect();
            if is_reversed {
                order.reverse();
            }
            for number in order {
                if timed[number].as_mut().is_some_and(|one| !one.time(&mut runner, &timing)) {
                    timed[number] = None;
                }
            }
        }
    }
    let rounds: Vec<Option<(&[f64], &[f64])>> =
        timed.iter().map(|one| one.as_ref().map(|one| one.rounds.split_at(one.rounds.len() / 2))).collect();
    let contenders: Vec<_> = rounds
        .iter()
        .map(|rounds| rounds.map(|(selecting, confirming)| Contender { selecting, confirming, changes: 0 }))
        .collect();
    let confirming = |number: usize| rounds[number].map(|(_, confirming)| confirming);
    let against = |number: usize| ratio(confirming(number)?, confirming(0)?).map(Estimate::inverse);
    let against_first = (0..rounds.len()).map(against).collect();
    Ok(chosen(&contenders, &[0]).map(|best| ComparedValues { best, against_first }))
}

/// A combination with its times.
#[derive(Clone, Debug)]
struct TimedValues<'v> {
    program: ProgramId,
    launches: &'v [Launch],
    /// The time of all launches together in each round.
    rounds: Vec<f64>,
}

impl TimedValues<'_> {
    /// Times some more rounds; `false` if a launch fails.
    fn time(&mut self, runner: &mut Runner, timing: &Timing) -> bool {
        let mut sums = vec![0.0; timing.rounds];
        for launch in self.launches {
            let Ok(times) = runner.time(&[self.program], launch, timing) else { return false };
            for (sum, time) in sums.iter_mut().zip(times.programs.iter().flat_map(|one| &one.nanoseconds)) {
                *sum += time;
            }
        }
        self.rounds.extend(sums);
        true
    }
}

/// Reads `NAME=VALUE,VALUE,…`.
///
/// # Errors
///
/// If it has another form, if no macro can have this name or these values, or if a value is there twice.
pub(crate) fn varied_macro(text: &str) -> Result<VariedMacro, String> {
    let (name, values) = text.split_once('=').ok_or("expected NAME=VALUE,VALUE,...")?;
    let define = |value: &str| Define::new(name.trim(), value.trim()).map_err(|error| error.to_string());
    let values: Vec<_> = values.split(',').map(define).collect::<Result<_, _>>()?;
    let twice = (1..values.len()).find(|&at| values[..at].contains(&values[at]));
    match twice.map(|at| values[at].definition()) {
        Some(twice) => Err(format!("`{}` is there twice", twice.replacen(' ', "=", 1))),
        None => Ok(VariedMacro(values)),
    }
}

/// Checks the macros of several options.
///
/// # Errors
///
/// If two of them have the same name, or if none of these texts mentions a macro: then each value would give the same.
pub(crate) fn check_varied(varied: &[VariedMacro], texts: &[String]) -> Result<(), String> {
    for (number, one) in varied.iter().enumerate() {
        let name = one.name();
        if varied[..number].iter().any(|other| other.name() == name) {
            return Err(format!("--vary {name} is there twice: write all values into one option, with commas"));
        }
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let mentions = |text: &String| text.split(|letter| !is_part(letter)).any(|word| word == name);
        if !texts.iter().any(mentions) {
            return Err(format!("--vary {name}: neither the source nor its launch description mentions `{name}`"));
        }
    }
    Ok(())
}

impl VariedMacro {
    fn name(&self) -> &str {
        self.0.first().map_or("", Define::name)
    }
}

/// All combinations of the values; one without macros if none varies.
pub(crate) fn combinations(varied: &[VariedMacro]) -> Vec<Vec<Define>> {
    varied.iter().fold(vec![Vec::new()], |combinations, VariedMacro(values)| {
        let with = |combination: &Vec<Define>| {
            let with = |value: &Define| [&combination[..], std::slice::from_ref(value)].concat();
            values.iter().map(with).collect::<Vec<_>>()
        };
        combinations.iter().flat_map(with).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_combinations_are_tried() {
        let varied = ["A=1, 2", "B=x,y"].map(|text| varied_macro(text).expect("it is right"));
        let words = |combination: Vec<Define>| combination.iter().map(Define::definition).collect::<Vec<_>>().join(";");
        let all: Vec<_> = combinations(&varied).into_iter().map(words).collect();
        assert_eq!(all, ["A 1;B x", "A 1;B y", "A 2;B x", "A 2;B y"]);
        assert_eq!(combinations(&[]), [Vec::new()]);
        assert!(varied_macro("A").is_err() && varied_macro("1=2").is_err());
    }

    #[test]
    fn what_gives_the_same_text_twice_is_refused() {
        assert_eq!(varied_macro("A=1,2, 1").unwrap_err(), "`A=1` is there twice");
        let texts = ["int a[A_LONG];".to_owned(), "size = '=B * 4'".to_owned()];
        let check = |options: &[&str]| {
            let varied: Vec<_> = options.iter().map(|text| varied_macro(text).expect("it is right")).collect();
            check_varied(&varied, &texts)
        };
        assert_eq!(check(&["A_LONG=1", "B=2"]), Ok(()));
        assert!(check(&["A=1"]).unwrap_err().ends_with("mentions `A`"));
        assert!(check(&["B=1", "B=2"]).unwrap_err().starts_with("--vary B is there twice"));
    }
}
