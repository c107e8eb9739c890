//! Whether an expression of a body can be evaluated before the body, and its text there.
//!
//! ```text
//! const int k = row * n + i;         before the copies, for i = i_base + 1:
//! c[k] = sin(a[k]);                  const float a_1 = a[row * n + (i_base + 1)];
//! ```
//!
//! The text is the author's with a few parts replaced: the induction variable by its value in a copy; a variable of the body with a single
//! value by its initialiser; and another load that moves by its constant. All other names are those of variables from outside the loop that
//! nothing in it changes.
//!
//! The replacement of a name has the type of the name, unless only the value counts ([`ReplacementContext`]). It replaces the token of the name:
//! the span of an expression includes the parentheses around it. Tokens of a macro cannot be replaced, but those of its arguments can: each use in
//! the macro is then the same load, or the same part of one. An expression that a macro makes (`AT(i, g)` for `a[(i) * pitch + (g)]`) is written as
//! the invocation, with the same parts replaced in its arguments: no directive is in the loop, so the macro is the same before the copies.
//!
//! Each use of a variable is one more copy of its initialiser, so the names in a whole address are counted: with too many, it cannot be
//! evaluated before the body.

use std::cell::Cell;
use std::fmt::Write as _;
use std::iter::successors;
use std::rc::Rc;

use lang_c::ast::{BinaryOperator, Expression, Identifier, MemberOperator, UnaryOperator};
use lang_c::span::Node;

use super::loads::Load;
use super::nest::{Nest, is_operation};
use crate::accesses::Bases;
use crate::evaluate::{Evaluator, LookupPoint};
use crate::symbol::{Access, Storage, SymbolId};
use crate::symbols::Function;
use oclc_syntax::lex::{Bracket, Punct, after_group};
use oclc_syntax::preprocess::IntegerType;
use oclc_syntax::source::{FileId, Span};
use oclc_syntax::tree::{TokenRange, is_computing_function};

/// How many variables of the body are followed.
const MAX_DEPTH: usize = 8;

/// An expression that can be evaluated before the body.
#[derive(Clone, Debug)]
pub struct Address {
    /// Its text.
    pub span: Span,
    /// The replaced parts of the text, in rising order.
    pub parts: Vec<(Span, Replaced)>,
    /// Whether it stays one operand wherever it is written.
    pub is_primary: bool,
    /// Whether its value differs between copies.
    pub has_counter: bool,
    /// A key that is equal for equal expressions.
    pub(super) key: String,
}

/// A replaced part.
#[derive(Clone, Debug)]
pub enum Replaced {
    /// The induction variable.
    Counter(ReplacementContext),
    /// A variable of the body.
    Local {
        /// Its initialiser.
        value: Rc<Address>,
        /// The type to which the initialiser is converted, if it has another type.
        cast: Option<IntegerType>,
        /// The tokens around the name.
        around: ReplacementContext,
    },
    /// Another load.
    Load(Rc<Load>),
}

impl Replaced {
    /// Whether both are replaced by the same text.
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Counter(around), Self::Counter(other)) => around == other,
            (
                Self::Local { value, cast, around },
                Self::Local { value: other, cast: other_cast, around: other_around },
            ) => value.key == other.key && cast == other_cast && around == other_around,
            (Self::Load(load), Self::Load(other)) => load.is_same(other),
            _ => false,
        }
    }

    /// The tokens around it.
    #[must_use]
    pub const fn around(&self) -> ReplacementContext {
        match self {
            Self::Counter(around) | Self::Local { around, .. } => *around,
            // A name is allowed anywhere.
            Self::Load(_) => ReplacementContext { form: ReplacementForm::Operand, needs_type: true },
        }
    }
}

/// The tokens around a name, as far as they matter to its replacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplacementContext {
    /// The tokens before and after it.
    pub form: ReplacementForm,
    /// Whether its type matters. It does not if the name alone is a subscript or the operand of a cast.
    pub needs_type: bool,
}

/// The form that a replacement must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplacementForm {
    /// Any expression may be written there.
    Whole,
    /// A sum may be written there.
    BeginsSum,
    /// Only an operand may be written there.
    Operand,
}

/// Reads expressions of a loop.
pub(super) struct AddressReader<'f, 'u, 't> {
    pub function: &'f Function<'u, 't>,
    pub nest: &'f Nest<'t>,
    /// The loads that are known to move.
    pub moved: &'f [Rc<Load>],
    /// How many more names the address may have.
    pub names: Cell<usize>,
}

impl AddressReader<'_, '_, '_> {
    /// The text of a load: an element of the array or object that a name points to.
    // load = name "[" expression "]" | "*" name | "*" "(" name "+" expression ")"
    pub fn load(&self, node: &Node<Expression>) -> Option<Address> {
        let mut parts = Vec::new();
        match &node.node {
            Expression::BinaryOperator(binary) if binary.node.operator.node == BinaryOperator::Index => {
                self.pointer(&binary.node.lhs, &mut parts)?;
                self.collect(&binary.node.rhs, &mut parts, 0)?;
                self.take_value(&binary.node.rhs, &mut parts);
            }
            Expression::UnaryOperator(unary) if unary.node.operator.node == UnaryOperator::Indirection => {
                match &unary.node.operand.node {
                    Expression::BinaryOperator(sum) if sum.node.operator.node == BinaryOperator::Plus => {
                        self.pointer(&sum.node.lhs, &mut parts)?;
                        self.collect(&sum.node.rhs, &mut parts, 0)?;
                    }
                    _ => self.pointer(&unary.node.operand, &mut parts)?,
                }
            }
            _ => return None,
        }
        self.address(&self.without_parentheses(node), parts, false)
    }

    /// The text of a load of a vector.
    // load = ( "vload2" | "vload3" | … ) "(" expression "," pointer ")"
    // pointer = name | name "+" expression | "&" name "[" expression "]"
    pub fn vector(&self, node: &Node<Expression>) -> Option<Address> {
        let Expression::Call(call) = &node.node else { return None };
        let (Expression::Identifier(name), [number, pointer]) = (&call.node.callee.node, &call.node.arguments[..])
        else {
            return None;
        };
        let digits = name.node.name.strip_prefix("vload")?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then_some(())?;
        let mut parts = Vec::new();
        self.collect(number, &mut parts, 0)?;
        let sum = match &pointer.node {
            Expression::UnaryOperator(address) if address.node.operator.node == UnaryOperator::Address => {
                &address.node.operand
            }
            _ => pointer,
        };
        match &sum.node {
            Expression::BinaryOperator(sum)
                if matches!(sum.node.operator.node, BinaryOperator::Plus | BinaryOperator::Index) =>
            {
                self.pointer(&sum.node.lhs, &mut parts)?;
                self.collect(&sum.node.rhs, &mut parts, 0)?;
            }
            _ => self.pointer(sum, &mut parts)?,
        }
        self.address(&self.without_parentheses(node), parts, true)
    }

    /// The tokens of an expression without parentheses around it, also without those that a macro writes around its argument; but with
    /// those that belong to the invocation that makes the expression: `LOAD(a, i)` for `((a)[i])`.
    fn without_parentheses(&self, node: &Node<Expression>) -> TokenRange {
        let tokens = &self.function.parsed.expansion.tokens;
        let without = |range: &TokenRange| {
            let is_in_parentheses = range.len() > 2
                && tokens[range.start].is(Punct::LeftParen)
                && after_group(Bracket::Round, &tokens[..range.end], range.start) == Some(range.end);
            is_in_parentheses.then(|| range.start + 1..range.end - 1)
        };
        let mut ranges: Vec<TokenRange> = successors(Some(self.function.tokens(node)), without).collect();
        let innermost = ranges.iter().rposition(|range| self.whole_text(range).is_some()).unwrap_or(0);
        ranges.swap_remove(innermost)
    }

    /// A pointer from outside the loop that nothing in it changes, or a copy of one, in the loop.
    fn pointer(&self, node: &Node<Expression>, parts: &mut Vec<(Span, Replaced)>) -> Option<()> {
        let Expression::Identifier(name) = &node.node else { return None };
        let id = self.certain(name)?;
        if self.constant(id).is_some() {
            return Some(());
        }
        let (origin, copied) = Bases { function: self.function }.origin(id);
        self.constant(origin)?;
        let token = self.function.parsed.token_of(name.span);
        let value = self.address(&self.function.bare_tokens(copied?), Vec::new(), true)?;
        let around = ReplacementContext { form: ReplacementForm::Operand, needs_type: false };
        let part = Replaced::Local { value: Rc::new(value), cast: None, around };
        parts.push((self.plain_text(&(token..token + 1))?, part));
        Some(())
    }

    fn certain(&self, name: &Node<Identifier>) -> Option<SymbolId> {
        let token = self.function.parsed.token_of(name.span);
        self.function.lookup(&name.node.name, token).filter(|&id| self.function.is_certain(id, token))
    }

    /// Whether a variable is from outside the loop and keeps its value in it.
    fn constant(&self, id: SymbolId) -> Option<()> {
        let (function, nest) = (self.function, self.nest.tokens());
        let symbol = function.symbol(id);
        let is_own = matches!(symbol.storage, Storage::Local | Storage::Parameter);
        let keeps_value = is_own
            && !symbol.kind.is_volatile
            && !nest.contains(&symbol.declared)
            && function.address_taken(id).is_none()
            && function.find_access(id, Access::Write, nest.clone()).is_none();
        (keeps_value || symbol.storage == Storage::Enumerator).then_some(())
    }

    /// Finds the parts of an expression to replace; `None` if it cannot be evaluated before the body.
    fn collect(&self, node: &Node<Expression>, parts: &mut Vec<(Span, Replaced)>, depth: usize) -> Option<()> {
        match &node.node {
            Expression::Constant(_) => Some(()),
            Expression::Identifier(name) => self.variable(name, parts, depth),
            Expression::UnaryOperator(unary) => match unary.node.operator.node {
                UnaryOperator::Plus | UnaryOperator::Minus | UnaryOperator::Complement | UnaryOperator::Negate => {
                    self.collect(&unary.node.operand, parts, depth)
                }
                UnaryOperator::Indirection => self.nested(node, parts),
                _ => None,
            },
            Expression::BinaryOperator(binary) => match &binary.node.operator.node {
                BinaryOperator::Index => self.nested(node, parts),
                BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => None,
                operator if is_operation(operator) => {
                    self.collect(&binary.node.lhs, parts, depth)?;
                    self.collect(&binary.node.rhs, parts, depth)
                }
                _ => None,
            },
            Expression::Cast(cast) => {
                self.evaluator().type_named(&cast.node.type_name).integer()?;
                self.collect(&cast.node.expression, parts, depth)?;
                self.take_value(&cast.node.expression, parts);
                Some(())
            }
            Expression::Member(member) if member.node.operator.node == MemberOperator::Direct => {
                match &member.node.expression.node {
                    Expression::Identifier(name) => self.constant(self.certain(name)?),
                    _ => None,
                }
            }
            Expression::Call(call) => {
                let Expression::Identifier(name) = &call.node.callee.node else { return None };
                let name = &*name.node.name;
                let is_known = self.function.program.is_query(name)
                    || (is_computing_function(name)
                        && self.function.is_builtin(name, self.function.parsed.token_of(call.node.callee.span)));
                let mut arguments = call.node.arguments.iter();
                is_known.then_some(())?;
                arguments.try_for_each(|argument| self.collect(argument, parts, depth))
            }
            _ => None,
        }
    }

    /// Replaces a load in an address by its constant.
    fn nested(&self, node: &Node<Expression>, parts: &mut Vec<(Span, Replaced)>) -> Option<()> {
        let tokens = self.function.tokens(node);
        let load = self.moved.iter().find(|load| load.tokens == tokens)?;
        parts.push((load.span, Replaced::Load(Rc::clone(load))));
        Some(())
    }

    /// Notes that only the value of an expression counts, if all of it is replaced.
    fn take_value(&self, node: &Node<Expression>, parts: &mut [(Span, Replaced)]) {
        let whole = self.function.source_span(&self.function.bare_tokens(node));
        if let Some((span, Replaced::Counter(around) | Replaced::Local { around, .. })) = parts.last_mut()
            && Some(*span) == whole
            && self.function.parsed.expansion.tokens[self.function.tokens(node).start].call.is_none()
        {
            around.needs_type = false;
        }
    }

    fn variable(&self, name: &Node<Identifier>, parts: &mut Vec<(Span, Replaced)>, depth: usize) -> Option<()> {
        let function = self.function;
        self.names.set(self.names.get().checked_sub(1)?);
        let token = function.parsed.token_of(name.span);
        if function.is_hosted_constant(token) {
            return Some(());
        }
        let id = self.certain(name)?;
        if self.constant(id).is_some() {
            return Some(());
        }
        let span = self.plain_text(&(token..token + 1))?;
        let around = self.surroundings(token);
        let symbol = function.symbol(id);
        let kind = symbol.kind.integer().filter(|_| !symbol.kind.is_volatile)?;
        if id == self.nest.levels[0].counter.variable {
            // A narrow variable has another type than its replacement.
            (kind.bits >= IntegerType::INT.bits).then_some(())?;
            parts.push((span, Replaced::Counter(around)));
            return Some(());
        }
        let body = function.tokens(self.nest.levels[0].site.body);
        let has_one_value = body.contains(&symbol.declared)
            && symbol.storage == Storage::Local
            && function.first_access(id, Access::Write).is_none()
            && function.address_taken(id).is_none();
        let initializer = symbol.initializer.filter(|_| has_one_value && depth < MAX_DEPTH)?;
        let mut inner = Vec::new();
        self.collect(initializer, &mut inner, depth + 1)?;
        let tokens = function.bare_tokens(initializer);
        // A macro of the host is one name here, and may be any expression in the final compile.
        let is_open = function.parsed.expansion.tokens[tokens.clone()].iter().any(|token| token.open);
        let is_primary = !is_open && matches!(initializer.node, Expression::Identifier(_) | Expression::Constant(_));
        let value = self.address(&tokens, inner, is_primary)?;
        let cast = (self.kind(initializer, 0) != Some(kind)).then_some(kind);
        parts.push((span, Replaced::Local { value: Rc::new(value), cast, around }));
        Some(())
    }

    fn evaluator(&self) -> Evaluator<'_, '_, '_> {
        Evaluator::new(self.function, self.function.nothing_known(), LookupPoint::InTree)
    }

    /// The type of an expression that is known to be an integer; `None` if the type is unknown.
    fn kind(&self, node: &Node<Expression>, depth: usize) -> Option<IntegerType> {
        if depth > MAX_DEPTH {
            return None;
        }
        if let Ok(known) = self.evaluator().value(node) {
            return (known.facts.is_final() && !known.facts.type_differs()).then_some(known.kind);
        }
        match &node.node {
            Expression::Identifier(name) => self.function.symbol(self.certain(name)?).kind.integer(),
            Expression::Cast(cast) => self.evaluator().type_named(&cast.node.type_name).integer(),
            Expression::BinaryOperator(binary) => match binary.node.operator.node {
                BinaryOperator::Plus | BinaryOperator::Minus | BinaryOperator::Multiply | BinaryOperator::Divide => {
                    let left = self.kind(&binary.node.lhs, depth + 1)?;
                    left.common(self.kind(&binary.node.rhs, depth + 1)?)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The text of tokens outside of macros, or in an argument of one.
    fn plain_text(&self, tokens: &TokenRange) -> Option<Span> {
        let expanded = &self.function.parsed.expansion.tokens;
        let ends = [tokens.start, tokens.end - 1];
        if ends.iter().all(|&at| expanded[at].call.is_none()) {
            return self.function.source_span(tokens);
        }
        self.function.span_in_argument(tokens)
    }

    /// A text that expands to these tokens: they are written so, or whole invocations of macros make them.
    fn whole_text(&self, tokens: &TokenRange) -> Option<Span> {
        let function = self.function;
        let in_code = self.plain_text(tokens).or_else(|| function.source_span(tokens));
        in_code.or_else(|| function.span_of_invocation(tokens))
    }

    /// An expression with its parts, as a text on one line.
    fn address(&self, tokens: &TokenRange, mut parts: Vec<(Span, Replaced)>, is_primary: bool) -> Option<Address> {
        let span = self.whole_text(tokens)?;
        let text = self.function.unit.sources[FileId::MAIN].slice(span);
        let is_line = !text.iter().any(|byte| matches!(byte, b'\n' | b'\r' | b'\\'))
            && memchr::memmem::find(text, b"//").is_none()
            && memchr::memmem::find(text, b"/*").is_none();
        parts.sort_by_key(|(span, _)| span.start);
        self.each_once(tokens, &mut parts)?;
        let has_counter = parts.iter().any(|(_, part)| match part {
            Replaced::Counter(_) => true,
            Replaced::Local { value, .. } => value.has_counter,
            Replaced::Load(load) => load.address.has_counter,
        });
        let key = key(text, span, &parts);
        is_line.then_some(Address { span, parts, is_primary, has_counter, key })
    }

    /// Keeps each part once that a macro uses several times; `None` if the macro uses its text for anything else too.
    fn each_once(&self, tokens: &TokenRange, parts: &mut Vec<(Span, Replaced)>) -> Option<()> {
        let uses = self.function.uses_of_texts(tokens);
        let parts_at = |span: Span| parts.iter().filter(|(other, _)| *other == span).count();
        if parts.iter().any(|(span, _)| uses.get(&span.start) != Some(&parts_at(*span))) {
            return None;
        }
        // The text at a span is replaced once, so it must mean the same at each use.
        let means_other = |pair: &[(Span, Replaced)]| pair[0].0 == pair[1].0 && !pair[0].1.is_same(&pair[1].1);
        if parts.windows(2).any(means_other) {
            return None;
        }
        parts.dedup_by_key(|(span, _)| *span);
        Some(())
    }

    fn surroundings(&self, token: usize) -> ReplacementContext {
        let tokens = &self.function.parsed.expansion.tokens;
        // At the ends of a macro's argument, other tokens may come around it at each use.
        let around = token.saturating_sub(1)..token + 2;
        if tokens[token].call.is_some() && self.function.span_in_argument(&around).is_none() {
            return ReplacementContext { form: ReplacementForm::Operand, needs_type: true };
        }
        let is = |at: usize, any: &[Punct]| tokens.get(at).is_some_and(|token| any.iter().any(|&one| token.is(one)));
        let opens = token > 0 && is(token - 1, &[Punct::LeftBracket, Punct::LeftParen, Punct::Comma, Punct::Assign]);
        let form = if opens && is(token + 1, &[Punct::RightBracket, Punct::RightParen, Punct::Comma, Punct::Semicolon])
        {
            ReplacementForm::Whole
        } else if opens && is(token + 1, &[Punct::Plus, Punct::Minus]) {
            ReplacementForm::BeginsSum
        } else {
            ReplacementForm::Operand
        };
        ReplacementContext { form, needs_type: true }
    }
}

/// The text with a name for each replaced part, as a key.
fn key(text: &[u8], span: Span, parts: &[(Span, Replaced)]) -> String {
    let mut key = String::new();
    let mut at = span.start;
    let slice =
        |from: u32, to: u32| String::from_utf8_lossy(&text[(from - span.start) as usize..(to - span.start) as usize]);
    for (place, part) in parts {
        key.push_str(&slice(at, place.start));
        let _ = match part {
            Replaced::Counter(_) => write!(key, "\u{1}"),
            Replaced::Local { value, cast, .. } => write!(key, "({:?}:{})", cast.map(IntegerType::name), value.key),
            Replaced::Load(load) => write!(key, "({})", load.address.key),
        };
        at = place.end;
    }
    key.push_str(&slice(at, span.end));
    key.retain(|letter| letter != ' ' && letter != '\t');
    key
}
