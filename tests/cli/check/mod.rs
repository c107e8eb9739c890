//! `clunroll check`.

mod baseline;
mod ending;
mod files;
mod fixes;
mod output_file;

/// A kernel without findings.
const CLEAN: &str = "__kernel void k(__global int *a) {\n#pragma unroll 2\nfor (int i = 0; i < 4; i++) a[i] = i;\n}\n";
/// A kernel with a warning that has a fix.
pub const ZERO: &str =
    "__kernel void k(__global int *a) {\n#pragma unroll 0\nfor (int i = 0; i < 4; i++) a[i] = i;\n}\n";
/// A kernel with an error.
const NEGATIVE: &str =
    "__kernel void k(__global int *a) {\n#pragma unroll -1\nfor (int i = 0; i < 4; i++) a[i] = i;\n}\n";
