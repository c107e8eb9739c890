//! Texts of any size, each of one shape.
//!
//! The time of clunroll depends not only on the size of a file, but also on the number of its requests, on how they are spread over
//! functions, and on the text between them. So there is a shape for each thing that a real file may have many of. A shape is a piece of
//! text that is written repeatedly until the text is long enough; the pieces are numbered, so that no two are equal. Texts are written
//! rather than returned: a program that measures the memory of another process must not hold them, since a child of a large process begins
//! with its parent's peak.

#![allow(dead_code, reason = "each of the benches and tests takes a part of it")]

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// One shape.
#[derive(Clone, Copy)]
pub struct Shape {
    /// Its name, as one word.
    pub name: &'static str,
    /// The text before the pieces.
    head: &'static str,
    /// The piece with a number.
    piece: fn(usize) -> String,
    /// The text after the pieces.
    tail: &'static str,
    /// Whether each piece has a request; otherwise there is at most one, at the end.
    pub has_many_requests: bool,
}

/// A function with a request, for the end of a text.
const REQUEST: &str = "__kernel void last(__global float *a, int n) {\n    #pragma unroll 4\n    \
                       for (int i = 0; i < n; i++)\n        a[i] = a[i] * 2.0f + i;\n}\n";

/// All shapes.
pub const SHAPES: [Shape; 18] = [
    Shape { name: "no-request", head: "", piece: function, tail: "", has_many_requests: false },
    read("one-request", function),
    Shape { head: OPEN, ..read("brackets", |_| "    { a[0] += (".to_owned()) },
    read("conditions", conditions),
    Shape { tail: REQUEST_BELOW, ..read("long-line", |at| function(at).replace('\n', " ")) },
    read("comments", comment),
    read("macros", macros),
    asking("requests", function_with_request),
    Shape { head: OPEN, tail: "}\n", ..asking("one-function", loop_with_request) },
    asking("nests", nest),
    asking("redefined", redefined),
    asking("constants", constants),
    asking("chosen-loops", chosen_loop),
    asking("open-bounds", open_bound),
    Shape { head: EACH, ..asking("macro-loops", macro_loop) },
    asking("arrays", array),
    asking("invalid", invalid),
    Shape { head: OPEN, tail: CHOSEN_LOOP, ..asking("row", |_| "    #pragma unroll 2\n".to_owned()) },
];

/// Pieces without a request, and one request after them.
const fn read(name: &'static str, piece: fn(usize) -> String) -> Shape {
    Shape { name, head: "", piece, tail: REQUEST, has_many_requests: false }
}

/// Pieces with requests.
const fn asking(name: &'static str, piece: fn(usize) -> String) -> Shape {
    Shape { name, head: "", piece, tail: "", has_many_requests: true }
}

const OPEN: &str = "__kernel void k(__global float *a, int n) {\n";

const REQUEST_BELOW: &str = "\n__kernel void last(__global float *a, int n) {\n    #pragma unroll 4\n    \
                             for (int i = 0; i < n; i++)\n        a[i] = a[i] * 2.0f + i;\n}\n";

const CHOSEN_LOOP: &str =
    "    for (int i = 0; i < n; i++) {\n#ifdef TWICE\n        a[i] *= 2;\n#endif\n        a[i]++;\n    }\n}\n";

const EACH: &str = "#define EACH(i, n) _Pragma(\"unroll 4\") for (int i = 0; i < (n); i++)\n";

impl Shape {
    /// Writes a text of at least this size.
    pub fn write(&self, size: usize, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.head.as_bytes())?;
        let mut written = self.head.len() + self.tail.len();
        for at in 0.. {
            if written >= size {
                break;
            }
            let piece = (self.piece)(at);
            out.write_all(piece.as_bytes())?;
            written += piece.len();
        }
        out.write_all(self.tail.as_bytes())
    }

    /// A text of at least this size.
    pub fn text(&self, size: usize) -> Vec<u8> {
        let mut text = Vec::with_capacity(size + 4096);
        self.write(size, &mut text).expect("writing to memory does not fail");
        text
    }
}

/// Writes a file of the repository repeatedly, until the text has at least this size.
pub fn repeat(path: &Path, size: usize, out: &mut dyn Write) -> io::Result<()> {
    let piece = fs::read(path)?;
    let mut written = 0;
    while written < size {
        out.write_all(&piece)?;
        out.write_all(b"\n")?;
        written += piece.len() + 1;
    }
    Ok(())
}

/// A function like those of real kernels, of about two kilobytes.
fn function(at: usize) -> String {
    let mut text = format!(
        "/* Tile {at}: loads a row into local memory and adds up what lies around it. */\n\
         __kernel void tile_{at}(__global const float *restrict in, __global float *restrict out, __local float *tile,\n\
         {:16}const int width, const int height)\n{{\n    \
             const int x = get_global_id(0), y = get_global_id(1), lid = get_local_id(0);\n    \
             float sum = 0.0f;\n",
        ""
    );
    for row in 0..10 {
        let _ = write!(
            text,
            "    // Row {row} of the window\n    \
                 if (y + {row} < height) {{\n        \
                     tile[lid + {row} * 16] = in[(y + {row}) * width + x]; /* one element for each work-item */\n        \
                     barrier(CLK_LOCAL_MEM_FENCE);\n        \
                     sum += tile[lid + {row} * 16] * {row}.25f - (float)(x & 0x{row}f);\n    \
                 }}\n"
        );
    }
    text + "    for (int i = 0; i < width; i++)\n        sum = fma(sum, 0.5f, tile[i & 15]);\n    out[y * width + x] = sum;\n}\n\n"
}

/// The same with a request: 5,000 of them are 10 MB.
fn function_with_request(at: usize) -> String {
    function(at).replace("    for (int i", "    #pragma unroll 4\n    for (int i")
}

fn loop_with_request(at: usize) -> String {
    format!(
        "    #pragma unroll 4\n    for (int i{at} = 0; i{at} < n; i{at}++)\n        a[i{at}] = a[i{at}] * 2.0f + {at};\n"
    )
}

fn nest(at: usize) -> String {
    format!(
        "__kernel void nest_{at}(__global float *a) {{\n    \
             #pragma unroll\n    for (int z = 0; z < 3; z++)\n        \
             #pragma unroll\n        for (int y = 0; y < 3; y++)\n            \
             #pragma unroll\n            for (int x = 0; x < 3; x++)\n                \
             a[z * 9 + y * 3 + x] += {at};\n}}\n"
    )
}

/// One name with another meaning for each request.
fn redefined(at: usize) -> String {
    format!(
        "#undef WIDTH\n#define WIDTH {}\n__kernel void row_{at}(__global float *a) {{\n    \
             #pragma unroll 2\n    for (int i = 0; i < WIDTH; i++)\n        a[i] = a[i] * {at} + WIDTH;\n}}\n",
        at % 7 + 2
    )
}

/// Constants of a type that the file defines; each function mentions one.
fn constants(at: usize) -> String {
    let names = if at == 0 { "typedef struct { int width, height; } size;\n" } else { "" };
    format!(
        "{names}__constant size size_{at} = {{ {}, 16 }};\n__constant int width_{at} = {};\n\
         __kernel void sized_{at}(__global float *a) {{\n    #pragma unroll\n    \
             for (int i = 0; i < width_{at}; i++)\n        a[i] += size_{at}.height;\n}}\n",
        at % 5 + 2,
        at % 7 + 2
    )
}

/// Conditional groups, some nested, whose conditions are undecided.
fn conditions(at: usize) -> String {
    format!(
        "#if defined(VENDOR_{at}) && DEVICE > {at}\n#define TYPE_{at} float4\n#ifdef HALF_{at}\n\
         inline half half_{at}(half x) {{ return x * x; }}\n#endif\n#elif defined(SCALAR)\n#define TYPE_{at} float\n\
         #else\n#define TYPE_{at} float2\n#endif\ninline TYPE_{at} twice_{at}(TYPE_{at} x) {{ return x + x; }}\n"
    )
}

/// Loops whose requests the host chooses.
fn chosen_loop(at: usize) -> String {
    format!(
        "__kernel void chosen_{at}(__global float *a, int n) {{\n\
         #ifdef UNROLL_{at}\n    #pragma unroll 4\n#endif\n    \
             for (int i = 0; i < n; i++)\n        a[i] = a[i] * 2.0f + {at};\n}}\n"
    )
}

/// Bounds that the file defines only if the host does not.
fn open_bound(at: usize) -> String {
    format!(
        "#ifndef WIDTH_{at}\n#define WIDTH_{at} 4\n#endif\n__kernel void open_{at}(__global float *a) {{\n    \
             #pragma unroll\n    for (int i = 0; i < WIDTH_{at}; i++)\n        a[i] = a[i] * 2.0f + {at};\n}}\n"
    )
}

fn comment(at: usize) -> String {
    format!(
        "// What line {at} says is of no use to anybody but its reader, and there are many like it.\n\
         /* Block {at}:\n * it goes over some lines, with * and / and \" and ' in them,\n * and ends here. */\n"
    )
}

fn macros(at: usize) -> String {
    format!(
        "#define WIDTH_{at} ({at} * 4 + 17)\n#define INDEX_{at}(row, column) ((row) * WIDTH_{at} + (column))\n\
         __constant int c_{at} = INDEX_{at}(2, 3);\n"
    )
}

fn macro_loop(at: usize) -> String {
    format!(
        "__kernel void each_{at}(__global float *a, int n) {{\n    EACH(i, n)\n        a[i] = a[i] * 2.0f + {at};\n}}\n"
    )
}

fn array(at: usize) -> String {
    format!(
        "__kernel void array_{at}(__global float *a) {{\n    #pragma promote_to_registers\n    float sums[3];\n    \
             #pragma unroll\n    for (int i = 0; i < 3; i++)\n        sums[i] = a[i] + {at};\n    \
             a[0] = sums[0] + sums[1] + sums[2];\n}}\n"
    )
}

/// Invalid requests.
fn invalid(at: usize) -> String {
    format!(
        "__kernel void wrong_{at}(__global float *a, int n) {{\n    #pragma unroll n\n    \
             for (int i = 0; i < n; i++)\n        a[i] = {at};\n    #pragma unroll 4\n    a[0] = 1.0f;\n}}\n"
    )
}
