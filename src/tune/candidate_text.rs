//! The text of a configuration.
//!
//! The requests of the source are replaced by the choices, and clunroll rewrites the result as it would rewrite a file, with the user's
//! options. If clunroll writes none of the loops, it has nothing to do: the text is the source with other pragmas.

use std::sync::Arc;

use clunroll::Outcome;
use clunroll_core::{EngineSession, Options};
use clunroll_files::batch;
use clunroll_files::failure::Failure;
use clunroll_files::includes::FileIncludes;

use super::choice::Choice;
use super::request_point::{RequestPoint, edited};

/// A source that is tuned.
pub(crate) struct TunedSource {
    pub(crate) bytes: Arc<[u8]>,
    pub(crate) options: Options,
    pub(crate) includes: FileIncludes,
    session: EngineSession,
}

impl TunedSource {
    pub(crate) fn new(bytes: Vec<u8>, options: Options, includes: FileIncludes) -> Self {
        Self { bytes: bytes.into(), options, includes, session: EngineSession::new() }
    }

    /// What clunroll does with a text in place of the source.
    pub(crate) fn rewritten(&self, text: Vec<u8>) -> Result<Outcome, Failure> {
        let rewritten = batch::rewrite(&self.session, &text.into(), &self.options, self.includes.clone())?;
        Ok(rewritten.outcome)
    }

    /// The source with these choices, as its author would write it.
    pub(crate) fn edited<'p>(&self, choices: impl Iterator<Item = (&'p RequestPoint, Choice)> + Clone) -> Vec<u8> {
        let is_rewritten = choices.clone().any(|(_, choice)| choice.is_written());
        edited(&self.bytes, choices, is_rewritten)
    }

    /// The text for the compiler with these choices.
    pub(crate) fn text<'p>(
        &self,
        choices: impl Iterator<Item = (&'p RequestPoint, Choice)> + Clone,
    ) -> Result<Vec<u8>, Failure> {
        let is_rewritten = choices.clone().any(|(_, choice)| choice.is_written());
        let edited = self.edited(choices);
        if is_rewritten { Ok(self.rewritten(edited)?.text) } else { Ok(edited) }
    }
}
