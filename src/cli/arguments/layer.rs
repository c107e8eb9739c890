//! `clunroll layer`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Rewrite the kernels of a program that stays as it is
///
/// The layer is a library that the loader, libOpenCL.so.1, puts between a program and its OpenCL driver. It unrolls loops in the sources
/// that the program builds.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct LayerArguments {
    #[command(subcommand)]
    pub(in crate::cli) command: LayerCommand,
}

/// What to do with the layer.
#[derive(Clone, Debug, Subcommand)]
#[expect(clippy::doc_markdown, reason = "these comments are the help text")]
pub(in crate::cli) enum LayerCommand {
    /// Run a program with the layer
    Run {
        /// The library of the layer [default: libclunroll_layer.so beside clunroll, or in ../lib]
        #[arg(long, value_name = "FILE")]
        library: Option<PathBuf>,
        /// Report one line for each program that is built, to this file; - is standard error
        #[arg(long, value_name = "FILE")]
        log: Option<PathBuf>,
        /// Write the sources before and after, and their difference, to this folder
        #[arg(long, value_name = "DIR")]
        dump: Option<PathBuf>,
        /// Use what `clunroll tune` found for the device, from this profile
        #[arg(long, value_name = "FILE")]
        profile: Option<PathBuf>,
        /// Verify each rewritten program before it is built, as `clunroll --verify=run` does; build the original if it cannot be verified
        #[arg(long)]
        verify: bool,
        /// Record the kernels that run in this new folder, for `clunroll tune --recording`: sources, build options and data
        #[arg(long, value_name = "DIR")]
        record: Option<PathBuf>,
        /// by-launch: build kernels with `restrict` too, and launch these where no two buffers share memory [default: off]
        #[arg(long, value_name = "WHEN", value_parser = ["by-launch", "off"])]
        aliasing: Option<String>,
        /// The program and its arguments
        #[arg(value_name = "PROGRAM", required = true, last = true)]
        program: Vec<OsString>,
    },
    /// Say which loader there is, and whether it loads the layer
    Status {
        /// The library of the layer [default: libclunroll_layer.so beside clunroll, or in ../lib]
        #[arg(long, value_name = "FILE")]
        library: Option<PathBuf>,
        /// The loader to look at, such as one inside of a Python package [default: the system's libOpenCL.so.1]
        #[arg(long, value_name = "FILE")]
        loader: Option<PathBuf>,
    },
    /// Name the layer to loaders that read a folder of layers; it then rewrites for the programs that you turn on
    Install {
        /// The library of the layer [default: libclunroll_layer.so beside clunroll, or in ../lib]
        #[arg(long, value_name = "FILE")]
        library: Option<PathBuf>,
        /// The folder [default: the one that OPENCL_LAYER_PATH names]
        #[arg(long, value_name = "DIR")]
        folder: Option<PathBuf>,
    },
    /// Undo `install`
    Uninstall {
        /// The folder [default: the one that OPENCL_LAYER_PATH names]
        #[arg(long, value_name = "DIR")]
        folder: Option<PathBuf>,
    },
}
