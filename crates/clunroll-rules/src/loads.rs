//! Why the loads of an unrolled loop are not moved.

/// The reason why the loads of all copies cannot run before the stores of the copies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LoadsProblem {
    /// A load may read a value that an earlier copy stores.
    Conflict {
        /// The store.
        store: String,
        /// The load.
        load: String,
    },
    /// A load may read a value that its own iteration has stored before.
    StoredBefore {
        /// The store.
        store: String,
        /// The load.
        load: String,
    },
    /// The address of a load cannot be computed before the body.
    Address(String),
    /// No constant can be declared with the type of a load.
    Type(String),
    /// The body contains something with unknown accesses to memory.
    NotFollowed(String),
    /// The body contains a macro that the host may define.
    HostMacro(String),
    /// An include before the loop was not read, and may define any macro.
    Include,
    /// The header has no variable of its own with a constant step.
    Header,
    /// A run cannot test the promise that the order of the loads relies on, for this access.
    Untestable(String),
    /// There are too many loads.
    TooMany {
        /// The number of loads.
        loads: u64,
        /// The largest allowed number.
        limit: u64,
    },
    /// The values of the loads would take too many registers.
    Registers {
        /// The number of registers of 32 bits.
        registers: u64,
        /// The largest allowed number.
        limit: u64,
    },
}
