//! What compilers say in their logs about registers.
//!
//! NVIDIA's compiler writes, with `-cl-nv-verbose`:
//! `ptxas info : Compiling entry function 'k' for 'sm_90a'`, and then for this kernel `… 8 bytes spill stores, 12 bytes spill loads`
//! and `ptxas info : Used 40 registers, …`.

/// The registers of a work-item of a kernel, as NVIDIA's compiler says.
pub(crate) fn registers(log: &str) -> Option<u64> {
    numbers_before(log, " registers").max()
}

/// The bytes that a kernel stores because registers do not suffice, as NVIDIA's compiler says.
pub(crate) fn spills(log: &str) -> Option<u64> {
    numbers_before(log, " bytes spill stores").max()
}

/// The part of a log that is about a kernel; all of it if it does not speak of kernels.
pub(crate) fn of_kernel<'l>(log: &'l str, kernel: &str) -> &'l str {
    let head = "Compiling entry function '";
    let Some(found) = log.find(&format!("{head}{kernel}'")) else { return log };
    let part = &log[found + head.len()..];
    part.split(head).next().unwrap_or(part)
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
        let log = "ptxas info    : Compiling entry function 'sum' for 'sm_90a'
ptxas info    : Function properties for sum
ptxas         .     16 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads
ptxas info    : Used 40 registers, used 1 barriers, 260 bytes smem
ptxas info    : Compiling entry function 'k' for 'sm_90a'
ptxas info    : Function properties for k
ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 18 registers, 384 bytes cmem[0]
";
        let of = |kernel: &str| (registers(of_kernel(log, kernel)), spills(of_kernel(log, kernel)));
        assert_eq!(of("sum"), (Some(40), Some(8)));
        assert_eq!(of("k"), (Some(18), Some(0)));
        assert_eq!((registers(""), spills("")), (None, None));
    }
}
