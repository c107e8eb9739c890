//! Many sources in one run: which they are, where their outputs go, and what else has to lie there.
//!
//! The program and the library's `build` both go through three steps. The [`BatchPlan`] says which sources there are and where each
//! is to go; then each is rewritten by itself ([`rewrite()`]); and when all have been read, [`BatchPlan::layout`] says what is to
//! be written, or why nothing may be. So a mistake in what goes where is known before the first byte is written.
//!
//! A folder's output has to be usable in its place. So headers that were included, and that lie in the folder that was
//! named, are copied to the same place in the output. And a source that was found in a folder and that another source
//! includes is a part of that one: it is copied as it is written, since what it says depends on the macros of the file
//! that includes it, and what holds for it alone need not hold there.

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
use clunroll_core::{EngineSession, Options};
use clunroll_report::{Outcome, in_words};

/// One source that has been rewritten.
#[derive(Debug)]
pub struct RewrittenSource {
    /// What came of it.
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
/// If the outcome has a [`Fault`](clunroll_core::Fault).
pub fn rewrite(
    session: &EngineSession,
    source: &Arc<[u8]>,
    options: &Options,
    mut includes: FileIncludes,
) -> Result<RewrittenSource, Failure> {
    let outcome = in_words(session.unroll_shared(source, options, &mut includes));
    if let Some(fault) = &outcome.fault {
        return Err(Failure::of_fault(options.get_name(), fault));
    }
    Ok(RewrittenSource { outcome, read: includes.files_read().to_vec() })
}
