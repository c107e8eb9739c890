//! What was measured, as a file of comma-separated values.

use std::path::Path;
use std::str::FromStr;

use super::statistics::Spread;
use super::variants::Factor;

/// One variant of one case, for one size.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The device.
    pub device: String,
    /// The case.
    pub case: String,
    /// What the size is.
    pub size_is: String,
    /// The size.
    pub size: usize,
    /// What was asked for, if anything.
    pub factor: Option<Factor>,
    /// Who unrolled.
    pub variant: String,
    /// How often it ran.
    pub rounds: usize,
    /// Launches of one run.
    pub launches: usize,
    /// Microseconds of a launch.
    pub time: Spread,
    /// How often as fast as `#pragma unroll 1`.
    pub against_one: Spread,
    /// How often as fast as the vendor's compiler with the same request.
    pub against_vendor: Option<Spread>,
    /// Milliseconds of the build.
    pub build: f64,
    /// Registers of a work-item, where the compiler tells.
    pub registers: Option<u32>,
    /// Bytes that are stored and loaded for want of registers.
    pub spilled: Option<u32>,
    /// Whether its results are those of the kernel without requests, byte for byte.
    pub is_equal: bool,
}

const HEAD: [&str; 21] = [
    "device",
    "case",
    "size is",
    "size",
    "factor",
    "variant",
    "rounds",
    "launches",
    "time low us",
    "time us",
    "time high us",
    "against unroll 1 low",
    "against unroll 1",
    "against unroll 1 high",
    "against vendor low",
    "against vendor",
    "against vendor high",
    "build ms",
    "registers",
    "spilled bytes",
    "equal",
];

/// Writes them to a file.
pub fn write(file: &Path, records: &[Record]) -> Result<(), String> {
    let place = |error: csv::Error| format!("{}: {error}", file.display());
    let mut writer = csv::Writer::from_path(file).map_err(place)?;
    writer.write_record(HEAD).map_err(place)?;
    for record in records {
        writer.write_record(fields(record)).map_err(place)?;
    }
    writer.flush().map_err(|error| format!("{}: {error}", file.display()))
}

fn fields(record: &Record) -> Vec<String> {
    let spread = |spread: Option<Spread>| match spread {
        Some(Spread { low, median, high }) => [low, median, high].map(|number| format!("{number:.4}")),
        None => Default::default(),
    };
    let mut fields = vec![
        record.device.clone(),
        record.case.clone(),
        record.size_is.clone(),
        record.size.to_string(),
        record.factor.map_or_else(String::new, |factor| factor.to_string()),
        record.variant.clone(),
        record.rounds.to_string(),
        record.launches.to_string(),
    ];
    fields.extend(spread(Some(record.time)));
    fields.extend(spread(Some(record.against_one)));
    fields.extend(spread(record.against_vendor));
    fields.push(format!("{:.1}", record.build));
    fields.push(record.registers.map_or_else(String::new, |used| used.to_string()));
    fields.push(record.spilled.map_or_else(String::new, |bytes| bytes.to_string()));
    fields.push(record.is_equal.to_string());
    fields
}

/// Reads what [`write`] wrote.
pub fn read(file: &Path) -> Result<Vec<Record>, String> {
    let place = |error: csv::Error| format!("{}: {error}", file.display());
    let mut reader = csv::Reader::from_path(file).map_err(place)?;
    if reader.headers().map_err(place)?.iter().ne(HEAD) {
        return Err(format!("{}: its first line is not what this program writes", file.display()));
    }
    let mut records = Vec::new();
    for (line, row) in reader.records().enumerate() {
        let row = row.map_err(place)?;
        let record = record(&row).map_err(|why| format!("{}: row {}: {why}", file.display(), line + 1))?;
        records.push(record);
    }
    Ok(records)
}

fn record(row: &csv::StringRecord) -> Result<Record, String> {
    let text = |at: usize| row.get(at).unwrap_or_default().to_owned();
    let spread = |at: usize| -> Result<Spread, String> {
        Ok(Spread { low: parsed(&text(at))?, median: parsed(&text(at + 1))?, high: parsed(&text(at + 2))? })
    };
    Ok(Record {
        device: text(0),
        case: text(1),
        size_is: text(2),
        size: parsed(&text(3))?,
        factor: optional(&text(4))?,
        variant: text(5),
        rounds: parsed(&text(6))?,
        launches: parsed(&text(7))?,
        time: spread(8)?,
        against_one: spread(11)?,
        against_vendor: if text(14).is_empty() { None } else { Some(spread(14)?) },
        build: parsed(&text(17))?,
        registers: optional(&text(18))?,
        spilled: optional(&text(19))?,
        is_equal: parsed(&text(20))?,
    })
}

fn parsed<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{text:?} is not what stands there"))
}

fn optional<T: FromStr>(text: &str) -> Result<Option<T>, String> {
    if text.is_empty() { Ok(None) } else { parsed(text).map(Some) }
}
