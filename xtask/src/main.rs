//! Tasks for developers of clunroll: `cargo xtask TASK`
//!
//! - `third-party` writes `THIRD-PARTY.md`, the licences of all packages that the programs and libraries contain
//!   (`third_party.rs`).
//! - `dist` builds the files of a release, in `target/dist` (`dist.rs`).
//! - `release-test` installs each file of `target/dist` in an empty environment, and uses it (`release_test/`).
//! - `site` builds the book and the playground, in `target/site/html` (`site.rs`).
//! - `picture` draws `clunroll tune` at work, in `docs/tune.svg` (`picture.rs`).

mod archive;
mod command;
mod dist;
mod formula;
mod picture;
mod release_test;
mod site;
mod third_party;
mod tools;
mod versions;

use std::env;
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask third-party
       cargo xtask dist
       cargo xtask release-test
       cargo xtask site
       cargo xtask picture";

/// The result of a task, or the reason for its failure, in words for its user.
type Result<T = ()> = std::result::Result<T, String>;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["third-party"] => third_party::write(),
        ["dist"] => dist::dist(),
        ["release-test"] => release_test::release_test(),
        ["site"] => site::site(),
        ["picture"] => picture::picture(),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("cargo xtask {}: {problem}", words[0]);
            ExitCode::FAILURE
        }
    }
}

/// The folder of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the repository")
}
