//! More `-D` options never unroll less: a loop that is unrolled without a `-D` is also unrolled with it, as long as the macro has a role.
//!
//! Each kernel, case and file of the corpora (where `CLUNROLL_CORPUS` names their folder) is rewritten without any macros, and then with
//! those that belong to it; and once more with its own defaults (`#ifndef N / #define N 4` and `-DN=4`). A loop that is unrolled the first
//! time and declined the second time is a loss, and so is a loop whose trips were counted the first time and that keeps its own tests the
//! second time. The same holds for every other option that says something of the final compile. [`is_expected`] lists losses that are
//! allowed, and [`WITHOUT_A_ROLE`] lists the cases that show macros without a role.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use clunroll::rules::Cause;
use clunroll::source::Place;
use clunroll::{Define, Done, Form, Includes, LanguageVersion, MacroOption, Options, Outcome, unroll};
use clunroll_rules::Reason;
use kernels::{Files, PACKAGES, macro_options};

use crate::kernels;
use crate::plan;

/// Files whose command-line macros assign, jump, declare, or name a variable that the loop's function declares.
const WITHOUT_A_ROLE: [&str; 3] = [
    "tests/cases/roles/expressions.cl",
    "tests/cases/roles/names_pasted_that_do_more.cl",
    "tests/cases/headers/defined_types.cl",
];

/// The rules about macros.
const OF_MACROS: [&str; 5] = ["CLU203", "CLU207", "CLU211", "CLU215", "CLU217"];

/// A loop that is declined, or tested before each copy, with more options.
struct Loss {
    file: String,
    line: usize,
    /// Why it is declined; `None` if it is tested.
    cause: Option<Cause>,
}

impl Loss {
    /// Whether the values of the macros are the reason, and not their roles: the loop exceeds a limit, is in another branch, runs once or
    /// never, or has a factor of 0 or 1.
    fn is_expected(&self) -> bool {
        let Some(cause) = &self.cause else { return false };
        let is_value = matches!(cause.reason(), Some(Reason::OneTrip | Reason::RunsNot(_) | Reason::InOtherBranch));
        is_value || !OF_MACROS.contains(&cause.rule().code)
    }

    /// The code of the rule about the declined loop.
    fn code(&self) -> &'static str {
        self.cause.as_ref().map_or("tested", |cause| cause.rule().code)
    }
}

/// The macros without parameters that a file defines if the host does not, in one line each.
fn defaults(source: &[u8]) -> Vec<MacroOption> {
    let text = String::from_utf8_lossy(source);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut found = Vec::new();
    for pair in lines.windows(2) {
        let Some(name) = pair[0].strip_prefix("#ifndef ").map(str::trim) else { continue };
        let Some(rest) = pair[1].strip_prefix("#define ").and_then(|rest| rest.trim().strip_prefix(name)) else {
            continue;
        };
        let value = rest.split("//").next().unwrap_or("").split("/*").next().unwrap_or("").trim();
        if rest.starts_with(char::is_whitespace) && !value.is_empty() && !value.ends_with('\\') {
            found.extend(Define::new(name, value).map(MacroOption::Define));
        }
    }
    found
}

/// Whether a form makes the author's own test before its copies.
fn is_tested(done: &Done) -> bool {
    matches!(done, Done::Unrolled { form: Form::Checked | Form::Rechecked, .. })
}

/// The loops that are unrolled in one outcome and declined in the other, or counted in one and tested in the other.
fn losses(file: &str, source: &[u8], plain: &Outcome, told: &Outcome) -> Vec<Loss> {
    // One request may be left in one copy and unrolled in another.
    let is_left_before = |place: Place| {
        let mut same = plain.requests.iter().filter(|request| request.place == place);
        same.any(|request| matches!(request.done, Done::Left { .. }))
    };
    let left: BTreeMap<_, _> = (told.requests.iter())
        .filter_map(|request| match &request.done {
            Done::Left { cause } => Some(((request.place.file, request.place.span.start), Some(cause.clone()))),
            done if is_tested(done) => Some(((request.place.file, request.place.span.start), None)),
            _ => None,
        })
        .collect();
    let unrolled = plain.requests.iter().filter(|request| matches!(request.done, Done::Unrolled { .. }));
    let lost = unrolled.filter_map(|request| {
        let start = request.place.span.start;
        let cause = left.get(&(request.place.file, start))?.clone();
        if is_left_before(request.place) || (cause.is_none() && is_tested(&request.done)) {
            return None;
        }
        let line = 1 + memchr::memchr_iter(b'\n', &source[..(start as usize).min(source.len())]).count();
        Some(Loss { file: file.to_owned(), line, cause })
    });
    lost.collect()
}

/// The number of loops that are unrolled without macros, and the losses with macros.
#[derive(Default)]
struct Comparison {
    unrolled: usize,
    losses: Vec<Loss>,
}

impl Comparison {
    fn add<I: Includes + Clone>(
        &mut self,
        file: &str,
        source: &[u8],
        options: &Options,
        includes: &I,
        macros: Vec<MacroOption>,
    ) {
        let run = |options: &Options| unroll(source, options, &mut includes.clone());
        let plain = run(&options.clone().macros(Vec::new()).trust_defines(false));
        self.unrolled += plain.requests.iter().filter(|request| matches!(request.done, Done::Unrolled { .. })).count();
        for macros in [macros, defaults(source)] {
            if !macros.is_empty() {
                let told = run(&options.clone().macros(macros).trust_defines(false));
                self.losses.extend(losses(file, source, &plain, &told));
            }
        }
        let none = || options.clone().macros(Vec::new()).trust_defines(false);
        let versions = [LanguageVersion::V1_2, LanguageVersion::V2_0, LanguageVersion::V3_0];
        let mut more: Vec<Options> = versions.into_iter().map(|version| none().language(version)).collect();
        more.extend([none().uniform_work_groups(true), none().assume_restrict(true)]);
        for options in more {
            self.losses.extend(losses(file, source, &plain, &run(&options)));
        }
    }

    /// Fails if there are losses that are not allowed.
    fn check(&self, of: &str) {
        let mut report = String::new();
        let mut by_code: BTreeMap<&str, usize> = BTreeMap::new();
        for loss in &self.losses {
            let Loss { file, line, cause } = loss;
            *by_code.entry(loss.code()).or_default() += 1;
            if env::var_os("CLUNROLL_TOLD_LIST").is_some() {
                println!("{file}:{line}: {cause:?}");
            }
        }
        println!(
            "{of}: {} loops are unrolled without macros; {} are lost with some: {by_code:?}",
            self.unrolled,
            self.losses.len()
        );
        for loss in self.losses.iter().filter(|loss| !loss.is_expected()) {
            let Loss { file, line, cause } = loss;
            let _ = writeln!(report, "{file}:{line}: {} {cause:?}", loss.code());
        }
        assert!(report.is_empty(), "{of}: what is told leaves loops that are unrolled without it:\n{report}");
    }
}

#[test]
fn with_its_macros_defined_each_loop_of_kernels_and_cases_is_unrolled() {
    let mut comparison = Comparison::default();
    for path in plan::sources(&["kernels", "tests/cases"]) {
        let source = fs::read(&path).expect("a listed file can be read");
        let plan = plan::read(&source).expect("the file's `//@` lines can be read");
        let name = plan::name(&path);
        if !WITHOUT_A_ROLE.contains(&name.as_str()) {
            let macros = plan.options.get_macros().to_vec();
            comparison.add(&name, &source, &plan.options.clone().name("main.cl"), &plan.includes, macros);
        }
    }
    comparison.check("kernels and cases");
}

#[test]
fn with_its_macros_defined_each_loop_of_the_corpora_is_unrolled() {
    let Some(corpus) = env::var_os("CLUNROLL_CORPUS").map(PathBuf::from) else { return };
    for package in PACKAGES {
        let folder = corpus.join(package.name);
        let mut comparison = Comparison::default();
        for path in kernels::files(&folder) {
            let source = fs::read(&path).expect("a listed file can be read");
            if memchr::memmem::find(&source, b"unroll").is_none() {
                continue;
            }
            let name = path.strip_prefix(&folder).unwrap_or(&path).display().to_string();
            let includes = Files { main: &path, root: &folder };
            for macros in package.programs(&name.replace('\\', "/")).told {
                comparison.add(&name, &source, &Options::new(&name), &includes, macro_options(&macros));
            }
        }
        comparison.check(package.name);
    }
}
