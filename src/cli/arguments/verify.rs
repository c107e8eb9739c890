//! `--verify`, and `clunroll verify`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::SettingsArguments;
use crate::verify::{VerificationLevel, VerificationTool};

/// How long a launch may take, unless it is said.
const PATIENCE: Duration = Duration::from_secs(10);

/// How verification is done.
#[derive(Args, Clone, Debug, Default)]
pub(in crate::cli) struct VerificationArguments {
    /// What verifies: `clang`, `opencl`, `opencl:NAME` for a device by its name, or the PATH of a compiler
    ///
    /// By default clang builds, or OpenCL where there is no clang; kernels are run on the first OpenCL device that is a CPU.
    /// NAME is a part of the name of the device or of its platform, and need be no CPU. A compiler that is named has to
    /// take clang's options.
    #[arg(long = "verify-with", value_name = "TOOL", value_parser = tool, help_heading = "Verification")]
    pub(in crate::cli) with: Option<VerificationTool>,

    /// How long a launch of a kernel may take, and a build ten times as long [default: 10]
    #[arg(long = "verify-timeout", value_name = "SECONDS", value_parser = seconds, help_heading = "Verification")]
    pub(in crate::cli) timeout: Option<Duration>,

    /// Count what cannot be verified as failed
    #[arg(long = "verify-strict", help_heading = "Verification")]
    pub(in crate::cli) strict: bool,
}

impl VerificationArguments {
    /// How long a launch may take.
    pub(in crate::cli) fn patience(&self) -> Duration {
        self.timeout.unwrap_or(PATIENCE)
    }

    /// An option that says how, where one stands.
    pub(in crate::cli) fn any(&self) -> Option<&'static str> {
        let options = [
            (self.with.is_some(), "--verify-with"),
            (self.timeout.is_some(), "--verify-timeout"),
            (self.strict, "--verify-strict"),
        ];
        options.into_iter().find(|(is_there, _)| *is_there).map(|(_, option)| option)
    }
}

/// Compare a source with a rewritten one: whether both build, and compute the same
///
/// It is what --verify does with what clunroll writes, for two files that are there. Equal files are the same.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXIT_STATUS)]
pub(in crate::cli) struct VerifyArguments {
    /// The source as it was; `-` is standard input
    #[arg(value_name = "ORIGINAL")]
    pub(in crate::cli) original: PathBuf,

    /// What became of it
    #[arg(value_name = "REWRITTEN")]
    pub(in crate::cli) rewritten: PathBuf,

    /// Also run the kernels of both on made-up arguments, and compare what they leave in memory
    ///
    /// The arguments may not enter every loop: that no difference is found is not a proof.
    #[arg(long)]
    pub(in crate::cli) run: bool,

    #[command(flatten)]
    pub(in crate::cli) verification: VerificationArguments,

    #[command(flatten)]
    pub(in crate::cli) settings: SettingsArguments,

    /// Say only what failed
    #[arg(short, long)]
    pub(in crate::cli) quiet: bool,
}

const EXIT_STATUS: &str = "\
Exit status:
  0  no difference was found; what could not be compared is none
  1  one of them builds and the other does not, or they compute something else; with
     --verify-strict, or something could not be compared
  2  it could not run: no such file, no compiler, no device, wrong arguments";

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
        Some(("opencl", "")) => Err("behind `opencl:` stands a part of a device's name".to_owned()),
        Some(("opencl", name)) => Ok(VerificationTool::OpenCl(Some(name.to_owned()))),
        _ if text == "opencl" => Ok(VerificationTool::OpenCl(None)),
        _ if text.is_empty() => Err("it is `clang`, `opencl`, `opencl:NAME`, or a compiler's path".to_owned()),
        _ => Ok(VerificationTool::Clang(OsString::from(text))),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "it is a number of seconds above 0, as `10` or `0.5`".to_owned())
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
