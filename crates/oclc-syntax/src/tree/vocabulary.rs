//! The words of OpenCL C (6.1 to 6.9) that C does not have.

use crate::preprocess::{Constant, IntegerType};

/// The names of the scalar types that have vectors.
const VECTOR_ELEMENTS: [&str; 11] =
    ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "half"];

/// The lengths of vectors.
const VECTOR_LENGTHS: [&str; 5] = ["2", "3", "4", "8", "16"];

/// A scalar integer type by its name; `None` for all other names, `bool` and those whose width no standard fixes.
#[must_use]
pub fn scalar_type(name: &str) -> Option<IntegerType> {
    Some(match name {
        "uchar" => IntegerType::unsigned(8),
        "ushort" => IntegerType::unsigned(16),
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

/// Whether a name is a type of OpenCL C that is not a keyword of C.
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

/// Whether a word makes a pointer the only one to its object.
#[must_use]
pub fn is_restrict(word: &str) -> bool {
    matches!(word, "restrict" | "__restrict" | "__restrict__")
}

/// Whether a word is a keyword of C, or one of OpenCL C that is not a type name.
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
        )
        || is_asm_word(word)
}

/// Whether inline assembly begins with a word.
#[must_use]
pub fn is_asm_word(word: &str) -> bool {
    matches!(word, "asm" | "__asm__" | "__asm")
}

/// Whether a word is a keyword of C that names, or is part of, a type.
#[must_use]
pub fn is_c_type_keyword(word: &str) -> bool {
    matches!(word, "void" | "char" | "short" | "int" | "long" | "float" | "double" | "signed" | "unsigned" | "_Bool")
}

/// Words that do not concern loops, and that the parser does not know: qualifiers of functions, images and pipes, and the address
/// spaces in which a variable is as good as local.
#[must_use]
pub fn is_dropped(word: &str) -> bool {
    matches!(
        word.strip_prefix("__").unwrap_or(word),
        "kernel" | "read_only" | "write_only" | "read_write" | "pipe" | "extension__" | "private" | "generic"
    ) && word != "extension__"
}

/// A macro that the standard itself defines with a value (OpenCL C 6.15.3).
#[must_use]
pub fn standard_constant(name: &str) -> Option<Constant> {
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
    Some(Constant::new(value, kind))
}

/// Whether the standard itself defines a macro, or an enumerator, of that name (OpenCL C 6.15.2, 6.15.3, 6.15.8, 6.15.12, 6.15.15).
#[must_use]
pub fn is_standard_macro(name: &str) -> bool {
    // These exist for each floating-point type.
    const LIMITS: [&str; 10] =
        ["DIG", "EPSILON", "MANT_DIG", "MAX", "MAX_10_EXP", "MAX_EXP", "MIN", "MIN_10_EXP", "MIN_EXP", "RADIX"];
    // Each exists also with `_F` or `_H` after it.
    const NUMBERS: [&str; 13] =
        ["1_PI", "2_PI", "2_SQRTPI", "E", "LN10", "LN2", "LOG10E", "LOG2E", "PI", "PI_2", "PI_4", "SQRT1_2", "SQRT2"];
    const OF_KERNELS: [&str; 12] = [
        "ADDRESS_CLAMP",
        "ADDRESS_CLAMP_TO_EDGE",
        "ADDRESS_MIRRORED_REPEAT",
        "ADDRESS_NONE",
        "ADDRESS_REPEAT",
        "FILTER_LINEAR",
        "FILTER_NEAREST",
        "GLOBAL_MEM_FENCE",
        "IMAGE_MEM_FENCE",
        "LOCAL_MEM_FENCE",
        "NORMALIZED_COORDS_FALSE",
        "NORMALIZED_COORDS_TRUE",
    ];
    const ORDERS: [&str; 5] = ["acq_rel", "acquire", "relaxed", "release", "seq_cst"];
    const SCOPES: [&str; 6] = ["all_devices", "all_svm_devices", "device", "sub_group", "work_group", "work_item"];
    let is_one = |prefix: &str, names: &[&str]| name.strip_prefix(prefix).is_some_and(|rest| names.contains(&rest));
    let is_number = |name: &str| name.strip_prefix("M_").is_some_and(|rest| NUMBERS.contains(&rest));
    standard_constant(name).is_some()
        || matches!(name, "MAXFLOAT" | "HUGE_VALF" | "HUGE_VAL" | "INFINITY" | "NAN" | "NULL")
        || ["FLT_", "DBL_", "HALF_"].iter().any(|prefix| is_one(prefix, &LIMITS))
        || is_number(name.strip_suffix("_F").or_else(|| name.strip_suffix("_H")).unwrap_or(name))
        || is_one("CLK_", &OF_KERNELS)
        || is_one("memory_order_", &ORDERS)
        || is_one("memory_scope_", &SCOPES)
}

/// Whether attributes are after a word, in two pairs of parentheses.
#[must_use]
pub fn is_attribute_word(word: &str) -> bool {
    matches!(word, "__attribute__" | "__attribute")
}

/// Whether a word is before the tag of a type.
#[must_use]
pub fn is_tag_word(word: &str) -> bool {
    matches!(word, "struct" | "union" | "enum")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A name that only looks like the standard's may be a macro of the host.
    #[test]
    fn the_standards_macros_are_known_by_their_whole_names() {
        let known =
            ["M_PI_F", "M_SQRT1_2", "M_LN2_H", "HALF_MAX", "FLT_EPSILON", "DBL_MANT_DIG", "CLK_LOCAL_MEM_FENCE"];
        let others =
            ["M_TILE", "M_PI_G", "PI_F", "HALF_STEP", "FLT_TYPE", "DBL_", "CLK_FREQUENCY", "memory_order_of_mine"];
        assert!(known.iter().all(|name| is_standard_macro(name)));
        assert!(others.iter().all(|name| !is_standard_macro(name)));
        assert!(is_standard_macro("memory_scope_work_group") && is_standard_macro("INT_MAX"));
    }
}
