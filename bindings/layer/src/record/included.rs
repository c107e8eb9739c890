//! The files that a recorded source includes, and the options with which it is built from the recording.
//!
//! A folder of `-I` becomes a folder beside the source. All `#include`s of a text are followed, whatever conditions they are under: a file
//! too many does no harm. `clunroll tune` refuses a source that needs a file which is not in the recording.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use clunroll::BuildOptions;

/// The most files that one program includes.
const MOST_FILES: usize = 1000;
/// The most bytes of one of them.
const MOST_BYTES: u64 = 16 << 20;

/// What a source needs to be built from the recording.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct NeededFiles {
    /// The options, with the folders of the recording.
    pub(super) options: String,
    /// The files, by their paths in the folder of the program.
    pub(super) files: BTreeMap<String, Vec<u8>>,
}

impl NeededFiles {
    /// The files that a source includes, for a program in the folder `program` of the recording. An error says why they cannot be recorded.
    pub(super) fn of(source: &[u8], options: &str, program: &str) -> Result<Self, String> {
        let parsed: BuildOptions = options.parse().map_err(|error| format!("{error}"))?;
        // What is found in the current folder is put beside the source.
        let mut search = IncludeSearch {
            folders: parsed.include_folders.clone(),
            files: BTreeMap::new(),
            origins: BTreeMap::new(),
            open: Vec::new(),
        };
        search.follow(source, None)?;
        while let Some((path, inside)) = search.open.pop() {
            let text = search.files[&inside].clone();
            search.follow(&text, Some((&path, &inside)))?;
        }
        let has_folders = !parsed.include_folders.is_empty();
        let options = if has_folders { with_folders(options, &parsed, program)? } else { options.to_owned() };
        Ok(Self { options, files: search.files })
    }

    /// The folders that the options name, in the folder of the program.
    pub(super) fn folders(options: &str) -> usize {
        options.parse::<BuildOptions>().map_or(0, |parsed| parsed.include_folders.len())
    }
}

/// The name of a folder of `-I` in the folder of its program.
pub(super) fn folder_name(number: usize) -> String {
    format!("i{number}")
}

/// The options with the folders of the recording.
fn with_folders(options: &str, parsed: &BuildOptions, program: &str) -> Result<String, String> {
    if options.contains('\\') {
        return Err("its build options contain a backslash".to_owned());
    }
    let mut words: Vec<String> =
        parsed.macros.iter().map(|one| format!("\"{}\"", one.to_string().replace('"', "\\\""))).collect();
    words.extend((0..parsed.include_folders.len()).map(|number| format!("-I {program}/{}", folder_name(number))));
    words.extend(options.split_ascii_whitespace().rfind(|word| word.starts_with("-cl-std=")).map(str::to_owned));
    if parsed.uniform_work_groups {
        words.push("-cl-uniform-work-group-size".to_owned());
    }
    words.extend(parsed.others.iter().filter(|other| !other.starts_with("-cl-std=")).cloned());
    Ok(words.join(" "))
}

struct IncludeSearch {
    folders: Vec<PathBuf>,
    files: BTreeMap<String, Vec<u8>>,
    /// The path of each file on this machine.
    origins: BTreeMap<String, PathBuf>,
    /// The files whose own includes are not followed yet.
    open: Vec<(PathBuf, String)>,
}

impl IncludeSearch {
    /// Takes the files that a text includes. The text is the source, or a file.
    fn follow(&mut self, text: &[u8], includer: Option<(&Path, &str)>) -> Result<(), String> {
        for (name, is_quoted) in included_names(text) {
            let beside = match includer {
                None => (PathBuf::new(), String::new()),
                Some((path, inside)) => {
                    let folder = inside.rsplit_once('/').map_or("", |(folder, _)| folder);
                    (path.parent().unwrap_or(Path::new("")).to_owned(), folder.to_owned())
                }
            };
            let folders =
                self.folders.iter().cloned().enumerate().map(|(number, folder)| (folder, folder_name(number)));
            let places = is_quoted.then_some(beside).into_iter().chain(folders);
            let found = places.map(|(folder, inside)| (folder.join(&name), inside)).find(|(path, _)| path.is_file());
            if let Some((path, inside)) = found {
                self.take(path, &inside, &name)?;
            }
        }
        Ok(())
    }

    fn take(&mut self, path: PathBuf, folder: &str, name: &str) -> Result<(), String> {
        let place = || path.display().to_string();
        let inside =
            inside_path(folder, name).ok_or_else(|| format!("it includes {} from outside of its folders", place()))?;
        let canonical = path.canonicalize().map_err(|error| format!("{}: {error}", place()))?;
        match self.origins.get(&inside) {
            Some(known) if *known == canonical => return Ok(()),
            Some(_) => return Err(format!("it includes two files that would both be {inside}")),
            None => {}
        }
        let size = canonical.metadata().map_err(|error| format!("{}: {error}", place()))?.len();
        if size > MOST_BYTES || self.files.len() == MOST_FILES {
            return Err("it includes too much".to_owned());
        }
        let text = std::fs::read(&canonical).map_err(|error| format!("{}: {error}", place()))?;
        self.origins.insert(inside.clone(), canonical);
        self.files.insert(inside.clone(), text);
        self.open.push((path, inside));
        Ok(())
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

/// The names after `#include`, and whether they are in quotes.
fn included_names(text: &[u8]) -> Vec<(String, bool)> {
    let name_of = |line: &[u8]| {
        let line =
            line.trim_ascii_start().strip_prefix(b"#")?.trim_ascii_start().strip_prefix(b"include")?.trim_ascii_start();
        let (end, is_quoted) = match line.first()? {
            b'"' => (b'"', true),
            b'<' => (b'>', false),
            _ => return None,
        };
        let name = line[1..]
            .split(|byte| *byte == end)
            .next()
            .filter(|name| !name.is_empty() && name.len() + 1 < line.len())?;
        Some((std::str::from_utf8(name).ok()?.to_owned(), is_quoted))
    };
    text.split(|byte| *byte == b'\n').filter_map(name_of).collect()
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
        fs::write(path("two/c.h"), "int c;").unwrap();
        let options =
            format!("-DA=\"1 + 2\" -I {} -I{} -cl-std=CL1.2 -w", path("one").display(), path("two").display());
        let source = b"#include <deep/a.h>\n#include MACRO\n#include <none.h>\n#include \"\"\n#include \"open\n";
        let found = NeededFiles::of(source, &options, "3").unwrap();
        assert_eq!(found.options, "\"-DA=1 + 2\" -I 3/i0 -I 3/i1 -cl-std=CL1.2 -w");
        assert_eq!(found.files.keys().collect::<Vec<_>>(), ["i0/b.h", "i0/deep/a.h", "i1/c.h"]);
        assert_eq!(found.files["i1/c.h"], b"int c;");
        assert_eq!(NeededFiles::folders(&options), 2);
    }

    #[test]
    fn nothing_leaves_the_folder() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        fs::create_dir(path("one")).unwrap();
        fs::write(path("x.h"), "").unwrap();
        let options = format!("-I{}", path("one").display());
        let found = |source: &str| NeededFiles::of(source.as_bytes(), &options, "1");
        assert!(found("#include <../../one/../x.h>\n").is_ok_and(|found| found.files.is_empty()));
        // It would be beside the source.
        assert!(found("#include <../x.h>\n").is_ok_and(|found| found.files.contains_key("x.h")));
        fs::write(path("source.cl"), "").unwrap();
        for source in ["#include <../source.cl>\n".to_owned(), format!("#include \"{}\"\n", path("x.h").display())] {
            assert!(found(&source).unwrap_err().contains("from outside"), "{source}");
        }
        assert_eq!(inside_path("i0", "../../x.h"), None);
        assert_eq!(inside_path("", "0.bin"), None);
        assert!(NeededFiles::of(b"", &format!("{options} -DA=\\\"b\\\""), "1").is_err());
        // Options without a folder stay as they are.
        let other = NeededFiles::of(b"", "-DA=\\\"b\\\"  -w", "1").unwrap();
        assert_eq!((other.options.as_str(), NeededFiles::folders("-w")), ("-DA=\\\"b\\\"  -w", 0));
    }
}
