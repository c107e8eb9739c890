//! Runs every kernel of `kernels/` and `tests/cases/` on a real OpenCL device, as written and as rewritten, and
//! compares every byte of every buffer.
//!
//! This is the test of invariant 1, the one that matters most: the output computes what the input computes. What to
//! run is said by the files themselves (`tests/opencl/plan.rs`), so adding a file adds a test. Some choices behind it:
//!
//! - Files whose rewritten text equals the original are counted and not run; `CLUNROLL_RUN_UNCHANGED=1` runs them
//!   too, which tests the cases and the harness rather than clunroll.
//! - `CLUNROLL_ONLY=part` limits the run to the files whose path holds that part.
//! - A wrong rewrite can run forever or bring the process down. So each file is named on standard error before it
//!   runs (past the capture of the test runner), and a watchdog ends the process where nothing moves any more.

#![allow(unsafe_code, reason = "the OpenCL API takes raw pointers and trusts the kernels it runs")]

mod opencl;

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use clunroll::{Done, unroll};
use opencl::compare::{Tally, compare};
use opencl::{device, plan};

/// Set where only the files are run that ask for Oclgrind.
const ON_OCLGRIND: &str = "CLUNROLL_ON_OCLGRIND";

/// How long one step (a build, or all runs of one kernel) may take.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn rewritten_kernels_compute_what_the_originals_do() {
    if device::is_waived() {
        say("execution tests left out: CLUNROLL_NO_OPENCL=1");
        return;
    }
    let machine = device::open();
    let watchdog = Watchdog::start();
    let only = env::var("CLUNROLL_ONLY").unwrap_or_default();
    let on_oclgrind = env::var_os(ON_OCLGRIND).is_some();
    let force = env::var_os("CLUNROLL_RUN_UNCHANGED").is_some();
    let mut total = Tally::default();
    let (mut files, mut unchanged, mut invalid, mut unrolled, mut left) = (0, 0, 0, 0, 0);
    for path in sources() {
        let name = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(&path).display().to_string();
        if !name.contains(&only) {
            continue;
        }
        let source = fs::read(&path).expect("a listed file can be read");
        let mut plan = match plan::read(&source) {
            Ok(plan) => plan,
            Err(why) => {
                total.failures.push(format!("{name}: {why}"));
                continue;
            }
        };
        if plan.on_oclgrind != on_oclgrind {
            continue;
        }
        let options = plan.options.clone().name(name.clone());
        let outcome = unroll(&source, &options, &mut plan.includes);
        for request in &outcome.requests {
            match request.done {
                Done::Unrolled { .. } => unrolled += 1,
                Done::NotAsked | Done::Left { .. } => left += 1,
            }
        }
        if let Some(reason) = &plan.norun {
            say(&format!("{name}: not run: {reason}"));
        } else if outcome.has_errors() || !plan.expect.is_empty() && plan.expect[0].starts_with("CLU0") {
            invalid += 1;
        } else if outcome.text == source && !force {
            unchanged += 1;
        } else {
            files += 1;
            let begin = Instant::now();
            let built = |text: Vec<u8>| if plan.raw { inside_raw_strings(&text) } else { text };
            let mut tally = compare(&machine, &plan, &built(source), &built(outcome.text), &mut |step| {
                watchdog.note(&format!("{name}: {step}"));
            });
            let verdict = if tally.failures.is_empty() { "same" } else { "DIFFERENT" };
            let (kernels, runs, time) = (tally.kernels, tally.runs, begin.elapsed().as_millis());
            say(&format!("{name}: {kernels} kernels, {runs} runs, {verdict}, {time} ms"));
            for failure in &mut tally.failures {
                *failure = format!("{name}: {failure}");
            }
            total.add(tally);
        }
    }
    say(&format!(
        "device: {}\n{files} files, {} kernels, {} runs, {} bytes compared, {} builds derived, {} builds refused by both; \
         {unchanged} files unchanged, {invalid} invalid; {unrolled} loops unrolled, {left} left as written",
        machine.name, total.kernels, total.runs, total.bytes, total.derived, total.refused
    ));
    assert!(total.failures.is_empty(), "{} failures:\n{}", total.failures.len(), total.failures.join("\n"));
    assert!(total.runs > 0 || !only.is_empty(), "nothing was run");
}

/// Barriers that some iterations leave out, with trip counts that differ: PoCL gets these wrong even as written. Oclgrind
/// interprets one work-item at a time, and tells where they wait at different barriers.
#[test]
fn what_needs_an_interpreter_runs_on_oclgrind() {
    if device::is_waived() || env::var_os(ON_OCLGRIND).is_some() {
        return;
    }
    let library = device::oclgrind();
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    fs::write(folder.path().join("oclgrind.icd"), format!("{}\n", library.display())).expect("it can be written to");
    let output = process::Command::new(env::current_exe().expect("a test knows itself"))
        .args(["--exact", "rewritten_kernels_compute_what_the_originals_do", "--nocapture"])
        .env(ON_OCLGRIND, "1")
        .env("OCL_ICD_VENDORS", folder.path())
        .env("CLUNROLL_OPENCL_PLATFORM", "Oclgrind")
        .output()
        .expect("the test can be run once more");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    say(&said);
    assert!(output.status.success(), "the run on Oclgrind failed");
    assert!(!said.contains("divergence"), "work-items wait at different barriers");
}

/// The harness itself: a text that computes something else, in one byte of one size, is reported; so are a kernel
/// that does nothing, one that writes out of bounds, and a build that only one of the texts refuses.
#[test]
fn a_difference_is_reported() {
    if device::is_waived() {
        return;
    }
    let machine = device::open();
    let plan = plan::read(b"//@ run sizes=0,4,5 global=1 local=1\n//@ build -DBROKEN\n").expect("the plan is good");
    let verdict = |original: &str, rewritten: &str| {
        compare(&machine, &plan, original.as_bytes(), rewritten.as_bytes(), &mut |_| ()).failures.join("\n")
    };

    let good = "__kernel void k(__global char *a, int n) { for (int i = 0; i < n; i++) a[i] = 77; }";
    let short = "__kernel void k(__global char *a, int n) { for (int i = 0; i < (n & ~3); i++) a[i] = 77; }";
    assert_eq!(verdict(good, good), "");
    let found = verdict(good, short);
    assert!(found.contains("kernel k: size 5: original and rewritten text differ: buffer a at byte 4"), "{found}");

    let idle = "__kernel void k(__global char *a, int n) { if (n == 77) a[0] = 1; }";
    assert!(verdict(idle, idle).contains("changed no byte"));
    let wild = "__kernel void k(__global char *a, int n) { a[4096 + n] = 1; }";
    assert!(verdict(wild, wild).contains("out of bounds"));
    let fragile = format!("#ifdef BROKEN\n#error\n#endif\n{good}");
    assert!(verdict(good, &fragile).contains("-DBROKEN: the rewritten text does not build"));
    assert!(verdict(&fragile, good).contains("-DBROKEN: the rewritten text builds"));
    assert_eq!(verdict(&fragile, &fragile), "");
    assert!(verdict(good, &good.replace("void k", "void other")).contains("the kernels are"));
}

/// What C++ makes of the raw strings of a file in which `R"` stands nowhere else.
fn inside_raw_strings(text: &[u8]) -> Vec<u8> {
    let text = str::from_utf8(text).expect("the case is UTF-8");
    let inside = text.split("R\"").skip(1).map(|from_delimiter| {
        let (delimiter, rest) = from_delimiter.split_once('(').expect("a raw string begins with a parenthesis");
        rest.split_once(&format!("){delimiter}\"")).expect("a raw string ends with its delimiter").0
    });
    inside.collect::<String>().into_bytes()
}

/// The files to run, in the order of their paths.
fn sources() -> impl Iterator<Item = PathBuf> {
    let is_invalid = |path: &PathBuf| path.components().any(|part| part.as_os_str() == "invalid");
    plan::sources(&["kernels", "tests/cases"]).into_iter().filter(move |path| !is_invalid(path))
}

/// Writes a line past the test runner's capture.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Ends the process where one step takes longer than [`PATIENCE`].
struct Watchdog(Arc<Mutex<Option<(Instant, String)>>>);

impl Watchdog {
    fn start() -> Self {
        let shared = Arc::new(Mutex::new(Some((Instant::now(), String::new()))));
        let watched = Arc::clone(&shared);
        thread::spawn(move || {
            loop {
                thread::sleep(Duration::from_secs(1));
                match watched.lock().expect("no holder panics").as_ref() {
                    None => break,
                    Some((since, step)) if since.elapsed() > PATIENCE => {
                        say(&format!("{step}: has been running for {} s; giving up", PATIENCE.as_secs()));
                        process::exit(101);
                    }
                    Some(_) => {}
                }
            }
        });
        Self(shared)
    }

    fn note(&self, step: &str) {
        *self.0.lock().expect("no holder panics") = Some((Instant::now(), step.to_owned()));
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        *self.0.lock().expect("no holder panics") = None;
    }
}
