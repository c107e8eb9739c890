//! A small report, made by hand, for the tests of what writes reports.
//!
//! Its first group has two requests, a winner, a text as written, and two candidates that failed. Its second group could not be tuned, and
//! its third one has no candidate. Names and messages hold what the formats must escape.

use std::time::Duration;

use clunroll::Remainder;
use clunroll_opencl::KernelResources;

use super::device::TrialFailure;
use super::report::{TuneReport, TunedCandidate, TunedGroup, TunedSubject};
use super::search::Searched;
use super::statistics::Estimate;
use clunroll_core::loop_choices::{CopyCount, LoopChoice};

/// The file's name in the report.
pub(super) const FILE: &str = "a <b> & \"c\",\u{1b}[31m.cl";

const LOG: &str =
    "16 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads\nUsed 40 registers, 384 bytes cmem[0]\n";

pub(super) const BY_4: LoopChoice = LoopChoice::Unrolled(CopyCount::By(4), Remainder::Auto);
const NESTED: LoopChoice = LoopChoice::Unrolled(CopyCount::By(4), Remainder::Nested);
const VENDOR: LoopChoice = LoopChoice::Vendor(CopyCount::Full);

pub(super) fn report() -> TuneReport {
    let candidates = vec![
        finalist(&[BY_4, LoopChoice::AsWritten], 2.0, 1.25, LOG),
        finalist(&[LoopChoice::AsWritten, LoopChoice::AsWritten], 1.6, 1.0, LOG),
        finalist(&[LoopChoice::NoPragma, LoopChoice::NoPragma], 1.0, 0.625, ""),
        timed(&[VENDOR, LoopChoice::AsWritten], 1.5),
        timed(&[LoopChoice::Jammed(2), LoopChoice::AsWritten], 1.75),
        timed(&[LoopChoice::NoPragma, LoopChoice::AsWritten], 1.125),
        timed(&[BY_4, LoopChoice::NoPragma], 1.25),
        failed(&[NESTED, LoopChoice::AsWritten], true, TrialFailure::Different("out[1] is 2 < 3".to_owned())),
        failed(
            &[LoopChoice::Never, LoopChoice::AsWritten],
            false,
            TrialFailure::NotBuilt("no \"room\", <sorry>\nmore".to_owned()),
        ),
    ];
    let subject = |name: &str| TunedSubject {
        program: None,
        factor_macro: None,
        name: name.to_owned(),
        written: "#pragma unroll <N>".to_owned(),
        default: LoopChoice::AsWritten,
        choices: Vec::new(),
    };
    let mut first = group(&["sum", "scale"], &["line 3", "line 20"]);
    first.searched = Searched { size: 40, tried: 9, is_cut: true, is_interrupted: false };
    first.plain_nanoseconds = vec![2000.0];
    first.candidates = candidates;
    first.chosen = Some(0);
    let mut second = group(&["broken"], &["line 40"]);
    second.failure = Some(TrialFailure::Lost("the launch does not end within 10 s".to_owned()));
    TuneReport {
        file: FILE.to_owned(),
        device: "A & B: <device>".to_owned(),
        driver: "4.5".to_owned(),
        clunroll: "1.2.3".to_owned(),
        subjects: ["line 3", "line 20", "line 40", "line 50"].map(subject).to_vec(),
        groups: vec![first, second, group(&["empty"], &["line 50"])],
        doubts: vec!["the machine is > busy".to_owned()],
        values: Vec::new(),
        best_defines: None,
        targets: Vec::new(),
        shares: Vec::new(),
    }
}

fn group(kernels: &[&str], subjects: &[&str]) -> TunedGroup {
    TunedGroup {
        program: None,
        kernels: kernels.iter().map(|&kernel| kernel.to_owned()).collect(),
        defines: Vec::new(),
        subjects: subjects.iter().map(|&subject| subject.to_owned()).collect(),
        launches: 1,
        searched: Searched::default(),
        elapsed: Duration::from_secs(3),
        plain_nanoseconds: Vec::new(),
        candidates: Vec::new(),
        chosen: None,
        failure: None,
    }
}

fn timed(choices: &[LoopChoice], gain: f64) -> TunedCandidate {
    TunedCandidate {
        choices: choices.to_vec(),
        against_no_pragma: Some(around(gain)),
        against_as_written: None,
        relative_times: vec![1.0 / gain; 3],
        selecting_times: Vec::new(),
        is_finalist: false,
        rounds_differently: false,
        build_time: Some(Duration::from_millis(250)),
        resources: Vec::new(),
        failure: None,
    }
}

fn finalist(choices: &[LoopChoice], gain: f64, against_as_written: f64, log: &str) -> TunedCandidate {
    let of_kernel = |private, log: &str| KernelResources {
        private: Some(private),
        local: Some(512),
        largest_group: None,
        binary: Some(4096),
        log: log.to_owned(),
    };
    TunedCandidate {
        against_as_written: Some(around(against_as_written)),
        is_finalist: true,
        rounds_differently: true,
        resources: vec![of_kernel(32, ""), of_kernel(64, log)],
        ..timed(choices, gain)
    }
}

fn failed(choices: &[LoopChoice], is_built: bool, failure: TrialFailure) -> TunedCandidate {
    TunedCandidate {
        against_no_pragma: None,
        relative_times: Vec::new(),
        build_time: is_built.then_some(Duration::from_millis(250)),
        failure: Some(failure),
        ..timed(choices, 1.0)
    }
}

fn around(median: f64) -> Estimate {
    Estimate { median, low: median * 0.875, high: median * 1.125 }
}
