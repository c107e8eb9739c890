//! Random nests that ask to be jammed or for versions, loops whose loads may run first, and arrays that may become scalars, as
//! written and as rewritten, compared word for word.
//!
//! A program is a kernel with some functions of one nest each (`maker.rs`). The pointers of a function without `restrict` lead into
//! one buffer, a few elements apart, so that a jam that takes the wrong pair for independent gives another result. All values are
//! hashes, which depend on the order of all operations. Some bounds are macros of the host, which other builds define differently.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::slice;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use clunroll::{Arrangement, Define, Done, LoadOrder, MacroOption, Options, Outcome, RemainderForm, RequestReport};
use proptest::test_runner::{RngAlgorithm, TestRng};

use super::dice::Dice;
use super::expressions::MACROS;
use super::maker::function;
use super::native::{Native, Pair, Verdict};
use super::patience::rewritten;
use super::pointers::POINTER;
use super::print::{PARAMETERS, names};
use super::reduce::reduced;
use super::respelling::otherwise;
use super::{max_failures, say, seed, setting};

/// Nests in one program.
pub const NESTS: usize = 8;
/// Programs that are compiled together.
const BATCH: u64 = 20;
/// Nests that run, unless `CLUNROLL_RANDOM_NESTS` gives another number.
const COUNT: u64 = 1_200;
/// The least share of nests that are jammed, in percent.
const LEAST_JAMMED: u64 = 15;
/// The least share of nests that ask for versions and get them, in percent.
const LEAST_IN_VERSIONS: u64 = 15;
/// The least share of single loops with loads that run first, in percent.
const LEAST_FIRST: u64 = 12;
/// The least share of arrays that become scalars, in percent.
const LEAST_PROMOTED: u64 = 15;

/// The kind of program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nests that ask to be jammed.
    Nests,
    /// Loops that ask to be unrolled, and have none in them.
    Singles,
    /// Nests whose innermost loop asks for versions. Its bound may change in the loops around it, and a condition or a jump may keep
    /// the program from it.
    Versions,
    /// Loops that can be unrolled altogether, and use an array that is to become scalars.
    Promoted,
}

/// The names of the macros of the host.
fn hosts(program: u64) -> [String; 2] {
    [format!("H{program}"), format!("J{program}")]
}

/// Functions that nests call, each before those that it calls. The number of the program takes the place of `?`.
const HELPERS: [(&str, &str); 10] = [
    ("fill2_", "uint2 fill2_?(uint x) {\n    uint2 v;\n    v.x = x, v.y = x * 7u + 1u;\n    return v;\n}\n"),
    ("fill3_", "uint3 fill3_?(uint x) {\n    uint3 v;\n    v.x = x, v.y = x + 5u, v.z = x * 3u;\n    return v;\n}\n"),
    (
        "fill4_",
        "uint4 fill4_?(uint x) {\n    uint4 v;\n    v.x = v.z = x, v.y = x * 5u, v.w = x + 9u;\n    return v;\n}\n",
    ),
    (
        "peeked",
        "uint peeked?(__global uint *at, uint i) {\n\
               \x20   return looked?((i & 3u) + at, i) + *(1 + at) * 3u + (at + 2)[i & 7u] + (&at[i & 3u])[1];\n}\n",
    ),
    (
        "swept",
        "uint swept?(const __global uint *from, __global const uint *restrict other, uint i) {\n    uint x = 1u;\n\
               \x20   for (int k = 0; k < 2; k++) x = x * 5u + looked?(other + k, i) + from[k];\n    return x;\n}\n",
    ),
    (
        "looked",
        "uint looked?(__global const uint *at, const uint i) {\n    at += 2;\n\
               \x20   return inner?(*at) + at[i & 7u];\n}\n",
    ),
    (
        "mixed",
        "uint mixed?(uint x, const uint y) {\n    uint t[2] = { x, y };\n    for (int i = 0; i < 2; i++) t[i] ^= t[1 - i] * weights?[i];\n\
               \x20   return inner?(t[0]) + t[1];\n}\n",
    ),
    ("acted", "uint acted?(__global uint *at, uint x, uint y) {\n    *at = *at * 3u + x;\n    return *at + y;\n}\n"),
    ("inner", "uint inner?(uint x) { return x * x + 1u; }\n"),
    ("weights", "__constant uint weights?[2] = { 3u, 5u };\n"),
];

/// The name of the function that returns a pointer.
fn to(program: u64) -> String {
    format!("to{program}")
}

/// A program, the definitions of each build, and further random decisions; clunroll gets the first build.
fn program(kind: Kind, number: u64) -> Source {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed().to_le_bytes());
    bytes[8..16].copy_from_slice(&number.to_le_bytes());
    bytes[16] = 77 + kind as u8;
    let mut random = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut dice = Dice(&mut random);
    let (mut functions, mut calls) = (String::new(), String::new());
    for nest in 0..NESTS {
        let (function, call) = function(&mut dice, kind, (number, nest), hosts(number));
        functions.push_str(&function);
        let _ = writeln!(calls, "{};", call_of(nest, &call));
    }
    let macros = MACROS.map(|(name, parameters, replacement)| (format!("{name}{number}"), parameters, replacement));
    let mut text = String::new();
    for (name, parameters, replacement) in macros.iter().filter(|(name, ..)| names(&functions, name)) {
        let _ = writeln!(text, "#define {name}{parameters} {replacement}");
    }
    if names(&functions, &to(number)) {
        let _ = writeln!(text, "{POINTER}{}({POINTER}at) {{ return at; }}", to(number));
    }
    for (name, body) in HELPERS {
        let name = format!("{name}{number}");
        if names(&functions, &name) || names(&text, &name) {
            text.insert_str(0, &body.replace('?', &number.to_string()));
        }
    }
    let _ = write!(
        text,
        "{functions}__kernel void k{number}({PARAMETERS}) {{\n\
         \x20   if (get_local_id(0) > 0) return;\n\
         \x20   __global uint *space = (__global uint *)(out + 1 + {NESTS}) - {SPACE};\n{calls}    out[0] = {};\n}}\n",
        NESTS * (1 + SPACE / 2)
    );
    let values = ["2", "3", "4", "5", "7", "8"];
    let others = ["1", "2", "3", "6", "8", "9", "(3)", "(1 + 2)", "2+2", "3u"];
    let mut builds = Vec::new();
    for build in 0..3 {
        let mut value = || dice.pick(if build == 0 { &values[..] } else { &others[..] }).to_owned();
        builds.push(hosts(number).map(|name| (name, value())).to_vec());
    }
    // A text without macros needs one build.
    if !hosts(number).iter().any(|name| text.contains(name)) {
        builds.truncate(1);
    }
    let macros = hosts(number).into_iter().chain(macros.map(|(name, ..)| name)).collect();
    Source { kind, number, text, builds, macros }
}

/// How many elements each nest has of `out`: those of `a`, and as many of `b`. All must fit into it, and the first entry holds their
/// number.
const SPACE: usize = 2600;

/// A program as it was made up.
struct Source {
    kind: Kind,
    number: u64,
    text: String,
    builds: Vec<Vec<(String, String)>>,
    macros: Vec<String>,
}

/// A program in both texts.
struct Made {
    pair: Pair,
    /// The outcomes of nests that did not get the requested form.
    others: Vec<String>,
    /// What is unusual about the nests that are jammed.
    shapes: Vec<&'static str>,
    /// A fault of the rewritten text that does not depend on its results.
    fault: Option<String>,
}

impl Source {
    /// The options that clunroll gets: the macros of the first build.
    fn options(&self) -> Options {
        let define = |(name, value): &(String, String)| MacroOption::Define(Define::new(name, value).expect("a macro"));
        Options::default().macros(self.builds[0].iter().map(define).collect::<Vec<_>>())
    }

    /// The nests that are jammed.
    fn jammed(&self) -> Vec<usize> {
        let Ok(outcome) = rewritten(&self.text, &self.options()) else { return Vec::new() };
        let jammed = outermost(&self.text, &outcome).filter(|request| is_jammed(&request.done));
        let places: Vec<_> = jammed.map(|request| request.place.span.start as usize).collect();
        let start_of =
            |nest: usize| self.text.find(&format!("uint f{}_{nest}(", self.number)).unwrap_or(self.text.len());
        let has_jam = |nest: &usize| places.iter().any(|place| (start_of(*nest)..start_of(nest + 1)).contains(place));
        (0..NESTS).filter(has_jam).collect()
    }

    /// The program with this text, as written and as rewritten.
    fn pair(&self, text: &str) -> Pair {
        let made = self.rewritten(text);
        assert!(made.fault.is_none(), "program {} of seed {}: {:?}\n{text}", self.number, seed(), made.fault);
        made.pair
    }

    /// The same program with another text.
    fn rewritten(&self, text: &str) -> Made {
        let options = self.options();
        let (mut others, mut shapes, mut fault) = (Vec::new(), Vec::new(), None);
        let mut output = String::new();
        match rewritten(text, &options) {
            Ok(outcome) => {
                others = became(self.kind, text, &outcome);
                shapes = shapes_of(self.kind, text, &outcome);
                output = String::from_utf8_lossy(&outcome.text).into_owned();
                if outcome.fault.is_some() || outcome.has_errors() {
                    fault = Some("clunroll reports errors".to_owned());
                }
                match rewritten(&output, &options) {
                    Ok(again) if again.text == outcome.text => {}
                    Ok(_) => fault = Some("a second run writes something else".to_owned()),
                    Err(why) => fault = Some(format!("the second run: {why}")),
                }
            }
            Err(why) => fault = Some(why),
        }
        let respelled = otherwise(text, self.number).map(|text| match rewritten(&text, &options) {
            Ok(outcome) => String::from_utf8_lossy(&outcome.text).into_owned(),
            Err(why) => {
                fault = Some(format!("respelled: {why}"));
                text
            }
        });
        let pair = Pair {
            number: self.number,
            original: text.to_owned(),
            rewritten: output,
            respelled,
            macros: self.macros.clone(),
            functions: (0..NESTS)
                .map(|nest| format!("f{}_{nest}", self.number))
                .chain([to(self.number)])
                .chain(HELPERS.map(|(name, _)| format!("{name}{}", self.number)))
                .collect(),
            builds: self.builds.clone(),
            included: Vec::new(),
        };
        Made { pair, others, shapes, fault }
    }
}

/// A program in both texts.
pub fn pair(kind: Kind, number: u64) -> Pair {
    let source = program(kind, number);
    source.pair(&source.text)
}

/// How many nests of a program are jammed.
pub fn jams(number: u64) -> usize {
    program(Kind::Nests, number).jammed().len()
}

/// A program whose nests are all jammed: others are left out. A compiler takes longer for one of OpenCL C than for one of C.
pub fn pair_of_jams(number: u64) -> Pair {
    let source = program(Kind::Nests, number);
    let jammed = source.jammed();
    let mut text = source.text.clone();
    for nest in (0..NESTS).filter(|nest| !jammed.contains(nest)) {
        let start = text.find(&format!("uint f{number}_{nest}(")).expect("the function of a nest");
        let end = text[start..].find("\n}\n").expect("the end of a function") + start + 3;
        text.replace_range(start..end, "");
        let call = call_of(nest, "");
        let start = text.find(&call).expect("the call of a function");
        let end = text[start + call.len()..].find('\n').expect("the end of a line") + start + call.len() + 1;
        text.replace_range(start..end, "");
    }
    source.pair(&text)
}

/// The statements of the kernel for one nest.
fn call_of(nest: usize, call: &str) -> String {
    format!(
        "    space += {SPACE};\n    for (int i = 0; i < {SPACE}; i++) space[i] = i * 7u;\n    out[{}] = {call}",
        nest + 1
    )
}

/// The outcomes of nests that did not get the requested form.
fn became(kind: Kind, text: &str, outcome: &Outcome) -> Vec<String> {
    let is_in_versions = |done: &Done| matches!(done, Done::Unrolled { remainder: RemainderForm::Versions, .. });
    let without_names = |text: &str| text.split('`').step_by(2).collect::<Vec<_>>().join("_");
    let became: Vec<String> = match kind {
        Kind::Nests => {
            let left = outermost(text, outcome).filter(|request| !is_jammed(&request.done));
            let why = |request: &RequestReport| {
                let mut of_request = outcome.diagnostics.iter().filter(|found| found.requests.contains(&request.place));
                of_request.next().map_or_else(|| "another form".to_owned(), |found| without_names(&found.message))
            };
            left.map(why).collect()
        }
        Kind::Singles => outcome.requests.iter().map(|request| order(&request.done)).collect(),
        Kind::Versions => {
            let others = outcome.requests.iter().filter(|request| !is_in_versions(&request.done));
            others.map(|_| "another remainder".to_owned()).collect()
        }
        Kind::Promoted => {
            let others = outcome.promotions.iter().filter(|promotion| !promotion.done.is_promoted());
            others.map(|_| "an array".to_owned()).collect()
        }
    };
    became.into_iter().filter(|reason| !reason.is_empty()).collect()
}

fn is_jammed(done: &Done) -> bool {
    matches!(done, Done::Unrolled { arrangement: Arrangement::Jammed, .. })
}

/// The requests for the outermost loops of nests.
fn outermost<'a>(text: &'a str, outcome: &'a Outcome) -> impl Iterator<Item = &'a RequestReport> {
    let is_outermost = |request: &&RequestReport| text[..request.place.span.start as usize].ends_with("\n    ");
    outcome.requests.iter().filter(is_outermost)
}

/// What is unusual about the nests that are jammed, and about the loops whose loads run first.
fn shapes_of(kind: Kind, text: &str, outcome: &Outcome) -> Vec<&'static str> {
    let mut found = Vec::new();
    if kind == Kind::Singles {
        let is_first = |request: &&RequestReport| order(&request.done).is_empty();
        for request in outcome.requests.iter().filter(is_first) {
            let start = request.place.span.start as usize;
            let body = &text[start..start + text[start..].find("\n    }").unwrap_or(0)];
            let is_called = MACROS.iter().any(|(name, ..)| body.contains(name));
            found.extend(is_called.then_some("with a macro"));
            let is_made = body.contains("ELEMENT") || body.contains("LOAD");
            found.extend(is_made.then_some("with a macro that makes an element"));
            found.extend((body.contains("vload") || body.contains("vstore")).then_some("with a vector"));
        }
    }
    let output = String::from_utf8_lossy(&outcome.text);
    if kind == Kind::Singles {
        let is_vector = |line: &str| line.starts_with("const uint") && line.contains(" = vload");
        found.extend(
            output.lines().map(str::trim).filter(|line| is_vector(line)).map(|_| "a vector that is loaded first"),
        );
    }
    if kind != Kind::Nests {
        return found;
    }
    for request in outermost(text, outcome).filter(|request| is_jammed(&request.done)) {
        let start = request.place.span.start as usize;
        let nest = &text[start..start + text[start..].find("\n    }").unwrap_or(0)];
        let inside =
            |other: &&RequestReport| (start + 1..start + nest.len()).contains(&(other.place.span.start as usize));
        let has = [
            ("with a continue", nest.contains("continue;")),
            (
                "with a counter that its body declares",
                ["int ox", "int oy", "int oz"].iter().any(|name| nest.contains(name)),
            ),
            ("with a counter from outside", ["ox", "oy", "oz"].iter().any(|name| names(nest, name))),
            ("with a `while` loop inside", nest.contains("while (")),
            ("with a first value before the loop", nest.contains("for (; o")),
            ("with a variable from outside", nest.contains("shared = ")),
            ("with two inner loops", nest.matches("\n        for (").count() > 1),
            ("with a vector", nest.contains("vload") || nest.contains("vstore")),
            ("with a function that reads", ["looked", "swept", "peeked"].iter().any(|name| nest.contains(name))),
            ("with a jam inside", outcome.requests.iter().filter(inside).any(|other| is_jammed(&other.done))),
        ];
        found.extend(has.into_iter().filter(|(_, is_so)| *is_so).map(|(shape, _)| shape));
    }
    for line in output.lines().map(str::trim) {
        found.extend((line.starts_with("#if") && line.contains(" * 4 / 2) == ")).then_some("by constants of the host"));
        found.extend(line.starts_with("if (n >= ").then_some("under a test of a pitch"));
    }
    found
}

/// When the loads of a loop run, in short; empty where they run first.
fn order(done: &Done) -> String {
    match done {
        Done::Unrolled { loads: LoadOrder::First, .. } => String::new(),
        Done::Unrolled { loads: LoadOrder::InPlace, .. } => "unrolled".to_owned(),
        Done::Unrolled { loads: LoadOrder::Blocked(problem), .. } => {
            format!("{problem:?}").split([' ', '(']).next().unwrap_or_default().to_owned()
        }
        _ => "left".to_owned(),
    }
}

/// The results of all nests.
#[derive(Debug, Default)]
struct Found {
    won: u64,
    worthless: u64,
    reasons: BTreeMap<String, u64>,
    shapes: BTreeMap<&'static str, u64>,
    failures: Vec<String>,
}

/// The numbers of the programs of a kind.
fn numbers(count: u64) -> Vec<u64> {
    setting("CLUNROLL_RANDOM_ONLY").map_or_else(|| (0..count.div_ceil(NESTS as u64)).collect(), |only| vec![only])
}

/// All nests; fails where one differs.
pub fn compare_all(kind: Kind, native: &Native) {
    let numbers = numbers(setting("CLUNROLL_RANDOM_NESTS").unwrap_or(COUNT));
    let batches: Vec<_> = numbers.chunks(BATCH as usize).collect();
    let (found, next) = (Mutex::new(Found::default()), AtomicU64::new(0));
    let work = |worker: usize| {
        let label = format!("{kind:?}{worker}");
        while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
            if found.lock().expect("no other worker has failed").failures.len() >= max_failures() {
                return;
            }
            compare_batch(kind, native, &label, batch, &found);
        }
    };
    let workers = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|worker| scope.spawn(move || work(worker))).collect();
        for thread in threads {
            thread.join().expect("a worker does not panic");
        }
    });
    let Found { won, worthless, reasons, shapes, failures } = found.into_inner().expect("no worker has failed");
    let nests = (numbers.len() * NESTS) as u64;
    let (least, done) = match kind {
        Kind::Nests => (LEAST_JAMMED, "jammed"),
        Kind::Singles => (LEAST_FIRST, "with loads first"),
        Kind::Versions => (LEAST_IN_VERSIONS, "in versions"),
        Kind::Promoted => (LEAST_PROMOTED, "promoted"),
    };
    say(&format!("seed {}: {nests} nests, {won} {done}, {worthless} programs worthless; others: {reasons:#?}", seed()));
    if !shapes.is_empty() {
        say(&format!("{done}: {shapes:#?}"));
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n\n"));
    if setting("CLUNROLL_RANDOM_ONLY").is_none() {
        assert!(won * 100 >= nests * least, "{won} of {nests} nests are {done}");
        assert!(worthless * 20 <= numbers.len() as u64, "{worthless} of {} programs are worthless", numbers.len());
    }
}

fn compare_batch(kind: Kind, native: &Native, label: &str, batch: &[u64], found: &Mutex<Found>) {
    let sources: Vec<_> = batch.iter().map(|&number| program(kind, number)).collect();
    let made: Vec<_> = sources.iter().map(|source| source.rewritten(&source.text)).collect();
    let pairs: Vec<_> = made.iter().map(|made| made.pair.clone()).collect();
    if let ([pair], Some(_)) = (&*pairs, setting("CLUNROLL_RANDOM_ONLY")) {
        say(&format!("{:?}\n--- source ---\n{}--- rewritten ---\n{}", pair.builds, pair.original, pair.rewritten));
    }
    for ((source, made), verdict) in sources.iter().zip(made).zip(native.compare(label, &pairs)) {
        let verdict = match made.fault {
            Some(why) => Verdict::Different(why),
            None => verdict,
        };
        let failure = match &verdict {
            Verdict::Different(why) => Some(failure(native, label, source, why)),
            Verdict::Worthless(why) => {
                say(&format!("worthless: program {}: {why}", source.number));
                None
            }
            Verdict::Same { .. } => None,
        };
        if let Some(failure) = &failure {
            say(failure);
        }
        let mut found = found.lock().expect("no other worker has failed");
        found.won += NESTS.saturating_sub(made.others.len()) as u64;
        for reason in made.others {
            *found.reasons.entry(reason).or_default() += 1;
        }
        for shape in made.shapes {
            *found.shapes.entry(shape).or_default() += 1;
        }
        found.worthless += u64::from(matches!(verdict, Verdict::Worthless(_)));
        found.failures.extend(failure);
    }
}

/// A program that fails, as small as it can be made, and how to see it again.
fn failure(native: &Native, label: &str, source: &Source, why: &str) -> String {
    let again = format!("see it again with CLUNROLL_RANDOM_SEED={} CLUNROLL_RANDOM_ONLY={}", seed(), source.number);
    let fault = |text: &str| {
        let made = source.rewritten(text);
        let verdict = native.compare(label, slice::from_ref(&made.pair)).remove(0);
        match (made.fault, verdict) {
            (_, Verdict::Worthless(_)) | (None, Verdict::Same { .. }) => None,
            (Some(why), _) | (None, Verdict::Different(why)) => Some(why),
        }
    };
    let shrinks = setting("CLUNROLL_RANDOM_SHRINK") != Some(0) && !why.contains(super::patience::TOO_LONG);
    let text = if shrinks {
        reduced(&source.text, &|text| fault(text).is_some_and(|other| kind_of(&other) == kind_of(why)))
    } else {
        source.text.clone()
    };
    let pair = shrinks.then(|| source.rewritten(&text).pair);
    let shown = pair.map_or_else(String::new, |pair| match pair.respelled {
        Some(respelled) => format!("{}--- respelled and rewritten ---\n{respelled}", pair.rewritten),
        None => pair.rewritten,
    });
    let why = shrinks.then(|| fault(&text)).flatten().unwrap_or_else(|| why.to_owned());
    format!(
        "{:?}, program {}: {why}\n{again}\n{:?}\n--- source ---\n{text}--- rewritten ---\n{shown}",
        source.kind, source.number, source.builds
    )
}

/// The kind of fault: a smaller program must have the same.
fn kind_of(why: &str) -> &str {
    ["does not compile", "build ", "second run", "warning"].into_iter().find(|kind| why.contains(kind)).unwrap_or(why)
}
