//! Runs every kernel of `kernels/` and `tests/cases/` on all OpenCL platforms, as written and as rewritten, and compares
//! every byte of every buffer.
//!
//! This is the test of invariant 1, the one that matters most: the output computes what the input computes. The files themselves contain
//! what to run (`tests/opencl/plan.rs`), so adding a file adds a test. Some details:
//!
//! - The platforms are taken one after the other, each by as many processes as there are cores (`tests/opencl/workers.rs`).
//!   `tests/opencl/platforms.rs` describes the platforms and how to choose some.
//! - Files whose rewritten text equals the original are counted and not run; `CLUNROLL_RUN_UNCHANGED=1` runs them
//!   too, which tests the cases and the harness rather than clunroll.
//! - `CLUNROLL_OPTIONS='--remainder=switch --target=cpu'` are options for all files, which come after their own.
//! - `CLUNROLL_ONLY=part` limits the run to the files whose path contains that part, and `CLUNROLL_EVERY=6` to every sixth of them.
//! - `CLUNROLL_WRITE_TEXTS=folder` writes the rewritten texts to a folder. With `CLUNROLL_KNOWN_TEXTS=folder`, only files with another
//!   rewritten text are run, and the first difference ends the test: `tests/mutations.sh` does that.
//! - `CLUNROLL_DERIVED=2` limits the builds that are derived from those of a file (`tests/opencl/derive.rs`).
//! - A platform skips files that it cannot run; these are printed and counted. A file that no platform can run is a failure, unless
//!   `CLUNROLL_OPENCL_PLATFORM` leaves platforms out.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::thread;
use std::time::Instant;

use clunroll::{Done, unroll};
use opencl::compare::{Tally, compare};
use opencl::device::Machine;
use opencl::plan::{Exception, Plan};
use opencl::platforms::{self, is_meant};
use opencl::{plan, workers};
use serde::{Deserialize, Serialize};

use crate::opencl;

/// The result of a worker for a file.
#[derive(Debug, Serialize, Deserialize)]
struct Answer {
    did: Did,
    unrolled: usize,
    left: usize,
    milliseconds: u64,
}

#[derive(Debug, Serialize, Deserialize)]
enum Did {
    /// It ran nothing, for that reason: on no platform, or not on this one.
    NotRun(String),
    NotHere(String),
    /// It ran nothing, since clunroll wrote no text for it.
    Invalid,
    /// It ran nothing, since both texts are the same.
    Leave,
    /// It ran both texts.
    Compare(Tally),
}

/// The results of all files on one platform.
#[derive(Debug, Default)]
struct Count {
    tally: Tally,
    files: usize,
    unchanged: usize,
    invalid: usize,
    not_here: usize,
    unrolled: usize,
    left: usize,
}

#[test]
fn rewritten_kernels_compute_what_the_originals_do() {
    const THIS: &str = "cases::rewritten_kernels_compute_what_the_originals_do";
    if platforms::is_waived() {
        say("execution tests left out: CLUNROLL_NO_OPENCL=1");
        return;
    }
    if workers::serve(work) {
        return;
    }
    let only = env::var("CLUNROLL_ONLY").unwrap_or_default();
    let every = env::var("CLUNROLL_EVERY").unwrap_or_else(|_| "1".to_owned());
    let every: NonZeroUsize = every.parse().expect("CLUNROLL_EVERY is a number above 0");
    let names = sources().map(|path| plan::name(&path)).filter(|name| name.contains(&only));
    let files: Vec<String> = names.step_by(every.get()).collect();
    let knows_texts = env::var_os("CLUNROLL_KNOWN_TEXTS").is_some();
    let mut failures = Vec::new();
    // The skipped tests, each with the number of platforms that skipped it.
    let mut skipped: BTreeMap<String, usize> = BTreeMap::new();
    let platforms = platforms::found(THIS, say);
    for platform in &platforms {
        let begin = Instant::now();
        let answers = workers::run(platform, THIS, &files, |file, answer| {
            say(&line(file, answer));
            if knows_texts && is_failure(answer) {
                say(&format!("{answer:?}"));
                process::exit(1);
            }
        });
        let mut count = Count::default();
        for (file, answer) in files.iter().zip(answers) {
            match answer {
                Ok(answer) => count.add(file, answer),
                Err(why) => count.tally.failures.push(format!("{file}: {why}")),
            }
        }
        say(&count.summary(&platform.name, begin.elapsed().as_secs()));
        for what in count.tally.skipped.keys() {
            *skipped.entry(what.clone()).or_default() += 1;
        }
        failures.extend(count.tally.failures.iter().map(|failure| format!("{}: {failure}", platform.name)));
        if count.tally.runs == 0 && only.is_empty() && !knows_texts {
            failures.push(format!("{}: nothing was run", platform.name));
        }
    }
    if env::var_os("CLUNROLL_OPENCL_PLATFORM").is_none() {
        let everywhere = skipped.into_iter().filter(|(_, count)| *count == platforms.len());
        failures.extend(everywhere.map(|(what, _)| format!("{what}: no platform can do it")));
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

/// Tests one file on a worker's device.
fn work(machine: &Machine, file: &str, progress: &mut dyn FnMut(&str)) -> Answer {
    let begin = Instant::now();
    let mut answer = Answer { did: Did::Leave, unrolled: 0, left: 0, milliseconds: 0 };
    let source = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("a listed file can be read");
    let more = env::var("CLUNROLL_OPTIONS").unwrap_or_default();
    let with_more = |mut plan: Plan| {
        more.split_whitespace().try_for_each(|word| plan::option(&mut plan.options, word)).map(|()| plan)
    };
    let mut plan = match plan::read(&source).and_then(with_more) {
        Ok(plan) => plan,
        Err(why) => {
            answer.did = Did::Compare(Tally { failures: vec![why], ..Tally::default() });
            return answer;
        }
    };
    progress("clunroll");
    let options = plan.options.clone().name(file.to_owned());
    let outcome = unroll(&source, &options, &mut plan.includes);
    for request in &outcome.requests {
        match request.done {
            Done::Unrolled { .. } => answer.unrolled += 1,
            _ => answer.left += 1,
        }
    }
    let force = env::var_os("CLUNROLL_RUN_UNCHANGED").is_some();
    let fixed = if plan.fix { with_fixes(&source) } else { Vec::new() };
    let is_here = |exception: &&Exception| exception.kernel.is_none() && is_meant(&machine.name, &exception.platform);
    let exception = plan.except.iter().find(is_here);
    answer.did = if let Some(reason) = plan.norun.clone() {
        Did::NotRun(reason)
    } else if outcome.has_errors() || !plan.expect.is_empty() && plan.expect[0].starts_with("CLU0") {
        Did::Invalid
    } else if outcome.text == source && !force || is_known(file, &[&outcome.text[..], &fixed].concat()) {
        Did::Leave
    } else if let Some(exception) = exception {
        Did::NotHere(exception.reason.clone())
    } else {
        let built = |text: Vec<u8>| if plan.raw { inside_literals(&text) } else { text };
        let source = built(source);
        let mut tally = compare(machine, &plan, &source, &built(outcome.text), progress);
        if plan.fix {
            progress("the fixed text");
            let rewritten = unroll(&fixed, &options, &mut plan.includes).text;
            tally.add(compare(machine, &plan, &source, &built(fixed), progress));
            tally.add(compare(machine, &plan, &source, &built(rewritten), progress));
        }
        Did::Compare(tally)
    };
    answer.milliseconds = begin.elapsed().as_millis() as u64;
    answer
}

/// A source with the fixes that `clunroll check --fix` makes, with the options of the source.
fn with_fixes(source: &[u8]) -> Vec<u8> {
    let lines = String::from_utf8_lossy(source);
    let options = lines.lines().filter_map(|line| line.strip_prefix("//@ option ")).flat_map(str::split_whitespace);
    let mut program = Command::new(env!("CARGO_BIN_EXE_clunroll"));
    program.args(["check", "-", "--fix", "--quiet", "--exit-zero"]).args(options);
    let mut program = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("clunroll starts");
    let mut input = program.stdin.take().expect("the input is a pipe");
    let source_of_input = source.to_vec();
    let writer = thread::spawn(move || input.write_all(&source_of_input));
    let fixed = program.wait_with_output().expect("clunroll ends").stdout;
    writer.join().expect("the input is written").expect("clunroll reads it");
    assert_ne!(fixed, source, "there is something to fix");
    fixed
}

/// Whether the folder of known texts contains these texts for the file; also writes it to the folder of texts to write.
fn is_known(file: &str, text: &[u8]) -> bool {
    let path = |folder| Path::new(&folder).join(file.replace('/', "+"));
    if let Some(folder) = env::var_os("CLUNROLL_WRITE_TEXTS") {
        fs::write(path(folder), text).expect("the folder of texts can be written to");
    }
    env::var_os("CLUNROLL_KNOWN_TEXTS").is_some_and(|folder| fs::read(path(folder)).is_ok_and(|known| known == text))
}

/// Whether a file computes something else, or has ended its worker.
fn is_failure(answer: &Result<Answer, String>) -> bool {
    match answer {
        Err(_) => true,
        Ok(Answer { did: Did::Compare(tally), .. }) => !tally.failures.is_empty(),
        Ok(_) => false,
    }
}

/// The line about a finished file, with everything that was skipped.
fn line(file: &str, answer: &Result<Answer, String>) -> String {
    match answer {
        Err(why) => format!("{file}: {why}"),
        Ok(Answer { did: Did::NotRun(reason), .. }) => format!("{file}: not run: {reason}"),
        Ok(Answer { did: Did::NotHere(reason), .. }) => format!("{file}: not run here: {reason}"),
        Ok(Answer { did: Did::Invalid | Did::Leave, .. }) => format!("{file}: nothing to run"),
        Ok(Answer { did: Did::Compare(tally), milliseconds, .. }) => {
            let verdict = if tally.failures.is_empty() { "same" } else { "DIFFERENT" };
            let mut lines =
                vec![format!("{file}: {} kernels, {} runs, {verdict}, {milliseconds} ms", tally.kernels, tally.runs)];
            if tally.reported > 0 {
                lines.push(format!("    {} originals of which the platform reports something", tally.reported));
            }
            for (what, why) in &tally.skipped {
                lines.push(format!("    skipped, {what}: {}", why.lines().collect::<Vec<_>>().join(" | ")));
            }
            lines.join("\n")
        }
    }
}

impl Count {
    fn add(&mut self, file: &str, answer: Answer) {
        self.unrolled += answer.unrolled;
        self.left += answer.left;
        match answer.did {
            Did::NotRun(_) => {}
            Did::NotHere(_) => self.not_here += 1,
            Did::Invalid => self.invalid += 1,
            Did::Leave => self.unchanged += 1,
            Did::Compare(mut tally) => {
                self.files += 1;
                for failure in &mut tally.failures {
                    *failure = format!("{file}: {failure}");
                }
                let skipped = std::mem::take(&mut tally.skipped);
                tally.skipped = skipped.into_iter().map(|(what, why)| (format!("{file}: {what}"), why)).collect();
                self.tally.add(tally);
            }
        }
    }

    fn summary(&self, platform: &str, seconds: u64) -> String {
        let Tally { kernels, derived, runs, bytes, refused, reported, skipped, failures } = &self.tally;
        format!(
            "platform: {platform}\n{} files in {seconds} s, {kernels} kernels, {runs} runs, {bytes} bytes compared, {derived} \
             builds derived, {refused} builds refused by both, {} things skipped that it cannot do, {} files that it gets \
             wrong as written, {reported} originals of which it reports something, {} failures; {} files unchanged, {} \
             invalid; {} loops unrolled, {} left as written",
            self.files,
            skipped.len(),
            self.not_here,
            failures.len(),
            self.unchanged,
            self.invalid,
            self.unrolled,
            self.left,
        )
    }
}

/// The harness itself: a text that computes something else, in one byte of one size, is reported; so are a kernel
/// that does nothing, one that writes out of bounds, a build that only one of the texts refuses, and a process that ends.
#[test]
fn a_difference_is_reported() {
    const THIS: &str = "cases::a_difference_is_reported";
    if platforms::is_waived() {
        return;
    }
    let serves = workers::serve(|machine, job, _| match job {
        "reports differences" => reports_differences(machine),
        _ => process::exit(7),
    });
    if serves {
        return;
    }
    for platform in platforms::found(THIS, |_| ()) {
        let jobs = ["end", "reports differences"].map(str::to_owned);
        let answers = workers::run::<()>(&platform, THIS, &jobs, |_, _| ());
        assert!(answers[0].is_err(), "the end of a worker is seen");
        assert_eq!(answers[1], Ok(()), "{}", platform.name);
    }
}

fn reports_differences(machine: &Machine) {
    let plan = plan::read(b"//@ run sizes=0,4,5 global=1 local=1\n//@ build -DBROKEN\n").expect("the plan is good");
    let verdict = |original: &str, rewritten: &str| {
        compare(machine, &plan, original.as_bytes(), rewritten.as_bytes(), &mut |_| ()).failures.join("\n")
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

    let constant =
        good.replace("a[i] = 77", "{ const int j = 1; if (n > 0 && j < 3) a[i] = 77; }").replace("; }; }", "; } }");
    let variable = constant.replace("const int j", "int j");
    assert_eq!(verdict(&variable, &variable), "");
    assert_eq!(verdict(&constant, &constant), "");
    let found = verdict(&variable, &constant);
    // Oclgrind stops clang from giving warnings, and NVIDIA's compiler does not have this one.
    let is_silent = machine.reports.is_some() || machine.name.contains("NVIDIA");
    assert!(found.contains("with -Werror") || is_silent, "{found}");

    if machine.reports.is_some() {
        let far = "__kernel void k(__global char *a, int n) { if (n > 4) a[1 << 20] = 1; a[n] = 1; }";
        let near = "__kernel void k(__global char *a, int n) { a[n] = 1; }";
        assert_eq!(verdict(far, far), "");
        let found = verdict(near, far);
        assert!(found.contains("size 5: of the rewritten text alone the platform says: Invalid write"), "{found}");
    }
}

/// The source that a host makes of its literals: of raw strings, if it contains `R"`; of the others and of `CL_SOURCE(…)`, if it does not.
fn inside_literals(text: &[u8]) -> Vec<u8> {
    let text = str::from_utf8(text).expect("the case is UTF-8");
    if !text.contains("R\"") {
        let (strings, argument) = text.split_once("= CL_SOURCE(").unwrap_or((text, ""));
        let argument = argument.rsplit_once(");").map_or("", |(argument, _)| argument);
        return [strings.lines().map(inside_strings).collect::<String>(), argument.to_owned()].concat().into_bytes();
    }
    let inside = text.split("R\"").skip(1).map(|from_delimiter| {
        let (delimiter, rest) = from_delimiter.split_once('(').expect("a raw string begins with a parenthesis");
        rest.split_once(&format!("){delimiter}\"")).expect("a raw string ends with its delimiter").0
    });
    inside.collect::<String>().into_bytes()
}

/// The characters of the ordinary literals of a line, up to a comment.
fn inside_strings(line: &str) -> String {
    let (mut inside, mut is_open, mut letters) = (String::new(), false, line.chars());
    while let Some(letter) = letters.next() {
        match letter {
            '"' => is_open = !is_open,
            '\\' if is_open => match letters.next() {
                Some('n') => inside.push('\n'),
                Some('t') => inside.push('\t'),
                other => inside.extend(other),
            },
            '/' if !is_open => break,
            _ => inside.extend(is_open.then_some(letter)),
        }
    }
    inside
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
