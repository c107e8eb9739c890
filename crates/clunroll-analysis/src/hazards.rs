//! The contents of a loop's body, and whether they can be copied at all.
//!
//! One walk over the body finds everything that must not occur twice or that would not mean the same in a copy: static and local
//! declarations, case labels of a `switch` around it, directives, and macros whose meaning only the final compile knows. [`Body`] contains
//! what is allowed but matters for the form, such as the jumps that belong to this loop.

use lang_c::ast::{
    BinaryOperator, BinaryOperatorExpression, BlockItem, CallExpression, ConditionalExpression, Declaration,
    DeclarationSpecifier, DeclaratorKind, Expression, Label, Statement, StorageClassSpecifier, TypeQualifier,
    TypeSpecifier,
};
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};

use super::assembly::may_be_copied;
use super::continues::skipped_rests;
use super::directives_inside::check_directives;
use super::evaluate::{Evaluator, LookupPoint};
use super::exits::{Exits, Jump, note_labels};
use super::induction::Step;
use super::loops::{Loop, recognise};
use super::open_names::check_open_names;
use super::symbol::{Access, Use};
use super::symbols::{Function, place_of_token};
use super::trips::{HeaderNumbers, Trips, count};
use clunroll_rules::{Decline, HeaderProblem, LabelProblem, OnlyOnce, Reason};
use oclc_syntax::lex::{Punct, TokenKind};
use oclc_syntax::preprocess::Expanded;
use oclc_syntax::source::Place;
use oclc_syntax::tree::{
    Convergent, TokenRange, convergent, is_builtin_function, is_standard_macro, is_tag_word, is_type_name,
};

/// The properties of a body that can be copied.
#[allow(clippy::struct_excessive_bools, reason = "independent facts, each asked for by itself")]
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// Whether it is a block.
    pub is_block: bool,
    /// Whether the block declares something, so that its copies need braces.
    pub declares: bool,
    /// Whether one of its declarations may have the name of the induction variable, and so hide it.
    pub may_hide_variable: bool,
    /// Whether it names the induction variable, or may name it through an open macro.
    pub uses_variable: bool,
    /// Whether the value that the loop leaves in the induction variable may be used.
    pub value_lives_on: bool,
    /// Whether it may name the induction variable through an open macro, or in another configuration.
    pub may_name_variable: bool,
    /// Whether it contains a macro that the host may define.
    pub has_open_macro: bool,
    /// Whether one of its names may be a macro whose definition is not visible: a macro of the host, of a file that was not read, or one
    /// that the host may define in another configuration.
    pub may_be_unseen_macro: bool,
    /// Whether it defines a macro that is still defined after the loop.
    pub defines_macros: bool,
    /// Whether it contains a name without a declaration.
    pub names_unknown: bool,
    /// The token that changes the induction variable, or makes a pointer to it.
    pub changes_variable: Option<usize>,
    /// Whether it uses the type of an expression, so that a constant in the variable's place might make a difference.
    pub asks_type: bool,
    /// The jumps that leave it.
    pub exits: Exits,
    /// The first operation that work-items must reach together.
    pub convergent: Option<(Convergent, usize)>,
    /// Whether every such operation is reached in every iteration.
    pub converges_always: bool,
    /// Whether all of them surely are operations where work-items meet: a function that is defined elsewhere may be one or not.
    pub meets_always: bool,
}

impl Body {
    /// Adds what the body of another configuration needs in the text that both share. The properties that choose the form were the same for
    /// both already.
    pub fn absorb(&mut self, other: &Self) {
        self.declares |= other.declares;
        self.may_hide_variable |= other.may_hide_variable;
        self.may_name_variable |= other.uses_variable;
        self.may_be_unseen_macro |= other.may_be_unseen_macro || other.has_open_macro;
        self.uses_variable |= other.uses_variable;
        self.value_lives_on |= other.value_lives_on;
        self.exits.absorb(&other.exits);
    }
}

/// Checks the whole loop, and returns the properties of its body.
///
/// # Errors
///
/// Declines what cannot be copied.
pub fn check_body(function: &Function<'_, '_>, candidate: &Loop<'_>) -> Result<Body, Decline> {
    let defines_macros = check_directives(function, candidate)?;
    check_open_names(function, candidate)?;
    let mut walk = HazardWalk {
        function,
        body: Body { defines_macros, converges_always: true, meets_always: true, ..Body::default() },
        may_skip: false,
        decline: None,
        loops: 0,
        switches: 0,
        conditions: 0,
    };
    if let Statement::Compound(items) = &candidate.body.node {
        walk.body.is_block = true;
        walk.body.declares = items.iter().any(|item| !matches!(item.node, BlockItem::Statement(_)));
    }
    walk.visit_statement(&candidate.body.node, &candidate.body.span);
    if let Some(step) = candidate.step {
        // The step runs in every iteration only if the body has no exits.
        let always = walk.body.exits.is_empty();
        walk.conditions += usize::from(!always);
        let jumps = |exits: &Exits| exits.breaks.len() + exits.continues.len();
        let before = jumps(&walk.body.exits);
        walk.visit_expression(&step.node, &step.span);
        if jumps(&walk.body.exits) > before {
            // The jump is in a statement expression. After a copy, it would act on another loop than on this one.
            walk.decline(Reason::Header(HeaderProblem::JumpInStep), step.span);
        }
    }
    if let Some(decline) = walk.decline {
        return Err(decline);
    }
    let (mut body, may_skip) = (walk.body, walk.may_skip);
    for part in candidate.test.into_iter().chain(candidate.step) {
        if let Some(label) = function.labels_in(function.tokens(part)).first() {
            let place = place_of_token(function, label.token);
            return Err(Decline { reason: Reason::Label(LabelProblem::InHeader), place });
        }
    }
    note_labels(function, &function.tokens(candidate.body), &mut body.exits)?;
    body.exits.branches = skipped_rests(function, candidate, &body.exits);
    let skips = may_skip || !body.exits.is_empty();
    body.converges_always &= !skips;
    body.meets_always &= !skips;
    // A block contains several copies of the test and the step, and the body may use a type that they define.
    let mut in_header = candidate.test.into_iter().chain(candidate.step);
    let in_header = in_header.find_map(|part| defined_tag(function, &function.tokens(part)));
    let in_body = defined_tag(function, &function.tokens(candidate.body));
    if let Some(tag) = in_header.or(in_body.filter(|_| !body.is_block)) {
        let place = place_of_token(function, tag);
        return Err(Decline { reason: Reason::OnlyOnce(OnlyOnce::TypeDefinition), place });
    }
    body.declares |= in_body.is_some();
    note_variable(function, candidate, &mut body);
    Ok(body)
}

/// Words that depend on the type or the kind of an expression, and not on its value.
const WORDS_ABOUT_TYPES: [&str; 6] =
    ["typeof", "__typeof__", "__typeof", "_Generic", "__auto_type", "__builtin_constant_p"];

/// The token at which tokens define a struct, union or enumeration, also inside an expression. Attributes may be before and after the name.
#[must_use]
pub fn defined_tag(function: &Function<'_, '_>, range: &TokenRange) -> Option<usize> {
    let tokens = &function.parsed.expansion.tokens;
    range.clone().find(|&at| {
        let mut behind = (at + 1..range.end).filter(|&next| !function.parsed.is_left_out(next));
        is_tag_word(&tokens[at].text) && behind.by_ref().take(2).any(|next| tokens[next].is(Punct::LeftBrace))
    })
}

/// Whether the `for` loop at a token has at least one iteration for every set of `-D`.
fn surely_runs(function: &Function<'_, '_>, keyword: usize) -> bool {
    let Ok(Loop { counter: Ok(inner), .. }) = recognise(function, keyword) else { return false };
    let evaluator = Evaluator::new(function, &function.no_env, LookupPoint::InTree);
    let (Some(start), Step::Constant(advance, by)) = (inner.start, &inner.step) else { return false };
    let (Ok(start), Ok(bound)) = (evaluator.value(start), evaluator.value(inner.bound)) else { return false };
    let facts = start.facts.clone().with(&bound.facts).with(&by.facts);
    let trips = count(&HeaderNumbers::new(&inner, &start, &bound, advance.clone()));
    facts.is_final() && matches!(trips, Trips::Known(trips) if trips > 0)
}

/// Notes how the body uses the induction variable.
fn note_variable(function: &Function<'_, '_>, candidate: &Loop<'_>, body: &mut Body) {
    let range = function.tokens(candidate.body);
    let tokens = &function.parsed.expansion.tokens[range.clone()];
    body.names_unknown = function.uses_in(range.clone()).iter().any(|used| may_be_the_hosts(function, used));
    body.asks_type = asks_type(function, tokens);
    let Ok(counter) = &candidate.counter else { return };
    body.value_lives_on =
        counter.declared.is_none() && !function.is_dead_after(counter.variable, candidate.tokens.start);
    body.has_open_macro = tokens.iter().any(|token| token.open);
    let is_unseen = |used: &Use<'_>| may_be_the_hosts(function, used) && !function.is_open(used.token);
    body.may_be_unseen_macro = function.uses_in(range.clone()).iter().any(is_unseen)
        || function.unit.unread_include(function.moment(range.start)).is_some();
    body.may_name_variable = body.has_open_macro || body.may_be_unseen_macro;
    body.uses_variable = body.may_name_variable
        || function.uses_in(range.clone()).iter().any(|used| used.symbol == Some(counter.variable))
        // An attribute is not in the tree.
        || (range.clone().zip(tokens)).any(|(at, token)| token.text == counter.name && function.parsed.is_left_out(at));
    body.may_hide_variable = may_hide(function, range.clone(), counter.name);
    let changes = |used: &&Use<'_>| used.symbol == Some(counter.variable) && used.access != Access::Read;
    let in_body = function.uses_in(range).iter().filter(|used| !counter.step_tokens.contains(&used.token));
    body.changes_variable = in_body.filter(changes).map(|used| used.token).min();
}

/// Whether a range of tokens may declare a name once more. A macro that the host decides, and which is not an operand, may expand to any
/// name, and so may every name after an include that was not read.
fn may_hide(function: &Function<'_, '_>, range: TokenRange, name: &str) -> bool {
    let is_operand = |at: usize| !function.uses_in(at..at + 1).is_empty();
    let tokens = &function.parsed.expansion.tokens;
    function.declares_in(name, &range)
        || range.clone().any(|at| {
            let is_named = tokens[at].open && !function.parsed.is_left_out(at) && !is_operand(at);
            is_named && !function.stands_for_types(at) && !function.parsed.is_open_qualifier(at)
        })
        || function.unit.unread_include(function.moment(range.start)).is_some()
}

/// Whether it may matter that the variable becomes a constant. Clang treats a constant variable as a constant expression: where it is 0, it
/// may be a null pointer, and then a call may select another one of the functions that share a name. An attribute of the function may also
/// forbid the value, even where it is never passed.
fn asks_type(function: &Function<'_, '_>, tokens: &[Expanded<'_>]) -> bool {
    let is_word = |word: &str| WORDS_ABOUT_TYPES.contains(&word);
    let is_judged = |name: &str| function.program.judges_arguments() && function.program.may_declare(name);
    let words = tokens.iter().filter(|token| token.kind == TokenKind::Identifier);
    words.map(|token| &*token.text).any(|word| is_word(word) || is_judged(word))
}

/// Whether a name has no visible declaration, so that the host must define it for the source to compile.
pub(super) fn may_be_the_hosts(function: &Function<'_, '_>, used: &Use<'_>) -> bool {
    used.symbol.is_none()
        && !function.program.declares(used.name)
        && !is_builtin_function(used.name)
        && !is_standard_macro(used.name)
}

struct HazardWalk<'f, 'u, 't> {
    function: &'f Function<'u, 't>,
    body: Body,
    decline: Option<Decline>,
    /// The number of the body's loops around the current node.
    loops: usize,
    /// The number of the body's switches around it.
    switches: usize,
    /// The number of nodes around it that may skip it.
    conditions: usize,
    /// Whether a jump may skip the code after it.
    may_skip: bool,
}

impl HazardWalk<'_, '_, '_> {
    fn place(&self, span: Span) -> Place {
        place_of_token(self.function, self.function.parsed.token_of(span))
    }

    fn decline(&mut self, reason: Reason, span: Span) {
        if self.decline.is_none() {
            self.decline = Some(Decline { reason, place: self.place(span) });
        }
    }

    fn jump(&self, span: Span) -> Jump {
        let range = self.function.parsed.tokens_of(span);
        Jump { token: range.start, place: self.place(span), span: self.function.source_span(&range) }
    }

    fn conditionally(&mut self, visit: impl FnOnce(&mut Self)) {
        self.conditions += 1;
        visit(self);
        self.conditions -= 1;
    }

    /// Notes the convergent operation that a call of that name may contain.
    fn note_call(&mut self, name: &str, token: usize) {
        let program = self.function.program;
        // A macro of the host may call a function that is not visible here.
        let is_open = self.function.is_open(token);
        let Some(kind) = (if is_open { Some(Convergent::WorkGroup) } else { program.convergence(name) }) else {
            return;
        };
        self.body.convergent = match self.body.convergent {
            Some((Convergent::WorkGroup, at)) => Some((Convergent::WorkGroup, at)),
            _ => Some((kind, token)),
        };
        // Sub-groups converge as the hardware decides: it is not enough that every iteration reaches the operation. And a function that is
        // defined here may call its barrier under a condition, which is not checked here.
        let is_direct = convergent(name).is_some() && program.is_builtin(name) && !is_open;
        let is_always = self.conditions == 0 && kind == Convergent::WorkGroup && is_direct;
        self.body.converges_always &= is_always;
        self.body.meets_always &= is_always || !program.is_meeting(name);
    }

    /// Notes inline assembly, which all work-items may have to reach together, in ways that are not known.
    fn note_assembly(&mut self, token: usize) {
        self.body.convergent = self.body.convergent.or(Some((Convergent::WorkGroup, token)));
        self.body.converges_always = false;
    }

    fn in_loop(&mut self, surely_runs: bool, visit: impl FnOnce(&mut Self)) {
        self.loops += 1;
        // A `break` or `continue` in an inner loop belongs to that loop, even inside a `switch`.
        let switches = std::mem::take(&mut self.switches);
        if surely_runs {
            visit(self);
        } else {
            self.conditionally(visit);
        }
        self.switches = switches;
        self.loops -= 1;
    }
}

impl<'t> Visit<'t> for HazardWalk<'_, '_, 't> {
    fn visit_statement(&mut self, statement: &'t Statement, span: &'t Span) {
        match statement {
            Statement::Break if self.loops == 0 && self.switches == 0 => {
                let jump = self.jump(*span);
                self.body.exits.breaks.push(jump);
            }
            Statement::Continue if self.loops == 0 => {
                let jump = self.jump(*span);
                self.body.exits.continues.push(jump);
            }
            // The jump leaves an inner loop or `switch`, or goes to a label: the code after it may be skipped.
            Statement::Break | Statement::Continue | Statement::Goto(_) => self.may_skip = true,
            Statement::Asm(assembly) if may_be_copied(self.function, assembly) => {
                self.note_assembly(self.function.parsed.token_of(*span));
                visit::visit_statement(self, statement, span);
            }
            Statement::Asm(_) => self.decline(Reason::OnlyOnce(OnlyOnce::Assembly), *span),
            Statement::Return(_) => {
                self.body.exits.leaves = true;
                visit::visit_statement(self, statement, span);
            }
            Statement::For(node) => {
                // Every iteration of a loop that surely runs reaches it, so it is always reached.
                let runs = surely_runs(self.function, self.function.parsed.token_of(node.span));
                self.in_loop(runs, |walk| visit::visit_for_statement(walk, &node.node, &node.span));
            }
            Statement::While(_) | Statement::DoWhile(_) => {
                self.in_loop(false, |walk| visit::visit_statement(walk, statement, span));
            }
            Statement::Switch(node) => {
                self.visit_expression(&node.node.expression.node, &node.node.expression.span);
                self.switches += 1;
                self.conditionally(|walk| {
                    walk.visit_statement(&node.node.statement.node, &node.node.statement.span);
                });
                self.switches -= 1;
            }
            Statement::If(node) => {
                self.visit_expression(&node.node.condition.node, &node.node.condition.span);
                self.conditionally(|walk| {
                    walk.visit_statement(&node.node.then_statement.node, &node.node.then_statement.span);
                    if let Some(other) = &node.node.else_statement {
                        walk.visit_statement(&other.node, &other.span);
                    }
                });
            }
            Statement::Labeled(node) => {
                match &node.node.label.node {
                    // The jumps to the label are not followed.
                    Label::Identifier(_) => self.may_skip = true,
                    _ if self.switches == 0 => self.decline(Reason::Label(LabelProblem::Case), *span),
                    _ => {}
                }
                visit::visit_statement(self, statement, span);
            }
            Statement::Expression(Some(expression)) => {
                if let Expression::Identifier(name) = &expression.node {
                    let token = self.function.parsed.token_of(name.span);
                    let unknown = self.function.lookup(&name.node.name, token).is_none();
                    if self.function.parsed.expansion.tokens[token].open || unknown {
                        self.decline(Reason::HostDecides(name.node.name.clone()), *span);
                    }
                }
                visit::visit_statement(self, statement, span);
            }
            _ => visit::visit_statement(self, statement, span),
        }
    }

    fn visit_declaration(&mut self, declaration: &'t Declaration, span: &'t Span) {
        for specifier in &declaration.specifiers {
            let is_open = self.function.parsed.is_open_qualifier(self.function.parsed.token_of(specifier.span));
            match &specifier.node {
                DeclarationSpecifier::StorageClass(Node {
                    node: StorageClassSpecifier::Static | StorageClassSpecifier::Extern,
                    ..
                }) => self.decline(Reason::OnlyOnce(OnlyOnce::StaticDeclaration), specifier.span),
                DeclarationSpecifier::TypeQualifier(Node { node: qualifier, .. })
                    if is_open || matches!(qualifier, TypeQualifier::Nonnull | TypeQualifier::Nullable) =>
                {
                    let is_variable = declaration.declarators.iter().any(|declarator| {
                        // A variable with an initialiser cannot be in an address space that the host may choose.
                        let is_private = is_open && declarator.node.initializer.is_some();
                        let declarator = &declarator.node.declarator.node;
                        !is_private
                            && !matches!(declarator.kind.node, DeclaratorKind::Declarator(_))
                            && !matches!(
                                declarator.derived.first().map(|part| &part.node),
                                Some(lang_c::ast::DerivedDeclarator::Pointer(_))
                            )
                    });
                    if is_variable {
                        self.decline(Reason::OnlyOnce(OnlyOnce::SharedVariable), specifier.span);
                    }
                }
                _ => {}
            }
        }
        visit::visit_declaration(self, declaration, span);
    }

    fn visit_type_specifier(&mut self, specifier: &'t TypeSpecifier, span: &'t Span) {
        if let TypeSpecifier::TypedefName(name) = specifier {
            let function = self.function;
            let token = function.parsed.token_of(name.span);
            let from_include = !is_type_name(&name.node.name)
                && function.lookup(&name.node.name, token).is_none()
                && !function.program.declares_type(&name.node.name)
                && function.unit.unread_include(function.moment(token)).is_some();
            let is_unknown = function.parsed.expansion.tokens[token].open && !function.stands_for_types(token);
            if from_include || is_unknown {
                self.decline(Reason::HostDecides(name.node.name.clone()), name.span);
            }
        }
        visit::visit_type_specifier(self, specifier, span);
    }

    fn visit_expression(&mut self, expression: &'t Expression, span: &'t Span) {
        if let Expression::Identifier(name) = expression {
            match &*name.node.name {
                "__COUNTER__" => self.decline(Reason::OnlyOnce(OnlyOnce::Counter), *span),
                "__LINE__" => self.decline(Reason::LineNumbers, *span),
                _ => {}
            }
            let token = self.function.parsed.token_of(name.span);
            if self.function.parsed.expansion.tokens[token].open && self.function.may_call(token) {
                self.note_call(&name.node.name, token);
            }
        }
        visit::visit_expression(self, expression, span);
    }

    fn visit_conditional_expression(&mut self, conditional: &'t ConditionalExpression, _span: &'t Span) {
        self.visit_expression(&conditional.condition.node, &conditional.condition.span);
        self.conditionally(|walk| {
            walk.visit_expression(&conditional.then_expression.node, &conditional.then_expression.span);
            walk.visit_expression(&conditional.else_expression.node, &conditional.else_expression.span);
        });
    }

    fn visit_binary_operator_expression(&mut self, binary: &'t BinaryOperatorExpression, _span: &'t Span) {
        self.visit_expression(&binary.lhs.node, &binary.lhs.span);
        if matches!(binary.operator.node, BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr) {
            self.conditionally(|walk| walk.visit_expression(&binary.rhs.node, &binary.rhs.span));
        } else {
            self.visit_expression(&binary.rhs.node, &binary.rhs.span);
        }
    }

    fn visit_call_expression(&mut self, call: &'t CallExpression, span: &'t Span) {
        if let Expression::Identifier(name) = &call.callee.node
            && self.function.program.may_declare(&name.node.name)
            && self.function.program.has_error_attributes()
        {
            self.decline(Reason::OnlyOnce(OnlyOnce::ErrorAttribute), name.span);
        }
        if let Expression::Identifier(name) = &call.callee.node {
            self.note_call(&name.node.name, self.function.parsed.token_of(name.span));
        }
        visit::visit_call_expression(self, call, span);
    }
}
