//! Compiles many programs at once as C and runs original against rewritten text, with `driver.c` around them.
//!
//! OpenCL C without its own types and functions is C, except for a few words, and a C compiler takes milliseconds for a
//! kernel where an OpenCL runtime takes tenths of a second. It does not optimise: the meanings of the texts are compared,
//! and optimising takes longer than all the rest. Signed overflow traps, on both sides: an original that overflows is not
//! a valid test, and a rewritten text that overflows where the original does not is wrong.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::setting;
use super::unread::Unread;

/// How long the pairs of one batch may run.
const PATIENCE: Duration = Duration::from_secs(240);

/// Definitions for the parts of OpenCL C that C lacks.
const PRELUDE: &str = include_str!("prelude.h");

/// Names at file scope that each program has, before its number.
const SHARED: [&str; 7] = ["k", "t", "f", "p", "d", "E", "C"];

/// One program in both texts.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The program's number.
    pub number: u64,
    /// The text as it was made up.
    pub original: String,
    /// The text that clunroll wrote.
    pub rewritten: String,
    /// The text that clunroll wrote for another spelling of the program, if there is one.
    pub respelled: Option<String>,
    /// The macros that it defines.
    pub macros: Vec<String>,
    /// Its functions beside those of [`SHARED`] names.
    pub functions: Vec<String>,
    /// The definitions of each build.
    pub builds: Vec<Vec<(String, String)>>,
    /// The contents, in each build, of the include that clunroll could not read.
    pub included: Vec<String>,
}

impl Pair {
    /// One of the texts with the contents of its include in a build.
    pub fn complete(&self, text: &str, build: usize) -> String {
        let included = self.included.get(build).or(self.included.first()).map_or("", String::as_str);
        text.replace(&Unread::line(self.number), included)
    }
}

/// The result for one pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The same in all builds and runs; whether any run was stopped by a full trace.
    Same { is_cut: bool },
    /// The original does not compile, overflows, or does not end.
    Worthless(String),
    /// The outputs differ.
    Different(String),
}

/// The C compiler and the compiled driver.
pub struct Native {
    folder: TempDir,
    driver: PathBuf,
}

impl Native {
    /// Compiles the driver.
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        let driver = folder.path().join("driver.o");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/random/driver.c");
        if let Err(why) = compile(&source, &driver, &["-O2"]) {
            panic!(
                "the random programs are compiled by `cc`, or what CC names, and it does not compile driver.c:\n{why}"
            );
        }
        Self { folder, driver }
    }

    /// Compares all pairs; `label` is part of the names of temporary files, and is in use once at a time.
    pub fn compare(&self, label: &str, pairs: &[Pair]) -> Vec<Verdict> {
        match self.run(label, pairs) {
            Ok(verdicts) => verdicts,
            Err(why) => match pairs {
                [pair] => vec![self.blame(label, pair, &why)],
                _ => pairs.iter().flat_map(|pair| self.compare(label, std::slice::from_ref(pair))).collect(),
            },
        }
    }

    /// Whose fault it is that a pair does not compile or run.
    fn blame(&self, label: &str, pair: &Pair, why: &str) -> Verdict {
        let unchanged = Pair { rewritten: pair.original.clone(), respelled: None, ..pair.clone() };
        if let Err(why) = self.run(label, &[unchanged]) {
            return Verdict::Worthless(format!("the original does not compile or run: {why}"));
        }
        // A bound or a step of the host's may be one that the assertion about it refuses: a number below zero.
        let mut texts = [Some(&pair.rewritten), pair.respelled.as_ref()].into_iter().flatten();
        if why.contains("negative") && texts.any(|text| text.contains("(void)sizeof(char[")) {
            return Verdict::Worthless(format!("an assertion stops the build: {why}"));
        }
        let plain = Pair { respelled: None, ..pair.clone() };
        let is_other = pair.respelled.is_some() && self.run(label, &[plain]).is_ok();
        let which = if is_other { "the rewritten text of another spelling" } else { "the rewritten text" };
        Verdict::Different(format!("{which} does not compile or run: {why}"))
    }

    fn run(&self, label: &str, pairs: &[Pair]) -> Result<Vec<Verdict>, String> {
        let path = |ending: &str| self.folder.path().join(format!("{label}.{ending}"));
        let (source, object, program, log) = (path("c"), path("o"), path("run"), path("log"));
        fs::write(&source, unit(pairs)).expect("there is room for temporary files");
        let traps = [
            "-fsanitize=signed-integer-overflow,integer-divide-by-zero",
            "-fsanitize-undefined-trap-on-error",
            "-fno-strict-aliasing",
        ];
        let warnings = compile(&source, &object, &traps)?;
        let mut link = Command::new(compiler());
        link.args([&object, &self.driver]).arg("-o").arg(&program);
        let linked = link.output().map_err(|error| error.to_string())?;
        if !linked.status.success() {
            return Err(String::from_utf8_lossy(&linked.stderr).into_owned());
        }
        let output = fs::File::create(&log).map_err(|error| error.to_string())?;
        let child = Command::new(&program).stdin(Stdio::null()).stdout(output).spawn();
        wait(child.map_err(|error| error.to_string())?)?;
        let mut verdicts = read(&fs::read_to_string(&log).map_err(|error| error.to_string())?, pairs)?;
        for (index, verdict) in verdicts.iter_mut().enumerate() {
            let new: Vec<_> = drawn(&warnings, 'r', index).difference(&drawn(&warnings, 'o', index)).cloned().collect();
            if !new.is_empty() && matches!(verdict, Verdict::Same { .. }) {
                *verdict = Verdict::Different(format!("the rewritten text alone draws a warning, {}", new.join(", ")));
            }
        }
        Ok(verdicts)
    }
}

fn compiler() -> String {
    std::env::var("CC").unwrap_or_else(|_| "cc".to_owned())
}

/// Compiles, and returns the warnings, if they are wanted.
fn compile(source: &Path, object: &Path, options: &[&str]) -> Result<String, String> {
    let mut command = Command::new(compiler());
    command.args(["-std=gnu11", "-fsigned-char", "-c"]).args(options).arg(source).arg("-o").arg(object);
    let warnings: &[&str] = if setting("CLUNROLL_RANDOM_WARNINGS") == Some(1) {
        &["-Wall", "-Wno-unknown-pragmas", "-fno-diagnostics-show-caret"]
    } else {
        &["-w"]
    };
    let output = command.args(warnings).output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let first_lines = || said.lines().filter(|line| line.contains("error")).take(6).collect::<Vec<_>>().join("\n");
    if output.status.success() { Ok(said) } else { Err(first_lines()) }
}

/// The names of the warnings that one text of a pair draws.
fn drawn(warnings: &str, side: char, index: usize) -> BTreeSet<String> {
    let file = format!("{side}{index}:");
    let lines = warnings.lines().filter(|line| line.starts_with(&file));
    lines.filter_map(|line| Some(line.rsplit_once('[')?.1.trim_end_matches(']').to_owned())).collect()
}

/// Waits for the end of a child, and kills it if it takes too long.
fn wait(mut child: Child) -> Result<(), String> {
    let begin = Instant::now();
    loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(format!("the program ends with {status}")),
            None if begin.elapsed() > PATIENCE => {
                let _ = child.kill();
                let _ = child.wait();
                return Err("the program does not end".to_owned());
            }
            None => thread::sleep(Duration::from_millis(3)),
        }
    }
}

/// The translation unit of all pairs in all builds.
fn unit(pairs: &[Pair]) -> String {
    let mut text = PRELUDE.to_owned();
    let mut table = String::new();
    for (index, pair) in pairs.iter().enumerate() {
        for (build, defines) in pair.builds.iter().enumerate() {
            let texts = [('o', Some(&pair.original)), ('r', Some(&pair.rewritten)), ('s', pair.respelled.as_ref())];
            for (side, source) in texts.into_iter().filter_map(|(side, text)| Some((side, text?))) {
                for (name, value) in defines {
                    let _ = writeln!(text, "#define {name} {value}");
                }
                let shared = SHARED.map(|name| format!("{name}{}", pair.number));
                let names: Vec<_> = shared.iter().chain(&pair.functions).collect();
                for name in &names {
                    let _ = writeln!(text, "#define {name} {name}_{side}{build}");
                }
                // The compiler's messages name this text.
                let _ = writeln!(text, "#line 1 \"{side}{index}\"");
                // The one pragma that gcc knows, it allows in fewer places.
                text.push_str(&pair.complete(source, build).replace("#pragma GCC unroll", "#pragma other unroll"));
                let of_file = ["OTHER", "other"].map(|name| format!("{name}{}", pair.number));
                for name in names.into_iter().chain(&pair.macros).chain(&of_file) {
                    let _ = writeln!(text, "#undef {name}");
                }
                if side == 's' {
                    undefine_respelled(source, &mut text);
                }
            }
            let name = |side: char| format!("k{}_{side}{build}", pair.number);
            let _ = writeln!(table, "    {{{}, {build}, {}, {}}},", index * 2, name('o'), name('r'));
            if pair.respelled.is_some() {
                let _ = writeln!(table, "    {{{}, {build}, {}, {}}},", index * 2 + 1, name('o'), name('s'));
            }
        }
    }
    let _ = write!(
        text,
        "typedef void kernel(long *, int *, int, uint, long, uchar);\n\
         const struct {{ int program, build; kernel *original, *rewritten; }} pairs[] = {{\n{table}}};\n\
         const int pair_count = sizeof pairs / sizeof *pairs;\n"
    );
    text
}

/// The macros that another spelling defines end with its text.
pub fn undefine_respelled(source: &str, text: &mut String) {
    for line in source.lines() {
        let name = line.strip_prefix("#define ").and_then(|rest| rest.split([' ', '(']).next());
        if let Some(name) = name.filter(|name| name.starts_with("respelled_")) {
            let _ = writeln!(text, "#undef {name}");
        }
    }
}

/// Reads the driver's output.
fn read(log: &str, pairs: &[Pair]) -> Result<Vec<Verdict>, String> {
    let mut verdicts = vec![Verdict::Same { is_cut: false }; pairs.len()];
    for line in log.lines().filter(|&line| line != "done") {
        let broken = || format!("the driver says {line:?}");
        let mut words = line.split(' ');
        let kind = words.next().ok_or_else(broken)?;
        let mut number = || words.next().and_then(|word| word.parse::<usize>().ok()).ok_or_else(broken);
        let (index, build, run) = (number()?, number()?, number()?);
        let what = words.collect::<Vec<_>>().join(" ");
        let verdict = verdicts.get_mut(index / 2).ok_or_else(broken)?;
        let spelling = if index % 2 == 1 { "respelled, " } else { "" };
        let place = format!("{spelling}build {build}, run {run}");
        let found = match kind {
            "F" => Verdict::Same { is_cut: true },
            "X" => Verdict::Worthless(format!("{place}: the original overflows, touches wild memory or never ends")),
            _ => Verdict::Different(format!("{place}: {what}")),
        };
        // The first difference counts most, then a fault that makes the pair worthless.
        let rank = |verdict: &Verdict| match verdict {
            Verdict::Same { is_cut } => u8::from(*is_cut),
            Verdict::Worthless(_) => 2,
            Verdict::Different(_) => 3,
        };
        if rank(&found) > rank(verdict) {
            *verdict = found;
        }
    }
    if log.ends_with("done\n") { Ok(verdicts) } else { Err("the program ended early".to_owned()) }
}
