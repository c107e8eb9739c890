//! Oclgrind's reports on the kernels that it interprets: races, accesses out of bounds, work-items that wait at different barriers. The
//! rewritten text must have no report that the original does not have.
//!
//! It writes to the file that `OCLGRIND_LOG` names, a block of lines for each finding. The first line has its kind and its place in memory;
//! the others name the kernel and the line, which differ between original and rewritten text. Both texts get the same buffers, so addresses
//! of global memory can be compared; a compiler chooses those of local and private memory, so only the kind of memory is compared. A race
//! is reported at one address for each two instructions that make it, and copies are other instructions: for races, the buffer is compared.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::env;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::PathBuf;

/// The log of this process.
pub struct Reports {
    log: PathBuf,
    /// How much of it has been read.
    seen: Cell<u64>,
}

impl Reports {
    /// The log of a platform, if it writes one.
    pub fn of(platform: &str) -> Option<Self> {
        let log = env::var_os("OCLGRIND_LOG")?;
        platform.starts_with("Oclgrind").then(|| Self { log: PathBuf::from(log), seen: Cell::new(0) })
    }

    /// The reports since the last call.
    ///
    /// # Errors
    ///
    /// Why it cannot be read.
    pub fn latest(&self) -> Result<BTreeSet<String>, String> {
        let mut text = String::new();
        let mut log = File::open(&self.log).map_err(|error| format!("Oclgrind's log: {error}"))?;
        log.seek(SeekFrom::Start(self.seen.get())).map_err(|error| format!("Oclgrind's log: {error}"))?;
        let read = log.read_to_string(&mut text).map_err(|error| format!("Oclgrind's log: {error}"))?;
        self.seen.set(self.seen.get() + read as u64);
        Ok(kinds(&text))
    }
}

/// The first lines of all blocks, without the parts that do not concern an address.
fn kinds(log: &str) -> BTreeSet<String> {
    let firsts = log.lines().filter(|line| !line.is_empty() && !line.starts_with(char::is_whitespace));
    firsts.map(kind).collect()
}

fn kind(line: &str) -> String {
    let address = |word: &str| u64::from_str_radix(word.strip_prefix("0x")?, 16).ok();
    let words = line.split(' ').map(|word| match address(word) {
        None => word.to_owned(),
        // The upper 16 bits are the buffer's number.
        Some(address) if line.contains("global") && line.contains("race") => format!("in buffer {}", address >> 48),
        Some(_) if line.contains("global") => word.to_owned(),
        Some(_) => "…".to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn what_is_said_first_is_compared() {
    let log = "\nInvalid write of size 4 at global memory address 0x1000000000010\n\tKernel: k\n\n\
               Read-write data race at local memory address 0x20\n\tKernel: k\n\
               Read-write data race at global memory address 0x3000000000020\n\tKernel: k\n";
    let expected = [
        "Invalid write of size 4 at global memory address 0x1000000000010",
        "Read-write data race at local memory address …",
        "Read-write data race at global memory address in buffer 3",
    ];
    assert_eq!(kinds(log), expected.map(str::to_owned).into());
}
