//! The effects of the string literals of a host on macros.
//!
//! A host may join the literals of a file at run time, in whatever order: `header + kernel`, a list of sources, a stream. So each
//! name that one literal defines or undefines may be that macro at the beginning of each other one. Adjacent literals are one text.
//! A text counts wherever it is, also in a directive of the host, and so do its options: `"-D N=4"`.
//!
//! If a definition goes on after the end of its text (`"#define N " + value`), its value may be anything. If a name does
//! (`"#define " #name`), it may be any name, and no other program of the file is rewritten. The same happens if another text includes a
//! file that cannot be read, unless the program includes such a file itself, before everything else.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::notation::{self, Notation, Stretch};
use super::tokens::{HostToken, HostTokenKind, continues_identifier};
use super::{LiteralProgram, runs_of};
use crate::limits::{MAX_DEFINITIONS_ELSEWHERE, MAX_PASTED_NAMES_ELSEWHERE};
use crate::unit_reader::UnitReader;
use clunroll_rules::LiteralNeighbour;
use oclc_syntax::host::{BuildOptions, HostOptions, MacroElsewhere, MacroOption};
use oclc_syntax::lex::{self, Punct, Token, TokenKind};
use oclc_syntax::preprocess::{DirectiveKind, Unit};
use oclc_syntax::source::{FileId, Span};

/// The effects of the literals of a file on macros.
#[derive(Debug, Default)]
pub struct LiteralMacros {
    by_name: HashMap<String, Vec<MacroEffect>>,
    /// The literals that touch a macro whose name is not known, or include a file that cannot be read.
    unknown: Vec<Unknown>,
    /// The texts with an include.
    including: Vec<Including>,
}

/// The effects of texts on one name.
#[derive(Debug)]
struct MacroEffect {
    what: MacroElsewhere,
    /// The first text with an effect.
    text: usize,
    /// Whether another text has an effect too.
    is_repeated: bool,
}

#[derive(Debug)]
struct Unknown {
    text: usize,
    literal: Span,
    why: LiteralNeighbour,
}

#[derive(Debug)]
struct Including {
    text: usize,
    literal: Span,
    bytes: Vec<u8>,
}

/// The reason why nothing is known of the macros of a program: a literal, and its problem.
pub type NoMacros = (Span, LiteralNeighbour);

impl LiteralMacros {
    pub(super) fn of(source: &[u8], tokens: &[HostToken]) -> Self {
        let mut macros = Self::default();
        let texts: Vec<JoinedText> = runs_of(source, tokens, |token| token.content().is_some())
            .into_iter()
            .map(|run| JoinedText::of(source, tokens, run))
            .collect();
        let has_hash = texts.iter().any(|text| text.bytes.trim_ascii_end().ends_with(b"#"))
            || tokens.iter().any(|token| {
                token.kind == HostTokenKind::Character && memchr::memchr(b'#', &source[token.span.range()]).is_some()
            });
        for text in &texts {
            macros.read(text, has_hash);
        }
        let ends_in_hash = |text: &&JoinedText| text.bytes.trim_ascii_end().ends_with(b"#");
        for text in texts.iter().filter(ends_in_hash) {
            // The name after `"#" NAME` may be a macro with the rest of the directive.
            let last = text.literals[text.literals.len() - 1].1;
            let next = tokens.partition_point(|token| token.span.start <= last.start);
            if tokens.get(next).is_some_and(|next| next.kind == HostTokenKind::Word) {
                let why = LiteralNeighbour::UnknownMacro;
                macros.unknown.push(Unknown { text: text.id, literal: last, why });
            }
        }
        let mut hash = 0;
        let made = (0..tokens.len()).find(|&at| {
            hash = if tokens[at].kind == HostTokenKind::Hash { at } else { hash };
            may_be_made_a_directive(source, tokens, at, hash)
        });
        macros.unknown.extend(made.map(|at| Unknown {
            text: usize::MAX,
            literal: tokens[at].span,
            why: LiteralNeighbour::UnknownMacro,
        }));
        macros
    }

    fn touch(&mut self, name: String, definition: Option<String>, text: usize) {
        let touches = self.by_name.entry(name.clone()).or_default();
        let mut what = match definition {
            Some(definition) => MacroElsewhere::Define { name, definition },
            None => MacroElsewhere::Undefine(name),
        };
        if touches.len() >= MAX_DEFINITIONS_ELSEWHERE
            && let MacroElsewhere::Define { name, definition } = &mut what
        {
            *definition = unknown_definition(name);
        }
        match touches.iter_mut().find(|known| known.what == what) {
            Some(known) => known.is_repeated |= known.text != text,
            None => touches.push(MacroEffect { what, text, is_repeated: false }),
        }
    }

    /// Notes the effects of one text.
    fn read(&mut self, text: &JoinedText, has_hash: bool) {
        let holds = |word: &[u8]| memchr::memmem::find(&text.bytes, word).is_some();
        if !text.is_raw && (holds(b"-D") || holds(b"-U")) {
            self.read_options(text);
        }
        if text.has_trigraph {
            let literal = text.literals[0].1;
            self.unknown.push(Unknown { text: text.id, literal, why: LiteralNeighbour::UnknownMacro });
        }
        let may_hold_directive = holds(b"#") || holds(b"%:") || has_hash && (holds(b"define") || holds(b"undef"));
        if !may_hold_directive {
            return;
        }
        let tokens = lex::lex(FileId::MAIN, &text.bytes);
        let begins = |at: usize| tokens[at].begins_directive();
        let mut at = 0;
        while at < tokens.len() {
            let end = (at + 1..tokens.len()).find(|&at| tokens[at].at_line_start).unwrap_or(tokens.len());
            // The `#` may be in another literal.
            let skipped = usize::from(begins(at));
            if skipped == 1 || at == 0 && has_hash {
                self.read_directive(text, &tokens[at + skipped..end], tokens[at]);
            }
            at = end;
        }
    }

    /// Notes the effect of a directive; `line` follows the `#`, and `first` is the first token of the line.
    fn read_directive(&mut self, text: &JoinedText, line: &[Token], first: Token) {
        let word = |token: &Token| lex::text(&text.bytes, token).into_owned();
        let Some(keyword) = line.first() else { return };
        let last = line[line.len() - 1];
        let goes_on = text.goes_on_after(last);
        let ends_at = |token: &Token| goes_on && token.span.end as usize == text.bytes.len();
        let kind = word(keyword);
        let literal = text.literal_at(first);
        let unknown = Unknown { text: text.id, literal, why: LiteralNeighbour::UnknownMacro };
        let begins = |word: &&str| word.starts_with(&*kind);
        if line.len() == 1 && ends_at(keyword) && ["define", "undef", "include"].iter().any(begins) {
            self.unknown.push(unknown);
            return;
        }
        match &*kind {
            "define" | "undef" => {}
            "include" | "include_next" | "import" => {
                self.including.push(Including { text: text.id, literal, bytes: text.bytes.clone() });
                return;
            }
            _ => return,
        }
        let Some(name) = line.get(1) else {
            self.unknown.extend(goes_on.then_some(unknown));
            return;
        };
        let next = line.get(2);
        let is_glued = next.is_some_and(|next| !next.after_space);
        let is_call = is_glued && next.is_some_and(|next| next.is(Punct::LeftParen));
        let name_text = word(name);
        let is_whole = name.kind == TokenKind::Identifier && !name_text.contains('$') && (!is_glued || is_call);
        if !is_whole || ends_at(name) {
            self.unknown.push(unknown);
            return;
        }
        let definition = match &*kind {
            "undef" => None,
            _ if goes_on => Some(unknown_definition(&name_text)),
            _ => Some(String::from_utf8_lossy(&text.bytes[name.span.to(last.span).range()]).into_owned()),
        };
        self.touch(name_text, definition, text.id);
    }

    /// Notes the macros in options for `clBuildProgram`. Their values may go on after the text: an unknown part of the host's text counts
    /// as a value, as everywhere.
    fn read_options(&mut self, text: &JoinedText) {
        let Ok(options) = String::from_utf8_lossy(&text.bytes).parse::<BuildOptions>() else { return };
        let count = options.macros.len();
        for (at, option) in options.macros.into_iter().enumerate() {
            match option {
                MacroOption::Define(define) => {
                    let goes_on = at + 1 == count && define.value().is_empty();
                    let definition = match define.parameters() {
                        None if goes_on => continue,
                        Some(_) if goes_on => unknown_definition(define.name()),
                        _ => define.definition(),
                    };
                    self.touch(define.name().to_owned(), Some(definition), text.id);
                }
                MacroOption::Undefine(name) => self.touch(name.as_str().to_owned(), None, text.id),
            }
        }
    }

    /// The possible effects of other texts on the macros of a program before its first line. `unit` is the program.
    ///
    /// # Errors
    ///
    /// Fails if another text may define any name.
    pub fn beside(
        &mut self,
        program: &LiteralProgram,
        unit: &Unit,
        options: &HostOptions<'_>,
        reader: &mut UnitReader<'_, '_>,
    ) -> Result<Vec<MacroElsewhere>, NoMacros> {
        let is_other = |text: usize| !program.tokens.contains(&text);
        if self.including.iter().any(|including| is_other(including.text)) {
            self.read_includes(options, reader);
        }
        let begins_with_unread = unit.unread_include(unit.moment(0)).is_some();
        let counts = |unknown: &&Unknown| {
            is_other(unknown.text) && !(begins_with_unread && unknown.why == LiteralNeighbour::UnreadInclude)
        };
        if let Some(unknown) = self.unknown.iter().find(counts) {
            return Err((unknown.literal, unknown.why));
        }
        let mut names: Vec<String> = Vec::new();
        if unit.pastes() {
            if self.by_name.len() > MAX_PASTED_NAMES_ELSEWHERE {
                return Err((program.literals[0].1, LiteralNeighbour::UnknownMacro));
            }
            names.extend(self.by_name.keys().cloned());
        } else {
            // A branch that no configuration takes may be compiled after all if a literal defines another name.
            let main = lex::lex(FileId::MAIN, &unit.sources[FileId::MAIN].bytes);
            let words = main.iter().chain(unit.all_tokens()).chain(unit.host_tokens());
            let words = words.filter(|token| token.kind == TokenKind::Identifier).map(|token| unit.text(token));
            names.extend(words.filter(|word| self.by_name.contains_key(&**word)).map(Cow::into_owned));
        }
        let mut seen: HashSet<String> = names.iter().cloned().collect();
        names = seen.iter().cloned().collect();
        let mut found = Vec::new();
        while let Some(name) = names.pop() {
            for touch in self.by_name.get(&name).into_iter().flatten() {
                if !touch.is_repeated && !is_other(touch.text) {
                    continue;
                }
                if let MacroElsewhere::Define { definition, .. } = &touch.what {
                    let words =
                        definition.split(|letter: char| !letter.is_ascii() || !continues_identifier(letter as u8));
                    let new: Vec<_> =
                        words.filter(|word| self.by_name.contains_key(*word)).map(str::to_owned).collect();
                    names.extend(new.into_iter().filter(|word| seen.insert(word.clone())));
                }
                found.push(touch.what.clone());
            }
        }
        found.sort_by(|one, other| key(one).cmp(&key(other)));
        Ok(found)
    }

    /// Reads the files that texts include, once.
    fn read_includes(&mut self, options: &HostOptions<'_>, reader: &mut UnitReader<'_, '_>) {
        for Including { text, literal, bytes } in std::mem::take(&mut self.including) {
            let unit = reader.read(bytes, options);
            if unit.unread_include(usize::MAX).is_some() {
                self.unknown.push(Unknown { text, literal, why: LiteralNeighbour::UnreadInclude });
            }
            for directive in &unit.directives {
                let line = unit.line(directive);
                let Some(name) = line.get(2).filter(|name| name.file != FileId::MAIN) else { continue };
                let bytes = &unit.sources[name.file].bytes;
                let definition = match directive.kind {
                    DirectiveKind::Define => {
                        let last = line[line.len() - 1];
                        Some(String::from_utf8_lossy(&bytes[name.span.to(last.span).range()]).into_owned())
                    }
                    DirectiveKind::Undef => None,
                    _ => continue,
                };
                self.touch(unit.text(name).into_owned(), definition, text);
            }
        }
    }
}

/// Whether a token of the code may begin a `#define` in a string that the host makes of it: in `STRINGIFY(#define N 4)`, in the value of a
/// macro that is passed to `STRINGIFY`, or in a list of characters. `hash` is the last `#` of a directive.
fn may_be_made_a_directive(source: &[u8], tokens: &[HostToken], at: usize, hash: usize) -> bool {
    let text = |at: usize| tokens.get(at).map_or(&b""[..], |token| &source[token.span.range()]);
    let token = &tokens[at];
    match (token.kind, text(at)) {
        (HostTokenKind::Word, b"define" | b"undef") => at == 0 || tokens[at - 1].kind != HostTokenKind::Hash,
        (HostTokenKind::Sign, b"#" | b"%:") if !token.in_directive => {
            !matches!(text(at + 1), b"pragma" | b"if" | b"ifdef" | b"ifndef" | b"elif" | b"else" | b"endif" | b"error")
        }
        (HostTokenKind::Sign, b"#" | b"%:") => {
            let has_parameters = text(hash + 3) == b"(" && tokens[hash + 3].is_glued;
            text(hash + 1) == b"define" && !has_parameters
        }
        (HostTokenKind::Character, b"'#'") => {
            text(at + 1) == b"," && tokens.get(at + 2).is_some_and(|next| next.kind == HostTokenKind::Character)
        }
        _ => false,
    }
}

/// The key by which effects are sorted, so that their order does not depend on that of a table.
fn key(touch: &MacroElsewhere) -> (&str, &str) {
    match touch {
        MacroElsewhere::Define { name, definition } => (name, definition),
        MacroElsewhere::Undefine(name) => (name, ""),
    }
}

/// A definition that has no role in OpenCL C. Each loop with the name is declined.
fn unknown_definition(name: &str) -> String {
    format!("{name} }} {{")
}

/// Adjacent literals as one text.
struct JoinedText {
    /// The index of the first token.
    id: usize,
    bytes: Vec<u8>,
    is_raw: bool,
    /// Whether an ordinary literal of it has a trigraph, which may be a `#`.
    has_trigraph: bool,
    /// The start of each literal in the text, and its place in the file.
    literals: Vec<(usize, Span)>,
}

impl JoinedText {
    fn of(source: &[u8], tokens: &[HostToken], run: Range<usize>) -> Self {
        let mut text =
            Self { id: run.start, bytes: Vec::new(), is_raw: true, has_trigraph: false, literals: Vec::new() };
        let mut stretches = Vec::new();
        for token in &tokens[run] {
            let (Some(notation), Some(content)) = (Notation::of(token), token.content()) else { continue };
            text.is_raw &= notation != Notation::Ordinary;
            text.literals.push((stretches.last().map_or(0, Stretch::end) as usize, token.span));
            text.has_trigraph |=
                notation == Notation::Ordinary && notation::trigraph(&source[content.range()]).is_some();
            notation::read(source, (notation, content), 0, &mut stretches);
        }
        text.bytes = notation::bytes(source, &stretches);
        text
    }

    /// The literal that contains a token of the text.
    fn literal_at(&self, token: Token) -> Span {
        let after = self.literals.partition_point(|(begin, _)| *begin <= token.span.start as usize);
        self.literals[after.saturating_sub(1)].1
    }

    /// Whether the text ends in the line of a token.
    fn goes_on_after(&self, token: Token) -> bool {
        let rest = &self.bytes[token.span.end as usize..];
        let ends = |line: &[u8]| line.ends_with(b"\n") && !lex::ends_in_splice(line);
        let in_comment = || {
            memchr::memmem::find(rest, b"/*").is_some_and(|at| {
                let line = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                at < line && memchr::memmem::find(&rest[at..], b"*/").is_none()
            })
        };
        !rest.split_inclusive(|&byte| byte == b'\n').any(ends) || in_comment()
    }
}
