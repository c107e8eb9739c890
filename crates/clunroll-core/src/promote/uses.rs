//! The uses of an array: each must be one element, with indices that are final constants.
//!
//! The text that the pipeline has written contains these constants: a copy of a loop's body begins with `int i = 3;`, and nothing changes
//! that variable ([`Uses::is_settled`]). The array stays if an index is not constant, if a use is of the array as a whole, or if its name
//! occurs anywhere else, for instance in a macro that the host decides.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use lang_c::ast::{
    AsmStatement, BinaryOperator, BinaryOperatorExpression, BlockItem, Declaration, DeclaratorKind, Expression,
    StructDeclarator,
};
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};

use super::array::Array;
use super::hosted::HostedValues;
use super::request::place_of_range;
use clunroll_analysis::{
    Access, Evaluator, Function, LookupPoint, LoopNode, NoValue, NoValueKind, Storage, SymbolId, Use, place_of_token,
};
use clunroll_rules::{InitializerProblem, Mention, PromotionDecline, PromotionReason};
use oclc_syntax::lex::{Bracket, Punct, TokenKind, after_group};
use oclc_syntax::preprocess::{DirectiveKind, Unit};
use oclc_syntax::source::{Composed, FileId};
use oclc_syntax::tree::{Parsed, TokenRange, is_builtin_function, is_standard_macro};

/// The facts about arrays from the tree of a function.
#[derive(Debug)]
pub struct Survey<'t> {
    parsed: &'t Parsed<'t>,
    /// Declarations in blocks, by their first token.
    pub declarations: BTreeMap<usize, &'t Node<Declaration>>,
    /// The statements and declarations of blocks, in the order of the tree: outer ones first.
    items: Vec<TokenRange>,
    /// The indices after a name, innermost subscript first, by the name's token.
    chains: HashMap<usize, Vec<&'t Node<Expression>>>,
    /// Inline assembly.
    assembly: Vec<TokenRange>,
    /// The names of members in the definitions of structs.
    members: HashSet<usize>,
    /// The tokens of each name.
    names: HashMap<&'t str, Vec<usize>>,
    /// The tokens that may refer to a variable without naming it: macros that the host decides, pragmas.
    suspects: Vec<usize>,
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
fn within(tokens: &[usize], range: &TokenRange) -> impl Iterator<Item = usize> {
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
                self.chains.entry(self.parsed.token_of(name.span)).or_insert(indices);
            }
        }
        visit::visit_binary_operator_expression(self, binary, span);
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

/// The reason why an array stays, and its token.
#[derive(Clone, Debug)]
pub struct PromotionObstacle {
    /// The reason.
    pub decline: PromotionDecline,
    /// The token.
    pub token: usize,
}

/// One use of one element.
#[derive(Clone, Debug)]
pub struct ElementUse {
    /// The tokens from the name to the last bracket.
    pub tokens: TokenRange,
    /// The brackets.
    pub brackets: Vec<usize>,
    /// The indices.
    pub indices: Vec<u64>,
}

/// Finds the uses of arrays in one function.
pub struct Uses<'f, 'u, 't> {
    function: &'f Function<'u, 't>,
    survey: &'f Survey<'t>,
    reached: &'f Reached<'u>,
    text: &'f Composed,
}

impl<'f, 'u, 't> Uses<'f, 'u, 't> {
    /// A finder for a function with the facts from its tree.
    #[must_use]
    pub const fn new(
        function: &'f Function<'u, 't>,
        survey: &'f Survey<'t>,
        reached: &'f Reached<'u>,
        text: &'f Composed,
    ) -> Self {
        Self { function, survey, reached, text }
    }

    /// All uses of an array; the assumptions of their indices about the host's macros are added to `hosted`.
    ///
    /// # Errors
    ///
    /// Returns an obstacle, such as a use that is not one element.
    pub fn of(&self, array: &Array<'_>, hosted: &mut HostedValues) -> Result<Vec<ElementUse>, PromotionObstacle> {
        let function = self.function;
        let tokens = &function.parsed.expansion.tokens;
        let scope = function.symbol(array.symbol).scope.clone();
        self.check_directives(array, &scope)?;
        if let Some(token) = function.pasted_open_name() {
            return self.kept(PromotionReason::HostMacro(tokens[token].text.to_string()), token);
        }
        for at in within(&self.survey.suspects, &scope) {
            let token = &tokens[at];
            let why = match token.kind {
                TokenKind::String if !has_word(&token.text, array.name) => continue,
                TokenKind::String => PromotionReason::Mentioned(Mention::Pragma),
                _ if token.open && !self.reached.may_name(&token.text, array.name) => continue,
                _ => PromotionReason::HostMacro(token.text.to_string()),
            };
            return self.kept(why, at);
        }
        let mut elements = Vec::new();
        for at in within(self.survey.tokens_of(array.name), &scope) {
            if at != array.name_token && self.may_be_use(array, at, function.uses_in(at..at + 1))? {
                elements.push(self.element(array, at, hosted)?);
            }
        }
        Ok(elements)
    }

    fn kept<T>(&self, why: PromotionReason, token: usize) -> Result<T, PromotionObstacle> {
        Err(PromotionObstacle { decline: PromotionDecline { why, place: place_of_token(self.function, token) }, token })
    }

    fn kept_at(&self, why: PromotionReason, tokens: &TokenRange) -> PromotionObstacle {
        let decline = PromotionDecline { why, place: place_of_range(self.function, tokens) };
        PromotionObstacle { decline, token: tokens.start }
    }

    /// Checks the directives in an array's scope: they may mention it, or include text that does.
    fn check_directives(&self, array: &Array<'_>, scope: &TokenRange) -> Result<(), PromotionObstacle> {
        let (function, unit) = (self.function, self.function.unit);
        let moments = function.moment(scope.start)..function.moment(scope.end.saturating_sub(1));
        for index in moments {
            let directive = &unit.directives[index];
            let line = unit.line(directive);
            let why = match directive.kind {
                DirectiveKind::Include if !unit.was_read(index) => PromotionReason::UnreadInclude,
                DirectiveKind::Pragma if line.iter().skip(2).any(|token| unit.is_word(token, array.name)) => {
                    PromotionReason::Mentioned(Mention::Pragma)
                }
                _ => continue,
            };
            let decline = PromotionDecline { why, place: unit.directive_place(directive) };
            return Err(PromotionObstacle { decline, token: scope.start });
        }
        Ok(())
    }

    /// Whether the array's name at a token is a use of it, which must be a use of an element.
    fn may_be_use(&self, array: &Array<'_>, at: usize, uses: &[Use<'_>]) -> Result<bool, PromotionObstacle> {
        let function = self.function;
        let tokens = &function.parsed.expansion.tokens;
        let before = at.checked_sub(1).map(|before| &tokens[before]);
        if uses.is_empty() {
            let is_member = self.survey.members.contains(&at)
                || before.is_some_and(|token| token.is(Punct::Dot) || token.is(Punct::Arrow));
            let is_declared = function.lookup(array.name, at).is_some_and(|id| function.symbol(id).declared == at);
            return if is_member || is_declared {
                Ok(false)
            } else {
                self.kept(PromotionReason::Mentioned(Mention::Label), at)
            };
        }
        if uses.iter().all(|used| used.symbol.is_some_and(|id| id != array.symbol)) {
            return Ok(false);
        }
        if let Some(unknown) = function.doubted_by(array.symbol, at) {
            let name = function.parsed.expansion.tokens[unknown].text.to_string();
            return self.kept(PromotionReason::HostMacro(name), unknown);
        }
        if uses.iter().any(|used| used.symbol != Some(array.symbol)) || !function.is_certain(array.symbol, at) {
            return self.kept(PromotionReason::Uncertain, at);
        }
        if array.whole.contains(&at) {
            return self.kept(PromotionReason::Initializer(InitializerProblem::UsesArray), at);
        }
        if self.survey.assembly.iter().any(|range| range.contains(&at)) {
            return self.kept(PromotionReason::Mentioned(Mention::Assembly), at);
        }
        if uses.iter().any(|used| used.called) {
            return self.kept(PromotionReason::Whole, at);
        }
        Ok(true)
    }

    fn element(
        &self,
        array: &Array<'_>,
        at: usize,
        hosted: &mut HostedValues,
    ) -> Result<ElementUse, PromotionObstacle> {
        let function = self.function;
        let chain = self.survey.chains.get(&at).map_or(&[][..], Vec::as_slice);
        if chain.len() < array.lengths.len() {
            return self.kept(PromotionReason::Whole, at);
        }
        if function.uses_in(at..at + 1).iter().any(|used| used.access == Access::Address) {
            return self.kept(PromotionReason::Address, at);
        }
        let mut element = ElementUse { tokens: at..at + 1, brackets: Vec::new(), indices: Vec::new() };
        for (&length, index) in array.lengths.iter().zip(chain) {
            let open = element.tokens.end;
            let Some(end) = after_group(Bracket::Square, &function.parsed.expansion.tokens, open) else {
                return self.kept(PromotionReason::Whole, at);
            };
            let close = end - 1;
            let inside = function.tokens(*index);
            if inside.start <= open || inside.end > close {
                return self.kept(PromotionReason::Whole, at);
            }
            element.indices.push(self.index(index, length, hosted)?);
            element.brackets.extend([open, close]);
            element.tokens.end = end;
        }
        if function.moment(at) != function.moment(element.tokens.end - 1) {
            return Err(self.kept_at(PromotionReason::Directive, &element.tokens));
        }
        Ok(element)
    }

    fn index(
        &self,
        index: &'t Node<Expression>,
        length: u64,
        hosted: &mut HostedValues,
    ) -> Result<u64, PromotionObstacle> {
        let function = self.function;
        let settled = |id| self.is_settled(id);
        let evaluator = Evaluator::new(function, function.nothing_known(), LookupPoint::InTree).with_settled(&settled);
        let whole = function.tokens(index);
        let (why, tokens) = match evaluator.value(index) {
            Ok(known) => match (known.facts.hosts().first(), u64::try_from(known.value)) {
                (Some(host), Ok(value)) if value < length => {
                    let obstacle = self.kept_at(PromotionReason::HostIndex(host.clone()), &whole);
                    let assumed = hosted.assume(&evaluator, index, obstacle.decline.clone());
                    return assumed.map(|()| value).map_err(|_| obstacle);
                }
                (Some(host), _) => (PromotionReason::HostIndex(host.clone()), whole),
                (None, Ok(value)) if value < length => return Ok(value),
                _ => (PromotionReason::OutOfBounds { index: known.value, length }, whole),
            },
            Err(NoValue { offset, kind }) => {
                let culprit = function.parsed.token_of(Span::span(offset, offset + 1));
                let culprit = if whole.contains(&culprit) { culprit } else { whole.start };
                match kind {
                    NoValueKind::Variable(name) => {
                        let in_loop = function.lookup(&name, culprit).is_some_and(|id| self.is_of_loop(id, culprit));
                        (PromotionReason::Varies { name, in_loop }, culprit..culprit + 1)
                    }
                    NoValueKind::Undefined(name) => (PromotionReason::HostIndex(name), culprit..culprit + 1),
                    _ => (PromotionReason::NotConstant, whole),
                }
            }
        };
        Err(self.kept_at(why, &tokens))
    }

    /// Whether a variable keeps its first value: a copy declares it with a number, and nothing in its scope writes it or makes a pointer to
    /// it. No macro of the host does so either: if one may, the copy declares a constant. Among the author's own variables, only `const`
    /// variables count.
    fn is_settled(&self, id: SymbolId) -> bool {
        let function = self.function;
        let symbol = function.symbol(id);
        let tokens = &function.parsed.expansion.tokens;
        let is_number = symbol
            .initializer
            .is_some_and(|node| function.tokens(node).all(|at| tokens[at].kind != TokenKind::Identifier));
        let may_be_changed_at = |at: usize| match tokens[at].kind {
            TokenKind::String => false,
            _ if tokens[at].open => self.reached.may_name(&tokens[at].text, symbol.name) && !function.is_template(at),
            _ => true,
        };
        is_number
            && is_made(function, self.text, symbol.declared)
            && symbol.storage == Storage::Local
            && !symbol.kind.is_volatile
            && function.first_access(id, Access::Write).is_none()
            && function.first_access(id, Access::Address).is_none()
            && !within(&self.survey.suspects, &symbol.scope).any(may_be_changed_at)
            && !self.survey.assembly.iter().any(|range| symbol.scope.contains(&range.start))
    }

    /// Whether the header of a loop around a token gives a variable its values, or the values of its initialiser.
    fn is_of_loop(&self, id: SymbolId, token: usize) -> bool {
        let function = self.function;
        let mut seen = HashSet::from([id]);
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let declared = function.symbol(id).declared;
            let gives_values = |(&keyword, node): (&usize, &LoopNode<'t>)| {
                let body = function.tokens(node.body());
                let header = keyword..body.start;
                body.contains(&token)
                    && (header.contains(&declared) || function.find_access(id, Access::Write, header).is_some())
            };
            if function.loops.iter().any(gives_values) {
                return true;
            }
            let initializer = function.symbol(id).initializer.map(|initializer| function.tokens(initializer));
            let uses = function.uses_in(initializer.unwrap_or_default());
            open.extend(uses.iter().filter_map(|used| used.symbol).filter(|&other| seen.insert(other)));
        }
        false
    }
}

/// The names that macros of the host may lead to, through all known definitions.
pub struct Reached<'u> {
    unit: &'u Unit,
    /// The names by macro; `None` if a name may be pasted together.
    known: RefCell<HashMap<String, Option<Rc<HashSet<String>>>>>,
}

impl<'u> Reached<'u> {
    /// For the macros of a unit, with no names found yet.
    #[must_use]
    pub fn new(unit: &'u Unit) -> Self {
        Self { unit, known: RefCell::default() }
    }

    /// Whether a macro may lead to a name.
    #[must_use]
    pub fn may_name(&self, name: &str, wanted: &str) -> bool {
        let mut known = self.known.borrow_mut();
        let reached = known.entry(name.to_owned()).or_insert_with(|| self.reached(name));
        reached.as_ref().is_none_or(|names| names.contains(wanted))
    }

    fn reached(&self, name: &str) -> Option<Rc<HashSet<String>>> {
        let mut names = HashSet::from([name.to_owned()]);
        let mut open = vec![name.to_owned()];
        while let Some(name) = open.pop() {
            for definition in self.unit.definitions(&name) {
                if definition.body.iter().any(|token| token.is(Punct::HashHash)) {
                    return None;
                }
                let parameters = definition.parameters.as_deref().unwrap_or_default();
                let words = definition.body.iter().filter(|token| token.kind == TokenKind::Identifier);
                // An argument for a parameter is in the function.
                for word in words.map(|token| self.unit.text(token).into_owned()) {
                    if !parameters.contains(&word) && names.insert(word.clone()) {
                        open.push(word);
                    }
                }
            }
        }
        Some(Rc::new(names))
    }
}

/// Whether clunroll wrote a token of the function, and not the author.
pub fn is_made(function: &Function<'_, '_>, text: &Composed, token: usize) -> bool {
    let place = place_of_token(function, token);
    place.file == FileId::MAIN && text.origins(place.span).all(|(_, _, is_copy)| !is_copy)
}

/// Whether a word is in a text.
fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word)
}
