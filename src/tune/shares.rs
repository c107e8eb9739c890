//! What the kernels of a recording are worth: which share of the device's time each one had, and what the best form would gain.
//!
//! If a kernel had the share *s* of the time and becomes *g* times as fast, the rest stays, and the device needs *(1 - s) + s / g* of the
//! time. The share counts all launches of the kernel, also those that were not recorded; that they gain as much is an assumption.

use std::fmt::Write;

use clunroll_files::failure::printable_name;
use clunroll_opencl::recording::{RecordedKernel, RecordedProgram, Recording};

use serde::{Deserialize, Serialize};

use super::report::TuneReport;

/// A gain below this is shown as none: nothing was faster beyond the noise.
const LEAST: f64 = 1.0005;

/// The kernels of a recording.
pub(crate) struct KernelShares(Vec<KernelShare>);

/// What a kernel of a recording is worth, as data.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SharedGain {
    pub(crate) program: String,
    pub(crate) kernel: String,
    /// Its part of the device's time.
    pub(crate) share: f64,
    /// How many times as fast the best form is as what the compiler makes of the source.
    pub(crate) gain: Option<f64>,
    /// Why it is not tuned.
    pub(crate) failure: Option<String>,
    /// The same as a sentence.
    pub(crate) line: String,
}

struct KernelShare {
    program: String,
    kernel: String,
    nanoseconds: u64,
    /// How many times as fast the best form is as what the compiler makes of the source; or why that is not known.
    gain: Result<f64, String>,
}

impl KernelShares {
    /// All kernels of a recording; nothing is known of them yet.
    pub(crate) fn of(recording: &Recording) -> Self {
        let of_program = |program: &RecordedProgram| {
            let share = |kernel: &RecordedKernel| KernelShare {
                program: program.name().to_owned(),
                kernel: kernel.name.clone(),
                nanoseconds: kernel.nanoseconds,
                gain: Err("it was not reached".to_owned()),
            };
            program.kernels.iter().map(share).collect::<Vec<_>>()
        };
        let mut shares: Vec<_> = recording.index.programs.iter().flat_map(of_program).collect();
        shares.sort_by_key(|share| std::cmp::Reverse(share.nanoseconds));
        Self(shares)
    }

    /// The share of a program in the time of those whose names are given.
    pub(crate) fn of_program(&self, name: &str, among: &[&str]) -> f64 {
        let time = |is_one: &dyn Fn(&str) -> bool| -> f64 {
            self.0.iter().filter(|share| is_one(&share.program)).map(KernelShare::time).sum()
        };
        let all = time(&|program| among.contains(&program));
        if all > 0.0 {
            time(&|program| program == name) / all
        } else {
            1.0 / f64::from(u32::try_from(among.len().max(1)).unwrap_or(u32::MAX))
        }
    }

    /// Notes why the kernels of a program are not tuned.
    pub(crate) fn leave_out(&mut self, program: &str, kernels: &[String], why: &str) {
        for share in self.0.iter_mut().filter(|share| share.program == program) {
            if kernels.is_empty() || kernels.contains(&share.kernel) {
                share.gain = Err(why.to_owned());
            }
        }
    }

    /// Notes what was found for a program.
    pub(crate) fn add(&mut self, program: &str, report: &TuneReport) {
        for share in self.0.iter_mut().filter(|share| share.program == program) {
            let Some(group) = report.groups.iter().find(|group| group.kernels.contains(&share.kernel)) else {
                continue;
            };
            share.gain = match (&group.failure, group.winner().and_then(|winner| winner.against_as_written)) {
                (Some(failure), _) => Err(super::table::failure_in_words(failure)),
                (None, Some(gain)) => Ok(gain.median.max(1.0)),
                (None, None) => Err("no configuration could be timed".to_owned()),
            };
        }
    }

    /// One line for each kernel, and one for all.
    pub(crate) fn text(&self) -> String {
        let (mut text, mut left) = (String::new(), 1.0);
        for share in &self.0 {
            let part = self.part(share);
            let _ = writeln!(text, "{}", share.line(part));
            left -= share.saved(part);
        }
        let _ = writeln!(text, "All of them together: the program would gain {:.0} %.", gained(left));
        text
    }

    /// The same as data.
    pub(crate) fn gains(&self) -> Vec<SharedGain> {
        let gain = |share: &KernelShare| {
            let part = self.part(share);
            SharedGain {
                program: share.program.clone(),
                kernel: share.kernel.clone(),
                share: part,
                gain: share.gain.as_ref().ok().copied(),
                failure: share.gain.as_ref().err().cloned(),
                line: share.line(part),
            }
        };
        self.0.iter().map(gain).collect()
    }

    /// The line of the kernel that took the most time.
    pub(crate) fn first(&self) -> String {
        self.0.first().map_or_else(|| "it has no kernels".to_owned(), |share| share.line(self.part(share)))
    }

    /// The share of a kernel in the time of all.
    fn part(&self, share: &KernelShare) -> f64 {
        let all: f64 = self.0.iter().map(KernelShare::time).sum();
        if all > 0.0 { share.time() / all } else { 0.0 }
    }
}

impl KernelShare {
    #[expect(clippy::cast_precision_loss, reason = "it is a time")]
    fn time(&self) -> f64 {
        self.nanoseconds as f64
    }

    /// The part of the time of all kernels that the best form saves, if this kernel had that part of it.
    fn saved(&self, part: f64) -> f64 {
        self.gain.as_ref().map_or(0.0, |gain| part * (1.0 - 1.0 / gain))
    }

    fn line(&self, part: f64) -> String {
        let (kernel, program) = (printable_name(&self.kernel), printable_name(&self.program));
        let found = match &self.gain {
            Err(why) => format!("not tuned: {}", printable_name(why)),
            Ok(gain) if *gain < LEAST => "nothing is faster than what it is now".to_owned(),
            Ok(gain) => {
                let program = gained(1.0 - self.saved(part));
                format!("the best form is {gain:.2} times as fast; the program would gain {program:.0} %")
            }
        };
        format!("kernel `{kernel}` of {program}: {:.0} % of the device's time; {found}", 100.0 * part)
    }
}

/// How much faster a program is, in percent, that needs this part of its time.
fn gained(left: f64) -> f64 {
    100.0 * (1.0 / left - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(kernel: &str, nanoseconds: u64, gain: Result<f64, &str>) -> KernelShare {
        let gain = gain.map_err(str::to_owned);
        KernelShare { program: "p.cl".to_owned(), kernel: kernel.to_owned(), nanoseconds, gain }
    }

    #[test]
    fn what_a_kernel_gains_counts_by_its_share() {
        let shares = KernelShares(vec![
            share("a", 620, Ok(1.4)),
            share("b", 180, Ok(1.0)),
            share("c", 200, Err("no launch was recorded")),
        ]);
        let expected = "\
kernel `a` of p.cl: 62 % of the device's time; the best form is 1.40 times as fast; the program would gain 22 %
kernel `b` of p.cl: 18 % of the device's time; nothing is faster than what it is now
kernel `c` of p.cl: 20 % of the device's time; not tuned: no launch was recorded
All of them together: the program would gain 22 %.
";
        assert_eq!(shares.text(), expected);
        // Half of the time twice as fast, and the other half four times: 3/8 of the time.
        let shares = KernelShares(vec![share("a", 1, Ok(2.0)), share("b", 1, Ok(4.0))]);
        assert!(shares.text().ends_with("All of them together: the program would gain 167 %.\n"));
        // No time is known.
        let shares = KernelShares(vec![share("a", 0, Ok(2.0))]);
        assert!(shares.text().ends_with("the program would gain 0 %.\n"));
    }

    #[test]
    fn time_is_shared_among_the_programs_that_are_left() {
        let of = |program: &str, nanoseconds| KernelShare {
            program: program.to_owned(),
            ..share("k", nanoseconds, Ok(1.0))
        };
        let shares = KernelShares(vec![of("a", 60), of("b", 20), of("b", 10), of("c", 10)]);
        let part = |name, among: &[&str]| (shares.of_program(name, among) * 100.0).round();
        assert_eq!((part("a", &["a", "b", "c"]), part("b", &["b", "c"]), part("c", &["c"])), (60.0, 75.0, 100.0));
        let none = KernelShares(vec![of("a", 0), of("b", 0)]);
        assert!((none.of_program("a", &["a", "b"]) - 0.5).abs() < 1e-9);
    }
}
