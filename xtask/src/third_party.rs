//! `cargo xtask third-party`: writes `THIRD-PARTY.md`, the licences of the packages that clunroll contains
//!
//! The program, the C library, the OpenCL layer and the extension module for Python are linked statically. So each of them contains packages of other
//! authors, whose licences demand that their text is included. One page lists the packages of all, on all systems. It is in the
//! repository, so that everything that packs clunroll finds it there. A test compares it with `Cargo.lock`.
//!
//! Cargo lists the packages, their licences as an expression, and the folders with the texts. Packages that only run in the compiler
//! (procedural macros, build scripts, tests) are left out. If a package offers MIT among others, that text is used.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::command::{cargo, output};
use crate::{Result, root};

/// The page.
pub(crate) const PAGE: &str = "THIRD-PARTY.md";

/// The packages whose binaries are released.
const RELEASED: [&str; 4] = ["clunroll-cli", "clunroll-capi", "clunroll-layer", "clunroll-python"];

const HEAD: &str = "\
# Licences of third parties

clunroll itself has the licence MIT or Apache-2.0, at your choice. Its programs and libraries also contain Rust's standard library (MIT or
Apache-2.0, <https://github.com/rust-lang/rust>), and these packages from <https://crates.io>, or parts of them. The texts
that come with them follow. Where a package offers several licences and one is MIT, it is used under that one.

";

/// Writes the page.
///
/// # Errors
///
/// If Cargo lists no packages, a licence cannot be read, or the page cannot be written.
pub(crate) fn write() -> Result {
    fs::write(root().join(PAGE), page()?).map_err(|error| format!("{PAGE}: {error}"))
}

/// Refuses a page that does not fit `Cargo.lock`.
///
/// # Errors
///
/// If it differs, or cannot be made.
pub(crate) fn check() -> Result {
    let written = fs::read_to_string(root().join(PAGE)).unwrap_or_default();
    // Git may have changed the line ends.
    if written.replace("\r\n", "\n") == page()? {
        return Ok(());
    }
    Err(format!("{PAGE} does not fit Cargo.lock: run `cargo xtask third-party`"))
}

fn page() -> Result<String> {
    let metadata = output(&mut cargo(&["metadata", "--format-version=1", "--locked"]))?;
    let metadata: Value = serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    let packages = contained(&metadata);
    let mut page = HEAD.to_owned();
    page.push_str("| Package | Licence |\n|---|---|\n");
    let mut texts: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for package in &packages {
        let expression = package["license"].as_str().unwrap_or("see below");
        writeln!(page, "| {} {} | {expression} |", text(package, "name"), text(package, "version")).unwrap();
        for licence in licences(package, expression)? {
            let names = texts.entry(licence).or_default();
            if names.last() != Some(&text(package, "name")) {
                names.push(text(package, "name"));
            }
        }
    }
    let mut texts: Vec<_> = texts.into_iter().collect();
    texts.sort_by(|one, other| one.1.cmp(&other.1).then_with(|| one.0.cmp(&other.0)));
    for (licence, names) in texts {
        // A licence that contains such a fence would end this one.
        write!(page, "\n## {}\n\n~~~~text\n{licence}\n~~~~\n", names.join(", ")).unwrap();
    }
    Ok(page)
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

fn list<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    value[key].as_array().into_iter().flatten()
}

/// The packages of other authors that are linked into released files, sorted by name and version.
fn contained(metadata: &Value) -> Vec<&Value> {
    let packages: BTreeMap<_, _> = list(metadata, "packages").map(|package| (text(package, "id"), package)).collect();
    let nodes: BTreeMap<_, _> = list(&metadata["resolve"], "nodes").map(|node| (text(node, "id"), node)).collect();
    let runs_in_the_compiler = |package: &Value| {
        list(package, "targets").any(|target| list(target, "kind").any(|kind| kind.as_str() == Some("proc-macro")))
    };
    let is_released = |package: &Value| RELEASED.contains(&text(package, "name"));
    let mut waiting: Vec<_> = packages.iter().filter(|(_, package)| is_released(package)).map(|(id, _)| *id).collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if runs_in_the_compiler(packages[id]) || !seen.insert(id) {
            continue;
        }
        let linked = list(nodes[id], "deps").filter(|dep| list(dep, "dep_kinds").any(|kind| kind["kind"].is_null()));
        waiting.extend(linked.map(|dep| text(dep, "pkg")));
    }
    // A package without a source is clunroll's own.
    let mut found: Vec<_> =
        seen.into_iter().map(|id| packages[id]).filter(|package| !package["source"].is_null()).collect();
    found.sort_by_key(|package| (text(package, "name"), text(package, "version")));
    found
}

/// The texts that come with a package, and that its licence requires.
fn licences(package: &Value, expression: &str) -> Result<Vec<String>> {
    let folder = Path::new(text(package, "manifest_path")).parent().ok_or("a package lies in a folder")?;
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<_> = entries
        .filter_map(|entry| entry.ok().filter(|entry| entry.path().is_file())?.file_name().into_string().ok())
        .filter(|name| {
            let name = name.to_uppercase();
            let is_text = [".RS", ".TOML", ".SPDX"].iter().all(|end| !name.ends_with(end));
            is_text
                && ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"].iter().any(|begin| name.starts_with(begin))
        })
        .collect();
    names.sort();
    let is_mit = |name: &str| name.to_uppercase().starts_with("LICENSE-MIT");
    let offers_mit = !expression.contains(" AND ") && expression.split([' ', '/']).any(|word| word == "MIT");
    if offers_mit && names.iter().any(|name| is_mit(name)) {
        names.retain(|name| is_mit(name) || name.to_uppercase().starts_with("NOTICE"));
    }
    let read = |name: &String| {
        let bytes = fs::read(folder.join(name)).map_err(|error| format!("{}: {name}: {error}", folder.display()))?;
        let licence = String::from_utf8_lossy(&bytes).into_owned();
        let lines: Vec<_> = licence.lines().map(str::trim_end).collect();
        Ok(lines.join("\n").trim_matches('\n').to_owned())
    };
    names.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_current() {
        check().unwrap();
        let page = page().unwrap();
        for package in ["clap", "lang-c", "pyo3", "serde_json"] {
            assert!(page.contains(&format!("\n| {package} ")), "{package} is missing");
        }
        // Tests and procedural macros are not released.
        for package in ["insta", "proptest", "syn"] {
            assert!(!page.contains(&format!("\n| {package} ")), "{package} is not released");
        }
    }
}
