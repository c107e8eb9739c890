//! Which files globs mean, as in a `.gitignore`: those that are left out, and those that a table of settings is about.
//!
//! A glob without a slash is compared with the name of each folder and file on the way to a file (`*.gen.cl`, `vendor`);
//! one with a slash is compared with the path from a base folder (`vendor/**`, `kernels/old`), or from the root if it begins
//! with one. One that ends in a slash
//! means folders only. A glob that matches a folder matches what lies in it as well.
//!
//! Paths are compared as they are spelt, once `.` and `..` are worked out: links are not followed, since it is the spelling
//! that the author of a glob has seen.

use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::str::FromStr;

use globset::{GlobBuilder, GlobMatcher};

/// One glob, checked when it is read.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    what: GlobSubject,
    /// Whether it means folders only.
    is_for_folders: bool,
}

/// What a glob is compared with.
#[derive(Clone, Debug)]
enum GlobSubject {
    /// Each name on the way to a file.
    Names(GlobMatcher),
    /// The path from the base folder.
    Path(GlobMatcher),
    /// The path from the root.
    WholePath(GlobMatcher),
}

impl FromStr for Pattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let whole = text.strip_prefix("./").unwrap_or(text);
        let glob = whole.strip_suffix('/').unwrap_or(whole);
        // What could never match is a mistake, too.
        if glob.is_empty() {
            return Err("not a glob: it is empty".to_owned());
        }
        if glob.starts_with('!') {
            return Err("not a glob: `!` is not supported".to_owned());
        }
        if glob.split('/').any(|part| part == "..") {
            return Err("not a glob: write a path outside the folder from the root, without `..`".to_owned());
        }
        let compiled = GlobBuilder::new(glob)
            .literal_separator(true)
            .build()
            .map_err(|error| format!("not a glob: {}", error.kind()))?
            .compile_matcher();
        let what = match glob.find('/') {
            None => GlobSubject::Names(compiled),
            Some(0) => GlobSubject::WholePath(compiled),
            Some(_) => GlobSubject::Path(compiled),
        };
        Ok(Self { what, is_for_folders: whole.ends_with('/') })
    }
}

/// Globs with the folder that they are relative to.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathGlobs {
    base: PathBuf,
    patterns: Vec<Pattern>,
}

impl PathGlobs {
    /// What `patterns` mean among the paths below `base`, which is a path from the root.
    pub(crate) fn new(base: PathBuf, patterns: Vec<Pattern>) -> Self {
        Self { base, patterns }
    }

    /// Whether one of them means a file or a folder; relative paths begin in the base folder.
    pub(crate) fn matches(&self, path: &Path, is_folder: bool) -> bool {
        if self.patterns.is_empty() {
            return false;
        }
        let absolute = resolved(&self.base.join(path));
        // What lies elsewhere has no path from the base; its names are compared all the same.
        let (from_base, way) = match absolute.strip_prefix(&self.base) {
            Ok(inside) => (Some(inside), inside),
            Err(_) => (None, absolute.as_path()),
        };
        let mut is_folder = is_folder;
        for part in way.ancestors() {
            let Some(name) = part.file_name() else { break };
            let place = PathPart { name, from_base: from_base.map(|_| part), absolute: &absolute, is_folder };
            if self.patterns.iter().any(|pattern| place.is_matched_by(pattern)) {
                return true;
            }
            is_folder = true;
        }
        false
    }
}

/// A file, or a folder on the way to it.
struct PathPart<'a> {
    name: &'a OsStr,
    from_base: Option<&'a Path>,
    absolute: &'a Path,
    is_folder: bool,
}

impl PathPart<'_> {
    fn is_matched_by(&self, pattern: &Pattern) -> bool {
        if pattern.is_for_folders && !self.is_folder {
            return false;
        }
        match &pattern.what {
            GlobSubject::Names(glob) => glob.is_match(self.name),
            GlobSubject::WholePath(glob) => self.absolute.ancestors().any(|path| glob.is_match(path)),
            GlobSubject::Path(glob) => self.from_base.is_some_and(|path| glob.is_match(path)),
        }
    }
}

/// A path without `.` and `..`.
pub(crate) fn resolved(path: &Path) -> PathBuf {
    let mut resolved = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                resolved.pop();
            }
            other => resolved.push(other),
        }
    }
    resolved
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, path: &str) -> bool {
        let pattern = pattern.parse().expect("a glob");
        PathGlobs::new(PathBuf::from("/base"), vec![pattern]).matches(Path::new(path), false)
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
