//! `--verify=run` notices wrong outputs, or says that it has not run what is wrong.
//!
//! Kernels and cases are unrolled, and one number of one copy, or of the header of a main loop, is made larger by one. Then
//! `clunroll verify --run` has to find a difference, or the verification of the right output has to say that not all of that
//! part of the loop was entered. Of 100 changes, 95 must be noticed so.
//!
//! `CLUNROLL_CHANGES=100` says how many changes are made; few are made where nothing is said. `CLUNROLL_NO_OPENCL=1` leaves
//! all of it out.

use std::env;
use std::fs;
use std::hash::Hasher;
use std::path::Path;
use std::process::{Command, Output};

use clunroll::{LoopPart, NoIncludes, Options, Outcome, unroll};
use fnv::FnvHasher;
use serde_json::Value;
use tempfile::TempDir;

use crate::opencl::plan;
use crate::pocl;

/// How many changes are made where nothing is said, and how many of one file.
const CHANGES: usize = 12;
const OF_ONE_FILE: usize = 3;

/// Files in which such changes make no difference, and why.
const EQUIVALENT: [(&str, &str); 3] = [
    ("lint/suppressions.cl", "later loops write the same values to the same elements"),
    ("lint/fixes_withheld.cl", "later loops write the same values to the same elements"),
    ("promotion/under_a_choice.cl", "an element gets no value, and the compiler may choose the right one"),
];

#[test]
fn changes_are_noticed() {
    if env::var("CLUNROLL_NO_OPENCL").as_deref() == Ok("1") {
        return;
    }
    let wanted = env::var("CLUNROLL_CHANGES").map_or(CHANGES, |number| number.parse().expect("it is a number"));
    let mut sources = plan::sources(&["kernels", "tests/cases"]);
    sources.sort_by_key(|path| hash(plan::name(path).as_bytes(), 0));
    let (mut total, mut not_entered, mut missed) = (0, 0, 0);
    for path in sources {
        if EQUIVALENT.iter().any(|(name, _)| path.ends_with(name)) {
            continue;
        }
        if total >= wanted {
            break;
        }
        let Some(file) = VerifiedFile::new(&path) else { continue };
        let mut numbers = numbers(&file.outcome);
        numbers.sort_by_key(|at| hash(plan::name(&path).as_bytes(), *at));
        for at in numbers.into_iter().filter(|at| !file.parts(*at).is_empty()).take(OF_ONE_FILE) {
            total += 1;
            let (changed, line) = changed(&file.outcome.text, at);
            if file.differs(&changed) {
                continue;
            }
            if file.parts(at).iter().any(|part| part["entered"] != part["copies"]) {
                not_entered += 1;
            } else {
                println!("missed: {}: {line}", plan::name(&path));
                missed += 1;
            }
        }
    }
    println!("{total} changes; {not_entered} in parts that are said not to be entered; {missed} missed");
    assert!(total >= wanted, "there are only {total} changes");
    assert!(missed * 20 <= total, "too many changes are missed");
}

/// A file whose output was verified: no difference was found, and all kernels could be run.
struct VerifiedFile {
    folder: TempDir,
    outcome: Outcome,
    report: Value,
}

impl VerifiedFile {
    fn new(path: &Path) -> Option<Self> {
        let source = fs::read(path).expect("a listed file can be read");
        let outcome = unroll(&source, &Options::new("k.cl"), &mut NoIncludes);
        if outcome.has_errors() || outcome.points.is_empty() || str::from_utf8(&outcome.text).is_err() {
            return None;
        }
        let folder = tempfile::tempdir().expect("there is a folder for temporary files");
        fs::write(folder.path().join("k.cl"), source).expect("the folder can be written");
        let _ = fs::copy(path.with_extension("launch.toml"), folder.path().join("k.launch.toml"));
        let output = clunroll(&folder, &["k.cl", "-o", "out.cl", "--verify=run", "--report", "report.json"]);
        let report: Value = serde_json::from_slice(&fs::read(folder.path().join("report.json")).ok()?).ok()?;
        let is_same = |kernel: &Value| kernel["verdict"] == "same";
        let kernels = report["files"][0]["verification"]["kernels"].as_array()?;
        let is_fit = output.status.success() && !kernels.is_empty() && kernels.iter().all(is_same);
        let text = fs::read(folder.path().join("out.cl")).ok()?;
        (is_fit && text == outcome.text).then_some(Self { folder, outcome, report })
    }

    /// Whether a difference is found between the source and this text.
    fn differs(&self, text: &[u8]) -> bool {
        fs::write(self.folder.path().join("changed.cl"), text).expect("the folder can be written");
        let line = ["verify", "--run", "--verify-strict", "k.cl", "changed.cl"];
        !clunroll(&self.folder, &line).status.success()
    }

    /// The coverage of the part of a loop in which an offset of the output is: nothing if it is not in this build.
    fn parts(&self, at: usize) -> Vec<&Value> {
        // The point of a copy is behind its declaration.
        let Some(point) = self.outcome.points.iter().find(|point| point.offset >= at) else { return Vec::new() };
        let line = self.outcome.sources[point.request.file].line_index(point.request.span.start) + 1;
        let requests = self.report["files"][0]["requests"].as_array().into_iter().flatten();
        let of_line = requests.filter(|request| request["place"]["line"] == line);
        let parts = of_line.flat_map(|request| request["coverage"].as_array().into_iter().flatten());
        parts.filter(|part| (part["part"] == "remainder") == (point.part == LoopPart::Remainder)).collect()
    }
}

fn clunroll(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("clunroll"));
    command.env(pocl::VARIABLE, pocl::vendors());
    command.current_dir(folder.path()).args(arguments).args(["--verify-timeout", "4"]);
    command.output().expect("the program can be started")
}

/// Where numbers are that decide what a copy computes: `= i_base + 1;` and `= 1;` in declarations of copies that use the
/// variable, `i_base += 4` and `% 4u` in headers of main loops. Of text in conditional groups nobody knows here whether this
/// build compiles it.
fn numbers(outcome: &Outcome) -> Vec<usize> {
    let text = String::from_utf8_lossy(&outcome.text);
    let source = String::from_utf8_lossy(&outcome.sources[clunroll::source::FileId::MAIN].bytes).into_owned();
    let authors: std::collections::HashSet<&str> = source.lines().collect();
    let mut numbers = Vec::new();
    let (mut start, mut groups) = (0, 0_usize);
    for line in text.split_inclusive('\n') {
        groups += usize::from(line.trim_start().starts_with("#if"));
        groups = groups.saturating_sub(usize::from(line.trim_start().starts_with("#endif")));
        let is_made = groups == 0
            && !authors.contains(line.trim_end_matches(['\n', '\r']))
            && !line.trim_start().starts_with('#');
        for (at, _) in line.match_indices(|c: char| c.is_ascii_digit()).filter(|_| is_made) {
            let (before, after) = (&line[..at], line[at..].trim_start_matches(|c: char| c.is_ascii_digit()));
            let is_declared =
                before.trim_start().starts_with("{ const ") && !before.contains(';') && after.starts_with(';');
            // Past an end that is compared by `!=`, a loop does not end in time.
            let is_advance = !line.contains("!=") && ["_base += ", "_base -= "].iter().any(|end| before.ends_with(end));
            let name = before.split(" = ").next().and_then(|head| head.split(' ').next_back()).unwrap_or_default();
            let is_used = after.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
            let is_value = is_used && ["= ", "+ ", "- "].iter().any(|end| before.ends_with(end));
            if is_declared && is_value || is_advance || before.ends_with("% ") && after.starts_with("u)") {
                numbers.push(start + at);
            }
        }
        start += line.len();
    }
    numbers
}

/// The text with a number made larger by one, and the line of it.
fn changed(text: &[u8], at: usize) -> (Vec<u8>, String) {
    let length = text[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number: u64 = String::from_utf8_lossy(&text[at..at + length]).parse().expect("it is a number");
    let changed = [&text[..at], (number + 1).to_string().as_bytes(), &text[at + length..]].concat();
    let begin = text[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let line = String::from_utf8_lossy(&changed[begin..]).lines().next().unwrap_or_default().trim().to_owned();
    (changed, line)
}

fn hash(bytes: &[u8], more: usize) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(bytes);
    hasher.write_usize(more);
    hasher.finish()
}
