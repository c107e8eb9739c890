//! The files that a run processes or leaves out: configurations, for `check` and for rewriting.

use std::fs;
use std::os::unix::fs::symlink;

use crate::sandbox::Sandbox;

/// A kernel with an error.
const NEGATIVE: &str =
    "__kernel void k(__global int *a) {\n#pragma unroll -1\nfor (int i = 0; i < 4; i++) a[i] = i;\n}\n";

/// Every name that ends in `.toml` is a configuration with its text; all others are kernels with an error.
fn sandbox(configurations: &[(&str, &str)], kernels: &[&str]) -> Sandbox {
    let kernels = kernels.iter().map(|name| (*name, NEGATIVE));
    Sandbox::with(&configurations.iter().copied().chain(kernels).collect::<Vec<_>>())
}

impl Sandbox {
    /// The files in which `check`, run in `folder`, finds the error.
    fn checked_in(&self, folder: &str, arguments: &[&str]) -> Vec<String> {
        let folder = self.path(folder);
        let output = self.command().current_dir(folder).args(["check", "--format=short"]).args(arguments).output();
        let text = String::from_utf8(output.unwrap().stdout).unwrap();
        text.lines().map(|line| line.split(':').next().unwrap().to_owned()).collect()
    }

    fn checked(&self, arguments: &[&str]) -> Vec<String> {
        self.checked_in("", arguments)
    }

    /// The files that are written below a folder, which is removed afterwards.
    fn written(&self, arguments: &[&str]) -> Vec<String> {
        let out = self.path("written");
        self.command().args(["-q", "--keep-going", "--out-dir", "written"]).args(arguments).output().unwrap();
        let walk = walkdir::WalkDir::new(&out).sort_by_file_name().into_iter().filter_map(Result::ok);
        // The marker is not an output.
        let files = walk.filter(|entry| entry.file_type().is_file() && entry.file_name() != ".clunroll-out");
        let names =
            files.map(|entry| entry.path().strip_prefix(&out).unwrap().display().to_string()).collect::<Vec<_>>();
        fs::remove_dir_all(&out).ok();
        names
    }
}

#[test]
fn patterns_are_relative_to_the_configuration_wherever_clunroll_is_started() {
    let configuration = "exclude = ['old/*.cl', '*.gen.cl', 'vendor/']";
    let kernels = ["old/a.cl", "p/a.cl", "p/old/b.cl", "p/x/old/c.cl", "p/d.gen.cl", "p/vendor/e.cl", "p/x/vendor.cl"];
    let sandbox = sandbox(&[("p/clunroll.toml", configuration)], &kernels);
    let left = ["old/a.cl", "p/a.cl", "p/x/old/c.cl", "p/x/vendor.cl"];
    assert_eq!(sandbox.checked(&[]), left);
    assert_eq!(sandbox.checked(&["./p"]), left[1..].iter().map(|name| format!("./{name}")).collect::<Vec<_>>());
    assert_eq!(sandbox.checked_in("p", &[]), ["a.cl", "x/old/c.cl", "x/vendor.cl"]);
    assert_eq!(sandbox.checked_in("p/x", &["../../p/a.cl", "../old/b.cl", ".."]).len(), 3);
    let absolute = sandbox.path("p");
    assert_eq!(sandbox.checked_in("old", &[absolute.to_str().unwrap()]).len(), 3);
    // The named configuration applies to all files, relative to its own folder.
    assert_eq!(sandbox.checked(&["--config", "p/clunroll.toml"]).len(), 4);
    assert_eq!(sandbox.checked(&["--isolated"]).len(), kernels.len());
}

#[test]
fn files_that_are_named_are_checked_only_if_they_are_not_left_out() {
    let sandbox =
        sandbox(&[("p/clunroll.toml", "exclude = ['vendor', 'b.cl']")], &["p/a.cl", "p/b.cl", "p/vendor/c.cl"]);
    let absolute = sandbox.path("p/vendor/c.cl").display().to_string();
    for named in [&["p/b.cl"][..], &["./p/../p/b.cl"], &["p/vendor/c.cl"], &["p/vendor"], &[&absolute]] {
        assert_eq!(sandbox.checked(named), [""; 0], "{named:?}");
    }
    assert_eq!(sandbox.checked(&["p/a.cl", "p/b.cl"]), ["p/a.cl"]);
    // Files are matched by their given names: a link in another place is another name.
    symlink("p/b.cl", sandbox.path("link.cl")).unwrap();
    assert_eq!(sandbox.checked(&["link.cl"]), ["link.cl"]);
    // Standard input is left out by its given name.
    let run = |name: &str| sandbox.run_with_stdin(&["check", "-", "--stdin-filename", name], NEGATIVE);
    assert!(run("p/a.cl").contains("exit status: 1") && run("p/b.cl").contains("exit status: 0"));
    // A file that is named for rewriting is not left out.
    assert_eq!(sandbox.written(&["p/a.cl", "p/b.cl"]), ["p/a.cl", "p/b.cl"]);
}

#[test]
fn the_nearest_configuration_says_what_is_left_out() {
    let configurations = [("clunroll.toml", "exclude = ['*.gen.cl', 'd']"), ("a/clunroll.toml", "exclude = ['b.cl']")];
    let kernels = ["b.cl", "k.gen.cl", "a/b.cl", "a/k.gen.cl", "a/c/b.cl", "a/c/k.gen.cl", "d/k.cl", "a/d/k.cl"];
    let sandbox = sandbox(&configurations, &kernels);
    let left = ["a/c/k.gen.cl", "a/d/k.cl", "a/k.gen.cl", "b.cl"];
    assert_eq!(sandbox.checked(&[]), left);
    assert_eq!(sandbox.written(&["."]), left);
    assert_eq!(sandbox.checked(&kernels).len(), left.len());
    // Exclusions of the command line are added.
    assert_eq!(sandbox.checked(&["--exclude=a/c"]), left[1..]);
    // The contents of an excluded folder are never read.
    sandbox.write("d/clunroll.toml", "no TOML");
    assert_eq!(sandbox.checked(&[]), left);
    let transcript = sandbox.run(&["check", "-q", "d/k.cl"]);
    assert!(transcript.ends_with("stderr\nclunroll: error: d/clunroll.toml:1:4: key with no value, expected `=`\n"));
}

#[test]
fn extensions_are_those_of_the_folder_that_is_named() {
    let configurations = [("clunroll.toml", "extensions = ['cl', '.inc']"), ("a/clunroll.toml", "extensions = ['h']")];
    let sandbox = sandbox(&configurations, &["k.cl", "k.inc", "k.clh", "a/k.cl", "a/k.h", "a/k.inc", "b/k.inc"]);
    let left = ["a/k.cl", "a/k.inc", "b/k.inc", "k.cl", "k.inc"];
    assert_eq!(sandbox.checked(&[]), left);
    assert_eq!(sandbox.written(&["."]), left);
    assert_eq!(
        (sandbox.checked(&["a", "b"]), sandbox.written(&["a"])),
        (vec!["a/k.h".into(), "b/k.inc".into()], vec!["k.h".into()])
    );
    assert_eq!(sandbox.checked_in("a", &[]), ["k.h"]);
    // Extensions of the command line replace them, and do not apply to named files.
    assert_eq!(sandbox.checked(&["--extension=clh"]), ["k.clh"]);
    assert_eq!(sandbox.checked(&["k.clh"]), ["k.clh"]);
    sandbox.write("clunroll.toml", "extensions = []");
    assert_eq!(sandbox.checked(&[]), [""; 0]);
}

#[test]
fn in_place_and_diff_take_the_same_files() {
    let source = NEGATIVE.replace("-1", "2");
    let sandbox =
        Sandbox::with(&[("clunroll.toml", "exclude = ['vendor']"), ("k.cl", &source), ("vendor/k.cl", &source)]);
    let diff = sandbox.run(&["--diff", "."]);
    assert!(diff.contains("+++ b/k.cl") && !diff.contains("vendor"), "{diff}");
    sandbox.run(&["--in-place", "."]);
    assert_ne!(sandbox.read("k.cl"), source.as_bytes());
    assert_eq!(sandbox.read("vendor/k.cl"), source.as_bytes());
}
