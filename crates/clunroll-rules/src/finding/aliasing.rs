//! Why a pointer parameter of a kernel does not get the word `restrict`.

/// What keeps the word away.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RestrictObstacle {
    /// An include was not read, and may hold a macro or a call.
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
    /// The kernel uses a macro that the final compile may define otherwise.
    OpenMacro(String),
    /// A cast makes a pointer.
    PointerCast,
    /// A variable or a type of the file holds a pointer.
    PointerInMemory,
    /// The kernel may reach memory by this word.
    OtherMemory(String),
    /// The kernel orders memory between work-items by this word.
    Orders(String),
    /// The kernel calls a function that was not read.
    UnreadCall(String),
    /// This pointer is used for more than the elements that it points to.
    Moves(String),
}
