//! The facts about arrays and their uses from the tree of a function, in one walk.

use std::collections::{BTreeMap, HashMap, HashSet};

use lang_c::ast::{
    AsmStatement, BinaryOperator, BinaryOperatorExpression, BlockItem, ConditionalExpression, Declaration,
    DeclaratorKind, Expression, IfStatement, LabeledStatement, StructDeclarator,
};
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};

use super::branches::TestedBranches;
use clunroll_analysis::{Function, Use};
use oclc_syntax::lex::TokenKind;
use oclc_syntax::tree::{Parsed, TokenRange, is_builtin_function, is_standard_macro};

/// The facts about arrays from the tree of a function.
#[derive(Debug)]
pub struct Survey<'t> {
    parsed: &'t Parsed<'t>,
    /// Declarations in blocks, by their first token.
    pub declarations: BTreeMap<usize, &'t Node<Declaration>>,
    /// The statements and declarations of blocks, in the order of the tree: outer ones first.
    items: Vec<TokenRange>,
    /// The indices after a name, by the name's token.
    pub chains: HashMap<usize, Subscripts<'t>>,
    /// The branches of its conditions.
    pub branches: TestedBranches<'t>,
    /// Inline assembly.
    pub assembly: Vec<TokenRange>,
    /// The names of members in the definitions of structs.
    pub members: HashSet<usize>,
    /// The tokens of each name.
    names: HashMap<&'t str, Vec<usize>>,
    /// The tokens that may refer to a variable without naming it: macros that the host decides, pragmas.
    pub suspects: Vec<usize>,
}

/// The indices after a name.
#[derive(Debug, Default)]
pub struct Subscripts<'t> {
    /// The innermost subscript comes first.
    pub indices: Vec<&'t Node<Expression>>,
    /// The innermost branch around it.
    pub branch: Option<usize>,
}

impl<'t> Survey<'t> {
    /// Walks a tree.
    #[must_use]
    pub fn of(function: &Function<'_, 't>) -> Self {
        let parsed = function.parsed;
        let mut survey = Self {
            parsed,
            declarations: BTreeMap::new(),
            items: Vec::new(),
            chains: HashMap::new(),
            branches: TestedBranches::default(),
            assembly: Vec::new(),
            members: HashSet::new(),
            names: HashMap::new(),
            suspects: Vec::new(),
        };
        for (at, token) in parsed.expansion.tokens.iter().enumerate() {
            let is_suspect = match token.kind {
                TokenKind::Identifier => {
                    survey.names.entry(&token.text).or_default().push(at);
                    token.open || function.uses_in(at..at + 1).iter().any(|used| may_be_unread_macro(function, used))
                }
                TokenKind::String => parsed.is_left_out(at),
                _ => false,
            };
            if is_suspect {
                survey.suspects.push(at);
            }
        }
        survey.visit_translation_unit(&parsed.tree);
        survey
    }
}

impl<'t> Survey<'t> {
    /// The declaration that a token is in, and its first token.
    #[must_use]
    pub fn declaration_of(&self, token: usize) -> Option<(usize, &'t Node<Declaration>)> {
        let (&first, node) = self.declarations.range(..=token).next_back()?;
        self.parsed.tokens_of(node.span).contains(&token).then_some((first, *node))
    }

    /// The tokens in a range that may refer to a variable without naming it.
    pub fn suspects_in(&self, range: &TokenRange) -> impl Iterator<Item = usize> {
        within(&self.suspects, range)
    }

    /// The tokens of a name.
    #[must_use]
    pub fn tokens_of(&self, name: &str) -> &[usize] {
        self.names.get(name).map_or(&[], Vec::as_slice)
    }

    /// The end of the statement that contains a token, among the statements in the block of a declaration before it.
    #[must_use]
    pub fn statement_end(&self, declaration: &TokenRange, token: usize) -> usize {
        let holds = |item: &&TokenRange| item.start >= declaration.start && item.contains(&token);
        self.items.iter().find(holds).map_or(token + 1, |item| item.end)
    }
}

/// The tokens within a range, from tokens in rising order.
pub fn within(tokens: &[usize], range: &TokenRange) -> impl Iterator<Item = usize> {
    let first = tokens.partition_point(|&at| at < range.start);
    tokens[first..].iter().copied().take_while(|at| range.contains(at))
}

/// Whether a name may be a macro of an include that was not read.
fn may_be_unread_macro(function: &Function<'_, '_>, used: &Use<'_>) -> bool {
    used.symbol.is_none()
        && function.unit.unread_include(function.moment(used.token)).is_some()
        && !function.program.declares(used.name)
        && !function.program.declares_type(used.name)
        && !function.unit.has_definitions(used.name)
        && !is_builtin_function(used.name)
        && !is_standard_macro(used.name)
        && !used.name.starts_with("__")
}

impl<'t> Visit<'t> for Survey<'t> {
    fn visit_block_item(&mut self, item: &'t BlockItem, span: &'t Span) {
        self.items.push(self.parsed.tokens_of(*span));
        if let BlockItem::Declaration(declaration) = item {
            self.declarations.insert(self.parsed.token_of(declaration.span), declaration);
        }
        visit::visit_block_item(self, item, span);
    }

    fn visit_binary_operator_expression(&mut self, binary: &'t BinaryOperatorExpression, span: &'t Span) {
        if binary.operator.node == BinaryOperator::Index {
            let mut indices = vec![&*binary.rhs];
            let mut base = &binary.lhs;
            while let Expression::BinaryOperator(inner) = &base.node
                && inner.node.operator.node == BinaryOperator::Index
            {
                indices.push(&inner.node.rhs);
                base = &inner.node.lhs;
            }
            if let Expression::Identifier(name) = &base.node {
                indices.reverse();
                // The outermost subscript comes first.
                let branch = self.branches.current();
                self.chains.entry(self.parsed.token_of(name.span)).or_insert(Subscripts { indices, branch });
            }
        }
        let runs_if = match binary.operator.node {
            BinaryOperator::LogicalAnd => true,
            BinaryOperator::LogicalOr => false,
            _ => return visit::visit_binary_operator_expression(self, binary, span),
        };
        self.visit_expression(&binary.lhs.node, &binary.lhs.span);
        self.branches.enter(&binary.lhs, runs_if);
        self.visit_expression(&binary.rhs.node, &binary.rhs.span);
        self.branches.leave();
    }

    fn visit_conditional_expression(&mut self, conditional: &'t ConditionalExpression, _: &'t Span) {
        self.visit_expression(&conditional.condition.node, &conditional.condition.span);
        for (chosen, runs_if) in [(&conditional.then_expression, true), (&conditional.else_expression, false)] {
            self.branches.enter(&conditional.condition, runs_if);
            self.visit_expression(&chosen.node, &chosen.span);
            self.branches.leave();
        }
    }

    fn visit_if_statement(&mut self, statement: &'t IfStatement, _: &'t Span) {
        self.visit_expression(&statement.condition.node, &statement.condition.span);
        let branches = [(Some(&statement.then_statement), true), (statement.else_statement.as_ref(), false)];
        for (branch, runs_if) in branches {
            let Some(branch) = branch else { continue };
            self.branches.enter(&statement.condition, runs_if);
            self.visit_statement(&branch.node, &branch.span);
            self.branches.leave();
        }
    }

    fn visit_labeled_statement(&mut self, statement: &'t LabeledStatement, span: &'t Span) {
        self.branches.label();
        visit::visit_labeled_statement(self, statement, span);
    }

    fn visit_struct_declarator(&mut self, member: &'t StructDeclarator, span: &'t Span) {
        if let Some(declarator) = &member.declarator
            && let DeclaratorKind::Identifier(name) = &declarator.node.kind.node
        {
            self.members.insert(self.parsed.token_of(name.span));
        }
        visit::visit_struct_declarator(self, member, span);
    }

    fn visit_asm_statement(&mut self, assembly: &'t AsmStatement, span: &'t Span) {
        self.assembly.push(self.parsed.tokens_of(*span));
        visit::visit_asm_statement(self, assembly, span);
    }
}
