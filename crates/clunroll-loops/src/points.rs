//! Points of the output: where the written parts of unrolled loops begin, and where the written tests are.
//!
//! To find out what a run of the output enters, put a statement at each [`Point`] where a part begins, and look at the value of
//! each test. The renderer notes points where it writes copies, tests and remainders ([`Note`]). The notes move along with the
//! text through all later steps, and here they become offsets of the output.

use clunroll_analysis::Residue;
use oclc_syntax::source::{Note, Place, Replacement};

/// A part of an unrolled loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum LoopPart {
    /// The copies of a main loop, or all copies if there is none.
    Main,
    /// The code that runs the iterations after the main loop.
    Remainder,
}

/// What may be put at a point. A tool that puts statements there must know all positions, so this is not `#[non_exhaustive]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// More statements: the point is in a block.
    InBlock,
    /// The beginning of one statement: the point is before the body of a loop.
    BeforeBody,
    /// Nothing yet: a test begins, which is an expression.
    TestStart,
    /// Nothing: the test ends that began at the point before.
    TestEnd,
    /// A declaration: the main loop has ended by its test, and what it leaves comes next.
    RemainderStart,
    /// A statement: all iterations that the main loop left have run.
    RemainderEnd,
}

/// A point of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The offset in the output.
    pub offset: usize,
    /// The request that it was written for; its place is in the user's files.
    pub request: Place,
    /// The part that it belongs to.
    pub part: LoopPart,
    /// The kind of statement that fits there.
    pub position: Position,
    /// At the end of a remainder: the trip counts that the loop may have if it runs at all. Elsewhere, all numbers.
    pub trips: Residue,
}

/// The positions, in the order of their numbers.
const POSITIONS: [Position; 6] = [
    Position::InBlock,
    Position::BeforeBody,
    Position::TestStart,
    Position::TestEnd,
    Position::RemainderStart,
    Position::RemainderEnd,
];

/// The number of notes without trip counts.
const PLAIN: u8 = 2 * POSITIONS.len() as u8;

/// A note of such a point of the loop of a request.
pub(crate) const fn note(request: Place, part: LoopPart, position: Position) -> Note {
    Note { place: request, kind: part as u8 * POSITIONS.len() as u8 + position as u8 }
}

/// A note of the end of a remainder, with the trip counts that the loop may have.
pub(crate) fn note_of_end(request: Place, trips: Residue) -> Note {
    // For each power of two from 2 on, there are as many notes as it has residues.
    let number = (trips.every + trips.first).checked_sub(2).and_then(|number| u8::try_from(number).ok());
    match number.and_then(|number| number.checked_add(PLAIN)) {
        Some(kind) => Note { place: request, kind },
        None => note(request, LoopPart::Remainder, Position::RemainderEnd),
    }
}

/// The part, the position and the trip counts that a note speaks of.
fn meaning(note: Note) -> (LoopPart, Position, Residue) {
    if let Some(number) = note.kind.checked_sub(PLAIN) {
        let every = 1 << (u32::from(number) + 2).ilog2();
        let trips = Residue { every, first: u32::from(number) + 2 - every };
        return (LoopPart::Remainder, Position::RemainderEnd, trips);
    }
    let kind = usize::from(note.kind);
    let part = if kind < POSITIONS.len() { LoopPart::Main } else { LoopPart::Remainder };
    (part, POSITIONS[kind % POSITIONS.len()], Residue::ALL)
}

/// The points of a text in which these replacements are made, in rising order.
#[must_use]
pub fn points(replacements: &[Replacement]) -> Vec<Point> {
    let (mut points, mut moved) = (Vec::new(), 0_i64);
    for replacement in replacements {
        let start = i64::from(replacement.span.start) + moved;
        points.extend(replacement.text.notes().iter().map(|(at, note)| {
            let (part, position, trips) = meaning(*note);
            let offset = usize::try_from(start + i64::from(*at)).unwrap_or_default();
            Point { offset, request: note.place, part, position, trips }
        }));
        moved += replacement.growth();
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use oclc_syntax::source::{FileId, Span};

    #[test]
    fn notes_keep_their_meaning() {
        let place = Place { file: FileId::MAIN, span: Span::new(0, 0) };
        for every in [1, 2, 4, 8, 16, 32, 64] {
            for first in 0..every {
                let trips = Residue { every, first };
                let expected = (LoopPart::Remainder, Position::RemainderEnd, trips);
                assert_eq!(meaning(note_of_end(place, trips)), expected);
            }
        }
        for part in [LoopPart::Main, LoopPart::Remainder] {
            for position in POSITIONS {
                assert_eq!(meaning(note(place, part, position)), (part, position, Residue::ALL));
            }
        }
    }
}
