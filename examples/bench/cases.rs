//! The cases to time: one row for each kernel, with the request that varies, its factors, and launches that fit the device.
//!
//! Launches keep all of a GPU busy, and take milliseconds on a CPU. The sizes are chosen by the iterations that a main loop leaves: none,
//! one, or nearly a pass.

use super::data::Argument::{self, Input, Local, Number, Output};
use super::data::Kind::{Bytes, Floats, Integers};
use super::device::Class::{self, Cpu, Gpu};
use super::variants::Factor::{self, By, Full};

/// A kernel with a request that varies.
pub struct Case {
    /// Its name.
    pub name: &'static str,
    /// Its file.
    pub file: &'static str,
    /// Its kernel.
    pub kernel: &'static str,
    /// The number of the request that varies, among those of the kernel; the others stay as they are written.
    pub request: usize,
    /// Macros of the build.
    pub defines: &'static [&'static str],
    /// The factors that the request gets.
    pub factors: &'static [Factor],
    /// The meaning of the size, in words.
    pub size_is: &'static str,
    /// The sizes.
    pub sizes: fn(Class) -> &'static [usize],
    /// The launch for a size.
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

/// A size that depends only on the device.
const fn pick(class: Class, gpu: usize, cpu: usize) -> usize {
    match class {
        Gpu => gpu,
        Cpu => cpu,
    }
}

/// Groups of 256 in one dimension.
fn line(items: usize, arguments: Vec<Argument>) -> Launch {
    Launch { global: vec![items], local: vec![256], arguments }
}

/// Groups of 16 by 16 in two dimensions.
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

/// Groups of 64, each of which processes the same `n` elements.
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

/// A kernel whose first request varies, with factors for a run-time trip count and one size.
fn case(file: &'static str, kernel: &'static str) -> Case {
    let launch = |_, _| Launch { global: Vec::new(), local: Vec::new(), arguments: Vec::new() };
    let (request, defines, factors): (_, &[_], _) = (0, &[], RUN_TIME);
    Case { name: kernel, file, kernel, request, defines, factors, size_is: "", sizes: |_| &[0], launch }
}

impl Case {
    fn called(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    fn request(self, request: usize) -> Self {
        Self { request, ..self }
    }

    fn defines(self, defines: &'static [&'static str]) -> Self {
        Self { defines, ..self }
    }

    fn factors(self, factors: &'static [Factor]) -> Self {
        Self { factors, ..self }
    }

    fn sizes(self, size_is: &'static str, sizes: fn(Class) -> &'static [usize]) -> Self {
        Self { size_is, sizes, ..self }
    }

    fn launch(self, launch: fn(Class, usize) -> Launch) -> Self {
        Self { launch, ..self }
    }
}

/// All cases.
#[expect(clippy::too_many_lines, reason = "a table")]
pub fn all() -> Vec<Case> {
    let slice_sizes: fn(Class) -> &'static [usize] = |_| &[64, 509, 512];
    let degrees: fn(Class) -> &'static [usize] = |_| &[16, 17, 509, 4096];
    let rows: fn(Class) -> &'static [usize] = |_| &[5, 16, 17, 20];
    let strided: fn(Class) -> &'static [usize] = |_| &[64, 509, 512, 4095];
    vec![
        case("convolution.cl", "convolve").sizes("filter width", |_| &[5, 16, 17, 18, 19, 20]).launch(
            |class, width| {
                let side = pick(class, 4096, 128);
                let pixels = (side + width) * (side + width);
                let image = [Input(Floats, pixels), Output(side * side * 4), Input(Floats, width * width)];
                square(side, [&image[..], &[Number(side as i32), Number(width as i32)]].concat())
            },
        ),
        case("convolution_bytes.cl", "blur").request(1).sizes("radius", |_| &[2, 8, 9]).launch(|class, radius| {
            let side = pick(class, 2048, 64);
            let side_is = Number(side as i32);
            let image = [Input(Bytes, side * side), Output(side * side)];
            square(side, [&image[..], &[side_is, side_is, Number(radius as i32)]].concat())
        }),
        case("convolution_bytes.cl", "sharpen").request(1).factors(&[By(2), Full]).launch(|class, _| {
            let side = pick(class, 8192, 256);
            let side_is = Number(side as i32);
            square(side, vec![Input(Bytes, side * side), Output(side * side), side_is, side_is])
        }),
        case("conditional.cl", "row_sums").request(1).defines(&["UNROLL"]).sizes("width", rows).launch(
            |class, width| {
                let items = pick(class, 1 << 22, 1 << 15);
                line(items, vec![Input(Floats, items * width), Output(items * 4), Number(width as i32)])
            },
        ),
        case("extension.cl", "everything").factors(&[By(2), By(4), Full]).launch(|class, _| {
            let items = pick(class, 1 << 23, 1 << 15);
            line(items, vec![Input(Floats, items * 8), Output(items * 4)])
        }),
        case("extension.cl", "by_four").sizes("n", slice_sizes).launch(|class, n| windows(Floats, class, n)),
        case("extension.cl", "by_macro").sizes("n", slice_sizes).launch(|class, n| windows(Integers, class, n)),
        case("extension.cl", "by_expression").sizes("n", slice_sizes).launch(|class, n| windows(Integers, class, n)),
        case("extension.cl", "more_than_there_is").factors(&[By(16)]).launch(|class, _| {
            let items = pick(class, 1 << 25, 1 << 17);
            line(items, vec![Input(Integers, items + 8), Output(items * 4)])
        }),
        case("host_bound.cl", "sum").factors(&[By(2), By(4), By(8), Full]).launch(|class, _| {
            let items = pick(class, 1 << 21, 1 << 14);
            line(items, vec![Input(Floats, items * 64), Output(items * 4), Number(3)])
        }),
        case("host_bound.cl", "sum_of_rows").factors(&[By(2), By(4), By(8), Full]).launch(|class, _| {
            let items = pick(class, 1 << 21, 1 << 14);
            line(items, vec![Input(Floats, items * 4 + 64), Output(items * 4), Number(3)])
        }),
        case("host_bound.cl", "sum_by_factor").sizes("n", rows).launch(|class, n| windows(Floats, class, n)),
        case("latency_chain.cl", "chain_by_4").called("chain").sizes("slice", slice_sizes).launch(slices),
        case("latency_chain.cl", "chain_sin_by_4").called("chain_sin").sizes("slice", slice_sizes).launch(slices),
        case("matrix_product.cl", "matrix_product")
            .called("matrix_product (tiles)")
            .factors(&[By(2), By(4), By(8)])
            .sizes("n", |class| if class == Gpu { &[1024, 1040] } else { &[128, 144] })
            .launch(|_, n| matrices(n, 1)),
        case("matrix_product.cl", "matrix_product")
            .called("matrix_product (tile)")
            .request(1)
            .factors(&[By(2), By(4), By(8), Full])
            .sizes("n", |class| if class == Gpu { &[1024, 1040] } else { &[128, 144] })
            .launch(|_, n| matrices(n, 1)),
        case("matrix_product.cl", "matrix_product_blocked")
            .request(2)
            .factors(&[By(2), By(4), By(8), Full])
            .sizes("n", |class| if class == Gpu { &[2048] } else { &[128] })
            .launch(|_, n| matrices(n, 4)),
        case("nests.cl", "product_of_rows")
            .factors(&[By(8)])
            .sizes("n", |class| if class == Gpu { &[1024, 1040] } else { &[128, 144] })
            .launch(|_, n| {
                let matrix = Input(Floats, n * n);
                let arguments = vec![matrix, matrix, Output(n * n * 4), Number(n as i32)];
                Launch { global: vec![n, n / 8], local: vec![16, 1], arguments }
            }),
        case("nests.cl", "forces")
            .factors(&[By(4)])
            .sizes("bodies", |class| if class == Gpu { &[1000, 4096] } else { &[100, 512] })
            .launch(|class, n| {
                let items = pick(class, 1 << 16, 1 << 10);
                line(items, vec![Input(Floats, items * 16), Output(items * 64), Number(n as i32)])
            }),
        case("nests.cl", "fir").factors(&[By(8)]).sizes("taps", |_| &[16, 63, 256]).launch(|class, n| {
            let items = pick(class, 1 << 18, 1 << 11);
            let signal = [Input(Floats, items * 8 + n), Input(Floats, n), Output(items * 32)];
            line(items, [&signal[..], &[Number(n as i32)]].concat())
        }),
        case("nests.cl", "convolve_rows").factors(&[By(4)]).sizes("filter width", |_| &[3, 5, 9]).launch(
            |class, width| {
                let side = pick(class, 2048, 128);
                let pixels = (side + width) * (side + width);
                let image = [Input(Floats, pixels), Input(Floats, width * width), Output(side * side * 4)];
                let arguments = [&image[..], &[Number(width as i32)]].concat();
                Launch { global: vec![side, side / 4], local: vec![64, 4], arguments }
            },
        ),
        case("nests.cl", "dots").factors(&[By(4)]).sizes("n", |_| &[64, 509]).launch(|class, n| {
            let (items, count) = (pick(class, 1 << 14, 1 << 8), 6);
            let rows = [Input(Floats, items * count * n), Input(Floats, n), Output(items * count * 4)];
            line(items, [&rows[..], &[Number(n as i32), Number(count as i32)]].concat())
        }),
        case("nests.cl", "heat").factors(&[By(4)]).sizes("steps", |_| &[100, 1000]).launch(|class, steps| {
            let items = pick(class, 1 << 16, 1 << 10);
            line(items, vec![Input(Floats, items * 12), Output(items * 48), Number(steps as i32)])
        }),
        case("polynomial.cl", "polynomial_global").sizes("coefficients", degrees).launch(points),
        case("polynomial.cl", "polynomial_private").sizes("coefficients", degrees).launch(points),
        case("polynomial.cl", "polynomial_padded")
            .factors(&[By(2), By(4)])
            .sizes("coefficients", |_| &[16, 512, 4096])
            .launch(points),
        case("polynomial.cl", "polynomial_fixed").factors(&[By(2), By(4), Full]).launch(|class, _| {
            let items = pick(class, 1 << 22, 1 << 15);
            line(items, vec![Input(Floats, 9), Input(Floats, items * 4), Output(items * 16)])
        }),
        case("polynomial.cl", "polynomial_powers")
            .factors(&[By(2), By(3), By(4), By(8), By(16)])
            .sizes("coefficients", degrees)
            .launch(points),
        case("waves.cl", "waves").factors(&[By(4), By(8)]).sizes("n", |_| &[64, 61]).launch(|class, n| {
            let items = pick(class, 1 << 18, 1 << 12);
            line(items, vec![Input(Floats, items * n), Output(items * n * 4), Number(n as i32)])
        }),
        case("qualifiers.cl", "with_vec_type_hint").sizes("n", slice_sizes).launch(|class, n| {
            let items = pick(class, 1 << 20, 1 << 12);
            line(items, vec![Input(Floats, (items + n) * 4), Output(items * 16), Number(n as i32)])
        }),
        case("qualifiers.cl", "attribute_first").sizes("n", slice_sizes).launch(|class, n| windows(Integers, class, n)),
        case("reduction.cl", "reduce")
            .called("reduce (share)")
            .sizes("n", strided)
            .launch(|class, n| reductions(class, n, None)),
        case("reduction.cl", "reduce")
            .called("reduce (tree)")
            .request(1)
            .factors(&[By(2), By(3), Full])
            .sizes("n", |_| &[64, 509])
            .launch(|class, n| reductions(class, n, None)),
        case("reduction.cl", "reduce_max")
            .called("reduce_max (share)")
            .sizes("n", strided)
            .launch(|class, n| reductions(class, n, Some(256))),
        case("reduction.cl", "reduce_max")
            .called("reduce_max (tree)")
            .request(1)
            .factors(&[By(2), By(3), Full])
            .sizes("n", |_| &[64, 509])
            .launch(|class, n| reductions(class, n, Some(256))),
        case("register_tile.cl", "register_tile")
            .request(1)
            .factors(&[By(2), Full])
            .sizes("n", |class| if class == Gpu { &[1024] } else { &[96] })
            .launch(|_, n| {
                let (matrix, local) = (Input(Floats, n * n), vec![8, 16]);
                let arguments = vec![matrix, matrix, Output(n * n * 4), Number(n as i32)];
                Launch { global: vec![n / 4, n / 2], local, arguments }
            }),
        case("stencil.cl", "smooth").request(2).factors(&[By(2), Full]).sizes("steps", |_| &[1, 16]).launch(
            |class, steps| {
                let side = pick(class, 4096, 128);
                square(
                    side,
                    vec![Input(Floats, (side + 2) * (side + 2)), Output(side * side * 4), Number(steps as i32)],
                )
            },
        ),
    ]
}
