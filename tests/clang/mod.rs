//! The warnings that compilers give for a rewritten text, but not for the original.
//!
//! Two front ends read all texts, with `-Wall`: the installed clang (`CLANG` names another one), and a recent one, which `tests/clang.sh`
//! puts into the user's cache (`CLUNROLL_CLANG_TIDY` names another one). `CLUNROLL_NO_CLANG=1` leaves the tests out.
//!
//! One process reads many texts. So the definitions of a build are written before the text, and one set of options is enough for all texts
//! of a version of the language. After an error, a process of clang gives fewer warnings: a pair with an error in one of its texts is left
//! out, and the others are read again. `tests/execution/` checks that both texts build.
//!
//! A warning is identified by its flag and its message, without numbers: copies repeat warnings, and add numbers to names.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use tempfile::TempDir;

/// Both texts of a kernel file in one build.
pub struct TextPair {
    /// The name of the pair in a failure.
    pub name: String,
    /// The version of the language for `-cl-std`.
    pub language: Option<String>,
    /// The original and the rewritten text, with the definitions of the build.
    pub texts: [String; 2],
    /// The flags of warnings that are allowed only in the rewritten text.
    pub accepted: Vec<String>,
}

impl TextPair {
    /// A text with the definitions of a build before it, from its `-D` options.
    #[allow(dead_code, reason = "random programs bring their definitions along")]
    pub fn with_defines(text: &str, options: &str) -> String {
        let defines = options.split_whitespace().filter_map(|option| option.strip_prefix("-D"));
        let lines = defines.map(|define| {
            let (name, value) = define.split_once('=').unwrap_or((define, "1"));
            format!("#define {name} {value}\n")
        });
        lines.chain([text.to_owned()]).collect()
    }
}

/// A front end.
pub enum FrontEnd {
    /// `clang`.
    Clang(PathBuf),
    /// `clang-tidy`, which shows clang's own warnings too.
    Tidy(PathBuf),
}

/// The warnings of a front end by file, each with its flag and message.
type Said = BTreeMap<String, BTreeSet<(String, String)>>;

/// Whether the user has waived the tests that need clang.
pub fn is_waived() -> bool {
    env::var("CLUNROLL_NO_CLANG").is_ok_and(|value| value == "1")
}

/// The front ends.
///
/// # Panics
///
/// If one is missing, with a message that says what to do.
pub fn front_ends() -> [FrontEnd; 2] {
    let clang = env::var_os("CLANG").map_or_else(|| PathBuf::from("clang"), PathBuf::from);
    let home = || PathBuf::from(env::var_os("HOME").unwrap_or_default()).join(".cache");
    let cache = env::var_os("XDG_CACHE_HOME").map_or_else(home, PathBuf::from);
    let in_cache = || cache.join("clunroll-clang/bin/clang-tidy");
    let tidy = env::var_os("CLUNROLL_CLANG_TIDY").map_or_else(in_cache, PathBuf::from);
    for program in [&clang, &tidy] {
        let is_there = Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
        assert!(
            is_there,
            "there is no {}. Install the package `clang` and run `sh tests/clang.sh ~/.cache/clunroll-clang`, as `sh \
             tests/run.sh --full` does, or set CLUNROLL_NO_CLANG=1 to leave these tests out.",
            program.display()
        );
    }
    [FrontEnd::Clang(clang), FrontEnd::Tidy(tidy)]
}

/// The findings of a front end in pairs of texts.
#[derive(Default)]
pub struct Comparison {
    /// The warnings that only the rewritten texts have, as lines.
    pub new: Vec<String>,
    /// The accepted ones of these: the number of the pair, and the flag.
    #[allow(dead_code, reason = "random programs accept none")]
    pub accepted: BTreeSet<(usize, String)>,
    /// How many pairs have no errors.
    pub compiled: usize,
}

/// Compares the warnings of both texts of each pair.
pub fn new_warnings(front_end: &FrontEnd, pairs: &[TextPair], include_folder: &Path) -> Comparison {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let path = |number: usize, side: usize| folder.path().join(format!("{number}.{side}.cl"));
    for (number, pair) in pairs.iter().enumerate() {
        for (side, text) in pair.texts.iter().enumerate() {
            fs::write(path(number, side), text).expect("there is room for temporary files");
        }
    }
    let mut groups: BTreeMap<&Option<String>, Vec<usize>> = BTreeMap::new();
    for (number, pair) in pairs.iter().enumerate() {
        groups.entry(&pair.language).or_default().push(number);
    }
    let mut found = Comparison::default();
    for (language, mut numbers) in groups {
        let said = loop {
            let files: Vec<PathBuf> = numbers.iter().flat_map(|&number| [path(number, 0), path(number, 1)]).collect();
            let said = read_all(front_end, &files, language.as_deref(), &folder, include_folder);
            let has_error = |number: &usize| {
                let of_side = |side| said.get(&name(&path(*number, side)));
                [0, 1].into_iter().filter_map(of_side).flatten().any(|(flag, _)| flag == "error")
            };
            let before = numbers.len();
            numbers.retain(|number| !has_error(number));
            if numbers.len() == before {
                break said;
            }
        };
        found.compiled += numbers.len();
        for number in numbers {
            let [known, new] = [0, 1].map(|side| said.get(&name(&path(number, side))).cloned().unwrap_or_default());
            for (flag, message) in new.difference(&known) {
                if pairs[number].accepted.contains(flag) {
                    found.accepted.insert((number, flag.clone()));
                } else {
                    found.new.push(format!("{}: {message} [{flag}]", pairs[number].name));
                }
            }
        }
    }
    found
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Reads files, in as many processes as there are cores.
fn read_all(front_end: &FrontEnd, files: &[PathBuf], language: Option<&str>, folder: &TempDir, include: &Path) -> Said {
    let cores = thread::available_parallelism().map_or(2, usize::from);
    let share = files.len().div_ceil(cores).max(1);
    thread::scope(|scope| {
        let read = |part| scope.spawn(move || read_part(front_end, part, language, folder, include));
        let parts: Vec<_> = files.chunks(share).map(read).collect();
        parts.into_iter().flat_map(|part| part.join().expect("reading does not panic")).collect()
    })
}

fn read_part(
    front_end: &FrontEnd,
    files: &[PathBuf],
    language: Option<&str>,
    folder: &TempDir,
    include: &Path,
) -> Said {
    let standard = language.map(|language| format!("-cl-std={language}"));
    let include = format!("-I{}", include.display());
    let triple = "x86_64-unknown-linux-gnu";
    let output = match front_end {
        FrontEnd::Clang(clang) => {
            let resources = Command::new(clang).arg("-print-resource-dir").output().expect("clang runs").stdout;
            let resources = PathBuf::from(String::from_utf8_lossy(&resources).trim());
            let mut command = Command::new(clang);
            command.args(["-cc1", "-triple", triple, "-resource-dir"]).arg(&resources);
            command.arg("-internal-isystem").arg(resources.join("include"));
            command.args(["-x", "cl", "-finclude-default-header", "-fdeclare-opencl-builtins", "-fsyntax-only"]);
            command.args(["-ferror-limit", "0", "-Wall", &include]).args(standard).args(files);
            command.output().expect("clang runs")
        }
        FrontEnd::Tidy(tidy) => {
            let mut command = Command::new(tidy);
            // At least one of its own checks must be on; this one looks for calls that no kernel has.
            command.args(["--quiet", "--checks=-*,clang-diagnostic-*,android-cloexec-open"]).args(files);
            command.args(["--", "-x", "cl", &format!("--target={triple}"), "-Wall", &include]).args(standard);
            command.output().expect("clang-tidy runs")
        }
    };
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    let mut said = Said::new();
    for line in text.lines() {
        if let Some((file, flag, message)) = diagnostic(line) {
            said.entry(file).or_default().insert((flag, message));
        }
    }
    assert!(text.is_empty() || !said.is_empty() || !text.contains("error"), "{}: {text}", folder.path().display());
    said
}

// line = path ":" number ":" number ": " ("warning" | "error" | "fatal error") ": " message " [" flag "]"
fn diagnostic(line: &str) -> Option<(String, String, String)> {
    let (place, rest) = line.split_once(": ")?;
    let (kind, message) = rest.split_once(": ")?;
    let file = name(Path::new(place.split(".cl:").next()?)) + ".cl";
    let (message, flag) = message.rsplit_once(" [").unwrap_or((message, ""));
    let flag = flag.trim_end_matches(']').split(',').next().unwrap_or_default();
    let flag = flag.strip_prefix("clang-diagnostic-").map_or_else(|| flag.to_owned(), |flag| format!("-W{flag}"));
    match kind {
        "warning" => Some((file, flag, without_numbers(message))),
        "error" | "fatal error" => Some((file, "error".to_owned(), without_numbers(message))),
        _ => None,
    }
}

/// A message with each number changed to 0, and the names of copies changed to the original's.
fn without_numbers(message: &str) -> String {
    let mut text = String::new();
    for letter in message.chars() {
        match letter {
            '0'..='9' if text.ends_with('0') => {}
            '0'..='9' => text.push('0'),
            _ => text.push(letter),
        }
    }
    text.replace("_0", "")
}

#[test]
fn diagnostics_are_read() {
    let line = "/tmp/a.b/17.1.cl:9:15: warning: unused variable 'sum_1_2' [clang-diagnostic-unused-variable]";
    let expected = ["17.1.cl", "-Wunused-variable", "unused variable 'sum'"].map(str::to_owned);
    assert_eq!(diagnostic(line), Some(expected.into()));
    let line = "/tmp/x/3.0.cl:9:15: error: use of undeclared identifier 'i'";
    assert_eq!(diagnostic(line).map(|(_, flag, _)| flag), Some("error".to_owned()));
    assert_eq!(diagnostic("2 warnings generated."), None);
}
