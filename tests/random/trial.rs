//! One program on trial: printed, rewritten, compared, and shrunk where it fails.

use std::fmt::Write;
use std::panic::{self, AssertUnwindSafe};
use std::slice;
use std::time::{Duration, Instant};

use clunroll::{Define, Limits, MacroOption, Options, Outcome};
use proptest::strategy::ValueTree;

use super::native::{Native, Pair, Verdict};
use super::patience::rewritten;
use super::print::print;
use super::program::{Host, Program};
use super::respelling::otherwise;
use super::shrink::tree;
use super::unread::Unread;

/// How long one failing program is shrunk.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program with both its texts.
pub struct Trial {
    /// The program.
    pub program: Program,
    /// Both texts, ready to be compared.
    pub pair: Pair,
    /// clunroll's outcome.
    pub outcome: Outcome,
    options: Options,
}

impl Trial {
    /// The program with that number.
    pub fn program(seed: u64, number: u64) -> Program {
        tree(seed, number).current()
    }

    /// Prints and rewrites a program.
    pub fn new(program: Program) -> Self {
        let printed = print(&program);
        let told = program.hosts.iter().filter_map(|host| Some((host, host.told.as_ref()?)));
        let macros = told.map(|(host, value)| {
            let head = format!("{}{}", host.name, host.parameters);
            MacroOption::Define(Define::new(&head, value).expect("a macro"))
        });
        let limits = Limits::default();
        let options = Options::default()
            .limits(program.settings.max_growth.map_or(limits, |bytes| limits.max_growth(bytes)))
            .macros(macros.collect::<Vec<_>>())
            .remainder(program.settings.remainder)
            .checked(true)
            .check_promises(program.settings.check_promises)
            .target(program.settings.target);
        let number = program.number;
        let outcome = rewritten(&printed.text, &options).unwrap_or_else(|why| panic!("program {number}: {why}"));
        let count = program.hosts.iter().map(|host| host.builds.len()).max().unwrap_or(1);
        let in_file = |host: &Host| program.unread.is_some_and(|unread| unread.defines(host));
        let defines = |build: usize, is_in_file: bool| -> Vec<(String, String)> {
            let value = |host: &Host| {
                let value = host.builds.get(build).or(host.builds.first()).cloned().flatten();
                value.map(|value| (format!("{}{}", host.name, host.parameters), value))
            };
            program.hosts.iter().filter(|host| in_file(host) == is_in_file).filter_map(value).collect()
        };
        let included = |build: usize| {
            program.unread.map_or_else(String::new, |_| Unread::text(program.number, &defines(build, true)))
        };
        let other = otherwise(&printed.text, number).map(|text| {
            let outcome = rewritten(&text, &options).unwrap_or_else(|why| panic!("program {number}, respelled: {why}"));
            String::from_utf8_lossy(&outcome.text).into_owned()
        });
        let pair = Pair {
            number,
            respelled: other,
            rewritten: String::from_utf8_lossy(&outcome.text).into_owned(),
            original: printed.text,
            macros: printed.macros,
            functions: Vec::new(),
            builds: (0..count).map(|build| defines(build, false)).collect(),
            included: (0..count).map(included).collect(),
        };
        Self { program, pair, outcome, options }
    }

    /// A fault of the rewritten text that does not depend on its results.
    pub fn own_fault(&self) -> Option<String> {
        if self.outcome.fault.is_some() {
            return Some("clunroll failed".to_owned());
        }
        if self.outcome.has_errors() {
            return Some("a request is called invalid".to_owned());
        }
        // A request that stays in a loop that is written for each choice of the host may be written after that
        // loop.
        if self.program.has_choice() {
            return None;
        }
        match rewritten(&self.pair.rewritten, &self.options) {
            Ok(again) if again.text == self.outcome.text => None,
            Ok(again) => Some(format!("a second run writes something else:\n{}", String::from_utf8_lossy(&again.text))),
            Err(why) => Some(format!("the second run: {why}")),
        }
    }

    /// All that is needed to see it again.
    pub fn shown(&self) -> String {
        let mut text = format!("{:?}\n", self.program.settings);
        for (head, defines) in [("told", self.macros())].into_iter().chain(self.builds().map(|build| ("build", build)))
        {
            let _ = writeln!(text, "{head}: {defines}");
        }
        for (build, included) in self.pair.included.iter().enumerate().filter(|(_, text)| !text.is_empty()) {
            let _ = write!(text, "--- included in build {build} ---\n{included}");
        }
        let _ = write!(text, "--- source ---\n{}--- rewritten ---\n{}", self.pair.original, self.pair.rewritten);
        if let Some(respelled) = &self.pair.respelled {
            let _ = write!(text, "--- respelled and rewritten ---\n{respelled}");
        }
        for diagnostic in &self.outcome.diagnostics {
            let _ = writeln!(text, "{} {}", diagnostic.rule.code, diagnostic.message);
        }
        text
    }

    fn macros(&self) -> String {
        let told = self.options.defined_macros().into_iter().map(|define| format!("-D{define}"));
        told.collect::<Vec<_>>().join(" ")
    }

    fn builds(&self) -> impl Iterator<Item = String> {
        self.pair.builds.iter().map(|defines| {
            defines.iter().map(|(name, value)| format!("-D{name}={value}")).collect::<Vec<_>>().join(" ")
        })
    }
}

/// The fault of a program, if there is one.
fn fault(native: &Native, label: &str, program: Program) -> Option<(Trial, String)> {
    let trial = panic::catch_unwind(AssertUnwindSafe(|| Trial::new(program))).ok()?;
    let verdict = native.compare(label, slice::from_ref(&trial.pair)).remove(0);
    match (trial.own_fault(), verdict) {
        (_, Verdict::Worthless(_)) | (None, Verdict::Same { .. }) => None,
        (Some(why), _) | (None, Verdict::Different(why)) => Some((trial, why)),
    }
}

/// Shrinks the program with that number, which fails, and describes the result.
pub fn shrunk(native: &Native, label: &str, seed: u64, number: u64) -> String {
    let mut tree = tree(seed, number);
    let mut last = None;
    let begin = Instant::now();
    loop {
        let goes_on = match fault(native, label, tree.current()) {
            Some(found) => {
                last = Some(found);
                tree.simplify()
            }
            None => tree.complicate(),
        };
        if !goes_on || begin.elapsed() > PATIENCE {
            break;
        }
    }
    let again = format!("see it again with CLUNROLL_RANDOM_SEED={seed} CLUNROLL_RANDOM_ONLY={number}");
    match last {
        Some((trial, why)) => format!("program {number}, shrunk: {why}\n{again}\n{}", trial.shown()),
        None => format!("program {number} fails among others and not alone\n{again}"),
    }
}
