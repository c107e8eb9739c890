//! Names of files as URIs.
//!
//! A name becomes a URI segment by segment, in the form that SARIF requires: without empty segments and `.`, and with all but the
//! unreserved characters percent-encoded. So `?`, `#`, a space and a colon have no special meaning (`a:b.cl` would have the scheme `a`). An
//! absolute name is not relative to `%SRCROOT%`, so it becomes a `file:` URI. The bytes of a name that is not UTF-8 are those of the file
//! (`source/file_name.rs`).

use std::path::Path;

use oclc_syntax::source::bytes_of_name;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use serde_json::{Value, json};

use crate::path;

/// The name of the folder in which clunroll runs. GitHub's code scanning takes it for the root of the repository.
const ROOT: &str = "%SRCROOT%";

const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
/// After a scheme, a colon needs no escape, as in the name of a Windows drive.
const ENCODED_AFTER_SCHEME: &AsciiSet = &ENCODED.remove(b':');

/// The URI of a file, relative to [`ROOT`] if the name is relative.
pub(crate) fn uri(name: &str) -> String {
    if Path::new(name).is_absolute() {
        format!("file:///{}", encoded(name, ENCODED_AFTER_SCHEME))
    } else {
        encoded(name, ENCODED)
    }
}

pub(super) fn artifact_location(name: &str) -> Value {
    if Path::new(name).is_absolute() {
        json!({ "uri": uri(name) })
    } else {
        json!({ "uri": uri(name), "uriBaseId": ROOT })
    }
}

fn encoded(name: &str, set: &'static AsciiSet) -> String {
    path::segments(name)
        .map(|segment| percent_encode(&bytes_of_name(segment), set).to_string())
        .collect::<Vec<_>>()
        .join("/")
}

/// The description of [`ROOT`] in the log.
pub(super) fn bases() -> Value {
    json!({ ROOT: { "description": { "text": "The folder that clunroll was run in." } } })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relative(name: &str) -> String {
        assert_eq!(artifact_location(name)["uriBaseId"], ROOT);
        uri(name)
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
        assert_eq!(artifact_location("/a b/c:d.cl"), json!({ "uri": "file:///a%20b/c:d.cl" }));
        assert_eq!(relative(r"a\b.cl"), "a%5Cb.cl");
    }

    #[cfg(windows)]
    #[test]
    fn a_drive_is_a_segment_and_a_backslash_separates() {
        assert_eq!(artifact_location(r"C:\a b\c.cl"), json!({ "uri": "file:///C:/a%20b/c.cl" }));
        assert_eq!(relative(r"a\b.cl"), "a/b.cl");
    }
}
