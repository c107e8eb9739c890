//! Structures with their fields in memory, and the types of parameters as a source declares them.
//!
//! Platforms differ in how they name types of parameters, and some rename parameters. The caller has read the source. It finds the
//! parameters by their positions, and passes their declarations ([`SourceParameter`]).

use serde::{Deserialize, Serialize};

use crate::element::ElementType;

/// A structure in memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Structure {
    /// Its size in bytes, with all padding.
    pub size: usize,
    /// Its fields in their order, with those of inner structures.
    pub fields: Vec<Field>,
}

/// A field of a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Its offset in bytes.
    pub offset: usize,
    /// Its type; an array has the components of all its elements.
    pub element: ElementType,
}

impl Structure {
    /// All components in their order: offset and type.
    pub fn components(&self) -> impl Iterator<Item = (usize, ElementType)> {
        self.fields.iter().flat_map(|Field { offset, element }| {
            let component = ElementType { lanes: 1, ..*element };
            (0..element.lanes).map(move |lane| (offset + lane * element.width, component))
        })
    }
}

/// A parameter, as the source declares it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceParameter {
    /// Its name, if one was found.
    pub name: Option<String>,
    /// Its type, or that of the elements of its memory, if it is known.
    pub known: Option<SourceType>,
}

/// A type in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceType {
    /// A scalar or vector.
    Element(ElementType),
    /// A structure.
    Structure(Structure),
}
