//! Verifications in words: a line for each file or kernel that is not verified, and one line about all.

use std::fmt::Write;

use clunroll_files::failure::printable_name;
use clunroll_report::summary::{counted, counted_as};
use clunroll_report::verdict::{Coverage, Kernel, LoopCoverage, Verdict, Verification, WrittenPart};

/// The largest number of names in a list, and of numbers.
const NAMED: usize = 4;
const NUMBERS: usize = 8;

/// The level of detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Only failures.
    Failures,
    /// Failures, and everything that is not verified.
    All,
}

/// The lines about one file.
pub(crate) fn of_file(name: &str, verification: &Verification, detail: Detail) -> String {
    let name = printable_name(name);
    let Verification { with, build, log, .. } = verification;
    let mut text = String::new();
    match build {
        Verdict::Different(how) => {
            let _ = write!(text, "clunroll: {name}: verification failed: {how} ({with})\n{log}");
        }
        Verdict::NotVerified(why) if detail == Detail::All => {
            let _ = write!(text, "clunroll: {name}: not verified: {why} ({with})\n{log}");
        }
        Verdict::Same | Verdict::NotVerified(_) => {}
    }
    for Kernel { name: kernel, verdict, left_out_descriptions, .. } in verification.kernels() {
        if detail == Detail::All && verdict.is_same() {
            for (place, why) in left_out_descriptions {
                let (place, why) = (printable_name(place), printable_name(why));
                let _ = writeln!(text, "clunroll: {name}: kernel {kernel}: the launch of {place} was left out: {why}");
            }
        }
        match verdict {
            Verdict::Different(how) => {
                let _ =
                    writeln!(text, "clunroll: {name}: verification failed: kernel {kernel}: {}", printable_name(how));
            }
            Verdict::NotVerified(why) if detail == Detail::All => {
                let _ = writeln!(text, "clunroll: {name}: kernel {kernel} not verified: {}", printable_name(why));
            }
            Verdict::Same | Verdict::NotVerified(_) => {}
        }
    }
    if detail == Detail::All {
        text.push_str(&of_coverage(&name, &verification.coverage));
    }
    if detail == Detail::All && build.is_same() && verification.kernels.as_ref().is_some_and(Vec::is_empty) {
        let _ = writeln!(text, "clunroll: {name}: not verified: it has no kernels");
    }
    text
}

/// A line for each part of a loop that was not covered.
fn of_coverage(name: &str, coverage: &Coverage) -> String {
    let mut text = String::new();
    if let Coverage::NotKnown { reason } = coverage {
        let reason = printable_name(reason);
        let _ = writeln!(text, "clunroll: {name}: not verified: coverage is not known: {reason}");
    }
    for one in coverage.left_out() {
        let LoopCoverage { at, argument, .. } = one;
        let advice = argument
            .as_ref()
            .map_or_else(String::new, |argument| format!("; try another `{argument}` with --arg {argument}=..."));
        let _ = writeln!(text, "clunroll: {at}: not verified: no launch {}{advice}", not_covered(one).join(", or "));
    }
    text
}

/// The parts of a sentence about what no launch did in one part of a loop.
fn not_covered(one: &LoopCoverage) -> Vec<String> {
    let LoopCoverage { part, copies, entered, outcomes, seen, never_remained, .. } = one;
    let mut parts = Vec::new();
    let copies_in_words = counted_as(*copies as u64, "copy", "copies");
    if entered < copies {
        parts.push(match (part, entered) {
            (WrittenPart::Copies, 0) => format!("entered the unrolled loop ({copies_in_words})"),
            (WrittenPart::Main, 0) => format!("entered the main loop ({copies_in_words})"),
            (WrittenPart::Remainder, 0) => "entered the remainder".to_owned(),
            (WrittenPart::Copies, _) => format!("entered {} of the {copies} copies", copies - entered),
            (WrittenPart::Main, _) => format!("entered {} of the {copies} copies in the main loop", copies - entered),
            (WrittenPart::Remainder, _) => {
                format!("entered {} of the {copies} copies in the remainder", copies - entered)
            }
        });
    }
    if seen < outcomes {
        parts.push(format!("made a test of the main loop both true and false ({seen} of {outcomes} outcomes)"));
    }
    if !never_remained.is_empty() && (*entered > 0 || *copies == 0) {
        let numbers: Vec<_> = never_remained.iter().take(NUMBERS).map(usize::to_string).collect();
        let more = if never_remained.len() > NUMBERS { ", …" } else { "" };
        let last = numbers.len() - 1;
        let list = match (last, more) {
            (0, "") => numbers[0].clone(),
            (_, "") => format!("{} or {}", numbers[..last].join(", "), numbers[last]),
            _ => format!("{}{more}", numbers.join(", ")),
        };
        let what = if list == "1" { "iteration" } else { "iterations" };
        parts.push(format!("left {list} {what} to the remainder"));
    }
    parts
}

/// The counts of many files.
#[derive(Debug, Default)]
pub(crate) struct VerificationSummary {
    with: String,
    /// How many files were built without a difference.
    files: usize,
    /// How many kernels were run without a difference; `None` if none was to be run.
    kernels: Option<usize>,
    /// How many launches of these kernels were compared.
    launches: usize,
    /// Whether other launches of these kernels were inconclusive.
    has_left_out: bool,
    /// How many parts of unrolled loops the launches do not cover.
    not_covered: usize,
    /// Whether the coverage of some loops is unknown.
    is_open: bool,
    not_verified: Vec<String>,
    failed: Vec<String>,
    unchanged: usize,
}

impl VerificationSummary {
    /// Counts a file.
    pub(crate) fn add(&mut self, name: &str, verification: &Verification) {
        self.with.clone_from(&verification.with);
        match &verification.build {
            Verdict::Same => self.files += 1,
            Verdict::NotVerified(_) => self.not_verified.push(printable_name(name)),
            Verdict::Different(_) => self.failed.push(printable_name(name)),
        }
        let Some(kernels) = &verification.kernels else { return };
        self.not_covered += verification.coverage.left_out().count();
        let has_same = kernels.iter().any(|kernel| kernel.verdict.is_same());
        self.is_open |= has_same && !matches!(verification.coverage, Coverage::Measured(_));
        if kernels.is_empty() {
            self.not_verified.push(printable_name(name));
        }
        for kernel in kernels {
            match &kernel.verdict {
                Verdict::Same => {
                    *self.kernels.get_or_insert_default() += 1;
                    self.launches += kernel.launches;
                    self.has_left_out |= kernel.left_out.is_some();
                }
                Verdict::NotVerified(_) => self.not_verified.push(kernel.name.clone()),
                Verdict::Different(_) => self.failed.push(kernel.name.clone()),
            }
        }
        self.kernels.get_or_insert_default();
    }

    /// Counts a file in which nothing was changed.
    pub(crate) fn add_unchanged(&mut self) {
        self.unchanged += 1;
    }

    /// The coverage of the launches, in words. A wrong rewrite of a loop that no launch enters changes no result.
    fn coverage(&self) -> Vec<String> {
        let mut parts = Vec::new();
        if self.not_covered > 0 {
            parts.push(format!(
                "{} not covered",
                counted_as(self.not_covered as u64, "part of a loop", "parts of loops")
            ));
        }
        if self.is_open {
            parts.push("the launches may not have covered every loop".to_owned());
        }
        if parts.is_empty() {
            parts.push("all copies and tests were covered".to_owned());
        }
        parts
    }

    /// The summary in one line.
    pub(crate) fn line(&self) -> String {
        let mut parts = Vec::new();
        if let Some(kernels) = self.kernels.filter(|kernels| *kernels > 0) {
            let launches = counted_as(self.launches as u64, "launch", "launches");
            let others = if self.has_left_out { "; others were inconclusive" } else { "" };
            let kernels = counted(kernels, "kernel");
            parts.push(format!("no difference found: {kernels} on {} ({launches}{others})", self.with));
            parts.extend(self.coverage());
        } else if self.kernels.is_none() && self.files > 0 {
            let builds = if self.files == 1 { "builds" } else { "build" };
            parts.push(format!("verified: {} still {builds} with {}", counted(self.files, "file"), self.with));
        }
        for (names, what) in [(&self.not_verified, "not verified"), (&self.failed, "failed")] {
            if !names.is_empty() {
                let more = names.len().saturating_sub(NAMED);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                let named: Vec<_> = names.iter().take(NAMED).map(String::as_str).collect();
                parts.push(format!("{what}: {}{more}", named.join(", ")));
            }
        }
        if self.unchanged > 0 {
            parts.push(format!("{} unchanged", counted(self.unchanged, "file")));
        }
        if parts.is_empty() { "nothing to verify".to_owned() } else { parts.join("; ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oclc_syntax::source::{FileId, Place, Span};

    fn verification(kernels: Option<Vec<Kernel>>) -> Verification {
        Verification {
            with: "X".to_owned(),
            build: Verdict::Same,
            log: String::new(),
            kernels,
            coverage: Coverage::NotMeasured,
        }
    }

    #[test]
    fn the_summary_says_that_launches_were_left_out() {
        let mut summary = VerificationSummary::default();
        let left_out = Some("why".to_owned());
        summary.add("k.cl", &verification(Some(vec![Kernel { left_out, ..kernel("a", Verdict::Same) }])));
        assert_eq!(
            summary.line(),
            "no difference found: 1 kernel on X (7 launches; others were inconclusive); the launches may not have covered every loop"
        );
    }

    fn kernel(name: &str, verdict: Verdict) -> Kernel {
        Kernel { name: name.to_owned(), launches: 7, verdict, left_out: None, left_out_descriptions: Vec::new() }
    }

    #[test]
    fn parts_that_no_launch_entered_are_not_verified() {
        let part = |part, copies, entered, argument: Option<&str>| LoopCoverage {
            request: Place { file: FileId::MAIN, span: Span::new(0, 0) },
            at: "k.cl:2:1".to_owned(),
            part,
            copies,
            entered,
            outcomes: 0,
            seen: 0,
            never_remained: Vec::new(),
            argument: argument.map(str::to_owned),
        };
        let of = |coverage| Verification { coverage, ..verification(Some(vec![kernel("a", Verdict::Same)])) };
        let all = of(Coverage::Measured(vec![part(WrittenPart::Main, 4, 4, None)]));
        let some = of(Coverage::Measured(vec![
            part(WrittenPart::Copies, 1, 0, None),
            part(WrittenPart::Main, 4, 1, Some("n")),
            part(WrittenPart::Main, 4, 4, None),
            part(WrittenPart::Remainder, 3, 0, Some("n")),
        ]));
        let none = of(Coverage::NotKnown { reason: "why".to_owned() });
        let line = |verification: &Verification| {
            let mut summary = VerificationSummary::default();
            summary.add("k.cl", verification);
            summary.line().split_once("; ").map(|(_, coverage)| coverage.to_owned())
        };
        assert!(all.is_verified() && !some.is_verified() && !none.is_verified());
        assert_eq!(line(&all).as_deref(), Some("all copies and tests were covered"));
        assert_eq!(line(&some).as_deref(), Some("3 parts of loops not covered"));
        assert_eq!(line(&none).as_deref(), Some("the launches may not have covered every loop"));
        assert_eq!(of_file("k.cl", &all, Detail::All), "");
        assert_eq!(of_file("k.cl", &some, Detail::Failures), "");
        let begin = "clunroll: k.cl:2:1: not verified: no launch entered";
        let try_another = "; try another `n` with --arg n=...";
        let expected = format!(
            "{begin} the unrolled loop (1 copy)\n{begin} 3 of the 4 copies in the main loop{try_another}\n{begin} the remainder{try_another}\n"
        );
        assert_eq!(of_file("k.cl", &some, Detail::All), expected);
        let expected = "clunroll: k.cl: not verified: coverage is not known: why\n";
        assert_eq!(of_file("k.cl", &none, Detail::All), expected);
    }

    #[test]
    fn tests_that_had_one_outcome_are_not_verified() {
        let of = |outcomes, seen, never_remained: &[usize]| LoopCoverage {
            request: Place { file: FileId::MAIN, span: Span::new(0, 0) },
            at: "k.cl:2:1".to_owned(),
            part: WrittenPart::Remainder,
            copies: 3,
            entered: 3,
            outcomes,
            seen,
            never_remained: never_remained.to_vec(),
            argument: None,
        };
        assert!(of(2, 2, &[]).is_complete() && !of(2, 1, &[]).is_complete() && !of(0, 0, &[0]).is_complete());
        let test = "made a test of the main loop both true and false (1 of 2 outcomes)";
        assert_eq!(not_covered(&of(2, 1, &[])), [test]);
        assert_eq!(not_covered(&of(2, 1, &[1])), [test, "left 1 iteration to the remainder"]);
        assert_eq!(not_covered(&of(0, 0, &[0, 2, 3])), ["left 0, 2 or 3 iterations to the remainder"]);
        let numbers: Vec<_> = (0..9).collect();
        assert_eq!(not_covered(&of(0, 0, &numbers)), ["left 0, 1, 2, 3, 4, 5, 6, 7, … iterations to the remainder"]);
    }

    #[test]
    fn the_summary_names_what_is_not_verified() {
        let mut summary = VerificationSummary::default();
        assert_eq!(summary.line(), "nothing to verify");
        summary.add_unchanged();
        assert_eq!(summary.line(), "1 file unchanged");
        let kernels = vec![
            kernel("a", Verdict::Same),
            kernel("b", Verdict::Same),
            kernel("c", Verdict::NotVerified("why".to_owned())),
            kernel("d", Verdict::Different("how".to_owned())),
        ];
        summary.add("k.cl", &verification(Some(kernels)));
        let expected = "no difference found: 2 kernels on X (14 launches); the launches may not have covered every loop; \
                        not verified: c; failed: d; 1 file unchanged";
        assert_eq!(summary.line(), expected);
    }

    #[test]
    fn only_failures_are_said_where_the_rest_is_not_wanted() {
        let kernels = vec![
            kernel("c", Verdict::NotVerified("why".to_owned())),
            kernel("d", Verdict::Different("how".to_owned())),
        ];
        let verification = verification(Some(kernels));
        let failed = "clunroll: k.cl: verification failed: kernel d: how\n";
        assert_eq!(of_file("k.cl", &verification, Detail::Failures), failed);
        let all = format!("clunroll: k.cl: kernel c not verified: why\n{failed}");
        assert_eq!(of_file("k.cl", &verification, Detail::All), all);
    }

    #[test]
    fn a_file_without_kernels_is_not_verified_by_running_it() {
        let empty = verification(Some(Vec::new()));
        assert!(!empty.is_verified() && !empty.has_failed());
        assert!(verification(None).is_verified());
        let mut summary = VerificationSummary::default();
        summary.add("k.cl", &empty);
        assert_eq!(summary.line(), "not verified: k.cl");
    }
}
