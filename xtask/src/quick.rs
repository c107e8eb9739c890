//! `cargo xtask quick [PART...]`: the quick lane, which a contributor runs after each change
//!
//! It takes less than two minutes after the build, on two quiet cores. It has these parts, which run one after the other:
//!
//! - `unit`: the unit tests of all crates.
//! - `snapshots`: what clunroll writes and says for all kernels and cases, and each format of the diagnostics.
//! - `program`: the command line.
//! - `opencl`: a sample of the kernels and cases on PoCL, as written and as rewritten.
//! - `random`: random loops as C, as written and as rewritten.
//!
//! With names, only those parts run. A part that fails does not stop the others. The time of each part is printed at the
//! end, and the build's time apart from them.
//!
//! The parts are ordinary tests that environment variables restrict. A variable that you set yourself stays:
//! `CLUNROLL_EVERY=1 cargo xtask quick opencl` runs all files on PoCL, and `CLUNROLL_RANDOM_SEED=7 cargo xtask quick
//! random` makes other loops. `CLUNROLL_NO_OPENCL=1` leaves out what needs PoCL. The variables are described in
//! `tests/execution.rs` and `tests/random/main.rs`. PoCL keeps what it compiles in a cache, so the first run takes longest.
//!
//! The full lane is `sh tests/run.sh`. It runs all tests on all platforms, and must pass before a change is merged.

use std::env;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use crate::root;

/// Tests that run together.
struct Part {
    name: &'static str,
    /// Which tests, in the words of `cargo test`.
    targets: &'static [&'static str],
    /// The only test of them; all, if it is empty.
    test: &'static str,
    /// What restricts them, where the user sets nothing else.
    variables: &'static [(&'static str, &'static str)],
}

const PARTS: [Part; 5] = [
    Part { name: "unit", targets: &["--lib"], test: "", variables: &[] },
    Part {
        name: "snapshots",
        targets: &["--test=cases", "--test=formats", "--test=rules_page"],
        test: "",
        variables: &[],
    },
    Part { name: "program", targets: &["--test=cli"], test: "", variables: &[] },
    Part {
        name: "opencl",
        targets: &["--test=execution"],
        test: "rewritten_kernels_compute_what_the_originals_do",
        variables: &[
            ("CLUNROLL_OPENCL_PLATFORM", "Portable Computing Language"),
            ("CLUNROLL_EVERY", "5"),
            ("CLUNROLL_DERIVED", "1"),
        ],
    },
    Part {
        name: "random",
        targets: &["--test=random"],
        test: "rewritten_loops_compute_what_the_originals_do",
        variables: &[("CLUNROLL_RANDOM_LOOPS", "2000")],
    },
];

/// Whether a part has that name.
pub(crate) fn is_part(name: &str) -> bool {
    PARTS.iter().any(|part| part.name == name)
}

/// Runs the parts of those names, or all parts, and prints how long each takes.
pub(crate) fn quick(names: &[&str]) -> ExitCode {
    let parts: Vec<_> = PARTS.iter().filter(|part| names.is_empty() || names.contains(&part.name)).collect();
    let all_targets = parts.iter().flat_map(|part| part.targets).copied();
    let (is_built, build) = timed(cargo_test().arg("--no-run").args(all_targets));
    if !is_built {
        return ExitCode::FAILURE;
    }
    let results: Vec<_> = parts.iter().map(|part| (part.name, run(part))).collect();
    println!();
    print_line("build", build, "");
    for &(name, (is_good, time)) in &results {
        print_line(name, time, if is_good { "passed" } else { "FAILED" });
    }
    print_line("all parts", results.iter().map(|(_, (_, time))| *time).sum(), "");
    if results.iter().all(|(_, (is_good, _))| *is_good) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run(part: &Part) -> (bool, Duration) {
    println!("\n--- {} ---", part.name);
    let mut command = cargo_test();
    command.args(["--quiet", "--no-fail-fast"]).args(part.targets);
    if !part.test.is_empty() {
        command.args(["--", "--exact", part.test]);
    }
    command.envs(part.variables.iter().filter(|(name, _)| env::var_os(name).is_none()).copied());
    timed(&mut command)
}

/// The `cargo test` of all crates, from the root of the repository.
fn cargo_test() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).args(["test", "--workspace"]);
    command
}

/// Whether a command succeeds, and how long it takes.
fn timed(command: &mut Command) -> (bool, Duration) {
    let begin = Instant::now();
    let is_good = match command.status() {
        Ok(status) => status.success(),
        Err(why) => {
            eprintln!("{} does not start: {why}", command.get_program().display());
            false
        }
    };
    (is_good, begin.elapsed())
}

fn print_line(name: &str, time: Duration, result: &str) {
    println!("{name:<10} {:>6.1} s  {result}", time.as_secs_f64());
}
