//! `docs/rules.md` equals the output of `clunroll rules --format markdown`, its links have targets, and its examples are real.

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

/// The declarations that examples need.
const AROUND: &str = "__kernel void k(__global float *a, __global float *b, __global int *out, __global const int *count,\n\
                      __global const int *length, __local float *tile, int n, int m)\n{\n\
                      float sum = 0.0f;\nint gid = get_global_id(0);\n";

/// Each rule finds the example of its page.
#[test]
fn examples_show_what_their_rules_find() {
    let page = page();
    let folder = tempfile::tempdir().unwrap();
    let mut failures = Vec::new();
    let mut count = 0;
    for chapter in page.split("\n## CLU").skip(1) {
        let code = format!("CLU{}", &chapter[..3]);
        // These rules are about files that include others.
        if ["CLU010", "CLU216"].contains(&&*code) {
            continue;
        }
        let Some((_, example)) = chapter.split_once("### Example\n\n```c\n") else { continue };
        let example = &example[..example.find("```").unwrap()];
        let is_whole = example.contains("\n{\n") && !example.starts_with([' ', '#']) || example.contains("__kernel");
        let source = if is_whole { example.to_owned() } else { format!("{AROUND}{example}}}\n") };
        let path = folder.path().join("example.cl");
        fs::write(&path, &source).unwrap();
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("clunroll"));
        command.args(["check", "--format", "short"]).arg(&path);
        if chapter.lines().next().unwrap().contains("off by default") {
            command.args(["--select", &code]);
        }
        if code == "CLU230" {
            // Without the option, there are no such tests.
            command.arg("--checked");
        }
        if code == "CLU116" {
            command.arg("-DN=8");
        }
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        if !said.contains(&code) {
            failures.push(format!("{code}\n{source}\n{said}"));
        }
        count += 1;
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(count > 40, "{count} examples");
}
