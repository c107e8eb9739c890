//! The plan for each array of one function.
//!
//! Requests are handled declaration by declaration: all arrays of a declaration become scalars, or none, since the pragma is removed or
//! stays with them. The changes are planned as [`TokenEdit`]s on the tokens of the function. The plan also lists the tokens that must be in
//! the code itself, outside of macros.

use crate::limits::MAX_LINE_OF_SCALARS;
use std::collections::BTreeSet;
use std::ops::Range;

use lang_c::ast::{Declaration, DeclaratorKind, InitDeclarator};
use lang_c::span::Node;

use super::arguments::SpelledArguments;
use super::array::{Array, ElementInitializer, array_name};
use super::first_branches::{FirstBranches, UnreadNames};
use super::hosted::HostedValues;
use super::request::{PromotionAnchor, PromotionRequest};
use super::survey::Survey;
use super::uses::{ElementUse, PromotionObstacle, Reached, Uses};
use crate::pipeline::test_around;
use clunroll_analysis::{Access, Function, place_of_token};
use clunroll_loops::FreeNames;
use clunroll_loops::directive::is_marked;
use clunroll_rules::{PromotionDecline, PromotionReason};
use oclc_syntax::lex::{Bracket, Depth, Punct, TokenKind};
use oclc_syntax::preprocess::Atom;
use oclc_syntax::source::{Composed, Place, PresenceCondition};
use oclc_syntax::tree::{TokenRange, is_c_type_keyword, is_keyword, is_type_name};

/// A part of the replacement of some tokens.
#[derive(Clone, Debug)]
pub enum EditPart {
    /// Made text.
    Made(String),
    /// A line break in a list.
    Break,
    /// Other tokens with the text between them, up to the next token.
    Before(TokenRange),
    /// Other tokens.
    Tokens(TokenRange),
}

/// Some tokens and their replacement.
#[derive(Clone, Debug)]
pub struct TokenEdit {
    /// The tokens.
    pub tokens: TokenRange,
    /// The replacement; nothing if a request is removed.
    pub parts: Vec<EditPart>,
    /// The code tokens, if they are a part of a macro's argument.
    pub in_argument: Option<Range<usize>>,
}

/// The changes for one declaration.
#[derive(Clone, Debug)]
pub struct PromotionPlan {
    /// The first of its requests.
    pub request: Place,
    /// The changes.
    pub edits: Vec<TokenEdit>,
    /// The scalars that nothing reads.
    unread: Vec<String>,
    /// The scalars that are read, each with the first token of one of its uses; empty if a condition chooses uses.
    pub read: Vec<(String, usize)>,
    /// The semicolon of the declaration.
    pub semicolon: usize,
    /// The directives to remove.
    pub directives: Vec<Place>,
    /// The tokens that must be in the code itself.
    pub plain: BTreeSet<usize>,
    /// From the declaration to the end of the statement with the last use, as code tokens.
    pub extent: Range<usize>,
    /// The condition around the declaration, of a choice that clunroll wrote.
    pub condition: Option<PresenceCondition>,
    /// The assumptions of the lengths and indices about the host's macros.
    pub hosted: HostedValues,
}

/// The reason why a request is not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Something else comes after it, which is given unless the file ends.
    NoArray(Option<(Place, String)>),
    /// The new text is not certain to mean the same.
    Declined(PromotionDecline),
}

/// One declaration with a request, or a request without a declaration.
#[derive(Debug)]
pub struct PromotionTarget {
    /// The first of its requests.
    pub pragma: Place,
    /// The names of the arrays.
    pub names: Vec<String>,
    /// How many elements they have together.
    pub elements: u64,
    /// The plan, or the reason why there is none.
    pub plan: Result<PromotionPlan, Refusal>,
    /// A test of the final compile that decides whether the reason for a refusal exists.
    pub test: Option<Atom>,
}

/// Plans the requests of one function.
pub struct PromotionPlanner<'p, 'u, 't> {
    /// The function.
    pub function: &'p Function<'u, 't>,
    /// The facts from its tree.
    pub survey: &'p Survey<'t>,
    /// The parts of the function in arguments of macros.
    pub arguments: &'p SpelledArguments,
    /// The names that macros may lead to.
    pub reached: &'p Reached<'u>,
    /// The text with its origins, which show what the author wrote.
    pub text: &'p Composed,
    /// Free names.
    pub names: &'p FreeNames<'u>,
    /// The choices whose first branch is read.
    pub branches: &'p FirstBranches,
    /// The names in their other branches.
    pub unread: &'p UnreadNames,
}

impl<'t> PromotionPlanner<'_, '_, 't> {
    /// Returns one target for each declaration, and for each request without one.
    #[must_use]
    pub fn targets(&self, mut requests: Vec<PromotionRequest>) -> Vec<PromotionTarget> {
        requests.sort_by_key(|request| (request.next_token(self.function), request.place));
        let mut targets: Vec<(Option<usize>, Vec<PromotionRequest>)> = Vec::new();
        for request in requests {
            let declaration = self.declaration(&request);
            match targets.last_mut().filter(|(last, _)| declaration.is_some() && *last == declaration) {
                Some((_, requests)) => requests.push(request),
                None => targets.push((declaration, vec![request])),
            }
        }
        targets.into_iter().map(|(declaration, requests)| self.target(declaration, &requests)).collect()
    }

    /// The first token of the declaration after a request.
    fn declaration(&self, request: &PromotionRequest) -> Option<usize> {
        let first = self.function.parsed.written_from(request.next_token(self.function))?;
        self.survey.declarations.contains_key(&first).then_some(first)
    }

    fn target(&self, declaration: Option<usize>, requests: &[PromotionRequest]) -> PromotionTarget {
        let plan = Err(self.no_array(&requests[0]));
        let mut target =
            PromotionTarget { pragma: requests[0].place, names: Vec::new(), elements: 0, plan, test: None };
        if let Some(node) = declaration.and_then(|first| self.survey.declarations.get(&first)) {
            target.plan = self.plan(node, requests, &mut target);
        }
        target
    }

    /// A test that decides whether an obstacle exists: it chooses the expansion of a macro, or which variable a name means.
    fn test_of(&self, obstacle: &PromotionObstacle) -> Option<Atom> {
        let (function, unit, token) = (self.function, self.function.unit, obstacle.token);
        let point = unit.point(function.moment(token));
        let test_from = |seen_from| move |around| test_around(unit, &function.parsed.configuration, around, seen_from);
        match &obstacle.decline.why {
            PromotionReason::HostMacro(name) if unit.is_own(name) => {
                unit.definition_groups(name, point.moment).find_map(test_from(point.group))
            }
            PromotionReason::Uncertain => {
                let name = &*function.parsed.expansion.tokens[token].text;
                // Declarations in branches of one conditional do not influence each other.
                let outside = test_from(unit.group(0));
                function.symbols_named(name).filter_map(|symbol| symbol.group).find_map(outside)
            }
            _ => None,
        }
    }

    fn no_array(&self, request: &PromotionRequest) -> Refusal {
        let function = self.function;
        let found = function.parsed.expansion.tokens.get(request.next_token(function));
        let text = found.map(|token| token.text.to_string());
        Refusal::NoArray(text.map(|text| (place_of_token(function, request.next_token(function)), text)))
    }

    fn plan(
        &self,
        node: &'t Node<Declaration>,
        requests: &[PromotionRequest],
        target: &mut PromotionTarget,
    ) -> Result<PromotionPlan, Refusal> {
        let function = self.function;
        let whole = function.tokens(node);
        let declared = node.node.declarators.iter().map(|one| &one.node.declarator.node);
        target.names.extend(declared.filter_map(array_name).map(str::to_owned));
        let mut arrays = Vec::new();
        let mut refused = None;
        for declarator in &node.node.declarators {
            match Array::read(function, declarator) {
                Ok(Some(array)) => arrays.push(array),
                Ok(None) => {}
                Err(obstacle) => {
                    refused.get_or_insert(obstacle);
                }
            }
        }
        // A declarator in parentheses may be an array, or a pointer to one.
        let is_nested =
            |one: &&Node<InitDeclarator>| matches!(one.node.declarator.node.kind.node, DeclaratorKind::Declarator(_));
        if let (false, Some(nested)) = (arrays.is_empty(), node.node.declarators.iter().find(is_nested)) {
            let token = function.tokens(nested).start;
            let decline =
                PromotionDecline { why: PromotionReason::Parentheses, place: place_of_token(function, token) };
            refused.get_or_insert(PromotionObstacle { decline, token });
        }
        if arrays.is_empty() && refused.is_none() {
            return Err(self.no_array(&requests[0]));
        }
        target.elements = arrays.iter().map(|array| array.lengths.iter().product::<u64>()).sum();
        self.check_text(&whole, node, requests).map_err(Refusal::Declined)?;
        if let Some(obstacle) = refused {
            target.test = self.test_of(&obstacle);
            return Err(Refusal::Declined(obstacle.decline));
        }
        let uses = Uses::new(function, self.survey, self.reached, self.text);
        let request = requests[0].place;
        let mut plan = PromotionPlan {
            request,
            edits: Vec::new(),
            unread: Vec::new(),
            read: Vec::new(),
            semicolon: whole.end - 1,
            directives: Vec::new(),
            plain: BTreeSet::new(),
            extent: 0..0,
            condition: self.condition(&whole),
            hosted: HostedValues::default(),
        };
        for request in requests {
            match &request.anchor {
                PromotionAnchor::Directive(_) => plan.directives.push(request.place),
                PromotionAnchor::Operator(tokens) => {
                    plan.plain.extend(tokens.clone());
                    plan.edits.push(TokenEdit { tokens: tokens.clone(), parts: Vec::new(), in_argument: None });
                }
            }
        }
        let mut column = self.column(whole.start);
        for array in &arrays {
            plan.hosted.add(&array.hosted);
            let elements = uses.of(array, &mut plan.hosted).map_err(|obstacle| {
                target.test = self.test_of(&obstacle);
                Refusal::Declined(obstacle.decline)
            })?;
            self.scalars(array, elements, &mut column, &mut plan);
        }
        self.mention_unread(&whole, &mut plan);
        plan.extent = self.extent(&whole, &arrays, &plan)?;
        self.check_hosted(&whole, &plan)?;
        Ok(plan)
    }

    /// Checks the text before a declaration, and the parts of the declaration.
    fn check_text(
        &self,
        whole: &TokenRange,
        node: &'t Node<Declaration>,
        requests: &[PromotionRequest],
    ) -> Result<(), PromotionDecline> {
        let function = self.function;
        let kept = |why, place| Err(PromotionDecline { why, place });
        for request in requests {
            if is_marked(function.unit, request.place) {
                return kept(PromotionReason::LeftBefore, request.place);
            }
            let (behind, moment) = (request.next_token(function), request.moment(function));
            if !function.unit.is_uniform(&function.parsed.configuration, moment, function.moment(whole.start)) {
                return kept(PromotionReason::Directive, request.place);
            }
            let tokens = &function.parsed.expansion.tokens;
            let is_attribute =
                |at: &usize| function.parsed.is_left_out(*at) && tokens[*at].text.starts_with("__attribute");
            if let Some(at) = (behind..whole.start).find(is_attribute) {
                return kept(PromotionReason::Attribute, place_of_token(function, at));
            }
        }
        if let Some(at) = whole.clone().find(|&at| function.parsed.is_left_out(at)) {
            return kept(PromotionReason::Attribute, place_of_token(function, at));
        }
        let specifiers =
            whole.start..node.node.declarators.first().map_or(whole.end, |first| function.tokens(first).start);
        if let Some(at) = specifiers.clone().find(|&at| function.parsed.expansion.tokens[at].open) {
            let name = function.parsed.expansion.tokens[at].text.to_string();
            return kept(PromotionReason::HostType(name), place_of_token(function, at));
        }
        match self.undeclared_type(specifiers) {
            Some(at) => kept(PromotionReason::Element, place_of_token(function, at)),
            None => Ok(()),
        }
    }

    /// The name of a type without a declaration, among specifiers: an include that was not read may define it as a macro, such as
    /// `float *`.
    fn undeclared_type(&self, specifiers: TokenRange) -> Option<usize> {
        let function = self.function;
        let tokens = &function.parsed.expansion.tokens;
        let mut depth = Depth::of(Bracket::Curly);
        specifiers.into_iter().find(|&at| {
            let word = &*tokens[at].text;
            let is_tag = at > 0 && matches!(&*tokens[at - 1].text, "struct" | "union" | "enum");
            depth.is_outside_after(tokens[at].kind)
                && tokens[at].kind == TokenKind::Identifier
                && !(is_tag || is_keyword(word) || is_c_type_keyword(word) || is_type_name(word))
                && function.lookup(word, at).is_none()
        })
    }

    /// The code tokens from a declaration to the end of the statement with the last use of its arrays. Uses in unread branches count; they
    /// are allowed only if this reading is a question.
    fn extent(&self, whole: &TokenRange, arrays: &[Array<'_>], plan: &PromotionPlan) -> Result<Range<usize>, Refusal> {
        let (function, unit) = (self.function, self.function.unit);
        let expansion = &function.parsed.expansion;
        let code_of = |token: usize| expansion.code_of(&expansion.tokens[token]);
        let first = code_of(whole.start).start;
        let group = |token: usize| unit.group(function.moment(token));
        let own = self.branches.around(unit, group(whole.start));
        let scope = function.symbol(arrays[0].symbol).scope.clone();
        let scope = first..scope.end.checked_sub(1).map_or(first, |last| code_of(last).end);
        let may_name =
            |text: &str| arrays.iter().any(|array| text == array.name || self.reached.may_name(text, array.name));
        let unread_use = self.unread.last(own, &scope, may_name);
        let is_elsewhere = |edit: &&TokenEdit| self.branches.around(unit, group(edit.tokens.start)) != own;
        let read_elsewhere = plan.edits.iter().find(is_elsewhere).map(|edit| edit.tokens.start);
        if !self.branches.is_question && (unread_use.is_some() || read_elsewhere.is_some()) {
            let place = match (read_elsewhere, unread_use) {
                (Some(token), _) => place_of_token(function, token),
                (None, code) => unit.code[code.unwrap_or(first)].place(),
            };
            return Err(Refusal::Declined(PromotionDecline { why: PromotionReason::InChoice, place }));
        }
        let last = plan.edits.iter().map(|edit| edit.tokens.end - 1).max().unwrap_or(whole.start);
        // The first branch ends where the other one would begin.
        let last = unread_use.map_or(last, |code| last.max(function.parsed.token_after_code(code) - 1));
        let end = code_of(self.survey.statement_end(whole, last).max(whole.end) - 1).end;
        Ok(first..unread_use.map_or(end, |code| end.max(code + 1)))
    }

    fn condition(&self, whole: &TokenRange) -> Option<PresenceCondition> {
        let group = self.function.unit.group(self.function.moment(whole.start));
        let chain = self.branches.around(self.function.unit, group)?;
        Some(self.branches.chains[&chain].clone())
    }

    /// Checks that the assumptions of lengths and indices about the host's macros are pinned where the arrays are declared.
    fn check_hosted(&self, whole: &TokenRange, plan: &PromotionPlan) -> Result<(), Refusal> {
        let (function, HostedValues { assumption, decline }) = (self.function, &plan.hosted);
        let group = function.unit.group(function.moment(whole.start));
        match decline {
            Some(decline) if !self.branches.permit(function.unit, group, assumption) => {
                Err(Refusal::Declined(decline.clone()))
            }
            _ => Ok(()),
        }
    }

    /// Mentions scalars that nothing reads after their declaration: compilers warn of these, but not of unread elements.
    fn mention_unread(&self, whole: &TokenRange, plan: &mut PromotionPlan) {
        let semicolon = whole.end - 1;
        if plan.unread.is_empty() || !self.function.parsed.expansion.tokens[semicolon].is(Punct::Semicolon) {
            return;
        }
        let mentions: Vec<String> = plan.unread.iter().map(|name| format!(" (void){name};")).collect();
        plan.plain.insert(semicolon);
        let parts = vec![EditPart::Made(format!(";{}", mentions.concat()))];
        plan.edits.push(TokenEdit { tokens: semicolon..whole.end, parts, in_argument: None });
    }

    /// How many bytes are before a token on its line.
    fn column(&self, token: usize) -> usize {
        let place = place_of_token(self.function, token);
        let before = &self.function.unit.sources[place.file].bytes[..place.span.start as usize];
        memchr::memrchr(b'\n', before).map_or(before.len(), |end| before.len() - end - 1)
    }

    /// The length of an element's initialiser as text.
    fn length(&self, value: Option<ElementInitializer<'_>>) -> usize {
        match value {
            None => 0,
            Some(ElementInitializer::Zero) => 4,
            Some(ElementInitializer::Of(expression)) => {
                3 + self.function.text_of(&self.function.tokens(expression)).len()
            }
            Some(ElementInitializer::List(list)) => 3 + self.function.text_of(&self.function.tokens(list)).len(),
        }
    }

    /// Plans the scalars of one array, whose declarators begin at a column.
    fn scalars(&self, array: &Array<'_>, elements: Vec<ElementUse>, column: &mut usize, plan: &mut PromotionPlan) {
        let suffixes: Vec<String> = array.indices().iter().map(|indices| suffix(indices)).collect();
        let stem = self.names.fresh_stem(array.name, &suffixes);
        plan.plain.extend([array.declarator.start, array.name_token, array.declarator.end - 1]);
        let usage = Usage::of(self.function, self.branches, array, &elements);
        let mut parts = Vec::new();
        let mut around: BTreeSet<usize> = (array.declarator.end..array.whole.end).collect();
        for (at, suffix) in suffixes.iter().enumerate() {
            if usage.is_superfluous(at) {
                continue;
            }
            let mut name = format!("{stem}{suffix}");
            let value = array.values.as_ref().map(|values| values[at]);
            let length = name.len() + 2 + self.length(value);
            *column += length;
            if !parts.is_empty() {
                parts.push(EditPart::Made(",".to_owned()));
                parts.push(if *column > MAX_LINE_OF_SCALARS {
                    EditPart::Break
                } else {
                    EditPart::Made(" ".to_owned())
                });
                *column = if *column > MAX_LINE_OF_SCALARS { length } else { *column };
            }
            if array.declarator.start < array.name_token {
                parts.push(EditPart::Before(array.declarator.start..array.name_token));
            }
            let value = match value {
                None => None,
                Some(ElementInitializer::Zero) => {
                    name.push_str(if array.has_members { " = { 0 }" } else { " = 0" });
                    None
                }
                Some(ElementInitializer::Of(expression)) => Some(self.function.tokens(expression)),
                Some(ElementInitializer::List(list)) => Some(self.function.tokens(list)),
            };
            name.push_str(if value.is_some() { " = " } else { "" });
            parts.push(EditPart::Made(name));
            if let Some(value) = value {
                for inside in value.clone() {
                    around.remove(&inside);
                }
                parts.push(EditPart::Tokens(value));
            }
        }
        // The text between two values.
        plan.plain.extend(around);
        plan.edits.push(TokenEdit { tokens: array.whole.clone(), parts, in_argument: None });
        let unread = suffixes.iter().enumerate().filter(|(at, _)| usage.is_only_written(*at));
        plan.unread.extend(unread.map(|(_, suffix)| format!("{stem}{suffix}")));
        if !usage.depends {
            let name = |element: &ElementUse| (format!("{stem}{}", suffix(&element.indices)), element.tokens.start);
            let read = elements.iter().map(name).filter(|(name, _)| !plan.unread.contains(name));
            plan.read.extend(read.collect::<Vec<_>>());
        }
        let in_arguments = self.arguments.of(self.function, self.survey.tokens_of(array.name), &elements);
        for (element, in_argument) in elements.into_iter().zip(in_arguments) {
            if in_argument.is_none() {
                plan.plain.insert(element.tokens.start);
                plan.plain.extend(element.brackets);
            }
            let name = format!("{stem}{}", suffix(&element.indices));
            plan.edits.push(TokenEdit { tokens: element.tokens, parts: vec![EditPart::Made(name)], in_argument });
        }
    }
}

/// The used elements of an array, and their uses.
struct Usage {
    /// For each element, whether it is read; `None` if it is not used.
    uses: Vec<Option<bool>>,
    /// For each element, whether its initialiser is more than zero.
    has_value: Vec<bool>,
    /// Whether a condition may choose uses.
    depends: bool,
}

impl Usage {
    /// The usage, which is the same in all configurations; if a directive in the scope may choose uses, all elements count as read.
    fn of(function: &Function<'_, '_>, branches: &FirstBranches, array: &Array<'_>, elements: &[ElementUse]) -> Self {
        let scope = &function.symbol(array.symbol).scope;
        let moments = function.moment(scope.start)..function.moment(scope.end.saturating_sub(1));
        let depends = function.unit.directives[moments].iter().any(|directive| {
            directive.kind.is_conditional() && directive.chain.is_none_or(|chain| !branches.chains.contains_key(&chain))
        });
        let count = array.indices().len();
        let is_initial =
            |at: usize| array.values.as_ref().is_some_and(|all| !matches!(all[at], ElementInitializer::Zero));
        let uses = vec![depends.then_some(true); count];
        let mut usage = Self { uses, has_value: (0..count).map(is_initial).collect(), depends };
        for element in elements {
            let place = element.indices.iter().zip(&array.lengths).fold(0, |at, (index, length)| at * length + index);
            let first = element.tokens.start;
            let is_written = function.find_access(array.symbol, Access::Write, first..first + 1).is_some();
            let is_read = usage.uses[place as usize].unwrap_or_default();
            usage.uses[place as usize] = Some(is_read || !is_written);
        }
        usage
    }

    /// Whether an element needs no scalar. If no element is used, compilers warn of the array as well.
    fn is_superfluous(&self, at: usize) -> bool {
        self.uses[at].is_none() && !self.has_value[at] && self.uses.iter().any(Option::is_some)
    }

    /// Whether an element has a scalar that is not read.
    fn is_only_written(&self, at: usize) -> bool {
        match self.uses[at] {
            Some(is_read) => !is_read,
            None => self.has_value[at] && self.uses.iter().any(Option::is_some),
        }
    }
}

/// The suffix of an element's name: `_1_2`.
fn suffix(indices: &[u64]) -> String {
    indices.iter().fold(String::new(), |suffix, index| suffix + "_" + &index.to_string())
}
