//! CLU010: an include that `--flatten` cannot replace by its file.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// An include stays although its file was found and the text is to be flattened.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StaysIncluded {
    /// What the `#include` names.
    pub name: String,
    /// What keeps it.
    pub obstacle: Obstacle,
}

impl Violation for StaysIncluded {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, &self.name, self.obstacle)
    }

    fn visit(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        self.obstacle.place.iter_mut().for_each(visit);
    }
}

/// Why an include is not put in place although its file was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NotFlattened {
    /// Its file does not end a conditional or comment that begins in it.
    NotClosed,
    /// It is to be read once, and a condition decides whether it has been read before.
    PerhapsBefore,
    /// It is to be read once, and an include that stays reads it too, or may do so.
    PerhapsAgain,
    /// It includes a file that could not be read, and that would be looked for in another folder.
    UnreadInside,
    /// A condition or a macro decides which numbers a `#line` gives to the lines after it.
    LinesUnknown,
    /// The source asks where files are, with this word.
    AsksForPlace(&'static str),
    /// The file is C++, and its kernels are in raw strings.
    InRawString,
    /// It was found, and cannot be read.
    Unreadable,
    /// It is the main file.
    Itself,
    /// It is nested too deeply, or too much has been included before.
    TooMuch,
}

/// What keeps an include where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Obstacle {
    /// Why.
    pub why: NotFlattened,
    /// Where that is to be seen, unless it is in all of the file.
    pub place: Option<Place>,
}

impl From<NotFlattened> for Obstacle {
    fn from(why: NotFlattened) -> Self {
        Self { why, place: None }
    }
}
