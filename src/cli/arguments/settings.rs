//! What is known about the final compile, and how much may be written: for rewriting and for checking.
//!
//! Whatever a configuration may say too is an `Option`, or a flag that can only be turned on: what is typed decides.

use std::path::PathBuf;

use clap::Args;

use super::macros::MacroArguments;
use super::size;
use super::words::word;
use crate::{Remainder, Tune};
use oclc_syntax::host::LanguageVersion;

#[derive(Args, Clone, Debug)]
#[expect(clippy::doc_markdown, reason = "these comments are the help text")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that stands alone")]
pub(in crate::cli) struct SettingsArguments {
    #[command(flatten)]
    pub(in crate::cli) macros: MacroArguments,

    /// A folder to look for included files in
    ///
    /// A file in quotes is looked for in the folder of the file that includes it first. A file that is not found is no
    /// error: what it would define is unknown.
    #[arg(short = 'I', value_name = "DIR")]
    pub(in crate::cli) include_folders: Vec<PathBuf>,

    /// Read this file before the first line, as if by `#include "FILE"`
    #[arg(long = "include", value_name = "FILE")]
    pub(in crate::cli) forced_includes: Vec<String>,

    /// What -D and -U say of a macro is so in the final compile
    ///
    /// Loops whose trip count rests on it are then unrolled without being tested again. With another value the output
    /// may compute something else. Of macros that neither names, nothing is assumed.
    #[arg(long)]
    pub(in crate::cli) trust_defines: bool,

    /// The version of OpenCL C that the final compile is told with -cl-std: CL1.0, CL1.1, CL1.2, CL2.0 or CL3.0
    ///
    /// Below CL2.0 all work-groups of a launch are of one size, so that get_local_size is a constant in a kernel with
    /// reqd_work_group_size. It does not define __OPENCL_C_VERSION__: conditions on that stay the final compile's to
    /// decide.
    #[arg(long = "cl-std", value_name = "VERSION", value_parser = word::<LanguageVersion>(), ignore_case = true, hide_possible_values = true)]
    pub(in crate::cli) language: Option<LanguageVersion>,

    /// For --verify: an option that the final compile gets, one at a time
    ///
    /// As it is given to clBuildProgram, such as -cl-mad-enable. It has no say in what is written.
    #[arg(long = "build-option", value_name = "OPT", allow_hyphen_values = true, value_parser = build_option)]
    pub(in crate::cli) build_options: Vec<String>,

    /// All work-groups of a launch are of one size, in every version of OpenCL C
    ///
    /// The final compile gets -cl-uniform-work-group-size, or the host's global sizes are multiples of the work-group
    /// size. With smaller work-groups at the edges the output may compute something else.
    #[arg(long)]
    pub(in crate::cli) uniform_work_groups: bool,

    /// Stand in for the extension on compilers that lack it: cl_nv_pragma_unroll counts as defined
    ///
    /// Code under `#ifdef cl_nv_pragma_unroll` is taken as compiled, and `#pragma OPENCL EXTENSION
    /// cl_nv_pragma_unroll : enable` is taken out.
    #[arg(long)]
    pub(in crate::cli) provide_extension: bool,

    /// How to write the iterations that fill no pass of a main loop: `auto`, `loop`, `nested` or `switch`
    ///
    /// `loop` is the loop as written, `nested` tests in one another, `switch` one computed jump. `#pragma clunroll
    /// remainder(...)` before a loop says it of that loop.
    #[arg(long, value_name = "FORM", value_parser = word::<Remainder>(), hide_possible_values = true)]
    pub(in crate::cli) remainder: Option<Remainder>,

    /// What the output is to run fast on: `any` device, a `gpu`, or a `cpu`
    ///
    /// It chooses between forms that compute the same. Without it, or with `any`, they are good on all devices; on a
    /// `cpu`, the compiler may unroll main loops further.
    #[arg(long, value_name = "CLASS", value_parser = word::<Tune>(), hide_possible_values = true)]
    pub(in crate::cli) tune: Option<Tune>,

    /// Copies that one loop may take [default: 1024]
    ///
    /// A loop that would take more is left as written, with a note.
    #[arg(long, value_name = "COPIES")]
    pub(in crate::cli) max_copies: Option<u32>,

    /// Bytes by which a file may grow, also as 64KiB or 2MiB, up to 64MiB [default: 1MiB]
    ///
    /// Of a nest the inner loops come first; a loop that would pass the limit is left as written, with a note.
    #[arg(long, value_name = "BYTES", value_parser = size::growth)]
    pub(in crate::cli) max_growth: Option<u64>,

    /// Use this configuration for all files, instead of the nearest clunroll.toml of each
    #[arg(long, value_name = "FILE", conflicts_with = "isolated")]
    pub(in crate::cli) config: Option<PathBuf>,

    /// Read no configuration: what is typed is all that holds
    #[arg(long)]
    pub(in crate::cli) isolated: bool,

    /// Print the settings that hold for a file or folder, as a clunroll.toml, and do nothing else
    #[arg(long)]
    pub(in crate::cli) show_settings: bool,
}

/// Reads one option of the final compile.
pub(in crate::cli) fn build_option(text: &str) -> Result<String, String> {
    // It is compared with those that are known.
    let text = text.trim_end();
    if text.len() < 2 || !text.starts_with('-') || text.contains(['\n', '\r', '\0']) {
        return Err("an option of a compiler begins with `-`, as `-cl-mad-enable`".to_owned());
    }
    if text.contains(" -") {
        return Err("these are several options: each needs a --build-option of its own".to_owned());
    }
    Ok(text.to_owned())
}
