//! Constant evaluation over the tree (C99 6.6).
//!
//! Besides literals and operators, a name can have a value: an enumerator, a `const` variable whose initialiser has one, an element of a
//! `const` array, a macro of the standard such as `INT_MAX`, a variable whose value in this copy of a loop's body is in the [`Env`], and a
//! macro that the host may define otherwise. Such a macro has the value that `-D` gives, or the largest value that is known to be possible,
//! and the value carries the macro's name as a fact.
//!
//! A function that the launch of a kernel determines ([`super::launch`]) has a value too, and so has a built-in function of constants
//! ([`super::builtin_values`]), although no compiler calls either constant: a factor must not use them.

use lang_c::ast::{
    self, ArraySize, BinaryOperator, CallExpression, CastExpression, Expression, Identifier, Initializer, TypeName,
    UnaryOperator, UnaryOperatorExpression,
};
use lang_c::span::{Node, Span};

use super::builtin_values::builtin_value;
use super::env::Env;
use super::sizes::step_of;
use super::symbol::{Storage, Symbol, SymbolId};
use super::symbols::Function;
use super::types::{self, ArrayLength, Type, TypeKind, TypeNames};
use oclc_syntax::limits::MAX_DEFINITIONS;
use oclc_syntax::preprocess::{
    Constant, Definition, Facts, IntegerType, Meaning, Moment, Operation, parse_character, parse_integer,
};
use oclc_syntax::tree::{VEC_STEP, parse_expression, standard_constant};

/// The reason for which an expression has no value, and where that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoValue {
    /// Offset of the culprit in the tree's text.
    pub offset: usize,
    /// The kind of culprit.
    pub kind: NoValueKind,
}

/// A reason for which an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoValueKind {
    /// A variable that is not a constant.
    Variable(String),
    /// A name without a declaration, or a macro without a known definition.
    Undefined(String),
    /// A floating-point or string constant.
    NotInteger,
    /// A constant whose value is not known here: a size that devices differ in, or of a type declared elsewhere.
    NotKnown,
    /// An expression that may be a constant to a compiler: a size that is not computed here, or a result that differs between devices.
    PerhapsConstant,
    /// Division by zero or overflow.
    Undefinable,
    /// A call, an assignment or anything else that a constant expression cannot contain.
    NotConstant,
}

/// Where names are looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookupPoint {
    /// At each name's own token: the tree is that of the function.
    InTree,
    /// At this token of the function: the tree is that of a pragma's factor or a macro's replacement list.
    At {
        /// The token.
        token: usize,
        /// The moment whose macro definitions apply.
        moment: Moment,
    },
}

/// Evaluates expressions of one function.
#[derive(Clone, Copy)]
pub struct Evaluator<'f, 'u, 't> {
    pub(super) function: &'f Function<'u, 't>,
    pub(super) env: &'f Env,
    pub(super) position: LookupPoint,
    /// Whether functions have values: those that the launch determines, and built-in functions of constants.
    pub(super) knows_launch: bool,
    /// How deeply the evaluated expression is nested in initialisers and definitions of names.
    pub(super) depth: usize,
    /// The variables that keep the value of their initialiser, although they are not `const`.
    pub(super) settled: Option<&'f dyn Fn(SymbolId) -> bool>,
}

impl<'f, 'u, 't> Evaluator<'f, 'u, 't> {
    /// An evaluator for trees whose names are looked up at `position`.
    #[must_use]
    pub fn new(function: &'f Function<'u, 't>, env: &'f Env, position: LookupPoint) -> Self {
        Self { function, env, position, knows_launch: true, depth: 0, settled: None }
    }

    /// The function whose expressions it evaluates.
    #[must_use]
    pub const fn function(&self) -> &'f Function<'u, 't> {
        self.function
    }

    /// The same evaluator, with variables that keep the value of their initialiser, although they are not `const`.
    #[must_use]
    pub fn with_settled(self, settled: &'f dyn Fn(SymbolId) -> bool) -> Self {
        Self { settled: Some(settled), ..self }
    }

    /// The same evaluator for expressions that must be constant to a compiler.
    #[must_use]
    pub fn without_launch(self) -> Self {
        Self { knows_launch: false, ..self }
    }

    /// The value of an expression.
    ///
    /// # Errors
    ///
    /// Returns the reason for which it has none.
    pub fn value(&self, node: &Node<Expression>) -> Result<Constant, NoValue> {
        self.measured(node).0
    }

    /// The value of an expression, and the number of steps that the evaluation took.
    pub(super) fn measured(&self, node: &Node<Expression>) -> (Result<Constant, NoValue>, usize) {
        let (value, steps) = self.function.reach.budget(|| self.part(node));
        (value.unwrap_or(Err(NoValue { offset: node.span.start, kind: NoValueKind::NotKnown })), steps)
    }

    /// The value of the host-changeable macro at a token of the function.
    #[must_use]
    pub fn macro_value(&self, token: usize) -> Option<Constant> {
        let name = &self.function.parsed.expansion.tokens[token].text;
        let find = || self.open_macro(name, token, self.function.moment(token));
        self.function.reach.budget(find).0.flatten()
    }

    /// The value of a part of an expression, which shares its budget.
    pub(super) fn part(&self, node: &Node<Expression>) -> Result<Constant, NoValue> {
        let none = |kind| NoValue { offset: node.span.start, kind };
        if !self.function.reach.take(1) {
            return Err(none(NoValueKind::NotKnown));
        }
        match &node.node {
            Expression::Constant(constant) => match &constant.node {
                ast::Constant::Integer(integer) => {
                    // It has 64 or 128 bits, depending on the compiler (OpenCL C 6.3.1).
                    if integer.suffix.size == ast::IntegerSize::LongLong {
                        return Err(none(NoValueKind::NotKnown));
                    }
                    parse_integer(&integer_text(integer)).ok_or_else(|| none(NoValueKind::NotInteger))
                }
                ast::Constant::Character(text) => parse_character(text).ok_or_else(|| none(NoValueKind::NotInteger)),
                ast::Constant::Float(_) => Err(none(NoValueKind::NotInteger)),
            },
            Expression::StringLiteral(_) => Err(none(NoValueKind::NotInteger)),
            Expression::Identifier(name) => self.name(name, node.span.start),
            Expression::UnaryOperator(unary) => self.unary(&unary.node, node),
            Expression::BinaryOperator(binary) => {
                let (left, right) = (&binary.node.lhs, &binary.node.rhs);
                match binary.node.operator.node {
                    BinaryOperator::Index => {
                        self.array_element(left, right).ok_or_else(|| none(NoValueKind::NotConstant))
                    }
                    BinaryOperator::LogicalAnd => self.logical(left, right, false),
                    BinaryOperator::LogicalOr => self.logical(left, right, true),
                    ref operator => {
                        let operation = operation(operator).ok_or_else(|| none(NoValueKind::NotConstant))?;
                        let (left, right) = (self.part(left)?, self.part(right)?);
                        let differs = left.differs_in_width() || right.differs_in_width();
                        let why = if differs { NoValueKind::PerhapsConstant } else { NoValueKind::Undefinable };
                        left.apply(operation, &right).ok_or_else(|| none(why))
                    }
                }
            }
            Expression::Conditional(conditional) => {
                let parts = &conditional.node;
                let condition = self.part(&parts.condition)?;
                let (then, other) = (self.part(&parts.then_expression), self.part(&parts.else_expression));
                let (chosen, rejected) = if condition.value == 0 { (other?, then) } else { (then?, other) };
                // The type is the common one of both branches, whichever is taken (C99 6.5.15p5).
                let rejected = rejected?;
                let kind = chosen.kind.common(rejected.kind).ok_or_else(|| none(NoValueKind::PerhapsConstant))?;
                let mut value = chosen.converted(kind);
                value.facts = value.facts.with(&condition.facts).with(&rejected.facts);
                if !kind.holds(value.value) {
                    return Err(none(NoValueKind::Undefinable));
                }
                Ok(value)
            }
            Expression::Cast(cast) => self.cast(&cast.node, node),
            Expression::SizeOfTy(size) => self.size_of_type(&size.node, node),
            Expression::SizeOfVal(size) => self.size_of_value(&size.node, node),
            // The parse buffer writes `vec_step` of a type in this way; see `oclc-syntax/src/tree/buffer.rs`.
            Expression::OffsetOf(step) if step.node.designator.node.base.node.name == VEC_STEP => {
                step_of(&self.type_named(&step.node.type_name)).ok_or_else(|| none(NoValueKind::NotKnown))
            }
            Expression::Call(call) => self.call(&call.node, node),
            _ => Err(none(NoValueKind::NotConstant)),
        }
    }

    fn name(&self, name: &Node<Identifier>, offset: usize) -> Result<Constant, NoValue> {
        let none = |kind| NoValue { offset, kind };
        let (token, name) = (self.token(name.span), &*name.node.name);
        let moment = match self.position {
            LookupPoint::InTree => self.function.moment(token),
            LookupPoint::At { moment, .. } => moment,
        };
        if let Meaning::Open(_) = self.function.meaning(name, moment) {
            return self.open_macro(name, token, moment).ok_or_else(|| none(NoValueKind::Undefined(name.to_owned())));
        }
        let Some(id) = self.function.lookup(name, token) else {
            return standard_constant(name).ok_or_else(|| none(NoValueKind::Undefined(name.to_owned())));
        };
        self.symbol(id, token).ok_or_else(|| {
            let is_constant = self.function.symbol(id).storage == Storage::Enumerator;
            if is_constant || !self.function.is_certain(id, token) {
                none(NoValueKind::NotKnown)
            } else {
                none(NoValueKind::Variable(name.to_owned()))
            }
        })
    }

    fn symbol(&self, id: SymbolId, token: usize) -> Option<Constant> {
        if let Some(known) = self.env.get(id) {
            return Some(known.clone());
        }
        let symbol = self.function.symbol(id);
        if !self.function.is_certain(id, token) {
            return None;
        }
        if let Some(enumerator) = symbol.enumerator {
            return self.enumerator(enumerator, token);
        }
        let is_settled = || self.settled.is_some_and(|is_settled| is_settled(id));
        let kind = symbol.kind.integer().filter(|_| is_constant(symbol, &symbol.kind) || is_settled())?;
        self.initial(id, None, symbol.initializer?, kind)
    }

    /// The value of a constant, or of an element of a constant, from its initialiser.
    fn initial(&self, id: SymbolId, at: Option<usize>, node: &Node<Expression>, kind: IntegerType) -> Option<Constant> {
        let inner = Self { position: LookupPoint::InTree, depth: self.depth + 1, ..*self };
        let find = || inner.part(node).ok().and_then(|value| value.settled(kind));
        self.env.constants.ask((id, at, self.knows_launch), &self.function.reach, inner.depth, find)
    }

    /// The value of `array[index]`, if the array is constant and its initialiser is a plain list.
    fn array_element(&self, array: &Node<Expression>, index: &Node<Expression>) -> Option<Constant> {
        let Expression::Identifier(name) = &array.node else { return None };
        let token = self.token(name.span);
        let id = self.function.lookup(&name.node.name, token)?;
        let symbol = self.function.symbol(id);
        let (TypeKind::Array(element, ArrayLength::Final(length)), Some(items)) = (&symbol.kind.shape, symbol.elements)
        else {
            return None;
        };
        let is_known = self.function.is_certain(id, token) && is_constant(symbol, element);
        let kind = element.integer().filter(|_| is_known)?;
        let index = self.part(index).ok()?;
        // Elements that the list omits are zero (C99 6.7.8p21).
        let value = match usize::try_from(index.value).ok()? {
            at if at < items.len() => {
                let Initializer::Expression(item) = &items[at].node.initializer.node else { return None };
                self.initial(id, Some(at), item, kind)?
            }
            at if at < *length as usize => Constant::new(0, kind),
            _ => return None,
        };
        Some(Constant { facts: value.facts.with(&index.facts), ..value })
    }

    /// The value of a work-item function that the launch determines, of a built-in function of constants, or of `vec_step`.
    fn call(&self, call: &CallExpression, node: &Node<Expression>) -> Result<Constant, NoValue> {
        let none = NoValue { offset: node.span.start, kind: NoValueKind::NotConstant };
        let Expression::Identifier(name) = &call.callee.node else { return Err(none) };
        let (name, token) = (&*name.node.name, self.token(name.span));
        if self.position == LookupPoint::InTree && self.function.is_open(token) {
            return Err(NoValue { kind: NoValueKind::NotKnown, ..none });
        }
        if name == VEC_STEP && self.function.is_builtin(name, token) {
            return self.step_of_value(call, node);
        }
        if !self.knows_launch {
            return Err(none);
        }
        let arguments = call.arguments.iter().map(|argument| self.part(argument)).collect::<Result<Vec<_>, _>>();
        let Ok(arguments) = arguments else { return Err(none) };
        // A file that was not read may define or declare the name.
        if self.function.is_builtin(name, token)
            && self.function.unit.unread_include(usize::MAX).is_none()
            && let Some(value) = builtin_value(name, &arguments)
        {
            return Ok(value);
        }
        let [dimension] = &arguments[..] else { return Err(none) };
        let size = self.function.launched_with(name, dimension.value, token).cloned().ok_or(none)?;
        Ok(Constant { facts: size.facts.with(&dimension.facts), ..size })
    }

    /// The token at which a span's names are looked up.
    pub(super) fn token(&self, span: Span) -> usize {
        match self.position {
            LookupPoint::InTree => self.function.parsed.token_of(span),
            LookupPoint::At { token, .. } => token,
        }
    }

    /// The value of a host-changeable macro that `-D` gives. Without one, the largest value that it is known to have if the host defines
    /// what `-D` gives.
    fn open_macro(&self, name: &str, token: usize, moment: Moment) -> Option<Constant> {
        // The result is stored for all copies, so it must not depend on one copy's values.
        let env = &self.function.no_env;
        let position = LookupPoint::At { token, moment };
        let inner = Self { env, position, knows_launch: false, depth: self.depth + 1, ..*self };
        self.function
            .known
            .open_values
            .ask((moment, name.to_owned()), &self.function.reach, inner.depth, || inner.defined(name, moment))
    }

    fn defined(&self, name: &str, moment: Moment) -> Option<Constant> {
        let Meaning::Open(definitions) = self.function.meaning(name, moment) else { return None };
        if definitions.len() > MAX_DEFINITIONS {
            return None;
        }
        let value = |definition: &Definition| {
            let body = definition.parameters.is_none().then_some(&definition.body)?;
            let expansion = self.function.expanded_line(body, moment);
            let fragment = parse_expression(&expansion.tokens).filter(|_| !expansion.overflow)?;
            self.part(&fragment.expression).ok()
        };
        let definitions = self.function.program.as_given(name, moment, definitions);
        // A definition in other text is less likely than a default beside the loop.
        let definitions = self.function.unit.own_among(name, definitions);
        let told = self.function.unit.given_among(name, &definitions);
        told.and_then(value)
            .or_else(|| definitions.into_iter().filter_map(value).max_by_key(|known| known.value))
            .map(|known| Constant { facts: known.facts.clone().with(&Facts::host(name)), ..known })
    }

    fn unary(&self, unary: &UnaryOperatorExpression, node: &Node<Expression>) -> Result<Constant, NoValue> {
        let none = |kind| NoValue { offset: node.span.start, kind };
        let is_constant = matches!(
            unary.operator.node,
            UnaryOperator::Plus | UnaryOperator::Minus | UnaryOperator::Complement | UnaryOperator::Negate
        );
        if !is_constant {
            return Err(none(NoValueKind::NotConstant));
        }
        let operand = self.part(&unary.operand)?;
        match unary.operator.node {
            UnaryOperator::Plus => Some(operand.promoted()),
            UnaryOperator::Minus => operand.negated(),
            UnaryOperator::Complement => operand.complement(),
            _ => Some(Constant::truth(operand.value == 0, operand.facts)),
        }
        .ok_or_else(|| none(NoValueKind::Undefinable))
    }

    /// The value of `&&` and `||`; `decisive` is the truth of the left operand that leaves the right one unevaluated.
    fn logical(&self, left: &Node<Expression>, right: &Node<Expression>, decisive: bool) -> Result<Constant, NoValue> {
        let left = self.part(left)?;
        if (left.value != 0) == decisive {
            return Ok(Constant::truth(decisive, left.facts.with(&self.hosts_in(right))));
        }
        let right = self.part(right)?;
        Ok(Constant::truth(right.value != 0, left.facts.with(&right.facts)))
    }

    /// The host's macros in an expression that is not evaluated, which may end elsewhere: `0 && X` is true if `X` is `1 || 1`. Tokens from
    /// a macro of the host depend on that macro.
    fn hosts_in(&self, node: &Node<Expression>) -> Facts {
        let range = if self.position == LookupPoint::InTree { self.function.tokens(node) } else { 0..0 };
        let open = self.function.parsed.expansion.tokens[range].iter().filter(|token| token.open);
        open.fold(Facts::default(), |facts, token| facts.with(&Facts::host(&token.text)))
    }

    fn cast(&self, cast: &CastExpression, node: &Node<Expression>) -> Result<Constant, NoValue> {
        let none = |kind| NoValue { offset: node.span.start, kind };
        let target = self.type_named(&cast.type_name);
        let Some(target) = target.integer() else {
            let is_known = !matches!(target.shape, TypeKind::Unknown | TypeKind::Arithmetic | TypeKind::OneOf(_));
            return Err(none(if is_known { NoValueKind::NotConstant } else { NoValueKind::PerhapsConstant }));
        };
        let value = match &cast.expression.node {
            // This is the only place where an integer constant expression may contain a floating constant (C99 6.6p6).
            Expression::Constant(constant) if matches!(constant.node, ast::Constant::Float(_)) => {
                Constant::new(truncated(&constant.node).ok_or_else(|| none(NoValueKind::NotKnown))?, IntegerType::LONG)
            }
            _ => self.part(&cast.expression)?,
        };
        value.settled(target).ok_or_else(|| none(NoValueKind::Undefinable))
    }

    /// The type of a type name. It is unknown if the host may define it, or if an attribute changes it.
    #[must_use]
    pub fn type_named(&self, name: &Node<TypeName>) -> Type {
        if self.position == LookupPoint::InTree {
            let range = self.function.tokens(name);
            if self.function.has_open_names(range.clone()) || self.function.has_type_attribute(range) {
                return Type::unknown();
            }
        }
        let base = types::of_type_name(&name.node.specifiers, self);
        match &name.node.declarator {
            Some(declarator) => types::derived(base, &declarator.node, self),
            None => base,
        }
    }
}

impl TypeNames for Evaluator<'_, '_, '_> {
    fn typedef_type(&self, name: &Node<Identifier>) -> Option<Type> {
        let token = self.token(name.span);
        if self.position == LookupPoint::InTree && self.function.is_open(token) {
            return Some(Type::unknown());
        }
        let id = self.function.lookup(&name.node.name, token)?;
        Some(self.function.typedef(id, token))
    }

    fn may_be_other(&self, name: &str) -> bool {
        self.function.may_be_other(name)
    }

    fn array_length(&self, size: &ArraySize) -> ArrayLength {
        let (ArraySize::VariableExpression(expression) | ArraySize::StaticExpression(expression)) = size else {
            return ArrayLength::Unknown;
        };
        let Ok(known) = self.without_launch().value(expression) else { return ArrayLength::Unknown };
        match u32::try_from(known.value) {
            Ok(length) if known.facts.is_final() => ArrayLength::Final(length),
            Ok(length) => ArrayLength::Hosted(length, known.facts.hosts().into()),
            Err(_) => ArrayLength::Unknown,
        }
    }
}

/// Whether the object of a symbol, or its element of that type, never changes.
fn is_constant(symbol: &Symbol<'_>, kind: &Type) -> bool {
    let is_constant = kind.is_const || kind.space == types::Space::Constant;
    is_constant && !kind.is_volatile && matches!(symbol.storage, Storage::Local | Storage::Static)
}

/// The operation of a binary operator that a constant expression may hold.
pub fn operation(operator: &BinaryOperator) -> Option<Operation> {
    use BinaryOperator as B;
    Some(match operator {
        B::Multiply => Operation::Multiply,
        B::Divide => Operation::Divide,
        B::Modulo => Operation::Remainder,
        B::Plus => Operation::Add,
        B::Minus => Operation::Subtract,
        B::ShiftLeft => Operation::ShiftLeft,
        B::ShiftRight => Operation::ShiftRight,
        B::Less => Operation::Less,
        B::Greater => Operation::Greater,
        B::LessOrEqual => Operation::LessEqual,
        B::GreaterOrEqual => Operation::GreaterEqual,
        B::Equals => Operation::Equal,
        B::NotEquals => Operation::NotEqual,
        B::BitwiseAnd => Operation::And,
        B::BitwiseXor => Operation::Xor,
        B::BitwiseOr => Operation::Or,
        _ => return None,
    })
}

/// The text of an integer constant, put together again from the parts that lang-c makes.
fn integer_text(integer: &ast::Integer) -> String {
    use ast::{IntegerBase, IntegerSize};
    let prefix = match integer.base {
        IntegerBase::Decimal => "",
        IntegerBase::Octal => "0",
        IntegerBase::Hexadecimal => "0x",
        IntegerBase::Binary => "0b",
    };
    let size = match integer.suffix.size {
        IntegerSize::Int => "",
        IntegerSize::Long => "l",
        IntegerSize::LongLong => "ll",
    };
    let unsigned = if integer.suffix.unsigned { "u" } else { "" };
    format!("{prefix}{}{unsigned}{size}", integer.number)
}

/// The value of a decimal floating constant without its fraction, if it is the same in `half`, `float` and `double`: build options may
/// replace one of these types by another.
fn truncated(constant: &ast::Constant) -> Option<i128> {
    let ast::Constant::Float(float) = constant else { return None };
    if float.base != ast::FloatBase::Decimal {
        return None;
    }
    let value: f64 = float.number.parse().ok()?;
    (value.abs() <= 512.0 && value.fract().abs() <= 0.5).then_some(value.trunc() as i128)
}
