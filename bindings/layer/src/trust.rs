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

/// The beginnings of options that bring in files, or pass options on, in ways that clunroll does not read.
const FOREIGN: [&str; 9] =
    ["-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-iprefix", "-Xclang", "-Xpreprocessor", "-Wp,"];

/// Whether the values of `-D` in build options are final; an error if the options may hold what clunroll does not know of.
pub(crate) fn are_defines_final(options: &str) -> Result<bool, String> {
    if let Some(name) = VARIABLES.iter().find(|name| env::var_os(name).is_some_and(|value| !value.is_empty())) {
        return Err(format!("{name} adds options to each build"));
    }
    let is_foreign = |word: &&str| {
        let word = word.trim_start_matches('"');
        word.starts_with('@') || FOREIGN.iter().any(|foreign| word.starts_with(foreign))
    };
    if let Some(word) = options.split_ascii_whitespace().find(is_foreign) {
        return Err(format!("the option {word} may bring in what clunroll does not read"));
    }
    // Drivers read backslashes in different ways.
    Ok(!options.contains(['\\', '\'']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_options_are_final() {
        assert_eq!(are_defines_final(""), Ok(true));
        assert_eq!(are_defines_final("-DN=4 -I \"my kernels\" -cl-std=CL1.2 -w"), Ok(true));
        assert_eq!(are_defines_final(r"-DN=4\ 5"), Ok(false));
    }

    #[test]
    fn what_brings_in_files_is_refused() {
        for options in ["-include a.h", "-DN=2 -Xclang -DN=3", "@file", "\"-include\" a.h"] {
            assert!(are_defines_final(options).is_err(), "{options}");
        }
    }
}
