//! The table: one row for each case and factor, over all its sizes.

use std::fmt::Write;

use super::records::Record;
use super::statistics::{Spread, geometric_mean};
use super::variants::{CLUNROLL, CPU, Factor, JAMMED, LOADS_FIRST, ONE, PLAIN, RESTRICT, VENDOR, VERSIONS};

/// A case with a factor.
pub struct Row {
    /// The case.
    pub case: String,
    /// The factor.
    pub factor: Factor,
    /// The unroller.
    pub variant: String,
    /// The speed relative to `#pragma unroll 1`: without a pragma, of the vendor's unrolling, and of this variant.
    pub speed: [f64; 3],
    /// The speed relative to the vendor's unrolling: the geometric mean over the sizes.
    pub against_vendor: f64,
    /// The same for the size that gains least, with its quartiles.
    pub worst: (usize, [f64; 3]),
    /// Milliseconds of a build: the vendor's and this variant's.
    pub build: [f64; 2],
    /// Registers and spilled bytes: with one copy, of the vendor's unrolling, and of this variant.
    pub registers: [Option<(u32, u32)>; 3],
    /// Whether all results are equal.
    pub is_equal: bool,
}

/// The rows, in the order of the measurements.
pub fn rows(records: &[Record]) -> Vec<Row> {
    let measured = records.iter().filter(|record| record.variant != VENDOR);
    let keys = measured.filter_map(|record| Some((&*record.case, record.factor?, &*record.variant)));
    each_once(keys).into_iter().filter_map(|(case, factor, variant)| row(records, case, factor, variant)).collect()
}

/// Each key once, in the order of first occurrence.
fn each_once<K: PartialEq>(keys: impl Iterator<Item = K>) -> Vec<K> {
    let mut known = Vec::new();
    for key in keys {
        if !known.contains(&key) {
            known.push(key);
        }
    }
    known
}

fn row(records: &[Record], case: &str, factor: Factor, variant: &str) -> Option<Row> {
    let of = |name: &str, factor: Option<Factor>| -> Vec<&Record> {
        let is_meant = |record: &&Record| record.case == case && record.variant == name && record.factor == factor;
        records.iter().filter(is_meant).collect()
    };
    let (plain, one) = (of(PLAIN, None), of(ONE, None));
    let (vendor, own) = (of(VENDOR, Some(factor)), of(variant, Some(factor)));
    let mean = |records: &[&Record]| geometric_mean(records.iter().map(|record| record.against_one.median));
    let ratios: Vec<_> =
        own.iter().filter_map(|record| Some((record.size, Spread::known(record.against_vendor)?))).collect();
    let worst = ratios.iter().min_by(|left, right| left.1.median.total_cmp(&right.1.median))?;
    let registers = |records: &[&Record]| {
        let first = records.first()?;
        first.registers.map(|used| (used, first.spilled.unwrap_or(0)))
    };
    let build = |records: &[&Record]| records.first().map_or(0.0, |record| record.build);
    Some(Row {
        case: case.to_owned(),
        factor,
        variant: variant.to_owned(),
        speed: [mean(&plain), mean(&vendor), mean(&own)],
        against_vendor: geometric_mean(ratios.iter().map(|(_, ratio)| ratio.median)),
        worst: (worst.0, [worst.1.low, worst.1.median, worst.1.high]),
        build: [build(&vendor), build(&own)],
        registers: [registers(&one), registers(&vendor), registers(&own)],
        is_equal: own.iter().chain(&vendor).all(|record| record.is_equal),
    })
}

/// The table for a terminal.
pub fn text(records: &[Record]) -> String {
    let mut text = format!(
        "{:24} {:>6} {:12} | {:>7} {:>7} {:>7} | {:>7} {:>24} | {:>13} | {}\n",
        "kernel", "factor", "variant", "plain", "vendor", "this", "/vendor", "worst size", "build ms", "registers"
    );
    let rows = rows(records);
    for row in &rows {
        let (size, [low, median, high]) = row.worst;
        let _ = writeln!(
            text,
            "{:24} {:>6} {:12} | {:7.2} {:7.2} {:7.2} | {:7.3} {:>5} {:5.3} ({:5.3}-{:5.3}) | {:6.0} {:6.0} | {}{}",
            row.case,
            row.factor.to_string(),
            row.variant,
            row.speed[0],
            row.speed[1],
            row.speed[2],
            row.against_vendor,
            size,
            median,
            low,
            high,
            row.build[0],
            row.build[1],
            row.registers.map(shown).join(" "),
            if row.is_equal { "" } else { " DIFFERENT RESULTS" },
        );
    }
    let mut names: Vec<_> = rows.iter().map(|row| &row.variant).collect();
    names.sort();
    names.dedup();
    for name in names {
        let (mean, least) = summary(rows.iter().filter(|row| row.variant == *name).map(|row| row.against_vendor));
        let _ = writeln!(
            text,
            "{name}: {mean:.3} times as fast as the vendor's in the geometric mean, {least:.3} at least"
        );
    }
    text
}

/// The geometric mean and the least of some ratios.
fn summary(ratios: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    (geometric_mean(ratios.clone()), ratios.fold(f64::INFINITY, f64::min))
}

/// The device, and how often it was measured.
fn head(records: &[Record]) -> String {
    records.first().map_or_else(String::new, |record| format!("{}; {} rounds.\n\n", record.device, record.rounds))
}

fn shown(registers: Option<(u32, u32)>) -> String {
    match registers {
        None => "-".to_owned(),
        Some((used, 0)) => used.to_string(),
        Some((used, spilled)) => format!("{used}+{spilled}B"),
    }
}

/// The table for a document: the speed of each form relative to the kernel without a pragma.
pub fn forms(records: &[Record]) -> String {
    const FORMS: [&str; 6] = [VENDOR, CLUNROLL, JAMMED, LOADS_FIRST, RESTRICT, VERSIONS];
    let mut text = head(records);
    text.push_str(
        "| Kernel | Factor | Vendor's `#pragma unroll` | Unrolled | Jammed | Loads first | `restrict` | Versions |\n",
    );
    text.push_str("|---|---|---|---|---|---|---|---|\n");
    let keys = each_once(records.iter().filter_map(|record| Some((&*record.case, record.factor?))));
    for (case, factor) in keys {
        let of_case = || records.iter().filter(move |record| record.case == case);
        let _ = write!(text, "| {case} | {factor} |");
        for form in FORMS {
            let ratio = |own: &Record| {
                let plain = of_case().find(|other| other.variant == PLAIN && other.size == own.size)?;
                Some(own.against_one.median / plain.against_one.median)
            };
            let ratios: Vec<f64> = of_case().filter(|record| record.variant == form).filter_map(ratio).collect();
            let shown =
                if ratios.is_empty() { String::new() } else { format!(" {:.2}", geometric_mean(ratios.into_iter())) };
            let _ = write!(text, "{shown} |");
        }
        text.push('\n');
    }
    text
}

/// The table for a document: clunroll's output, and that with `--target cpu` if it differs and was timed.
pub fn markdown(records: &[Record]) -> String {
    let (rows, others): (Vec<_>, Vec<_>) = rows(records).into_iter().partition(|row| row.variant == CLUNROLL);
    let tuned: Vec<_> = others.into_iter().filter(|row| row.variant == CPU).collect();
    let tells = rows.iter().any(|row| row.registers[0].is_some());
    let mut text = head(records);
    let for_cpu = if tuned.is_empty() { "" } else { " `--target cpu` against vendor |" };
    let registers = if tells { " Registers: 1, vendor, clunroll |" } else { "" };
    let _ = writeln!(
        text,
        "| Kernel | Factor | No pragma | Vendor | clunroll | clunroll against vendor | Least, at size |{for_cpu} \
         Build, ms: vendor, clunroll |{registers}"
    );
    let more = usize::from(!tuned.is_empty()) + usize::from(tells);
    let _ = writeln!(text, "|---|---|---|---|---|---|---|---|{}", "---|".repeat(more));
    for row in &rows {
        let (size, [low, median, high]) = row.worst;
        let size = if size == 0 { String::new() } else { format!(" at {size}") };
        let _ = write!(
            text,
            "| {} | {} | {:.2} | {:.2} | {:.2} | **{:.2}** | {median:.2} ({low:.2} to {high:.2}){size} |",
            row.case, row.factor, row.speed[0], row.speed[1], row.speed[2], row.against_vendor,
        );
        if !tuned.is_empty() {
            let same = tuned.iter().find(|other| other.case == row.case && other.factor == row.factor);
            let ratio = same.map_or_else(String::new, |other| format!(" {:.2}", other.against_vendor));
            let _ = write!(text, "{ratio} |");
        }
        let _ = write!(text, " {:.0}, {:.0} |", row.build[0], row.build[1]);
        if tells {
            let _ = write!(text, " {} |", row.registers.map(shown).join(", "));
        }
        text.push('\n');
    }
    let (mean, least) = summary(rows.iter().map(|row| row.against_vendor));
    let _ = writeln!(
        text,
        "\nOver all {} rows, clunroll's output is **{mean:.3}** times as fast as the vendor's in the geometric mean, and \
         {least:.3} times at least.",
        rows.len()
    );
    if !tuned.is_empty() {
        let best = |row: &Row| {
            let same = tuned.iter().find(|other| other.case == row.case && other.factor == row.factor);
            same.map_or(row.against_vendor, |other| other.against_vendor)
        };
        let (mean, least) = summary(rows.iter().map(best));
        let _ = writeln!(
            text,
            "With `--target cpu`, which writes another text for {} of them, it is **{mean:.3}** times as fast, and {least:.3} \
             times at least.",
            tuned.len()
        );
    }
    text
}
