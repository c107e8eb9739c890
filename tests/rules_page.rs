//! `docs/rules.md` is what `clunroll rules --format markdown` writes, and its links lead somewhere.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules.md");
    fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n")
}

#[test]
fn the_page_is_not_stale() {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("clunroll"));
    let output = command.args(["rules", "--format", "markdown"]).output().unwrap();
    let written = String::from_utf8(output.stdout).unwrap();
    // Not `assert_eq!`, which would print both of them.
    assert!(page() == written, "docs/rules.md is stale: cargo run -- rules --format markdown > docs/rules.md");
}

#[test]
fn each_line_of_the_table_leads_to_a_chapter() {
    let page = page();
    let links: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("| [CLU")?.split(['#', ')']).nth(1)).collect();
    assert_eq!(links.len(), page.matches("\n## CLU").count());
    for anchor in links {
        assert_eq!(page.matches(&format!("<a id=\"{anchor}\"></a>\n\n## CLU")).count(), 1, "{anchor}");
    }
}
