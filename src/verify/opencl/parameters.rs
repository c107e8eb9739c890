//! A kernel's parameters, as the platform tells of them (`-cl-kernel-arg-info`), and what is passed for each.

use opencl3::kernel::Kernel;

use super::types::OpenClType;

const ADDRESS_GLOBAL: u32 = 0x119B;
const ADDRESS_LOCAL: u32 = 0x119C;
const ADDRESS_CONSTANT: u32 = 0x119D;

/// What arguments can be made up for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parameter {
    /// Its name in the source.
    pub(super) name: String,
    pub(super) kind: ParameterKind,
}

/// What is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ParameterKind {
    /// Global or constant memory.
    Buffer(OpenClType),
    /// Local memory for such elements.
    Local(OpenClType),
    /// A value.
    Value(OpenClType),
}

/// A parameter as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DeclaredParameter {
    name: String,
    address: u32,
    /// Without what stands behind the type of a pointer's element.
    type_name: String,
    is_pointer: bool,
}

impl DeclaredParameter {
    /// The parameters of a kernel, or why they are not known.
    pub(super) fn of(kernel: &Kernel) -> Result<Vec<Self>, String> {
        let count = kernel.num_args().map_err(|error| format!("clGetKernelInfo: {error}"))?;
        (0..count)
            .map(|index| {
                let error_text =
                    |error| format!("the platform does not describe its parameters (clGetKernelArgInfo: {error})");
                let type_name = kernel.get_arg_type_name(index).map_err(error_text)?;
                let element = type_name.trim_end().strip_suffix('*');
                Ok(Self {
                    name: kernel.get_arg_name(index).map_err(error_text)?,
                    address: kernel.get_arg_address_qualifier(index).map_err(error_text)?,
                    is_pointer: element.is_some(),
                    type_name: element.unwrap_or(&type_name).trim().to_owned(),
                })
            })
            .collect()
    }

    /// Whether the same can be passed for another one: what it is called makes no difference.
    pub(super) fn is_passed_like(&self, other: &Self) -> bool {
        Self { name: other.name.clone(), ..self.clone() } == *other
    }

    /// The name of its type where that says nothing by itself.
    pub(super) fn unknown_type(&self) -> Option<&str> {
        let is_known = OpenClType::named(&self.type_name).is_some() || self.is_object();
        // One more level of pointers is nothing that a kernel may have.
        (!is_known && !self.type_name.contains(['*', '('])).then_some(&self.type_name)
    }

    /// Images, samplers, pipes and queues are objects of the platform's.
    fn is_object(&self) -> bool {
        let name = self.type_name.as_str();
        !self.is_pointer
            && (name.starts_with("image") && name.ends_with("_t")
                || name.starts_with("pipe")
                || ["sampler_t", "queue_t", "clk_event_t", "event_t", "reserve_id_t", "ndrange_t"].contains(&name))
    }

    /// What is passed for it, given what types stand behind other names; or why nothing can be.
    pub(super) fn resolve(&self, known: impl Fn(&str) -> Option<OpenClType>) -> Result<Parameter, String> {
        let element = OpenClType::named(&self.type_name).or_else(|| known(&self.type_name));
        let Self { name, type_name, .. } = self;
        let kind = match (self.address, element) {
            _ if self.is_object() => return Err(format!("`{name}` has type {type_name}")),
            (ADDRESS_GLOBAL | ADDRESS_CONSTANT, element) => {
                ParameterKind::Buffer(element.unwrap_or(OpenClType::UNKNOWN))
            }
            (ADDRESS_LOCAL, element) => ParameterKind::Local(element.unwrap_or(OpenClType::UNKNOWN)),
            (_, Some(element)) if !self.is_pointer => ParameterKind::Value(element),
            _ => return Err(format!("`{name}` has type {type_name}, which is not a scalar or vector")),
        };
        Ok(Parameter { name: name.clone(), kind })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(address: u32, type_name: &str) -> DeclaredParameter {
        let element = type_name.strip_suffix('*');
        DeclaredParameter {
            name: "x".to_owned(),
            address,
            type_name: element.unwrap_or(type_name).to_owned(),
            is_pointer: element.is_some(),
        }
    }

    #[test]
    fn a_type_decides_what_is_passed() {
        let real = OpenClType { width: 8, lanes: 1, is_float: true };
        let known = |name: &str| (name == "real_t").then_some(real);
        let kind = |address, name| written(address, name).resolve(known).map(|parameter| parameter.kind);
        assert_eq!(kind(ADDRESS_GLOBAL, "real_t*"), Ok(ParameterKind::Buffer(real)));
        assert_eq!(kind(ADDRESS_CONSTANT, "struct point*"), Ok(ParameterKind::Buffer(OpenClType::UNKNOWN)));
        assert_eq!(kind(ADDRESS_LOCAL, "int*"), Ok(ParameterKind::Local(OpenClType::UNKNOWN)));
        assert_eq!(kind(0x119E, "real_t"), Ok(ParameterKind::Value(real)));
        for (address, name) in [(ADDRESS_GLOBAL, "image2d_t"), (0x119E, "sampler_t"), (0x119E, "struct point")] {
            assert!(kind(address, name).is_err_and(|why| why.contains(name)), "{name}");
        }
        assert_eq!(written(0x119E, "point").unknown_type(), Some("point"));
        assert_eq!(written(ADDRESS_GLOBAL, "image2d_t").unknown_type(), None);
    }
}
