//! What OpenCL C's built-in functions do (6.15): one table for everything that asks.
//!
//! A name is looked up as a whole, since a name that only begins like a built-in function may be a function of the user's. A function
//! that is neither defined in the files nor in this table may contain a barrier. If an include could not be read, it may also be a
//! macro of that include, which may do anything to its arguments and to the loop around it.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::vocabulary::vector_type;
use Effect::{Acts, Computes, Loads, Meets, Orders, Queries, ReadsImage, Stores, StoresResult, WritesImage};

/// What a call of a built-in function does besides evaluating its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It computes a value from values, and does nothing else.
    Computes,
    /// It asks for a property of the launch, of an image or of a pipe, and changes nothing.
    Queries,
    /// It loads a vector through a pointer.
    Loads {
        /// The number of the argument that is the pointer. It is the last one.
        pointer: usize,
    },
    /// It stores a vector through a pointer.
    Stores {
        /// The number of the argument that is the pointer. It is the last one.
        pointer: usize,
    },
    /// It computes a value, and stores a second one through a pointer.
    StoresResult {
        /// The number of the argument that is the pointer. It is the last one.
        pointer: usize,
    },
    /// It reads an image.
    ReadsImage,
    /// It writes an image.
    WritesImage,
    /// Work-items must reach it together. It may also access memory, and order it.
    Meets(Convergent),
    /// It is an atomic function or a fence: it orders memory.
    Orders,
    /// It has another effect: on events, queues, the output of the program, or caches.
    Acts,
}

/// Functions that work-items must reach together (OpenCL C 6.15.8, 6.15.10, 6.15.16, 6.15.19), in the order of how many
/// they bind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Convergent {
    /// All work-items of a sub-group.
    SubGroup,
    /// All work-items of a work-group.
    WorkGroup,
}

/// What functions do, how their names may begin, and how the names then end.
/// [`effect`] adds the names that a grammar describes: conversions, vector literals, and loads and stores of vectors.
const TABLE: &[(Effect, &[&str], &str)] = &[
    (
        Computes,
        &[""],
        "\
        abs abs_diff acos acosh acospi add_sat all any asin asinh asinpi atan atan2 atan2pi atanh atanpi bitselect \
        cbrt ceil clamp clz copysign cos cosh cospi cross ctz degrees distance dot erf erfc exp exp10 exp2 expm1 fabs \
        fast_distance fast_length fast_normalize fdim floor fma fmax fmin fmod hadd hypot ilogb isequal isfinite \
        isgreater isgreaterequal isinf isless islessequal islessgreater isnan isnormal isnotequal isordered \
        isunordered ldexp length lgamma log log10 log1p log2 logb mad mad24 mad_hi mad_sat max maxmag min minmag mix \
        mul24 mul_hi nan nextafter normalize popcount pow pown powr radians remainder rhadd rint rootn rotate round \
        rsqrt select shuffle shuffle2 sign signbit sin sinh sinpi smoothstep sqrt step sub_sat tan tanh tanpi tgamma \
        trunc upsample",
    ),
    (Computes, &["native_", "half_"], "cos divide exp exp10 exp2 log log10 log2 powr recip rsqrt sin sqrt tan"),
    (
        Queries,
        &["get_"],
        "\
        default_queue enqueued_local_size enqueued_num_sub_groups fence global_id global_linear_id global_offset \
        global_size group_id image_array_size image_channel_data_type image_channel_order image_depth image_dim \
        image_height image_num_mip_levels image_num_samples image_width kernel_max_sub_group_size_for_ndrange \
        kernel_preferred_work_group_size_multiple kernel_sub_group_count_for_ndrange kernel_work_group_size local_id \
        local_linear_id local_size max_sub_group_size num_groups num_sub_groups pipe_max_packets pipe_num_packets \
        sub_group_eq_mask sub_group_ge_mask sub_group_gt_mask sub_group_id sub_group_le_mask sub_group_local_id \
        sub_group_lt_mask sub_group_size work_dim work_group_linear_id work_group_size",
    ),
    (StoresResult { pointer: 1 }, &[""], "fract frexp lgamma_r modf sincos"),
    (StoresResult { pointer: 2 }, &[""], "remquo"),
    (ReadsImage, &["read_image"], "f h i ui"),
    (WritesImage, &["write_image"], "f h i ui"),
    (Meets(Convergent::WorkGroup), &[""], "barrier wait_group_events"),
    (Meets(Convergent::WorkGroup), &["async_work_group_"], "copy copy_2D2D copy_3D3D strided_copy"),
    (
        Meets(Convergent::WorkGroup),
        &["work_group_"],
        "\
        all any barrier broadcast reduce_add reduce_max reduce_min scan_exclusive_add scan_exclusive_max \
        scan_exclusive_min scan_inclusive_add scan_inclusive_max scan_inclusive_min commit_read_pipe commit_write_pipe \
        reserve_read_pipe reserve_write_pipe",
    ),
    (
        Meets(Convergent::SubGroup),
        &["sub_group_"],
        "\
        all any barrier broadcast reduce_add reduce_max reduce_min scan_exclusive_add scan_exclusive_max \
        scan_exclusive_min scan_inclusive_add scan_inclusive_max scan_inclusive_min commit_read_pipe commit_write_pipe \
        reserve_read_pipe reserve_write_pipe all_equal ballot ballot_bit_count ballot_bit_extract \
        ballot_exclusive_scan ballot_find_lsb ballot_find_msb ballot_inclusive_scan broadcast_first clustered_rotate \
        elect non_uniform_broadcast shuffle shuffle_down shuffle_up shuffle_xor",
    ),
    (
        Meets(Convergent::SubGroup),
        &["intel_sub_group_"],
        "\
        block_read block_read2 block_read4 block_read8 block_write block_write2 block_write4 block_write8 shuffle \
        shuffle_down shuffle_up shuffle_xor",
    ),
    (
        Orders,
        &["atom_", "atomic_"],
        "\
        add and cmpxchg compare_exchange_strong compare_exchange_weak dec exchange fetch_add fetch_and fetch_max \
        fetch_min fetch_or fetch_sub fetch_xor flag_clear flag_test_and_set inc init load max min or store sub \
        work_item_fence xchg",
    ),
    (Orders, &[""], "mem_fence read_mem_fence write_mem_fence"),
    // No operand of this one is evaluated, as of `sizeof`: nothing may move out of it.
    (Acts, &[""], "vec_step"),
    (
        Acts,
        &[""],
        "enqueue_kernel enqueue_marker is_valid_event prefetch printf release_event retain_event set_user_event_status",
    ),
];

static EFFECTS: LazyLock<FxHashMap<String, Effect>> = LazyLock::new(|| {
    let mut effects = FxHashMap::default();
    for (effect, beginnings, ends) in TABLE {
        for (beginning, end) in beginnings.iter().flat_map(|one| ends.split_whitespace().map(move |end| (one, end))) {
            effects.insert(format!("{beginning}{end}"), *effect);
        }
    }
    effects
});

/// What a call of a built-in function does, or `None` if no built-in function has that name. A vector type counts as one, since a
/// vector literal is written like a call.
#[must_use]
pub fn effect(name: &str) -> Option<Effect> {
    if let Some(known) = EFFECTS.get(name).or_else(|| EFFECTS.get(without_explicit(name)?)) {
        Some(*known)
    } else if is_conversion(name) || vector_type(name).is_some() {
        Some(Computes)
    } else {
        vector_access(name)
    }
}

/// Whether a name is that of a built-in function, or of a vector type.
#[must_use]
pub fn is_builtin_function(name: &str) -> bool {
    effect(name).is_some()
}

/// Whether a built-in function has that name and computes a value from values, without side effects.
#[must_use]
pub fn is_computing_function(name: &str) -> bool {
    effect(name) == Some(Computes)
}

/// Whether a call of that name asks for a property of the launch, of an image or of a pipe, and changes nothing.
#[must_use]
pub fn is_query(name: &str) -> bool {
    effect(name) == Some(Queries)
}

/// The name of a function at which all work-items of a group meet contains one of these.
pub const MEETINGS: [&str; 4] = ["barrier", "work_group_", "wait_group_events", "__syncthreads"];

/// Whether, and how, a function is convergent. This holds for functions that are not in the table too, so parts of names decide.
#[must_use]
pub fn convergent(name: &str) -> Option<Convergent> {
    let [barrier, of_group, wait, synchronise] = MEETINGS;
    if name.contains(barrier) || name.contains(of_group) || name == wait || name == synchronise {
        Some(Convergent::WorkGroup)
    } else if name.contains("sub_group") || name.contains("simd_shuffle") || name.contains("quad_") {
        Some(Convergent::SubGroup)
    } else {
        None
    }
}

/// Whether a word orders memory between work-items, or asks for an order of it: barriers, fences, atomics, functions of groups,
/// copies that run beside the kernel, and `volatile`. This holds for words that are not in the table too, so parts of words decide.
#[must_use]
pub fn orders_memory(word: &str) -> bool {
    const PARTS: [&str; 10] =
        ["barrier", "fence", "atomic", "atom_", "sub_group", "work_group_", "async_", "wait_group", "simd_", "quad_"];
    PARTS.iter().any(|part| word.contains(part))
        || ["enqueue", "__builtin", "intel_", "__nv", "__amd"].iter().any(|start| word.starts_with(start))
        || matches!(word, "volatile" | "__volatile__" | "__volatile")
}

// explicit = "atomic_" … "_explicit"
fn without_explicit(name: &str) -> Option<&str> {
    name.strip_suffix("_explicit").filter(|name| name.starts_with("atomic_"))
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
fn vector_access(name: &str) -> Option<Effect> {
    let (rest, effect) = match name.strip_prefix("vload") {
        Some(rest) => (rest, Loads { pointer: 1 }),
        None => (name.strip_prefix("vstore")?, Stores { pointer: 2 }),
    };
    let rest = rest.strip_prefix('a').unwrap_or(rest);
    let rest = ["_rte", "_rtz", "_rtp", "_rtn"].iter().find_map(|mode| rest.strip_suffix(mode)).unwrap_or(rest);
    let length = rest.strip_prefix("_half").unwrap_or(rest);
    let is_known = matches!(length, "2" | "3" | "4" | "8" | "16") || (length.is_empty() && rest == "_half");
    is_known.then_some(effect)
}

/// The elements that a function loads or stores, if they are next to one another: how many they are, and how far the vectors of two neighbouring
/// numbers are apart. `vloada_half3` reads 3 elements of each 4.
#[must_use]
pub fn vector_elements(name: &str) -> Option<(u32, u32)> {
    vector_access(name)?;
    let digits = name.trim_end_matches(['r', 't', 'e', 'z', 'p', 'n', '_']);
    let word = digits.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let length = digits[word.len()..].parse().unwrap_or(1);
    let is_aligned = word.starts_with("vloada") || word.starts_with("vstorea");
    Some((length, if length == 3 && is_aligned { 4 } else { length }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_have_their_elements() {
        for (name, expected) in [
            ("vload4", (4, 4)),
            ("vload3", (3, 3)),
            ("vstore16", (16, 16)),
            ("vload_half", (1, 1)),
            ("vload_half3", (3, 3)),
            ("vloada_half3", (3, 4)),
            ("vstorea_half3_rte", (3, 4)),
            ("vstorea_half8_rtz", (8, 8)),
            ("vstore_half_rtn", (1, 1)),
        ] {
            assert_eq!(vector_elements(name), Some(expected), "{name}");
        }
        assert_eq!((vector_elements("vload5"), vector_elements("vectors")), (None, None));
    }

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
    }

    #[test]
    fn effects_are_those_of_the_standard() {
        for (name, expected) in [
            ("vload4", Loads { pointer: 1 }),
            ("vloada_half8", Loads { pointer: 1 }),
            ("vstore_half", Stores { pointer: 2 }),
            ("vstorea_half4_rtz", Stores { pointer: 2 }),
            ("sincos", StoresResult { pointer: 1 }),
            ("remquo", StoresResult { pointer: 2 }),
            ("read_imageui", ReadsImage),
            ("write_imagef", WritesImage),
            ("atomic_fetch_add_explicit", Orders),
            ("prefetch", Acts),
            ("islessgreater", Computes),
            ("get_pipe_num_packets", Queries),
        ] {
            assert_eq!(effect(name), Some(expected), "{name}");
        }
        assert_eq!((effect("vload5"), effect("half_add_explicit"), effect("atom_inc_explicit")), (None, None, None));
    }

    /// The readings of parts of names must not miss what the table knows.
    #[test]
    fn parts_of_names_agree_with_the_table() {
        for (name, effect) in EFFECTS.iter() {
            match effect {
                Meets(kind) => {
                    assert!(convergent(name) >= Some(*kind), "{name}");
                    assert!(orders_memory(name), "{name}");
                }
                Orders => assert!(orders_memory(name), "{name}"),
                Queries => {}
                _ => assert!(convergent(name).is_none(), "{name}"),
            }
        }
    }
}
