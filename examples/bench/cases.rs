//! What is timed: one row for each kernel, with the request that varies, its factors, and launches that fit the device.
//!
//! Launches of a GPU keep all of it busy; those of a CPU take milliseconds. The sizes are chosen for what a main loop by the
//! factor leaves: nothing, one iteration, or nearly a pass.

use super::data::Argument::{self, Input, Local, Number, Output};
use super::data::Kind::{Bytes, Floats, Integers};
use super::device::Class::{self, Cpu, Gpu};
use super::variants::Factor::{self, By, Full};

/// A kernel with a request that varies.
pub struct Case {
    /// What it is called.
    pub name: &'static str,
    /// Its file.
    pub file: &'static str,
    /// Its kernel.
    pub kernel: &'static str,
    /// The number of the request that varies, among those of the kernel; the others stay as they are written.
    pub request: usize,
    /// Macros of the build.
    pub defines: &'static [&'static str],
    /// What the request asks for.
    pub factors: &'static [Factor],
    /// What the size is, in words.
    pub size_is: &'static str,
    /// The sizes.
    pub sizes: fn(Class) -> &'static [usize],
    /// How it is launched for a size.
    pub launch: fn(Class, usize) -> Launch,
}

/// One launch.
pub struct Launch {
    /// Work-items.
    pub global: Vec<usize>,
    /// Work-items of a group.
    pub local: Vec<usize>,
    /// All arguments.
    pub arguments: Vec<Argument>,
}

const RUN_TIME: &[Factor] = &[By(2), By(4), By(8), By(16)];

/// Where only the device's size differs.
const fn pick(class: Class, gpu: usize, cpu: usize) -> usize {
    match class {
        Gpu => gpu,
        Cpu => cpu,
    }
}

/// Groups of 256 in a row.
fn line(items: usize, arguments: Vec<Argument>) -> Launch {
    Launch { global: vec![items], local: vec![256], arguments }
}

/// Groups of 16 by 16 in a square.
fn square(side: usize, arguments: Vec<Argument>) -> Launch {
    Launch { global: vec![side, side], local: vec![16, 16], arguments }
}

/// Slices of `n` elements, one for each work-item of 1024 groups.
fn slices(class: Class, n: usize) -> Launch {
    let items = pick(class, 1024, 8) * 256;
    line(items, vec![Input(Floats, items * n), Output(items * 4), Number(n as i32)])
}

/// Windows of `n` elements, one beginning at each work-item.
fn windows(kind: super::data::Kind, class: Class, n: usize) -> Launch {
    let items = pick(class, 1 << 22, 1 << 13);
    line(items, vec![Input(kind, items + n + 1), Output(items * 4), Number(n as i32)])
}

/// Points at which a polynomial of `n` coefficients is evaluated.
fn points(class: Class, n: usize) -> Launch {
    let items = pick(class, 1 << 20, 1 << 12);
    line(items, vec![Input(Floats, n), Input(Floats, items), Output(items * 4), Number(n as i32)])
}

/// Groups of 64, each of which goes over the same `n` elements.
fn reductions(class: Class, n: usize, shares: Option<usize>) -> Launch {
    let groups = pick(class, 1 << 15, 1 << 7);
    let mut arguments = vec![Input(Integers, n), Output(groups * 4)];
    arguments.extend(shares.map(Local));
    arguments.push(Number(n as i32));
    Launch { global: vec![groups * 64], local: vec![64], arguments }
}

fn matrices(n: usize, rows: usize) -> Launch {
    let matrix = Input(Floats, n * n);
    let arguments = vec![matrix, matrix, Output(n * n * 4), Number(n as i32)];
    Launch { global: vec![n, n / rows], local: vec![16, 16 / rows], arguments }
}

/// All cases.
#[expect(clippy::too_many_lines, reason = "a table")]
pub fn all() -> Vec<Case> {
    let slice_sizes: fn(Class) -> &'static [usize] = |_| &[64, 509, 512];
    let degrees: fn(Class) -> &'static [usize] = |_| &[16, 17, 509, 4096];
    let rows: fn(Class) -> &'static [usize] = |_| &[5, 16, 17, 20];
    let fixed: fn(Class) -> &'static [usize] = |_| &[0];
    let strided: fn(Class) -> &'static [usize] = |_| &[64, 509, 512, 4095];
    vec![
        Case {
            name: "convolve",
            file: "convolution.cl",
            kernel: "convolve",
            request: 0,
            defines: &[],
            factors: RUN_TIME,
            size_is: "filter width",
            sizes: |_| &[5, 16, 17, 18, 19, 20],
            launch: |class, width| {
                let side = pick(class, 4096, 128);
                let pixels = (side + width) * (side + width);
                let image = [Input(Floats, pixels), Output(side * side * 4), Input(Floats, width * width)];
                square(side, [&image[..], &[Number(side as i32), Number(width as i32)]].concat())
            },
        },
        Case {
            name: "blur",
            file: "convolution_bytes.cl",
            kernel: "blur",
            request: 1,
            defines: &[],
            factors: RUN_TIME,
            size_is: "radius",
            sizes: |_| &[2, 8, 9],
            launch: |class, radius| {
                let side = pick(class, 2048, 64);
                let side_is = Number(side as i32);
                let image = [Input(Bytes, side * side), Output(side * side)];
                square(side, [&image[..], &[side_is, side_is, Number(radius as i32)]].concat())
            },
        },
        Case {
            name: "sharpen",
            file: "convolution_bytes.cl",
            kernel: "sharpen",
            request: 1,
            defines: &[],
            factors: &[By(2), Full],
            size_is: "",
            sizes: fixed,
            launch: |class, _| {
                let side = pick(class, 8192, 256);
                let side_is = Number(side as i32);
                square(side, vec![Input(Bytes, side * side), Output(side * side), side_is, side_is])
            },
        },
        Case {
            name: "row_sums",
            file: "conditional.cl",
            kernel: "row_sums",
            request: 1,
            defines: &["UNROLL"],
            factors: RUN_TIME,
            size_is: "width",
            sizes: rows,
            launch: |class, width| {
                let items = pick(class, 1 << 22, 1 << 15);
                line(items, vec![Input(Floats, items * width), Output(items * 4), Number(width as i32)])
            },
        },
        Case {
            name: "everything",
            file: "extension.cl",
            kernel: "everything",
            request: 0,
            defines: &[],
            factors: &[By(2), By(4), Full],
            size_is: "",
            sizes: fixed,
            launch: |class, _| {
                let items = pick(class, 1 << 23, 1 << 15);
                line(items, vec![Input(Floats, items * 8), Output(items * 4)])
            },
        },
        Case {
            name: "by_four",
            file: "extension.cl",
            kernel: "by_four",
            request: 0,
            defines: &[],
            factors: RUN_TIME,
            size_is: "n",
            sizes: slice_sizes,
            launch: |class, n| windows(Floats, class, n),
        },
        Case {
            name: "by_macro",
            file: "extension.cl",
            kernel: "by_macro",
            request: 0,
            defines: &[],
            factors: RUN_TIME,
            size_is: "n",
            sizes: slice_sizes,
            launch: |class, n| windows(Integers, class, n),
        },
        Case {
            name: "by_expression",
            file: "extension.cl",
            kernel: "by_expression",
            request: 0,
            defines: &[],
            factors: RUN_TIME,
            size_is: "n",
            sizes: slice_sizes,
            launch: |class, n| windows(Integers, class, n),
        },
        Case {
            name: "more_than_there_is",
            file: "extension.cl",
            kernel: "more_than_there_is",
            request: 0,
            defines: &[],
            factors: &[By(16)],
            size_is: "",
            sizes: fixed,
            launch: |class, _| {
                let items = pick(class, 1 << 25, 1 << 17);
                line(items, vec![Input(Integers, items + 8), Output(items * 4)])
            },
        },
        Case {
            name: "sum",
            file: "host_bound.cl",
            kernel: "sum",
            request: 0,
            defines: &[],
            factors: &[By(2), By(4), By(8), Full],
            size_is: "",
            sizes: fixed,
            launch: |class, _| {
                let items = pick(class, 1 << 21, 1 << 14);
                line(items, vec![Input(Floats, items * 64), Output(items * 4), Number(3)])
            },
        },
        Case {
            name: "sum_of_rows",
            file: "host_bound.cl",
            kernel: "sum_of_rows",
            request: 0,
            defines: &[],
            factors: &[By(2), By(4), By(8), Full],
            size_is: "",
            sizes: fixed,
            launch: |class, _| {
                let items = pick(class, 1 << 21, 1 << 14);
                line(items, vec![Input(Floats, items * 4 + 64), Output(items * 4), Number(3)])
            },
        },
        Case {
            name: "sum_by_factor",
            file: "host_bound.cl",
            kernel: "sum_by_factor",
            request: 0,
            defines: &[],
            factors: RUN_TIME,
            size_is: "n",
            sizes: rows,
            launch: |class, n| windows(Floats, class, n),
        },
        Case {
            name: "chain",
            file: "latency_chain.cl",
            kernel: "chain_by_4",
            request: 0,
            defines: &[],
            factors: RUN_TIME,
            size_is: "slice",
            sizes: slice_sizes,
            launch: slices,
        },
        Case {
            name: "chain_sin",
            file: "latency_chain.cl",
            kernel: "chain_sin_by_4",
            request: 0,
            defines: &[],
            factors: RUN_TIME,
            size_is: "slice",
            sizes: slice_sizes,
            launch: slices,
        },
        Case {
            name: "matrix_product (tiles)",
            file: "matrix_product.cl",
            kernel: "matrix_product",
            request: 0,
            defines: &[],
            factors: &[By(2), By(4), By(8)],
            size_is: "n",
            sizes: |class| if class == Gpu { &[1024, 1040] } else { &[128, 144] },
            launch: |_, n| matrices(n, 1),
        },
        Case {
            name: "matrix_product (tile)",
            file: "matrix_product.cl",
            kernel: "matrix_product",
            request: 1,
            defines: &[],
            factors: &[By(2), By(4), By(8), Full],
            size_is: "n",
            sizes: |class| if class == Gpu { &[1024, 1040] } else { &[128, 144] },
            launch: |_, n| matrices(n, 1),
        },
        Case {
            name: "matrix_product_blocked",
            file: "matrix_product.cl",
            kernel: "matrix_product_blocked",
            request: 2,
            defines: &[],
            factors: &[By(2), By(4), By(8), Full],
            size_is: "n",
            sizes: |class| if class == Gpu { &[2048] } else { &[128] },
            launch: |_, n| matrices(n, 4),
        },
        Case {
            name: "product_of_rows",
            file: "nests.cl",
            kernel: "product_of_rows",
            request: 0,
            defines: &[],
            factors: &[By(8)],
            size_is: "n",
            sizes: |class| if class == Gpu { &[1024, 1040] } else { &[128, 144] },
            launch: |_, n| {
                let matrix = Input(Floats, n * n);
                let arguments = vec![matrix, matrix, Output(n * n * 4), Number(n as i32)];
                Launch { global: vec![n, n / 8], local: vec![16, 1], arguments }
            },
        },
        Case {
            name: "forces",
            file: "nests.cl",
            kernel: "forces",
            request: 0,
            defines: &[],
            factors: &[By(4)],
            size_is: "bodies",
            sizes: |class| if class == Gpu { &[1000, 4096] } else { &[100, 512] },
            launch: |class, n| {
                let items = pick(class, 1 << 16, 1 << 10);
                line(items, vec![Input(Floats, items * 16), Output(items * 64), Number(n as i32)])
            },
        },
        Case {
            name: "fir",
            file: "nests.cl",
            kernel: "fir",
            request: 0,
            defines: &[],
            factors: &[By(8)],
            size_is: "taps",
            sizes: |_| &[16, 63, 256],
            launch: |class, n| {
                let items = pick(class, 1 << 18, 1 << 11);
                let signal = [Input(Floats, items * 8 + n), Input(Floats, n), Output(items * 32)];
                line(items, [&signal[..], &[Number(n as i32)]].concat())
            },
        },
        Case {
            name: "convolve_rows",
            file: "nests.cl",
            kernel: "convolve_rows",
            request: 0,
            defines: &[],
            factors: &[By(4)],
            size_is: "filter width",
            sizes: |_| &[3, 5, 9],
            launch: |class, width| {
                let side = pick(class, 2048, 128);
                let pixels = (side + width) * (side + width);
                let image = [Input(Floats, pixels), Input(Floats, width * width), Output(side * side * 4)];
                let arguments = [&image[..], &[Number(width as i32)]].concat();
                Launch { global: vec![side, side / 4], local: vec![64, 4], arguments }
            },
        },
        Case {
            name: "dots",
            file: "nests.cl",
            kernel: "dots",
            request: 0,
            defines: &[],
            factors: &[By(4)],
            size_is: "n",
            sizes: |_| &[64, 509],
            launch: |class, n| {
                let (items, count) = (pick(class, 1 << 14, 1 << 8), 6);
                let rows = [Input(Floats, items * count * n), Input(Floats, n), Output(items * count * 4)];
                line(items, [&rows[..], &[Number(n as i32), Number(count as i32)]].concat())
            },
        },
        Case {
            name: "heat",
            file: "nests.cl",
            kernel: "heat",
            request: 0,
            defines: &[],
            factors: &[By(4)],
            size_is: "steps",
            sizes: |_| &[100, 1000],
            launch: |class, steps| {
                let items = pick(class, 1 << 16, 1 << 10);
                line(items, vec![Input(Floats, items * 12), Output(items * 48), Number(steps as i32)])
            },
        },
        Case {
            name: "polynomial_global",
            file: "polynomial.cl",
            kernel: "polynomial_global",
            request: 0,
            defines: &[],
            factors: RUN_TIME,
            size_is: "coefficients",
            sizes: degrees,
            launch: points,
        },
        Case {
            name: "polynomial_private",
            file: "polynomial.cl",
            kernel: "polynomial_private",
            request: 0,
            defines: &[],
            factors: RUN_TIME,
            size_is: "coefficients",
            sizes: degrees,
            launch: points,
        },
        Case {
            name: "polynomial_padded",
            file: "polynomial.cl",
            kernel: "polynomial_padded",
            request: 0,
            defines: &[],
            factors: &[By(2), By(4)],
            size_is: "coefficients",
            sizes: |_| &[16, 512, 4096],
            launch: points,
        },
        Case {
            name: "polynomial_fixed",
            file: "polynomial.cl",
            kernel: "polynomial_fixed",
            request: 0,
            defines: &[],
            factors: &[By(2), By(4), Full],
            size_is: "",
            sizes: fixed,
            launch: |class, _| {
                let items = pick(class, 1 << 22, 1 << 15);
                line(items, vec![Input(Floats, 9), Input(Floats, items * 4), Output(items * 16)])
            },
        },
        Case {
            name: "polynomial_powers",
            file: "polynomial.cl",
            kernel: "polynomial_powers",
            request: 0,
            defines: &[],
            factors: &[By(2), By(3), By(4), By(8), By(16)],
            size_is: "coefficients",
            sizes: degrees,
            launch: points,
        },
        Case {
            name: "waves",
            file: "waves.cl",
            kernel: "waves",
            request: 0,
            defines: &[],
            factors: &[By(4), By(8)],
            size_is: "n",
            sizes: |_| &[64, 61],
            launch: |class, n| {
                let items = pick(class, 1 << 18, 1 << 12);
                line(items, vec![Input(Floats, items * n), Output(items * n * 4), Number(n as i32)])
            },
        },
        Case {
            name: "with_vec_type_hint",
            file: "qualifiers.cl",
            kernel: "with_vec_type_hint",
            request: 0,
            defines: &[],
            factors: RUN_TIME,
            size_is: "n",
            sizes: slice_sizes,
            launch: |class, n| {
                let items = pick(class, 1 << 20, 1 << 12);
                line(items, vec![Input(Floats, (items + n) * 4), Output(items * 16), Number(n as i32)])
            },
        },
        Case {
            name: "attribute_first",
            file: "qualifiers.cl",
            kernel: "attribute_first",
            request: 0,
            defines: &[],
            factors: RUN_TIME,
            size_is: "n",
            sizes: slice_sizes,
            launch: |class, n| windows(Integers, class, n),
        },
        Case {
            name: "reduce (share)",
            file: "reduction.cl",
            kernel: "reduce",
            request: 0,
            defines: &[],
            factors: RUN_TIME,
            size_is: "n",
            sizes: strided,
            launch: |class, n| reductions(class, n, None),
        },
        Case {
            name: "reduce (tree)",
            file: "reduction.cl",
            kernel: "reduce",
            request: 1,
            defines: &[],
            factors: &[By(2), By(3), Full],
            size_is: "n",
            sizes: |_| &[64, 509],
            launch: |class, n| reductions(class, n, None),
        },
        Case {
            name: "reduce_max (share)",
            file: "reduction.cl",
            kernel: "reduce_max",
            request: 0,
            defines: &[],
            factors: RUN_TIME,
            size_is: "n",
            sizes: strided,
            launch: |class, n| reductions(class, n, Some(256)),
        },
        Case {
            name: "reduce_max (tree)",
            file: "reduction.cl",
            kernel: "reduce_max",
            request: 1,
            defines: &[],
            factors: &[By(2), By(3), Full],
            size_is: "n",
            sizes: |_| &[64, 509],
            launch: |class, n| reductions(class, n, Some(256)),
        },
        Case {
            name: "register_tile",
            file: "register_tile.cl",
            kernel: "register_tile",
            request: 1,
            defines: &[],
            factors: &[By(2), Full],
            size_is: "n",
            sizes: |class| if class == Gpu { &[1024] } else { &[96] },
            launch: |_, n| {
                let (matrix, local) = (Input(Floats, n * n), vec![8, 16]);
                let arguments = vec![matrix, matrix, Output(n * n * 4), Number(n as i32)];
                Launch { global: vec![n / 4, n / 2], local, arguments }
            },
        },
        Case {
            name: "smooth",
            file: "stencil.cl",
            kernel: "smooth",
            request: 2,
            defines: &[],
            factors: &[By(2), Full],
            size_is: "steps",
            sizes: |_| &[1, 16],
            launch: |class, steps| {
                let side = pick(class, 4096, 128);
                square(
                    side,
                    vec![Input(Floats, (side + 2) * (side + 2)), Output(side * side * 4), Number(steps as i32)],
                )
            },
        },
    ]
}
