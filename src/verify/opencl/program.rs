//! Texts, built for a device.

use std::collections::{BTreeSet, HashMap};

use opencl3::kernel::Kernel;
use opencl3::program::Program;

use super::device::Machine;
use super::types::{self, OpenClType};
use super::{launch, parameters};

/// What keeps compilers from computing `a * b + c` in one step in one place and in two in another.
const STRICT: &str = "#pragma OPENCL FP_CONTRACT OFF\n";

/// A text as it was built.
pub(super) struct BuiltProgram(Program);

impl BuiltProgram {
    /// Builds a text, or gives the compiler's log.
    pub(super) fn of(machine: &Machine, text: &str, options: &str) -> Result<Self, String> {
        let options = format!("-cl-kernel-arg-info {options}");
        Program::create_and_build_from_source(&machine.context, text, &options).map(Self)
    }

    /// The same, with floating point computed as it is written, as far as OpenCL can say so.
    pub(super) fn strict(machine: &Machine, text: &str, options: &str) -> Result<Self, String> {
        Self::of(machine, &format!("{STRICT}{text}"), options)
    }

    /// The names of its kernels, in order.
    pub(super) fn kernels(&self) -> Vec<String> {
        // PoCL 3.1 gives no end to the names of no kernels.
        if self.0.get_num_kernels().is_ok_and(|count| count == 0) {
            return Vec::new();
        }
        let names = self.0.kernel_names().split(';').filter(|name| !name.is_empty());
        let mut names: Vec<_> = names.map(str::to_owned).collect();
        names.sort();
        names
    }

    pub(super) fn kernel(&self, name: &str) -> Result<Kernel, String> {
        Kernel::create(&self.0, name).map_err(|error| format!("clCreateKernel: {error}"))
    }
}

/// What stands behind the names of types, as far as it is known.
#[derive(Default)]
pub(super) struct Types(HashMap<String, Option<OpenClType>>);

impl Types {
    /// Asks the compiler for those types of a kernel's parameters that have not been asked for yet.
    pub(super) fn learn(
        &mut self,
        machine: &Machine,
        text: &str,
        options: &str,
        written: &[parameters::DeclaredParameter],
    ) {
        let names = written.iter().filter_map(parameters::DeclaredParameter::unknown_type);
        let names: BTreeSet<_> = names.filter(|name| !self.0.contains_key(*name)).map(str::to_owned).collect();
        let names: Vec<_> = names.into_iter().collect();
        if names.is_empty() {
            return;
        }
        let numbers = BuiltProgram::of(machine, &format!("{text}{}", types::probe(&names)), options)
            .and_then(|built| built.kernel(types::PROBE))
            .and_then(|kernel| launch::numbers(machine, &kernel, names.len()));
        let numbers = numbers.unwrap_or_default().into_iter().chain(std::iter::repeat(0));
        self.0.extend(names.into_iter().zip(numbers.map(OpenClType::numbered)));
    }

    /// The type behind a name, if it is known.
    pub(super) fn get(&self, name: &str) -> Option<OpenClType> {
        self.0.get(name).copied().flatten()
    }
}
