//! All accesses of a loop to global memory, or nothing if there may be others.
//!
//! The [walk](Walk) lists the contents of the loop. Each access is followed to the pointer variable that it begins with, and from there to
//! the parameter: two accesses that begin at different parameters count as accesses to different objects. If the loop contains something
//! that may access more (a call, a jump, an unknown pointer), there is no answer at all.

use std::collections::HashMap;

use lang_c::ast::Expression;
use lang_c::span::Node;

use clunroll_analysis::{
    Bases, Call, Element, Function, Loop, MemoryAccess, Other, Space, SymbolId, Type, TypeKind, Walk, WalkItem,
    pointer_variable,
};
use clunroll_rules::AccessKind;
use oclc_syntax::tree::{Effect, TokenRange, convergent};

/// The pointer that an access begins with.
#[derive(Clone, Copy)]
pub(super) struct AccessBase<'f> {
    /// The object, if it is known: a parameter, or an array. `None` may be any object.
    pub root: Option<SymbolId>,
    /// The type that the pointer points to.
    pub element: &'f Type,
    /// Whether it is declared `restrict`.
    pub is_restrict: bool,
}

/// One access.
pub(super) struct GlobalAccess<'f, 't> {
    /// Its tokens.
    pub range: TokenRange,
    pub kind: AccessKind,
    pub base: AccessBase<'f>,
    /// The pointer, and the index after it.
    pub pointer: &'t Node<Expression>,
    pub index: Option<&'t Node<Expression>>,
    /// Whether some iterations may skip it.
    pub is_conditional: bool,
    pub is_in_body: bool,
}

/// The accesses of a loop in the order of their tokens, those of the body first; `None` if there may be others.
pub(super) fn accesses_of<'f, 't>(
    function: &'f Function<'_, 't>,
    site: &Loop<'t>,
) -> Option<Vec<GlobalAccess<'f, 't>>> {
    let mut reader = GlobalReader { function, keyword: site.tokens.start, bases: HashMap::new() };
    let mut body = Walk::new(function);
    body.statement(site.body);
    let mut header = Walk::new(function);
    site.test.into_iter().chain(site.step).for_each(|part| header.value(part));
    let mut accesses = reader.accesses(&body.found, true)?;
    accesses.extend(reader.accesses(&header.found, false)?);
    Some(accesses)
}

struct GlobalReader<'f, 'u, 't> {
    function: &'f Function<'u, 't>,
    keyword: usize,
    /// The bases of pointers so far; `None` for pointers to other memory.
    bases: HashMap<SymbolId, Option<AccessBase<'f>>>,
}

impl<'f, 't> GlobalReader<'f, '_, 't> {
    fn accesses(&mut self, found: &[WalkItem<'t>], is_in_body: bool) -> Option<Vec<GlobalAccess<'f, 't>>> {
        let mut accesses = Vec::new();
        for one in found {
            match one {
                WalkItem::Access(access) => {
                    let (pointer, index) = self.pointer(access)?;
                    accesses.extend(self.access(access, pointer, index, is_in_body));
                }
                WalkItem::Call(call) if only_computes(call) => {}
                WalkItem::Other(Other::Loop | Other::Statement | Other::Expression | Other::Array(_), _) => {}
                WalkItem::Call(_)
                | WalkItem::Other(Other::Jump | Other::Continue | Other::Unknown | Other::PointerArgument(_), _) => {
                    return None;
                }
            }
        }
        accesses.sort_by_key(|access| access.range.start);
        Some(accesses)
    }

    /// The pointer of an access and the index after it, if the access is to one element and through a known variable.
    fn pointer(&self, access: &MemoryAccess<'t>) -> Option<(&'t Node<Expression>, Option<&'t Node<Expression>>)> {
        let index = match access.element {
            Element::First => None,
            Element::At(index) => Some(index),
            Element::Vector(_) | Element::Several => return None,
        };
        let is_known = |node| pointer_variable(self.function, node).is_some();
        match index {
            _ if is_known(access.pointer) => Some((access.pointer, index)),
            Some(second) if is_known(second) => Some((second, Some(access.pointer))),
            _ => None,
        }
    }

    /// Adds an access to global memory; others are ignored.
    fn access(
        &mut self,
        access: &MemoryAccess<'t>,
        pointer: &'t Node<Expression>,
        index: Option<&'t Node<Expression>>,
        is_in_body: bool,
    ) -> Option<GlobalAccess<'f, 't>> {
        let function = self.function;
        let id = pointer_variable(function, pointer)?;
        let base = (*self.bases.entry(id).or_insert_with(|| base(function, id)))?;
        // The span of the operator does not include parentheses around the expression.
        let range = match &access.node.node {
            Expression::BinaryOperator(element) => function.tokens(element),
            _ => function.tokens(access.node),
        };
        let unit = function.unit;
        let group = |token: usize| unit.group(function.moment(token));
        let is_always = unit.encloses(&function.parsed.configuration, group(range.start), group(self.keyword));
        let is_conditional = access.is_conditional || !is_always;
        Some(GlobalAccess { range, kind: access.kind, base, pointer, index, is_conditional, is_in_body })
    }
}

/// The base of a pointer to global memory.
fn base<'f>(function: &'f Function<'_, '_>, id: SymbolId) -> Option<AccessBase<'f>> {
    let element = pointee_element(&function.symbol(id).kind).filter(|element| element.space == Space::Global)?;
    let bases = Bases { function };
    Some(AccessBase { root: bases.object(id), element, is_restrict: bases.is_restrict(id) })
}

/// The type of the elements that a pointer leads to, or of an array of any number of dimensions.
fn pointee_element(kind: &Type) -> Option<&Type> {
    let pointee = kind.pointee()?;
    if matches!(pointee.shape, TypeKind::Array(..)) { pointee_element(pointee) } else { Some(pointee) }
}

/// Whether a compiler must assume that both pointers may lead to one object: they have one type, and neither is `restrict`.
pub(super) fn may_be_same(one: &AccessBase<'_>, other: &AccessBase<'_>) -> bool {
    !one.is_restrict && !other.is_restrict && one.element.is_same_object(other.element)
}

/// Whether a call accesses no buffer, apart from what its arguments access.
fn only_computes(call: &Call<'_>) -> bool {
    let is_apart = matches!(
        call.effect,
        Some(
            Effect::Computes | Effect::Queries | Effect::StoresResult { .. } | Effect::ReadsImage | Effect::WritesImage
        )
    );
    is_apart && convergent(call.name).is_none()
}
