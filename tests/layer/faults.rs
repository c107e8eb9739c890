//! A driver that refuses rewritten sources, or fails at random.

use super::answers::BALANCED;
use super::session::{LayerSession, is_waived};

/// Rewritten sources have it, and the sources of the program have not.
const REWRITTEN: (&str, &str) = ("BELOW_REFUSES", "int i = 1;");

#[test]
fn a_refused_source_is_replaced_by_the_original() {
    if is_waived() {
        return;
    }
    for (scene, refused) in [("queries", 1), ("lives", 1), ("rebuild", 5), ("linked", 1)] {
        let seen = LayerSession::new().with(&[scene], &[REWRITTEN]);
        assert_eq!(seen.printed, LayerSession::without(&[scene], &[]), "{scene}: {}", seen.log);
        assert!(seen.report.starts_with(BALANCED), "{scene}: {}", seen.report);
        let count = seen.log.matches(", so the original is built").count();
        assert_eq!(count, refused, "{scene}: {}", seen.log);
    }
}

#[test]
fn a_header_without_a_source_leaves_the_original() {
    if is_waived() {
        return;
    }
    let seen = LayerSession::new().with(&["linked"], &[("BELOW_HIDES", "#define COUNT N")]);
    assert_eq!(seen.printed, LayerSession::without(&["linked"], &[]));
    assert!(seen.report.starts_with(BALANCED), "{}", seen.report);
    assert!(seen.log.contains("\"-DN=4\": not rewritten: a header has no source; "), "{}", seen.log);
}

#[test]
fn a_refused_link_is_repeated_with_the_originals() {
    if is_waived() {
        return;
    }
    let seen = LayerSession::new().with(&["linked"], &[("BELOW_REFUSES_LINK", "1")]);
    assert_eq!(seen.printed, LayerSession::without(&["linked"], &[]));
    assert!(seen.report.starts_with(BALANCED), "{}", seen.report);
    assert!(seen.log.contains("so the originals are linked"), "{}", seen.log);
}

/// Every fourth call fails, from eight threads. All results are right, and nothing is left.
#[test]
fn random_failures_leave_nothing() {
    if is_waived() {
        return;
    }
    for seed in ["1", "2", "3"] {
        let seen = LayerSession::new().with(&["threads", "12"], &[("BELOW_RANDOM", seed)]);
        assert_eq!(seen.printed, "wrong: 0\n", "seed {seed}");
        assert!(seen.report.starts_with(BALANCED), "seed {seed}: {}", seen.report);
        assert!(!seen.log.contains("bug"), "seed {seed}: {}", seen.log);
    }
}

/// The numbers of programs and of KiB in the middle and at the end of a run of eight threads.
fn growth(seen: &super::session::Seen) -> (f64, f64) {
    let line = |line: &str| -> Option<(f64, f64)> {
        let (programs, memory) = line.strip_suffix(" KiB")?.split_once(" programs, ")?;
        Some((programs.parse().ok()?, memory.parse().ok()?))
    };
    let lines: Vec<_> = seen.said.lines().filter_map(line).collect();
    let [(before, least), (after, most)] = lines[..] else { panic!("{}", seen.said) };
    (after - before, most - least)
}

/// Eight threads build and release programs. After the first half, the process needs no more memory than without the layer, with and
/// without faults of the driver. `CLUNROLL_LAYER_SECONDS` says how long each of the four runs takes. In the first seconds, the driver
/// itself takes more memory from program to program, so only long runs are compared.
#[test]
fn memory_does_not_grow() {
    if is_waived() {
        return;
    }
    let seconds = std::env::var("CLUNROLL_LAYER_SECONDS").unwrap_or_else(|_| "4".to_owned());
    let is_long = seconds.parse::<u32>().expect("CLUNROLL_LAYER_SECONDS is a number") >= LONG;
    for seed in [None, Some("5")] {
        let mut variables = vec![("CLIENT_SECONDS", seconds.as_str())];
        variables.extend(seed.map(|seed| ("BELOW_RANDOM", seed)));
        let session = LayerSession::new();
        let without = session.with_faults(&["threads"], &variables);
        // The log would have a line for each program.
        variables.push(("CLUNROLL_LAYER_LOG", ""));
        let with = session.with(&["threads"], &variables);
        for seen in [&without, &with] {
            assert_eq!(seen.printed, "wrong: 0\n", "{seed:?}");
            assert!(seen.report.starts_with(BALANCED), "{seed:?}: {}", seen.report);
        }
        let ((some, alone), (others, layered)) = (growth(&without), growth(&with));
        eprintln!("{seed:?}: {some} programs, {alone} KiB more; with the layer {others} programs, {layered} KiB more");
        // What the driver itself keeps of each program counts for both.
        let allowed = alone.max(0.0) / some.max(1.0) * others + MOST_GROWTH;
        assert!(!is_long || layered <= allowed, "{seed:?}: {layered} KiB, and {allowed} without the layer");
    }
}

/// The seconds of a long run.
const LONG: u32 = 120;
/// The KiB by which memory may differ from run to run.
const MOST_GROWTH: f64 = 8192.0;
