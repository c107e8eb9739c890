//! Expands a macro invocation in the text, one level after the other, until certain tokens of its expansion are plain text.
//!
//! The text begins as the invocation itself. As long as a macro makes one of the requested tokens, the outermost invocation around it is
//! replaced by one level of its expansion; the others stay. Each text has exactly the same expansion as the one before, which is checked
//! each time, so that a token keeps its index through all levels.
//!
//! The kind and spelling of every token must be the same, and so must two properties: whether the final compile decides its meaning under
//! the assumptions, and whether it is hidden from expansion. That comparison would miss three differences, which are checked separately: a
//! name of the host that could be called with arguments, which its definition would see unexpanded; a name of the host whose known
//! definitions use a macro that is expanded; and an identifier before the text that could read its parenthesis as arguments.

use crate::limits::{MAX_CHOICES, MAX_LEVELS, MAX_TEXT};
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use super::layout::{ExpansionWriter, TextLayout, glues, in_parentheses};
use super::substitute::{ArgumentStyle, Invocation, TokenizedText, write_all};
use clunroll_rules::{OnlyOnce, Reason};
use oclc_syntax::lex::{self, Punct, Token, TokenKind};
use oclc_syntax::preprocess::{Configuration, Expanded, Expansion, Meaning, Moment, Unit, expand_text};
use oclc_syntax::source::{Composed, FileId, Place, Span};

/// A token of the expansion that must be plain text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlainToken {
    /// This token.
    Plain(usize),
    /// This token and the next one must not come from the same invocation.
    Apart(usize),
}

/// An invocation of the source.
#[derive(Clone, Debug)]
pub struct ExpansionTask<'t, 'u> {
    /// The assumptions about the final compile.
    pub configuration: &'t Configuration,
    /// Its code tokens.
    pub code: Range<usize>,
    /// Its expansion.
    pub target: &'t [Expanded<'u>],
    /// The tokens that must become plain.
    pub wants: Vec<PlainToken>,
    /// The layout of text in its place.
    pub setting: TextLayout<'t>,
}

/// Expands an invocation as far as needed.
///
/// # Errors
///
/// Returns the reason why no text is certain to mean the same.
pub fn dissolve(unit: &Unit, task: &ExpansionTask<'_, '_>) -> Result<Composed, Reason> {
    let name = unit.text(&unit.code[task.code.start]).into_owned();
    let moment = unit.moment(task.code.start);
    let span = unit.code[task.code.start].span.to(unit.code[task.code.end - 1].span);
    if unit.moment(task.code.end - 1) != moment
        || unit.code[task.code.clone()].iter().any(|token| token.file != FileId::MAIN)
    {
        return Err(Reason::InsideArguments);
    }
    if let Some(reason) = task.target.iter().find_map(position_dependent) {
        return Err(reason);
    }
    let mut text = Composed::default();
    text.copy(&unit.sources, Place { file: FileId::MAIN, span });
    let mut names = HashSet::new();
    for _ in 0..MAX_LEVELS {
        let tokens = lex::lex(FileId::MAIN, text.bytes());
        let in_parentheses = in_parentheses(&tokens, task.setting.in_parentheses);
        let level = ExpansionLevel { unit, moment, task, text: &text, tokens, in_parentheses };
        let expansion = level.expansion(&text, &level.tokens);
        if !is_same(&expansion, task.target) {
            return Err(Reason::MadeByMacro(name));
        }
        let wanted = level.wanted(&expansion);
        if wanted.is_empty() {
            let is_used = uses_any(unit, task.target, &names);
            return if is_used { Err(Reason::MadeByMacro(name)) } else { Ok(text) };
        }
        names.extend(wanted.iter().map(|call| level.text_of(call.start)));
        let next = level.written_out(&expansion, &wanted).ok_or_else(|| Reason::MadeByMacro(name.clone()))?;
        text = next;
        if text.bytes().len() > MAX_TEXT {
            break;
        }
    }
    Err(Reason::Overflow)
}

/// The reason why a token depends on its place, or on how often it was read.
fn position_dependent(token: &Expanded<'_>) -> Option<Reason> {
    match &*token.text {
        "__LINE__" => Some(Reason::LineNumbers),
        "__COUNTER__" => Some(Reason::OnlyOnce(OnlyOnce::Counter)),
        "__FILE__" | "__BASE_FILE__" | "__INCLUDE_LEVEL__" => Some(Reason::HostDecides(token.text.to_string())),
        _ => None,
    }
}

/// One text between the invocation and the result.
struct ExpansionLevel<'t, 'u> {
    unit: &'u Unit,
    moment: Moment,
    task: &'t ExpansionTask<'t, 'u>,
    text: &'t Composed,
    tokens: Vec<Token>,
    in_parentheses: Vec<bool>,
}

impl ExpansionLevel<'_, '_> {
    fn view(&self) -> TokenizedText<'_> {
        TokenizedText { text: self.text, all: &self.tokens }
    }

    fn text_of(&self, token: usize) -> String {
        String::from_utf8_lossy(&self.view().spelling(token)).into_owned()
    }

    /// The outermost invocations around the requested tokens, in order, as tokens of the text.
    fn wanted(&self, expansion: &Expansion<'_>) -> Vec<Range<usize>> {
        let around = |at: usize| expansion.tokens.get(at)?.call.map(|call| expansion.outermost(call).code.clone());
        let found = self.task.wants.iter().filter_map(|&want| match want {
            PlainToken::Plain(at) => around(at),
            PlainToken::Apart(at) => around(at).filter(|call| around(at + 1).as_ref() == Some(call)),
        });
        let found: BTreeMap<usize, usize> = found.map(|call| (call.start, call.end)).collect();
        found.into_iter().map(|(start, end)| start..end).collect()
    }

    /// The text with one level of those invocations expanded; `None` if one of them cannot be.
    fn written_out(&self, expansion: &Expansion<'_>, wanted: &[Range<usize>]) -> Option<Composed> {
        let mut text = Composed::default();
        let mut done = 0;
        let mut rest = &expansion.tokens[..];
        for call in wanted {
            // The expansions of the invocations are in the order of the invocations.
            let root = |token: &Expanded<'_>| token.call.map(|id| expansion.outermost(id).code.start);
            let first = rest.iter().position(|token| root(token) == Some(call.start))?;
            let length = rest[first..].iter().take_while(|token| root(token) == Some(call.start)).count();
            let replaced = self.replaced(call.clone(), &rest[first..first + length])?;
            rest = &rest[first + length..];
            let (start, end) = (self.tokens[call.start].span.start, self.tokens[call.end - 1].span.end);
            text.append(self.text, Span::new(done, start));
            self.join(&mut text, &replaced, call)?;
            done = end;
        }
        text.append(self.text, Span::new(done, self.text.bytes().len() as u32));
        Some(text)
    }

    /// Appends the text of an invocation, separated from its neighbours.
    fn join(&self, text: &mut Composed, replaced: &Composed, call: &Range<usize>) -> Option<()> {
        let tokens = lex::lex(FileId::MAIN, replaced.bytes());
        let spelling = |token: Option<&Token>| token.map_or(&b""[..], |token| &replaced.bytes()[token.span.range()]);
        let (first, last) = (spelling(tokens.first()), spelling(tokens.last()));
        let (before, touches_before) = match call.start.checked_sub(1) {
            Some(at) => (self.view().spelling(at).into_owned(), !self.tokens[call.start].after_space),
            None => self.neighbour(self.task.code.start.checked_sub(1), self.task.code.start),
        };
        let (behind, touches_behind) = match self.tokens.get(call.end) {
            Some(token) => (self.view().spelling(call.end).into_owned(), !token.after_space),
            None => self.neighbour(Some(self.task.code.end), self.task.code.end),
        };
        let is_name = lex::lex(FileId::MAIN, &before).first().is_some_and(|token| token.kind == TokenKind::Identifier);
        if is_name && first == b"(" && !matches!(self.meaning(&String::from_utf8_lossy(&before)), Meaning::Ordinary) {
            return None;
        }
        let place = self.place(call);
        if touches_before && glues(&before, first) {
            text.made(b" ", place);
        }
        text.append(replaced, Span::new(0, replaced.bytes().len() as u32));
        if touches_behind && glues(if last.is_empty() { &before } else { last }, &behind) {
            text.made(b" ", place);
        }
        Some(())
    }

    /// The spelling of a code token beside the whole text, and whether the code token `second` of the two
    /// that meet there has no white space before it.
    fn neighbour(&self, code: Option<usize>, second: usize) -> (Vec<u8>, bool) {
        let code_token = |at: usize| self.unit.code.get(at);
        let spelling = code.and_then(code_token).map(|token| self.unit.text(token).into_owned().into_bytes());
        (spelling.unwrap_or_default(), code_token(second).is_some_and(|token| !token.after_space))
    }

    fn meaning(&self, name: &str) -> Meaning<'_> {
        self.unit.meaning_in(self.task.configuration, name, self.moment, self.unit.group(self.moment))
    }

    fn expansion<'s>(&'s self, text: &'s Composed, tokens: &[Token]) -> Expansion<'s> {
        expand_text(self.unit, self.task.configuration, text.bytes(), tokens, self.moment)
    }

    /// The place of the text of an expanded invocation in messages.
    fn place(&self, call: &Range<usize>) -> Place {
        let span = self.tokens[call.start].span.to(self.tokens[call.end - 1].span);
        let nothing = Place { file: FileId::MAIN, span: Span::new(0, 0) };
        self.text.origin(span).unwrap_or(nothing)
    }

    /// One level of an invocation that expands to `target`, with as many arguments as possible unexpanded.
    fn replaced(&self, call: Range<usize>, target: &[Expanded<'_>]) -> Option<Composed> {
        let name = self.text_of(call.start);
        let Meaning::Sure(definition) = self.meaning(&name) else { return None };
        let setting = self.setting(call.start);
        let place = self.place(&call);
        let invocation = Invocation::read(definition, self.view(), call.start)?;
        let expanded: Vec<Vec<Expanded<'_>>> =
            invocation.arguments.iter().map(|argument| self.expanded(argument.tokens.clone())).collect();
        let is_open = |name: &str| matches!(self.meaning(name), Meaning::Open(_));
        let is_ordinary = |name: &str| matches!(self.meaning(name), Meaning::Ordinary);
        let mut forced = vec![false; invocation.arguments.len()];
        for index in invocation.seen_by(self.unit, self.view(), &is_open) {
            let Some(argument) = invocation.arguments.get(index) else { continue };
            if !argument.tokens.clone().all(|at| is_ordinary(&self.text_of(at))) {
                forced[index] = true;
                if !expanded[index].iter().all(|token| is_ordinary(&token.text)) {
                    return None;
                }
            }
        }
        let attempt = |styles: &[ArgumentStyle]| {
            let mut text = invocation.substituted(self.unit, self.view(), styles, &expanded, &setting, place);
            if invocation.tokens.end < call.end {
                let rest = self.tokens[invocation.tokens.end - 1].span.end..self.tokens[call.end - 1].span.end;
                text.append(self.text, Span::new(rest.start, rest.end));
            }
            self.expands_to(&text, target).then_some(text)
        };
        let style = |is_expanded: bool| if is_expanded { ArgumentStyle::Expanded } else { ArgumentStyle::Verbatim };
        let mut styles: Vec<ArgumentStyle> = forced.iter().map(|&is_forced| style(is_forced)).collect();
        if let Some(text) = attempt(&styles) {
            return Some(text);
        }
        styles.fill(ArgumentStyle::Expanded);
        if let Some(mut text) = attempt(&styles) {
            // Tries one argument after the other, if there are few enough.
            for index in (0..styles.len().min(MAX_CHOICES)).filter(|&index| !forced[index]) {
                styles[index] = ArgumentStyle::Verbatim;
                match attempt(&styles) {
                    Some(better) => text = better,
                    None => styles[index] = ArgumentStyle::Expanded,
                }
            }
            return Some(text);
        }
        let is_called = |pair: &[Expanded<'_>]| pair[0].open && pair[1].is(Punct::LeftParen);
        if target.windows(2).any(is_called) {
            return None;
        }
        let mut writer = ExpansionWriter::new(&setting, place, false);
        write_all(&mut writer, target);
        let text = writer.finish();
        self.expands_to(&text, target).then_some(text)
    }

    fn expanded(&self, tokens: Range<usize>) -> Vec<Expanded<'_>> {
        let expansion = self.expansion(self.text, &self.tokens[tokens]);
        // A truncated expansion never compares equal.
        expansion.tokens
    }

    fn expands_to(&self, text: &Composed, target: &[Expanded<'_>]) -> bool {
        let tokens = lex::lex(FileId::MAIN, text.bytes());
        // At the start of a line, the token would begin a directive.
        let has_hash = tokens.iter().any(|token| token.is(Punct::Hash) || token.is(Punct::HashHash));
        !has_hash && is_same(&self.expansion(text, &tokens), target)
    }

    /// The layout of text that begins at a token.
    fn setting(&self, token: usize) -> TextLayout<'_> {
        let bytes = &self.text.bytes()[..self.tokens[token].span.start as usize];
        let setting = TextLayout { in_parentheses: self.in_parentheses[token], ..self.task.setting.clone() };
        match memchr::memrchr(b'\n', bytes) {
            Some(at) => {
                let line = &bytes[at + 1..];
                let blanks = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
                TextLayout { indentation: String::from_utf8_lossy(&line[..blanks]).into_owned(), ..setting }
            }
            None => setting,
        }
    }
}

/// Whether an expansion is the same sequence of tokens.
#[must_use]
pub fn is_same(expansion: &Expansion<'_>, target: &[Expanded<'_>]) -> bool {
    let tokens = &expansion.tokens;
    let is_pragma = |at: usize| at >= 2 && tokens[at - 2].is_word("_Pragma") && tokens[at].text.contains("unroll");
    !expansion.overflow
        && tokens.len() == target.len()
        && tokens.iter().zip(target).enumerate().all(|(at, (one, other))| {
            one.kind == other.kind
                && one.text == other.text
                && one.open == other.open
                && one.is_hidden() == other.is_hidden()
                // The compiler expands macros in an unroll pragma, and the pragma is removed with the loop.
                && (one.quotes_open == other.quotes_open || is_pragma(at))
        })
}

/// Whether a name that the host decides may lead to one of the macros, which would not be expanded inside itself.
fn uses_any(unit: &Unit, tokens: &[Expanded<'_>], macros: &HashSet<String>) -> bool {
    let mut seen: HashSet<String> = HashSet::new();
    let open = tokens.iter().filter(|token| token.open).map(|token| token.text.to_string());
    let mut work: Vec<String> = open.filter(|name| seen.insert(name.clone())).collect();
    while let Some(name) = work.pop() {
        if macros.contains(&name) {
            return true;
        }
        for definition in unit.definitions(&name) {
            for token in definition.body.iter().filter(|token| token.kind == TokenKind::Identifier) {
                let word = unit.text(token).into_owned();
                if seen.insert(word.clone()) {
                    work.push(word);
                }
            }
        }
    }
    false
}
