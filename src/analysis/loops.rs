//! The form of a loop's header (C99 6.8.5.3).
//!
//! A canonical loop has one induction variable, a test that compares it with a bound, and a step that adds a
//! constant. Everything else is declined here, at the token that does not fit.

use lang_c::ast::{
    BinaryOperator, DeclarationSpecifier, DeclaratorKind, Expression, ForInitializer, ForStatement, Initializer,
    Statement, TypeSpecifier, UnaryOperator,
};
use lang_c::span::Node;

use super::decline::{Decline, Reason};
use super::evaluate::{Evaluator, NoValue, NoValueKind, Position};
use super::symbols::{Function, Storage, SymbolId};
use super::types::{Shape, Space};
use crate::lex::Punct;
use crate::preprocess::{IntegerType, Known};
use crate::source::Place;
use crate::syntax::{Scope, TokenRange};

/// How the variable, on the left, is compared with the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `!=`
    NotEqual,
}

impl Comparison {
    fn of(operator: &BinaryOperator) -> Option<Self> {
        Some(match operator {
            BinaryOperator::Less => Self::Less,
            BinaryOperator::LessOrEqual => Self::LessEqual,
            BinaryOperator::Greater => Self::Greater,
            BinaryOperator::GreaterOrEqual => Self::GreaterEqual,
            BinaryOperator::NotEquals => Self::NotEqual,
            _ => return None,
        })
    }

    const fn mirrored(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessEqual => Self::GreaterEqual,
            Self::Greater => Self::Less,
            Self::GreaterEqual => Self::LessEqual,
            Self::NotEqual => Self::NotEqual,
        }
    }
}

/// A canonical loop.
#[derive(Clone, Debug)]
pub struct Loop<'t> {
    /// The tokens of the whole statement.
    pub tokens: TokenRange,
    /// The induction variable.
    pub variable: SymbolId,
    /// Its name as the tree has it.
    pub name: &'t str,
    /// The token of its name in the initialiser.
    pub name_token: usize,
    /// Where the header declares the variable: the tokens of its type.
    pub declared: Option<TokenRange>,
    /// Its type; `None` for a name that nothing is known of.
    pub kind: Option<IntegerType>,
    /// The tokens of the whole initialiser, up to its semicolon.
    pub initializer: TokenRange,
    /// What it begins with.
    pub start: &'t Node<Expression>,
    /// The whole test.
    pub condition: &'t Node<Expression>,
    /// How the variable is compared.
    pub comparison: Comparison,
    /// What it is compared with.
    pub bound: &'t Node<Expression>,
    /// The whole step.
    pub step: &'t Node<Expression>,
    /// What is added; negative for a loop that counts down.
    pub stride: Known,
    /// The body.
    pub body: &'t Node<Statement>,
}

/// Recognises the loop whose `for` is the token `keyword`.
///
/// # Errors
///
/// Declines what is not canonical.
pub fn recognise<'t>(function: &Function<'_, 't>, keyword: usize) -> Result<Loop<'t>, Decline> {
    let Some(&statement) = function.loops.get(&keyword) else {
        return Err(Decline { reason: Reason::Unreadable, place: place_of_token(function, keyword) });
    };
    Recogniser { function, keyword }.recognise(statement)
}

/// Where a token stands in the file: itself, or the invocation that it comes from.
#[must_use]
pub fn place_of_token(function: &Function<'_, '_>, token: usize) -> Place {
    let tokens = &function.parsed.expansion.tokens;
    // There is no function without tokens.
    let token = &tokens[token.min(tokens.len() - 1)];
    let code = function.parsed.expansion.code_of(token);
    let first = function.unit.code[code.start];
    let last = function.unit.code[code.end - 1];
    Place { file: first.file, span: first.span.to(last.span) }
}

struct Recogniser<'f, 'u, 't> {
    function: &'f Function<'u, 't>,
    keyword: usize,
}

/// The variable as the initialiser gives it.
struct Start<'t> {
    name: &'t str,
    name_token: usize,
    declared: Option<TokenRange>,
    value: &'t Node<Expression>,
}

impl<'t> Recogniser<'_, '_, 't> {
    fn decline(&self, reason: Reason, token: usize) -> Decline {
        Decline { reason, place: place_of_token(self.function, token) }
    }

    fn at<T>(&self, node: &Node<T>) -> usize {
        self.function.parsed.token_of(node.span)
    }

    fn recognise(&self, statement: &'t ForStatement) -> Result<Loop<'t>, Decline> {
        let header = |text| self.decline(Reason::Header(text), self.keyword);
        let start = self.start(&statement.initializer)?;
        let condition = statement.condition.as_deref().ok_or_else(|| header("it has no test"))?;
        let step = statement.step.as_deref().ok_or_else(|| header("it has no step"))?;
        let body = &*statement.statement;
        let variable = self.function.lookup(start.name, start.name_token).ok_or_else(|| {
            let reason = match self.function.parsed.scope {
                Scope::Function => Reason::UndefinedName(start.name.to_owned()),
                Scope::Loop => Reason::FunctionUnreadable,
            };
            self.decline(reason, start.name_token)
        })?;
        let (comparison, bound) = self.condition(condition, start.name)?;
        let stride = self.stride(step, start.name)?;
        let kind = self.variable_type(variable, &start)?;
        Ok(Loop {
            tokens: self.keyword..self.function.tokens(body).end,
            variable,
            name: start.name,
            name_token: start.name_token,
            declared: start.declared,
            initializer: self.initializer(),
            kind,
            start: start.value,
            condition,
            comparison,
            bound,
            step,
            stride,
            body,
        })
    }

    /// From behind the header's parenthesis to its first semicolon; a span of the tree may leave parentheses out.
    fn initializer(&self) -> TokenRange {
        let tokens = &self.function.parsed.expansion.tokens;
        let start = self.keyword + 2;
        let length = tokens[start..].iter().take_while(|token| !token.is(Punct::Semicolon)).count();
        start..start + length
    }

    // initialiser = type name "=" expression | name "=" expression
    fn start(&self, initializer: &'t Node<ForInitializer>) -> Result<Start<'t>, Decline> {
        let header = |text, token| self.decline(Reason::Header(text), token);
        match &initializer.node {
            ForInitializer::Declaration(declaration) => {
                let [declarator] = &declaration.node.declarators[..] else {
                    return Err(header("it declares more than one variable", self.at(declaration)));
                };
                let inner = &declarator.node.declarator.node;
                let DeclaratorKind::Identifier(name) = &inner.kind.node else {
                    return Err(header("its variable is no plain integer", self.at(declaration)));
                };
                if !inner.derived.is_empty() {
                    return Err(header("its variable is no plain integer", self.at(name)));
                }
                let value = match declarator.node.initializer.as_ref().map(|initializer| &initializer.node) {
                    Some(Initializer::Expression(value)) => &**value,
                    _ => return Err(header("its variable has no initial value", self.at(name))),
                };
                self.check_specifiers(&declaration.node.specifiers)?;
                let name_token = self.at(name);
                let declared = self.function.tokens(declaration).start..name_token;
                Ok(Start { name: &name.node.name, name_token, declared: Some(declared), value })
            }
            ForInitializer::Expression(expression) => match &expression.node {
                Expression::BinaryOperator(binary) if binary.node.operator.node == BinaryOperator::Assign => {
                    let Expression::Identifier(name) = &binary.node.lhs.node else {
                        return Err(header("its initialiser assigns to no plain variable", self.at(expression)));
                    };
                    Ok(Start {
                        name: &name.node.name,
                        name_token: self.at(name),
                        declared: None,
                        value: &binary.node.rhs,
                    })
                }
                _ => Err(header("its initialiser is no single assignment", self.at(expression))),
            },
            _ => Err(header("it has no initialiser", self.keyword)),
        }
    }

    /// A type from an open macro is no fact.
    fn check_specifiers(&self, specifiers: &'t [Node<DeclarationSpecifier>]) -> Result<(), Decline> {
        for specifier in specifiers {
            let token = self.at(specifier);
            match &specifier.node {
                DeclarationSpecifier::TypeSpecifier(kind) => {
                    if let TypeSpecifier::TypedefName(name) = &kind.node
                        && self.function.parsed.expansion.tokens[token].open
                    {
                        return Err(self.decline(Reason::HostDecides(name.node.name.clone()), token));
                    }
                }
                DeclarationSpecifier::TypeQualifier(qualifier)
                    if qualifier.node == lang_c::ast::TypeQualifier::Const =>
                {
                    return Err(self.decline(Reason::Header("its variable is const"), token));
                }
                DeclarationSpecifier::StorageClass(_) => {
                    return Err(self.decline(Reason::Header("its variable has a storage class"), token));
                }
                _ => {}
            }
        }
        Ok(())
    }

    // condition = name comparison bound | bound comparison name
    fn condition(
        &self,
        condition: &'t Node<Expression>,
        name: &str,
    ) -> Result<(Comparison, &'t Node<Expression>), Decline> {
        let header = |text| self.decline(Reason::Header(text), self.at(condition));
        let Expression::BinaryOperator(binary) = &condition.node else {
            return Err(header("its test is no comparison"));
        };
        let comparison = Comparison::of(&binary.node.operator.node)
            .ok_or_else(|| header("its test is none of `<`, `<=`, `>`, `>=` and `!=`"))?;
        let is_variable =
            |node: &Node<Expression>| matches!(&node.node, Expression::Identifier(found) if found.node.name == name);
        match (is_variable(&binary.node.lhs), is_variable(&binary.node.rhs)) {
            (true, false) => Ok((comparison, &binary.node.rhs)),
            (false, true) => Ok((comparison.mirrored(), &binary.node.lhs)),
            _ => Err(header("its test does not compare the induction variable with a bound")),
        }
    }

    // step = ("++" | "--") name | name ("++" | "--") | name ("+=" | "-=") constant
    //      | name "=" name ("+" | "-") constant | name "=" constant "+" name
    fn stride(&self, step: &'t Node<Expression>, name: &str) -> Result<Known, Decline> {
        let header = |text| self.decline(Reason::Header(text), self.at(step));
        let unusual = || header("its step does not add a constant to the induction variable");
        let is_variable =
            |node: &Node<Expression>| matches!(&node.node, Expression::Identifier(found) if found.node.name == name);
        let one = |value| Known::new(value, IntegerType::INT);
        match &step.node {
            Expression::UnaryOperator(unary) if is_variable(&unary.node.operand) => match unary.node.operator.node {
                UnaryOperator::PreIncrement | UnaryOperator::PostIncrement => Ok(one(1)),
                UnaryOperator::PreDecrement | UnaryOperator::PostDecrement => Ok(one(-1)),
                _ => Err(unusual()),
            },
            Expression::BinaryOperator(binary) if is_variable(&binary.node.lhs) => {
                let right = &*binary.node.rhs;
                match binary.node.operator.node {
                    BinaryOperator::AssignPlus => self.constant(right, false),
                    BinaryOperator::AssignMinus => self.constant(right, true),
                    BinaryOperator::Assign => {
                        let Expression::BinaryOperator(sum) = &right.node else { return Err(unusual()) };
                        let (left, right) = (&*sum.node.lhs, &*sum.node.rhs);
                        match (&sum.node.operator.node, is_variable(left), is_variable(right)) {
                            (BinaryOperator::Plus, true, false) => self.constant(right, false),
                            (BinaryOperator::Plus, false, true) => self.constant(left, false),
                            (BinaryOperator::Minus, true, false) => self.constant(right, true),
                            _ => Err(unusual()),
                        }
                    }
                    _ => Err(unusual()),
                }
            }
            _ => Err(unusual()),
        }
    }

    fn constant(&self, node: &'t Node<Expression>, negative: bool) -> Result<Known, Decline> {
        let evaluator = Evaluator::new(self.function, &self.function.no_env, Position::InTree);
        let value = evaluator.value(node).map_err(|NoValue { kind, .. }| {
            let reason = match kind {
                NoValueKind::Undefined(name) => Reason::UndefinedName(name),
                _ => Reason::Header("its step is not constant"),
            };
            self.decline(reason, self.at(node))
        })?;
        let amount = if negative { -value.value } else { value.value };
        if amount == 0 {
            return Err(self.decline(Reason::NeverEnds("its step adds nothing"), self.at(node)));
        }
        if amount.abs() > i128::from(i32::MAX) {
            return Err(self.decline(Reason::Header("its step is very large"), self.at(node)));
        }
        Ok(Known { value: amount, ..value })
    }

    /// The variable's integer type, `None` for an unknown one, after all that could disqualify it.
    fn variable_type(&self, variable: SymbolId, start: &Start<'_>) -> Result<Option<IntegerType>, Decline> {
        let symbol = self.function.symbol(variable);
        let name = start.name.to_owned();
        let decline = |reason| Err(self.decline(reason, start.name_token));
        if symbol.kind.is_volatile {
            return decline(Reason::Volatile(name));
        }
        let is_private =
            matches!(symbol.storage, Storage::Local | Storage::Parameter) && symbol.kind.space == Space::Private;
        if !is_private {
            return decline(Reason::NotPrivate(name));
        }
        match symbol.kind.shape {
            Shape::Integer(kind) if self.function.is_certain(variable, start.name_token) => Ok(Some(kind)),
            Shape::Unknown if start.declared.is_some() => Ok(None),
            _ => decline(Reason::VariableType(name)),
        }
    }
}
