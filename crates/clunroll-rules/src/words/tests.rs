//! Tests of every rule and every finding.
//!
//! The findings here are those with many variants. A new rule needs none: `tests/sources/` checks the words of all findings in cases, and
//! that a case breaks each rule.

mod declines;

use self::declines::{of_arrays, of_declines};
use super::*;
use crate::*;
use oclc_syntax::preprocess::Unread;
use oclc_syntax::source::{FileId, Span};

const HEADINGS: [&str; 4] = ["## What it checks", "## Why it matters", "## Example", "## Instead"];

const fn at(start: u32, end: u32) -> Place {
    Place { file: FileId::MAIN, span: Span::new(start, end) }
}

const PRAGMA: Place = at(10, 26);
const FACTOR: Place = at(25, 26);
const ELSEWHERE: Place = at(40, 43);

fn request(place: Place, payload: impl Into<Payload>) -> Finding {
    Finding::of_request(PRAGMA, place, payload)
}

fn unknown_word(clause: &str, word: &str) -> ClauseProblem {
    ClauseProblem::UnknownWord { clause: clause.to_owned(), word: word.to_owned(), known: vec!["loop", "never"] }
}

fn unknown_suppression(problem: SuppressionProblem) -> Finding {
    Finding::of_file(ELSEWHERE, UnknownSuppression { problem })
}

fn unused_suppression() -> Finding {
    Finding::of_file(ELSEWHERE, UnusedSuppression { word: "CLU102".to_owned(), without: (ELSEWHERE, String::new()) })
}

/// Every finding that is not a decline.
fn of_requests() -> Vec<(&'static str, Finding)> {
    let factor = |problem| request(FACTOR, WrongFactor { problem, correction: None });
    let malformed = |problem| request(PRAGMA, MalformedPragma { problem, correction: None });
    let name = || "FACTOR".to_owned();
    vec![
        ("CLU001", factor(FactorProblem::Negative(-4))),
        ("CLU002", factor(FactorProblem::NotConstant(name()))),
        ("CLU002", factor(FactorProblem::Undefinable)),
        ("CLU003", request(ELSEWHERE, NotBeforeALoop { found: Some("if".to_owned()) })),
        ("CLU003", request(PRAGMA, NotBeforeALoop { found: None })),
        ("CLU004", factor(FactorProblem::NotInteger)),
        ("CLU005", factor(FactorProblem::TooLarge("2147483648".to_owned()))),
        ("CLU006", factor(FactorProblem::Malformed)),
        ("CLU006", malformed(Malformed::Unclosed)),
        ("CLU006", malformed(Malformed::Empty)),
        ("CLU006", malformed(Malformed::NoOption)),
        ("CLU006", malformed(Malformed::NoCount)),
        ("CLU006", malformed(Malformed::UnknownOption)),
        ("CLU006", malformed(Malformed::NeedlessFactor)),
        ("CLU006", malformed(Malformed::AsksTwice)),
        ("CLU007", request(ELSEWHERE, ConflictingRequests { first: PRAGMA })),
        ("CLU108", request(ELSEWHERE, PerhapsConflictingRequests { first: PRAGMA })),
        ("CLU008", request(FACTOR, ZeroHint)),
        ("CLU106", Finding::of_file(ELSEWHERE, StrayClause)),
        (
            "CLU116",
            Finding::of_file(ELSEWHERE, DefineWithoutEffect { option: "-DN=8".to_owned(), name: "N".to_owned() }),
        ),
        no_restrict(RestrictObstacle::UnreadInclude),
        no_restrict(RestrictObstacle::Mentioned("k".to_owned())),
        no_restrict(RestrictObstacle::ConditionalHead),
        no_restrict(RestrictObstacle::MadeByMacro),
        no_restrict(RestrictObstacle::Volatile),
        no_restrict(RestrictObstacle::NotPlain),
        no_restrict(RestrictObstacle::OpenMacro("N".to_owned())),
        no_restrict(RestrictObstacle::PointerCast),
        no_restrict(RestrictObstacle::PointerInMemory),
        no_restrict(RestrictObstacle::OtherMemory("union".to_owned())),
        no_restrict(RestrictObstacle::Orders("barrier".to_owned())),
        no_restrict(RestrictObstacle::UnreadCall("f".to_owned())),
        no_restrict(RestrictObstacle::Moves("p".to_owned())),
        (
            "CLU230",
            request(ELSEWHERE, TestedBeforeEachCopy { reason: Reason::AddressTaken("n".to_owned()), unread: None }),
        ),
        ("CLU101", request(FACTOR, ZeroFactor { correction: None })),
        ("CLU103", factor(FactorProblem::Unknown(name()))),
        ("CLU103", factor(FactorProblem::ParameterInString { name: name(), by: "UNROLL".to_owned() })),
        ("CLU103", factor(FactorProblem::NotKnown)),
        ("CLU223", Finding::of_file(ELSEWHERE, NotOpenclC { placeholder: "${n}".to_owned() })),
        ("CLU104", request(ELSEWHERE, LabelBeforeLoop)),
        ("CLU107", request(ELSEWHERE, NotBeforeAnArray { found: Some("if".to_owned()) })),
        ("CLU107", request(PRAGMA, NotBeforeAnArray { found: None })),
        ("CLU114", unknown_suppression(SuppressionProblem::UnknownRule("CLU999".to_owned()))),
        ("CLU114", unknown_suppression(SuppressionProblem::UnknownRule("zero-facter".to_owned()))),
        (
            "CLU114",
            unknown_suppression(SuppressionProblem::WrongMark { mark: "clunrol".to_owned(), name: "allow".to_owned() }),
        ),
        ("CLU114", unknown_suppression(SuppressionProblem::UnknownWord("alow".to_owned()))),
        ("CLU114", unknown_suppression(SuppressionProblem::NamesNoRule)),
        ("CLU115", unused_suppression()),
        ("CLU105", request(PRAGMA, OverruledRequest { hint: ELSEWHERE })),
        ("CLU218", request(ELSEWHERE, DroppedWithLoop { keeps_loop: true })),
        ("CLU218", request(ELSEWHERE, DroppedWithLoop { keeps_loop: false })),
        ("CLU219", request(ELSEWHERE, LeftToCompiler { text: name() })),
        ("CLU220", request(ELSEWHERE, ExtensionNotProvided { request: PRAGMA })),
    ]
}

/// Every finding about the string literals of a host.
fn of_literals() -> Vec<(&'static str, Finding)> {
    vec![
        ("CLU215", request(PRAGMA, LiteralEnds)),
        ("CLU215", Finding::of_file(ELSEWHERE, RequestInString)),
        joined(LiteralNeighbour::Literal),
        joined(LiteralNeighbour::Name),
        joined(LiteralNeighbour::Joins),
        joined(LiteralNeighbour::Directive),
        joined(LiteralNeighbour::InDirective),
        joined(LiteralNeighbour::List),
        joined(LiteralNeighbour::Other),
        joined(LiteralNeighbour::OpenBrace),
        joined(LiteralNeighbour::UnknownMacro),
        joined(LiteralNeighbour::UnreadInclude),
        joined(LiteralNeighbour::Spelling),
        joined(LiteralNeighbour::Size),
        joined(LiteralNeighbour::Format),
        joined(LiteralNeighbour::DirectiveInArgument),
        joined(LiteralNeighbour::MacroInArgument),
        joined(LiteralNeighbour::Length),
        joined(LiteralNeighbour::Edited),
        joined(LiteralNeighbour::Comma),
        ("CLU215", request(PRAGMA, ArgumentEnds)),
    ]
}

/// Every finding about the words of a clause.
fn of_clauses() -> Vec<(&'static str, Finding)> {
    let bad_clause = |problem| request(ELSEWHERE, UnknownClause { problem });
    vec![
        ("CLU009", bad_clause(ClauseProblem::UnknownClause { word: "exakt".to_owned(), known: &["exact"] })),
        ("CLU009", bad_clause(unknown_word("remainder", "loops"))),
        ("CLU009", bad_clause(unknown_word("loads_first", "always"))),
        ("CLU009", bad_clause(ClauseProblem::NoClause)),
        ("CLU009", bad_clause(ClauseProblem::NeedlessArgument("exact".to_owned()))),
        ("CLU009", bad_clause(ClauseProblem::WithoutWord { clause: "remainder".to_owned() })),
    ]
}

/// All advice about loops.
fn of_loops() -> Vec<(&'static str, Payload)> {
    let same = |kind| SameGlobalAddress { text: "out[gid]".to_owned(), kind, corrections: Vec::new() }.into();
    let access = |name: &str| PointerAccess {
        place: ELSEWHERE,
        text: format!("{name}[i]"),
        name: name.to_owned(),
        parameter: FACTOR,
    };
    let fixed = SameGlobalAddress {
        text: "out[gid]".to_owned(),
        kind: AccessKind::Update,
        corrections: vec![Correction { place: FACTOR, text: "sum".to_owned() }],
    };
    let jam = |correction| CouldBeJammed { factor: 8, load: ELSEWHERE, text: "b[k]".to_owned(), correction }.into();
    let word = Correction { place: FACTOR, text: "restrict in".to_owned() };
    vec![
        ("CLU233", MissingRestrict { load: access("in"), store: access("out"), corrections: vec![word] }.into()),
        ("CLU234", jam(None)),
        ("CLU234", jam(Some(Correction { place: FACTOR, text: "unroll_and_jam".to_owned() }))),
        ("CLU120", FactorAboveTripCount { factor: 16, trips: 9 }.into()),
        ("CLU121", RunsAtMostOnce { runs: false }.into()),
        ("CLU121", RunsAtMostOnce { runs: true }.into()),
        ("CLU250", FactorDoesNotDivide { factor: 4, trips: 30 }.into()),
        ("CLU250", FactorDoesNotDivide { factor: 4, trips: 27 }.into()),
        ("CLU250", FactorDoesNotDivide { factor: 4, trips: 1_000_003 }.into()),
        ("CLU252", same(AccessKind::Update)),
        ("CLU252", same(AccessKind::Write)),
        ("CLU252", same(AccessKind::Read)),
        ("CLU252", fixed.into()),
        ("CLU253", SmallTripCount { factor: 4, trips: 7 }.into()),
        ("CLU258", SignedInductionVariable { name: "i".to_owned() }.into()),
    ]
}

/// Every reason why a remainder is not written as requested.
fn of_remainders() -> Vec<(&'static str, Finding)> {
    let is_loop = |wanted, why| ("CLU226", request(PRAGMA, RemainderWithoutProof { wanted, why }));
    vec![
        is_loop(WantedRemainder::Nothing, RemainderReason::Unproven(RemainderDoubt::HostFactor)),
        is_loop(WantedRemainder::Nested, RemainderReason::Unproven(RemainderDoubt::NoInteger)),
        is_loop(WantedRemainder::Nested, RemainderReason::Unproven(RemainderDoubt::StepAboveOne)),
        is_loop(WantedRemainder::Switch, RemainderReason::Unproven(RemainderDoubt::BoundAtLimit)),
        is_loop(WantedRemainder::Switch, RemainderReason::Unproven(RemainderDoubt::WrapsAround)),
        is_loop(WantedRemainder::Switch, RemainderReason::TooManyCopies { copies: 63, limit: 8 }),
        is_loop(WantedRemainder::Versions, RemainderReason::TooManyVersions { versions: 9, limit: 8 }),
        is_loop(WantedRemainder::Versions, RemainderReason::Barrier),
        is_loop(WantedRemainder::Versions, RemainderReason::NotKnownBefore),
        is_loop(WantedRemainder::Versions, RemainderReason::Jam),
    ]
}

/// A program in raw strings that stays as written.
fn joined(neighbour: LiteralNeighbour) -> (&'static str, Finding) {
    ("CLU215", Finding::of_file(ELSEWHERE, LiteralJoined { start: FACTOR, is_raw: true, neighbour }))
}

/// A parameter that stays as written.
fn no_restrict(obstacle: RestrictObstacle) -> (&'static str, Finding) {
    ("CLU232", Finding::of_file(FACTOR, RestrictNotWritten { name: "p".to_owned(), obstacle, reason: ELSEWHERE }))
}

/// Every finding that only the lint makes.
fn of_lint() -> Vec<(&'static str, Finding)> {
    let right = || Correction { place: FACTOR, text: "4".to_owned() };
    let foreign = |text: &str, factor: Option<&str>| {
        Finding::of_file(ELSEWHERE, OtherCompilersRequest { text: text.to_owned(), factor: factor.map(str::to_owned) })
    };
    let misspelt = |meant, correction| {
        Finding::of_file(ELSEWHERE, MisspeltPragma { text: "nunroll".to_owned(), meant, correction })
    };
    let factor = |problem| request(FACTOR, WrongFactor { problem, correction: Some(right()) });
    vec![
        ("CLU002", factor(FactorProblem::NotConstant("factor = 4".to_owned()))),
        ("CLU006", factor(FactorProblem::Malformed)),
        ("CLU006", request(PRAGMA, MalformedPragma { problem: Malformed::Unclosed, correction: Some(right()) })),
        ("CLU101", request(FACTOR, ZeroFactor { correction: Some(right()) })),
        ("CLU103", factor(FactorProblem::Unknown("full".to_owned()))),
        ("CLU242", foreign("[[unroll]]", None)),
        ("CLU242", foreign("#pragma HLS unroll factor=4", Some("4"))),
        ("CLU110", misspelt(vec!["unroll"], Some(right()))),
        ("CLU110", misspelt(vec!["unroll", "nounroll"], None)),
        ("CLU112", request(PRAGMA, UnreachableRequest { branch: ELSEWHERE })),
        ("CLU240", request(ELSEWHERE, DifferentRequests { first: PRAGMA })),
        ("CLU241", request(FACTOR, ParenthesisedFactor { correction: right() })),
        ("CLU249", Finding::of_file(ELSEWHERE, KeywordAsName { text: "kernel".to_owned() })),
    ]
}

#[test]
fn only_fixable_rules_give_fixes() {
    let findings = every_finding();
    for rule in ALL {
        let gives = findings.iter().any(|(_, finding)| finding.rule() == *rule && in_words(finding).fix.is_some());
        assert_eq!(gives, rule.fix.is_some(), "{}", rule.code);
    }
}

/// Every reason why an included file is not read.
fn of_includes() -> Vec<(&'static str, Unread)> {
    vec![
        ("CLU216", Unread::TooDeep),
        ("CLU216", Unread::TooMuch),
        ("CLU216", Unread::Itself),
        ("CLU217", Unread::Missing("\"tile.h\"".to_owned())),
        ("CLU217", Unread::Unreadable("\"tile.h\"".to_owned())),
        ("CLU217", Unread::Unnamed),
        ("CLU217", Unread::PerhapsBefore),
    ]
}

/// Every reason why an include stays in a flat text.
fn of_flat_texts() -> Vec<NotFlattened> {
    vec![
        NotFlattened::NotClosed,
        NotFlattened::PerhapsBefore,
        NotFlattened::PerhapsAgain,
        NotFlattened::UnreadInside,
        NotFlattened::LinesUnknown,
        NotFlattened::AsksForPlace("__has_include"),
        NotFlattened::InRawString,
        NotFlattened::Unreadable,
        NotFlattened::Itself,
        NotFlattened::TooMuch,
    ]
}

fn not_flattened(why: NotFlattened) -> Finding {
    let obstacle = FlattenObstacle { why, place: Some(FACTOR) };
    Finding::of_file(ELSEWHERE, StaysIncluded { name: "\"tile.h\"".to_owned(), obstacle })
}

fn declined(reason: Reason) -> Finding {
    Finding::declined(PRAGMA, Decline { reason, place: ELSEWHERE }, None)
}

fn every_finding() -> Vec<(&'static str, Finding)> {
    let declines = of_declines().into_iter().map(|(code, reason)| (code, declined(reason)));
    let includes = of_includes().into_iter();
    let includes = includes.map(|(code, unread)| (code, Finding::of_file(ELSEWHERE, UnreadInclude { unread })));
    let flat = of_flat_texts().into_iter().map(|why| ("CLU010", not_flattened(why)));
    let decline = |why| request(ELSEWHERE, NotPromoted { why });
    let arrays = of_arrays().into_iter().map(|(code, why)| (code, decline(why)));
    let loops = of_loops().into_iter().map(|(code, found)| (code, Finding::of_request(PRAGMA, ELSEWHERE, found)));
    of_requests()
        .into_iter()
        .chain(of_literals())
        .chain(of_clauses())
        .chain(of_remainders())
        .chain(of_lint())
        .chain(declines)
        .chain(includes)
        .chain(flat)
        .chain(arrays)
        .chain(loops)
        .collect()
}

#[test]
fn codes_ascend_and_names_are_unique() {
    assert!(ALL.is_sorted_by(|one, next| one.code < next.code));
    let mut names: Vec<_> = ALL.iter().map(|rule| rule.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), ALL.len());
}

#[test]
fn a_code_begins_with_the_hundred_of_its_severity() {
    for rule in ALL {
        let digits = rule.code.strip_prefix("CLU").expect("codes begin with CLU");
        assert!(digits.len() == 3 && digits.bytes().all(|byte| byte.is_ascii_digit()), "{}", rule.code);
        let severity = match digits.as_bytes()[0] {
            b'0' => Severity::Error,
            b'1' => Severity::Warning,
            _ => Severity::Note,
        };
        assert_eq!(rule.severity, severity, "{}", rule.code);
    }
}

#[test]
fn names_are_words_with_hyphens() {
    for rule in ALL {
        let is_word = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
        assert!(rule.name.split('-').all(is_word), "{}", rule.name);
    }
}

#[test]
fn pages_have_their_headings_and_an_example() {
    for rule in ALL {
        let found: Vec<_> = rule.page.lines().filter(|line| line.starts_with('#') && line.contains("# ")).collect();
        assert_eq!(found, HEADINGS, "{}", rule.code);
        let example = rule.page.split("## ").nth(3).expect("the third heading is the example");
        assert!(example.contains("\n```c\n"), "{}", rule.code);
        assert_eq!(rule.page.matches("```").count() % 2, 0, "{}", rule.code);
        assert!(rule.page.ends_with('\n') && !rule.page.ends_with("\n\n"), "{}", rule.code);
    }
}

#[test]
fn every_finding_has_its_rule_and_every_rule_its_finding() {
    let findings = every_finding();
    for (code, finding) in &findings {
        assert_eq!(finding.rule().code, *code, "{finding:?}");
    }
    for rule in ALL {
        assert!(findings.iter().any(|(_, finding)| finding.rule() == *rule), "{}", rule.code);
    }
}

#[test]
fn messages_keep_their_form() {
    for (code, finding) in every_finding() {
        let Wording { message, primary, notes, help, .. } = &in_words(&finding);
        for text in [message, &primary.message].into_iter().chain(notes).chain(help) {
            assert!(!text.is_empty() && !text.ends_with('.') && !text.contains('\n'), "{code}: {text}");
            assert!(text.starts_with(|first: char| !first.is_uppercase()), "{code}: {text}");
            assert!(text.matches('`').count() % 2 == 0 && !text.contains("``"), "{code}: {text}");
        }
        assert_eq!((notes.len(), help.len()), (1, 1), "{code}: a note says why, and a help what to write instead");
        // These are not about loops that are declined.
        let is_of_left_loop =
            !["CLU216", "CLU217", "CLU218", "CLU220", "CLU226", "CLU230", "CLU232", "CLU233", "CLU234"].contains(&code)
                && code < "CLU240";
        if finding.rule().severity == Severity::Note && is_of_left_loop {
            let starts = [
                "loop not unrolled: ",
                "loop left to the compiler: ",
                "nest not jammed: ",
                "array not promoted: ",
                "file not rewritten: ",
                "raw string not rewritten: ",
                "string literal not rewritten: ",
            ];
            assert!(starts.iter().any(|start| message.starts_with(start)), "{code}: {message}");
        }
    }
}

#[test]
fn the_request_is_shown_unless_the_finding_lies_in_it() {
    let label = Label { place: PRAGMA, message: "requested here".to_owned() };
    assert_eq!(in_words(&declined(Reason::TooDeep)).secondary, [label]);
    let inside = request(FACTOR, WrongFactor { problem: FactorProblem::NotInteger, correction: None });
    assert_eq!(in_words(&inside).secondary, []);
}

#[test]
fn of_two_requests_the_second_is_the_one_too_many() {
    let diagnostic = in_words(&request(ELSEWHERE, ConflictingRequests { first: PRAGMA }));
    assert_eq!(diagnostic.primary.place, ELSEWHERE);
    assert_eq!(diagnostic.secondary.iter().map(|label| label.place).collect::<Vec<_>>(), [PRAGMA]);
}

#[test]
fn limits_are_given_in_numbers() {
    let copies = in_words(&declined(Reason::TooManyCopies(5000, 1024))).message;
    assert!(copies.contains("5000") && copies.contains("1024"), "{copies}");
    let text = in_words(&declined(Reason::TooMuchText {
        growth: 3_000_000,
        left: 7,
        enough: 4_000_000,
        nest: vec![32, 32, 16],
    }));
    assert!(text.message.contains("3000000") && text.message.contains(" 7 "), "{}", text.message);
    assert!(text.primary.message.contains("32 * 32 * 16 = 16384 "), "{}", text.primary.message);
}

#[test]
fn quoted_source_stays_on_one_line_and_short() {
    assert_eq!(quoted(" n\n\t + 1 "), "`n + 1`");
    assert_eq!(quoted("\u{1b}[31m\u{202e}x"), "`?[31m?x`");
    assert_eq!(quoted(&"a".repeat(1000)), format!("`{}…`", "a".repeat(60)));
}
