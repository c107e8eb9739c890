//! Notices other programs on a CPU that is to be measured.

use std::fs;
use std::thread;
use std::time::Duration;

/// How long the CPU is watched.
const WATCHED: Duration = Duration::from_millis(200);
/// How much of one core other programs may use.
const LITTLE: f64 = 0.25;

/// How it begins.
pub(crate) const OTHERS: &str = "other programs use ";

/// What is said if other programs use the CPU; `None` also if this is unknown.
pub(crate) fn doubt() -> Option<String> {
    let before = ticks()?;
    thread::sleep(WATCHED);
    let after = ticks()?;
    let all = after.all.checked_sub(before.all).filter(|&all| all > 0)?;
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    #[expect(clippy::cast_precision_loss, reason = "ticks and cores are few")]
    let busy = (after.busy.saturating_sub(before.busy)) as f64 / all as f64 * cores as f64;
    (busy > LITTLE).then(|| {
        format!("{OTHERS}{busy:.1} of {cores} cores: times are less certain; run it again when they have ended")
    })
}

struct Ticks {
    busy: u64,
    all: u64,
}

/// The first line of `/proc/stat`: the time of all cores in user mode, nice, system, idle, waiting, and more.
fn ticks() -> Option<Ticks> {
    let text = fs::read_to_string("/proc/stat").ok()?;
    let numbers: Vec<u64> =
        text.lines().next()?.split_whitespace().skip(1).map_while(|word| word.parse().ok()).collect();
    let (all, idle) = (numbers.iter().take(8).sum(), numbers.iter().skip(3).take(2).sum::<u64>());
    (numbers.len() >= 5).then(|| Ticks { busy: all - idle, all })
}
