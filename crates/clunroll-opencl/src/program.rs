//! Builds texts for a device.

use std::collections::BTreeMap;

use opencl3::kernel::Kernel;
use opencl3::program::Program;

use crate::device::Machine;
use crate::parameters::{self, KernelInterface};

/// A built text.
pub(crate) struct BuiltProgram {
    /// By name; a kernel that cannot be created has the reason. Kernels come before their program, and are dropped first.
    kernels: BTreeMap<String, Result<Kernel, String>>,
    _program: Program,
}

impl BuiltProgram {
    /// Builds a text, or returns the compiler's log.
    pub(crate) fn of(machine: &Machine, text: &str, options: &str) -> Result<Self, String> {
        let options = format!("-cl-kernel-arg-info {options}");
        let program = Program::create_and_build_from_source(&machine.context, text, &options)?;
        let mut kernels = BTreeMap::new();
        // Without kernels, PoCL 3.1 returns a list of names without an end.
        if program.get_num_kernels().is_ok_and(|count| count > 0) {
            for name in program.kernel_names().split(';').filter(|name| !name.is_empty()) {
                let kernel = Kernel::create(&program, name).map_err(|error| format!("clCreateKernel: {error}"));
                kernels.insert(name.to_owned(), kernel);
            }
        }
        Ok(Self { kernels, _program: program })
    }

    /// Its kernels, in the order of their names.
    pub(crate) fn interfaces(&self, machine: &Machine) -> Vec<KernelInterface> {
        let interface = |(name, kernel): (&String, &Result<Kernel, String>)| {
            let required = kernel.as_ref().ok().and_then(|kernel| parameters::required_size(kernel, machine));
            let parameters = kernel.as_ref().map_err(Clone::clone).and_then(parameters::declared);
            KernelInterface { name: name.clone(), parameters, required }
        };
        self.kernels.iter().map(interface).collect()
    }

    pub(crate) fn kernel(&self, name: &str) -> Result<&Kernel, String> {
        match self.kernels.get(name) {
            Some(Ok(kernel)) => Ok(kernel),
            Some(Err(why)) => Err(why.clone()),
            None => Err(format!("the program has no kernel {name}")),
        }
    }
}
