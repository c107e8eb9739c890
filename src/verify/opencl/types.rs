//! The types of parameters: scalars and vectors, by the names that `clGetKernelArgInfo` gives them.
//!
//! That names a type as the source does, so that `real_t` is all there is to know of it. What it stands for is asked of the
//! compiler: a kernel behind the source, made from `_Generic`, writes for each such name which of OpenCL's types it is.
//! Every compiler that takes that is one made from clang, which all of today's platforms are; elsewhere, and for structures,
//! a type stays unknown.

use std::fmt::Write;

/// Scalar types, their width in bytes, and whether they are floating point. Their places here are what the kernel writes.
const SCALARS: [(&str, usize, bool); 10] = [
    ("char", 1, false),
    ("uchar", 1, false),
    ("short", 2, false),
    ("ushort", 2, false),
    ("int", 4, false),
    ("uint", 4, false),
    ("long", 8, false),
    ("ulong", 8, false),
    ("float", 4, true),
    ("double", 8, true),
];

/// The numbers of components that vectors have; 1 stands for a scalar.
const LANES: [usize; 6] = [1, 2, 3, 4, 8, 16];

/// The name of the kernel that tells types.
pub(super) const PROBE: &str = "clunroll_types_of_parameters";

/// A scalar or vector type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpenClType {
    /// Bytes of one component.
    pub(super) width: usize,
    /// Components in memory: four for a vector of three.
    pub(super) lanes: usize,
    /// Whether a component is floating point.
    pub(super) is_float: bool,
}

impl OpenClType {
    /// The type of that name, without qualifiers and `*`, if it is one of OpenCL's own.
    pub(super) fn named(name: &str) -> Option<Self> {
        let name = name.trim();
        if let Some(&(_, width, is_float)) = SCALARS.iter().find(|(scalar, ..)| *scalar == name) {
            return Some(Self { width, lanes: 1, is_float });
        }
        let words = match name {
            "signed char" => "char",
            "unsigned char" => "uchar",
            "unsigned short" => "ushort",
            "unsigned" | "unsigned int" => "uint",
            "unsigned long" => "ulong",
            "half" => return Some(Self { width: 2, lanes: 1, is_float: true }),
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

    /// The type that the kernel has written this number for.
    pub(super) fn numbered(number: u32) -> Option<Self> {
        let number = (number as usize).checked_sub(1)?;
        let (_, width, is_float) = *SCALARS.get(number / LANES.len())?;
        let lanes = LANES[number % LANES.len()];
        Some(Self { width, lanes: if lanes == 3 { 4 } else { lanes }, is_float })
    }

    /// What stands for a type that is not known, in memory.
    pub(super) const UNKNOWN: Self = Self { width: 4, lanes: 1, is_float: false };

    /// Bytes of one element.
    pub(super) const fn size(self) -> usize {
        self.width * self.lanes
    }
}

/// The text behind a source that tells for each name which type it is.
pub(super) fn probe(names: &[String]) -> String {
    let mut types = String::new();
    for (scalar, (name, ..)) in SCALARS.iter().enumerate() {
        for (lane, lanes) in LANES.iter().enumerate() {
            let lanes = if *lanes == 1 { String::new() } else { lanes.to_string() };
            let _ = write!(types, "{name}{lanes}: {}, ", scalar * LANES.len() + lane + 1);
        }
    }
    // The source may end with a backslash.
    // The source may end with a backslash.
    let mut text = format!("\n\n__kernel void {PROBE}(__global uint *clunroll_numbers) {{\n");
    for (number, name) in names.iter().enumerate() {
        let _ = writeln!(text, "clunroll_numbers[{number}] = _Generic(*(__private {name} *)0, {types}default: 0);");
    }
    text.push_str("}\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_opencl() {
        let element = |width, lanes, is_float| Some(OpenClType { width, lanes, is_float });
        for (name, expected) in [
            ("int", element(4, 1, false)),
            ("unsigned char", element(1, 1, false)),
            ("float3", element(4, 4, true)),
            ("ulong16", element(8, 16, false)),
            ("half", element(2, 1, true)),
            ("half4", element(2, 4, true)),
            ("float5", None),
            ("float44", None),
            ("real_t", None),
            ("u32", None),
            ("struct point", None),
            ("", None),
            ("4", None),
        ] {
            assert_eq!(OpenClType::named(name), expected, "{name}");
        }
    }

    #[test]
    fn numbers_are_those_of_the_text() {
        let text = probe(&["real_t".to_owned()]);
        assert!(text.contains("(*(__private real_t *)0, char: 1, char2: 2, "), "{text}");
        for (name, number) in [("char", 1), ("float3", 51), ("double16", 60)] {
            assert!(text.contains(&format!("{name}: {number}, ")), "{name} in {text}");
            assert_eq!(OpenClType::numbered(number), OpenClType::named(name));
        }
        assert_eq!([OpenClType::numbered(0), OpenClType::numbered(61)], [None, None]);
    }
}
