//! What an include that was not read may have to do with a macro.
//!
//! A file that nobody can find may hold any text. Three things are known of it, and all else is open after it:
//!
//! - It leaves a name alone that the source defines before it, if the meaning of that name does not change. That is an assumption:
//!   a build in which a file redefines what its includer defines gets warnings, unless somebody undefines the name first. A name
//!   that the source undefines anywhere, or defines once more after such a file, may be a parameter of these files, which they may
//!   undefine themselves: the meaning of such a name *changes*. That is known when the whole text has been read, which is then read
//!   again (`Unit::read`). Nothing is assumed if a file is at hand and yet not put in place, since it may have been before.
//! - A guard belongs to its own file ([`super::include`]).
//! - A header of the C standard, or of clang for OpenCL, defines what the standard says, whoever compiles. Such a header is not
//!   read if nobody finds it, and only the names that [`StandardHeader::defines`] are open after it.

use super::conditions::Truth;
use super::events::Happened;
use super::{Configuration, DirectiveKind, Fate, GroupId, Inclusion, Moment, Point, Unit, Unread};
use crate::lex::Token;
use crate::limits::MAX_DEFINITIONS;

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

impl Unit {
    /// The first include before a moment that could not be read, as the index of its directive.
    #[must_use]
    pub fn unread_include(&self, before: Moment) -> Option<usize> {
        self.macros.unread_includes().first().copied().filter(|&at| at < before)
    }

    /// The first include before a moment that may define or undefine a name.
    #[must_use]
    pub fn unread_include_of(&self, name: &str, before: Moment) -> Option<usize> {
        let standard = self.macros.unread.standard_between(name, None, before).filter_map(|includes| includes.first());
        standard.copied().chain(self.unread_include(before)).min()
    }

    /// Whether a file that could not be read, after a name's first definition, may define it otherwise.
    #[must_use]
    pub fn may_come_from_include(
        &self,
        configuration: &Configuration,
        name: &str,
        moment: Moment,
        group: GroupId,
    ) -> bool {
        self.touching_include(configuration, name, Point { moment, group }).is_some()
    }

    /// The first such file, in whatever configuration.
    #[must_use]
    pub fn unread_definer(&self, name: &str, point: Point) -> Option<&Inclusion> {
        let include = self.touching_include(&Configuration::default(), name, point)?;
        let at = self.inclusions.binary_search_by_key(&include, |inclusion| inclusion.directive).ok()?;
        self.inclusions.get(at)
    }

    fn touching_include(&self, configuration: &Configuration, name: &str, point: Point) -> Option<Moment> {
        let Point { moment, group } = point;
        let first = self.macros.first_event(name);
        let may_happen =
            |include: &Moment| self.happened(configuration, name, *include, group, moment) != Happened::Never;
        let touches = |include: &Moment| may_happen(include) && !self.is_kept(configuration, name, *include, group);
        let unknown = self.macros.unread.unknown_between(first, moment);
        // Where there are very many, one of them will stand where it counts.
        let (asked, others) = unknown.split_at(unknown.len().min(MAX_DEFINITIONS));
        let unknown = asked.iter().copied().find(touches).or_else(|| others.first().copied());
        let mut standard = self.macros.unread.standard_between(name, first, moment);
        unknown
            .or_else(|| standard.find_map(|includes| includes.iter().copied().take(MAX_DEFINITIONS).find(may_happen)))
    }

    /// Whether a file is not put in place although there is one, which may define once more what the source defines.
    pub(super) fn leaves_known_file_unread(&self) -> bool {
        let is_known = |unread: &Unread| {
            matches!(unread, Unread::PerhapsBefore | Unread::Itself | Unread::TooDeep | Unread::TooMuch)
        };
        self.inclusions.iter().any(|inclusion| matches!(&inclusion.fate, Fate::Unread(unread) if is_known(unread)))
    }

    /// Whether an include that could not be read, after a `#define` or `#undef`, may have to do with its name.
    pub(super) fn is_touched_since(&self, name: &str, event: Moment, moment: Moment) -> bool {
        let is_kept = !self.macros.is_changing(name);
        !self.macros.is_guard(name)
            && self.macros.is_touched_by_include(name, is_kept, Some(event), moment, |_| Happened::Perhaps)
    }

    /// Whether text in a group can rely on it that an include before it that could not be read leaves a name alone.
    pub(super) fn is_kept(&self, configuration: &Configuration, name: &str, include: Moment, group: GroupId) -> bool {
        !self.macros.is_changing(name) && self.is_defined(configuration, name, include, group) == Truth::True
    }

    /// Takes note of the name of an `#undef`, and of a `#define` that follows another one if an include that could not be read is
    /// between them. A line that is not read has no group.
    pub(super) fn note_change(&mut self, kind: DirectiveKind, line: &[Token], group: Option<GroupId>) {
        let Some(name) = line.get(2) else { return };
        let changes = match kind {
            DirectiveKind::Undef => true,
            DirectiveKind::Define => self.is_defined_before_unread_include(&self.text(name), group),
            _ => false,
        };
        if changes {
            let name = self.text(name).into_owned();
            self.macros.note_changing(name);
        }
    }

    fn is_defined_before_unread_include(&self, name: &str, group: Option<GroupId>) -> bool {
        let Some(&last) = self.macros.unread_includes().last() else { return false };
        let mut before = self.macros.events(name, last).filter(|&(_, defines)| defines);
        let excludes =
            |event: Moment| group.is_some_and(|group| self.groups.excludes(self.directives[event].group, group));
        // Where there are very many, one of them will stand where it counts.
        before.by_ref().take(MAX_DEFINITIONS).any(|(event, _)| !excludes(event)) || before.next().is_some()
    }

    /// How many includes before a moment could not be read and may have to do with a name.
    pub(super) fn touching_includes(&self, name: &str, before: Moment) -> usize {
        let nothing = Configuration::default();
        let standard: usize = self.macros.unread.standard_between(name, None, before).map(<[Moment]>::len).sum();
        let unknown = self.macros.unread.unknown_between(None, before);
        // The first of them are asked about; where there are very many, the others count without that.
        let (asked, others) = unknown.split_at(unknown.len().min(MAX_DEFINITIONS));
        let touching = asked.iter().filter(|&&include| !self.is_kept(&nothing, name, include, self.group(include)));
        standard + touching.count() + others.len()
    }
}
