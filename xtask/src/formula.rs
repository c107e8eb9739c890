//! The Homebrew formula: `packaging/clunroll.rb.in` with the version, the address and the checksum of the sources
//!
//! Homebrew builds clunroll from the sources of the release. So one formula serves macOS and Linux on every processor, and one checksum
//! is enough.

use std::fs;
use std::path::Path;

use crate::Result;
use crate::archive::sha256;

const TEMPLATE: &str = include_str!("../../packaging/clunroll.rb.in");

/// The formula for an archive of sources. `repository` is the address of the project.
///
/// # Errors
///
/// If the archive cannot be read.
pub(crate) fn formula(repository: &str, version: &str, sources: &Path) -> Result<String> {
    let file = sources.file_name().unwrap_or_default().to_string_lossy();
    Ok(filled(
        TEMPLATE,
        &[
            ("@REPOSITORY@", repository),
            ("@URL@", &format!("{repository}/releases/download/v{version}/{file}")),
            ("@SHA256@", &sha256(sources)?),
        ],
    ))
}

/// Writes the formula.
///
/// # Errors
///
/// If the archive cannot be read, or the file cannot be written.
pub(crate) fn write(path: &Path, repository: &str, version: &str, sources: &Path) -> Result {
    let text = formula(repository, version, sources)?;
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn filled(template: &str, values: &[(&str, &str)]) -> String {
    // The first line of the template is about the template itself.
    let (_, template) = template.split_once('\n').unwrap_or_default();
    values.iter().fold(template.to_owned(), |text, (name, value)| text.replace(name, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_filled_in() {
        let folder = tempfile::tempdir().unwrap();
        let sources = folder.path().join("clunroll-1.2.3.tar.gz");
        fs::write(&sources, "abc").unwrap();
        let formula = formula("https://example.org/clunroll", "1.2.3", &sources).unwrap();
        assert!(formula.starts_with("class Clunroll < Formula\n"), "{formula}");
        assert!(!formula.contains('@'), "{formula}");
        let url = "url \"https://example.org/clunroll/releases/download/v1.2.3/clunroll-1.2.3.tar.gz\"";
        assert!(formula.contains(url), "{formula}");
        assert!(
            formula.contains("sha256 \"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\""),
            "{formula}"
        );
    }
}
