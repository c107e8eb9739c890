//! The functions of OpenCL C's that load or store through a pointer, and do nothing else.

/// How a function uses what one of its arguments points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointerUse {
    /// The number of the argument.
    pub argument: usize,
    /// Whether it stores there.
    pub is_write: bool,
}

/// What a function that loads or stores a vector does.
#[must_use]
pub fn pointer_use(name: &str, arguments: usize) -> Option<PointerUse> {
    let is_length = |rest: &str| ["", "2", "3", "4", "8", "16"].contains(&rest);
    let of = |prefix: &str| name.strip_prefix(prefix).is_some_and(is_length);
    match arguments {
        2 if of("vload") || of("vload_half") || of("vloada_half") => Some(PointerUse { argument: 1, is_write: false }),
        3 if of("vstore") || of("vstore_half") || of("vstorea_half") => {
            Some(PointerUse { argument: 2, is_write: true })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_are_loaded_and_stored() {
        assert_eq!(pointer_use("vload4", 2), Some(PointerUse { argument: 1, is_write: false }));
        assert_eq!(pointer_use("vstore_half", 3), Some(PointerUse { argument: 2, is_write: true }));
        for (name, arguments) in [("vload4", 3), ("vload5", 2), ("sincos", 2), ("prefetch", 2)] {
            assert_eq!(pointer_use(name, arguments), None, "{name}");
        }
    }
}
