//! Names of files as URIs.
//!
//! A name becomes a URI segment by segment, in the form that SARIF asks for: without empty segments and `.`, and with all
//! but the unreserved characters percent-encoded, so that neither a `?`, a `#`, a space nor a colon (`a:b.cl` would have
//! the scheme `a`) says something else than it does in a name. An absolute name cannot be found from `%SRCROOT%`; it
//! becomes a `file:` URI. The bytes of a name that is not UTF-8 are those of the file (`source/file_name.rs`).

use std::collections::HashMap;
use std::path::Path;

use oclc_syntax::source::bytes_of_name;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use serde::Serialize;

use super::Message;
use crate::path;

/// What stands for the folder that clunroll was run in; GitHub's code scanning takes it for the repository's.
const ROOT: &str = "%SRCROOT%";

const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
/// Behind a scheme a colon is a colon, as that of a Windows drive.
const ENCODED_BEHIND_SCHEME: &AsciiSet = &ENCODED.remove(b':');

#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ArtifactLocation {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
}

impl ArtifactLocation {
    pub(crate) fn of(name: &str) -> Self {
        if Path::new(name).is_absolute() {
            Self { uri: format!("file:///{}", encoded(name, ENCODED_BEHIND_SCHEME)), uri_base_id: None }
        } else {
            Self { uri: encoded(name, ENCODED), uri_base_id: Some(ROOT) }
        }
    }

    /// The URI itself.
    pub(crate) fn uri(&self) -> &str {
        &self.uri
    }
}

fn encoded(name: &str, set: &'static AsciiSet) -> String {
    path::segments(name)
        .map(|segment| percent_encode(&bytes_of_name(segment), set).to_string())
        .collect::<Vec<_>>()
        .join("/")
}

#[derive(Serialize)]
pub(super) struct UriBase {
    description: Message,
}

/// What the log says of [`ROOT`].
pub(super) fn bases() -> HashMap<&'static str, UriBase> {
    HashMap::from([(ROOT, UriBase { description: Message::new("The folder that clunroll was run in.") })])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relative(name: &str) -> String {
        let location = ArtifactLocation::of(name);
        assert_eq!(location.uri_base_id, Some(ROOT));
        location.uri
    }

    #[test]
    fn names_are_encoded_segment_by_segment() {
        assert_eq!(relative("kernels/blur.cl"), "kernels/blur.cl");
        assert_eq!(relative("./a//b/./c.cl"), "a/b/c.cl");
        assert_eq!(relative("../c.cl"), "../c.cl");
        assert_eq!(relative("a b:c,d%20?e#f.cl"), "a%20b%3Ac%2Cd%2520%3Fe%23f.cl");
        assert_eq!(relative("größe\n.cl"), "gr%C3%B6%C3%9Fe%0A.cl");
        assert_eq!(relative("<stdin>"), "%3Cstdin%3E");
        assert_eq!(relative("\u{fffd}E8.cl"), "%E8.cl");
        assert_eq!(relative("\u{fffd}E8\u{fffd}A0.cl"), "%E8%A0.cl");
    }

    #[cfg(unix)]
    #[test]
    fn an_absolute_name_is_a_file_uri() {
        let location = ArtifactLocation::of("/a b/c:d.cl");
        assert_eq!(location, ArtifactLocation { uri: "file:///a%20b/c:d.cl".to_owned(), uri_base_id: None });
        assert_eq!(relative(r"a\b.cl"), "a%5Cb.cl");
    }

    #[cfg(windows)]
    #[test]
    fn a_drive_is_a_segment_and_a_backslash_separates() {
        let location = ArtifactLocation::of(r"C:\a b\c.cl");
        assert_eq!(location, ArtifactLocation { uri: "file:///C:/a%20b/c.cl".to_owned(), uri_base_id: None });
        assert_eq!(relative(r"a\b.cl"), "a/b.cl");
    }
}
