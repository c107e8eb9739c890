//! A limit on the time that one step may take.
//!
//! What counts is the time of the processor: inputs are run beside the tests, on machines that have other work, and a wall
//! clock would find faults there that are none. libFuzzer's own limit (`-timeout`) is for what never ends.

use std::time::Duration;

use cpu_time::ProcessTime;

/// How long one step may take, for all that it reads and writes.
const LIMIT: Duration = Duration::from_secs(4);

/// Does something.
///
/// # Panics
///
/// Where it takes too long.
pub fn limited<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = ProcessTime::now();
    let result = work();
    let time = start.elapsed();
    assert!(time < LIMIT, "{what} takes {time:?}");
    result
}
