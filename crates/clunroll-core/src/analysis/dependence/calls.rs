//! The functions of OpenCL C's that do nothing but compute, and those that also load or store through a pointer.

use oclc_syntax::tree::vector_type;

/// Functions of values: OpenCL C 6.15.2 to 6.15.6, without those that take pointers.
const COMPUTING: [&str; 122] = [
    "abs",
    "abs_diff",
    "acos",
    "acosh",
    "acospi",
    "add_sat",
    "all",
    "any",
    "asin",
    "asinh",
    "asinpi",
    "atan",
    "atan2",
    "atan2pi",
    "atanh",
    "atanpi",
    "bitselect",
    "cbrt",
    "ceil",
    "clamp",
    "clz",
    "copysign",
    "cos",
    "cosh",
    "cospi",
    "cross",
    "ctz",
    "degrees",
    "distance",
    "dot",
    "erf",
    "erfc",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "fast_distance",
    "fast_length",
    "fast_normalize",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "hadd",
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
    "hypot",
    "ilogb",
    "isequal",
    "isfinite",
    "isgreater",
    "isgreaterequal",
    "isinf",
    "isless",
    "islessequal",
    "isnan",
    "isnormal",
    "isnotequal",
    "ldexp",
    "length",
    "lgamma",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "mad",
    "mad24",
    "mad_hi",
    "mad_sat",
    "max",
    "maxmag",
    "min",
    "minmag",
    "mix",
    "mul24",
    "mul_hi",
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
    "nextafter",
    "normalize",
    "popcount",
    "pow",
    "pown",
    "powr",
    "radians",
    "remainder",
    "rhadd",
    "rint",
    "rootn",
    "rotate",
    "round",
    "rsqrt",
    "select",
    "sign",
    "signbit",
    "sin",
    "smoothstep",
    "sqrt",
    "step",
    "tan",
    "trunc",
];

/// Whether a call of a function of OpenCL C's with that name computes a value from values, and does nothing else.
#[must_use]
pub fn computes_only(name: &str) -> bool {
    COMPUTING.binary_search(&name).is_ok()
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
        assert!(COMPUTING.is_sorted());
        assert!(computes_only("float4") && computes_only("dot") && computes_only("convert_int_sat"));
        for name in ["sincos", "fract", "printf", "atomic_add", "barrier", "read_imagef", "prefetch", "vload4"] {
            assert!(!computes_only(name), "{name}");
        }
    }
}
