//! The final compile, as far as it is known here, and the text that it gets.
//!
//! Both compilers that verify get the same text, on standard input or through `clCreateProgramWithSource`. Macros and forced includes are
//! put before the source as `#define` and `#include` lines: each OpenCL platform decides what blanks and quotes mean in a string of
//! options, but not what they mean in a line of source. A `#line` after them gives messages and `__FILE__` the name and the lines of the
//! source, in the original and in the rewritten text.
//!
//! Some options let a compiler compute floating point differently in different places, so that a loop and its copies may differ in the last
//! bits although the source is the same. These options are kept apart ([`FinalCompile::loosening`]): kernels are first compared without
//! them.

use std::borrow::Cow;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use clunroll_files::failure::printable_name;
use oclc_syntax::host::{Define, LanguageVersion};

/// Options that let floating point differ from the source, or from place to place.
const LOOSENING: [&str; 6] = [
    "-cl-fast-relaxed-math",
    "-cl-unsafe-math-optimizations",
    "-cl-mad-enable",
    "-cl-finite-math-only",
    "-cl-no-signed-zeros",
    "-cl-denorms-are-zero",
];

/// The options of the final compile of one source.
#[derive(Clone, Debug, Default)]
pub(crate) struct FinalCompile {
    /// The name of the source in messages.
    pub(crate) name: String,
    /// All macros that are defined in the end.
    pub(crate) macros: Vec<Define>,
    /// Files to read before the first line.
    pub(crate) forced_includes: Vec<String>,
    /// The folder of the source, and the folders of `-I`.
    pub(crate) include_folders: Vec<PathBuf>,
    pub(crate) language: Option<LanguageVersion>,
    /// Whether the rewritten text replaces the extension. The original then needs the extension.
    pub(crate) provide_extension: bool,
    /// All other options that were typed or configured, unchanged.
    pub(crate) build_options: Vec<String>,
}

impl FinalCompile {
    /// The original in the form in which it is compiled.
    pub(crate) fn original(&self, source: &[u8]) -> String {
        let extension = "#ifndef cl_nv_pragma_unroll\n#define cl_nv_pragma_unroll 1\n#endif\n";
        self.text(if self.provide_extension { extension } else { "" }, source)
    }

    /// The rewritten text in the form in which it is compiled.
    pub(crate) fn rewritten(&self, source: &[u8]) -> String {
        self.text("", source)
    }

    fn text(&self, extension: &str, source: &[u8]) -> String {
        let mut text = extension.to_owned();
        for define in &self.macros {
            let _ = writeln!(text, "#define {}", define.definition());
        }
        for include in &self.forced_includes {
            let _ = writeln!(text, "#include \"{include}\"");
        }
        let name = printable_name(&self.name).replace('\\', "/").replace('"', "'");
        let _ = writeln!(text, "#line 1 \"{name}\"");
        text.push_str(&decoded(source));
        text
    }

    /// The options for both compilers; if `is_strict`, without those that loosen floating point.
    pub(crate) fn options(&self, is_strict: bool) -> Vec<Cow<'_, str>> {
        let mut options: Vec<Cow<'_, str>> = Vec::new();
        if let Some(version) = self.language {
            options.push(format!("-cl-std={}", version.name()).into());
        }
        // Warnings would hide more important messages, unless an option makes them errors.
        if !self.build_options.iter().any(|option| option.starts_with("-Werror")) {
            options.push("-w".into());
        }
        let given = self.build_options.iter().map(String::as_str);
        options.extend(given.filter(|option| !(is_strict && LOOSENING.contains(option))).map(Cow::from));
        options
    }

    /// The options for `clBuildProgram`, in one string.
    pub(crate) fn opencl_options(&self, is_strict: bool) -> String {
        let folders = self.include_folders.iter().map(|folder| include_option(folder));
        let options = self.options(is_strict);
        folders.chain(options.into_iter().map(Cow::into_owned)).collect::<Vec<_>>().join(" ")
    }

    /// The options that make floating-point results incomparable.
    pub(crate) fn loosening(&self) -> Vec<&str> {
        self.build_options.iter().map(String::as_str).filter(|option| LOOSENING.contains(option)).collect()
    }
}

fn include_option(folder: &Path) -> String {
    let folder = folder.display().to_string();
    let folder = if folder.is_empty() { "." } else { &folder };
    // Some runtimes do not accept quotes before `-I`.
    if folder.contains(char::is_whitespace) { format!("-I\"{folder}\"") } else { format!("-I{folder}") }
}

/// A source as text. Compilers accept bytes that are not UTF-8 only in comments and strings, where their meaning does not matter. A byte
/// order mark would be in the middle of the text.
fn decoded(source: &[u8]) -> Cow<'_, str> {
    let source = source.strip_prefix(b"\xef\xbb\xbf").unwrap_or(source);
    match str::from_utf8(source) {
        Ok(text) => text.into(),
        Err(_) => source.iter().map(|&byte| char::from(byte)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_and_includes_stand_before_the_first_line() {
        let compile = FinalCompile {
            name: "a\"b\\c.cl".to_owned(),
            macros: ["T=unsigned int", "F(x)=((x) + 1)"].map(|define| define.parse().expect("a macro")).to_vec(),
            forced_includes: vec!["my config.h".to_owned()],
            provide_extension: true,
            ..FinalCompile::default()
        };
        let head = "#define T unsigned int\n#define F(x) ((x) + 1)\n#include \"my config.h\"\n#line 1 \"a'b/c.cl\"\n";
        assert_eq!(compile.rewritten(b"\xef\xbb\xbfint a;\n"), format!("{head}int a;\n"));
        let original = compile.original(b"// \xe9\n");
        assert!(original.starts_with("#ifndef cl_nv_pragma_unroll\n") && original.ends_with(&format!("{head}// é\n")));
    }

    #[test]
    fn loosening_options_can_be_left_out() {
        let options = ["-cl-mad-enable", "-DN=1", "-cl-fast-relaxed-math"].map(str::to_owned).to_vec();
        let compile = FinalCompile {
            include_folders: vec![PathBuf::new(), PathBuf::from("a b")],
            language: Some(LanguageVersion::ALL[2]),
            build_options: options,
            ..FinalCompile::default()
        };
        let language = LanguageVersion::ALL[2].name();
        assert_eq!(compile.opencl_options(true), format!("-I. -I\"a b\" -cl-std={language} -w -DN=1"));
        assert!(compile.opencl_options(false).ends_with("-w -cl-mad-enable -DN=1 -cl-fast-relaxed-math"));
        assert_eq!(compile.loosening(), ["-cl-mad-enable", "-cl-fast-relaxed-math"]);
        let strict = FinalCompile { build_options: vec!["-Werror".to_owned()], ..FinalCompile::default() };
        assert_eq!(strict.opencl_options(true), "-Werror");
    }
}
