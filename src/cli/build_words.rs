//! Options of `clBuildProgram`, taken as they are pasted: `-cl-std=CL1.2 -cl-mad-enable -w`.
//!
//! `-D`, `-U` and `-I` are options of clunroll too. All others are translated before the command line is parsed: those that change what
//! clunroll writes become its own options, and all others become `--build-option`, which verification passes on.

use std::ffi::OsString;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::arguments::Arguments;

/// Other options of the final compile: of the specification, of compilers and of vendors.
const WORDS: [&str; 37] = [
    "-w",
    "-g",
    "-m32",
    "-m64",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-O0",
    "-O1",
    "-O2",
    "-O3",
    "-Os",
    "-Ofast",
    "-save-temps",
    "-create-library",
    "-enable-link-options",
    "-ffast-math",
    "-fno-fast-math",
    "-finline-functions",
    "-fno-inline",
    "-fno-inline-functions",
    "-fbuiltin",
    "-fno-builtin",
    "-fstrict-aliasing",
    "-fno-strict-aliasing",
    "-funroll-loops",
    "-fno-unroll-loops",
    "-fvectorize",
    "-fno-vectorize",
    "-fslp-vectorize",
    "-fno-slp-vectorize",
    "-fsigned-zeros",
    "-fno-signed-zeros",
    "-fmath-errno",
    "-fno-math-errno",
    "-ftrapping-math",
    "-fno-trapping-math",
];

/// The beginnings of such options. No option of clunroll begins like one of them, except `--cl-std`.
const BEGINNINGS: [&str; 13] = [
    "-cl-",
    "-Werror=",
    "-Wno-",
    "-ffp-contract=",
    "-fdenormal-fp-math=",
    // AMD's, for the parts of a binary.
    "-fbin-",
    "-fno-bin-",
    "-nv-",
    "-qcom-",
    "-ze-",
    "-igc_",
    "-save-temps=",
    "-spir-std=",
];

/// The option that gives an option of the final compile.
const BUILD_OPTION: &str = "--build-option";

/// The arguments of a command line, after the program's name, with options of clBuildProgram replaced by clunroll's.
///
/// # Errors
///
/// If a word is the name of an option that has only one hyphen. Some such words would have another meaning: `-output` is `-o utput`.
pub(super) fn translated(arguments: impl IntoIterator<Item = OsString>) -> Result<Vec<OsString>, clap::Error> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let command = command_of(&arguments);
    let names: Vec<_> = command.get_arguments().filter_map(clap::Arg::get_long).collect();
    if !names.contains(&BUILD_OPTION.trim_start_matches('-')) {
        return Ok(arguments);
    }
    let mut words = Words::default();
    let mut rest = arguments.into_iter().peekable();
    while let Some(argument) = rest.next() {
        let Some(word) = argument.to_str() else {
            words.done.push(argument);
            continue;
        };
        match word {
            "--" => {
                words.done.push(argument);
                words.done.extend(rest);
                break;
            }
            // Its value may begin with a hyphen.
            BUILD_OPTION => {
                words.done.push(argument);
                words.done.extend(rest.next());
            }
            // clunroll reads nothing but OpenCL C.
            "-x" if rest.next_if(|language| language == "cl").is_some() => {}
            "-cl-uniform-work-group-size" => words.is_uniform = true,
            _ if is_build_option(word) => {
                let is_number =
                    |next: &OsString| next.to_str().is_some_and(|next| next.bytes().all(|byte| byte.is_ascii_digit()));
                let has_number = word.starts_with("-cl-nv-") && !word.contains('=');
                let number = rest.next_if(|next| has_number && is_number(next));
                words.take(word, number.as_ref().and_then(|number| number.to_str()));
            }
            _ => {
                let name = word.strip_prefix('-').and_then(|name| name.split('=').next());
                if let Some(name) = name.filter(|name| names.contains(name)) {
                    let mut error = clap::Error::new(ErrorKind::UnknownArgument).with_cmd(&command);
                    error.insert(ContextKind::InvalidArg, ContextValue::String(word.to_owned()));
                    error.insert(ContextKind::SuggestedArg, ContextValue::String(format!("--{name}")));
                    return Err(error);
                }
                words.done.push(argument);
            }
        }
    }
    Ok(words.all())
}

/// The command that the first word names which is no option.
fn command_of(arguments: &[OsString]) -> clap::Command {
    let all = Arguments::command();
    let first = arguments.iter().filter_map(|word| word.to_str()).find(|word| !word.starts_with('-'));
    first.and_then(|name| all.find_subcommand(name)).cloned().unwrap_or(all)
}

fn is_build_option(word: &str) -> bool {
    word != "-cl-std" && (WORDS.contains(&word) || BEGINNINGS.iter().any(|beginning| word.starts_with(beginning)))
}

/// The translated words.
#[derive(Default)]
struct Words {
    done: Vec<OsString>,
    /// What must come before the words after `--`.
    language: Option<String>,
    is_uniform: bool,
    others: Vec<OsString>,
}

impl Words {
    fn take(&mut self, word: &str, number: Option<&str>) {
        let version = word.strip_prefix("-cl-std=");
        let is_cpp = |version: &str| version.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("CLC"));
        match version {
            // As in the string for clBuildProgram, the last version counts.
            Some(version) if !is_cpp(version) => self.language = Some(version.to_owned()),
            _ => {
                if version.is_some() {
                    self.language = None;
                }
                let number = number.map(|number| format!(" {number}")).unwrap_or_default();
                self.others.push(format!("{BUILD_OPTION}={word}{number}").into());
            }
        }
    }

    fn all(self) -> Vec<OsString> {
        let at = self.done.iter().position(|word| word == "--").unwrap_or(self.done.len());
        let mut all = self.done;
        let language = self.language.map(|version| format!("--cl-std={version}").into());
        let uniform = self.is_uniform.then(|| "--uniform-work-groups".into());
        all.splice(at..at, language.into_iter().chain(uniform).chain(self.others));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> String {
        let all = translated(text.split(' ').map(OsString::from)).unwrap();
        all.iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn pasted_options_are_translated() {
        for (pasted, own) in [
            ("-cl-std=CL1.2 k.cl", "k.cl --cl-std=CL1.2"),
            ("check -cl-mad-enable -w -DN=4 k.cl", "check -DN=4 k.cl --build-option=-cl-mad-enable --build-option=-w"),
            ("-cl-std=CL2.0 -cl-std=CL1.2 k.cl", "k.cl --cl-std=CL1.2"),
            ("-cl-std=CLC++2021 k.cl", "k.cl --build-option=-cl-std=CLC++2021"),
            ("-cl-uniform-work-group-size -cl-uniform-work-group-size k.cl", "k.cl --uniform-work-groups"),
            ("-cl-nv-maxrregcount 32 k.cl", "k.cl --build-option=-cl-nv-maxrregcount 32"),
            ("-x cl -g -Werror -O3 k.cl", "k.cl --build-option=-g --build-option=-Werror --build-option=-O3"),
        ] {
            assert_eq!(words(pasted), own, "{pasted}");
        }
    }

    #[test]
    fn other_words_stay() {
        for text in [
            "-qv -o -w.cl k.cl",
            "-x k.cl",
            "-force -Oout.cl -mine k.cl",
            "explain -w",
            "man -w",
            "--build-option -w k.cl",
            "k.cl -- -w -cl-x",
            "-I inc -U N -j 2 -",
            "-cl k.cl",
        ] {
            assert_eq!(words(text), text);
        }
        assert_eq!(words("-w -- -cl-x"), "--build-option=-w -- -cl-x");
    }

    #[test]
    fn a_name_needs_two_hyphens() {
        for (text, hint) in [
            ("check -fix", "--fix"),
            ("-flatten k.cl", "--flatten"),
            ("k.cl -output=o.cl", "--output"),
            ("-cl-std CL1.2 k.cl", "--cl-std"),
        ] {
            let error = translated(text.split(' ').map(OsString::from)).unwrap_err();
            assert_eq!(error.get(ContextKind::SuggestedArg), Some(&ContextValue::String(hint.to_owned())), "{text}");
        }
    }
}
