//! Builds texts for a device.

use std::collections::BTreeMap;

use opencl3::kernel::Kernel;
use opencl3::program::Program;
use serde::{Deserialize, Serialize};

use crate::device::Machine;
use crate::parameters::{self, KernelInterface};

/// What a kernel needs on a device, as far as the platform says it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelResources {
    /// Bytes of private memory for each work-item (`CL_KERNEL_PRIVATE_MEM_SIZE`).
    pub private: Option<u64>,
    /// Bytes of local memory for each work-group (`CL_KERNEL_LOCAL_MEM_SIZE`).
    pub local: Option<u64>,
    /// The most work-items in a work-group (`CL_KERNEL_WORK_GROUP_SIZE`).
    pub largest_group: Option<usize>,
    /// Bytes of the program's binary.
    pub binary: Option<usize>,
    /// The compiler's messages.
    pub log: String,
}

/// A built text.
pub(crate) struct BuiltProgram {
    /// By name; a kernel that cannot be created has the reason. Kernels come before their program, and are dropped first.
    kernels: BTreeMap<String, Result<Kernel, String>>,
    program: Program,
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
        Ok(Self { kernels, program })
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

    /// What a kernel needs; `None` if there is no such kernel.
    pub(crate) fn resources(&self, machine: &Machine, kernel: &str) -> Option<KernelResources> {
        let (kernel, device) = (self.kernel(kernel).ok()?, machine.device.id());
        let sizes = self.program.get_binary_sizes().unwrap_or_default();
        Some(KernelResources {
            private: kernel.get_private_mem_size(device).ok(),
            local: kernel.get_local_mem_size(device).ok(),
            largest_group: kernel.get_work_group_size(device).ok(),
            binary: sizes.first().copied().filter(|&size| size > 0),
            log: self.program.get_build_log(device).unwrap_or_default(),
        })
    }

    pub(crate) fn kernel(&self, name: &str) -> Result<&Kernel, String> {
        match self.kernels.get(name) {
            Some(Ok(kernel)) => Ok(kernel),
            Some(Err(why)) => Err(why.clone()),
            None => Err(format!("the program has no kernel {name}")),
        }
    }
}
