//! Runs clunroll over real kernels: all of hashcat's, darktable's and piglit's, and those of some Python packages.
//!
//! `CLUNROLL_CORPUS` names the folder that `tests/corpus.sh` filled, with a folder for each package; `sh tests/run.sh`
//! sees to both. Without the variable the test says that it did not run. Of every file it asks:
//!
//! - No panic, and no more time than [`LIMIT`]: a second in a release build, which is how `tests/run.sh` runs this test.
//!   What seems to take longer is measured again, alone.
//! - The same bytes where there is no request; and a second run on the output changes nothing.
//! - Where something changed, clang accepts the output if it accepts the input, with each set of macros of the package.
//!
//! Of hashcat it asks besides that its [`Promise`] is kept: how many requests are unrolled, and how many are left for
//! which reason. What is left is listed; `CLUNROLL_CORPUS_LIST=1` lists all of it.

mod kernels;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clunroll::{Done, Options, Outcome, RequestReport, unroll};
use kernels::{Beside, Macro, PACKAGES, Package, Promise, told};

/// How long one file may take. Debug builds are many times slower, and not what anybody waits for.
const LIMIT: Duration = Duration::from_secs(if cfg!(debug_assertions) { 30 } else { 1 });

/// How many requests of one reason are listed.
const LISTED: usize = 4;

#[test]
fn real_kernels_come_through() {
    let Some(corpus) = env::var_os("CLUNROLL_CORPUS").map(PathBuf::from) else {
        say("tests/corpus.rs did not run: CLUNROLL_CORPUS names no folder (`sh tests/run.sh` fetches the kernels)");
        return;
    };
    let clang = env::var("CLANG").unwrap_or_else(|_| "clang".to_owned());
    let has_clang = Command::new(&clang).arg("--version").stdout(Stdio::null()).status().is_ok();
    assert!(has_clang, "{clang} cannot be run: install clang (`sh tests/run.sh` does), or name one in CLANG");
    let mut failures = Vec::new();
    let mut packages = 0;
    for package in PACKAGES {
        let folder = corpus.join(package.name);
        if !folder.is_dir() {
            say(&format!("{}: not there; `sh tests/run.sh --all` fetches it", package.name));
            continue;
        }
        packages += 1;
        let begin = Instant::now();
        let tally = survey(package, &folder, &clang);
        say(&format!("{tally}; {:.1} s in all", begin.elapsed().as_secs_f64()));
        failures.extend(tally.failures.iter().map(|failure| format!("{}: {failure}", package.name)));
        failures.extend(package.promise.iter().flat_map(|promise| broken(promise, &tally)));
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    assert!(packages > 0, "{} holds no package", corpus.display());
}

/// What was seen of one package.
#[derive(Default)]
struct Tally {
    name: &'static str,
    files: usize,
    with_requests: usize,
    unrolled: usize,
    not_asked: usize,
    /// For each code, the requests that are left for it: where and why.
    left: BTreeMap<&'static str, Vec<String>>,
    rewritten: usize,
    /// Builds of a rewritten file, and how many of them the original fails.
    builds: usize,
    refused: usize,
    time: Duration,
    slowest: (Duration, String),
    failures: Vec<String>,
}

impl Tally {
    fn requests(&self) -> usize {
        self.unrolled + self.not_asked + self.left.values().map(Vec::len).sum::<usize>()
    }

    fn count(&mut self, request: &RequestReport, outcome: &Outcome) {
        match &request.done {
            Done::Unrolled { .. } => self.unrolled += 1,
            Done::NotAsked => self.not_asked += 1,
            Done::Left { cause } => {
                let code = cause.rule().code;
                self.left.entry(code).or_default().push(why(request, code, outcome));
            }
        }
    }

    fn add(&mut self, other: Self) {
        self.files += other.files;
        self.with_requests += other.with_requests;
        self.unrolled += other.unrolled;
        self.not_asked += other.not_asked;
        for (code, requests) in other.left {
            self.left.entry(code).or_default().extend(requests);
        }
        self.rewritten += other.rewritten;
        self.builds += other.builds;
        self.refused += other.refused;
        self.time += other.time;
        if other.slowest.0 > self.slowest.0 {
            self.slowest = other.slowest;
        }
        self.failures.extend(other.failures);
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let requests = self.requests();
        let left: usize = self.left.values().map(Vec::len).sum();
        write!(
            out,
            "{}: {} files, {} with requests; {requests} requests: {} unrolled, {} ask for nothing, {left} left",
            self.name, self.files, self.with_requests, self.unrolled, self.not_asked
        )?;
        let limit = if env::var_os("CLUNROLL_CORPUS_LIST").is_some() { usize::MAX } else { LISTED };
        for (code, requests) in &self.left {
            write!(out, "\n  {:4} {code}", requests.len())?;
            for request in requests.iter().take(limit) {
                write!(out, "\n         {request}")?;
            }
            if requests.len() > limit {
                write!(out, "\n         …")?;
            }
        }
        write!(
            out,
            "\n  {} files rewritten, {} builds of them compared, {} more refused before and not compared\n  \
             unrolling took {:.2} s, the slowest file {:.3} s ({})",
            self.rewritten,
            self.builds - self.refused,
            self.refused,
            self.time.as_secs_f64(),
            self.slowest.0.as_secs_f64(),
            self.slowest.1
        )
    }
}

/// Where a request stands and why its loop is left.
fn why(request: &RequestReport, code: &str, outcome: &Outcome) -> String {
    let file = &outcome.sources[request.place.file];
    let line = file.line_index(request.place.span.start) + 1;
    let is_its = |place| place == request.place;
    let found = outcome.diagnostics.iter().find(|diagnostic| {
        let places = diagnostic.secondary.iter().map(|label| label.place);
        diagnostic.rule.code == code && places.chain([diagnostic.primary.place]).any(is_its)
    });
    format!("{}:{line}: {}", file.name, found.map_or("(no diagnostic)", |diagnostic| &diagnostic.message))
}

/// What of a promise is not kept.
fn broken(promise: &Promise, tally: &Tally) -> Vec<String> {
    let mut broken = Vec::new();
    let (unrolled, requests) = (tally.unrolled, tally.requests());
    if unrolled * 100 < requests * promise.percent {
        broken.push(format!("{}: {unrolled} of {requests} requests unrolled, not {} %", tally.name, promise.percent));
    }
    for (code, requests) in &tally.left {
        let ceiling = promise.ceilings.iter().find(|(of, _)| of == code).map_or(0, |(_, ceiling)| *ceiling);
        if requests.len() > ceiling {
            broken.push(format!("{}: {} requests left for {code}, not {ceiling}", tally.name, requests.len()));
        }
    }
    broken
}

/// Runs all files of a package, on all processors.
fn survey(package: &Package, folder: &Path, clang: &str) -> Tally {
    let files = kernels::files(folder);
    let next = AtomicUsize::new(0);
    let total = Mutex::new(Tally { name: package.name, ..Tally::default() });
    let slow = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let tally = examine(package, folder, path, clang);
                    if tally.time > LIMIT {
                        slow.lock().expect("no holder panics").push(path);
                    }
                    total.lock().expect("no holder panics").add(tally);
                }
            });
        }
    });
    let mut total = total.into_inner().expect("no holder panics");
    total.left.values_mut().for_each(|requests| requests.sort());
    // Other work may have stood in the way, here or outside.
    for path in slow.into_inner().expect("no holder panics") {
        let source = fs::read(path).expect("a listed file can be read");
        let best = (0..3).map(|_| run(package, folder, path, &source).1).min().unwrap_or_default();
        if best > LIMIT {
            total.failures.push(format!("{}: takes {:.2} s", path.display(), best.as_secs_f64()));
        }
    }
    total
}

/// Unrolls one file, and says how long it took.
fn run(package: &Package, folder: &Path, path: &Path, source: &[u8]) -> (Outcome, Duration) {
    let name = path.strip_prefix(folder).unwrap_or(path).display().to_string();
    let options = Options::new(name).macros(told(package));
    let mut includes = Beside(path.parent().unwrap_or(folder));
    let begin = Instant::now();
    let outcome = unroll(source, &options, &mut includes);
    (outcome, begin.elapsed())
}

/// Checks all that is asked of one file.
fn examine(package: &Package, folder: &Path, path: &Path, clang: &str) -> Tally {
    let source = fs::read(path).expect("a listed file can be read");
    let (outcome, time) = run(package, folder, path, &source);
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut tally = Tally { files: 1, time, slowest: (time, name.clone()), ..Tally::default() };
    let mut fail = |what: String| tally.failures.push(format!("{name}: {what}"));
    if !outcome.is_complete {
        fail("clunroll itself failed".to_owned());
    }
    if outcome.requests.is_empty() && outcome.text != source {
        fail("rewritten without a request".to_owned());
    }
    // Real files do not splice the word, and write it alike; so this finds what was overlooked.
    let written = String::from_utf8_lossy(&source).lines().filter(|line| is_request(line)).count();
    if outcome.requests.len() < written {
        fail(format!("{} requests found of {written}", outcome.requests.len()));
    }
    if outcome.text != source {
        let (again, _) = run(package, folder, path, &outcome.text);
        if again.text != outcome.text {
            fail("a second run changes the output".to_owned());
        }
        tally.rewritten = 1;
        for macros in package.builds {
            tally.builds += 1;
            if compile(clang, path, &source, macros).is_err() {
                tally.refused += 1;
            } else if let Err(log) = compile(clang, path, &outcome.text, macros) {
                tally.failures.push(format!("{name}: clang accepts it no longer, with {macros:?}:\n{log}"));
            }
        }
    }
    tally.with_requests = usize::from(!outcome.requests.is_empty());
    for request in &outcome.requests {
        tally.count(request, &outcome);
    }
    tally
}

/// Whether a line is a request in its plainest form.
fn is_request(line: &str) -> bool {
    let words = line.trim_start().strip_prefix('#').map(str::trim_start).and_then(|rest| rest.strip_prefix("pragma"));
    words.is_some_and(|words| words.split_whitespace().next() == Some("unroll"))
}

/// Lets clang check a text in the place of the file at `path`.
fn compile(clang: &str, path: &Path, text: &[u8], macros: &[&[Macro]]) -> Result<(), String> {
    let flags = ["-x", "cl", "-cl-std=CL2.0", "-Xclang", "-finclude-default-header", "-fsyntax-only", "-w", "-I", "."];
    let mut child = Command::new(clang)
        .args(flags)
        .args(macros.iter().copied().flatten().map(|(name, value)| format!("-D{name}={value}")))
        .arg("-")
        .current_dir(path.parent().unwrap_or(Path::new(".")))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{clang}: {error}"))?;
    // clang reads all of its input before it says anything.
    child
        .stdin
        .take()
        .map_or(Ok(()), |mut input| input.write_all(text))
        .map_err(|error| format!("{clang}: {error}"))?;
    let output = child.wait_with_output().map_err(|error| format!("{clang}: {error}"))?;
    let log = String::from_utf8_lossy(&output.stderr).lines().take(6).collect::<Vec<_>>().join("\n");
    if output.status.success() { Ok(()) } else { Err(log) }
}

/// Writes a line past the test runner's capture.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
