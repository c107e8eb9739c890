//! A kernel's parameters, as the platform reports them (`-cl-kernel-arg-info`), and the kind of argument for each.

use opencl3::kernel::Kernel;
use serde::{Deserialize, Serialize};

use crate::device::Machine;
use crate::element::ElementType;
use crate::image::ImageKind;
use crate::structure::{SourceParameter, SourceType, Structure};

const ADDRESS_GLOBAL: u32 = 0x119B;
const ADDRESS_LOCAL: u32 = 0x119C;
const ADDRESS_CONSTANT: u32 = 0x119D;

/// The name, the parameters and the work-group size of a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelInterface {
    /// Its name.
    pub name: String,
    /// Its parameters, or the reason why they are unknown.
    pub parameters: Result<Vec<DeclaredParameter>, String>,
    /// The work-group size of `reqd_work_group_size`.
    pub required: Option<[usize; 3]>,
}

/// A parameter with the kind of its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelParameter {
    /// Its name in the source.
    pub name: String,
    /// The kind of its argument.
    pub kind: ParameterKind,
}

/// The kind of argument that a parameter takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// Global or constant memory with these elements.
    Buffer(ElementType),
    /// Local memory with these elements.
    Local(ElementType),
    /// A scalar or vector.
    Value(ElementType),
    /// An image, by the name of its type.
    Image(ImageKind, String),
    /// A sampler.
    Sampler,
    /// Another object of the platform, by the name of its type.
    Object(String),
    /// Global or constant memory with these structures.
    Structures(Structure),
    /// A structure, by value.
    Structure(Structure),
    /// A value of an unknown type, by the name of the type.
    Other(String),
}

/// A parameter as it is declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeclaredParameter {
    name: String,
    address: u32,
    /// The type, or that of a pointer's element, without `*`.
    type_name: String,
    is_pointer: bool,
}

/// The parameters of a kernel, or the reason why they are unknown.
pub(crate) fn declared(kernel: &Kernel) -> Result<Vec<DeclaredParameter>, String> {
    let count = kernel.num_args().map_err(|error| format!("clGetKernelInfo: {error}"))?;
    (0..count)
        .map(|index| {
            let error_text =
                |error| format!("the platform does not describe its parameters (clGetKernelArgInfo: {error})");
            let type_name = kernel.get_arg_type_name(index).map_err(error_text)?;
            let element = type_name.trim_end().strip_suffix('*');
            Ok(DeclaredParameter {
                name: kernel.get_arg_name(index).map_err(error_text)?,
                address: kernel.get_arg_address_qualifier(index).map_err(error_text)?,
                is_pointer: element.is_some(),
                type_name: element.unwrap_or(&type_name).trim().to_owned(),
            })
        })
        .collect()
}

/// The work-group size that a kernel is compiled for.
pub(crate) fn required_size(kernel: &Kernel, machine: &Machine) -> Option<[usize; 3]> {
    let required = kernel.get_compile_work_group_size(machine.device.id()).ok()?;
    <[usize; 3]>::try_from(required).ok().filter(|size| !size.contains(&0))
}

impl DeclaredParameter {
    /// Whether the same argument can be passed for another parameter. The names may differ.
    #[must_use]
    pub fn is_passed_like(&self, other: &Self) -> bool {
        Self { name: other.name.clone(), ..self.clone() } == *other
    }

    /// The name of its type, if OpenCL does not define it.
    pub(crate) fn unknown_type(&self) -> Option<&str> {
        let is_known = ElementType::named(&self.type_name).is_some() || self.is_object();
        // A kernel may not have a parameter with one more level of pointers.
        (!is_known && !self.type_name.contains(['*', '('])).then_some(&self.type_name)
    }

    /// Whether it is an object of the platform: an image, a sampler, a pipe, a queue or an event.
    fn is_object(&self) -> bool {
        let name = self.type_name.split_whitespace().last().unwrap_or_default();
        !self.is_pointer
            && (name.starts_with("image") && name.ends_with("_t")
                || self.type_name.starts_with("pipe")
                || ["sampler_t", "queue_t", "clk_event_t", "event_t", "reserve_id_t", "ndrange_t"].contains(&name))
    }

    /// Whether only the source, or a compiler, can determine its type.
    #[must_use]
    pub fn has_unknown_type(&self) -> bool {
        self.unknown_type().is_some()
    }

    /// The parameter with its kind, given the meaning of other type names, and the declaration in the source.
    #[must_use]
    pub fn resolve(
        &self,
        known: impl Fn(&str) -> Option<ElementType>,
        source: Option<&SourceParameter>,
    ) -> KernelParameter {
        let of_source = source.and_then(|parameter| parameter.known.as_ref());
        let element = ElementType::named(&self.type_name).or_else(|| match of_source {
            Some(SourceType::Element(element)) => Some(*element),
            Some(SourceType::Structure(_)) => None,
            None => known(&self.type_name),
        });
        let structure = of_source.and_then(|of_source| match of_source {
            SourceType::Structure(structure) if element.is_none() => Some(structure.clone()),
            _ => None,
        });
        let type_name = self.type_name.clone();
        let kind = match (self.address, element) {
            _ if self.is_object() => match ImageKind::named(&type_name) {
                Some(kind) => ParameterKind::Image(kind, type_name),
                None if type_name == "sampler_t" => ParameterKind::Sampler,
                None => ParameterKind::Object(type_name),
            },
            (ADDRESS_GLOBAL | ADDRESS_CONSTANT, element) => match structure {
                Some(structure) => ParameterKind::Structures(structure),
                None => ParameterKind::Buffer(element.unwrap_or(ElementType::UNKNOWN)),
            },
            (ADDRESS_LOCAL, element) => ParameterKind::Local(element.unwrap_or(ElementType::UNKNOWN)),
            (_, Some(element)) if !self.is_pointer => ParameterKind::Value(element),
            _ => match structure.filter(|_| !self.is_pointer) {
                Some(structure) => ParameterKind::Structure(structure),
                None => ParameterKind::Other(type_name),
            },
        };
        let name = source.and_then(|parameter| parameter.name.clone());
        KernelParameter { name: name.unwrap_or_else(|| self.name.clone()), kind }
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
        let real = ElementType { width: 8, lanes: 1, is_float: true, is_signed: true };
        let known = |name: &str| (name == "real_t").then_some(real);
        let kind = |address, name| written(address, name).resolve(known, None).kind;
        assert_eq!(kind(ADDRESS_GLOBAL, "real_t*"), ParameterKind::Buffer(real));
        assert_eq!(kind(ADDRESS_CONSTANT, "struct point*"), ParameterKind::Buffer(ElementType::UNKNOWN));
        assert_eq!(kind(ADDRESS_LOCAL, "int*"), ParameterKind::Local(ElementType::UNKNOWN));
        assert_eq!(kind(0x119E, "real_t"), ParameterKind::Value(real));
        let image = |name: &str, kind| ParameterKind::Image(kind, name.to_owned());
        assert_eq!(kind(ADDRESS_GLOBAL, "image2d_t"), image("image2d_t", ImageKind::D2));
        assert_eq!(kind(ADDRESS_GLOBAL, "__read_only image3d_t"), image("__read_only image3d_t", ImageKind::D3));
        assert_eq!(kind(0x119E, "sampler_t"), ParameterKind::Sampler);
        assert_eq!(kind(0x119E, "queue_t"), ParameterKind::Object("queue_t".to_owned()));
        assert_eq!(kind(0x119E, "struct point"), ParameterKind::Other("struct point".to_owned()));
        assert_eq!(written(0x119E, "point").unknown_type(), Some("point"));
        assert_eq!(written(ADDRESS_GLOBAL, "image2d_t").unknown_type(), None);
    }
}
