//! `docs/install.md`, as a user follows it: the commands of one section, in one folder
//!
//! A block of commands begins with ```` ```sh ````. All blocks of a section are one script. The page names the files for Linux on x86-64;
//! on other machines the target is replaced. A block of Python is the text of a file, whose output is in the block of text after it.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::command::run;
use crate::{Result, root};

use super::tool;

const PAGE: &str = "docs/install.md";

/// The target that the page names.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The blocks of a language below a heading, in order.
///
/// # Errors
///
/// If the page has no such heading, or no such block below it.
pub(super) fn blocks(heading: &str, language: &str) -> Result<Vec<String>> {
    let page = fs::read_to_string(root().join(PAGE)).map_err(|error| format!("{PAGE}: {error}"))?;
    let found = blocks_of(&page, heading, language);
    if found.is_empty() { Err(format!("{PAGE} has no block `{language}` below `{heading}`")) } else { Ok(found) }
}

fn blocks_of(page: &str, heading: &str, language: &str) -> Vec<String> {
    let section = page.split("\n## ").skip(1).find_map(|section| section.strip_prefix(heading)?.strip_prefix('\n'));
    let fence = format!("\n```{language}\n");
    let rests = section.unwrap_or_default().split(&fence).skip(1);
    rests.filter_map(|rest| Some(rest.split_once("```")?.0.to_owned())).collect()
}

/// Runs the commands of a section in a folder, after `change` has adapted them to this machine.
///
/// # Errors
///
/// If there are none, or one fails.
pub(super) fn follow(heading: &str, folder: &Path, target: &str, change: impl Fn(&str) -> String) -> Result {
    let script = change(&blocks(heading, "sh")?.concat().replace(TARGET, target));
    // Questions have no answer.
    run(tool("sh", folder).args(["-e", "-c", &script]).stdin(Stdio::null()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: &str =
        "# Install\n\n## One\n\n```sh\na\n```\n\n```text\nb\n```\n\n```sh\nc\n```\n\n## One more\n\n```sh\nd\n```\n";

    #[test]
    fn blocks_are_those_of_the_section_and_the_language() {
        assert_eq!(blocks_of(SHORT, "One", "sh"), ["a\n", "c\n"]);
        assert_eq!(blocks_of(SHORT, "One", "text"), ["b\n"]);
        assert_eq!(blocks_of(SHORT, "One more", "sh"), ["d\n"]);
        assert!(blocks_of(SHORT, "Two", "sh").is_empty());
    }

    /// `cargo xtask release-test` runs each block of commands of the page.
    #[test]
    fn all_commands_of_the_page_are_run() {
        let page = fs::read_to_string(root().join(PAGE)).unwrap();
        let sections = [
            super::super::program::SECTION,
            super::super::debian::SECTION,
            super::super::layer::SECTION,
            super::super::python::SECTION,
            super::super::library::SECTION,
        ];
        let run: usize = sections.iter().map(|section| blocks(section, "sh").unwrap().len()).sum();
        assert_eq!(run, page.matches("\n```sh\n").count());
    }
}
