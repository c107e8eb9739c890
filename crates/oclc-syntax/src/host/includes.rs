//! Where included files come from: the trait [`Includes`], and the answers that need no file system.
//!
//! A program that builds kernels from strings often has its headers as strings too. So a map from names to texts is an
//! [`Includes`], and so is a function that gives the text for a name. Both are searched as a compiler searches folders,
//! with `/` between the parts of a name:
//!
//! - `"name"` is first looked for beside the file that includes it: in `lib/a.h`, `#include "b.h"` is `lib/b.h`, and
//!   `#include "../b.h"` is `b.h`;
//! - then, and for `<name>`, the name is taken as it is written, and without `.` and `..` if it has any.

use std::borrow::Borrow;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};

/// Finds and reads the files that the source includes; the core itself does no input or output.
///
/// Two questions, because one file has many names: `"common.h"` in one folder and `"../a/common.h"` in another may be the
/// same. The results of [`Includes::resolve`] are compared, so that each file is read and lexed once, however often it is
/// included. A file that cannot be found or read is not a failure: all that it might define counts as unknown. Both
/// methods are called from a thread with a stack of its own. A panic in an answer is passed on to the caller.
///
/// A map from names to texts is an `Includes`, and so is a function that gives the text for a name:
///
/// ```
/// use std::collections::HashMap;
///
/// use oclc_syntax::host::Includes;
///
/// let mut map = HashMap::from([("lib/sizes.h", "#define N 4\n")]);
/// assert_eq!(map.resolve("\"sizes.h\"", Some("lib/all.h")).as_deref(), Some("lib/sizes.h"));
/// assert_eq!(map.resolve("<sizes.h>", Some("lib/all.h")), None);
///
/// let mut function = |name: &str| (name == "sizes.h").then_some("#define N 4\n");
/// assert_eq!(function.resolve("<sizes.h>", None).as_deref(), Some("sizes.h"));
/// assert_eq!(function.read("sizes.h"), Some(b"#define N 4\n".to_vec()));
/// ```
///
/// The function may be called several times with one name, and must answer the same each time.
pub trait Includes: Send {
    /// Turns a header name, with its quotes or brackets as in the source (`"common.h"`, `<math.h>`), into the
    /// identity of a file: a name by which it can be read, and which diagnostics show. `includer` is the identity of
    /// the file that includes it; `None` is the main file.
    fn resolve(&mut self, header_name: &str, includer: Option<&str>) -> Option<String>;

    /// The bytes of the file with that identity.
    fn read(&mut self, name: &str) -> Option<Vec<u8>>;
}

/// Finds no include at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoIncludes;

impl Includes for NoIncludes {
    fn resolve(&mut self, _header_name: &str, _includer: Option<&str>) -> Option<String> {
        None
    }

    fn read(&mut self, _name: &str) -> Option<Vec<u8>> {
        None
    }
}

/// Texts by their names.
impl<K, V, S> Includes for HashMap<K, V, S>
where
    K: Borrow<str> + Eq + Hash + Send,
    V: AsRef<[u8]> + Send,
    S: BuildHasher + Send,
{
    fn resolve(&mut self, header_name: &str, includer: Option<&str>) -> Option<String> {
        candidates(header_name, includer).find(|name| self.contains_key(name.as_str()))
    }

    fn read(&mut self, name: &str) -> Option<Vec<u8>> {
        self.get(name).map(|text| text.as_ref().to_vec())
    }
}

/// Texts by their names.
impl<K, V> Includes for BTreeMap<K, V>
where
    K: Borrow<str> + Ord + Send,
    V: AsRef<[u8]> + Send,
{
    fn resolve(&mut self, header_name: &str, includer: Option<&str>) -> Option<String> {
        candidates(header_name, includer).find(|name| self.contains_key(name.as_str()))
    }

    fn read(&mut self, name: &str) -> Option<Vec<u8>> {
        self.get(name).map(|text| text.as_ref().to_vec())
    }
}

/// The text for a name, from a function.
impl<F, T> Includes for F
where
    F: FnMut(&str) -> Option<T> + Send,
    T: Into<Vec<u8>>,
{
    fn resolve(&mut self, header_name: &str, includer: Option<&str>) -> Option<String> {
        candidates(header_name, includer).find(|name| self(name).is_some())
    }

    fn read(&mut self, name: &str) -> Option<Vec<u8>> {
        self(name).map(Into::into)
    }
}

/// The names under which a file may be found, the first first, each once.
fn candidates(header_name: &str, includer: Option<&str>) -> impl Iterator<Item = String> + use<> {
    let inside = |first, last| header_name.strip_prefix(first)?.strip_suffix(last).filter(|name| !name.is_empty());
    let quoted = inside('"', '"');
    let beside = quoted.filter(|name| !name.starts_with('/')).map(|name| {
        let folder = includer.and_then(|includer| includer.rsplit_once('/')).map(|(folder, _)| format!("{folder}/"));
        normal(&(folder.unwrap_or_default() + name))
    });
    let written = quoted.or_else(|| inside('<', '>'));
    let mut names: Vec<String> = Vec::new();
    for name in [beside, written.map(str::to_owned), written.map(normal)].into_iter().flatten() {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.into_iter()
}

/// A name without `.`, without empty parts, and without `..` where a folder is before it.
fn normal(name: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    let root = if name.starts_with('/') { "/" } else { "" };
    root.to_owned() + &parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quoted_name_is_looked_for_beside_its_includer_first() {
        let names = |header: &str, includer| candidates(header, includer).collect::<Vec<_>>();
        assert_eq!(names("\"b.h\"", None), ["b.h"]);
        assert_eq!(names("\"b.h\"", Some("lib/a.h")), ["lib/b.h", "b.h"]);
        assert_eq!(names("\"../b.h\"", Some("lib/a.h")), ["b.h", "../b.h"]);
        assert_eq!(names("\"../../b.h\"", Some("lib/a.h")), ["../b.h", "../../b.h"]);
        assert_eq!(names("\"./x//b.h\"", None), ["x/b.h", "./x//b.h"]);
        assert_eq!(names("<b.h>", Some("lib/a.h")), ["b.h"]);
        assert_eq!(names("\"/b.h\"", Some("lib/a.h")), ["/b.h"]);
        assert_eq!(names("\"b.h\"", Some("/a.h")), ["/b.h", "b.h"]);
        for nothing in ["", "\"\"", "<>", "b.h", "\"b.h", "<b.h\"", "\""] {
            assert!(names(nothing, None).is_empty(), "{nothing}");
        }
    }

    #[test]
    fn maps_and_functions_give_the_same() {
        let texts = [("lib/a.h", "a"), ("b.h", "b")];
        let mut hashed = HashMap::from(texts);
        let mut ordered = BTreeMap::from(texts.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())));
        let mut function = |name: &str| texts.iter().find(|(known, _)| *known == name).map(|(_, text)| *text);
        let all: [&mut dyn Includes; 3] = [&mut hashed, &mut ordered, &mut function];
        for includes in all {
            assert_eq!(includes.resolve("\"lib/a.h\"", None).as_deref(), Some("lib/a.h"));
            assert_eq!(includes.resolve("\"../b.h\"", Some("lib/a.h")).as_deref(), Some("b.h"));
            assert_eq!(includes.resolve("<a.h>", Some("lib/a.h")), None);
            assert_eq!(includes.read("b.h").as_deref(), Some(&b"b"[..]));
            assert_eq!(includes.read("c.h"), None);
        }
    }
}
