//! Kernels in ordinary literals, and in arguments of macros, of hosts in C (`hosts/c/`).
//!
//! Each host is compiled as C, as written and as rewritten, and prints its string. The string of the rewritten host must have the tokens
//! that clunroll writes for the string of the host as written. A host whose text depends on other literals (`//@ choices`) is left out
//! there. All of them must compute the same (`compare`), and compile without new warnings.

use std::fs;
use std::path::Path;
use std::process::Command;

use clunroll::{NoIncludes, Options, unroll};

use super::native::run;
use super::{Host, compare, hosts_in};

/// The string of a host: `code` returns it.
fn printed(folder: &Path, name: &str, text: &str) -> (String, String) {
    let main = "\n#include <stdio.h>\nint main(void) { fputs(code(), stdout); return 0; }\n";
    fs::write(folder.join("host.c"), format!("{text}{main}")).expect("the folder can be written to");
    let compile = Command::new("cc")
        .args(["-std=gnu11", "-Wall", "-Wextra", "-Wno-comment", "-O0", "host.c", "-o", "host"])
        .current_dir(folder)
        .output()
        .expect("a C compiler is installed");
    let said = String::from_utf8_lossy(&compile.stderr).into_owned();
    assert!(compile.status.success(), "{name}: {said}\n{text}");
    let warnings = said
        .lines()
        .filter(|line| line.contains("warning:"))
        .map(|line| line.split_once("warning:").map_or("", |(_, warning)| warning).to_owned());
    let warnings = warnings.collect::<Vec<_>>().join("\n");
    let output = run(&mut Command::new(folder.join("host")), name);
    (String::from_utf8(output).expect("strings are UTF-8"), warnings)
}

/// The tokens of OpenCL C that has no comment in a string; each line of a directive is a token of its own.
fn tokens(text: &str) -> Vec<String> {
    let mut code = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("/*") {
        code.push_str(&rest[..at]);
        code.push(' ');
        rest = rest[at..].split_once("*/").map_or("", |(_, rest)| rest);
    }
    code.push_str(rest);
    let mut tokens = Vec::new();
    for line in code.lines() {
        if line.trim_start().starts_with('#') {
            tokens.push(line.split_whitespace().collect::<Vec<_>>().join(" "));
            continue;
        }
        let mut word = String::new();
        for letter in line.chars() {
            if letter.is_alphanumeric() || letter == '_' {
                word.push(letter);
                continue;
            }
            tokens.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
            tokens.extend((!letter.is_whitespace()).then(|| letter.to_string()));
        }
        tokens.extend((!word.is_empty()).then_some(word));
    }
    tokens
}

/// A text on one line with a line end after each brace, and after each semicolon outside of parentheses: clunroll writes other braces for
/// code that is all on one line.
fn with_lines(text: &str) -> String {
    let (mut lines, mut depth) = (String::new(), 0);
    for letter in text.chars() {
        lines.push(letter);
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        if matches!(letter, '{' | '}' | ';') && depth == 0 {
            lines.push('\n');
        }
    }
    // After `_Pragma("…")`.
    lines.replace("\") ", "\")\n")
}

#[test]
fn strings_are_what_their_texts_become() {
    let folder = tempfile::tempdir().expect("a folder for programs");
    let mut compared = 0;
    for (host, marks) in hosts_in("c", "c") {
        let (before, warnings_before) = printed(folder.path(), &host.name, &host.original);
        let (after, warnings_after) = printed(folder.path(), &host.name, &host.rewritten);
        assert_eq!(warnings_before, warnings_after, "{}\n{}", host.name, host.rewritten);
        let again = Host::new(host.name.clone(), host.rewritten.clone());
        assert_eq!(again.rewritten, host.rewritten, "{}: a second run changes nothing", host.name);
        if marks.iter().any(|mark| mark.starts_with("finds") || mark == "choices") {
            continue;
        }
        let before = if host.name.starts_with("argument") { with_lines(&before) } else { before };
        let alone = unroll(before.as_bytes(), &Options::new("k.cl"), &mut NoIncludes).text;
        let alone = String::from_utf8(alone).expect("the output is UTF-8");
        assert_eq!(tokens(&after), tokens(&alone), "{}: {after}", host.name);
        assert_ne!(before, after, "{}", host.name);
        compared += 1;
    }
    assert!(compared > 15, "{compared} strings were compared");
}

#[test]
fn strings_of_c_hosts_compute_the_same() {
    let (hosts, marks): (Vec<_>, Vec<_>) = hosts_in("c", "c").into_iter().unzip();
    compare(&hosts);
    super::check_findings(&hosts, &marks);
}

/// Without a request to rewrite, and beside a kernel in the code itself, no literal changes.
#[test]
fn opencl_c_with_a_kernel_in_a_string_is_opencl_c() {
    let kernel = "__kernel void k(__global int *a) {\n#pragma unroll\nfor (int i = 0; i < 4; i++) a[i] = i;\n}\n";
    let string = kernel.replace('\n', "\\n");
    let source = format!("__constant char *text = \"{string}\";\n{kernel}");
    let text = unroll(source.as_bytes(), &Options::new("k.cl"), &mut NoIncludes).text;
    let text = String::from_utf8(text).expect("the output is UTF-8");
    assert!(text.starts_with(&format!("__constant char *text = \"{string}\";\n")), "{text}");
    assert!(text.contains("i = 3"), "{text}");
}
