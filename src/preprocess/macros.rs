//! Macro definitions and what a name can mean at a moment (C99 6.10.3).
//!
//! Each name has its list of events: the `#define`s and `#undef`s of it, in order, each in its conditional group.
//! To learn what the name means, the list is walked backwards. An event whose group excludes the asker's cannot
//! have happened. One whose group encloses the asker's has surely happened, and nothing before it counts. All others
//! may have happened. Where that leaves exactly one possibility, the meaning is sure; otherwise the name is open:
//! the host, or an include that could not be read, decides.

use std::collections::{HashMap, HashSet};

use super::Moment;
use super::directives::DirectiveKind;
use super::groups::{GroupId, Groups};
use crate::lex::{self, Punct, Token, TokenKind};
use crate::source::{FileId, Sources};

/// How many definitions of one open macro are told apart. Of a macro with more, nothing is known.
pub const MAX_DEFINITIONS: usize = 64;

/// One `#define`.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The parameters of a function-like macro; `...` stands as `__VA_ARGS__`.
    pub parameters: Option<Vec<String>>,
    /// Whether the last parameter takes all remaining arguments.
    pub variadic: bool,
    /// The replacement list.
    pub body: Vec<Token>,
    /// The replacement list's spelling, which tells whether two definitions are the same (C99 6.10.3p1).
    spelling: String,
}

impl Definition {
    // "#" "define" identifier [ "(" [ parameters ] ")" ] replacement-list
    fn parse(sources: &Sources, tokens: &[Token]) -> Option<(String, Self)> {
        let text =
            |token: &Token| String::from_utf8_lossy(&lex::spelling(&sources[token.file].bytes, token)).into_owned();
        let (name, mut rest) = tokens.split_first()?;
        if name.kind != TokenKind::Identifier {
            return None;
        }
        let mut parameters = None;
        let mut variadic = false;
        if rest.first().is_some_and(|token| token.is(Punct::LeftParen) && !token.after_space) {
            let close = rest.iter().position(|token| token.is(Punct::RightParen))?;
            let mut names = Vec::new();
            for token in rest[1..close].iter().filter(|token| !token.is(Punct::Comma)) {
                if token.is(Punct::Ellipsis) {
                    // GNU's `args...` names what C calls `__VA_ARGS__`.
                    let named = rest[1..close].len() >= 2 && !rest[close - 2].is(Punct::Comma) && !names.is_empty();
                    if !named {
                        names.push("__VA_ARGS__".to_owned());
                    }
                    variadic = true;
                } else {
                    names.push(text(token));
                }
            }
            parameters = Some(names);
            rest = &rest[close + 1..];
        }
        let mut spelling = format!("{parameters:?}{variadic}");
        for (index, token) in rest.iter().enumerate() {
            if index > 0 && token.after_space {
                spelling.push(' ');
            }
            spelling.push_str(&text(token));
        }
        Some((text(name), Self { parameters, variadic, body: rest.to_vec(), spelling }))
    }
}

/// What a name can mean as a macro.
#[derive(Clone, Debug)]
pub enum Meaning<'u> {
    /// No macro; an ordinary identifier.
    Ordinary,
    /// This definition and no other, whatever the host says.
    Sure(&'u Definition),
    /// The host decides; these are the definitions that are known to be possible.
    Open(Vec<&'u Definition>),
}

#[derive(Debug)]
struct Event {
    moment: Moment,
    /// `None` for an `#undef`.
    definition: Option<Definition>,
}

/// Every event of every name.
#[derive(Debug, Default)]
pub(super) struct MacroTable {
    events: HashMap<String, Vec<Event>>,
    from_host: HashMap<String, Vec<Definition>>,
    /// Names that a condition asks for: the host may define them.
    asked_for: HashSet<String>,
    unread_includes: Vec<Moment>,
}

impl MacroTable {
    /// Reads what `-D` says; `file` holds the name and the replacement list.
    pub(super) fn define_from_host(&mut self, sources: &Sources, file: FileId) {
        let tokens = lex::lex(file, &sources[file].bytes);
        if let Some((name, definition)) = Definition::parse(sources, &tokens) {
            self.from_host.entry(name).or_default().push(definition);
        }
    }

    /// Takes note of a directive, the `moment`th of the unit.
    pub(super) fn note(&mut self, sources: &Sources, kind: DirectiveKind, line: &[Token], moment: Moment) {
        let text =
            |token: &Token| String::from_utf8_lossy(&lex::spelling(&sources[token.file].bytes, token)).into_owned();
        match kind {
            DirectiveKind::Define => {
                if let Some((name, definition)) = Definition::parse(sources, &line[2..]) {
                    self.events.entry(name).or_default().push(Event { moment, definition: Some(definition) });
                }
            }
            DirectiveKind::Undef => {
                if let Some(name) = line.get(2) {
                    self.events.entry(text(name)).or_default().push(Event { moment, definition: None });
                }
            }
            DirectiveKind::If | DirectiveKind::Ifdef | DirectiveKind::Ifndef | DirectiveKind::Elif => {
                let names = line.iter().skip(2).filter(|token| token.kind == TokenKind::Identifier);
                self.asked_for.extend(names.map(text));
            }
            _ => {}
        }
    }

    pub(super) fn note_unread_include(&mut self, moment: Moment) {
        self.unread_includes.push(moment);
    }

    pub(super) fn unread_includes(&self) -> &[Moment] {
        &self.unread_includes
    }

    /// The tokens of what the host says: of the replacement lists, and with them the names.
    pub(super) fn host_tokens(&self) -> impl Iterator<Item = &Token> {
        self.from_host.values().flatten().flat_map(|definition| &definition.body)
    }

    pub(super) fn definitions(&self, name: &str) -> Vec<&Definition> {
        let events = self.events.get(name).into_iter().flatten();
        let told = self.from_host.get(name).into_iter().flatten();
        events.filter_map(|event| event.definition.as_ref()).chain(told).collect()
    }

    pub(super) fn meaning(
        &self,
        name: &str,
        moment: Moment,
        groups: &Groups,
        group: GroupId,
        group_of: impl Fn(usize) -> GroupId,
    ) -> Meaning<'_> {
        let events = self.events.get(name).map_or(&[][..], Vec::as_slice);
        let told = self.from_host.get(name).map_or(&[][..], Vec::as_slice);
        if events.is_empty() && told.is_empty() && !self.asked_for.contains(name) && !is_vendors(name) {
            return Meaning::Ordinary;
        }
        let mut possible: Vec<Option<&Definition>> = Vec::new();
        let mut spellings = HashSet::new();
        let mut last_sure = None;
        for event in events[..events.partition_point(|event| event.moment < moment)].iter().rev() {
            let of_event = group_of(event.moment);
            if groups.excludes(of_event, group) {
                continue;
            }
            let definition = event.definition.as_ref();
            if spellings.insert(definition.map(|definition| &definition.spelling)) {
                possible.push(definition);
            }
            if possible.len() > MAX_DEFINITIONS {
                break;
            }
            if groups.encloses(of_event, group) {
                last_sure = Some(event.moment);
                break;
            }
        }
        let touched_by_include = last_sure
            .is_some_and(|sure| self.unread_includes.iter().any(|&include| sure < include && include < moment));
        match (&possible[..], last_sure.is_some() && !touched_by_include) {
            ([Some(definition)], true) => Meaning::Sure(definition),
            ([None], true) => Meaning::Ordinary,
            _ => {
                let told = if last_sure.is_some() { &[][..] } else { told };
                Meaning::Open(possible.into_iter().flatten().chain(told).collect())
            }
        }
    }
}

/// Names that compilers define without being asked (OpenCL C 6.10).
fn is_vendors(name: &str) -> bool {
    (name.starts_with("__") && name.ends_with("__") && name.len() > 4 && !is_attribute_word(name))
        || name.starts_with("cl_khr_")
        || name.starts_with("cl_nv_")
        || name.starts_with("CL_VERSION_")
        || name.starts_with("__opencl_c_")
}

/// Keywords that look like the names of predefined macros.
fn is_attribute_word(name: &str) -> bool {
    matches!(
        name,
        "__attribute__"
            | "__const__"
            | "__volatile__"
            | "__inline__"
            | "__restrict__"
            | "__signed__"
            | "__typeof__"
            | "__alignof__"
            | "__asm__"
            | "__extension__"
            | "__opencl_unroll_hint__"
    )
}
