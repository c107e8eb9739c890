//! How `--verify=run` and `clunroll verify --run` launch kernels.

use std::path::PathBuf;

use clap::Args;
use clunroll_opencl::description::{Description, GivenArgument, read_argument, read_size};

use crate::verify::described::LaunchOptions;
use clunroll_files::failure::Failure;

/// How kernels are launched.
#[derive(Args, Clone, Debug, Default)]
pub(in crate::cli) struct LaunchArguments {
    /// Take the launches from FILE instead of from `kernel.launch.toml` beside `kernel.cl`
    ///
    /// FILE is a launch description in TOML, or Kernel Tuner's T1 if its name ends in `.json`. What a description leaves out
    /// is made up. docs/verify.md describes the format.
    #[arg(long = "launch", value_name = "FILE", help_heading = "Launches", hide_short_help = true)]
    file: Option<PathBuf>,

    /// The kernel that --global, --local and --arg are for; needed if there are several
    #[arg(long, value_name = "NAME", help_heading = "Launches", hide_short_help = true)]
    kernel: Option<String>,

    #[command(flatten)]
    shape: LaunchShape,

    /// Launch only the kernels of this NAME; repeat the option for others
    #[arg(long, value_name = "KERNEL", help_heading = "Launches", hide_short_help = true)]
    only: Vec<String>,

    /// Give kernels that have a launch description no other launches
    ///
    /// Without this option, other values of integer arguments are tried too, where the described ones leave a written test of an
    /// unrolled loop true, or false, all the time.
    #[arg(long = "verify-described-only", help_heading = "Launches", hide_short_help = true)]
    described_only: bool,

    /// Print launches to edit as a launch description: those that were described, and one that was made up
    #[arg(long = "print-launch", help_heading = "Launches", hide_short_help = true)]
    print: bool,
}

/// The parts of a launch that options describe.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct LaunchShape {
    /// Work-items in each dimension, such as 2048x2048
    #[arg(long, value_name = "SIZE", value_parser = read_size, help_heading = "Launches", hide_short_help = true)]
    global: Option<ItemSizes>,

    /// Work-items of a work-group in each dimension, such as 16x16
    #[arg(long, value_name = "SIZE", value_parser = read_size, help_heading = "Launches", hide_short_help = true)]
    local: Option<ItemSizes>,

    /// Pass VALUE for the parameter NAME, such as width=17, or 'a={ size = 4096, value = 0 }'
    ///
    /// VALUE is what a launch description has after the name. Repeat the option for other parameters.
    #[arg(long = "arg", value_name = "NAME=VALUE", value_parser = read_argument, help_heading = "Launches", hide_short_help = true)]
    arguments: Vec<GivenArgument>,
}

/// A type of its own, so that clap does not take it for a list of values.
type ItemSizes = Vec<usize>;

impl LaunchShape {
    /// The first of these options that was given.
    fn first(&self) -> Option<&'static str> {
        let options = [
            (self.global.is_some(), "--global"),
            (self.local.is_some(), "--local"),
            (!self.arguments.is_empty(), "--arg"),
        ];
        options.into_iter().find(|(is_there, _)| *is_there).map(|(_, option)| option)
    }

    /// The description by these options, at the place of an option; none without that.
    fn at(&self, place: Option<&str>, kernel: Option<&String>) -> Result<Option<Description>, Failure> {
        if let (Some(global), Some(local)) = (&self.global, &self.local)
            && global.len() != local.len()
        {
            let (global, local) = (global.len(), local.len());
            return Err(Failure::new(format!("--global has {global} sizes, but --local has {local}")));
        }
        Ok(place.map(|place| Description {
            place: place.to_owned(),
            kernel: kernel.cloned(),
            global: self.global.clone(),
            local: self.local.clone(),
            arguments: self.arguments.clone(),
            runs: None,
            nanoseconds: None,
        }))
    }

    /// The description by these options, if one of them was given.
    pub(super) fn description(&self, kernel: Option<&String>) -> Result<Option<Description>, Failure> {
        self.at(self.first(), kernel)
    }
}

impl LaunchArguments {
    /// The options about launches that were typed.
    pub(in crate::cli) fn options(&self) -> Result<LaunchOptions, Failure> {
        Ok(LaunchOptions {
            file: self.file.clone(),
            recorded: None,
            description: self.shape.at(self.any_of_launch(), self.kernel.as_ref())?,
            only: self.only.clone(),
            only_option: "--only",
            described_only: self.described_only,
            shows_progress: false,
        })
    }

    /// The first option about the launch that was given.
    fn any_of_launch(&self) -> Option<&'static str> {
        if self.kernel.is_some() { Some("--kernel") } else { self.shape.first() }
    }

    /// Whether to print launches.
    pub(in crate::cli) const fn prints(&self) -> bool {
        self.print
    }

    /// An option about the launches of one source, if one was given.
    pub(in crate::cli) fn about_one_source(&self) -> Option<&'static str> {
        let others = [(self.file.is_some(), "--launch"), (!self.only.is_empty(), "--only")];
        let other = others.into_iter().find(|(is_there, _)| *is_there).map(|(_, option)| option);
        other.or_else(|| self.any_of_launch())
    }

    /// Any of these options, if one was given.
    pub(in crate::cli) fn any(&self) -> Option<&'static str> {
        let others = [(self.described_only, "--verify-described-only"), (self.print, "--print-launch")];
        let other = others.into_iter().find(|(is_there, _)| *is_there).map(|(_, option)| option);
        self.about_one_source().or(other)
    }
}
