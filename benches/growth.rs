//! Time and memory against size: `cargo bench --bench growth [-- [check] SHAPE…]`, `-- write SHAPE MB FILE`
//!
//! Each shape of `inputs/` is written as a file of 1, 2, 4, 8 and 16 MB and given to the program, which is measured from outside: its time
//! on a core (user and system), and its peak of memory. The next column is the ratio to the time for half the size: 2 for linear growth, 4
//! for quadratic growth. A shape `cases/TOPIC/NAME` repeats a file of `tests/cases/`. With `check`, `clunroll check` runs. The environment
//! variable `SIZES=0.25,0.5` chooses other sizes, in MB, and `CLUNROLL=FILE` another program. With `write`, one text is written.

#![allow(clippy::cast_precision_loss, reason = "sizes and times are shown with few digits")]

mod inputs;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use inputs::{SHAPES, repeat};
use wait4::Wait4;

const MB: f64 = 1e6;

/// The cost of one run.
struct Cost {
    cpu: Duration,
    memory: u64,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if let [write, shape, size, file] = &words[..]
        && write == "write"
    {
        return self::write(shape, (size.parse::<f64>().expect("a size in MB") * MB) as usize, Path::new(file));
    }
    let checks = words.iter().any(|word| word == "check");
    let wanted: Vec<&str> = words.iter().map(String::as_str).filter(|word| *word != "check").collect();
    let sizes = std::env::var("SIZES").unwrap_or_else(|_| "1,2,4,8,16".to_owned());
    let sizes: Vec<f64> = sizes.split(',').map(|size| size.parse().expect("a size in MB")).collect();
    let all: Vec<&str> = SHAPES.iter().map(|shape| shape.name).collect();
    println!(
        "{:<34} {:>6} {:>9} {:>8} {:>6} {:>9} {:>9}",
        "shape", "MB", "CPU ms", "ms/MB", "ratio", "peak MB", "per byte"
    );
    let folder = tempfile::tempdir().expect("a folder for the inputs");
    for name in if wanted.is_empty() { &all } else { &wanted } {
        let mut before: Option<Duration> = None;
        for &size in &sizes {
            let path = folder.path().join("input.cl");
            write(name, (size * MB) as usize, &path);
            let Cost { cpu, memory } = cost(&path, checks);
            let length = path.metadata().expect("the input is there").len() as f64;
            let ms = cpu.as_secs_f64() * 1e3;
            let ratio =
                before.map_or_else(String::new, |before| format!("{:.2}", cpu.as_secs_f64() / before.as_secs_f64()));
            println!(
                "{name:<34} {size:>6} {ms:>9.1} {:>8.2} {ratio:>6} {:>9.1} {:>9.2}",
                ms / (length / MB),
                memory as f64 / MB,
                (memory as f64 - 10.0 * MB).max(0.0) / length,
            );
            before = Some(cpu);
        }
    }
}

/// Writes a shape of that size.
fn write(name: &str, size: usize, path: &Path) {
    let mut out = BufWriter::new(File::create(path).expect("the input can be created"));
    let written = if let Some(case) = name.strip_prefix("cases/") {
        repeat(&cases().join(case).with_extension("cl"), size, &mut out)
    } else {
        let shape = SHAPES.iter().find(|shape| shape.name == name);
        shape.unwrap_or_else(|| panic!("there is no shape {name}")).write(size, &mut out)
    };
    written.and_then(|()| out.flush()).expect("the input can be written");
}

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

/// The least time and memory of several runs.
fn cost(input: &Path, checks: bool) -> Cost {
    let once = || {
        let mut command = Command::new(std::env::var_os("CLUNROLL").unwrap_or(env!("CARGO_BIN_EXE_clunroll").into()));
        if checks {
            command.arg("check")
        } else {
            command.arg("-o").arg(input.with_extension("out"))
        };
        command.arg("-I").arg(cases()).arg(input).stdout(Stdio::null()).stderr(Stdio::null());
        let used = command.spawn().expect("clunroll runs").wait4().expect("it ends").rusage;
        Cost { cpu: used.utime + used.stime, memory: used.maxrss }
    };
    let first = once();
    // Other programs use the machine too, so short runs are timed more often.
    let times = (200.0 / (first.cpu.as_secs_f64() * 1e3).max(1.0)).ceil().min(5.0) as usize;
    (1..times)
        .map(|_| once())
        .fold(first, |least, one| Cost { cpu: least.cpu.min(one.cpu), memory: least.memory.min(one.memory) })
}
