//! Unroll-and-jam: the copies of an outer loop's body run side by side in one inner loop.
//!
//! ```text
//! for (int r = 0; r < 8; r++) {            for (int r_base = 0; r_base != 8; r_base += 2) {
//!   float sum = 0.0f;                        const int r_0 = r_base;
//!   for (int k = 0; k < n; k++)              const int r_1 = r_base + 1;
//!     sum += a[r * n + k] * b[k];            float sum_0 = 0.0f;
//!   c[r] = sum;                              float sum_1 = 0.0f;
//! }                                          for (int k = 0; k < n; k++) {
//!                                              sum_0 += a[r_0 * n + k] * b[k];
//!                                              sum_1 += a[r_1 * n + k] * b[k];
//!                                            }
//!                                            c[r_0] = sum_0;
//!                                            c[r_1] = sum_1;
//!                                          }
//! ```
//!
//! The outer loop takes the form that it would take without the jam: the main loop, its end and the remainder are the same. Only the
//! copies in a main loop, or of a loop that is written as a whole, are arranged otherwise. `analysis::dependence` shows that this
//! order computes the same. `names.rs` finds what gets another name in each copy, and `render.rs` writes the parts.

mod names;
mod plan;
mod render;

use std::rc::Rc;

use crate::analysis::Nest;
use crate::unroll::plan::Unroll;
use names::Renamed;

pub(super) use plan::InnerRequests;
pub(super) use render::SideBySide;

/// A nest that is to be jammed.
#[derive(Clone, Debug)]
pub struct Jam<'t> {
    nest: Nest<'t>,
    /// The outer induction variable, and the variables beside the inner loops.
    renamed: Vec<Renamed>,
    /// How the innermost loop is unrolled, if that was requested too.
    inner: Option<Rc<Unroll<'t>>>,
}
