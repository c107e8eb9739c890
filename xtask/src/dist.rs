//! `cargo xtask dist`: builds the files of a release, for this machine, in `target/dist`
//!
//! | File | What it is |
//! |---|---|
//! | `clunroll-VERSION.tar.gz` | the sources of the commit |
//! | `clunroll-VERSION-TARGET.tar.gz` | the program, the OpenCL layer, manual pages, completions |
//! | `clunroll-c-VERSION-TARGET.tar.gz` | the C library, which may be unpacked anywhere |
//! | `clunroll-VERSION-….whl` | the Python package, with the program and the OpenCL layer |
//! | `clunroll_VERSION_ARCH.deb` | the program and the OpenCL layer for Debian and Ubuntu; on Linux only |
//! | `clunroll.rb` | the Homebrew formula, which builds the sources |
//!
//! The layer is for Linux with the C library of GNU only. All contain both licences of clunroll, and [`third_party::PAGE`]. The parts of the files are in `target/dist/files`. The metadata is
//! where the tools look for it: `[package.metadata.deb]` and `[package.metadata.binstall]` in `Cargo.toml`, `bindings/c/Cargo.toml` and
//! `bindings/python/pyproject.toml`.

use std::env;
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::command::{cargo, output, run};
use crate::{Result, archive, formula, root, third_party, tools, versions};

/// The documents in every package.
const DOCUMENTS: [&str; 3] = ["LICENSE-MIT", "LICENSE-APACHE", third_party::PAGE];

/// The completions: the name of the shell, and the file name that the shell looks for.
const COMPLETIONS: [(&str, &str); 4] =
    [("bash", "clunroll.bash"), ("zsh", "_clunroll"), ("fish", "clunroll.fish"), ("powershell", "_clunroll.ps1")];

/// The OpenCL layer.
pub(crate) const LAYER: &str = "libclunroll_layer.so";

/// A release for this machine, with the names of its files.
pub(crate) struct Release {
    pub(crate) version: String,
    /// The target triple.
    pub(crate) target: String,
}

impl Release {
    /// The release of these sources.
    ///
    /// # Errors
    ///
    /// If the sources state different versions, or the compiler does not name its target.
    pub(crate) fn of_sources() -> Result<Self> {
        let version = versions::agreed(&versions::of_sources(root())?)?.to_owned();
        let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let about = output(Command::new(rustc).arg("-vV"))?;
        let target = about.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc -vV names no host")?;
        Ok(Self { version, target: target.to_owned() })
    }

    /// The folder of the finished files.
    pub(crate) fn folder() -> PathBuf {
        root().join("target/dist")
    }

    pub(crate) fn sources(&self) -> PathBuf {
        Self::folder().join(format!("clunroll-{}.tar.gz", self.version))
    }

    /// The name of the program's archive, without its ending, and of the folder in it.
    pub(crate) fn program(&self) -> String {
        format!("clunroll-{}-{}", self.version, self.target)
    }

    /// The same for the C library.
    pub(crate) fn library(&self) -> String {
        format!("clunroll-c-{}-{}", self.version, self.target)
    }

    /// Whether the layer runs on this machine.
    pub(crate) fn has_layer(&self) -> bool {
        self.target.contains("-linux-gnu")
    }

    pub(crate) fn formula() -> PathBuf {
        Self::folder().join("clunroll.rb")
    }

    /// The only finished file with that ending: the names of wheels and Debian packages contain their tools' names of the machine.
    ///
    /// # Errors
    ///
    /// If there is none, or several.
    pub(crate) fn only(extension: &str) -> Result<PathBuf> {
        let folder = Self::folder();
        let entries = fs::read_dir(&folder).map_err(|_| "there is no target/dist: run `cargo xtask dist`")?;
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let mut found = paths.filter(|path| path.extension().is_some_and(|found| found == extension));
        match (found.next(), found.next()) {
            (Some(path), None) => Ok(path),
            _ => Err(format!("{} must have one .{extension}: run `cargo xtask dist`", folder.display())),
        }
    }
}

/// The address of the project, from Cargo.toml, if it has one.
pub(crate) fn repository() -> Result<String> {
    let metadata = metadata()?;
    let mut packages = metadata["packages"].as_array().into_iter().flatten();
    let program = packages.find(|package| package["name"] == "clunroll-cli").ok_or("there is no clunroll-cli")?;
    Ok(program["repository"].as_str().unwrap_or("https://github.com/OWNER/clunroll").to_owned())
}

fn metadata() -> Result<Value> {
    let text = output(&mut cargo(&["metadata", "--format-version=1", "--no-deps", "--locked"]))?;
    serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))
}

/// Builds all files.
///
/// # Errors
///
/// If the sources are not ready for a release, or a tool fails.
pub(crate) fn dist() -> Result {
    let release = Release::of_sources()?;
    third_party::check()?;
    let folder = Release::folder();
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let files = folder.join("files");
    make(&files)?;
    sources(&release)?;
    program(&release, &files)?;
    library(&release, &files)?;
    wheel(&files)?;
    if cfg!(target_os = "linux") {
        debian()?;
    }
    formula::write(&Release::formula(), &repository()?, &release.version, &release.sources())?;
    println!("\nclunroll {} for {}:", release.version, release.target);
    let mut paths: Vec<_> = fs::read_dir(&folder)
        .map_err(|error| format!("{}: {error}", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()).filter(|path| path.is_file()))
        .collect();
    paths.sort();
    for path in paths {
        let size = fs::metadata(&path).map_or(0, |about| about.len());
        println!("{:>10}  {}", size, path.strip_prefix(root()).unwrap_or(&path).display());
    }
    Ok(())
}

/// Packs the sources of this commit.
fn sources(release: &Release) -> Result {
    let prefix = format!("--prefix=clunroll-{}/", release.version);
    let mut git = Command::new("git");
    git.current_dir(root()).args(["archive", "--format=tar.gz", &prefix, "-o"]).arg(release.sources()).arg("HEAD");
    run(&mut git)?;
    let changes = output(Command::new("git").current_dir(root()).args(["status", "--porcelain"]))?;
    if !changes.is_empty() {
        println!(
            "These changes are in the packages, and not in the archive of the sources. Commit them before a release:\n{changes}"
        );
    }
    Ok(())
}

fn program(release: &Release, files: &Path) -> Result {
    let layer: &[&str] = if release.has_layer() { &["--package", "clunroll-layer"] } else { &[] };
    // In one build, the crates that both use have the same features and are built once.
    run(cargo(&["build", "--release", "--locked", "--package", "clunroll-cli"]).args(layer))?;
    let metadata = metadata()?;
    let target = metadata["target_directory"].as_str().ok_or("cargo metadata names no target folder")?;
    let built = Path::new(target).join("release");
    let layer = built.join(LAYER);
    let built = built.join(format!("clunroll{EXE_SUFFIX}"));

    let man = files.join("man");
    run(Command::new(&built).arg("man").arg("--out-dir").arg(&man))?;
    let completions = files.join("completions");
    make(&completions)?;
    for (shell, name) in COMPLETIONS {
        let script = output(Command::new(&built).args(["completions", shell]))?;
        let path = completions.join(name);
        fs::write(&path, script).map_err(|error| format!("{}: {error}", path.display()))?;
    }

    let folder = files.join(release.program());
    make(&folder)?;
    copy(&built, &folder.join(format!("clunroll{EXE_SUFFIX}")))?;
    if release.has_layer() {
        copy(&layer, &folder.join(LAYER))?;
    }
    for name in DOCUMENTS.iter().chain(&["README.md", "CHANGELOG.md"]) {
        copy(&root().join(name), &folder.join(name))?;
    }
    for part in [&man, &completions] {
        let to = folder.join(part.file_name().unwrap_or_default());
        make(&to)?;
        for entry in fs::read_dir(part).map_err(|error| format!("{}: {error}", part.display()))?.flatten() {
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
    }
    archive::pack(&folder, &Release::folder().join(format!("{}.tar.gz", release.program())))
}

/// The C library, in the layout that `cargo cinstall` installs.
fn library(release: &Release, files: &Path) -> Result {
    let prefix = files.join(release.library());
    let arguments = ["cinstall", "--release", "--locked", "--package", "clunroll-capi", "--libdir", "lib", "--prefix"];
    // cargo-c contains its own Cargo. In the same folder, each of the two would rebuild everything after the other.
    let built = root().join("target/c-library");
    run(cargo(&arguments).arg(&prefix).arg("--target-dir").arg(built).env("PATH", tools::path_with(&["cargo-c"])?))?;
    let path = prefix.join("lib/pkgconfig/clunroll.pc");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    fs::write(&path, relocatable(&text)?).map_err(|error| format!("{}: {error}", path.display()))?;
    archive::pack(&prefix, &Release::folder().join(format!("{}.tar.gz", release.library())))
}

/// A file for pkg-config that finds the library beside itself, wherever the archive is unpacked.
fn relocatable(text: &str) -> Result<String> {
    let mut lines: Vec<_> = text.lines().collect();
    let prefix = lines.iter_mut().find(|line| line.starts_with("prefix=")).ok_or("clunroll.pc has no prefix")?;
    let built = prefix.trim_start_matches("prefix=").to_owned();
    *prefix = "prefix=${pcfiledir}/../..";
    let text = lines.join("\n") + "\n";
    if text.contains(&built) { Err(format!("clunroll.pc names {built} outside of its prefix")) } else { Ok(text) }
}

/// The Python package, built by pip as `bindings/python/test.sh` and its users do. `MATURIN_PEP517_ARGS` can hold options of maturin, such
/// as `--compatibility pypi`.
fn wheel(files: &Path) -> Result {
    let environment = files.join("venv");
    let python = virtual_environment(&environment)?;
    let mut pip = Command::new(python);
    pip.current_dir(root().join("bindings/python")).args(["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"]);
    run(pip.arg(Release::folder()).arg(".").env("PIP_DISABLE_PIP_VERSION_CHECK", "1").env_remove("CARGO_BUILD_TARGET"))
}

/// Makes a virtual environment, and returns its Python. `CLUNROLL_PYTHON` names another Python to make it with.
fn virtual_environment(folder: &Path) -> Result<PathBuf> {
    let python =
        env::var_os("CLUNROLL_PYTHON").unwrap_or_else(|| if cfg!(windows) { "python" } else { "python3" }.into());
    run(Command::new(python).args(["-m", "venv"]).arg(folder))?;
    Ok(folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" }))
}

/// The package for Debian, with the program and the layer that are already built. `Cargo.toml` lists its files of `target/dist/files`.
fn debian() -> Result {
    let mut deb = cargo(&["deb", "--no-build", "--locked", "--package", "clunroll-cli", "--output"]);
    run(deb.arg(Release::folder()).env("PATH", tools::path_with(&["cargo-deb"])?))
}

fn make(folder: &Path) -> Result {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn copy(from: &Path, to: &Path) -> Result {
    fs::copy(from, to).map(drop).map_err(|error| format!("{} to {}: {error}", from.display(), to.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The manifest as data.
    fn manifest(name: &str) -> toml::Table {
        fs::read_to_string(root().join(name)).unwrap().parse().unwrap()
    }

    #[test]
    fn what_pkg_config_reads_names_no_folder() {
        let text = "prefix=/made/here\nlibdir=${prefix}/lib\nVersion: 0.2.0\n";
        assert_eq!(relocatable(text).unwrap(), "prefix=${pcfiledir}/../..\nlibdir=${prefix}/lib\nVersion: 0.2.0\n");
        assert!(relocatable("prefix=/made/here\nlibdir=/made/here/lib\n").is_err());
        assert!(relocatable("Version: 0.2.0\n").is_err());
    }

    /// Debian's package has the files that `program` makes, and licences.
    #[test]
    fn the_metadata_for_debian_names_what_dist_makes() {
        let manifest = manifest("Cargo.toml");
        let deb = &manifest["package"]["metadata"]["deb"];
        assert_eq!(deb["name"].as_str(), Some("clunroll"));
        let assets: Vec<_> = deb["assets"].as_array().unwrap().iter().map(|asset| asset[0].as_str().unwrap()).collect();
        for (shell, name) in COMPLETIONS {
            let is_packed = assets.contains(&format!("target/dist/files/completions/{name}").as_str());
            assert_eq!(is_packed, shell != "powershell", "{shell}");
        }
        assert!(assets.contains(&"target/dist/files/man/*.1"));
        assert!(assets.contains(&"target/release/clunroll"));
        assert!(assets.contains(&format!("target/release/{LAYER}").as_str()));
        for document in DOCUMENTS {
            assert!(assets.contains(&document), "{document}");
        }
    }

    #[test]
    fn the_layer_is_for_linux_with_the_library_of_gnu() {
        let has_layer = |target: &str| Release { version: "1.2.3".into(), target: target.into() }.has_layer();
        assert!(has_layer("x86_64-unknown-linux-gnu") && has_layer("armv7-unknown-linux-gnueabihf"));
        assert!(!has_layer("x86_64-unknown-linux-musl") && !has_layer("x86_64-pc-windows-gnu"));
        assert!(!has_layer("aarch64-apple-darwin"));
    }

    /// cargo-binstall finds the archive, and the program in it, under the names that `dist` uses.
    #[test]
    fn the_metadata_for_binstall_names_what_dist_makes() {
        let manifest = manifest("Cargo.toml");
        let binstall = &manifest["package"]["metadata"]["binstall"];
        let filled = |key: &str| {
            let values = [
                ("{ repo }", "R"),
                ("{ version }", "1.2.3"),
                ("{ target }", "T"),
                ("{ archive-suffix }", ".tgz"),
                ("{ bin }", "clunroll"),
                ("{ binary-ext }", ""),
            ];
            let text = binstall[key].as_str().unwrap().to_owned();
            values.iter().fold(text, |text, (name, value)| text.replace(name, value))
        };
        let release = Release { version: "1.2.3".into(), target: "T".into() };
        assert_eq!(filled("pkg-url"), format!("R/releases/download/v1.2.3/{}.tar.gz", release.program()));
        assert_eq!(filled("bin-dir"), format!("{}/clunroll", release.program()));
        assert_eq!(binstall["pkg-fmt"].as_str(), Some("tgz"));
    }

    /// The wheel and the library contain the same documents as the program's archive.
    #[test]
    fn licences_come_along() {
        let python = manifest("bindings/python/pyproject.toml");
        let files: Vec<_> =
            python["project"]["license-files"].as_array().unwrap().iter().filter_map(|file| file.as_str()).collect();
        assert_eq!(files, DOCUMENTS);
        let library = fs::read_to_string(root().join("bindings/c/Cargo.toml")).unwrap();
        assert!(library.contains("../../LICENSE-*") && library.contains(&format!("../../{}", third_party::PAGE)));
        for file in DOCUMENTS {
            let (own, linked) = (root().join(file), root().join("bindings/python").join(file));
            assert_eq!(fs::read(own).unwrap(), fs::read(linked).unwrap(), "{file}");
        }
    }
}
