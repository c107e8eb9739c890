//! The variable that counts the iterations of a `for` loop (C99 6.8.5.3), or of a `while` loop with a step (`stepping_while.rs`).
//!
//! One of the variables in a header is the induction variable: the test compares it with a bound, and exactly one part of the step changes
//! it, by adding, multiplying, dividing or shifting. Initialiser and step are lists, whose other parts are companions
//! (`for (int i = 0, j = 9; i < n; i++, j--)`): they do not influence the count, and keep their place between the copies.

use std::rc::Rc;

use lang_c::ast::{
    BinaryOperator, DeclarationSpecifier, DeclaratorKind, DerivedDeclarator, Expression, ForInitializer, ForStatement,
    InitDeclarator, Initializer, TypeSpecifier, UnaryOperator,
};
use lang_c::span::Node;

use super::comparison::Comparison;
use super::evaluate::{Evaluator, LookupPoint, operation};
use super::symbol::{Access, Storage, SymbolId};
use super::symbols::{Function, place_of_token};
use super::trips::Advance;
use super::types::{Space, TypeKind};
use clunroll_rules::{Decline, EndlessLoop, HeaderProblem, Reason};
use oclc_syntax::preprocess::{Constant, IntegerType, Operation};
use oclc_syntax::tree::{TokenRange, TreeExtent, is_type_name};

/// The type of an induction variable, as far as counting depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableType {
    /// A scalar integer.
    Integer(IntegerType),
    /// A pointer.
    Pointer,
    /// A type that is assumed to be arithmetic, and not `bool`; or a type that the host decides, so that the author's own test and step
    /// define what the loop does.
    Unknown,
}

impl VariableType {
    /// The integer type, if it is one.
    #[must_use]
    pub const fn integer(self) -> Option<IntegerType> {
        match self {
            Self::Integer(kind) => Some(kind),
            Self::Pointer | Self::Unknown => None,
        }
    }
}

/// The change of the induction variable after each iteration.
#[derive(Clone, Debug)]
pub enum Step<'t> {
    /// A change by a constant, with the facts that it depends on.
    Constant(Advance, Constant),
    /// A value that only the run knows is added.
    Add(&'t Node<Expression>),
    /// A value that only the run knows is subtracted.
    Subtract(&'t Node<Expression>),
}

/// The induction variable of a loop and all that its trips depend on.
#[derive(Clone, Debug)]
pub struct Induction<'t> {
    /// The induction variable.
    pub variable: SymbolId,
    /// Its name as the tree has it.
    pub name: &'t str,
    /// The token of its name where the header mentions it first.
    pub name_token: usize,
    /// The tokens of its type, if the header declares it.
    pub declared: Option<TokenRange>,
    /// Its type.
    pub kind: VariableType,
    /// Its first value; `None` if the header does not give one.
    pub start: Option<&'t Node<Expression>>,
    /// The comparison in the test.
    pub comparison: Comparison,
    /// The expression that it is compared with.
    pub bound: &'t Node<Expression>,
    /// The change after each iteration.
    pub step: Step<'t>,
    /// The same as an expression that is added or subtracted, also if its value is known.
    pub added: Option<Step<'t>>,
    /// The tokens of the whole step; of a `while` loop, they are a part of the body.
    pub step_tokens: TokenRange,
    /// Whether initialiser or step do anything else.
    pub has_companions: bool,
    /// Whether the step changes nothing but variables that the header declares.
    pub step_stays_inside: bool,
}

/// Finds the induction variable of the loop whose `for` is the token `keyword`; the inner error gives the reason why there is none.
///
/// # Errors
///
/// Declines volatile variables.
pub fn find_counter<'t>(
    function: &Function<'_, 't>,
    statement: &'t ForStatement,
    keyword: usize,
) -> Result<Result<Rc<Induction<'t>>, Decline>, Decline> {
    let header = Header {
        function,
        keyword,
        initializer: Some(&statement.initializer),
        test: statement.condition.as_deref(),
        step: statement.step.as_deref(),
    };
    match header.find() {
        Ok(counter) => Ok(Ok(Rc::new(counter))),
        Err(decline) if matches!(decline.reason, Reason::Volatile(_)) => Err(decline),
        Err(decline) => Ok(Err(decline)),
    }
}

/// The parts of a loop that determine its trips.
pub(super) struct Header<'f, 'u, 't> {
    pub(super) function: &'f Function<'u, 't>,
    /// The token of the loop's keyword.
    pub(super) keyword: usize,
    pub(super) initializer: Option<&'t Node<ForInitializer>>,
    pub(super) test: Option<&'t Node<Expression>>,
    pub(super) step: Option<&'t Node<Expression>>,
}

/// A variable and the expression that the test compares it with.
pub(super) struct Comparand<'t> {
    pub(super) name: &'t str,
    node: &'t Node<Expression>,
    comparison: Comparison,
    bound: &'t Node<Expression>,
}

/// The first value of a variable in the initialiser.
struct InitialValue<'t> {
    name_token: usize,
    declared: Option<TokenRange>,
    value: &'t Node<Expression>,
}

impl<'t> Header<'_, '_, 't> {
    pub(super) fn decline(&self, reason: Reason, token: usize) -> Decline {
        Decline { reason, place: place_of_token(self.function, token) }
    }

    pub(super) fn at<T>(&self, node: &Node<T>) -> usize {
        self.function.parsed.token_of(node.span)
    }

    /// The induction variable.
    ///
    /// # Errors
    ///
    /// Declines headers without a trip count.
    pub(super) fn find(&self) -> Result<Induction<'t>, Decline> {
        let header = |problem| self.decline(Reason::Header(problem), self.keyword);
        let condition = self.test.ok_or_else(|| header(HeaderProblem::NoTest))?;
        let step = self.step.ok_or_else(|| header(HeaderProblem::NoStep))?;
        let parts = comma_parts(step);
        let Comparand { name, node: name_node, comparison, bound } = self.compared(condition, &parts)?;
        let mut changing = parts.iter().filter(|part| changed_variable(part) == Some(name));
        let (Some(part), None) = (changing.next(), changing.next()) else {
            return Err(self.decline(Reason::Header(HeaderProblem::TwoChanges), self.at(step)));
        };
        let advance = self.advance(part, name)?;
        let added = Self::added(part, name);
        let start = self.start(name)?;
        let name_token = start.as_ref().map_or_else(|| self.at(name_node), |start| start.name_token);
        let variable = self.function.lookup(name, name_token).ok_or_else(|| match self.function.parsed.extent {
            TreeExtent::Function => self.decline(Reason::UndefinedName(name.to_owned()), name_token),
            TreeExtent::Loop => self.function.unreadable(name_token),
        })?;
        self.check_writes(variable, name, step)?;
        let declared = start.as_ref().and_then(|start| start.declared.clone());
        let kind = self.variable_type(variable, name, name_token, declared.as_ref())?;
        Ok(Induction {
            variable,
            name,
            name_token,
            has_companions: parts.len() > 1 || self.starts().is_none_or(|count| count > 1),
            step_stays_inside: self.stays_inside(step),
            declared,
            kind,
            start: start.map(|start| start.value),
            comparison,
            bound,
            step: advance,
            added,
            step_tokens: self.function.tokens(step),
        })
    }

    /// The number of declarations and assignments in the initialiser; `None` if it contains anything else.
    fn starts(&self) -> Option<usize> {
        match self.initializer.map(|initializer| &initializer.node) {
            Some(ForInitializer::Declaration(declaration)) => Some(declaration.node.declarators.len()),
            Some(ForInitializer::Expression(expression)) => Some(comma_parts(expression).len()),
            Some(ForInitializer::Empty) | None => Some(0),
            Some(ForInitializer::StaticAssert(_)) => None,
        }
    }

    // condition = name comparison bound | bound comparison name
    /// The variable that is compared and that the step changes, the comparison, and the bound.
    pub(super) fn compared(
        &self,
        condition: &'t Node<Expression>,
        parts: &[&'t Node<Expression>],
    ) -> Result<Comparand<'t>, Decline> {
        let header = |problem, at| self.decline(Reason::Header(problem), at);
        let Expression::BinaryOperator(binary) = &condition.node else {
            return Err(header(HeaderProblem::NotComparison, self.at(condition)));
        };
        let operator = &binary.node.operator;
        let comparison = Comparison::of(&operator.node).ok_or_else(|| {
            let problem = match operator.node {
                BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => HeaderProblem::SeveralConditions,
                _ => HeaderProblem::OtherComparison,
            };
            header(problem, self.at(operator))
        })?;
        let stepped = |node: &'t Node<Expression>| match &node.node {
            Expression::Identifier(name) => {
                let name = &*name.node.name;
                parts.iter().any(|part| changed_variable(part) == Some(name)).then_some(name)
            }
            _ => None,
        };
        let (left, right) = (&*binary.node.lhs, &*binary.node.rhs);
        match (stepped(left), stepped(right)) {
            (Some(name), None) => Ok(Comparand { name, node: left, comparison, bound: right }),
            (None, Some(name)) => Ok(Comparand { name, node: right, comparison: comparison.mirrored(), bound: left }),
            (Some(_), Some(_)) => Err(header(HeaderProblem::BothSidesChange, self.at(right))),
            (None, None) => Err(header(HeaderProblem::NoVariableCompared, self.at(condition))),
        }
    }

    // step = ("++" | "--") name | name ("++" | "--") | name ("+=" | "-=" | "*=" | "/=" | "<<=" | ">>=") amount
    //      | name "=" name operator amount | name "=" amount ("+" | "*") name
    pub(super) fn advance(&self, part: &'t Node<Expression>, name: &str) -> Result<Step<'t>, Decline> {
        let unusual = || self.decline(Reason::Header(HeaderProblem::OtherChange), self.at(part));
        let is_variable =
            |node: &Node<Expression>| matches!(&node.node, Expression::Identifier(found) if found.node.name == name);
        let (operation, amount) = match &part.node {
            Expression::UnaryOperator(unary) => {
                let stride = match unary.node.operator.node {
                    UnaryOperator::PreIncrement | UnaryOperator::PostIncrement => 1,
                    _ => -1,
                };
                return Ok(Step::Constant(Advance::Add(stride), Constant::new(stride, IntegerType::INT)));
            }
            Expression::BinaryOperator(binary) => {
                let right = &*binary.node.rhs;
                match (compound(&binary.node.operator.node), &right.node) {
                    (Some(operation), _) => (operation, right),
                    (None, Expression::BinaryOperator(inner)) => {
                        let (left, right) = (&*inner.node.lhs, &*inner.node.rhs);
                        let found = operation(&inner.node.operator.node).ok_or_else(unusual)?;
                        let commutes = matches!(found, Operation::Add | Operation::Multiply);
                        match (is_variable(left), is_variable(right)) {
                            (true, _) => (found, right),
                            (false, true) if commutes => (found, left),
                            _ => return Err(unusual()),
                        }
                    }
                    _ => return Err(unusual()),
                }
            }
            _ => return Err(unusual()),
        };
        // `i += i` doubles.
        if operation == Operation::Add && is_variable(amount) {
            let two = Constant::new(2, IntegerType::INT);
            return Ok(Step::Constant(Advance::Scale(Operation::Multiply, two.clone()), two));
        }
        let evaluator = Evaluator::new(self.function, &self.function.no_env, LookupPoint::InTree);
        match (operation, evaluator.value(amount)) {
            (Operation::Add | Operation::Subtract, Ok(value)) => {
                let stride = if operation == Operation::Add { value.value } else { -value.value };
                if stride == 0 {
                    return Err(self.decline(Reason::NeverEnds(EndlessLoop::ZeroStep), self.at(amount)));
                }
                if stride.abs() > i128::from(i32::MAX) {
                    return Err(self.decline(Reason::Header(HeaderProblem::StepTooLarge), self.at(amount)));
                }
                Ok(Step::Constant(Advance::Add(stride), value))
            }
            (Operation::Add, Err(_)) => Ok(Step::Add(amount)),
            (Operation::Subtract, Err(_)) => Ok(Step::Subtract(amount)),
            (Operation::Multiply | Operation::Divide | Operation::ShiftLeft | Operation::ShiftRight, Ok(value)) => {
                Ok(Step::Constant(Advance::Scale(operation, value.clone()), value))
            }
            _ => Err(unusual()),
        }
    }

    // added = name ("+=" | "-=") amount | name "=" name ("+" | "-") amount | name "=" amount "+" name
    /// The expression that a part of the step adds to a variable or subtracts from it.
    fn added(part: &'t Node<Expression>, name: &str) -> Option<Step<'t>> {
        let is_variable =
            |node: &Node<Expression>| matches!(&node.node, Expression::Identifier(found) if found.node.name == name);
        let Expression::BinaryOperator(binary) = &part.node else { return None };
        let right = &*binary.node.rhs;
        let (operation, amount) = match (compound(&binary.node.operator.node), &right.node) {
            (Some(operation), _) => (operation, right),
            (None, Expression::BinaryOperator(sum)) => {
                let (one, other) = (&*sum.node.lhs, &*sum.node.rhs);
                let found = operation(&sum.node.operator.node)?;
                match (is_variable(one), is_variable(other)) {
                    (true, false) => (found, other),
                    (false, true) if found == Operation::Add => (found, one),
                    _ => return None,
                }
            }
            _ => return None,
        };
        match operation {
            Operation::Add if !is_variable(amount) => Some(Step::Add(amount)),
            Operation::Subtract if !is_variable(amount) => Some(Step::Subtract(amount)),
            _ => None,
        }
    }

    // initialiser = type name "=" expression { "," name "=" expression } | assignment { "," assignment } | nothing
    /// The value that the initialiser gives the variable.
    fn start(&self, name: &str) -> Result<Option<InitialValue<'t>>, Decline> {
        match self.initializer.map(|initializer| &initializer.node) {
            Some(ForInitializer::Declaration(declaration)) => {
                let declarators = &declaration.node.declarators;
                let Some(declarator) = declarators.iter().find(|one| variable_name(one) == Some(name)) else {
                    return Ok(None);
                };
                let inner = &declarator.node.declarator.node;
                let header = |problem| self.decline(Reason::Header(problem), self.at(&declarator.node.declarator));
                let is_plain = inner.derived.iter().all(|part| matches!(part.node, DerivedDeclarator::Pointer(_)));
                let DeclaratorKind::Identifier(found) = &inner.kind.node else {
                    return Err(header(HeaderProblem::NotPlainInteger));
                };
                if !is_plain {
                    return Err(header(HeaderProblem::NotPlainInteger));
                }
                let value = match declarator.node.initializer.as_ref().map(|initializer| &initializer.node) {
                    Some(Initializer::Expression(value)) => &**value,
                    _ => return Err(header(HeaderProblem::NoInitialValue)),
                };
                self.check_specifiers(&declaration.node.specifiers)?;
                let name_token = self.at(found);
                let declared = self.function.tokens(declaration).start..name_token;
                Ok(Some(InitialValue { name_token, declared: Some(declared), value }))
            }
            Some(ForInitializer::Expression(expression)) => {
                let assigned = comma_parts(expression).into_iter().find_map(|part| match &part.node {
                    Expression::BinaryOperator(binary) if binary.node.operator.node == BinaryOperator::Assign => {
                        let Expression::Identifier(found) = &binary.node.lhs.node else { return None };
                        (found.node.name == name).then_some((found, &*binary.node.rhs))
                    }
                    _ => None,
                });
                Ok(assigned.map(|(found, value)| InitialValue { name_token: self.at(found), declared: None, value }))
            }
            _ => Ok(None),
        }
    }

    /// Declines if the type comes from an open macro, since its meaning is not final.
    fn check_specifiers(&self, specifiers: &'t [Node<DeclarationSpecifier>]) -> Result<(), Decline> {
        for specifier in specifiers {
            let token = self.at(specifier);
            match &specifier.node {
                DeclarationSpecifier::TypeSpecifier(kind) => {
                    if let TypeSpecifier::TypedefName(name) = &kind.node
                        && self.function.is_open(token)
                        && (self.function.unit.is_own(&name.node.name) || !self.function.stands_for_types(token))
                    {
                        return Err(self.decline(Reason::HostDecides(name.node.name.clone()), token));
                    }
                }
                DeclarationSpecifier::StorageClass(_) => {
                    return Err(self.decline(Reason::Header(HeaderProblem::StorageClass), token));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Checks that only its one start and its one step change the variable in the header.
    fn check_writes(&self, variable: SymbolId, name: &str, step: &'t Node<Expression>) -> Result<(), Decline> {
        let changes = |range: TokenRange| {
            let uses = self.function.uses_in(range);
            uses.iter().filter(|used| used.symbol == Some(variable) && used.access != Access::Read).count()
        };
        let (initial, allowed) = self.initializer.map_or((0, 0), |initializer| {
            let is_assigned = matches!(initializer.node, ForInitializer::Expression(_));
            (changes(self.function.tokens(initializer)), usize::from(is_assigned))
        });
        if initial > allowed || changes(self.function.tokens(step)) > 1 {
            return Err(self.decline(Reason::NotInvariant(name.to_owned()), self.at(step)));
        }
        Ok(())
    }

    /// Whether a step changes only variables that the header declares, and does nothing else.
    fn stays_inside(&self, step: &'t Node<Expression>) -> bool {
        let inside = self.keyword..self.function.tokens(step).start;
        let range = self.function.tokens(step);
        let tokens = &self.function.parsed.expansion.tokens[range.clone()];
        comma_parts(step).iter().all(|part| changed_variable(part).is_some())
            && tokens.iter().all(|token| !token.open)
            && self.function.uses_in(range).iter().all(|used| {
                let is_own = used.symbol.is_some_and(|id| inside.contains(&self.function.symbol(id).declared));
                !used.called && (used.access == Access::Read || (used.access == Access::Write && is_own))
            })
    }

    /// The variable's type, if nothing disqualifies the variable.
    pub(super) fn variable_type(
        &self,
        variable: SymbolId,
        name: &str,
        name_token: usize,
        declared: Option<&TokenRange>,
    ) -> Result<VariableType, Decline> {
        let symbol = self.function.symbol(variable);
        let decline = |reason: fn(String) -> Reason| Err(self.decline(reason(name.to_owned()), name_token));
        if symbol.kind.is_volatile {
            return decline(Reason::Volatile);
        }
        let is_pointer = matches!(symbol.kind.shape, TypeKind::Pointer(_));
        // The object that a pointer points to may have an address space; the pointer itself is private.
        let is_private = matches!(symbol.storage, Storage::Local | Storage::Parameter)
            && (symbol.kind.space == Space::Private || is_pointer);
        if !is_private {
            return decline(Reason::NotPrivate);
        }
        if symbol.kind.is_const {
            return Err(self.decline(Reason::Header(HeaderProblem::ConstVariable), name_token));
        }
        // Casts in the written text would name the variable.
        if is_type_name(name) {
            return Err(self.decline(Reason::Header(HeaderProblem::NamedLikeType), name_token));
        }
        let is_certain = self.function.is_certain(variable, name_token);
        match symbol.kind.shape {
            TypeKind::Integer(kind) if is_certain => Ok(VariableType::Integer(kind)),
            TypeKind::Pointer(_) if is_certain => Ok(VariableType::Pointer),
            TypeKind::Arithmetic if declared.is_some() => Ok(VariableType::Unknown),
            TypeKind::Unknown if declared.is_some_and(|range| self.function.is_hosted_type(range)) => {
                Ok(VariableType::Unknown)
            }
            _ => decline(Reason::VariableType),
        }
    }
}

/// The parts of a comma expression.
pub(super) fn comma_parts(node: &Node<Expression>) -> Vec<&Node<Expression>> {
    match &node.node {
        Expression::Comma(parts) => parts.iter().flat_map(comma_parts).collect(),
        _ => vec![node],
    }
}

/// The variable that an increment, decrement or assignment changes.
pub(super) fn changed_variable(part: &Node<Expression>) -> Option<&str> {
    let object = match &part.node {
        Expression::UnaryOperator(unary) => match unary.node.operator.node {
            UnaryOperator::PreIncrement
            | UnaryOperator::PostIncrement
            | UnaryOperator::PreDecrement
            | UnaryOperator::PostDecrement => &unary.node.operand,
            _ => return None,
        },
        Expression::BinaryOperator(binary)
            if binary.node.operator.node == BinaryOperator::Assign
                || compound(&binary.node.operator.node).is_some() =>
        {
            &binary.node.lhs
        }
        _ => return None,
    };
    match &object.node {
        Expression::Identifier(name) => Some(&name.node.name),
        _ => None,
    }
}

/// The operation of a compound assignment; `None` for any other operator.
#[must_use]
pub fn compound(operator: &BinaryOperator) -> Option<Operation> {
    use BinaryOperator as Op;
    Some(match operator {
        Op::AssignPlus => Operation::Add,
        Op::AssignMinus => Operation::Subtract,
        Op::AssignMultiply => Operation::Multiply,
        Op::AssignDivide => Operation::Divide,
        Op::AssignShiftLeft => Operation::ShiftLeft,
        Op::AssignShiftRight => Operation::ShiftRight,
        Op::AssignModulo => Operation::Remainder,
        Op::AssignBitwiseAnd => Operation::And,
        Op::AssignBitwiseXor => Operation::Xor,
        Op::AssignBitwiseOr => Operation::Or,
        _ => return None,
    })
}

fn variable_name(declarator: &Node<InitDeclarator>) -> Option<&str> {
    match &declarator.node.declarator.node.kind.node {
        DeclaratorKind::Identifier(name) => Some(&name.node.name),
        _ => None,
    }
}
