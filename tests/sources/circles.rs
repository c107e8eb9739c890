//! The files of a crate have no large circles of uses, so that each can be read without most of the others.
//!
//! A file uses another one if it has a `use crate::…`, `use super::…` or `use child::…` of something that the other one defines. A
//! `pub use` only re-exports names, and is followed. A circle is a strongly connected component of these uses: at most ten files, all of
//! one folder. `src/NAME.rs` counts as a file of the folder `src/NAME`, if that folder exists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The most files that may use one another in a circle.
const MOST: usize = 10;

#[test]
fn files_have_no_large_circles() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut crates = vec!["src".to_owned(), "xtask/src".to_owned()];
    for folder in ["crates", "bindings"] {
        for entry in fs::read_dir(root.join(folder)).expect("the folder can be read").flatten() {
            crates.push(format!("{folder}/{}/src", entry.file_name().to_string_lossy()));
        }
    }
    let mut problems = Vec::new();
    for name in &crates {
        let mut files = BTreeMap::new();
        read(&root.join(name), "", &mut files);
        for circle in circles(&files) {
            if circle.len() > MOST || folders(&circle, &files).len() > 1 {
                let circle: Vec<_> = circle.into_iter().collect();
                problems.push(format!("{name}: {} files use one another: {}", circle.len(), circle.join(" ")));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn circles_are_found() {
    let files = |files: &[(&str, &str)]| -> Files {
        files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    };
    let three = files(&[
        ("lib.rs", "mod a;\nmod b;\npub use b::{inner::C, B};\n"),
        ("a.rs", "use crate::{B, x as y};\n// use crate::b::inner::C;\n"),
        ("b/mod.rs", "pub mod inner;\nuse inner::C;\n"),
        ("b/inner.rs", "use super::super::a::{\n    self, A};\n#[cfg(test)]\nmod tests { use crate::d::D; }\n"),
        ("d.rs", "use crate::C;\n"),
    ]);
    let found = circles(&three);
    assert_eq!(found, [BTreeSet::from(["a.rs", "b/inner.rs", "b/mod.rs"])]);
    assert_eq!(folders(&found[0], &three), BTreeSet::from(["", "b"]));
}

/// Texts by their paths in `src/`.
type Files = BTreeMap<String, String>;

/// The path of a module or of an item in it, without `crate`.
type Names = Vec<String>;

fn read(folder: &Path, prefix: &str, files: &mut Files) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            read(&entry.path(), &format!("{name}/"), files);
        } else if entry.path().extension().is_some_and(|extension| extension == "rs") && !name.ends_with("tests.rs") {
            files.insert(name, fs::read_to_string(entry.path()).expect("the file can be read"));
        }
    }
}

/// The folders of some files; empty for a file in `src/` itself.
fn folders<'a>(circle: &BTreeSet<&'a str>, files: &Files) -> BTreeSet<&'a str> {
    let folder = |file: &'a str| {
        if let Some((folder, _)) = file.split_once('/') {
            return folder;
        }
        let stem = file.trim_end_matches(".rs");
        let is_folder = files.keys().any(|other| other.strip_prefix(stem).is_some_and(|rest| rest.starts_with('/')));
        if is_folder { stem } else { "" }
    };
    circle.iter().copied().map(folder).collect()
}

/// The sets of files that use one another.
fn circles(files: &Files) -> Vec<BTreeSet<&str>> {
    let uses = uses(files);
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        files.keys().map(|file| (&**file, reached_from(file, &uses))).collect();
    let is_in_circle = |one: &str, other: &str| reached[one].contains(other) && reached[other].contains(one);
    let mut circles: Vec<BTreeSet<&str>> = Vec::new();
    for file in files.keys().filter(|file| is_in_circle(file, file)) {
        match circles.iter_mut().find(|circle| circle.iter().any(|other| is_in_circle(file, other))) {
            Some(circle) => {
                circle.insert(file);
            }
            None => circles.push(BTreeSet::from([&**file])),
        }
    }
    circles
}

fn reached_from<'a>(file: &str, uses: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&str> = uses[file].iter().copied().collect();
    while let Some(next) = open.pop() {
        if reached.insert(next) {
            open.extend(&uses[next]);
        }
    }
    reached
}

/// The files that each file uses.
fn uses(files: &Files) -> BTreeMap<&str, BTreeSet<&str>> {
    let modules: BTreeMap<Names, &str> = files.keys().map(|file| (module(file), &**file)).collect();
    let mut passed_on: BTreeMap<Names, Names> = BTreeMap::new();
    let mut private = Vec::new();
    for (file, text) in files {
        let own = module(file);
        for (is_public, path) in declarations(text) {
            let Some(target) = absolute(&path, &own, &modules) else { continue };
            if is_public {
                let name = path.last().cloned();
                passed_on.insert(own.iter().cloned().chain(name).collect(), target);
            } else {
                private.push((&**file, target));
            }
        }
    }
    let mut uses: BTreeMap<&str, BTreeSet<&str>> = files.keys().map(|file| (&**file, BTreeSet::new())).collect();
    for (file, target) in private {
        let used = defining(target, &modules, &passed_on).filter(|used| *used != file);
        uses.entry(file).or_default().extend(used);
    }
    uses
}

fn module(file: &str) -> Names {
    let mut names: Names = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if names.last().is_some_and(|last| ["mod", "lib", "main"].contains(&&**last)) {
        names.pop();
    }
    names
}

/// A path from the root of the crate; `None` for a path into another crate.
fn absolute(path: &[String], own: &[String], modules: &BTreeMap<Names, &str>) -> Option<Names> {
    let ups = path.iter().take_while(|name| *name == "super").count();
    let (base, rest) = match &**path.first()? {
        "crate" => (&[][..], &path[1..]),
        "self" => (own, &path[1..]),
        "super" => (&own[..own.len().checked_sub(ups)?], &path[ups..]),
        child => {
            let is_child = modules.contains_key(&own.iter().cloned().chain([child.to_owned()]).collect::<Names>());
            (own, Some(path).filter(|_| is_child)?)
        }
    };
    Some(base.iter().chain(rest).cloned().collect())
}

/// The file that defines the item with a path.
fn defining<'a>(
    mut path: Names,
    modules: &BTreeMap<Names, &'a str>,
    passed_on: &BTreeMap<Names, Names>,
) -> Option<&'a str> {
    for _ in 0..16 {
        if let Some(file) = modules.get(&path) {
            return Some(file);
        }
        let prefix = (0..=path.len())
            .rev()
            .find(|&length| passed_on.contains_key(&path[..length]) || modules.contains_key(&path[..length]))?;
        match passed_on.get(&path[..prefix]) {
            Some(target) => path = target.iter().chain(&path[prefix..]).cloned().collect(),
            None => return modules.get(&path[..prefix]).copied(),
        }
    }
    None
}

/// The paths of all `use` declarations outside of tests, and whether they re-export names.
fn declarations(text: &str) -> Vec<(bool, Names)> {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let mut found = Vec::new();
    for declaration in lines.join("\n").split_inclusive(';') {
        let Some(start) = declaration.rfind("use ") else { continue };
        let before = declaration[..start].lines().last().unwrap_or_default().trim();
        let is_public = before.starts_with("pub");
        if !before.is_empty() && !(is_public && (before == "pub" || before.ends_with(')'))) {
            continue;
        }
        paths(declaration[start + 4..].trim_end_matches(';'), &[], &mut |path| found.push((is_public, path)));
    }
    found
}

/// The paths of a tree of names: `a::{b, c::d}`.
fn paths(tree: &str, prefix: &[String], add: &mut impl FnMut(Names)) {
    let tree = tree.trim();
    let (head, list) = match tree.split_once('{') {
        Some((head, list)) => (head, list.trim_end().strip_suffix('}')),
        None => (tree.split(" as ").next().unwrap_or_default(), None),
    };
    let names =
        head.split("::").map(str::trim).filter(|name| !name.is_empty() && (*name != "self" || prefix.is_empty()));
    let path: Names = prefix.iter().cloned().chain(names.map(str::to_owned)).collect();
    let Some(list) = list else { return add(path) };
    let (mut depth, mut start) = (0_usize, 0);
    for (at, letter) in list.char_indices().chain([(list.len(), ',')]) {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if !list[start..at].trim().is_empty() {
                    paths(&list[start..at], &path, add);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}
