//! One reading of a text: what its requests ask for, and the changes that carry it out.
//!
//! A text in which an array is used through macros is changed in two readings. The first writes those invocations out, one
//! level after the other, until the array's name and the brackets behind it stand in the code itself; the second, of what
//! the first has written, finds them there and replaces them. Each comes with [`Check`]s: the tokens that a function must
//! expand to once its changes are carried out.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

use super::kept::{Kept, Why};
use super::plan::{Edit, Part, Plan, Planner, Refusal, Target};
use super::request::{Anchor, Request, directives, operators, place_of};
use super::uses::{Reached, Survey};
use crate::analysis::{Function, Program};
use crate::lex::{self, TokenKind};
use crate::lower::{Setting, Task, Want, dissolve, in_parentheses, runs};
use crate::pipeline::file_decline;
use crate::preprocess::{Configuration, Expanded, Unit, expand};
use crate::source::{Composed, FileId, Place, Replacement, Span};
use crate::syntax::{Declarations, Items, NoTree, Parsed, TokenRange};
use crate::unroll::{Layout, Names, directive_extent, indentation};

/// What became of one declaration.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Its first request.
    pub pragma: Place,
    /// The names of its arrays.
    pub names: Vec<String>,
    /// How many elements they have together.
    pub elements: u64,
    /// Whether the arrays become scalars.
    pub result: Result<(), Refusal>,
}

/// What one reading finds and changes.
#[derive(Debug, Default)]
pub struct Pass {
    /// One for each declaration, in order.
    pub verdicts: Vec<Verdict>,
    /// Invocations written out; where there are any, nothing is replaced yet.
    pub written_out: Vec<Replacement>,
    /// The changes.
    pub replacements: Vec<Replacement>,
    /// What the new text has to expand to: that with invocations written out, or that with all changes.
    pub checks: Vec<Check>,
    /// How many directives go.
    pub gone: usize,
}

/// What a function has to expand to.
#[derive(Debug)]
pub struct Check {
    /// The index of its item.
    item: usize,
    /// The verdicts that it is about.
    pub verdicts: Range<usize>,
    expected: Vec<Expected>,
}

/// One token of an expansion.
#[derive(Debug, PartialEq, Eq)]
struct Expected {
    kind: TokenKind,
    text: String,
    open: bool,
    hidden: bool,
    quotes_open: bool,
}

impl Expected {
    fn of(token: &Expanded<'_>) -> Self {
        let Expanded { kind, open, quotes_open, .. } = *token;
        Self { kind, text: token.text.to_string(), open, hidden: token.is_hidden(), quotes_open }
    }

    fn plain(kind: TokenKind, text: String) -> Self {
        Self { kind, text, open: false, hidden: false, quotes_open: false }
    }
}

/// The checks that a new text does not pass, by the verdicts that they are about; all of them where it is another program
/// elsewhere.
#[must_use]
pub fn failing(before: &Unit, after: &Unit, pass: &Pass) -> Vec<Range<usize>> {
    let gone = if pass.written_out.is_empty() { pass.gone } else { 0 };
    let (old, new) = (Items::find(before), Items::find(after));
    let checked: BTreeSet<usize> = pass.checks.iter().map(|check| check.item).collect();
    let same_elsewhere = old.all().len() == new.all().len()
        && before.directives.len() == after.directives.len() + gone
        && old.all().iter().zip(new.all()).enumerate().all(|(index, (old, new))| {
            checked.contains(&index) || old.code.len() == new.code.len() && old.body.is_some() == new.body.is_some()
        });
    let fails = |check: &&Check| {
        !same_elsewhere || {
            let code = new.all()[check.item].code.clone();
            let expansion = expand(after, &Configuration::default(), std::iter::once(code));
            expansion.overflow
                || !expansion.tokens.iter().map(Expected::of).eq(check.expected.iter().map(Expected::copy))
        }
    };
    pass.checks.iter().filter(fails).map(|check| check.verdicts.clone()).collect()
}

impl Expected {
    fn copy(&self) -> Self {
        Self { text: self.text.clone(), ..*self }
    }
}

/// Reads a text; nothing is done about the verdicts in `excluded`, for the reasons that stand there.
#[must_use]
pub fn read(unit: &Unit, excluded: &BTreeMap<usize, Kept>) -> Pass {
    let items = Items::find(unit);
    let mut requests: BTreeMap<Option<usize>, Vec<Request>> = BTreeMap::new();
    for request in directives(unit) {
        if let Anchor::Directive(index) = request.anchor {
            requests.entry(items.containing(unit.directives[index].code_before)).or_default().push(request);
        }
    }
    let may_make = unit.sources.iter().any(|file| memchr::memmem::find(&file.bytes, b"_Pragma").is_some());
    let functions = items.all().iter().enumerate().filter(|(_, item)| item.body.is_some());
    for (index, item) in functions.filter(|_| may_make) {
        let expansion = expand(unit, &Configuration::default(), std::iter::once(item.code.clone()));
        if operators(&expansion.tokens).next().is_some() {
            requests.entry(Some(index)).or_default();
        }
    }
    let Some(first) = requests.keys().next().copied() else { return Pass::default() };
    let place = requests[&first].first().map_or(Place { file: FileId::MAIN, span: Span::new(0, 0) }, |one| one.place);
    let reader = Reader {
        unit,
        excluded,
        program: Rc::new(Program::new(unit, &items)),
        declarations: Declarations::find(unit, &items),
        reached: Reached::new(unit),
        names: Names::new(unit),
        layout: Layout::of(&unit.sources[FileId::MAIN]),
        file_decline: file_decline(unit, place).map(|decline| Why::around(&decline.reason)),
        items,
    };
    let mut pass = Pass::default();
    for (item, requests) in requests {
        reader.item(item, requests, &mut pass);
    }
    pass.written_out.sort_by_key(|one| one.span.start);
    pass.replacements.sort_by_key(|one| (one.span.start, one.span.end));
    pass
}

struct Reader<'a> {
    unit: &'a Unit,
    excluded: &'a BTreeMap<usize, Kept>,
    items: Items,
    program: Rc<Program<'a>>,
    declarations: Declarations,
    reached: Reached<'a>,
    names: Names<'a>,
    layout: Layout,
    file_decline: Option<Why>,
}

impl Reader<'_> {
    /// Reads the requests of one top-level item.
    fn item(&self, item: Option<usize>, requests: Vec<Request>, pass: &mut Pass) {
        let unit = self.unit;
        let parsed =
            self.declarations.parse_item((unit, &self.items), item, Default::default(), &Configuration::default());
        let parsed = match parsed {
            Ok(parsed) => parsed,
            Err(error) => {
                let why = Why::Surroundings(match error {
                    NoTree::TooDeep(_) => "brackets nest too deep in the function around it",
                    NoTree::Overflow => "macro expansion in the function around it does not end within its limit",
                    NoTree::Syntax(_) => "the function around it cannot be read",
                });
                for request in requests {
                    let kept = Kept { why: why.clone(), place: request.place };
                    let result = Err(Refusal::Kept(kept));
                    pass.verdicts.push(Verdict { pragma: request.place, names: Vec::new(), elements: 0, result });
                }
                return;
            }
        };
        let function = Function::new(unit, &self.program, &parsed);
        let code = item.map_or(0..0, |item| self.items.all()[item].code.clone());
        let tokens = tokens_of(&parsed, &code);
        let in_macros = operators(&parsed.expansion.tokens).filter(|range| tokens.contains(&range.start));
        let in_macros = in_macros
            .map(|range| Request { place: place_of(&function, &range), anchor: Anchor::Operator(range) })
            .filter(|request| request.place.file == FileId::MAIN);
        let requests: Vec<Request> = requests.into_iter().chain(in_macros).collect();
        let survey = Survey::of(&function);
        let planner = Planner { function: &function, survey: &survey, reached: &self.reached, names: &self.names };
        let first = pass.verdicts.len();
        let mut plans = Vec::new();
        for Target { pragma, names, elements, plan } in planner.targets(requests) {
            let ordinal = pass.verdicts.len();
            let refused = match (self.excluded.get(&ordinal), &self.file_decline) {
                (Some(kept), _) => Some(kept.clone()),
                (None, Some(why)) => Some(Kept { why: why.clone(), place: pragma }),
                (None, None) => None,
            };
            let result = match (plan, refused) {
                (Err(Refusal::NoArray(found)), _) => Err(Refusal::NoArray(found)),
                (_, Some(kept)) | (Err(Refusal::Kept(kept)), None) => Err(Refusal::Kept(kept)),
                (Ok(plan), None) => {
                    plans.push((ordinal, plan));
                    Ok(())
                }
            };
            pass.verdicts.push(Verdict { pragma, names, elements, result });
        }
        let (Some(item), false) = (item, plans.is_empty()) else { return };
        let writer = Writer { unit, function: &function, layout: &self.layout, code, tokens };
        let verdicts = first..pass.verdicts.len();
        if !writer.write_out(&mut plans, pass) {
            writer.replace(&plans, pass);
            let edits = in_order(&plans);
            let mut expected = Vec::new();
            writer.expect(&writer.tokens, &outermost(&edits, &writer.tokens), &edits, &mut expected);
            pass.checks.push(Check { item, verdicts, expected });
        } else {
            let expected = parsed.expansion.tokens[writer.tokens.clone()].iter().map(Expected::of).collect();
            pass.checks.push(Check { item, verdicts, expected });
        }
    }
}

/// The tokens of an item among those that were parsed with it.
fn tokens_of(parsed: &Parsed<'_>, code: &Range<usize>) -> TokenRange {
    let tokens = &parsed.expansion.tokens;
    let behind = |at: usize| tokens.partition_point(|token| parsed.expansion.code_of(token).start < at);
    behind(code.start)..behind(code.end)
}

/// All edits of a function, by where they begin; one that stands in another behind that.
fn in_order(plans: &[(usize, Plan)]) -> Vec<&Edit> {
    let mut edits: Vec<&Edit> = plans.iter().flat_map(|(_, plan)| &plan.edits).collect();
    edits.sort_by_key(|edit| (edit.tokens.start, std::cmp::Reverse(edit.tokens.end)));
    edits
}

/// Of edits in order those within a range that stand in no other one there.
fn outermost<'e>(edits: &[&'e Edit], range: &TokenRange) -> Vec<&'e Edit> {
    let first = edits.partition_point(|edit| edit.tokens.start < range.start);
    let behind = edits.partition_point(|edit| edit.tokens.start < range.end);
    let mut end = range.start;
    let mut is_outer = |edit: &&&Edit| {
        let is_outer = edit.tokens.start >= end && edit.tokens.end <= range.end;
        end = if is_outer { edit.tokens.end } else { end };
        is_outer
    };
    edits[first..behind].iter().filter(|edit| is_outer(edit)).copied().collect()
}

/// Changes the text of one function.
struct Writer<'w, 'u, 't> {
    unit: &'u Unit,
    function: &'w Function<'u, 't>,
    layout: &'w Layout,
    code: Range<usize>,
    tokens: TokenRange,
}

impl Writer<'_, '_, '_> {
    /// Writes the invocations out that tokens of plans come from; those plans whose tokens cannot be written out are taken
    /// back. Says whether anything is to be written out.
    fn write_out(&self, plans: &mut Vec<(usize, Plan)>, pass: &mut Pass) -> bool {
        let (unit, expansion) = (self.unit, &self.function.parsed.expansion);
        let in_parentheses = in_parentheses(&unit.code[self.code.clone()], false);
        let runs = runs(expansion);
        let mut done: Vec<Replacement>;
        loop {
            let mut wants: BTreeMap<usize, (Range<usize>, Vec<(usize, Want)>)> = BTreeMap::new();
            let mut refused: Vec<(usize, Kept)> = Vec::new();
            for (ordinal, plan) in &*plans {
                for &at in &plan.plain {
                    let token = &expansion.tokens[at];
                    if unit.code[token.code].file != FileId::MAIN {
                        let why = Why::Mentioned("an included file");
                        refused.push((*ordinal, Kept { why, place: place_of(self.function, &(at..at + 1)) }));
                    } else if let Some(call) = token.call {
                        let code = expansion.outermost(call).code.clone();
                        let run = runs.get(&code.start).map_or(at, |run| run.start);
                        let wanted = &mut wants.entry(code.start).or_insert_with(|| (code, Vec::new())).1;
                        wanted.push((*ordinal, Want::Plain(at - run)));
                    }
                }
            }
            done = Vec::new();
            for (start, (code, wants)) in wants {
                let span = unit.code[code.start].span.to(unit.code[code.end - 1].span);
                let Some(run) = runs.get(&start) else { continue };
                let setting = Setting {
                    in_parentheses: in_parentheses[start - self.code.start],
                    indentation: indentation(&unit.sources[FileId::MAIN], span.start),
                    step: &self.layout.unit,
                    line_end: self.layout.line_end,
                };
                let task = Task { code, target: &expansion.tokens[run.clone()], wants, setting };
                match dissolve(unit, &task, &BTreeSet::new()) {
                    Ok(dissolved) => done.push(Replacement { span, text: dissolved.text }),
                    Err(_) => {
                        let why = Why::MadeByMacro(unit.text(&unit.code[start]).into_owned());
                        let place = Place { file: FileId::MAIN, span };
                        refused
                            .extend(task.wants.iter().map(|(ordinal, _)| (*ordinal, Kept { why: why.clone(), place })));
                    }
                }
            }
            if refused.is_empty() {
                break;
            }
            for (ordinal, kept) in refused {
                if pass.verdicts[ordinal].result.is_ok() {
                    pass.verdicts[ordinal].result = Err(Refusal::Kept(kept));
                    plans.retain(|(one, _)| *one != ordinal);
                }
            }
        }
        let is_written_out = !done.is_empty();
        pass.written_out.append(&mut done);
        is_written_out
    }

    /// Replaces what the plans change; all of it stands in the code itself.
    fn replace(&self, plans: &[(usize, Plan)], pass: &mut Pass) {
        let file = &self.unit.sources[FileId::MAIN];
        for place in plans.iter().flat_map(|(_, plan)| &plan.directives) {
            pass.replacements.push(Replacement::made(directive_extent(file, place.span), b""));
            pass.gone += 1;
        }
        let edits = in_order(plans);
        for edit in outermost(&edits, &self.tokens) {
            let span = self.span(&edit.tokens);
            let span = if edit.parts.is_empty() { directive_extent(file, span) } else { span };
            let mut text = Composed::default();
            self.parts(edit, span, &edits, &mut text);
            pass.replacements.push(Replacement { span, text });
        }
    }

    /// The bytes of plain tokens.
    fn span(&self, tokens: &TokenRange) -> Span {
        let all = &self.function.parsed.expansion.tokens;
        self.unit.code[all[tokens.start].code].span.to(self.unit.code[all[tokens.end - 1].code].span)
    }

    fn copy(&self, text: &mut Composed, span: Span) {
        text.copy(&self.unit.sources, Place { file: FileId::MAIN, span });
    }

    fn parts(&self, edit: &Edit, whole: Span, edits: &[&Edit], text: &mut Composed) {
        let place = Place { file: FileId::MAIN, span: whole };
        for part in &edit.parts {
            match part {
                Part::Made(made) => text.made(made.as_bytes(), place),
                Part::Break => {
                    let indentation = indentation(&self.unit.sources[FileId::MAIN], whole.start);
                    let lines = [self.layout.line_end, &indentation, &self.layout.unit].concat();
                    text.made(lines.as_bytes(), place);
                }
                Part::Before(tokens) => {
                    let next = self.span(&(tokens.end..tokens.end + 1)).start;
                    self.copy(text, Span::new(self.span(tokens).start, next));
                }
                Part::Tokens(tokens) => {
                    let Some(span) = self.function.source_span(tokens) else { continue };
                    let mut at = span.start;
                    for inner in outermost(edits, tokens) {
                        let inside = self.span(&inner.tokens);
                        self.copy(text, Span::new(at, inside.start));
                        self.parts(inner, inside, edits, text);
                        at = inside.end;
                    }
                    self.copy(text, Span::new(at, span.end));
                }
            }
        }
    }

    /// The tokens that a range expands to once the edits in it, of which `outer` are the outermost, are carried out.
    fn expect(&self, range: &TokenRange, outer: &[&Edit], edits: &[&Edit], expected: &mut Vec<Expected>) {
        let tokens = &self.function.parsed.expansion.tokens;
        let mut at = range.start;
        for edit in outer {
            expected.extend(tokens[at..edit.tokens.start].iter().map(Expected::of));
            for part in &edit.parts {
                match part {
                    Part::Made(made) => {
                        let lexed = lex::lex(FileId::MAIN, made.as_bytes());
                        expected.extend(
                            lexed.iter().map(|token| {
                                Expected::plain(token.kind, lex::text(made.as_bytes(), token).into_owned())
                            }),
                        );
                    }
                    Part::Break => {}
                    Part::Before(range) => expected.extend(tokens[range.clone()].iter().map(Expected::of)),
                    Part::Tokens(range) => self.expect(range, &outermost(edits, range), edits, expected),
                }
            }
            at = edit.tokens.end;
        }
        expected.extend(tokens[at..range.end].iter().map(Expected::of));
    }
}
