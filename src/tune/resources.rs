//! What compilers say in their logs about registers.
//!
//! NVIDIA's compiler writes, with `-cl-nv-verbose`:
//! `ptxas info : Used 40 registers, …` and `… bytes stack frame, 8 bytes spill stores, 12 bytes spill loads`.

/// The registers of a work-item, as NVIDIA's compiler says: of the kernel that needs most.
pub(crate) fn registers(log: &str) -> Option<u64> {
    numbers_before(log, " registers").max()
}

/// The bytes that are stored because registers do not suffice, as NVIDIA's compiler says.
pub(crate) fn spills(log: &str) -> Option<u64> {
    numbers_before(log, " bytes spill stores").max()
}

fn numbers_before<'l>(log: &'l str, word: &'l str) -> impl Iterator<Item = u64> {
    log.match_indices(word).filter_map(|(at, _)| {
        let before = &log[..at];
        let start = before.rfind(|letter: char| !letter.is_ascii_digit()).map_or(0, |last| last + 1);
        before[start..].parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_and_spills_are_read() {
        let log = "ptxas info    : Function properties for k\n    16 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads\nptxas info    : Used 40 registers, 384 bytes cmem[0]\n";
        assert_eq!((registers(log), spills(log)), (Some(40), Some(8)));
        assert_eq!((registers(""), spills("")), (None, None));
    }
}
