//! The files that cannot be put in place, with the reasons.
//!
//! A file that leaves a conditional or a comment open would end it somewhere else. For a file that is read once, by `#pragma once` or
//! `#import`, the compiler remembers this only if it reads the file itself: once its text is in another one, an include that stays (in
//! angle brackets, or one that could not be read) reads the file a second time. A guard does not have this problem, since its macro is
//! defined all the same.
//!
//! An include that stays in a file that is put in place would be searched for beside another file. So a file that includes a staying file
//! stays too.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use clunroll_rules::{FlattenObstacle, NotFlattened};
use oclc_syntax::lex::lex;
use oclc_syntax::preprocess::{DirectiveKind, Fate, Inclusion, Unit, Unread};
use oclc_syntax::source::{FileId, Place};

/// The files that stay where they are, each with the reason.
pub(super) fn files(unit: &Unit) -> HashMap<FileId, FlattenObstacle> {
    let includes: Vec<Include> =
        unit.inclusions().iter().filter_map(|inclusion| Include::of(unit, inclusion)).collect();
    let mut staying: HashMap<FileId, FlattenObstacle> =
        open_files(unit, &includes).into_iter().map(|file| (file, NotFlattened::NotClosed.into())).collect();
    for (file, place) in includers_of_unread(unit) {
        note(&mut staying, file, FlattenObstacle { why: NotFlattened::UnreadInside, place: Some(place) });
    }
    let once = once_files(unit);
    let perhaps_again = |place| FlattenObstacle { why: NotFlattened::PerhapsAgain, place: Some(place) };
    if let Some(unread) = unit.inclusions().iter().find(|inclusion| matches!(inclusion.fate, Fate::Unread(_))) {
        for &file in &once {
            note(&mut staying, file, perhaps_again(unit.include_operand(unread)));
        }
    }
    // The files that the compiler reads itself.
    let mut silent: HashSet<FileId> = HashSet::new();
    loop {
        let before = (staying.len(), silent.len());
        for &Include { place, includer, file, is_quoted, is_first } in &includes {
            let stays = is_first && staying.contains_key(&file);
            if !is_quoted || silent.contains(&includer) || stays {
                silent.insert(file);
                if once.contains(&file) {
                    note(&mut staying, file, perhaps_again(place));
                }
            }
            if is_quoted
                && is_first
                && includer != FileId::MAIN
                && let Some(&obstacle) = staying.get(&file)
            {
                note(&mut staying, includer, obstacle);
            }
        }
        if before == (staying.len(), silent.len()) {
            return staying;
        }
    }
}

fn note(staying: &mut HashMap<FileId, FlattenObstacle>, file: FileId, obstacle: FlattenObstacle) {
    staying.entry(file).or_insert(obstacle);
}

/// An `#include` whose file was read, now or before.
struct Include {
    place: Place,
    includer: FileId,
    file: FileId,
    is_quoted: bool,
    /// Whether the file was not read before, or may be read again. Otherwise the line means nothing, and is removed.
    is_first: bool,
}

impl Include {
    fn of(unit: &Unit, inclusion: &Inclusion) -> Option<Self> {
        let place = unit.include_operand(inclusion);
        let includer = place.file;
        let (file, is_first) = match inclusion.fate {
            Fate::Read(file) => (file, true),
            Fate::Spent(file) => (file, false),
            Fate::Standard(_) | Fate::Unread(_) => return None,
        };
        Some(Self { place, includer, file, is_quoted: unit.is_quoted(inclusion), is_first })
    }
}

/// The files with an include that could not be read, and that include, if the compiler would not search for it beside the main file.
fn includers_of_unread(unit: &Unit) -> impl Iterator<Item = (FileId, Place)> {
    let folder = |file: FileId| Path::new(&unit.sources[file].name).parent().unwrap_or(Path::new(""));
    let unread = unit.inclusions().iter().filter(|inclusion| matches!(inclusion.fate, Fate::Unread(_)));
    // A macro of the host may give a name in quotes.
    let is_unnamed = |inclusion: &Inclusion| inclusion.fate == Fate::Unread(Unread::Unnamed);
    let quoted = unread.filter(move |inclusion| unit.is_quoted(inclusion) || is_unnamed(inclusion));
    let includers = quoted.map(|inclusion| unit.include_operand(inclusion)).map(|place| (place.file, place));
    includers.filter(move |&(file, _)| file != FileId::MAIN && folder(file) != folder(FileId::MAIN))
}

/// The files that are read once and have no guard.
fn once_files(unit: &Unit) -> HashSet<FileId> {
    let pragmas = unit.directives.iter().filter(|directive| unit.is_pragma_once(directive));
    let mut once: HashSet<FileId> = pragmas.map(|pragma| unit.line(pragma)[0].file).collect();
    for inclusion in unit.inclusions() {
        match inclusion.fate {
            Fate::Read(file) if inclusion.once_operator.is_some() => once.insert(file),
            Fate::Read(file) if unit.is_import(&unit.directives[inclusion.directive]) => once.insert(file),
            _ => false,
        };
    }
    for inclusion in unit.inclusions().iter().filter(|inclusion| inclusion.guard_lines.is_some()) {
        if let Fate::Read(file) = inclusion.fate {
            once.remove(&file);
        }
    }
    once
}

/// The files with a conditional or comment that they do not end themselves.
fn open_files(unit: &Unit, includes: &[Include]) -> HashSet<FileId> {
    let mut directives: HashMap<FileId, BTreeMap<u32, DirectiveKind>> = HashMap::new();
    for directive in &unit.directives {
        let first = unit.line(directive)[0];
        directives.entry(first.file).or_default().insert(first.span.start, directive.kind);
    }
    let mut ends: HashMap<FileId, usize> = HashMap::new();
    for token in unit.all_tokens() {
        let end = ends.entry(token.file).or_default();
        *end = token.span.range().end.max(*end);
    }
    let is_open = |file: &FileId| {
        let rest = &unit.sources[*file].bytes[ends.get(file).copied().unwrap_or(0)..];
        !ends_outside_comment(rest) || directives.get(file).is_some_and(|directives| !is_balanced(directives.values()))
    };
    includes.iter().map(|include| include.file).collect::<HashSet<_>>().into_iter().filter(is_open).collect()
}

/// Whether a comment that begins after the last token of a file that was read also ends in that file.
fn ends_outside_comment(rest: &[u8]) -> bool {
    let probe = [rest, b"\n;"].concat();
    lex(FileId::MAIN, &probe).last().is_some_and(|token| token.span.range().end == probe.len())
}

fn is_balanced<'a>(directives: impl Iterator<Item = &'a DirectiveKind>) -> bool {
    let mut depth = 0_usize;
    for kind in directives {
        match kind {
            DirectiveKind::If | DirectiveKind::Ifdef | DirectiveKind::Ifndef => depth += 1,
            DirectiveKind::Elif | DirectiveKind::Else | DirectiveKind::Endif if depth == 0 => return false,
            DirectiveKind::Endif => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}
