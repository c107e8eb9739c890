//! Options of `clBuildProgram`, taken as they are pasted: `-cl-std=CL1.2 -cl-mad-enable -w`.
//!
//! `-D`, `-U` and `-I` are options of clunroll too. All others are translated before the command line is parsed: those that change what
//! clunroll writes become its own options, and all others become `--build-option`, which verification passes on.

use std::ffi::OsString;

/// The beginnings of other options of the final compile: of the specification, of compilers and of vendors.
const BEGINNINGS: [&str; 12] =
    ["-cl-", "-W", "-O", "-f", "-m", "-nv-", "-qcom-", "-ze-", "-igc_", "-save-temps", "-spir-std=", "-create-library"];

/// Other options that are one word.
const WORDS: [&str; 3] = ["-w", "-g", "-enable-link-options"];

/// The option that gives an option of the final compile.
const BUILD_OPTION: &str = "--build-option";

/// The arguments of a command line, after the program's name, with options of clBuildProgram replaced by clunroll's.
pub(super) fn translated(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
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
            "-x" => drop(rest.next()),
            "-cl-uniform-work-group-size" => words.is_uniform = true,
            _ if is_build_option(word) => {
                let is_number =
                    |next: &OsString| next.to_str().is_some_and(|next| next.bytes().all(|byte| byte.is_ascii_digit()));
                let has_number = word.starts_with("-cl-nv-") && !word.contains('=');
                let number = rest.next_if(|next| has_number && is_number(next));
                words.take(word, number.as_ref().and_then(|number| number.to_str()));
            }
            _ => words.done.push(argument),
        }
    }
    words.all()
}

fn is_build_option(word: &str) -> bool {
    WORDS.contains(&word) || BEGINNINGS.iter().any(|beginning| word.starts_with(beginning))
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
        let all = translated(text.split(' ').map(OsString::from));
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
        for text in
            ["-qv -o -w.cl k.cl", "--build-option -w k.cl", "k.cl -- -w -cl-x", "-I inc -U N -j 2 -", "-cl k.cl"]
        {
            assert_eq!(words(text), text);
        }
        assert_eq!(words("-w -- -cl-x"), "--build-option=-w -- -cl-x");
    }
}
