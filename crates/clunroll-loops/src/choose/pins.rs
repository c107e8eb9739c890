//! Directives that keep a compiler from unrolling an unrolled loop again.
//!
//! ```text
//! #pragma unroll 1                                   // four copies are what was asked for
//! for (; i_base < i_end; i_base += 4) { … }
//! #pragma unroll 1                                   // few iterations remain
//! for (int i = i_base; i < n; i++) body
//! ```
//!
//! The line uses the spelling of the request: `#pragma unroll 1` as a directive or an operator, or the attribute of OpenCL. It asks
//! for nothing, so a second run leaves it alone. Where the request is an operator or an attribute, as in the arguments of a macro, no
//! directive is written. If the source has other directives for the loop, no line is added, since those may concern unrolling too.
//!
//! A remainder always gets the line, except for a CPU if less than one pass is proven to remain: the compiler of a CPU is then free
//! to unroll the remainder. A main loop gets the line from four copies on. With two or three copies, more unrolling by the compiler
//! pays. It also pays on a CPU, where the compiler unrolls to vectorise.

use crate::directive::{Anchor, Request, Spelling};
use crate::plan::shape::{Pin, RemainderLength, RemainderShape};
use crate::planner::{BoundRequest, Planner};
use crate::settings::DeviceClass;

/// The number of copies from which on the compiler must not unroll a main loop again.
const MIN_PINNED_FACTOR: u32 = 4;

impl<'u> Planner<'_, 'u, '_> {
    /// The lines before the loops of a counted form.
    pub fn pin(
        &self,
        request: &BoundRequest<'_, 'u>,
        remainder: RemainderShape,
        length: RemainderLength,
        factor: u32,
    ) -> Pin {
        let Some(text) = once(request) else { return Pin::default() };
        let is_loop = remainder == RemainderShape::Loop;
        if self.settings.target == DeviceClass::Cpu {
            return Pin { main: None, rest: (is_loop && length == RemainderLength::Any).then_some(text) };
        }
        Pin { main: (factor >= MIN_PINNED_FACTOR || is_loop).then_some(text), rest: Some(text) }
    }

    /// The line before a loop that runs the iterations after the copies, if their number is unknown.
    pub(crate) fn pin_of_remainder(request: &BoundRequest<'_, 'u>) -> Pin {
        Pin { main: None, rest: once(request) }
    }

    /// The same for a loop in a main loop: a compiler that unrolls it again multiplies its copies with those of the nest.
    pub fn pin_in_nest(&self, pin: &mut Pin) {
        if self.settings.target != DeviceClass::Cpu {
            pin.main = pin.main.or(pin.rest);
        }
    }
}

/// A request for one copy in the words of another request.
fn once(request: &BoundRequest<'_, '_>) -> Option<&'static str> {
    let Request { anchor, spelling, prefix, .. } = request.as_written;
    let text = match (spelling, anchor) {
        (Spelling::Pragma | Spelling::Jam, Anchor::Directive(_)) => "#pragma unroll 1",
        (Spelling::ClangLoop, Anchor::Directive(_)) => "#pragma clang loop unroll(disable)",
        (Spelling::Hint, Anchor::Attribute(_)) => "__attribute__((opencl_unroll_hint(1)))",
        (Spelling::ClangLoop, _) => "_Pragma(\"clang loop unroll(disable)\")",
        _ => "_Pragma(\"unroll 1\")",
    };
    prefix.carried().next().is_none().then_some(text)
}
