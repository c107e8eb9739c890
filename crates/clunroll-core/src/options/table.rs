//! The table of settings, and the [`Options`] that it makes.
//!
//! An entry is a field of `Options` with its default, and what every interface says about it: [`Setting`] explains the words in
//! braces. The comment of a field is the help of the command line: one line for `-h`, more for `--help`. `CONTRIBUTING.md` says how
//! to add an option.

use oclc_syntax::host::{LanguageVersion, MacroElsewhere, MacroOption};

use clunroll_rules::Levels;

use super::Limits;
use super::setting::{Group, Kind, Setting, Typed};
use crate::loop_choices::ChosenLoop;
use clunroll_loops::limits;
use clunroll_loops::settings::{DeviceClass, Forms, Guard, LoadsFirst, Remainder};

/// Makes `Options` with its defaults, a method for each field that sets it, and [`Setting::ALL`]. A setting after `listed` has its
/// field elsewhere, with a method of its own.
macro_rules! options {
    (
        $(#[$meta:meta])*
        pub struct Options {
            $($(#[doc = $field_help:literal])+ $(#[cfg_attr($($field_meta:tt)*)])? $visible:vis $field:ident: $field_type:ty = $field_default:expr,)*
        }
        settings {
            $($(#[doc = $help:literal])+ $name:ident: $type:ty = $default:expr, { $($entry:tt)* })*
        }
        listed {
            $($(#[doc = $listed_help:literal])+ $($path:ident).+: $listed_type:ty, { $($listed_entry:tt)* })*
        }
    ) => {
        $(#[$meta])*
        pub struct Options {
            $($(#[doc = $field_help])+ $(#[cfg_attr($($field_meta)*)])? pub(crate) $field: $field_type,)*
            $($(#[doc = $help])+ pub(crate) $name: $type,)*
        }

        impl Default for Options {
            fn default() -> Self {
                Self { $($field: $field_default,)* $($name: $default,)* }
            }
        }

        #[expect(clippy::doc_markdown, reason = "the comments of settings are the help of the command line")]
        impl Options {
            $(
                $(#[doc = $field_help])+
                #[must_use]
                $visible fn $field(self, $field: impl Into<$field_type>) -> Self {
                    Self { $field: $field.into(), ..self }
                }
            )*
            $(
                $(#[doc = $help])+
                #[must_use]
                pub fn $name(self, $name: $type) -> Self {
                    Self { $name, ..self }
                }
            )*
        }

        impl Setting {
            /// All settings.
            pub const ALL: &'static [Self] = &[
                $(options!(@setting [$($help),+] $name: $type, { $($entry)* }),)*
                $(options!(@setting [$($listed_help),+] $($path).+: $listed_type, { $($listed_entry)* }),)*
            ];
        }
    };
    (@setting [$($help:literal),+] $($path:ident).+: $type:ty, { $($entry:tt)* }) => {
        Setting {
            help: &[$($help),+],
            get: |options| options.$($path).+.value(),
            set: |options, value| {
                if let Some(value) = <$type as Typed>::of(value) {
                    options.$($path).+ = value;
                }
            },
            $($entry)*,
            ..Setting::plain(<$type as Typed>::KIND)
        }
    };
}

options! {
/// Options of one run.
///
/// With the feature `serde` they can be written as data and read again: a field of two words has a hyphen (`trust-defines`), a
/// macro is a string (`-DN=4`), and what is not there has its default.
///
/// Each option has a method that sets it. Those with one value can also be set and read by the name that they have on the command
/// line: [`Options::set`], [`Options::get`].
///
/// ```
/// use clunroll_core::{EngineSession, Options};
/// use oclc_syntax::host::NoIncludes;
///
/// let options = Options::new("k.cl").define("N", 4)?.line_directives(true);
/// let source = b"void f(global int *a) {\n#pragma unroll N\n  for (int i = 0; i < 8; i++) a[i] = i;\n}\n";
/// let rewritten = EngineSession::new().unroll(source, &options, &mut NoIncludes);
/// assert!(rewritten.findings.is_empty());
/// # Ok::<(), oclc_syntax::host::MacroError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, rename_all = "kebab-case", deny_unknown_fields)
)]
#[expect(clippy::doc_markdown, reason = "the comments of settings are the help of the command line")]
pub struct Options {
    /// Sets the name of the file, for diagnostics.
    pub name: String = "<input>".to_owned(),
    /// Sets the macros of the final compile, in the order of the command line: see [`Options::defined_macros`].
    pub macros: Vec<MacroOption> = Vec::new(),
    /// Sets the files that are read before the first line, in order, each as if by `#include "FILE"` in the main file.
    pub forced_includes: Vec<String> = Vec::new(),
    /// Sets the version of OpenCL C of the final compile. It says nothing about the macros of that compile.
    pub language: Option<LanguageVersion> = None,
    /// Sets how much may be written.
    pub limits: Limits = Limits::default(),
    /// Sets which rules are on, and how severe their findings are. If one is an error, the text should not be used.
    pub levels: Levels = Levels::default(),
    /// Sets the choices for loops, such as those of a profile. Those for the file of this name replace the requests of its loops before
    /// anything else is done.
    /// [`EngineOutcome::unfit`](crate::EngineOutcome::unfit) has those that fit no loop.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub chosen_loops: Vec<ChosenLoop> = Vec::new(),
    /// Sets whether a source is read only if a request may be in effect: if the source, a file that it includes or a given macro has what
    /// makes one, outside comments. For any other source, the outcome has no diagnostics and no included files. Nothing changes for a source
    /// with requests. A request whose word `##` makes of parts is not found.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub only_requests: bool = false,
    /// Sets what the other string literals of a C++ file may do to the macros of one program.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) elsewhere: Vec<MacroElsewhere> = Vec::new(),
    /// Sets whether a run ends when each loop has its form: nothing is written.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) stops_after_choice: bool = false,
}

settings {
    /// Treat -D and -U as final, and skip the run-time checks that depend on them
    ///
    /// If the final compile uses other values, the output may compute different results. Nothing is assumed about macros
    /// that neither option names.
    trust_defines: bool = false, { name: "trust-defines", group: Group::FinalCompile,
        key: "Whether the given macros are final. If the final compile gets other values, the output may compute something else." }

    /// Assume that all work-groups of a launch have the same size, in every version of OpenCL C
    ///
    /// This is true if the final compile gets -cl-uniform-work-group-size, or if the host's global sizes are multiples of
    /// the work-group size. If work-groups at the edges are smaller, the output may compute different results.
    uniform_work_groups: bool = false, { name: "uniform-work-groups",
        key: "Whether all work-groups of a launch have the same size, in every version." }

    /// Promise what clunroll cannot see: `restrict`, no two buffer arguments of a kernel overlap
    ///
    /// The promise counts where the kernel writes one of the two. Pointer parameters of kernels get the word `restrict`, also in
    /// files without requests. A parameter for which the promise is not enough stays as written, and a note says why.
    assume_restrict: bool = false, { name: "assume", kind: Kind::Promise(&["restrict"]), placeholder: "PROMISE", example: "restrict",
        key: "What you promise about the arguments of kernels.",
        see: "[pointers that do not overlap](limits.md#pointers-that-do-not-overlap)" }

    /// Provide the extension for compilers that lack it: treat cl_nv_pragma_unroll as defined
    ///
    /// Code under `#ifdef cl_nv_pragma_unroll` counts as compiled, and `#pragma OPENCL EXTENSION cl_nv_pragma_unroll :
    /// enable` is removed.
    provide_extension: bool = false, { name: "provide-extension",
        key: "Whether to provide `cl_nv_pragma_unroll` for compilers that lack it." }

    /// How to write the remainder of a main loop: `auto`, `loop`, `nested`, `switch` or `versions`
    ///
    /// `loop` is the author's loop, `nested` is nested tests, `switch` is one computed jump, and `versions` is one version of the
    /// loop, or of the nest around it, for each number of remaining iterations. For a single loop, write `#pragma clunroll
    /// remainder(...)` before it.
    remainder: Remainder = Remainder::Auto, { name: "remainder", placeholder: "FORM", example: "nested",
        key: "How to write the remaining iterations after a main loop.",
        see: "[the remaining iterations](loops.md#remaining-iterations)" }

    /// How to write loops whose trip count a macro of the host decides: `preprocessor` or `tests` [default: preprocessor]
    ///
    /// With `preprocessor`, an `#if` compares the macro with the value that is known. The copies are in one branch, and the loop
    /// as written is in the other. With `tests`, the loop's own test is before each copy.
    guard: Guard = Guard::Preprocessor, { name: "guard", placeholder: "FORM", example: "tests",
        key: "How to write loops whose trip count a macro of the host decides.",
        see: "[bounds that the host decides](loops.md#bounds-that-the-host-decides)" }

    /// Unroll also loops whose trips cannot be counted, with the loop's own test before each copy
    ///
    /// Many of these loops are then slower than as written, so that clunroll leaves them to the compiler. The output is right for
    /// each of them.
    checked: bool = false, { name: "checked",
        key: "Whether to unroll also loops whose trips cannot be counted, with the loop's own test before each copy.",
        see: "[a test before each copy](loops.md#a-test-before-each-copy)" }

    /// The kind of device to make the output fast on: `any`, `gpu` or `cpu`
    ///
    /// It chooses between forms that compute the same. By default, and with `any`, the forms are good on all devices. With
    /// `cpu`, the compiler may unroll main loops further.
    target: DeviceClass = DeviceClass::Any, { name: "target", placeholder: "CLASS", example: "cpu",
        key: "The device that the output should be fast on.",
        see: "[PERFORMANCE.md](PERFORMANCE.md)" }

    /// Believe `#pragma ivdep` before a loop: its loads do not depend on the stores of other iterations
    ///
    /// Only loads that run first depend on it, with `--loads-first promised`. Compilers read less into this pragma than `#pragma
    /// clunroll independent` says, so a jam does not believe it.
    trust_ivdep: bool = false, { name: "trust-ivdep",
        key: "Whether `#pragma ivdep` before a loop is believed.",
        see: "[independent iterations](pragmas.md#independent-iterations)" }

    /// Which loads of all copies run before their stores: `never`, `proven` or `promised` [default: proven]
    ///
    /// With `proven`, the source must show that no store changes what a load reads. With `promised`, a promise before the loop
    /// that its iterations are independent counts too.
    loads_first: LoadsFirst = LoadsFirst::Proven, { name: "loads-first", placeholder: "WHICH", example: "never",
        key: "Which loads of all copies run before their stores; the default is `proven`.",
        see: "[loads first](loops.md#loads-first)" }

    /// Which forms loops may take: `all`, or `plain`, which keeps the order of all accesses [default: all]
    ///
    /// With `plain`, no nest is jammed, and no load runs before the stores of other copies.
    forms: Forms = Forms::All, { name: "forms", placeholder: "WHICH", example: "plain",
        key: "Which forms loops may take: all of them, or only those that keep the order of all accesses." }

    /// How many values a jam, or loads that run first, may keep at once [default: 64]
    ///
    /// The number of values is an estimate. A nest that would keep more is not jammed, and a note says so. Loads stay where they
    /// are.
    max_live: u32 = limits::DEFAULT_MAX_LIVE, { name: "max-live", placeholder: "VALUES", example: "32",
        key: "How many values a jam, or loads that run first, may keep at once; the default is 64.",
        see: "[unroll and jam](pragmas.md#unroll-and-jam) and [loads first](loops.md#loads-first)" }

    /// Write a single file that needs no other files: insert what is included in quotes
    ///
    /// For clCreateProgramWithSource, which has no include folders. Loops in included files are unrolled too. If a file is
    /// found but cannot be inserted, that is an error, and nothing is written. A file that is not found stays an include.
    flatten: bool = false, { name: "flatten", group: Group::Output }

    /// At run time, report with printf what breaks a promise of `#pragma clunroll exact` or `#pragma clunroll independent`
    check_promises: bool = false, { name: "check-promises", group: Group::Output,
        see: "[exact trip counts](pragmas.md#exact-trip-counts) and [independent iterations](pragmas.md#independent-iterations)" }

    /// Write `#line` lines, so that compiler messages give the lines of INPUT
    ///
    /// Copies of a body have the line numbers of the body, and other generated lines have that of their loop. With --flatten,
    /// and in raw strings, messages name the file that the text comes from.
    line_directives: bool = false, { name: "line-directives", group: Group::Output,
        see: "[line numbers](use.md#line-numbers-of-the-source)" }

    /// Look for what could be better too, as `clunroll check` does
    lint: bool = false, { name: "lint", group: Group::Checking }
}

listed {
    /// The -cl-std of the final compile: CL1.0, CL1.1, CL1.2, CL2.0 or CL3.0
    ///
    /// Below CL2.0, all work-groups of a launch have the same size, so get_local_size is a constant in a kernel with
    /// reqd_work_group_size. From CL1.2 on, __OPENCL_C_VERSION__ is defined; the final compile still decides conditions on its
    /// value.
    language: Option<LanguageVersion>, { name: "cl-std", group: Group::FinalCompile, placeholder: "VERSION", example: "CL1.2",
        key: "The version of OpenCL C that the final compile gets.",
        see: "[work-group sizes](pragmas.md#work-group-sizes)" }

    /// The largest number of copies for one loop [default: 1024]
    ///
    /// A loop that needs more is not unrolled, and a note says so.
    limits.max_copies: u32, { name: "max-copies", placeholder: "COPIES", example: "64",
        key: "How many copies one loop may take; the default is 1024.",
        see: "[limits on size](use.md#limits-on-size)" }

    /// The bytes that a file may grow by, such as 64KiB or 2MiB, at most 64MiB [default: 1MiB]
    ///
    /// In a nest, the inner loops come first. A loop that would exceed the limit is not unrolled, and a note says so.
    limits.max_growth: u64, { name: "max-growth", placeholder: "BYTES", example: "262144",
        key: "How many bytes a file may grow by, as an integer or with `KiB` or `MiB`; the default is 1 MiB, the maximum 64 MiB.",
        see: "[limits on size](use.md#limits-on-size)" }
}
}

impl Setting {
    /// What an entry of the table need not say.
    const fn plain(kind: Kind) -> Self {
        Self {
            name: "",
            kind,
            group: Group::Loops,
            is_experimental: false,
            placeholder: "",
            key: "",
            see: "",
            example: "true",
            help: &[],
            get: |_| None,
            set: |_, _| (),
        }
    }
}
