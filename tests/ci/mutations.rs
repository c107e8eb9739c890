//! The mutants in `tests/mutations/` still fit the source.
//!
//! `tests/mutations.sh` uses them, and takes minutes: it applies each and demands that the tests fail. This test only checks that they
//! apply, so that a change which moves the code under one of them is noticed at once.

use std::fs;
use std::path::Path;
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn every_fault_can_be_put_in() {
    let output = Command::new("sh").args(["tests/mutations.sh", "--check"]).current_dir(ROOT).output();
    let output = output.expect("there is a shell");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn every_fault_says_what_it_is() {
    let folder = fs::read_dir(Path::new(ROOT).join("tests/mutations")).expect("the folder is there");
    let patches: Vec<_> = folder.map(|entry| entry.expect("it can be listed").path()).collect();
    assert!(patches.len() >= 8, "{} faults are too few", patches.len());
    for path in patches {
        let text = fs::read_to_string(&path).expect("a patch is text");
        let head = text.lines().next().unwrap_or_default();
        assert!(head.ends_with('.') && !head.starts_with("diff"), "{}: no first line: {head:?}", path.display());
    }
}
