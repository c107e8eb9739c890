//! Unrolls the loops of all kernels in `kernels/` when the package is built.

fn main() {
    clunroll::build::Kernels::new("kernels").define("WIDTH", "8").include("kernels/include").flatten(true).compile();
}
