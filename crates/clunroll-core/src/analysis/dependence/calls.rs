//! The functions of OpenCL C's that do nothing but compute, and those that also load or store through a pointer.

use oclc_syntax::tree::{is_computing_function, vector_type};

/// Those of less precision that only compute.
const LESS_PRECISE: [&str; 21] = [
    "half_cos",
    "half_divide",
    "half_exp",
    "half_exp2",
    "half_log",
    "half_log2",
    "half_recip",
    "half_rsqrt",
    "half_sin",
    "half_sqrt",
    "native_cos",
    "native_divide",
    "native_exp",
    "native_exp2",
    "native_log",
    "native_log2",
    "native_powr",
    "native_recip",
    "native_rsqrt",
    "native_sin",
    "native_sqrt",
];

/// Whether a call of a function of OpenCL C's with that name computes a value from values, and does nothing else.
#[must_use]
pub fn computes_only(name: &str) -> bool {
    is_computing_function(name)
        || LESS_PRECISE.binary_search(&name).is_ok()
        || name.starts_with("convert_")
        || name.starts_with("as_")
        || vector_type(name).is_some()
}

/// How a function uses what one of its arguments points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointerUse {
    /// The number of the argument.
    pub argument: usize,
    /// Whether it stores there.
    pub is_write: bool,
}

/// The same of the functions that load and store vectors.
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
    fn names_are_in_order() {
        assert!(LESS_PRECISE.is_sorted());
        assert!(computes_only("float4") && computes_only("dot") && computes_only("convert_int_sat"));
        for name in ["sincos", "fract", "printf", "atomic_add", "barrier", "read_imagef", "prefetch", "vload4"] {
            assert!(!computes_only(name), "{name}");
        }
    }
}
