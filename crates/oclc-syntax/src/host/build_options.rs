//! The options of `clBuildProgram` that affect the meaning of a source.
//!
//! ```text
//! -DN=4 -D "T=unsigned int" -I "my kernels" -cl-std=CL1.2 -cl-mad-enable
//! ```
//!
//! The specification lists the options and leaves open how the string is split, except that the folder of `-I` may be in double quotes.
//! The runtimes have these rules in common (PoCL, Oclgrind, Intel's, Mesa's; `tests/execution/build_options.rs` compares it with those of
//! the machine):
//!
//! - White space separates words. (To Oclgrind, only a blank does.)
//! - Between double quotes, white space is a part of the word. The quotes are removed, wherever in a word they are.
//! - `\"` is a quote that stays. Elsewhere a backslash is an ordinary character, as in the paths of Windows. (Mesa's Clover removes each
//!   backslash, and PoCL makes something else of `\"`.)
//! - A single quote is a character like any other, as no shell reads the string.
//! - `-D`, `-U` and `-I` have their argument in the same word or in the next one.
//!
//! Options that concern only the final compile are skipped: `-cl-mad-enable`, `-w`, `-nv-line-info`, and so on. Vendors' options may have
//! an argument in the next word (`-cl-nv-maxrregcount 32`), so one word that is not an option may follow such an option. Elsewhere such a
//! word is a mistake, most often a value with a blank and no quotes, and runtimes refuse it too.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use super::{Define, LanguageVersion, MacroOption};

/// The options of `clBuildProgram` that affect the source.
///
/// ```
/// use oclc_syntax::host::{BuildOptions, LanguageVersion};
///
/// let options: BuildOptions = "-DN=4 -I \"my kernels\" -cl-std=CL1.2 -cl-mad-enable".parse()?;
/// assert_eq!(options.macros[0].to_string(), "-DN=4");
/// assert_eq!(options.include_folders[0].to_str(), Some("my kernels"));
/// assert_eq!(options.language, Some(LanguageVersion::V1_2));
/// # Ok::<(), oclc_syntax::host::BuildOptionsError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildOptions {
    /// Each `-D` and `-U`, in their order.
    pub macros: Vec<MacroOption>,
    /// Each `-I`, in their order.
    pub include_folders: Vec<PathBuf>,
    /// The last `-cl-std`; `None` for C++ for OpenCL, too.
    pub language: Option<LanguageVersion>,
    /// Whether there is a `-cl-uniform-work-group-size`: all work-groups of a launch are of one size.
    pub uniform_work_groups: bool,
    /// The options that concern only the final compile, each as it is written with its argument, in their order.
    pub others: Vec<String>,
}

impl FromStr for BuildOptions {
    type Err = BuildOptionsError;

    fn from_str(text: &str) -> Result<Self, BuildOptionsError> {
        let mut found = Self::default();
        let words = split(text)?;
        let mut rest = words.iter();
        // The words of the option before, and whether one more may follow.
        let mut before: (&str, bool) = ("", false);
        while let Some(word) = rest.next() {
            let (option, attached) = option_of(&word.text);
            let mut end = word.end;
            let argument = match (option, attached) {
                (Some(option), "") => {
                    let next = rest.next().filter(|next| option == 'D' || !next.text.is_empty());
                    let next = next.ok_or_else(|| word.problem(text, missing(option)))?;
                    end = next.end;
                    &next.text
                }
                _ => attached,
            };
            let written = &text[word.start..end];
            let problem =
                |message: String| BuildOptionsError { offset: word.start, written: written.to_owned(), message };
            match option {
                Some('D') => found.macros.push(
                    argument.parse::<Define>().map_err(|error| problem(hint(error.to_string(), argument)))?.into(),
                ),
                Some('U') => found
                    .macros
                    .push(MacroOption::undefine(argument).map_err(|error| problem(hint(error.to_string(), argument)))?),
                Some(_) => found.include_folders.push(PathBuf::from(argument)),
                None if word.text.starts_with('-') => found.other(&word.text, written).map_err(problem)?,
                None if word.text.is_empty() => {}
                None if before.1 => found.argument_of_other(written),
                None => return Err(problem(no_option(before.0))),
            }
            before = (written, option.is_none() && word.text.starts_with('-'));
        }
        Ok(found)
    }
}

impl BuildOptions {
    /// Takes an option that is one word.
    fn other(&mut self, option: &str, written: &str) -> Result<(), String> {
        if option == "-cl-uniform-work-group-size" {
            self.uniform_work_groups = true;
        } else if let Some(version) = option.strip_prefix("-cl-std=") {
            let is_cpp = version.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("CLC++"));
            self.language = if is_cpp { None } else { Some(version.parse().map_err(|error| format!("{error}"))?) };
            if is_cpp {
                self.others.push(written.to_owned());
            }
        } else {
            self.others.push(written.to_owned());
        }
        Ok(())
    }

    /// Adds a word to the option before it.
    fn argument_of_other(&mut self, written: &str) {
        if let Some(option) = self.others.last_mut() {
            option.push(' ');
            option.push_str(written);
        }
    }
}

/// An error in a string of build options, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildOptionsError {
    offset: usize,
    written: String,
    message: String,
}

impl BuildOptionsError {
    /// Where the wrong option begins, in bytes from the start of the string.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for BuildOptionsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "build option `{}`: {}", self.written, self.message)
    }
}

impl std::error::Error for BuildOptionsError {}

/// One word of the string, without its quotes.
#[derive(Debug, PartialEq, Eq)]
struct OptionWord {
    text: String,
    /// Where it is in the string, with its quotes.
    start: usize,
    end: usize,
}

impl OptionWord {
    fn problem(&self, text: &str, message: &str) -> BuildOptionsError {
        let written = text[self.start..self.end].to_owned();
        BuildOptionsError { offset: self.start, written, message: message.to_owned() }
    }
}

fn split(text: &str) -> Result<Vec<OptionWord>, BuildOptionsError> {
    let mut words = Vec::new();
    let mut current: Option<OptionWord> = None;
    let mut is_quoted = false;
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        if !is_quoted && character.is_ascii_whitespace() {
            words.extend(current.take());
            continue;
        }
        let word = current.get_or_insert_with(|| OptionWord { text: String::new(), start: at, end: at });
        match character {
            '\\' if characters.next_if(|&(_, next)| next == '"').is_some() => word.text.push('"'),
            '"' => is_quoted = !is_quoted,
            '\0' => return Err(word.problem(text, "the string contains a NUL, at which runtimes end it")),
            _ => word.text.push(character),
        }
        word.end = characters.peek().map_or(text.len(), |&(next, _)| next);
    }
    if let (true, Some(word)) = (is_quoted, &current) {
        return Err(word.problem(text, "the double quote is not closed"));
    }
    words.extend(current);
    Ok(words)
}

/// The letter of an option with an argument, and the part of the argument in the same word.
fn option_of(word: &str) -> (Option<char>, &str) {
    let letter =
        ['D', 'U', 'I'].into_iter().find(|&letter| word.strip_prefix('-').is_some_and(|rest| rest.starts_with(letter)));
    (letter, if letter.is_some() { &word[2..] } else { word })
}

fn missing(option: char) -> &'static str {
    match option {
        'D' => "a macro is missing, as in `-D N=4`",
        'U' => "the name of a macro is missing, as in `-U N`",
        _ => "a folder is missing, as in `-I include`",
    }
}

/// A hint about a macro in quotes that runtimes do not remove.
fn hint(message: String, argument: &str) -> String {
    if argument.starts_with('\'') { message + "; runtimes remove only double quotes" } else { message }
}

fn no_option(before: &str) -> String {
    if before.starts_with('-') {
        format!("this is no option; if it is a part of `{before}`, put double quotes around its argument")
    } else {
        "this is no option: options begin with `-`".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn macros(text: &str) -> Vec<String> {
        let options: BuildOptions = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        options.macros.iter().map(ToString::to_string).collect()
    }

    fn error(text: &str) -> String {
        text.parse::<BuildOptions>().expect_err(text).to_string()
    }

    #[test]
    fn macros_are_in_one_word_or_in_two() {
        for text in
            ["-DN=4", "-D N=4", " -D \t N=4\n", "-D\"N=4\"", "-D \"N=4\"", "\"-DN=4\"", "-DN=\"4\"", "-\"D\"N=4"]
        {
            assert_eq!(macros(text), ["-DN=4"], "{text}");
        }
        assert_eq!(macros("-DN -D M= -U N -UM"), ["-DN=1", "-DM=", "-UN", "-UM"]);
        assert_eq!(macros("-D\"F(a, b)=a + b\" -DG(x)=x"), ["-DF(a, b)=a + b", "-DG(x)=x"]);
    }

    #[test]
    fn quotes_and_backslashes_are_those_of_runtimes() {
        assert_eq!(macros("-DT=\"unsigned int\" -D S=\\\"a\\\""), ["-DT=unsigned int", "-DS=\"a\""]);
        assert_eq!(
            macros("-DS=\"\\\"a b\\\"\" -DC='4' -DP=a\\b -DQ=\\\\ -DE=\"\""),
            ["-DS=\"a b\"", "-DC='4'", "-DP=a\\b", "-DQ=\\\\", "-DE="]
        );
        let options: BuildOptions = "-I \"C:\\my files\\x\" -I\"a b\" -Ic -I d\\e".parse().unwrap();
        let folders: Vec<_> = options.include_folders.iter().map(|folder| folder.display().to_string()).collect();
        assert_eq!(folders, ["C:\\my files\\x", "a b", "c", "d\\e"]);
    }

    #[test]
    fn what_says_nothing_of_the_source_is_passed_over() {
        let text = "-cl-mad-enable -w -Werror -g -O3 -x cl -cl-nv-maxrregcount 32 -cl-nv-verbose -nv-line-info -save-temps=x -s \"a b.cl\" -DN=1 -cl-kernel-arg-info";
        let others = [
            "-cl-mad-enable",
            "-w",
            "-Werror",
            "-g",
            "-O3",
            "-x cl",
            "-cl-nv-maxrregcount 32",
            "-cl-nv-verbose",
            "-nv-line-info",
            "-save-temps=x",
            "-s \"a b.cl\"",
            "-cl-kernel-arg-info",
        ];
        assert_eq!(
            text.parse(),
            Ok(BuildOptions {
                macros: vec!["-DN=1".parse().unwrap()],
                others: others.map(str::to_owned).to_vec(),
                ..BuildOptions::default()
            })
        );
        assert_eq!("".parse(), Ok(BuildOptions::default()));
        assert_eq!(" \t\n ".parse(), Ok(BuildOptions::default()));
    }

    #[test]
    fn the_last_version_counts() {
        let language = |text: &str| text.parse::<BuildOptions>().unwrap().language;
        assert_eq!(language("-cl-std=CL1.2 -cl-std=CL3.0"), Some(LanguageVersion::V3_0));
        assert_eq!(language("-cl-std=cl2.0"), Some(LanguageVersion::V2_0));
        for cpp in ["-cl-std=CLC++", "-cl-std=CL2.0 -cl-std=clc++2021"] {
            assert_eq!(language(cpp), None, "{cpp}");
        }
        assert!("-cl-uniform-work-group-size".parse::<BuildOptions>().unwrap().uniform_work_groups);
    }

    #[test]
    fn mistakes_are_named_with_their_option() {
        for (text, message) in [
            ("-D", "build option `-D`: a macro is missing, as in `-D N=4`"),
            ("-I \"\"", "build option `-I`: a folder is missing, as in `-I include`"),
            ("-w -D 4N=1", "build option `-D 4N=1`: `4N` is not a macro name"),
            ("-D -I inc", "build option `-D -I`: `-I` is not a macro name"),
            ("-D \"\"", "build option `-D \"\"`: `` is not a macro name"),
            ("-U N=1", "build option `-U N=1`: `-U` takes only a name: `N`"),
            (
                "-cl-std=CL4.0",
                "build option `-cl-std=CL4.0`: expected one of CL1.0, CL1.1, CL1.2, CL2.0, CL3.0, not `CL4.0`",
            ),
            ("-I \"a b", "build option `\"a b`: the double quote is not closed"),
            ("N=4", "build option `N=4`: this is no option: options begin with `-`"),
            ("-DN=\0", "build option `-DN=`: the string contains a NUL, at which runtimes end it"),
            (
                "-D T=unsigned int",
                "build option `int`: this is no option; if it is a part of `-D T=unsigned`, put double quotes around its argument",
            ),
            (
                "-D 'N=4'",
                "build option `-D 'N=4'`: `'N` begins with a quote, which cannot be a part of a macro name; runtimes remove only double quotes",
            ),
        ] {
            assert_eq!(error(text), message, "{text}");
        }
        assert_eq!("-w  -D é".parse::<BuildOptions>().expect_err("no name").offset(), 4);
        assert!("-x a b".parse::<BuildOptions>().is_err());
    }
}
