//! What the options of a build say for certain.
//!
//! The options come with the very build that the text is for, so the values of `-D` are final. That holds only if the driver reads the
//! same from the string, and gets nothing else: some drivers take more options from the environment, and some know options that bring in
//! other files.

use std::env;

/// Variables from which drivers take more options for each build. The Python package has the same list (`_environment.py`).
const VARIABLES: [&str; 7] = [
    "POCL_EXTRA_BUILD_FLAGS",
    "OCLGRIND_BUILD_OPTIONS",
    "CLOVER_EXTRA_BUILD_OPTIONS",
    "CLOVER_EXTRA_COMPILE_OPTIONS",
    "CLVK_CLSPV_OPTIONS",
    "AMD_OCL_BUILD_OPTIONS",
    "AMD_OCL_BUILD_OPTIONS_APPEND",
];

/// Options that clunroll reads, or that bring in no text.
const KNOWN: [&str; 14] = [
    "-w",
    "-g",
    "-O0",
    "-O1",
    "-O2",
    "-O3",
    "-Os",
    "-Ofast",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-m32",
    "-m64",
    "-save-temps",
];

/// The beginnings of such options.
const KNOWN_BEGINNINGS: [&str; 12] =
    ["-D", "-U", "-I", "-cl-", "-Werror=", "-Wno-", "-nv-", "-qcom-", "-ze-", "-fbin-", "-fno-bin-", "-save-temps="];

/// Whether the values of `-D` in build options are final; an error if the options may hold what clunroll does not know of.
pub(crate) fn are_defines_final(options: &str) -> Result<bool, String> {
    if let Some(name) = VARIABLES.iter().find(|name| env::var_os(name).is_some_and(|value| !value.is_empty())) {
        return Err(format!("{name} adds options to each build"));
    }
    // Drivers split the string in different ways, so a part of a value that looks like an option may be one.
    let words: Vec<String> = options.split_ascii_whitespace().map(|word| word.replace(['"', '\'', '\\'], "")).collect();
    let after = words.iter().skip(1).map(String::as_str).chain([""]);
    if let Some((word, _)) = words.iter().zip(after).find(|(word, after)| !is_known(word, after)) {
        return Err(format!("the option {word} may bring in what clunroll does not read"));
    }
    // Drivers read backslashes in different ways.
    Ok(!options.contains(['\\', '\'']))
}

/// Whether a word is a known option, or not an option at all.
fn is_known(word: &str, after: &str) -> bool {
    match word.strip_prefix('-') {
        None => !word.starts_with('@'),
        Some("x") => after == "cl",
        // A number, or a sign in an expression.
        Some(rest) if rest.is_empty() || rest.starts_with(|first: char| first.is_ascii_digit()) => true,
        Some(_) => KNOWN.contains(&word) || KNOWN_BEGINNINGS.iter().any(|beginning| word.starts_with(beginning)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_options_are_final() {
        assert_eq!(are_defines_final(""), Ok(true));
        assert_eq!(are_defines_final("-DN=4 -I \"my kernels\" -cl-std=CL1.2 -w"), Ok(true));
        assert_eq!(
            are_defines_final("-D \"N=(4 -1 - 2)\" -x cl -O3 -Werror -Wno-all -g -cl-nv-maxrregcount 32"),
            Ok(true)
        );
        assert_eq!(are_defines_final(r"-DN=4\ 5"), Ok(false));
    }

    #[test]
    fn what_brings_in_files_is_refused() {
        for options in [
            "-include a.h",
            "-DN=2 -Xclang -DN=3",
            "@file",
            "\"-include\" a.h",
            "-\"include\" a.h",
            r"\-include a.h",
            "--include=a.h",
            "-isystema",
            "-Wp,-DN=3",
            "-fmodule-file=a",
            "-x c",
            "-x",
            "-no-such-option",
        ] {
            assert!(are_defines_final(options).is_err(), "{options}");
        }
    }
}
