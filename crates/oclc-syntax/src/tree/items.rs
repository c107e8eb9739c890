//! The top-level items of a translation unit: functions and declarations, by their braces alone.
//!
//! ```text
//! translation-unit = { item }
//! item             = declaration ";" | function-head "{" … "}"
//! ```
//!
//! All conditional branches are in the token list at once, so the brace depth returns to its value at the `#if` whenever another
//! branch begins (clang-format does the same). A function whose branches open and close braces unevenly is marked: what follows in it
//! may nest otherwise than it seems.

use std::collections::BTreeSet;
use std::ops::Range;

use rustc_hash::FxHashSet;

use super::builtins::is_builtin_function;
use super::vocabulary::is_keyword;
use crate::lex::{Bracket, Depth, Punct, Token, TokenKind};
use crate::preprocess::{DirectiveKind, Meaning, Unit};

/// One function or declaration.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its code tokens.
    pub code: Range<usize>,
    /// The `{` of a function's body; `None` for a declaration.
    pub body: Option<usize>,
    /// The conditional chains in it with a branch that does not close the brackets that it opens, or closes others, or is not a
    /// sequence of whole statements.
    pub uneven: Vec<usize>,
}

/// All items in their order.
#[derive(Clone, Debug, Default)]
pub struct Items {
    items: Vec<Item>,
}

/// A branch of a conditional that is being read.
struct BranchDepth {
    /// The depth where it began.
    before: BracketDepth,
    /// The least depth of the branch around it so far.
    lowest: BracketDepth,
    /// Its first code token.
    start: usize,
    /// Whether a parameter list precedes the chain.
    has_parameters: bool,
}

#[derive(Clone, Copy, Default)]
struct BracketDepth {
    braces: usize,
    others: usize,
    /// Whether a closing bracket had nothing to close.
    underflow: bool,
}

impl BracketDepth {
    fn min(self, other: Self) -> Self {
        Self { braces: self.braces.min(other.braces), others: self.others.min(other.others), ..self }
    }
}

impl Items {
    /// Finds the items of a unit.
    #[must_use]
    pub fn find(unit: &Unit) -> Self {
        let mut finder = ItemFinder {
            unit,
            items: Vec::new(),
            start: 0,
            head: ItemHead::default(),
            depth: BracketDepth::default(),
            lowest: BracketDepth::default(),
            uneven: Vec::new(),
        };
        let mut saved: Vec<BranchDepth> = Vec::new();
        let mut read = 0;
        for directive in &unit.directives {
            finder.read(read..directive.code_before);
            read = directive.code_before;
            match directive.kind {
                DirectiveKind::If | DirectiveKind::Ifdef | DirectiveKind::Ifndef => {
                    saved.push(BranchDepth {
                        before: finder.depth,
                        lowest: finder.lowest,
                        start: read,
                        has_parameters: finder.head.has_parameters,
                    });
                    finder.lowest = finder.depth;
                    if !finder.ends_statement(read) {
                        finder.uneven.extend(directive.chain);
                    }
                }
                DirectiveKind::Elif | DirectiveKind::Else => {
                    if let Some(branch) = saved.last_mut() {
                        finder.compare(branch, read, directive.chain);
                        finder.compare_heads(branch, read, directive.chain);
                        finder.depth = branch.before;
                        finder.lowest = branch.before;
                        branch.start = read;
                    }
                }
                DirectiveKind::Endif => {
                    if let Some(branch) = saved.pop() {
                        finder.compare(&branch, read, directive.chain);
                        finder.lowest = branch.lowest.min(finder.lowest);
                    }
                }
                _ => {}
            }
        }
        finder.read(read..unit.code.len());
        finder.finish(unit.code.len());
        Self { items: finder.items }
    }

    /// The index of the item that holds a code token.
    #[must_use]
    pub fn containing(&self, at: usize) -> Option<usize> {
        let index = self.items.partition_point(|item| item.code.end <= at);
        self.items.get(index).filter(|item| item.code.contains(&at)).map(|_| index)
    }

    /// The outermost stretches of code tokens that may be arguments of a macro, from the parenthesis after its name to the one that
    /// closes it, in order, in the items that hold any of some code tokens. A brace does not end them, so that a block in an argument
    /// is inside.
    #[must_use]
    pub fn inside_arguments(&self, unit: &Unit, code: impl Iterator<Item = usize>) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let holding: BTreeSet<usize> = code.filter_map(|at| self.containing(at)).collect();
        for item in holding.into_iter().map(|index| &self.items[index]) {
            let mut depth = Depth::of(Bracket::Round);
            // The depth inside the outermost invocation, and where that began.
            let mut invocation: Option<(usize, usize)> = None;
            for at in item.code.clone() {
                let token = &unit.code[at];
                depth.read(token.kind);
                if token.is(Punct::LeftParen) {
                    if invocation.is_none() && at > item.code.start && may_be_macro(unit, at - 1) {
                        invocation = Some((depth.get(), at));
                    }
                } else if let Some((_, start)) = invocation.take_if(|(inside, _)| depth.get() < *inside) {
                    found.push(start..at);
                }
            }
            found.extend(invocation.map(|(_, start)| start..item.code.end));
        }
        found
    }

    /// All items.
    #[must_use]
    pub fn all(&self) -> &[Item] {
        &self.items
    }
}

/// Whether a code token may be the name of a macro, or of one that an include defines which could not be read; or a word whose
/// parentheses hold no statements either.
fn may_be_macro(unit: &Unit, at: usize) -> bool {
    let token = &unit.code[at];
    if token.kind != TokenKind::Identifier {
        return false;
    }
    let (name, moment) = (unit.text(token), unit.moment(at));
    match unit.meaning(&name, moment) {
        // An attribute or a pragma may contain any tokens.
        Meaning::Ordinary if matches!(&*name, "__attribute__" | "__attribute" | "_Pragma") => true,
        Meaning::Ordinary => !is_keyword(&name) && !is_builtin_function(&name) && unit.unread_include(moment).is_some(),
        Meaning::Open(_) | Meaning::Sure(_) => true,
    }
}

/// The state of an item before its first brace.
#[derive(Clone, Copy, Default)]
struct ItemHead {
    body: Option<usize>,
    /// Whether a parameter list has been seen: `name (`, where the name is not an attribute.
    has_parameters: bool,
}

struct ItemFinder<'u> {
    unit: &'u Unit,
    items: Vec<Item>,
    start: usize,
    head: ItemHead,
    depth: BracketDepth,
    /// The least depth since the innermost conditional branch began.
    lowest: BracketDepth,
    uneven: Vec<usize>,
}

impl ItemFinder<'_> {
    /// Whether a statement may begin at a code token; outside of functions nothing is one.
    fn ends_statement(&self, at: usize) -> bool {
        let is_end = |punct| matches!(punct, Punct::Semicolon | Punct::LeftBrace | Punct::RightBrace | Punct::Colon);
        match self.head.body {
            Some(body) if body < at => {
                // The semicolons in the header of a `for` end none.
                self.depth.others == 0
                    && matches!(self.unit.code[at - 1].kind, TokenKind::Punct(punct) if is_end(punct))
            }
            _ => true,
        }
    }

    /// Notes a chain with a branch that is not a sequence of whole statements.
    fn compare(&mut self, BranchDepth { before, start, .. }: &BranchDepth, end: usize, chain: Option<usize>) {
        let now = self.depth;
        let dips = self.lowest.braces < before.braces || self.lowest.others < before.others;
        let is_cut = end > *start && !self.ends_statement(end);
        if is_cut || now.braces != before.braces || now.others != before.others || now.underflow || dips {
            self.uneven.extend(chain);
        }
    }

    /// Notes a chain in a function's head whose branches cannot follow one another: each contains the list of parameters, or one is
    /// in the list and does not end at the end of a parameter. `end` is where the next branch begins.
    fn compare_heads(
        &mut self,
        BranchDepth { start, has_parameters, .. }: &BranchDepth,
        end: usize,
        chain: Option<usize>,
    ) {
        if self.head.body.is_some() || end == *start {
            return;
        }
        let is = |at: usize, punct: Punct| self.unit.code.get(at).is_some_and(|token| token.is(punct));
        let ends_parameter = is(end - 1, Punct::Comma) || is(end, Punct::Comma) || is(end, Punct::RightParen);
        let has_list = !has_parameters && self.head.has_parameters && self.depth.others == 0;
        if has_list || self.head.has_parameters && self.depth.others > 0 && !ends_parameter {
            self.uneven.extend(chain);
        }
    }

    fn read(&mut self, code: Range<usize>) {
        let unit = self.unit;
        for (at, token) in code.clone().zip(&unit.code[code]) {
            if let TokenKind::Punct(punct) = token.kind {
                self.punct(at, punct);
            }
        }
    }

    fn punct(&mut self, at: usize, punct: Punct) {
        let outside = self.depth.braces == 0 && self.depth.others == 0;
        match punct {
            Punct::LeftBrace => {
                if outside && self.head.has_parameters && self.head.body.is_none() {
                    self.head.body = Some(at);
                }
                self.depth.braces += 1;
            }
            Punct::RightBrace => {
                self.depth.underflow |= self.depth.braces == 0;
                self.depth.braces = self.depth.braces.saturating_sub(1);
                self.lowest = self.lowest.min(self.depth);
                if self.depth.braces == 0 && self.head.body.is_some() {
                    self.finish(at + 1);
                }
            }
            Punct::LeftParen | Punct::LeftBracket => {
                if outside && punct == Punct::LeftParen && at > self.start {
                    let name = &self.unit.code[at - 1];
                    let is_name = name.kind == TokenKind::Identifier
                        && !self.unit.is_word(name, "__attribute__")
                        && !self.unit.is_word(name, "__attribute");
                    self.head.has_parameters |= is_name;
                }
                self.depth.others += 1;
            }
            Punct::RightParen | Punct::RightBracket => {
                self.depth.underflow |= self.depth.others == 0;
                self.depth.others = self.depth.others.saturating_sub(1);
                self.lowest = self.lowest.min(self.depth);
            }
            Punct::Semicolon if outside => self.finish(at + 1),
            _ => {}
        }
    }

    fn finish(&mut self, end: usize) {
        if end > self.start {
            let uneven = std::mem::take(&mut self.uneven);
            self.items.push(Item { code: self.start..end, body: self.head.body, uneven });
        }
        self.start = end;
        self.head = ItemHead::default();
        self.depth = BracketDepth::default();
        self.lowest = BracketDepth::default();
    }
}

/// The name of the function that an item defines or declares: the one before the first parameter list outside
/// attributes.
#[must_use]
pub fn function_name(unit: &Unit, item: &Item) -> Option<String> {
    let tokens = &unit.code[item.code.clone()];
    // The parenthesis in a typedef may belong to a macro that makes the type.
    if tokens.first().is_some_and(|first| unit.is_word(first, "typedef")) {
        return None;
    }
    let mut depth = Depth::of(Bracket::Round);
    for pair in tokens.windows(2) {
        let [name, open] = pair else { break };
        if open.is(Punct::LeftParen) {
            let word = unit.text(name);
            if depth.is_outside()
                && name.kind == TokenKind::Identifier
                && !matches!(&*word, "__attribute__" | "__attribute")
            {
                return Some(word.into_owned());
            }
        } else if open.is(Punct::LeftBrace) || open.is(Punct::Assign) {
            return None;
        }
        depth.read(open.kind);
    }
    None
}

/// All names that the items of a unit may declare as functions, whatever the macros in their heads are: those before a parenthesis,
/// or alone in one, and those in the arguments and definitions of such macros. A macro's definition is read once, however often it is
/// used.
// declarator = name "(" … | "(" name ")" "(" … | macro [ "(" … name … ")" ]
#[must_use]
pub fn perhaps_declared(unit: &Unit, items: &Items) -> FxHashSet<String> {
    let mut found = Declared::default();
    for item in items.all() {
        let head = item.code.start..item.body.unwrap_or(item.code.end);
        found.add(unit, &unit.code[head]);
    }
    while let Some(name) = found.open.pop() {
        for definition in unit.distinct_definitions(&name) {
            found.add(unit, &definition.body);
        }
    }
    found.names
}

/// Names that may be declared, as far as they have been found.
#[derive(Default)]
struct Declared {
    names: FxHashSet<String>,
    /// The macros in places of declarations.
    macros: FxHashSet<String>,
    /// The macros whose text still has to be examined.
    open: Vec<String>,
}

impl Declared {
    /// Adds the words of some tokens outside of braces.
    fn add(&mut self, unit: &Unit, tokens: &[Token]) {
        let (mut braces, mut others) = (0_usize, 0_usize);
        // The depth of the parenthesis of the outermost invocation of a macro.
        let mut invocation = None;
        for (at, token) in tokens.iter().enumerate() {
            let is_next = |ahead: usize, punct: Punct| tokens.get(at + ahead).is_some_and(|next| next.is(punct));
            match token.kind {
                TokenKind::Punct(Punct::LeftBrace) => braces += 1,
                TokenKind::Punct(Punct::RightBrace) => braces = braces.saturating_sub(1),
                TokenKind::Punct(Punct::LeftParen) => others += 1,
                TokenKind::Punct(Punct::RightParen) => {
                    others = others.saturating_sub(1);
                    invocation = invocation.filter(|depth| *depth < others);
                }
                TokenKind::Identifier if braces == 0 => {
                    let word = unit.text(token);
                    if unit.has_definitions(&word) {
                        if is_next(1, Punct::LeftParen) {
                            invocation = invocation.or(Some(others));
                        }
                        if !self.macros.contains(&*word) {
                            self.macros.insert(word.to_string());
                            self.open.push(word.to_string());
                        }
                    }
                    let is_before_list = others == 0 && is_next(1, Punct::LeftParen);
                    let is_enclosed = others > 0 && is_next(1, Punct::RightParen) && is_next(2, Punct::LeftParen);
                    if is_before_list || is_enclosed || invocation.is_some() {
                        self.names.insert(word.into_owned());
                    }
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(source: &str) -> Vec<(usize, bool, bool)> {
        let unit = Unit::alone(source.as_bytes());
        Items::find(&unit)
            .all()
            .iter()
            .map(|item| (item.code.len(), item.body.is_some(), item.uneven.is_empty()))
            .collect()
    }

    #[test]
    fn functions_end_at_their_brace_and_declarations_at_their_semicolon() {
        assert_eq!(
            items("typedef struct { int a; } T; void f(void) { { } } enum { A, B }; int g(int x);"),
            [(9, false, true), (9, true, true), (7, false, true), (7, false, true)]
        );
    }

    #[test]
    fn attributes_are_no_parameter_lists() {
        assert_eq!(items("struct __attribute__((packed)) S { int a; };").len(), 1);
        assert_eq!(items("void f(int a) __attribute__((x)) { }").first().map(|item| item.1), Some(true));
    }

    #[test]
    fn branches_of_a_head_that_cannot_follow_each_other_are_uneven() {
        for (source, is_even) in [
            ("void f(int a\n#if A\n, int b\n#else\n, int c\n#endif\n) {}", true),
            ("void f(\n#if A\nint a,\n#endif\nint b) {}", true),
            ("void f(\n#if A\nint a\n#else\nlong a\n#endif\n) {}", false),
            ("\n#if A\n__kernel\n#else\nstatic\n#endif\nvoid f(int a) {}", true),
            ("\n#if A\nvoid f(int a)\n#else\nvoid f(long a)\n#endif\n{}", false),
        ] {
            assert_eq!(items(source).first().map(|item| item.2), Some(is_even), "{source}");
        }
    }

    #[test]
    fn branches_that_share_a_brace_are_uneven() {
        let source = "void f(int a) {\n#if A\nif (a) {\n#else\nif (!a) {\n#endif\n}\n}\nvoid g(int a) {}";
        assert_eq!(items(source).iter().map(|item| item.2).collect::<Vec<_>>(), [false, true]);
        let dip = "void f(int a) {\n{\n#if A\n} {\n#endif\n}\n}";
        assert_eq!(items(dip).first().map(|item| item.2), Some(false));
    }
}
