//! Whether the value that a loop leaves in its variable is used after the loop.
//!
//! ```text
//! int i;
//! for (i = 0; i < 4; i++) …        the next loop sets `i` before anything reads it
//! for (i = 0; i < 8; i++) …        the function ends
//! ```
//!
//! One walk over the tree, from the end of the function to its beginning, finds this for all loops around which a variable lives: a value
//! is used if some path from there reads the variable before it sets it. A variable is set only by an assignment that surely runs, whose
//! right side does not name it. Everything else that names it reads it.
//!
//! The tree has the branches of all conditions, so a statement in a conditional group may be there or not: both are followed. That is right
//! where each group holds whole statements of a block; in any other function, every value is used. So it is with labels and statement
//! expressions, which jump to places that the walk does not follow, and where a macro of the host may name any variable.

use std::rc::Rc;

use lang_c::ast::{
    BinaryOperator, BlockItem, Expression, ExternalDeclaration, ForInitializer, ForStatement, Label, Statement,
};
use lang_c::span::Node;
use rustc_hash::{FxHashMap, FxHashSet};

use super::hazards::may_be_the_hosts;
use super::induction::comma_parts;
use super::limits::MAX_STEPS_OF_LIVENESS;
use super::open_names::stands_for_values;
use super::symbol::{Storage, SymbolId};
use super::symbols::Function;
use super::table_entries::Mentions;
use super::types::Space;
use oclc_syntax::lex::{Bracket, Depth, Punct, TokenKind};
use oclc_syntax::preprocess::DirectiveKind;
use oclc_syntax::tree::{TokenRange, TreeExtent};

/// Words in a macro that may change which statement runs next.
const WORDS_OF_STATEMENTS: [&str; 14] = [
    "asm", "__asm", "__asm__", "break", "case", "continue", "default", "do", "else", "for", "goto", "if", "return",
    "while",
];

impl<'t> Function<'_, 't> {
    /// Whether nothing uses the value that a variable has after the loop at a token, in no configuration.
    #[must_use]
    pub fn is_dead_after(&self, variable: SymbolId, keyword: usize) -> bool {
        let found = self.known.dead_after.borrow().get(&variable).cloned();
        let dead = found.unwrap_or_else(|| {
            let dead = Rc::new(self.find_dead(variable).unwrap_or_default());
            self.known.dead_after.borrow_mut().insert(variable, Rc::clone(&dead));
            dead
        });
        dead.contains(&keyword)
    }

    fn find_dead(&self, variable: SymbolId) -> Option<FxHashSet<usize>> {
        let symbol = self.symbol(variable);
        let is_own = matches!(symbol.storage, Storage::Parameter | Storage::Local)
            && symbol.kind.space == Space::Private
            && !symbol.kind.is_volatile
            && self.address_taken(variable).is_none();
        let mentions = self.known.mentions.get_or_init(|| self.find_mentions()).as_ref().filter(|_| is_own)?;
        let is_other = |at: usize| {
            let declared = self.symbols_named(symbol.name).any(|other| other.declared == at);
            let used = self.uses_in(at..at + 1).iter().find_map(|used| used.symbol);
            let known = used.or_else(|| self.lookup(symbol.name, at).filter(|_| declared));
            !self.is_open(at) && known.is_some_and(|id| id != variable && self.is_certain(id, at))
        };
        let of_name = mentions.by_name.get(symbol.name).into_iter().flatten().copied();
        let mut reads: Vec<usize> =
            of_name.filter(|&at| !is_other(at)).chain(mentions.of_all.iter().copied()).collect();
        reads.sort_unstable();
        let mut walk = LivenessWalk {
            function: self,
            variable,
            reads,
            on_break: false,
            on_continue: false,
            loops: FxHashMap::default(),
            is_over_limit: false,
        };
        walk.statement(self.body_of_function()?, false);
        let dead = walk.loops.into_iter().filter(|&(_, is_used)| !is_used).map(|(keyword, _)| keyword);
        (!walk.is_over_limit).then(|| dead.collect())
    }

    /// The function's own block.
    fn body_of_function(&self) -> Option<&'t Node<Statement>> {
        match &self.parsed.tree.0.last()?.node {
            ExternalDeclaration::FunctionDefinition(definition) if self.parsed.extent == TreeExtent::Function => {
                Some(&definition.node.statement)
            }
            _ => None,
        }
    }

    /// The tokens that may read variables; `None` if the tree does not show the order in which statements run.
    fn find_mentions(&self) -> Option<Mentions> {
        let tokens = &self.parsed.expansion.tokens;
        let body = self.tokens(self.body_of_function()?);
        let has_expressions =
            tokens[body.clone()].windows(2).any(|pair| pair[0].is(Punct::LeftParen) && pair[1].is(Punct::LeftBrace));
        if !self.labels.is_empty()
            || self.pasted_open_name().is_some()
            || has_expressions
            || !self.groups_hold_statements(body)
        {
            return None;
        }
        let mut mentions = Mentions { by_name: FxHashMap::default(), of_all: Vec::new() };
        let is_member = |at: usize| {
            let before = at.checked_sub(1).map(|before| &tokens[before]);
            before.is_some_and(|before| before.is(Punct::Dot) || before.is(Punct::Arrow))
        };
        for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Identifier) {
            if token.open {
                let hidden = self.hidden_text(at);
                if !self.has_harmless_role(at) || WORDS_OF_STATEMENTS.iter().any(|&word| hidden.names.contains(word)) {
                    mentions.of_all.push(at);
                }
                for name in &hidden.names {
                    mentions.by_name.entry(name.clone()).or_default().push(at);
                }
            } else if !is_member(at) {
                mentions.by_name.entry(token.text.to_string()).or_default().push(at);
            }
        }
        let of_hosts = self.uses_in(0..tokens.len()).iter().filter(|used| may_be_the_hosts(self, used));
        mentions.of_all.extend(of_hosts.map(|used| used.token));
        Some(mentions)
    }

    /// Whether an open macro is a type, a qualifier or a value, and so no statement.
    fn has_harmless_role(&self, at: usize) -> bool {
        let is_called = self.parsed.expansion.tokens.get(at + 1).is_some_and(|next| next.is(Punct::LeftParen));
        self.is_hosted_type(&(at..at + 1))
            || self.parsed.is_open_qualifier(at)
            || stands_for_values(self, at)
            || self.is_template(at)
            || self.is_expression(at, is_called)
    }

    /// Whether each conditional group of the body holds whole statements of one block, and each include in it was read.
    fn groups_hold_statements(&self, body: TokenRange) -> bool {
        let (unit, tokens) = (self.unit, &self.parsed.expansion.tokens);
        let mut parentheses = Depth::of(Bracket::Round);
        let mut braces = 0_usize;
        // The depth of the blocks around the conditional groups that are open, by their chains.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut moment = self.moment(body.start);
        for at in body {
            let token = &tokens[at];
            let now = unit.moment(token.code);
            for index in moment..now {
                let directive = &unit.directives[index];
                match (directive.kind, directive.chain) {
                    _ if unit.is_cut(&self.parsed.configuration, index) => {}
                    (DirectiveKind::Include, _) if !unit.was_read(index) => return false,
                    (kind, Some(chain)) if kind.is_conditional() => {
                        let before = at.checked_sub(1).map(|before| &tokens[before]);
                        let ends = |punct| before.is_some_and(|before| before.is(punct));
                        let is_between = ends(Punct::Semicolon) || ends(Punct::LeftBrace) || ends(Punct::RightBrace);
                        let goes_on = token.is_word("else") || (token.is_word("while") && ends(Punct::RightBrace));
                        if !is_between || goes_on || !parentheses.is_outside() {
                            return false;
                        }
                        if kind.begins_chain() {
                            open.push((chain, braces));
                        } else {
                            let known = open.iter().rposition(|&(of_chain, _)| of_chain == chain);
                            let Some(known) = known.filter(|&known| open[known].1 == braces) else { return false };
                            open.truncate(known + usize::from(kind != DirectiveKind::Endif));
                        }
                    }
                    _ => {}
                }
            }
            moment = moment.max(now);
            parentheses.read(token.kind);
            match token.kind {
                TokenKind::Punct(Punct::LeftBrace) => braces += 1,
                TokenKind::Punct(Punct::RightBrace) => {
                    let Some(less) = braces.checked_sub(1) else { return false };
                    braces = less;
                    if open.last().is_some_and(|&(_, around)| braces < around) {
                        return false;
                    }
                }
                _ => {}
            }
        }
        true
    }
}

/// The walk for one variable. Each function gets whether the value after a part is used, and returns whether the one before it is.
struct LivenessWalk<'f, 'u, 't> {
    function: &'f Function<'u, 't>,
    variable: SymbolId,
    /// The tokens that name the variable or may do so, in rising order.
    reads: Vec<usize>,
    /// Whether the value is used where a `break` or a `continue` goes.
    on_break: bool,
    on_continue: bool,
    /// Whether the value after a loop is used, by the loop's keyword.
    loops: FxHashMap<usize, bool>,
    is_over_limit: bool,
}

impl<'t> LivenessWalk<'_, '_, 't> {
    fn named_in(&self, range: &TokenRange) -> &[usize] {
        let first = self.reads.partition_point(|&at| at < range.start);
        let after = self.reads.partition_point(|&at| at < range.end);
        &self.reads[first..after.max(first)]
    }

    fn names<T>(&self, node: &Node<T>) -> bool {
        !self.named_in(&self.function.tokens(node)).is_empty()
    }

    fn statement(&mut self, node: &'t Node<Statement>, after: bool) -> bool {
        let steps = self.function.known.steps_of_liveness.get() + 1;
        self.function.known.steps_of_liveness.set(steps);
        if steps > MAX_STEPS_OF_LIVENESS {
            self.is_over_limit = true;
            return true;
        }
        match &node.node {
            Statement::Compound(items) => self.items(items, after),
            Statement::Expression(Some(expression)) => self.expression(expression, after),
            Statement::Expression(None) => after,
            Statement::If(node) => {
                let then = self.statement(&node.node.then_statement, after);
                let other = node.node.else_statement.as_deref().map_or(after, |other| self.statement(other, after));
                then || other || self.names(&node.node.condition)
            }
            Statement::Switch(switch) => {
                let around = std::mem::replace(&mut self.on_break, after);
                let first = self.statement(&switch.node.statement, after);
                self.on_break = around;
                // It jumps to any of its statements, or over all of them.
                first || after || self.on_continue || self.names(node)
            }
            Statement::For(node) => self.for_loop(&node.node, self.function.parsed.token_of(node.span), after),
            Statement::While(node) => {
                let keyword = self.function.parsed.token_of(node.span);
                let test = |walk: &Self| walk.names(&node.node.expression);
                self.iterations(keyword, after, &node.node.statement, |_, start| start, test)
            }
            Statement::DoWhile(node) => {
                self.note(self.function.parsed.token_of(node.span), after);
                let reads = self.names(&node.node.expression);
                let mut start = false;
                loop {
                    let test = after || start || reads;
                    let before = self.in_loop(&node.node.statement, after, test);
                    if before == start {
                        return before;
                    }
                    start = before;
                }
            }
            Statement::Labeled(node) => match node.node.label.node {
                Label::Identifier(_) => true,
                _ => self.statement(&node.node.statement, after),
            },
            Statement::Return(value) => value.as_ref().is_some_and(|value| self.names(value)),
            Statement::Break => self.on_break,
            Statement::Continue => self.on_continue,
            Statement::Goto(_) => true,
            Statement::Asm(_) => after || self.names(node),
        }
    }

    /// The statements of a block. Those in a conditional group may be missing.
    fn items(&mut self, items: &'t [Node<BlockItem>], after: bool) -> bool {
        let function = self.function;
        let group = |item: &Node<BlockItem>| function.unit.group(function.moment(function.tokens(item).start));
        let Some(around) = items.first().map(|first| {
            let block = function.tokens(first).start.saturating_sub(1);
            function.unit.group(function.moment(block))
        }) else {
            return after;
        };
        let mut used = after;
        // Whether the value is used after the statements of the same group that come next.
        let mut conditional = None;
        for item in items.iter().rev() {
            let group = group(item);
            if conditional.is_some_and(|(of_run, _)| of_run != group) {
                used |= conditional.take().is_some_and(|(_, behind)| behind);
            }
            let is_sure = function.unit.implies(&function.parsed.configuration, around, group);
            if !is_sure && conditional.is_none() {
                conditional = Some((group, used));
            }
            used = match &item.node {
                BlockItem::Statement(node) => self.statement(node, used),
                BlockItem::Declaration(_) | BlockItem::StaticAssert(_) => used || self.names(item),
            };
        }
        used || conditional.is_some_and(|(_, behind)| behind)
    }

    fn for_loop(&mut self, node: &'t ForStatement, keyword: usize, after: bool) -> bool {
        let step = |walk: &mut Self, start| node.step.as_ref().map_or(start, |step| walk.expression(step, start));
        let test = |walk: &Self| node.condition.as_ref().is_some_and(|test| walk.names(test));
        let first = self.iterations(keyword, after, &node.statement, step, test);
        match &node.initializer.node {
            ForInitializer::Expression(first_value) => self.expression(first_value, first),
            ForInitializer::Empty => first,
            ForInitializer::Declaration(_) | ForInitializer::StaticAssert(_) => first || self.names(&node.initializer),
        }
    }

    /// A loop with its test before the body; returns whether the value before the first test is used.
    fn iterations(
        &mut self,
        keyword: usize,
        after: bool,
        body: &'t Node<Statement>,
        step: impl Fn(&mut Self, bool) -> bool,
        test: impl Fn(&Self) -> bool,
    ) -> bool {
        self.note(keyword, after);
        let mut start = after || test(self);
        loop {
            let next = step(self, start);
            // What is used at the test in one round is also used there in the next. The body is walked in each: its loops are noted.
            let before = self.in_loop(body, after, next) || start;
            if before == start {
                return before;
            }
            start = before;
        }
    }

    fn in_loop(&mut self, body: &'t Node<Statement>, on_break: bool, on_continue: bool) -> bool {
        let around = (self.on_break, self.on_continue);
        (self.on_break, self.on_continue) = (on_break, on_continue);
        let before = self.statement(body, on_continue);
        (self.on_break, self.on_continue) = around;
        before
    }

    fn note(&mut self, keyword: usize, after: bool) {
        *self.loops.entry(keyword).or_default() |= after;
    }

    // expression = part { "," part }
    // part = name "=" value | any other expression
    fn expression(&self, node: &'t Node<Expression>, after: bool) -> bool {
        comma_parts(node).into_iter().rev().fold(after, |used, part| {
            let range = self.function.tokens(part);
            match (self.named_in(&range), self.assigned(part)) {
                ([], _) => used,
                (&[only], Some(at)) => only != at,
                _ => true,
            }
        })
    }

    /// The token of the variable where an expression assigns it, and surely it.
    fn assigned(&self, part: &Node<Expression>) -> Option<usize> {
        let function = self.function;
        let Expression::BinaryOperator(binary) = &part.node else { return None };
        let Expression::Identifier(name) = &binary.node.lhs.node else { return None };
        let at = function.tokens(name).start;
        (binary.node.operator.node == BinaryOperator::Assign
            && !function.is_open(at)
            && function.lookup(&name.node.name, at) == Some(self.variable)
            && function.is_certain(self.variable, at))
        .then_some(at)
    }
}
