//! The kinds and formats of images.

use serde::{Deserialize, Serialize};

use crate::element::ElementType;

/// The kind of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImageKind {
    /// `image1d_t`
    D1,
    /// `image1d_array_t`
    D1Array,
    /// `image2d_t`
    D2,
    /// `image2d_array_t`
    D2Array,
    /// `image3d_t`
    D3,
}

impl ImageKind {
    const ALL: [(&str, Self); 5] = [
        ("image1d_t", Self::D1),
        ("image1d_array_t", Self::D1Array),
        ("image2d_t", Self::D2),
        ("image2d_array_t", Self::D2Array),
        ("image3d_t", Self::D3),
    ];

    /// The kind that a type names. A platform may put access qualifiers before it.
    pub(crate) fn named(type_name: &str) -> Option<Self> {
        let word = type_name.split_whitespace().last()?;
        Self::ALL.iter().find(|(name, _)| *name == word).map(|(_, kind)| *kind)
    }

    /// The number of its sizes.
    #[must_use]
    pub const fn dimensions(self) -> usize {
        match self {
            Self::D1 => 1,
            Self::D1Array | Self::D2 => 2,
            Self::D2Array | Self::D3 => 3,
        }
    }
}

/// The format of a pixel, by OpenCL's names without `CL_`, such as `RGBA` and `UNORM_INT8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageFormat {
    /// An index into [`ORDERS`].
    order: usize,
    /// An index into [`TYPES`].
    channel: usize,
}

/// The orders of channels, with OpenCL's number and the number of channels.
const ORDERS: [(&str, u32, usize); 7] = [
    ("R", 0x10B0, 1),
    ("A", 0x10B1, 1),
    ("RG", 0x10B2, 2),
    ("RA", 0x10B3, 2),
    ("RGBA", 0x10B5, 4),
    ("BGRA", 0x10B6, 4),
    ("ARGB", 0x10B7, 4),
];

/// The types of channels, with OpenCL's number, their bytes, and whether they are floating point.
const TYPES: [(&str, u32, usize, bool); 12] = [
    ("SNORM_INT8", 0x10D0, 1, false),
    ("SNORM_INT16", 0x10D1, 2, false),
    ("UNORM_INT8", 0x10D2, 1, false),
    ("UNORM_INT16", 0x10D3, 2, false),
    ("SIGNED_INT8", 0x10D7, 1, false),
    ("SIGNED_INT16", 0x10D8, 2, false),
    ("SIGNED_INT32", 0x10D9, 4, false),
    ("UNSIGNED_INT8", 0x10DA, 1, false),
    ("UNSIGNED_INT16", 0x10DB, 2, false),
    ("UNSIGNED_INT32", 0x10DC, 4, false),
    ("HALF_FLOAT", 0x10DD, 2, true),
    ("FLOAT", 0x10DE, 4, true),
];

impl ImageFormat {
    /// The format of these names.
    ///
    /// # Errors
    ///
    /// If there is no such format; the error lists all names.
    pub fn named(order: &str, channel: &str) -> Result<Self, String> {
        let unknown =
            |what: &str, name: &str, names: Vec<&str>| format!("no {what} is called {name}: use {}", names.join(", "));
        let order = ORDERS
            .iter()
            .position(|(name, ..)| *name == order)
            .ok_or_else(|| unknown("channel order", order, ORDERS.iter().map(|(name, ..)| *name).collect()))?;
        let channel = TYPES
            .iter()
            .position(|(name, ..)| *name == channel)
            .ok_or_else(|| unknown("channel type", channel, TYPES.iter().map(|(name, ..)| *name).collect()))?;
        Ok(Self { order, channel })
    }

    /// The names of the order and of the type.
    #[must_use]
    pub fn names(self) -> [&'static str; 2] {
        [ORDERS[self.order].0, TYPES[self.channel].0]
    }

    /// OpenCL's numbers of the order and of the type.
    pub(crate) fn numbers(self) -> [u32; 2] {
        [ORDERS[self.order].1, TYPES[self.channel].1]
    }

    /// The type of a pixel in memory.
    pub(crate) fn element(self) -> ElementType {
        let (_, _, lanes) = ORDERS[self.order];
        let (_, _, width, is_float) = TYPES[self.channel];
        ElementType { width, lanes, is_float, is_signed: true }
    }
}
