//! The archive of the program, the archive of the sources, and the Homebrew formula

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::Path;

use crate::command::{output, run};
use crate::dist::{LAYER, Release, repository};
use crate::{Result, formula, third_party};

use super::{Test, announce, document, folder_with, layer, packs_all, tool};

pub(super) const SECTION: &str = "The program";

pub(super) fn test(test: &mut Test) -> Result {
    announce("the program");
    let name = test.release.program();
    let packed = Release::folder().join(format!("{name}.tar.gz"));
    let wanted = [
        &format!("clunroll{EXE_SUFFIX}"),
        "README.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        third_party::PAGE,
        "man/clunroll.1",
        "man/clunroll-check.1",
        "man/clunroll-server.1",
        "completions/clunroll.bash",
        "completions/_clunroll",
        "completions/clunroll.fish",
        "completions/_clunroll.ps1",
    ];
    let layer = test.release.has_layer().then_some(LAYER);
    let wanted: Vec<_> = wanted.into_iter().chain(layer).map(|file| format!("{name}/{file}")).collect();
    packs_all(&packed, &wanted)?;
    let folder = folder_with(&[packed])?;
    document::follow(SECTION, folder.path(), &test.release.target, str::to_owned)?;
    let unpacked = folder.path().join(&name);
    let program = unpacked.join(format!("clunroll{EXE_SUFFIX}"));
    test.ask("the program's archive", &program)?;
    layer::test(test, "the program's archive", &program, &unpacked.join(LAYER))?;
    completions(&unpacked.join("completions"))?;
    sources(test)
}

/// Loads the completions into the shells that are installed.
///
/// # Errors
///
/// If one is not a completion for `clunroll`.
pub(super) fn completions(folder: &Path) -> Result {
    let tests = [
        ("bash", "clunroll.bash", "complete -F _clunroll", ". ./clunroll.bash && complete -p clunroll"),
        ("zsh", "_clunroll", "#compdef clunroll", "autoload -Uz compinit && compinit -u -D && . ./_clunroll"),
        (
            "fish",
            "clunroll.fish",
            "complete -c clunroll",
            "source clunroll.fish; complete -C 'clunroll che' | grep check",
        ),
    ];
    for (shell, name, sign, load) in tests {
        let path = folder.join(name);
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        if !text.contains(sign) {
            return Err(format!("{} completes nothing for clunroll", path.display()));
        }
        // Shells may be missing; the text is the same everywhere.
        if tool(shell, folder).arg("-c").arg("exit 0").status().is_ok_and(|status| status.success()) {
            output(tool(shell, folder).arg("-c").arg(load))?;
        } else {
            println!("{shell} is not installed: its completions were read, and not loaded");
        }
    }
    Ok(())
}

/// The sources contain everything that a build needs, and the formula names exactly them.
fn sources(test: &mut Test) -> Result {
    announce("the sources, the Homebrew formula");
    let packed = test.release.sources();
    let prefix = format!("clunroll-{}", test.release.version);
    let wanted = ["Cargo.toml", "Cargo.lock", "LICENSE-MIT", "LICENSE-APACHE", third_party::PAGE, "src/main.rs"];
    packs_all(&packed, &wanted.map(|file| format!("{prefix}/{file}")))?;

    let path = Release::formula();
    let written = fs::read_to_string(&path).map_err(|_| "there is no clunroll.rb: run `cargo xtask dist`")?;
    if written != formula::formula(&repository()?, &test.release.version, &packed)? {
        return Err(format!("{} does not name {}", path.display(), packed.display()));
    }
    let version = written.split("/releases/download/v").nth(1).and_then(|rest| rest.split('/').next());
    test.states("clunroll.rb, url", version.ok_or("clunroll.rb has no url of a release")?);
    let folder = folder_with(&[path])?;
    if tool("ruby", folder.path()).arg("--version").output().is_ok_and(|ruby| ruby.status.success()) {
        run(tool("ruby", folder.path()).args(["-c", "clunroll.rb"]))
    } else {
        println!("Ruby is not installed: the syntax of clunroll.rb was not checked");
        Ok(())
    }
}
