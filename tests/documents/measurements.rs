//! What was measured, in docs/performance/, and the parts of pages that are made of it.
//!
//! Such a part stands between `<!-- KIND: SUBJECT -->` and `<!-- end -->`. A test makes it again and compares the two, so that a page and
//! its measurements cannot be changed separately. This command writes the parts instead:
//! `CLUNROLL_FIGURES=write cargo test --test documents as_measured`

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The devices in the order of the tables: the name of their files, and their name for a reader.
pub const DEVICES: [(&str, &str); 3] =
    [("h100", "NVIDIA H100"), ("pocl", "PoCL, AMD EPYC"), ("intel", "Intel's CPU runtime, AMD EPYC")];

/// A kernel that was tuned: a row of docs/performance/tuned/NAME.csv, which `benches/tune_table.py` writes. All speeds say how many times as
/// fast as the text without pragmas another text is.
#[derive(Clone, Debug, Deserialize)]
pub struct TunedKernel {
    pub device: String,
    pub file: String,
    pub kernel: String,
    #[serde(rename = "no pragma, us")]
    pub microseconds: f64,
    /// The text as written, whose pragmas the vendor's compiler carries out.
    #[serde(rename = "as written")]
    pub as_written: f64,
    /// What clunroll writes for it without options about forms.
    #[serde(rename = "by default")]
    pub by_default: f64,
    pub tuned: f64,
    pub choice: String,
}

/// A variant of a kernel for one size: a row of docs/performance/forms-NAME.csv, which examples/bench.rs writes.
#[derive(Clone, Debug, Deserialize)]
pub struct MeasuredForm {
    pub case: String,
    pub size: usize,
    pub variant: String,
    #[serde(rename = "time us")]
    pub microseconds: f64,
    #[serde(rename = "against unroll 1")]
    pub against_one: f64,
}

/// The kernels that were tuned on a device.
pub fn tuned(device: &str) -> Vec<TunedKernel> {
    rows(&format!("tuned/{device}.csv"))
}

/// The forms that were measured on a device.
pub fn forms(device: &str) -> Vec<MeasuredForm> {
    rows(&format!("forms-{device}.csv"))
}

/// The rows of a file in docs/performance/.
pub fn rows<R: for<'d> Deserialize<'d>>(name: &str) -> Vec<R> {
    let path = Path::new(ROOT).join("docs/performance").join(name);
    let mut reader = csv::Reader::from_path(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    reader.deserialize().map(|row| row.unwrap_or_else(|error| panic!("{}: {error}", path.display()))).collect()
}

/// How many times as fast as without a pragma a variant of a case is: the geometric mean over its sizes.
pub fn speed(forms: &[MeasuredForm], case: &str, variant: &str) -> Option<f64> {
    let of = |variant| forms.iter().filter(move |row| row.case == case && row.variant == variant);
    let ratio = |own: &MeasuredForm| {
        let plain = of("no pragma").find(|other| other.size == own.size)?;
        Some(own.against_one / plain.against_one)
    };
    let ratios: Vec<f64> = of(variant).filter_map(ratio).collect();
    (!ratios.is_empty()).then(|| geometric_mean(&ratios))
}

pub fn geometric_mean(numbers: &[f64]) -> f64 {
    let (sum, count) = numbers.iter().fold((0.0, 0), |(sum, count), number| (sum + f64::ln(*number), count + 1));
    f64::exp(sum / f64::from(count))
}

pub fn least(numbers: &[f64]) -> f64 {
    numbers.iter().copied().fold(f64::INFINITY, f64::min)
}

pub fn most(numbers: &[f64]) -> f64 {
    numbers.iter().copied().fold(0.0, f64::max)
}

/// Makes all parts of a kind in a page, and checks that there are `count` and that the page has them, or writes them.
pub fn hold(name: &str, kind: &str, count: usize, mut make: impl FnMut(&str) -> String) {
    let path: PathBuf = Path::new(ROOT).join(name);
    let page = fs::read_to_string(&path).expect("the page is there");
    let begin = format!("<!-- {kind}: ");
    let mut parts = page.split(&begin);
    let mut made = parts.next().unwrap_or_default().to_owned();
    let mut found = 0;
    for part in parts {
        let (subject, rest) = part.split_once(" -->\n").expect("a marker ends with its line");
        let (_, after) = rest.split_once("<!-- end -->").expect("a part has an end");
        let _ = write!(made, "{begin}{subject} -->\n\n{}\n<!-- end -->{after}", make(subject));
        found += 1;
    }
    assert_eq!(found, count, "parts of {name} that begin with `{begin}`");
    if env::var("CLUNROLL_FIGURES").as_deref() == Ok("write") {
        fs::write(&path, &made).expect("the page can be written");
    }
    let differing = page.lines().zip(made.lines()).find(|(line, again)| line != again);
    assert!(
        page == made || env::var_os("CLUNROLL_FIGURES").is_some(),
        "{name}: `CLUNROLL_FIGURES=write cargo test --test documents as_measured` writes another text: {differing:?}"
    );
}
