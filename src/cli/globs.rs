//! Globs as in a `.gitignore`, for excluded files and for the files of a table of settings.
//!
//! A glob without a slash is compared with the name of each folder and file on the way to a file (`*.gen.cl`, `vendor`); one with a slash
//! is compared with the path from a base folder (`vendor/**`, `kernels/old`), or from the root if it begins with one. One that ends in a
//! slash matches folders only. A glob that matches a folder also matches its content.
//!
//! Paths are compared as written, without `.` and `..`: links are not followed, since the author of a glob has seen the path as written.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clunroll_files::walk::resolved;
use globset::{GlobBuilder, GlobMatcher};

/// One glob, checked when it is read.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    /// The glob as written.
    pub(crate) text: String,
    glob: GlobMatcher,
    subject: GlobSubject,
    /// Whether it matches folders only.
    is_for_folders: bool,
}

/// The part of a path that a glob is compared with.
#[derive(Clone, Copy, Debug)]
enum GlobSubject {
    /// Each name on the way to a file.
    Names,
    /// The path from the base folder.
    Path,
    /// The path from the root.
    WholePath,
}

impl FromStr for Pattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let whole = text.strip_prefix("./").unwrap_or(text);
        let glob = whole.strip_suffix('/').unwrap_or(whole);
        // A glob that can never match is also a mistake.
        if glob.is_empty() {
            return Err("not a glob: it is empty".to_owned());
        }
        if glob.starts_with('!') {
            return Err("not a glob: `!` is not supported".to_owned());
        }
        if glob.split('/').any(|part| part == "..") {
            return Err("not a glob: use an absolute path instead of `..`".to_owned());
        }
        let compiled = GlobBuilder::new(glob).literal_separator(true).build();
        let compiled = compiled.map_err(|error| format!("not a glob: {}", error.kind()))?;
        let subject = match glob.find('/') {
            None => GlobSubject::Names,
            Some(0) => GlobSubject::WholePath,
            Some(_) => GlobSubject::Path,
        };
        Ok(Self {
            text: text.to_owned(),
            glob: compiled.compile_matcher(),
            subject,
            is_for_folders: whole.ends_with('/'),
        })
    }
}

/// Globs with the folder that they are relative to.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathGlobs {
    /// A path from the root; empty where there are no globs.
    pub(crate) base: PathBuf,
    pub(crate) patterns: Vec<Pattern>,
}

impl PathGlobs {
    /// Globs for the paths below `base`, which is a path from the root.
    pub(crate) fn new(base: PathBuf, patterns: Vec<Pattern>) -> Self {
        Self { base, patterns }
    }

    /// Whether a glob matches a file or a folder.
    pub(crate) fn matches(&self, path: &Path, is_folder: bool) -> bool {
        if self.patterns.is_empty() {
            return false;
        }
        let absolute = resolved(&std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()));
        // A path outside of the base has no path relative to it, but its names are still compared.
        let inside = absolute.strip_prefix(&self.base).ok();
        let way = inside.unwrap_or(&absolute).ancestors().take_while(|part| part.file_name().is_some());
        way.enumerate().any(|(above, part)| {
            self.patterns.iter().filter(|pattern| is_folder || above > 0 || !pattern.is_for_folders).any(|pattern| {
                match pattern.subject {
                    GlobSubject::Names => pattern.glob.is_match(part.file_name().unwrap_or_default()),
                    GlobSubject::WholePath => absolute.ancestors().any(|path| pattern.glob.is_match(path)),
                    GlobSubject::Path => inside.is_some() && pattern.glob.is_match(part),
                }
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, path: &str) -> bool {
        let pattern = pattern.parse().expect("a glob");
        PathGlobs::new(PathBuf::from("/base"), vec![pattern]).matches(&Path::new("/base").join(path), false)
    }

    #[test]
    fn a_glob_without_a_slash_is_a_name_at_any_depth() {
        for (pattern, path) in [
            ("vendor", "vendor/a.cl"),
            ("vendor", "./a/vendor/b/c.cl"),
            ("vendor/", "a/vendor/c.cl"),
            ("*.gen.cl", "a/b.gen.cl"),
            ("*.gen.cl", "/elsewhere/b.gen.cl"),
            ("b.[ch]l", "b.cl"),
            ("{a,b}.cl", "b.cl"),
            ("vendor", "../vendor/x.cl"),
        ] {
            assert!(matches(pattern, path), "{pattern} {path}");
        }
        for (pattern, path) in [("vendor", "vendors/a.cl"), ("a.cl/", "a.cl"), ("*.gen.cl", "b.cl"), ("base", "a.cl")] {
            assert!(!matches(pattern, path), "{pattern} {path}");
        }
    }

    #[test]
    fn a_glob_with_a_slash_is_a_path_from_the_base() {
        for (pattern, path) in [
            ("vendor/**", "vendor/a/b.cl"),
            ("./vendor/a", "vendor/a/b.cl"),
            ("a/*.cl", "a/b.cl"),
            ("**/old/*.cl", "x/y/old/b.cl"),
            ("a/*.cl", "x/../a/b.cl"),
            ("a/*.cl", "/base/a/b.cl"),
            ("/base/a", "a/b.cl"),
            ("/elsewhere/*", "/elsewhere/b/c.cl"),
        ] {
            assert!(matches(pattern, path), "{pattern} {path}");
        }
        for (pattern, path) in
            [("vendor/**", "x/vendor/a.cl"), ("a/*.cl", "a/b/c.cl"), ("a/*.cl", "/elsewhere/a/b.cl"), ("/a", "a/b.cl")]
        {
            assert!(!matches(pattern, path), "{pattern} {path}");
        }
    }

    #[test]
    fn what_is_no_glob_is_refused() {
        for text in ["", "/", "./", "a[", "{a", "!a.cl", "../a", "a/.."] {
            assert!(text.parse::<Pattern>().is_err(), "{text:?}");
        }
    }
}
