//! The files that texts include (C99 6.10.2), found, read and lexed once for a whole run.
//!
//! A run reads its text several times: as it came, with loops of macros written out, with conditions put around whole loops,
//! with arrays promoted. What these texts include is the same each time, and is often a hundred times as long as they are. So
//! [`IncludedFiles`] stands between the texts of a run and the caller's [`Includes`]: it asks for each name and each file once, and
//! keeps the tokens of a file. That also makes a run see one state of a file that is being written meanwhile.
//!
//! Tokens name their file by its place among the files of a unit, which each unit gives anew. Those of an included file name it as
//! the only one there is, and are given their unit's name where they are put in place.

use super::directives::{DirectiveKind, is_pragma_once, place_of_directive};
use crate::limits::HEADER_MEMORY;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use crate::host::Includes;
use crate::lex::{self, Punct, Token, TokenKind};
use crate::source::{FileId, SourceFile, Sources, Span};
use crate::text_cache::TextCache;

/// The included files that have been lexed last. Kernels of one project mostly include the same.
#[derive(Debug)]
pub struct Lexed(TextCache<Arc<IncludedFile>>);

impl Default for Lexed {
    fn default() -> Self {
        Self(TextCache::with_capacity(HEADER_MEMORY))
    }
}

impl Lexed {
    /// The tokens of a text, which is the file with that name.
    fn lexed(&self, name: &str, text: Arc<[u8]>) -> Arc<IncludedFile> {
        if let Some(known) = self.0.get(name).filter(|known| known.file.bytes == text) {
            return known;
        }
        let included = Arc::new(IncludedFile::new(name, text));
        let size = included.file.bytes.len() + size_of_val(&included.tokens[..]);
        self.0.insert(name.to_owned(), Arc::clone(&included), size);
        included
    }
}

/// What the texts of one run include.
pub struct IncludedFiles<'i> {
    includes: &'i mut dyn Includes,
    lexed_before: &'i Lexed,
    /// The identities of files, by the header name and the file that includes it.
    names: HashMap<(String, Option<String>), Option<String>>,
    /// What was read, by identity; `None` for what cannot be read.
    texts: HashMap<String, Option<Arc<[u8]>>>,
    /// What was lexed.
    lexed: HashMap<String, Arc<IncludedFile>>,
}

impl<'i> IncludedFiles<'i> {
    /// Those that `includes` finds.
    pub fn new(includes: &'i mut dyn Includes, lexed_before: &'i Lexed) -> Self {
        Self { includes, lexed_before, names: HashMap::new(), texts: HashMap::new(), lexed: HashMap::new() }
    }

    /// See [`Includes::resolve`].
    pub fn resolve(&mut self, header_name: &str, includer: Option<&str>) -> Option<String> {
        let Self { includes, names, .. } = self;
        let key = (header_name.to_owned(), includer.map(str::to_owned));
        names.entry(key).or_insert_with(|| includes.resolve(header_name, includer)).clone()
    }

    /// The bytes of the file with that identity; `None` where it cannot be read, or is so long that its offsets have no room
    /// in 32 bits.
    pub fn text(&mut self, name: &str) -> Option<Arc<[u8]>> {
        if let Some(known) = self.texts.get(name) {
            return known.clone();
        }
        let bytes = self.includes.read(name).filter(|bytes| u32::try_from(bytes.len()).is_ok());
        let text = bytes.map(Arc::from);
        self.texts.insert(name.to_owned(), text.clone());
        text
    }

    /// How many tokens the files have that were lexed so far.
    pub(super) fn tokens(&self) -> usize {
        self.lexed.values().map(|included| included.tokens.len()).sum()
    }

    /// The same file with its tokens.
    pub(super) fn read(&mut self, name: &str) -> Option<Arc<IncludedFile>> {
        if let Some(known) = self.lexed.get(name) {
            return Some(Arc::clone(known));
        }
        let text = self.text(name)?;
        let included = self.lexed_before.lexed(name, text);
        self.lexed.insert(name.to_owned(), Arc::clone(&included));
        Some(included)
    }
}

/// An included file as it was read.
#[derive(Debug)]
pub(super) struct IncludedFile {
    /// Its name and its bytes.
    pub(super) file: SourceFile,
    /// Its tokens, which name their file as [`FileId::MAIN`].
    pub(super) tokens: Vec<Token>,
    /// Which of them are those of each directive.
    pub(super) directives: Vec<Range<usize>>,
    pub(super) guard: Option<Guard>,
    /// Whether one of the directives is `#pragma once`.
    has_once_line: bool,
    /// The first token of `_Pragma("once")`.
    pub(super) once: Option<usize>,
}

/// The macro that keeps a second inclusion of a file from giving anything.
#[derive(Debug)]
pub(super) struct Guard {
    pub(super) name: String,
    /// Whether it is the file's own affair, and not the host's.
    pub(super) is_own: bool,
}

impl IncludedFile {
    fn new(name: &str, bytes: Arc<[u8]>) -> Self {
        let mut alone = Sources::default();
        let id = alone.add(name.to_owned(), bytes);
        let tokens = lex::lex(id, &alone[id].bytes);
        let mut directives = Vec::new();
        let mut at = 0;
        for line in tokens.chunk_by(|_, next| !next.at_line_start) {
            if line[0].begins_directive() {
                directives.push(at..at + line.len());
            }
            at += line.len();
        }
        let guard = guard_of(&alone, id, &tokens);
        let has_once_line = directives.iter().any(|line| is_pragma_once(&alone, &tokens[line.clone()]));
        let once = once_operator(&alone[id].bytes, &tokens);
        Self { file: alone[id].clone(), tokens, directives, guard, has_once_line, once }
    }

    /// Whether the file gives its text only once, or may do so: by a guard, `#pragma once` or the operator.
    pub(super) fn is_read_once(&self) -> bool {
        self.guard.is_some() || self.once.is_some() || self.has_once_line
    }

    /// The operator that says what `#pragma once` says.
    pub(super) fn once_operator(&self) -> Option<Span> {
        let operator = self.tokens.get(self.once?..)?;
        let end = operator.get(3).filter(|token| token.is(Punct::RightParen))?;
        Some(operator[0].span.to(end.span))
    }

    /// The first and the last line, where these are directives.
    pub(super) fn outer_lines(&self) -> Option<[Span; 2]> {
        let mut lines = self.tokens.chunk_by(|_, next| !next.at_line_start);
        let (first, last) = (lines.next()?, lines.next_back()?);
        Some([place_of_directive(first)?.span, place_of_directive(last)?.span])
    }
}

/// The macro of a file that is, from its first to its last token, one group that defines the macro which it asks for.
// "#" ( "ifndef" name | "if" "!" "defined" ( name | "(" name ")" ) ) … "#" "define" name … "#" "endif"
fn guard_of(sources: &Sources, file: FileId, tokens: &[Token]) -> Option<Guard> {
    let text = |token: &Token| lex::text(&sources[file].bytes, token).into_owned();
    let mut lines = tokens.chunk_by(|_, next| !next.at_line_start);
    let first = lines.next().filter(|line| line[0].is(Punct::Hash))?;
    let words: Vec<_> = first[1..].iter().take(7).map(text).collect();
    let name = match &words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["ifndef", name] | ["if", "!", "defined", name] | ["if", "!", "defined", "(", name, ")"] => (*name).to_owned(),
        _ => return None,
    };
    let mut depth = 1_usize;
    let mut is_defined = false;
    let mut is_own = false;
    for (number, line) in lines.enumerate() {
        if depth == 0 {
            return None;
        }
        if line[0].is(Punct::Hash) {
            match DirectiveKind::of(sources, line) {
                DirectiveKind::If | DirectiveKind::Ifdef | DirectiveKind::Ifndef => depth += 1,
                DirectiveKind::Elif | DirectiveKind::Else if depth == 1 => return None,
                DirectiveKind::Endif => depth -= 1,
                DirectiveKind::Define if depth == 1 && line.get(2).is_some_and(|word| text(word) == name) => {
                    let is_plain = line.len() == 3 || (line.len() == 4 && text(&line[3]) == "1");
                    is_own = number == 0 && is_plain && is_named_after(&name, &sources[file].name);
                    is_defined = true;
                }
                _ => {}
            }
        }
    }
    (depth == 0 && is_defined).then_some(Guard { name, is_own })
}

/// The first token of the operator that says what `#pragma once` says.
// "_Pragma" "(" "\"once\"" ")"
fn once_operator(bytes: &[u8], tokens: &[Token]) -> Option<usize> {
    if !lex::may_spell(bytes, b"once") {
        return None;
    }
    let text = |token: &Token| lex::text(bytes, token);
    tokens.windows(3).position(|operator| {
        operator[1].is(Punct::LeftParen)
            && operator[2].kind == TokenKind::String
            && text(&operator[0]) == "_Pragma"
            && text(&operator[2]).trim_start_matches('L').trim_matches(['"', ' ', '\t']) == "once"
    })
}

/// Whether the letters and digits of the file's name, with or without its ending, stand in the guard, in any case.
fn is_named_after(guard: &str, file: &str) -> bool {
    let plain =
        |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let stem = plain(name.split('.').next().unwrap_or(name));
    !stem.is_empty() && plain(guard).contains(&stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_lexed_once_until_it_changes() {
        let lexed = Lexed::default();
        let included = |text: &str| lexed.lexed("a.h", text.as_bytes().into());
        let first = included("#define N 4\nx");
        assert!(Arc::ptr_eq(&first, &included("#define N 4\nx")));
        assert_eq!((first.tokens.len(), first.directives.first()), (5, Some(&(0..4))));
        assert_eq!(included("#define N 4").tokens.len(), 4);
    }
}
