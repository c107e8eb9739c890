//! The attributes of a kernel that say how it is launched (OpenCL C 6.7.2 and 6.15.1).
//!
//! A kernel with `__attribute__((reqd_work_group_size(X, Y, Z)))` can be enqueued with that work-group size alone, so that
//! `get_enqueued_local_size(d)` is a constant in it. `get_local_size(d)` is the same constant only if no work-group is smaller than the
//! others, as those at the edges may be from OpenCL C 2.0 on: the caller must promise that there are none ([`crate::Assumptions`]).
//!
//! Both are true for the kernel that is enqueued. A kernel that another kernel calls runs with its caller's size. So nothing is known if
//! the kernel's name occurs a second time anywhere, in a prototype for instance (whose attributes would count as well), or if macros paste
//! names, or an include could not be read. `work_group_size_hint` promises nothing.
//!
//! The parser does not see attributes, so they are read from the expanded tokens of the function's head, where each size is an expression
//! like any other. Attributes that conditions or the host choose do not count.

use std::ops::Range;

use lang_c::ast::{Declarator, DeclaratorKind, ExternalDeclaration, FunctionDefinition, Identifier};
use lang_c::span::Node;

use super::evaluate::{Evaluator, LookupPoint};
use super::symbols::Function;
use super::tables::LaunchSize;
use oclc_syntax::lex::{Bracket, Depth, Punct, after_group};
use oclc_syntax::preprocess::{Constant, Expanded, IntegerType, Meaning};
use oclc_syntax::tree::{TokenRange, TreeExtent, parse_expression};

impl Function<'_, '_> {
    /// The result of a work-item function for a dimension, at a token, if the launch determines it.
    #[must_use]
    pub fn launched_with(&self, name: &str, dimension: i128, token: usize) -> Option<&Constant> {
        let is_settled = match name {
            "get_enqueued_local_size" => true,
            "get_local_size" => self.program.has_uniform_groups(),
            _ => false,
        };
        if !is_settled || !self.is_builtin(name, token) {
            return None;
        }
        let launch = self.launch()?;
        let group = self.unit.group(self.moment(token));
        let is_certain = self.unit.implies(&self.parsed.configuration, group, launch.group);
        launch.sizes.get(usize::try_from(dimension).ok()?).filter(|_| is_certain)
    }

    /// The tokens of the attribute that give the work-group size in a dimension.
    #[must_use]
    pub fn launch_operand(&self, dimension: i128) -> Option<&TokenRange> {
        self.launch()?.operands.get(usize::try_from(dimension).ok()?)
    }

    fn launch(&self) -> Option<&LaunchSize> {
        self.known.launch.get_or_init(|| self.reach.apart(|| read_function_head(self))).as_ref()
    }

    /// The function, unless only a loop of it could be parsed.
    fn definition(&self) -> Option<&FunctionDefinition> {
        match &self.parsed.tree.0.last()?.node {
            ExternalDeclaration::FunctionDefinition(definition) if self.parsed.extent == TreeExtent::Function => {
                Some(&definition.node)
            }
            _ => None,
        }
    }

    /// The function's name.
    pub(super) fn name(&self) -> Option<&Node<Identifier>> {
        function_name(&self.definition()?.declarator.node)
    }

    /// Whether a name at a token has the meaning that OpenCL C defines: it is neither a macro nor declared by the source.
    #[must_use]
    pub fn is_builtin(&self, name: &str, token: usize) -> bool {
        self.lookup(name, token).is_none()
            && !self.program.may_declare(name)
            && matches!(self.meaning(name, self.moment(token)), Meaning::Ordinary)
    }
}

/// Reads the head of the kernel that the function is.
fn read_function_head(function: &Function<'_, '_>) -> Option<LaunchSize> {
    if function.unit.unread_include(usize::MAX).is_some() {
        return None;
    }
    let definition = function.definition()?;
    let name = function_name(&definition.declarator.node)?;
    let name_token = function.parsed.token_of(name.span);
    let tokens = &function.parsed.expansion.tokens;
    // If a macro makes the name, callers need not spell it.
    let is_made = tokens[name_token].call.is_some() || function.parsed.made_by_macros().name.is_some();
    if is_made || !function.program.is_named_once(&name.node.name) {
        return None;
    }
    let ends_item = |token: &Expanded<'_>| token.is(Punct::Semicolon) || token.is(Punct::RightBrace);
    let start = tokens[..name_token].iter().rposition(ends_item).map_or(0, |at| at + 1);
    let end = function.parsed.token_of(definition.statement.span);
    let head = FunctionHead::read(tokens, start..end)?;
    let [required] = &head.required[..] else { return None };
    if !head.is_kernel {
        return None;
    }
    let (first, last) = (function.moment(required.start), function.moment(required.end));
    if !function.unit.is_uniform(&function.parsed.configuration, first, last) {
        return None;
    }
    let operands: Vec<TokenRange> = split_at_commas(tokens, required.clone()).collect();
    let sizes: Vec<Constant> = operands.iter().map(|size| evaluated(function, size.clone())).collect::<Option<_>>()?;
    let (sizes, operands) = (sizes.try_into().ok()?, operands.try_into().ok()?);
    Some(LaunchSize { sizes, operands, group: function.unit.group(first) })
}

/// One size of the attribute.
fn evaluated(function: &Function<'_, '_>, size: Range<usize>) -> Option<Constant> {
    let fragment = parse_expression(&function.parsed.expansion.tokens[size.clone()])?;
    let position = LookupPoint::At { token: size.start, moment: function.moment(size.start) };
    let evaluator = Evaluator::new(function, &function.no_env, position).without_launch();
    let known = evaluator.value(&fragment.expression).ok()?;
    // A type that the host decides leaves no trace in the facts.
    if known.value <= 0 || (known.facts.is_final() && function.has_open_names(size)) {
        return None;
    }
    known.settled(IntegerType::SIZE)
}

fn function_name(declarator: &Declarator) -> Option<&Node<Identifier>> {
    match &declarator.kind.node {
        DeclaratorKind::Identifier(name) => Some(name),
        DeclaratorKind::Declarator(inner) => function_name(&inner.node),
        DeclaratorKind::Abstract => None,
    }
}

/// The part of a function before its body.
#[derive(Default)]
struct FunctionHead {
    is_kernel: bool,
    /// The arguments of each `reqd_work_group_size`.
    required: Vec<Range<usize>>,
}

impl FunctionHead {
    /// Reads the head; `None` if the host could add anything there. The list of parameters does not matter.
    fn read(tokens: &[Expanded<'_>], range: Range<usize>) -> Option<Self> {
        let mut head = Self::default();
        let mut at = range.start;
        while at < range.end {
            let token = &tokens[at];
            if token.open {
                return None;
            }
            let group = after_group(Bracket::Round, &tokens[..range.end], at + 1);
            match (&*token.text, group) {
                ("__attribute__" | "__attribute", Some(end)) => {
                    head.attributes(tokens, at + 2..end - 1)?;
                    at = end;
                    continue;
                }
                ("kernel" | "__kernel", _) => head.is_kernel = true,
                _ => {}
            }
            at = after_group(Bracket::Round, &tokens[..range.end], at).unwrap_or(at + 1);
        }
        Some(head)
    }

    // "(" [ name [ "(" … ")" ] ] { "," … } ")"
    fn attributes(&mut self, tokens: &[Expanded<'_>], inside: Range<usize>) -> Option<()> {
        let behind =
            after_group(Bracket::Round, &tokens[..inside.end], inside.start).filter(|&end| end == inside.end)?;
        for attribute in split_at_commas(tokens, inside.start + 1..behind - 1).filter(|attribute| !attribute.is_empty())
        {
            let name = &tokens[attribute.start];
            if name.open {
                return None;
            }
            if matches!(&*name.text, "reqd_work_group_size" | "__reqd_work_group_size__") {
                let end = after_group(Bracket::Round, &tokens[..attribute.end], attribute.start + 1)?;
                self.required.push(attribute.start + 2..end - 1);
            }
        }
        Some(())
    }
}

/// The parts of a list between its commas.
fn split_at_commas<'a>(tokens: &'a [Expanded<'_>], range: Range<usize>) -> impl Iterator<Item = Range<usize>> + 'a {
    let mut next = Some(range.start);
    std::iter::from_fn(move || {
        let start = next?;
        let mut depth = Depth::of(Bracket::Round);
        let is_comma = |&at: &usize| depth.is_outside_after(tokens[at].kind) && tokens[at].is(Punct::Comma);
        let comma = (start..range.end).find(is_comma);
        next = comma.map(|at| at + 1);
        Some(start..comma.unwrap_or(range.end))
    })
}
