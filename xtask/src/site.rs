//! `cargo xtask site`: builds the book and the playground, in `target/site/html`
//!
//! The book is the pages of `docs/`, in the order of `docs/SUMMARY.md`, and README. mdBook reads a copy of the repository's folders that
//! pages link to, so that each link leads to the same file in the book as in the repository. The playground is one file,
//! `playground.html` (`bindings/web`).
//!
//! All of it works without a network, also from a disk. Each link to a file of the site must have its target.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use walkdir::WalkDir;

use crate::command::{cargo, output, run};
use crate::{Result, root, tools};

/// What pages link to.
const COPIED: [&str; 20] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "THIRD-PARTY.md",
    "benches",
    "bindings",
    "cmake",
    "docs",
    "editors",
    "examples",
    "fuzz/README.md",
    "kernels",
    "tests/cases",
    "tests/clients",
    "tests/isl",
    "tests/opencl",
    "tests/run.sh",
];

/// The target of the playground.
const WASM: &str = "wasm32-unknown-unknown";

/// Bytes of stack for a module. A browser's own stack holds less, so nothing gets further than this.
const STACK: u32 = 32 << 20;

/// Builds the site.
///
/// # Errors
///
/// If a tool fails or is missing, or a link of the site leads nowhere.
pub(crate) fn site() -> Result {
    let folder = root().join("target/site");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    copy_pages(&folder.join("pages"))?;
    copy(&root().join("docs/book.toml"), &folder.join("book.toml"))?;
    run(Command::new("mdbook").current_dir(&folder).arg("build").env("PATH", tools::path_with(&["mdbook"])?))?;
    let html = folder.join("html");
    let pages = pages_of(&html)?;
    name_readmes(&pages)?;
    write_playground(&module()?, &html.join("playground.html"))?;
    check_links(&pages)?;
    println!("{}", html.join("index.html").display());
    Ok(())
}

/// All pages in a folder.
fn pages_of(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut pages = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let path = entry.map_err(|error| error.to_string())?.into_path();
        if path.extension().is_some_and(|extension| extension == "html") {
            pages.push(path);
        }
    }
    Ok(pages)
}

/// mdBook names the page of a README `index.html`, but leaves the links to it as they are.
fn name_readmes(pages: &[PathBuf]) -> Result {
    let mut indices = pages.iter().filter(|page| page.ends_with("index.html"));
    indices.try_for_each(|page| copy(page, &page.with_file_name("README.html")))
}

/// Checks that each link of the site to a file of its own has a target.
fn check_links(pages: &[PathBuf]) -> Result {
    let mut lost = Vec::new();
    for page in pages {
        let text = fs::read_to_string(page).map_err(|error| format!("{}: {error}", page.display()))?;
        let folder = page.parent().expect("a file is in a folder");
        for link in links(&text) {
            // The page for a wrong address cannot know where it is shown.
            if !page.ends_with("404.html") && !folder.join(link).exists() {
                lost.push(format!("{}: {link}", page.display()));
            }
        }
    }
    if lost.is_empty() { Ok(()) } else { Err(format!("these links lead nowhere:\n{}", lost.join("\n"))) }
}

/// The files of the site that a page links to.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let values = ["href=\"", "src=\""].into_iter().flat_map(|name| text.split(name).skip(1));
    let links = values.filter_map(|rest| rest.split(['"', '#', '?']).next());
    links.filter(|link| !link.is_empty() && !link.contains(':'))
}

/// The pages, with the list of chapters where mdBook looks for it.
fn copy_pages(pages: &Path) -> Result {
    let listed = output(Command::new("git").current_dir(root()).args(["ls-files", "-z", "--"]).args(COPIED))?;
    for name in listed.split('\0').filter(|name| !name.is_empty()) {
        copy(&root().join(name), &pages.join(name))?;
    }
    let summary =
        fs::read_to_string(root().join("docs/SUMMARY.md")).map_err(|error| format!("docs/SUMMARY.md: {error}"))?;
    let summary = summary.replace("](", "](docs/").replace("](docs/../", "](");
    let place = pages.join("SUMMARY.md");
    fs::write(&place, summary).map_err(|error| format!("{}: {error}", place.display()))
}

fn copy(from: &Path, to: &Path) -> Result {
    let folder = to.parent().expect("a file is in a folder");
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    fs::copy(from, to).map(drop).map_err(|error| format!("{}: {error}", from.display()))
}

/// The library as a module of WebAssembly.
///
/// The standard library for it comes with Rust (`rustup target add`), or is built from the sources that Debian's `rust-web-src` brings.
fn module() -> Result<PathBuf> {
    let target = root().join("target/wasm");
    let libraries = output(Command::new("rustc").args(["--print", "target-libdir", "--target", WASM]))?;
    let mut build = if Path::new(libraries.trim()).exists() { cargo(&["build"]) } else { from_debian()? };
    let flags = format!("-Clink-arg=-zstack-size={STACK} -Cpanic=abort");
    build.args(["--release", "--package", "clunroll-web", "--target", WASM, "--target-dir"]).arg(&target);
    build.env("RUSTFLAGS", flags).env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "s").env("CARGO_PROFILE_RELEASE_LTO", "fat");
    build.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1").env("CARGO_PROFILE_RELEASE_PANIC", "abort");
    run(&mut build)?;
    Ok(target.join(WASM).join("release/clunroll_web.wasm"))
}

/// Debian's cargo and rustc, which build the standard library too. Rust's own linker links the module.
fn from_debian() -> Result<Command> {
    let (cargo, rustc) = ("/usr/bin/cargo", "/usr/bin/rustc");
    let source = Path::new("/usr/lib/rustlib/src/rust/library/std");
    if !Path::new(cargo).exists() || !source.exists() {
        return Err(format!(
            "Rust has no standard library for {WASM} here: run `rustup target add {WASM}`, or on Debian \
             `apt-get install rustc-web cargo-web rust-web-src`"
        ));
    }
    let sysroot = output(Command::new("rustc").args(["--print", "sysroot"]))?;
    let host = output(Command::new("rustc").args(["--print", "host-tuple"]))?;
    let linker = Path::new(sysroot.trim()).join("lib/rustlib").join(host.trim()).join("bin/rust-lld");
    let mut build = Command::new(cargo);
    build.current_dir(root()).args(["build", "-Zbuild-std=std,panic_abort"]);
    // Cargo's own variables name the compiler that runs this task.
    build.env("RUSTC", rustc).env("RUSTC_BOOTSTRAP", "1").env_remove("RUSTUP_TOOLCHAIN");
    build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([PathBuf::from("/usr/bin")].into_iter().chain(env::split_paths(&path)));
    build.env("PATH", path.map_err(|error| error.to_string())?);
    Ok(build)
}

/// Writes the page of the playground, with its module in it.
fn write_playground(module: &Path, page: &Path) -> Result {
    let folder = root().join("bindings/web/page");
    run(Command::new("npm").current_dir(&folder).args(["ci", "--no-audit", "--no-fund"]))?;
    run(Command::new("node").current_dir(&folder).arg("build.js").arg(module).arg(page))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_files_are_found() {
        let page =
            r##"<a href="a.html#b">A</a> <img src="c.svg"> <a href="#d">D</a> <a href="https://example.org/">E</a>"##;
        assert_eq!(links(page).collect::<Vec<_>>(), ["a.html", "c.svg"]);
    }
}
