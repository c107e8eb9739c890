//! Why the loads of an unrolled loop stay where they are.

/// What keeps the loads of all copies from running before the stores of the copies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LoadsProblem {
    /// A load may read what an earlier copy stores.
    Conflict {
        /// The store.
        store: String,
        /// The load.
        load: String,
    },
    /// A load may read what its own iteration stored before.
    StoredBefore {
        /// The store.
        store: String,
        /// The load.
        load: String,
    },
    /// The address of a load cannot be computed before the body.
    Address(String),
    /// The type of a load is not one that a constant can be declared with.
    Type(String),
    /// The body contains something whose accesses to memory are not known.
    NotFollowed(String),
    /// An include before the loop was not read, and may define any macro.
    Include,
    /// The header has no variable of its own that moves in constant steps.
    Header,
    /// A run cannot test the promise that the order of the loads relies on, for this access.
    Untestable(String),
    /// There are too many loads.
    TooMany {
        /// How many.
        loads: u64,
        /// How many there may be.
        limit: u64,
    },
}
