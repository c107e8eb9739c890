//! The measurements, as a file of comma-separated values.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::statistics::{OptionalSpread, Spread};
use super::variants::Factor;

/// One variant of one case, for one size: the columns of the file, in their order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The device.
    pub device: String,
    /// The case.
    pub case: String,
    /// The meaning of the size.
    pub size_is: String,
    /// The size.
    pub size: usize,
    /// The requested factor, if any.
    pub factor: Option<Factor>,
    /// The unroller.
    pub variant: String,
    /// How often it ran.
    pub rounds: usize,
    /// Launches of one run.
    pub launches: usize,
    /// Microseconds of a launch.
    pub time: Spread,
    /// The speed relative to `#pragma unroll 1`.
    pub against_one: Spread,
    /// The speed relative to the vendor's compiler with the same request.
    pub against_vendor: OptionalSpread,
    /// Milliseconds of the build.
    pub build: f64,
    /// Registers of a work-item, if the compiler reports them.
    pub registers: Option<u32>,
    /// Bytes that are spilled for lack of registers.
    pub spilled: Option<u32>,
    /// Whether its results equal those of the kernel without requests, byte for byte.
    pub is_equal: bool,
}

/// The head of the file.
const HEAD: &str = "device,case,size is,size,factor,variant,rounds,launches,time low us,time us,time high us,\
                    against unroll 1 low,against unroll 1,against unroll 1 high,\
                    against vendor low,against vendor,against vendor high,build ms,registers,spilled bytes,equal";

/// Writes records to a file.
pub fn write(file: &Path, records: &[Record]) -> Result<(), String> {
    let write = || -> csv::Result<()> {
        // A spread has three columns, so the crate cannot derive the head.
        let mut writer = csv::WriterBuilder::new().has_headers(false).from_path(file)?;
        writer.write_record(HEAD.split(','))?;
        records.iter().try_for_each(|record| writer.serialize(record))?;
        Ok(writer.flush()?)
    };
    write().map_err(|error| format!("{}: {error}", file.display()))
}

/// Reads what [`write`] wrote.
pub fn read(file: &Path) -> Result<Vec<Record>, String> {
    let place = |error: csv::Error| format!("{}: {error}", file.display());
    let mut reader = csv::Reader::from_path(file).map_err(place)?;
    if reader.headers().map_err(place)?.iter().ne(HEAD.split(',')) {
        return Err(format!("{}: its first line is not what this program writes", file.display()));
    }
    reader.records().map(|row| row.and_then(|row| row.deserialize(None)).map_err(place)).collect()
}
