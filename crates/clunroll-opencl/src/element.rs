//! The types of the elements of arguments: OpenCL's scalars and vectors, by their names.

use serde::{Deserialize, Serialize};

/// Scalar types with their width in bytes, whether they are floating point, and whether they have a sign.
pub(crate) const SCALARS: [(&str, usize, bool, bool); 10] = [
    ("char", 1, false, true),
    ("uchar", 1, false, false),
    ("short", 2, false, true),
    ("ushort", 2, false, false),
    ("int", 4, false, true),
    ("uint", 4, false, false),
    ("long", 8, false, true),
    ("ulong", 8, false, false),
    ("float", 4, true, true),
    ("double", 8, true, true),
];

/// The numbers of components that vectors have; a scalar has 1.
pub(crate) const LANES: [usize; 6] = [1, 2, 3, 4, 8, 16];

/// A scalar or vector type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ElementType {
    /// Bytes of one component.
    pub width: usize,
    /// Components in memory: four for a vector of three.
    pub lanes: usize,
    /// Whether a component is floating point.
    pub is_float: bool,
    /// Whether a component may be below 0.
    pub is_signed: bool,
}

impl ElementType {
    /// The type with which memory of unknown type is filled and shown.
    pub const UNKNOWN: Self = Self { width: 4, lanes: 1, is_float: false, is_signed: true };
    /// A byte of memory whose size is not a multiple of its elements' size.
    pub const BYTE: Self = Self { width: 1, lanes: 1, is_float: false, is_signed: false };

    /// The type of that name, without qualifiers and `*`, if OpenCL defines it.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let name = name.trim();
        if let Some(&(_, width, is_float, is_signed)) = SCALARS.iter().find(|(scalar, ..)| *scalar == name) {
            return Some(Self { width, lanes: 1, is_float, is_signed });
        }
        let words = match name {
            "signed char" => "char",
            "unsigned char" => "uchar",
            "unsigned short" => "ushort",
            "unsigned" | "unsigned int" => "uint",
            "unsigned long" => "ulong",
            "half" => return Some(Self { width: 2, lanes: 1, is_float: true, is_signed: true }),
            _ => "",
        };
        if !words.is_empty() {
            return Self::named(words);
        }
        let base = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let lanes: usize = name[base.len()..].parse().ok()?;
        if !LANES[1..].contains(&lanes) {
            return None;
        }
        let scalar = Self::named(base).filter(|scalar| scalar.lanes == 1)?;
        Some(Self { lanes: if lanes == 3 { 4 } else { lanes }, ..scalar })
    }

    /// Bytes of one element.
    #[must_use]
    pub const fn size(self) -> usize {
        self.width * self.lanes
    }

    /// Whether both have the same form in memory, as signed and unsigned integers do.
    #[must_use]
    pub fn is_stored_like(self, other: Self) -> bool {
        Self { is_signed: other.is_signed, ..self } == other
    }

    /// The type in words, for messages, without the sign of an integer.
    #[must_use]
    pub fn described(self) -> String {
        let kind = if self.is_float { "floating-point number" } else { "integer" };
        let scalar = format!("{kind} of {} bits", 8 * self.width);
        if self.lanes == 1 { scalar } else { format!("vector of {} components, each a {scalar}", self.lanes) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_opencl() {
        let element = |width, lanes, is_float, is_signed| Some(ElementType { width, lanes, is_float, is_signed });
        for (name, expected) in [
            ("int", element(4, 1, false, true)),
            ("unsigned char", element(1, 1, false, false)),
            ("float3", element(4, 4, true, true)),
            ("ulong16", element(8, 16, false, false)),
            ("half", element(2, 1, true, true)),
            ("half4", element(2, 4, true, true)),
            ("float5", None),
            ("float44", None),
            ("real_t", None),
            ("u32", None),
            ("struct point", None),
            ("", None),
            ("4", None),
        ] {
            assert_eq!(ElementType::named(name), expected, "{name}");
        }
    }
}
