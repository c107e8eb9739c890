//! The files that a source includes, as the driver finds them.
//!
//! Headers that come with `clCompileProgram` are looked for first, then the folders of `-I`. Drivers differ in whether they look for
//! `"name"` in the current folder as well, so a file that is in both places, with two contents, counts as not found: then nothing is
//! known of it, and what depends on it stays as written.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use clunroll::{FileIncludes, Includes};

use crate::watched::EmbeddedHeader;

/// What the identity of an embedded header begins with. No path of a file does.
const EMBEDDED: &str = "header:";

/// The included files of one build.
#[derive(Debug)]
pub(crate) struct LayerIncludes {
    embedded: HashMap<String, Vec<u8>>,
    files: FileIncludes,
}

impl LayerIncludes {
    /// An error if a header has a name that is not UTF-8.
    pub(crate) fn new(headers: &[EmbeddedHeader], folders: &[PathBuf]) -> Result<Self, String> {
        let mut embedded = HashMap::new();
        for header in headers {
            let name = header.name.to_str().map_err(|_| "the name of a header is not UTF-8".to_owned())?;
            embedded.entry(name.to_owned()).or_insert_with(|| header.text.to_vec());
        }
        Ok(Self { embedded, files: FileIncludes::new(Path::new("program.cl"), folders) })
    }
}

impl Includes for LayerIncludes {
    fn resolve(&mut self, header_name: &str, includer: Option<&str>) -> Option<String> {
        let header = includer.and_then(|includer| includer.strip_prefix(EMBEDDED));
        let inside = |first, last| header_name.strip_prefix(first)?.strip_suffix(last);
        let name = inside('"', '"').or_else(|| inside('<', '>'))?;
        let in_folders = format!("<{name}>");
        if includer.is_none() || header.is_some() {
            if let Some(found) = self.embedded.resolve(header_name, header) {
                // Beside the includer and under its own name: drivers differ.
                let is_clear = found == name || !self.embedded.contains_key(name);
                return is_clear.then(|| format!("{EMBEDDED}{found}"));
            }
        } else if self.embedded.contains_key(name) {
            // A file includes a header by a name that may also be beside it.
            return self.files.resolve(header_name, includer).is_none().then(|| format!("{EMBEDDED}{name}"));
        }
        if header.is_some() {
            return self.files.resolve(&in_folders, None);
        }
        let found = self.files.resolve(header_name, includer)?;
        match self.files.resolve(&in_folders, None) {
            Some(other) if other != found => (self.files.read(&found)? == self.files.read(&other)?).then_some(found),
            _ => Some(found),
        }
    }

    fn read(&mut self, name: &str) -> Option<Vec<u8>> {
        match name.strip_prefix(EMBEDDED) {
            Some(header) => self.embedded.get(header).cloned(),
            None => self.files.read(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(name: &str, text: &str) -> EmbeddedHeader {
        EmbeddedHeader { name: std::ffi::CString::new(name).unwrap(), text: text.as_bytes().into() }
    }

    #[test]
    fn embedded_headers_come_first() {
        let headers = [header("a.h", "1"), header("lib/b.h", "2"), header("lib/c.h", "3"), header("c.h", "4")];
        let mut includes = LayerIncludes::new(&headers, &[]).unwrap();
        let a = includes.resolve("<a.h>", None).unwrap();
        assert_eq!(includes.read(&a).as_deref(), Some(&b"1"[..]));
        let b = includes.resolve("\"lib/b.h\"", None).unwrap();
        assert_eq!(includes.resolve("\"a.h\"", Some(&b)), Some(a));
        assert_eq!(includes.resolve("\"c.h\"", Some(&b)), None, "two headers may be meant");
        assert_eq!(includes.resolve("\"nowhere.h\"", Some(&b)), None);
    }
}
