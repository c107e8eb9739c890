//! Dependency files: the files that an output was made from, in the syntax of make, as compilers write them with `-MD
//! -MP`.
//!
//! ```text
//! out/k.cl: k.cl include/common.h \
//!   include/types.h
//! include/common.h:
//! include/types.h:
//! ```
//!
//! The rules without prerequisites are there for headers that are deleted later: without a rule for them, make stops. With
//! the rule, it takes them for changed, and makes the output anew, without them.
//!
//! Make has no quotes. A blank is written `\ `, with all backslashes right before it doubled; `#` and `:` get a backslash,
//! and `$` is doubled; a backslash elsewhere is not doubled. gcc writes this syntax, and make and ninja both read it. A
//! line break cannot be written, nor, for make, a `;`, after which it would look for commands: such a name is an error
//! rather than a wrong rule.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::failure::Failure;
use oclc_syntax::source::name_of_path;

/// The width at which lines end, as in compilers.
const WIDTH: usize = 78;

/// The files that one output was made from.
#[derive(Clone, Debug)]
pub struct DependencyRule {
    /// The output, as it was named.
    pub output: PathBuf,
    /// The input, where it is a file that has to be there.
    pub input: Option<PathBuf>,
    /// The other files that were read, and that may go away.
    pub read: Vec<PathBuf>,
}

/// The text of a dependency file.
///
/// # Errors
///
/// If a name cannot be written in make's syntax.
pub fn text(rules: &[DependencyRule]) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    let mut headers: Vec<&Path> = Vec::new();
    for rule in rules {
        let mut column = push(&mut text, &rule.output)? + 1;
        text.push(b':');
        for path in rule.input.iter().chain(&rule.read) {
            let mut name = Vec::new();
            let width = push(&mut name, path)? + 1;
            if column + width > WIDTH {
                text.extend_from_slice(b" \\\n ");
                column = 1;
            }
            text.push(b' ');
            text.append(&mut name);
            column += width;
        }
        text.push(b'\n');
        headers.extend(rule.read.iter().map(PathBuf::as_path));
    }
    // One that is made by a rule above needs none here.
    let made = rules.iter().flat_map(|rule| rule.input.iter().chain([&rule.output]));
    let made: HashSet<&Path> = made.map(PathBuf::as_path).collect();
    headers.sort_unstable();
    headers.dedup();
    for header in headers.into_iter().filter(|header| !made.contains(header)) {
        push(&mut text, header)?;
        // Without the blank, CMake before 3.23 takes the whole file for malformed.
        let _ = text.write_all(b": \n");
    }
    Ok(text)
}

/// Writes a name, and gives its length.
fn push(text: &mut Vec<u8>, path: &Path) -> Result<usize, Failure> {
    let start = text.len();
    let mut backslashes = 0;
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'\n' | b'\r' | b';' => {
                let what = if byte == b';' { "a `;`" } else { "a line break" };
                return Err(Failure::new(format!(
                    "cannot name {} in a depfile: make cannot express {what}",
                    name_of_path(path)
                )));
            }
            b' ' | b'\t' => text.extend(std::iter::repeat_n(b'\\', backslashes + 1)),
            b'#' | b':' => text.push(b'\\'),
            b'$' => text.push(b'$'),
            _ => {}
        }
        text.push(byte);
        backslashes = if byte == b'\\' { backslashes + 1 } else { 0 };
    }
    // A blank or the end of the line follows the name.
    text.extend(std::iter::repeat_n(b'\\', backslashes));
    Ok(text.len() - start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule_of(output: &str, read: &[&str]) -> Result<String, Failure> {
        let read: Vec<_> = read.iter().map(PathBuf::from).collect();
        let rule = DependencyRule { output: output.into(), input: Some("k.cl".into()), read };
        text(&[rule]).map(|text| String::from_utf8(text).unwrap())
    }

    #[test]
    fn names_are_escaped_as_gcc_does() {
        let text = rule_of("a b.cl", &["$x.h", "#y.h", "back\\slash.h", "end\\ of.h", "é.h", "c:d.h"]).unwrap();
        let rule = "a\\ b.cl: k.cl $$x.h \\#y.h back\\slash.h end\\\\\\ of.h é.h c\\:d.h\n";
        assert!(text.starts_with(rule), "{text}");
        assert_eq!(text.lines().count(), 7);
    }

    #[test]
    fn long_rules_are_broken() {
        let names: Vec<_> = (0..10).map(|at| format!("include/header_{at}.h")).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let text = rule_of("out.cl", &names).unwrap();
        assert!(text.starts_with("out.cl: k.cl include/header_0.h "));
        assert!(text.lines().all(|line| line.len() <= WIDTH + 2));
        assert!(text.contains(" \\\n  include/header_"));
    }

    #[test]
    fn many_rules_take_a_moment() {
        let rule = |number| DependencyRule {
            output: format!("out/{number}.cl").into(),
            input: None,
            read: vec![format!("in/{number}.cl").into(), "h.h".into()],
        };
        let rules: Vec<_> = (0..20_000).map(rule).collect();
        let begin = std::time::Instant::now();
        let text = String::from_utf8(text(&rules).unwrap()).unwrap();
        assert_eq!(text.lines().count(), 40_001);
        assert!(begin.elapsed().as_secs() < 10);
    }

    #[test]
    fn what_make_cannot_name_is_an_error() {
        assert!(rule_of("out.cl", &["a\nb.h"]).is_err());
        assert!(rule_of("out.cl", &["a;b.h"]).is_err());
    }
}
