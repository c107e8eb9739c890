//! CLU232: a pointer parameter that `--assume restrict` does not change.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A pointer parameter does not get the word `restrict`, although the user asks for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RestrictNotWritten {
    /// Its name.
    pub name: String,
    /// The obstacle.
    pub obstacle: RestrictObstacle,
    /// The token that causes it.
    pub reason: Place,
}

impl Violation for RestrictNotWritten {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, &self.name, &self.obstacle, self.reason)
    }

    fn visit(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        visit(&mut self.reason);
    }
}

/// The reason why a parameter does not get the word.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RestrictObstacle {
    /// An include was not read, and may contain a macro or a call.
    UnreadInclude,
    /// The files mention the kernel elsewhere, and may call it.
    Mentioned(String),
    /// A condition chooses a part of the kernel that is not a sequence of statements.
    ConditionalHead,
    /// A macro makes the kernel or the parameter.
    MadeByMacro,
    /// The pointer points to `volatile` or atomic objects.
    Volatile,
    /// The parameter is not a plain pointer.
    NotPlain,
    /// The kernel uses a macro that the final compile may define differently.
    OpenMacro(String),
    /// A cast makes a pointer.
    PointerCast,
    /// A variable or a type of the file holds a pointer.
    PointerInMemory,
    /// The kernel may access memory by this word.
    OtherMemory(String),
    /// The kernel orders memory between work-items by this word.
    Orders(String),
    /// The kernel calls a function that was not read.
    UnreadCall(String),
    /// This pointer is used for more than access to its elements.
    Moves(String),
}
