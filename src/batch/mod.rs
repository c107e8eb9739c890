//! Many sources in one run: which they are, where their outputs go, and what else has to lie there.
//!
//! The program and [`crate::build`] both go through three steps. The [`BatchPlan`] says which sources there are and where each
//! is to go; then each is rewritten by itself ([`rewrite()`]); and when all have been read, [`BatchPlan::layout`] says what is to
//! be written, or why nothing may be. So a mistake in what goes where is known before the first byte is written.
//!
//! A folder's output has to be usable in its place. So headers that were included, and that lie in the folder that was
//! named, are copied to the same place in the output. And a source that was found in a folder and that another source
//! includes is a part of that one: it is copied as it is written, since what it says depends on the macros of the file
//! that includes it, and what holds for it alone need not hold there.

mod layout;
mod plan;

use std::path::{Path, PathBuf};
use std::sync::Arc;

#[cfg(feature = "cli")]
pub(crate) use self::layout::OutputLayout;
pub(crate) use self::plan::BatchPlan;
#[cfg(feature = "cli")]
pub(crate) use self::plan::SourceJob;
use crate::files::failure::Failure;
use crate::files::includes::FileIncludes;
use crate::files::{input, output};
use crate::{Options, Outcome, Session};

/// One source that has been rewritten.
#[derive(Debug)]
pub(crate) struct Rewritten {
    /// What came of it.
    pub(crate) outcome: Outcome,
    /// The files that it includes, as far as they were read.
    pub(crate) read: Vec<PathBuf>,
}

/// Copies a file that is not rewritten.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    output::write_file(to, &input::read(from)?)
}

/// Rewrites a source.
///
/// Fails where it cannot be worked on.
pub(crate) fn rewrite(
    session: &Session,
    source: &Arc<[u8]>,
    options: &Options,
    mut includes: FileIncludes,
) -> Result<Rewritten, Failure> {
    let outcome = session.unroll_shared(source, options, &mut includes);
    if !outcome.is_complete {
        return Err(Failure::incomplete(&options.name));
    }
    Ok(Rewritten { outcome, read: includes.files_read().to_vec() })
}
