//! Versions of OpenCL C, as the build option `-cl-std` names them.

/// A version of OpenCL C, as the build option `-cl-std` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum LanguageVersion {
    /// `CL1.0`
    V1_0,
    /// `CL1.1`
    V1_1,
    /// `CL1.2`
    V1_2,
    /// `CL2.0`
    V2_0,
    /// `CL3.0`
    V3_0,
}

crate::words!(LanguageVersion {
    V1_0 => "CL1.0",
    V1_1 => "CL1.1",
    V1_2 => "CL1.2",
    V2_0 => "CL2.0",
    V3_0 => "CL3.0",
});
