//! The declaration of an array that should become scalars: its dimensions, its elements and its initialiser.
//!
//! It must declare an array of private memory whose lengths are final constants, and whose elements have a type that a variable can have in
//! the same declaration: a scalar, a vector, a pointer. Everything else stays.

use crate::limits::MAX_ELEMENTS;
use lang_c::ast::{
    ArraySize, Declarator, DeclaratorKind, DerivedDeclarator, Expression, InitDeclarator, Initializer,
    InitializerListItem,
};
use lang_c::span::Node;

use super::hosted::HostedValues;
use super::request::place_of_range;
use super::uses::PromotionObstacle;
use clunroll_analysis::{Evaluator, Function, LookupPoint, Space, Storage, SymbolId, Type, TypeKind};
use clunroll_rules::{InitializerProblem, PromotionDecline, PromotionReason};
use oclc_syntax::tree::TokenRange;

/// One array of a declaration.
#[derive(Debug)]
pub struct Array<'t> {
    /// Its name.
    pub name: &'t str,
    /// Its symbol.
    pub symbol: SymbolId,
    /// The token of its name.
    pub name_token: usize,
    /// Its declarator, from the `*` of an array of pointers to the last bracket.
    pub declarator: TokenRange,
    /// The declarator with its initialiser.
    pub whole: TokenRange,
    /// The lengths, outermost first.
    pub lengths: Vec<u64>,
    /// Whether its elements have members.
    pub has_members: bool,
    /// The initialiser of each element, in order; `None` if there is none.
    pub values: Option<Vec<ElementInitializer<'t>>>,
    /// The assumptions of its lengths about the host's macros.
    pub hosted: HostedValues,
}

/// The initialiser of one element.
#[derive(Clone, Copy, Debug)]
pub enum ElementInitializer<'t> {
    /// An expression.
    Of(&'t Node<Expression>),
    /// A list in braces.
    List(&'t Node<Initializer>),
    /// No initialiser is written for it.
    Zero,
}

impl<'t> Array<'t> {
    /// Reads a declarator; `Ok(None)` if it does not declare an array.
    ///
    /// # Errors
    ///
    /// Returns the reason why this array cannot become scalars.
    pub fn read(
        function: &Function<'_, 't>,
        node: &'t Node<InitDeclarator>,
    ) -> Result<Option<Self>, PromotionObstacle> {
        let InitDeclarator { declarator, initializer } = &node.node;
        let Some((name, sizes)) = array(&declarator.node) else { return Ok(None) };
        let whole = function.tokens(node);
        let name_token = function.tokens(name).start;
        let obstacle = |decline| PromotionObstacle { decline, token: name_token };
        let kept =
            |why, tokens: &TokenRange| Err(obstacle(PromotionDecline { why, place: place_of_range(function, tokens) }));
        let at_name = name_token..name_token + 1;
        let text = &*name.node.name;
        if function.moment(whole.start) != function.moment(whole.end - 1) {
            return kept(PromotionReason::Directive, &whole);
        }
        let Some(symbol) = function.lookup(text, name_token) else { return kept(PromotionReason::Uncertain, &at_name) };
        if function.parsed.expansion.tokens[name_token].open {
            return kept(PromotionReason::HostMacro(text.to_owned()), &at_name);
        }
        if !function.is_certain(symbol, name_token) {
            return kept(PromotionReason::Uncertain, &at_name);
        }
        let element = array_element(&function.symbol(symbol).kind, sizes.len());
        if let Err(why) = check_type(function, symbol, &element) {
            return kept(why, &at_name);
        }
        let list = match initializer.as_ref().map(|initializer| &initializer.node) {
            None => None,
            Some(Initializer::List(items)) => Some(items),
            Some(Initializer::Expression(value)) => {
                return kept(PromotionReason::Initializer(InitializerProblem::NotList), &function.tokens(value));
            }
        };
        let mut lengths = Vec::new();
        let mut hosted = HostedValues::default();
        for size in &sizes {
            let list = list.filter(|_| sizes.len() == 1);
            lengths.push(length(function, size, list, &at_name, &mut hosted).map_err(obstacle)?);
        }
        let total = lengths.iter().fold(1_u64, |total, &length| total.saturating_mul(length));
        if total > MAX_ELEMENTS {
            return kept(PromotionReason::TooLarge(total, MAX_ELEMENTS), &at_name);
        }
        let values = match list {
            None => None,
            Some(items) => match values(function, items, &lengths, &element) {
                Ok(values) => Some(values),
                Err(problem) => {
                    let range = function.tokens(declarator).end..whole.end;
                    return kept(PromotionReason::Initializer(problem), &range);
                }
            },
        };
        let declarator = function.tokens(declarator);
        let has_members = matches!(element.shape, TypeKind::Record(_));
        Ok(Some(Self { name: text, symbol, name_token, declarator, whole, lengths, has_members, values, hosted }))
    }

    /// The indices of all elements, in order.
    #[must_use]
    pub fn indices(&self) -> Vec<Vec<u64>> {
        self.lengths.iter().fold(vec![Vec::new()], |outer, &length| {
            let longer = |indices: Vec<u64>| {
                (0..length).map(move |index| indices.iter().copied().chain(std::iter::once(index)).collect())
            };
            outer.into_iter().flat_map(longer).collect()
        })
    }
}

/// The name in a declarator of an array.
#[must_use]
pub fn array_name(declarator: &Declarator) -> Option<&str> {
    array(declarator).map(|(name, _)| &*name.node.name)
}

/// The name and the sizes in a declarator of an array.
fn array(declarator: &Declarator) -> Option<(&Node<lang_c::ast::Identifier>, Vec<&ArraySize>)> {
    let DeclaratorKind::Identifier(name) = &declarator.kind.node else { return None };
    let mut sizes = Vec::new();
    for part in &declarator.derived {
        match &part.node {
            DerivedDeclarator::Array(array) => sizes.push(&array.node.size),
            DerivedDeclarator::Pointer(_) if sizes.is_empty() => {}
            _ => return None,
        }
    }
    (!sizes.is_empty()).then_some((name, sizes))
}

/// The type of the elements of an array with that many dimensions.
fn array_element(kind: &Type, dimensions: usize) -> Type {
    (0..dimensions).fold(kind.clone(), |kind, _| match kind.shape {
        TypeKind::Array(element, _) => *element,
        _ => Type::unknown(),
    })
}

fn check_type(function: &Function<'_, '_>, id: SymbolId, element: &Type) -> Result<(), PromotionReason> {
    let symbol = function.symbol(id);
    if symbol.storage != Storage::Local || symbol.kind.space != Space::Private || element.space != Space::Private {
        return Err(PromotionReason::NotPrivate);
    }
    if element.is_volatile {
        return Err(PromotionReason::Volatile);
    }
    match element.shape {
        TypeKind::Array(..) => Err(PromotionReason::Arrays),
        TypeKind::Function | TypeKind::Unknown => Err(PromotionReason::Element),
        _ => Ok(()),
    }
}

/// The value of a length. An array without one has as many elements as initialisers.
fn length(
    function: &Function<'_, '_>,
    size: &ArraySize,
    list: Option<&Vec<Node<InitializerListItem>>>,
    name: &TokenRange,
    hosted: &mut HostedValues,
) -> Result<u64, PromotionDecline> {
    let expression = match (size, list) {
        (ArraySize::VariableExpression(expression), _) => expression,
        (ArraySize::Unknown, Some(items)) if !items.is_empty() => return Ok(items.len() as u64),
        _ => return Err(PromotionDecline { why: PromotionReason::Length, place: place_of_range(function, name) }),
    };
    let evaluator = Evaluator::new(function, function.nothing_known(), LookupPoint::InTree);
    let tokens = function.tokens(expression);
    let decline = |why| PromotionDecline { why, place: place_of_range(function, &tokens) };
    let known = evaluator.value(expression).ok().filter(|known| known.value > 0);
    let known = known.ok_or_else(|| decline(PromotionReason::Length))?;
    if let Some(host) = known.facts.hosts().first() {
        hosted.assume(&evaluator, expression, decline(PromotionReason::HostLength(host.clone())))?;
    }
    Ok(u64::try_from(known.value).unwrap_or(u64::MAX))
}

/// The initialiser of each element (C99 6.7.8).
fn values<'t>(
    function: &Function<'_, 't>,
    items: &'t [Node<InitializerListItem>],
    lengths: &[u64],
    element: &Type,
) -> Result<Vec<ElementInitializer<'t>>, InitializerProblem> {
    let total = lengths.iter().product::<u64>() as usize;
    let mut values = vec![ElementInitializer::Zero; total];
    let has_members = matches!(element.shape, TypeKind::Record(_));
    fill(items, lengths, has_members, &mut values)?;
    let tokens = &function.parsed.expansion.tokens;
    let is_one = |value: &ElementInitializer<'_>| match value {
        ElementInitializer::Of(value) => function.unit.is_one_value(&tokens[function.tokens(value)]),
        ElementInitializer::List(list) => !function.has_open_names(function.tokens(list)),
        ElementInitializer::Zero => true,
    };
    if !values.iter().all(is_one) {
        return Err(InitializerProblem::MacroOfValues);
    }
    if has_members && values.iter().any(|value| matches!(value, ElementInitializer::Of(_))) {
        return Err(InitializerProblem::NoList);
    }
    if let TypeKind::Vector(..) | TypeKind::OneOf(_) = element.shape {
        // Numbers in the list of an array of vectors may be components.
        let evaluator = Evaluator::new(function, function.nothing_known(), LookupPoint::InTree);
        let is_vector = |value: &ElementInitializer<'_>| match value {
            ElementInitializer::Of(Node { node: Expression::Cast(cast), .. }) => {
                evaluator.type_named(&cast.node.type_name).shape == element.shape
            }
            _ => false,
        };
        if !are_scalars(&element.shape) && !values.iter().all(is_vector) {
            return Err(InitializerProblem::NoVectorLiteral);
        }
    }
    // A string initialises as many elements as it has characters (C99 6.7.8, 14), but a pointer points to it.
    let is_string = |value: &ElementInitializer<'_>| match value {
        ElementInitializer::Of(value) => match &value.node {
            Expression::StringLiteral(_) => true,
            Expression::Identifier(name) => matches!(&*name.node.name, "__func__" | "__FUNCTION__"),
            _ => false,
        },
        ElementInitializer::List(_) | ElementInitializer::Zero => false,
    };
    if !matches!(element.shape, TypeKind::Pointer(_)) && values.iter().any(is_string) {
        return Err(InitializerProblem::StringOfElements);
    }
    Ok(values)
}

/// Whether a type, or each type that conditions choose among, has one value.
fn are_scalars(kind: &TypeKind) -> bool {
    match kind {
        TypeKind::OneOf(alternatives) => alternatives.iter().all(are_scalars),
        TypeKind::Vector(..) | TypeKind::Record(_) => false,
        _ => true,
    }
}

/// Writes the initialisers of an array, or of a part of it, into `values`; those of elements with members are lists.
fn fill<'t>(
    items: &'t [Node<InitializerListItem>],
    lengths: &[u64],
    has_members: bool,
    values: &mut [ElementInitializer<'t>],
) -> Result<(), InitializerProblem> {
    if items.iter().any(|item| !item.node.designation.is_empty()) {
        return Err(InitializerProblem::NamesElements);
    }
    let lists = items.iter().filter(|item| matches!(item.node.initializer.node, Initializer::List(_))).count();
    if lists == 0 {
        // All values are in one list, without the braces of inner arrays.
        if items.len() > values.len() {
            return Err(InitializerProblem::TooManyValues);
        }
        for (value, item) in values.iter_mut().zip(items) {
            if let Initializer::Expression(expression) = &item.node.initializer.node {
                *value = ElementInitializer::Of(expression);
            }
        }
        return Ok(());
    }
    if let (true, true, [length]) = (has_members, lists == items.len(), lengths) {
        if items.len() as u64 > *length {
            return Err(InitializerProblem::TooManyValues);
        }
        for (value, item) in values.iter_mut().zip(items) {
            *value = ElementInitializer::List(&item.node.initializer);
        }
        return Ok(());
    }
    let (Some((&length, inner)), true) =
        (lengths.split_first().filter(|(_, inner)| !inner.is_empty()), lists == items.len())
    else {
        return Err(InitializerProblem::SomeBraces);
    };
    if items.len() as u64 > length {
        return Err(InitializerProblem::TooManyValues);
    }
    let stride = values.len() / length as usize;
    for (part, item) in values.chunks_mut(stride).zip(items) {
        if let Initializer::List(items) = &item.node.initializer.node {
            fill(items, inner, has_members, part)?;
        }
    }
    Ok(())
}
