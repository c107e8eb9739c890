//! Macro definitions and the possible meanings of a name at a moment (C99 6.10.3).
//!
//! Each name has its list of events: the `#define`s and `#undef`s of it, in order, each in its conditional group. The meaning of
//! the name is found by walking that list backwards ([`Events::past`]). Where that leaves exactly one possibility, the meaning is
//! sure; otherwise the name is open: the host, or an include that could not be read, decides.

use super::definition::{Definition, Meaning};
use super::dependencies::MentionedNames;
use super::directives::DirectiveKind;
use super::events::{Events, Happened, MacroEvent, Past, are_same_definition};
use super::moment::{GroupId, Moment};
use super::operands::OperandForms;
use super::predefined::{is_defined_by, is_foreign, may_be_predefined};
use super::role::{MacroRoles, StatementRole};
use super::standard_header::{StandardHeader, UnreadIncludes};
use crate::host::LanguageVersion;
use crate::limits::MAX_DEFINITIONS;
use std::borrow::Cow;
use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::lex::{self, Token, TokenKind};
use crate::source::{FileId, Sources};

/// The state of a name before the first line.
#[derive(Debug, Default)]
struct CommandLineMacro {
    /// The definition by `-D`.
    definition: Option<Definition>,
    /// Whether that, or that it is not defined, is final.
    is_final: bool,
}

/// All facts about one name.
#[derive(Debug, Default)]
pub(super) struct NameFacts {
    pub(super) events: Events,
    given: Option<CommandLineMacro>,
    /// The definitions that other text of the program may give it before the first line; none if it is only undefined there.
    elsewhere: Option<Vec<Definition>>,
    /// Whether a condition tests it: the host may define it.
    is_asked_for: bool,
    /// Whether it guards a file against a second inclusion: no other file touches it.
    is_guard: bool,
    /// Its effect on where statements end; computed on first use, after the last directive.
    pub(super) role: OnceLock<StatementRole>,
    /// The roles that its expansion can play; computed likewise.
    pub(super) roles: OnceLock<MacroRoles>,
    /// Whether conditions choose among its definitions; found likewise.
    pub(super) is_conditional_macro: OnceLock<bool>,
    /// The names in its definitions.
    pub(super) mentions: MentionedNames,
    /// Whether its definitions are operands.
    pub(super) forms: OperandForms,
}

/// Every event of every name.
#[derive(Debug, Default)]
pub(super) struct MacroTable {
    /// Nearly every word of a file is looked up here, many times, and nearly none is found.
    names: FxHashMap<String, NameFacts>,
    /// The moments of all `#define`s and `#undef`s, and of the includes that could not be read.
    touches: Vec<Moment>,
    pub(super) unread: UnreadIncludes,
    /// The names whose meaning changes ([`super::unread`]), as an earlier reading found them; `None` if any may be one.
    pub(super) changing: Option<FxHashSet<String>>,
    /// The names that this reading has found to change.
    pub(super) seen_changing: FxHashSet<String>,
    /// The version of OpenCL C of the final compile.
    pub(super) language: Option<LanguageVersion>,
}

impl NameFacts {
    /// The definition that the host passes.
    pub(super) fn given_definition(&self) -> Option<&Definition> {
        self.given.as_ref()?.definition.as_ref()
    }

    /// The definitions from outside the files that are read.
    fn outer_definitions(&self) -> impl Iterator<Item = &Definition> {
        self.given_definition().into_iter().chain(self.elsewhere.iter().flatten())
    }

    /// All definitions, those from outside last.
    pub(super) fn definitions(&self) -> impl Iterator<Item = &Definition> {
        self.events.all().iter().filter_map(|event| event.definition.as_ref()).chain(self.outer_definitions())
    }

    /// The definitions after the first `seen` events, which are counted in; before the first, those from outside too.
    pub(super) fn definitions_since(&self, seen: &mut usize) -> impl Iterator<Item = &Definition> {
        let outer = self.outer_definitions().filter({
            let is_first = *seen == 0;
            move |_| is_first
        });
        let all = self.events.all();
        let new = all[*seen..].iter().filter_map(|event| event.definition.as_ref());
        *seen = all.len();
        outer.chain(new)
    }

    /// The definitions in the files, each once.
    pub(super) fn distinct_definitions(&self) -> impl Iterator<Item = &Definition> {
        self.events.distinct().chain(self.outer_definitions())
    }

    /// How often it was touched before a moment.
    pub(super) fn touches(&self, before: Moment) -> usize {
        self.events.all().partition_point(|event| event.moment < before)
    }

    /// See [`MacroTable::is_own`].
    fn is_own(&self, name: &str) -> bool {
        self.events.all().first().is_some_and(|first| first.definition.is_some())
            && self.given.is_none()
            && self.elsewhere.is_none()
            && !self.is_asked_for
            && !may_be_predefined(name)
    }
}

impl MacroTable {
    fn name(&mut self, name: &str) -> &mut NameFacts {
        self.names.entry(name.to_owned()).or_default()
    }

    fn events_of(&self, name: &str) -> &[MacroEvent] {
        self.names.get(name).map_or(&[][..], |name| name.events.all())
    }

    fn given_for(&self, name: &str) -> Option<&CommandLineMacro> {
        self.names.get(name)?.given.as_ref()
    }

    /// Reads a `-D`; `file` holds the name and the replacement list.
    pub(super) fn define_from_host(&mut self, sources: &Sources, file: FileId, is_final: bool) {
        let tokens = lex::lex(file, &sources[file].bytes);
        if let Some((name, definition)) = Definition::parse(sources, &tokens) {
            self.name(&name).given = Some(CommandLineMacro { definition: Some(definition), is_final });
        }
    }

    /// Notes that other text of the program may define a name before the first line; `file` holds the name and the replacement
    /// list.
    pub(super) fn define_elsewhere(&mut self, sources: &Sources, file: FileId) {
        let tokens = lex::lex(file, &sources[file].bytes);
        if let Some((name, definition)) = Definition::parse(sources, &tokens) {
            self.name(&name).elsewhere.get_or_insert_default().push(definition);
        }
    }

    /// Notes that other text of the program may undefine a name before the first line.
    pub(super) fn undefine_elsewhere(&mut self, name: &str) {
        self.name(name).elsewhere.get_or_insert_default();
    }

    /// Whether other text of the program may define or undefine a name before the first line.
    fn is_touched_elsewhere(&self, name: &str) -> bool {
        self.names.get(name).is_some_and(|name| name.elsewhere.is_some())
    }

    /// Notes that `-U` undefines a name.
    pub(super) fn undefine_from_host(&mut self, name: &str, is_final: bool) {
        self.name(name).given = Some(CommandLineMacro { definition: None, is_final });
    }

    /// Notes a directive, the `moment`th of the unit.
    pub(super) fn note(&mut self, sources: &Sources, kind: DirectiveKind, line: &[Token], moment: Moment) {
        let text = |token: &Token| -> Cow<'_, str> { lex::text(&sources[token.file].bytes, token) };
        match kind {
            DirectiveKind::Define => {
                if let Some((name, definition)) = Definition::parse(sources, line.get(2..).unwrap_or(&[])) {
                    self.name(&name).events.push(moment, Some(definition));
                    self.touches.push(moment);
                }
            }
            DirectiveKind::Undef => {
                if let Some(name) = line.get(2) {
                    self.name(&text(name)).events.push(moment, None);
                    self.touches.push(moment);
                }
            }
            DirectiveKind::If | DirectiveKind::Ifdef | DirectiveKind::Ifndef | DirectiveKind::Elif => {
                for token in line.iter().skip(2).filter(|token| token.kind == TokenKind::Identifier) {
                    self.name(&text(token)).is_asked_for = true;
                }
            }
            _ => {}
        }
    }

    pub(super) fn note_unread_include(&mut self, moment: Moment) {
        self.unread.note(moment);
        self.touches.push(moment);
    }

    pub(super) fn note_standard_header(&mut self, header: StandardHeader, moment: Moment) {
        self.unread.note_standard(header, moment);
        self.touches.push(moment);
    }

    pub(super) fn unread_includes(&self) -> &[Moment] {
        self.unread.unknown()
    }

    /// Whether the files or the host mention a name.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.names
            .get(name)
            .is_some_and(|name| !name.events.all().is_empty() || name.given.is_some() || name.elsewhere.is_some())
    }

    /// Whether only the files' own `#define`s mention a name. An `#undef` before the first of them is about the host's definition.
    pub(super) fn is_own(&self, name: &str) -> bool {
        self.names.get(name).is_some_and(|known| known.is_own(name))
    }

    /// A number that changes whenever any name is touched, or may be. It differs from all counts of touches of a few names.
    pub(super) fn version_of_all(&self, moment: Moment) -> usize {
        self.touches.partition_point(|&touch| touch < moment) + usize::MAX / 2
    }

    /// Whether text outside the files may define a name: a condition tests it, the host passes it, or another literal of the host's
    /// file touches it.
    pub(super) fn may_be_of_host(&self, name: &str) -> bool {
        let may_be = |name: &NameFacts| name.is_asked_for || name.given.is_some() || name.elsewhere.is_some();
        self.names.get(name).is_some_and(may_be)
    }

    /// The definitions from outside the files, with the names that they define.
    pub(super) fn host_definitions(&self) -> impl Iterator<Item = (&str, &Definition)> {
        self.names.iter().flat_map(|(name, known)| known.outer_definitions().map(move |one| (name.as_str(), one)))
    }

    /// The tokens of the replacement lists from outside the files.
    pub(super) fn host_tokens(&self) -> impl Iterator<Item = &Token> {
        self.names.values().flat_map(NameFacts::outer_definitions).flat_map(|definition| &definition.body)
    }

    /// The facts about a name, if there are any.
    pub(super) fn name_of(&self, name: &str) -> Option<&NameFacts> {
        self.names.get(name)
    }

    pub(super) fn definitions(&self, name: &str) -> impl Iterator<Item = &Definition> {
        self.name_of(name).into_iter().flat_map(NameFacts::definitions)
    }

    /// The `#define`s and `#undef`s of a name before a moment, last first, and whether each one defines it.
    pub(super) fn events(&self, name: &str, before: Moment) -> impl Iterator<Item = (Moment, bool)> {
        let events = self.events_of(name);
        let following = events.partition_point(|event| event.moment < before);
        events[..following].iter().rev().map(|event| (event.moment, event.definition.is_some()))
    }

    /// Whether a name is a macro before the first line, where that is final or believed.
    pub(super) fn given(&self, name: &str, is_believed: bool) -> Option<bool> {
        let given = self.given_for(name).filter(|given| given.is_final || is_believed);
        given.filter(|_| !self.is_touched_elsewhere(name)).map(|given| given.definition.is_some())
    }

    /// Whether a name is a macro of another language, which nothing but a file may define.
    fn is_foreign(&self, name: &str) -> bool {
        is_foreign(name)
            && self.given_for(name).is_none_or(|given| given.definition.is_none())
            && !self.is_touched_elsewhere(name)
    }

    /// Whether neither the host nor a file mentions a name before a moment.
    pub(super) fn is_left_to_compiler(&self, name: &str, before: Moment) -> bool {
        let is_untouched =
            |name: &NameFacts| name.given.is_none() && name.elsewhere.is_none() && name.touches(before) == 0;
        self.names.get(name).is_none_or(is_untouched)
    }

    /// Whether the language alone decides that a name is defined, or not, at a moment.
    pub(super) fn settled(&self, name: &str, moment: Moment) -> Option<bool> {
        let is_untouched = || self.names.get(name).is_none_or(|name| name.touches(moment) == 0);
        if self.is_foreign(name) && is_untouched() {
            return Some(false);
        }
        (is_defined_by(self.language, name) && self.is_left_to_compiler(name, moment)).then_some(true)
    }

    /// Whether the host passes any macro that is not final.
    pub(super) fn has_command_line_macros(&self) -> bool {
        self.names.values().filter_map(|name| name.given.as_ref()).any(|given| !given.is_final)
    }

    /// The one of several definitions of a name that `-D` passes.
    pub(super) fn given_among<'s>(&self, name: &str, definitions: &[&'s Definition]) -> Option<&'s Definition> {
        let given = self.given_for(name)?.definition.as_ref();
        definitions.iter().copied().find(|&definition| are_same_definition(Some(definition), given))
    }

    /// Those definitions of a name that come from the files or the host; all, if other text gives all of them.
    pub(super) fn own_among<'s>(&self, name: &str, definitions: Vec<&'s Definition>) -> Vec<&'s Definition> {
        let Some(elsewhere) = self.names.get(name).and_then(|name| name.elsewhere.as_deref()) else {
            return definitions;
        };
        let is_own = |definition: &&&Definition| !elsewhere.iter().any(|other| std::ptr::eq(other, **definition));
        let own: Vec<_> = definitions.iter().filter(is_own).copied().collect();
        if own.is_empty() { definitions } else { own }
    }

    pub(super) fn note_guard(&mut self, name: &str) {
        self.name(name).is_guard = true;
    }

    /// Whether a name guards a file against a second inclusion.
    pub(super) fn is_guard(&self, name: &str) -> bool {
        self.names.get(name).is_some_and(|name| name.is_guard)
    }

    /// Whether there is an `#undef` of the name after a moment.
    pub(super) fn is_undefined_since(&self, name: &str, moment: Moment) -> bool {
        self.events_of(name)
            .iter()
            .rev()
            .take_while(|event| event.moment >= moment)
            .any(|event| event.definition.is_none())
    }

    /// Whether an include that could not be read may touch a name between two moments. `is_kept` means that the source surely
    /// defines the name at the first moment, and that its meaning does not change.
    pub(super) fn is_touched_by_include(
        &self,
        name: &str,
        is_kept: bool,
        since: Option<Moment>,
        moment: Moment,
        happened: impl Fn(Moment) -> Happened,
    ) -> bool {
        let may_happen = |includes: &[Moment]| {
            // If there are very many, one of them surely counts.
            includes.len() > MAX_DEFINITIONS || includes.iter().any(|&include| happened(include) != Happened::Never)
        };
        !is_kept && may_happen(self.unread.unknown_between(since, moment))
            || self.unread.standard_between(name, since, moment).any(may_happen)
    }

    /// Notes a name whose meaning changes.
    pub(super) fn note_changing(&mut self, name: String) {
        self.seen_changing.insert(name);
    }

    /// When the files first mention a name.
    pub(super) fn first_event(&self, name: &str) -> Option<Moment> {
        self.events_of(name).first().map(|first| first.moment)
    }

    /// Whether the files give a name different definitions before a moment.
    pub(super) fn has_several_definitions(&self, name: &str, before: Moment) -> bool {
        self.names.get(name).is_some_and(|name| name.events.differ(before))
    }

    /// Whether the files undefine a name anywhere, or define it again after an include that could not be read.
    pub(super) fn is_changing(&self, name: &str) -> bool {
        self.changing.as_ref().is_none_or(|names| names.contains(name))
    }

    pub(super) fn meaning<'s>(
        &'s self,
        name: &str,
        moment: Moment,
        asker: impl Fn(Moment) -> Option<GroupId>,
        happened: impl Fn(Moment) -> Happened,
        is_command_line_believed: bool,
    ) -> Meaning<'s> {
        let known = self.names.get(name);
        let events = known.map_or(&[][..], |known| known.events.all());
        let given = known.and_then(|known| known.given.as_ref());
        let elsewhere = known.and_then(|known| known.elsewhere.as_deref());
        let is_asked_for = known.is_some_and(|known| known.is_asked_for);
        let is_silent = events.is_empty() && given.is_none() && elsewhere.is_none();
        if is_silent && (is_foreign(name) || !is_asked_for && !may_be_predefined(name)) {
            return Meaning::Ordinary;
        }
        let past = known.map_or_else(Past::default, |known| known.events.past(moment, &asker, &happened));
        let last_sure = past.last_sure;
        let mut possible: Vec<Option<&Definition>> =
            past.events.iter().map(|&at| events[at].definition.as_ref()).collect();
        // A name that only the file's own `#define`s mention is not a macro before the first of them.
        let is_own = || known.is_some_and(|known| known.is_own(name)) || self.is_foreign(name);
        let is_first = last_sure.is_none() && elsewhere.is_none();
        let is_final = is_first && (is_own() || given.is_some_and(|given| given.is_final || is_command_line_believed));
        if is_final {
            let given = given.and_then(|given| given.definition.as_ref());
            if !possible.iter().any(|known| are_same_definition(*known, given)) {
                possible.push(given);
            }
        }
        // A file that defines a name after an include does not expect it from that include.
        let since = last_sure.or_else(|| events.first().map(|first| first.moment));
        let is_given = is_final && given.is_some_and(|given| given.definition.is_some());
        let is_kept = (last_sure.is_some() || is_given) && !self.is_changing(name);
        let touched_by_include = self.is_touched_by_include(name, is_kept, since, moment, happened);
        match (&possible[..], (last_sure.is_some() || is_final) && !touched_by_include) {
            ([Some(definition)], true) => Meaning::Sure(definition),
            ([None], true) => Meaning::Ordinary,
            _ => {
                let given =
                    given.filter(|_| last_sure.is_none() && !is_final).and_then(|given| given.definition.as_ref());
                let elsewhere = elsewhere.filter(|_| last_sure.is_none()).unwrap_or_default();
                let mut known: Vec<&Definition> = possible.into_iter().flatten().chain(given).collect();
                for definition in elsewhere {
                    if !known.iter().any(|one| one.is_same(definition)) {
                        known.push(definition);
                    }
                }
                Meaning::Open(known)
            }
        }
    }
}
