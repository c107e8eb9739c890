//! The accesses to memory in a nest, and everything else in it that decides whether the order of its iterations may change.
//!
//! The [walk](crate::accesses) lists the contents of each part. Only code that computes, reads and writes is accepted. Everything else is
//! declined: jumps, loops beside the nest, calls of functions that may do more than compute and read, addresses, volatile objects. Each iteration
//! has its own copy of a variable of the nest, so its use is not an access to memory. A variable from outside is only read. Elements of
//! arrays from outside, and objects that pointers lead to, are accesses.

use lang_c::ast::{BinaryOperator, Expression, MemberOperator};
use lang_c::span::Node;

use super::affine::{Locals, Polynomial, SubscriptReader};
use super::hosted::NestConstants;
use super::nest::{Level, Nest, NestItem, decline};
use super::shared::is_shared_value;
use crate::accesses::bases::{Base, Bases, is_array, may_be_volatile};
use crate::accesses::{Call, Element, MemoryAccess, Other, VectorElements, Walk, WalkItem};
use crate::evaluate::{Evaluator, LookupPoint};
use crate::symbol::{Access, Storage, SymbolId};
use crate::symbols::{Function, place_of_token};
use crate::types::{Space, Type, TypeKind};
use clunroll_rules::{Decline, JamProblem, Reason};
use oclc_syntax::tree::{Effect, TokenRange, is_standard_macro};

/// A position in a nest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NestPart {
    /// The innermost loop around it, as its place in the nest.
    pub level: usize,
    /// How many inner loops of that loop are before it.
    pub code: usize,
}

/// An access to memory that other iterations may touch too.
#[derive(Clone, Debug)]
pub struct NestAccess<'t> {
    /// The expression: the object, or a pointer to it.
    pub node: &'t Node<Expression>,
    /// Its tokens; those of the call, for a vector.
    pub tokens: TokenRange,
    /// The array or pointer variable that it goes through.
    pub base: Base,
    /// The number of the element, or of the first element of a vector, if it is known.
    pub subscript: Option<Polynomial>,
    /// How many elements it touches from there on.
    pub length: u32,
    /// The call that loads or stores a vector.
    pub vector: Option<&'t Node<Expression>>,
    /// Whether it writes.
    pub is_write: bool,
    /// Whether some iterations may skip it.
    pub is_conditional: bool,
    /// Its position.
    pub part: NestPart,
}

/// The planned order of iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Iterations {
    /// They run side by side.
    SideBySide,
    /// They keep their order, so that one may pass a value to the next in a variable.
    InOrder,
}

/// Finds all accesses in a nest, in the order in which an iteration of each loop makes them. A variable from outside is none;
/// `shared.rs` compares the uses of those that are written.
///
/// # Errors
///
/// Declines code that does more than compute, read and write.
pub fn accesses<'t>(
    function: &Function<'_, 't>,
    nest: &Nest<'t>,
    iterations: Iterations,
) -> Result<Vec<NestAccess<'t>>, Decline> {
    let counters = nest.counters();
    let mut reader = NestReader {
        function,
        nest: nest.tokens(),
        constants: nest.constants,
        counters: &counters,
        bases: Bases { function },
        is_volatile_written: function.program.mentions_volatile(),
        iterations,
        part: NestPart { level: 0, code: 0 },
        is_innermost: false,
        may_be_skipped: false,
        locals: Locals::default(),
        accesses: Vec::new(),
    };
    for (level, Level { codes, loops, .. }) in nest.levels.iter().enumerate() {
        for (code, items) in codes.iter().enumerate() {
            reader.part = NestPart { level, code };
            (reader.is_innermost, reader.may_be_skipped) = (loops.is_empty(), false);
            for item in items {
                reader.check_uses(item.tokens(function))?;
                reader.item(item)?;
            }
        }
    }
    Ok(reader.accesses)
}

struct NestReader<'f, 'u, 't> {
    function: &'f Function<'u, 't>,
    nest: &'f TokenRange,
    constants: NestConstants,
    counters: &'f [SymbolId],
    bases: Bases<'f, 'u, 't>,
    /// Whether any text contains the word `volatile`.
    is_volatile_written: bool,
    iterations: Iterations,
    part: NestPart,
    /// Whether the part is the body of an innermost loop.
    is_innermost: bool,
    /// Whether a `continue` comes before.
    may_be_skipped: bool,
    locals: Locals,
    accesses: Vec<NestAccess<'t>>,
}

impl<'t> NestReader<'_, '_, 't> {
    fn decline<T, N>(&self, problem: JamProblem, node: &Node<N>) -> Result<T, Decline> {
        decline(self.function, problem, self.function.parsed.token_of(node.span))
    }

    /// Checks all names in some tokens.
    fn check_uses(&self, tokens: TokenRange) -> Result<(), Decline> {
        let function = self.function;
        for used in function.uses_in(tokens) {
            let place = place_of_token(function, used.token);
            let Some(id) = used.symbol else {
                if used.called || is_standard_macro(used.name) || function.is_open(used.token) {
                    continue;
                }
                return Err(Decline { reason: Reason::UndefinedName(used.name.to_owned()), place });
            };
            let symbol = function.symbol(id);
            if matches!(symbol.storage, Storage::Enumerator | Storage::Typedef) {
                continue;
            }
            if !function.is_certain(id, used.token) {
                return decline(function, JamProblem::Uncertain(used.name.to_owned()), used.token);
            }
            if may_be_volatile(&symbol.kind, self.is_volatile_written) {
                return Err(Decline { reason: Reason::Volatile(used.name.to_owned()), place });
            }
            if let Some(doubt) = self.bases.doubt(id) {
                let text = function.parsed.expansion.tokens[doubt].text.to_string();
                return Err(Decline { reason: Reason::HostDecides(text), place });
            }
            let is_array = is_array(symbol);
            let is_constant = symbol.storage == Storage::Static && symbol.kind.space == Space::Constant;
            if symbol.storage == Storage::Static && !is_array && !is_constant {
                return decline(function, JamProblem::Access, used.token);
            }
            if function.address_taken(id).is_some() && !is_array {
                return decline(function, JamProblem::Pointer(used.name.to_owned()), used.token);
            }
            let is_shared = self.iterations == Iterations::SideBySide
                && !self.nest.contains(&symbol.declared)
                && !is_shared_value(symbol);
            if used.access == Access::Write && (is_shared || self.counters.contains(&id)) && !is_array {
                return decline(function, JamProblem::Writes(used.name.to_owned()), used.token);
            }
        }
        Ok(())
    }

    fn item(&mut self, item: &NestItem<'t>) -> Result<(), Decline> {
        let mut walk = Walk::new(self.function);
        match item {
            NestItem::InBlock(item) => walk.block_item(item),
            NestItem::Alone(statement) => walk.statement(statement),
        }
        walk.found.into_iter().try_for_each(|found| match found {
            WalkItem::Access(access) => self.access(&access),
            WalkItem::Call(call) => self.call(&call),
            // It ends a copy of an innermost body: no code of another loop comes after it.
            WalkItem::Other(Other::Continue, _) if self.iterations == Iterations::SideBySide && self.is_innermost => {
                self.may_be_skipped = true;
                Ok(())
            }
            WalkItem::Other(other, span) => {
                decline(self.function, problem_of(other), self.function.parsed.token_of(span))
            }
        })
    }

    /// Accepts a call of a built-in function that computes, loads or stores, and of a function of the files that only computes and reads.
    fn call(&self, call: &Call<'t>) -> Result<(), Decline> {
        let (program, token) = (self.function.program, self.function.parsed.token_of(call.callee));
        let is_accepted = match call.effect {
            Some(Effect::Computes | Effect::Queries | Effect::Loads { .. } | Effect::Stores { .. }) => true,
            Some(_) => false,
            // A load does not move across a call that may not return.
            None if self.iterations == Iterations::InOrder => false,
            None => {
                self.function.lookup(call.name, token).is_none_or(|id| self.is_function(id))
                    && program.objects_read(call.name).is_some()
            }
        };
        if is_accepted && !program.judges_arguments() {
            return Ok(());
        }
        decline(self.function, JamProblem::Call(call.name.to_owned()), token)
    }

    fn is_function(&self, id: SymbolId) -> bool {
        matches!(self.function.symbol(id).kind.shape, TypeKind::Function)
    }

    fn access(&mut self, access: &MemoryAccess<'t>) -> Result<(), Decline> {
        let MemoryAccess { pointer, element, .. } = *access;
        match (&pointer.node, element) {
            (Expression::Identifier(_), Element::First) => self.element(pointer, Polynomial::constant(0), access),
            (Expression::Identifier(_), Element::At(subscript)) => {
                let subscript = self.subscript(subscript);
                self.element(pointer, subscript, access)
            }
            (Expression::Identifier(_), Element::Vector(vector)) => {
                self.element(pointer, self.first_element(&vector), access)
            }
            (Expression::Identifier(_), Element::Several) => self.element(pointer, None, access),
            // For an array in a struct, the access goes to the whole of the outermost object.
            (_, Element::At(subscript)) => match self.outermost_array(pointer) {
                Some(base) => self.element(base, self.number(pointer, subscript), access),
                None => self.decline(JamProblem::Access, access.node),
            },
            _ => self.decline(JamProblem::Access, access.node),
        }
    }

    /// The outermost object that an array is a part of: an array, or the object that a pointer points to.
    fn outermost_array(&self, node: &'t Node<Expression>) -> Option<&'t Node<Expression>> {
        let evaluator = Evaluator::new(self.function, self.function.nothing_known(), LookupPoint::InTree);
        let is_array = |node: &Node<Expression>| {
            let kind = evaluator.type_of_object(&node.node);
            matches!(kind, Some(Type { shape: TypeKind::Array(..), .. }))
        };
        let mut object = Some(node).filter(|node| is_array(node))?;
        loop {
            object = match &object.node {
                Expression::Identifier(_) => return Some(object),
                Expression::Member(member) if member.node.operator.node == MemberOperator::Direct => {
                    &member.node.expression
                }
                Expression::Member(member) => return Some(&member.node.expression),
                Expression::BinaryOperator(binary) if binary.node.operator.node == BinaryOperator::Index => {
                    let base = &*binary.node.lhs;
                    let is_pointer = matches!(base.node, Expression::Identifier(_)) || is_array(base);
                    Some(base).filter(|_| is_pointer)?
                }
                _ => return None,
            };
        }
    }

    /// The number of an element of a row, counted from the beginning of the outermost array: `i * 8 + j` for `tile[i][j]` in
    /// `float tile[4][8]`. Compilers find the element there even if `j` is not less than 8. `None` if a length is unknown.
    fn number(&self, row: &'t Node<Expression>, last: &'t Node<Expression>) -> Option<Polynomial> {
        let evaluator = Evaluator::new(self.function, self.function.nothing_known(), LookupPoint::InTree);
        let (mut number, mut size, mut row) = (self.subscript(last)?, 1_i128, row);
        loop {
            let Some(Type { shape: TypeKind::Array(_, length), .. }) = evaluator.type_of_object(&row.node) else {
                return None;
            };
            let length = self.constants.length(&length)?;
            let Expression::BinaryOperator(binary) = &row.node else { return None };
            if binary.node.operator.node != BinaryOperator::Index {
                return None;
            }
            size = size.checked_mul(length.into())?;
            number = number.add(&self.subscript(&binary.node.rhs)?, size)?;
            row = &binary.node.lhs;
            if matches!(row.node, Expression::Identifier(_)) {
                return Some(number);
            }
        }
    }

    /// Adds an access to an element of a named array or pointer.
    fn element(
        &mut self,
        base: &'t Node<Expression>,
        subscript: Option<Polynomial>,
        access: &MemoryAccess<'t>,
    ) -> Result<(), Decline> {
        let (function, is_write) = (self.function, access.kind.writes());
        let Expression::Identifier(name) = &base.node else { return self.decline(JamProblem::Access, access.node) };
        let token = function.parsed.token_of(name.span);
        let Some(id) = function.lookup(&name.node.name, token) else {
            return self.decline(JamProblem::Access, access.node);
        };
        let symbol = function.symbol(id);
        let is_inside = self.nest.contains(&symbol.declared);
        // In `i[a]` and `*(i + a)`, the array is on the other side.
        let is_object = matches!(symbol.kind.shape, TypeKind::Record(_) | TypeKind::Vector(..));
        if !is_array(symbol) && symbol.kind.pointee().is_none() && !is_object {
            return self.decline(JamProblem::Access, base);
        }
        let is_own_object = is_array(symbol) || symbol.kind.pointee().is_none();
        if is_own_object && is_inside {
            return Ok(());
        }
        if symbol.kind.pointee().is_none() {
            // A part of a struct from outside may only be read.
            let is_shared = is_write && self.iterations == Iterations::SideBySide;
            return if is_shared { self.decline(JamProblem::Writes(name.node.name.clone()), base) } else { Ok(()) };
        }
        let vector = match access.element {
            Element::Vector(vector) => Some(vector),
            _ => None,
        };
        self.accesses.push(NestAccess {
            node: access.node,
            tokens: function.tokens(vector.map_or(access.node, |vector| vector.call)),
            base: self.bases.base(id, !self.nest.contains(&function.symbol(self.bases.origin(id).0).declared)),
            subscript,
            length: vector.map_or(1, |vector| vector.length),
            vector: vector.map(|vector| vector.call),
            is_write,
            is_conditional: access.is_conditional || self.may_be_skipped,
            part: self.part,
        });
        Ok(())
    }

    /// The number of a vector's first element.
    fn first_element(&self, vector: &VectorElements<'t>) -> Option<Polynomial> {
        let first = Polynomial::default().add(&self.subscript(vector.number)?, vector.stride.into())?;
        match vector.distance {
            Some(distance) => first.add(&self.subscript(distance)?, 1),
            None => Some(first),
        }
    }

    fn subscript(&self, node: &Node<Expression>) -> Option<Polynomial> {
        let Self { function, nest, counters, constants, .. } = *self;
        SubscriptReader { function, nest, counters, locals: &self.locals, constants }
            .read(node)
            .map(|value| value.polynomial)
    }
}

/// The reason for which a nest with this code is declined.
fn problem_of(other: Other<'_>) -> JamProblem {
    match other {
        Other::Jump | Other::Continue | Other::Statement => JamProblem::Statement,
        Other::Loop => JamProblem::SecondLoop,
        Other::Expression | Other::Unknown => JamProblem::Access,
        Other::Array(name) => JamProblem::Pointer(name.to_owned()),
        Other::PointerArgument(name) => JamProblem::Call(name.to_owned()),
    }
}
