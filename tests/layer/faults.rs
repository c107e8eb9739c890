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
