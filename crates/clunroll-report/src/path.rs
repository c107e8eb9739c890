//! Names of files as services know them that compare names instead of opening files.
//!
//! A name as it was given may be `./kernels//blur.cl`, and on Windows has backslashes; a repository calls that file
//! `kernels/blur.cl`. `..` stays: which folder it leads to is for the file system to say.

use std::path::MAIN_SEPARATOR;

/// The segments of a name that say something.
pub(super) fn segments(name: &str) -> impl Iterator<Item = &str> {
    name.split(['/', MAIN_SEPARATOR]).filter(|segment| !matches!(*segment, "" | "."))
}

/// The name in the shortest form, with `/` between its segments.
pub(super) fn normal(name: &str) -> String {
    let root = if name.starts_with(['/', MAIN_SEPARATOR]) { "/" } else { "" };
    root.to_owned() + &segments(name).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_loses_what_says_nothing() {
        assert_eq!(normal("kernels/blur.cl"), "kernels/blur.cl");
        assert_eq!(normal("./a//b/./c.cl"), "a/b/c.cl");
        assert_eq!(normal("./../c.cl"), "../c.cl");
        assert_eq!(normal("//a/.c.cl"), "/a/.c.cl");
    }
}
