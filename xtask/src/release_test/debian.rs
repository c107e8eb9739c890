//! The package for Debian and Ubuntu
//!
//! The package is unpacked and checked as lintian does: owners, modes and places of the files. If the user is root, it is also installed
//! with apt-get, used and removed, unless a package `clunroll` is already installed. The installed files are checked only in dpkg's list,
//! because container images configure dpkg to leave out manual pages.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;

use crate::Result;
use crate::command::{output, run};
use crate::dist::Release;

use super::{Test, announce, document, folder_with, has_all, layer, program, tool};

pub(super) const SECTION: &str = "Debian and Ubuntu";

const BINARY: &str = "usr/bin/clunroll";
const LAYER: &str = "usr/lib/clunroll/libclunroll_layer.so";
const COMPLETIONS: [(&str, &str); 3] = [
    ("usr/share/bash-completion/completions/clunroll", "clunroll.bash"),
    ("usr/share/zsh/vendor-completions/_clunroll", "_clunroll"),
    ("usr/share/fish/vendor_completions.d/clunroll.fish", "clunroll.fish"),
];

pub(super) fn test(test: &mut Test) -> Result {
    announce("the package for Debian");
    let package = Release::only("deb")?;
    let folder = folder_with(std::slice::from_ref(&package))?;
    let folder = folder.path();
    let field = |name: &str| output(tool("dpkg-deb", folder).arg("-f").arg(&package).arg(name));
    test.states("the .deb, Version", &field("Version")?);
    let depends = field("Depends")?;
    if !depends.contains("libc6 (>= ") {
        return Err(format!("the .deb depends on `{}`, and not on a version of libc6", depends.trim()));
    }

    let listed = output(tool("dpkg-deb", folder).arg("-c").arg(&package))?;
    let files = listed.lines().map(entry).collect::<Result<Vec<_>>>()?;
    let manuals = ["", "-check", "-server"].map(|command| format!("usr/share/man/man1/clunroll{command}.1.gz"));
    let documents = ["copyright", "LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.md"];
    let mut wanted = vec![BINARY.to_owned(), LAYER.to_owned()];
    wanted.extend(manuals.iter().cloned());
    wanted.extend(COMPLETIONS.iter().map(|(path, _)| (*path).to_owned()));
    wanted.extend(documents.map(|name| format!("usr/share/doc/clunroll/{name}")));
    has_all("the .deb", &files, &wanted)?;

    let unpacked = folder.join("unpacked");
    run(tool("dpkg-deb", folder).arg("-x").arg(&package).arg(&unpacked))?;
    test.ask("the .deb, unpacked", &unpacked.join(BINARY))?;
    layer::test(test, "the .deb, unpacked", &unpacked.join(BINARY), &unpacked.join(LAYER))?;
    for manual in &manuals {
        let text = unzipped(&unpacked.join(manual))?;
        if !text.contains("\n.TH clunroll") {
            return Err(format!("{manual} is no manual page"));
        }
    }
    let shells = folder.join("completions");
    fs::create_dir(&shells).map_err(|error| error.to_string())?;
    for (path, name) in COMPLETIONS {
        fs::copy(unpacked.join(path), shells.join(name)).map_err(|error| format!("{path}: {error}"))?;
    }
    program::completions(&shells)?;
    install(test, folder, field("Architecture")?.trim(), &wanted)
}

/// Installs it with apt-get, as root and if no package `clunroll` is installed.
fn install(test: &mut Test, folder: &Path, architecture: &str, wanted: &[String]) -> Result {
    let is_root = output(tool("id", folder).arg("-u"))?.trim() == "0";
    let is_there =
        tool("dpkg-query", folder).args(["-W", "clunroll"]).output().is_ok_and(|query| query.status.success());
    if !document::blocks(SECTION, "sh")?.concat().contains("sudo apt-get install ./clunroll_") {
        return Err("docs/install.md does not install the package with apt-get".to_owned());
    }
    if !is_root || is_there {
        println!("not root, or clunroll is installed already: the package was unpacked, and not installed");
        return Ok(());
    }
    // The page names the package for x86-64.
    let here = |script: &str| script.replace("sudo ", "").replace("amd64", architecture);
    let installed = document::follow(SECTION, folder, &test.release.target, here)
        .and_then(|()| output(tool("dpkg", folder).args(["-L", "clunroll"])))
        .and_then(|listed| {
            let files: Vec<_> = listed.lines().map(|line| line.trim_start_matches('/').to_owned()).collect();
            has_all("the installed package", &files, wanted)?;
            let root = Path::new("/");
            test.ask("the installed .deb", &root.join(BINARY))?;
            layer::test(test, "the installed .deb", &root.join(BINARY), &root.join(LAYER))
        });
    // It is removed in any case.
    run(tool("apt-get", folder).args(["purge", "-y", "clunroll"]).env("DEBIAN_FRONTEND", "noninteractive"))?;
    installed?;
    match [BINARY, LAYER].into_iter().find(|path| Path::new("/").join(path).exists()) {
        Some(path) => Err(format!("/{path} is left after the removal")),
        None => Ok(()),
    }
}

/// The path in a line such as `-rw-r--r-- root/root 1077 2026-11-25 23:57 ./usr/share/…`, if owner and mode are right.
fn entry(line: &str) -> Result<String> {
    let words: Vec<_> = line.split_whitespace().collect();
    let [mode, owner, .., path] = words[..] else { return Err(format!("dpkg-deb -c says `{line}`")) };
    let path = path.trim_start_matches("./");
    let right = if path.ends_with('/') || path.is_empty() {
        "drwxr-xr-x"
    } else if path == BINARY {
        "-rwxr-xr-x"
    } else {
        "-rw-r--r--"
    };
    // cargo-deb writes only numbers.
    if mode == right && ["root/root", "0/0"].contains(&owner) && (path.is_empty() || path.starts_with("usr/")) {
        return Ok(path.to_owned());
    }
    Err(format!("the .deb has `{line}`, which should be {right} of root/root, in usr/"))
}

fn unzipped(path: &Path) -> Result<String> {
    let mut text = String::new();
    let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    GzDecoder::new(file).read_to_string(&mut text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_with_a_wrong_owner_mode_or_place_are_refused() {
        let line = |mode: &str, owner: &str, path: &str| entry(&format!("{mode} {owner}  7 2026-11-25 23:57 {path}"));
        assert_eq!(line("-rwxr-xr-x", "root/root", "./usr/bin/clunroll").unwrap(), BINARY);
        assert_eq!(line("-rw-r--r--", "root/root", "./usr/share/x").unwrap(), "usr/share/x");
        assert_eq!(line("drwxr-xr-x", "root/root", "./usr/").unwrap(), "usr/");
        assert!(line("-rw-r--r--", "root/root", "./usr/bin/clunroll").is_err());
        assert!(line("-rw-rw-r--", "root/root", "./usr/share/x").is_err());
        assert_eq!(line("-rw-r--r--", "0/0", "./usr/share/x").unwrap(), "usr/share/x");
        assert!(line("-rw-r--r--", "1000/0", "./usr/share/x").is_err());
        assert!(line("-rw-r--r--", "root/root", "./opt/x").is_err());
        assert!(entry("what").is_err());
    }
}
