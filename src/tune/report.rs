//! What came of tuning a source, as data. `table` shows it to a person, and `--json` writes it.

use std::time::Duration;

use clunroll_files::failure::Failure;
use clunroll_opencl::KernelResources;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::candidate_text::TunedSource;
use super::device::TrialFailure;
use super::factor_macro::option_for;
use super::search::Searched;
use super::shares::SharedGain;
use super::space::{Dimension, by_default};
use super::statistics::Estimate;
use super::target::TimedTarget;
use super::trials::TriedCandidate;
use super::vary::ComparedValues;
use super::verdict::{Contender, chosen, ratio};
use clunroll_core::loop_choices::LoopChoice;

/// What came of tuning a source.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TuneReport {
    /// The source.
    pub(crate) file: String,
    /// The platform and the device.
    pub(crate) device: String,
    /// The version of its driver.
    pub(crate) driver: String,
    /// The version of clunroll.
    pub(crate) clunroll: String,
    /// What changes, in the order of the source.
    pub(crate) subjects: Vec<TunedSubject>,
    /// The kernels, in groups that have requests in common.
    pub(crate) groups: Vec<TunedGroup>,
    /// What makes the times less certain.
    pub(crate) doubts: Vec<String>,
    /// The combinations of values of macros that vary.
    pub(crate) values: Vec<VariedValues>,
    /// The best of these: the first one, unless another one takes less time in all launches together.
    pub(crate) best_defines: Option<Vec<String>>,
    /// The classes of devices that give other texts, first that of the user.
    pub(crate) targets: Vec<TimedTarget>,
    /// What the kernels of a recording are worth; empty if it is not for one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) shares: Vec<SharedGain>,
}

/// Values of macros that vary.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct VariedValues {
    /// As in `-D`.
    pub(crate) defines: Vec<String>,
    /// How many times as fast as with the first values all launches together are, each with what was chosen for it; `None` for what was not
    /// compared.
    pub(crate) against_first: Option<Estimate>,
}

/// A request, or the pointers of all kernels, with the choices.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TunedSubject {
    /// The program of a recording that it is in, if the report is for all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) program: Option<String>,
    /// `line N`, or `pointers`.
    pub(crate) name: String,
    /// The request as written.
    pub(crate) written: String,
    /// The macro of the host that gives its factor.
    pub(crate) factor_macro: Option<String>,
    /// What clunroll makes of it by default.
    #[serde(deserialize_with = "choice")]
    pub(crate) default: LoopChoice,
    #[serde(deserialize_with = "choices")]
    pub(crate) choices: Vec<LoopChoice>,
}

/// Kernels that were tuned together.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TunedGroup {
    /// The program of a recording that they are in, if the report is for all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) program: Option<String>,
    pub(crate) kernels: Vec<String>,
    /// The values of macros that vary, as in `-D`.
    pub(crate) defines: Vec<String>,
    /// The names of what changes; the choices of a candidate are in this order.
    pub(crate) subjects: Vec<String>,
    /// The number of described launches.
    pub(crate) launches: usize,
    pub(crate) searched: Searched,
    /// How long it took.
    #[serde(rename = "seconds", serialize_with = "in_seconds", deserialize_with = "of_seconds")]
    pub(crate) elapsed: Duration,
    /// The time of each launch without pragmas, in nanoseconds.
    pub(crate) plain_nanoseconds: Vec<f64>,
    /// What was tried: first what was timed again, the fastest first; then the others in the same order; then what failed.
    pub(crate) candidates: Vec<TunedCandidate>,
    /// The number of the chosen candidate; `None` if none could be timed.
    pub(crate) chosen: Option<usize>,
    /// Why nothing could be measured.
    pub(crate) failure: Option<TrialFailure>,
}

/// A configuration with its results.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TunedCandidate {
    /// A choice for each subject of the group.
    #[serde(deserialize_with = "choices")]
    pub(crate) choices: Vec<LoopChoice>,
    /// How many times as fast as the text without pragmas it is. For what was timed again, only the rounds count that confirm.
    pub(crate) against_no_pragma: Option<Estimate>,
    /// How many times as fast as the text as written it is; only for what was timed again.
    pub(crate) against_as_written: Option<Estimate>,
    /// The time relative to the text without pragmas in each round: the geometric mean over the launches.
    pub(crate) relative_times: Vec<f64>,
    /// The same in each of the rounds that selected a candidate; only for what was timed again.
    pub(crate) selecting_times: Vec<f64>,
    /// Whether it was timed again, in many rounds.
    pub(crate) is_finalist: bool,
    /// Whether its results differ from the others' in the last bits of floating point.
    pub(crate) rounds_differently: bool,
    #[serde(rename = "build_seconds", serialize_with = "maybe_in_seconds", deserialize_with = "maybe_of_seconds")]
    pub(crate) build_time: Option<Duration>,
    /// What each kernel needs; only for what was timed again.
    pub(crate) resources: Vec<KernelResources>,
    /// Why it does not count.
    pub(crate) failure: Option<TrialFailure>,
}

impl TuneReport {
    /// One report of those for several values of macros, and the number of the best one, after they were compared.
    pub(crate) fn joined(reports: Vec<Self>, compared: Option<&ComparedValues>) -> Option<(Self, Option<usize>)> {
        let best = if reports.len() == 1 { Some(0) } else { compared.map(|compared| compared.best) };
        let values = reports.iter().enumerate().map(|(number, report)| VariedValues {
            defines: report.groups.first().map(|group| group.defines.clone()).unwrap_or_default(),
            against_first: compared.and_then(|compared| compared.against_first[number]),
        });
        let values: Vec<_> = values.filter(|values| !values.defines.is_empty()).collect();
        let defines = best.and_then(|best| Some(reports[best].groups.first()?.defines.clone()));
        let subjects = best.map(|best| reports[best].subjects.clone());
        let mut all = reports.into_iter();
        let mut joined = all.next()?;
        for report in all {
            joined.groups.extend(report.groups);
            for doubt in report.doubts {
                if !joined.doubts.contains(&doubt) {
                    joined.doubts.push(doubt);
                }
            }
        }
        joined.values = values;
        joined.best_defines = defines.filter(|defines| !defines.is_empty());
        joined.subjects = subjects.unwrap_or(joined.subjects);
        Some((joined, best))
    }

    /// One report of those for the programs of a recording, with what its kernels are worth. Each request has the name of its program
    /// before its own: each program has lines with the same numbers. `None` without reports.
    pub(crate) fn of_recording(application: &str, reports: Vec<Self>, shares: Vec<SharedGain>) -> Option<Self> {
        let mut joined: Option<Self> = None;
        for mut report in reports {
            let program = report.file.clone();
            let named = |name: &str| format!("{program} {name}");
            for subject in &mut report.subjects {
                subject.name = named(&subject.name);
                subject.program = Some(program.clone());
            }
            for group in &mut report.groups {
                group.subjects = group.subjects.iter().map(|name| named(name)).collect();
                group.program = Some(program.clone());
            }
            match &mut joined {
                None => joined = Some(Self { file: application.to_owned(), ..report }),
                Some(joined) => {
                    joined.subjects.extend(report.subjects);
                    joined.groups.extend(report.groups);
                    let new = report.doubts.into_iter().filter(|doubt| !joined.doubts.contains(doubt));
                    let new: Vec<_> = new.collect();
                    joined.doubts.extend(new);
                }
            }
        }
        Some(Self { shares, ..joined? })
    }

    /// The time of the chosen candidates in all launches, in nanoseconds; `None` if a group has none.
    pub(crate) fn nanoseconds(&self) -> Option<f64> {
        let of_group = |group: &TunedGroup| {
            let ratio = group.winner()?.against_no_pragma?.median;
            Some(group.plain_nanoseconds.iter().sum::<f64>() / ratio)
        };
        self.groups.iter().map(of_group).sum()
    }

    /// Whether the result is for these values of macros: the best ones. `false` for all if it is not known which are the best.
    pub(crate) fn is_of(&self, defines: &[String]) -> bool {
        match &self.best_defines {
            Some(best) => best == defines,
            None => self.values.is_empty() && defines.is_empty(),
        }
    }

    /// The groups with the values of macros that vary that are the best.
    pub(crate) fn best_groups(&self) -> impl Iterator<Item = &TunedGroup> {
        let is_best = |group: &&TunedGroup| self.best_defines.as_ref().is_none_or(|best| *best == group.defines);
        self.groups.iter().filter(is_best)
    }

    /// What was chosen for a subject of this name; `None` if its kernels could not be measured.
    pub(crate) fn choice_of(&self, subject: &str) -> Option<LoopChoice> {
        self.best_groups().find_map(|group| {
            let place = group.subjects.iter().position(|name| name == subject)?;
            Some(group.winner()?.choices[place])
        })
    }

    /// The text for the compiler with all that was chosen.
    pub(crate) fn text(&self, source: &TunedSource, dimensions: &[Dimension]) -> Result<Vec<u8>, Failure> {
        let choice = |one: &'_ Dimension| self.choice_of(&one.subject.name()).unwrap_or(one.choices[one.default]);
        let choices: Vec<_> = dimensions.iter().map(choice).collect();
        source.text(dimensions.iter().map(|dimension| &dimension.subject).zip(choices.iter().copied()))
    }

    /// The option of the compiler that carries the choice for a subject out: if a macro of the host gives the factor, and all requests
    /// with this macro get the same one.
    pub(crate) fn option_for(&self, subject: &str) -> Option<String> {
        let subject = self.subjects.iter().find(|one| one.name == subject)?;
        let name = subject.factor_macro.as_ref()?;
        let is_same = |one: &&TunedSubject| one.factor_macro.as_ref() == Some(name) && one.program == subject.program;
        let same = self.subjects.iter().filter(is_same);
        let mut options = same.map(|one| option_for(name, self.choice_of(&one.name)?));
        let first = options.next()??;
        options.all(|option| option.as_ref() == Some(&first)).then_some(first)
    }

    /// Whether a candidate computes something else than the original.
    pub(crate) fn has_different(&self) -> bool {
        let all = self.groups.iter().flat_map(|group| &group.candidates);
        all.into_iter().any(|one| matches!(one.failure, Some(TrialFailure::Different(_))))
    }
}

impl TunedGroup {
    /// The group with what was tried.
    pub(crate) fn add(
        &mut self,
        dimensions: &[Dimension],
        tried: &[TriedCandidate],
        incumbents: &[usize],
        (as_written, plain): (Option<usize>, Option<usize>),
    ) {
        let unchanged = by_default(dimensions);
        let contenders: Vec<_> = tried
            .iter()
            .map(|one| {
                let changes = one.configuration.iter().zip(&unchanged).filter(|(own, unchanged)| own != unchanged);
                let contender =
                    Contender { selecting: &one.selecting, confirming: &one.rounds, changes: changes.count() };
                (one.is_finalist && one.time.is_ok()).then_some(contender)
            })
            .collect();
        let winner = chosen(&contenders, incumbents);
        let mut order: Vec<usize> = (0..tried.len()).collect();
        let rank = |number: usize| {
            let one = &tried[number];
            (!one.is_finalist, one.time.as_ref().map_or(f64::INFINITY, |time| time.median))
        };
        order.sort_by(|&left, &right| {
            let (left, right) = (rank(left), rank(right));
            left.0.cmp(&right.0).then(left.1.total_cmp(&right.1))
        });
        self.chosen = winner.and_then(|winner| order.iter().position(|&number| number == winner));
        let written = as_written.map(|number| &tried[number]);
        self.candidates = order
            .into_iter()
            .map(|number| {
                let one = &tried[number];
                let choices = dimensions.iter().zip(&one.configuration);
                TunedCandidate {
                    choices: choices.map(|(dimension, &choice)| dimension.choices[choice]).collect(),
                    against_no_pragma: one.time.as_ref().ok().map(|time| {
                        // It was built twice, and what differs is where its code is.
                        if Some(number) == plain { Estimate::ONE } else { time.inverse() }
                    }),
                    against_as_written: written
                        .filter(|written| one.is_finalist && written.is_finalist)
                        .and_then(|written| ratio(&one.rounds, &written.rounds))
                        .map(Estimate::inverse),
                    relative_times: if one.time.is_ok() { one.rounds.clone() } else { Vec::new() },
                    selecting_times: if one.time.is_ok() { one.selecting.clone() } else { Vec::new() },
                    is_finalist: one.is_finalist,
                    rounds_differently: one.rounds_differently,
                    build_time: one.build_time,
                    resources: one.resources.clone(),
                    failure: one.time.as_ref().err().cloned(),
                }
            })
            .collect();
    }

    /// Whether something was chosen, and nothing went wrong that may go well the next time.
    pub(crate) const fn is_decided(&self) -> bool {
        self.chosen.is_some() && self.failure.is_none()
    }

    /// The chosen candidate.
    pub(crate) fn winner(&self) -> Option<&TunedCandidate> {
        self.chosen.map(|number| &self.candidates[number])
    }
}

fn in_seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

#[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
fn maybe_in_seconds<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    time.as_ref().map(Duration::as_secs_f64).serialize(serializer)
}

fn of_seconds<'d, D: Deserializer<'d>>(deserializer: D) -> Result<Duration, D::Error> {
    Duration::try_from_secs_f64(f64::deserialize(deserializer)?).map_err(D::Error::custom)
}

fn maybe_of_seconds<'d, D: Deserializer<'d>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let seconds = Option::<f64>::deserialize(deserializer)?;
    seconds.map(Duration::try_from_secs_f64).transpose().map_err(D::Error::custom)
}

fn choice<'d, D: Deserializer<'d>>(deserializer: D) -> Result<LoopChoice, D::Error> {
    of_words(&String::deserialize(deserializer)?)
}

fn choices<'d, D: Deserializer<'d>>(deserializer: D) -> Result<Vec<LoopChoice>, D::Error> {
    Vec::<String>::deserialize(deserializer)?.iter().map(|words| of_words(words)).collect()
}

/// The choice with these words of tables, which are those of profiles with two more.
fn of_words<E: Error>(words: &str) -> Result<LoopChoice, E> {
    let others = [LoopChoice::AsWritten, LoopChoice::Restrict];
    match others.into_iter().find(|other| other.to_string() == words) {
        Some(choice) => Ok(choice),
        None => words.parse().map_err(|_| E::custom(format!("`{words}` is not a choice"))),
    }
}
