//! Points of the output where the written parts of unrolled loops begin.
//!
//! Whoever runs the output and wants to know what was entered puts a statement at each [`Point`]. The renderer notes them
//! where it writes copies and remainders ([`Note`]). The notes move along with the text through all later steps, and here
//! they become offsets of the output.

use oclc_syntax::source::{Note, Place, Replacement};

/// A part of an unrolled loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LoopPart {
    /// The copies of a main loop, or all copies if there is none.
    Main,
    /// What runs the iterations that the main loop leaves.
    Remainder,
}

/// What may be put at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// More statements: the point is in a block.
    InBlock,
    /// The beginning of one statement: the point is before the body of a loop.
    BeforeBody,
}

/// A point of the output where a copy, or the body of a remainder loop, begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The offset in the output.
    pub offset: usize,
    /// The request that it was written for; its place is in the user's files.
    pub request: Place,
    /// What begins there.
    pub part: LoopPart,
    /// What may be put there.
    pub position: Position,
}

/// All kinds of notes: the index is what a note says.
const KINDS: [(LoopPart, Position); 4] = [
    (LoopPart::Main, Position::InBlock),
    (LoopPart::Main, Position::BeforeBody),
    (LoopPart::Remainder, Position::InBlock),
    (LoopPart::Remainder, Position::BeforeBody),
];

/// A note that such a part of the loop of a request begins.
pub const fn note(request: Place, part: LoopPart, position: Position) -> Note {
    Note { place: request, kind: part as u8 * 2 + position as u8 }
}

/// The points of a text in which these replacements are made, in rising order.
pub fn points(replacements: &[Replacement]) -> Vec<Point> {
    let (mut points, mut moved) = (Vec::new(), 0_i64);
    for replacement in replacements {
        let start = i64::from(replacement.span.start) + moved;
        points.extend(replacement.text.notes().iter().map(|(at, note)| {
            let (part, position) = KINDS[usize::from(note.kind)];
            let offset = usize::try_from(start + i64::from(*at)).unwrap_or_default();
            Point { offset, request: note.place, part, position }
        }));
        moved += replacement.growth();
    }
    points
}
