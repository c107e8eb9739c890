//! What the caller can tell [`Session::unroll`](crate::Session::unroll): options as a compiler has them, and where included files come from.
//!
//! Macros are told in the order of a command line, since that is what decides between them: a later `-D` replaces an
//! earlier one of the same name, and `-U` takes it back ([`Options::told_macros`]). What is told is a fact about
//! *one* compile, and not final: the output is right for every other set of macros too, unless
//! [`Options::trust_defines`] says that it is.

use crate::limits;
use std::collections::HashMap;
use std::fmt;

use oclc_syntax::host::{
    BuildOptions, BuildOptionsError, Define, HostOptions, LanguageVersion, MacroElsewhere, MacroError, MacroOption,
};
use oclc_syntax::words;

use clunroll_rules::Levels;

/// How much clunroll may write.
///
/// ```
/// let limits = clunroll_core::Limits::default().max_copies(64);
/// assert_eq!(limits.max_growth, 1 << 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, rename_all = "kebab-case", deny_unknown_fields)
)]
#[non_exhaustive]
pub struct Limits {
    /// Copies of one loop's body.
    pub max_copies: u32,
    /// Bytes by which one file may grow.
    pub max_growth: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_copies: limits::DEFAULT_MAX_COPIES, max_growth: limits::DEFAULT_MAX_GROWTH }
    }
}

impl Limits {
    /// The most bytes by which a file may grow, 64 MiB: a larger [`Limits::max_growth`] counts as this. To write so much takes
    /// about 900 MB of memory.
    pub const MOST_GROWTH: u64 = limits::MOST_GROWTH;

    /// The same with so many copies of one loop's body at most.
    #[must_use]
    pub const fn max_copies(self, max_copies: u32) -> Self {
        Self { max_copies, ..self }
    }

    /// The same with so many bytes by which a file may grow at most.
    #[must_use]
    pub const fn max_growth(self, max_growth: u64) -> Self {
        Self { max_growth, ..self }
    }

    /// The same where a part of the growth is spent.
    #[must_use]
    pub const fn less(self, growth: u64) -> Self {
        Self { max_growth: self.max_growth.saturating_sub(growth), ..self }
    }
}

/// How the iterations that fill no pass of a main loop are written.
///
/// All forms but the loop need a proof that the induction variable does not wrap around; where there is none, the loop
/// is written, and a note says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Remainder {
    /// As clunroll sees fit.
    #[default]
    Auto,
    /// The author's own loop.
    Loop,
    /// Tests in one another, each before one more copy.
    Nested,
    /// One computed jump into copies one after the other.
    Switch,
    /// As straight copies, in one version of the loop for each number of iterations that may remain.
    Versions,
}

words!(Remainder { Auto => "auto", Loop => "loop", Nested => "nested", Switch => "switch", Versions => "versions" });

/// How a loop is written whose trip count a macro of the host decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Guard {
    /// As a choice by `#if`: the copies where the macro has the value that is known, and the author's loop elsewhere. Where that
    /// cannot be written, with tests.
    #[default]
    Preprocessor,
    /// With the loop's own test before each copy.
    Tests,
}

words!(Guard { Preprocessor => "preprocessor", Tests => "tests" });

/// Which forms may change the order of what the copies do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Forms {
    /// All forms.
    #[default]
    All,
    /// Only those that keep the order: no nest is jammed, and no load moves.
    Plain,
}

words!(Forms { All => "all", Plain => "plain" });

/// Which loads of the copies of a loop run before the stores of all copies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LoadsFirst {
    /// None.
    Never,
    /// Loads for which the source shows that no store can change what they read.
    #[default]
    Proven,
    /// Also those of loops whose iterations are independent by a promise of the author's.
    Promised,
}

words!(LoadsFirst { Never => "never", Proven => "proven", Promised => "promised" });

/// What kind of device the output is to run fast on. It decides nothing but forms: what is computed is the same for all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tune {
    /// Any: the forms that are good on all of them.
    #[default]
    Any,
    /// A GPU. At present its forms are those of [`Tune::Any`].
    Gpu,
    /// A CPU: its compiler may unroll what is written further, as it sees fit, and copies whose indices are sums of `int`s
    /// have counters of their own.
    Cpu,
}

words!(Tune { Any => "any", Gpu => "gpu", Cpu => "cpu" });

/// Options of one run.
///
/// With the feature `serde` they can be written as data and read again: a field of two words has a hyphen (`trust-defines`), a
/// macro is a string (`-DN=4`), and what is not there has its default.
///
/// They are put together by methods, each named like the field that it sets; the fields can be set too.
///
/// ```
/// use clunroll_core::{Options, Session};
/// use oclc_syntax::host::NoIncludes;
///
/// let options = Options::new("k.cl").define("N", 4)?.line_directives(true);
/// let source = b"void f(global int *a) {\n#pragma unroll N\n  for (int i = 0; i < 8; i++) a[i] = i;\n}\n";
/// let rewritten = Session::new().unroll(source, &options, &mut NoIncludes);
/// assert!(rewritten.found.is_empty());
/// # Ok::<(), oclc_syntax::host::MacroError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, rename_all = "kebab-case", deny_unknown_fields)
)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice that stands alone")]
#[non_exhaustive]
pub struct Options {
    /// The name of the file, for diagnostics.
    pub name: String,
    /// Macros that the final compile is told, in the order of the command line; see [`Options::told_macros`].
    pub macros: Vec<MacroOption>,
    /// Files that are read before the first line, in order, each as if by `#include "FILE"` in the main file.
    pub forced_includes: Vec<String>,
    /// Whether what [`Options::macros`] say is so in the final compile: they are then as good as defined in the file, and
    /// those that are taken back as good as not defined. Of other macros nothing is assumed.
    pub trust_defines: bool,
    /// The version of OpenCL C that the final compile is told; it says nothing about the macros of that compile.
    pub language: Option<LanguageVersion>,
    /// Whether all work-groups of a launch are of one size, whatever the version.
    pub uniform_work_groups: bool,
    /// Whether no two buffer arguments of one kernel overlap where one is written. Pointer parameters of kernels then get the word
    /// `restrict` where nothing else is against it, and [`RESTRICT_NOT_WRITTEN`](clunroll_rules::table::RESTRICT_NOT_WRITTEN) says
    /// where something is.
    pub assume_restrict: bool,
    /// Whether the output stands in for the extension `cl_nv_pragma_unroll` on compilers that lack it.
    pub provide_extension: bool,
    /// Whether to write one file with its quoted includes put in place. Where the file of one was found and cannot be put in
    /// place, the include stays, and [`NOT_FLATTENED`](clunroll_rules::table::NOT_FLATTENED) is an error that says why. One that was not found stays with
    /// a note.
    pub flatten: bool,
    /// Whether the output says in `#line` lines which lines of the user's files its own lines stand for.
    pub line_directives: bool,
    /// How much may be written.
    pub limits: Limits,
    /// How remainders are written, where the loop itself does not say.
    pub remainder: Remainder,
    /// Which forms loops may take.
    pub forms: Forms,
    /// Which loads run before the stores of all copies.
    pub loads_first: LoadsFirst,
    /// Whether `#pragma ivdep` before a loop is believed: a load then runs before the stores of other iterations, if
    /// [`Options::loads_first`] takes promises.
    pub trust_ivdep: bool,
    /// How many values a jam, or loads that run first, may keep at once. The number is an estimate.
    pub max_live: u32,
    /// How loops are written whose trip count a macro of the host decides.
    pub guard: Guard,
    /// What kind of device the output is to run fast on.
    pub tune: Tune,
    /// Whether `#pragma clunroll exact` and `#pragma clunroll independent` are put to the test: the remainder stays, and `printf`
    /// reports a broken promise.
    pub check_promises: bool,
    /// Whether to look for what could be better too, not only for what is wrong or left.
    pub lint: bool,
    /// Which rules are on, and how bad their findings are. Where one is an error, nothing should be written.
    pub levels: Levels,
    /// What the other string literals of a C++ file may do to the macros of one program.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) elsewhere: Vec<MacroElsewhere>,
    /// Whether a run ends when each loop has its form: nothing is written.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) stops_after_choice: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            name: "<input>".to_owned(),
            macros: Vec::new(),
            forced_includes: Vec::new(),
            trust_defines: false,
            language: None,
            uniform_work_groups: false,
            assume_restrict: false,
            provide_extension: false,
            flatten: false,
            line_directives: false,
            limits: Limits::default(),
            remainder: Remainder::Auto,
            forms: Forms::All,
            loads_first: LoadsFirst::Proven,
            trust_ivdep: false,
            max_live: limits::DEFAULT_MAX_LIVE,
            guard: Guard::Preprocessor,
            tune: Tune::Any,
            check_promises: false,
            lint: false,
            levels: Levels::default(),
            elsewhere: Vec::new(),
            stops_after_choice: false,
        }
    }
}

impl Options {
    /// The default options for a file of that name.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Sets [`Options::name`].
    #[must_use]
    pub fn name(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// The default options with what a string of options for `clBuildProgram` says: its macros, its version of OpenCL C, and
    /// whether work-groups are of one size. Other options are passed over.
    ///
    /// The folders of `-I` are not among them, since the core reads no files. If there may be some, parse the string as
    /// [`BuildOptions`], which has them, and call [`Options::build_options`].
    ///
    /// ```
    /// let options = clunroll_core::Options::from_build_options("-DN=4 -cl-std=CL1.2 -cl-mad-enable")?;
    /// assert_eq!(options.told_macros()[0].value(), "4");
    /// # Ok::<(), oclc_syntax::host::BuildOptionsError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If runtimes would refuse the string: see [`BuildOptions`].
    pub fn from_build_options(options: &str) -> Result<Self, BuildOptionsError> {
        Ok(Self::default().build_options(&options.parse()?))
    }

    /// Adds what the options of `clBuildProgram` say, but for the folders of `-I`: these are for the
    /// [`Includes`](oclc_syntax::host::Includes).
    #[must_use]
    pub fn build_options(mut self, told: &BuildOptions) -> Self {
        self.macros.extend_from_slice(&told.macros);
        self.language = told.language.or(self.language);
        self.uniform_work_groups |= told.uniform_work_groups;
        self
    }

    /// Tells a macro, as by `-D NAME=VALUE`; with parameters, as by `-D 'NAME(ARGS)=VALUE'`, they stand behind the name:
    /// `define("SQUARE(x)", "((x) * (x))")`.
    ///
    /// # Errors
    ///
    /// If no compiler takes the name or the value: see [`Define::new`].
    pub fn define(mut self, name: &str, value: impl fmt::Display) -> Result<Self, MacroError> {
        self.macros.push(Define::new(name, value)?.into());
        Ok(self)
    }

    /// Takes back what was told of a macro, as by `-U NAME`.
    ///
    /// # Errors
    ///
    /// If the name is no macro name: see [`MacroName::new`](oclc_syntax::host::MacroName::new).
    pub fn undefine(mut self, name: &str) -> Result<Self, MacroError> {
        self.macros.push(MacroOption::undefine(name)?);
        Ok(self)
    }

    /// Sets [`Options::macros`]: all macros at once.
    #[must_use]
    pub fn macros(self, macros: impl Into<Vec<MacroOption>>) -> Self {
        Self { macros: macros.into(), ..self }
    }

    /// Adds a file that is read before the first line, after those that were added before.
    #[must_use]
    pub fn forced_include(mut self, name: impl Into<String>) -> Self {
        self.forced_includes.push(name.into());
        self
    }

    /// Sets [`Options::forced_includes`]: all of them at once.
    #[must_use]
    pub fn forced_includes(self, names: impl Into<Vec<String>>) -> Self {
        Self { forced_includes: names.into(), ..self }
    }

    /// Sets [`Options::trust_defines`]: whether what is told of macros is final.
    #[must_use]
    pub fn trust_defines(self, trust_defines: bool) -> Self {
        Self { trust_defines, ..self }
    }

    /// Sets [`Options::uniform_work_groups`]: whether all work-groups are of one size in any version.
    #[must_use]
    pub fn uniform_work_groups(self, uniform_work_groups: bool) -> Self {
        Self { uniform_work_groups, ..self }
    }

    /// Sets [`Options::assume_restrict`]: whether no buffer arguments overlap where one is written.
    #[must_use]
    pub fn assume_restrict(self, assume_restrict: bool) -> Self {
        Self { assume_restrict, ..self }
    }

    /// Sets [`Options::provide_extension`]: whether to stand in for the extension.
    #[must_use]
    pub fn provide_extension(self, provide_extension: bool) -> Self {
        Self { provide_extension, ..self }
    }

    /// Sets [`Options::flatten`]: whether to put quoted includes in place. The outcome says whether one could
    /// not be.
    #[must_use]
    pub fn flatten(self, flatten: bool) -> Self {
        Self { flatten, ..self }
    }

    /// Sets [`Options::line_directives`]: whether to write `#line` lines.
    #[must_use]
    pub fn line_directives(self, line_directives: bool) -> Self {
        Self { line_directives, ..self }
    }

    /// Sets [`Options::check_promises`]: whether a run is to test what `#pragma clunroll` promises.
    #[must_use]
    pub fn check_promises(self, check_promises: bool) -> Self {
        Self { check_promises, ..self }
    }

    /// Sets [`Options::lint`]: whether to look for what could be better too.
    #[must_use]
    pub fn lint(self, lint: bool) -> Self {
        Self { lint, ..self }
    }

    /// Sets [`Options::language`]: the version that the final compile is told.
    #[must_use]
    pub fn language(self, version: impl Into<Option<LanguageVersion>>) -> Self {
        Self { language: version.into(), ..self }
    }

    /// Sets [`Options::limits`]: how much may be written.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Sets [`Options::remainder`]: how remainders are written.
    #[must_use]
    pub fn remainder(self, remainder: Remainder) -> Self {
        Self { remainder, ..self }
    }

    /// Sets [`Options::forms`]: which forms loops may take.
    #[must_use]
    pub fn forms(self, forms: Forms) -> Self {
        Self { forms, ..self }
    }

    /// Sets [`Options::max_live`]: how many values a form may keep at once.
    #[must_use]
    pub fn max_live(self, max_live: u32) -> Self {
        Self { max_live, ..self }
    }

    /// Sets [`Options::loads_first`]: which loads run before the stores of all copies.
    #[must_use]
    pub fn loads_first(self, loads_first: LoadsFirst) -> Self {
        Self { loads_first, ..self }
    }

    /// Sets [`Options::trust_ivdep`]: whether `#pragma ivdep` is believed.
    #[must_use]
    pub fn trust_ivdep(self, trust_ivdep: bool) -> Self {
        Self { trust_ivdep, ..self }
    }

    /// Sets [`Options::guard`]: how loops are written whose trip count a macro of the host decides.
    #[must_use]
    pub fn guard(self, guard: Guard) -> Self {
        Self { guard, ..self }
    }

    /// Sets [`Options::tune`]: what kind of device the output is to run fast on.
    #[must_use]
    pub fn tune(self, tune: Tune) -> Self {
        Self { tune, ..self }
    }

    /// Sets [`Options::levels`]: which rules are on, and how bad their findings are.
    #[must_use]
    pub fn levels(self, levels: Levels) -> Self {
        Self { levels, ..self }
    }

    /// Whether all work-groups of a launch are of one size, as they are before OpenCL C 2.0.
    #[must_use]
    pub fn has_uniform_work_groups(&self) -> bool {
        self.uniform_work_groups || self.language.is_some_and(|version| version < LanguageVersion::V2_0)
    }

    /// What the source is read with.
    #[must_use]
    pub fn host(&self) -> HostOptions<'_> {
        HostOptions {
            name: &self.name,
            macros: &self.macros,
            are_final: self.trust_defines,
            language: self.language,
            provided: if self.provide_extension { &["cl_nv_pragma_unroll"] } else { &[] },
            forced_includes: &self.forced_includes,
            elsewhere: &self.elsewhere,
        }
    }

    /// The macros that are defined when all of [`Options::macros`] have been read, in the order of their last `-D`.
    #[must_use]
    pub fn told_macros(&self) -> Vec<&Define> {
        let mut last = HashMap::new();
        for (at, option) in self.macros.iter().enumerate() {
            match option {
                MacroOption::Define(define) => last.insert(define.name(), (at, define)),
                MacroOption::Undefine(name) => last.remove(name.as_str()),
            };
        }
        let mut told: Vec<_> = last.into_values().collect();
        told.sort_unstable_by_key(|&(at, _)| at);
        told.into_iter().map(|(_, define)| define).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_about_a_macro_counts() {
        let macros = ["-DA=1", "-DB=1", "-UB", "-DC=1", "-DA=2"].map(|option| option.parse().expect("a macro"));
        let options = Options { macros: macros.to_vec(), ..Options::default() };
        let told: Vec<_> = options.told_macros().iter().map(ToString::to_string).collect();
        assert_eq!(told, ["C=1", "A=2"]);
    }

    #[test]
    fn what_is_told_by_methods_is_what_a_command_line_tells() -> Result<(), MacroError> {
        let options = Options::new("k.cl").define("N", 4)?.undefine("N")?.define("SQUARE(x)", "((x) * (x))")?;
        assert_eq!(options.macros[1], "-UN".parse()?);
        assert_eq!(options.told_macros(), [&"SQUARE(x)=((x) * (x))".parse()?]);
        Ok(())
    }

    #[test]
    fn build_options_add_to_what_was_told() -> Result<(), Box<dyn std::error::Error>> {
        let options = Options::new("k.cl").define("N", 4)?.language(LanguageVersion::V2_0);
        let options = options.build_options(&"-UN -DM -I inc -cl-uniform-work-group-size".parse()?);
        assert_eq!(options.told_macros(), [&"M=1".parse()?]);
        assert_eq!(options.language, Some(LanguageVersion::V2_0));
        assert!(options.uniform_work_groups && options.name == "k.cl");
        assert!(Options::from_build_options("-D 4").is_err());
        Ok(())
    }

    /// Each of these makes a valid `#define` line, and a strange one.
    #[test]
    fn strange_values_break_nothing() {
        let source = b"void f(global int *a) {\n#pragma unroll\n  for (int i = 0; i < N; i++) a[i] = i;\n}\n";
        for value in ["", "\\", "/*", "//", "\"", "(", "# N", "\u{1f600}", "N", "1 #define M"] {
            let options = Options::new("k.cl").define("N", value).expect("a macro");
            let outcome = crate::Session::new().unroll(source, &options, &mut oclc_syntax::host::NoIncludes);
            assert!(outcome.is_complete, "{value:?}");
        }
    }
}
