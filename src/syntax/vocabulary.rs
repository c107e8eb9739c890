//! The words of OpenCL C (6.1 to 6.9) that C does not have.

use crate::preprocess::{IntegerType, Known};

/// The names of the scalar types that have vectors.
const VECTOR_ELEMENTS: [&str; 11] =
    ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "half"];

/// The lengths of vectors.
const VECTOR_LENGTHS: [&str; 5] = ["2", "3", "4", "8", "16"];

/// A scalar integer type by its name; `None` for all other names, `bool` and those whose width no standard fixes.
#[must_use]
pub fn scalar_type(name: &str) -> Option<IntegerType> {
    Some(match name {
        "uchar" => IntegerType::new(8, false),
        "ushort" => IntegerType::new(16, false),
        "uint" => IntegerType::UINT,
        "ulong" => IntegerType::ULONG,
        "size_t" => IntegerType::SIZE,
        _ => return None,
    })
}

/// The element type's name and the length of a vector type.
#[must_use]
pub fn vector_type(name: &str) -> Option<(&str, u32)> {
    let digits = name.bytes().rev().take_while(u8::is_ascii_digit).count();
    if digits == 0 {
        return None;
    }
    let (element, digits) = name.split_at(name.len() - digits);
    (VECTOR_ELEMENTS.contains(&element) && VECTOR_LENGTHS.contains(&digits))
        .then(|| digits.parse().ok().map(|length| (element, length)))?
}

/// Whether a name is a type of OpenCL C that is no keyword of C.
#[must_use]
pub fn is_type_name(name: &str) -> bool {
    vector_type(name).is_some()
        || matches!(
            name,
            "bool"
                | "uchar"
                | "ushort"
                | "uint"
                | "ulong"
                | "half"
                | "quad"
                | "size_t"
                | "ptrdiff_t"
                | "intptr_t"
                | "uintptr_t"
                | "event_t"
                | "sampler_t"
                | "queue_t"
                | "ndrange_t"
                | "clk_event_t"
                | "reserve_id_t"
                | "cl_mem_fence_flags"
                | "memory_order"
                | "memory_scope"
                | "atomic_int"
                | "atomic_uint"
                | "atomic_long"
                | "atomic_ulong"
                | "atomic_float"
                | "atomic_double"
                | "atomic_flag"
                | "atomic_intptr_t"
                | "atomic_uintptr_t"
                | "atomic_size_t"
                | "atomic_ptrdiff_t"
                | "image1d_t"
                | "image1d_array_t"
                | "image1d_buffer_t"
                | "image2d_t"
                | "image2d_array_t"
                | "image2d_depth_t"
                | "image2d_array_depth_t"
                | "image3d_t"
                | "image2d_msaa_t"
                | "image2d_array_msaa_t"
        )
}

/// Whether a word is an address space qualifier (OpenCL C 6.5).
#[must_use]
pub fn is_address_space(word: &str) -> bool {
    matches!(word.strip_prefix("__").unwrap_or(word), "global" | "local" | "constant" | "private" | "generic")
}

/// Whether a word is one of C's keywords, or one of OpenCL C's that is no type name.
#[must_use]
pub fn is_keyword(word: &str) -> bool {
    is_c_type_keyword(word)
        || is_address_space(word)
        || is_dropped(word)
        || matches!(
            word,
            "auto"
                | "break"
                | "case"
                | "const"
                | "continue"
                | "default"
                | "do"
                | "else"
                | "enum"
                | "extern"
                | "for"
                | "goto"
                | "if"
                | "inline"
                | "__inline"
                | "register"
                | "restrict"
                | "__restrict"
                | "return"
                | "sizeof"
                | "static"
                | "struct"
                | "switch"
                | "typedef"
                | "union"
                | "volatile"
                | "while"
                | "typeof"
                | "__typeof__"
                | "_Generic"
                | "_Pragma"
                | "__attribute__"
                | "__attribute"
                | "asm"
                | "__asm__"
                | "__asm"
        )
}

/// Whether a word is a keyword of C that names, or is part of, a type.
#[must_use]
pub fn is_c_type_keyword(word: &str) -> bool {
    matches!(word, "void" | "char" | "short" | "int" | "long" | "float" | "double" | "signed" | "unsigned" | "_Bool")
}

/// Words that say nothing about a loop, and that the parser does not know: qualifiers of functions, images and
/// pipes, and the address spaces in which a variable is as good as local.
#[must_use]
pub fn is_dropped(word: &str) -> bool {
    matches!(
        word.strip_prefix("__").unwrap_or(word),
        "kernel" | "read_only" | "write_only" | "read_write" | "pipe" | "extension__" | "private" | "generic"
    ) && word != "extension__"
}

/// A macro that the standard itself defines with a value (OpenCL C 6.15.3).
#[must_use]
pub fn standard_constant(name: &str) -> Option<Known> {
    let (value, kind) = match name {
        "true" => (1, IntegerType::INT),
        "false" => (0, IntegerType::INT),
        "CHAR_BIT" => (8, IntegerType::INT),
        "SCHAR_MAX" | "CHAR_MAX" => (i128::from(i8::MAX), IntegerType::INT),
        "SCHAR_MIN" | "CHAR_MIN" => (i128::from(i8::MIN), IntegerType::INT),
        "UCHAR_MAX" => (i128::from(u8::MAX), IntegerType::INT),
        "SHRT_MAX" => (i128::from(i16::MAX), IntegerType::INT),
        "SHRT_MIN" => (i128::from(i16::MIN), IntegerType::INT),
        "USHRT_MAX" => (i128::from(u16::MAX), IntegerType::INT),
        "INT_MAX" => (i128::from(i32::MAX), IntegerType::INT),
        "INT_MIN" => (i128::from(i32::MIN), IntegerType::INT),
        "UINT_MAX" => (i128::from(u32::MAX), IntegerType::UINT),
        "LONG_MAX" => (i128::from(i64::MAX), IntegerType::LONG),
        "LONG_MIN" => (i128::from(i64::MIN), IntegerType::LONG),
        "ULONG_MAX" => (i128::from(u64::MAX), IntegerType::ULONG),
        _ => return None,
    };
    Some(Known::new(value, kind))
}

/// Whether the standard itself defines a macro, or an enumerator, of that name (OpenCL C 6.15.2, 6.15.3, 6.15.8, 6.15.12, 6.15.15).
#[must_use]
pub fn is_standard_macro(name: &str) -> bool {
    const FAMILIES: [&str; 7] = ["CLK_", "FLT_", "DBL_", "HALF_", "HUGE_VAL", "memory_order_", "memory_scope_"];
    // Each also with `_F` or `_H` behind it.
    const NUMBERS: [&str; 13] = [
        "M_E",
        "M_LOG2E",
        "M_LOG10E",
        "M_LN2",
        "M_LN10",
        "M_PI",
        "M_PI_2",
        "M_PI_4",
        "M_1_PI",
        "M_2_PI",
        "M_2_SQRTPI",
        "M_SQRT2",
        "M_SQRT1_2",
    ];
    let of_double = name.strip_suffix("_F").or_else(|| name.strip_suffix("_H")).unwrap_or(name);
    standard_constant(name).is_some()
        || matches!(name, "MAXFLOAT" | "INFINITY" | "NAN" | "NULL")
        || NUMBERS.contains(&of_double)
        || FAMILIES.iter().any(|family| name.starts_with(family))
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

/// Whether, and how, a function is convergent.
#[must_use]
pub fn convergent(name: &str) -> Option<Convergent> {
    if matches!(name, "barrier" | "work_group_barrier" | "wait_group_events" | "__syncthreads")
        || name.contains("work_group_")
        || name.contains("barrier")
    {
        Some(Convergent::WorkGroup)
    } else if name.contains("sub_group") || name.contains("simd_shuffle") || name.contains("quad_") {
        Some(Convergent::SubGroup)
    } else {
        None
    }
}
