//! The time of each step: `cargo bench --bench speed [-- FILTER]`
//!
//! All of it is measured within one process, through the library, except the start of the program and the check of a tree, which are whole
//! processes. The lexer is not public. Instead, a text whose only request is at its end is lexed and preprocessed as a whole, and only one
//! function of it is parsed.

mod inputs;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clunroll::{NoIncludes, Options, Session, unroll};
use criterion::{Criterion, Throughput};
use inputs::SHAPES;

fn text(shape: &str, size: usize) -> Vec<u8> {
    SHAPES.iter().find(|known| known.name == shape).expect("a known shape").text(size)
}

fn rewritten(source: &[u8]) -> usize {
    unroll(source, &Options::default(), &mut NoIncludes).text.len()
}

fn of_the_repository(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The kernels in a folder of the repository, by name.
fn kernels(folder: &str) -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(of_the_repository(folder)).expect("a folder of the repository");
    let paths = files.map(|file| file.expect("a listed file").path());
    let kernels = paths.filter(|path| path.extension().is_some_and(|extension| extension == "cl"));
    let mut kernels: Vec<_> = kernels
        .map(|path| {
            let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            (name, fs::read(path).expect("a listed file can be read"))
        })
        .collect();
    kernels.sort();
    kernels
}

/// A megabyte of each: without requests, and with one request at the end.
fn reading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("reading");
    for (name, shape) in [
        ("pass-through", "no-request"),
        ("lexing", "one-request"),
        ("comments", "comments"),
        ("conditions", "conditions"),
        ("macros", "macros"),
    ] {
        let source = text(shape, 1_000_000);
        group.throughput(Throughput::Bytes(source.len() as u64));
        group.bench_function(name, |bencher| bencher.iter(|| rewritten(&source)));
    }
}

/// Each kernel of the repository, and all of them in one session.
fn rewriting(criterion: &mut Criterion) {
    let kernels = kernels("kernels");
    let mut group = criterion.benchmark_group("rewriting");
    for (name, source) in &kernels {
        group.bench_function(name, |bencher| bencher.iter(|| rewritten(source)));
    }
    group.bench_function("all in one session", |bencher| {
        bencher.iter(|| {
            let session = Session::new();
            let options = Options::default();
            let texts = kernels.iter().map(|(_, source)| session.unroll(source, &options, &mut NoIncludes).text.len());
            texts.sum::<usize>()
        });
    });
}

/// Ten megabytes with 5,000 requests.
fn many_requests(criterion: &mut Criterion) {
    let source = text("requests", 10_000_000);
    let mut group = criterion.benchmark_group("10 MB");
    group.sample_size(10).throughput(Throughput::Bytes(source.len() as u64));
    group.bench_function("5,000 requests", |bencher| bencher.iter(|| rewritten(&source)));
}

/// Nested brackets and blocks in the body of one loop; 300 levels are more than are parsed.
fn nesting(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("nesting");
    for depth in [10, 50, 100, 200, 300] {
        let brackets = format!("a[i] = {}1{};", "(".repeat(depth), ")".repeat(depth));
        let blocks = format!("{}a[i] += 1;{}", "{ ".repeat(depth), " }".repeat(depth));
        for (name, deep) in [("brackets", brackets), ("blocks", blocks)] {
            let head = "kernel void k(global int *a) {\n#pragma unroll 4\nfor (int i = 0; i < 100; i++) { ";
            let source = format!("{head}{deep} }}\n}}\n").into_bytes();
            group.bench_function(format!("{depth} {name}"), |bencher| bencher.iter(|| rewritten(&source)));
        }
    }
}

/// Whole processes: one without work, and a check of all files in two folders.
fn processes(criterion: &mut Criterion) {
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_clunroll"));
        command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().expect("clunroll runs")
    };
    let mut group = criterion.benchmark_group("process");
    group.bench_function("start", |bencher| bencher.iter(|| run(&["--version"])));
    group.bench_function("one kernel", |bencher| bencher.iter(|| run(&["kernels/stencil.cl", "-o", "-"])));
    group.sample_size(20);
    group.bench_function("check of a tree", |bencher| bencher.iter(|| run(&["check", "kernels", "tests/cases"])));
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for bench in [reading, rewriting, many_requests, nesting, processes] {
        bench(&mut criterion);
    }
    criterion.final_summary();
}
