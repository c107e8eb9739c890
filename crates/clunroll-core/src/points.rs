//! Points of the output: where the written parts of unrolled loops begin, and where the written tests are.
//!
//! To find out what a run of the output enters, put a statement at each [`Point`] where a part begins, and look at the value of
//! each test. The renderer notes points where it writes copies, tests and remainders ([`Note`]). The notes move along with the
//! text through all later steps, and here they become offsets of the output.

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
    /// What it belongs to.
    pub part: LoopPart,
    /// What may be put there.
    pub position: Position,
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

/// A note of such a point of the loop of a request.
pub const fn note(request: Place, part: LoopPart, position: Position) -> Note {
    Note { place: request, kind: part as u8 * POSITIONS.len() as u8 + position as u8 }
}

/// The part and the position that a note speaks of.
fn meaning(note: Note) -> (LoopPart, Position) {
    let kind = usize::from(note.kind);
    let part = if kind < POSITIONS.len() { LoopPart::Main } else { LoopPart::Remainder };
    (part, POSITIONS[kind % POSITIONS.len()])
}

/// The points of a text in which these replacements are made, in rising order.
pub fn points(replacements: &[Replacement]) -> Vec<Point> {
    let (mut points, mut moved) = (Vec::new(), 0_i64);
    for replacement in replacements {
        let start = i64::from(replacement.span.start) + moved;
        points.extend(replacement.text.notes().iter().map(|(at, note)| {
            let (part, position) = meaning(*note);
            let offset = usize::try_from(start + i64::from(*at)).unwrap_or_default();
            Point { offset, request: note.place, part, position }
        }));
        moved += replacement.growth();
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Session};
    use oclc_syntax::host::NoIncludes;

    /// The output with a mark at each point.
    fn marked(source: &str) -> String {
        let rewritten = Session::new().unroll(source.as_bytes(), &Options::new("k.cl"), &mut NoIncludes);
        let mut text = String::from_utf8(rewritten.text).expect("it was text");
        for point in rewritten.points.iter().rev() {
            let mark = match (point.part, point.position) {
                (LoopPart::Main, Position::InBlock) => "[main]",
                (LoopPart::Main, Position::BeforeBody) => "[main body]",
                (LoopPart::Remainder, Position::InBlock) => "[rest]",
                (LoopPart::Remainder, Position::BeforeBody) => "[rest body]",
                (_, Position::TestStart) => "[test]",
                (_, Position::TestEnd) => "[end of test]",
                (_, Position::RemainderStart) => "[start]",
                (_, Position::RemainderEnd) => "[end]",
            };
            text.insert_str(point.offset, mark);
        }
        text
    }

    #[test]
    fn copies_and_remainders_have_points() {
        let marked = marked(
            "__kernel void k(__global int *a, int n) {
#pragma unroll 2
  for (int i = 0; i < n; i++) a[i]++;
#pragma unroll
  for (int i = 0; i < 2; i++)
    a[0] += 7;
}",
        );
        assert_eq!(marked.matches("[main]").count(), 4, "{marked}");
        assert!(marked.contains("{[main] const int i = i_base; a[i]++; }"), "{marked}");
        assert_eq!(marked.matches("[rest").count(), 1, "{marked}");
        assert!(marked.contains("[main]  a[0] += 7;\n"), "{marked}");
    }

    #[test]
    fn tests_and_the_ends_of_remainders_have_points() {
        let marked = marked(
            "__kernel void k(__global int *a, int n) {
#pragma unroll 2
  while (a[n] > 0) n += a[n];
#pragma unroll 2
  for (int i = 0; i < n; i++) { if (a[i]) break; a[i]++; }
}",
        );
        assert!(marked.contains("while ([test]a[n] > 0[end of test]) {"), "{marked}");
        assert!(marked.contains("if (!([test]a[n] > 0[end of test])) break;"), "{marked}");
        assert!(marked.contains("if ([test]i_base < i_end[end of test]) break;"), "{marked}");
        assert!(marked.contains("[start]") && marked.contains("}[end]"), "{marked}");
    }

    #[test]
    fn what_never_runs_has_no_points() {
        let marked = marked(
            "__kernel void k(__global int *a, int n) {
#pragma unroll
  for (int s = 0; s < 2; s++) {
    if (s + 1 < 2) {
#pragma unroll
      for (int i = 0; i < 2; i++) a[i]++;
    } else {
#pragma unroll
      for (int i = 0; i < 2; i++) a[i]--;
    }
  }
}",
        );
        assert_eq!(marked.matches("[main] int i = 0; a[i]++;").count(), 1, "{marked}");
        assert_eq!(marked.matches("[main] int i = 0; a[i]--;").count(), 1, "{marked}");
        assert_eq!(marked.matches("int i = 0;").count(), 4, "{marked}");
    }

    #[test]
    fn points_move_with_arrays_that_become_scalars() {
        let marked = marked(
            "__kernel void k(__global float *a) {
#pragma promote_to_registers
  float sum[2] = { 0, 0 };
#pragma unroll
  for (int i = 0; i < 2; i++)
    sum[i] += a[i];
  a[0] = sum[0] + sum[1];
}",
        );
        assert!(!marked.contains("sum[") && marked.matches("[main]").count() == 2, "{marked}");
    }
}
