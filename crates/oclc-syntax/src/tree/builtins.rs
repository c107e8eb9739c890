//! The names of OpenCL C's built-in functions (6.15).
//!
//! If an include could not be read, a call of a name that is neither declared in the file nor built in may be a macro of that include,
//! which may do anything to its arguments and to the loop around it. And a function that is neither defined in the file nor built in may
//! hold a barrier. So a name is compared as a whole: a name that only begins like a built-in one is not built in.

use super::vocabulary::vector_type;

/// Families of names: the possible endings after the beginning of a name.
const FAMILIES: [(&str, &[&str]); 14] = [
    ("native_", &MATHEMATICS),
    ("half_", &MATHEMATICS),
    ("atom_", &ATOMICS),
    ("atomic_", &ATOMICS),
    ("get_", &QUERIES),
    ("read_image", &["f", "h", "i", "ui"]),
    ("write_image", &["f", "h", "i", "ui"]),
    ("async_work_group_", &["copy", "copy_2D2D", "copy_3D3D", "strided_copy"]),
    ("work_group_", &COLLECTIVES),
    ("sub_group_", &COLLECTIVES),
    ("sub_group_", &SUB_GROUPS),
    ("intel_sub_group_", &INTEL),
    ("work_group_", &PIPES),
    ("sub_group_", &PIPES),
];

const MATHEMATICS: [&str; 14] =
    ["cos", "divide", "exp", "exp10", "exp2", "log", "log10", "log2", "powr", "recip", "rsqrt", "sin", "sqrt", "tan"];

/// Some also with `_explicit` after them.
const ATOMICS: [&str; 26] = [
    "add",
    "and",
    "cmpxchg",
    "compare_exchange_strong",
    "compare_exchange_weak",
    "dec",
    "exchange",
    "fetch_add",
    "fetch_and",
    "fetch_max",
    "fetch_min",
    "fetch_or",
    "fetch_sub",
    "fetch_xor",
    "flag_clear",
    "flag_test_and_set",
    "inc",
    "init",
    "load",
    "max",
    "min",
    "or",
    "store",
    "sub",
    "work_item_fence",
    "xchg",
];

/// Queries, without side effects; `get_` precedes each.
const QUERIES: [&str; 41] = [
    "default_queue",
    "enqueued_local_size",
    "enqueued_num_sub_groups",
    "fence",
    "global_id",
    "global_linear_id",
    "global_offset",
    "global_size",
    "group_id",
    "image_array_size",
    "image_channel_data_type",
    "image_channel_order",
    "image_depth",
    "image_dim",
    "image_height",
    "image_num_mip_levels",
    "image_num_samples",
    "image_width",
    "kernel_max_sub_group_size_for_ndrange",
    "kernel_preferred_work_group_size_multiple",
    "kernel_sub_group_count_for_ndrange",
    "kernel_work_group_size",
    "local_id",
    "local_linear_id",
    "local_size",
    "max_sub_group_size",
    "num_groups",
    "num_sub_groups",
    "pipe_max_packets",
    "pipe_num_packets",
    "sub_group_eq_mask",
    "sub_group_ge_mask",
    "sub_group_gt_mask",
    "sub_group_id",
    "sub_group_le_mask",
    "sub_group_local_id",
    "sub_group_lt_mask",
    "sub_group_size",
    "work_dim",
    "work_group_linear_id",
    "work_group_size",
];

/// Operations that all work-items of a group do together.
const COLLECTIVES: [&str; 13] = [
    "all",
    "any",
    "barrier",
    "broadcast",
    "reduce_add",
    "reduce_max",
    "reduce_min",
    "scan_exclusive_add",
    "scan_exclusive_max",
    "scan_exclusive_min",
    "scan_inclusive_add",
    "scan_inclusive_max",
    "scan_inclusive_min",
];

/// Operations on pipes for all work-items of a group.
const PIPES: [&str; 4] = ["commit_read_pipe", "commit_write_pipe", "reserve_read_pipe", "reserve_write_pipe"];

/// Operations of the extensions for sub-groups.
const SUB_GROUPS: [&str; 16] = [
    "all_equal",
    "ballot",
    "ballot_bit_count",
    "ballot_bit_extract",
    "ballot_exclusive_scan",
    "ballot_find_lsb",
    "ballot_find_msb",
    "ballot_inclusive_scan",
    "broadcast_first",
    "clustered_rotate",
    "elect",
    "non_uniform_broadcast",
    "shuffle",
    "shuffle_down",
    "shuffle_up",
    "shuffle_xor",
];

const INTEL: [&str; 12] = [
    "block_read",
    "block_read2",
    "block_read4",
    "block_read8",
    "block_write",
    "block_write2",
    "block_write4",
    "block_write8",
    "shuffle",
    "shuffle_down",
    "shuffle_up",
    "shuffle_xor",
];

/// Names of functions that compute a value from values, and do nothing else (6.15.2 to 6.15.6, without those that take pointers), sorted.
const COMPUTING: [&str; 108] = [
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
    "sinh",
    "sinpi",
    "smoothstep",
    "sqrt",
    "step",
    "sub_sat",
    "tan",
    "tanh",
    "tanpi",
    "tgamma",
    "trunc",
    "upsample",
];

/// All other names, sorted.
const NAMES: [&str; 27] = [
    "barrier",
    "enqueue_kernel",
    "enqueue_marker",
    "fract",
    "frexp",
    "is_valid_event",
    "islessgreater",
    "isordered",
    "isunordered",
    "lgamma_r",
    "mem_fence",
    "modf",
    "nan",
    "prefetch",
    "printf",
    "read_mem_fence",
    "release_event",
    "remquo",
    "retain_event",
    "set_user_event_status",
    "shuffle",
    "shuffle2",
    "sincos",
    "vec_step",
    "wait_group_events",
    "work_group_barrier",
    "write_mem_fence",
];

/// Whether a name is that of a built-in function, or of a type used like one in a vector literal. A name that only begins like one of
/// these is not built in.
#[must_use]
pub fn is_builtin_function(name: &str) -> bool {
    is_computing_function(name)
        || NAMES.binary_search(&name).is_ok()
        || is_of_family(name)
        || name.strip_suffix("_explicit").is_some_and(|name| name.starts_with("atomic_") && is_of_family(name))
        || is_memory_access(name)
}

/// Whether a built-in function has that name and computes a value from values, without side effects.
#[must_use]
pub fn is_computing_function(name: &str) -> bool {
    let less_precise = name.strip_prefix("native_").or_else(|| name.strip_prefix("half_"));
    COMPUTING.binary_search(&name).is_ok()
        || less_precise.is_some_and(|rest| MATHEMATICS.contains(&rest))
        || is_conversion(name)
        || vector_type(name).is_some()
}

/// Whether a call of that name asks for something of the launch, an image or a pipe, and changes nothing.
#[must_use]
pub fn is_query(name: &str) -> bool {
    name.strip_prefix("get_").is_some_and(|rest| QUERIES.contains(&rest))
}

fn is_of_family(name: &str) -> bool {
    FAMILIES.iter().any(|(prefix, names)| name.strip_prefix(prefix).is_some_and(|rest| names.contains(&rest)))
}

// conversion = "as_" type | "convert_" type [ "_sat" ] [ "_rte" | "_rtz" | "_rtp" | "_rtn" ]
fn is_conversion(name: &str) -> bool {
    let is_type = |word: &str| {
        vector_type(word).is_some()
            || matches!(
                word,
                "char"
                    | "uchar"
                    | "short"
                    | "ushort"
                    | "int"
                    | "uint"
                    | "long"
                    | "ulong"
                    | "half"
                    | "float"
                    | "double"
                    | "size_t"
                    | "ptrdiff_t"
                    | "intptr_t"
                    | "uintptr_t"
            )
    };
    if let Some(rest) = name.strip_prefix("convert_") {
        let rest = ["_rte", "_rtz", "_rtp", "_rtn"].iter().find_map(|mode| rest.strip_suffix(mode)).unwrap_or(rest);
        return is_type(rest.strip_suffix("_sat").unwrap_or(rest));
    }
    name.strip_prefix("as_").is_some_and(is_type)
}

// access = ( "vload" | "vloada" | "vstore" | "vstorea" ) [ "_half" ] [ length ] [ rounding ]
fn is_memory_access(name: &str) -> bool {
    let Some(rest) = name.strip_prefix("vload").or_else(|| name.strip_prefix("vstore")) else { return false };
    let rest = rest.strip_prefix('a').unwrap_or(rest);
    let rest = ["_rte", "_rtz", "_rtp", "_rtn"].iter().find_map(|mode| rest.strip_suffix(mode)).unwrap_or(rest);
    let length = rest.strip_prefix("_half").unwrap_or(rest);
    matches!(length, "2" | "3" | "4" | "8" | "16") || (length.is_empty() && rest == "_half")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_only_begin_like_theirs_are_not_built_in() {
        for name in [
            "get_global_id",
            "native_sin",
            "half_recip",
            "atomic_fetch_add_explicit",
            "atom_inc",
            "convert_int4_sat_rte",
            "convert_uchar",
            "as_float4",
            "vload4",
            "vload_half",
            "vstorea_half4_rtz",
            "vstore16",
            "read_imageui",
            "async_work_group_strided_copy",
            "barrier",
            "work_group_scan_inclusive_add",
            "sub_group_shuffle_xor",
            "intel_sub_group_block_read8",
            "float4",
            "wait_group_events",
        ] {
            assert!(is_builtin_function(name), "{name}");
        }
        for name in [
            "get_sum",
            "get_",
            "native_mine",
            "half_tile",
            "atomic_add_float",
            "convert_mine",
            "convert_int5",
            "as_pixel",
            "vload_tile",
            "vload",
            "read_image_at",
            "async_copy",
            "my_barrier",
            "barrier_if",
            "work_group_sum",
            "sub_group_of",
            "quad_sum",
        ] {
            assert!(!is_builtin_function(name), "{name}");
        }
        assert!(is_query("get_local_size") && !is_query("get_next") && !is_query("native_sin"));
        for name in ["float4", "dot", "sub_sat", "sinh", "upsample", "convert_int_sat", "native_tan", "half_powr"] {
            assert!(is_computing_function(name), "{name}");
        }
        for name in
            ["sincos", "fract", "printf", "atomic_add", "barrier", "read_imagef", "prefetch", "vload4", "native_sum"]
        {
            assert!(!is_computing_function(name), "{name}");
        }
        assert!(NAMES.is_sorted() && COMPUTING.is_sorted());
    }
}
