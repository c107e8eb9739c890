//! Included files, on the file system.
//!
//! Files are looked for as compilers do: `"name"` in the folder of the file that includes it, then in the folders of
//! `-I` in their order; `<name>` in the folders of `-I` alone. (The folder of what comes from standard input is the
//! current one.) A missing file is not a failure, since the final compile may have it: a name that is taken by a
//! folder or by a file that may not be read, more than 64 MiB, and bytes that are no source for their NUL.
//!
//! A file is known by its canonical path, so that links, `../` and other spellings do not make two of one; it is
//! shown by the spelling by which it was first found, as a compiler would print it.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::input;
use oclc_syntax::host::Includes;
use oclc_syntax::source::name_of_path;

/// The files that one source can include, on the file system.
///
/// It finds them as compilers do, so that a program that compiles kernels at run time has nothing to write for it.
#[derive(Clone, Debug)]
pub struct FileIncludes {
    /// The folder of the main file; empty for the current one.
    main_folder: PathBuf,
    /// The folders of `-I`.
    folders: Vec<PathBuf>,
    /// From canonical paths to the names that stand for them.
    names: HashMap<PathBuf, String>,
    /// The files by these names.
    found: HashMap<String, FoundInclude>,
    /// The files that were read, by the path by which each was first found, in the order in which they were first read.
    read: Vec<PathBuf>,
}

/// A file that has been found.
#[derive(Clone, Debug)]
struct FoundInclude {
    /// The path by which it was first found.
    path: PathBuf,
    canonical: PathBuf,
    is_read: bool,
}

impl FileIncludes {
    /// The files beside `main`, the source itself, and those in `folders`, which are as those of `-I`. Where `main` is `-`,
    /// files beside it lie in the current folder.
    #[must_use]
    pub fn new(main: &Path, folders: &[PathBuf]) -> Self {
        let main_folder = if input::is_standard_input(main) { None } else { main.parent() };
        Self {
            main_folder: main_folder.unwrap_or(Path::new("")).to_path_buf(),
            folders: folders.to_vec(),
            names: HashMap::new(),
            found: HashMap::new(),
            read: Vec::new(),
        }
    }

    /// The files that were read so far, each once. Those that were looked for and not found are not among them.
    #[must_use]
    pub fn files_read(&self) -> &[PathBuf] {
        &self.read
    }

    /// The name for [`Options::forced_include`](clunroll_core::Options::forced_include) of a file that is to be read first: one that leads to `argument` from
    /// the current folder where there is such a file, else `argument` itself, to be looked for as all others.
    pub fn forced(&mut self, argument: &str) -> String {
        self.forced_from(Path::new(""), argument)
    }

    /// The same, from another folder than the current one: that of a configuration.
    pub fn forced_from(&mut self, folder: &Path, argument: &str) -> String {
        let path = folder.join(argument);
        self.name_of(&path)
            .and_then(|_| Some(fs::canonicalize(&path).ok()?.to_str()?.to_owned()))
            .unwrap_or_else(|| argument.to_owned())
    }

    /// The canonical path of the file with this name; `None` if it was not found yet.
    #[must_use]
    pub fn canonical(&self, name: &str) -> Option<&Path> {
        Some(&self.found.get(name)?.canonical)
    }

    /// The name of the file at a path; `None` where there is no file.
    fn name_of(&mut self, path: &Path) -> Option<String> {
        if !path.is_file() {
            return None;
        }
        let canonical = fs::canonicalize(path).ok()?;
        if let Some(name) = self.names.get(&canonical) {
            return Some(name.clone());
        }
        let name = name_of_path(path);
        let found = FoundInclude { path: path.to_path_buf(), canonical: canonical.clone(), is_read: false };
        self.found.insert(name.clone(), found);
        self.names.insert(canonical, name.clone());
        Some(name)
    }
}

impl Includes for FileIncludes {
    fn resolve(&mut self, header_name: &str, includer: Option<&str>) -> Option<String> {
        let inside = |first, last| header_name.strip_prefix(first)?.strip_suffix(last).filter(|name| !name.is_empty());
        let mut folders = Vec::new();
        let name = if let Some(name) = inside('"', '"') {
            folders.push(match includer {
                None => self.main_folder.clone(),
                Some(includer) => self.found.get(includer)?.path.parent().unwrap_or(Path::new("")).to_path_buf(),
            });
            name
        } else {
            inside('<', '>')?
        };
        folders.extend_from_slice(&self.folders);
        // An absolute name stays as it is when a folder is put before it, but needs one.
        if Path::new(name).is_absolute() {
            return self.name_of(Path::new(name));
        }
        folders.iter().find_map(|folder| self.name_of(&folder.join(name)))
    }

    fn read(&mut self, name: &str) -> Option<Vec<u8>> {
        let found = self.found.get_mut(name)?;
        let bytes = input::read(&found.canonical).ok()?;
        if !found.is_read {
            found.is_read = true;
            self.read.push(found.path.clone());
        }
        Some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_has_one_name() {
        let sandbox = tempfile::tempdir().unwrap();
        let folder = sandbox.path();
        fs::create_dir(folder.join("a")).unwrap();
        fs::write(folder.join("a/x.h"), "x").unwrap();
        let mut includes = FileIncludes::new(&folder.join("k.cl"), &[folder.join("a")]);
        let name = includes.resolve("\"a/x.h\"", None).unwrap();
        assert_eq!(name, folder.join("a/x.h").display().to_string());
        for (header, includer) in [("\"a/../a/x.h\"", None), ("<x.h>", None), ("\"x.h\"", Some(name.as_str()))] {
            assert_eq!(includes.resolve(header, includer).as_ref(), Some(&name), "{header}");
        }
        assert_eq!(includes.read(&name).as_deref(), Some(&b"x"[..]));
        assert_eq!(includes.resolve("<a/x.h>", None), None);
        assert_eq!(includes.resolve("\"a\"", None), None, "a folder is no file");
        assert_eq!(includes.resolve("\"\"", None), None);
    }
}
