//! Whether the statement around literals may join other text to them.
//!
//! The answer is *no* only if every token of the statement is in a list of harmless ones:
//!
//! - Right before the literals is `=`, `(`, `,`, `{`, `return`, or the beginning of the file; right after them `)`, `,`, `}`, `;`, or
//!   the end of the file. So they do not touch a name, a literal or an operator.
//! - The other tokens of the statement are names, numbers, brackets, commas, and signs that join nothing ([`HARMLESS`]). A name must not be
//!   a macro of this file, unless that expands to such tokens, and must not be a function that joins strings ([`JOINING`]). A name in
//!   capitals must not get the literals as an argument, since a header may define it as a macro.
//! - Another literal is harmless if it is an argument of its own and contains one name or option, as in `build("scale", R"(…)")`.
//! - The statement contains no directive, and the literals are not in one: the value of a macro may be used anywhere.
//! - Braces around an initialiser contain one value: an array of sources is one program for `clCreateProgramWithSource`.
//! - The variable that they initialise is not an array of a certain size, which may be too small, and not the format of another statement.
//!
//! A statement begins and ends at `;`, at `}`, and at the `{` of a block.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::is_standard_suffix;
use super::tokens::{HostToken, HostTokenKind, spelling, without_splices};
use clunroll_rules::LiteralNeighbour;
use oclc_syntax::source::Span;

/// Signs that join nothing.
const HARMLESS: [&[u8]; 25] = [
    b"(", b")", b"[", b"]", b"::", b":", b",", b"<", b">", b">>", b"*", b"&", b"&&", b".", b"->", b"~", b"=", b"!",
    b"==", b"!=", b"<=", b">=", b"||", b"-", b"...",
];

/// Functions that join strings, or put them into a list: members of the standard library, and others that are well known.
const JOINING: [&[u8]; 34] = [
    b"append",
    b"insert",
    b"insert_or_assign",
    b"replace",
    b"push_back",
    b"push_front",
    b"emplace",
    b"emplace_back",
    b"emplace_front",
    b"prepend",
    b"write",
    b"sputn",
    b"arg",
    b"concat",
    b"join",
    b"format",
    b"strcat",
    b"strncat",
    b"strlcat",
    b"sprintf",
    b"snprintf",
    b"printf",
    b"fprintf",
    b"fputs",
    b"puts",
    b"asprintf",
    b"vsnprintf",
    b"vsprintf",
    b"strcpy",
    b"strncpy",
    b"memcpy",
    b"StrCat",
    b"StrAppend",
    b"StrFormat",
];

/// The tokens of a file with the facts about their brackets and names.
pub(super) struct Statements<'s> {
    source: &'s [u8],
    tokens: &'s [HostToken],
    /// For each brace of the code, the index of its partner.
    partners: Vec<Option<usize>>,
    /// For each `{` of the code, whether statements are inside.
    is_block: Vec<bool>,
    /// The macros of the file that may expand to more than harmless tokens.
    macros: HashSet<Vec<u8>>,
    /// The names in calls of functions that format, if no literal is in the call, each with the function.
    formats: HashMap<&'s [u8], usize>,
}

/// The meaning of a token for the literals in its statement.
enum TokenStep {
    /// The statement goes on.
    Harmless,
    /// The statement goes on with another token, after a pair of brackets.
    To(usize),
    /// The statement ends here.
    End,
    /// The token may join other text.
    Obstacle(LiteralNeighbour),
}

impl<'s> Statements<'s> {
    pub(super) fn of(source: &'s [u8], tokens: &'s [HostToken]) -> Self {
        let mut statements = Self {
            source,
            tokens,
            partners: vec![None; tokens.len()],
            is_block: vec![false; tokens.len()],
            macros: HashSet::new(),
            formats: HashMap::new(),
        };
        statements.pair_braces();
        statements.formats = statements.names_of_formats();
        statements.macros = statements.harmful_macros();
        statements
    }

    fn text(&self, at: usize) -> &'s [u8] {
        &self.source[self.tokens[at].span.range()]
    }

    fn is_sign(&self, at: usize, sign: &[u8]) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == HostTokenKind::Sign) && self.text(at) == sign
    }

    /// The last token of the code before a token.
    fn before(&self, at: usize) -> Option<usize> {
        (0..at).rev().find(|&at| !self.tokens[at].in_directive)
    }

    fn pair_braces(&mut self) {
        let mut open: Vec<usize> = Vec::new();
        let mut last = None;
        // The start of the statement that contains the next token.
        let mut first = 0;
        for at in (0..self.tokens.len()).filter(|&at| !self.tokens[at].in_directive) {
            if self.is_sign(at, b"{") {
                let is_inside_block = open.last().is_none_or(|&around| self.is_block[around]);
                self.is_block[at] = self.opens_block(first..at, last, is_inside_block);
                open.push(at);
                first = at + 1;
            } else if self.is_sign(at, b"}") {
                if let Some(partner) = open.pop() {
                    self.partners[at] = Some(partner);
                    self.partners[partner] = Some(at);
                }
                first = at + 1;
            } else if self.is_sign(at, b";") {
                first = at + 1;
            }
            last = Some(at);
        }
    }

    /// Whether statements follow a `{`. The arguments are the statement up to it and the last token before it.
    fn opens_block(&self, statement: Range<usize>, last: Option<usize>, is_inside_block: bool) -> bool {
        let Some(last) = last else { return true };
        match (self.tokens[last].kind, self.text(last)) {
            (HostTokenKind::Sign, b")")
            | (
                HostTokenKind::Word,
                b"else" | b"do" | b"try" | b"const" | b"noexcept" | b"override" | b"final" | b"mutable",
            ) => true,
            (HostTokenKind::Sign, b";" | b"{" | b"}" | b":") => is_inside_block,
            // The `[…]` of a lambda follows an operator; the `[…]` of an array follows a name or another `]`.
            (HostTokenKind::Sign, b"]") => {
                let open = statement.clone().rev().find(|&at| self.is_sign(at, b"["));
                let before = open.filter(|&open| open > statement.start).map(|open| open - 1);
                before.is_some_and(|at| self.tokens[at].kind == HostTokenKind::Sign && !self.is_sign(at, b"]"))
            }
            (HostTokenKind::Word | HostTokenKind::String(_), _) | (HostTokenKind::Sign, b">") => {
                let heads: [&[u8]; 7] = [b"namespace", b"struct", b"class", b"union", b"enum", b"extern", b"->"];
                statement.filter(|&at| !self.tokens[at].in_directive).any(|at| heads.contains(&self.text(at)))
                    && !self.statement_assigns(last)
            }
            _ => false,
        }
    }

    /// Whether the statement before a brace contains a `=` or begins with `return`: then it does not define a type there.
    fn statement_assigns(&self, last: usize) -> bool {
        let ends = |at: &usize| [&b";"[..], b"{", b"}"].iter().any(|sign| self.is_sign(*at, sign));
        let mut statement = (0..=last).rev().take_while(|at| !ends(at));
        statement.any(|at| self.is_sign(at, b"=") || self.text(at) == b"return")
    }

    /// The `#define`s of the file: the name of each, and its replacement list with the parameters.
    fn definitions(&self) -> Vec<(usize, Range<usize>)> {
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(hash) = (at..self.tokens.len()).find(|&at| self.tokens[at].kind == HostTokenKind::Hash) {
            let is_inside = |at: &usize| self.tokens[*at].in_directive && self.tokens[*at].kind != HostTokenKind::Hash;
            at = (hash + 1..self.tokens.len()).find(|at| !is_inside(at)).unwrap_or(self.tokens.len());
            if hash + 2 < at && *spelling(self.source, &self.tokens[hash + 1]) == *b"define" {
                found.push((hash + 2, hash + 3..at));
            }
        }
        found
    }

    /// The macros of the file with tokens that may be harmful. A macro that names a macro defined after it counts among them.
    fn harmful_macros(&self) -> HashSet<Vec<u8>> {
        let definitions = self.definitions();
        let name = |at: usize| spelling(self.source, &self.tokens[at]).into_owned();
        let mut harmful: HashSet<Vec<u8>> = definitions.iter().map(|&(at, _)| name(at)).collect();
        let mut met: HashSet<Vec<u8>> = HashSet::new();
        for (at, list) in definitions {
            let has_parameters =
                list.start < list.end && self.is_sign(list.start, b"(") && self.tokens[list.start].is_glued;
            let is_harmless = |at: usize| match self.tokens[at].kind {
                HostTokenKind::Word => !harmful.contains(self.text(at)),
                HostTokenKind::Number => true,
                HostTokenKind::Sign => HARMLESS.contains(&self.text(at)),
                _ => false,
            };
            let is_harmful = has_parameters || !list.clone().all(is_harmless);
            // Every definition of a name counts.
            if met.insert(name(at)) && !is_harmful {
                harmful.remove(&name(at));
            } else if is_harmful {
                harmful.insert(name(at));
            }
        }
        harmful
    }

    /// A token that may join other text to a run of literals, and its kind.
    pub(super) fn obstacle(&self, run: &Range<usize>) -> Option<(Span, LiteralNeighbour)> {
        let found = |at: usize, what| Some((self.tokens[at].span, what));
        if self.tokens[run.start].in_directive {
            return found(run.start, LiteralNeighbour::InDirective);
        }
        let mut open = 0_usize;
        if let Err((at, what)) = self.look_back(run, &mut open) {
            return found(at, what);
        }
        if let Err((at, what)) = self.look_ahead(run, open) {
            return found(at, what);
        }
        let (at, what) = self.obstacle_of_variable(run)?;
        found(at, what)
    }

    /// The names in `snprintf(text, size, name, value)`: no literal is in the call, so one of them is the format.
    fn names_of_formats(&self) -> HashMap<&'s [u8], usize> {
        let mut found = HashMap::new();
        let mut at = 0;
        while at + 1 < self.tokens.len() {
            let function = at;
            at += 1;
            if self.tokens[function].kind != HostTokenKind::Word
                || !self.text(function).ends_with(b"printf")
                || !self.is_sign(at, b"(")
            {
                continue;
            }
            let is_end = |at: &usize| [&b";"[..], b"{", b"}"].iter().any(|sign| self.is_sign(*at, sign));
            let end = (at..self.tokens.len()).find(is_end).unwrap_or(self.tokens.len());
            let call = at..end;
            at = end;
            if call.clone().all(|at| self.tokens[at].content().is_none()) {
                let names = call.filter(|&at| self.tokens[at].kind == HostTokenKind::Word);
                found.extend(names.map(|at| (self.text(at), function)));
            }
        }
        found
    }

    /// What is wrong with the variable that literals initialise: it is an array of a certain size, or a format.
    fn obstacle_of_variable(&self, run: &Range<usize>) -> Option<(usize, LiteralNeighbour)> {
        let skip = |at: usize, sign: &[u8]| if self.is_sign(at, sign) { at.checked_sub(1) } else { Some(at) };
        let before = run.start.checked_sub(1)?;
        let mut name = skip(skip(before, b"{")?, b"=")?;
        if name == before {
            return None;
        }
        if self.is_sign(name, b"]") {
            let open = (0..name).rev().find(|&at| self.is_sign(at, b"["))?;
            let ends = |at: &usize| [&b";"[..], b"{", b"}"].iter().any(|sign| self.is_sign(*at, sign));
            let declared = || (0..open).rev().take_while(|at| !ends(at));
            let is_text = declared().any(|at| self.text(at) == b"char") && !declared().any(|at| self.is_sign(at, b"*"));
            if is_text && open + 1 < name {
                return Some((open + 1, LiteralNeighbour::Size));
            }
            name = open.checked_sub(1)?;
        }
        self.formats.get(self.text(name)).map(|&function| (function, LiteralNeighbour::Joins))
    }

    /// Checks the tokens before the literals. `open` counts the parentheses that are open at them.
    fn look_back(&self, run: &Range<usize>, open: &mut usize) -> Result<(), (usize, LiteralNeighbour)> {
        // The number of closed brackets that were not opened yet; and whether there was a comma beside the literals.
        let (mut closed, mut has_comma) = (0_usize, false);
        // The token after the current one.
        let mut after = run.start;
        while let Some(at) = after.checked_sub(1) {
            let is_next = after == run.start;
            match self.step_back(at, after, is_next) {
                TokenStep::End => return Ok(()),
                TokenStep::Obstacle(what) => return Err((at, what)),
                TokenStep::To(to) => {
                    after = to;
                    continue;
                }
                TokenStep::Harmless => after = at,
            }
            match self.text(at) {
                b")" | b"]" => closed += 1,
                b"(" | b"[" | b"{" if closed > 0 => closed -= 1,
                b"(" if at > 0 && self.is_in_capitals(at - 1) => return Err((at - 1, LiteralNeighbour::Name)),
                b"(" | b"[" => {
                    *open += 1;
                    has_comma = false;
                }
                b"{" if has_comma => return Err((at, LiteralNeighbour::List)),
                b"," if closed == 0 => has_comma = true,
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether a token is a name in capitals, as macros have: its literal may become anything.
    fn is_in_capitals(&self, at: usize) -> bool {
        let word = self.text(at);
        self.tokens[at].kind == HostTokenKind::Word && word.len() > 1 && !word.iter().any(u8::is_ascii_lowercase)
    }

    fn step_back(&self, at: usize, after: usize, is_next: bool) -> TokenStep {
        let token = &self.tokens[at];
        if token.in_directive {
            // Between two statements a directive is harmless.
            let begins = self.before(at).is_none_or(|before| match self.text(before) {
                b";" | b"}" => true,
                b"{" => self.is_block[before],
                _ => false,
            });
            return if begins && !is_next { TokenStep::End } else { TokenStep::Obstacle(LiteralNeighbour::Directive) };
        }
        match (token.kind, self.text(at)) {
            (HostTokenKind::Sign, b";" | b"}") if is_next => TokenStep::Obstacle(LiteralNeighbour::Other),
            (HostTokenKind::Sign, b";") => TokenStep::End,
            (HostTokenKind::Sign, b"{") if self.is_block[at] => {
                if is_next {
                    TokenStep::Obstacle(LiteralNeighbour::Other)
                } else {
                    TokenStep::End
                }
            }
            (HostTokenKind::Sign, b"}") => {
                // The contents of braces are an argument if the statement goes on after them.
                let goes_on = [&b","[..], b")", b"}"].iter().any(|sign| self.is_sign(after, sign));
                match self.partners[at] {
                    Some(partner) if goes_on => TokenStep::To(partner),
                    None if goes_on => TokenStep::Obstacle(LiteralNeighbour::Other),
                    _ => TokenStep::End,
                }
            }
            (HostTokenKind::Sign, b"{" | b"=" | b"(" | b",") => TokenStep::Harmless,
            (HostTokenKind::Word, b"return") if self.is_harmless_word(at) => TokenStep::Harmless,
            _ if is_next => TokenStep::Obstacle(self.neighbour(at)),
            _ => self.within(at),
        }
    }

    /// Checks the tokens after the literals, with this many open parentheses.
    fn look_ahead(&self, run: &Range<usize>, mut open: usize) -> Result<(), (usize, LiteralNeighbour)> {
        let (mut inner, mut has_comma) = (0_usize, false);
        let mut at = run.end;
        // A suffix of the standard: `R"(…)"s`.
        if self.tokens.get(at).is_some_and(|token| token.is_glued)
            && is_standard_suffix(self.text(at))
            && self.is_harmless_word(at)
        {
            at += 1;
        }
        let first = at;
        while at < self.tokens.len() {
            match self.step_ahead(at, at == first, open + inner) {
                TokenStep::End => return Ok(()),
                TokenStep::Obstacle(what) => return Err((at, what)),
                TokenStep::To(to) => {
                    at = to;
                    continue;
                }
                TokenStep::Harmless => {}
            }
            match self.text(at) {
                b"(" | b"[" | b"{" => inner += 1,
                b")" | b"]" | b"}" if inner > 0 => inner -= 1,
                b"}" if has_comma => return Err((at, LiteralNeighbour::List)),
                b")" | b"]" => {
                    open = open.saturating_sub(1);
                    has_comma = false;
                }
                b"," if inner == 0 => has_comma = true,
                _ => {}
            }
            at += 1;
        }
        Ok(())
    }

    fn step_ahead(&self, at: usize, is_next: bool, open: usize) -> TokenStep {
        let token = &self.tokens[at];
        if token.in_directive {
            return TokenStep::Obstacle(LiteralNeighbour::Directive);
        }
        match (token.kind, self.text(at)) {
            (HostTokenKind::Sign, b";") => TokenStep::End,
            (HostTokenKind::Sign, b"{") if is_next => TokenStep::Obstacle(LiteralNeighbour::Other),
            // A lambda among the arguments.
            (HostTokenKind::Sign, b"{") if self.is_block[at] => match self.partners[at] {
                Some(partner) if open > 0 => TokenStep::To(partner + 1),
                _ if open > 0 => TokenStep::Obstacle(LiteralNeighbour::Other),
                _ => TokenStep::End,
            },
            (HostTokenKind::Sign, b"}") if self.partners[at].is_none_or(|partner| self.is_block[partner]) => {
                TokenStep::End
            }
            (HostTokenKind::Sign, b")" | b"," | b"{" | b"}") => TokenStep::Harmless,
            _ if is_next => TokenStep::Obstacle(self.neighbour(at)),
            _ => self.within(at),
        }
    }

    /// The meaning of a token that does not touch the literals.
    fn within(&self, at: usize) -> TokenStep {
        let token = &self.tokens[at];
        let is_harmless = match token.kind {
            HostTokenKind::Word => self.is_harmless_word(at),
            HostTokenKind::Number => true,
            HostTokenKind::String(content) => self.is_name_or_option(at, content),
            HostTokenKind::Sign => HARMLESS.contains(&self.text(at)),
            HostTokenKind::RawString(_)
            | HostTokenKind::Argument(_)
            | HostTokenKind::Character
            | HostTokenKind::Hash => false,
        };
        if is_harmless { TokenStep::Harmless } else { TokenStep::Obstacle(self.neighbour(at)) }
    }

    fn is_harmless_word(&self, at: usize) -> bool {
        let word = self.text(at);
        !word.contains(&b'\\')
            && !self.macros.contains(word)
            && !JOINING.contains(&word)
            && !matches!(word, b"operator" | b"_Pragma" | b"__pragma" | b"and" | b"or" | b"xor" | b"bitor" | b"compl")
    }

    /// Whether an ordinary literal is an argument of its own, and contains a name or an option.
    fn is_name_or_option(&self, at: usize, content: Span) -> bool {
        let before = at.checked_sub(1).is_some_and(|at| [&b"("[..], b","].iter().any(|sign| self.is_sign(at, sign)));
        let after = [&b")"[..], b","].iter().any(|sign| self.is_sign(at + 1, sign));
        let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-=.,+ ".contains(byte);
        before && after && without_splices(&self.source[content.range()]).iter().all(is_plain)
    }

    /// The kind of a token that may join other text.
    fn neighbour(&self, at: usize) -> LiteralNeighbour {
        match self.tokens[at].kind {
            HostTokenKind::RawString(_)
            | HostTokenKind::String(_)
            | HostTokenKind::Argument(_)
            | HostTokenKind::Character => LiteralNeighbour::Literal,
            HostTokenKind::Word if JOINING.contains(&self.text(at)) => LiteralNeighbour::Joins,
            HostTokenKind::Word => LiteralNeighbour::Name,
            HostTokenKind::Sign if matches!(self.text(at), b"+" | b"<<" | b"+=" | b"?" | b"|" | b"%") => {
                LiteralNeighbour::Joins
            }
            HostTokenKind::Sign if self.text(at) == b")" => LiteralNeighbour::Name,
            _ => LiteralNeighbour::Other,
        }
    }
}
