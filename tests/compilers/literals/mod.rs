//! Kernels in string literals of hosts: the joined text must compute the same as before.
//!
//! Each file of `hosts/` is a C++ host whose function `code` makes the source of one kernel. The host is compiled as written and as
//! rewritten, both sources are compiled as C and run, and their results are compared. The same is done with made-up hosts (`generate.rs`):
//! a kernel is cut into literals, and these are joined in every way that C++ has.
//!
//! `hosts/c/` has hosts in C (`c_hosts.rs`). `hosts/include/` has the headers of hosts, which clunroll does not read.
//!
//! - `//@ finds CLU215` lists the codes of all findings of a host. A host without that line is rewritten without any.
//! - `//@ rewritten` is for a host with findings that is rewritten all the same.
//! - `//@ crlf` changes the file's line ends to CR LF; `//@ blanks after backslashes` puts blanks before spliced line ends.
//! - `CLUNROLL_RAW_STRINGS=5000` sets the number of made-up hosts; `CLUNROLL_RAW_STRINGS_SEED=7` sets another seed.
//! - `CLUNROLL_PROGRAM=FILE` rewrites with that program, and does not check findings: it shows the results of another version.

mod c_hosts;
#[path = "../../random/dice.rs"]
#[allow(dead_code, reason = "the random programs draw in more ways")]
mod dice;
mod generate;
mod native;

use std::collections::BTreeSet;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use clunroll::{Done, NoIncludes, Options, unroll};

/// One host in both texts.
pub struct Host {
    name: String,
    original: String,
    rewritten: String,
    /// The codes of the findings.
    found: BTreeSet<String>,
    /// How many loops were unrolled.
    unrolled: usize,
}

impl Host {
    fn new(name: String, original: String) -> Self {
        if let Some(program) = env::var_os("CLUNROLL_PROGRAM") {
            let folder = tempfile::tempdir().expect("a folder for one file");
            let file = folder.path().join("host.cpp");
            fs::write(&file, &original).expect("the folder can be written to");
            let output = Command::new(program).arg(&file).output().expect("the program runs");
            let rewritten = String::from_utf8(output.stdout).expect("the output is UTF-8");
            return Self { name, original, rewritten, found: BTreeSet::new(), unrolled: 0 };
        }
        let outcome = unroll(original.as_bytes(), &Options::new(name.clone()), &mut NoIncludes);
        let found = outcome.diagnostics.iter().map(|diagnostic| diagnostic.rule.code.to_owned()).collect();
        let unrolled = outcome.requests.iter().filter(|request| matches!(request.done, Done::Unrolled { .. })).count();
        let rewritten = String::from_utf8(outcome.text).expect("the output is UTF-8");
        Self { name, original, rewritten, found, unrolled }
    }
}

/// The hosts of a folder in files with an extension, each with its marks.
fn hosts_in(folder: &str, extension: &str) -> Vec<(Host, Vec<String>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compilers/literals/hosts").join(folder);
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("the folder is there").map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|own| own == extension));
    paths.sort();
    let read = |path: &Path| {
        let mut text = fs::read_to_string(path).expect("a host is UTF-8");
        let marks: Vec<String> = text.lines().filter_map(|line| line.strip_prefix("//@ ")).map(str::to_owned).collect();
        if marks.iter().any(|mark| mark == "blanks after backslashes") {
            text = text.replace("\\\n", "\\ \t\n");
        }
        if marks.iter().any(|mark| mark == "crlf") {
            text = text.replace('\n', "\r\n");
        }
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        (Host::new(name, text), marks)
    };
    paths.iter().map(|path| read(path)).collect()
}

/// Demands the findings that the marks of the hosts list; a host is rewritten if it has none.
fn check_findings(hosts: &[Host], marks: &[Vec<String>]) {
    if env::var_os("CLUNROLL_PROGRAM").is_some() {
        return;
    }
    for (host, marks) in hosts.iter().zip(marks) {
        let codes = marks.iter().filter_map(|mark| mark.strip_prefix("finds ")).flat_map(str::split_whitespace);
        let expected: BTreeSet<String> = codes.map(str::to_owned).collect();
        assert_eq!(host.found, expected, "{}: {}", host.name, host.rewritten);
        let is_whole = expected.is_empty() || marks.iter().any(|mark| mark == "rewritten");
        assert_eq!(host.unrolled > 0, is_whole, "{}: {} loops unrolled", host.name, host.unrolled);
    }
}

/// Demands that hosts compute the same as written and as rewritten.
fn compare(hosts: &[Host]) {
    let changed: Vec<&Host> = hosts.iter().filter(|host| host.original != host.rewritten).collect();
    let mut failures = String::new();
    let mut count = 0;
    for (host, [original, rewritten]) in changed.iter().zip(native::results(&changed)) {
        if original != rewritten {
            count += 1;
            let _ = writeln!(failures, "{}: {original} became {rewritten}\n{}", host.name, host.rewritten);
        }
    }
    assert_eq!(count, 0, "{failures}{count} of {} rewritten hosts compute something else", changed.len());
}

#[test]
fn hosts_compute_the_same() {
    let (hosts, marks): (Vec<_>, Vec<_>) = hosts_in("", "cpp").into_iter().unzip();
    compare(&hosts);
    check_findings(&hosts, &marks);
}

/// The comparison sees the results of the hosts as written: if a host is not joined, its results differ.
#[test]
fn results_depend_on_what_is_joined() {
    let host = |common: &str| {
        let text = format!(
            "std::string code() {{ return std::string(\"{common}\") + R\"(\n\
             __kernel void k(__global int *a, __global const int *b) {{\n\
             for (int i = 0; i < 4; i++) {{ SKIP(b[i] < 0); a[0] += b[i]; }}\n}}\n)\"; }}\n"
        );
        Host { name: String::new(), original: text.clone(), rewritten: text, found: BTreeSet::new(), unrolled: 0 }
    };
    let mut one = host("#define SKIP(c) if (c) break\\n");
    one.rewritten = host("#define SKIP(c)\\n").original;
    let [[original, rewritten]] = &native::results(&[&one])[..] else { panic!("one host has one pair of results") };
    assert_eq!((original.split(' ').next(), rewritten.split(' ').next()), (Some("3"), Some("6")));
}

#[test]
fn made_up_hosts_compute_the_same() {
    let number = |name, default| env::var(name).map_or(default, |text| text.parse().expect("a number"));
    let count: usize = number("CLUNROLL_RAW_STRINGS", 120);
    let seed: usize = number("CLUNROLL_RAW_STRINGS_SEED", 1);
    let hosts: Vec<Host> = generate::hosts(seed as u64, count)
        .enumerate()
        .map(|(at, text)| Host::new(format!("host {at}"), text))
        .collect();
    for batch in hosts.chunks(60) {
        compare(batch);
    }
    let unrolled = hosts.iter().filter(|host| host.unrolled > 0).count();
    let left = hosts.iter().filter(|host| host.found.contains("CLU215")).count();
    let open = hosts.iter().filter(|host| host.found.contains("CLU211")).count();
    if env::var_os("CLUNROLL_PROGRAM").is_none() {
        let counts =
            format!("of {count} hosts, {unrolled} are rewritten, {left} have a joined program, {open} an open name");
        assert!(unrolled * 6 > count && left * 4 > count && open * 20 > count, "{counts}");
    }
}
