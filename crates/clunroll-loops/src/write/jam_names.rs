//! The names of variables in the copies of a jam.
//!
//! In a jam inside a jam, each copy of the inner one contains all copies of the outer one:
//!
//! ```text
//! const int i_0 = i_base;  const int i_1 = i_base + 1;
//! …
//!   const int j_0 = j_base;  const int j_1 = j_base + 1;
//!   float s_0 = 0;           copy 0 of the inner jam, copy 0 of the outer one
//!   float s_1 = 0;           copy 0 of the inner jam, copy 1 of the outer one
//!   float s_2 = 0;           copy 1 of the inner jam, copy 0 of the outer one
//!   float s_3 = 0;
//! ```
//!
//! So a variable of the inner loop has a name for each pair, and a counter for each copy of its own loop.

use std::rc::Rc;

use crate::plan::jam::Jam;
use crate::write::edits::TextEdits;
use crate::write::text::Text;
use oclc_syntax::source::{SourceFile, Span};

/// A variable in one copy.
#[derive(Clone, Debug)]
struct NameInCopy {
    /// Its places in the source.
    places: Rc<[Span]>,
    /// The name in the copy.
    new: String,
}

/// The names in all copies of a part.
#[derive(Debug, Default)]
pub struct Copies {
    /// Those of each copy.
    names: Vec<Vec<NameInCopy>>,
    /// The declarations and statements that only the first copy contains.
    once: Vec<Span>,
}

impl Copies {
    /// The copies of a jam, each of which contains all copies of the jam around it; `stem` makes the common beginning of the names of so
    /// many copies of a variable. The name of the counter comes first.
    pub fn new(
        jam: &Jam<'_>,
        copies: u32,
        around: Option<&Self>,
        stem: &dyn Fn(&str, u64) -> String,
    ) -> (String, Self) {
        let none = [Vec::new()];
        let around = around.map_or(&none[..], |around| &around.names);
        let all = u64::from(copies) * around.len() as u64;
        let mut stems = jam.renamed.iter().enumerate().map(|(at, one)| {
            let stem = stem(&one.name, if at == 0 { u64::from(copies) } else { all });
            (Rc::from(&one.spans[..]), stem)
        });
        let counter = stems.next();
        let stems: Vec<(Rc<[Span]>, String)> = stems.collect();
        let mut names: Vec<Vec<NameInCopy>> = Vec::new();
        for copy in 0..copies {
            for outer in around {
                let number = names.len();
                let own = counter.iter().map(|one| (one, copy as usize)).chain(stems.iter().map(|one| (one, number)));
                let mut of_copy: Vec<NameInCopy> = own
                    .map(|((places, stem), number)| NameInCopy {
                        places: Rc::clone(places),
                        new: format!("{stem}_{number}"),
                    })
                    .collect();
                let is_own = |one: &&NameInCopy| of_copy.iter().any(|own| own.places == one.places);
                let others: Vec<NameInCopy> = outer.iter().filter(|one| !is_own(one)).cloned().collect();
                of_copy.extend(others);
                names.push(of_copy);
            }
        }
        (counter.map(|(_, stem)| stem).unwrap_or_default(), Self { names, once: jam.once.clone() })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.names.len()
    }

    /// The span without what is at its end and the copy does not contain.
    pub fn trimmed(&self, file: &SourceFile, mut span: Span, copy: usize) -> Span {
        for place in self.once.iter().rev().filter(|_| copy > 0) {
            if span.start <= place.start && place.start < span.end && span.end <= place.end {
                let before = file.slice(Span::new(span.start, place.start));
                span.end = span.start + before.trim_ascii_end().len() as u32;
            }
        }
        span
    }

    /// The edits that a copy makes in a span.
    pub fn edits(&self, span: Span, copy: usize) -> TextEdits {
        let mut edits: TextEdits = Vec::new();
        for one in &self.names[copy] {
            let inside = one.places.iter().filter(|&&place| span.contains(place));
            edits.extend(inside.map(|&place| (place, Text::Made(one.new.clone()))));
        }
        if copy > 0 {
            let inside = self.once.iter().filter(|place| span.start <= place.start && place.start < span.end);
            edits.extend(inside.map(|place| (Span::new(place.start, place.end.min(span.end)), Text::made(""))));
        }
        edits.sort_by_key(|(place, _)| place.start);
        edits
    }
}
