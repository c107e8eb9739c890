//! The standard headers, whose definitions are known without reading them, and the list of the includes that were not read.

use super::moment::Moment;

/// A header of which it is known what it defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandardHeader {
    /// `<float.h>`
    Float,
    /// `<limits.h>`
    Limits,
    /// `<stdbool.h>`
    Bool,
    /// `<stddef.h>`
    Definitions,
    /// `<stdint.h>`
    Integers,
    /// `opencl-c.h` and `opencl-c-base.h`, with which clang declares what OpenCL C has.
    OpenCl,
}

const HEADERS: [StandardHeader; 6] = [
    StandardHeader::Float,
    StandardHeader::Limits,
    StandardHeader::Bool,
    StandardHeader::Definitions,
    StandardHeader::Integers,
    StandardHeader::OpenCl,
];

impl StandardHeader {
    /// The one that an `#include` names, with its quotes or brackets. In quotes, `"float.h"` is a file of the project.
    pub(super) fn named(header: &str) -> Option<Self> {
        match header {
            "<float.h>" => Some(Self::Float),
            "<limits.h>" => Some(Self::Limits),
            "<stdbool.h>" => Some(Self::Bool),
            "<stddef.h>" => Some(Self::Definitions),
            "<stdint.h>" => Some(Self::Integers),
            "<opencl-c.h>" | "\"opencl-c.h\"" | "<opencl-c-base.h>" | "\"opencl-c-base.h\"" => Some(Self::OpenCl),
            _ => None,
        }
    }

    /// Whether the header may define or undefine a name as a macro (C99 7.7, 7.10, 7.16 to 7.18). What a header defines beside that
    /// are names that are reserved for compilers, and no file may use (7.1.3).
    fn defines(self, name: &str) -> bool {
        let is = |prefixes: &[&str], suffixes: &[&str]| {
            prefixes.iter().any(|prefix| name.starts_with(prefix)) && suffixes.iter().any(|end| name.ends_with(end))
        };
        let is_reserved = name.starts_with('_');
        is_reserved
            || match self {
                Self::Float => is(&["FLT", "DBL", "LDBL", "DECIMAL", "CR_DECIMAL", "INFINITY", "NAN"], &[""]),
                Self::Limits => {
                    is(&["CHAR", "SCHAR", "UCHAR", "SHRT", "USHRT", "INT", "UINT"], &["_MIN", "_MAX", "_BIT", "_WIDTH"])
                        || is(&["LONG", "ULONG", "LLONG", "ULLONG", "MB_LEN", "BOOL"], &["_MIN", "_MAX", "_WIDTH"])
                        || is(&["LONG_LONG", "ULONG_LONG"], &["_MIN", "_MAX"])
                }
                Self::Bool => matches!(name, "bool" | "true" | "false"),
                Self::Definitions => matches!(name, "NULL" | "offsetof" | "unreachable"),
                Self::Integers => {
                    is(&["INT", "UINT"], &["_C", "_MIN", "_MAX", "_WIDTH"])
                        || is(&["PTRDIFF", "SIG_ATOMIC", "SIZE", "WCHAR", "WINT"], &["_MIN", "_MAX", "_WIDTH"])
                }
                Self::OpenCl => {
                    is(&["CL_", "CLK_", "cl_", "as_", "M_", "FP_", "ATOMIC_", "MAX", "HUGE_VAL", "INFINITY"], &[""])
                        || is(
                            &["CHAR_", "SCHAR_", "UCHAR_", "SHRT_", "USHRT_", "INT_", "UINT_", "LONG_", "ULONG_"],
                            &[""],
                        )
                        || is(&["FLT_", "DBL_", "HALF_", "NAN", "NULL", "kernel_exec"], &[""])
                }
            }
    }
}

/// The includes that were not read.
#[derive(Debug, Default)]
pub(super) struct UnreadIncludes {
    /// Those of files of which nothing is known.
    unknown: Vec<Moment>,
    /// Those of each standard header.
    standard: [Vec<Moment>; HEADERS.len()],
}

impl UnreadIncludes {
    pub(super) fn note(&mut self, moment: Moment) {
        self.unknown.push(moment);
    }

    pub(super) fn note_standard(&mut self, header: StandardHeader, moment: Moment) {
        if let Some(at) = HEADERS.iter().position(|&known| known == header) {
            self.standard[at].push(moment);
        }
    }

    /// Those of files of which nothing is known.
    pub(super) fn unknown(&self) -> &[Moment] {
        &self.unknown
    }

    /// Those of files of which nothing is known, between two moments; from the first, if there is no other to begin at.
    pub(super) fn unknown_between(&self, after: Option<Moment>, before: Moment) -> &[Moment] {
        between(&self.unknown, after, before)
    }

    /// Those of standard headers that may define a name, between two moments.
    pub(super) fn standard_between(
        &self,
        name: &str,
        after: Option<Moment>,
        before: Moment,
    ) -> impl Iterator<Item = &[Moment]> {
        let of_headers = HEADERS.into_iter().zip(&self.standard);
        let defining = of_headers.filter(move |(header, includes)| !includes.is_empty() && header.defines(name));
        defining.map(move |(_, includes)| between(includes, after, before))
    }
}

fn between(includes: &[Moment], after: Option<Moment>, before: Moment) -> &[Moment] {
    let begin = after.map_or(0, |after| includes.partition_point(|&include| include <= after));
    let end = includes.partition_point(|&include| include < before);
    includes.get(begin..end).unwrap_or(&[])
}
