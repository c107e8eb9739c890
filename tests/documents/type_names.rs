//! A name of a type has one meaning: no two files of the crates, the program and the bindings define a type of the same name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The same type twice, and the reason.
const SAME: [&str; 2] = [
    "GuardedPages", // one for each system
    "Touch",        // one for each system
];

fn add(folder: &Path, found: &mut BTreeMap<String, Vec<PathBuf>>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            if !["target", "tests", "node_modules"].iter().any(|name| path.ends_with(name)) {
                add(&path, found);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs") {
            let text = std::fs::read_to_string(&path).expect("a text");
            let code = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            for line in code.lines() {
                let words: Vec<_> = line.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
                let is_visible = usize::from(words[0] == "pub") * (1 + 2 * usize::from(line.starts_with("pub(")));
                if let Some(["struct" | "enum" | "trait" | "type" | "union", name, ..]) = words.get(is_visible..) {
                    found.entry((*name).to_owned()).or_default().push(path.clone());
                }
            }
        }
    }
}

#[test]
fn a_type_has_a_name_of_its_own() {
    let mut found = BTreeMap::new();
    for folder in ["crates", "bindings", "src"] {
        add(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    }
    assert!(found.len() > 500 && found.contains_key("Request") && found.contains_key("WorkerRequest"));
    found.retain(|name, paths| {
        paths.dedup();
        paths.len() > 1 && !SAME.contains(&name.as_str())
    });
    assert!(found.is_empty(), "these names have two meanings: {found:#?}");
}
