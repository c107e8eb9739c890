//! Properties of clunroll's output for any text, with any options.
//!
//! - There is an output: no panic, within a time limit, no larger than allowed; and all findings point into the files and can be
//!   shown.
//! - A second run changes nothing, with two exceptions. One is a text with a request that breaks the extension's rules: nothing is
//!   written for it. The other is a text whose brackets do not match, unless CLUNROLL_FUZZ_STRICT is set: compilers reject it
//!   (except if macros contain the other brackets; `tests/sources/snapshots.rs` runs all cases twice, also these), and the ends of
//!   its loops and functions are guesses, which the first output changes.
//! - Functions without a request are copied byte for byte, in their order, and so is all text between them.
//! - If clunroll's own front end can read all functions and declarations of the source, it can read all those of the output.
//! - The search for suggestions does not change the output.

use std::sync::OnceLock;

use clunroll::rules::{Diagnostic, Severity};
use clunroll::source::{FileId, Place, Sources, Span};
use clunroll::{Done, Options, Outcome, RemainderForm, Session};
use clunroll_report::full;
use oclc_syntax::lex::{Punct, TokenKind};
use oclc_syntax::preprocess::{Configuration, DirectiveKind, IncludedFiles, Lexed, Unit, expand};
use oclc_syntax::tree::{Declarations, Item, Items, NoTree, Trees};

use crate::case::Case;
use crate::clock::limited;

/// The most bytes of a mark after a request.
const MARK: usize = 35;

/// Rewrites a text.
///
/// # Panics
///
/// Where something does not hold.
pub fn check(input: &[u8]) {
    let case = Case::read(input);
    // The session parses each text once for all checks; this makes them twice as fast.
    let session = Session::new();
    let run = |source: &[u8], options: &Options| session.unroll(source, options, &mut case.files.clone());
    let outcome = limited("a run", || run(&case.source, &case.options));
    places(&outcome);
    shown(&outcome);
    bounded(&case, &outcome);
    untouched(&case, &outcome);
    let has_errors = outcome.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    if !has_errors && (is_strict() || is_whole(&case)) {
        settled(&outcome, &limited("a second run", || run(&outcome.text, &case.options)));
    }
    readable(&case, &outcome);
    let other = case.options.clone().lint(!case.is_on("lint"));
    same_with_lint(&outcome, &limited("a run with the lint", || run(&case.source, &other)));
}

/// A run is complete, and its places are in its files.
fn places(outcome: &Outcome) {
    assert_eq!(outcome.fault, None);
    for diagnostic in outcome.diagnostics.iter().chain(&outcome.allowed) {
        is_place(&outcome.sources, diagnostic.primary.place);
        diagnostic.secondary.iter().for_each(|label| is_place(&outcome.sources, label.place));
        diagnostic.requests.iter().for_each(|&place| is_place(&outcome.sources, place));
        fix(&outcome.sources, diagnostic);
    }
    outcome.requests.iter().for_each(|request| is_place(&outcome.sources, request.place));
    outcome.promotions.iter().for_each(|promotion| is_place(&outcome.sources, promotion.place));
}

fn is_place(sources: &Sources, place: Place) {
    let file = sources.get(place.file).expect("a file of the run");
    let Span { start, end } = place.span;
    assert!(start <= end && end as usize <= file.bytes.len(), "{place:?} in {} bytes", file.bytes.len());
    if let Ok(text) = std::str::from_utf8(&file.bytes) {
        assert!(text.is_char_boundary(start as usize) && text.is_char_boundary(end as usize), "{place:?}");
    }
}

/// The edits of a fix are in order and do not overlap.
fn fix(sources: &Sources, diagnostic: &Diagnostic) {
    let edits = diagnostic.fix.iter().flat_map(|fix| &fix.edits);
    let mut behind: Option<Place> = None;
    for edit in edits {
        is_place(sources, edit.place);
        assert!(
            behind.is_none_or(|before| before.file < edit.place.file || before.span.end <= edit.place.span.start),
            "{:?}",
            diagnostic.fix
        );
        behind = Some(edit.place);
    }
}

/// All of it can be put into words.
fn shown(outcome: &Outcome) {
    let words = limited("words", || full::to_string(&outcome.diagnostics, &outcome.sources));
    assert_eq!(words.is_empty(), outcome.diagnostics.is_empty());
}

/// The limits on copies and growth.
fn bounded(case: &Case, outcome: &Outcome) {
    let (max_copies, max_growth) = (case.limit("max-copies"), case.limit("max-growth"));
    for request in &outcome.requests {
        if let Done::Unrolled { copies, remainder, .. } = request.done {
            // The loop that stays as written counts as a copy, but clunroll does not make it.
            let made = copies - u64::from(remainder == RemainderForm::Loop);
            assert!(made <= max_copies, "{copies} copies, {max_copies}");
        }
    }
    if ["flatten", "line-directives", "provide-extension"].iter().any(|setting| case.is_on(setting)) {
        return;
    }
    let marks = MARK * (outcome.requests.len() + outcome.promotions.len());
    // What a loop takes is estimated before it is written.
    let most = max_growth + max_growth / 5 + 64 + marks as u64;
    let growth = outcome.text.len().saturating_sub(case.source.len());
    assert!(growth as u64 <= most, "grows by {growth}, {max_growth}");
}

/// The places of requests in the main file, whatever their outcome.
fn requests(outcome: &Outcome) -> impl Iterator<Item = Place> {
    let promotions = outcome.promotions.iter().map(|promotion| promotion.place);
    outcome.requests.iter().map(|request| request.place).chain(promotions).filter(|place| place.file == FileId::MAIN)
}

/// Text that does not concern any request is in the output unchanged.
fn untouched(case: &Case, outcome: &Outcome) {
    let Case { source, options, files } = case;
    let unrolled = outcome.requests.iter().any(|request| matches!(request.done, Done::Unrolled { .. }));
    let promoted = outcome.promotions.iter().any(|promotion| promotion.done.is_promoted());
    if case.is_on("flatten") || case.is_on("provide-extension") {
        return;
    }
    let has_words = outcome.pointers.iter().any(|pointer| pointer.is_restrict);
    let changes = unrolled || promoted || has_words;
    assert_eq!(outcome.text != *source, changes, "unrolled {unrolled}, promoted {promoted}, words {has_words}");
    if outcome.text == *source || case.is_on("line-directives") || has_words {
        return;
    }
    let unit =
        Unit::read(source.as_slice(), &options.host(), &mut IncludedFiles::new(&mut files.clone(), &Lexed::default()));
    let items = Items::find(&unit);
    // With brackets that do not match, a loop may reach from one item into others.
    if items.all().iter().any(|item| !is_balanced(unit.code[item.code.clone()].iter().map(|token| token.kind))) {
        return;
    }
    let in_main = |item: &Item| Some((in_main(&unit, item)?, item.body.is_some()));
    let items: Vec<(Span, bool)> = items.all().iter().filter_map(in_main).collect();
    let is_inside = |span: &Span, at: u32| span.start <= at && at < span.end;
    let in_function = |&at: &u32| items.iter().any(|(span, is_function)| *is_function && is_inside(span, at));
    let (inside, outside): (Vec<u32>, Vec<u32>) =
        requests(outcome).map(|place| place.span.start).partition(in_function);
    // A loop outside of all functions is taken for several items.
    let end = outside.into_iter().min().unwrap_or(u32::MAX);
    let mut rest = &outcome.text[..];
    let spans = items.iter().map(|(span, _)| span);
    for span in spans.filter(|span| span.end <= end && !inside.iter().any(|&at| is_inside(span, at))) {
        let text = &source[span.range()];
        let at = rest.windows(text.len()).position(|window| window == text);
        let at = at.unwrap_or_else(|| panic!("changed: {}", String::from_utf8_lossy(text)));
        rest = &rest[at + text.len()..];
    }
}

/// Whether a second run is also checked for texts whose brackets do not match.
fn is_strict() -> bool {
    static STRICT: OnceLock<bool> = OnceLock::new();
    *STRICT.get_or_init(|| std::env::var_os("CLUNROLL_FUZZ_STRICT").is_some())
}

/// Whether all brackets match within their item, those that macros make among them, and all conditionals end.
fn is_whole(Case { source, options, files }: &Case) -> bool {
    let unit =
        Unit::read(source.as_slice(), &options.host(), &mut IncludedFiles::new(&mut files.clone(), &Lexed::default()));
    let ends = unit.groups.chains().iter().all(|chain| chain.end.is_some());
    let nothing = Configuration::default();
    let is_whole = |item: &Item| {
        let made = expand(&unit, &nothing, std::iter::once(item.code.clone()));
        is_balanced(unit.code[item.code.clone()].iter().map(|token| token.kind))
            && is_balanced(made.tokens.iter().map(|token| token.kind))
            && !is_cut(&unit, item)
    };
    ends && Items::find(&unit).all().iter().all(is_whole)
}

/// The place of an item; `None` if not all of it is in the main file, or if it contains only a part of a conditional: directives of
/// a conditional belong to the items before them.
fn in_main(unit: &Unit, item: &Item) -> Option<Span> {
    let tokens = &unit.code[item.code.clone()];
    let is_whole = tokens.iter().all(|token| token.file == FileId::MAIN) && !is_cut(unit, item);
    tokens.first().filter(|_| is_whole).zip(tokens.last()).map(|(first, last)| first.span.to(last.span))
}

/// Whether each brace and parenthesis is closed, and none that was not opened.
fn is_balanced(tokens: impl Iterator<Item = TokenKind> + Clone) -> bool {
    let pairs = [(Punct::LeftBrace, Punct::RightBrace), (Punct::LeftParen, Punct::RightParen)];
    pairs.into_iter().all(|(open, close)| {
        let depth = tokens.clone().try_fold(0_usize, |depth, token| match token {
            TokenKind::Punct(punct) if punct == open => Some(depth + 1),
            TokenKind::Punct(punct) if punct == close => depth.checked_sub(1),
            _ => Some(depth),
        });
        depth == Some(0)
    })
}

/// Whether a conditional begins in an item and does not end there, or the other way round.
fn is_cut(unit: &Unit, item: &Item) -> bool {
    let Some(last) = item.code.clone().next_back() else { return false };
    let mut open = 0_usize;
    for directive in &unit.directives[unit.moment(item.code.start)..unit.moment(last)] {
        match directive.kind {
            DirectiveKind::If | DirectiveKind::Ifdef | DirectiveKind::Ifndef => open += 1,
            DirectiveKind::Elif | DirectiveKind::Else if open == 0 => return true,
            DirectiveKind::Endif if open == 0 => return true,
            DirectiveKind::Endif => open -= 1,
            _ => {}
        }
    }
    open > 0
}

/// A second run changes nothing.
fn settled(outcome: &Outcome, again: &Outcome) {
    assert_eq!(again.fault, None);
    if again.text != outcome.text {
        panic!(
            "a second run changes\n{}\nto\n{}",
            String::from_utf8_lossy(&outcome.text),
            String::from_utf8_lossy(&again.text)
        );
    }
}

/// The functions and declarations that the front end cannot read, for one of some reasons.
///
/// If conditionals cut a function in pieces, the front end reads one configuration at a time. A branch may end in a macro that is a
/// semicolon, so this reason is ignored for the output.
fn unreadable(
    source: &[u8],
    Case { options, files, .. }: &Case,
    counts_cut: bool,
    is_reason: impl Fn(NoTree) -> bool,
) -> Vec<String> {
    let unit = Unit::read(source, &options.host(), &mut IncludedFiles::new(&mut files.clone(), &Lexed::default()));
    let (items, trees) = (Items::find(&unit), Trees::default());
    let declarations = Declarations::find(&unit, &items);
    let nothing = Configuration::default();
    let items_of_file = items.all().iter().enumerate();
    items_of_file
        .filter_map(|(index, item)| {
            let parsed = declarations.parse_item(&unit, &items, &trees, Some(index), &Default::default(), &nothing);
            let tokens = &unit.code[item.code.clone()];
            let made = expand(&unit, &nothing, std::iter::once(item.code.clone()));
            let texts: Vec<&str> = made.tokens.iter().map(|token| &*token.text).collect();
            let is_cut = item.uneven.iter().any(|&chain| unit.undecided(&nothing, chain).is_some());
            let is_exempt = is_cut && !counts_cut;
            (parsed.is_err_and(&is_reason) && !is_exempt && !is_stray(&texts))
                .then(|| tokens.iter().map(|token| unit.text(token).into_owned()).collect::<Vec<_>>().join(" "))
        })
        .collect()
}

/// Whether there are only semicolons, and operators before them. After a brace that comes from a macro, they belong to the function
/// until the macro is expanded.
fn is_stray(mut tokens: &[&str]) -> bool {
    while let [";", rest @ ..] | ["_Pragma", "(", _, ")", rest @ ..] = tokens {
        tokens = rest;
    }
    tokens.is_empty()
}

/// A source that could be read becomes an output that can be read.
fn readable(case: &Case, outcome: &Outcome) {
    if outcome.text == case.source {
        return;
    }
    let broken = with_stack(|| {
        let counts_cut = true;
        let is_valid = unreadable(&case.source, case, counts_cut, |_| true).is_empty();
        // Only the output may nest too deep, or expand to too many tokens.
        let is_broken = |why| matches!(why, NoTree::Syntax(_));
        if is_valid { unreadable(&outcome.text, case, !counts_cut, is_broken) } else { Vec::new() }
    });
    assert!(broken.is_empty(), "cannot be read any more: {broken:#?}");
}

/// The parser recurses; clunroll itself gives it as much.
fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, work);
        thread.expect("a thread").join().expect("a panic would have ended the process")
    })
}

/// The lint does not affect the output.
fn same_with_lint(outcome: &Outcome, other: &Outcome) {
    assert!(other.text == outcome.text && other.requests == outcome.requests, "the lint has a say");
    places(other);
}
