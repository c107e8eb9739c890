//! The tables of tuned kernels in docs/PERFORMANCE.md and README.md are made of docs/performance/tuned/.

use std::fmt::Write;

use crate::measurements::{DEVICES, TunedKernel, forms, geometric_mean, hold, least, most, speed, tuned};

/// What the kernels are, in words.
const WORDS: [(&str, &str); 31] = [
    ("csr_memory", "rows of a sparse matrix, bounds in memory"),
    ("fft_batch", "FFT of 256 points in steps of four"),
    ("gemv_i8", "vector by matrix of bytes"),
    ("mul_mat_vec_q4_0", "vector by matrix of 4-bit blocks"),
    ("mul_mat_vec_q8_0", "vector by matrix of 8-bit blocks"),
    ("layernorm", "layer normalisation"),
    ("softmax", "softmax"),
    ("nbody", "bodies in a tile"),
    ("nbody_continue", "the same, with `continue`"),
    ("convolution_layer", "a layer of convolutions"),
    ("ellpack", "rows of a sparse matrix, ELLPACK"),
    ("motion_search", "search for motion in video"),
    ("nearest_centres", "nearest centre of each point"),
    ("bilateral", "bilateral filter"),
    ("attention_scores", "scores of attention"),
    ("product_of_rows", "eight rows of a product"),
    ("fir", "filter with many taps"),
    ("convolve_rows", "four rows of a convolution"),
    ("forces", "forces between bodies"),
    ("dots", "dot products of rows"),
    ("heat", "heat in rods"),
    ("convolutionCols", "columns of a separable convolution"),
    ("convolutionRows", "rows of a separable convolution"),
    ("heat_rod", "heat in one rod"),
    ("sgemm", "product of matrices, tiles in registers"),
    ("spmv_csr_scalar", "rows of a sparse matrix"),
    ("stencil7", "stencil of seven points"),
    ("spmv_csr_vector", "rows of a sparse matrix, several work-items each"),
    ("sha256", "SHA-256 of many messages"),
    ("bitonic_local", "bitonic sort in local memory"),
    ("histogram256", "histogram of bytes"),
];

/// The kernels of `kernels/nests.cl` were written to be jammed; all others are of real size.
const NESTS: &str = "nests.cl";

/// The goals: the geometric mean of the tuned kernels of real size on each device, that of the nests on a GPU, and the least on all.
const GOALS: [(&str, f64); 3] = [("h100", 1.2), ("pocl", 3.0), ("intel", 2.0)];
const NESTS_GOAL: (&str, f64) = ("h100", 1.7);
const LEAST_GOAL: f64 = 0.98;

/// A kernel gains nothing below this.
const GAIN: f64 = 1.02;

type TunedSpeed = fn(&TunedKernel) -> f64;

/// A text of a tuned kernel: its column, and its speed.
const TEXTS: [(&str, TunedSpeed); 3] =
    [("As written", |row| row.as_written), ("By default", |row| row.by_default), ("Tuned", |row| row.tuned)];

#[test]
fn the_tables_of_tuned_kernels_are_as_measured() {
    hold("docs/PERFORMANCE.md", "tuned", DEVICES.len(), table);
}

#[test]
fn the_table_of_the_readme_is_as_measured() {
    hold("README.md", "tuned", 1, |_| overview());
}

/// One row for each kernel of a device, those of real size first, with a summary of each group.
fn table(device: &str) -> String {
    let rows = tuned(device);
    let name = &rows.first().expect("a kernel was tuned").device;
    let mut text = format!("{name}.\n\n| Kernel | As written | By default | Tuned |\n|---|---|---|---|\n");
    let words =
        |row: &TunedKernel| WORDS.iter().find(|(kernel, _)| *kernel == row.kernel).expect("a kernel has words").1;
    let after = verdict(device, &rows, words);
    let (nests, real): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.file == NESTS);
    for (group, word) in [(real, "of real size"), (nests, "of the nests")] {
        for row in &group {
            text.push_str(&cells(words(row), &TEXTS.map(|(_, of)| of(row))));
        }
        for (summary, of) in [("geometric mean", geometric_mean as fn(&[f64]) -> f64), ("least", least)] {
            if !group.is_empty() {
                let speeds = TEXTS.map(|(_, speed)| of(&group.iter().map(speed).collect::<Vec<_>>()));
                text.push_str(&cells(&format!("**{summary} {word}**"), &speeds));
            }
        }
    }
    text.push_str(&after);
    text
}

/// Which goals are reached, and which kernels gain nothing.
fn verdict(device: &str, rows: &[TunedKernel], words: impl Fn(&TunedKernel) -> &'static str) -> String {
    let (_, goal) = GOALS.iter().find(|(name, _)| *name == device).expect("a device has a goal");
    let [tuned, nests] = [false, true].map(|is_nest| geometric_mean(&group(rows, is_nest, |row| row.tuned)));
    let all: Vec<f64> = rows.iter().map(|row| row.tuned).collect();
    let reached = |is_reached| if is_reached { "reached" } else { "**not reached**" };
    let (mean, worst) = (reached(tuned >= *goal), reached(least(&all) >= LEAST_GOAL));
    let without: Vec<_> = rows.iter().filter(|row| row.tuned < GAIN).map(words).collect();
    let of_nests = if device == NESTS_GOAL.0 {
        format!(" One of {} over the nests was another: {} ({nests:.3}).", NESTS_GOAL.1, reached(nests >= NESTS_GOAL.1))
    } else {
        String::new()
    };
    format!(
        "\nA geometric mean of {goal} over the kernels of real size was the goal: {mean} ({tuned:.3}).{of_nests} No kernel was to be below {LEAST_GOAL}: {worst} \
         ({:.3} at least). These gain less than 2 %: {}.\n",
        least(&all),
        without.join("; "),
    )
}

/// The speeds of one text of the nests, or of the kernels of real size.
fn group(rows: &[TunedKernel], is_nest: bool, of: TunedSpeed) -> Vec<f64> {
    rows.iter().filter(|row| (row.file == NESTS) == is_nest).map(of).collect()
}

fn cells(name: &str, speeds: &[f64]) -> String {
    let shown: Vec<_> = speeds.iter().map(|speed| format!("{speed:.2}")).collect();
    format!("| {name} | {} |\n", shown.join(" | "))
}

/// A row for each way to ask, with all devices.
fn overview() -> String {
    let devices = DEVICES.map(|(device, _)| (tuned(device), forms(device)));
    let names = DEVICES.map(|(_, name)| name).join(" | ");
    let mut text = format!("| | {names} |\n|---|---|---|---|\n");
    let mut line = |name: &str, cells: [String; 3]| {
        let _ = writeln!(text, "| {name} | {} |", cells.join(" | "));
    };
    let with_mean = |speeds: &[f64]| {
        if speeds.is_empty() {
            return "not measured".to_owned();
        }
        format!("{:.2}, {:.2}, {:.2}", geometric_mean(speeds), least(speeds), most(speeds))
    };
    let [as_written, by_default, best] = TEXTS.map(|(_, of)| of);
    line(
        "kernels of real size, [tuned](docs/PERFORMANCE.md#what-tuning-gains): mean, least, most",
        devices.each_ref().map(|(rows, _)| with_mean(&group(rows, false, best))),
    );
    line("the same, by default", devices.each_ref().map(|(rows, _)| with_mean(&group(rows, false, by_default))));
    line(
        "the same, pragmas left to the vendor's compiler",
        devices.each_ref().map(|(rows, _)| with_mean(&group(rows, false, as_written))),
    );
    line(
        "of these, gaining less than 2 % when tuned",
        devices.each_ref().map(|(rows, _)| {
            let speeds = group(rows, false, best);
            format!("{} of {}", speeds.iter().filter(|speed| **speed < GAIN).count(), speeds.len())
        }),
    );
    line(
        "six nests, tuned: mean, least, most",
        devices.each_ref().map(|(rows, _)| with_mean(&group(rows, true, best))),
    );
    let nests = ["product_of_rows", "fir", "convolve_rows", "forces", "dots", "heat"];
    let others = ["waves", "polynomial_global", "convolve"];
    for (name, cases, variant) in [
        ("six nests, [jammed](docs/PERFORMANCE.md#against-no-pragma): least, most", &nests[..], "jammed"),
        ("the same, unrolled without a jam", &nests, "clunroll"),
        ("three kernels, with `restrict`", &others, "restrict"),
    ] {
        line(
            name,
            devices.each_ref().map(|(_, rows)| {
                let speeds: Vec<_> = cases.iter().filter_map(|case| speed(rows, case, variant)).collect();
                assert_eq!(speeds.len(), cases.len(), "{variant}");
                format!("{:.2}, {:.2}", least(&speeds), most(&speeds))
            }),
        );
    }
    text
}
