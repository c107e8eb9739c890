//! The source that a recorded kernel is built from. `record` finds it, and the table keeps it for each kernel.

#[cfg(test)]
use std::ffi::CString;
use std::sync::Arc;

use crate::dump::{build_name, digest, program_name};
use crate::watched::{BuildRecord, EmbeddedHeader};

/// A source with what it is built with.
#[derive(Debug)]
pub(crate) struct KernelSource {
    /// Its name in profiles and recordings.
    pub(crate) name: String,
    pub(crate) text: Arc<[u8]>,
    /// The options of its build, or of its compilation.
    pub(crate) options: String,
    /// The options of its links that change how numbers are computed.
    pub(crate) link_options: String,
    /// The headers of its compilation.
    pub(crate) headers: Vec<EmbeddedHeader>,
    /// Why its launches are only counted, if they are.
    pub(crate) counted: Option<String>,
    pub(crate) build: BuildRecord,
}

impl KernelSource {
    /// `None` if the options are not UTF-8, or a header has no source.
    pub(crate) fn new(text: &Arc<[u8]>, build: BuildRecord, link_options: &str) -> Option<Self> {
        let options = build.options.as_deref().unwrap_or(c"").to_str().ok().filter(|_| !build.has_unread_header)?;
        let words: Vec<&str> = link_options.split_ascii_whitespace().filter(|word| word.starts_with("-cl-")).collect();
        let (options, link_options) = (options.to_owned(), words.join(" "));
        let headers = build.headers.clone().unwrap_or_default();
        // What was compiled with the same options may still be something else.
        let mut more = link_options.clone().into_bytes();
        for header in &headers {
            more.extend(header.name.to_bytes_with_nul());
            more.extend(digest(&header.text).as_bytes());
        }
        let name = if more.is_empty() {
            program_name(text, options.as_bytes())
        } else {
            // The beginning is that of dumped files, by which the layer finds its choices in a profile.
            format!("{}.{}.cl", build_name(text, options.as_bytes()), digest(&more))
        };
        Some(Self { name, text: Arc::clone(text), options, link_options, headers, counted: None, build })
    }
}

#[cfg(test)]
impl KernelSource {
    /// A source for tests.
    pub(crate) fn of_test(text: &str, options: &str, headers: &[(&str, &str)]) -> Self {
        let header = |&(name, text): &(&str, &str)| EmbeddedHeader {
            name: CString::new(name).unwrap(),
            text: text.as_bytes().into(),
        };
        let build = BuildRecord {
            devices: None,
            options: Some(CString::new(options).unwrap()),
            headers: Some(headers.iter().map(header).collect()),
            has_unread_header: false,
        };
        Self::new(&text.as_bytes().into(), build, "").unwrap()
    }
}
