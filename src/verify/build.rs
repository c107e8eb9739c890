//! Compares the builds of two texts, for all compilers.
//!
//! A compiler that crashes or does not end says nothing about a text. If it does so on the original, there is nothing to compare with. If
//! it accepts the original and crashes on the output, that is a difference, since the output cannot be used. A build that takes too long
//! counts as a difference only if the original took a small part of that time.

use std::fmt::Write;
use std::time::Duration;

use clunroll_files::failure::printable_name;
use clunroll_report::verdict::Verdict;

/// How many lines of a log are shown, and how many characters of each.
const LINES: usize = 12;
const WIDTH: usize = 200;

/// How many times as long as the original the output must take, so that this counts as a difference.
pub(super) const MUCH: u32 = 4;

/// How many times as long as a launch a build may take.
pub(crate) const BUILD: u32 = 10;

/// One of the two texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub(super) enum Which {
    Original,
    Rewritten,
}

/// How a build of one text ended.
#[derive(Clone, Debug)]
pub(super) enum BuildResult {
    /// The compiler built it in this time.
    Well(Duration),
    /// The compiler refused it, with this log.
    Refused(String),
    /// The compiler failed in this way, such as by a crash.
    Broken(String),
    /// It was ended at its time limit.
    Endless,
}

/// The verdict of two builds, and the compiler's messages.
pub(super) fn judge(original: &BuildResult, rewritten: &BuildResult, limit: Duration) -> (Verdict, String) {
    let seconds = limit.as_secs_f64();
    let different = |how: String| Verdict::Different(how);
    match (original, rewritten) {
        (BuildResult::Well(_), BuildResult::Well(_)) => (Verdict::Same, String::new()),
        (BuildResult::Well(_), BuildResult::Refused(log)) => {
            // Both texts have the source's name, so that `__FILE__` is the same, and the log must say which one it is about.
            let log = format!("  | in the output:\n{}", excerpt(log));
            (different("the original builds, but the output does not".to_owned()), log)
        }
        (BuildResult::Well(_), BuildResult::Broken(how)) => {
            (different(format!("the compiler {how} on the output, but builds the original")), String::new())
        }
        (BuildResult::Well(time), BuildResult::Endless) if *time * MUCH < limit => {
            let time = time.as_secs_f64();
            (
                different(format!(
                    "the output takes more than {seconds} s to build, but the original takes {time:.1} s"
                )),
                String::new(),
            )
        }
        // Some compilers refuse a label between a pragma and its loop, and the output no longer has that pragma.
        (BuildResult::Refused(log), BuildResult::Well(_)) => {
            (Verdict::NotVerified("the output builds, but the original does not".to_owned()), excerpt(log))
        }
        (BuildResult::Refused(log), BuildResult::Refused(_)) => {
            (Verdict::NotVerified("neither the original nor the output builds".to_owned()), excerpt(log))
        }
        (BuildResult::Refused(log), _) => {
            (Verdict::NotVerified("the original does not build".to_owned()), excerpt(log))
        }
        (BuildResult::Broken(how), _) => {
            (Verdict::NotVerified(format!("the compiler {how} on the original")), String::new())
        }
        (BuildResult::Endless, _) | (BuildResult::Well(_), BuildResult::Endless) => {
            (Verdict::NotVerified(format!("the build takes more than {seconds} s (--verify-timeout)")), String::new())
        }
    }
}

/// The first lines of a compiler's log, indented.
fn excerpt(log: &str) -> String {
    let mut text = String::new();
    let mut lines = log.lines().map(str::trim_end).filter(|line| !line.is_empty());
    for line in lines.by_ref().take(LINES) {
        let line: String = printable_name(line).chars().take(WIDTH).collect();
        let _ = writeln!(text, "  | {line}");
    }
    let more = lines.count();
    if more > 0 {
        let _ = writeln!(text, "  | … {more} more lines");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_built_can_be_the_same() {
        let limit = Duration::from_secs(8);
        let well = || BuildResult::Well(Duration::from_secs(1));
        let slow = || BuildResult::Well(Duration::from_secs(7));
        let refused = || BuildResult::Refused("error: no\n\nmore\n".to_owned());
        let broken = || BuildResult::Broken("crashed".to_owned());
        let word = |original: &BuildResult, rewritten: &BuildResult| match judge(original, rewritten, limit).0 {
            Verdict::Same => "same",
            Verdict::NotVerified(_) => "not verified",
            Verdict::Different(_) => "different",
        };
        assert_eq!(word(&well(), &well()), "same");
        for rewritten in [refused(), broken(), BuildResult::Endless] {
            assert_eq!(word(&well(), &rewritten), "different");
            for original in [refused(), broken(), BuildResult::Endless] {
                assert_eq!(word(&original, &rewritten), "not verified");
            }
        }
        assert_eq!(word(&slow(), &BuildResult::Endless), "not verified");
        assert_eq!(word(&refused(), &well()), "not verified");
        assert_eq!(word(&broken(), &well()), "not verified");
        assert_eq!(judge(&refused(), &well(), limit).1, "  | error: no\n  | more\n");
    }

    #[test]
    fn a_long_log_is_cut() {
        let log = format!("{}\n", "x\u{1b}".repeat(300)).repeat(LINES + 2);
        let text = excerpt(&log);
        assert_eq!(text.lines().count(), LINES + 1);
        assert!(text.ends_with("… 2 more lines\n") && !text.contains('\u{1b}'));
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH + 4));
    }
}
