//! All small programs: every integer type, in every place where a variable can be, in every form that writes copies.
//!
//! A program is one loop (`forms.rs`) with one variable (`subjects.rs`) in one place (`places.rs`). It runs as written and as rewritten,
//! with 0 to 8 iterations, and must write the same bytes. Both texts build with `-Werror`. The test also checks that each program reaches
//! its form, and that loads run first where they can.
//!
//! Each pair of a form and a place has one wide variable in every run, and every fourth pair has a narrow one.
//! `CLUNROLL_SMALL_PROGRAMS=all` runs all programs, and `CLUNROLL_SMALL_PROGRAMS=#1987` runs the one with that number.

mod device;
mod forms;
mod places;
mod subjects;

use std::collections::BTreeSet;
use std::env;
use std::io::{self, Write};
use std::time::Instant;

use clunroll::{NoIncludes, unroll};
use forms::FORMS;
use opencl::{platforms, workers};
use places::PLACES;
use serde::{Deserialize, Serialize};
use subjects::Subject;

use crate::opencl;

/// Programs in one kernel.
const BATCH: usize = 64;

/// A program, by the numbers of its parts.
#[derive(Clone, Copy, Debug)]
struct Small {
    number: usize,
    form: usize,
    place: usize,
    subject: usize,
}

/// Both texts of a program.
struct Pair {
    number: usize,
    /// The first value of the induction variable, and the number that the trip count is a multiple of.
    start: i64,
    multiple: i64,
    original: String,
    rewritten: String,
}

/// The results of a batch.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Answer {
    failures: Vec<String>,
    /// The programs that did not take their form.
    missed: Vec<String>,
    /// The forms whose sign is in some text.
    signed: BTreeSet<usize>,
}

/// The text before the programs.
fn prelude() -> String {
    [&subjects::type_definitions(), places::MACROS, &forms::bounds_of_host()].concat()
}

/// The programs of this run.
fn programs() -> Vec<Small> {
    let (subjects, wide) = Subject::all();
    let setting = env::var("CLUNROLL_SMALL_PROGRAMS").unwrap_or_default();
    let only: Option<usize> = setting.strip_prefix('#').map(|number| number.parse().expect("a number follows #"));
    let is_all = setting == "all" || only.is_some();
    let mut programs = Vec::new();
    for (form, of_loop) in FORMS.iter().enumerate() {
        for place in 0..PLACES.len() {
            let turn = form * PLACES.len() + place;
            for subject in 0..subjects.len() {
                let number = turn * subjects.len() + subject;
                // One of the wide subjects in each pair of a form and a place, and one of the narrow ones in every fourth. A form with a
                // sign also gets the `int` counter, which shows it.
                let is_of_share = if subject < wide {
                    subject == turn * 7 % wide || subject == 0 && !of_loop.sign.is_empty()
                } else {
                    turn.is_multiple_of(4) && subject - wide == turn * 5 % (subjects.len() - wide)
                };
                if only.map_or(is_all || is_of_share, |only| only == number) {
                    programs.push(Small { number, form, place, subject });
                }
            }
        }
    }
    programs
}

impl Small {
    /// Rewrites it. The second result describes a program that does not take its form.
    fn pair(&self, subjects: &[Subject]) -> (Pair, Option<String>) {
        let (form, place, subject) = (&FORMS[self.form], &PLACES[self.place], &subjects[self.subject]);
        let original = form.function(&format!("f{}", self.number), subject, place);
        let prelude = prelude();
        let outcome = unroll(format!("{prelude}{original}").as_bytes(), &form.options(), &mut NoIncludes);
        let rewritten = outcome.text_str().expect("the source is UTF-8");
        let rewritten = rewritten.strip_prefix(&*prelude).expect("what comes before stays").to_owned();
        let is_reached = outcome.requests.iter().any(|request| form.is_reached(&request.done, subject, place));
        let missed = (!is_reached).then(|| {
            let done: Vec<_> = outcome.requests.iter().map(|request| &request.done).collect();
            format!("program {}, {}, {}: {done:?}\n{original}{rewritten}", self.number, form.name, place.text)
        });
        let (number, start, multiple) = (self.number, subject.start(), form.multiple);
        (Pair { number, start, multiple, original, rewritten }, missed)
    }
}

fn work(machine: &opencl::device::Machine, job: &str, step: &mut dyn FnMut(&str)) -> Answer {
    let batch: usize = job.parse().expect("a job is a number");
    let (subjects, _) = Subject::all();
    step("clunroll");
    let programs = programs();
    let mine = programs.chunks(BATCH).nth(batch).unwrap_or_default();
    let (mut pairs, missed): (Vec<Pair>, Vec<Option<String>>) = mine.iter().map(|small| small.pair(&subjects)).unzip();
    let has_sign = |(small, pair): &(&Small, &Pair)| pair.rewritten.contains(FORMS[small.form].sign);
    let signed = mine.iter().zip(&pairs).filter(has_sign).map(|(small, _)| small.form).collect();
    pairs.retain(|pair| pair.original != pair.rewritten);
    for pair in &mut pairs {
        // A compiler warns if it cannot do what a request asks for.
        let lines = pair.original.split_inclusive('\n');
        pair.original = lines.filter(|line| !line.trim_start().starts_with("#pragma")).collect();
    }
    let failures = device::compare(machine, &pairs, step);
    Answer { failures, missed: missed.into_iter().flatten().collect(), signed }
}

#[test]
fn all_small_programs_compute_the_same() {
    const THIS: &str = "small_programs::all_small_programs_compute_the_same";
    if platforms::is_waived() || workers::serve(work) {
        return;
    }
    let programs = programs();
    let jobs: Vec<String> = (0..programs.len().div_ceil(BATCH)).map(|batch| batch.to_string()).collect();
    let mut failures = Vec::new();
    let say = |text: &str| {
        let _ = writeln!(io::stderr(), "{text}");
    };
    let mut platforms = platforms::found(THIS, say);
    if platforms.len() > 1 {
        // An interpreter takes too long.
        platforms.retain(|platform| !platforms::is_meant(&platform.name, "oclgrind"));
    }
    for platform in platforms {
        let begin = Instant::now();
        let answers = workers::run::<Answer>(&platform, THIS, &jobs, |_, _| ());
        let mut signed = BTreeSet::new();
        for (job, answer) in jobs.iter().zip(answers) {
            match answer {
                Ok(answer) => {
                    failures.extend(answer.failures.into_iter().chain(answer.missed));
                    signed.extend(answer.signed);
                }
                Err(why) => failures.push(format!("batch {job}: {why}")),
            }
        }
        let forms: BTreeSet<usize> = programs.iter().map(|small| small.form).collect();
        let unsigned = forms.difference(&signed).filter(|_| programs.len() > 1);
        failures.extend(unsigned.map(|&form| format!("{}: never `{}`", FORMS[form].name, FORMS[form].sign)));
        say(&format!("{}: {} small programs in {} s", platform.name, programs.len(), begin.elapsed().as_secs()));
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}
