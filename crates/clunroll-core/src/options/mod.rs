//! The options of [`EngineSession::unroll`](crate::EngineSession::unroll), as a compiler has them.
//!
//! Macros are in the order of a command line, since the order decides between them: a later `-D` replaces an earlier one of the
//! same name, and `-U` removes it ([`Options::defined_macros`]). Macros are facts about *one* compile, and not final: the output
//! is right for every other set of macros too, unless [`Options::trust_defines`] says that they are final.
//!
//! - `table` is the list of all settings, with their names, defaults and texts; `setting` defines a setting.

mod limits;
pub mod setting;
mod table;

use std::collections::HashMap;
use std::fmt;

use clunroll_analysis::Assumptions;
use clunroll_loops::settings::FormSettings;
use clunroll_rules::Levels;
use oclc_syntax::host::{
    BuildOptions, BuildOptionsError, Define, HostOptions, LanguageVersion, MacroError, MacroOption,
};

pub use self::limits::Limits;
pub use self::table::Options;

impl Options {
    /// The default options for a file of that name.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// The default options with those of a string for `clBuildProgram`: its macros, its version of OpenCL C, and whether work-groups are of
    /// one size. Other options are ignored.
    ///
    /// The folders of `-I` are not among them, since the core reads no files. If there may be some, parse the string as
    /// [`BuildOptions`], which has them, and call [`Options::build_options`].
    ///
    /// ```
    /// let options = clunroll_core::Options::from_build_options("-DN=4 -cl-std=CL1.2 -cl-mad-enable")?;
    /// assert_eq!(options.defined_macros()[0].value(), "4");
    /// # Ok::<(), oclc_syntax::host::BuildOptionsError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If runtimes would refuse the string: see [`BuildOptions`].
    pub fn from_build_options(options: &str) -> Result<Self, BuildOptionsError> {
        Ok(Self::default().build_options(&options.parse()?))
    }

    /// Adds the options of `clBuildProgram`, except the folders of `-I`: these are for the [`Includes`](oclc_syntax::host::Includes).
    #[must_use]
    pub fn build_options(mut self, given: &BuildOptions) -> Self {
        self.macros.extend_from_slice(&given.macros);
        self.language = given.language.or(self.language);
        self.uniform_work_groups |= given.uniform_work_groups;
        self
    }

    /// Defines a macro, as `-D NAME=VALUE` does. Parameters follow the name, as in `-D 'NAME(ARGS)=VALUE'`:
    /// `define("SQUARE(x)", "((x) * (x))")`.
    ///
    /// # Errors
    ///
    /// If no compiler accepts the name or the value: see [`Define::new`].
    pub fn define(mut self, name: &str, value: impl fmt::Display) -> Result<Self, MacroError> {
        self.macros.push(Define::new(name, value)?.into());
        Ok(self)
    }

    /// Removes the definition of a macro, as `-U NAME` does.
    ///
    /// # Errors
    ///
    /// If a macro cannot have this name: see [`MacroName::new`](oclc_syntax::host::MacroName::new).
    pub fn undefine(mut self, name: &str) -> Result<Self, MacroError> {
        self.macros.push(MacroOption::undefine(name)?);
        Ok(self)
    }

    /// Adds one `-D` or `-U`.
    #[must_use]
    pub fn macro_option(mut self, option: impl Into<MacroOption>) -> Self {
        self.macros.push(option.into());
        self
    }

    /// Adds a file that is read before the first line, after those that were added before.
    #[must_use]
    pub fn forced_include(mut self, name: impl Into<String>) -> Self {
        self.forced_includes.push(name.into());
        self
    }

    /// The settings of a planner of loops.
    #[must_use]
    pub(crate) fn form_settings(&self) -> FormSettings {
        FormSettings {
            remainder: self.remainder,
            guard: self.guard,
            checked: self.checked,
            forms: self.forms,
            loads_first: self.loads_first,
            target: self.target,
            max_copies: self.limits.max_copies,
            max_live: self.max_live,
            trusts_ivdep: self.trust_ivdep,
            checks_promises: self.check_promises,
        }
    }

    /// The assumptions of the analysis about all launches. Before OpenCL C 2.0, all work-groups of a launch have the same size.
    #[must_use]
    pub(crate) fn assumptions(&self) -> Assumptions {
        let is_before_2 = self.language.is_some_and(|version| version < LanguageVersion::V2_0);
        Assumptions { has_uniform_groups: self.uniform_work_groups || is_before_2, has_restrict: self.assume_restrict }
    }

    /// The name of the file.
    #[must_use]
    pub fn get_name(&self) -> &str {
        &self.name
    }

    /// Each `-D` and `-U`, in their order.
    #[must_use]
    pub fn get_macros(&self) -> &[MacroOption] {
        &self.macros
    }

    /// The files that are read before the first line.
    #[must_use]
    pub fn get_forced_includes(&self) -> &[String] {
        &self.forced_includes
    }

    /// The version of OpenCL C of the final compile, if it is known.
    #[must_use]
    pub const fn get_language(&self) -> Option<LanguageVersion> {
        self.language
    }

    /// Which rules are on, and how severe their findings are.
    #[must_use]
    pub const fn get_levels(&self) -> &Levels {
        &self.levels
    }

    /// The options of the final compile with which the source is read.
    #[doc(hidden)]
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

    /// The macros that are defined after all `-D` and `-U`, in the order of their last `-D`.
    #[must_use]
    pub fn defined_macros(&self) -> Vec<&Define> {
        let mut last = HashMap::new();
        for (at, option) in self.macros.iter().enumerate() {
            match option {
                MacroOption::Define(define) => last.insert(define.name(), (at, define)),
                MacroOption::Undefine(name) => last.remove(name.as_str()),
            };
        }
        let mut defined: Vec<_> = last.into_values().collect();
        defined.sort_unstable_by_key(|&(at, _)| at);
        defined.into_iter().map(|(_, define)| define).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_about_a_macro_counts() {
        let macros = ["-DA=1", "-DB=1", "-UB", "-DC=1", "-DA=2"].map(|option| option.parse().expect("a macro"));
        let options = Options { macros: macros.to_vec(), ..Options::default() };
        let defined: Vec<_> = options.defined_macros().iter().map(ToString::to_string).collect();
        assert_eq!(defined, ["C=1", "A=2"]);
    }

    #[test]
    fn methods_set_what_a_command_line_sets() -> Result<(), MacroError> {
        let options = Options::new("k.cl").define("N", 4)?.undefine("N")?.define("SQUARE(x)", "((x) * (x))")?;
        assert_eq!(options.macros[1], "-UN".parse()?);
        assert_eq!(options.defined_macros(), [&"SQUARE(x)=((x) * (x))".parse()?]);
        Ok(())
    }

    #[test]
    fn build_options_are_added() -> Result<(), Box<dyn std::error::Error>> {
        let options = Options::new("k.cl").define("N", 4)?.language(LanguageVersion::V2_0);
        let options = options.build_options(&"-UN -DM -I inc -cl-uniform-work-group-size".parse()?);
        assert_eq!(options.defined_macros(), [&"M=1".parse()?]);
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
            let outcome = crate::EngineSession::new().unroll(source, &options, &mut oclc_syntax::host::NoIncludes);
            assert!(outcome.fault.is_none(), "{value:?}");
        }
    }
}
