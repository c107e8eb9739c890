//! The arguments as they are typed.
//!
//! No path is resolved here: [`clunroll_files`] does that. Options that a configuration may also set are in `settings`; each is given or
//! not, so that it is known which of the two decides. The help text is part of the interface; docs/use.md and docs/lint.md repeat its
//! options, and a test compares them.
//!
//! - `rewrite`: the program without a subcommand, which rewrites.
//! - `check`: `clunroll check`.
//! - `settings`: options about the final compile, for both; `typed` makes options of the library's table of settings.
//! - `rules`: which rules are on.
//! - `verify`: `--verify` and `clunroll verify`; `launch`: how these launch kernels.
//! - `tune`: `clunroll tune`, and `tune_reports`: where its results go.
//! - `server`: `clunroll server`; `layer`: `clunroll layer`; `recording`: `clunroll recording`.
//! - `offered`: values that shells complete.
//! - `about`: the subcommands that describe the program itself: `explain`, `rules`, `completions`, `man`.

mod about;
mod check;
mod launch;
mod layer;
pub(super) mod macros;
mod offered;
mod recording;
mod rewrite;
mod rules;
mod server;
mod settings;
mod tune;
mod tune_reports;
mod typed;
mod verify;

use clap::{Parser, Subcommand};

pub(super) use self::about::{CompletionsArguments, ExplainArguments, ManArguments, RulesArguments, RulesFormat};
pub(super) use self::check::CheckArguments;
pub(super) use self::layer::{LayerArguments, LayerCommand};
pub(super) use self::recording::{RecordingArguments, RecordingCommand};
pub(super) use self::rewrite::RewriteArguments;
pub(super) use self::rules::RuleArguments;
pub(super) use self::server::ServerArguments;
pub(super) use self::settings::{SettingsArguments, build_option};
pub(super) use self::tune::TuneArguments;
pub(super) use self::tune_reports::TuneReportArguments;
pub(super) use self::verify::{VerificationArguments, VerifyArguments};

/// Unroll the OpenCL C loops that request it with `#pragma unroll`
///
/// Reads OpenCL C, checks each `#pragma unroll [N]` against the extension cl_nv_pragma_unroll, and writes the
/// same source with those loops unrolled. Everything else stays the same, byte for byte.
#[derive(Clone, Debug, Parser)]
#[expect(clippy::doc_markdown, reason = "these comments are the help text")]
#[command(name = "clunroll", version, max_term_width = 100, override_usage = USAGE, after_long_help = EXIT_STATUS)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Option<Command>,

    #[command(flatten)]
    pub(super) rewrite: RewriteArguments,
}

/// What the program does besides rewriting.
#[derive(Clone, Debug, Subcommand)]
pub(super) enum Command {
    Check(Box<CheckArguments>),
    Verify(Box<VerifyArguments>),
    Tune(Box<TuneArguments>),
    Server(Box<ServerArguments>),
    Layer(LayerArguments),
    Recording(RecordingArguments),
    Explain(ExplainArguments),
    Rules(RulesArguments),
    Completions(CompletionsArguments),
    // Packagers use it; the list of commands fits on one screen.
    #[command(hide = true)]
    Man(ManArguments),
}

const USAGE: &str = "\
clunroll [OPTIONS] <INPUT> [-o <OUTPUT>]
       clunroll [OPTIONS] <INPUT>... <--out-dir <DIR>|--in-place|--diff>
       clunroll <COMMAND>";

const EXIT_STATUS: &str = "\
Exit status:
  0  the output was written; with --diff, nothing would change
  1  the source contains invalid pragmas, or something that --deny makes
     an error, and no output was written (unless --keep-going);
     or the verification failed, and no output was written;
     or with --diff, something would change
  2  clunroll could not run: a missing file, a NUL byte in a file, an output
     that cannot be written, wrong arguments, or an invalid clunroll.toml

To name a file that has the name of a command, write ./check.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }
}
