//! `--verify`, and `clunroll verify`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::SettingsArguments;
use super::launch::LaunchArguments;
use crate::verify::{VerificationLevel, VerificationTool};

/// The default time limit of a launch.
const PATIENCE: Duration = Duration::from_secs(10);

/// How verification is done.
#[derive(Args, Clone, Debug, Default)]
pub(in crate::cli) struct VerificationArguments {
    /// What to verify with: `clang`, `opencl`, `opencl:NAME` for a device by its name, or the PATH of a compiler
    ///
    /// By default, clang builds, or OpenCL if there is no clang; kernels run on the first OpenCL device that is a CPU. NAME
    /// is part of the name of any device or of its platform. A compiler that you name must accept clang's options.
    #[arg(long = "verify-with", value_name = "TOOL", value_parser = tool, help_heading = "Verification", hide_short_help = true)]
    pub(in crate::cli) with: Option<VerificationTool>,

    /// Time limit for one kernel launch; a build may take ten times as long [default: 10]
    #[arg(long = "verify-timeout", value_name = "SECONDS", value_parser = seconds, help_heading = "Verification", hide_short_help = true)]
    pub(in crate::cli) timeout: Option<Duration>,

    /// Treat what cannot be verified as failed
    #[arg(long = "verify-strict", help_heading = "Verification", hide_short_help = true)]
    pub(in crate::cli) strict: bool,

    #[command(flatten)]
    pub(in crate::cli) launches: LaunchArguments,
}

impl VerificationArguments {
    /// The time limit of a launch.
    pub(in crate::cli) fn patience(&self) -> Duration {
        self.timeout.unwrap_or(PATIENCE)
    }

    /// An option about the way of verification, if one was given.
    pub(in crate::cli) fn any(&self) -> Option<&'static str> {
        let options = [
            (self.with.is_some(), "--verify-with"),
            (self.timeout.is_some(), "--verify-timeout"),
            (self.strict, "--verify-strict"),
        ];
        let option = options.into_iter().find(|(is_there, _)| *is_there).map(|(_, option)| option);
        option.or_else(|| self.launches.any())
    }
}

/// Compare a source with its rewritten form
///
/// Do both build, and compute the same? This does for two existing files what --verify does for clunroll's output. Identical files count as the same.
#[derive(Args, Clone, Debug)]
#[command(after_long_help = EXIT_STATUS)]
pub(in crate::cli) struct VerifyArguments {
    /// The original source; `-` is standard input
    #[arg(value_name = "ORIGINAL")]
    pub(in crate::cli) original: PathBuf,

    /// The rewritten source; `-` is standard input
    #[arg(value_name = "REWRITTEN")]
    pub(in crate::cli) rewritten: PathBuf,

    /// Also run the kernels of both, and compare the memory that they write
    ///
    /// A launch description says with which arguments; what it leaves out is made up. The launches may not enter every loop:
    /// finding no difference is not a proof.
    #[arg(long)]
    pub(in crate::cli) run: bool,

    #[command(flatten)]
    pub(in crate::cli) verification: VerificationArguments,

    #[command(flatten)]
    pub(in crate::cli) settings: SettingsArguments,

    /// Report only failures
    #[arg(short, long)]
    pub(in crate::cli) quiet: bool,
}

const EXIT_STATUS: &str = "\
Exit status:
  0  no difference was found, or something could not be compared
  1  only one of them builds, or they compute different results; with --verify-strict, also
     if something could not be compared
  2  clunroll could not run: a missing file, compiler or device, or wrong arguments";

impl ValueEnum for VerificationLevel {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Build, Self::Run]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            Self::Build => "build",
            Self::Run => "run",
        }))
    }
}

fn tool(text: &str) -> Result<VerificationTool, String> {
    match text.split_once(':') {
        Some(("opencl", "")) => Err("expected part of a device name after `opencl:`".to_owned()),
        Some(("opencl", name)) => Ok(VerificationTool::OpenCl(Some(name.to_owned()))),
        _ if text == "opencl" => Ok(VerificationTool::OpenCl(None)),
        _ if text.is_empty() => Err("expected `clang`, `opencl`, `opencl:NAME`, or the path of a compiler".to_owned()),
        _ => Ok(VerificationTool::Clang(OsString::from(text))),
    }
}

/// Reads a time in seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "expected a number of seconds above 0, such as `10` or `0.5`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_is_named_by_one_word() {
        let opencl = |name: &str| Ok(VerificationTool::OpenCl(Some(name.to_owned())));
        assert_eq!(tool("opencl"), Ok(VerificationTool::OpenCl(None)));
        assert_eq!(tool("opencl:Portable: CPU"), opencl("Portable: CPU"));
        for name in ["clang", "/opt/a:b/clang", "./opencl"] {
            assert_eq!(tool(name), Ok(VerificationTool::Clang(name.into())));
        }
        assert!(tool("opencl:").is_err() && tool("").is_err());
    }

    #[test]
    fn a_time_is_more_than_nothing() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for text in ["", "0", "-1", "1e99", "NaN", "inf", "1s"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
