//! Many sources in one run: the list of sources, the places of their outputs, and the headers that are copied along.
//!
//! The program and the library's `build` both go through three steps. The [`BatchPlan`] lists the sources and the place of each
//! output; then each source is rewritten ([`rewrite()`]); and when all have been read, [`BatchPlan::layout`] lists the files to
//! write, or the reason why none may be written. So a conflict of places is known before the first byte is written.
//!
//! A folder's output has to be usable in its place. So headers that were included, and that are in the folder that was named, are
//! copied to the same place in the output. And a source that was found in a folder and that another source includes is a part of
//! that one: it is copied unchanged, since its meaning depends on the macros of the file that includes it, and facts about the file
//! alone need not hold there.

mod layout;
mod marker;
mod plan;

use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use self::layout::OutputLayout;
pub use self::plan::BatchPlan;
pub use self::plan::SourceJob;
use crate::failure::Failure;
use crate::includes::FileIncludes;
use crate::{input, output};
use clunroll_core::{Options, Session};
use clunroll_report::Outcome;

/// One source that has been rewritten.
#[derive(Debug)]
pub struct RewrittenSource {
    /// The outcome of the job.
    pub outcome: Outcome,
    /// The files that it includes, as far as they were read.
    pub read: Vec<PathBuf>,
}

/// Copies a file that is not rewritten.
///
/// # Errors
///
/// If one cannot be read or the other cannot be written.
pub fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    output::write_file(to, &input::read(from)?)
}

/// Rewrites a source.
///
/// # Errors
///
/// If the system gives no thread to work on, or clunroll itself fails.
pub fn rewrite(
    session: &Session,
    source: &Arc<[u8]>,
    options: &Options,
    mut includes: FileIncludes,
) -> Result<RewrittenSource, Failure> {
    let outcome = Outcome::of(session.unroll_shared(source, options, &mut includes));
    if !outcome.is_complete {
        return Err(Failure::incomplete(&options.name));
    }
    Ok(RewrittenSource { outcome, read: includes.files_read().to_vec() })
}
