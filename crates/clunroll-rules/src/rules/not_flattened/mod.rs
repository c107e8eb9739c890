//! CLU010: an include that `--flatten` cannot replace by its file.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// An include stays, although its file was found and the user asks for a flat text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StaysIncluded {
    /// The name in the `#include`.
    pub name: String,
    /// The reason.
    pub obstacle: FlattenObstacle,
}

impl Violation for StaysIncluded {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, &self.name, self.obstacle)
    }

    fn visit(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        self.obstacle.place.iter_mut().for_each(visit);
    }
}

/// The reason why an include is not replaced by its file, although the file was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NotFlattened {
    /// A conditional or a comment begins in its file and does not end in it.
    NotClosed,
    /// Its file must be read only once, and a condition decides whether it was read before.
    PerhapsBefore,
    /// Its file must be read only once, and an include that stays reads it too, or may do so.
    PerhapsAgain,
    /// Its file includes another one that could not be read, and the output would search for that one in another folder.
    UnreadInside,
    /// A condition or a macro decides the line numbers after a `#line`.
    LinesUnknown,
    /// The source asks for the places of files, with this word.
    AsksForPlace(&'static str),
    /// The file is C++, and its kernels are in raw strings.
    InRawString,
    /// Its file cannot be read.
    Unreadable,
    /// It includes the main file.
    Itself,
    /// Includes nest too deeply, or there are too many.
    TooMuch,
}

/// The reason why an include stays, with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FlattenObstacle {
    /// The reason.
    pub why: NotFlattened,
    /// The place of the reason; `None` if it is the whole file.
    pub place: Option<Place>,
}

impl From<NotFlattened> for FlattenObstacle {
    fn from(why: NotFlattened) -> Self {
        Self { why, place: None }
    }
}
