//! A manifest of outputs: for each kernel, case and file of the corpora, clunroll's output and findings, as two hashes.
//!
//! A change that must not change any output (a move, a new name, other words) does not change the manifest. After a change of outputs, the
//! manifest shows the changed files; the snapshots show how they changed.
//!
//! `tests/manifest/sources.txt` lists `kernels/` and `tests/cases/`; there is one more file for each package of the corpora, which is
//! checked if `CLUNROLL_CORPUS` names the folder that `tests/corpus.sh` filled. Files without a request and without a finding are not
//! listed. Each line has five parts:
//!
//! 1. The file.
//! 2. `told`: clunroll gets the macros that belong to the file, or `plain`: it gets none.
//! 3. A hash of the output, or `same` if the output is the input.
//! 4. A hash of the findings: severity, code, file and offset of each, in the order of the output. Wording does not count.
//! 5. How many requests are unrolled, and how many arrays are promoted.
//!
//! `CLUNROLL_MANIFEST=write cargo test --test sources as_listed` writes the manifest again, and the list of the cases.

use std::env;
use std::fmt::Write;
use std::fs;
use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use clunroll::{Done, Options, Outcome, unroll};
use fnv::FnvHasher;
use kernels::{Files, Macro, PACKAGES, macro_options};

use crate::kernels;
use crate::plan;

/// How many different lines are shown.
const SHOWN: usize = 20;

#[test]
fn kernels_and_cases_are_as_listed() {
    check("sources", &plan::sources(&["kernels", "tests/cases"]), &|path| {
        let source = fs::read(path).expect("a listed file can be read");
        let plan = plan::read(&source).expect("the file's `//@` lines can be read");
        let name = plan::name(path);
        // Another name than the file's own, so that no hash changes when a file moves.
        let options = plan.options.name("main.cl");
        let mut lines = vec![line(&name, "told", &source, &unroll(&source, &options, &mut plan.includes.clone()))];
        if !options.get_macros().is_empty() {
            let plain = options.macros(Vec::new()).trust_defines(false);
            lines.push(line(&name, "plain", &source, &unroll(&source, &plain, &mut plan.includes.clone())));
        }
        lines
    });
}

#[test]
fn corpora_are_as_listed() {
    let Some(corpus) = env::var_os("CLUNROLL_CORPUS").map(PathBuf::from) else { return };
    for package in PACKAGES {
        let folder = corpus.join(package.name);
        if !folder.is_dir() {
            continue;
        }
        check(package.name, &kernels::files(&folder), &|path| {
            let source = fs::read(path).expect("a listed file can be read");
            let name = name_in(path, &folder);
            let run = |mode: String, macros: &[Macro]| {
                let options = Options::new(&name).macros(macro_options(macros));
                let outcome = unroll(&source, &options, &mut Files { main: path, root: &folder });
                line(&name, &mode, &source, &outcome)
            };
            // The first program is `told`, the next `told2`.
            let number = |index: usize| if index == 0 { String::new() } else { (index + 1).to_string() };
            let told = package.programs(&name).told;
            let told = told.iter().enumerate().filter(|(_, macros)| !macros.is_empty());
            let told = told.filter_map(|(index, macros)| run(format!("told{}", number(index)), macros));
            told.chain(run("plain".to_owned(), &[])).map(Some).collect()
        });
    }
}

/// One line of the manifest; `None` for a file without a request or a finding.
fn line(name: &str, mode: &str, source: &[u8], outcome: &Outcome) -> Option<String> {
    if outcome.requests.is_empty() && outcome.diagnostics.is_empty() && outcome.text == source {
        return None;
    }
    let text = if outcome.text == source { "same".to_owned() } else { hash(&outcome.text) };
    let mut findings = String::new();
    for diagnostic in &outcome.diagnostics {
        let place = diagnostic.primary.place;
        let file = outcome.sources.get(place.file).map_or("?", |file| &file.name);
        // Folders of the machine are not part of the manifest.
        let file = Path::new(file).file_name().unwrap_or_default().to_string_lossy();
        let (word, start) = (diagnostic.severity.name(), place.span.range().start);
        let _ = writeln!(findings, "{word} {} {file}:{start}", diagnostic.rule.code);
    }
    let unrolled = outcome.requests.iter().filter(|request| matches!(request.done, Done::Unrolled { .. })).count();
    let promoted = outcome.promotions.iter().filter(|one| one.done.is_promoted()).count();
    Some(format!("{name} {mode} {text} {} {unrolled}+{promoted}", hash(findings.as_bytes())))
}

fn hash(bytes: &[u8]) -> String {
    let mut hasher = FnvHasher::default();
    hasher.write(bytes);
    format!("{:016x}", hasher.finish())
}

/// A path below a folder, with `/` on every system.
fn name_in(path: &Path, folder: &Path) -> String {
    path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// Compares the lines of all files with the stored ones, or stores them.
fn check(list: &str, files: &[PathBuf], describe: &(dyn Fn(&Path) -> Vec<Option<String>> + Sync)) {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let lines = describe(path);
                    found.lock().expect("no holder panics").extend(lines.into_iter().flatten());
                }
            });
        }
    });
    let mut found = found.into_inner().expect("no holder panics");
    found.sort();
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/manifest/{list}.txt"));
    if env::var_os("CLUNROLL_MANIFEST").is_some_and(|word| word == "write") {
        found.push(String::new());
        fs::write(&stored, found.join("\n")).expect("the manifest can be written");
        return;
    }
    let expected = fs::read_to_string(&stored).unwrap_or_default();
    let expected: Vec<&str> = expected.lines().collect();
    let gone = expected.iter().filter(|line| found.binary_search_by(|one| one.as_str().cmp(line)).is_err());
    let new = found.iter().filter(|line| expected.binary_search(&line.as_str()).is_err());
    let difference: Vec<String> =
        gone.map(|line| format!("- {line}")).chain(new.map(|line| format!("+ {line}"))).collect();
    assert!(
        difference.is_empty(),
        "{} lines differ from {} (CLUNROLL_MANIFEST=write stores what is new):\n{}",
        difference.len(),
        stored.display(),
        difference.iter().take(SHOWN).cloned().collect::<Vec<_>>().join("\n")
    );
}
