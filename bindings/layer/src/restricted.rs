//! The second form of a program and of its kernels, with `restrict`: what `aliasing` chooses at each launch.

use std::collections::HashSet;
use std::sync::Arc;

use clunroll::Outcome;

use crate::kernel_arguments::ArgumentKind;
use crate::next::call;
use crate::owned::{DeviceHandle, KernelHandle, OwnedProgram};

/// A text with `restrict`.
#[derive(Debug)]
pub(crate) struct RestrictedText {
    pub(crate) text: Vec<u8>,
    /// The kernels for which it may be launched.
    pub(crate) kernels: Vec<String>,
}

impl RestrictedText {
    /// The text of an outcome with `--assume restrict`; `None` if no kernel may gain from it.
    pub(crate) fn of(outcome: Outcome) -> Option<Self> {
        let is_error = |severity| severity == clunroll::rules::Severity::Error;
        if outcome.fault.is_some() || outcome.diagnostics.iter().any(|found| is_error(found.severity)) {
            return None;
        }
        // A variable that outlives a launch would be there twice.
        if outcome.pointers.iter().any(|pointer| pointer.may_keep_state) {
            return None;
        }
        let (mut kernels, mut all) = (Vec::new(), HashSet::new());
        for pointer in outcome.pointers.iter().filter(|pointer| pointer.is_restrict) {
            // A pointer alone has no other one that it could share memory with.
            let others = outcome.pointers.iter().filter(|other| other.kernel == pointer.kernel).count();
            if others > 1 && all.insert(pointer.kernel.clone()) {
                kernels.push(pointer.kernel.clone());
            }
        }
        (!kernels.is_empty()).then_some(Self { text: outcome.text, kernels })
    }
}

/// The second build of a program.
#[derive(Debug)]
pub(crate) struct RestrictedProgram {
    pub(crate) program: OwnedProgram,
    pub(crate) kernels: Vec<String>,
    pub(crate) devices: Vec<DeviceHandle>,
}

/// A kernel of a second build.
#[derive(Debug)]
pub(crate) struct SecondKernel {
    pub(crate) kernel: KernelHandle,
    /// It lives as long as its kernels.
    pub(crate) program: Arc<RestrictedProgram>,
    pub(crate) kinds: Vec<ArgumentKind>,
}

impl Drop for SecondKernel {
    fn drop(&mut self) {
        // SAFETY: this is the only reference of the layer's.
        unsafe { call!(clReleaseKernel(self.kernel.0)) };
    }
}

/// The second kernel of a kernel in the table.
#[derive(Debug)]
pub(crate) struct SecondUse {
    /// Or why there is none.
    pub(crate) kernel: Result<Arc<SecondKernel>, &'static str>,
    pub(crate) name: Arc<str>,
    /// The calls that are under way.
    pub(crate) setting: u32,
    pub(crate) launching: u32,
}

impl SecondUse {
    pub(crate) fn new(name: &str, kernel: Result<SecondKernel, &'static str>) -> Self {
        Self { kernel: kernel.map(Arc::new), name: name.into(), setting: 0, launching: 0 }
    }

    /// Whether it is a kernel of this program, or none.
    pub(crate) fn is_of(&self, program: Option<&Arc<RestrictedProgram>>) -> bool {
        self.kernel.as_ref().map_or(true, |own| program.is_some_and(|program| Arc::ptr_eq(&own.program, program)))
    }
}

#[cfg(test)]
mod tests {
    use clunroll::{NoIncludes, Options, unroll};

    use super::*;

    /// The kernels that may be launched with `restrict`.
    fn kernels(source: &str) -> Vec<String> {
        let options = Options::new("k.cl").trust_defines(true).assume_restrict(true);
        let restricted = RestrictedText::of(unroll(source.as_bytes(), &options, &mut NoIncludes));
        assert!(
            restricted.as_ref().is_none_or(|restricted| restricted.text.windows(9).any(|text| text == b"restrict "))
        );
        restricted.map(|restricted| restricted.kernels).unwrap_or_default()
    }

    const ADD: &str = "kernel void add(global int *a, global const int *b) { a[0] += b[0]; }\n";

    #[test]
    fn kernels_that_may_gain_are_named() {
        assert_eq!(kernels(ADD), ["add"]);
        assert_eq!(kernels("kernel void one(global int *a, int b) { a[0] += b; }"), [""; 0]);
        let two = format!("{ADD}kernel void mix(global int *a, constant int *b) {{ barrier(1); a[0] = b[1]; }}");
        assert_eq!(kernels(&two), ["add", "mix"], "what is only read may be `restrict`");
        let ordered = "kernel void k(global int *a, global int *b) { a[0] = 1; barrier(1); b[0] = a[0]; }";
        assert_eq!(kernels(ordered), [""; 0]);
        let called = format!("{ADD}kernel void k(global int *a, global int *b) {{ add(a, a + 1); b[0] = 1; }}");
        assert!(!kernels(&called).contains(&"add".to_owned()), "its arguments are not those of a launch");
    }

    /// A variable of the program would be there twice.
    #[test]
    fn what_outlives_a_launch_is_not_built_twice() {
        for before in ["global int n;\n", "int n[4] = {1, 2, 3, 4};\n", "static global float n;\n"] {
            assert_eq!(kernels(&format!("{before}{ADD}")), [""; 0], "{before}");
        }
        for before in ["constant int n[] = {1, 2};\n", "typedef struct { int n; } number;\n", "#define N 4\n"] {
            assert_eq!(kernels(&format!("{before}{ADD}")), ["add"], "{before}");
        }
        let child = "enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ });";
        assert_eq!(kernels(&format!("{ADD}kernel void k(global int *a) {{ {child} a[0] = 1; }}")), [""; 0]);
        assert_eq!(kernels(&format!("#pragma unroll -1\n{ADD}")), [""; 0], "an error leaves the source");
    }
}
