//! Runs clunroll over real kernels: all of hashcat's, darktable's and piglit's, and those of some Python packages.
//!
//! `CLUNROLL_CORPUS` names the folder that `tests/corpus.sh` filled, with a folder for each package; `sh tests/run.sh --full` does both.
//! Without the variable the test reports that it did not run. It checks for every file:
//!
//! - No panic, and no more time than [`LIMIT`]. A file that seems to take longer is measured again, alone.
//! - The same bytes without a request; and a second run on the output changes nothing.
//! - If something changed, clang accepts the output if it accepts the input, with each set of macros of the package.
//!
//! If a host makes several programs of a file, clunroll runs once for each with that program's macros, and the outputs are compiled as all
//! of the programs.
//!
//! For hashcat, it also checks the [`Promise`]: how many requests are unrolled, and how many are declined for which reason. Declined
//! requests are listed; `CLUNROLL_CORPUS_LIST=1` lists all of them. The last line counts the live requests of all packages. The
//! preprocessor leaves these in the program whose macros clunroll gets. The line shows how many are rewritten, how many ask for what the
//! loop already is, such as a loop that runs once, and how many are declined. At least [`LIVE`] of 100 must not be declined.

mod kernels;

use std::collections::{BTreeMap, HashSet};
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
use clunroll_rules::Reason;
use kernels::{Files, Macro, PACKAGES, Package, Promise, macro_options};

/// The time limit for one file, also in the build of the tests, which takes three to five times as long as a release.
const LIMIT: Duration = Duration::from_secs(1);

/// How many of 100 live requests are rewritten, or ask for what the loop already is.
const LIVE: usize = 90;

/// How many requests with the same reason are listed.
const LISTED: usize = 4;

#[test]
fn real_kernels_come_through() {
    let Some(corpus) = env::var_os("CLUNROLL_CORPUS").map(PathBuf::from) else {
        say(
            "tests/corpus.rs did not run: CLUNROLL_CORPUS names no folder (`sh tests/run.sh --full` fetches the kernels)",
        );
        return;
    };
    let clang = env::var("CLANG").unwrap_or_else(|_| "clang".to_owned());
    let has_clang = Command::new(&clang).arg("--version").stdout(Stdio::null()).status().is_ok();
    assert!(has_clang, "{clang} cannot be run: install clang (`sh tests/run.sh` does), or name one in CLANG");
    let mut failures = Vec::new();
    let mut packages = 0;
    let mut live = Live::default();
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
        live.add(tally.live);
    }
    say(&format!("all packages: {live}"));
    if live.kept() * 100 < live.requests() * LIVE {
        failures.push(format!("fewer than {LIVE} % of the live requests are rewritten or as asked"));
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    assert!(packages > 0, "{} holds no package", corpus.display());
}

/// The requests that the preprocessor leaves in the programs whose macros clunroll gets.
#[derive(Default)]
struct Live {
    rewritten: usize,
    /// Requests that ask for what the loop already is.
    as_asked: usize,
    /// The number of declined requests for each code.
    left: BTreeMap<&'static str, usize>,
}

impl Live {
    fn requests(&self) -> usize {
        self.kept() + self.left.values().sum::<usize>()
    }

    fn kept(&self) -> usize {
        self.rewritten + self.as_asked
    }

    fn count(&mut self, request: &RequestReport) {
        match &request.done {
            Done::Unrolled { .. } => self.rewritten += 1,
            Done::Left { cause } => match cause.reason() {
                Some(Reason::OneTrip | Reason::RunsNot(_) | Reason::RunsAtMostOnce { .. }) => self.as_asked += 1,
                _ => *self.left.entry(cause.rule().code).or_default() += 1,
            },
            _ => self.as_asked += 1,
        }
    }

    fn add(&mut self, other: Self) {
        self.rewritten += other.rewritten;
        self.as_asked += other.as_asked;
        for (code, count) in other.left {
            *self.left.entry(code).or_default() += count;
        }
    }
}

impl std::fmt::Display for Live {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (rewritten, as_asked) = (self.rewritten, self.as_asked);
        write!(out, "{} live requests: {rewritten} rewritten, {as_asked} as asked", self.requests())?;
        self.left.iter().try_for_each(|(code, count)| write!(out, ", {count} left for {code}"))
    }
}

/// The results for one package.
#[derive(Default)]
struct Tally {
    name: &'static str,
    files: usize,
    with_requests: usize,
    unrolled: usize,
    not_asked: usize,
    /// The declined requests for each code: where and why.
    left: BTreeMap<&'static str, Vec<String>>,
    live: Live,
    rewritten: usize,
    /// Builds of a rewritten file, and the number of those that fail with the original.
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
            Done::Left { cause } => {
                let code = cause.rule().code;
                self.left.entry(code).or_default().push(why(request, code, outcome));
            }
            _ => self.not_asked += 1,
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
        self.live.add(other.live);
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
            "\n  {}\n  {} outputs, {} builds of them compared, {} more refused before and not compared\n  \
             unrolling took {:.2} s, the slowest file {:.3} s ({})",
            self.live,
            self.rewritten,
            self.builds - self.refused,
            self.refused,
            self.time.as_secs_f64(),
            self.slowest.0.as_secs_f64(),
            self.slowest.1
        )
    }
}

/// The place of a request, and the reason why it is declined.
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

/// The broken parts of a promise.
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
    // Other work may have caused the delay, in this process or in another.
    for path in slow.into_inner().expect("no holder panics") {
        let source = fs::read(path).expect("a listed file can be read");
        for told in package.programs(&name_in(path, folder)).told {
            let best = (0..3).map(|_| run(&told, folder, path, &source).1).min().unwrap_or_default();
            if best > LIMIT {
                total.failures.push(format!("{}: takes {:.2} s", path.display(), best.as_secs_f64()));
            }
        }
    }
    total
}

/// A path below a folder, with `/` on every system.
fn name_in(path: &Path, folder: &Path) -> String {
    path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// Unrolls one file, and returns the time that this took.
fn run(told: &[Macro], folder: &Path, path: &Path, source: &[u8]) -> (Outcome, Duration) {
    let options = Options::new(name_in(path, folder)).macros(macro_options(told));
    let mut includes = Files { main: path, root: folder };
    let begin = Instant::now();
    let outcome = unroll(source, &options, &mut includes);
    (outcome, begin.elapsed())
}

/// Makes all checks of one file.
fn examine(package: &Package, folder: &Path, path: &Path, clang: &str) -> Tally {
    let source = fs::read(path).expect("a listed file can be read");
    let programs = package.programs(&name_in(path, folder));
    let clang = Clang { command: clang, path, root: folder };
    let mut tally = Tally { files: 1, ..Tally::default() };
    for told in &programs.told {
        examine_with_macros(told, &programs.compiled, &clang, &source, &mut tally);
    }
    tally.with_requests = usize::from(tally.requests() > 0);
    tally
}

/// Makes all checks of one file with the macros of one program.
fn examine_with_macros(told: &[Macro], compiled: &[Vec<Macro>], clang: &Clang, source: &[u8], tally: &mut Tally) {
    let (outcome, time) = run(told, clang.root, clang.path, source);
    let name = clang.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    tally.time += time;
    if time > tally.slowest.0 {
        tally.slowest = (time, name.clone());
    }
    let mut fail = |what: String| tally.failures.push(format!("{name}: {what}"));
    if outcome.fault.is_some() {
        fail("clunroll itself failed".to_owned());
    }
    if outcome.requests.is_empty() && outcome.text != source {
        fail("rewritten without a request".to_owned());
    }
    // Real files do not splice the word, and spell it in the same way, so this finds overlooked requests.
    let written = String::from_utf8_lossy(source).lines().filter(|line| is_request(line)).count();
    if outcome.requests.len() < written {
        fail(format!("{} requests found of {written}", outcome.requests.len()));
    }
    if outcome.text != source {
        let (again, _) = run(told, clang.root, clang.path, &outcome.text);
        if again.text != outcome.text {
            fail("a second run changes the output".to_owned());
        }
        tally.rewritten += 1;
        for macros in compiled {
            tally.builds += 1;
            if clang.compile(source, macros).is_err() {
                tally.refused += 1;
            } else if let Err(log) = clang.compile(&outcome.text, macros) {
                tally.failures.push(format!("{name}: clang accepts it no longer, with {macros:?}:\n{log}"));
            }
        }
    }
    let live = if outcome.requests.is_empty() { HashSet::new() } else { clang.live_requests(source, told) };
    for request in &outcome.requests {
        tally.count(request, &outcome);
        let place = request.place;
        if live.contains(&(outcome.sources[place.file].line_index(place.span.start) + 1)) {
            tally.live.count(request);
        }
    }
}

/// Whether a line is a request in its simplest form.
fn is_request(line: &str) -> bool {
    let words = line.trim_start().strip_prefix('#').map(str::trim_start).and_then(|rest| rest.strip_prefix("pragma"));
    words.is_some_and(|words| words.split_whitespace().next() == Some("unroll"))
}

/// clang, and the file whose texts it gets.
struct Clang<'a> {
    command: &'a str,
    path: &'a Path,
    root: &'a Path,
}

impl Clang<'_> {
    /// Checks a text in the place of the file.
    fn compile(&self, text: &[u8], macros: &[Macro]) -> Result<(), String> {
        self.run(&["-fsyntax-only", "-w"], text, macros).map(drop)
    }

    /// The lines with requests that the preprocessor leaves, counted from 1; empty if it fails.
    fn live_requests(&self, text: &[u8], macros: &[Macro]) -> HashSet<usize> {
        let preprocessed = self.run(&["-E", "-w"], text, macros).unwrap_or_default();
        let mut lines = HashSet::new();
        let mut next = None;
        for line in preprocessed.lines() {
            // `# 12 "<stdin>" 2`: the next line is line 12 of that file.
            if let Some((number, file)) = line.strip_prefix("# ").and_then(|marker| marker.split_once(' ')) {
                next = number.parse().ok().filter(|_| file.starts_with("\"<stdin>\""));
                continue;
            }
            if is_request(line) {
                lines.extend(next);
            }
            next = next.map(|number: usize| number + 1);
        }
        lines
    }

    /// clang's output for a text in the place of the file, or its error message.
    fn run(&self, flags: &[&str], text: &[u8], macros: &[Macro]) -> Result<String, String> {
        // clang enables a vendor's extensions even for targets of other vendors.
        let always = [
            "-x",
            "cl",
            "-cl-std=CL2.0",
            "-Xclang",
            "-finclude-default-header",
            "-Xclang",
            "-cl-ext=-cl_intel_subgroups",
        ];
        let failed = |error| format!("{}: {error}", self.command);
        let mut child = Command::new(self.command)
            .args(always)
            .args(flags)
            .arg("-I.")
            .arg("-I")
            .arg(self.root)
            .args(macros.iter().map(|(name, value)| format!("-D{name}={value}")))
            .arg("-")
            .current_dir(self.path.parent().unwrap_or(Path::new(".")))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        // clang reads all of its input before it reports anything.
        child.stdin.take().map_or(Ok(()), |mut input| input.write_all(text)).map_err(failed)?;
        let output = child.wait_with_output().map_err(failed)?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        Err(String::from_utf8_lossy(&output.stderr).lines().take(6).collect::<Vec<_>>().join("\n"))
    }
}

/// Writes a line past the test runner's capture.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
