//! A program cannot see the layer, apart from what its kernels look like to the driver.

use super::session::{LayerSession, is_waived};

/// Everything that was made is released.
pub const BALANCED: &str = "left: 0 programs, 0 kernels; made: some;";

/// The scene prints the same with the layer; returns its log.
#[track_caller]
fn same(scene: &[&str], variables: &[(&str, &str)]) -> String {
    let seen = LayerSession::new().with(scene, variables);
    assert_eq!(seen.printed, LayerSession::without(scene, variables), "{}", seen.log);
    assert!(seen.report.starts_with(BALANCED), "{}", seen.report);
    assert!(!seen.log.contains("bug"), "{}", seen.log);
    seen.log
}

#[test]
fn queries_are_answered_as_for_the_original() {
    if !is_waived() {
        let log = same(&["queries"], &[]);
        assert!(log.contains("options \"-DN=4\": unrolled lines 2, 6; "), "{log}");
    }
}

#[test]
fn a_kernel_keeps_its_program() {
    if !is_waived() {
        assert!(same(&["lives"], &[]).contains("options \"-DN=5\": unrolled lines 2, 6; "));
    }
}

#[test]
fn a_program_can_be_built_again() {
    if !is_waived() {
        let log = same(&["rebuild"], &[]);
        assert_eq!(log.matches("unrolled lines 2, 6; ").count(), 5, "{log}");
    }
}

#[test]
fn the_log_is_not_kept_open() {
    if !is_waived() {
        let log = same(&["descriptors"], &[]);
        assert!(log.contains("unrolled lines 2, 6; "), "{log}");
    }
}

#[test]
fn errors_are_those_of_the_original() {
    if !is_waived() {
        let log = same(&["errors"], &[]);
        assert!(log.contains("(-11), so the original is built: "), "{log}");
    }
}

#[test]
fn a_source_may_have_several_strings() {
    if !is_waived() {
        assert!(same(&["parts"], &[]).contains(" 99 bytes, options \"-DN=3\": unrolled line 2; "));
    }
}

#[test]
fn compiled_programs_are_linked() {
    if !is_waived() {
        let log = same(&["linked"], &[]);
        assert!(log.contains("options \"-DN=4\": unrolled line 3; ") && log.contains("linked rewritten"), "{log}");
    }
}

#[test]
fn devices_with_other_options_get_the_original() {
    if !is_waived() {
        let log = same(&["each-device"], &[("POCL_DEVICES", "basic pthread")]);
        assert_eq!(log.matches("not used: other devices have another source").count(), 1, "{log}");
        assert_eq!(log.matches("\"-DN=3\": unrolled lines 2, 6; not").count(), 1, "{log}");
        assert_eq!(log.matches("\"-DN=3\": unrolled lines 2, 6; ").count(), 3, "{log}");
    }
}

/// There is no second program, and the time of the layer is small.
#[test]
fn a_program_without_requests_passes() {
    if is_waived() {
        return;
    }
    assert!(same(&["plain"], &[]).contains("\"-DN=4\": no request; "));
    let log = LayerSession::new().with(&["cost"], &[]).log;
    let times: Vec<f64> = log
        .lines()
        .filter_map(|line| line.split_once(" of 102400 bytes, options \"-DN=4\": no request; ")?.1.strip_suffix(" ms"))
        .map(|time| time.parse().unwrap())
        .collect();
    assert_eq!(times.len(), 30, "{log}");
    // Without optimisation, searching takes ten times as long.
    let most = if cfg!(debug_assertions) { 10.0 } else { 1.0 };
    let least = times.iter().copied().fold(f64::INFINITY, f64::min);
    assert!(least < most, "{times:?}");
}

#[test]
fn eight_threads_build_and_release() {
    if !is_waived() {
        let log = same(&["threads", "15"], &[]);
        assert_eq!(log.matches("unrolled lines 2, 6; ").count(), 90, "{log}");
    }
}

#[test]
fn a_child_can_use_the_layer() {
    if !is_waived() {
        same(&["forks"], &[]);
    }
}
