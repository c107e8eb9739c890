//! Whether a second kernel may be launched: it must have the same arguments as the first, and no other thread may change them during the
//! launch.
//!
//! OpenCL lets several threads launch one kernel, but not set its arguments while another thread sets or launches it. A program that does so
//! may leave the two kernels with different arguments, so the layer then drops the second one. During its launch, nobody sets its
//! arguments: the arguments that were checked are those that run.

use std::sync::Arc;

use super::counts::{Doubt, LaunchCounts};
use super::disjoint::{is_plain, separate_buffers};
use super::loaders::is_alone;
use super::switch::is_stopped;
use crate::kernel_arguments::SetArgument;
use crate::owned::KernelHandle;
use crate::restricted::SecondKernel;
use crate::table;

/// Several threads use a kernel in a way that OpenCL does not allow.
const BUSY: &str = "several threads set its arguments";

/// Drops the second kernel of a kernel.
pub(super) fn drop_second(kernel: KernelHandle, why: &'static str) {
    let taken = table::with_second(kernel, |second, _| {
        let is_there = second.kernel.is_ok();
        is_there.then(|| std::mem::replace(&mut second.kernel, Err(why)))
    });
    // It may be the last use, which calls the driver.
    drop(taken);
}

/// A call that sets an argument. It ends when it is dropped.
pub(super) struct ArgumentCall {
    kernel: KernelHandle,
    second: Option<Arc<SecondKernel>>,
}

impl ArgumentCall {
    /// `None` for a kernel without a second one.
    pub(super) fn begin(kernel: KernelHandle) -> Option<Self> {
        let (second, is_busy) = table::with_second(kernel, |second, _| {
            let is_busy = second.setting > 0 || second.launching > 0;
            second.setting += 1;
            (second.kernel.clone().ok(), is_busy)
        })?;
        // A launch that is under way keeps the arguments that were judged for it.
        let call = Self { kernel, second: second.filter(|_| !is_busy) };
        if is_busy {
            drop_second(kernel, BUSY);
        }
        Some(call)
    }

    /// Sets what the first kernel has accepted for the second one too.
    pub(super) fn accepted(&self, at: u32, argument: SetArgument, set: impl FnOnce(KernelHandle) -> bool) {
        let Some(second) = &self.second else { return };
        if !set(second.kernel) {
            drop_second(self.kernel, "the driver refuses an argument");
        }
        table::with_second(self.kernel, |_, arguments| arguments.set(at, argument));
    }
}

impl Drop for ArgumentCall {
    fn drop(&mut self) {
        table::with_second(self.kernel, |second, _| second.setting = second.setting.saturating_sub(1));
    }
}

/// A launch. It ends when it is dropped.
pub(super) struct LaunchCall {
    kernel: KernelHandle,
    name: Arc<str>,
    /// The kernel to launch in the place of the first, or why there is none.
    pub(super) chosen: Result<Arc<SecondKernel>, Doubt>,
}

impl LaunchCall {
    /// `None` for a kernel without a second one.
    pub(super) fn begin(kernel: KernelHandle) -> Option<Self> {
        let mut table = table::lock();
        let (second, arguments, known) = table.second(kernel)?;
        second.launching += 1;
        let call_of = |chosen| Self { kernel, name: Arc::clone(&second.name), chosen };
        let found = match &second.kernel {
            Err(why) => Err(Doubt::None(why)),
            Ok(_) if second.setting > 0 => Err(Doubt::None(BUSY)),
            Ok(second) => {
                let buffers = separate_buffers(&arguments.set, &second.kinds, known);
                buffers.map(|buffers| (Arc::clone(second), buffers))
            }
        };
        let mut call = call_of(found.as_ref().map(|(second, _)| Arc::clone(second)).map_err(|doubt| *doubt));
        drop(table);
        match found {
            Err(Doubt::None(BUSY)) => drop_second(kernel, BUSY),
            Ok(_) if is_stopped() || !is_alone() => call.chosen = Err(Doubt::Unseen),
            Ok((_, buffers)) if !buffers.iter().all(|buffer| is_plain(*buffer)) => call.chosen = Err(Doubt::Shared),
            _ => {}
        }
        Some(call)
    }

    /// Counts what was launched. `is_second` is false if the driver refused the second kernel, so that it is never used again.
    pub(super) fn launched(&self, is_second: bool) {
        let doubt = match self.chosen {
            Ok(_) if is_second => None,
            Ok(_) => {
                let why = "the driver refuses to launch it";
                drop_second(self.kernel, why);
                Some(Doubt::None(why))
            }
            Err(doubt) => Some(doubt),
        };
        let counts: &mut LaunchCounts = &mut table::lock().counts;
        counts.add(&self.name, doubt);
    }
}

impl Drop for LaunchCall {
    fn drop(&mut self) {
        table::with_second(self.kernel, |second, _| second.launching = second.launching.saturating_sub(1));
    }
}
