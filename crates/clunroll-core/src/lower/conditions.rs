//! The expansion of an invocation in each branch of the conditionals that choose its macro, and the text of all branches.
//!
//! In each branch, the macro has one definition, and its invocation is expanded like any other ([`dissolve`]). If the host decides, the
//! invocation stays.

use std::collections::BTreeSet;
use std::ops::Range;

use super::dissolve::{ExpansionTask, PlainToken, dissolve};
use super::find::sites;
use super::layout::{ExpansionWriter, TextLayout};
use super::substitute::write_all;
use clunroll_loops::{FileStyle, line_indentation};
use oclc_syntax::lex::{self, Bracket, Punct, TokenKind, partners};
use oclc_syntax::preprocess::{Configuration, Directive, Expansion, Meaning, Unit, expand};
use oclc_syntax::source::{Composed, FileId, Place, Span};

/// An invocation with its expansion in each branch.
pub struct BranchExpansions<'u> {
    /// Its code tokens.
    pub code: Range<usize>,
    /// The expansions in the order of the text; `None` where the code is not compiled.
    branches: Vec<Option<BranchExpansion<'u>>>,
}

struct BranchExpansion<'u> {
    configuration: Configuration,
    expansion: Expansion<'u>,
    /// The tokens that must be plain text.
    plain: BTreeSet<usize>,
    /// Whether the macro has a definition here.
    is_expanded: bool,
}

/// Expands a stretch of code, an invocation with its possible arguments, in each of some configurations; `None` if it is not a request in
/// any of them, or if the invocation does not end at the same token in all of them.
pub fn item_expansions<'u>(
    unit: &'u Unit,
    leaves: &[Configuration],
    stretch: &Range<usize>,
) -> Option<BranchExpansions<'u>> {
    let mut code: Option<Range<usize>> = None;
    let mut asks = false;
    let mut branches = Vec::new();
    for leaf in leaves {
        if unit.is_dead(leaf, unit.group(unit.moment(stretch.start))) {
            branches.push(None);
            continue;
        }
        let expansion = expand(unit, leaf, std::iter::once(stretch.clone()));
        if expansion.overflow {
            return None;
        }
        let sites = sites(unit, &expansion.tokens, &partners(Bracket::Any, &expansion.tokens), stretch.clone());
        let call = expansion.calls.iter().find(|call| call.parent.is_none() && call.code.start == stretch.start);
        let own = call.map(|call| call.code.clone());
        asks |= sites.iter().any(|site| site.invocation(&expansion).is_some());
        if let Some(own) = &own
            && *code.get_or_insert_with(|| own.clone()) != *own
        {
            return None;
        }
        branches.push(Some(BranchExpansion {
            configuration: leaf.clone(),
            plain: sites.into_iter().flat_map(|site| site.plain).collect(),
            is_expanded: own.is_some(),
            expansion,
        }));
    }
    code.filter(|_| asks).map(|code| BranchExpansions { code, branches })
}

impl BranchExpansions<'_> {
    /// The texts of all branches; `None` if one is not certain to mean the same.
    fn texts(&self, unit: &Unit, layout: &FileStyle) -> Option<Vec<Composed>> {
        let texts: Vec<Composed> = self
            .branches
            .iter()
            .map(|branch| {
                branch.as_ref().map_or(Some(Composed::empty()), |branch| branch.text(unit, &self.code, layout))
            })
            .collect::<Option<_>>()?;
        if unit.code.get(self.code.end).is_some_and(|next| next.is(Punct::LeftParen)) {
            // The host's macro may read this parenthesis as the beginning of its arguments. And a `)` before the invocation may end that of
            // a macro whose expansion ends in another macro's name, which must not read it either.
            let is_unsure = self.branches.iter().flatten().any(|branch| !branch.is_expanded);
            let lets_through = |text: &Composed| matches!(text.bytes(), [] | [b'(', ..]);
            let is_behind = self.code.start.checked_sub(1).is_some_and(|at| unit.code[at].is(Punct::RightParen));
            if is_unsure || (is_behind && texts.iter().any(lets_through)) {
                return None;
            }
        }
        Some(texts)
    }
}

impl BranchExpansion<'_> {
    /// The text of an invocation in this branch.
    fn text(&self, unit: &Unit, code: &Range<usize>, layout: &FileStyle) -> Option<Composed> {
        let Self { configuration, expansion, plain, is_expanded } = self;
        let main = &unit.sources[FileId::MAIN];
        let span = unit.code[code.start].span.to(unit.code[code.end - 1].span);
        if !is_expanded {
            let mut text = Composed::empty();
            text.copy_main(main, span);
            return Some(text);
        }
        let end = expansion.tokens.partition_point(|token| expansion.code_of(token).start < code.end);
        let target = &expansion.tokens[..end];
        let Some(last) = target.last() else { return Some(Composed::empty()) };
        let group = unit.group(unit.moment(code.start));
        let is_name = last.kind == TokenKind::Identifier
            && !matches!(unit.meaning_in(configuration, &last.text, unit.moment(code.start), group), Meaning::Ordinary);
        if is_name {
            return None;
        }
        let setting = TextLayout {
            in_parentheses: false,
            indentation: line_indentation(main, span.start),
            step: &layout.unit,
            line_end: layout.line_end,
        };
        // Even if it requests nothing, one level is expanded.
        let inside = plain.iter().copied().filter(|&at| at < end);
        let wants = inside.chain([0]).map(PlainToken::Plain).collect();
        let text = dissolve(
            unit,
            &ExpansionTask { configuration, code: code.clone(), target, wants, setting: setting.clone() },
        )
        .ok()?;
        if !expands_further(unit, &text, code) {
            return Some(text);
        }
        // A macro that is empty here and not elsewhere would look like a request.
        let place = Place { file: FileId::MAIN, span };
        let mut writer = ExpansionWriter::new(&setting, place, false);
        write_all(&mut writer, target);
        Some(writer.finish())
    }
}

/// Whether a text names a macro that the final compile decides without further assumptions, and that has a definition.
fn expands_further(unit: &Unit, text: &Composed, code: &Range<usize>) -> bool {
    let moment = unit.moment(code.start);
    lex::lex(FileId::MAIN, text.bytes()).iter().any(|token| {
        let name = String::from_utf8_lossy(&text.bytes()[token.span.range()]).into_owned();
        token.kind == TokenKind::Identifier
            && unit.has_definitions(&name)
            && matches!(unit.meaning(&name, moment), Meaning::Open(_))
    })
}

/// Writes conditionals with an expansion in each branch.
pub struct ConditionWriter<'a, 'u> {
    /// The unit that is read.
    pub unit: &'u Unit,
    /// The conditionals, in the order of the text.
    pub chains: &'a BTreeSet<usize>,
    /// The text of each branch.
    pub expansions: &'a BranchExpansions<'u>,
    /// The habits of the file.
    pub layout: &'a FileStyle,
    /// The line break with its indentation.
    pub new_line: &'a [u8],
    /// The place of the written text in messages.
    pub place: Place,
}

impl ConditionWriter<'_, '_> {
    /// The whole text, from the first `#if` to the last `#endif`.
    pub fn written(&mut self) -> Option<Composed> {
        let texts = self.expansions.texts(self.unit, self.layout)?;
        let chains: Vec<usize> = self.chains.iter().copied().collect();
        let mut texts = texts.into_iter();
        let mut out = Vec::new();
        self.chains(&chains, &Configuration::default(), &mut texts, &mut out)?;
        let mut text = Composed::empty();
        for (index, line) in out.iter().enumerate() {
            if index > 0 {
                text.made(self.new_line, self.place);
            }
            text.append(line, Span::new(0, line.len() as u32));
        }
        Some(text)
    }

    /// Writes the lines of conditionals, and of the texts in them. The texts come in the order of the branches.
    fn chains(
        &self,
        chains: &[usize],
        configuration: &Configuration,
        texts: &mut impl Iterator<Item = Composed>,
        out: &mut Vec<Composed>,
    ) -> Option<()> {
        let Some((&chain, rest)) = chains.split_first() else {
            out.extend(Some(texts.next()?).filter(|text| !text.is_empty()));
            return Some(());
        };
        let unit = self.unit;
        let found = &unit.groups.chains()[chain];
        if unit.is_dead(configuration, found.parent) {
            return self.chains(rest, configuration, texts, out);
        }
        let feasible: Vec<_> = unit.feasible(configuration, chain).collect();
        if let [(_, only)] = &feasible[..] {
            return self.chains(rest, only, texts, out);
        }
        for (index, branch) in found.branches.iter().enumerate() {
            out.push(self.directive(&unit.directives[branch.directive]));
            if let Some((_, configuration)) = feasible.iter().find(|(branch, _)| *branch == Some(index)) {
                self.chains(rest, configuration, texts, out)?;
            }
        }
        if let Some((_, configuration)) = feasible.iter().find(|(branch, _)| branch.is_none()) {
            let mut inside = Vec::new();
            self.chains(rest, configuration, texts, &mut inside)?;
            if !inside.is_empty() {
                out.push(self.line(b"#else"));
                out.append(&mut inside);
            }
        }
        out.push(self.line(b"#endif"));
        Some(())
    }

    fn directive(&self, directive: &Directive) -> Composed {
        let place = self.unit.directive_place(directive);
        self.line(self.unit.sources[place.file].slice(place.span))
    }

    fn line(&self, bytes: &[u8]) -> Composed {
        let mut line = Composed::empty();
        line.made(bytes, self.place);
        line
    }
}
