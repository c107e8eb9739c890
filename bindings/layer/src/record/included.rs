//! The files that a recorded source includes, and the options with which it is built from the recording.
//!
//! The source is read as `clunroll tune` will read it, so that the macros in an `#include` have their values. Each file that it asks for is
//! copied. A folder of `-I` becomes a folder beside the source, and so do the headers of `clCompileProgram`. Some programs put their folder
//! into a macro, as in `-D PLACE=/usr/share/x` with `#include STRING(PLACE/a.cl)`: then this macro gets the name of such a folder, and the
//! source is read once more. A file that is not found may be one for other compilers: a file with an error is in its place. `clunroll tune`
//! refuses a source that needs a file which is not in the recording.

use std::collections::{BTreeMap, HashMap};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use clunroll::{BuildOptions, Define, Includes, MacroOption, Options};
use oclc_syntax::preprocess::{IncludedFiles, Lexed, Unit};

use crate::kernel_source::KernelSource;
use crate::rewriting::on_a_thread;

/// The most files that one program includes.
const MOST_FILES: usize = 1000;
/// The most bytes of one of them.
const MOST_BYTES: u64 = 16 << 20;
/// The folder of the headers of `clCompileProgram`.
const HEADERS: &str = "h";

/// The folder of files that were not found.
const MISSING: &str = "missing";

/// What a source needs to be built from the recording.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct NeededFiles {
    /// The options, with the folders of the recording.
    pub(super) options: String,
    /// The folders that the options name, in the folder of the program.
    pub(super) folders: Vec<String>,
    /// The files, by their paths in the folder of the program.
    pub(super) files: BTreeMap<String, Arc<[u8]>>,
}

impl NeededFiles {
    /// The files that a source includes, for a program in the folder `program` of the recording. An error says why they cannot be recorded.
    pub(super) fn of(source: &KernelSource, program: &str) -> Result<Self, String> {
        if let Some(why) = &source.counted {
            return Err(why.clone());
        }
        let parsed: BuildOptions = source.options.parse().map_err(|error| format!("{error}"))?;
        let headers = source.headers.iter().map(|header| {
            let name = header.name.to_str().ok().filter(|name| inside_path(HEADERS, name).is_some());
            Ok((name.ok_or("a header has a name that leads out of its folder")?.to_owned(), Arc::clone(&header.text)))
        });
        let headers: HashMap<_, _> = headers.rev().collect::<Result<_, String>>()?;
        let search = IncludeSearch { headers, folders: parsed.include_folders.clone(), ..IncludeSearch::default() };
        let mut macros = parsed.macros.clone();
        let mut search = search.after(source, &macros)?;
        if !search.absolute.is_empty() {
            let named = in_place_of_folders(&mut macros, &search.absolute);
            search = IncludeSearch {
                named,
                files: BTreeMap::new(),
                origins: BTreeMap::new(),
                absolute: Vec::new(),
                ..search
            };
            search = search.after(source, &macros)?;
        }
        if let Some(name) = search.absolute.first() {
            return Err(format!("it includes {name} from outside of its folders"));
        }
        let folders = search.all_folders();
        // A name that a macro begins is looked for from the folder of the program.
        let own = (!search.named.is_empty()).then(|| program.to_owned());
        let places: Vec<_> = folders.iter().map(|folder| format!("{program}/{folder}")).chain(own).collect();
        let mut options = if places.is_empty() {
            source.options.clone()
        } else {
            with_folders(&source.options, &macros, &parsed, &places)?
        };
        if !source.link_options.is_empty() {
            options = format!("{options} {}", source.link_options);
        }
        Ok(Self { options: options.trim_start().to_owned(), folders, files: search.files })
    }
}

/// Gives the macros that begin these names, as folders, names of folders in the recording instead.
fn in_place_of_folders(macros: &mut [MacroOption], names: &[String]) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for option in macros {
        let MacroOption::Define(define) = option else { continue };
        let folder = PathBuf::from(define.value());
        let is_begin = folder.is_absolute() && names.iter().any(|name| Path::new(name).starts_with(&folder));
        // `/` is an operator as well.
        if !is_begin || folder.parent().is_none() || define.parameters().is_some() {
            continue;
        }
        let end = if define.value().ends_with('/') { "/" } else { "" };
        if let Ok(new) = Define::new(define.name(), format!("{}{end}", macro_folder(folders.len()))) {
            *option = new.into();
            folders.push(folder);
        }
    }
    folders
}

/// The name of a folder of `-I` in the folder of its program.
fn folder_name(number: usize) -> String {
    format!("i{number}")
}

/// The name of a folder that a macro has.
fn macro_folder(number: usize) -> String {
    format!("m{number}")
}

/// The options with the folders of the recording.
fn with_folders(
    options: &str,
    macros: &[MacroOption],
    parsed: &BuildOptions,
    folders: &[String],
) -> Result<String, String> {
    if options.contains('\\') {
        return Err("its build options contain a backslash".to_owned());
    }
    let mut words: Vec<String> =
        macros.iter().map(|one| format!("\"{}\"", one.to_string().replace('"', "\\\""))).collect();
    words.extend(folders.iter().map(|folder| format!("-I {folder}")));
    words.extend(options.split_ascii_whitespace().rfind(|word| word.starts_with("-cl-std=")).map(str::to_owned));
    if parsed.uniform_work_groups {
        words.push("-cl-uniform-work-group-size".to_owned());
    }
    words.extend(parsed.others.iter().filter(|other| !other.starts_with("-cl-std=")).cloned());
    Ok(words.join(" "))
}

/// Finds the files, and keeps them. A file is known by its path in the folder of the program.
#[derive(Debug, Default)]
struct IncludeSearch {
    /// The headers of `clCompileProgram`.
    headers: HashMap<String, Arc<[u8]>>,
    /// The folders of `-I`.
    folders: Vec<PathBuf>,
    /// The folders that macros have.
    named: Vec<PathBuf>,
    files: BTreeMap<String, Arc<[u8]>>,
    /// The path of each file on this machine; `None` for a header.
    origins: BTreeMap<String, Option<PathBuf>>,
    /// Absolute names of files that there are.
    absolute: Vec<String>,
    /// The first reason why the source cannot be recorded.
    problem: Option<String>,
}

impl IncludeSearch {
    /// Reads a source with its macros, and returns what was found.
    fn after(mut self, source: &KernelSource, macros: &[MacroOption]) -> Result<Self, String> {
        let mut options: BuildOptions = source.options.parse().map_err(|error| format!("{error}"))?;
        options.macros = macros.to_vec();
        let options = Options::new("program.cl").build_options(&options).trust_defines(true);
        let text = Arc::clone(&source.text);
        // The thread has a stack that is large enough.
        let found = on_a_thread(move || {
            let lexed = Lexed::default();
            Unit::read(text, &options.host(), &mut IncludedFiles::new(&mut self, &lexed));
            self
        })?;
        found.problem.clone().map_or(Ok(found), Err)
    }

    /// The folders of the recording, in the order of the search.
    fn all_folders(&self) -> Vec<String> {
        let headers = (!self.headers.is_empty()).then(|| HEADERS.to_owned());
        let is_missing = self.files.keys().any(|file| file.starts_with(MISSING));
        let missing = is_missing.then(|| MISSING.to_owned());
        headers.into_iter().chain((0..self.folders.len()).map(folder_name)).chain(missing).collect()
    }

    /// Finds a file in one folder of the recording, which is this one on this machine.
    fn find(&mut self, inside: &str, folder: &Path, name: &str) -> Option<String> {
        let path = folder.join(name);
        if !path.is_file() || self.problem.is_some() {
            return None;
        }
        let found = self.take(&path, inside, name);
        found.map_err(|why| self.problem = Some(why)).ok()
    }

    fn take(&mut self, path: &Path, folder: &str, name: &str) -> Result<String, String> {
        let place = || path.display().to_string();
        let inside =
            inside_path(folder, name).ok_or_else(|| format!("it includes {} from outside of its folders", place()))?;
        let real = |path: &Path| path.canonicalize().map_err(|error| format!("{}: {error}", path.display()));
        match self.origins.get(&inside) {
            Some(Some(known)) if real(known)? == real(path)? => return Ok(inside),
            Some(_) => return Err(format!("it includes two files that would both be {inside}")),
            None => {}
        }
        let size = path.metadata().map_err(|error| format!("{}: {error}", place()))?.len();
        if size > MOST_BYTES || self.files.len() == MOST_FILES {
            return Err("it includes too much".to_owned());
        }
        let text = std::fs::read(path).map_err(|error| format!("{}: {error}", place()))?;
        self.origins.insert(inside.clone(), Some(path.to_owned()));
        self.files.insert(inside.clone(), text.into());
        Ok(inside)
    }

    /// Finds a file beside the one that includes it.
    fn beside(&mut self, name: &str, includer: Option<&str>) -> Option<String> {
        let Some(includer) = includer else {
            // What is found in the current folder is put beside the source. Headers come before it.
            return self.header(name).or_else(|| self.find("", Path::new(""), name));
        };
        let folder = includer.rsplit_once('/').map_or("", |(folder, _)| folder);
        if let Some(path) = self.origins.get(includer)? {
            let beside = path.parent()?.to_owned();
            return self.find(folder, &beside, name);
        }
        let header = inside_path(folder, name)?;
        self.header(header.strip_prefix(HEADERS)?.strip_prefix('/')?)
    }

    /// Finds a header of `clCompileProgram`.
    fn header(&mut self, name: &str) -> Option<String> {
        let text = self.headers.get(name)?;
        let inside = inside_path(HEADERS, name)?;
        self.files.insert(inside.clone(), Arc::clone(text));
        self.origins.insert(inside.clone(), None);
        Some(inside)
    }
}

impl Includes for IncludeSearch {
    fn resolve(&mut self, header_name: &str, includer: Option<&str>) -> Option<String> {
        let inside = |first, last| header_name.strip_prefix(first)?.strip_suffix(last).filter(|name| !name.is_empty());
        let quoted = inside('"', '"');
        let name = quoted.or_else(|| inside('<', '>'))?;
        if Path::new(name).is_absolute() {
            if Path::new(name).is_file() {
                self.absolute.push(name.to_owned());
            }
            return None;
        }
        if let Some(quoted) = quoted
            && let Some(found) = self.beside(quoted, includer)
        {
            return Some(found);
        }
        if let Some(found) = self.header(name) {
            return Some(found);
        }
        for (number, folder) in self.folders.clone().into_iter().enumerate() {
            if let Some(found) = self.find(&folder_name(number), &folder, name) {
                return Some(found);
            }
        }
        for (number, folder) in self.named.clone().into_iter().enumerate() {
            let inside = macro_folder(number);
            let name = name.strip_prefix(&inside).filter(|name| name.starts_with('/'));
            let name = name.map(|name| name.trim_start_matches('/'));
            if let Some(found) = name.and_then(|name| self.find(&inside, &folder, name)) {
                return Some(found);
            }
        }
        // It may be for another compiler. The driver may also have it: then what is built from the recording must fail.
        let inside = inside_path(MISSING, name).filter(|inside| inside.starts_with(MISSING))?;
        let text = format!("#error \"{name} is not in the recording\"\n");
        self.files.entry(inside.clone()).or_insert_with(|| text.into_bytes().into());
        self.origins.insert(inside.clone(), None);
        Some(inside)
    }

    fn read(&mut self, name: &str) -> Option<Vec<u8>> {
        self.files.get(name).map(|text| text.to_vec())
    }
}

/// The path of a file in the folder of its program; `None` if it would be outside, or in the place of a file of the recording.
fn inside_path(folder: &str, name: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in Path::new(name).components() {
        match part {
            Component::Normal(part) => parts.push(part.to_str()?),
            Component::ParentDir => drop(parts.pop()?),
            Component::CurDir => {}
            _ => return None,
        }
    }
    let is_taken = parts.len() == 1
        && (["source.cl", "launches.toml"].contains(&parts[0]) || parts[0].rsplit('.').next() == Some("bin"));
    (!is_taken && !parts.is_empty()).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn files_keep_their_places() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        fs::create_dir_all(path("one/deep")).unwrap();
        fs::create_dir_all(path("two")).unwrap();
        fs::write(path("one/deep/a.h"), "#include \"../b.h\"\n  # include <c.h>\n").unwrap();
        fs::write(path("one/b.h"), "#include \"deep/a.h\"\n").unwrap();
        fs::write(path("two/c.h"), "#pragma once\nint c;").unwrap();
        let options =
            format!("-DA=\"1 + 2\" -I {} -I{} -cl-std=CL1.2 -w", path("one").display(), path("two").display());
        let text = "#include <deep/a.h>\n#include MACRO\n#include <none.h>\n#include \"\"\n#include \"open\n";
        let found = NeededFiles::of(&KernelSource::of_test(text, &options, &[]), "3").unwrap();
        assert_eq!(found.options, "\"-DA=1 + 2\" -I 3/i0 -I 3/i1 -I 3/missing -cl-std=CL1.2 -w");
        assert_eq!(found.files.keys().collect::<Vec<_>>(), ["i0/b.h", "i0/deep/a.h", "i1/c.h", "missing/none.h"]);
        assert_eq!(&*found.files["missing/none.h"], b"#error \"none.h is not in the recording\"\n");
        assert_eq!(&*found.files["i1/c.h"], b"#pragma once\nint c;");
        assert_eq!(found.folders, ["i0", "i1", "missing"]);
    }

    #[test]
    fn a_macro_may_begin_a_name() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        fs::create_dir_all(path("own/lib")).unwrap();
        fs::write(path("own/a.cl"), "#include \"lib/b.cl\"\n#include STRING(PLACE/c.h)\n").unwrap();
        fs::write(path("own/lib/b.cl"), "#include \"../c.h\"\n").unwrap();
        fs::write(path("own/c.h"), "#pragma once\nint c;").unwrap();
        let macros = "-DSTRING(x)=TEXT(x) -DTEXT(x)=#x";
        let text = "#ifdef HAS\n#include STRING(PLACE/a.cl)\n#endif\nint x = 4 OVER 2;\n";
        let source = |more: &str| KernelSource::of_test(text, &format!("-DOVER=/ {macros} {more}"), &[]);
        for end in ["", "/"] {
            let found =
                NeededFiles::of(&source(&format!("-DHAS -D PLACE={}{end}", path("own").display())), "2").unwrap();
            assert_eq!(
                found.options,
                format!("\"-DOVER=/\" \"-DSTRING(x)=TEXT(x)\" \"-DTEXT(x)=#x\" \"-DHAS=1\" \"-DPLACE=m0{end}\" -I 2")
            );
            assert_eq!(found.files.keys().collect::<Vec<_>>(), ["m0/a.cl", "m0/c.h", "m0/lib/b.cl"]);
        }
        // Nothing is included, so the folder is only a text.
        let unused = KernelSource::of_test("", &format!("-D PLACE={}", path("own").display()), &[]);
        assert_eq!(NeededFiles::of(&unused, "2").unwrap().options, unused.options);
        // No macro begins this name.
        let text = format!("#include \"{}\"\n", path("own/c.h").display());
        assert!(NeededFiles::of(&KernelSource::of_test(&text, "-DOVER=/", &[]), "2").is_err());
    }

    #[test]
    fn headers_come_before_folders() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        fs::write(path("a.h"), "int wrong;\n").unwrap();
        fs::write(path("d.h"), "#include <c.h>\n").unwrap();
        let headers =
            [("a.h", "#include \"lib/b.h\"\n"), ("lib/b.h", "#include \"c.h\"\n"), ("lib/c.h", ""), ("c.h", "")];
        let options = format!("-I {}", path("").display());
        let source = KernelSource::of_test("#include <a.h>\n#include <d.h>\n", &options, &headers);
        let found = NeededFiles::of(&source, "1").unwrap();
        assert_eq!(found.options, "-I 1/h -I 1/i0");
        assert_eq!(found.files.keys().collect::<Vec<_>>(), ["h/a.h", "h/c.h", "h/lib/b.h", "h/lib/c.h", "i0/d.h"]);
        for name in ["../../a.h", "/a.h"] {
            let source = KernelSource::of_test("", "", &[(name, "")]);
            assert!(NeededFiles::of(&source, "1").is_err(), "{name}");
        }
    }

    #[test]
    fn nothing_leaves_the_folder() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        fs::create_dir(path("one")).unwrap();
        fs::write(path("x.h"), "").unwrap();
        let options = format!("-I{}", path("one").display());
        let found = |source: &str| NeededFiles::of(&KernelSource::of_test(source, &options, &[]), "1");
        assert!(found("#include <../../../x.h>\n").is_ok_and(|found| found.files.is_empty()));
        // It would be beside the source.
        assert!(found("#include <../x.h>\n").is_ok_and(|found| found.files.contains_key("x.h")));
        fs::write(path("source.cl"), "").unwrap();
        for source in ["#include <../source.cl>\n".to_owned(), format!("#include \"{}\"\n", path("x.h").display())] {
            assert!(found(&source).unwrap_err().contains("from outside"), "{source}");
        }
        assert_eq!(inside_path("i0", "../../x.h"), None);
        assert_eq!(inside_path("", "0.bin"), None);
        let of = |options: &str| NeededFiles::of(&KernelSource::of_test("", options, &[]), "1");
        assert!(of(&format!("{options} -DA=\\\"b\\\"")).is_err());
        // Options without a folder stay as they are.
        let other = of("-DA=\\\"b\\\"  -w").unwrap();
        assert_eq!((other.options.as_str(), &other.folders[..]), ("-DA=\\\"b\\\"  -w", &[][..]));
    }
}
