//! `clunroll.toml`: the settings for the files below a folder.
//!
//! A key has the name of its option, in the plural if it takes a list, and the option's parser checks its value. Names of
//! files are relative to the folder of the configuration, so that they do not depend on where clunroll is started.
//!
//! Nothing is guessed: an unknown key, a value of another type and an unknown rule are errors, with line and column. A configuration that
//! is only partly understood would change outputs silently.
//!
//! `keys` contains the keys and their effects. `clunroll_files::config` finds and reads files, and reads values.

mod keys;
#[cfg(test)]
mod schema_tests;

use std::path::{Path, PathBuf};

pub(super) use clunroll_files::config::searched_folder;

use crate::cli::arguments::RuleArguments;
use crate::cli::globs::Pattern;
use clunroll::settings::{Setting, Value};
use clunroll_files::config::{self, located, read_config_bytes, text_of};
use clunroll_files::failure::Failure;
use oclc_syntax::host::Define;

/// The content of a configuration; missing keys are `None`, empty, or off.
#[derive(Clone, Debug, Default)]
pub(super) struct ConfigFile {
    /// The file, as messages name it; `None` without a configuration.
    pub(super) file: Option<PathBuf>,
    /// In order.
    pub(super) defines: Vec<Define>,
    /// As paths to open.
    pub(super) include_folders: Vec<PathBuf>,
    /// As written; relative to [`ConfigFile::folder`].
    pub(super) forced_includes: Vec<String>,
    pub(super) build_options: Vec<String>,
    /// In the order of the file.
    pub(super) settings: Vec<(&'static Setting, Value)>,
    /// Without dots.
    pub(super) extensions: Option<Vec<String>>,
    pub(super) exclude: Vec<Pattern>,
    /// As a path to open.
    pub(super) baseline: Option<PathBuf>,
    pub(super) rules: RuleArguments,
    /// In the order of the file.
    pub(super) per_file: Vec<PerFile>,
}

/// The table `[per-file."GLOB"]`: more settings for some of the files.
#[derive(Clone, Debug)]
pub(super) struct PerFile {
    /// Relative to [`ConfigFile::folder`].
    pub(super) glob: Pattern,
    pub(super) defines: Vec<Define>,
    pub(super) rules: RuleArguments,
}

impl ConfigFile {
    /// Reads a configuration that an option names.
    ///
    /// Fails if it cannot be read, or is invalid.
    pub(super) fn load(file: &Path) -> Result<Self, Failure> {
        Self::of(file, &read_config_bytes(file)?).map_err(Failure::new)
    }

    /// The folder that its paths and patterns are relative to; empty for the current one.
    pub(super) fn folder(&self) -> &Path {
        self.file.as_deref().and_then(Path::parent).unwrap_or(Path::new(""))
    }

    /// Reads the bytes of a configuration. Fails with the place of the first mistake.
    fn of(file: &Path, bytes: &[u8]) -> Result<Self, String> {
        let mut config_file = Self { file: Some(file.to_path_buf()), ..Self::default() };
        let understood = text_of(bytes).and_then(|text| keys::parse_config(text, &mut config_file));
        understood.map(|()| config_file).map_err(|problem| located(&problem, file, bytes))
    }
}

/// The configuration in an absolute folder itself, if there is one.
///
/// Fails if it cannot be read or understood.
pub(super) fn in_folder(folder: &Path) -> Result<Option<ConfigFile>, Failure> {
    config::in_folder(folder)?.map(|file| ConfigFile::load(&file)).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use oclc_syntax::host::Define;

    fn read(text: &str) -> Result<ConfigFile, String> {
        ConfigFile::of(Path::new("a/clunroll.toml"), text.as_bytes())
    }

    fn error(text: &str) -> String {
        let error = read(text).expect_err("an error");
        error.strip_prefix("a/clunroll.toml:").expect("the file's name").to_owned()
    }

    #[test]
    fn nothing_says_nothing() {
        for text in ["", "\n\n", "# N\n", "\u{feff}", "[rules]\n"] {
            let read = read(text).expect(text);
            assert!(read.defines.is_empty() && read.extensions.is_none() && read.rules.select.is_none(), "{text}");
        }
    }

    #[test]
    fn values_are_those_of_the_options() {
        let text = r#"
            defines = ["N=16", "WIDE", "SQUARE(x)=((x)*(x))"]
            include-folders = ["include", "/opt/cl", "../b"]
            forced-includes = ["config.h"]
            cl-std = "cl1.2"
            remainder = "nested"
            guard = "tests"
            target = "cpu"
            loads-first = "never"
            forms = "plain"
            max-live = 32
            max-copies = 0x40
            max-growth = "2MiB"
            extensions = [".cl", "clh"]
            exclude = ["third_party/**", "*.gen.cl"]
            rules = { select = ["all"], deny = ["CLU1", "errors"] }
        "#;
        let read = read(text).expect("it is right");
        assert_eq!(read.defines.last().map(Define::to_string).as_deref(), Some("SQUARE(x)=((x)*(x))"));
        assert_eq!(read.include_folders, ["a/include", "/opt/cl", "a/../b"].map(PathBuf::from));
        assert_eq!((read.folder(), &*read.forced_includes), (Path::new("a"), &["config.h".to_owned()][..]));
        let settings: Vec<_> = read.settings.iter().map(|(setting, value)| (setting.name, *value)).collect();
        let expected = [
            ("cl-std", Value::Word("CL1.2")),
            ("remainder", Value::Word("nested")),
            ("guard", Value::Word("tests")),
            ("target", Value::Word("cpu")),
            ("loads-first", Value::Word("never")),
            ("forms", Value::Word("plain")),
            ("max-live", Value::Number(32)),
            ("max-copies", Value::Number(64)),
            ("max-growth", Value::Number(2 << 20)),
        ];
        assert_eq!(settings, expected);
        assert_eq!(read.extensions, Some(vec!["cl".to_owned(), "clh".to_owned()]));
        assert_eq!((read.exclude.len(), read.rules.deny.len()), (2, 2));
    }

    #[test]
    fn keys_that_are_not_known_are_errors_with_a_suggestion() {
        assert_eq!(error("\nmax-copys = 4"), "2:1: unknown key `max-copys`; did you mean `max-copies`?");
        assert_eq!(error("max_copies = 4"), "1:1: unknown key `max_copies`; did you mean `max-copies`?");
        assert_eq!(error("tune = 'cpu'"), "1:1: unknown key `tune`; did you mean `target`?");
        assert_eq!(error("rules.denny = []"), "1:7: unknown key `denny` in `[rules]`; did you mean `deny`?");
        assert_eq!(error("deny = []"), "1:1: unknown key `deny`; it belongs in `[rules]`");
        let below = "[rules]\ndeny = []\ncl-std = \"CL1.2\"";
        assert_eq!(error(below), "3:1: unknown key `cl-std` in `[rules]`; write it before the line `[rules]`");
        assert_eq!(error("\"\" = 1"), "1:1: unknown key ``");
        assert_eq!(error("colour = 1"), "1:1: unknown key `colour`");
    }

    #[test]
    fn values_of_other_types_are_errors() {
        assert_eq!(error("max-copies = \"4\""), "1:14: `max-copies` takes an integer, not a string");
        assert_eq!(error("defines = 'N'"), "1:11: `defines` takes a list of strings, not a string");
        assert_eq!(error("defines = ['M',\n 1]"), "2:2: `defines` takes a list of strings, but this is an integer");
        assert_eq!(error("trust-defines = 1"), "1:17: `trust-defines` takes true or false, not an integer");
        assert_eq!(error("cl-std = 1.2"), "1:10: `cl-std` takes a string, not a float");
        assert_eq!(error("rules = []"), "1:9: `rules` takes a table, not a list");
        assert_eq!(error("[[rules]]"), "1:1: `rules` takes a table, not a list");
        assert_eq!(error("max-growth = true"), "1:14: `max-growth` takes an integer or a string, not a boolean");
    }

    #[test]
    fn values_that_no_option_takes_are_errors() {
        assert_eq!(error("defines = [ \"4N=1\" ]"), "1:13: `defines`: `4N` is not a macro name");
        assert_eq!(
            error("cl-std = 'CL4.0'"),
            "1:10: `cl-std`: expected one of CL1.0, CL1.1, CL1.2, CL2.0, CL3.0, not `CL4.0`"
        );
        assert_eq!(
            error("remainder = ''"),
            "1:13: `remainder`: expected one of auto, loop, nested, switch, versions, not ``"
        );
        assert_eq!(error("max-copies = -1"), "1:14: `max-copies` is an integer from 0 to 4294967295");
        assert!(error("max-copies = 4294967296").contains("from 0 to 4294967295"));
        assert!(error("max-growth = '1MB'").contains("`KiB`"), "{}", error("max-growth = '1MB'"));
        assert!(error("max-growth = 67108865").contains("from 0 to 67108864"));
        assert_eq!(
            error("exclude = ['a', '[']"),
            "1:17: `exclude`: `[` is not a glob: unclosed character class; missing ']'"
        );
        for pattern in ["", "/", "./"] {
            assert!(error(&format!("exclude = ['{pattern}']")).contains("not a glob"), "{pattern}");
        }
        assert!(error("include-folders = ['']").contains("is empty"));
        assert!(error("forced-includes = ['']").contains("is empty"));
        assert_eq!(error("defines = [\"N=\\u0000\"]"), "1:12: `defines`: it contains a NUL");
        for extension in ["", ".", "a/b", "*.cl", "c l"] {
            assert!(error(&format!("extensions = ['{extension}']")).contains("is not a file extension"), "{extension}");
        }
        let unknown = error("rules.warn = ['zero-factr']");
        assert_eq!(unknown, "1:15: `warn`: there is no rule `zero-factr`; did you mean `zero-factor`?");
    }

    #[test]
    fn the_first_mistake_of_the_file_is_reported() {
        assert!(error("zebra = 1\n\nant = 2\ncl-std = 3").starts_with("1:1: "));
        assert!(error("rules.select = 1\nant = 2").starts_with("1:16: "));
    }

    #[test]
    fn what_is_no_toml_is_an_error_with_its_place() {
        assert_eq!(error("cl-std = \"CL1.2\"\nmax-copies 4"), "2:12: key with no value, expected `=`");
        assert!(error("defines = []\ndefines = []").starts_with("2:1: duplicate key"));
        assert_eq!(error("exclude = ['é', [\n"), "1:18: unclosed array, expected `]`");
        assert!(error("\u{feff}= 4").starts_with("1:1: "), "{}", error("\u{feff}= 4"));
        let nested = "a = ".to_owned() + &"[".repeat(100_000);
        assert!(error(&nested).starts_with("1:"));
        let failure = ConfigFile::of(Path::new("c"), b"# caf\xe9\n").expect_err("no UTF-8");
        assert_eq!(failure, "c:1:6: not valid UTF-8");
    }
}
