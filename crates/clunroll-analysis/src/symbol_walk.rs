//! The walk over a function's tree that finds its symbols and uses (C99 6.2.1, 6.5, 6.7).
//!
//! Scopes are C's: a block, a `for` statement with its header, a function with its parameters. Each use has its effect on the named object.
//! A member, element or component of an object is a part of it; the object that a pointer points to is not.
//!
//! A call that may be a macro in the final compile (its name is open, or has no declaration while an include could not be read) counts as
//! taking the address of everything in its arguments.

use lang_c::ast::{
    ArraySize, BinaryOperator, BinaryOperatorExpression, CallExpression, Declaration, DeclarationSpecifier,
    DerivedDeclarator, Enumerator, Expression, FunctionDefinition, GnuAsmOperand, Identifier, InitDeclarator,
    Initializer, Label, ParameterDeclaration, Statement, StorageClassSpecifier, TypeSpecifier, UnaryOperator,
    UnaryOperatorExpression,
};
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use rustc_hash::{FxHashMap, FxHashSet};

use super::env::Env;
use super::evaluate::{Evaluator, LookupPoint};
use super::induction::compound;
use super::program::ProgramFunctions;
use super::reach::Reach;
use super::symbol::{Access, LabelUse, LoopNode, Storage, SymbolId, Use};
use super::symbols::Function;
use super::tables::{Doubts, Known};
use super::types::{self, ArrayLength, Members, Type, TypeKind, TypeNames};
use crate::limits::MAX_EVALUATION_DEPTH;
use oclc_syntax::preprocess::{GroupId, Unit};
use oclc_syntax::tree::Parsed;

impl<'u, 't> Function<'u, 't> {
    /// Walks the tree.
    #[must_use]
    pub fn new(unit: &'u Unit, program: &'t ProgramFunctions<'u>, parsed: &'t Parsed<'u>) -> Self {
        let mut walk = SymbolWalk {
            function: Self {
                unit,
                program,
                parsed,
                loops: FxHashMap::default(),
                loops_around: FxHashMap::default(),
                loops_in_expressions: FxHashSet::default(),
                labels: Vec::new(),
                symbols: Vec::new(),
                by_name: FxHashMap::default(),
                uses: Vec::new(),
                changed_calls: Vec::new(),
                no_env: Env::default(),
                enumerations: Vec::new(),
                reach: Reach::new(MAX_EVALUATION_DEPTH),
                doubts: Doubts::default(),
                type_names: FxHashSet::default(),
                head_types: FxHashSet::default(),
                known: Known::default(),
            },
            scopes: vec![Scope::default()],
            tags: FxHashMap::default(),
            parameters: false,
            access: Access::Read,
            is_part: false,
            loop_around: None,
            expressions_around: 0,
            in_suspect_call: false,
            enumeration: None,
        };
        walk.function.find_doubts();
        walk.visit_translation_unit(&parsed.tree);
        walk.close_scope(parsed.expansion.tokens.len());
        walk.function.add_hidden_uses();
        // Values that were computed while some names had no declaration yet may be different now.
        walk.function.no_env.constants.clear();
        walk.function.known.enumerators.clear();
        walk.function.known.open_values.clear();
        walk.function.known.pasted_open_name.take();
        walk.function.uses.sort_by_key(|used| used.token);
        walk.function
    }

    /// Adds a use of the innermost symbol of that name; if some configuration lacks that symbol, also of the outer ones.
    pub(super) fn add_use(&mut self, name: &'t str, token: usize, access: Access, called: bool) {
        let mut next = self.lookup(name, token);
        if next.is_none() {
            self.uses.push(Use { name, token, symbol: None, access, called });
        }
        while let Some(id) = next {
            self.uses.push(Use { name, token, symbol: Some(id), access, called });
            next = if self.is_certain(id, token) { None } else { self.visible_outside(id, token) };
        }
    }
}

impl TypeNames for SymbolWalk<'_, '_> {
    fn typedef_type(&self, name: &Node<Identifier>) -> Option<Type> {
        let token = self.token(name.span);
        if self.function.is_open(token) {
            return Some(Type::unknown());
        }
        let declared = self.scopes.iter().rev().find_map(|scope| scope.get(&*name.node.name));
        let Some(&id) = declared.and_then(|ids| ids.last()) else { return self.tag(&name.node.name, token) };
        Some(self.function.typedef(id, token))
    }

    fn may_be_other(&self, name: &str) -> bool {
        self.function.may_be_other(name)
    }

    fn array_length(&self, size: &ArraySize) -> ArrayLength {
        Evaluator::new(&self.function, &self.function.no_env, LookupPoint::InTree).array_length(size)
    }
}

/// The symbols of a scope, by name; several for one name if conditionals choose.
pub(super) type Scope<'t> = FxHashMap<&'t str, Vec<SymbolId>>;

pub(super) struct SymbolWalk<'u, 't> {
    pub(super) function: Function<'u, 't>,
    pub(super) scopes: Vec<Scope<'t>>,
    /// The structs and unions by their tags, with the group of the definition; `None` if there are several.
    pub(super) tags: FxHashMap<&'t str, Option<(Members, GroupId)>>,
    /// Whether the declarators that are visited are the function's own parameters.
    parameters: bool,
    access: Access,
    /// Whether only a part or the size of the visited expression is used.
    is_part: bool,
    /// The keyword of the innermost loop around the visited node.
    loop_around: Option<usize>,
    /// The number of statement expressions around the visited node.
    expressions_around: usize,
    /// Whether the visited arguments are those of a call that may be a macro.
    in_suspect_call: bool,
    /// The enumeration whose enumerators are visited, and its span.
    enumeration: Option<(usize, Span)>,
}

impl<'t> SymbolWalk<'_, 't> {
    pub(super) fn token(&self, span: Span) -> usize {
        self.function.parsed.token_of(span)
    }

    /// Notes the names of types among specifiers of the function or of a parameter.
    fn note_head_types(&mut self, specifiers: &[Node<DeclarationSpecifier>]) {
        for specifier in specifiers {
            if let DeclarationSpecifier::TypeSpecifier(Node { node: TypeSpecifier::TypedefName(name), .. }) =
                &specifier.node
            {
                let token = self.token(name.span);
                self.function.head_types.insert(token);
            }
        }
    }

    fn close_scope(&mut self, end: usize) {
        for id in self.scopes.pop().unwrap_or_default().into_values().flatten() {
            self.function.symbols[id.0].scope.end = end;
        }
    }

    /// Enters a loop, and visits its parts.
    fn in_loop(&mut self, span: Span, node: LoopNode<'t>, visit: impl FnOnce(&mut Self)) {
        let keyword = self.token(span);
        self.function.loops.insert(keyword, node);
        if let Some(around) = self.loop_around {
            self.function.loops_around.insert(keyword, around);
        }
        if self.expressions_around > 0 {
            self.function.loops_in_expressions.insert(keyword);
        }
        let around = self.loop_around.replace(keyword);
        visit(self);
        self.loop_around = around;
    }

    fn in_scope(&mut self, span: Span, visit: impl FnOnce(&mut Self)) {
        self.scopes.push(Scope::default());
        visit(self);
        let end = self.function.parsed.tokens_of(span).end;
        self.close_scope(end);
    }

    /// Visits an operand; `is_part` says whether only its size or a part of it is used.
    fn as_part(&mut self, is_part: bool, visit: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.is_part, is_part);
        visit(self);
        self.is_part = before;
    }

    /// Whether an expression is an array, or a part of an object that may be one: its value is a pointer to its first
    /// element (C99 6.3.2.1p3).
    fn decays(&self, expression: &Expression) -> bool {
        let mut root = expression;
        loop {
            root = match root {
                Expression::Member(member) if member.node.operator.node == lang_c::ast::MemberOperator::Direct => {
                    &member.node.expression.node
                }
                Expression::BinaryOperator(binary) if binary.node.operator.node == BinaryOperator::Index => {
                    &binary.node.lhs.node
                }
                Expression::Identifier(_) => break,
                _ => return false,
            };
        }
        let Expression::Identifier(name) = root else { return false };
        let token = self.token(name.span);
        let function = &self.function;
        if !function.visible(&name.node.name, token).any(|id| function.may_decay(id)) {
            return false;
        }
        // A symbol that some configuration lacks hides the other meanings of the name.
        if !function.lookup(&name.node.name, token).is_some_and(|id| function.is_certain(id, token)) {
            return true;
        }
        let evaluator = Evaluator::new(&self.function, &self.function.no_env, LookupPoint::InTree);
        !evaluator.type_of_object(expression).is_some_and(|kind| {
            use TypeKind::{Arithmetic, Bool, Floating, Integer, OneOf, Pointer, Record, Vector};
            matches!(
                kind.shape,
                Integer(_) | Bool | Arithmetic | Floating(_) | Vector(..) | Pointer(_) | Record(_) | OneOf(_)
            )
        })
    }

    fn is_pointer(&self, expression: &Expression) -> bool {
        let evaluator = Evaluator::new(&self.function, &self.function.no_env, LookupPoint::InTree);
        evaluator.type_of_object(expression).is_some_and(|kind| kind.is_pointer())
    }

    fn with_access(&mut self, access: Access, visit: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.access, access);
        visit(self);
        self.access = before;
    }

    fn note_label(&mut self, name: &'t Node<Identifier>, is_definition: bool) {
        let token = self.token(name.span);
        self.function.labels.push(LabelUse { token, name: &name.node.name, is_definition });
    }

    fn note_use(&mut self, name: &'t Node<Identifier>, called: bool) {
        let token = self.token(name.span);
        let access = if self.in_suspect_call { Access::Address } else { self.access };
        self.function.add_use(&name.node.name, token, access, called);
    }
}

impl<'t> Visit<'t> for SymbolWalk<'_, 't> {
    fn visit_function_definition(&mut self, definition: &'t FunctionDefinition, span: &'t Span) {
        self.note_head_types(&definition.specifiers);
        self.in_scope(*span, |walk| {
            walk.parameters = true;
            walk.visit_declarator(&definition.declarator.node, &definition.declarator.span);
            walk.parameters = false;
            // The parameters share the scope of the body's outermost block (C99 6.2.1p4).
            visit::visit_statement(walk, &definition.statement.node, &definition.statement.span);
        });
    }

    fn visit_parameter_declaration(&mut self, parameter: &'t ParameterDeclaration, span: &'t Span) {
        if !self.parameters {
            return;
        }
        self.note_head_types(&parameter.specifiers);
        let Some(declarator) = &parameter.declarator else { return };
        let base = self.base_type(&parameter.specifiers, *span);
        let mut kind = types::derived(base, &declarator.node, self);
        if let TypeKind::Array(element, _) = kind.shape {
            kind.shape = TypeKind::Pointer(element);
        }
        if let Some(name) = Self::declarator_name(&declarator.node) {
            self.declare(name, kind, Storage::Parameter, *span, None);
        }
    }

    fn visit_declaration(&mut self, declaration: &'t Declaration, span: &'t Span) {
        if self.function.parsed.tokens_of(*span).is_empty() {
            // The prelude's declarations have artificial types.
            return;
        }
        for specifier in &declaration.specifiers {
            self.visit_declaration_specifier(&specifier.node, &specifier.span);
        }
        let storage_class = declaration.specifiers.iter().find_map(|specifier| match &specifier.node {
            DeclarationSpecifier::StorageClass(class) => Some(&class.node),
            _ => None,
        });
        let storage = match storage_class {
            Some(StorageClassSpecifier::Typedef) => Storage::Typedef,
            Some(StorageClassSpecifier::Static | StorageClassSpecifier::Extern) => Storage::Static,
            _ if self.scopes.len() == 1 => Storage::Static,
            _ => Storage::Local,
        };
        self.note_tag(declaration, *span);
        let base = self.base_type(&declaration.specifiers, *span);
        for Node { node: InitDeclarator { declarator, initializer }, .. } in &declaration.declarators {
            let mut kind = types::derived(base.clone(), &declarator.node, self);
            let (expression, elements) = match initializer.as_ref().map(|initializer| &initializer.node) {
                Some(Initializer::Expression(expression)) => (Some(&**expression), None),
                Some(Initializer::List(items)) => (None, Some(&items[..])),
                None => (None, None),
            };
            let elements = elements.filter(|items| {
                let is_sure = !self.function.has_open_names(self.function.parsed.tokens_of(*span));
                is_sure && items.iter().all(|item| types::is_one_element(&item.node))
            });
            if let (TypeKind::Array(element, length @ ArrayLength::Unknown), Some(items)) = (&mut kind.shape, elements)
            {
                let count = types::initializer_count(element, &declarator.node, items);
                *length = count.map_or(ArrayLength::Unknown, ArrayLength::Final);
            }
            if let Some(name) = Self::declarator_name(&declarator.node) {
                let id = self.declare(name, kind, storage, *span, expression);
                self.function.symbols[id.0].elements = elements;
                self.function.add_uncertain_declaration(id, &name.node.name, *span);
            }
            for part in &declarator.node.derived {
                // A prototype's parameters do not matter, but an array's size does.
                if !matches!(part.node, DerivedDeclarator::Function(_)) {
                    self.visit_derived_declarator(&part.node, &part.span);
                }
            }
            if let Some(initializer) = initializer {
                self.visit_initializer(&initializer.node, &initializer.span);
            }
        }
    }

    fn visit_type_specifier(&mut self, specifier: &'t TypeSpecifier, span: &'t Span) {
        if let TypeSpecifier::TypedefName(name) = specifier {
            let token = self.token(name.span);
            self.function.type_names.insert(token);
        }
        visit::visit_type_specifier(self, specifier, span);
    }

    fn visit_enum_type(&mut self, kind: &'t lang_c::ast::EnumType, span: &'t Span) {
        let added = self.function.add_enumeration(self.function.parsed.tokens_of(*span));
        let outer = self.enumeration.replace((added, *span));
        visit::visit_enum_type(self, kind, span);
        self.enumeration = outer;
    }

    fn visit_enumerator(&mut self, enumerator: &'t Enumerator, span: &'t Span) {
        let Some((enumeration, whole)) = self.enumeration else { return };
        visit::visit_enumerator(self, enumerator, span);
        let int = Type {
            shape: TypeKind::Integer(oclc_syntax::preprocess::IntegerType::INT),
            is_const: true,
            is_volatile: false,
            space: types::Space::Private,
        };
        // A directive anywhere in the list may change the value of each enumerator after it.
        let id = self.declare(&enumerator.identifier, int, Storage::Enumerator, whole, None);
        self.function.symbols[id.0].enumerator = Some(self.function.add_enumerator(enumeration, enumerator));
    }

    fn visit_statement(&mut self, statement: &'t Statement, span: &'t Span) {
        match statement {
            Statement::Compound(_) => self.in_scope(*span, |walk| visit::visit_statement(walk, statement, span)),
            Statement::For(node) => {
                self.in_loop(node.span, LoopNode::For(&node.node), |walk| {
                    walk.in_scope(*span, |walk| visit::visit_statement(walk, statement, span));
                });
            }
            Statement::While(node) => {
                self.in_loop(node.span, LoopNode::While(&node.node), |walk| {
                    walk.in_scope(*span, |walk| visit::visit_statement(walk, statement, span));
                });
            }
            Statement::DoWhile(node) => {
                self.in_loop(node.span, LoopNode::Do(&node.node), |walk| {
                    walk.in_scope(*span, |walk| visit::visit_statement(walk, statement, span));
                });
            }
            // The scope of a declaration in a condition ends with the statement (C99 6.8.4p3).
            Statement::If(_) | Statement::Switch(_) => {
                self.in_scope(*span, |walk| visit::visit_statement(walk, statement, span));
            }
            Statement::Expression(Some(node)) => {
                if let Expression::Identifier(name) = &node.node {
                    self.function.doubt_bare_name(&name.node.name, self.token(name.span));
                }
                visit::visit_statement(self, statement, span);
            }
            // The name after `goto` is a label.
            Statement::Goto(name) => self.note_label(name, false),
            Statement::Labeled(node) => {
                if let Label::Identifier(name) = &node.node.label.node {
                    self.note_label(name, true);
                }
                visit::visit_statement(self, statement, span);
            }
            _ => visit::visit_statement(self, statement, span),
        }
    }

    fn visit_expression(&mut self, expression: &'t Expression, span: &'t Span) {
        // The flag applies to this expression, and not to the expressions in it.
        let is_part = std::mem::take(&mut self.is_part);
        match expression {
            _ if self.access == Access::Read && !is_part && self.decays(expression) => {
                self.with_access(Access::Address, |walk| walk.visit_expression(expression, span));
            }
            Expression::Identifier(name) => self.note_use(name, false),
            Expression::UnaryOperator(node) => self.visit_unary_operator_expression(&node.node, &node.span),
            Expression::BinaryOperator(node) => self.visit_binary_operator_expression(&node.node, &node.span),
            Expression::Call(node) => self.visit_call_expression(&node.node, &node.span),
            // A member or element of an object is a part of it.
            Expression::Member(node) => {
                let through_pointer = node.node.operator.node == lang_c::ast::MemberOperator::Indirect;
                let access = if through_pointer { Access::Read } else { self.access };
                self.with_access(access, |walk| {
                    walk.as_part(!through_pointer, |walk| {
                        walk.visit_expression(&node.node.expression.node, &node.node.expression.span);
                    });
                });
            }
            Expression::Conditional(_) | Expression::Comma(_) if self.access != Access::Read => {
                visit::visit_expression(self, expression, span);
            }
            Expression::SizeOfVal(_) | Expression::SizeOfTy(_) | Expression::AlignOf(_) => {
                self.with_access(Access::Read, |walk| {
                    walk.as_part(true, |walk| visit::visit_expression(walk, expression, span));
                });
            }
            Expression::Statement(_) => {
                self.expressions_around += 1;
                self.with_access(Access::Read, |walk| visit::visit_expression(walk, expression, span));
                self.expressions_around -= 1;
            }
            _ => self.with_access(Access::Read, |walk| visit::visit_expression(walk, expression, span)),
        }
    }

    /// Visits an operand of inline assembly: an output is written, and an operand that may be in memory has an address there.
    fn visit_gnu_asm_operand(&mut self, operand: &'t GnuAsmOperand, _span: &'t Span) {
        let literals = self.function.tokens(&operand.constraints);
        let literals = &self.function.parsed.expansion.tokens[literals];
        let constraints: String = literals.iter().map(|literal| &*literal.text).collect();
        let is_written = constraints.contains(['=', '+']);
        let variable = &operand.variable_name;
        if !stays_in_register(&constraints) {
            self.with_access(Access::Address, |walk| walk.visit_expression(&variable.node, &variable.span));
        }
        let access = if is_written { Access::Write } else { Access::Read };
        self.with_access(access, |walk| walk.visit_expression(&variable.node, &variable.span));
    }

    fn visit_unary_operator_expression(&mut self, unary: &'t UnaryOperatorExpression, _span: &'t Span) {
        use UnaryOperator::{Address, PostDecrement, PostIncrement, PreDecrement, PreIncrement};
        let access = match unary.operator.node {
            PostIncrement | PostDecrement | PreIncrement | PreDecrement => Access::Write,
            Address => Access::Address,
            _ => Access::Read,
        };
        self.with_access(access, |walk| walk.visit_expression(&unary.operand.node, &unary.operand.span));
    }

    fn visit_binary_operator_expression(&mut self, binary: &'t BinaryOperatorExpression, _span: &'t Span) {
        use BinaryOperator as Op;
        let left = match binary.operator.node {
            Op::Assign => Access::Write,
            ref operator if compound(operator).is_some() => Access::Write,
            // An element of an array is a part of it; the object that a pointer points to is not.
            Op::Index if self.access != Access::Read && self.is_pointer(&binary.lhs.node) => Access::Read,
            Op::Index => self.access,
            _ => Access::Read,
        };
        let is_part = matches!(binary.operator.node, Op::Index);
        self.with_access(left, |walk| {
            walk.as_part(is_part, |walk| walk.visit_expression(&binary.lhs.node, &binary.lhs.span));
        });
        self.with_access(Access::Read, |walk| walk.visit_expression(&binary.rhs.node, &binary.rhs.span));
    }

    fn visit_call_expression(&mut self, call: &'t CallExpression, _span: &'t Span) {
        let outer = self.in_suspect_call;
        if let Expression::Identifier(name) = &call.callee.node {
            let access = self.access;
            self.with_access(Access::Read, |walk| walk.note_use(name, true));
            self.in_suspect_call |= self.function.uses.last().is_some_and(|used| self.function.may_be_macro(used));
            // A function's result is not an object: this is a macro, and its expansion is written or pointed to.
            if access != Access::Read {
                self.in_suspect_call = true;
                self.function.changed_calls.push(self.token(name.span));
            }
        } else {
            self.visit_expression(&call.callee.node, &call.callee.span);
        }
        for argument in &call.arguments {
            self.with_access(Access::Read, |walk| walk.visit_expression(&argument.node, &argument.span));
        }
        self.in_suspect_call = outer;
    }
}

/// Whether an operand with these constraints is a number in the code or a register. Many letters mean memory, and they differ between
/// targets; the letters for registers that GPUs and CPUs share are few.
fn stays_in_register(constraints: &str) -> bool {
    constraints.chars().all(|letter| {
        matches!(letter, '"' | '=' | '+' | '&' | '%' | '0'..='9' | 'i' | 'n' | 'r' | 'h' | 'l' | 'f' | 'd' | 's' | 'v')
    })
}
