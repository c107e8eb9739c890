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
//!   read if nobody finds it, and only the names that [`StandardHeader::defines`](super::StandardHeader) are open after it.

use super::configuration::Configuration;
use super::directives::DirectiveKind;
use super::events::Happened;
use super::inclusion::{Fate, Inclusion, Unread};
use super::moment::{GroupId, Moment, Point};
use super::truth::Truth;
use super::unit::Unit;
use crate::lex::Token;
use crate::limits::MAX_DEFINITIONS;

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
