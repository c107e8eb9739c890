//! Structures, as their fields are in memory, and what a source says about the types of its parameters.
//!
//! A platform names the types of parameters as it likes, and some rename parameters. Whoever has read the source knows the
//! parameters by their places, and passes on what it has read ([`SourceParameter`]).

use serde::{Deserialize, Serialize};

use crate::element::ElementType;

/// A structure in memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Structure {
    /// Its bytes, with all padding.
    pub size: usize,
    /// Its fields in their order. Fields of inner structures are among them.
    pub fields: Vec<Field>,
}

/// A field of a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Where it begins, in bytes.
    pub offset: usize,
    /// What it consists of; an array has the components of all its elements.
    pub element: ElementType,
}

impl Structure {
    /// The types of all components, in their order, and where each begins.
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
    /// Its name, if that was found.
    pub name: Option<String>,
    /// Its type, or that of the elements of its memory, if it was understood.
    pub known: Option<SourceType>,
}

/// A type of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceType {
    /// A scalar or vector.
    Element(ElementType),
    /// A structure.
    Structure(Structure),
}
