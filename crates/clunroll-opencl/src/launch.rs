//! A launch of a kernel, as plain data: its sizes, and an argument for each parameter.
//!
//! A launch does not belong to a device. It describes the contents of memory and does not hold them ([`Fill`]). So it is small, and can be
//! sent to another process and written as text.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::element::ElementType;
use crate::image::{ImageFormat, ImageKind};
use crate::structure::Structure;

/// One launch of a kernel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Launch {
    /// The kernel's name.
    pub kernel: String,
    /// Work-items in each of one to three dimensions.
    pub global: Vec<usize>,
    /// Work-items of a work-group, in as many dimensions; the platform chooses if it is `None`.
    pub local: Option<Vec<usize>>,
    /// One for each parameter, in their order.
    pub arguments: Vec<LaunchArgument>,
}

/// The argument for one parameter, with its name and type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LaunchArgument {
    /// The name of the parameter.
    pub name: String,
    /// The type of the value, or of the elements of the memory. An image and a sampler do not use it.
    pub element: ElementType,
    /// The argument.
    pub argument: ArgumentValue,
}

/// The argument.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ArgumentValue {
    /// A scalar, or the components of a vector.
    Value(Vec<Number>),
    /// A scalar, vector or structure, as its bytes in memory.
    Bytes(Vec<u8>),
    /// A structure, by the components of its fields.
    Structure {
        /// Its layout.
        structure: Structure,
        /// One for each component.
        components: Vec<Number>,
    },
    /// Global or constant memory.
    Buffer {
        /// The number of elements.
        size: usize,
        /// Its contents before the launch.
        fill: Fill,
    },
    /// A null pointer to global or constant memory.
    Null,
    /// Local memory.
    Local {
        /// The number of elements.
        size: usize,
    },
    /// An image.
    Image {
        /// The number of dimensions, and whether it is an array: as in the type of the parameter.
        kind: ImageKind,
        /// One to three sizes; the last one of an array is the number of its images.
        size: Vec<usize>,
        /// The format of a pixel.
        format: ImageFormat,
        /// The contents of its channels before the launch, as they are in memory.
        fill: Fill,
    },
    /// A sampler.
    Sampler(Sampler),
}

/// A number that a user writes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Number {
    /// Without a decimal point.
    Integer(i64),
    /// With a decimal point.
    Real(#[serde(with = "bits")] f64),
}

impl Number {
    /// The number as floating point.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "the parameter is floating point, so that the number is rounded anyway"
    )]
    pub const fn real(self) -> f64 {
        match self {
            Self::Integer(integer) => integer as f64,
            Self::Real(real) => real,
        }
    }
}

/// Floating point as its bits: JSON has no NaN and no infinity.
mod bits {
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
    pub(super) fn serialize<S: Serializer>(real: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(real.to_bits())
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(deserializer: D) -> Result<f64, D::Error> {
        u64::deserialize(deserializer).map(f64::from_bits)
    }
}

/// The contents of memory before a launch. The components of all elements are one sequence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Fill {
    /// The same number everywhere.
    Constant(Number),
    /// Each number is the previous one plus `step`.
    Range {
        /// The first number.
        from: Number,
        /// The difference between two neighbours.
        step: Number,
    },
    /// Random numbers, the same in every run.
    Random {
        /// Another seed gives other numbers.
        seed: u64,
        /// The least number.
        from: Number,
        /// The largest number; in floating point, all numbers are below it.
        to: Number,
    },
    /// Integers that never decrease, such as the offsets of the rows of a sparse matrix.
    Offsets {
        /// Another seed gives other numbers.
        seed: u64,
        /// The first number.
        from: i64,
        /// The least difference between two neighbours.
        least: u32,
        /// The largest difference between two neighbours.
        most: u32,
    },
    /// Random numbers that suit each type, the same in every run.
    Varied {
        /// Another seed gives other numbers.
        seed: u64,
        /// Their magnitude.
        magnitude: Magnitude,
        /// The layout, if the elements are structures. Then memory is filled with structures; the last one may be cut off.
        structure: Option<Structure>,
    },
    /// The bytes of a file, as they are in memory.
    File(PathBuf),
}

/// The magnitude of the numbers of [`Fill::Varied`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Magnitude {
    /// Integers from 0 to 15, and floating-point numbers from -1 to 1.
    Small,
    /// Integers of 8 bits, with signs if the type has one; unsigned integers of 32 and 64 bits have all their values.
    /// Floating-point numbers have many magnitudes.
    Medium,
    /// All values of integer types; floating-point numbers have many magnitudes.
    #[default]
    Whole,
}

/// How a kernel reads images. The names are those of launch descriptions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Sampler {
    /// Whether coordinates range from 0 to 1.
    #[serde(rename = "normalized")]
    pub is_normalized: bool,
    /// The meaning of coordinates outside the image.
    pub addressing: Addressing,
    /// Whether pixels are interpolated.
    #[serde(rename = "linear")]
    pub is_linear: bool,
}

/// The meaning of coordinates outside an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Addressing {
    /// The kernel uses no such coordinates.
    None,
    /// The nearest pixel of the edge.
    #[default]
    ClampToEdge,
    /// The border colour.
    Clamp,
    /// The image is repeated.
    Repeat,
    /// The image is repeated, mirrored every second time.
    MirroredRepeat,
}
