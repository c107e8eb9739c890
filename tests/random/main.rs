//! Random programs: loops of every kind in C, with requests, as written and as rewritten, compared bit for bit.
//!
//! `generate.rs` makes programs up from a seed, `native.rs` compiles and runs both texts as C, many at a time, and `shrink.rs`
//! makes a program that fails as small as possible while it still fails. A share of them runs on each OpenCL platform too
//! (`device.rs`). The report of a failure is enough to reproduce it:
//!
//! - `CLUNROLL_RANDOM_SEED=7` another seed; the default is the same in every run.
//! - `CLUNROLL_RANDOM_LOOPS=200000` how many loops that ask; for a soak, with another seed.
//! - `CLUNROLL_RANDOM_OPENCL_LOOPS=3000` how many of them on each OpenCL platform.
//! - `CLUNROLL_RANDOM_NESTS=100000` how many nests of each kind (`nests.rs`).
//! - `CLUNROLL_RANDOM_OPENCL_NESTS=5000` how many of them on each OpenCL platform; of the nests to jam, how many that are jammed.
//! - `CLUNROLL_RANDOM_WARNINGS=2000` how many programs clang reads, which must not warn of the rewritten text alone.
//! - `CLUNROLL_RANDOM_ONLY=17` only the program with that number, and both its texts printed.
//! - `CLUNROLL_RANDOM_RESPELL=0` each program in one spelling only.
//! - `CLUNROLL_RANDOM_WARNINGS=1` a warning on the rewritten text alone is a failure; `CC=clang` uses another compiler.
//! - `CLUNROLL_RANDOM_FAILURES=20` continue until there are so many failures.
//! - `CLUNROLL_RANDOM_SHRINK=0` failures as they are, not made smaller.

#![allow(unsafe_code, reason = "the OpenCL API takes raw pointers and trusts the kernels it runs")]

mod chosen;
#[path = "../clang/mod.rs"]
mod clang;
mod device;
mod dice;
mod expressions;
mod features;
mod generate;
mod header;
mod heads;
mod inner_loops;
mod integer;
mod maker;
mod native;
mod nests;
#[path = "../opencl/mod.rs"]
#[allow(dead_code, reason = "what case files say of themselves is not asked here")]
mod opencl;
mod operands;
mod patience;
mod pointers;
mod predefined;
mod print;
mod program;
mod reduce;
mod requests;
#[path = "../respell/mod.rs"]
#[allow(dead_code, reason = "what was changed is not asked here")]
mod respell;
mod respelling;
mod roles;
mod shrink;
mod subscripts;
mod trial;
mod unread;

use std::env;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use features::{Mix, Rate};
use native::{Native, Pair, Verdict};
use nests::Kind;
use opencl::{platforms, workers};
use trial::Trial;

/// The least share of requested loops that are rewritten, in percent.
const LEAST_REWRITTEN: usize = 95;

/// Programs in one translation unit.
const BATCH: usize = 40;

/// Loops that run on each OpenCL platform.
const OPENCL_LOOPS: usize = 300;

/// Nests that run on each OpenCL platform.
const OPENCL_NESTS: u64 = 32;

/// Programs in one kernel, or two where some need several builds.
const OPENCL_BATCH: usize = 16;

/// Failures that are shrunk before the test gives up.
fn max_failures() -> usize {
    setting("CLUNROLL_RANDOM_FAILURES").map_or(3, |failures| failures as usize)
}

/// A number that the user may set.
fn setting(name: &str) -> Option<u64> {
    let value = env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name}={value} is no number")))
}

fn seed() -> u64 {
    setting("CLUNROLL_RANDOM_SEED").unwrap_or(4)
}

/// Writes past the test runner's capture.
fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// The results of one run over all programs.
#[derive(Debug, Default)]
struct Summary {
    mix: Mix,
    rate: Rate,
    programs: usize,
    cut: usize,
    worthless: Vec<String>,
    failures: Vec<String>,
}

/// The numbers of the programs that hold so many loops that ask.
fn numbers(loops: usize) -> Vec<u64> {
    if let Some(only) = setting("CLUNROLL_RANDOM_ONLY") {
        return vec![only];
    }
    let (mut mix, mut numbers) = (Mix::default(), Vec::new());
    while mix.loops < loops {
        let number = numbers.len() as u64;
        mix.count(&Trial::program(seed(), number));
        numbers.push(number);
    }
    numbers
}

/// Runs all programs once, whichever test asks first.
fn summary() -> &'static Summary {
    static SUMMARY: OnceLock<Summary> = OnceLock::new();
    SUMMARY.get_or_init(|| {
        let begin = Instant::now();
        // A few more than promised, for those that turn out worthless.
        let loops = setting("CLUNROLL_RANDOM_LOOPS").map_or(5_000, |loops| loops as usize);
        let summary = run_all(&numbers(loops + loops / 50));
        say(&report(&summary, begin.elapsed().as_secs_f64()));
        summary
    })
}

fn run_all(numbers: &[u64]) -> Summary {
    let native = Native::new();
    let next = AtomicUsize::new(0);
    let batches: Vec<_> = numbers.chunks(BATCH).collect();
    let work = |worker: usize| {
        let mut summary = Summary::default();
        while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
            run_batch(&native, &format!("worker{worker}"), batch, &mut summary);
            if summary.failures.len() >= max_failures() {
                break;
            }
        }
        summary
    };
    let workers = thread::available_parallelism().map_or(2, usize::from);
    let parts = thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|worker| scope.spawn(move || work(worker))).collect();
        threads.into_iter().map(|thread| thread.join().expect("a worker does not panic")).collect::<Vec<_>>()
    });
    let mut total = Summary::default();
    for part in parts {
        total.mix.add(&part.mix);
        total.rate.add(part.rate);
        total.programs += part.programs;
        total.cut += part.cut;
        total.worthless.extend(part.worthless);
        total.failures.extend(part.failures);
    }
    total
}

/// Clang warns of nothing in the rewritten texts that it does not warn of in the originals (`tests/compilers/warnings.rs`).
#[test]
fn rewritten_programs_draw_no_new_warning() {
    if clang::is_waived() {
        return;
    }
    let count = setting("CLUNROLL_RANDOM_WARNINGS").unwrap_or(400);
    let numbers = setting("CLUNROLL_RANDOM_ONLY").map_or(0..count, |only| only..only + 1);
    let pair = |number: u64| {
        let pair = [Trial::new(Trial::program(seed(), number)).pair];
        let texts: [fn(&Pair) -> &str; 2] = [|pair| &pair.original, |pair| &pair.rewritten];
        let texts = texts.map(|text| device::unit(&pair, 0, text));
        clang::TextPair { name: format!("program {number}"), language: None, texts, accepted: Vec::new() }
    };
    let pairs: Vec<_> = numbers.map(pair).collect();
    let folder = opencl::plan::include_folder();
    let new = clang::front_ends().map(|front_end| clang::new_warnings(&front_end, &pairs, &folder).new).concat();
    assert!(new.is_empty(), "seed {}, {} new warnings:\n{}", seed(), new.len(), new.join("\n"));
}

fn run_batch(native: &Native, label: &str, numbers: &[u64], summary: &mut Summary) {
    let is_single = numbers.len() == 1;
    let trials: Vec<_> = numbers.iter().map(|&number| Trial::new(Trial::program(seed(), number))).collect();
    let pairs: Vec<_> = trials.iter().map(|trial| trial.pair.clone()).collect();
    for (trial, verdict) in trials.iter().zip(native.compare(label, &pairs)) {
        if is_single {
            say(&trial.shown());
        }
        summary.programs += 1;
        let verdict = trial.own_fault().map_or(verdict, Verdict::Different);
        match verdict {
            Verdict::Worthless(why) => {
                summary.worthless.push(format!("program {}: {why}", trial.pair.number));
                continue;
            }
            Verdict::Different(_)
                if summary.failures.len() < max_failures() && setting("CLUNROLL_RANDOM_SHRINK") != Some(0) =>
            {
                summary.failures.push(trial::shrunk(native, label, seed(), trial.pair.number));
            }
            Verdict::Different(why) => summary.failures.push(format!("program {}: {why}", trial.pair.number)),
            Verdict::Same { is_cut } => summary.cut += usize::from(is_cut),
        }
        summary.mix.count(&trial.program);
        // A loop that stays for lack of room, or since the host may choose text that prevents any copy, does not count.
        if trial.program.settings.max_growth.is_none() && !trial.program.has_choice() {
            summary.rate.count(&trial.outcome);
        }
    }
}

fn report(summary: &Summary, seconds: f64) -> String {
    let Summary { mix, rate, .. } = summary;
    let share = |part: usize, of: usize| f64::from(part as u32) * 100.0 / f64::from(of.max(1) as u32);
    let mut text = format!(
        "random programs, seed {}: {} programs in {seconds:.0} s, {} stopped by a full trace, {} worthless, {} different\n\
         {} loops ask, {} do not; of those that ask {} are rewritten ({:.1} %)\n",
        seed(),
        summary.programs,
        summary.cut,
        summary.worthless.len(),
        summary.failures.len(),
        rate.asked(),
        rate.idle,
        rate.rewritten,
        share(rate.rewritten, rate.asked()),
    );
    for (name, count, _) in mix.shares() {
        let _ = writeln!(text, "{:6.1} %  {name}", share(count, mix.loops));
    }
    text.push_str(&rate.table());
    for line in &summary.worthless {
        let _ = writeln!(text, "worthless: {line}");
    }
    text
}

#[test]
fn rewritten_loops_compute_what_the_originals_do() {
    let summary = summary();
    assert!(summary.failures.is_empty(), "{} failures\n{}", summary.failures.len(), summary.failures.join("\n\n"));
}

#[test]
fn the_mix_is_as_promised() {
    let summary = summary();
    if setting("CLUNROLL_RANDOM_ONLY").is_some() {
        return;
    }
    let Summary { mix, .. } = summary;
    for (name, count, least) in mix.shares() {
        assert!(count * 100 >= mix.loops * least, "{name}: {count} of {} loops, not {least} %", mix.loops);
    }
    let is_few = |count: usize, percent: usize| count * 100 <= summary.programs * percent;
    assert!(is_few(summary.worthless.len(), 1), "too many originals misbehave:\n{}", summary.worthless.join("\n"));
    assert!(is_few(summary.cut, 3), "{} of {} programs fill their trace", summary.cut, summary.programs);
}

#[test]
fn nearly_all_loops_are_rewritten() {
    let Summary { rate, .. } = summary();
    assert!(
        rate.rewritten * 100 >= rate.asked() * LEAST_REWRITTEN,
        "{} of {} loops are rewritten, not {LEAST_REWRITTEN} %; the others:\n{}",
        rate.rewritten,
        rate.asked(),
        rate.table()
    );
}

#[test]
fn a_share_computes_the_same_on_all_opencl_platforms() {
    const THIS: &str = "a_share_computes_the_same_on_all_opencl_platforms";
    let loops = setting("CLUNROLL_RANDOM_OPENCL_LOOPS").map_or(OPENCL_LOOPS, |loops| loops as usize);
    compare_on_platforms(THIS, || numbers(loops), |number| Trial::new(Trial::program(seed(), number)).pair);
}

/// Compares the programs with these numbers on each platform, in the worker processes of a test.
fn compare_on_platforms(test: &'static str, numbers: impl FnOnce() -> Vec<u64>, pair: fn(u64) -> Pair) {
    if platforms::is_waived() {
        return;
    }
    let native = OnceLock::new();
    let serves = workers::serve(|machine, job, step| {
        // Half of the programs run in another spelling.
        let chosen = |mut pair: Pair| {
            let respelled = pair.respelled.take().filter(|_| pair.number % 2 == 1);
            pair.rewritten = respelled.unwrap_or(pair.rewritten);
            pair
        };
        let pairs = job.split(' ').map(|number| chosen(pair(number.parse().expect("a number")))).collect();
        device::compare(machine, native.get_or_init(Native::new), pairs, step)
    });
    if serves {
        return;
    }
    let numbers = numbers();
    let spelt = |batch: &[u64]| batch.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    let jobs: Vec<String> = numbers.chunks(OPENCL_BATCH).map(spelt).collect();
    let mut failures = Vec::new();
    for platform in platforms::found(test, say) {
        let begin = Instant::now();
        let (mut programs, mut runs, mut skipped, mut wrong) = (0, 0, 0, 0);
        for (job, answer) in jobs.iter().zip(workers::run::<device::Tally>(&platform, test, &jobs, |_, _| ())) {
            match answer {
                Ok(tally) => {
                    programs += tally.programs;
                    runs += tally.runs;
                    skipped += tally.skipped.len();
                    wrong += tally.wrong_as_written.len();
                    for what in tally.wrong_as_written {
                        say(&format!("{} gets the original wrong if it optimises it: {what}", platform.name));
                    }
                    tally.skipped.iter().for_each(|what| say(&format!("skipped on {}: {what}", platform.name)));
                    failures.extend(tally.failures.into_iter().map(|why| format!("{}: {why}", platform.name)));
                }
                Err(why) => failures.push(format!("{}: programs {job}: {why}", platform.name)),
            }
        }
        let seconds = begin.elapsed().as_secs();
        say(&format!(
            "{}: {programs} of {} random programs, {runs} runs in {seconds} s, {skipped} skipped, {wrong} wrong as written",
            platform.name,
            numbers.len()
        ));
        assert!(runs > 0, "{}: nothing runs", platform.name);
        let why = failures.first().map_or("", String::as_str);
        // A short run has a few programs, and any one of them may be worth nothing.
        let most_left_out = (numbers.len() / 10).max(1);
        assert!(programs + most_left_out >= numbers.len(), "{}: programs were left out: {why}", platform.name);
    }
    assert!(
        failures.is_empty(),
        "{} failures, seen again with CLUNROLL_RANDOM_SEED={} and CLUNROLL_RANDOM_ONLY=PROGRAM\n{}",
        failures.len(),
        seed(),
        failures.join("\n")
    );
}

#[test]
fn jammed_nests_compute_what_the_originals_do() {
    nests::compare_all(Kind::Nests, &Native::new());
}

#[test]
fn loops_whose_loads_run_first_compute_what_the_originals_do() {
    nests::compare_all(Kind::Singles, &Native::new());
}

#[test]
fn nests_in_versions_compute_what_the_originals_do() {
    nests::compare_all(Kind::Versions, &Native::new());
}

#[test]
fn a_share_of_the_nests_computes_the_same_on_all_opencl_platforms() {
    const THIS: &str = "a_share_of_the_nests_computes_the_same_on_all_opencl_platforms";
    compare_on_platforms(THIS, programs_of_jams, nests::pair_of_jams);
}

#[test]
fn a_share_of_the_loops_whose_loads_run_first_computes_the_same_on_all_opencl_platforms() {
    const THIS: &str = "a_share_of_the_loops_whose_loads_run_first_computes_the_same_on_all_opencl_platforms";
    compare_on_platforms(THIS, programs_of_nests, |number| nests::pair(Kind::Singles, number));
}

#[test]
fn a_share_of_the_nests_in_versions_computes_the_same_on_all_opencl_platforms() {
    const THIS: &str = "a_share_of_the_nests_in_versions_computes_the_same_on_all_opencl_platforms";
    compare_on_platforms(THIS, programs_of_nests, |number| nests::pair(Kind::Versions, number));
}

#[test]
fn loops_over_promoted_arrays_compute_what_the_originals_do() {
    nests::compare_all(Kind::Promoted, &Native::new());
}

#[test]
fn a_share_of_the_loops_over_promoted_arrays_computes_the_same_on_all_opencl_platforms() {
    const THIS: &str = "a_share_of_the_loops_over_promoted_arrays_computes_the_same_on_all_opencl_platforms";
    compare_on_platforms(THIS, programs_of_nests, |number| nests::pair(Kind::Promoted, number));
}

/// The numbers of the programs that hold so many nests which are jammed.
fn programs_of_jams() -> Vec<u64> {
    let (mut found, mut numbers) = (0, Vec::new());
    for number in 0.. {
        if found >= opencl_nests() as usize {
            break;
        }
        let jams = nests::jams(number);
        if jams > 0 {
            found += jams;
            numbers.push(number);
        }
    }
    numbers
}

fn opencl_nests() -> u64 {
    setting("CLUNROLL_RANDOM_OPENCL_NESTS").unwrap_or(OPENCL_NESTS)
}

/// The numbers of programs of nests for each platform.
fn programs_of_nests() -> Vec<u64> {
    let nests = opencl_nests();
    (0..nests.div_ceil(nests::NESTS as u64)).collect()
}
