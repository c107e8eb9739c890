//! What keeps a compiler from unrolling once more what was unrolled.
//!
//! ```text
//! #pragma unroll 1                                   // four copies are what was asked for
//! for (; i_base < i_end; i_base += 4) { … }
//! #pragma unroll 1                                   // few iterations remain
//! for (int i = i_base; i < n; i++) body
//! ```
//!
//! The line is in the words of the request: `#pragma unroll 1` as a directive or an operator, or the attribute of OpenCL. It asks for
//! nothing, so a second run leaves it alone. Where the request is an operator or an attribute, as in the arguments of a macro, no
//! directive is written. Where the source says other things of the loop, nothing is: they may say something of this too.
//!
//! A remainder always gets it, but for a CPU: there a compiler may do with a remainder what it likes if less than one pass is
//! proven to remain. A main loop gets it from four copies on. Two or three are few, and a compiler that makes more of them gains. So
//! does a compiler for a CPU, which unrolls to vectorise.

use crate::directive::{Anchor, Request, Spelling};
use crate::plan::shape::{Pin, RemainderShape};
use crate::planner::{BoundRequest, Planner};
use crate::settings::Tune;

/// From so many copies on, a main loop is not to be unrolled once more.
const MIN_PINNED_FACTOR: u32 = 4;

impl<'u> Planner<'_, 'u, '_> {
    /// What comes before the loops of a counted form; `is_short` says whether less than one pass is proven to remain.
    pub fn pin(&self, wanted: &BoundRequest<'_, 'u>, rest: RemainderShape, factor: u32, is_short: bool) -> Pin {
        let Some(text) = once(wanted) else { return Pin::default() };
        let is_loop = rest == RemainderShape::Loop;
        if self.settings.tune == Tune::Cpu {
            return Pin { main: None, rest: (is_loop && !is_short).then_some(text) };
        }
        Pin { main: (factor >= MIN_PINNED_FACTOR || is_loop).then_some(text), rest: Some(text) }
    }

    /// What comes before a loop that runs what copies leave, however much that is.
    pub fn pin_of_remainder(wanted: &BoundRequest<'_, 'u>) -> Pin {
        Pin { main: None, rest: once(wanted) }
    }

    /// The same of a loop in a main loop: a compiler that unrolls it once more multiplies its copies with those of the nest.
    pub fn pin_in_nest(&self, pin: &mut Pin) {
        if self.settings.tune != Tune::Cpu {
            pin.main = pin.main.or(pin.rest);
        }
    }
}

/// A request for one copy in the words of another request.
fn once(wanted: &BoundRequest<'_, '_>) -> Option<&'static str> {
    let Request { anchor, spelling, prefix, .. } = wanted.request;
    let text = match (spelling, anchor) {
        (Spelling::Pragma | Spelling::Jam, Anchor::Directive(_)) => "#pragma unroll 1",
        (Spelling::ClangLoop, Anchor::Directive(_)) => "#pragma clang loop unroll(disable)",
        (Spelling::Hint, Anchor::Attribute(_)) => "__attribute__((opencl_unroll_hint(1)))",
        (Spelling::ClangLoop, _) => "_Pragma(\"clang loop unroll(disable)\")",
        _ => "_Pragma(\"unroll 1\")",
    };
    prefix.carried().next().is_none().then_some(text)
}
