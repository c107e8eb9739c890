//! The fix of accesses to one address in every iteration: a private variable, and the load and the store around the loop.
//!
//! ```text
//!                                        if (0 < n) {
//!                                            int out_value = out[gid];
//! #pragma unroll 4                           #pragma unroll 4
//! for (int i = 0; i < n; i++)                for (int i = 0; i < n; i++)
//!     out[gid] += a[i];                          out_value += a[i];
//!                                            out[gid] = out_value;
//!                                        }
//! ```
//!
//! [`replaceable_element`] shows that both compute the same. A loop that never runs accesses nothing, so the loop's first test comes first,
//! with the start in the place of the counter; a loop that surely runs needs no test.
//!
//! The stages find the accesses in texts in which loops may be expanded. The author's own text alone shows whether it can be changed. So it
//! is read again here, without assumptions about conditions: the loop contains no directive other than pragmas and no macro of the host,
//! no unread include may define its names, and it comes in a block, after a whole statement.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use super::accesses::is_invariant;
use super::global_accesses::accesses_of;
use super::loops::place_as_written;
use crate::options::Options;
use clunroll_analysis::{
    Evaluator, Function, Keyword, LookupPoint, Loop, ProgramFunctions, ReplaceableElement, recognise,
    replaceable_element,
};
use clunroll_loops::directive::{PieceRole, Request, Target, bind, find_requests};
use clunroll_loops::{FileStyle, FreeNames, authors_words, line_indentation};
use clunroll_rules::{AccessKind, Correction, Finding, Payload};
use rustc_hash::FxHashSet;

use oclc_syntax::lex::Punct;
use oclc_syntax::preprocess::{Configuration, DirectiveKind, Unit};
use oclc_syntax::source::{FileId, Place, SourceFile, Span};
use oclc_syntax::tree::{Declarations, Items, TokenRange, Trees};

/// Adds the fix to findings about addresses in the main file of a unit, where it is right.
pub fn add_private_variables(unit: &Unit, options: &Options, trees: &Trees, findings: &mut [Finding]) {
    let is_asked = |finding: &&Finding| is_store(finding) && finding.place.file == FileId::MAIN;
    if !findings.iter().any(|finding| is_asked(&finding)) {
        return;
    }
    let items = Items::find(unit);
    let requests = find_requests(unit);
    let by_place: HashMap<Place, &Request<'_>> = requests.iter().map(|request| (request.place, request)).collect();
    // The loops of each item in the order of the text, with the places of their elements: outer loops come first.
    let mut of_items: BTreeMap<usize, BTreeMap<usize, (&Request<'_>, Vec<Place>)>> = BTreeMap::new();
    for finding in findings.iter().filter(is_asked) {
        let Some(request) = finding.request.and_then(|place| by_place.get(&place)) else { continue };
        let Target::Loop(code) = bind(unit, &Configuration::default(), request) else { continue };
        if let Some(item) = items.containing(code).filter(|_| has_plain_prefix(unit, request, code)) {
            let loops = of_items.entry(item).or_default();
            loops.entry(code).or_insert_with(|| (request, Vec::new())).1.push(finding.place);
        }
    }
    let program = ProgramFunctions::new(unit, &items, options.assumptions());
    let declarations = Declarations::find(unit, &items);
    let file = &unit.sources[FileId::MAIN];
    let (style, names) = (FileStyle::of(file), FreeNames::new(unit));
    let mut fixes: HashMap<Place, Vec<Correction>> = HashMap::new();
    for (item, loops) in of_items {
        let configuration = Configuration::default();
        let parsed = declarations.parse_item(unit, &items, trees, Some(item), &FxHashSet::default(), &configuration);
        let Ok(parsed) = parsed else { continue };
        let function = Function::new(unit, &program, &parsed);
        let mut taken = Vec::new();
        for (code, (request, places)) in loops {
            let Some(found) = PlainLoop::find(&function, request, code) else { continue };
            let is_new = |place: &&Place| !fixes.contains_key(place);
            let mut of_place = |place: &Place| {
                let mut element = found.element(&function, *place)?;
                element.name = names.fresh(&format!("{}_value", function.symbol(element.accesses.base).name), &taken);
                taken.push(element.name.clone());
                Some((*place, element))
            };
            let (fixed, elements): (Vec<Place>, Vec<_>) =
                places.iter().filter(is_new).filter_map(&mut of_place).unzip();
            if let Some(fix) = found.fix(&function, &style, &elements) {
                fixes.extend(fixed.into_iter().map(|place| (place, fix.clone())));
            }
        }
    }
    for finding in findings.iter_mut().filter(|finding| is_store(finding)) {
        if let (Payload::SameGlobalAddress(same), Some(fix)) = (&mut finding.payload, fixes.get(&finding.place)) {
            same.corrections.clone_from(fix);
        }
    }
}

fn is_store(finding: &Finding) -> bool {
    matches!(&finding.payload, Payload::SameGlobalAddress(same) if same.kind.writes())
}

/// Whether a loop begins with pragmas on lines of their own, comes after a whole statement, and has no condition before it.
fn has_plain_prefix(unit: &Unit, request: &Request<'_>, code: usize) -> bool {
    let file = &unit.sources[FileId::MAIN];
    let is_line = |place: &Place| {
        let line = line_start(file, place.span.start);
        place.file == FileId::MAIN
            && file.bytes.get(place.span.start as usize) == Some(&b'#')
            && file.slice(Span::new(line, place.span.start)).iter().all(|byte| matches!(byte, b' ' | b'\t'))
    };
    let pieces = &request.prefix.pieces;
    let is_before = |before: usize| {
        let token = &unit.code[before];
        let ends = [Punct::Semicolon, Punct::LeftBrace, Punct::RightBrace];
        token.file == FileId::MAIN && ends.iter().any(|&end| token.is(end))
    };
    pieces.iter().all(|piece| matches!(piece.role, PieceRole::Request | PieceRole::Foreign) && is_line(&piece.place))
        && request.prefix.start == code
        && code.checked_sub(1).is_some_and(is_before)
        && are_pragmas(unit, code, code)
}

/// Whether no directive between two code tokens, or right before the first, is anything but a pragma.
fn are_pragmas(unit: &Unit, first: usize, last: usize) -> bool {
    let from = unit.directives.partition_point(|directive| directive.code_before < first);
    let inside = unit.directives[from..].iter().take_while(|directive| directive.code_before <= last);
    inside.into_iter().all(|directive| directive.kind == DirectiveKind::Pragma)
}

fn line_start(file: &SourceFile, offset: u32) -> u32 {
    file.line(file.line_index(offset)).map_or(offset, |line| line.start)
}

/// A loop whose text can be changed.
struct PlainLoop<'t> {
    site: Loop<'t>,
    /// From its first pragma to its last token.
    span: Span,
}

/// An element that a variable replaces.
struct ReplacedElement {
    accesses: ReplaceableElement,
    kind: AccessKind,
    /// Its text.
    text: String,
    /// The type of the variable.
    of_type: String,
    /// The name of the variable.
    name: String,
}

impl<'t> PlainLoop<'t> {
    /// The loop of a request, at a code token.
    fn find(function: &Function<'_, 't>, request: &Request<'_>, code: usize) -> Option<Self> {
        let site = recognise(function, function.parsed.token_at_code(code)?).ok()?;
        let (unit, tokens) = (function.unit, &function.parsed.expansion.tokens);
        let last = &tokens[site.tokens.end - 1];
        let pragma = request.prefix.pieces.first()?.place.span;
        let span = Span::new(pragma.start, unit.code[last.code].span.end);
        let is_odd = |token: usize| {
            function.is_open_beside_types(token)
                || function.parsed.is_left_out(token)
                || tokens[token].is_word("_Pragma")
        };
        let is_plain = site.keyword == Keyword::For
            && last.call.is_none()
            && unit.code[last.code].file == FileId::MAIN
            && are_pragmas(unit, code, last.code)
            && !has_splice(unit.sources[FileId::MAIN].slice(span))
            && function.pasted_open_name().is_none()
            && unit.unread_include(function.moment(site.tokens.start)).is_none()
            && !site.tokens.clone().any(is_odd);
        is_plain.then_some(Self { site, span })
    }

    /// The element that is accessed at a place, if a variable may replace it; still without a name.
    fn element(&self, function: &Function<'_, 't>, place: Place) -> Option<ReplacedElement> {
        let found = accesses_of(function, &self.site)?;
        let first = found.iter().find(|access| place_as_written(function, &access.range) == place)?;
        let accesses = replaceable_element(function, &self.site, &first.range)?;
        let is_of_element = |range: &TokenRange| {
            accesses.places.iter().any(|access| access.start <= range.start && range.end <= access.end)
        };
        let kinds = found.iter().filter(|access| is_of_element(&access.range)).map(|access| access.kind);
        let kind = kinds.reduce(AccessKind::and)?;
        let tokens = &function.parsed.expansion.tokens;
        let text = function.unit.sources[FileId::MAIN].slice(function.source_span(&first.range)?);
        let text = String::from_utf8(text.to_vec()).ok()?;
        let of_type = authors_words(function, accesses.base, self.site.tokens.start, 1)?;
        let is_plain = |access: &TokenRange| {
            let span = function.source_span(access).filter(|_| access.clone().all(|at| tokens[at].call.is_none()));
            let text = span.map(|span| String::from_utf8_lossy(function.unit.sources[FileId::MAIN].slice(span)));
            text.is_some_and(|text| is_line_without_comment(&text))
        };
        let is_right =
            kind.writes() && is_invariant(function, &self.site, first) && accesses.places.iter().all(is_plain);
        is_right.then_some(ReplacedElement { accesses, kind, text, of_type, name: String::new() })
    }

    /// The edits for all of these elements, in the order of their places.
    fn fix(
        &self,
        function: &Function<'_, 't>,
        style: &FileStyle,
        elements: &[ReplacedElement],
    ) -> Option<Vec<Correction>> {
        let file = &function.unit.sources[FileId::MAIN];
        let keyword = function.source_span(&(self.site.tokens.start..self.site.tokens.start + 1))?;
        let (indent, line_end) = (line_indentation(file, keyword.start), style.line_end);
        let test = if elements.first()?.accesses.surely_runs { None } else { Some(self.first_test(function)?) };
        // C++ has no jump past a variable with a value.
        let jumps =
            function.parsed.expansion.tokens.iter().any(|token| token.is_word("switch") || token.is_word("goto"));
        let has_block = test.is_some() || jumps;
        let inner = if has_block { style.deeper(&indent) } else { indent.clone() };
        let mut before = match test {
            Some(test) => format!("{indent}if ({test}) {{{line_end}"),
            None if has_block => format!("{indent}{{{line_end}"),
            None => String::new(),
        };
        let mut after = String::new();
        let at = |offset: u32| Place { file: FileId::MAIN, span: Span::new(offset, offset) };
        let mut edits = Vec::new();
        for ReplacedElement { accesses, kind, text, of_type, name } in elements {
            // A buffer that may only be written must not be read.
            let value = if *kind == AccessKind::Write { "0" } else { text };
            let _ = write!(before, "{inner}{of_type} {name} = {value};{line_end}");
            let _ = write!(after, "{line_end}{inner}{text} = {name};");
            for access in &accesses.places {
                let place = Place { file: FileId::MAIN, span: function.source_span(access)? };
                edits.push(Correction { place, text: name.clone() });
            }
        }
        if has_block {
            let _ = write!(after, "{line_end}{indent}}}");
        }
        for line in file.line_index(self.span.start)..=file.line_index(self.span.end - 1) {
            let span = file.line(line)?;
            let is_blank = file.slice(span).iter().all(u8::is_ascii_whitespace);
            let step = if has_block && !is_blank { style.step(&indent) } else { "" };
            // The first line gets the text before the loop too.
            edits.push(Correction { place: at(span.start), text: std::mem::take(&mut before) + step });
        }
        edits.retain(|edit| !edit.text.is_empty());
        edits.push(Correction { place: at(after_comment(file, self.span.end)), text: after });
        edits.sort_by_key(|edit| (edit.place.span.start, edit.place.span.end));
        Some(edits)
    }

    /// The test of the loop, with the start of the counter in its place.
    fn first_test(&self, function: &Function<'_, 't>) -> Option<String> {
        let tokens = &function.parsed.expansion.tokens;
        let counter = self.site.counter.as_ref().ok()?;
        let (start, kind) = (counter.start?, counter.kind.integer()?);
        let start_tokens = function.tokens(start);
        let test = function.tokens(self.site.test?);
        let is_outside = |range: &TokenRange, counted: bool| {
            function.uses_in(range.clone()).iter().all(|used| match used.symbol {
                Some(id) => {
                    !self.site.tokens.contains(&function.symbol(id).declared) || counted && id == counter.variable
                }
                None => true,
            })
        };
        if !is_outside(&start_tokens, false) || !is_outside(&test, true) {
            return None;
        }
        let evaluator = Evaluator::new(function, function.nothing_known(), LookupPoint::InTree);
        let is_of_kind = start_tokens.len() == 1
            && match function.uses_in(start_tokens.clone()) {
                [] => evaluator.value(start).is_ok_and(|value| value.kind == kind && value.facts.is_final()),
                [used] => used.symbol.is_some_and(|id| function.symbol(id).kind.integer() == Some(kind)),
                _ => false,
            };
        let file = &function.unit.sources[FileId::MAIN];
        let text_of = |span: Span| String::from_utf8_lossy(file.slice(span)).into_owned();
        let start = text_of(function.source_span(&start_tokens)?);
        let start = match start_tokens.len() {
            _ if is_of_kind => start,
            1 => format!("({}){start}", kind.name()),
            _ => format!("({})({start})", kind.name()),
        };
        let whole = function.source_span(&test)?;
        let (mut text, mut at) = (String::new(), whole.start);
        for used in function.uses_in(test).iter().filter(|used| used.symbol == Some(counter.variable)) {
            if tokens[used.token].call.is_some() {
                return None;
            }
            let span = function.source_span(&(used.token..used.token + 1))?;
            text += &(text_of(Span::new(at, span.start)) + &start);
            at = span.end;
        }
        text += &text_of(Span::new(at, whole.end));
        (is_line_without_comment(&text) && !text.contains("__")).then_some(text)
    }
}

fn is_line_without_comment(text: &str) -> bool {
    !["\n", "\r", "//", "/*"].iter().any(|odd| text.contains(odd))
}

/// Whether a text contains a line that goes on in the next one.
fn has_splice(text: &[u8]) -> bool {
    [&b"\\\n"[..], b"\\\r"].iter().any(|splice| memchr::memmem::find(text, splice).is_some())
}

/// The end of a line comment after an offset, if nothing else comes before the end of the line; otherwise the offset.
fn after_comment(file: &SourceFile, offset: u32) -> u32 {
    let Some(line) = file.line(file.line_index(offset)) else { return offset };
    let rest = file.slice(Span::new(offset, line.end));
    let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let is_comment = rest[blanks..].starts_with(b"//") && !has_splice(rest);
    let ends = rest.iter().rev().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
    if is_comment { line.end - ends as u32 } else { offset }
}
