//! Versions: all places name the same one
//!
//! The version is in several sources, since each has its own reader: Cargo, CMake, VS Code, and people. All files of a release report it
//! too. Each place gives a [`Statement`], and [`agreed`] refuses statements that differ, with the places of both.
//!
//! The version of the Python package and that of the C library come from `Cargo.toml` when they are built. So they are not sources;
//! `release_test/` checks them.

use std::fs;
use std::path::Path;

use crate::Result;

/// A version, and the place that states it.
#[derive(Debug)]
pub(crate) struct Statement {
    place: String,
    version: String,
}

impl Statement {
    pub(crate) fn new(place: impl Into<String>, version: impl Into<String>) -> Self {
        Self { place: place.into(), version: version.into() }
    }
}

/// The version of all statements.
///
/// # Errors
///
/// If two differ, or there is none. The message lists the places of each version, those of the rarest first.
pub(crate) fn agreed(statements: &[Statement]) -> Result<&str> {
    let first = statements.first().ok_or("nothing states a version")?;
    if statements.iter().all(|statement| statement.version == first.version) {
        return Ok(&first.version);
    }
    // A version in few places was most likely forgotten in an update.
    let count = |version: &str| statements.iter().filter(|other| other.version == version).count();
    let mut sorted: Vec<_> = statements.iter().collect();
    sorted.sort_by_key(|statement| (count(&statement.version), &statement.version));
    let lines = sorted.iter().map(|statement| format!("\n  {:<12} {}", statement.version, statement.place));
    Err(format!("these versions must be the same:{}", lines.collect::<String>()))
}

/// The statements of the sources.
///
/// # Errors
///
/// If a source cannot be read, or states no version where it must.
pub(crate) fn of_sources(root: &Path) -> Result<Vec<Statement>> {
    let mut statements = Vec::new();
    cargo(root, &mut statements)?;
    let cmake = "cmake/ClunrollConfigVersion.cmake";
    let version = read(root, cmake)?.lines().find_map(|line| {
        let version = line.strip_prefix("set(PACKAGE_VERSION ")?.strip_suffix(')')?;
        Some(version.to_owned())
    });
    statements.push(Statement::new(cmake, version.ok_or_else(|| format!("{cmake} sets no PACKAGE_VERSION"))?));
    for (name, pointers) in
        [("package.json", &["/version"][..]), ("package-lock.json", &["/version", "/packages//version"])]
    {
        let name = format!("editors/vscode/{name}");
        let json: serde_json::Value =
            serde_json::from_str(&read(root, &name)?).map_err(|error| format!("{name}: {error}"))?;
        for pointer in pointers {
            let version = json.pointer(pointer).and_then(serde_json::Value::as_str);
            let version = version.ok_or_else(|| format!("{name} has no {pointer}"))?;
            statements.push(Statement::new(format!("{name}, {pointer}"), version));
        }
    }
    // These name files and tags of a release, and contain no other version.
    for name in ["README.md", "docs/install.md", ".pre-commit-hooks.yaml"] {
        let found = versions_in(&read(root, name)?);
        if found.is_empty() {
            return Err(format!("{name} names no version"));
        }
        statements.extend(found.into_iter().map(|(line, version)| Statement::new(format!("{name}:{line}"), version)));
    }
    Ok(statements)
}

/// The version of the workspace, and of each of its crates that another one depends on.
fn cargo(root: &Path, statements: &mut Vec<Statement>) -> Result {
    let manifest: toml::Table = read(root, "Cargo.toml")?.parse().map_err(|error| format!("Cargo.toml: {error}"))?;
    let workspace = &manifest["workspace"];
    let version = workspace["package"]["version"].as_str().ok_or("Cargo.toml: the version is no text")?;
    statements.push(Statement::new("Cargo.toml, workspace.package", version));
    let dependencies = workspace["dependencies"].as_table().ok_or("Cargo.toml: no workspace.dependencies")?;
    for (name, dependency) in dependencies.iter().filter(|(_, dependency)| dependency.get("path").is_some()) {
        let version = dependency.get("version").and_then(toml::Value::as_str).unwrap_or("none");
        statements.push(Statement::new(format!("Cargo.toml, workspace.dependencies.{name}"), version));
    }
    Ok(())
}

/// The versions of clunroll in a document, with their lines: `clunroll-0.2.0`, `clunroll_0.2.0`, `clunroll-c-0.2.0`,
/// `clunroll@v0.2.0`, `clunroll==0.2.0`, `rev: v0.2.0`.
fn versions_in(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (line, text) in text.lines().enumerate() {
        for lead in ["clunroll-", "clunroll_", "clunroll-c-", "clunroll@v", "clunroll==", "rev: v"] {
            for (at, _) in text.match_indices(lead) {
                let rest = &text[at + lead.len()..];
                let end = rest.find(|one: char| !one.is_ascii_digit() && one != '.').unwrap_or(rest.len());
                let version = rest[..end].trim_end_matches('.');
                if version.split('.').count() == 3 {
                    found.push((line + 1, version.to_owned()));
                }
            }
        }
    }
    found
}

fn read(root: &Path, name: &str) -> Result<String> {
    fs::read_to_string(root.join(name)).map_err(|error| format!("{name}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;

    #[test]
    fn the_sources_agree() {
        let statements = of_sources(root()).unwrap();
        assert!(statements.len() > 12, "{statements:?}");
        let version = agreed(&statements).unwrap();
        assert!(version.split('.').all(|part| part.parse::<u32>().is_ok()), "{version}");
    }

    #[test]
    fn a_mismatch_is_an_error_that_names_both_places() {
        let statements = [Statement::new("the wheel", "0.2.0"), Statement::new("the library", "0.2.1")];
        let error = agreed(&statements).unwrap_err();
        assert!(error.contains("0.2.0        the wheel") && error.contains("0.2.1        the library"), "{error}");
        assert!(agreed(&[]).is_err());
        let third = Statement::new("Cargo.toml", "0.2.1");
        let [first, second] = statements;
        let error = agreed(&[second, first, third]).unwrap_err();
        assert!(error.contains("same:\n  0.2.0        the wheel\n"), "{error}");
    }

    #[test]
    fn the_same_versions_are_one() {
        let statements = ["the wheel", "the library"].map(|place| Statement::new(place, "0.2.0"));
        assert_eq!(agreed(&statements).unwrap(), "0.2.0");
    }

    /// Each source is really read: with another version in it, the sources do not agree.
    #[test]
    fn each_source_counts() {
        let names = [
            "Cargo.toml",
            "cmake/ClunrollConfigVersion.cmake",
            "editors/vscode/package.json",
            "editors/vscode/package-lock.json",
            "README.md",
            "docs/install.md",
            ".pre-commit-hooks.yaml",
        ];
        let statements = of_sources(root()).unwrap();
        let version = agreed(&statements).unwrap();
        for changed in names {
            let folder = tempfile::tempdir().unwrap();
            for name in names {
                let text = read(root(), name).unwrap();
                let path = folder.path().join(name);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                let text = if name == changed { text.replacen(version, "9.8.7", 1) } else { text };
                fs::write(path, text).unwrap();
            }
            let statements = of_sources(folder.path()).unwrap();
            let error = agreed(&statements).unwrap_err();
            assert!(error.contains(&format!("9.8.7        {changed}")), "{changed}: {error}");
        }
    }

    #[test]
    fn versions_in_documents() {
        let text = "clunroll-0.2.0.tar.gz\n./clunroll_1.2.3_amd64.deb and clunroll-c-4.5.6-x\nrev: v7.8.9.\nclunroll-cli 0.1\n[clunroll==1.0.0]\n";
        let found: Vec<_> = versions_in(text).into_iter().map(|(line, version)| format!("{line} {version}")).collect();
        assert_eq!(found, ["1 0.2.0", "2 1.2.3", "2 4.5.6", "3 7.8.9", "5 1.0.0"]);
    }
}
