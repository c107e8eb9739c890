//! Every case in other spellings: clunroll's decisions are the same, and so are the kernels' results.
//!
//! `respell/` changes the spelling of a case and not its meaning. One test compares the decisions: for each change alone, each request has
//! the same result as in the case, or it is declined for a reason that [`EXCEPTIONS`] lists for that change. The other compares the case as
//! written with clunroll's output for another spelling, on all OpenCL platforms; there are no exceptions.
//!
//! - `CLUNROLL_ONLY=part` limits both to the files whose path contains that part.
//! - `CLUNROLL_RESPELL_EVERY=1` runs all cases, and not every sixth. `CLUNROLL_RESPELL_SEED=7` chooses other places.
//! - `CLUNROLL_RESPELL_SHOW=1` prints each spelling with another decision.

#[path = "../random/dice.rs"]
#[allow(dead_code, reason = "fewer kinds of choices are made here")]
mod dice;
#[path = "../respell/mod.rs"]
mod respell;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clunroll::{Done, Form, LoadOrder, Outcome, RequestReport, unroll};
use opencl::compare::{Tally, compare_builds};
use opencl::device::Machine;
use opencl::plan::Plan;
use opencl::platforms::{self, is_meant};
use opencl::{plan, workers};
use proptest::test_runner::{RngAlgorithm, TestRng};
use respell::{Change, Respelled, respelled};
use serde::{Deserialize, Serialize};

use dice::Dice;

use crate::opencl;

/// The percentage of places that are changed.
const PERCENT: usize = 40;

/// Other results of a request in another spelling, for a reason that names the changed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Otherwise {
    /// A full unroll becomes one by a factor.
    Factor,
    /// Each copy is tested.
    Tested,
    /// The loop is declined.
    Left,
    /// The loads do not run first.
    LoadsInPlace,
    /// The loads run first, but did not before.
    LoadsFirst,
    /// The remainder, or the known trip count, differs.
    Remainder,
    /// A loop is rewritten that was declined before: a loop in it takes less growth, or another limit is no longer known to be met.
    More,
}

/// The changes that may change a decision of clunroll. A finding about that request, or about another one of the file that it depends on,
/// must then be about a changed line.
const EXCEPTIONS: &[(Change, &[Otherwise])] = {
    use Otherwise::{Factor, Left, LoadsInPlace, More, Remainder, Tested};
    &[
        // A test of `(int)i`, `max(i, i)` or `(0, i)` does not compare a variable, and a number in a comma expression is not a constant.
        (Change::Comma, &[Factor, Tested, Left, LoadsInPlace, Remainder, More]),
        (Change::Cast, &[Factor, Tested, Left, More]),
        (Change::Function, &[Factor, Tested, Left, LoadsInPlace, More]),
        (Change::Wider, &[Tested, Left]),
        // A macro is one piece of text: names in it are not renamed in a copy.
        (Change::Macro, &[Tested, Left, LoadsInPlace, More]),
        // A bound in memory, or an access, has another form.
        (Change::Sum, &[Tested, Left]),
        (Change::Reversed, &[Tested, Left, LoadsInPlace]),
        // In `i[a] = 0`, clunroll treats `i` as the written variable.
        (Change::ReversedTarget, &[Tested, Left, LoadsInPlace, More]),
        // The text grows over the limit.
        (Change::Parentheses, &[Left]),
        // A load that is written in several lines, or no longer has the same text as another one.
        (Change::Blanks, &[Left, LoadsInPlace]),
        (Change::Turned, &[LoadsInPlace]),
        // A condition in a variable of the loop may differ in each copy.
        (Change::Local, &[Left]),
        // A variable with two values has no initialiser that could replace it.
        (Change::Split, &[LoadsInPlace]),
    ]
};

/// Cases with other decisions but no finding at the change: the change, a part of the path, the result of the request, and the reason.
const SILENT: &[(Change, &str, Otherwise, &str)] = {
    use Otherwise::{Factor, Left, LoadsFirst, LoadsInPlace, Remainder, Tested};
    &[
        (Change::Turned, "jam/reading_functions", Left, "of an argument, `p + k` is followed, and `k + p` is not"),
        (Change::Turned, "loads/vectors", Left, "of an argument, `p + k` is followed, and `k + p` is not"),
        (Change::Reversed, "jam/arguments_that_are_sums", Left, "`&k[p]` is not followed in a function that reads"),
        (Change::Reversed, "jam/calls_in_macro_made_nests", Left, "`k[p]` is not followed in a function that reads"),
        (Change::Reversed, "jam/reading_functions", Left, "`k[p]` is not followed in a function that reads"),
        (
            Change::Reversed,
            "loads/left_to_the_compiler",
            LoadsFirst,
            "what the compiler does itself is known for `p[k]` alone",
        ),
        (Change::Sum, "loads/vectors", LoadsInPlace, "nothing is said of vectors that are loaded in place"),
        (Change::ReversedTarget, "lint/could_be_jammed", Left, "in `i[a] = 0`, `i` is taken for written"),
        (Change::Comma, "trip-counts/factor_and_a_bound_of_the_host", Factor, "no condition can compare such a bound"),
        (
            Change::Comma,
            "trip-counts/factor_and_a_bound_of_the_host",
            Remainder,
            "no condition can compare such a bound",
        ),
        (
            Change::Macro,
            "trip-counts/hosts_values_through_constants",
            Tested,
            "the macro of the file hides the constant",
        ),
        (
            Change::Macro,
            "trip-counts/type_limits_and_shadowed_names",
            Tested,
            "nothing is said of the copies of a `while`",
        ),
        (
            Change::ReversedTarget,
            "",
            Tested,
            "in `i[a] = 0`, `i` is taken for written; of tests of a known count nothing is said",
        ),
        (Change::Cast, "headers/while_with_a_step", Tested, "nothing is said of a `while` whose copies are tested"),
        (Change::Function, "headers/while_with_a_step", Tested, "nothing is said of a `while` whose copies are tested"),
        (
            Change::Comma,
            "chosen-macros/declarations_outside_the_loop",
            Left,
            "the macro of the host is named that may declare the bound",
        ),
        (
            Change::Sum,
            "jam/roots_of_pointers",
            Left,
            "the two accesses are named, and not the pointer whose root is unknown now",
        ),
        (
            Change::Reversed,
            "jam/roots_of_pointers",
            Left,
            "the two accesses are named, and not the pointer whose root is unknown now",
        ),
        (
            Change::Macro,
            "loads/left_to_the_compiler",
            LoadsFirst,
            "which loads a compiler moves is guessed from the text",
        ),
        (
            Change::Blanks,
            "loads/left_to_the_compiler",
            LoadsFirst,
            "which loads a compiler moves is guessed from the text",
        ),
    ]
};

fn setting(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |value| value.parse().unwrap_or_else(|_| panic!("{name}={value} is no number")))
}

/// A case in another spelling; `None` if it cannot be parsed.
fn otherwise(file: &str, source: &str, changes: &[Change], percent: usize) -> Option<Respelled> {
    let mut bytes = [0; 32];
    for (at, byte) in file.bytes().enumerate() {
        bytes[at % 24] ^= byte.rotate_left(at as u32 % 8);
    }
    bytes[24..].copy_from_slice(&setting("CLUNROLL_RESPELL_SEED", 4).to_le_bytes());
    let mut random = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    respelled(source, &mut Dice(&mut random), changes, percent)
}

/// A case whose text builds only if the compiler shows that a call is never made, which it does for few spellings.
const NEEDS_AN_OPTIMISER: &str = "bodies/call_with_the_error_attribute.cl";

/// The cases that respelling can change.
fn sources() -> Vec<PathBuf> {
    let only = env::var("CLUNROLL_ONLY").unwrap_or_default();
    let is_invalid = |path: &PathBuf| path.components().any(|part| part.as_os_str() == "invalid");
    let found = plan::sources(&["kernels", "tests/cases"]).into_iter();
    let is_meant = |path: &PathBuf| !is_invalid(path) && !path.ends_with(NEEDS_AN_OPTIMISER);
    found.filter(|path| is_meant(path) && plan::name(path).contains(&only)).collect()
}

/// A case, and its plan; `None` if its spelling cannot be changed.
fn read(path: &Path) -> Option<(String, Plan)> {
    let source = fs::read(path).expect("a listed file can be read");
    let plan = plan::read(&source).expect("the case says what to do with it");
    Some((String::from_utf8(source).ok()?, plan)).filter(|(_, plan)| !plan.raw)
}

/// The result of a request, without details that depend only on the text of the loop.
fn decision(done: &Done) -> String {
    match done {
        Done::Unrolled { form, arrangement, factor, trips, remainder, loads, .. } => {
            let loads = if matches!(loads, LoadOrder::First) { ", loads first" } else { "" };
            format!("{form:?} {arrangement:?} {factor:?} {trips:?} {remainder:?}{loads}")
        }
        Done::Left { .. } => "left".to_owned(),
        _ => "not asked".to_owned(),
    }
}

/// How a decision differs, if it is one of these ways.
fn difference(before: &Done, after: &Done) -> Option<Otherwise> {
    match (before, after) {
        (Done::Unrolled { .. }, Done::Left { .. }) => Some(Otherwise::Left),
        (Done::Unrolled { .. }, Done::Unrolled { form: Form::Checked | Form::Rechecked, .. }) => {
            Some(Otherwise::Tested)
        }
        (Done::Left { .. } | Done::Unrolled { form: Form::Checked | Form::Rechecked, .. }, Done::Unrolled { .. }) => {
            Some(Otherwise::More)
        }
        (Done::Unrolled { form: Form::Full, .. }, Done::Unrolled { form: Form::Counted, .. }) => {
            Some(Otherwise::Factor)
        }
        (
            Done::Unrolled { form, arrangement, remainder, trips, loads, .. },
            Done::Unrolled { form: other, arrangement: arranged, remainder: rest, trips: times, loads: order, .. },
        ) if form == other && arrangement == arranged => {
            let is_first = |loads: &LoadOrder| matches!(loads, LoadOrder::First);
            match (is_first(loads), is_first(order)) {
                (true, false) => Some(Otherwise::LoadsInPlace),
                (false, true) => Some(Otherwise::LoadsFirst),
                _ => (remainder != rest || trips != times).then_some(Otherwise::Remainder),
            }
        }
        _ => None,
    }
}

/// Whether a finding about a request is about a changed line.
fn names_the_change(outcome: &Outcome, request: &RequestReport, other: &Respelled) -> bool {
    // If loads stay in place, the report says why.
    if matches!(&request.done, Done::Unrolled { loads: LoadOrder::Blocked(_), .. }) {
        return true;
    }
    // A reason about barriers or the size of the text has no finding at the change: it follows from another decision about a loop.
    if let Done::Left { cause } = &request.done {
        let cause = format!("{cause:?}");
        if ["Divergent", "TestsBetweenBarriers", "ConditionalMeetings", "TooMuchText"]
            .iter()
            .any(|reason| cause.contains(reason))
        {
            return true;
        }
    }
    let line_of = |at: usize| other.text[..at].matches('\n').count();
    let changed: Vec<_> = other.changed.iter().map(|range| line_of(range.start)..=line_of(range.end)).collect();
    let about = outcome.diagnostics.iter().filter(|found| found.requests.contains(&request.place));
    about
        .flat_map(|found| [&found.primary].into_iter().chain(&found.secondary).chain(&found.also))
        .any(|label| changed.iter().any(|lines| lines.contains(&line_of(label.place.span.start as usize))))
}

/// The faults in the decisions about another spelling, and the ways in which decisions differ.
fn faults(
    before: &Outcome,
    after: &Outcome,
    change: Change,
    other: &Respelled,
    excused: &mut Excused,
) -> Vec<(Option<Otherwise>, String)> {
    let counts = [before, after].map(|outcome| outcome.requests.len());
    if counts[0] != counts[1] {
        return vec![(None, format!("{} requests, and {} in another spelling", counts[0], counts[1]))];
    }
    let allowed = EXCEPTIONS.iter().find(|(of, _)| *of == change).map_or(&[][..], |(_, ways)| ways);
    let others: Vec<_> = before.requests.iter().zip(&after.requests).collect();
    let others: Vec<_> =
        others.into_iter().filter(|(before, after)| decision(&before.done) != decision(&after.done)).collect();
    let is_named = others.iter().any(|(_, request)| names_the_change(after, request, other));
    let mut faults = Vec::new();
    for (before, after) in others {
        let way = difference(&before.done, &after.done);
        if let Some(way) = way.filter(|way| is_named && allowed.contains(way)) {
            *excused.entry((change, way)).or_default() += 1;
            continue;
        }
        let decisions = [before, after].map(|request| decision(&request.done)).join(" -> ");
        faults.push((way, format!("{way:?}, named {is_named}: {decisions}: {:?}", after.done)));
    }
    faults
}

/// How often each change had another decision, with a reason that names it.
type Excused = BTreeMap<(Change, Otherwise), usize>;

/// Writes past the test runner's capture.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

#[test]
fn another_spelling_is_decided_alike() {
    let shows = env::var_os("CLUNROLL_RESPELL_SHOW").is_some();
    let (mut spelled, mut places, mut failures) = (BTreeMap::<Change, usize>::new(), 0, Vec::new());
    let mut excused = Excused::new();
    for path in sources() {
        let file = plan::name(&path);
        let Some((source, mut plan)) = read(&path) else { continue };
        let options = plan.options.clone().name(file.clone());
        let before = unroll(source.as_bytes(), &options, &mut plan.includes);
        if before.requests.is_empty() {
            continue;
        }
        for change in Change::ALL {
            let Some(other) = otherwise(&file, &source, &[change], PERCENT) else { continue };
            *spelled.entry(change).or_default() += 1;
            places += other.changed.len();
            let after = unroll(other.text.as_bytes(), &options, &mut plan.includes);
            let silent: Vec<_> =
                SILENT.iter().filter(|(of, known, ..)| *of == change && file.contains(known)).collect();
            let mut faults = faults(&before, &after, change, &other, &mut excused);
            faults.retain(|(way, _)| !silent.iter().any(|(_, _, known, _)| *way == Some(*known)));
            if shows && !faults.is_empty() {
                say(&format!("--- {file}, {change} ---\n{}", other.text));
            }
            failures.extend(faults.into_iter().map(|(_, why)| format!("{file}, {change}: {why}")));
        }
    }
    say(&format!("spelled otherwise: {spelled:?}, {places} places; decided otherwise: {excused:?}"));
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
    let is_waived = env::var_os("CLUNROLL_ONLY").is_some();
    for change in Change::ALL.into_iter().filter(|_| !is_waived) {
        assert!(spelled.get(&change).is_some_and(|&count| count > 10), "{change} is tried in hardly any case");
    }
}

/// The result of a worker for a file.
#[derive(Debug, Serialize, Deserialize)]
struct Answer {
    /// The comparisons, if there were any.
    tally: Option<Tally>,
    places: usize,
}

#[test]
fn another_spelling_computes_the_same() {
    const THIS: &str = "spellings::another_spelling_computes_the_same";
    if platforms::is_waived() || workers::serve(work) {
        return;
    }
    let every = setting("CLUNROLL_RESPELL_EVERY", 6) as usize;
    let files: Vec<_> = sources().iter().step_by(every).map(|path| plan::name(path)).collect();
    let mut failures = Vec::new();
    for platform in platforms::found(THIS, say) {
        let (mut total, mut places) = (Tally::default(), 0);
        for (file, answer) in files.iter().zip(workers::run::<Answer>(&platform, THIS, &files, |_, _| ())) {
            match answer {
                Ok(answer) => {
                    places += answer.places;
                    let mut tally = answer.tally.unwrap_or_default();
                    tally.failures.iter_mut().for_each(|why| *why = format!("{}: {file}: {why}", platform.name));
                    total.add(tally);
                }
                Err(why) => failures.push(format!("{}: {file}: {why}", platform.name)),
            }
        }
        failures.append(&mut total.failures);
        say(&format!(
            "{}: {} files in other spellings, {places} places, {} runs",
            platform.name,
            files.len(),
            total.runs
        ));
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

/// Compares a case as written with the rewritten text of another spelling.
fn work(machine: &Machine, file: &str, progress: &mut dyn FnMut(&str)) -> Answer {
    let nothing = Answer { tally: None, places: 0 };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let Some((source, mut plan)) = read(&path) else { return nothing };
    let is_here = plan.except.iter().any(|exception| is_meant(&machine.name, &exception.platform));
    if is_here || plan.norun.is_some() || plan.expect.first().is_some_and(|code| code.starts_with("CLU0")) {
        return nothing;
    }
    let Some(other) = otherwise(file, &source, &Change::ALL, PERCENT / 2) else { return nothing };
    progress("clunroll");
    let options = plan.options.clone().name(file.to_owned());
    let outcome = unroll(other.text.as_bytes(), &options, &mut plan.includes);
    // A case of which nothing is rewritten need not be one that can run.
    if outcome.text == other.text.as_bytes() {
        return nothing;
    }
    let builds = plan.builds.clone();
    // Another spelling causes other warnings, as for `(0, i)`.
    plan.warns.push("-Wall".to_owned());
    let tally = compare_builds(machine, &plan, &builds, source.as_bytes(), &outcome.text, progress);
    let tally =
        Tally { failures: tally.failures.into_iter().map(|why| format!("{why}\n{}", other.text)).collect(), ..tally };
    Answer { tally: Some(tally), places: other.changed.len() }
}
