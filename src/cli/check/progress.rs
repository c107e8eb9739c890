//! A line on a terminal that shows the progress of a long check.
//!
//! It appears after a second, since a shorter check needs none, and disappears at the end. It is on standard error, and only if that is a
//! terminal. All other output goes through [`CheckProgress::aside`], which removes the line for that time.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::terminal;

/// How long a check may take without the line.
const QUIET: Duration = Duration::from_secs(1);

/// The progress of a check.
#[derive(Debug)]
pub(super) struct CheckProgress {
    bar: ProgressBar,
    /// When to show it; `None` if it is already shown or never will be.
    shown_at: Option<Instant>,
}

impl CheckProgress {
    /// The progress of a check of so many files.
    pub(super) fn new(files: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(files as u64), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{bar:30} {pos} of {len} files").ok();
        let bar = bar.with_style(style.unwrap_or_else(ProgressStyle::default_bar).progress_chars("=> "));
        let shown_at = terminal::can_show_progress().then(|| Instant::now() + QUIET);
        Self { bar, shown_at }
    }

    /// Counts one more file as done.
    pub(super) fn advance(&mut self) {
        self.bar.inc(1);
        self.show_in_time();
    }

    /// Shows the line if its time has come.
    pub(super) fn show_in_time(&mut self) {
        if self.shown_at.is_some_and(|at| Instant::now() >= at) {
            self.shown_at = None;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.bar.tick();
        }
    }

    /// Prints `text`, if it is not empty, without the line.
    pub(super) fn aside(&self, text: &[u8], print: impl FnOnce(&[u8])) {
        if !text.is_empty() {
            self.bar.suspend(|| print(text));
        }
    }

    /// Removes the line for good.
    pub(super) fn end(&mut self) {
        self.shown_at = None;
        self.bar.finish_and_clear();
    }
}
