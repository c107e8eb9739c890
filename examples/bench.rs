//! The speed of clunroll's output, compared with the vendor's own unrolling.
//!
//! Each kernel of `kernels/` is built four ways for each factor: without requests, with `#pragma unroll 1`, with `#pragma unroll N` left to
//! the vendor's compiler, and as clunroll writes it. All of them run on the same buffers, in turn and repeatedly, so that disturbances of
//! the machine affect them alike; only ratios of neighbouring runs are compared. Their results must be equal byte for byte.
//!
//! ```text
//! cargo run --release --example bench -- --list
//! cargo run --release --example bench -- --device H200 --csv h200.csv
//! cargo run --release --example bench -- --from h200.csv --svg h200.svg --markdown docs/PERFORMANCE.md
//! ```

#![allow(unsafe_code, reason = "the OpenCL API takes raw pointers and trusts the kernels it runs")]
#![allow(clippy::cast_precision_loss, reason = "times and counts are far below 2^53")]

mod bench {
    pub mod build;
    pub mod cases;
    pub mod chart;
    pub mod data;
    pub mod device;
    pub mod measure;
    pub mod records;
    pub mod statistics;
    pub mod table;
    pub mod variants;
}

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bench::device::Machine;
use bench::measure::Bench;
use bench::records::{self, Record};
use bench::variants::{Factor, Form};
use bench::{cases, chart, table};
use clap::Parser;

/// Times the kernels as the vendor unrolls them and as clunroll does.
#[derive(Debug, Parser)]
#[command(name = "bench")]
pub struct Arguments {
    /// Show the available devices.
    #[arg(long)]
    list: bool,
    /// Run on the first device whose platform or name contains this.
    #[arg(long, default_value = "")]
    device: String,
    /// The folder of the kernels.
    #[arg(long, value_name = "DIR", default_value = "kernels")]
    kernels: PathBuf,
    /// Only cases whose name contains this; repeat the option for several.
    #[arg(long, value_name = "NAME")]
    kernel: Vec<String>,
    /// Only these factors, with commas; `full` is one.
    #[arg(long, value_name = "N", value_delimiter = ',')]
    factor: Vec<Factor>,
    /// The number of runs of each variant.
    #[arg(long, value_name = "N", default_value_t = 15)]
    rounds: usize,
    /// What to time besides the text that clunroll writes unasked, with commas, where it is another text: a remainder (loop,
    /// nested, switch, versions), the text for a CPU (cpu), or a form: plain, jam, loads, restrict.
    #[arg(long, value_name = "FORM", value_delimiter = ',')]
    also: Vec<Form>,
    /// Texts to time besides, as `KERNEL.FACTOR.NAME.cl` in this folder.
    #[arg(long, value_name = "DIR")]
    hand: Option<PathBuf>,
    /// Write the sources, build logs and binaries to this folder.
    #[arg(long, value_name = "DIR")]
    dump: Option<PathBuf>,
    /// Write all measurements to this file.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Measure nothing: take what was measured from this file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["device", "kernel", "factor", "rounds", "csv", "dump", "hand"])]
    from: Option<PathBuf>,
    /// Write a chart of time and registers against factor.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Put the table into this document, between `<!-- measured: NAME -->` and `<!-- end -->`, where NAME is that of the
    /// file of measurements without its extension. If it begins with `forms-`, the table compares forms with no pragma.
    #[arg(long, value_name = "FILE", requires = "from")]
    markdown: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("bench: {why}");
            ExitCode::from(2)
        }
    }
}

/// Does what the arguments ask for. Returns whether all results are equal.
///
/// # Errors
///
/// A failure of a device or a file.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    if arguments.list {
        for name in bench::device::names()? {
            println!("{name}");
        }
        return Ok(true);
    }
    let records = match &arguments.from {
        Some(file) => records::read(file)?,
        None => measured(arguments)?,
    };
    if records.is_empty() {
        return Err("nothing was measured: no case has that name and factor".to_owned());
    }
    print!("{}", table::text(&records));
    if let Some(file) = &arguments.csv {
        records::write(file, &records)?;
    }
    if let Some(file) = &arguments.svg {
        chart::write(file, &records)?;
    }
    if let (Some(file), Some(from)) = (&arguments.markdown, &arguments.from) {
        put_into(file, from, &records)?;
    }
    Ok(records.iter().all(|record| record.is_equal))
}

fn measured(arguments: &Arguments) -> Result<Vec<Record>, String> {
    let machine = Machine::open(&arguments.device)?;
    eprintln!("{}", machine.name);
    let mut bench = Bench::new(&machine, arguments.rounds, arguments.dump.clone());
    let mut measured = Vec::new();
    for case in cases::all() {
        if !arguments.kernel.is_empty() && !arguments.kernel.iter().any(|wanted| case.name.contains(&**wanted)) {
            continue;
        }
        let factors: Vec<_> = case
            .factors
            .iter()
            .copied()
            .filter(|factor| arguments.factor.is_empty() || arguments.factor.contains(factor))
            .collect();
        if factors.is_empty() {
            continue;
        }
        let file = arguments.kernels.join(case.file);
        let source = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let variants = bench::variants::all(&case, &source, &factors, &arguments.also, arguments.hand.as_deref())?;
        measured.extend(bench.case(&case, &variants).map_err(|why| format!("{}: {why}", case.name))?);
    }
    Ok(measured)
}

/// Replaces the table in a document.
fn put_into(file: &Path, from: &Path, records: &[Record]) -> Result<(), String> {
    let place = |error| format!("{}: {error}", file.display());
    let text = fs::read_to_string(file).map_err(place)?;
    let name = from.file_stem().unwrap_or_default().to_string_lossy();
    let head = format!("<!-- measured: {name} -->\n");
    let (before, rest) =
        text.split_once(&head).ok_or_else(|| format!("{}: there is no {}", file.display(), head.trim_end()))?;
    let (_, behind) = rest.split_once("<!-- end -->").ok_or_else(|| format!("{}: there is no end", file.display()))?;
    let table = if name.starts_with("forms-") { table::forms(records) } else { table::markdown(records) };
    let text = format!("{before}{head}\n{table}\n<!-- end -->{behind}");
    fs::write(file, text).map_err(place)
}
