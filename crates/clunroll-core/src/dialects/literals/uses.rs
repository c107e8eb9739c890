//! Uses of a string elsewhere in the file for which the rewritten text is another one.
//!
//! The statement of the literals shows what is joined to them (`statement.rs`). The rest of the host may still depend on the text:
//!
//! - *Its length.* A number of the file that is the length of the text, or one more, would cut the new text off: `{ source, 123 }`.
//! - *An array of a certain size.* It may be a member of a structure, or the meaning of a `typedef`.
//! - *A place in it.* The host replaces `/* HOOK */`, or writes to `source[20]`: the loop has several copies of the place, or none.
//! - *Its use as a format.* A function of the file passes a format on to `vsnprintf`, so any `%` may be a hole.
//!
//! Only texts and names of the file count, as for macros. An option parser searches too (`find("=")`), so short texts and, for a mere search,
//! names do not count.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::notation::{self, Notation};
use super::tokens::{HostToken, HostTokenKind, without_splices};
use clunroll_rules::LiteralNeighbour;
use oclc_syntax::source::Span;

/// Parts of the names of functions that put another text in the place of one.
const REPLACING: [&str; 3] = ["replace", "subst", "regex"];
/// Parts of the names of functions that search a text.
const SEARCHING: [&str; 3] = ["find", "strstr", "search"];
/// Members of strings that change a part, take a part, or search one.
const EDITING: [&str; 24] = [
    "insert",
    "erase",
    "replace",
    "substr",
    "resize",
    "at",
    "find",
    "rfind",
    "find_first_of",
    "find_last_of",
    "indexOf",
    "lastIndexOf",
    "copy",
    "pop_back",
    "remove_prefix",
    "remove_suffix",
    "remove",
    "chop",
    "truncate",
    "left",
    "right",
    "mid",
    "arg",
    "split",
];
/// The shortest text with other characters than those of names that a host searches in a program.
const SHORTEST_PLACE: usize = 3;

/// How the host uses texts.
pub(super) struct TextUses<'s> {
    source: &'s [u8],
    tokens: &'s [HostToken],
    /// The tokens of each word.
    words: HashMap<&'s [u8], Vec<usize>>,
    /// The numbers of the file, each with its first token.
    numbers: HashMap<u64, usize>,
    /// The names that are in searches.
    searched_names: HashSet<&'s [u8]>,
    /// The texts that the host may search in a program, each with its token.
    searched: Vec<(usize, Vec<u8>)>,
    /// A search for a pattern, which may be anywhere.
    pattern: Option<usize>,
    /// A call of a function that formats into a buffer, without a literal as the format.
    format: Option<usize>,
    /// Names of types with an array of characters of a certain size.
    sized_types: HashSet<&'s [u8]>,
}

impl<'s> TextUses<'s> {
    pub(super) fn of(source: &'s [u8], tokens: &'s [HostToken]) -> Self {
        let mut uses = Self {
            source,
            tokens,
            words: HashMap::new(),
            numbers: HashMap::new(),
            searched_names: HashSet::new(),
            searched: Vec::new(),
            pattern: None,
            format: None,
            sized_types: HashSet::new(),
        };
        for (at, token) in tokens.iter().enumerate() {
            if uses.is_word(at) {
                uses.words.entry(uses.text(at)).or_default().push(at);
            }
            if token.kind == HostTokenKind::Number
                && let Some(value) = number(&without_splices(uses.text(at)))
            {
                uses.numbers.entry(value).or_insert(at);
            }
        }
        uses.searched_names = uses.names_in_searches();
        uses.read_statements();
        uses
    }

    fn text(&self, at: usize) -> &'s [u8] {
        self.tokens.get(at).map_or(&[], |token| &self.source[token.span.range()])
    }

    fn is_sign(&self, at: usize, sign: &[u8]) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == HostTokenKind::Sign) && self.text(at) == sign
    }

    fn is_word(&self, at: usize) -> bool {
        self.tokens[at].kind == HostTokenKind::Word
    }

    fn ends_statement(&self, at: usize) -> bool {
        [&b";"[..], b"{", b"}"].iter().any(|sign| self.is_sign(at, sign))
    }

    /// The tokens between two of `;`, `{` and `}`. Notes the types with arrays on the way.
    fn read_statements(&mut self) {
        let mut start = 0;
        // The open braces, each with the question whether an array of a certain size is in it.
        let mut open: Vec<(usize, bool)> = Vec::new();
        for at in 0..=self.tokens.len() {
            if at < self.tokens.len() && !self.ends_statement(at) {
                continue;
            }
            let statement = start..at;
            self.read_statement(statement.clone());
            if self.declares_sized_array(statement.clone()) {
                if statement.clone().any(|at| matches!(self.text(at), b"typedef" | b"using")) {
                    self.add_types(statement);
                } else if let Some((_, has_array)) = open.last_mut() {
                    *has_array = true;
                }
            }
            if self.is_sign(at, b"{") {
                open.push((at, false));
            } else if self.is_sign(at, b"}")
                && let Some((begin, true)) = open.pop()
            {
                self.add_structure(begin, at);
            }
            start = at + 1;
        }
    }

    /// Whether a token is the name of a function with one of these words in it.
    fn calls(&self, at: usize, words: &[&str]) -> bool {
        self.is_word(at) && self.is_sign(at + 1, b"(") && {
            let name = String::from_utf8_lossy(self.text(at)).to_ascii_lowercase();
            !name.starts_with("substr") && words.iter().any(|word| name.contains(word))
        }
    }

    fn read_statement(&mut self, statement: Range<usize>) {
        let replaces = statement.clone().any(|at| self.calls(at, &REPLACING));
        let searches = replaces || statement.clone().any(|at| self.calls(at, &SEARCHING));
        for at in statement.clone() {
            let name = self.text(at);
            if self.is_word(at) && (name == b"regex_replace" || name == b"QRegularExpression") {
                self.pattern.get_or_insert(at);
            }
            if let HostTokenKind::String(content) = self.tokens[at].kind
                && (searches || self.is_name_of_search(at))
            {
                let mut stretches = Vec::new();
                notation::read(self.source, (Notation::Ordinary, content), 0, &mut stretches);
                let text = notation::bytes(self.source, &stretches).trim_ascii().to_vec();
                let is_name = text.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
                let has_brace = text.iter().any(|byte| matches!(byte, b'{' | b'}'));
                let is_place = if is_name { replaces } else { text.len() >= SHORTEST_PLACE || has_brace };
                if is_place && !text.is_empty() {
                    self.searched.push((at, text));
                }
            }
            if self.calls(at, &["sprintf", "snprintf", "asprintf"])
                && statement.clone().all(|at| self.tokens[at].content().is_none())
            {
                self.format.get_or_insert(at);
            }
        }
    }

    /// Whether a literal initialises a variable whose name is in a statement that searches.
    fn is_name_of_search(&self, literal: usize) -> bool {
        let Some(name) = literal.checked_sub(2).filter(|_| self.is_sign(literal - 1, b"=")) else { return false };
        let is_member = name > 0 && [&b"."[..], b"->"].iter().any(|sign| self.is_sign(name - 1, sign));
        !is_member && self.searched_names.contains(self.text(name))
    }

    /// The words after the name of a function that searches or replaces, up to the end of its statement.
    fn names_in_searches(&self) -> HashSet<&'s [u8]> {
        let (mut found, mut is_in_search) = (HashSet::new(), false);
        for at in 0..self.tokens.len() {
            is_in_search =
                !self.ends_statement(at) && (is_in_search || self.calls(at, &SEARCHING) || self.calls(at, &REPLACING));
            if is_in_search && self.is_word(at) {
                found.insert(self.text(at));
            }
        }
        found
    }

    /// Whether a statement is like `char name[SIZE]`.
    fn declares_sized_array(&self, statement: Range<usize>) -> bool {
        let open = statement.clone().skip(1).find(|&at| self.is_sign(at, b"["));
        open.is_some_and(|open| !self.is_sign(open + 1, b"]"))
            && statement.clone().any(|at| self.text(at) == b"char")
            && !statement.clone().any(|at| self.is_sign(at, b"*") || self.is_sign(at, b"("))
    }

    /// Notes the names of a structure with an array in it: before its braces and after them.
    fn add_structure(&mut self, begin: usize, end: usize) {
        let start = (0..begin).rev().find(|&at| self.ends_statement(at)).map_or(0, |at| at + 1);
        if (start..begin).any(|at| matches!(self.text(at), b"struct" | b"union" | b"class")) {
            let after = (end + 1..self.tokens.len()).find(|&at| self.ends_statement(at)).unwrap_or(self.tokens.len());
            self.add_types(start..begin);
            self.add_types(end + 1..after);
        }
    }

    fn add_types(&mut self, tokens: Range<usize>) {
        let words: [&[u8]; 9] =
            [b"typedef", b"using", b"char", b"const", b"unsigned", b"static", b"struct", b"union", b"class"];
        let names = tokens.filter(|&at| self.is_word(at)).map(|at| self.text(at));
        let names: Vec<&[u8]> = names.filter(|name| !words.contains(name)).collect();
        self.sized_types.extend(names);
    }

    /// A token for which a program may not be rewritten. `run` are the tokens of the program.
    pub(super) fn obstacle(&self, run: &Range<usize>, text: &[u8]) -> Option<(Span, LiteralNeighbour)> {
        let length = text.len() as u64;
        let is_outside = |at: usize| !run.contains(&at);
        let cut = [length, length + 1].iter().find_map(|length| self.numbers.get(length).copied());
        let holds = |part: &[u8]| memchr::memmem::find(text, part).is_some();
        let place = || {
            let mut searched = self.searched.iter().filter(|(at, _)| is_outside(*at));
            searched.find(|(_, part)| holds(part)).map(|(at, _)| *at)
        };
        let format = || self.format.filter(|_| text.contains(&b'%'));
        let (at, why) = (cut.map(|at| (at, LiteralNeighbour::Length)))
            .or_else(|| self.sized_type(run).map(|at| (at, LiteralNeighbour::Size)))
            .or_else(|| self.edit(run).or(self.pattern).or_else(place).map(|at| (at, LiteralNeighbour::Edited)))
            .or_else(|| format().map(|at| (at, LiteralNeighbour::Format)))?;
        Some((self.tokens[at].span, why))
    }

    /// A type with an array of a certain size in the declaration before the literals.
    fn sized_type(&self, run: &Range<usize>) -> Option<usize> {
        let ends = |at: &usize| self.is_sign(*at, b";") || self.is_sign(*at, b"}");
        let mut before = (0..run.start).rev().take_while(|at| !ends(at));
        before.find(|&at| self.is_word(at) && self.sized_types.contains(self.text(at)))
    }

    /// A use of the variable with the literals that changes or takes a part of its text.
    fn edit(&self, run: &Range<usize>) -> Option<usize> {
        let before = run.start.checked_sub(1)?;
        let mut at = before;
        while [&b"="[..], b"{", b"(", b"]", b"["].iter().any(|sign| self.is_sign(at, sign)) {
            at = at.checked_sub(1)?;
        }
        if at == before || !self.is_word(at) {
            return None;
        }
        let name = self.text(at);
        let declared = (0..at).rev().take_while(|&at| !self.ends_statement(at));
        let is_text = declared.clone().any(|at| self.text(at) == b"char");
        let levels = declared.filter(|&at| self.is_sign(at, b"*")).count() + usize::from(self.is_sign(at + 1, b"["));
        let is_text = is_text && levels == 1;
        let changes = |at: usize| match self.text(at + 1) {
            b"." | b"->" => EDITING.contains(&&*String::from_utf8_lossy(self.text(at + 2))),
            b"[" => is_text && self.is_place_in_text(at),
            b"++" | b"+=" => is_text,
            b"+" => is_text && self.tokens.get(at + 2).is_some_and(|next| next.kind == HostTokenKind::Number),
            _ => is_text && at > 0 && self.is_sign(at - 1, b"++"),
        };
        self.words.get(name)?.iter().copied().find(|&used| used != at && changes(used))
    }

    /// Whether the subscript after a name writes to an element, or gives the address of one.
    fn is_place_in_text(&self, name: usize) -> bool {
        let end = (name..self.tokens.len()).find(|&at| self.is_sign(at, b"]"));
        end.is_some_and(|end| self.is_sign(end + 1, b"=")) || name > 0 && self.is_sign(name - 1, b"&")
    }
}

/// The value of an integer constant.
fn number(text: &[u8]) -> Option<u64> {
    let text = String::from_utf8_lossy(text).to_ascii_lowercase().replace('\'', "");
    let text = text.trim_end_matches(['u', 'l', 'z']);
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}
