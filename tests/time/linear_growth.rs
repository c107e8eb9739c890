//! Time and memory grow linearly with the size of the input, whatever its content.
//!
//! Each shape of `benches/inputs/` is given to the program at one size and at four times that size. The time of the process on a core is
//! compared only with itself: linear growth takes four times as long, quadratic growth sixteen times. The bound lies between, with
//! tolerance for a busy machine. A process that was disturbed gets more attempts, and the fastest of them counts. Sizes are small, since
//! the tested program has few optimisations: a cheap quadratic step does not show here, but in `benches/growth.rs`.

#[path = "../../benches/inputs/mod.rs"]
mod inputs;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use inputs::{SHAPES, Shape, repeat};
use wait4::{ResourceUsage, Wait4};

/// The most that four times the size may take.
const MOST: f64 = 8.0;

/// How many measurements of a pair of sizes may fail before it counts as too slow.
const ATTEMPTS: usize = 4;

fn written(path: &Path, write: impl Fn(&mut dyn Write) -> std::io::Result<()>) {
    let mut out = BufWriter::new(File::create(path).unwrap());
    write(&mut out).and_then(|()| out.flush()).unwrap();
}

fn usage(input: &Path) -> ResourceUsage {
    let mut command = Command::new(env!("CARGO_BIN_EXE_clunroll"));
    command.arg(input).arg("-o").arg(input.with_extension("out")).stdout(Stdio::null()).stderr(Stdio::null());
    let used = command.spawn().unwrap().wait4().unwrap();
    assert!(used.status.code().is_some_and(|code| code < 2), "{}: {:?}", input.display(), used.status);
    used.rusage
}

/// Seconds on a core.
fn time(input: &Path) -> f64 {
    let used = usage(input);
    (used.utime + used.stime).as_secs_f64()
}

/// Fails if four times the text takes far more than four times as long.
fn grows_like_its_size(name: &str, size: usize, write: impl Fn(usize, &mut dyn Write) -> std::io::Result<()>) {
    let folder = tempfile::tempdir().unwrap();
    let (small, large) = (folder.path().join("small.cl"), folder.path().join("large.cl"));
    written(&small, |out| write(size, out));
    written(&large, |out| write(4 * size, out));
    let (mut least_small, mut least_large) = (f64::MAX, f64::MAX);
    for _ in 0..ATTEMPTS {
        least_small = least_small.min(time(&small));
        least_large = least_large.min(time(&large));
        if least_large < MOST * least_small {
            return;
        }
    }
    panic!("{name}: {least_small} s for {size} bytes, {least_large} s for four times as many");
}

fn shape(name: &str) -> Shape {
    *SHAPES.iter().find(|shape| shape.name == name).unwrap_or_else(|| panic!("there is no shape {name}"))
}

#[test]
fn time_grows_like_the_size_of_what_is_only_read() {
    for name in ["no-request", "one-request", "brackets", "conditions", "long-line", "comments", "macros"] {
        grows_like_its_size(name, 200_000, |size, out| shape(name).write(size, out));
    }
}

#[test]
fn time_grows_like_the_number_of_requests() {
    for shape in SHAPES.iter().filter(|shape| shape.has_many_requests) {
        grows_like_its_size(shape.name, 40_000, |size, out| shape.write(size, out));
    }
}

/// Files whose repetition once took quadratic time: constants, redefined macros, barriers after macros.
#[test]
fn time_grows_like_the_number_of_repetitions() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    for case in [
        "trip-counts/parts_of_objects",
        "promotion/host_decides",
        "barriers/inside_a_called_function",
        "macros/loops_left",
    ] {
        grows_like_its_size(case, 50_000, |size, out| repeat(&cases.join(case).with_extension("cl"), size, out));
    }
}

/// A head with only names, each of which may be a specifier.
#[test]
fn time_grows_like_the_length_of_a_head() {
    grows_like_its_size("a head", 20_000, |size, out| {
        write!(out, "{}void f(int n) {{\n#pragma unroll 2\nfor (int i = 0; i < n; i++);\n}}\n", "ab ".repeat(size / 3))
    });
}

/// Structures that contain two of the previous one, so that each doubles the number of paths to the first one.
#[test]
fn time_grows_like_the_number_of_nested_structures() {
    grows_like_its_size("structures", 6_000, |size, out| {
        let last = size / 40;
        writeln!(out, "struct S0 {{ char x; }};")?;
        for number in 1..=last {
            writeln!(out, "struct S{number} {{ struct S{} a, b; }};", number - 1)?;
        }
        let bound = format!("(int)(sizeof(struct S{last}) / sizeof(struct S{}))", last - 1);
        write!(out, "void f(void) {{\n#pragma unroll\nfor (int i = 0; i < {bound}; i++);\n}}\n")
    });
}

/// One function with many requests that a condition defines, and as many conditions that define them.
#[test]
fn time_grows_like_the_number_of_chosen_macros() {
    let chain = "#ifdef A\n#define U _Pragma(\"unroll 2\")\n#else\n#define U\n#endif\n";
    let request = "U for (int i = 0; i < n; i++) o[i] = n;\n";
    let function = |text: &str| format!("kernel void k(global int *o, int n) {{\n{text}}}\n");
    grows_like_its_size("uses in one function", 20_000, |size, out| {
        write!(out, "{chain}{}", function(&request.repeat(size / request.len())))
    });
    let redefined = format!("#undef U\n{chain}{request}");
    grows_like_its_size("conditions in one function", 20_000, |size, out| {
        write!(out, "{}", function(&redefined.repeat(size / redefined.len())))
    });
    let elif = "#elif A\n#define U\n";
    grows_like_its_size("a chain of many branches", 20_000, |size, out| {
        let branches = elif.repeat(size / elif.len() / 2);
        let uses = request.repeat(size / request.len() / 2);
        write!(out, "#ifdef A\n#define U _Pragma(\"unroll 2\")\n{branches}#endif\n{}", function(&uses))
    });
}

/// Loops whose headers end in the next invocation of the macro that makes them: each depends on the next one.
#[test]
fn time_grows_like_the_number_of_loops_that_hang_on_one_another() {
    grows_like_its_size("loops in a row", 5_000, |size, out| {
        let each = "_Pragma(\"unroll 2\") for (int i = 0; i < n; i++";
        let uses = "N\n".repeat(size / 2);
        write!(out, "#define N ) ; {each}\nvoid f(int n) {{ {each}\n{uses});\n}}\n")
    });
}

/// Less than five times the input and ten megabytes. An optimised program uses 7 MB of these for a tiny input. A program without
/// optimisation uses more, for its code, so only the growth beyond that counts.
#[test]
fn memory_is_a_small_multiple_of_what_is_only_read() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["no-request", "one-request", "long-line", "comments"] {
        let peak = |size: usize| {
            let input = folder.path().join(name);
            written(&input, |out| shape(name).write(size, out));
            (usage(&input).maxrss, input.metadata().unwrap().len())
        };
        let ((least, _), (most, length)) = (peak(1), peak(4_000_000));
        assert!(most < least + 3_000_000 + 5 * length, "{name}: {least} bytes for nothing, {most} for {length}");
    }
}
