//! Loops with a second condition beside the one that counts.
//!
//! ```c
//! for (int i = 0; i < 12 && error > epsilon; i++)
//! ```
//!
//! One of the conditions gives the largest number of iterations; the others may end the loop earlier. They are evaluated from left to right,
//! and only as long as all before them hold (C99 6.5.13p4). So after the largest number of iterations, those to the left of the one that
//! counts are evaluated once more, and those to the right of it are not.

use std::rc::Rc;

use lang_c::ast::{BinaryOperator, Expression};
use lang_c::span::Node;

use super::induction::{Header, Induction};

/// The condition that counts, among several that must all hold.
#[derive(Clone, Debug)]
pub struct Conjunction<'t> {
    /// The induction variable of that condition.
    pub counter: Rc<Induction<'t>>,
    /// Whether another condition comes before it.
    pub is_tested_once_more: bool,
}

/// The first condition of a test that gives a trip count, if the test has several.
pub(super) fn find_conjunction<'t>(header: &Header<'_, '_, 't>) -> Option<Conjunction<'t>> {
    let mut conditions = Vec::new();
    collect(header.test?, &mut conditions);
    if conditions.len() < 2 {
        return None;
    }
    let found = conditions.iter().enumerate().find_map(|(at, condition)| {
        let alone = Header { test: Some(*condition), ..*header };
        Some((at, alone.find().ok()?))
    });
    found.map(|(at, counter)| Conjunction { counter: Rc::new(counter), is_tested_once_more: at > 0 })
}

// test = condition { "&&" condition }
fn collect<'t>(test: &'t Node<Expression>, conditions: &mut Vec<&'t Node<Expression>>) {
    match &test.node {
        Expression::BinaryOperator(binary) if binary.node.operator.node == BinaryOperator::LogicalAnd => {
            collect(&binary.node.lhs, conditions);
            collect(&binary.node.rhs, conditions);
        }
        _ => conditions.push(test),
    }
}
