//! The prefix of a loop: its requests, and other pragmas, attributes and labels.
//!
//! ```c
//! #pragma ivdep                                   // says something of the loop, in someone else's words
//! #pragma unroll 4                                // the request
//! Rows:                                           // a label, which names the statement
//! __attribute__((xcl_pipeline_loop))
//! for (int i = 0; i < n; i++)
//! ```
//!
//! One pass over directives and code tokens collects [`PrefixPiece`]s until a token comes that is not one; if a request is
//! among them, they are the [`Prefix`] of the statement that begins there. When the loop is rewritten, the requests are
//! removed, and other directives for the loop are copied before each loop that replaces it ([`LoopPrefixText`]); labels,
//! definitions and pragmas that do not concern a loop stay where they are, before the compound statement.

use crate::limits::MAX_LABEL;
use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;

use super::attribute::attribute_in;
use super::between::{PrefixShape, shape};
use super::clause::{self, Clauses};
use super::operator::operator_in;
use super::pragma::{self, Asking, Wrapping};
use super::request::{Anchor, Request, Spelling};
use clunroll_rules::BadClause;
use oclc_syntax::lex::{Bracket, Token, TokenKind, after_group};
use oclc_syntax::preprocess::{Configuration, DirectiveKind, Meaning, Moment, Unit, expand};
use oclc_syntax::source::{FileId, Place, Span};

/// The role of a piece for the loop after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceRole {
    /// It asks for unrolling.
    Request,
    /// It gives another direction for the loop.
    Foreign,
    /// It has nothing to do with the loop.
    Stays,
    /// A label of the statement.
    Label,
    /// A directive that decides the target, by its index.
    Barrier(Moment),
}

/// Text to be written before each loop: parts of the source with words around and between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopPrefixText {
    /// Before the first part.
    pub open: &'static str,
    /// The parts.
    pub parts: Vec<Span>,
    /// Between two parts.
    pub between: &'static str,
    /// Text after the last part.
    pub close: &'static str,
}

/// A directive, operator, attribute or label before a statement.
#[derive(Clone, Debug)]
pub struct PrefixPiece {
    /// The whole of it.
    pub place: Place,
    pub role: PieceRole,
    /// The text for any loop that runs a part of the iterations.
    pub carried: Option<LoopPrefixText>,
    /// The places of directives that are valid only for the author's own loop.
    pub dropped: Vec<Place>,
    /// The clauses of `#pragma clunroll`.
    pub clauses: Result<Clauses, BadClause>,
}

impl PrefixPiece {
    /// A piece that is copied as a whole.
    pub(super) fn whole(place: Place, role: PieceRole) -> Self {
        let fragment = LoopPrefixText { open: "", parts: vec![place.span], between: "", close: "" };
        Self { carried: Some(fragment), ..Self::of(place, role) }
    }

    pub(super) fn of(place: Place, role: PieceRole) -> Self {
        Self { place, role, carried: None, dropped: Vec::new(), clauses: Ok(Clauses::default()) }
    }

    /// Whether it belongs to the loop, and goes where the loop goes.
    const fn is_the_loops(&self) -> bool {
        matches!(self.role, PieceRole::Request | PieceRole::Foreign)
    }
}

/// The prefix of a statement: at least one request, and the other pieces from the first one that concerns the loop.
#[derive(Clone, Debug)]
pub struct Prefix {
    /// The pieces in their order.
    pub pieces: Vec<PrefixPiece>,
    /// The requests, each as the index of its piece.
    pub(super) claims: Vec<usize>,
    /// The requests that are pragmas.
    pub(super) pragmas: Vec<usize>,
    /// The last of the requests that is an attribute.
    pub(super) last_hint: Option<usize>,
    /// The directives that decide the target, each as the index of its piece and of the directive.
    pub(super) barriers: Vec<(usize, Moment)>,
    /// The clauses of all pieces together, or the first wrong one.
    pub clauses: Result<Clauses, BadClause>,
    /// The first code token that belongs to it, or follows its first directive.
    pub start: usize,
    /// The directives before it. Some of those before the token `start` may come after its own first one.
    pub start_moment: Moment,
    /// The code token that the statement begins with.
    pub head: usize,
}

impl Prefix {
    /// The bytes that go when the loop is rewritten; pieces with nothing but blanks between them are one.
    #[must_use]
    pub fn taken_out(&self, unit: &Unit) -> Vec<Span> {
        let bytes = &unit.sources[FileId::MAIN].bytes;
        let mut spans: Vec<Span> = Vec::new();
        for piece in self.pieces.iter().filter(|piece| piece.is_the_loops()) {
            let span = piece.place.span;
            let is_next = |last: &Span| {
                bytes
                    .get(last.end as usize..span.start as usize)
                    .is_some_and(|between| between.iter().all(|byte| matches!(byte, b' ' | b'\t')))
            };
            match spans.last_mut().filter(|last| is_next(last)) {
                Some(last) => last.end = span.end,
                None => spans.push(span),
            }
        }
        spans
    }

    /// Whether a label of the statement is among it.
    #[must_use]
    pub fn has_label(&self) -> bool {
        self.pieces.iter().any(|piece| piece.role == PieceRole::Label)
    }

    /// The texts to write before each loop.
    pub fn carried(&self) -> impl Iterator<Item = &LoopPrefixText> {
        self.pieces.iter().filter_map(|piece| piece.carried.as_ref())
    }

    /// The places of directives that do not survive the rewrite; `keeps_loop` is true if the output has a loop.
    #[must_use]
    pub fn dropped(&self, keeps_loop: bool) -> Vec<Place> {
        let mut places = Vec::new();
        for piece in self.pieces.iter().filter(|piece| piece.is_the_loops()) {
            places.extend(piece.dropped.iter().copied());
            if let Some(fragment) = piece.carried.as_ref().filter(|_| !keeps_loop) {
                places.extend(fragment.parts.iter().map(|&span| Place { file: piece.place.file, span }));
            }
        }
        places
    }
}

/// The requests of the main file, in order.
#[must_use]
pub fn find_requests(unit: &Unit) -> Vec<Request<'_>> {
    find_requests_in(unit, &Configuration::default(), 0..unit.code.len())
}

/// The requests of the main file among some code tokens, as a configuration compiles them.
#[must_use]
pub fn find_requests_in<'u>(unit: &'u Unit, configuration: &Configuration, code: Range<usize>) -> Vec<Request<'u>> {
    let mut scan = Scan {
        unit,
        configuration,
        pieces: Vec::new(),
        start: 0,
        start_moment: 0,
        claims: Vec::new(),
        found: Vec::new(),
        requests: Vec::new(),
    };
    let first = unit.directives.partition_point(|directive| directive.code_before < code.start);
    let mut directives = unit.directives.iter().enumerate().skip(first).peekable();
    let mut at = code.start;
    loop {
        while let Some((index, _)) = directives.next_if(|(_, directive)| directive.code_before <= at) {
            if !unit.is_cut(configuration, index) {
                scan.directive(index);
            }
        }
        if at >= code.end {
            scan.finish(at);
            return scan.requests;
        }
        let end = directives.peek().map_or(code.end, |(_, directive)| directive.code_before.min(code.end));
        if unit.cuts_group(configuration, unit.group(unit.moment(at))) {
            at = end;
            continue;
        }
        // Most tokens are not before a loop.
        if scan.pieces.is_empty() && scan.claims.is_empty() {
            let first = unit.code[at..end].iter().position(|token| scan.may_begin_with(token));
            at = first.map_or(end, |first| at + first);
            if first.is_none() {
                continue;
            }
        }
        at = scan.code(at).unwrap_or_else(|| {
            scan.finish(at);
            at + 1
        });
    }
}

/// The pragmas `clunroll` of the main file that are not before a requested loop, with their clauses.
#[must_use]
pub fn stray_clauses(unit: &Unit, requests: &[Request<'_>]) -> Vec<(Place, Result<Clauses, BadClause>)> {
    // The requests of one prefix share its pieces.
    let first = requests.iter().filter(|request| request.index == 0);
    let heard: HashSet<Place> = first.flat_map(|request| &request.prefix.pieces).map(|piece| piece.place).collect();
    let directives = unit.directives.iter().enumerate();
    directives
        .filter(|(_, directive)| directive.kind == DirectiveKind::Pragma)
        .filter(|(_, directive)| unit.line(directive).get(2).is_some_and(|word| unit.is_word(word, "clunroll")))
        .map(|(moment, directive)| (unit.directive_place(directive), unit.line(directive), moment))
        .filter(|(place, ..)| place.file == FileId::MAIN && !heard.contains(place))
        .map(|(place, line, moment)| (place, clause::parse_clause(unit, &line[3..], place, moment)))
        .collect()
}

struct Scan<'u, 'c> {
    unit: &'u Unit,
    configuration: &'c Configuration,
    pieces: Vec<PrefixPiece>,
    /// The code token at the first of the pieces.
    start: usize,
    start_moment: Moment,
    claims: Vec<usize>,
    found: Vec<(Anchor, Moment, Asking<'u>)>,
    requests: Vec<Request<'u>>,
}

impl<'u> Scan<'u, '_> {
    /// Adds a piece that concerns the loop.
    fn push(
        &mut self,
        piece: PrefixPiece,
        anchor: &Anchor,
        moment: Moment,
        askings: impl IntoIterator<Item = Asking<'u>>,
    ) {
        if self.pieces.is_empty() {
            self.start_moment = moment;
            self.start = match anchor {
                Anchor::Directive(index) => self.unit.directives[*index].code_before,
                Anchor::Operator(code) | Anchor::Attribute(code) => code.start,
            };
        }
        for asking in askings {
            self.claims.push(self.pieces.len());
            self.found.push((anchor.clone(), moment, asking));
        }
        self.pieces.push(piece);
    }

    /// Adds a piece that does not concern the loop, if a piece that does precedes it.
    fn push_other(&mut self, place: Place, role: PieceRole) {
        if !self.pieces.is_empty() {
            self.pieces.push(PrefixPiece::of(place, role));
        }
    }

    fn directive(&mut self, index: usize) {
        let unit = self.unit;
        let directive = &unit.directives[index];
        let line = unit.line(directive);
        let place = unit.directive_place(directive);
        let role = match directive.kind {
            _ if place.file != FileId::MAIN => PieceRole::Barrier(index),
            DirectiveKind::Pragma => {
                let wrapping = Wrapping { open: "#pragma clang loop ", close: "" };
                let (piece, asking) =
                    pragma::parse_pragma(unit, self.configuration, &line[2..], index, place, wrapping);
                if piece.is_the_loops() {
                    return self.push(piece, &Anchor::Directive(index), index, asking);
                }
                PieceRole::Stays
            }
            DirectiveKind::Define | DirectiveKind::Undef | DirectiveKind::Other => PieceRole::Stays,
            _ => PieceRole::Barrier(index),
        };
        self.push_other(place, role);
    }

    /// Whether a prefix may begin with a code token: one of an attribute or an operator.
    fn may_begin_with(&self, token: &Token) -> bool {
        token.kind == TokenKind::Identifier
            && token.file == FileId::MAIN
            && self.unit.sources[token.file].bytes[token.span.start as usize] == b'_'
    }

    /// Takes the piece that begins at a code token, and returns the index of the next one.
    fn code(&mut self, at: usize) -> Option<usize> {
        let unit = self.unit;
        let token = &unit.code[at];
        if token.kind != TokenKind::Identifier || token.file != FileId::MAIN {
            return None;
        }
        let shape = shape(unit, at);
        if let Some(PrefixShape::Said(end)) = shape {
            let code = at..end;
            if let Some((piece, askings)) = attribute_in(unit, self.configuration, code.clone()) {
                self.push(piece, &Anchor::Attribute(code), unit.moment(at), askings);
                return Some(end);
            }
            if let Some(words) = operator_in(unit, code.clone()) {
                let place = self.place(&code);
                let wrapping = Wrapping { open: "_Pragma(\"clang loop ", close: "\")" };
                let (piece, asking) =
                    pragma::parse_pragma(unit, self.configuration, &words, unit.moment(at), place, wrapping);
                if piece.is_the_loops() {
                    self.push(piece, &Anchor::Operator(code), unit.moment(at), asking);
                } else {
                    self.push_other(place, PieceRole::Stays);
                }
                return Some(end);
            }
        }
        if self.pieces.is_empty() {
            return None;
        }
        let (end, role) = match shape {
            Some(PrefixShape::Label(end)) => (end, PieceRole::Label),
            _ => (self.nothing(at)?, PieceRole::Stays),
        };
        self.push_other(self.place(&(at..end)), role);
        Some(end)
    }

    /// The end of the macro invocation at a code token, if it expands to nothing.
    fn nothing(&self, at: usize) -> Option<usize> {
        let unit = self.unit;
        let moment = unit.moment(at);
        let name = unit.text(&unit.code[at]);
        let Meaning::Sure(definition) = unit.meaning_in(self.configuration, &name, moment, unit.group(moment)) else {
            return None;
        };
        let end = match &definition.parameters {
            None => at + 1,
            Some(_) => after_group(Bracket::Round, unit.code.get(..at + MAX_LABEL).unwrap_or(&unit.code), at + 1)?,
        };
        let expansion = expand(unit, self.configuration, std::iter::once(at..end));
        (expansion.tokens.is_empty() && !expansion.overflow && unit.moment(end - 1) == unit.moment(at)).then_some(end)
    }

    fn place(&self, code: &Range<usize>) -> Place {
        let (first, last) = (&self.unit.code[code.start], &self.unit.code[code.end - 1]);
        Place { file: first.file, span: first.span.to(last.span) }
    }

    /// Ends the prefix before a code token that is not part of it.
    fn finish(&mut self, head: usize) {
        if self.claims.is_empty() {
            self.pieces.clear();
            return;
        }
        let (pieces, claims) = (std::mem::take(&mut self.pieces), std::mem::take(&mut self.claims));
        let found = std::mem::take(&mut self.found);
        let is_hint = |index: &usize| found[*index].2.spelling == Spelling::Hint;
        let (hints, pragmas): (Vec<_>, Vec<_>) = (0..found.len()).partition(is_hint);
        let barriers = pieces
            .iter()
            .enumerate()
            .filter_map(|(at, piece)| if let PieceRole::Barrier(index) = piece.role { Some((at, index)) } else { None })
            .collect();
        let said = pieces.iter().try_fold(Clauses::default(), |all, piece| Ok(all.and(piece.clauses.clone()?)));
        let prefix = Rc::new(Prefix {
            pieces,
            clauses: said,
            claims,
            pragmas,
            last_hint: hints.last().copied(),
            barriers,
            start: self.start,
            start_moment: self.start_moment,
            head,
        });
        for (index, (anchor, moment, asking)) in found.into_iter().enumerate() {
            let Asking { spelling, asked, written } = asking;
            let place = prefix.pieces[prefix.claims[index]].place;
            let prefix = Rc::clone(&prefix);
            self.requests.push(Request { anchor, spelling, moment, place, asked, written, prefix, index });
        }
    }
}
