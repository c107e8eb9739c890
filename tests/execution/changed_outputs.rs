//! `--verify=run` notices wrong outputs, or reports that it has not covered the wrong part.
//!
//! Kernels and cases are unrolled, and one number, operator or index of the output is changed. Then `clunroll verify --run` has to find a
//! difference, or the verification of the right output has to report that part of the loop as not covered. 196 of 200 changes must be
//! noticed in this way, and 190 by a difference.
//!
//! Half of the changes are in files with a launch description, which runs them, and the others in files of all kinds, without one.
//!
//! `CLUNROLL_CHANGES=200` sets the number of changes; without it, there are few. `CLUNROLL_CHANGES_IN=FOLDER` changes the files of that
//! folder too. `CLUNROLL_CHANGES_JOBS=12` verifies that many files at a time: a launch may then take longer, so leave some cores to the
//! system. `CLUNROLL_CHANGES_WITH=opencl:NVIDIA` verifies with another platform than PoCL. `CLUNROLL_NO_OPENCL=1` leaves out the whole
//! test. To run it on another machine, carry there the test program, the program `clunroll` and the folders with the kernels, each to the
//! path that it has here.

use std::env;
use std::fs;
use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::thread;

use clunroll::{LoopPart, NoIncludes, Options, Outcome, unroll};
use fnv::FnvHasher;
use serde_json::Value;
use tempfile::TempDir;

use crate::opencl::plan;
use crate::pocl;

mod changes;

use changes::{Change, changes};

/// The default number of changes, and the number of changes of one file.
const CHANGES: usize = 12;
const OF_ONE_FILE: usize = 3;

/// Files, and parts of their changed lines, where such changes make no difference, or one that no launch shows; and why.
const EQUIVALENT: [(&str, &str, &str); 11] = [
    ("lint/suppressions.cl", "", "later loops write the same values to the same elements"),
    ("lint/fixes_withheld.cl", "", "later loops write the same values to the same elements"),
    ("promotion/element_types.cl", "", "an element gets another value before anything reads it"),
    ("promotion/under_a_choice.cl", "", "an element gets no value, and the compiler may choose the right one"),
    (
        "kernels/reduction.cl",
        "in[i + 1] * 7 % 16",
        "a maximum of that many numbers below 16 is 15, with any of them left out",
    ),
    ("loads/macros_that_do_more.cl", "OWN(i", "later loops write to the same elements"),
    ("sorthist.cl", "uint size =", "only half of the size, rounded down, is used"),
    ("headers/statement_expressions.cl", "s -= in[0];", "only the lowest bit of the sum is used"),
    (
        "kernels/latency_chain.cl",
        "rsqrt",
        "each iteration divides what the one before left by seven, and a float forgets it",
    ),
    ("conditions/no_room_around_a_written_loop.cl", "{ int a = 0;", "it adds a product with 0"),
    ("promotion/shapes.cl", "int i = 2;", "nothing reads the part of the vector that gets this value"),
];

#[test]
fn changes_are_noticed() {
    if env::var("CLUNROLL_NO_OPENCL").as_deref() == Ok("1") {
        return;
    }
    let number = |name: &str, default| env::var(name).map_or(default, |number| number.parse().expect("it is a number"));
    let (wanted, jobs) = (number("CLUNROLL_CHANGES", CHANGES), number("CLUNROLL_CHANGES_JOBS", 1));
    let folder = env::var("CLUNROLL_CHANGES_IN").ok();
    let mut sources =
        plan::sources(&["kernels", "tests/cases"].into_iter().chain(folder.as_deref()).collect::<Vec<_>>());
    sources.retain(|path| !EQUIVALENT.iter().any(|(name, part, _)| part.is_empty() && path.ends_with(name)));
    sources.sort_by_key(|path| hash(plan::name(path).as_bytes(), 0));
    let described: Vec<_> = sources.iter().filter(|path| description(path).exists()).cloned().collect();
    let of_described = OF_ONE_FILE.max(wanted / 2 / described.len());
    let tally = Mutex::new(ChangeCount::default());
    change_files(described, (of_described, wanted / 2), true, jobs, &tally);
    change_files(sources, (OF_ONE_FILE, wanted), false, jobs, &tally);
    let ChangeCount { total, named, missed } = tally.into_inner().expect("no thread has panicked");
    println!("{total} changes; {named} in parts that are said not to be covered; {missed} missed");
    assert!(total >= wanted, "there are only {total} changes");
    assert!(missed * 50 <= total, "too many changes are missed");
    assert!(named * 20 <= total.max(20), "too many changes are noticed only because their part is not covered");
}

/// The number of changes so far: all, those that are only named, and those that are missed.
#[derive(Debug, Default)]
struct ChangeCount {
    total: usize,
    named: usize,
    missed: usize,
}

/// Changes files, up to a number of changes in one file, and in all.
fn change_files(
    files: Vec<PathBuf>,
    (of_one, most): (usize, usize),
    is_described: bool,
    jobs: usize,
    count: &Mutex<ChangeCount>,
) {
    let files = Mutex::new(files.into_iter());
    let change = || {
        while count.lock().expect("no thread has panicked").total < most {
            let Some(path) = files.lock().expect("no thread has panicked").next() else { return };
            if let Some(file) = VerifiedFile::new(&path, is_described) {
                change_file(&path, &file, of_one, count);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(change);
        }
    });
}

fn change_file(path: &Path, file: &VerifiedFile, of_one: usize, count: &Mutex<ChangeCount>) {
    let name = plan::name(path);
    let mut changes = changes(&file.outcome);
    changes.sort_by_key(|change| hash(name.as_bytes(), change.at));
    let is_covered_or_named = |change: &Change| !file.parts(change.at).is_empty() && file.compiles(change);
    let mut number = 0;
    for change in changes {
        if number == of_one {
            break;
        }
        let (changed, line) = change.made_in(&file.outcome.text);
        let is_equivalent = EQUIVALENT.iter().any(|(name, part, _)| path.ends_with(name) && line.contains(part));
        if is_equivalent || !is_covered_or_named(&change) {
            continue;
        }
        number += 1;
        let is_noticed = file.differs(&changed);
        let is_named = !is_noticed && file.parts(change.at).iter().any(|part| !is_covered(part));
        let result = if is_noticed {
            "noticed"
        } else if is_named {
            "named"
        } else {
            "missed"
        };
        let launches = if file.is_described { "described" } else { "made up" };
        println!("{result}: {name} ({launches}): {line}");
        let mut count = count.lock().expect("no thread has panicked");
        count.total += 1;
        count.named += usize::from(is_named);
        count.missed += usize::from(!is_noticed && !is_named);
    }
}

fn description(path: &Path) -> PathBuf {
    path.with_extension("launch.toml")
}

/// All wrong tests of a remainder of seven are noticed, with made-up launches and with one in which all of the seven run.
#[test]
fn wrong_tests_of_a_remainder_are_noticed() {
    if env::var("CLUNROLL_NO_OPENCL").as_deref() == Ok("1") {
        return;
    }
    let source = "__kernel void f(__global const int *in, __global int *out, const int n)
{
    int s = 0;
    #pragma unroll 8
    for (int i = 0; i < n; i++)
        s += in[i] * (i + 1);
    out[get_global_id(0)] = s;
}
";
    let description = "[[launch]]
kernel = 'f'
global = [64]
local = [16]
args.in = { size = 64, random = { seed = 1, from = 1, to = 100 } }
args.out = { size = 64, value = 0 }
args.n = 23
";
    let outcome = unroll(source.as_bytes(), &Options::new("k.cl"), &mut NoIncludes);
    let text = String::from_utf8(outcome.text).expect("it was text");
    let mut wrong = vec![text.replacen("if (i_base < n)", "if (i_base <= n)", 1)];
    for copy in 1..7 {
        let test = format!("if (i_base + {copy} < n)");
        wrong.push(text.replacen(&test, &format!("if (i_base + {copy} <= n)"), 1));
        wrong.push(text.replacen(&test, &format!("if (i_base + {} < n)", copy - 1), 1));
    }
    assert!(wrong.len() == 13 && wrong.iter().all(|wrong| *wrong != text), "{text}");
    for described in [false, true] {
        let folder = tempfile::tempdir().expect("there is a folder for temporary files");
        fs::write(folder.path().join("k.cl"), source).expect("the folder can be written");
        if described {
            fs::write(folder.path().join("k.launch.toml"), description).expect("the folder can be written");
        }
        for wrong in &wrong {
            fs::write(folder.path().join("changed.cl"), wrong).expect("the folder can be written");
            let output = clunroll(&folder, &["verify", "--run", "k.cl", "changed.cl"]);
            assert_eq!(output.status.code(), Some(1), "described: {described}; {wrong}");
        }
        fs::write(folder.path().join("changed.cl"), text.replace("s +=", "s  +=")).expect("the folder can be written");
        assert!(clunroll(&folder, &["verify", "--run", "--verify-strict", "k.cl", "changed.cl"]).status.success());
    }
}

/// Whether the report counts all of a part of a loop as covered.
fn is_covered(part: &Value) -> bool {
    let has_all = part["entered"] == part["copies"] && part["seen"] == part["outcomes"];
    has_all && part["never_remained"].as_array().is_none_or(Vec::is_empty)
}

/// A file whose output was verified: no difference was found, and all kernels could be run.
struct VerifiedFile {
    folder: TempDir,
    is_described: bool,
    outcome: Outcome,
    report: Value,
}

impl VerifiedFile {
    fn new(path: &Path, is_described: bool) -> Option<Self> {
        let source = fs::read(path).expect("a listed file can be read");
        let outcome = unroll(&source, &Options::new("k.cl"), &mut NoIncludes);
        if outcome.has_errors() || outcome.points.is_empty() || str::from_utf8(&outcome.text).is_err() {
            return None;
        }
        let folder = tempfile::tempdir().expect("there is a folder for temporary files");
        fs::write(folder.path().join("k.cl"), source).expect("the folder can be written");
        if is_described {
            fs::copy(description(path), folder.path().join("k.launch.toml")).expect("the description can be copied");
        }
        let output = clunroll(&folder, &["k.cl", "-o", "out.cl", "--verify=run", "--report", "report.json"]);
        let report: Value = serde_json::from_slice(&fs::read(folder.path().join("report.json")).ok()?).ok()?;
        let is_same = |kernel: &Value| kernel["verdict"] == "same";
        let kernels = report["files"][0]["verification"]["kernels"].as_array()?;
        let is_fit = output.status.success() && !kernels.is_empty() && kernels.iter().all(is_same);
        let text = fs::read(folder.path().join("out.cl")).ok()?;
        (is_fit && text == outcome.text).then_some(Self { folder, is_described, outcome, report })
    }

    /// Whether a difference is found between the source and this text.
    fn differs(&self, text: &[u8]) -> bool {
        fs::write(self.folder.path().join("changed.cl"), text).expect("the folder can be written");
        let line = ["verify", "--run", "--verify-strict", "k.cl", "changed.cl"];
        !clunroll(&self.folder, &line).status.success()
    }

    /// Whether this build compiles the place of a change: outside conditionals it does, and inside, an error there is noticed.
    fn compiles(&self, change: &Change) -> bool {
        if !change.is_conditional {
            return true;
        }
        let text = &self.outcome.text;
        let begin = text[..change.at].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        fs::write(self.folder.path().join("error.cl"), [&text[..begin], b"#error\n", &text[begin..]].concat())
            .expect("the folder can be written");
        !clunroll(&self.folder, &["verify", "k.cl", "error.cl"]).status.success()
    }

    /// The coverage of the part of a loop that contains an offset of the output: empty if it is not in this build.
    fn parts(&self, at: usize) -> Vec<&Value> {
        // The point of a copy is after its declaration.
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
    command.current_dir(folder.path()).args(arguments).args(["--verify-timeout", "10"]);
    match env::var("CLUNROLL_CHANGES_WITH") {
        Ok(device) => command.args(["--verify-with", &device]),
        Err(_) => command.env(pocl::VARIABLE, pocl::vendors()),
    };
    command.output().expect("the program can be started")
}

fn hash(bytes: &[u8], more: usize) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(bytes);
    hasher.write_usize(more);
    hasher.finish()
}
