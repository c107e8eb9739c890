//! The first value of a variable that an inner loop counts, if the statement or declaration is before the loop.
//!
//! ```text
//! int k = 0, sum = 0;              int k; … k = 0;
//! while (k < n) {                  for (; k < n; k++)
//!     sum += a[k];                     sum += a[k];
//!     k++;
//! }
//! ```
//!
//! Both loops do what `for (k = 0; k < n; k++)` does there, if no other code of the body mentions the variable in between. The statement or
//! declaration is an item of the same body as the loop. So it runs before the loop in each iteration, unless a jump passes by it, and a
//! nest has no such jump.

use std::rc::Rc;

use lang_c::ast::{BinaryOperator, BlockItem, Expression, Initializer, Statement};
use lang_c::span::Node;

use super::nest::NestItem;
use crate::induction::Induction;
use crate::symbol::SymbolId;
use crate::symbols::Function;
use oclc_syntax::tree::TokenRange;

/// The first value of a counter before its loop.
#[derive(Clone, Debug)]
pub struct FirstValue<'t> {
    /// The tokens of the statement, or of the declaration.
    pub tokens: TokenRange,
    /// Whether it is a statement, which does nothing else.
    pub is_statement: bool,
    value: &'t Node<Expression>,
}

impl<'t> FirstValue<'t> {
    /// Finds it among the items of the body that are before the loop.
    pub(super) fn find(function: &Function<'_, 't>, counter: &Induction<'t>, before: &[NestItem<'t>]) -> Option<Self> {
        let id = counter.variable;
        let declares = |range: TokenRange| function.declared_in(range).any(|declared| declared == id);
        let mentions = |item: &&NestItem<'t>| {
            let tokens = item.tokens(function);
            function.uses_in(tokens.clone()).iter().any(|used| used.symbol == Some(id)) || declares(tokens)
        };
        let item = before.iter().rfind(mentions)?;
        let NestItem::InBlock(node) = item else { return None };
        let (value, is_statement) = match &node.node {
            BlockItem::Statement(statement) => (assigned(function, statement, id)?, true),
            BlockItem::Declaration(declaration) => {
                let mut declarators = declaration.node.declarators.iter();
                let of_counter = declarators.find(|one| declares(function.tokens(*one)))?;
                let Initializer::Expression(value) = &of_counter.node.initializer.as_ref()?.node else { return None };
                (&**value, false)
            }
            BlockItem::StaticAssert(_) => return None,
        };
        Some(Self { tokens: item.tokens(function), is_statement, value })
    }

    /// The counter, as if the header of its loop gave the value.
    pub(super) fn in_header(&self, counter: &Induction<'t>) -> Rc<Induction<'t>> {
        Rc::new(Induction { start: Some(self.value), ..counter.clone() })
    }
}

// statement = name "=" expression ";"
/// The value that a statement assigns to a variable.
fn assigned<'t>(
    function: &Function<'_, 't>,
    statement: &'t Node<Statement>,
    id: SymbolId,
) -> Option<&'t Node<Expression>> {
    let Statement::Expression(Some(expression)) = &statement.node else { return None };
    let Expression::BinaryOperator(binary) = &expression.node else { return None };
    let Expression::Identifier(name) = &binary.node.lhs.node else { return None };
    let is_counter = function.lookup(&name.node.name, function.parsed.token_of(name.span)) == Some(id);
    (is_counter && binary.node.operator.node == BinaryOperator::Assign).then_some(&*binary.node.rhs)
}
