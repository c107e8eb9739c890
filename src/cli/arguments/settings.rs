//! What is known about the final compile, and how much may be written: for rewriting and for checking.
//!
//! Whatever a configuration may say too is an `Option`, or a flag that can only be turned on: what is typed decides.

use std::path::PathBuf;

use clap::Args;

use super::macros::MacroArguments;
use super::size;
use super::words::{Assumption, word};
use clunroll::{Forms, Guard, LoadsFirst, Remainder, Tune};
use oclc_syntax::host::LanguageVersion;

#[derive(Args, Clone, Debug)]
#[expect(clippy::doc_markdown, reason = "these comments are the help text")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that stands alone")]
pub(in crate::cli) struct SettingsArguments {
    #[command(flatten)]
    pub(in crate::cli) macros: MacroArguments,

    /// Search this folder for included files
    ///
    /// A file in quotes is first searched in the folder of the file that includes it. A file that is not found is not an
    /// error, but its definitions are unknown.
    #[arg(short = 'I', value_name = "DIR")]
    pub(in crate::cli) include_folders: Vec<PathBuf>,

    /// Read this file before the first line, like `#include "FILE"`
    #[arg(long = "include", value_name = "FILE")]
    pub(in crate::cli) forced_includes: Vec<String>,

    /// Treat -D and -U as final, and skip the run-time checks that depend on them
    ///
    /// If the final compile uses other values, the output may compute different results. Nothing is assumed about macros
    /// that neither option names.
    #[arg(long)]
    pub(in crate::cli) trust_defines: bool,

    /// The -cl-std of the final compile: CL1.0, CL1.1, CL1.2, CL2.0 or CL3.0
    ///
    /// Below CL2.0, all work-groups of a launch have the same size, so get_local_size is a constant in a kernel with
    /// reqd_work_group_size. From CL1.2 on, __OPENCL_C_VERSION__ is defined; the final compile still decides conditions on its
    /// value.
    #[arg(long = "cl-std", value_name = "VERSION", value_parser = word::<LanguageVersion>(), ignore_case = true, hide_possible_values = true)]
    pub(in crate::cli) language: Option<LanguageVersion>,

    /// An option of the final compile, for --verify; give one option at a time
    ///
    /// Write it as for clBuildProgram, such as -cl-mad-enable. It does not change the output.
    #[arg(long = "build-option", value_name = "OPT", allow_hyphen_values = true, value_parser = build_option)]
    pub(in crate::cli) build_options: Vec<String>,

    /// Assume that all work-groups of a launch have the same size, in every version of OpenCL C
    ///
    /// This is true if the final compile gets -cl-uniform-work-group-size, or if the host's global sizes are multiples of
    /// the work-group size. If work-groups at the edges are smaller, the output may compute different results.
    #[arg(long)]
    pub(in crate::cli) uniform_work_groups: bool,

    /// Promise what clunroll cannot see: `restrict`, no two buffer arguments of a kernel overlap
    ///
    /// The promise counts where the kernel writes one of the two. Pointer parameters of kernels get the word `restrict`, also in
    /// files without requests. A parameter for which the promise is not enough stays as written, and a note says why.
    #[arg(long, value_name = "PROMISE", value_parser = word::<Assumption>(), hide_possible_values = true)]
    pub(in crate::cli) assume: Vec<Assumption>,

    /// Provide the extension for compilers that lack it: treat cl_nv_pragma_unroll as defined
    ///
    /// Code under `#ifdef cl_nv_pragma_unroll` counts as compiled, and `#pragma OPENCL EXTENSION cl_nv_pragma_unroll :
    /// enable` is removed.
    #[arg(long)]
    pub(in crate::cli) provide_extension: bool,

    /// How to write the remainder of a main loop: `auto`, `loop`, `nested`, `switch` or `versions`
    ///
    /// `loop` is the author's loop, `nested` is nested tests, `switch` is one computed jump, and `versions` is one version of the
    /// loop, or of the nest around it, for each number of remaining iterations. For a single loop, write `#pragma clunroll
    /// remainder(...)` before it.
    #[arg(long, value_name = "FORM", value_parser = word::<Remainder>(), hide_possible_values = true)]
    pub(in crate::cli) remainder: Option<Remainder>,

    /// The kind of device to make the output fast on: `any`, `gpu` or `cpu`
    ///
    /// It chooses between forms that compute the same. By default, and with `any`, the forms are good on all devices. With
    /// `cpu`, the compiler may unroll main loops further.
    #[arg(long, value_name = "CLASS", value_parser = word::<Tune>(), hide_possible_values = true)]
    pub(in crate::cli) tune: Option<Tune>,

    /// How to write loops whose trip count a macro of the host decides: `preprocessor` or `tests` [default: preprocessor]
    ///
    /// With `preprocessor`, an `#if` compares the macro with the value that is known. The copies are in one branch, and the loop
    /// as written is in the other. With `tests`, the loop's own test is before each copy.
    #[arg(long, value_name = "FORM", value_parser = word::<Guard>(), hide_possible_values = true)]
    pub(in crate::cli) guard: Option<Guard>,

    /// Believe `#pragma ivdep` before a loop: its loads do not depend on the stores of other iterations
    ///
    /// Only loads that run first depend on it, with `--loads-first promised`. Compilers read less into this pragma than `#pragma
    /// clunroll independent` says, so a jam does not believe it.
    #[arg(long)]
    pub(in crate::cli) trust_ivdep: bool,

    /// Which loads of all copies run before their stores: `never`, `proven` or `promised` [default: proven]
    ///
    /// With `proven`, the source must show that no store changes what a load reads. With `promised`, a promise before the loop
    /// that its iterations are independent counts too.
    #[arg(long, value_name = "WHICH", value_parser = word::<LoadsFirst>(), hide_possible_values = true)]
    pub(in crate::cli) loads_first: Option<LoadsFirst>,

    /// Which forms loops may take: `all`, or `plain`, which keeps the order of all accesses [default: all]
    ///
    /// With `plain`, no nest is jammed, and no load runs before the stores of other copies.
    #[arg(long, value_name = "WHICH", value_parser = word::<Forms>(), hide_possible_values = true)]
    pub(in crate::cli) forms: Option<Forms>,

    /// How many values a jam, or loads that run first, may keep at once [default: 64]
    ///
    /// The number of values is an estimate. A nest that would keep more is not jammed, and a note says so. Loads stay where they
    /// are.
    #[arg(long, value_name = "VALUES")]
    pub(in crate::cli) max_live: Option<u32>,

    /// The largest number of copies for one loop [default: 1024]
    ///
    /// A loop that needs more is not unrolled, and a note says so.
    #[arg(long, value_name = "COPIES")]
    pub(in crate::cli) max_copies: Option<u32>,

    /// The bytes that a file may grow by, such as 64KiB or 2MiB, at most 64MiB [default: 1MiB]
    ///
    /// In a nest, the inner loops come first. A loop that would exceed the limit is not unrolled, and a note says so.
    #[arg(long, value_name = "BYTES", value_parser = size::growth)]
    pub(in crate::cli) max_growth: Option<u64>,

    /// Use this configuration for all files, instead of the nearest clunroll.toml of each file
    #[arg(long, value_name = "FILE", conflicts_with = "isolated")]
    pub(in crate::cli) config: Option<PathBuf>,

    /// Read no configuration: only the command line applies
    #[arg(long)]
    pub(in crate::cli) isolated: bool,

    /// Print the settings that apply to a file or folder, as a clunroll.toml, and exit
    #[arg(long)]
    pub(in crate::cli) show_settings: bool,
}

/// Reads one option of the final compile.
pub(in crate::cli) fn build_option(text: &str) -> Result<String, String> {
    // It is compared with those that are known.
    let text = text.trim_end();
    if text.len() < 2 || !text.starts_with('-') || text.contains(['\n', '\r', '\0']) {
        return Err("a compiler option begins with `-`, as in `-cl-mad-enable`".to_owned());
    }
    if text.contains(" -") {
        return Err("several options: each needs its own --build-option".to_owned());
    }
    Ok(text.to_owned())
}
