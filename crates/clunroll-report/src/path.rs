//! Names of files for services that compare names and do not open files.
//!
//! A user may pass the name `./kernels//blur.cl`, on Windows with backslashes; a repository calls that file `kernels/blur.cl`. `..` is not
//! changed: only the file system knows which folder it means.

use std::path::MAIN_SEPARATOR;

/// The segments of a name without empty ones and `.`.
pub(super) fn segments(name: &str) -> impl Iterator<Item = &str> {
    name.split(['/', MAIN_SEPARATOR]).filter(|segment| !matches!(*segment, "" | "."))
}

/// The shortest form of a name, with `/` between its segments.
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
