//! Whether the texts of a loop may be written again: they are whole texts of the main file, and the words that clunroll writes have
//! their meaning in OpenCL C there.

use std::rc::Rc;

use crate::directive::is_marked;
use crate::planner::{BoundRequest, ExaminedLoop, Planner};
use clunroll_analysis::{Body, Induction, Loop, check_body, recognise};
use clunroll_rules::{Decline, Reason};
use oclc_syntax::preprocess::Meaning;
use oclc_syntax::tree::TokenRange;

/// The words that the forms are written with.
const WORDS: [&str; 18] = [
    "break",
    "case",
    "const",
    "do",
    "for",
    "if",
    "switch",
    "while",
    "char",
    "uchar",
    "short",
    "ushort",
    "int",
    "uint",
    "long",
    "ulong",
    "size_t",
    "ptrdiff_t",
];

impl<'u, 't> Planner<'_, 'u, 't> {
    pub(crate) fn examine(&self, request: &BoundRequest<'_, 'u>) -> Result<ExaminedLoop<'t>, Decline> {
        let function = self.function;
        if is_marked(function.unit, request.as_written.place) {
            return Err(Decline { reason: Reason::LeftBefore, place: request.as_written.place });
        }
        let site = recognise(function, request.token)?;
        self.check_header(&site)?;
        self.check_texts(&site)?;
        self.check_meanings(&WORDS, &site.tokens)?;
        let mut body = check_body(function, &site)?;
        if self.serves_others {
            // Another configuration may have other jumps in the same text.
            body.exits.branches = None;
        }
        self.check_jumps(&body)?;
        Ok((Rc::new(site), Rc::new(body)))
    }

    /// A `break` that sets a flag for the code after its copy is rewritten.
    fn check_jumps(&self, body: &Body) -> Result<(), Decline> {
        if !body.exits.needs_flag() {
            return Ok(());
        }
        match body.exits.breaks.iter().find(|jump| jump.span.is_none()) {
            Some(jump) => {
                let expansion = &self.function.parsed.expansion;
                let call = expansion.tokens[jump.token].call;
                let name = call.map_or_else(String::new, |call| expansion.outermost(call).name.clone());
                self.decline(Reason::HiddenBreak(name), jump.token)
            }
            None => Ok(()),
        }
    }

    /// The words that clunroll writes must have their meaning in OpenCL C before the loop, and after a copy of it.
    pub(crate) fn check_meanings(&self, words: &[&'static str], of_loop: &TokenRange) -> Result<(), Decline> {
        let function = self.function;
        let (before, after) = (function.moment(of_loop.start), function.moment(of_loop.end));
        let is_macro = |word, moment| !matches!(function.meaning(word, moment), Meaning::Ordinary);
        let hidden = words.iter().find(|word| {
            is_macro(word, before) || is_macro(word, after) || function.lookup(word, of_loop.start).is_some()
        });
        match hidden {
            Some(&word) => self.decline(Reason::HiddenWord(word), of_loop.start),
            None => Ok(()),
        }
    }

    /// A header may contain another loop, in a statement expression. It is copied as it is, and its loop is not planned.
    fn check_header(&self, site: &Loop<'_>) -> Result<(), Decline> {
        let body = self.function.tokens(site.body);
        let asked_in = |part: TokenRange| {
            let first = self.requests.partition_point(|request| request.token < part.start);
            let inside = self.requests[first..].iter().take_while(move |request| request.token < part.end);
            inside.filter(|request| request.asks())
        };
        let after_body = body.end..site.tokens.end;
        match asked_in(site.tokens.start + 1..body.start).chain(asked_in(after_body)).next() {
            Some(inner) => self.decline(Reason::LoopInHeader, inner.token),
            None => Ok(()),
        }
    }

    /// Text that every form copies must be whole text of the main file.
    fn check_texts(&self, site: &Loop<'_>) -> Result<(), Decline> {
        let function = self.function;
        self.check_text(&site.tokens)?;
        for part in site.test.into_iter().chain(site.step) {
            self.check_text(&function.tokens(part))?;
        }
        self.check_text(&function.tokens(site.body))
    }

    pub(crate) fn check_text(&self, part: &TokenRange) -> Result<(), Decline> {
        if self.function.source_span(part).is_none() {
            // If its beginning is in the author's text, it ends in the middle of a macro's expansion.
            let is_made = |&token: &usize| self.function.parsed.expansion.tokens[token].call.is_some();
            let ends = [part.start, part.end.saturating_sub(1)];
            return self.made_by_macro(ends.into_iter().find(is_made).unwrap_or(part.start));
        }
        Ok(())
    }

    pub(crate) fn made_by_macro<T>(&self, token: usize) -> Result<T, Decline> {
        let expansion = &self.function.parsed.expansion;
        let expanded = &expansion.tokens[token];
        let name = expanded.call.map_or_else(
            || if expanded.open { expanded.text.to_string() } else { String::new() },
            |call| expansion.outermost(call).name.clone(),
        );
        self.decline(Reason::MadeByMacro(name), token)
    }

    /// The parts of a header that a computed main loop writes again must be texts of the main file.
    pub(crate) fn check_counter_texts(&self, site: &Loop<'_>, counter: &Induction<'_>) -> Result<(), Decline> {
        let function = self.function;
        let start = counter.start.map(|start| function.tokens(start));
        let name = counter.name_token..counter.name_token + 1;
        let initializer = Some(site.initializer.clone()).filter(|range| !range.is_empty());
        let parts: [Option<TokenRange>; 4] = [Some(name), initializer, start, counter.declared.clone()];
        for part in parts.iter().flatten() {
            self.check_text(part)?;
        }
        if function.parsed.expansion.tokens[counter.name_token].call.is_some() {
            return self.made_by_macro(counter.name_token);
        }
        Ok(())
    }
}
